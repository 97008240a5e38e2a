"""What another process stages is what this one would stage; where it fails, this one stages it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from adjudicator.errors import BuildError
from adjudicator.ingest import examine
from adjudicator.ingest.apart import EARLIER, begun
from adjudicator.ingest.build import BuiltSource, build
from adjudicator.ingest.classify.world import World
from adjudicator.ingest.stage import SourceInput, Stage
from tests.conftest import ABOUT, small_config, small_sources
from tests.ingest.readers.test_gcide import write

ARTICLES = [
    (f"aorb{n}", f"Aorb{n} \\Aorb{n}\\, n.\n   The aorb that is number {n}. [1913 Webster]\n".encode())
    for n in range(7)
] + [
    ("blorp", b"Blorp \\Blorp\\, n.\n   A thing that blorps. [1913 Webster]\n"),
    ("blorp egg", b"Blorp egg \\Blorp egg\\, n.\n   What a blorp lays. [1913 Webster]\n"),
    ("zorb", b"Zorb \\Zorb\\, v. i.\n   To roll down a hill. [1913 Webster]\n"),
]


@pytest.fixture
def dictionary(tmp_path: Path) -> Path:
    (tmp_path / "gcide").mkdir()
    return write(tmp_path / "gcide", ARTICLES)


@contextmanager
def stage_in(config: Path) -> Iterator[Stage]:
    stage = Stage(Path(":memory:"), World(config))
    yield stage
    stage.close()


def test_the_same_is_staged_in_either_process(tmp_path: Path, dictionary: Path) -> None:
    """Rows, their order and the counts of a source are the same whether another process has read most of it, or none."""
    config = small_config(tmp_path / "config")
    source = SourceInput("gcide", "gcide", dictionary)
    with stage_in(config) as here, stage_in(config) as apart:
        counts = here.read_source(source, 2, lambda done, total: None)
        with begun(source, 2, config, tmp_path) as taken:
            earlier = apart.read_source(source._replace(share=EARLIER), 2, lambda done, total: None)
            assert (earlier, taken(apart), counts) == ((2, 2, 0), (8, 8, 0), (10, 10, 0))
        assert list(apart.parts()) == list(here.parts())
        assert [table for table, _ in here.parts()] == ["raw_entry", "token"]


def test_a_process_that_fails_stages_nothing(tmp_path: Path, dictionary: Path) -> None:
    """Where the other process ends with an error, or its interpreter cannot be run, nothing has been staged."""
    config = small_config(tmp_path / "config")
    (dictionary / "gcide.index").unlink()
    with (
        stage_in(config) as stage,
        begun(SourceInput("gcide", "gcide", dictionary), 2, config, tmp_path) as taken,
    ):
        assert taken(stage) is None
        assert list(stage.parts()) == []


def test_no_process_can_be_begun(tmp_path: Path, dictionary: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A build without an interpreter for the other process reads the source itself, and examines what it built, and gives the same lexicon."""
    monkeypatch.setattr(examine, "LEAST", 0)
    config = small_config(tmp_path / "config")
    sources = small_sources(tmp_path / "sources", config)
    sources.append(BuiltSource("gcide", "gcide", dictionary, ABOUT))
    with_two = build(sources, tmp_path / "two" / "lexicon.sqlite", lambda *_: None, config=config)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "nothing"))
    alone = build(sources, tmp_path / "one" / "lexicon.sqlite", lambda *_: None, config=config)
    assert (alone.digest, alone.counts) == (with_two.digest, with_two.counts)


def test_an_error_names_the_source(tmp_path: Path, dictionary: Path) -> None:
    """A source that another process cannot read stops the build with the error that this one would give."""
    config = small_config(tmp_path / "config")
    (dictionary / "gcide.dict.dz").write_bytes(b"no such format")
    source = BuiltSource("gcide", "gcide", dictionary, ABOUT)
    with pytest.raises(BuildError, match=r"gcide .*is not in the format"):
        build([source], tmp_path / "lexicon.sqlite", lambda *_: None, config=config)
    assert sorted(path.name for path in tmp_path.glob("*lexicon*")) == [".lock-lexicon"]
