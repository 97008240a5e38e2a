"""What follows from the challenges of a round: who was right, what becomes of each word, and who loses points.

Start at :func:`outcomes_of`. What is challenged is :mod:`.challenges`, the rule :mod:`adjudicator.rules.challenge`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from adjudicator.core.shapes import plain
from adjudicator.rules.challenge import (
    CHALLENGER,
    Context,
    Outcome,
    Word,
    by_dictionary,
    by_group,
    for_another,
    no_action,
    spared,
)
from adjudicator.rules.ruleset import Challenge
from adjudicator.usecases.challenges import Claim
from adjudicator.usecases.round_shapes import ChallengedModel
from adjudicator.usecases.scoring_table import Judgment, Spelling, Table, names_text


class Finish(NamedTuple):
    """How a round of a crossword ended, as far as a challenge asks."""

    finished: str | None = None
    unplayed: Mapping[str, int] = {}
    forfeited: Callable[[Claim], bool] = lambda claim: True
    """Whether an illegal word costs its player the bonus for finishing first."""


AFTER_LISTS = Finish()


class Followed(NamedTuple):
    """A challenge and what followed from it."""

    claim: Claim
    legal: bool
    code: str
    reason: str
    outcome: Outcome
    decision: Literal["upheld", "rejected", "no-action", "void"]
    others: tuple[str, ...]
    """Who else has challenged the same word."""

    @property
    def fate(self) -> str:
        """What becomes of the word."""
        return self.outcome.words[0].fate

    def model(self) -> Mapping[str, Any]:
        """Return it as it leaves."""
        claim = self.claim
        model: Mapping[str, Any] = plain(
            ChallengedModel(
                word=claim.word,
                player=claim.player,
                challenger=claim.challenger,
                by=claim.by,
                ruling_id=claim.ruling_id,
                dispute=claim.dispute,
                at=None if claim.at is None else list(claim.at),
                others=list(self.others),
                legal=self.legal,
                code=self.code,
                reason=self.reason,
                decision=self.decision,
                fate=self.fate,
                points=self.outcome.points,
                summary=self.outcome.summary,
            )
        )
        return model


def outcomes_of(
    table: Table,
    claims: Sequence[Claim],
    judgments: Mapping[int, Judgment],
    *,
    undefined: Mapping[str, set[str]] | None = None,
    finish: Finish = AFTER_LISTS,
) -> list[Followed]:
    """Return what follows from each challenge, in their order. *judgments* says of each, by its place, what its word is; *undefined* has
    the keys that each player could not define.

    A word that several challenge is looked up once: its player loses once, and each challenger who is wrong loses. One that stands on several
    lists is looked up once, too: it costs a challenger once, however many of the lists are challenged.
    """
    rule = table.rules.challenge
    subjects: dict[Any, list[Claim]] = {}
    for each in claims:
        subjects.setdefault(each.subject, []).append(each)
    first = {
        subject: next((each.place for each in those if each.by == "dictionary"), those[0].place)
        for subject, those in subjects.items()
    }
    ineligible = {
        each.player
        for each in claims
        if rule.first_finish_bonus and rule.built_on and each.mid_round and each.built_on
        if not judgments[each.place].legal and each.ruling != "no-action"
    }
    paid: set[tuple[str | None, Spelling]] = set()
    found = []
    for each in claims:
        judgment = judgments[each.place]
        others = [one.challenger for one in subjects[each.subject] if one.place != each.place]
        context = Context(
            each.player,
            each.challenger or CHALLENGER,
            mid_round=each.mid_round,
            built_on=each.built_on,
            finished_first=_has_finished(each, finish, ineligible),
            unplayed=finish.unplayed,
            ineligible=tuple(sorted(ineligible)),
        )
        own = rule if first[each.subject] == each.place else for_another(rule)
        decision: Any
        if each.key in (undefined or {}).get(each.player, ()):
            outcome = _void(each, judgment)
            decision = "void"
        else:
            outcome = _outcome(own, each, judgment, context)
            if each.challenger in _losers(outcome):
                if (each.challenger, each.known) in paid:
                    outcome = _outcome(spared(own), each, judgment, context)
                    said = f"{each.challenger} has lost for it already: it is looked up once."
                    outcome = outcome._replace(summary=f"{outcome.summary} {said}")
                paid.add((each.challenger, each.known))
            decision = outcome.decision
        told = tuple(name for name in others if name)
        if told:
            outcome = outcome._replace(
                summary=f"{outcome.summary} {names_text(told)} challenged it, too; it is looked up once."
            )
        found.append(Followed(each, judgment.legal, judgment.code, judgment.reason, outcome, decision, told))
    return found


def _outcome(rule: Challenge, claim: Claim, judgment: Judgment, context: Context) -> Outcome:
    """Return what follows from a challenge of a word that is what the *judgment* says, under a *rule*."""
    word = [(claim.written, judgment.legal)]
    if claim.ruling != "no-action":
        return (by_group if claim.by == "vote" else by_dictionary)(rule, word, context)
    outcome = no_action(word, "The vote has no majority")
    if judgment.on_board:
        return outcome
    why = f"{judgment.reason[:1].lower()}{judgment.reason[1:]}"
    return outcome._replace(summary=f"{outcome.summary} It scores nothing: {why}")


def _losers(outcome: Outcome) -> set[str]:
    """Return who loses points, a turn or the game."""
    points = {name for name, change in outcome.points.items() if change < 0}
    return points.union(outcome.turn_lost, outcome.game_lost)


def _has_finished(claim: Claim, finish: Finish, ineligible: set[str]) -> bool:
    """Return whether an illegal word costs its player the bonus for finishing first."""
    return (
        not claim.mid_round
        and claim.player == finish.finished
        and claim.player not in ineligible
        and finish.forfeited(claim)
    )


def _void(claim: Claim, judgment: Judgment) -> Outcome:
    said = f"{claim.written.upper()} is void already, since {claim.player} could not define it: nobody loses points."
    return Outcome("no-action", (Word(claim.word, judgment.legal, "crossed-off"),), {}, summary=said)


def penalties_of(given: Mapping[str, int], followed: Sequence[Followed]) -> dict[str, int]:
    """Return what each player's score changes by besides words."""
    found = dict(given)
    for each in followed:
        for name, change in each.outcome.points.items():
            found[name] = found.get(name, 0) + change
    return found
