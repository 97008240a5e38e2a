"""References of GCIDE, “See Hie, v. i.”, or by one word alone, which define a word by another one: what that one means is added. Start at :func:`followed`.

A reference to a word that the dictionary does not have defines nothing. One that leads to several words of one spelling, or to a note, is no definition: an entry of such references alone keeps
one sense, without a gloss if it does not name one other word. So does one without a part of speech, unless it is in un-: that is the opposite of what it names (unsquared, “See squared.”).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from adjudicator.core.spelling import key_of
from adjudicator.ingest.readers.gcide_texts import only_refers
from adjudicator.sources.records import RawEntry, RawSense

_REFERENCE = re.compile(
    r"(?P<how>[Ss]ee|Same as|same as|[Vv]ariant of|[Tt]he same as) (?:also )?(?:the )?(?:(?P<nth>\d)(?:st|nd|rd|th|d) )?(?P<target>[^\W\d_]['\w-]+(?: [a-z][\w-]+)?)"
    r"(?:,? (?P<pos>n|v|a|adv|prep|interj)\.(?: ?[ti]\.)?(?: & ?[ti]\.)?)?(?:, (?P<sense>\d+))?(?: ?\([a-h]\))?(?:(?:,| and| or|, and|, or) [A-Z][\w-]+)*\s?\.?"
)
_ONE_WORD = re.compile(r"([A-Z][^\W\d_]+)\.?")
"""A definition by another word alone: Epigæous."""
_BELOW = re.compile(r"See [^,.;:]+, (?:below|above)\.?")
"""A reference to a phrase of the same page, which is no entry."""
_POS = {"n": "noun", "v": "verb", "a": "adjective", "adv": "adverb", "prep": "preposition", "interj": "interjection"}  # fmt: skip
_STEPS = 3
"""How far references are followed."""
_ENOUGH = 120
"""How much of a definition says what is meant: it stands in full at its own word."""

Find = Callable[[str], list[RawEntry]]
"""Headword → its entries, in the order of the dictionary."""


def followed(entry: RawEntry, find: Find) -> RawEntry:
    """Return *entry* with what they lead to behind those of its senses that only say where to look: See hie: to hasten."""
    if len(entry.senses) == 1 and (word := _ONE_WORD.fullmatch(entry.senses[0].gloss)):
        return _explained(entry, word.group(1), find)
    if not any(only_refers(sense.gloss) or _REFERENCE.fullmatch(sense.gloss) for sense in entry.senses):
        return entry
    if entry.pos is None and entry.headword[:2].lower() == "un":
        return _opposite(entry, find)
    leading = [sense for sense in entry.senses if not _leads_nowhere(sense.gloss, find)]
    meant = [_with_meaning(sense, entry, find) for sense in leading]
    kept = [
        new for new, old in zip(meant, leading, strict=True) if new is not old or not only_refers(old.gloss)
    ]
    return entry._replace(senses=tuple(kept or map(_unexplained, leading[:1])))


def _explained(entry: RawEntry, word: str, find: Find) -> RawEntry:
    """Return *entry*, whose only definition is one *word*, with what that means behind it, where it is the headword of one entry of this part of speech."""
    key = key_of(word)
    found = [
        other
        for other in find(key)
        if other.pos == entry.pos and key_of(other.headword) == key and other.senses
    ]
    if len(found) != 1 or found[0].headword == entry.headword:
        return entry
    meaning = found[0].senses[0].gloss
    if not meaning or _ONE_WORD.fullmatch(meaning) or _REFERENCE.fullmatch(meaning):
        return entry
    return entry._replace(senses=(entry.senses[0]._replace(gloss=f"{word}: {_cut(meaning)}"),))


def _cut(meaning: str) -> str:
    """Return as much of a *meaning* as says what is meant."""
    return meaning if len(meaning) <= _ENOUGH else meaning[:_ENOUGH].rsplit(" ", 1)[0] + " …"


def _unexplained(sense: RawSense) -> RawSense:
    """Return *sense* without its gloss, unless that names one other word: it says at least which."""
    return sense if _REFERENCE.fullmatch(sense.gloss) else sense._replace(gloss="")


def _leads_nowhere(gloss: str, find: Find) -> bool:
    """Return whether *gloss* is a reference to a word that the dictionary does not have, a misprint, or to a phrase of the same page: no one can follow either."""
    reference = _REFERENCE.fullmatch(gloss)
    return not find(reference.group("target")) if reference else bool(_BELOW.fullmatch(gloss))


def _opposite(entry: RawEntry, find: Find) -> RawEntry:
    """Return *entry* as what is not its base, if its only sense names that: an adjective, unless the base is another part of speech alone."""
    reference = _REFERENCE.fullmatch(entry.senses[0].gloss)
    base = entry.headword[2:].lower()
    if reference is None or reference.group("target").lower() != base or len(entry.senses) > 1:
        return entry
    kinds = {found.pos for found in find(base) if found.headword.lower() == base}
    pos = "noun" if kinds == {"noun"} else "adverb" if kinds == {"adverb"} else "adjective"
    return entry._replace(pos=pos, senses=(entry.senses[0]._replace(gloss=f"Not {base}."),))


def _with_meaning(sense: RawSense, entry: RawEntry, find: Find) -> RawSense:
    reference = _REFERENCE.fullmatch(sense.gloss)
    if reference is None or entry.pos is None:
        return sense
    meaning = _meaning(sense.gloss, entry.pos, find, _STEPS)
    if meaning is None:
        return sense
    return sense._replace(
        gloss=f"{reference.group('how')} {reference.group('target').lower()}: {_cut(meaning)}"
    )


def _meaning(gloss: str, pos: str | None, find: Find, steps: int) -> str | None:
    """Return what a reference leads to in the end; the *gloss* itself where it is none; None where it leads nowhere."""
    reference = _REFERENCE.fullmatch(gloss)
    if reference is None:
        return gloss
    if steps == 0:
        return None
    wanted = _POS.get(reference.group("pos") or "", pos)
    number = int(reference.group("sense") or 0)
    glosses = [
        _glosses(found, number)
        for found in _named(reference, find(reference.group("target")))
        if found.pos == wanted
    ]
    fitting = [each for each in glosses if each]
    return _meaning(fitting[0][0], wanted, find, steps - 1) if len(fitting) == 1 else None


def _named(reference: re.Match[str], entries: list[RawEntry]) -> Iterator[RawEntry]:
    """Yield the entries that a reference may mean: the one whose number among those of its spelling it gives, or all."""
    nth = int(reference.group("nth") or 0)
    spelling = reference.group("target").casefold()
    found = [entry for entry in entries if entry.headword.casefold() == spelling]
    yield from found[nth - 1 : nth] if nth else found


def _glosses(entry: RawEntry, number: int) -> list[str]:
    """Return the definitions of the sense with a *number*, which is its place in its article; all of them where that is 0."""
    return [sense.gloss for sense in entry.senses if number in (0, sense.place)]
