"""Work that is shared between two processes gives what one gives; where the second one fails the first does its part, and it ends with the first."""

from __future__ import annotations

import json
import logging
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psutil
import pytest

from adjudicator.ingest import beside, stage
from adjudicator.ingest.beside import Tick
from adjudicator.ingest.build import build
from adjudicator.ingest.halves import Stretch, in_halves
from tests.conftest import small_config, small_sources

MORE = 1000
"""Made-up nouns."""


FAILING = ("writes nothing", "is killed", "z is wrong")
"""What keeps the second process from doing its part."""


class Letters:
    """Work on the letters a to z: each is noted."""

    def __init__(self, how: str, *, first: bool = True) -> None:
        self.how, self.first, self.done = how, first, ""

    def do(self, keys: Stretch, tick: Tick) -> None:
        for letter in filter(keys.has, "abcdefghijklmnopqrstuvwxyz"):
            if letter == "z" and self.how == "z is wrong":
                raise ValueError("z is wrong")
            while self.how == "waits" and not self.first:
                tick(0)
                time.sleep(0.01)
            self.done += letter

    def apart(self) -> Letters:
        return Letters(self.how, first=False)

    def found(self) -> str:
        return self.done

    def take(self, found: str) -> None:
        self.done += found


def share(how: str, folder: Path) -> dict[str, Any]:
    """Share the :class:`Letters`, and tell which came of it, or what was wrong."""
    letters = Letters(how)
    try:
        in_halves(letters, "n", lambda done: None, folder)
    except ValueError as error:
        return {"error": str(error)}
    return {"done": letters.done}


def build_small(folder: Path) -> dict[str, Any]:
    """Build small sources in *folder*, and tell what came of it."""
    config = small_config(folder / "config")
    sources = small_sources(folder / "sources", config, more=MORE)
    built = build(sources, folder / "home" / "lexicon.sqlite", lambda *_: None, config=config)
    return {"digest": built.digest, "counts": dict(built.counts)}


def main() -> None:
    """Do what is asked for in a process without other threads, as a build is; print what came of it, and how often it was forked, which is told at once."""
    what, how, folder = sys.argv[1:]
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    stage.LEAST = 10
    beside.processors = lambda: 1 if how == "alone" else 2
    forks = 0

    def count() -> None:
        nonlocal forks
        forks += 1
        print("forked", file=sys.stderr, flush=True)

    in_second = {
        "writes nothing": lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)),
        "is killed": lambda: os.kill(os.getpid(), signal.SIGKILL),
        "stands still": lambda: os.kill(os.getpid(), signal.SIGSTOP),
    }
    os.register_at_fork(after_in_parent=count, after_in_child=in_second.get(how, lambda: None))
    found = build_small(Path(folder)) if what == "build" else share(how, Path(folder))
    print(json.dumps({**found, "forks": forks}))


def begun(what: str, how: str, folder: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", __name__, what, how, str(folder)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def told(what: str, how: str, folder: Path) -> dict[str, Any]:
    """Return what came of it. Another process fails where it is to fail, and nowhere else."""
    output, errors = begun(what, how, folder).communicate()
    assert ("failed" in errors.decode()) == (how in FAILING), errors.decode()
    return dict(json.loads(output))


def test_the_lexicon_is_the_same(tmp_path: Path) -> None:
    """One process and two make the same lexicon, and so does the first where the second fails."""
    alone = told("build", "alone", tmp_path / "alone")
    assert alone["forks"] == 0 and alone["counts"]["entry"] > MORE
    for how in ("helps", "writes nothing"):
        assert told("build", how, tmp_path / how) == {**alone, "forks": 3}
        names = {path.name for path in (tmp_path / how / "home").iterdir()}
        assert names == {"lexicon.sqlite", ".lock-lexicon"}


@pytest.mark.parametrize("how", ["alone", "helps", "is killed"])
def test_all_is_done_in_order(tmp_path: Path, how: str) -> None:
    """Each key is done once, in order."""
    expected = {"done": "abcdefghijklmnopqrstuvwxyz", "forks": int(how != "alone")}
    assert told("share", how, tmp_path) == expected


def test_an_error_in_the_second_process(tmp_path: Path) -> None:
    """What stops the second process is raised as if there were one."""
    assert told("share", "z is wrong", tmp_path) == {"error": "z is wrong", "forks": 1}


@pytest.mark.parametrize(
    ("what", "how", "sign"),
    [("build", "stands still", signal.SIGINT), ("share", "waits", signal.SIGKILL)],
)
def test_the_second_process_ends_with_the_first(
    tmp_path: Path, what: str, how: str, sign: signal.Signals
) -> None:
    """The second process ends with the first, and Ctrl-C leaves nothing of a build."""
    process = begun(what, how, tmp_path)
    assert process.stderr and process.stderr.readline() == b"forked\n"
    (second,) = psutil.Process(process.pid).children()
    process.send_signal(sign)
    process.communicate()
    psutil.wait_procs([second])
    assert not second.is_running() and process.returncode
    assert [path.name for path in tmp_path.glob("home/*")] == ([".lock-lexicon"] if what == "build" else [])


if __name__ == "__main__":
    main()
