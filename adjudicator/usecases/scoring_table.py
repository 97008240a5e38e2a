"""What the scoring of one record shares: its ruleset as it is at one moment, one purse, words and boards that are looked at once.

Start at :class:`Table`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from adjudicator.core.spelling import MAX_WORD, quote
from adjudicator.errors import BadRecord, RulesetInvalid
from adjudicator.games.board import Board
from adjudicator.games.budget import Purse, Work
from adjudicator.games.records import MAX_PLAYERS, NOTHING_SCORED, RoundBase
from adjudicator.judging.bench import Bench
from adjudicator.judging.service import Adjudicator
from adjudicator.judging.shapes import JudgedBy
from adjudicator.rules.ruleset import Ruleset
from adjudicator.rules.wording import WordingContext, kind_of, word_reason
from adjudicator.usecases.boards import COMES_FIRST, Known, Paths, Words, board_of, verdict_address

AN_INLINE_RULESET, AN_INDEX = 20_000, 200_000
"""Steps to read a ruleset that stands in a record, and to make the index of its words, which boards and wild tiles need."""
RULED = {
    ("vote", "legal"): ("ruled-legal", "The group says yes."),
    ("vote", "illegal"): ("ruled-illegal", "The group says no."),
    ("vote", "no-action"): ("no-action", "A vote without a majority takes no action: it stays as it was written."),
    ("dictionary", "legal"): ("ruled-legal", "Found in the dictionary that was looked into."),
    ("dictionary", "illegal"): ("ruled-illegal", "Not in the dictionary that was looked into."),
}  # fmt: skip
"""How a word was settled at the table, and as what → its code, and why it counts or not."""


class Judgment(NamedTuple):
    """A word of a round as it is judged by everything that is known of it: the board, what was ruled, the dictionary."""

    key: str
    legal: bool
    code: str
    reason: str
    """A sentence."""
    counts: bool
    """Whether it is legal, or stands all the same."""
    on_board: bool = True
    rings: int = 0
    path: tuple[int, ...] = ()


class Spelling(NamedTuple):
    """A word that is challenged or ruled on: its letters, and whether the dictionary has it as it is written. *We'll* is another than *well*."""

    key: str
    legal: bool


def spelling_of(known: Known) -> Spelling:
    """Return which word it is that is *known*."""
    return Spelling(known.key, known.legal)


class Rulings(NamedTuple):
    """What challenges have settled of the words of a round: how, and as what, where it was not this dictionary; and which were challenged."""

    settled: Mapping[Spelling, tuple[str, str]] = {}
    challenged: frozenset[Spelling] = frozenset()


