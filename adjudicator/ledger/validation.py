"""Validation of what people send to be written down: entries, settings, texts. All faults are reported at once. Start at :func:`entry_from`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, get_args

from adjudicator.core.fields import REQUIRED, Fields, excerpt, takes
from adjudicator.core.spelling import MAX_WORD, fault_of, foreign_characters, key_of, quote
from adjudicator.errors import BadRecord, RulesetInvalid, UnknownRuleset
from adjudicator.ledger.records import canonical
from adjudicator.rules.house import PARTS_OF_SPEECH, USUAL, Effect, Entry, PartOfSpeech, Settings
from adjudicator.rules.ruleset import ID_LETTERS

MAX_TEXT = 1000
"""Characters of a reason or note."""
MAX_NAME = 100
"""Characters of an author's name or a title."""
MAX_ID = 32
MAX_OVERRIDES = 20_000
"""Characters of the overrides of a list, as JSON."""
INFLECTIONS = f"true, false or a list of {', '.join(PARTS_OF_SPEECH)}"
Check = Callable[[Settings], object]
"""Raises :class:`UnknownRuleset` or :class:`RulesetInvalid` where settings are not those of a ruleset."""
_EFFECTS = get_args(Effect)
_SLUG = re.compile("[a-z0-9][a-z0-9-]{0,63}")
_UNSEEN = ("Cc", "Cs", "Zl", "Zp")
_JOINERS = "\u200c\u200d"
_LETTERS = ("Lu", "Ll", "Lt", "Lo")
_FLAG = "\U0001f3f4"
_TAGS = "".join(map(chr, range(0xE0020, 0xE0080)))
_BLANK = "\u115f\u1160\u3164\uffa0"
"""Letters, by Unicode's account, that show nothing."""


_OF_AN_EXPORT = frozenset({"author", "at"})


def entry_from(sent: Mapping[str, Any], *, author: str, at: str, stamped: bool = False) -> Entry:
    """Return the entry that *sent* describes, written by *author* at the time *at*.

    It has ``word`` and ``effect``, and perhaps ``reason``, ``expires`` (an ISO 8601 date or time, of UTC where it names no zone) and
    ``inflections`` (true for the usual ones, or parts of speech). A *stamped* one may also bring its own ``author``, ``at`` and ``ruling``.
    One that has both author and time is from a list of this project, which may have had digits in its words.
    Raises :class:`BadRecord` with every fault.
    """
    fields = Fields(sent)
    claimed = fields.value("key") if stamped else None
    word = _word(fields, has_digits=stamped and sent.keys() >= _OF_AN_EXPORT)
    key = key_of(word)
    entry = Entry(
        key,
        key if word == key else word,
        fields.choice("effect", _EFFECTS),
        _text(fields, "reason", MAX_TEXT),
        (_text(fields, "author", MAX_NAME, needed=True) if stamped else "") or author,
        (_moment(fields, "at") if stamped else None) or at,
        _moment(fields, "expires"),
        _inflections(fields),
        (_text(fields, "ruling", MAX_ID) if stamped else "") or None,
    )
    if claimed is not None and claimed != entry.key:
        fields.fault("key", f"is {excerpt(claimed)}, but that of the word is {quote(entry.key)}")
    fields.close()
    refuse(fields.faults)
    return entry


def _word(fields: Fields, *, has_digits: bool) -> str:
    word: str = fields.expect("word", REQUIRED, lambda given: isinstance(given, str), "a word")
    if not isinstance(word, str):
        return ""
    if word.isalpha() and word.isascii() and len(word) <= MAX_WORD:
        return word  # what nearly every word is
    fault = fault_of(word)
    if fault is None and len(key_of(word)) > MAX_WORD:
        fault = f"The word has more than {MAX_WORD} letters."
    if fault is None and not has_digits and any(map(str.isdigit, word)):
        fault = f"{quote(word)} has a digit in it, which no word has. Type letters only."
    fault = fault or _letter_fault(word)
    if fault:
        fields.fault("word", fault)
    return word.strip()


def _text(fields: Fields, key: str, longest: int, *, needed: bool = False) -> str:
    text = fields.value(key)
    if text is None:
        return ""
    if not (
        isinstance(text, str)
        and text.isascii()
        and text.isprintable()
        and 0 < len(text) <= longest
        and not needed
    ):
        fields.faults += text_faults(key, text, longest, needed=needed)
    return text or ""


def _moment(fields: Fields, key: str) -> str | None:
    text = fields.value(key)
    try:
        return None if text is None else moment(text)
    except (TypeError, ValueError, OverflowError):
        fields.fault(key, takes("a date or time like 2026-12-31 or 2026-12-31T18:00:00Z", text))
        return None


def _inflections(fields: Fields) -> tuple[PartOfSpeech, ...]:
    given = fields.expect("inflections", False, _are_inflections, INFLECTIONS)
    if isinstance(given, bool):
        return USUAL if given else ()
    return tuple(pos for pos in PARTS_OF_SPEECH if pos in given)


