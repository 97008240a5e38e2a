"""Turns what pronunciation dictionaries print into IPA, and picks what is kept of a key. Start at :func:`pronunciations`.

Two notations come in, and both mark stress before the vowel:

- CMUdict's ARPAbet: sounds in capitals with spaces between them, a digit for stress at the end of each vowel.
- misaki's letters: IPA with capitals for diphthongs, one letter for an affricate, a small schwa, and the American flap and
  glottal stop, which are kinds of t in all of its words.

ARPAbet is first written in misaki's letters (:data:`ARPABET`). Stress marks are then moved before the onset of their syllable,
which takes as many consonants as can open an English word (the principle of the maximal onset), and left out in words of one
syllable. Last, every letter is written out in IPA (:data:`LETTERS`). The result is a broad transcription, meant for slashes.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from adjudicator.ingest.stage import StagedPronunciation

MOST = 4
"""How many ways of saying it are kept of one spelling."""

_ARPABET_VOWELS = {
    "AA": "ɑ", "AE": "æ", "AH": "ʌ", "AO": "ɔ", "AW": "W", "AY": "I", "EH": "ɛ", "ER": "ɜɹ", "EY": "A", "IH": "ɪ", "IY": "i",
    "OW": "O", "OY": "Y", "UH": "ʊ", "UW": "u",
}  # fmt: skip
_UNSTRESSED = {"AH": "ə", "ER": "əɹ"}
_ARPABET_CONSONANTS = {
    "B": "b", "CH": "ʧ", "D": "d", "DH": "ð", "F": "f", "G": "ɡ", "HH": "h", "JH": "ʤ", "K": "k", "L": "l", "M": "m", "N": "n",
    "NG": "ŋ", "P": "p", "R": "ɹ", "S": "s", "SH": "ʃ", "T": "t", "TH": "θ", "V": "v", "W": "w", "Y": "j", "Z": "z", "ZH": "ʒ",
}  # fmt: skip
ARPABET = {
    **_ARPABET_CONSONANTS,
    **{f"{vowel}0": _UNSTRESSED.get(vowel, letter) for vowel, letter in _ARPABET_VOWELS.items()},
    **{f"{vowel}1": f"ˈ{letter}" for vowel, letter in _ARPABET_VOWELS.items()},
    **{f"{vowel}2": f"ˌ{letter}" for vowel, letter in _ARPABET_VOWELS.items()},
}
"""ARPAbet sound, with its stress digit, → misaki's letters."""

LETTERS = {
    "A": "eɪ", "I": "aɪ", "O": "oʊ", "Q": "əʊ", "W": "aʊ", "Y": "ɔɪ",
    "ʤ": "dʒ", "ʧ": "tʃ", "ɾ": "t", "ʔ": "t", "ᵊ": "ə", "ᵻ": "ɪ", "a": "æ", "g": "ɡ",
}  # fmt: skip
"""misaki's letter → IPA, where they differ."""

_IPA = str.maketrans(LETTERS)
_OPENINGS = (
    "b d f h j k l m n p s t v w z ɡ ɹ ʃ ʒ ð θ ʤ ʧ "
    "pl pɹ pj bl bɹ bj tɹ tw tj dɹ dw dj kl kɹ kw kj ɡl ɡɹ ɡw fl fɹ fj vj θɹ θw ʃɹ hj mj nj lj "
    "sp st sk sf sl sm sn sw sj spl spɹ spj stɹ stj skɹ skw skj skl"
)
_ONSETS = frozenset(_OPENINGS.split())
_BEFORE_STRESS = re.compile(r"([bdfhjklmnpstvwzɡŋɹʃʒðθʤʧɾʔ]+)([ˈˌ])")
_NUCLEUS = re.compile(r"[ɪʊɛ]ə|[ɑæaɒɔəɛɜɪiuʊʌᵊᵻAIWYOQ]")


class Pronunciation(NamedTuple):
    """A pronunciation as the lexicon has it."""

    display: str
    ipa: str
    region: str
    source: str


def pronunciations(said: list[StagedPronunciation]) -> list[Pronunciation]:
    """Return what is kept of the ways the spellings of one key are said, as read.

    What both regions say alike is kept once, for both. ARPAbet is used only for spellings that nothing gives in IPA: it knows
    neither case nor parts of speech nor a British accent.
    """
    kept: dict[str, dict[str, Pronunciation]] = {}
    in_ipa: set[str] = set()
    for each in said:
        if each.system == "ipa":
            in_ipa.add(each.display.lower())
            ipa = from_misaki(each.sounds)
        elif each.display in in_ipa:
            continue
        else:
            ipa = from_arpabet(each.sounds)
        of_spelling = kept.setdefault(each.display, {})
        known = of_spelling.get(ipa)
        if known is None:
            if ipa and len(of_spelling) < MOST:
                of_spelling[ipa] = Pronunciation(each.display, ipa, each.region, each.source)
        elif known.region != each.region:
            of_spelling[ipa] = known._replace(region="both")
    return [row for of_spelling in kept.values() for row in of_spelling.values()]


def from_arpabet(sounds: str) -> str:
    """Return ARPAbet as IPA; nothing where it has a sound that is none of ARPAbet's."""
    letters = [ARPABET.get(sound) for sound in sounds.split()]
    return from_misaki("".join(letter for letter in letters if letter)) if all(letters) else ""


def from_misaki(sounds: str) -> str:
    """Return misaki's letters as IPA."""
    sounds = sounds.replace("ʔn", "ʔᵊn")
    if "ˈ" in sounds or "ˌ" in sounds:
        if len(_NUCLEUS.findall(sounds)) < 2:
            sounds = sounds.replace("ˈ", "").replace("ˌ", "")
        else:
            sounds = _BEFORE_STRESS.sub(_stress_first, sounds)
    return sounds.translate(_IPA)


def _stress_first(match: re.Match[str]) -> str:
    """Return consonants and a stress mark with the mark before the longest onset among their ends."""
    consonants, mark = match.groups()
    if match.start() == 0:
        return f"{mark}{consonants}"
    for i in range(max(0, len(consonants) - 3), len(consonants)):
        if consonants[i:] in _ONSETS:
            return f"{consonants[:i]}{mark}{consonants[i:]}"
    return consonants + mark
