"""What is kept is bounded by its weight, and what was not asked for the longest goes first."""

from __future__ import annotations

from adjudicator.keeping import Kept


def test_the_least_recently_used_go_first() -> None:
    """What was asked for last stays; more than may be kept is never kept, but for one thing by itself."""
    kept: Kept[str, str] = Kept(10)
    assert kept.put("a", "A", 4) == kept.put("b", "B", 4) == []
    assert kept.get("a") == "A"
    assert kept.put("c", "C", 4) == ["b"]
    assert (kept.get("a"), kept.get("b"), kept.get("c"), kept.weight, len(kept)) == ("A", None, "C", 8, 2)
    assert kept.put("a", "AA", 6) == [] and kept.weight == 10
    assert kept.put("d", "D", 50) == ["c", "a"] and kept.weight == 50
    assert kept.get("d") == "D"
    assert kept.drop("d") and not kept.drop("d") and kept.weight == len(kept) == 0
