"""Reads a spelling dictionary of hunspell's (``.aff`` and ``.dic``) as a witness: the words that it accepts, its affixes applied.

Only what is in lower case and of letters alone is a word here. Compounds that the dictionary would accept by rule are not made. What
the affix file says beside ``SFX``, ``PFX`` and the flags for what is no word by itself serves suggestions, and is passed over. Start reading at :func:`read`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from adjudicator.sources.records import RawWitness

_NO_WORDS = ("NEEDAFFIX", "ONLYINCOMPOUND", "FORBIDDENWORD", "PSEUDOROOT")
"""Options whose flag marks a line of the dictionary that is no word as it stands."""


class Affix(NamedTuple):
    """What one line of the affix file does: it takes *strip* from the end or beginning and adds *add*, to words for which *condition* holds."""

    strip: str
    add: str
    condition: re.Pattern[str]
    flags: str
    """Affixes that may be put to the result."""


class Affixes(NamedTuple):
    """The tables of an affix file: flag → its affixes, the flags that a word may have together with one of the other kind, and those of no words."""

    suffixes: dict[str, list[Affix]]
    prefixes: dict[str, list[Affix]]
    crossing: frozenset[str]
    no_words: frozenset[str]


def read(folder: Path) -> Iterator[RawWitness]:
    """Yield every word that the dictionary in *folder* accepts in lower case, once; :class:`ValueError` where a line is of another format."""
    (aff,), (dic,) = folder.glob("*.aff"), folder.glob("*.dic")
    affixes = affixes_of(aff.read_text(encoding="utf-8-sig"))
    done: set[str] = set()
    for line in dic.read_text(encoding="utf-8-sig").splitlines()[1:]:
        word, _, flags = line.partition("\t")[0].strip().partition("/")
        for form in forms_of(word, flags, affixes):
            if form.isalpha() and form == form.lower() and form not in done:
                done.add(form)
                yield RawWitness(form)


def affixes_of(text: str) -> Affixes:
    """Return the tables of an affix file with the contents *text*; flags are of one letter each."""
    tables: dict[str, dict[str, list[Affix]]] = {"SFX": defaultdict(list), "PFX": defaultdict(list)}
    crossing: set[str] = set()
    no_words: set[str] = set()
    for line in text.splitlines():
        kind, *fields = line.split() or [""]
        if kind == "FLAG":
            raise ValueError(f"flags of another kind than one letter each: {line}")
        if kind in _NO_WORDS:
            no_words.add(fields[0])
        elif kind in tables and len(fields) == 3:
            if fields[1] == "Y":
                crossing.add(fields[0])
        elif kind in tables:
            flag, strip, added, *rest = fields
            add, _, more = added.partition("/")
            strip, add = ("" if each == "0" else each for each in (strip, add))
            pattern = rest[0] if rest else "."
            condition = re.compile(f"{pattern}$" if kind == "SFX" else f"^{pattern}")
            tables[kind][flag].append(Affix(strip, add, condition, more))
    return Affixes(tables["SFX"], tables["PFX"], frozenset(crossing), frozenset(no_words))


def forms_of(word: str, flags: str, affixes: Affixes) -> Iterator[str]:
    """Yield *word* and what its *flags* make of it: with a suffix or two, with a prefix, and with both where they go together."""
    if not affixes.no_words.intersection(flags):
        yield word
    prefixes = "".join(flag for flag in flags if flag in affixes.prefixes)
    yield from _with_prefixes(word, prefixes, affixes)
    for flag in flags:
        for form, more in _with_suffix(word, flag, affixes):
            crossing = prefixes if flag in affixes.crossing else ""
            for each in (
                form,
                *(twice for second in more for twice, _ in _with_suffix(form, second, affixes)),
            ):
                yield each
                yield from _with_prefixes(each, "".join(affixes.crossing.intersection(crossing)), affixes)


def _with_suffix(word: str, flag: str, affixes: Affixes) -> Iterator[tuple[str, str]]:
    for affix in affixes.suffixes.get(flag, ()):
        if word.endswith(affix.strip) and affix.condition.search(word):
            yield word[: len(word) - len(affix.strip)] + affix.add, affix.flags


def _with_prefixes(word: str, flags: str, affixes: Affixes) -> Iterator[str]:
    for flag in flags:
        for affix in affixes.prefixes[flag]:
            if word.startswith(affix.strip) and affix.condition.search(word):
                yield affix.add + word[len(affix.strip) :]
