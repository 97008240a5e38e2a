"""What the service counts of itself, for Prometheus: requests and their latency by route, verdicts by code.

prometheus_client, because it is Prometheus' own, and its multiprocess mode adds up the workers: the server names a folder for it
(``PROMETHEUS_MULTIPROC_DIR``) before any worker starts.
"""

from __future__ import annotations

import contextlib
import logging
import os
from collections.abc import Mapping
from pathlib import Path

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Histogram,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
ROOM = {"histogram": 4 << 20, "counter": 1 << 20}
"""Bytes of the file of a process for each kind of count: more than all routes come to with all that they may be answered."""
BUCKETS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)

LATENCY = Histogram(
    "adjudicator_request_seconds",
    "Seconds until a request was answered.",
    ("method", "route", "status"),
    buckets=BUCKETS,
)
VERDICTS = Counter("adjudicator_verdicts", "Verdicts by ruleset and decisive code.", ("ruleset", "code"))
_latency: dict[tuple[str, str, int], Histogram] = {}
_verdicts: dict[tuple[str, str], Counter] = {}
_counts = True
"""Whether there is room for what this process counts."""

log = logging.getLogger(__name__)


def take_room() -> None:
    """Take the room for what this process will count, as long as that can fail: where the disk is full later, a file that it is counted in
    and that has not got all of its blocks ends the process by a signal. Where there is no room, this process counts nothing.
    """
    folder = Path(os.environ[FOLDER])
    files = {folder / f"{kind}_{os.getpid()}.db": size for kind, size in ROOM.items()}
    try:
        folder.mkdir(mode=0o700, exist_ok=True)  # folders of temporary files are swept
        for file, size in files.items():
            file.write_bytes(bytes(size))
    except OSError as error:
        _give_up(error)
        for file in files:
            with contextlib.suppress(OSError):
                file.unlink()


def _give_up(error: OSError) -> None:
    global _counts
    _counts = False
    log.error("nothing is counted any more by this process: %s", error)


def count_request(method: str, route: str, status: int, seconds: float) -> None:
    """Count a request that took *seconds*; *route* is the pattern of its address, never the address itself."""
    if not _counts:
        return
    key = (method, route, status)
    try:
        child = _latency.get(key)
        if child is None:
            child = _latency[key] = LATENCY.labels(method, route, str(status))
        child.observe(seconds)
    except OSError as error:
        _give_up(error)


def count_verdicts(ruleset: str, codes: Mapping[str, int]) -> None:
    """Count verdicts; those of all house lists together. A sealed play is not counted, since the counts would show what it found."""
    if not _counts:
        return
    ruleset = ruleset if ":" not in ruleset else "house"
    try:
        for code, number in codes.items():
            if number:
                key = (ruleset, code)
                child = _verdicts.get(key)
                if child is None:
                    child = _verdicts[key] = VERDICTS.labels(ruleset, code)
                child.inc(number)
    except OSError as error:
        _give_up(error)


def exposition() -> tuple[bytes, str]:
    """Return all counts of all workers in Prometheus' text format, and its media type; those of this process alone if somebody has removed the
    folder of them all.
    """
    registry: CollectorRegistry = REGISTRY
    folder = os.environ.get(FOLDER)
    if folder and Path(folder).is_dir():
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry), CONTENT_TYPE_LATEST
