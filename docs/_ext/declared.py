"""Tables and lists that are made from the declarations in the code each time the documentation is built.

A page has ``<!-- declared: NAME -->`` on a line of its own; what comes there is the Markdown that :data:`DECLARED` has under that name. So
nothing here can be out of date, and what is declared cannot be left out.
"""

from __future__ import annotations

import argparse
import ast
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from itertools import chain, groupby, pairwise
from pathlib import Path
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

import scrapers.live
from adjudicator import resources
from adjudicator.api.openapi import complete
from adjudicator.cli.commands import COMMANDS, whole_parser
from adjudicator.resources import config_dir
from adjudicator.rules import ruleset
from adjudicator.rules.conditions import CLOSENESS, CODES, READING_RULES, WORD_RULES
from adjudicator.rules.files import Rulebooks
from adjudicator.runtime import settings
from adjudicator.runtime.metrics import FAMILIES
from adjudicator.runtime.problems import KINDS, TYPE_PREFIX
from adjudicator.sources.model import FileChannel, Source
from adjudicator.sources.toml_file import load_sources

if TYPE_CHECKING:
    from sphinx.application import Sphinx

PLACE = re.compile(r"^<!-- declared: (.*) -->$", re.MULTILINE)
BAR = "\\|"
WIDTH = 100
"""Characters of a line of usage."""


