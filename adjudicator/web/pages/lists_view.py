"""From house lists to what their pages show: every sentence is chosen here, the templates only place them. Pure.

Start at :func:`entry_view`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Generic, TypeVar

from adjudicator.core.spelling import key_of
from adjudicator.rules.house import Effect, Entry, HouseList, Settings, forms_of, in_force
from adjudicator.web.pages.lists_toml import to_toml

if TYPE_CHECKING:
    from adjudicator.usecases.types import Conflict as MergedWord
    from adjudicator.usecases.types import Difference, Merge, Point, Report, Revision

T = TypeVar("T")
V = TypeVar("V")
PAGE = 100
"""Lines that a page shows before the next one."""
CHOICES = 200
"""Conflicts of a merge that can be settled one by one; the others are settled together."""
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
    "uses": "How many people",
    "hours": "How many hours",
    "other": "The other list",
}
"""What the parts of a record are called where one has a fault."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryView:
    """What a list says of a word."""

    key: str
    word: str
    allowed: bool
    reason: str
    author: str
    at: str
    day: str
    until: str
    """``until 31 December 2026``; nothing where it holds for good."""
    over: bool
    forms: tuple[str, ...]
    """The inflections that are meant, too."""
    ruling: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RevisionView:
    """One step in the history of a list."""

    number: int
    at: str
    time: str
    author: str
    deed: str
    source: Point | None
    """The list and the revision that were copied, merged or restored."""
    note: str
    size: str
    """How many words there are after it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeView:
    """What two revisions say of one word; None where one has no entry for it."""

    key: str
    kind: str
    before: EntryView | None
    after: EntryView | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingView:
    """A setting that two revisions have differently."""

    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Page(Generic[T]):
    """Some of many things, and where they lie among them all."""

    items: Sequence[T]
    number: int
    last: int
    total: int

    def map(self, view: Callable[[T], V]) -> Page[V]:
        """Return the page with the *view* of each thing in its place."""
        return Page(
            items=[view(each) for each in self.items], number=self.number, last=self.last, total=self.total
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ConflictView:
    """A word of which two lists say different things, and what the revision says that both come from."""

    key: str
    before: EntryView | None
    ours: EntryView | None
    theirs: EntryView | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MergeView:
    """What a merge of another list would do."""

    slug: str
    title: str
    number: int
    done: bool
    """Whether everything of the other list is known here already."""
    settings: tuple[SettingView, ...]
    changes: Page[ChangeView]
    conflicts: tuple[ConflictView, ...]
    """At most :data:`CHOICES`."""
    more: int
    """Conflicts beyond those."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportView:
    """What an import would do; of each kind at most :data:`PAGE` are named."""

    written: int
    new: int
    already: int
    duplicate: int
    contradicting: int
    contradictions: tuple[tuple[str, ChangeView], ...]
    """Each with its place in the file."""
    already_so: tuple[str, ...]
    """Words of which the rules say the same without the list."""
    passed_over: int
    """Lines of which the author, the time or the ruling is passed over."""
    left_out: int
    """Lines that are left out."""
    faults: tuple[str, ...]
    """What is wrong with them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferenceView:
    """What two revisions of a list say differently, a page of it."""

    settings: tuple[SettingView, ...]
    changes: Page[ChangeView]


def entry_view(entry: Entry, at: str) -> EntryView:
    """Return the view of *entry* at the time *at*."""
    over = not in_force(entry, at)
    until = f"{'ran out on' if over else 'until'} {day(entry.expires)}" if entry.expires else ""
    return EntryView(
        key=entry.key,
        word=entry.word,
        allowed=entry.effect == "allow",
        reason=entry.reason,
        author=entry.author,
        at=entry.at,
        day=day(entry.at),
        until=until,
        over=over,
        forms=tuple(sorted(forms_of(entry))),
        ruling=entry.ruling,
    )


def revision_view(revision: Revision) -> RevisionView:
    """Return the view of *revision*."""
    return RevisionView(
        number=revision.number,
        at=revision.at,
        time=moment(revision.at),
        author=revision.author,
        deed=_DEEDS[revision.kind].format(words=words(revision.changes)),
        source=revision.source,
        note=revision.note,
        size=words(revision.size),
    )


def change_view(key: str, before: Entry | None, after: Entry | None, at: str) -> ChangeView:
    """Return the view of what two revisions say of *key*."""
    kind = "new" if before is None else "dropped" if after is None else "changed"
    return ChangeView(
        key=key,
        kind=kind,
        before=entry_view(before, at) if before else None,
        after=entry_view(after, at) if after else None,
    )


def difference_view(found: Difference, at: str, number: int = 1) -> DifferenceView:
    """Return the view of page *number* of a difference."""
    page = page_of([(key, *entries) for key, entries in found.entries.items()], number)
    return DifferenceView(
        settings=setting_views(found.before, found.after),
        changes=page.map(lambda change: change_view(*change, at)),
    )


def merge_view(found: Merge, ours: HouseList, title: str, at: str) -> MergeView:
    """Return the view of a merge of the list called *title* into *ours*."""
    changes = [(key, ours.entries.get(key), entry) for key, entry in found.changes.items()]
    return MergeView(
        slug=found.theirs.slug,
        title=title,
        number=found.theirs.number,
        done=found.is_done,
        settings=setting_views(ours.settings, found.settings),
        changes=page_of(changes, 1).map(lambda change: change_view(*change, at)),
        conflicts=tuple(_conflict(each, at) for each in found.conflicts[:CHOICES]),
        more=max(0, len(found.conflicts) - CHOICES),
    )


def _conflict(found: MergedWord, at: str) -> ConflictView:
    before, ours, theirs = (
        entry_view(each, at) if each else None for each in (found.base, found.ours, found.theirs)
    )
    return ConflictView(key=found.key, before=before, ours=ours, theirs=theirs)


def report_view(report: Report, at: str) -> ReportView:
    """Return the view of what an import would do."""
    so, contradictions, counts = report.of("already-so"), report.of("contradicts"), report.counts
    return ReportView(
        written=len(report.changes),
        new=counts.get("new", 0),
        already=counts.get("already-so", 0),
        duplicate=counts.get("duplicate", 0),
        contradicting=counts.get("contradicts", 0),
        passed_over=report.passed_over,
        contradictions=tuple(
            (each.place, change_view(each.entry.key, each.existing, each.entry, at))
            for each in contradictions[:PAGE]
        ),
        already_so=tuple(each.entry.word for each in so[:PAGE]),
        left_out=len({fault.partition(": ")[0] for fault in report.faults}),
        faults=tuple(map(_line_fault_sentence, report.faults[:PAGE])),
    )


def setting_views(before: Settings, after: Settings) -> tuple[SettingView, ...]:
    """Return the settings that differ."""
    rows = (
        ("Title", before.title, after.title),
        ("Rules", before.base, after.base),
        ("Changes of the rules", to_toml(before.overrides), to_toml(after.overrides)),
    )
    return tuple(SettingView(name=name, before=one, after=other) for name, one, other in rows if one != other)


def page_of(items: Sequence[T], number: int) -> Page[T]:
    """Return page *number* of *items*, or the nearest that there is."""
    last = max(1, -(-len(items) // PAGE))
    number = min(max(1, number), last)
    return Page(items=items[(number - 1) * PAGE : number * PAGE], number=number, last=last, total=len(items))


def search_entries(house: HouseList, text: str, effect: Effect | None) -> list[Entry]:
    """Return, in order of the alphabet, the entries of one *effect*, or of any, that *text* is about: it is in the word or in the reason,
    or is one of the inflections that the entry means.
    """
    wanted, key = text.strip().casefold(), key_of(text)
    covering = house.covers.get(key, ())
    return [
        entry
        for entry in sorted(house.entries.values())
        if effect in (None, entry.effect)
        and (
            wanted in entry.word.casefold()
            or wanted in entry.reason.casefold()
            or (key and key in entry.key)
            or entry.key in covering
        )
    ]


def fault_sentences(faults: Iterable[str]) -> tuple[str, ...]:
    """Return the faults of a record as sentences: what is called in here by one word has a name that everybody knows."""
    return tuple(_fault_sentence(fault) for fault in faults)


def _line_fault_sentence(fault: str) -> str:
    line, _, what = fault.partition(": ")
    return f"{line}: {_fault_sentence(what)}"


def _fault_sentence(fault: str) -> str:
    place, _, what = fault.removeprefix("overrides.").partition(": ")
    if what[:1].isupper():
        sentence = what
    else:
        sentence = f"{_PLACES[place]} {what}" if place in _PLACES else f"{place}: {what}" if what else place
    return sentence if sentence.endswith((".", "!", "?")) else f"{sentence}."


def slug_of(title: str) -> str:
    """Return the short name that a list of this *title* gets by default; it may be empty."""
    folded = unicodedata.normalize("NFKD", title).casefold()
    plain = (
        char if char.isascii() and char.isalnum() else " "
        for char in folded
        if not unicodedata.combining(char)
    )
    return "-".join("".join(plain).split())[:64].rstrip("-")


def words(count: int) -> str:
    """Return how many words there are: ``1 word``, ``2,000 words``."""
    return f"{count:,} {'word' if count == 1 else 'words'}"


def day(at: str) -> str:
    """Return the day of a time of the ledger's: ``1 March 2026``."""
    found = datetime.fromisoformat(at)
    return f"{found.day} {found:%B} {found.year}"


def moment(at: str) -> str:
    """Return a time of the ledger's as people read it: ``1 March 2026, 12:00 UTC``."""
    return f"{day(at)}, {at[11:16]} UTC"
