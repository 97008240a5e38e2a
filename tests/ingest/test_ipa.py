"""Pronunciations: ARPAbet and misaki's letters as IPA, and what is kept of a key."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.ingest.ipa import ARPABET, LETTERS, MOST, from_arpabet, from_misaki, pronunciations
from adjudicator.ingest.stage import StagedPronunciation

IPA = re.compile(r"[bdfhjklmnpstvwzɡŋɹʃʒðθæɑɒɔəɛɜeiɪouʊʌaːˈˌ]*")
VOWELS = [sound for sound in ARPABET if sound[-1].isdigit()]


@pytest.mark.parametrize(
    ("sounds", "ipa"),
    [
        ("K AE1 T", "kæt"),
        ("HH AH0 L OW1", "həˈloʊ"),
        ("B ER1 D", "bɜɹd"),
        ("W AO1 T ER0", "ˈwɔtəɹ"),
        ("JH AH1 JH", "dʒʌdʒ"),
        ("CH ER1 CH", "tʃɜɹtʃ"),
        ("DH IH1 S", "ðɪs"),
        ("TH IH1 NG K", "θɪŋk"),
        ("V IH1 ZH AH0 N", "ˈvɪʒən"),
        ("N AW1", "naʊ"),
        ("B OY1", "bɔɪ"),
        ("SH AY1", "ʃaɪ"),
        ("Y EH1 S", "jɛs"),
        ("G UH1 D", "ɡʊd"),
    ],
)
def test_arpabet(sounds: str, ipa: str) -> None:
    """Each sound of ARPAbet has its letters; an unstressed AH is a schwa; words of one syllable show no stress."""
    assert from_arpabet(sounds) == ipa


@pytest.mark.parametrize(
    ("sounds", "ipa"),
    [
        ("AH0 P AA1 R T M AH0 N T", "əˈpɑɹtmənt"),
        ("W IH0 DH AW1 T", "wɪˈðaʊt"),
        ("D IH0 S P L EY1", "dɪˈspleɪ"),
        ("AW2 T S AY1 D", "ˌaʊtˈsaɪd"),
        ("S IH1 NG ER0", "ˈsɪŋəɹ"),
        ("AH0 NG AE1 NG", "əŋˈæŋ"),
    ],
)
def test_stress_stands_before_the_onset(sounds: str, ipa: str) -> None:
    """A mark goes before as many consonants as can open an English word, and no more."""
    assert from_arpabet(sounds) == ipa


@pytest.mark.parametrize(
    ("sounds", "ipa"),
    [
        ("pˈQlɪʃ", "ˈpəʊlɪʃ"),
        ("lˈɪɾᵊl", "ˈlɪtəl"),
        ("bˈʌʔn", "ˈbʌtən"),
        ("ʤˈʌʤ", "dʒʌdʒ"),
        ("bɪkˈʌmz", "bɪˈkʌmz"),
        ("mjuzˈiəm", "mjuˈziəm"),
        ("bˈaθ", "bæθ"),
        ("nˈɪə", "nɪə"),
        ("hˈWzᵻz", "ˈhaʊzɪz"),
    ],
)
def test_misaki(sounds: str, ipa: str) -> None:
    """Capitals are diphthongs, one letter an affricate, the flap and the glottal stop kinds of t."""
    assert from_misaki(sounds) == ipa


def test_an_unknown_sound_gives_nothing() -> None:
    """What is no ARPAbet is not half converted."""
    assert from_arpabet("K QQ T") == ""


@given(st.lists(st.sampled_from(sorted(ARPABET)), min_size=1, max_size=12))
def test_whatever_is_said_comes_out_as_ipa(sounds: list[str]) -> None:
    """No letter of either notation is left, marks are neither lost nor added where there are syllables to tell apart,
    and none ends the word.
    """
    found = from_arpabet(" ".join(sounds))
    assert IPA.fullmatch(found), found
    assert not found.endswith(("ˈ", "ˌ"))
    if (
        sum(sound[-1].isdigit() for sound in sounds) > 1
        and "ɪə" not in found
        and "ɛə" not in found
        and "ʊə" not in found
    ):
        assert found.count("ˈ") == sum(sound[-1] == "1" for sound in sounds)
        assert found.count("ˌ") == sum(sound[-1] == "2" for sound in sounds)


def test_every_letter_becomes_ipa() -> None:
    """The table leads out of both notations for good."""
    for letter in LETTERS.values():
        assert IPA.fullmatch(letter)


def said(display: str, sounds: str, region: str = "british") -> StagedPronunciation:
    if sounds.isupper():
        return StagedPronunciation(display, "arpabet", sounds, "american", "cmudict")
    return StagedPronunciation(display, "ipa", sounds, region, "misaki")


def test_what_both_regions_say_is_kept_once() -> None:
    """The same in both regions is one row for both; else each region has its own."""
    rows = pronunciations([said("cat", "kˈæt"), said("goat", "ɡˈQt"), said("cat", "kˈæt", "american")])
    assert [(row.display, row.ipa, row.region) for row in rows] == [
        ("cat", "kæt", "both"),
        ("goat", "ɡəʊt", "british"),
    ]


def test_arpabet_only_fills_gaps() -> None:
    """A spelling that is given in IPA takes nothing from ARPAbet; another spelling of the key does."""
    rows = pronunciations([said("ill", "ˈɪl"), said("ill", "IH2 L"), said("i'll", "AY1 L")])
    assert [(row.display, row.ipa, row.source) for row in rows] == [
        ("ill", "ɪl", "misaki"),
        ("i'll", "aɪl", "cmudict"),
    ]


def test_few_are_kept() -> None:
    """A spelling keeps the first few ways of saying it."""
    rows = pronunciations([said("blorp", f"{vowel}") for vowel in ("ˈæ", "ˈɛ", "ˈɪ", "ˈʊ", "ˈʌ", "ˈɑ")])
    assert len(rows) == MOST
    assert rows[0].ipa == "æ"
