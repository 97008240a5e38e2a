"""House lists as files, and what of such a file is news to a list. Start at :func:`read` and :func:`compared`.

What a file is, :mod:`adjudicator.wordfiles.reading` finds out. A table has a column for each field of an entry, of which only ``word`` must
be there, and JSON is an array of entries with the same names, or of words; a text has words alone. What a line does not say is filled in: the effect,
the author and the time of the import. A line with faults cannot be read, and is reported.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from itertools import islice
from typing import Literal, NamedTuple, get_args

from adjudicator.core.shapes import leaves
from adjudicator.errors import BadRecord
from adjudicator.ledger.collector import COLLECTOR
from adjudicator.ledger.limits import Limits, must_fit
from adjudicator.ledger.records import ENTRY_FIELDS
from adjudicator.ledger.revisions import same
from adjudicator.ledger.validation import entry_from
from adjudicator.rules.house import Effect, Entry
from adjudicator.wordfiles.reading import FIND_OUT, Understood, Wanted
from adjudicator.wordfiles.reading import read as read_file
from adjudicator.wordfiles.separated import Separator
from adjudicator.wordfiles.vocabulary import vocabulary
from adjudicator.wordfiles.words import is_alone
from adjudicator.wordfiles.writing import csv_file, xlsx_file

Format = Literal["text", "csv", "json", "xlsx"]
"""What a list is written as."""
Contradictions = Literal["keep", "replace"]
AlreadySo = Literal["bring", "leave"]
Outcome = Literal["new", "already-so", "duplicate", "contradicts", "repeated"]
PROVENANCE = ("author", "at", "ruling")
"""What an entry says of how it came about."""
TOLD = 10_000
"""Items of each outcome that a report has; the others are counted."""
_COMPARED = ("word", "effect", "reason", "expires", "inflections", "ruling")


class Line(NamedTuple):
    """An entry as a file has it, and where: ``line 3``, or ``entry 3`` of an array."""

    place: str
    entry: Entry


class Reading(NamedTuple):
    """What a file has: its entries, and its faults, each with its place."""

    lines: tuple[Line, ...]
    faults: tuple[str, ...]
    passed_over: int = 0
    """Lines of which the author, the time or the ruling was passed over."""
    unreadable: int = 0
    """Lines that have faults."""
    understood: Understood = Understood("json")
    """What the file was taken for."""


@leaves("place", "word", "effect", "differs", "entry", "existing", "existing_place")
class Item(NamedTuple):
    """What an entry of a file is to a list.

    ``new``; ``already-so``, new too, but the ruleset of the list says the same of the word without it; ``duplicate``, where the list says
    the same; ``contradicts``, where it says something else in ``differs``; or ``repeated``, where an earlier line has the word, perhaps with
    something else in ``differs``.
    """

    place: str
    """Where it stands in the file."""
    entry: Entry
    outcome: Outcome
    existing: Entry | None = None
    """The entry that the list has, or the earlier line."""
    differs: tuple[str, ...] = ()
    """What that says differently."""
    existing_place: str | None = None
    """Where the earlier line stands; None for what the list has."""

    @property
    def word(self) -> str:
        """The word of the entry."""
        return self.entry.word

    @property
    def effect(self) -> Effect:
        """The effect of the entry."""
        return self.entry.effect


class Report(NamedTuple):
    """What an import does to a list, or would do."""

    items: tuple[Item, ...]
    """The first :data:`TOLD` of each outcome."""
    counts: Mapping[Outcome, int]
    faults: tuple[str, ...]
    """What is wrong with lines that cannot be read."""
    changes: dict[str, Entry]
    """What is written."""
    passed_over: int = 0
    """Lines of which the author, the time or the ruling was passed over."""
    unreadable: int = 0
    """Lines that cannot be read."""
    understood: Understood = Understood("json")
    """What the file was taken for."""

    def of(self, outcome: Outcome) -> list[Item]:
        """Return the items of one *outcome*, the first :data:`TOLD` of them."""
        return [item for item in self.items if item.outcome == outcome]


@COLLECTOR.paused()
def read(
    content: bytes | str,
    name: str = "",
    wanted: Wanted = FIND_OUT,
    *,
    author: str,
    at: str,
    effect: Effect = "allow",
    stamped: bool = True,
    limits: Limits | None = None,
) -> Reading:
    """Return what the file *content*, called *name*, has; *wanted* is what somebody says of it, *author*, *at* and *effect* are those of
    entries that do not say their own.

    What a file that is not *stamped* says of author, time and ruling is passed over: anybody may have written it.

    Raises :class:`BadRecord` where the file as a whole cannot be read, :class:`LimitReached` where it has more entries than *limits* let a
    list have.
    """
    found = read_file(content, name, wanted, *([limits.entries] if limits else []))
    lines: list[Line] = []
    faults: list[str] = []
    passed_over = unreadable = 0
    also = _also_taken if found.understood.columns else lambda fault: ""
    for count, (place, sent) in enumerate(found.entries, 1):
        if limits is not None:
            must_fit(limits, "entries", count, "Entries of the file")
        if isinstance(sent, str):
            faults.append(f"{_cell(place, sent, found.letters)}: {sent}")
            unreadable += 1
            continue
        if not stamped:
            passed_over += any(sent.get(name) for name in PROVENANCE)
            sent = {name: value for name, value in sent.items() if name not in PROVENANCE}
        try:
            entry = entry_from({"effect": effect, **sent}, author=author, at=at, stamped=True)
        except BadRecord as error:
            faults += [
                f"{_cell(place, fault, found.letters)}: {fault}{also(fault)}" for fault in error.faults
            ]
            unreadable += 1
        else:
            lines.append(Line(place, entry))
    return Reading(tuple(lines), tuple(faults), passed_over, unreadable, found.understood)


def _also_taken(fault: str) -> str:
    """Return which other words of yes and no a table may have, where a *fault* is that of such a cell."""
    if not fault.startswith("effect: takes"):
        return ""
    known = vocabulary().effects
    some = [
        word for effect in get_args(Effect) for word in islice((w for w in known if known[w] == effect), 1, 6)
    ]
    return f" (in a table also {', '.join(some)} …: config/lists/columns.toml has them all)"


def _cell(place: str, fault: str, letters: Mapping[str, str]) -> str:
    """Return where a *fault* of a line is: in a workbook its cell."""
    letter = letters.get(fault.partition(":")[0])
    return f"cell {letter}{place.rpartition(' ')[2]}" if letter else place


def write(
    form: Format,
    entries: Iterable[Entry],
    effect: Effect = "allow",
    *,
    separator: Separator = "comma",
    title: str = "words",
    at: datetime = datetime(2000, 1, 1),
) -> bytes:
    """Return *entries* as a file of the format *form*, sorted by their keys; as a text, only those of one *effect*.

    *separator* is that of CSV; *title* names the sheet of a workbook, which is made at the time *at*. Raises :class:`BadRecord` for an unknown
    format.
    """
    ordered = sorted(entries)
    match form:
        case "text":
            return "".join(f"{_plain(entry)}\n" for entry in ordered if entry.effect == effect).encode()
        case "csv":
            return csv_file(ENTRY_FIELDS, map(_cells, ordered), separator)
        case "xlsx":
            return xlsx_file(ENTRY_FIELDS, map(_cells, ordered), title[:31], at)
        case "json":
            return _to_json(ordered).encode()
    raise BadRecord([f"format: takes {', '.join(get_args(Format))}"])


def compared(
    reading: Reading,
    entries: Mapping[str, Entry],
    legal: Callable[[str], bool] | None = None,
    contradictions: Contradictions = "keep",
    already_so: AlreadySo = "bring",
) -> Report:
    """Return what the entries of a file are to a list that has *entries*, and what an import of them writes.

    *legal* says of a key whether the ruleset of the list makes it legal; those that are *already so* by it are brought in, or left. Of
    *contradictions*, the list's entry is kept, or replaced by that of the file. Where a file has a word twice, its first line counts.
    """
    items: list[Item] = []
    counts: Counter[Outcome] = Counter()
    changes: dict[str, Entry] = {}
    before: dict[str, Line] = {}
    for line in reading.lines:
        key = line.entry.key
        item = _item(line, entries.get(key), before.get(key), legal)
        counts[item.outcome] += 1
        if counts[item.outcome] <= TOLD:
            items.append(item)
        written = {
            "new": True,
            "already-so": already_so == "bring",
            "contradicts": contradictions == "replace",
        }
        if written.get(item.outcome):
            changes[key] = line.entry
        before.setdefault(key, line)
    return Report(
        tuple(items),
        counts,
        reading.faults,
        changes,
        reading.passed_over,
        reading.unreadable,
        reading.understood,
    )


def _item(
    line: Line, existing: Entry | None, before: Line | None, legal: Callable[[str], bool] | None
) -> Item:
    place, entry = line
    if before is not None:
        return Item(place, entry, "repeated", before.entry, _differing(entry, before.entry), before.place)
    if existing is None:
        so = legal is not None and legal(entry.key) == (entry.effect == "allow")
        return Item(place, entry, "already-so" if so else "new")
    if same(entry, existing):
        return Item(place, entry, "duplicate", existing)
    return Item(place, entry, "contradicts", existing, _differing(entry, existing))


def _differing(entry: Entry, other: Entry) -> tuple[str, ...]:
    return tuple(name for name in _COMPARED if getattr(entry, name) != getattr(other, name))


def _plain(entry: Entry) -> str:
    """Return a word as a line of a text; its key where a sign in it would be taken for something else."""
    return entry.word if is_alone(entry.word) else entry.key


def _cells(entry: Entry) -> list[str]:
    said = {**entry._asdict(), "inflections": " ".join(entry.inflections)}
    return [said[name] or "" for name in ENTRY_FIELDS]


def _to_json(entries: list[Entry]) -> str:
    lines = (
        json.dumps({name: getattr(entry, name) for name in ENTRY_FIELDS}, ensure_ascii=False)
        for entry in entries
    )
    return "[\n" + ",\n".join(lines) + "\n]\n"
