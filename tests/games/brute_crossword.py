"""An independent account of a crossword: every choice of letters for its wild tiles is tried, and what each player scores is added up.

It shares no code with the reading of crosswords, so that it can be held against it. Words are plain sets, and players single characters.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby, product
from typing import NamedTuple

WORTH = {4: 2, 5: 3, 6: 5, 7: 8}
"""Word Whiz, Scoring: nothing for fewer than four letters, 13 for eight and more."""
Place = tuple[int, int]
Rank = tuple[tuple[int, int, int], str, list[tuple[str, list[str]]]]


def worth(letters: int) -> int:
    """The points of a word."""
    return 13 if letters > 7 else WORTH.get(letters, 0)


class Account(NamedTuple):
    """A crossword with letters for its wild tiles."""

    letters: tuple[str, ...]
    """Those of the wild tiles that lie in a run, row by row."""
    stand: tuple[tuple[Place, ...], ...]
    """The runs that are words, in order."""
    scores: dict[str, int]
    """What each player has for them."""


def runs(rows: Sequence[str]) -> Iterator[tuple[Place, ...]]:
    """Yield the places of two tiles and more in a line."""
    places = [[(row, column) for column in range(len(rows[0]))] for row in range(len(rows))]
    for line in [*places, *map(list, zip(*places, strict=True))]:
        for tile, group in groupby(line, key=lambda place: rows[place[0]][place[1]] != "."):
            run = tuple(group)
            if tile and len(run) > 1:
                yield run


def account(
    rows: Sequence[str],
    owners: Sequence[str],
    words: Collection[str],
    rulings: Mapping[str, bool],
    start: str = "",
    void: Mapping[tuple[Place, ...], Collection[str]] | None = None,
) -> Account | None:
    """The reading that Word Whiz and the documentation ask for; None where the starting word can stand nowhere. In the runs of *void* a word
    counts nothing for the players that it names.
    """
    every = list(runs(rows))
    wilds = sorted({(row, column) for run in every for row, column in run if rows[row][column] == "?"})
    keys = {*(word for word in words if rulings.get(word, True)), *(key for key in rulings if rulings[key])}
    alphabet = sorted({"a", *"".join(keys), *start})
    best: dict[bool, tuple[Rank, Account]] = {}
    for letters in product(alphabet, repeat=len(wilds)):
        chosen = dict(zip(wilds, letters, strict=True))
        shown = {run: "".join(chosen.get(at, rows[at[0]][at[1]]) for at in run) for run in every}
        if start and not any(start in text for text in shown.values()):
            continue
        stand = [run for run in every if shown[run] in keys]
        scores = {owner: 0 for owner in "".join(owners) if owner != "."}
        for run in stand:
            for owner in {owners[row][column] for row, column in run} - set((void or {}).get(run, ())):
                scores[owner] += worth(len(run))
        count = (
            -len(stand),
            -sum(worth(len(run)) for run in stand),
            -sum(rulings.get(shown[run], False) for run in stand),
        )
        for by_rows in (True, False):
            order = sorted(wilds, key=lambda at: at if by_rows else at[::-1])
            read = "".join(chosen[at] for at in order)
            whose = sorted(
                (shown[run], sorted({owners[row][column] for row, column in run})) for run in stand
            )
            rank: Rank = count, read, whose
            if by_rows not in best or rank < best[by_rows][0]:
                best[by_rows] = rank, Account(letters, tuple(sorted(stand)), scores)
    if not best:
        return None
    rows_first, columns_first = best[True], best[False]
    if rows_first[1].stand == columns_first[1].stand:
        return rows_first[1]
    return min(rows_first, columns_first, key=lambda each: each[0])[1]
