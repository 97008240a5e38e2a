"""What a house list changes of its rules, in fields: those in which rulesets are made. Start at :class:`ListRules`."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from typing import Any

from adjudicator.core.fields import Table
from adjudicator.errors import BadRecord
from adjudicator.rules.house import Settings
from adjudicator.runtime import current
from adjudicator.sources.records import POS
from adjudicator.web.pages.ruleset_fields import Field, house_groups
from adjudicator.web.pages.ruleset_forms import Form, completed, filled, placed, read
from adjudicator.web.pages.ruleset_view import FilledRules

BASICS = (
    Field("title", "Title"),
    Field("base", "The rules that it changes"),
    Field("note", "Note for the history"),
)
"""What the form has besides the fields of the rules."""


class ListRules(FilledRules):
    """The fields of *settings*, or of the form that somebody has *sent* of them. Raises :class:`RulesetError` where the rules below have
    faults.
    """

    def __init__(self, settings: Settings, sent: Form | None = None) -> None:
        over: Table = copy.deepcopy(dict(settings.overrides))
        super().__init__(current.adjudicator().rulebooks.whole(settings.base), over)
        self.groups = house_groups(self.books.labels, POS, self.books.challenges)
        self.fields = tuple(field for group in self.groups for field in group.fields)
        self._before = filled(self.fields, self.below, over)
        self.form = self._before if sent is None else completed(sent, self._before, self.fields)

    def settings(self, title: str, base: str) -> Settings:
        """Return what the form makes of the settings. A field that nobody has touched stays as it is: what the list says nothing of is as in the
        rules of *base*. What was chosen holds, whatever *base* is.

        Raises :class:`BadRecord`; what no ruleset can have, is refused where it is written.
        """
        below = self.books.whole(base) if base in self.books.ids() else self.below
        touched = [field for field in self.fields if self._is_touched(field)]
        tables, faults = read(self.form, touched, below, [each.id for each in self.sources])
        if faults:
            raise BadRecord(faults)
        over: dict[str, Any] = dict(self.over)
        for field in touched:
            table, key = field.place
            _set(over, table, key, tables.get(table, {}).get(key))
        if self._has_other_dictionaries():
            over.pop("dictionary", None)
            if "dictionary" in tables:
                over["dictionary"] = tables["dictionary"]
        return Settings(title, base, over)

    def placed(self, faults: Iterable[str], wanted: Settings | None) -> dict[str, str]:
        """Return field → what is wrong with it, in a sentence, of the faults of settings that were *wanted*."""
        plain = [fault.removeprefix("overrides.") for fault in faults]
        return placed(plain, (*BASICS, *self.fields), wanted.overrides if wanted else self.over)

    def label(self, path: str) -> str:
        """Return what the field at *path* is called."""
        return next((field.label for field in BASICS if field.path == path), super().label(path))

    def _is_touched(self, field: Field) -> bool:
        now, before = (
            {each.strip() for each in form.getlist(field.path)} for form in (self.form, self._before)
        )
        return now - {""} != before - {""}

    def _has_other_dictionaries(self) -> bool:
        names = {
            name for form in (self.form, self._before) for name in form if name.startswith("dictionary.")
        }
        return any(self.form.get(name, "").strip() != self._before.get(name, "") for name in names)


def _set(over: dict[str, Any], table: str, key: str, value: Any) -> None:
    """Set a key of a table, or take it away where *value* is None."""
    inner = {name: each for name, each in over.get(table, {}).items() if name != key}
    inner |= {} if value is None else {key: value}
    over.pop(table, None)
    over |= {table: inner} if inner else {}
