"""What is wrong with what was typed on the pages of boards, in words for everybody at the table, and beside which field it is said.

Start at :func:`plain` and :func:`beside`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from adjudicator.web.wording import capitalise

EMPTY = "_"
"""Stands for a tile whose letter is still to come."""
_PLACES = (
    (re.compile(r"rounds\[(\d+)\]\.points\.(.*)"), "What {1} has in round {0}"),
    (re.compile(r"rounds\[(\d+)\](\.points)?"), "Round {}"),
    (re.compile(r"lists\.(.*)\[(\d+)\]"), "Word {1} of {0}"),
    (re.compile(r"lists\.(.*)"), "The list of {}"),
    (re.compile(r"challenges\[(\d+)\]\.challenger"), "The challenger in challenge {}"),
    (re.compile(r"challenges\[(\d+)\]\.at.*"), "Where challenge {} lies"),
    (re.compile(r"challenges\[(\d+)\]\.dispute"), "The dispute of challenge {}"),
    (re.compile(r"challenges\[(\d+)\](\.\w+)?"), "Challenge {}"),
    (re.compile(r"undefined\..*\[(\d+)\]"), "Word {} of those that could not be defined"),
    (re.compile(r"crossword\.unplayed"), "Tiles left"),
    (re.compile(r"crossword\.unplayed\.(.*)"), "What {} has left"),
    (re.compile(r"crossword\.rows.*"), "The crossword"),
    (re.compile(r"crossword\.starting_word"), "Starting word"),
    (re.compile(r"crossword\.owners.*"), "Whose tiles they are"),
    (re.compile(r"drawn\.(.*)"), "What {} drew"),
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
    joint = " " if what.split(" ")[0] in _VERBS else ": "
    return f"{capitalise(place)}{joint}{what}."


_FIELDS = (
    (re.compile(r"lists\.(.*?)(?:\[\d+\])?"), "list-{seat}"),
    (re.compile(r"crossword\.unplayed\.(.*)"), "unplayed-{seat}"),
    (re.compile(r"crossword\.(owners|starting_word)\b.*"), "{0}"),
    (re.compile(r"crossword(\.rows\b.*)?"), "rows"),
    (re.compile(r"board|(row|place|tile) \d.*"), "board"),
)
"""A place of a record → the field of the form in which that was typed."""


def beside(faults: Iterable[str], seats: Mapping[str, str]) -> dict[str, str]:
    """Return what is wrong by the field that it belongs to, in sentences. *seats* says by the name of a player which fields are theirs;
    what belongs to no field is told at the head of the form alone.
    """
    found: dict[str, list[str]] = {}
    for fault in faults:
        place = fault.partition(": ")[0]
        for pattern, field in _FIELDS:
            if told := pattern.fullmatch(place):
                seat = seats.get(told[1] or "") if "{seat}" in field else ""
                if seat is not None:
                    found.setdefault(field.format(*told.groups(), seat=seat), []).append(plain(fault))
                break
    return {field: " ".join(told) for field, told in found.items()}
