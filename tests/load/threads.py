"""``python -m tests.load.threads``: threads ask one service at the same time, and every answer is compared with the one it gives alone.

What threads get wrong raises nothing as a rule: a row of another thread's word is an answer like any other. So answers are compared. All
are worked out beforehand by one thread, of every kind: verdicts in every detail, batches, plays, entries, accounts, searches, pages. Then
threads ask for them in any order, of the library and of a running server. Start at :func:`main`.
"""

from __future__ import annotations

import argparse
import platform
import random
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from operator import methodcaller
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

import orjson

from adjudicator.api.operations import NDJSON
from adjudicator.core.model import Region
from adjudicator.ingest.lists import add_list
from adjudicator.judging.bench import Bench
from adjudicator.judging.service import Adjudicator
from adjudicator.judging.shapes import Detail
from adjudicator.lexicon.search import Criteria
from adjudicator.resources import LEXICON_NAME, lexicon_path
from adjudicator.server.app import create_app
from adjudicator.server.run import SWITCH_SECONDS
from tests.load.server import SERVICE, ServerProcess
from tests.load.variants import home_at
from tests.load.wire import Wire, request

THREADS = 4
WORDS, FEW = 3_000, 40
"""Words that are asked for one by one, and words to a batch."""
SELDOM = 1_000
"""Words to a search by region, which reads a tenth of the lexicon."""
ROUND = 10.0
"""Seconds after which threads share a new service: what is made when first asked for is then made by all of them at once."""
SHOWN = 5
"""Wrong answers that are shown."""
MINE = "mine"
RULESETS = ("boggle", "open", MINE)
"""The last one has a list of its own, whose file threads share, too."""
ODD = ("they'll", "co-op", "CAFÉ", "o'clock", "U.S.", "e-mail", "Zee", "quo", "scuba's")


