"""Decides how sure a listed word is: what other works bear it out, and whether it wants them. Start at :func:`marks_of`.

A word list with sizes has much that only one of its own sources has. Where a work of today accepts the spelling, too, two agree, but for rare
compounds, which anybody joins. One of another time has headwords alone, so it speaks for their regular forms as well; but only where the list has
the word in several forms or it is of a kind that has one, and not for compounds, since how they are joined has changed. A definition is not enough where what defines it errs: a dictionary that joins two words may be
alone with that, and a regular plural beside another one is made as easily as found. Which kinds want what was measured against a list that none of
these works knows: ``docs/explain/how-a-word-is-decided.md``.

A headword says nothing of forms. So of a rare word that nothing here explains a dated work bears out no plural, since nobody says that it is a noun, and no word of which
the list has one form; and it bears out a plural that only the largest lists have where it has the noun. A list bears itself out where it has a verb in all forms.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from adjudicator.core.affixes import PREFIXES, SUFFIXES
from adjudicator.core.inflection import greek_plural, lemmas_of, regular_forms
from adjudicator.core.model import (
    ALSO_IN,
    BASE_BORNE_OUT,
    BORNE_OUT,
    DOUBTED,
    IN_FORMS,
    JOINED,
    ONE_FORM,
    OTHER_PLURAL,
    RESPELLED,
    USED_AS,
    WHOLE_VERB,
    Facts,
)
from adjudicator.ingest.classify.world import NO_SIZE, World
from adjudicator.rules.sources import CONTINUES, DATED, NEED_WITNESS, OWN

LISTED = 80
"""The size up to which the list says what forms a word has."""
RARE = 70
"""Above this size the list and a dictionary of concepts, or a definition of our own, want a witness; and up to it are the parts of a compound that a
dictionary may be alone with.
"""
IN_USE = 60
"""Up to this size a listing is sure, and words are so common that anybody joins them."""
_ENDINGS = frozenset(f"{suffix}{s}" for suffix in SUFFIXES for s in ("", "s")) - {"like", "man", "woman"}
"""What looks like the second word of a compound, and is an ending: garmentless, watertightness. The few that are words rather are not among them."""
_SUFFIXED = tuple(end for end in _ENDINGS if len(end) > 2)
"""Those in which another word may end."""
AS_NOUN = f"{USED_AS}noun"
_KNOWN = 2
"""How many letters the words have of which lists have all that there are."""
_SHORTEST_PART = 3
_INFLECTED = ("noun", "verb", "adjective")
_OTHER_PLURALS = (
    ("uses", "i", NO_SIZE),
    ("ums", "a", NO_SIZE),
    ("as", "ae", NO_SIZE),
    ("ons", "a", LISTED + 1),
)
"""The end of a regular plural, that of the Latin or Greek one beside it, and below what size a list has that where it tells: lemma is hardly a plural of lemon."""
_SHORTEST_LATIN = 5
"""How many letters a regular plural has at least that stands beside another: das is of no Latin."""


def has_witness(key: str, world: World) -> bool:
    """Return whether anything but a dictionary of concepts has *key*: a list, of a member's size, or somebody who says how it is said, unless such
    a list has it as a name (victorian): who says how words are said writes names as others.
    """
    return (
        not world.sizes  # there is no list to ask
        or world.size_of(key) <= LISTED
        or (key in world.said and world.upper.get(key, NO_SIZE) > LISTED)
        or world.ordinary_abbreviation(key)
    )


def marks_of(key: str, size: int, senses: Sequence[Facts], world: World) -> tuple[str, ...]:
    """Return what is inferred of the listing of *key* at *size* as an ordinary word, whose readings in dictionaries have the facts *senses*: a mark for each work
    that bears it out, and that it has the base alone, if it has; or that it is doubted, if it is, and what has it all the same.
    """
    marks = _certainty_marks(key, size, senses, world)
    if any(mark.startswith(BORNE_OUT) for mark in marks):
        return marks
    return marks + tuple(ALSO_IN + source for source, accepted in world.accepted.items() if key in accepted)


def objected(marks: tuple[str, ...], objection: str) -> tuple[str, ...]:
    """Return the *marks* of a listing to which there is an *objection*: who bears the word out has it all the same, and that is not enough."""
    kept = (
        mark.replace(BORNE_OUT, ALSO_IN) if mark.startswith(BORNE_OUT) else mark
        for mark in marks
        if mark not in (WHOLE_VERB, DOUBTED)
    )
    return (DOUBTED, objection, *kept)


class _Listed(NamedTuple):
    """What is known of a listed word: of which words it is a form, which dictionaries define it, which dated works have it, and whether it has forms or is one."""

    key: str
    size: int
    lemmas: list[str]
    defining: set[str]
    dated: list[str]
    inflected: bool
    forms: tuple[str, ...]
    """The mark of how many forms the list has, where that tells."""


def _certainty_marks(key: str, size: int, senses: Sequence[Facts], world: World) -> tuple[str, ...]:
    """Return the marks of the works that bear out the listing of *key*, or that it is doubted, or none; and of what tells for or against them."""
    borne_out = tuple(
        BORNE_OUT + source
        for source, accepted in world.accepted.items()
        if source not in DATED and key in accepted
    )
    plain = [facts for facts in senses if not (facts.proper or facts.marked)]
    defining = {facts.source for facts in plain if facts.relation != "derivation"}
    if borne_out and (defining or size <= IN_USE or not _is_compound(key, world, IN_USE, behind=False)):
        return borne_out
    lemmas = _lemmas(key, world)
    dated = _dated_works(key, lemmas, senses, bool(plain), world)
    if borne_out and dated:
        return borne_out + tuple(BORNE_OUT + source for source in dated if key in world.accepted[source])
    if not dated and (not defining or size <= IN_USE):
        return _verb_marks(key, lemmas, senses, world) or ((JOINED,) if borne_out else ())
    has_forms = bool(lemmas) or _has_forms(key, world)
    declared = key not in world.upper and any(facts.relation == "inflection" for facts in senses)
    forms = (IN_FORMS,) if has_forms else () if declared else (ONE_FORM,)
    listed = _Listed(key, size, lemmas, defining, dated, has_forms or declared, forms)
    if defining:
        return _doubts(listed, world) or _defined_marks(listed, world)
    return _undefined_marks(listed, senses, world)


def _dated_works(
    key: str, lemmas: Sequence[str], senses: Sequence[Facts], explained: bool, world: World
) -> list[str]:
    """Return the dated works that have *key*, or one of the *lemmas* of which it is a form; of an adjective that *senses* have as a noun no plural follows (abranchiates)."""
    said_of = [lemma for lemma in lemmas if _is_said_of(key, lemma, world)]
    works = [
        source
        for source in world.accepted
        if source in DATED and _has_headword(source, key, said_of, explained, world)
    ]
    if any(AS_NOUN in facts.inferred for facts in senses):
        return [source for source in works if key in world.accepted[source]]
    return works


def _doubts(listed: _Listed, world: World) -> tuple[str, ...]:
    """Return that a definition and the list are not enough for a *listed* word, and why, if they are not."""
    key, size, _, defining, dated, inflected, _ = listed
    if size <= IN_USE:
        return ()
    if not dated and size > RARE and not _has_second_witness(listed, world):
        return (DOUBTED,) if inflected or not DATED & defining else (DOUBTED, ONE_FORM)
    if _has_other_plural(key, world):
        return (DOUBTED, OTHER_PLURAL)
    errs = not inflected or (not dated and bool(NEED_WITNESS & defining) and OWN not in defining)
    if errs and _is_compound(key, world, IN_USE if inflected else RARE):
        return (DOUBTED, JOINED)
    alone = not inflected and not dated and key not in world.inflected and len(key) > _KNOWN
    return (DOUBTED, ONE_FORM) if alone and defining <= {*DATED, *NEED_WITNESS, OWN} else ()


def _has_second_witness(listed: _Listed, world: World) -> bool:
    """Return whether the dictionaries that define a rare *listed* word are enough beside the list. One of concepts and our own are only where the word has forms and
    no name is spelled so, of our own definition (timeframe and timeframes: two who list it, one who knows what it means) or of a dated one.
    """
    key, _, lemmas, defining, _, inflected, _ = listed
    witnesses = defining - CONTINUES.keys() if NEED_WITNESS & defining else defining
    if not witnesses <= {*NEED_WITNESS, OWN}:
        return True
    ours = OWN in defining and key not in world.upper
    theirs = bool(DATED & defining) and world.upper.keys().isdisjoint((key, *lemmas))
    return inflected and (ours or theirs)


def _defined_marks(listed: _Listed, world: World) -> tuple[str, ...]:
    """Return the marks of a *listed* word that a dictionary defines, and in which nothing is doubted."""
    key, dated = listed.key, listed.dated
    if not dated:
        return listed.forms if listed.inflected and listed.size > IN_USE else ()
    if listed.inflected and _is_alone(listed, world):
        return tuple(BORNE_OUT + source for source in dated) + _how(key, dated, world)
    if any(key in world.accepted[source] for source in dated):
        return ()
    return tuple(ALSO_IN + source for source in dated) + _how(key, dated, world)


def _undefined_marks(listed: _Listed, senses: Sequence[Facts], world: World) -> tuple[str, ...]:
    """Return the marks of a *listed* word that dated works have, and no dictionary defines."""
    key, dated = listed.key, listed.dated
    alone = _is_alone(listed, world)
    made = listed.size > IN_USE and _has_other_plural(key, world)
    if listed.inflected and alone and not made:
        return tuple(BORNE_OUT + source for source in dated) + (_how(key, dated, world) or listed.forms)
    against = (OTHER_PLURAL,) if made else listed.forms if alone else (JOINED,)
    return _verb_marks(key, listed.lemmas, senses, world) or against


def _is_alone(listed: _Listed, world: World) -> bool:
    """Return whether a *listed* word is no compound, nor all of which it is a form (prepping is of prep, and of no ping)."""
    return not all(_is_compound(each, world, IN_USE, behind=False) for each in listed.lemmas or [listed.key])


def _how(key: str, sources: Sequence[str], world: World) -> tuple[str, ...]:
    """Return the mark of how *sources* have *key*: spelled otherwise, or its base alone; none where one has the key."""
    accepted = [world.accepted[source] for source in sources]
    if any(key in each for each in accepted):
        return ()
    respelled = any(other in each for other in _spellings(key, world) for each in accepted)
    return (RESPELLED,) if respelled else (BASE_BORNE_OUT,)


def marks_of_plural(key: str, lemma: str, senses: Sequence[Facts], world: World) -> tuple[str, ...]:
    """Return the marks of what bears out the listing of *key*, which only the largest lists have, as a form of *lemma*: the dated works that have that, where
    *key* is its plural and all *senses* are nouns.
    """
    forms = (*regular_forms(lemma, "noun").get("plural", ()), greek_plural(lemma))
    if not senses or key not in forms or _has_other_plural(key, world) or _is_compound(lemma, world, RARE):
        return ()
    if any(facts.pos != "noun" for facts in senses):
        return ()
    marks = tuple(
        BORNE_OUT + source
        for source, accepted in world.accepted.items()
        if source in DATED and any(each in accepted for each in _spellings(lemma, world))
    )
    return (*marks, BASE_BORNE_OUT) if marks else ()


def _has_headword(source: str, key: str, lemmas: Sequence[str], explained: bool, world: World) -> bool:
    """Return whether *source*, which has headwords alone, has *key* or one of the *lemmas* of which it is a regular form; where nothing here *explains* that, one
    that is not rare, or of which the list has more forms.
    """
    accepted = world.accepted[source]
    return any(each in accepted for each in _spellings(key, world)) or any(
        each in accepted
        for lemma in lemmas
        if explained or world.size_of(lemma) <= RARE or _has_forms(lemma, world, 2)
        for each in _spellings(lemma, world)
    )


def _spellings(key: str, world: World) -> tuple[str, ...]:
    """Return *key*, and what is listed with -iz- for its last -is-, which is how American works write it."""
    before, _, after = key.rpartition("is")
    american = f"{before}iz{after}"
    return (key, american) if before and world.size_of(american) <= LISTED else (key,)


def _verb_marks(key: str, lemmas: Sequence[str], senses: Sequence[Facts], world: World) -> tuple[str, ...]:
    """Return the mark of a verb of which the list has all forms, where *key* is one of them, and one of its *senses* says that it is made of another verb, in a way
    that everybody knows (rejuggle).
    """
    if not any(facts.relation == "derivation" and facts.pos == "verb" for facts in senses):
        return ()
    for verb in (key, *lemmas):
        start = next(filter(verb.startswith, world.endings.verbal), None)
        if start and world.size_of(verb.removeprefix(start)) <= RARE and _is_whole_verb(verb, world):
            return (WHOLE_VERB,)
    return ()


def _is_whole_verb(key: str, world: World) -> bool:
    """Return whether the list has *key* and every regular form that it would have as a verb."""
    return world.size_of(key) <= LISTED and all(
        any(world.size_of(form) <= LISTED for form in forms) for forms in regular_forms(key, "verb").values()
    )


def _lemmas(key: str, world: World) -> list[str]:
    """Return the listed words of which *key* is a regular form by its letters."""
    return [
        lemma
        for lemma in lemmas_of(key)
        if world.size_of(lemma) <= LISTED
        and lemma not in world.invariable
        and any(_are_forms(key, lemma, pos) for pos in _INFLECTED)
        and not (key.endswith("ed") and lemma in world.irregular and key not in world.inflected)
    ]


def _are_forms(key: str, lemma: str, pos: str) -> bool:
    """Return whether *key* is a regular form of *lemma* as a *pos*."""
    return any(key in forms for forms in regular_forms(lemma, pos).values())


def _is_said_of(key: str, lemma: str, world: World) -> bool:
    """Return whether what a work says of *lemma* it says of *key*, a form of it by its letters: as a part of speech that *lemma* may be (assed is of no ass)."""
    return any(world.may_be(lemma, pos) and _are_forms(key, lemma, pos) for pos in _INFLECTED)


def _has_forms(key: str, world: World, least: int = 1) -> bool:
    """Return whether the list has a regular form of *key*, or as many as are asked for at *least*."""
    sizes = world.sizes
    found = set[str]()
    for pos in _INFLECTED:
        for forms in regular_forms(key, pos).values():
            for form in forms:
                if sizes.get(form, NO_SIZE) <= LISTED:
                    found.add(form)
        if len(found) >= least:
            return True
    return False


def _has_other_plural(key: str, world: World) -> bool:
    """Return whether *key* is a regular plural, and a list has the Latin or Greek one (thymuses, thymi), or one in -oes, of which the list has the one in
    -os earlier (regoes, regos).
    """
    if key.endswith("oes"):
        return world.size_of(f"{key[:-2]}s") < world.size_of(key)
    return len(key) >= _SHORTEST_LATIN and any(
        key.endswith(regular) and world.size_of(f"{key.removesuffix(regular)}{other}") < below
        for regular, other, below in _OTHER_PLURALS
    )


def _is_compound(key: str, world: World, size: int, *, behind: bool = True) -> bool:
    """Return whether *key* is two words that stand together, each listed up to *size*, and the second no ending; a word with such an ending is none,
    where it is of a listed word (watertightness is of what is watertight). What stands *behind* a beginning that is a word, too, may count as one (nongraduate).
    """
    sizes = world.sizes
    formless = world.endings.formless
    if key.endswith(formless) and any(
        key.endswith(end) and world.size_of(key[: -len(end)]) <= LISTED for end in formless
    ):
        return False
    for cut in range(_SHORTEST_PART, len(key) - _SHORTEST_PART + 1):
        front, head = key[:cut], key[cut:]
        if (
            sizes.get(head, NO_SIZE) <= size >= sizes.get(front, NO_SIZE)
            and head not in _ENDINGS
            and (behind or front not in PREFIXES)
            and not _is_in_ending(key, head, world)
            and not _is_of_longer(key, head, world)
        ):
            return True
    return False


def _is_in_ending(key: str, head: str, world: World) -> bool:
    """Return whether *head* is the end of an ending that *key* has behind a listed word (a donship is of a don, and no hip of dons)."""
    return key.endswith(_SUFFIXED) and any(
        end != head
        and end.endswith(head)
        and key.endswith(end)
        and world.size_of(key.removesuffix(end)) <= LISTED
        for end in _SUFFIXED
    )


def _is_of_longer(key: str, head: str, world: World) -> bool:
    """Return whether *head*, a word at the end of *key*, is so by chance: *key* is a listed word with an ending, in which *head* begins (republican, republicanise)."""
    for cut in range(1, _SHORTEST_PART):
        end = head[cut:]
        stem = key.removesuffix(end)
        if end not in _ENDINGS or world.size_of(stem) > LISTED:
            continue
        chance = world.endings.chance_of(f"-{end if end in SUFFIXES else end[:-1]}")
        if not chance.never and len(stem) >= chance.letters and world.size_of(stem) <= chance.size:
            return True
    return False
