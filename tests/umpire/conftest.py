"""What the umpire asks: a service over the built lexicon, and one ledger for all ways to ask.

Every test asks over HTTP; by the command line as a process, which has a lexicon to open for each record, one test in four, others by another
``SEED``, and all where ``SWEEPS`` is no number. The others run the commands that make their disputes in this process.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from flask import Flask

from adjudicator.ledger.store import ENVIRONMENT
from adjudicator.resources import Places
from adjudicator.server.app import create_app
from tests.conftest import SWEEPS, Run
from tests.umpire.faces import Umpire


@pytest.fixture(scope="package")
def table_ledger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The ledger of the table."""
    return tmp_path_factory.mktemp("table") / "ledger.sqlite"


@pytest.fixture(scope="package")
def table_app(session_home: Path, table_ledger: Path, tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """An application that has the table's ledger."""
    return create_app(places=Places(session_home, tmp_path_factory.mktemp("evidence"), str(table_ledger)))


@pytest.fixture
def umpire(
    request: pytest.FixtureRequest,
    run: Run,
    table_app: Flask,
    table_ledger: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Umpire:
    """Who scores."""
    monkeypatch.setenv(ENVIRONMENT, str(table_ledger))
    seed = request.config.getoption("randomly_seed", "")
    everywhere = not SWEEPS.isdecimal() or random.Random(f"{seed} {request.node.nodeid}").randrange(4) == 0
    return Umpire(run, table_app.test_client(), tmp_path, table_ledger, everywhere)
