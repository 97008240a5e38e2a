"""Near misses: by graph they are those that trying every edit finds, the likeliest is first, and cold and warm they are the same."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.core.model import Facts
from adjudicator.core.slips import slip
from adjudicator.core.spelling import MAX_WORD, one_edit
from adjudicator.judging import warming
from adjudicator.judging.bench import HouseBench, RulesetBench
from adjudicator.judging.service import Adjudicator
from adjudicator.lexicon.misspelt import Misspelt, ranked
from adjudicator.lexicon.near import LONGEST_MISS, NearMisses
from adjudicator.rules.house import Entry, HouseList, Settings
from tests.conftest import some_of
from tests.evaluation.misspellings import pairs, search, shares

NOW = "2026-01-01T00:00:00.000000Z"
KEYS = st.text(alphabet="abc", min_size=1, max_size=6)


@pytest.fixture(scope="module")
def warm() -> Iterator[RulesetBench]:
    """The benches of Boggle over the built lexicon, with its indexes."""
    adjudicator = Adjudicator()
    bench = adjudicator.benches.of_ruleset("boggle")
    warming.warm([bench])
    yield bench
    adjudicator.close()


@given(st.sets(KEYS, min_size=1, max_size=40), st.sets(KEYS, max_size=10), KEYS)
def test_finds_what_trying_all_finds(keys: set[str], others: set[str], key: str) -> None:
    """Whatever the keys, and those of other rulesets beside them, the near misses are the edits that are keys."""
    assert NearMisses(sorted(keys | others)).of(key, keys.__contains__) == sorted(keys & one_edit(key))


def test_finds_what_trying_all_finds_in_the_lexicon(adjudicator: Adjudicator) -> None:
    """So it is over the built lexicon, for words, for words with a letter wrong and for nonsense."""
    legal = set(adjudicator.under("boggle").compiled.legal_keys())
    near = NearMisses(sorted({*legal, *adjudicator.under("open").compiled.legal_keys()}))
    rng = random.Random(5)
    some = rng.sample(sorted(legal), 300)
    wrong = [rng.choice(sorted(one_edit(word))) for word in some]
    nonsense = ["".join(rng.choices("etaoinshrdlu", k=rng.randint(1, 12))) for _ in range(300)]
    for word in some_of([*some, *wrong, *nonsense]):
        assert near.of(word, legal.__contains__) == sorted(legal & one_edit(word))


def test_the_word_that_was_meant(warm: RulesetBench) -> None:
    """Of the misspellings of both halves nearly all have the word among their near misses, and most have it first."""
    found = search(warm, pairs())
    among, first = shares(found)
    assert len(found) > 900
    assert among > 0.95
    assert first > 0.89


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        # two edits
        ("tommorow", "tomorrow"), ("definately", "definitely"), ("accomodation", "accommodation"),
        # as it sounds
        ("yatch", "yacht"), ("tounge", "tongue"), ("fonetic", "phonetic"), ("nuckle", "knuckle"),
        # a form by rule; that of a word without one
        ("goed", "went"), ("runned", "ran"), ("childs", "children"), ("teached", "taught"), ("hitted", "hit"), ("sheeps", "sheep"),
        # dictionaries have it as something else: a name, an initialism, with an apostrophe
        ("thier", "their"), ("adn", "and"), ("alltogether", "altogether"),
        # the other region's word
        ("color", "colour"),
    ],
)  # fmt: skip
def test_the_likeliest_is_first(warm: RulesetBench, word: str, meant: str) -> None:
    """Slips that people make lead to what they meant."""
    assert warm.verdict(word).suggestions[0] == meant


@pytest.mark.parametrize(
    "word",
    # well-known names and initialisms, a contraction, words too short, legal words
    ["London", "Paris", "Scotland", "FBI", "NATO", "doesn't", "of", "fo", "cat", "trig"],
)
def test_what_is_meant_has_none(warm: RulesetBench, word: str) -> None:
    """Where the word itself is meant, no other is suggested."""
    assert warm.verdict(word).suggestions == ()


def test_names_lead_to_common_words_alone(warm: RulesetBench) -> None:
    """A rare name leads to words that are commoner than it is, and that it is one plain slip of."""
    assert warm.verdict("thier").decisive.code == "proper-noun"
    sizes = {near.word: near.size for near in warm.near_misses("thier", known=True)}
    suggestions = warm.verdict("thier").suggestions
    assert suggestions
    assert all(sizes[each] <= 50 and each in one_edit("thier") for each in suggestions)


@pytest.mark.parametrize("word", ["dimitri", "jeddah", "veneto", "ttl", "ucsd", "icao", "feellike"])
def test_a_name_or_initialism_that_only_sounds_like_a_word_has_none(warm: RulesetBench, word: str) -> None:
    """Its consonants are those of some word, and nobody who wrote it meant that."""
    assert warm.verdict(word).suggestions == ()


@given(st.text(alphabet="aeioulmnrst", min_size=4, max_size=9))
def test_what_takes_several_edits_is_near_for_so_many_letters(warm: RulesetBench, key: str) -> None:
    """However it sounds, a word that is more than one edit away is written much as what was typed is."""
    forms = warm.dictionaries.misspelt.by_rule(key)
    for each in warm.near_misses(key):
        if each.word not in forms and each.word not in one_edit(key):
            assert slip(key, each.word).apart <= min(1.5, 0.201 * len(key))


def test_one_edit_is_not_missing_beside_the_nearest(warm: RulesetBench) -> None:
    """*walkies* is offered for *walkie*, although *walk* is much nearer."""
    assert {"walk", "walkies"} <= {*warm.verdict("walkie").suggestions}


def test_what_a_house_list_denies_is_not_suggested(warm: RulesetBench) -> None:
    """What it denies makes room for the next, and what it allows is not suggested either."""
    given = [
        *(Entry(key, key, "deny", "why", "Anna", NOW, None, ()) for key in ("tomorrow", "went")),
        Entry("tommorov", "tommorov", "allow", "why", "Anna", NOW, None, ()),
    ]
    entries = {entry.key: entry for entry in given}
    house = HouseList("sunday", 1, "sha256:1", Settings("Sunday", "boggle", {}), entries)
    for base in (warm, Adjudicator().benches.of_ruleset("boggle")):
        bench = HouseBench(base, house, NOW)
        for word, denied, leaves_some in (("tommorow", "tomorrow", False), ("goed", "went", True)):
            near = [each.word for each in bench.near_misses(word)]
            assert bool(near) == leaves_some and {denied, "tommorov"}.isdisjoint(near)
            assert bench.verdict(word).suggestions == tuple(near[:5])
        assert bench.verdict("tomorrow").suggestions == ()


def _trials(bench: RulesetBench) -> list[str]:
    """Return misspellings, words with one and two letters wrong, nonsense and what is no word at all."""
    rng = random.Random(7)
    some = rng.sample(bench.legal_keys(), 40)
    once = [rng.choice(sorted(one_edit(word))) for word in some]
    twice = [rng.choice(sorted(one_edit(word))) for word in once]
    nonsense = ["".join(rng.choices("etaoinshrdlu", k=rng.randint(1, 12))) for _ in range(40)]
    return [*(pair.word for pair in pairs()[::20]), *once, *twice, *nonsense, *ODD]


ODD = [
    "a", "aaaaaaaaaaaaaaaaaaaaaaaaa", "e" * 45, "z" * MAX_WORD, "bcdfghjklmnpqrstvwxz", "qqq", "kn", "x", "wh", "hhhh", "ght",
    "pneumonoultramicroscopicsilicovolcanoconiosiss", "tsktsktsktsktsktsktsktskt", "naïvetté", "o'clokc", "tom-morow", "1tommorow",
]  # fmt: skip


@pytest.mark.parametrize("ruleset", ["boggle", "open"])
def test_suggestions_are_the_same_cold_and_warm(ruleset: str) -> None:
    """What is suggested does not depend on whether the graphs are there."""
    cold, compiled, warm = Adjudicator(), Adjudicator(), Adjudicator()
    bench = warm.benches.of_ruleset(ruleset)
    warming.warm([bench])
    compiled.benches.of_ruleset(ruleset).compiled.warm()
    for word in some_of(_trials(bench)):
        found = bench.verdict(word).suggestions
        assert cold.verdict(word, ruleset).suggestions == found, word
        assert compiled.verdict(word, ruleset).suggestions == found, word


@given(st.text(alphabet="abcdeghiknoprstuwxyzé'- ", max_size=30).map("a{}".format))
def test_whatever_the_word(warm: RulesetBench, word: str) -> None:
    """Near misses are legal, few and each once."""
    suggestions = warm.verdict(word).suggestions
    assert len(set(suggestions)) == len(suggestions) <= 5
    assert all(warm.legal(each) for each in suggestions)


def test_little_is_compared(adjudicator: Adjudicator) -> None:
    """However odd a word is, and however many sound like it, few words are compared with it letter by letter."""
    misspelt = Misspelt(adjudicator.lexicon.misspelt)
    for word in [*ODD, *(pair.word for pair in pairs())]:
        key = "".join(c for c in word if "a" <= c <= "z")[:LONGEST_MISS]
        assert sum(map(len, misspelt.by_sound(key))) <= 28
        assert len(misspelt.by_rule(key)) <= 12


def test_what_is_long_has_none(warm: RulesetBench) -> None:
    """Nothing is looked for of a word that is longer than any that is misspelt."""
    assert warm.verdict("e" * (LONGEST_MISS + 1)).suggestions == ()


def test_a_word_with_the_ending_that_was_typed_comes_first() -> None:
    """anualy: annually comes before annual, which is as common and one letter nearer."""
    common = [Facts("scowl", "listing", size=35)]
    found = ranked("anualy", [("annual", common), ("annually", common)], {})
    assert [near.word for near in found] == ["annually", "annual"]


def test_a_word_that_hurts_comes_behind() -> None:
    """Of words that are as near and as common, what hurts is the last; it is not left out."""
    listed, hurting = Facts("scowl", "listing", size=35), Facts("wordnet", "sense", labels=("vulgar",))
    found = ranked("btch", [("bitch", [hurting, listed]), ("batch", [listed]), ("botch", [listed])], {})
    assert [near.word for near in found] == ["batch", "botch", "bitch"]
    assert [near.word for near in ranked("btch", [("bitch", [hurting, listed])], {})] == ["bitch"]
