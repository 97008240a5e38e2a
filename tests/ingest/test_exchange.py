"""A lexicon passed on and taken: what is whole comes through, what is not is refused in a sentence, and the old one stays."""

from __future__ import annotations

import contextlib
import gzip
import lzma
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from adjudicator.errors import (
    AdjudicatorError,
    BuildError,
    DigestMismatch,
    FetchError,
    LexiconDamaged,
    LexiconSchema,
    RecordExists,
)
from adjudicator.ingest import exchange
from adjudicator.ingest.build import build, note_of
from adjudicator.ingest.digest import content_digest
from adjudicator.ingest.exchange import ImportOrigin, export_lexicon, import_lexicon, import_origin
from adjudicator.judging.service import Adjudicator
from adjudicator.lexicon.reader import Lexicon
from tests.conftest import Run, small_config, small_sources
from tests.ingest.upstream import Upstream
from tests.lexicon.flips import flip


def nobody(what: str, done: int, total: int | None) -> None:
    """Watches no progress."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A lexicon of small sources, which somebody else has built."""
    folder = tmp_path_factory.mktemp("elsewhere")
    config = small_config(folder / "config")
    return build(small_sources(folder, config), folder / "lexicon.sqlite", nobody, config=config).path


@pytest.fixture
def target(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the lexicon of this data directory lies: an old one is in place."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    config = small_config(tmp_path / "config")
    return build(
        small_sources(tmp_path / "old", config, 3),
        tmp_path / "home" / "lexicon.sqlite",
        nobody,
        config=config,
    ).path


def digest(path: Path) -> str:
    lexicon = Lexicon(path)
    lexicon.close()
    return lexicon.digest


def left_beside(target: Path) -> list[str]:
    return sorted(path.name for path in target.parent.iterdir() if not path.name.startswith(".lock"))


@pytest.mark.parametrize("name", ["lexicon.sqlite", "lexicon.sqlite.gz", "lexicon.sqlite.xz", "lexicon"])
def test_there_and_back(built: Path, target: Path, tmp_path: Path, name: str) -> None:
    """What is exported is imported, packed or not, answers as before, and nothing else is left lying about."""
    done = export_lexicon(built, tmp_path / name)
    assert (done.digest, done.size) == (digest(built), (tmp_path / name).stat().st_size)
    assert [each.source for each in done.licences] == ["contractions", "curated", "scowl", "wordnet"]
    found = import_lexicon(str(done.path), target, nobody, digest=done.digest)
    assert (found.digest, found.origin) == (done.digest, str(done.path))
    assert digest(target) == done.digest
    assert left_beside(target) == ["lexicon.imported.json", "lexicon.sqlite"]
    service = Adjudicator(target)
    assert service.under().legal("cat")
    assert not service.under().legal("zee")
    assert {each["licence"] for each in service.sources()} == {"MIT: made for a test"}
    assert service.word("dog")["senses"][0]["synonyms"] == ["hound"]
    assert service.word("cats")["senses"][0]["examples"] == ["cats sit", "the cat sat"]
    service.close()


def test_an_export_is_the_same_each_time(built: Path, tmp_path: Path) -> None:
    """The packed file has no date in it, so its own checksum can be published."""
    one, two = (export_lexicon(built, tmp_path / f"{n}.gz").path.read_bytes() for n in "12")
    assert one == two


def test_an_export_overwrites_nothing_and_knows_its_suffixes(built: Path, tmp_path: Path) -> None:
    """A file that is there stays, and none is written that says it is what it is not."""
    (tmp_path / "there.gz").write_bytes(b"mine")
    with pytest.raises(RecordExists, match="is there already"):
        export_lexicon(built, tmp_path / "there.gz")
    with pytest.raises(BuildError, match=r"not written as \.zip"):
        export_lexicon(built, tmp_path / "lexicon.zip")
    assert [path.name for path in tmp_path.iterdir()] == ["there.gz"]


def test_a_damaged_lexicon_is_not_passed_on(built: Path, tmp_path: Path) -> None:
    """What was altered since it was built is refused at the door, and so is what has a flipped bit that its digest does not cover."""
    copy = Path(shutil.copy(built, tmp_path / "lexicon.sqlite"))
    change("UPDATE sense SET gloss = 'a lie' WHERE id = 1")(copy)
    with pytest.raises(DigestMismatch, match="was altered"):
        export_lexicon(copy, tmp_path / "out.gz")
    shutil.copy(built, copy)
    with contextlib.closing(sqlite3.connect(copy)) as db:
        (graph,) = db.execute("SELECT data FROM graph").fetchone()
    flip(copy, copy.read_bytes().index(graph[-100:]), 3)
    with pytest.raises(LexiconDamaged, match="not as it was built"):
        export_lexicon(copy, tmp_path / "out.gz")
    assert [path.name for path in tmp_path.iterdir()] == ["lexicon.sqlite"]


def change(statement: str) -> Callable[[Path], None]:
    """Return what alters a lexicon by *statement*."""

    def alter(path: Path) -> None:
        db = sqlite3.connect(path, isolation_level=None)
        db.executescript(statement)
        db.close()

    return alter


def resealed(statement: str) -> Callable[[Path], None]:
    """Return what alters a lexicon by *statement*, and gives it the digest of what it then has: as a forger would."""

    def alter(path: Path) -> None:
        change(statement)(path)
        db = sqlite3.connect(path)
        db.execute("UPDATE meta SET value = ? WHERE name = 'digest'", (content_digest(db),))
        db.commit()
        db.close()

    return alter


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-5000])


