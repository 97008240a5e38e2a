"""Imports run one way: pure core ← lexicon, ledger, ingest ← service ← use cases ← command line, pages, HTTP."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

import adjudicator
from adjudicator.ledger.guard import Patience
from tests.conftest import ROOT

PACKAGE = ROOT / "adjudicator"
MODULES = sorted(PACKAGE.rglob("*.py"))
PURE = ("model.py", "errors.py", "budget.py", "spelling.py", "inflection.py", "entries.py", "rules", "games")
IMPURE_LIBRARIES = {
    "os",
    "io",
    "pathlib",
    "sqlite3",
    "requests",
    "flask",
    "socket",
    "urllib",
    "http",
    "time",
    "datetime",
    "random",
    "subprocess",
    "shutil",
    "tempfile",
    "threading",
    "asyncio",
    "logging",
    "sys",
    "importlib",
    "sqlite_utils",
    "granian",
    "bs4",
    "dawg",
    "tomllib",
    "glob",
}
IMPURE_CALLS = {"open", "print", "input", "exec", "eval", "__import__"}
INTERFACES = ("adjudicator.cli", "adjudicator.web", "adjudicator.api")
USECASES = "adjudicator.usecases"
PATIENCE = {field.name for field in fields(Patience)}
"""What settings of a server call ``ledger``: how long it is waited for."""


def of(*parts: str) -> list[Path]:
    """The modules under these names of the package."""
    return [
        path for path in MODULES for part in parts if path == PACKAGE / part or PACKAGE / part in path.parents
    ]


def imports(path: Path) -> Iterator[str]:
    """Every module that *path* imports anywhere in it, at the top or in a function."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def under(module: str, *packages: str) -> bool:
    return any(module == package or module.startswith(package + ".") for package in packages)


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", of(*PURE), ids=name)
def test_the_core_is_pure(path: Path) -> None:
    """The pure core imports nothing that reads a file, a clock, a network or a database, and no other layer;
    nor does it open or print.
    """
    allowed = [f"adjudicator.{part.removesuffix('.py')}" for part in PURE]
    for module in imports(path):
        assert module.split(".")[0] not in IMPURE_LIBRARIES, module
        assert not under(module, "adjudicator") or module == "adjudicator" or under(module, *allowed), module
    calls = [
        node.func.id
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    ]
    assert not IMPURE_CALLS & set(calls)


@pytest.mark.parametrize("path", of("lexicon", "ingest", "ledger"), ids=name)
def test_the_middle_does_not_look_up(path: Path) -> None:
    """Lexicon, ledger and ingest know neither the service nor what is above it."""
    for module in imports(path):
        assert not under(module, "adjudicator.service", USECASES, *INTERFACES), module


@pytest.mark.parametrize("path", of("lexicon"), ids=name)
def test_reading_does_not_import_building(path: Path) -> None:
    """Answering from the lexicon does not import what builds it."""
    assert not any(under(module, "adjudicator.ingest", "adjudicator.ledger") for module in imports(path))


@pytest.mark.parametrize(
    "path", [path for path in MODULES if not set(path.parts) & {"cli", "web", "api", "usecases"}], ids=name
)
def test_only_interfaces_talk_to_the_service(path: Path) -> None:
    """Nothing but the command line, the pages and the HTTP interface imports the service, and the use cases that they share; the package
    hands out its class.
    """
    if path in (PACKAGE / name for name in ("service.py", "boards.py", "rounds.py", "__init__.py")):
        return
    for module in imports(path):
        assert not under(module, "adjudicator.service", *INTERFACES) or under(module, *_package_of(path)), (
            module
        )


@pytest.mark.parametrize("path", of("usecases"), ids=name)
def test_use_cases_know_no_face(path: Path) -> None:
    """What all faces share knows none of them, nor what a face is made with."""
    for module in imports(path):
        assert not under(module, *INTERFACES, "flask", "werkzeug", "msgspec", "argparse"), module


@pytest.mark.parametrize("path", of("cli", "web", "api"), ids=name)
def test_one_way_to_the_ledger(path: Path) -> None:
    """No face imports a module of the ledger, not even for a type, or looks into the ledger that it hands on: use cases do."""
    assert not [module for module in imports(path) if under(module, "adjudicator.ledger")]
    assert looked_into(ast.parse(path.read_text(encoding="utf-8"))) == []


def looked_into(tree: ast.AST) -> list[str]:
    """Return every attribute that code takes of a ledger: of what is called so, or has just been asked for by that name."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            asked = node.value.func if isinstance(node.value, ast.Call) else node.value
            called = asked.attr if isinstance(asked, ast.Attribute) else getattr(asked, "id", "")
            if called == "ledger" and node.attr not in PATIENCE:
                found.append(f"{node.lineno}: {node.attr}")
    return found


@pytest.mark.parametrize(
    "code",
    ["ledger().houses.lists()", "ledger.disputes", "adjudicator().ledger.tokens", "gate.ledger().store"],
)
def test_looking_into_the_ledger_is_seen(code: str) -> None:
    """Each way in which a face could pass the use cases by."""
    assert len(looked_into(ast.parse(code))) == 1


def _package_of(path: Path) -> tuple[str, ...]:
    return (".".join(path.relative_to(ROOT).parent.parts),) if path.parent != PACKAGE else ()


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_no_scrapers(path: Path) -> None:
    """The package never imports the clients of live sites."""
    assert not any(under(module, "scrapers", "tests") for module in imports(path))


def test_public_surface() -> None:
    """What `import adjudicator` offers is this and no more; each name is there."""
    assert adjudicator.__all__ == ["Adjudicator", "__version__"]
    assert adjudicator.Adjudicator.__name__ == "Adjudicator"
    assert adjudicator.__version__.count(".") == 2
    with pytest.raises(AttributeError):
        _ = adjudicator.Lexicon
