"""All legal words of a ruleset as one file, for programs that have no lexicon of their own. Start at :func:`export`.

The same words make the same bytes, whoever asks: the command line and the HTTP interface give the same file.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from adjudicator.core.spelling import MAX_WORD
from adjudicator.errors import BadSearch

if TYPE_CHECKING:
    from adjudicator.judging.bench import Bench

Format = Literal["txt", "csv", "jsonl", "hunspell", "hunspell-aff", "dawg"]
FORMATS: tuple[Format, ...] = get_args(Format)
_LETTERS = "esiarntolcdugmphbyfkvwzxqj"
"""The letters from the commonest on: hunspell tries them in this order where it looks for what was meant."""


class Shape(NamedTuple):
    """What a file of a format is: its media type, the end of its name, and what makes it of the words."""

    media: str
    end: str
    written: Callable[[Sequence[str]], bytes]


def export(bench: Bench, form: Format, *, shortest: int | None = None, longest: int | None = None) -> bytes:
    """Return the legal words of *bench* as a file, in order; only those of *shortest* to *longest* letters, where these are given.

    Raises :class:`BadSearch` for a number of letters that no word can have.
    """
    for name, letters in (("shortest", shortest), ("longest", longest)):
        if letters is not None and not 1 <= letters <= MAX_WORD:
            raise BadSearch(f"No word has {letters} letters.", f"Give {name} a number from 1 to {MAX_WORD}.")
    words = bench.legal_keys()
    if shortest is not None or longest is not None:
        least, most = shortest or 0, longest or max(map(len, words), default=0)
        words = [word for word in words if least <= len(word) <= most]
    return SHAPES[form].written(words)


def _lines(words: Sequence[str]) -> bytes:
    return "".join([f"{word}\n" for word in words]).encode("ascii")


def _csv(words: Sequence[str]) -> bytes:
    return b"word,length\n" + "".join([f"{word},{len(word)}\n" for word in words]).encode("ascii")


def _jsonl(words: Sequence[str]) -> bytes:
    return "".join([f'{{"word": "{word}", "length": {len(word)}}}\n' for word in words]).encode("ascii")


def _dic(words: Sequence[str]) -> bytes:
    return b"%d\n%b" % (len(words), _lines(words))


def _aff(_: Sequence[str]) -> bytes:
    """Return what hunspell has to know of the words beside: they have no affixes, and two with a hyphen between them are none."""
    return f"SET UTF-8\nTRY {_LETTERS}\nBREAK 0\n".encode("ascii")


def _dawg(words: Sequence[str]) -> bytes:
    """Return the graph of the words in the format of dawgdic, which libraries of several languages read."""
    from dawg import DAWG

    return bytes(DAWG(words, input_is_sorted=True).tobytes())


SHAPES: dict[Format, Shape] = {
    "txt": Shape("text/plain; charset=utf-8", ".txt", _lines),
    "csv": Shape("text/csv; charset=utf-8", ".csv", _csv),
    "jsonl": Shape("application/x-ndjson", ".jsonl", _jsonl),
    "hunspell": Shape("text/plain; charset=utf-8", ".dic", _dic),
    "hunspell-aff": Shape("text/plain; charset=utf-8", ".aff", _aff),
    "dawg": Shape("application/x-dawg", ".dawg", _dawg),
}
"""Format → what its file is."""
