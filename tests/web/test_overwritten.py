"""A served lexicon that is written over, cut or flipped in place: no worker dies, and what is answered is right or refused."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import time
from collections import Counter
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
import requests

from adjudicator.errors import LexiconError
from adjudicator.judging.service import Adjudicator
from adjudicator.resources import LEXICON_NAME
from adjudicator.runtime.current import Current
from tests.conftest import examples, letters, small_lexicon
from tests.lexicon.flips import flip
from tests.load.beside import beside
from tests.load.server import SERVICE, ServerProcess

RULESET = "open"
WORDS = ["cat", "dog", "zed", "quo", "colour", "qqqzzz", *(letters(number) for number in range(0, 900, 90))]
PATIENCE = 30.0
PIECE = 8192


def truth(path: Path) -> tuple[str, dict[str, Any]]:
    """Return the digest of a lexicon, and the proof of each word."""
    adjudicator = Adjudicator(path)
    found = {word: adjudicator.under(RULESET).verdict_data(word) for word in WORDS}
    adjudicator.close()
    return adjudicator.lexicon.digest, found


class Asker:
    """Asks a server for verdicts, and believes only those that are right by the lexicon that they name."""

    def __init__(self, address: str, known: dict[str, dict[str, Any]]) -> None:
        self._address = address
        self._known = known
        self.counts = Counter[str]()
        self.faults: list[str] = []

    def ask(self, word: str) -> str:
        """Ask for one verdict; return the digest that it names, or the status of a refusal."""
        answer = requests.get(
            f"{self._address}/v1/rulesets/{RULESET}/words/{word}",
            timeout=PATIENCE,
            headers={"Connection": "close", "Cache-Control": "no-cache"},
        )
        if answer.status_code == 503:
            self.counts["refused"] += 1
            return "503"
        found = answer.json()
        if answer.status_code != 200 or found != self._known.get(found["lexicon"], {}).get(word):
            self.faults.append(f"{word}: {answer.status_code} {answer.text[:300]}")
        self.counts["right"] += 1
        return str(found.get("lexicon"))

    def busy(self) -> AbstractContextManager[None]:
        """Ask again and again within the block."""
        rng = random.Random(1)

        def ask() -> None:
            try:
                self.ask(rng.choice(WORDS))
            except requests.RequestException as error:
                self.faults.append(repr(error))

        return beside(ask, 0.01)

    def await_digest(self, digest: str) -> None:
        """Wait until all workers answer by the lexicon with this *digest*."""
        limit, in_a_row = time.monotonic() + PATIENCE, 0
        while in_a_row < 12:
            assert time.monotonic() < limit, f"{digest} is not taken into service"
            in_a_row = in_a_row + 1 if self.ask(WORDS[0]) == digest else 0
            time.sleep(0.02)


def overwrite(path: Path, by: Path, share: float = 1.0) -> None:
    """Write the first *share* of the file *by* over that at *path*, in place and slowly, as `cp` does."""
    content = by.read_bytes()
    with path.open("wb", buffering=0) as file:
        for start in range(0, int(len(content) * share), PIECE):
            file.write(content[start : start + PIECE])
            time.sleep(0.01)


def test_a_lexicon_that_is_written_over_in_place(tmp_path: Path) -> None:
    """While another is copied over it, half of one, or single bits are flipped, the workers live and tell nothing wrong; then they take
    the whole one that is put there.
    """
    first, second = small_lexicon(tmp_path / "first", 900), small_lexicon(tmp_path / "second", 901)
    known = dict([truth(first), truth(second)])
    one, other = known
    home = tmp_path / "served"
    home.mkdir()
    served = Path(shutil.copy(first, home / LEXICON_NAME))
    with ServerProcess(*SERVICE, "--workers", "2", environment={"ADJUDICATOR_HOME": str(home)}) as server:
        asker = Asker(server.address, known)
        asker.await_digest(one)
        workers = {worker.pid for worker in server.workers()}
        with asker.busy():
            overwrite(served, second)
            asker.await_digest(other)
            overwrite(served, first, share=0.6)
            time.sleep(1)
            overwrite(served, first)
            asker.await_digest(one)
            rng = random.Random(2)
            for _ in range(examples(40, whole=40)):
                at, bit = rng.randrange(served.stat().st_size), rng.randrange(8)
                flip(served, at, bit)
                time.sleep(0.05)
                flip(served, at, bit)
            new = Path(shutil.copy(second, home / "new"))
            new.rename(served)
            asker.await_digest(other)
        assert asker.faults == []
        assert asker.counts["right"] > 100
        assert {worker.pid for worker in server.workers()} == workers
        assert "ended unasked" not in server.log()
        assert "not taken into service" in server.log()


def test_a_lexicon_that_cannot_be_used_is_refused_again_and_again(tmp_path: Path) -> None:
    """Whoever asks meanwhile has the same error, and it does not grow with them: it keeps nothing of those who asked before."""
    damaged = tmp_path / LEXICON_NAME
    damaged.write_bytes(b"no lexicon")
    current, lengths = Current(damaged), set()
    for _ in range(20):
        with pytest.raises(LexiconError) as refused:
            current.get()
        lengths.add(len(refused.traceback))
    assert max(lengths) < 15


def test_a_server_does_not_start_on_a_damaged_lexicon(tmp_path: Path) -> None:
    """Any flipped bit is found before the server listens, and the error says what to do."""
    served = small_lexicon(tmp_path, 5)
    content = served.read_bytes()
    at = content.index(b"an animal that barks")
    flip(served, at, 0)
    done = refused_start(tmp_path)
    assert done[0] == 2
    assert str(served) in done[1]
    assert "adjudicator build" in done[1]


def refused_start(home: Path) -> tuple[int, str]:
    """Run a server that is expected not to start; return its exit code and what it said."""
    done = subprocess.run(
        [sys.executable, *SERVICE],
        env={**os.environ, "ADJUDICATOR_HOME": str(home)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    return done.returncode, done.stderr
