"""Reads VarCon: clusters of spellings by region, a header and then a line for each form, or for each sense of it.

::

    # analyze <verified> (level 20)
    A C: analyze / B D: analyse | <V> a note # a remark

A spelling's tags are regions, each with a level behind it. The regions are A American, B British with -ise, Z British with -ize (where
no spelling of a line has it, B stands for it), C Canadian, D Australian, and _ for variants without a region, which no other tag
accompanies. A figure by itself ties the forms of one headword together and says nothing here. The levels are:

===== ======================================== ========================== ================
level VarCon's meaning                         at home in America?        at home in Britain?
===== ======================================== ========================== ================
none  the spelling of the region               yes                        yes
``.`` an equal variant                         yes, but not alone there   yes
``v`` a variant                                where Britain has no more  yes
``V`` a variant that is seldom used            no                         yes
``-`` a possible variant, rather not used      no                         no
``x`` improper                                 no                         no
===== ======================================== ========================== ================

A variant is a British word because British dictionaries print it. American it is only where its British standing is no higher, and
never American alone: that a line does not list it for Britain says little (``A B: hurrah / AV: hoorah``). For the same reason no
spelling with any British tag is American alone, nor one on a line that has no British spelling.

What is behind ``|`` says which sense the line is about. It decides that the spelling is at home in a region, but not that it is so in
that region alone: the other senses may stand in no line (``A: groined / B: groyned | wall``).

Clusters without ``<verified>`` are made by machine from SCOWL's lists, invented respellings included (``A: tele / B: telae``). SCOWL
says the same with a size, which tells the invented from the rare; they are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from adjudicator.sources.records import RawRegion

_TAG = re.compile(r"[ABZCD_][.vVx-]?")
_FIRST, _EQUAL, _VARIANT, _SELDOM, _NOT_AT_HOME = range(5)
_STANDING = {"": _FIRST, ".": _EQUAL, "v": _VARIANT, "V": _SELDOM, "-": _NOT_AT_HOME, "x": _NOT_AT_HOME}


class _Spelling(NamedTuple):
    """One spelling of a line, with its levels by region."""

    display: str
    levels: dict[str, str]

    def standing(self, *regions: str) -> int:
        """Return its best standing in one of *regions*."""
        return min(
            (_STANDING[self.levels[name]] for name in regions if name in self.levels), default=_NOT_AT_HOME
        )

    def is_british(self) -> bool:
        """Return whether it is at home in Britain."""
        return self.standing("B", "Z") < _NOT_AT_HOME

    def region(self) -> str | None:
        """Return where its line places it, or None where that is nowhere in particular."""
        american, british = self.standing("A"), self.standing("B", "Z")
        if self.is_british():
            shared = american <= _EQUAL or american == _VARIANT <= british
            return "both" if shared else "british"
        return "american" if american == _FIRST and not {"B", "Z"} & self.levels.keys() else None


def read(folder: Path) -> Iterator[RawRegion]:
    """Yield the spellings that a verified line places in a region, with the British ones beside an American one."""
    for path in sorted(folder.glob("*.txt")):
        with path.open(encoding="utf-8", errors="replace") as lines:
            verified = True
            for line in lines:
                if line.startswith("# "):
                    verified = "<verified>" in line
                elif verified:
                    yield from _line(line.partition("#")[0].strip())


def _line(line: str) -> Iterator[RawRegion]:
    body, _, note = line.partition("|")
    spellings = [_spelling(part) for part in body.split(" / ") if part.strip()]
    for spelling in spellings:
        region = spelling.region()
        if region is None or (region != "both" and note) or spelling.display.endswith("'s"):
            continue
        others: tuple[str, ...] = ()
        if region == "american":
            others = tuple(other.display for other in spellings if other.is_british())
            if not others:
                continue
        yield RawRegion(spelling.display, region, others)


def _spelling(part: str) -> _Spelling:
    tags, _, display = part.partition(":")
    levels: dict[str, str] = {}
    for tag in tags.split():
        if _TAG.fullmatch(tag):
            levels.setdefault(tag[0], tag[1:])
    return _Spelling(display.strip().replace("_", " "), levels)
