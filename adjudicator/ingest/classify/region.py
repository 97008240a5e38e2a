"""Spelling region: british, american or both, from where a spelling is listed; and the British counterpart of an American one.

The order of authority is: the curated file ``config/regions.toml``, a source that tags spellings (VarCon), then the lists of SCOWL. No
tag takes a word from a region where SCOWL lists it for English everywhere: a tag is about one word of that spelling, and there may be
another. -ize is British too (Oxford spelling), so it is *both*.

This is the region of a spelling. What a dictionary tags on one of its senses (Open English WordNet) is the region of that sense.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from adjudicator.core.model import Provenance, Region
from adjudicator.core.spelling import key_of
from adjudicator.ingest.classify.british import british_spellings, carried, keeps_or
from adjudicator.ingest.classify.world import NO_SIZE, World
from adjudicator.ingest.curated import curated, sections_of

SIDES: tuple[Region, ...] = ("american", "british", "both")

COMMON = 70
"""Listings above this SCOWL size do not speak for current use in a region."""

CERTAIN = 60
"""Above this size a listing in one region alone needs a dictionary that has the other region's spelling."""


class RegionOf(NamedTuple):
    """The region of a key, the counterparts in British spelling, and how we know."""

    region: Region
    counterparts: tuple[str, ...]
    provenance: Provenance
    rule: str
    evidence: str


class RegionalBase(NamedTuple):
    """The one region of a word of which others are made, and its key."""

    region: Region
    key: str


