"""The vocabulary of a verdict: facts, senses, readings, evidence, findings, verdict.

Read :class:`Evidence` first (what the lexicon knows of one key), then :class:`Verdict` (what a ruleset makes of it). All
of it is immutable data without behaviour of its own; named tuples, because millions of them are made.

Annotations are evaluated here (no ``from __future__ import annotations``): a named tuple compiles each one that is a text, and that
would be a third of the time of a look-up on the command line.
"""

from typing import Literal, NamedTuple

Region = Literal["british", "american", "both", "canadian", "australian"]
AbbreviationType = Literal["initialism", "acronym", "contraction", "clipping", "untyped"]
Relation = Literal["lemma", "inflection", "variant", "derivation"]
Provenance = Literal["declared", "inferred"]
Effect = Literal["admits", "excludes", "notes"]
Certainty = Literal["settled", "disputable"]
ALONE = "witness"
"""Among what is inferred of a reading: that its dictionary is witness enough. Nothing else has the word, and it names more things than ordinary words."""

SENSE = "sense"
"""Among what is inferred of a derived reading: its sense. Its base has several, and the one that is read is the most used, not surely the one meant."""
SPEECH = "pos"
"""Among what is inferred of a derived reading: the part of speech of its base, which is a base in several."""
USED_AS = "used-as-"
"""What begins a mark among what is inferred of a derived reading: the part of speech as which the ending takes the base (shes: a pronoun used as a noun)."""
RESPELLED = "respelled"
"""Among what is inferred of a derived reading: that it is another spelling of its base, or of a form of that; and of a listing, that the work which bears
it out has it with -ize for -ise.
"""
FORM = "form"
"""Among the labels of a reading: that its definition only says of what word this is a form, which a table of inflections does as well. It is shown last."""
LESSER = "lesser"
"""Among the labels of a reading: that it is of a headword which is less in use than the word of which it is a form (hands that have custody, and those
of a clock; a sang, which is a herb, and to sing). It is shown last.
"""
BORNE_OUT = "borne-out-by-"
"""What begins a mark among what is inferred of a listing: the work that it names accepts the word as well, so that the list is not alone."""
BASE_BORNE_OUT = "base-borne-out"
"""Among what is inferred of a listing: that the work which bears it out has the word of which it is a form, and not the form."""
ALSO_IN = "also-in-"
"""What begins a mark among what is inferred of a listing: the work that it names has the word as well, which is not enough to bear it out."""
WHOLE_VERB = "whole-verb"
"""Among what is inferred of a listing: that the list has all forms of the verb, which is made of another in a way that everybody knows."""
DOUBTED = "doubted"
"""Among what is inferred of a listing: that a dictionary and the list are not enough, since the word is of a kind in which both err and no other work has it."""
IN_FORMS, ONE_FORM = "in-forms", "one-form"
"""Among what is inferred of a listing: that the list has the word in several forms, or in this one alone, where that tells how sure it is."""
JOINED = "joined"
"""Among what is inferred of a listing: that the word is two that stand together, or one behind a beginning, so that it may be written otherwise, or be in no use."""
OTHER_PLURAL = "other-plural"
"""Among what is inferred of a listing: that it is a plural beside another, which is the usual one."""
Objection = Literal[
    "uncounted", "odd-plural", "uncompared", "misformed", "interjection", "part-of-speech", "unused", "apart", "old-spelling", "out-of-use", "name"
]  # fmt: skip
"""Among what is inferred of a listing, beside :data:`DOUBTED`: what speaks against the word, whoever has it, as a curated line says."""
FIRST, FIRST_IN_BRITAIN = "first", "first-in-britain"
"""Among the labels of a reading: that a curated line has its sense as the one that people think of, everywhere or in Britain (a jumper). It is shown first."""
HIDDEN_LABELS = frozenset({FORM, LESSER, FIRST, FIRST_IN_BRITAIN})
"""The labels that say only in what order readings are shown."""
HURTING = frozenset({"offensive", "vulgar"})
"""The labels of what hurts: they stand beside a definition wherever it is shown, or it seems to be the project's own way of speaking."""
TAKEN_FOR = frozenset({"proper", "marked", "punctuated"})
"""What is inferred of a listing in lower case that is taken for a name, an abbreviation or what is written apart, for want of a definition."""


class Facts(NamedTuple):
    """All that a rule may ask of one reading; interned, so that equal readings are judged once."""

    source: str
    kind: Literal["sense", "listing"]
    pos: str | None = None
    proper: bool = False
    abbreviation: AbbreviationType | None = None
    marked: bool = False
    lexicalised: bool = False
    region: Region | None = None
    affix: bool = False
    punctuated: bool = False
    spaced: bool = False
    phrase_only: bool = False
    labels: tuple[str, ...] = ()
    size: int | None = None
    relation: Relation = "lemma"
    inferred: tuple[str, ...] = ()


class Flag(NamedTuple):
    """One conclusion about a sense or listing, with the evidence it stands on."""

    flag: str
    value: str
    provenance: Provenance
    rule: str
    evidence: str


class Reading(NamedTuple):
    """One form of a key read as one sense of one source, or as one listing of a word list.

    ``uses`` is how often the source counted the sense in running text; 0 where it did not.
    """

    facts: Facts
    headword: str
    display: str
    gloss: str | None
    labels: tuple[str, ...]
    expansion: str | None
    base: str | None
    sense_id: int | None
    uses: int = 0


class Evidence(NamedTuple):
    """Everything that the lexicon knows of one key."""

    key: str
    readings: tuple[Reading, ...]
    region: Region | None
    counterparts: tuple[str, ...]
    phrases: tuple[str, ...]


class Pronunciation(NamedTuple):
    """How one spelling is said, in IPA without slashes. ``display`` is the spelling as the source has it."""

    display: str
    ipa: str
    region: Region
    source: str


class Usage(NamedTuple):
    """What a source has of a sense besides what verdicts need: other words for it, their opposites, and sentences with the headword."""

    synonyms: tuple[str, ...] = ()
    antonyms: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()


class Finding(NamedTuple):
    """One rule's answer about the word (``reading`` is None) or about one of its readings."""

    code: str
    effect: Effect
    decisive: bool
    reason: str
    reading: Reading | None
    provenance: Provenance


class Verdict(NamedTuple):
    """The outcome with all its findings; ``legal`` is the effect of the decisive finding."""

    word: str
    key: str
    ruleset: str
    certainty: Certainty
    findings: tuple[Finding, ...]
    suggestions: tuple[str, ...]
    dispute: str | None
    lexicon: str
    ruleset_digest: str

    @property
    def decisive(self) -> Finding:
        """The finding that settled it."""
        first = self.findings[0]
        return first if first.decisive else next(finding for finding in self.findings if finding.decisive)

    @property
    def legal(self) -> bool:
        """Whether the decisive finding admits the word."""
        return self.decisive.effect == "admits"


class Difference(NamedTuple):
    """A key whose legality differs between two rulesets, with the deciding code under each."""

    key: str
    left: str
    right: str
