"""The ruleset that a page applies: the one in its address, or the one last chosen in this browser."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from adjudicator.errors import AdjudicatorError
from adjudicator.judging.service import DEFAULT_RULESET
from adjudicator.rules.house import PREFIX, Address
from adjudicator.rules.ruleset import Ruleset
from adjudicator.runtime import current
from adjudicator.web import session

HOUSES = 20
"""House lists that a page offers; the page of all lists has the rest."""


class RulesetChoice(NamedTuple):
    """The rulesets to choose from, house lists last, and whether there are more lists."""

    rulesets: list[Ruleset]
    more: bool


def choice() -> RulesetChoice:
    """Return the rulesets to choose from, with some house lists; where two have one title, it says which is which."""
    houses = current.house_rulesets(HOUSES + 1)
    found = [*current.rulesets(), *houses[:HOUSES]]
    titles = Counter(each.title for each in found)
    told = [
        each
        if titles[each.title] == 1
        else each._replace(title=f"{each.title} ({each.id.removeprefix(PREFIX)})")
        for each in found
    ]
    return RulesetChoice(told, len(houses) > HOUSES)


def including(rulesets: list[Ruleset], ruleset: Ruleset) -> list[Ruleset]:
    """Return *rulesets*, and *ruleset* after them if it is none of them."""
    return rulesets if any(each.id == ruleset.id for each in rulesets) else [*rulesets, ruleset]


def titles(names: Iterable[str]) -> dict[str, str]:
    """Return the titles of those *names* that are rulesets or house lists, by name."""
    slugs = {name.removeprefix(PREFIX) for name in names if name.startswith(PREFIX)}
    houses = current.house_rulesets(len(slugs), slugs) if slugs else []
    return {each.id: each.title for each in (*current.rulesets(), *houses)}


def ruleset_of(name: str) -> Ruleset:
    """Return the ruleset *name*; that of one revision of a house list says so in its title. Raises :class:`UnknownRuleset`."""
    found, address = current.ruleset(name), Address.parse(name)
    if address is None or address.revision is None:
        return found
    return found._replace(id=name, title=f"{found.title}, revision {address.revision}")


def latest(ruleset: Ruleset) -> str:
    """Return the name of *ruleset* without the revision that it may name."""
    address = Address.parse(ruleset.id)
    return str(address._replace(revision=None)) if address else ruleset.id


def last() -> Ruleset:
    """Return the ruleset last chosen in this browser, or the default one if none was chosen or it no longer exists."""
    try:
        return ruleset_of(session.remembered_rules(DEFAULT_RULESET))
    except AdjudicatorError:
        return ruleset_of(DEFAULT_RULESET)


def remember(ruleset: Ruleset) -> None:
    """Keep *ruleset* as the one that was chosen last."""
    session.remember_rules(latest(ruleset))
