"""What goes in and comes out of the calls of the ledger, as typed models: house lists, disputes, rulings, tokens."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType, field

from adjudicator.api.models import (
    ID_SCHEMA,
    MAX_NUMBER,
    SLUG_SCHEMA,
    After,
    Answer,
    Limit,
    Word,
)
from adjudicator.api.tables import OVERRIDES_INPUT
from adjudicator.games.records import RulesetName
from adjudicator.rules.challenge import Choice
from adjudicator.rules.house import Effect as HouseEffect
from adjudicator.rules.house import PartOfSpeech
from adjudicator.rules.ruleset import Settle
from adjudicator.usecases.desk import Only
from adjudicator.usecases.imports import MOST_COLUMNS, Encoding, Format, Kind, Said, Separator
from adjudicator.usecases.reviews import Choice as ReviewChoice

MAX_ENTRIES = 10_000
"""Entries in one edit; an import takes more."""
Side = Literal["ours", "theirs"]
Scope = Literal["voter", "editor", "owner"]
Person = Annotated[str, Meta(min_length=1, max_length=100)]
Slug = Annotated[str, Meta(extra_json_schema=SLUG_SCHEMA)]
Number = Annotated[int, Meta(ge=1, le=MAX_NUMBER, description="The number of a revision.")]
AtNumber = Annotated[Number, Meta(description="The list as it was then.")]
Note = Annotated[str, Meta(max_length=1000, description="Why, for the history.")]
Title = Annotated[str, Meta(min_length=1, max_length=100)]
Hands = Annotated[int, Meta(ge=0, le=1000)]
Uses = Annotated[int, Meta(ge=1, le=1000, description="How many may take it up.")]
Hours = Annotated[int, Meta(ge=1, le=8760, description="How long it holds.")]
Overrides = Annotated[
    dict[str, Any],
    Meta(
        description="Tables of a ruleset that stand on top of the base, such as `length` or `exclude`.",
        examples=[{"length": {"min": 4}}],
        extra_json_schema={"title": OVERRIDES_INPUT},
    ),
]


class EntryBody(Answer):
    """What a list is to say of a word."""

    effect: Annotated[HouseEffect, Meta(examples=["allow"])]
    reason: Annotated[str, Meta(max_length=1000)] = ""
    expires: Annotated[
        str | None,
        Meta(description="The date or time at which the entry stops applying.", examples=["2027-01-01"]),
    ] = None
    inflections: Annotated[
        bool | list[PartOfSpeech],
        Meta(
            description="Whether its regular inflections are meant too: as noun and verb (true), or as these parts of speech."
        ),
    ] = False


class EntryInput(EntryBody, kw_only=True):
    word: Word


class HouseInput(Answer):
    """A new list."""

    slug: Annotated[Slug, Meta(examples=["club"])]
    title: Annotated[Title, Meta(examples=["Our club"])]
    base: Annotated[str, Meta(min_length=1, max_length=64, description="The id of the ruleset below.")] = (
        "boggle"
    )
    overrides: Overrides = field(default_factory=dict)
    note: Note = ""


class SettingsInput(Answer):
    """What to change of a list's settings; what is left out stays."""

    title: Annotated[Title, Meta(examples=["Sunday evenings"])] | UnsetType = UNSET
    base: Annotated[str, Meta(min_length=1, max_length=64)] | UnsetType = UNSET
    overrides: Overrides | UnsetType = UNSET
    note: Note = ""


class EditInput(Answer):
    """Many changes in one revision."""

    entries: Annotated[
        list[EntryInput],
        Meta(
            max_length=MAX_ENTRIES,
            description="Entries to have.",
            examples=[[{"word": "yeet", "effect": "allow"}]],
        ),
    ] = field(default_factory=list)
    drop: Annotated[
        list[Word],
        Meta(max_length=MAX_ENTRIES, description="Words whose entries are removed; each must have one."),
    ] = field(default_factory=list)
    note: Note = ""


class RestoreInput(Answer):
    revision: Annotated[Number, Meta(examples=[1])]
    words: (
        Annotated[
            list[Word],
            Meta(
                max_length=MAX_ENTRIES, description="Only these words become what they were; by default all."
            ),
        ]
        | UnsetType
    ) = UNSET
    note: Note = ""


class ForkInput(Answer):
    slug: Annotated[Slug, Meta(examples=["juniors"])]
    title: Title | UnsetType = UNSET
    revision: Number | UnsetType = UNSET
    note: Note = ""


class RenameInput(Answer):
    slug: Annotated[Slug, Meta(examples=["saturday"])]


