"""Installed from a wheel, outside the checkout, everything works: config/ and db/ ship inside it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

from tests.conftest import ROOT, home_with_lexicon

NEEDED = ("pyproject.toml", "README.md", "LICENSE", "adjudicator", "scrapers", "config", "db")
CALLED_FOR = (
    "Makefile",
    "requirements.lock",
    "requirements-dev.lock",
    ".ci",
    "Containerfile",
    "compose.yaml",
)
"""What the Makefile needs, and what a container is made by."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the wheel and the sdist, built from a copy, so that the checkout stays as it is."""
    folder = tmp_path_factory.mktemp("wheel")
    copy = folder / "copy"
    copy.mkdir()
    for name in (*NEEDED, *CALLED_FOR):
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, copy / name)
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "build",
            "--wheel",
            "--sdist",
            "--no-isolation",
            "--outdir",
            str(folder / "out"),
            str(copy),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    shutil.rmtree(copy)
    return folder / "out"


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    """The wheel."""
    (found,) = built.glob("word_adjudicator-*.whl")
    return found


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command of an environment that has the wheel, sees this one's libraries, and does not see the
    checkout.
    """
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, with_pip=False, symlinks=True)
    python = folder / "bin" / "python"
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pip",
            "--python",
            str(python),
            "install",
            "--quiet",
            "--no-deps",
            "--no-index",
            "--disable-pip-version-check",
            str(wheel),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    (site,) = (folder / "lib").glob("python*/site-packages")
    (site / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return folder / "bin" / "adjudicator"


def call(command: Path, home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return subprocess.run(
        [str(command), *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=home.parent,
        env={**environment, "ADJUDICATOR_HOME": str(home)},
        stdin=subprocess.DEVNULL,
    )


def test_what_ships(wheel: Path) -> None:
    """The wheel holds both packages with their types, every configuration file and the schema, the licence, and no tests."""
    names = set(zipfile.ZipFile(wheel).namelist())
    shipped = [
        path.relative_to(ROOT)
        for part in ("config", "db")
        for path in (ROOT / part).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    ]
    assert shipped
    assert {f"adjudicator/_data/{path.as_posix()}" for path in shipped} <= names
    assert {"adjudicator/py.typed", "scrapers/py.typed"} <= names
    for folder in ("device", "page"):
        files = (ROOT / "adjudicator" / "packs" / folder).iterdir()
        assert {f"adjudicator/packs/{folder}/{path.name}" for path in files} <= names
    assert {name.partition("/")[0] for name in names if ".dist-info/" not in name} == {
        "adjudicator",
        "scrapers",
    }
    (licence,) = [name for name in names if name.endswith(".dist-info/licenses/LICENSE")]
    assert zipfile.ZipFile(wheel).read(licence) == (ROOT / "LICENSE").read_bytes()


def test_the_sdist_has_the_licence(built: Path) -> None:
    """Whoever passes the source on passes the licence on."""
    (sdist,) = built.glob("word_adjudicator-*.tar.gz")
    with tarfile.open(sdist) as files:
        assert "LICENSE" in {name.partition("/")[2] for name in files.getnames()}


def test_the_sdist_can_be_made_and_run(built: Path) -> None:
    """It has what its Makefile and its container's recipe need."""
    (sdist,) = built.glob("word_adjudicator-*.tar.gz")
    with tarfile.open(sdist) as files:
        names = {name.partition("/")[2] for name in files.getnames()}
    assert {*CALLED_FOR, *NEEDED} - {".ci"} <= names | {name.partition("/")[0] for name in names}
    assert {".ci/run", ".ci/pythons"} <= names


def test_the_command_works(installed: Path, tmp_path: Path) -> None:
    """Rulesets are listed and words judged from another folder, by the files inside the wheel."""
    home = home_with_lexicon(tmp_path / "home")
    where = subprocess.run(
        [str(installed.parent / "python"), "-c", "import adjudicator.resources as r; print(r.config_dir())"],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
        env={"PATH": os.environ["PATH"]},
    )
    assert Path(where.stdout.strip()).is_relative_to(installed.parents[1])
    rulesets = call(installed, home, "rulesets")
    assert (rulesets.returncode, rulesets.stdout.split()[0]) == (0, "boggle"), rulesets.stderr
    assert call(installed, home, "check", "cat").returncode == 0
    zee = call(installed, home, "check", "zee")
    assert (zee.returncode, "american-spelling" in zee.stdout) == (1, True)


def test_the_schema_is_found(installed: Path, tmp_path: Path) -> None:
    """A list can be added, so the schema inside the wheel is found when something is built."""
    home = home_with_lexicon(tmp_path / "home")
    (tmp_path / "list.txt").write_text("blorp\n")
    added = call(installed, home, "source", "add", "mine", str(tmp_path / "list.txt"))
    assert added.returncode == 0, added.stderr
    assert call(installed, home, "word", "blorp").stdout.count("mine") == 1


def test_the_migrations_are_found(installed: Path, tmp_path: Path) -> None:
    """The ledger is made where there is none, so the migrations inside the wheel are found."""
    home = home_with_lexicon(tmp_path / "home")
    made = call(installed, home, "token", "create", "Ann", "--scope", "owner")
    assert made.returncode == 0, made.stderr
    assert call(installed, home, "ledger", "verify").returncode == 0


def test_without_a_lexicon(installed: Path, tmp_path: Path) -> None:
    """Freshly installed, the command says that a lexicon must be built, and where it will be."""
    done = call(installed, tmp_path / "fresh", "check", "cat")
    assert done.returncode == 2
    assert "adjudicator build" in done.stderr and str(tmp_path / "fresh") in done.stderr
