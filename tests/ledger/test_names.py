"""A list is given another short name: what it has goes with it, its history stays what it was, and the name before leads to it for good."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest
from sqlalchemy import URL

from adjudicator.errors import BadRecord, ListArchived, ListRenamed, NotAllowed, RecordExists, UnknownRuleset
from adjudicator.judging.service import Adjudicator
from adjudicator.ledger.ledger import Ledger
from adjudicator.ledger.names import MOST_FORMER
from adjudicator.ledger.verify import verify
from adjudicator.rules.challenge import Context
from adjudicator.rules.house import Entry, Settings
from adjudicator.usecases import disputes, houses, people, seasons
from adjudicator.usecases.writers import Writer, holder

CLUB = Settings("Club", "boggle", {})
BY = Writer("Anna")


@pytest.fixture
def ledger(store_url: URL) -> Iterator[Ledger]:
    """A ledger with a list, ``club``, that has changed, and has been copied and merged."""
    with closing(Ledger(store_url)) as opened:
        lists = opened.houses
        lists.create("club", CLUB, "Anna")
        lists.edit("club", None, {"glorp": entry("glorp")}, "Anna")
        lists.edit("club", None, {"zee": entry("zee")}, "Ben")
        lists.restore("club", None, 2, "Anna")
        lists.fork("club", "copy", "Anna")
        lists.edit("copy", None, {"blorp": entry("blorp")}, "Cy")
        lists.merge("club", None, "copy", "Anna")
        yield opened


def entry(word: str) -> Entry:
    """An entry."""
    return Entry(word, word, "allow", "", "Anna", "2026-03-01T12:00:00.000000Z")


def test_all_that_a_list_has_goes_with_it(ledger: Ledger) -> None:
    """Words, history, seasons, queues, disputes, who may change it: all are there by the new name, with the digests that they had."""
    with closing(Adjudicator(ledger=ledger)) as adjudicator:
        season = seasons.freezing(adjudicator, "club", "Winter", by=BY)()
        ben, _ = ledger.tokens.create("Ben", "editor", "house:club", created_by="Anna")
        opened = disputes.open_dispute(adjudicator, ["glorp"], "house:club@2", by=BY, context=Context())
        then = adjudicator.under("house:club@2").verdict_data("glorp")
        ledger.reviews.take("club", "list", ["glorp"], "Anna")
        assert ledger.current.get("club").entries.keys() == {"blorp", "glorp"}
        history = ledger.houses.history("club")
        made = houses.rename(ledger, "club", " pub ", by=BY)
        assert (
            made.slug,
            [each._replace(slug="", source=None) for each in ledger.houses.history("pub")],
        ) == (
            "pub",
            [each._replace(slug="", source=None) for each in history],
        )
        assert verify(ledger.store) == []
        assert seasons.seasons(ledger, "pub") == [season._replace(slug="pub")]
        assert seasons.changed(adjudicator, seasons.season(ledger, "pub", "winter")) == []
        assert ledger.reviews.marks("pub", "list").keys() == {"glorp"}
        assert disputes.dispute(ledger, opened.id).ruleset == "house:pub@2"
        assert [each.id for each in disputes.listing(ledger, ruleset="house:club@2", limit=9)] == [opened.id]
        assert disputes.ruling(ledger, opened.verdict).ruleset == "house:club@2", "a ruling is never changed"
        assert disputes.replayed(adjudicator, opened.verdict)["agrees"]
        for name in ("house:club", "house:pub"):
            said = adjudicator.under(f"{name}@2").verdict_data("glorp")
            assert {
                name: said[name] for name in ("legal", "code", "summary", "ruleset_digest")
            }.items() <= then.items()
            assert said["ruleset"] == "house:pub" and adjudicator.verdict("blorp", name).legal
        assert houses.settings_of(ledger, 9, ["club", "none"]) == [("club", CLUB)]
        (token,) = people.tokens_of_list(ledger, "pub", by=BY)
        assert token.id == ben.id and holder(token).may("editor", "house:pub")
        houses.edit(ledger, "pub", made.number, [entry("snorf")], by=holder(token))
        disputes.open_dispute(adjudicator, ["zee"], "house:club", by=holder(token), context=Context())
        with pytest.raises(UnknownRuleset):
            adjudicator.under("house:nowhere")


def test_the_name_before_leads_there_for_good(ledger: Ledger) -> None:
    """However often a list is renamed, each name that it had leads to the one that it has; no other list gets any, and it may have one again."""
    with closing(Adjudicator(ledger=ledger)) as adjudicator:
        assert adjudicator.under("house:club").house
        for name, former in (
            ("pub", {"club"}),
            ("bar", {"club", "pub"}),
            ("club", {"pub", "bar"}),
            ("pub", {"club", "bar"}),
        ):
            houses.rename(ledger, ledger.names.now("club") or "club", name, by=BY)
            for old in former:
                with pytest.raises(ListRenamed, match=f"is called '{name}' by now"):
                    ledger.houses.revision(old)
            assert adjudicator.verdict("glorp", "house:pub").legal and verify(ledger.store) == []
    assert [each.slug for each in houses.former_names(ledger, "pub")] == ["club", "bar"]
    assert {each.by for each in houses.former_names(ledger, "pub")} == {"Anna"}
    for taken, another in (("club", "copy"), ("bar", "copy"), ("copy", "pub")):
        with pytest.raises(RecordExists):
            houses.create(ledger, taken, CLUB, by=BY)
        with pytest.raises(RecordExists):
            houses.fork(ledger, "pub", taken, by=BY)
        with pytest.raises(RecordExists):
            houses.rename(ledger, another, taken, by=BY)
    assert houses.rename(ledger, "pub", "pub", by=BY).number == 5
    ledger.houses.restore("pub", None, 3, "Anna")
    assert verify(ledger.store) == []


def test_who_may_and_what_cannot_be(ledger: Ledger) -> None:
    """Only an owner renames; a list that is put away keeps its name, what refers to a list by an old one counts, and names run out."""
    editor, _ = ledger.tokens.create("Ben", "editor", "house:club", created_by="Anna")
    with pytest.raises(NotAllowed):
        houses.rename(ledger, "club", "pub", by=holder(editor))
    with pytest.raises(BadRecord, match="slug: takes up to 64"):
        houses.rename(ledger, "club", "A pub", by=BY)
    houses.archive(ledger, "club", by=BY)
    with pytest.raises(ListArchived):
        houses.rename(ledger, "club", "pub", by=BY)
    ledger.games.begin("g", '{"ruleset":"house:copy@1"}', by="Anna", maker=None)
    houses.rename(ledger, "copy", "twin", by=BY)
    assert houses.references(ledger, "twin") == ["1 copy or merge", "1 game"]
    for number in range(1, MOST_FORMER):
        houses.rename(ledger, ledger.names.now("copy") or "", f"twin-{number}", by=BY)
    last = ledger.names.now("copy") or ""
    with pytest.raises(BadRecord, match="has had 20 other names"):
        houses.rename(ledger, last, "one-more", by=BY)
    assert houses.rename(ledger, last, "copy", by=BY).slug == "copy"
