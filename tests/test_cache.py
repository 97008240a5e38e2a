"""What is kept is bounded by its weight, and what was not asked for the longest goes first."""

from __future__ import annotations

from adjudicator.core.cache import LRUCache


def test_the_least_recently_used_go_first() -> None:
    """What was asked for last stays; more than may be kept is never kept, but for one thing by itself."""
    kept: LRUCache[str, str] = LRUCache(10)
    assert kept.put("a", "A", 4) == kept.put("b", "B", 4) == []
    assert kept.get("a") == "A"
    assert kept.put("c", "C", 4) == ["b"]
    assert (kept.get("a"), kept.get("b"), kept.get("c"), kept.weight, len(kept)) == ("A", None, "C", 8, 2)
    assert kept.put("a", "AA", 6) == [] and kept.weight == 10
    assert kept.put("d", "D", 50) == ["c", "a"] and kept.weight == 50
    assert kept.get("d") == "D"
    assert kept.drop("d") and not kept.drop("d") and kept.weight == len(kept) == 0


def test_two_kinds_share_the_same_bytes() -> None:
    """Each kind has keys of its own, and whichever was not asked for the longest goes first; who puts one in is told of its own kind alone."""
    words: LRUCache[str, str] = LRUCache(10)
    numbers: LRUCache[str, int] = words.beside()
    words.put("a", "A", 4)
    assert numbers.put("a", 1, 4) == []
    assert (words.get("a"), numbers.get("a"), len(words), len(numbers)) == ("A", 1, 1, 1)
    assert numbers.put("b", 2, 4) == []
    assert (words.get("a"), numbers.get("a"), words.weight) == (None, 1, 8)
    assert words.put("c", "C", 10) == [] and words.put("d", "D", 10) == ["c"]
    assert len(numbers) == 0 and numbers.weight == 10
    words.clear()
    assert words.weight == len(words) == 0
    numbers.most = 3
    assert words.most == 3


def test_what_grows_is_weighed_again() -> None:
    """A thing that grows counts with what it has come to, whenever something is put beside it or somebody says that it has grown."""
    weights = {"a": 2, "b": 2}
    kept: LRUCache[str, str] = LRUCache(10)
    for key in weights:
        kept.put(key, key, lambda key=key: weights[key])  # type: ignore[misc]
    assert kept.weight == 4
    weights["a"] = 7
    assert kept.put("c", "c", 2) == ["a"] and kept.weight == 4
    weights["b"] = 9
    kept.trim()
    assert (kept.get("b"), kept.get("c"), kept.weight) == (None, "c", 2)
    assert kept.drop("c") and kept.weight == 0
