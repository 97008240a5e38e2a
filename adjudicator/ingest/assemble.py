"""Assembles the lexicon from the staged records: entries and senses first, then links, then the readings of every key. Start at :func:`assemble`.

The three parts of the work that are done key by key are shared between two processes (:mod:`adjudicator.ingest.halves`).
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from adjudicator.ingest.classify.labels import Labels
from adjudicator.ingest.classify.region import Regions
from adjudicator.ingest.classify.world import World
from adjudicator.ingest.derivations import Derivations
from adjudicator.ingest.halves import in_halves
from adjudicator.ingest.headwords import Headwords
from adjudicator.ingest.link import Links
from adjudicator.ingest.stage import Stage
from adjudicator.ingest.words import Words
from adjudicator.ingest.write import LexiconWriter


def assemble(
    stage: Stage,
    world: World,
    config: Path,
    ranks: dict[str, int],
    links: Links,
    writer: LexiconWriter,
    progress: Callable[[str, int], None],
    folder: Path,
) -> None:
    """Write with *writer* the lexicon of what is staged. *ranks* has the place of each source, *links* is empty; another process is given what it
    writes in *folder*. *progress* is told each part of the work, and how far it is.
    """
    regions = Regions(config, world)
    headwords = Headwords(stage, world, Labels(config / "labels.toml"), regions, ranks, links, writer)
    classified = headwords.classified
    in_halves(headwords, stage.middle("raw_entry"), lambda done: progress("classify", done), folder)
    classified.bases.close(writer.rows("SELECT key, id FROM entry ORDER BY id"))

    progress("derive", 0)
    middle = stage.middle("raw_listing")
    derivations = Derivations(stage, world, classified)
    in_halves(derivations, middle, lambda done: progress("derive", done), folder)
    links.add(derivations.links)

    progress("words", 0)
    words = Words(stage, world, regions, classified, derivations.inherited, links, writer)
    in_halves(words, middle, lambda done: progress("words", done), folder)
    keys = writer.graph()
    for key, phrases in stage.phrases():
        if key not in keys:
            writer.add_phrases(key, phrases)
