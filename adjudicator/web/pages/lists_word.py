"""The form of one word of a house list: what stands in it, the entry that it asks for, and what has come of that."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass

from werkzeug.datastructures import MultiDict

from adjudicator.core.spelling import fault_of, key_of
from adjudicator.errors import RulesetError
from adjudicator.judging.bench import LEGAL_CODES
from adjudicator.rules.house import PREFIX, Entry, HouseList
from adjudicator.rules.wording import kind_of
from adjudicator.runtime import current
from adjudicator.usecases import houses
from adjudicator.usecases.writers import Writer


@dataclass(frozen=True, slots=True, kw_only=True)
class WordForm:
    """What the form of a word has in its fields."""

    word: str = ""
    effect: str = ""
    reason: str = ""
    until: str = ""
    inflections: tuple[str, ...] = ()
    known: bool = False
    """Whether it is about an entry that the list has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeResult:
    """What the list says of a word after it was changed, and whether the word is legal now."""

    key: str
    entry: Entry | None
    legal: bool | None
    """Whether the word is legal now; None where that is unknown."""
    kind: str


def form_of(found: HouseList, word: str) -> WordForm:
    """Return the form of a word, filled in from its entry if the list has one."""
    entry = found.entries.get(key_of(word))
    if entry is None:
        return WordForm(word=word)
    return WordForm(
        word=entry.word,
        effect=entry.effect,
        reason=entry.reason,
        until=_date(entry),
        inflections=entry.inflections,
        known=True,
    )


def read_form(found: HouseList, sent: MultiDict[str, str]) -> WordForm:
    """Return the form as it was *sent*."""
    fields = {name: sent.get(name, "") for name in ("word", "effect", "reason", "until")}
    return WordForm(
        **fields,
        inflections=tuple(sent.getlist("inflections")),
        known=key_of(fields["word"]) in found.entries,
    )


def read_entry(found: HouseList, form: WordForm, by: Writer) -> Entry:
    """Return the entry that a *form* asks for. Raises :class:`BadRecord`.

    An expiry keeps its hour unless the day was changed.
    """
    before = found.entries.get(key_of(form.word))
    same_day = before is not None and _date(before) == form.until
    wanted: Mapping[str, object] = {
        "word": form.word,
        "effect": form.effect,
        "reason": form.reason,
        "expires": before.expires if before and same_day else form.until or None,
        "inflections": form.inflections,
    }
    return houses.entry_of(wanted, by=by)


def change_result(found: HouseList, word: str) -> ChangeResult | None:
    """Return the result of a change of *word*; None where no word is named."""
    if fault_of(word):
        return None
    key = key_of(word)
    entry = found.entries.get(key)
    code = None
    with contextlib.suppress(RulesetError):  # the words stay in sight where the rules below have faults
        code = current.adjudicator().under(PREFIX + found.slug).decisive(key)
    return ChangeResult(
        key=key,
        entry=entry,
        legal=None if code is None else code in LEGAL_CODES,
        kind=kind_of(code) if code else "",
    )


def _date(entry: Entry) -> str:
    return (entry.expires or "")[:10]
