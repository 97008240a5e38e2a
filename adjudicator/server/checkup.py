"""What is here and what is missing for answering words and serving them, and what to do about it: ``adjudicator doctor``.

It looks and changes nothing. Each function of :data:`CHECKS` looks at one thing and yields what it finds. Start at :func:`findings`.
"""

from __future__ import annotations

import importlib.util
import os
import platform
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal, NamedTuple

from adjudicator.core.version import VERSION
from adjudicator.errors import AdjudicatorError, LexiconMissing
from adjudicator.judging.service import Adjudicator
from adjudicator.resources import HOME_VARIABLE, LEDGER_VARIABLE, Places, config_dir
from adjudicator.runtime.settings import Settings, settings
from adjudicator.server import run, table
from adjudicator.sources.toml_file import load_sources
from adjudicator.usecases import serving, upkeep

State = Literal["ok", "note", "fault"]
ROOM_TO_BUILD, ROOM_TO_RUN = 2 << 30, 200 << 20
"""Bytes of the disk that a build takes at most, with its downloads; and a copy of the lexicon."""
DAY = 86_400
TOOLS = {
    "Chromium": (
        ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"),
        "the tests of pages",
        "apt-get install chromium-headless-shell",
    ),
    "Node": (("node",), "the tests of scripts", "apt-get install nodejs npm"),
    "hunspell": (
        ("hunspell",),
        "the evaluation of regions and the test of exports",
        "apt-get install hunspell",
    ),
}
"""What only developers need: its programs, what for, and how Debian has it."""


class Finding(NamedTuple):
    """One thing that was looked at: how it stands with it, what was seen, and what to do where it is not as it should be."""

    name: str
    state: State
    said: str
    remedy: str = ""


class Asked(NamedTuple):
    """Where somebody has their data, and where they mean to serve."""

    places: Places
    host: str
    port: int


def findings(asked: Asked, *, developing: bool = False) -> Iterator[Finding]:
    """Yield everything that is found, and with *developing* the tools of developers, too. What cannot be looked at is a fault."""
    for check in (*CHECKS, *((_tools,) if developing else ())):
        try:
            yield from check(asked)
        except AdjudicatorError as error:
            yield Finding(check.__name__.strip("_"), "fault", error.message, error.hint)
        except OSError as error:
            yield Finding(check.__name__.strip("_"), "fault", str(error), "Look at the rights on that file.")


def _python(_: Asked) -> Iterator[Finding]:
    said = f"{platform.python_version()} at {sys.executable}; adjudicator {VERSION}"
    yield Finding("python", "ok", said)  # an older one does not come this far
    threads = {0: "single-thread", 1: "multi-thread", 3: "serialized"}[sqlite3.threadsafety]
    sound = sqlite3.threadsafety > 0 and sqlite3.sqlite_version_info >= (3, 37)
    yield Finding(
        "sqlite",
        "ok" if sound else "fault",
        f"{sqlite3.sqlite_version}, {threads}",
        "" if sound else "Use a Python whose SQLite is 3.37 or later, and not single-thread.",
    )


def _settings(_: Asked) -> Iterator[Finding]:
    chosen = settings()
    from adjudicator.runtime.limits import Counting

    Counting(chosen)
    said = sorted(name for name in os.environ if name.startswith("ADJUDICATOR_"))
    yield Finding("settings", "ok", ", ".join(said) or "all as they come")
    if chosen.proxies and not chosen.hosts:
        yield Finding(
            "hosts",
            "note",
            "A proxy is in front, and the server answers to any name.",
            "Set ADJUDICATOR_HOSTS to the names that it is reached by.",
        )


def _folders(asked: Asked) -> Iterator[Finding]:
    home = asked.places.home
    yield _written("data", home, f"Set {HOME_VARIABLE} to a folder that this user may write to.")
    yield _written(
        "temporary", Path(tempfile.gettempdir()), "Set TMPDIR to a folder that this user may write to."
    )
    free = shutil.disk_usage(_nearest(home)).free
    said = f"{free / 1e9:.1f} GB are free where the data are"
    if free < ROOM_TO_RUN:
        yield Finding("disk", "fault", said, f"Make room: {ROOM_TO_RUN / 1e6:.0f} MB at least.")
    elif free < ROOM_TO_BUILD:
        yield Finding("disk", "note", said, f"A build may take {ROOM_TO_BUILD / 1e9:.0f} GB.")
    else:
        yield Finding("disk", "ok", said)


def _nearest(folder: Path) -> Path:
    """Return *folder*, or the closest one above it that is there."""
    return next((each for each in (folder, *folder.absolute().parents) if each.exists()), Path("/"))


