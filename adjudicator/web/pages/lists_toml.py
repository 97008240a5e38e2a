"""What a house list changes of its rules, as TOML that people read and write: as in a ruleset's file. Pure."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from datetime import date, time
from typing import Any

import tomli_w

from adjudicator.errors import BadRecord
from adjudicator.rules.ruleset import without_nulls

MAX_TEXT = 20_000
"""Characters that are read; a whole ruleset has a tenth. What reads TOML takes four times as long for a name of twice as many parts."""
MAX_DEPTH = 50
"""How deep tables and arrays may be in one another; a ruleset needs less than five."""
_TOO_DEEP = f"overrides: are nested too deep: more than {MAX_DEPTH} tables or arrays in one another"


def to_toml(overrides: Mapping[str, Any]) -> str:
    """Return *overrides* as TOML: single values first, then each table."""
    return tomli_w.dumps(without_nulls(overrides))


def from_toml(text: str) -> dict[str, Any]:
    """Return the overrides that *text* has. Raises :class:`BadRecord` where it is not TOML, or too long."""
    if len(text) > MAX_TEXT:
        raise BadRecord([f"overrides: is longer than {MAX_TEXT:,} characters"])
    try:
        found = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, ValueError) as error:
        raise BadRecord([f"overrides: cannot be read as TOML ({error})"]) from None
    except RecursionError:
        raise BadRecord([_TOO_DEEP]) from None
    within: list[Any] = [found]
    for _ in range(MAX_DEPTH):
        within = [
            inner
            for each in within
            if isinstance(each, dict | list)
            for inner in (each.values() if isinstance(each, dict) else each)
        ]
        if any(isinstance(each, date | time) for each in within):
            raise BadRecord(["overrides: no date or time is taken anywhere"])
    if within:
        raise BadRecord([_TOO_DEEP])
    return found
