"""``python -m tests.load.plays``: what sealed plays cost, and whether their time tells anything. It measures and prints; it asserts nothing.

One worker is asked. First how many plays and verdicts it answers to a crowd of 16, and how long a plain verdict takes alone, beside 16
that ask for verdicts, beside 16 that send plays, and beside 16 that send a hundred of them at a time. Then plays whose words are all legal, and
others of the same length with one word that is not, are sent in turns, in random order, and their times are compared by ranks (Mann and
Whitney); and so are hundreds of plays, all of them acceptable or none. Start at :func:`main`.
"""

from __future__ import annotations

import argparse
import math
import os
import platform
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import orjson

from adjudicator.judging.service import Adjudicator
from tests.load.server import SERVICE, ServerProcess, on_core, two_cores
from tests.load.wire import Wire, request
from tests.load.wrk import Questions, install_wrk, rate_of

CROWD = 16
PLAY = 4
"""Words to a play."""
RULESET = "boggle"
UNDER = f"/v1/rulesets/{RULESET}"
ROUNDS = 3
MANY = 100
"""Plays to a request for many."""


def beside(
    server: ServerProcess, questions: Questions, probes: Sequence[bytes], seconds: float, core: int | None
) -> tuple[float, float]:
    """Return how many of *questions* a crowd was answered in a second, and the median milliseconds of the *probes* beside it."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as pool:
        rate = pool.submit(rate_of, server.address, questions, seconds, Path(folder), core, CROWD)
        time.sleep(0.5)
        median = probed(server, probes, seconds - 1)
        return rate.result(), median


def bodies(legal: Sequence[str], number: int = 20_000) -> list[str]:
    """Return that many plays of *legal* words."""
    chance = random.Random(2)
    return [orjson.dumps({"words": chance.sample(legal, PLAY)}).decode() for _ in range(number)]


def many(words: Sequence[str], chance: random.Random) -> bytes:
    """Return the body of a request for many plays of *words*."""
    return orjson.dumps({"plays": [chance.sample(words, PLAY) for _ in range(MANY)]})


def probed(server: ServerProcess, probes: Sequence[bytes], seconds: float) -> float:
    """Return the median milliseconds of one of *probes* after the other."""
    wire, spent = Wire(server.host, server.port), []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        sent = random.choice(probes)
        started = time.perf_counter()
        wire.ask(sent)
        spent.append(time.perf_counter() - started)
    wire.close()
    return statistics.median(spent) * 1000


def load(server: ServerProcess, words: Sequence[str], legal: Sequence[str], seconds: float) -> Iterator[str]:
    """Yield the rates of verdicts and plays, and what a plain verdict takes beside each."""
    core = two_cores()[1]
    probes = [request(f"{UNDER}/words/{word}") for word in words]
    verdicts = Questions(f"{UNDER}/words/", words)
    fields = {"Content-Type": "application/json"}
    plays = Questions(f"{UNDER}/plays", bodies(legal), "POST", fields=fields)
    chance = random.Random(3)
    hundreds = [many(legal, chance).decode() for _ in range(500)]
    batches = Questions(f"{UNDER}/judgements", hundreds, "POST", fields=fields)
    with on_core(core):
        rows = [
            (
                probed(server, probes, seconds / 2),
                *beside(server, verdicts, probes, seconds, core),
                *beside(server, plays, probes, seconds, core),
                *beside(server, batches, probes, seconds, core),
            )
            for _ in range(ROUNDS)
        ]
    alone, asking, with_askers, playing, with_players, sending, with_senders = (
        statistics.median(each) for each in zip(*rows, strict=True)
    )
    yield f"16 at once, answers a second: {asking:,.0f} verdicts, {playing:,.0f} plays of {PLAY} words, {MANY * sending:,.0f} of them {MANY} at a time"
    yield (
        f"a plain verdict, median: {alone:.2f} ms alone, {with_askers:.2f} ms beside 16 askers, "
        f"{with_players:.2f} ms beside 16 players ({with_players / with_askers:.2f} times), {with_senders:.2f} ms beside 16 that send {MANY} plays"
    )


def seal(server: ServerProcess, legal: Sequence[str], illegal: Sequence[str], number: int) -> Iterator[str]:
    """Yield whether the time on the wire tells an acceptable play from one with a word that is not legal, wherever it stands; and many
    acceptable plays from as many others.
    """
    chance = random.Random(11)
    kinds = ["all legal", *(f"word {place + 1} illegal" for place in range(PLAY))]
    sent: list[tuple[int, bytes]] = []
    for kind in range(len(kinds)):
        for _ in range(number):
            words = chance.sample(legal, PLAY)
            if kind:
                words[kind - 1] = chance.choice(illegal)
            sent.append((kind, request(f"{UNDER}/plays", orjson.dumps({"words": words}))))
    yield from compared(server, kinds, sent, chance)
    kinds = [f"{MANY} acceptable plays", f"{MANY} others"]
    sent = [
        (kind, request(f"{UNDER}/judgements", many(words, chance)))
        for kind, words in enumerate((legal, illegal))
        for _ in range(number)
    ]
    yield from compared(server, kinds, sent, chance)


def compared(
    server: ServerProcess, kinds: Sequence[str], sent: list[tuple[int, bytes]], chance: random.Random
) -> Iterator[str]:
    """Send everything in random order, and yield how the times of each kind compare to those of the first, whose plays are acceptable."""
    chance.shuffle(sent)
    spent: list[list[float]] = [[] for _ in kinds]
    wire = Wire(server.host, server.port)
    for kind, play in sent:
        started = time.perf_counter()
        answer = wire.ask(play)
        spent[kind].append(time.perf_counter() - started)
        assert (b'"acceptable":false' not in answer.body) is (kind == 0)
    wire.close()
    for name, times in zip(kinds, spent, strict=True):
        told = f"{name}: median {statistics.median(times) * 1e6:.1f} µs of {len(times):,}"
        if times is not spent[0]:
            share, chance_of = ranks(spent[0], times)
            told += f"; slower than acceptable {share:.1%} of the time, p = {chance_of:.2f}"
        yield told


def ranks(one: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """Return how often a time of *other* is above one of *one*, and the probability of a share that far from a half by chance alone."""
    order = sorted([(each, 0) for each in one] + [(each, 1) for each in other])
    total = sum(rank for rank, (_, which) in enumerate(order, 1) if which)
    n, m = len(one), len(other)
    above = total - m * (m + 1) / 2
    deviation = math.sqrt(n * m * (n + m + 1) / 12)
    return above / (n * m), math.erfc(abs(above - n * m / 2) / deviation / math.sqrt(2))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the measurements and print a line each. Returns 3 where wrk is missing and its part was left out."""
    parser = argparse.ArgumentParser(prog="python -m tests.load.plays", description="Measure sealed plays.")
    parser.add_argument("--seconds", type=float, default=6.0, help="for how long each crowd asks")
    parser.add_argument(
        "--plays", type=int, default=3_000, help="plays of each kind whose times are compared"
    )
    given = parser.parse_args(arguments)
    chance, adjudicator = random.Random(1), Adjudicator()
    boggle = adjudicator.under(RULESET)
    keys = boggle.keys()
    legal = [key for key in boggle.legal_keys() if len(key) == 7]
    illegal = [key for key in keys if len(key) == 7 and not boggle.legal(key)]
    adjudicator.close()
    words = chance.sample([*legal, *illegal], 20_000)
    missing = install_wrk()
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    with ServerProcess(*SERVICE, "--workers", "1", core=two_cores()[0]) as server:
        for line in [missing] if missing else load(server, words, legal, given.seconds):
            print(line, flush=True)
        for line in seal(server, legal, illegal, given.plays):
            print(line, flush=True)
    return 3 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
