"""A server that is told to stop finishes what it has begun."""

from __future__ import annotations

import random
import signal
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import orjson
import pytest

from adjudicator.judging.service import Adjudicator
from tests.load.server import SERVICE, ServerProcess
from tests.load.wire import Answer, Wire, request

pytestmark = pytest.mark.usefixtures("shared_home")

RULESET = "boggle"
NDJSON = "application/x-ndjson"
WORDS = 2_000
REQUESTS = 4


def verdicts(answer: Answer) -> list[dict[str, object]]:
    """Return the verdicts of a whole answer, whichever form it has."""
    assert answer.status == 200
    if answer.fields["content-type"].startswith(NDJSON):
        return [orjson.loads(line) for line in answer.body.splitlines()]
    found: list[dict[str, object]] = orjson.loads(answer.body)["verdicts"]
    return found


def asked(words: Sequence[str], media: str) -> bytes:
    """Return a request for the full verdicts on *words*, as it is sent."""
    body = orjson.dumps({"words": words, "detail": "full"})
    return request(f"/v1/rulesets/{RULESET}/verdicts", body, Accept=media)


@pytest.mark.parametrize("workers", [1, 2])
def test_answers_what_it_accepted(service: Adjudicator, workers: int) -> None:
    """SIGTERM while batches of thousands of full verdicts are being made, some of which wait for a thread: every one is answered in full,
    and the server then ends with 0. The connections have served a request before, so each of them was accepted.
    """
    keys = list(service.under(RULESET).keys())
    chance = random.Random(2026)
    lists = [chance.sample(keys, WORDS) for _ in range(REQUESTS)]
    with (
        ServerProcess(*SERVICE, "--workers", str(workers)) as server,
        ThreadPoolExecutor(REQUESTS) as readers,
    ):
        wires = [Wire(server.host, server.port) for _ in lists]
        assert [wire.ask(request("/healthz")).status for wire in wires] == [200] * REQUESTS
        for number, (wire, words) in enumerate(zip(wires, lists, strict=True)):
            wire.send(asked(words, NDJSON if number % 2 else "application/json"))
        reading = [readers.submit(wire.answer) for wire in wires]
        time.sleep(0.1)
        server.process.send_signal(signal.SIGTERM)
        unfinished = sum(not each.done() for each in reading)
        answers = [each.result() for each in reading]
        assert (server.ended(), server.log()) == (0, "")
    assert unfinished > 1
    for words, answer in zip(lists, answers, strict=True):
        assert [each["word"] for each in verdicts(answer)] == words
    some = verdicts(answers[0])[0]
    assert some == service.under(RULESET).verdict_data(lists[0][0]) | {"suggestions": some["suggestions"]}
