"""Disputes: opened with evidence, voted on, ended once, and kept as rulings."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import event, func, select, update
from sqlalchemy.exc import IntegrityError

from adjudicator.core.shapes import plain
from adjudicator.errors import (
    AdjudicatorError,
    BadRecord,
    DisputeEnded,
    LimitReached,
    RecordExists,
    StaleRevision,
    UnknownRecord,
)
from adjudicator.judging.service import Adjudicator
from adjudicator.ledger.challenge_faults import MOST_PLAYERS, MOST_WORDS
from adjudicator.ledger.challenges import Dispute
from adjudicator.ledger.clock import now
from adjudicator.ledger.disputes import DEADLINE, Disputes
from adjudicator.ledger.houses import Houses
from adjudicator.ledger.limits import Limits
from adjudicator.ledger.store import Store
from adjudicator.ledger.tables import dispute as dispute_table
from adjudicator.ledger.tables import ruling as ruling_table
from adjudicator.ledger.tables import vote as vote_table
from adjudicator.ledger.tokens import Tokens
from adjudicator.ledger.validation import entry_from
from adjudicator.rules.challenge import CHOICES, Context, tally
from adjudicator.rules.house import Settings
from adjudicator.rules.replay import replay
from adjudicator.rules.ruleset import Challenge, Settle
from tests.conftest import letters

FAR = "2999-01-01"
TABLE = Context(player="ann", challenger="bob")
Verdicts = list[dict[str, Any]]
Open = Callable[..., Dispute]


@pytest.fixture
def disputes(store: Store) -> Disputes:
    return Disputes(store)


@pytest.fixture
def open_one(disputes: Disputes, adjudicator: Adjudicator) -> Open:
    """Challenge words under Boggle's rules."""

    def challenge(*words: str, **more: Any) -> Dispute:
        verdicts = [adjudicator.under("boggle").verdict_data(word) for word in words or ("zee",)]
        rule = adjudicator.under("boggle").ruleset.challenge
        return disputes.open("boggle", verdicts, rule, **{"by": "bob", "context": TABLE, **more})

    return challenge


@pytest.fixture
def voted(open_one: Open) -> Dispute:
    """A dispute on which people vote."""
    return open_one(settle="vote")


def pass_deadline(store: Store, dispute: Dispute) -> str:
    """Move the deadline of a dispute to this moment, rather than wait for it; return it."""
    deadline = now()
    with store.writing() as connection:
        connection.execute(
            update(dispute_table).where(dispute_table.c.id == dispute.id).values(deadline=deadline)
        )
    return deadline


def rulings(store: Store) -> int:
    with store.reading() as connection:
        return connection.execute(select(func.count()).select_from(ruling_table)).scalar_one()


# opening


@pytest.mark.parametrize(
    ("word", "decision", "points"), [("zee", "upheld", {"ann": -2}), ("zed", "rejected", {"bob": -2})]
)
def test_the_dictionary_settles_at_once(
    disputes: Disputes, open_one: Open, word: str, decision: str, points: dict[str, int]
) -> None:
    """Looked up, a dispute is closed as it is opened: one ruling has the evidence and the consequences."""
    dispute = open_one(word)
    assert (dispute.status, dispute.number, dispute.ruling) == ("closed", 1, dispute.verdict)
    ruling = disputes.ruling(dispute.verdict)
    assert (ruling.kind, ruling.dispute, ruling.replaces, ruling.by) == ("verdict", dispute.id, None, "bob")
    assert ruling.outcome is not None
    assert (ruling.outcome["decision"], ruling.outcome["points"]) == (decision, points)
    assert disputes.get(dispute.id) == dispute


