"""Abbreviations: which senses are one, of which type, whether marked, and what they stand for.

:func:`decide` weighs what is known of one sense in the order of the functions in :data:`RULES`; the first that answers wins. The type
of a capital abbreviation then comes from how it is said (:func:`spoken_type`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from adjudicator.core.model import AbbreviationType, Provenance
from adjudicator.core.spelling import has_apostrophe, is_capitals_only, key_of
from adjudicator.ingest.classify.naming import defines_a_name, defines_one_name
from adjudicator.ingest.classify.pointers import is_written_short, same_letters
from adjudicator.ingest.classify.speech import is_sayable, says_letters_arpabet, says_letters_ipa
from adjudicator.ingest.classify.world import World
from adjudicator.sources.records import RawSense

_SMALL_WORDS = frozenset(
    [
        "of",
        "the",
        "and",
        "for",
        "in",
        "to",
        "on",
        "a",
        "an",
        "de",
        "la",
        "du",
        "des",
        "by",
        "at",
        "with",
        "from",
        "or",
        "&",
        "et",
    ]
)
_DOTTED = re.compile(r"^(?:[A-Za-z]{1,4}\.){1,}(?:[A-Za-z]{1,4}\.?)?$")
_LETTERS_DOTTED = re.compile(r"^(?:[a-z]\.){2,}$")
_SAYS = re.compile(
    r"^(?:an? |the )?(?:(?:informal|colloquial|familiar|common) )?(?P<type>acronym|initialism|abbreviation|abbrev\.?|abbr\.?|contraction|contr\.|contracted form|short form|shortened form|short(?= for\b)|shortening|clipping|clipped form|"
    r"shortened|abbreviated)"
    r"(?: \([^)]*\))?,? (?:of|for|from|fr\.)[: ]+(?P<rest>[^.;]*)",
    re.IGNORECASE,
)
_BY_SHORTENING = re.compile(r"^(?:an? )?(?P<rest>[a-z]+) \((?P<type>by shortening)\)")
_BEGINS = re.compile(r"^(?:(?:originally|coined|formed)(?: as| from)?|from),? ", re.IGNORECASE)
"""How an etymology may begin before it says so."""
_ACRONYM_INSIDE = re.compile(
    r"(?:\b(?:is|being) an? (?P<type>acronym|initialism|abbreviation)|\((?:an )?(?P<inserted>acronym|initialism)) (?:for|of) (?P<rest>[^.;)]*)",
    re.IGNORECASE,
)
_STATED_TYPES: dict[str, AbbreviationType] = {
    "acronym": "acronym",
    "initialism": "initialism",
    "contraction": "contraction",
    "contr": "clipping",
    "contracted form": "contraction",
    "short": "clipping",
    "short form": "clipping",
    "shortened form": "clipping",
    "shortened": "clipping",
    "shortening": "clipping",
    "by shortening": "clipping",
    "clipping": "clipping",
    "clipped form": "clipping",
    "abbreviation": "clipping",
    "abbrev": "clipping",
    "abbr": "clipping",
    "abbreviated": "clipping",
}
_STATED_LABELS = ("acronym", "initialism", "contraction", "clipping")
_MARKING_LABELS = ("abbr", "abbrev", "abbreviation", "initialism", "symbol")
_LONGEST = 8
"""How many letters an abbreviation in capitals has at most that a dictionary has in lower case."""
_ROMAN = re.compile(r"^(?=[ivxlcdm]{2,})m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$")


class Abbreviation(NamedTuple):
    """That a sense is an abbreviation, and how we know."""

    type: AbbreviationType
    marked: bool
    expansion: str | None
    provenance: Provenance
    rule: str
    evidence: str


def decide(display: str, sense: RawSense, etymology: str, world: World) -> Abbreviation | None:
    """Return what makes this sense of *display* an abbreviation, or None."""
    for rule in RULES:
        found = rule(display, sense, etymology, world)
        if found:
            return found
    return None


def from_curated_list(display: str, sense: RawSense, etymology: str, world: World) -> Abbreviation | None:
    """The curated list of marked abbreviations names this spelling, capitals and all; or has it in capitals, and the full form is a synonym (emf)."""
    known = world.abbreviations.get(display)
    if not known and sense.synonyms and len(display) <= _LONGEST and display.islower():
        known = world.abbreviations.get(display.upper())
        if known and known.expansion.casefold() not in map(str.casefold, sense.synonyms):
            return None
    if not known:
        return None
    if display.isalpha() and _is_like_a_word(display) and not tells(known.expansion, sense, etymology):
        return None
    full = known.expansion
    if sense.synonyms and not tells(full, sense, etymology):
        full = expansion_of(key_of(display), sense) or full  # SOB is shortness of breath as well
    return Abbreviation(known.type, True, full, "declared", "curated-abbreviation", known.why)


def from_other_spelling(display: str, sense: RawSense, etymology: str, world: World) -> Abbreviation | None:
    """The sense only points to the same letters in capitals or with dots (faq, etc): it is what those are."""
    other = same_letters(display, sense)
    if other is None or not is_written_short(other):
        return None
    kind = spoken_type(other.upper() if _LETTERS_DOTTED.match(other) else other, None, world)[0]
    return Abbreviation(
        kind, True, None, "declared", "other-spelling", f"{display} is another spelling of {other}"
    )


def from_spelling(display: str, sense: RawSense, etymology: str, world: World) -> Abbreviation | None:
    """The headword is written as an abbreviation: capitals only, dotted, or in a list of abbreviations."""
    key = key_of(display)
    listed = display in world.abbreviation_listings
    capitals = is_capitals_only(display) and len(key) > 1
    numeral = (
        _ROMAN.match(key) is not None
        and display.isalpha()
        and world.size_of(key) > 80
        and (not listed or sense.gloss.startswith("being "))  # as a dictionary defines a number
    )
    if not (listed or capitals or numeral or _DOTTED.match(display)):
        return None
    if listed and display == display.lower() and world.ordinary_abbreviation(key):
        return None
    if numeral and not (display == display.capitalize() and _is_name(sense)):
        return Abbreviation(
            "untyped", True, None, "inferred", "roman-numeral", f"{display} is a Roman numeral"
        )
    expansion = expansion_of(key, sense)
    if not expansion and not capitals and display.isalpha() and _is_like_a_word(display):
        return None
    if not expansion and display == display.capitalize() and display.isalpha() and _is_name(sense):
        return None
    kind, rule, evidence = spoken_type(display, expansion, world)
    said = from_source(display, sense, etymology, world)
    if said and said.type in ("initialism", "acronym", "contraction") and not rule.endswith("-ipa"):
        return said._replace(marked=True, expansion=expansion or said.expansion)
    return Abbreviation(kind, True, expansion, "inferred", rule, evidence)


def _is_like_a_word(display: str) -> bool:
    """Return whether *display* is in lower case, or like a name of three letters or more with a vowel: Sun, the star, is not short for Sunday, but Mrs and Cm
    are nothing else.
    """
    return display == display.lower() or (
        len(display) > 2 and display[1:].islower() and any(char in "aeiouy" for char in display.lower())
    )


def _is_name(sense: RawSense) -> bool:
    """Return whether the sense is a name's, whatever a list has the same letters short for: Io is a moon, and ionium."""
    if "symbol" in sense.gloss:
        return sense.name
    return sense.name or defines_a_name(sense.gloss) or defines_one_name(sense.gloss)


