"""From a ruleset's data to sentences that everybody at the table understands, with nothing known beside the data.

Start at :func:`rulebook_of`, a rulebook in full, and :func:`brief_of`, its line in the list of all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from adjudicator.core.model import Verdict
from adjudicator.games.sitting import is_crossword
from adjudicator.rules.conditions import WORD_RULES
from adjudicator.rules.ruleset import LETTERS, Challenge, Example, Game, Ruleset
from adjudicator.rules.sources import NEED_WITNESS
from adjudicator.rules.wording import DESCRIPTIONS, source_name
from adjudicator.web.wording import capitalise


class Rule(NamedTuple):
    """One rule in a sentence, with its place in the rulebook and its code, if it has them."""

    text: str
    code: str = ""
    cite: str = ""
    changed: bool = False
    """Whether it differs from the rulebook that a house list is based on."""


class SourceView(NamedTuple):
    """A source that the rules name: up to which size it counts, if it has sizes, and whether this lexicon has it."""

    id: str
    name: str
    max_size: int | None
    present: bool


class ExampleView(NamedTuple):
    """An example of the rulebook, and today's verdict on it."""

    word: str
    legal: bool
    says: str
    otherwise: bool
    """Whether the verdict differs from the rulebook."""


class Brief(NamedTuple):
    """A rulebook in one line."""

    id: str
    title: str
    rulebook: str
    line: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Rulebook:
    """Everything that the page of a rulebook shows. ``points`` are of a word by its letters; ``sections`` are the rules of play."""

    ruleset: Ruleset
    base: Ruleset | None
    members: tuple[SourceView, ...]
    explaining: tuple[SourceView, ...]
    need_witness: tuple[SourceView, ...]
    """Those of the members that need a second witness to a word."""
    spelling: Rule
    length: Rule
    tiles: Rule | None
    left_out: tuple[Rule, ...]
    """What is out unless another meaning of the word counts."""
    out_whatever_it_means: tuple[Rule, ...]
    """What is out by a rule on the word, which no meaning lifts."""
    points: tuple[tuple[str, int], ...]
    scoring: tuple[Rule, ...]
    sections: tuple[tuple[str, str, tuple[Rule, ...]], ...]


def brief_of(ruleset: Ruleset) -> Brief:
    """Return a rulebook in one line."""
    parts = [_length(ruleset).text.rstrip("."), _spelling(ruleset).text.rstrip(".")]
    worth = [points for _, points in ruleset.scoring.lengths]
    if worth:
        low, high = min(worth), max(worth)
        parts.append(f"{_number(low, 'point') if low == high else f'{low} to {high} points'} a word")
    return Brief(ruleset.id, ruleset.title, ruleset.rulebook, " · ".join(parts))


def rulebook_of(ruleset: Ruleset, base: Ruleset | None, present: Collection[str]) -> Rulebook:
    """Return a rulebook in full. *base* is what a house list stands on; *present* are the ids of the sources that the lexicon has."""
    members = {member.source: member.max_size for member in ruleset.dictionary.members}
    sources = [
        SourceView(name, source_name(name), members.get(name), name in present)
        for name in ruleset.dictionary.sources
    ]
    rules = _rules(ruleset) if base is None else _compared(ruleset, base)
    spelling, length = rules["words"]
    return Rulebook(
        ruleset=ruleset,
        base=base,
        members=tuple(each for each in sources if each.id in members),
        explaining=tuple(each for each in sources if each.id not in members),
        need_witness=tuple(each for each in sources if each.id in members and each.id in NEED_WITNESS)
        if any(members.values())
        else (),
        spelling=spelling,
        length=length,
        tiles=_tiles(ruleset),
        left_out=tuple(rule for rule in rules["left-out"] if rule.code not in WORD_RULES),
        out_whatever_it_means=tuple(rule for rule in rules["left-out"] if rule.code in WORD_RULES),
        points=_points(ruleset),
        scoring=rules["scoring"],
        sections=tuple((id, title, rules[id]) for id, title in _SECTIONS.items() if rules[id]),
    )


def example_of(example: Example, verdict: Verdict) -> ExampleView:
    """Return an example of the rulebook beside the *verdict* on it."""
    return ExampleView(example.word, verdict.legal, example.says, verdict.legal is not example.legal)


_SECTIONS = {
    "board": "On a board of letters",
    "challenge": "If somebody doubts a word",
    "game": "The game",
}
"""The rules of play: the id of their section → its title."""


def _rules(ruleset: Ruleset) -> dict[str, tuple[Rule, ...]]:
    """Return the rules that a house list can change, by their place in the rulebook."""
    return {
        "words": (_spelling(ruleset), _length(ruleset)),
        "left-out": tuple(_left_out(ruleset)),
        "scoring": tuple(map(Rule, _scoring(ruleset))),
        "board": tuple(_board(ruleset)),
        "challenge": tuple(map(Rule, challenge_sentences(ruleset.challenge))),
        "game": tuple(map(Rule, _playing(ruleset.game))),
    }


