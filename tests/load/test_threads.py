"""Threads that share a service get the answers that each would get alone. ``python -m tests.load.threads`` is the long one."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import WHOLE, small_lexicon
from tests.load.threads import BUILT, a_home, http_questions, library_questions, of_library, over_http, report

WORDS = 100
SECONDS = 1.0 if WHOLE else 0.5


@pytest.fixture(scope="module", autouse=True)
def _a_home() -> Iterator[None]:
    """A small lexicon, or the built one where sweeps are whole."""
    with (
        tempfile.TemporaryDirectory() as folder,
        a_home(BUILT if WHOLE else small_lexicon(Path(folder), 2_000)),
    ):
        yield


def test_threads_share_the_library() -> None:
    """Whatever four threads ask of one adjudicator, every answer is the one that a single thread gets."""
    tally = of_library(library_questions(WORDS), SECONDS)
    assert tally.compared.total() > 0
    assert tally.wrong.total() == 0, "\n".join(report("library", tally))


def test_threads_share_a_worker() -> None:
    """Whatever eight clients ask of one worker at the same time, every answer is the one that a single client gets."""
    tally = over_http(http_questions(WORDS), SECONDS)
    assert tally.compared.total() > 0
    assert tally.wrong.total() == 0, "\n".join(report("HTTP", tally))
