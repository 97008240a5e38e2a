"""Spelling regions and British counterparts."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.errors import ConfigError
from adjudicator.ingest.classify.region import (
    RegionalBase,
    Regions,
    _region_and_why,
    distance,
    skeleton,
    with_ise,
)
from adjudicator.ingest.classify.world import World

SHORT = st.text("abcde", max_size=6)


@pytest.mark.parametrize(
    ("spellings", "region"),
    [
        ({"english": 50}, "both"),
        ({"american": 35}, "american"),
        ({"british": 35}, "british"),
        ({"british_z": 35}, "british"),
        ({"american": 35, "british_z": 35}, "both"),  # organize
        ({"american": 35, "british": 50}, "both"),
        ({"american": 35, "english": 80}, "american"),  # the smaller size wins
        ({"american": 80, "english": 50}, "both"),
        ({"british": 35, "english": 80}, "british"),
        ({"american": 40, "british_variant_1": 60}, "both"),
        ({"american": 40, "british_variant_1": 80}, "american"),
        ({"american": 40, "british_variant_2": 60}, "american"),
        ({"british": 40, "variant_1": 60}, "british"),
        ({"british_variant_1": 40, "variant_3": 40}, "british"),
        ({"british_variant_1": 40, "variant_1": 40}, "both"),
        ({"british": 40, "variant_1": 80}, "british"),
        ({"variant_3": 80}, "both"),  # loch
        ({}, "both"),
    ],
)
def test_where_a_spelling_is_listed_tells_its_region(spellings: dict[str, int], region: str) -> None:
    """Listed on one side alone, or there at a smaller size, is of that side; a common variant on the
    other makes both.
    """
    assert _region_and_why(spellings)[0] == region


@pytest.fixture
def listed(world: World) -> World:
    """Return a world that lists American and British spellings of some words, and grey english words."""
    pairs = {
        "color": "colour", "center": "centre", "theater": "theatre", "defense": "defence", "check": "cheque",
        "plow": "plough", "skeptic": "sceptic", "analyze": "analyse", "traveler": "traveller",
        "catalog": "catalogue",
        "program": "programme", "gray": "grey", "curb": "kerb", "sulfur": "sulphur", "fetus": "foetus",
        "pediatric": "paediatric", "maneuver": "manoeuvre", "airplane": "aeroplane", "jewelry": "jewellery",
        "mold": "mould", "pajamas": "pyjamas", "aluminum": "aluminium",
    }  # fmt: skip
    for american, british in pairs.items():
        world.spellings[american] = {"american": 35}
        world.spellings[british] = {"british": 35}
    world.sizes.update({"table": 10, "odd": 99})
    return world


@pytest.mark.parametrize(
    ("american", "british"),
    [
        ("color", "colour"),
        ("center", "centre"),
        ("defense", "defence"),
        ("check", "cheque"),
        ("plow", "plough"),
        ("skeptic", "sceptic"),
        ("analyze", "analyse"),
        ("traveler", "traveller"),
        ("catalog", "catalogue"),
        ("program", "programme"),
        ("gray", "grey"),
        ("curb", "kerb"),
        ("sulfur", "sulphur"),
        ("fetus", "foetus"),
        ("maneuver", "manoeuvre"),
        ("airplane", "aeroplane"),
        ("jewelry", "jewellery"),
        ("mold", "mould"),
        ("pajamas", "pyjamas"),
        ("aluminum", "aluminium"),
    ],
)
def test_an_american_spelling_names_its_british_counterpart(
    listed: World, tmp_path: Path, american: str, british: str
) -> None:
    """Words that differ only as regional spellings do share a skeleton; the British one names none."""
    regions = Regions(tmp_path, listed)
    found = regions.of(american)
    assert found is not None
    assert (found.region, found.counterparts) == ("american", (british,))
    other = regions.of(british)
    assert other is not None
    assert (other.region, other.counterparts) == ("british", ())


@pytest.mark.parametrize(
    ("american", "british"),
    [
        ("stanzes", "stanzoes"),
        ("sle", "slae"),
        ("snowshed", "snowshoed"),
        ("sord", "sourd"),
        ("boled", "boloed"),
    ],
)
@pytest.mark.parametrize("size", [35, 80])
def test_two_words_are_no_spellings_of_one(
    world: World, tmp_path: Path, american: str, british: str, size: int
) -> None:
    """Where no regular difference leads from one listed spelling to the other, a list of rare words pairs two words, or a word and a plural, and both are at home everywhere."""
    world.spellings.update({american: {"american": size}, british: {"british": size}})
    world.sizes.update({american: size, british: size})
    world.lower_lemmas = {american, british}
    found = Regions(tmp_path, world).of(american)
    assert found is not None
    wanted = "american" if size == 35 and american == "sord" else "both"  # in use, a list's word is enough
    assert (found.region, "".join(found.counterparts)) == (wanted, "" if wanted == "both" else british)


@pytest.mark.parametrize(
    ("base", "british", "key", "written"),
    [
        ("fulfill", "fulfil", "fulfillment", ("american", ("fulfilment",))),
        ("fulfill", "fulfil", "fulfillings", ("both", ())),
        ("centimeter", "centimetre", "centimetric", ("both", ())),
        ("valor", "valour", "valorise", ("both", ())),
        ("honorable", "honourable", "honorability", ("american", ("honourability",))),
        ("salable", "saleable", "salably", ("american", ("saleably",))),
        ("caliber", "calibre", "calibered", ("american", ("calibred",))),
        ("fiber", "fibre", "fiberage", ("american", ())),
    ],
)
def test_what_is_made_of_an_american_spelling_is_american_where_it_shows(
    world: World, tmp_path: Path, base: str, british: str, key: str, written: tuple[str, tuple[str, ...]]
) -> None:
    """A word has the region of its base where what differs in the base is in the word as well, and names the British spelling that lists have."""
    world.spellings.update({base: {"american": 35}, british: {"british": 35}})
    world.sizes.update({base: 35, british: 35, key: 80, **dict.fromkeys(written[1], 80)})
    regions = Regions(tmp_path, world)
    found = regions.of_made(key, RegionalBase("american", base), regions.of(key))
    assert found is not None
    assert (found.region, found.counterparts) == written


def test_the_order_of_authority(listed: World, tmp_path: Path) -> None:
    """The curated file beats a tag, a tag beats the lists, and what nothing lists has no region."""
    listed.regions["center"].add("british")
    listed.regions["grey"] |= {"american", "british"}
    listed.regions["plow"] |= {"american", "both"}
    listed.regions["tag"].add("american")
    listed.counterparts["tag"] += ["a", "b", "c", "d"]
    (tmp_path / "regions.toml").write_text(
        '[both]\ncheck = { why = "x" }\n[american]\nColor = { british = "colour, hue", why = "x" }\n',
        encoding="utf-8",
    )
    regions = Regions(tmp_path, listed)
    seen = {
        key: regions.of(key)
        for key in ("check", "color", "center", "grey", "plow", "tag", "table", "odd", "none")
    }
    assert {
        key: found and (found.region, found.counterparts, found.provenance) for key, found in seen.items()
    } == {
        "check": ("both", (), "declared"),
        "color": ("american", ("colour", "hue"), "declared"),
        "center": ("british", (), "declared"),
        "grey": ("both", (), "declared"),
        "plow": ("both", (), "declared"),
        "tag": ("american", ("a", "b", "c"), "declared"),
        "table": ("both", (), "inferred"),
        "odd": None,
        "none": None,
    }


def test_oxford_spelling_is_british_too(world: World, tmp_path: Path) -> None:
    """An -ize spelling listed as American beside a listed -ise is of both regions."""
    world.spellings.update({"blorize": {"american": 50}, "blorise": {"british": 50}})
    world.sizes.update({"blorize": 50, "blorise": 50})
    found = Regions(tmp_path, world).of("blorize")
    assert found is not None
    assert (found.region, found.rule) == ("both", "oxford-spelling")


def test_oxford_spelling_without_a_tag_is_british_too(world: World, tmp_path: Path) -> None:
    """An -ize that a source tags as American, beside the -ise that it tags as British, is of both regions;
    -yze is not.
    """
    for american, british in (("blorization", "blorisation"), ("blanalyze", "blanalyse")):
        world.regions[american].add("american")
        world.counterparts[american].append(british)
    regions = Regions(tmp_path, world)
    found = [regions.of(key) for key in ("blorization", "blanalyze")]
    assert [each and each.region for each in found] == ["both", "american"]


def test_no_tag_takes_a_word_from_english_everywhere(world: World, tmp_path: Path) -> None:
    """Where a list has a spelling for English everywhere, commonly and no rarer than for a region, a tag is
    about another word of that spelling.
    """
    spellings = {
        "bloody": None,
        "blare": {"english": 35, "american": 35},
        "blarc": {"english": 50, "american": 35},
        "blarb": {"english": 80},
    }
    for key, listed in spellings.items():
        world.regions[key].add("american")
        world.sizes[key] = min(listed.values()) if listed else 35
        if listed and set(listed) != {"english"}:
            world.spellings[key] = listed
    regions = Regions(tmp_path, world)
    found = {key: regions.of(key) for key in spellings}
    assert {key: each and each.region for key, each in found.items()} == {
        "bloody": "both",
        "blare": "both",
        "blarc": "american",
        "blarb": "american",
    }


@pytest.mark.parametrize(
    ("key", "ise"),
    [("realize", "realise"), ("sizing", "sising"), ("analyze", None), ("izard", None), ("colour", None)],
)
def test_with_ise(key: str, ise: str | None) -> None:
    """The last -iz- becomes -is-; a word that opens with it, or has none, has no such spelling."""
    assert with_ise(key) == ise


def test_every_fault_of_the_curated_file_is_reported(world: World, tmp_path: Path) -> None:
    """An unknown section, an unknown key and a missing reason are three faults of one error."""
    (tmp_path / "regions.toml").write_text(
        '[welsh]\na = { why = "x" }\n[both]\nb = { why = "x", size = "3" }\nc = {}\n', encoding="utf-8"
    )
    with pytest.raises(ConfigError) as caught:
        Regions(tmp_path, world)
    assert len(caught.value.faults) == 3


@given(SHORT, SHORT, SHORT)
def test_distance_is_a_metric(a: str, b: str, c: str) -> None:
    """Nothing from itself, the same both ways, never over the longer length, no detour shorter."""
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, b) == distance(b, a) <= max(len(a), len(b))
    assert distance(a, c) <= distance(a, b) + distance(b, c)


@given(st.text("abcdefghijklmnopqrstuvwxyz", max_size=12))
def test_a_skeleton_has_no_vowels_and_no_doubles(key: str) -> None:
    """What is left of any key is consonants, none twice in a row."""
    found = skeleton(key)
    assert not set(found) & set("aeiouy")
    assert all(a != b for a, b in pairwise(found))
