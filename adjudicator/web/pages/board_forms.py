"""What people type on the pages of boards, and the records that it makes. A form keeps what was typed, to be shown again.

Start at :class:`ListsForm`, :class:`CrosswordForm` and :class:`GameForm`; each has ``record()``, the record as plain data, which is checked where
it is scored. Places that are left empty mean nothing. What is wrong with them is said by :mod:`.board_faults`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from werkzeug.datastructures import MultiDict

from adjudicator.core.spelling import quote
from adjudicator.errors import BadRecord
from adjudicator.games.board import MAX_TEXT
from adjudicator.games.crossword import MAX_SIDE
from adjudicator.games.entry import one_line as one_line
from adjudicator.games.records import MAX_PLAYERS, MAX_ROUNDS, Challenged, Crossword, Game, Record, schema_of
from adjudicator.rules.ruleset import Ruleset

COLOURS = {"r": "Red", "b": "Blue", "g": "Green", "y": "Yellow"}
"""The sets of tiles of Word Whiz: what marks a tile's owner → what its player is called by default."""
MOST_CELLS = 12
"""Rows, and places of a row, of a board that is filled in place by place."""
_CELL = re.compile(r"(?:Qu|\([^()]*\)|.)\*?")
FEWEST = 2
"""Players that a form has room for from the start."""
SETTLED: dict[str, tuple[str | None, str | None]] = {
    "legal": ("vote", "legal"),
    "illegal": ("vote", "illegal"),
    "no-action": ("vote", "no-action"),
    "book-legal": ("dictionary", "legal"),
    "book-illegal": ("dictionary", "illegal"),
}
"""How a challenge was settled, as the form has it → by what, and as what."""
_AT = re.compile(r"\D*([0-9]{1,3})\D+([0-9]{1,3})\W*(across|down)\W*", re.IGNORECASE)


def _limit(kind: type[Record], *path: str) -> int:
    """Return the largest number, or of a text the largest length, that the JSON Schema of a record takes at a place."""
    schema = schema_of(kind)
    found = schema["$defs"][kind.__name__]["properties"]
    for name in path:
        found = found[name]
    options = [found, *found.get("anyOf", ())]
    return int(next(each[key] for each in options for key in ("maxLength", "maximum") if key in each))


LIMITS = {
    "name": _limit(Challenged, "player"),
    "word": _limit(Challenged, "word"),
    "starting_word": _limit(Crossword, "starting_word"),
    "tiles": len(str(_limit(Crossword, "unplayed", "additionalProperties"))),
    "rounds": len(str(_limit(Game, "length"))),
    "points": len(str(_limit(Game, "target"))),
}
"""How many characters a field of a form takes, as the schema of records has it."""


def words_in(text: str) -> list[str]:
    """Return the words of a list as people write it: with spaces, commas or line breaks between them."""
    return [word for word in re.split(r"[\s,;]+", text) if word]


def cells(board: str) -> list[list[str]]:
    """Return the tiles of a board as they are drawn, row by row, to be filled in one by one; nothing for a board that is too large for that."""
    if len(board) > MAX_TEXT:
        return []
    rows = [_CELL.findall(row) for row in one_line(board).split("/")]
    return rows if len(rows) <= MOST_CELLS and max(map(len, rows)) <= MOST_CELLS else []


