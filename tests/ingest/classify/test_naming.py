"""Which definitions are those of names, and what a source that writes every headword with a capital has of a word."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.ingest.classify.labels import Labels
from adjudicator.ingest.classify.naming import defines_a_name, defines_a_word, defines_one_name
from adjudicator.ingest.classify.senses import classify
from adjudicator.ingest.classify.world import World
from adjudicator.ingest.stage import StagedEntry
from adjudicator.sources.records import RawSense

NAMES = [
    "A city of Tuscany, on the Arno.",
    "The capital city of Zorbia.",
    "A genus of small shrubs, some of them evergreen.",
    "1 type genus of a family of herbs.",
    "The goddess of the dawn, sister of the sun.",
    "god of thieves and of roads",
    "A native or inhabitant of Zorbia.",
    "One of a tribe of Indians who lived near Lake Erie.",
    "Of or pertaining to Zorbia or its people.",
    "prop. a. Pertaining to Orpheus.",
    "The language of the Zorbians.",
    "The second month of the Jewish calendar.",
    "The doctrines of the Zorbites.",
    "A woman's name.",
    "A Canadian.",
    "A fictitious detective.",
    "A trademark for a floor covering.",
    "One of the States of the United States of Zorbia.",
]
WORDS = [
    "A structure on the hurricane deck of a steamer, with the officers' cabins.",
    "A game at cards, played by four persons.",
    "The keeper of a park.",
    "A small fish of lakes and rivers.",
    "A god; a deity; a divine being.",
    "Of or pertaining to a park.",
    "Coarse, rough hair in wool or fur.",
    "A kind of stout woollen cloth, made at Melton.",
    "A sword blade made at Toledo in Spain.",
    "To make Gothic; to bring back to barbarism.",
    "See Quintain.",
    "One who builds walls.",
    "An East Indian coin.",
]


@pytest.mark.parametrize("gloss", NAMES)
def test_definitions_of_names(gloss: str) -> None:
    """Persons, peoples, places, gods, languages, faiths and taxa, and what belongs to one of them."""
    assert defines_a_name(gloss)


@pytest.mark.parametrize("gloss", WORDS)
def test_definitions_of_words(gloss: str) -> None:
    """What a thing is called after, or made at, does not make it a name."""
    assert not defines_a_name(gloss)


@pytest.mark.parametrize(
    ("gloss", "is_word"),
    [
        ("A runner.", True),
        ("A plant of the genus Zorbus (Zorbus lotus); -- so called by the Zorbs.", True),
        ("Dead: Deprived of life; opposed to alive.", True),
        ("To manage like a wheel.", True),
        ("A division of birds with long tails.", False),
        ("Those insects which have no wings.", False),
        ("Same as zorba: A class of worms.", False),
        ("The south wind.", False),
        ("A dyestuff made at Toledo.", False),
        ("Cluniac.", False),
        ("The goddess of the dawn.", False),
        ("-- now the preferred spelling.", False),
    ],
)
def test_definitions_of_what_is_surely_a_word(gloss: str, is_word: bool) -> None:
    """No capital but the first, and neither a taxon nor what there is one of: whatever lists have with a capital, the dictionary's own capital is that of print."""
    assert defines_a_word(gloss) is is_word


@pytest.mark.parametrize(
    ("glosses", "display"),
    [
        (["A runner."], "blorp"),
        (["A square.", "The ninth of the signs."], "blorp"),
        (["A runner.", "A city of Tuscany, on the Arno."], "Blorp"),
        (["A division of birds."], "Blorp"),
    ],
)
def test_a_name_that_no_list_has_as_a_word(
    world: World, tmp_path: Path, glosses: list[str], display: str
) -> None:
    """Where lists have the spelling as a name alone, an entry is a word's if its first definition is and no other is a name's."""
    world.upper["blorp"] = 50
    (tmp_path / "labels.toml").write_text("", encoding="utf-8")
    assert classify(_entry(*glosses), world, Labels(tmp_path / "labels.toml"))[0] == display


