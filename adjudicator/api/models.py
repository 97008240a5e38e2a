"""What goes in and comes out over HTTP, as typed models.

Requests are checked against them as they are decoded; answers are described by them in the OpenAPI document, and the tests hold
every answer against it. msgspec, because it does both from one declaration and decodes faster than anything else in Python.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from adjudicator.core.budget import Work
from adjudicator.core.spelling import MAX_WORD
from adjudicator.rules.conditions import CODES
from adjudicator.rules.ruleset import Fate, Lead, Majority, Reuse, Settle, Shared, Tie

MAX_WORDS = 10_000
"""Words in a batch."""
MAX_PLAY = 100
"""Words in a play."""
MAX_PAGE = 1_000
DEFAULT_PAGE = 100

Digest = Annotated[
    str, Meta(pattern="^sha256:[0-9a-f]{64}$", description="What the answer was read from, or judged by.")
]
Detail = Literal["full", "reasons", "verdict"]
Region = Literal["british", "american", "both", "canadian", "australian"]
Provenance = Literal["declared", "inferred"]
Effect = Literal["admits", "excludes", "notes"]
Certainty = Literal["settled", "disputable"]
Relation = Literal["lemma", "inflection", "variant", "derivation"]
AbbreviationType = Literal["initialism", "acronym", "contraction", "clipping", "untyped"]
PartOfSpeech = Literal["noun", "verb", "adjective", "adverb"]
Time = Annotated[
    str,
    Meta(
        description="In UTC.",
        pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z$",
    ),
]
Limit = Annotated[int, Meta(ge=1, le=MAX_PAGE, description="How many to give at most.")]
After = Annotated[
    str,
    Meta(
        max_length=MAX_WORD,
        pattern=r"^[a-z]*(?!\n)$",  # in Python, $ alone lets a newline pass
        description="Give only what comes after this word: the last one of the page before.",
    ),
]


MAX_NUMBER = 999_999_999
SITE_SCHEMA = {"type": "string", "pattern": "^[a-z][a-z-]{0,39}$"}
SLUG_SCHEMA = {"type": "string", "pattern": "^[a-z0-9][a-z0-9-]{0,63}$"}
ID_SCHEMA = {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,32}$"}
WORD_SCHEMA = {"type": "string", "minLength": 1, "maxLength": MAX_WORD, "format": "word"}
"""A word in the OpenAPI document. The formats of this document are its own; each says beside it what it takes, which is more than a
pattern can: see :func:`adjudicator.core.spelling.fault_of` for words and :meth:`adjudicator.lexicon.search.Criteria.of` for searches.
"""
Word = Annotated[
    str,
    Meta(
        description="As it was typed. It needs a letter that folds to one of a to z.",
        extra_json_schema=WORD_SCHEMA,
    ),
]
"""A word that is judged by itself. The service checks it, and says of one that is none what is wrong with it."""


class Answer(Struct, forbid_unknown_fields=True):
    """The base of all models: members that are not named here neither come in nor go out."""


class Nothing(Answer):
    """The query of a call that takes no parameters."""


class DetailQuery(Answer):
    detail: Annotated[
        Detail,
        Meta(
            description="`full`: the proof. `reasons`: the decisive code and sentence. `verdict`: legal or not."
        ),
    ] = "full"


class PageQuery(Answer):
    after: After = ""
    limit: Limit = DEFAULT_PAGE


class SearchQuery(Answer):
    pattern: (
        Annotated[
            str,
            Meta(
                min_length=1,
                max_length=MAX_WORD,
                description="`?` is one letter, `*` any run of letters.",
                extra_json_schema={"format": "word-pattern"},
            ),
        ]
        | UnsetType
    ) = UNSET
    prefix: (
        Annotated[
            str,
            Meta(
                min_length=1,
                max_length=MAX_WORD,
                description="How the word begins.",
                extra_json_schema={"format": "word-prefix"},
            ),
        ]
        | UnsetType
    ) = UNSET
    anagram: (
        Annotated[
            str,
            Meta(
                min_length=1,
                max_length=MAX_WORD,
                description="Exactly these letters in any order; `?` is a blank.",
                extra_json_schema={"format": "word-anagram"},
            ),
        ]
        | UnsetType
    ) = UNSET
    length: Annotated[int, Meta(ge=1, le=MAX_WORD, description="Number of letters.")] | UnsetType = UNSET
    code: Annotated[
        str,
        Meta(
            description="Words that this code settles; without it, legal words.",
            extra_json_schema={"enum": sorted(CODES)},
        ),
    ] = "sense-admitted"
    region: Annotated[Region, Meta(description="Where the spelling belongs.")] | UnsetType = UNSET
    after: After = ""
    limit: Limit = DEFAULT_PAGE


class VerdictsRequest(Answer):
    """The words of a batch."""

    words: Annotated[
        list[str],
        Meta(
            max_length=MAX_WORDS,
            description="As they were typed. One that is no word gets an `error` in its place.",
            examples=[["trig", "zee"]],
        ),
    ]
    detail: Annotated[Detail, Meta(description="How much to say of each word.")] = "full"


class PlayRequest(Answer):
    """All words that one play makes."""

    words: Annotated[list[Word], Meta(min_length=1, max_length=MAX_PLAY, examples=[["trig", "zed"]])]


class RulesetBrief(Answer):
    id: str
    title: str
    rulebook: str
    digest: Digest


class MemberModel(Answer):
    source: str
    max_size: int | None


class DictionaryModel(Answer):
    sources: list[str]
    members: list[MemberModel]


class ExclusionsModel(Answer):
    proper_nouns: bool
    initialisms: bool
    acronyms: bool
    contractions: bool
    marked_abbreviations: bool
    affixes: bool
    punctuated: bool
    labels: list[str]
    parts_of_speech: list[str]


class ChallengeModel(Answer):
    """What follows when a word is challenged: who decides, what becomes of it, who loses or gets what."""

    title: str
    source: str
    settle: Settle
    quorum: int
    majority: Majority
    tie: Tie
    whole_play: bool
    points_once: bool
    word: Fate
    mid_round: Fate | None
    built_on: Fate | None
    player_loses: int
    player_loses_turn: bool
    player_loses_game: bool
    player_gains: int
    challenger_loses: int
    challenger_loses_turn: bool
    challenger_loses_game: bool
    first_finish_bonus: int


class ScoringModel(Answer):
    """What a word is worth."""

    lengths: Annotated[
        list[Annotated[list[int], Meta(min_length=2, max_length=2)]],
        Meta(description="From so many letters on, so many points."),
    ]
    ring: Annotated[int, Meta(description="What each use of a ringed letter multiplies the points by.")]
    shared: Annotated[Shared, Meta(description="Who scores a word that several players have.")]
    first_finish: Annotated[int, Meta(description="What a player earns for having played all tiles first.")]


class BoardRuleModel(Answer):
    """What is played on."""

    reuse: Annotated[Reuse, Meta(description="Whether a path may use a tile again.")]


class GameModel(Answer):
    """What a game of several rounds goes by."""

    rounds: Annotated[
        int | None, Meta(description="How many are played; null for as many as the players like.")
    ]
    target: Annotated[int | None, Meta(description="The points that end the game.")]
    lead: Annotated[Lead | None, Meta(description="Who leads off a round, where anybody does.")]
    rings: Annotated[list[int], Meta(description="How many bonus rings lie on the board of each round.")]
    sets: Annotated[int, Meta(description="How many sets of tiles go round.")]
    starting_word: Annotated[
        int, Meta(description="How many letters the word that starts a crossword has; 0 for any.")
    ]


class ExampleModel(Answer):
    """A word that the rulebook speaks of."""

    word: str
    legal: Annotated[bool, Meta(description="Whether the rulebook says that it is legal.")]
    says: Annotated[str, Meta(description="Where and why it says so.")]


class HouseRef(Answer):
    """Which revision of a house list a ruleset is, and the ruleset that it stands on."""

    slug: str
    revision: int
    base: str


class RulesetModel(Answer):
    """A rulebook as data. `cites` maps a code to its place in the rulebook."""

    id: str
    title: str
    rulebook: str
    dictionary: DictionaryModel
    min_length: int
    max_length: int | None
    alphabet: str
    region: Literal["any", "british", "american"]
    exclude: ExclusionsModel
    cites: dict[str, str]
    challenge: ChallengeModel
    scoring: ScoringModel
    board: BoardRuleModel
    game: GameModel
    examples: list[ExampleModel]
    digest: Digest
    house: HouseRef | UnsetType = UNSET


class Abbreviation(Answer):
    type: AbbreviationType
    marked: bool
    expansion: str | None
    provenance: Provenance


class SenseModel(Answer):
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


class FindingModel(Answer):
    """One rule's answer about the word (`sense` is null) or about one of its senses."""

    code: str
    effect: Effect
    decisive: bool
    reason: str
    cite: Annotated[str | None, Meta(description="The place in the rulebook.")]
    sense: SenseModel | None
    source: str | None
    provenance: Provenance


