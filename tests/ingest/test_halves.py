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

from adjudicator.ingest import beside, examine, stage
from adjudicator.ingest.beside import Tick
from adjudicator.ingest.build import build
from adjudicator.ingest.halves import Stretch, in_halves
from tests.conftest import small_config, small_sources

MORE = 1000
"""Made-up nouns."""


class Letters:
    """Work on the letters a to z: each is noted."""

    def __init__(self, how: str, *, first: bool = True) -> None:
        self.how, self.first, self.done = how, first, ""

    def do(self, keys: Stretch, tick: Tick) -> None:
        if self.how == "is killed" and not self.first:
            os.kill(os.getpid(), signal.SIGKILL)
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


def share(how: str, folder: Path) -> str:
    """Share the :class:`Letters`; return which came of it, or what was wrong."""
    letters = Letters(how)
    folder.mkdir()
    try:
        in_halves(letters, "n", lambda done: None, folder)
    except ValueError as error:
        return f"error: {error}"
    return letters.done


def build_small(how: str, folder: Path) -> tuple[str, dict[str, int], list[str]]:
    """Build small sources in *folder*; return the digest, how many rows there are, and what the folder has."""
    config = small_config(folder / "config")
    sources = small_sources(folder / "sources", config, more=MORE)
    built = build(sources, folder / "home" / "lexicon.sqlite", lambda *_: None, config=config)
    return built.digest, dict(built.counts), sorted(path.name for path in (folder / "home").iterdir())


def main() -> None:
    """Do something in several ways, in a process without other threads, as a build is. Print what came of each, with how often the process was forked and how often
    the other one failed; tell each fork at once.
    """
    what, folder, *ways = sys.argv[1:]
    # a shell has what runs in the background ignore it
    signal.signal(signal.SIGINT, signal.default_int_handler)
    stage.LEAST = examine.LEAST = 10
    failed: list[logging.LogRecord] = []
    log = logging.getLogger("adjudicator.ingest.beside")
    log.setLevel(logging.INFO)
    log.addFilter(lambda record: failed.append(record) or False)  # type: ignore[func-returns-value]
    forks = 0

    def note() -> None:
        nonlocal forks
        forks += 1
        print("forked", file=sys.stderr, flush=True)

    def spoil() -> None:
        if how == "writes nothing":
            resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
        elif how == "stands still":
            os.kill(os.getpid(), signal.SIGSTOP)

    os.register_at_fork(after_in_parent=note, after_in_child=spoil)
    outcomes = {}
    for how in ways:
        beside.processors = (lambda: 1) if how == "alone" else (lambda: 2)
        found = (build_small if what == "build" else share)(how, Path(folder) / how)
        outcomes[how] = {"found": found, "forks": forks, "failed": len(failed)}
        forks = 0
        failed.clear()
    print(json.dumps(outcomes))


def begun(what: str, folder: Path, *ways: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", __name__, what, str(folder), *ways]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def outcomes_of(what: str, folder: Path, *ways: str) -> dict[str, Any]:
    output, errors = begun(what, folder, *ways).communicate()
    assert not errors.decode().replace("forked\n", "")
    return dict(json.loads(output))


def test_the_lexicon_is_the_same(tmp_path: Path) -> None:
    """One process and two make the same lexicon, and so does the first where the second fails; nothing else is left."""
    outcomes = outcomes_of("build", tmp_path, "alone", "helps", "writes nothing")
    _, counts, names = found = outcomes["alone"]["found"]
    assert (
        counts["entry"] > MORE and counts["reading"] > MORE and names == [".lock-lexicon", "lexicon.sqlite"]
    )
    assert outcomes["alone"] == {"found": found, "forks": 0, "failed": 0}
    assert outcomes["helps"] == {"found": found, "forks": 3, "failed": 0}
    assert outcomes["writes nothing"] == {"found": found, "forks": 3, "failed": 3}


def test_what_fails_in_the_second_process(tmp_path: Path) -> None:
    """Each key is done once, in order, also where the second process is killed; its errors are raised as if there were one process."""
    outcomes = outcomes_of("share", tmp_path, "alone", "helps", "is killed", "z is wrong")
    found = "abcdefghijklmnopqrstuvwxyz"
    assert outcomes == {
        "alone": {"found": found, "forks": 0, "failed": 0},
        "helps": {"found": found, "forks": 1, "failed": 0},
        "is killed": {"found": found, "forks": 1, "failed": 1},
        "z is wrong": {"found": "error: z is wrong", "forks": 1, "failed": 1},
    }


@pytest.mark.parametrize(
    ("what", "how", "sign"),
    [("build", "stands still", signal.SIGINT), ("share", "waits", signal.SIGKILL)],
)
def test_the_second_process_ends_with_the_first(
    tmp_path: Path, what: str, how: str, sign: signal.Signals
) -> None:
    """The second process ends with the first, and Ctrl-C leaves nothing of a build."""
    process = begun(what, tmp_path, how)
    assert process.stderr and process.stderr.readline() == b"forked\n"
    (second,) = psutil.Process(process.pid).children()
    process.send_signal(sign)
    try:
        process.communicate(timeout=30)
    except subprocess.TimeoutExpired:
        # once, and no more: Python drops an interrupt that comes while a hook of the fork still runs
        process.send_signal(sign)
        process.communicate(timeout=30)
    psutil.wait_procs([second])
    assert not second.is_running() and process.returncode
    if what == "build":
        assert [path.name for path in (tmp_path / how / "home").iterdir()] == [".lock-lexicon"]


if __name__ == "__main__":
    main()
