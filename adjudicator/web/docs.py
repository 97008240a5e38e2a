"""The API's documentation at ``/docs``, made of the OpenAPI document, with a form to try each operation.

Whatever the document has is shown; nothing here knows an operation by name, save that of the first call. The page needs no lexicon: who
sets a server up reads it, too. :func:`reference` turns the document into what the template shows; :func:`attempt` is where the forms lead
without JavaScript; with it, ``static/docs.js`` sends the requests and makes the same addresses as :meth:`Call.address`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import quote as percent_encode
from urllib.parse import urlencode

from flask import Blueprint, Response, current_app, redirect, render_template, request
from markupsafe import Markup, escape
from werkzeug.wrappers import Response as WSGIResponse

from adjudicator.api.openapi import openapi
from adjudicator.api.operations import JSON
from adjudicator.core.spelling import quote
from adjudicator.errors import LexiconError, UnknownRuleset
from adjudicator.games.records import RULESET_SCHEMA
from adjudicator.judging.service import DEFAULT_RULESET
from adjudicator.runtime import current
from adjudicator.runtime.current import CACHED
from adjudicator.runtime.errors import BadParameter, UnknownParameter
from adjudicator.runtime.problems import document as problem_document
from adjudicator.runtime.problems import problem_of

docs = Blueprint("docs", __name__)

Schema = dict[str, Any]
Document = Mapping[str, Any]
OPERATION = "operation"
"""The query parameter of ``/docs/try`` that names the operation; no operation may have one of that name."""
FIRST = "judge_word"
"""The operation of the first call."""
FIRST_DETAIL = "reasons"
EXAMPLES = {"words": ["trig", "zee", "quo"], "detail": "reasons"}
"""Member of a request's body → what it is filled with where the document has no example."""
TOKEN = "adj_…"
"""What stands for the token in a line for a shell: the secret itself is shown nowhere."""
COMPATIBLE = "/api/v2/entries/"
"""How the address of the operation begins that answers as dictionaryapi.dev does."""
_RULESET = RULESET_SCHEMA["pattern"]
_METHODS = ("get", "post", "put", "patch", "delete")
_DOTS = (".", "..")
"""A browser takes them for steps in the address, even percent-encoded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """What an operation takes beside a body: a field of its form. ``options`` are all values there are, if they are few."""

    name: str
    place: str
    required: bool
    description: str
    schema: Schema
    default: str
    example: str
    options: tuple[str, ...]
    is_ruleset: bool

    @property
    def in_address(self) -> bool:
        """Whether a plain form can send it."""
        return self.place in ("path", "query")

    def initial_value(self, rulesets: list[str]) -> str:
        """Return what its field starts with."""
        if self.is_ruleset and rulesets and self.example not in rulesets:
            return rulesets[0]
        return self.example or self.default if self.required else self.default

    def check(self, value: str) -> str:
        """Return *value*. Raises :class:`BadParameter` where no address can be made with it."""
        longest = self.schema.get("maxLength")
        if longest is not None and len(value) > longest:
            raise BadParameter(f"{self.name} is too long.", f"Give at most {longest} characters.")
        if self.place == "path" and not value:
            raise BadParameter(f"{self.name} is missing.", "It stands in the address: give a value.")
        if self.place == "path" and value in _DOTS:
            raise BadParameter(f"{self.name} cannot be {quote(value)}.", "Dots alone lead elsewhere.")
        return value


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """An operation as the page shows it. ``body`` is an example of what it takes; ``responses`` are those of the document.

    ``scope`` is what its token must have: empty where any token does, None where it needs none.
    """

    id: str
    tag: str
    method: str
    path: str
    summary: str
    paragraphs: tuple[str, ...]
    scope: str | None
    parameters: tuple[Parameter, ...]
    body: str | None
    body_schema: Schema
    responses: dict[str, Any]

    @property
    def is_plain(self) -> bool:
        """Whether a form can make it without JavaScript."""
        return self.method == "GET" and self.scope is None

    def address(self, given: Mapping[str, str]) -> str:
        """Return the path and query for the values *given*; those of the query that are empty or the default are left out.

        Raises :class:`BadParameter` where one of the path is missing, or cannot stand there.
        """
        path = self.path
        query = {}
        for each in self.parameters:
            value = each.check(given.get(each.name, ""))
            if each.place == "path":
                path = path.replace(f"{{{each.name}}}", percent_encode(value, safe=""))
            elif each.place == "query" and value not in ("", each.default):
                query[each.name] = value
        return f"{path}?{urlencode(query)}" if query else path

    def initial_values(self, rulesets: list[str]) -> dict[str, str]:
        """Return what its fields start with, by name."""
        return {each.name: each.initial_value(rulesets) for each in self.parameters}

    def curl(self, base: str, given: Mapping[str, str]) -> str:
        """Return the line for a shell that makes this call on the server at *base*; docs.js makes the same one."""
        parts = ["curl"]
        if self.method != ("GET" if self.body is None else "POST"):
            parts += ["-X", self.method]
        parts.append(_shell_quote(base + self.address(given)))
        parts += [f"-H {_shell_quote(f'{name}: {value}')}" for name, value in self.head(given).items()]
        if self.body is not None:
            parts.append(f"--data-raw {_shell_quote(self.body)}")
        return " ".join(parts)

    def head(self, given: Mapping[str, str]) -> dict[str, str]:
        """Return the header fields for the values *given*, with a stand-in for the token."""
        fields = {"Authorization": f"Bearer {TOKEN}"} if self.scope is not None else {}
        for each in self.parameters:
            value = given.get(each.name, "")
            if each.place == "header" and value not in ("", each.default):
                fields[each.name] = value
        if self.body is not None:
            fields["Content-Type"] = JSON
        return fields


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """The document as the page shows it: the operations of each tag that has any, and the models."""

    version: str
    openapi: str
    tags: dict[str, list[Call]]
    described: dict[str, str]
    models: dict[str, Schema]

    @property
    def calls(self) -> dict[str, Call]:
        """Every operation by its id."""
        return {each.id: each for calls in self.tags.values() for each in calls}


@docs.get("/docs")
def show() -> Response:
    """Show the documentation. Without a lexicon, too: no rulesets are then offered."""
    known = _reference()
    try:
        rulesets = [each.id for each in current.rulesets()]
    except LexiconError:
        rulesets = []
    base = request.root_url.rstrip("/")
    calls = known.calls
    first = calls[FIRST]
    asked = {**first.initial_values(rulesets), "detail": FIRST_DETAIL}
    answer = (
        current.under(asked["ruleset"]).verdict_data(asked["word"], detail="reasons") if rulesets else None
    )
    page = render_template(
        "docs.html",
        reference=known,
        rulesets=rulesets,
        base=base,
        first_curl=first.curl(base, asked),
        first_answer=_pretty(answer) if answer else "",
        problem=_pretty(_sample_problem()),
        cache_control=CACHED,
        max_body=current_app.config["MAX_CONTENT_LENGTH"],
        compatible=next((each for each in calls.values() if each.path.startswith(COMPATIBLE)), None),
    )
    response = Response(page, content_type="text/html; charset=utf-8")
    response.headers["Cache-Control"] = "no-cache"
    response.add_etag(weak=True)
    response.make_conditional(request)
    return response


@docs.get("/docs/try")
def attempt() -> WSGIResponse:
    """Lead a form to the address that its fields make: always that of an operation, on this server.

    Raises :class:`BadParameter` and :class:`UnknownParameter` where they make none.
    """
    name = request.args.get(OPERATION, "")
    call = _reference().calls.get(name)
    if call is None:
        said = f"There is no operation {quote(name)}." if name else "No operation is named."
        raise BadParameter(said, "The documentation lists them all.")
    if not call.is_plain:
        why = "needs a token" if call.method == "GET" else f"is called by {call.method}"
        raise BadParameter(f"{name} {why}.", "Use the curl line of its entry.")
    unknown = sorted(
        request.args.keys() - {each.name for each in call.parameters if each.in_address} - {OPERATION}
    )
    if unknown:
        raise UnknownParameter(f"Unknown: {', '.join(quote(each) for each in unknown[:5])}.")
    twice = sorted(each for each, values in request.args.lists() if len(values) > 1)
    if twice:
        raise BadParameter(f"Given more than once: {', '.join(twice)}.", "Give each once.")
    response = redirect(percent_encode(request.script_root) + call.address(request.args.to_dict()), 303)
    response.headers["Cache-Control"] = "no-store"
    return response


@cache
def _reference() -> Reference:
    return reference(openapi())


def _sample_problem() -> dict[str, Any]:
    error = UnknownRuleset("There is no such ruleset.", f"Known are: {DEFAULT_RULESET}, open.")
    return problem_document(problem_of(error), "/v1/rulesets/nosuch")


def _pretty(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, indent=2)


def _shell_quote(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


@docs.app_template_filter("prose")
def prose(text: str) -> Markup:
    """Return *text* of the document for the page: what stands between backticks is code, everything else is text."""
    return Markup(re.sub(r"(`{1,2})(.+?)\1", r"<code>\2</code>", str(escape(text))))


def reference(document: Document) -> Reference:
    """Return what the page shows of an OpenAPI *document*."""
    calls = [
        _call(method, path, item, document)
        for path, methods in document["paths"].items()
        for method, item in methods.items()
        if method in _METHODS
    ]
    described = {each["name"]: each.get("description", "") for each in document.get("tags", ())}
    names = dict.fromkeys([*described, *(each.tag for each in calls)])
    tags = {name: [each for each in calls if each.tag == name] for name in names}
    return Reference(
        version=document["info"]["version"],
        openapi=document["openapi"],
        tags={name: found for name, found in tags.items() if found},
        described=described,
        models=document.get("components", {}).get("schemas", {}),
    )


def _call(method: str, path: str, item: Schema, document: Document) -> Call:
    summary: str = item.get("summary") or item["operationId"]
    title, _, rest = summary.partition(". ")
    paragraphs = [" ".join(each.split()) for each in item.get("description", "").split("\n\n")]
    body = item.get("requestBody", {}).get("content", {}).get(JSON, {})
    example = body.get("example", example_of(body["schema"], document)) if body else None
    parameters = [_parameter(each) for each in item.get("parameters", ())]
    media = list(item["responses"].get("200", {}).get("content", {}))
    security = item.get("security")
    if len(media) > 1:
        parameters.append(_accept(media))
    return Call(
        id=item["operationId"],
        tag=item.get("tags", ["other"])[0],
        method=method.upper(),
        path=path,
        summary=title.rstrip("."),
        paragraphs=tuple(each for each in (rest, *paragraphs) if each and each != summary),
        scope=" ".join(role for each in security for roles in each.values() for role in roles)
        if security
        else None,
        parameters=tuple(parameters),
        body=json.dumps(example, ensure_ascii=False) if body else None,
        body_schema=body.get("schema", {}),
        responses=item["responses"],
    )


def _parameter(item: Schema) -> Parameter:
    schema = item.get("schema", {})
    options = (True, False) if schema.get("type") == "boolean" else tuple(schema.get("enum", ()))
    return Parameter(
        name=item["name"],
        place=item["in"],
        required=item.get("required", False),
        description=item.get("description", ""),
        schema=schema,
        default=_plain(schema.get("default")),
        example=_plain(next(iter(_examples(item) + _examples(schema)), None)),
        options=tuple(map(_plain, options)),
        is_ruleset=schema.get("pattern") == _RULESET,
    )


def _accept(media: list[str]) -> Parameter:
    """Return the choice among the media types that an operation answers in."""
    return _parameter(
        {
            "name": "Accept",
            "in": "header",
            "description": "The form of the answer.",
            "schema": {"type": "string", "enum": media, "default": media[0]},
        }
    )


def _examples(item: Schema) -> list[Any]:
    """Return the examples that the document gives of a parameter or a schema."""
    return [item["example"]] if "example" in item else list(item.get("examples", ()))


def _plain(value: Any) -> str:
    """Return a JSON value as it stands in an address."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value)


def example_of(schema: Schema, document: Document, name: str = "") -> Any:
    """Return a value that *schema* of *document* takes, for the member called *name*."""
    while "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rsplit("/", 1)[-1]]
    known = (*_examples(schema), EXAMPLES.get(name), schema.get("default"))
    for value in known:
        if value is not None:
            return value
    if "enum" in schema:
        return schema["enum"][0]
    if "anyOf" in schema:
        return example_of(schema["anyOf"][0], document, name)
    if schema.get("type") == "object":
        members = schema.get("properties", {})
        told = [each for each, about in members.items() if _examples(about)]
        needed = {*(schema.get("required") or told), *EXAMPLES}
        return {each: example_of(about, document, each) for each, about in members.items() if each in needed}
    if schema.get("type") == "array":
        return [example_of(schema.get("items", {}), document, name)]
    return {"integer": schema.get("minimum", 1), "number": 1, "boolean": True}.get(
        schema.get("type", ""), "trig"
    )
