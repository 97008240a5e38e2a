"""``python -m tests.load.large``: a lexicon of millions of words: how soon a server is ready with it, and whether an exchange stops anybody.

The words are made up: a model of which letter follows which three, taken from the built lexicon. They come in as a Wiktionary extract does,
so that the whole of a real build is gone through, which takes some minutes; ``--home`` keeps what was built for the next time. Two workers
are started twice: after the build, which has made the lexicon ready, and once more. Then the lexicon is put in place again, with nothing
made ready of it, while clients ask. It ends with 1 where a start takes more than five seconds or an answer more than a quarter of one. Start at :func:`main`.
"""

from __future__ import annotations

import argparse
import contextlib
import gzip
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from adjudicator.judging.service import Adjudicator
from adjudicator.resources import home
from tests.conftest import ROOT, environment
from tests.load.server import SERVICE, ServerProcess
from tests.load.wire import Wire, request

RULESET = "boggle"
CONTEXT = 3
"""Letters that the next one is chosen by."""
CLIENTS = 2
BEFORE, AFTER = 5.0, 5.0
"""Seconds that clients ask before the exchange, and after the new lexicon was made ready, in which the workers take it."""
READY, STOP = 5.0, 0.25


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure; return 1 where something takes longer than it may."""
    parser = argparse.ArgumentParser(prog="python -m tests.load.large", description="Serve a large lexicon.")
    parser.add_argument("--words", type=int, default=1_800_000, help="made-up words beside the real ones")
    parser.add_argument("--home", type=Path, help="keep the lexicon in this folder, or take it from there")
    given = parser.parse_args(arguments)
    with contextlib.ExitStack() as stack:
        folder = given.home or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        variables = environment(folder)
        if not (folder / "lexicon.sqlite").exists():
            _timed("build", lambda: _build(folder, given.words))
        adjudicator = Adjudicator(folder / "lexicon.sqlite")
        words = random.Random(1).sample(list(adjudicator.under(RULESET).legal_keys()), 20_000)
        counts = dict(adjudicator.lexicon.meta)
        adjudicator.close()
        print(f"load {os.getloadavg()[0]:.1f}; {counts}", flush=True)
        starts = [_start(variables, number, words[0]) for number in range(2)]
        longest = _exchanged(folder, variables, words)
    slow = max(starts) > READY or longest > STOP
    print(
        f"ready after {max(starts):.1f} s (at most {READY:.0f}); longest answer {longest * 1e3:.0f} ms (at most {STOP * 1e3:.0f})"
    )
    return int(slow)


def _timed(name: str, deed: Callable[[], object]) -> float:
    """Do it, print how long it took, and return that, in seconds."""
    started = time.perf_counter()
    deed()
    spent = time.perf_counter() - started
    print(f"  {name}: {spent:.1f} s", flush=True)
    return spent


# The lexicon


def _build(folder: Path, words: int) -> None:
    """Build a lexicon in *folder* of all dictionaries that are at hand and as many made-up *words*."""
    if not (folder / "cache").exists():
        shutil.copytree(home() / "cache", folder / "cache")
    extract = folder / "raw-wiktextract-data.jsonl.gz"
    adjudicator = Adjudicator()
    keys = list(adjudicator.under(RULESET).legal_keys())
    adjudicator.close()
    with gzip.open(extract, "wt", compresslevel=1) as file:
        for word in _made(keys, words):
            entry = {
                "word": word,
                "lang": "English",
                "lang_code": "en",
                "pos": "noun",
                "senses": [{"glosses": ["A made-up thing."]}],
            }
            file.write(json.dumps(entry) + "\n")
    command = [sys.executable, "-m", "adjudicator.cli.main", "build", "--offline", "--source", "wiktionary"]
    subprocess.run(
        command,
        env=environment(folder, ADJUDICATOR_WIKTIONARY=str(extract)),
        cwd=ROOT,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    extract.unlink()


def _made(keys: Sequence[str], count: int) -> Iterator[str]:
    """Yield as many words that are none of *keys*, no two alike, the same in every run."""
    following: dict[str, Counter[str]] = {}
    for key in keys:
        text = " " * CONTEXT + key + "\n"
        for at in range(CONTEXT, len(text)):
            following.setdefault(text[at - CONTEXT : at], Counter())[text[at]] += 1
    choices = {before: (list(found), list(found.values())) for before, found in following.items()}
    chance, seen = random.Random(1), set(keys)
    while count:
        word = " " * CONTEXT
        while not word.endswith("\n"):
            letters, weights = choices[word[-CONTEXT:]]
            word += chance.choices(letters, weights)[0]
        word = word.strip()
        if word not in seen:
            seen.add(word)
            count -= 1
            yield word


# The server


def _start(variables: dict[str, str], number: int, word: str) -> float:
    """Return the seconds from the start of a server to its first verdict."""

    def first() -> None:
        server = ServerProcess(*SERVICE, "--workers", "2", environment=variables)
        servers.append(server)
        _one(server, word)

    servers: list[ServerProcess] = []
    spent = _timed(f"start {number + 1} to the first verdict", first)
    memory = ", ".join(f"{each:.0f}" for each in servers[0].memory())
    print(f"  memory of the workers: {memory} MB", flush=True)
    servers[0].stop()
    return spent


def _one(server: ServerProcess, word: str) -> None:
    wire = Wire(server.host, server.port)
    _verdict(wire, word)
    wire.close()


def _verdict(wire: Wire, word: str) -> None:
    if not json.loads(wire.ask(request(f"/v1/rulesets/{RULESET}/words/{word}")).body)["legal"]:
        raise RuntimeError(f"{word} is not legal")


def _exchanged(folder: Path, variables: dict[str, str], words: Sequence[str]) -> float:
    """Put the lexicon in place again under load, with nothing made ready of it, and return the seconds of the longest answer."""
    lexicon = folder / "lexicon.sqlite"
    with (
        ServerProcess(*SERVICE, "--workers", "2", environment=variables) as server,
        ThreadPoolExecutor(CLIENTS) as pool,
    ):
        over: list[bool] = []
        clients = [pool.submit(_asks, server, words, seed, over) for seed in range(CLIENTS)]
        time.sleep(BEFORE)
        for kept in (folder / "ready").glob("*.bin"):
            kept.unlink()
        changed = time.monotonic()
        shutil.copyfile(lexicon, folder / "again.sqlite")
        (folder / "again.sqlite").replace(lexicon)
        while not list((folder / "ready").glob("*.bin")) and not any(each.done() for each in clients):
            time.sleep(0.1)
        made = time.monotonic()
        time.sleep(AFTER)
        over.append(True)
        spent = [each for client in clients for each in client.result()]
    quiet = [each for at, each in spent if at < changed]
    during = [each for at, each in spent if changed <= at]
    for name, some in (("before the exchange", quiet), ("from then on", during)):
        told = f"p50 {statistics.median(some) * 1e3:.1f} ms, p99 {statistics.quantiles(some, n=100)[98] * 1e3:.1f} ms"
        print(f"  {name}: {len(some):,} verdicts, {told}, longest {max(some) * 1e3:.0f} ms", flush=True)
    print(f"  made ready {made - changed:.1f} s after it was put in place", flush=True)
    return max(during)


def _asks(
    server: ServerProcess, words: Sequence[str], seed: int, over: Sequence[bool]
) -> list[tuple[float, float]]:
    """Ask for verdicts until *over*; return when each was asked for and the seconds that it took."""
    wire, chance, spent = Wire(server.host, server.port), random.Random(seed), []
    while not over:
        word = chance.choice(words)
        at, started = time.monotonic(), time.perf_counter()
        _verdict(wire, word)
        spent.append((at, time.perf_counter() - started))
    wire.close()
    return spent


if __name__ == "__main__":
    sys.exit(main())
