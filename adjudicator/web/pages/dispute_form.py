"""What the form of a new dispute has in its fields, read back and made ready. Start at :func:`field_values` and :func:`challenge_of`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from werkzeug.datastructures import MultiDict

from adjudicator.core.spelling import quote
from adjudicator.errors import BadRecord
from adjudicator.rules.challenge import CHALLENGER, CHOICES, Context, Tally, may_cost_points
from adjudicator.rules.ruleset import Challenge
from adjudicator.web.pages.word_field import quote_phrase

WORD, WORDS = "word", "words"
"""The fields of the words: one word of an address, of which there may be several, and the text that somebody has typed."""
USUAL = "usual"
"""The value of the field of who decides, where none was chosen."""
FIELDS = (
    "ruleset",
    "player",
    "challenger",
    "settle",
    "quorum",
    "minutes",
    "hide_tally",
    "when",
    "built_on",
    "finished_first",
    "unplayed",
    "ineligible",
)
"""The fields beside the words."""
MID_ROUND = "now"
"""What the field ``when`` has while the round goes on."""
LONGEST = 7 * 24 * 60
"""Minutes that a vote may take."""
_TILES = re.compile(r"(.*\S)\s*[\s:=]\s*([0-9]{1,6})")
_NUMBER = re.compile(r"[0-9]{1,6}")
_PLACES = {
    "player": "Who played it",
    "challenger": "Who challenges it",
    "settle": "Who decides",
    "quorum": "How many must vote",
    "minutes": "Minutes to vote",
    "finished_first": "Who finished first",
    "unplayed": "Tiles left",
    "ineligible": "Out of the bonus",
    "words": "The words",
    "votes": "Too few votes",
    "dispute": "This dispute",
    "reason": "Why",
    "legal": "Hands for legal",
    "illegal": "Hands for not legal",
    "abstain": "Hands for no opinion",
}
"""What the parts of a challenge are called on the page where one has a fault."""


def field_values(values: MultiDict[str, str]) -> dict[str, str]:
    """Return every field of the form as it was typed or linked to, empty where there is none.

    Who is to decide is empty, too, where that is what the form had :data:`USUAL`: under other rules something else may be usual.
    """
    words = values.get(WORDS, "").strip() or " ".join(map(quote_phrase, values.getlist(WORD)))
    form = {WORDS: words} | {name: values.get(name, "").strip() for name in FIELDS}
    return form | {"settle": "" if form["settle"] == values.get(USUAL) else form["settle"]}


def challenge_of(form: Mapping[str, str], rule: Challenge) -> dict[str, Any]:
    """Return what :func:`adjudicator.usecases.disputes.open_dispute` takes of the fields, as far as the *rule* asks for them.

    Raises :class:`BadRecord` with every fault.
    """
    faults: list[str] = []
    settle = form["settle"] or None
    vote = (settle or rule.settle) == "vote"
    quorum = _number("quorum", form["quorum"], faults) if vote else None
    minutes = _number("minutes", form["minutes"], faults) if vote else None
    if minutes is not None and not 1 <= minutes <= LONGEST:
        faults.append(f"minutes: takes 1 to {LONGEST:,}, not {minutes}")
    context = _context(form, rule, vote, faults)
    if faults:
        raise BadRecord(faults)
    return {
        "context": context,
        "settle": settle,
        "quorum": quorum,
        "hide_tally": vote and bool(form["hide_tally"]),
        "deadline": minutes and (datetime.now(UTC) + timedelta(minutes=minutes)).isoformat(),
    }


def hands_of(form: Mapping[str, str]) -> Tally:
    """Return how many hands a form counts for what; a field that is left empty is none. Raises :class:`BadRecord` with every fault."""
    faults: list[str] = []
    hands = Tally(*(_number(choice, form.get(choice, "").strip(), faults) or 0 for choice in CHOICES))
    if faults:
        raise BadRecord(faults)
    return hands


def faults_text(faults: tuple[str, ...]) -> str:
    """Return the faults of a challenge in sentences that name the fields of the page."""
    return " ".join(map(_fault_sentence, faults))


def _fault_sentence(fault: str) -> str:
    place, _, what = fault.partition(": ")
    name = _PLACES.get(place.partition("[")[0], place)
    return f"{name}: {what.removesuffix('.')}."


def _context(form: Mapping[str, str], rule: Challenge, vote: bool, faults: list[str]) -> Context:
    """Return what happened at the table. Who challenges may be left open where they have nothing to lose."""
    bonus = rule.first_finish_bonus > 0
    names = re.split(r"[,;\n]", form["ineligible"]) if bonus else []
    return Context(
        form["player"],
        form["challenger"] or ("" if may_cost_points(rule, vote=vote) else CHALLENGER),
        mid_round=asks_when(rule) and form["when"] == MID_ROUND,
        built_on=rule.built_on is not None and bool(form["built_on"]),
        finished_first=bonus and bool(form["finished_first"]),
        unplayed=_tiles(form["unplayed"], faults) if bonus else {},
        ineligible=tuple(name.strip() for name in names if name.strip()),
    )


def asks_when(rule: Challenge) -> bool:
    """Return whether it matters to a challenge *rule* that the round goes on."""
    return rule.mid_round is not None or rule.built_on is not None


def _tiles(text: str, faults: list[str]) -> dict[str, int]:
    """Return how many tiles each player has left: a line for each, the number last."""
    found = {}
    for line in filter(None, map(str.strip, text.splitlines())):
        parts = _TILES.fullmatch(line)
        if parts is None:
            faults.append(f"unplayed: {quote(line)} is no name with a number after it, like Cleo 4")
        else:
            found[parts[1].rstrip(" :=")] = int(parts[2])
    return found


def _number(name: str, text: str, faults: list[str]) -> int | None:
    if not text:
        return None
    if not _NUMBER.fullmatch(text):
        faults.append(f"{name}: {quote(text)} is no number that is taken")
        return None
    return int(text)
