"""A database that hangs, and says neither yes nor no, is waited for by few and not for long; it may be frozen or locked."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import requests
from sqlalchemy import URL, select

from adjudicator.errors import LedgerBusy, LedgerSchema, LedgerUnavailable
from adjudicator.ledger.guard import Guard, Patience
from adjudicator.ledger.ledger import Ledger
from adjudicator.ledger.store import Store, migrate
from adjudicator.ledger.tables import house
from adjudicator.rules.house import Settings
from tests.conftest import home_with_lexicon
from tests.ledger.frozen import DURING, HOUSE, PLAIN, freeze_ledger
from tests.ledger.postgres import Server, server
from tests.load.server import SERVICE, ServerProcess

PATIENCE = Patience(answer=0.5, lock=0.5, queue=0.1, rest=0.2)
HANGS = 30.0
"""Seconds after which something counts as hanging. How long waits really take is measured by :mod:`tests.ledger.frozen`."""


@pytest.fixture(scope="module")
def running() -> Iterator[Server]:
    """A server that may be frozen, with a ledger and a list in it."""
    with server() as made:
        migrate(made.url)
        ledger = Ledger(made.url)
        ledger.houses.create("sunday", Settings("Sunday", "boggle", {}), "ann")
        ledger.close()
        yield made


@pytest.fixture
def guarded(running: Server) -> Iterator[Ledger]:
    """The ledger as a server of four threads opens it."""
    ledger = Ledger(running.url, Guard(2, PATIENCE))
    assert ledger.current.get("sunday").revision == 1
    yield ledger
    ledger.close()


@contextlib.contextmanager
def ending() -> Iterator[None]:
    """Assert that the block does not hang."""
    begun = time.monotonic()
    yield
    assert time.monotonic() - begun < HANGS


def until_it_answers(ledger: Ledger) -> None:
    """Wait until the ledger is asked again."""
    with ending():
        while True:
            with contextlib.suppress(LedgerUnavailable):
                assert ledger.current.get("sunday").slug == "sunday"
                return
            time.sleep(0.02)


def test_every_wait_ends(running: Server, guarded: Ledger) -> None:
    """Whatever a frozen server is asked for (a connection, a statement, a commit) ends in time, and after the thaw all goes on."""

    def connect() -> None:
        Store(running.url, guard=Guard(2, PATIENCE))

    def look() -> None:
        guarded.current.get("sunday")

    with running.frozen():
        for ask in (connect, look):
            with ending(), pytest.raises(LedgerUnavailable) as silent:
                ask()
            assert silent.value.silent
        for _ in range(20):
            with ending(), pytest.raises(LedgerBusy):
                guarded.houses.lists()
    until_it_answers(guarded)


@pytest.mark.parametrize("frozen_at", ["statement", "commit"])
def test_an_unanswered_change(running: Server, guarded: Ledger, frozen_at: str) -> None:
    """A change that was cut off before its commit is surely not written, and says so; one that was to be committed says that nobody knows."""
    asked = select(house.c.created_by)
    with guarded.store.reading() as connection:
        before = connection.execute(asked).scalar_one()
    with contextlib.ExitStack() as freezing, ending():
        with pytest.raises(LedgerUnavailable) as cut, guarded.store.writing() as connection:
            connection.execute(house.update().values(created_by=f"not {before}"))
            freezing.enter_context(running.frozen())
            if frozen_at == "statement":
                connection.execute(select(house)).all()
        assert cut.value.silent
        assert cut.value.unwritten == (frozen_at == "statement")
    until_it_answers(guarded)
    with guarded.store.reading() as connection:
        by = connection.execute(asked).scalar_one()
    if frozen_at == "statement":
        assert by == before


def test_a_locked_table(running: Server, guarded: Ledger) -> None:
    """Tables that somebody has locked are not waited for longer than a lock may take; others' threads are not let in meanwhile."""
    holder = Store(running.url)
    with holder.writing() as connection:
        connection.exec_driver_sql("LOCK TABLE house IN ACCESS EXCLUSIVE MODE")
        with ending(), pytest.raises(LedgerUnavailable):
            guarded.current.get("sunday")
        with ending(), pytest.raises(LedgerBusy):
            guarded.current.get("sunday")
    holder.close()
    until_it_answers(guarded)


def test_a_writer_who_waits_stops_no_reader(running: Server, guarded: Ledger) -> None:
    """While another node changes a list for long, a change waits for its lock, is refused without a trace, and verdicts go on."""
    other = Store(running.url)
    with other.writing() as connection:
        connection.execute(house.update().values(created_by="cy"))
        with (
            ending(),
            pytest.raises(LedgerUnavailable) as refused,
            guarded.store.writing() as mine,
        ):
            mine.execute(house.update().values(created_by="bob"))
        assert refused.value.unwritten and not refused.value.silent
        assert guarded.current.get("sunday").slug == "sunday"
    other.close()


def test_a_locked_file(tmp_path: Path) -> None:
    """An SQLite ledger that another one writes for long lets its readers go on, and a served writer waits for a short time only."""
    path = tmp_path / "ledger.sqlite"
    other = Ledger(URL.create("sqlite", database=str(path)))
    other.houses.create("sunday", Settings("Sunday", "boggle", {}), "ann")
    ledger = Ledger(other.store.url, Guard(2, PATIENCE))
    with other.store.writing():
        with ending(), pytest.raises(LedgerUnavailable, match="locked") as refused:
            ledger.houses.create("monday", Settings("Monday", "boggle", {}), "ann")
        assert refused.value.unwritten
        assert ledger.current.get("sunday").revision == 1
    ledger.houses.create("monday", Settings("Monday", "boggle", {}), "ann")
    ledger.close()
    other.close()


