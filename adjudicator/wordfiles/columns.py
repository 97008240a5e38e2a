"""What the columns of a table mean: by their header, or without one by what stands in them. Start at :func:`layout_of`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Literal, NamedTuple, get_args

from adjudicator.core.spelling import fault_of
from adjudicator.errors import BadRecord, FileUnclear
from adjudicator.rules.house import Effect
from adjudicator.wordfiles.cells import letters_of
from adjudicator.wordfiles.headers import are_effects, effect_among, has_ticks, header_in, may_be_contrary
from adjudicator.wordfiles.separated import Row
from adjudicator.wordfiles.vocabulary import Meaning, folded, meaning_in, verdict_in, vocabulary

Said = Literal["word", "effect", "denied", "reason", "author", "at", "expires", "inflections", "ruling", "-"]
"""What can be said of a column; ``-`` leaves it out."""
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
    effect: Effect | None = None
    """What its title says of all its words, as in `Banned words`."""


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
    found = None if header is False else header_in(rows)
    if found is None and header and rows:
        found = 0
    titles = [] if found is None else _titles(rows[found])
    width = max(len(titles), 0 if exact and titles else _width(rows), len(said))
    if width > MOST_COLUMNS:
        raise BadRecord(
            [f"the table has {width:,} columns; at most {MOST_COLUMNS} are taken"], "Nothing was written."
        )
    begins = 0 if found is None else found + 1
    meanings: list[Meaning | None] = list(map(meaning_in, titles))
    if said:
        meanings = [None if each == "-" else each for each in said]
    meanings += [None] * (width - len(meanings))
    if not said:
        _tell_by_content(meanings, titles, rows[begins:])
        if found is None and header is None and _is_odd(rows, meanings):
            found, begins, titles = 0, 1, _titles(rows[0])
    titles += [""] * (width - len(titles))
    columns = tuple(
        _column(index, title, meaning, rows[begins:])
        for index, (title, meaning) in enumerate(zip(titles, meanings, strict=True))
    )
    _refuse_unclear(columns)
    columns = _with_title(columns, [cell for row in rows[: found or 0] for cell in row.cells])
    return Layout(None if found is None else rows[found].number, columns, begins)


def _with_title(columns: tuple[Column, ...], above: Sequence[str]) -> tuple[Column, ...]:
    """Return *columns*, with words that have the verdict which a title *above* their header says, if no column says one."""
    verdicts = {verdict for cell in above if (verdict := verdict_in(cell))}
    if len(verdicts) != 1 or any(
        column.effect or column.meaning in ("effect", "denied") for column in columns
    ):
        return columns
    [effect] = verdicts
    return tuple(column._replace(effect=effect) if column.meaning == "word" else column for column in columns)


def _column(index: int, title: str, meaning: Meaning | None, rows: Sequence[Row]) -> Column:
    column = Column(letters_of(index), title, meaning)
    if meaning in ("effect", "denied"):
        return column._replace(ticks=has_ticks(_cells(rows, index), _named(column)))
    return column._replace(effect=verdict_in(title)) if meaning == "word" else column


def _titles(row: Row) -> list[str]:
    return [" ".join(cell.split())[:LONGEST] for cell in row.cells]


def _width(rows: Sequence[Row]) -> int:
    return max((len(row.cells) for row in islice(rows, SAMPLE)), default=0)


def _tell_by_content(meanings: list[Meaning | None], titles: Sequence[str], rows: Sequence[Row]) -> None:
    """Set what columns without known names are: the one of yes and no says the effect. If no column is named as that of the words, the one
    with the fewest spaces has them, and another one of texts, if there is only one, the reason.
    """
    sample = list(islice(rows, SAMPLE))
    columns = [_cells(sample, index) for index in range(len(meanings))]
    _tell_verdicts(meanings, titles, columns)
    if len(meanings) > 1 and not {"effect", "denied"} & set(meanings) and not any(map(verdict_in, titles)):
        free = [index for index, meaning in enumerate(meanings) if meaning in (None, "ruling", "reason")]
        effects = effect_among(columns, free, bool(titles))
        if len(effects) > 1:
            named = (
                _named(Column(letters_of(index), "".join(titles[index : index + 1]), None))
                for index in effects
            )
            raise FileUnclear(
                "columns",
                [f"columns {' and '.join(named)} both have yes and no"],
                "Say which of them says whether a word is allowed, and leave the other out. Nothing was written.",
            )
        if effects:
            _must_be_clear("".join(titles[effects[0] : effects[0] + 1]), columns[effects[0]])
            meanings[effects[0]] = "effect"
    if "word" in meanings:
        return
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


def _must_be_clear(title: str, cells: Sequence[str]) -> None:
    if may_be_contrary(title, cells):
        raise FileUnclear(
            "columns",
            [f"column “{title[:40]}” has yes and no: whether a yes there allows a word is a riddle"],
            "Call it “allowed” or “denied”, or say which of the two it has. Nothing was written.",
        )


def _tell_verdicts(
    meanings: list[Meaning | None], titles: Sequence[str], columns: Sequence[Sequence[str]]
) -> None:
    """Tell columns of words, whose titles say what all of them are, from columns of yes and no: `Banned words` and `Valid word?` have
    either, `Allowed` and `Denied` words only if all titles of the table are such.
    """
    all_of_them = all(verdict_in(title) for title in titles if title)
    for index, title in enumerate(titles):
        verdict = verdict_in(title)
        if verdict is None:
            continue
        words = not are_effects(columns[index])
        if meanings[index] == "word" and not words and columns[index]:
            meanings[index] = "effect" if verdict == "allow" else "denied"
        elif all_of_them and words:
            meanings[index] = "word"


def _without(meanings: Sequence[Meaning | None]) -> list[int]:
    """Return the columns that have no meaning yet."""
    return [index for index, meaning in enumerate(meanings) if meaning is None]


def _is_odd(rows: Sequence[Row], meanings: Sequence[Meaning | None]) -> bool:
    """Return whether the first row is a header in words that nobody knows: it has no yes or no where all others have one."""
    if "effect" not in meanings or len(rows) < 2:
        return False
    cell = cell_of(rows[0], meanings.index("effect"))
    return bool(cell) and folded(cell) not in vocabulary().effects


def _words_among(cells: Sequence[str]) -> int:
    """Return how many of the cells can be words."""
    return sum(fault_of(cell) is None and not any(map(str.isdigit, cell)) for cell in cells)


def _cells(rows: Sequence[Row], index: int) -> list[str]:
    """Return what stands in the column *index*, without cells that are empty."""
    return [cell for row in rows if (cell := cell_of(row, index))]


def cell_of(row: Row, index: int) -> str:
    """Return what stands in the column *index*; nothing where the row is shorter."""
    return row.cells[index].strip() if index < len(row.cells) else ""


def _refuse_unclear(columns: Sequence[Column]) -> None:
    """Raise :class:`BadRecord` where no column has the words, or two say the same thing."""
    by_meaning: dict[str, list[Column]] = {}
    for column in columns:
        if column.meaning:
            key = "effect" if column.meaning == "denied" else column.meaning
            by_meaning.setdefault(key, []).append(column)
    words = by_meaning.get("word", [])
    if len(words) > 1 and all(column.effect for column in words):
        # each has a verdict of its own, so that no other column may speak of a word
        del by_meaning["word"]
        if by_meaning:
            others = " and ".join(_named(column) for twice in by_meaning.values() for column in twice)
            raise BadRecord(
                [
                    f"columns {' and '.join(map(_named, words))} both have words: of which does {others} speak?"
                ],
                "Give the words one column, and their verdicts another. Nothing was written.",
            )
        return
    faults = [
        f"columns {' and '.join(map(_named, twice))} both say the {meaning}"
        for meaning, twice in by_meaning.items()
        if len(twice) > 1
    ]
    if "word" not in by_meaning:
        faults.append(f"there is no column 'word' (there is {', '.join(map(_named, columns)) or 'nothing'})")
    if faults:
        raise FileUnclear(
            "columns",
            faults,
            _NO_WORDS if "word" not in by_meaning else "Say what each column has. Nothing was written.",
        )


def _named(column: Column) -> str:
    return f"{column.letter} “{column.title[:40]}”" if column.title else column.letter
