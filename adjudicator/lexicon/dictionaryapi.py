"""A word as the dictionary services for apps answer it: entries with phonetics, meanings, definitions, licence. Pure shaping.

The shape is that of the free service dictionaryapi.dev, version 2, so that an app written for it can ask here instead.
Members that it does not have are added where they are needed (``inflectionOf``, ``variantOf``, ``derivedFrom``,
``expansion``, ``labels``); its clients pass over them. Start at :func:`entries_of`.

What is decided here:

- An entry is one source's account of one spelling, so that its licence and address are right for all that it quotes.
- A word has entries only if something defines it: a definition, its lemma's or its base's, or what it is short for. That a
  word list has it is no definition.
- The spelling as typed comes first, then the lower-case one; of each, what a reader most likely wants (:func:`_rank`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from itertools import chain
from typing import TYPE_CHECKING, NotRequired, TypedDict, cast

from adjudicator.core.model import (
    FIRST,
    FIRST_IN_BRITAIN,
    HIDDEN_LABELS,
    SENSE,
    Evidence,
    Pronunciation,
    Reading,
    Region,
    Usage,
)
from adjudicator.core.spelling import is_capitals_only, key_of, normalise
from adjudicator.rules.spelling_match import match_spelling

if TYPE_CHECKING:
    from adjudicator.lexicon.shapes import SourceModel

OWN = "curated"
_OLD = "gcide"
"""The dictionary of 1913: its senses come after those of newer ones."""
_CLOSED = frozenset(("preposition", "conjunction", "pronoun", "determiner", "contraction"))
"""Parts of speech whose words are few and common: a curated sense in one of them is what a reader looks for first."""
_FUNCTION = "function word"
"""The label of curated senses that are as good as of a closed part of speech: *can*, *why*."""
_DATED = frozenset(("archaic", "obsolete", "rare", "dialect"))
_SHORT = {
    "initialism": "initialism of",
    "acronym": "acronym of",
    "contraction": "contraction of",
    "clipping": "short for",
    "untyped": "abbreviation of",
}
INFLECTED = 4
"""A form's own sense comes before its lemma's unless the lemma's are used this many times as often: *building* is first the
house, *felt* first what one feels."""


class Licence(TypedDict):
    name: str
    url: str


class Phonetic(TypedDict):
    text: str
    """In the International Phonetic Alphabet."""
    audio: str
    sourceUrl: str
    license: Licence


class _Related(TypedDict):
    inflectionOf: NotRequired[str]
    variantOf: NotRequired[str]
    derivedFrom: NotRequired[str]
    possessiveOf: NotRequired[str]


class _Extras(TypedDict):
    example: NotRequired[str]
    expansion: NotRequired[str]
    labels: NotRequired[list[str]]


class Definition(_Related, _Extras):
    """One definition. What that service does not have is added where it holds.

    Synonyms and antonyms are those of the headword alone, *queue*; an example may have another form of the word (:mod:`adjudicator.core.usage`).
    """

    definition: str
    synonyms: list[str]
    antonyms: list[str]


class Meaning(_Related):
    partOfSpeech: str
    definitions: list[Definition]
    synonyms: list[str]
    antonyms: list[str]


class Entry(TypedDict):
    """What one source says of one spelling."""

    word: str
    phonetic: NotRequired[str]
    phonetics: list[Phonetic]
    meanings: list[Meaning]
    license: Licence
    sourceUrls: list[str]


def entries_of(
    word: str,
    evidence: Evidence,
    usage: Mapping[Reading, Usage],
    said: Sequence[Pronunciation],
    sources: Mapping[str, SourceModel],
    accent: Region = "british",
) -> list[Entry]:
    """Return the entries of *word* as typed, the most useful first; none where nothing defines it.

    *usage* is what the sources have of readings, *sources* are those of the lexicon by id. Pronunciations in *accent* come before others.
    """
    grouped: dict[tuple[str, str], list[Reading]] = {}
    for reading in _readings_of(word, evidence):
        if _definition(reading):
            grouped.setdefault((reading.display, reading.facts.source), []).append(reading)
    typed = word.strip()
    uses = _uses(typed, grouped)
    firsts = {FIRST, FIRST_IN_BRITAIN} if accent == "british" else {FIRST}
    ordered = sorted(grouped, key=lambda mark: _rank(typed, mark[0], mark[1], grouped[mark], uses, firsts))
    return [
        _entry(
            display,
            sources[source],
            _meanings(grouped[display, source], usage, firsts),
            _spoken(display, said, accent),
            sources,
        )
        for display, source in ordered
    ]


def _readings_of(word: str, evidence: Evidence) -> Sequence[Reading]:
    """Return the readings that *word* can mean, those that define it if any do.

    Who types a space, hyphen or dot means the spelling with it, if there is one; a plain spelling that is merely listed hides
    no other (*ll*, *'ll*).
    """
    if not word.strip().isalpha():
        typed = normalise(word.strip())
        same = [reading for reading in evidence.readings if normalise(reading.display) == typed]
        if any(_definition(reading) for reading in same):
            return same
    meant = match_spelling(word, evidence).readings
    return meant if not meant or any(_definition(reading) for reading in meant) else evidence.readings


def _tier(typed: str, display: str) -> int:
    """Return how far a spelling is from the one typed: the same, in lower case, in another case, with an apostrophe, any other."""
    if display == typed:
        return 0
    if display.casefold() == typed.casefold():
        return 1 if display == display.lower() else 2
    return 3 if normalise(display).replace("'", "") == normalise(typed).replace("'", "") else 4


def _uses(typed: str, grouped: Mapping[tuple[str, str], Sequence[Reading]]) -> Counter[tuple[int, str]]:
    """Return how often the spellings of a tier were counted, by (tier, relation). A curated name counts as met once."""
    uses: Counter[tuple[int, str]] = Counter()
    for (display, source), readings in grouped.items():
        for reading in readings:
            facts = reading.facts
            name = source == OWN and facts.proper and not facts.abbreviation
            uses[_tier(typed, display), facts.relation] += reading.uses or int(name)
    return uses


def _rank(
    typed: str,
    display: str,
    source: str,
    readings: Sequence[Reading],
    uses: Counter[tuple[int, str]],
    firsts: Set[str],
) -> tuple[int, ...]:
    """Return the sorting key of an entry.

    - Whatever is in use, a name or an abbreviation comes before what is dated, derived, an affix or without a part of speech.
    - Then the nearest spelling comes first. But a lower-case spelling comes after the capital one where uses were counted of
      that alone: texas is first the state, though part of a river steamer too; turkey is first the bird.
    - Of one spelling, ordinary words come before names and abbreviations, and what has one of the labels *firsts* before all else.
    - Curated senses come first if they are of function words (*I* for *i* too), or if no dictionary that counts uses has
      the word; else after the counted ones. The other dictionaries follow, the oldest last.
    """
    closed = source == OWN and any(_is_function_word(reading) for reading in readings)
    tier = _tier(typed, display)
    if typed == typed.lower():
        if closed and tier == 2:
            tier = 0
        elif tier == 0 and not closed and uses[2, "lemma"] > uses[0, "inflection"] and not uses[0, "lemma"]:
            tier = 3
    ordinary = any(_in_use(reading) for reading in readings)
    leftover = not ordinary and all(_is_leftover(reading) for reading in readings)
    if source != OWN:
        place = 1 if any(reading.uses for reading in readings) else 4 if source == _OLD else 3
    else:
        rivals = uses[tier, "lemma"] or any(uses[tier, reading.facts.relation] for reading in readings)
        place = 2 if rivals and not closed else 0
    return int(leftover), tier, int(not ordinary), int(not _leads(readings, firsts)), place


def _leads(readings: Sequence[Reading], firsts: Set[str]) -> bool:
    """Return whether one of *readings* is what people think of first."""
    return any(not firsts.isdisjoint(reading.facts.labels) for reading in readings)


def _in_use(reading: Reading) -> bool:
    facts = reading.facts
    return not (facts.proper or facts.marked or _is_leftover(reading))


def _is_function_word(reading: Reading) -> bool:
    return reading.facts.pos in _CLOSED or _FUNCTION in reading.labels


def _is_leftover(reading: Reading) -> bool:
    facts = reading.facts
    return bool(
        not facts.pos or facts.relation == "derivation" or _is_affix(reading) or _DATED & set(facts.labels)
    )


def _is_affix(reading: Reading) -> bool:
    return reading.facts.pos == "affix" or reading.display[0] == "-" or reading.display[-1] == "-"


def _entry(
    display: str,
    source: SourceModel,
    meanings: list[Meaning],
    said: Sequence[Pronunciation],
    sources: Mapping[str, SourceModel],
) -> Entry:
    phonetics: list[Phonetic] = [
        {
            "text": f"/{each.ipa}/",
            "audio": "",
            "sourceUrl": sources[each.source]["url"],
            "license": licence_of(sources[each.source]),
        }
        for each in said
    ]
    rest: Entry = {
        "word": display,
        "phonetics": phonetics,
        "meanings": meanings,
        "license": licence_of(source),
        "sourceUrls": [source["url"]] if source["url"] else [],
    }
    return {"word": display, "phonetic": phonetics[0]["text"], **rest} if phonetics else rest


def _meanings(readings: Sequence[Reading], usage: Mapping[Reading, Usage], firsts: Set[str]) -> list[Meaning]:
    """Return one meaning for each part of speech and lemma, those in use, with one of the labels *firsts* and used most first; and so their definitions.

    A comparative that is counted as a noun of its own is first that: owner, not more own. Senses with one text are one definition, and a meaning
    has the synonyms and antonyms of its definitions together.
    """
    grouped: dict[tuple[str, str | None, str], list[Reading]] = {}
    for reading in readings:
        mark = (part_of_speech(reading), reading.base, reading.facts.relation)
        grouped.setdefault(mark, []).append(reading)

    own_noun = any(
        reading.uses and reading.facts.relation == "lemma" and reading.facts.pos == "noun"
        for reading in readings
    )

    def weight(group: list[Reading]) -> tuple[bool, bool, bool, float]:
        uses = sum(reading.uses for reading in group)
        inflected = group[0].facts.relation != "lemma"
        return (
            not any(_in_use(reading) for reading in group),
            not _leads(group, firsts),
            inflected and (uses == 0 or (own_noun and group[0].facts.pos in ("adjective", "adverb"))),
            -uses / (INFLECTED if inflected else 1),
        )

    found: list[Meaning] = []
    for (pos, base, relation), group in sorted(grouped.items(), key=lambda item: weight(item[1])):
        related = base and relation in _RELATIONS
        of = cast("_Related", {_RELATIONS[relation]: base} if related else {})
        by_text: dict[str, list[Reading]] = {}
        for reading in sorted(
            group, key=lambda reading: (not _in_use(reading), not _leads([reading], firsts))
        ):
            by_text.setdefault(_definition(reading), []).append(reading)
        definitions: list[Definition] = []
        for text, same in by_text.items():
            used = [usage[reading] for reading in same if reading in usage]
            definition: Definition = {
                "definition": text,
                "synonyms": _united(each.synonyms for each in used),
                "antonyms": _united(each.antonyms for each in used),
                **of,
                **_more(same[-1], _united(each.examples for each in used)),
            }
            definitions.append(definition)
        found.append(
            {
                "partOfSpeech": pos,
                "definitions": definitions,
                "synonyms": _united(each["synonyms"] for each in definitions),
                "antonyms": _united(each["antonyms"] for each in definitions),
                **of,
            }
        )
    return found


def _united(texts: Iterable[Iterable[str]]) -> list[str]:
    return list(dict.fromkeys(chain.from_iterable(texts)))


_RELATIONS = {"inflection": "inflectionOf", "variant": "variantOf", "derivation": "derivedFrom"}


def part_of_speech(reading: Reading) -> str:
    """Return the part of speech in that service's words; ``word`` where it is not known, as of what is only derived."""
    facts = reading.facts
    if facts.relation == "derivation":
        return "word"
    if facts.proper and facts.pos == "noun":
        return "proper noun"
    if _is_affix(reading):
        return "suffix" if reading.display.startswith("-") else "prefix"
    if facts.pos == "abbreviation":
        return facts.abbreviation if facts.abbreviation not in (None, "untyped") else "abbreviation"
    return facts.pos or "word"


def _definition(reading: Reading) -> str:
    """Return the text that defines a reading, or nothing."""
    gloss, expansion = reading.gloss, reading.expansion
    if expansion and (not gloss or gloss == expansion):
        gloss = f"{_SHORT[reading.facts.abbreviation or 'untyped']} {expansion}"
    if gloss and reading.facts.relation == "derivation":
        return (
            f"from {reading.headword}"
            if SENSE in reading.facts.inferred
            else f"from {reading.headword}: {gloss}"
        )
    return gloss or ""


def _more(reading: Reading, examples: Sequence[str]) -> _Extras:
    """Return the first of the *examples* of a sense, and what we know of it beyond that service's members."""
    found: _Extras = {"example": examples[0]} if examples else {}
    if reading.expansion:
        found["expansion"] = reading.expansion
    if labels := [label for label in reading.facts.labels if label not in HIDDEN_LABELS]:
        found["labels"] = labels
    return found


def _spoken(display: str, said: Iterable[Pronunciation], accent: Region) -> list[Pronunciation]:
    """Return how *display* is said: as its very spelling is; where nothing says, as the same letters in another case are.

    Capitals alone take over nothing: US is not said as us.
    """
    known = list(said)
    same = [each for each in known if each.display == display]
    if not same and not is_capitals_only(display):
        folded = _match_key(display)
        same = [
            each
            for each in known
            if _match_key(each.display) == folded and not is_capitals_only(each.display)
        ]
    return sorted(same, key=lambda each: each.region not in (accent, "both"))


def _match_key(display: str) -> tuple[str, bool]:
    return key_of(display), "'" in normalise(display)


def possessor(word: str) -> str:
    """Return the word that *word* is the possessive of (dog's, dogs'), or nothing."""
    typed = word.strip()
    plain = normalise(typed)
    if plain.endswith("'s"):
        return typed[:-2]
    return typed[:-1] if plain.endswith("s'") else ""


def possessive(word: str, entries: list[Entry]) -> list[Entry]:
    """Return the *entries* of a possessor as those of its possessive *word*: its nouns, if it has any, without how it is said."""
    owners = [
        (entry, [each for each in entry["meanings"] if each["partOfSpeech"] in _POSSESSORS])
        for entry in entries
    ]
    if not any(nouns for _, nouns in owners):
        owners = [(entry, entry["meanings"]) for entry in entries]
    return [
        {
            **_silent(entry),
            "word": word.strip(),
            "meanings": [{**_alone(meaning), "possessiveOf": entry["word"]} for meaning in nouns],
        }
        for entry, nouns in owners
        if nouns
    ]


_POSSESSORS = ("noun", "proper noun", "pronoun", "initialism", "acronym")


def in_phrase(word: str, entries: list[Entry]) -> list[Entry]:
    """Return the *entries* of a phrase as those of *word*, which occurs in it alone: each definition says of what it is one."""
    return [
        {
            **_silent(entry),
            "word": word.strip(),
            "meanings": [
                {
                    **meaning,
                    "partOfSpeech": "phrase",
                    "definitions": [
                        {**each, "definition": f"in “{entry['word']}”: {each['definition']}"}
                        for each in meaning["definitions"]
                    ],
                }
                for meaning in map(_alone, entry["meanings"])
            ],
        }
        for entry in entries
    ]


def _alone(meaning: Meaning) -> Meaning:
    """Return *meaning* without synonyms and antonyms, which are another word's."""
    found = meaning.copy()
    found["synonyms"], found["antonyms"] = [], []
    found["definitions"] = [{**each, "synonyms": [], "antonyms": []} for each in meaning["definitions"]]
    return found


def _silent(entry: Entry) -> Entry:
    found = entry.copy()
    found.pop("phonetic", None)
    found["phonetics"] = []
    return found


LICENCES = {
    "Apache-2.0": "Apache License 2.0",
    "BSD-2-Clause": "BSD 2-Clause License",
    "CC-BY-4.0": "CC BY 4.0",
    "CC-BY-SA-4.0": "CC BY-SA 4.0",
    "CC0-1.0": "CC0 1.0",
    "GPL-2.0-or-later": "GNU GPL 2.0 or later",
    "GPL-3.0-or-later": "GNU GPL 3.0 or later",
    "LGPL-3.0-only": "GNU LGPL 3.0",
    "LicenseRef-PublicDomain": "Public domain",
    "LicenseRef-SCOWL": "SCOWL licence",
    "LicenseRef-WordNet-3.1": "WordNet 3.1 licence",
    "MIT": "MIT License",
}
"""Licence of a source as SPDX writes it → its name for people."""


def licence_of(source: SourceModel) -> Licence:
    """Return name and address of a source's licence: as people know it; at SPDX if it is one of theirs, else the source's own page."""
    name = source["licence"].partition(":")[0]
    known = name[:1].isupper() and " " not in name and not name.startswith("LicenseRef-")
    url = f"https://spdx.org/licenses/{name}.html" if known else source["url"]
    return {"name": LICENCES.get(name, name), "url": url}
