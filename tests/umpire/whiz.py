"""How the tests of Word Whiz write a round down."""

from __future__ import annotations

from typing import Any

from tests.umpire.faces import Record

POINTS = {4: 2, 5: 3, 6: 5, 7: 8}
"""Scoring: 4 letters 2 points, 5 3, 6 5, 7 8, 8 and more 13; fewer bring none."""
PLAYERS = {"r": "Red", "b": "Blue", "g": "Green", "y": "Yellow"}
EXCLUDED = {"extends": "word-whiz", "challenge": {"rule": "word-whiz", "unchallenged": "excluded"}}
"""The ruleset of a table that holds every word against the dictionary."""
GRID = ["WORDS", "....U", "....N"]
GRID_OWNERS = ["rrrrr", "....b", "....b"]
"""WORDS of Red's, and SUN of Blue's, built onto it."""
CROSSED = ["CA?E", "...G", "...G"]
"""A word of Red's with a wild tile, and EGG of Blue's, built onto it."""
CROSSED_OWNERS = ["rrrr", "...b", "...b"]


def crossword(rows: list[str], owners: list[str], *challenges: dict[str, Any], **more: Any) -> Record:
    """The record of a round: what is about the crossword goes into it, the rest beside it."""
    marks = set("".join(owners)) & set(PLAYERS)
    beside = {"ruleset", "penalties", "turns"}
    record: Record = {
        "ruleset": "word-whiz",
        "crossword": {
            "rows": rows,
            "owners": owners,
            "players": {mark: name for mark, name in PLAYERS.items() if mark in marks},
            **{field: value for field, value in more.items() if field not in beside},
        },
        **{field: value for field, value in more.items() if field in beside},
    }
    return {**record, "challenges": list(challenges)} if challenges else record


def with_players(record: Record, *names: str) -> Record:
    """Add players who have no tile in the crossword."""
    marks = {mark: name for mark, name in PLAYERS.items() if name in names}
    return {
        **record,
        "crossword": {**record["crossword"], "players": {**record["crossword"]["players"], **marks}},
    }


def illegal(word: str, player: str, **more: Any) -> dict[str, Any]:
    """The record of a challenge that the group agreed to."""
    return {"word": word, "player": player, "ruling": "illegal", **more}
