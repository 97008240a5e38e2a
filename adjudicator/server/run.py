"""Runs the application until a signal stops it.

Granian, because it answers about twice the requests of the servers that were measured beside it (gunicorn, gevent, waitress; Flask on one
worker), and by its own interface, RSGI, a client that waits takes no thread.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import gc
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from adjudicator.errors import AdjudicatorError
from adjudicator.judging.service import Adjudicator
from adjudicator.resources import Places
from adjudicator.runtime.settings import Settings, settings
from adjudicator.usecases import serving

if TYPE_CHECKING:
    from adjudicator.runtime.current import Current
    from adjudicator.runtime.table import Table
    from adjudicator.server.front import Front
    from adjudicator.usecases.serving import Patience

TARGET = "adjudicator.server.front:Front"
CONNECTIONS = 4_096
"""Connections a worker holds at once, of which nearly all may wait; each is an open file, and its body may be another one."""
OTHER_FILES = 1_024
"""Files that a worker has open beside these, at most."""
STOP_SECONDS = 30
"""How long a worker may take over the requests at hand when it is told to stop."""
LOGGING = {
    "formatters": {
        "json": {
            "()": "pythonjsonlogger.orjson.OrjsonFormatter",
            "fmt": "%(asctime)s %(levelname)s %(name)s %(message)s",
            "rename_fields": {"asctime": "time", "levelname": "level", "name": "logger"},
        }
    },
    "handlers": {
        "console": {"formatter": "json", "class": "logging.StreamHandler", "stream": "ext://sys.stderr"}
    },
    "loggers": {
        "_granian": {"handlers": ["console"], "propagate": False},
        "adjudicator": {"handlers": ["console"], "level": "WARNING", "propagate": False},
        "adjudicator.requests": {"level": "INFO"},
        "adjudicator.runtime.current": {"level": "INFO"},  # a lexicon that is taken into service
    },
}
"""What the server has to say goes to standard error, a JSON object a line."""
METRICS_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""Names the folder in which the workers add up their counts; it must be there before anything that counts is imported."""
LARGE = 1 << 20
"""Bytes of a block of memory that a worker does not keep for the next answer."""
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD = -1, -3
SWITCH_SECONDS = 0.001
"""A request need not wait longer for a thread that makes a new lexicon ready."""


def serve(host: str | None, port: int, workers: int, *, table: bool = False, public: bool = False) -> int:
    """Serve on *host* and *port* (0 picks a free one) with *workers* processes until SIGTERM or SIGINT.

    With *table* it is a table for the local network, or with *public* for everybody. Returns 0 then. Raises :class:`ConfigError` for settings that cannot be, :class:`LexiconError` if there is nothing to answer from, and
    :class:`AdjudicatorError` where the address cannot be had, both before anything is started.
    """
    if public and not table:
        raise AdjudicatorError("--public is for a table.", "Give --table too, or --host alone.")
    if workers < 1:
        raise AdjudicatorError(f"{workers} workers cannot serve.", "Give --workers 1 or more.")
    chosen = settings()
    from adjudicator.runtime.limits import Counting

    Counting(chosen)  # says here, and not in every worker, where the store of limits cannot be
    places = Places.from_environment()
    opened = Adjudicator(places=places)
    opened.check()
    opened.close()
    _look_at_ledger(chosen.ledger, places)
    from adjudicator.server import table as tables

    host = host or (tables.host_for(tables.addresses()) if table else tables.HERE)
    address, port = claim(host, port)
    from adjudicator.server.workers import common_folder

    with common_folder() as folder:
        os.environ[METRICS_FOLDER] = str(folder)
        try:
            if not table:
                return _serve(host, address, port, workers, folder, chosen, places)
            with tables.opened(address, port, folder, chosen, places, public=public) as (opened_table, told):
                return _serve(host, address, port, workers, folder, chosen, places, opened_table, told)
        finally:
            serving.settle(places)


def _look_at_ledger(patience: Patience, places: Places) -> None:
    """Say on standard error where the ledger cannot be used as it is; what needs none is served all the same.

    Raises :class:`LedgerError` if its name is not valid.
    """
    found = serving.look(patience, places)
    if found.said:
        print(f"The ledger cannot be used: {found.said} {found.remedy} ({found.state})", file=sys.stderr)
        print(
            "Serving what needs no ledger; it is taken into use as soon as it can be.",
            file=sys.stderr,
            flush=True,
        )


def _serve(
    host: str,
    address: str,
    port: int,
    workers: int,
    folder: Path,
    chosen: Settings,
    places: Places,
    table: Table | None = None,
    told: str = "",
) -> int:
    from granian.constants import Interfaces
    from granian.log import LogLevels

    import adjudicator.server.app  # noqa: F401 (before the workers part, so that they share it in memory)
    from adjudicator.server.workers import SupervisedServer

    server = SupervisedServer(
        TARGET,
        folder=folder,
        address=address,
        port=port,
        interface=Interfaces.RSGI,
        workers=workers,
        backpressure=_connections(),
        websockets=False,
        log_level=LogLevels.error,
        log_dictconfig=LOGGING,
        workers_kill_timeout=STOP_SECONDS,
    )
    place = table.address if table else f"http://{f'[{host}]' if ':' in host else host}:{port}"
    line = "\n".join([f"Serving on {place} (Ctrl-C stops)", *([told] if told else [])])
    server.on_startup(partial(_pass_on_hangups, server))
    server.on_startup(threading.Thread(target=_announce, args=(address, port, line), daemon=True).start)
    try:
        prepared = _prepare(chosen, places)
        _freeze()  # the workers' collectors then leave alone, and shared, what they find here
        server.serve(target_loader=cast(Any, partial(load, prepared, places, table)), wrap_loader=False)
    except KeyboardInterrupt:
        return 0
    except SystemExit as stop:
        if stop.code:
            raise AdjudicatorError(
                "No worker can start, so the server has stopped.", "The lines above say why."
            ) from None
    finally:  # it is stopping already: being told again must not break that off
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    return 0


