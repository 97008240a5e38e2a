"""Records of rounds and games read from plain data, as TOML and JSON have it, with every fault of shape at once. Pure.

Start at :func:`taken_in`. What has faults is left out as far as the rest can do without it, so that whoever scores a record can tell the
faults of rules beside those of shape.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec
from msgspec import inspect

from adjudicator.core.fields import excerpt, one_of, with_whole_numbers
from adjudicator.games.records import fault_text

R = TypeVar("R", bound=msgspec.Struct)
Path = tuple[str | int, ...]
MOST_FAULTS, MOST_LOOKED_FOR = 100, 1_000
"""Faults that are told, and that are looked for; of those that are not told, how many there are."""
LONGEST_NAME = 40
"""Characters of a name that a place of a fault shows."""
NEEDED = ("lists", "crossword", "points", "ruleset", "players", "rounds")
"""What the rest of a record cannot be looked at without."""
CAN_GO = ("finished", "unplayed", "starting_word", "starter", "swaps")
"""What a crossword can do without."""
_CHALLENGE = re.compile(r"(rounds\[\d+\]\.)?challenges\[(\d+)\]")


class Fault(NamedTuple):
    """What is wrong with the shape of a record, and where."""

    path: Path
    what: str

    def __str__(self) -> str:
        place = "".join(f"[{part}]" if isinstance(part, int) else f".{shortened(part)}" for part in self.path)
        return f"{place.removeprefix('.')}: {self.what}" if place else self.what


class Intake(NamedTuple, Generic[R]):
    """A record as it was read: whole where it has no ``faults``; else what is left of it, None where nothing can be said of the rest."""

    record: R | None
    faults: tuple[str, ...] = ()
    numbers: Mapping[str, tuple[int, ...]] = {}
    """By the round, which number in the record each challenge has that is left."""

    def all_faults(self, found: tuple[str, ...]) -> tuple[str, ...]:
        """Return the faults of shape and those that were *found* in what is left, by the places of the record as it came."""
        told = [*self.faults, *(self._as_it_came(each) for each in found)]
        more = (f"and {len(told) - MOST_FAULTS} more",) if len(told) > MOST_FAULTS else ()
        return (*told[:MOST_FAULTS], *more)

    def _as_it_came(self, fault: str) -> str:
        def number(found: re.Match[str]) -> str:
            prefix = found[1] or ""
            numbers = self.numbers.get(prefix)
            return f"{prefix}challenges[{numbers[int(found[2])] if numbers else found[2]}]"

        return _CHALLENGE.sub(number, fault)


def taken_in(data: object, kind: type[R]) -> Intake[R]:
    """Return the record of a *kind* that *data* is, or what is left of it with every fault of its shape. A whole number may be written 1.0."""
    try:
        return Intake(msgspec.convert(data, kind))
    except msgspec.ValidationError as error:
        told = fault_text(error)
    data = with_whole_numbers(data)
    faults = list(islice(_faults(inspect.type_info(kind), data, ()), MOST_LOOKED_FOR))
    if not faults:
        try:
            return Intake(msgspec.convert(data, kind))
        except msgspec.ValidationError:
            return Intake(None, (told,))
    left, numbers = _left(data, [each.path for each in faults])
    record = None
    if left is not None:
        try:
            record = msgspec.convert(left, kind)
        except msgspec.ValidationError:
            record = None
    return Intake(record, tuple(map(str, faults)), numbers)


def _faults(kind: inspect.Type, value: Any, path: Path) -> Iterator[Fault]:
    """Yield what is wrong with a *value* of a *kind*, and with what is in it."""
    match kind:
        case inspect.Metadata():
            yield from _faults(kind.type, value, path)
        case inspect.AnyType():
            return
        case inspect.UnionType():
            options = [each for each in map(_bare, kind.types) if not isinstance(each, inspect.NoneType)]
            if value is None and len(options) < len(kind.types):
                return
            fitting = [each for each in options if _fits(each, value)]
            if fitting:
                yield from _faults(fitting[0], value, path)
            else:
                yield Fault(
                    path, f"takes {one_of([_expected(each) for each in options])}, not {excerpt(value)}"
                )
        case _ if not _fits(kind, value):
            yield Fault(path, f"takes {_expected(kind)}, not {excerpt(value)}")
        case inspect.StructType():
            yield from _faults_of_record(kind, value, path)
        case inspect.DictType():
            for name, each in value.items():
                yield from _faults(kind.key_type, name, (*path, name))
                yield from _faults(kind.value_type, each, (*path, name))
        case inspect.ListType():
            if fault := _size(kind, len(value), "takes {} at least", "takes {} at most"):
                yield Fault(path, f"{fault}, not {len(value):,}")
                return
            for number, each in enumerate(value):
                yield from _faults(kind.item_type, each, (*path, number))
        case inspect.TupleType():
            if len(value) != len(kind.item_types):
                yield Fault(path, f"takes {_expected(kind)}")
                return
            for number, (item, each) in enumerate(zip(kind.item_types, value, strict=True)):
                yield from _faults(item, each, (*path, number))
        case inspect.StrType():
            if fault := _size(kind, len(value), "is empty", "is longer than {} characters"):
                yield Fault(path, fault)
            elif kind.pattern and not re.search(kind.pattern, value):
                yield Fault(path, f"is not of the form {kind.pattern}")
        case inspect.IntType():
            least, most = kind.ge, kind.le
            if (least is not None and value < least) or (most is not None and value > most):
                bounds = (
                    f"{least:,} at least" if most is None else f"a whole number from {least:,} to {most:,}"
                )
                yield Fault(path, f"takes {bounds}, not {excerpt(value)}")
        case inspect.LiteralType():
            if value not in kind.values:
                yield Fault(
                    path, f"takes {one_of([str(each) for each in kind.values])}, not {excerpt(value)}"
                )


def _faults_of_record(kind: inspect.StructType, value: Mapping[str, Any], path: Path) -> Iterator[Fault]:
    fields = {each.encode_name: each for each in kind.fields}
    for name, each in value.items():
        if name in fields:
            yield from _faults(fields[name].type, each, (*path, name))
        else:
            yield Fault((*path, name), f"is not known; known here are {', '.join(fields)}")
    for name, field in fields.items():
        if field.required and name not in value:
            yield Fault((*path, name), "is missing")


def shortened(name: str) -> str:
    """Return the *name* of a member as a place of a fault shows it."""
    return name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME]}…"


def _size(kind: Any, size: int, too_few: str, too_many: str) -> str:
    if kind.min_length is not None and size < kind.min_length:
        return too_few.format(kind.min_length)
    if kind.max_length is not None and size > kind.max_length:
        return too_many.format(f"{kind.max_length:,}")
    return ""


def _bare(kind: inspect.Type) -> inspect.Type:
    return _bare(kind.type) if isinstance(kind, inspect.Metadata) else kind


def _fits(kind: inspect.Type, value: Any) -> bool:
    """Return whether a *value* is of the type of a *kind*, whatever is in it."""
    match kind:
        case inspect.StructType() | inspect.DictType():
            return isinstance(value, dict)
        case inspect.ListType() | inspect.TupleType():
            return isinstance(value, list)
        case inspect.BoolType():
            return isinstance(value, bool)
        case inspect.IntType():
            return isinstance(value, int) and not isinstance(value, bool)
        case inspect.StrType() | inspect.LiteralType():
            return isinstance(value, str)
    return True


@cache
def _expected_of(kind: type[inspect.Type]) -> str:
    return {
        inspect.StructType: "a table",
        inspect.DictType: "a table",
        inspect.ListType: "a list",
        inspect.BoolType: "true or false",
        inspect.IntType: "a whole number",
    }.get(kind, "a text")


def _expected(kind: inspect.Type) -> str:
    if isinstance(kind, inspect.LiteralType):
        return one_of([str(each) for each in kind.values])
    if isinstance(kind, inspect.TupleType):
        return f"a list of {len(kind.item_types)}: {', '.join(_expected(_bare(each)) for each in kind.item_types)}"
    return _expected_of(type(kind))


def _left(data: Any, paths: list[Path]) -> tuple[Any, dict[str, tuple[int, ...]]]:
    """Return what is left of a record without what has faults at these *paths*, None where that is nothing; and which challenges are left."""
    numbers: dict[str, tuple[int, ...]] = {}
    if not isinstance(data, dict):
        return None, numbers
    rounds = data.get("rounds")
    if not isinstance(rounds, list):
        return _left_of_round(data, paths, "", numbers), numbers
    if any(path[0] in ("players", "rounds") and len(path) < 3 for path in paths if path):
        return None, numbers
    left = {name: each for name, each in data.items() if not any(path[0] == name for path in paths)}
    if "players" in data and "players" not in left:
        return None, numbers
    left["rounds"] = list(rounds)
    for number, each in enumerate(rounds):
        own = [path[2:] for path in paths if path[:2] == ("rounds", number)]
        if own:
            found = _left_of_round(each, own, f"rounds[{number}].", numbers)
            left["rounds"][number] = {"points": {}} if found is None else found
    return left, numbers


def _left_of_round(
    data: dict[str, Any], paths: list[Path], prefix: str, numbers: dict[str, tuple[int, ...]]
) -> dict[str, Any] | None:
    left = dict(data)
    for path in paths:
        name = path[0]
        if name == "crossword" and len(path) > 1 and path[1] in CAN_GO and "crossword" in left:
            left["crossword"] = {key: each for key, each in left["crossword"].items() if key != path[1]}
        elif name == "challenges" and len(path) > 1:
            continue
        elif name in NEEDED:
            return None
        else:
            left.pop(str(name), None)
    if "board" in data and "board" not in left:
        left.setdefault("rings", {})  # that it is missing would be no fault of the record as it came
    bad = {path[1] for path in paths if path[0] == "challenges" and len(path) > 1}
    if bad and isinstance(left.get("challenges"), list):
        kept = [number for number in range(len(left["challenges"])) if number not in bad]
        left["challenges"] = [left["challenges"][number] for number in kept]
        numbers[prefix] = tuple(kept)
    return left