class Table:
    """Where rounds are scored under one ruleset, out of one purse. Equal words are judged once."""

    def __init__(self, adjudicator: Adjudicator, ruleset: str | Mapping[str, Any], purse: Purse) -> None:
        """Raises :class:`UnknownRuleset`; :class:`BadRecord` where a ruleset that stands in the record has faults."""
        self.adjudicator = adjudicator
        self.purse = purse
        self.is_named = isinstance(ruleset, str)
        self.bench: Bench
        if isinstance(ruleset, str):
            self.bench, self.ruleset = adjudicator.under(ruleset), ruleset
        else:
            purse.spend(AN_INLINE_RULESET, "words")
            try:
                self.bench = adjudicator.inline(ruleset)
            except RulesetInvalid as error:
                raise BadRecord([f"ruleset.{fault}" for fault in error.faults], NOTHING_SCORED) from None
            self.ruleset = self.bench.ruleset.id
        self.rules: Ruleset = self.bench.ruleset
        self.words = Words(self.bench, purse)
        self._indexed = self.is_named
        self._boards: dict[int, Board] = {}
        self._paths: dict[Board, Paths] = {}

    def pay_for_index(self, work: Work) -> None:
        """Pay once for the index of the words, where the ruleset stands in the record and has none yet. Raises :class:`TooHard`."""
        if not self._indexed:
            self.purse.spend(AN_INDEX, work)
            self._indexed = True

    def judged_by(self) -> JudgedBy:
        """Return what the answer is judged by."""
        return self.bench.judged_by(self.ruleset)

    def address(self, word: str) -> str | None:
        """Return where the verdict on *word* can be read; None under a ruleset that stands in the record."""
        return verdict_address(self.ruleset, word) if self.is_named else None

    def board(self, record: RoundBase) -> Board | None:
        """Return the board of a round, which is read once; None where it has none. Raises :class:`BoardInvalid`."""
        if record.board is None:
            return None
        known = self._boards.get(id(record))
        if known is None:
            known = self._boards[id(record)] = board_of(self.bench, record.board, self.purse)
        return known

    def paths_on(self, board: Board) -> Paths:
        """Return what knows the paths on a *board*."""
        if board not in self._paths:
            self._paths[board] = Paths(board, self.purse)
        return self._paths[board]

    def judgment(self, word: str, rulings: Rulings, paths: Paths | None = None) -> Judgment:
        """Return what *word* is: none, not on the board of *paths*, as it was ruled, or as the dictionary has it.

        No ruling lifts the rules on a word's length and the board. What nobody has challenged stands where the ruleset says so.
        """
        known = self.words.of(word)
        key = known.key
        if known.fault:
            return Judgment("", False, "no-word", _no_word(word, known.fault), False)
        path, hurdle = paths.of(key) if paths else (None, None)
        if hurdle:
            return Judgment(key, False, "not-on-board", sentence(hurdle.reason), False, False)
        tiles, rings = (path.tiles, path.rings) if path else ((), 0)
        legal, code = known.legal, known.code
        why = sentence(
            word_reason(code, WordingContext(key, self.rules)) if code in LENGTHS else kind_of(code)
        )
        counts = legal
        by, ruling = rulings.settled.get(spelling_of(known), ("", ""))
        if ruling == "illegal":
            legal = counts = False
            code, why = RULED[by, ruling]
        elif ruling and (legal or known.code not in _ON_THE_WORD):
            legal, counts = legal or ruling == "legal", True
            code, why = RULED[by, ruling]
        elif (
            not legal
            and self.rules.challenge.unchallenged == "stand"
            and spelling_of(known) not in rulings.challenged
        ):
            counts, why = True, f"{why.removesuffix('.')}; nobody has challenged it, so it stands."
        return Judgment(key, legal, code, why, counts, True, rings, tiles)


LENGTHS = frozenset({"too-short", "too-long"})
"""Codes of the rules on a word's length, which say how many letters it may have."""
_ON_THE_WORD = COMES_FIRST - {"house-denied"}
"""Codes of rules on the word, which no ruling lifts."""


def _no_word(word: str, fault: str) -> str:
    """Return why *word* is none: its *fault*, without what to type instead."""
    if word.strip() and len(word) <= MAX_WORD and not any(map(str.isalpha, word)):
        return f"There is no letter in {quote(word)}."
    return sentence(fault.rpartition(". ")[0] or fault)


def sentence(text: str) -> str:
    """Return *text* as a sentence."""
    return f"{text[:1].upper()}{text[1:].removesuffix('.')}." if text else ""


def names_text(names: Sequence[str]) -> str:
    """Return *names* as they are said, the first three of many."""
    told = list(names) if len(names) <= 4 else [*names[:3], f"{len(names) - 3} others"]
    return " and ".join(filter(None, (", ".join(told[:-1]), *told[-1:])))


def strangers(place: str, given: Mapping[str, Any], names: Sequence[str] | Mapping[str, Any]) -> list[str]:
    """Return a fault for each name in *given* that is no player."""
    if len(given) > MAX_PLAYERS:
        return [f"{place}: names {len(given):,} players, and {MAX_PLAYERS} are the most"]
    return [f"{place}.{name}: is no player of the round" for name in given if name not in names]


def refuse(faults: Sequence[str]) -> None:
    """Raise :class:`BadRecord` where there are *faults*."""
    if faults:
        raise BadRecord(faults, NOTHING_SCORED)
