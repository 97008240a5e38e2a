"""Every code of a verdict: what brings it about, and what it means."""

from __future__ import annotations

from collections import namedtuple
from typing import Any

import pytest

from adjudicator.core.fields import Fields
from adjudicator.core.model import Evidence
from adjudicator.rules.conditions import CLOSENESS, CODES, NEEDS_MEMBERSHIP, READING_RULES, WORD_RULES
from adjudicator.rules.judge import Judge
from adjudicator.rules.ruleset import Exclusions, Ruleset, _exclusions, parse
from adjudicator.rules.wording import DESCRIPTIONS, Description, kind_of, reading_sentence
from tests.conftest import evidence, reading

ELSEWHERE = {"house-allowed", "house-denied", "not-on-board"}
"""Codes of the ledger and of games, which have their tests there."""

STRICT: dict[str, Any] = {
    "id": "strict",
    "dictionary": {
        "sources": ["wordnet", "scowl", "gcide"],
        "members": [{"source": "wordnet"}, {"source": "scowl", "max-size": 80}],
    },
    "length": {"min": 3, "max": 10},
    "alphabet": {"letters": "abcdefghijklmnopqrstuvwxy"},
    "spelling": {"region": "british"},
    "exclude": {
        "proper-nouns": True,
        "initialisms": True,
        "acronyms": True,
        "contractions": True,
        "marked-abbreviations": True,
        "affixes": True,
        "punctuated": True,
        "labels": ["slang"],
        "parts-of-speech": ["interjection"],
    },
}


def ruleset(**tables: Any) -> Ruleset:
    """The strict ruleset with some of its tables replaced."""
    return parse({**STRICT, **tables}, frozenset(CODES))


CASES: dict[str, tuple[Evidence, Ruleset]] = {
    "sense-admitted": (evidence("word", reading()), ruleset()),
    "not-in-dictionary": (evidence("word"), ruleset()),
    "only-in-phrases": (evidence("quo", phrases=("quid pro quo",)), ruleset()),
    "too-short": (evidence("ox", reading("ox")), ruleset()),
    "too-long": (evidence("a" * 11, reading("a" * 11)), ruleset()),
    "not-in-alphabet": (evidence("zoo", reading("zoo")), ruleset()),
    "proper-noun": (evidence("paris", reading("Paris", proper=True)), ruleset()),
    "initialism": (evidence("fbi", reading("FBI", abbreviation="initialism")), ruleset()),
    "acronym": (evidence("nato", reading("NATO", abbreviation="acronym")), ruleset()),
    "contraction": (evidence("theyll", reading("they'll", abbreviation="contraction")), ruleset()),
    "marked-abbreviation": (
        evidence("prof", reading("prof", abbreviation="clipping", marked=True)),
        ruleset(),
    ),
    "american-spelling": (evidence("color", reading("color", region="american")), ruleset()),
    "british-spelling": (
        evidence("colour", reading("colour", region="british")),
        ruleset(spelling={"region": "american"}),
    ),
    "affix": (evidence("pre", reading("pre-", affix=True)), ruleset()),
    "punctuated": (evidence("gogo", reading("go-go", punctuated=True)), ruleset()),
    "excluded-label": (evidence("yob", reading("yob", labels=("slang",))), ruleset()),
    "excluded-part-of-speech": (evidence("aha", reading("aha", pos="interjection")), ruleset()),
}


@pytest.mark.parametrize("code", sorted(set(CODES) - ELSEWHERE))
def test_code(code: str) -> None:
    """Each code is the decisive one of a word made for it, with a reason, and legal if it admits."""
    known, rules = CASES[code]
    verdict = Judge(rules).verdict(known.key, known, "sha256:x")
    assert verdict.decisive.code == code
    assert verdict.decisive.reason
    assert verdict.legal == (code == "sense-admitted")


@pytest.mark.parametrize("code", sorted(set(READING_RULES) - {"only-in-phrases"}))
def test_switched_off(code: str) -> None:
    """A ruleset that excludes nothing admits the same readings."""
    known, _ = CASES[code]
    lenient = ruleset(exclude={}, spelling={"region": "any"})
    assert Judge(lenient).verdict(known.key, known, "sha256:x").legal


@pytest.mark.parametrize("code", ["initialism", "acronym", "contraction"])
def test_lexicalised(code: str) -> None:
    """What began as an abbreviation and is an ordinary word today is no longer struck as one."""
    known, rules = CASES[code]
    lexicalised = tuple(each._replace(facts=each.facts._replace(lexicalised=True)) for each in known.readings)
    assert Judge(rules).verdict(known.key, known._replace(readings=lexicalised), "sha256:x").legal