def test_a_ruling_keeps_the_evidence(disputes: Disputes, open_one: Open, adjudicator: Adjudicator) -> None:
    """What a ruling shows is the full verdicts of its time, each finding of them, whether legal or not."""
    dispute = open_one("zed", "zee", "café")
    ruling = disputes.ruling(dispute.verdict)
    assert ruling.verdicts == [
        json.loads(json.dumps(adjudicator.under("boggle").verdict_data(word)))
        for word in ("zed", "zee", "café")
    ]
    assert (ruling.words, ruling.acceptable) == (("zed", "zee", "café"), False)
    assert ruling.lexicon == adjudicator.lexicon.digest
    assert ruling.ruleset_digest == adjudicator.under("boggle").ruleset.digest
    assert ruling.effects == {"zed": "allow", "zee": "deny", "café": "allow"}
    assert json.loads(json.dumps(plain(ruling)))["id"] == dispute.verdict


def test_a_ruling_of_a_house_list(disputes: Disputes, adjudicator: Adjudicator) -> None:
    """Under a house list the ruling names the revision that judged."""
    verdict = {
        **adjudicator.under("boggle").verdict_data("zee"),
        "house": {"slug": "sunday", "revision": 7, "entry": None},
    }
    dispute = disputes.open("house:sunday", [verdict], Challenge(), by="bob")
    assert disputes.ruling(dispute.verdict).house_revision == 7
    assert disputes.ruling(dispute.verdict).ruleset == "house:sunday"


def test_a_vote_is_opened_undecided(disputes: Disputes, open_one: Open) -> None:
    """Until it is closed, a dispute on which people vote has its evidence and no outcome."""
    dispute = open_one(settle="vote", quorum=3, deadline=FAR)
    assert (dispute.status, dispute.ruling, dispute.ended_at) == ("open", None, None)
    assert (dispute.quorum, dispute.deadline) == (3, "2999-01-01T00:00:00.000000Z")
    verdict = disputes.ruling(dispute.verdict)
    assert (verdict.outcome, verdict.effects) == (None, {})
    assert disputes.get(dispute.id) == dispute


def test_the_rule_says_who_decides(disputes: Disputes, adjudicator: Adjudicator) -> None:
    """Where nobody says how, a challenge is settled as its rule has it, with its quorum."""
    verdicts = [adjudicator.under("word-whiz").verdict_data("zee")]
    rule = Challenge(settle="vote", quorum=4)
    dispute = disputes.open("word-whiz", verdicts, rule, by="bob", context=TABLE)
    assert (dispute.status, dispute.settle, dispute.quorum) == ("open", "vote", 4)


def test_what_happened_is_kept(disputes: Disputes, open_one: Open) -> None:
    """The state of the game and the rule come back as they were given."""
    context = Context("ann", "bob", False, True, True, {"bob": 3, "cy": 0}, ("cy",))
    dispute = open_one(context=context)
    found = disputes.get(dispute.id)
    assert found.context == context
    assert found.rule == dispute.rule
    assert json.loads(json.dumps(plain(found)))["context"]["unplayed"] == {"bob": 3, "cy": 0}


MANY = {f"p{number}": 1 for number in range(MOST_PLAYERS + 1)}


FAULTY: list[tuple[dict[str, Any], list[str]]] = [
    ({"by": " "}, ["by"]),
    ({"by": "x" * 101}, ["by"]),
    ({"by": "a\0b"}, ["by"]),
    ({"settle": "duel"}, ["settle"]),
    ({"quorum": 2}, ["quorum"]),
    ({"deadline": "2999-01-01"}, ["deadline"]),
    ({"settle": "vote", "quorum": 0}, ["quorum"]),
    ({"settle": "vote", "quorum": 1001}, ["quorum"]),
    ({"settle": "vote", "deadline": "soon"}, ["deadline"]),
    ({"settle": "vote", "deadline": "2001-01-01"}, ["deadline"]),
    ({"settle": "vote", "deadline": "0001-01-01T00:00:00+14:00"}, ["deadline"]),
    ({"context": Context("ann", "ann")}, ["challenger"]),
    ({"context": Context("", "\n")}, ["player", "challenger"]),
    ({"context": TABLE._replace(mid_round=True, finished_first=True)}, ["finished_first"]),
    ({"context": TABLE._replace(unplayed={"": 1, "cy": -1})}, ["unplayed", "unplayed"]),
    ({"context": TABLE._replace(unplayed=MANY, ineligible=("\t",))}, ["unplayed", "ineligible"]),
    (
        {"by": "", "settle": "vote", "quorum": 0, "context": Context("a", "a")},
        ["by", "challenger", "quorum"],
    ),
]


