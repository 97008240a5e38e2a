"""``make bench``: how fast the service is, as ratios and rates. It measures and prints; it asserts nothing.

Trust the ratios before the rates: both sides of a ratio are run in turns, so that a busy machine slows both.
Where to start: :func:`main` lists the measurements.
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import sqlite3
import statistics
import string
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import orjson
import psutil

from adjudicator.judging.service import Adjudicator
from adjudicator.lexicon.connections import PAGES
from adjudicator.lexicon.reader import uri_of

COMMAND = Path(sys.executable).with_name("adjudicator")
COLD_RUNS = 40
STREAM_WORDS, FLAT_WORDS, MANY_WORDS = 200_000, (100_000, 1_000_000), 5_000_000
PROOF_WORDS, PROOF_ROUNDS = 2_000, 9
LEGALITY_WORDS = 1_000_000
UNKNOWN_SHARE = 0.3
RULESET = "boggle"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the measurements and print one line each."""
    parser = argparse.ArgumentParser(prog="make bench", description="Measure speed and memory.")
    parser.add_argument(
        "--quick", action="store_true", help="a tenth of the words and runs: a glance, not a figure"
    )
    scale = 10 if parser.parse_args(arguments).quick else 1
    adjudicator = Adjudicator()
    keys = list(adjudicator.under(RULESET).keys())
    load = ", ".join(f"{each:.1f}" for each in os.getloadavg())
    versions = f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    print(f"{versions}, {os.cpu_count()} cores, load {load}")
    print(f"lexicon: {len(keys):,} keys, {adjudicator.lexicon.path.stat().st_size / 1e6:.0f} MB\n")
    with tempfile.TemporaryDirectory() as folder:
        measurements: list[Callable[[], Iterator[str]]] = [
            lambda: cold_start(COLD_RUNS // scale),
            import_times,
            lambda: in_process(adjudicator, keys, PROOF_ROUNDS, LEGALITY_WORDS // scale),
            lambda: full_stream(Path(folder), keys, STREAM_WORDS // scale, [n // scale for n in FLAT_WORDS]),
            lambda: legality_stream(Path(folder), keys, MANY_WORDS // scale),
        ]
        for measure in measurements:
            for line in measure():
                print(line, flush=True)
    return 0


def words_of(keys: Sequence[str], count: int, seed: int = 1) -> Iterator[str]:
    """Yield *count* words in random order: keys of the lexicon, and three in ten strings that it lacks."""
    chance = random.Random(seed)
    known = set(keys)
    order = list(keys)
    chance.shuffle(order)
    position = 0
    for _ in range(count):
        if chance.random() < UNKNOWN_SHARE:
            yield _unknown(chance, known)
        else:
            yield order[position % len(order)]
            position += 1


def _unknown(chance: random.Random, known: set[str]) -> str:
    while True:
        word = "".join(chance.choices(string.ascii_lowercase, k=chance.randint(3, 12)))
        if word not in known:
            return word


def cold_start(runs: int) -> Iterator[str]:
    """Yield the processor time of whole commands against the interpreter's own start, in turns; the least and the median of each."""
    start = [sys.executable, "-c", "import sys; from adjudicator.cli.main import script; sys.exit(script())"]
    commands = {
        "python3 -c pass": [sys.executable, "-c", "pass"],
        "check trig": [*start, "check", "trig"],
        "check trig --json": [*start, "check", "trig", "--json"],
        "--version": [*start, "--version"],
        "--help": [*start, "--help"],
    }
    times: dict[str, list[float]] = {name: [] for name in commands}
    for turn in range(runs + 2):
        for name, command in commands.items():
            spent = _processor_seconds(command)
            if turn > 1:
                times[name].append(spent * 1000)
    base = times["python3 -c pass"]
    for name, each in times.items():
        least, median = min(each), statistics.median(each)
        yield (
            f"cold `{name}`: {least:.1f} ms of processor time at least ({least / min(base):.2f} ×), "
            f"{median:.1f} ms in the median of {runs} ({median / statistics.median(base):.2f} ×)"
        )


def _processor_seconds(command: list[str]) -> float:
    """Return the processor time that *command* takes, of the user and of the system: other work on the machine counts less in it."""
    away = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    _, status, used = os.wait4(os.posix_spawn(command[0], command, os.environ, file_actions=away), 0)
    if status:
        raise RuntimeError(f"{command} failed")
    return used.ru_utime + used.ru_stime


def import_times() -> Iterator[str]:
    """Yield the modules whose import costs most in a cold `check trig`."""
    script = (
        f"import sys; sys.argv = ['adjudicator', 'check', 'trig']; sys.path.insert(0, {str(Path.cwd())!r})\n"
    )
    script += "from adjudicator.cli.main import main; main()"
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", script], capture_output=True, text=True, check=False
    )
    rows: list[tuple[int, str]] = []
    for line in done.stderr.splitlines():
        own, _, rest = line.removeprefix("import time:").partition("|")
        if own.strip().isdigit():
            rows.append((int(own), rest.partition("|")[2].strip()))
    total = sum(own for own, _ in rows) / 1000
    slowest = ", ".join(f"{name} {own / 1000:.1f}" for own, name in sorted(rows, reverse=True)[:8])
    yield f"  {len(rows)} modules imported in {total:.0f} ms; the slowest on their own: {slowest}"


def in_process(adjudicator: Adjudicator, keys: Sequence[str], rounds: int, legality: int) -> Iterator[str]:
    """Yield the cost of a full proof against one SELECT by primary key, and the rate of legality alone."""
    words = list(words_of(keys, PROOF_WORDS))
    db = sqlite3.connect(uri_of(adjudicator.lexicon.path), uri=True)
    db.execute(f"PRAGMA cache_size = -{PAGES}")
    compiled = adjudicator.under(RULESET).compiled

    def select() -> None:
        for word in words:
            db.execute("SELECT profile FROM word WHERE key = ?", (word,)).fetchone()

    def proof() -> None:
        for word in words:
            adjudicator.under(RULESET).verdict(word, suggest=False)

    def printed() -> None:
        for word in words:
            orjson.dumps(adjudicator.under(RULESET).verdict_data(word, suggest=False))

    times: dict[str, list[float]] = {"select": [], "proof": [], "printed": []}
    for turn in range(rounds + 1):
        for name, work in (("select", select), ("proof", proof), ("printed", printed)):
            spent = _seconds(work)
            if turn:
                times[name].append(spent / len(words) * 1e6)
    median = {name: statistics.median(each) for name, each in times.items()}
    yield (
        f"full proof: {median['proof']:.1f} µs, {median['proof'] / median['select']:.1f} × one SELECT by "
        f"primary key ({median['select']:.1f} µs); as JSON {median['printed']:.1f} µs, "
        f"{median['printed'] / median['select']:.1f} ×"
    )
    many = list(words_of(keys, legality, seed=2))

    def legal() -> None:
        for word in many:
            compiled.legal(word)

    legal()
    rate = len(many) / statistics.median(_seconds(legal) for _ in range(5))
    yield f"legality in process: {rate / 1e6:.2f} M words/s ({1e6 / rate:.2f} µs a word)"


def full_stream(folder: Path, keys: Sequence[str], count: int, flat: Sequence[int]) -> Iterator[str]:
    """Yield the rate of full verdicts through the command line, and whether its memory stays flat."""
    spent, _ = _stream(_file(folder, keys, count), ["--json"])
    yield (
        f"`check - --json`: {count / spent:,.0f} full verdicts/s "
        f"({count:,} words in {spent:.1f} s, start included)"
    )
    peaks = []
    for size in flat:
        spent, peak = _stream(_file(folder, keys, size), ["--json"])
        peaks.append(peak)
        yield f"  {size:>9,} words: {size / spent:>9,.0f} words/s, peak {peak:.1f} MB"
    yield f"  peak memory of the larger to the smaller: {peaks[-1] / peaks[0]:.3f}"


def legality_stream(folder: Path, keys: Sequence[str], count: int) -> Iterator[str]:
    """Yield the rate of legality alone through the command line."""
    spent, peak = _stream(_file(folder, keys, count), ["--detail", "verdict", "--json"])
    yield (
        f"`check - --detail verdict --json`: {count / spent / 1e6:.2f} M words/s "
        f"({count:,} words in {spent:.1f} s, start included), peak {peak:.1f} MB"
    )


def _file(folder: Path, keys: Sequence[str], count: int) -> Path:
    path = folder / f"{count}.txt"
    if not path.exists():
        with path.open("w", encoding="ascii") as out:
            out.writelines(f"{word}\n" for word in words_of(keys, count))
    return path


def _stream(words: Path, options: Sequence[str]) -> tuple[float, float]:
    """Return the seconds that `check -` takes over a file and its peak resident memory in megabytes.

    The memory is sampled while it runs: what the system reports at the end counts this process too, which it was forked from.
    """
    peak = 0
    with words.open("rb") as source:
        started = time.perf_counter()
        process = psutil.Popen(
            [str(COMMAND), "check", "-", "--ruleset", RULESET, *options],
            stdin=source,
            stdout=subprocess.DEVNULL,
        )
        while True:
            try:
                code = process.wait(0.05)
                break
            except psutil.TimeoutExpired:
                peak = max(peak, process.memory_info().rss)
        spent = time.perf_counter() - started
    if code not in (0, 1):
        raise RuntimeError(f"check - ended with {code}")
    return spent, peak / 1e6


def _seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


if __name__ == "__main__":
    sys.exit(main())
