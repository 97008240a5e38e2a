"""The commands of house lists. ``run`` finds the function by the action; each does what HTTP's call for it does
(:mod:`adjudicator.api.houses`), without a token: who has the machine has the ledger.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any, cast

from adjudicator.cli import house_files, house_seasons
from adjudicator.cli.house_text import (
    effects,
    print_difference,
    print_history,
    print_house,
    print_merge,
    size,
)
from adjudicator.cli.ledger_arguments import (
    LedgerActions,
    limit_argument,
    many_argument,
    seen_argument,
    words_argument,
)
from adjudicator.cli.ledger_arguments import run as run
from adjudicator.cli.overrides import settings_with
from adjudicator.cli.text import print_json, print_table, put
from adjudicator.cli.writing import expected, judging, number, optional, pair, writer
from adjudicator.core.shapes import plain
from adjudicator.core.spelling import quote
from adjudicator.errors import AdjudicatorError, MergeConflict
from adjudicator.rules.house import PARTS_OF_SPEECH, Settings
from adjudicator.usecases import houses
from adjudicator.usecases.desk import ONLY, ORDERS, Desk, Wanted, prunable, prune
from adjudicator.usecases.house_shapes import house_list, merge_preview, revision_diff
from adjudicator.usecases.types import Ledger, Revision, Side

_EFFECTS = {"allow": "say that words are legal", "deny": "say that words are not legal"}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``adjudicator house``."""
    actions = LedgerActions(parser, notes=True)
    listed = actions.reading("list", _list, "the house lists")
    listed.add_argument("--archived", action="store_true", help="those that are put away")
    create = actions.writing("create", _create, "make a house list", "slug")
    create.add_argument("--title", metavar="T", help="what it is called (default: its slug)")
    create.add_argument(
        "--base", default="boggle", metavar="ID", help="the ruleset it stands on (default: boggle)"
    )
    many_argument(create, "--set", "KEY=VALUE", "what it changes of that ruleset, like length.min=4")
    settings = actions.changing(
        "set", _set, "change the title, the base or what the list changes of it", "slug"
    )
    settings.add_argument("set", nargs="*", metavar="KEY=VALUE", help="title=…, base=… or like length.min=4")
    many_argument(settings, "--unset", "KEY", "leave this to the base again, like length.min")
    show = actions.reading("show", _show, "what a list says, now or at a revision", "slug")
    _found_arguments(show)
    for effect, purpose in _EFFECTS.items():
        _entry_arguments(actions.changing(effect, _allow_or_deny, purpose, "slug"))
    drop = actions.changing("drop", _drop, "remove the entries of words", "slug")
    words_argument(drop)
    seen_argument(drop)
    prune = actions.changing("prune", _prune, "remove the entries that change nothing", "slug")
    prune.add_argument("--dry-run", action="store_true", help="only name them, one a line")
    history = actions.reading("history", _history, "who changed what, the latest first", "slug")
    limit_argument(history, "revisions")
    history.add_argument("--word", metavar="WORD", help="only what has changed this word")
    history.add_argument("--author", metavar="NAME", help="only what they have changed")
    diff = actions.reading("diff", _diff, "what differs between two revisions", "slug")
    diff.add_argument("one", metavar="N", help="the revision before")
    diff.add_argument("other", nargs="?", metavar="M", help="the revision after (default: the latest)")
    restore = actions.changing(
        "restore", _restore, "make a list what it was at a revision, by a new one", "slug"
    )
    restore.add_argument("number", metavar="N", help="that revision")
    many_argument(restore, "--word", "WORD", "make only these words what they were")
    seen_argument(restore)
    undo = actions.writing("undo", _undo, "take back what a revision has changed of words", "slug")
    undo.add_argument("number", metavar="N", help="that revision")
    house_seasons.add(actions)
    fork = actions.writing("fork", _fork, "make a new list of one", "slug")
    fork.add_argument("new", metavar="NEW", help="the slug of the new list")
    fork.add_argument("--title", metavar="T", help="what it is called (default: as the other)")
    merge = actions.changing("merge", _merge, "merge another list into one", "slug")
    merge.add_argument("other", metavar="OTHER", help="the slug of the other list")
    many_argument(merge, "--take", "WORD=SIDE", "whose entry to take of a word in conflict: ours or theirs")
    merge.add_argument(
        "--prefer", choices=("ours", "theirs"), help="whose entries to take of all other conflicts"
    )
    export = house_files.arguments(actions)
    for each in (show, fork, merge, export):
        each.add_argument("--revision", metavar="N", help="as it was then (default: the latest)")
    merge.add_argument("--dry-run", action="store_true", help="only show what would come of it")


