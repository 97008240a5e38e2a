"""The front of the server over real sockets: slow clients wait by themselves, others do not notice, and every answer is the same."""

from __future__ import annotations

import asyncio
import errno
import json
import resource
import socket
import time
from collections.abc import Coroutine, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from selectors import EVENT_READ, DefaultSelector
from typing import Any

import pytest
from flask.testing import FlaskClient

from adjudicator.judging.service import Adjudicator
from adjudicator.runtime.settings import Settings
from adjudicator.server import connections
from adjudicator.server.bodies import PIECE, Body, Store
from adjudicator.server.connections import STATE, Connection, Unread
from adjudicator.server.edge import Answer, Edge
from adjudicator.server.front import Front
from adjudicator.server.lines import Hall
from tests.load.asks import LETTERS, joined, post
from tests.load.server import SERVICE, ServerProcess
from tests.load.wire import Wire, request

pytestmark = pytest.mark.usefixtures("shared_home")

RULESET = "boggle"
VERDICT, BATCH = f"/v1/rulesets/{RULESET}/words/", f"/v1/rulesets/{RULESET}/verdicts"
EXPORT = f"/v1/rulesets/{RULESET}/export"
NDJSON = "application/x-ndjson"
STOPS = f"POST {BATCH} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 999\r\n\r\n{{".encode()


@pytest.fixture(scope="module")
def impatient(service: Adjudicator) -> Iterator[ServerProcess]:
    """A server with one worker and one thread that gives nobody more than a second."""
    settings = {"ADJUDICATOR_BODY_WAIT": "1", "ADJUDICATOR_READ_WAIT": "1", "ADJUDICATOR_THREADS": "1"}
    with ServerProcess(*SERVICE, environment=settings) as server:
        yield server


