"""Use cases of disputes: open, vote, close, withdraw, set a precedent, replay a ruling. Start at :func:`open_dispute`.

*by* is whoever acts; every act raises :class:`NotAllowed` where they may not, :class:`UnknownRecord` for what is not there, and what
:class:`adjudicator.ledger.disputes.Disputes` raises. *expected* is the number that a dispute must still have, None for any:
:class:`StaleRevision` where it has another by now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypedDict

from adjudicator.core.spelling import fault_of, key_of
from adjudicator.errors import BadRecord, RulesetInvalid, UnknownRecord, UnknownRuleset
from adjudicator.judging.bench import Bench
from adjudicator.judging.service import Adjudicator
from adjudicator.ledger.challenges import Dispute as Dispute
from adjudicator.ledger.challenges import Ruling as Ruling
from adjudicator.ledger.voters import voter_named
from adjudicator.rules.challenge import Context, Tally
from adjudicator.rules.house import PREFIX
from adjudicator.rules.replay import ReplayedWord, replay
from adjudicator.rules.ruleset import Challenge, Settle
from adjudicator.usecases import people
from adjudicator.usecases.houses import entry_of, named_now
from adjudicator.usecases.people import subjects
from adjudicator.usecases.writers import Writer

if TYPE_CHECKING:
    from adjudicator.ledger.challenges import Status
    from adjudicator.ledger.ledger import Ledger
    from adjudicator.ledger.rights import Invite


Known = Callable[[str], object]
"""Raises :class:`UnknownRuleset` for the name of a ruleset that is not to be asked."""


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
    by: Writer,
    context: Context,
    rule: str | None = None,
    settle: Settle | None = None,
    quorum: int | None = None,
    deadline: str | None = None,
    hide_tally: bool = False,
    known: Known | None = None,
) -> Dispute:
    """Challenge *words*, the play of one player, and return the dispute with its ruling.

    Unless *settle* says who decides, the *rule* does, by default that of the ruleset; so it does, too, where a verdict is open to
    dispute. *known* raises :class:`UnknownRuleset` for a ruleset that is not to be asked, such as a file by others than who has the machine.
    Raises :class:`BadRecord` with every fault, :class:`UnknownRuleset`, :class:`LimitReached`.
    """
    if known is not None:
        known(ruleset)
    ruleset = named_now(adjudicator.ledger, ruleset)
    by.must("voter", *subjects(ruleset))
    faults = [f"words[{number}]: {fault}" for number, word in enumerate(words) if (fault := fault_of(word))]
    if faults:
        raise BadRecord(faults)
    bench = adjudicator.under(ruleset)
    verdicts = [bench.verdict_data(word) for word in words]
    return adjudicator.ledger.disputes.open(
        ruleset,
        verdicts,
        rule_of(adjudicator, bench, rule),
        by=by.name,
        opener=by.id,
        context=context,
        settle=settle,
        quorum=quorum,
        deadline=deadline,
        hide_tally=hide_tally,
    )


def dispute(ledger: Ledger, id: str) -> Dispute:
    """Return a dispute, closed by its votes if its deadline has passed."""
    return ledger.disputes.get(id)


def listing(
    ledger: Ledger,
    status: Status | None = None,
    ruleset: str | None = None,
    before: str | None = None,
    *,
    limit: int,
) -> list[Dispute]:
    """Return disputes, the latest first: those of a status and a ruleset, if given, that were opened *before* another one."""
    return ledger.disputes.listing(status, named_now(ledger, ruleset) if ruleset else ruleset, before, limit)


def ruling(ledger: Ledger, id: str) -> Ruling:
    """Return a ruling as it was made."""
    return ledger.disputes.ruling(id)


def ruling_of(ledger: Ledger, id: str) -> str:
    """Return the id of the ruling that *id* means: its own, or that of a dispute, which is by then what it was closed with."""
    try:
        found = ledger.disputes.get(id)
    except UnknownRecord:
        return id
    return found.ruling or found.verdict


def outcomes(ledger: Ledger, disputes: Iterable[Dispute]) -> dict[str, Mapping[str, Any] | None]:
    """Return what disputes were closed with, by the ids of their rulings."""
    return ledger.disputes.outcomes([each.ruling for each in disputes if each.ruling])


def vote(ledger: Ledger, id: str, choice: str, *, by: Writer) -> Dispute:
    """Vote in a dispute, or vote otherwise; return it. A token has one vote, and so has a name where there is none."""
    voter = voter_named(by.name) if by.id is None else by.id
    return ledger.disputes.vote(id, voter, by.name, choice, _allowed(by, "voter"))


def count_hands(ledger: Ledger, id: str, hands: Tally, *, by: Writer) -> Dispute:
    """Enter how many of those who have not voted themselves raised a hand for what, in the place of an earlier count; return the dispute.

    Who opened it may, and an editor.
    """

    def must(found: Dispute) -> None:
        if by.id is None or by.id != found.opener:
            _allowed(by, "editor")(found)

    return ledger.disputes.count_hands(id, hands, by.name, must)


def may_count_hands(by: Writer | None, found: Dispute) -> bool:
    """Return whether somebody may enter a count of hands."""
    return by is not None and (by.id == found.opener or may(by, "editor", found))


def close(ledger: Ledger, id: str, expected: int | None, *, by: Writer) -> Dispute:
    """Close a dispute by its votes; return it with the id of its ruling. Raises :class:`BadRecord` where too few have voted."""
    return ledger.disputes.close(id, expected, by.name, _allowed(by, "editor"))


def withdraw(ledger: Ledger, id: str, expected: int | None, *, by: Writer) -> Dispute:
    """End a dispute without a ruling on it; return it."""
    return ledger.disputes.withdraw(id, expected, by.name, _allowed(by, "editor"))


def _allowed(by: Writer, scope: str) -> Callable[[Dispute], None]:
    """Return what raises :class:`NotAllowed` for a dispute in which *by* has not this *scope*: asked of the dispute as it is locked."""
    return lambda found: by.must(scope, *subjects(found.ruleset, found.id))


def may(by: Writer | None, scope: str, found: Dispute) -> bool:
    """Return whether somebody has a *scope* in a dispute."""
    return by is not None and by.may(scope, *subjects(found.ruleset, found.id))


def may_invite(by: Writer | None, found: Dispute) -> bool:
    """Return whether somebody may invite voters to a dispute that is open: who opened it may, and an owner."""
    return by is not None and (by.id == found.opener or may(by, "owner", found))


def invite_voters(ledger: Ledger, id: str, *, by: Writer, uses: int, hours: int) -> tuple[Invite, str]:
    """Make an invite to vote in a dispute that is open, for so many people and hours; return it with its secret."""
    return people.invite(ledger, "voter", people.DISPUTE + id, uses, by=by, hours=hours)


def set_precedent(
    ledger: Ledger, id: str, slug: str, expected: int | None = None, reason: str = "", *, by: Writer
) -> Dispute:
    """Make the outcome of a dispute an entry for each of its words in the house list *slug*, with a link back; return the dispute.

    Raises :class:`BadRecord` where nothing was decided, :class:`RecordExists` where it is a precedent already.
    """
    by.must("editor", PREFIX + slug)
    with ledger.store.writing():
        found = ledger.disputes.get(id)
        effects = ledger.disputes.ruling(found.ruling).effects if found.ruling else {}
        entries = {
            key_of(word): entry_of(
                {
                    "word": word,
                    "effect": effect,
                    "reason": reason.strip() or f"ruled in dispute {id}",
                    "ruling": found.ruling,
                },
                by=by,
                stamped=True,
            )
            for word, effect in effects.items()
        }
        number = ledger.houses.edit(slug, None, entries, by.name, f"precedent of dispute {id}").number
        return ledger.disputes.precedent(id, slug, number, expected)


class ReplayModel(TypedDict):
    """Whether the verdicts of a ruling still hold."""

    ruling: str
    ruleset: str
    agrees: bool | None
    """None where its ruleset is no more."""
    words: tuple[ReplayedWord, ...]
    """The words of which anything differs, a digest included."""


def replayed(adjudicator: Adjudicator, id: str, known: Known | None = None) -> ReplayModel:
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
        return {"ruling": id, "ruleset": ruling.ruleset, "agrees": None, "words": ()}
    agrees, words = replay(ruling.verdicts, today)
    return {"ruling": id, "ruleset": ruling.ruleset, "agrees": agrees, "words": words}
