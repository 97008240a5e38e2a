"""``python -m tests.load.worst``: looks for the request that costs most, of each kind, and prints what it found.

The known attacks come first, then those that hypothesis makes, which goes on from what cost most. All go through the application, as warm
as a server that has run for a while; what an answer keeps for the next one is thrown away between. Processor time is measured. Exits with 1 where any
takes longer than it may. Start at :func:`main`.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

from flask import Flask
from hypothesis import HealthCheck, Phase, given, settings, target
from hypothesis import strategies as st

from adjudicator.resources import LEXICON_NAME, lexicon_path
from adjudicator.rules.challenge import Context
from adjudicator.rules.house import Settings
from adjudicator.runtime.current import EXTENSION, Current, Snapshot
from adjudicator.server.app import create_app
from tests.load.asks import FORM, JSON, NDJSON, Ask, crossword, game, get, joined, known, lists, post
from tests.load.heavy import HEAVY, cased

LIMIT = 2.0
"""Seconds of processor time that no request may take."""
EXAMPLES = 100
RULESETS = ("boggle", "open", "bonus-rings", "word-whiz", "house:club", "house:other")
CLUB = 1_000
"""Entries of the house lists that are asked."""


class Cost(NamedTuple):
    """What a request came to."""

    seconds: float
    status: int
    sent: int
    name: str


class Asked:
    """An application with house lists and a dispute, and a client of it."""

    def __init__(self, app: Flask, named: dict[str, str]) -> None:
        self._current: Current = app.extensions[EXTENSION]
        self._client = app.test_client()
        self._named = named
        page = self._client.get("/play/players").text
        self._key = page.split('name="form_key" value="')[1].split('"')[0]

    def cost(self, ask: Ask, name: str = "") -> Cost:
        """Return what *ask* costs; one that seems to cost too much is asked again, since others use the machine, too."""
        first = self._once(ask, name)
        return min(first, self._once(ask, name)) if first.seconds > LIMIT / 2 else first

    def _once(self, ask: Ask, name: str) -> Cost:
        snapshot: Snapshot = self._current.get()
        snapshot.adjudicator.benches.compared.clear()
        snapshot._verdict.cache_clear()
        body = ask.body
        if ask.content_type == FORM:
            body += b"&" + urlencode({"form_key": self._key}).encode()
        path = ask.path
        for placeholder, value in self._named.items():
            path = path.replace(placeholder, value)
        gc.collect()
        began = time.process_time()
        response = self._client.open(
            path,
            method=ask.method,
            data=body or None,
            content_type=ask.content_type,
            headers={"Accept": ask.accept},
        )
        _ = response.data
        return Cost(time.process_time() - began, response.status_code, len(ask.body), name or str(ask))


@contextmanager
def asked() -> Iterator[Asked]:
    """Make an application over the built lexicon, with a data directory of its own."""
    lexicon = lexicon_path().resolve()
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / LEXICON_NAME).symlink_to(lexicon)
        os.environ["ADJUDICATOR_HOME"] = folder
        os.environ["ADJUDICATOR_LEDGER"] = str(Path(folder) / "ledger.sqlite")
        app = create_app()
        current: Current = app.extensions[EXTENSION]
        current.get().warm()
        yield Asked(app, _written(current))


def _written(current: Current) -> dict[str, str]:
    """Write house lists and a dispute of heavy words; return what stands for them in an address."""
    from adjudicator.ledger.clock import now
    from adjudicator.ledger.validation import entry_from
    from adjudicator.usecases import disputes
    from adjudicator.usecases.writers import Writer

    service = current.get().adjudicator
    at = now()
    for slug, base, overrides in (
        ("club", "boggle", {"length": {"min": 2}}),
        ("other", "open", {"length": {"min": 4}, "spelling": {"region": "american"}}),
    ):
        service.ledger.houses.create(slug, Settings(slug, base, overrides), "Ann", "")
        entries = [
            entry_from(
                {
                    "word": f"zq{chr(97 + number // 26 % 26)}{chr(97 + number % 26)}{'x' * (number // 676)}",
                    "effect": "allow",
                },
                author="Ann",
                at=at,
            )
            for number in range(CLUB)
        ]
        service.ledger.houses.edit(slug, None, {entry.key: entry for entry in entries}, "Ann", "")
    context = Context("Ann", "Ben", False, False, False, {}, ())
    made = disputes.open_dispute(service, HEAVY, "open", by=Writer("Ann"), context=context)
    return {"{dispute}": made.id, "{ruling}": made.verdict}


TILES = st.sampled_from(
    ["a", "ae", "estarined", "abcdefghijklmnopqrstuvwxyz", "?", "a?", "e?st", "ab"]
).flatmap(
    lambda letters: st.tuples(
        st.just(list(letters)), st.lists(st.sampled_from(["st", "ing", "aaaa", "er", "abababab"]), max_size=3)
    )
)


@st.composite
def boards(draw: st.DrawFn) -> dict[str, Any]:
    """Return boards of one to a hundred tiles: squares, all joined, or joined to the next few; of few letters or many."""
    letters, long = draw(TILES)
    count = draw(st.integers(1, 100))
    rings = draw(st.integers(0, 10))
    faces = [(letters + long)[number % len(letters + long)] for number in range(count)]
    faces = [face + "*" * (number % 10 < rings) for number, face in enumerate(faces)]
    reuse = draw(st.sampled_from(["never", "not-twice-in-a-row", "free"]))
    if draw(st.booleans()):
        width = max(1, round(count**0.5))
        faces = faces[: count // width * width]
        return {"rows": [faces[at : at + width] for at in range(0, len(faces), width)], "reuse": reuse}
    if draw(st.booleans()):
        return joined(faces, draw(st.integers(0, min(3, count - 1))), reuse=reuse)
    reach = draw(st.integers(1, 12))
    edges = [[one, other] for one in range(count) for other in range(max(0, one - reach), one)]
    return {"tiles": faces, "edges": edges, "reuse": reuse}


@st.composite
def words(draw: st.DrawFn, most: int = 1000) -> list[str]:
    """Return words of every length made of a few letters again and again, or odd ones, or heavy ones."""
    kind = draw(st.sampled_from(["unit", "heavy", "odd", "folded"]))
    count = draw(st.integers(1, most))
    unit = draw(st.text("abest", min_size=1, max_size=6))
    end = draw(st.text("abz", max_size=2))
    least = draw(st.integers(1, 95))
    if kind == "unit":
        return [(unit * 100)[: least + number % (99 - least)] + end for number in range(count)]
    if kind == "heavy":
        return [
            word
            for heavy in HEAVY
            for word, _ in zip(cased(heavy), range(count // len(HEAVY) + 1), strict=False)
        ][:count]
    odd = draw(st.sampled_from(["'", "-", "é", "ﷺ", "ㄱ", "½", "㌀", "."]))
    return [
        f"{unit[:1]}{odd * (number % 90)}{unit[1:]}{chr(0x3400 + number // 90) if kind == 'folded' else ''}"
        for number in range(count)
    ]


@st.composite
def crosswords(draw: st.DrawFn) -> dict[str, Any]:
    """Return crosswords of lines that come again and again, with wild tiles or not."""
    lines = draw(st.lists(st.text("aetq?..", min_size=1, max_size=12), min_size=1, max_size=4))
    width, height = draw(st.integers(1, 64)), draw(st.integers(1, 64))
    rows = [(lines[down % len(lines)] * 64)[:width] for down in range(height)]
    return crossword(rows, draw(st.integers(1, 100)))


@st.composite
def rounds(draw: st.DrawFn) -> dict[str, Any]:
    """Return rounds of lists, all alike or not, with a board or without."""
    players = draw(st.integers(1, 100))
    listed = draw(words())
    made: dict[str, Any] = {"lists": lists(players, listed)}
    if draw(st.booleans()):
        made["lists"] = {
            name: [word[number % 3 :] for word in listed] for number, name in enumerate(made["lists"])
        }
    if draw(st.booleans()):
        made["board"] = draw(boards())
    return made


PATTERN = st.text("abeqx?*", min_size=1, max_size=100)
QUERY = st.fixed_dictionaries(
    {"limit": st.integers(1, 1000)},
    optional={
        "code": st.sampled_from(
            ["sense-admitted", "not-in-dictionary", "excluded-label", "too-short", "house-allowed"]
        ),
        "region": st.sampled_from(["british", "american", "both"]),
        "length": st.integers(1, 30),
    },
)
RULESET = st.sampled_from(RULESETS)

KINDS: dict[str, st.SearchStrategy[Ask]] = {
    "board": st.builds(lambda board, ruleset: post("/v1/boards/solve", {"board": board, "ruleset": ruleset}), boards(), RULESET),
    "check": st.builds(
        lambda board, asked, ruleset, paths: post("/v1/boards/check", {"board": board, "words": asked, "ruleset": ruleset, "paths": paths}),
        boards(), words(), RULESET, st.sampled_from(["best", "all"]),
    ),
    "round": st.builds(lambda made, ruleset: post("/v1/rounds/score", {**made, "ruleset": ruleset}), rounds(), RULESET),
    "game": st.builds(
        lambda made, times: game([made] * times, players=100),
        st.one_of(rounds(), crosswords().map(lambda grid: {"crossword": grid})), st.integers(1, 100),
    ),
    "crossword": st.builds(lambda grid, ruleset: post("/v1/rounds/score", {"crossword": grid, "ruleset": ruleset}), crosswords(), RULESET),
    "search": st.builds(lambda ruleset, pattern, query: get(f"/v1/rulesets/{ruleset}/words", pattern=pattern, **query), RULESET, PATTERN, QUERY),
    "anagram": st.builds(
        lambda ruleset, rack, query: get(f"/v1/rulesets/{ruleset}/words", anagram=rack, **query), RULESET, st.text("abeqx?", min_size=1, max_size=30), QUERY
    ),
    "diff": st.builds(lambda left, right, limit: get(f"/v1/rulesets/{left}/diff/{right}", limit=limit), RULESET, RULESET, st.integers(1, 1000)),
    "batch": st.builds(
        lambda asked, ruleset, detail, accept: post(f"/v1/rulesets/{ruleset}/verdicts", {"words": asked, "detail": detail}, accept),
        words(10_000), RULESET, st.sampled_from(["full", "reasons", "verdict"]), st.sampled_from([JSON, NDJSON]),
    ),
    "words": st.builds(
        lambda asked, ruleset, page: get("/", word=" ".join(asked), ruleset=ruleset) if page else post(f"/v1/rulesets/{ruleset}/plays", {"words": asked}),
        words(100), RULESET, st.booleans(),
    ),
}  # fmt: skip
MAX_BODY = 8_000_000


def hunt(asks: Asked, kind: str, examples: int) -> Cost:
    """Return the costliest request of a *kind* that is found among so many *examples*, none larger than what is taken."""
    worst = Cost(0, 0, 0, "")

    @settings(
        max_examples=examples, deadline=None, database=None, derandomize=False,
        phases=[Phase.generate, Phase.target], suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(KINDS[kind])
    def look(ask: Ask) -> None:
        nonlocal worst
        if len(ask.body) <= MAX_BODY:
            cost = asks.cost(ask)
            target(cost.seconds)
            worst = max(worst, cost)

    look()
    return worst


def told(kind: str, cost: Cost) -> str:
    """Return the line of a *cost*."""
    return f"{kind:<10} {cost.seconds:6.2f} s  {cost.status}  {cost.sent:>9,} bytes  {cost.name}"


def main(arguments: list[str] | None = None) -> int:
    """Measure and hunt; return 1 where a request takes longer than it may."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.load.worst", description="Look for the costliest requests."
    )
    parser.add_argument(
        "--examples",
        type=int,
        default=EXAMPLES,
        help=f"requests that are tried of each kind (default: {EXAMPLES})",
    )
    parser.add_argument(
        "--all", action="store_true", help="print every known attack, not the worst of a kind alone"
    )
    parser.add_argument("kinds", nargs="*", choices=[[], *KINDS], help="kinds to look at (default: all)")
    chosen = parser.parse_args(arguments)
    slow = False
    with asked() as asks:
        for kind in chosen.kinds or KINDS:
            costs = []
            for name, make in known()[kind].items():
                ask = make()
                assert len(ask.body) <= MAX_BODY, name
                costs.append(asks.cost(ask, name))
                if chosen.all:
                    print(told(kind, costs[-1]), flush=True)
            print(told(kind, max(costs)), "(known)", flush=True)
            if chosen.examples:
                costs.append(hunt(asks, kind, chosen.examples))
                print(told(kind, costs[-1]), "(found)", flush=True)
            slow |= max(costs).seconds > LIMIT
    print("Too slow." if slow else f"None takes {LIMIT:g} s.")
    return int(slow)


if __name__ == "__main__":
    sys.exit(main())
