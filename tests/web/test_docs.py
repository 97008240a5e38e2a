"""The documentation shows the whole OpenAPI document, keeps the pages' policy, and its forms lead to the operations alone."""

from __future__ import annotations

import argparse
import json
import re
import shlex
from typing import Any
from urllib.parse import urlsplit

import pytest
from bs4 import BeautifulSoup, Tag
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from adjudicator.api.openapi import complete
from adjudicator.core.spelling import MAX_WORD
from adjudicator.web import docs
from adjudicator.web.docs import OPERATION, TOKEN, Call, calls_of
from tests.sample import Sample

pytestmark = pytest.mark.usefixtures("answered")

HOSTILE = "\"'><script>alert(1)</script><img src=x onerror=a>`&lt;`"
STRUCTURE = ("$ref", "operationId", "name", "in", "type", "openapi", "tags", "pattern", "required")
KNOWN = calls_of(complete())
PLAIN = [each for each in KNOWN.values() if each.is_plain]
OTHERS = [each for each in KNOWN.values() if not each.is_plain]
RULESETS = ["boggle", "open"]
CURL = argparse.ArgumentParser()
"""Reads a line for a shell as curl does."""
CURL.add_argument("command")
CURL.add_argument("address")
CURL.add_argument("-X", dest="method")
CURL.add_argument("-H", dest="fields", action="append", default=[])
CURL.add_argument("--data-raw", dest="body")


def name(call: Call) -> str:
    return call.id


def page(client: FlaskClient, **headers: str) -> BeautifulSoup:
    """Return the page."""
    response = client.get("/docs", headers=headers)
    assert response.status_code == 200
    assert response.mimetype == "text/html"
    return BeautifulSoup(response.text, "html.parser")


SHOWN: dict[str, BeautifulSoup] = {}


def shown(client: FlaskClient, host: str = "localhost") -> BeautifulSoup:
    """Return the page as everybody sees it: it is long, and so read once for all tests of a call."""
    if host not in SHOWN:
        SHOWN[host] = page(client, Host=host)
    return SHOWN[host]


def tried(client: FlaskClient, **query: str) -> TestResponse:
    """Return what a form with these fields gets."""
    return client.get("/docs/try", query_string=query)


def starting(call: Call, sample: Sample) -> dict[str, str]:
    """Return what the fields of a call start with, save for the ids that only a ledger can give."""
    return call.initial_values(RULESETS) | sample.first(call.path, call.method.upper())


def promised(call: Call) -> str:
    """Return the status of a call that does what it is for."""
    return next(status for status in call.responses if status.startswith("2"))


def served(monkeypatch: pytest.MonkeyPatch, document: dict[str, Any]) -> None:
    """Let the page show *document*."""
    known = document, calls_of(document)
    monkeypatch.setattr(docs, "_known", lambda: known)


@pytest.mark.parametrize("call", KNOWN.values(), ids=name)
def test_every_operation_is_shown(client: FlaskClient, call: Call) -> None:
    """Each operation has an anchor, a line in the contents, its address, its parameters as labelled fields, and its answers."""
    soup = shown(client)
    part = soup.find(id=call.id)
    assert isinstance(part, Tag)
    assert soup.select_one(f'nav a[href="#{call.id}"]')
    text = " ".join(part.get_text().split())
    assert call.summary.replace("`", "") in text and f"{call.method} {call.path}" in text
    labels = {str(each["for"]) for each in part.select("label")}
    fields = {str(each["id"]) for each in part.select("select, textarea, input:not([type=hidden])")}
    assert labels == fields
    assert {f"{call.id}-{each.name}" for each in call.parameters} <= fields
    for status, told in call.responses.items():
        assert any(status == each.get_text() for each in part.select("dt"))
        for schema in (
            each["schema"] for each in told.get("content", {}).values() if "$ref" in each["schema"]
        ):
            model = schema["$ref"].rsplit("/", 1)[-1]
            assert part.select(f'dd a[href="#model-{model}"]')


