"""Flips bits of the built lexicon, one at a time, and asks: each answer is the right one or a clear refusal, and nothing crashes.

A copy is flipped, in turn where the fast path reads, in a row that is asked for, and anywhere. Of a flip in the word graph every key is
asked, of another the words whose rows are in its page and some others: legality, code and the whole proof. A process of its own asks, so
that a crash is seen. Run it as ``python -m tests.lexicon.flips``.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import multiprocessing
import random
import re
import shutil
import sqlite3
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson

from adjudicator.errors import AdjudicatorError
from adjudicator.ingest.exchange import MAGIC
from adjudicator.judging.service import Adjudicator
from adjudicator.lexicon.reader import PROFILES
from adjudicator.resources import lexicon_path

RULESET = "boggle"
PAGE = 4096
AT_ONCE = 25
"""Flips that one process tries, one after the other."""
NEAR, ANYWHERE = 25, 10
"""Words asked of those near the flip, and of all."""
_WORD = re.compile(rb"[a-z]{3,20}")


class Truth:
    """What the whole lexicon answers; what was asked once is kept."""

    def __init__(self, path: Path) -> None:
        self._adjudicator = Adjudicator(path)
        self._compiled = self._adjudicator.under(RULESET).compiled
        self.keys = list(self._adjudicator.lexicon.keys())
        self.known = frozenset(self.keys)
        self.digest = self._adjudicator.lexicon.digest
        self.codes = {key: self._compiled.code(key) for key in self.keys}

    def proof(self, word: str) -> bytes:
        """Return the proof of *word*, and all that is known of it."""
        return proof(self._adjudicator, word)


def proof(adjudicator: Adjudicator, word: str) -> bytes:
    """Return all that is said of *word*: verdict, dictionary entry and flags."""
    return orjson.dumps(
        [
            adjudicator.under(RULESET).verdict_data(word),
            adjudicator.word(word),
            adjudicator.entries(word),
        ]
    )


def words_near(path: Path, at: int, truth: Truth, rng: random.Random) -> list[str]:
    """Return words to ask of a flip at the byte *at*: some whose letters are in its page, and some others, one of them unknown."""
    with path.open("rb") as file:
        file.seek(at // PAGE * PAGE)
        page = file.read(PAGE)
    whole = {found.decode() for found in _WORD.findall(page)}
    near = sorted(
        {part for text in whole for part in _parts(text) if part in truth.known}
    )  # rows follow each other without a space
    others = rng.sample(truth.keys, ANYWHERE)
    return [*rng.sample(near, min(NEAR, len(near))), *others, others[0][::-1] + "qx"]


def _parts(text: str) -> Iterator[str]:
    for start in range(len(text)):
        for end in range(start + 3, len(text) + 1):
            yield text[start:end]


def tried(path: Path, words: list[str], truth: Truth, *, all_keys: bool) -> str:
    """Return what came of a flip: ``right``, ``refused``, or what is ``WRONG``."""
    refused = False
    try:
        found = Adjudicator(path)
    except AdjudicatorError:
        return "refused"
    try:
        if found.lexicon.digest != truth.digest:
            return "WRONG digest"
        try:
            compiled = found.under(RULESET).compiled
            for key in truth.keys if all_keys else words:
                if compiled.code(key) != truth.codes.get(key, "not-in-dictionary"):
                    return f"WRONG code of {key}"
            answers = orjson.loads(b"[" + found.under(RULESET).answers(words, detail="reasons").text + b"]")
        except AdjudicatorError:
            refused, answers = True, []
        for word, answer in zip(words, answers, strict=False):
            told = orjson.loads(truth.proof(word))[0]
            if any(answer[name] != told[name] for name in ("legal", "summary")):
                return f"WRONG reason of {word}"
        for word in words:
            try:
                if proof(found, word) != truth.proof(word):
                    return f"WRONG proof of {word}"
            except AdjudicatorError:
                refused = True
        return "refused" if refused else "right"
    finally:
        found.close()


def flip(path: Path, at: int, bit: int) -> None:
    """Flip one bit of the file at *path*."""
    with path.open("r+b") as file:
        file.seek(at)
        (byte,) = file.read(1)
        file.seek(at)
        file.write(bytes([byte ^ 1 << bit]))


def _try(path: Path, turns: list[tuple[str, int, int, list[str]]], truth: Truth, done: Any) -> None:
    for kind, at, bit, words in turns:
        flip(path, at, bit)
        try:
            outcome = tried(path, words, truth, all_keys=kind == "graph")
        except Exception as error:  # what escapes is what is sought
            outcome = f"WRONG {type(error).__name__}"
        flip(path, at, bit)
        done.send((kind, at, bit, outcome))
    done.close()


def _places(
    path: Path, number: int, rng: random.Random, truth: Truth
) -> Iterator[tuple[str, int, list[str]]]:
    """Yield where to flip, and the word that it is done to: in turn in the word graph, in the page of a word's name, in the first pages, and anywhere."""
    size = path.stat().st_size
    content = path.read_bytes()
    with contextlib.closing(sqlite3.connect(path)) as db:
        (data,) = db.execute("SELECT data FROM graph WHERE name = ?", (PROFILES,)).fetchone()
    # its pages follow one another; a piece of it lies in one page, or in two
    pieces = (content.find(data[at : at + PAGE // 4]) for at in range(PAGE, 2 * PAGE, PAGE // 4))
    start = next(at for at in pieces if at >= 0)
    for turn in range(number):
        match turn % 8:
            case 0:
                yield "graph", rng.randrange(start, min(start + len(data), size)), []
            case 1:
                yield "head", rng.randrange(2 * PAGE), []
            case 2 | 3 | 4:
                key = rng.choice(truth.keys)
                places = [each.start() for each in re.finditer(key.encode(), content)] or [0]
                yield "row", max(0, rng.choice(places) + rng.randrange(-12, 40)), [key]
            case _:
                yield "anywhere", rng.randrange(size), []


def run(number: int, seed: int) -> Counter[tuple[str, str]]:
    """Try *number* flips; return how often each kind of flip came to each outcome."""
    rng, counts = random.Random(seed), Counter[tuple[str, str]]()
    source = lexicon_path()
    truth = Truth(source)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(shutil.copyfile(source, Path(folder, "lexicon.sqlite")))
        assert path.read_bytes()[: len(MAGIC)] == MAGIC
        turns = [
            (kind, at, rng.randrange(8), [*word, *words_near(path, at, truth, rng)])
            for kind, at, word in _places(path, number, rng, truth)
        ]
        fork = multiprocessing.get_context("fork")
        while turns:
            receive, send = fork.Pipe(duplex=False)
            process = fork.Process(target=_try, args=(path, turns[:AT_ONCE], truth, send))
            process.start()
            send.close()
            finished = 0
            with contextlib.suppress(EOFError):
                while True:
                    kind, at, bit, outcome = receive.recv()
                    finished += 1
                    if outcome.startswith("WRONG"):
                        print(f"{outcome}: {kind}, byte {at}, bit {bit}", flush=True)
                    counts[kind, outcome.partition(" ")[0]] += 1
            process.join()
            if process.exitcode:
                kind, at, bit, _ = turns[finished]
                print(f"CRASHED with {process.exitcode}: {kind}, byte {at}, bit {bit}", flush=True)
                flip(path, at, bit)
                counts[kind, "CRASHED"] += 1
                finished += 1
            turns = turns[finished:]
    return counts


def main() -> int:
    """Flip bits and print what it came to; return 1 where anything was wrong or crashed."""
    parser = argparse.ArgumentParser(description="Flip bits of the lexicon and ask.")
    parser.add_argument("--flips", type=int, default=200)
    parser.add_argument("--seed", type=int, default=2026)
    options = parser.parse_args()
    begun = time.monotonic()
    counts = run(options.flips, options.seed)
    totals = Counter[str]()
    for (kind, outcome), count in sorted(counts.items()):
        print(f"{kind:9} {outcome:8} {count:,}")
        totals[outcome] += count
    print(json.dumps(totals), f"{sum(totals.values()):,} flips in {time.monotonic() - begun:.0f} s")
    return 1 if totals["WRONG"] or totals["CRASHED"] else 0


if __name__ == "__main__":
    raise SystemExit(main())
