"""Many words at once: the verdicts on a list as JSON objects, joined as the caller needs them (an array, or a line each).

Start at :func:`pieces`; one word by itself is asked for by :func:`short`. Plain words (letters a to z in either case) go the fast way of :mod:`adjudicator.judging.compiled` wherever the
detail allows; any other is judged as a word by itself. A word that is none gets an object with ``error`` in its place, so that
answers stay in step with the words. Near misses are left out: they belong to a person's question, not to a list.

The cost of a list is bounded, whatever its words: each different one is judged once, few answers are objects at the same
time, and once the answers are as long as they may be, the words that are left are not judged. Nor are those whose budget is spent: a
word that is not plain takes a whole proof, whatever the detail.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING, NamedTuple

import orjson

from adjudicator.core.spelling import MAX_WORD
from adjudicator.errors import BadWord, TooHard
from adjudicator.judging.shapes import AnyAnswer, AnyVerdict, Detail, Legality, WordFault

if TYPE_CHECKING:
    from adjudicator.judging.compiled_house import FastPath

AT_ONCE: dict[Detail, int] = {"full": 2_000, "reasons": 2_000, "verdict": 10_000}
"""Words to a piece: reasons are read faster together, and as objects they take ten times what they take as text."""
PIECE = 1 << 18
"""Bytes at which a piece is handed on although it has fewer words."""
UNEXPLAINED = "not-legal"
"""Counted for a word that is not legal where ``detail=verdict`` did not ask why."""
NO_WORD = "bad-word"
"""Counted for a word that is none."""
UNANSWERED = "answer-full"
"""Counted for a word that was not judged, since the answer was as long as it may be, or took as much work."""
TOO_MUCH = "These words take more work than one request may. Ask for this word in another request."
FULL = "The answer is as long as it may be. Ask for this word in another request."
_START, _ENDS = '{"word":"', ('","legal":false}', '","legal":true}')
_CODES = (UNEXPLAINED, "sense-admitted")
"""What ``detail=verdict`` writes around a plain word and counts it under, by whether it is legal."""


class Answers(NamedTuple):
    """JSON objects joined by what the caller gave, and how many words came to each code."""

    text: bytes
    codes: Counter[str]


class WordAnswer(NamedTuple):
    """The JSON object of one word, and the code that it is counted under."""

    text: bytes
    code: str


class _Again:
    """The repeated words of a list, and their answers, each kept until the word's last occurrence."""

    def __init__(self, words: Sequence[str]) -> None:
        self._words = words
        self.answers: dict[str, WordAnswer] = {}

    @cached_property
    def left(self) -> Counter[str]:
        """How often each word is still to be answered. Counted when first needed: to count a word takes as long as to look it up."""
        return Counter(self._words)


One = Callable[[str], AnyVerdict]
"""Judges a word by itself and returns the answer as plain data; raises :class:`BadWord`, and :class:`TooHard` if no purse pays for it."""
OneOfMany = Callable[[str], AnyAnswer]


def short(compiled: FastPath, word: str, detail: Detail) -> WordAnswer | None:
    """Return the verdict on one *word*, as :func:`answers` writes it, without what many words need; None where it takes a whole proof."""
    if detail == "full" or not is_plain(word):
        return None
    if detail == "verdict":
        legal = compiled.legal(word.lower())
        return WordAnswer((_START + word + _ENDS[legal]).encode(), _CODES[legal])
    (known,) = compiled.reasons([word])
    return None if known is None else encode(known)


def encode(answer: AnyAnswer) -> WordAnswer:
    """Return an answer as it is sent."""
    return WordAnswer(orjson.dumps(answer), code_of(answer))


def answers(
    compiled: FastPath,
    one: One,
    words: Sequence[str],
    detail: Detail,
    between: bytes = b",",
) -> Answers:
    """Return the verdicts on *words* in their order, one JSON object each."""
    found = list(pieces(compiled, one, words, detail, between))
    if len(found) == 1:
        return found[0]
    codes: Counter[str] = Counter()
    for each in found:
        codes.update(each.codes)
    return Answers(between.join(each.text for each in found), codes)


def pieces(
    compiled: FastPath,
    one: One,
    words: Sequence[str],
    detail: Detail,
    between: bytes = b",",
    *,
    step: int | None = None,
    most: int | None = None,
) -> Iterator[Answers]:
    """Yield the verdicts on *words* in their order, one JSON object each, *step* words (by default :data:`AT_ONCE`) or some
    :data:`PIECE` bytes at a time.

    *between* belongs between two pieces, too. Once all have come to *most* bytes, each word that is left gets an object with ``error``,
    which says to ask for it again.
    """
    again = _Again(words)
    judged: OneOfMany = partial(_answer, one)
    if detail != "full":
        judged = cache(judged)  # few go this way, and little is said of them
    step = step or AT_ONCE[detail]
    said = done = 0
    for start in range(0, len(words), step):
        part = words[start : start + step]
        whole = _together(compiled, judged, part, detail, between)
        if whole is not None and (most is None or said + len(whole.text) <= most):
            said += len(whole.text) + len(between)
            done += len(part)
            yield whole
            continue
        for some in _pieces_of(_one_by_one(compiled, judged, part, detail, again)):
            room = len(some) if most is None else _fitting(some, most - said, len(between))
            if room:
                piece = _join(some[:room], between)
                said += len(piece.text) + len(between)
                done += room
                yield piece
            if room < len(some):
                yield from _refusals(words[done:], between, step)
                return


