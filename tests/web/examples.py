"""The answers that the OpenAPI document shows: what the calls have answered to its own examples, cut to a readable length.

`make examples` has the tests of those calls write them down.
"""

from __future__ import annotations

import json
import re
from typing import Any

from adjudicator.api.openapi import EXAMPLES
from adjudicator.api.operations import OPERATIONS

MOST, MOST_PLAIN, LONGEST = 2, 3, 200
"""What is shown of a list at most, of one of plain values, and of a text."""
_SECRET = re.compile(r"adj_[A-Za-z0-9_-]+")
_STAND_IN = re.compile(r"http://127\.0\.0\.1:\d+")
"""Where a site is that plays a live dictionary in the tests."""


def keep_example(operation: str, answer: Any) -> None:
    """Keep an *answer* of an *operation* as the example of it."""
    kept = json.loads(EXAMPLES.read_bytes())
    first: dict[str, str] = {}
    for each in OPERATIONS:
        first.setdefault(str(each.answers), each.id)
    kept[operation] = {} if "$schema" in answer or "openapi" in answer else _cut(answer)
    named = [each.id for each in OPERATIONS if first[str(each.answers)] == each.id]
    lines = [
        f"{json.dumps(each)}: {json.dumps(kept[each], ensure_ascii=False)}" for each in named if each in kept
    ]
    EXAMPLES.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def _cut(value: Any, depth: int = 0) -> Any:
    """Return as much of a *value* as is shown: less of what lies deeper. Secrets are left out, and addresses of this machine."""
    if isinstance(value, list):
        most = (MOST if depth < MOST else 1) if isinstance(next(iter(value), 0), list | dict) else MOST_PLAIN
        return [_cut(each, depth + 1) for each in value[:most]]
    if isinstance(value, dict):
        return {name: _cut(each, depth) for name, each in value.items()}
    if isinstance(value, str):
        return _STAND_IN.sub("https://dictionary.example", _SECRET.sub("adj_…", value[:LONGEST]))
    return value
