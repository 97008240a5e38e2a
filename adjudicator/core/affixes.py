"""The patterns of derivation: which endings and beginnings a word may have got from its base, and what each costs; and :func:`formation`.

The tables are read by :mod:`adjudicator.ingest.classify.derive`, which finds the base. A cost is from 0 (whoever speaks English makes such words: -ness, un-) to 2
(hardly anybody does: -o, twi-); a pattern that takes part of speech after part of speech has those it would rather have first. Start reading at
``SUFFIXES``.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from functools import lru_cache

AFTER_PLURALS = frozenset(("man", "woman", "ful"))
"""Endings that a plural may have: guildsman."""
DOUBLING = frozenset(("able", "ed", "er", "ery", "est", "ie", "ing", "ish", "y"))
"""Endings before which a short base doubles its last letter."""
ACTIONS = (
    "ance",
    "age",
    "ence",
    "ing",
    "ion",
    "ment",
    "sis",
    "al",
    "ure",
    "ability",
    "er",
    "or",
    "able",
    "ed",
)
"""How nouns and adjectives end that tell of an action."""
ENDS_OF_GREEK = re.compile(
    r"somes?|gens?|chores?|choric|grams?|pod(?:s|al|es)?|phones?y|phonies|toni[cs]s?|top(?:es?|ic|ical|y|ies)|trop(?:ical|ically)|troph(?:y|ies)|chromes?|tom(?:es?|y|ies)|gam(?:es?|y|ies)|lites?|paths?|logs?|arch(?:y|ies|s)?|crates?|boles?|meres?|clines?|phages?|machy|derms?|(?:graph|log|metr|scop|phil|phob|path|nom)(?:ic|ical|ically|icians?|ous|y|ies|er|ers|ist|ists|ism|isms|iz(?:e|ed|es|ing)|is(?:e|ed|es|ing))"
)
"""What behind a Greek beginning is an ending, and no word that begins anew: metallographically is of metallography."""
HEADS = ("noun", "adjective", "verb", "adverb")
"""The parts of speech that the last part of a compound may have; the whole has it, too."""
COMPOUND = 1.2
"""What it costs to take a word for two that stand together."""

_SUFFIXES: tuple[tuple[str, str, str, float], ...] = (
    ("ness", "adjective noun", "noun", 0),
    ("less", "noun verb", "adjective", 0),
    ("like", "noun", "adjective", 0),
    ("ship", "noun adjective", "noun", 0.3),
    ("hood", "noun adjective", "noun", 0.3),
    ("dom", "noun adjective", "noun", 0.6),
    ("ful", "noun verb", "adjective", 0.3),
    ("some", "noun verb adjective", "adjective", 1),
    ("wise", "noun adjective", "adverb", 0.3),
    ("ward", "noun adverb preposition", "adverb", 0.4),
    ("wards", "noun adverb preposition", "adverb", 0.4),
    ("able", "verb noun", "adjective", 0),
    ("ible", "verb", "adjective", 0.4),
    ("ability", "verb", "noun", 0),
    ("ibility", "verb adjective", "noun", 0.3),
    ("bility", "adjective", "noun", 0),
    ("ably", "verb adjective", "adverb", 0),
    ("ibly", "verb adjective", "adverb", 0.2),
    ("ment", "verb", "noun", 0.5),
    ("er", "verb noun adjective", "noun", 0),
    ("or", "verb", "noun", 0.5),
    ("ess", "noun", "noun", 0.8),
    ("ee", "verb", "noun", 0.8),
    ("eer", "noun", "noun", 0.8),
    ("ster", "noun adjective verb", "noun", 0.8),
    ("ish", "noun adjective", "adjective", 0.3),
    ("ly", "adjective noun verb", "adverb", 0),
    ("ally", "adjective noun", "adverb", 0.2),
    ("ity", "adjective", "noun", 0.2),
    ("ise", "noun adjective", "verb", 0.2),
    ("ize", "noun adjective", "verb", 0.2),
    ("isation", "noun adjective verb", "noun", 0.2),
    ("ization", "noun adjective verb", "noun", 0.2),
    ("ism", "noun adjective", "noun", 0.3),
    ("ist", "noun adjective verb", "noun", 0.3),
    ("istic", "noun", "adjective", 0.4),
    ("istical", "noun", "adjective", 0.5),
    ("ic", "noun", "adjective", 0.5),
    ("ical", "noun adjective", "adjective", 0.4),
    ("al", "noun", "adjective", 0.7),
    ("ial", "noun", "adjective", 0.7),
    ("ian", "noun", "noun", 0.7),
    ("ous", "noun", "adjective", 0.6),
    ("ate", "noun adjective", "verb", 0.9),
    ("ated", "noun", "adjective", 0.8),
    ("ation", "verb noun", "noun", 0.2),
    ("ion", "verb", "noun", 0.3),
    ("ive", "verb noun", "adjective", 0.4),
    ("ative", "verb noun", "adjective", 0.4),
    ("atory", "verb noun", "adjective", 0.5),
    ("ory", "verb noun", "adjective", 1),
    ("age", "noun verb", "noun", 0.7),
    ("ery", "noun verb adjective", "noun", 0.7),
    ("ry", "noun", "noun", 0.7),
    ("cy", "noun adjective", "noun", 0.6),
    ("ance", "verb adjective", "noun", 0.6),
    ("ence", "verb adjective", "noun", 0.6),
    ("ancy", "verb adjective", "noun", 0.6),
    ("ency", "verb adjective", "noun", 0.6),
    ("ant", "verb", "adjective", 1),
    ("ent", "verb", "adjective", 1.2),
    ("ure", "verb", "noun", 1.2),
    ("ette", "noun", "noun", 0.6),
    ("let", "noun", "noun", 0.6),
    ("ling", "noun adjective verb", "noun", 0.9),
    ("kin", "noun", "noun", 1.4),
    ("ing", "verb noun", "noun", 0.1),
    ("ed", "verb noun", "adjective", 0.1),
    ("y", "noun verb adjective", "adjective", 0.3),
    ("ie", "noun adjective verb", "noun", 1.2),
    ("o", "adjective", "noun", 2.1),
    ("oid", "noun", "adjective", 0.6),
    ("ify", "noun adjective", "verb", 0.6),
    ("form", "noun", "adjective", 0.6),
    ("iform", "noun", "adjective", 0.8),
    ("ology", "noun adjective", "noun", 1),
    ("ologist", "noun adjective", "noun", 1),
    ("ometer", "noun", "noun", 0.9),
    ("ase", "noun", "noun", 1.2),
    ("fold", "numeral adjective noun", "adjective", 0.4),
    ("esque", "noun", "adjective", 0.2),
    ("ine", "noun", "adjective", 1.3),
    ("ite", "noun", "noun", 1.3),
    ("itis", "noun", "noun", 0.6),
    ("osis", "noun", "noun", 1),
    ("ose", "noun", "adjective", 1.4),
    ("th", "numeral adjective noun", "adjective", 1.5),
    ("man", "noun verb adjective", "noun", 0.6),
    ("woman", "noun verb adjective", "noun", 0.4),
)
"""Suffix, the parts of speech that its base may have, the derived word's, the cost: kindness from kind."""
_EXCHANGES: tuple[tuple[str, str, str, str], ...] = (
    ("scopy", "scope", "noun", "noun"), ("scopic", "scope", "noun", "adjective"), ("metry", "meter", "noun", "noun"),
    ("metric", "metry meter", "noun", "adjective"), ("metrical", "metry meter", "noun", "adjective"), ("graphy", "graph", "noun", "noun"),
    ("graphic", "graphy graph", "noun", "adjective"), ("graphical", "graphy graph", "noun", "adjective"), ("grapher", "graphy graph", "noun", "noun"),
    ("logical", "logy", "noun", "adjective"), ("logic", "logy", "noun", "adjective"), ("logist", "logy", "noun", "noun"),
    ("nomic", "nomy", "noun", "adjective"), ("pathic", "pathy", "noun", "adjective"), ("path", "pathy", "noun", "noun"), ("phobic", "phobia", "noun", "adjective"),
    ("phobe", "phobia", "noun", "noun"), ("philic", "philia phile", "noun", "adjective"), ("maniac", "mania", "noun", "noun"),
    ("tropic", "tropism", "noun", "adjective"), ("trophic", "trophy", "noun", "adjective"), ("genic", "gen genesis", "noun", "adjective"),
    ("genous", "gen", "noun", "adjective"), ("lytic", "lysis", "noun", "adjective"), ("otic", "osis", "noun", "adjective"),
    ("etic", "esis", "noun", "adjective"), ("emic", "emia", "noun", "adjective"), ("ular", "ule ula ulus", "noun", "adjective"),
    ("cratic", "cracy crat", "noun", "adjective"), ("crat", "cracy", "noun", "noun"), ("ify", "ic icity ous or", "adjective", "verb"),
    ("ification", "ify", "verb", "noun"), ("ifier", "ify", "verb", "noun"), ("ery", "er", "noun", "noun"), ("tomist", "tomy", "noun", "noun"),
    ("tomic", "tomy", "noun", "adjective"), ("plastic", "plasty plasm", "noun", "adjective"), ("plegic", "plegia", "noun", "adjective"),
    ("ization", "ize", "verb", "noun"), ("isation", "ise", "verb", "noun"), ("izer", "ize", "verb", "noun"), ("iser", "ise", "verb", "noun"),
    ("ic", "y ia is ism", "noun", "adjective"), ("ical", "y ics", "noun", "adjective"), ("ist", "y ism ics", "noun", "noun"),
    ("istic", "ism ist", "noun", "adjective"), ("ous", "y ia ium us", "noun", "adjective"), ("al", "e um us a is on", "noun", "adjective"),
    ("ian", "y ia", "noun", "noun"), ("eal", "ea eum", "noun", "adjective"), ("ine", "us a", "noun", "adjective"),
    ("oid", "a us um", "noun", "adjective"), ("ity", "ic ous", "adjective", "noun"), ("ate", "ic", "adjective", "noun"),
    ("form", "a us um", "noun", "adjective"), ("ionary", "ion", "noun", "adjective"), ("atous", "a", "noun", "adjective"), ("iac", "ia", "noun", "adjective"),
    ("ive", "ion", "noun", "adjective"), ("llar", "lla lle", "noun", "adjective"), ("log", "logue", "noun", "noun"),
    ("logize", "logue logy", "noun", "verb"), ("logise", "logue logy", "noun", "verb"), ("graphically", "graphy graph", "noun", "adverb"),
    ("logically", "logy", "noun", "adverb"), ("metrically", "metry meter", "noun", "adverb"), ("scopically", "scope scopy", "noun", "adverb"),
)  # fmt: skip
"""Ending of the derived word, endings of its base, the base's part of speech, the derived word's: telescopy from telescope."""
LATIN_ENDINGS = ("y", "ia", "a", "um", "us", "is", "ic", "o")
"""Endings of a Latin or Greek base that give way to suffixes in i-."""
_PREFIXES: tuple[tuple[str, str, float], ...] = (
    ("un", "adjective verb noun", 0.1),
    ("non", "noun adjective verb adverb", 0.1),
    ("re", "verb noun", 0.1),
    ("anti", "", 0.2),
    ("pre", "verb adjective noun", 0.2),
    ("over", "verb adjective noun adverb", 0.2),
    ("mis", "verb noun", 0.2),
    ("counter multi semi super ultra", "", 0.3),
    ("inter", "adjective noun verb", 0.3),
    ("sub", "noun adjective verb adverb", 0.3),
    ("out", "verb noun", 0.3),
    ("under", "verb noun adjective", 0.3),
    ("hyper micro mini post pseudo", "", 0.4),
    ("self", "noun adjective", 0.4),
    ("dis", "verb noun adjective", 0.4),
    (
        "auto electro extra hydro intra macro mega mid nano neuro photo proto psycho quasi radio retro socio supra "
        "thermo trans techno cyber infra",
        "",
        0.5,
    ),
    ("fore", "verb noun", 0.5),
    ("arch bio cross eco meta mono neo paleo palaeo poly tele", "", 0.6),
    ("de down", "verb noun", 0.6),
    (
        "circum contra endo equi geo hetero homo hypo iso kilo milli omni ortho para patho peri physio quadri arterio "
        "cardio chemo chrono cyto dermo gastro haemo hemo immuno litho lympho magneto mytho necro nitro oligo osteo "
        "phono phyto pluri preter pyro rhino sero spectro sulpho sulfo theo topo toxo turbo vaso xeno aero agro aqua "
        "astro audio centi deca deci angio broncho calci chloro chromo cine colo cranio crypto cyano dextro digi dino "
        "diplo entero ento fibro giga glosso gyno hagio hecto helio hemi hypno ichthyo kerato lacto laryngo lexico "
        "ligno lipo metallo myxo narco naso nemato nucleo odonto ophthalmo organo osmo patri penta phreno phospho pisci "
        "plano platy pleuro pluto psychro pulmo quadru rheo rhizo sacro sapro schizo sclero seleno silico somato spermo "
        "spiro stereo strato tachy tauto tetra thoraco thyro tomo tracheo tribo tropho vermi vibro vivi xantho xero "
        "xylo zygo demi euro ferro fluoro franco glyco hepato histo holo ideo juxta kine leuko leuco morpho nephro onco loco "
        "peta petro philo pneumo",
        "",
        0.7,
    ),
    (
        "ethno cyclo cryo allo archaeo archeo pharmaco mechano cosmo dendro ecto exo anthropo ventro opto ribo roentgeno antero postero infero dorso",
        "",
        0.6,
    ),
    ("step uni vice zoo oxy", "", 0.8),
    ("subter bathy hepta octo meso matri", "", 0.9),
    ("up", "verb noun", 0.8),
    ("be", "verb noun adjective", 0.8),
    ("bi tri", "", 0.9),
    ("co", "noun verb adjective", 0.9),
    ("pan pro mal ocean uro myo", "", 1.0),
    ("im in ir", "adjective noun adverb", 1.0),
    ("en", "noun verb adjective", 1.0),
    ("ex per syn ovi pyo", "", 1.2),
    ("di dys", "adjective noun", 1.3),
    ("eu", "", 1.4),
    ("il", "adjective noun adverb", 1.2),
    ("off", "verb noun", 1.2),
    ("macr micr petri pseud quin theri oro", "", 1.3),
    ("con sur sym", "", 1.4),
    ("by", "noun verb", 1.5),
    ("em", "noun verb adjective", 1.5),
    ("on", "verb noun", 1.5),
    ("twi", "", 1.8),
    ("oo epi", "", 2.0),
)
"""Prefixes, the parts of speech that their base has, or none where any will do, the cost: untidy from tidy, whose part of speech it keeps."""