class Legality(Answer):
    """A verdict with `detail=verdict`."""

    word: str
    legal: bool


class BriefVerdict(Answer):
    """A verdict with `detail=reasons`."""

    word: str
    key: Annotated[str, Meta(description="What tiles can spell: a to z, accents folded.")]
    ruleset: str
    legal: bool
    certainty: Certainty
    code: Annotated[str, Meta(description="The code of the decisive finding.")]
    summary: str


class HouseEntry(Answer):
    """What a house list says of a word."""

    key: str
    word: str
    effect: Literal["allow", "deny"]
    reason: str
    author: str
    at: Time
    expires: Time | None
    inflections: Annotated[
        list[PartOfSpeech], Meta(description="The parts of speech as which its inflections are meant too.")
    ]
    ruling: Annotated[str | None, Meta(description="The ruling that it follows, if it does.")]


class HouseSays(Answer):
    """Under a house list: which revision judged, and the entry that decides the word, if one does."""

    slug: str
    revision: int
    entry: HouseEntry | None


class LiveModel(Answer):
    """What a live dictionary has answered of the word, or that it was not asked."""

    source: str
    found: Annotated[
        bool | None, Meta(description="Whether it has the word; null where it has not been asked.")
    ]
    counts: Annotated[bool, Meta(description="Whether the ruleset's dictionary names it.")]
    word: str | UnsetType = UNSET
    url: Annotated[str, Meta(description="Where a person can read it.")] | UnsetType = UNSET
    fetched: Annotated[str, Meta(description="When it was asked, in UTC.")] | UnsetType = UNSET
    instead: (
        Annotated[str | None, Meta(description="The source that the verdict rests on instead.")] | UnsetType
    ) = UNSET


