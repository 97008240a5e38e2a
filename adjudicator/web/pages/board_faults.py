"""What is wrong with what was typed on the pages of boards, in words for everybody at the table, and beside which field it is said.

Start at :func:`plain` and :func:`told`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from adjudicator.web.wording import capitalise

EMPTY = "_"
"""Stands for a tile whose letter is still to come."""
MOST_BESIDE = 3
"""Sentences that stand beside a field."""
_PLACES = (
    (re.compile(r"rounds\[(\d+)\]\.points\.(.*)"), "What {1} has in round {0}"),
    (re.compile(r"rounds\[(\d+)\](\.points)?"), "Round {}"),
    (re.compile(r"points\.(.*)"), "The score of {}"),
    (re.compile(r"lists\.(.*)\[(\d+)\]"), "Word {1} of {0}"),
    (re.compile(r"lists\.(.*)"), "The list of {}"),
    (re.compile(r"challenges\[(\d+)\]\.challenger"), "The challenger in challenge {}"),
    (re.compile(r"challenges\[(\d+)\]\.at.*"), "Where challenge {} lies"),
    (re.compile(r"challenges\[(\d+)\]\.dispute"), "The dispute of challenge {}"),
    (re.compile(r"challenges\[(\d+)\](\.\w+)?"), "Challenge {}"),
    (re.compile(r"undefined\..*\[(\d+)\]"), "Word {} of those that could not be defined"),
    (re.compile(r"crossword\.unplayed"), "Tiles left"),
    (re.compile(r"crossword\.unplayed\.(.*)"), "What {} has left"),
    (re.compile(r"crossword(\.rows.*)?"), "The crossword"),
    (re.compile(r"crossword\.starting_word"), "Starting word"),
    (re.compile(r"crossword\.owners.*"), "Whose tiles they are"),
    (re.compile(r"drawn\.(.*)"), "What {} drew"),
    (re.compile(r"board"), "The board"),
    (re.compile(r"length"), "The number of rounds"),
    (re.compile(r"target"), "The number of points that ends the game"),
    (re.compile(r"players"), "The list of players"),
    (re.compile(r"lists"), "The round"),
)
"""What a place of a record or a board is called on the page; ``{}`` is its number from 1, or a name. Others are called what they are."""
_DRAWINGS = ("crossword.rows", "crossword.owners")
_VERBS = ("is", "are", "has", "takes")


def plain(fault: str) -> str:
    """Return a fault of a record or a board as a sentence for people: *row 2: is 3 long* → *Row 2 is 3 long.*"""
    place, colon, what = fault.removesuffix(".").partition(": ")
    if not colon:
        return f"{capitalise(place)}."
    if place in _DRAWINGS and what.startswith("row "):
        return f"{capitalise(what)}."
    for pattern, name in _PLACES:
        if found := pattern.fullmatch(place):
            place = name.format(
                *(int(each) + 1 if (each or "").isdigit() else each for each in found.groups())
            )
            break
    if what.startswith(f"'{EMPTY}' is not a tile"):
        what = "is still empty"
    what = re.sub(r"^takes (a|an) ", r"has to be \1 ", what)
    joint = " " if what.split(" ")[0] in _VERBS else ": "
    return f"{capitalise(place)}{joint}{what}."


_ON_BOARD = re.compile(r"(row|place|tile) \d.*")


class Told(NamedTuple):
    """What is wrong with a form, in sentences, each told in one place."""

    faults: list[str]
    """At the head of the form: what belongs to none of its fields."""
    wrong: dict[str, str]
    """Beside a field, by its name."""


def told(faults: Iterable[str], fields: Mapping[str, str]) -> Told:
    """Return where each of the *faults* is told on a form whose *fields* are by the places of a record what it has there."""
    at_head: list[str] = []
    beside: dict[str, list[str]] = {}
    for fault in faults:
        place = fault.partition(": ")[0]
        place = "board" if _ON_BOARD.fullmatch(place) else place
        known = [each for each in fields if place == each or place.startswith((f"{each}.", f"{each}["))]
        said = beside.setdefault(fields[max(known, key=len)], []) if known else at_head
        said.append(plain(fault))
    return Told(at_head, {field: _few(said) for field, said in beside.items()})


def _few(sentences: list[str]) -> str:
    """Return the first of several sentences on one field, and how many more there are."""
    rest = len(sentences) - MOST_BESIDE
    return " ".join([*sentences[:MOST_BESIDE], *([f"And {rest} more like this."] if rest > 0 else [])])
