"""Classifies one staged entry: facts and flags of each of its senses.

The display form is settled first (does a capital mean anything here?), then name, abbreviation, affix and labels, sense by sense.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from adjudicator.core.model import ALONE, FORM, LESSER, Facts, Flag
from adjudicator.core.spelling import is_capitalised, is_capitals_only, is_punctuated, key_of
from adjudicator.ingest.classify import abbreviation
from adjudicator.ingest.classify.labels import Labels
from adjudicator.ingest.classify.misfits import is_misprinted, is_no_definition, says_its_form
from adjudicator.ingest.classify.naming import defines_a_name, defines_a_word, defines_one_name
from adjudicator.ingest.classify.pointers import is_pointer, same_letters, without_apostrophe
from adjudicator.ingest.classify.region import with_ise
from adjudicator.ingest.classify.world import NO_SIZE, World
from adjudicator.ingest.stage import StagedEntry
from adjudicator.rules.sources import DATED, ENTERS_ALL, OWN
from adjudicator.sources.records import RawSense

_LETTER_BEFORE = re.compile(r"^[A-Z][- ](?=\w)")
"""A capital that is only a letter's own shape: X-ray, T-shirt, U-turn are no names."""
AMERICAN = "american-spelling"
COMMON = 60
"""SCOWL's size up to which words are common."""
ORDINARY = 80
"""SCOWL's size up to which a lower-case listing makes an ordinary word."""
_DOUBTFUL = frozenset({"obsolete", "nonstandard", "nonce"})
"""Labels of senses that a dictionary which enters whatever was written has, and others have not: they need a second witness."""
_DOUBTFUL_POINTERS = _DOUBTFUL | {"archaic", "rare", "dialect"}
"""The same of senses that only point to another spelling or form."""
_POS_LABELS = {"combining form": "affix", "combining_form": "affix"}


class ClassifiedSense(NamedTuple):
    """A sense with what we concluded of it."""

    sense: RawSense
    facts: Facts
    flags: tuple[Flag, ...]


def display_of(staged: StagedEntry, world: World) -> str:
    """Return the headword as it is really written: lower-cased where the source capitalises every headword, and in capitals where all of its
    senses say that it is an abbreviation and lists write that in capitals alone (DNA).
    """
    headword = staged.headword
    if (
        staged.case_known
        and staged.source in DATED
        and (_begins_a_line(staged, world) or _is_plain_word(staged, world))
    ):
        return headword.lower()
    if staged.case_known or not is_capitalised(headword):
        return headword
    if any(sense.name for sense in staged.senses):
        return headword
    key, lower = staged.key, headword.lower()
    capitals = headword.upper()
    if (
        world.size_of(key) > ORDINARY
        and (capitals in world.abbreviations or capitals in world.abbreviation_listings)
        and all(abbreviation.from_source(lower, sense, "", world) for sense in staged.senses)
    ):
        return capitals
    if key not in world.upper:
        return lower
    if world.size_of(key) > ORDINARY and (world.upper[key] <= ORDINARY or key not in world.lower_lemmas):
        return lower if _defines_a_word(staged) else headword
    return (
        headword
        if staged.senses and all(_is_of_a_name(staged, each, world) for each in staged.senses)
        else lower
    )


def _begins_a_line(staged: StagedEntry, world: World) -> bool:
    """Return whether the capital of a phrase is only that of its first word in print (Colony counter): the word is a common one, no list has it as a name,
    and no definition is a name's.
    """
    first, _, rest = staged.headword.partition(" ")
    key = key_of(first)
    return (
        bool(rest)
        and rest == rest.lower()
        and first == first.capitalize()
        and world.size_of(key) <= COMMON
        and key not in world.upper
        and not any(sense.name or defines_a_name(sense.gloss) for sense in staged.senses)
    )


def _is_plain_word(staged: StagedEntry, world: World) -> bool:
    """Return whether the capital of a headword is only that of print (Movie): a list has the word in lower case, and no earlier as a name, and no definition is
    a name's or a title's.
    """
    headword, size = staged.headword, world.size_of(staged.key)
    return (
        headword.isalpha()
        and headword == headword.capitalize()
        and size <= ORDINARY
        and size < world.upper.get(staged.key, NO_SIZE + 1)
        and bool(staged.senses)
        and not any(
            sense.name or _TITLE.match(sense.gloss) or defines_a_name(sense.gloss) for sense in staged.senses
        )
    )


def _defines_a_word(staged: StagedEntry) -> bool:
    """Return whether the capital of a headword that lists have as a name is only that of print: its first definition is an ordinary word's (a renner is a runner), and none is a name's."""
    return (
        staged.headword.isalpha()
        and not staged.headword.endswith(("ian", "ism", "ist", "ish"))
        and bool(staged.senses)
        and defines_a_word(staged.senses[0].gloss)
        and not any(_defines_a_name_alone(sense.gloss) for sense in staged.senses)
    )


