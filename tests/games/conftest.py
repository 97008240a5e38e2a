"""What the tests of games share: the questions of the HTTP interface, asked of an application over the built lexicon."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from adjudicator.server.app import create_app

Ask = Callable[..., dict[str, Any]]


@pytest.fixture(scope="session")
def client() -> FlaskClient:
    return create_app().test_client()


@pytest.fixture(scope="session")
def ask(client: FlaskClient) -> Ask:
    """Ask ``boards/check``, ``rounds/score`` and so on, and return the answer; any status but 200 is told by ``refused``."""

    def asked(question: str, /, **record: object) -> dict[str, Any]:
        response = client.post(f"/v1/{question}", json=record)
        answer: dict[str, Any] = response.get_json()
        return answer if response.status_code == 200 else {"refused": response.status_code, **answer}

    return asked