@pytest.mark.parametrize(
    ("gloss", "names"),
    [
        ("The fifth month of the year, containing thirty-one days.", True),
        ("The first month after marriage.", False),
        ("The goddess Aurora.", True),
        ("Zorb, the god of love; sometimes, Blorp.", True),
        ("A god; a deity; a divine being.", False),
        ("A native or inhabitant of Zorbia.", True),
        ("A cant name for a native or resident of Zorbia.", True),
        ("A native sailor, employed in Zorbian vessels.", False),
        ("One of a warlike nomadic people of Northern Zorbia.", True),
        ("One of a tribe of beetles (Zorbi) whose larvae live on wood.", False),
        ("A race for three-year-olds, run at Zorb.", False),
        ("A spear used by tribes in Zorbia.", False),
        ("A country in Eastern Zorbia.", True),
        ("The city and tower in the land of Zorb.", True),
        ("A light wine, originally made in the town of Zorb.", False),
        ("A small southern constellation.", True),
        ("One of the planets, the second from the sun.", True),
        ("A familiar nickname or substitute for Zorbas.", True),
        ("A nickname for an old blorp.", False),
        ("A mammal (Zorbus blorpus) native of Zorbia.", False),
    ],
)
def test_definitions_of_what_is_a_name_beside_any_word(
    world: World, tmp_path: Path, gloss: str, names: bool
) -> None:
    """A month, a god, a people, a place, what is in the sky: under a common word that a dictionary of today has, such a sense is struck, and the others count."""
    (tmp_path / "labels.toml").write_text("", encoding="utf-8")
    world.sizes["blorp"], world.upper["blorp"], world.lower_lemmas = 10, 90, {"blorp"}
    display, senses = classify(_entry(gloss, WORDS[0]), world, Labels(tmp_path / "labels.toml"))
    assert defines_one_name(gloss) is names
    assert (display, [sense.facts.proper for sense in senses]) == ("blorp", [names, False])


def _entry(*glosses: str, case_known: bool = False) -> StagedEntry:
    senses = tuple(RawSense(gloss) for gloss in glosses)
    return StagedEntry("gcide", "Blorp", "blorp", "noun", case_known, "", (), (), senses)


@pytest.mark.parametrize(
    ("entry", "display", "proper"),
    [
        (_entry(WORDS[0]), "blorp", [False]),
        (_entry(NAMES[0]), "Blorp", [True]),
        (_entry(NAMES[0], WORDS[0]), "blorp", [True, False]),
        (_entry(WORDS[0], case_known=True), "Blorp", [True]),
    ],
)
def test_the_definition_decides_what_a_capital_means(
    world: World, tmp_path: Path, entry: StagedEntry, display: str, proper: list[bool]
) -> None:
    """Where lists have the spelling as a word and, at a smaller size, as a name, and the source's capital says nothing."""
    world.sizes["blorp"], world.upper["blorp"] = 80, 50
    (tmp_path / "labels.toml").write_text("", encoding="utf-8")
    found, senses = classify(entry, world, Labels(tmp_path / "labels.toml"))
    assert found == display
    assert [sense.facts.proper for sense in senses] == proper


def test_a_capital_of_a_word_alone_says_nothing(world: World, tmp_path: Path) -> None:
    """Where no list has the spelling as a name, or the word is the commoner, the definition is not asked."""
    (tmp_path / "labels.toml").write_text("", encoding="utf-8")
    labels = Labels(tmp_path / "labels.toml")
    world.sizes["blorp"] = 50
    assert classify(_entry(NAMES[1]), world, labels)[0] == "blorp"
    assert classify(_entry(WORDS[0], case_known=True), world, labels)[0] == "blorp"
    assert classify(_entry("The title of a poem.", case_known=True), world, labels)[0] == "Blorp"
    world.upper["blorp"] = 70
    display, (sense,) = classify(_entry(NAMES[1]), world, labels)
    assert (display, sense.facts.proper) == ("blorp", False)


@pytest.mark.parametrize(
    ("gloss", "proper"),
    [
        ("A plant common in Europe (Zorb quadrifolia); herb Zorb.", True),
        ("A plant (Blorp quadrifolia).", False),
    ],
)
def test_a_plant_called_by_its_genus_is_a_name(
    world: World, tmp_path: Path, gloss: str, proper: bool
) -> None:
    """Where lists have the spelling as a name first, a definition that names a species of the headword is that of the genus (Paris)."""
    (tmp_path / "labels.toml").write_text("", encoding="utf-8")
    world.upper["zorb"], world.sizes["zorb"] = 10, 80
    entry = StagedEntry("gcide", "Zorb", "zorb", "noun", False, "", (), (), (RawSense(gloss),))
    display, (sense,) = classify(entry, world, Labels(tmp_path / "labels.toml"))
    assert (display, sense.facts.proper) == (("Zorb", True) if proper else ("zorb", False))