def from_source(display: str, sense: RawSense, etymology: str, world: World) -> Abbreviation | None:
    """The source says so: a label, the definition's first words, or the etymology's."""
    labels = [label.casefold().strip(". ") for label in sense.labels]
    marked = any(label in _MARKING_LABELS for label in labels)
    for text, where in ((sense.gloss, "definition"), (_BEGINS.sub("", etymology), "etymology")):
        match = _SAYS.match(text) or _BY_SHORTENING.match(text)
        if not match and where == "definition" and _names_a_type(text):
            match = _ACRONYM_INSIDE.search(text)
        if not match:
            continue
        word = (match["type"] or match["inserted"]).casefold().rstrip(".")
        rest = match.group("rest").partition(" (“")[0]  # what the full form means
        expansion = sense.expansion or re.sub(r"[{}]", "", rest).strip() or None
        says_abbreviated = where == "definition" and word.startswith(("abbr", "initialism"))
        kind = _checked_type(
            _STATED_TYPES[word], display, expansion or "", world, says_abbreviated, word.startswith("clip")
        )
        if kind:
            return Abbreviation(
                kind,
                marked or says_abbreviated,
                expansion,
                "declared",
                f"stated-in-{where}",
                match.group(0)[:120],
            )
    for label in labels:
        kind = (
            _checked_type(_STATED_TYPES[label], display, sense.expansion or "", world, True, True)
            if label in _STATED_LABELS
            else None
        )
        if kind:
            return Abbreviation(
                kind, marked, sense.expansion, "declared", "stated-in-label", f"label [{label}]"
            )
    if marked:
        expansion = expansion_of(key_of(display), sense)
        return Abbreviation(
            spoken_type(display, expansion, world)[0],
            True,
            expansion,
            "declared",
            "stated-in-label",
            "label [abbrev.]",
        )
    return None


