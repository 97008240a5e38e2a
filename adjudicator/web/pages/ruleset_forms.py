"""From the tables of a ruleset to its form, and from a form back to the tables of a file that extends another. Pure.

Start at :func:`filled` and :func:`read`. The fields are declared in :mod:`.ruleset_fields`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from werkzeug.datastructures import MultiDict

from adjudicator.core.fields import NO_LIMIT, Table
from adjudicator.rules.ruleset import merge
from adjudicator.web.pages.ruleset_fields import MARK, Field
from adjudicator.web.wording import capitalise

Form = MultiDict[str, str]
COUNTS, EXPLAINS = "counts", "explains"
"""What a dictionary does by a form; one that has nothing there is not asked."""


def _of(table: Table, place: tuple[str, str]) -> Any:
    inner = table.get(place[0]) if place[0] else table
    return inner.get(place[1]) if isinstance(inner, Mapping) else None


def _text(value: object) -> str:
    """Return what a field has for a value of the file."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{letters} = {points}" for letters, points in value.items())
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return "" if value is None else str(value)


def _bound(field: Field, value: object) -> str:
    """Return what a field has for a value of the file; nothing for one that lifts a limit."""
    return "" if field.lifts and value == NO_LIMIT else _text(value)


def said_in(field: Field, table: Table) -> str:
    """Return what a *table* has in a field, in the words of the form."""
    value = _bound(field, _of(table, field.place)) or field.default
    return dict(field.options).get(value, value)


def filled(fields: Iterable[Field], base: Table, over: Table) -> Form:
    """Return the form of a ruleset whose file says *over* and extends *base*, in which all that holds is filled in."""
    form: Form = MultiDict()
    whole = merge(base, over)
    for field in fields:
        value = _of(over if field.inherits else whole, field.place)
        if field.path == "examples":
            form[field.path] = "\n".join(_example_lines(over.get("examples")))
        elif field.kind == "several":
            form.setlist(field.path, list(value) if isinstance(value, list) else [])
        elif field.kind == "switch":
            form.setlist(field.path, ["yes"] if value is True else [])
        else:
            said = _text(value) if field.inherits else _bound(field, value)
            form[field.path] = said or ("" if field.inherits else field.default)
    dictionary = whole.get("dictionary")
    if isinstance(dictionary, Mapping):
        sizes = members(dictionary)
        for source in dictionary.get("sources", ()):
            form[f"dictionary.{source}"] = COUNTS if source in sizes else EXPLAINS
            form[f"dictionary.{source}.size"] = _text(sizes.get(source))
    return form


def completed(form: Form, whole: Form, fields: Iterable[Field]) -> Form:
    """Return a form as it came, with what an address that somebody has shortened leaves out as *whole* has it: a box that is not ticked leaves
    nothing, so that says something.
    """
    boxes = {field.path for field in fields if field.kind in ("switch", "several")}
    asked = any(name.startswith("dictionary.") for name in form)
    found = MultiDict(form)
    for name in whole:
        if name not in found and name not in boxes and not (asked and name.startswith("dictionary.")):
            found.setlist(name, whole.getlist(name))
    return found


def members(dictionary: Table) -> dict[str, object]:
    """Return source → size, of those that make a word a word."""
    given = dictionary.get("members")
    if isinstance(given, list):
        return {str(each.get("source")): each.get("max-size") for each in given if isinstance(each, Mapping)}
    sources = dictionary.get("sources")
    return dict.fromkeys(sources) if isinstance(sources, list) else {}


def _example_lines(examples: object) -> Iterable[str]:
    if isinstance(examples, Mapping):
        for word, each in examples.items():
            yield MARK.join((word, "legal" if each.get("legal") else "not legal", str(each.get("says", ""))))


def read(
    form: Form, fields: Iterable[Field], base: Table, sources: Sequence[str]
) -> tuple[dict[str, Any], list[str]]:
    """Return the tables of a file that extends *base* and comes to what the *form* says, and what is wrong with it that they cannot show.

    They have nothing that *base* says already. *sources* are those of the form, in their order.
    """
    found: dict[str, Any] = {}
    faults: list[str] = []
    for field in fields:
        if field.path == "examples":
            value = _examples(form.get("examples", ""), faults)
        else:
            value = _value(field, form, _of(base, field.place), faults)
        if value is not None:
            table, key = field.place
            (found.setdefault(table, {}) if table else found)[key] = value
    _read_dictionary(form, base, sources, found)
    return found, faults