SUFFIXES: dict[str, list[tuple[tuple[str, ...], str, float]]] = defaultdict(list)
"""Suffix → the parts of speech that its base may have, the derived word's, the cost."""
for _suffix, _wanted, _pos, _cost in _SUFFIXES:
    SUFFIXES[_suffix].append((tuple(_wanted.split()), _pos, _cost))
_NEAREST_FIRST = 0.01
"""What it costs that another ending of the same row comes before: the nearest one wins where nothing else tells."""
EXCHANGES: dict[str, list[tuple[str, str, str, float]]] = defaultdict(list)
"""Ending of the derived word → ending of its base, the base's part of speech, the derived word's, the cost: less of a longer ending."""
for _new, _olds, _old_pos, _pos in _EXCHANGES:
    for _place, _old in enumerate(_olds.split()):
        _cost = 0.2 if len(_new) > 3 and len(_old) > 2 else 1.0
        EXCHANGES[_new].append((_old, _old_pos, _pos, _cost + _NEAREST_FIRST * _place))
PREFIXES = {
    _prefix: (tuple(_wanted.split()), _cost)
    for _prefixes, _wanted, _cost in _PREFIXES
    for _prefix in _prefixes.split()
}
"""What may stand before a base → the parts of speech that the base has, the cost."""
LEARNED = frozenset(
    prefix
    for prefixes, wanted, cost in _PREFIXES
    if not wanted and cost >= 0.6
    for prefix in prefixes.split()
    if prefix[-1] in "aioy"
) - frozenset(
    (
        "bio",
        "eco",
        "meta",
        "neo",
        "demi",
        "euro",
        "giga",
        "kilo",
        "milli",
        "omni",
        "toxo",
        "turbo",
        "aero",
        "agro",
        "aqua",
        "astro",
        "audio",
        "digi",
        "dino",
        "zoo",
    )
)
"""Combining forms that stand before learned bases, and hardly before an everyday word of one syllable: isochore is of no chore."""
ENDINGS = {len(ending) for ending in (*SUFFIXES, *EXCHANGES)}
"""How long an ending may be."""

