"""The OpenAPI 3.1 document, made from the operations that serve."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

import msgspec

from adjudicator.api import models
from adjudicator.api.operations import JSON, NDJSON, OPERATIONS, Operation
from adjudicator.api.schemas import described
from adjudicator.core.version import VERSION
from adjudicator.games.records import RULESET_SCHEMA
from adjudicator.judging.shapes import WordFault
from adjudicator.runtime.guards import MAX_KEY
from adjudicator.runtime.problems import MEDIA_TYPE

_TEMPLATE = "#/components/schemas/{name}"
_TAGS = {
    "verdicts": "Is a word legal under a ruleset, and why.",
    "curation": "What a ruleset allows: find words, compare rulesets.",
    "rulesets": "Rulebooks as data.",
    "games": "Boards, paths and scores.",
    "house lists": "What a group allows and denies over a rulebook, with its history. A list judges as the ruleset `house:SLUG`.",
    "disputes": "Challenges, votes, and the rulings that come of them.",
    "tokens": "Who may change what.",
    "lexicon": "What the dictionaries say, whatever the rules.",
    "entries": "Definitions in the shape of dictionaryapi.dev.",
    "packs": "Verdicts without a network.",
    "operations": "For those who run the service.",
}
_PATH: dict[str, tuple[str, dict[str, Any], Any]] = {
    "word": (
        "A word as a person types it, percent-encoded. It needs a letter that folds to one of a to z.",
        models.WORD_SCHEMA,
        "trig",
    ),
    "ruleset": ("The id of a ruleset, or `house:SLUG` for a house list.", RULESET_SCHEMA, "boggle"),
    "left": ("The id of a ruleset, or `house:SLUG`.", RULESET_SCHEMA, "boggle"),
    "right": ("The id of a ruleset, or `house:SLUG`.", RULESET_SCHEMA, "open"),
    "site": (
        "The id of a live dictionary, with or without its `live-`.",
        models.SITE_SCHEMA,
        "wiktionary",
    ),
    "slug": ("What a house list is called in addresses.", models.SLUG_SCHEMA, "sunday"),
    "number": (
        "The number of a revision.",
        {"type": "integer", "minimum": 1, "maximum": models.MAX_NUMBER},
        1,
    ),
    "id": ("The id that the ledger gave.", models.ID_SCHEMA, "Zm9yZXZlcg"),
    "digest": (
        "The digest of a pack, or of the glosses of one.",
        {"type": "string", "pattern": "^sha256:[0-9a-f]{64}$"},
        f"sha256:{64 * '0'}",
    ),
    "secret": (
        "What an invite link ends with.",
        {"type": "string", "minLength": 1, "maxLength": 100},
        "adj_…",
    ),
    "language": (
        "`en`, `en_GB` or `en_US`: whose pronunciation comes first. Any other language is not found.",
        {"type": "string", "minLength": 1},
        "en",
    ),
}
"""What may stand in a path → its sentence, its schema and an example."""
_TAGS_OR_ANY = r'^(\*|"[!#-~]+"(, *"[!#-~]+")*)$'
_REFUSALS = {
    "401": "The token is missing or not valid.",
    "403": "The token is not for this.",
    "409": "It clashes with what there is: a name that is taken, a conflict of two lists, a dispute that is over, a reused key.",
    "412": "Somebody else was first: there is another revision by now.",
    "422": "What is to be written or scored has faults, all of them listed; or it takes more work than one request may, and `too_much` says of what.",
    "428": "The change does not say which revision it is made from.",
    "400": "The request cannot be read: its word, a parameter or its body. The detail says which.",
    "404": "Nothing has that name.",
    "413": "The body is too long.",
    "415": "The body is not JSON, or it is packed.",
    "429": "The client has asked too often; `Retry-After` says when to come again.",
    "500": "The ruleset's file has faults. The detail lists them.",
    "502": "The live dictionary could not be asked. The detail says why.",
    "503": "There is no lexicon, or no ledger, that can be used; or a live dictionary wants a longer wait.",
}
_HEADERS = {
    "ETag": "Changes when the answer may change.",
    "Adjudicator-Lexicon": "The digest of the lexicon that answered.",
    "Adjudicator-Ruleset": "The digest of the ruleset that judged.",
    "X-Request-Id": "Names this request in the log; the client's own, if it sent one.",
    "Retry-After": "Seconds to wait.",
    "Location": "Where what was made can be read.",
}


def openapi() -> dict[str, Any]:
    """Return the document."""
    answers = [model for each in OPERATIONS for model in (*_models(each.answers), each.missing)]
    inputs = [model for each in OPERATIONS for model in (each.query, each.body) if model]
    named = list(dict.fromkeys([*answers, *inputs, WordFault, models.ProblemModel]))
    schemas, components = msgspec.json.schema_components(map(described, named), ref_template=_TEMPLATE)
    known = dict(zip(named, schemas, strict=True))
    queries = {each.query.__name__ for each in OPERATIONS}
    paths: dict[str, Any] = {}
    for each in OPERATIONS:
        paths.setdefault(each.path, {})[each.method.lower()] = _operation(each, known, components)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Adjudicator",
            "version": VERSION,
            "summary": "Is this word legal under this ruleset, and why.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "tags": [{"name": name, "description": text} for name, text in _TAGS.items()],
        "paths": paths,
        "components": {
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "A token of the ledger, as `adjudicator token create` or an invite link gives it.",
                }
            },
            "schemas": {name: schema for name, schema in components.items() if name not in queries},
        },
    }


def _models(answers: Any) -> tuple[Any, ...]:
    return answers if isinstance(answers, tuple) else (answers,)


def _operation(each: Operation, known: dict[Any, Any], components: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {
        "operationId": each.id,
        "tags": [each.tag],
        "summary": each.summary,
        "description": each.description,
        "parameters": [
            *(_parameter(name, "path", *_PATH[name]) for name in each.parameters),
            *_in_query(each, components),
            *_in_head(each),
        ],
        "responses": _responses(each, known),
    }
    if each.scope is not None:
        found["security"] = [{"token": [each.scope]}]
    if each.body is not None:
        found["requestBody"] = {"required": True, "content": {JSON: {"schema": known[each.body]}}}
    return found


def _parameter(
    name: str, place: str, description: str, schema: dict[str, Any], example: Any, *, required: bool = True
) -> dict[str, Any]:
    return {
        "name": name,
        "in": place,
        "required": required,
        "description": description,
        "schema": schema,
        "example": example,
    }


def _in_query(each: Operation, components: dict[str, Any]) -> list[dict[str, Any]]:
    model = components[each.query.__name__]
    return [
        {
            "name": name,
            "in": "query",
            "required": name in model["required"],
            "description": schema.get("description", ""),
            "schema": {key: value for key, value in schema.items() if key != "description"},
        }
        for name, schema in model["properties"].items()
    ]


def _in_head(each: Operation) -> Iterator[dict[str, Any]]:
    if each.conditional:
        text = "The ETag of what the change is made from, or `*` for whatever there is."
        yield _parameter("If-Match", "header", text, {"type": "string", "pattern": _TAGS_OR_ANY}, "*")
    if each.keyed:
        text = "Makes the request idempotent: a repeat within 24 hours returns the first answer."
        schema = {"type": "string", "minLength": 1, "maxLength": MAX_KEY, "pattern": r"^[!-~]([ -~]*[!-~])?$"}
        yield _parameter("Idempotency-Key", "header", text, schema, "3f2c7e9a", required=False)


def _responses(each: Operation, known: dict[Any, Any]) -> dict[str, Any]:
    schemas = [known[model] for model in _models(each.answers)]
    schema = schemas[0] if len(schemas) == 1 else {"anyOf": schemas}
    always = ["X-Request-Id"]
    if each.cached:
        always.append("ETag")
    if each.path.startswith("/v1/"):
        always.append("Adjudicator-Lexicon")
    sometimes = {"Adjudicator-Lexicon", "Adjudicator-Ruleset" if "ruleset" in each.parameters else ""}
    content: dict[str, Any] = {media: {"schema": schema} for media in each.media if media != NDJSON}
    if NDJSON in each.media:
        content[NDJSON] = {"schema": {"type": "string"}}
    headers = _headers(always, sometimes)
    if each.status == 201:
        headers |= _headers([], ["Location"])
    answer = {"description": "The answer.", "headers": headers}
    if each.status != 204:
        answer["content"] = content
    found: dict[str, Any] = {str(each.status): answer}
    if each.cached:
        found["304"] = {
            "description": "Not modified: what the client has is still the answer.",
            "headers": headers,
        }
    refused = ["400", "429", "503"]
    if each.parameters or any(problem.startswith("unknown-") for problem in each.problems):
        refused.append("404")
    if "unknown-ruleset" in each.problems:
        refused.append("500")
    if each.body is not None:
        refused += ["413", "415"]
    if each.scope is not None:
        refused += ["401", "403", "409", "422"]
    if {"bad-record", "too-hard"} & set(each.problems):
        refused.append("422")
    if "unknown-site" in each.problems and each.body is not None:
        refused.append("502")
    if each.conditional:
        refused += ["412", "428"]
    for status in sorted(set(refused)):
        content = {MEDIA_TYPE: {"schema": known[models.ProblemModel]}}
        found[status] = {
            "description": _REFUSALS[status],
            "headers": _headers(["X-Request-Id", *(["Retry-After"] if status == "429" else [])]),
            "content": content,
        }
    if each.missing is not None:
        found["404"]["content"] = {JSON: {"schema": known[each.missing]}}
    return found


def _headers(always: Sequence[str], sometimes: Collection[str] = ()) -> dict[str, Any]:
    return {
        name: {"description": text, "required": name in always, "schema": {"type": "string"}}
        for name, text in _HEADERS.items()
        if name in always or name in sometimes
    }