def _value(field: Field, form: Form, below: object, faults: list[str]) -> Any:
    """Return the value of a field; None where it is as *below*, or as what a ruleset means that does not speak of it."""
    if field.kind == "several":
        chosen = [name for name, _ in field.options if name in form.getlist(field.path)]
        chosen += [name for name in form.getlist(field.path) if name not in chosen]
        return chosen if set(chosen) != set(_names(below)) else None
    if field.kind == "switch":
        on = bool(form.getlist(field.path))
        return on if on is not (below is True) else None
    text = form.get(field.path, "").strip()
    if field.inherits:
        return _converted(field, text) if text else None
    if field.lifts and text in ("", NO_LIMIT):
        return NO_LIMIT if _bound(field, below) else None
    if not text and not field.default and field.kind not in ("numbers", "points"):
        if below is not None:
            faults.append(
                f"{field.path}: cannot be left empty; the rules that these begin from have {_text(below)}"
            )
        return None
    value = _converted(field, text or field.default)
    said = _text(below) or field.default
    return None if _text(value) == said else value


def _names(value: object) -> Iterable[str]:
    return value if isinstance(value, list) else ()


def _converted(field: Field, text: str) -> Any:
    """Return what a field says as the file has it; a text that says nothing as it is, for the reader of rulesets to refuse."""
    if field.kind == "number":
        return _number(text)
    if field.kind == "maybe":
        return {"yes": True, "no": False}.get(text, text)
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if field.kind == "numbers":
        return [_number(part) for part in parts]
    if field.kind == "points":
        pairs = [part.partition("=") for part in parts]
        return {letters.strip(): _number(points.strip()) for letters, _, points in pairs}
    return text


def _number(text: str) -> int | str:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else text


_SAID = {"legal": True, "not legal": False}


def _examples(text: str, faults: list[str]) -> dict[str, Any] | None:
    found = {}
    for number, line in enumerate(filter(None, map(str.strip, text.splitlines())), 1):
        parts = [part.strip() for part in line.split(MARK.strip(), 2)]
        if len(parts) == 3 and parts[1] in _SAID:
            found[parts[0]] = {"legal": _SAID[parts[1]], "says": parts[2]}
        else:
            faults.append(
                f"examples: line {number} takes a word, legal or not legal, and a sentence, with | between them"
            )
    return found or None


def _read_dictionary(form: Form, base: Table, sources: Sequence[str], found: dict[str, Any]) -> None:
    """Put into *found* which dictionaries count and which explain, if that is otherwise than in *base*."""
    below = base.get("dictionary")
    known = dict(below) if isinstance(below, Mapping) else {}
    order = [*_names(known.get("sources")), *sources]
    named = [name for name in dict.fromkeys(order) if form.get(f"dictionary.{name}") in (COUNTS, EXPLAINS)]
    sizes: dict[str, object] = {}
    for name in named:
        if form[f"dictionary.{name}"] == COUNTS:
            size = form.get(f"dictionary.{name}.size", "").strip()
            sizes[name] = _number(size) if size else None
    if named != known.get("sources") or sizes != members(known):
        found["dictionary"] = {
            "sources": named,
            "members": [
                {"source": name} if size is None else {"source": name, "max-size": size}
                for name, size in sizes.items()
            ],
        }


def placed(faults: Iterable[str], fields: Sequence[Field], table: Table) -> dict[str, str]:
    """Return field → what is wrong with it, in a sentence; what is wrong with no field has an empty name."""
    labels = {field.path: field.label for field in fields}
    named = sorted([*labels, "dictionary"], key=len, reverse=True)
    listed = table.get("dictionary")
    rows = listed.get("members", ()) if isinstance(listed, Mapping) else ()
    found: dict[str, str] = {}
    for fault in faults:
        path, _, what = fault.partition(": ")
        for number, row in enumerate(rows):
            if path.startswith(f"dictionary.members[{number}]"):
                path = f"dictionary.{row['source']}.size"
        if not path.startswith("dictionary."):
            path = next(
                (name for name in named if path == name or path.startswith((f"{name}.", f"{name}["))), ""
            )
        elif not path.endswith(".size"):
            path = "dictionary"
        sentence = what if path else fault
        for other, label in labels.items():
            if "." in other:
                sentence = sentence.replace(other, f"“{label}”")
        told = f"{capitalise(sentence)}."
        found[path] = f"{found[path]} {told}" if path in found else told
    return found
