"""Links forms to entries: which spellings are inflections or variants of which headword.

An inflection is *real* where a source gives the form or a word list has the spelling that the rule gives; it is *inferred* where only
the largest lists, with their many spellings that nobody uses, have it. A form that none has is not made.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.core.inflection import greek_plural, lemmas_of, must_double, regular_forms
from adjudicator.core.spelling import is_capitals_only, key_of
from adjudicator.ingest.classify.world import NO_SIZE, World
from adjudicator.ingest.halves import Stretch
from adjudicator.ingest.parts import attached, part_of
from adjudicator.lexicon.reader import uri_of
from adjudicator.rules.sources import DATED, OWN

MEMBER = 80
"""SCOWL's size up to which its words are generally considered valid words."""
IN_USE = 50
"""The size up to which words are in use: such a word stands in compounds, and a form which may be its own is no other one's."""
FormsOf = Callable[[str, str], tuple[str, ...]]
"""The forms that tables of inflections give a lemma in a part of speech."""


class Headword(NamedTuple):
    """What linking needs of an entry."""

    entry: int
    display: str
    key: str
    pos: str | None
    forms: tuple[str, ...]
    variants: tuple[str, ...]
    ordinary: bool
    abbreviation: bool
    contraction: bool
    source: str
    rank: int
    uses: int = 0
    """How often its source counted it in running text."""


class Link(NamedTuple):
    """One form tied to one entry. ``rank`` orders the readings of a key."""

    key: str
    display: str
    entry: int
    relation: str
    inferred: bool
    rank: int


class Links:
    """The links of all entries, in a scratch database."""

    def __init__(self, path: Path) -> None:
        """Begin the scratch database at *path*; what was there is removed."""
        self._path = path
        path.unlink(missing_ok=True)
        self._db = sqlite3.connect(path, isolation_level=None)
        self._db.executescript(
            """
            PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
            CREATE TABLE link (key TEXT, display TEXT, entry INTEGER, relation TEXT, inferred INTEGER, rank INTEGER);
            """
        )

    def add(self, rows: Iterable[tuple[Any, ...]]) -> None:
        """Add links: (key, display, entry, relation, inferred, rank)."""
        self._db.execute("BEGIN")
        self._db.executemany("INSERT INTO link VALUES (?,?,?,?,?,?)", rows)
        self._db.execute("COMMIT")

    def apart(self) -> Links:
        """Return an empty one for another process."""
        return Links(part_of(self._path))

    def take(self, entries: int) -> None:
        """Add what another process has written and closed; the first of its entries comes after as many *entries*."""
        with attached(self._db, self._path):
            self._db.execute(
                "INSERT INTO link SELECT key, display, entry + ?, relation, inferred, rank FROM part.link",
                (entries,),
            )

    def of_keys(self, keys: Stretch) -> Iterator[tuple[Any, ...]]:
        """Yield the links of *keys*, in order of key, then of rank and entry: (key, display, entry, relation, inferred). None may be added meanwhile."""
        with closing(sqlite3.connect(uri_of(self._path), uri=True)) as db:
            db.execute("PRAGMA temp_store = FILE")
            db.execute("PRAGMA cache_size = -60000")
            yield from db.execute(
                "SELECT key, display, entry, relation, inferred FROM link WHERE key >= ? AND key < ? ORDER BY key, rank, entry, rowid",
                keys,
            )

    def close(self) -> None:
        """Close the scratch database; its file is the caller's to remove."""
        self._db.close()


MOST_USES = 10_000
"""Uses beyond which words are equally common."""
_RELATION_RANK = {"lemma": 0, "inflection": 1, "variant": 2, "derivation": 3}


def link(relation: str, form: str, head: Headword, inferred: bool = False, late: bool = False) -> Link:
    """Return the link of *form* to the entry of *head*; *late* where it comes after the variants of other words."""
    rank = rank_of(
        "derivation" if late else relation, head.rank, head.uses if relation == "inflection" else 0
    )
    return Link(key_of(form), form, head.entry, relation, inferred, rank)


