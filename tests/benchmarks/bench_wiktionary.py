"""``make bench-wiktionary``: how fast, and in how much memory, the whole of Wiktionary is read and built in. It asserts nothing.

The file is made up (:mod:`tests.made_wiktionary`) and of the real one's shape: fields, nesting, sizes of lines, one in nine English. It
packs less well than real text, so that unpacking it is rather slower. ``--file`` measures a real one instead.

Every measurement is a process of its own on one core, by processor time, since others may use the machine; the ways take turns, and the
best of their rounds counts. Rates are of JSON as unpacked. Where to start: :func:`main`.
"""

from __future__ import annotations

import argparse
import functools
import gzip
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO

import msgspec
import orjson
from isal import igzip

from adjudicator.ingest.readers.wiktextract import read
from adjudicator.resources import home
from tests.conftest import ROOT, environment
from tests.made_wiktionary import write

NAME = "raw-wiktextract-data.jsonl.gz"
ENGLISH = re.compile(rb'_code"\s*:\s*"en"')
OURS = "the reader: unpack, skip, parse, records"


class Spent(msgspec.Struct):
    """What a process spent: processor and wall seconds, and the most memory that it had, in MB; and how much it found."""

    seconds: float
    wall: float
    peak: float
    found: int


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the measurements and print one line each."""
    parser = argparse.ArgumentParser(
        prog="make bench-wiktionary", description="Measure reading and building Wiktionary."
    )
    parser.add_argument("--size", type=float, default=2.0, help="gigabytes of JSON to make (2)")
    parser.add_argument("--level", type=int, default=1, help="of the compression (1)")
    parser.add_argument("--rounds", type=int, default=2, help="of which the best counts (2)")
    parser.add_argument("--file", type=Path, help="a real file to measure instead")
    parser.add_argument("--no-build", action="store_true", help="the reader alone")
    parser.add_argument("--measure", nargs=2, metavar=("WAY", "FILE"), help=argparse.SUPPRESS)
    chosen = parser.parse_args(arguments)
    if chosen.measure:
        return measure(*chosen.measure)
    load = ", ".join(f"{each:.1f}" for each in os.getloadavg())
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, load {load}")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "made" / NAME
        path.parent.mkdir()
        if chosen.file:
            path.symlink_to(chosen.file.absolute())
        else:
            write(path, round(chosen.size * 1e9), level=chosen.level)
        measurements: list[Iterator[str]] = [reading(path, chosen.rounds)]
        if not chosen.no_build:
            measurements += [building(Path(folder), path)]
        for lines in measurements:
            for line in lines:
                print(line, flush=True)
    return 0


# Reading


def lines(path: Path, unpack: Callable[[Path, str], BinaryIO] = igzip.open) -> Iterator[bytes]:
    """Yield the lines of a packed file, as fast as that goes."""
    with unpack(path, "rb") as stream:
        yield from stream


def english(path: Path) -> Iterator[bytes]:
    """Yield the lines that mention English anywhere."""
    return (line for line in lines(path) if ENGLISH.search(line))


def parsed(loads: Callable[[bytes], Any], of: Callable[[Path], Iterator[bytes]], path: Path) -> int:
    """Parse lines one by one; return how many they were."""
    return sum(1 for line in of(path) if loads(line) is not None)


WAYS: dict[str, Callable[[Path], int]] = {
    OURS: lambda path: sum(1 for _ in read(path.parent)),
    "json.loads of every line": functools.partial(parsed, json.loads, lines),
    "json.loads of the lines that mention English": functools.partial(parsed, json.loads, english),
    "orjson.loads of every line": functools.partial(parsed, orjson.loads, lines),
    "orjson.loads of the lines that mention English": functools.partial(parsed, orjson.loads, english),
    "unpacking alone, isal": lambda path: sum(map(len, lines(path))),
    "unpacking alone, gzip": lambda path: sum(map(len, lines(path, gzip.open))),  # type: ignore[arg-type]
}


def reading(path: Path, rounds: int) -> Iterator[str]:
    """Yield the rate of each way to read the file, and how ours compares with it."""
    spent: dict[str, list[Spent]] = {way: [] for way in WAYS}
    for _ in range(rounds):
        for way, each in spent.items():
            command = [sys.executable, "-m", "tests.benchmarks.bench_wiktionary", "--measure", way, str(path)]
            each.append(run(command, environment(home())))
    best = {way: min(each, key=lambda one: one.seconds) for way, each in spent.items()}
    size = best["unpacking alone, isal"].found
    count = best["json.loads of every line"].found
    yield f"{size / 1e9:.2f} GB of JSON, {count:,} lines, packed in {path.stat().st_size / 1e9:.2f} GB; {best[OURS].found:,} records\n"
    yield f"{'one core, best of ' + str(rounds):48} {'s':>6} {'MB/s':>6} {'ours':>7} {'peak':>8}"
    for way, one in best.items():
        ratio = one.seconds / best[OURS].seconds
        yield f"{way:48} {one.seconds:6.1f} {size / 1e6 / one.seconds:6.0f} {ratio:6.2f}× {one.peak:5.0f} MB"


def measure(way: str, path: str) -> int:
    """Read the file in one way, in this process, and print what that took."""
    begun, wall = time.process_time(), time.monotonic()
    found = WAYS[way](Path(path))
    print(json.dumps([time.process_time() - begun, time.monotonic() - wall, peak(), found]))
    return 0


def peak() -> float:
    """Return the most memory that this process ever had, in MB (its parent's is no part of it, as it is of getrusage's)."""
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    return int(re.findall(r"VmHWM:\s*(\d+)", status)[0]) / 1024


def run(command: list[str], variables: dict[str, str]) -> Spent:
    """Run a process that prints what it spent as its last line."""
    done = subprocess.run(command, cwd=ROOT, env=variables, stdout=subprocess.PIPE, text=True, check=True)
    return Spent(*json.loads(done.stdout.splitlines()[-1]))


# Building


BUILD = """
import json, sqlite3, sys, time
from adjudicator.cli.main import main
from adjudicator.resources import lexicon_path
from tests.benchmarks.bench_wiktionary import peak
wall = time.monotonic()
code = main(["build", "--offline", *sys.argv[1:]])
(words,) = sqlite3.connect(lexicon_path()).execute("SELECT count(*) FROM word").fetchone()
print(json.dumps([time.process_time(), time.monotonic() - wall, peak(), words]))
sys.exit(code)
"""


def building(folder: Path, path: Path) -> Iterator[str]:
    """Yield what a whole build takes with the file as a source, and without."""
    shutil.copytree(home() / "cache", folder / "home" / "cache")
    variables = environment(folder / "home", ADJUDICATOR_WIKTIONARY=str(path))
    yield f"\n{'a whole build, all sources, once':48} {'s':>6} {'wall':>6} {'peak':>8}"
    for name, options in {"without Wiktionary": [], "with it": ["--source", "wiktionary"]}.items():
        one = run([sys.executable, "-c", BUILD, *options], variables)
        size = (folder / "home" / "lexicon.sqlite").stat().st_size / 1e6
        yield f"{name:48} {one.seconds:6.1f} {one.wall:6.1f} {one.peak:5.0f} MB  {one.found:,} words, lexicon of {size:.0f} MB"


if __name__ == "__main__":
    sys.exit(main())
