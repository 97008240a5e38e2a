"""The OpenAPI 3.1 document, made from the operations that serve."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec

from adjudicator.api import models
from adjudicator.api.members import MEMBERS
from adjudicator.api.operations import GRAPH, JSON, NDJSON, OPERATIONS, TEXT, Operation
from adjudicator.api.schemas import TEMPLATE, described
from adjudicator.api.tables import TITLED
from adjudicator.core.version import VERSION
from adjudicator.games.records import RULESET_SCHEMA
from adjudicator.judging.shapes import AnyAnswer
from adjudicator.rules.conditions import CODES
from adjudicator.runtime.guards import MAX_KEY
from adjudicator.runtime.problems import KINDS, MEDIA_TYPE, TYPE_PREFIX
from adjudicator.usecases.imports import MEDIA

_TAGS = {
    "verdicts": "Is a word legal under a ruleset, and why.",
    "curation": "What a ruleset allows: find words, compare rulesets.",
    "rulesets": "Rulebooks as data.",
    "games": "Boards, paths and scores; games at the table, and lists from players' own devices.",
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
    "season": ("What a season of a house list is called in addresses.", models.SLUG_SCHEMA, "2026"),
    "queue": (
        "`list`, the list's own disputable words; `revision:N`, those that this revision has changed; `rules` or `rules:SIZE`, those of the rules, up to lists of that size; `season:ID`, what is judged otherwise than when it was frozen.",
        {
            "type": "string",
            "pattern": "^(list|rules(:[0-9]{1,3})?|revision:[0-9]{1,9}|season:[a-z0-9][a-z0-9-]{0,63})$",
        },
        "rules:35",
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
    "game": ("The id of a game.", {"type": "string", "pattern": "^[a-z0-9]{1,32}$"}, "a1b2c3d4e5f6"),
    "player": (
        "The name of a player of the game.",
        {"type": "string", "minLength": 1, "maxLength": 100},
        "Ben",
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
    "Location": "Where what was made can be read, or what was asked for is by now.",
    "Repr-Digest": "The SHA-256 of what is sent, packed as it is (RFC 9530); there on HEAD, when it is wanted, or when it is known already.",
    "Unencoded-Digest": "The SHA-256 of the same, unpacked.",
}
ROLES = {
    "voter": "opens disputes and votes",
    "editor": "changes entries of a list, and ends disputes",
    "owner": "makes lists, changes their settings, and says who may change them",
}
"""Scope of a token → what it is for; each may also do what those before it may."""
_BINARY = {"type": "string", "format": "binary"}
_BINARIES = (MEDIA["xlsx"], GRAPH)
_LINES = "One object a line, in the order of the words: a `FullVerdict`, `BriefVerdict` or `Legality` as `detail` says, or a `WordFault`."
_DESCRIPTION = f"""\
Is this word legal under this ruleset, and why.

**Reading** needs no token. An illegal word is an answer, not an error: status 200 with `legal: false`. Answers name what they were judged
by, and may be kept by their `ETag`.

**Changing** house lists and disputes needs a bearer token of one of the scopes {", ".join(f"`{role}`" for role in ROLES)}; send `If-Match`
with the `ETag` that you have seen, and an `Idempotency-Key` with what you may have to send again.

**Growing.** Answers may get new members, codes and types of problem: pass over what you do not know. Every other enumeration is complete.
Requests are closed: a member or parameter that a call does not know is refused.