def test_a_challenge_with_faults(store: Store, open_one: Open) -> None:
    """Every fault is told with its place, and nothing is written."""
    for more, places in FAULTY:
        with pytest.raises(BadRecord) as caught:
            open_one(**more)
        assert [fault.partition(":")[0] for fault in caught.value.faults] == places, more
    assert rulings(store) == 0


def test_words_with_faults(disputes: Disputes, adjudicator: Adjudicator) -> None:
    """A challenge has words, not too many, and each once, however it is written."""
    zee, again = (
        adjudicator.under("boggle").verdict_data("zee"),
        adjudicator.under("boggle").verdict_data("ZEE"),
    )
    for verdicts in ([], [zee, again], [zee] * (MOST_WORDS + 1)):
        with pytest.raises(BadRecord, match="words: "):
            disputes.open("boggle", verdicts, Challenge(), by="bob")


# voting


def test_one_vote_a_voter(disputes: Disputes, voted: Dispute, store: Store) -> None:
    """The last vote of a voter counts, whoever voted in between; the earlier ones are kept."""
    disputes.vote(voted.id, "t1", "ann", "legal")
    disputes.vote(voted.id, "t2", "bob", "illegal")
    found = disputes.vote(voted.id, "t1", "ann", "illegal")
    assert [(vote.name, vote.choice) for vote in found.votes] == [("ann", "illegal"), ("bob", "illegal")]
    assert (found.tally, found.number) == ((0, 2, 0), 4)
    with store.reading() as connection:
        rows = connection.execute(
            select(vote_table.c.number, vote_table.c.choice).order_by(vote_table.c.number)
        ).all()
    assert [tuple(row) for row in rows] == [(2, "legal"), (3, "illegal"), (4, "illegal")]


def test_the_same_vote_again(disputes: Disputes, voted: Dispute) -> None:
    """A vote that is sent again changes nothing."""
    once = disputes.vote(voted.id, "t1", "ann", "abstain")
    assert disputes.vote(voted.id, "t1", "ann", "abstain") == once


def test_a_vote_with_faults(disputes: Disputes, voted: Dispute) -> None:
    """A vote is legal, illegal or abstain, by somebody with a name."""
    with pytest.raises(BadRecord) as caught:
        disputes.vote(voted.id, "t1", "", "maybe")
    assert [fault.partition(":")[0] for fault in caught.value.faults] == ["name", "choice"]
    assert disputes.get(voted.id) == voted


def test_a_voter_stays_unknown(disputes: Disputes, voted: Dispute) -> None:
    """Plain data tell the names and choices, not the tokens."""
    found = disputes.vote(voted.id, "secret-token-id", "ann", "legal")
    assert "secret-token-id" not in json.dumps(plain(found))
    assert plain(found)["tally"] == {"legal": 1, "illegal": 0, "abstain": 0}


VOTES = st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from(CHOICES)), max_size=8)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(cast=VOTES)
def test_the_last_vote_of_each(disputes: Disputes, open_one: Open, cast: list[tuple[str, str]]) -> None:
    """However people vote and change their minds: each has one vote, the last one, and the ruling is by those."""
    dispute = open_one(settle="vote")
    model: dict[str, Any] = {}
    for voter, choice in cast:
        model[voter] = choice
        found = disputes.vote(dispute.id, voter, f"name of {voter}", choice)
        assert {vote.voter: vote.choice for vote in found.votes} == model
    if not model:
        disputes.withdraw(dispute.id, None, "bob")
        return
    closed = disputes.close(dispute.id, None, "bob")
    assert closed.ruling is not None
    outcome = disputes.ruling(closed.ruling).outcome
    assert outcome is not None
    counted = tally(model.values())
    assert outcome["tally"] == counted._asdict()
    assert (outcome["decision"] == "upheld") == (counted.illegal > counted.legal)


