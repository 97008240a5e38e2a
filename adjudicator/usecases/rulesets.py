"""Rulesets that somebody makes from one that there is: what they change, their file, and where they are kept. Start at :func:`effect`.

A ruleset of the user's own is a file in the data directory. Where several machines share a ledger each has a directory of its own, so that
a file there would hold on one of them alone: rules are then kept as a house list, which all have.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Mapping
from heapq import nsmallest
from typing import TYPE_CHECKING, Any, NamedTuple

import tomli_w

from adjudicator.core.model import Difference
from adjudicator.core.spelling import quote
from adjudicator.errors import BadRecord, UnknownRuleset
from adjudicator.files import write
from adjudicator.judging.bench import LEGAL_CODES, Bench
from adjudicator.lexicon.near import commonness
from adjudicator.rules.house import Settings
from adjudicator.usecases.people import EVERYTHING

if TYPE_CHECKING:
    from adjudicator.core.fields import Table
    from adjudicator.resources import Places
    from adjudicator.rules.files import Rulebooks
    from adjudicator.usecases.writers import Writer

EXAMPLES = 12
"""Words that are named of each code."""
JUDGING = ("extends", "dictionary", "length", "alphabet", "spelling", "exclude")
"""What of a ruleset's file decides which words are legal."""
NAMING = ("id", "title", "rulebook", "extends")
"""What of it names it and comes before its tables."""


class Group(NamedTuple):
    """The words that one code makes the difference for."""

    code: str
    """Why they are not legal, under the rules that say so."""
    words: int
    examples: list[str]
    """The commonest of them, at most :data:`EXAMPLES`."""


class Effect(NamedTuple):
    """What rules change of those that they begin from; the larger groups first."""

    more: list[Group]
    """Words that they make legal."""
    fewer: list[Group]
    """Words that they make illegal."""


def effect(found: Iterable[Difference], bench: Bench) -> Effect:
    """Return the effect of rules whose words differ as *found* says, those that they begin from on the left. *bench* is of either."""
    more, fewer = defaultdict(list), defaultdict(list)
    for each in found:
        if each.right in LEGAL_CODES:
            more[each.left].append(each.key)
        else:
            fewer[each.right].append(each.key)
    return Effect(_groups(more, bench), _groups(fewer, bench))


def _groups(found: Mapping[str, list[str]], bench: Bench) -> list[Group]:
    lexicon = bench.dictionaries.lexicon

    def rank(key: str) -> tuple[int, int, str]:
        return commonness(lexicon.profile_facts[lexicon.profiles.get(key, 0)]), len(key), key

    groups = [Group(code, len(keys), nsmallest(EXAMPLES, keys, rank)) for code, keys in found.items()]
    return sorted(groups, key=lambda group: (-group.words, group.code))


def judging(table: Table) -> dict[str, object]:
    """Return what of a ruleset's *table* decides which words are legal."""
    return {name: table[name] for name in JUDGING if name in table}


def as_settings(table: Table) -> Settings:
    """Return the settings of a house list that judges as the ruleset in *table* does. Raises :class:`BadRecord` where that extends none."""
    base = table.get("extends")
    if not base:
        raise BadRecord(["base: a house list stands on a ruleset, and these rules extend none"])
    over = {name: value for name, value in table.items() if name not in NAMING and name != "examples"}
    return Settings(str(table.get("title", "")), str(base), over)


def to_toml(table: Table) -> str:
    """Return the file of a ruleset."""
    named: dict[str, Any] = {name: table[name] for name in NAMING if name in table}
    return tomli_w.dumps(named | {name: value for name, value in table.items() if name not in NAMING})


def may_keep(places: Places, by: Writer | None) -> bool:
    """Return whether *by* may keep rulesets in the data directory: they own everything, this machine alone has the ledger, and files can be
    written there.
    """
    scheme, found, _ = places.ledger.partition("://")
    alone = not found or scheme.startswith("sqlite")
    return by is not None and by.may("owner", EVERYTHING) and alone and os.access(places.home, os.W_OK)


def keep(
    rulebooks: Rulebooks, places: Places, table: Table, *, by: Writer, own: str = "", seen: str = ""
) -> None:
    """Write a ruleset's file to the data directory. *own* is the id of the rules that it changes, *seen* the digest of their file; empty for
    new ones.

    Raises :class:`NotAllowed`, :class:`RulesetInvalid`, and :class:`BadRecord` where no file can be kept, a new one has the id of one that
    there is, one that is changed has another id, or somebody has changed the file meanwhile.
    """
    by.must_everywhere("owner")
    name = rulebooks.read(table).id
    if not may_keep(places, by):
        raise BadRecord(["id: no files are kept on this server; download it, or make a house list of it"])
    if own and name != own:
        raise BadRecord(
            [
                f"id: stays {quote(own)}, by which others name these rules; for another, begin new rules from them"
            ]
        )
    try:
        now = rulebooks.own(name)[1]
    except UnknownRuleset:
        now = ""
    if not seen and (now or name in rulebooks.ids()):
        raise BadRecord([f"id: there is a ruleset {quote(name)} already; choose another"])
    if seen != now:
        raise BadRecord(["id: somebody has changed these rules meanwhile; open them again on another tab"])
    try:
        places.rulesets.mkdir(exist_ok=True)
        write(places.rulesets / f"{name}.toml", to_toml(table).encode())
    except OSError as error:
        raise BadRecord([f"id: the file cannot be written ({error.strerror}); download it instead"]) from None