@dataclass(frozen=True, slots=True, kw_only=True)
class ListForm:
    """A player's list."""

    name: str = ""
    words: str = ""
    undefined: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChallengeForm:
    """A word that was challenged."""

    word: str = ""
    player: str = ""
    challenger: str = ""
    ruling: str = ""
    at: str = ""
    """Where it lies in a crossword: *2 4 across*."""
    dispute: str = ""
    """The id of a dispute that settled it."""
    when: str = ""
    """``mid``: before the round had ended; ``built``: and others had built on it; else afterwards."""

    @classmethod
    def all_of(cls, form: MultiDict[str, str]) -> tuple[ChallengeForm, ...]:
        """Return the challenges that are filled in, and an empty one."""
        fields = ("word", "player", "challenger", "ruling", "at", "dispute", "when")
        rows = _rows(form, *(f"challenge-{field}" for field in fields))
        return (
            *(cls(**dict(zip(fields, row, strict=True))) for row in rows if any((*row[:3], row[5]))),
            cls(),
        )

    def plain(self, names: Sequence[str]) -> dict[str, Any]:
        """Return it as a record has it; players are meant whatever the capitals of their names."""
        by, ruling = (None, None) if self.dispute else SETTLED.get(self.ruling, (None, None))
        return {
            "word": self.word or None,
            "player": _one_of(names, self.player) if self.player else None,
            "challenger": _one_of(names, self.challenger) if self.challenger else None,
            "by": by,
            "ruling": ruling,
            "at": _place(self.at) if self.at else None,
            "dispute": self.dispute or None,
            "mid_round": True if self.when in ("mid", "built") else None,
            "built_on": True if self.when == "built" else None,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class ListsForm:
    """A round of lists."""

    board: str
    players: tuple[ListForm, ...]
    challenges: tuple[ChallengeForm, ...]

    @classmethod
    def of(cls, form: MultiDict[str, str]) -> ListsForm:
        """Return what *form* says; with ``add``, which is the button for that, it has room for one player more."""
        rows = [
            ListForm(name=name, words=words, undefined=undefined)
            for name, words, undefined in _rows(form, "player", "list", "undefined")
        ]
        least = max(FEWEST, len(rows) + ("add" in form))
        rows += [ListForm()] * (least - len(rows))
        return cls(
            board=form.get("board", ""),
            players=tuple(rows),
            challenges=ChallengeForm.all_of(form),
        )

    def seats(self) -> dict[str, str]:
        """Return which of the players' fields are whose."""
        return {each.name or f"Player {at + 1}": str(at) for at, each in enumerate(self.players)}

    def record(self, ruleset: str) -> dict[str, Any]:
        """Return the record of the round under a *ruleset*. Raises :class:`BadRecord`."""
        lists: dict[str, ListForm] = {}
        for number, each in enumerate(self.players, 1):
            if each.name or each.words or each.undefined:
                name = each.name or f"Player {number}"
                if name in lists:
                    raise BadRecord([f"{quote(name)} is there twice; every player needs a name of their own"])
                lists[name] = each
        if not lists:
            raise BadRecord(["nobody has written down a word yet"])
        plain: dict[str, Any] = {
            "ruleset": ruleset,
            "lists": {name: words_in(each.words) for name, each in lists.items()},
            "undefined": {name: words_in(each.undefined) for name, each in lists.items() if each.undefined},
            "challenges": [each.plain(list(lists)) for each in self.challenges[:-1]],
        }
        if self.board.strip():
            plain["board"] = one_line(self.board)
        return plain


@dataclass(frozen=True, slots=True, kw_only=True)
class RacerForm:
    """A player of Word Whiz, by the colour of their tiles."""

    code: str
    name: str = ""
    unplayed: str = ""

    @property
    def player_name(self) -> str:
        """What the player is called."""
        return self.name or COLOURS[self.code]


@dataclass(frozen=True, slots=True, kw_only=True)
class CrosswordForm:
    """A round of a shared crossword."""

    rows: str
    owners: str
    players: tuple[RacerForm, ...]
    finished: str
    """The code of who said "I'm out!"."""
    starting_word: str
    challenges: tuple[ChallengeForm, ...]

    @classmethod
    def of(cls, form: MultiDict[str, str]) -> CrosswordForm:
        """Return what *form* says."""
        return cls(
            rows=form.get("rows", ""),
            owners=form.get("owners", ""),
            players=tuple(
                RacerForm(
                    code=code,
                    name=form.get(f"name-{code}", "").strip(),
                    unplayed=form.get(f"unplayed-{code}", "").strip(),
                )
                for code in COLOURS
            ),
            finished=form.get("finished", ""),
            starting_word=form.get("starting_word", "").strip(),
            challenges=ChallengeForm.all_of(form),
        )

    def grids(self) -> tuple[list[str], list[str]]:
        """Return the rows and the owners' rows, all of one length: a space, or what is left out at the end, is a place without a tile."""
        rows, owners = _lines(self.rows), _lines(self.owners.lower())
        width = max(map(len, (*rows, *owners)), default=0)
        if max(len(rows), len(owners), width) > MAX_SIDE:  # such a grid is refused, and never filled up
            return rows, owners
        owners += [""] * (len(rows) - len(owners))
        return [row.ljust(width, ".") for row in rows], [row.ljust(width, ".") for row in owners]

    def playing(self) -> dict[str, str]:
        """Return who plays: those with a name and those with a tile, by the code of their colour."""
        seen = set("".join(self.grids()[1]))
        return {each.code: each.player_name for each in self.players if each.name or each.code in seen}

    def seats(self) -> dict[str, str]:
        """Return which of the players' fields are whose."""
        return {name: code for code, name in self.playing().items()}

    def record(self, ruleset: str) -> dict[str, Any]:
        """Return the record of the round under a *ruleset*. Raises :class:`BadRecord`."""
        rows, owners = self.grids()
        playing = self.playing()
        if not rows:
            raise BadRecord(["the crossword has no tiles yet"])
        if len(set(playing.values())) < len(playing):
            raise BadRecord(["every player needs a name of their own"])
        unplayed = {
            playing[each.code]: _number(each.unplayed)
            for each in self.players
            if each.code in playing and each.unplayed and each.code != self.finished
        }
        crossword = {
            "rows": rows,
            "owners": owners,
            "players": playing,
            "finished": playing.get(self.finished),
            "unplayed": unplayed,
            "starting_word": self.starting_word or None,
        }
        challenges = [each.plain(list(playing.values())) for each in self.challenges[:-1]]
        return {"ruleset": ruleset, "crossword": crossword, "challenges": challenges}


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatForm:
    """A player of a game, where they sit, and the letter that they drew."""

    number: int
    name: str = ""
    drawn: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameForm:
    """The points of a game's rounds."""

    seats: tuple[SeatForm, ...]
    rounds: tuple[dict[int, str], ...]
    """For each round the points of each seat, as they were typed; the last one is empty."""
    length: str
    target: str

    @classmethod
    def of(cls, form: MultiDict[str, str]) -> GameForm:
        """Return what *form* says; points are in fields such as ``points-2-0``: those of the second round, of the first seat."""
        rows = _rows(form, "player", "drawn")
        rows += [("", "")] * (max(FEWEST, len(rows) + ("add" in form)) - len(rows))
        seats = tuple(
            SeatForm(number=number, name=name, drawn=drawn) for number, (name, drawn) in enumerate(rows)
        )
        rounds: list[dict[int, str]] = []
        for number in range(1, MAX_ROUNDS + 1):
            points = {each.number: form.get(f"points-{number}-{each.number}", "").strip() for each in seats}
            if not any(points.values()):
                break
            rounds.append(points)
        return cls(
            seats=seats,
            rounds=(*rounds, {}),
            length=form.get("length", "").strip(),
            target=form.get("target", "").strip(),
        )

    @property
    def players(self) -> tuple[SeatForm, ...]:
        """The seats that somebody sits on."""
        return tuple(each for each in self.seats if each.name)

    def record(self, ruleset: str, rules: Ruleset) -> dict[str, Any]:
        """Return the record of the game under a *ruleset*, which says these *rules*, its sets of tiles called by their colours. Raises :class:`BadRecord`."""
        plain: dict[str, Any] = {
            "ruleset": ruleset,
            "players": [each.name for each in self.players],
            "rounds": [
                {
                    "points": {
                        each.name: _number(points[each.number])
                        for each in self.players
                        if points[each.number]
                    }
                }
                for points in self.rounds[:-1]
            ],
            "sets": list(COLOURS.values()) if rules.game.sets == len(COLOURS) else [],
            "drawn": {each.name: each.drawn[0] for each in self.players if each.drawn},
            "length": _number(self.length) if self.length else None,
            "target": _number(self.target) if self.target else None,
        }
        return plain


def _rows(form: MultiDict[str, str], *names: str) -> list[tuple[str, ...]]:
    """Return what the repeated fields of these *names* say, row by row; of more than can be scored one more than that."""
    columns = ([text.strip() for text in form.getlist(name)[: MAX_PLAYERS + 1]] for name in names)
    return list(zip_longest(*columns, fillvalue=""))


def _lines(grid: str) -> list[str]:
    """Return the rows of a grid that was typed, without empty ones around it."""
    rows = [row.rstrip().replace(" ", ".") for row in re.split(r"\r?\n|/", grid.strip("\r\n"))]
    return rows if any(rows) else []


def _one_of(names: Iterable[str], given: str) -> str:
    """Return which of *names* is meant; *given* itself where none is."""
    return next((name for name in names if name.casefold() == given.casefold()), given)


def _number(text: str) -> int | str:
    """Return the whole number in *text*; what is none, as it is: where the record is checked it is a fault."""
    tidy = text.replace("−", "-")
    return int(tidy) if re.fullmatch(r"[+-]?[0-9]{1,9}", tidy) else text


def _place(text: str) -> list[Any] | str:
    """Return the place of a word in a crossword that *text* means; what means none, as it is."""
    found = _AT.fullmatch(text)
    return [int(found[1]), int(found[2]), found[3].lower()] if found else text
