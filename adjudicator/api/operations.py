"""What an operation of the interface is, declared once: its address, what it takes, what it answers.

The declaration serves the requests (:func:`serve`), checks them, and is the OpenAPI document (:mod:`adjudicator.api.openapi`): they
cannot come apart. To add one, write a function in a module of this package that returns a response, and declare it with
:func:`operation`.
"""

from __future__ import annotations

import inspect
import re
from array import array
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import accumulate
from typing import Annotated, Any, TypeVar

import msgspec
from flask import Blueprint, request
from werkzeug.exceptions import RequestEntityTooLarge, UnsupportedMediaType
from werkzeug.routing import BaseConverter, PathConverter
from werkzeug.wrappers import Response

from adjudicator.api.models import Anything, Nothing
from adjudicator.core.fields import with_whole_numbers
from adjudicator.core.spelling import quote
from adjudicator.games.budget import Purse
from adjudicator.games.records import fault_text
from adjudicator.runtime import guards as gate
from adjudicator.runtime.errors import BadParameter, BadRequest, UnknownParameter

JSON = "application/json"
NDJSON = "application/x-ndjson"
TEXT = "text/plain"
GRAPH = "application/x-dawg"
View = TypeVar("View", bound=Callable[..., Response | Callable[[], Response]])
T = TypeVar("T")
AnyObject = Annotated[
    dict[str, Any],
    msgspec.Meta(description="A JSON document.", extra_json_schema={"additionalProperties": True}),
]
"""The answer of a call that shows a schema."""
Model = type[msgspec.Struct]
MAX_DEPTH = 50
"""How deep the arrays and objects of a body may be in one another: what a call takes needs less than ten."""
_ESCAPED, _TEXTS = re.compile(rb"(?:\\.)++", re.DOTALL), re.compile(rb'(?:"[^"]*+")++')
"""What stands behind a backslash, which is so in texts alone; and texts without such."""
_BESIDE = bytes(each for each in range(256) if each not in b'"[]{}')
_DEEPER = bytes.maketrans(b"[]{}", b"\x01\xff\x01\xff")
"""What arrays and objects open and close counts as 1 and, signed, as -1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One method of one address. *missing* is the model of its 404 where that is no problem document.

    *scope* is what a token needs for it: ``voter``, ``editor`` or ``owner``, of the house list in the path if there is one; its view
    takes ``by``, who asks. A *conditional* one changes a revision that the request names; its view takes ``expected``. The answer of a *secret*
    one is kept nowhere. A *raw* one takes its body as plain data, and tells every fault of it by itself: the model only describes it. A
    *digested* one tells the digest of its answer.
    A *staged* one works out what it needs, and returns what writes it and answers: others are kept from writing only while that runs.
    """

    method: str
    path: str
    tag: str
    view: Callable[..., Any]
    answers: Any
    query: Model = Nothing
    body: Model | None = None
    problems: tuple[str, ...] = ()
    missing: Model | None = None
    media: tuple[str, ...] = (JSON,)
    status: int = 200
    parameters: tuple[str, ...] = field(default=())
    cached: bool = True
    scope: str | None = None
    conditional: bool = False
    secret: bool = False
    raw: bool = False
    digested: bool = False
    staged: bool = False

    @property
    def keyed(self) -> bool:
        """Whether it takes an idempotency key."""
        return self.scope is not None and self.method == "POST" and not self.secret

    @property
    def id(self) -> str:
        """The name of the operation."""
        return self.view.__name__

    @property
    def summary(self) -> str:
        """The first line of the view's docstring."""
        return self.description.split("\n\n")[0].replace("\n", " ")

    @property
    def description(self) -> str:
        """The view's docstring."""
        return inspect.getdoc(self.view) or ""

    @property
    def rule(self) -> str:
        """The address as the router writes it."""
        return re.sub(
            r"{(\w+)}",
            lambda found: f"<{found[1] + ':' if found[1] in CONVERTERS else ''}{found[1]}>",
            self.path,
        )


class WordConverter(PathConverter):
    """What the router takes for a word: any text, with slashes and line breaks. Whether it is a word, the service says."""

    regex = r"[\s\S]+"
    part_isolating = False


class GameConverter(BaseConverter):
    """What the router takes for the id of a game: what no other call is named by."""

    regex = r"(?!score(?:/|$))[^/]+"


CONVERTERS: dict[str, type[BaseConverter]] = {"word": WordConverter, "game": GameConverter}
"""What stands in a path → what the router takes for it, where that is not any text without a slash."""
OPERATIONS: list[Operation] = []
"""Every operation, in the order of the document."""


def operation(method: str, path: str, *, tag: str, answers: Any, **more: Any) -> Callable[[View], View]:
    """Declare a view as an operation. It is called with what stands in the path, then ``query`` and ``body`` if it takes them.

    Unless it is said, the answer to a GET can be kept and no other, and what answers nothing has the status 204.
    """
    usual = {"cached": method == "GET", "status": 204 if answers is None else 200}

    def declare(view: View) -> View:
        names = tuple(re.findall(r"{(\w+)}", path))
        said = usual | more
        OPERATIONS.append(
            Operation(method=method, path=path, tag=tag, view=view, answers=answers, parameters=names, **said)
        )
        return view

    return declare


def serve(blueprint: Blueprint) -> None:
    """Register every operation on *blueprint*."""
    blueprint.record(lambda setup: setup.app.url_map.converters.update(CONVERTERS))
    for each in OPERATIONS:
        blueprint.add_url_rule(each.rule, each.id, _view_of(each), methods=[each.method])


