"""Reads pronunciation dictionaries: CMUdict (ARPAbet) and misaki's lexicons (IPA, with keys that keep their case)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from adjudicator.sources.records import RawSpeech


def read_cmudict(folder: Path) -> Iterator[RawSpeech]:
    """Yield every reading of ``cmudict.dict``; comments and variant numbers are dropped."""
    with (folder / "cmudict.dict").open(encoding="utf-8") as lines:
        for line in lines:
            head, _, sounds = line.partition(" ")
            sounds = sounds.partition("#")[0].strip()
            if sounds:
                yield RawSpeech(head.partition("(")[0], "arpabet", sounds, "american")


def read_misaki(folder: Path) -> Iterator[RawSpeech]:
    """Yield the readings of the gold lexicons; where they depend on the part of speech, the noun's first and each once.

    A noun without one is spelled out (US), and its other readings are another word's.
    """
    for region in ("british", "american"):
        file = folder / ("gb_gold.json" if region == "british" else "us_gold.json")
        for display, sounds in json.loads(file.read_text(encoding="utf-8")).items():
            if isinstance(sounds, dict):
                first = sounds.get("NOUN", sounds.get("DEFAULT"))
                others = (sounds.get("DEFAULT"), *sounds.values()) if first else ()
                for each in dict.fromkeys((first, *others)):
                    yield RawSpeech(display, "ipa", each or "", region)
            else:
                yield RawSpeech(display, "ipa", sounds or "", region)
