"""The reader of lemminflect's table of inflections."""

from __future__ import annotations

import gzip
from pathlib import Path

from adjudicator.ingest.readers.lemminflect import read
from adjudicator.sources.records import RawForms


def forms(folder: Path, text: str) -> list[RawForms]:
    with gzip.open(folder / "infl_lu.csv.gz", "wt", encoding="utf-8") as file:
        file.write(text)
    return list(read(folder))


def test_alternatives_of_a_form_are_forms_each(tmp_path: Path) -> None:
    """``zorb,verb,zarb/zorbed,…`` gives zarb and zorbed; an empty place gives nothing."""
    assert forms(tmp_path, "zorb,verb,zarb/zorbed,zorben,,zorbs\n") == [
        RawForms("zorb", "verb", ("zarb", "zorbed", "zorben", "zorbs"))
    ]


def test_the_lemma_is_no_form_of_itself(tmp_path: Path) -> None:
    """An unchanged plural is left out, and a lemma with no other form altogether."""
    assert forms(tmp_path, "sheep,noun,sheep\nfish,noun,fish/fishes\n") == [
        RawForms("fish", "noun", ("fishes",))
    ]


def test_parts_of_speech_are_ours(tmp_path: Path) -> None:
    """adj and adv get our names; any other part of speech (aux) is left out."""
    found = forms(tmp_path, "bad,adj,worse,worst\nwell,adv,better\nbe,aux,is/are\n")
    assert [(record.lemma, record.pos) for record in found] == [("bad", "adjective"), ("well", "adverb")]
