"""Whatever is read from a lexicon with a flipped bit is right or refused, and the check of the whole file finds every one."""

from __future__ import annotations

import random
import shutil
from collections import Counter
from pathlib import Path

import pytest

from adjudicator.errors import LexiconDamaged, LexiconError
from adjudicator.ingest.exchange import verify_lexicon
from adjudicator.lexicon.reader import Lexicon
from tests.conftest import Run, small_lexicon
from tests.lexicon.flips import Truth, flip, tried

FLIPS = 400


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_lexicon(tmp_path_factory.mktemp("small"), 300)


def test_no_flipped_bit_tells_anything_wrong(small: Path, tmp_path: Path) -> None:
    """Every key's code, reason, proof, entry and flags are as they were built, or refused."""
    truth = Truth(small)
    path = Path(shutil.copyfile(small, tmp_path / "lexicon.sqlite"))
    words = [*truth.keys[:: len(truth.keys) // 20], "cat", "quo", "quid", "qqqzzz", "aardvark", "zzz"]
    rng, outcomes = random.Random(3), Counter[str]()
    for _ in range(FLIPS):
        at, bit = rng.randrange(path.stat().st_size), rng.randrange(8)
        flip(path, at, bit)
        outcome = tried(path, words, truth, all_keys=True)
        assert not outcome.startswith("WRONG"), (outcome, at, bit)
        outcomes[outcome] += 1
        with pytest.raises(LexiconError):
            verify_lexicon(path)
        flip(path, at, bit)
    assert outcomes["refused"] > FLIPS // 40  # most of a small file is empty
    assert verify_lexicon(path) == truth.digest


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
