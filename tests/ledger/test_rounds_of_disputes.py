"""Rounds whose challenges a dispute of the ledger has settled: nothing is copied by hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from adjudicator.errors import BadRecord
from adjudicator.judging.service import Adjudicator
from adjudicator.ledger.challenges import Dispute
from adjudicator.ledger.ledger import Ledger
from adjudicator.ledger.store import Store
from adjudicator.rules.challenge import Context
from adjudicator.usecases.scorekeeping import score_round

LISTS = {"Ann": ["glorp", "trig"], "Ben": ["zee"]}


@pytest.fixture
def service(store: Store) -> Iterator[Adjudicator]:
    ledger = Ledger(store.url)
    yield Adjudicator(ledger=ledger)
    ledger.close()


def opened(
    service: Adjudicator, *words: str, votes: dict[str, str] | None = None, close: bool = True, **context: Any
) -> Dispute:
    """A dispute on *words* of Ann that Ben has challenged: by the dictionary, or by *votes*."""
    bench, disputes = service.under("boggle"), service.ledger.disputes
    found = disputes.open(
        "boggle",
        [bench.verdict_data(word) for word in words],
        bench.ruleset.challenge,
        by="Ann",
        context=Context("Ann", "Ben", **context),
        settle="dictionary" if votes is None else "vote",
    )
    for name, choice in (votes or {}).items():
        disputes.vote(found.id, name, name, choice)
    return disputes.close(found.id, None, "Ann") if votes is not None and close else found


def scored(service: Adjudicator, *challenges: dict[str, Any]) -> dict[str, Any]:
    record = {"ruleset": "boggle", "lists": LISTS, "challenges": list(challenges)}
    answer: dict[str, Any] = {**score_round(service, record)}
    return answer


def totals(answer: dict[str, Any]) -> dict[str, int]:
    return {each["name"]: each["total"] for each in answer["players"]}


@pytest.mark.parametrize(
    ("votes", "code", "points"),
    [
        ({"Ann": "legal", "Cy": "legal"}, "ruled-legal", 2),
        ({"Ben": "illegal"}, "ruled-illegal", 0),
        ({"Ann": "legal", "Ben": "illegal"}, "no-action", 2),
    ],
)
def test_a_vote_of_the_ledger(service: Adjudicator, votes: dict[str, str], code: str, points: int) -> None:
    """Its word, its outcome and who was there come from the dispute, or from its ruling; a vote moves no points, a tie takes no action."""
    found = opened(service, "glorp", votes=votes)
    answer = scored(service, {"dispute": found.id})
    [challenge] = answer["challenges"]
    assert (challenge["word"], challenge["player"], challenge["challenger"]) == ("glorp", "Ann", "Ben")
    assert (challenge["by"], challenge["code"], challenge["points"]) == ("vote", code, {})
    assert (challenge["dispute"], challenge["ruling_id"]) == (found.id, found.ruling)
    assert totals(answer) == {"Ann": points + 1, "Ben": 0}
    assert totals(scored(service, {"ruling_id": found.ruling})) == totals(answer)
    told = {"word": "Glorp", "player": "Ann", "dispute": found.id}
    assert totals(scored(service, told)) == totals(answer)


def test_a_dispute_that_the_dictionary_settled(service: Adjudicator) -> None:
    """The incorrect player loses two points, as it was settled then."""
    found = opened(service, "trig")
    answer = scored(service, {"dispute": found.id})
    assert (answer["challenges"][0]["by"], totals(answer)) == ("dictionary", {"Ann": 1, "Ben": -2})


def test_a_dispute_on_several_words(service: Adjudicator) -> None:
    """The record says which one is meant."""
    found = opened(service, "glorp", "trig", votes={"Ann": "illegal"})
    answer = scored(service, {"dispute": found.id, "word": "glorp"})
    assert answer["players"][0]["words"][0]["code"] == "ruled-illegal"
    with pytest.raises(
        BadRecord, match=r"challenges\[0\]\.word: is missing; the dispute is on glorp and trig"
    ):
        scored(service, {"dispute": found.id})


def test_disputes_that_settle_nothing(service: Adjudicator) -> None:
    """An open one, one that was withdrawn, the verdict on which a vote was opened, one on another word, and one that is not there."""
    closed = opened(service, "trig", votes={"Ann": "legal"})
    still_open = opened(service, "glorp", votes={}, close=False)
    withdrawn = opened(service, "glorp", votes={}, close=False)
    service.ledger.disputes.withdraw(withdrawn.id, None, "Ann")
    with pytest.raises(BadRecord) as error:
        scored(
            service,
            {"dispute": still_open.id},
            {"dispute": withdrawn.id},
            {"ruling_id": closed.verdict},
            {"dispute": closed.id, "word": "glorp"},
            {"dispute": "nosuch"},
            {"ruling_id": "nosuch"},
            {"ruling_id": closed.ruling, "dispute": closed.id},
            {"dispute": closed.id, "ruling": "legal"},
        )
    assert [fault.removeprefix("challenges") for fault in error.value.faults] == [
        "[0].dispute: is open, and nothing has come of it",
        "[1].dispute: is withdrawn, and nothing has come of it",
        "[2].ruling_id: is the verdict on which a vote was opened, and settles nothing",
        "[3].word: is another one than that of the dispute, which is on trig",
        "[4].dispute: There is no dispute 'nosuch'.",
        "[5].ruling_id: There is no ruling 'nosuch'.",
        "[6].ruling_id: takes a ruling or a dispute, not both",
        "[7].by: is what the ledger says; leave out by and ruling",
    ]


def test_another_ruleset_is_told(service: Adjudicator) -> None:
    """What was settled under other rules counts, and a note says so."""
    found = opened(service, "glorp", votes={"Ann": "legal"})
    record = {"ruleset": "bonus-rings", "lists": LISTS, "challenges": [{"dispute": found.id}]}
    answer = score_round(service, record)
    assert answer["notes"] == ["GLORP was settled under boggle, and this round is scored under bonus-rings."]
