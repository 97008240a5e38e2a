"""Whatever is read from a lexicon with a flipped bit is right or refused, and the check of the whole file finds every one."""

from __future__ import annotations

import contextlib
import random
import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from adjudicator.errors import LexiconDamaged, LexiconError
from adjudicator.ingest.exchange import verify_lexicon
from adjudicator.lexicon.reader import Lexicon
from tests.conftest import Run, examples, small_lexicon
from tests.lexicon.flips import Truth, flip, tried

FLIPS = examples(200, 200)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_lexicon(tmp_path_factory.mktemp("small"), 300)


def test_no_flipped_bit_tells_anything_wrong(small: Path, tmp_path: Path) -> None:
    """Every key's code, reason, proof, entry and flags are as they were built, or refused."""
    truth = Truth(small)
    path = Path(shutil.copyfile(small, tmp_path / "lexicon.sqlite"))
    words = [*truth.keys[:: len(truth.keys) // 20], "cat", "quo", "quid", "qqqzzz", "aardvark", "zzz"]
    rng, outcomes = random.Random(3), Counter[str]()
    flips = [(rng.randrange(path.stat().st_size), rng.randrange(8)) for _ in range(200)]
    for at, bit in random.sample(flips, FLIPS):
        flip(path, at, bit)
        outcome = tried(path, words, truth, all_keys=True)
        assert not outcome.startswith("WRONG"), (outcome, at, bit)
        outcomes[outcome] += 1
        with pytest.raises(LexiconError):
            verify_lexicon(path)
        flip(path, at, bit)
    assert outcomes["refused"] > FLIPS // 40  # most of a small file is empty
    assert verify_lexicon(path) == truth.digest


def _ask(name: str, *given: Any) -> Callable[[Lexicon], object]:
    """Return what asks a lexicon: a method with what it is *given*, or a property."""
    return lambda lexicon: (
        getattr(lexicon, name)(*given) if given or name == "sources" else getattr(lexicon, name)
    )


def _reason(lexicon: Lexicon) -> object:
    """Ask for what a short verdict on *cat* says."""
    return lexicon.reading_texts({"cat": lexicon.profile_fact_ids[lexicon.profiles["cat"]][0]})


def _usage(lexicon: Lexicon) -> object:
    """Ask for how *cat* is used."""
    return lexicon.usage([lexicon.evidence("cat").readings[0].sense_id or 0])


@pytest.mark.parametrize(
    ("statement", "asks"),
    [
        ("UPDATE sense SET gloss = 'a lie' WHERE headword = 'cat'", [_ask("evidence", "cat"), _reason]),
        ("UPDATE reading SET display = 'Cat' WHERE key = 'cat'", [_ask("evidence", "cat")]),
        ("DELETE FROM reading WHERE key = 'cat' AND n = 0", [_ask("evidence", "cat"), _reason]),
        ("DELETE FROM reading WHERE key = 'cat'", [_ask("evidence", "cat")]),
        ("UPDATE word SET counterparts = 'set' WHERE key = 'zee'", [_ask("evidence", "zee"), _ask("region", "zee")]),
        ("UPDATE word SET region = 'british' WHERE key = 'zee'", [_ask("region", "zee"), _ask("keys_of_region", "british")]),
        ("UPDATE word SET profile = 1 WHERE key = 'zee'", [_ask("known_facts", ["zee"]), _ask("columns")]),
        ("DELETE FROM word WHERE key = 'cat'", [_ask("has", "cat"), _ask("evidence", "cat"), _ask("known_facts", ["cat"]), _ask("columns")]),
        ("DELETE FROM word WHERE key < 'd'", [_ask("has", "cat"), _ask("evidence", "cat")]),
        ("UPDATE word SET key = 'cau' WHERE key = 'cat'", [_ask("has", "cat"), _ask("has", "cau")]),
        ("UPDATE fact SET proper = 1 - proper", [_ask("facts", 1), _ask("evidence", "cat"), _ask("known_facts", ["cat"])]),
        ("UPDATE profile SET facts = '1'", [_ask("known_facts", ["cat"]), _ask("profile_fact_ids")]),
        ("UPDATE phrase SET phrases = 'quid novi' WHERE key = 'quid'", [_ask("evidence", "quid")]),
        ("DELETE FROM phrase WHERE key = 'quid'", [_ask("evidence", "quid"), _ask("phrase_keys")]),
        ("UPDATE flag SET value = 'british' WHERE key = 'zee'", [_ask("flags", "zee")]),
        ("DELETE FROM flag WHERE key = 'zee'", [_ask("flags", "zee")]),
        ("INSERT INTO pronunciation VALUES ('cat', 0, 'cat', 'kat', 'british', 'curated')", [_ask("pronunciations", "cat")]),
        ("UPDATE usage SET examples = 'the cat is lying'", [_usage]),
        ("DELETE FROM usage WHERE examples LIKE '%cat%'", [_usage]),
        ("DELETE FROM usage", [_usage]),
        ("UPDATE usage SET sense = sense + 1000", [_usage]),
        ("UPDATE source SET licence = 'yours'", [_ask("sources")]),
        ("UPDATE graph SET data = data || x'00'", [_ask("profiles"), _ask("misspelt")]),
        ("UPDATE meta SET value = 'another' WHERE name = 'digest'", []),
    ],
)  # fmt: skip
def test_each_answer_has_its_seal(
    small: Path, tmp_path: Path, statement: str, asks: list[Callable[[Lexicon], object]]
) -> None:
    """Whatever is altered or missing, what it would be read for is refused, although the file is a sound database."""
    path = Path(shutil.copyfile(small, tmp_path / "lexicon.sqlite"))
    with contextlib.closing(sqlite3.connect(path)) as db, db:
        assert db.execute(statement).rowcount
    for ask in asks or [lambda lexicon: lexicon]:
        with pytest.raises(LexiconDamaged):
            ask(Lexicon(path))


def test_another_lexicon_written_over_it_is_not_read(small: Path, tmp_path: Path) -> None:
    """What has the seals of another lexicon is refused, however whole it is."""
    other = small_lexicon(tmp_path / "other", 301)
    path = Path(shutil.copyfile(small, tmp_path / "lexicon.sqlite"))
    opened = Lexicon(path)
    path.write_bytes(other.read_bytes())
    for ask in (lambda: opened.evidence("cat"), lambda: opened.profiles, lambda: opened.region("cat")):
        with pytest.raises(LexiconDamaged):
            ask()
    opened.close()


def test_verifying(small: Path, run: Run, tmp_path: Path) -> None:
    """`lexicon verify` names the digest of a whole lexicon, and what to do about another, with exit code 1."""
    digest = verify_lexicon(small)
    assert run("lexicon", "verify", str(small)).stdout == f"{small} is whole: {digest}\n"
    path = Path(shutil.copyfile(small, tmp_path / "lexicon.sqlite"))
    flip(path, path.stat().st_size // 2, 3)
    done = run("lexicon", "verify", str(path))
    assert (done.returncode, done.stderr) == (1, "")
    assert str(path) in done.stdout
    assert "adjudicator build" in done.stdout
    assert run("lexicon", "verify", str(tmp_path / "none.sqlite")).returncode == 2
