"""Misspellings: which words are meant by one that is none, beyond those that are one edit away; and which of all are the likeliest.

:class:`Misspelt` finds words by how they sound, which two edits and more may leave as it is (tommorow), or change by one sound alone
(enviorment), and irregular forms by what they would be by rule (goed). :func:`ranked` weighs the slip against how common the word is. The
weights were chosen by half of the pairs in ``tests/evaluation/misspellings.tsv``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.core.inflection import regular_forms
from adjudicator.core.model import HURTING, Facts
from adjudicator.core.slips import said, slip, sound_of, sounds_near
from adjudicator.lexicon.near import COMMON, UNLISTED, Near, commonness

if TYPE_CHECKING:
    from dawg import CompletionDAWG

FAMILIAR = 70
"""The size of the word lists up to which a word is looked for by its sound."""
KNOWN, OTHER = "1", "2"
"""What stands between a sound, or a form by rule, and the word that it leads to: a common one, another one."""
_NEARLY, _LONGER = 5, 3
"""Letters of the shortest key that words are looked for whose sound is nearly its own; by how many letters they are longer or shorter."""
_SAME_SOUND, _NEAR_SOUND, _UNLIKE = 14, 12, 4
"""How many words that sound as the key does are compared in full, and how many that nearly do; how unlike those are at most: the letters that only one
has, by how many it is longer, and whether it begins otherwise.
"""
_RARE = {10: 0.0, 20: 0.15, 35: 0.35, 40: 0.45, 50: 0.6, 55: 0.7, 60: 0.8, 70: 1.0, 80: 1.5, 95: 2.2, UNLISTED: 2.6}  # fmt: skip
"""By the size of a word list, how much farther a word is that only lists of this size have."""
_IRREGULAR, _PARTICIPLE, _BASE = 0.2, 0.4, 0.3
"""How far an irregular form is from the same by rule, a participle from a past by rule, and a word from a form of it by rule."""
_ENDINGS, _OTHER_ENDING = ("ly", "ment", "ness", "tion", "ance", "ure"), 0.4
"""Endings that show what kind of word is meant, and how much farther a word is that lacks the one that was typed (annual for anualy)."""
_LEAST, _EACH = 0.5, 0.3
"""What a slip costs at most: so much, and so much for each letter typed."""
_PLAIN = 0.7
"""How far two words are apart at most if one is a plain slip of the other."""
_SEVERAL = 0.3
"""How much farther a word is that takes more than one edit."""
_APART, _EACH_APART, _SHORT, _LESS_APART = 1.5, 0.201, 6, 0.05
"""How far a word is apart at most that takes more than one edit: at all; for each letter typed, and how much less where those are fewer than so many. What
only sounds a little alike is silly beside what was typed.
"""
_HURTS = 0.6
"""How much farther a word is that hurts in a sense: it is not what somebody is asked for who wrote another one, if that is nearly as near."""
_HELPS, _BEHIND, _SINGLE, _HARDLY_KNOWN = 1.85, 0.6, 1.2, 1.5
"""How far a word is at most that helps whoever typed another one, and how much farther than the nearest; by how much more where it is one edit away; what
counts of how rare it is at most: one that no list has is meant as well, if it is one slip away.
"""


class Heard(NamedTuple):
    """The words that a key may be a slip of by how it sounds: those that sound the same, and those that nearly do."""

    same: list[str]
    near: list[str]


class Misspelt:
    """Finds words by how they sound, and irregular forms by what they would be by rule, in the graph that a lexicon has for that.

    The graph has texts: a sound in capitals or a form in small letters, ``1`` for a common word or ``2`` for another, and the word.
    """

    def __init__(self, graph: CompletionDAWG) -> None:
        self._starting = graph.keys
        self._has = graph.has_keys_with_prefix
        self._sounds: frozenset[str] | None = None

    def prepare(self) -> None:
        """Gather the sounds of common words, some three megabytes, which makes :meth:`by_sound` twice as fast: worth it for a server."""
        if self._sounds is None:
            texts = (text.partition(KNOWN) for text in self._starting() if text[0].isupper())
            self._sounds = frozenset(sound for sound, known, _ in texts if known)

    def by_rule(self, key: str) -> dict[str, float]:
        """Return the irregular forms that *key* would be by rule (went for goed), or else what it would be a form of (hit for hitted), with how far
        each is from it.
        """
        first, others = self._behind(key + KNOWN), self._behind(key + OTHER)
        irregular = dict.fromkeys(first, _IRREGULAR) | dict.fromkeys(others, _PARTICIPLE)
        return irregular or dict.fromkeys(_bases(key), _BASE)

    def by_sound(self, key: str) -> Heard:
        """Return words that sound as *key* does and, where it is not too short, common ones that nearly do and look like it."""
        sound = sound_of(key)
        same = self._behind(sound + KNOWN) + self._behind(sound + OTHER)
        longest, shortest = len(key) + _LONGER + 1, len(key) - _LONGER - 1
        shapes = [(said(word), word) for word in same if shortest <= len(word) <= longest]
        alike = _most_alike(said(key), shapes, _SAME_SOUND)
        if len(key) < _NEARLY:
            return Heard(alike, [])
        words = [word for other in self._common(sound) for word in self._behind(other + KNOWN)]
        return Heard(alike, _most_alike(key, zip(words, words, strict=True), _NEAR_SOUND))

    def _common(self, sound: str) -> Iterable[str]:
        """Return the sounds of common words that are nearly *sound*."""
        near = sounds_near(sound)
        if self._sounds is not None:
            return near & self._sounds
        return [other for other in near if self._has(other + KNOWN)]

    def _behind(self, start: str) -> list[str]:
        length = len(start)
        return [text[length:] for text in self._starting(start)]


def _most_alike(key: str, words: Iterable[tuple[str, str]], most: int) -> list[str]:
    """Return at most so many *words*, each after what it is compared by, that look most like *key*: about as long, of the same letters."""
    letters, length = set(key), len(key)
    found = [
        (len(letters.symmetric_difference(shape)) + longer + (shape[0] != key[0]), word)
        for shape, word in words
        if (longer := abs(len(shape) - length)) <= _LONGER
    ]
    found = [each for each in found if each[0] <= _UNLIKE]
    found.sort()
    return [word for _, word in found[:most]]


def _bases(key: str) -> list[str]:
    """Return what a *key* may be a form of by rule: without its ending, and with one letter where a doubled one is before that."""
    for ending, pos in (("ed", "verb"), ("es", "noun"), ("s", "noun")):
        if key.endswith(ending) and len(key) > len(ending) + 2:
            stem = key[: -len(ending)]
            bases = [stem, stem + "e", stem[:-1]] if ending == "ed" else [stem]
            return [base for base in bases if any(key in each for each in regular_forms(base, pos).values())]
    return []


def ranked(
    key: str,
    found: Iterable[tuple[str, Sequence[Facts]]],
    by_rule: Mapping[str, float],
    heard: Heard | None = None,
    *,
    known: bool = False,
) -> list[Near]:
    """Return those of the words *found* that *key* may be a slip of, with their facts, the likeliest first. Where the key is *known* as something else,
    such as a name, those are the common words that it is a plain slip of. None is much farther than the nearest: that helps nobody.

    A slip that many make costs less (:func:`adjudicator.core.slips.slip`), and so does a common word. What is one edit away comes before what takes
    more, and that must not be far apart for so many letters. Words that *by_rule* the key would be a form of are near whatever their letters are.
    Which words sound as the key does need not be found out again where it was *heard*.
    """
    length = len(key)
    farthest, rarest = _LEAST + _EACH * length, COMMON if known else UNLISTED
    apart = _PLAIN if known else min(_APART, _EACH_APART * length - (_LESS_APART if length < _SHORT else 0))
    ending = next((each for each in _ENDINGS if key.endswith(each)), "")
    alike = {**dict.fromkeys(heard.near, False), **dict.fromkeys(heard.same, True)} if heard else {}
    near: list[tuple[float, float, Near]] = []
    for word, facts in found:
        size = commonness(facts)
        if size > rarest or word == key:
            continue
        made = slip(key, word, alike.get(word, False if alike and size <= FAMILIAR else None))
        cost, single = made.cost, made.single
        if word in by_rule:
            cost, single = min(cost, by_rule[word]), True
        elif cost > farthest or (known and not single) or (made.apart > apart and (known or not single)):
            continue
        elif not word.endswith(ending):
            cost += _OTHER_ENDING
        hurts = not all(HURTING.isdisjoint(each.labels) for each in facts)
        if hurts and made.apart > _PLAIN:
            continue
        rarity = _RARE.get(size, _RARE[UNLISTED])
        far = cost + rarity + (_HURTS if hurts else 0.0) + (0.0 if single else _SEVERAL)
        near.append((cost + min(rarity, _HARDLY_KNOWN), _SINGLE if single else 0.0, Near(far, word, size)))
    most = min(_HELPS, min(near)[0] + _BEHIND) if near else 0.0
    return sorted(each for reach, more, each in near if reach <= most + more)
