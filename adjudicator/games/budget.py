"""What one request may cost: a purse of steps, out of which all its work is paid, of whatever kind.

Start at :class:`Purse`. Who answers a request makes one and hands it down; what works spends out of it before it works, or while it does.
A step is about a microsecond of an ordinary machine, but it is counted and not measured: the same request always has the same answer.
"""

from collections.abc import Callable
from typing import Literal

from adjudicator.errors import TooHard

FULL = 1_000_000
"""Steps in the purse of one request: about a second of work."""

Work = Literal["board", "wild-tiles", "words", "players"]
"""What steps are spent on."""

_TOO_MUCH: dict[Work, tuple[str, str]] = {
    "board": (
        "Words could be made in too many ways on this board.",
        "Use a smaller board, with fewer blanks or fewer equal letters, or ask of fewer words at a time.",
    ),
    "wild-tiles": (
        "The wild tiles could stand for too many letters.",
        "Write the letter that a wild tile stands for in place of its ?, or score fewer of them at a time.",
    ),
    "words": ("These are too many words for one request.", "Send fewer of them at a time."),
    "players": (
        "So many players with so many words are too much for one request.",
        "Score fewer players or fewer rounds at a time.",
    ),
}
"""What is said where most was spent on this: what was too much, and what to do."""


def too_hard(work: Work) -> TooHard:
    """Return the refusal of what takes too much of such *work*: what was too much, and what to do."""
    return TooHard(work, *_TOO_MUCH[work])


class Purse:
    """The steps of one request, and what they went into."""

    __slots__ = ("_gone", "left", "spent")

    def __init__(self, steps: int = FULL, gone: Callable[[], bool] | None = None) -> None:
        self.left = steps
        """Steps that can still be spent; below zero, none can."""
        self._gone = gone
        """Whether nobody waits for the answer any more: the purse is empty then."""
        self.spent: dict[Work, int] = dict.fromkeys(_TOO_MUCH, 0)

    def spend(self, steps: int, on: Work) -> None:
        """Spend *steps*. Raises :class:`TooHard` where there are not so many, and says of what most were spent on that it was too much."""
        self.left -= steps
        self.spent[on] += steps
        if self.left < 0 or (self._gone is not None and self._gone()):
            raise too_hard(max(self.spent, key=self.spent.__getitem__))
