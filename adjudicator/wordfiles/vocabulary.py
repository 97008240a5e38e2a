"""What people call columns, and which words they write for yes and no: ``config/lists/columns.toml``. Start at :func:`vocabulary`."""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Mapping
from functools import cache
from typing import Literal, NamedTuple

from adjudicator.resources import config_dir
from adjudicator.rules.house import Effect

Meaning = Literal["word", "effect", "denied", "reason", "author", "at", "expires", "inflections", "ruling"]
"""What a column says of a word; ``denied`` is the effect the other way round."""
_SIGNS = " \t\n\r\u00a0?!:.*()[]\"'"


class Vocabulary(NamedTuple):
    """Names and words, each as :func:`folded` makes it."""

    columns: Mapping[str, Meaning]
    effects: Mapping[str, Effect]
    ticks: frozenset[str]


@cache
def vocabulary() -> Vocabulary:
    """Return what ``config/lists/columns.toml`` says."""
    table = tomllib.loads((config_dir() / "lists" / "columns.toml").read_text(encoding="utf-8"))
    columns: dict[str, Meaning] = {
        folded(name): meaning for meaning, names in table["columns"].items() for name in names
    }
    effects: dict[str, Effect] = {
        folded(word): effect for effect in ("allow", "deny") for word in table["effects"][effect]
    }
    ticks = frozenset(map(folded, table["effects"]["ticks"]))
    return Vocabulary(columns, {**effects, **dict.fromkeys(ticks, "allow")}, ticks)


def folded(text: str) -> str:
    """Return *text* as names are compared: without capitals, accents and the signs around it."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(char for char in parts if not unicodedata.combining(char))
    return " ".join(plain.split()).strip(_SIGNS)
