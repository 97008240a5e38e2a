"""The sentences of a verdict: why a rule strikes or admits, in words that a person at the table can check."""

from typing import NamedTuple

from adjudicator.model import Evidence, Facts, Reading, Verdict
from adjudicator.rules.ruleset import Ruleset

SOURCE_NAMES = {
    "wordnet": "WordNet",
    "gcide": "GCIDE",
    "scowl": "SCOWL",
    "oewn": "Open English WordNet",
    "wiktionary": "Wiktionary",
    "curated": "this project's own glosses",
    "letterpress": "the Letterpress list",
}
_TYPES = {
    "initialism": "an initialism",
    "acronym": "an acronym",
    "contraction": "a contraction",
    "clipping": "a clipping",
    "untyped": "an abbreviation",
}


class WordingContext(NamedTuple):
    """What a sentence may need besides the reading."""

    word: str
    evidence: Evidence
    ruleset: Ruleset
    foreign: str


def source_name(source: str) -> str:
    """Return the name of a source as people know it."""
    return SOURCE_NAMES.get(source, source)


def _stands_for(reading: Reading) -> str:
    return f" ({reading.expansion})" if reading.expansion else ""


def _where(reading: Reading) -> str:
    facts = reading.facts
    if facts.kind == "listing":
        return f"{source_name(facts.source)} lists {reading.display}" + (
            f" (size {facts.size})" if facts.size else ""
        )
    return f"{source_name(facts.source)} has {reading.display}"


def _sense_text(reading: Reading) -> str:
    facts = reading.facts
    gloss = reading.gloss or ""
    gloss = gloss if len(gloss) <= 120 else gloss[:119].rsplit(" ", 1)[0] + " …"
    text = f"{facts.pos or 'word'}, “{gloss}”" if gloss else (facts.pos or "word")
    if facts.relation == "inflection":
        text = f"form of {reading.base}, {text}"
    elif facts.relation == "variant":
        text = f"variant of {reading.base}, {text}"
    elif facts.relation == "derivation":
        text = f"derived from {reading.base} ({text})"
    return text


def reading_reason(code: str, reading: Reading, context: WordingContext) -> str:
    """Return why *code* holds for *reading*."""
    facts = reading.facts
    if code == "sense-admitted":
        if facts.kind == "listing":
            sources = context.ruleset.dictionary.sources
            defined = any(
                each.facts.kind == "sense" and each.facts.source in sources
                for each in context.evidence.readings
            )
            return _where(reading) + " as a word" + ("" if defined else "; no dictionary here defines it")
        return f"{_sense_text(reading)} ({source_name(facts.source)})"
    if code in ("initialism", "acronym", "contraction", "marked-abbreviation"):
        kind = _TYPES[facts.abbreviation or "untyped"]
        marked = ", marked as an abbreviation" if facts.marked and code == "marked-abbreviation" else ""
        return f"{_where(reading)} as {kind}{_stands_for(reading)}{marked}"
    if code == "proper-noun":
        return f"{_where(reading)} as a name or with a capital"
    if code == "american-spelling":
        return american(context.evidence) + f" ({_where(reading)})"
    if code == "british-spelling":
        return f"British spelling ({_where(reading)})"
    if code == "affix":
        return f"{_where(reading)} as a part of words, not a word"
    if code == "punctuated":
        return f"{_where(reading)}, which is written with a mark or a space"
    if code == "only-in-phrases":
        return "it occurs only inside phrases" + _phrases(context.evidence)
    if code == "excluded-label":
        labels = [label for label in facts.labels if label in context.ruleset.exclude.labels]
        return f"{_where(reading)} with the label {', '.join(labels)}, which the ruleset excludes"
    if code == "excluded-part-of-speech":
        return f"{_where(reading)} as {facts.pos}, which the ruleset excludes"
    if facts.kind == "listing":
        return _where(reading) + ", beyond what the ruleset's dictionary counts"
    return f"{_sense_text(reading)} ({source_name(facts.source)}, which explains words here but does not make them)"


def word_reason(code: str, context: WordingContext) -> str:
    """Return why *code*, a rule on the word, strikes it."""
    ruleset, key = context.ruleset, context.evidence.key
    if code == "too-short":
        return f"{len(key)} letter{'s' * (len(key) != 1)}; at least {ruleset.min_length} are needed"
    if code == "too-long":
        return f"{len(key)} letters; at most {ruleset.max_length} are allowed"
    if code == "not-in-alphabet":
        return f"no tile shows {' '.join(context.foreign) or 'all of its letters'}"
    if code == "only-in-phrases":
        return "it occurs only inside phrases" + _phrases(context.evidence)
    return "no dictionary that the ruleset counts has it"


def american(evidence: Evidence) -> str:
    """Return the sentence on an American spelling, with the British word where it is known."""
    if evidence.counterparts:
        return f"American spelling; the British word is {' or '.join(evidence.counterparts)}"
    return "American spelling"


def _phrases(evidence: Evidence) -> str:
    return f": {', '.join(evidence.phrases)}" if evidence.phrases else ""


def dispute_of(about: str, code: str, evidence: Evidence, index: int | None) -> str:
    """Return what a vote on a disputable verdict would be about."""
    facts: Facts | None = evidence.readings[index].facts if index is not None else None
    if about == "list-only":
        return "whether a word list's entry is enough, with no dictionary here to define the word"
    if about == "derivation":
        return "whether the word is formed from its base as its letters suggest; no dictionary here defines it itself"
    if about == "inflection-inferred":
        return "whether this regular form is in use; no source here lists it"
    if about == "one-dictionary":
        name = source_name(facts.source) if facts else "one dictionary"
        return f"whether {name} is enough: the word list that the ruleset counts does not have the word"
    if about == "not-counted":
        others = sorted(
            {
                source_name(r.facts.source)
                for r in evidence.readings
                if r.facts.kind == "sense" and not r.facts.proper
            }
        )
        return f"whether {' and '.join(others) or 'another dictionary'} should count, which the ruleset's dictionary does not"
    return f"whether it is rightly taken as {code.replace('-', ' ')}: no source says so outright"


def summary_of(verdict: Verdict) -> str:
    """Return the one sentence of the verdict: the word, legal or not, and the decisive reason."""
    decisive = verdict.decisive
    legal = "legal" if verdict.legal else "not legal"
    return f"{verdict.word} is {legal}: {decisive.reason}."
