"""Imports run one way, floor by floor; the core is pure; no face imports the ledger."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path

import pytest

import adjudicator
from adjudicator.ledger.guard import Patience
from tests.conftest import ROOT

PACKAGE = ROOT / "adjudicator"
MODULES = sorted(PACKAGE.rglob("*.py"))
PURE = ("core", "errors.py", "lexicon/dictionaryapi.py", "lexicon/shapes.py", "rules", "games")
FLOORS = (
    {"core", "errors", "files", "resources"},
    {"rules", "sources"},
    {"wordfiles"},
    {"games", "ledger", "lexicon"},
    {"ingest", "judging"},
    {"__init__", "Adjudicator", "packs", "usecases"},
    {"runtime"},
    {"api"},
    {"web"},
    {"server"},
    {"cli"},
)
"""The rooms of the package from the ground up; ``from adjudicator import Adjudicator`` is its face."""
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
INTERFACES = ("adjudicator.cli", "adjudicator.web", "adjudicator.api", "adjudicator.server")
USECASES = "adjudicator.usecases"
PATIENCE = {field.name for field in fields(Patience)}
"""What settings of a server call ``ledger``: how long it is waited for."""


FINDERS = (PACKAGE / "rules" / "files.py", PACKAGE / "rules" / "sources.py")
"""What finds and reads the files of a pure part."""


def of(*parts: str) -> list[Path]:
    """The modules under these names of the package."""
    return [
        path for path in MODULES for part in parts if path == PACKAGE / part or PACKAGE / part in path.parents
    ]


@cache
def nodes(path: Path) -> list[ast.AST]:
    """All of a module's syntax."""
    return list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


@cache
def imports(path: Path) -> list[str]:
    """Every module that *path* imports anywhere in it, at the top or in a function."""
    return list(_imports(path))


def _imports(path: Path) -> Iterator[str]:
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def under(module: str, *packages: str) -> bool:
    return any(module == package or module.startswith(package + ".") for package in packages)


def wrong(paths: Iterable[Path], is_wrong: Callable[[str], bool]) -> list[str]:
    """What these modules import and should not, each with the module that does: all that there is, not the first alone."""
    return [
        f"{path.relative_to(ROOT)}: {module}"
        for path in paths
        for module in imports(path)
        if is_wrong(module)
    ]


def test_the_core_is_pure() -> None:
    """The pure core imports nothing that reads a file, a clock, a network or a database, and no other layer;
    nor does it open or print.
    """
    allowed = [f"adjudicator.{part.removesuffix('.py').replace('/', '.')}" for part in PURE]

    def is_impure(module: str) -> bool:
        ours = under(module, "adjudicator")
        return module.split(".")[0] in IMPURE_LIBRARIES or (
            ours and module != "adjudicator" and not under(module, *allowed)
        )

    pure = [path for path in of(*PURE) if path not in FINDERS]
    assert len(pure) > 20
    assert wrong(pure, is_impure) == []
    calls = [
        (path, node.func.id)
        for path in pure
        for node in nodes(path)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    ]
    assert [call for call in calls if call[1] in IMPURE_CALLS] == []


def test_imports_run_down() -> None:
    """A module imports its own room, and rooms on lower floors: there is no circle of rooms."""
    assert len(MODULES) > 200
    faults = []
    for path in MODULES:
        room, floor = room_of(path.relative_to(PACKAGE).parts[0])
        for module in imports(path):
            if module.startswith("adjudicator."):
                other, below = room_of(module.split(".")[1])
                if other != room and below >= floor:
                    faults.append(f"{path.relative_to(ROOT)}: {module}")
    assert faults == []


def room_of(part: str) -> tuple[str, int]:
    """Return the room that *part* names, a folder of the package or a file in it, and its floor."""
    name = part.removesuffix(".py")
    return name, next(number for number, rooms in enumerate(FLOORS) if name in rooms)


@pytest.mark.parametrize(
    ("rooms", "unknown"),
    [
        (["lexicon"], ["adjudicator.ingest", "adjudicator.ledger"]),
        (["usecases"], [*INTERFACES, "flask", "werkzeug", "msgspec", "argparse"]),
        (["cli", "web", "api"], ["adjudicator.ledger"]),
        ([""], ["scrapers", "tests"]),
    ],
    ids=["reading knows no building", "use cases know no face", "faces know no ledger", "no scrapers"],
)
def test_what_rooms_do_not_know(rooms: list[str], unknown: list[str]) -> None:
    """Answering from the lexicon does not import what builds it. What all faces share knows none of them, nor what a face is made with. No face
    imports a module of the ledger, not even for a type. The package never imports the clients of live sites.
    """
    found = of(*rooms)
    assert found
    assert wrong(found, lambda module: under(module, *unknown)) == []


def test_one_way_to_the_ledger() -> None:
    """No face looks into the ledger that it hands on: use cases do."""
    assert [(path, seen) for path in of("cli", "web", "api") for seen in looked_into(nodes(path))] == []


def looked_into(code: list[ast.AST]) -> list[str]:
    """Return every attribute that code takes of a ledger: of what is called so, or has just been asked for by that name."""
    found = []
    for node in code:
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
    assert len(looked_into(list(ast.walk(ast.parse(code))))) == 1


def test_public_surface() -> None:
    """What `import adjudicator` offers is this and no more; each name is there."""
    assert adjudicator.__all__ == ["Adjudicator", "__version__"]
    assert adjudicator.Adjudicator.__name__ == "Adjudicator"
    assert adjudicator.__version__.count(".") == 2
    with pytest.raises(AttributeError):
        _ = adjudicator.Lexicon
