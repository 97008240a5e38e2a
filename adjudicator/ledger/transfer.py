"""House lists as text, CSV and JSON, and what of such a file is news to a list. Pure; start at :func:`read` and :func:`compared`.

* ``text`` has one word a line, all of one effect; empty lines and those that begin with ``#`` are passed over. Reasons and times are lost.
* ``csv`` has a header; ``word`` must be in it, the other columns may be: ``effect``, ``reason``, ``author``, ``at``, ``expires``,
  ``inflections`` (parts of speech with spaces between) and ``ruling``. What a spreadsheet would take for a formula is written with an
  apostrophe before it, and read without.
* ``json`` is an array of entries with the same names; ``inflections`` is an array.

What a line does not say is filled in: the effect, the author and the time of the import. A line with faults is left out and reported.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal, NamedTuple, get_args

from adjudicator.core.fields import Table
from adjudicator.core.shapes import leaves
from adjudicator.errors import BadRecord
from adjudicator.ledger.limits import Limits, must_fit
from adjudicator.ledger.records import ENTRY_FIELDS
from adjudicator.ledger.revisions import same
from adjudicator.ledger.validation import entry_from
from adjudicator.rules.house import Effect, Entry

Format = Literal["text", "csv", "json"]
Contradictions = Literal["keep", "replace"]
Outcome = Literal["new", "already-so", "duplicate", "contradicts"]
PROVENANCE = ("author", "at", "ruling")
"""What an entry says of how it came about."""
TOLD = 10_000
"""Items of each outcome that a report has; the others are counted."""
COMMENT = "#"
_FORMULA = re.compile(r"'*[=+\-@\t\r]")
"""How a cell begins that a spreadsheet works out, or one that was written so that it does not."""
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


@leaves("place", "word", "effect", "differs")
class Item(NamedTuple):
    """What an entry of a file is to a list.

    ``new``; ``already-so``, new too, but the ruleset of the list says the same of the word without it; ``duplicate``, where the list says
    the same; or ``contradicts``, where it says something else in ``differs``.
    """

    place: str
    """Where it stands in the file."""
    entry: Entry
    outcome: Outcome
    existing: Entry | None = None
    """The entry that the list has, or a line before."""
    differs: tuple[str, ...] = ()
    """What the list says differently."""

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
    """What is wrong with lines that are left out."""
    changes: dict[str, Entry]
    """What is written."""
    passed_over: int = 0
    """Lines of which the author, the time or the ruling was passed over."""

    def of(self, outcome: Outcome) -> list[Item]:
        """Return the items of one *outcome*, the first :data:`TOLD` of them."""
        return [item for item in self.items if item.outcome == outcome]


def decoded(content: bytes) -> str:
    """Return the text of a file. Raises :class:`BadRecord` where it is not UTF-8."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise BadRecord(
            [f"line {line}: is not UTF-8"], "Save the file as UTF-8. Nothing was written."
        ) from None


def read(
    form: Format,
    text: str,
    *,
    author: str,
    at: str,
    effect: Effect = "allow",
    stamped: bool = True,
    limits: Limits | None = None,
) -> Reading:
    """Return what a file of the format *form* has; *author*, *at* and *effect* are those of entries that do not say their own.

    What a file that is not *stamped* says of author, time and ruling is passed over: anybody may have written it.

    Raises :class:`BadRecord` where the file as a whole is not of that format, :class:`LimitReached` where it has more entries than *limits*
    let a list have.
    """
    if form not in _READERS:
        raise BadRecord([f"format: takes {', '.join(get_args(Format))}"])
    lines: list[Line] = []
    faults: list[str] = []
    passed_over = 0
    for count, (place, sent) in enumerate(_READERS[form](text.removeprefix("\ufeff")), 1):
        if limits is not None:
            must_fit(limits, "entries", count, "Entries of the file")
        try:
            if not isinstance(sent, dict):
                raise BadRecord(["takes an entry, an object with a word"])
            if not stamped:
                passed_over += any(sent.get(name) for name in PROVENANCE)
                sent = {name: value for name, value in sent.items() if name not in PROVENANCE}
            entry = entry_from({"effect": effect, **sent}, author=author, at=at, stamped=True)
            lines.append(Line(place, entry))
        except BadRecord as error:
            faults += [f"{place}: {fault}" for fault in error.faults]
    return Reading(tuple(lines), tuple(faults), passed_over)


def write(form: Format, entries: Iterable[Entry], effect: Effect = "allow") -> str:
    """Return *entries* as a file of the format *form*, sorted by their keys; as a text, only those of one *effect*.

    Raises :class:`BadRecord` for an unknown format.
    """
    if form not in _WRITERS:
        raise BadRecord([f"format: takes {', '.join(get_args(Format))}"])
    ordered = sorted(entries)
    return _WRITERS[form]([entry for entry in ordered if form != "text" or entry.effect == effect])