# ending


def vote_all(disputes: Disputes, dispute: Dispute, choices: Sequence[str]) -> Dispute:
    for number, choice in enumerate(choices):
        dispute = disputes.vote(dispute.id, f"t{number}", f"voter {number}", choice)
    return dispute


@pytest.mark.parametrize(
    ("choices", "decision", "acceptable", "points"),
    [
        (["illegal", "illegal", "legal"], "upheld", False, {}),
        (["legal", "legal", "illegal"], "rejected", True, {}),
        (["legal", "illegal"], "no-action", False, {}),
    ],
)
def test_closed_by_its_votes(
    disputes: Disputes,
    voted: Dispute,
    choices: list[str],
    decision: str,
    acceptable: bool,
    points: dict[str, int],
) -> None:
    """A ruling by vote stands in the verdict's place, where it decided, and moves no points in Boggle; a tie is no action, and the verdict
    stays.
    """
    found = vote_all(disputes, voted, choices)
    closed = disputes.close(voted.id, found.number, "ann")
    assert (closed.status, closed.ended_by, closed.number) == ("closed", "ann", found.number + 1)
    assert closed.ruling is not None
    ruling = disputes.ruling(closed.ruling)
    assert (ruling.kind, ruling.acceptable, ruling.dispute) == ("vote", acceptable, voted.id)
    assert ruling.replaces == (None if decision == "no-action" else voted.verdict)
    assert ruling.outcome is not None
    assert (ruling.outcome["decision"], ruling.outcome["points"]) == (decision, points)
    assert [vote["choice"] for vote in ruling.outcome["votes"]] == choices
    assert ruling.verdicts == disputes.ruling(voted.verdict).verdicts


def test_too_few_votes(disputes: Disputes, open_one: Open, store: Store) -> None:
    """A dispute without its quorum cannot be closed, and says how many votes it has."""
    dispute = open_one(settle="vote", quorum=2)
    disputes.vote(dispute.id, "t1", "ann", "illegal")
    with pytest.raises(BadRecord, match="votes: 1 of the 2"):
        disputes.close(dispute.id, None, "bob")
    assert (disputes.get(dispute.id).status, rulings(store)) == ("open", 1)


def test_withdrawn(disputes: Disputes, voted: Dispute, store: Store) -> None:
    """A dispute that is withdrawn ends without a ruling on it."""
    found = disputes.withdraw(voted.id, 1, "bob")
    assert (found.status, found.ended_by, found.ruling, found.number) == ("withdrawn", "bob", None, 2)
    assert rulings(store) == 1


Attempt = Callable[[Disputes, str], object]
CHANGES: tuple[Attempt, ...] = (
    lambda disputes, id: disputes.vote(id, "t1", "ann", "legal"),
    lambda disputes, id: disputes.close(id, None, "ann"),
    lambda disputes, id: disputes.withdraw(id, None, "ann"),
)
LOOKS: tuple[Attempt, ...] = (
    lambda disputes, id: disputes.get(id),
    lambda disputes, id: disputes.listing(before=id),
    lambda disputes, id: disputes.precedent(id, "sunday", 1),
)


def test_an_ended_dispute_stays_so(disputes: Disputes, open_one: Open) -> None:
    """Nobody votes in, closes or withdraws what has ended, and the error says how it did."""
    withdrawn = disputes.withdraw(open_one(settle="vote").id, None, "bob")
    for dispute, how in ((withdrawn, "withdrawn"), (open_one(), "closed")):
        for attempt in CHANGES:
            with pytest.raises(DisputeEnded, match=f"was {how} at {dispute.ended_at}"):
                attempt(disputes, dispute.id)
        assert disputes.get(dispute.id) == dispute


def test_somebody_was_first(disputes: Disputes, voted: Dispute) -> None:
    """Who ends a dispute that has changed since they looked is told its revision, and nothing happens."""
    found = disputes.vote(voted.id, "t1", "ann", "illegal")
    for attempt in (disputes.close, disputes.withdraw):
        with pytest.raises(StaleRevision) as caught:
            attempt(voted.id, voted.number, "bob")
        assert caught.value.current == found.number
    assert disputes.get(voted.id) == found


