"""The server as a process of its own, asked over real HTTP."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import requests

from adjudicator.service import Adjudicator

DEADLINE = 60.0
ADDRESS = re.compile(r"Serving on (http://\S+)")


class Server:
    """`adjudicator serve` on a free port. The system picks it; the server says which."""

    def __init__(self, *options: str) -> None:
        command = [sys.executable, "-m", "adjudicator.cli.main", "serve", "--port", "0", *options]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
        )
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
            out, err = self.process.communicate(timeout=DEADLINE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        return self.process.returncode, out, err


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
    assert server.get("/v1/rulesets/boggle/words/zee").json() == service.verdict_data("zee", "boggle")
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
    words = ["trig", "zee", "quo", "fbi", "xyzzy", "set"] * 30
    expected = {word: service.verdict_data(word, "boggle") for word in set(words)}
    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(lambda word: server.get(f"/v1/rulesets/boggle/words/{word}").json(), words))
    assert answers == [expected[word] for word in words]


def test_ctrl_c(service: Adjudicator) -> None:
    """Ctrl-C in a terminal, which every process of the server gets, stops it with exit code 0 and no trace."""
    with Server("--workers", "2") as running:
        os.killpg(running.process.pid, signal.SIGINT)
        out, err = running.process.communicate(timeout=30)
        assert (running.process.returncode, out, err) == (0, "", "")


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


def test_no_lexicon(tmp_path: Path) -> None:
    """Without a lexicon the command says what to do and does not start."""
    failed = run("--port", "0", home=tmp_path)
    assert failed.returncode == 2
    assert "adjudicator build" in failed.stderr and "Serving" not in failed.stdout
