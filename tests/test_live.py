"""Live evidence: kept with its date and address, shown in verdicts, counted where a ruleset names its source, and left alone by rebuilds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from adjudicator.errors import LexiconDamaged, LiveError, UnknownSite
from adjudicator.judging.service import Adjudicator
from adjudicator.lexicon.answers import Answer
from adjudicator.resources import lexicon_path
from adjudicator.runtime.current import Snapshot
from adjudicator.sources.records import RawEntry, RawForms, RawSense
from adjudicator.usecases.evidence import Evidence, site_of, sites

Records = Sequence[RawEntry | RawForms]
NAME = "live-wiktionary"


class Book:
    """A dictionary of the tests' own, which is asked as any other is."""

    id, title, licence, attribution, url = NAME, "A book", "CC0", "By the tests.", "https://book.example"

    def __init__(self, words: Mapping[str, Records] | None = None, at: str = "2026-03-01T12:00:00Z") -> None:
        self.words, self.at = words or {}, at
        self.asked: list[str] = []

    def why_not(self) -> str | None:
        return None

    def ask(self, word: str, *, again: bool = False) -> Answer:
        self.asked.append(word)
        if word == "offline":
            raise LiveError("The book cannot be reached.", "Try again.")
        records = self.words.get(word, ())
        return Answer(word, bool(records), f"{self.url}/{word}", self.at, records)


def noun(word: str, gloss: str, *labels: str) -> list[RawEntry]:
    return [RawEntry(word, "noun", (RawSense(gloss, labels),))]


@pytest.fixture
def lexicon() -> Path:
    return lexicon_path()


@pytest.fixture
def own_home(lexicon: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data directory of the test's own, with rules that count the book before anything else."""
    (tmp_path / "rulesets").mkdir()
    (tmp_path / "rulesets" / "book.toml").write_text(
        f'id = "book"\nextends = "boggle"\n[dictionary]\nsources = ["{NAME}", "wordnet", "scowl"]\n'
        f'members = [{{ source = "{NAME}" }}, {{ source = "wordnet" }}]\n'
    )
    monkeypatch.setenv("ADJUDICATOR_HOME", str(tmp_path))
    return tmp_path


def test_what_is_asked_is_kept_and_cited(own_home: Path, lexicon: Path) -> None:
    """A word that no open dictionary has is legal where the rules count the book, by its sense; elsewhere the answer is shown and not counted."""
    Evidence().fetch(Book({"glorp": noun("glorp", "a sound of mud")}), "glorp")
    adjudicator = Adjudicator(lexicon)
    counted = adjudicator.under("book").verdict_data("glorp")
    assert (counted["legal"], counted["findings"][0]["source"]) == (True, NAME)
    assert "a sound of mud" in counted["summary"]
    assert counted["live"] == [
        {
            "source": NAME,
            "word": "glorp",
            "found": True,
            "url": "https://book.example/glorp",
            "fetched": "2026-03-01T12:00:00Z",
            "counts": True,
        }
    ]
    elsewhere = adjudicator.under("boggle").verdict_data("glorp")
    assert (elsewhere["legal"], elsewhere["code"]) == (False, "not-in-dictionary")
    assert elsewhere["live"][0]["counts"] is False
    assert "live" not in adjudicator.under("boggle").verdict_data("trig")
    assert adjudicator.under("book").compiled.legal("glorp")


def test_a_dictionary_that_comes_first_is_cited_first(own_home: Path, lexicon: Path) -> None:
    """With an answer the verdict cites the book; without one it says what it rests on instead."""
    without = Adjudicator(lexicon).under("book").verdict_data("trig")
    assert without["findings"][0]["source"] == "wordnet"
    assert without["live"] == [{"source": NAME, "found": None, "counts": True, "instead": "wordnet"}]
    Evidence().fetch(Book({"trig": noun("trig", "a mark in a game")}), "trig")
    cited = Adjudicator(lexicon).under("book").verdict_data("trig")
    assert cited["findings"][0]["source"] == NAME
    assert cited["lexicon"] != without["lexicon"]


@pytest.mark.parametrize(
    ("records", "code"),
    [
        (noun("GLRP", "Initialism of great long rainy puddle.", "initialism"), "initialism"),
        ([RawEntry("Glorp", "noun", (RawSense("A town.", name=True),))], "proper-noun"),
        (noun("glorp", "American spelling of glourp.", "american spelling"), "american-spelling"),
        ([RawEntry("glorp-", "affix", (RawSense("muddy"),))], "affix"),
    ],
)
def test_it_is_classified_as_a_build_does(
    own_home: Path, lexicon: Path, records: list[RawEntry], code: str
) -> None:
    """The same code concludes from its labels what a build would."""
    word = records[0].headword.strip("-")
    Evidence().fetch(Book({word: records}), word)
    assert Adjudicator(lexicon).verdict(word, "book").decisive.code == code


def test_the_base_of_an_inflection_is_asked_for_too(own_home: Path, lexicon: Path) -> None:
    """A form is legal by the sense of its base, so both are asked for."""
    book = Book(
        {"glorps": [RawForms("glorp", "noun", ("glorps",))], "glorp": noun("glorp", "a sound of mud")}
    )
    Evidence().fetch(book, "glorps")
    assert book.asked == ["glorps", "glorp"]
    verdict = Adjudicator(lexicon).verdict("glorps", "book")
    assert verdict.legal
    assert "form of glorp" in verdict.decisive.reason


def test_what_is_not_found_is_kept_too(own_home: Path, lexicon: Path) -> None:
    """The book was asked and has no such word: a verdict says so, and nothing is made of it."""
    Evidence().fetch(Book(), "glorp")
    [live] = Adjudicator(lexicon).under("book").verdict_data("glorp")["live"]
    assert (live["found"], live["url"]) == (False, "https://book.example/glorp")


def test_asking_again_replaces(own_home: Path, lexicon: Path) -> None:
    """The latest answer counts; an answer that cannot be had leaves the last one."""
    evidence = Evidence()
    evidence.fetch(Book({"glorp": noun("glorp", "mud")}), "glorp")
    evidence.fetch(Book({"blorp": noun("blorp", "more mud")}, "2026-04-01T12:00:00Z"), "glorp")
    evidence.fetch(Book({"blorp": noun("blorp", "more mud")}), "blorp")
    assert [(item.kept.word, item.kept.found, item.kept.fetched[:10]) for item in evidence.items()] == [
        ("blorp", True, "2026-03-01"),
        ("glorp", False, "2026-04-01"),
    ]
    with pytest.raises(LiveError):
        evidence.fetch(Book(), "offline")
    assert len(evidence.items()) == 2


def test_what_is_removed_is_gone(own_home: Path, lexicon: Path) -> None:
    """Word by word; the last one takes the small lexicon with it."""
    evidence = Evidence()
    evidence.fetch(Book({"glorp": noun("glorp", "mud")}), "glorp")
    assert evidence.remove(NAME, "GLORP")
    assert not evidence.remove(NAME, "glorp")
    assert evidence.items() == []
    assert not Adjudicator(lexicon).verdict("glorp", "book").legal
    assert list((own_home / "evidence").glob("*.sqlite")) == []


def test_two_who_ask_at_once_lose_nothing(own_home: Path) -> None:
    """Threads take turns at the file."""
    from concurrent.futures import ThreadPoolExecutor

    words = [f"glorp{letter * 2}" for letter in "abcdefgh"]
    book = Book({word: noun(word, "mud") for word in words})
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda word: Evidence().fetch(book, word), words))
    assert [item.kept.word for item in Evidence().items()] == words


