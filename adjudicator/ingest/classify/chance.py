"""Whether a derivation is one by chance: the base is found in the word, and has nothing to do with it. Start at :class:`Endings`.

English forms kindness of kind without end, and everybody sees it. Greek, Latin and French words have endings, too, before which a stem may look like a
short English word: dinic is of no din. What is known of each ending is curated, in ``config/endings.toml``.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from adjudicator.core.affixes import EXCHANGES, PREFIXES, SUFFIXES
from adjudicator.ingest.curated import curated, sections_of

LARGEST = 99
"""The size that every base has at most."""
_SHORTEST = 4
"""How many letters a base has at least before an ending of which nothing else is known."""


class Chance(NamedTuple):
    """Of which bases a pattern is sure: how many ``letters`` they have at least, their ``size`` in the word list at most, whether they keep
    all of their letters before an ending; ``person`` where it is of a person, however short; of none where it is ``never`` sure.
    """

    letters: int = 1
    size: int = LARGEST
    whole: bool = False
    person: bool = False
    never: bool = False


class Endings(NamedTuple):
    """What is curated of the ends and beginnings of words."""

    chances: dict[str, Chance]
    """Pattern (-ic, co-) → of which bases it is sure."""
    beside: dict[str, str]
    """Suffix that is a word as well → another of its kind. Behind what stands before that, too, it is the word: motorship, motorboat."""
    ends: tuple[str, ...]
    """Ends of words that are words as well, and no last part of a compound: workfare."""
    formless: tuple[str, ...] = ()
    """Ends of words that have no other forms."""
    verbal: tuple[str, ...] = ()
    """Beginnings that everybody puts before verbs."""

    def is_end(self, head: str) -> bool:
        """Return whether *head*, or that of which it is a plural, is such an end."""
        return (
            head in self.ends or head.removesuffix("s") in self.ends or head.removesuffix("es") in self.ends
        )

    def chance_of(self, pattern: str) -> Chance:
        """Return of which bases a *pattern* is sure."""
        return self.chances.get(pattern) or (Chance(_SHORTEST) if pattern.startswith("-") else Chance())


def endings_in(path: Path) -> Endings:
    """Return what the file at *path* says, in its sections ``chance``, ``beside``, ``end``, ``formless`` and ``verbal``."""
    found = Endings({}, {}, ())
    ends: dict[str, list[str]] = {"end": [], "formless": [], "verbal": []}
    with curated(path) as fields:
        for section, word, line in sections_of(fields, ("chance", "beside", "end", "formless", "verbal")):
            if section == "beside":
                found.beside[word] = line.text("word")
            elif section in ends:
                ends[section].append(word)
            else:
                known = PREFIXES if word.endswith("-") else {*SUFFIXES, *EXCHANGES}
                if word.strip("-") not in known:
                    line.fault(
                        "", "no pattern has this ending or beginning; a hyphen says which it is: -ic, co-"
                    )
                found.chances[word] = Chance(
                    line.number("letters", _SHORTEST if word.startswith("-") else 1),
                    line.number("size", LARGEST),
                    line.switch("whole"),
                    line.switch("person"),
                    line.switch("never"),
                )
    return found._replace(
        ends=tuple(ends["end"]), formless=tuple(ends["formless"]), verbal=tuple(ends["verbal"])
    )