class MergeInput(Answer):
    """Another list that is to be merged in. Without `take` and `prefer`, a word that both have changed is a conflict."""

    other: Annotated[Slug, Meta(examples=["monday"])]
    revision: Number | UnsetType = UNSET
    take: Annotated[dict[str, Side], Meta(description="By word: whose entry to take.")] = field(
        default_factory=dict
    )
    prefer: Annotated[Side, Meta(description="Whose entry to take of all the others.")] | UnsetType = UNSET
    note: Note = ""


class ImportInput(Answer):
    """A file with words, as `content` or as `file`, and what it is, where that is not found out rightly."""

    content: (
        Annotated[str, Meta(description="What stands in a text.", examples=["yeet\nrizz\n"])] | UnsetType
    ) = UNSET
    file: Annotated[bytes, Meta(description="Any file: a workbook, a table, a text.")] | UnsetType = UNSET
    name: Annotated[
        str,
        Meta(
            max_length=1000,
            description="What the file is called: its ending says what it is.",
            examples=["words.csv"],
        ),
    ] = ""
    format: Annotated[Kind, Meta(description="What kind of file it is.", examples=["text"])] | UnsetType = (
        UNSET
    )
    encoding: Annotated[Encoding, Meta(description="How its letters are written.")] | UnsetType = UNSET
    separator: Annotated[Separator, Meta(description="What separates the cells of a table.")] | UnsetType = (
        UNSET
    )
    header: (
        Annotated[bool, Meta(description="Whether the first row of a table names its columns.")] | UnsetType
    ) = UNSET
    columns: Annotated[
        list[Said],
        Meta(
            max_length=MOST_COLUMNS,
            description="What each column of a table has, from the first; `-` leaves it out.",
        ),
    ] = field(default_factory=list)
    sheet: Annotated[str, Meta(max_length=100, description="The sheet of a workbook.")] | UnsetType = UNSET
    effect: Annotated[HouseEffect, Meta(description="What words without an effect of their own get.")] = (
        "allow"
    )
    contradictions: Annotated[
        Literal["keep", "replace"],
        Meta(description="Whether the list's own entry stays where the file's differs."),
    ] = "keep"
    already_so: Annotated[
        Literal["bring", "leave"],
        Meta(description="Whether words are brought in of which the base ruleset says the same."),
    ] = "bring"
    unreadable: Annotated[
        Literal["refuse", "leave"],
        Meta(description="Whether lines that cannot be read have nothing written, or are left out."),
    ] = "refuse"
    dry_run: Annotated[bool, Meta(description="Only report what would come of it.")] = False
    note: Note = ""


class EntriesQuery(Answer):
    revision: AtNumber | UnsetType = UNSET
    effect: Annotated[HouseEffect, Meta(description="Only entries with this effect.")] | UnsetType = UNSET
    only: (
        Annotated[
            Only,
            Meta(description="Only entries of which this is so, under the rules that the list stands on."),
        ]
        | UnsetType
    ) = UNSET
    author: Annotated[Person, Meta(description="Only entries that they have entered.")] | UnsetType = UNSET
    after: After = ""
    limit: Limit = 100


class ExportQuery(Answer):
    format: Annotated[Format, Meta(description="The form of the file.")] = "json"
    revision: AtNumber | UnsetType = UNSET
    separator: Annotated[
        Separator,
        Meta(description="Of `csv`. Excel opens semicolons in most of Europe."),
    ] = "comma"


class RevisionsQuery(Answer):
    before: Annotated[Number, Meta(description="Only revisions before this one.")] | UnsetType = UNSET
    limit: Limit = 50
    word: Annotated[Word, Meta(description="Only revisions that have changed this word.")] | UnsetType = UNSET
    author: Annotated[Person, Meta(description="Only revisions that they have made.")] | UnsetType = UNSET


class HousesQuery(Answer):
    archived: Annotated[bool, Meta(description="Those that are put away, in the place of the others.")] = (
        False
    )


class SeasonInput(Answer):
    """A season of a list."""

    name: Annotated[Title, Meta(examples=["Winter 2027"], description="What the season is called.")]
    id: (
        Annotated[Slug, Meta(description="What it is called in addresses; by default made of its name.")]
        | UnsetType
    ) = UNSET
    revision: (
        Annotated[Number, Meta(description="The revision to freeze; by default the latest.")] | UnsetType
    ) = UNSET


class QueueQuery(Answer):
    after: After = ""
    limit: Limit = 100


class TakeInput(Answer):
    """Which word of a queue somebody wants."""

    after: Annotated[After, Meta(description="A word to pass by: what comes behind it is taken.")] = ""


