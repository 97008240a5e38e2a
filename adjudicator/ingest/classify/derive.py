"""Derivation: explains a listed word that no dictionary defines by a base that one does (affix or compound).

Only ever evidence for a word that a list already has: a derivation is inferred and never makes a word.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from adjudicator.inflection import VOWELS


class Derivation(NamedTuple):
    """The base of a derived word, its part of speech, the derived word's own, and the pattern."""

    base: str
    base_pos: tuple[str, ...]
    pos: str
    pattern: str


_SUFFIXES: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("ness", ("adjective", "noun"), "noun"),
    ("less", ("noun", "verb"), "adjective"),
    ("like", ("noun",), "adjective"),
    ("ship", ("noun", "adjective"), "noun"),
    ("hood", ("noun", "adjective"), "noun"),
    ("dom", ("noun", "adjective"), "noun"),
    ("ful", ("noun", "verb"), "adjective"),
    ("some", ("noun", "verb", "adjective"), "adjective"),
    ("wise", ("noun", "adjective"), "adverb"),
    ("ward", ("noun", "adverb", "preposition"), "adverb"),
    ("wards", ("noun", "adverb", "preposition"), "adverb"),
    ("able", ("verb", "noun"), "adjective"),
    ("ible", ("verb",), "adjective"),
    ("ability", ("verb",), "noun"),
    ("ibility", ("verb", "adjective"), "noun"),
    ("bility", ("adjective",), "noun"),
    ("ably", ("verb", "adjective"), "adverb"),
    ("ibly", ("verb", "adjective"), "adverb"),
    ("ment", ("verb",), "noun"),
    ("er", ("verb", "noun", "adjective"), "noun"),
    ("or", ("verb",), "noun"),
    ("ess", ("noun",), "noun"),
    ("ee", ("verb",), "noun"),
    ("eer", ("noun",), "noun"),
    ("ster", ("noun", "adjective", "verb"), "noun"),
    ("ish", ("noun", "adjective"), "adjective"),
    ("ly", ("adjective", "noun", "verb"), "adverb"),
    ("ally", ("adjective", "noun"), "adverb"),
    ("ity", ("adjective",), "noun"),
    ("ise", ("noun", "adjective"), "verb"),
    ("ize", ("noun", "adjective"), "verb"),
    ("isation", ("noun", "adjective", "verb"), "noun"),
    ("ization", ("noun", "adjective", "verb"), "noun"),
    ("ism", ("noun", "adjective"), "noun"),
    ("ist", ("noun", "adjective", "verb"), "noun"),
    ("istic", ("noun",), "adjective"),
    ("istical", ("noun",), "adjective"),
    ("ic", ("noun",), "adjective"),
    ("ical", ("noun", "adjective"), "adjective"),
    ("al", ("noun",), "adjective"),
    ("ial", ("noun",), "adjective"),
    ("ian", ("noun",), "noun"),
    ("ous", ("noun",), "adjective"),
    ("ate", ("noun", "adjective"), "verb"),
    ("ated", ("noun",), "adjective"),
    ("ation", ("verb", "noun"), "noun"),
    ("ion", ("verb",), "noun"),
    ("ive", ("verb", "noun"), "adjective"),
    ("ative", ("verb", "noun"), "adjective"),
    ("atory", ("verb", "noun"), "adjective"),
    ("ory", ("verb", "noun"), "adjective"),
    ("age", ("noun", "verb"), "noun"),
    ("ery", ("noun", "verb", "adjective"), "noun"),
    ("ry", ("noun",), "noun"),
    ("cy", ("noun", "adjective"), "noun"),
    ("ance", ("verb", "adjective"), "noun"),
    ("ence", ("verb", "adjective"), "noun"),
    ("ancy", ("verb", "adjective"), "noun"),
    ("ency", ("verb", "adjective"), "noun"),
    ("ant", ("verb",), "adjective"),
    ("ent", ("verb",), "adjective"),
    ("ure", ("verb",), "noun"),
    ("ette", ("noun",), "noun"),
    ("let", ("noun",), "noun"),
    ("ling", ("noun", "adjective", "verb"), "noun"),
    ("kin", ("noun",), "noun"),
    ("ing", ("verb", "noun"), "noun"),
    ("ed", ("noun", "verb"), "adjective"),
    ("y", ("noun", "verb", "adjective"), "adjective"),
    ("ie", ("noun", "adjective", "verb"), "noun"),
    ("o", ("adjective",), "noun"),
    ("oid", ("noun",), "adjective"),
    ("ify", ("noun", "adjective"), "verb"),
    ("form", ("noun",), "adjective"),
    ("fold", ("numeral", "adjective", "noun"), "adjective"),
    ("esque", ("noun",), "adjective"),
    ("ine", ("noun",), "adjective"),
    ("ite", ("noun",), "noun"),
    ("itis", ("noun",), "noun"),
    ("osis", ("noun",), "noun"),
    ("ose", ("noun",), "adjective"),
    ("th", ("numeral", "adjective", "noun"), "adjective"),
    ("man", ("noun", "verb", "adjective"), "noun"),
    ("woman", ("noun", "verb", "adjective"), "noun"),
)
_EXCHANGES: tuple[tuple[str, str, str, str], ...] = tuple(
    (new, old, old_pos, pos)
    for new, olds, old_pos, pos in (
        ("scopy", "scope", "noun", "noun"), ("scopic", "scope", "noun", "adjective"), ("metry", "meter", "noun", "noun"), ("metric", "meter metry", "noun", "adjective"),
        ("metrical", "meter metry", "noun", "adjective"), ("graphy", "graph", "noun", "noun"), ("graphic", "graphy graph", "noun", "adjective"),
        ("graphical", "graphy graph", "noun", "adjective"), ("grapher", "graphy graph", "noun", "noun"), ("logical", "logy", "noun", "adjective"),
        ("logic", "logy", "noun", "adjective"), ("logist", "logy", "noun", "noun"), ("nomic", "nomy", "noun", "adjective"), ("pathic", "pathy", "noun", "adjective"),
        ("phobic", "phobia", "noun", "adjective"), ("phobe", "phobia", "noun", "noun"), ("philic", "philia phile", "noun", "adjective"), ("maniac", "mania", "noun", "noun"),
        ("tropic", "tropism", "noun", "adjective"), ("trophic", "trophy", "noun", "adjective"), ("genic", "gen genesis", "noun", "adjective"),
        ("genous", "gen", "noun", "adjective"), ("lytic", "lysis", "noun", "adjective"), ("otic", "osis", "noun", "adjective"), ("etic", "esis", "noun", "adjective"),
        ("emic", "emia", "noun", "adjective"), ("ular", "ule ula ulus", "noun", "adjective"), ("cratic", "cracy crat", "noun", "adjective"), ("crat", "cracy", "noun", "noun"),
        ("ify", "ic icity ous or", "adjective", "verb"), ("ification", "ify", "verb", "noun"), ("ifier", "ify", "verb", "noun"), ("ery", "er", "noun", "noun"),
        ("tomist", "tomy", "noun", "noun"), ("tomic", "tomy", "noun", "adjective"), ("plastic", "plasty plasm", "noun", "adjective"), ("plegic", "plegia", "noun", "adjective"),
        ("ization", "ize", "verb", "noun"), ("isation", "ise", "verb", "noun"), ("izer", "ize", "verb", "noun"), ("iser", "ise", "verb", "noun"), ("ic", "y ia is ism", "noun", "adjective"),
        ("ical", "y ics", "noun", "adjective"), ("ist", "y ism ics", "noun", "noun"), ("istic", "ism ist", "noun", "adjective"), ("ous", "y ia ium us", "noun", "adjective"),
        ("al", "e um us a is on", "noun", "adjective"), ("ian", "y ia", "noun", "noun"), ("eal", "ea eum", "noun", "adjective"), ("ine", "us a", "noun", "adjective"),
        ("oid", "a us um", "noun", "adjective"), ("ity", "ic ous", "adjective", "noun"), ("ate", "ic", "adjective", "noun"), ("form", "a us um", "noun", "adjective"),
    )
    for old in olds.split()
)  # fmt: skip
"""Ending of the derived word, ending of its base, the base's part of speech, the derived word's: telescopy from telescope."""
_PREFIXES = [
    "anti",
    "arch",
    "auto",
    "be",
    "bi",
    "bio",
    "by",
    "circum",
    "co",
    "contra",
    "counter",
    "cross",
    "de",
    "dis",
    "down",
    "eco",
    "electro",
    "em",
    "en",
    "endo",
    "epi",
    "equi",
    "ex",
    "extra",
    "fore",
    "geo",
    "hetero",
    "homo",
    "hydro",
    "hyper",
    "hypo",
    "il",
    "im",
    "in",
    "inter",
    "intra",
    "ir",
    "iso",
    "kilo",
    "macro",
    "mal",
    "mega",
    "meta",
    "micro",
    "mid",
    "milli",
    "mini",
    "mis",
    "mono",
    "multi",
    "nano",
    "neo",
    "neuro",
    "non",
    "off",
    "omni",
    "on",
    "ortho",
    "out",
    "over",
    "paleo",
    "palaeo",
    "pan",
    "para",
    "patho",
    "per",
    "peri",
    "photo",
    "physio",
    "poly",
    "post",
    "pre",
    "pro",
    "proto",
    "pseudo",
    "psycho",
    "quadri",
    "quasi",
    "radio",
    "re",
    "retro",
    "self",
    "semi",
    "socio",
    "step",
    "sub",
    "super",
    "supra",
    "sur",
    "sym",
    "syn",
    "tele",
    "thermo",
    "trans",
    "tri",
    "twi",
    "ultra",
    "un",
    "under",
    "uni",
    "up",
    "vice",
    "arterio",
    "cardio",
    "chemo",
    "chrono",
    "cyto",
    "dermo",
    "gastro",
    "haemo",
    "hemo",
    "immuno",
    "litho",
    "lympho",
    "magneto",
    "mytho",
    "necro",
    "nitro",
    "oligo",
    "osteo",
    "phono",
    "phyto",
    "pluri",
    "preter",
    "pyro",
    "rhino",
    "sero",
    "spectro",
    "sulpho",
    "sulfo",
    "techno",
    "theo",
    "topo",
    "toxo",
    "turbo",
    "vaso",
    "xeno",
    "zoo",
    "aero",
    "agro",
    "aqua",
    "astro",
    "audio",
    "centi",
    "cyber",
    "deca",
    "deci",
    "angio",
    "broncho",
    "calci",
    "chloro",
    "chromo",
    "cine",
    "colo",
    "counter",
    "cranio",
    "crypto",
    "cyano",
    "dextro",
    "digi",
    "dino",
    "diplo",
    "eco",
    "entero",
    "ento",
    "fibro",
    "giga",
    "glosso",
    "gyno",
    "hagio",
    "hecto",
    "helio",
    "hemi",
    "hypno",
    "ichthyo",
    "infra",
    "kerato",
    "lacto",
    "laryngo",
    "lexico",
    "ligno",
    "lipo",
    "macr",
    "metallo",
    "micr",
    "mini",
    "mytho",
    "myxo",
    "nano",
    "narco",
    "naso",
    "nemato",
    "nucleo",
    "ocean",
    "odonto",
    "oo",
    "ophthalmo",
    "organo",
    "osmo",
    "ovi",
    "para",
    "patri",
    "penta",
    "petri",
    "phreno",
    "phospho",
    "pisci",
    "plano",
    "platy",
    "pleuro",
    "pluto",
    "pre",
    "pseud",
    "psychro",
    "pulmo",
    "quin",
    "quadru",
    "rheo",
    "rhizo",
    "sacro",
    "sapro",
    "schizo",
    "sclero",
    "seleno",
    "semi",
    "silico",
    "somato",
    "spermo",
    "spiro",
    "stereo",
    "strato",
    "syn",
    "tachy",
    "tauto",
    "tetra",
    "theri",
    "thoraco",
    "thyro",
    "tomo",
    "tracheo",
    "trans",
    "tribo",
    "tropho",
    "ultra",
    "uro",
    "vaso",
    "vermi",
    "vibro",
    "vivi",
    "xantho",
    "xero",
    "xylo",
    "zygo",
    "demi",
    "euro",
    "ferro",
    "fluoro",
    "franco",
    "glyco",
    "hepato",
    "histo",
    "holo",
    "ideo",
    "juxta",
    "kine",
    "leuko",
    "leuco",
    "mid",
    "morpho",
    "myo",
    "nephro",
    "onco",
    "oro",
    "oxy",
    "peta",
    "petro",
    "philo",
    "pneumo",
    "pyo",
]


