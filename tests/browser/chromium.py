"""A real browser for the tests: Debian's Chromium, driven by Playwright. Start at :func:`executable`.

Its form without a screen of its own (chromium-headless-shell) comes first: it shows pages as the other does, with little more than half the work.
"""

from __future__ import annotations

import shutil

from tests.debian import install

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""Chromium asks nothing of the network but what a page asks for."""
FRUGAL = "--js-flags=--no-opt --no-maglev --single-threaded-gc"
"""Has scripts run without what makes them faster in the long run, and dearer in a test, whose pages live for a second; not for what measures."""


class ChromiumMissing(Exception):
    """There is no Chromium here and none can be installed; the message says what to do."""


def executable() -> str:
    """Return the path of Chromium, installed first where it is missing and the tests run as root. Raises :class:`ChromiumMissing`."""
    found = _found()
    if found is None:
        failed = install(NAMES[0])
        found = _found()
        if found is None:
            raise ChromiumMissing(f"There is no Chromium to test with ({failed}).")
    return found


def _found() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)
