"""Sealed plays: one answer for a whole play, and neither the answer nor its time tells which word was not legal.

Every word is judged whatever the others are. What is left of the difference, a microsecond or two, is covered by waiting until a tick
that depends on nothing but how many words there are, and of which kind. The wait is so short that sleeping through it would take longer:
it keeps its thread busy, and costs others less than an answer does. Start at :func:`acceptable`.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

import orjson

from adjudicator.api.operations import JSON
from adjudicator.judging.batch import is_plain
from adjudicator.judging.bench import Bench

TICK = 0.0001
"""Seconds. Several times what a hundred plain words take."""
ODD = 4
"""Ticks for each word that is not plain, since it takes a whole proof."""


def judgement(named: str, acceptable: bool, bench: Bench) -> bytes:
    """Return the judgement of a play under the ruleset that was *named* so, as it is sent."""
    return orjson.dumps({**bench.judged_by(named), "acceptable": acceptable})


def fields_of(bench: Bench) -> list[tuple[str, str]]:
    """Return the header fields of a judgement: who judged, and that nobody keeps it."""
    return [
        ("Content-Type", JSON),
        ("Adjudicator-Lexicon", bench.lexicon_digest),
        ("Adjudicator-Ruleset", bench.ruleset_digest),
        ("Cache-Control", "no-store"),
    ]


def acceptable(bench: Bench, words: Sequence[str]) -> bool:
    """Return whether every one of *words* is legal, on a tick. Raises :class:`BadWord`."""
    began = perf_counter()
    odd = len(words) - sum(map(is_plain, words))
    found = bench.acceptable(words)
    due = began + TICK * max(1 + ODD * odd, (perf_counter() - began) // TICK + 1)
    while perf_counter() < due:
        pass
    return found
