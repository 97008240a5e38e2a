"""How voters are told apart: by their tokens, or by their names where they have none. Pure."""

from __future__ import annotations

import hashlib
import unicodedata

from adjudicator.ledger.validation import MAX_ID, is_hidden

NAMED = "name:"
"""What the id of a voter begins with who has no token; ids of tokens have no colon."""


def voter_named(name: str) -> str:
    """Return the id of the voter *name* who has no token: the same however the name is spaced, and in capitals or not."""
    plain = " ".join(unicodedata.normalize("NFKC", name).casefold().split())
    return NAMED + hashlib.sha256(plain.encode("utf-8", "replace")).hexdigest()[: MAX_ID - len(NAMED)]


def plain_name(name: str) -> str:
    """Return what names have in common that look alike: they differ in capitals, spaces, forms of one letter or what nobody sees."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    seen = "".join(char for char in folded if not is_hidden(char))
    return hashlib.sha256(" ".join(seen.split()).encode("utf-8", "replace")).hexdigest()[:MAX_ID]
