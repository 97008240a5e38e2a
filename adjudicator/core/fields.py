"""Reads the fields of plain data, as TOML and JSON have it, and notes every wrong one with its path and what would be right there.

Start at :class:`Fields`. What is required and is not there ``is missing``; a wrong value is reported with what the field ``takes``; a field that
no reader asked for ``is not known``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from adjudicator.core.spelling import quote

Table = Mapping[str, object]
"""A table of TOML or an object of JSON, as it comes in: nobody has looked at its members."""
REQUIRED: Any = object()
"""The default of a field that must be there."""
NO_LIMIT = "none"
"""What a number that bounds something may be to lift the bound that stands below it: a file has no other word for nothing."""
LONGEST = 80
"""Characters of a wrong value that a message shows."""
MOST_BITS = 256
"""Bits of a number that a message shows: Python writes no number of thousands of digits."""
_PLAIN = re.compile(r"[\w-]{1,40}", re.ASCII).fullmatch


def excerpt(value: object) -> str:
    """Return *value* as a message of one line shows it: cut where it is long; only its kind where it is a table or list."""
    if isinstance(value, dict | list | tuple):
        return "a table" if isinstance(value, dict) else "a list"
    if isinstance(value, int) and value.bit_length() > MOST_BITS:
        return "such a large number"
    text = str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def takes(expected: str, value: object) -> str:
    """Return that a field takes what is *expected*, and not *value* if that says anything."""
    return f"takes {expected}" if value is None or value == "" else f"takes {expected}, not {excerpt(value)}"


def one_of(options: Sequence[str]) -> str:
    """Return *options* as a sentence lists them: ``a, b or c``."""
    return " or ".join(filter(None, (", ".join(options[:-1]), *options[-1:])))


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


class Fields:
    """One table of plain data. A field that is None counts as left out.

    A field at fault is noted in :attr:`faults` and read as its default, or as a harmless value of its type if it is required, so that
    reading goes on and finds the other faults. Tables inside share the list of faults.
    """

    def __init__(self, table: Table, faults: list[str] | None = None, path: str = "") -> None:
        self._table = table
        self._asked: dict[str, None] = {}
        self._inner: list[Fields] = []
        self._path = path
        self.faults: list[str] = [] if faults is None else faults

    def __iter__(self) -> Iterator[str]:
        return iter(self._table)

    def fault(self, key: str, what: str) -> None:
        """Note *what* is wrong with the field *key*; with the table itself where that is empty."""
        path = self._at(key)
        self.faults.append(f"{path}: {what}" if path else what)

    def value(self, key: str) -> Any:
        """Return the field as it stands; None if it is left out."""
        self._asked[key] = None
        return self._table.get(key)

    def expect(self, key: str, default: Any, fits: Callable[[Any], object], expected: str) -> Any:
        """Return the field if it *fits*; note a fault that names what is *expected* if it does not."""
        value = self.value(key)
        if value is None:
            if default is REQUIRED:
                self.fault(key, "is missing")
        elif fits(value):
            return value
        else:
            self.fault(key, takes(expected, value))
        return default

    def text(
        self,
        key: str,
        default: Any = REQUIRED,
        pattern: str = r"(?s).+",
        form: str = "text that is not empty",
    ) -> Any:
        """Return a text that the whole of *pattern* matches, which *form* describes."""
        value = self.expect(
            key, default, lambda given: isinstance(given, str) and re.fullmatch(pattern, given), form
        )
        return "" if value is REQUIRED else value

    def choice(self, key: str, options: Sequence[str], default: Any = REQUIRED) -> Any:
        """Return one of *options*."""
        value = self.value(key)
        if isinstance(value, str) and value in options:
            return value  # before there is a sentence of all options: a file asks a hundred thousand times
        value = self.expect(key, default, lambda given: False, one_of(options))
        return "" if value is REQUIRED else value

    def number(
        self, key: str, default: Any, least: int = 1, most: int | None = 100, *, lifts: bool = False
    ) -> Any:
        """Return a whole number from *least* to *most*; where it *lifts*, None for the text :data:`NO_LIMIT`."""
        value = self.value(key)
        if value is None:
            return default
        if lifts and value == NO_LIMIT:
            return None
        if type(value) is int and least <= value and (most is None or value <= most):
            return value
        upto = "" if most is None else f" to {most:,}"
        self.fault(
            key, takes(f"a whole number from {least}{upto}{f', or {NO_LIMIT}' if lifts else ''}", value)
        )
        return default

    def switch(self, key: str, default: Any = False) -> bool:
        """Return true or false."""
        return self.expect(key, default, lambda given: isinstance(given, bool), "true or false") is True

    def texts(self, key: str) -> tuple[str, ...]:
        """Return the texts of a list."""
        return tuple(self.expect(key, (), _is_texts, "a list of texts"))

    def rows(self, key: str, of: str = "", default: Any = ()) -> Sequence[Any]:
        """Return a list; *of* goes on to say what it is of."""
        found = self.expect(key, default, lambda given: isinstance(given, list | tuple), f"a list{of}")
        return () if found is REQUIRED else found

    def tables(self, key: str, of: str = "") -> list[Fields]:
        """Return the fields of each table of a list; *of* goes on to say what a table is of."""
        rows = enumerate(self.rows(key, f" of tables{of}"))
        found = [self.inner(f"{key}[{number}]", row, of) for number, row in rows]
        return [each for each in found if each is not None]

    def table(self, key: str, of: str = "") -> Fields:
        """Return the fields of a table; those of an empty one if it is left out, or wrong. *of* goes on to say what it is of."""
        value = self.value(key)
        return self.inner(key, {} if value is None else value, of) or Fields({})

    def inner(self, key: str, value: object, of: str = "") -> Fields | None:
        """Return the fields of *value*, which stands at *key*; None if it is no table."""
        if isinstance(value, dict):
            found = Fields(value, self.faults, self._at(key))
            self._inner.append(found)
            return found
        self.fault(key, takes(f"a table{of}", value))
        return None

    def lay_over(self, base: Table) -> None:
        """Take from *base* what is left out here."""
        self._table = {**base, **self._table}

    def overlook(self) -> None:
        """Take what was not asked for as known: what might be asked for depends on a field that is wrong."""
        self._asked |= dict.fromkeys(self._table)

    def close(self) -> None:
        """Note every field that was never asked for, in the tables inside, too: but for those that nobody has asked for anything."""
        for each in self._inner:
            if each._asked:
                each.close()
        for key in [key for key in self._table if key not in self._asked]:
            name = key if _PLAIN(key) else quote(str(key))
            self.fault(name, f"is not known; known: {', '.join(sorted(self._asked))}")

    def _at(self, key: str) -> str:
        return f"{self._path}.{key}" if self._path and key else self._path or key


def with_whole_numbers(value: Any) -> Any:
    """Return plain data with whole numbers for floats that are whole: JSON may write 1 as 1.0."""
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) < _EXACT else value
    if isinstance(value, list):
        return [with_whole_numbers(each) for each in value]
    if isinstance(value, dict):
        return {name: with_whole_numbers(each) for name, each in value.items()}
    return value


_EXACT = 2**53
"""Below it every whole number is a float of its own."""
