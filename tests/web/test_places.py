"""An application has its data where the environment said when it was made: two of them in one process do not mix."""

from __future__ import annotations

import ast
from contextlib import closing
from functools import cache
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from sqlalchemy import URL

from adjudicator import Adjudicator
from adjudicator.ledger.ledger import Ledger
from adjudicator.ledger.store import ENVIRONMENT
from adjudicator.lexicon.answers import StoredAnswer
from adjudicator.resources import EVIDENCE_VARIABLE, HOME_VARIABLE
from adjudicator.rules.house import Settings
from adjudicator.server.app import create_app
from adjudicator.usecases.evidence import Evidence
from tests.conftest import ROOT, home_with_lexicon

EDGES = {
    "adjudicator/resources.py": "where data is",
    "adjudicator/runtime/settings.py": "what an operator sets of a server",
    "adjudicator/ledger/limits.py": "the bounds of a ledger",
    "adjudicator/runtime/metrics.py": "a folder that Prometheus' library reads from there itself",
    "adjudicator/server/run.py": "the same folder, which the server names",
    "adjudicator/server/checkup.py": "which settings there are, to tell them",
    "adjudicator/sources/channels.py": "what the clients of registries are run with, and variables that a source names",
    "adjudicator/cli/text.py": "whether a terminal shows colours",
    "scrapers/policy.py": "what sites are asked by",
}
"""The modules that read the environment of the process, and for what."""
DOORS = {
    "adjudicator/resources.py",
    "adjudicator/usecases/evidence.py",
    "adjudicator/judging/service.py",
    "adjudicator/ledger/backup.py",
    "adjudicator/ledger/ledger.py",
    "adjudicator/ledger/store.py",
    "adjudicator/rules/files.py",
    "adjudicator/runtime/current.py",
    "adjudicator/server/app.py",
    "adjudicator/server/run.py",
    "adjudicator/usecases/upkeep.py",
    "adjudicator/cli/build.py",
    "adjudicator/cli/doctor.py",
    "adjudicator/cli/lexicon.py",
    "adjudicator/cli/rulesets.py",
    "adjudicator/ingest/lists.py",
    "adjudicator/ingest/prepare.py",
    "scrapers/client.py",
}
"""The modules that take the places of the environment where nobody gives them others. No other may begin to."""


class Club:
    """A club with data of its own: a source, a ruleset that names it, a word that a live dictionary has answered, a house list."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        self.variables = {
            HOME_VARIABLE: str(home_with_lexicon(folder / "home")),
            EVIDENCE_VARIABLE: str(folder / "evidence"),
            ENVIRONMENT: str(folder / "ledger.sqlite"),
        }
        (folder / "home" / "sources.local.toml").write_text(f"[{name}]\n")
        rulesets = folder / "home" / "rulesets"
        rulesets.mkdir()
        (rulesets / f"{name}.toml").write_text(
            f'extends = "boggle"\nid = "{name}"\ntitle = "{name}"\ndictionary.sources = ["{name}"]\n'
        )
        answer = StoredAnswer("trig", "trig", False, f"https://{name}.test/", "2026-03-01T12:00:00Z")
        Evidence(folder / "evidence").keep("live-wiktionary", [answer], {})
        with closing(Ledger(URL.create("sqlite", database=self.variables[ENVIRONMENT]))) as ledger:
            ledger.houses.create(name, Settings(name, "boggle", {}), "Anna")

    def enter(self, patch: pytest.MonkeyPatch) -> None:
        """Have the environment name the data of this club."""
        for variable, value in self.variables.items():
            patch.setenv(variable, value)


@pytest.fixture
def clubs(tmp_path: Path) -> list[Club]:
    return [Club(name, tmp_path / name) for name in ("monday", "friday")]


@pytest.mark.parametrize("turn", [1, -1])
def test_two_applications(clubs: list[Club], monkeypatch: pytest.MonkeyPatch, turn: int) -> None:
    """Each answers by its own rulesets, evidence and house lists, whichever is asked first and whatever the environment says by then."""
    clients = {}
    for club in clubs:
        club.enter(monkeypatch)
        clients[club.name] = create_app().test_client()
    for name in [*clients][::turn]:
        assert _data(clients[name]) == {
            "rulesets": [name],
            "evidence": [f"https://{name}.test/"],
            "lists": [name],
        }


def _data(client: FlaskClient) -> dict[str, list[str]]:
    """Return what an application has of the data of clubs."""
    rulesets = client.get("/v1/rulesets").get_json()
    verdict = client.get("/v1/rulesets/boggle/words/trig").get_json()
    evidence = client.get("/v1/words/trig/evidence").get_json()["evidence"]
    lists = client.get("/v1/house-lists").get_json()["lists"]
    page = client.get("/lists").text
    assert [each["url"] for each in verdict["live"]] == [each["url"] for each in evidence]
    assert [each["slug"] for each in lists] == [
        each for each in ("monday", "friday") if f"/lists/{each}" in page
    ]
    return {
        "rulesets": [each["id"] for each in rulesets if each["id"] in ("monday", "friday")],
        "evidence": [each["url"] for each in evidence],
        "lists": [each["slug"] for each in lists],
    }


@pytest.mark.parametrize("turn", [1, -1])
def test_two_services(clubs: list[Club], monkeypatch: pytest.MonkeyPatch, turn: int) -> None:
    """So does each service of the library; what it has not opened yet is its own, too."""
    services = {}
    for club in clubs:
        club.enter(monkeypatch)
        services[club.name] = Adjudicator()
    for name in [*services][::turn]:
        with closing(services[name]) as service:
            assert [each for each in service.ruleset_ids() if each in services] == [name]
            assert service.rulebooks.load_checked(name).dictionary.sources == (name,)
            assert [item.kept.url for item in service.dictionaries.answers["trig"]] == [
                f"https://{name}.test/"
            ]
            assert service.under(f"house:{name}").verdict("trig").legal
            assert [each.slug for each in service.ledger.houses.lists()] == [name]


@cache
def modules() -> dict[str, ast.Module]:
    """Every module by its path."""
    return {
        path.relative_to(ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for folder in ("adjudicator", "scrapers")
        for path in sorted((ROOT / folder).rglob("*.py"))
    }


def test_few_modules_read_the_environment() -> None:
    """Settings are read at the edge and carried from there. These modules read them, and no other."""
    readers = {
        name
        for name, tree in modules().items()
        if _has(tree, "os", {"environ", "environb", "getenv", "getenvb"})
    }
    assert readers == set(EDGES)


def test_few_modules_take_the_places_of_the_environment() -> None:
    """Whatever answers a request is given its places; the environment's are taken by what is made first, and by commands."""
    asking = {
        name
        for name, tree in modules().items()
        if _has(tree, "Places", {"from_environment"})
        or _has(tree, "adjudicator.resources", {"home", "lexicon_path"})
    }
    assert asking == DOORS


def _has(tree: ast.Module, owner: str, names: set[str]) -> bool:
    """Return whether a module takes any of *names* from *owner*: as an attribute of it, or by importing it from there."""
    for each in ast.walk(tree):
        if isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name) and each.value.id == owner:
            if each.attr in names:
                return True
        elif (
            isinstance(each, ast.ImportFrom) and each.module == owner and names & {a.name for a in each.names}
        ):
            return True
    return False
