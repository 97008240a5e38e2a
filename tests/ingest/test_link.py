"""Which forms an entry is linked to."""

from __future__ import annotations

from pathlib import Path

from adjudicator.ingest.classify.world import World
from adjudicator.ingest.link import Headword, links_of


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
