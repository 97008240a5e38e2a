"""What is installed: running needs one lock file alone, developing takes the same versions and more."""

from __future__ import annotations

import re
import tomllib

from tests.conftest import ROOT

_PIN = re.compile(r"^([a-z0-9.-]+)==(\S+?)(?: ;.*)? \\$", re.MULTILINE)
_NAME = re.compile(r"[A-Za-z0-9._-]+")


def pins(name: str) -> dict[str, str]:
    """The version of each distribution that the lock file pins."""
    found = dict(_PIN.findall((ROOT / name).read_text(encoding="utf-8")))
    assert found
    return found


def names(requirements: list[str]) -> set[str]:
    """The distributions that these requirements name, as a lock file writes them."""
    return {re.sub(r"[-_.]+", "-", match[0]).lower() for each in requirements if (match := _NAME.match(each))}


def test_both_locks_agree() -> None:
    """What both pin they pin alike, so that developers run what users run."""
    run, dev = pins("requirements.lock"), pins("requirements-dev.lock")
    assert run.items() <= dev.items()
    assert len(dev) > len(run)


def test_running_installs_what_running_needs() -> None:
    """The lock for running has every dependency, and none that only developers name."""
    about = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    needed = names([*about["project"]["dependencies"], *about["dependency-groups"]["install"]])
    wanted = names(about["project"]["optional-dependencies"]["dev"])
    run, dev = pins("requirements.lock"), pins("requirements-dev.lock")
    assert needed <= run.keys()
    assert not (wanted - needed) & run.keys()
    assert wanted <= dev.keys()


def test_every_pin_has_its_digests() -> None:
    """Nothing is installed that is not what was locked."""
    for name in ("requirements.lock", "requirements-dev.lock"):
        text = (ROOT / name).read_text(encoding="utf-8")
        for pin in re.split(r"\n(?=\S)", text):
            assert "--hash=sha256:" in pin, pin
