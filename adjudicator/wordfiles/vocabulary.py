"""What people call columns, and which words they write for yes and no: ``config/lists/columns.toml``. Start at :func:`vocabulary`."""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Literal, NamedTuple

from adjudicator.resources import config_dir
from adjudicator.rules.house import Effect

Meaning = Literal["word", "effect", "denied", "reason", "author", "at", "expires", "inflections", "ruling"]
"""What a column says of a word; ``denied`` is the effect the other way round."""
SHORT = 24
"""Letters of a text at most that is folded once: what people send is kept no longer."""
_SIGNS = " \t\n\r\u00a0?!:.*()[]\"'"


class Vocabulary(NamedTuple):
    """Names and words, each as :func:`folded` makes it."""

    columns: Mapping[str, Meaning]
    effects: Mapping[str, Effect]
    ticks: frozenset[str]
    """Crosses among them."""
    crosses: frozenset[str]
    """Ticks that stand for a no in the columns of some."""
    negations: frozenset[str]
    """What turns a word of yes into one of no, as `not` in `not allowed`."""


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
    phrases = (part for word, effect in effects.items() if effect == "deny" for part in word.split()[:-1])
    negations = frozenset(part for part in phrases if part not in effects)
    crosses = frozenset(map(folded, table["effects"]["crosses"]))
    ticks = crosses | frozenset(map(folded, table["effects"]["ticks"]))
    return Vocabulary(columns, {**effects, **dict.fromkeys(ticks, "allow")}, ticks, crosses, negations)


def meaning_in(title: str) -> Meaning | None:
    """Return what a column called *title* has; words where the title says what all of them are, as in `Banned words`."""
    return vocabulary().columns.get(folded(title)) or ("word" if verdict_in(title) else None)


def verdict_in(title: str) -> Effect | None:
    """Return what *title* says of all words under it, as `Banned words` or `denied` does."""
    known = vocabulary()
    parts = [part for part in map(folded, title.split()) if part]
    rest = " ".join(part for part in parts if known.columns.get(part) != "word")
    if rest == " ".join(parts) and known.columns.get(rest) not in ("effect", "denied"):
        return None
    return known.effects.get(rest)


def folded(text: str) -> str:
    """Return *text* as names are compared: without capitals, accents and the signs around it."""
    return _folded_once(text) if len(text) <= SHORT else _folded(text)


def _folded(text: str) -> str:
    parts = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(char for char in parts if not unicodedata.combining(char))
    return " ".join(plain.split()).strip(_SIGNS)


_folded_once = lru_cache(maxsize=1_024)(
    _folded
)  # a column has a few words of yes and no, in each of its rows
