"""The reader of plain data: each wrong value is noted with its path and what would be right."""

from __future__ import annotations

from adjudicator.core.fields import Fields


def test_every_fault_has_its_path() -> None:
    """Faults of a table and of those inside it stand in one list, each with what the field takes."""
    fields = Fields({"size": 1 << 20_000, "on": "yes", "rows": [{"kind": "c", "a\nb": 1}, 3], "inner": []})
    fields.number("size", 1)
    fields.switch("on")
    fields.text("name")
    for row in fields.tables("rows"):
        row.choice("kind", ("a", "b"))
    fields.table("inner").text("lost")
    fields.close()
    assert fields.faults == [
        "size: takes a whole number from 1 to 100, not such a large number",
        "on: takes true or false, not 'yes'",
        "name: is missing",
        "rows[1]: takes a table, not 3",
        "rows[0].kind: takes a or b, not 'c'",
        "inner: takes a table, not a list",
        "rows[0].'a\\nb': is not known; known: kind",
    ]