class Regions:
    """Decides regions; built once all sources are read."""

    def __init__(self, config: Path, world: World) -> None:
        self.world = world
        self.curated = _read_curated(config / "regions.toml")
        self._british = self._by_skeleton("british")

    def of(self, key: str) -> RegionOf | None:
        """Return the region of *key*, or None where nothing says."""
        if key in self.curated:
            return self.curated[key]
        spellings = self.world.spellings.get(key)
        declared = self.world.regions.get(key)
        if declared and not self._is_everywhere(key):
            return self._declared_region(key, declared)
        if spellings is None:
            size = self.world.sizes.get(key)
            if size is None or size > 95:
                return None
            return RegionOf(
                "both", (), "inferred", "listed-english", f"listed for English everywhere, size {size}"
            )
        region, why = _region_and_why(spellings)
        if region == "american" and self._oxford(key):
            return RegionOf("both", (), "inferred", "oxford-spelling", f"-ize beside a British -ise: {why}")
        if (region == "american" and not self._is_told_apart(key)) or (
            region == "british" and min(spellings.values()) > CERTAIN and not self._in_use(key)
        ):
            return RegionOf(
                "both",
                (),
                "inferred",
                "no-counterpart-in-use",
                f"no dictionary has the other region's spelling: {why}",
            )
        counterparts = self._counterparts(key) if region == "american" else ()
        return RegionOf(
            region, counterparts, "inferred" if region == "both" else "declared", "listed-spellings", why
        )

    def _is_everywhere(self, key: str) -> bool:
        """Return whether a list has *key* for English everywhere, as common as it has it for one region, and commonly enough to trust."""
        spellings = self.world.spellings.get(key)
        if spellings is None:
            return self.world.size_of(key) <= COMMON
        return _is_everywhere(spellings)

    def of_made(self, key: str, base: RegionalBase, listed: RegionOf | None) -> RegionOf | None:
        """Return the region of *key*, which is made of a *base* of one region: the same, if what differs there is in the *key* as well (fulfillment, and no fulfillings); else
        that of where it is *listed*.
        """
        why = f"{key} is made of {base.key}, which is {base.region}"
        found = self.of(base.key) if base.region == "american" else None
        if found is None or not found.counterparts:
            return RegionOf(base.region, (), "inferred", "of-its-lemma", why)
        spellings = carried(base.key, found.counterparts[0], key)
        known = [each for each in spellings if each in self.world.sizes]
        latin = all(map(keeps_or, spellings)) and not keeps_or(found.counterparts[0])
        if not known and latin:
            return listed
        return RegionOf(base.region, tuple(known[:1]), "inferred", "of-its-lemma", why)

    def _is_told_apart(self, key: str) -> bool:
        """Return whether *key*, which lists have as American, has another spelling in Britain by a regular difference, or is in use and has none that is spelled nearly so (sceptic;
        snowshed is no snowshoed). Lists of rare words invent counterparts (costumire), so for them a dictionary must have one, too.
        """
        size = min(self.world.spellings[key].values())
        if size <= CERTAIN:
            return bool(self._counterparts(key)) or not any(
                _is_same_but_for_ae(key, each) for each in self._near(key)
            )
        return any(map(self._is_defined, self._regular(key)))

    def _in_use(self, key: str) -> bool:
        """Return whether a dictionary has *key* respelled as regions differ: lists of rare words invent counterparts (costumire)."""
        return any(map(self._is_defined, respellings(key)))

    def _is_defined(self, spelling: str) -> bool:
        """Return whether a dictionary has a word of this *spelling*, or of which it is a form."""
        endings = ("", "s", "es", "d", "ed", "ing", "ly")
        stems = [spelling.removesuffix(ending) for ending in endings if spelling.endswith(ending)]
        if spelling.endswith("ring"):
            stems.append(f"{spelling[:-3]}e")
        return any(stem in self.world.lower_lemmas for stem in stems)

    def _oxford(self, key: str) -> bool:
        """Return whether *key* is an -ize spelling of a word that is listed with -ise: Oxford spelling, British as well."""
        other = with_ise(key)
        return (
            other is not None
            and self.world.size_of(other) <= COMMON
            and _region_and_why(self.world.spellings.get(other, {}))[0] == "british"
        )

    def _declared_region(self, key: str, declared: set[str]) -> RegionOf:
        regions = declared & {"british", "american"}
        region: Region = "both"
        if "both" not in declared and len(regions) == 1:
            region = "american" if "american" in regions else "british"
        counterparts = tuple(self.world.counterparts.get(key, ())) if region == "american" else ()
        if with_ise(key) in counterparts:
            why = "-ize beside the British -ise of a source that tags spellings"
            return RegionOf("both", (), "inferred", "oxford-spelling", why)
        counterparts = counterparts[:3]
        return RegionOf(
            region,
            counterparts or (self._counterparts(key) if region == "american" else ()),
            "declared",
            "tagged-spelling",
            "tagged by a source: " + ", ".join(sorted(declared)),
        )

    def _by_skeleton(self, region: Region) -> dict[str, list[str]]:
        index: dict[str, list[str]] = defaultdict(list)
        for key, spellings in self.world.spellings.items():
            if _region_and_why(spellings)[0] == region:
                index[skeleton(key)].append(key)
        return index

    def _counterparts(self, key: str) -> tuple[str, ...]:
        """Return the British spelling of *key*, which is American: by a regular difference, or else the nearest that lists have as early."""
        size = min(self.world.spellings.get(key, _NO_SPELLINGS).values())
        near = (
            other
            for other in self._near(key)
            if min(self.world.spellings[other].values()) == size and not _is_same_but_for_ae(key, other)
        )
        return tuple((self._regular(key) or list(near))[:1])

    def _regular(self, key: str) -> list[str]:
        """Return the spellings of *key* that lists have as British, by a regular difference; in -yse the plural of a noun is spelled so everywhere (analyses)."""
        return [
            other
            for other in british_spellings(key)
            if _region_and_why(self.world.spellings.get(other, {}))[0] == "british"
            or (key.endswith("yzes") and other in self.world.sizes)
        ]

    def _near(self, key: str) -> list[str]:
        """Return the British spellings that differ from *key* much as regional spellings differ, the nearest first."""
        found = [
            (distance(key, other), other) for other in self._british.get(skeleton(key), ()) if other != key
        ]
        return [other for far, other in sorted(found) if far <= _FAR and other[0] in (key[0], "k", "c", "g")]


_FAR = 3
"""How many letters two spellings of a word differ in at most."""
_NO_SPELLINGS = {"": NO_SIZE}


def _is_same_but_for_ae(key: str, other: str) -> bool:
    """Return whether *key* and *other* are the same but for the -a- or -o- before an -e-, which where no regular difference leads to it is a plural's (snowshed, snowshoed)."""
    return re.sub("[ao]e", "e", key) == re.sub("[ao]e", "e", other)