@dataclass(slots=True)
class Tally:
    """How many answers were compared, and which were wrong."""

    compared: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    shown: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Add what another thread has compared."""
        self.compared += other.compared
        self.wrong += other.wrong
        self.shown += other.shown[: SHOWN - len(self.shown)]


class Question(NamedTuple):
    """What is asked, and the answer of a service that does nothing else."""

    kind: str
    asked: Any
    expected: object


DETAILS: tuple[Detail, ...] = ("full", "reasons", "verdict")
Ask = Callable[[Any], object]


BUILT = lexicon_path().resolve()


@contextmanager
def a_home(lexicon: Path = BUILT) -> Iterator[Path]:
    """Enter with a data directory that has a *lexicon*, by default the built one, and a ruleset with a list of its own."""
    with tempfile.TemporaryDirectory() as folder, home_at(Path(folder)) as home:
        (home / LEXICON_NAME).symlink_to(lexicon)
        (home / "club.txt").write_text("\n".join(["blorp", "trig", *_some(Adjudicator(), 2_000, 3)]))
        add_list("club", home / "club.txt")
        (home / "rulesets").mkdir()
        (home / "rulesets" / f"{MINE}.toml").write_text(
            f'id = "{MINE}"\nextends = "boggle"\n[dictionary]\nsources = ["club", "wordnet", "scowl"]\n'
        )
        yield home


def _some(adjudicator: Adjudicator, number: int, seed: int) -> list[str]:
    keys = list(adjudicator.under("boggle").keys())
    adjudicator.close()
    return random.Random(seed).sample(keys, number)


def words_of(adjudicator: Adjudicator, number: int) -> list[str]:
    """Return *number* words to ask for: keys of the lexicon, some that it lacks, and some that are not plain."""
    keys = random.Random(7).sample(list(adjudicator.under("boggle").keys()), number)
    return [*keys, *(key[::-1] + "q" for key in keys[::20]), *ODD]


def library_questions(number: int = WORDS) -> list[Question]:
    """Return what is asked of the library, with the answers that one thread gets."""
    service = Adjudicator()
    words = words_of(service, number)
    calls: list[tuple[str, Callable[[Adjudicator], object]]] = []
    for at, word in enumerate(words):
        ruleset = RULESETS[at % len(RULESETS)]
        calls.append(("full", partial(_asked, ruleset, methodcaller("verdict_data", word))))
        if at % 4 == 0:
            calls.append(
                ("reasons", partial(_asked, ruleset, methodcaller("verdict_data", word, detail="reasons")))
            )
            calls.append(("legal", partial(_asked, ruleset, methodcaller("legal", word))))
            calls.append(("code", partial(_asked, ruleset, methodcaller("decisive", word))))
            calls.append(("account", methodcaller("word", word)))
            calls.append(("entries", methodcaller("entries", word)))
        if at % FEW == 0:
            batch = words[at : at + FEW]
            for detail in DETAILS:
                calls.append(
                    (
                        f"batch, {detail}",
                        partial(_asked, ruleset, methodcaller("answers", batch, detail=detail)),
                    )
                )
            play = [each for each in batch if on_a_tile(each)][:4]
            calls.append(("play", partial(_asked, ruleset, methodcaller("acceptable", play))))
            calls.append(("search", partial(_found, "boggle", Criteria(prefix=word[:2].lower()), None)))
        if at % SELDOM == 0:
            calls.append(("region", partial(_found, "open", Criteria(prefix=word[0].lower()), "british")))
    found = [Question(kind, ask, ask(service)) for kind, ask in calls]
    service.close()
    return found


def _asked(ruleset: str, ask: Callable[[Bench], object], service: Adjudicator) -> object:
    return ask(service.under(ruleset))


def _found(ruleset: str, criteria: Criteria, region: Region | None, service: Adjudicator) -> list[str]:
    return list(islice(service.under(ruleset).search(criteria, region=region), 100))


def on_a_tile(word: str) -> bool:
    """Return whether *word* is of letters alone."""
    return word.isascii() and word.isalpha()


def http_questions(number: int = WORDS) -> list[Question]:
    """Return what is asked over HTTP, with the answers of an application that one thread asks."""
    client = create_app().test_client()
    words = words_of(Adjudicator(), number)
    sent: list[tuple[str, str, bytes | None, dict[str, str]]] = []
    for at, word in enumerate(words):
        spelled, ruleset = quote(word), RULESETS[at % len(RULESETS)]
        under = f"/v1/rulesets/{ruleset}"
        sent.append(("full", f"{under}/words/{spelled}", None, {}))
        if at % 4 == 0:
            sent.append(("reasons", f"{under}/words/{spelled}?detail=reasons", None, {}))
            sent.append(("verdict", f"{under}/words/{spelled}?detail=verdict", None, {}))
            sent.append(("account", f"/v1/words/{spelled}", None, {}))
            sent.append(("entries", f"/api/v2/entries/en/{spelled}", None, {}))
            sent.append(("page", f"/?word={spelled}&ruleset={ruleset}", None, {}))
        if at % FEW == 0:
            for detail in DETAILS:
                body = orjson.dumps({"words": words[at : at + FEW], "detail": detail})
                sent.append((f"batch, {detail}", f"{under}/verdicts", body, {}))
                sent.append((f"lines, {detail}", f"{under}/verdicts", body, {"Accept": NDJSON}))
            play = [key for key in words[at : at + FEW] if on_a_tile(key)][:4]
            sent.append(("play", f"{under}/plays", orjson.dumps({"words": play}), {}))
            if on_a_tile(word):
                sent.append(("search", f"{under}/words?prefix={word[:2].lower()}&limit=200", None, {}))
    found: list[Question] = []
    for kind, path, given, fields in sent:
        media = {"Content-Type": "application/json"} if given else {}
        answer = client.open(path, method="POST" if given else "GET", data=given, headers={**fields, **media})
        found.append(Question(kind, request(path, given, **fields), (answer.status_code, answer.data)))
    return found


def of_library(questions: Sequence[Question], seconds: float, threads: int = THREADS) -> Tally:
    """Ask the library for *seconds*: every few of them a new service that all threads share."""
    tally = Tally()
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        service = Adjudicator()
        tally.add(compared(questions, [_asked_of(service)] * threads, min(left, ROUND)))
        service.close()
    return tally


def _asked_of(service: Adjudicator) -> Ask:
    def ask(call: Callable[[Adjudicator], object]) -> object:
        return call(service)

    return ask


def over_http(questions: Sequence[Question], seconds: float, connections: int = 2 * THREADS) -> Tally:
    """Ask a server of one worker for *seconds* by *connections* at once."""
    with ServerProcess(*SERVICE, "--workers", "1") as server:
        wires = [Wire(server.host, server.port) for _ in range(connections)]
        try:
            wires[0].ask(request("/readyz"))  # answered when the worker has made everything ready
            address = server.address.encode()
            return compared(questions, [_asked_by(wire, address) for wire in wires], seconds)
        finally:
            for wire in wires:
                wire.close()


def _asked_by(wire: Wire, address: bytes) -> Ask:
    def ask(sent: bytes) -> object:
        answer = wire.ask(sent)
        # pages name their own address
        return answer.status, answer.body.replace(address, b"http://localhost")

    return ask


def compared(questions: Sequence[Question], askers: Sequence[Ask], seconds: float) -> Tally:
    """Let each of *askers* ask in a thread of its own, in an order of its own, for *seconds*; return what came of it."""
    tallies = [Tally() for _ in askers]
    ready = threading.Barrier(len(askers))

    def work(number: int) -> None:
        tally, ask, chance = tallies[number], askers[number], random.Random(number)
        ready.wait()
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            kind, asked, expected = chance.choice(questions)
            try:
                answer = ask(asked)
            except Exception as error:
                answer = error
            tally.compared[kind] += 1
            if answer != expected:
                tally.wrong[kind] += 1
                tally.shown.append(f"{kind}: {str(answer)[:200]} and not {str(expected)[:200]}")

    working = [threading.Thread(target=work, args=(number,)) for number in range(len(askers))]
    for each in working:
        each.start()
    for each in working:
        each.join()
    whole = Tally()
    for tally in tallies:
        whole.add(tally)
    return whole


def report(way: str, tally: Tally) -> Iterator[str]:
    """Yield what came of the comparison, a line each."""
    kinds = ", ".join(f"{kind} {number:,}" for kind, number in sorted(tally.compared.items()))
    yield f"{way}: {tally.compared.total():,} answers compared, {tally.wrong.total():,} wrong ({kinds})"
    for kind, number in tally.wrong.items():
        yield f"  wrong: {kind} {number:,} of {tally.compared[kind]:,}"
    for line in tally.shown:
        yield f"  {line}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Ask the library, then a server; print how many answers were compared. Returns 1 if any was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.load.threads", description=__doc__)
    parser.add_argument("--seconds", type=float, default=120.0, help="for how long to ask each of the two")
    parser.add_argument("--threads", type=int, default=THREADS, help="threads that share the library")
    given = parser.parse_args(arguments)
    sys.setswitchinterval(SWITCH_SECONDS)
    print(
        f"Python {platform.python_version()}, {given.threads} threads, {given.seconds:g} s each", flush=True
    )
    wrong = 0
    with a_home():
        ways: dict[str, Callable[[], Tally]] = {
            "library": lambda: of_library(library_questions(), given.seconds, given.threads),
            "HTTP": lambda: over_http(http_questions(), given.seconds),
        }
        for way, ask in ways.items():
            tally = ask()
            wrong += tally.wrong.total()
            for line in report(way, tally):
                print(line, flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
