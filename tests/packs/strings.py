"""Strings that are no keys of a lexicon: what fingers, keyboards and other scripts make. Start at :func:`odd_strings`."""

from __future__ import annotations

import random
import sys
import unicodedata
from collections.abc import Container, Sequence
from functools import cache

from adjudicator.core.spelling import APOSTROPHES, key_of

MARKS = f"{APOSTROPHES}.-‐‑–—/ \u00a0_,;:!?&+*()[]@#0123456789²½"
ACCENTED = "éèêëàâäåçñöøüßæœþðłıŁİŞſﬁﬂŉĸŋＡｂ①ⅷªº№™ℂK𝐚𝒁"


@cache
def assigned() -> str:
    """Return every character that this Python knows: a later one may know more, and so may a browser."""
    unknown = ("Cn", "Cs", "Co")
    every = map(chr, range(sys.maxunicode + 1))
    return "".join(each for each in every if unicodedata.category(each) not in unknown)


def odd_strings(keys: Sequence[str], known: Container[str], count: int, seed: int = 19) -> list[str]:
    """Return *count* strings, each once, whose key is not *known* or that are not typed as their key is; many are made of *keys*."""
    draw = random.Random(seed)
    found: dict[str, None] = {}
    while len(found) < count:
        made = draw.choice(_WAYS)(draw, draw.choice(keys))
        if made != key_of(made) or made not in known:
            found.setdefault(made)
    return list(found)


def _cased(draw: random.Random, key: str) -> str:
    return draw.choice((key.upper(), key.title(), "".join(draw.choice((each, each.upper())) for each in key)))


def _marked(draw: random.Random, key: str) -> str:
    for _ in range(draw.randint(1, 2)):
        place = draw.randint(0, len(key))
        key = key[:place] + draw.choice(MARKS) + key[place:]
    return draw.choice((key, key.upper()))


def _accented(draw: random.Random, key: str) -> str:
    place = draw.randrange(len(key))
    return key[:place] + draw.choice(ACCENTED) + key[place + draw.randint(0, 1) :]


def _mistyped(draw: random.Random, key: str) -> str:
    place = draw.randrange(len(key))
    return key[:place] + draw.choice("abcdefghijklmnopqrstuvwxyz") + key[place + draw.randint(0, 1) :]


def _foreign(draw: random.Random, key: str) -> str:
    place = draw.randint(0, len(key))
    return key[:place] + "".join(draw.choices(assigned(), k=draw.randint(1, 3))) + key[place:]


def _wild(draw: random.Random, key: str) -> str:
    return "".join(draw.choices(assigned(), k=draw.randint(1, 8)))


def _long(draw: random.Random, key: str) -> str:
    return (key * 110)[: draw.randint(90, 110)]


def _spaced(draw: random.Random, key: str) -> str:
    return (
        draw.choice((" ", "\u00a0", "\u3000", "\t", "", "\ufeff"))
        + key
        + draw.choice((" ", "\u2009", "\n", ""))
    )


_WAYS = (_cased, _marked, _marked, _accented, _mistyped, _foreign, _wild, _long, _spaced)
