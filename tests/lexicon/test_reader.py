"""The read side: what the lexicon that was built knows, and what is said of a file that is none."""

from __future__ import annotations

import contextlib
import hashlib
import shutil
import sqlite3
from pathlib import Path

import pytest

from adjudicator.core.model import Usage
from adjudicator.errors import LexiconDamaged, LexiconError, LexiconMissing, LexiconSchema
from adjudicator.judging.service import Adjudicator
from adjudicator.lexicon.reader import SCHEMA_VERSION, Lexicon
from adjudicator.resources import db_dir
from tests.conftest import REAL_LEXICON, small_lexicon

SCHEMA = ("5", "451f9737e85069e905d3e9187030629b3c56b75c191c7d777bd1120b79b398f3")


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return Lexicon(REAL_LEXICON)


def test_schema_is_pinned() -> None:
    """A change of the schema is deliberate: it comes with a new version, or the new hash here says that
    readers of the old one can go on.
    """
    found = hashlib.sha256((db_dir() / "lexicon.sql").read_bytes()).hexdigest()
    assert (SCHEMA_VERSION, found) == SCHEMA


@pytest.mark.parametrize(
    ("form", "lemma"),
    [("colors", "color"), ("scubas", "scuba"), ("mice", "mouse"), ("went", "go"), ("happier", "happy")],
)
def test_inflections_inherit(lexicon: Lexicon, form: str, lemma: str) -> None:
    """An inflected form is read as the senses of its lemma, and says which lemma that is."""
    inherited = [
        each
        for each in lexicon.evidence(form).readings
        if each.facts.relation == "inflection" and each.base == lemma
    ]
    own = {each.sense_id for each in lexicon.evidence(lemma).readings if each.facts.relation == "lemma"}
    assert inherited
    assert {each.sense_id for each in inherited} <= own


def test_scubas_are_words_as_scuba_is(lexicon: Lexicon) -> None:
    """What is lexicalised of the lemma is so of its forms: both have a reading that is no live
    abbreviation.
    """
    for key in ("scuba", "scubas"):
        assert any(
            each.facts.lexicalised or not each.facts.abbreviation for each in lexicon.evidence(key).readings
        )


def test_region_and_counterpart(lexicon: Lexicon) -> None:
    """An American spelling knows its British counterpart, in its inflected forms too."""
    assert (lexicon.evidence("color").region, lexicon.evidence("color").counterparts) == (
        "american",
        ("colour",),
    )
    assert (lexicon.evidence("colors").region, lexicon.evidence("colors").counterparts) == (
        "american",
        ("colours",),
    )


@pytest.mark.parametrize(
    ("form", "region"),
    [("aluminums", "american"), ("hemophilias", "american"), ("fulfilled", "both"), ("distilled", "both")],
)
def test_a_form_inherits_its_region(lexicon: Lexicon, form: str, region: str) -> None:
    """A form that no common list places has the region of its lemma; one that is common everywhere keeps its own."""
    assert lexicon.evidence(form).region == region


def test_nothing_known(lexicon: Lexicon) -> None:
    """Of a key that no source has there is no reading."""
    found = lexicon.evidence("qqqzzz")
    assert (found.key, found.readings, found.region, found.phrases) == ("qqqzzz", (), None, ())
    assert not lexicon.has("qqqzzz")


def test_phrases(lexicon: Lexicon) -> None:
    """A key that only phrases have comes with them."""
    assert "quid pro quo" in lexicon.evidence("quo").phrases


def test_keys_are_sorted_and_have_profiles(lexicon: Lexicon) -> None:
    """Every key comes once, in order, and the word graph has its profile."""
    keys = list(lexicon.keys())
    assert keys == sorted(set(keys))
    assert len(keys) > 100_000
    assert all(lexicon.profiles.get(key, 0) for key in keys[::500])


def test_pronunciations(lexicon: Lexicon) -> None:
    """Each spelling of a key comes with how it is said, where and by whose account; of no key with nothing."""
    found = {(each.display, each.ipa, each.region, each.source) for each in lexicon.pronunciations("polish")}
    assert {
        ("Polish", "ˈpəʊlɪʃ", "british", "misaki"),
        ("polish", "ˈpɒlɪʃ", "british", "misaki"),
        ("polish", "ˈpɑlɪʃ", "american", "misaki"),
    } <= found
    assert lexicon.pronunciations("qqqzzz") == []


def test_uses_are_counted(lexicon: Lexicon) -> None:
    """A sense says how often it was met; the most frequent of a word comes first."""
    uses = [each.uses for each in lexicon.evidence("cat").readings if each.facts.source == "wordnet"]
    assert uses[0] > 0


