"""Rulesets: a rulebook's TOML read into frozen, typed objects, with every fault of the file reported at once.

Start at :func:`parse`. A ruleset may extend another: tables are joined key by key, and a list or value of the extending file replaces
the one it extends. Nothing here touches a file; :mod:`adjudicator.rules.files` finds and reads them.
"""

import json
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, TypedDict, final, get_args

from adjudicator.core.fields import REQUIRED, Fields, Table, excerpt
from adjudicator.core.shapes import Digest, plain
from adjudicator.core.spelling import fault_of
from adjudicator.errors import RulesetInvalid
from adjudicator.rules.digests import digest_of

RegionRule = Literal["any", "british", "american"]
Reuse = Literal["never", "not-twice-in-a-row", "free"]
"""Whether a word may use a tile again: never, after another tile, or at will."""
Shared = Literal["nobody", "everybody"]
Lead = Literal["dealer", "lowest"]
"""Who leads off a round: the dealer, who changes to the left, or whoever scored the lowest in the last one."""
Settle = Literal["dictionary", "vote"]
Fate = Literal["crossed-off", "excluded", "withdrawn", "stays-unscored"]
Majority = Literal["simple", "two-thirds", "unanimous"]
Tie = Literal["no-action", "legal", "illegal"]
Penalties = Literal["always", "dictionary"]
Unchallenged = Literal["excluded", "stand"]
ID_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-_")


class Member(NamedTuple):
    """A source whose ordinary words are in the dictionary; ``max_size`` bounds a word list that has sizes."""

    source: str
    max_size: int | None = None


class Dictionary(NamedTuple):
    """Which sources are consulted, in order of authority, and which of them make a word a word."""

    sources: tuple[str, ...]
    members: tuple[Member, ...]


class Exclusions(NamedTuple):
    """What is no legal word although a dictionary has it. A new field comes last: see :attr:`Ruleset.digest`."""

    proper_nouns: bool = False
    """Names, and what is written with a capital."""
    initialisms: bool = False
    """Abbreviations said letter by letter."""
    acronyms: bool = False
    """Initials said as a word."""
    contractions: bool = False
    """Two words in one with an apostrophe."""
    marked_abbreviations: bool = False
    """What a dictionary marks as an abbreviation, or defines as one."""
    affixes: bool = False
    """Prefixes, suffixes and combining forms."""
    punctuated: bool = False
    """What is written with an apostrophe, hyphen, dot or space."""
    labels: tuple[str, ...] = ()
    """Readings with one of these labels: names from ``config/labels.toml``."""
    parts_of_speech: tuple[str, ...] = ()
    """Readings of one of these parts of speech."""


class Challenge(NamedTuple):
    """What follows when a word is challenged. :mod:`adjudicator.rules.challenge` applies it."""

    title: str = "No penalty"
    """What the rule is called."""
    source: str = ""
    """Where it comes from: the place in a rulebook, or the custom."""
    settle: Settle = "dictionary"
    """Who decides by default: the verdict, or the group's vote."""
    quorum: int = 1
    """How many must vote, abstentions included."""
    majority: Majority = "simple"
    """How large a share of those who took a side decides."""
    tie: Tie = "no-action"
    """What a vote without such a majority means."""
    whole_play: bool = False
    """Whether the words stand or fall together."""
    points_once: bool = False
    """Whether points are counted once a challenge, or for each word that somebody was wrong about."""
    word: Fate = "crossed-off"
    """What becomes of a word that is not legal."""
    mid_round: Fate | None = None
    """The same for a word that is challenged before the round has ended, where that differs."""
    built_on: Fate | None = None
    """The same where, before the round has ended, others have built on the word. Its player then cannot earn the bonus."""
    player_loses: int = 0
    """Points that the player of an illegal word loses."""
    player_loses_turn: bool = False
    """Whether the player of an illegal word loses the next turn."""
    player_loses_game: bool = False
    """Whether the player of an illegal word loses the game."""
    player_gains: int = 0
    """Points that the player of a legal word gets for having been challenged."""
    challenger_loses: int = 0
    """Points that the challenger of a legal word loses."""
    challenger_loses_turn: bool = False
    """Whether the challenger of a legal word loses the next turn."""
    challenger_loses_game: bool = False
    """Whether the challenger of a legal word loses the game."""
    first_finish_bonus: int = 0
    """Points that a first finisher with an illegal word hands on to the player with the fewest unplayed tiles."""
    penalties: Penalties = "always"
    """When points, turns and games are lost or won: however a challenge is settled, or only where the dictionary was asked."""
    unchallenged: Unchallenged = "excluded"
    """What becomes of a word of a round that is not legal and that nobody has challenged: it counts nothing, or it stands."""


