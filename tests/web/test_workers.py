"""Workers and their server, killed: a worker is replaced, and none outlives the server."""

from __future__ import annotations

import json
import multiprocessing
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from multiprocessing.synchronize import Event
from pathlib import Path

import psutil
import pytest
import requests
from granian.constants import Interfaces
from granian.server.mp import WorkerProcess
from sqlalchemy import URL

from adjudicator.judging.service import Adjudicator
from adjudicator.ledger.ledger import Ledger
from adjudicator.ledger.store import ENVIRONMENT
from adjudicator.lexicon.reader import Lexicon
from adjudicator.resources import Places
from adjudicator.runtime.current import Current
from adjudicator.runtime.metrics import FOLDER, ROOM
from adjudicator.runtime.settings import Settings
from adjudicator.server.run import _prepare
from adjudicator.server.workers import LOCK, PREFIX, SupervisedServer, sweep
from tests.conftest import REAL_LEXICON
from tests.sample import Sample
from tests.web.test_server import DEADLINE, Server

pytestmark = pytest.mark.usefixtures("shared_home")

TRIG = "/v1/rulesets/boggle/words/trig"


def workers_of(server: Server) -> list[psutil.Process]:
    """The processes that answer, the oldest first."""
    found: list[psutil.Process] = psutil.Process(server.process.pid).children()
    return found


def pids(server: Server) -> set[int]:
    return {each.pid for each in workers_of(server)}


def until(holds: Callable[[], bool], seconds: float) -> float:
    """Wait until something holds, and return how long that took; fail after *seconds*."""
    begun = time.monotonic()
    while not holds():
        assert time.monotonic() < begun + seconds, "it does not come about"
        time.sleep(0.01)
    return time.monotonic() - begun


def answering(server: Server) -> set[str]:
    """Return by which workers some requests are answered: the start of a request's id tells them apart."""
    found = set()
    for _ in range(12):
        response = requests.get(server.address + TRIG, timeout=DEADLINE, headers={"Connection": "close"})
        assert response.status_code == 200
        found.add(response.headers["X-Request-Id"].partition("-")[0])
    return found


def verdicts(server: Server) -> float:
    """Return how many verdicts on legal words the server has counted."""
    name = 'adjudicator_verdicts_total{code="sense-admitted",ruleset="boggle"} '
    lines = server.get("/metrics").text.splitlines()
    return sum(float(line.removeprefix(name)) for line in lines if line.startswith(name))


def test_a_killed_worker_is_replaced(service: Adjudicator) -> None:
    """The other goes on answering, a new one comes, the log says so, and what the killed one has counted stays counted."""
    with Server("--workers", "2") as running:
        until(lambda: len(answering(running)) == 2, DEADLINE)
        before = verdicts(running)
        killed, other = workers_of(running)
        killed.kill()
        until(
            lambda: killed.pid not in pids(running), DEADLINE
        )  # until then the system may hand it connections
        assert len(answering(running)) >= 1
        until(lambda: len(answering(running)) == 2, DEADLINE)
        assert other.is_running()
        assert verdicts(running) > before
        code, _, err = running.stop()
    assert code == 0
    logged = [json.loads(line) for line in err.splitlines()]
    (replaced,) = [line for line in logged if line["logger"] == "adjudicator.server.workers"]
    assert replaced["level"] == "WARNING"
    assert (replaced["pid"], replaced["exit_code"]) == (killed.pid, -signal.SIGKILL)


def counts_of(worker: psutil.Process) -> list[Path]:
    """The files in which a worker counts."""
    return sorted(Path(tempfile.gettempdir()).glob(f"{PREFIX}*/*_{worker.pid}.db"))


@pytest.fixture(scope="module")
def single(service: Adjudicator, session_home: Path) -> Iterator[Server]:
    """A server of one worker that nobody kills."""
    with Server(ADJUDICATOR_HOME=str(session_home)) as running:
        yield running


def test_what_counts_has_all_of_its_room(single: Server) -> None:
    """A worker has the blocks of the files that it counts in before it answers, and they do not grow: where the disk is full, one that had
    yet to get some would be ended by a signal, and so would each that came after it.
    """
    (worker,) = workers_of(single)
    for path in (TRIG, TRIG + "?detail=x", "/", "/v1/sources", "/none", "/healthz"):
        single.get(path)
    files = counts_of(worker)
    assert [file.name for file in files] == [f"{kind}_{worker.pid}.db" for kind in ("counter", "histogram")]
    for file in files:
        assert file.stat().st_blocks * 512 >= file.stat().st_size == ROOM[file.name.partition("_")[0]]


