"""A server on this machine that misbehaves on request, for what is fetched."""

from __future__ import annotations

from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

WORDS = b"".join(b"word%06d\n" % number for number in range(50_000))


@dataclass
class Answer:
    """What the server says under one path. ``cuts`` shortens the bodies of its first answers to so many
    bytes.
    """

    body: bytes = WORDS
    etag: str = '"1"'
    status: int = 200
    cuts: list[int] = field(default_factory=list)
    kind: str = "application/octet-stream"
    location: str = ""
    resumes: bool = True
    asked: list[str] = field(default_factory=list)


class Upstream(ThreadingHTTPServer):
    answers: dict[str, Answer]

    def url(self, path: str = "/list.txt", **answer: Any) -> str:
        self.answers[path] = Answer(**answer)
        return f"http://127.0.0.1:{self.server_address[1]}{path}"

    def asked(self, path: str = "/list.txt") -> list[str]:
        """The Range header of each request so far, empty where there was none."""
        return self.answers[path].asked


class Handler(BaseHTTPRequestHandler):
    server: Upstream

    def do_GET(self) -> None:
        answer = self.server.answers[self.path]
        wanted = self.headers.get("Range", "")
        answer.asked.append(wanted)
        start = (
            int(wanted[6:-1]) if wanted and answer.resumes and self.headers["If-Range"] == answer.etag else 0
        )
        body = answer.body[start:]
        beyond = start >= len(answer.body) > 0
        self.send_response(416 if beyond else 206 if start and answer.status == 200 else answer.status)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Type", answer.kind)
        if start:
            span = "*" if beyond else f"{start}-{len(answer.body) - 1}"
            self.send_header("Content-Range", f"bytes {span}/{len(answer.body)}")
        if answer.etag:
            self.send_header("ETag", answer.etag)
        if answer.location:
            self.send_header("Location", answer.location)
        self.end_headers()
        self.wfile.write(body[: answer.cuts.pop(0)] if answer.cuts else body)

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""
