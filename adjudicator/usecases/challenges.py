"""Challenges of a round: what is said of them, held against who plays and against the ledger.

Start at :func:`claims_of`. What follows from each is :mod:`.outcomes`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple

from adjudicator.core.spelling import fault_of, key_of
from adjudicator.errors import UnknownRecord
from adjudicator.games.records import At, Challenged
from adjudicator.rules.challenge import CHALLENGER, PLAYER, Context, may_cost_points
from adjudicator.usecases import disputes
from adjudicator.usecases.scoring_table import Rulings, Spelling, Table, names_text, spelling_of

A_CHALLENGE = 30
"""Steps for each challenge."""
By = Literal["dictionary", "vote"]
Ruled = Literal["legal", "illegal", "no-action"]


class Claim(NamedTuple):
    """A challenge with everything that is known of how it was settled; what the ledger has ruled is in it."""

    place: int
    word: str
    written: str
    """The word as it stands on its player's list, or in the crossword."""
    known: Spelling
    player: str
    challenger: str | None
    by: By
    ruling: Ruled | None
    at: At | None
    ruling_id: str | None
    dispute: str | None
    mid_round: bool
    built_on: bool

    @property
    def where(self) -> str:
        """Its place in the record."""
        return f"challenges[{self.place}]"

    @property
    def key(self) -> str:
        """The letters of its word."""
        return self.known.key

    @property
    def subject(self) -> tuple[str, Spelling, At | None]:
        """What is looked up once, whoever challenges it."""
        return self.player, self.known, self.at


class Claims(NamedTuple):
    """The challenges of a round that can be followed, with the faults of the others, and what is to be said of them."""

    all: list[Claim]
    told: list[Claim]
    """All that name a word and a player of the round, those with faults among them."""
    faults: list[str]
    notes: list[str]

    def rulings(self) -> Rulings:
        """Return what they have settled."""
        settled = {each.known: (each.by, each.ruling) for each in self.all if each.ruling is not None}
        return Rulings(settled, frozenset(each.known for each in self.all if each.ruling != "no-action"))


Written = Callable[[str, str], str]
"""How a word stands there that a player has, and somebody has challenged."""


def claims_of(table: Table, given: Sequence[Challenged], names: Sequence[str], written: Written) -> Claims:
    """Return the challenges of a round between players of these *names*. Raises :class:`TooHard`, and what the ledger raises."""
    table.purse.spend(A_CHALLENGE * len(given), "words")
    found = Claims([], [], [], [])
    for place, each in enumerate(given):
        faults: list[str] = []
        claim = _claim(table, place, each, written, faults, found.notes)
        if claim is not None:
            faults += _faults(table, claim, names)
            if claim.player in names:
                found.told.append(claim)
        found.faults.extend(f"challenges[{place}]{fault}" for fault in faults)
        if claim is not None and not faults:
            found.all.append(claim)
    found.faults.extend(_contradictions(found.all))
    return found


def repeats(claims: Sequence[Claim]) -> list[str]:
    """Return a fault for each challenge that says what one before it says already."""
    seen: dict[tuple[Any, ...], Claim] = {}
    return [
        f"{each.where}: is there twice; {before.where} says the same"
        for each in claims
        if (before := seen.setdefault((*each.subject, each.challenger), each)) is not each
    ]


def _claim(
    table: Table,
    place: int,
    given: Challenged,
    written: Written,
    faults: list[str],
    notes: list[str],
) -> Claim | None:
    """Return a challenge with what the ledger has of it; None where there is not enough to go on."""
    said: dict[str, Any] = {"by": given.by, "ruling": given.ruling}
    if given.ruling_id is not None or given.dispute is not None:
        if given.by is not None or given.ruling is not None:
            faults.append(".by: is what the ledger says; leave out by and ruling")
        said = _of_ledger(table, place, given, faults, notes)
        if not said:
            return None
    elif given.by == "vote" and given.ruling is None:
        faults.append(".ruling: is missing; say what the group has voted: legal, illegal or no-action")
    elif given.by == "dictionary" and given.ruling == "no-action":
        faults.append(".ruling: no-action is for a tied vote, and a dictionary has a word or has not")
    word, player = given.word or said.get("word"), given.player or said.get("player")
    faults += [f".{part}: is missing" for part, value in (("word", word), ("player", player)) if not value]
    if word and (fault := fault_of(word)):
        faults.append(f".word: {fault}")
        word = None
    if not word or not player:
        return None
    mid_round = said.get("mid_round", False) if given.mid_round is None else given.mid_round
    built_on = said.get("built_on", False) if given.built_on is None else given.built_on
    as_written = written(player, word)
    return Claim(
        place,
        word,
        as_written,
        spelling_of(table.words.of(as_written)),
        player,
        given.challenger or said.get("challenger"),
        said["by"] or ("dictionary" if said["ruling"] is None else "vote"),
        said["ruling"],
        given.at,
        said.get("ruling_id"),
        said.get("dispute"),
        mid_round,
        built_on,
    )


