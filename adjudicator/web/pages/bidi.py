"""Isolates the direction of a person's text where no mark-up can: in the title of a page. Elsewhere ``<bdi>`` does it."""

from __future__ import annotations

import unicodedata

from adjudicator.web.pages.page import pages

_FROM_THE_RIGHT = ("R", "AL", "AN")
_BEGIN, _END = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"


@pages.app_template_filter("isolate")
def isolate(text: str) -> str:
    """Return *text* so that it turns nothing around that stands beside it: what is written from the right, between marks that say so.

    The marks are those of Unicode's bidirectional algorithm (UAX #9, isolates); nobody sees them.
    """
    if text.isascii() or not any(unicodedata.bidirectional(char) in _FROM_THE_RIGHT for char in text):
        return text
    return f"{_BEGIN}{text}{_END}"