def test_a_worker_without_room_counts_nothing(tmp_path: Path) -> None:
    """Where a disk is full when a worker starts, it says so, takes none of it, and answers without counting."""
    lines = (
        "import os, resource",
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 19, 1 << 19))",
        "from adjudicator.runtime import metrics",
        "metrics.take_room()",
        "metrics.count_request('GET', 'none', 404, 0.1)",
        "metrics.count_verdicts('boggle', {'not-legal': 1})",
        "print(os.listdir(os.environ[metrics.FOLDER]), metrics.exposition([])[0])",
    )
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)],
        capture_output=True,
        text=True,
        timeout=DEADLINE,
        env={**os.environ, FOLDER: str(tmp_path / "counts")},
    )
    assert (done.returncode, done.stdout) == (0, "[] b''\n"), done.stderr
    assert "nothing is counted any more" in done.stderr and "Traceback" not in done.stderr


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems do not tell this of a thread")
def test_only_the_thread_that_answers_interrupts_others(single: Server) -> None:
    """The one that sends wakes at each answer, and leaves the one that answers at work."""
    assert answering(single)
    (worker,) = workers_of(single)
    policies = [os.sched_getscheduler(thread.id) for thread in worker.threads()]
    assert policies.count(os.SCHED_OTHER) == 1
    assert policies.count(os.SCHED_BATCH) == len(policies) - 1 > 0


def test_workers_whose_counts_somebody_has_removed(service: Adjudicator) -> None:
    """Systems sweep their folders for temporary files: the workers answer, and so do those that come after them."""
    with Server() as running:
        (worker,) = workers_of(running)
        shutil.rmtree(counts_of(worker)[0].parent)
        assert running.get(TRIG).status_code == running.get("/metrics").status_code == 200
        worker.kill()
        until(lambda: worker.pid not in pids(running), DEADLINE)
        until(lambda: is_up(running), DEADLINE)
        assert running.get(TRIG).status_code == 200
        assert verdicts(running) == 1
        assert running.stop()[0] == 0


def test_the_only_worker_twice_within_a_moment(service: Adjudicator) -> None:
    """Who kills every worker as it comes has no answer meanwhile, but does not end the service."""
    with Server() as running:
        for _ in range(2):
            (worker,) = workers_of(running)
            worker.kill()
            until(lambda: is_up(running), DEADLINE)
        assert running.stop()[0] == 0


def is_up(server: Server) -> bool:
    try:
        return requests.get(server.address + "/healthz", timeout=DEADLINE).status_code == 200
    except requests.ConnectionError:
        return False


def test_workers_that_cannot_start(service: Adjudicator, tmp_path: Path) -> None:
    """A server none of whose workers can start tries a few times and ends, with a message; it does not go on for ever."""
    (tmp_path / "sitecustomize.py").write_text(
        "import sys, adjudicator.server.run as server\n"
        "def fails(*_):\n    sys.exit('no start')\n"
        "server.load = fails\n"
    )
    paths = f"{tmp_path}{os.pathsep}{Path(__file__).parents[2]}"
    begun = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "adjudicator.cli.main", "serve", "--port", "0", "--workers", "2"],
        capture_output=True,
        text=True,
        timeout=DEADLINE,
        env={**os.environ, "PYTHONPATH": paths},
    )
    assert done.returncode == 2
    assert "No worker can start" in done.stderr and "Traceback" not in done.stderr
    assert done.stderr.count("no start") == 3
    assert time.monotonic() - begun < 20


def test_workers_inherit_what_the_server_has_made_ready(service: Adjudicator) -> None:
    """What was made ready once is answered from over files of one's own, and is not made again."""
    parent, worker = Current(), Current()
    parent.prepare()
    prepared = parent.get()
    with pytest.raises(sqlite3.ProgrammingError), prepared.adjudicator.lexicon.reading() as connection:
        connection.execute("SELECT 1")
    worker.inherit(parent)
    assert worker.peek() is prepared
    boggle = worker.get().under("boggle")
    assert worker.get().verdict(boggle, "trig", "full").text == service.under().answer("trig").text
    assert worker.get().verdict(boggle, "zzxq", "reasons").code == "not-in-dictionary"


