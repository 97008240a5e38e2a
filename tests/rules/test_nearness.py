"""How near a word came that no dictionary has: its verdict says so, in one sentence that a person can check."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from adjudicator.core.model import ALONE, Facts, Reading, Verdict
from adjudicator.rules.judge import Judge
from adjudicator.rules.ruleset import Ruleset
from tests.conftest import evidence, reading
from tests.rules.test_codes import ruleset

KNOWN: dict[str, tuple[Reading, ...]] = {
    "sploot": (reading("sploot"), reading("sploot", pos="verb")),
    "occur": (reading("occur", pos="verb"),),
    "occurred": (reading("occurred", pos="verb", relation="inflection"),),
    "beautiful": (reading("beautiful", pos="adjective"),),
    "janky": (reading("janky", pos="adjective", source="gcide"),),
    "color": (reading("color", region="american"),),
    "ox": (reading("ox"),),
    "rarely": (reading("rarely", source="scowl", kind="listing", pos=None, size=50),),
    "city": (reading("city"),),
    "cities": (reading("cities", relation="inflection", inferred=("relation",)),),
}


def known(keys: Sequence[str]) -> list[tuple[str, Sequence[Facts]]]:
    """A dictionary of a few words."""
    return [(key, [each.facts for each in KNOWN[key]]) for key in keys if key in KNOWN]


def judged(
    key: str, *readings: Reading, rules: Ruleset | None = None, phrases: tuple[str, ...] = ()
) -> Verdict:
    return Judge(rules or ruleset()).verdict(key, evidence(key, *readings, phrases=phrases), "", known=known)


def listed(size: int | None, **facts: Any) -> Reading:
    return reading("word", **{"source": "scowl", "kind": "listing", "pos": None, "size": size, **facts})


NOTHING = "no dictionary or list of the ruleset has it, as a word or as a form of one"
NONE_HAS = "the dictionary has, but no dictionary or list of the ruleset has that form"


@pytest.mark.parametrize(
    ("key", "reason"),
    [
        ("sploots", f"it would be the regular plural of sploot, which {NONE_HAS}"),
        ("splooted", f"it would be the regular past tense of sploot, which {NONE_HAS}"),
        ("splooting", f"it would be the regular form in -ing of sploot, which {NONE_HAS}"),
        ("occurs", f"it would be the regular form in -s of occur, which {NONE_HAS}"),
        ("beautifuler", f"it would be the comparative in -er of beautiful, which {NONE_HAS}"),
        ("beautifulest", f"it would be the superlative in -est of beautiful, which {NONE_HAS}"),
        ("occured", "the regular past tense of occur, which the dictionary has, is written occurred"),
        ("oxes", f"it would be the regular plural of ox, which {NONE_HAS}"),
        ("citys", NOTHING),
        ("beautifuller", NOTHING),
        ("jankier", NOTHING),
        ("colors", NOTHING),
        ("rarelys", NOTHING),
        ("qwert", NOTHING),
        ("ss", NOTHING),
    ],
)
def test_a_form_that_nothing_has(key: str, reason: str) -> None:
    """A word that would be the usual regular form of one that the dictionary has is said to be so, or how that form is written; one that is
    a form of no such word (a list does not say what part of speech it has; another dictionary does not count) has nothing near.
    """
    free = ruleset(length={"min": 1}, alphabet={})
    verdict = judged(key, rules=free)
    assert verdict.decisive.reason == reason
    assert (verdict.decisive.code, verdict.certainty, verdict.dispute) == (
        "not-in-dictionary",
        "settled",
        None,
    )


GCIDE_HAS = "no dictionary that counts has it; GCIDE does (noun, “what it means”), but by itself it makes no word legal here"


@pytest.mark.parametrize(
    ("readings", "reason"),
    [
        ([reading(source="gcide")], GCIDE_HAS),
        ([reading(source="gcide"), listed(95)], GCIDE_HAS),
        (
            [reading(source="oewn"), listed(95)],
            "no dictionary that counts has it; Open English WordNet does (noun, “what it means”), but the ruleset does not ask it",
        ),
        (
            [listed(95), reading("wo-rd", source="gcide", punctuated=True)],
            "no dictionary that counts has it; SCOWL lists it only at size 95, among its rarest words, beyond the 80 that counts here",
        ),
        (
            [listed(95, relation="inflection")],
            "no dictionary that counts has it; SCOWL lists it as a regular form of one of size 95, among its rarest words, beyond the "
            "80 that counts here",
        ),
        (
            [listed(50, source="club")],
            "no dictionary that counts has it; club lists it, which the ruleset does not ask",
        ),
        (
            [reading("wo rd", source="gcide", punctuated=True, spaced=True)],
            "no dictionary that counts has it; GCIDE has wo rd, which is written with a mark or a space",
        ),
        (
            [listed(95, region="american")],
            "no dictionary that counts has it; SCOWL lists word (size 95) as an American spelling",
        ),
        (
            [reading(region="american", inferred=(ALONE,))],
            "no list that counts has it; WordNet has word as an American spelling",
        ),
        (
            [reading(relation="derivation")._replace(base="base")],
            "no dictionary that counts has it; it looks derived from base (noun, “what it means”)",
        ),
    ],
)
def test_the_nearest_reading(readings: list[Reading], reason: str) -> None:
    """Of a word that something has and nothing that counts, the nearest is said: a definition before a list, what the ruleset asks before
    what it does not, and last what a rule strikes; in whatever order they come.
    """
    for order in (readings, readings[::-1]):
        verdict = judged("word", *order)
        assert verdict.decisive.code == "not-in-dictionary"
        assert verdict.decisive.reason == reason


def test_a_size_that_people_use_is_not_said_to_be_rare() -> None:
    """A word beyond a small size is not called one that few people use."""
    members = [{"source": "scowl", "max-size": 35}]
    verdict = judged("word", listed(50), rules=ruleset(dictionary={"sources": ["scowl"], "members": members}))
    assert (
        verdict.decisive.reason
        == "no dictionary that counts has it; SCOWL lists it only at size 50, beyond the 35 that counts here"
    )


def test_a_list_that_does_not_count() -> None:
    """A list that the ruleset asks and that is no member is said not to count."""
    members = [{"source": "wordnet"}]
    rules = ruleset(dictionary={"sources": ["wordnet", "scowl"], "members": members})
    assert judged("word", listed(50), rules=rules).decisive.reason == (
        "no dictionary that counts has it; SCOWL lists it, which does not count here"
    )


def test_phrases_come_before_lists() -> None:
    """What occurs inside phrases is said to, though a list has it among its rarest."""
    verdict = judged("word", listed(95), phrases=("word in word",))
    assert (verdict.decisive.code, verdict.decisive.reason) == (
        "only-in-phrases",
        "it occurs only inside phrases: word in word",
    )


@pytest.mark.parametrize(
    ("beside", "dispute"),
    [
        (
            [reading(source="gcide"), reading("Word", proper=True)],
            "whether GCIDE alone is enough: by these rules it makes no word legal",
        ),
        (
            [reading(relation="derivation")],
            "whether the word is formed from its base as its letters suggest; no dictionary here defines it itself",
        ),
        (
            [reading(inferred=(ALONE,))],
            "whether it is enough that WordNet has the word: no list here has it",
        ),
        (
            [reading(inferred=(ALONE,)), listed(95)],
            "whether it is enough that WordNet has the word: SCOWL, by which these rules tell what is a word, does not have it up to the size that counts",
        ),
    ],
)
def test_a_vote_is_about_what_the_nearest_lacks(beside: list[Reading], dispute: str) -> None:
    """Beside a name, a vote is about the sense that nothing strikes: its dictionary where that does not count, and else what it lacks. A
    dictionary that counts, and has the name alone, is not called one that does not.
    """
    verdict = judged("word", reading("Word", source="wordnet", proper=True), *beside)
    assert (verdict.decisive.code, verdict.certainty, verdict.dispute) == (
        "proper-noun",
        "disputable",
        dispute,
    )
