"""The Collins API: what its answers say, in the words and labels that a build's reader would give, and what is asked for that."""

from __future__ import annotations

import json
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler
from itertools import groupby
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from adjudicator.sources.records import RawEntry, RawForms, RawSense
from scrapers import collins_api
from scrapers.client import Client, Page
from scrapers.collins import Entry, records_for
from scrapers.errors import Forbidden, NotAsked, ShapeChanged, TooBusy
from tests.scrapers.changed import is_noticed_or_harmless, renamed
from tests.scrapers.concluded import Concluded, Record, extracted, from_facts, from_records
from tests.scrapers.conftest import MakeClient
from tests.scrapers.printed import collins_entry, collins_matches
from tests.scrapers.server import Server, says
from tests.scrapers.words import COLLINS, MISSING, Line

FIXTURES = Path(__file__).parent / "fixtures" / "collins_api"
BASE = "/dictionaries/english/"
WORDS = {word: list(lines) for word, lines in groupby(COLLINS, key=lambda line: line.word)}
HOMOGRAPHS = {word: lines for word, lines in WORDS.items() if len({line.pos for line in lines}) > 1}


def fixture(name: str) -> Any:
    return json.loads((FIXTURES / f"{name}.json").read_text(encoding="utf-8"))


def page(answer: object, status: int = 200) -> Page:
    return Page("http://api", status, json.dumps(answer).encode(), "application/json", "2026-03-01T12:00:00Z")


class Api:
    """The API as a local server plays it: entries by id, found by their label; *lemmas* are what it thinks best of other words."""

    def __init__(self, server: Server, lemmas: dict[str, str] | None = None) -> None:
        self.server = server
        self.entries: dict[str, Any] = {}
        self.lemmas = lemmas or {}
        server.play(BASE + "search/first/", self._first)
        server.play(BASE + "search/", self._search)

    def add(self, entry: dict[str, Any]) -> None:
        self.entries[entry["entryId"]] = entry
        self.server.play(BASE + "entries/" + entry["entryId"], self._says(entry))

    def asked(self) -> list[str]:
        """What was asked for, after the robots.txt."""
        return [each.path.removeprefix(BASE) for each in self.server.asked if each.path != "/robots.txt"]

    def _labelled(self, handler: BaseHTTPRequestHandler) -> tuple[str, list[dict[str, Any]]]:
        word = parse_qs(urlsplit(handler.path).query)["q"][0]
        return word, [
            entry for entry in self.entries.values() if entry["entryLabel"] == self.lemmas.get(word, word)
        ]

    def _first(self, handler: BaseHTTPRequestHandler) -> None:
        _, found = self._labelled(handler)
        act = self._says(found[0]) if found else self._says(fixture("no_result"), 404)
        act(handler)

    def _search(self, handler: BaseHTTPRequestHandler) -> None:
        word, found = self._labelled(handler)
        named = [(entry["entryId"], entry["entryLabel"]) for entry in found]
        self._says(collins_matches(*named, ("x_1", f"the {word}")))(handler)

    @staticmethod
    def _says(answer: object, status: int = 200) -> Any:
        return says(json.dumps(answer).encode(), status, "application/json;charset=UTF-8")


@pytest.fixture
def api(server: Server, monkeypatch: pytest.MonkeyPatch) -> Api:
    monkeypatch.setenv(collins_api.ADDRESS_VARIABLE, server.url)
    monkeypatch.setenv(collins_api.KEY_VARIABLE, "a key of one's own")
    return Api(server)


# The same facts, from a build and from the site


@pytest.fixture(scope="module")
def facts(tmp_path_factory: pytest.TempPathFactory) -> Concluded:
    return from_facts(tmp_path_factory.mktemp("collins") / "facts", extracted(COLLINS))


@pytest.fixture(scope="module")
def entries(tmp_path_factory: pytest.TempPathFactory) -> Concluded:
    found: list[Record] = []
    for word, lines in WORDS.items():
        found += records_for(word, [collins_api.entry_in(collins_entry(lines))]) or ()
    return from_records(tmp_path_factory.mktemp("collins") / "entries", found)


def test_there_are_enough_words() -> None:
    """The table has the words that were asked for, of every kind."""
    assert len(WORDS) + len(MISSING) >= 60
    assert len(HOMOGRAPHS) >= 3


@pytest.mark.parametrize("word", WORDS)
def test_an_entry_is_classified_as_the_build_does(word: str, facts: Concluded, entries: Concluded) -> None:
    """From its entry a word gets the readings that the build gives it from the extractor's line, and those are as they should be."""
    assert entries.readings(word) == facts.readings(word)
    assert sorted(facts.conclusions(word)) == sorted(line.conclusion for line in WORDS[word])


# What is asked