class FullVerdict(BriefVerdict):
    """A verdict with its proof. `legal` follows from the one decisive finding."""

    dispute: Annotated[
        str | None, Meta(description="What a vote would be about, where the verdict is disputable.")
    ]
    suggestions: list[str]
    findings: list[FindingModel]
    lexicon: Digest
    ruleset_digest: Digest
    house: HouseSays | UnsetType = UNSET
    live: (
        Annotated[
            list[LiveModel], Meta(description="What live dictionaries have to do with it, if they have.")
        ]
        | UnsetType
    ) = UNSET


class WordFault(Answer):
    """Stands in a batch for what is no word, or was not judged since the answer was too long already."""

    word: str
    error: str


_ANSWERS = {
    "anyOf": [
        {"$ref": f"#/components/schemas/{name}"}
        for name in ("FullVerdict", "BriefVerdict", "Legality", "WordFault")
    ]
}
"""What stands in a batch for each of its words."""


class Verdicts(Answer):
    """The answers to a batch, in the order of its words."""

    ruleset: str
    detail: Detail
    lexicon: Digest
    ruleset_digest: Digest
    verdicts: list[Annotated[dict[str, Any], Meta(extra_json_schema=_ANSWERS)]]


class Play(Answer):
    """The sealed judgement of a play: one answer for all of its words, and no hint which."""

    ruleset: str
    acceptable: bool
    lexicon: Digest
    ruleset_digest: Digest


