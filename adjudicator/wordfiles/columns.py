"""What the columns of a table mean: by their header, or without one by what stands in them. Start at :func:`layout_of`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Literal, NamedTuple, get_args

from adjudicator.core.spelling import fault_of
from adjudicator.errors import BadRecord
from adjudicator.wordfiles.cells import letters_of
from adjudicator.wordfiles.separated import Row
from adjudicator.wordfiles.vocabulary import Meaning, folded, vocabulary

Said = Literal["word", "effect", "denied", "reason", "author", "at", "expires", "inflections", "ruling", "-"]
"""What can be said of a column; ``-`` leaves it out."""
LOOKED_AT = 10
"""Rows among which a header is sought: people write a title above it."""
SAMPLE = 1_000
"""Rows by which a column without a name is told."""
MOST_COLUMNS = 200
LONGEST = 80
"""Letters of a title that are told."""
_NO_WORDS = "Say which column has the words, or give it the header “word”. Nothing was written."


class Column(NamedTuple):
    """A column of a table, and what it is taken for."""

    letter: str
    """What spreadsheet programs call it: A, B and so on."""
    title: str
    """What the header calls it; empty without one."""
    meaning: Meaning | None
    """What it says of a word; None where it is left out."""
    ticks: bool = False
    """Whether it has ticks alone, so that an empty cell is a no."""


class Layout(NamedTuple):
    """How a table is to be read."""

    header: int | None
    """The line or row of the header, from 1; None without one."""
    columns: tuple[Column, ...]
    begins: int
    """The first of the rows that has a word."""


def layout_of(
    rows: Sequence[Row], header: bool | None = None, said: Sequence[Said] = (), *, exact: bool = False
) -> Layout:
    """Return how the table *rows* is to be read. *header* says whether it has one, and *said* what its columns mean, in their order;
    without a word, both are found out. In an *exact* one no row has more cells than the header; in a sheet, people write beside a table.

    Raises :class:`BadRecord` where no column has words, or two have the same meaning.
    """
    if not set(said) <= set(get_args(Said)):
        raise BadRecord([f"columns: takes {', '.join(get_args(Said))}"])
    found = None if header is False else _header_in(rows)
    if found is None and header and rows:
        found = 0
    titles = [] if found is None else _titles(rows[found])
    width = max(len(titles), 0 if exact and titles else _width(rows), len(said))
    if width > MOST_COLUMNS:
        raise BadRecord(
            [f"the table has {width:,} columns; at most {MOST_COLUMNS} are taken"], "Nothing was written."
        )
    begins = 0 if found is None else found + 1
    meanings: list[Meaning | None]
    if said:
        meanings = [None if each == "-" else each for each in said]
    else:
        meanings = [vocabulary().columns.get(folded(title)) for title in titles]
    meanings += [None] * (width - len(meanings))
    if not said and "word" not in meanings:
        _tell_by_content(meanings, rows[begins:])
        if found is None and header is None and _is_odd(rows, meanings):
            found, begins, titles = 0, 1, _titles(rows[0])
    titles += [""] * (width - len(titles))
    columns = tuple(
        Column(letters_of(index), title, meaning, _has_ticks(rows[begins:], index) if meaning in ("effect", "denied") else False)
        for index, (title, meaning) in enumerate(zip(titles, meanings, strict=True))
    )  # fmt: skip
    _refuse_unclear(columns)
    return Layout(None if found is None else rows[found].number, columns, begins)


def _titles(row: Row) -> list[str]:
    return [" ".join(cell.split())[:LONGEST] for cell in row.cells]


def _width(rows: Sequence[Row]) -> int:
    return max((len(row.cells) for row in islice(rows, SAMPLE)), default=0)


def _header_in(rows: Sequence[Row]) -> int | None:
    """Return which of the first *rows* is a header: it names the column of words and another one; the first row of all any two, or that
    of words alone.
    """
    known = vocabulary().columns
    for index, row in enumerate(islice(rows, LOOKED_AT)):
        named = {known[folded(cell)] for cell in row.cells if folded(cell) in known}
        if {"word"} < named or (index == 0 and (len(named) > 1 or "word" in named)):
            return index
    return None


def _tell_by_content(meanings: list[Meaning | None], rows: Sequence[Row]) -> None:
    """Set what columns without known names are: the first one of yes and no says the effect, the one with the fewest spaces has the words,
    and another one of texts, if there is only one, the reason.
    """
    sample = list(islice(rows, SAMPLE))
    columns = [[cell for row in sample if (cell := _cell(row, index))] for index in range(len(meanings))]
    if len(meanings) > 1 and not {"effect", "denied"} & set(meanings):
        effects = next((index for index in _without(meanings) if _are_effects(columns[index])), None)
        if effects is not None:
            meanings[effects] = "effect"
    least = 0.9 * len(sample) if len(meanings) > 1 else 1
    readable = [index for index in _without(meanings) if _words_among(columns[index]) >= least]
    if not readable:
        return
    meanings[min(readable, key=lambda index: sum(" " in cell for cell in columns[index]))] = "word"
    texts = [
        index for index in _without(meanings) if any(any(map(str.isalpha, cell)) for cell in columns[index])
    ]
    if len(texts) == 1 and "reason" not in meanings:
        meanings[texts[0]] = "reason"


def _without(meanings: Sequence[Meaning | None]) -> list[int]:
    """Return the columns that have no meaning yet."""
    return [index for index, meaning in enumerate(meanings) if meaning is None]


def _is_odd(rows: Sequence[Row], meanings: Sequence[Meaning | None]) -> bool:
    """Return whether the first row is a header in words that nobody knows: it has no yes or no where all others have one."""
    if "effect" not in meanings or len(rows) < 2:
        return False
    cell = _cell(rows[0], meanings.index("effect"))
    return bool(cell) and folded(cell) not in vocabulary().effects


def _are_effects(cells: Sequence[str]) -> bool:
    """Return whether these are yes and no, but perhaps for the first one, which may be a header."""
    known = vocabulary().effects
    return bool(cells) and all(folded(cell) in known for cell in (cells[1:] if len(cells) > 2 else cells))


def _words_among(cells: Sequence[str]) -> int:
    """Return how many of the cells can be words."""
    return sum(fault_of(cell) is None and not any(map(str.isdigit, cell)) for cell in cells)


def _has_ticks(rows: Sequence[Row], index: int) -> bool:
    """Return whether the column *index* has ticks and nothing else."""
    cells = [cell for row in rows if (cell := _cell(row, index))]
    return bool(cells) and all(folded(cell) in vocabulary().ticks for cell in cells)


def _cell(row: Row, index: int) -> str:
    return row.cells[index].strip() if index < len(row.cells) else ""


def _refuse_unclear(columns: Sequence[Column]) -> None:
    """Raise :class:`BadRecord` where no column has the words, or two say the same thing."""
    by_meaning: dict[str, list[Column]] = {}
    for column in columns:
        if column.meaning:
            key = "effect" if column.meaning == "denied" else column.meaning
            by_meaning.setdefault(key, []).append(column)
    faults = [
        f"columns {' and '.join(map(_named, twice))} both say the {meaning}"
        for meaning, twice in by_meaning.items()
        if len(twice) > 1
    ]
    if "word" not in by_meaning:
        faults.append(f"there is no column 'word' (there is {', '.join(map(_named, columns)) or 'nothing'})")
    if faults:
        raise BadRecord(
            faults,
            _NO_WORDS if "word" not in by_meaning else "Say what each column has. Nothing was written.",
        )


def _named(column: Column) -> str:
    return f"{column.letter} “{column.title[:40]}”" if column.title else column.letter
