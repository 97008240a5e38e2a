"""The build: the same inputs give the same lexicon; whatever goes wrong leaves the old one serving."""

from __future__ import annotations

import resource
import sqlite3
import threading
from pathlib import Path

import pytest

from adjudicator.errors import AdjudicatorError, BuildError, ConfigError
from adjudicator.ingest.audit import CHECKS, audit
from adjudicator.ingest.build import Built, BuiltSource, build
from adjudicator.lexicon.reader import Lexicon
from adjudicator.service import Adjudicator
from tests.conftest import ABOUT, small_config, small_sources


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
    assert {each["id"]: each["senses"] for each in lexicon.sources()}["wordnet"] == 8
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
}


@pytest.mark.parametrize("check", [name.split()[0] for name in CHECKS])
def test_audit(workshop: Workshop, check: str) -> None:
    """Each check of the audit finds the fault that it is named for, and none in a lexicon as built."""
    workshop.build()
    db = sqlite3.connect(workshop.target)
    audit(db)
    db.execute(SPOIL[check])
    with pytest.raises(BuildError, match=rf"\b{check} "):
        audit(db)
    db.close()


def test_what_a_killed_build_left(workshop: Workshop) -> None:
    """What a build that was killed left lying about is removed by the next."""
    workshop.target.parent.mkdir(parents=True)
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
        "audit",
    ]
    assert all(total is None or done <= total for _, done, total in told)