def _defines_a_name_alone(gloss: str) -> bool:
    """Return whether *gloss* defines a name, and no word that is of a kind with one (a plant of the genus Ziziphus)."""
    return defines_a_name(gloss) and not defines_a_word(gloss)


_TITLE = re.compile(r"(?:The|A) (?:title|name|trademark|brand)\b")
"""How the definition of a title or brand begins."""


def _is_of_a_name(staged: StagedEntry, sense: RawSense, world: World) -> bool:
    """Return whether *sense*, from a source that writes every headword with a capital, is that of a name: lists have its spelling as one, at a smaller
    size than as a word, and its definition is a name's; or beside a word, however common, it defines a month, a god or a people.
    """
    if staged.case_known or not is_capitalised(staged.headword) or staged.key not in world.upper:
        return False
    size = world.size_of(staged.key)
    if (staged.key in world.lower_lemmas or size <= ORDINARY) and defines_one_name(sense.gloss):
        return True
    return world.upper[staged.key] < size and (
        _defines_a_name_alone(sense.gloss) or _has_genus(staged.headword, sense.gloss)
    )


def _is_one_thing_beside_a_word(staged: StagedEntry, sense: RawSense, world: World) -> bool:
    """Return whether *sense*, from a source that writes every headword with a capital, is of what there is one of, as a name's is, where lists have the spelling as a name before they
    have it as a word, and another sense is a word's: luna, “The moon.” and “Silver.”
    """
    return (
        staged.source in DATED
        and not staged.case_known
        and len(staged.senses) > 1
        and world.upper.get(staged.key, NO_SIZE) < world.size_of(staged.key)
        and bool(_ONE_THING.fullmatch(sense.gloss))
        and any(defines_a_word(other.gloss) for other in staged.senses)
    )


_ONE_THING = re.compile(r"The [a-z]+(?: [a-z]+)?\.?")


def _has_genus(headword: str, gloss: str) -> bool:
    """Return whether *gloss* has the headword as the genus of a species: herb Paris is Paris quadrifolia."""
    return re.search(rf"\({headword} [a-z]{{3,}}\)", gloss) is not None


def classify(staged: StagedEntry, world: World, labels: Labels) -> tuple[str, list[ClassifiedSense]]:
    """Return the display form of *staged* and its senses, classified."""
    display = display_of(staged, world)
    return display, [_sense(staged, display, sense, world, labels) for sense in staged.senses]


