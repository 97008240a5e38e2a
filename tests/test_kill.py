"""A build that is killed at any moment leaves the lexicon in place serving, and the next build succeeds."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from pathlib import Path

from adjudicator.lexicon.reader import Lexicon
from tests.conftest import environment, examples, small_config, small_sources

KILLS = examples(9, whole=30)
WORDS = 2_500
BUILD = """
import json, sys
from pathlib import Path
from adjudicator.ingest import examine
from adjudicator.ingest.build import BuiltSource, build
examine.LEAST = 0  # as a lexicon of many words is
recipe = json.loads(Path(sys.argv[1]).read_text())
sources = [BuiltSource(name, reader, Path(folder), about) for name, reader, folder, about in recipe]
print(build(sources, Path(sys.argv[2]), lambda *_: None, config=Path(sys.argv[3])).digest)
"""


def start(recipe: Path, target: Path, config: Path) -> subprocess.Popen[str]:
    """Start a build in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-c", BUILD, str(recipe), str(target), str(config)],
        env=environment(target.parent),
        stdout=subprocess.PIPE,
        text=True,
    )


def finish(process: subprocess.Popen[str]) -> str:
    """Return the digest of a build that is left to finish."""
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    return out.strip()


def test_killed_at_any_moment(tmp_path: Path) -> None:
    """Some builds, or thirty where sweeps are whole, each of other words than the lexicon in place, are killed at random moments. After each,
    what is in place opens, is one of the two whole lexicons, and answers; the next build succeeds and leaves
    nothing else behind.
    """
    config = small_config(tmp_path / "config")
    target = tmp_path / "home" / "lexicon.sqlite"
    target.parent.mkdir()
    recipes: list[Path] = []
    for more in (WORDS, WORDS + 1):
        sources = small_sources(tmp_path / f"sources{more}", config, more)
        recipes.append(tmp_path / f"{more}.json")
        recipes[-1].write_text(
            json.dumps([[each.id, each.reader, str(each.folder), dict(each.about)] for each in sources])
        )
    whole = [finish(start(recipes[0], target, config))]
    started = time.monotonic()
    whole.append(finish(start(recipes[1], target, config)))
    takes = time.monotonic() - started
    assert whole[0] != whole[1]

    rng = random.Random(2026)
    killed = 0
    for _ in range(4 * KILLS):
        if killed == KILLS:
            break
        lexicon = Lexicon(target)
        other = 1 - whole.index(lexicon.digest)
        lexicon.close()
        begun = time.monotonic()
        process = start(recipes[other], target, config)
        try:
            process.communicate(timeout=rng.uniform(0.05, 1.0) * takes)
            takes = min(takes, time.monotonic() - begun)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            killed += 1
        lexicon = Lexicon(target)
        assert lexicon.digest in whole
        assert lexicon.evidence("cat").readings
        assert lexicon.profile_facts[lexicon.profiles.get("cat", 0)]
        with lexicon.reading() as db:
            assert db.execute("PRAGMA quick_check").fetchone() == ("ok",)
        lexicon.close()
    assert killed == KILLS

    current = Lexicon(target)
    other = 1 - whole.index(current.digest)
    current.close()
    assert finish(start(recipes[other], target, config)) == whole[other]
    assert sorted(path.name for path in target.parent.iterdir() if not path.name.startswith(".lock")) == [
        "lexicon.sqlite"
    ]
