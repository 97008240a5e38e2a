"""The ids of the sources that a ruleset may name: those of ``sources.toml`` and the project's own."""

from __future__ import annotations

import tomllib
from functools import cache

from adjudicator.resources import config_dir, home

OWN = "curated"
"""The project's own curated words, in ``config/``."""


@cache
def known_source_ids() -> set[str]:
    """Return the ids in the shipped ``sources.toml`` and the user's ``sources.local.toml``, and the project's own."""
    found = {OWN}
    for path in (config_dir() / "sources.toml", home() / "sources.local.toml"):
        if path.exists():
            found |= set(tomllib.loads(path.read_text(encoding="utf-8")))
    return found
