"""The one form in which verdicts and words leave the project: command line, HTTP and pages all print these."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.core.model import Evidence, Facts, Finding, Reading, Verdict
from adjudicator.lexicon.reader import Lexicon
from adjudicator.rules.house import PREFIX, Entry
from adjudicator.rules.wording import summary

if TYPE_CHECKING:
    from adjudicator.ledger.merge import Merge
    from adjudicator.ledger.revisions import Difference, Point, Revision
    from adjudicator.ledger.transfer import Report

REPORTED = 1_000
"""Items of each kind that the report of an import names."""
REMEMBERED = 16_384
"""Facts of which the plain data are kept, found by their identity."""
_seen: dict[int, tuple[Facts, dict[str, Any]]] = {}


def sense(reading: Reading) -> dict[str, Any]:
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
    found["gloss"] = reading.gloss
    found["labels"] = list(reading.labels)
    if facts.relation == "inflection":
        found["inflection_of"] = reading.base
    if facts.abbreviation:
        found["abbreviation"] = {**found["abbreviation"], "expansion": reading.expansion}
    return found


def _of_facts(facts: Facts) -> dict[str, Any]:
    """Return what all readings with these *facts* have in common, with a place for what they have not."""
    abbreviation = None
    if facts.abbreviation:
        abbreviation = {
            "type": facts.abbreviation,
            "marked": facts.marked,
            "expansion": None,
            "provenance": "inferred" if "abbreviation" in facts.inferred else "declared",
        }
    return {
        "headword": None,
        "display": None,
        "pos": facts.pos,
        "gloss": None,
        "source": facts.source,
        "labels": None,
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


def entry(found: Entry) -> dict[str, Any]:
    """Return an entry of a house list as plain data."""
    return {**found._asdict(), "inflections": list(found.inflections)}


def revision(each: Revision) -> dict[str, Any]:
    """Return one step in the history of a house list as plain data."""
    return {
        "slug": each.slug,
        "revision": each.number,
        "at": each.at,
        "author": each.author,
        "kind": each.kind,
        "note": each.note,
        **each.settings._asdict(),
        "source": _point(each.source),
        "changes": each.changes,
        "size": each.size,
        "digest": each.digest,
    }


def house_list(latest: Revision) -> dict[str, Any]:
    """Return a house list, as its latest revision has it, as plain data."""
    return {**revision(latest), "ruleset": PREFIX + latest.slug}


def revision_diff(slug: str, one: int, other: int, found: Difference) -> dict[str, Any]:
    """Return what differs between the revisions *one* and *other* of a house list as plain data."""
    return {
        "slug": slug,
        "one": one,
        "other": other,
        "before": found.before._asdict(),
        "after": found.after._asdict(),
        "changes": [
            {"key": key, "before": _entry(before), "after": _entry(after)}
            for key, (before, after) in found.entries.items()
        ],
    }


def merge_preview(found: Merge) -> dict[str, Any]:
    """Return what a merge of house lists would do, with its conflicts, as plain data."""
    return {
        "base": _point(found.base),
        "ours": _point(found.ours),
        "theirs": _point(found.theirs),
        "changes": sorted(found.changes),
        "conflicts": [
            {
                "key": each.key,
                "base": _entry(each.base),
                "ours": _entry(each.ours),
                "theirs": _entry(each.theirs),
            }
            for each in found.conflicts
        ],
    }


def imported(latest: Revision, report: Report, dry_run: bool) -> dict[str, Any]:
    """Return the report of an import, after which *latest* is the latest revision, as plain data."""
    return {
        "slug": latest.slug,
        "revision": latest.number,
        **report.as_dict(REPORTED),
        "dry_run": dry_run,
    }


def _entry(found: Entry | None) -> dict[str, Any] | None:
    return entry(found) if found else None


def _point(found: Point | None) -> dict[str, Any] | None:
    return {"slug": found.slug, "revision": found.number} if found else None


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