def test_nothing_is_left_out() -> None:
    """What the page knows are all operations of the document."""
    methods = complete()["paths"].values()
    assert KNOWN.keys() == {each["operationId"] for named in methods for each in named.values()}


def test_every_model_is_shown_once(client: FlaskClient) -> None:
    """Each model of the document has one entry with all of its members, or all of the values that it names."""
    entries = shown(client).find_all(id=re.compile("^model-"))
    assert len(entries) == len({each["id"] for each in entries})
    by_id = {each["id"]: each for each in entries}
    for model, schema in complete()["components"]["schemas"].items():
        entry = by_id[f"model-{model}"]
        members = [each.get_text() for each in entry.select("dt")]
        assert members == list(schema.get("properties", schema.get("enum", ())))


def test_links_lead_somewhere_here(client: FlaskClient) -> None:
    """Every link, form and file of the page is of this host, every fragment is there, and no id comes twice."""
    soup = shown(client)
    ids = [str(each["id"]) for each in soup.find_all(id=True)]
    assert len(ids) == len(set(ids))
    targets = [
        str(each[attribute])
        for attribute in ("href", "src", "action", "formaction")
        for each in soup.find_all(attrs={attribute: True})
    ]
    assert targets
    for target in targets:
        split = urlsplit(target)
        assert not split.scheme and not split.netloc and target.startswith(("/", "#"))
        if target.startswith("#"):
            assert target[1:] in ids
        elif split.path != "/docs/try":
            assert client.get(target).status_code == 200


def test_nothing_inline(client: FlaskClient) -> None:
    """The page has no inline script or style, and its scripts make no markup of text: it keeps the policy that it is sent with."""
    soup = shown(client)
    assert "default-src 'self'" in client.get("/docs").headers["Content-Security-Policy"]
    assert not soup.find_all("style") and not soup.find_all(style=True)
    assert not [each for each in soup.find_all(True) if any(key.startswith("on") for key in each.attrs)]
    scripts = soup.find_all("script")
    assert scripts
    for script in scripts:
        assert isinstance(script, Tag) and not script.get_text()
        code = client.get(str(script["src"]))
        assert code.mimetype == "text/javascript"
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|Function\(", code.text
        )


