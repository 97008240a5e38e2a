"""The documentation builds strictly, leaves out nothing that is declared, and its examples give what they show."""

from __future__ import annotations

import argparse
import ast
import doctest
import importlib.util
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from bs4 import BeautifulSoup, Tag
from filelock import FileLock

import adjudicator.api.blueprint  # noqa: F401 (declares every operation)
from adjudicator.api.operations import OPERATIONS
from adjudicator.cli.commands import COMMANDS, whole_parser
from adjudicator.errors import RulesetInvalid
from adjudicator.resources import config_dir
from adjudicator.rules.conditions import CODES
from adjudicator.rules.ruleset import TABLES, parse
from adjudicator.runtime.metrics import FAMILIES
from adjudicator.runtime.problems import KINDS, TYPE_PREFIX
from adjudicator.runtime.settings import VARIABLES
from adjudicator.sources.toml_file import load_sources
from tests.conftest import ROOT, WHOLE, Run, environment
from tests.load.server import SERVICE, ServerProcess

DOCS = ROOT / "docs"
AT_THE_TOP = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")]
PAGES = sorted(DOCS.rglob("*.md"))


class Site:
    """The pages that were built in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __getitem__(self, name: str) -> BeautifulSoup:
        page = self._folder / Path(name).with_suffix(".html")
        return BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser")


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """Every page as it is read, from one strict build for all processes of a run; unless sweeps are whole, in a plain theme, which takes a quarter less."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    out, said = folder / "docs", folder / "docs.txt"
    with FileLock(folder / "docs.lock"):
        if not said.exists():
            command = [
                sys.executable,
                "-m",
                "sphinx",
                "-n",
                "-W",
                "--keep-going",
                "-q",
                "-b",
                "html",
                *([] if WHOLE else ["-D", "html_theme=basic"]),
                str(DOCS),
                str(out),
            ]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            said.write_text(f"{done.returncode}\n{done.stdout}{done.stderr}", encoding="utf-8")
    code, _, text = said.read_text(encoding="utf-8").partition("\n")
    assert code == "0", text
    return Site(out)


def rows(page: BeautifulSoup) -> list[list[str]]:
    """The cells of every row of every table of a page."""
    return [
        [" ".join(cell.get_text().split()) for cell in row.find_all("td")]
        for row in page.select("section tr")
    ]


def plain(text: str) -> str:
    """A sentence of a declaration as it is read on a page."""
    return " ".join(text.replace("`", "").split())


def headings(page: BeautifulSoup) -> dict[str, Tag]:
    """The sections of a page by their headings."""
    found: dict[str, Tag] = {}
    for heading in page.select("section > h2, section > h3"):
        section = heading.parent
        assert section is not None
        found[" ".join(heading.get_text().split()).removesuffix("¶")] = section
    return found


def test_every_code(site: Site) -> None:
    """The page of codes has a row for each code with its meaning, and no other."""
    found = {code: meaning for code, _, meaning in (row for row in rows(site["explain/codes.md"]) if row)}
    assert found == {code: plain(meaning) for code, meaning in CODES.items()}


def test_every_problem(site: Site) -> None:
    """The page of problems has a row for each type with its status and when it comes, and no other."""
    found = {
        (kind, status): when for kind, status, when in (row for row in rows(site["apps/problems.md"]) if row)
    }
    assert found == {(TYPE_PREFIX + kind, str(status)): plain(when) for kind, (status, when) in KINDS.items()}


def test_every_setting_of_the_server(site: Site) -> None:
    """Every setting of the server has a row with what it sets."""
    found = {row[0]: row[1] for row in rows(site["operate/settings.md"]) if row}
    assert found.items() >= {name: plain(text) for name, text in VARIABLES.items()}.items()


def test_every_metric(site: Site) -> None:
    """Every metric has a row with its labels and what it says."""
    found = {row[0]: (row[1], row[2], row[3]) for row in rows(site["operate/serving.md"]) if len(row) == 4}
    assert found == {
        name: (each.kind, ", ".join(each.labels), plain(each.text)) for name, each in FAMILIES.items()
    }


def test_every_variable_that_the_code_names(site: Site) -> None:
    """Every variable of the environment that any module names has a row."""
    named = {
        each.value
        for folder in ("adjudicator", "scrapers")
        for file in (ROOT / folder).rglob("*.py")
        for each in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(each, ast.Constant) and isinstance(each.value, str)
        if re.fullmatch(r"ADJUDICATOR_[A-Z_]*[A-Z]", each.value)
    }
    assert len(named) > 25
    assert named <= {row[0] for row in rows(site["operate/settings.md"]) if row}


