"""The build: the same inputs give the same lexicon; whatever goes wrong leaves the old one serving."""

from __future__ import annotations

import resource
import sqlite3
import threading
from pathlib import Path

import pytest

from adjudicator.core.model import LESSER
from adjudicator.errors import AdjudicatorError, BuildError, ConfigError
from adjudicator.ingest.audit import CHECKS, offences
from adjudicator.ingest.build import Built, BuiltSource, build
from adjudicator.judging.service import Adjudicator
from adjudicator.lexicon.reader import Lexicon
from adjudicator.lexicon.seals import is_whole
from tests.conftest import ABOUT, small_config, small_sources
from tests.ingest.readers.test_gcide import write as write_gcide


def silent(what: str, done: int, total: int | None) -> None:
    """No progress."""


class Workshop:
    """Small sources, a small configuration and a place to build in."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.config = small_config(folder / "config")
        self.sources = small_sources(folder / "sources", self.config)
        self.target = folder / "home" / "lexicon.sqlite"

    def build(self, *, force: bool = False) -> Built:
        return build(self.sources, self.target, silent, config=self.config, force=force)

    def left_over(self) -> list[str]:
        """What lies beside the lexicon, but for the lock."""
        return sorted(
            path.name
            for path in self.target.parent.iterdir()
            if path != self.target and not path.name.startswith(".lock")
        )


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path)


def test_what_is_built_answers(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    """A lexicon built from small sources judges their words: names, abbreviations, regions, phrases,
    inflections.
    """
    monkeypatch.setenv("ADJUDICATOR_HOME", str(workshop.folder / "home"))
    built = workshop.build()
    assert (built.rebuilt, built.path) == (True, workshop.target)
    service = Adjudicator(workshop.target)
    codes = {
        word: service.verdict(word, "boggle").decisive.code
        for word in (
            "cat",
            "cats",
            "scubas",
            "selfie",
            "zed",
            "zee",
            "FBI",
            "Paris",
            "quo",
            "they'll",
            "qqq",
            "went",
        )
    }
    assert codes == {
        "cat": "sense-admitted",
        "cats": "sense-admitted",
        "scubas": "sense-admitted",
        "selfie": "sense-admitted",
        "zed": "sense-admitted",
        "zee": "american-spelling",
        "FBI": "initialism",
        "Paris": "proper-noun",
        "quo": "only-in-phrases",
        "they'll": "contraction",
        "qqq": "not-in-dictionary",
        "went": "sense-admitted",
    }
    service.close()
    lexicon = Lexicon(workshop.target)
    assert lexicon.digest == built.digest
    assert {each["id"]: each["senses"] for each in lexicon.sources()}["wordnet"] == 9
    lexicon.close()


def test_same_inputs_same_digest(tmp_path: Path) -> None:
    """The same sources give the same digest, wherever and however often they are built."""
    one, other = Workshop(tmp_path / "one"), Workshop(tmp_path / "other")
    first = one.build()
    assert other.build().digest == first.digest
    again = one.build(force=True)
    assert (again.rebuilt, again.digest) == (True, first.digest)


def test_order_of_sources_does_not_matter(tmp_path: Path) -> None:
    """The digest is the same in whatever order the sources are given."""
    one, other = Workshop(tmp_path / "one"), Workshop(tmp_path / "other")
    other.sources.reverse()
    assert one.build().digest == other.build().digest


def test_up_to_date(workshop: Workshop) -> None:
    """A build whose lexicon is in place does nothing, and says so."""
    first = workshop.build()
    before = workshop.target.stat()
    again = workshop.build()
    assert (again.rebuilt, again.digest) == (False, first.digest)
    after = workshop.target.stat()
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)


def test_a_damaged_lexicon_is_built_again(workshop: Workshop) -> None:
    """A lexicon in place whose pages were overwritten is not taken for up to date."""
    first = workshop.build()
    content = bytearray(workshop.target.read_bytes())
    third = len(content) // 3
    content[third : 2 * third] = b"\xff" * third
    workshop.target.write_bytes(content)
    again = workshop.build()
    assert (again.rebuilt, again.digest) == (True, first.digest)
    assert Lexicon(workshop.target).evidence("cat").readings


@pytest.mark.parametrize(
    "file", ["lexicalised.toml", "abbreviations.toml", "regions.toml", "labels.toml", "glosses.toml"]
)
def test_a_curated_file_changes(workshop: Workshop, file: str) -> None:
    """A changed curated file makes a new build."""
    workshop.build()
    path = workshop.config / file
    path.write_text(path.read_text() + "\n# a remark\n")
    assert workshop.build().rebuilt


def test_a_source_changes(workshop: Workshop) -> None:
    """A source of another digest makes a new build, whose digest differs with its words."""
    first = workshop.build()
    workshop.sources = small_sources(workshop.folder / "sources", workshop.config, more=5)
    again = workshop.build()
    assert again.rebuilt
    assert again.digest != first.digest


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("wordnet/data.noun", b"00000001 03 n zz cat 0 000 | broken\n"),
        ("wordnet/data.noun", b"1\n"),
        ("wordnet/data.verb", b"\xff\xfe\x001\n"),
        ("scowl/english-words.10", b"\xff\xfe\n"),
        ("contractions/slang_dict.json", b"{"),
        ("contractions/slang_dict.json", b"[]"),
        ("contractions/slang_dict.json", b'{"a": 3}'),
        ("../config/glosses.toml", b"[noun]\nx = 3\n"),
        ("../config/glosses.toml", b"["),
        ("../config/lexicalised.toml", b"[nosuch]\n"),
        ("../config/regions.toml", b"american = 3\n"),
        ("../config/labels.toml", b"archaic = 3\n"),
    ],
)
def test_garbage_in_a_source(workshop: Workshop, file: str, content: bytes) -> None:
    """A source that is not what its reader reads, or a curated file with faults, stops the build; the old
    lexicon stays as it was.
    """
    workshop.build()
    before = workshop.target.read_bytes()
    (workshop.folder / "sources" / file).write_bytes(content)
    with pytest.raises((BuildError, ConfigError)) as caught:
        workshop.build(force=True)
    assert caught.value.hint
    assert workshop.target.read_bytes() == before
    assert workshop.left_over() == []


@pytest.mark.parametrize("file", ["wordnet/data.noun", "contractions/slang_dict.json"])
def test_a_file_is_missing(workshop: Workshop, file: str) -> None:
    """A source that lacks a file stops the build, and the error names it."""
    (workshop.folder / "sources" / file).unlink()
    with pytest.raises(AdjudicatorError) as caught:
        workshop.build()
    assert Path(file).name in str(caught.value)
    assert not workshop.target.exists()


def test_a_full_disk(workshop: Workshop) -> None:
    """A build that the disk cannot hold says what to do and leaves nothing; the old lexicon serves on."""
    first = workshop.build()
    workshop.sources = small_sources(workshop.folder / "sources", workshop.config, more=3000)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, hard))
    try:
        with pytest.raises(BuildError, match="ADJUDICATOR_HOME"):
            workshop.build()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert Lexicon(workshop.target).digest == first.digest
    assert workshop.left_over() == []


def test_nothing_to_build_from(workshop: Workshop) -> None:
    """Sources without a single word fail the audit."""
    empty = workshop.folder / "empty"
    empty.mkdir()
    workshop.sources = [
        BuiltSource("scowl", "scowl", empty, ABOUT),
        BuiltSource("other", "scowl", empty, ABOUT),
    ]
    with pytest.raises(BuildError, match="A11"):
        workshop.build()
    assert not workshop.target.exists()


def test_one_source_is_enough(workshop: Workshop) -> None:
    """A lexicon can be built from a single source, as a list of one's own is."""
    workshop.sources = workshop.sources[1:2]
    assert workshop.build().rebuilt