def _found_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--only", choices=tuple(ONLY), help="only entries of which this is so")
    parser.add_argument("--author", default="", metavar="NAME", help="only what they have entered")
    parser.add_argument("--order", choices=tuple(ORDERS), default="word", help="default: word")


def _entry_arguments(parser: argparse.ArgumentParser) -> None:
    words_argument(parser)
    seen_argument(parser)
    parser.add_argument("--reason", default="", metavar="TEXT", help="why; others see it in every verdict")
    parser.add_argument("--expires", metavar="DATE", help="when the entry stops applying")
    parser.add_argument(
        "--inflections",
        nargs="?",
        const="noun,verb",
        metavar="POS,…",
        help="also the inflections, as these parts of speech (default: noun,verb)",
    )


def _list(ledger: Ledger, options: argparse.Namespace) -> None:
    away = houses.archived(ledger)
    found = [each for each in houses.lists(ledger) if (each.slug in away) == options.archived]
    if options.json:
        for each in found:
            print_json(house_list(each))
    else:
        print_table(
            (each.slug, each.settings.title, f"over {each.settings.base}", size(each), f"#{each.number}")
            for each in found
        )


def _create(ledger: Ledger, options: argparse.Namespace) -> None:
    title = options.slug if options.title is None else options.title
    settings = settings_with(Settings(title, options.base, {}), options.set, ())
    made = houses.create(ledger, options.slug, settings, by=writer(options.by), note=options.note)
    _print_revision(
        made, options, f"Created {made.slug}, based on {settings.base}. Its ruleset is house:{made.slug}."
    )


def _set(ledger: Ledger, options: argparse.Namespace) -> None:
    if not (options.set or options.unset):
        raise AdjudicatorError("Nothing to set.", "Give KEY=VALUE, or --unset KEY.")
    _write(
        ledger,
        options,
        houses.change_settings,
        lambda settings: settings_with(settings, options.set, options.unset),
    )


def _show(ledger: Ledger, options: argparse.Namespace) -> None:
    house = houses.contents(ledger, options.slug, optional(options.revision, "--revision"))
    latest = houses.revision(ledger, options.slug, house.revision)
    wanted = Wanted(only=options.only, author=options.author, order=options.order)
    entries = [house.entries[key] for key in sorted(house.entries)]
    if wanted != Wanted():
        with judging(ledger) as adjudicator:
            desk = Desk(adjudicator, options.slug, house.revision)
            entries = [house.entries[key] for key in desk.keys(wanted)]
    put(options.json, {**house_list(latest), "entries": entries}, lambda: print_house(latest, entries))


def _allow_or_deny(ledger: Ledger, options: argparse.Namespace) -> None:
    by = writer(options.by)
    sent = {
        "effect": options.action,
        "reason": options.reason,
        "expires": options.expires,
        "inflections": _parts_of_speech(options.inflections),
    }
    entries = [houses.entry_of({**sent, "word": houses.word_of(word)}, by=by) for word in options.words]
    _write(ledger, options, houses.edit, entries, seen=_seen(options))
    if not options.json:
        settings = houses.revision(ledger, options.slug).settings
        for line in effects(list({entry.key: entry for entry in entries}.values()), settings):
            print(line)


def _drop(ledger: Ledger, options: argparse.Namespace) -> None:
    _write(ledger, options, houses.edit, drop=options.words, seen=_seen(options))


def _prune(ledger: Ledger, options: argparse.Namespace) -> None:
    with judging(ledger) as adjudicator:
        if options.dry_run:
            keys = prunable(adjudicator, options.slug)
            put(
                options.json,
                {"slug": options.slug, "keys": keys},
                lambda: print("\n".join(keys)) if keys else None,
            )
            return
        _write(ledger, options, lambda _, *given, **more: prune(adjudicator, *given, **more))


