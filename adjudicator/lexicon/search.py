"""Word search: which of many sorted keys fit a pattern, a prefix, an anagram's letters and a length. Start at :meth:`Keys.find`.

The keys are one text in memory, a line each, and once more by length; a search runs one regular expression over a few
kilobytes at a time. So a scan of 300,000 keys takes milliseconds, which no index would repay. No expression can
backtrack from one segment of a pattern into the one before it, so the work grows no faster than the text.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from operator import ge
from typing import NamedTuple, Self
from unicodedata import combining

from adjudicator.core.spelling import MAX_WORD, key_of, quote
from adjudicator.errors import BadSearch
from adjudicator.rules.persistent import OrderedTexts

_AT_ONCE = 4096
"""Characters scanned at once: so the first page is cheap, other threads get their turn, and a slice in which a needed
letter is missing is passed over."""
_AFTER_Z = "{"
_ANY_RUN = ".*+"
_RARE_FIRST = "qjxzwkvfybhgmpudclotnraise"
_TAKES = {
    "pattern": ("?*", "It takes letters, ? for one letter and * for any run of letters, even none."),
    "prefix": ("", "It takes letters only."),
    "anagram": ("?", "It takes letters, and ? for a blank."),
}


class Criteria(NamedTuple):
    """What a key must fit, all of it; None asks nothing. Texts hold a to z and the wildcards, as :meth:`of` returns them."""

    pattern: str | None = None
    """Letters, ``?`` for one letter, ``*`` for any run of letters, even none. The whole key must fit."""
    prefix: str | None = None
    """The letters that the key begins with."""
    anagram: str | None = None
    """The letters that the key uses up, all of them; ``?`` is a blank."""
    length: int | None = None
    """The number of letters of the key."""

    @classmethod
    def of(
        cls,
        *,
        pattern: str | None = None,
        prefix: str | None = None,
        anagram: str | None = None,
        length: int | str | None = None,
    ) -> Self:
        """Return the criteria that a person wrote: case and accents folded, outer spaces dropped, a length in digits read.

        Raises :class:`BadSearch` for the first part that is empty, longer than :data:`MAX_WORD` or holds anything else.
        """
        return cls(
            None if pattern is None else _fold("pattern", pattern),
            None if prefix is None else _fold("prefix", prefix),
            None if anagram is None else _fold("anagram", anagram),
            None if length is None else _length(length),
        )


class Keys:
    """An immutable, sorted collection of keys that can be searched. Any number of threads may share one."""

    __slots__ = ("_by_length", "_longest", "_number", "_text")

    def __init__(self, keys: Iterable[str] = ()) -> None:
        """Hold *keys*, which come in order. Raises :class:`ValueError` where they do not, or are not of a to z alone."""
        held = list(keys)
        if any(map(ge, held, islice(held, 1, None))):
            raise ValueError("Keys come in order, each of them once.")
        letters = "".join(held)
        if held and not (held[0] and letters.isascii() and letters.isalpha() and letters.islower()):
            raise ValueError("Keys are of the letters a to z, one at least.")
        by_length: dict[int, list[str]] = {}
        for key in held:
            by_length.setdefault(len(key), []).append(key)
        self._number = len(held)
        self._text = _lines(held)
        self._by_length = {length: _lines(alike) for length, alike in by_length.items()}
        self._longest = max(by_length, default=0)

    def __len__(self) -> int:
        return self._number

    @property
    def weight(self) -> int:
        """About how many bytes of memory it takes."""
        return 2 * len(self._text)

    def __iter__(self) -> Iterator[str]:
        return self.find(Criteria())

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and self._text.startswith(f"\n{key}\n", _seek(self._text, key))

    def find(self, criteria: Criteria, after: str = "") -> Iterator[str]:
        """Yield, in order, the keys greater than *after* that fit all of *criteria*; a caller that stops early pays for no more."""
        for fitting in self._batches(criteria, after):
            yield from fitting

    def count(self, criteria: Criteria) -> int:
        """Return how many keys fit all of *criteria*."""
        return sum(len(fitting) for fitting in self._batches(criteria))

    def _batches(self, criteria: Criteria, after: str = "") -> Iterator[list[str]]:
        wanted = _LineQuery.of(criteria)
        if wanted is None or wanted.least > self._longest:
            return
        text = self._text if wanted.length is None else self._by_length.get(wanted.length, "\n")
        start, stop = _seek(text, after + "\0") if after else 0, len(text) - 1
        for beginning in wanted.beginnings:
            start = max(start, _seek(text, beginning))
            stop = min(stop, _seek(text, beginning + _AFTER_Z))
        if start >= stop:
            return
        fits = wanted.fits()
        while start < stop:
            end = text.find("\n", start + _AT_ONCE, stop)
            end = stop if end < 0 else end
            if all(text.find(each, start, end + 1) >= 0 for each in wanted.needed):
                yield text[start + 1 : end].split("\n") if fits is None else fits(text, start, end)
            start = end


def find_among(keys: OrderedTexts, criteria: Criteria, after: str = "") -> Iterator[str]:
    """Yield, in order, those of *keys* greater than *after* that fit all of *criteria*; a caller that stops early pays for no more."""
    wanted = _LineQuery.of(criteria)
    if wanted is None:
        return
    start = max([after + "\0" if after else "", *wanted.beginnings])
    stop = min([beginning + _AFTER_Z for beginning in wanted.beginnings], default=_AFTER_Z)
    fits = wanted.fits(says_length=True)
    for piece in keys.pieces(start):
        some = piece[: bisect_left(piece, stop)]
        text = _lines(some)
        if all(each in text for each in wanted.needed):
            yield from some if fits is None else fits(text)
        if len(some) < len(piece):
            return


class _LineQuery(NamedTuple):
    """Criteria as a text of keys, a line each, is searched for them."""

    length: int | None
    """The only length that fits, if there is one."""
    least: int
    """The least length that fits."""
    beginnings: tuple[str, ...]
    """What every fitting key begins with."""
    needed: frozenset[str]
    """Texts that the line of every fitting key has in it, beside its beginnings."""
    expression: str
    """What matches the lines that fit, given that they have the beginnings, and the length if there is one."""

    @classmethod
    def of(cls, criteria: Criteria) -> _LineQuery | None:
        """Return what fits all of *criteria*, or None where nothing can."""
        shape = _Shape.of(criteria.pattern)
        letters = None if criteria.anagram is None else len(criteria.anagram)
        lengths = {each for each in (criteria.length, letters, shape.length) if each is not None}
        if len(lengths) > 1 or shape.least > min(lengths, default=shape.least):
            return None
        rack = Counter((criteria.anagram or "").replace("?", ""))
        return cls(
            next(iter(lengths), None),
            max(lengths, default=shape.least),
            tuple(filter(None, (criteria.prefix, shape.beginning))),
            frozenset((*shape.required_texts(), *rack)),
            _rack_regex(rack) + shape.regex(),
        )

    def fits(self, *, says_length: bool = False) -> Callable[..., list[str]] | None:
        """Return what finds the keys that fit in a text, None where all do. Where lines are of any length, it *says* the *length*, too."""
        expression = self.expression
        if says_length and self.length is not None:
            expression = f"(?=.{{{self.length}}}$){expression}"
        return re.compile(f"\n({expression})", re.MULTILINE).findall if expression != _ANY_RUN else None


def _lines(keys: Sequence[str]) -> str:
    """Return *keys* as a text in which a newline comes before and after every key."""
    return "\n".join(["", *keys, ""]) if keys else "\n"


def _seek(text: str, key: str) -> int:
    """Return where the newline before the first key of *text* that is not less than *key* is; the last newline if none is."""
    low, high = 0, len(text) - 1
    while low < high:
        middle = text.rfind("\n", low, (low + high) // 2 + 1)
        end = text.find("\n", middle + 1)
        if text[middle + 1 : end] < key:
            low = end
        else:
            high = middle
    return low


class _Shape(NamedTuple):
    """A pattern taken apart: what the key begins with, what comes somewhere after it in this order, what it ends with.

    Of a run of wildcards the ``?`` come first and one ``*`` last, which means the same: only *head* can begin with ``?``.
    """

    head: str
    middles: tuple[str, ...] = ()
    tail: str | None = None
    """None where the pattern has no ``*``: the head is all of it, then."""

    @classmethod
    def of(cls, pattern: str | None) -> _Shape:
        if pattern is None:
            pattern = "*"
        runs = re.sub(r"\?*\*[?*]*", lambda run: "?" * run[0].count("?") + "*", pattern)
        head, *rest = runs.split("*")
        return cls(head, tuple(rest[:-1]), rest[-1] if rest else None)

    @property
    def length(self) -> int | None:
        """The only length that fits, if there is one."""
        return len(self.head) if self.tail is None else None

    @property
    def least(self) -> int:
        """The least length that fits."""
        return len(self.head) + sum(map(len, self.middles)) + len(self.tail or "")

    @property
    def beginning(self) -> str:
        """The letters that every fitting key begins with."""
        return self.head.partition("?")[0]

    def required_texts(self) -> Iterator[str]:
        """Yield texts that the line of every fitting key has in it, beside its beginning."""
        tail = f"{self.tail}\n" if self.tail else ""
        for segment in (self.head.partition("?")[2], *self.middles, tail):
            yield from filter(None, segment.split("?"))

    def regex(self) -> str:
        """Return what matches the lines that fit, given that they have the shape's beginning, and its length if it has one.

        Each segment takes the first place that it can have and keeps it, since no other would leave more to those after it.
        """
        if self.head == self.beginning and not self.middles and not self.tail:
            return _ANY_RUN
        head = _segment_regex(self.head)
        if self.tail is None:
            return head
        end = f".{{{len(self.tail)},}}+(?<={_segment_regex(self.tail)})" if self.tail else _ANY_RUN
        return head + "".join(map(_first, self.middles)) + end


def _segment_regex(segment: str) -> str:
    return re.escape(segment).replace(r"\?", ".")


def _first(segment: str) -> str:
    """Return what matches as far as the end of the first *segment* on the line, with no second try."""
    if segment.rstrip("?") == segment[0]:
        return _up_to(segment[0]) + "." * (len(segment) - 1)
    return f"(?>.*?{_segment_regex(segment)})"


def _up_to(letter: str) -> str:
    return rf"[^\n{re.escape(letter)}]*+{re.escape(letter)}"


def _rack_regex(rack: Counter[str]) -> str:
    """Return what matches before a line that has every letter of *rack* as often as it has.

    Of the keys as long as rack and blanks together, these are the anagrams: the blanks are whatever is left.
    """
    return "".join(f"(?={_up_to(letter) * rack[letter]})" for letter in sorted(rack, key=_RARE_FIRST.find))


def _fold(part: str, text: str) -> str:
    """Return *text* in lower case without accents, its wildcards kept. :class:`BadSearch` says what *part* cannot take."""
    wildcards, hint = _TAKES[part]
    trimmed = text.strip()
    if len(trimmed) > MAX_WORD:
        raise BadSearch(f"The {part} is {len(trimmed):,} characters long; at most {MAX_WORD} are taken.")
    folded = ""
    for char in trimmed:
        letters = char if char in wildcards else key_of(char)
        if not letters and not combining(char):
            raise BadSearch(f"The {part} {quote(trimmed)} has {quote(char)} in it.", hint)
        folded += letters
    if not folded:
        raise BadSearch(f"The {part} is empty.", hint)
    if len(folded) > MAX_WORD:
        raise BadSearch(f"The {part} spells {len(folded)} characters; at most {MAX_WORD} are taken.")
    return folded


def _length(given: int | str) -> int:
    digits = str(given).strip()
    if not re.fullmatch("[0-9]{1,3}", digits) or not 1 <= int(digits) <= MAX_WORD:
        raise BadSearch(
            f"The length {quote(digits)} is not between 1 and {MAX_WORD}.", "It is a number of letters."
        )
    return int(digits)
