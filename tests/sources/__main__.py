"""``make test-sources SOURCES=DIR``: the tests of what is decided, on the lexicon of a user who has a network.

VarCon and Open English WordNet come over https alone, so a machine without it builds, and tests, a lexicon that most users never see. Where
DIR has both files (:data:`FILES`, whole, at the digests of ``config/sources.toml``), this builds the lexicon with them into a data directory
of its own, ``build/second``, from what the ordinary data directory has in its cache, and runs there the rulebook cases, the invariants
and ``second.py``. Nothing is fetched, and the ordinary data directory is only read. A lexicon that is up to date stays as it is. Where the
ordinary lexicon has other sources besides these two, the one to compare with is built as well, in ``build/first``.

Where a file is missing it says so and exits 0: who lacks the files can do nothing about it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from adjudicator.lexicon.reader import Lexicon
from adjudicator.resources import HOME_VARIABLE, LEXICON_NAME, home, lexicon_path
from tests.sources import FIRST_VARIABLE

FILES = {"varcon": "varcon.txt", "oewn": "english-wordnet.xml.gz"}
"""Source id → the name of its file."""
ROOT = Path(__file__).parents[2]
TESTS = ("tests/test_cases.py", "tests/test_invariants.py", "tests/sources/second.py")


def main(arguments: Sequence[str]) -> int:
    """Build what is needed and run the tests; return the exit code."""
    (folder,) = map(Path, arguments)
    missing = [str(folder / name) for name in FILES.values() if not (folder / name).is_file()]
    if missing:
        print(f"test-sources: left out, for there is no {' and no '.join(missing)}.")
        return 0
    channels = "".join(_channel(source, folder / name) for source, name in FILES.items())
    second = _built(ROOT / "build" / "second", channels, tuple(FILES))
    first = lexicon_path()
    if _sources(first) != _sources(second) - set(FILES):
        without = "".join(f"[{source}]\nenabled = false\n" for source in FILES)
        first = _built(ROOT / "build" / "first", without, ())
    environment = {**os.environ, HOME_VARIABLE: str(second.parent), FIRST_VARIABLE: str(first)}
    command = (sys.executable, "-m", "pytest", "-n", "auto", *TESTS)
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


def _sources(lexicon: Path) -> set[str]:
    """Return the ids of the sources that a lexicon was built from."""
    opened = Lexicon(lexicon)
    try:
        return {source["id"] for source in opened.sources()}
    finally:
        opened.close()


def _channel(source: str, file: Path) -> str:
    archive = 'archive = "gz"\n' if file.suffix == ".gz" else ""
    path = json.dumps(str(file.resolve()))
    return (
        f'[{source}]\nreplace_channels = true\n[[{source}.channel]]\nkind = "file"\npath = {path}\n{archive}'
    )


def _built(folder: Path, local: str, sources: Sequence[str]) -> Path:
    """Return the lexicon in the data directory *folder*, built with these settings; none of *sources* may be left out."""
    cache = folder / "cache"
    cache.mkdir(parents=True, exist_ok=True)
    for fetched in (home() / "cache").glob("*/"):
        link = cache / fetched.name
        if fetched.name not in FILES:
            link.unlink(missing_ok=True)
            link.symlink_to(fetched.resolve())
    (folder / "sources.local.toml").write_text(local, encoding="utf-8")
    wanted = [argument for source in sources for argument in ("--source", source)]
    subprocess.run(
        [sys.executable, "-m", "adjudicator.cli.main", "build", "--offline", *wanted],
        env={**os.environ, HOME_VARIABLE: str(folder)},
        check=True,
    )
    return folder / LEXICON_NAME


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
