"""From house lists to what their pages show: every sentence is chosen here, the templates only place them.

What a page has of an entry, a revision or a change is what the ledger has; what is said of it is a filter of the templates.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Generic, TypeVar

from adjudicator.rules.house import Entry, Settings, forms_of, in_force
from adjudicator.usecases.house_shapes import Change
from adjudicator.usecases.houses import now
from adjudicator.usecases.seasons import slug_of as slug_of
from adjudicator.web.pages.lists_toml import to_toml
from adjudicator.web.pages.page import pages

if TYPE_CHECKING:
    from adjudicator.usecases.houses import WordChange
    from adjudicator.usecases.types import Difference, Revision

T = TypeVar("T")
PAGE = 100
"""Lines that a page shows before the next one."""
_DEEDS = {
    "create": "made the list",
    "edit": "changed {words}",
    "settings": "changed the settings",
    "import": "brought in a file, {words}",
    "restore": "went back to",
    "fork": "copied it from",
    "merge": "merged in",
}
"""What the kinds of revisions are, after the name of who made them."""
_PLACES = {
    "slug": "The short name",
    "title": "The title",
    "base": "The rules",
    "overrides": "What it changes of the rules",
    "word": "The word",
    "effect": "Allowed or not",
    "reason": "The reason",
    "expires": "Until when",
    "inflections": "Its forms",
    "note": "The note",
    "format": "The kind of file",
    "encoding": "The encoding",
    "separator": "What is between the cells",
    "columns": "What the columns have",
    "uses": "How many people",
    "hours": "How many hours",
    "other": "The other list",
    "words": "The words",
    "deed": "What to do with them",
    "revision": "The revision",
    "name": "The name",
    "id": "The short name",
}
"""What the parts of a record are called where one has a fault."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page(Generic[T]):
    """Some of many things, and where they lie among them all."""

    items: Sequence[T]
    number: int
    last: int
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferenceView:
    """What two states of a list say differently, a page of it."""

    settings: list[tuple[str, str, str]]
    changes: Page[Change]


def difference_view(found: Difference, number: int = 1) -> DifferenceView:
    """Return the view of page *number* of a difference."""
    changes = [Change(key, *entries) for key, entries in found.entries.items()]
    return DifferenceView(settings=setting_views(found.before, found.after), changes=page_of(changes, number))


@pages.app_template_filter("forms")
def forms_text(entry: Entry) -> str:
    """Return the inflections that *entry* means, too."""
    return ", ".join(sorted(forms_of(entry)))


@pages.app_template_test("over")
def is_over(entry: Entry) -> bool:
    """Return whether *entry* says nothing any more."""
    return not in_force(entry, now())


@pages.app_template_filter("until")
def until_text(entry: Entry) -> str:
    """Return how long *entry* holds: ``until 31 December 2026``; nothing where that is for good."""
    return f"{'ran out on' if is_over(entry) else 'until'} {day(entry.expires)}" if entry.expires else ""


@pages.app_template_filter("deed")
def deed_text(revision: Revision) -> str:
    """Return what was done by *revision*, after the name of who did it."""
    return _DEEDS[revision.kind].format(words=words(revision.changes))


@pages.app_template_filter("deeds")
def deeds_of(told: Iterable[WordChange]) -> list[tuple[str, list[str]]]:
    """Return what was done to words, as verbs with the keys of the words, after the name of who did it."""
    found: dict[str, list[str]] = {}
    for key, entry in told:
        verb = "removed" if entry is None else "allowed" if entry.effect == "allow" else "did not allow"
        found.setdefault(verb, []).append(key)
    return list(found.items())


def setting_views(before: Settings, after: Settings) -> list[tuple[str, str, str]]:
    """Return the settings that differ: what each is called, what it was, what it is."""
    rows = (
        ("Title", before.title, after.title),
        ("Rules", before.base, after.base),
        ("Changes of the rules", to_toml(before.overrides), to_toml(after.overrides)),
    )
    return [row for row in rows if row[1] != row[2]]


def page_of(items: Sequence[T], number: int) -> Page[T]:
    """Return page *number* of *items*, or the nearest that there is."""
    last = max(1, -(-len(items) // PAGE))
    number = min(max(1, number), last)
    return Page(items=items[(number - 1) * PAGE : number * PAGE], number=number, last=last, total=len(items))


def fault_sentences(faults: Iterable[str]) -> tuple[str, ...]:
    """Return the faults of a record as sentences: what is called in here by one word has a name that everybody knows."""
    return tuple(_fault_sentence(fault) for fault in faults)


@pages.app_template_filter("line_fault")
def line_fault_sentence(fault: str) -> str:
    """Return what is wrong with a line of a file as a sentence."""
    line, _, what = fault.partition(": ")
    return f"{line}: {_fault_sentence(what)}"


def _fault_sentence(fault: str) -> str:
    place, _, what = fault.removeprefix("overrides.").partition(": ")
    if what[:1].isupper():
        sentence = what
    else:
        sentence = f"{_PLACES[place]} {what}" if place in _PLACES else f"{place}: {what}" if what else place
    return sentence if sentence.endswith((".", "!", "?")) else f"{sentence}."


@pages.app_template_filter("words")
def words(count: int) -> str:
    """Return how many words there are: ``1 word``, ``2,000 words``."""
    return f"{count:,} {'word' if count == 1 else 'words'}"


@pages.app_template_filter("day")
def day(at: str) -> str:
    """Return the day of a time of the ledger's: ``1 March 2026``."""
    found = datetime.fromisoformat(at)
    return f"{found.day} {found:%B} {found.year}"


@pages.app_template_filter("moment")
def moment(at: str) -> str:
    """Return a time of the ledger's as people read it: ``1 March 2026, 12:00 UTC``."""
    return f"{day(at)}, {at[11:16]} UTC"
