"""The readers of pronunciations: CMUdict and misaki."""

from __future__ import annotations

import json
from pathlib import Path

from adjudicator.ingest.readers.speech import read_cmudict, read_misaki
from adjudicator.sources.records import RawSpeech


def test_cmudict_variants_and_comments_are_cut(tmp_path: Path) -> None:
    """``blorp(2)`` is another reading of blorp; what follows # is a comment; a line without sounds
    gives nothing.
    """
    (tmp_path / "cmudict.dict").write_text(
        "blorp B L AO1 R P\nblorp(2) B L AO0 R P # odd\n\nsilent\n", encoding="utf-8"
    )
    assert list(read_cmudict(tmp_path)) == [
        RawSpeech("blorp", "arpabet", "B L AO1 R P", "american"),
        RawSpeech("blorp", "arpabet", "B L AO0 R P", "american"),
    ]


def misaki(folder: Path, british: dict[str, object], american: dict[str, object]) -> list[RawSpeech]:
    (folder / "gb_gold.json").write_text(json.dumps(british), encoding="utf-8")
    (folder / "us_gold.json").write_text(json.dumps(american), encoding="utf-8")
    return list(read_misaki(folder))


def test_misaki_reads_british_first(tmp_path: Path) -> None:
    """The first reading of a key wins later, so the British lexicon is read before the American."""
    found = misaki(tmp_path, {"BLO": "blˈQ"}, {"BLO": "blˈO"})
    assert [(speech.sounds, speech.region) for speech in found] == [
        ("blˈQ", "british"),
        ("blˈO", "american"),
    ]


def test_misaki_prefers_the_noun_and_none_means_spelled_out(tmp_path: Path) -> None:
    """Of readings by part of speech the noun's comes first, else the default, and each once; null means spelled
    out, hence empty, and then the other readings are another word's.
    """
    found = misaki(
        tmp_path,
        {"ADD": {"DEFAULT": "ˈæd", "NOUN": None}, "use": {"DEFAULT": "jˈuz", "NOUN": "jˈus"}},
        {"ran": {"DEFAULT": "ɹˈæn", "VERB": "x"}, "XYZ": None, "QQ": {"VERB": "y"}},
    )
    assert [(speech.display, speech.sounds) for speech in found] == [
        ("ADD", ""),
        ("use", "jˈus"),
        ("use", "jˈuz"),
        ("ran", "ɹˈæn"),
        ("ran", "x"),
        ("XYZ", ""),
        ("QQ", ""),
    ]
    assert {speech.system for speech in found} == {"ipa"}