def _compared(ruleset: Ruleset, base: Ruleset) -> dict[str, tuple[Rule, ...]]:
    """Return the rules; one that the *base* does not have is marked as changed, and is without a citation that is the base's."""
    said = {rule.text for rules in _rules(base).values() for rule in rules}

    def mark(rule: Rule) -> Rule:
        if rule.text in said:
            return rule
        return rule._replace(changed=True, cite="" if rule.cite == base.cites.get(rule.code) else rule.cite)

    return {place: tuple(map(mark, rules)) for place, rules in _rules(ruleset).items()}


def _number(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def _enumeration(parts: Iterable[str], last: str = "and") -> str:
    *first, end = parts
    return f"{', '.join(first)} {last} {end}" if first else end


def _rule(ruleset: Ruleset, code: str, text: str) -> Rule:
    return Rule(text, code, ruleset.cites.get(code, ""))


_SPELLINGS = {
    "any": Rule("Any spelling: British, American or another."),
    "british": Rule("British spelling.", "american-spelling"),
    "american": Rule("American spelling.", "british-spelling"),
}


def _spelling(ruleset: Ruleset) -> Rule:
    rule = _SPELLINGS[ruleset.region]
    return _rule(ruleset, rule.code, rule.text)


def _length(ruleset: Ruleset) -> Rule:
    low, high = ruleset.min_length, ruleset.max_length
    if high is None:
        return _rule(ruleset, "too-short", f"{low} letters or more.") if low > 1 else Rule("Any length.")
    told = f"{_number(low, 'letter')} exactly." if low == high else f"{low} to {_number(high, 'letter')}."
    return _rule(ruleset, "too-short" if low > 1 else "too-long", told)


def _tiles(ruleset: Ruleset) -> Rule | None:
    if ruleset.alphabet == LETTERS:
        return None
    return _rule(ruleset, "not-in-alphabet", f"Only the letters {' '.join(ruleset.alphabet)}.")


_OTHER_SPELLINGS = {"british": "American spellings: color.", "american": "British spellings: colour."}


def _left_out(ruleset: Ruleset) -> Iterable[Rule]:
    exclude = ruleset.exclude
    yield _rule(ruleset, "not-in-dictionary", "Words that none of these dictionaries has.")
    for code, each in DESCRIPTIONS.items():
        value = getattr(exclude, each.switch) if each.switch else None
        if value:
            yield _rule(ruleset, code, each.left_out_by(value))
    if ruleset.region in _OTHER_SPELLINGS:
        yield _rule(ruleset, _SPELLINGS[ruleset.region].code, _OTHER_SPELLINGS[ruleset.region])
    yield _rule(ruleset, "only-in-phrases", "Words that are only used inside phrases: quo, of “status quo”.")
    if exclude.labels:
        told = f"What a dictionary labels as {_enumeration(exclude.labels, 'or')}."
        yield _rule(ruleset, "excluded-label", told)
    if exclude.parts_of_speech:
        told = f"Parts of speech: {_enumeration(exclude.parts_of_speech)}."
        yield _rule(ruleset, "excluded-part-of-speech", told)


def _points(ruleset: Ruleset) -> tuple[tuple[str, int], ...]:
    """Return what a word is worth by its letters, lengths of the same worth taken together; from the shortest that counts on."""
    lengths = [step for step in ruleset.scoring.lengths if step[1]]
    if not lengths:
        return ()
    if lengths[0][0] > ruleset.min_length:
        lengths.insert(0, (ruleset.min_length, 0))
    found = []
    for place, (low, points) in enumerate(lengths):
        high = lengths[place + 1][0] - 1 if place + 1 < len(lengths) else None
        if high is None or high >= ruleset.min_length:
            found.append((_span(max(low, ruleset.min_length), high), points))
    return tuple(found)


def _span(low: int, high: int | None) -> str:
    if high is None:
        return f"{_number(low, 'letter')} or more" if low > 1 else "Any length"
    if high - low > 1:
        return f"{low} to {high} letters"
    return f"{low} or {high} letters" if high > low else _number(low, "letter")


_TIMES = {2: "doubles", 3: "triples"}


def sharing(ruleset: Ruleset) -> str:
    """Return what becomes of a word that several players have."""
    if is_crossword(ruleset):
        return "A word scores for everybody who has a tile in it."
    if ruleset.scoring.shared == "nobody":
        return "A word that several players have scores for nobody."
    return "A word that several players have scores for each of them."


def _scoring(ruleset: Ruleset) -> Iterable[str]:
    scoring = ruleset.scoring
    if scoring.lengths:
        yield sharing(ruleset)
    if scoring.ring > 1:
        times = _TIMES.get(scoring.ring, f"multiplies by {scoring.ring}")
        yield f"A letter with a ring {times} what a word is worth, and does so anew each time it is used."
    if scoring.first_finish:
        yield f"Whoever has played all their tiles first gets {_number(scoring.first_finish, 'point')} more."


_REUSE = {
    "never": "A word uses each tile once at most.",
    "not-twice-in-a-row": "A word may come back to a tile, but not use it twice in a row.",
    "free": "A word may use a tile as often as it likes.",
}


def _board(ruleset: Ruleset) -> Iterable[Rule]:
    if ruleset.game.sets or ruleset.game.starting_word:
        return  # a crossword that grows on the table
    touching = "Each letter touches the next: side by side, above, below or across a corner."
    yield _rule(ruleset, "not-on-board", touching)
    yield Rule(_REUSE[ruleset.board.reuse])


_MAJORITIES = {
    "simple": "More than half of those who say yes or no decide.",
    "two-thirds": "Two thirds of those who say yes or no decide.",
    "unanimous": "All who say yes or no must agree.",
}
_TIES = {
    "no-action": "If neither side has that many, nothing happens.",
    "legal": "If neither side has that many, the word counts.",
    "illegal": "If neither side has that many, the word does not count.",
}
_FATES = {
    "crossed-off": "is crossed off",
    "excluded": "scores nothing",
    "withdrawn": "is taken back",
    "stays-unscored": "stays, but scores nothing for its player",
}


def challenge_sentences(rule: Challenge) -> tuple[str, ...]:
    """Return what a challenge *rule* says, in sentences."""
    return (*_settling(rule), *_consequences(rule))


def _settling(rule: Challenge) -> Iterable[str]:
    if rule.settle == "vote":
        yield "The players vote."
    else:
        yield "The dictionary decides, or the players vote if they would rather."
    yield f"{_MAJORITIES[rule.majority]} {_TIES[rule.tie]}"
    if rule.quorum > 1:
        yield f"A vote needs {_number(rule.quorum, 'player')} at least."


def _consequences(rule: Challenge) -> Iterable[str]:
    what = "A play with a word" if rule.whole_play else "A word"
    yield f"{what} that is not legal {_FATES[rule.word]}."
    if rule.mid_round:
        yield f"While the round still runs, it {_FATES[rule.mid_round]}."
    if rule.built_on:
        yield f"If others have built on it by then, it {_FATES[rule.built_on]}."
    lost = _penalty_text(rule.player_loses, rule.player_loses_turn, rule.player_loses_game)
    if lost:
        yield f"Whoever played it loses {lost}."
    if rule.player_gains:
        once = "" if rule.points_once else " for each word"
        yield f"Whoever is doubted although the word is legal gets {_number(rule.player_gains, 'point')}{once}."
    lost = _penalty_text(rule.challenger_loses, rule.challenger_loses_turn, rule.challenger_loses_game)
    if lost:
        yield f"Whoever doubts a legal word loses {lost}."
    if rule.penalties == "dictionary":
        yield "A vote costs nobody anything: only whoever is wrong about the dictionary loses."
    if rule.first_finish_bonus:
        yield (
            f"Whoever finished first with it hands the bonus of {_number(rule.first_finish_bonus, 'point')} on"
            " to whoever has the fewest tiles left."
        )
    if rule.unchallenged == "stand":
        yield "A word that nobody doubts stands, even if it is not legal."


def _penalty_text(points: int, turn: bool, game: bool) -> str:
    parts = [*([_number(points, "point")] if points else []), *(["a turn"] if turn else [])]
    return _enumeration([*parts, *(["the game"] if game else [])]) if parts or game else ""


_LEADS = {
    "dealer": "One player deals; after each round, the next one to the left.",
    "lowest": "Whoever scored the lowest in a round starts the next.",
}


def _playing(game: Game) -> Iterable[str]:
    if game.rounds:
        yield f"A game has {_number(game.rounds, 'round')}. The most points win."
    if game.target:
        yield f"Whoever has {_number(game.target, 'point')} first wins."
    if game.lead:
        yield _LEADS[game.lead]
    if game.starting_word:
        yield f"Each round starts with a word of {_number(game.starting_word, 'letter')}."
    if any(game.rings):
        rounds = [
            f"{rings or 'no'} ring{'' if rings == 1 else 's'} in round {number}"
            for number, rings in enumerate(game.rings, 1)
        ]
        yield f"{capitalise(_enumeration(rounds))}."
    if game.sets:
        yield f"There are {game.sets} sets of tiles. After each round, every set goes on to the left."
    if game.tiles:
        yield f"A set has {_number(game.tiles, 'tile')}, {game.wilds or 'none'} of them wild."
    if game.hand:
        yield f"A player has {_number(game.hand, 'tile')} at hand, and swaps all of them or none."
    if game.board:
        yield f"{_number(game.board, 'tile').capitalize()} are drawn for a board."
    if game.timer:
        minutes, seconds = divmod(game.timer, 60)
        lasts = [_number(minutes, "minute")] * bool(minutes) + [_number(seconds, "second")] * bool(seconds)
        yield f"A round lasts {' and '.join(lasts)}."