_INFLECTED = (
    ("", "", ()),
    ("ies", "y", ("-s",)),
    ("s", "", ("-s",)),
    ("ed", "e", ("-ed",)),
    ("ing", "e", ("-ing",)),
    ("er", "e", ("-er",)),
    ("ers", "e", ("-er", "-s")),
)
"""Ending of an inflected form, what stands there in the word itself, and how that is written."""
_INFLECTIONS = frozenset(("s", "es", "ed", "ing", "er", "est"))
_ADDED = frozenset((*SUFFIXES, *_INFLECTIONS, "ary", "ication"))
"""Endings that show as they are where nothing gives way to them."""
_LATIN_PLURALS = frozenset(
    (("us", "i"), ("um", "a"), ("on", "a"), ("is", "es"), ("ex", "ices"), ("ix", "ices"))
)
"""What short bases lose, too, and what takes its place: pili of pilus."""
_WRITTEN = {"es": ("s",), "ated": ("ate", "ed")}
"""Ending → as what it is shown."""
_OTHER_IZE = "-ise for -ize"
_IN_A_ROW = 0.4
"""What each of two prefixes may cost that stand one behind the other: iron is no ir- + on-, and code no co- + de-."""
_MEMORY = 1024
"""Endings and beginnings that are taken apart once."""
_LONGEST_CHANGE = 4
"""How many letters of a base an ending may take the place of."""