def test_everything_is_escaped(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever text the document has, and whatever host is asked for, stands on the page as text."""

    def spoiled(value: Any, key: str = "") -> Any:
        if isinstance(value, dict):
            return {each: spoiled(held, each) for each, held in value.items()}
        if isinstance(value, list):
            return value if key in STRUCTURE else [spoiled(each, key) for each in value]
        return value + HOSTILE if isinstance(value, str) and key not in STRUCTURE else value

    document = spoiled(complete())
    schema = document["components"]["schemas"].popitem()[1]
    document["components"]["schemas"][HOSTILE] = {**schema, "properties": {HOSTILE: {"type": HOSTILE}}}
    search = document["paths"]["/v1/rulesets/{ruleset}/words"]["get"]
    search["parameters"].append(
        {"name": HOSTILE, "in": "query", "schema": {"type": HOSTILE, "pattern": HOSTILE}}
    )
    served(monkeypatch, document)
    response = client.get("/docs", headers={"Host": "here'><script>alert(1)</script>"})
    assert response.status_code == 200
    for text in (response.text, client.get("/docs").text):
        soup = BeautifulSoup(text, "html.parser")
        assert "<script>" not in text and "<img src=x" not in text
        assert not soup.select("[onerror]")
    assert HOSTILE.replace("`", "") in BeautifulSoup(client.get("/docs").text, "html.parser").get_text()


def test_rulesets_are_offered(client: FlaskClient) -> None:
    """A ruleset is typed, since a house list is one, too; those that the server knows are offered."""
    soup = shown(client)
    known = [each["id"] for each in client.get("/v1/rulesets").get_json()]
    assert [each.get_text() for each in soup.select("datalist#rulesets option")] == known
    fields = soup.select('input[list="rulesets"]')
    assert {"judge_word-ruleset", "diff_rulesets-left", "diff_rulesets-right"} <= {
        each["id"] for each in fields
    }
    assert [each["value"] for each in soup.select("#diff_rulesets input[list]")] == ["boggle", "open"]


def test_few_values_are_chosen(client: FlaskClient) -> None:
    """A parameter of few values is chosen, its default first chosen; without a default it may be left out."""
    soup = shown(client)
    details = soup.select("select#judge_word-detail option")
    assert [each.get_text() for each in details if each.has_attr("selected")] == ["full"]
    regions = soup.select("select#search_words-region option")
    assert regions[0]["value"] == "" and regions[0].has_attr("selected") and len(regions) > 3


@pytest.mark.parametrize("call", OTHERS, ids=name)
def test_other_forms_work(client: FlaskClient, writer: FlaskClient, sample: Sample, call: Call) -> None:
    """What a form without JavaScript cannot send is answered as the document promises, with the fields and the body that it starts with."""
    form = shown(client).select_one(f"#{call.id} form")
    assert isinstance(form, Tag)
    assert form.select_one("button[type=submit][disabled]") and form.find("noscript")
    field = form.find(id=f"{call.id}-body")
    given = starting(call, sample)
    response = writer.open(
        call.address(given),
        method=call.method,
        headers={**call.head(given), **sample.authorization},
        data=field.get_text() if isinstance(field, Tag) else None,
    )
    assert str(response.status_code) == promised(call), response.text


def test_bodies_are_examples() -> None:
    """A body is made of the members that it must have, or else of those that the document has examples of."""
    assert KNOWN["set_precedent"].body == '{"slug": "sunday"}'
    assert KNOWN["edit_house"].body == '{"entries": [{"word": "yeet", "effect": "allow"}]}'


@pytest.mark.parametrize("call", PLAIN, ids=name)
def test_try_works(client: FlaskClient, common_sample: Sample, call: Call) -> None:
    """A form as it starts leads with 303 to its operation's address, which answers 200."""
    form = shown(client).select_one(f"#{call.id} form")
    assert isinstance(form, Tag) and form["action"] == "/docs/try" and form["method"] == "get"
    fields = {str(each["name"]): str(each["value"]) for each in form.select("input[name]")}
    for choice in form.select("select[name]"):
        option = choice.select_one("option[selected]")
        assert option is not None
        fields[str(choice["name"])] = str(option.get("value", option.get_text()))
    response = tried(client, **fields | common_sample.first(call.path))
    assert response.status_code == 303
    assert response.headers["Location"] == call.address(starting(call, common_sample))
    assert client.get(response.headers["Location"]).status_code == 200


@pytest.mark.parametrize(
    ("given", "address"),
    [
        ({"word": "zee"}, "/v1/rulesets/boggle/words/zee"),
        ({"word": "zee", "detail": "full"}, "/v1/rulesets/boggle/words/zee"),
        ({"word": "zee", "detail": "verdict"}, "/v1/rulesets/boggle/words/zee?detail=verdict"),
        ({"word": "zee", "detail": "a&b=c#d"}, "/v1/rulesets/boggle/words/zee?detail=a%26b%3Dc%23d"),
        ({"word": "café au lait"}, "/v1/rulesets/boggle/words/caf%C3%A9%20au%20lait"),
        ({"word": "and/or"}, "/v1/rulesets/boggle/words/and%2For"),
        ({"word": "//evil.example"}, "/v1/rulesets/boggle/words/%2F%2Fevil.example"),
        ({"word": "https://evil.example"}, "/v1/rulesets/boggle/words/https%3A%2F%2Fevil.example"),
        ({"word": "\\\\evil.example"}, "/v1/rulesets/boggle/words/%5C%5Cevil.example"),
        ({"word": "../../x"}, "/v1/rulesets/boggle/words/..%2F..%2Fx"),
        ({"word": "a\r\nSet-Cookie: a=b"}, "/v1/rulesets/boggle/words/a%0D%0ASet-Cookie%3A%20a%3Db"),
        ({"word": "a\x00?b#c"}, "/v1/rulesets/boggle/words/a%00%3Fb%23c"),
        ({"ruleset": "//evil.example", "word": "a"}, "/v1/rulesets/%2F%2Fevil.example/words/a"),
        ({"ruleset": "{word}", "word": "{ruleset}"}, "/v1/rulesets/%7Bword%7D/words/%7Bruleset%7D"),
    ],
)
def test_try_leads_to_the_operation(client: FlaskClient, given: dict[str, str], address: str) -> None:
    """Whatever the fields hold stays a segment or a value of the operation's own address, on this host."""
    response = tried(client, operation="judge_word", **{"ruleset": "boggle", **given})
    assert response.status_code == 303
    assert response.headers["Location"] == address
    assert "Set-Cookie" not in response.headers
    assert response.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ({}, "No operation is named"),
        ({"operation": "nosuch"}, "'nosuch'"),
        ({"operation": "//evil.example"}, "There is no operation"),
        ({"operation": "judge_words", "ruleset": "boggle"}, "POST"),
        ({"operation": "list_tokens", "slug": "sunday"}, "needs a token"),
        ({"operation": "judge_word", "ruleset": "boggle"}, "word is missing"),
        ({"operation": "judge_word", "ruleset": "boggle", "word": ""}, "word is missing"),
        ({"operation": "judge_word", "word": "trig"}, "ruleset is missing"),
        ({"operation": "judge_word", "ruleset": "..", "word": "trig"}, "ruleset cannot be '..'"),
        ({"operation": "judge_word", "ruleset": "boggle", "word": "."}, "word cannot be '.'"),
        ({"operation": "judge_word", "ruleset": "boggle", "word": "a" * (MAX_WORD + 1)}, "word is too long"),
        (
            {"operation": "judge_word", "ruleset": "boggle", "word": "a", "next": "//evil.example"},
            "Unknown: 'next'",
        ),
        ({"operation": "list_rulesets", "word": "a"}, "Unknown: 'word'"),
    ],
)
def test_try_refuses(client: FlaskClient, query: dict[str, str], told: str) -> None:
    """What makes no address gets 400 with the reason, for programs and for people, and leads nowhere."""
    problem = tried(client, **query)
    assert problem.status_code == 400
    assert "Location" not in problem.headers
    assert told in problem.get_json()["detail"]
    shown = client.get("/docs/try", query_string=query, headers={"Accept": "text/html"})
    assert shown.status_code == 400 and shown.mimetype == "text/html"


