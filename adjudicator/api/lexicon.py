"""The call that names the lexicon in service."""

from __future__ import annotations

from typing import TypedDict

from flask import Response

from adjudicator.api.operations import operation
from adjudicator.api.responses import answer
from adjudicator.core.shapes import Digest
from adjudicator.runtime import current


class LexiconModel(TypedDict):
    """The lexicon that answers."""

    lexicon: Digest
    words: int
    """Different keys that it has, legal or not."""
    version: str
    """The version of this project that has built it."""


@operation("GET", "/v1/lexicon", tag="lexicon", answers=LexiconModel)
def show_lexicon() -> Response:
    """Name the lexicon that answers.

    Its ETag changes with the lexicon alone: ask with `If-None-Match` whether there is a new one.
    """
    lexicon = current.adjudicator().lexicon
    data: LexiconModel = {
        "lexicon": lexicon.digest,
        "words": lexicon.size,
        "version": lexicon.meta["version"],
    }
    return answer(data, etag=current.etag_of(lexicon.digest))
