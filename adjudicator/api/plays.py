"""Sealed plays: one answer for a whole play, and neither the answer nor its time tells which word was not legal.

Every word is judged whatever the others are. What is left of the difference, a few microseconds, is covered by a tick: the answer may leave
when the clock comes to a time that depends on nothing but when the request was begun, how many words there are, and of which kind. The
server keeps it until then, and no thread waits for it. Start at :func:`acceptable`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import chain
from time import perf_counter
from typing import NotRequired, TypedDict
from wsgiref.types import WSGIEnvironment

import orjson

from adjudicator.api.operations import JSON
from adjudicator.errors import BadWord
from adjudicator.judging.batch import is_plain
from adjudicator.judging.bench import Bench

TICK = 0.001
"""Seconds from one tick to the next. An answer leaves on a tick."""
HUNDRED = 0.0001
"""Seconds that a hundred plain words have. Several times what they take."""
ODD = 0.0004
"""Seconds that each word has that is not plain, since it takes a whole proof."""
LEAVES = "adjudicator.leaves"
"""Where the number of the tick on which the answer may leave is put, in the environment of its request."""
MOST_WORDS, MOST_ODD = 10_000, 1_000
"""Words of all plays of a request, and those of them that are not plain. Plays beyond that are not judged."""
TOO_MUCH = (
    f"The plays up to this one have more than {MOST_WORDS:,} words, or more than {MOST_ODD:,} with other characters than a to z. "
    "Ask for this play in another request."
)


class Judgement(TypedDict):
    """The sealed judgement of one play of many: one answer for all of its words, and no hint which."""

    acceptable: bool | None
    """Null where the play could not be judged."""
    error: NotRequired[str]
    """Why not."""


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


def acceptable(bench: Bench, words: Sequence[str], environ: WSGIEnvironment) -> bool:
    """Return whether every one of *words* is legal, and leave in *environ* when that may be told. Raises :class:`BadWord`."""
    began = perf_counter()
    found = bench.acceptable(words)
    environ[LEAVES] = _tick_after(began, words)
    return found


def judgements(bench: Bench, plays: Sequence[Sequence[str]], environ: WSGIEnvironment) -> list[Judgement]:
    """Return the judgement of each of *plays*, sealed as that of one is, and leave in *environ* when they may be told.

    A play with a word that cannot be spelled has an ``error``. So has each play from the first on with which there are more words than
    :data:`MOST_WORDS`, or more odd ones than :data:`MOST_ODD`: that depends on how they are spelled alone.
    """
    began = perf_counter()
    number = _affordable(plays)
    found = [_judged(bench, words) for words in plays[:number]]
    environ[LEAVES] = _tick_after(began, chain.from_iterable(plays[:number]))
    refused: Judgement = {"acceptable": None, "error": TOO_MUCH}
    return found + [refused] * (len(plays) - number)


def _judged(bench: Bench, words: Sequence[str]) -> Judgement:
    try:
        return {"acceptable": bench.acceptable(words)}
    except BadWord as error:
        return {"acceptable": None, "error": str(error)}


def _affordable(plays: Sequence[Sequence[str]]) -> int:
    """Return how many plays from the first on are judged."""
    words = odd = 0
    for number, play in enumerate(plays):
        words += len(play)
        odd += _odd(play)
        if words > MOST_WORDS or odd > MOST_ODD:
            return number
    return len(plays)


def _odd(words: Iterable[str]) -> int:
    return sum(not is_plain(word) for word in words)


def _tick_after(began: float, words: Iterable[str]) -> int:
    """Return the number of the tick on which the answer on *words* leaves, now that they have been judged: the first that comes after the time
    that such words have, and only where judging took longer the first one from now on.
    """
    words = list(words)
    due = began + HUNDRED * math.ceil(len(words) / 100) + ODD * _odd(words)
    return math.ceil(max(due, perf_counter()) / TICK)
