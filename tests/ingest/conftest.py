"""What the tests of fetching share: a server and an empty cache."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ingest.upstream import Handler, Upstream


@pytest.fixture
def upstream() -> Iterator[Upstream]:
    with Upstream(("127.0.0.1", 0), Handler) as server:
        server.answers = {}
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        yield server
        server.shutdown()


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    return tmp_path / "cache"
