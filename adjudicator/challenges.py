"""Challenges put together: the verdicts that a dispute is opened with, who may vote on it, precedents in house lists, rulings held against
today's lexicon.

The command line, HTTP and the pages call these; what is written is the ledger's (:mod:`adjudicator.ledger.disputes`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from adjudicator.bench import Bench
from adjudicator.errors import BadRecord, RulesetInvalid, UnknownRuleset
from adjudicator.rules.challenge import Context
from adjudicator.rules.house import PREFIX, Address
from adjudicator.rules.replay import replay
from adjudicator.rules.ruleset import Challenge, Settle
from adjudicator.service import Adjudicator
from adjudicator.spelling import fault_of, key_of

if TYPE_CHECKING:
    from adjudicator.ledger.dispute_rows import Dispute
    from adjudicator.ledger.tokens import Invite, Token


def subjects(ruleset: str, id: str | None = None) -> list[str]:
    """Return what a token must be for to have a say under *ruleset*, in the dispute *id* if one is named, if it is not for everything."""
    of_dispute = [] if id is None else [f"dispute:{id}"]
    house = Address.parse(ruleset)
    return [*of_dispute, PREFIX + house.slug if house else "*"]


def rule_of(adjudicator: Adjudicator, bench: Bench, named: str | None) -> Challenge:
    """Return the challenge rule *named*, by default that of the ruleset. Raises :class:`BadRecord` for an unknown name."""
    if named is None:
        return bench.ruleset.challenge
    try:
        return adjudicator.rulebooks.challenge(named)
    except RulesetInvalid as error:
        raise BadRecord([f"rule: {fault}" for fault in error.faults]) from None


def open_dispute(
    adjudicator: Adjudicator,
    words: Sequence[str],
    ruleset: str,
    *,
    by: str,
    opener: str | None = None,
    context: Context,
    rule: str | None = None,
    settle: Settle | None = None,
    quorum: int | None = None,
    deadline: str | None = None,
) -> Dispute:
    """Challenge *words*, the play of one player, and return the dispute with its ruling. *opener* is the id of the token of whoever does.

    Raises :class:`BadRecord` with every fault, :class:`UnknownRuleset`.
    """
    faults = [f"words[{number}]: {fault}" for number, word in enumerate(words) if (fault := fault_of(word))]
    if faults:
        raise BadRecord(faults)
    bench = adjudicator.under(ruleset)
    verdicts = [bench.verdict_data(word) for word in words]
    return adjudicator.ledger.disputes.open(
        ruleset,
        verdicts,
        rule_of(adjudicator, bench, rule),
        by=by,
        opener=opener,
        context=context,
        settle=settle,
        quorum=quorum,
        deadline=deadline,
    )


def invite_voters(
    adjudicator: Adjudicator, id: str, token: Token, *, uses: int, hours: int
) -> tuple[Invite, str]:
    """Make an invite to vote in a dispute that is open, for so many people and hours; return it with its secret.

    Raises :class:`NotAllowed` where *token* is neither the one that the dispute was opened with nor an owner's, :class:`UnknownRecord`,
    :class:`DisputeEnded`, :class:`BadRecord`.
    """
    from adjudicator.ledger.tokens import require

    ledger = adjudicator.ledger
    found = ledger.disputes.get(id)
    if token.id != found.opener:
        require(token, "owner", *subjects(found.ruleset, id))
    found.must_be_open()
    until = (datetime.now(UTC) + timedelta(hours=hours)).isoformat()
    return ledger.tokens.invite("voter", f"dispute:{id}", uses, until, token.name, maker=token.id)


def set_precedent(
    adjudicator: Adjudicator, id: str, slug: str, by: str, expected: int | None = None, reason: str = ""
) -> Dispute:
    """Make the outcome of a dispute an entry for each of its words in the house list *slug*, with a link back; return the dispute.

    Raises :class:`BadRecord` where nothing was decided, :class:`RecordExists` where it is a precedent already, :class:`UnknownRecord`.
    """
    from adjudicator.ledger.entered import entry_from
    from adjudicator.ledger.store import now

    ledger = adjudicator.ledger
    with ledger.store.writing():
        found = ledger.disputes.get(id)
        effects = ledger.disputes.ruling(found.ruling).effects if found.ruling else {}
        at = now()
        entries = {
            key_of(word): entry_from(
                {
                    "word": word,
                    "effect": effect,
                    "reason": reason or f"ruled in dispute {id}",
                    "ruling": found.ruling,
                },
                author=by,
                at=at,
                stamped=True,
            )
            for word, effect in effects.items()
        }
        number = ledger.houses.edit(slug, None, entries, by, f"precedent of dispute {id}").number
        return ledger.disputes.precedent(id, slug, number, expected)


def replayed(
    adjudicator: Adjudicator, id: str, known: Callable[[str], object] | None = None
) -> dict[str, Any]:
    """Return whether today's lexicon and ruleset agree with the verdicts of a ruling, and where not; ``agrees`` is None where the ruleset
    is no more. Raises :class:`UnknownRecord`. *known* raises :class:`UnknownRuleset` for one that is not to be asked: a ruling made on the
    command line may name a file.
    """
    ruling = adjudicator.ledger.disputes.ruling(id)
    try:
        if known is not None:
            known(ruling.ruleset)
        bench = adjudicator.under(ruling.ruleset)
        today = [bench.verdict_data(word) for word in ruling.words]
    except UnknownRuleset:
        return {"ruling": id, "ruleset": ruling.ruleset, "agrees": None, "words": []}
    return {"ruling": id, "ruleset": ruling.ruleset, **replay(ruling.verdicts, today).as_dict()}
