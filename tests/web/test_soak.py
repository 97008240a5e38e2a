"""A short soak: two workers under load while their lexicon is exchanged, every answer checked. ``make soak`` is the long one."""

from __future__ import annotations

from pathlib import Path

from adjudicator.ingest.build import build
from tests.benchmarks.soak import report, soak
from tests.conftest import small_config, small_sources

WORDS = 1_000


def test_soak(tmp_path: Path) -> None:
    """While lexicons are exchanged, by a look or by SIGHUP, no request fails and no answer mixes two; both are seen at work."""
    config = small_config(tmp_path / "config")
    source = tmp_path / "lexicon.sqlite"
    build(small_sources(tmp_path / "sources", config, WORDS), source, lambda *_: None, config=config)
    outcome = soak(source, tmp_path, seconds=3.0, every=0.8, peak=0.4, share=0.4)
    told = "\n".join(report(outcome))
    assert (outcome.tally.errors, outcome.tally.mixed) == (0, 0), told
    assert outcome.log == "", outcome.log
    assert len(outcome.swaps) >= 3
    assert {turn.lexicon for turn in outcome.tally.turns} == {swap.lexicon for swap in outcome.swaps}, told
    assert outcome.tally.asked.keys() >= {"cold", "warm", "revalidated", "batch of 2000", "NDJSON of 2000"}
