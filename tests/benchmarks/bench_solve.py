"""``make bench-solve``: how fast boards are solved, against the solvers that one finds on PyPI and a plain search, and wild tiles read. It
asserts nothing.

All have the same words and the same boards, keep their structure from board to board, and are run in turns, by processor time, so that a
busy machine slows all alike. The packages go to a temporary folder; one that cannot be had is left out, with a line that says so.
Where to start: :func:`main`.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import platform
import random
import subprocess
import sys
import tempfile
import time
import tomllib
import tracemalloc
import warnings
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from adjudicator.games.board import HOLE, Board, read_board
from adjudicator.games.crossword import read_crossword
from adjudicator.games.graph import BoardWords, WordGraph
from adjudicator.games.solver import solve
from adjudicator.games.trails import WILD
from adjudicator.judging.service import Adjudicator
from adjudicator.usecases.boards import check_words, solved
from tests.games.brute_crossword import runs

RULESET = "boggle"
BOARDS, ROUNDS = 200, 7
SCORES = [0, 0, 0, 1, 1, 2, 3, 5, 11, 15, *[20] * 91]
LETTERS = (
    "eeeeeeeeeeeetttttttttaaaaaaaaooooooooiiiiiiinnnnnnnsssssshhhhhhrrrrrrddddllllcccuuummmwwffggyyppbbvk"
)
"""A hundred letters, each about as often as in English."""
FULL_GAME = Path(__file__).parents[1] / "games" / "full" / "word-whiz.toml"
Solver = Callable[[Board], dict[str, int]]
"""Takes a board and gives its words with their scores."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the measurements and print one line each."""
    parser = argparse.ArgumentParser(
        prog="make bench-solve", description="Measure how fast boards are solved."
    )
    parser.add_argument("--quick", action="store_true", help="a tenth of the boards: a glance, not a figure")
    parser.add_argument("--offline", action="store_true", help="without the packages of PyPI")
    chosen = parser.parse_args(arguments)
    warnings.simplefilter("ignore", SyntaxWarning)  # of the packages' older Python
    adjudicator = Adjudicator()
    compiled = adjudicator.under(RULESET).compiled
    compiled.warm()
    keys = compiled.legal_keys()
    print(f"Python {platform.python_version()}, {len(keys):,} words of {RULESET}\n")
    for line in structure(keys):
        print(line)
    words = compiled.board_words
    with tempfile.TemporaryDirectory() as folder:
        solvers: dict[str, Solver] = {"adjudicator": lambda board: ours(board, words)}
        solvers["plain dict of dicts"] = plain(keys)
        for package, made in () if chosen.offline else PACKAGES.items():
            try:
                solvers[f"PyPI {package}"] = made(installed(package, Path(folder)), keys)
            except (subprocess.SubprocessError, ImportError, SyntaxError, AttributeError) as error:
                print(f"PyPI {package} left out: it cannot be had or does not run ({type(error).__name__})")
        gc.collect()
        gc.freeze()
        for size in (4, 5):
            for line in race(size, solvers, BOARDS // (10 if chosen.quick else 1)):
                print(line, flush=True)
    print(check_of_words(adjudicator, keys))
    print(wild_tiles(adjudicator, 10 if chosen.quick else 60))
    return 0


def structure(keys: Sequence[str]) -> Iterator[str]:
    """Yield what the structure for boards costs beside the word graph, which a server has anyway."""
    from dawg import CompletionDAWG

    graph = CompletionDAWG(keys, input_is_sorted=True)
    times = []
    for _ in range(9):
        begun = time.process_time()
        WordGraph(graph.tobytes())
        times.append(time.process_time() - begun)
    tracemalloc.start()
    made = WordGraph(graph.tobytes())
    size, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    yield f"structure: {sorted(times)[4] * 1e3:.1f} ms to make, {size / 1e6:.1f} MB kept ({peak / 1e6:.1f} MB while it is made), {len(made.units):,} nodes"


def random_boards(size: int, count: int) -> list[Board]:
    """Return boards of random letters, the same in every run."""
    chance = random.Random(size)
    rows = [["".join(chance.choice(LETTERS) for _ in range(size)) for _ in range(size)] for _ in range(count)]
    return [read_board({"rows": each}) for each in rows]


def race(size: int, solvers: dict[str, Solver], count: int) -> Iterator[str]:
    """Yield a line for each of *solvers*: its best time a board over some rounds, and how much slower it is than ours."""
    boards = random_boards(size, count)
    best = dict.fromkeys(solvers, float("inf"))
    totals = {}
    for _ in range(ROUNDS):
        for name, solver in solvers.items():
            begun = time.process_time()
            found = [solver(board) for board in boards]
            best[name] = min(best[name], (time.process_time() - begun) / count)
            totals[name] = sum(sum(each.values()) for each in found)
    yield f"\n{size}×{size}, {count} boards with paths and scores, {totals['adjudicator'] / count:.0f} points a board"
    for name, seconds in best.items():
        note = "" if totals[name] == totals["adjudicator"] else "  (finds other words)"
        yield f"{name:22} {seconds * 1e3:7.3f} ms {1 / seconds:7.0f} boards/s {seconds / best['adjudicator']:6.2f}×{note}"


def check_of_words(adjudicator: Adjudicator, keys: Sequence[str]) -> str:
    """Return what a board check of 100 words takes, as the command line and HTTP call it: half of them are on the board, the others are any
    words of the list.
    """
    rows = ["".join(tile.face for tile in random_boards(4, 1)[0].tiles)[at : at + 4] for at in (0, 4, 8, 12)]
    drawn = "/".join(rows)
    on = [each["word"] for each in solved(adjudicator, drawn, RULESET)["words"]][:50]
    asked = [*on, *random.Random(1).sample(list(keys), 100 - len(on))]
    times = []
    for _ in range(99):
        begun = time.process_time()
        check_words(adjudicator, drawn, asked, RULESET)
        times.append(time.process_time() - begun)
    return f"\nboard check of 100 words, {len(on)} of them on the board: {sorted(times)[49] * 1e3:.2f} ms"


def crosswords_with_wilds(each: int, wilds: int = 8) -> list[list[str]]:
    """Return the crosswords of the full game of Word Whiz, *each* so many times with other *wilds* that depend on each other: every one is in a
    run with one before it.
    """
    found = []
    for played in tomllib.loads(FULL_GAME.read_text(encoding="utf-8"))["rounds"]:
        rows = played["crossword"]["rows"]
        lines = list(runs(rows))
        for seed in range(each):
            chance = random.Random(seed)
            chosen = [chance.choice(chance.choice(lines))]
            while len(chosen) < wilds:
                beside = {at for line in lines if set(line) & set(chosen) for at in line} - set(chosen)
                chosen.append(chance.choice(sorted(beside)))
            found.append(
                [
                    "".join(WILD if (down, across) in chosen else tile for across, tile in enumerate(row))
                    for down, row in enumerate(rows)
                ]
            )
    return found


def wild_tiles(adjudicator: Adjudicator, each: int) -> str:
    """Return what it takes to read eight wild tiles that all depend on each other."""
    bench = adjudicator.under("word-whiz")
    times = []
    for rows in crosswords_with_wilds(each):
        owners = ["".join(tile if tile == HOLE else "r" for tile in row) for row in rows]
        begun = time.process_time()
        read_crossword(rows, owners, {"r": "Red"}, bench.compiled, scoring=bench.ruleset.scoring)
        times.append(time.process_time() - begun)
    ordered = sorted(times[1:])  # the first makes the graph
    return (
        f"eight wild tiles that depend on each other, {len(ordered)} crosswords of a full game: "
        f"{ordered[len(ordered) // 2] * 1e3:.2f} ms, {ordered[-1] * 1e3:.1f} ms at most"
    )


def ours(board: Board, words: BoardWords) -> dict[str, int]:
    """Solve with this project."""
    return {word: SCORES[len(word)] for word in solve(board, words).paths}


def plain(keys: Sequence[str]) -> Solver:
    """Return the search that one writes first: a trie of dictionaries, gone down by recursion."""
    trie: dict[str, Any] = {}
    for key in keys:
        node = trie
        for letter in key:
            node = node.setdefault(letter, {})
        node["."] = key

    def search(board: Board) -> dict[str, int]:
        found: dict[str, tuple[int, ...]] = {}
        faces = [tile.face for tile in board.tiles]

        def go(tile: int, node: dict[str, Any], path: tuple[int, ...]) -> None:
            if "." in node:
                found[node["."]] = path
            for there in board.neighbours[tile]:
                if there not in path and faces[there] in node:
                    go(there, node[faces[there]], (*path, there))

        for tile, face in enumerate(faces):
            if face in trie:
                go(tile, trie[face], (tile,))
        return {word: SCORES[len(word)] for word in found}

    return search


def installed(package: str, folder: Path) -> str:
    """Install *package* into *folder*, from where it can be imported, and return its name."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    subprocess.run([*command, "--target", str(folder), package], check=True, capture_output=True, timeout=300)
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    return package


def rows_of(board: Board) -> list[list[str]]:
    return [[board.tiles[number].face for number in row if number is not None] for row in board.rows]


def with_pyggle(package: str, keys: Sequence[str]) -> Solver:
    """Return pyggle's solver, which finds paths; its trie is made once and the board is changed."""
    game = importlib.import_module(package).Boggle([["a"]], list(keys))

    def search(board: Board) -> dict[str, int]:
        game.board = rows_of(board)
        return {word: SCORES[len(word)] for word in game.solve()}

    return search


def with_boggled(package: str, keys: Sequence[str]) -> Solver:
    """Return boggled's solver, which finds all paths; its trie is made once."""
    board_of = importlib.import_module(f"{package}.boggle_board").BoggleBoard
    solver_of = importlib.import_module(f"{package}.boggle_solver").BoggleSolver
    words = importlib.import_module(f"{package}.boggle_words").BoggleWords()
    words.iteratorPopulateTrie(keys)

    def search(board: Board) -> dict[str, int]:
        solver = solver_of(board_of("".join(tile.face for tile in board.tiles).upper()), words)
        solver.solve()
        return {word.lower(): SCORES[len(word)] for word in solver.found}

    return search


def with_bogglesolver(package: str, keys: Sequence[str]) -> Solver:
    """Return bogglesolver's solver, which finds words without paths; its trie is made once."""
    module = importlib.import_module(f"{package}.solve_boggle")
    solver = module.SolveBoggle(use_test_words=True)
    solver.edict = type(solver.edict)()
    for key in keys:
        solver.edict.add_word(key)

    def search(board: Board) -> dict[str, int]:
        solver.set_board(len(board.rows), len(board.rows), [tile.face for tile in board.tiles])
        return {word: SCORES[len(word)] for word in solver.solve()}

    return search


PACKAGES: dict[str, Callable[[str, Sequence[str]], Solver]] = {
    "pyggle": with_pyggle,
    "boggled": with_boggled,
    "bogglesolver": with_bogglesolver,
}
"""Those that keep their trie. The others either make one for every board or read their word list from the disk for every beginning of
a word (boggler, boggle-solver: seconds a board), or solve no boards (boggle, boggle-checker, boggleboard)."""


if __name__ == "__main__":
    sys.exit(main())
