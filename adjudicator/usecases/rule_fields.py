"""What a house list changes of its rules, as fields that people fill in. Start at :func:`fields_of` and :func:`settings_from`.

A field that is left as the base has it changes nothing; what the fields do not speak of stays as the list has it.
"""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.errors import BadRecord
from adjudicator.resources import config_dir
from adjudicator.rules.house import Settings
from adjudicator.rules.wording import DESCRIPTIONS, source_name

if TYPE_CHECKING:
    from adjudicator.judging.service import Adjudicator
    from adjudicator.rules.ruleset import Ruleset

SCALARS: dict[str, tuple[str, str]] = {
    "min": ("length", "min"),
    "max": ("length", "max"),
    "spelling": ("spelling", "region"),
    "settle": ("challenge", "settle"),
}
"""Field → its place in a ruleset."""
CHOICES = ("left-out", "labels", "sources")
"""The fields of which several may be chosen."""


class Choice(NamedTuple):
    """One of several that may be chosen."""

    value: str
    text: str
    chosen: bool


class RuleFields(NamedTuple):
    """What stands in the fields: of scalars what the list sets, or nothing; of choices what holds now, whoever sets it."""

    scalars: dict[str, str]
    base: dict[str, str]
    """What holds where the list sets nothing."""
    choices: dict[str, list[Choice]]


def fields_of(adjudicator: Adjudicator, settings: Settings) -> RuleFields:
    """Return the fields of *settings*. Raises :class:`RulesetError` where the rules have faults."""
    base = _ruleset(adjudicator, settings._replace(overrides={}))
    now = _ruleset(adjudicator, settings)
    scalars = {
        field: str(settings.overrides.get(table, {}).get(key, "")) for field, (table, key) in SCALARS.items()
    }
    told = {
        "min": str(base.min_length),
        "max": "" if base.max_length is None else str(base.max_length),
        "spelling": base.region,
        "settle": base.challenge.settle,
    }
    offered = _offered(adjudicator, now)
    chosen = _chosen(now)
    choices = {
        name: [Choice(value, text, value in chosen[name]) for value, text in offered[name].items()]
        for name in CHOICES
    }
    return RuleFields(scalars, told, choices)


def settings_from(
    adjudicator: Adjudicator,
    settings: Settings,
    *,
    title: str,
    base: str,
    scalars: Mapping[str, str],
    choices: Mapping[str, Collection[str]],
) -> Settings:
    """Return what becomes of *settings* by fields as somebody sends them. Raises :class:`BadRecord` for a number that is none; what else
    no ruleset can have, is refused where it is written.
    """
    overrides = copy.deepcopy(dict(settings.overrides))
    faults = []
    for field, (table, key) in SCALARS.items():
        text = scalars.get(field, "").strip()
        if table == "length" and text and not (text.isascii() and text.isdigit() and len(text) < 4):
            faults.append(f"{field}: takes a number of letters, not {text[:20]}")
        elif text:
            _set(overrides, table, key, int(text) if table == "length" else text)
        else:
            _set(overrides, table, key, None)
    if not choices.get("sources"):
        faults.append("sources: takes one dictionary at least")
    if faults:
        raise BadRecord(faults)
    now, below = _ruleset(adjudicator, settings), _ruleset(adjudicator, settings._replace(overrides={}))
    before, usual = _chosen(now), _chosen(below)
    for name in CHOICES:
        sent = [value for value in _offered(adjudicator, now)[name] if value in choices.get(name, ())]
        if {*sent} == before[name]:
            continue
        _choose(overrides, name, None if {*sent} == usual[name] else sent, now, below)
    return Settings(title, base, overrides)


def _ruleset(adjudicator: Adjudicator, settings: Settings) -> Ruleset:
    return adjudicator.benches.of_settings(settings).ruleset


def _offered(adjudicator: Adjudicator, now: Ruleset) -> dict[str, dict[str, str]]:
    """Return what may be chosen in each field, with the texts for it."""
    switches = {switch: text for _, switch, text in DESCRIPTIONS.values() if switch}
    present = [source["id"] for source in adjudicator.sources()]
    sources = dict.fromkeys([*now.dictionary.sources, *present])
    return {
        "left-out": switches,
        "labels": {label: label for label in dict.fromkeys([*_labels(), *now.exclude.labels])},
        "sources": {id: source_name(id) for id in sources},
    }


def _chosen(ruleset: Ruleset) -> dict[str, set[str]]:
    exclude = ruleset.exclude
    return {
        "left-out": {switch for _, switch, _ in DESCRIPTIONS.values() if switch and getattr(exclude, switch)},
        "labels": {*exclude.labels},
        "sources": {member.source for member in ruleset.dictionary.members},
    }


def _choose(
    overrides: dict[str, Any], name: str, sent: Sequence[str] | None, now: Ruleset, below: Ruleset
) -> None:
    """Have *overrides* say what was chosen in a field, or nothing of it where that is None."""
    if name == "labels":
        _set(overrides, "exclude", "labels", sent)
    elif name == "left-out":
        for _, switch, _ in DESCRIPTIONS.values():
            if switch:
                wanted = None if sent is None else switch in sent
                usual = getattr(below.exclude, switch)
                _set(overrides, "exclude", switch.replace("_", "-"), None if wanted == usual else wanted)
    elif sent is None:
        overrides.pop("dictionary", None)
    else:
        sizes = {each.source: each.max_size for each in (*below.dictionary.members, *now.dictionary.members)}
        members = [
            {"source": id, **({"max-size": sizes[id]} if sizes.get(id) is not None else {})} for id in sent
        ]
        sources = [*dict.fromkeys([*now.dictionary.sources, *sent])]
        overrides["dictionary"] = {"sources": sources, "members": members}


def _set(overrides: dict[str, Any], table: str, key: str, value: Any) -> None:
    """Set a key of a table, or take it away where *value* is None."""
    inner = dict(overrides.get(table, {}))
    if value is None:
        inner.pop(key, None)
    else:
        inner[key] = value
    if inner:
        overrides[table] = inner
    else:
        overrides.pop(table, None)


@cache
def _labels() -> tuple[str, ...]:
    """Return the labels that a ruleset can name."""
    return tuple(tomllib.loads((config_dir() / "labels.toml").read_text("utf-8")))
