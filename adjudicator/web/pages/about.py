"""The page of how words are judged, and of the sources with their licences, at ``/about``."""

from __future__ import annotations

from typing import NamedTuple

from flask import Response

from adjudicator import __version__
from adjudicator.api import current
from adjudicator.service import Adjudicator
from adjudicator.web.pages.page import pages, show


class Coverage(NamedTuple):
    """How many words a rulebook makes legal."""

    id: str
    title: str
    words: int


@pages.get("/about")
def about() -> Response:
    """Show how a verdict comes about, what its words mean, and the sources with their licences."""
    service = current.adjudicator()
    return show(
        "about.html",
        sources=service.sources(),
        coverage=_coverage(service),
        lexicon=service.lexicon.digest,
        version=__version__,
    )


def _coverage(service: Adjudicator) -> list[Coverage]:
    return [Coverage(each.id, each.title, service.compiled(each.id).size) for each in current.rulesets()]