def longer(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"more")


def scribbled(path: Path) -> None:
    content = bytearray(path.read_bytes())
    at = content.index(b"a small animal")
    content[at : at + 300] = b"\xa5" * 300
    path.write_bytes(content)


def huge(path: Path) -> None:
    content = bytearray(path.read_bytes()[:4096])
    content[28:32] = b"\xff\xff\xff\xff"
    path.write_bytes(content)


def bomb(path: Path) -> None:
    """A small file that unpacks to far more than its header says."""
    with gzip.open(path.with_suffix(".gz"), "wb") as packed:
        packed.write(path.read_bytes())
        for _ in range(64):
            packed.write(bytes(1 << 20))
    path.with_suffix(".gz").replace(path)


def half_packed(path: Path) -> None:
    path.write_bytes(gzip.compress(path.read_bytes())[:-2000])


def half_packed_xz(path: Path) -> None:
    path.write_bytes(lzma.compress(path.read_bytes())[:-2000])


def bad_checksum(path: Path) -> None:
    packed = bytearray(gzip.compress(path.read_bytes()))
    packed[-8] ^= 255
    path.write_bytes(packed)


@pytest.mark.parametrize(
    ("spoil", "error", "said"),
    [
        (lambda path: path.write_bytes(b""), LexiconDamaged, "is no lexicon"),
        (lambda path: path.write_bytes(b"<html>not here</html>" * 50), LexiconDamaged, "is no lexicon"),
        (lambda path: path.write_bytes(gzip.compress(b"hello" * 100)), LexiconDamaged, "is no lexicon"),
        (lambda path: path.write_bytes(b"\x1f\x8b" + b"?" * 500), LexiconDamaged, "is damaged"),
        (lambda path: path.unlink(), FetchError, "cannot be read"),
        (cut, LexiconDamaged, "truncated"),
        (longer, LexiconDamaged, "truncated or damaged"),
        (half_packed, LexiconDamaged, "damaged"),
        (half_packed_xz, LexiconDamaged, "damaged"),
        (bad_checksum, LexiconDamaged, "damaged"),
        (bomb, LexiconDamaged, "has not the .* bytes that it names"),
        (huge, LexiconDamaged, "are taken at most"),
        (scribbled, AdjudicatorError, "damaged|altered"),
        (change("UPDATE sense SET gloss = 'a lie' WHERE id = 1"), DigestMismatch, "was altered"),
        (change("DELETE FROM meta WHERE name = 'digest'"), DigestMismatch, "says none"),
        (change("UPDATE meta SET value = '1' WHERE name = 'schema'"), LexiconSchema, "has schema 1"),
        (change("DROP TABLE meta"), LexiconDamaged, "no lexicon"),
        (change("DROP INDEX flag_key"), LexiconDamaged, "other tables"),
        (change("ALTER TABLE sense ADD COLUMN more TEXT"), LexiconDamaged, "other tables"),
        (change("CREATE TABLE more (a)"), LexiconDamaged, "other tables"),
        (change("CREATE TRIGGER t AFTER UPDATE ON graph BEGIN DELETE FROM word; END"), LexiconDamaged, "no lexicon"),
        (change("ALTER TABLE meta RENAME TO m; CREATE VIEW meta AS SELECT * FROM m"), LexiconDamaged, "no lexicon"),
        (resealed("UPDATE word SET key = 'ca t' WHERE key = 'cat'"), LexiconDamaged, "audit: .*A7"),
        (resealed("UPDATE source SET licence = ''"), LexiconDamaged, "audit: A9"),
        (resealed("DELETE FROM graph"), LexiconDamaged, "audit: A12"),
        (resealed("INSERT INTO graph VALUES ('other', x'00', 0)"), LexiconDamaged, "other graphs"),
    ],
)  # fmt: skip
def test_what_is_bad_is_refused(
    built: Path,
    target: Path,
    tmp_path: Path,
    spoil: Callable[[Path], object],
    error: type[AdjudicatorError],
    said: str,
) -> None:
    """Each bad file has its sentence; the old lexicon stays, and nothing is left of the new one."""
    before = digest(target)
    given = Path(shutil.copy(built, tmp_path / "given.sqlite"))
    spoil(given)
    with pytest.raises(error, match=said) as caught:
        import_lexicon(str(given), target, nobody)
    assert str(caught.value).endswith((".", ")"))
    assert digest(target) == before
    assert left_beside(target) == ["lexicon.sqlite"]
    assert import_origin(target) is None