class SettleInput(Answer):
    """What becomes of words of a queue."""

    words: Annotated[
        list[Word], Meta(min_length=1, max_length=MAX_ENTRIES, examples=[["clipt"]], description="Which.")
    ]
    choice: Annotated[
        ReviewChoice,
        Meta(description="`leave` has them settled as the list and the rules have them.", examples=["leave"]),
    ]
    reason: Annotated[str, Meta(max_length=1000, description="Why they are allowed or denied.")] = ""
    seen: (
        Annotated[Number, Meta(description="The revision of the list at which they were looked at.")]
        | UnsetType
    ) = UNSET


class SeenQuery(Answer):
    """Which revision a change of words is made from."""

    seen: (
        Annotated[
            Number,
            Meta(
                description="The revision at which these words were looked at, sent with `If-Match: *`: others may have changed other words since, and only where one of these has changed is the answer 412."
            ),
        ]
        | UnsetType
    ) = UNSET


class DiffQuery(Answer):
    one: Annotated[Number, Meta(description="The revision before.", examples=[1])]
    other: (
        Annotated[Number, Meta(description="The revision after; the latest one if left out.")] | UnsetType
    ) = UNSET


class MergeQuery(Answer):
    other: Annotated[
        str, Meta(pattern=SLUG_SCHEMA["pattern"], description="The list to merge in.", examples=["monday"])
    ]
    revision: Annotated[Number, Meta(description="Its revision; the latest one if left out.")] | UnsetType = (
        UNSET
    )


class InviteInput(Answer):
    """An invite to a list."""

    scope: Scope = "editor"
    uses: Uses = 1
    hours: Hours = 168


class VotersInput(Answer):
    """An invite to vote in a dispute."""

    uses: Uses = 20
    hours: Hours = 24


class AcceptInput(Answer):
    name: Annotated[Person, Meta(description="What others see.", examples=["Anna"])]


class DisputeInput(Answer):
    """A challenge of a word, or of all words of a play."""

    words: Annotated[list[Word], Meta(min_length=1, max_length=100, examples=[["zee"]])]
    ruleset: RulesetName = "boggle"
    player: Annotated[Person, Meta(description="Whose words they are.")] = "player"
    challenger: Annotated[Person, Meta(description="Who challenges them.")] = "challenger"
    rule: (
        Annotated[
            str,
            Meta(
                min_length=1,
                max_length=64,
                description="A challenge rule instead of the ruleset's own.",
                examples=["double"],
            ),
        ]
        | UnsetType
    ) = UNSET
    settle: (
        Annotated[
            Settle,
            Meta(
                description="Who decides: the dictionary at once, or a vote. By default as the rule says.",
                examples=["vote"],
            ),
        ]
        | UnsetType
    ) = UNSET
    quorum: Annotated[int, Meta(ge=1, le=1000, description="How many must vote.")] | UnsetType = UNSET
    deadline: (
        Annotated[str, Meta(description="When the vote ends by itself.", examples=["2099-12-31T20:00:00Z"])]
        | UnsetType
    ) = UNSET
    hide_tally: Annotated[
        bool,
        Meta(description="Whether how the vote stands is hidden, while it is open, from who has not voted."),
    ] = False
    mid_round: Annotated[bool, Meta(description="Whether the round goes on.")] = False
    built_on: Annotated[bool, Meta(description="Whether others have played onto the word.")] = False
    finished_first: Annotated[bool, Meta(description="Whether its player finished the round first.")] = False
    unplayed: Annotated[
        dict[str, Annotated[int, Meta(ge=0, le=1000)]],
        Meta(description="How many tiles each player has left."),
    ] = field(default_factory=dict)
    ineligible: Annotated[
        list[str], Meta(max_length=100, description="Who cannot earn the bonus for finishing first any more.")
    ] = field(default_factory=list)


class VoteInput(Answer):
    choice: Annotated[Choice, Meta(examples=["legal"])]


class HandsInput(Answer):
    """How many raised a hand for what. None at all takes an earlier count back."""

    legal: Annotated[Hands, Meta(examples=[3])] = 0
    illegal: Hands = 0
    abstain: Hands = 0


class PrecedentInput(Answer):
    """The house list that is to have the outcome."""

    slug: Annotated[Slug, Meta(examples=["sunday"])]
    reason: Note = ""


class DisputesQuery(Answer):
    status: (
        Annotated[Literal["open", "closed", "withdrawn"], Meta(description="Only those that are so.")]
        | UnsetType
    ) = UNSET
    ruleset: (
        Annotated[
            str, Meta(min_length=1, max_length=80, description="Only those under the ruleset of this name.")
        ]
        | UnsetType
    ) = UNSET
    before: (
        Annotated[
            str,
            Meta(
                pattern=r"^[A-Za-z0-9_-]{1,32}(?!\n)$",  # in Python, $ alone lets a newline pass
                description="The last dispute of the page before.",
                extra_json_schema=ID_SCHEMA,
            ),
        ]
        | UnsetType
    ) = UNSET
    limit: Limit = 50