**Errors** are problem documents (RFC 9457); `ProblemType` lists their types, `Code` the codes of verdicts."""
EXAMPLES = Path(__file__).with_name("examples.json")
"""Operation → an answer to its own examples, as `make examples` has had it: one for each kind of answer."""


def openapi() -> dict[str, Any]:
    """Return the document as it is served: what several operations have stands in it once."""
    return _shared(complete())


def complete() -> dict[str, Any]:
    """Return the document with every parameter and answer in its place; only schemas are referred to."""
    answers = [model for each in OPERATIONS for model in (each.answers, each.missing)]
    inputs = [model for each in OPERATIONS for model in (each.query, each.body) if model]
    named = list(
        dict.fromkeys([*answers, *inputs, *get_args(AnyAnswer), models.ProblemModel, *TITLED.values()])
    )
    schemas, components = msgspec.json.schema_components(map(described, named), ref_template=TEMPLATE)
    known = dict(zip(named, map(_placed, schemas), strict=True))
    queries = {each.query.__name__ for each in OPERATIONS}
    components = {name: _told(name, schema, queries) for name, schema in components.items()}
    examples = json.loads(EXAMPLES.read_bytes())
    shown: dict[str, str] = {}
    paths: dict[str, Any] = {}
    for each in OPERATIONS:
        example = examples.get(shown.setdefault(str(each.answers), each.id))
        found = _operation(each, known, components, example)
        paths.setdefault(each.path, {})[each.method.lower()] = found
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Adjudicator",
            "version": VERSION,
            "summary": "Is this word legal under this ruleset, and why.",
            "description": _DESCRIPTION,
            "contact": {"name": "Whoever runs this server"},
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": ".", "description": "The server that this document comes from."}],
        "tags": [{"name": name, "description": text} for name, text in _TAGS.items()],
        "paths": paths,
        "components": {
            "securitySchemes": {
                role: {"type": "http", "scheme": "bearer", "description": f"A token of the scope `{role}`: who has it {text}."}
                for role, text in ROLES.items()
            },
            "schemas": {name: schema for name, schema in components.items() if name not in queries} | _enumerations(),
        },
    }  # fmt: skip


def _enumerations() -> dict[str, Any]:
    """Return what answers name by texts that a later version may have more of, with the meaning of each."""
    problems = {TYPE_PREFIX + kind: text for kind, (_, text) in KINDS.items()}
    problems["about:blank"] = "the status says it all"
    about = {
        "Code": ("What settles a verdict.", dict(sorted(CODES.items()))),
        "ProblemType": ("What kind of problem it is.", problems),
    }
    return {
        name: {
            "type": "string",
            "description": "\n".join([f"{said}\n", *(f"- `{each}`: {text}" for each, text in texts.items())]),
            "enum": list(texts),
            "x-enum-descriptions": list(texts.values()),
        }
        for name, (said, text_of) in about.items()
        for texts in (text_of,)
    }


def _told(name: str, schema: dict[str, Any], queries: set[str]) -> dict[str, Any]:
    """Return the *schema* called *name* with every member described, and what is titled in the place of its title.

    Of a body, defaults are told in words: generators take a member with one for a member that is always sent.
    """
    found: dict[str, Any] = _placed(schema)
    for member, about in found.get("properties", {}).items():
        called = member.replace("-", "_")
        if not about.get("description") and (text := MEMBERS.get(f"{name}.{called}", MEMBERS.get(called))):
            about["description"] = text
        if (
            "default" in about
            and name not in queries
            and (value := about.pop("default")) not in ("", [], {}, None)
        ):
            about["description"] += f" By default `{json.dumps(value)}`."
    return found


def _placed(schema: Any) -> Any:
    """Return a *schema* that refers to what has a title that :data:`TITLED` or an enumeration has, and says of which type its values are."""
    if isinstance(schema, list):
        return [_placed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    title = schema.get("title")
    if title in (*TITLED, "Code") and "properties" not in schema:
        return {"$ref": TEMPLATE.format(name=title)} | {
            name: value
            for name, value in schema.items()
            if name in ("description", "examples") or (name == "default" and value)
        }
    placed = {
        name: _placed(each) if name not in ("examples", "default") else each for name, each in schema.items()
    }
    if "enum" in placed and "type" not in placed and all(isinstance(each, str) for each in placed["enum"]):
        placed = {"type": "string", **placed}
    if "prefixItems" in placed:  # which few generators know
        different = {json.dumps(each): each for each in placed.pop("prefixItems")}
        placed["items"] = {"anyOf": list(different.values())}
    if "properties" in placed:
        del placed["title"]
    match placed.get("anyOf"):
        case [{"type": str(kind), **one}, {"type": "null"}] if "enum" not in one:
            placed = {"type": [kind, "null"], **one, **placed}
            del placed["anyOf"]
        case [*options] if "discriminator" in placed or _differ(options):
            placed["oneOf"] = placed.pop("anyOf")
    return placed


def _differ(options: list[Any]) -> bool:
    """Return whether each of the *options* is of another type, so that a value fits one alone; what is referred to is an object."""
    kinds = ["object" if "$ref" in each else str(each.get("type")) for each in options]
    return len(set(kinds)) == len(kinds) and "None" not in kinds


def _operation(
    each: Operation, known: dict[Any, Any], components: dict[str, Any], example: Any
) -> dict[str, Any]:
    _, _, more = each.description.partition("\n\n")
    found: dict[str, Any] = {
        "operationId": each.id,
        "tags": [each.tag],
        "summary": each.summary,
        "description": more or each.summary,
        "security": [] if each.scope is None else [{each.scope: []}],
        "parameters": [
            *(_parameter(name, "path", *_PATH[name]) for name in each.parameters),
            *_in_query(each, components),
            *_in_head(each),
        ],
        "responses": _responses(each, known, example),
    }
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
    if each.digested:
        text = "Has the answer say its digest even if it must be made once more for that; a HEAD always does."
        yield _parameter("Want-Repr-Digest", "header", text, {"type": "string"}, "sha-256=10", required=False)
    if each.keyed:
        text = "Makes the request idempotent: a repeat within 24 hours returns the first answer."
        schema = {"type": "string", "minLength": 1, "maxLength": MAX_KEY, "pattern": r"^[!-~]([ -~]*[!-~])?$"}
        yield _parameter("Idempotency-Key", "header", text, schema, "3f2c7e9a", required=False)


def _responses(each: Operation, known: dict[Any, Any], example: Any) -> dict[str, Any]:
    names = ["X-Request-Id"]
    if each.cached:
        names.append("ETag")
    if each.path.startswith("/v1/"):
        names.append("Adjudicator-Lexicon")
    if "ruleset" in each.parameters:
        names.append("Adjudicator-Ruleset")
    answer: dict[str, Any] = {"description": "The answer.", "headers": _headers(*names)}
    if each.status == 201:
        answer["headers"] |= _headers("Location", required=False)
    if each.digested:
        answer["headers"] |= _headers("Repr-Digest", "Unencoded-Digest", required=False)
    if each.status != 204:
        answer["content"] = {
            media: {"schema": _BINARY if media in _BINARIES else known[each.answers]}
            for media in each.media
            if media != NDJSON or JSON not in each.media
        }
        if example is not None:
            answer["content"][TEXT if TEXT in each.media else JSON]["examples"] = {
                "answer": {"value": example}
            }
        if {JSON, NDJSON} <= set(each.media):
            answer["content"][NDJSON] = {"schema": {"type": "string", "description": _LINES}}
    found: dict[str, Any] = {str(each.status): answer}
    if each.cached:
        text = "Not modified: what the client has is still the answer."
        found["304"] = {"description": text, "headers": _headers(*names)}
    if "slug" in each.parameters:
        text = "Moved: the list has another short name by now. Ask again at `Location`, in the same way."
        found["308"] = {"description": text, "headers": _headers("X-Request-Id", "Location")}
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
    if "stale-revision" in each.problems:
        refused.append("412")
    if each.conditional:
        refused += ["412", "428"]
    for status in sorted(set(refused)):
        found[status] = {
            "description": _REFUSALS[status],
            "headers": _headers("X-Request-Id", *(["Retry-After"] if status == "429" else [])),
            "content": {MEDIA_TYPE: {"schema": known[models.ProblemModel]}},
        }
    if each.missing is not None:
        found["404"]["content"] = {JSON: {"schema": known[each.missing]}}
    return found


def _headers(*names: str, required: bool = True) -> dict[str, Any]:
    return {
        name: {"description": _HEADERS[name], "required": required, "schema": {"type": "string"}}
        for name in names
    }


def _shared(document: dict[str, Any]) -> dict[str, Any]:
    """Return *document* with headers, parameters and answers that it has several times among its components, once each."""
    calls = [call for methods in document["paths"].values() for call in methods.values()]
    answers = [(call["responses"], status) for call in calls for status in call["responses"]]
    contents = [
        (media["examples"], "answer", call["operationId"])
        for call in calls
        for answer in call["responses"].values()
        for media in answer.get("content", {}).values()
        if "examples" in media
    ]
    places: dict[str, list[tuple[Any, Any, str]]] = {
        "examples": contents,
        "headers": [(found[status]["headers"], name, name) for found, status in answers for name in found[status]["headers"]],
        "responses": [(found, status, "NotModified" if status == "304" else f"Problem{status}") for found, status in answers if status >= "3"],
        "parameters": [(call["parameters"], at, each["name"]) for call in calls for at, each in enumerate(call["parameters"])],
    }  # fmt: skip
    for kind, found in places.items():
        shared: dict[str, Any] = {}
        names: dict[str, str] = {}
        times = Counter(json.dumps(where[at]) for where, at, _ in found)
        for where, at, called in found:
            text = json.dumps(where[at])
            if times[text] > 1 and text not in names:
                names[text] = _unused(called, shared)
                shared[names[text]] = where[at]
            if text in names:
                where[at] = {"$ref": f"#/components/{kind}/{names[text]}"}
        document["components"][kind] = shared
    return document


def _unused(called: str, shared: dict[str, Any]) -> str:
    """Return a name for a component: that of what it is *called*, with a number where another has that."""
    name = "".join(part[0].upper() + part[1:] for part in re.split(r"[^A-Za-z0-9]+", called))
    return next(each for each in (name, *(f"{name}{n}" for n in range(2, 100))) if each not in shared)