def _sense(
    staged: StagedEntry, display: str, sense: RawSense, world: World, labels: Labels
) -> ClassifiedSense:
    flags: list[Flag] = []
    inferred: list[str] = []
    pos = staged.pos
    affix = (
        pos == "affix"
        or any(label in _POS_LABELS for label in sense.labels)
        or display.startswith("-")
        or display.endswith("-")
    )
    if affix:
        flags.append(
            Flag("affix", "yes", "declared", "affix", f"{display} is entered as an affix or combining form")
        )
    found = abbreviation.decide(display, sense, staged.etymology, world)
    known = world.lexicalised.get(staged.key) or world.forms_of_lexicalised.get(staged.key)
    if (
        found is None
        and known
        and not known.beside
        and abbreviation.is_plain(display)
        and len(staged.senses) == 1
        and not staged.etymology
        and not staged.homonyms
    ):
        found = abbreviation.Abbreviation(
            known.type, False, known.expansion, "inferred", "curated-lexicalised", f"the only sense of {display} here"
        )  # fmt: skip
    if found is None and "'" in display and " " not in display:
        found = _contraction(display, world)
    written = without_apostrophe(display, sense)
    if found is None and written is not None and written in world.contractions:
        found = abbreviation.Abbreviation(
            "contraction", False, world.contractions[written] or None, "declared", "apostrophe-dropped", f"{written} without its apostrophe",
        )  # fmt: skip
    if found is None and pos == "contraction":
        found = abbreviation.Abbreviation(
            "contraction", False, sense.expansion, "declared", "entered-as-contraction", display
        )
    if found is None and pos == "abbreviation":
        kind = abbreviation.spoken_type(display, sense.expansion, world)[0]
        found = abbreviation.Abbreviation(
            kind, True, sense.expansion, "declared", "entered-as-abbreviation", f"{display} is entered as an abbreviation",
        )  # fmt: skip
    lexicalised = False
    if found:
        flags.append(Flag("abbreviation", found.type, found.provenance, found.rule, found.evidence))
        if found.marked:
            flags.append(Flag("marked", "yes", found.provenance, found.rule, found.evidence))
        if found.provenance == "inferred":
            inferred.append("abbreviation")
        lexicalised, why = _lexicalisation(display, found, world)
        if lexicalised:
            flags.append(
                Flag(
                    "lexicalised",
                    "yes",
                    "declared" if why else "inferred",
                    "ordinary-word",
                    why or f"{display} is listed as an ordinary word",
                )
            )
    proper, rule = _proper(display, sense, found, lexicalised, world)
    if not proper and _is_of_a_name(staged, sense, world):
        proper, rule = True, "defined-as-a-name"
    if proper:
        provenance = "declared" if rule == "named-by-source" else "inferred"
        if provenance == "inferred":
            inferred.append("proper")
        flags.append(Flag("proper", "yes", provenance, rule, f"{display} ({staged.source})"))  # type: ignore[arg-type]
    labelled = labels.of(sense.labels, sense.gloss)
    if AMERICAN in labelled and (british := with_ise(display)) in sense.synonyms:
        labelled = tuple(label for label in labelled if label != AMERICAN)
        why = f"-ize beside {british}, which has the same sense"
        flags.append(Flag("region", "both", "inferred", "oxford-spelling", why))
    pointer = is_pointer(sense)
    if pointer or (staged.key in world.inflected and says_its_form(sense.gloss)):
        labelled = (*labelled, FORM)
    if not proper and (
        (staged.source != OWN and (staged.key, pos or "") in world.lesser)
        or _is_one_thing_beside_a_word(staged, sense, world)
    ):
        labelled = (*labelled, LESSER)
    first = world.first_senses.get((staged.key, pos or ""))
    if (
        first
        and not proper
        and not (found and found.marked)
        and FORM not in labelled
        and first.has(sense.gloss)
    ):
        labelled = (*labelled, first.label)
    elif staged.source in DATED and FORM not in labelled and is_no_definition(sense.gloss):
        labelled = (*labelled, FORM)
    known_senses = world.american_senses.get((staged.key, pos or ""))
    if known_senses and AMERICAN not in labelled and not proper and known_senses.has(sense.gloss):
        labelled = (*labelled, AMERICAN)
        why = f"{known_senses.counterparts[staged.key]} in Britain: {known_senses.why}"
        flags.append(Flag("region", "american", "declared", "curated-sense", why))
    doubtful = _DOUBTFUL_POINTERS if pointer else _DOUBTFUL
    if staged.source in ENTERS_ALL and not doubtful.isdisjoint(labelled):
        inferred.append(ALONE)
    facts = Facts(
        source=staged.source,
        kind="sense",
        pos=None if staged.source in DATED and is_misprinted(sense.gloss, pos) else pos,
        proper=proper,
        abbreviation=found.type if found else None,
        marked=bool(found and found.marked and not lexicalised),
        lexicalised=lexicalised,
        affix=affix,
        punctuated=is_punctuated(display) and " " not in display,
        spaced=" " in display,
        labels=labelled,
        inferred=tuple(inferred),
    )
    if found and found.expansion and not sense.expansion:
        sense = sense._replace(expansion=found.expansion)
    return ClassifiedSense(sense, facts, tuple(flags))


def _contraction(display: str, world: World) -> abbreviation.Abbreviation | None:
    if display not in world.contractions:
        return None
    stands_for = world.contractions[display] or None
    return abbreviation.Abbreviation(
        "contraction",
        False,
        stands_for,
        "declared",
        "listed-contraction",
        f"{display} is listed as a contraction",
    )


def _lexicalisation(display: str, found: abbreviation.Abbreviation, world: World) -> tuple[bool, str]:
    """Return whether the abbreviation is an ordinary word now, and the curated reason if there is one."""
    if not abbreviation.is_plain(display):
        return False, ""
    known = world.lexicalised.get(key_of(display)) or world.forms_of_lexicalised.get(key_of(display))
    if known and found.rule not in ("curated-abbreviation",):
        return True, known.why
    if found.type == "acronym" and found.rule == "stated-in-etymology" and not found.marked:
        return True, "its etymology has it as an acronym, and its definition as a word"
    return (display.isalpha() and not found.marked and world.size_of(key_of(display)) <= 80), ""


def _proper(
    display: str, sense: RawSense, found: abbreviation.Abbreviation | None, lexicalised: bool, world: World
) -> tuple[bool, str]:
    """Return whether the sense is a name, and the rule: the source says so, its full form is one (unless it is *lexicalised*: an afro), or its capital does."""
    if found:
        known = world.abbreviations.get(display)
        if known:
            return known.proper, "named-by-source"
        if sense.name:
            return True, "named-by-source"
        if lexicalised:
            return False, ""
        words = [word for word in (found.expansion or "").split() if len(word) > 3]
        return bool(words) and all(word[:1].isupper() for word in words), "expansion-capitalised"
    if sense.name:
        return True, "named-by-source"
    if display.split("'")[0] in world.no_names:
        return False, ""
    written = _LETTER_BEFORE.sub("", same_letters(display, sense) or display)
    if is_capitalised(written) and not is_capitals_only(written) and len(key_of(display)) > 1:
        return True, "capitalised"
    return False, ""
