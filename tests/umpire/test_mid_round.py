"""Word Whiz: words that were challenged during play, by the last question of the FAQ."""

from __future__ import annotations

from tests.umpire.faces import Umpire, run_of, totals
from tests.umpire.whiz import (
    GRID,
    GRID_OWNERS,
    crossword,
    illegal,
)


def test_withdrawn(umpire: Umpire) -> None:
    """FAQ: "it must be removed from play and returned": it is nowhere now, and costs the finisher neither points nor bonus."""
    said = illegal("houze", "Red", mid_round=True)
    answer = umpire.round(crossword(GRID, GRID_OWNERS, said, finished="Red"))
    assert totals(answer) == {"Red": 8, "Blue": 0}  # words 3 + 5
    (found,) = answer["challenges"]
    assert (found["decision"], found["fate"], found["points"], found["at"]) == (
        "upheld",
        "withdrawn",
        {},
        None,
    )


def test_built_on(umpire: Umpire) -> None:
    """FAQ: "it will remain in play. However, that word will not count in that player's score": Blue, who has a tile in it, has its 8."""
    rows = ["RECIEVE", "......G", "......G"]
    owners = ["rrrrrrb", "......b", "......g"]
    said = illegal("recieve", "Red", mid_round=True, built_on=True)
    answer = umpire.round(crossword(rows, owners, said, finished="Red", unplayed={"Blue": 3, "Green": 5}))
    assert totals(answer) == {
        "Red": 0,
        "Blue": 13,
        "Green": 0,
    }  # Blue: 8 + the bonus of Red, who is not eligible
    assert "Red" in run_of(answer, "recieve")["void_for"]


def test_built_on_and_not_the_finisher(umpire: Umpire) -> None:
    """Who played an invalid word that was built on cannot inherit the bonus either: it passes Blue and goes to Green."""
    rows = ["HOUSE", "....G", "....G", "....S"]
    owners = ["rrrrr", "....b", "....b", "....g"]
    record = crossword(
        rows,
        owners,
        illegal("house", "Red"),
        illegal("eggs", "Blue", mid_round=True, built_on=True),
        finished="Red",
        unplayed={"Blue": 1, "Green": 9},
    )
    # house excluded; eggs counts for Red (E) and Green (S), 2 each, not for Blue; bonus 5 to Green.
    answer = umpire.round(record)
    assert totals(answer) == {"Red": 2, "Blue": 0, "Green": 7}


def test_built_on_and_grown(umpire: Umpire) -> None:
    """RECIEVE of Red's was invalid and built on: it has grown to RECIEVER by Blue: it counts for Blue, 13, and not for Red."""
    said = illegal("recieve", "Red", mid_round=True, built_on=True)
    answer = umpire.round(crossword(["RECIEVER"], ["rrrrrrrb"], said, finished="Red"))
    assert totals(answer) == {"Red": 0, "Blue": 18}  # 13 + 5


def test_mid_round_and_legal(umpire: Umpire) -> None:
    """A word that was challenged during play and is none the worse for it may have grown since, and scores as it stands."""
    said = {"word": "house", "player": "Red", "mid_round": True}
    answer = umpire.round(crossword(["HOUSES"], ["rrrrrb"], said, finished="Red"))
    assert totals(answer) == {"Red": 10, "Blue": 5}  # houses 5 + 5, 5
    assert answer["challenges"][0]["decision"] == "rejected"
    umpire.refusal(crossword(["HOUSES"], ["rrrrrb"], {"word": "house", "player": "Red"}), "challenges[0]")
