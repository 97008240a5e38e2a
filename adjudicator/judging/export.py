"""All legal words of a ruleset as one file, for programs that have no lexicon of their own. Start at :func:`export`.

The same words make the same bytes, whoever asks: the command line and the HTTP interface give the same file. It is made a piece at a time, so
that nobody holds all of it; only a graph is made whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from adjudicator.core.spelling import MAX_WORD
from adjudicator.errors import BadSearch

if TYPE_CHECKING:
    from adjudicator.judging.bench import Bench

Format = Literal["txt", "csv", "jsonl", "hunspell", "hunspell-aff", "dawg"]
FORMATS: tuple[Format, ...] = get_args(Format)
STEP = 4_096
"""Words of a piece: some tens of kilobytes, made in some milliseconds."""
_LETTERS = "esiarntolcdugmphbyfkvwzxqj"
"""The letters from the commonest on: hunspell tries them in this order where it looks for what was meant."""


class Words:
    """The legal words of *bench* that have *least* to *most* letters, in order. They are looked for anew each time, and none is kept."""

    def __init__(self, bench: Bench, least: int | None, most: int | None) -> None:
        self._bench = bench
        self._least, self._most = least, most

    def __iter__(self) -> Iterator[str]:
        words = self._bench.each_legal_key()
        if self._least is None and self._most is None:
            return words
        least, most = self._least or 0, self._most or MAX_WORD
        return (word for word in words if least <= len(word) <= most)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def pieces(self, line: Callable[[str], str]) -> Iterator[bytes]:
        """Yield each word as the *line* that it is in a file, many in a piece."""
        words = iter(self)
        while some := [line(word) for word in islice(words, STEP)]:
            yield "".join(some).encode("ascii")


class Shape(NamedTuple):
    """What a file of a format is: its media type, the end of its name, and what makes it of the words, piece by piece."""

    media: str
    end: str
    written: Callable[[Words], Iterator[bytes]]


def export(
    bench: Bench, form: Format, *, shortest: int | None = None, longest: int | None = None
) -> Iterator[bytes]:
    """Return the legal words of *bench* as the pieces of a file, in order; only those of *shortest* to *longest* letters, where these are given.

    Raises :class:`BadSearch` for a number of letters that no word can have.
    """
    for name, letters in (("shortest", shortest), ("longest", longest)):
        if letters is not None and not 1 <= letters <= MAX_WORD:
            raise BadSearch(f"No word has {letters} letters.", f"Give {name} a number from 1 to {MAX_WORD}.")
    return SHAPES[form].written(Words(bench, shortest, longest))


def _lines(words: Words) -> Iterator[bytes]:
    return words.pieces(lambda word: f"{word}\n")


def _csv(words: Words) -> Iterator[bytes]:
    yield b"word,length\n"
    yield from words.pieces(lambda word: f"{word},{len(word)}\n")


def _jsonl(words: Words) -> Iterator[bytes]:
    return words.pieces(lambda word: f'{{"word": "{word}", "length": {len(word)}}}\n')


def _dic(words: Words) -> Iterator[bytes]:
    yield b"%d\n" % len(words)
    yield from _lines(words)


def _aff(_: Words) -> Iterator[bytes]:
    """Yield what hunspell has to know of the words beside: they have no affixes, and two with a hyphen between them are none."""
    yield f"SET UTF-8\nTRY {_LETTERS}\nBREAK 0\n".encode("ascii")


def _dawg(words: Words) -> Iterator[bytes]:
    """Yield the graph of the words in the format of dawgdic, which libraries of several languages read."""
    from dawg import DAWG

    yield bytes(DAWG(iter(words), input_is_sorted=True).tobytes())


SHAPES: dict[Format, Shape] = {
    "txt": Shape("text/plain; charset=utf-8", ".txt", _lines),
    "csv": Shape("text/csv; charset=utf-8", ".csv", _csv),
    "jsonl": Shape("application/x-ndjson", ".jsonl", _jsonl),
    "hunspell": Shape("text/plain; charset=utf-8", ".dic", _dic),
    "hunspell-aff": Shape("text/plain; charset=utf-8", ".aff", _aff),
    "dawg": Shape("application/x-dawg", ".dawg", _dawg),
}
"""Format → what its file is."""