def test_a_strangers_word_graph_is_never_read(built: Path, target: Path, tmp_path: Path) -> None:
    """It is made anew of the words, so bytes that would crash its library, or tell otherwise than the words, do nothing."""
    given = Path(shutil.copy(built, tmp_path / "given.sqlite"))
    change("UPDATE graph SET data = zeroblob(64)")(given)
    import_lexicon(str(given), target, nobody, digest=digest(built))
    service = Adjudicator(target)
    assert service.under("open").compiled.legal("cat")
    assert not service.under("open").compiled.legal("qqq")
    assert service.lexicon.misspelt.keys() == Lexicon(built).misspelt.keys() != []
    service.close()


def test_another_lexicon_than_the_one_asked_for(built: Path, target: Path) -> None:
    """A whole lexicon with another digest is refused, with both named."""
    wanted = "sha256:" + "0" * 64
    with pytest.raises(DigestMismatch, match=f"{digest(built)}, not {wanted}"):
        import_lexicon(str(built), target, nobody, digest=wanted)
    assert import_origin(target) is None


def test_a_disk_that_is_too_small(built: Path, target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is said before anything is written."""
    monkeypatch.setattr(shutil, "disk_usage", lambda _: type("Usage", (), {"free": 1000}))
    with pytest.raises(BuildError, match="has less"):
        import_lexicon(str(built), target, nobody)


def test_an_address(built: Path, target: Path, tmp_path: Path, upstream: Upstream) -> None:
    """A lexicon comes over the network by the code that fetches sources, and goes on where it was cut."""
    packed = export_lexicon(built, tmp_path / "lexicon.sqlite.gz").path.read_bytes()
    url = upstream.url("/lexicon.sqlite.gz", body=packed, cuts=[1000])
    assert import_lexicon(url, target, nobody).origin == url
    assert upstream.asked("/lexicon.sqlite.gz") == ["", "bytes=1000-"]
    assert digest(target) == digest(built)
    assert left_beside(target) == ["lexicon.imported.json", "lexicon.sqlite"]


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("http://example.org/lexicon.gz", "not fetched"),
        ("https://me:secret@example.org/lexicon.gz", "not fetched"),
        ("ftp://example.org/lexicon.gz", "not fetched"),
        ("file:///etc/passwd", "not fetched"),
        ("http://127.0.0.1:1/lexicon.gz", "no connection"),
    ],
)
def test_addresses_that_are_none(target: Path, url: str, said: str) -> None:
    """Only https, or a server on this machine, and none without an answer."""
    with pytest.raises(FetchError, match=said):
        import_lexicon(url, target, nobody)
    assert left_beside(target) == ["lexicon.sqlite"]


def test_a_server_that_sends_too_much(
    target: Path, upstream: Upstream, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A download has a bound."""
    monkeypatch.setattr(exchange, "LIMIT", 1000)
    with pytest.raises(FetchError, match="larger than the limit"):
        import_lexicon(upstream.url("/big"), target, nobody)
    assert left_beside(target) == ["lexicon.sqlite"]


def test_it_is_known_as_imported_while_it_is_in_place(built: Path, target: Path, tmp_path: Path) -> None:
    """A build in its place, another file under its name or one of another version is not the one that was imported."""
    old = Path(shutil.copy(target, tmp_path / "old.sqlite"))
    found = import_lexicon(str(built), target, nobody)
    assert import_origin(target) == found
    shutil.copy(old, target)
    assert import_origin(target) is None
    import_lexicon(str(built), target, nobody)
    change("UPDATE meta SET value = '1' WHERE name = 'schema'")(target)
    assert import_origin(target) is None
    import_lexicon(str(built), target, nobody)
    config = small_config(tmp_path / "config")
    build(small_sources(tmp_path / "old", config, 3), target, nobody, config=config, force=True)
    assert not note_of(target).exists()


def test_a_note_that_cannot_be_read_is_none(built: Path, target: Path) -> None:
    """Then the lexicon is one like any other."""
    import_lexicon(str(built), target, nobody)
    for content in ("", "[]", '{"digest": 1}', "\udcff"):
        note_of(target).write_text(content, errors="surrogateescape")
        assert import_origin(target) is None


def test_on_the_command_line(run: Run, built: Path, tmp_path: Path) -> None:
    """An export names digest and licences; the import is kept by a build until that is told otherwise."""
    there, here = tmp_path / "there", tmp_path / "here"
    there.mkdir()
    shutil.copy(built, there / "lexicon.sqlite")
    done = run("lexicon", "export", "out.sqlite.gz", at=there)
    assert done.returncode == 0, done.stderr
    assert digest(built) in done.stdout
    assert "wordnet: MIT: made for a test" in done.stdout
    told = run("lexicon", "import", "out.sqlite.gz", "--digest", digest(built), at=here)
    assert told.returncode == 0, told.stderr
    assert digest(built) in told.stdout
    assert run("check", "cat", at=here).returncode == 0
    assert len(list((here / "ready").glob("*.bin"))) == 1, "a server would have to make it ready"
    kept = run("build", at=here)
    assert kept.returncode == 0
    assert "imported from out.sqlite.gz" in kept.stdout
    assert "is kept; --force builds one in its place" in kept.stdout
    other = run("build", "--source", "wiktionary", at=here)
    assert other.returncode == 2
    assert "say --force" in other.stderr
    replaced = run("build", "--force", "--offline", at=here)
    assert "could not be had" in replaced.stderr
    assert digest(here / "lexicon.sqlite") == digest(built)
    bad = run("lexicon", "import", "nothing.gz", at=here)
    assert bad.returncode == 2
    assert bad.stderr.startswith("adjudicator: nothing.gz cannot be read")


def test_what_is_imported_says_so(target: Path, built: Path) -> None:
    """The note has a date that sorts."""
    found = import_lexicon(str(built), target, nobody)
    assert isinstance(found, ImportOrigin)
    assert len(found.at) == len("2026-01-01T00:00:00Z") and found.at.endswith("Z")
