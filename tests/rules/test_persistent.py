"""Collections that share what is the same with those that they were made of."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from adjudicator.rules.persistent import PART, PIECE, Ordered, Parts
from tests.conftest import letters

STEPS = st.lists(
    st.tuples(st.integers(0, 3_000), st.integers(0, 1_500), st.booleans()), min_size=1, max_size=5
)
"""From which text on, of how many, and whether they are added or dropped: steps that cut pieces, empty them and need more parts."""


def texts(start: int, count: int) -> list[str]:
    return [letters(number * 7 % 3_001) for number in range(start, start + count)]


@given(STEPS)
def test_parts_are_a_mapping(steps: list[tuple[int, int, bool]]) -> None:
    """Whatever is changed, they have what a plain mapping has after the same changes, and the ones before stay as they were."""
    plain: dict[str, int] = {}
    parts: Parts[int] = Parts(plain)
    for number, (start, count, adds) in enumerate(steps):
        changes = dict.fromkeys(texts(start, count), number if adds else None)
        before, were = parts, dict(plain)
        parts = before.changed(changes)
        plain = {key: value for key, value in {**plain, **changes}.items() if value is not None}
        assert before == were and len(before) == len(were)
        assert parts == plain and len(parts) == len(plain) and set(parts) == plain.keys()
        assert sorted(parts.values()) == sorted(plain.values())
        assert all((key in parts) == (key in plain) for key in changes)
        assert all(key in parts.parts[hash(key) & parts.mask] for key in plain)


def test_parts_stay_small() -> None:
    """However a mapping has grown, a change copies some hundred keys."""
    parts: Parts[int] = Parts({})
    for start in range(0, 40_000, 500):
        parts = parts.changed({letters(number): number for number in range(start, start + 500)})
    assert len(parts) == 40_000
    assert max(map(len, parts.parts)) < 4 * PART


@given(STEPS)
def test_ordered_is_a_sorted_list(steps: list[tuple[int, int, bool]]) -> None:
    """Whatever is added and dropped, it has what a sorted list has, from anywhere on, and the ones before stay as they were."""
    plain: list[str] = []
    ordered = Ordered()
    for start, count, adds in steps:
        some = texts(start, count)
        before, were = ordered, plain
        ordered = before.changed([] if adds else some, some if adds else [])
        plain = sorted({*plain, *some} if adds else {*plain} - {*some})
        assert list(before) == were
        assert list(ordered) == plain and len(ordered) == len(plain)
        for text in (*some[:3], "", "m", "~"):
            assert ordered.rank(text) == sum(each < text for each in plain)
            assert [each for piece in ordered.pieces(text) for each in piece] == [
                each for each in plain if each >= text
            ]
            assert (text in ordered) == (text in plain)
        assert all(0 < len(piece) <= 2 * PIECE for piece in ordered.pieces())
