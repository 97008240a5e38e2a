"""Boards with published totals come out exactly, with the list that they were published with as a list of one's own.

The list is ENABLE, which its compilers released into the public domain; ``tests/published/enable.toml`` says which packages
have it and pins what they have. It is fetched as a source is, from the cache once it lies there, and added by ``source add``: all of it, or where ``SWEEPS`` is
a number the words whose letters are on one of the boards, and of the others one in sixteen.

Totals were published with both of its editions. Packages have the first, of 1997; the second, ENABLE2K of 2000, has some 700
words more. Of the boards that were published with the second, those are here on which the editions differ by *tenge*
(Kazakhstan's money, new in the dictionaries of the time) or not at all; that word is added as a list beside the first.

Everywhere words have three letters or more, a die counts once in a word, and points are those of the box: 3 and 4 letters 1,
5: 2, 6: 3, 7: 5, 8 and more 11. On none of these boards is Qu. Oblong boards were published by columns; here they have rows.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from adjudicator.cli.main import main
from adjudicator.judging.service import Adjudicator
from adjudicator.sources.fetch import fetch
from adjudicator.sources.toml_file import load_sources
from adjudicator.usecases.boards import solved
from tests.conftest import REAL_LEXICON, ROOT, SWEEPS, home_with_lexicon

CLASSIC = """
id = "classic"
title = "Classic scoring, with a list of one's own"
rulebook = "The rules in the box"

[dictionary]
sources = [{sources}]

[length]
min = 3

[scoring]
lengths = {{ 3 = 1, 5 = 2, 6 = 3, 7 = 5, 8 = 11 }}
shared = "nobody"

