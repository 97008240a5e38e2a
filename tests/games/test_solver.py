"""Every word of a board, under a word list, a ruleset and a house list."""

from __future__ import annotations

from array import array

import pytest
from dawg import DAWG, CompletionDAWG, IntDAWG

from adjudicator.errors import TooHard
from adjudicator.games.board import read_board
from adjudicator.games.budget import FULL, Purse
from adjudicator.games.graph import BoardWords, WordGraph
from adjudicator.games.paths import Path
from adjudicator.games.solver import solve
from adjudicator.judging.compiled import CompiledRuleset
from adjudicator.judging.compiled_house import CompiledHouse
from adjudicator.judging.service import Adjudicator
from adjudicator.rules.house import Effect, Entry, HouseList, Settings
from tests.conftest import WHOLE
from tests.games.alone import best_path


def graph(*words: str) -> WordGraph:
    return WordGraph(CompletionDAWG(sorted(words)).tobytes())


@pytest.fixture(scope="module")
def words(adjudicator: Adjudicator) -> BoardWords:
    """What is legal under the rules of Boggle."""
    return adjudicator.under("boggle").compiled.board_words


def test_the_graph_has_the_legal_words(adjudicator: Adjudicator, words: BoardWords) -> None:
    """It walks to every legal key, and to none of what is not one."""
    compiled = adjudicator.under("boggle").compiled
    keys = compiled.legal_keys()
    assert all(map(words.has, keys))
    assert not any(
        words.has(key + end) for key in keys[::50] for end in "qx" if not compiled.legal(key + end)
    )
    assert not words.has("") and not words.has("qqq")


def test_a_graph_that_is_far_apart() -> None:
    """A graph of some million nodes marks offsets that count in blocks; they are read like the others."""
    units = array("I", bytes(4 * (1 << 21) + 4096))
    units[0] = 2 << 10 | 1 << 9  # the followers of the root are from 512 on
    units[512 ^ ord("a")] = ord("a") | 1 << 8
    far = WordGraph(array("I", [len(units)]).tobytes() + units.tobytes() + bytes(4))
    assert far.has("a") and not far.has("b") and not far.has("ab") and far.letters(0) == "a"


@pytest.mark.parametrize("kind", [DAWG, IntDAWG, CompletionDAWG])
def test_other_bytes_are_no_graph(kind: type) -> None:
    """What is cut off, goes on, says another size or was saved by another kind of graph is refused and not walked."""
    saved = kind(["cat", "cot"] if kind is not IntDAWG else [("cat", 1), ("cot", 2)]).tobytes()
    for cut in (0, 3, 4, 5, 600, len(saved) - 1):
        with pytest.raises(ValueError, match="no word graph"):
            WordGraph(saved[:cut])
    for other in (saved + b"\0", bytes([saved[0] ^ 1]) + saved[1:], b"\xff" * len(saved), saved[4:]):
        with pytest.raises(ValueError, match="no word graph"):
            WordGraph(other)
    if kind is CompletionDAWG:
        assert WordGraph(saved).has("cat") and not WordGraph(saved).has("cut")
    else:
        with pytest.raises(ValueError, match="no word graph"):
            WordGraph(saved)


def test_every_legal_word_of_a_board(adjudicator: Adjudicator, words: BoardWords) -> None:
    """Exactly the legal keys that have a path, each with one."""
    board = read_board("PERS/LATG/SINE/TERS", layout="boggle")
    solution = solve(board, words)
    legal = adjudicator.under("boggle").compiled.legal_keys()
    assert solution.paths.keys() == {key for key in legal if best_path(board, key)}
    assert {"slater", "pert", "rental"} <= solution.paths.keys()
    assert not solution.rings
    for word, tiles in solution.paths.items():
        assert "".join(board.tiles[tile].face for tile in tiles) == word