def _together(
    compiled: FastPath, one: OneOfMany, words: Sequence[str], detail: Detail, between: bytes
) -> Answers | None:
    """Return the verdicts on *words* where they are written faster together than one by one, and none costs much; None elsewhere."""
    if detail == "full":
        return None
    if detail == "verdict" and _are_plain(words):
        return _legality(compiled, words, between)
    objects = _objects(compiled, one, words, detail)
    text = orjson.dumps(objects)[1:-1] if between == b"," else between.join(map(orjson.dumps, objects))
    return Answers(text, Counter(map(code_of, objects)))


def _one_by_one(
    compiled: FastPath, one: OneOfMany, words: Sequence[str], detail: Detail, again: _Again
) -> Iterator[WordAnswer]:
    """Yield the answer to each of *words*."""
    new = [word for word in dict.fromkeys(words) if word not in again.answers]
    objects = map(one, new) if detail == "full" else iter(_objects(compiled, one, new, detail))
    for word in words:
        answer = again.answers.pop(word, None)
        if answer is None:
            answer = encode(next(objects))
        again.left[word] -= 1
        if again.left[word]:
            again.answers[word] = answer
        yield answer


def _pieces_of(answers: Iterable[WordAnswer]) -> Iterator[list[WordAnswer]]:
    """Yield *answers* in lists of some :data:`PIECE` bytes."""
    some: list[WordAnswer] = []
    size = 0
    for each in answers:
        some.append(each)
        size += len(each.text)
        if size >= PIECE:
            yield some
            some, size = [], 0
    if some:
        yield some


def _fitting(some: Sequence[WordAnswer], room: int, between: int) -> int:
    """Return how many of the first of *some* go into *room* bytes."""
    for number, each in enumerate(some):
        if len(each.text) > room:
            return number
        room -= len(each.text) + between
    return len(some)


def _join(some: Sequence[WordAnswer], between: bytes) -> Answers:
    return Answers(between.join(each.text for each in some), Counter(each.code for each in some))


def _refusals(words: Sequence[str], between: bytes, step: int) -> Iterator[Answers]:
    """Yield the errors that stand in for verdicts on *words* that are no longer judged."""
    for start in range(0, len(words), step):
        part = words[start : start + step]
        text = between.join(orjson.dumps(_fault(word, FULL)) for word in part)
        yield Answers(text, Counter({UNANSWERED: len(part)}))


def _are_plain(words: Sequence[str]) -> bool:
    letters = "".join(words)
    plain = letters.isascii() and letters.isalpha() and "" not in words
    return plain and max(map(len, words)) <= MAX_WORD


def is_plain(word: str) -> bool:
    """Return whether *word* is letters a to z alone, in either case, and no longer than a word may be."""
    return word.isascii() and word.isalpha() and len(word) <= MAX_WORD


def _legality(compiled: FastPath, words: Sequence[str], between: bytes) -> Answers:
    found = list(map(compiled.legal, "\n".join(words).lower().split("\n")))
    pieces = [word + _ENDS[each] for word, each in zip(words, found, strict=True)]
    text = _START + (between.decode() + _START).join(pieces)
    legal = sum(found)
    return Answers(text.encode(), +Counter({_CODES[True]: legal, _CODES[False]: len(found) - legal}))


def _reasons(compiled: FastPath, one: OneOfMany, words: Sequence[str]) -> list[AnyAnswer]:
    found = compiled.reasons(words)
    return [each if each is not None else one(word) for word, each in zip(words, found, strict=True)]


def _objects(compiled: FastPath, one: OneOfMany, words: Sequence[str], detail: Detail) -> list[AnyAnswer]:
    """Return the answers as objects, with less detail than ``full``. Words that are not plain are judged by themselves, and put back in
    their places.
    """
    if detail == "reasons" and words and _are_plain(words):
        return _reasons(compiled, one, words)
    usual = [word for word in words if is_plain(word)]
    if detail == "verdict":
        legal: list[Legality] = [{"word": word, "legal": compiled.legal(word.lower())} for word in usual]
        known: Iterator[AnyAnswer] = iter(legal)
    else:
        known = iter(_reasons(compiled, one, usual))
    return [next(known) if is_plain(word) else one(word) for word in words]


def _answer(one: One, word: str) -> AnyAnswer:
    try:
        return one(word)
    except BadWord as error:
        return _fault(word, str(error))
    except TooHard:
        return _fault(word, TOO_MUCH)


def _fault(word: str, said: str) -> WordFault:
    return {"word": word[:MAX_WORD], "error": said}


def code_of(answer: AnyAnswer) -> str:
    """Return the code that an answer is counted under."""
    if "code" in answer:
        return answer["code"]
    if "error" in answer:
        return UNANSWERED if answer["error"] == TOO_MUCH else NO_WORD
    return "sense-admitted" if answer["legal"] else UNEXPLAINED