class DifferenceModel(Answer):
    """A word whose legality differs, with the decisive code under each ruleset."""

    key: str
    left: str
    right: str


class Differences(Answer):
    left: str
    right: str
    lexicon: Digest
    total: int
    differences: list[DifferenceModel]
    next: Annotated[str | None, Meta(description="The address of the next page; null on the last.")]


class Found(Answer):
    ruleset: str
    code: str
    lexicon: Digest
    ruleset_digest: Digest
    words: list[str]
    next: Annotated[str | None, Meta(description="The address of the next page; null on the last.")]


class RegionModel(Answer):
    spelling: Region | None
    counterparts: Annotated[list[str], Meta(description="The same word as the other region spells it.")]


class FlagModel(Answer):
    """One conclusion about a sense (or, where `sense` is null, about the spelling), with the evidence it stands on."""

    sense: int | None
    flag: str
    value: str
    provenance: Provenance
    rule: str
    evidence: str


class WordAccount(Answer):
    """Everything that the lexicon knows of a word."""

    word: str
    key: str
    forms: list[str]
    region: RegionModel
    phrases: list[str]
    senses: list[SenseModel]
    flags: list[FlagModel]
    lexicon: Digest


class SourceModel(Answer):
    """One dictionary or word list, with its licence and attribution."""

    id: str
    title: str
    edition: str
    licence: str
    attribution: str
    url: str
    digest: str
    channel: str
    entries: int
    senses: int
    listings: int


class LicenceModel(Answer):
    name: str
    url: str


class Phonetic(Answer):
    text: Annotated[str, Meta(description="In the International Phonetic Alphabet.")]
    audio: str
    sourceUrl: str
    license: LicenceModel


class Definition(Answer, omit_defaults=True):
    """One definition. What that service does not have is added where it holds."""

    definition: str
    synonyms: list[str]
    antonyms: list[str]
    expansion: str | UnsetType = UNSET
    labels: list[str] | UnsetType = UNSET
    inflectionOf: str | UnsetType = UNSET
    variantOf: str | UnsetType = UNSET
    derivedFrom: str | UnsetType = UNSET
    possessiveOf: str | UnsetType = UNSET


class Meaning(Answer, omit_defaults=True):
    partOfSpeech: str
    definitions: list[Definition]
    synonyms: list[str]
    antonyms: list[str]
    inflectionOf: str | UnsetType = UNSET
    variantOf: str | UnsetType = UNSET
    derivedFrom: str | UnsetType = UNSET
    possessiveOf: str | UnsetType = UNSET


class Entry(Answer, omit_defaults=True):
    """What one source says of one spelling."""

    word: str
    phonetics: list[Phonetic]
    meanings: list[Meaning]
    license: LicenceModel
    sourceUrls: list[str]
    phonetic: str | UnsetType = UNSET


class NoEntries(Answer):
    """Nothing defines the word, in that service's shape."""

    title: str
    message: str
    resolution: str


class Health(Answer):
    status: Literal["ok"]
    version: str


class Readiness(Answer):
    status: Literal["ready"]
    lexicon: Digest
    ledger: Literal["none", "ready", "needs-migration", "newer", "unreachable"]


class ProblemModel(Answer):
    """What went wrong (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
    instance: str
    current: Annotated[int, Meta(description="The revision that there is by now.")] | UnsetType = UNSET
    faults: Annotated[list[str], Meta(description="Every fault, with its place.")] | UnsetType = UNSET
    keys: Annotated[list[str], Meta(description="The words that clash.")] | UnsetType = UNSET
    limit: Annotated[str, Meta(description="The bound that was reached.")] | UnsetType = UNSET
    setting: Annotated[str, Meta(description="The setting that changes the bound.")] | UnsetType = UNSET
    most: Annotated[int, Meta(description="How many the bound allows.")] | UnsetType = UNSET
    too_much: Annotated[Work, Meta(description="Of what there is too much for one request.")] | UnsetType = (
        UNSET
    )
