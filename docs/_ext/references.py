"""References in docstrings, resolved as Python resolves a name in that module.

Sphinx finds what a page documents and what stands in the same module. A docstring also means what its module imports: ``:class:`ConfigError```
in ``settings.py`` is the one of ``adjudicator.errors``. :meth:`Names.resolve` follows imports without running them. A reference to something
that no page documents is shown as code; one to something that does not exist is an error. :func:`dead` lists those of whole packages.
"""

from __future__ import annotations

import ast
import builtins
import importlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("adjudicator", "scrapers", "tests")
ERRORS = ("adjudicator.errors", "adjudicator.runtime.errors")
REFERENCE = re.compile(
    r":(?:py:)?(?:class|func|data|meth|mod|attr|exc|obj|const):`(?:[^`<]*<)?[~.]*([^`<>]+)>?`"
)
"""A reference in a docstring; what it names is its group."""


class Dead(NamedTuple):
    """A reference to nothing: its file, its line, and the name."""

    file: Path
    line: int
    name: str


@cache
def file_of(module: str) -> Path | None:
    """Return the file of a module of this project, None for any other."""
    if module.split(".")[0] not in PACKAGES:
        return None
    place = ROOT.joinpath(*module.split("."))
    for file in (place / "__init__.py", place.with_suffix(".py")):
        if file.is_file():
            return file
    return None


@cache
def scope_of(module: str) -> dict[str, ast.AST | str]:
    """Return what each name means at the top of a module: the statement that defines it, or the full name of what is imported."""
    file = file_of(module)
    return _scope(ast.parse(file.read_text(encoding="utf-8")).body, module) if file else {}


def _scope(body: list[ast.stmt], module: str) -> dict[str, ast.AST | str]:
    found: dict[str, ast.AST | str] = {}
    for each in body:
        if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found[each.name] = each
        elif isinstance(each, ast.Import):
            found.update(
                {
                    a.asname or a.name.split(".")[0]: a.name if a.asname else a.name.split(".")[0]
                    for a in each.names
                }
            )
        elif isinstance(each, ast.ImportFrom) and each.module:
            found.update({a.asname or a.name: f"{each.module}.{a.name}" for a in each.names})
        elif isinstance(each, ast.AnnAssign | ast.Assign):
            targets = each.targets if isinstance(each, ast.Assign) else [each.target]
            found.update(
                {
                    name.id: each
                    for target in targets
                    for name in ast.walk(target)
                    if isinstance(name, ast.Name)
                }
            )
        elif isinstance(each, ast.If | ast.Try | ast.With):
            for part in ("body", "orelse", "handlers", "finalbody"):
                inner = [
                    statement
                    for one in getattr(each, part, [])
                    for statement in (one.body if isinstance(one, ast.ExceptHandler) else [one])
                ]
                found.update(_scope(inner, module))
    return found


def resolve(name: str, module: str = "", within: str = "") -> str | None:
    """Return the full name of what *name* means in a docstring of *module*, in the class *within*; None if that is nothing.

    An error may be named wherever it passes through, and a module by the modules beside it.
    """
    package = module.rpartition(".")[0]
    for outer in (f"{module}.{within}" if within else "", module, package, *ERRORS):
        found = _member(outer, name) if outer else None
        if found:
            return found
    return _absolute(name)


def _absolute(name: str) -> str | None:
    parts = name.split(".")
    for size in range(len(parts), 0, -1):
        prefix = ".".join(parts[:size])
        if file_of(prefix):
            return prefix if size == len(parts) else _member(prefix, ".".join(parts[size:]))
    return _elsewhere(parts)


@cache
def _imported(module: str) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError:
        return None


def _elsewhere(parts: list[str]) -> str | None:
    """Return the full name of something of Python's or of a library, None if there is no such thing."""
    if parts[0] in PACKAGES:
        return None
    for size in range(len(parts), 0, -1):
        value = _imported(".".join(parts[:size]))
        if value is not None:
            break
    else:
        value, size = builtins, 0
    for part in parts[size:]:
        if not hasattr(value, part):
            return None
        value = getattr(value, part)
    return ".".join(parts)


