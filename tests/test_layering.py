"""Imports run one way: pure core ← lexicon, ledger, ingest ← service ← command line, pages, HTTP."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import adjudicator
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
        assert not under(module, "adjudicator.service", *INTERFACES), module


@pytest.mark.parametrize("path", of("lexicon"), ids=name)
def test_reading_does_not_import_building(path: Path) -> None:
    """Answering from the lexicon does not import what builds it."""
    assert not any(under(module, "adjudicator.ingest", "adjudicator.ledger") for module in imports(path))


@pytest.mark.parametrize(
    "path", [path for path in MODULES if not set(path.parts) & {"cli", "web", "api"}], ids=name
)
def test_only_interfaces_talk_to_the_service(path: Path) -> None:
    """Nothing but the command line, the pages and the HTTP interface imports the service, and the two modules that put challenges and
    boards together for them; the package hands out its class.
    """
    if path in (
        PACKAGE / name for name in ("service.py", "challenges.py", "boards.py", "rounds.py", "__init__.py")
    ):
        return
    for module in imports(path):
        assert not under(module, "adjudicator.service", *INTERFACES) or under(module, *_package_of(path)), (
            module
        )


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
