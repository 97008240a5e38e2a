"""Boggle, sentence by sentence: which words count, for whom and for how much."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.umpire.boggle import BOARD, ILLEGAL, LEGAL, POINTS, boggle, challenge
from tests.umpire.faces import Record, Umpire, listed, statuses, totals


@pytest.mark.parametrize(
    ("word", "code"),
    [
        ("glorp", "not-in-dictionary"),
        ("chower", "not-in-dictionary"),
        ("zee", "american-spelling"),
        ("London", "proper-noun"),
        ("FBI", "initialism"),
        ("faq", "initialism"),
        ("NATO", "acronym"),
        ("they'll", "contraction"),
        ("quo", "only-in-phrases"),
        ("at", "too-short"),
        ("qi", "too-short"),
    ],
)
def test_illegal_word(umpire: Umpire, word: str, code: str) -> None:
    """§3 to §5: an illegal word brings nothing, and costs its player two points if it was challenged, none if not."""
    lists = {"Ann": [word], "Ben": []}
    plain = umpire.round(boggle(lists))
    assert totals(plain) == {"Ann": 0, "Ben": 0}
    assert listed(plain, "Ann")[0]["code"] == code
    answer = umpire.round(boggle(lists, challenge(word, "Ann", "Ben")))
    assert totals(answer) == {"Ann": -2, "Ben": 0}
    (found,) = answer["challenges"]
    assert (found["code"], found["decision"], found["fate"]) == (code, "upheld", "crossed-off")


@pytest.mark.parametrize(
    "word", ["cat", "cats", "house", "houses", "housing", "mountain", "mountains", "blackberry"]
)
def test_scoring_table(umpire: Umpire, word: str) -> None:
    """§2, the table: 3 and 4 letters 1, 5 2, 6 3, 7 5, 8 11, 9 15, 10 and more 20."""
    answer = umpire.round(boggle({"Ann": [word, "blackberries"], "Ben": []}))
    points = {3: 1, 4: 1, 5: 2, 6: 3, 7: 5, 8: 11, 9: 15, 10: 20}[len(word)]
    assert statuses(answer, "Ann") == [(word, "scores", points), ("blackberries", "scores", 20)]
    assert totals(answer) == {"Ann": points + 20, "Ben": 0}
    assert answer["leaders"] == answer["winners"] == ["Ann"]


@pytest.mark.parametrize(("struck", "word", "points"), [("we'll", "well", 1), ("I'll", "ill", 1)])
@pytest.mark.parametrize("turned", [False, True])
def test_struck_spelling_blots_out_nobody(
    umpire: Umpire, struck: str, word: str, points: int, turned: bool
) -> None:
    """A8: we'll is a contraction (§4), so Cy has not found well: Ben alone has; nor does a list repeat itself so."""
    lists = {"Cy": [struck], "Ben": [word]}
    answer = umpire.round(boggle(dict(reversed(lists.items())) if turned else lists))
    assert totals(answer) == {"Cy": 0, "Ben": points}
    assert listed(answer, "Cy")[0]["code"] == "contraction"
    assert listed(answer, "Ben")[0]["shared_with"] == []
    both = [word, struck] if turned else [struck, word]
    alone = umpire.round(boggle({"Cy": both, "Ben": []}))
    assert totals(alone) == {"Cy": points, "Ben": 0}


@pytest.mark.parametrize("undefined", ["Lines", "lines", "LINES"])
@pytest.mark.parametrize("written", ["Lines", "lines"])
def test_undefined(umpire: Umpire, undefined: str, written: str) -> None:
    """§3: "only play words that they can define". A9: capitals do not matter. Ben, who can, has it alone: 2 points."""
    lists = {"Ann": [written, "cat"], "Ben": ["lines"]}
    answer = umpire.round(boggle(lists, undefined={"Ann": [undefined]}))
    assert totals(answer) == {"Ann": 1, "Ben": 2}  # Ann: cat
    word, _ = listed(answer, "Ann")
    assert (word["status"], word["code"], word["points"]) == ("undefined", "undefined", 0)
    assert listed(answer, "Ben")[0]["shared_with"] == []


