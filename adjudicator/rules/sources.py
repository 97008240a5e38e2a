"""The ids of the sources that a ruleset may name: those of ``sources.toml``, the project's own, and live dictionaries."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from adjudicator.resources import config_dir

SITES = "adjudicator.sites"
"""The group of entry points under which live dictionaries are plugged in, each by its id."""
LIVE = "live-"
"""What the id of a live dictionary begins with."""
OWN = "curated"
"""The project's own curated words, in ``config/``."""

NEED_WITNESS = frozenset({"wordnet", "oewn"})
"""Dictionaries of concepts: they have terms, species and made-up derivatives that no list of words has, and write some names in lower case. What only they
have is marked :data:`~adjudicator.core.model.ALONE`.
"""

CONTINUES = {"oewn": "wordnet", "gcide": "wordnet"}
"""Dictionary → one that it was made from. What it has from there is no second witness to a word."""

DATED = frozenset({"gcide", "web2"})
"""Works of another time, which joined words otherwise: sea-maid, to-day."""

ENTERS_ALL = frozenset({"wiktionary", "live-wiktionary"})
"""Dictionaries that enter whatever somebody has written. Of them, spellings that nobody uses any more, words made up once and what is written as it is said
are marked :data:`~adjudicator.core.model.ALONE` as well, where no list has them.
"""


@cache
def known_source_ids(home: Path) -> set[str]:
    """Return the ids in the shipped ``sources.toml`` and the ``sources.local.toml`` of the data directory *home*, the project's own, and the
    live dictionaries'.
    """
    found = {OWN, *live_ids()}
    for path in (config_dir() / "sources.toml", home / "sources.local.toml"):
        if path.exists():
            found |= set(tomllib.loads(path.read_text(encoding="utf-8")))
    return found


@cache
def live_ids() -> frozenset[str]:
    """Return the ids of the live dictionaries."""
    from importlib.metadata import entry_points  # looking one word up must not pay for it

    return frozenset(each.name for each in entry_points(group=SITES))