def test_a_source_without_a_licence(workshop: Workshop) -> None:
    """A source without licence or attribution fails the audit by name, and the old lexicon stays."""
    first = workshop.build()
    workshop.sources[1] = workshop.sources[1]._replace(about={**ABOUT, "licence": "", "digest": "x"})
    with pytest.raises(BuildError, match=r"A9.*scowl"):
        workshop.build()
    assert Lexicon(workshop.target).digest == first.digest


def add_source(workshop: Workshop, name: str, reader: str, **files: str) -> None:
    """Give the workshop one more source, with these files (an underscore in a name is a dot)."""
    folder = workshop.folder / "sources" / name
    folder.mkdir(parents=True)
    for file, content in files.items():
        (folder / file.replace("_json", ".json").replace("_dict", ".dict")).write_text(
            content, encoding="utf-8"
        )
    workshop.sources.append(BuiltSource(name, reader, folder, {**ABOUT, "digest": "sha256:1"}))


def test_pronunciations_are_stored(workshop: Workshop) -> None:
    """Of the keys that the lexicon has, how their spellings are said is kept: IPA first, ARPAbet where it has none."""
    add_source(workshop, "cmudict", "cmudict", cmudict_dict="cat K AE1 T\ncats K AE1 T S\nqqq K Y UW1\n")
    add_source(
        workshop,
        "misaki",
        "misaki",
        gb_gold_json='{"cat": "kˈat", "Paris": "pˈaɹɪs", "dog": "dˈɒɡ", "blorp": "blˈɔːp"}',
        us_gold_json='{"cat": "kˈæt", "Paris": "pˈɛɹɪs", "dog": "dˈɔɡ"}',
    )
    workshop.build()
    rows = sqlite3.connect(workshop.target).execute(
        "SELECT key, n, display, ipa, region, source FROM pronunciation ORDER BY key, n"
    )
    assert rows.fetchall() == [
        ("cat", 0, "cat", "kæt", "both", "misaki"),
        ("cats", 0, "cats", "kæts", "american", "cmudict"),
        ("dog", 0, "dog", "dɒɡ", "british", "misaki"),
        ("dog", 1, "dog", "dɔɡ", "american", "misaki"),
        ("paris", 0, "Paris", "ˈpæɹɪs", "british", "misaki"),
        ("paris", 1, "Paris", "ˈpɛɹɪs", "american", "misaki"),
    ]


def test_senses_come_by_their_uses(workshop: Workshop) -> None:
    """Where a source counts uses, the sense met most often is first, and the part of speech met most often too."""
    wordnet = workshop.folder / "sources" / "wordnet"
    with (wordnet / "data.noun").open("a") as nouns:
        nouns.write("00000101 04 n 01 go 0 000 | a turn  \n00000102 10 n 01 go 0 000 | a board game  \n")
    (wordnet / "cntlist.rev").write_text("go%2:29:00:: 1 400\ngo%1:10:00:: 1 5\ngo%1:04:00:: 2 1\n")
    workshop.build()
    found = [(each.gloss, each.uses) for each in Lexicon(workshop.target).evidence("go").readings]
    assert found == [("move", 400), ("a board game", 5), ("a turn", 1)]


@pytest.mark.parametrize(("uses", "gloss"), [(0, "a small animal"), (5, "a small animal"), (6, "a musical")])
def test_a_plural_is_shown_before_a_lesser_noun(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch, uses: int, gloss: str
) -> None:
    """A word in -s that is a noun of its own and a plural is explained by that of them which is more in use, and where nobody knows by the plural."""
    monkeypatch.setenv("ADJUDICATOR_HOME", str(workshop.folder / "home"))
    wordnet = workshop.folder / "sources" / "wordnet"
    with (wordnet / "data.noun").open("a") as nouns:
        nouns.write("00000101 03 n 01 cats 0 000 | a musical  \n")
    (wordnet / "noun.exc").write_text("cats cat\n")
    (wordnet / "cntlist.rev").write_text(f"cat%1:03:00:: 1 5\ncats%1:03:00:: 1 {uses}\n")
    workshop.build()
    assert gloss in Adjudicator(workshop.target).under("open").verdict("cats").decisive.reason


