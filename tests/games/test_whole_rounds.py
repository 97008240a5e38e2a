"""Whole rounds held against an independent account that tries everything: words, wild tiles, rulings, penalties and the bonus.

Small grids and a few lists at random; the same round in another order, or turned on its side, scores the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudicator.games.board import read_board
from adjudicator.judging.service import Adjudicator
from adjudicator.usecases.scorekeeping import score_game, score_round
from tests.conftest import examples
from tests.games.brute import walks
from tests.games.brute_crossword import Place, account, runs, worth

NAMES = {"r": "Red", "b": "Blue", "g": "Green"}
LIKELY = "aaeeoistrn"
quick = settings(
    deadline=None, max_examples=examples(50, 100), suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.fixture(scope="module")
def short_words(adjudicator: Adjudicator) -> frozenset[str]:
    """The words of Word Whiz that a small grid has room for."""
    return frozenset(key for key in adjudicator.under("word-whiz").compiled.legal_keys() if len(key) <= 4)


def totals(answer: dict[str, Any]) -> dict[str, int]:
    return {each["name"]: each["total"] for each in answer["players"]}


@st.composite
def crosswords(draw: st.DrawFn) -> dict[str, Any]:
    """A round of Word Whiz on a small grid, with challenges of some of its runs that the group has ruled on."""
    height, width = draw(st.sampled_from([(1, 4), (2, 2), (2, 4), (3, 3), (3, 4), (4, 3)]))
    size = height * width
    tiles = draw(st.lists(st.sampled_from(LIKELY + "...."), min_size=size, max_size=size))
    for place in draw(st.lists(st.integers(0, size - 1), max_size=2, unique=True)):
        tiles[place] = "?"
    owned = ["." if tile == "." else draw(st.sampled_from("rbg")) for tile in tiles]
    rows, owners = (
        ["".join(line[at : at + width]) for at in range(0, size, width)] for line in (tiles, owned)
    )
    ruled: dict[str, str] = {}
    challenges = []
    for run in runs(rows):
        if draw(st.integers(0, 2)):
            continue
        word = "".join(draw(st.sampled_from(LIKELY)) if rows[r][c] == "?" else rows[r][c] for r, c in run)
        ruling = ruled.setdefault(word, draw(st.sampled_from(["legal", "illegal"])))
        (row, column), across = run[0], run[0][0] == run[1][0]
        challenges.append(
            {
                "word": word,
                "player": NAMES[draw(st.sampled_from([owners[r][c] for r, c in run]))],
                "ruling": ruling,
                "at": [row + 1, column + 1, "across" if across else "down"],
            }
        )
    finished = draw(st.sampled_from([None, *NAMES.values()]))
    left = {name: draw(st.integers(0, 9)) for name in NAMES.values() if name != finished}
    crossword = {"rows": rows, "owners": owners, "players": NAMES, "finished": finished, "unplayed": left}
    return {"ruleset": "word-whiz", "crossword": crossword, "challenges": challenges}


def by_hand(record: dict[str, Any], words: frozenset[str]) -> dict[str, int]:
    """What each player scores (Word Whiz, Scoring and FAQ; what nobody has challenged stands)."""
    drawn = record["crossword"]
    rows, owners, finished = drawn["rows"], drawn["owners"], drawn["finished"]
    rulings = {each["word"]: each["ruling"] == "legal" for each in record["challenges"]}
    found = account(rows, owners, words, rulings)
    assert found is not None
    wilds = sorted({at for run in runs(rows) for at in run if rows[at[0]][at[1]] == "?"})
    chosen = dict(zip(wilds, found.letters, strict=True))
    scores = {name: found.scores.get(mark, 0) for mark, name in NAMES.items()}
    lost = False
    for run in runs(rows):
        if run in found.stand:
            continue
        whose = {NAMES[owners[row][column]] for row, column in run}
        upheld = [each for each in challenged_at(record, run) if each["ruling"] == "illegal"]
        shown = "".join(chosen.get(at, rows[at[0]][at[1]]) for at in run)
        is_wild = any(at in chosen for at in run)
        if upheld or (not is_wild and rulings.get(shown) is False):
            lost |= any(each["player"] == finished for each in upheld) or (not upheld and whose == {finished})
        else:
            for name in whose:
                scores[name] += worth(len(run))
    if finished and not lost:
        scores[finished] += 5
    elif finished:
        left = {name: tiles for name, tiles in drawn["unplayed"].items() if name != finished}
        for name in left:
            scores[name] += 5 * (left[name] == min(left.values()))
    return scores


def challenged_at(record: dict[str, Any], run: tuple[Place, ...]) -> Iterator[dict[str, Any]]:
    """Yield the challenges of a run."""
    at = [run[0][0] + 1, run[0][1] + 1, "across" if run[0][0] == run[1][0] else "down"]
    yield from (each for each in record["challenges"] if each["at"] == at)


def on_its_side(record: dict[str, Any]) -> dict[str, Any]:
    """The same crossword with its rows as columns."""

    def turned(rows: list[str]) -> list[str]:
        return ["".join(column) for column in zip(*rows, strict=True)]

    drawn = record["crossword"]
    other = {"across": "down", "down": "across"}
    return {
        **record,
        "crossword": {**drawn, "rows": turned(drawn["rows"]), "owners": turned(drawn["owners"])},
        "challenges": [
            {**each, "at": [each["at"][1], each["at"][0], other[each["at"][2]]]}
            for each in record["challenges"]
        ],
    }


@quick
@given(crosswords(), st.randoms(use_true_random=False))
def test_a_crossword_by_hand(
    adjudicator: Adjudicator, short_words: frozenset[str], record: dict[str, Any], random: Any
) -> None:
    """What each player scores: alone, in a game, with players and challenges in another order, and turned on its side."""
    expected = by_hand(record, short_words)
    assert totals(score_round(adjudicator, record)) == expected  # type: ignore[arg-type]
    played = {name: value for name, value in record.items() if name != "ruleset"}
    game = score_game(
        adjudicator, {"ruleset": "word-whiz", "players": list(NAMES.values()), "rounds": [played]}
    )
    assert game["totals"] == expected
    marks = random.sample(sorted(NAMES), len(NAMES))
    mixed = {
        **record,
        "challenges": random.sample(record["challenges"], len(record["challenges"])),
        "crossword": {**record["crossword"], "players": {mark: NAMES[mark] for mark in marks}},
    }
    for other in (mixed, on_its_side(record), on_its_side(mixed)):
        assert totals(score_round(adjudicator, other)) == expected  # type: ignore[arg-type]


POOL = ["plates", "lines", "sine", "zebra", "zee", "glorp", "lass", "last", "tags", "ergs", "at", "gats"]
BOARD = "PERS/LATG/SINE/TERS"
HOW: list[tuple[str, str | None]] = [
    ("dictionary", None),
    ("dictionary", "legal"),
    ("dictionary", "illegal"),
    ("vote", "legal"),
    ("vote", "illegal"),
    ("vote", "no-action"),
]


@st.composite
def lists(draw: st.DrawFn) -> dict[str, Any]:
    """A round of Boggle: one word is settled in one way, whoever has it and whoever challenges it."""
    written = {name: draw(st.lists(st.sampled_from(POOL), max_size=5)) for name in NAMES.values()}
    how = {word: draw(st.sampled_from(HOW)) for word in POOL}
    told = draw(st.lists(st.tuples(*[st.sampled_from(list(NAMES.values()))] * 2, st.sampled_from(POOL)), max_size=5, unique=True))  # fmt: skip
    challenges = [
        {"word": word, "player": player, "challenger": other, "by": how[word][0] if how[word][1] else None, "ruling": how[word][1]}
        for player, other, word in told
        if player != other and word in written[player]
    ]  # fmt: skip
    record: dict[str, Any] = {"ruleset": "boggle", "lists": written, "challenges": challenges}
    return record | ({"board": BOARD} if draw(st.booleans()) else {})


def boggle_by_hand(record: dict[str, Any], in_dictionary: set[str]) -> dict[str, int]:
    """What each player scores (Boggle, 3 and 4): an illegal word counts nothing, one that several have neither; whoever is wrong about what is
    looked up loses two points, once for each word.
    """
    settled = {each["word"]: (each["by"], each["ruling"]) for each in record["challenges"]}
    made = {word for word, _ in walks(read_board(BOARD), POOL)} if "board" in record else set(POOL)
    legal, stands = set(), set()
    for word in POOL:
        ruling = settled.get(word, (None, None))[1]
        if word in made and len(word) > 2:
            if ruling == "legal" or (word in in_dictionary and ruling != "illegal"):
                legal.add(word)
            if ruling == "no-action" or word in legal:
                stands.add(word)
    scores = {}
    for name, written in record["lists"].items():
        others = {word for other, words in record["lists"].items() if other != name for word in words}
        own = (set(written) - others) & stands
        scores[name] = sum({3: 1, 4: 1, 5: 2, 6: 3}[len(word)] for word in own)
    looked_up = [each for each in record["challenges"] if each["by"] != "vote"]
    wrong = {(each["player"] if each["word"] not in legal else each["challenger"], each["word"]) for each in looked_up}  # fmt: skip
    for name, _ in wrong:
        scores[name] -= 2
    return scores


@quick
@given(lists(), st.randoms(use_true_random=False))
def test_lists_by_hand(adjudicator: Adjudicator, record: dict[str, Any], random: Any) -> None:
    """What each player scores, alone and in a game; with players, their words and challenges in another order as well."""
    bench = adjudicator.under("boggle")
    expected = boggle_by_hand(record, {word for word in POOL if bench.compiled.legal(word)})
    names = random.sample(list(record["lists"]), len(record["lists"]))
    other = {
        **record,
        "lists": {name: random.sample(record["lists"][name], len(record["lists"][name])) for name in names},
        "challenges": random.sample(record["challenges"], len(record["challenges"])),
    }
    for each in (record, other):
        assert totals(score_round(adjudicator, each)) == expected  # type: ignore[arg-type]
        played = {name: value for name, value in each.items() if name != "ruleset"}
        game = score_game(
            adjudicator, {"ruleset": "boggle", "players": list(NAMES.values()), "rounds": [played]}
        )
        assert game["totals"] == expected