def formation(word: str, base: str) -> str:
    """Return how *word* is made of *base*, part by part (un- + happy + -ly, book + shelf); nothing where their letters do not show it."""
    key, stem = word.lower(), base.lower()
    if key.startswith(stem) and stem.isalpha() and stem.isascii() and "iz" not in stem:
        after = key[len(stem) :]
        if (
            after in SUFFIXES
            and after not in _WRITTEN
            and after[0] != stem[-1]
            and not (after == "ation" and stem.endswith("ic"))
        ):
            return f"{base} + -{after}"  # what most come to
    if key.endswith("men") and stem.endswith("man"):
        return formation(f"{word[:-2]}an", base).replace(base, f"{base} with -en for -an", 1)
    if not (stem.isascii() and stem.isalpha()):
        solid = "".join(letter for letter in unicodedata.normalize("NFD", stem) if letter.isalpha())
        if solid != stem:
            return formation(word, solid).replace(solid, base, 1)
    if (
        "is" in key
        and (british := re.sub("iz(?=e$|ation|ing)", "is", base)) != base
        and british.lower()[:-1] in key
    ):
        parts = british if key == british.lower() else formation(word, british)
        return parts.replace(british, f"{base} with {_OTHER_IZE}", 1)
    while stem not in key:
        stem = stem[:-1]
    lost = base[len(stem) :].lower()
    if (
        len(stem) < 2
        or len(lost) > _LONGEST_CHANGE
        or (
            len(stem) < 4
            and lost not in ("", "e", "y")
            and (lost, key[key.rfind(stem) + len(stem) :]) not in _LATIN_PLURALS
        )
    ):
        return ""
    start = 0 if key.startswith(stem) else key.rfind(stem)
    before, after = key[:start], key[start + len(stem) :]
    if not lost and after == "e" and stem[-1] == "a":
        return " + ".join([*_fronts(before), f"{base} with -ae for -a"])
    if (lost and not after) or not before + after:
        return ""
    fronts, endings = _fronts(before), _added(stem, lost, after)
    if endings is None or (endings == [after] and after not in _ADDED):
        exchanged = _exchanged(base, stem, lost, after)
        endings_of = exchanged or (None if endings is None else [base, *(f"-{ending}" for ending in endings)])
        return " + ".join([*fronts, *(endings_of or [f"{base} with -{after} for -{lost}"])])
    return " + ".join([*fronts, base, *(f"-{ending}" for ending in endings)])