def test_few_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """No more than the places are inside at once; others wait for a moment, and for longer only while those inside make way."""
    guard = Guard(2, Patience(queue=0.2))
    waits: list[float | None] = []
    wait = guard._left.wait

    def count(seconds: float | None = None) -> bool:
        waits.append(seconds)
        return wait(seconds)

    monkeypatch.setattr(guard._left, "wait", count)
    here, go = threading.Barrier(3), threading.Event()

    def hold() -> None:
        with guard.entered(lambda: None):
            here.wait()
            go.wait()

    holders = [threading.Thread(target=hold) for _ in range(2)]
    for each in holders:
        each.start()
    here.wait()
    with ending(), pytest.raises(LedgerBusy), guard.entered(lambda: None):
        pass
    assert waits
    waits.clear()
    with pytest.raises(LedgerBusy), guard.entered(lambda: None):
        pass
    assert not waits, "who has waited once need not wait again"
    go.set()
    for each in holders:
        each.join()
    with guard.entered(lambda: None), guard.entered(lambda: None, writes=True):
        pass


def test_writers_leave_a_place() -> None:
    """Of two places one is never a writer's."""
    guard = Guard(2, Patience(queue=0.05, lock=0.05))
    refused: list[LedgerBusy] = []

    def write() -> None:
        try:
            with guard.entered(lambda: None, writes=True):
                pass
        except LedgerBusy as error:
            refused.append(error)

    with guard.entered(lambda: None, writes=True):
        writer = threading.Thread(target=write)
        writer.start()
        writer.join()
        assert [each.unwritten for each in refused] == [True]
        reader = threading.Thread(target=lambda: guard.entered(lambda: None).__enter__())
        reader.start()
        reader.join()


def test_a_ledger_that_another_version_migrates(tmp_path: Path) -> None:
    """A node that runs while a later version migrates the ledger reads on, refuses to write, and says that the ledger is newer."""
    ledger = Ledger(URL.create("sqlite", database=str(tmp_path / "ledger.sqlite")))
    ledger.houses.create("sunday", Settings("Sunday", "boggle", {}), "ann")
    with ledger.store.writing() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    assert ledger.current.get("sunday").revision == 1
    with pytest.raises(LedgerSchema, match="9999") as newer:
        ledger.houses.create("monday", Settings("Monday", "boggle", {}), "ann")
    assert newer.value.newer
    with pytest.raises(LedgerSchema):
        ledger.store.look()
    ledger.close()


def test_a_node_whose_database_is_frozen() -> None:
    """While the database is frozen plain verdicts and pages are answered, house verdicts refused, and all is back soon after the thaw."""
    found = freeze_ledger(seconds=4, ease=4)
    for (asked_in, kind), answered in found.answers.items():
        if kind != HOUSE:
            assert set(answered.statuses) == {200}, (asked_in, kind)
    during = found.answers[DURING, HOUSE].statuses
    assert during[503] > 20 and set(during) <= {200, 503}
    assert found.answers[DURING, PLAIN].statuses[200] > 20
    assert found.back < HANGS


HOLD = """
import sqlite3, sys
held = sqlite3.connect(sys.argv[1], isolation_level=None)
held.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.read()
"""


def test_a_node_whose_file_is_locked(tmp_path: Path) -> None:
    """While another process writes the file of the ledger for long, changes are refused soon; verdicts, through house lists too, go on."""
    path = tmp_path / "ledger.sqlite"
    ledger = Ledger(URL.create("sqlite", database=str(path)))
    ledger.houses.create("sunday", Settings("Sunday", "boggle", {}), "ann")
    _, secret = ledger.tokens.create("Ann", "owner", created_by="test")
    ledger.close()
    variables = {
        "ADJUDICATOR_LEDGER": str(path),
        "ADJUDICATOR_HOME": str(home_with_lexicon(tmp_path / "home")),
        "ADJUDICATOR_LEDGER_LOCK": "1",
    }

    def change(number: int) -> requests.Response:
        return requests.put(
            f"{node.address}/v1/house-lists/sunday/entries/word{'abcdefgh'[number]}",
            json={"effect": "allow"},
            headers={"Authorization": f"Bearer {secret}", "If-Match": "*"},
            timeout=60,
        )

    command = [sys.executable, "-c", HOLD, str(path)]
    with ThreadPoolExecutor(8) as threads, ServerProcess(*SERVICE, environment=variables) as node:
        assert requests.get(f"{node.address}/v1/rulesets/house:sunday/words/trig", timeout=60).ok
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
            assert holder.stdout and holder.stdout.readline() == "held\n"
            with ending():
                changes = [threads.submit(change, number) for number in range(8)]
                for question in (
                    "/v1/rulesets/boggle/words/zee",
                    "/healthz",
                    "/v1/rulesets/house:sunday/words/zee",
                ):
                    with ending():
                        assert requests.get(node.address + question, timeout=60).ok, question
                for each in changes:
                    refused = each.result()
                    assert refused.status_code == 503 and "Retry-After" in refused.headers
                    assert refused.json()["detail"].startswith("Nothing was written."), refused.text
            holder.communicate("")
        assert change(0).status_code == 200
