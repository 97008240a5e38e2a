"""What a batch may cost: each different word is judged once, and an answer has only so many bytes."""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, islice, product
from typing import Any

import orjson
import pytest
from flask.testing import FlaskClient

from adjudicator.api import routes
from adjudicator.api.operations import JSON, NDJSON
from adjudicator.core.model import Difference
from adjudicator.errors import ConfigError
from adjudicator.judging import bench
from adjudicator.judging.batch import FULL, TOO_MUCH, UNANSWERED
from adjudicator.judging.bench import Bench
from adjudicator.judging.service import Adjudicator
from adjudicator.runtime import current
from adjudicator.runtime.current import EXTENSION
from adjudicator.runtime.settings import MAX_ANSWER, Settings, settings
from adjudicator.server.app import create_app
from tests.conftest import WHOLE
from tests.web.test_edge import counts

VERDICTS = "/v1/rulesets/open/verdicts"
DETAILS = ["full", "reasons", "verdict"]
MEDIA = [JSON, NDJSON]
BOTH = [*product(DETAILS, MEDIA)] if WHOLE else [("full", JSON), ("reasons", NDJSON), ("verdict", JSON)]
"""Details with media types: all of them where sweeps are whole, and each at least once."""
HEAVY = ["break", "Cut", "they'll", "123", "zzz"]


def client_of(most: int) -> FlaskClient:
    """Return a client of an application whose answers have *most* bytes of verdicts."""
    app = create_app(chosen=Settings(max_answer=most))
    app.extensions[EXTENSION].get()
    return app.test_client()


def ask(client: FlaskClient, words: list[str], detail: str, media: str) -> list[dict[str, Any]]:
    """Return the answers to *words*."""
    response = client.post(VERDICTS, json={"words": words, "detail": detail}, headers={"Accept": media})
    assert response.status_code == 200
    if media == NDJSON:
        return [orjson.loads(line) for line in response.data.splitlines()]
    found: list[dict[str, Any]] = orjson.loads(response.data)["verdicts"]
    return found


@pytest.mark.parametrize(("detail", "media"), BOTH)
def test_no_more_bytes_than_allowed(service: Adjudicator, detail: str, media: str) -> None:
    """Verdicts come up to the bound; every word after has an error that says what to do, is in its place, and is counted as that."""
    most = {"full": 300_000, "reasons": 3_000, "verdict": 900}[detail]
    words = HEAVY * 300
    client = client_of(most)
    name = f'adjudicator_verdicts_total{{code="{UNANSWERED}",ruleset="open"}}'
    before = counts(client).get(name, 0)
    found = ask(client, words, detail, media)
    assert len(found) == len(words)
    refused = [each.get("error") == FULL for each in found]
    answered = refused.index(True)
    assert all(refused[answered:]) and answered > 3
    expected = [json.loads(service.under("open").answers([word], detail=detail).text) for word in HEAVY]  # type: ignore[arg-type]
    assert found[:answered] == (expected * 300)[:answered]
    assert [each["word"] for each in found[answered:]] == words[answered:]
    size = sum(
        len(json.dumps(each, separators=(",", ":"), ensure_ascii=False).encode()) for each in found[:answered]
    )
    assert most * 0.8 < size <= most
    assert counts(client)[name] == before + len(words) - answered


@pytest.mark.parametrize("media", MEDIA)
@pytest.mark.parametrize("detail", ["full", "reasons"])
def test_equal_words_are_judged_once(
    service: Adjudicator, monkeypatch: pytest.MonkeyPatch, detail: str, media: str
) -> None:
    """However often a word comes again, near or far, it is judged once a request, and answered and counted each time."""
    words = (HEAVY * 3 + ["once"]) * 60
    judged: Counter[str] = Counter()
    one = Bench.verdict_data

    def spied(self: Bench, word: str, *given: Any, **more: Any) -> Any:
        judged[word] += 1
        return one(self, word, *given, **more)

    client = client_of(1 << 30)
    before = counts(client)
    monkeypatch.setattr(Bench, "verdict_data", spied)
    found = ask(client, words, detail, media)
    monkeypatch.undo()
    bench = service.under("open")
    expected = {word: json.loads(bench.answers([word], detail=detail).text) for word in set(words)}  # type: ignore[arg-type]
    assert found == [expected[word] for word in words]
    assert judged and set(judged.values()) == {1}
    if detail == "full":
        assert judged.keys() == set(words)
    codes = Counter(expected[word].get("code", "bad-word") for word in words)
    if detail == "reasons":
        after = counts(client)
        for code, number in codes.items():
            name = f'adjudicator_verdicts_total{{code="{code}",ruleset="open"}}'
            assert after[name] - before.get(name, 0) == number