def _exchanged(base: str, stem: str, lost: str, after: str) -> list[str]:
    """Return how *after* took the place of *lost* behind *stem*, each as an ending is written (-ism for -ic, not -sm for -c); nothing where no pattern does it."""
    for back in range(min(_LONGEST_CHANGE + 1, len(stem) - 1)):
        kept = stem[len(stem) - back :]
        old, new = kept + lost, kept + after
        for inflected, plain, shown in _INFLECTED:
            one = new.removesuffix(inflected) + plain
            if not new.endswith(inflected) or not old:
                continue
            if any(old == exchange[0] for exchange in EXCHANGES.get(one, ())) or (
                one in SUFFIXES and old in LATIN_ENDINGS
            ):
                return [f"{base} with -{one} for -{old}", *shown]
    return []


def _added(stem: str, lost: str, after: str) -> list[str] | None:
    """Return the endings that make *after* of what stands behind *stem*, whose base has lost some letters to them; None where others took their place."""
    if not lost:
        if stem.endswith("ic") and after.startswith("ation"):
            return ["ate", *_endings(after[2:])]
        doubled = after[1:] if after[:1] == ("k" if stem[-1] == "c" else stem[-1]) else ""  # magicking
        if doubled == "ing" or doubled == "ings":  # trialling: there is no -ling behind l
            return _endings(doubled)
        mute = f"e{after}" if stem[-1] == "e" and after else ""
        if (
            mute.startswith("ee") and after != "ed"
        ):  # a supervisee has one of its three, and what is clichéed is no clichée
            return _endings(mute) or _endings(after) or [after]
        return _endings(after) or _endings(doubled) or _endings(mute) or ([after] if after else [])
    if lost == "e":
        return (
            ["ly"]
            if after == "y" and stem.endswith("bl") and not stem.endswith(("bbl", "mbl"))
            else _endings(after) or [after]
        )
    if lost == "y" and stem.endswith("if") and after.startswith("ication"):
        return ["ication", *_endings(after[7:])]
    if lost == "y" and after[0] == "i":
        return _endings(after[1:]) or _endings(after) or [after]
    if lost == "le" and after.startswith("il"):
        return _endings(after[2:]) or None
    return None