def test_who_ends_it_has_a_name(disputes: Disputes, voted: Dispute) -> None:
    """Ending a dispute takes the name of who does it."""
    for name in ("", "\n", "x" * 101):
        for attempt in (disputes.close, disputes.withdraw):
            with pytest.raises(BadRecord, match="by: "):
                attempt(voted.id, None, name)


def test_what_is_not_there(disputes: Disputes) -> None:
    """An id that nothing has is told as such, whatever is done with it."""
    for id in ("nosuch", "", "a\0b", "\ud800", "x" * 5000, "' or 1=1 --"):
        for attempt in (*CHANGES, *LOOKS):
            with pytest.raises(UnknownRecord) as caught:
                attempt(disputes, id)
            assert caught.value.kind == "dispute"
        with pytest.raises(UnknownRecord) as caught:
            disputes.ruling(id)
        assert caught.value.kind == "ruling"


# deadlines


@pytest.mark.parametrize(
    ("quorum", "decision", "ruled"), [(1, "upheld", "replaces"), (2, "no-quorum", "stands")]
)
def test_a_deadline_closes_it(
    disputes: Disputes, open_one: Open, store: Store, quorum: int, decision: str, ruled: str
) -> None:
    """When it is looked at after its deadline, a dispute was closed at the deadline by its votes; without a quorum the verdict stands."""
    dispute = open_one(settle="vote", quorum=quorum, deadline=FAR)
    disputes.vote(dispute.id, "t1", "ann", "illegal")
    deadline = pass_deadline(store, dispute)
    found = disputes.get(dispute.id)
    assert (found.status, found.ended_at, found.ended_by) == ("closed", deadline, DEADLINE)
    assert found.ruling is not None
    ruling = disputes.ruling(found.ruling)
    assert ruling.outcome is not None
    assert (ruling.outcome["decision"], ruling.at, ruling.by) == (decision, deadline, DEADLINE)
    assert ruling.replaces == (dispute.verdict if ruled == "replaces" else None)
    assert disputes.get(dispute.id) == found


def test_too_late(disputes: Disputes, open_one: Open, store: Store) -> None:
    """After the deadline nobody votes, closes or withdraws; the dispute was closed by its votes before."""
    late = [open_one(settle="vote", deadline=FAR) for _ in CHANGES]
    for dispute in late:
        pass_deadline(store, dispute)
    for dispute, attempt in zip(late, CHANGES, strict=True):
        with pytest.raises(DisputeEnded):
            attempt(disputes, dispute.id)
        assert disputes.get(dispute.id).ended_by == DEADLINE
    assert rulings(store) == 6


def test_a_list_shows_no_dispute_open_after_its_deadline(
    disputes: Disputes, open_one: Open, store: Store
) -> None:
    """Listing closes what is due, so that none is listed as open that takes no votes."""
    dispute = open_one(settle="vote", deadline=FAR)
    other = open_one(settle="vote", deadline=FAR)
    assert [each.id for each in disputes.listing("open")] == [other.id, dispute.id]
    pass_deadline(store, dispute)
    assert [each.id for each in disputes.listing("open")] == [other.id]
    assert [each.id for each in disputes.listing("closed")] == [dispute.id]


# listing


def test_listing(disputes: Disputes, open_one: Open) -> None:
    """Disputes are listed the latest first, page by page, with their votes, by status and ruleset."""
    made = [open_one("zee") for _ in range(3)] + [open_one("zed", settle="vote")]
    disputes.vote(made[3].id, "t1", "ann", "legal")
    ids = [dispute.id for dispute in reversed(made)]
    assert [each.id for each in disputes.listing()] == ids
    first = disputes.listing(limit=2)
    assert [each.id for each in first] == ids[:2]
    assert first[0] == disputes.get(made[3].id)
    assert [each.id for each in disputes.listing(before=first[-1].id)] == ids[2:]
    assert [each.id for each in disputes.listing("closed")] == ids[1:]
    assert disputes.listing(ruleset="open") == []
    assert len(disputes.listing(ruleset="boggle", status="open")) == 1