@pytest.mark.parametrize(("size", "gloss"), [(80, "a headland"), (35, "a small fish")])
def test_a_form_is_shown_as_that_of_the_word_in_use(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch, size: int, gloss: str
) -> None:
    """Of two words with the same plural the one that lists have far later is shown behind, whatever the order of the dictionaries; and the usual capitals of a name first."""
    monkeypatch.setenv("ADJUDICATOR_HOME", str(workshop.folder / "home"))
    scowl, wordnet = workshop.folder / "sources" / "scowl", workshop.folder / "sources" / "wordnet"
    (scowl / "english-words.20").write_text("zorpy\n")
    (scowl / f"english-words.{size}").write_text("zorpie\nzorpies\n")
    (scowl / "english-proper-names.50").write_text("VurpIn\n")
    (scowl / "english-proper-names.95").write_text("Vurpin\n")
    with (wordnet / "data.noun").open("a") as nouns:
        nouns.write("00000101 10 n 01 zorpy 0 000 | a headland  \n")
        nouns.write("00000102 10 n 01 zorpie 0 000 | a small fish  \n")
    (wordnet / "cntlist.rev").write_text("zorpie%1:10:00:: 1 1\n")
    workshop.build()
    service = Adjudicator(workshop.target).under("open")
    assert gloss in service.verdict("zorpies").decisive.reason
    assert service.verdict("vurpin").decisive.reason.startswith("SCOWL lists Vurpin")


@pytest.mark.parametrize(
    ("uses", "of_verb", "gloss"),
    [(0, 5, "move"), (1, 10, "move"), (1, 9, "a cry"), (0, 0, "a cry")],
)
def test_a_form_of_a_verb_is_shown_before_a_rare_headword(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch, uses: int, of_verb: int, gloss: str
) -> None:
    """A noun that is spelled like an irregular form of a verb is explained by the verb, where that is in use ten times as often."""
    monkeypatch.setenv("ADJUDICATOR_HOME", str(workshop.folder / "home"))
    wordnet = workshop.folder / "sources" / "wordnet"
    with (wordnet / "data.noun").open("a") as nouns:
        nouns.write("00000101 03 n 01 went 0 000 | a cry  \n")
    (wordnet / "verb.exc").write_text("went go\n")
    (wordnet / "cntlist.rev").write_text(f"go%2:29:00:: 1 {of_verb}\nwent%1:03:00:: 1 {uses}\n")
    workshop.build()
    assert gloss in Adjudicator(workshop.target).under("open").verdict("went").decisive.reason


@pytest.mark.parametrize(
    ("uses", "of_verb", "of_noun", "gloss"),
    [(1, 1, 0, "move"), (2, 1, 0, "a journey"), (3, 20, 0, "a journey"), (1, 2, 2, "a journey")],
)
def test_a_form_of_a_verb_is_shown_before_what_happens(
    workshop: Workshop,
    monkeypatch: pytest.MonkeyPatch,
    uses: int,
    of_verb: int,
    of_noun: int,
    gloss: str,
) -> None:
    """A noun in -ing that is met seldom is explained by its verb, where that is used as often, and more than the noun that is spelled as the verb; so is an
    adverb of that spelling that is met no more.
    """
    monkeypatch.setenv("ADJUDICATOR_HOME", str(workshop.folder / "home"))
    wordnet = workshop.folder / "sources" / "wordnet"
    with (wordnet / "data.noun").open("a") as nouns:
        nouns.write("00000101 03 n 01 going 0 000 | a journey  \n00000102 03 n 01 go 0 000 | a turn  \n")
    (wordnet / "data.adv").write_text("00000201 02 r 01 going 0 000 | very  \n")
    (wordnet / "verb.exc").write_text("going go\n")
    (wordnet / "cntlist.rev").write_text(
        f"go%2:29:00:: 1 {of_verb}\ngo%1:03:00:: 1 {of_noun}\ngoing%1:03:00:: 1 {uses}\n"
    )
    workshop.build()
    assert gloss in Adjudicator(workshop.target).under("open").verdict("going").decisive.reason


@pytest.mark.parametrize(
    ("more", "uses", "gloss"), [("", 2, "move"), ("", 3, "a turn"), ("foremost = true, ", 3, "move")]
)
def test_the_first_sense_of_a_verb_is_shown_behind_a_noun_in_use(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch, more: str, uses: int, gloss: str
) -> None:
    """A line of preferred.toml has the verb itself shown first only where no noun of that spelling is more in use, or it says so; and its other forms always."""
    monkeypatch.setenv("ADJUDICATOR_HOME", str(workshop.folder / "home"))
    wordnet = workshop.folder / "sources" / "wordnet"
    with (wordnet / "data.noun").open("a") as nouns:
        nouns.write("00000101 03 n 01 go 0 000 | a turn  \n")
    (wordnet / "verb.exc").write_text("went go\n")
    (wordnet / "cntlist.rev").write_text(f"go%2:29:00:: 1 2\ngo%1:03:00:: 1 {uses}\n")
    (workshop.config / "preferred.toml").write_text(f'[verb]\ngo = {{ gloss = ["move"], {more}why = "x" }}\n')
    workshop.build()
    bench = Adjudicator(workshop.target).under("open")
    assert gloss in bench.verdict("go").decisive.reason
    assert "first" in bench.dictionaries.lexicon.evidence("went").readings[0].facts.labels


def test_a_plural_that_means_what_its_singular_does_says_so_once(workshop: Workshop) -> None:
    """The headword has the sense, and not the form as well, and leads although the singular is more in use."""
    wordnet = workshop.folder / "sources" / "wordnet"
    with (wordnet / "data.noun").open("a") as nouns:
        nouns.write("00000101 03 n 01 cats 0 000 | a small animal  \n")
    (wordnet / "noun.exc").write_text("cats cat\n")
    (wordnet / "cntlist.rev").write_text("cat%1:03:00:: 1 5\n")
    workshop.build()
    (only,) = (each for each in Lexicon(workshop.target).evidence("cats").readings if each.gloss)
    assert (only.facts.relation, LESSER in only.facts.labels) == ("lemma", False)


