"""The OpenAPI document holds: it is valid, it names every call, and every answer is as it says."""

from __future__ import annotations

import copy
import io
import os
import re
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import jsonschema_rs
import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient
from schemathesis import BaseSchema

from adjudicator.api.blueprint import api
from adjudicator.api.members import MEMBERS
from adjudicator.api.models import ProblemModel
from adjudicator.api.openapi import complete, openapi
from adjudicator.api.operations import OPERATIONS, Operation
from adjudicator.errors import (
    AdjudicatorError,
    LimitReached,
    MergeConflict,
    NotAllowed,
    StaleRevision,
    TooHard,
    UnknownRecord,
)
from adjudicator.runtime.current import EXTENSION, Current
from adjudicator.runtime.errors import RateLimited
from adjudicator.runtime.problems import KINDS, TYPE_PREFIX, problem_of
from adjudicator.runtime.problems import document as document_of
from adjudicator.runtime.settings import Settings
from adjudicator.server.front import BROKEN, late
from tests.benchmarks.fuzz import Document, Findings, closed, prepare, run
from tests.conftest import ROOT, WHOLE
from tests.sample import Sample
from tests.web.examples import keep_example

pytestmark = pytest.mark.usefixtures("answered")

EXAMPLES = 25 if WHOLE else 6
"""Random requests to an operation, beside those that the document itself gives rise to."""
SEED = 20_260
RULESETS = ("boggle", "open")
"""Each takes a second or two to be made ready, in every process of the tests."""
DRAFT = "https://json-schema.org/draft/2020-12/schema"
VERDICTS = "/v1/rulesets/boggle/verdicts"


@pytest.fixture(scope="session")
def document() -> Document:
    """The document with everything in its place."""
    return complete()


@pytest.fixture(scope="session")
def warm(app: Flask) -> Flask:
    """The application, ready for every question: what is made once is not timed as the answer to a request."""
    current: Current = app.extensions[EXTENSION]
    for name in RULESETS:
        compiled = current.get().adjudicator.under(name).compiled
        compiled.with_code("sense-admitted")
        compiled.with_code("affix")
    return app


def _tester(document: Document, app: Flask, sample: Sample, operation: str) -> BaseSchema:
    """The tester of one operation of *document*, which knows no other path: it goes through all of them for every request."""
    path = next(each.path for each in OPERATIONS if each.id == operation)
    return prepare(
        {**document, "paths": {path: document["paths"][path]}},
        examples=EXAMPLES,
        seed=SEED,
        sample=sample,
        app=app,
        rulesets=RULESETS,
        operation=operation,
    )


@pytest.mark.parametrize("operation", [each.id for each in OPERATIONS if each.scope is None])
def test_answers_are_as_documented(
    document: Document, warm: Flask, common_sample: Sample, operation: str
) -> None:
    """Whatever is asked, allowed or not: the status, head and body are documented, what the document allows is taken, what it forbids
    is refused, and nothing breaks or takes long.
    """
    _no_fault(_tester(document, warm, common_sample, operation))


@pytest.mark.parametrize("operation", [each.id for each in OPERATIONS if each.scope is not None])
def test_changes_are_as_documented(
    document: Document, own_app: Flask, sample: Sample, operation: str
) -> None:
    """The same holds of what needs a token, which is refused without one and with a wrong one."""
    _no_fault(_tester(document, own_app, sample, operation))


@pytest.mark.parametrize(
    "operation", [each for each in OPERATIONS if each.scope is not None], ids=lambda each: each.id
)
def test_a_token_is_needed(document: Document, client: FlaskClient, operation: Operation) -> None:
    """What changes the ledger, or shows who may, is refused without a token and with a wrong one, whatever else is right or wrong."""
    assert document["paths"][operation.path][operation.method.lower()]["security"] == [{operation.scope: []}]
    path = operation.path.format(
        slug="sunday",
        id="0",
        word="trig",
        secret="0",
        site="wiktionary",
        player="Ben",
        game="0",
        queue="list",
    )
    for given, kind in (
        ({}, "missing-token"),
        ({"Authorization": "Basic QW5uYTp4"}, "missing-token"),
        ({"Authorization": "Bearer adj_x"}, "invalid-token"),
        ({"Authorization": "Bearer \xff"}, "invalid-token"),
    ):
        response = client.open(path, method=operation.method, headers={**given, "If-Match": "*"}, data="{")
        assert (response.status_code, response.get_json()["type"]) == (401, TYPE_PREFIX + kind)
        assert response.headers["WWW-Authenticate"].startswith("Bearer")


