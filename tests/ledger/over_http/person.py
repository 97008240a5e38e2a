"""A person with a token at the HTTP interface: what the tests of the ledger's calls ask with."""

from __future__ import annotations

from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

LISTS = "/v1/house-lists"
SUNDAY = f"{LISTS}/sunday"
DISPUTES = "/v1/disputes"


class Person:
    """Asks with a token, or without one, and knows the ETag of whatever was answered last."""

    def __init__(self, client: FlaskClient, secret: str | None = None) -> None:
        self.client = client
        self._secret = secret
        self.tag = ""

    def ask(self, method: str, path: str, body: Any = None, **fields: str) -> TestResponse:
        """Send a request; underscores in the names of header *fields* are hyphens."""
        headers = {name.replace("_", "-"): value for name, value in fields.items()}
        if self._secret is not None:
            headers.setdefault("Authorization", f"Bearer {self._secret}")
        response = self.client.open(path, method=method, json=body, headers=headers)
        self.tag = response.headers.get("ETag", self.tag)
        return response

    def get(self, path: str, **fields: str) -> TestResponse:
        """Read."""
        return self.ask("GET", path, **fields)

    def post(self, path: str, body: Any = None, **fields: str) -> TestResponse:
        """Send a body."""
        return self.ask("POST", path, body if body is not None else {}, **fields)

    def change(self, method: str, path: str, body: Any = None, **fields: str) -> TestResponse:
        """Change what was last read or changed: with its ETag."""
        return self.ask(method, path, body, **{"If_Match": self.tag, **fields})

    def done(self, response: TestResponse, status: int = 200) -> Any:
        """Return the body of a *response* that must have succeeded."""
        assert response.status_code == status, response.get_data(as_text=True)
        return response.get_json()


def problem(response: TestResponse) -> tuple[int, str]:
    """Return the status and the kind of a problem document."""
    assert response.mimetype == "application/problem+json", response.get_data(as_text=True)
    said = response.get_json()
    assert said["status"] == response.status_code
    return response.status_code, said["type"].removeprefix("urn:adjudicator:problem:")