def _history(ledger: Ledger, options: argparse.Namespace) -> None:
    limit = number(options.limit, "--limit")
    found = houses.history(ledger, options.slug, limit=limit, word=options.word, author=options.author)
    if options.json:
        for each in found:
            print_json(plain(each))
        return
    print_history(found, houses.first_changes(ledger, found, options.word))
    if found and found[-1].number > 1 and not (options.word or options.author):
        print(f"… and {found[-1].number - 1:,} before (--limit shows more)")


def _diff(ledger: Ledger, options: argparse.Namespace) -> None:
    one = number(options.one, "N")
    found, other = houses.difference(ledger, options.slug, one, optional(options.other, "M"))
    put(options.json, revision_diff(options.slug, one, other, found), lambda: print_difference(found))


def _restore(ledger: Ledger, options: argparse.Namespace) -> None:
    words = options.word or None
    _write(ledger, options, houses.restore, number(options.number, "N"), words=words, seen=_seen(options))


def _undo(ledger: Ledger, options: argparse.Namespace) -> None:
    undone, by = number(options.number, "N"), writer(options.by)
    made = houses.undo(ledger, options.slug, undone, by=by, note=options.note)
    latest = made or houses.revision(ledger, options.slug)
    said = f"{latest.slug} is at revision {latest.number} now: {size(latest)}."
    _print_revision(latest, options, said if made else f"Revision {undone} is taken back already. {said}")


def _seen(options: argparse.Namespace) -> int | None:
    return optional(options.seen, "--seen")


def _fork(ledger: Ledger, options: argparse.Namespace) -> None:
    made = houses.fork(
        ledger,
        options.slug,
        options.new,
        by=writer(options.by),
        title=options.title,
        number=optional(options.revision, "--revision"),
        note=options.note,
    )
    _print_revision(made, options, f"Created {made.slug} as a copy of {options.slug}: {size(made)}.")


def _merge(ledger: Ledger, options: argparse.Namespace) -> None:
    revision = optional(options.revision, "--revision")
    take = dict(_parse_side(text) for text in options.take)
    if options.dry_run:
        _preview(ledger, options, revision)
        return
    more = {"number": revision, "take": take, "prefer": options.prefer}
    try:
        _write(ledger, options, houses.merge, options.other, **more)
    except MergeConflict:
        _preview(ledger, options, revision)
        raise


def _preview(ledger: Ledger, options: argparse.Namespace, revision: int | None) -> None:
    found = houses.preview_merge(ledger, options.slug, options.other, revision)
    put(options.json, merge_preview(found), lambda: print_merge(found))


def _write(
    ledger: Ledger, options: argparse.Namespace, change: Callable[..., Revision], *given: Any, **more: Any
) -> None:
    """Have *change*, a use case, change the list that is named, and say which revision it has now."""
    before = houses.revision(ledger, options.slug).number
    seen, by = expected(options), writer(options.by)
    latest = change(ledger, options.slug, seen, *given, by=by, note=options.note, **more)
    if latest.number == before:
        said = f"Nothing to change: {latest.slug} stays at revision {before}."
    else:
        said = f"{latest.slug} is at revision {latest.number} now: {size(latest)}."
    _print_revision(latest, options, said)


def _print_revision(latest: Revision, options: argparse.Namespace, said: str) -> None:
    put(options.json, house_list(latest), lambda: print(said))


def _parts_of_speech(text: str | None) -> list[str]:
    parts = [] if text is None else text.split(",")
    if not set(parts) <= set(PARTS_OF_SPEECH):
        raise AdjudicatorError(
            f"--inflections takes {', '.join(PARTS_OF_SPEECH)} with commas between, not {quote(str(text))}.",
            "Give the words before it.",
        )
    return parts


def _parse_side(text: str) -> tuple[str, Side]:
    """Return a word, and whose entry of it is taken; that it is one of the sides, the merge sees to."""
    word, side = pair(text, "--take")
    return houses.word_of(word), cast(Side, side)