def _no_fault(tester: BaseSchema) -> None:
    findings = Findings()
    run(tester, findings)
    assert findings.asked
    assert not findings.faults, "\n\n".join(f"{each.told}\n{each.curl}" for each in findings.faults.values())


def _no_404(document: Document) -> None:
    del document["paths"]["/v1/rulesets/{ruleset}"]["get"]["responses"]["404"]


def _another_member(document: Document) -> None:
    document["components"]["schemas"]["RulesetModel"]["required"].append("colour")


def _longer_pages(document: Document) -> None:
    _limit(document)["maximum"] = 5_000


def _shorter_pages(document: Document) -> None:
    _limit(document)["maximum"] = 10


def _another_field(document: Document) -> None:
    answer = document["paths"]["/v1/rulesets/{ruleset}"]["get"]["responses"]["200"]
    answer["headers"]["Adjudicator-Colour"] = {"required": True, "schema": {"type": "string"}}


def _another_type(document: Document) -> None:
    answer = document["paths"]["/v1/rulesets/{ruleset}"]["get"]["responses"]["200"]
    answer["content"] = {"application/xml": {"schema": {"type": "string"}}}


def _limit(document: Document) -> dict[str, Any]:
    parameters = document["paths"]["/v1/rulesets/{left}/diff/{right}"]["get"]["parameters"]
    found: dict[str, Any] = next(each["schema"] for each in parameters if each["name"] == "limit")
    return found


@pytest.mark.parametrize(
    ("untruth", "operation", "check"),
    [
        (_no_404, "show_ruleset", "status_code_conformance"),
        (_another_member, "show_ruleset", "response_schema_conformance"),
        (_another_field, "show_ruleset", "response_headers_conformance"),
        (_another_type, "show_ruleset", "content_type_conformance"),
        (_longer_pages, "diff_rulesets", "positive_data_acceptance"),
        (_shorter_pages, "diff_rulesets", "negative_data_rejection"),
    ],
)
def test_the_tester_finds_untruths(
    document: Document,
    warm: Flask,
    common_sample: Sample,
    untruth: Callable[[Document], None],
    operation: str,
    check: str,
) -> None:
    """What the document says and the application does not do is found: that nothing is found elsewhere means something."""
    false = copy.deepcopy(document)
    untruth(false)
    findings = Findings()
    run(_tester(false, warm, common_sample, operation), findings)
    assert check in {each.check for each in findings.faults.values()}


def test_the_document_is_valid(document: Document, app: Flask, common_sample: Sample) -> None:
    """It is OpenAPI 3.1 by the schema of that specification, and each model in it is a JSON Schema whose references lead somewhere."""
    served = openapi()
    prepare(served, examples=1, seed=SEED, sample=common_sample, app=app).validate()
    assert served["openapi"].startswith("3.1.")
    for name in served["components"]["schemas"]:
        jsonschema_rs.Draft202012Validator({**served, "$ref": f"#/components/schemas/{name}"})
    for reference in _references(served):
        assert _referred(served, reference)
    assert _whole(served["paths"], served) == _whole(document["paths"], served)


def _referred(document: Document, reference: str) -> Any:
    """What a *reference* of the document leads to."""
    found: Any = document
    for part in reference.removeprefix("#/").split("/"):
        found = found[part]
    return found


def _whole(part: Any, document: Document) -> Any:
    """*part* of the document with what it refers to, but for schemas, in its place."""
    if isinstance(part, list):
        return [_whole(each, document) for each in part]
    if not isinstance(part, dict):
        return part
    reference = part.get("$ref")
    if isinstance(reference, str) and "/schemas/" not in reference:
        return _whole(_referred(document, reference), document)
    return {name: _whole(each, document) for name, each in part.items()}


