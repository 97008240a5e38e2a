"""The page of how words are judged, and of the sources with their licences, at ``/about``; and of what works without a network."""

from __future__ import annotations

from flask import Response

from adjudicator.core.version import VERSION
from adjudicator.runtime import current
from adjudicator.web.pages.page import pages, show


@pages.get("/about")
def about() -> Response:
    """Show how a verdict comes about, what its words mean, and the sources with their licences."""
    service = current.adjudicator()
    return show(
        "about.html",
        sources=service.sources(),
        benches=current.snapshot().benches.values(),
        lexicon=service.lexicon.digest,
        version=VERSION,
    )


@pages.get("/offline")
def without_network() -> Response:
    """Show what works without a network. Browsers that keep the site show this in place of a page that they do not keep."""
    return show("offline.html")
