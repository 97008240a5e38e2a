"""Rules as a page has them in its fields: what both the form of a ruleset and that of a house list's rules show. Start at :class:`FilledRules`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from adjudicator.core.fields import Table
from adjudicator.rules.wording import source_name
from adjudicator.runtime import current
from adjudicator.web.pages.ruleset_fields import Field, Group
from adjudicator.web.pages.ruleset_forms import Form, members, said_in
from adjudicator.web.wording import capitalise


class SourceField(NamedTuple):
    """A dictionary that the rules may count on."""

    id: str
    name: str
    sized: bool
    """Whether it has sizes, of which the rules may count the smaller ones alone."""
    present: bool


class FilledRules:
    """What stands in the fields of rules that say *over* and begin from those in *below*."""

    form: Form
    fields: Sequence[Field]
    groups: Iterable[Group]

    def __init__(self, below: Table, over: Table) -> None:
        self.books = current.adjudicator().rulebooks
        self.below = below
        self.over = over

    @cached_property
    def sources(self) -> list[SourceField]:
        """The dictionaries that rules may name: those of the rules below, those that this server has, and those that the form has."""
        known = {each["id"]: each for each in current.adjudicator().sources()}
        defining = [name for name, each in known.items() if each["entries"] or each["listings"]]
        sizes: set[str] = set()
        below: list[str] = []
        rest = ({"dictionary": _dictionary(each)} for each in current.rulesets())
        for table in (self.below, self.over, *rest):
            dictionary = table.get("dictionary")
            if isinstance(dictionary, Mapping):
                below += dictionary.get("sources", ()) if table is self.below else ()
                sizes |= {name for name, size in members(dictionary).items() if size is not None}
        sent = [name.split(".")[1] for name in self.form if name.startswith("dictionary.")]
        return [
            SourceField(name, source_name(name), name in sizes, name in known)
            for name in dict.fromkeys((*below, *defining, *sent))
        ]

    def label(self, path: str) -> str:
        """Return what the field at *path* is called."""
        if path.startswith("dictionary"):
            named = [each.name for each in self.sources if path == f"dictionary.{each.id}.size"]
            return capitalise(named[0]) if named else "Dictionaries"
        return next((field.label for field in self.fields if field.path == path), path)

    def said_below(self, field: Field) -> str:
        """Return what the rules below have in a field, in words; empty where they say nothing of it."""
        return said_in(field, self.below)


def _dictionary(ruleset: Any) -> dict[str, Any]:
    rows = [{"source": each.source, "max-size": each.max_size} for each in ruleset.dictionary.members]
    return {"sources": list(ruleset.dictionary.sources), "members": rows}