def test_models_are_for_clients(document: Document) -> None:
    """Names of components are names in every language; every member is described; what comes in is closed and what goes out is open;
    nothing is a bare object, but a schema that is shown.
    """
    served = openapi()
    for components in served["components"].values():
        assert all(re.fullmatch("[A-Za-z0-9]+", name) for name in components)
    schemas = served["components"]["schemas"]
    used = {}
    for name, schema in schemas.items():
        assert schema.get("additionalProperties", True) is not (
            "properties" in schema and _is_taken(name, document)
        ), name
        same = schema.get("properties", {}).get(name.lower(), {})
        assert same.get("type") != "array"  # some generators take it for the model itself
        for member, about in schema.get("properties", {}).items():
            assert re.search(r"\.$|\)$", about["description"]), (name, member)
            used[f"{name}.{member}" if f"{name}.{member}" in MEMBERS else member] = about
    assert MEMBERS.keys() <= used.keys()
    bare = [
        each
        for each in _parts(served)
        if each.get("type") == "object" and not {"properties", "additionalProperties"} & each.keys()
    ]
    assert not bare


def _is_taken(model: str, document: Document) -> bool:
    """Whether a *model* is of what comes in."""
    bodies = [
        call["requestBody"]
        for methods in document["paths"].values()
        for call in methods.values()
        if "requestBody" in call
    ]
    reached: set[str] = set()
    found = set(_references(bodies))
    while found:
        reached |= found
        found = {more for each in found for more in _references(_referred(document, each))} - reached
    return f"#/components/schemas/{model}" in reached


def _parts(part: object) -> Iterator[dict[str, Any]]:
    """Every object in *part*, examples apart."""
    if isinstance(part, dict):
        yield part
        for name, each in part.items():
            if name not in ("example", "examples", "default"):
                yield from _parts(each)
    elif isinstance(part, list):
        for each in part:
            yield from _parts(each)


def _references(part: object) -> Iterator[str]:
    if isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"]
        for each in part.values():
            yield from _references(each)
    elif isinstance(part, list):
        for each in part:
            yield from _references(each)


def test_every_address_is_in_the_document(document: Document, app: Flask) -> None:
    """What the router serves of the API is in the document, with its methods, and the other way round."""
    served = {
        (re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule), method.lower())
        for rule in app.url_map.iter_rules()
        if rule.endpoint.startswith(f"{api.name}.")
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    documented = {(path, method) for path, methods in document["paths"].items() for method in methods}
    assert served == documented


def test_every_operation_is_described(document: Document) -> None:
    """Each has an id of its own, a known tag, a summary of a line and a description; each parameter and answer is described, too."""
    operations = [each for path in document["paths"].values() for each in path.values()]
    tags = {tag["name"] for tag in document["tags"]}
    assert len({each["operationId"] for each in operations}) == len(operations)
    for each in operations:
        assert each["summary"].endswith(".") and "\n" not in each["summary"]
        assert each["description"].endswith((".", ":"))
        assert set(each["tags"]) <= tags
        assert all(parameter["description"].endswith(".") for parameter in each["parameters"])
        assert all(answer["description"].endswith(".") for answer in each["responses"].values())
        assert len([status for status in each["responses"] if status.startswith("2")]) == 1


@pytest.mark.parametrize(("path", "method"), [(each.path, each.method) for each in OPERATIONS])
def test_examples_are_answered(
    document: Document, writer: FlaskClient, sample: Sample, path: str, method: str
) -> None:
    """With the examples of the document every call does what it is for: a reader who tries them sees it work. The answer is as the
    document's own example of it: each has the members that the model names, and no other. `make examples` writes down those that are not.
    """
    operation = document["paths"][path][method.lower()]
    given: dict[str, dict[str, Any]] = {"path": {}, "query": {}, "header": {}}
    for each in operation["parameters"]:
        schema = each["schema"]
        if "example" in each or "examples" in schema:
            given[each["in"]][each["name"]] = each["example"] if "example" in each else schema["examples"][0]
    body = None
    if "requestBody" in operation:
        reference = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"]
        members = document["components"]["schemas"][reference.rpartition("/")[2]]["properties"]
        body = {name: each["examples"][0] for name, each in members.items() if "examples" in each}
    response = writer.open(
        path.format(**given["path"] | sample.first(path, method)),
        method=method,
        query_string=given["query"],
        headers=given["header"] | (sample.authorization if operation["security"] else {}),
        json=body,
    )
    assert str(response.status_code) == next(iter(operation["responses"])), response.text
    content = operation["responses"][str(response.status_code)].get("content", {}).get("application/json", {})
    if not content:
        return
    within = closed(openapi())
    schema = {"$schema": DRAFT, "components": within["components"], **content["schema"]}
    shown = content.get("examples", {}).get("answer", {}).get("value")
    if os.environ.get("EXAMPLES") == "write":
        if not jsonschema_rs.is_valid(schema, shown):
            keep_example(operation["operationId"], response.get_json())
    else:
        assert "examples" in content, "make examples writes it"
        for answer in (shown, response.get_json()):
            jsonschema_rs.validate(schema, answer)


