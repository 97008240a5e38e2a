"""What follows from a challenge: who was right, what becomes of the words, and who loses or gets what.

Start at :func:`by_dictionary` and :func:`by_vote`; :func:`by_group` is for a group that has ruled already. The rule comes from a ruleset (:class:`~adjudicator.rules.ruleset.Challenge`), what
happened at the table from whoever challenges (:class:`Context`).
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from adjudicator.rules.ruleset import Challenge, Fate, Majority

Choice = Literal["legal", "illegal", "abstain"]
CHOICES: tuple[Choice, ...] = ("legal", "illegal", "abstain")
Decision = Literal["upheld", "rejected", "no-action", "no-quorum"]
PLAYER = "player"
CHALLENGER = "challenger"


class Context(NamedTuple):
    """What happened at the table, as far as a challenge rule asks. Who is not named is called by the part that they have."""

    player: str = PLAYER
    """Whose word it is."""
    challenger: str = CHALLENGER
    mid_round: bool = False
    """Whether the round has not ended yet."""
    built_on: bool = False
    """Whether others have played onto the word."""
    finished_first: bool = False
    """Whether its player finished the round first."""
    unplayed: Mapping[str, int] = {}
    """How many tiles each player has left."""
    ineligible: tuple[str, ...] = ()
    """Who cannot earn the bonus for finishing first, by an earlier challenge."""


class Word(NamedTuple):
    """A challenged word, whether it is legal, and what becomes of it."""

    word: str
    legal: bool
    fate: Fate | Literal["stands"]
    """What becomes of it."""


class Bonus(NamedTuple):
    """Points for finishing first that one player hands on. *heirs* is empty where nobody can be told."""

    points: int
    loser: str
    heirs: tuple[str, ...]


class Outcome(NamedTuple):
    """What a challenge came to. Nobody has to work anything out: all consequences are in it."""

    decision: Decision
    """``upheld`` where a word is illegal, ``rejected`` where all are legal; otherwise nothing was decided and nothing follows."""
    words: tuple[Word, ...]
    points: dict[str, int]
    """What each player's score changes by."""
    turn_lost: tuple[str, ...] = ()
    game_lost: tuple[str, ...] = ()
    bonus: Bonus | None = None
    ineligible: tuple[str, ...] = ()
    """Who can no longer earn the bonus for finishing first."""
    summary: str = ""


class Tally(NamedTuple):
    """Counted votes."""

    legal: int = 0
    illegal: int = 0
    abstain: int = 0


Legality = tuple[str, bool]
"""A word and whether it is legal."""

_LARGE_ENOUGH: Mapping[Majority, Callable[[int, int], bool]] = {
    "simple": lambda side, both: side * 2 > both,
    "two-thirds": lambda side, both: side * 3 >= both * 2,
    "unanimous": lambda side, both: side == both,
}


def by_dictionary(rule: Challenge, words: Sequence[Legality], context: Context) -> Outcome:
    """Return what follows from a challenge of *words* that their verdicts settle."""
    illegal = sum(not legal for _, legal in words)
    falls = bool(illegal) and rule.whole_play
    defended = 0 if falls else len(words) - illegal
    fate = _fate(rule, context)
    outcome = Outcome(
        "upheld" if illegal else "rejected",
        tuple(Word(word, legal, fate if falls or not legal else "stands") for word, legal in words),
        _points(rule, context, illegal, defended),
        _losers(context, rule.player_loses_turn and illegal, rule.challenger_loses_turn and defended),
        _losers(context, rule.player_loses_game and illegal, rule.challenger_loses_game and defended),
        _bonus(rule, context) if illegal else None,
        (context.player,) if illegal and rule.first_finish_bonus and _is_built_on(rule, context) else (),
    )
    return outcome._replace(summary=_outcome_text(outcome))


def by_vote(
    rule: Challenge, words: Sequence[Legality], counted: Tally, quorum: int, context: Context
) -> Outcome:
    """Return what follows from a challenge of *words* that a vote settles, which is on all of them together.

    Abstentions count for the quorum and not for the majority. Without a quorum, and in a tie of which the rule says so, the words keep
    the legality that they came with and nothing follows.
    """
    if sum(counted) < quorum:
        cast = _counted(sum(counted), "vote")
        return no_action(words, f"{cast} of the {quorum} that it takes", "no-quorum")
    decided = _decided(rule, counted)
    if decided == "no-action":
        return no_action(words, f"No majority ({_sides(counted)})")
    outcome = by_group(rule, [(word, decided == "legal") for word, _ in words], context)
    return outcome._replace(summary=f"The vote is {_sides(counted)}. {outcome.summary}")


def by_group(rule: Challenge, words: Sequence[Legality], context: Context) -> Outcome:
    """Return what follows from a challenge of *words* on which the group has ruled. Where only the dictionary costs anybody anything
    (Boggle, §3: two points are for whoever is wrong about what is looked up), nobody loses or wins points, turns or the game.
    """
    return by_dictionary(_without_penalties(rule) if rule.penalties == "dictionary" else rule, words, context)


