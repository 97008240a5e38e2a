"""The command ``rulesets``: lists the rulesets, or shows one in full."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, TypedDict, final

from adjudicator.cli import text
from adjudicator.cli.exits import DONE, USAGE
from adjudicator.cli.parser import RULESET
from adjudicator.core.shapes import plain
from adjudicator.errors import AdjudicatorError, LedgerError, RulesetError
from adjudicator.judging.service import Adjudicator
from adjudicator.resources import Places
from adjudicator.rules.files import Rulebooks
from adjudicator.rules.house import PREFIX
from adjudicator.rules.ruleset import Ruleset, RulesetBrief

if TYPE_CHECKING:
    from adjudicator.judging.shapes import HouseRef, RulesetModel


@final
class HouseBrief(TypedDict):
    """What the list of rulesets has of a house list."""

    id: str
    title: str
    house: HouseRef


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``adjudicator rulesets``."""
    parser.add_argument("id", nargs="?", metavar="ID", help=RULESET)
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(options: argparse.Namespace) -> int:
    """List the rulesets and house lists, or show one."""
    rulebooks = Rulebooks()
    if options.id is not None:
        ruleset, data = _ruleset(options.id, rulebooks)
        text.put(options.json, data, lambda: text.print_ruleset(ruleset, data))
        return DONE
    found: list[RulesetBrief | HouseBrief] = []
    faults: list[AdjudicatorError] = []
    for name in rulebooks.ids():
        try:
            found.append(rulebooks.load(name).brief)
        except RulesetError as error:
            faults.append(error)
    try:
        found += _house_lists()
    except LedgerError as error:
        faults.append(error)
    if options.json:
        text.print_json(found)
    else:
        for each in found:
            over = each["rulebook"] if "rulebook" in each else f"house list over {each['house']['base']}"
            print(f"{each['id']:13} {each['title']} ({over})")
    for fault in faults:
        print(f"adjudicator: {fault}", file=sys.stderr)
    return USAGE if faults else DONE


def _ruleset(name: str, rulebooks: Rulebooks) -> tuple[Ruleset, RulesetModel]:
    """Return the ruleset *name*, and its plain data with the digest. The lexicon is opened for a house list alone."""
    if not name.startswith(PREFIX):
        ruleset = rulebooks.load(name)
        return ruleset, plain(ruleset, digest=ruleset.digest)
    bench = Adjudicator().under(name)
    return bench.ruleset, bench.data()


def _house_lists() -> list[HouseBrief]:
    """Return the house lists as a list of rulesets has them; a ledger that is not there is neither made nor asked for."""
    if not Places.from_environment().has_ledger():
        return []
    from adjudicator.cli.writing import opened
    from adjudicator.usecases import houses

    with opened() as ledger:
        return [
            {
                "id": PREFIX + each.slug,
                "title": each.settings.title,
                "house": {"slug": each.slug, "revision": each.number, "base": each.settings.base},
            }
            for each in houses.lists(ledger)
        ]