def _prepare(chosen: Settings, places: Places) -> Current | None:
    """Return what workers answer from, made ready once for all, so that they start at once and share it; None if they are not forked."""
    if multiprocessing.get_start_method() != "fork":
        return None
    from adjudicator.runtime.current import Current

    prepared = Current(memory=chosen.house_memory, places=places)
    prepared.prepare()
    return prepared


def _connections() -> int:
    """Return how many connections a worker may hold: where the system lets it have few files, those that it works with come first."""
    with contextlib.suppress(ImportError):  # Windows knows no such limit
        import resource

        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        if most != resource.RLIM_INFINITY:
            return max(1, min(CONNECTIONS, (most - min(OTHER_FILES, most // 2)) // 2))
    return CONNECTIONS


def _allow_files() -> None:
    """Let a worker have as many files open as its connections take, as far as the system does."""
    with contextlib.suppress(ImportError, OSError, ValueError):  # Windows knows no such limit
        import resource

        now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = 2 * CONNECTIONS + OTHER_FILES
        if now != resource.RLIM_INFINITY and now < wanted:
            wanted = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def load(prepared: Current | None = None, places: Places | None = None, table: Table | None = None) -> Front:
    """Return the application, in a worker that heeds its parent alone and answers from what that has *prepared*
    in *places*, by default the environment's. It is that of a *table*, if one is given.

    Ctrl-C in a terminal reaches the workers, too; the parent then stops each, and two signals at once can
    wedge one. Until the worker has its own way to stop, it does so at once.
    """
    if hasattr(signal, "pthread_sigmask"):  # Windows has neither this nor SIGHUP
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    from adjudicator.server.workers import ask_first, end_with_parent, interrupt_others, settle

    end_with_parent()
    interrupt_others(False)
    _allow_files()
    from adjudicator.runtime.current import EXTENSION
    from adjudicator.runtime.metrics import take_room
    from adjudicator.server.app import create_app
    from adjudicator.server.edge import EDGE, Edge
    from adjudicator.server.front import Front

    take_room()
    sys.setswitchinterval(SWITCH_SECONDS)
    chosen = settings()
    app = create_app(chosen=chosen, places=places, table=table)
    current: Current = app.extensions[EXTENSION]
    edge: Edge = app.extensions[EDGE]
    front = Front(edge, current, chosen)
    _keep_little()
    if prepared is not None:
        current.inherit(prepared)
    current.watch()
    _freeze()
    gc.set_threshold(
        100_000, 20, 20
    )  # answers have no cycles: the collector would only look for some in vain
    ask_first(front.at_once)
    settle(Path(os.environ[METRICS_FOLDER]))
    return front


def _freeze() -> None:
    """Have the collector leave alone what is there to stay."""
    gc.collect()
    gc.freeze()


def _keep_little() -> None:
    """Have the C library give blocks of :data:`LARGE` bytes and more back to the system as soon as they are free (glibc).

    It would learn from the first long answer to keep such blocks, for each thread by itself.
    """
    with contextlib.suppress(OSError, AttributeError):
        for option in (_M_MMAP_THRESHOLD, _M_TRIM_THRESHOLD):
            ctypes.CDLL(None).mallopt(option, LARGE)


def _pass_on_hangups(server: Any) -> None:
    """Make SIGHUP tell every worker to look for a new lexicon at once."""

    def pass_on(*_: object) -> None:
        for worker in server.wrks:
            with contextlib.suppress(ProcessLookupError):
                os.kill(worker.inner.pid, signal.SIGHUP)

    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, pass_on)


def _announce(address: str, port: int, line: str) -> None:
    """Print *line* as soon as the server accepts connections: whoever reads it can ask at once."""
    address = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(address, address)
    while True:
        try:
            socket.create_connection((address, port), timeout=1).close()
        except OSError:
            time.sleep(0.02)
        else:
            print(line, flush=True)
            return


def claim(host: str, port: int) -> tuple[str, int]:
    """Return the numeric address and the port to listen on, once it is sure that they are free.

    The server shares its port among workers, so the system would let it share one with a stranger too: hence
    this check.
    """
    if not 0 <= port <= 65535:
        raise AdjudicatorError(
            f"There is no port {port}.", "Give --port a number from 1 to 65535, or 0 for any free one."
        )
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, UnicodeError):
        raise AdjudicatorError(
            f"The host {host!r} is not known.", "Give --host an address of this machine, such as 127.0.0.1."
        ) from None
    with socket.socket(family, kind, protocol) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(place)
        except OSError as error:
            raise AdjudicatorError(*_fault(error, host, port)) from None
        bound = probe.getsockname()
    return str(bound[0]), int(bound[1])


def _fault(error: OSError, host: str, port: int) -> tuple[str, str]:
    if error.errno == errno.EADDRINUSE:
        return (
            f"Port {port} on {host} is taken: another program is listening there.",
            "Stop it, or give another --port.",
        )
    if error.errno in (errno.EACCES, errno.EPERM):
        return f"Port {port} on {host} may not be opened by this user.", "Give a --port from 1024 on."
    return (
        f"{host} port {port} cannot be opened ({error.strerror}).",
        "Give --host an address of this machine, such as 127.0.0.1.",
    )
