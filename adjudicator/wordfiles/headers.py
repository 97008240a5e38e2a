"""Which row of a table names its columns, and which of its columns has yes and no. Start at :func:`header_in` and :func:`effect_among`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

from adjudicator.errors import BadRecord
from adjudicator.wordfiles.separated import Row
from adjudicator.wordfiles.vocabulary import folded, meaning_in, verdict_in, vocabulary

LOOKED_AT = 10
"""Rows among which a header is sought: people write a title above it."""


def header_in(rows: Sequence[Row]) -> int | None:
    """Return which of the first *rows* is a header, the one that names most: the column of words and another one, or two columns of words
    with their verdicts; the first row of all any two, or words alone. Nothing like an entry stands above a header.
    """
    best: int | None = None
    most = above = 0
    for index, row in enumerate(islice(rows, LOOKED_AT)):
        cells = [cell for cell in row.cells if cell.strip()]
        named = [meaning for cell in cells if (meaning := meaning_in(cell))]
        verdicts = sum(verdict_in(cell) is not None for cell in cells)
        alone = index == 0 and (len(set(named)) > 1 or "word" in named or _titles_all(rows, verdicts))
        among = {"word"} < set(named) or ("word" in named and verdicts > 1)
        if (alone or among) and len(named) > most and (best is None or above < len(cells)):
            best, most = index, len(named)
        if best is None and any(folded(cell) in vocabulary().effects for cell in cells):
            return None
        above = max(above, len(cells))
    return best


def _titles_all(rows: Sequence[Row], verdicts: int) -> bool:
    """Return whether a table of one column has a verdict above its words."""
    return verdicts == 1 and len(rows) > 1 and not any(cell.strip() for row in rows for cell in row.cells[1:])


def effect_among(columns: Sequence[Sequence[str]], free: Sequence[int], titled: bool) -> list[int]:
    """Return which of the *free* ones among *columns*, each with its cells that are not empty, have yes and no: those of nothing else, or
    if there is none, those with hardly anything else. If they are not *titled*, their first cell may be a header.
    """
    exact = [index for index in free if are_effects(columns[index], titled)]
    # 0 and 1 are numbers where another column has more to say
    exact = [index for index in exact if not all(map(str.isdigit, columns[index]))] or exact
    return exact or [index for index in free if _nearly(columns[index], titled)]


def may_be_contrary(title: str, cells: Sequence[str]) -> bool:
    """Return whether a yes among *cells* may be a no, because the *title* that nobody knows is one (`banned (club)`, `not ok`)."""
    known = vocabulary()
    parts = [folded(part) for part in re.findall(r"\w+", title)]
    says = {known.effects.get(part) for part in parts}
    contrary = any(part in known.negations for part in parts) or ("deny" in says and "allow" not in says)
    return contrary and any(known.columns.get(folded(cell)) not in ("effect", "denied") for cell in cells)


def are_effects(cells: Sequence[str], titled: bool = True) -> bool:
    """Return whether these are yes and no, but perhaps for the first one, if that may be a header."""
    return bool(cells) and not _others(cells if titled or len(cells) < 3 else cells[1:])


def _nearly(cells: Sequence[str], titled: bool) -> bool:
    """Return whether most of three or more cells are yes and no, and only one or a tenth is something else, which is no number."""
    for each in (cells, cells if titled else cells[1:]):
        others = _others(each)
        few = len(others) <= max(1, len(each) // 10) and 2 * len(others) < len(each)
        if few and len(each) > 2 and not any(cell.isdigit() for cell in others):
            return True
    return False


def _others(cells: Sequence[str]) -> list[str]:
    return [cell for cell in cells if folded(cell) not in vocabulary().effects]


def has_ticks(cells: Sequence[str], named: str) -> bool:
    """Return whether the *cells* of a column that is so *named* are ticks and nothing else. Raises :class:`BadRecord` where a cross among
    them may be a yes or a no.
    """
    known = vocabulary()
    found = {folded(cell) for cell in cells}
    others = {
        sign
        for sign in found - known.crosses
        if known.effects.get(sign) == "allow" or (sign in known.effects and not any(map(str.isalnum, sign)))
    }
    crosses = found & known.crosses
    if crosses and others:
        raise BadRecord(
            [
                f"column {named} has both “{min(crosses)}” and “{min(others)}”: which of them is a yes is a riddle"
            ],
            "Write yes and no in that column: “x” is a yes only where no other yes is beside it, “✓” and “✗” are yes and no. Nothing was written.",
        )
    return bool(found) and found <= known.ticks