def _is_everywhere(spellings: Mapping[str, int]) -> bool:
    """Return whether these listings have a word for English everywhere, up to COMMON and no rarer than for one region."""
    regional = (spellings.get(name, NO_SIZE) for name in ("american", "british", "british_z"))
    english = spellings.get("english", NO_SIZE)
    return english <= COMMON and english <= min(regional)


def with_ise(key: str) -> str | None:
    """Return *key* with its last -iz- written -is-, as realise is realize; None where it has none. In analyze there is none."""
    before, found, after = key.rpartition("iz")
    return f"{before}is{after}" if found and before else None


def _region_and_why(spellings: dict[str, int]) -> tuple[Region, str]:
    english = spellings.get("english", NO_SIZE)
    american = spellings.get("american", NO_SIZE)
    british = min(spellings.get("british", NO_SIZE), spellings.get("british_z", NO_SIZE))
    variant = min(spellings.get("british_variant_1", NO_SIZE), spellings.get("british_variant_2", NO_SIZE))
    why = ", ".join(f"{name} {size}" for name, size in sorted(spellings.items()))
    if _is_everywhere(spellings):
        return "both", f"listed for English everywhere: {why}"
    if american < NO_SIZE and british == NO_SIZE and english >= american:
        if variant <= COMMON and spellings.get("british_variant_1", NO_SIZE) <= COMMON:
            return "both", f"also a British variant: {why}"
        return "american", f"listed as American and not as British: {why}"
    if (
        british == american == NO_SIZE
        and spellings.get("british_variant_1", NO_SIZE) <= COMMON
        and min(english, spellings.get("variant_1", NO_SIZE)) == NO_SIZE
    ):
        return "british", f"a British variant and no American one: {why}"
    if british < NO_SIZE and american == NO_SIZE and english >= british:
        return "british", f"listed as British and not as American: {why}"
    return "both", f"listed on both sides: {why}"


_FOLDS = (
    ("aeroplane", "airplane"), ("ae", "e"), ("oe", "e"), ("our", "or"), ("ough", "ow"), ("que", "k"), ("ck", "k"), ("ph", "f"), ("ys", "yz"), ("c", "s"), ("z", "s"), ("q", "k"),
)  # fmt: skip


def skeleton(key: str) -> str:
    """Return what regional spellings of one word share: consonants, with ise/ize, ce/se, que/ck and doubles folded."""
    text = key
    for old, new in _FOLDS:
        text = text.replace(old, new)
    out = ""
    for char in text.replace("k", "s"):
        if char in "aeiouy" or out.endswith(char):
            continue
        out += char
    return out


_RESPELLINGS = (
    ("ae", "e"), ("oe", "e"), ("our", "or"), ("isation", "ization"), ("ise", "ize"), ("ising", "izing"), ("yse", "yze"), ("ysing", "yzing"), ("sulph", "sulf"),
    ("lled", "led"), ("lling", "ling"), ("ller", "ler"), ("tre", "ter"), ("ogue", "og"), ("ence", "ense"), ("aemi", "emi"),
)  # fmt: skip


def respellings(key: str) -> list[str]:
    """Return the spellings of *key* in which one regional or older difference is turned round, either way, at one place."""
    found: dict[str, None] = {}
    for one, other in _RESPELLINGS:
        for old, new in ((one, other), (other, one)):
            start = key.find(old)
            while start >= 0:
                found[key[:start] + new + key[start + len(old) :]] = None
                start = key.find(old, start + 1)
    found.pop(key, None)
    return list(found)


def distance(a: str, b: str) -> int:
    """Return the edit distance of two short keys."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        previous, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            previous, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, previous + (x != y))
    return row[-1]


def _read_curated(path: Path) -> dict[str, RegionOf]:
    """Read ``regions.toml``: [american] ``word = { british = "…", why }``, [british] and [both] ``word = { why }``."""
    found: dict[str, RegionOf] = {}
    with curated(path) as fields:
        for region, word, line in sections_of(fields, SIDES):
            line.text("american", "")  # for people: nothing is concluded from it
            counterparts = tuple(part.strip() for part in line.text("british", "").split(",") if part.strip())
            found[key_of(word)] = RegionOf(
                region, counterparts, "declared", "curated-region", line.text("why")
            )
    return found
