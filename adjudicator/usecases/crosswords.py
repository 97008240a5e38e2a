"""A round of a shared crossword: its words, whose they are, what challenges came to, and who earns the bonus for finishing first.

Start at :func:`crossword_scored`. Reading the crossword is :mod:`adjudicator.games.crossword`, counting its tiles :mod:`.tile_counts`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from adjudicator.core.shapes import plain
from adjudicator.core.spelling import fault_of, key_of
from adjudicator.errors import BoardInvalid, TooHard
from adjudicator.games.crossword import (
    Crossword,
    PlayedWord,
    Reading,
    bonus_goes_to,
    read_crossword,
    score_crossword,
)
from adjudicator.games.game import Setup, standing
from adjudicator.games.marks import Drawn, drawn
from adjudicator.games.records import MAX_PLAYERS, At, RoundBase
from adjudicator.games.records import Crossword as Given
from adjudicator.games.scoring import points
from adjudicator.games.trails import WILD
from adjudicator.usecases.challenged_runs import ChallengedRuns
from adjudicator.usecases.challenges import Claim, claims_of, repeats
from adjudicator.usecases.outcomes import Finish, Followed, outcomes_of, penalties_of
from adjudicator.usecases.round_shapes import PlayedCrossword, RunModel, Worth
from adjudicator.usecases.scoring_table import Rulings, Table, names_text, refuse, strangers
from adjudicator.usecases.tile_counts import counted, faults_of_swaps, swap_notes
from adjudicator.usecases.turns import faults_of_turns, turns_from

A_RUN = 12
"""Steps for each word of a crossword."""
LETTERS = 4
"""How many letters are compared for a step."""
NO_LETTER = "no-letter-fits", "No letters for its wild tiles make it a word."


def crossword_scored(table: Table, record: RoundBase, setup: Setup | None = None) -> PlayedCrossword:
    """Return what a round of a crossword comes to; *setup* is that of the game, if it is a part of one. Raises :class:`BadRecord` with every fault, and
    :class:`TooHard`.
    """
    given = record.crossword
    assert given is not None
    grid = drawn(given, setup)
    names = list(grid.names.values())
    refuse([] if len(names) <= MAX_PLAYERS else [f"crossword.players: takes {MAX_PLAYERS} at most"])
    claims = claims_of(table, record.challenges, names, lambda player, word: key_of(word))
    tiles = counted(table.rules.game, given, grid)
    faults = [*_faults(table, record, given, names), *grid.faults, *tiles.faults, *claims.faults]
    rulings = claims.rulings()
    read = _read(table, given, grid, rulings, faults)
    refuse(faults if read is None else [])
    assert read is not None
    cells = sum(len(each.run.cells) for each in read.readings)
    table.purse.spend((A_RUN + len(names)) * len(read.readings), "players")
    table.purse.spend(len(claims.told) * (len(read.readings) + cells) // LETTERS, "words")
    judgments = {each.place: table.judgment(each.written, rulings) for each in claims.told}
    meant = ChallengedRuns(read, claims, judgments)
    refuse(faults + _start_faults(given, read) + meant.faults + repeats(meant.claims))
    followed = [
        meant.reread(each)
        for each in outcomes_of(
            table,
            meant.claims,
            judgments,
            finish=Finish(given.finished, tiles.unplayed, lambda claim: not meant.is_reread(claim)),
        )
    ]
    words = [_run(table, each, read, followed, rulings) for each in read.readings]
    played, notes = _who_played_illegal(table, words, followed, given.finished)
    ineligible = {name for each in followed for name in each.outcome.ineligible}
    to = bonus_goes_to(given.finished, tiles.unplayed, played, sorted(ineligible))
    if given.finished and to != (given.finished,):
        refuse(
            [
                f"crossword.unplayed: is missing for {name}, and the bonus goes to whoever has the fewest"
                for name in names
                if name not in tiles.unplayed and name != given.finished and name not in ineligible
            ]
        )
    players = score_crossword(
        table.rules.scoring,
        names,
        [
            PlayedWord(
                each["word"],
                tuple(each["players"]),
                each["status"] != "not-legal",
                tuple(filter(None, [each["void_for"]])),
            )
            for each in words
        ],
        bonus_to=to,
        penalties=penalties_of(record.penalties, followed),
    )
    if read.parts > 1:
        notes.append(f"The tiles lie in {read.parts} pieces: a crossword hangs together.")
    notes += [*claims.notes, *meant.notes, *tiles.notes, *swap_notes(table.rules.game, given)]
    notes += _start_notes(given, grid, read, setup)
    leaders = list(standing([{player.name: player.total for player in players}]).winners)
    return {
        "kind": "crossword",
        "holds": read.holds,
        "words": words,
        "wilds": [
            {"row": row + 1, "column": column + 1, "letter": letter}
            for (row, column), letter in sorted(read.wilds.items())
        ],
        "bonus": {"points": table.rules.scoring.first_finish, "to": list(to)},
        "unplayed": dict(tiles.unplayed),
        "players": [plain(player, words=[Worth(*each) for each in player.words]) for player in players],
        "leaders": leaders,
        "winners": leaders,
        "challenges": [each.model() for each in followed],
        "turns": turns_from(record.turns, names, ()),
        "notes": notes,
    }


def _faults(table: Table, record: RoundBase, given: Given, names: Sequence[str]) -> list[str]:
    """Return what is wrong with a record, apart from its tiles and challenges."""
    faults = strangers("penalties", record.penalties, names)
    faults += strangers("crossword.unplayed", given.unplayed, names)
    faults += faults_of_turns(record.turns, names)
    faults += faults_of_swaps(table.rules.game, given, names)
    if record.board is not None or record.undefined:
        faults.append("board and undefined: belong to lists")
    if record.rings is not None:
        faults.append("rings: belong to lists")
    faults += [
        f"crossword.{part}: {name} is no player of the round"
        for part, name in (("finished", given.finished), ("starter", given.starter))
        if name is not None and name not in names
    ]
    if given.unplayed.get(given.finished or ""):
        faults.append(f"crossword.unplayed: {given.finished} has finished, and has no tile left")
    if given.starting_word is not None:
        letters = table.rules.game.starting_word
        fault = fault_of(given.starting_word)
        if fault:
            faults.append(f"crossword.starting_word: {fault}")
        elif letters and len(key_of(given.starting_word)) != letters:
            faults.append(f"crossword.starting_word: takes a word of {letters} letters")
    return faults


def _place_in(fault: str) -> str:
    """Return a *fault* of a grid with its place in the record."""
    part, _, what = fault.partition(": ")
    return f"crossword.{fault}" if part in ("rows", "owners") else f"crossword.rows: {part} {what}".rstrip()


def _read(table: Table, given: Given, grid: Drawn, rulings: Rulings, faults: list[str]) -> Crossword | None:
    """Return the crossword as it is read; None where that cannot be, with what is wrong among the *faults*."""
    if grid.faults:
        return None
    start = given.starting_word
    try:
        if any(WILD in row for row in grid.rows):
            table.pay_for_index("wild-tiles")
        return read_crossword(
            grid.rows,
            grid.owners,
            grid.names,
            table.bench.compiled,
            scoring=table.rules.scoring,
            rulings={known.key: ruling != "illegal" for known, (_, ruling) in rulings.settled.items()},
            starting_word=None if start is None or fault_of(start) else key_of(start),
            purse=table.purse,
        )
    except BoardInvalid as error:
        faults += [_place_in(fault) for fault in error.faults]
    except TooHard:
        if not faults:
            raise
    return None


def _start_faults(given: Given, read: Crossword) -> list[str]:
    if given.starting_word is None or read.start is not None or fault_of(given.starting_word):
        return []
    return [f"crossword.starting_word: {key_of(given.starting_word)} is nowhere in the crossword"]


def _start_notes(given: Given, grid: Drawn, read: Crossword, setup: Setup | None) -> list[str]:
    """Return what is unusual about who laid the starting word."""
    if given.starting_word is None or read.start is None:
        return []
    start, run = key_of(given.starting_word), read.start
    at = run.shows(read.wilds).index(start)
    laid = dict.fromkeys(
        grid.names[grid.owners[row][column]] for row, column in run.cells[at : at + len(start)]
    )
    starters = [given.starter] if given.starter else list(setup.starters) if setup else []
    if len(laid) > 1:
        return [
            f"{start.upper()} has tiles of {names_text(list(laid))}: whoever starts lays the starting word alone."
        ]
    if starters and not set(laid) & set(starters):
        return [
            f"{start.upper()} has tiles of {names_text(list(laid))}, and {' or '.join(starters)} starts the round."
        ]
    return []


class _Against(NamedTuple):
    """The challenge that a run has not stood, and whether it stays for all but its player."""

    followed: Followed
    stays: bool


def _against(reading: Reading, followed: Sequence[Followed]) -> _Against | None:
    """Return what a run has not stood; of several, what excludes it for all."""
    found = [
        _Against(each, each.fate == "stays-unscored")
        for each in followed
        if each.claim.at == reading.run.at and each.decision == "upheld"
    ]
    counting = [each for each in found if each.stays or reading.word is None]
    return min(counting, key=lambda each: each.stays, default=None)


def _run(
    table: Table, reading: Reading, read: Crossword, followed: Sequence[Followed], rulings: Rulings
) -> RunModel:
    """Return a run of a crossword. One that was void for its player and stays counts for the others."""
    run, is_word = reading.run, reading.word is not None
    against = _against(reading, followed)
    shown = run.shows(read.wilds)
    wild = WILD in run.letters
    word = reading.word or (run.letters if wild else shown)
    if wild and against and run.could_be(against.followed.claim.key):
        word = reading.word or against.followed.claim.key
    worth = points(table.rules.scoring, len(run.cells))
    judgment = table.judgment(word, rulings) if word.isalpha() else None
    code, reason = (judgment.code, judgment.reason) if judgment else NO_LETTER
    stands = (
        not is_word
        and not against
        and (judgment.counts if judgment else table.rules.challenge.unchallenged == "stand")
    )
    if judgment is None and stands:
        reason = f"{reason.removesuffix('.')}; nobody has challenged it, so it stands."
    counts = is_word or stands or (against is not None and against.stays)
    if is_word and not worth:
        code, reason = "too-short-to-score", f"A word of {len(word)} letters earns nothing."
    void_for = against.followed.claim.player if against and against.stays else None
    if void_for:
        reason = f"{reason} It stays, and counts nothing for {void_for}."
    status: Literal["scores", "too-short-to-score", "not-legal"] = "not-legal"
    if counts:
        status = "scores" if worth else "too-short-to-score"
    row, column, direction = run.at
    return {
        "word": word,
        "letters": run.letters,
        "row": row,
        "column": column,
        "direction": direction,
        "players": list(run.players),
        "legal": is_word and judgment is not None and judgment.legal,
        "code": code,
        "reason": reason,
        "status": status,
        "points": worth if counts else 0,
        "void_for": void_for,
        "verdict": table.address(word) if judgment else None,
    }


def _who_played_illegal(
    table: Table, words: Sequence[RunModel], followed: Sequence[Followed], finished: str | None
) -> tuple[bool, list[str]]:
    """Return whether the player who finished first played an illegal word that costs the bonus, and a note for every illegal word that nobody
    has challenged and that stands, or of which it cannot be told whose it was. A word that the group has ruled illegal for somebody else is
    the same word.
    """
    upheld = [each.claim for each in followed if each.decision == "upheld"]
    played = any(each.outcome.bonus is not None or _costs(each, finished) for each in followed)
    notes = []
    for each in words:
        at = each["row"], each["column"], each["direction"]
        if (
            each["legal"]
            or each["code"] == "no-action"
            or any(one.key == each["word"] and _is_of(one, at, each["players"]) for one in upheld)
        ):
            continue
        if each["status"] != "not-legal":
            notes.append(f"{each['word'].upper()} is not legal; nobody has challenged it, so it stands.")
        elif finished not in each["players"]:
            continue
        elif len(each["players"]) == 1:
            played = True
        else:
            notes.append(
                f"{each['word'].upper()} is not legal and has tiles of {' and '.join(each['players'])}: "
                "a challenge that names whose word it was settles whether the bonus is lost."
            )
    return played, notes


def _is_of(claim: Claim, at: At, players: Sequence[str]) -> bool:
    """Return whether a challenge is of the run *at* a place, or of a word of one of its *players* that was taken back."""
    return claim.at == at if claim.at is not None else claim.player in players


def _costs(followed: Followed, finished: str | None) -> bool:
    """Return whether an illegal word costs whoever *finished* first the bonus: it was theirs, and lay there in the end."""
    claim = followed.claim
    return (
        claim.player == finished
        and followed.decision == "upheld"
        and followed.fate != "stands"
        and not claim.mid_round
    )
