"""The templates of the pages take nothing that they do not use."""

from __future__ import annotations

from flask import Flask
from jinja2 import nodes

from adjudicator.web.offline import TEMPLATES


def test_every_parameter_is_used(app: Flask) -> None:
    """A macro uses each of its parameters; one that nobody reads is said at every call for nothing."""
    unused = []
    for path in sorted(TEMPLATES.glob("*.html")):
        for macro in app.jinja_env.parse(path.read_text(encoding="utf-8")).find_all(nodes.Macro):
            read = {each.name for part in macro.body for each in part.find_all(nodes.Name)}
            unused += [
                f"{path.name}: {macro.name}({each.name})" for each in macro.args if each.name not in read
            ]
    assert unused == []
