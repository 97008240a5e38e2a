"""Files brought into a house list, and a house list given out as a file. Start at :func:`bring`.

What is understood of a file stands in the report (:class:`adjudicator.wordfiles.reading.Understood`), and whoever asks may say otherwise
(:class:`Wanted`). A file of which a line cannot be read writes nothing, unless such lines are to be left.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, Literal, NamedTuple, cast, get_args

from adjudicator.errors import BadRecord
from adjudicator.ledger.clock import now
from adjudicator.ledger.revisions import Revision
from adjudicator.ledger.transfer import AlreadySo, Contradictions, Reading, Report, read, write
from adjudicator.ledger.transfer import Format as Format
from adjudicator.ledger.transfer import Item as Item
from adjudicator.rules.house import PREFIX, Effect
from adjudicator.usecases import houses
from adjudicator.wordfiles.columns import MOST_COLUMNS as MOST_COLUMNS
from adjudicator.wordfiles.columns import Column
from adjudicator.wordfiles.columns import Said as Said
from adjudicator.wordfiles.decoding import NAMES
from adjudicator.wordfiles.decoding import Encoding as Encoding
from adjudicator.wordfiles.kinds import Kind as Kind
from adjudicator.wordfiles.reading import FIND_OUT
from adjudicator.wordfiles.reading import Understood as Understood
from adjudicator.wordfiles.reading import Wanted as Wanted
from adjudicator.wordfiles.separated import Separator as Separator

if TYPE_CHECKING:
    from adjudicator.judging.service import Adjudicator
    from adjudicator.ledger.ledger import Ledger
    from adjudicator.usecases.writers import Writer

Unreadable = Literal["refuse", "leave"]
KINDS: tuple[Kind, ...] = get_args(Kind)
ENCODINGS: tuple[Encoding, ...] = get_args(Encoding)
ENCODING_NAMES = NAMES
MEANINGS: tuple[Said, ...] = get_args(Said)
"""What can be said of a column; the last one leaves it out."""
SEPARATORS: tuple[Separator, ...] = get_args(Separator)
FORMATS: tuple[Format, ...] = get_args(Format)
MEDIA: dict[Format, str] = {
    "text": "text/plain",
    "csv": "text/plain",
    "json": "text/plain",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
"""Format → the media type of an export."""
KIND_NAMES: dict[Kind, str] = {
    "text": "one word a line",
    "csv": "a table (CSV)",
    "json": "JSON",
    "xlsx": "a workbook (xlsx)",
    "ods": "a workbook (ods)",
}
"""What people call the kinds of files."""
FAULTS = 20
"""Faults that a refusal names; a report has more."""


class Choices(NamedTuple):
    """What is to become of the lines of a file that are not simply news."""

    contradictions: Contradictions = "keep"
    """Of what the list says otherwise: keep it, or replace it."""
    already_so: AlreadySo = "bring"
    """Of what only repeats the rulebook: bring it in, or leave it."""
    unreadable: Unreadable = "refuse"
    """Where a line cannot be read: refuse the file, or leave those lines."""


Reader = Callable[[], Reading]


def reader(
    ledger: Ledger,
    slug: str,
    content: bytes | str,
    name: str = "",
    wanted: Wanted | None = None,
    *,
    by: Writer,
    effect: str = "allow",
) -> Reader:
    """Return what reads, once, the file *content*, called *name*, for a list; *wanted* is what is said of it, and *effect* that of words which
    do not say their own.

    Only an owner's file says who entered a word, when, and by which ruling. The reader raises :class:`BadRecord` where the file as a whole
    cannot be read.
    """
    by.must("editor", PREFIX + slug)
    if effect not in get_args(Effect):
        raise BadRecord([f"effect: takes {' or '.join(get_args(Effect))}"])
    stamped = by.may("owner", PREFIX + slug)

    @cache
    def reading() -> Reading:
        return read(
            content,
            name,
            wanted or FIND_OUT,
            author=by.name,
            at=now(),
            effect=cast("Effect", effect),
            stamped=stamped,
            limits=ledger.limits,
        )

    return reading


def bring(
    adjudicator: Adjudicator,
    slug: str,
    expected: int | None,
    reading: Reader,
    choices: Choices | None = None,
    *,
    by: Writer,
    note: str = "",
    dry_run: bool = False,
) -> tuple[Report, Revision]:
    """Bring the words of a file, as :func:`reader` reads it, into a list, in one revision; return the report and the latest revision.

    A *dry_run* writes nothing. Raises :class:`BadRecord` where the file as a whole cannot be read, or lines of it cannot be and are not to be
    left.
    """
    by.must("editor", PREFIX + slug)
    chosen = choices or Choices()
    _check(chosen)

    def readable() -> Reading:
        found = reading()
        if found.unreadable and not dry_run and chosen.unreadable == "refuse":
            raise refusal(found.unreadable, found.faults)
        return found

    return adjudicator.ledger.houses.bring(
        slug,
        expected,
        readable,
        by.name,
        note.strip(),
        legal=adjudicator.legal_below(slug),
        contradictions=chosen.contradictions,
        already_so=chosen.already_so,
        dry_run=dry_run,
    )


def refusal(unreadable: int, faults: tuple[str, ...]) -> BadRecord:
    """Return the error of a file with so many *unreadable* lines, which has these *faults*."""
    more = [f"and {len(faults) - FAULTS:,} more faults"] if len(faults) > FAULTS else []
    lines = "1 line" if unreadable == 1 else f"{unreadable:,} lines"
    return BadRecord(
        [*faults[:FAULTS], *more],
        f"Nothing was written: {lines} of the file cannot be read. Correct the file, or say that such lines are left out.",
    )


def features_of(found: Understood, effect: str = "allow") -> list[str]:
    """Return what a file was taken for, in people's words: its kind, encoding, separator, sheet and header, and what of it is not as it is
    written; *effect* is that of words which do not say their own.
    """
    features = [KIND_NAMES[found.format], *([found.encoding] if found.encoding else [])]
    if found.separator:
        features.append(f"with a {found.separator} between the cells")
    if found.sheet:
        others = ", ".join(name for name in found.sheets if name != found.sheet)
        features.append(f"sheet “{found.sheet}”" + (f" (there are others: {others})" if others else ""))
    if found.columns:
        noun = "row" if found.sheet else "line"
        features.append(f"with the header in {noun} {found.header}" if found.header else "without a header")
    if found.remarks:
        features.append(f"{_count(found.remarks, 'remark')} left out")
    if found.blanks:
        noun, says = ("row", "says") if found.blanks == 1 else ("rows", "say")
        taken = "allowed" if effect == "allow" else "denied"
        features.append(f"{found.blanks:,} {noun} {says} neither yes nor no: taken as {taken}")
    if found.breaks:
        features.append(f"line breaks in {_count(found.breaks, 'reason')} made spaces")
    return features


def _count(count: int, noun: str) -> str:
    return f"1 {noun}" if count == 1 else f"{count:,} {noun}s"


def meaning_of(column: Column) -> str:
    """Return what a column was taken for, in people's words."""
    more = " (ticks: an empty cell is a no)" if column.ticks else ""
    if column.effect:
        more = " (allowed)" if column.effect == "allow" else " (denied)"
    return f"{column.meaning or 'left out'}{more}"


def _check(choices: Choices) -> None:
    """Raise :class:`BadRecord` where a choice is none."""
    kinds = {"contradictions": Contradictions, "already_so": AlreadySo, "unreadable": Unreadable}
    faults = [
        f"{name}: takes {' or '.join(get_args(kind))}"
        for name, kind in kinds.items()
        if getattr(choices, name) not in get_args(kind)
    ]
    if faults:
        raise BadRecord(faults)


def export(
    ledger: Ledger, slug: str, form: str, number: int | None = None, separator: str = "comma"
) -> tuple[bytes, int]:
    """Return the entries of a list, now or at a revision, as a file that :func:`bring` takes, and the revision that they are of; *separator* is
    that of CSV. As a text, these are only the words that it allows. Raises :class:`BadRecord` for an unknown format.
    """
    house = houses.contents(ledger, slug, number)
    made = datetime.fromisoformat(houses.revision(ledger, slug, house.revision).at).replace(tzinfo=None)
    entries = house.entries.values()
    content = write(
        cast("Format", form), entries, separator=cast("Separator", separator), title=slug, at=made
    )
    return content, house.revision