def alike(lines: Sequence[Line]) -> list[dict[str, Any]]:
    """An entry for each part of speech of a word, numbered if there are several."""
    groups = [list(group) for _, group in groupby(lines, key=lambda line: line.pos)]
    return [collins_entry(group, n if len(groups) > 1 else 0) for n, group in enumerate(groups, 1)]


def test_every_word_is_answered(api: Api, make: MakeClient) -> None:
    """A word whose best match is its only entry takes one request; a numbered one is asked for its fellows, so that no sense is missed."""
    client = make(delay=0.0)
    for lines in WORDS.values():
        for entry in alike(lines):
            api.add(entry)
    for word, lines in WORDS.items():
        before = len(api.asked())
        answer = collins_api.SITE.ask(word, client)
        told = [each for each in answer.records if isinstance(each, RawEntry)]
        assert answer.found, word
        assert sum(len(each.senses) for each in told) == len(lines) or not told
        asked = api.asked()[before:]
        fellows = [f"entries/{word}_2"] if word in HOMOGRAPHS else []
        assert asked == ["search/first/", *(["search/"] if fellows else []), *fellows]
    for asked_for in api.server.asked[1:]:
        assert asked_for.headers["accessKey"] == "a key of one's own"
        assert asked_for.headers["Accept"] == "application/json"


@pytest.mark.parametrize("word", MISSING)
def test_a_missing_word(word: str, api: Api, make: MakeClient) -> None:
    """That nothing matches is held against the list of matches before it is believed."""
    api.add(collins_entry(WORDS["cat"]))
    answer = collins_api.SITE.ask(word, make())
    assert (answer.found, answer.records) == (False, ())
    assert answer.url == f"https://www.collinsdictionary.com/dictionary/english/{word}"
    assert api.asked() == ["search/first/", "search/"]


def test_the_best_match_may_be_another_word(api: Api, make: MakeClient) -> None:
    """An inflection is a form of its lemma where the entry lists it; where it does not, there is none under this spelling."""
    api.lemmas = {"florpen": "florp", "florped": "florp", "florpish": "florp", "florpe": "florp"}
    api.add(fixture("florp_1"))
    client = make()
    assert collins_api.SITE.ask("florpen", client).records == (RawForms("florp", "noun", ("florpen",)),)
    assert not collins_api.SITE.ask("florped", client).found
    (derived,) = collins_api.SITE.ask("florpish", client).records
    assert derived == RawEntry("florpish", "adjective", (RawSense("derived form of florp"),))
    assert [record[0] for record in collins_api.SITE.ask("florpe", client).records] == ["florpe", "florpe"]


def test_an_entry_behind_the_best_match_is_found(api: Api, make: MakeClient) -> None:
    """Where the best match is another word, but the list has an entry of this spelling, that is read."""
    api.add(fixture("florper_1"))
    api.lemmas = {"florper": "florper"}
    best = {**fixture("florp_2"), "entryLabel": "florp", "entryId": "florp_2"}
    first = says(json.dumps(best).encode(), media="application/json")
    api.server.play(BASE + "search/first/", first)
    answer = collins_api.SITE.ask("florper", make())
    assert answer.records == (RawEntry("florper", "noun", (RawSense("one who stirs"),)),)
    assert api.asked() == ["search/first/", "search/", "entries/florper_1"]


def test_case_and_accents_are_the_dictionarys(api: Api, make: MakeClient) -> None:
    """A word is its entry whatever its case and accents, and the record has them as the dictionary prints them."""
    api.lemmas = {"cafe": "café", "paris": "Paris"}
    for word in ("café", "Paris"):
        api.add(collins_entry(WORDS[word]))
    client = make()
    for typed, printed in api.lemmas.items():
        (entry,) = collins_api.SITE.ask(typed, client).records
        assert isinstance(entry, RawEntry)
        assert entry.headword == printed


