"""A list that is put away judges on and is not changed; one that nothing refers to is deleted whole, and its name is never given again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest
from sqlalchemy import URL

from adjudicator.errors import BadRecord, ListArchived, NotAllowed, RecordExists, UnknownRecord
from adjudicator.judging.service import Adjudicator
from adjudicator.ledger.ledger import Ledger
from adjudicator.ledger.verify import verify
from adjudicator.rules.house import Entry, Settings
from adjudicator.usecases import houses, people
from adjudicator.usecases.people import signed_in
from adjudicator.usecases.writers import Writer, holder

SLUG = "club"
BY = Writer("Anna")


@pytest.fixture
def ledger(store_url: URL) -> Iterator[Ledger]:
    """A ledger with a list of one word."""
    with closing(Ledger(store_url)) as opened:
        opened.houses.create(SLUG, Settings("Club", "boggle", {}), "Anna")
        opened.houses.edit(SLUG, None, {"glorp": entry("glorp")}, "Anna")
        yield opened


def entry(word: str) -> Entry:
    """An entry."""
    return Entry(word, word, "allow", "", "Anna", "2026-03-01T12:00:00.000000Z")


def test_a_list_is_put_away_and_brought_back(ledger: Ledger) -> None:
    """In the archive it judges, can be read and copied, is not offered, and every change is refused, also one that was planned before."""
    houses.archive(ledger, SLUG, by=BY)
    houses.archive(ledger, SLUG, by=Writer("Ben"))
    assert {slug: by for slug, (_, by) in houses.archived(ledger).items()} == {SLUG: "Anna"}
    assert [*houses.archived(ledger, SLUG)] == [SLUG] and houses.archived(ledger, "other") == {}
    assert houses.settings_of(ledger, 10) == [] and len(houses.settings_of(ledger, 10, [SLUG])) == 1
    with closing(Adjudicator(ledger=ledger)) as adjudicator:
        assert adjudicator.verdict("glorp", "house:club").legal
    changes = {"blorp": entry("blorp")}
    for change in (
        lambda: ledger.houses.edit(SLUG, None, changes, "Anna"),
        lambda: ledger.houses.edit(SLUG, 2, changes, "Anna", seen=2),
        lambda: ledger.houses.settings(SLUG, None, Settings("Other", "boggle", {}), "Anna"),
        lambda: ledger.houses.restore(SLUG, None, 1, "Anna"),
        lambda: ledger.reviews.take(SLUG, "list", ["glorp"], "Anna"),
        lambda: ledger.seasons.freezing(
            SLUG, "x", "X", 2, "Anna", lexicon="l", ruleset_digest="r", words=[]
        )(),
        lambda: people.invite(ledger, "editor", "house:club", 1, by=BY, hours=1),
    ):
        with pytest.raises(ListArchived, match="'club' is put away"):
            change()
    assert houses.fork(ledger, SLUG, "copy", by=BY).size == 1
    houses.bring_back(ledger, SLUG, by=BY)
    assert ledger.houses.edit(SLUG, None, changes, "Anna").number == 3
    assert verify(ledger.store) == []


def test_a_list_is_deleted(ledger: Ledger) -> None:
    """It is gone with its history, and who could change it cannot any more; its name stays taken, and the ledger adds up."""
    token, secret = ledger.tokens.create("Ben", "editor", "house:club", created_by="Anna")
    with pytest.raises(NotAllowed):
        houses.delete(ledger, SLUG, by=holder(token))
    ledger.reviews.take(SLUG, "list", ["glorp"], "Anna")
    assert ledger.current.get(SLUG).entries
    houses.delete(ledger, SLUG, by=BY)
    for asked in (
        lambda: ledger.current.get(SLUG),
        lambda: ledger.houses.revision(SLUG),
        lambda: ledger.houses.edit(SLUG, None, {"blorp": entry("blorp")}, "Anna"),
        lambda: houses.delete(ledger, SLUG, by=BY),
    ):
        with pytest.raises(UnknownRecord):
            asked()
    with pytest.raises(RecordExists, match="There was a house list 'club'"):
        houses.create(ledger, SLUG, Settings("Club", "boggle", {}), by=BY)
    with pytest.raises(NotAllowed):
        signed_in(ledger, secret)
    assert houses.lists(ledger) == [] and verify(ledger.store) == []


def test_what_others_refer_to_is_not_deleted(ledger: Ledger) -> None:
    """Copies, merges, seasons, disputes, rulings and games keep a list, and the refusal counts them."""
    assert houses.references(ledger, SLUG) == []
    houses.fork(ledger, SLUG, "copy", by=BY)
    told = {"lexicon": "a", "ruleset_digest": "b", "words": ["a"]}
    ledger.seasons.freezing(SLUG, "2026", "2026", 1, "Anna", **told)()  # type: ignore[arg-type]
    ledger.games.begin("g", '{"ruleset":"house:club"}', by="Anna", maker=None)
    ledger.games.begin("h", '{"ruleset":"house:clubs"}', by="Anna", maker=None)
    assert houses.references(ledger, SLUG) == ["1 copy or merge", "1 season", "1 game"]
    with pytest.raises(BadRecord, match=r"1 copy or merge, 1 season, 1 game refer to it\. Put it away"):
        houses.delete(ledger, SLUG, by=BY)
    assert ledger.current.get(SLUG).revision == 2
    houses.delete(ledger, "copy", by=BY)
    assert houses.references(ledger, SLUG) == ["1 season", "1 game"]
    with pytest.raises(UnknownRecord):
        houses.archive(ledger, "none", by=BY)