def in_a_loop_of_its_own(trial: Coroutine[Any, Any, None]) -> None:
    """Run *trial* in another thread: in this one a browser's loop may run."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, trial).result()


def wire(server: ServerProcess) -> Wire:
    return Wire(server.host, server.port)


def batch(words: list[str], detail: str = "full") -> bytes:
    return json.dumps({"words": words, "detail": detail}).encode()


def test_bodies_that_stop(impatient: ServerProcess) -> None:
    """Sixteen bodies stop after a byte: others are answered meanwhile by the one thread, and the sixteen are told that they are late."""
    slow = [wire(impatient) for _ in range(16)]
    for each in slow:
        each.send(STOPS)
    for asked in (request(VERDICT + "trig"), request("/?word=trig"), request(BATCH, batch(["trig"]))):
        assert wire(impatient).ask(asked).status == 200
    for each in slow:
        answer = each.answer()
        told = json.loads(answer.body)
        assert (answer.status, told["type"]) == (408, "urn:adjudicator:problem:late-body")
        assert answer.fields["x-content-type-options"] == "nosniff" and answer.fields["x-request-id"]


def test_a_body_that_drips(impatient: ServerProcess) -> None:
    """A body that comes a byte at a time has no more time than one that does not come."""
    slow = wire(impatient)
    slow.send(STOPS)
    with pytest.raises(OSError):
        for _ in range(500):
            slow.send(b" ")
            time.sleep(0.01)
        raise AssertionError("nobody stopped it")


def test_readers_that_do_not_read(impatient: ServerProcess, service: Adjudicator) -> None:
    """Answers of megabytes that nobody reads hold no thread, and are broken off."""
    words = [word for _, word in zip(range(3_000), service.under(RULESET).legal_keys(), strict=False)]
    slow = []
    for media in (NDJSON, "application/json"):
        each = socket.socket()
        each.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        each.connect((impatient.host, impatient.port))
        each.sendall(request(BATCH, batch(words), Accept=media))
        slow.append(each)
    for asked in (request(VERDICT + "trig"), request("/?word=trig"), request(BATCH, batch(["trig"]))):
        assert wire(impatient).ask(asked).status == 200
    time.sleep(3)
    for each in slow:
        each.settimeout(20)
        received = b""
        while piece := each.recv(1 << 20):
            received += piece
        assert received.startswith(b"HTTP/1.1 200") and not received.endswith(b"\r\n0\r\n\r\n")


def test_bodies_of_every_length(impatient: ServerProcess, service: Adjudicator) -> None:
    """A body is read whole, in chunks or not, in memory or in a file; one that is too long is refused."""
    few, many = (
        ["trig", "zee"],
        [word for _, word in zip(range(10_000), service.under(RULESET).legal_keys(), strict=False)],
    )
    for words in (few, many):
        body = batch(words, "verdict")
        assert (len(body) > PIECE) is (words is many)
        expected = [{"word": word, "legal": service.under(RULESET).legal(word)} for word in words]
        chunked = b"".join(
            b"%x\r\n%s\r\n" % (len(part), part)
            for part in (body[at : at + 5_000] for at in range(0, len(body), 5_000))
        )
        head = f"POST {BATCH} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
        for sent in (request(BATCH, body), head.encode() + chunked + b"0\r\n\r\n"):
            answer = wire(impatient).ask(sent)
            assert (answer.status, json.loads(answer.body)["verdicts"]) == (200, expected)
    too_long = f"POST {BATCH} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 8000001\r\n\r\n"
    assert wire(impatient).ask(too_long.encode()).status == 413


def said_to_half(server: ServerProcess, sent: bytes) -> bytes:
    """Return what the server says to who sends this and then nothing more."""
    with socket.create_connection((server.host, server.port), timeout=20) as connection:
        connection.sendall(sent)
        connection.shutdown(socket.SHUT_WR)
        received = b""
        with suppress(ConnectionError):
            while piece := connection.recv(1 << 16):
                received += piece
        return received


def test_part_of_a_body_is_not_taken_for_the_whole(impatient: ServerProcess) -> None:
    """Where a body breaks off, in chunks or not, nothing is done, however much like a whole one it looks."""
    body = batch(["trig"])
    head = f"POST {BATCH} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    chunk = b"%x\r\n%s\r\n" % (len(body), body)
    for fields, half, rest in (
        (f"Content-Length: {len(body) + 1}", body, b" "),
        ("Transfer-Encoding: chunked", chunk, b"0\r\n\r\n"),
        ("Transfer-Encoding: chunked", chunk, b"1\r\n \r\n0\r\n\r\n"),
        ("Trailer: X-Sum\r\nTransfer-Encoding: chunked", chunk, b"0\r\nX-Sum: 1\r\n\r\n"),
    ):
        start = f"{head}{fields}\r\n\r\n".encode()
        if "Trailer" not in fields:
            assert b" 200 OK" not in said_to_half(impatient, start + half)
        assert wire(impatient).ask(start + half + rest).status == 200
    assert b" 200 OK" not in said_to_half(
        impatient, f"{head}Transfer-Encoding: chunked\r\n\r\n".encode() + chunk + b"zz"
    )


def test_fields_that_pass_for_others(impatient: ServerProcess) -> None:
    """A name with underscores is not taken for the one with hyphens, which a proxy may have set."""
    for name, is_ours in (("X-Request-Id", True), ("X_Request_Id", False)):
        answer = wire(impatient).ask(
            f"GET {VERDICT}trig HTTP/1.1\r\nHost: x\r\n{name}: mine\r\n\r\n".encode()
        )
        assert (answer.status, answer.fields["x-request-id"] == "mine") == (200, is_ours)
    odd = f"GET / HTTP/1.1\r\nHost: x\r\nContent_Length: {'9' * 5_000}\r\nwsgi.url_scheme: a\r\n\r\n"
    assert wire(impatient).ask(odd.encode()).status == 200


def test_a_key_that_cannot_be_read(impatient: ServerProcess) -> None:
    """A change with an Idempotency-Key beyond ASCII is refused: without the key it might be done twice."""
    for key, status in (("schlüssel", 400), ("key", 401)):
        answer = wire(impatient).ask(request("/v1/house-lists", b"{}", Idempotency_Key=key))
        assert answer.status == status
    assert wire(impatient).ask(request(VERDICT + "trig", Idempotency_Key="schlüssel")).status == 200


def test_no_file_stays_open(impatient: ServerProcess, service: Adjudicator) -> None:
    """Long bodies and long answers leave no file open in the worker and no thread in it, whether or not they are read."""
    words = [word for _, word in zip(range(10_000), service.under(RULESET).legal_keys(), strict=False)]
    (worker,) = impatient.workers()
    client = wire(impatient)
    asked = (
        request(BATCH, batch(words[:1_000])),
        request(BATCH, batch(words, "verdict")),
        request(EXPORT, Accept_Encoding="br"),
    )
    for each in asked:
        assert client.ask(each).status == 200
    before = worker.num_fds(), worker.num_threads()
    for each in asked * 5:
        assert client.ask(each).status == 200
        hasty = wire(impatient)
        hasty.send(each)
        hasty.close()
    assert client.ask(request("/healthz")).status == 200
    for _ in range(200):
        now = worker.num_fds(), worker.num_threads()
        if now[0] <= before[0] and now[1] <= before[1]:
            return
        time.sleep(0.1)
    raise AssertionError(f"{now} files and threads are open, and {before} were")


def test_answers_alike(impatient: ServerProcess, client: FlaskClient) -> None:
    """What the server makes of a request is what the framework's own client makes of it: words of other alphabets, fields sent twice, HEAD,
    unchanged answers, addresses of nothing.
    """
    tag = client.get(VERDICT + "trig").headers["ETag"]
    cases: list[tuple[str, str, dict[str, str]]] = [
        ("GET", VERDICT + "trig", {}),
        ("GET", VERDICT + "trig?detail=reasons", {}),
        ("GET", VERDICT + "caf%C3%A9", {}),
        ("GET", VERDICT + "co-op", {}),
        ("GET", VERDICT + "%D1%82rig", {}),
        ("GET", VERDICT + "a%FFb", {}),
        ("GET", VERDICT + "a%2Fb", {}),
        ("GET", VERDICT + "trig?detail=none", {}),
        ("GET", "/v1/rulesets/none/words/trig", {}),
        ("GET", VERDICT + "trig", {"If-None-Match": tag}),
        ("GET", VERDICT + "trig", {"Accept-Encoding": "gzip"}),
        ("HEAD", VERDICT + "trig", {}),
        ("OPTIONS", VERDICT + "trig", {}),
        ("DELETE", VERDICT + "trig", {}),
        ("GET", "/healthz", {}),
        ("GET", "/static/style.css", {"Cookie": "a=1"}),
    ]
    for method, path, fields in cases:
        lines = [
            f"{method} {path} HTTP/1.1",
            "Host: localhost",
            *(f"{name}: {value}" for name, value in fields.items()),
        ]
        sent = "\r\n".join([*lines, "Connection: close", "", ""]).encode()
        with socket.create_connection((impatient.host, impatient.port), timeout=20) as connection:
            connection.sendall(sent)
            received = b""
            while piece := connection.recv(1 << 16):
                received += piece
        head, _, body = received.partition(b"\r\n\r\n")
        status, *told = head.decode().split("\r\n")
        expected = client.open(path, method=method, headers=fields)
        assert status.split(" ")[1] == str(expected.status_code), path
        assert fields_of(line.partition(": ")[::2] for line in told) == fields_of(expected.headers), path
        assert body == expected.data, path


def fields_of(sent: Iterable[tuple[str, str]]) -> list[tuple[str, list[str]]]:
    """Return the header fields but for those that differ from one answer to the next, in an order of their own."""
    changing = {"date", "x-request-id", "connection", "transfer-encoding", "server", "set-cookie"}
    return sorted(
        (name.lower(), sorted(value.split(", "))) for name, value in sent if name.lower() not in changing
    )


def test_work_beyond_what_can_be_done(impatient: ServerProcess, service: Adjudicator) -> None:
    """Where more is asked than one thread can do, requests are told so after a while; a plain verdict is answered all the same."""
    words = [word for _, word in zip(range(4_000), service.under(RULESET).legal_keys(), strict=False)]
    settings = {"ADJUDICATOR_THREADS": "1", "ADJUDICATOR_LINE_WAIT": "0.3"}
    with ServerProcess(*SERVICE, environment=settings) as server, ThreadPoolExecutor(12) as askers:
        asked = [askers.submit(lambda: wire(server).ask(request(BATCH, batch(words)))) for _ in range(12)]
        while not any(each.done() for each in asked):
            assert wire(server).ask(request(VERDICT + "trig")).status == 200
        answers = [each.result() for each in asked]
    refused = [each for each in answers if each.status != 200]
    assert refused and len(refused) < len(answers)
    for each in refused:
        assert (each.status, json.loads(each.body)["type"]) == (503, "urn:adjudicator:problem:busy")
        assert each.fields["retry-after"] == "2"


def test_plain_words_pass_by(impatient: ServerProcess) -> None:
    """While the one thread works, and others stand in line for it, many plain words and probes are answered."""
    hard = post("/v1/boards/solve", {"board": joined(LETTERS)})
    with ExitStack() as stack:
        place = (impatient.host, impatient.port)
        waiting = [stack.enter_context(socket.create_connection(place)) for _ in range(3)]
        for each in waiting:
            each.sendall(request(hard.path, hard.body))
        client = wire(impatient)
        answered = stack.enter_context(DefaultSelector())
        answered.register(waiting[-1], EVENT_READ)
        for path in (VERDICT + "trig", VERDICT + "zee?detail=verdict", "/healthz") * 15:
            assert client.ask(request(path)).status == 200
            assert not answered.select(0)


def test_nobody_works_for_who_has_gone(service: Adjudicator) -> None:
    """A request whose client hangs up before its turn is not worked on."""
    words = [word for _, word in zip(range(4_000), service.under(RULESET).legal_keys(), strict=False)]
    name = b'adjudicator_verdicts_total{code="sense-admitted",ruleset="boggle"} '
    with ServerProcess(*SERVICE, environment={"ADJUDICATOR_THREADS": "1"}) as server:
        first = wire(server)
        first.send(request(BATCH, batch(words)))
        for _ in range(10):
            impatient = wire(server)
            impatient.send(request(BATCH, batch(words)))
            impatient.close()
        assert first.answer().status == 200
        lines = wire(server).ask(request("/metrics")).body.splitlines()
        (counted,) = [float(line.removeprefix(name)) for line in lines if line.startswith(name)]
    assert counted < 5 * len(words)


def test_room_for_long_bodies() -> None:
    """Bodies that are kept in files take of one room and give it back; short ones take none."""
    store = Store(3 * PIECE)
    first, second, short = Body(store), Body(store), Body(store)
    assert first.add(b"a" * 2 * PIECE) and not second.add(b"a" * 2 * PIECE) and short.add(b"a" * PIECE)
    first.close()
    assert second.add(b"a" * 2 * PIECE)
    second.file.seek(0)
    assert second.file.read() == b"a" * 2 * PIECE
    for each in (second, short):
        each.close()
    assert store.take(3 * PIECE)


def test_room_comes_back_where_a_file_cannot_be_written() -> None:
    """Where the disk is full, the room of the body that could not be kept is free again."""
    store = Store(9 * PIECE)
    body = Body(store)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2 * PIECE, before[1]))
    try:
        with pytest.raises(OSError):
            for _ in range(400):
                body.add(b"a" * 1_000)
        body.close()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert store.take(9 * PIECE)


def test_a_system_that_does_not_tell_what_is_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the system cannot say it of sockets, nobody waits for a reader, and the answer goes on."""

    def unknown(*_: object) -> None:
        raise OSError(errno.ENOTTY, "not of sockets")

    monkeypatch.setattr(connections, "ioctl", unknown)
    with socket.socket() as connection:
        in_a_loop_of_its_own(Connection(connection).drain(0))


