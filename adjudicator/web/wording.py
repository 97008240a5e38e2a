"""What the pages say for each code, in words for everybody at the table.

The judge's own reason is exact and names its source; it stays on the page in small print. These sentences say
the same to someone who has never heard of an initialism. Start at :func:`because`.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from adjudicator.core.affixes import formation
from adjudicator.judging.shapes import FullVerdict, SenseModel, WordAccount
from adjudicator.rules.wording import american, is_in_one_piece, kind_of, source_name

REGIONS = {
    "british": "British",
    "american": "American",
    "canadian": "Canadian",
    "australian": "Australian",
}
"""Region → whose spelling it is."""
NAMED = 5
"""Words that the one sentence on several of them names."""

_SHORT_FORMS = {
    "initialism": "Initials, said letter by letter",
    "acronym": "Initials, said as a word",
    "contraction": "Words run together",
}
_SHORT_FORMS["marked-abbreviation"] = "A short form"


def because(data: FullVerdict, account: WordAccount) -> str:
    """Return the one sentence under the answer, without its full stop.

    *data* is a verdict and *account* the lexicon's own account of the word, both as plain data.
    """
    decisive = next(found for found in data["findings"] if found["decisive"])
    code, sense = data["code"], decisive["sense"]
    if code == "sense-admitted" and sense:
        return _meaning(sense)
    if data.get("house") and code in ("house-allowed", "house-denied"):
        return _house(data["house"]["entry"], data["key"])
    if code == "american-spelling":
        return american(tuple(account["region"]["counterparts"]))
    if code in _SHORT_FORMS:
        expansion = sense["abbreviation"]["expansion"] if sense and sense["abbreviation"] else None
        stands_for = f" for “{expansion}”" if expansion else ""
        marked = ", and the dictionary marks it as an abbreviation" if code == "marked-abbreviation" else ""
        return f"{_SHORT_FORMS[code]}{stands_for}{marked}"
    if code == "only-in-phrases":
        phrases = distinct(account["phrases"])[:3]
        return "Only used inside phrases" + (f", such as “{'” or “'.join(phrases)}”" if phrases else "")
    if code == "not-in-dictionary":
        return "Not in the dictionaries that these rules count"
    if code in ("too-short", "too-long"):
        return f"{capitalise(kind_of(code))}: {decisive['reason']}"
    if code == "not-in-alphabet":
        return capitalise(decisive["reason"])
    return capitalise(kind_of(code))


def strong(legal: bool) -> str:
    """Return the answer itself, as large as it gets."""
    return "LEGAL" if legal else "NOT LEGAL"


def overall(count: int, refused: list[str]) -> tuple[str, str]:
    """Return the answer on *count* words of which some are *refused*, and the one sentence under it."""
    if not refused:
        return "ALL LEGAL", "Every one of them counts."
    if len(refused) == count:
        return "NONE LEGAL", "Not one of them counts."
    named = ", ".join(refused[:NAMED])
    more = f" and {len(refused) - NAMED} more" if len(refused) > NAMED else ""
    return (
        "NOT ALL LEGAL",
        f"{len(refused)} of {count} {'do' if len(refused) > 1 else 'does'} not count: {named}{more}.",
    )


def sentence(text: str) -> str:
    """Return *text* with a full stop, unless it ends with a mark of its own."""
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _house(entry: Mapping[str, Any], key: str) -> str:
    what = "it" if entry["key"] == key else f"“{entry['word']}” with its inflections"
    why = f": {entry['reason']}" if entry["reason"] else ""
    return f"Your house list {'allows' if entry['effect'] == 'allow' else 'does not allow'} {what}{why}"


def attribution(entry: Mapping[str, Any], title: str) -> str:
    """Return who has entered what a house list says, and when."""
    until = f", until {_day(entry['expires'])}" if entry["expires"] else ""
    return f"{title}: {entry['author']}, {_day(entry['at'])}{until}"


def _day(at: str) -> str:
    found = datetime.fromisoformat(at)
    return f"{found.day} {found:%B} {found.year}"


def _meaning(sense: SenseModel) -> str:
    if sense["listing"]:
        return f"{source_name(sense['source'])} has it on its list of ordinary words"
    kind = sense["pos"] or "word"
    if sense["relation"] == "inflection":
        kind = f"{kind}, a form of “{sense['inflection_of'] or sense['headword']}”"
    elif sense["relation"] == "variant":
        kind = f"{kind}, another spelling of “{sense['headword']}”"
    elif sense["relation"] == "derivation":
        alike = is_in_one_piece(sense["display"], sense["headword"])
        parts = "written in one piece" if alike else formation(sense["display"], sense["headword"])
        kind = f"made from “{sense['headword']}”{f' ({parts})' if parts else ''}"
    article = "An" if kind[0] in "aeiou" and not kind.startswith("another") else "A"
    lead = capitalise(kind) if kind.startswith("made") else f"{article} {kind}"
    return f"{lead}: “{sense['gloss']}”" if sense["gloss"] else lead


def distinct(phrases: list[str]) -> list[str]:
    """Return *phrases*, each once whatever its capitals; those written in lower case first."""
    found = {phrase.lower(): phrase for phrase in sorted(phrases)}
    return sorted(found.values(), key=lambda phrase: (phrase != phrase.lower(), phrase))


def capitalise(text: str) -> str:
    """Return *text* with its first letter as a capital."""
    return text[:1].upper() + text[1:]
