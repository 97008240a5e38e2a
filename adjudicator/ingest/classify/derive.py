"""Derivation: explains a listed word that no dictionary defines by a base that one does (affix or compound).

Only ever evidence for a word that a list already has: a derivation is inferred and never makes a word. It decides
which base and which reading is the likeliest; the patterns stand in :mod:`adjudicator.ingest.classify.patterns`.
Start reading at ``derivations``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from adjudicator.core.inflection import VOWELS
from adjudicator.ingest.classify.patterns import EXCHANGES, PREFIXES, SUFFIXES


class Derivation(NamedTuple):
    """The base of a derived word, its part of speech, the derived word's own, and the pattern."""

    base: str
    base_pos: tuple[str, ...]
    pos: str
    pattern: str


def derivations(
    key: str, has: Callable[[str, str], bool], is_word: Callable[[str], bool]
) -> Derivation | None:
    """Return the likeliest derivation of *key*; *has* answers (base, part of speech), *is_word* answers a base of any."""
    for suffix, base_pos, pos in SUFFIXES:
        if not key.endswith(suffix) or len(key) - len(suffix) < (2 if len(suffix) > 2 else 3):
            continue
        for stem in stems(key[: -len(suffix)], suffix):
            found = tuple(p for p in base_pos if has(stem, p))
            if found:
                return Derivation(stem, found, pos, f"{stem} + -{suffix}")
    for new, old, old_pos, pos in EXCHANGES:
        stem = key[: -len(new)] + old
        if key.endswith(new) and len(key) - len(new) >= 3 and stem != key and has(stem, old_pos):
            return Derivation(stem, (old_pos,), pos, f"{stem} with -{old} for -{new}")
    for prefix in PREFIXES:
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
            found += [rest + ending for ending in ("y", "ia", "a", "um", "us", "is", "ic", "o")]
        if suffix in ("ability", "ably"):
            found += [rest + "ate"]
        if suffix.startswith(("anc", "enc")):
            found += [rest + "ant", rest + "ent"]
    if rest.endswith("i"):
        found.append(rest[:-1] + "y")
    if suffix == "ly" and rest and rest[-1] not in VOWELS + "l":
        found.append(rest + "le")
    if suffix == "bility":
        found += [rest + "ble"]
    if suffix in ("cy",):
        found += [rest + "t", rest + "te"]
    return [stem for stem in found if len(stem) >= 2]
