"""Rulesets that somebody makes of one that is there: the text of their file, and what they change. Start at :func:`table_of` and :func:`shifts`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import tomli_w

from adjudicator.errors import BadRecord
from adjudicator.lexicon.near import commonness

if TYPE_CHECKING:
    from adjudicator.core.model import Difference
    from adjudicator.judging.service import Adjudicator

EXAMPLES = 8
"""Words that are named of each kind of change."""


class Shift(NamedTuple):
    """Words that are judged otherwise, for one reason."""

    left: str
    """The code under the ruleset that it is made of."""
    right: str
    words: int
    """How many."""
    examples: tuple[str, ...]
    """The commonest of them."""


def table_of(id: str, title: str, base: str, overrides: Mapping[str, Any]) -> dict[str, Any]:
    """Return the ruleset that extends *base* by *overrides*, as the table of its file. Raises :class:`BadRecord` where these say what it is."""
    own = [key for key in ("id", "title", "extends") if key in overrides]
    if own:
        raise BadRecord([f"overrides: take tables, not {', '.join(own)}: these have fields of their own"])
    return {"id": id, "title": title, "extends": base, **overrides}


def text_of(table: Mapping[str, Any]) -> str:
    """Return the file of a ruleset."""
    return tomli_w.dumps(table)


def shifts(adjudicator: Adjudicator, differences: Iterable[Difference]) -> list[Shift]:
    """Return what is judged otherwise by the codes before and after, the most words first."""
    found: dict[tuple[str, str], list[str]] = {}
    for key, left, right in differences:
        found.setdefault((left, right), []).append(key)
    lexicon = adjudicator.lexicon

    def rarity(key: str) -> tuple[int, str]:
        return commonness(lexicon.profile_facts[lexicon.profiles.get(key, 0)]), key

    shown = [
        Shift(left, right, len(keys), tuple(sorted(keys, key=rarity)[:EXAMPLES]))
        for (left, right), keys in found.items()
    ]
    return sorted(shown, key=lambda each: (-each.words, each.left, each.right))