# precedent


def test_a_precedent(disputes: Disputes, voted: Dispute, store: Store) -> None:
    """The outcome becomes a house entry with a link to the ruling, and the dispute says where: both, or neither."""
    houses = Houses(store)
    houses.create("sunday", Settings("Sunday", "boggle", {}), "ann")
    disputes.vote(voted.id, "t1", "ann", "legal")
    closed = disputes.close(voted.id, None, "ann")
    assert closed.ruling is not None
    (effect,) = disputes.ruling(closed.ruling).effects.values()
    entry = entry_from({"word": "zee", "effect": effect}, author="ann", at=now())._replace(
        ruling=closed.ruling
    )
    with pytest.raises(StaleRevision), store.writing():
        house = houses.edit("sunday", 1, {"zee": entry}, "ann")
        disputes.precedent(voted.id, "sunday", house.number, expected=1)
    assert disputes.get(voted.id) == closed
    with store.writing():
        house = houses.edit("sunday", 1, {"zee": entry}, "ann")
        found = disputes.precedent(voted.id, "sunday", house.number, expected=closed.number)
    assert plain(found)["precedent"] == {"slug": "sunday", "revision": 2}
    assert houses.at("sunday", 2).entries["zee"].ruling == closed.ruling
    with pytest.raises(RecordExists):
        disputes.precedent(voted.id, "monday", 1)


def test_nothing_to_follow(disputes: Disputes, open_one: Open) -> None:
    """What is open, withdrawn or ended in a tie is no precedent."""
    still_open = open_one(settle="vote")
    withdrawn = disputes.withdraw(open_one(settle="vote").id, None, "bob")
    tied = open_one(settle="vote")
    vote_all(disputes, tied, ["legal", "illegal"])
    disputes.close(tied.id, None, "bob")
    for dispute in (still_open, withdrawn, tied):
        with pytest.raises(BadRecord, match="nothing was decided"):
            disputes.precedent(dispute.id, "sunday", 1)


# replay


def test_replay_of_a_ruling(disputes: Disputes, open_one: Open, adjudicator: Adjudicator) -> None:
    """A ruling's verdicts are compared as they were kept: the same lexicon says the same."""
    ruling = disputes.ruling(open_one("zed", "zee").verdict)
    today = [adjudicator.under(ruling.ruleset).verdict_data(word) for word in ruling.words]
    assert plain(replay(ruling.verdicts, today)) == {"agrees": True, "words": []}


# races


def at_once(store: Store, number: int, act: Callable[[Disputes, int], object]) -> list[object]:
    """Let *number* threads, each with connections of its own, act at once; return what each came to."""

    def run(which: int) -> object:
        own = Store(store.url)
        try:
            return act(Disputes(own), which)
        except (AdjudicatorError, IntegrityError) as error:
            return error
        finally:
            own.close()

    with ThreadPoolExecutor(number) as threads:
        return list(threads.map(run, range(number)))


def test_closed_once(disputes: Disputes, voted: Dispute, store: Store) -> None:
    """Of many who close a dispute at once one does, and there is one ruling; the others are told that it has ended."""
    disputes.vote(voted.id, "t1", "ann", "illegal")
    found = at_once(store, 8, lambda own, which: own.close(voted.id, None, f"closer {which}"))
    winners = [each for each in found if isinstance(each, Dispute)]
    assert len(winners) == 1
    assert all(isinstance(each, DisputeEnded) for each in found if each is not winners[0])
    assert disputes.get(voted.id) == winners[0]
    assert rulings(store) == 2


def test_the_deadline_closes_once(disputes: Disputes, open_one: Open, store: Store) -> None:
    """Many who look at a dispute after its deadline see the same ruling."""
    dispute = open_one(settle="vote", deadline=FAR)
    pass_deadline(store, dispute)
    found = at_once(store, 8, lambda own, _: own.get(dispute.id))
    assert found == [disputes.get(dispute.id)] * 8
    assert rulings(store) == 2


