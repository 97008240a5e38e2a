"""From a verdict to what the page shows: every sentence is chosen here, the template only places them.

Start at :func:`view_of`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from adjudicator.errors import RulesetInvalid
from adjudicator.rules.ruleset import Ruleset
from adjudicator.rules.wording import source_name
from adjudicator.service import Adjudicator
from adjudicator.web.wording import KINDS, because, capitalised, distinct, entered

SHOWN_PROOF = 8
"""Lines of proof before the rest folds away."""

_MARKS = {"admits": "counts", "excludes": "struck", "notes": "aside"}
_PROVENANCE = {"declared": "stated by the source", "inferred": "worked out by our rules"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ProofLine:
    """One meaning of the word, or one list that has it: what the source says, what the rules make of it."""

    mark: str
    outcome: str
    code: str
    display: str
    part_of_speech: str
    gloss: str
    source_id: str
    source: str
    labels: tuple[str, ...]
    provenance: str
    declared: str
    decisive: bool
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherRuleset:
    """What another ruleset says of the same word."""

    id: str
    title: str
    legal: bool
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictView:
    """Everything that the page shows of one verdict."""

    word: str
    legal: bool
    why: str
    sources: tuple[tuple[str, str], ...]
    house: str
    found: bool
    disputable: bool
    dispute: str
    cite: str
    ruleset: Ruleset
    proof: tuple[ProofLine, ...]
    folded: tuple[ProofLine, ...]
    suggestions: tuple[str, ...]
    phrases: tuple[str, ...]
    others: tuple[OtherRuleset, ...]
    code: str
    certainty: str
    provenance: str
    summary: str
    lexicon: str
    ruleset_digest: str


def view_of(adjudicator: Adjudicator, word: str, ruleset: Ruleset, rulesets: list[Ruleset]) -> VerdictView:
    """Return the view of the verdict on *word* under *ruleset*. Raises :class:`BadWord`."""
    data = adjudicator.verdict_data(word, ruleset.id)
    account = adjudicator.word(word)
    decisive = next(found for found in data["findings"] if found["decisive"])
    proof = _proof(data)
    return VerdictView(
        word=data["word"],
        legal=data["legal"],
        why=because(data, account),
        sources=_sources(adjudicator, decisive, ruleset),
        house=_house(data, ruleset),
        found=decisive["source"] is not None,
        disputable=data["certainty"] == "disputable",
        dispute=data["dispute"] or "",
        cite=decisive["cite"] or "",
        ruleset=ruleset,
        proof=proof[:SHOWN_PROOF],
        folded=proof[SHOWN_PROOF:],
        suggestions=tuple(data["suggestions"]),
        phrases=tuple(distinct(account["phrases"])),
        others=_others(adjudicator, word, ruleset, rulesets),
        code=data["code"],
        certainty=data["certainty"],
        provenance=_PROVENANCE[decisive["provenance"]],
        summary=data["summary"],
        lexicon=data["lexicon"],
        ruleset_digest=data["ruleset_digest"],
    )


def _sources(
    adjudicator: Adjudicator, decisive: dict[str, Any], ruleset: Ruleset
) -> tuple[tuple[str, str], ...]:
    """Return (id, name) of the source that settles it; of all that were looked in where none does."""
    if decisive["source"]:
        return ((decisive["source"], source_name(decisive["source"])),)
    present = {source["id"] for source in adjudicator.sources()}
    return tuple((name, source_name(name)) for name in ruleset.dictionary.sources if name in present)


def _house(data: dict[str, Any], ruleset: Ruleset) -> str:
    """Return who has entered what settles it, where a house list does."""
    settled = data["code"] in ("house-allowed", "house-denied")
    return entered(data["house"]["entry"], ruleset.title) if settled else ""


def _proof(data: dict[str, Any]) -> tuple[ProofLine, ...]:
    return tuple(_line(found, data["legal"]) for found in data["findings"] if found["sense"])


def _line(found: dict[str, Any], legal: bool) -> ProofLine:
    sense = found["sense"]
    kind = KINDS.get(found["code"], found["reason"])
    if found["effect"] == "admits":
        outcome, mark = ("Counts", "counts") if legal else ("Would count", "aside")
    elif found["effect"] == "excludes":
        outcome, mark = f"Does not count: {kind}", "struck"
    else:
        outcome, mark = capitalised(kind), _MARKS[found["effect"]]
    return ProofLine(
        mark=mark,
        outcome=outcome,
        code=found["code"],
        display=sense["display"],
        part_of_speech=_part_of_speech(sense),
        gloss=sense["gloss"] or "",
        source_id=sense["source"],
        source=source_name(sense["source"]),
        labels=tuple(sense["labels"]),
        provenance=_PROVENANCE[found["provenance"]],
        declared=found["provenance"],
        decisive=found["decisive"],
        reason=found["reason"],
    )


def _part_of_speech(sense: dict[str, Any]) -> str:
    if sense["listing"]:
        return "on a word list" + (f", size {sense['size']}" if sense["size"] else "")
    kind = sense["pos"] or "word"
    if sense["relation"] in ("inflection", "variant", "derivation"):
        relation = {"inflection": "form of", "variant": "spelling of", "derivation": "made from"}[
            sense["relation"]
        ]
        return f"{kind}, {relation} {sense['headword']}"
    return str(kind)


def _others(
    adjudicator: Adjudicator, word: str, ruleset: Ruleset, rulesets: list[Ruleset]
) -> tuple[OtherRuleset, ...]:
    titles = {each.id: each.title for each in rulesets if each.id != ruleset.id}
    try:
        verdicts = adjudicator.across(word)
    except RulesetInvalid:
        return ()
    return tuple(
        OtherRuleset(
            id=name,
            title=titles[name],
            legal=verdict.legal,
            kind=KINDS.get(verdict.decisive.code, verdict.decisive.reason),
        )
        for name, verdict in verdicts
        if name in titles
    )