@pytest.mark.parametrize(("line", "relations"), [("", ["inflection"] * 2), ("cats", ["lemma", "inflection"])])
def test_what_a_lesser_plural_says_after_its_singular_is_said_of_the_form(
    workshop: Workshop, line: str, relations: list[str]
) -> None:
    """It is less in use and means what the singular seldom does; where people think of it first, the headword says it."""
    wordnet = workshop.folder / "sources" / "wordnet"
    with (wordnet / "data.noun").open("a") as nouns:
        nouns.write("00000101 03 n 02 cats 0 cat 0 000 | a musical  \n")
    (wordnet / "noun.exc").write_text("cats cat\n")
    (wordnet / "cntlist.rev").write_text("cat%1:05:00:: 1 5\n")
    if line:
        (workshop.config / "preferred.toml").write_text(
            '[noun]\ncat = { gloss = ["a musical"], why = "x" }\ncats = { gloss = ["a musical"], why = "x" }\n'
        )
    workshop.build()
    readings = Lexicon(workshop.target).evidence("cats").readings
    assert sorted(each.facts.relation for each in readings if each.gloss) == sorted(relations)


def test_a_derived_word_has_the_sense_of_its_base_where_that_has_one(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a base with several senses that no text counts none is shown, of a short one and one that is an adjective as well that which the ending takes; in a compound the one of which others are kinds; where a plural takes the base as another part of speech the proof says so. What is only a form of its base is called one."""
    monkeypatch.setenv("ADJUDICATOR_HOME", str(workshop.folder / "home"))
    scowl, wordnet = workshop.folder / "sources" / "scowl", workshop.folder / "sources" / "wordnet"
    (scowl / "english-words.20").write_text("blerch\nvurp\nzedful\nzedlin\nzorpo\n")
    (scowl / "english-words.60").write_text("zorpos\n")
    (scowl / "english-words.70").write_text(
        "reblerch\nreblerches\nreblerched\nreblerching\nzedlinblerch\nnonvurp\nzorpoes\ncatlike\nvurplike\nzedlike\nzedlinlike\nunblorpish\nzedlining\nblorpish\nblorpishes\nzorbetai\nzedfulness\nzorbish\n"
    )
    with (wordnet / "data.noun").open("a") as nouns:
        nouns.write("00000101 10 n 01 cat 0 000 | a whip  \n")
        nouns.write("00000102 10 n 01 vurp 0 000 | a snail  \n")
        nouns.write("00000103 10 n 01 zedlin 0 000 | a small zed  \n")
        nouns.write("00000104 06 n 01 blerch 0 000 | a bell  \n")
        nouns.write("00000105 06 n 01 blerch 0 000 | a hat  \n")
        for number, of in enumerate(("fur", "silk", "straw"), 110):
            nouns.write(f"{number:08} 06 n 01 {of}blerch 0 001 @ 00000105 n 0000 | a hat of {of}  \n")
        nouns.write("00000107 10 n 01 zorpo 0 000 | a dance  \n")
        nouns.write("00000108 10 n 01 zorbeta 0 000 | a companion  \n")
    with (wordnet / "data.verb").open("a") as verbs:
        verbs.write("00000070 29 v 01 blerch 0 000 00 | put on a hat  \n")
    with (wordnet / "data.adj").open("a") as adjectives:
        adjectives.write("00000050 00 a 01 blorpish 0 000 | green  \n")
        adjectives.write("00000060 00 a 01 vurp 0 000 | slow  \n")
        adjectives.write("00000061 00 a 01 zedful 0 000 | full of zeds  \n")
        adjectives.write("00000062 01 a 01 Zorbish 0 000 | of Zorb  \n")
    (workshop.config / "endings.toml").write_text(
        '[chance]\n-like = { letters = 3, why = "x" }\n[end]\nfulness = { why = "x" }\n'
    )
    workshop.build()
    service = Adjudicator(workshop.target)
    reasons = {
        word: service.under("open").verdict(word).decisive.reason
        for word in (
            "catlike",
            "vurplike",
            "zedlike",
            "zedlinlike",
            "unblorpish",
            "zedlining",
            "blorpishes",
            "reblerches",
            "zedlinblerch",
            "nonvurp",
            "zorpoes",
            "zorbetai",
            "zedfulness",
        )
    }
    assert reasons == {
        "catlike": "derived from cat, which WordNet has (cat + -like)",
        "vurplike": "derived from vurp, which WordNet has (vurp + -like; noun, “a snail”)",
        "zedlike": "derived from zed, which WordNet has (zed + -like; noun, “the last letter”)",
        "zedlinlike": "derived from zedlin, which WordNet has (zedlin + -like; noun, “a small zed”)",
        "unblorpish": "derived from blorpish, which WordNet has (un- + blorpish; adjective, “green”)",
        "zedlining": "derived from zedlin, which WordNet has (zedlin + -ing; noun, “a small zed”)",
        "blorpishes": "derived from blorpish, which WordNet has (blorpish + -s; adjective used as a noun, “green”)",
        "reblerches": "derived from blerch, which WordNet has (re- + blerch + -s; verb, “put on a hat”)",
        "zedlinblerch": "derived from blerch, which WordNet has (zedlin + blerch; noun, “a hat”)",
        "nonvurp": "derived from vurp, which WordNet has (non- + vurp; adjective, “slow”)",
        "zorpoes": "form of zorpo, noun, “a dance” (WordNet)",
        "zorbetai": "form of zorbeta, noun, “a companion” (WordNet)",
        "zedfulness": "derived from zedful, which WordNet has (zedful + -ness; adjective, “full of zeds”)",
    }
    senses = {word: service.under("open").verdict_data(word)["findings"][0]["sense"] for word in reasons}
    assert {word: sense and sense["gloss"] for word, sense in senses.items()} == {
        "catlike": None,
        "vurplike": "a snail",
        "zedlike": "the last letter",
        "zedlinlike": "a small zed",
        "unblorpish": "green",
        "zedlining": "a small zed",
        "blorpishes": "green",
        "reblerches": "put on a hat",
        "zedlinblerch": "a hat",
        "nonvurp": "slow",
        "zorpoes": "a dance",
        "zorbetai": "a companion",
        "zedfulness": "full of zeds",
    }
    named = [found.reason for found in service.under("open").verdict("zorbish").findings]
    assert [reason for reason in named if "WordNet" in reason] == [
        "WordNet has Zorbish as a name or with a capital"
    ]


def test_a_past_has_no_forms_of_its_own(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry that only says of what verb it is the past has no forms of its own (remades are of no remake); the verb has."""
    monkeypatch.setenv("ADJUDICATOR_HOME", str(workshop.folder / "home"))
    gcide = workshop.folder / "sources" / "gcide"
    gcide.mkdir()
    articles = (
        "Zorb \\Zorb\\, v. i. To roll down a hill. [1913 Webster]",
        "Zarb \\Zarb\\, imp. & p. p.\n   of {Zorb}.",
    )
    write_gcide(gcide, [(text.split()[0].lower(), f"{text}\n".encode()) for text in articles])
    workshop.sources.append(BuiltSource("gcide", "gcide", gcide, ABOUT))
    with (workshop.folder / "sources" / "wordnet" / "verb.exc").open("a") as pasts:
        pasts.write("zarb zorb\n")
    (workshop.folder / "sources" / "scowl" / "english-words.70").write_text("zorb\nzorbs\nzarb\nzarbs\n")
    workshop.build()
    open_to_all = Adjudicator(workshop.target).under("open")
    bases = {
        word: {each.reading.base for each in open_to_all.verdict(word).findings if each.reading}
        for word in ("zarb", "zorbs", "zarbs")
    }
    assert bases == {"zarb": {None, "zorb"}, "zorbs": {None, "zorb"}, "zarbs": {None}}


def test_of_what_a_word_is_made_is_as_somebody_has_said(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line of derivations.toml has another base, another sense of it, or none at all, for the word and its forms; without one the letters tell."""
    monkeypatch.setenv("ADJUDICATOR_HOME", str(workshop.folder / "home"))
    scowl, wordnet = workshop.folder / "sources" / "scowl", workshop.folder / "sources" / "wordnet"
    (scowl / "english-words.20").write_text("blerch\nzedlin\nzedlinate\n")
    (scowl / "english-words.70").write_text(
        "blerchist\nblerchists\nzedlinatist\nunblerch\nblerchlike\nblerchful\nblerchfuls\n"
    )
    with (wordnet / "data.noun").open("a") as nouns:
        nouns.write("00000104 06 n 01 blerch 0 000 | a bell  \n")
        nouns.write("00000105 06 n 01 blerch 0 000 | a hat  \n")
        nouns.write("00000106 06 n 01 zedlin 0 000 | a letter  \n")
    with (wordnet / "data.verb").open("a") as verbs:
        verbs.write("00000070 29 v 01 zedlinate 0 000 00 | write  \n")
    (workshop.config / "derivations.toml").write_text(
        'blerchist = { of = "blerch", pos = "noun", gloss = ["a hat"], why = "who sells them" }\n'
        'zedlinatist = { of = "zedlin", pos = "noun", why = "not of the verb" }\n'
        'blerchful = { why = "of a place" }\nblerchfuls = { why = "of a place" }\n'
    )
    workshop.build()
    bench = Adjudicator(workshop.target).under("open")
    told = ("blerchist", "blerchists", "zedlinatist", "blerchlike", "blerchful", "blerchfuls")
    assert {word: bench.verdict(word).decisive.reason for word in told} == {
        "blerchist": "derived from blerch, which WordNet has (blerch + -ist; noun, “a hat”)",
        "blerchists": "derived from blerch, which WordNet has (blerch + -ist + -s; noun, “a hat”)",
        "zedlinatist": "derived from zedlin, which WordNet has (zedlin + -ate + -ist; noun, “a letter”)",
        "blerchlike": "derived from blerch, which WordNet has (blerch + -like)",
        "blerchful": "SCOWL lists blerchful (size 70) as a word; nothing here says what it means",
        "blerchfuls": "SCOWL lists blerchfuls (size 70) as a word; nothing here says what it means",
    }


def test_a_form_is_shown_in_the_sense_that_people_think_of(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line of preferred.toml may say so of one form (crickets, the insects): it has the word's other senses behind that one, and the word keeps its own order."""
    monkeypatch.setenv("ADJUDICATOR_HOME", str(workshop.folder / "home"))
    (workshop.folder / "sources" / "scowl" / "english-words.20").write_text("blorp\nblorps\n")
    with (workshop.folder / "sources" / "wordnet" / "data.noun").open("a") as nouns:
        nouns.write("00000101 03 n 01 blorp 0 000 | a game  \n")
        nouns.write("00000102 03 n 01 blorp 0 000 | an insect  \n")
    (workshop.config / "preferred.toml").write_text(
        '[noun]\nblorp = { gloss = ["a game"], why = "x" }\n'
        'blorps = { gloss = ["an insect"], of = "blorp", others = true, why = "x" }\n'
    )
    workshop.build()
    bench = Adjudicator(workshop.target).under("open")
    shown = {
        word: [
            each.reading.gloss for each in bench.verdict(word).findings if each.reading and each.reading.gloss
        ]
        for word in ("blorp", "blorps")
    }
    assert shown == {"blorp": ["a game", "an insect"], "blorps": ["an insect", "a game"]}


def test_a_doubtful_derivation_is_not_shown_and_bears_the_list_out(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A listed word that occurs inside a phrase is a word of its own if it can be derived, and the list alone is shown where nobody would believe how."""
    monkeypatch.setenv("ADJUDICATOR_HOME", str(workshop.folder / "home"))
    scowl, wordnet = workshop.folder / "sources" / "scowl", workshop.folder / "sources" / "wordnet"
    (scowl / "english-words.20").write_text("blorp\n")
    (scowl / "english-words.70").write_text("blorpo\n")
    with (wordnet / "data.adj").open("a") as adjectives:
        adjectives.write("00000050 00 a 01 blorp 0 000 | green  \n")
    with (wordnet / "data.noun").open("a") as nouns:
        nouns.write("00000101 10 n 01 el_blorpo 0 000 | what is green  \n")
    workshop.build()
    rules = Adjudicator(workshop.target).under("open")
    assert rules.verdict("quo").decisive.code == "only-in-phrases"
    verdict = rules.verdict("blorpo")
    assert (verdict.legal, verdict.certainty) == (True, "disputable")
    assert (
        verdict.decisive.reason == "SCOWL lists blorpo (size 70) as a word; nothing here says what it means"
    )
    assert not any(finding.reading and finding.reading.facts.kind == "sense" for finding in verdict.findings)


def test_a_work_that_bears_a_list_out_changes_certainty_alone(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With it what the list alone has is settled, and the proof says why; without it the same words are legal, and what it alone has never is."""
    monkeypatch.setenv("ADJUDICATOR_HOME", str(workshop.folder / "home"))
    scowl, witnesses = workshop.folder / "sources" / "scowl", workshop.folder / "sources" / "witnesses"
    (scowl / "english-words.80").write_text("blorp\n")
    workshop.build()
    plain = Adjudicator(workshop.target).under("open")
    assert plain.verdict("blorp").certainty == "disputable"
    legal = set(plain.legal_keys())
    witnesses.mkdir()
    (witnesses / "x.aff").write_text("SET UTF-8\n")
    (witnesses / "x.dic").write_text("2\nblorp\nblorpest\n")
    about = {**workshop.sources[0].about, "digest": "sha256:witness"}
    workshop.sources.append(BuiltSource("hunspell-gb", "hunspell", witnesses, about))
    workshop.build()
    rules = Adjudicator(workshop.target).under("open")
    verdict = rules.verdict("blorp")
    assert (verdict.certainty, verdict.dispute) == ("settled", None)
    assert verdict.decisive.reason == (
        "SCOWL lists blorp (size 80) as a word, and hunspell's British dictionary has it, too; nothing here says what it means"
    )
    assert set(rules.legal_keys()) == legal
    assert not rules.legal("blorpest")


def test_an_invariable_word_has_no_forms(workshop: Workshop) -> None:
    """Of a curated word that is said to be invariable no form is made, whatever the lists have, nor is a listed one derived from it."""
    (workshop.folder / "sources" / "scowl" / "english-words.70").write_text("blorpings\nblorping\n")
    (workshop.folder / "sources" / "scowl" / "english-words.95").write_text(
        "blorped\nblorping\nblorps\nzorbed\n"
    )
    with (workshop.config / "glosses.toml").open("a") as glosses:
        glosses.write(
            '[verb]\nblorp = { gloss = "be able to", why = "x" }\nzorb = { gloss = "to roll", why = "x" }\n'
        )
    (workshop.config / "invariable.toml").write_text('blorp = { why = "a modal verb" }\n')
    workshop.build()
    lexicon = Lexicon(workshop.target)
    assert bases(lexicon, "zorbed") == ["zorb"]
    assert not any(bases(lexicon, form) for form in ("blorps", "blorped", "blorping"))


def test_a_sense_that_has_a_past_alone(workshop: Workshop) -> None:
    """No form in -s or -ing is read as a sense that a verb has in the past only (they used to), unless it has no other."""
    (workshop.folder / "sources" / "scowl" / "english-words.60").write_text(
        "blorped\nblorping\nblorps\nzorbs\n"
    )
    with (workshop.folder / "sources" / "wordnet" / "data.verb").open("a") as verbs:
        verbs.write(
            "00000070 29 v 01 blorp 0 000 00 | be wont to (use only in the past tense)  \n"
            "00000071 29 v 01 blorp 0 000 00 | make a noise  \n"
            "00000072 29 v 01 zorb 0 000 00 | be wont to (use only in the past tense)  \n"
        )
    workshop.build()
    lexicon = Lexicon(workshop.target)
    assert [len(bases(lexicon, form)) for form in ("blorped", "blorping", "blorps", "zorbs")] == [2, 1, 1, 1]


def bases(lexicon: Lexicon, form: str) -> list[str]:
    """Return the headwords that a form is read as an inflection of."""
    return [
        reading.headword
        for reading in lexicon.evidence(form).readings
        if reading.facts.relation == "inflection" and reading.facts.kind == "sense"
    ]


def test_regular_forms(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    """A regular form that only the largest lists have counts as its base does, and a vote may say otherwise: the first such form, no name, no
    other form of what has an irregular one, and none that no list has.
    """
    monkeypatch.setenv("ADJUDICATOR_HOME", str(workshop.folder / "home"))
    scowl, wordnet = workshop.folder / "sources" / "scowl", workshop.folder / "sources" / "wordnet"
    (scowl / "english-words.70").write_text("blimmy\nblorp\nblunk\nblush\nbleam\n")
    (scowl / "english-words.95").write_text("blimmiest\nblorps\nblorpes\nblunks\nbleams\nblorpest\ngoed\n")
    (scowl / "english-upper.50").write_text("Blunks\n")
    for number, word in enumerate(("blorp", "blunk", "bleam"), 50):
        with (wordnet / "data.noun").open("a") as nouns:
            nouns.write(f"{number:08} 03 n 01 {word} 0 000 | a thing  \n")
    with (wordnet / "data.adj").open("a") as adjectives:
        adjectives.write("00000050 00 a 01 blimmy 0 000 | small  \n00000051 00 a 01 blorp 0 000 | big  \n")
    workshop.build()
    open_rules = Adjudicator(workshop.target).under("open")
    forms = ("blorps", "bleams", "blimmiest", "blorpes", "blunks", "blorpest", "goed", "blushes", "blorping")
    assert [form for form in forms if open_rules.legal(form)] == ["blorps", "bleams", "blimmiest"]
    verdict = open_rules.verdict("blorps")
    assert (verdict.certainty, verdict.decisive.provenance) == ("disputable", "inferred")
    assert (
        verdict.dispute
        == "whether this regular form is in use: the word list alone has it, among its rare words"
    )
    listing = next(
        finding for finding in verdict.findings if finding.reading and finding.reading.facts.kind == "listing"
    )
    assert (
        listing.reason
        == "SCOWL lists blorps (among the rarest; a regular form of a word of size 70) as a word"
    )


def test_a_second_witness(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a dictionary of concepts has alone is no word of a game, unless a list has it or somebody says it; where the rules have no list, it counts."""
    monkeypatch.setenv("ADJUDICATOR_HOME", str(workshop.folder / "home"))
    with (workshop.folder / "sources" / "wordnet" / "data.noun").open("a") as nouns:
        nouns.write(
            "00000060 03 n 01 blorpida 0 000 | a family of beetles  \n00000061 03 n 01 swimming_blorp 0 000 | a pool  \n"
        )
    workshop.build()
    adjudicator = Adjudicator(workshop.target)
    verdict = adjudicator.verdict("blorpida", "open")
    assert (verdict.decisive.code, verdict.legal, verdict.certainty) == (
        "not-in-dictionary",
        False,
        "disputable",
    )
    assert verdict.decisive.reason == (
        "noun, “a family of beetles” (WordNet alone, which is one witness too few: no list that counts has it)"
    )
    assert verdict.dispute == "whether it is enough that WordNet has the word: no list here has it"
    assert adjudicator.under("open").legal("blorpida") is False
    assert adjudicator.verdict("swimmingblorp", "open").decisive.code == "punctuated"
    rules = workshop.folder / "home" / "rulesets"
    rules.mkdir(parents=True)
    (rules / "concepts.toml").write_text(
        'id = "concepts"\ntitle = "Concepts"\n[dictionary]\nsources = ["wordnet"]\nmembers = [{ source = "wordnet" }]\n'
    )
    assert Adjudicator(workshop.target).verdict("blorpida", "concepts").legal


@pytest.mark.parametrize(("upper", "legal"), [("", True), ("Blorpida\n", False)])
def test_who_says_a_word_bears_out_no_name(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch, upper: str, legal: bool
) -> None:
    """A pronunciation is a witness to a word, but not to one that a list has as a name: who says how words are said writes them all in capitals."""
    monkeypatch.setenv("ADJUDICATOR_HOME", str(workshop.folder / "home"))
    with (workshop.folder / "sources" / "wordnet" / "data.noun").open("a") as nouns:
        nouns.write("00000060 03 n 01 blorpida 0 000 | a family of beetles  \n")
    add_source(workshop, "cmudict", "cmudict", cmudict_dict="blorpida B L AO1 R P IH0 D AH0\n")
    (workshop.folder / "sources" / "scowl" / "english-upper.50").write_text(upper)
    workshop.build()
    assert Adjudicator(workshop.target).verdict("blorpida", "open").legal is legal


def test_a_word_that_began_as_part_of_a_name_is_none(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is short for a name is one (Brit.), unless a curated line says that it is a word (an afro)."""
    monkeypatch.setenv("ADJUDICATOR_HOME", str(workshop.folder / "home"))
    with (workshop.config / "lexicalised.toml").open("a") as lines:
        lines.write('\n[clipping]\nblorp = { from = "Blorpian", why = "ordinary noun" }\n')
    with (workshop.config / "glosses.toml").open("a") as glosses:
        glosses.write('[adverb]\nblorp = { gloss = "with curls", why = "x" }\n')
    workshop.build()
    verdict = Adjudicator(workshop.target).verdict("blorp", "open")
    assert (verdict.legal, verdict.decisive.reason) == (
        True,
        "adverb, “with curls” (this project's own glosses)",
    )


def test_a_plural_of_what_is_written_apart_is_the_nouns(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who writes up writes up, and has writeups: in one piece the form in -s is the noun's, and of a verb alone nobody can tell what it means."""
    monkeypatch.setenv("ADJUDICATOR_HOME", str(workshop.folder / "home"))
    (workshop.folder / "sources" / "scowl" / "english-words.70").write_text(
        "blorpup\nblorpups\nzorbdown\nzorbdowns\n"
    )
    wordnet = workshop.folder / "sources" / "wordnet"
    with (wordnet / "data.verb").open("a") as verbs:
        verbs.write(
            "00000070 29 v 01 blorp_up 0 000 00 | tell  \n00000071 29 v 01 zorb_down 0 000 00 | roll  \n"
        )
    with (wordnet / "data.noun").open("a") as nouns:
        nouns.write("00000101 03 n 01 blorp-up 0 000 | a story  \n")
    workshop.build()
    bench = Adjudicator(workshop.target).under("open")
    assert [bench.verdict(word).decisive.reason for word in ("blorpups", "zorbdowns")] == [
        "derived from blorp-up, which WordNet has (blorp-up + -s; noun, “a story”)",
        "derived from zorb down, which WordNet has (zorb down + -s)",
    ]


def test_an_own_gloss_alone_may_be_voted_on(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    """A word of the project's own that no list has is legal, and disputable."""
    monkeypatch.setenv("ADJUDICATOR_HOME", str(workshop.folder / "home"))
    workshop.build()
    verdict = Adjudicator(workshop.target).verdict("selfie", "open")
    assert (verdict.legal, verdict.certainty) == (True, "disputable")


def test_an_own_gloss_has_the_forms_that_its_line_says(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a word of the project's own whose line says that it inflects the regular forms are legal, and so are those that a line has; each is disputable. Of
    others no list has them, and they are not.
    """
    monkeypatch.setenv("ADJUDICATOR_HOME", str(workshop.folder / "home"))
    glosses = workshop.config / "glosses.toml"
    glosses.write_text(
        glosses.read_text().replace(
            "[noun]",
            '[noun]\nzorb = { gloss = "a ball", inflects = true, why = "x" }\n'
            'sporkman = { gloss = "who has one", forms = ["sporkmen"], why = "x" }',
        )
    )
    workshop.build()
    rules = Adjudicator(workshop.target).under("open")
    verdict = rules.verdict("zorbs")
    assert (verdict.legal, verdict.certainty) == (True, "disputable")
    assert verdict.dispute == "whether this regular form is in use: no word list has it"
    verdict = rules.verdict("sporkmen")
    assert (verdict.legal, verdict.certainty, verdict.dispute is None) == (True, "disputable", False)
    assert [rules.legal(word) for word in ("zorb", "selfie", "selfies")] == [True, True, False]


def test_a_combining_form_keeps_its_part_of_speech(workshop: Workshop) -> None:
    """A word that a dictionary enters as an adverb and marks as a combining form is both."""
    wordnet = workshop.folder / "sources" / "wordnet"
    with (wordnet / "data.noun").open("a") as nouns:
        nouns.write("00000101 10 n 01 combining_form 0 000 | a part of words  \n")
    (wordnet / "data.adv").write_text("00000001 02 r 01 well 0 001 ;u 00000101 n 0000 | in a good way  \n")
    workshop.build()
    (reading,) = Lexicon(workshop.target).evidence("well").readings
    assert (reading.facts.affix, reading.facts.pos) == (True, "adverb")


SPOIL = {
    "A1": "DELETE FROM reading WHERE key = 'cat'",
    "A2": "DELETE FROM word WHERE key = 'cat'",
    "A3": "UPDATE reading SET sense = 99999 WHERE key = 'cat' AND sense IS NOT NULL",
    "A4": "UPDATE reading SET fact = 99999 WHERE key = 'cat'",
    "A5": "UPDATE sense SET entry = 99999",
    "A6": "UPDATE sense SET headword = 'other'",
    "A7": "UPDATE word SET key = 'c4t' WHERE key = 'cat'",
    "A8": "UPDATE entry SET source = 'nosuch'",
    "A9": "UPDATE source SET licence = ''",
    "A10": "UPDATE word SET counterparts = key WHERE region = 'american'",
    "A11": "DELETE FROM word",
    "A12": "DELETE FROM graph",
    "A13": "UPDATE profile SET facts = '1'",
    "A14": "INSERT INTO pronunciation VALUES ('qqq', 0, 'qqq', 'kjuː', 'both', 'wordnet')",
    "A15": "INSERT INTO pronunciation VALUES ('cat', 9, 'cat', 'K AE1 T', 'both', 'wordnet')",
    "A16": "INSERT INTO usage VALUES (99999, 'kitty', NULL, NULL, 0)",
}


@pytest.mark.parametrize("check", [name.split()[0] for name in CHECKS])
def test_audit(workshop: Workshop, check: str) -> None:
    """Each check of the audit finds the fault that it is named for, and none in a lexicon as built."""
    workshop.build()
    db = sqlite3.connect(workshop.target)
    assert offences(db) == []
    db.execute(SPOIL[check])
    assert any(fault.startswith(f"{check} ") for fault in offences(db))
    db.close()


def test_what_a_killed_build_left(workshop: Workshop) -> None:
    """What a build that was killed left lying about is removed by the next, even one that finds nothing to do."""
    workshop.target.parent.mkdir(parents=True)
    for _ in range(2):
        for name in (".lexicon.sqlite.stage", ".lexicon.sqlite.new", ".lexicon.sqlite.stage-journal"):
            (workshop.target.parent / name).write_bytes(b"left over")
        workshop.build()
        assert workshop.left_over() == []


def test_garbage_in_place_of_the_lexicon(workshop: Workshop) -> None:
    """A lexicon that cannot be read is built anew."""
    first = workshop.build()
    workshop.target.write_bytes(b"garbage" * 2000)
    again = workshop.build()
    assert (again.rebuilt, again.digest) == (True, first.digest)


def test_two_builds_at_once(workshop: Workshop) -> None:
    """Of two builds at the same time one waits for the other, and then has nothing to do."""
    workshop.sources = small_sources(workshop.folder / "sources", workshop.config, more=2000)
    found: list[Built] = []
    threads = [threading.Thread(target=lambda: found.append(workshop.build())) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(built.rebuilt for built in found) == [False, False, True]
    assert len({built.digest for built in found}) == 1
    assert workshop.left_over() == []


def test_what_is_done_before_it_is_in_place(workshop: Workshop) -> None:
    """Whoever wants it gets the whole lexicon while the one before is still in place; where that fails, it stays there."""
    seen: list[bool] = []

    def look(new: Path) -> None:
        seen.append(is_whole(new) and not workshop.target.exists())

    build(workshop.sources, workshop.target, lambda *_: None, config=workshop.config, before=look)
    assert seen == [True] and workshop.target.exists()

    def fail(_: Path) -> None:
        raise OSError("no room")

    was = workshop.target.read_bytes()
    with pytest.raises(BuildError, match="no room"):
        build(
            workshop.sources,
            workshop.target,
            lambda *_: None,
            config=workshop.config,
            force=True,
            before=fail,
        )
    assert workshop.target.read_bytes() == was


def test_progress_is_told(workshop: Workshop) -> None:
    """A build tells its steps in order, and never more done than there is."""
    told: list[tuple[str, int, int | None]] = []
    build(workshop.sources, workshop.target, lambda *step: told.append(step), config=workshop.config)
    steps = list(dict.fromkeys(what for what, _, _ in told))
    assert steps == [
        "read curated",
        "read wordnet",
        "read contractions",
        "read scowl",
        "sort",
        "classify",
        "derive",
        "words",
        "seal",
        "audit",
        "ready",
    ]
    assert all(total is None or done <= total for _, done, total in told)


def test_a_verb_in_ise_is_that_in_ize(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a dictionary says of the verb is nearer than what its letters are made of (paralogise is no paralogy)."""
    monkeypatch.setenv("ADJUDICATOR_HOME", str(workshop.folder / "home"))
    (workshop.folder / "sources" / "scowl" / "english-words.70").write_text("zorbalise\nzorbalised\n")
    wordnet = workshop.folder / "sources" / "wordnet"
    with (wordnet / "data.verb").open("a") as verbs:
        verbs.write("00000070 29 v 01 zorbalize 0 000 00 | roll  \n")
    with (wordnet / "data.adj").open("a") as adjectives:
        adjectives.write("00000050 00 a 01 zorbal 0 000 | green  \n")
    workshop.build()
    bench = Adjudicator(workshop.target).under("open")
    assert bench.verdict("zorbalised").decisive.reason == (
        "derived from zorbalize, which WordNet has (zorbalize with -ise for -ize + -ed; verb, “roll”)"
    )