def no_action(
    words: Sequence[Legality], why: str, decision: Literal["no-action", "no-quorum"] = "no-action"
) -> Outcome:
    """Return what follows where a vote decides nothing: every word stays as it was written, and counts, whatever its verdict says."""
    stays = " ".join(f"{word.upper()} stays as it was written." for word, _ in words)
    told = tuple(Word(word, legal, "stands") for word, legal in words)
    return Outcome(decision, told, {}, summary=f"{why}: no action is taken. {stays}")


def for_another(rule: Challenge) -> Challenge:
    """Return the *rule* for another challenger of a word: it is looked up once, so its player loses or wins nothing once more."""
    return rule._replace(
        player_loses=0,
        player_loses_turn=False,
        player_loses_game=False,
        player_gains=0,
        first_finish_bonus=0,
    )


def spared(rule: Challenge) -> Challenge:
    """Return the *rule* for a challenger who has lost for the same word already: it is looked up once, and costs them once."""
    return rule._replace(challenger_loses=0, challenger_loses_turn=False, challenger_loses_game=False)


def may_cost_points(rule: Challenge, *, vote: bool) -> bool:
    """Return whether the challenger of a legal word loses points, and so has to be named."""
    return bool(rule.challenger_loses) and not (vote and rule.penalties == "dictionary")


def tally(choices: Iterable[Choice]) -> Tally:
    """Return how many chose what."""
    counted = dict.fromkeys(CHOICES, 0)
    for choice in choices:
        counted[choice] += 1
    return Tally(**counted)


def _decided(rule: Challenge, counted: Tally) -> Literal["legal", "illegal", "no-action"]:
    both = counted.legal + counted.illegal
    enough = _LARGE_ENOUGH[rule.majority]
    if both and enough(counted.illegal, both):
        return "illegal"
    if both and enough(counted.legal, both):
        return "legal"
    return rule.tie


def _without_penalties(rule: Challenge) -> Challenge:
    return spared(for_another(rule))._replace(first_finish_bonus=rule.first_finish_bonus)


def _is_built_on(rule: Challenge, context: Context) -> bool:
    return rule.built_on is not None and context.mid_round and context.built_on


def _fate(rule: Challenge, context: Context) -> Fate:
    """Return what becomes of an illegal word."""
    if rule.built_on is not None and _is_built_on(rule, context):
        return rule.built_on
    return rule.mid_round if rule.mid_round is not None and context.mid_round else rule.word


def _points(rule: Challenge, context: Context, illegal: int, defended: int) -> dict[str, int]:
    """Return what the scores change by where the player was wrong of *illegal* words and the challenger of *defended* ones."""
    if rule.points_once:
        illegal, defended = min(illegal, 1), min(defended, 1)
    changes = {
        context.player: rule.player_gains * defended - rule.player_loses * illegal,
        context.challenger: -rule.challenger_loses * defended,
    }
    return {name: change for name, change in changes.items() if change}


def _losers(context: Context, player: int, challenger: int) -> tuple[str, ...]:
    return (*((context.player,) if player else ()), *((context.challenger,) if challenger else ()))


def _bonus(rule: Challenge, context: Context) -> Bonus | None:
    """Return the bonus that a first finisher with an illegal word hands on."""
    if not (rule.first_finish_bonus and context.finished_first):
        return None
    to = heirs(context.unplayed, {context.player, *context.ineligible})
    return Bonus(rule.first_finish_bonus, context.player, to)


def heirs(unplayed: Mapping[str, int], barred: Collection[str]) -> tuple[str, ...]:
    """Return who gets the bonus for finishing first where the finisher does not: whoever has the fewest *unplayed* tiles, but for those
    *barred*.

    Where several have as few, each of them gets it, as each of several players who share a word earns all its points.
    """
    left = {name: tiles for name, tiles in unplayed.items() if name not in barred}
    fewest = min(left.values(), default=0)
    return tuple(sorted(name for name, tiles in left.items() if tiles == fewest))


FATES: Mapping[str, str] = {
    "stands": "stands",
    "crossed-off": "is crossed off",
    "excluded": "is excluded from scoring",
    "withdrawn": "is taken back",
    "stays-unscored": "stays but counts nothing for its player",
}


def _outcome_text(outcome: Outcome) -> str:
    """Return the outcome in sentences."""
    said = [
        f"{word.word.upper()} is {'legal' if word.legal else 'not legal'} and {FATES[word.fate]}."
        for word in outcome.words
    ]
    for name, change in outcome.points.items():
        said.append(f"{name} {'gets' if change > 0 else 'loses'} {_counted(abs(change), 'point')}.")
    said += [f"{name} loses a turn." for name in outcome.turn_lost]
    said += [f"{name} loses the game." for name in outcome.game_lost]
    if outcome.bonus:
        heirs = " and ".join(outcome.bonus.heirs) or "whoever has the fewest unplayed tiles"
        said.append(
            f"The bonus of {_counted(outcome.bonus.points, 'point')} goes from {outcome.bonus.loser} to {heirs}."
        )
    said += [f"{name} cannot earn the bonus for finishing first." for name in outcome.ineligible]
    return " ".join(said)


def _sides(counted: Tally) -> str:
    return f"{counted.legal} legal, {counted.illegal} not legal"


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}" + ("" if number == 1 else "s")
