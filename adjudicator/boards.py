"""Boards put together with rulesets: every legal word of a board with its score, and words held against a board.

The command line and HTTP call these; boards, paths and points themselves are :mod:`adjudicator.games`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from adjudicator.games.board import Board, read_board
from adjudicator.games.paths import all_paths, best_path, count_paths, obstacle
from adjudicator.games.scoring import points
from adjudicator.games.solver import solve
from adjudicator.rules.conditions import OFF_BOARD, WORD_RULES
from adjudicator.rules.ruleset import Scoring
from adjudicator.service import LEGAL_CODES, Adjudicator
from adjudicator.spelling import MAX_WORD, fault_of, key_of

COMES_FIRST = frozenset({*WORD_RULES, "house-denied"})
"""Codes that settle a word before the board is looked at."""
MISSED = 20
"""Words that nobody found which a round tells: those worth the most."""
ALL = 100
"""Paths of a word that are told where all are asked for; how many there are is told in any case."""
MOST_WAYS = 2**53 - 1
"""The most paths that are told: what every reader of JSON takes for the same number."""


def board_of(adjudicator: Adjudicator, given: str | Mapping[str, Any], ruleset: str) -> Board:
    """Return the board that *given* describes. Whether a path may use a tile again is what it says itself, or else what the *ruleset* does.

    Raises :class:`BoardInvalid`, :class:`UnknownRuleset`.
    """
    reuse = (
        None if not isinstance(given, str) and "reuse" in given else adjudicator.ruleset(ruleset).board.reuse
    )
    return read_board(given, reuse=reuse)


def solved(adjudicator: Adjudicator, given: str | Mapping[str, Any], ruleset: str) -> dict[str, Any]:
    """Return every legal word of a board as plain data, with a best path and its score, the best first; ``total`` is what all are worth.

    Raises :class:`BoardInvalid`, :class:`BoardTooHard`, :class:`UnknownRuleset`.
    """
    pinned = adjudicator.pinned(ruleset)
    words = words_of(adjudicator, board_of(adjudicator, given, pinned), ruleset, pinned)
    return {
        **judged_by(adjudicator, ruleset, pinned),
        "words": words,
        "total": sum(each["score"] for each in words),
    }


def checked(
    adjudicator: Adjudicator,
    given: str | Mapping[str, Any],
    words: Sequence[str],
    ruleset: str,
    *,
    every_path: bool = False,
) -> dict[str, Any]:
    """Return for each of *words* whether it is legal, whether it is on the board and why not, its best path and its score, as plain data;
    with *every_path* also how many paths it has, and the first hundred.

    Raises :class:`BoardInvalid`, :class:`BoardTooHard`, :class:`UnknownRuleset`; a word that is none has ``error`` instead.
    """
    pinned = adjudicator.pinned(ruleset)
    board = board_of(adjudicator, given, pinned)
    scoring = adjudicator.ruleset(pinned).scoring
    found: list[dict[str, Any]] = []
    for word in words:
        if fault := fault_of(word):
            found.append({"word": word[:MAX_WORD], "error": fault})
            continue
        each = _checked(board, word, adjudicator.decisive(word, pinned), scoring)
        each["verdict"] = verdict_address(ruleset, word)
        if every_path:
            each["ways"] = min(count_paths(board, each["key"]), MOST_WAYS)
            each["paths"] = [list(path.tiles) for path in all_paths(board, each["key"], ALL)]
        found.append(each)
    return {**judged_by(adjudicator, ruleset, pinned), "words": found}


def _checked(board: Board, word: str, code: str, scoring: Scoring) -> dict[str, Any]:
    key = key_of(word)
    path = best_path(board, key)
    hurdle = obstacle(board, key) if path is None else None
    legal = code in LEGAL_CODES
    return {
        "word": word,
        "key": key,
        "acceptable": legal and path is not None,
        "code": code if path or code in COMES_FIRST else OFF_BOARD,
        "legal": legal,
        "on_board": path is not None,
        "obstacle": {"code": hurdle.code, "reason": hurdle.reason} if hurdle else None,
        "path": list(path.tiles) if path else None,
        "rings": path.rings if path else 0,
        "score": points(scoring, len(key), path.rings) if legal and path else 0,
    }


def words_of(adjudicator: Adjudicator, board: Board, ruleset: str, pinned: str) -> list[dict[str, Any]]:
    """Return every legal word of a board, those that are worth the most first."""
    found = solve(board, adjudicator.compiled(pinned).board_words)
    scoring = adjudicator.ruleset(pinned).scoring
    words: list[dict[str, Any]] = [
        {
            "word": word,
            "path": list(path),
            "score": points(scoring, len(word), found.rings.get(word, 0)),
            "verdict": verdict_address(ruleset, word),
        }
        for word, path in found.paths.items()
    ]
    return sorted(words, key=lambda each: (-each["score"], -len(each["word"]), each["word"]))


def judged_by(adjudicator: Adjudicator, ruleset: str, pinned: str) -> dict[str, str]:
    """Return what an answer is judged by: the *ruleset* as it was named, and the digests of everything that it depends on."""
    return {
        "ruleset": ruleset,
        "lexicon": adjudicator.digest(pinned),
        "ruleset_digest": adjudicator.ruleset_digest(pinned),
    }


def verdict_address(ruleset: str, word: str) -> str:
    """Return where the verdict on *word* can be read."""
    return f"/v1/rulesets/{_quoted(ruleset)}/words/{_quoted(word)}"


def _quoted(text: str) -> str:
    return text if text.isascii() and text.isalnum() else quote(text, safe="")
