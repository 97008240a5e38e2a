"""Boards as the pages show them: the drawing with a word's path, words by length, and the views of words that were checked or listed.

Start at :func:`view_of` for a board, :func:`listed_row` and :func:`run_row` for the words of a round. Sentences are chosen here, templates only place them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from adjudicator.api.operations import purse as of_request
from adjudicator.errors import TooHard
from adjudicator.games.board import BLANK, HOLE, Board, read_board
from adjudicator.games.entry import Entry
from adjudicator.games.marks import drawn as drawn_crossword
from adjudicator.games.records import Crossword
from adjudicator.games.trails import WILD
from adjudicator.judging.bench import LEGAL_CODES
from adjudicator.judging.service import Adjudicator
from adjudicator.rules.conditions import OFF_BOARD
from adjudicator.rules.wording import DESCRIPTIONS, kind_of
from adjudicator.usecases.boards import CheckedWord, FoundWord, board_of, check_words, solved
from adjudicator.usecases.round_shapes import RunModel, WildModel
from adjudicator.usecases.scoring_table import LENGTHS
from adjudicator.web.pages.page import pages
from adjudicator.web.wording import capitalise

Mark = Literal["counts", "aside", "struck"]
_MARKS: dict[str, Mark] = {
    "scores": "counts",
    "too-short-to-score": "aside",
    "shared": "aside",
    "repeated": "aside",
}
"""How a word is marked that came to this; all others are struck."""
PITCH = 100
"""From the middle of a tile to the middle of the next, in the units of a drawing."""
HOTTEST = 5
"""How a tile is marked that most words go through."""


class DrawnTile(NamedTuple):
    """A tile of a drawing; ``x`` and ``y`` are its middle."""

    x: int
    y: int
    face: str
    place: str
    ring: bool = False
    order: str = ""
    """Which of the word's tiles it is, from 1; several where it is used again."""
    mark: str = ""
    """The code of its owner, on a crossword."""
    words: int = 0
    """How many words go through it, each by the path that is shown for it."""
    heat: int = 0
    """How many that is beside the tile that most go through, from 0 to :data:`HOTTEST`."""


class Drawing(NamedTuple):
    """A board as it lies, perhaps with a path on it, or with how many words go through each tile."""

    width: int
    height: int
    tiles: tuple[DrawnTile, ...]
    text: str
    """What it shows, for those who do not see it."""
    line: str = ""
    """The points of the path."""
    way: str = ""
    """The path in words."""
    counts: tuple[tuple[DrawnTile | None, ...], ...] = ()
    """The tiles row by row, where it is known how many words go through them; None for a place without one."""

    @property
    def busiest(self) -> DrawnTile:
        """The tile that most words go through."""
        return max(self.tiles, key=lambda tile: tile.words)


class Words(NamedTuple):
    """The words of one length, with what all are worth together."""

    letters: int
    words: list[FoundWord]
    points: int
    share: int
    """How many words that is, in a hundredth of the most that there are of one length."""

    @property
    def each(self) -> int | None:
        """What each of them is worth; None where that differs."""
        scores = {each["score"] for each in self.words}
        return scores.pop() if len(scores) == 1 else None


class CheckView(NamedTuple):
    """A word that was checked, and the answer to it."""

    word: str
    mark: Mark = "struck"
    points: int = 0
    path: tuple[int, ...] = ()
    hurdle: str = ""
    """Why it is not on the board; empty where it is."""
    legal: bool = False
    struck: str = ""
    """Why it is not legal, where that is known."""
    fault: str = ""
    """Why it is no word at all; then nothing else is said."""


class BoardView(NamedTuple):
    """A board with its words."""

    drawing: Drawing
    groups: list[Words]
    total: int
    too_hard: str
    lit: CheckView | None
    """The word whose path is shown."""
    checked: list[CheckView]