def test_blanks_rings_and_reuse_under_a_ruleset(words: BoardWords) -> None:
    """On a board of bonus rings a tile is used again, a blank is any letter, and the rings' uses are counted."""
    board = read_board("..m../.ora./bwo?e/.ti*g./..d..", layout="bonus-rings")
    solution = solve(board, words)
    assert {"word", "dig", "rabid", "woe", "digit", "tiara", "wig", "win", "wit", "roses"} <= set(
        solution.paths
    )
    assert not {"rabbit", "ropes"} & set(solution.paths)
    assert solution.path("digit").rings == solution.rings["digit"] == 2
    assert all(
        solution.path(word) == Path(tiles, solution.rings.get(word, 0))
        for word, tiles in solution.paths.items()
    )


def test_words_that_never_end_are_bounded_by_the_dictionary() -> None:
    """Where a tile may be used at will, every word of its letters is there, and no more."""
    endless = tuple("a" * length for length in range(1, 90))
    assert solve(read_board("a", reuse="free"), BoardWords((graph(*endless, "ab"),))).paths.keys() == set(
        endless
    )


def test_several_graphs_and_words_that_are_not_legal() -> None:
    """The words of all graphs count, the best path of each; what is not legal does not."""
    board = read_board("a*b/a.", reuse="never")
    words = BoardWords((graph("ab", "ba"), graph("ab", "b")), lambda key: key not in {"ba", "zz"})
    assert solve(board, words).paths == {"ab": (0, 1), "b": (1,)}
    assert solve(board, words).rings == {"ab": 1}
    assert words.has("b") and not words.has("ba")


def test_no_words_at_all() -> None:
    """An empty dictionary solves every board with nothing."""
    for drawing in ("ab", "a?*"):
        assert solve(read_board(drawing), BoardWords((graph(),))) == ({}, {})


@pytest.mark.parametrize(
    ("drawing", "reuse"),
    [
        ("????/????/????/????", "never"),
        ("????/????/????/????", "free"),
        ("/".join(["?" * 10] * 10), "not-twice-in-a-row"),
        ("/".join(["es*tars*eda"] * 10), "free"),
        ("/".join(["estarsedai"] * 10), "never"),
    ],
)
def test_boards_that_would_explode(words: BoardWords, drawing: str, reuse: str) -> None:
    """Each is solved out of a purse, or refused as too hard: of that of one request a tenth, whose end comes sooner and is no other."""
    try:
        assert solve(read_board(drawing, reuse=reuse), words, Purse(FULL if WHOLE else FULL // 10)).paths
    except TooHard as error:
        assert error.too_much == "board"


def test_a_plain_board_that_explodes() -> None:
    """A hundred equal tiles with a list of long words are refused, too."""
    long = BoardWords((graph(*("a" * length for length in range(1, 60))),))
    with pytest.raises(TooHard):
        solve(read_board("/".join(["a" * 10] * 10)), long, Purse(FULL // 10))


def test_a_house_list_changes_what_a_board_has(adjudicator: Adjudicator, words: BoardWords) -> None:
    """A word that the list allows is found, one that it denies is not, and the ruleset's own words are as they were."""

    def entry(key: str, effect: Effect) -> Entry:
        return Entry(key, key, effect, "agreed", "ann", "2026-01-01T00:00:00Z")

    entries = {
        "pers": entry("pers", "allow"),
        "slater": entry("slater", "deny"),
        "pert": entry("pert", "allow"),
    }
    house = HouseList("sunday", 1, "sha256:1", Settings("Sunday", "boggle", {}), entries)
    base = adjudicator.under("boggle").compiled
    assert isinstance(base, CompiledRuleset)
    compiled = CompiledHouse(base, house, "2026-01-02T00:00:00Z")
    board = read_board("PERS/LATG/SINE/TERS", layout="boggle")
    below, found = solve(board, words).paths, solve(board, compiled.board_words).paths
    assert "pers" not in below and not words.has("pers")
    assert found.keys() == {*below, "pers"} - {"slater"}
    assert all(map(compiled.legal, found))
