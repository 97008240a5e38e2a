"""Files are whole or not there, one at a time does what only one may do, and nothing of it needs a certain system."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from adjudicator.files import locked, put_in_place, write
from tests.conftest import ROOT, environment

NO_FCNTL = "import sys; sys.modules['fcntl'] = None; "
"""As on Windows, which has no such module."""


def without_fcntl(code: str, home: Path) -> subprocess.CompletedProcess[str]:
    """Run *code* in a Python that has no fcntl."""
    return subprocess.run(
        [sys.executable, "-W", "ignore", "-c", NO_FCNTL + code],
        capture_output=True,
        text=True,
        cwd=home.parent,
        env=environment(home),
        timeout=300,
        check=False,
    )


def test_what_is_written_replaces_what_was_there(tmp_path: Path) -> None:
    """The new content is there, with no other file beside it."""
    file = tmp_path / "file"
    file.write_bytes(b"old")
    write(file, b"new")
    assert file.read_bytes() == b"new"
    assert [*tmp_path.iterdir()] == [file]


def test_a_write_that_fails_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The old content stays, and what was half made is gone."""
    file = tmp_path / "file"
    file.write_bytes(b"old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write(file, b"new")
    assert file.read_bytes() == b"old"
    assert [*tmp_path.iterdir()] == [file]


def test_the_disk_has_it_before_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is synced under its other name, then renamed, then the folder is synced where the system can."""
    steps: list[str] = []
    real, replace = os.fsync, Path.replace

    def synced(handle: int) -> None:
        steps.append("folder" if os.path.isdir(f"/proc/self/fd/{handle}") else "file")  # noqa: PTH112
        real(handle)

    def renamed(path: Path, target: Path) -> Path:
        steps.append("rename")
        return replace(path, target)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Path, "replace", renamed)
    new = tmp_path / "new"
    new.write_bytes(b"new")
    put_in_place(new, tmp_path / "file")
    assert steps == ["file", "rename", "folder"]


def test_one_at_a_time(tmp_path: Path) -> None:
    """Threads with a lock each for the same file exclude one another, and nobody waits for ever who will not."""
    inside, most = 0, 0

    def work() -> None:
        nonlocal inside, most
        with locked(tmp_path / "lock"):
            inside += 1
            most = max(most, inside)
            time.sleep(0.01)
            inside -= 1

    threads = [threading.Thread(target=work) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == 1
    held, done = threading.Event(), threading.Event()

    def hold() -> None:
        with locked(tmp_path / "lock"):
            held.set()
            done.wait(10)

    holder = threading.Thread(target=hold)
    holder.start()
    held.wait(10)
    with pytest.raises(TimeoutError), locked(tmp_path / "lock", 0.05):
        pass
    done.set()
    holder.join()


def test_who_dies_gives_the_lock_back(tmp_path: Path) -> None:
    """A process that is killed holds nobody up."""
    code = f"from pathlib import Path\nfrom adjudicator.files import locked\nimport time\nwith locked(Path({str(tmp_path / 'lock')!r})):\n print('in', flush=True)\n time.sleep(60)"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, cwd=ROOT) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"in\n"
        holder.kill()
    with locked(tmp_path / "lock", 5):
        pass


MODULES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for package in ("adjudicator", "scrapers")
    for path in (ROOT / package).rglob("*.py")
)


def test_every_module_can_be_imported_without_fcntl(home: Path) -> None:
    """No module of the project needs what only POSIX has."""
    done = without_fcntl(
        f"import importlib\nfor name in {MODULES}:\n importlib.import_module(name)\nassert sys.modules['fcntl'] is None",
        home,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "trig", "--offline"],
        ["source", "add", "club", "club.txt"],
        ["evidence", "list"],
        ["evidence", "remove", "trig", "--from", "wiktionary"],
    ],
    ids=" ".join,
)
def test_commands_work_without_fcntl(home: Path, arguments: list[str]) -> None:
    """What looks up, builds a list and keeps evidence runs to its end on a system without fcntl."""
    (home.parent / "club.txt").write_text("wibble\nwobble\n")
    done = without_fcntl(f"from adjudicator.cli.main import main; sys.exit(main({arguments}))", home)
    assert "Traceback" not in done.stderr
    assert done.returncode == (1 if "remove" in arguments else 0), done.stderr


def test_a_build_works_without_fcntl(home: Path) -> None:
    """A whole build is done, from small sources; one that lacks its sources is refused in a sentence."""
    code = """
from pathlib import Path
from adjudicator.ingest.build import build
from tests.conftest import small_config, small_sources
folder = Path.cwd() / "small"
config = small_config(folder / "config")
assert build(small_sources(folder, config), folder / "lexicon.sqlite", lambda *_: None, config=config).rebuilt
from adjudicator.cli.main import main
sys.exit(main(["build", "--offline"]))
"""
    done = without_fcntl(code, home)
    assert done.returncode == 2, done.stderr
    assert "could not be had" in done.stderr
    assert "Traceback" not in done.stderr
