"""The server as a process of its own, asked over real HTTP."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest
import requests

from adjudicator.judging.service import Adjudicator
from adjudicator.lexicon.reader import Lexicon
from tests.conftest import small_lexicon
from tests.load.server import ServerProcess
from tests.load.starts import started
from tests.load.wire import Wire, request

pytestmark = pytest.mark.usefixtures("shared_home")

DEADLINE = 60.0
ADDRESS = re.compile(r"Serving on (http://\S+)")


class Server:
    """`adjudicator serve` on a free port. The system picks it; the server says which."""

    def __init__(self, *options: str, **variables: str) -> None:
        self._log = tempfile.TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115 (its processes write there until they end)
        command = ("serve", "--port", "0", *options)
        self.process = started(command, {**os.environ, **variables}, self._log, alone=True)
        watchdog = threading.Timer(DEADLINE, self.process.kill)
        watchdog.start()
        assert self.process.stdout
        line = self.process.stdout.readline()
        watchdog.cancel()
        found = ADDRESS.match(line)
        assert found, f"no address within {DEADLINE} s, but: {line!r} {self.stop()}"
        self.address = found[1]

    def get(self, path: str) -> requests.Response:
        """Ask for *path*. The server tells its address when it listens, so no request is refused."""
        return requests.get(self.address + path, timeout=DEADLINE)

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.stop()

    def stop(self, signum: int = signal.SIGTERM) -> tuple[int, str, str]:
        """Stop the server; return its exit code and what it still printed."""
        self.process.send_signal(signum)
        try:
            out, _ = self.process.communicate(DEADLINE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        with self._log:
            return self.process.wait(), out, self.log()

    def log(self) -> str:
        """Return what its processes have written so far."""
        size = os.fstat(self._log.fileno()).st_size
        return os.pread(self._log.fileno(), size, 0).decode()


@pytest.fixture(scope="module")
def server(service: Adjudicator) -> Iterator[Server]:
    with Server("--workers", "2") as running:
        yield running


def run(*options: str, home: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run a server that is expected not to start."""
    environment = os.environ if home is None else {**os.environ, "ADJUDICATOR_HOME": str(home)}
    command = [sys.executable, "-m", "adjudicator.cli.main", "serve", *options]
    return subprocess.run(command, capture_output=True, text=True, timeout=DEADLINE, env=environment)


def test_serves(server: Server, service: Adjudicator) -> None:
    """A started server judges words, serves the page and its style."""
    assert server.get("/readyz").status_code == 200
    assert server.get("/v1/rulesets/boggle/words/zee").json() == service.under("boggle").verdict_data("zee")
    assert "NOT LEGAL" in server.get("/?word=zee&ruleset=boggle").text
    assert server.get("/static/style.css").headers["Content-Type"].startswith("text/css")


def test_errors_keep_their_shape(server: Server) -> None:
    """Problem documents and their media type survive the server."""
    response = server.get("/v1/rulesets/boggle/words/a%00b")
    assert response.status_code == 400
    assert response.headers["Content-Type"] == "application/problem+json"


def test_paths_name_no_ruleset(server: Server) -> None:
    """An encoded path is no ruleset, whatever the server makes of the encoding."""
    for name in ("..%2Fconfig%2Frulesets%2Fboggle", "%2Fetc%2Fpasswd", "boggle.toml", "..%252Fboggle"):
        assert server.get(f"/v1/rulesets/{name}").status_code == 404


def test_endless_addresses_are_refused(server: Server) -> None:
    """An address of a megabyte is refused with a 4xx, and the server goes on."""
    assert 400 <= server.get("/?word=" + "a" * 1_000_000).status_code < 500
    assert server.get("/healthz").status_code == 200


def test_many_at_once(server: Server, service: Adjudicator) -> None:
    """Many clients at once get the right answers."""
    words = ["trig", "zee", "quo", "fbi", "xyzzy", "set"] * 10
    expected = {word: service.under("boggle").verdict_data(word) for word in set(words)}
    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(lambda word: server.get(f"/v1/rulesets/boggle/words/{word}").json(), words))
    assert answers == [expected[word] for word in words]


def test_metrics_are_of_all_workers(server: Server) -> None:
    """Whichever worker is asked for the counts, they are those of all."""
    name = 'adjudicator_verdicts_total{code="sense-admitted",ruleset="word-whiz"} '

    def count() -> float:
        found = [line for line in server.get("/metrics").text.splitlines() if line.startswith(name)]
        return float(found[0].removeprefix(name)) if found else 0

    before = count()
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: server.get("/v1/rulesets/word-whiz/words/trig"), range(40)))
    assert {count() for _ in range(6)} == {before + 40}
    lines = dict(line.rsplit(" ", 1) for line in server.get("/metrics").text.splitlines() if line[0] != "#")
    assert float(lines["adjudicator_workers"]) == 2
    assert 20e6 < float(lines["adjudicator_memory_bytes"]) < 4e9


def test_logs_are_json(service: Adjudicator, home: Path) -> None:
    """What the server logs are JSON objects, a line each: every request if asked for, and faults."""
    (home / "rulesets").mkdir()
    (home / "rulesets" / "broken.toml").write_text("id = 3")
    with Server(ADJUDICATOR_LOG_REQUESTS="1", ADJUDICATOR_HOME=str(home)) as running:
        running.get("/v1/rulesets/boggle/words/trig")
        running.get("/nosuch")
        code, _, err = running.stop()
    lines = [json.loads(line) for line in err.splitlines()]
    assert code == 0
    requests_ = [line for line in lines if line["logger"] == "adjudicator.requests"]
    assert [(line["path"], line["status"]) for line in requests_] == [
        ("/v1/rulesets/boggle/words/trig", 200),
        ("/nosuch", 404),
    ]
    assert all(line["request_id"] and line["time"] for line in requests_)
    (warning,) = [line for line in lines if line["level"] == "WARNING"]
    assert "broken" in warning["message"]