def table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a table in Markdown. A bar inside a cell would end it."""
    lines = [list(heads), ["---"] * len(list(heads)), *map(list, rows)]
    return "\n".join(
        f"| {' | '.join(' '.join(cell.split()).replace('|', BAR) for cell in line)} |" for line in lines
    )


def codes() -> str:
    """Return every code of a finding, what it is about, and its meaning."""
    return table(
        ("code", "rule on", "meaning"), ((f"`{code}`", _rule_on(code), text) for code, text in CODES.items())
    )


def _rule_on(code: str) -> str:
    if code in WORD_RULES or code == "not-on-board":
        return "the word"
    return "a reading" if code in READING_RULES else ""


def _listed(names: Iterable[str]) -> str:
    return "\n".join(f"{number}. `{name}`" for number, name in enumerate(names, 1))


def closeness() -> str:
    """Return the codes from the one closest to admission on."""
    return _listed(CLOSENESS)


def precedence() -> str:
    """Return the codes in the order in which one is chosen of several that strike a reading."""
    return _listed(READING_RULES)


def problems() -> str:
    """Return every type of problem with its status and when it is returned."""
    return table(
        ("type", "status", "when"),
        ((f"`{TYPE_PREFIX}{kind}`", str(status), when) for kind, (status, when) in KINDS.items()),
    )


def _variables(*declared: Mapping[str, str]) -> str:
    rows = ((f"`{name}`", text) for each in declared for name, text in each.items())
    return table(("variable", "sets"), rows)


def metric_families() -> str:
    """Return every metric with its kind, its labels and what it says."""
    rows = (
        (f"`{name}`", each.kind, ", ".join(f"`{label}`" for label in each.labels), each.text)
        for name, each in FAMILIES.items()
    )
    return table(("metric", "kind", "labels", "says"), rows)


def server_settings() -> str:
    """Return the variables that a server reads."""
    return _variables(settings.VARIABLES)


def common_settings() -> str:
    """Return the variables that every command reads, and those that name a file of a source."""
    files = {
        channel.env: f"a file or folder to read {source.title} from; a relative path is taken from the data directory (unset: the channels of `config/sources.toml`)"
        for source in _sources()
        for channel in source.channels
        if isinstance(channel, FileChannel) and channel.env
    }
    return _variables(resources.VARIABLES, files)


def live_settings() -> str:
    """Return the variables that live dictionaries read."""
    return _variables(scrapers.live.VARIABLES)


def _sources() -> list[Source]:
    return list(load_sources(config_dir() / "sources.toml").values())


def sources() -> str:
    """Return the upstream works that the lexicon is built from."""
    return table(
        ("id", "work", "edition", "licence", "what for", "", "channels"),
        (
            (
                f"`{each.id}`",
                f"[{each.title}]({each.url})",
                each.edition,
                each.licence.name.removeprefix("LicenseRef-"),
                each.purpose,
                "required" if each.required else "optional" if each.enabled else "optional, off",
                ", ".join(dict.fromkeys(channel.kind for channel in each.channels)),
            )
            for each in _sources()
        ),
    )


def attributions() -> str:
    """Return who each work is by, and what its licence asks for."""
    return "\n".join(
        f"- **{each.title}** ({each.edition}). {each.attribution} {each.licence.text}" for each in _sources()
    )


def rulesets() -> str:
    """Return the rulesets that are shipped."""
    shipped = sorted(path.stem for path in (config_dir() / "rulesets").glob("*.toml"))
    books = (Rulebooks().load(name) for name in shipped)
    return table(("id", "title", "rulebook"), ((f"`{each.id}`", each.title, each.rulebook) for each in books))


def challenge_rules() -> str:
    """Return the rules of challenges that a ruleset may name."""
    rules = tomllib.loads((config_dir() / "challenges.toml").read_text(encoding="utf-8"))
    return table(
        ("name", "title", "from"),
        ((f"`{name}`", each["title"], each["source"]) for name, each in rules.items()),
    )


def keys(table_name: str, kind: type[NamedTuple]) -> Callable[[], str]:
    """Return what makes the table of the keys that a table of a ruleset may have."""

    def made() -> str:
        module = ast.parse(Path(ruleset.__file__).read_text(encoding="utf-8"))
        (body,) = (
            each.body for each in module.body if isinstance(each, ast.ClassDef) and each.name == kind.__name__
        )
        meanings = {
            field.target.id: said.value.value
            for field, said in pairwise(body)
            if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
            if isinstance(said, ast.Expr) and isinstance(said.value, ast.Constant)
        }
        types = get_type_hints(kind)
        return table(
            ("key", "takes", "says"),
            (
                (
                    f"`{table_name}.{name.replace('_', '-')}`",
                    TAKES.get(name) or _takes(types[name]),
                    str(meanings[name]).replace("``", "`"),
                )
                for name in kind._fields
            ),
        )

    return made


TAKES = {"lengths": "a table of numbers: `{ 3 = 1, 5 = 2 }`", "rings": "a list of numbers"}
"""What keys take whose type in the file is another than in the code."""


def _takes(type_: Any) -> str:
    """Return what a key of this type takes in a file."""
    if get_origin(type_) in (Union, UnionType):
        return " or ".join(_takes(each) for each in get_args(type_) if each is not NoneType)
    if get_origin(type_) is Literal:
        return ", ".join(f"`{each}`" for each in get_args(type_))
    return {bool: "`true` or `false`", int: "a number", str: "a text"}.get(type_, "a list of texts")


def commands() -> str:
    """Return every command with its actions, arguments and options."""
    (subparsers,) = (each for each in whole_parser()._actions if isinstance(each, argparse._SubParsersAction))
    parts = [
        part
        for name, purpose in COMMANDS.items()
        for part in _command(f"adjudicator {name}", purpose, subparsers.choices[name], "##")
    ]
    return "\n\n".join(parts)


def _command(title: str, purpose: str, parser: argparse.ArgumentParser, level: str) -> Iterable[str]:
    yield f"{level} {title}"
    yield f"{purpose[:1].upper()}{purpose[1:].rstrip('.')}."
    nested = [each for each in parser._actions if isinstance(each, argparse._SubParsersAction)]
    if not nested:
        yield f"```text\n{_usage(parser, title)}\n```"
        rows = [(_names(each), _help(each, parser)) for each in parser._actions if each.dest != "help"]
        if any(text for _, text in rows):
            yield table(("argument", "meaning"), ((name, text) for name, text in rows if text))
    for actions in nested:
        told = {each.dest: each.help or "" for each in actions._choices_actions}
        for name, inner in actions.choices.items():
            yield from _command(f"{title} {name}", told.get(name, ""), inner, f"{level}#")


def _usage(parser: argparse.ArgumentParser, title: str) -> str:
    parser.prog = title
    parser.formatter_class = lambda prog: argparse.HelpFormatter(prog, width=WIDTH)
    return parser.format_usage().removeprefix("usage: ").rstrip().replace("\n       ", "\n")


def _names(action: argparse.Action) -> str:
    if not action.option_strings:
        return f"`{action.metavar or action.dest}`"
    metavar = action.metavar or ("{" + ",".join(map(str, action.choices)) + "}" if action.choices else "")
    value = f" {metavar or action.dest.upper()}" if action.nargs != 0 else ""
    return ", ".join(f"`{name}{value}`" for name in action.option_strings)


def _help(action: argparse.Action, parser: argparse.ArgumentParser) -> str:
    return argparse.HelpFormatter(parser.prog)._expand_help(action) if action.help else ""


def calls() -> str:
    """Return every call of the HTTP interface, by subject."""
    document = complete()
    found = [
        (call["tags"][0], method.upper(), path, call)
        for path, methods in document["paths"].items()
        for method, call in methods.items()
    ]
    subjects = {each["name"]: each["description"] for each in document["tags"]}
    order = list(subjects)
    found.sort(key=lambda each: order.index(each[0]))
    parts = []
    for tag, group in groupby(found, key=lambda each: each[0]):
        parts += [f"## {tag.capitalize()}", subjects[tag]]
        for _, method, path, call in group:
            parts += _call(method, path, call, document)
    return "\n\n".join(parts)


def _call(method: str, path: str, call: Mapping[str, Any], document: Mapping[str, Any]) -> Iterable[str]:
    yield f"### `{method} {path}`"
    yield from dict.fromkeys((call["summary"], call["description"]))
    for scope in chain.from_iterable(call["security"]):
        yield f"Needs a token with the scope `{scope}`."
    rows = [(f"`{each['name']}`", each["in"], each["description"]) for each in call["parameters"]]
    schema = call.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    model = document["components"]["schemas"].get(schema.get("$ref", "").rpartition("/")[2], schema)
    required = model.get("required", ())
    rows += [
        (f"`{name}`", "body" if name in required else "body, optional", _about(each, document))
        for name, each in model.get("properties", {}).items()
    ]
    if rows:
        yield table(("parameter", "in", "meaning"), rows)
    yield f"Statuses: {', '.join(call['responses'])}."


def _about(schema: Mapping[str, Any], document: Mapping[str, Any]) -> str:
    """Return what a member of a body is: its description, or that of the model that it is."""
    name = schema.get("$ref", "").rpartition("/")[2]
    return str(
        schema.get("description") or document["components"]["schemas"].get(name, {}).get("description", "")
    )


DECLARED: dict[str, Callable[[], str]] = {
    "codes": codes,
    "closeness": closeness,
    "precedence": precedence,
    "problems": problems,
    "common settings": common_settings,
    "server settings": server_settings,
    "metrics": metric_families,
    "live settings": live_settings,
    "sources": sources,
    "attributions": attributions,
    "rulesets": rulesets,
    "exclude": keys("exclude", ruleset.Exclusions),
    "scoring": keys("scoring", ruleset.Scoring),
    "board": keys("board", ruleset.BoardRule),
    "game": keys("game", ruleset.Game),
    "challenge": keys("challenge", ruleset.Challenge),
    "challenge rules": challenge_rules,
    "commands": commands,
    "calls": calls,
}
"""What a page asks for → the Markdown that comes there."""


def _filled(app: Sphinx, name: str, source: list[str]) -> None:
    from sphinx.errors import ExtensionError

    def made(found: re.Match[str]) -> str:
        if found[1] not in DECLARED:
            raise ExtensionError(f"{name}: nothing is declared as {found[1]!r}; known: {', '.join(DECLARED)}")
        return DECLARED[found[1]]()

    source[0] = PLACE.sub(made, source[0])


def setup(app: Sphinx) -> dict[str, Any]:
    """Have Sphinx fill pages in before it reads them."""
    import adjudicator.api.blueprint  # noqa: F401 (every operation is declared by then)

    app.connect("source-read", _filled)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