[board]
reuse = "never"
"""

ANNEALING = "Dan Vanderkam, Sky-High Boggle Scores with Simulated Annealing, danvk.org, 19 February 2009"
PERFORMANCE = "github.com/danvk/performance-boggle, README"
HYBRID = "github.com/danvk/hybrid-boggle, README"
BEST_3X4 = "github.com/danvk/hybrid-boggle, results/best-boards-3x4.enable2k.txt"
TESTS = "github.com/danvk/hybrid-boggle, its solver's tests"


class Published(NamedTuple):
    """A board, what all its words are worth, and who says so."""

    board: str
    total: int
    where: str


BOARDS = [
    Published("ABCD/EFGH/IJKL/MNOP", 18, ANNEALING),
    Published("ABCD/EFGH/IRKL/MNOP", 76, ANNEALING),
    Published("ABCR/EFGH/IDKL/MNOP", 55, ANNEALING),
    Published("ABCD/ERGH/ISKL/MNOP", 201, PERFORMANCE),
    Published("STR/EAE/DLP", 545, HYBRID),
    Published("SEP/TAL/RES", 503, HYBRID),
    Published("SEP/TAR/LES", 528, HYBRID),
    Published("EIOB/NSTT/IAMF/MWAM", 245, HYBRID),
    Published("IRRF/NSEE/SEST/HKYW", 539, HYBRID),
    Published("IRRY/NSAE/SEST/HKYW", 561, HYBRID),
    Published("ECOL/SAIZ/LRTN/BESE", 1172, HYBRID),
    Published("ABC/DEF/GHI/JKL", 34, TESTS),
    Published("NER/TIS/LAT/PER", 1500, BEST_3X4),
    Published("GES/LNR/IAE/RTS", 1501, BEST_3X4),
    Published("GES/LNR/AIE/RTS", 1523, BEST_3X4),
    Published("GES/NTR/IAE/SLP", 1528, BEST_3X4),
    Published("GES/NLR/IAE/RTS", 1529, BEST_3X4),
    Published("GES/RNT/EAI/PLS", 1529, BEST_3X4),
]


FIRST = "TDEN/PSIT/ESER/ORAG"
BEST = "PERS/LATG/SINE/TERS"


@pytest.fixture(scope="module")
def enable(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The list, from a package or as an earlier run has kept it."""
    source = load_sources(ROOT / "tests" / "published" / "enable.toml")["enable"]
    assert pytestconfig.cache is not None
    whole = fetch(source, cache=pytestconfig.cache.mkdir("published")).files[0]
    words = whole.read_text().split()
    assert len(words) > 172_000
    if not SWEEPS.isdecimal():
        return whole
    on_a_board = re.compile(
        "|".join(f"[{board.lower()}]+" for board in (FIRST, BEST, *(each.board for each in BOARDS)))
    )
    others = set(random.sample(words, len(words) // 16))
    some = tmp_path_factory.mktemp("enable") / whole.name
    some.write_text("\n".join(word for word in words if word in others or on_a_board.fullmatch(word)))
    return some


@pytest.fixture(scope="module")
def listed(enable: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder to work in, under a data directory where ENABLE and what its second edition adds were added."""
    folder = tmp_path_factory.mktemp("published")
    (folder / "added.txt").write_text("tenge\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ADJUDICATOR_HOME", str(home_with_lexicon(folder / "home")))
        assert main(["source", "add", "enable", str(enable)]) == 0
        assert main(["source", "add", "second-edition", str(folder / "added.txt")]) == 0
        yield folder


def ruleset(folder: Path, *sources: str) -> str:
    """Write classic scoring with nothing but *sources* for a dictionary to a file, and return its path."""
    file = folder / f"{'-'.join(sources)}.toml"
    file.write_text(CLASSIC.format(sources=", ".join(f'"{source}"' for source in sources)))
    return str(file)


def solve(board: str, rules: str, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """Return what ``board solve --json`` prints."""
    assert main(["board", "solve", board, "--ruleset", rules, "--json"]) == 0
    data: dict[str, Any] = json.loads(capsys.readouterr().out)
    return data


@pytest.fixture(scope="module")
def adjudicator(listed: Path) -> Iterator[Adjudicator]:
    """The service where the list is."""
    service = Adjudicator(REAL_LEXICON)
    yield service
    service.close()


@pytest.mark.parametrize("published", BOARDS, ids=lambda published: published.board)
def test_a_published_total_comes_out_exactly(
    published: Published, listed: Path, adjudicator: Adjudicator
) -> None:
    """All words of a board together are worth what was published with the second edition."""
    data = solved(adjudicator, published.board, ruleset(listed, "enable", "second-edition"))
    assert data["total"] == published.total, published.where


def test_words_and_points_with_the_first_edition(listed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """389 words and 1,039 points, first of all PEREGRINES: github.com/isoastro/boggle-solve, README, with enable1.txt."""
    data = solve(FIRST, ruleset(listed, "enable"), capsys)
    assert (len(data["words"]), data["total"]) == (389, 1039)
    assert data["words"][0]["word"] == "peregrines"


def test_the_best_board_of_all(
    listed: Path, adjudicator: Adjudicator, capsys: pytest.CaptureFixture[str]
) -> None:
    """1,045 words and 3,625 points, more than on any other board: Dan Vanderkam, After 20 Years, the Globally Optimal Boggle
    Board, danvk.org, 23 April 2025. The first edition has one word less there.
    """
    data = solve(BEST, ruleset(listed, "enable", "second-edition"), capsys)
    assert (len(data["words"]), data["total"]) == (1045, 3625)
    first = solved(adjudicator, BEST, ruleset(listed, "enable"))
    assert {each["word"] for each in data["words"]} - {each["word"] for each in first["words"]} == {"tenge"}


def test_the_list_is_the_dictionary_word_for_word(
    enable: Path, listed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Under such a ruleset the words of the list with three letters and more are legal, and no others."""
    assert main(["export", ruleset(listed, "enable")]) == 0
    words = enable.read_text().split()
    assert capsys.readouterr().out.split() == [word for word in words if len(word) >= 3]
