"""The one form in which verdicts and words leave the project: command line, HTTP and pages all print these."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from adjudicator.core.model import SENSE, Certainty, Evidence, Facts, Finding, Reading, Usage, Verdict
from adjudicator.lexicon.reader import Lexicon
from adjudicator.rules.wording import summary

if TYPE_CHECKING:
    from adjudicator.judging.shapes import (
        Abbreviation,
        AnyVerdict,
        BriefVerdict,
        Detail,
        FindingModel,
        FullVerdict,
        SenseModel,
        WordAccount,
        WordSense,
    )

NO_USAGE = Usage()
REMEMBERED = 16_384
"""Facts of which the plain data are kept, found by their identity."""
_seen: dict[int, tuple[Facts, SenseModel]] = {}


def sense(reading: Reading) -> SenseModel:
    """Return a reading as plain data: what the source says of it and what we conclude."""
    facts = reading.facts
    known = _seen.get(id(facts))
    if known is None or known[0] is not facts:
        if len(_seen) >= REMEMBERED:
            _seen.clear()
        known = _seen[id(facts)] = facts, _of_facts(facts)
    found = known[1].copy()
    found["headword"] = reading.headword
    found["display"] = reading.display
    found["gloss"] = None if SENSE in facts.inferred else reading.gloss
    found["labels"] = list(reading.labels)
    if facts.relation == "inflection":
        found["inflection_of"] = reading.base
    if found["abbreviation"]:
        found["abbreviation"] = {**found["abbreviation"], "expansion": reading.expansion}
    return found


def _of_facts(facts: Facts) -> SenseModel:
    """Return what all readings with these *facts* have in common, with a place for what they have not."""
    abbreviation: Abbreviation | None = None
    if facts.abbreviation:
        abbreviation = {
            "type": facts.abbreviation,
            "marked": facts.marked,
            "expansion": None,
            "provenance": "inferred" if "abbreviation" in facts.inferred else "declared",
        }
    return {
        "headword": "",
        "display": "",
        "pos": facts.pos,
        "gloss": None,
        "source": facts.source,
        "labels": [],
        "proper": facts.proper,
        "lexicalised": facts.lexicalised,
        "relation": facts.relation,
        "inflection_of": None,
        "abbreviation": abbreviation,
        "region": facts.region,
        "affix": facts.affix,
        "listing": facts.kind == "listing",
        "size": facts.size,
    }


def finding(found: Finding, cites: dict[str, str]) -> FindingModel:
    """Return a finding as plain data; ``cite`` is the place in the rulebook."""
    reading = found.reading
    return {
        "code": found.code,
        "effect": found.effect,
        "decisive": found.decisive,
        "reason": found.reason,
        "cite": cites.get(found.code),
        "sense": sense(reading) if reading else None,
        "source": reading.facts.source if reading else None,
        "provenance": found.provenance,
    }


def brief(
    word: str, key: str, ruleset: str, legal: bool, certainty: Certainty, code: str, reason: str
) -> BriefVerdict:
    """Return the verdict with its decisive code and sentence alone, as plain data: ``detail=reasons``."""
    return {
        "word": word,
        "key": key,
        "ruleset": ruleset,
        "legal": legal,
        "certainty": certainty,
        "code": code,
        "summary": summary(word, legal, reason),
    }


def verdict(judged: Verdict, cites: dict[str, str], detail: Detail = "full") -> AnyVerdict:
    """Return a verdict as plain data. *detail* is ``full``, ``reasons`` (the decisive code and sentence) or ``verdict``."""
    decisive = judged.decisive
    legal = decisive.effect == "admits"
    if detail == "verdict":
        return {"word": judged.word, "legal": legal}
    reasons = brief(
        judged.word, judged.key, judged.ruleset, legal, judged.certainty, decisive.code, decisive.reason
    )
    if detail == "reasons":
        return reasons
    full = {
        **reasons,
        "dispute": judged.dispute,
        "suggestions": list(judged.suggestions),
        "findings": [finding(each, cites) for each in judged.findings],
        "lexicon": judged.lexicon,
        "ruleset_digest": judged.ruleset_digest,
    }
    return cast("FullVerdict", full)


def word(text: str, evidence: Evidence, usage: Mapping[Reading, Usage], lexicon: Lexicon) -> WordAccount:
    """Return everything that the lexicon knows of a word, sense by sense, with every contributing flag."""
    forms: dict[str, None] = {}
    for reading in evidence.readings:
        forms.setdefault(reading.display)
    return {
        "word": text,
        "key": evidence.key,
        "forms": list(forms),
        "region": {"spelling": evidence.region, "counterparts": list(evidence.counterparts)},
        "phrases": list(evidence.phrases),
        "senses": [_word_sense(reading, usage.get(reading, NO_USAGE)) for reading in evidence.readings],
        "flags": lexicon.flags(evidence.key),
        "lexicon": lexicon.digest,
    }


def _word_sense(reading: Reading, usage: Usage) -> WordSense:
    return {
        **sense(reading),
        "synonyms": list(usage.synonyms),
        "antonyms": list(usage.antonyms),
        "examples": list(usage.examples),
    }