def derivations(
    key: str, has: Callable[[str, str], bool], is_word: Callable[[str], bool]
) -> Derivation | None:
    """Return the likeliest derivation of *key*; *has* answers (base, part of speech), *is_word* answers a base of any."""
    for suffix, base_pos, pos in _SUFFIXES:
        if not key.endswith(suffix) or len(key) - len(suffix) < (2 if len(suffix) > 2 else 3):
            continue
        for stem in stems(key[: -len(suffix)], suffix):
            found = tuple(p for p in base_pos if has(stem, p))
            if found:
                return Derivation(stem, found, pos, f"{stem} + -{suffix}")
    for new, old, old_pos, pos in _EXCHANGES:
        stem = key[: -len(new)] + old
        if key.endswith(new) and len(key) - len(new) >= 3 and stem != key and has(stem, old_pos):
            return Derivation(stem, (old_pos,), pos, f"{stem} with -{old} for -{new}")
    for prefix in _PREFIXES:
        rest = key[len(prefix) :]
        if key.startswith(prefix) and len(rest) >= 3:
            for pos in ("verb", "adjective", "noun", "adverb"):
                if has(rest, pos):
                    return Derivation(rest, (pos,), pos, f"{prefix}- + {rest}")
    return compound(key, has, is_word)


def compound(key: str, has: Callable[[str, str], bool], is_word: Callable[[str], bool]) -> Derivation | None:
    """Return the reading of *key* as a compound of two words of three letters or more, the head last."""
    best: tuple[int, Derivation] | None = None
    for i in range(3, len(key) - 2):
        front, head = key[:i], key[i:]
        if not is_word(front):
            continue
        for pos in ("noun", "adjective", "verb", "adverb"):
            if has(head, pos):
                balance = min(len(front), len(head))
                if best is None or balance > best[0]:
                    best = (balance, Derivation(head, (pos,), pos, f"{front} + {head}"))
                break
    return best[1] if best else None


def stems(rest: str, suffix: str) -> list[str]:
    """Return the bases that may stand behind *rest* before *suffix*: e restored, y for i, a double undone."""
    found = [rest]
    if suffix[0] in VOWELS + "y":
        found.append(rest + "e")
        if len(rest) > 2 and rest[-1] == rest[-2] and rest[-1] not in VOWELS:
            found.append(rest[:-1])
        if suffix[0] == "i":
            found += [
                rest + "y",
                rest + "ia",
                rest + "a",
                rest + "um",
                rest + "us",
                rest + "is",
                rest + "ic",
                rest + "o",
            ]
        if suffix in ("ability", "ably"):
            found += [rest + "ate"]
        if suffix.startswith(("anc", "enc")):
            found += [rest + "ant", rest + "ent"]
    if rest.endswith("i"):
        found.append(rest[:-1] + "y")
    if suffix == "ly" and rest.endswith("l") is False:
        found += [rest + "le"] if rest and rest[-1] not in VOWELS else []
    if suffix == "bility":
        found += [rest + "ble"]
    if suffix in ("cy",):
        found += [rest + "t", rest + "te"]
    return [stem for stem in found if len(stem) >= 2]
