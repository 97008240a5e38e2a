"""Labels: what sources print beside a sense, mapped to the few that a ruleset can name (``config/labels.toml``)."""

from __future__ import annotations

import re
from pathlib import Path

from adjudicator.ingest.curated import curated

_SPLIT = re.compile(r"\s*(?:,|;|&|\bor\b|\band\b)\s*")
_HURTS = {"obscene": "vulgar", "vulgar": "vulgar"} | dict.fromkeys(
    ("offensive", "insulting", "disparaging", "disparagingly", "derogatory", "derogatorily", "contemptuous", "abuse", "ethnic slur"), "offensive"
)  # fmt: skip
"""How a definition says that a word hurts → the label that says so."""
_SAYS = rf"(?:{'|'.join(_HURTS)})\b"
_LEADING = re.compile(
    rf"(?:\([^)]*\) )?(?:an? )?(?:{_SAYS}(?: (?:and|or) \w+)? (?:nick)?(?:term|name|word|reference)s? (?:for|of|to|used) |terms? of {_SAYS} )"
)
_BEHIND = re.compile(
    r"(?: -- |\. Considered |\((?:often|usually) used as )(?!.*\b(?:not|opposed)\b)([^.;()]*)"
)
"""Where it says so: it begins with that, or adds it behind."""
_ABOUT_THE_WORD = re.compile(
    rf"\b(?!contemptuous)({_SAYS})(?=$|,| (?:and|or|by|to|in|when|if|especially|term|name|sense|slur|sign|ethnic|form|designation|use)\b)"
)
"""What is said of the word and of nothing else (an offensive odour); what old dictionaries add of contempt is mild."""


class Labels:
    """The table of ``config/labels.toml``, turned round."""

    def __init__(self, path: Path) -> None:
        with curated(path) as fields:
            table = {name: fields.texts(name) for name in fields}
        self.names = tuple(table)
        self._canonical = {_plain(printed): name for name, prints in table.items() for printed in prints}
        self._seen: dict[tuple[str, ...], tuple[str, ...]] = {}

    def of(self, printed: tuple[str, ...], gloss: str) -> tuple[str, ...]:
        """Return the known labels in *printed*, in the order of the table, each once, and among them what the *gloss* alone says of how the word hurts."""
        return self.canonical((*printed, *hurts(gloss)))

    def canonical(self, printed: tuple[str, ...]) -> tuple[str, ...]:
        """Return the known labels in *printed*, in the order of the table, each once."""
        if not printed:
            return ()
        found = self._seen.get(printed)
        if found is None:
            names = {name for label in printed for name in self._names(label)}
            found = tuple(name for name in self.names if name in names)
            if len(self._seen) < 50_000:
                self._seen[printed] = found
        return found

    def _names(self, label: str) -> list[str]:
        text = _plain(label)
        whole = self._canonical.get(text)
        if whole:
            return [whole]
        parts = [self._canonical.get(part.strip()) for part in _SPLIT.split(text)]
        return [name for name in parts if name]


def hurts(gloss: str) -> list[str]:
    """Return the labels that a definition says in words: *obscene terms for…* is vulgar, *a young woman; -- often considered offensive* offensive."""
    leading, behind = _LEADING.match(gloss), _BEHIND.search(gloss)
    said = re.findall(_SAYS, leading[0]) if leading else []
    said += _ABOUT_THE_WORD.findall(behind[1]) if behind else []
    return list(dict.fromkeys(map(_HURTS.__getitem__, said)))


def _plain(label: str) -> str:
    """Return *label* as labels are compared: without case, dots and hyphens, which sources set as they like."""
    return " ".join(label.casefold().replace(".", " ").replace("-", " ").split())
