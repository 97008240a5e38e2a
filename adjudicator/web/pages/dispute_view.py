"""From disputes and rulings to what their pages show: every sentence is chosen here, the templates only place them.

Start at :func:`state_of`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.errors import (
    AdjudicatorError,
    BadRecord,
    DisputeEnded,
    NotAllowed,
    StaleRevision,
    UnknownRecord,
)
from adjudicator.rules.challenge import CHALLENGER, FATES, PLAYER, Context
from adjudicator.usecases.disputes import ReplayModel
from adjudicator.web.pages.dispute_form import faults_text

if TYPE_CHECKING:
    from adjudicator.usecases.types import Dispute

SHOWN_WORDS = 3
"""Words that a heading names before it counts the rest."""
CHOICES = {"legal": "Legal", "illegal": "Not legal", "abstain": "No opinion"}
"""What people can vote, and how the page calls it."""
_DECIDED = {"rejected": ("legal", "LEGAL", "ALL LEGAL"), "upheld": ("illegal", "NOT LEGAL", "NOT ALL LEGAL")}
_SHAPES = {"voting": "?", "legal": "✓", "illegal": "✕", "undecided": "–"}


class State(NamedTuple):
    """How a dispute stands: the banner of its page, and its line in the list."""

    kind: str
    """``voting``, ``legal``, ``illegal`` or ``undecided``."""
    strong: str
    why: str

    @property
    def shape(self) -> str:
        """A sign that says the same as the colour."""
        return _SHAPES[self.kind]


class Consequence(NamedTuple):
    """What becomes of a word, or of somebody's score."""

    who: str
    what: str


class Replay(NamedTuple):
    """Whether the dictionaries would say the same today, and of which words they would not."""

    text: str
    differing: tuple[str, ...] = ()


def state_of(found: Dispute, outcome: Mapping[str, Any] | None) -> State:
    """Return how a dispute stands, whose *outcome* is None where it has none."""
    if found.status == "open":
        return State("voting", "VOTING", f"{_turnout(found)}{time_left(found)}")
    if found.status == "withdrawn" or outcome is None:
        return State(
            "undecided", "TAKEN BACK", f"{found.ended_by} has taken the challenge back. Nothing comes of it."
        )
    if outcome["decision"] not in _DECIDED:
        stays = "It stays" if len(found.words) == 1 else "They stay"
        return State(
            "undecided",
            stays.upper(),
            f"{_how(found, outcome)} {stays} as it was written, and nobody loses anything.",
        )
    kind, of_one, of_several = _DECIDED[outcome["decision"]]
    several = len(found.words) > 1
    fate = "" if several else f" The word {FATES[outcome['words'][0]['fate']]}."
    return State(kind, of_several if several else of_one, f"{_how(found, outcome)}{fate}")


def _how(found: Dispute, outcome: Mapping[str, Any]) -> str:
    """Return by what it came to this: the votes, or the dictionary."""
    tally = outcome.get("tally")
    if tally is None:
        return "The dictionary has decided."
    sides = f"{tally['legal']} legal, {tally['illegal']} not legal"
    if outcome["decision"] == "no-quorum":
        return f"Too few have voted: {found.turnout} of {found.quorum}."
    if outcome["decision"] == "no-action":
        return f"No side has enough votes: {sides}."
    return f"The vote is {sides}."


def _turnout(found: Dispute) -> str:
    number = found.turnout
    if number < found.quorum:
        return f"{number} of {found.quorum} have voted."
    return f"{number} {'has' if number == 1 else 'have'} voted: enough to close it."


def time_left(found: Dispute) -> str:
    """Return how long people can still vote, as a sentence to append; nothing where there is no deadline."""
    if found.deadline is None:
        return ""
    seconds = (datetime.fromisoformat(found.deadline) - datetime.now(UTC)).total_seconds()
    minutes = round(seconds / 60)
    if minutes < 1:
        return " Less than a minute left."
    if minutes < 120:
        return f" {_count_text(minutes, 'minute')} left."
    return f" About {_count_text(round(minutes / 60), 'hour')} left."


def words_line(words: tuple[str, ...]) -> str:
    """Return the words of a dispute in a line."""
    more = len(words) - SHOWN_WORDS
    return ", ".join(words[:SHOWN_WORDS]) + (f" and {more} more" if more > 0 else "")