class Scoring(NamedTuple):
    """What a word is worth. :mod:`adjudicator.games.scoring` applies it."""

    lengths: tuple[tuple[int, int], ...] = ()
    """From so many letters on, so many points; ascending. A shorter word is worth nothing."""
    ring: int = 1
    """What each use of a ringed letter multiplies the points by."""
    shared: Shared = "nobody"
    """Who scores a word that several players have."""
    first_finish: int = 0
    """What a player earns for having played all tiles first."""


class Game(NamedTuple):
    """What a game of several rounds goes by. :mod:`adjudicator.games.game` applies it."""

    rounds: int | None = None
    """How many are played; None for as many as the players like."""
    target: int | None = None
    """The points that end the game for whoever reaches them first."""
    lead: Lead | None = None
    """Who leads off a round, where anybody does."""
    rings: tuple[int, ...] = ()
    """How many bonus rings lie on the board of each round."""
    sets: int = 0
    """How many sets of tiles go round."""
    starting_word: int = 0
    """How many letters the word that starts a crossword has; 0 for any."""
    tiles: int = 0
    """How many tiles a set has; 0 where they are not counted."""
    wilds: int = 0
    """How many of them are wild."""
    hand: int = 0
    """How many tiles a player holds, and swaps at one time; 0 where that is open."""
    board: int = 0
    """How many tiles are drawn for a board; 0 for any number."""
    timer: int = 0
    """How many seconds a round lasts; 0 where no timer is set."""
    says: str = ""
    """What the game is, in a plain sentence or two, for who chooses one."""


class BoardRule(NamedTuple):
    """What is played on. :mod:`adjudicator.games.board` makes it."""

    reuse: Reuse = "never"
    """Whether a path may use a tile again."""


class Example(NamedTuple):
    """A word that the rulebook speaks of."""

    word: str
    legal: bool
    """Whether the rulebook says that it is legal."""
    says: str
    """Where and why it says so."""


@final
class RulesetBrief(TypedDict):
    id: str
    title: str
    rulebook: str
    digest: Digest


LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Ruleset(NamedTuple):
    """A rulebook as data. ``cites`` maps a code to the place in the rulebook that it comes from.

    Named tuples and not dataclasses: a look-up on the command line would spend a tenth of its time on importing those.
    """

    id: str
    title: str
    rulebook: str
    dictionary: Dictionary
    min_length: int = 1
    max_length: int | None = None
    alphabet: str = LETTERS
    region: RegionRule = "any"
    exclude: Exclusions = Exclusions()
    cites: dict[str, str] = {}  # noqa: RUF012 (read only, like all of it)
    challenge: Challenge = Challenge()
    scoring: Scoring = Scoring()
    board: BoardRule = BoardRule()
    game: Game = Game()
    examples: tuple[Example, ...] = ()
    """The words that its rulebook speaks of. They decide nothing: what is said of them is held against what is found."""

    @property
    def digest(self) -> str:
        """The digest of everything in it that can change a verdict or its wording: not what is for the game alone, nor the examples.

        A later version may know more exclusions. One that a ruleset does not use has no part in its digest, so that digests stay what they were.
        """
        judging = {name: value for name, value in plain(self).items() if name not in NOT_JUDGING}
        judging["exclude"] = digested(self.exclude)
        text = json.dumps(judging, sort_keys=True, ensure_ascii=False)
        return digest_of(text)

    @property
    def brief(self) -> RulesetBrief:
        """What a list of rulesets says of it."""
        return {"id": self.id, "title": self.title, "rulebook": self.rulebook, "digest": self.digest}


def digested(exclude: NamedTuple, always: int = 9) -> Table:
    """Return the exclusions that a digest is made of: the first ones *always*, those that came later if they are used."""
    used = {name: value for name, value in exclude._asdict().items() if value}
    return {name: getattr(exclude, name) for name in exclude._fields[:always]} | used


