"""What the service counts of itself, for Prometheus: requests and their latency by route, verdicts by code, refusals by type. What is not
counted but looked at when it is asked for comes as :class:`Figure`.

prometheus_client, because it is Prometheus' own, and its multiprocess mode adds up the workers: the server names a folder for it
(``PROMETHEUS_MULTIPROC_DIR``) before any worker starts.
"""

from __future__ import annotations

import contextlib
import logging
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Histogram,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
ROOM = {"histogram": 4 << 20, "counter": 1 << 20}
"""Bytes of the file of a process for each kind of count: more than all routes come to with all that they may be answered."""
BUCKETS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Family(NamedTuple):
    """A metric: its kind, its labels, and what it says."""

    kind: str
    labels: tuple[str, ...]
    text: str


FAMILIES = {
    "adjudicator_request_seconds": Family(
        "histogram", ("method", "route", "status"), "Seconds until a request was answered."
    ),
    "adjudicator_verdicts_total": Family(
        "counter", ("ruleset", "code"), "Verdicts by ruleset and decisive code."
    ),
    "adjudicator_refusals_total": Family(
        "counter",
        ("type",),
        "Requests that were answered with a problem, by the end of its type or, where it has none of its own, by its status.",
    ),
    "adjudicator_info": Family("gauge", ("version",), "1 for the version that answers."),
    "adjudicator_lexicon_info": Family(
        "gauge",
        ("digest",),
        "1 for the lexicon that is in service; there is none while words cannot be judged.",
    ),
    "adjudicator_lexicon_words": Family("gauge", (), "Words that the lexicon has, legal or not."),
    "adjudicator_ledger_state": Family(
        "gauge", ("state",), "1 for the state that the ledger is in, 0 for others."
    ),
    "adjudicator_ledger_info": Family("gauge", ("version",), "1 for the version of the ledger's tables."),
    "adjudicator_ledger_bytes": Family(
        "gauge", (), "Bytes that the ledger takes: its files, or all of its database."
    ),
    "adjudicator_workers": Family("gauge", (), "Workers that run (Linux)."),
    "adjudicator_memory_bytes": Family(
        "gauge", (), "Memory of the server and its workers; what they share is counted once (Linux)."
    ),
}
"""Every metric by its name."""


class Figure(NamedTuple):
    """How something is at the moment: a value of a gauge."""

    name: str
    value: float
    labels: Mapping[str, str] = {}


def _counter(name: str) -> Counter:
    return Counter(name.removesuffix("_total"), FAMILIES[name].text, FAMILIES[name].labels)


LATENCY = Histogram(
    "adjudicator_request_seconds",
    FAMILIES["adjudicator_request_seconds"].text,
    FAMILIES["adjudicator_request_seconds"].labels,
    buckets=BUCKETS,
)
VERDICTS = _counter("adjudicator_verdicts_total")
REFUSALS = _counter("adjudicator_refusals_total")
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


def count_refusal(kind: str, status: int) -> None:
    """Count a request that was answered with a problem of this *kind*, or without one by its *status*."""
    if not _counts:
        return
    try:
        REFUSALS.labels(kind or str(status)).inc()
    except OSError as error:
        _give_up(error)


def is_of_many() -> bool:
    """Return whether this process is a worker of a server, and counts beside others."""
    return FOLDER in os.environ


def exposition(figures: Iterable[Figure]) -> tuple[bytes, str]:
    """Return all counts of all workers, and *figures*, in Prometheus' text format, and its media type; the counts of this process alone if
    somebody has removed the folder of them all.
    """
    registry = CollectorRegistry()
    folder = os.environ.get(FOLDER)
    if folder and Path(folder).is_dir():
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    else:
        for each in (LATENCY, VERDICTS, REFUSALS):
            registry.register(each)
    registry.register(_Figures(figures))
    return generate_latest(registry), CONTENT_TYPE_LATEST


class _Figures:
    """Figures as Prometheus' client collects them."""

    def __init__(self, figures: Iterable[Figure]) -> None:
        self._figures = list(figures)

    def collect(self) -> Iterable[GaugeMetricFamily]:
        """Return a gauge for each name."""
        found: dict[str, GaugeMetricFamily] = {}
        for each in self._figures:
            family = FAMILIES[each.name]
            gauge = found.setdefault(
                each.name, GaugeMetricFamily(each.name, family.text, labels=family.labels)
            )
            gauge.add_metric([each.labels[name] for name in family.labels], each.value)
        return found.values()
