"""What the tests of live sites share: servers that play them, a client with short limits, an environment without proxies."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scrapers.client import Client, Policy
from tests.scrapers.server import Server

QUICK = Policy(
    delay=0.02, patience=3.0, connect=5.0, read=5.0, total=30.0, backoff=0.02, fresh=60.0, private=True
)
MakeClient = Callable[..., Client]


@pytest.fixture(autouse=True)
def _no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


@pytest.fixture
def server() -> Iterator[Server]:
    """A site."""
    site = Server()
    yield site
    site.close()


@pytest.fixture
def other() -> Iterator[Server]:
    """Another site."""
    site = Server()
    yield site
    site.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the test's clients keep turns and pages."""
    return tmp_path / "live"


@pytest.fixture
def make(folder: Path) -> MakeClient:
    """Make a client with short limits, but for those that are given."""

    def make_client(**limits: Any) -> Client:
        return Client(replace(QUICK, **limits), folder)

    return make_client


@pytest.fixture
def client(make: MakeClient) -> Client:
    """A client with short limits, for which local servers are as good as public ones."""
    return make()
