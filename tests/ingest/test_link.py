"""Which forms an entry is linked to."""

from __future__ import annotations

from pathlib import Path

from adjudicator.ingest.classify.world import World
from adjudicator.ingest.link import Headword, inflections, links_of, rank_of


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
