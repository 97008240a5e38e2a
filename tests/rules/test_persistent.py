"""Collections that share what is the same with those that they were made of."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from adjudicator.rules.persistent import PIECE, LayeredMapping, OrderedTexts
from tests.conftest import letters

STEPS = st.lists(
    st.tuples(st.integers(0, 3_000), st.integers(0, 1_500), st.booleans()), min_size=1, max_size=5
)
"""From which text on, of how many, and whether they are added or dropped: steps that cut pieces and empty them."""


def texts(start: int, count: int) -> list[str]:
    return [letters(number * 7 % 3_001) for number in range(start, start + count)]


@given(STEPS)
def test_layers_are_a_mapping(steps: list[tuple[int, int, bool]]) -> None:
    """Whatever is changed, they have what a plain mapping has after the same changes, and the ones before stay as they were."""
    plain = dict.fromkeys(texts(0, 500), -1)
    layered = LayeredMapping(dict(plain))
    for number, (start, count, adds) in enumerate(steps):
        changes = dict.fromkeys(texts(start, count), number if adds else None)
        before, were = layered, dict(plain)
        layered = before.with_changes(changes)
        plain = {key: value for key, value in {**plain, **changes}.items() if value is not None}
        assert before == were and len(before) == len(were)
        assert layered == plain and len(layered) == len(plain) and set(layered) == plain.keys()
        assert sorted(layered.values()) == sorted(plain.values())
        assert all((key in layered) == (key in plain) for key in changes)
        assert all(layered.get(key) == plain.get(key) for key in changes)


@given(STEPS)
def test_ordered_is_a_sorted_list(steps: list[tuple[int, int, bool]]) -> None:
    """Whatever is added and dropped, it has what a sorted list has, from anywhere on, and the ones before stay as they were."""
    plain: list[str] = []
    ordered = OrderedTexts()
    for start, count, adds in steps:
        some = texts(start, count)
        before, were = ordered, plain
        ordered = before.with_changes([] if adds else some, some if adds else [])
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