def rank_of(relation: str, source: int, uses: int = 0) -> int:
    """Return where a link is in the order of a key's readings: by its relation, then by its source; of forms, that of the word most in use first."""
    return (_RELATION_RANK[relation] * 100 + source) * MOST_USES - min(uses, MOST_USES - 1)


def links_of(head: Headword, forms_of: FormsOf, world: World) -> Iterator[Link]:
    """Yield the links of one entry: its headword, then its inflected forms and variants."""
    yield link("lemma", head.display, head)
    if " " in head.display or not head.display.isascii():
        return
    seen = {head.display}
    if head.ordinary and head.display.isalpha():
        for form, inferred in inflections(head, forms_of, world):
            seen.add(form)
            yield link("inflection", form, head, inferred, _is_also_a_doer(form, head, world))
        for variant in (*head.variants, *_doubled(head)):
            form = variant.lower()
            if form not in seen and form in world.sizes:
                seen.add(form)
                yield link("variant", form, head)
    elif (
        head.abbreviation and is_capitals_only(head.display) and "." not in head.display and len(head.key) > 1
    ):
        if (
            head.display + "S" not in world.abbreviation_listings
            and head.display + "S" not in world.abbreviations
            and world.size_of(head.key + "s") > MEMBER  # cores are no COREs
        ):
            yield link("inflection", head.display + "s", head)
    elif head.display.isalpha() and head.pos == "noun" and head.key + "s" in world.upper:
        yield link("inflection", head.display + "s", head)


def _doubled(head: Headword) -> Iterator[str]:
    """Yield the spelling with a second l of a noun in -er: leveler, leveller."""
    if head.pos == "noun" and _ONE_L.search(head.display):
        yield f"{head.display[:-2]}ler"


_ONE_L = re.compile(r"[aeiou][^aeiou]+[aeiou]ler$")


def _is_also_a_doer(form: str, head: Headword, world: World) -> bool:
    """Return whether *form*, a comparative, is a noun of a dictionary as well, which is meant before it."""
    return head.pos in ("adjective", "adverb") and form.endswith("er") and form in world.lower_nouns


def inflections(head: Headword, forms_of: FormsOf, world: World) -> Iterator[tuple[str, bool]]:
    """Yield the inflected forms of an ordinary entry, each with whether it is only inferred.

    Forms that a table or the entry itself declares are real, and so is a regular form that the word list has. Where there is none
    of either, the first of the regular forms is inferred if the largest lists have it. A spelling in -er is another word as often as not (lit, litter, liter), so an
    adjective or adverb has no regular form where there is none in -est.
    """
    lemma, pos = head.display, head.pos or ""
    if lemma in world.invariable and (head.source == OWN or _is_invariable(head)):
        return
    seen = {lemma}
    declared = forms_of(lemma, pos)
    lemma_listed = world.size_of(head.key) <= MEMBER
    own = {form.lower() for form in head.forms}
    irregular = pos == "verb" and any(not form.endswith(_BY_RULE) for form in own)
    for form in (*declared, *(form.lower() for form in head.forms)):
        if lemma_listed and form not in world.sizes and form not in world.abbreviation_listings:
            continue  # tables have misspellings (occured), and no list has those
        if _is_outdone(form, lemma, pos, world):
            continue
        if irregular and form.endswith("ed") and form not in own:
            continue  # of two verbs of one spelling it is the other's (wound, winded)
        if pos != "verb" and head.key.endswith(("ed", "ing")) and form in lemmas_of(head.key):
            continue  # the verb of which the entry itself is a form (gambling, gamble)
        if pos == "verb" and f"{form}e" in declared and form in world.lower_lemmas:
            continue  # a participle that has become a word of its own beside the one of all senses (born, borne)
        if form not in seen and form.isascii() and form.isalpha():
            seen.add(form)
            yield form, False
    if head.contraction:
        return
    regular = regular_forms(lemma, pos)
    superlatives = regular.get("superlative", ())
    if superlatives and not any(form in seen or _is_listed(form, world) for form in superlatives):
        regular = {"superlative": superlatives}
    if greek := greek_plural(lemma) if pos == "noun" else None:
        regular = {**regular, "greek": (greek,)}
    for name, forms in regular.items():
        if pos == "verb" and declared and not any(form.endswith("ed") for form in declared):
            continue
        if name == "past" and irregular and own.isdisjoint(forms):
            continue
        real = [
            form
            for form in forms
            if _is_listed(form, world)
            and not _is_of_other(
                form, forms if name != "plural" or not greek else (greek, *forms), head, world
            )
            and not _is_made(form, world)
            and not (_is_undoubled(name, form, head.key) and world.size_of(forms[0]) < world.size_of(form))
        ]
        for form in real:
            if form not in seen:
                seen.add(form)
                yield form, False
        first = forms[0]
        if not (declared or real or seen & set(forms)) and _may_infer(name, first, head, world):
            seen.add(first)
            yield first, True