def view_of(service: Adjudicator, drawn: str, ruleset: str, word: str, words: Sequence[str]) -> BoardView:
    """Return everything that the page shows of a board: its words, the path of *word*, and what *words* are on it.

    ``too_hard`` says so if the board takes too long to solve. Raises :class:`BoardInvalid`, :class:`UnknownRuleset`.
    """
    purse = of_request()
    board = board_of(service.under(ruleset), drawn, purse)
    too_hard = ""
    found: list[FoundWord] = []
    rows: list[CheckView] = []
    lit = None
    try:
        if words:
            rows = [
                _check_of(each) for each in check_words(service, drawn, words, ruleset, purse=purse)["words"]
            ]
        if word:
            lit = _check_of(check_words(service, drawn, [word], ruleset, purse=purse)["words"][0])
        found = solved(service, drawn, ruleset, purse)["words"]
    except TooHard as error:
        too_hard = str(error)
    return BoardView(
        drawing=drawing(board, lit.path if lit else (), [each["path"] for each in found]),
        groups=by_length(found),
        total=sum(each["score"] for each in found),
        too_hard=too_hard,
        lit=lit,
        checked=rows,
    )


class Guess(NamedTuple):
    """A board that a row of letters probably is."""

    board: str
    row: str
    size: str
    drawing: Drawing
    tiles: int
    """How many tiles the row has, if it is one."""


def guess_of(entry: Entry) -> Guess:
    """Return what is asked about an *entry*. Raises :class:`BoardInvalid` where what was typed is no board in either way."""
    row, guess = read_board(entry.board), read_board(entry.guess)
    return Guess(entry.guess, entry.board, entry.size, drawing(guess), len(row.tiles))


def _check_of(data: CheckedWord) -> CheckView:
    if "error" in data:
        return CheckView(data["word"], fault=data["error"])
    known = not data["legal"] and data["code"] != OFF_BOARD
    return CheckView(
        word=data["word"],
        mark="counts" if data["acceptable"] else "struck",
        points=data["score"],
        path=tuple(data["path"] or ()),
        hurdle=data["obstacle"]["reason"] if data["obstacle"] else "",
        legal=data["legal"],
        struck=kind_of(data["code"]) if known else "",
    )