def _of_ledger(
    table: Table, place: int, given: Challenged, faults: list[str], notes: list[str]
) -> dict[str, Any]:
    """Return what the ledger says of a challenge: its word, how that was settled, and who was there; nothing where it says nothing."""
    part = "dispute" if given.dispute is not None else "ruling_id"
    if given.dispute is not None and given.ruling_id is not None:
        faults.append(".ruling_id: takes a ruling or a dispute, not both")
        return {}
    if not table.adjudicator.has_ledger():
        faults.append(f".{part}: there is no ledger here; say by and ruling instead")
        return {}
    ledger = table.adjudicator.ledger
    try:
        dispute = ruling = None
        if given.dispute is not None:
            dispute = disputes.dispute(ledger, given.dispute)
            if dispute.status != "closed" or dispute.ruling is None:
                faults.append(f".dispute: is {dispute.status}, and nothing has come of it")
                return {}
            ruling = disputes.ruling(ledger, dispute.ruling)
        else:
            ruling = disputes.ruling(ledger, given.ruling_id or "")
            dispute = disputes.dispute(ledger, ruling.dispute) if ruling.dispute else None
    except UnknownRecord as error:
        faults.append(
            f".{part}: {error.args[1] if part == 'dispute' else f'There is no ruling {given.ruling_id!r}.'}"
        )
        return {}
    if ruling.outcome is None:
        faults.append(f".{part}: is the verdict on which a vote was opened, and settles nothing")
        return {}
    words = {key_of(each["word"]): each for each in ruling.outcome["words"]}
    key = key_of(given.word) if given.word else ""
    if not given.word and len(words) > 1:
        faults.append(
            f".word: is missing; the {part.removesuffix('_id')} is on {names_text([each['word'] for each in words.values()])}"
        )
        return {}
    chosen = words.get(key) if given.word else next(iter(words.values()))
    if chosen is None:
        faults.append(
            f".word: is another one than that of the {part.removesuffix('_id')}, which is on {names_text([each['word'] for each in words.values()])}"
        )
        return {}
    if ruling.ruleset != table.ruleset:
        notes.append(
            f"{chosen['word'].upper()} was settled under {ruling.ruleset}, and this round is scored under {table.ruleset}."
        )
    context = dispute.context if dispute else Context()
    decided = ruling.outcome["decision"] in ("upheld", "rejected")
    return {
        "word": chosen["word"],
        "by": "vote" if ruling.kind == "vote" else "dictionary",
        "ruling": ("legal" if chosen["legal"] else "illegal") if decided else "no-action",
        "player": None if context.player == PLAYER else context.player,
        "challenger": None if context.challenger == CHALLENGER else context.challenger,
        "mid_round": context.mid_round,
        "built_on": context.built_on,
        "ruling_id": ruling.id,
        "dispute": dispute.id if dispute else None,
    }  # fmt: skip


def _faults(table: Table, claim: Claim, names: Sequence[str]) -> list[str]:
    faults = [
        f".{part}: {name} is no player of the round"
        for part, name in (("player", claim.player), ("challenger", claim.challenger))
        if name is not None and name not in names
    ]
    if claim.challenger == claim.player:
        faults.append(".challenger: is the player whose word it is")
    if claim.challenger is None and may_cost_points(table.rules.challenge, vote=claim.by == "vote"):
        faults.append(".challenger: is missing; whoever is wrong loses points")
    return faults


def _contradictions(claims: Sequence[Claim]) -> list[str]:
    """Return a fault for each challenge that settles a word otherwise than one before it."""
    faults = []
    settled: dict[Spelling, tuple[str, Claim]] = {}
    for each in claims:
        as_what = each.ruling or ("legal" if each.known.legal else "illegal")
        before, claim = settled.setdefault(each.known, (as_what, each))
        if before != as_what:
            tied = next((one for one in (claim, each) if one.ruling == "no-action"), None)
            way_out = "" if tied is None else f"; leave out {tied.where} if it was settled after the tie"
            faults.append(
                f"{each.where}: settles {each.word} as {as_what}, and {claim.where} as {before}{way_out}"
            )
    return faults
