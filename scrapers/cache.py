"""Pages on disk, each in a file of its own: a line of JSON about it, then its bytes.

A page is found by what was asked for, so that an answer to one access key is never given to another; the key itself is not
written. A file that is damaged is as good as none.
"""

from __future__ import annotations

import contextlib
import hashlib
import math
import os
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import orjson

from adjudicator.files import write
from scrapers.page import Page


class CacheEntry(NamedTuple):
    """A page as it lies on disk: ``at`` is when the site last vouched for it (seconds since 1970), ``etag`` and ``modified`` are what
    it can tell by whether the page still holds.
    """

    page: Page
    at: float
    etag: str
    modified: str

    @property
    def age(self) -> float:
        """Seconds since the site vouched for it; endless if that lies in the future, since a clock was wrong then or is now."""
        age = time.time() - self.at
        return age if age >= 0 else math.inf

    @property
    def conditions(self) -> dict[str, str]:
        """The request headers that have the site say whether the page still holds."""
        asked = {"If-None-Match": self.etag, "If-Modified-Since": self.modified}
        return {name: value for name, value in asked.items() if value}


class Cache:
    """The pages in *folder*, of *limit* bytes together at most: the oldest go first."""

    def __init__(self, folder: Path, limit: int) -> None:
        self._folder = folder
        self._limit = limit

    def find(self, url: str, headers: Mapping[str, str]) -> CacheEntry | None:
        """Return what was kept for this request, or None."""
        try:
            about, _, content = self._path(url, headers).read_bytes().partition(b"\n")
            known = orjson.loads(about)
            if known["sha256"] != hashlib.sha256(content).hexdigest():
                return None
            at = known["at"]
            page = Page(known["url"], known["status"], content, known["media"], moment(at), from_cache=True)
            return CacheEntry(page, at, known["etag"], known["modified"])
        except (OSError, ValueError, KeyError, TypeError, OverflowError):
            return None

    def keep(self, url: str, headers: Mapping[str, str], kept: CacheEntry) -> None:
        """Keep a page for this request. A disk that is full or not writable keeps none."""
        page = kept.page
        about = {
            "url": page.url,
            "status": page.status,
            "media": page.media,
            "at": kept.at,
            "etag": kept.etag,
            "modified": kept.modified,
            "sha256": hashlib.sha256(page.content).hexdigest(),
        }
        with contextlib.suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            write(self._path(url, headers), orjson.dumps(about) + b"\n" + page.content)
            self._tidy()

    def _path(self, url: str, headers: Mapping[str, str]) -> Path:
        asked = repr((url, sorted(headers.items())))
        return self._folder / hashlib.sha256(asked.encode()).hexdigest()

    def _tidy(self) -> None:
        with os.scandir(self._folder) as files:
            found = sorted((file.stat().st_mtime, file.stat().st_size, file.path) for file in files)
        excess = sum(size for _, size, _ in found) - self._limit
        for _, size, path in found:
            if excess <= 0:
                return
            Path(path).unlink(missing_ok=True)
            excess -= size


def moment(at: float) -> str:
    """Return a moment (seconds since 1970) as ISO 8601 in UTC, whole seconds."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
