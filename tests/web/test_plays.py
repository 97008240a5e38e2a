"""The seal of a play: the judgement is ready on a tick that no word moves."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from adjudicator.api import plays


class Clock:
    """A clock that goes on by a tenth of a tick at every look, and by what judging takes."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += plays.TICK / 10
        return self.now


class Slow:
    """A bench that takes its time over a play, and says whether it was asked of every word."""

    def __init__(self, clock: Clock, ticks: float) -> None:
        self._clock = clock
        self._ticks = ticks

    def acceptable(self, words: Sequence[str]) -> bool:
        self._clock.now += self._ticks * plays.TICK
        return "illegal" not in words


@pytest.mark.parametrize(
    ("words", "ticks", "leaves"),
    [
        (["trig"], 0.0, 1),
        (["trig", "illegal"], 0.3, 1),
        (["trig"] * 100, 0.7, 1),
        (["they'll"], 0.0, 1 + plays.ODD),
        (["they'll", "illegal", "caf\u00e9"], 3.0, 1 + 2 * plays.ODD),
        (["trig"], 2.5, 3),
    ],
)
def test_the_judgement_is_ready_on_a_tick(
    monkeypatch: pytest.MonkeyPatch, words: list[str], ticks: float, leaves: int
) -> None:
    """The tick depends on how many words there are of which kind, and only where judging took longer on that."""
    clock = Clock()
    monkeypatch.setattr(plays, "perf_counter", clock)
    found = plays.acceptable(Slow(clock, ticks), words)  # type: ignore[arg-type]
    assert found is ("illegal" not in words)
    began = plays.TICK / 10
    assert leaves <= round((clock.now - began) / plays.TICK, 6) <= leaves + 0.2
