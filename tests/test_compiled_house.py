"""A house list over a ruleset, revision after revision: what it keeps of the ones before does not show in what it answers."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.games.board import read_board
from adjudicator.games.solver import solve
from adjudicator.judging.compiled import CompiledRuleset
from adjudicator.judging.compiled_house import CompiledHouse
from adjudicator.judging.service import Adjudicator
from adjudicator.lexicon.search import Criteria
from adjudicator.rules.house import USUAL, Entry, HouseList
from adjudicator.rules.house import Settings as HouseSettings

NOW, LATER = "2026-03-01T12:00:00.000000Z", "2026-04-01T12:00:00.000000Z"
SUNDAY = HouseSettings("Sunday", "boggle", {})
BOARD = read_board("yeta/estq/brnz/iaos")
KEYS = [
    "yeet",
    "yeets",
    "yes",
    "yet",
    "ye",
    "yeast",
    "yester",
    "zzyzx",
    "star",
    "stars",
    "qat",
    "qats",
    "bases",
    "base",
    "bas",
]
"""Some that the ruleset has and some that it lacks, some that others cover as inflections, and one too short for it."""
ENTRIES = st.builds(
    Entry,
    st.sampled_from(KEYS),
    st.just("word"),
    st.sampled_from(["allow", "deny"]),
    st.just("agreed"),
    st.just("Anna"),
    st.just(NOW),
    st.sampled_from([None, LATER]),
    st.sampled_from([(), USUAL]),
)
CHANGES = st.lists(st.tuples(st.sampled_from(KEYS), st.none() | ENTRIES), min_size=1, max_size=4)
CRITERIA = st.sampled_from(
    [
        Criteria(prefix="ye"),
        Criteria(pattern="ye*"),
        Criteria(pattern="*yzx"),
        Criteria(pattern="y?et"),
        Criteria(anagram="tasq"),
        Criteria(prefix="sta", length=5),
        Criteria(prefix="q", pattern="*s"),
    ]
)
CODES = st.sampled_from(["sense-admitted", "house-allowed", "house-denied", "not-in-dictionary", "too-short"])


@pytest.fixture(scope="module")
def base() -> CompiledRuleset:
    compiled = Adjudicator().under("boggle").compiled
    assert isinstance(compiled, CompiledRuleset)
    return compiled


@given(
    st.lists(ENTRIES, max_size=6),
    st.lists(CHANGES, min_size=1, max_size=4),
    CRITERIA,
    CODES,
    st.sampled_from([NOW, LATER]),
    st.sampled_from(["", "yeet", "yz"]),
)
@settings(deadline=None)
def test_revision_after_revision(
    base: CompiledRuleset,
    first: list[Entry],
    steps: list[list[tuple[str, Entry | None]]],
    criteria: Criteria,
    code: str,
    now: str,
    after: str,
) -> None:
    """Searches, boards and the number of legal words are those of a list that was made anew, of the latest revision and of earlier ones."""
    house = HouseList("sunday", 1, "sha256:1", SUNDAY, {each.key: each for each in first})
    revisions = [CompiledHouse(base, house, now)]
    for number, step in enumerate(steps, 2):
        changes = {key: entry and entry._replace(key=key) for key, entry in step}
        house = house.with_changes(number, f"sha256:{number}", SUNDAY, changes)
        revisions.append(CompiledHouse(base, house, now))
    below = set(solve(BOARD, base.board_words).paths)
    for compiled in (revisions[0], revisions[-1], *revisions[1:-1]):
        said = {key for key in compiled.house.keys if compiled.decision(key)}
        known = {*base.with_code(code).find(criteria, after)} - said
        own = {key for key in said if _is(compiled, key, code)} & {*_fitting(said, criteria, after)}
        assert list(compiled.with_code(code).find(criteria, after)) == sorted(known | own)
        anew = HouseList("sunday", 1, "sha256:1", SUNDAY, dict(compiled.house.entries))
        again = CompiledHouse(base, anew, now)
        on_board = set(solve(BOARD, compiled.board_words).paths)
        assert on_board == set(solve(BOARD, again.board_words).paths)
        assert on_board - below == {key for key in on_board if compiled.legal(key) and not base.legal(key)}
        assert below - on_board == {key for key in below if not compiled.legal(key)}
        assert all(compiled.board_words.has(key) == compiled.legal(key) for key in KEYS)
        assert compiled.size == again.size


def _is(compiled: CompiledHouse, key: str, code: str) -> bool:
    return compiled.legal(key) if code == "sense-admitted" else compiled.code(key) == code


def _fitting(keys: set[str], criteria: Criteria, after: str) -> list[str]:
    from adjudicator.lexicon.search import Keys

    return list(Keys(sorted(keys)).find(criteria, after))


def test_every_legal_key(base: CompiledRuleset) -> None:
    """All legal keys of a list, and all keys, come in order, each once, and as many as are counted."""
    entries = {
        key: Entry(key, key, effect, "", "Anna", NOW, None, USUAL)  # type: ignore[arg-type]
        for key, effect in (
            ("yeet", "allow"),
            ("trig", "deny"),
            ("a", "allow"),
            ("zzyzx", "allow"),
            ("yes", "allow"),
        )
    }
    compiled = CompiledHouse(base, HouseList("sunday", 1, "sha256:1", SUNDAY, entries), NOW)
    legal = compiled.legal_keys()
    assert legal == list(compiled.each_legal_key())
    assert legal == sorted(set(legal)) and len(legal) == compiled.size
    expected = {key for key in (*base.legal_keys(), *compiled.house.keys) if compiled.legal(key)}
    assert set(legal) == expected
    assert compiled.keys() == sorted({*base.keys(), *filter(compiled.decision, compiled.house.keys)})
