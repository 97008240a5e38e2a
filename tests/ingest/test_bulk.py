"""Bulk Wiktionary: a download of gigabytes that breaks is gone on with, a bar tells how far it is, and memory stays flat."""

from __future__ import annotations

import io
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.cli.progress import Progress
from adjudicator.core.spelling import key_of
from adjudicator.errors import BuildError, SourceUnavailable
from adjudicator.ingest.build import BuiltSource, build
from adjudicator.ingest.readers.wiktextract import read
from adjudicator.lexicon.reader import Lexicon
from adjudicator.sources.fetch import fetch
from adjudicator.sources.model import HttpsChannel, Source
from adjudicator.sources.records import RawEntry
from adjudicator.sources.toml_file import load_sources
from tests.conftest import ABOUT, ROOT, Run, environment, examples, small_config, small_sources
from tests.ingest.upstream import Upstream
from tests.made_wiktionary import write

NAME = "raw-wiktextract-data.jsonl.gz"
Told = list[tuple[str, int, int | None]]


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file as wiktextract publishes it, of made-up lines."""
    path = tmp_path_factory.mktemp("made") / NAME
    write(path, 8_000_000)
    return path


def wiktionary(url: str) -> Source:
    """The source as it is shipped, but for the address."""
    shipped = load_sources(ROOT / "config" / "sources.toml")["wiktionary"]
    (channel,) = (each for each in shipped.channels if isinstance(each, HttpsChannel))
    return replace(shipped, channels=(replace(channel, url=url),))


# Downloading


def test_a_broken_download_is_gone_on_with(upstream: Upstream, cache: Path, packed: Path) -> None:
    """Cut twice, the download asks for the rest; the bar moves by bytes of a known total and never back."""
    body = packed.read_bytes()
    told: Told = []
    wanted = wiktionary(upstream.url(body=body, cuts=[500_000, 300_000]))
    fetched = fetch(wanted, cache=cache, progress=lambda *step: told.append(step))
    assert (fetched.folder / NAME).read_bytes() == body
    assert upstream.asked() == ["", "bytes=500000-", "bytes=800000-"]
    assert {total for _, _, total in told} == {len(body)}
    reached = [done for _, done, _ in told]
    assert reached == sorted(reached) and reached[-1] == len(body)


def test_the_next_run_goes_on(upstream: Upstream, cache: Path, packed: Path) -> None:
    """What came before the network went away is kept for the next run, whose bar begins there."""
    body = packed.read_bytes()
    wanted = wiktionary(upstream.url(body=body, cuts=[700_000, 0]))
    with pytest.raises(SourceUnavailable):
        fetch(wanted, cache=cache)
    told: Told = []
    fetched = fetch(wanted, cache=cache, progress=lambda *step: told.append(step))
    assert (fetched.folder / NAME).read_bytes() == body
    assert upstream.asked()[-1] == "bytes=700000-"
    assert told[0][1] > 700_000


def test_a_new_edition_in_between_is_fetched_whole(upstream: Upstream, cache: Path, packed: Path) -> None:
    """Upstream replaces the file under the same name each week: where that happens between two halves, they are not joined."""
    newer = packed.with_name("newer.gz")
    write(newer, 3_000_000, seed=2)
    url = upstream.url(body=packed.read_bytes(), cuts=[700_000])

    def replace_upstream(_: str, done: int, total: int | None) -> None:
        if done == 700_000:
            upstream.url(body=newer.read_bytes(), etag='"2"')

    fetched = fetch(wiktionary(url), cache=cache, progress=replace_upstream)
    assert (fetched.folder / NAME).read_bytes() == newer.read_bytes()
    assert upstream.asked() == ["bytes=700000-"]


def test_a_server_without_ranges(upstream: Upstream, cache: Path, packed: Path) -> None:
    """Where a server cannot go on, the whole file comes again, and once only in what is kept."""
    body = packed.read_bytes()
    fetched = fetch(wiktionary(upstream.url(body=body, cuts=[700_000], resumes=False)), cache=cache)
    assert (fetched.folder / NAME).read_bytes() == body
    assert upstream.asked() == ["", "bytes=700000-"]


def test_what_is_asked_for_by_name_is_not_left_out(run: Run, tmp_path: Path) -> None:
    """Wiktionary is optional, but a build that was asked to have it stops where it cannot be had, and says what was tried."""
    done = run("build", "--offline", "--source", "wiktionary", at=tmp_path)
    assert done.returncode == 2
    assert "The source wiktionary (Wiktionary, as extracted by wiktextract, edition current) could not be had" in done.stderr  # fmt: skip
    assert "there is nothing at" in done.stderr and "not tried: offline" in done.stderr


# Building


def build_with(folder: Path, wiktionary: Path, target: Path) -> Told:
    """Build from small sources and the Wiktionary in that folder; return what was told."""
    told: Told = []
    config = small_config(folder / "config")
    sources = small_sources(folder / "sources", config)
    sources.append(BuiltSource("wiktionary", "wiktextract", wiktionary, {**ABOUT, "digest": "sha256:1"}))
    build(sources, target, lambda *step: told.append(step), config=config)
    return told


def test_reading_tells_how_far_it_is(tmp_path: Path, packed: Path) -> None:
    """While Wiktionary is read, the bar moves by bytes of the file as it lies on the disk, up to its end; its entries are in the lexicon."""
    target = tmp_path / "home" / "lexicon.sqlite"
    told = build_with(tmp_path, packed.parent, target)
    size = sum(path.stat().st_size for path in packed.parent.glob("*.jsonl.gz"))
    steps = [(done, total) for what, done, total in told if what == "read wiktionary"]
    assert {total for _, total in steps} == {size}
    assert len(steps) > 2 and steps == sorted(steps) and steps[-1] == (size, size)
    entries = [record for record in read(packed.parent) if isinstance(record, RawEntry)]
    lexicon = Lexicon(target)
    assert {each["id"]: each["entries"] for each in lexicon.sources()}["wiktionary"] == len(entries)
    assert all(lexicon.has(key_of(entry.headword)) for entry in entries)
    lexicon.close()


def test_a_file_cut_short_stops_the_build(tmp_path: Path, packed: Path) -> None:
    """A damaged file is named, with what to do; there is no lexicon of half of Wiktionary."""
    folder = tmp_path / "wiktionary"
    folder.mkdir()
    (folder / NAME).write_bytes(packed.read_bytes()[:-1000])
    with pytest.raises(BuildError, match="cut short or damaged after line") as caught:
        build_with(tmp_path, folder, tmp_path / "home" / "lexicon.sqlite")
    assert "fetched again" in caught.value.hint
    assert not (tmp_path / "home" / "lexicon.sqlite").exists()


class Terminal(io.StringIO):
    """Takes what is written, and says that somebody looks at it."""

    def isatty(self) -> bool:
        return True


def test_the_bar_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bar of a known total grows with what is done, on one line that is written over."""
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    with Progress() as progress:
        for what in ("fetch wiktionary", "read wiktionary"):
            for done in (1, 1_200_000_000, 2_400_000_000):
                progress(what, done, 2_400_000_000)
                monkeypatch.setattr(progress, "_shown", 0.0)  # as if a while had passed
    shown = terminal.getvalue()
    assert "\n" not in shown
    bars = [part.count("█") for part in shown.split("\r") if "·" in part or "█" in part]
    assert bars == [0, 12, 24, 0, 12, 24]


READ = """
import sys
from pathlib import Path
from adjudicator.ingest.readers.wiktextract import read
from tests.benchmarks.bench_wiktionary import peak
count = sum(1 for _ in read(Path(sys.argv[1])))
print(count, round(peak()))
"""


def test_reading_takes_the_same_memory_whatever_the_size(tmp_path: Path) -> None:
    """A file ten times as large gives ten times the records in the same memory, but for a quarter of what it is longer."""
    found: list[list[int]] = []
    few_bytes = examples(6_000_000, 6_000_000)
    for size in (few_bytes, 10 * few_bytes):
        folder = tmp_path / str(size)
        folder.mkdir()
        write(folder / NAME, size, block=1_000_000)
        done = subprocess.run(
            [sys.executable, "-c", READ, str(folder)],
            env=environment(tmp_path),
            capture_output=True,
            text=True,
            check=True,
        )
        found.append([int(part) for part in done.stdout.split()])
    (few, small), (many, large) = found
    assert many > 8 * few
    assert large - small < 0.25 * 9 * few_bytes / 1e6