def by_length(words: Iterable[FoundWord]) -> list[Words]:
    """Return solved words by their number of letters, the longest first, each group in its order."""
    groups: dict[int, list[FoundWord]] = {}
    for each in words:
        groups.setdefault(len(each["word"]), []).append(each)
    most = max(map(len, groups.values()), default=0)
    return [
        Words(letters, group, sum(each["score"] for each in group), 100 * len(group) // most)
        for letters, group in sorted(groups.items(), reverse=True)
    ]


def drawing(board: Board, path: Sequence[int] = (), paths: Collection[Sequence[int]] = ()) -> Drawing:
    """Return *board* as it is drawn, with a *path* on it, and how many of *paths* go through each tile."""
    at = {
        number: _middle(down, across)
        for down, row in enumerate(board.rows)
        for across, number in enumerate(row)
        if number is not None
    }
    orders: dict[int, list[str]] = {}
    for order, number in enumerate(path, 1):
        orders.setdefault(number, []).append(str(order))
    through = Counter(number for each in paths for number in set(each))
    most = max(through.values(), default=1)
    tiles = tuple(
        DrawnTile(
            *at[number],
            face=tile.face.capitalize() or BLANK,
            place=board.place(number),
            ring=tile.ring,
            order="·".join(orders.get(number, ())),
            words=through[number],
            heat=-(-HOTTEST * through[number] // most),
        )
        for number, tile in enumerate(board.tiles)
    )
    return Drawing(
        width=len(board.rows[0]) * PITCH,
        height=len(board.rows) * PITCH,
        tiles=tiles,
        text=f"The board: {'; '.join(_row_text(tiles, row) for row in board.rows)}",
        line=" ".join(f"{x},{y}" for x, y in (at[number] for number in path)),
        way="; ".join(tiles[number].place for number in path),
        counts=tuple(tuple(None if number is None else tiles[number] for number in row) for row in board.rows)
        if paths
        else (),
    )


def _row_text(tiles: Sequence[DrawnTile], row: Iterable[int | None]) -> str:
    """Return a row of a drawing as it would be read out."""
    return " ".join(
        (tiles[number].face.replace(BLANK, "blank") + (" with a ring" if tiles[number].ring else ""))
        for number in row
        if number is not None
    )


class Row(NamedTuple):
    """A word of a round, with its points and why it does or does not count."""

    word: str
    points: int
    mark: Mark
    why: str
    """In sentences; empty for a word of a list that simply counts."""
    verdict: bool
    """Whether there is a verdict on it to look up."""
    path: tuple[int, ...] = ()


@pages.app_template_filter("listed")
def listed_row(word: Mapping[str, Any]) -> Row:
    """Return what is said of a *word* of a player's list."""
    reason = _reason(word)
    why = {
        "too-short-to-score": "too short to score",
        "shared": f"also found by {names_text(word['shared_with'])}",
        "repeated": "written twice",
        "undefined": "its finder could not say what it means",
        "not-legal": f"not legal: {reason}",
        "not-on-board": f"not on the board: {reason[:1].lower()}{reason[1:]}",
        "no-word": reason,
    }.get(word["status"], "" if word["code"] in LEGAL_CODES else reason)
    return Row(
        word=word["word"],
        points=word["points"],
        mark=_MARKS.get(word["status"], "struck"),
        why=_sentence(why),
        verdict=bool(word["key"]),
        path=tuple(word["path"] or ()),
    )


def _reason(word: Mapping[str, Any]) -> str:
    """Return why a word is legal or not, in a few words where its code says it all."""
    return kind_of(word["code"]) if word["code"] in DESCRIPTIONS and not _is_told(word) else word["reason"]


def _is_told(word: Mapping[str, Any]) -> bool:
    """Return whether the reason says more than the code: how many letters it takes, what is in the way on the board, or why it stands although it is not legal."""
    return (
        word["status"] == "not-on-board"
        or word["code"] in LENGTHS
        or (word["status"] == "scores" and word["code"] not in LEGAL_CODES)
    )


def _sentence(why: str) -> str:
    return f"{capitalise(why).removesuffix('.')}." if why else ""


@pages.app_template_filter("run")
def run_row(word: RunModel) -> Row:
    """Return what is said of a *word* of a crossword."""
    if word["status"] == "too-short-to-score":
        why = "too short to score"
    elif word["void_for"]:
        why = f"it stays, but counts nothing for {word['void_for']}"
    else:
        reason = _reason({**word})
        why = f"not legal: {reason}" if word["status"] == "not-legal" else reason
        if word["code"] in LEGAL_CODES:
            why = ""
    place = f"row {word['row']}, place {word['column']}, {word['direction']}"
    return Row(
        word=word["word"],
        points=word["points"],
        mark=_MARKS.get(word["status"], "struck"),
        why=f"{names_text(word['players'])}, {place}. {_sentence(why)}".rstrip(),
        verdict=word["verdict"] is not None,
    )


def crossword_drawn(given: Crossword, wilds: Iterable[WildModel]) -> Drawing:
    """Return a crossword as it is drawn, each tile with its owner's mark, wild ones with the letter that they stand for."""
    grid = drawn_crossword(given)
    letters = {(each["row"] - 1, each["column"] - 1): each["letter"] for each in wilds}
    tiles = tuple(
        DrawnTile(
            *_middle(down, across),
            face=letters.get((down, across), tile).upper(),
            place=f"row {down + 1}, place {across + 1}",
            ring=tile == WILD,
            mark=grid.owners[down][across],
        )
        for down, row in enumerate(grid.rows)
        for across, tile in enumerate(row)
        if tile != HOLE
    )
    whose = "; ".join(
        f"{name} has {sum(tile.mark == code for tile in tiles)} tiles" for code, name in grid.names.items()
    )
    return Drawing(len(grid.rows[0]) * PITCH, len(grid.rows) * PITCH, tiles, f"The crossword: {whose}")


def _middle(down: int, across: int) -> tuple[int, int]:
    return across * PITCH + PITCH // 2, down * PITCH + PITCH // 2


@pages.app_template_filter("names")
def names_text(names: Sequence[str]) -> str:
    """Return *names* as they are said: *Ann, Ben and Cara*."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))