def test_attested(lexicon: Lexicon) -> None:
    """Of several keys, those that are known come with their facts."""
    found = dict(lexicon.known_facts(["cat", "qqqzzz", "dog"]))
    assert set(found) == {"cat", "dog"}
    assert all(found.values())


def test_sources_are_attributed(lexicon: Lexicon) -> None:
    """Every source comes with its licence, attribution, edition and digest."""
    for source in lexicon.sources():
        assert all(source[name] for name in ("id", "title", "licence", "attribution", "digest", "edition"))


def test_the_file_is_never_written(lexicon: Lexicon) -> None:
    """The lexicon is opened for reading alone."""
    with lexicon.reading() as db, pytest.raises(sqlite3.OperationalError):
        db.execute("DELETE FROM meta")


def refused(path: Path, kind: type[LexiconError]) -> str:
    with pytest.raises(kind) as caught:
        Adjudicator(path).verdict("cat")
    assert str(path) in str(caught.value)
    assert "adjudicator build" in str(caught.value)
    return str(caught.value)


def test_missing(tmp_path: Path) -> None:
    """Where there is no lexicon, the error says where it was looked for and how to build one."""
    refused(tmp_path / "lexicon.sqlite", LexiconMissing)


@pytest.mark.parametrize(
    "content", [b"", b"\0" * 8192, b"garbage" * 5000, b"SQLite format 3\0" + b"\1" * 9000]
)
def test_garbage(tmp_path: Path, content: bytes) -> None:
    """A file that is no lexicon is refused as damaged."""
    path = tmp_path / "lexicon.sqlite"
    path.write_bytes(content)
    refused(path, LexiconDamaged)


@pytest.mark.parametrize("share", [0.01, 0.5, 0.99])
def test_truncated(tmp_path: Path, share: float) -> None:
    """A lexicon that was cut off is refused as damaged and never answers from the rest."""
    path = tmp_path / "lexicon.sqlite"
    with REAL_LEXICON.open("rb") as whole:
        path.write_bytes(whole.read(int(REAL_LEXICON.stat().st_size * share)))
    refused(path, LexiconDamaged)
    path.unlink()


def test_overwritten(tmp_path: Path) -> None:
    """A lexicon whose pages were overwritten is refused as damaged at the first of them that is read,
    whatever is asked.
    """
    path = tmp_path / "lexicon.sqlite"
    shutil.copyfile(REAL_LEXICON, path)
    with path.open("r+b") as file:
        file.seek(8192 * 50)
        for _ in range(8192 * 50, REAL_LEXICON.stat().st_size, 1 << 20):
            file.write(b"\x55" * (1 << 20))
    refused(path, LexiconDamaged)
    damaged = Lexicon(path)
    for ask in (
        lambda: damaged.evidence("cat"),
        lambda: list(damaged.keys()),
        lambda: damaged.profiles,
        lambda: damaged.flags("cat"),
        lambda: [damaged.pronunciations(key) for key in ("cat", "dog", "mouse", "zebra")],
    ):
        with pytest.raises(LexiconDamaged):
            ask()
    path.unlink()


def test_a_directory(tmp_path: Path) -> None:
    """A directory in the lexicon's place is refused as damaged."""
    (tmp_path / "lexicon.sqlite").mkdir()
    refused(tmp_path / "lexicon.sqlite", LexiconDamaged)


@pytest.mark.parametrize("version", ["1", "2", None])
def test_another_schema(tmp_path: Path, version: str | None) -> None:
    """A lexicon of another version of the project says which schema it has and which is read."""
    path = tmp_path / "lexicon.sqlite"
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE meta (name TEXT, value TEXT)")
        if version:
            db.execute("INSERT INTO meta VALUES ('schema', ?)", (version,))
    db.close()
    assert f"reads schema {SCHEMA_VERSION}" in refused(path, LexiconSchema)


def test_usage_is_read_on_request_alone(tmp_path: Path) -> None:
    """Senses say how they are used where a source does; a verdict does not ask."""
    path = small_lexicon(tmp_path)
    with contextlib.closing(Lexicon(path)) as lexicon:
        senses = {key: lexicon.evidence(key).readings[0].sense_id or 0 for key in ("cat", "dog", "zed")}
        assert lexicon.usage(senses.values()) == {
            senses["cat"]: Usage(antonyms=("dog",), examples=("the cat sat", "cats sit")),
            senses["dog"]: Usage(synonyms=("hound",), antonyms=("cat",)),
        }
        assert lexicon.usage([10_000]) == {}
    with contextlib.closing(sqlite3.connect(path)) as db, db:
        db.execute("DELETE FROM usage")
    with contextlib.closing(Adjudicator(path)) as service:
        assert service.verdict("cat").legal
        with pytest.raises(LexiconDamaged):
            service.word("cat")
