"""Which rules a page goes by: those that its address names, or those that were last chosen in this browser."""

from __future__ import annotations

from collections import Counter

from adjudicator.api import current
from adjudicator.errors import AdjudicatorError
from adjudicator.rules.house import PREFIX
from adjudicator.rules.ruleset import Ruleset
from adjudicator.service import DEFAULT_RULESET
from adjudicator.web import session


def offered() -> list[Ruleset]:
    """Return every ruleset that there is to choose from, the house lists last; where two have one title, it says which is which."""
    found = [*current.rulesets(), *current.house_rulesets()]
    titles = Counter(each.title for each in found)
    return [
        each
        if titles[each.title] == 1
        else each._replace(title=f"{each.title} ({each.id.removeprefix(PREFIX)})")
        for each in found
    ]


def named(name: str) -> Ruleset:
    """Return the ruleset *name*; that of one revision of a house list says so in its title. Raises :class:`UnknownRuleset`."""
    found = current.ruleset(name)
    _, revision, number = name.partition("@")
    return found._replace(id=name, title=f"{found.title}, revision {number}") if revision else found


def latest(ruleset: Ruleset) -> str:
    """Return the name of *ruleset* without the revision that it may name."""
    return ruleset.id.partition("@")[0]


def last() -> Ruleset:
    """Return the rules that were last chosen in this browser; the usual ones where there are none, or no more."""
    try:
        return named(session.remembered_rules(DEFAULT_RULESET))
    except AdjudicatorError:
        return named(DEFAULT_RULESET)


def remember(ruleset: Ruleset) -> None:
    """Keep *ruleset* as the one that was chosen last."""
    session.remember_rules(latest(ruleset))
