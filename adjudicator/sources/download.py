"""Downloading over https: when a cut download is gone on with, what a server may not do, and when to give up.

The two halves of a resumed download are joined only where the server vouches that they are of the same data. Nothing
here knows sources or the cache. Start reading at ``download``.
"""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Mapping
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import requests
import urllib3

from adjudicator.errors import FetchError
from adjudicator.sources.model import is_allowed_url
from adjudicator.sources.network import cause_of, within

CHUNK = 1 << 18
CONNECT_SECONDS = 4.0
READ_SECONDS = 30.0
RESUMES = 20

Report = Callable[[int, int | None], None]
"""Called with the bytes had so far and the total, or None where the total is unknown."""


def download(url: str, part: Path, *, limit: int, report: Report) -> None:
    """Downloads ``url`` into ``part``, going on where an earlier download of the same data was cut.

    ``limit`` is the most bytes to accept. Raises FetchError when they cannot be had; what has come stays in
    ``part`` for the next time, and ``part`` with the suffix ``.json`` holds the validator that a server
    needs to go on.
    """
    _probe(url)
    for _ in range(RESUMES):
        before = _size(part)
        try:
            return _download_once(url, part, limit, report)
        except (requests.ConnectionError, requests.Timeout, urllib3.exceptions.HTTPError) as error:
            now, cause = _size(part), cause_of(error)
            if now == before:
                raise FetchError(f"no answer ({cause})") from error
            if now > before and not _validator(part.with_suffix(".json")):
                break
        except requests.RequestException as error:
            raise FetchError(f"the request failed ({cause_of(error)})") from error
    raise FetchError(f"the download was cut after {now:,} bytes ({cause})")


def _download_once(url: str, part: Path, limit: int, report: Report) -> None:
    note = part.with_suffix(".json")
    validator = _validator(note) if part.exists() else ""
    have = _size(part) if validator else 0
    headers = {"User-Agent": "adjudicator (dictionary sources)", "Accept-Encoding": "identity"}
    if have:
        headers |= {"Range": f"bytes={have}-", "If-Range": validator}
    seconds = (CONNECT_SECONDS, READ_SECONDS)
    with requests.get(
        url, headers=headers, stream=True, timeout=seconds, hooks={"response": _refuse_detour}
    ) as answer:
        span = answer.headers.get("Content-Range", "")
        if answer.status_code == 416 and have and span == f"bytes */{have}":
            return
        if have and (
            answer.status_code == 416 or (answer.status_code == 206 and f"bytes {have}-" not in span)
        ):
            part.unlink()
            raise urllib3.exceptions.ProtocolError("the server does not go on where it stopped")
        if answer.status_code not in (200, 206):
            raise FetchError(f"the server answered {answer.status_code} {answer.reason}")
        if answer.headers.get("Content-Type", "").startswith("text/html"):
            raise FetchError("the server answered with a web page instead of the file")
        have = have if answer.status_code == 206 else 0
        length = answer.headers.get("Content-Length", "")
        total = have + int(length) if length.isdigit() else None
        if not have:
            part.unlink(missing_ok=True)  # before the note, which must never speak of another download's part
            note.write_text(json.dumps({"validator": _validator_in(answer.headers)}), encoding="utf-8")
        with part.open("ab" if have else "wb") as file:
            for chunk in answer.raw.stream(CHUNK, decode_content=False):
                have += len(chunk)
                if max(have, total or 0) > limit:
                    break
                file.write(chunk)
                report(have, total)
    if max(have, total or 0) > limit:
        part.unlink()
        raise FetchError(f"it is larger than the limit of {limit:,} bytes (limit_mb)")
    if total is not None and have < total:
        raise requests.ConnectionError(f"{have} of {total} bytes came")


def _refuse_detour(answer: requests.Response, **_: object) -> None:
    target = urljoin(answer.url, answer.headers.get("Location", ""))
    if answer.is_redirect and not is_allowed_url(target):
        raise FetchError(f"it leads to {target}, which is no https address")


def _validator_in(headers: Mapping[str, str]) -> str:
    """What If-Range can name, so that two halves of different data are never joined; empty where there is nothing."""
    etag = headers.get("ETag", "")
    return etag if etag and not etag.startswith("W/") else headers.get("Last-Modified", "")


def _validator(note: Path) -> str:
    try:
        return str(json.loads(note.read_text(encoding="utf-8"))["validator"])
    except (OSError, ValueError, KeyError, TypeError):
        return ""


def _probe(url: str) -> None:
    """Fails within CONNECT_SECONDS where there is no way to the host, however many addresses or slow resolvers it has."""
    if requests.utils.get_environ_proxies(url):
        return
    parts = urlsplit(url)
    address = (parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80))
    try:
        within(CONNECT_SECONDS, lambda: socket.create_connection(address, timeout=CONNECT_SECONDS).close())
    except OSError as error:
        raise FetchError(f"no connection ({cause_of(error)})") from error


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0