def _commands(
    title: str, parser: argparse.ArgumentParser
) -> Iterator[tuple[str, str, argparse.ArgumentParser]]:
    """Every command and action below *parser*, with its sentence."""
    for each in parser._actions:
        if isinstance(each, argparse._SubParsersAction):
            told = {action.dest: action.help or "" for action in each._choices_actions}
            for name, inner in each.choices.items():
                yield f"{title} {name}", told.get(name, ""), inner
                yield from _commands(f"{title} {name}", inner)


def test_every_command(site: Site) -> None:
    """Every command, action and option has its place on the page, and a sentence."""
    sections = headings(site["apps/commands.md"])
    commands = list(_commands("adjudicator", whole_parser()))
    assert len(commands) > len(COMMANDS) > 15
    for title, purpose, parser in commands:
        assert purpose, f"{title} does not say what it does"
        text = " ".join(sections[title].get_text().split()).lower()
        assert plain(purpose).lower().rstrip(".") in text, title
        for option in (each for each in parser._actions if each.option_strings and each.dest != "help"):
            assert option.help, f"{title} {option.option_strings[0]} does not say what it does"
            assert all(name in text for name in option.option_strings), (title, option.option_strings)


def test_every_call(site: Site) -> None:
    """Every call of the HTTP interface has its place on the page, with its summary."""
    sections = headings(site["apps/calls.md"])
    assert len(OPERATIONS) > 50
    for each in OPERATIONS:
        section = sections[f"{each.method} {each.path}"]
        assert plain(each.summary) in " ".join(section.get_text().split())
    found = [title for title in sections if re.match(r"[A-Z]+ /", title)]
    assert len(found) == len(OPERATIONS)


def test_every_source(site: Site) -> None:
    """Every shipped source has a row, and says what it is for."""
    sources = load_sources(config_dir() / "sources.toml")
    assert all(each.purpose for each in sources.values())
    found = {row[0]: row[4] for row in rows(site["explain/sources.md"]) if row}
    assert found == {name: each.purpose for name, each in sources.items()}


def test_every_key_of_a_ruleset(site: Site) -> None:
    """Every key that a ruleset may have stands on the page of its keys."""
    text = site["curator/ruleset-reference.md"].get_text()
    wrong = {name: {"no-such-key": 1} for name in TABLES if name != "examples"}
    with pytest.raises(RulesetInvalid) as caught:
        parse({"id": "x", "no-such-key": 1, **wrong}, frozenset(CODES))
    lists = [
        re.search(r"(.*)\.?no-such-key: is not known; known: (.*)", fault) for fault in caught.value.faults
    ]
    known = {key for found in lists if found for key in found[2].split(", ")}
    assert len(known) > 50
    assert [key for key in sorted(known) if not re.search(rf"(?<![\w-]){key}(?![\w-])", text)] == []