def test_impossible_settings(service: Adjudicator) -> None:
    """A setting that cannot be is a clear error with exit code 2, before anything is started."""
    environment = {**os.environ, "ADJUDICATOR_RATE": "often"}
    command = [sys.executable, "-m", "adjudicator.cli.main", "serve", "--port", "0"]
    failed = subprocess.run(command, capture_output=True, text=True, timeout=DEADLINE, env=environment)
    assert failed.returncode == 2
    assert "ADJUDICATOR_RATE" in failed.stderr and "Traceback" not in failed.stderr


def test_new_lexicon_without_a_stop(other_lexicon: Path, tmp_path: Path) -> None:
    """A new lexicon answers from every worker soon after it is in place, without a request lost; SIGHUP makes it at once."""
    place = tmp_path / "lexicon.sqlite"
    first = small_lexicon(tmp_path / "first", 1)
    place.symlink_to(first)
    expected = {Lexicon(first).digest, Lexicon(other_lexicon).digest}
    with Server("--workers", "2", ADJUDICATOR_HOME=str(tmp_path)) as running:
        began = set[str]()
        while (
            len(began) < 2
        ):  # the start of a request's id tells the workers apart; one that has not begun would begin with the new lexicon
            answer = running.get("/v1/rulesets/boggle/words/cat")
            began.add(answer.headers["X-Request-Id"].partition("-")[0])
        for target in (other_lexicon, first):
            new = tmp_path / "new"
            new.symlink_to(target)
            new.replace(place)
            os.kill(running.process.pid, signal.SIGHUP)
            wanted = Lexicon(target).digest
            for _ in range(2_000):
                answers = [running.get("/v1/rulesets/boggle/words/cat") for _ in range(5)]
                found = {answer.headers["Adjudicator-Lexicon"] for answer in answers}
                assert all(answer.status_code == 200 for answer in answers) and found <= expected
                if found == {wanted} and running.log().count(f"in service: {wanted},") == 2:
                    break
            assert found == {wanted}
        code, _, err = running.stop()
    assert code == 0
    taken = [json.loads(line)["message"] for line in err.splitlines() if "in service" in line]
    for digest in expected:
        assert [f"in service: {digest}," in line for line in taken].count(True) == 2


def test_ctrl_c(service: Adjudicator) -> None:
    """Ctrl-C in a terminal, which every process of the server gets, stops it with exit code 0 and no trace."""
    with Server("--workers", "2") as running:
        os.killpg(running.process.pid, signal.SIGINT)
        out, _ = running.process.communicate(timeout=30)
        assert (running.process.returncode, out, running.log()) == (0, "", "")


@pytest.mark.parametrize("signum", [signal.SIGTERM, signal.SIGINT])
def test_stops_gracefully(service: Adjudicator, signum: int) -> None:
    """SIGTERM and SIGINT stop the server with exit code 0 and no trace; it told its address once."""
    with Server() as running:
        assert running.get("/healthz").status_code == 200
        assert running.stop(signum) == (0, "", "")


def test_port_taken(service: Adjudicator) -> None:
    """A taken port is a clear error with exit code 2, even where ports could be shared."""
    with socket.socket() as holder:
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        port = holder.getsockname()[1]
        failed = run("--port", str(port))
    assert failed.returncode == 2
    assert f"Port {port}" in failed.stderr and "taken" in failed.stderr
    assert "Traceback" not in failed.stderr


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--port", "70000"), "no port 70000"),
        (("--workers", "0"), "0 workers"),
        (("--host", "256.1.1.1"), "not known"),
    ],
)
def test_impossible_options(service: Adjudicator, options: tuple[str, ...], message: str) -> None:
    """Options that cannot be are a clear error with exit code 2."""
    failed = run(*options)
    assert failed.returncode == 2
    assert message in failed.stderr and "Traceback" not in failed.stderr


def test_few_files(service: Adjudicator) -> None:
    """Where the system lets a process have few files, more connections than those leave enough of them to work with."""
    start = (
        "import resource, runpy, sys; resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256)); "
        "sys.argv[1:] = ['serve', '--port', '0']; runpy.run_module('adjudicator.cli.main', run_name='__main__')"
    )
    with ServerProcess("-c", start) as running, ExitStack() as held:
        client = Wire(running.host, running.port)
        assert client.ask(request("/healthz")).status == 200
        for _ in range(300):
            held.enter_context(socket.create_connection((running.host, running.port)))
        for path in ("/?word=trig", "/lists", "/v1/rulesets/boggle/words/dog"):
            assert client.ask(request(path)).status == 200
        long = b'{"words":["trig"]' + b" " * 100_000 + b"}"
        assert client.ask(request("/v1/rulesets/boggle/verdicts", long)).status == 200
        assert running.log() == ""


def test_no_lexicon(tmp_path: Path) -> None:
    """Without a lexicon the command says what to do and does not start."""
    failed = run("--port", "0", home=tmp_path)
    assert failed.returncode == 2
    assert "adjudicator build" in failed.stderr and "Serving" not in failed.stdout
