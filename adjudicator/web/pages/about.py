"""The page of the sources with their licences, at ``/about``."""

from __future__ import annotations

from flask import Response

from adjudicator.api import current
from adjudicator.web.pages.page import pages, show


@pages.get("/about")
def about() -> Response:
    """Show the sources with their licences, and how a verdict comes about."""
    service = current.adjudicator()
    return show("about.html", sources=service.sources(), lexicon=service.lexicon.digest)
