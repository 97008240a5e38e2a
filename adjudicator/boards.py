"""Boards put together with rulesets: every legal word of a board with its score, words held against a board, rounds of lists scored.

The command line and HTTP call these; boards, paths and points themselves are :mod:`adjudicator.games`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from adjudicator.errors import BadRecord
from adjudicator.games.board import Board, read_board
from adjudicator.games.paths import best_path, why_not
from adjudicator.games.scoring import Judged, PlayerRound, points, score_round
from adjudicator.games.solver import solve
from adjudicator.service import LEGAL_CODES, Adjudicator
from adjudicator.spelling import fault_of, key_of

MISSED = 20
"""Words that nobody found which a round tells: those worth the most."""
MAX_PLAYERS = 100
MAX_LISTED = 1_000
"""Words on one list."""


def board_of(adjudicator: Adjudicator, given: str | Mapping[str, Any], ruleset: str) -> Board:
    """Return the board that *given* describes, with paths as the *ruleset* says. Raises :class:`BoardInvalid`, :class:`UnknownRuleset`."""
    return read_board(given, reuse=adjudicator.ruleset(ruleset).board.reuse)


def solved(adjudicator: Adjudicator, given: str | Mapping[str, Any], ruleset: str) -> dict[str, Any]:
    """Return every legal word of a board as plain data, with a best path and its score, the best first; ``total`` is what all are worth.

    Raises :class:`BoardInvalid`, :class:`BoardTooHard`, :class:`UnknownRuleset`.
    """
    pinned = adjudicator.pinned(ruleset)
    words = _words(adjudicator, board_of(adjudicator, given, pinned), ruleset, pinned)
    return {
        **_judged_by(adjudicator, ruleset, pinned),
        "words": words,
        "total": sum(each["score"] for each in words),
    }


def checked(
    adjudicator: Adjudicator, given: str | Mapping[str, Any], words: Sequence[str], ruleset: str
) -> dict[str, Any]:
    """Return for each of *words* whether it is legal, whether it is on the board and why not, its best path and its score, as plain data.

    Raises :class:`BoardInvalid`, :class:`BoardTooHard`, :class:`UnknownRuleset`; a word that is none has ``error`` instead.
    """
    pinned = adjudicator.pinned(ruleset)
    board = board_of(adjudicator, given, pinned)
    return {
        **_judged_by(adjudicator, ruleset, pinned),
        "words": [_checked(adjudicator, board, word, ruleset, pinned) for word in words],
    }


def _checked(adjudicator: Adjudicator, board: Board, word: str, ruleset: str, pinned: str) -> dict[str, Any]:
    fault = fault_of(word)
    if fault:
        return {"word": word[:100], "error": fault}
    key = key_of(word)
    code = adjudicator.decisive(word, pinned)
    path = best_path(board, key)
    obstacle = why_not(board, key) if path is None else None
    legal = code in LEGAL_CODES
    worth = points(adjudicator.ruleset(pinned).scoring, len(key), path.rings) if legal and path else 0
    return {
        "word": word,
        "key": key,
        "acceptable": legal and path is not None,
        "code": code if path or not legal else "not-on-board",
        "legal": legal,
        "on_board": path is not None,
        "obstacle": {"code": obstacle.code, "reason": obstacle.reason} if obstacle else None,
        "path": list(path.tiles) if path else None,
        "rings": path.rings if path else 0,
        "score": worth,
        "verdict": _verdict(ruleset, word),
    }


def round_scored(
    adjudicator: Adjudicator,
    lists: Mapping[str, Sequence[str]],
    ruleset: str,
    *,
    board: str | Mapping[str, Any] | None = None,
    penalties: Mapping[str, int] | None = None,
    undefined: Mapping[str, Sequence[str]] | None = None,
) -> dict[str, Any]:
    """Return what a round comes to for each player, as plain data: every word of every list with its points or why it has none, and the
    best words of the *board* that nobody found.

    Raises :class:`BadRecord`, :class:`BoardInvalid`, :class:`BoardTooHard`, :class:`UnknownRuleset`.
    """
    _refuse_round(lists, penalties or {}, undefined or {})
    pinned = adjudicator.pinned(ruleset)
    drawn = board_of(adjudicator, board, pinned) if board is not None else None
    scoring = adjudicator.ruleset(pinned).scoring

    def judge(word: str) -> Judged:
        if fault := fault_of(word):
            return Judged("", False, reason=fault)
        key = key_of(word)
        code = adjudicator.decisive(word, pinned)
        if code not in LEGAL_CODES:
            return Judged(key, False, reason=code)
        path = best_path(drawn, key) if drawn else None
        if drawn and path is None:
            obstacle = why_not(drawn, key)
            return Judged(key, True, False, 0, obstacle.reason if obstacle else "")
        return Judged(key, True, True, path.rings if path else 0)

    players = score_round(scoring, lists, judge, penalties=penalties, undefined=undefined)
    most = max(player.total for player in players)
    return {
        **_judged_by(adjudicator, ruleset, pinned),
        "players": [_player(player, ruleset) for player in players],
        "winners": [player.name for player in players if player.total == most],
        "missed": _missed(adjudicator, drawn, players, pinned, ruleset) if drawn else [],
    }


def _refuse_round(
    lists: Mapping[str, Sequence[str]], penalties: Mapping[str, int], undefined: Mapping[str, Sequence[str]]
) -> None:
    faults = [] if 1 <= len(lists) <= MAX_PLAYERS else [f"lists: takes 1 to {MAX_PLAYERS} players"]
    faults += [
        f"lists.{name}: has more than {MAX_LISTED:,} words"
        for name, words in lists.items()
        if len(words) > MAX_LISTED
    ]
    for place, names in (("penalties", penalties), ("undefined", undefined)):
        faults += [f"{place}.{name}: is no player of the lists" for name in names if name not in lists]
    if faults:
        raise BadRecord(faults, "Nothing was scored.")


def _player(player: PlayerRound, ruleset: str) -> dict[str, Any]:
    words = [
        {
            **each._asdict(),
            "shared_with": list(each.shared_with),
            "verdict": _verdict(ruleset, each.word) if each.key else None,
        }
        for each in player.words
    ]
    return {**player._asdict(), "words": words}


def _words(adjudicator: Adjudicator, board: Board, ruleset: str, pinned: str) -> list[dict[str, Any]]:
    """Return every legal word of a board, those that are worth the most first."""
    found = solve(board, adjudicator.compiled(pinned).board_words)
    scoring = adjudicator.ruleset(pinned).scoring
    words: list[dict[str, Any]] = [
        {
            "word": word,
            "path": list(path),
            "score": points(scoring, len(word), found.rings.get(word, 0)),
            "verdict": _verdict(ruleset, word),
        }
        for word, path in found.paths.items()
    ]
    return sorted(words, key=lambda each: (-each["score"], -len(each["word"]), each["word"]))


def _missed(
    adjudicator: Adjudicator, board: Board, players: Sequence[PlayerRound], pinned: str, ruleset: str
) -> list[dict[str, Any]]:
    found = {word.key for player in players for word in player.words}
    words = _words(adjudicator, board, ruleset, pinned)
    return [each for each in words if each["word"] not in found][:MISSED]


def _judged_by(adjudicator: Adjudicator, ruleset: str, pinned: str) -> dict[str, str]:
    return {
        "ruleset": ruleset,
        "lexicon": adjudicator.digest(pinned),
        "ruleset_digest": adjudicator.ruleset_digest(pinned),
    }


def _verdict(ruleset: str, word: str) -> str:
    """Return where the verdict on *word* can be read."""
    return f"/v1/rulesets/{quote(ruleset, safe='')}/words/{quote(word, safe='')}"
