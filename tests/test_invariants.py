"""What holds for every common word, whatever sources the lexicon has. ``make test-sources`` runs this with more of them."""

from __future__ import annotations

import tomllib
from itertools import takewhile

from wordfreq import top_n_list, zipf_frequency

from adjudicator.judging.service import Adjudicator
from adjudicator.resources import config_dir

COMMON = 3.5


def test_no_word_of_all_english_is_american(adjudicator: Adjudicator) -> None:
    """No common word that SCOWL lists, in lower case, for English everywhere is called American, by its
    region or by a verdict; but for what ``regions.toml`` says with a reason.
    """
    with adjudicator.lexicon.reading() as db:
        listed = db.execute(
            "SELECT key FROM listing WHERE source = 'scowl' AND category = 'words' AND display = key "
            "AND ' ' || spellings LIKE '% english:%'"
        ).fetchall()
    curated = tomllib.loads((config_dir() / "regions.toml").read_text(encoding="utf-8"))["american"]
    boggle = adjudicator.under("boggle").compiled
    frequent = set(takewhile(lambda word: zipf_frequency(word, "en") >= COMMON, top_n_list("en", 100_000)))
    common = [key for (key,) in listed if key not in curated and key in frequent]
    assert len(common) > 10_000
    assert [
        key
        for key in common
        if adjudicator.lexicon.region(key) == "american" or boggle.code(key) == "american-spelling"
    ] == []