def consequences(outcome: Mapping[str, Any]) -> Iterator[Consequence]:
    """Yield everything that follows from an outcome, each with whom or what it is about."""
    for word in outcome["words"]:
        if outcome["decision"] not in _DECIDED:
            yield Consequence(word["word"], "stays as it was written")
            continue
        yield Consequence(word["word"], f"is {_legality(word['legal'])} and {FATES[word['fate']]}")
    for name, change in outcome["points"].items():
        yield Consequence(name, f"{'gets' if change > 0 else 'loses'} {_count_text(abs(change), 'point')}")
    for name in outcome["turn_lost"]:
        yield Consequence(name, "loses a turn")
    for name in outcome["game_lost"]:
        yield Consequence(name, "loses the game")
    bonus = outcome["bonus"]
    if bonus:
        heirs = " and ".join(bonus["heirs"]) or "whoever has the fewest tiles left"
        yield Consequence(
            bonus["loser"], f"hands the bonus of {_count_text(bonus['points'], 'point')} on to {heirs}"
        )
    for name in outcome["ineligible"]:
        yield Consequence(name, "cannot earn the bonus for finishing first")


def players(context: Context) -> str:
    """Return who challenges whom; a player without a name is *somebody*, and of two without a name nothing is said."""
    if (context.challenger, context.player) == (CHALLENGER, PLAYER):
        return ""
    challenger = "Somebody" if context.challenger == CHALLENGER else context.challenger
    return f"{challenger} challenges {'somebody' if context.player == PLAYER else context.player}"


def circumstances(found: Dispute) -> list[str]:
    """Return, in sentences, what was recorded of the game when the dispute was opened, apart from who challenged whom."""
    context = found.context
    said = ["The round still went on."] if context.mid_round else []
    said += ["Others had played onto the word."] if context.built_on else []
    said += [f"{context.player} had finished first."] if context.finished_first else []
    said += [f"{name} had {_count_text(tiles, 'tile')} left." for name, tiles in context.unplayed.items()]
    return said + [f"{name} could not earn the bonus any more." for name in context.ineligible]


def replay_of(data: ReplayModel, ended: str) -> Replay | None:
    """Return what came of asking the dictionaries again (:func:`adjudicator.usecases.disputes.replayed`) of a dispute that *ended* then; None
    where they say the same on the day itself, which is no news.
    """
    if data["agrees"] is None:
        return Replay("These rules no longer exist, so the dictionaries cannot be asked again.")
    if data["agrees"] and datetime.now(UTC) - datetime.fromisoformat(ended) < timedelta(days=1):
        return None
    if data["agrees"]:
        return Replay("The dictionaries would say the same today.")
    differing = tuple(
        f"{word}: {_legality(bool(differs['legal'].then))} then, {_legality(bool(differs['legal'].now))} today"
        for word, differs in data["words"]
        if "legal" in differs
    )
    return Replay("Under these rules the answer is different today:", differing)


def reason_of(outcome: Mapping[str, Any]) -> str:
    """Return what a house list may say of why it has the words of an outcome."""
    if "tally" not in outcome:
        return "challenged, and the dictionary decided"
    return f"voted on: {outcome['tally']['legal']} legal, {outcome['tally']['illegal']} not legal"


def trouble(error: AdjudicatorError, name: str | None) -> str:
    """Return why a change of a dispute was refused, addressed to *name*; None is a visitor who is not signed in."""
    if isinstance(error, NotAllowed):
        return f"You are signed in as {name}, who may not do this here." if name else "Sign in first."
    if isinstance(error, StaleRevision) or (isinstance(error, UnknownRecord) and error.kind == "revision"):
        return (
            "Something has changed since you opened this page. Look at how it stands now, and decide again."
        )
    if isinstance(error, DisputeEnded):
        return "This dispute is over. Open another if you disagree."
    return faults_text(error.faults) if isinstance(error, BadRecord) else str(error)


def _legality(legal: bool) -> str:
    return "legal" if legal else "not legal"


def _count_text(number: int, thing: str) -> str:
    return f"{number} {thing}" + ("" if number == 1 else "s")
