"""Hands that are counted beside single votes: nobody counts twice, the ruling says who counted, and what is hidden stays so."""

from __future__ import annotations

import pytest

from adjudicator.core.shapes import plain
from adjudicator.errors import BadRecord, DisputeEnded, NotAllowed, StaleRevision
from adjudicator.ledger.challenges import Dispute
from adjudicator.ledger.disputes import Disputes
from adjudicator.ledger.store import Store
from adjudicator.ledger.verify import verify
from adjudicator.rules.challenge import Tally
from tests.ledger.over_http.conftest import Somebody, anyone, app, ledger, owner, somebody, sunday
from tests.ledger.over_http.person import DISPUTES, Person, problem
from tests.ledger.test_disputes import Open, disputes, open_one, pass_deadline, voted

__all__ = ["anyone", "app", "disputes", "ledger", "open_one", "owner", "somebody", "sunday", "voted"]
THREE_TO_ONE = Tally(3, 1, 0)


def test_hands_decide(disputes: Disputes, open_one: Open, store: Store) -> None:
    """Three hands to one close a dispute that asks for four; the ruling keeps the count, who counted and when."""
    dispute = open_one("glorp", settle="vote", quorum=4)
    counted = disputes.count_hands(dispute.id, THREE_TO_ONE, "Anna")
    assert (counted.counted, counted.turnout, counted.number) == (THREE_TO_ONE, 4, 2)
    closed = disputes.close(dispute.id, 2, "Anna")
    assert closed.ruling
    outcome = disputes.ruling(closed.ruling).outcome
    assert outcome and counted.hands
    assert (outcome["decision"], outcome["tally"]) == ("rejected", {"legal": 3, "illegal": 1, "abstain": 0})
    assert outcome["hands"] == plain(counted.hands) == plain(disputes.get(dispute.id).hands)
    assert (outcome["hands"]["by"], outcome["votes"]) == ("Anna", [])
    assert verify(store) == []


def test_hands_beside_votes(disputes: Disputes, voted: Dispute) -> None:
    """Single votes and hands add up; who has voted before the hands were counted may still change their vote."""
    disputes.vote(voted.id, "t1", "Vera", "illegal")
    assert disputes.count_hands(voted.id, Tally(1, 1, 1), "Anna").counted == (1, 2, 1)
    assert disputes.vote(voted.id, "t1", "Vera", "legal").counted == (2, 1, 1)
    assert disputes.get(voted.id).turnout == 4


def test_nobody_counts_twice(disputes: Disputes, open_one: Open) -> None:
    """Somebody who votes after the hands were counted may have raised one: the hands are set aside until they are counted again."""
    dispute = open_one("glorp", settle="vote", quorum=4)
    disputes.count_hands(dispute.id, THREE_TO_ONE, "Anna")
    after = disputes.vote(dispute.id, "t1", "Vera", "illegal")
    assert after.hands and not after.hands.holds
    assert (after.counted, after.turnout) == ((0, 1, 0), 1)
    assert disputes.get(dispute.id) == after
    with pytest.raises(BadRecord, match="1 of the 4"):
        disputes.close(dispute.id, None, "Anna")
    again = disputes.count_hands(dispute.id, Tally(3, 0, 0), "Anna")
    assert again.hands and again.hands.holds and again.counted == (3, 1, 0)
    assert disputes.vote(dispute.id, "t1", "Vera", "abstain").turnout == 4


def test_hands_set_aside_are_in_no_ruling(disputes: Disputes, voted: Dispute) -> None:
    """Hands that do not count are not among what decided."""
    disputes.count_hands(voted.id, THREE_TO_ONE, "Anna")
    disputes.vote(voted.id, "t1", "Vera", "illegal")
    disputes.vote(voted.id, "t2", "Wim", "illegal")
    closed = disputes.close(voted.id, None, "Anna")
    assert closed.ruling
    outcome = disputes.ruling(closed.ruling).outcome
    assert outcome and "hands" not in outcome and outcome["tally"]["illegal"] == 2


def test_a_count_is_corrected_and_taken_back(disputes: Disputes, voted: Dispute) -> None:
    """The last count holds; no hands at all take it back, and whoever closes by what they saw before is told."""
    seen = disputes.count_hands(voted.id, THREE_TO_ONE, "Anna").number
    assert disputes.count_hands(voted.id, Tally(2, 2, 0), "Anna").counted == (2, 2, 0)
    with pytest.raises(StaleRevision):
        disputes.close(voted.id, seen, "Anna")
    assert disputes.count_hands(voted.id, Tally(), "Anna").hands is None