def work_out_models(base: type[msgspec.Struct] = msgspec.Struct) -> None:
    """Have the shape of every model worked out, while there is one thread.

    msgspec does that when it first reads a model, and has it half done for a moment: another thread that reads the same one then ends the
    process by a segmentation fault.
    """
    for model in base.__subclasses__():
        msgspec.json.Decoder(model)
        work_out_models(model)


def _view_of(declared: Operation) -> Callable[..., Response]:
    """Return the view with the token, the query, the body and the revision read and checked before it is called."""

    def view(**path: str) -> Response:
        given: dict[str, Any] = dict(path)
        if declared.scope:
            given["by"] = gate.bearer(declared.scope, path.get("slug"))
        if declared.query is not Anything:
            query = read_query(declared.query)
            if declared.query is not Nothing:
                given["query"] = query
        if declared.body is not None:
            given["body"] = read_data() if declared.raw else read_body(declared.body)
        if declared.conditional:
            given["expected"] = gate.expected_revision(path.get("slug") or path.get("game") or path["id"])
        act: Callable[[], Response] = partial(declared.view, **given)
        if declared.staged:
            act = gate.staged(declared.view, **given)
        return gate.once(given["by"], act) if declared.keyed else act()

    return view


def read_query(model: Model) -> msgspec.Struct:
    """Return the query as *model*. Raises :class:`UnknownParameter` for one that it lacks, :class:`BadParameter` for a value that cannot be."""
    known = _members(model)
    unknown = sorted(request.args.keys() - known)
    if unknown:
        hint = f"Known here: {', '.join(sorted(known))}." if known else "This call takes none."
        raise UnknownParameter(f"Unknown: {', '.join(quote(name) for name in unknown[:5])}.", hint)
    twice = [name for name, values in request.args.lists() if len(values) > 1]
    if twice:
        raise BadParameter(f"Given more than once: {', '.join(sorted(twice))}.", "Give each once.")
    try:
        return msgspec.convert(request.args.to_dict(), model, strict=False)
    except msgspec.ValidationError as error:
        raise BadParameter(f"{_fault_text(error)}.") from None


@cache
def _members(model: Model) -> frozenset[str]:
    """Return the names of the members of *model*, worked out once: it takes longer than a verdict."""
    return frozenset(each.encode_name for each in msgspec.structs.fields(model))


def read_body(model: Model) -> msgspec.Struct:
    """Return the body as *model*. Raises :class:`BadRequest` where it is not, 415 where it does not claim to be plain JSON, and 413
    where it is too long.
    """
    return _read(lambda body: _decoded(body, model))


def read_data() -> dict[str, Any]:
    """Return the body, which is an object, as plain data. Raises as :func:`read_body` does."""
    return _read(lambda body: msgspec.json.decode(body, type=dict[str, Any]))


def _read(decoded: Callable[[bytes], T]) -> T:
    if request.mimetype != JSON:
        raise UnsupportedMediaType(f"Send the body as {JSON}.")
    if request.headers.get("Content-Encoding", "identity").strip().lower() not in ("identity", ""):
        raise UnsupportedMediaType("Send the body as it is, without a Content-Encoding.")
    body = _body()
    if not body:
        raise BadRequest("The body is empty.")
    try:
        read = decoded(body)
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadRequest(f"{_fault_text(error)}.") from None
    except RecursionError:
        raise BadRequest(_TOO_DEEP) from None
    if _is_deep(body):
        raise BadRequest(_TOO_DEEP)
    return read


def _decoded(body: bytes, model: Model) -> msgspec.Struct:
    """Return JSON as *model*. A whole number may be written 1.0, as JSON Schema has it."""
    try:
        return msgspec.json.decode(body, type=model)
    except msgspec.ValidationError as error:
        if "Expected `int" not in str(error) or "`float`" not in str(error):
            raise
    return msgspec.convert(with_whole_numbers(msgspec.json.decode(body)), model)


GONE = "adjudicator.gone"
"""Where a server that knows it leaves, in the environment of a request, what says whether its client has gone."""
_TOO_DEEP = f"Arrays and objects are nested too deep: more than {MAX_DEPTH} in one another."


def _is_deep(body: bytes) -> bool:
    """Return whether JSON that was read is nested deeper than is taken: what handles it further has less room than who reads it."""
    if body.count(b"[") + body.count(b"{") <= MAX_DEPTH:
        return False
    if b"\\" in body:
        body = _ESCAPED.sub(b"", body)
    marks = _TEXTS.sub(b"", body.translate(None, _BESIDE))
    return max(accumulate(array("b", marks.translate(_DEEPER))), default=0) > MAX_DEPTH


def _body() -> bytes:
    """Return the body. One in chunks tells no length beforehand, and the framework would cut it off at the limit without a word."""
    body = request.get_data(cache="Idempotency-Key" in request.headers)
    limit = request.max_content_length
    cut = request.content_length is None and limit is not None and len(body) >= limit
    if cut and request.environ["wsgi.input"].read(1):
        raise RequestEntityTooLarge
    return body


def purse() -> Purse:
    """Return the purse of the request at hand; it is empty as soon as the server knows that the client has gone."""
    return Purse(gone=request.environ.get(GONE))


def given(value: Any) -> Any:
    """Return what was sent for a member that may be left out; None where it was."""
    return None if value is msgspec.UNSET else value


def _fault_text(error: Exception) -> str:
    """Return what is wrong with what was sent, and where."""
    if isinstance(error, UnicodeDecodeError):
        return "The body has text that is not UTF-8"
    if str(error) == "Input data was truncated":
        return "The JSON ends too early, or a \\u escape in it is half of a pair"
    return fault_text(error)