def test_a_damaged_file_is_told(own_home: Path) -> None:
    """And never taken for a book that has no words."""
    (own_home / "evidence").mkdir()
    (own_home / "evidence" / f"{NAME}.jsonl").write_text('{"word": 7}\n')
    with pytest.raises(LexiconDamaged, match="is damaged"):
        Evidence().items()


def test_dictionaries_are_found_by_name() -> None:
    """With or without what all their ids begin with."""
    assert set(sites()) == {"live-wiktionary", "live-collins", "live-collins-pages"}
    assert site_of("wiktionary").id == site_of("live-wiktionary").id == "live-wiktionary"
    assert site_of("collins").id == "live-collins"
    with pytest.raises(UnknownSite, match="Known are"):
        site_of("nosuch")


def test_what_verdicts_show_changes_their_tag(own_home: Path, lexicon: Path) -> None:
    """An answer shows in verdicts of all rules, so nobody may take an earlier verdict for the same, though the lexicon is."""
    before = Snapshot(lexicon).under("boggle")
    Evidence().fetch(Book(), "glorp")
    after = Snapshot(lexicon).under("boggle")
    assert before.lexicon_digest == after.lexicon_digest
    assert before.mark != after.mark


def test_answers_are_the_owners_alone(own_home: Path) -> None:
    """What somebody has looked up is nobody else's business on the machine."""
    Evidence().fetch(Book({"glorp": noun("glorp", "a sound of mud")}), "glorp")
    folder = own_home / "evidence"
    files = [each for each in folder.rglob("*") if each.is_file() and not each.name.startswith(".lock")]
    assert len(files) > 2
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {each.name: oct(each.stat().st_mode & 0o777) for each in files} == {
        each.name: "0o600" for each in files
    }