def _written(name: str, folder: Path, remedy: str) -> Finding:
    """Return whether this user may write to *folder*, which is made when it is first needed."""
    there = _nearest(folder)
    if not there.is_dir() or not os.access(there, os.W_OK | os.X_OK):
        state: State = "note" if name == "data" and folder.is_dir() else "fault"
        more = (
            "; answering does without, a build, lists and an SQLite ledger do not" if state == "note" else ""
        )
        return Finding(name, state, f"{folder} cannot be written to{more}", remedy)
    return Finding(name, "ok", f"{folder}{'' if folder.exists() else ' (made when it is needed)'}")


def _lexicon(asked: Asked) -> Iterator[Finding]:
    try:
        adjudicator = Adjudicator(places=asked.places)
        adjudicator.check()
    except LexiconMissing as error:
        yield Finding(
            "lexicon", "fault", error.message, "Run `adjudicator build`, or `adjudicator lexicon import`."
        )
        return
    try:
        lexicon = adjudicator.lexicon
        said = f"{lexicon.digest}, {lexicon.size:,} words, whole; built by {lexicon.meta['version']}; {lexicon.path}"
        yield Finding("lexicon", "ok", said)
        yield from _sources(adjudicator, asked.places)
        yield from _rulesets(adjudicator)
    finally:
        adjudicator.close()


def _sources(adjudicator: Adjudicator, places: Places) -> Iterator[Finding]:
    sources = {each["id"]: each for each in adjudicator.sources()}
    yield Finding("sources", "ok", ", ".join(f"{name} {each['edition']}" for name, each in sources.items()))
    local = places.home / "sources.local.toml"
    known = load_sources(config_dir() / "sources.toml", local if local.exists() else None)
    lacking = [name for name, each in known.items() if each.enabled and name not in sources]
    if lacking:
        yield Finding(
            "optional sources",
            "note",
            f"The lexicon was built without {', '.join(lacking)}, which could not be had then.",
            "Run `adjudicator build` when there is a network; words are judged without them.",
        )


def _rulesets(adjudicator: Adjudicator) -> Iterator[Finding]:
    sound = []
    for name in adjudicator.ruleset_ids():
        try:
            adjudicator.benches.of_ruleset(name)
            sound.append(name)
        except AdjudicatorError as error:
            yield Finding("ruleset", "fault", error.message, error.hint)
    yield Finding("rulesets", "ok" if sound else "fault", ", ".join(sound))


def _ledger(asked: Asked) -> Iterator[Finding]:
    found = serving.look(_patience(), asked.places)
    name = upkeep.name(asked.places)
    if found.state == "none":
        yield Finding("ledger", "ok", f"none yet; {name} is made when it is first needed")
    elif found.state == "ready":
        yield Finding("ledger", "ok", f"{name}, version {found.version}, {found.size:,} bytes")
    else:
        yield Finding("ledger", "fault", f"{name}, {found.state}: {found.said}")
    if asked.places.ledger.startswith("postgres") and importlib.util.find_spec("psycopg") is None:
        yield Finding(
            "driver",
            "fault",
            f"{LEDGER_VARIABLE} names PostgreSQL, and its driver is not installed.",
            "Run `pip install 'word-adjudicator[postgresql]'`.",
        )


def _patience() -> serving.Patience:
    try:
        return settings().ledger
    except AdjudicatorError:  # :func:`_settings` says so
        return Settings().ledger


def _network(asked: Asked) -> Iterator[Finding]:
    found = ", ".join(map(str, table.addresses())) or "none: this machine is in no network"
    yield Finding("addresses", "ok", found)
    try:
        run.claim(asked.host, asked.port)
    except AdjudicatorError as error:
        yield Finding("port", "note", error.message, error.hint)
    else:
        yield Finding("port", "ok", f"{asked.port} on {asked.host} is free")


def _clock(asked: Asked) -> Iterator[Finding]:
    now = time.time()
    said = time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(now))
    files = [each for each in (asked.places.lexicon, Path(asked.places.ledger)) if each.is_file()]
    if any(each.stat().st_mtime > now + DAY for each in files):
        yield Finding(
            "clock",
            "fault",
            f"{said}, which is before its own files were written",
            "Set the clock: votes, expiries and TLS go by it.",
        )
    else:
        yield Finding("clock", "ok", said)


def _tools(_: Asked) -> Iterator[Finding]:
    for name, (programs, purpose, remedy) in TOOLS.items():
        place = next(filter(None, map(shutil.which, programs)), None)
        if place is None:
            yield Finding(name, "note", f"not here; {purpose} need it", remedy)
        else:
            yield Finding(name, "ok", f"{place} {_version(place)}".strip())


def _version(program: str) -> str:
    try:
        done = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=10, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return (done.stdout.strip().splitlines() or [""])[0]


CHECKS: tuple[Callable[[Asked], Iterator[Finding]], ...] = (
    _python,
    _settings,
    _clock,
    _folders,
    _lexicon,
    _ledger,
    _network,
)
"""What is looked at, in the order in which it is told."""
