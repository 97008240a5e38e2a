"""The connections to a file: each reader has one alone, there are few, and all of them see the same file."""

from __future__ import annotations

import gc
import sqlite3
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil
import pytest

from adjudicator.lexicon.connections import MOST, Connections
from adjudicator.lexicon.reader import uri_of


def made(path: Path, digest: str) -> Path:
    """Make a file that says that it is *digest*."""
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT)")
    db.execute("INSERT INTO meta VALUES ('digest', ?)", (digest,))
    db.commit()
    db.close()
    return path


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return made(tmp_path / "one.sqlite", "one")


@pytest.fixture
def connections(file: Path) -> Iterator[Connections]:
    found = Connections(uri_of(file))
    yield found
    found.close()


def digest(db: sqlite3.Connection) -> str:
    return str(db.execute("SELECT value FROM meta").fetchone()[0])


def open_files(path: Path) -> int:
    return sum(each.path == str(path) for each in psutil.Process().open_files())


def test_each_reader_has_one_alone(connections: Connections) -> None:
    """Who reads at the same time reads by different connections; one that is given back is used again."""
    taken = [connections.take() for _ in range(MOST)]
    assert len({id(db) for db in taken}) == MOST
    for db in taken:
        connections.give(db)
    assert connections.take() in taken
    connections.give(taken[0])


def test_there_are_as_many_as_read_at_once(connections: Connections, file: Path) -> None:
    """A thousand threads, one after the other, leave one connection behind; a crowd of them no more than are allowed."""

    def read() -> None:
        connections.give(connections.take())

    for _ in range(1_000):
        thread = threading.Thread(target=read)
        thread.start()
        thread.join()
    assert len(connections) == open_files(file) == 1

    crowd = threading.Barrier(MOST)

    def linger(number: int) -> str:
        db = connections.take()
        try:
            if number < MOST:
                crowd.wait(60)
            return digest(db)
        finally:
            connections.give(db)

    with ThreadPoolExecutor(4 * MOST) as pool:
        assert set(pool.map(linger, range(200))) == {"one"}
    assert len(connections) == open_files(file) == MOST


def test_a_replaced_file_is_not_opened(connections: Connections, file: Path, tmp_path: Path) -> None:
    """After the file was replaced, or is gone, all readers get what was opened first; those for whom there is none wait."""
    made(tmp_path / "two.sqlite", "two").rename(file)
    first = connections.take()
    with ThreadPoolExecutor(1) as pool:
        second = pool.submit(connections.take)
        time.sleep(0.05)
        assert not second.done()
        connections.give(first)
        assert digest(second.result()) == "one"
        connections.give(second.result())
    file.unlink()
    assert digest(connections.take()) == "one"
    connections.give(first)


def test_closing_waits_for_who_reads(connections: Connections, file: Path) -> None:
    """All connections are closed, each when its reader is done; who comes later is told."""
    one, other = connections.take(), connections.take()
    connections.give(other)
    with ThreadPoolExecutor(1) as pool:
        closing = pool.submit(connections.close)
        time.sleep(0.05)
        assert not closing.done()
        assert digest(one) == "one"
        connections.give(one)
        closing.result()
    assert open_files(file) == 0
    for _ in range(2):
        with pytest.raises(sqlite3.ProgrammingError):
            digest(connections.take())
    connections.give(one)
    connections.give(other)


def test_what_nobody_can_ask_is_closed(file: Path) -> None:
    """A file is let go with the last that asks it, and not when the collector comes by."""
    gc.disable()
    try:
        connections = Connections(f"file:{file}?mode=ro")
        connections.give(connections.take())
        assert open_files(file) == 1
        del connections
        assert open_files(file) == 0
    finally:
        gc.enable()
