"""Decides how sure a listed word is: what other works bear it out, and whether it wants them. Start at :func:`marks_of`.

A word list with sizes has much that only one of its own sources has. Where a work of today accepts the spelling, too, two agree, but for rare
compounds, which anybody joins. One of another time has headwords alone, so it speaks for their regular forms as well; but only where the list has
the word in several forms or it is of a kind that has one, and not for compounds, since how they are joined has changed. A definition is not enough where what defines it errs: a dictionary that joins two words may be
alone with that, and a regular plural beside another one is made as easily as found. Which kinds want what was measured against a list that none of
these works knows: ``docs/explain/how-a-word-is-decided.md``.
"""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.affixes import SUFFIXES
from adjudicator.core.inflection import lemmas_of, regular_forms
from adjudicator.core.model import ALSO_IN, BASE_BORNE_OUT, BORNE_OUT, DOUBTED, USED_AS, Facts
from adjudicator.ingest.classify.world import NO_SIZE, World
from adjudicator.rules.sources import DATED, NEED_WITNESS, OWN

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
AS_NOUN = f"{USED_AS}noun"
_KNOWN = 2
"""How many letters the words have of which lists have all that there are."""
_SHORTEST_PART = 3
_INFLECTED = ("noun", "verb", "adjective")


def marks_of(key: str, size: int, senses: Sequence[Facts], world: World) -> tuple[str, ...]:
    """Return what is inferred of the listing of *key* at *size* as an ordinary word, whose readings in dictionaries have the facts *senses*: a mark for each work
    that bears it out, and that it has the base alone, if it has; or that it is doubted, if it is, and what has it all the same.
    """
    marks = _certainty_marks(key, size, senses, world)
    if BORNE_OUT in "".join(marks):
        return marks
    return marks + tuple(ALSO_IN + source for source, accepted in world.accepted.items() if key in accepted)


def _certainty_marks(key: str, size: int, senses: Sequence[Facts], world: World) -> tuple[str, ...]:
    """Return the marks of the works that bear out the listing of *key*, or that it is doubted, or none."""
    of_today = [
        source for source, accepted in world.accepted.items() if source not in DATED and key in accepted
    ]
    dated = [source for source in world.accepted if source in DATED and _has_headword(source, key, world)]
    if any(
        AS_NOUN in facts.inferred for facts in senses
    ):  # it has the adjective, of which no plural follows: abranchiates
        dated = [source for source in dated if key in world.accepted[source]]
    defining = {
        facts.source
        for facts in senses
        if facts.relation != "derivation" and not (facts.proper or facts.marked)
    }
    if of_today and (defining or dated or size <= IN_USE or not _is_compound(key, world, RARE)):
        return tuple(BORNE_OUT + source for source in of_today)
    if not dated and (not defining or size <= IN_USE):
        return ()
    lemmas = _lemmas(key, world)
    inflected = bool(lemmas) or _has_forms(key, world)
    sure = (
        OWN in defining and inflected and key not in world.upper
    )  # timeframe and timeframes: two who list it, one who knows what it means
    if not dated and size > RARE and defining <= {*NEED_WITNESS, OWN} and not sure:
        return (DOUBTED,)
    joined = not inflected and _is_compound(key, world, RARE)
    rare = (
        not inflected
        and not dated
        and size > RARE
        and len(key) > _KNOWN
        and defining <= {*DATED, *NEED_WITNESS, OWN}
    )
    made = size > IN_USE and _has_other_plural(key, world)
    if defining and (made or (joined and size > IN_USE) or rare):
        return (DOUBTED,)
    alone = not all(
        _is_compound(each, world, IN_USE) for each in lemmas or [key]
    )  # prepping is of prep, and of no ping
    if dated and alone and not made and (inflected or key.endswith(world.endings.formless)):
        has_form = any(key in world.accepted[source] for source in dated)
        return tuple(BORNE_OUT + source for source in dated) + (() if has_form else (BASE_BORNE_OUT,))
    return ()


def _has_headword(source: str, key: str, world: World) -> bool:
    """Return whether *source*, which has headwords alone, has *key* or a listed word of which it is a regular form."""
    accepted = world.accepted[source]
    return key in accepted or any(lemma in accepted for lemma in _lemmas(key, world))


def _lemmas(key: str, world: World) -> list[str]:
    """Return the listed words of which *key* is a regular form."""
    return [
        lemma
        for lemma in lemmas_of(key)
        if len(lemma) > 2
        and world.size_of(lemma) <= LISTED
        and any(key in forms for pos in _INFLECTED for forms in regular_forms(lemma, pos).values())
        and not (key.endswith("ed") and lemma in world.irregular and key not in world.inflected)
    ]


def _has_forms(key: str, world: World) -> bool:
    """Return whether the list has a regular form of *key*."""
    return any(
        world.size_of(form) <= LISTED
        for pos in _INFLECTED
        for forms in regular_forms(key, pos).values()
        for form in forms
    )


def _has_other_plural(key: str, world: World) -> bool:
    """Return whether *key* is a regular plural in -uses or -ums, and the list has the Latin one (thymuses, thymi), or one in -oes, of which the list has the
    one in -os earlier (regoes, regos).
    """
    if key.endswith("oes"):
        return world.size_of(f"{key[:-2]}s") < world.size_of(key)
    other = f"{key[:-4]}i" if key.endswith("uses") else f"{key[:-3]}a" if key.endswith("ums") else key
    return other != key and world.size_of(other) <= LISTED


def _is_compound(key: str, world: World, size: int) -> bool:
    """Return whether *key* is two words that stand together, each listed up to *size*, and the second no ending; a word with such an ending is none,
    where it is of a listed word (watertightness is of what is watertight).
    """
    sizes = world.sizes
    if any(key.endswith(end) and world.size_of(key[: -len(end)]) <= LISTED for end in world.endings.formless):
        return False
    return any(
        sizes.get(key[:cut], NO_SIZE) <= size
        and sizes.get(key[cut:], NO_SIZE) <= size
        and key[cut:] not in _ENDINGS
        for cut in range(_SHORTEST_PART, len(key) - _SHORTEST_PART + 1)
    )