def test_the_document_depends_on_nothing(
    document: Document, bare_client: FlaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a lexicon and with another home it is the same, and it names no place of this machine."""
    monkeypatch.setenv("ADJUDICATOR_HOME", str(tmp_path))
    assert openapi() == bare_client.get("/openapi.json").get_json()
    assert str(Path.home()) not in str(openapi()) and str(ROOT) not in str(openapi())


UNDER_A_RULESET = [each for each in OPERATIONS if each.method == "GET" and "{ruleset}" in each.path]


@pytest.mark.parametrize("operation", UNDER_A_RULESET, ids=lambda each: each.id)
def test_answers_under_a_ruleset_say_what_judged(client: FlaskClient, operation: Operation) -> None:
    """Each names the ruleset in its head, and declares that there may be none of that name; under a house list nobody keeps it unasked."""
    for ruleset, kept in (
        ("boggle", "public, max-age=60, stale-while-revalidate=600"),
        ("house:sunday", "no-cache"),
    ):
        response = client.get(operation.path.format(ruleset=ruleset, word="trig"))
        assert response.status_code == 200
        assert response.headers["Cache-Control"] == kept
        assert response.headers["Adjudicator-Ruleset"].startswith("sha256:")
    assert "unknown-ruleset" in operation.problems


_MADE: dict[type[AdjudicatorError], Callable[[], AdjudicatorError]] = {
    RateLimited: lambda: RateLimited("What happened.", "What to do.", 3),
    StaleRevision: lambda: StaleRevision("What happened.", "What to do.", 3),
    LimitReached: lambda: LimitReached("What happened.", "What to do.", "lists", "ADJUDICATOR_MAX_LISTS", 3),
    MergeConflict: lambda: MergeConflict("What happened.", "What to do.", ["zed"]),
    TooHard: lambda: TooHard("board", "What happened.", "What to do."),
}
"""What is made otherwise than of two texts."""
_KINDS = {
    NotAllowed: ("missing", "invalid", "forbidden"),
    UnknownRecord: (
        "house-list",
        "revision",
        "entry",
        "season",
        "review",
        "dispute",
        "ruling",
        "game",
        "token",
        "invite",
        "evidence",
    ),
}
"""Errors that are of several kinds, each with a problem of its own."""


def _errors(kind: type[AdjudicatorError] = AdjudicatorError) -> Iterator[AdjudicatorError]:
    """Yield one error of each kind that the project has, those of live dictionaries too."""
    import_module("scrapers.errors")
    if kind in _KINDS:
        yield from (kind(each, "What happened.", "What to do.") for each in _KINDS[kind])
        return
    yield _MADE[kind]() if kind in _MADE else kind("What happened.", "What to do.")
    for each in kind.__subclasses__():
        yield from _errors(each)


def test_every_problem_is_declared(app: Flask) -> None:
    """The table of problems has every type with its status, and no other; an operation declares none that there is not; and the document
    names every member that a problem has.
    """
    with app.test_request_context("/v1/rulesets"):
        problems = [*map(problem_of, _errors()), BROKEN, late(20)]
    for each in problems:
        msgspec.convert(document_of(each, "/v1/rulesets"), ProblemModel)
    made = {(each.kind, each.status) for each in problems if each.kind}
    assert {(kind, status) for kind, (status, _) in KINDS.items()} == made
    assert {kind for each in OPERATIONS for kind in each.problems} <= KINDS.keys()


@pytest.mark.parametrize(
    "word", ["a%0Ab", "trig%0A", "%0A", "a%00b", "%C2%85trig", "a%0D%0AX-Evil:%201", "%E2%80%A8a"]
)
@pytest.mark.parametrize("place", ["/v1/words/", "/v1/rulesets/boggle/words/"])
def test_words_with_control_characters(client: FlaskClient, place: str, word: str) -> None:
    """A word with a line break or another control character is refused as a word; the address is a good one."""
    response = client.get(place + word)
    assert (response.status_code, response.get_json()["type"]) == (400, TYPE_PREFIX + "bad-word")


@pytest.mark.parametrize(
    "word", ["%2Ftrig", "/trig", "trig/", "tr%2Fig", "%2E%2E%2Ftrig", "tr%69g", "%E2%80%99trig"]
)
def test_words_with_separators(client: FlaskClient, word: str) -> None:
    """Slashes and dots of any writing are part of the word, wherever they stand."""
    assert client.get(f"/v1/rulesets/boggle/words/{word}").get_json()["key"] == "trig"


def test_a_line_break_is_no_word_to_go_on_after(client: FlaskClient) -> None:
    """The word that a page goes on after is of letters alone."""
    assert client.get("/v1/rulesets/boggle/words?after=abc%0A").status_code == 400


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (b"", "The body is empty."),
        (b'{"words": ["trig"', "The JSON ends too early"),
        (b'{"words": ["\\ud800"]}', "half of a pair"),
        (b'{"words": ["\xed\xa0\x80"]}', "The body has text that is not UTF-8."),
        (b'\xef\xbb\xbf{"words": []}', "JSON is malformed"),
        ('{"words": []}'.encode("utf-16"), "JSON is malformed"),
        (b'{"words": NaN}', "JSON is malformed"),
        (b'{"words": [1e999]}', "out of range, at words[0]."),
        (b'{"words": [' + b"9" * 5_000 + b"]}", "out of range, at words[0]."),
        (b'{"words": ' + b"[" * 100_000, "Expected `str`, got `array`, at words[0]."),
        (b'{"words": [], "' + b"k" * 100_000 + b'": 1}', "Object contains unknown field `kkk"),
    ],
)
def test_bodies_that_break_decoders(client: FlaskClient, body: bytes, told: str) -> None:
    """A body that is no JSON is refused with what is wrong with it, in a few words however long it is."""
    response = client.post(VERDICTS, data=body, content_type="application/json")
    assert (response.status_code, response.get_json()["type"]) == (400, TYPE_PREFIX + "bad-request")
    assert told in response.get_json()["detail"]
    assert len(response.data) < 1_000


def test_packed_bodies(client: FlaskClient) -> None:
    """A body that is packed is refused as such, not as malformed JSON; `identity` is no packing."""
    for coding, status in (("gzip", 415), ("br", 415), ("identity", 200)):
        response = client.post(VERDICTS, json={"words": ["trig"]}, headers={"Content-Encoding": coding})
        assert response.status_code == status
    assert (
        "Content-Encoding"
        in client.post(VERDICTS, json={"words": []}, headers={"Content-Encoding": "gzip"}).get_json()[
            "detail"
        ]
    )


@pytest.mark.parametrize(
    ("spaces", "status"), [(1_000, 200), (Settings().max_body, 413), (Settings().max_body * 2, 413)]
)
def test_bodies_in_chunks(client: FlaskClient, spaces: int, status: int) -> None:
    """A body in chunks, which tells no length beforehand, is read to its end, or refused if that is too far away."""
    body = b'{"words": ["trig"]' + b" " * spaces + b"}"
    response = client.post(
        VERDICTS,
        input_stream=io.BytesIO(body),
        content_type="application/json",
        environ_overrides={"wsgi.input_terminated": True},
    )
    assert response.status_code == status


@pytest.mark.parametrize(
    "path", [path for path, methods in openapi()["paths"].items() if "{" not in path and "get" in methods]
)
def test_heads_and_options(client: FlaskClient, document: Document, path: str) -> None:
    """What can be read can be asked for its head alone, with the same fields, and for its methods."""
    whole, head, options = client.get(path), client.head(path), client.options(path)
    assert (head.status_code, head.data) == (whole.status_code, b"")
    assert {name for name, _ in head.headers} == {name for name, _ in whole.headers}
    methods = {method.upper() for method in document["paths"][path]}
    assert methods | {"HEAD", "OPTIONS"} == set(options.headers["Allow"].split(", "))


def test_what_stands_in_a_batch_is_described() -> None:
    """The document says what a batch answers for a word, whatever the detail, and for what is no word."""
    schemas = openapi()["components"]["schemas"]
    told = schemas["Batch"]["properties"]["verdicts"]["items"]["anyOf"]
    names = {each["$ref"].removeprefix("#/components/schemas/") for each in told}
    assert names == {"FullVerdict", "BriefVerdict", "Legality", "WordFault"} <= schemas.keys()