MAX_TIMER = 3_600
"""The longest timer of a round, in seconds."""
NOT_JUDGING = ("challenge", "scoring", "board", "game", "examples")
TABLES = ("dictionary", "length", "alphabet", "spelling", "exclude", "cites", *NOT_JUDGING)
MAX_LETTERS, MAX_POINTS = 100, 1_000_000
NO_CHALLENGES: Mapping[str, Table] = {}
MEMBER = ' such as { source = "scowl", max-size = 80 }'
LENGTHS = " such as { 3 = 1, 5 = 2 }: from so many letters on, so many points"
EXAMPLE = ' such as { legal = true, says = "§5: a noun" }'


def merge(base: Table, over: Table) -> dict[str, object]:
    """Return *base* with the keys of *over* on top; tables are joined one level deep.

    A ruleset that names its own sources without saying which are members means all of them; one that names a challenge rule means
    that rule, without what *base* says of challenges. The examples of *base* are of its own rulebook: they hold there alone. What is null in
    *over* counts as left out.
    """
    over = without_nulls(over)
    out = {key: value for key, value in base.items() if key != "examples"}
    challenge = over.get("challenge")
    if isinstance(challenge, dict) and "rule" in challenge:
        out.pop("challenge", None)
    ours, theirs = over.get("dictionary"), out.get("dictionary")
    if isinstance(ours, dict) and "sources" in ours and isinstance(theirs, dict):
        out["dictionary"] = {key: value for key, value in theirs.items() if key != "members"}
    for key, value in over.items():
        below = out.get(key)
        if isinstance(value, dict) and isinstance(below, dict):
            out[key] = {**below, **value}
        else:
            out[key] = value
    return out


def without_nulls(table: Table) -> dict[str, object]:
    """Return *table* without what is null in it or in the tables in it, as JSON may have it."""
    inner = (
        (
            name,
            {key: each for key, each in value.items() if each is not None}
            if isinstance(value, dict)
            else value,
        )
        for name, value in table.items()
    )
    return {name: value for name, value in inner if value is not None}


def parse(
    table: Table,
    codes: frozenset[str],
    where: str = "",
    challenges: Mapping[str, Table] = NO_CHALLENGES,
) -> Ruleset:
    """Return the ruleset that *table* (already merged with what it extends) describes.

    *challenges* are the tables of the challenge rules that it may name. :class:`~adjudicator.errors.RulesetInvalid` lists every fault with its key path.
    """
    fields = Fields(table)
    ruleset_id = fields.text("id")
    if not set(ruleset_id) <= ID_LETTERS:
        fields.fault("id", f"has characters other than a-z, 0-9, - and _: {excerpt(ruleset_id)}")
    title, rulebook = fields.text("title", ruleset_id), fields.text("rulebook", "")
    fields.text("extends", "")
    dictionary = _dictionary(fields.table("dictionary"))
    length = fields.table("length")
    low, high = length.number("min", 1), length.number("max", None, lifts=True)
    if high is not None and high < low:
        length.fault("max", f"is {high}, less than length.min, which is {low}")
    alphabet = fields.table("alphabet")
    letters = alphabet.text("letters", LETTERS, "[a-z]+", "the letters a to z in lower case")
    spelling = fields.table("spelling")
    region: RegionRule = spelling.choice("region", get_args(RegionRule), "any")
    exclude = _exclusions(fields.table("exclude"))
    cited = fields.table("cites")
    cites = {code: cited.text(code) for code in cited}
    for code in cites.keys() - codes:
        cited.fault(code, "is no code of a verdict; see the table of codes")
    challenge = _challenge(fields.table("challenge"), challenges)
    scoring, game = _scoring(fields.table("scoring")), _game(fields.table("game"))
    played = fields.table("board")
    board = BoardRule(played.choice("reuse", get_args(Reuse), "never"))
    examples = _examples(fields.table("examples"))
    fields.close()
    if fields.faults:
        raise RulesetInvalid(fields.faults, where=where)
    return Ruleset(
        id=ruleset_id,
        title=title,
        rulebook=rulebook,
        dictionary=dictionary,
        min_length=low,
        max_length=high,
        alphabet="".join(sorted(set(letters))),
        region=region,
        exclude=exclude,
        cites=cites,
        challenge=challenge,
        scoring=scoring,
        board=board,
        game=game,
        examples=examples,
    )


