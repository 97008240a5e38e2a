"""Records that several tests have."""

from __future__ import annotations

from typing import Any

from tests.umpire.faces import Record

BOGGLE: Record = {
    "ruleset": "boggle",
    "board": "PERS/LATG/SINE/TERS",
    "lists": {"Ann": ["plates", "lines"], "Ben": ["plates", "sine"]},
    "undefined": {"Ann": ["lines"]},
    "challenges": [{"word": "sine", "player": "Ben", "challenger": "Ann"}],
    "penalties": {"Ben": -2},
}
CROSSWORD: Record = {
    "ruleset": "word-whiz",
    "crossword": {
        "rows": ["WORDS", "O....", "EATEN"],
        "owners": ["rrrrr", "b....", "bgggg"],
        "players": {"r": "Red", "b": "Blue", "g": "Green"},
        "finished": "Red",
        "unplayed": {"Blue": 3, "Green": 2},
        "starting_word": "words",
    },
}
RINGS: Record = {
    "ruleset": "bonus-rings",
    "lists": {"Ann": ["digit"], "Ben": ["woe"]},
    "rings": {"Ann": {"digit": 2}},
}
GAME: Record = {
    "ruleset": "word-whiz",
    "players": ["Red", "Blue", "Green"],
    "target": 50,
    "drawn": {"Red": "K", "Blue": "C", "Green": "T"},
    "rounds": [{"points": {"Red": 21, "Blue": 13, "Green": 16}}],
}


def lists(**more: Any) -> Record:
    """A round of two lists."""
    return {"ruleset": "boggle", "lists": {"Ann": ["house"], "Ben": ["cat"]}, **more}


def crossword(**changed: Any) -> Record:
    """The crossword with other fields; None leaves one out."""
    fields = {**CROSSWORD["crossword"], **changed}
    return {**CROSSWORD, "crossword": {field: value for field, value in fields.items() if value is not None}}


def drawn(rows: Any, **more: Any) -> Record:
    """A crossword in one drawing, without owners."""
    return {"ruleset": "word-whiz", "crossword": {"rows": rows, **more}}


LINES = ["Red:W Red:O Red:R Red:D Red:S", "Blue:O . . . .", "Blue:E Green:A Green:T Green:E Green:N"]