def _references() -> ModuleType:
    spec = importlib.util.spec_from_file_location("references", DOCS / "_ext" / "references.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_references_in_docstrings() -> None:
    """Whatever a docstring refers to exists, in the documented modules and in all others."""
    references = _references()
    count, dead = references.dead(*(ROOT / package for package in references.PACKAGES))
    assert count > 500
    assert dead == []


@pytest.mark.parametrize(
    ("name", "module", "within", "full"),
    [
        ("adjudicator.rules.judge.judge", "", "", None),
        ("Judge.verdict", "adjudicator.rules.judge", "", "adjudicator.rules.judge.Judge.verdict"),
        ("Judge.nothing", "adjudicator.rules.judge", "", None),
        ("Ledger", "adjudicator.judging.service", "", "adjudicator.ledger.ledger.Ledger"),
        ("adjudicator.Adjudicator", "", "", "adjudicator.judging.service.Adjudicator"),
        ("legal", "adjudicator.core.model", "Verdict", "adjudicator.core.model.Verdict.legal"),
        ("TooHard", "adjudicator.games.paths", "", "adjudicator.errors.TooHard"),
        ("pathlib.Path.exists", "", "", "pathlib.Path.exists"),
        ("pathlib.Path.nothing", "", "", None),
        ("NoSuchName", "adjudicator.judging.service", "", None),
    ],
)
def test_how_references_resolve(name: str, module: str, within: str, full: str | None) -> None:
    """A name means what it means in its module, and what does not exist is found out."""
    assert _references().resolve(name, module, within) == full


def test_links_between_files() -> None:
    """The files at the top link to files that are there; Sphinx sees to the pages."""
    for file in AT_THE_TOP:
        links = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", file.read_text(encoding="utf-8"))
        assert [link for link in links if "://" not in link and not (ROOT / link).exists()] == [], file.name
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 150


SESSIONS = [page for page in (ROOT / "README.md", *PAGES) if ">>> " in page.read_text(encoding="utf-8")]


@pytest.mark.parametrize("page", SESSIONS, ids=lambda page: page.stem)
def test_sessions(page: Path) -> None:
    """The sessions of Python on the pages give what they show."""
    result = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert result.attempted > (10 if page.stem == "library" else 0)
    assert result.failed == 0


def test_there_are_sessions() -> None:
    """The README and the page of the library have sessions."""
    assert {page.stem for page in SESSIONS} >= {"README", "library"}


EXAMPLES = [
    ROOT / "README.md",
    *(
        DOCS / name
        for name in ("apps/cli.md", "curator/house-lists.md", "curator/rulesets.md", "table/boards.md")
    ),
]
COMMAND = re.compile(
    r"^    \$ (.*\.venv/bin/adjudicator .*)\n((?:    (?!\$ ).*\n|(?=\n    \S)\n)*)", re.MULTILINE
)
PROGRAM = ".venv/bin/adjudicator"
FILE = re.compile(r"^`([a-z-]+\.toml)`:\n\n```toml\n(.*?)```", re.MULTILINE | re.DOTALL)
CLUB = "wibble\nwobble\nwubble\n"
"""The word list of the club that the page of rulesets tells of."""


@pytest.mark.parametrize("page", EXAMPLES, ids=lambda page: page.stem)
def test_examples_on_the_command_line(page: Path, run: Run, home: Path, tmp_path: Path) -> None:
    """The commands on the pages, run one after the other with the files that stand there, print what is shown."""
    text = page.read_text(encoding="utf-8")
    (tmp_path / "club.txt").write_text(CLUB)
    for name, content in FILE.findall(text):
        (tmp_path / name).write_text(content, encoding="utf-8")
    commands = COMMAND.findall(text)
    assert commands
    for command, shown in commands:
        first, *arguments = shlex.split(command)
        if first == PROGRAM:
            done = run(*arguments)
        else:
            line = command.replace(PROGRAM, f"'{sys.executable}' -m adjudicator.cli.main")
            done = subprocess.run(
                line,
                shell=True,
                capture_output=True,
                cwd=tmp_path,
                env=environment(home),
                encoding="utf-8",
                check=False,
            )
        assert "Traceback" not in done.stderr
        assert done.returncode in (0, 1) or shown, done.stderr
        if shown.strip():
            assert _undated(done.stdout) == _undated(re.sub(r"^    ", "", shown, flags=re.MULTILINE)), command


def _undated(text: str) -> str:
    return re.sub(r"\d{4}-\d\d-\d\d", "DATE", text).strip()


ASKED = re.compile(r"^    \$ (curl .*)\n((?:    (?!\$ ).*\n)*)", re.MULTILINE)
ASKING = [DOCS / "apps" / name for name in ("batches.md", "caching.md")]


@pytest.fixture(scope="module")
def server(session_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that the pages ask."""
    ledger = tmp_path_factory.mktemp("asked") / "ledger.sqlite"
    with ServerProcess(
        *SERVICE, environment=environment(session_home, ADJUDICATOR_LEDGER=str(ledger))
    ) as found:
        yield found


@pytest.mark.parametrize("page", ASKING, ids=lambda page: page.stem)
@pytest.mark.skipif(shutil.which("curl") is None, reason="needs curl")
def test_curl_lines(page: Path, server: ServerProcess, tmp_path: Path) -> None:
    """The curl lines on the pages, run one after the other at a server, succeed and print what is shown."""
    lines = ASKED.findall(page.read_text(encoding="utf-8"))
    assert lines
    for line, shown in lines:
        command = line.replace("localhost:8000", server.address)
        done = subprocess.run(
            command, shell=True, cwd=tmp_path, capture_output=True, encoding="utf-8", check=False
        )
        assert done.returncode == 0, (line, done.stderr)
        if shown:
            assert done.stdout == re.sub(r"^    ", "", shown, flags=re.MULTILINE), line
