"""Reads GCIDE as JSON (``words_A.json`` to ``words_Z.json``): a word, its parts of speech, and the definitions of each.

This form of the work is made by a script from GNU's files, and has less in it than dictd's, which :mod:`.gcide` reads: headwords
without their capitals, no labels, no inflections. An article that gives no etymology or no part of speech has those of the article before
it, so an etymology counts where it stands first. Text that the script took for a part of speech is a definition after all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from string import capwords
from typing import Any

import orjson

from adjudicator.ingest.readers.gcide import _NO_ETYMOLOGY, _POS, _pos_of
from adjudicator.ingest.readers.gcide_texts import senses_of
from adjudicator.sources.records import RawEntry, RawSense

_NAME = re.compile(r"(?:prop|pr)\.\s+(?!&|of)", re.IGNORECASE)
_ORIGIN_REST = re.compile(
    r"[\s,(]*\[?\s*(?:1913 Webster|Webster 1913 Suppl\.?|PJC|WordNet \d\.\d|wn\d)(?:\]| \+).*$|<--.*?(?:-->|$)",
    re.DOTALL,
)
"""The end of a tag of the text's origin that was cut, or an editor's remark."""
_OPENING = re.compile(r"^\s*\.?\s*(?:\[[^\]]*\]\s*)?(?:1\.\s+)?")
LONGEST_POS = 40


def read(folder: Path) -> Iterator[RawEntry]:
    """Yield the entries in the order of the files."""
    etymologies: set[str] = set()
    for path in sorted(folder.glob("words_*.json")):
        for word, article in orjson.loads(path.read_bytes()).items():
            for part in article["pos"]:
                entry = entry_of(word, part, etymologies)
                if entry is not None:
                    yield entry


def entry_of(word: str, part: dict[str, Any], etymologies: set[str]) -> RawEntry | None:
    """Return the entry of *word* in one part of speech, None where it defines nothing; *etymologies* are those that were met before."""
    written: str = part["part_of_speech"]
    texts: list[str] = [definition["text"] for definition in part["definitions"]]
    name = _NAME.match(written)
    plain = written[name.end() :] if name else written
    found = _POS.match(plain)
    pos = _pos_of(found)[0] if found else None
    if not texts and found and len(plain) > LONGEST_POS:
        texts = [_OPENING.sub("", plain[found.end() :])]
    etymology = _etymology(part["etymology"], etymologies)
    senses: list[RawSense] = []
    for text in texts:
        if (said := _POS.match(text)) and text[said.end() :].lstrip().startswith(("of ", "from ")):
            pos, text = _pos_of(said)[0], text[said.end() :]
        block = _ORIGIN_REST.sub("", text).strip()
        senses.extend(sense._replace(name=bool(name)) for sense in senses_of(block, word))
    if not senses or not 0 < len(word) <= 60:
        return None
    if word.startswith("-") or word.endswith("-"):
        pos = "affix"
    headword = capwords(word) if name else word.capitalize()
    return RawEntry(headword, pos, tuple(senses), etymology, case_known=False)


def _etymology(written: str | None, etymologies: set[str]) -> str:
    """Return the etymology without its brackets, empty where it is another article's or none."""
    block = " ".join((written or "").strip("[] ").split())
    if block in etymologies or len(block) < 8 or block.startswith(_NO_ETYMOLOGY):
        return ""
    etymologies.add(block)
    return block