def _dictionary(fields: Fields) -> Dictionary:
    sources = fields.texts("sources")
    if not sources:
        fields.fault("sources", "needs at least one source")
    members = [Member(source) for source in sources]
    if fields.value("members") is not None:
        members = [_member(row, sources) for row in fields.tables("members", MEMBER)]
    return Dictionary(sources, tuple(members))


def _member(fields: Fields, sources: tuple[str, ...]) -> Member:
    source = fields.text("source", form="the id of a source")
    if source and source not in sources:
        fields.fault("source", f"is {excerpt(source)}, which dictionary.sources does not name")
    return Member(source, fields.number("max-size", None, most=None))


def _exclusions(fields: Fields) -> Exclusions:
    keys = {name: name.replace("_", "-") for name in Exclusions._fields}
    defaults = Exclusions._field_defaults.items()
    return Exclusions(
        **{name: fields.switch(keys[name]) for name, value in defaults if value is False},
        **{name: fields.number(keys[name], None, lifts=True) for name, value in defaults if value is None},
        labels=fields.texts("labels"),
        parts_of_speech=fields.texts("parts-of-speech"),
    )


def _scoring(fields: Fields) -> Scoring:
    given = fields.table("lengths", LENGTHS)
    lengths: dict[int, int] = {}
    for letters in given:
        if letters.isascii() and letters.isdigit() and len(letters) <= 3 and 1 <= int(letters) <= MAX_LETTERS:
            lengths[int(letters)] = given.number(letters, 0, least=0, most=MAX_POINTS)
        else:
            given.fault(excerpt(letters), f"takes a number of letters from 1 to {MAX_LETTERS}")
    return Scoring(
        tuple(sorted(lengths.items())),
        fields.number("ring", 1),
        fields.choice("shared", get_args(Shared), "nobody"),
        fields.number("first-finish", 0, least=0),
    )


def _game(fields: Fields) -> Game:
    rings = fields.expect(
        "rings", (), _are_rings, "a list of whole numbers from 0 to 100, one for each round"
    )
    return Game(
        fields.number("rounds", None, lifts=True),
        fields.number("target", None, most=MAX_POINTS, lifts=True),
        fields.choice("lead", get_args(Lead), None),
        tuple(rings),
        fields.number("sets", 0, least=0),
        fields.number("starting-word", 0, least=0),
        fields.number("tiles", 0, least=0),
        fields.number("wilds", 0, least=0),
        fields.number("hand", 0, least=0),
        fields.number("board", 0, least=0),
        fields.number("timer", 0, least=0, most=MAX_TIMER),
        fields.text("says", ""),
    )


def _are_rings(value: Any) -> bool:
    return isinstance(value, list) and all(type(each) is int and 0 <= each <= 100 for each in value)


def _examples(fields: Fields) -> tuple[Example, ...]:
    found: list[Example] = []
    for word in fields:
        fault = fault_of(word)
        key = excerpt(word) if fault else word
        if fault:
            fields.fault(key, fault)
        each = fields.inner(key, fields.value(word), EXAMPLE)
        if each is not None:
            found.append(Example(word, each.switch("legal", REQUIRED), each.text("says")))
    return tuple(found)


def _challenge(fields: Fields, known: Mapping[str, Table]) -> Challenge:
    """Return the challenge rule that is named, with the fields on top of it that the ruleset gives itself."""
    fields.lay_over(known.get(fields.choice("rule", tuple(known), ""), {}))
    return Challenge(**{name: _challenge_field(fields, name) for name in Challenge._fields})


def _challenge_field(fields: Fields, name: str) -> Any:
    key, default = name.replace("_", "-"), Challenge._field_defaults[name]
    kind = Fate if name in ("mid_round", "built_on") else Challenge.__annotations__[name]
    if kind is bool:
        return fields.switch(key)
    if kind is int:
        return fields.number(key, default, least=1 if name == "quorum" else 0)
    return fields.text(key, default) if kind is str else fields.choice(key, get_args(kind), default)
