"""Boards put together with rulesets: every legal word of a board with its score, and words held against a board.

The command line and HTTP call these; boards, paths and points themselves are :mod:`adjudicator.games`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NamedTuple, NotRequired, TypedDict
from urllib.parse import quote

from adjudicator.core.shapes import Most
from adjudicator.core.spelling import MAX_WORD, fault_of, key_of
from adjudicator.games.board import Board, read_board
from adjudicator.games.budget import Purse
from adjudicator.games.obstacles import Obstacle, obstacle
from adjudicator.games.paths import Path, Search
from adjudicator.games.scoring import points
from adjudicator.games.solver import solve
from adjudicator.judging.batch import is_plain
from adjudicator.judging.bench import LEGAL_CODES, Bench
from adjudicator.judging.service import Adjudicator
from adjudicator.judging.shapes import JudgedBy
from adjudicator.rules.conditions import OFF_BOARD, WORD_RULES
from adjudicator.rules.ruleset import Scoring

COMES_FIRST = frozenset({*WORD_RULES, "house-denied"})
"""Codes that settle a word before the board is looked at."""
MISSED = 20
"""Words that nobody found which a round tells: those worth the most."""
ALL = 100
"""Paths of a word that are told where all are asked for; how many there are is told in any case."""
MOST_WAYS = 2**53 - 1
"""The most paths that are told: what every reader of JSON takes for the same number."""
A_WORD, AN_ODD_WORD, A_CHARACTER = 6, 400, 12
"""Steps to judge a word of the letters a to z; and any other one, which takes a whole proof, with what each of its characters takes."""
A_TOLD_WORD, A_FOUND_WORD = 6, 6
"""Steps to tell what is said of a word that was asked of, and of one that was found."""
A_TILE, AN_EDGE = 5, 2
"""Steps to read a tile of a board, and which two touch each other."""
NUMBERS = 16
"""How many numbers of a path are told for a step."""


class Known(NamedTuple):
    """What a ruleset says of a word: why it is none, or its key and decisive code."""

    fault: str | None
    key: str = ""
    code: str = ""

    @property
    def legal(self) -> bool:
        """Whether the word is legal."""
        return self.code in LEGAL_CODES


class Words:
    """The words of one request under a ruleset. Each different one is judged once."""

    def __init__(self, bench: Bench, purse: Purse) -> None:
        self._bench = bench
        self._purse = purse
        self._known: dict[str, Known] = {}

    def of(self, word: str) -> Known:
        """Return what is known of *word*. Raises :class:`TooHard`."""
        known = self._known.get(word)
        if known is None:
            odd = len(word) <= MAX_WORD and not is_plain(word)
            self._purse.spend(AN_ODD_WORD + A_CHARACTER * len(word) if odd else A_WORD, "words")
            fault = fault_of(word)
            known = Known(fault) if fault else Known(None, key_of(word), self._bench.decisive(word))
            self._known[word] = known
        return known


class Paths:
    """The paths on one board that one request asks of. Each different word is sought once."""

    def __init__(self, board: Board, purse: Purse) -> None:
        self.board = board
        self._purse = purse
        self._best: dict[str, tuple[Path | None, Obstacle | None]] = {}

    def of(self, key: str) -> tuple[Path | None, Obstacle | None]:
        """Return the best path of *key*, or what is in its way. Raises :class:`TooHard`."""
        known = self._best.get(key)
        if known is None:
            search = Search(self.board, key, self._purse)
            path = search.best()
            known = self._best[key] = (
                path,
                obstacle(self.board, key, search, self._purse) if path is None else None,
            )
        return known

    def all(self, key: str) -> tuple[int, list[list[int]]]:
        """Return how many paths *key* has, and the first hundred. Raises :class:`TooHard`."""
        search = Search(self.board, key, self._purse)
        return min(search.count(), MOST_WAYS), [list(path.tiles) for path in search.all(ALL)]


class FoundWord(TypedDict):
    """A legal word on a board."""

    word: str
    path: list[int]
    """The numbers of its tiles, from 0, row by row."""
    score: int
    verdict: str
    """Where its verdict is."""


class SolvedBoard(JudgedBy):
    words: list[FoundWord]
    total: int


class ObstacleModel(TypedDict):
    """Why a word is not on a board."""

    code: str
    reason: str


class CheckedWord(TypedDict):
    """A word held against a board; one that is none has `error` alone."""

    word: str
    error: NotRequired[str]
    key: NotRequired[str]
    acceptable: NotRequired[bool]
    code: NotRequired[str]
    legal: NotRequired[bool]
    on_board: NotRequired[bool]
    obstacle: NotRequired[ObstacleModel | None]
    path: NotRequired[list[int] | None]
    rings: NotRequired[int]
    score: NotRequired[int]
    verdict: NotRequired[str]
    ways: NotRequired[Annotated[int, Most(MOST_WAYS)]]
    """How many paths it has, or the most that is told."""
    paths: NotRequired[list[list[int]]]


class CheckedBoard(JudgedBy):
    words: list[CheckedWord]


def board_of(bench: Bench, given: str | Mapping[str, Any], purse: Purse | None = None) -> Board:
    """Return the board that *given* describes. Whether a path may use a tile again is what it says itself, or else what the ruleset does.

    Raises :class:`BoardInvalid`; :class:`TooHard` where *purse*, by default one of its own, is empty.
    """
    reuse = None if not isinstance(given, str) and "reuse" in given else bench.ruleset.board.reuse
    board = read_board(given, reuse=reuse)
    edges = [] if isinstance(given, str) else given.get("edges", ())
    (purse or Purse()).spend(A_TILE * len(board.tiles) + AN_EDGE * len(edges), "board")
    return board


def solved(
    adjudicator: Adjudicator, given: str | Mapping[str, Any], ruleset: str, purse: Purse | None = None
) -> SolvedBoard:
    """Return every legal word of a board as plain data, with a best path and its score, the best first; ``total`` is what all are worth.

    Raises :class:`BoardInvalid`, :class:`UnknownRuleset`; :class:`TooHard` where *purse*, by default one of its own, is empty.
    """
    purse = purse or Purse()
    bench = adjudicator.under(ruleset)
    words = words_of(bench, board_of(bench, given, purse), ruleset, purse)
    return {
        **bench.judged_by(ruleset),
        "words": words,
        "total": sum(each["score"] for each in words),
    }


def check_words(
    adjudicator: Adjudicator,
    given: str | Mapping[str, Any],
    words: Sequence[str],
    ruleset: str,
    *,
    every_path: bool = False,
    purse: Purse | None = None,
) -> CheckedBoard:
    """Return for each of *words* whether it is legal, whether it is on the board and why not, its best path and its score, as plain data;
    with *every_path* also how many paths it has, and the first hundred. Equal words are judged once.

    Raises :class:`BoardInvalid`, :class:`UnknownRuleset`; :class:`TooHard` where *purse*, by default one of its own, is empty. A word that
    is none has ``error`` instead.
    """
    purse = purse or Purse()
    bench = adjudicator.under(ruleset)
    paths = Paths(board_of(bench, given, purse), purse)
    judged = Words(bench, purse)
    scoring = bench.ruleset.scoring
    found_by_word: dict[str, CheckedWord] = {}
    for word in words:
        found = found_by_word.get(word)
        if found is None:
            known = judged.of(word)
            if known.fault:
                found = {"word": word[:MAX_WORD], "error": known.fault}
            else:
                found = _word_check(paths, word, known, scoring)
                found["verdict"] = verdict_address(ruleset, word)
                if every_path:
                    found["ways"], found["paths"] = paths.all(known.key)
            found_by_word[word] = found
        numbers = sum(map(len, found.get("paths", ())))
        purse.spend(A_TOLD_WORD + numbers // NUMBERS, "words")
    return {**bench.judged_by(ruleset), "words": [found_by_word[word] for word in words]}


def _word_check(paths: Paths, word: str, known: Known, scoring: Scoring) -> CheckedWord:
    path, hurdle = paths.of(known.key)
    return {
        "word": word,
        "key": known.key,
        "acceptable": known.legal and path is not None,
        "code": known.code if path or known.code in COMES_FIRST else OFF_BOARD,
        "legal": known.legal,
        "on_board": path is not None,
        "obstacle": {"code": hurdle.code, "reason": hurdle.reason} if hurdle else None,
        "path": list(path.tiles) if path else None,
        "rings": path.rings if path else 0,
        "score": points(scoring, len(known.key), path.rings) if known.legal and path else 0,
    }


def words_of(bench: Bench, board: Board, named: str, purse: Purse) -> list[FoundWord]:
    """Return every legal word of a board, those that are worth the most first, with addresses under the ruleset as it was *named*.

    Raises :class:`TooHard`.
    """
    found = solve(board, bench.compiled.board_words, purse)
    purse.spend(A_FOUND_WORD * len(found.paths), "board")
    scoring = bench.ruleset.scoring
    words: list[FoundWord] = [
        {
            "word": word,
            "path": list(path),
            "score": points(scoring, len(word), found.rings.get(word, 0)),
            "verdict": verdict_address(named, word),
        }
        for word, path in found.paths.items()
    ]
    return sorted(words, key=lambda each: (-each["score"], -len(each["word"]), each["word"]))


def verdict_address(ruleset: str, word: str) -> str:
    """Return where the verdict on *word* can be read."""
    return f"/v1/rulesets/{_quoted(ruleset)}/words/{_quoted(word)}"


def _quoted(text: str) -> str:
    return text if text.isascii() and text.isalnum() else quote(text, safe="")