def _names_a_type(text: str) -> bool:
    """Return whether *text* has the name of a type of abbreviations in it: few have."""
    text = text.lower()
    return "acronym" in text or "initialism" in text or "abbreviation" in text


def _checked_type(
    said: AbbreviationType, display: str, expansion: str, world: World, certain: bool, plainly: bool
) -> AbbreviationType | None:
    """Return the type that a source's word for it amounts to, or None where it is no abbreviation in our sense.

    Sources call an ellipsis "short for" (safety bicycle), an old sound change "contraction" (alone, lone) and any initials "acronym".
    *certain* is whether the source says that it is an abbreviation, *plainly* whether it names the type in so many words.
    """
    key = key_of(display)
    full = expansion.split(",")[0].strip()
    if said == "contraction" and has_apostrophe(display):
        return "contraction"
    if said == "clipping" and plainly:
        return "clipping"
    if said in ("contraction", "clipping"):
        if " " not in full and full and shortens(key, full.casefold(), world):
            return "clipping"
        return "untyped" if certain and not full.casefold().startswith(key + " ") else None
    if said == "acronym" and not is_sayable(key):
        return "initialism"
    return said


def shortens(short: str, full: str, world: World) -> bool:
    """Return whether *short* is *full* with three letters or more lost at one end, and the rest no word of its own."""
    if not (full.isalpha() and len(full) - len(short) >= 3 and len(short) >= 2):
        return False
    if full.startswith(short):
        return world.size_of(full[len(short) :]) > 70
    if full.endswith(short):
        return world.size_of(full[: -len(short)]) > 70
    return full[:2] == short[:2] and _in_order(short, full) and len(full) - len(short) >= 4


def from_lexicalised_list(display: str, sense: RawSense, etymology: str, world: World) -> Abbreviation | None:
    """The curated list of words that began as an abbreviation names this key, and the sense is the full form's."""
    known = world.lexicalised.get(key_of(display))
    if not known or not is_plain(display):
        return None
    alone = known.type in ("acronym", "initialism") and not known.beside
    if not (alone or tells(known.expansion, sense, etymology)):
        return None
    return Abbreviation(known.type, False, known.expansion, "declared", "curated-lexicalised", known.why)


def is_plain(display: str) -> bool:
    """Return whether *display* is written like an ordinary word: in lower case, with no mark but a hyphen."""
    return display == display.lower() and all(part.isalpha() for part in display.split("-"))


def tells(full: str, sense: RawSense, etymology: str) -> bool:
    """Return whether a sense is that of the *full* form: its synonyms, definition or etymology name it."""
    full = full.casefold()
    synonyms = " ".join(sense.synonyms).casefold()
    text = f"{sense.gloss} {etymology} {sense.expansion or ''}".casefold()
    if full in (sense.gloss.casefold(), (sense.expansion or "").casefold()):
        return True
    return full in synonyms or any(
        word in synonyms.split() or word in text for word in re.findall(r"[a-z]{5,}", full)
    )