@pytest.mark.parametrize("undefined", [{"Ann": ["house"]}, {"Dee": ["lines"]}, {"Ben": ["lines"]}])
def test_undefined_knows_no_strangers(umpire: Umpire, undefined: dict[str, list[str]]) -> None:
    """A9: an undefined word that is on no list of that player, or a player who is none, is a fault as in a challenge."""
    umpire.refusal(boggle({"Ann": ["lines"], "Ben": ["cat"]}, undefined=undefined), "undefined")


def test_same_word(umpire: Umpire) -> None:
    """§1: "If another player has found the same word, no score is given": for none of the three, in any spelling."""
    lists = {"Ann": ["plates", "cafe"], "Ben": ["Plates", "café"], "Cy": ["PLATES", "cat"]}
    answer = umpire.round(boggle(lists))
    assert totals(answer) == {"Ann": 0, "Ben": 0, "Cy": 1}
    word, other = listed(answer, "Ann")
    assert (word["status"], word["code"], sorted(word["shared_with"])) == ("shared", "shared", ["Ben", "Cy"])
    assert other["shared_with"] == ["Ben"]


def test_homonyms(umpire: Umpire) -> None:
    """§2: "homonyms, words that are spelled the same but with different meanings only count once"."""
    answer = umpire.round(boggle({"Ann": ["bank", "Bank", "bank"], "Ben": []}))
    assert totals(answer) == {"Ann": 1, "Ben": 0}
    assert [(each["status"], each["code"]) for each in listed(answer, "Ann")][1:] == [
        ("repeated", "repeated")
    ] * 2


@pytest.mark.parametrize("tile", ["Qu", "(Qu)"])
def test_qu(umpire: Umpire, tile: str) -> None:
    """§2: "the Qu tile counts as two letters": quit has 4 on three tiles, quits 5, qua 3 on two; there is no Q for qi."""
    board = f"{tile}ITS/AXXX/XXXX/XXXX"
    answer = umpire.round(boggle({"Ann": ["quit", "quits", "qua", "qi"], "Ben": []}, board=board))
    assert statuses(answer, "Ann")[:3] == [
        ("quit", "scores", 1),
        ("quits", "scores", 2),
        ("qua", "scores", 1),
    ]
    assert totals(answer) == {"Ann": 4, "Ben": 0}  # 1 + 2 + 1
    assert listed(answer, "Ann")[0]["path"] == [0, 1, 2]


@pytest.mark.parametrize(
    "board",
    [
        {"rows": [["QU", "I", "T", "S"], ["A", "X", "X", "X"], list("XXXX"), list("XXXX")]},
        {"tiles": ["Qu", "I", "T", "S", "A"], "edges": [[0, 1], [1, 2], [2, 3], [0, 4]]},
    ],
    ids=["rows", "tiles and edges"],
)
def test_board_as_json(umpire: Umpire, board: Record) -> None:
    """A board may be written as JSON; qua is made of two tiles, and stiq of none in this order."""
    answer = umpire.round(boggle({"Ann": ["quits", "qua", "quota"], "Ben": []}, board=board))
    assert totals(answer) == {"Ann": 3, "Ben": 0}  # 2 + 1
    assert listed(answer, "Ann")[2]["status"] == "not-on-board"


def test_board(umpire: Umpire) -> None:
    """§3: "connected horizontally, vertically or diagonally", each tile once: cats lies on the diagonal, scat does not connect."""
    told = umpire.board("CXXX/XAXX/XXTX/XXXS", "cats", "cat", "scat", "taste")
    assert [told[word]["on_board"] for word in ("cats", "cat", "scat", "taste")] == [True, True, False, False]
    assert [told[word]["score"] for word in ("cats", "cat", "scat")] == [1, 1, 0]
    told = umpire.board("TEAT/XXXX/XXXX/XXXX", "teat", "tea", "eat", "tat")
    assert [told[word]["on_board"] for word in ("teat", "tea", "eat", "tat")] == [True, True, True, False]
    assert not umpire.board("RADX/XXXX/XXXX/XXXX", "radar")["radar"]["on_board"]


