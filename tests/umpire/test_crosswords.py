"""Word Whiz: random crosswords, scored by an umpire of the tests' own."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tests.umpire.faces import Umpire, totals
from tests.umpire.whiz import (
    EXCLUDED,
    PLAYERS,
    POINTS,
    crossword,
    illegal,
)

ACROSS = ("MOUNTAINS", "ELEPHANT", "BLACKBERRY", "HOUSES")
DOWN = {
    "M": "MOUSE",
    "U": "UNDER",
    "T": "TEN",
    "I": "INTO",
    "S": "SHORE",
    "E": "EGGS",
    "P": "PIT",
    "A": "AND",
    "B": "BANK",
    "C": "CATS",
    "K": "KEY",
    "H": "HOUSE",
    "R": "ROSE",
}


@st.composite
def grids(draw: st.DrawFn) -> tuple[list[str], list[str]]:
    """A word across, with words down from every other letter of it; wild tiles, two an owner at most."""
    across = draw(st.sampled_from(ACROSS))
    places = [place for place in range(0, len(across), 2) if across[place] in DOWN]
    down = {place: DOWN[across[place]] for place in draw(st.lists(st.sampled_from(places), unique=True))}
    height = max([1, *map(len, down.values())])
    marks = draw(st.sampled_from(["rb", "rbg", "rbgy"]))
    rows = [list(across)] + [["."] * len(across) for _ in range(height - 1)]
    for place, word in down.items():
        for row, letter in enumerate(word):
            rows[row][place] = letter
    owners = [["." if tile == "." else draw(st.sampled_from(marks)) for tile in row] for row in rows]
    lying = [
        (row, column) for row, line in enumerate(rows) for column, tile in enumerate(line) if tile != "."
    ]
    for row, column in draw(st.lists(st.sampled_from(lying), unique=True, max_size=6)):
        owner = owners[row][column]
        if sum(rows[r][c] == "?" and owners[r][c] == owner for r, c in lying) < 2:
            rows[row][column] = "?"
    joined = ["".join(row) for row in owners]
    assume(all("".join(joined).count(mark) <= 27 for mark in marks))
    return ["".join(row) for row in rows], joined


def runs(rows: list[str], owners: list[str]) -> list[tuple[str, set[str], tuple[int, int, str]]]:
    """The runs of two tiles and more, as they are written, with their owners and where they begin."""
    found = []
    turned = [["".join(line) for line in zip(*each, strict=True)] for each in (rows, owners)]
    for direction, (lines, marks) in (("across", (rows, owners)), ("down", turned)):
        for row, line in enumerate(lines):
            start = 0
            for piece in line.split("."):
                if len(piece) > 1:
                    at = (row + 1, start + 1) if direction == "across" else (start + 1, row + 1)
                    found.append((piece, set(marks[row][start : start + len(piece)]), (*at, direction)))
                start += len(piece) + 1
    return found


def could_be(run: str, word: str) -> bool:
    """Whether the tiles of a run could spell the word."""
    return len(run) == len(word) and all(
        tile in ("?", letter) for tile, letter in zip(run, word, strict=True)
    )


@given(grids(), st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_totals(umpire: Umpire, grid: tuple[list[str], list[str]], data: st.DataObject) -> None:
    """Everyone with a tile in a run has its points by length; what the group excludes brings none, and the bonus goes by it; no order matters."""
    rows, owners = grid
    present = sorted(set("".join(owners)) - {"."})
    assume(len(present) > 1)
    lettered = [(run, marks, at) for run, marks, at in runs(rows, owners) if "?" not in run]
    struck = (
        data.draw(st.lists(st.sampled_from(lettered), max_size=2, unique_by=lambda run: run[0]))
        if lettered
        else []
    )
    assume(
        not any(
            could_be(other, run) and at != place
            for run, _, place in struck
            for other, _, at in runs(rows, owners)
        )
    )
    challenges = []
    expected = {PLAYERS[mark]: 0 for mark in present}
    finisher = data.draw(st.sampled_from([None, *present]))
    forfeited = False
    for run, marks, at in struck:
        mark = data.draw(st.sampled_from(sorted(marks)))
        challenges.append(illegal(run.lower(), PLAYERS[mark], at=list(at)))
        forfeited = forfeited or mark == finisher
    gone = {at for _, _, at in struck}
    for run, marks, at in runs(rows, owners):
        if at not in gone:
            for mark in marks:
                expected[PLAYERS[mark]] += 0 if len(run) < 4 else POINTS.get(len(run), 13)
    more: dict[str, Any] = {}
    if finisher:
        more["finished"] = PLAYERS[finisher]
        lying = {mark: "".join(owners).count(mark) for mark in present if mark != finisher}
        most = max(lying.values())
        heirs = [mark for mark in lying if lying[mark] == most] if forfeited else [finisher]
        for mark in heirs:
            expected[PLAYERS[mark]] += 5
    record = crossword(rows, owners, *challenges, **more)
    assert totals(umpire.posted("round", record)) == expected
    turned = {**record, "challenges": challenges[::-1]}
    players = list(record["crossword"]["players"].items())
    turned["crossword"] = {**record["crossword"], "players": dict(data.draw(st.permutations(players)))}
    assert totals(umpire.posted("round", turned)) == expected
    mirrored = {**record, "crossword": {**record["crossword"]}, "challenges": []}
    for field in ("rows", "owners"):  # rows are columns now
        mirrored["crossword"][field] = [
            "".join(line) for line in zip(*record["crossword"][field], strict=True)
        ]
    for said in challenges:
        row, column, direction = said["at"]
        mirrored["challenges"].append(
            {**said, "at": [column, row, "down" if direction == "across" else "across"]}
        )
    assert totals(umpire.posted("round", mirrored)) == expected


@given(
    st.sampled_from(["C?T", "S?N", "?AT", "TE?", "?O?E", "W?RD", "QU?"]),
    st.sampled_from("AEGNOTX"),
    st.sampled_from(["", "B", "ZZ", "N"]),
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_reading(umpire: Umpire, across: str, letter: str, below: str) -> None:
    """FAQ: a wild tile is "the same letter in both directions": the letters read make as many runs words as any would."""
    place = across.index("?")
    rows = [across] + ["." * place + each + "." * (len(across) - place - 1) for each in (letter + below)]
    owners = ["".join("." if tile == "." else "r" for tile in row) for row in rows]
    answer = umpire.posted("round", crossword(rows, owners, ruleset=EXCLUDED))
    wilds = [index for index, tile in enumerate(across) if tile == "?"]
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    readings = (
        [[]]
        if not wilds
        else [[one] for one in letters]
        if len(wilds) == 1
        else [[one, two] for one in letters for two in letters]
    )
    spelt = []
    for reading in readings:
        tiles = list(across)
        for index, each in zip(wilds, reading, strict=True):
            tiles[index] = each
        spelt.append(("".join(tiles), tiles[place] + letter + below))
    words = sorted({word for both in spelt for word in both})
    verdicts = umpire.client.post(
        "/v1/rulesets/word-whiz/verdicts", json={"words": words, "detail": "verdict"}
    ).get_json()
    legal = {each["word"] for each in verdicts["verdicts"] if each["legal"]}
    best = max(sum(word in legal for word in both) for both in spelt)
    assert sum(run["legal"] for run in answer["words"]) == best
    assert len(answer["wilds"]) == len(wilds)
