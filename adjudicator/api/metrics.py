"""What the service counts of itself, for Prometheus: requests and their latency by route, verdicts by code.

prometheus_client, because it is Prometheus' own, and its multiprocess mode adds up the workers: the server names a folder for it
(``PROMETHEUS_MULTIPROC_DIR``) before any worker starts.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

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


def count_request(method: str, route: str, status: int, seconds: float) -> None:
    """Count a request that took *seconds*; *route* is the pattern of its address, never the address itself."""
    key = (method, route, status)
    child = _latency.get(key)
    if child is None:
        child = _latency[key] = LATENCY.labels(method, route, str(status))
    child.observe(seconds)


def count_verdicts(ruleset: str, codes: Mapping[str, int]) -> None:
    """Count verdicts; those of all house lists together. A sealed play is not counted: what it found is nobody's to see."""
    ruleset = ruleset if ":" not in ruleset else "house"
    for code, number in codes.items():
        if number:
            key = (ruleset, code)
            child = _verdicts.get(key)
            if child is None:
                child = _verdicts[key] = VERDICTS.labels(ruleset, code)
            child.inc(number)


def exposition() -> tuple[bytes, str]:
    """Return all counts of all workers in Prometheus' text format, and its media type."""
    registry: CollectorRegistry = REGISTRY
    if os.environ.get(FOLDER):
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry), CONTENT_TYPE_LATEST
