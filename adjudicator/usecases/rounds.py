"""Rounds and games put together with rulesets: what each player scores, why a word counts or not, who has won, who leads off next.

Start at :func:`round_scored` and :func:`game_scored`. The command line, HTTP and the page call these with a record of
:mod:`adjudicator.games.records`; what words are worth, crosswords and games themselves are :mod:`adjudicator.games`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

from adjudicator.core.budget import Purse
from adjudicator.core.shapes import plain
from adjudicator.core.spelling import fault_of, key_of
from adjudicator.errors import BadRecord, BoardInvalid, TooHard
from adjudicator.games.board import Board
from adjudicator.games.crossword import (
    PlayedWord,
    Reading,
    Run,
    bonus_goes_to,
    read_crossword,
    score_crossword,
)
from adjudicator.games.game import dealer, first_starters, standing, starters, tile_sets
from adjudicator.games.records import (
    MAX_PLAYERS,
    NOTHING_SCORED,
    Challenged,
    Crossword,
    Game,
    Round,
    RoundBase,
)
from adjudicator.games.scoring import JudgedWord, PlayerRound, points, score_round
from adjudicator.judging.bench import LEGAL_CODES
from adjudicator.judging.service import Adjudicator
from adjudicator.rules.challenge import CHALLENGER, Context, Outcome, Word, by_dictionary
from adjudicator.rules.ruleset import Ruleset
from adjudicator.usecases.boards import MISSED, FoundWord, Paths, Words, board_of, verdict_address, words_of
from adjudicator.usecases.round_shapes import (
    ChallengedModel,
    GameRoundModel,
    LeadModel,
    PlayedCrossword,
    PlayedLists,
    RunModel,
    ScoredCrossword,
    ScoredGame,
    ScoredLists,
    Worth,
)

RULED = "ruled {} by the group"
A_CHALLENGE, A_ROUND, A_RUN = 30, 30, 12
"""Steps for each challenge, each round of a game, and each word of a crossword."""
LETTERS = 4
"""How many letters are compared for a step."""


def round_scored(
    adjudicator: Adjudicator, record: Round, most: int | None = MISSED, purse: Purse | None = None
) -> ScoredLists | ScoredCrossword:
    """Return what a round comes to for each player, as plain data: every word with its points or why it has none; for lists also the best
    words of the board that nobody found, so many as *most* or all of them, or None where the board has too many ways to find them.

    The scoring comes first, and what nobody found is sought with what it has left of *purse*, by default one of its own.
    Raises :class:`BadRecord`, :class:`BoardInvalid`, :class:`UnknownRuleset`; :class:`TooHard` where the purse does not do for the scoring.
    """
    table = _Table(adjudicator, record.ruleset, purse or Purse())
    scored = table.scored(record)
    judged_by = table.bench.judged_by(table.ruleset)
    if scored["kind"] == "crossword":
        return {**judged_by, **scored}
    missed: list[FoundWord] | None = None
    with contextlib.suppress(TooHard):
        missed = table.missed(record, scored["players"], most)
    return {**judged_by, **scored, "missed": missed}


class _Challenge(NamedTuple):
    """A challenge of a round, and what followed from it."""

    given: Challenged
    key: str
    legal: bool
    outcome: Outcome

    def model(self) -> ChallengedModel:
        return {
            "word": self.given.word,
            "player": self.given.player,
            "challenger": self.given.challenger,
            "legal": self.legal,
            "points": self.outcome.points,
            "summary": self.outcome.summary,
        }


class _Table:
    """Where rounds are scored under one ruleset, as it is at one moment, out of one purse. Equal words are judged once."""

    def __init__(self, adjudicator: Adjudicator, ruleset: str, purse: Purse) -> None:
        self.ruleset = ruleset
        self.bench = adjudicator.under(ruleset)
        self.rules: Ruleset = self.bench.ruleset
        self.purse = purse
        self._words = Words(self.bench, purse)
        self._boards: dict[int, Board] = {}
        self._paths: dict[Board, Paths] = {}

    def board(self, record: RoundBase) -> Board | None:
        """Return the board of a round, which is read once; None where it has none. Raises :class:`BoardInvalid`."""
        if record.board is None:
            return None
        known = self._boards.get(id(record))
        if known is None:
            known = self._boards[id(record)] = board_of(self.bench, record.board, self.purse)
        return known

    def _paths_on(self, board: Board) -> Paths:
        if board not in self._paths:
            self._paths[board] = Paths(board, self.purse)
        return self._paths[board]

    def scored(self, record: RoundBase) -> PlayedLists | PlayedCrossword:
        """Return what a round comes to, without what is missed."""
        if (record.lists is None) == (record.crossword is None):
            raise BadRecord(["a round takes either lists or a crossword"], NOTHING_SCORED)
        if record.crossword is not None:
            return self._crossword(record, record.crossword)
        return self._lists(record, record.lists or {})

    def missed(
        self, record: RoundBase, players: Sequence[Mapping[str, Any]], most: int | None
    ) -> list[FoundWord]:
        """Return the words that are worth the most of those that nobody found. Raises :class:`TooHard`."""
        board = self.board(record)
        if board is None:
            return []
        found = {word["key"] for player in players for word in player["words"]}
        words = words_of(self.bench, board, self.ruleset, self.purse)
        return [each for each in words if each["word"] not in found][:most]

    def _lists(self, record: RoundBase, lists: Mapping[str, Sequence[str]]) -> PlayedLists:
        _refuse([] if 1 <= len(lists) <= MAX_PLAYERS else [f"lists: takes 1 to {MAX_PLAYERS} players"])
        faults = _strangers("penalties", record.penalties, lists)
        faults += _strangers("undefined", record.undefined, lists)
        faults += self._faults_of_challenges(record.challenges, list(lists))
        _refuse(faults + self._unwritten(record, lists))
        paths = None if (board := self.board(record)) is None else self._paths_on(board)
        challenges = self._challenges(record.challenges, {})
        ruled = _rulings(challenges)

        def judge(word: str) -> JudgedWord:
            return self._judged(word, paths, ruled)

        players = score_round(
            self.rules.scoring,
            lists,
            judge,
            penalties=_penalties(record.penalties, challenges),
            undefined={
                name: {self._words.of(word).key for word in words} for name, words in record.undefined.items()
            },
            purse=self.purse,
        )
        return {
            "kind": "lists",
            "players": [self._player(player) for player in players],
            "winners": _winners({player.name: player.total for player in players}),
            "challenges": [each.model() for each in challenges],
        }

    def _unwritten(self, record: RoundBase, lists: Mapping[str, Sequence[str]]) -> list[str]:
        """Return what is wrong with words that were challenged, or could not be defined, and that their player has not written down."""
        named = dict.fromkeys([*(each.player for each in record.challenges), *record.undefined])
        written = {
            name: {self._words.of(word).key for word in lists[name]} - {""} for name in named if name in lists
        }
        told = [
            (f"challenges[{at}].word", each.player, each.word) for at, each in enumerate(record.challenges)
        ]
        for name, words in record.undefined.items():
            told += [(f"undefined.{name}[{at}]", name, word) for at, word in enumerate(words)]
        return [
            f"{where}: {name} has not written it down"
            for where, name, word in told
            if name in written and self._words.of(word).key not in written[name]
        ]

    def _judged(self, word: str, paths: Paths | None, ruled: Mapping[str, bool]) -> JudgedWord:
        known = self._words.of(word)
        key = known.key
        if known.fault:
            return JudgedWord("", False, reason=known.fault)
        path, hurdle = paths.of(key) if paths else (None, None)
        if hurdle:
            return JudgedWord(key, False, False, reason=hurdle.reason)
        tiles, rings = (path.tiles, path.rings) if path else ((), 0)
        if key in ruled:
            reason = RULED.format("legal" if ruled[key] else "illegal")
            return JudgedWord(key, ruled[key], True, rings, reason, tiles)
        return JudgedWord(key, known.legal, True, rings, "" if known.legal else known.code, tiles)

    def _player(self, player: PlayerRound) -> Mapping[str, Any]:
        words = [
            plain(each, path=each.path or None, verdict=self._address(each.word) if each.key else None)
            for each in player.words
        ]
        return {**player._asdict(), "words": words}

    def _address(self, word: str) -> str:
        return verdict_address(self.ruleset, word)

    def _faults_of_challenges(self, given: Sequence[Challenged], names: Sequence[str]) -> list[str]:
        self.purse.spend(A_CHALLENGE * len(given), "words")
        faults = []
        for place, each in enumerate(given):
            where = f"challenges[{place}]"
            if fault := self._words.of(each.word).fault:
                faults.append(f"{where}.word: {fault}")
            faults += [
                f"{where}.{part}: {name} is no player of the round"
                for part, name in (("player", each.player), ("challenger", each.challenger))
                if name is not None and name not in names
            ]
            if each.challenger is None and self.rules.challenge.challenger_loses:
                faults.append(f"{where}.challenger: is missing; whoever is wrong loses points")
        return faults

    def _challenges(self, given: Sequence[Challenged], finish: Mapping[str, Any]) -> list[_Challenge]:
        """Return what follows from each challenge, in their order; *finish* is what :class:`Context` needs of how the round ended."""
        found: list[_Challenge] = []
        for each in given:
            known = self._words.of(each.word)
            legal = known.legal if each.ruling is None else each.ruling == "legal"
            context = Context(
                each.player,
                each.challenger or CHALLENGER,
                mid_round=each.mid_round,
                built_on=each.built_on,
                finished_first=not each.mid_round and each.player == finish.get("finished"),
                unplayed=finish.get("unplayed", {}),
                ineligible=tuple(name for before in found for name in before.outcome.ineligible),
            )
            outcome = by_dictionary(self.rules.challenge, [(each.word, legal)], context)
            found.append(_Challenge(each, known.key, legal, outcome))
        return found

    def _crossword(self, record: RoundBase, given: Crossword) -> PlayedCrossword:
        names = list(dict.fromkeys(given.players.values()))
        _refuse(self._faults_of_crossword(record, given, names))
        challenges = self._challenges(
            record.challenges, {"finished": given.finished, "unplayed": given.unplayed}
        )
        ruled = _rulings(challenges)
        start = None if given.starting_word is None else key_of(given.starting_word)
        read = read_crossword(
            given.rows,
            given.owners,
            given.players,
            self.bench.compiled,
            scoring=self.rules.scoring,
            rulings=ruled,
            starting_word=start,
            purse=self.purse,
        )
        meant = [read.of(each.key, each.given.player) for each in challenges]
        challenges = list(map(_read_now, challenges, meant))
        cells = sum(len(each.run.cells) for each in read.readings)
        self.purse.spend((A_RUN + len(names)) * len(read.readings), "players")
        self.purse.spend(len(challenges) * (len(read.readings) + cells) // LETTERS, "words")
        if start is not None and read.start is None:
            _refuse([f"crossword.starting_word: {start} is nowhere in the crossword"])
        against: dict[Run, list[_Challenge]] = {}
        for challenge, readings in zip(challenges, meant, strict=True):
            for each in readings if not challenge.legal else ():
                against.setdefault(each.run, []).append(challenge)
        words = [self._run(each, against.get(each.run, ()), ruled) for each in read.readings]
        played, notes = _who_played_illegal(words, challenges, given.finished)
        if read.parts > 1:
            notes.append(f"The tiles lie in {read.parts} pieces: a crossword hangs together.")
        ineligible = {name for each in challenges for name in each.outcome.ineligible}
        to = bonus_goes_to(given.finished, given.unplayed, played, sorted(ineligible))
        if given.finished and to != (given.finished,):
            _refuse(
                [
                    f"crossword.unplayed: is missing for {name}, and the bonus goes to whoever has the fewest"
                    for name in names
                    if name not in given.unplayed and name != given.finished and name not in ineligible
                ]
            )
        players = score_crossword(
            self.rules.scoring,
            names,
            [
                PlayedWord(
                    each["word"],
                    tuple(each["players"]),
                    each["status"] != "not-legal",
                    tuple(each["void_for"]),
                )
                for each in words
            ],
            bonus_to=to,
            penalties=_penalties(record.penalties, challenges),
        )
        return {
            "kind": "crossword",
            "holds": read.holds,
            "words": words,
            "wilds": [
                {"row": row + 1, "column": column + 1, "letter": letter}
                for (row, column), letter in sorted(read.wilds.items())
            ],
            "bonus": {"points": self.rules.scoring.first_finish, "to": list(to)},
            "players": [plain(player, words=[Worth(*each) for each in player.words]) for player in players],
            "winners": _winners({player.name: player.total for player in players}),
            "challenges": [each.model() for each in challenges],
            "notes": notes,
        }

    def _faults_of_crossword(self, record: RoundBase, given: Crossword, names: Sequence[str]) -> list[str]:
        _refuse(
            [] if len(given.players) <= MAX_PLAYERS else [f"crossword.players: takes {MAX_PLAYERS} at most"]
        )
        faults = _strangers("penalties", record.penalties, names)
        faults += _strangers("crossword.unplayed", given.unplayed, names)
        faults += self._faults_of_challenges(record.challenges, names)
        if record.board is not None or record.undefined:
            faults.append("board and undefined: belong to lists")
        if given.finished is not None and given.finished not in names:
            faults.append(f"crossword.finished: {given.finished} is no player of the round")
        if given.unplayed.get(given.finished or ""):
            faults.append(f"crossword.unplayed: {given.finished} has finished, and has no tile left")
        if given.starting_word is not None:
            letters = self.rules.game.starting_word
            fault = fault_of(given.starting_word)
            if fault:
                faults.append(f"crossword.starting_word: {fault}")
            elif letters and len(key_of(given.starting_word)) != letters:
                faults.append(f"crossword.starting_word: takes a word of {letters} letters")
        return faults

    def _run(self, read: Reading, against: Sequence[_Challenge], ruled: Mapping[str, bool]) -> RunModel:
        """Return a run of a crossword. One that was challenged in mid-round and stays counts nothing for its player, whatever it is read as,
        and counts for the others.
        """
        run = read.run
        word = read.word or min((each.key for each in against), default=run.letters)
        void = {each.given.player for each in against if each.outcome.words[0].fate == "stays-unscored"}
        worth = points(self.rules.scoring, len(word))
        status: Literal["scores", "too-short-to-score", "not-legal"]
        if read.word is None and not void:
            status, worth = "not-legal", 0
        else:
            status = "scores" if worth else "too-short-to-score"
        row, column = run.cells[0]
        code, reason = self._settled(word, ruled)
        return {
            "word": word,
            "letters": run.letters,
            "row": row + 1,
            "column": column + 1,
            "direction": "across" if run.across else "down",
            "players": list(run.players),
            "legal": read.word is not None,
            "code": code,
            "reason": reason,
            "status": status,
            "points": worth,
            "void_for": sorted(void),
            "verdict": self._address(word) if code else None,
        }

    def _settled(self, word: str, ruled: Mapping[str, bool]) -> tuple[str | None, str]:
        """Return the decisive code of a word of a crossword, and why it is not legal or who says so."""
        if not word.isalpha():
            return None, "No letters for its wild tiles make it a word."
        code = self._words.of(word).code
        if word in ruled:
            return code, RULED.format("legal" if ruled[word] else "illegal")
        return code, "" if code in LEGAL_CODES else code


def _read_now(challenge: _Challenge, meant: Sequence[Reading]) -> _Challenge:
    """Return a challenge as it stands once the wild tiles of the runs that it meant are read: where they are other letters now that make a
    word, nothing follows from what was illegal (FAQ). What was challenged in mid-round was settled then.
    """
    now = [each.word for each in meant]
    if challenge.legal or challenge.given.mid_round or not now or None in now:
        return challenge
    words = " and ".join(sorted({word.upper() for word in now if word}))
    outcome = Outcome(
        "upheld",
        (Word(challenge.given.word, False, "stands"),),
        {},
        summary=f"{challenge.given.word.upper()} is illegal; its tiles stand for {words} now, which counts.",
    )
    return challenge._replace(outcome=outcome)


def _who_played_illegal(
    words: Sequence[RunModel], challenges: Sequence[_Challenge], finished: str | None
) -> tuple[bool, list[str]]:
    """Return whether the player who finished first played an illegal word, and a note for every word of which that cannot be told: its tiles
    are of several players, and no challenge names whose it was.
    """
    told = {each.key for each in challenges if not each.legal}
    played = any(
        each.given.player == finished
        and not each.given.mid_round
        and any(not word.legal and word.fate != "stands" for word in each.outcome.words)
        for each in challenges
    )
    notes = []
    for each in words:
        if each["legal"] or finished not in each["players"] or each["word"] in told:
            continue
        if len(each["players"]) == 1:
            played = True
        else:
            notes.append(
                f"{each['word'].upper()} is not legal and has tiles of {' and '.join(each['players'])}: "
                "a challenge that names whose word it was settles whether the bonus is lost."
            )
    return played, notes


def game_scored(adjudicator: Adjudicator, record: Game, purse: Purse | None = None) -> ScoredGame:
    """Return how a game stands, as plain data: each round with its points, the totals, who leads, whether it is over, and who leads off next.

    All rounds are scored out of one *purse*, by default one of its own. Raises :class:`BadRecord`, :class:`BoardInvalid`, :class:`TooHard`,
    :class:`UnknownRuleset`.
    """
    purse = purse or Purse()
    table = _Table(adjudicator, record.ruleset, purse)
    rules = table.rules.game
    target = record.target or rules.target
    length = record.length or (None if record.target else rules.rounds)
    faults = _strangers("drawn", record.drawn, record.players)
    if len(set(record.players)) < len(record.players):
        faults.append("players: takes each name once")
    sets = record.sets or [str(number) for number in range(1, rules.sets + 1)]
    if sets and len(record.players) > len(sets):
        faults.append(f"players: there are {len(sets)} sets of tiles, for as many players at most")
    _refuse(faults)
    rounds: list[GameRoundModel] = []
    each_points: list[dict[str, int]] = []
    state = standing([dict.fromkeys(record.players, 0)], None, target)
    for number, played in enumerate(record.rounds, 1):
        where = f"rounds[{number - 1}]"
        purse.spend(A_ROUND + number * len(record.players) // LETTERS, "players")
        if state.over:
            _refuse([f"{where}: the game was over after round {number - 1}"])
        lead = _lead(record, table.rules, sets, number, each_points)
        scored: PlayedLists | PlayedCrossword | None = None
        if played.points is None:
            try:
                scored = table.scored(played)
                _refuse(_wrong_rings(table, played, lead["rings"], number))
            except (BadRecord, BoardInvalid) as error:
                raise type(error)([f"{where}.{fault}" for fault in error.faults]) from None
            found = {player["name"]: player["total"] for player in scored["players"]}
        else:
            found = played.points
            if played != type(played)(points=played.points):
                _refuse([f"{where}: takes its points, or how it was played, not both"])
        _refuse(_strangers(where, found, record.players))
        each_points.append({name: found.get(name, 0) for name in record.players})
        rounds.append({**lead, "points": each_points[-1], "round": scored})
        state = standing(each_points, length, target)
    return {
        **table.bench.judged_by(table.ruleset),
        "rounds": rounds,
        "totals": state.totals,
        "winners": list(state.winners) if rounds else [],
        "over": state.over,
        "next": None if state.over else _lead(record, table.rules, sets, len(rounds) + 1, each_points),
    }


def _lead(
    record: Game, rules: Ruleset, sets: Sequence[str], number: int, before: Sequence[Mapping[str, int]]
) -> LeadModel:
    """Return how round *number* begins: who deals or starts, who plays which set of tiles, how many rings lie on the board."""
    game = rules.game
    starting: tuple[str, ...] = ()
    if game.lead == "lowest":
        starting = starters(before[-1]) if before else first_starters(record.drawn)
    return {
        "number": number,
        "dealer": dealer(record.players, number) if game.lead == "dealer" else None,
        "starters": list(starting),
        "sets": tile_sets(record.players, sets, number),
        "rings": game.rings[number - 1] if number <= len(game.rings) else None,
    }


def _wrong_rings(table: _Table, played: RoundBase, rings: int | None, number: int) -> list[str]:
    board = table.board(played)
    if rings is None or board is None:
        return []
    lie = len(board.rings)
    return [] if lie == rings else [f"board: has {lie} rings, and round {number} takes {rings}"]


def _rulings(challenges: Sequence[_Challenge]) -> dict[str, bool]:
    """Return the keys that the group has ruled on, and whether each is legal; of several rulings the last counts."""
    return {each.key: each.legal for each in challenges if each.given.ruling is not None}


def _penalties(given: Mapping[str, int], challenges: Sequence[_Challenge]) -> dict[str, int]:
    """Return what each player's score changes by besides words."""
    found = dict(given)
    for each in challenges:
        for name, change in each.outcome.points.items():
            found[name] = found.get(name, 0) + change
    return found


def _winners(totals: Mapping[str, int]) -> list[str]:
    return list(standing([totals]).winners)


def _strangers(place: str, given: Mapping[str, Any], names: Sequence[str] | Mapping[str, Any]) -> list[str]:
    if len(given) > MAX_PLAYERS:
        return [f"{place}: names {len(given):,} players, and {MAX_PLAYERS} are the most"]
    return [f"{place}.{name}: is no player of the round" for name in given if name not in names]


def _refuse(faults: Sequence[str]) -> None:
    if faults:
        raise BadRecord(faults, NOTHING_SCORED)
