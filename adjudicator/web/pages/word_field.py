"""Splits the text of one input field into words. Start at :func:`words_of`."""

from __future__ import annotations

import re

from adjudicator.errors import BadWord

MAX_WORDS = 100
"""Words that are judged at once."""
_PIECE = re.compile(r'["“„]([^"“”„]+)["“”]|([^ \t\r\n\u00a0,;]+)')
"""Text in quotation marks, or anything else up to a space, a comma or the end of a line."""


def words_of(text: str) -> list[str]:
    """Return the words in *text*, each once. Spaces, commas and line breaks part them; quotation marks keep a phrase together.

    What has no letter and no digit, such as a dash between words, is none of them; a text of nothing else is returned whole. Raises
    :class:`BadWord` where there are too many.
    """
    pieces = [quoted or plain for quoted, plain in _PIECE.findall(text)]
    found = list(dict.fromkeys(piece for piece in pieces if any(map(str.isalnum, piece))))
    if len(found) > MAX_WORDS:
        raise BadWord(
            f"These are {len(found):,} words; at most {MAX_WORDS} are looked up at once.",
            "Leave some for the next time.",
        )
    return found or [text]


def quote_phrase(word: str) -> str:
    """Return how *word* is typed so that it is one word: a phrase in quotation marks."""
    return word if words_of(word) == [word] else f'"{word}"'
