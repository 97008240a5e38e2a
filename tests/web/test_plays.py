"""The seal of a play: when its judgement may leave is a tick that no word moves, and the server sends it on that tick."""

from __future__ import annotations

import asyncio
import json
import math
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask.testing import FlaskClient

from adjudicator.api import plays
from adjudicator.errors import BadWord
from adjudicator.server import beat
from adjudicator.server.beat import Beat
from tests.load.server import SERVICE, ServerProcess
from tests.load.wire import Wire, request

JUDGEMENTS = "/v1/rulesets/boggle/judgements"
BEGAN = 7.25 * plays.TICK


class Slow:
    """A bench, and a clock that stands still but for what judging takes: so many seconds a play."""

    def __init__(self, seconds: float) -> None:
        self.now = BEGAN
        self._seconds = seconds

    def clock(self) -> float:
        return self.now

    def acceptable(self, words: Sequence[str]) -> bool:
        self.now += self._seconds
        if "123" in words:
            raise BadWord("no letters")
        return "illegal" not in words


@pytest.mark.parametrize(
    ("words", "seconds", "due"),
    [
        (["trig"], 0.0, BEGAN + plays.HUNDRED),
        (["trig", "illegal"], 0.5 * plays.HUNDRED, BEGAN + plays.HUNDRED),
        (["trig"] * 101, 0.0, BEGAN + 2 * plays.HUNDRED),
        (["they'll"], 0.0, BEGAN + plays.HUNDRED + plays.ODD),
        (["they'll", "illegal", "caf\u00e9"], plays.ODD, BEGAN + plays.HUNDRED + 2 * plays.ODD),
        (["trig"], 2.5 * plays.TICK, BEGAN + 2.5 * plays.TICK),
    ],
)
def test_the_judgement_leaves_on_a_tick(
    monkeypatch: pytest.MonkeyPatch, words: list[str], seconds: float, due: float
) -> None:
    """The tick depends on how many words there are of which kind, and only where judging took longer on that."""
    bench, environ = Slow(seconds), {}  # type: ignore[var-annotated]
    monkeypatch.setattr(plays, "perf_counter", bench.clock)
    assert plays.acceptable(bench, words, environ) is ("illegal" not in words)  # type: ignore[arg-type]
    assert environ == {plays.LEAVES: math.ceil(due / plays.TICK)}


def test_many_judgements_leave_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """All plays of a request have the time of all their words, whichever of them were acceptable, and leave on one tick."""
    many = [["trig"] * 60, ["illegal", "they'll"], ["123"], ["trig"] * 60]
    for seconds in (0.0, plays.HUNDRED / 10):
        bench, environ = Slow(seconds), {}  # type: ignore[var-annotated]
        monkeypatch.setattr(plays, "perf_counter", bench.clock)
        found = plays.judgements(bench, many, environ)  # type: ignore[arg-type]
        assert [each["acceptable"] for each in found] == [True, False, None, True]
        assert environ == {plays.LEAVES: math.ceil((BEGAN + 2 * plays.HUNDRED + 2 * plays.ODD) / plays.TICK)}