def _are_inflections(given: object) -> bool:
    return isinstance(given, bool) or (
        isinstance(given, list | tuple) and all(pos in PARTS_OF_SPEECH for pos in given)
    )


def _letter_fault(word: str) -> str | None:
    """Return which letter of *word* no tile can show; a list that had it would say something of the letters that are left."""
    if word.isascii():
        return None
    for char in word:
        if unicodedata.category(char) == "Cf" or char in _BLANK:
            return f"The word has the invisible character U+{ord(char):04X}. Type letters only."
    foreign = next((char for char in foreign_characters(word) if unicodedata.category(char) in _LETTERS), "")
    return (
        f"{foreign} (U+{ord(foreign):04X}) is not one of the letters a to z. Type the word with those."
        if foreign
        else None
    )


@lru_cache(1024)  # the entries of a file have few times
def moment(text: str) -> str:
    """Return an ISO 8601 date or time as the ledger writes times; a date is its first moment, and UTC is meant where no zone is named.

    Raises :class:`ValueError`, :class:`TypeError` or :class:`OverflowError` for anything else.
    """
    found = datetime.fromisoformat(text)
    found = found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)
    return found.replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


def text_faults(place: str, text: object, longest: int, *, needed: bool = False) -> list[str]:
    """Return what is wrong with *text* where at most *longest* characters are taken, and something must be said if it is *needed*."""
    if not isinstance(text, str):
        return [f"{place}: {takes('text', text)}"]
    if needed and not text.strip():
        return [f"{place}: is empty"]
    if len(text) > longest:
        return [f"{place}: is {len(text):,} characters long; at most {longest:,} are taken"]
    if not text.isprintable():
        unseen = [char for char in text if unicodedata.category(char) in _UNSEEN]
        if unseen:
            return [f"{place}: has the control character U+{ord(unseen[0]):04X}"]
    hidden = "" if text.isascii() else _hidden(text)
    return [f"{place}: has the invisible character U+{ord(hidden):04X}"] if hidden else []


def _hidden(text: str) -> str:
    """Return the first character of *text* that nobody sees: it would turn what stands around it, or make one name look like another.

    Joiners are seen where they join, as in emoji and in scripts whose letters change beside one another; so are the tags of a flag.
    """
    for place, char in enumerate(text):
        if unicodedata.category(char) != "Cf" and char not in _BLANK:
            continue
        before, after = text[place - 1 : place], text[place + 1 : place + 2]
        joins = char in _JOINERS and before and after and not _is_plain(before) and not _is_plain(after)
        of_flag = char in _TAGS and (before in _TAGS or before == _FLAG)
        if not joins and not (before and of_flag):
            return char
    return ""


def is_hidden(char: str) -> bool:
    """Return whether *char* shows nothing by itself: a mark of the format, a letter that is blank, a choice between two looks of a sign."""
    return unicodedata.category(char) == "Cf" or char in _BLANK or 0xFE00 <= ord(char) <= 0xFE0F


def _is_plain(char: str) -> bool:
    """Return whether *char* is of a script whose letters never join, or no letter or sign at all."""
    return (
        char.isascii()
        or char.isspace()
        or unicodedata.name(char, "").startswith(("LATIN", "GREEK", "CYRILLIC"))
    )


def refuse(faults: list[str]) -> None:
    """Raise :class:`BadRecord` where there are *faults*."""
    if faults:
        raise BadRecord(faults)


def deed_faults(author: str, note: str) -> list[str]:
    """Return what is wrong with who writes and why."""
    return [*text_faults("author", author, MAX_NAME, needed=True), *text_faults("note", note, MAX_TEXT)]


def slug_faults(slug: object) -> list[str]:
    """Return what is wrong with the name of a list."""
    if isinstance(slug, str) and _SLUG.fullmatch(slug):
        return []
    return [
        "slug: takes up to 64 of the letters a to z, digits and hyphens, and does not begin with a hyphen"
    ]


def settings_faults(settings: Settings, check: Check | None) -> list[str]:
    """Return what is wrong with *settings*: a base that is none, overrides that *check* refuses."""
    faults = text_faults("title", settings.title, MAX_NAME, needed=True)
    if not isinstance(settings.base, str) or not settings.base or not set(settings.base) <= ID_LETTERS:
        return [*faults, "base: takes the id of a ruleset, not the name of a house list or file"]
    if not isinstance(settings.overrides, Mapping):
        return [*faults, "overrides: takes tables of a ruleset"]
    if "extends" in settings.overrides:
        faults.append("overrides.extends: stands in a file; a list has its base instead")
    try:
        written = canonical(settings.overrides)
        written.encode()
    except (TypeError, ValueError, RecursionError):
        return [*faults, "overrides: cannot be written as JSON"]
    if len(written) > MAX_OVERRIDES:
        return [*faults, f"overrides: are longer than {MAX_OVERRIDES:,} characters"]
    try:
        if check is not None:
            check(settings)
    except UnknownRuleset as error:
        return [*faults, f"base: {error.message} {error.hint}".rstrip(" .")]
    except RulesetInvalid as error:
        return [*faults, *(f"overrides.{fault}" for fault in error.faults)]
    return faults