def test_votes_at_once(disputes: Disputes, voted: Dispute, store: Store) -> None:
    """Voters who vote at once, some of them twice, each have one vote, and every vote gave the dispute a number of its own."""

    def act(own: Disputes, which: int) -> object:
        own.vote(voted.id, f"t{which % 4}", f"voter {which % 4}", "abstain")
        return own.vote(voted.id, f"t{which % 4}", f"voter {which % 4}", "legal" if which % 2 else "illegal")

    assert all(isinstance(each, Dispute) for each in at_once(store, 8, act))
    found = disputes.get(voted.id)
    assert found.tally == (2, 2, 0)
    with store.reading() as connection:
        numbers = (
            connection.execute(select(vote_table.c.number).order_by(vote_table.c.number)).scalars().all()
        )
        head = connection.execute(select(dispute_table.c.number)).scalar_one()
    assert numbers == list(range(2, head + 1))


def test_a_vote_counts_or_is_too_late(disputes: Disputes, voted: Dispute, store: Store) -> None:
    """While others close it, each vote is either in the ruling or refused."""
    disputes.vote(voted.id, "first", "ann", "illegal")

    def act(own: Disputes, which: int) -> object:
        if which == 4:
            return own.close(voted.id, None, "ann")
        return own.vote(voted.id, f"t{which}", f"voter {which}", "illegal")

    came_to = at_once(store, 8, act)
    taken = sum(isinstance(each, Dispute) for number, each in enumerate(came_to) if number != 4)
    closed = disputes.get(voted.id)
    assert closed.ruling is not None
    outcome = disputes.ruling(closed.ruling).outcome
    assert outcome is not None
    assert outcome["tally"]["illegal"] == taken + 1
    assert all(isinstance(each, Dispute | DisputeEnded) for each in came_to)


def test_a_name_votes_once(disputes: Disputes, voted: Dispute) -> None:
    """Who takes an invite up again has another token, but not another vote under the same name, however it is spelled; they may still change theirs."""
    disputes.vote(voted.id, "t1", "Vera", "legal")
    for again in ("Vera", " vera ", "VERA", "Ｖｅｒａ", "ⅴera", "Ve\N{VARIATION SELECTOR-15}ra"):
        with pytest.raises(BadRecord, match="has voted already"):
            disputes.vote(voted.id, "t2", again, "legal")
    assert disputes.vote(voted.id, "t1", "Vera", "illegal").counted.illegal == 1
    assert len(disputes.vote(voted.id, "t2", "Vera B.", "legal").votes) == 2


def test_votes_by_one_invite(disputes: Disputes, voted: Dispute, store: Store) -> None:
    """A dispute says how many of its votes came by one invite, which one person may have taken up again and again."""
    tokens = Tokens(store)
    _, secret = tokens.invite("voter", f"dispute:{voted.id}", 5, FAR, "ann")
    _, other = tokens.invite("voter", f"dispute:{voted.id}", 5, FAR, "ann")
    assert disputes.vote(voted.id, "t1", "Zoe", "legal").by_one_invite == 0
    for name, by in (("Vera", secret), ("Vera B.", secret), ("Ben", other), ("Vera C.", secret)):
        token, _ = tokens.accept(by, name)
        disputes.vote(voted.id, token.id, name, "illegal")
    found = disputes.vote(voted.id, token.id, "Vera C.", "legal")
    assert (len(found.votes), found.by_one_invite, plain(found)["by_one_invite"]) == (5, 3, 3)
    assert disputes.listing()[0].by_one_invite == 3


def test_votes_are_those_of_the_moment(disputes: Disputes, voted: Dispute) -> None:
    """A dispute that was read has the votes that it had then, whenever somebody looks at them."""
    first = disputes.vote(voted.id, "t1", "ann", "legal")
    disputes.vote(voted.id, "t2", "bob", "illegal")
    latest = disputes.vote(voted.id, "t1", "ann", "abstain")
    assert [(vote.name, vote.choice) for vote in first.votes] == [("ann", "legal")]
    assert latest.tally == (0, 1, 1) and latest == disputes.get(voted.id)


