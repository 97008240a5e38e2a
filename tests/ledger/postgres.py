"""A PostgreSQL server of the tests' own: made in a temporary directory, on a free port, and gone afterwards.

It sorts texts as English is sorted, not by their bytes, as most servers do and SQLite does not: what relies on either shows.
"""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import socket
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import URL, NullPool, create_engine

from adjudicator.ledger.store import migrate
from tests.debian import install
from tests.freezing import frozen

SERVER_USER = "postgres"
"""Who runs the server where the tests run as root, which a server refuses to."""


class PostgresqlMissing(Exception):
    """There is no PostgreSQL here and none can be installed; the message says what to do."""


def binaries() -> Path:
    """Return the folder of the server's programs, installed first where it is missing and the tests run as root.

    Raises :class:`PostgresqlMissing`.
    """
    found = _binaries()
    if found is None:
        failed = install("postgresql")
        found = _binaries()
        if found is None:
            raise PostgresqlMissing(f"There is no PostgreSQL 15 or newer to test with ({failed}).")
    return found


def _binaries() -> Path | None:
    """Return where ``initdb`` is: on the path, or where Debian puts the newest version."""
    on_path = shutil.which("initdb")
    if on_path:
        return Path(on_path).resolve().parent
    versions = [path for path in Path("/usr/lib/postgresql").glob("*/bin") if (path / "initdb").exists()]
    return max(versions, key=lambda path: float(path.parent.name), default=None)


class Server:
    """A server with its data in a folder; it may be stopped and started again, and keeps its port."""

    def __init__(self, folder: Path, *, outlives_the_machine: bool = False) -> None:
        """Make the data of a server in *folder*. Raises :class:`PostgresqlMissing`.

        Whatever is committed outlives a crash of the server. That it also outlives one of the machine costs a wait for the disk with each
        commit, and can be asked for.
        """
        self._folder = folder
        self._synced = outlives_the_machine
        self._programs = binaries()
        self._port = _free_port()
        self.url = URL.create(
            "postgresql+psycopg",
            username="adjudicator",
            host="127.0.0.1",
            port=self._port,
            database="postgres",
        )
        if os.geteuid() == 0:
            shutil.chown(folder, SERVER_USER)
        self._run(
            "initdb",
            "--auth=trust",
            "--username=adjudicator",
            "--encoding=UTF8",
            "--locale=C.UTF-8",
            "--locale-provider=icu",
            "--icu-locale=en-US",
            "--no-sync",
        )

    def start(self) -> None:
        """Start the server and wait until it answers."""
        settings = f"-p {self._port} -k {self._folder} -c listen_addresses=127.0.0.1 -c dynamic_shared_memory_type=mmap"
        if not self._synced:
            settings += " -c fsync=off -c full_page_writes=off"
        self._run("pg_ctl", "start", "--wait", f"--options={settings}", f"--log={self._folder / 'log'}")

    def stop(self, mode: str = "fast") -> None:
        """Stop the server: ``fast`` cuts its connections, ``immediate`` is a crash."""
        self._run("pg_ctl", "stop", "--wait", f"--mode={mode}")

    def frozen(self) -> contextlib.AbstractContextManager[None]:
        """Stop every process of the server within the block."""
        return frozen(int((self._folder / "data" / "postmaster.pid").read_text().split()[0]))

    def _run(self, program: str, *arguments: str) -> None:
        """Run a program of the server's on its data, as a user that may."""
        user = ["runuser", "-u", SERVER_USER, "--"] if os.geteuid() == 0 else []
        data = f"--pgdata={self._folder / 'data'}"
        with tempfile.TemporaryFile() as output:
            done = subprocess.run(
                [*user, str(self._programs / program), data, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                cwd=self._folder,
                check=False,
            )
            output.seek(0)
            assert done.returncode == 0, f"{program}: {output.read().decode()}"


def _free_port() -> int:
    """Return a port that nobody has, of those that the system gives to nobody by itself: a server that is stopped gets its own again."""
    while True:
        port = random.randrange(20_000, 32_000)
        with contextlib.suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port


@contextlib.contextmanager
def server(*, outlives_the_machine: bool = False) -> Iterator[Server]:
    """Start a server; stop it and remove its data at the end. Raises :class:`PostgresqlMissing`."""
    folder = Path(tempfile.mkdtemp(prefix="adjudicator-postgresql-"))
    try:
        made = Server(folder, outlives_the_machine=outlives_the_machine)
        made.start()
        try:
            yield made
        finally:
            made.stop("immediate")
    finally:
        shutil.rmtree(folder)


@contextlib.contextmanager
def postgresql() -> Iterator[URL]:
    """Start a server and give the URL of its own database, in which others are made. Raises :class:`PostgresqlMissing`."""
    with server() as made:
        yield made.url


@contextlib.contextmanager
def database(server: URL, like: str = "template1") -> Iterator[URL]:
    """Make a database on *server*, *like* another one that nobody is connected to; drop it at the end, whoever is still connected."""
    name = f"test_{uuid.uuid4().hex}"
    engine = create_engine(server, poolclass=NullPool, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.exec_driver_sql(f"CREATE DATABASE {name} TEMPLATE {like}")
    try:
        yield server.set(database=name)
    finally:
        with engine.connect() as connection:
            connection.exec_driver_sql(f"DROP DATABASE {name} WITH (FORCE)")


@contextlib.contextmanager
def new_ledger(on_postgresql: bool) -> Iterator[URL]:
    """Make a ledger without anything in it: an SQLite file, or a database on a PostgreSQL server of its own; remove it at the end."""
    if on_postgresql:
        with server(outlives_the_machine=True) as running, database(running.url) as url:
            migrate(url)
            yield url
        return
    with tempfile.TemporaryDirectory() as folder:
        yield URL.create("sqlite", database=str(Path(folder) / "ledger.sqlite"))
