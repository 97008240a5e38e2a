"""How an abbreviation is said: letter by letter (an initialism), as a word (an acronym), or as another word in full."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

ARPABET = {
    "a": ("EY",), "b": ("B", "IY"), "c": ("S", "IY"), "d": ("D", "IY"), "e": ("IY",), "f": ("EH", "F"), "g": ("JH", "IY"),
    "h": ("EY", "CH"), "i": ("AY",), "j": ("JH", "EY"), "k": ("K", "EY"), "l": ("EH", "L"), "m": ("EH", "M"), "n": ("EH", "N"),
    "o": ("OW",), "p": ("P", "IY"), "q": ("K", "Y", "UW"), "r": ("AA", "R"), "s": ("EH", "S"), "t": ("T", "IY"), "u": ("Y", "UW"),
    "v": ("V", "IY"), "w": ("D", "AH", "B", "AH", "L", "Y", "UW"), "x": ("EH", "K", "S"), "y": ("W", "AY"), "z": ("Z", "IY"),
}  # fmt: skip
IPA = {
    "a": ("A",), "b": ("bi",), "c": ("si",), "d": ("di",), "e": ("i",), "f": ("ɛf",), "g": ("ʤi",), "h": ("Aʧ", "hAʧ"), "i": ("I",),
    "j": ("ʤA",), "k": ("kA",), "l": ("ɛl",), "m": ("ɛm",), "n": ("ɛn",), "o": ("O", "Q"), "p": ("pi",), "q": ("kju",), "r": ("ɑɹ", "ɑ"),
    "s": ("ɛs",), "t": ("ti",), "u": ("ju",), "v": ("vi",), "w": ("dʌbᵊlju", "dʌbəlju", "dʌbju"), "x": ("ɛks",), "y": ("wI",), "z": ("zi", "zɛd"),
}  # fmt: skip


def says_letters_arpabet(key: str, sounds: str) -> bool:
    """Return whether *sounds* (ARPAbet, stress digits allowed) are the letter names of *key*, plural s allowed."""
    phones = tuple(phone.rstrip("012") for phone in sounds.split())
    named = tuple(phone for letter in key for phone in ARPABET[letter])
    bare = key[:-1] if key.endswith("s") else None
    plural = tuple(phone for letter in bare for phone in ARPABET[letter]) if bare else None
    return phones == named or (plural is not None and phones in ((*plural, "Z"), (*plural, "S")))


def says_letters_ipa(key: str, sounds: str) -> bool:
    """Return whether *sounds* (misaki's IPA) are the letter names of *key*."""
    bare = sounds
    for mark in "ˈˌːᵊ":
        bare = bare.replace(mark, "")
    bare = bare.replace("ɾ", "t")
    return any(spelled.replace("ᵊ", "") == bare for spelled in _letter_names(key))


@lru_cache(maxsize=1000)
def _letter_names(key: str) -> tuple[str, ...]:
    def build(rest: str) -> Iterator[str]:
        if not rest:
            yield ""
            return
        for tail in build(rest[1:]):
            for name in IPA[rest[0]]:
                yield name + tail

    return tuple(build(key[:7]))


_ONSETS = frozenset(
    [
        "b",
        "bl",
        "br",
        "c",
        "ch",
        "chr",
        "cl",
        "cr",
        "d",
        "dr",
        "dw",
        "f",
        "fl",
        "fr",
        "g",
        "gl",
        "gr",
        "gh",
        "h",
        "j",
        "k",
        "kl",
        "kn",
        "kr",
        "l",
        "m",
        "n",
        "p",
        "ph",
        "pl",
        "pr",
        "qu",
        "r",
        "rh",
        "s",
        "sc",
        "sch",
        "scr",
        "sh",
        "shr",
        "sk",
        "sl",
        "sm",
        "sn",
        "sp",
        "spl",
        "spr",
        "squ",
        "st",
        "str",
        "sv",
        "sw",
        "t",
        "th",
        "thr",
        "tr",
        "tw",
        "v",
        "w",
        "wh",
        "wr",
        "y",
        "z",
    ]
)
_CODAS = frozenset(
    [
        "b",
        "bs",
        "c",
        "ch",
        "ck",
        "cks",
        "ct",
        "cts",
        "d",
        "ds",
        "f",
        "ff",
        "ft",
        "fts",
        "g",
        "gs",
        "gh",
        "ght",
        "k",
        "ks",
        "l",
        "lb",
        "ld",
        "lds",
        "lf",
        "lk",
        "ll",
        "lls",
        "lm",
        "ln",
        "lp",
        "ls",
        "lt",
        "lts",
        "lth",
        "m",
        "mb",
        "mp",
        "mps",
        "ms",
        "n",
        "nc",
        "nch",
        "nd",
        "nds",
        "ng",
        "ngs",
        "nk",
        "nks",
        "nn",
        "ns",
        "nt",
        "nth",
        "nts",
        "p",
        "ph",
        "ps",
        "pt",
        "pts",
        "r",
        "rb",
        "rbs",
        "rc",
        "rch",
        "rd",
        "rds",
        "rf",
        "rg",
        "rk",
        "rks",
        "rl",
        "rls",
        "rm",
        "rms",
        "rn",
        "rns",
        "rp",
        "rps",
        "rs",
        "rt",
        "rth",
        "rts",
        "s",
        "sh",
        "sk",
        "sks",
        "sm",
        "sms",
        "sp",
        "ss",
        "st",
        "sts",
        "t",
        "th",
        "ths",
        "ts",
        "tch",
        "tt",
        "v",
        "w",
        "wn",
        "ws",
        "x",
        "y",
        "z",
        "zz",
    ]
)


def is_sayable(key: str) -> bool:
    """Return whether *key* can be read aloud as an English word: legal consonant clusters around its vowels."""
    clusters: list[str] = [""]
    vowels = 0
    for i, char in enumerate(key):
        if char in "aeiou" or (char == "y" and i > 0):
            if clusters[-1] or not vowels or (i and key[i - 1] not in "aeiouy"):
                vowels += 1
            clusters.append("")
        else:
            clusters[-1] += char
    if not vowels:
        return False
    if clusters[0] and clusters[0] not in _ONSETS:
        return False
    if clusters[-1] and clusters[-1] not in _CODAS:
        return False
    for middle in clusters[1:-1]:
        if middle and not any(
            (not middle[:i] or middle[:i] in _CODAS) and (not middle[i:] or middle[i:] in _ONSETS)
            for i in range(len(middle) + 1)
        ):
            return False
    return True
