"""Batches, sealed plays, word search and comparison over HTTP."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from adjudicator.api.operations import NDJSON
from adjudicator.judging.service import Adjudicator
from adjudicator.judging.shapes import Detail
from adjudicator.lexicon.search import Criteria

WORDS = ["trig", "Zee", "they'll", "café", "123", "", "xyzzy", "zee", "quo"]
VERDICTS = "/v1/rulesets/boggle/verdicts"
PLAYS = "/v1/rulesets/boggle/plays"
SEARCH = "/v1/rulesets/boggle/words"


@pytest.mark.parametrize("detail", ["full", "reasons", "verdict"])
def test_a_batch_is_its_words(client: FlaskClient, service: Adjudicator, detail: Detail) -> None:
    """A batch answers in order what each word answers by itself, without near misses; what is no word says so in its place."""
    response = client.post(VERDICTS, json={"words": WORDS, "detail": detail})
    assert response.status_code == 200
    told = response.get_json()
    assert told["lexicon"] == response.headers["Adjudicator-Lexicon"] == service.lexicon.digest
    assert (
        told["ruleset_digest"]
        == response.headers["Adjudicator-Ruleset"]
        == service.under("boggle").ruleset.digest
    )
    assert (told["ruleset"], told["detail"]) == ("boggle", detail)
    assert [each["word"] for each in told["verdicts"]] == WORDS
    for word, answer in zip(WORDS, told["verdicts"], strict=True):
        if word in ("123", ""):
            assert set(answer) == {"word", "error"}
        else:
            assert answer == service.under("boggle").verdict_data(word, detail=detail, suggest=False)


@pytest.mark.parametrize("detail", ["full", "reasons", "verdict"])
def test_a_batch_by_lines(client: FlaskClient, detail: str) -> None:
    """As lines the answers are the same; they come in pieces, and the head names what judged."""
    words = WORDS * 200
    whole = client.post(VERDICTS, json={"words": words, "detail": detail}).get_json()
    response = client.post(VERDICTS, json={"words": words, "detail": detail}, headers={"Accept": NDJSON})
    assert response.mimetype == NDJSON
    assert "Content-Length" not in response.headers
    assert response.headers["Adjudicator-Ruleset"] == whole["ruleset_digest"]
    assert [json.loads(line) for line in response.text.splitlines()] == whole["verdicts"]


def test_an_empty_batch(client: FlaskClient) -> None:
    """No words, no answers."""
    assert client.post(VERDICTS, json={"words": []}).get_json()["verdicts"] == []
    assert client.post(VERDICTS, json={"words": []}, headers={"Accept": NDJSON}).text == ""


BODIES: list[tuple[Any, str]] = [
    ({"words": ["a"] * 10_001}, "10000"),
    ({"words": "trig"}, "words"),
    ({"words": ["trig", 3]}, "words[1]"),
    ({"words": ["trig"], "detail": "all"}, "detail"),
    ({"words": ["trig"], "details": "full"}, "details"),
    ({}, "words"),
    ([], "object"),
    ("trig", "object"),
]


@pytest.mark.parametrize(("body", "named"), BODIES)
def test_bodies_that_cannot_be(client: FlaskClient, body: Any, named: str) -> None:
    """A body that is not what the call takes is refused, and the refusal says where it is wrong."""
    response = client.post(VERDICTS, json=body)
    assert response.status_code == 400
    problem = response.get_json()
    assert problem["type"] == "urn:adjudicator:problem:bad-request"
    assert named in problem["detail"]


@pytest.mark.parametrize(
    "data", [b"", b"{", b'{"words": ["\xff"]}', b'{"words": ["\\ud800"]}', b"[" * 100_000, b"NaN"]
)
def test_bodies_that_are_no_json(client: FlaskClient, data: bytes) -> None:
    """So is one that is no JSON at all."""
    response = client.post(VERDICTS, data=data, content_type="application/json")
    assert response.status_code == 400
    assert response.get_json()["type"] == "urn:adjudicator:problem:bad-request"


def test_bodies_of_another_kind(client: FlaskClient) -> None:
    """And one that does not say that it is JSON."""
    response = client.post(VERDICTS, data="words=trig", content_type="application/x-www-form-urlencoded")
    assert response.status_code == 415
    assert "application/json" in response.get_json()["detail"]


@pytest.mark.parametrize(
    ("words", "acceptable"),
    [(["trig", "zed"], True), (["trig", "zee"], False), (["They'll"], False), (["co-op"], True)],
)
def test_a_play_is_sealed(client: FlaskClient, words: list[str], acceptable: bool) -> None:
    """A play has one answer, which names none of its words, and no cache keeps it."""
    response = client.post(PLAYS, json={"words": words})
    told = response.get_json()
    assert told["acceptable"] is acceptable
    assert set(told) == {"ruleset", "acceptable", "lexicon", "ruleset_digest"}
    assert response.headers["Cache-Control"] == "no-store" and "ETag" not in response.headers
    assert not any(word.lower() in response.text.lower() for word in words)


def test_a_play_needs_words(client: FlaskClient) -> None:
    """A play of no words, of too many or of what is none is a bad request."""
    for words, kind in (([], "bad-request"), (["trig"] * 101, "bad-request"), (["trig", "123"], "bad-word")):
        response = client.post(PLAYS, json={"words": words})
        assert response.status_code == 400
        assert response.get_json()["type"] == f"urn:adjudicator:problem:{kind}"


def test_every_word_of_a_play_is_judged(client: FlaskClient, judged: list[str]) -> None:
    """Judging does not stop at the first word that is not legal: the time would tell where it stands."""
    words = ["zee", "trig", "xyzzy", "zed"]
    assert client.post(PLAYS, json={"words": words}).get_json()["acceptable"] is False
    assert judged == words


def pages(client: FlaskClient, address: str | None, member: str) -> Iterator[list[Any]]:
    """Follow the pages from *address* to the last."""
    while address:
        response = client.get(address)
        assert response.status_code == 200, response.text
        page = response.get_json()
        yield page[member]
        address = page["next"]


@pytest.mark.parametrize(
    ("query", "criteria"),
    [
        ("pattern=q%3F%3F", {"pattern": "q??"}),
        ("prefix=tri&length=5", {"prefix": "tri", "length": 5}),
        ("anagram=tr%3Fg", {"anagram": "tr?g"}),
        ("pattern=*z*z*&limit=7", {"pattern": "*z*z*"}),
    ],
)
def test_search_is_the_services(
    client: FlaskClient, service: Adjudicator, query: str, criteria: dict[str, Any]
) -> None:
    """All pages together are what the service finds, in order, each once."""
    found = [word for page in pages(client, f"{SEARCH}?{query}", "words") for word in page]
    assert found == list(service.under("boggle").search(Criteria.of(**criteria)))
    assert found == sorted(set(found)) != []


def test_search_by_code_and_region(client: FlaskClient, service: Adjudicator) -> None:
    """Words can be found by the code that settles them and by where their spelling belongs."""
    american = client.get(f"{SEARCH}?code=american-spelling&prefix=colo").get_json()["words"]
    assert "color" in american
    assert all(service.verdict(word).decisive.code == "american-spelling" for word in american)
    british = client.get(f"{SEARCH}?region=british&prefix=colo").get_json()["words"]
    assert "colour" in british and "cold" not in british
    both = client.get(f"{SEARCH}?region=both&prefix=tri&limit=1000").get_json()["words"]
    assert "trig" in both and not set(both) & set(british)
    assert client.get(f"{SEARCH}?code=house-allowed").get_json()["words"] == []


def test_pages_go_on_after_a_word(client: FlaskClient) -> None:
    """A page starts after any word, there or not, and the last says that it is the last."""
    page = client.get(f"{SEARCH}?after=zyg&limit=5").get_json()
    assert page["words"] and all(word > "zyg" for word in page["words"])
    assert client.get(f"{SEARCH}?after=zzzzzzzzz").get_json() | {"words": []} == {
        **page,
        "words": [],
        "next": None,
    }


@pytest.mark.parametrize(
    ("query", "kind"),
    [
        ("pattern=%5Ba-z%5D", "bad-search"),
        ("prefix=a*", "bad-search"),
        ("anagram=a1", "bad-search"),
        ("code=nosuch", "bad-search"),
        ("length=0", "bad-parameter"),
        ("length=three", "bad-parameter"),
        ("limit=1001", "bad-parameter"),
        ("limit=10&limit=20", "bad-parameter"),
        ("region=martian", "bad-parameter"),
        ("after=A", "bad-parameter"),
        ("pattern=", "bad-parameter"),
        ("patern=a", "unknown-parameter"),
    ],
)
def test_searches_that_cannot_be(client: FlaskClient, query: str, kind: str) -> None:
    """A search that cannot be read is refused; nothing is ignored."""
    response = client.get(f"{SEARCH}?{query}")
    assert response.status_code == 400
    assert response.get_json()["type"] == f"urn:adjudicator:problem:{kind}"


def test_diff_is_the_services(client: FlaskClient, service: Adjudicator) -> None:
    """All pages of a comparison together are the service's, with the code under each."""
    found = [
        each
        for page in pages(client, "/v1/rulesets/boggle/diff/word-whiz?limit=1000&after=x", "differences")
        for each in page
    ]
    expected = [
        each._asdict() for each in service.under("boggle").diff(service.under("word-whiz")) if each.key > "x"
    ]
    assert found == expected != []
    page = client.get("/v1/rulesets/boggle/diff/open?limit=1").get_json()
    assert page["total"] == sum(1 for _ in service.under("boggle").diff(service.under("open")))
    assert (page["left"], page["right"]) == ("boggle", "open")
    same = client.get("/v1/rulesets/open/diff/open").get_json()
    assert (same["total"], same["differences"], same["next"]) == (0, [], None)


@pytest.mark.parametrize("path", [f"{SEARCH}?prefix=tri", "/v1/rulesets/boggle/diff/open?limit=3"])
def test_pages_revalidate(client: FlaskClient, path: str) -> None:
    """A page that has not changed need not be sent again."""
    first = client.get(path)
    assert client.get(path, headers={"If-None-Match": first.headers["ETag"]}).status_code == 304


@pytest.mark.parametrize("method", ["post", "get"])
@pytest.mark.parametrize("path", ["verdicts", "plays", "words", "diff/open"])
def test_unknown_ruleset_everywhere(client: FlaskClient, path: str, method: str) -> None:
    """Whatever is asked of a ruleset that there is not: 404, and which there are."""
    address = f"/v1/rulesets/nosuch/{path}"
    if (method == "post") != (path in ("verdicts", "plays")):
        assert getattr(client, method)(address).status_code == 405
        return
    response = client.post(address, json={"words": ["trig"]}) if method == "post" else client.get(address)
    assert response.status_code == 404
    assert "boggle" in response.get_json()["detail"]