def test_lines() -> None:
    """Long requests take half of the threads at most, those that may write all but one, and a place is free again whatever became of who had it."""

    async def trial() -> None:
        hall = Hall(2, 0.05)
        short, long = hall.line(0), hall.line(1_000_000)
        assert await long.enter()
        assert not await long.enter()
        assert await short.enter()
        assert not await short.enter()
        for line in (long, short):
            with pytest.raises(ZeroDivisionError):
                await line.work(lambda: 1 // 0)
        assert await short.enter() and await short.enter()
        hall = Hall(3, 0.05)
        writing = hall.line(writes=True)
        assert await hall.line(1_000_000, writes=True).enter()  # an import, perhaps
        assert await writing.enter() and not await writing.enter()
        assert await hall.line().enter()

    in_a_loop_of_its_own(trial())


class Reader:
    """A client that reads nothing until it is told to."""

    def __init__(self) -> None:
        self.reads = asyncio.Event()

    async def send_bytes(self, piece: bytes) -> None:
        """Take a piece."""
        await self.reads.wait()


def test_the_slowest_loses() -> None:
    """Where more is unread than there is room for, what has stood still the longest is given up, and nobody else."""

    async def trial() -> None:
        unread = Unread(3 * STATE, 60)
        readers = [Reader() for _ in range(4)]
        sent = [asyncio.ensure_future(unread.pass_on(each, Connection(None), b"piece")) for each in readers]  # type: ignore[arg-type]
        await asyncio.sleep(0.01)
        assert [each.done() for each in sent] == [True, True, False, False]
        assert all(isinstance(each.exception(), TimeoutError) for each in sent[:2])
        for reader in readers:
            reader.reads.set()
        assert await asyncio.gather(*sent[2:]) == [None, None]

    in_a_loop_of_its_own(trial())


def test_who_is_given_up_already() -> None:
    """One whose own time is just over is in nobody's way: who comes at that moment is served."""

    async def trial() -> None:
        unread, slow, quick = Unread(STATE, 60), Reader(), Reader()
        quick.reads.set()
        given_up = asyncio.ensure_future(unread.pass_on(slow, Connection(None), b"piece"))  # type: ignore[arg-type]
        await asyncio.sleep(0)
        (patience,) = unread._sending
        patience.reschedule(asyncio.get_running_loop().time())
        served = asyncio.ensure_future(unread.pass_on(quick, Connection(None), b"piece"))  # type: ignore[arg-type]
        await served
        with pytest.raises(TimeoutError):
            await given_up

    in_a_loop_of_its_own(trial())


class Sender:
    """What the server software sends by: it answers on *connection*, and is no server itself."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection

    def response_stream(self, *_: object) -> Sender:
        """Begin an answer."""
        return self

    async def send_bytes(self, piece: bytes) -> None:
        """Send a piece."""
        self._connection.sendall(piece)


def test_what_breaks_off_is_not_taken_for_the_whole() -> None:
    """Where no more of an answer can be made, its connection is broken off, and others go on."""

    def pieces() -> Iterator[bytes]:
        yield b"the first piece"
        raise ZeroDivisionError

    async def trial() -> None:
        with socket.create_server(("127.0.0.1", 0)) as listening:
            client = socket.create_connection(listening.getsockname())
            connection, (address, port) = listening.accept()
        made = Front(Edge(lambda *_: [], None, Settings(), None), None, Settings())  # type: ignore[arg-type]
        line, environ = made._hall.line(0), {"REMOTE_ADDR": address, "REMOTE_PORT": str(port)}
        with client, connection:
            await made._send(Answer("200 OK", [], pieces()), environ, Sender(connection), line)  # type: ignore[arg-type]
            client.settimeout(20)
            assert client.recv(100) + client.recv(100) == b"the first piece"
            assert await line.enter()  # its thread is free

    in_a_loop_of_its_own(trial())