def test_workers_inherit_the_bound_on_their_memory(
    service: Adjudicator, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the server has made ready keeps as much of house lists as the setting says, and not as much as it would without."""
    monkeypatch.setattr(multiprocessing, "get_start_method", lambda: "fork")
    bounds = []
    for memory in (4_000_000, 8_000_000):
        prepared = _prepare(Settings(house_memory=memory), Places.from_environment())
        assert prepared is not None
        bounds.append(prepared.get().adjudicator.benches.compared.most)
    assert bounds == [2_000_000, 4_000_000]


def test_workers_inherit_nothing_that_is_out_of_date(
    home: Path, other_lexicon: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lexicon that was replaced since the server started is opened anew, and an old one is never taken for it."""
    monkeypatch.setenv("ADJUDICATOR_HOME", str(home))
    parent, worker = Current(), Current()
    parent.prepare()
    place = home / "lexicon.sqlite"
    shutil.copyfile(other_lexicon, home / "new.sqlite")
    (home / "new.sqlite").replace(place)
    worker.inherit(parent)
    assert worker.peek() is None
    assert worker.get().digest == Lexicon(other_lexicon).digest
    parent.get().adjudicator.reopen(None)  # the old one is there for those who read it
    assert parent.get().digest == Lexicon(REAL_LEXICON).digest


def test_no_worker_outlives_its_server(service: Adjudicator) -> None:
    """After kill -9 of the server its workers end, even one with a reader that never comes; the port is free for the next one."""
    with Server("--workers", "2") as running:
        host, _, port = running.address.removeprefix("http://").rpartition(":")
        workers = workers_of(running)
        with socket.create_connection((host, int(port))) as slow:
            slow.sendall(
                b"POST /v1/rulesets/boggle/verdicts HTTP/1.1\r\nHost: x\r\nContent-Length: 999\r\n\r\n"
            )
            running.process.kill()
            running.process.wait()
            until(lambda: not any(each.is_running() for each in workers), DEADLINE)
    with Server("--port", port) as again:
        assert again.address.endswith(f":{port}")
        assert again.get(TRIG).status_code == 200


def test_what_killed_servers_leave_is_removed(tmp_path: Path) -> None:
    """A folder of counts that nobody holds is removed; one that is held, or was just made, stays."""
    left, held, fresh, foreign = (
        tmp_path / f"{PREFIX}{name}" for name in ("left", "held", "fresh", "foreign")
    )
    for each in (left, held, fresh):
        each.mkdir()
        (each / LOCK).touch()
    foreign.mkdir()
    for each in (left, held):
        os.utime(each / LOCK, (1, 1))
    later = time.time() + DEADLINE  # however long it takes to get there
    os.utime(fresh / LOCK, (later, later))
    holds = "import sys, time\nfrom pathlib import Path\nfrom adjudicator.files import locked\nwith locked(Path(sys.argv[1])):\n    print(flush=True)\n    time.sleep(60)"
    with subprocess.Popen([sys.executable, "-c", holds, str(held / LOCK)], stdout=subprocess.PIPE) as holder:
        assert holder.stdout
        holder.stdout.readline()
        os.utime(held / LOCK, (1, 1))
        sweep(tmp_path)
        holder.kill()
    assert [each.exists() for each in (left, held, fresh, foreign)] == [False, True, True, True]


def url_of(path: Path) -> URL:
    return URL.create("sqlite", database=str(path))


def test_the_ledger_is_one_file_after_a_stop(service: Adjudicator, sample: Sample, tmp_path: Path) -> None:
    """After SIGTERM a copy of the ledger's file alone has every edit that was answered."""
    ledger = Ledger(url_of(sample.path))
    _, secret = ledger.tokens.create("Ann", "owner", "*", created_by="ann")
    ledger.close()
    fields = {"Authorization": f"Bearer {secret}", "If-Match": "*"}
    with Server("--workers", "2", **{ENVIRONMENT: str(sample.path)}) as running:
        made = {"slug": "stopped", "title": "Stopped", "base": "boggle"}
        lists = f"{running.address}/v1/house-lists"
        assert requests.post(lists, json=made, headers=fields, timeout=DEADLINE).status_code == 201
        for number in range(20):
            sent = {
                "entries": [{"word": "yeet", "effect": "allow", "reason": str(number)}],
                "note": str(number),
            }
            done = requests.post(f"{lists}/stopped/edits", json=sent, headers=fields, timeout=DEADLINE)
            assert done.status_code == 200
        assert running.stop()[0] == 0
    assert not sample.path.with_name(f"{sample.path.name}-wal").exists()
    copy = tmp_path / "copy.sqlite"
    shutil.copyfile(sample.path, copy)
    copied = Ledger(url_of(copy))
    notes = {revision.note for revision in copied.houses.history("stopped", limit=100)}
    copied.close()
    assert notes >= {str(number) for number in range(20)}


def _deaf_once(ready: Event) -> None:
    """Pass over the first SIGTERM, as a worker does whose loop does not run yet, and end at the second."""
    told: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, _: told.append(number))
    ready.set()
    while len(told) < 2:
        time.sleep(0.01)


def test_a_worker_is_told_again_to_stop(tmp_path: Path) -> None:
    """One that did not hear that it is to stop hears it the next time, long before it is killed."""
    server = SupervisedServer(
        "nothing:here", folder=tmp_path, interface=Interfaces.RSGI, workers_kill_timeout=60
    )
    ready = multiprocessing.get_context("fork").Event()
    worker = WorkerProcess(server, 0, _deaf_once, (ready,))  # type: ignore[no-untyped-call]
    server.wrks = [worker]
    worker.start()  # type: ignore[no-untyped-call]
    assert ready.wait(60)
    server._stop_workers()
    assert worker.inner.exitcode == 0
