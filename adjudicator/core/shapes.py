"""What leaves the service has one shape, and its type says it: a named tuple of the domain, or a typed dictionary beside what makes it.

:func:`plain` makes plain data of named tuples, and :mod:`adjudicator.api.schemas` describes both in the OpenAPI document. Both go by
:func:`members`.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, NamedTuple, TypeGuard, TypeVar

T = TypeVar("T", bound=type)
V = TypeVar("V")


class Form(NamedTuple):
    """What every text of a kind looks like; it annotates ``str``."""

    pattern: str
    description: str | None = None


class Most(NamedTuple):
    """What a number of a kind is at most; it annotates ``int``."""

    most: int


class Titled(NamedTuple):
    """The title of the shape of plain data that is declared on a higher floor; it annotates a mapping."""

    title: str


Id = Annotated[str, Form("^[A-Za-z0-9_-]{1,32}$")]
Digest = Annotated[str, Form("^sha256:[0-9a-f]{64}$", "What the answer was read from, or judged by.")]
Time = Annotated[str, Form(r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z$", "In UTC.")]
_EXTENDED: dict[Hashable, type] = {}
_LEAVE: dict[Hashable, tuple[str, ...]] = {}
_RENAMED: dict[Hashable, Mapping[str, str]] = {}
_ATOMS = frozenset({str, int, bool, float, type(None)})


def extends(base: type) -> Callable[[T], T]:
    """Declare that a typed dictionary has the members of the named tuple *base* before its own: ``plain(value, **more)`` makes it."""

    return _noted(_EXTENDED, base)


def leaves(*names: str) -> Callable[[T], T]:
    """Declare that of a named tuple these fields and properties leave, in this order, and nothing else."""

    return _noted(_LEAVE, names)


def renamed(**names: str) -> Callable[[T], T]:
    """Declare which fields of a named tuple have another name outside."""

    return _noted(_RENAMED, names)


def _noted(notes: dict[Hashable, V], said: V) -> Callable[[T], T]:
    """Return what notes of a class what is *said* of it."""

    def note(kind: T) -> T:
        notes[kind] = said
        return kind

    return note


def extended(kind: Hashable) -> type | None:
    """Return the named tuple that the typed dictionary *kind* extends, if it does."""
    return _EXTENDED.get(kind)


@cache
def members(kind: Hashable) -> Mapping[str, str]:
    """Return what of a named tuple leaves, by default all of its fields: a name → the field or property that has it."""
    fields: tuple[str, ...] = _LEAVE[kind] if kind in _LEAVE else getattr(kind, "_fields", ())
    names = _RENAMED.get(kind, {})
    return {names.get(field, field): field for field in fields}


def is_named_tuple(kind: object) -> TypeGuard[type[tuple[Any, ...]]]:
    """Return whether *kind* is the class of a named tuple."""
    return isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields")


def plain(value: object, **more: object) -> Any:
    """Return *value* as JSON has it, whatever it is made of: a named tuple is an object, any other sequence an array.

    *more* are members that the object has beside its own; they may stand in the place of these.
    """
    found = _plain(value)
    return found | {name: _plain(each) for name, each in more.items()} if more else found


def _plain(value: object) -> Any:
    kind = type(value)
    if kind in _ATOMS:
        return value
    if is_named_tuple(kind):
        return {name: _plain(getattr(value, field)) for name, field in members(kind).items()}
    if isinstance(value, Mapping):
        return {name: _plain(each) for name, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, Sequence) else value
