"""A round of lists: what each player has written down, held against the board, the dictionary and what was challenged.

Start at :func:`lists_scored`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.core.shapes import plain
from adjudicator.core.spelling import fault_of, key_of
from adjudicator.errors import BoardInvalid
from adjudicator.games.game import Setup, standing
from adjudicator.games.records import MAX_PLAYERS, RoundBase
from adjudicator.games.scoring import JudgedWord, ListedWord, PlayerRound, score_round
from adjudicator.usecases.boards import Paths
from adjudicator.usecases.challenges import Claim, claims_of, repeats
from adjudicator.usecases.outcomes import Followed, outcomes_of, penalties_of
from adjudicator.usecases.round_shapes import PlayedLists
from adjudicator.usecases.scoring_table import Judgment, Table, names_text, refuse, sentence, strangers
from adjudicator.usecases.turns import faults_of_turns, turns_from


def lists_scored(table: Table, record: RoundBase, setup: Setup | None = None) -> PlayedLists:
    """Return what a round of lists comes to. *setup* is that of the game, if it is a part of one.

    Raises :class:`BadRecord` with every fault, and :class:`TooHard`.
    """
    lists = record.lists or {}
    refuse([] if 1 <= len(lists) <= MAX_PLAYERS else [f"lists: takes 1 to {MAX_PLAYERS} players"])
    faults = strangers("penalties", record.penalties, lists)
    faults += strangers("undefined", record.undefined, lists)
    faults += faults_of_turns(record.turns, list(lists))
    forms: dict[str, dict[str, str]] = {}

    def written(player: str, word: str) -> str:
        if player not in lists or word in lists[player]:
            return word
        if player not in forms:
            forms[player] = _forms(table, lists[player])
        return forms[player].get(key_of(word), word)

    claims = claims_of(table, record.challenges, list(lists), written)
    faults += claims.faults + _unwritten(table, claims.told, record.undefined, lists) + repeats(claims.all)
    paths, told = _paths(table, record, setup)
    uses, more = _uses(table, record, lists, setup.rings if setup else None)
    refuse(faults + told + more)
    rulings = claims.rulings()
    judgments: dict[str, Judgment] = {}

    def judged(word: str) -> Judgment:
        if word not in judgments:
            found = table.judgment(word, rulings, paths)
            judgments[word] = found._replace(rings=found.rings + uses.get(found.key, 0))
        return judgments[word]

    def judge(word: str) -> JudgedWord:
        found = judged(word)
        return JudgedWord(found.key, found.counts, found.on_board, found.rings, found.reason, found.path)

    undefined = {
        name: {table.words.of(word).key for word in words} for name, words in record.undefined.items()
    }
    followed = outcomes_of(
        table, claims.all, {each.place: judged(each.written) for each in claims.all}, undefined=undefined
    )
    players = score_round(
        table.rules.scoring,
        lists,
        judge,
        penalties=penalties_of(record.penalties, followed),
        undefined=undefined,
        purse=table.purse,
    )
    leaders = list(standing([{player.name: player.total for player in players}]).winners)
    notes = [*claims.notes, *_board_notes(table, record), *_notes(players, judgments, followed)]
    return {
        "kind": "lists",
        "players": [_player(table, player, judgments) for player in players],
        "leaders": leaders,
        "winners": leaders,
        "challenges": [each.model() for each in followed],
        "turns": turns_from(record.turns, list(lists), ()),
        "notes": notes,
    }


def _forms(table: Table, words: Sequence[str]) -> dict[str, str]:
    """Return how each key stands on a list, as it was first written."""
    return {table.words.of(word).key: word for word in reversed(words)}


def _unwritten(
    table: Table,
    claims: Sequence[Claim],
    undefined: Mapping[str, Sequence[str]],
    lists: Mapping[str, Sequence[str]],
) -> list[str]:
    """Return what is wrong with words that were challenged, or could not be defined, and that their player has not written down; and with
    challenges that name places of a crossword.
    """
    named = dict.fromkeys([*(each.player for each in claims), *undefined])
    keys = {name: _forms(table, lists[name]) for name in named if name in lists}
    told = [(f"{each.where}.word", each.player, each.key) for each in claims]
    for name, words in undefined.items():
        told += [(f"undefined.{name}[{at}]", name, table.words.of(word).key) for at, word in enumerate(words)]
    faults = [
        f"{where}: {name} has not written it down"
        for where, name, key in told
        if name in keys and (not key or key not in keys[name])
    ]
    return faults + [f"{each.where}.at: is for a crossword" for each in claims if each.at is not None]


def _paths(table: Table, record: RoundBase, setup: Setup | None) -> tuple[Paths | None, list[str]]:
    """Return the paths of the board of a round, if it has one, and what is wrong with that."""
    try:
        board = table.board(record)
    except BoardInvalid as error:
        return None, list(error.faults)
    if board is None:
        return None, []
    faults = []
    if setup and setup.rings is not None and len(board.rings) != setup.rings:
        faults.append(f"board: has {len(board.rings)} rings, and round {setup.number} takes {setup.rings}")
    if record.rings:
        faults.append("rings: belong to a round without a board; the board says which letters have one")
    return table.paths_on(board), faults


def _uses(
    table: Table, record: RoundBase, lists: Mapping[str, Sequence[str]], rings: int | None
) -> tuple[dict[str, int], list[str]]:
    """Return how often each key uses a ringed letter, as far as a record without a board says so, and what is wrong with what it says."""
    if record.board is not None:
        return {}, []
    if record.rings is None:
        if rings and any(lists.values()):
            return {}, [
                f"rings: is missing; {'1 bonus ring lies' if rings == 1 else f'{rings} bonus rings lie'} in this round: "
                "give the board, or how often each word uses a ringed letter"
            ]
        return {}, []
    found: dict[str, int] = {}
    faults = strangers("rings", record.rings, lists)
    for name, words in record.rings.items():
        written = {table.words.of(word).key for word in lists.get(name, ())}
        for word, uses in words.items():
            key = "" if fault_of(word) else key_of(word)
            if name in lists and (not key or key not in written):
                faults.append(f"rings.{name}.{word}: is not on the list of {name}")
            elif found.setdefault(key, uses) != uses:
                faults.append(f"rings.{name}.{word}: uses {found[key]} elsewhere; a word has one best path")
            if rings == 0 and uses:
                faults.append(f"rings.{name}.{word}: no bonus ring lies in this round")
    return found, faults


def _player(table: Table, player: PlayerRound, judgments: Mapping[str, Judgment]) -> Mapping[str, Any]:
    words = []
    for each in player.words:
        code, reason = _why(player.name, each, judgments[each.word])
        words.append(
            plain(
                each,
                code=code,
                reason=reason,
                path=each.path or None,
                verdict=table.address(each.word) if each.key else None,
            )
        )
    return {**player._asdict(), "words": words}


def _why(name: str, word: ListedWord, judgment: Judgment) -> tuple[str, str]:
    """Return the code of what decided a listed word, and why it counts or not."""
    reasons = {
        "shared": f"Found by {names_text(word.shared_with)}, too.",
        "repeated": f"{sentence(name).removesuffix('.')} has it on the list already.",
        "undefined": f"{sentence(name).removesuffix('.')} could not define it.",
        "too-short-to-score": f"A word of {len(word.key)} letter{'s' * (len(word.key) != 1)} earns nothing.",
    }
    reason = reasons.get(word.status)
    return (judgment.code, judgment.reason) if reason is None else (word.status, reason)


def _board_notes(table: Table, record: RoundBase) -> list[str]:
    board, drawn = table.board(record), table.rules.game.board
    if board is None or not drawn or len(board.tiles) == drawn:
        return []
    return [f"The board has {len(board.tiles)} tiles, and {drawn} are drawn for one."]


def _notes(
    players: Sequence[PlayerRound], judgments: Mapping[str, Judgment], followed: Sequence[Followed]
) -> list[str]:
    statuses: dict[tuple[str, str], set[str]] = {}
    for player in players:
        for word in player.words:
            statuses.setdefault((player.name, word.key), set()).add(word.status)
    notes = []
    for each in followed:
        claim = each.claim
        what, became = claim.written.upper(), statuses.get((claim.player, claim.key), ())
        if "shared" in became:
            notes.append(f"{what} was challenged, and counts for nobody: several have found it.")
        if "repeated" in became:
            notes.append(f"{what} was challenged, and stands on the list of {claim.player} more than once.")
    stands = dict.fromkeys(
        judgments[word.word].key
        for player in players
        for word in player.words
        if judgments[word.word].counts
        and not judgments[word.word].legal
        and judgments[word.word].code != "no-action"
    )
    notes += [f"{key.upper()} is not legal; nobody has challenged it, so it stands." for key in stands]
    return list(dict.fromkeys(notes))
