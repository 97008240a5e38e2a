"""Two nodes over one ledger: an edit shows everywhere at once, and many write together."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import requests
from sqlalchemy import URL

from adjudicator.ledger.ledger import Ledger
from adjudicator.rules.house import Settings
from tests.conftest import examples, letters
from tests.web.test_server import Server

EDITS = examples(12, 12)
WRITERS = 8
ASKED = 4
"""New connections to each node after each edit: they come to either of its workers."""


@pytest.fixture
def ledger(store_url: URL) -> Iterator[Ledger]:
    """A ledger with two lists."""
    opened = Ledger(store_url)
    for slug in ("sunday", "monday"):
        opened.houses.create(slug, Settings(slug.capitalize(), "boggle", {}), "Anna")
    yield opened
    opened.close()


@pytest.fixture
def nodes(store_url: URL, ledger: Ledger, session_home: Path) -> Iterator[list[Server]]:
    """Two servers of two workers each, over one ledger."""
    home = str(session_home)
    url = store_url.render_as_string(hide_password=False)
    with contextlib.ExitStack() as stack:
        yield [
            stack.enter_context(Server("--workers", "2", ADJUDICATOR_LEDGER=url, ADJUDICATOR_HOME=home))
            for _ in range(2)
        ]


def test_one_edits_and_then_eight(nodes: list[Server], ledger: Ledger) -> None:
    """Each edit is made at one node, and every worker of both answers by it from then on; the other list's answers stay good. Of eight people who write
    different words of one list at the same time, none is refused or told of the others, and nothing is lost.
    """
    shows_everywhere_at_once(nodes, ledger)
    eight_write_at_once(nodes, ledger)


def shows_everywhere_at_once(nodes: list[Server], ledger: Ledger) -> None:
    _, secret = ledger.tokens.create("Anna", "owner", created_by="test")
    tags: set[str] = set()
    kept = nodes[0].get("/v1/rulesets/house:monday/words/glorp").headers["ETag"]
    for number in range(EDITS):
        effect = ("allow", "deny")[number % 2]
        edited = requests.put(
            f"{nodes[number % 2].address}/v1/house-lists/sunday/entries/glorp",
            json={"effect": effect},
            headers={"Authorization": f"Bearer {secret}", "If-Match": "*"},
            timeout=60,
        )
        assert edited.status_code == 200, edited.text
        for node in nodes * ASKED:
            response = node.get("/v1/rulesets/house:sunday/words/glorp")
            assert response.json()["legal"] == (effect == "allow")
            assert response.json()["house"]["revision"] == edited.json()["revision"]
        tags.add(response.headers["ETag"])
        other = requests.get(
            f"{nodes[0].address}/v1/rulesets/house:monday/words/glorp",
            headers={"If-None-Match": kept},
            timeout=60,
        )
        assert other.status_code == 304
    assert len(tags) == EDITS


def eight_write_at_once(nodes: list[Server], ledger: Ledger) -> None:
    secrets = [
        ledger.tokens.create(f"P{number}", "editor", "house:monday", created_by="test")[1]
        for number in range(WRITERS)
    ]

    def write(number: int) -> set[int]:
        said = set()
        with requests.Session() as session:
            session.headers["Authorization"] = f"Bearer {secrets[number]}"
            for word in map(letters, range(number, WRITERS * EDITS, WRITERS)):
                path = f"{nodes[number % 2].address}/v1/house-lists/monday/entries/{word}?seen=1"
                answer = session.put(path, json={"effect": "allow"}, headers={"If-Match": "*"}, timeout=60)
                said.add(answer.status_code)
        return said

    with ThreadPoolExecutor(WRITERS) as pool:
        assert set().union(*pool.map(write, range(WRITERS))) == {200}
    assert ledger.current.get("monday").entries.keys() == set(map(letters, range(WRITERS * EDITS)))
    assert ledger.houses.verify() == []