def _member(outer: str, name: str) -> str | None:
    """Return the full name of the member *name* (dots may go deeper) of a module or class of this project."""
    head, _, tail = name.partition(".")
    found = _one(outer, head)
    return (_member(found, tail) or _beyond(found, tail)) if found and tail else found


def _beyond(found: str, tail: str) -> str | None:
    return (
        None
        if file_of(found) or found.split(".")[0] in PACKAGES
        else _elsewhere([*found.split("."), *tail.split(".")])
    )


@cache
def _one(outer: str, name: str) -> str | None:
    if file_of(outer):
        if file_of(f"{outer}.{name}"):
            return f"{outer}.{name}"
        meaning = scope_of(outer).get(name)
        if isinstance(meaning, str):
            return _absolute(meaning)
        return f"{outer}.{name}" if meaning is not None else None
    module, _, title = outer.rpartition(".")
    definition = scope_of(module).get(title)
    if not isinstance(definition, ast.ClassDef):
        return None
    if name in _scope(definition.body, module) or name in _assigned(definition):
        return f"{outer}.{name}"
    for base in definition.bases:
        of = resolve(ast.unparse(base).partition("[")[0], module)
        found = of and (
            _one(of, name) if of.split(".")[0] in PACKAGES else _elsewhere([*of.split("."), name])
        )
        if found:
            return found
    return None


def _assigned(definition: ast.ClassDef) -> set[str]:
    """Return the attributes that methods of a class assign."""
    return {
        each.attr
        for each in ast.walk(definition)
        if isinstance(each, ast.Attribute)
        and isinstance(each.ctx, ast.Store)
        and isinstance(each.value, ast.Name)
        and each.value.id == "self"
    }


def docstrings(tree: ast.Module) -> Iterator[tuple[str, ast.Constant]]:
    """Yield every text that stands as a statement, with the name of the class around it: docstrings, and those below an attribute."""

    def walk(node: ast.AST, within: str) -> Iterator[tuple[str, ast.Constant]]:
        for child in ast.iter_child_nodes(node):
            if (
                isinstance(child, ast.Expr)
                and isinstance(child.value, ast.Constant)
                and isinstance(child.value.value, str)
            ):
                yield within, child.value
            else:
                yield from walk(child, child.name if isinstance(child, ast.ClassDef) else within)

    return walk(tree, "")


def dead(*folders: Path) -> tuple[int, list[Dead]]:
    """Return how many references the docstrings in *folders* of this project make, and those to nothing."""
    count, found = 0, []
    for file in sorted(each for folder in folders for each in folder.rglob("*.py")):
        module = ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for within, text in docstrings(ast.parse(file.read_text(encoding="utf-8"))):
            for reference in REFERENCE.finditer(str(text.value)):
                count += 1
                name = " ".join(reference[1].split()).removesuffix("()")
                if resolve(name, module, within) is None:
                    line = text.lineno + str(text.value).count("\n", 0, reference.start())
                    found.append(Dead(file, line, name))
    return count, found


def _link(app: Sphinx, env: BuildEnvironment, node: pending_xref, content: Any) -> Any:
    """Return the link that Sphinx did not find, or the plain name where no page documents what it means."""
    if node.get("refdomain") != "py":
        return None
    module = node.get("py:module") or ""
    full = resolve(node["reftarget"].lstrip("."), module, node.get("py:class") or "")
    if full is None:
        return None
    domain = env.get_domain("py")
    return domain.resolve_xref(env, node["refdoc"], app.builder, "obj", full, node, content) or content


def _without_fields(app: Sphinx, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """Leave out what Python says of each field of a named tuple: its number."""
    if lines and lines[0].startswith("Alias for field number"):
        lines.clear()


def setup(app: Sphinx) -> dict[str, Any]:
    """Have Sphinx resolve references as Python does."""
    app.connect("missing-reference", _link)
    app.connect("autodoc-process-docstring", _without_fields)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
