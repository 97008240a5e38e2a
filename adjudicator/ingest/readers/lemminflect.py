"""Reads lemminflect's inflection table: ``lemma,pos,forms…``, where ``/`` separates alternatives of one form."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

from adjudicator.sources.records import RawForms

_POS = {"noun": "noun", "verb": "verb", "adj": "adjective", "adv": "adverb"}


def read(folder: Path) -> Iterator[RawForms]:
    """Yield the inflected forms of each lemma, alternatives included, the lemma itself left out."""
    with gzip.open(folder / "infl_lu.csv.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            lemma, pos, *slots = line.rstrip("\n").split(",")
            forms = tuple(form for slot in slots for form in slot.split("/") if form and form != lemma)
            if forms and pos in _POS:
                yield RawForms(lemma, _POS[pos], forms)
