"""Boggle, sentence by sentence: "Boggle Ruleset, February 2026", and the rows of the findings that speak of it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.umpire.faces import Record, Umpire, listed, noted, statuses, totals

BOARD = "PERS/LATG/SINE/TERS"
POINTS = {3: 1, 4: 1, 5: 2, 6: 3, 7: 5, 8: 11, 9: 15}
"""§2, the table; 10 letters and more bring 20."""
LEGAL = ("cat", "cats", "house", "houses", "housing", "mountain", "mountains", "blackberry", "blackberries")
ILLEGAL = ("glorp", "zee", "chower", "FBI", "they'll", "London", "at")


def boggle(lists: dict[str, list[str]], *challenges: dict[str, Any], **more: Any) -> Record:
    """The record of a round."""
    record: Record = {"ruleset": "boggle", "lists": lists, **more}
    return {**record, "challenges": list(challenges)} if challenges else record


def challenge(word: str, player: str, challenger: str | None = None, **more: Any) -> dict[str, Any]:
    """The record of a challenge."""
    said = {"word": word, "player": player, **more}
    return {**said, "challenger": challenger} if challenger else said


def test_zebra(umpire: Umpire) -> None:
    """A1: Ann lists zebra, the board has no Z; Ben challenges and is right: Ann is the incorrect player."""
    answer = umpire.round(
        boggle({"Ann": ["zebra"], "Ben": []}, challenge("zebra", "Ann", "Ben"), board=BOARD)
    )
    assert totals(answer) == {"Ann": -2, "Ben": 0}  # 0 for the word, -2 for Ann
    (word,), (found,) = listed(answer, "Ann"), answer["challenges"]
    assert (word["status"], word["code"], word["points"]) == ("not-on-board", "not-on-board", 0)
    assert word["reason"] == "The board has no tile for Z, B."
    assert found == {
        "word": "zebra",
        "player": "Ann",
        "challenger": "Ben",
        "by": "dictionary",
        "ruling_id": None,
        "dispute": None,
        "at": None,
        "with": [],
        "legal": False,
        "code": "not-on-board",
        "reason": "The board has no tile for Z, B.",
        "decision": "upheld",
        "fate": "crossed-off",
        "points": {"Ann": -2},
        "summary": "ZEBRA is illegal and is crossed off. Ann loses 2 points.",
    }


@pytest.mark.parametrize(
    "word",
    [
        pytest.param("zebra", id="a letter that no tile has"),
        pytest.param("nine", id="N twice, and one N on the board"),
        pytest.param("pit", id="P and I do not touch"),
        pytest.param("glorp", id="neither a word nor on the board"),
        pytest.param("zee", id="American, and not on the board"),
    ],
)
@pytest.mark.parametrize(
    "ruled", [{}, {"by": "dictionary", "ruling": "legal"}], ids=["looked up", "another book"]
)
def test_challenger_right_about_the_board(umpire: Umpire, word: str, ruled: dict[str, str]) -> None:
    """§3: "The letters must be connected …, the same letter cannot be used twice": whatever a book says, the player is incorrect."""
    lists = {"Ann": [word], "Ben": ["sine"]}
    answer = umpire.round(boggle(lists, challenge(word, "Ann", "Ben", **ruled), board=BOARD))
    assert totals(answer) == {"Ann": -2, "Ben": 1}  # Ben: sine, 4 letters
    (found,) = answer["challenges"]
    assert (found["code"], found["legal"], found["decision"]) == ("not-on-board", False, "upheld")


def test_vote_cannot_connect_letters(umpire: Umpire) -> None:
    """A vote for zebra does not put a Z on the board: the word scores nothing, and a vote costs nobody anything."""
    lists = {"Ann": ["zebra"], "Ben": []}
    answer = umpire.round(boggle(lists, challenge("zebra", "Ann", "Ben", ruling="legal"), board=BOARD))
    assert totals(answer) == {"Ann": 0, "Ben": 0}
    assert (answer["challenges"][0]["code"], answer["challenges"][0]["legal"]) == ("not-on-board", False)


def test_challenger_wrong_about_the_board(umpire: Umpire) -> None:
    """§3: "The incorrect player loses two points": plates and lines lie on the board, so the challenger does."""
    lists = {"Ann": ["plates", "lines"], "Ben": []}
    answer = umpire.round(boggle(lists, challenge("plates", "Ann", "Ben"), board=BOARD))
    assert totals(answer) == {"Ann": 5, "Ben": -2}  # plates 3 + lines 2
    (found,) = answer["challenges"]
    assert (found["decision"], found["fate"], found["points"]) == ("rejected", "stands", {"Ben": -2})


@pytest.mark.parametrize(
    "word", ["zebra", "zed", "lines", "trig", "fridge", "gym", "scuba", "rho", "forty", "china"]
)
def test_legal_word_without_a_board(umpire: Umpire, word: str) -> None:
    """§3 to §5: of a word that is legal, the challenger is the incorrect player and loses two points."""
    answer = umpire.round(boggle({"Ann": [word], "Ben": []}, challenge(word, "Ann", "Ben")))
    points = {3: 1, 4: 1, 5: 2, 6: 3}[len(word)]
    assert totals(answer) == {"Ann": points, "Ben": -2}


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


@pytest.mark.parametrize("challenger", ["Cy", None])
@pytest.mark.parametrize(
    ("word", "ruling", "points"), [("glorp", "legal", 2), ("glorp", "illegal", 0), ("house", "illegal", 0)]
)
@pytest.mark.parametrize("by", [{}, {"by": "vote"}], ids=["a ruling", "a vote"])
def test_vote(
    umpire: Umpire, word: str, ruling: str, points: int, by: dict[str, str], challenger: str | None
) -> None:
    """A4: "Any disputes can be settled with a vote": the word is as voted, and nobody loses points; a vote needs no challenger."""
    lists = {"Ann": [word], "Cy": []}
    answer = umpire.round(boggle(lists, challenge(word, "Ann", challenger, ruling=ruling, **by)))
    assert totals(answer) == {"Ann": points, "Cy": 0}
    (found,) = answer["challenges"]
    assert (found["by"], found["code"], found["points"]) == ("vote", f"ruled-{ruling}", {})
    assert found["legal"] is (ruling == "legal")
    assert (found["decision"], found["fate"]) == (
        ("rejected", "stands") if ruling == "legal" else ("upheld", "crossed-off")
    )
    assert found["challenger"] == challenger
    assert "loses" not in found["summary"]


@pytest.mark.parametrize(
    ("word", "ruling", "expected"),
    [
        ("house", "illegal", {"Ann": -2, "Ben": 0}),
        ("glorp", "legal", {"Ann": 2, "Ben": -2}),
        ("glorp", "illegal", {"Ann": -2, "Ben": 0}),
        ("house", "legal", {"Ann": 2, "Ben": -2}),
    ],
)
def test_look_into_another_book(umpire: Umpire, word: str, ruling: str, expected: dict[str, int]) -> None:
    """§3: "they may verify this in the dictionary. The incorrect player loses two points": in the one on the table, too."""
    answer = umpire.round(
        boggle({"Ann": [word], "Ben": []}, challenge(word, "Ann", "Ben", by="dictionary", ruling=ruling))
    )
    assert totals(answer) == expected
    assert answer["challenges"][0]["code"] == f"ruled-{ruling}"


def test_vote_and_look_in_one_round(umpire: Umpire) -> None:
    """A4: "no dictionary challenge in the same round" was the price of a vote without points; it is no longer."""
    answer = umpire.round(
        boggle(
            {"Ann": ["glorp", "house"], "Ben": ["chower", "cat"], "Cy": []},
            challenge("glorp", "Ann", ruling="illegal"),
            challenge("chower", "Ben", "Cy"),
            challenge("cat", "Ben", "Ann"),
        )
    )
    # Ann: house 2, her challenge of cat -2. Ben: cat 1, chower -2. Cy: nothing.
    assert totals(answer) == {"Ann": 0, "Ben": -1, "Cy": 0}
    assert answer["leaders"] == ["Ann", "Cy"]
    assert [found["by"] for found in answer["challenges"]] == ["vote", "dictionary", "dictionary"]


@pytest.mark.parametrize("by", [{}, {"by": "vote"}])
def test_tie(umpire: Umpire, by: dict[str, str]) -> None:
    """A5: "In the event of a tie, no action is taken": glorp stays on the list, and scores its 5 letters."""
    lists = {"Ann": ["glorp"], "Ben": ["cat"]}
    answer = umpire.round(boggle(lists, challenge("glorp", "Ann", "Ben", ruling="no-action", **by)))
    assert totals(answer) == {"Ann": 2, "Ben": 1}
    (word,), (found,) = listed(answer, "Ann"), answer["challenges"]
    assert (word["status"], word["code"], word["points"]) == ("scores", "no-action", 2)
    assert (found["decision"], found["fate"], found["points"]) == ("no-action", "stands", {})
    assert found["summary"].endswith("no action is taken. GLORP stays as it was written.")


def test_tie_is_shared(umpire: Umpire) -> None:
    """A word that a tie has left on two lists was found by both, and scores for nobody; of a legal word as well."""
    lists = {"Ann": ["glorp", "house"], "Ben": ["glorp", "house"], "Cy": []}
    ties = [
        challenge(word, player, ruling="no-action")
        for word, player in [("glorp", "Ann"), ("glorp", "Ben"), ("house", "Ann")]
    ]
    answer = umpire.round(boggle(lists, *ties))
    assert totals(answer) == {"Ann": 0, "Ben": 0, "Cy": 0}
    assert statuses(answer, "Ann") == [("glorp", "shared", 0), ("house", "shared", 0)]


def test_tie_about_what_the_board_lacks(umpire: Umpire) -> None:
    """No action is taken on zebra, and yet the letters must be connected: it scores nothing; lines scores 2."""
    lists = {"Ann": ["zebra", "lines"], "Ben": []}
    answer = umpire.round(boggle(lists, challenge("zebra", "Ann", "Ben", ruling="no-action"), board=BOARD))
    assert totals(answer) == {"Ann": 2, "Ben": 0}
    assert listed(answer, "Ann")[0]["status"] == "not-on-board"
    assert (answer["challenges"][0]["code"], answer["challenges"][0]["legal"]) == ("not-on-board", False)


@pytest.mark.parametrize("ruling", ["legal", "no-action"])
def test_vote_cannot_lengthen_a_word(umpire: Umpire, ruling: str) -> None:
    """§3: "Be at least three letters long", and §2 has no points for two letters, whatever is ruled."""
    answer = umpire.round(boggle({"Ann": ["qi"], "Ben": []}, challenge("qi", "Ann", "Ben", ruling=ruling)))
    assert totals(answer) == {"Ann": 0, "Ben": 0}
    assert listed(answer, "Ann")[0]["code"] == "too-short"


@pytest.mark.parametrize(
    ("said", "place"),
    [
        ({"by": "vote"}, "challenges[0]"),
        ({"by": "dictionary", "ruling": "no-action"}, "challenges[0]"),
        ({"by": "oracle"}, "challenges[0].by"),
        ({"ruling": "tie"}, "challenges[0].ruling"),
        ({"ruling": True}, "challenges[0].ruling"),
        ({"at": [1, 1, "across"], "ruling": "illegal"}, "challenges[0].at"),
    ],
)
def test_challenge_that_cannot_be(umpire: Umpire, said: dict[str, Any], place: str) -> None:
    """A vote without a ruling, a tie in a dictionary, words that the record does not know, a place on a list: faults."""
    umpire.refusal(boggle({"Ann": ["glorp"], "Ben": []}, challenge("glorp", "Ann", "Ben", **said)), place)


def test_dictionary_needs_a_challenger(umpire: Umpire) -> None:
    """§3 takes two points from the incorrect player: without a challenger nobody could be it."""
    umpire.refusal(
        boggle({"Ann": ["house"], "Ben": []}, challenge("house", "Ann")), "challenges[0].challenger"
    )


@pytest.mark.parametrize(
    ("entry", "place", "says"),
    [
        (challenge("glorp", "Ben", "Ann"), "challenges[0].word", "Ben has not written it down"),
        (challenge("glorp", "Dee", "Ann"), "challenges[0].player", "Dee"),
        (challenge("glorp", "Ann", "Dee"), "challenges[0].challenger", "Dee"),
        (challenge("glorp", "Ann", "Ann"), "challenges[0].challenger", ""),
        (challenge("house", "Ann", "Ben"), "challenges[0].word", "Ann has not written it down"),
    ],
    ids=["not on that list", "no such player", "no such challenger", "herself", "on no list"],
)
def test_challenge_held_against_lists(umpire: Umpire, entry: dict[str, Any], place: str, says: str) -> None:
    """A slip of the pen in a challenge is said, and moves no points."""
    umpire.refusal(boggle({"Ann": ["glorp"], "Ben": ["cat"]}, entry), place, says)


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


def test_illegal_for_one_is_illegal_for_all(umpire: Umpire) -> None:
    """A vote is about the word: what it strikes from Ann's list scores on Ben's as little, and is not his alone now."""
    answer = umpire.round(
        boggle({"Ann": ["house"], "Ben": ["house"]}, challenge("house", "Ann", "Ben", ruling="illegal"))
    )
    assert totals(answer) == {"Ann": 0, "Ben": 0}


@pytest.mark.parametrize("other", ["legal", "no-action"])
def test_rulings_contradict(umpire: Umpire, other: str) -> None:
    """One word cannot be ruled legal, or left by a tie, on one list, and be illegal on another."""
    lists = {"Ann": ["glorp"], "Ben": ["glorp"], "Cy": []}
    faults = umpire.faults(
        boggle(
            lists,
            challenge("glorp", "Ann", "Cy", ruling=other),
            challenge("glorp", "Ben", "Cy", ruling="illegal"),
        )
    )
    assert any(fault.startswith("challenges[") for fault in faults)


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


@pytest.mark.parametrize("word", ["lines", "glorp"])
def test_challenge_of_undefined(umpire: Umpire, word: str) -> None:
    """A word that its player could not define is void already: a challenge of it costs nobody anything."""
    answer = umpire.round(
        boggle({"Ann": [word], "Ben": []}, challenge(word, "Ann", "Ben"), undefined={"Ann": [word]})
    )
    assert totals(answer) == {"Ann": 0, "Ben": 0}
    (found,) = answer["challenges"]
    assert (found["decision"], found["points"]) == ("void", {})


def test_two_challenge_an_illegal_word(umpire: Umpire) -> None:
    """A13: "The incorrect player loses two points": zee is looked up once, Ann loses once, whoever else asked."""
    lists: dict[str, list[str]] = {"Ann": ["zee"], "Ben": [], "Cy": []}
    answer = umpire.round(boggle(lists, challenge("zee", "Ann", "Ben"), challenge("Zee", "Ann", "Cy")))
    assert totals(answer) == {"Ann": -2, "Ben": 0, "Cy": 0}
    first, second = answer["challenges"]
    assert (first["with"], second["with"]) == (["Cy"], ["Ben"])
    assert (first["points"], second["points"]) == ({"Ann": -2}, {})


def test_two_challenge_a_legal_word(umpire: Umpire) -> None:
    """A13: of zed, both who said that it is none are incorrect, and each loses two points."""
    lists: dict[str, list[str]] = {"Ann": ["zed"], "Ben": [], "Cy": []}
    answer = umpire.round(boggle(lists, challenge("zed", "Ann", "Ben"), challenge("zed", "Ann", "Cy")))
    assert totals(answer) == {"Ann": 1, "Ben": -2, "Cy": -2}
    assert [found["points"] for found in answer["challenges"]] == [{"Ben": -2}, {"Cy": -2}]


def test_one_challenges_twice(umpire: Umpire) -> None:
    """Nobody challenges the same word of the same player twice."""
    lists: dict[str, list[str]] = {"Ann": ["zee"], "Ben": []}
    umpire.refusal(
        boggle(lists, challenge("zee", "Ann", "Ben"), challenge("zee", "Ann", "Ben")), "challenges[1]"
    )


def test_challenge_of_a_shared_word(umpire: Umpire) -> None:
    """house is on two lists and scores for nobody; who challenges it is incorrect nonetheless, and is told so."""
    lists = {"Ann": ["house"], "Ben": ["house"], "Cy": []}
    answer = umpire.round(boggle(lists, challenge("house", "Ann", "Cy")))
    assert totals(answer) == {"Ann": 0, "Ben": 0, "Cy": -2}
    assert noted(answer, "house")


def test_challenge_of_a_repeated_word(umpire: Umpire) -> None:
    """house is twice on Ann's list: a challenge of it is one challenge, and a note says that it is repeated."""
    answer = umpire.round(boggle({"Ann": ["house", "House"], "Cy": []}, challenge("house", "Ann", "Cy")))
    assert totals(answer) == {"Ann": 2, "Cy": -2}
    assert noted(answer, "house")


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
    for player, word in challenged:
        challenger = data.draw(st.sampled_from([each for each in players if each != player]))
        challenges.append(challenge(word, player, challenger))
        expected[challenger if word in LEGAL else player] -= 2
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