@pytest.mark.parametrize(("detail", "media"), BOTH)
def test_odd_words_are_paid_for(
    service: Adjudicator, monkeypatch: pytest.MonkeyPatch, detail: str, media: str
) -> None:
    """A word that is not plain takes a whole proof, however little is told of it. Some thousands of the longest proofs are given; the words
    after them have an error that says what to do, and plain ones are answered where that takes no proof. Where proofs are told in full, some
    80 MB, a tenth of them are given unless sweeps are whole.
    """
    share = 10 if detail == "full" and not WHOLE else 1
    monkeypatch.setattr(bench, "A_PROOF", bench.A_PROOF * share)
    monkeypatch.setattr(bench, "A_FINDING", bench.A_FINDING * share)
    marks = ("", "\u0301", "-", "'", "\u0300", "\u0308", "\u0302")
    odd = ["".join(chain(*zip("break", each, strict=True))) for each in product(marks, repeat=5)][
        1 : 7_000 // share + 1
    ]
    words = [*odd, "once"]
    client = client_of(1 << 30)
    name = f'adjudicator_verdicts_total{{code="{UNANSWERED}",ruleset="open"}}'
    before = counts(client).get(name, 0)
    found = ask(client, words, detail, media)
    assert [each["word"] for each in found] == words
    refused = [each.get("error") == TOO_MUCH for each in found]
    answered = refused.index(True)
    assert all(refused[answered:-1])
    assert 2_000 < answered * share < 5_000
    assert refused[-1] is (detail == "full")
    assert counts(client)[name] == before + sum(refused)


def test_ten_thousand_odd_words_of_the_usual_kind(service: Adjudicator) -> None:
    """Nobody who asks of words with hyphens or accents comes near the bound."""
    known = service.under("open").keys()
    keys = list(islice((key for key in known if len(key) > 2), 0, None, 50))[:10_000]
    found = ask(client_of(1 << 30), [f"{key[:1]}-{key[1:]}" for key in keys], "reasons", JSON)
    assert len(found) == 10_000
    assert not any("error" in each for each in found)


def test_long_json_comes_in_pieces(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """A long answer has no length beforehand, and is the same; a short one is sent whole."""
    words = HEAVY * 10
    sent = {"words": words, "detail": "full"}
    whole = client.post(VERDICTS, json=sent)
    assert int(whole.headers["Content-Length"]) == len(whole.data)
    monkeypatch.setattr(routes, "WHOLE", 100_000)
    streamed = client.post(VERDICTS, json=sent)
    assert "Content-Length" not in streamed.headers
    assert streamed.data == whole.data


def test_one_comparison_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """While rulesets are compared, another pair waits a moment and is then refused; a pair that was compared is answered."""
    app = create_app()
    known, other = "/v1/rulesets/boggle/diff/open", "/v1/rulesets/boggle/diff/word-whiz"
    first = app.test_client().get(known)
    begun, over = threading.Event(), threading.Event()

    def long(self: Bench, other: Bench) -> Iterator[Difference]:
        begun.set()
        assert over.wait(30)
        yield Difference("qi", "sense-admitted", "not-in-dictionary")

    monkeypatch.setattr(current, "COMPARING", 0.05)
    monkeypatch.setattr(Bench, "diff", long)
    with ThreadPoolExecutor(1) as pool:
        slow = pool.submit(app.test_client().get, other)
        assert begun.wait(30)
        refused = app.test_client().get("/v1/rulesets/open/diff/word-whiz")
        assert (refused.status_code, refused.get_json()["type"]) == (503, "urn:adjudicator:problem:busy")
        assert refused.headers["Retry-After"] == "2"
        assert app.test_client().get(known).get_json() == first.get_json()
        over.set()
        assert slow.result().get_json()["total"] == 1


def test_the_bound_is_no_word_s(service: Adjudicator) -> None:
    """A bound under which a word by itself might never be answered is refused at the start."""
    with pytest.raises(ConfigError, match=r"ADJUDICATOR_MAX_ANSWER: 999,999 bytes are fewer than 1,000,000"):
        settings({MAX_ANSWER: "999999"})
    assert settings({MAX_ANSWER: "1000000"}).max_answer == 1_000_000