def test_an_unmarked_clipping_is_a_word() -> None:
    """A clipping that no dictionary marks (gym, fridge) is an ordinary word."""
    assert (
        Judge(ruleset())
        .verdict("gym", evidence("gym", reading("gym", abbreviation="clipping")), "sha256:x")
        .legal
    )


@pytest.mark.parametrize("code", sorted(CODES))
def test_meaning(code: str) -> None:
    """Every code has a meaning of one sentence, and is written in kebab case."""
    assert CODES[code].endswith(".")
    assert code == code.lower().replace("_", "-").replace(" ", "-")


def test_codes_of_the_contract() -> None:
    """The codes are the contract's: none is missing, none was added or renamed unawares."""
    assert set(CODES) == {
        "sense-admitted",
        "house-allowed",
        "house-denied",
        "not-in-dictionary",
        "only-in-phrases",
        "too-short",
        "too-long",
        "not-in-alphabet",
        "proper-noun",
        "initialism",
        "acronym",
        "contraction",
        "marked-abbreviation",
        "american-spelling",
        "british-spelling",
        "affix",
        "punctuated",
        "excluded-label",
        "excluded-part-of-speech",
        "not-on-board",
    }


def test_the_tables_agree() -> None:
    """Every rule on readings has its place in the order of closeness, and no other code has one."""
    assert sorted(CLOSENESS) == sorted(READING_RULES)
    assert set(READING_RULES) >= NEEDS_MEMBERSHIP
    assert not set(READING_RULES) & set(WORD_RULES)


def test_every_code_has_words() -> None:
    """Each code that a verdict can have is described for people; for one that is not, its meaning does."""
    missing = set(CODES) - set(DESCRIPTIONS)
    assert not missing, f"DESCRIPTIONS of adjudicator/rules/wording.py lacks {', '.join(sorted(missing))}"
    assert set(DESCRIPTIONS) <= set(CODES), "DESCRIPTIONS of adjudicator/rules/wording.py has what is no code"


def test_every_switch_has_its_sentence() -> None:
    """What a ruleset can leave out is said on its page, under the code of the rule that leaves it out."""
    said = {each.switch for each in DESCRIPTIONS.values() if each.left_out} - {""}
    missing = {name for name, value in Exclusions()._asdict().items() if value in (False, None)} ^ said
    assert not missing, f"DESCRIPTIONS of adjudicator/rules/wording.py: switch and left_out of {missing}"
    for each in DESCRIPTIONS.values():
        if each.switch and each.left_out:
            takes_number = getattr(Exclusions(), each.switch) is None
            assert ("{}" in each.left_out) is takes_number, (
                f"{each.switch}: {{}} stands for a number, and for nothing else"
            )


def test_a_code_without_a_description(monkeypatch: pytest.MonkeyPatch) -> None:
    """A code that nobody has described says its meaning, and what is no code is said as it is."""
    monkeypatch.delitem(DESCRIPTIONS, "affix")
    assert kind_of("affix") == "the reading is a prefix, suffix or combining form, no word of its own"
    assert kind_of("The board has no tile for Z.") == "The board has no tile for Z."


def test_a_rule_may_take_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """A field of the exclusions without a value is a number: it is read, may be lifted, and has its sentence."""
    fields = (*Exclusions._fields, "letter_more_often_than")
    more = namedtuple("Exclusions", fields, defaults=(*Exclusions(), None))  # type: ignore[misc]
    monkeypatch.setattr("adjudicator.rules.ruleset.Exclusions", more)
    for given, expected in ((3, 3), ("none", None), (None, None)):
        read = Fields({"letter-more-often-than": given, "affixes": True})
        found = _exclusions(read)
        assert (found.letter_more_often_than, found.affixes, found.acronyms) == (expected, True, False)  # type: ignore[attr-defined]
        assert read.faults == []
    wrong = Fields({"letter-more-often-than": "often"})
    _exclusions(wrong)
    assert wrong.faults == [
        "letter-more-often-than: takes a whole number from 1 to 100, or none, not 'often'"
    ]
    told = Description("has one letter too often", "letter_more_often_than", "One letter more than {} times.")
    assert told.left_out_by(3) == "One letter more than 3 times."


@pytest.mark.parametrize(
    ("display", "expansion", "said"),
    [
        ("XXIII", None, "a Roman numeral"),
        ("cm", None, "an abbreviation"),
        ("mil", "million", "an abbreviation"),
    ],
)
def test_a_numeral_is_called_one(display: str, expansion: str | None, said: str) -> None:
    """What is marked as a short form and stands for nothing may be a number; a unit is none."""
    shortened = reading(display, abbreviation="untyped", marked=True)
    sentence = reading_sentence("marked-abbreviation", shortened.facts, ruleset(), False)
    assert f" as {said}" in sentence(display, None, None, expansion)
