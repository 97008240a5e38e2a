"""The heaviest batches that one may ask for, and what they cost: `python -m tests.load.heavy [DETAIL …]`.

It serves with one worker, asks, and prints for each mix of words the bytes of the question and of the answer, the seconds, and the
memory of the worker above what it had at rest. It measures and prints; it asserts nothing.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from typing import NamedTuple

import psutil

from adjudicator.judging.service import Adjudicator
from tests.load.beside import beside
from tests.load.server import SERVICE, ServerProcess

JSON, NDJSON = "application/json", "application/x-ndjson"
MANY = 10_000
HEAVY = (
    *("break", "cut", "run", "broken", "breaking", "running", "cutting", "drawing", "strike", "charge", "striking", "passing", "setting"),
    *("turning", "taking", "standing", "discharge", "clearing", "crossing", "measure", "straight", "returned", "understanding"),
)  # fmt: skip
"""Words with long proofs, of 55 kB for the first of them, and letters enough for 10,000 ways to write them."""
RULESET = "open"
READ = 1 << 16
LOOK_EVERY = 0.01


class Cost(NamedTuple):
    """What an answer came to."""

    sent: int
    received: int
    seconds: float
    rss: float
    """Megabytes above those at rest, at most."""
    fault: str = ""


def cased(word: str) -> Iterator[str]:
    """Yield *word* with every choice of capitals."""
    for letters in itertools.product(*((each, each.upper()) for each in word)):
        yield "".join(letters)


def mixes() -> dict[str, Callable[[], list[str]]]:
    """Return, by name, what makes the words of a batch."""

    def sampled() -> list[str]:
        adjudicator = Adjudicator()
        return random.Random(1).sample(list(adjudicator.under(RULESET).keys()), MANY)

    return {
        "one word, 10,000 times": lambda: [HEAVY[0]] * MANY,
        "two heavy words in turns": lambda: [HEAVY[0], HEAVY[1]] * (MANY // 2),
        "heavy words, capitals varied": lambda: list(
            itertools.islice(itertools.chain.from_iterable(map(cased, HEAVY)), MANY)
        ),
        "light words, the heavy ones last": lambda: (["zzz"] * (MANY - 600)) + [HEAVY[0]] * 600,
        "10,000 different words": sampled,
    }


def main() -> None:
    """Ask each mix and print what it cost."""
    parser = argparse.ArgumentParser(description="Ask for the heaviest batches and print what they cost.")
    parser.add_argument("detail", nargs="*", default=["full"])
    for detail in parser.parse_args().detail:
        for (name, made), media in itertools.product(mixes().items(), (JSON, NDJSON)):
            body = json.dumps({"words": made(), "detail": detail}).encode()
            print(
                told(
                    f"{name}, {detail}, {media.rpartition('-')[2].rpartition('/')[2]}", _cost(body, media, 1)
                )
            )
        body = json.dumps({"words": [HEAVY[0]] * MANY, "detail": detail}).encode()
        print(told(f"one word, 10,000 times, {detail}, four at once", _cost(body, JSON, 4)))


def told(name: str, cost: Cost) -> str:
    """Return the line of *cost*."""
    return (
        f"{name:<55} {cost.sent:>9,} bytes in, {cost.received:>12,} out, {cost.seconds:>6.2f} s, "
        f"+{cost.rss:>6.0f} MB {cost.fault}"
    )


def _cost(body: bytes, media: str, times: int) -> Cost:
    """Ask *body* as often at once as *times* says, of a server that is fresh, so that none pays for another."""
    with ServerProcess(*SERVICE, "--workers", "1") as server:
        _ask(server, b'{"words": ["trig"]}', media)
        (worker,) = server.workers()
        rest = worker.memory_info().rss
        seen = [rest]

        def look() -> None:
            with suppress(psutil.NoSuchProcess):
                seen.append(worker.memory_info().rss)

        started = time.perf_counter()
        with beside(look, LOOK_EVERY), ThreadPoolExecutor(times) as threads:
            found = list(threads.map(lambda _: _ask(server, body, media), range(times)))
        seconds = time.perf_counter() - started
        return Cost(len(body), sum(size for size, _ in found), seconds, (max(seen) - rest) / 1e6, found[0][1])


def _ask(server: ServerProcess, body: bytes, media: str) -> tuple[int, str]:
    """Return how many bytes were answered, read as they came, and what went wrong."""
    connection, size = HTTPConnection(server.host, server.port, timeout=120), 0
    try:
        connection.request(
            "POST", f"/v1/rulesets/{RULESET}/verdicts", body, {"Content-Type": JSON, "Accept": media}
        )
        response = connection.getresponse()
        while piece := response.read(READ):
            size += len(piece)
        return size, "" if response.status == 200 else str(response.status)
    except (OSError, HTTPException) as error:
        return size, type(error).__name__
    finally:
        connection.close()


if __name__ == "__main__":
    main()
