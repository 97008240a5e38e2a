"""The family of a word: what it is made from, how other regions spell it, and its regular forms. Start at :func:`family_of`."""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.core.inflection import regular_forms
from adjudicator.judging.bench import LEGAL_CODES, Bench
from adjudicator.judging.shapes import WordAccount

_BASES = {"inflection": "a form of", "variant": "another spelling of", "derivation": "made from"}
_ELSEWHERE = {"british": "in American", "american": "in British"}
MOST_FORMS = 8


class Relatives(NamedTuple):
    """Words that are related to another in one way; *how* is what comes before them."""

    how: str
    words: tuple[str, ...]


def family_of(bench: Bench, account: WordAccount) -> tuple[Relatives, ...]:
    """Return the family of a word: bases and counterparts whatever they are, forms as far as they are legal under the ruleset of *bench*."""
    key, others, found = account["key"], account["region"]["counterparts"], []
    for relation, how in _BASES.items():
        bases = {each["headword"] for each in account["senses"] if each["relation"] == relation}
        found.append(Relatives(how, tuple(sorted(bases - {key, *others}, key=_in_order))))
    found.append(Relatives(_ELSEWHERE.get(account["region"]["spelling"] or "", "elsewhere"), tuple(others)))
    found.append(Relatives("forms", _forms(bench, account)[:MOST_FORMS]))
    return tuple(each for each in found if each.words)


def _forms(bench: Bench, account: WordAccount) -> tuple[str, ...]:
    """Return the legal forms that a source has as forms of the word itself: what is only spelled like one is none."""
    key = account["key"]
    pos = {
        each["pos"]: None
        for each in account["senses"]
        if each["relation"] == "lemma" and each["headword"] == key
    }
    made = dict.fromkeys(
        form for each in pos for forms in regular_forms(key, each or "").values() for form in forms
    )
    return tuple(form for form in made if _is_form(bench, form, key) and bench.decisive(form) in LEGAL_CODES)


def _is_form(bench: Bench, form: str, key: str) -> bool:
    readings = bench.dictionaries.evidence(form).readings
    return any(each.facts.relation == "inflection" and each.base == key for each in readings)


def _in_order(word: str) -> tuple[str, str]:
    """Return what puts words in the order of their letters, small ones first: a set has no order of its own."""
    return word.casefold(), word.swapcase()
