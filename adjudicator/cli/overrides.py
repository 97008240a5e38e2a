"""Settings of a house list as people type them: ``length.min=4``. Start at :func:`settings_with`."""

from __future__ import annotations

import copy
import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from typing import Any

from adjudicator.cli.writing import pair
from adjudicator.core.spelling import quote
from adjudicator.errors import AdjudicatorError
from adjudicator.rules.house import Settings

_BARE = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
"""A text that needs no quotes."""


def settings_with(settings: Settings, given: Iterable[str], unset: Iterable[str]) -> Settings:
    """Return *settings* after every ``KEY=VALUE`` *given*, and without the keys to *unset*.

    ``title`` and ``base`` are those of the list; any other key is a place in a ruleset, with a dot between the table and what is in it.
    A value is written as in TOML, and a text of one word needs no quotes. Raises :class:`AdjudicatorError` for what is neither.
    """
    overrides = copy.deepcopy(dict(settings.overrides))
    own: dict[str, str] = {}
    for text in given:
        key, value = pair(text, "A setting")
        if key in ("title", "base"):
            own[key] = value
        else:
            _set_path(overrides, key, _value(key, value))
    for key in unset:
        _remove(overrides, key)
    return settings._replace(overrides=overrides, **own)


def assignments(overrides: Mapping[str, Any]) -> list[str]:
    """Return *overrides* as people would type them."""
    return [
        f"{path}={json.dumps(value, ensure_ascii=False)}"
        for table, inner in overrides.items()
        for path, value in (
            [(f"{table}.{key}", value) for key, value in inner.items()]
            if isinstance(inner, dict)
            else [(table, inner)]
        )
    ]


def _value(key: str, text: str) -> Any:
    try:
        found = tomllib.loads(f"value = {text}")
    except (tomllib.TOMLDecodeError, RecursionError):
        found = {}
    if found.keys() == {"value"}:
        return found["value"]
    if _BARE.fullmatch(text):
        return text
    raise AdjudicatorError(
        f"{quote(key)} cannot be set to {quote(text)}.",
        'A value is like 4, true, british or ["archaic", "slang"].',
    )


def _set_path(overrides: dict[str, Any], path: str, value: Any) -> None:
    *tables, key = path.split(".")
    inner = overrides
    for table in tables:
        inner = inner.setdefault(table, {})
        if not isinstance(inner, dict):
            raise AdjudicatorError(f"{quote(path)} lies in no table.", "Unset what is set above it first.")
    inner[key] = value


def _remove(overrides: dict[str, Any], path: str) -> None:
    table, dot, key = path.partition(".")
    inner = overrides.get(table)
    if not dot and table in overrides:
        del overrides[table]
    elif dot and isinstance(inner, dict) and key in inner:
        del inner[key]
        if not inner:
            del overrides[table]
    else:
        raise AdjudicatorError(
            f"The list does not set {quote(path)}.",
            f"It sets: {', '.join(assignments(overrides)) or 'nothing'}.",
        )
