"""What people send while they play a game at the table, read into its sitting. Start at :func:`new_sitting` and :func:`round_sent`.

What is typed is kept as it is: it is checked where the round is scored.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence

from msgspec import ValidationError, convert
from werkzeug.datastructures import MultiDict

from adjudicator.core.spelling import fault_of, key_of, quote
from adjudicator.errors import BadRecord
from adjudicator.games.entry import one_line
from adjudicator.games.records import MAX_CHALLENGES, MAX_ROUNDS, Challenged, fault_text
from adjudicator.games.sitting import (
    COLOURS,
    Draft,
    Sitting,
    draft_of,
    faults_of_players,
    number_in,
    words_in,
)
from adjudicator.rules.ruleset import MAX_TIMER, Ruleset
from adjudicator.web.pages.board_forms import SETTLED

OF_A_GAME = ("ruleset", "player", "drawn", "minutes", "define", "length", "target", "board")
"""The fields of the form of a new game."""
SEPARATOR = "|"
"""Stands between the name of a player and a word of theirs in the value of a choice."""


def new_sitting(form: MultiDict[str, str], rules: Ruleset) -> Sitting:
    """Return the game that *form* begins. Raises :class:`BadRecord` with what is wrong with it."""
    names = [name.strip() for name in form.getlist("player")]
    drawn = dict(zip(names, (letter.strip() for letter in form.getlist("drawn")), strict=False))
    players = [name for name in names if name]
    faults = faults_of_players(players) if players else ["write down who plays"]
    if rules.game.sets and len(players) > rules.game.sets:
        faults.append(f"players: there are {rules.game.sets} sets of tiles, for as many players at most")
    seconds = _seconds(form.get("minutes", ""))
    if seconds is None:
        faults.append(f"the timer takes up to {MAX_TIMER // 60} minutes, or 0 for none")
    if faults:
        raise BadRecord(faults)
    try:
        return convert(
            {
                "id": secrets.token_hex(6),
                "ruleset": form.get("ruleset", ""),
                "players": players,
                "rounds": [{"board": one_line(form.get("board", ""))}],
                "drawn": {name: letter[0] for name, letter in drawn.items() if name and letter},
                "length": number_in(form.get("length", "")) or None,
                "target": number_in(form.get("target", "")) or None,
                "define": "define" in form,
                "seconds": seconds,
            },
            Sitting,
        )
    except ValidationError as error:
        raise BadRecord([fault_text(error)]) from error


def faults_of_new(form: MultiDict[str, str], rules: Ruleset) -> list[str]:
    """Return what keeps a game from beginning as *form* has it."""
    try:
        new_sitting(form, rules)
    except BadRecord as error:
        return list(error.faults)
    return []


def _seconds(minutes: str) -> int | None:
    """Return how many seconds so many *minutes* have, which may be a part of one; None where that is no number, or too many."""
    try:
        found = round(float(minutes.strip().replace(",", ".") or 0) * 60)
    except (ValueError, OverflowError):
        return None
    return found if 0 <= found <= MAX_TIMER else None


def round_sent(sitting: Sitting, form: MultiDict[str, str], whose: Mapping[str, str]) -> Draft:
    """Return the round that is played as *form* has it; what the form says nothing of stays. *whose* has the player of each colour of tiles.

    Raises :class:`BadRecord` for what is too long to be kept.
    """
    before = sitting.draft
    values = {name: getattr(before, name) for name in Draft.__struct_fields__} | {"asked": None}
    if "board" in form:
        values["board"] = one_line(form["board"])
    if "list" in form:
        values["lists"] = dict(zip(sitting.players, form.getlist("list"), strict=False))
    if "points" in form:
        points = dict(zip(sitting.players, map(str.strip, form.getlist("points")), strict=False))
        values["points"] = {name: each for name, each in points.items() if each}
    if "rows" in form:
        values |= {name: form.get(name, "") for name in ("rows", "owners")}
        values["starting_word"] = form.get("starting_word", "").strip()
        values["finished"] = whose.get(form.get("finished", ""), "")
        left = {name: form.get(f"unplayed-{code}", "").strip() for code, name in whose.items()}
        values["unplayed"] = {name: each for name, each in left.items() if each}
    if "board" in form or "rows" in form:
        values |= _still_there(values, before)
    return draft_of(values)


def _still_there(values: Mapping[str, object], before: Draft) -> dict[str, object]:
    """Return what was said of words as far as they still stand where they stood: the rest has nothing to be said of."""
    if values["rows"]:
        if values["rows"] == before.rows:
            return {}
        return {"challenges": [each for each in before.challenges if each.mid_round], "stands": []}
    lists: dict[str, str] = values["lists"]  # type: ignore[assignment]
    keys = {name: {key_of(word) for word in words_in(text)} for name, text in lists.items()}
    return {
        "challenges": [
            each
            for each in before.challenges
            if each.dispute or key_of(each.word or "") in keys.get(each.player or "", ())
        ],
        "undefined": {
            name: [word for word in words if key_of(word) in keys.get(name, ())]
            for name, words in before.undefined.items()
        },
    }


def challenge_sent(form: MultiDict[str, str]) -> Challenged:
    """Return the challenge that *form* enters. Raises :class:`BadRecord`."""
    dispute = form.get("dispute", "").strip()
    player, _, word = form.get("which", "").partition(SEPARATOR)
    word, at = _place_in(form.get("other", "").strip() or word)
    player = form.get("player", "") or player
    by, ruling = (None, None) if dispute else SETTLED.get(form.get("ruling", ""), (None, None))
    when = form.get("when", "")
    plain = {
        "word": word or None,
        "player": player or None,
        "challenger": form.get("challenger") or None,
        "by": by,
        "ruling": ruling,
        "at": at,
        "dispute": dispute or None,
        "mid_round": True if when else None,
        "built_on": True if when == "built" else None,
    }
    try:
        return convert(plain, Challenged)
    except ValidationError as error:
        raise BadRecord([fault_text(error)]) from error


def _place_in(text: str) -> tuple[str, list[object] | None]:
    """Return the word of a choice and where it lies in a crossword, which is behind it: ``queey 3 1 across``."""
    word, *place = text.split()[:4] or [""]
    if len(place) == 3 and place[0].isdigit() and place[1].isdigit():
        return word, [int(place[0]), int(place[1]), place[2]]
    return text, None


def with_challenge(draft: Draft, challenge: Challenged) -> list[Challenged]:
    """Return the challenges of a round with one more. Raises :class:`BadRecord` where there are too many."""
    if len(draft.challenges) >= MAX_CHALLENGES:
        raise BadRecord([f"{MAX_CHALLENGES} challenges are the most that a round takes"])
    return [*draft.challenges, challenge]


def without(challenges: Sequence[Challenged], number: str) -> list[Challenged]:
    """Return *challenges* without the one of this *number*, from 0."""
    return [each for at, each in enumerate(challenges) if str(at) != number]


def undefined_sent(sitting: Sitting, form: MultiDict[str, str]) -> dict[str, list[str]]:
    """Return which words nobody could explain, by the player who has them."""
    found: dict[str, list[str]] = {}
    for each in form.getlist("undefined"):
        name, _, word = each.partition(SEPARATOR)
        if name in sitting.players and not fault_of(word):
            found.setdefault(name, []).append(word)
    return found


def next_round(sitting: Sitting) -> Sitting:
    """Return the sitting with a new round. Raises :class:`BadRecord` where there can be no more."""
    if len(sitting.rounds) >= MAX_ROUNDS:
        raise BadRecord([f"{MAX_ROUNDS} rounds are the most that a game takes"])
    return sitting.changed_by(rounds=[*sitting.rounds, Draft()])


def colours_of(sets: Mapping[str, str], players: Sequence[str]) -> dict[str, str]:
    """Return which player has the tiles of each colour, by its code: as the *sets* of the round say, or else by where they sit."""
    codes = {colour: code for code, colour in COLOURS.items()}
    if set(sets.values()) <= codes.keys() and sets:
        return {codes[colour]: name for name, colour in sets.items()}
    return dict(zip(COLOURS, players, strict=False))


def told(name: str, word: str) -> str:
    """Return the value of a choice of a word of a player's."""
    return f"{name}{SEPARATOR}{word}"


def name_fault(name: str, players: Sequence[str]) -> str:
    """Return what is wrong with a *name* that should be that of a player; empty where nothing is."""
    return "" if name in players else f"{quote(name)} does not play in this game."
