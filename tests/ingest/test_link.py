"""Which forms an entry is linked to."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.ingest.classify.derive import Doubt
from adjudicator.ingest.classify.world import World
from adjudicator.ingest.link import Deriver, Headword, inflections, links_of, rank_of


def _forms(display: str, world: World) -> list[str]:
    head = Headword(
        1,
        display,
        display.lower(),
        "noun",
        (),
        (),
        False,
        abbreviation=True,
        contraction=False,
        source="wordnet",
        rank=0,
    )
    return [link.display for link in links_of(head, lambda lemma, pos: (), world)]


def test_the_plural_of_an_abbreviation_in_capitals(tmp_path: Path) -> None:
    """DVD has DVDs, unless a list has the plural as a word (cores) or as an abbreviation of its own (CDS)."""
    world = World(tmp_path)
    world.sizes["cores"] = 20
    world.abbreviation_listings["CDS"] = 50
    assert _forms("DVD", world) == ["DVD", "DVDs"]
    assert _forms("CORE", world) == ["CORE"]
    assert _forms("CD", world) == ["CD"]


BASES = {
    "advert": ("noun", 20), "belt": ("noun", 20), "dandy": ("noun", 40), "federal": ("adjective", 20),
    "glacis": ("noun", 70), "glace": ("noun", 70), "keyboard": ("noun", 35), "scapegoat": ("noun", 35), "she": ("pronoun", 10), "store": ("noun", 10),
    "stere": ("noun", 70), "tutor": ("noun", 35), "vocable": ("noun", 70), "well": ("noun", 10),
}  # fmt: skip
"""Base → its part of speech and its size in the list."""
PERSONS = {"scapegoat", "tutor"}


@pytest.mark.parametrize(
    ("key", "doubt"),
    [
        # the ending takes the base as another part of speech
        ("adverting", Doubt.SENSE | Doubt.AS_VERB),
        ("scapegoated", Doubt.SENSE | Doubt.AS_VERB),
        ("shes", Doubt.SENSE | Doubt.AS_NOUN | Doubt.PLURAL),
        # or as an ornament, which a person is not
        ("belted", Doubt(0)),
        ("tutored", Doubt.HIDDEN),
        # people in -er work with a thing
        ("keyboarder", Doubt(0)),
        ("dandier", Doubt.HIDDEN),
        # behind a prefix and in a compound nobody knows which sense is meant; behind a learned or rare one the base is there by chance
        ("unfederal", Doubt.SENSE),
        ("beltstore", Doubt.SENSE),
        ("isostore", Doubt.SENSE | Doubt.HIDDEN),
        ("provocable", Doubt.SENSE | Doubt.HIDDEN),
        # so is a short rare base, one of a clipping, and a common word in another spelling of it
        ("steric", Doubt.HIDDEN),
        ("wellie", Doubt.HIDDEN),
        ("stoure", Doubt.HIDDEN | Doubt.RESPELLED),
        # a plural is of what it would be in English first, and has no other
        ("glaces", Doubt.PLURAL),
    ],
)
def test_a_derivation_says_what_is_in_doubt(tmp_path: Path, key: str, doubt: Doubt) -> None:
    """Which sense, as what its base is used, whether it is too unlikely to be shown."""
    world = World(tmp_path)
    world.sizes |= {base: size for base, (_, size) in BASES.items()}
    world.sizes |= {"scapegoating": 35, "stoure": 80, key: 80}
    deriver = Deriver(world)
    ordered = sorted(BASES)
    for base in ordered:
        deriver.bases.add(base, BASES[base][0], person=base in PERSONS)
    deriver.bases.close((base, entry) for entry, base in enumerate(ordered, 1))
    found = deriver.explain(key)
    assert {each.doubt for each in found.values()} == {doubt}
    if key == "glaces":
        assert [ordered[each.entry - 1] for each in found.values()] == ["glace"]


def test_a_form_without_a_doubled_letter_is_of_the_word_with_an_e(tmp_path: Path) -> None:
    """cod has codded: coded is the form of code, where a dictionary has that."""
    world = World(tmp_path)
    world.sizes |= {"codded": 50, "coded": 20, "code": 10}
    head = Headword(1, "cod", "cod", "verb", (), (), True, False, False, "wordnet", 0)
    assert {form for form, _ in inflections(head, lambda lemma, pos: (), world)} == {"codded", "coded"}
    world.lower_lemmas = {"code"}
    assert {form for form, _ in inflections(head, lambda lemma, pos: (), world)} == {"codded"}


def test_of_forms_that_of_the_word_most_in_use_comes_first() -> None:
    """A key's readings come by relation, then by source, then by how often the source counted the word of which it is a form."""
    order = [
        ("lemma", 0, 0),
        ("inflection", 0, 500),
        ("inflection", 0, 3),
        ("inflection", 1, 900),
        ("derivation", 0, 0),
    ]
    assert sorted(order, key=lambda each: rank_of(*each)) == order


def test_a_rare_spelling_of_a_listed_form_is_none(tmp_path: Path) -> None:
    """controled, which a table and only the largest lists have, is no form beside controlled; one that has no other is."""
    world = World(tmp_path)
    world.sizes |= {"control": 10, "controled": 95}
    head = Headword(1, "control", "control", "verb", (), (), True, False, False, "wordnet", 0)
    assert {form for form, _ in inflections(head, lambda lemma, pos: ("controled",), world)} == {"controled"}
    world.sizes["controlled"] = 20
    assert {form for form, _ in inflections(head, lambda lemma, pos: ("controled",), world)} == {"controlled"}
