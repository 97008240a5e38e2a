"""The shapes of verdicts, words and rulesets as they leave: what :mod:`adjudicator.judging.serialise` and benches return.

A look-up on the command line imports none of it.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple, NotRequired, TypedDict, final

from adjudicator.core.model import AbbreviationType, Certainty, Effect, Provenance, Region, Relation
from adjudicator.core.shapes import Digest, extends
from adjudicator.lexicon.shapes import FlagModel
from adjudicator.rules.house import Entry
from adjudicator.rules.ruleset import Ruleset

Detail = Literal["full", "reasons", "verdict"]


class Abbreviation(TypedDict):
    type: AbbreviationType
    marked: bool
    expansion: str | None
    provenance: Provenance


class SenseModel(TypedDict):
    """One sense of one source, or one place on a word list (`listing`)."""

    headword: str
    display: str
    pos: str | None
    gloss: str | None
    source: str
    labels: list[str]
    proper: bool
    lexicalised: bool
    relation: Relation
    inflection_of: str | None
    abbreviation: Abbreviation | None
    region: Region | None
    affix: bool
    listing: bool
    size: int | None


class FindingModel(TypedDict):
    """One rule's answer about the word (`sense` is null) or about one of its senses."""

    code: str
    effect: Effect
    decisive: bool
    reason: str
    cite: str | None
    """The place in the rulebook."""
    sense: SenseModel | None
    source: str | None
    provenance: Provenance


@final
class Legality(TypedDict):
    """A verdict with `detail=verdict`."""

    word: str
    legal: bool


class _Reasons(TypedDict):
    word: str
    key: str
    """What tiles can spell: a to z, accents folded."""
    ruleset: str
    legal: bool
    certainty: Certainty
    code: str
    """The code of the decisive finding."""
    summary: str


@final
class BriefVerdict(_Reasons):
    """A verdict with `detail=reasons`."""


class LiveModel(TypedDict):
    """What a live dictionary has answered of the word, or that it was not asked."""

    source: str
    found: bool | None
    """Whether it has the word; None where it has not been asked."""
    counts: bool
    """Whether the ruleset's dictionary names it."""
    word: NotRequired[str]
    url: NotRequired[str]
    """Where a person can read it."""
    fetched: NotRequired[str]
    """When it was asked, in UTC."""
    instead: NotRequired[str | None]
    """The source that the verdict rests on instead."""


class HouseSays(NamedTuple):
    """Under a house list: which revision judged, and the entry that decides the word, if one does."""

    slug: str
    revision: int
    entry: Entry | None


@final
class FullVerdict(_Reasons):
    """A verdict with its proof. `legal` follows from the one decisive finding."""

    dispute: str | None
    """What a vote would be about, where the verdict is disputable."""
    suggestions: list[str]
    findings: list[FindingModel]
    lexicon: Digest
    ruleset_digest: Digest
    house: NotRequired[Annotated[Mapping[str, Any], HouseSays]]
    live: NotRequired[list[LiveModel]]
    """What live dictionaries have to do with it, if they have."""


@final
class WordFault(TypedDict):
    """Stands in a batch for what is no word, or was not judged since the answer was too long already."""

    word: str
    error: str


AnyVerdict = FullVerdict | BriefVerdict | Legality
"""A verdict in as much detail as was asked for."""


AnyAnswer = FullVerdict | BriefVerdict | Legality | WordFault
"""What stands in a batch for a word."""


class RegionModel(TypedDict):
    spelling: Region | None
    counterparts: list[str]
    """The same word as the other region spells it."""


class WordSense(SenseModel):
    """One sense of one source, or one place on a word list, with how the word is used in it."""

    synonyms: list[str]
    """Other words of the source for the same; only of the headword itself."""
    antonyms: list[str]
    examples: list[str]
    """Sentences, or parts of some, with the word or another form of it."""


class WordAccount(TypedDict):
    """Everything that the lexicon knows of a word."""

    word: str
    key: str
    forms: list[str]
    region: RegionModel
    phrases: list[str]
    senses: list[WordSense]
    flags: list[FlagModel]
    lexicon: Digest


class JudgedBy(TypedDict):
    """What an answer is judged by: the ruleset as it was named, and the digests of everything that it depends on."""

    ruleset: str
    lexicon: Digest
    ruleset_digest: Digest


class HouseRef(TypedDict):
    """Which revision of a house list a ruleset is, and the ruleset that it stands on."""

    slug: str
    revision: int
    base: str


@extends(Ruleset)
class RulesetModel(TypedDict):
    """A rulebook as data. `cites` maps a code to its place in the rulebook."""

    digest: Digest
    house: NotRequired[HouseRef]