_BY_RULE = ("ed", "ing", "s")


def _is_invariable(head: Headword) -> bool:
    """Return whether an old dictionary's entry of a verb that has no other forms is that verb, and not another of its spelling, whose forms it prints (to can, canned)."""
    return (
        head.pos == "verb"
        and head.source in DATED
        and not any(form.endswith(_BY_RULE) for form in head.forms)
    )


def _is_outdone(form: str, lemma: str, pos: str, world: World) -> bool:
    """Return whether *form*, of a table, is a spelling that only the largest lists have of a regular form that is listed otherwise (controled: controlled)."""
    return (pos == "verb" and world.size_of(form) > MEMBER) and any(
        form in forms and any(_is_listed(other, world) for other in forms)
        for forms in regular_forms(lemma, pos).values()
    )


def _is_of_other(form: str, forms: tuple[str, ...], head: Headword, world: World) -> bool:
    """Return whether *form*, of the regular *forms* of *head* not the first, is that of the word with an -e, which is in use or listed earlier (coded is of code, and not of cod)."""
    other = head.key + "e"
    return (
        form != forms[0]
        and other in world.lower_lemmas
        and (world.size_of(other) <= IN_USE or world.size_of(other) < world.size_of(head.key))
        and form in _with_e(other, head.pos or "")
    )


def _is_undoubled(name: str, form: str, key: str) -> bool:
    """Return whether *form* is a comparative or superlative of *key* without the letter that doubles in it: funest is no funnest."""
    return name in ("comparative", "superlative") and form in (f"{key}er", f"{key}est") and must_double(key)


def _is_made(form: str, world: World) -> bool:
    """Return whether *form* is a plural in -oes, and the list has the one in -os earlier: regos, and no regoes."""
    return form.endswith("oes") and world.size_of(f"{form[:-2]}s") < world.size_of(form)


@lru_cache(maxsize=4096)
def _with_e(lemma: str, pos: str) -> frozenset[str]:
    return frozenset(forms[0] for forms in regular_forms(lemma, pos).values())


def _may_infer(name: str, form: str, head: Headword, world: World) -> bool:
    """Return whether *form*, the first of the regular forms called *name*, may be one of *head*.

    The largest lists have it as an ordinary word (no name, no contraction without its apostrophe, and in -est only from -y, since of others they have what
    nobody uses: otherest), or the word is the project's own, and somebody says how the form is pronounced or its line that it inflects; and *head* is no form of another word (led), nor a part of speech that an old dictionary alone gives to a
    word of today (to plow: ere).
    """
    if (
        name == "comparative"
        or (name == "superlative" and not form.endswith("iest"))
        or head.key in world.inflected
        or form in world.upper
        or form in world.without_apostrophe
        or (head.source == "gcide" and head.key in world.lower_lemmas)
    ):
        return False
    own = head.source == OWN and (form in world.said or (head.key, head.pos) in world.inflecting)
    return own or MEMBER < world.size_of(form) < NO_SIZE


def _is_listed(form: str, world: World) -> bool:
    """Return whether a list has *form* as a word, or as an abbreviation, of a member's size."""
    return world.size_of(form) <= MEMBER or world.abbreviation_listings.get(form, NO_SIZE) <= MEMBER