def test_try_refuses_twice(client: FlaskClient) -> None:
    """A field that comes twice is refused: nobody knows which one is meant."""
    response = client.get("/docs/try?operation=judge_word&ruleset=boggle&word=a&word=b")
    assert response.status_code == 400 and "more than once: word" in response.get_json()["detail"]


def test_no_parameter_hides_the_operation() -> None:
    """No operation has a parameter of the name that the forms use themselves."""
    assert all(each.name != OPERATION for call in KNOWN.values() for each in call.parameters)


def test_there_is_a_line_for_each_call(client: FlaskClient) -> None:
    """Each call has one line for a shell, and the first call one more."""
    assert len(shown(client).select("pre.curl")) == 1 + len(KNOWN)


@pytest.mark.parametrize("call", KNOWN.values(), ids=name)
def test_curl_lines_work(client: FlaskClient, writer: FlaskClient, sample: Sample, call: Call) -> None:
    """The line for a shell names this server and a call that is answered as the document promises, once it has a token."""
    line = shown(client, "words.example:8000").select_one(f"#{call.id} pre.curl")
    assert line and line.get_text() == call.curl("http://words.example:8000", call.initial_values(RULESETS))
    told = call.curl("http://words.example:8000", starting(call, sample)).replace(TOKEN, sample.token)
    asked = CURL.parse_args(shlex.split(told))
    assert asked.command == "curl"
    headers = dict(each.split(": ", 1) for each in asked.fields)
    assert ("Authorization" in headers) == (call.scope is not None)
    response = writer.open(
        asked.address.removeprefix("http://words.example:8000"),
        method=asked.method or ("GET" if asked.body is None else "POST"),
        headers=headers,
        data=asked.body,
    )
    assert str(response.status_code) == promised(call), told


