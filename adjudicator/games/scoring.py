"""What words are worth, and what a round comes to when each player reads out a list. Pure.

Start at :func:`score_round`. Boggle and the bonus-rings game are played so: only words that one player alone has found count, where the
ruleset says so, and a word counts once however often it stands on a list.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import chain
from typing import Literal, NamedTuple

from adjudicator.games.budget import Purse
from adjudicator.rules.ruleset import Scoring

A_LISTED_WORD = 8
"""Steps for each word of a list."""
MOST_POINTS = 10**9
"""What a word is worth at most, so that the totals of any game are numbers that every reader of JSON has."""
LETTERS = 8
"""How many letters of the names of those who share a word are told for a step."""

Status = Literal[
    "scores", "too-short-to-score", "shared", "repeated", "not-legal", "not-on-board", "undefined", "no-word"
]


class JudgedWord(NamedTuple):
    """A word before it is scored: its key, whether it is on the board and legal, its path and how often that uses a ring."""

    key: str
    legal: bool
    on_board: bool = True
    rings: int = 0
    reason: str = ""
    """Why it is not on the board, or not legal."""
    path: tuple[int, ...] = ()

    @property
    def counts(self) -> bool:
        """Whether it is a legal word that can be made."""
        return self.key != "" and self.on_board and self.legal


class ListedWord(NamedTuple):
    """A word of a player's list and what came of it."""

    word: str
    key: str
    status: Status
    points: int
    reason: str = ""
    shared_with: tuple[str, ...] = ()
    path: tuple[int, ...] = ()


class PlayerRound(NamedTuple):
    """What a round came to for one player. ``total`` is the sum of the words' points and of the ``penalties``."""

    name: str
    words: tuple[ListedWord, ...]
    penalties: int
    total: int


def points(scoring: Scoring, letters: int, rings: int = 0) -> int:
    """Return what a word of so many *letters* is worth whose path uses ringed letters so many times.

    Every use of a ring multiplies anew (bonus rings: a word that uses the same ringed letter twice is worth four points), as far as
    :data:`MOST_POINTS`, which no word of a dictionary comes to.
    """
    worth = 0
    for least, found in scoring.lengths:
        if letters < least:
            break
        worth = found
    return int(min(worth * scoring.ring**rings, MOST_POINTS))


def score_round(
    scoring: Scoring,
    lists: Mapping[str, Sequence[str]],
    judge: Callable[[str], JudgedWord],
    *,
    penalties: Mapping[str, int] | None = None,
    undefined: Mapping[str, Collection[str]] | None = None,
    purse: Purse | None = None,
) -> list[PlayerRound]:
    """Return what a round comes to for each player, in the order of the *lists*.

    *judge* says what is known of a word, and is asked once of each; a word that is none has an empty key. *penalties* are points that challenges add or take.
    *undefined* are keys that a player could not define, where the group plays so: they score nothing. What is struck, cannot be made or
    could not be defined is no word that its player has found: it spoils no word of the same letters (*we'll*, *well*), on any list.
    Raises :class:`TooHard` where *purse*, by default one of its own, is empty.
    """
    undefined, penalties, purse = undefined or {}, penalties or {}, purse or Purse()
    purse.spend(A_LISTED_WORD * sum(map(len, lists.values())), "words")
    judged = {word: judge(word) for word in dict.fromkeys(chain.from_iterable(lists.values()))}
    finders: dict[str, list[str]] = {}
    for name, words in lists.items():
        for key in dict.fromkeys(known.key for word in words if (known := judged[word]).counts):
            if key not in undefined.get(name, ()):
                finders.setdefault(key, []).append(name)
    letters = {name: LETTERS + len(name) for name in lists}
    for names in finders.values():  # each is told of all others
        purse.spend(len(names) * sum(map(letters.__getitem__, names)) // LETTERS, "players")
    found = []
    for name, words in lists.items():
        seen: set[str] = set()
        listed = []
        for word in words:
            known = judged[word]
            status = _status(known, known.key in seen, known.key in undefined.get(name, ()))
            sharers: tuple[str, ...] = ()
            if status == "scores" and scoring.shared == "nobody":
                sharers = tuple(other for other in finders[known.key] if other != name)
                status = "shared" if sharers else "scores"
            if known.counts:
                seen.add(known.key)
            worth = points(scoring, len(known.key), known.rings) if status == "scores" else 0
            if status == "scores" and not worth:
                status = "too-short-to-score"
            listed.append(ListedWord(word, known.key, status, worth, known.reason, sharers, known.path))
        penalty = penalties.get(name, 0)
        total = sum(each.points for each in listed) + penalty
        found.append(PlayerRound(name, tuple(listed), penalty, total))
    return found


def _status(known: JudgedWord, repeated: bool, undefined: bool) -> Status:
    if not known.key:
        return "no-word"
    if not known.on_board:
        return "not-on-board"
    if not known.legal:
        return "not-legal"
    if repeated:
        return "repeated"
    return "undefined" if undefined else "scores"
