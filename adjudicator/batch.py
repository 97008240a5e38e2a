"""Many words at once: the verdicts on a list as JSON objects, joined as the caller needs them (an array, or a line each).

Start at :func:`answers`. Plain words (letters a to z in either case) go the fast way of :mod:`adjudicator.compiled` wherever the
detail allows; any other is judged as a word by itself. A word that is none gets an object with ``error`` in its place, so that
answers stay in step with the words. Near misses are left out: they belong to a person's question, not to a list.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple

import orjson

from adjudicator.compiled import CompiledRuleset
from adjudicator.errors import BadWord
from adjudicator.housed import CompiledHouse
from adjudicator.spelling import MAX_WORD

Detail = Literal["full", "reasons", "verdict"]
AT_ONCE: dict[Detail, int] = {"full": 250, "reasons": 2_000, "verdict": 2_000}
"""Words whose answers are objects at the same time: as text they take a tenth of that, and reasons are read faster together."""
UNEXPLAINED = "not-legal"
"""Counted for a word that is not legal where ``detail=verdict`` did not ask why."""
NO_WORD = "bad-word"
"""Counted for a word that is none."""
Compiled = CompiledRuleset | CompiledHouse


class Answers(NamedTuple):
    """JSON objects joined by what the caller gave, and how many words came to each code."""

    text: bytes
    codes: Counter[str]


One = Callable[[str], dict[str, Any]]
"""Judges a word by itself and returns the answer as plain data; raises :class:`BadWord`."""


def answers(
    compiled: Compiled,
    one: One,
    words: Sequence[str],
    detail: Detail,
    between: bytes = b",",
) -> Answers:
    """Return the verdicts on *words* in their order, one JSON object each."""
    if detail == "verdict" and _are_plain(words):
        return _legality(compiled, words, between)
    texts: list[bytes] = []
    codes: Counter[str] = Counter()
    step = AT_ONCE[detail]
    for start in range(0, len(words), step):
        part = words[start : start + step]
        if detail == "full":
            objects = [_judged(one, word) for word in part]
        elif detail == "reasons" and _are_plain(part):
            objects = _reasons(compiled, one, part)
        else:
            objects = _mixed(compiled, one, part, detail)
        codes.update(map(code_of, objects))
        texts.append(
            orjson.dumps(objects)[1:-1] if between == b"," else between.join(map(orjson.dumps, objects))
        )
    return Answers(between.join(texts), codes)


def _are_plain(words: Sequence[str]) -> bool:
    letters = "".join(words)
    plain = letters.isascii() and letters.isalpha() and "" not in words
    return plain and max(map(len, words)) <= MAX_WORD


def is_plain(word: str) -> bool:
    """Return whether *word* is letters a to z alone, in either case, and no longer than a word may be."""
    return word.isascii() and word.isalpha() and len(word) <= MAX_WORD


def _legality(compiled: Compiled, words: Sequence[str], between: bytes) -> Answers:
    found = list(map(compiled.legal, "\n".join(words).lower().split("\n")))
    ends = ['","legal":false}', '","legal":true}']
    pieces = [word + ends[each] for word, each in zip(words, found, strict=True)]
    start = '{"word":"'
    text = start + (between.decode() + start).join(pieces)
    legal = sum(found)
    return Answers(text.encode(), +Counter({"sense-admitted": legal, UNEXPLAINED: len(found) - legal}))


def _reasons(compiled: Compiled, one: One, words: Sequence[str]) -> list[dict[str, Any]]:
    found = compiled.reasons(words)
    return [each if each is not None else _judged(one, word) for word, each in zip(words, found, strict=True)]


def _mixed(compiled: Compiled, one: One, words: Sequence[str], detail: Detail) -> list[dict[str, Any]]:
    """Return the answers where some words are not plain: those are judged one by one, and put back in their places."""
    usual = [word for word in words if is_plain(word)]
    if detail == "verdict":
        known = iter([{"word": word, "legal": compiled.legal(word.lower())} for word in usual])
    else:
        known = iter(_reasons(compiled, one, usual))
    return [next(known) if is_plain(word) else _judged(one, word) for word in words]


def _judged(one: One, word: str) -> dict[str, Any]:
    try:
        return one(word)
    except BadWord as error:
        return {"word": word[:MAX_WORD], "error": str(error)}


def code_of(answer: dict[str, Any]) -> str:
    """Return the code that an answer is counted under."""
    code: str | None = answer.get("code")
    if code is None:
        return NO_WORD if "error" in answer else "sense-admitted" if answer["legal"] else UNEXPLAINED
    return code
