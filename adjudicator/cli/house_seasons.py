"""The actions of ``house`` about seasons and about what is still to be settled. Start at :func:`add`."""

from __future__ import annotations

import argparse

from adjudicator.cli.ledger_arguments import LedgerActions
from adjudicator.cli.text import print_json, print_table, put
from adjudicator.cli.writing import judging, moment, optional, writer
from adjudicator.core.shapes import plain
from adjudicator.usecases import houses, reviews, seasons
from adjudicator.usecases.house_shapes import house_list
from adjudicator.usecases.types import Ledger


def add(actions: LedgerActions) -> None:
    """Add these actions."""
    rename = actions.writing(
        "rename", _rename, "give a list another short name, to which the one before leads for good", "slug"
    )
    rename.add_argument("new", metavar="NEW", help="the short name that it gets")
    actions.writing("archive", _archive, "put a list away: it judges on, and nobody changes it", "slug")
    actions.writing("unarchive", _unarchive, "bring a list back that was put away", "slug")
    actions.writing(
        "delete", _delete, "delete a list that nothing refers to, with its history, for good", "slug"
    )
    season = actions.writing("season", _season, "freeze a revision of a list under a name", "slug")
    season.add_argument("name", metavar="NAME", help="what the season is called")
    season.add_argument(
        "--id", default="", metavar="ID", help="its name in addresses (default: made of NAME)"
    )
    season.add_argument("--revision", metavar="N", help="that revision (default: the latest)")
    actions.reading("seasons", _seasons, "the seasons of a list, the latest first", "slug")
    shifted = actions.reading(
        "shifted", _shifted, "the words of a season that are judged otherwise than when it was frozen", "slug"
    )
    shifted.add_argument("season", metavar="SEASON", help="the id of the season")
    actions.reading(
        "queues",
        _queues,
        "the queues of words to be settled that a list has, with what is left of each",
        "slug",
    )
    review = actions.reading(
        "review", _review, "the words of a queue that nobody has settled, the commonest first", "slug"
    )
    review.add_argument(
        "--of",
        default="list",
        metavar="QUEUE",
        help="list, rules, rules:SIZE, revision:N or season:ID (default: list)",
    )


def _rename(ledger: Ledger, options: argparse.Namespace) -> None:
    made = houses.rename(ledger, options.slug, options.new, by=writer(options.by))
    said = f"{options.slug} is called {made.slug} now. house:{options.slug} and its old address lead there for good."
    put(options.json, house_list(made), lambda: print(said))


def _archive(ledger: Ledger, options: argparse.Namespace) -> None:
    houses.archive(ledger, options.slug, by=writer(options.by))
    _say(
        options,
        "archived",
        f"{options.slug} is put away. `adjudicator house unarchive {options.slug}` brings it back.",
    )


def _unarchive(ledger: Ledger, options: argparse.Namespace) -> None:
    houses.bring_back(ledger, options.slug, by=writer(options.by))
    _say(options, "open", f"{options.slug} is back.")


def _delete(ledger: Ledger, options: argparse.Namespace) -> None:
    houses.delete(ledger, options.slug, by=writer(options.by))
    _say(options, "deleted", f"{options.slug} is deleted.")


def _say(options: argparse.Namespace, state: str, said: str) -> None:
    put(options.json, {"slug": options.slug, "state": state}, lambda: print(said))


def _season(ledger: Ledger, options: argparse.Namespace) -> None:
    revision = optional(options.revision, "--revision")
    with judging(ledger) as adjudicator:
        by = writer(options.by)
        freeze = seasons.freezing(
            adjudicator, options.slug, options.name, by=by, id=options.id, number=revision
        )
        made = freeze()
    said = f"Froze revision {made.number} of {made.slug} as {made.id}: {made.legal:,} words are legal by it."
    put(options.json, plain(made), lambda: print(said))


def _seasons(ledger: Ledger, options: argparse.Namespace) -> None:
    found = seasons.seasons(ledger, options.slug)
    if options.json:
        for each in found:
            print_json(plain(each))
        return
    print_table(
        (each.id, each.name, f"#{each.number}", f"{each.legal:,} legal", moment(each.at)) for each in found
    )


def _shifted(ledger: Ledger, options: argparse.Namespace) -> None:
    with judging(ledger) as adjudicator:
        found = seasons.changed(adjudicator, seasons.season(ledger, options.slug, options.season))
    if options.json:
        for each in found:
            print_json(plain(each))
        return
    print_table(
        (each.key, f"it was {'legal' if each.was_legal else 'not legal'}", each.code) for each in found
    )


def _queues(ledger: Ledger, options: argparse.Namespace) -> None:
    with judging(ledger) as adjudicator:
        found = reviews.Review(adjudicator, options.slug).queues()
    if options.json:
        for each in found:
            print_json(plain(each))
        return
    print_table(
        (each.of, each.title, f"{each.standing.left:,} left", f"{each.standing.settled:,} settled")
        for each in found
    )


def _review(ledger: Ledger, options: argparse.Namespace) -> None:
    with judging(ledger) as adjudicator:
        found = reviews.Review(adjudicator, options.slug).left(options.of)
    if options.json:
        for key in found:
            print_json({"key": key})
        return
    for key in found:
        print(key)