@lru_cache(_MEMORY)
def _endings(after: str) -> list[str]:
    """Return the few endings that make *after*, as each is written by itself (-y + -er for *ier*); none where they are not known."""
    best: list[str] = []
    for cut in range(len(after), 0, -1):
        part, rest = after[:cut], after[cut:]
        spelled = [part]
        if rest and part[-1] == "i":
            spelled.append(f"{part[:-1]}y")
        elif rest and rest[0] in "aeiouy":
            spelled.append(f"{part}e")
        for ending in spelled:
            if ending in SUFFIXES or (
                ending in _INFLECTIONS and not (rest not in ("", *AFTER_PLURALS) and ending in ("s", "es"))
            ):
                more = _endings(rest)
                if more or not rest:
                    found = [*_WRITTEN.get(ending, (ending,)), *more]
                    best = min(best or found, found, key=_cost_of)
    return best


def _cost_of(endings: list[str]) -> tuple[int, float]:
    """Return what comes first in choosing among ways to cut endings: few of them, and those that everybody uses (-y + -ness, and not -ine + -ess)."""
    return len(endings), sum(
        min((cost for *_, cost in SUFFIXES.get(each, ())), default=0.0) for each in endings
    )


@lru_cache(_MEMORY)
def _fronts(before: str) -> list[str]:
    """Return what stands *before* a base, as prefixes if it is one or two, or else as a word."""
    for cut in range(len(before), -1, -1):
        parts = [part for part in (before[:cut], before[cut:]) if part]
        if all(part in PREFIXES and (len(parts) == 1 or PREFIXES[part][1] <= _IN_A_ROW) for part in parts):
            return [f"{part}-" for part in parts]
    return [before]
