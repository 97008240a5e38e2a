"""Rulesets: a rulebook's TOML read into frozen, typed objects, with every fault of the file reported at once.

Start at :func:`parse`. A ruleset may extend another: tables are joined key by key, and a list or value of the extending file replaces
the one it extends. Nothing here touches a file; :mod:`adjudicator.rules.files` finds and reads them.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple, get_args

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
    """Who decides where nobody says: the verdict, or the group's vote."""
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


class BoardRule(NamedTuple):
    """What is played on. :mod:`adjudicator.games.board` makes it."""

    reuse: Reuse = "never"
    """Whether a path may use a tile again."""


class Example(NamedTuple):
    """A word that the rulebook speaks of: whether it says that the word is legal, and where and why."""

    word: str
    legal: bool
    says: str


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
        judging = {name: value for name, value in self.plain().items() if name not in NOT_JUDGING}
        judging["exclude"] = digested(self.exclude)
        text = json.dumps(judging, sort_keys=True, ensure_ascii=False)
        return digest_of(text)

    def as_dict(self) -> dict[str, Any]:
        """Return the ruleset as plain data, with its digest."""
        return {**self.plain(), "digest": self.digest}

    def plain(self) -> dict[str, Any]:
        """Return the ruleset as plain data."""
        dictionary = {
            "sources": list(self.dictionary.sources),
            "members": [member._asdict() for member in self.dictionary.members],
        }
        return {
            **self._asdict(),
            "dictionary": dictionary,
            "exclude": self.exclude._asdict(),
            "challenge": self.challenge._asdict(),
            "scoring": {**self.scoring._asdict(), "lengths": [list(each) for each in self.scoring.lengths]},
            "board": self.board._asdict(),
            "game": {**self.game._asdict(), "rings": list(self.game.rings)},
            "examples": [example._asdict() for example in self.examples],
        }


def digested(exclude: NamedTuple, always: int = 9) -> dict[str, Any]:
    """Return the exclusions that a digest is made of: the first ones *always*, those that came later if they are used."""
    used = {name: value for name, value in exclude._asdict().items() if value}
    return {name: getattr(exclude, name) for name in exclude._fields[:always]} | used


NOT_JUDGING = ("challenge", "scoring", "board", "game", "examples")
TABLES = ("dictionary", "length", "alphabet", "spelling", "exclude", "cites", *NOT_JUDGING)
MAX_LETTERS, MAX_POINTS = 100, 1_000_000
NO_CHALLENGES: Mapping[str, dict[str, Any]] = {}
TOLD = 80
"""Characters of a wrong value that a message shows."""
_TEXTS = ("id", "title", "rulebook", "extends")


