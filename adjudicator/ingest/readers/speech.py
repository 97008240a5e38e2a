"""Reads pronunciation dictionaries: CMUdict (ARPAbet) and misaki's lexicons (IPA, with keys that keep their case)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from adjudicator.ingest.records import RawSpeech


def read_cmudict(folder: Path) -> Iterator[RawSpeech]:
    """Yield every reading of ``cmudict.dict``; stress digits, comments and variant numbers are dropped."""
    with (folder / "cmudict.dict").open(encoding="utf-8") as lines:
        for line in lines:
            head, _, sounds = line.partition(" ")
            sounds = sounds.partition("#")[0].strip()
            if sounds:
                yield RawSpeech(head.partition("(")[0], "arpabet", sounds)


def read_misaki(folder: Path) -> Iterator[RawSpeech]:
    """Yield the readings of the gold lexicons; where the reading depends on the part of speech, the noun's first."""
    for name in ("gb_gold.json", "us_gold.json"):
        for display, sounds in json.loads((folder / name).read_text(encoding="utf-8")).items():
            if isinstance(sounds, dict):
                sounds = sounds.get("NOUN", sounds.get("DEFAULT"))
            yield RawSpeech(display, "ipa", sounds or "")