def test_what_is_judged_of_many_depends_on_spelling_alone() -> None:
    """Plays beyond so many words, or so many odd ones, are refused whatever the words are worth."""
    for word, most in (
        ("trig", plays.MOST_WORDS),
        ("illegal", plays.MOST_WORDS),
        ("they'll", plays.MOST_ODD),
    ):
        found = plays.judgements(Slow(0.0), [[word] * 100] * 150, {})  # type: ignore[arg-type]
        judged = [each["acceptable"] is not None for each in found]
        assert judged == [True] * (most // 100) + [False] * (150 - most // 100)
        assert found[-1]["error"] == plays.TOO_MUCH


class Still:
    """A clock that stands until somebody sleeps by it."""

    def __init__(self, now: float) -> None:
        self.now = now
        self.slept: list[float] = []

    def perf_counter(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


def test_a_beat_wakes_on_the_tick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits is woken on the tick that was asked for or, where that is over, on the next; never between two."""
    clock = Still(10.0009)
    monkeypatch.setattr(beat, "time", clock)
    ticks = Beat(0.001)
    woken: list[tuple[int, int]] = []

    async def wait(tick: int) -> None:
        await ticks.reach(tick)
        woken.append((tick, round(clock.now / 0.001)))

    async def all_of_them() -> None:
        await asyncio.gather(*(wait(tick) for tick in (10_003, 1, 10_002, 10_003)))

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, all_of_them()).result()
    assert sorted(tick for tick, _ in woken) == [1, 10_002, 10_003, 10_003]
    assert all(at >= tick for tick, at in woken)
    assert clock.slept[0] == pytest.approx(0.0001)
    assert clock.slept[1:] == pytest.approx([0.001] * (len(clock.slept) - 1))
    assert len([each for each in threading.enumerate() if each is ticks._thread]) == 1


def test_many_plays_are_sealed(client: FlaskClient) -> None:
    """Each play of many is judged as it would be by itself: one answer for all of its words, and no hint which."""
    sent = [["trig", "zed"], ["trig", "zee"], ["They'll"], ["co-op"], ["trig", "123"]]
    response = client.post(JUDGEMENTS, json={"plays": sent})
    told = response.get_json()
    assert set(told) == {"ruleset", "judgements", "lexicon", "ruleset_digest"}
    alone = [client.post("/v1/rulesets/boggle/plays", json={"words": words}).get_json() for words in sent]
    assert [each["acceptable"] for each in told["judgements"]] == [
        *(each["acceptable"] for each in alone[:-1]),
        None,
    ]
    assert [set(each) for each in told["judgements"]] == [{"acceptable"}] * 4 + [{"acceptable", "error"}]
    assert response.headers["Cache-Control"] == "no-store" and "ETag" not in response.headers
    assert client.post(JUDGEMENTS, json={"plays": []}).get_json()["judgements"] == []


@pytest.mark.parametrize("sent", [[[]], [["trig"] * 101], [["trig"]] * 1_001, [["trig"], 3], ["trig"]])
def test_plays_that_cannot_be(client: FlaskClient, sent: object) -> None:
    """What is no list of plays is refused."""
    response = client.post(JUDGEMENTS, json={"plays": sent})
    assert response.status_code == 400
    assert response.get_json()["type"] == "urn:adjudicator:problem:bad-request"


def test_every_word_of_every_play_is_judged(client: FlaskClient, judged: list[str]) -> None:
    """Judging stops neither at a word that is not legal nor at a play that is not acceptable."""
    client.post(JUDGEMENTS, json={"plays": [["zee", "trig"], ["xyzzy", "zed"]]})
    assert judged == ["zee", "trig", "xyzzy", "zed"]


UNHURRIED = """
from adjudicator.api import plays
from adjudicator.cli.main import script

plays.ODD = 0.005
script()
"""
"""A server where a word that is not plain has fifty times what judging it takes, so that a busy machine has not used it up before the wait."""


@pytest.mark.usefixtures("shared_home")
def test_waiting_plays_hold_no_thread() -> None:
    """While a play waits for its tick, which comes late after many odd words, the only thread answers others."""
    odd = json.dumps({"plays": [["they'll"] * 100] * 4}).encode()
    batch = request("/v1/rulesets/boggle/verdicts", b'{"words":["trig"]}')
    with ServerProcess("-c", UNHURRIED, *SERVICE[2:], environment={"ADJUDICATOR_THREADS": "1"}) as server:
        waiting, others = (Wire(server.host, server.port) for _ in range(2))
        waiting.send(request(JUDGEMENTS, odd))
        with ThreadPoolExecutor(1) as pool:
            told = pool.submit(waiting.answer)
            for _ in range(3):
                assert others.ask(batch).status == 200
            assert not told.done()
    assert json.loads(told.result().body)["judgements"] == [{"acceptable": False}] * 4