def test_the_token_is_in_no_address(client: FlaskClient) -> None:
    """The one field for the token cannot be sent by a form, is not kept by the browser, and no line for a shell has what is in it."""
    soup = page(client)
    (field,) = soup.select("input[type=password]")
    assert field["id"] == "token" and field["autocomplete"] == "off"
    assert not field.has_attr("name") and field.find_parent("form") is None
    marked = {str(each["id"]) for each in soup.select(".operation[data-token]")}
    assert marked == {each.id for each in KNOWN.values() if each.scope is not None} != set()


def test_header_fields_stand_in_the_line() -> None:
    """What a call takes beside its address is in the line for a shell where it is given."""
    call = KNOWN["edit_house"]
    given = {"slug": "sunday", "If-Match": '"sunday.7"', "Idempotency-Key": "it's"}
    words = shlex.split(call.curl("http://h", given))
    assert words[:4] == [
        "curl",
        "http://h/v1/house-lists/sunday/edits",
        "-H",
        f"Authorization: Bearer {TOKEN}",
    ]
    assert words[4:8] == ["-H", 'If-Match: "sunday.7"', "-H", "Idempotency-Key: it's"]
    judged = KNOWN["judge_words"]
    usual, other = next(each.options for each in judged.parameters if each.name == "Accept")
    assert "Accept" not in judged.curl("http://h", {"ruleset": "boggle", "Accept": usual})
    assert f"'Accept: {other}'" in judged.curl("http://h", {"ruleset": "boggle", "Accept": other})


def test_curl_quotes() -> None:
    """No value breaks out of a line for a shell."""
    call = KNOWN["judge_word"]
    line = call.curl("http://h'$(x)", {"ruleset": "boggle", "word": "they'll; rm"})
    assert shlex.split(line) == ["curl", "http://h'$(x)/v1/rulesets/boggle/words/they%27ll%3B%20rm"]


def test_first_answer_is_true(client: FlaskClient) -> None:
    """The answer that is shown beside the first call is the one that it gets."""
    line, answer = [each.get_text() for each in page(client).select("pre")][:2]
    path = shlex.split(line)[1].removeprefix("http://localhost")
    assert json.loads(answer) == client.get(path).get_json()


def test_switching_is_told_where_it_can_be_done(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """How to come from dictionaryapi.dev is told if, and only if, the document has that operation."""
    document = complete()
    paths = {path: item for path, item in document["paths"].items() if not path.startswith(docs.COMPATIBLE)}
    served(monkeypatch, {**document, "paths": paths})
    assert page(client).find(id="about-switching") is None
    entry = {**paths["/v1/words/{word}"]["get"], "operationId": "look_up", "tags": ["entries"]}
    served(monkeypatch, {**document, "paths": {**paths, "/api/v2/entries/en/{word}": {"get": entry}}})
    soup = page(client)
    assert soup.find(id="about-switching") and soup.find(id="look_up") and soup.find(id="tag-entries")
    assert tried(client, operation="look_up", word="trig").headers["Location"] == "/api/v2/entries/en/trig"


def test_no_lexicon(bare_client: FlaskClient) -> None:
    """Without a lexicon the page is there all the same; no ruleset is then offered, and the example stands for it."""
    soup = page(bare_client)
    assert not soup.select("datalist option")
    field = soup.select_one("input#judge_word-ruleset")
    assert field and field["value"] == "boggle"
    assert len(soup.select(".operation")) == len(KNOWN)
    assert tried(bare_client, operation="judge_word", ruleset="boggle", word="a").status_code == 303


def test_is_revalidated(client: FlaskClient) -> None:
    """Who has the page is told that it is unchanged."""
    first = client.get("/docs")
    assert first.headers["Cache-Control"] == "no-cache"
    again = client.get("/docs", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304 and not again.data


@pytest.mark.parametrize("path", ["/", "/about"])
def test_pages_lead_here(client: FlaskClient, path: str) -> None:
    """Every page has a link to the documentation at its foot."""
    assert BeautifulSoup(client.get(path).text, "html.parser").select_one('footer a[href="/docs"]')