@pytest.mark.parametrize("word", ["zebra", "nine", "pit", "plates", "sine", "glorp"])
def test_check_says_as_the_round(umpire: Umpire, word: str) -> None:
    """A1: `check --board` says of a word what the round says."""
    answer = umpire.round(boggle({"Ann": [word], "Ben": []}, board=BOARD))
    board = umpire.written({"rows": [list(row) for row in BOARD.split("/")]}, "board.json")
    code, printed, _ = umpire.command("check", word, "-r", "boggle", "--board", str(board))
    legal = listed(answer, "Ann")[0]["status"] == "scores"
    assert code == (0 if legal else 1)
    assert ("NOT LEGAL" not in printed) is legal


def test_penalties(umpire: Umpire) -> None:
    """Other points add to those of words and challenges: 2 - 2 + 5 and 1 - 3."""
    lists = {"Ann": ["house"], "Ben": ["cat"]}
    answer = umpire.round(boggle(lists, challenge("cat", "Ben", "Ann"), penalties={"Ann": 5, "Ben": -3}))
    assert totals(answer) == {"Ann": 5, "Ben": -2}
    assert answer["leaders"] == ["Ann"]
    umpire.refusal(boggle(lists, penalties={"Dee": -2}), "penalties", "Dee")


def test_challenging_rule_is_optional(umpire: Umpire) -> None:
    """§3: "Players may decide to play with a challenging rule": without challenges nobody loses points."""
    answer = umpire.round(boggle({"Ann": ["glorp", "zee"], "Ben": ["house"]}))
    assert totals(answer) == {"Ann": 0, "Ben": 2}
    assert answer["challenges"] == []


@given(
    st.dictionaries(
        st.sampled_from(["Ann", "Ben", "Cy", "Dee"]),
        st.lists(st.sampled_from([*LEGAL, *ILLEGAL]), max_size=6),
        min_size=2,
    ),
    st.data(),
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_totals(umpire: Umpire, lists: dict[str, list[str]], data: st.DataObject) -> None:
    """Whatever is on the lists: a legal word that one player alone has scores by its length once, two points move a look, no order matters."""
    players = list(lists)
    written = [(player, word) for player in players for word in dict.fromkeys(lists[player])]
    challenged = data.draw(st.lists(st.sampled_from(written), unique=True, max_size=3)) if written else []
    expected = dict.fromkeys(players, 0)
    for player in players:
        for word in set(lists[player]):
            if word in LEGAL and not any(word in lists[other] for other in players if other != player):
                expected[player] += POINTS.get(len(word), 20)
    challenges = []
    wrong = set()
    for player, word in challenged:
        challenger = data.draw(st.sampled_from([each for each in players if each != player]))
        challenges.append(challenge(word, player, challenger))
        wrong.add((challenger if word in LEGAL else player, word))
    for name, _ in wrong:  # one word on two lists is looked up once, so that a challenger is wrong once
        expected[name] -= 2
    answer = umpire.posted("round", boggle(lists, *challenges))
    assert totals(answer) == expected
    shuffled = {
        player: data.draw(st.permutations(lists[player])) for player in data.draw(st.permutations(players))
    }
    assert (
        totals(umpire.posted("round", boggle(shuffled, *data.draw(st.permutations(challenges))))) == expected
    )


def connected(rows: list[str], word: str) -> bool:
    """Whether tiles that touch, each used once, spell the word: §3, tried out."""

    def onward(row: int, column: int, rest: str, used: frozenset[tuple[int, int]]) -> bool:
        if (row, column) in used or not (0 <= row < len(rows) and 0 <= column < len(rows[row])):
            return False
        if rows[row][column] != rest[0]:
            return False
        steps = [(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
        return len(rest) == 1 or any(onward(*step, rest[1:], used | {(row, column)}) for step in steps)

    return any(
        onward(row, column, word, frozenset()) for row in range(len(rows)) for column in range(len(rows[row]))
    )


@given(st.lists(st.text("ABELST", min_size=4, max_size=4), min_size=4, max_size=4))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_connected(umpire: Umpire, rows: list[str]) -> None:
    """§3: a word is on a board exactly if its letters are connected and none is used twice."""
    words = [
        "bale",
        "seal",
        "stable",
        "table",
        "least",
        "tease",
        "asset",
        "ease",
        "tat",
        "ebb",
        "all",
        "bat",
        "label",
    ]
    answer = umpire.posted("round", boggle({"Ann": words, "Ben": []}, board="/".join(rows)))
    for each in listed(answer, "Ann"):
        assert (each["status"] == "scores") is connected(rows, each["word"].upper())