def test_without_a_key_nothing_is_asked(api: Api, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a key, or with one that cannot be one, the reason says what to do, and nothing is sent."""
    for value in ("", " ", "bad\nkey", "schlüssel"):
        monkeypatch.setenv(collins_api.KEY_VARIABLE, value)
        assert collins_api.KEY_VARIABLE in (collins_api.SITE.why_not() or "")
        with pytest.raises(NotAsked, match=collins_api.KEY_VARIABLE):
            collins_api.SITE.ask("cat", client)
    assert api.asked() == []
    monkeypatch.setenv(collins_api.KEY_VARIABLE, "k")
    assert collins_api.SITE.why_not() is None


def test_a_key_that_is_refused_and_one_that_is_used_up(api: Api, make: MakeClient) -> None:
    """A refusal and a full quota are errors, not missing words."""
    refusal = json.dumps({"errorCode": "NoAccessKey", "errorMessage": "No access key!"}).encode()
    api.server.play(BASE + "search/first/", says(refusal, 403, "application/json"))
    with pytest.raises(Forbidden):
        collins_api.SITE.ask("cat", make())
    api.server.play(BASE + "search/first/", says(refusal, 429, headers={"Retry-After": "3600"}))
    with pytest.raises(TooBusy):
        collins_api.SITE.ask("cat", make(fresh=0.0))


# What an answer says

FLORP = (
    RawEntry(
        "florp",
        "noun",
        (
            RawSense("a small wooden spoon & bowl", ("informal", "cookery", "archaic")),
            RawSense("a ladle", ("informal", "slang")),
            RawSense("of ladles", ("informal", "slang")),
            RawSense("short for florpometer, florpograph", ("informal",), expansion="florpometer"),
        ),
        "C21: invented, from florpa",
        ("florpen",),
    ),
    RawEntry(
        "florp",
        "verb",
        (RawSense("to stir with a florp", ("informal",)),),
        "C21: invented, from florpa",
        ("florps", "florping"),
    ),
)


def florp() -> Entry:
    return collins_api.entry_in(fixture("florp_1"))


def test_a_whole_entry() -> None:
    """Labels reach the senses that they stand before, endings become words, and no example, pronunciation or pointer is left."""
    assert records_for("florp", [florp()]) == FLORP
    assert florp().numbered


def test_what_an_entry_lists() -> None:
    """Inflections, derived words and other spellings are the entry's too; of the American spelling that is said."""
    entry = florp()
    assert records_for("florping", [entry]) == (RawForms("florp", "verb", ("florping",)),)
    american = records_for("flarp", [entry]) or ()
    assert [record[0] for record in american] == ["flarp", "flarp"]
    assert all(
        "american spelling" in sense.labels
        for record in american
        if isinstance(record, RawEntry)
        for sense in record.senses
    )
    assert records_for("ladle", [entry]) is None


def test_what_is_printed_for_a_part_of_speech_may_be_a_mark() -> None:
    """'abbreviation for' in the place of a part of speech is part of the definition, and a label."""
    (record,) = records_for("florp", [collins_api.entry_in(fixture("florp_2"))]) or ()
    full = "federation of library open readers' parties"
    assert record == RawEntry(
        "florp",
        "abbreviation",
        (RawSense(f"abbreviation for {full}", ("abbreviation",), expansion=full),),
    )


RENAMED = dict(renamed(fixture("florp_1")["entryContent"]))


@pytest.mark.parametrize("name", RENAMED)
def test_whatever_is_renamed_is_noticed_or_harmless(name: str) -> None:
    """Whichever class of an entry is called differently one day: no sense or label is lost silently."""

    def read(content: str) -> Sequence[Record] | None:
        return records_for("florp", [collins_api.entry_in({**fixture("florp_1"), "entryContent": content})])

    assert is_noticed_or_harmless(read, RENAMED[name], FLORP)


@pytest.mark.parametrize(
    "changes",
    [
        {"entryContent": None},
        {"entryContent": " "},
        {"entryContent": "<p>Nothing here.</p>"},
        {"entryContent": '<div class="entry"><h1 class="hwd"></h1></div>'},
        {"entryContent": '<div class="entry"><h1 class="hwd">florp</h1></div>'},
        {"entryLabel": "other"},
        {"entryLabel": 3},
        {"entryId": None},
    ],
)
def test_an_entry_of_another_shape(changes: dict[str, object]) -> None:
    """An answer without what it always had says so."""
    with pytest.raises(ShapeChanged, match="shape changed"):
        collins_api.best_match(page({**fixture("florp_1"), **changes}))


@pytest.mark.parametrize(
    ("answer", "status"),
    [([], 200), ("x", 200), ({}, 404), ({"errorCode": "x"}, 404), (fixture("no_dictionary"), 400)],
)
def test_an_error_of_another_shape(answer: object, status: int) -> None:
    """Only a 404 with a code and a message is an answer that nothing matches."""
    with pytest.raises(ShapeChanged):
        collins_api.best_match(page(answer, status))
    assert collins_api.best_match(page(fixture("no_result"), 404)) is None


@pytest.mark.parametrize(
    "answer",
    [
        {**fixture("matches"), "results": None},
        {**fixture("matches"), "results": ["x"]},
        {**fixture("matches"), "results": [{"entryId": "x"}]},
        {**fixture("matches"), "resultNumber": "3"},
        fixture("no_result"),
    ],
)
def test_a_list_of_another_shape(answer: object) -> None:
    """A list of matches that is none is never an empty one."""
    with pytest.raises(ShapeChanged):
        collins_api.matching_ids(page(answer, 404 if answer == fixture("no_result") else 200), "florp")


def test_a_list_of_matches() -> None:
    """The entries of this spelling are those whose label is the word; a list may be empty."""
    assert collins_api.matching_ids(page(fixture("matches")), "Florp") == ["florp_1", "florp_2"]
    assert collins_api.matching_ids(page(fixture("no_matches")), "forx") == []