def statements(store: Store, deed: Callable[[], object]) -> list[tuple[str, Any]]:
    """What is asked of the database by a deed."""
    asked: list[tuple[str, Any]] = []

    def note(_: object, __: object, statement: str, parameters: Any, *___: object) -> None:
        asked.append((statement, parameters))

    event.listen(store.engine, "before_cursor_execute", note)
    deed()
    event.remove(store.engine, "before_cursor_execute", note)
    return asked


def test_a_vote_reads_no_others(disputes: Disputes, voted: Dispute, store: Store) -> None:
    """A vote asks as much of the database as the first, and never for all votes of its dispute."""
    first = statements(store, lambda: disputes.vote(voted.id, "t0", "voter 0", "legal"))
    for number in range(1, 30):
        disputes.vote(voted.id, f"t{number}", f"voter {number}", "legal")
    last = statements(store, lambda: disputes.vote(voted.id, "t99", "voter 99", "legal"))
    assert [statement for statement, _ in last] == [statement for statement, _ in first]
    of_votes = [statement for statement, _ in last if "FROM vote" in statement]
    assert of_votes and all("LIMIT" in statement for statement in of_votes)


@pytest.mark.parametrize("which", [{}, {"status": "withdrawn"}, {"ruleset": "open"}])
def test_a_listing_finds_what_it_is_asked_for(
    disputes: Disputes, open_one: Open, store: Store, which: dict[str, Any]
) -> None:
    """Overdue disputes, and those of a status or a ruleset, are looked up in an index, and never by reading all that there are."""
    open_one(settle="vote", deadline=FAR)
    for statement, parameters in statements(store, lambda: disputes.listing(**which)):
        if "FROM dispute" in statement:
            with store.reading() as connection:
                if not store.is_sqlite:  # a small table is read whole all the same, if it may be
                    connection.exec_driver_sql("SET LOCAL enable_seqscan = off")
                explain = "EXPLAIN QUERY PLAN" if store.is_sqlite else "EXPLAIN"
                plan = [
                    str(row[-1]) for row in connection.exec_driver_sql(f"{explain} {statement}", parameters)
                ]
            assert any("ix_dispute" in step for step in plan), plan
            assert not any("SCAN dispute" in step and "INDEX" not in step for step in plan), plan
            assert not any("Seq Scan on dispute" in step for step in plan), plan


def test_how_much_a_token_may_open(store: Store, adjudicator: Adjudicator) -> None:
    """A token opens only so many disputes a day, and has only so many open; each keeps only so much proof. The error says what to change."""
    few = Disputes(store, Limits(disputes=3, open_disputes=2, proof=200_000))
    verdicts = [adjudicator.under("boggle").verdict_data("zee")]
    rule = adjudicator.under("boggle").ruleset.challenge

    def opened(settle: Settle = "vote", opener: str | None = "t1") -> Dispute:
        return few.open("boggle", verdicts, rule, by="bob", opener=opener, context=TABLE, settle=settle)

    first = opened()
    opened()
    with pytest.raises(
        LimitReached, match=r"Open disputes of this token .* 3; .* 2 .*ADJUDICATOR_MAX_OPEN_DISPUTES"
    ) as told:
        opened()
    assert (told.value.limit, told.value.most) == ("open-disputes", 2)
    few.withdraw(first.id, None, "bob")
    opened()
    with pytest.raises(LimitReached, match=r"in a day .*ADJUDICATOR_MAX_DISPUTES"):
        opened("dictionary")
    opened("dictionary", "t2")
    opened("dictionary", None)
    long = [
        {**verdicts[0], "word": letters(number), "key": letters(number), "pad": "x" * 50_000}
        for number in range(4)
    ]
    with pytest.raises(LimitReached, match=r"Bytes of proof .*Challenge fewer words.*ADJUDICATOR_MAX_PROOF"):
        few.open("boggle", long, rule, by="bob", context=TABLE)