def compared(
    reading: Reading,
    entries: Mapping[str, Entry],
    legal: Callable[[str], bool] | None = None,
    contradictions: Contradictions = "keep",
) -> Report:
    """Return what the entries of a file are to a list that has *entries*, one after the other, and what an import of them writes.

    *legal* says of a key whether the ruleset of the list makes it legal. Of *contradictions*, the list's entry is kept, or replaced by that
    of the file. Where a file has a word twice, the first counts as the list's.
    """
    items: list[Item] = []
    counts: Counter[Outcome] = Counter()
    changes: dict[str, Entry] = {}
    for place, entry in reading.lines:
        existing = changes.get(entry.key) or entries.get(entry.key)
        item = _item(place, entry, existing, legal)
        counts[item.outcome] += 1
        if counts[item.outcome] <= TOLD:
            items.append(item)
        if existing is None or (item.outcome == "contradicts" and contradictions == "replace"):
            changes[entry.key] = entry
    return Report(tuple(items), counts, reading.faults, changes, reading.passed_over)


def _item(place: str, entry: Entry, existing: Entry | None, legal: Callable[[str], bool] | None) -> Item:
    if existing is None:
        so = legal is not None and legal(entry.key) == (entry.effect == "allow")
        return Item(place, entry, "already-so" if so else "new")
    if same(entry, existing):
        return Item(place, entry, "duplicate", existing)
    differs = tuple(name for name in _COMPARED if getattr(entry, name) != getattr(existing, name))
    return Item(place, entry, "contradicts", existing, differs)


def _from_text(text: str) -> Iterator[tuple[str, object]]:
    for number, line in enumerate(text.splitlines(), 1):
        word = line.strip()
        if word and not word.startswith(COMMENT):
            yield f"line {number}", {"word": word}


def _from_csv(text: str) -> Iterator[tuple[str, object]]:
    """Yield the rows of a CSV file. A cell without anything in it says nothing."""
    rows = csv.reader(io.StringIO(text, newline=""), strict=True)
    number = 1
    try:
        header = [name.strip() for name in next(rows, [])]
        faults = [
            f"unknown column {name!r}; known columns are {', '.join(ENTRY_FIELDS)}"
            for name in header
            if name not in ENTRY_FIELDS
        ]
        if "word" not in header:
            faults.append("there is no column 'word'")
        if len(set(header)) < len(header):
            faults.append("a column is there twice")
        if faults:
            raise BadRecord([f"line 1: {fault}" for fault in faults])
        number = rows.line_num + 1
        for row in rows:
            if row:
                yield f"line {number}", _of_cells(header, row)
            number = rows.line_num + 1
    except csv.Error as error:
        raise BadRecord([f"line {number}: is not CSV ({error})"]) from None


def _of_cells(header: list[str], row: list[str]) -> Table:
    cells = {name: _as_meant(cell) for name, cell in zip(header, row, strict=False) if cell}
    sent: dict[str, object] = {**cells}
    if "inflections" in cells:
        sent["inflections"] = cells["inflections"].replace(",", " ").split()
    if len(row) > len(header):
        sent["more cells than columns"] = row[len(header) :]
    return sent


def _from_json(text: str) -> Iterator[tuple[str, object]]:
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadRecord([f"line {error.lineno}: is not JSON ({error.msg})"]) from None
    except (ValueError, RecursionError):
        raise BadRecord(["line 1: is not JSON that can be read"]) from None
    if not isinstance(found, list):
        raise BadRecord(["line 1: is not an array of entries"])
    return ((f"entry {number}", sent) for number, sent in enumerate(found, 1))


def _to_text(entries: list[Entry]) -> str:
    """Return the words, one a line; the key of one that would be taken for a comment."""
    words = (entry.key if entry.word.startswith(COMMENT) else entry.word for entry in entries)
    return "".join(f"{word}\n" for word in words)


def _to_csv(entries: list[Entry]) -> str:
    out = io.StringIO(newline="")
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(ENTRY_FIELDS)
    for entry in entries:
        said = {**entry._asdict(), "inflections": " ".join(entry.inflections)}
        rows.writerow([_as_text(said[name]) for name in ENTRY_FIELDS])
    return out.getvalue()


def _as_text(cell: str | None) -> str | None:
    """Return what stands in a cell so that a spreadsheet takes it for a text, whoever wrote it, and never for a formula."""
    return f"'{cell}" if cell and _FORMULA.match(cell) else cell


def _as_meant(cell: str) -> str:
    """Return what was meant by a cell that :func:`_as_text` has written."""
    return cell[1:] if cell[0] == "'" and _FORMULA.match(cell) else cell


def _to_json(entries: list[Entry]) -> str:
    lines = (
        json.dumps({name: getattr(entry, name) for name in ENTRY_FIELDS}, ensure_ascii=False)
        for entry in entries
    )
    return "[\n" + ",\n".join(lines) + "\n]\n"


_READERS: Mapping[Format, Callable[[str], Iterator[tuple[str, object]]]] = {
    "text": _from_text,
    "csv": _from_csv,
    "json": _from_json,
}
_WRITERS: Mapping[Format, Callable[[list[Entry]], str]] = {
    "text": _to_text,
    "csv": _to_csv,
    "json": _to_json,
}