def merge(base: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    """Return *base* with the keys of *over* on top; tables are joined one level deep.

    A ruleset that names its own sources without saying which are members means all of them; one that names a challenge rule means
    that rule, without what *base* says of challenges. The examples of *base* are of its own rulebook: they hold there alone.
    """
    out = {key: value for key, value in base.items() if key != "examples"}
    if isinstance(over.get("challenge"), dict) and "rule" in over["challenge"]:
        out.pop("challenge", None)
    ours = over.get("dictionary")
    if isinstance(ours, dict) and "sources" in ours and isinstance(out.get("dictionary"), dict):
        out["dictionary"] = {key: value for key, value in out["dictionary"].items() if key != "members"}
    for key, value in over.items():
        if isinstance(value, dict) and isinstance(out.get(key), dict):
            out[key] = {**out[key], **value}
        else:
            out[key] = value
    return out


def _told(value: Any) -> str:
    """Return *value* for a message, cut where it is long."""
    text = repr(value)
    return text if len(text) <= TOLD else text[: TOLD - 1] + "…"


class _Reader:
    """Reads typed values out of a TOML table by key path, and collects what is wrong instead of stopping at it."""

    def __init__(self, table: dict[str, Any]) -> None:
        self._table = table
        self.faults: list[str] = []

    def fault(self, path: str, what: str) -> None:
        self.faults.append(f"{path}: {what}" if path else what)

    def only(self, path: str, known: set[str]) -> None:
        table = self.table(path) if path else self._table
        for key in table.keys() - known:
            self.fault(f"{path}.{key}" if path else key, f"is not known; known: {', '.join(sorted(known))}")

    def table(self, path: str) -> dict[str, Any]:
        value = self._table.get(path, {})
        if isinstance(value, dict):
            return value
        message = f"{path}: takes a table, not {type(value).__name__}"
        if message not in self.faults:
            self.faults.append(message)
        return {}

    def _value(self, path: str) -> Any:
        head, _, tail = path.partition(".")
        return self.table(head).get(tail) if tail else self._table.get(head)

    def _typed(self, path: str, check: Callable[[Any], bool], expected: str) -> Any:
        value = self._value(path)
        if value is not None and not check(value):
            self.fault(path, f"takes {expected}, not {_told(value)}")
            return None
        return value

    def text(self, path: str, required: bool = False) -> str | None:
        value: str | None = self._typed(
            path, lambda v: isinstance(v, str) and bool(v), "a text that is not empty"
        )
        if required and self._value(path) is None:
            self.fault(path, "is missing")
        return value

    def number(self, path: str, default: int | None, least: int = 1, most: int = 100) -> int | None:
        value: int | None = self._typed(
            path,
            lambda v: isinstance(v, int) and not isinstance(v, bool) and least <= v <= most,
            f"a whole number from {least} to {most:,}",
        )
        return default if value is None else value

    def switch(self, path: str) -> bool:
        return bool(self._typed(path, lambda v: isinstance(v, bool), "true or false"))

    def choice(self, path: str, kind: Any) -> Any:
        known = get_args(kind)
        value = self.text(path)
        if value is not None and value not in known:
            self.fault(path, f"is {_told(value)}; known: {', '.join(known)}")
        return value

    def texts(self, path: str) -> tuple[str, ...]:
        value = self._typed(
            path, lambda v: isinstance(v, list) and all(isinstance(x, str) for x in v), "a list of texts"
        )
        return tuple(value or ())


def parse(
    table: dict[str, Any],
    codes: frozenset[str],
    where: str = "",
    challenges: Mapping[str, dict[str, Any]] = NO_CHALLENGES,
) -> Ruleset:
    """Return the ruleset that *table* (already merged with what it extends) describes.

    *challenges* are the tables of the challenge rules that it may name. :class:`~adjudicator.errors.RulesetInvalid` lists every fault with its key path.
    """
    reader = _Reader(table)
    reader.only("", {*_TEXTS, *TABLES})
    ruleset_id = reader.text("id", required=True)
    if ruleset_id and not set(ruleset_id) <= ID_LETTERS:
        reader.fault("id", f"has characters other than a-z, 0-9, - and _: {_told(ruleset_id)}")
    dictionary = _dictionary(reader)
    reader.only("length", {"min", "max"})
    reader.only("alphabet", {"letters"})
    reader.only("spelling", {"region"})
    low = reader.number("length.min", 1)
    high = reader.number("length.max", None)
    if low is not None and high is not None and high < low:
        reader.fault("length.max", f"is {high}, less than length.min, which is {low}")
    letters = reader.text("alphabet.letters") or LETTERS
    if not (letters.isascii() and letters.islower() and letters.isalpha()):
        reader.fault("alphabet.letters", "takes the letters a to z in lower case")
    region: RegionRule = reader.choice("spelling.region", RegionRule) or "any"
    exclude = _exclusions(reader)
    title, rulebook = reader.text("title"), reader.text("rulebook")
    cites: dict[str, str] = {}
    for code in reader.table("cites"):
        cites[code] = reader.text(f"cites.{code}") or ""
        if code not in codes:
            reader.fault(f"cites.{code}", "is no code of a verdict; see the table of codes")
    challenge = _challenge(reader, challenges)
    scoring, board, game, examples = _scoring(reader), _board(reader), _game(reader), _examples(reader)
    if reader.faults:
        raise RulesetInvalid(reader.faults, where=where)
    return Ruleset(
        id=ruleset_id or "",
        title=title or ruleset_id or "",
        rulebook=rulebook or "",
        dictionary=dictionary,
        min_length=low or 1,
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


def _dictionary(reader: _Reader) -> Dictionary:
    reader.only("dictionary", {"sources", "members"})
    sources = reader.texts("dictionary.sources")
    if not sources:
        reader.fault("dictionary.sources", "needs at least one source")
    members: list[Member] = []
    rows = reader.table("dictionary").get("members")
    if rows is None:
        members = [Member(source=source) for source in sources]
    elif not isinstance(rows, list):
        reader.fault(
            "dictionary.members", 'takes a list of tables such as { source = "scowl", max-size = 80 }'
        )
    else:
        for number, row in enumerate(rows):
            member = _member(reader, f"dictionary.members[{number}]", row, sources)
            if member:
                members.append(member)
    return Dictionary(sources=sources, members=tuple(members))


def _member(reader: _Reader, where: str, row: Any, sources: tuple[str, ...]) -> Member | None:
    if not isinstance(row, dict):
        reader.fault(where, 'takes a table such as { source = "scowl", max-size = 80 }')
        return None
    for key in row.keys() - {"source", "max-size"}:
        reader.fault(f"{where}.{key}", "is not known; known: source, max-size")
    source, size = row.get("source"), row.get("max-size")
    if not isinstance(source, str):
        reader.fault(f"{where}.source", "takes the id of a source")
        return None
    if source not in sources:
        reader.fault(f"{where}.source", f"is {_told(source)}, which dictionary.sources does not name")
    if size is not None and (not isinstance(size, int) or isinstance(size, bool) or size < 1):
        reader.fault(f"{where}.max-size", "takes a whole number from 1")
        size = None
    return Member(source=source, max_size=size)


def _exclusions(reader: _Reader) -> Exclusions:
    defaults = Exclusions()._asdict()
    switches = [name.replace("_", "-") for name, value in defaults.items() if value is False]
    reader.only("exclude", {*switches, "labels", "parts-of-speech"})
    return Exclusions(
        **{name.replace("-", "_"): reader.switch(f"exclude.{name}") for name in switches},
        labels=reader.texts("exclude.labels"),
        parts_of_speech=reader.texts("exclude.parts-of-speech"),
    )


def _scoring(reader: _Reader) -> Scoring:
    reader.only("scoring", {"lengths", "ring", "shared", "first-finish"})
    given = reader.table("scoring").get("lengths", {})
    lengths: dict[int, int] = {}
    if not isinstance(given, dict):
        reader.fault(
            "scoring.lengths",
            "takes a table such as { 3 = 1, 5 = 2 }: from so many letters on, so many points",
        )
        given = {}
    for letters, points in given.items():
        if not (letters.isascii() and letters.isdigit() and 1 <= int(letters) <= MAX_LETTERS):
            reader.fault(
                f"scoring.lengths.{_told(letters)}", f"takes a number of letters from 1 to {MAX_LETTERS}"
            )
        elif not isinstance(points, int) or isinstance(points, bool) or not 0 <= points <= MAX_POINTS:
            reader.fault(
                f"scoring.lengths.{letters}", f"takes a whole number of points from 0 to {MAX_POINTS:,}"
            )
        else:
            lengths[int(letters)] = points
    return Scoring(
        tuple(sorted(lengths.items())),
        reader.number("scoring.ring", 1) or 1,
        reader.choice("scoring.shared", Shared) or "nobody",
        reader.number("scoring.first-finish", 0, least=0) or 0,
    )


def _game(reader: _Reader) -> Game:
    reader.only("game", {field.replace("_", "-") for field in Game._fields})
    rings = reader.table("game").get("rings", [])
    if not isinstance(rings, list) or not all(type(each) is int and 0 <= each <= 100 for each in rings):
        reader.fault("game.rings", "takes a list of whole numbers from 0 to 100, one for each round")
        rings = []
    return Game(
        reader.number("game.rounds", None),
        reader.number("game.target", None, most=MAX_POINTS),
        reader.choice("game.lead", Lead),
        tuple(rings),
        reader.number("game.sets", 0, least=0) or 0,
        reader.number("game.starting-word", 0, least=0) or 0,
    )


def _board(reader: _Reader) -> BoardRule:
    reader.only("board", {"reuse"})
    return BoardRule(reader.choice("board.reuse", Reuse) or "never")


def _examples(reader: _Reader) -> tuple[Example, ...]:
    found: list[Example] = []
    for word, told in reader.table("examples").items():
        fault = fault_of(word)
        path = f"examples.{_told(word) if fault else word}"
        if fault:
            reader.fault(path, fault)
        if not isinstance(told, dict):
            reader.fault(path, 'takes a table such as { legal = true, says = "§5: a noun" }')
            continue
        each = _Reader(told)
        each.only("", {"legal", "says"})
        if "legal" not in told:
            each.fault("legal", "is missing")
        found.append(Example(word, each.switch("legal"), each.text("says", required=True) or ""))
        reader.faults += [f"{path}.{what}" for what in each.faults]
    return tuple(found)


def _challenge(reader: _Reader, known: Mapping[str, dict[str, Any]]) -> Challenge:
    """Return the challenge rule that is named, with the fields on top of it that the ruleset gives itself."""
    name = reader.text("challenge.rule")
    if name is not None and name not in known:
        reader.fault("challenge.rule", f"is {_told(name)}; known: {', '.join(known)}")
    reader.only("challenge", {"rule", *(field.replace("_", "-") for field in Challenge._fields)})
    joined = _Reader({"challenge": {**known.get(name or "", {}), **reader.table("challenge")}})
    fields = {field: _challenge_field(joined, field) for field in Challenge._fields}
    reader.faults.extend(joined.faults)
    return Challenge(**{field: value for field, value in fields.items() if value is not None})


def _challenge_field(reader: _Reader, field: str) -> Any:
    path = f"challenge.{field.replace('_', '-')}"
    kind = Fate if field in ("mid_round", "built_on") else Challenge.__annotations__[field]
    if kind is bool:
        return reader.switch(path)
    if kind is int:
        return reader.number(path, None, least=1 if field == "quorum" else 0)
    return reader.text(path) if kind is str else reader.choice(path, kind)
