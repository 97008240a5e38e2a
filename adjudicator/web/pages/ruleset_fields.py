"""The fields of a ruleset's form: what each is called, and how it is filled in.

A field is named by its path in the file (``length.min``), which is also how a fault names it. Start at :func:`groups`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from adjudicator.core.fields import Table
from adjudicator.rules.conditions import CODES
from adjudicator.rules.ruleset import LETTERS, Challenge, Exclusions
from adjudicator.rules.wording import DESCRIPTIONS
from adjudicator.web.wording import capitalise

Kind = Literal["text", "long", "number", "switch", "choice", "several", "numbers", "points", "maybe"]
"""How a field is filled in: ``several`` is any of its options, ``numbers`` a list of them, ``points`` pairs of numbers, ``maybe`` yes, no or
as the rules say that it begins from.
"""
MARK = " | "
"""What stands between the parts of an example."""


class Field(NamedTuple):
    """One field of the form."""

    path: str
    label: str
    kind: Kind = "text"
    default: str = ""
    """What a ruleset that does not speak of it means."""
    options: tuple[tuple[str, str], ...] = ()
    """The values that there are, and what each is called."""
    hint: str = ""
    optional: bool = False
    """Whether it may be left empty for what the rules below have, whatever that is."""
    lifts: bool = False
    """Whether it may say that there is no limit, whatever the rules below have."""

    @property
    def place(self) -> tuple[str, str]:
        """The table that it stands in, and its key there."""
        table, _, key = self.path.rpartition(".")
        return table, key

    @property
    def inherits(self) -> bool:
        """Whether it says nothing where it is left empty, so that what is below holds."""
        inherits = self.path.startswith(("challenge.", "cites.")) or self.path in ("rulebook", "game.says")
        return inherits or self.optional


class Group(NamedTuple):
    """The fields of one part of the form."""

    title: str
    fields: tuple[Field, ...]
    hint: str = ""
    folded: bool = False
    """Whether it is opened by those who want it."""


NAMES = (
    Field("title", "Title"),
    Field(
        "id",
        "Short name",
        hint="For the file and the address: a to z, digits, hyphens. Left empty, it is made of the title.",
    ),
    Field("rulebook", "The rulebook", hint="Left empty: that which they begin from."),
)
_REGIONS = (("any", "any"), ("british", "British"), ("american", "American"))
WORDS = Group(
    "Length and spelling",
    (
        Field("length.min", "Fewest letters", "number", "1"),
        Field("length.max", "Most letters", "number", hint="Left empty, there is no limit.", lifts=True),
        Field("alphabet.letters", "Letters that there are", default=LETTERS),
        Field("spelling.region", "Spelling", "choice", "any", _REGIONS),
    ),
)


def _exclusions(labels: Iterable[str], parts_of_speech: Iterable[str]) -> Group:
    said = {each.switch: each for each in DESCRIPTIONS.values() if each.switch}
    defaults = Exclusions._field_defaults.items()
    switches = [(f"exclude.{_key(name)}", said[name].left_out) for name, value in defaults if value is False]
    numbers = [
        (f"exclude.{_key(name)}", said[name].left_out_by("…")) for name, value in defaults if value is None
    ]
    return Group(
        "What is left out",
        (
            *(Field(key, label, "switch") for key, label in switches),
            *(
                Field(key, label, "number", hint="Left empty, nothing is left out by it.", lifts=True)
                for key, label in numbers
            ),
            Field(
                "exclude.labels",
                "Meanings that a dictionary labels",
                "several",
                options=tuple((name, name) for name in labels),
            ),
            Field(
                "exclude.parts-of-speech",
                "Parts of speech",
                "several",
                options=tuple((name, name) for name in parts_of_speech),
            ),
        ),
        "A word is out only if each of its meanings is. One that counts saves it.",
    )


_CHALLENGE = {
    "settle": ("Who decides", {"dictionary": "the dictionary", "vote": "a vote of the players"}),
    "quorum": ("How many must vote", {}),
    "majority": (
        "What decides a vote",
        {"simple": "more than half", "two-thirds": "two thirds", "unanimous": "all of them"},
    ),
    "tie": (
        "If neither side has that many",
        {
            "no-action": "nothing happens",
            "legal": "the word counts",
            "illegal": "the word does not count",
        },
    ),
    "whole_play": ("The words of a play stand or fall together", {}),
    "points_once": ("Points move once a challenge, not for each word", {}),
    "word": ("An illegal word", {}),
    "mid_round": ("The same while the round runs", {}),
    "built_on": ("The same if others have built on it", {}),
    "player_loses": ("Points that its player loses", {}),
    "player_loses_turn": ("Its player loses a turn", {}),
    "player_loses_game": ("Its player loses the game", {}),
    "player_gains": ("Points for who was doubted and was right", {}),
    "challenger_loses": ("Points that whoever doubts a legal word loses", {}),
    "challenger_loses_turn": ("Whoever doubts a legal word loses a turn", {}),
    "challenger_loses_game": ("Whoever doubts a legal word loses the game", {}),
    "first_finish_bonus": ("Bonus that a first finisher hands on", {}),
    "penalties": (
        "When points move",
        {"always": "however it is settled", "dictionary": "only where the dictionary was asked"},
    ),
    "unchallenged": (
        "An illegal word that nobody doubts",
        {"excluded": "scores nothing", "stand": "stands"},
    ),
    "title": ("What this rule is called", {}),
    "source": ("Where it comes from", {}),
}
"""Field of a challenge rule → what it is called, and what its values are."""
_FATES = {
    "crossed-off": "is crossed off",
    "excluded": "scores nothing",
    "withdrawn": "is taken back",
    "stays-unscored": "stays, but scores nothing",
}


def _challenge(rules: Mapping[str, Table]) -> Group:
    named = tuple((name, str(rule.get("title", name))) for name, rule in rules.items())
    return Group(
        "If somebody doubts a word",
        (
            Field("challenge.rule", "The rule", "choice", options=named),
            *(_challenge_field(name) for name in _CHALLENGE),
        ),
        "What is left open is as the rule says.",
        folded=True,
    )


def _challenge_field(name: str) -> Field:
    label, known = _CHALLENGE[name]
    kind: Kind = "text"
    options: tuple[tuple[str, str], ...] = ()
    annotation = Challenge.__annotations__[name]
    if annotation is bool:
        kind = "maybe"
    elif annotation is int:
        kind = "number"
    elif annotation is not str:
        kind, options = "choice", tuple((known or _FATES).items())
    return Field(f"challenge.{_key(name)}", label, kind, options=options)


_SHARED = (("nobody", "nobody"), ("everybody", "everybody who has it"))
_REUSE = (
    ("never", "never"),
    ("not-twice-in-a-row", "after another tile"),
    ("free", "as often as one likes"),
)
_LEADS = (("dealer", "the dealer, who changes"), ("lowest", "whoever scored the lowest"))
PLAY = Group(
    "Points, board and game",
    (
        Field("scoring.lengths", "Points by letters", "points", hint="From so many letters on, so many points: 3 = 1, 5 = 2."),
        Field("scoring.shared", "Who scores a word that several have", "choice", "nobody", _SHARED),
        Field("scoring.ring", "A ringed letter multiplies by", "number", "1"),
        Field("scoring.first-finish", "Points for having played all tiles first", "number", "0"),
        Field("board.reuse", "A word may use a tile again", "choice", "never", _REUSE),
        Field("game.says", "The game in a sentence", hint="Left empty: as it is."),
        Field("game.rounds", "Rounds", "number", hint="Left empty, as many as the players like.", lifts=True),
        Field("game.target", "Points that end the game", "number", hint="Left empty, there are none.", lifts=True),
        Field("game.lead", "Who leads off a round", "choice", options=_LEADS),
        Field("game.timer", "Seconds of a round", "number", "0", hint="0 for no timer."),
        Field("game.board", "Tiles drawn for a board", "number", "0", hint="0 for any number."),
        Field("game.rings", "Rings on the board of each round", "numbers", hint="One number for each round: 0, 1, 2."),
        Field("game.sets", "Sets of tiles that go round", "number", "0"),
        Field("game.tiles", "Tiles of a set", "number", "0"),
        Field("game.wilds", "Wild ones among them", "number", "0"),
        Field("game.hand", "Tiles that a player holds", "number", "0"),
        Field("game.starting-word", "Letters of the starting word", "number", "0", hint="0 for any."),
    ),
    folded=True,
)  # fmt: skip
_HOUSE = ("house-allowed", "house-denied")
BOOK = Group(
    "What your rulebook says",
    (
        *(
            Field(f"cites.{code}", capitalise(DESCRIPTIONS[code].kind))
            for code in CODES
            if code not in _HOUSE and code in DESCRIPTIONS
        ),
        Field("examples", "Words that it speaks of", "long", hint=f"One a line: trig{MARK}legal{MARK}§5: an adjective"),
    ),
    "Verdicts quote the sentence for their reason. Where none is given, that of the rules that they begin from holds.",
    folded=True,
)  # fmt: skip


def groups(labels: Iterable[str], parts_of_speech: Iterable[str], rules: Mapping[str, Table]) -> list[Group]:
    """Return the parts of the form but for names and dictionaries: *rules* are the challenge rules that there are."""
    return [WORDS, _exclusions(labels, parts_of_speech), _challenge(rules), PLAY, BOOK]


def house_groups(
    labels: Iterable[str], parts_of_speech: Iterable[str], rules: Mapping[str, Table]
) -> list[Group]:
    """Return the parts of the form of what a house list changes of its rules."""
    optional = tuple(field._replace(optional=True) for field in WORDS.fields)
    challenge = _challenge(rules)
    rule, *rest = challenge.fields
    doubted = challenge._replace(fields=(rule._replace(optional=True), *rest))
    return [WORDS._replace(fields=optional), _exclusions(labels, parts_of_speech), doubted]


def _key(name: str) -> str:
    return name.replace("_", "-")