RULES: tuple[Callable[[str, RawSense, str, World], Abbreviation | None], ...] = (
    from_curated_list,
    from_spelling,
    from_lexicalised_list,
    from_other_spelling,
    from_source,
)


def expansion_of(key: str, sense: RawSense) -> str | None:
    """Return the synonym that *key* abbreviates: its initials match, or it is one word with these letters in order."""
    if sense.expansion:
        return sense.expansion
    for other in sense.synonyms:
        if key_of(other) == key:
            continue
        if " " in other or "-" in other:
            if initials_match(key, other):
                return other
        elif len(other) > len(key) + 1 and other[0].lower() == key[0] and _in_order(key, other.lower()):
            return other
    return None


def initials_match(key: str, phrase: str) -> bool:
    """Return whether *key* takes one to four letters from the start of each word of *phrase*, small words skippable."""
    words = [word for word in re.split(r"[\s\-/]+", phrase.casefold()) if word]

    def fits(rest: str, index: int) -> bool:
        if index == len(words):
            return not rest
        word = words[index]
        if word in _SMALL_WORDS and fits(rest, index + 1):
            return True
        return any(
            rest.startswith(word[:n]) and fits(rest[n:], index + 1) for n in range(min(4, len(word)), 0, -1)
        )

    return len(words) > 1 and fits(key, 0)


def _in_order(key: str, word: str) -> bool:
    letters = iter(word)
    return all(char in letters for char in key)


def spoken_type(display: str, expansion: str | None, world: World) -> tuple[AbbreviationType, str, str]:
    """Return the type of the marked abbreviation *display*, with the rule and the evidence that gave it."""
    if display.endswith("s") and is_capitals_only(singular := display[:-1]) and len(singular) > 1:
        known = world.abbreviations.get(singular)
        if known:
            return known.type, "plural", f"the plural of {singular}: {known.why}"
        return spoken_type(singular, expansion, world)
    key = key_of(display)
    capitals = is_capitals_only(display)
    ipa = world.ipa.get(display.replace(".", ""))
    if ipa is not None and capitals:
        if ipa == "" or says_letters_ipa(key, ipa):
            return "initialism", "said-letters-ipa", f"misaki says {display} letter by letter"
        return "acronym", "said-word-ipa", f"misaki says {display} as {ipa}"
    if expansion and " " not in expansion and "-" not in expansion:
        return "clipping", "written-for-a-word", f"short for {expansion}"
    readings = world.arpabet.get(key, ())
    if (capitals or display.islower()) and any(says_letters_arpabet(key, sounds) for sounds in readings):
        return "initialism", "said-letters-arpabet", f"CMUdict says {display} letter by letter"
    if not capitals:
        if expansion and initials_match(key, expansion) and not is_sayable(key):
            return "initialism", "initials-of", f"initials of {expansion}"
        return "clipping", "written-in-lower-case", "written short and read in full"
    if len(key) >= 4 and readings and world.size_of(key) > 70:
        return "acronym", "said-word-arpabet", f"CMUdict says {display} as a word"
    if len(key) == 2 or not any(char in "aeiou" for char in key):
        return (
            "initialism",
            "unsayable",
            f"{display} has no vowel to say it as a word" if len(key) > 2 else "two letters",
        )
    known = world.lexicalised.get(key)
    if not expansion and known and known.type == "clipping" and len(key) >= 4:
        return "clipping", "clipped-in-lower-case", f"{key} is short for {known.expansion}"
    if len(key) >= 4 and is_sayable(key):
        return "acronym", "sayable", f"{display} can be said as a word"
    if not is_sayable(key):
        return "initialism", "unsayable", f"{display} cannot be said as a word"
    if len(key) == 3 and not (key[1] in "aeiou" and key[0] not in "aeiou" and key[2] not in "aeiou"):
        return (
            "initialism",
            "three-letters",
            f"{display} has no vowel between two consonants, as most words of three letters have",
        )
    return "untyped", "not-known", "no source says how it is said"
