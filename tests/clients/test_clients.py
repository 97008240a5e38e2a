"""What of the clients is quick enough for every run of the tests; `make test-clients` has all of them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from adjudicator.server.app import create_app
from tests.clients import generated
from tests.clients.__main__ import serving
from tests.clients.dictionaries import FEATURES
from tests.clients.tools import HERE, version_of
from tests.conftest import ROOT

needs_node = pytest.mark.skipif(
    not shutil.which("npm"), reason="Node is not here; make test-clients installs it"
)


@pytest.fixture(autouse=True)
def _at_home(session_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have servers use the data directory of the session."""
    monkeypatch.setenv("ADJUDICATOR_HOME", str(session_home))


@pytest.mark.long
@needs_node
def test_the_document_is_linted(tmp_path: Path) -> None:
    """Two linters find no error, and warn of one thing alone: that no schema refers to the types of problem, since answers may have more."""
    document = create_app().test_client().get("/openapi.json").data
    warned = generated.lint(generated.written(document, tmp_path))
    assert {place for each in warned.values() for place in each} == {"#/components/schemas/ProblemType"}


@pytest.mark.long
@needs_node
def test_a_story() -> None:
    """A client that is generated from the document, and compiled strictly, gets through everything."""
    with serving() as server:
        assert generated.play(generated.CLIENTS[0], server).startswith("plays the whole story")


def test_the_table_has_what_is_pinned() -> None:
    """The documentation names every client in the version that is tested."""
    page = (ROOT / "docs" / "apps" / "clients.md").read_text(encoding="utf-8")
    for package in (
        *{each.package for each in generated.CLIENTS},
        *FEATURES,
        "@redocly/cli",
        "@stoplight/spectral-cli",
    ):
        assert f"| {package} | {version_of(package)} |" in page


def test_locks_name_no_place() -> None:
    """What is pinned is pinned by version and digest; where it is had from is for whoever installs it."""
    locks = [HERE / "package-lock.json", *(HERE / "locks").glob("*.txt")]
    assert {lock.stem for lock in locks} == {"package-lock", "generators", "compose", *FEATURES}
    for lock in locks:
        text = lock.read_text(encoding="utf-8")
        assert '"resolved"' not in text and "--index-url" not in text and " @ " not in text
