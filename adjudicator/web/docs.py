"""The API's documentation at ``/docs``, made of the OpenAPI document, with a form to try each operation.

Whatever the document has is shown; nothing here knows an operation by name, save that of the first call. The page needs no lexicon: who
sets a server up reads it, too. :func:`calls_of` makes of the document's operations what the template shows beside its models; :func:`attempt`
is where the forms lead without JavaScript; with it, ``static/docs.js`` sends the requests and makes the same addresses as :meth:`Call.address`.
"""

from __future__ import annotations

import contextlib
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

from adjudicator.api.openapi import complete
from adjudicator.api.operations import JSON
from adjudicator.core.spelling import quote
from adjudicator.errors import LexiconError, UnknownRuleset
from adjudicator.games.records import RULESET_SCHEMA
from adjudicator.judging.service import DEFAULT_RULESET
from adjudicator.judging.shapes import Detail
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
FIRST_DETAIL: Detail = "reasons"
TOKEN = "adj_…"
"""What stands for the token in a line for a shell: the secret itself is shown nowhere."""
COMPATIBLE = "/api/v2/entries/"
"""How the address of the operation begins that answers as dictionaryapi.dev does."""
_RULESET = RULESET_SCHEMA["pattern"]
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


@docs.get("/docs")
def show() -> Response:
    """Show the documentation. Without a lexicon, too: no rulesets are then offered."""
    document, calls = _known()
    base, rulesets, answer = request.root_url.rstrip("/"), list[str](), ""
    with contextlib.suppress(LexiconError):
        rulesets = [each.id for each in current.rulesets()]
    first = calls[FIRST]
    asked = {**first.initial_values(rulesets), "detail": FIRST_DETAIL}
    if rulesets:
        answer = _pretty(current.under(asked["ruleset"]).verdict_data(asked["word"], detail=FIRST_DETAIL))
    unknown = problem_of(UnknownRuleset("There is no such ruleset.", f"Known are: {DEFAULT_RULESET}, open."))
    page = render_template(
        "docs.html",
        document=document,
        tags=[
            (tag, [each for each in calls.values() if each.tag == tag["name"]]) for tag in document["tags"]
        ],
        rulesets=rulesets,
        base=base,
        first_curl=first.curl(base, asked),
        first_answer=answer,
        problem=_pretty(problem_document(unknown, "/v1/rulesets/nosuch")),
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
    call = _known()[1].get(name)
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
def _known() -> tuple[Document, dict[str, Call]]:
    document = complete()
    return document, calls_of(document)


def _pretty(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, indent=2)


def _shell_quote(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


@docs.app_template_filter("prose")
def prose(text: str) -> Markup:
    """Return *text* of the document for the page: what stands between backticks is code, everything else is text."""
    return Markup(re.sub(r"(`{1,2})(.+?)\1", r"<code>\2</code>", str(escape(text))))


def calls_of(document: Document) -> dict[str, Call]:
    """Return the operations of an OpenAPI *document* by their ids."""
    return {
        item["operationId"]: _call(method, path, item, document)
        for path, methods in document["paths"].items()
        for method, item in methods.items()
    }


def _call(method: str, path: str, item: Schema, document: Document) -> Call:
    summary: str = item["summary"]
    title, _, rest = summary.partition(". ")
    paragraphs = [" ".join(each.split()) for each in item["description"].split("\n\n")]
    body = item["requestBody"]["content"][JSON]["schema"] if "requestBody" in item else None
    parameters = [_parameter(each, document) for each in item["parameters"]]
    media = list(item["responses"].get("200", {}).get("content", {}))
    if len(media) > 1:
        parameters.append(_accept(media, document))
    return Call(
        id=item["operationId"],
        tag=item["tags"][0],
        method=method.upper(),
        path=path,
        summary=title.rstrip("."),
        paragraphs=tuple(each for each in (rest, *paragraphs) if each and each != summary),
        scope=" ".join(role for each in item["security"] for role in each) or None,
        parameters=tuple(parameters),
        body=json.dumps(_example_of(body, document), ensure_ascii=False) if body else None,
        body_schema=body or {},
        responses=item["responses"],
    )


def _parameter(item: Schema, document: Document) -> Parameter:
    schema = _whole(item["schema"], document)
    return Parameter(
        name=item["name"],
        place=item["in"],
        required=item.get("required", False),
        description=item.get("description", ""),
        schema=schema,
        default=_plain(schema.get("default")),
        example=_plain(item.get("example", next(iter(schema.get("examples", ())), None))),
        options=tuple(map(_plain, schema.get("enum", ()))),
        is_ruleset=schema.get("pattern") == _RULESET,
    )


def _accept(media: list[str], document: Document) -> Parameter:
    """Return the choice among the media types that an operation answers in."""
    return _parameter(
        {
            "name": "Accept",
            "in": "header",
            "description": "The form of the answer.",
            "schema": {"type": "string", "enum": media, "default": media[0]},
        },
        document,
    )


def _whole(schema: Schema, document: Document) -> Schema:
    """Return a *schema* with what it refers to in its place."""
    if "$ref" not in schema:
        return schema
    return {**document["components"]["schemas"][schema["$ref"].rpartition("/")[2]], **schema}


def _plain(value: Any) -> str:
    """Return a JSON value as it stands in an address."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value)


def _example_of(body: Schema, document: Document) -> dict[str, Any]:
    """Return an example of a *body*: of the members that it must have, or else of those that the document has examples of."""
    model = _whole(body, document)
    examples = {
        name: about["examples"][0] for name, about in model["properties"].items() if "examples" in about
    }
    return {name: examples[name] for name in model["required"] or examples}
