"""What is here and what is missing for answering words and serving them, and what to do about it: ``adjudicator doctor``.

It looks and changes nothing. Each function of :data:`CHECKS` looks at one thing and yields what it finds. Start at :func:`findings`.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import importlib.util
import json
import os
import platform
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from difflib import get_close_matches
from http.client import HTTPException
from pathlib import Path
from typing import Any, Literal, NamedTuple
from urllib.error import HTTPError
from urllib.request import ProxyHandler, build_opener

from adjudicator.core.version import VERSION
from adjudicator.errors import AdjudicatorError, LexiconMissing, LexiconSchema
from adjudicator.ingest.exchange import import_origin
from adjudicator.ingest.prepare import is_outdated, ways
from adjudicator.judging.service import Adjudicator
from adjudicator.resources import HOME_VARIABLE, LEDGER_VARIABLE, Places, config_dir
from adjudicator.resources import VARIABLES as COMMON
from adjudicator.rules.sources import SITES
from adjudicator.runtime.problems import MEDIA_TYPE
from adjudicator.runtime.settings import PREFIX, RATE_STORAGE, VARIABLES, Settings, settings
from adjudicator.server import run, table
from adjudicator.sources.model import FileChannel, Source
from adjudicator.sources.toml_file import LOCAL_NAME, load_sources
from adjudicator.usecases import serving, upkeep

State = Literal["ok", "note", "fault"]
ROOM_TO_BUILD, ROOM_TO_RUN = 3 << 30, 200 << 20
"""Bytes of the disk that a build takes at most, with its downloads; and a copy of the lexicon."""
DAY = 86_400
PATIENCE = 2.0
"""Seconds for which whoever holds the port may take to say what it is."""
MOST_SAID = 1 << 16
"""Bytes of that which are read."""
IMPORT = "`adjudicator lexicon import FILE|URL` takes one that was built elsewhere."
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


def _settings(asked: Asked) -> Iterator[Finding]:
    said = sorted(name for name in os.environ if name.startswith(PREFIX))
    known = _known_settings(asked.places)
    unknown = [name for name in said if name not in known]
    if unknown:
        near = {name: get_close_matches(name, known, 1, 0.8) for name in unknown}
        told = [f"{name} (is {close[0]} meant?)" if close else name for name, close in near.items()]
        yield Finding(
            "unknown settings",
            "note",
            f"Nothing here reads {', '.join(told)}.",
            "Correct the name, or leave it out: the changelog says which settings there are no more.",
        )
    chosen = settings()
    from adjudicator.runtime.limits import Counting

    counting = Counting(chosen)
    yield Finding("settings", "ok", ", ".join(said) or "all as they come")
    if not counting.answers():
        yield Finding(
            "limits",
            "fault",
            f"The store that {RATE_STORAGE} names does not answer; until it does, no client is limited.",
            "Look at that store, or leave the setting out: each worker then counts by itself.",
        )
    if chosen.proxies and not chosen.hosts:
        yield Finding(
            "hosts",
            "note",
            "A proxy is in front, and the server answers to any name.",
            "Set ADJUDICATOR_HOSTS to the names that it is reached by.",
        )


def _known_settings(places: Places) -> set[str]:
    """Return the variables that this version reads, its live dictionaries and the sources among it."""
    named = [channel for each in _known_sources(places).values() for channel in each.channels]
    files = {each.env for each in named if isinstance(each, FileChannel)}
    sites = {each.module for each in importlib.metadata.entry_points(group=SITES)}
    read = (getattr(importlib.import_module(each), "VARIABLES", {}) for each in sites)
    return {*VARIABLES, *COMMON, *files}.union(*read)


def _known_sources(places: Places) -> dict[str, Source]:
    return load_sources(config_dir() / "sources.toml", places.home / LOCAL_NAME)


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


def _may_write(folder: Path) -> bool:
    there = _nearest(folder)
    return there.is_dir() and os.access(there, os.W_OK | os.X_OK)


def _written(name: str, folder: Path, remedy: str) -> Finding:
    """Return whether this user may write to *folder*, which is made when it is first needed."""
    if not _may_write(folder):
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
    except (LexiconMissing, LexiconSchema) as error:
        yield Finding("lexicon", "fault", error.message, _way_to_a_lexicon(asked.places))
        return
    try:
        lexicon = adjudicator.lexicon
        said = f"{lexicon.digest}, {lexicon.size:,} words, whole; built by {lexicon.meta['version']}; {lexicon.path}"
        yield Finding("lexicon", "ok", said)
        yield from _recipe(adjudicator, asked.places)
        yield from _sources(adjudicator, asked.places)
        yield from _rulesets(adjudicator)
    finally:
        adjudicator.close()


def _way_to_a_lexicon(places: Places) -> str:
    """Return how this machine can come by a lexicon: by a build, where it can have every source that this takes."""
    connected = bool(table.addresses())
    lacking = [
        name
        for name, found in ways(_known_sources(places), places.home, connected=connected).items()
        if not found
    ]
    if not lacking:
        return f"Run `adjudicator build`; or {IMPORT}"
    why = "no client that fetches them (apt-get, pip, npm)" if connected else "no network"
    listed = ", ".join(lacking)
    return f"A build needs {listed}; they are not in the cache, and there is {why}. {IMPORT}"


def _recipe(adjudicator: Adjudicator, places: Places) -> Iterator[Finding]:
    """Yield whether a build of today would make the same lexicon; of an imported one, where it comes from."""
    lexicon = adjudicator.lexicon
    origin = import_origin(lexicon.path)
    if origin:
        yield Finding("imported", "ok", f"from {origin.origin}, {origin.at[:10]}")
    elif is_outdated(lexicon.meta["recipe"], lexicon.sources(), _known_sources(places)):
        yield Finding(
            "recipe",
            "note",
            "The code, the curated data or the sources that the lexicon was built from have changed since.",
            "Run `adjudicator build`; words are judged by this one until then.",
        )


def _sources(adjudicator: Adjudicator, places: Places) -> Iterator[Finding]:
    sources = {each["id"]: each for each in adjudicator.sources()}
    yield Finding("sources", "ok", ", ".join(f"{name} {each['edition']}" for name, each in sources.items()))
    known = _known_sources(places)
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
    name, file = upkeep.name(asked.places), asked.places.ledger_file
    said = f"{name}, version {found.version}, {found.size:,} bytes"
    if found.state not in ("none", "ready"):
        yield Finding("ledger", "fault", f"{name}, {found.state}: {found.said}", found.remedy)
    elif file is not None and not (
        _may_write(file.parent) and (not file.exists() or os.access(file, os.W_OK))
    ):
        said = f"none yet, and {name} cannot be made" if found.state == "none" else f"{said}, to read alone"
        remedy = f"For house lists and disputes, have {LEDGER_VARIABLE} name a file that this user may write, or PostgreSQL."
        yield Finding("ledger", "note", said, remedy)
    else:
        ready = found.state == "ready"
        yield Finding("ledger", "ok", said if ready else f"none yet; {name} is made when it is first needed")
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
    addresses = table.addresses()
    if addresses:
        yield Finding("addresses", "ok", ", ".join(map(str, addresses)))
    else:
        yield Finding(
            "addresses",
            "note",
            "none: this machine is in no network; it answers itself alone.",
            "Join one before phones are to come to a table, or a build is to fetch its sources.",
        )
    try:
        run.claim(asked.host, asked.port)
    except AdjudicatorError as error:
        holder = _who_holds(asked)
        if holder:
            yield Finding("port", "ok", f"{asked.port} on {asked.host}: {holder}")
        else:
            yield Finding("port", "note", error.message, error.hint)
    else:
        yield Finding("port", "ok", f"{asked.port} on {asked.host} is free")


def _who_holds(asked: Asked) -> str:
    """Return what a server of this project that holds the port says of itself; nothing where it is none, or none that answers."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(asked.host, asked.host)
    place = f"[{host}]" if ":" in host else host
    told: Any = None
    try:
        with build_opener(ProxyHandler({})).open(
            f"http://{place}:{asked.port}/readyz", timeout=PATIENCE
        ) as answer:
            told = json.loads(answer.read(MOST_SAID))
    except HTTPError as error:
        if error.headers.get("Content-Type") == MEDIA_TYPE:
            return f"a server is there that is not ready ({error.code})"
    except (OSError, ValueError, HTTPException):  # it may speak anything
        return ""
    if not isinstance(told, dict) or not told.keys() >= {"status", "lexicon", "ledger"}:
        return ""
    return f"a server is there, {told['status']}; lexicon {told['lexicon']}, ledger {told['ledger']}"


def _clock(asked: Asked) -> Iterator[Finding]:
    now = time.time()
    said = time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(now))
    files = [
        each
        for each in (asked.places.lexicon, asked.places.ledger_file)
        if each is not None and each.is_file()
    ]
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
