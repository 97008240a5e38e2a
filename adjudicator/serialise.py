"""The one form in which verdicts and words leave the project: command line, HTTP and pages all print these."""

from __future__ import annotations

from typing import Any

from adjudicator.lexicon.reader import Lexicon
from adjudicator.model import Evidence, Finding, Reading, Verdict
from adjudicator.rules.wording import summary


def sense(reading: Reading) -> dict[str, Any]:
    """Return a reading as plain data: what the source says of it and what we conclude."""
    facts = reading.facts
    abbreviation = None
    if facts.abbreviation:
        abbreviation = {
            "type": facts.abbreviation,
            "marked": facts.marked,
            "expansion": reading.expansion,
            "provenance": "inferred" if "abbreviation" in facts.inferred else "declared",
        }
    return {
        "headword": reading.headword,
        "display": reading.display,
        "pos": facts.pos,
        "gloss": reading.gloss,
        "source": facts.source,
        "labels": list(reading.labels),
        "proper": facts.proper,
        "lexicalised": facts.lexicalised,
        "relation": facts.relation,
        "inflection_of": reading.base if facts.relation == "inflection" else None,
        "abbreviation": abbreviation,
        "region": facts.region,
        "affix": facts.affix,
        "listing": facts.kind == "listing",
        "size": facts.size,
    }


def finding(found: Finding, cites: dict[str, str]) -> dict[str, Any]:
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
    word: str, key: str, ruleset: str, legal: bool, certainty: str, code: str, reason: str
) -> dict[str, Any]:
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


def verdict(judged: Verdict, cites: dict[str, str], detail: str = "full") -> dict[str, Any]:
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
    return {
        **reasons,
        "dispute": judged.dispute,
        "suggestions": list(judged.suggestions),
        "findings": [finding(each, cites) for each in judged.findings],
        "lexicon": judged.lexicon,
        "ruleset_digest": judged.ruleset_digest,
    }


def word(text: str, evidence: Evidence, lexicon: Lexicon) -> dict[str, Any]:
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
        "senses": [sense(reading) for reading in evidence.readings],
        "flags": lexicon.flags(evidence.key),
        "lexicon": lexicon.digest,
    }
