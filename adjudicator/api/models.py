"""What goes in and comes out over HTTP, as typed models.

Requests are checked against them as they are decoded; answers are described by them in the OpenAPI document, and the tests hold
every answer against it. msgspec, because it does both from one declaration and decodes faster than anything else in Python.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from adjudicator.core.model import Region
from adjudicator.core.spelling import MAX_WORD
from adjudicator.games.budget import Work
from adjudicator.judging.shapes import Detail
from adjudicator.rules.conditions import CODES

MAX_WORDS = 10_000
"""Words in a batch."""
MAX_PLAY = 100
"""Words in a play."""
MAX_PLAYS = 1_000
"""Plays in a batch."""
MAX_PAGE = 1_000
DEFAULT_PAGE = 100

Limit = Annotated[int, Meta(ge=1, le=MAX_PAGE, description="How many to give at most.")]
After = Annotated[
    str,
    Meta(
        max_length=MAX_WORD,
        pattern=r"^[a-z]*(?!\n)$",  # in Python, $ alone lets a newline pass
        description="Give only what comes after this word: the last one of the page before.",
    ),
]


Next = Annotated[str | None, "The address of the next page; null on the last."]
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
Sought = Annotated[str, Meta(min_length=1, max_length=MAX_WORD)]


class Answer(Struct, forbid_unknown_fields=True):
    """The base of all models of what comes in: a member that they do not name is refused."""


class Nothing(Answer):
    """The query of a call that takes no parameters."""


class Anything(Struct):
    """The query of a call that passes over all parameters."""


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
            Sought,
            Meta(
                description="`?` is one letter, `*` any run of letters.",
                extra_json_schema={"format": "word-pattern"},
            ),
        ]
        | UnsetType
    ) = UNSET
    prefix: (
        Annotated[
            Sought, Meta(description="How the word begins.", extra_json_schema={"format": "word-prefix"})
        ]
        | UnsetType
    ) = UNSET
    anagram: (
        Annotated[
            Sought,
            Meta(
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
            extra_json_schema={"title": "Code", "enum": sorted(CODES)},
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


class PlaysRequest(Answer):
    """Plays, each with all words that it makes."""

    plays: Annotated[
        list[Annotated[list[str], Meta(min_length=1, max_length=MAX_PLAY)]],
        Meta(
            max_length=MAX_PLAYS,
            description="A play with what is no word gets an `error` in its place.",
            examples=[[["trig", "zed"], ["zee"]]],
        ),
    ]


class ProblemModel(Struct):
    """What went wrong (RFC 9457)."""

    type: Annotated[str, Meta(description="One of `ProblemType`; a later version may have more.")]
    title: str
    status: int
    detail: str
    instance: str
    current: Annotated[int, Meta(description="The revision that there is by now.")] | UnsetType = UNSET
    faults: Annotated[list[str], Meta(description="Every fault, with its place.")] | UnsetType = UNSET
    words: Annotated[list[str], Meta(description="The words that somebody else has changed.")] | UnsetType = (
        UNSET
    )
    keys: Annotated[list[str], Meta(description="The words that clash.")] | UnsetType = UNSET
    limit: Annotated[str, Meta(description="The bound that was reached.")] | UnsetType = UNSET
    setting: Annotated[str, Meta(description="The setting that changes the bound.")] | UnsetType = UNSET
    most: Annotated[int, Meta(description="How many the bound allows.")] | UnsetType = UNSET
    too_much: Annotated[Work, Meta(description="Of what there is too much for one request.")] | UnsetType = (
        UNSET
    )
