"""The call that answers in the shape of dictionaryapi.dev, for apps that were written for that service.

Its 404 has that service's shape as well, in words of our own; only what no app of that service expects (a server without a lexicon) is a
problem document. Any page may ask (:mod:`adjudicator.server.cors`), and with any parameters: what that service passes over is passed over.
"""

from __future__ import annotations

from typing import TypedDict

from flask import Response

from adjudicator.api import models
from adjudicator.api.operations import operation
from adjudicator.api.responses import answer, unkept
from adjudicator.core.model import Region
from adjudicator.errors import BadWord
from adjudicator.lexicon.dictionaryapi import Entry
from adjudicator.runtime import current

ACCENTS: dict[str, Region] = {"en": "british", "en_GB": "british", "en_US": "american"}
"""Language codes that are answered → whose pronunciation comes first."""


class NoEntries(TypedDict):
    """Nothing defines the word, in that service's shape."""

    title: str
    message: str
    resolution: str


NOT_FOUND: NoEntries = {
    "title": "No Definitions Found",
    "message": "Nothing here defines this word.",
    "resolution": "Check the spelling, or look the word up in a larger dictionary. Only English is answered: en, en_GB or en_US.",
}


@operation(
    "GET",
    "/api/v2/entries/{language}/{word}",
    tag="entries",
    answers=list[Entry],
    missing=NoEntries,
    query=models.Anything,
)
def show_entries(language: str, word: str) -> Response:
    """Define a word, in the shape of dictionaryapi.dev.

    An app for that service asks here by changing its base address. What no dictionary here defines is 404, in that shape, too.
    """
    try:
        entries = current.adjudicator().entries(word, ACCENTS[language]) if language in ACCENTS else []
    except BadWord:
        entries = []
    return answer(entries, etag=current.snapshot().etag) if entries else unkept(NOT_FOUND, 404)
