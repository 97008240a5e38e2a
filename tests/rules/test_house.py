"""House lists as pure data: which entry decides a word, and when."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.rules.house import MOST_SINCE, USUAL, Entry, HouseList, Settings, forms_of
from adjudicator.rules.judge import Decree, Judge
from tests.conftest import evidence, letters, reading
from tests.rules.test_codes import ruleset

NOW = "2026-03-01T12:00:00.000000Z"
LATER = "2026-04-01T12:00:00.000000Z"
SUNDAY = Settings("Sunday", "open", {})


def entry(key: str, effect: str = "allow", **more: object) -> Entry:
    """An entry by hand."""
    plain = Entry(key, key, "allow", "everybody could define it", "Anna", NOW)
    return plain._replace(effect=effect, **more)  # type: ignore[arg-type]


def house(*entries: Entry) -> HouseList:
    """A first revision with these entries."""
    return HouseList("sunday", 1, "sha256:1", SUNDAY, {each.key: each for each in entries})


def says_of(each: HouseList, now: str) -> dict[str, Entry]:
    """Every key that the list decides at the time *now*, with the entry that does."""
    return {key: found for key in each.keys if (found := each.decisive(key, now)) is not None}


def test_inflections_follow_by_the_engine() -> None:
    """Allow yeet, and yeets, yeeting, yeeted follow; a bare entry means its own spelling alone."""
    sunday = house(entry("yeet", inflections=USUAL), entry("za"))
    for key in ("yeet", "yeets", "yeeting", "yeeted"):
        assert sunday.decisive(key, NOW) == sunday.entries["yeet"]
    assert sunday.decisive("zas", NOW) is None
    assert forms_of(sunday.entries["yeet"]) == {"yeets", "yeeting", "yeeted"}


def test_a_words_own_entry_comes_before_one_that_covers_it_and_a_deny_before_an_allow() -> None:
    """Yeets denied by itself is denied although yeet allows it; of two that cover a word, the deny decides."""
    sunday = house(entry("yeet", inflections=USUAL), entry("yeets", "deny"))
    assert sunday.decisive("yeets", NOW) == sunday.entries["yeets"]
    both = house(entry("base", inflections=("noun",)), entry("basis", "deny", inflections=("noun",)))
    assert forms_of(both.entries["base"]) & forms_of(both.entries["basis"]) == frozenset()
    clash = house(entry("bas", inflections=("noun",)), entry("base", "deny", inflections=("noun",)))
    assert forms_of(clash.entries["bas"]) & forms_of(clash.entries["base"]) == {"bases"}
    assert clash.decisive("bases", NOW) == clash.entries["base"]


def test_an_entry_says_nothing_once_it_has_run_out() -> None:
    """At the moment that it names an entry is out of force; the era counts those that are."""
    sunday = house(entry("yeet", expires=LATER, inflections=USUAL), entry("za"))
    assert sunday.perishable
    assert not house(entry("za")).perishable
    assert sunday.decisive("yeets", NOW)
    assert sunday.era(NOW) == 0
    for key in ("yeet", "yeets"):
        assert sunday.decisive(key, LATER) is None
    assert sunday.era(LATER) == 1
    assert set(says_of(sunday, NOW)) == {"yeet", "yeets", "yeeting", "yeeted", "za"}
    assert set(says_of(sunday, LATER)) == {"za"}


KEYS = st.sampled_from(["bas", "base", "bases", "yeet", "yeets", "za"])
ENTRIES = st.builds(
    entry,
    KEYS,
    st.sampled_from(["allow", "deny"]),
    expires=st.sampled_from([None, LATER]),
    inflections=st.sampled_from([(), USUAL]),
)


STEPS = st.lists(st.dictionaries(KEYS, st.none() | ENTRIES, min_size=1), max_size=6)


@given(st.lists(ENTRIES), STEPS, st.booleans())
def test_a_revised_list_is_the_list_made_anew(
    first: list[Entry], steps: list[dict[str, Entry | None]], ordered: bool
) -> None:
    """However a list was changed, it says, covers and names what a list of the same entries does; the earlier revisions are as they were."""
    revised = house(*first)
    if ordered:  # else nobody has asked for the order yet, and it is not carried on
        assert list(revised.keys) == sorted(revised.keys)
    for number, step in enumerate(steps, 2):
        before, covered = dict(revised.entries), dict(revised.covers)
        changes = {key: each and each._replace(key=key) for key, each in step.items()}
        after = revised.with_changes(number, f"sha256:{number}", SUNDAY, changes)
        assert revised.entries == before and revised.covers == covered
        revised = after
        anew = HouseList("sunday", number, "sha256:9", SUNDAY, dict(revised.entries))
        assert revised.covers == anew.covers
        assert list(revised.keys) == list(anew.keys)
        assert revised.perishable == anew.perishable
        for now in (NOW, LATER):
            assert says_of(revised, now) == says_of(anew, now)
            assert revised.era(now) == anew.era(now)


@given(st.lists(ENTRIES), STEPS)
def test_a_list_is_its_origin_but_for_what_was_changed_since(
    first: list[Entry], steps: list[dict[str, Entry | None]]
) -> None:
    """Of every key that is not among those changed since, a revision says what its origin said."""
    origin = revised = house(*first)
    for number, step in enumerate(steps, 2):
        changes = {key: each and each._replace(key=key) for key, each in step.items()}
        revised = revised.with_changes(number, f"sha256:{number}", SUNDAY, changes)
        assert revised.origin is origin.origin
        for key in {*origin.keys, *revised.keys} - revised.since:
            assert revised.allows(key) == origin.allows(key)
            assert all(revised.decisive(key, now) == origin.decisive(key, now) for now in (NOW, LATER))


def test_many_changes_make_a_new_origin() -> None:
    """What is to be looked at beside what was worked out stays bounded, and nothing is lost by it."""
    first = house(entry("yeet", inflections=USUAL))
    many: dict[str, Entry | None] = {f"za{letters(number)}": entry("za") for number in range(MOST_SINCE)}
    later = first.with_changes(2, "sha256:2", SUNDAY, many)
    assert later.origin is first.origin and later.since == many.keys()
    last = later.with_changes(3, "sha256:3", SUNDAY, {"yeet": None, "zoo": entry("zoo", inflections=USUAL)})
    assert last.origin is not first.origin and not last.since
    assert last.entries == {**many, "zoo": entry("zoo", inflections=USUAL)}
    assert set(last.covers) == {"zoos", "zooing", "zooed"}


def decree(decided: Entry | None) -> Decree:
    """What the list sunday has decided of a word."""
    return Decree("house:sunday", "sha256:h", "Sunday", decided)


def test_the_judge_asks_the_house_first() -> None:
    """An allow saves what no dictionary has, a deny strikes what every one has; the proof below it stays."""
    known = evidence("word", reading())
    judge = Judge(ruleset())
    allowed = judge.verdict("Yeet", evidence("yeet"), "sha256:x", house=decree(entry("yeet")))
    assert allowed.legal
    assert allowed.decisive.code == "house-allowed"
    assert allowed.decisive.reason == (
        "the house list “Sunday” allows it: everybody could define it (Anna, 2026-03-01)"
    )
    assert (allowed.ruleset, allowed.ruleset_digest) == ("house:sunday", "sha256:h")
    denied = judge.verdict("word", known, "sha256:x", house=decree(entry("word", "deny", reason="")))
    assert not denied.legal
    assert [finding.code for finding in denied.findings] == ["house-denied", "sense-admitted"]
    assert denied.certainty == "settled"
    assert denied.decisive.reason == "the house list “Sunday” denies it (Anna, 2026-03-01)"


def test_a_house_that_says_nothing_changes_nothing_but_the_name() -> None:
    """Under a list without an entry for the word the verdict is that of its base, under the list's name."""
    known = evidence("word", reading())
    judge = Judge(ruleset())
    under = judge.verdict("word", known, "sha256:x", house=decree(None))
    plain = judge.verdict("word", known, "sha256:x")
    assert under == plain._replace(ruleset="house:sunday", ruleset_digest="sha256:h")


@pytest.mark.parametrize(("effect", "code"), [("allow", "too-short"), ("deny", "house-denied")])
def test_an_allow_lifts_no_rule_on_the_word(effect: str, code: str) -> None:
    """A word that is too short stays so whatever the list allows; a deny comes before even that."""
    judge = Judge(ruleset(length={"min": 3}))
    verdict = judge.verdict("ya", evidence("ya"), "sha256:x", house=decree(entry("ya", effect)))
    assert not verdict.legal
    assert verdict.decisive.code == code


def test_an_inflection_names_the_entry_that_covers_it() -> None:
    """Who is told that yeets is allowed is told that it is by yeet, and until when."""
    judge = Judge(ruleset())
    covering = entry("yeet", inflections=USUAL, expires=LATER)
    verdict = judge.verdict("yeets", evidence("yeets"), "sha256:x", house=decree(covering))
    assert verdict.decisive.reason == (
        "the house list “Sunday” allows yeet with its inflections: everybody could define it (Anna, 2026-03-01, until 2026-04-01)"
    )
