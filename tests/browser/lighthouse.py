"""Lighthouse's four scores of the pages that people use most: ``make lighthouse``.

    python -m tests.browser.lighthouse [--folder FOLDER] [NAME …]      those of :data:`PAGES` whose name begins so; all without a name

Lighthouse comes from the npm registry that this machine is set up for, into a folder that is built and never committed; Chromium is that of
the other tests. Each page is loaded as Lighthouse loads it, on a slow phone. A score depends on how busy the machine is, so a page that
misses 100 is tried again, and the best of each score counts. Start at :func:`main`.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from adjudicator.games.sitting import Draft, Sitting, packed
from tests.browser.chromium import ARGUMENTS, executable
from tests.load.server import SERVICE, ServerProcess
from tests.sample import SLUGS, make

ROOT = Path(__file__).parents[2]
VERSION = "12.8.2"
GAME = Sitting(
    id="a",
    ruleset="boggle",
    players=["Ann", "Ben"],
    rounds=[
        Draft(board="PERS/LATG/SINE/TERS", lists={"Ann": "plates lines", "Ben": "plates sine"}, scored=True)
    ],
)
"""A game that the pages of a round are shown of."""
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
PAGES = {
    "look-up": "/?word=trig&ruleset=boggle",
    "board": "/board?board=PERS/LATG/SINE/TERS&ruleset=boggle",
    "play": "/play",
    "round": f"/play/round?g={packed(GAME)}",
    "result": f"/play/result?g={packed(GAME)}",
    "list": f"/lists/{SLUGS[0]}",
    "disputes": "/disputes",
    "rules": "/rules/boggle",
    "about": "/about",
}
TIMES = 3
"""How often a page is tried until all its scores are 100."""


def installed(folder: Path) -> Path:
    """Return Lighthouse's command, installed first where *folder* does not have it. Raises ``CalledProcessError``, ``FileNotFoundError``."""
    command = folder / "node_modules" / ".bin" / "lighthouse"
    if not command.exists():
        folder.mkdir(parents=True, exist_ok=True)
        install = ["npm", "install", "--no-audit", "--no-fund", "--prefix", str(folder)]
        subprocess.run([*install, f"lighthouse@{VERSION}"], check=True, stdout=subprocess.DEVNULL)
    return command


def report(command: Path, address: str) -> dict[str, Any]:
    """Return what Lighthouse says of the page at an *address*."""
    flags = " ".join(["--headless", *ARGUMENTS])
    said = subprocess.run(
        [command, address, "--output=json", "--quiet", f"--chrome-flags={flags}"],
        env={**os.environ, "CHROME_PATH": executable()},
        check=True,
        capture_output=True,
        text=True,
    )
    found: dict[str, Any] = json.loads(said.stdout)
    return found


def scores_of(found: Mapping[str, Any]) -> dict[str, int]:
    """Return the four scores, out of 100, of a report."""
    return {name: round(100 * (found["categories"][name]["score"] or 0)) for name in CATEGORIES}


def complaints(found: Mapping[str, Any]) -> Iterator[str]:
    """Yield what a report says that costs points."""
    for name in CATEGORIES:
        for each in found["categories"][name]["auditRefs"]:
            audit = found["audits"][each["id"]]
            if each["weight"] and audit["score"] is not None and audit["score"] < 0.9:
                yield f"{name}: {audit['title']} {audit.get('displayValue', '')}".rstrip()


@contextmanager
def site() -> Iterator[str]:
    """Serve a sample site; yield its address."""
    with tempfile.TemporaryDirectory() as folder:
        sample = make(Path(folder) / "ledger.sqlite")
        with ServerProcess(*SERVICE, environment={"ADJUDICATOR_LEDGER": str(sample.path)}) as server:
            yield server.address


def measure(command: Path, name: str, address: str, folder: Path) -> tuple[dict[str, int], list[str]]:
    """Return the best scores of a page, and what the last report complains of. The report is kept in *folder*."""
    best = dict.fromkeys(CATEGORIES, 0)
    httpx.get(address, timeout=60)  # indexes are made at the first question
    for _ in range(TIMES):
        found = report(command, address)
        (folder / f"{name}.json").write_text(json.dumps(found), encoding="utf-8")
        best = {each: max(best[each], score) for each, score in scores_of(found).items()}
        if min(best.values()) == 100:
            return best, []
    return best, list(complaints(found))


def main(arguments: list[str] | None = None) -> int:
    """Print the four scores of each page; return 1 where one is below 100."""
    parser = argparse.ArgumentParser(prog="python -m tests.browser.lighthouse", description=__doc__)
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "lighthouse")
    parser.add_argument("names", nargs="*", metavar="NAME")
    options = parser.parse_args(arguments)
    try:
        command = installed(options.folder)
    except (FileNotFoundError, subprocess.CalledProcessError) as error:
        print(
            f"Lighthouse cannot be installed: {error}. It needs Node 18 or later, and npm.", file=sys.stderr
        )
        return 2
    missed = False
    print(f"{'page':10} {' '.join(f'{name:>14}' for name in CATEGORIES)}")
    with site() as at:
        for name, path in PAGES.items():
            if options.names and not name.startswith(tuple(options.names)):
                continue
            scores, said = measure(command, name, at + path, options.folder)
            print(f"{name:10} {' '.join(f'{scores[each]:14}' for each in CATEGORIES)}", flush=True)
            for each in said:
                print(f"  {each}")
            missed = missed or min(scores.values()) < 100
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
