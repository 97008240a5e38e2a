"""What hypothesis draws for the tests of agreement: rulesets over all of their fields, rules on the word, house lists."""

from __future__ import annotations

import string
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from hypothesis import strategies as st

from adjudicator.rules.conditions import CODES, WORD_RULES, WordRule
from adjudicator.rules.house import PARTS_OF_SPEECH, Entry, HouseList, Settings
from adjudicator.rules.ruleset import (
    LETTERS,
    BoardRule,
    Challenge,
    Dictionary,
    Example,
    Exclusions,
    Game,
    Member,
    Ruleset,
    Scoring,
)

SOURCES = ("wordnet", "gcide", "scowl", "curated", "nobody-has-this")
LABELS = ("archaic", "obsolete", "slang", "informal", "dialect", "rare", "british", "vulgar", "trademark")
POS = ("noun", "verb", "adjective", "interjection", "affix", "abbreviation")
CODE = "drawn-rule"
"""The code of the drawn rule on the word."""
NOW = "2026-01-01T00:00:00.000000Z"


@st.composite
def dictionaries(draw: st.DrawFn, sources: tuple[str, ...] = SOURCES) -> Dictionary:
    """Draw some sources in any order, and which of them make words words."""
    chosen = draw(st.lists(st.sampled_from(sources), unique=True, min_size=1))
    members = draw(st.lists(st.sampled_from(chosen), unique=True))
    sizes = st.none() | st.integers(10, 95)
    return Dictionary(tuple(chosen), tuple(Member(each, draw(sizes)) for each in members))


def tuples(of: tuple[str, ...]) -> st.SearchStrategy[tuple[str, ...]]:
    """Draw some of these texts."""
    return st.lists(st.sampled_from(of), unique=True, max_size=4).map(tuple)


def rulesets(sources: tuple[str, ...] = SOURCES) -> st.SearchStrategy[Ruleset]:
    """Draw a ruleset; every field is drawn, those that are for games alone, too."""
    letters = st.just(LETTERS) | st.sets(st.sampled_from(LETTERS), min_size=20).map(sorted).map("".join)
    lists = {"labels": tuples(LABELS), "parts_of_speech": tuples(POS)}
    numbers = {
        name: st.none() | st.integers(1, 5) for name, off in Exclusions._field_defaults.items() if off is None
    }
    switches = {name: {**lists, **numbers}.get(name, st.booleans()) for name in Exclusions._fields}
    fields = {
        "id": st.just("drawn"),
        "title": st.text(max_size=5),
        "rulebook": st.text(max_size=5),
        "dictionary": dictionaries(sources),
        "min_length": st.integers(1, 6),
        "max_length": st.none() | st.integers(6, 30),
        "alphabet": letters,
        "region": st.sampled_from(["any", "british", "american"]),
        "exclude": st.builds(Exclusions, **switches),
        "cites": st.dictionaries(st.sampled_from(sorted(CODES)), st.text(max_size=5), max_size=2),
        "challenge": st.builds(Challenge, quorum=st.integers(1, 5), whole_play=st.booleans()),
        "scoring": st.builds(Scoring, ring=st.integers(1, 3)),
        "board": st.builds(BoardRule, reuse=st.sampled_from(["never", "free"])),
        "game": st.builds(Game, rounds=st.none() | st.integers(1, 9)),
        "examples": st.lists(st.builds(Example, st.just("trig"), st.booleans(), st.text()), max_size=1).map(tuple),
    }  # fmt: skip
    assert fields.keys() == set(Ruleset._fields), "a field of rulesets is not drawn"
    return st.builds(Ruleset, **fields)


def _vowels_in_a_row(key: str) -> int:
    return max(map(len, "".join(char if char in "aeiou" else " " for char in key).split(" ")))


LOOKS: dict[str, Callable[[str], bool]] = {
    "too many vowels in a row": lambda key: _vowels_in_a_row(key) > 1,
    "a letter": lambda key: "e" in key,
    "ends as it begins": lambda key: key[:1] == key[-1:],
    "nothing": lambda key: False,
}
LENGTHS: dict[str, Callable[[str], bool]] = {
    "odd": lambda key: len(key) % 2 == 1,
    "five": lambda key: len(key) == 5,
}


@st.composite
def word_rules(draw: st.DrawFn) -> tuple[WordRule, bool]:
    """Draw a rule on the word, of either kind and for some rulesets or all, and whether it comes before all others."""
    names = draw(st.sampled_from(sorted({*LOOKS, *LENGTHS})))
    looks = {**LOOKS, **LENGTHS}[names]
    only = draw(st.sampled_from([None, "any", "british", "american"]))

    def strikes(key: str, foreign: str, ruleset: Ruleset) -> bool:
        """The drawn rule strikes the word."""
        return (only is None or ruleset.region == only) and looks(key)

    def idle(ruleset: Ruleset) -> bool:
        return only is not None and ruleset.region != only

    return WordRule(strikes, "length" if names in LENGTHS else "key", idle), draw(st.booleans())


@contextmanager
def with_rule(rule: WordRule, first: bool) -> Iterator[None]:
    """Enter with one more rule on the word in the tables, as somebody would add it."""
    before = dict(WORD_RULES)
    more = {CODE: rule}
    WORD_RULES.clear()
    WORD_RULES.update({**more, **before} if first else {**before, **more})
    CODES[CODE] = rule.strikes.__doc__ or ""
    try:
        yield
    finally:
        WORD_RULES.clear()
        WORD_RULES.update(before)
        del CODES[CODE]


def keys_among(known: list[str]) -> st.SearchStrategy[list[str]]:
    """Draw some keys, most of them *known*."""
    others = st.text(string.ascii_lowercase, min_size=1, max_size=40)
    return st.lists(st.sampled_from(known) | st.sampled_from(known) | others, min_size=1, max_size=40)


@st.composite
def house_lists(draw: st.DrawFn, keys: list[str]) -> HouseList:
    """Draw a house list that says something of some of *keys*, some of it with inflections and some of it no longer."""
    entries = st.builds(
        lambda key, effect, expires, inflections: Entry(
            key, key, effect, "why", "Anna", "2025-01-01T00:00:00.000000Z", expires, inflections
        ),
        st.sampled_from(keys),
        st.sampled_from(["allow", "deny"]),
        st.none() | st.sampled_from(["2025-06-01T00:00:00.000000Z", "2027-01-01T00:00:00.000000Z"]),
        tuples(PARTS_OF_SPEECH),
    )
    found = {each.key: each for each in draw(st.lists(entries, max_size=8))}
    return HouseList("drawn", 1, "sha256:drawn", Settings("Drawn", "boggle", {}), found)