@pytest.mark.parametrize("hands", [Tally(-1), Tally(0, 1001), Tally(0, 0, -5)])
def test_what_is_no_count(disputes: Disputes, voted: Dispute, hands: Tally) -> None:
    """A count has from none to a thousand hands for each."""
    with pytest.raises(BadRecord, match="takes 0 to 1000"):
        disputes.count_hands(voted.id, hands, "Anna")


def test_after_the_end_no_hand_counts(disputes: Disputes, open_one: Open, store: Store) -> None:
    """A deadline closes a dispute by its hands, too; then none are taken."""
    dispute = open_one("glorp", settle="vote", quorum=3, deadline="2999-01-01")
    disputes.count_hands(dispute.id, THREE_TO_ONE, "Anna")
    pass_deadline(store, dispute)
    closed = disputes.get(dispute.id)
    assert closed.ruling
    outcome = disputes.ruling(closed.ruling).outcome
    assert outcome and outcome["decision"] == "rejected"
    with pytest.raises(DisputeEnded):
        disputes.count_hands(dispute.id, THREE_TO_ONE, "Anna")


def test_who_may_not_count(disputes: Disputes, voted: Dispute) -> None:
    """Whoever may not is refused before anything is written."""

    def refuse(_: Dispute) -> None:
        raise NotAllowed("forbidden", "No.", "")

    with pytest.raises(NotAllowed):
        disputes.count_hands(voted.id, THREE_TO_ONE, "Mallory", refuse)
    assert disputes.get(voted.id).hands is None


def test_a_hidden_tally(disputes: Disputes, open_one: Open) -> None:
    """Where the group wants it so, who has not voted sees who has, and not how; closing shows it."""
    dispute = open_one("glorp", settle="vote", quorum=1, hide_tally=True)
    disputes.vote(dispute.id, "t1", "Vera", "illegal")
    shown = plain(disputes.get(dispute.id).hidden())
    assert (shown["tally"], [(vote["name"], vote["choice"]) for vote in shown["votes"]]) == (
        None,
        [("Vera", None)],
    )
    closed = disputes.close(dispute.id, None, "Anna").hidden()
    assert closed.tally == (0, 1, 0) and closed.votes[0].choice == "illegal"


def test_a_tally_that_nobody_hides(disputes: Disputes, voted: Dispute) -> None:
    """Usually everybody sees how the vote stands."""
    assert disputes.vote(voted.id, "t1", "Vera", "legal").hidden().tally == (1, 0, 0)


def test_over_http(sunday: Person, somebody: Somebody, anyone: Person) -> None:
    """Who opened a dispute counts hands, and an editor of its list; other voters and strangers do not. What is hidden is, from all who read."""
    ben, cleo = somebody("voter", name="Ben"), somebody("voter", name="Cleo")
    asked = {"words": ["glorp"], "ruleset": "house:sunday", "settle": "vote", "quorum": 4, "hide_tally": True}
    opened = ben.done(ben.post(DISPUTES, asked), 201)
    path = f"{DISPUTES}/{opened['id']}"
    assert opened["hide_tally"] is True and opened["hands"] is None
    assert problem(cleo.ask("PUT", f"{path}/hands", {"legal": 9})) == (403, "forbidden")
    assert problem(anyone.ask("PUT", f"{path}/hands", {"legal": 9})) == (401, "missing-token")
    voted = cleo.done(cleo.ask("PUT", f"{path}/vote", {"choice": "illegal"}))
    assert voted["tally"] == {"legal": 0, "illegal": 1, "abstain": 0}
    counted = ben.done(ben.ask("PUT", f"{path}/hands", {"legal": 3}))
    assert counted["tally"] is None
    assert (counted["hands"]["legal"], counted["hands"]["by"], counted["hands"]["holds"]) == (3, "Ben", True)
    for read in (anyone.done(anyone.get(path)), anyone.done(anyone.get(DISPUTES))["disputes"][0]):
        assert (read["tally"], read["votes"][0]["choice"]) == (None, None)
    sunday.done(sunday.ask("PUT", f"{path}/hands", {"legal": 2, "illegal": 1}))
    sunday.get(path)
    closed = sunday.done(sunday.change("POST", f"{path}/close"))
    assert closed["tally"] == {"legal": 2, "illegal": 2, "abstain": 0}
    outcome = anyone.done(anyone.get(f"/v1/rulings/{closed['ruling']}"))["outcome"]
    assert (outcome["hands"]["by"], outcome["decision"]) == ("Anna", "no-action")


def test_the_dictionary_has_no_tally(owner: Person) -> None:
    """A tally is hidden of a vote, and not where the dictionary settles it at once."""
    asked = {"words": ["zee"], "hide_tally": True, "settle": "dictionary"}
    assert problem(owner.post(DISPUTES, asked)) == (422, "bad-record")
