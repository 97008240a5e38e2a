"""The models of answers, for the OpenAPI document alone, made of the types that answers have: named tuples and typed dictionaries.

Start at :func:`described`. What a type, a member or a property says in its docstring is its description.
"""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, reduce
from operator import or_
from types import UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from msgspec import UNSET, Meta, Struct, UnsetType, defstruct

from adjudicator.core.shapes import Form, Most, Titled, extended, is_named_tuple, members

TEMPLATE = "#/components/schemas/{name}"
"""Where the document has the schema of a name."""
_REFERENCE = re.compile(r":\w+:`")
_SENTENCE = re.compile(r"(?<=\.)\s+")


def described(hint: Any) -> Any:
    """Return the type that msgspec describes as what a value of the type *hint* is once it is JSON.

    What is read back as plain data is a mapping annotated with the shape that it has.
    """
    if _is_shape(hint):
        return model(hint)
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated and _is_shape(parts[1]):
        return model(parts[1])
    if origin is Annotated:
        return Annotated[described(parts[0]), *map(_meta, parts[1:])]
    if origin is tuple and parts[-1] is not Ellipsis:
        return Annotated[list[described(parts[0])], Meta(min_length=len(parts), max_length=len(parts))]  # type: ignore[misc]
    if origin in (list, tuple, Sequence):
        return list[described(parts[0])]  # type: ignore[misc]
    if origin in (dict, Mapping):
        return dict[parts[0], described(parts[1])]  # type: ignore[misc,valid-type]
    if origin in (Union, UnionType) and all(map(is_typeddict, parts)) and not any(map(_tag, parts)):
        named = [
            {"$ref": TEMPLATE.format(name=each.__name__)} for each in parts
        ]  # the library takes no such union
        return Annotated[Any, Meta(extra_json_schema={"anyOf": named})]
    if origin in (Union, UnionType):
        return reduce(or_, map(described, parts))
    return Any if hint is object else hint


def _is_shape(hint: Any) -> bool:
    return is_named_tuple(hint) or is_typeddict(hint)


def _meta(mark: Any) -> Any:
    if isinstance(mark, Form):
        return Meta(pattern=mark.pattern, description=mark.description)
    if isinstance(mark, Most):
        return Meta(le=mark.most)
    if isinstance(mark, Titled):
        return Meta(extra_json_schema={"title": mark.title})
    return Meta(description=mark) if isinstance(mark, str) else mark


@cache
def model(kind: type) -> type[Struct]:
    """Return the model of a named tuple, which has ``Model`` behind its name, or of a typed dictionary.

    A member with one possible value tells the dictionaries of a union apart. Answers may have members that it does not name: a later version
    adds some.
    """
    fields: list[Any] = []
    tag = _tag(kind)
    for name, hint, text in members_of(kind):
        if name == tag.get("tag_field"):
            continue
        optional = get_origin(hint) is NotRequired
        found = described(get_args(hint)[0] if optional else hint)
        if text:
            found = Annotated[found, Meta(description=text)]
        fields.append((name, found | UnsetType, UNSET) if optional else (name, found))
    name = kind.__name__ + ("Model" if is_named_tuple(kind) else "")
    space = {"__doc__": _text(kind.__doc__)}
    return defstruct(name, fields, kw_only=True, namespace=space, **tag)


def _tag(kind: type) -> dict[str, Any]:
    """Return the member with one possible value, and that value."""
    return next(
        ({"tag_field": name, "tag": get_args(hint)[0]} for name, hint, _ in members_of(kind) if len(get_args(hint)) == 1 and get_origin(hint) is Literal),
        {},
    )  # fmt: skip


def members_of(kind: type) -> Iterator[tuple[str, Any, str]]:
    """Yield the name, the type and the description of every member."""
    hints = get_type_hints(kind, include_extras=True)
    base = extended(kind)
    if base is not None:
        yield from (each for each in members_of(base) if each[0] not in hints)
    texts = _texts(kind)
    own = members(kind) if is_named_tuple(kind) else dict(zip(hints, hints, strict=True))
    for name, field in own.items():
        if field in hints:
            yield name, hints[field], texts.get(field, "")
        else:
            derived: Callable[..., Any] = getattr(kind, field).fget
            returned = get_type_hints(derived, include_extras=True)["return"]
            yield name, returned, _text(derived.__doc__)


@cache
def _texts(kind: type) -> dict[str, str]:
    """Return the docstrings below the members of *kind*, and of the typed dictionaries that it is made of; looked for once, since it reads its source."""
    texts: dict[str, str] = {}
    for base in getattr(kind, "__orig_bases__", ()):
        if is_typeddict(base):
            texts |= _texts(base)
    (declared,) = ast.parse(textwrap.dedent(inspect.getsource(kind))).body
    assert isinstance(declared, ast.ClassDef)
    for each, below in zip(declared.body, declared.body[1:], strict=False):
        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
            match below:
                case ast.Expr(value=ast.Constant(value=str(text))):
                    texts[each.target.id] = _text(text)
    return texts


def _text(docstring: str | None) -> str:
    """Return what the first paragraph of a docstring says to those who do not read the code: JSON's words, and no reference."""
    first = " ".join((docstring or "").split("\n\n")[0].split())
    said = " ".join(each for each in _SENTENCE.split(first) if not _REFERENCE.search(each))
    return re.sub(r"\bNone\b", "null", said.replace("``", "`"))
