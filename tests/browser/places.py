"""Every page of the site, at addresses that a sample ledger has something for.

A page that is added to the site is among them by itself; :func:`values` says what its address may hold where no earlier page's does.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

from flask import Flask
from werkzeug.routing import Rule

from adjudicator.games.sitting import Draft, Sitting, packed
from tests.conftest import WHOLE
from tests.sample import GAMES, HOUSES, SEASON, SLUGS, Sample

BLUEPRINTS = ("pages", "docs")
"""What is made for people."""


def values(sample: Sample) -> dict[str, dict[str, list[str]]]:
    """Return, by how an address begins, what its variables may be; the longest beginning holds."""
    return {
        "/rules/": {"id": ["boggle", "bonus-rings", "open", "word-whiz", *HOUSES]},
        "/rules/<id>/change": {"id": ["boggle", "word-whiz"]},
        "/lists/": {"slug": SLUGS, "number": ["2"]},
        "/lists/<slug>/seasons/": {"slug": SLUGS[:1], "id": [SEASON]},
        "/lists/<slug>/rulings/": {"slug": SLUGS[:1], "id": sample.rulings},
        "/lists/<slug>/invites/": {"slug": SLUGS[:1], "id": sample.invites},
        "/lists/<slug>/tokens/": {"slug": SLUGS[:1], "id": sample.tokens},
        "/disputes/": {"id": [*sample.open_disputes, *sample.closed_disputes]},
        "/join/": {"secret": sample.invite_secrets},
    }


LISTS = Sitting(
    id="a1",
    ruleset="boggle",
    players=["Anna", "Ben"],
    rounds=[Draft(board="PERS/LATG/SINE/TERS", lists={"Anna": "plates zed", "Ben": "plates sine"})],
    define=True,
    seconds=180,
)
CROSSWORD = Sitting(
    id="a2",
    ruleset="word-whiz",
    players=["Anna", "Ben"],
    rounds=[Draft(rows="QUEEY\nU\nEEL", owners="rrrrb\nb\nbbb", finished="Anna")],
)
RULES = "sent=1&title=Ours&length.min=x&spelling.region=any&dictionary.scowl=counts&dictionary.scowl.size=y"
STATES = (
    "/?word=trig&ruleset=boggle",
    "/?word=happy&ruleset=open&usage=1",
    "/?word=zee+xyzzy+rewatches&ruleset=" + HOUSES[0],
    "/disputes/new?words=zax&ruleset=word-whiz",
    "/disputes/new?words=rewatches&ruleset=" + HOUSES[0],
    "/board?board=PERS/LATG/SINE/TERS&ruleset=boggle&words=plates+zed&word=plates",
    "/play/players?ruleset=word-whiz&player=Anna",
    f"/play/round?g={packed(LISTS)}",
    f"/play/result?g={packed(LISTS.with_draft(scored=True))}",
    f"/play/round?g={packed(CROSSWORD)}",
    f"/play/result?g={packed(CROSSWORD.with_draft(scored=True))}",
    *(f"/play/{step}?game={id}" for step in ("round", "result", "list", "ready") for id in GAMES),
    f"/play/list?game={GAMES[0]}&player=Anna",
    f"/rules/boggle/change?{RULES}",
    f"/lists/{SLUGS[0]}?word=yeet",
    f"/lists/{SLUGS[0]}?q=y&done=yeet",
    f"/lists/{SLUGS[0]}?show=contrary&order=common&act=2",
    f"/lists/{SLUGS[0]}/history?word=yeet",
    f"/lists/{SLUGS[0]}/players?season={SEASON}",
    f"/lists/{SLUGS[0]}/review?of=rules",
    f"/lists/{SLUGS[0]}/compare?one=1&other=2",
    f"/lists/{SLUGS[0]}/merge?other={SLUGS[1]}",
)
"""Pages that have more to show, and other forms, when they are asked something."""


def rules_of(app: Flask, method: str) -> list[Rule]:
    """Return the routes of the site's pages that answer *method*."""
    return [
        rule
        for rule in app.url_map.iter_rules()
        if rule.endpoint.partition(".")[0] in BLUEPRINTS and method in (rule.methods or ())
    ]


def places(app: Flask, sample: Sample, method: str = "GET") -> list[str]:
    """Return the addresses of all pages that answer *method*, one for each combination of what their variables may be."""
    return [address for rule in rules_of(app, method) for address in _addresses(rule, sample)]


def some_places(app: Flask, sample: Sample, method: str = "GET") -> list[str]:
    """Return one address of every page that answers *method*, another one by another ``SEED``; all of them where ``SWEEPS=whole``."""
    if WHOLE:
        return places(app, sample, method)
    each = [[*_addresses(rule, sample)] for rule in rules_of(app, method)]
    return [random.choice(addresses) for addresses in each if addresses]


def _addresses(rule: Rule, sample: Sample) -> Iterator[str]:
    known = values(sample)
    beginning = max((each for each in known if rule.rule.startswith(each)), key=len, default="")
    chosen = known.get(beginning, {})
    missing = rule.arguments - chosen.keys()
    assert not missing, (
        f"{rule.rule}: say in tests/browser/places.py what {', '.join(sorted(missing))} may be"
    )
    names = sorted(rule.arguments)
    for each in product(*(chosen[name] for name in names)):
        built = rule.build(dict(zip(names, each, strict=True)))
        assert built is not None
        yield built[1]
