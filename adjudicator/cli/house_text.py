"""House lists as text for people: what entries say, what revisions differ in, what a merge or an import does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from adjudicator.cli.overrides import assignments
from adjudicator.cli.text import paint, print_table
from adjudicator.cli.writing import count_text, moment
from adjudicator.errors import RulesetError
from adjudicator.rules.files import Rulebooks
from adjudicator.rules.house import Entry, Settings, forms_of, in_force
from adjudicator.rules.judge import Judge
from adjudicator.usecases.houses import WordChange, now
from adjudicator.usecases.types import Difference, Merge, Revision

NOTHING = "-"
"""What a table has where a list says nothing of a word."""


def print_house(latest: Revision, entries: Iterable[Entry]) -> None:
    """Print a list as a revision has it: its settings, and what it says of each word."""
    print(f"{paint(latest.slug, 'bold')}: {latest.settings.title}")
    print(f"  base        {latest.settings.base}")
    for change in assignments(latest.settings.overrides):
        print(f"  changes     {change}")
    print(f"  revision    {latest.number}, {latest.kind} by {latest.author}, {moment(latest.at)}")
    print(f"  entries     {latest.size:,}")
    at = now()
    print_table(
        (each.word, _entry_text(each, at), each.author, each.at[:10], each.reason) for each in entries
    )


def print_history(revisions: Iterable[Revision], told: Mapping[int, Sequence[WordChange]]) -> None:
    """Print who changed what, and when; *told* has the first words that each revision has changed."""
    print_table(
        (
            str(each.number),
            moment(each.at),
            each.author,
            _kind(each),
            _changed(each, told.get(each.number, ())),
            size(each),
            each.note,
        )
        for each in revisions
    )


def effects(entries: Iterable[Entry], settings: Settings) -> list[str]:
    """Return what *entries* do that they do not say: the inflections that follow, and the allowed words that no list can make legal."""
    said = [
        f"  {entry.word}: so are {', '.join(sorted(forms_of(entry)))}"
        for entry in entries
        if entry.inflections
    ]
    try:
        judge = Judge(Rulebooks().load_checked(settings.base, settings.overrides))
    except RulesetError:
        return said
    struck = {
        entry.word: code
        for entry in entries
        if entry.effect == "allow" and (code := judge.word_code(entry.key)) is not None
    }
    return said + [
        f"  {word}: stays illegal ({code}); a list lifts no rule on length or letters, `house set` does"
        for word, code in struck.items()
    ]


def size(latest: Revision) -> str:
    """Return how many entries a list has."""
    return count_text(latest.size, "entry", "entries")


def _kind(each: Revision) -> str:
    return f"{each.kind} of {each.source.slug} #{each.source.number}" if each.source else each.kind


def _changed(each: Revision, told: Sequence[WordChange]) -> str:
    """Return what a revision has changed, in words."""
    named = [f"{'drop' if entry is None else entry.effect} {key}" for key, entry in told]
    more = each.changes - len(told)
    return ", ".join(
        [*named, *([f"{more:,} more" if named else f"{more:,} changed"] if more or not named else [])]
    )


def _entry_text(entry: Entry | None, at: str) -> str:
    if entry is None:
        return NOTHING
    said: list[str] = [entry.effect]
    if entry.inflections:
        said.append(f"as {' and '.join(entry.inflections)}")
    if entry.expires:
        said.append(f"{'until' if in_force(entry, at) else 'ran out'} {entry.expires[:10]}")
    return ", ".join(said)


def entry_with_reason(entry: Entry | None, at: str) -> str:
    """Return what an entry says, and why."""
    return _entry_text(entry, at) + (f" ({entry.reason})" if entry and entry.reason else "")


def print_difference(found: Difference) -> None:
    """Print what differs between two revisions."""
    for name, before, after in zip(Settings._fields, found.before, found.after, strict=True):
        if before != after:
            print(f"{name}: {_setting(before)} → {_setting(after)}")
    at = now()
    print_table(
        (_sign(before, after), key, entry_with_reason(before, at), "→", entry_with_reason(after, at))
        for key, (before, after) in found.entries.items()
    )


def _sign(before: Entry | None, after: Entry | None) -> str:
    if before is None:
        return "+"
    return "-" if after is None else "~"


def _setting(value: Any) -> str:
    return value if isinstance(value, str) else ", ".join(assignments(value)) or NOTHING


def print_merge(found: Merge) -> None:
    """Print what a merge would do, and the words in conflict as a table."""
    ours, theirs = found.ours.slug, found.theirs.slug
    base = f"{found.base.slug} #{found.base.number}" if found.base else "nothing"
    print(f"{theirs} #{found.theirs.number} into {ours} #{found.ours.number}; both come from {base}.")
    at = now()
    print_table(
        ("-" if entry is None else "+", key, entry_with_reason(entry, at))
        for key, entry in found.changes.items()
    )
    if found.conflicts:
        print(f"In conflict: {count_text(len(found.conflicts), 'word', 'words')}.")
        rows: list[Sequence[str]] = [("word", f"ours ({ours})", f"theirs ({theirs})", "before")]
        rows += [
            (
                each.key,
                entry_with_reason(each.ours, at),
                entry_with_reason(each.theirs, at),
                entry_with_reason(each.base, at),
            )
            for each in found.conflicts
        ]
        print_table(rows, "  ")
