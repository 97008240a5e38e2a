"""The page of how words are judged, and of the sources with their licences, at ``/about``."""

from __future__ import annotations

from typing import NamedTuple

from flask import Response

from adjudicator.core.version import VERSION
from adjudicator.runtime import current
from adjudicator.web.pages.page import pages, show


class Coverage(NamedTuple):
    """How many words a rulebook makes legal."""

    id: str
    title: str
    words: int


@pages.get("/about")
def about() -> Response:
    """Show how a verdict comes about, what its words mean, and the sources with their licences."""
    service, benches = current.adjudicator(), current.snapshot().benches.values()
    return show(
        "about.html",
        sources=service.sources(),
        coverage=[Coverage(each.name, each.ruleset.title, each.compiled.size) for each in benches],
        lexicon=service.lexicon.digest,
        version=VERSION,
    )
