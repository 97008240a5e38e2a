"""The pages of boards: what they say of a board, a round and a game is what the API answers, in words; what was typed is never lost."""

from __future__ import annotations

import gzip
from typing import Any

import pytest
from bs4 import BeautifulSoup, Tag
from flask.testing import FlaskClient

from adjudicator.web.pages.board import SHAPES
from adjudicator.web.pages.board_faults import plain
from adjudicator.web.pages.board_forms import cells, one_line, words_in
from adjudicator.web.pages.board_view import names_text
from tests.web.test_session import key_on

PERS = "PERS/LATG/SINE/TERS"
MARKUP = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
CROSSWORD: dict[str, Any] = {
    "ruleset": "word-whiz",
    "rows": "WORDS\r\nO\r\nEATEN",
    "owners": "RRRRR\r\nb\r\nbgggg",
    "name-r": "Ann",
    "name-b": "Ben",
    "name-g": "Cara",
    "finished": "r",
    "unplayed-b": "3",
    "unplayed-g": "2",
}


def read(response: Any, status: int = 200) -> BeautifulSoup:
    """Return a page; check what holds for each of them."""
    assert response.status_code == status, response.text
    assert response.mimetype == "text/html"
    soup = BeautifulSoup(response.text, "html.parser")
    assert len(soup.find_all("h1")) == 1
    assert not soup.find_all(style=True) and not soup.select("[onclick], [onerror], script:not([src])")
    named = {label.get("for") for label in soup.select("label")}
    for field in soup.select("main input:not([type=hidden]), main textarea, main select"):
        assert field.get("aria-label") or field.get("id") in named or field.find_parent("label"), field
    return soup


def page(client: FlaskClient, path: str, status: int = 200, **query: Any) -> BeautifulSoup:
    return read(client.get(path, query_string=query), status)


def sent(client: FlaskClient, path: str, status: int = 200, **fields: Any) -> BeautifulSoup:
    """Return the page that answers a form."""
    key = key_on(client, path)
    return read(client.post(path, data={"form_key": key, **fields}), status)


def text(soup: BeautifulSoup | Tag, selector: str = "") -> str:
    found = soup.select_one(selector) if selector else soup
    assert isinstance(found, Tag), selector
    return " ".join(found.get_text(" ").split())


def texts(soup: BeautifulSoup, selector: str) -> list[str]:
    return [text(each) for each in soup.select(selector)]


def value(soup: BeautifulSoup, selector: str) -> str:
    """What a field has in it."""
    found = soup.select_one(selector)
    assert isinstance(found, Tag), selector
    return found.get_text() if found.name == "textarea" else str(found["value"])


def chosen(soup: BeautifulSoup) -> str:
    """The rules that are chosen in a form."""
    return value(soup, "#ruleset option[selected]")


def faults(soup: BeautifulSoup) -> list[str]:
    return texts(soup, "#fault p")


# Solving and checking


def test_a_board_that_was_sent_is_a_short_link(client: FlaskClient) -> None:
    """Rows that were typed become one line of an address, and the rules that were chosen are kept for the next page."""
    response = client.get("/board?go=1&board=PE+RS%0D%0ALATG%0D%0A&words=plates%0D%0Azed&ruleset=bonus-rings")
    assert response.status_code == 303
    assert response.headers["Location"] == "/board?board=PERS/LATG&ruleset=bonus-rings&words=plates+zed"
    assert chosen(page(client, "/board")) == "bonus-rings"


def test_a_link_changes_nothing(client: FlaskClient) -> None:
    """Whoever follows a link has not chosen its rules."""
    page(client, "/board", board=PERS, ruleset="bonus-rings")
    assert chosen(page(client, "/board")) == "boggle"


@pytest.mark.parametrize(("board", "ruleset"), [(each.example, each.ruleset) for each in SHAPES])
def test_all_words_as_the_api_has_them(client: FlaskClient, board: str, ruleset: str) -> None:
    """Every word with its points and its path, by length from the longest on, hidden until somebody looks; and what all are worth. Points
    that all words of a length have are said once.
    """
    answer = client.post("/v1/boards/solve", json={"board": board, "ruleset": ruleset}).get_json()
    soup = page(client, "/board", board=board, ruleset=ruleset)
    assert text(soup, "h1") == f"{len(answer['words']):,} words"
    assert f"{answer['total']:,} points in all" in text(soup, ".under")
    shown = {}
    for link in soup.select(".words a"):
        word, *own = link.get_text().split()
        group = link.find_parent("details")
        assert isinstance(group, Tag)
        [points] = own or [str(group["data-each"])]
        shown[word] = (int(points), [int(number) for number in str(link["data-path"]).split()])
    assert shown == {each["word"]: (each["score"], each["path"]) for each in answer["words"]}
    lengths = [int(each.split()[0]) for each in texts(soup, ".length summary b")]
    assert lengths == sorted({len(word) for word in shown}, reverse=True)
    assert not any(details.has_attr("open") for details in soup.select(".length"))


def test_words_of_a_length(client: FlaskClient) -> None:
    """How many there are and what each is worth stands on what hides them; where rings make a difference, what all are worth."""
    said = texts(page(client, "/board", board=PERS, ruleset="boggle"), ".length summary")
    assert said[0] == "12 letters 1 word , 20 points" and "8 letters 102 words , 11 points each" in said
    ringed = texts(page(client, "/board", board="DI*/G?", ruleset="bonus-rings"), ".length summary")
    assert any(each.endswith(" points in all") for each in ringed)


def test_how_many_words_go_through_each_tile(client: FlaskClient) -> None:
    """By the paths that are shown: on the tiles, in a table, and the most in a sentence; the warmest tile is that one."""
    solved = client.post("/v1/boards/solve", json={"board": PERS, "ruleset": "boggle"}).get_json()["words"]
    through = [sum(tile in each["path"] for each in solved) for tile in range(16)]
    soup = page(client, "/board", board=PERS, ruleset="boggle")
    assert [int(each) for each in texts(soup, "svg .through text")] == through
    cells = texts(soup, ".counts td")
    assert [each.split() for each in cells] == [
        [face, str(number)] for face, number in zip("PERSLATGSINETERS", through, strict=True)
    ]
    most = through.index(max(through))
    assert f"in row {most // 4 + 1}, place {most % 4 + 1}: {max(through)}." in text(soup, ".about .hint")
    assert [number for number, tile in enumerate(soup.select("svg .tile")) if "heat-5" in tile["class"]] == [
        number for number in range(16) if through[number] * 5 > 4 * max(through)
    ]
    assert not page(client, "/board", board="Z", ruleset="boggle").select(".through, .counts")


def test_a_solved_board_is_few_elements(client: FlaskClient) -> None:
    """One for each word, and not many beside them."""
    soup = page(client, "/board", board=PERS, ruleset="boggle")
    assert len(soup.find_all(True)) < len(soup.select(".words a")) + 400


def test_a_long_solution_stays_light(client: FlaskClient) -> None:
    """More than a thousand words take a fraction of what a photo takes."""
    page = client.get(f"/board?board={PERS}&ruleset=boggle").data
    assert len(gzip.compress(page)) < 30_000


def test_the_path_of_a_word(client: FlaskClient) -> None:
    """Its tiles have numbers, a line joins them, and the drawing says the same in words; its group is open."""
    soup = page(client, "/board", board=PERS, ruleset="boggle", word="plates")
    [link] = soup.select(".words a[aria-current]")
    assert link.get_text().split()[0] == "plates"
    assert link.find_parent("details")["open"] == ""  # type: ignore[index]
    path = [int(number) for number in str(link["data-path"]).split()]
    orders = texts(soup, "svg .orders text")
    assert [orders.index(str(order)) for order in range(1, 7)] == path
    assert len(soup.select("svg .tile.lit")) == 6
    drawing = soup.select_one("figure svg")
    assert drawing and "The board: P E R S; L A T G" in str(drawing["aria-label"])
    assert "plates: row 1, place 1; row 2, place 1" in str(drawing["aria-label"])
    assert text(soup, "figcaption") == "plates: 3 points Is it legal? See why"
    verdict = soup.select_one("figcaption a")
    assert verdict and verdict["href"] == "/?word=plates&ruleset=boggle"


def test_a_tile_that_is_used_twice(client: FlaskClient) -> None:
    """It has both numbers; rings and blanks are drawn and told."""
    soup = page(client, "/board", board="DI*/G?", ruleset="bonus-rings", word="digit")
    assert "2·4" in texts(soup, "svg .orders text")
    assert len(soup.select("svg circle")) == 1
    drawing = soup.select_one("figure svg")
    assert drawing and "D I with a ring; G blank" in str(drawing["data-told"])
    assert text(soup, "figcaption").startswith("digit: 4 points")


def test_a_row_that_is_probably_a_square(client: FlaskClient) -> None:
    """It is asked about and drawn, in a form and in a link; each answer is one link, and whoever says that it is a row is not asked again."""
    row: dict[str, Any] = {"board": "pers latg sine ters", "ruleset": "boggle", "words": "plates"}
    for query in (row, {**row, "go": "1"}):
        soup = page(client, "/board", **query)
        assert text(soup, "h1") == "Is this 4 × 4?"
        assert (
            str(soup.select("svg[aria-label]")[0]["aria-label"])
            == "The board: P E R S; L A T G; S I N E; T E R S"
        )
        yes, no = (str(link["href"]) for link in soup.select(".act a"))
        assert yes == "/board?board=pers/latg/sine/ters&ruleset=boggle&words=plates"
        assert no == "/board?board=perslatgsineters&ruleset=boggle&words=plates&shape=row"
    assert len(read(client.get(yes)).select(".rows .counts")) == 1
    soup = read(client.get(no))
    assert text(soup, "h1") == "15 words" and len(soup.select(".rows .counts")) == 0
    assert all("shape=row" in str(link["href"]) for link in soup.select(".words a"))
    assert value(soup, "form [name=shape]") == "row"
    again = client.get("/board", query_string={**row, "go": "1", "shape": "row"})
    assert again.headers["Location"] == "/board?board=perslatgsineters&ruleset=boggle&words=plates&shape=row"
    assert "not a tile" in faults(page(client, "/board", 422, board="1ERSLATGSINETERS"))[0]


def test_q_is_qu_as_on_the_dice(client: FlaskClient) -> None:
    """A Q that was typed for a Boggle board is Qu; the page says so, and one link makes it a Q alone, which it stays."""
    sent = client.get(
        "/board", query_string={"board": "qiet\nlatg\nsine\nters", "ruleset": "boggle", "go": "1"}
    )
    assert sent.headers["Location"] == "/board?board=Quiet/latg/sine/ters&ruleset=boggle"
    soup = read(client.get(sent.headers["Location"]))
    assert any(each.startswith("quiet") for each in texts(soup, ".words a"))
    link = soup.find("a", string="Make it a Q alone")
    assert isinstance(link, Tag)
    alone = read(client.get(str(link["href"])))
    assert not any(each.startswith("quiet") for each in texts(alone, ".words a"))
    back = alone.find("a", string="Make it Qu, as on the dice")
    assert isinstance(back, Tag) and back["href"] == sent.headers["Location"]
    again = client.get(
        "/board", query_string={"board": value(alone, "#board"), "ruleset": "boggle", "go": "1"}
    )
    assert again.headers["Location"] == str(link["href"])
    assert not page(client, "/board", board=PERS, ruleset="boggle").find("a", string="Make it a Q alone")


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("zed", "“zed” is not on the board. The board has no tile for Z, D."),
        ("at", "at: not legal, too short"),
        ("12", "Nothing in '12' can be spelled with the letters a to z. Type at least one letter."),
    ],
)
def test_a_word_without_points(client: FlaskClient, word: str, said: str) -> None:
    """Why is told where its path would be."""
    assert text(page(client, "/board", board=PERS, ruleset="boggle", word=word), "figcaption span") == said


def test_words_that_are_checked(client: FlaskClient) -> None:
    """Each is on the board or not, and legal or not, with the reason and a link to its verdict."""
    soup = page(client, "/board", board=PERS, ruleset="boggle", words="plates, zed at 12")
    rows = soup.select(".rows li")
    assert [text(each) for each in rows] == [
        "plates 3 points On the board. Legal. See the verdict",
        "zed 0 points Not on the board: The board has no tile for Z, D. Legal. See the verdict",
        "at 0 points On the board. Not legal: too short. See the verdict",
        "12 0 points Nothing in '12' can be spelled with the letters a to z. Type at least one letter.",
    ]
    assert [each["class"] for each in rows] == [["counts"], ["struck"], ["struck"], ["struck"]]
    links = [str(link["href"]) for link in soup.select(".rows a")]
    assert links[:3] == [
        f"/board?board={PERS}&ruleset=boggle&words=plates,+zed+at+12&word=plates",
        "/?word=plates&ruleset=boggle",
        "/?word=zed&ruleset=boggle",
    ]
    assert value(soup, "#words") == "plates, zed at 12"


@pytest.mark.parametrize(
    ("board", "said"),
    [
        ("", ["The board has no letters yet."]),
        (
            "PE1S/LA",
            [
                "Row 1, place 3: '1' is not a tile: its letters are not all of a to z.",
                "Row 2 is 2 long where the first row is 4.",
            ],
        ),
        ("P_/RS", ["Row 1, place 2 is still empty."]),
        ("A/.*", ["Row 2, place 1: a ring where no tile is."]),
        (
            "12345678",
            [
                f"Row 1, place {place}: '{place}' is not a tile: its letters are not all of a to z."
                for place in range(1, 9)
            ],
        ),
        ("/".join(["A" * 11] * 10), ["The board has 110 tiles, and 100 are the most."]),
        ("A" * 5000, ["The board is drawn with 5000 characters, and 4000 are the most."]),
    ],
)
def test_faults_of_a_board(client: FlaskClient, board: str, said: list[str]) -> None:
    """All of them beside the form, which still has what was typed."""
    soup = page(client, "/board", 422, board=board, ruleset="boggle")
    assert faults(soup)[-len(said) :] == said
    assert one_line(value(soup, "#board")) == board


def test_a_board_that_is_too_hard(client: FlaskClient) -> None:
    """It is told and drawn, and words can still be checked on it."""
    board = "/".join(["????"] * 4)
    soup = page(client, "/board", board=board, ruleset="boggle", words="plates")
    assert text(soup, "h1") == "This board is too hard"
    assert "in too many ways" in text(soup, "[role=alert]")
    assert len(soup.select("svg .tile")) == 16 and not soup.select(".words")
    assert texts(soup, ".rows .outcome") == ["plates 3 points"]


def test_too_many_words(client: FlaskClient) -> None:
    """More than can be checked at once are refused, not cut."""
    soup = page(client, "/board", 422, board="AB", ruleset="boggle", words="a " * 1001)
    assert faults(soup) == ["These are 1,001 words, and 1,000 at a time are the most."]


@pytest.mark.parametrize("path", ["/board", "/board/round", "/board/crossword", "/board/game"])
def test_unknown_rules(client: FlaskClient, path: str) -> None:
    """They get a message, and the list to choose from."""
    soup = page(client, path, 404, ruleset="../nosuch", board="AB")
    assert faults(soup) == ["There are no such rules here. Choose some from the list."]
    assert len(soup.select("#ruleset option[selected]")) == 1


def test_a_house_list_has_its_say(client: FlaskClient) -> None:
    """A word that a house list allows is on its boards."""
    board: dict[str, Any] = {"board": "GLO/.PR", "word": "glorp"}
    assert "not legal" in text(page(client, "/board", ruleset="boggle", **board), "figcaption")
    ours = page(client, "/board", ruleset="house:monday", **board)
    assert text(ours, "figcaption span") == "glorp: 2 points"
    assert chosen(ours) == "house:monday"


def test_rules_without_points(client: FlaskClient) -> None:
    """Where rules give no points none are shown."""
    soup = page(client, "/board", board=PERS, ruleset="open")
    assert text(soup, ".under") == "Open: any region's spelling"
    assert not soup.select(".words b")


@pytest.mark.parametrize("shape", SHAPES)
def test_shapes(client: FlaskClient, shape: Any) -> None:
    """A kind of board is a link to its empty grid, with its rules chosen and an example of how to type it."""
    soup = page(client, "/board", shape=shape.id, ruleset=shape.ruleset)
    lines = [
        "".join("." if "gap" in str(place["class"]) else "_" for place in line.select(".cell"))
        for line in soup.select(".grid .line")
    ]
    assert "/".join(lines) == shape.drawing
    assert one_line(str(soup.select("#board")[0]["placeholder"])) == shape.example


def test_the_grid_has_what_was_typed(client: FlaskClient) -> None:
    """Tile by tile; a board that is too large for a grid is typed in rows."""
    soup = page(client, "/board", 422, board="QuE*(th)/?_1", ruleset="boggle")
    assert [field["value"] for field in soup.select(".grid input")] == ["Qu", "E", "th", "?", "", "1"]
    assert [field["aria-label"] for field in soup.select(".grid .ring")] == ["Row 1, place 2, with a ring"]
    assert cells("/".join(["A"] * 13)) == cells("A" * 13) == []


# Rounds of lists


def test_a_round(client: FlaskClient) -> None:
    """Who wins, why each word counts or not, and the words that all missed by length; the form keeps what was typed."""
    fields: dict[str, Any] = {
        "ruleset": "boggle",
        "board": "PERS\r\nLATG\r\nSINE\r\nTERS",
        "player": ["Ann", ""],
        "list": ["plates lines Lines\nstain", "plates, zed at 12"],
        "undefined": ["stain", ""],
    }
    soup = sent(client, "/board/round", **fields)
    assert text(soup, "h1") == "Ann wins with 2 points"
    assert texts(soup, ".player h2") == ["Ann 2 points", "Player 2 0 points"]
    assert texts(soup, ".player li") == [
        "plates 0 points Also found by Player 2. See the verdict",
        "lines 2 points See the verdict",
        "Lines 0 points Written twice. See the verdict",
        "stain 0 points Its finder could not say what it means. See the verdict",
        "plates 0 points Also found by Ann. See the verdict",
        "zed 0 points Not on the board: The board has no tile for Z, D. See the verdict",
        "at 0 points Not legal: 2 letters; at least 3 are needed. See the verdict",
        "12 0 points There is no letter in '12'.",
    ]
    lines = soup.select(".player a")[2]
    assert lines["href"] == f"/board?board={PERS}&ruleset=boggle&word=lines"
    solved = client.post("/v1/boards/solve", json={"board": PERS}).get_json()["words"]
    missed = {link.get_text().split()[0] for link in soup.select(".words a")}
    assert missed == {each["word"] for each in solved} - {"plates", "lines", "stain"}
    assert [value(soup, f"fieldset:nth-of-type({n}) [name=list]") for n in (1, 2)] == fields["list"]
    assert value(soup, "#board").split() == PERS.split("/")
    assert value(soup, "[name=undefined]") == "stain"


def test_a_round_without_a_board(client: FlaskClient) -> None:
    """Words are judged alone, and nothing is said to be missed."""
    soup = sent(
        client, "/board/round", ruleset="bonus-rings", player=["Ann", "Ben"], list=["trig dig", "dig"]
    )
    assert text(soup, "h1") == "Ann wins with 1 point"
    assert not soup.select("svg, .words, [data-path]")


def test_challenges_of_a_round(client: FlaskClient) -> None:
    """The dictionary settles one, the group another; names are meant whatever their capitals, and the form has room for one more."""
    challenges: dict[str, Any] = {
        "challenge-word": ["glorp", "trig", ""],
        "challenge-player": ["ann", "Ben", ""],
        "challenge-challenger": ["", "Ann", ""],
        "challenge-ruling": ["legal", "", "illegal"],
    }
    soup = sent(
        client,
        "/board/round",
        ruleset="boggle",
        player=["Ann", "Ben"],
        list=["glorp", "trig"],
        **challenges,
    )
    assert texts(soup, ".player h2") == ["Ann 0 points", "Ben 1 point"]
    assert "Ruled legal by the group" in text(soup, ".player")
    assert texts(soup, ".player > .fine") == ["−2 points from challenges"]
    assert len(texts(soup, "#challenges + ul li")) == 2
    assert [field["value"] for field in soup.select("[name=challenge-word]")] == ["glorp", "trig", ""]
    assert texts(soup, "[name=challenge-ruling] option[selected]")[0] == "We voted: legal"


def test_one_more_player(client: FlaskClient) -> None:
    """Without scripts a button makes room for one, and nothing that was typed is lost."""
    soup = sent(client, "/board/round", add="1", player=["Ann", "Ben"], list=["trig", ""], board="A1")
    assert [field["value"] for field in soup.select("[name=player]")] == ["Ann", "Ben", ""]
    assert value(soup, "#board") == "A1" and not faults(soup)


def test_a_round_on_a_board_that_is_too_hard(client: FlaskClient) -> None:
    """The lists are scored; instead of what all have missed stands why it cannot be shown."""
    soup = sent(client, "/board/round", ruleset="boggle", list=["trig"], board="????/????/????/????")
    assert "what all missed cannot be shown" in text(soup, "main")


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({}, "Nobody has written down a word yet."),
        ({"player": ["Ann", "Ann"], "list": ["trig", "zed"]}, "'Ann' is there twice; every player needs a name of their own."),
        ({"list": ["trig"], "board": "A1"}, "Row 1, place 2: '1' is not a tile: its letters are not all of a to z."),
        ({"player": ["A" * 101], "list": ["trig"]}, f"The list of {'A' * 40}… is longer than 100 characters."),
        ({"list": ["trig"], "challenge-word": "trig", "challenge-player": "Eve", "challenge-challenger": "Player 1"}, "Challenge 1: Eve is no player of the round."),
        ({"list": ["trig"], "challenge-word": "trig", "challenge-player": "Player 1"}, "The challenger in challenge 1 is missing; whoever is wrong loses points."),
        ({"list": ["trig"], "challenge-word": "zed", "challenge-player": "Player 1", "challenge-challenger": "player 1"}, "The challenger in challenge 1 is the player whose word it is."),
        ({"list": ["trig", "zed"], "challenge-word": "zed", "challenge-player": "Player 1", "challenge-challenger": "player 2"}, "Challenge 1: Player 1 has not written it down."),
        ({"list": ["trig"], "challenge-dispute": "nosuch", "challenge-player": "Player 1"}, "The dispute of challenge 1: There is no dispute 'nosuch'."),
        ({"list": ["a"] * 101}, "The round takes 1 to 100 players."),
    ],
)  # fmt: skip
def test_faults_of_a_round(client: FlaskClient, fields: dict[str, Any], said: str) -> None:
    """What is wrong is said in plain words; what was typed stays."""
    soup = sent(client, "/board/round", 422, ruleset="boggle", **fields)
    assert faults(soup)[0].startswith(said)
    assert value(soup, "#board") == fields.get("board", "").replace("/", "\n")


@pytest.mark.parametrize("path", ["/board/round", "/board/crossword"])
def test_a_form_from_elsewhere_is_refused(client: FlaskClient, path: str) -> None:
    """As every form is."""
    assert client.post(path, data={"list": "trig"}).status_code == 403


def test_the_board_comes_along(client: FlaskClient) -> None:
    """From a solved board a link leads to the lists of its players."""
    soup = page(client, "/board", board=PERS, ruleset="bonus-rings")
    [link] = [each for each in soup.select("main a") if "players' lists" in each.get_text()]
    there = read(client.get(str(link["href"])))
    assert one_line(value(there, "#board")) == PERS
    assert chosen(there) == "bonus-rings"


# Crosswords


def test_a_crossword(client: FlaskClient) -> None:
    """Every word with its players, the points and the bonus; the drawing has each tile's owner as a letter, not as a colour alone."""
    soup = sent(client, "/board/crossword", **CROSSWORD, starting_word="words")
    assert text(soup, "h1") == "Ann wins with 8 points"
    assert text(soup, ".under") == "Every word is legal."
    assert [each.replace(" :", ":") for each in texts(soup, "h2 + .plainly li")] == [
        "Ann: 8 points words 3, for finishing first 5",
        "Ben: 3 points eaten 3",
        "Cara: 3 points eaten 3",
    ]
    assert texts(soup, ".rows li") == [
        "words 3 points Ann, row 1, place 1, across. See the verdict",
        "eaten 3 points Ben and Cara, row 3, place 1, across. See the verdict",
        "woe 0 points Ann and Ben, row 1, place 1, down. Too short to score. See the verdict",
    ]
    assert "".join(texts(soup, "svg .orders text")) == "RRRRRBBGGGG"
    assert "".join(texts(soup, "svg .faces text")) == "WORDSOEATEN"
    assert texts(soup, ".legend li") == ["R Ann", "B Ben", "G Cara"]
    assert value(soup, "#owners") == CROSSWORD["owners"]
    assert soup.select('[name=finished][value="r"][checked]')


def test_faults_beside_their_fields(client: FlaskClient) -> None:
    """All faults of a round come at once, at its head; and beside each field stands what is wrong with it, and the field says so."""
    challenges: dict[str, Any] = {
        "challenge-word": ["eaten", "nosuch"],
        "challenge-player": ["Cara", "Zed"],
        "challenge-at": ["1, 1, down", ""],
        "challenge-ruling": ["legal", "illegal"],
    }
    wrong = {"unplayed-b": "many", "unplayed-g": "1.5", "starting_word": "word"}
    soup = sent(client, "/board/crossword", 422, **{**CROSSWORD, **wrong, **challenges})
    told = {
        "unplayed-b": "What Ben has left takes a whole number, not 'many'.",
        "unplayed-g": "What Cara has left takes a whole number, not '1.5'.",
        "challenge-player-1": "Challenge 2: Zed is no player of the round.",
        "starting_word": "Starting word takes a word of 5 letters.",
        "challenge-at-0": "Where challenge 1 lies: no word of Cara lies there that could be eaten.",
    }
    assert set(faults(soup)) == set(told.values())
    for field, said in told.items():
        assert text(soup, f"#wrong-{field}") == said
        [flagged] = soup.select(f'[aria-describedby~="wrong-{field}"]')
        assert flagged["aria-invalid"] == "true"
    listed = sent(
        client,
        "/board/round",
        422,
        ruleset="boggle",
        board="A1",
        player=["Ann", ""],
        list=["trig", "zed"],
        undefined=["", "mot"],
    )
    assert text(listed, "#wrong-board").startswith("Row 1, place 2: '1' is not a tile")
    assert text(listed, "#wrong-undefined-1") == (
        "Word 1 of those that could not be defined: Player 2 has not written it down."
    )
    assert len(faults(listed)) == 2 and len(listed.select(".wrong")) == 2


def test_wild_tiles_votes_and_ties(client: FlaskClient) -> None:
    """What wild tiles stand for, what the dictionary and the group have settled, and that a tie changes nothing: it is all on the page."""
    grid: dict[str, Any] = {"rows": "WORDZ\nO\nEAT?N", "owners": "rrrrr\nb\nbgggg"}
    challenges: dict[str, Any] = {
        "challenge-word": ["wordz", "eaten"],
        "challenge-player": ["Ann", "Cara"],
        "challenge-ruling": ["no-action", ""],
    }
    soup = sent(client, "/board/crossword", **{**CROSSWORD, **grid}, **challenges)
    assert "Wild tiles: E in row 3, place 4." in texts(soup, "main p")
    assert texts(soup, "h2 + .plainly li")[-2:] == [
        "The vote has no majority: no action is taken. WORDZ stays as it was written.",
        "EATEN is legal and stands.",
    ]
    assert texts(soup, "[name=challenge-ruling] option[selected]") == [
        "We voted: a tie",
        "The dictionary",
        "The dictionary",
    ]


def test_an_illegal_word_of_a_crossword(client: FlaskClient) -> None:
    """It is struck with the reason, and costs the bonus; spaces are places without a tile, and wild tiles show their letter."""
    grid: dict[str, Any] = {"rows": "GLORP\n    O\n  EA?", "owners": "rrrrr\n    b\n  ggb"}
    looked_up: dict[str, Any] = {"challenge-word": "glorp", "challenge-player": "Ann"}
    soup = sent(client, "/board/crossword", **{**CROSSWORD, **grid}, **looked_up)
    assert text(soup, ".under") == "Not everything in this crossword is right."
    glorp = text(soup, ".rows .struck")
    assert "Not legal: not in the dictionaries that count. See the verdict" in glorp
    assert "The bonus for finishing first goes to Cara: 5 points." in text(soup, "main")
    faces = texts(soup, "svg .faces text")
    assert "?" not in faces and len(faces) == 9


def test_a_word_that_was_challenged_in_mid_round(client: FlaskClient) -> None:
    """Where others had built on it, it stays and counts nothing for its player."""
    challenge: dict[str, Any] = {
        "challenge-word": "eaten",
        "challenge-player": "cara",
        "challenge-ruling": "illegal",
        "challenge-when": "built",
    }
    soup = sent(client, "/board/crossword", **CROSSWORD, **challenge)
    assert "It stays, but counts nothing for Cara" in text(soup, ".rows")
    assert text(soup, "[name=challenge-when] option[selected]").startswith("During the round, and")


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"rows": " \n "}, "The crossword has no tiles yet."),
        ({"rows": "W1", "owners": "rr"}, "Row 1, place 2 takes a letter, ? or ."),
        ({"owners": "rrrrr"}, "Row 2, place 1 has no owner among r, b, g."),
        ({"name-b": "Ann"}, "Every player needs a name of their own."),
        ({"unplayed-b": "many"}, "What Ben has left takes a whole number, not 'many'."),
        ({"unplayed-b": "-1"}, "What Ben has left takes a whole number from 0 to 1,000, not -1."),
        ({"starting_word": "word"}, "Starting word takes a word of 5 letters."),
        ({"unplayed-g": "24"}, "Tiles left: Cara has laid 4 tiles and has 24 left, and a set has 27."),
        ({"challenge-word": "eaten", "challenge-player": "Cara", "challenge-ruling": "legal", "challenge-at": "1, 1, down"}, "Where challenge 1 lies: no word of Cara lies there that could be eaten."),
    ],
)  # fmt: skip
def test_faults_of_a_crossword(client: FlaskClient, fields: dict[str, Any], said: str) -> None:
    """What is wrong is said in plain words; what was typed stays."""
    soup = sent(client, "/board/crossword", 422, **{**CROSSWORD, **fields})
    assert faults(soup)[0].startswith(said)
    assert value(soup, "[name=name-g]") == "Cara"


# Games


def game(client: FlaskClient, *rounds: tuple[str, ...], status: int = 200, **fields: Any) -> BeautifulSoup:
    """The page of a game of Ann, Ben and Cara."""
    points = {
        f"points-{number}-{seat}": typed
        for number, each in enumerate(rounds, 1)
        for seat, typed in enumerate(each)
    }
    return page(client, "/board/game", status, **{"player": ["Ann", "Ben", "Cara"], **points, **fields})


def test_a_game_of_bonus_rings(client: FlaskClient) -> None:
    """The totals, who leads, who deals next, how many rings lie on the board; after three rounds it is over."""
    assert text(page(client, "/board/game"), "h1") == "Who leads the game?"
    start = game(client, ruleset="bonus-rings")
    assert text(start, "h1") == "The game begins"
    assert text(start, ".next") == "Round 1 : Ann deals; no rings on the board"
    after = game(client, ("12", "7", "7"), ruleset="bonus-rings")
    assert text(after, "h1") == "Ann leads"
    assert texts(after, ".standing li") == ["Ann 12 points", "Ben 7 points", "Cara 7 points"]
    assert text(after, ".next") == "Round 2 : Ben deals; 1 ring on the board"
    assert texts(after, ".round legend") == ["Round 1", "Round 2"]
    assert value(after, "[name=points-1-1]") == "7"
    over = game(client, ("12", "7", "7"), ("1", "6", "-2"), ("3", "3", ""), ruleset="bonus-rings")
    assert text(over, "h1") == "Ann and Ben are level with 16 points"
    assert not over.select(".next") and len(over.select(".round")) == 3


def test_a_game_of_word_whiz(client: FlaskClient) -> None:
    """The earliest letter starts, then whoever scored the lowest; the sets of tiles go round."""
    drawn: dict[str, Any] = {"ruleset": "word-whiz", "drawn": ["K", "c", "T"]}
    start = game(client, **drawn)
    assert text(start, ".next") == "Round 1 : Ben starts"
    assert "Tiles: Ann plays red, Ben plays blue, Cara plays green." in text(start, "main")
    after = game(client, ("21", "13", "13"), **drawn)
    assert text(after, ".next") == "Round 2 : Ben or Cara starts"
    assert "Ann plays yellow, Ben plays red" in text(after, "main")
    assert [field["value"] for field in after.select("[name=drawn]")] == ["K", "c", "T"]
    assert text(game(client, ("50", "13", "13"), target="50", **drawn), "h1") == "Ann wins with 50 points"


def test_seats_of_a_game(client: FlaskClient) -> None:
    """Points belong to a seat: a name may be mended, a seat left empty; a button makes room for a player; rules that were chosen are kept."""
    soup = game(client, ("12", "7", "9"), player=["Ann", "", "Carla"], ruleset="boggle", go="1", length="1")
    assert texts(soup, ".standing li") == ["Ann 12 points", "Carla 9 points"]
    assert chosen(page(client, "/board/game")) == "boggle"
    assert len(game(client, ("1", "2", "3"), add="1").select("[name=player]")) == 4


@pytest.mark.parametrize(
    ("rounds", "fields", "said"),
    [
        ([("1", "x", "2")], {}, "What Ben has in round 1 takes a whole number, not 'x'."),
        ([("1", "2", "9" * 9)], {}, "What Cara has in round 1 takes a whole number from -1,000,000 to 1,000,000, not 999999999."),
        ([("1", "2", "3")] * 4, {"ruleset": "bonus-rings"}, "Round 4: the game was over after round 3."),
        ([], {"player": ["Ann", "Ann"]}, "The list of players takes each name once."),
        ([], {"player": list("ABCDE"), "ruleset": "word-whiz"}, "The list of players: there are 4 sets of tiles, for as many players at most."),
        ([], {"length": "two"}, "The number of rounds takes a whole number, not 'two'."),
        ([], {"target": "0"}, "The number of points that ends the game takes a whole number from 1 to 1,000,000, not 0."),
    ],
)  # fmt: skip
def test_faults_of_a_game(
    client: FlaskClient, rounds: list[tuple[str, ...]], fields: dict[str, Any], said: str
) -> None:
    """What is wrong is said in plain words; what was typed stays."""
    soup = game(client, *rounds, status=422, **fields)
    assert faults(soup)[0].startswith(said)
    names = [field["value"] for field in soup.select("[name=player]")]
    assert names == fields.get("player", ["Ann", "Ben", "Cara"])


# What is typed


def test_markup_is_text(client: FlaskClient) -> None:
    """Whatever is typed into any field is shown as it was typed."""
    challenge: dict[str, Any] = {
        "challenge-word": "trig",
        "challenge-player": "Ben",
        "challenge-challenger": MARKUP,
    }
    shown = [
        page(client, "/board", 422, board=MARKUP, ruleset="boggle", words=MARKUP, word=MARKUP, shape=MARKUP),
        page(client, "/board", board=PERS, ruleset="boggle", words=MARKUP, word=MARKUP),
        page(client, "/board", 404, board=PERS, ruleset=MARKUP),
        sent(
            client,
            "/board/round",
            ruleset="boggle",
            player=[MARKUP, "Ben"],
            list=[MARKUP, "trig"],
            undefined=[MARKUP],
            **challenge,
        ),
        sent(client, "/board/round", 422, board=MARKUP, list=["trig"], **{"challenge-word": MARKUP}),
        sent(client, "/board/crossword", **{**CROSSWORD, "name-r": MARKUP}),
        sent(client, "/board/crossword", 422, **{**CROSSWORD, "rows": MARKUP, "starting_word": MARKUP}),
        game(
            client,
            ("1", "2", "3"),
            status=422,
            player=[MARKUP, "Ben", "Cara"],
            drawn=[MARKUP],
            ruleset="word-whiz",
        ),
        game(client, ("1", "2", "3"), player=[MARKUP, "Ben", "Cara"], drawn=["K"], ruleset="word-whiz"),
        game(client, (MARKUP, "2", "3"), status=422, length=MARKUP, target=MARKUP),
    ]
    for soup in shown:
        assert not soup.select("img[src=x], [onerror]")
        assert "alert(1)" not in "".join(each.get_text() for each in soup.select("script"))


def test_what_is_typed_is_read_kindly() -> None:
    """Words with any mark between them, boards in rows or in one line."""
    assert words_in(" trig,zed;\nquo  ") == ["trig", "zed", "quo"]
    assert one_line("P E\r\n\r\nRS/") == "PE/RS"
    assert (
        names_text([]) == ""
        and names_text(["Ann"]) == "Ann"
        and names_text(["Ann", "Ben", "Cara"]) == "Ann, Ben and Cara"
    )


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("the board has no tiles", "The board has no tiles."),
        ("row 2: is 2 long where the first row is 4", "Row 2 is 2 long where the first row is 4."),
        ("challenges[1].player: Eve is no player of the round", "Challenge 2: Eve is no player of the round."),
        ("rounds[0].points: Eve is no player", "Round 1: Eve is no player."),
        ("undefined.Ann[1]: Ann has not written it down", "Word 2 of those that could not be defined: Ann has not written it down."),
        ("crossword.owners: takes as many rows and places as the grid", "Whose tiles they are takes as many rows and places as the grid."),
        ("crossword.starting_word: words is nowhere in the crossword", "Starting word: words is nowhere in the crossword."),
    ],
)  # fmt: skip
def test_faults_are_sentences(fault: str, said: str) -> None:
    """A place of a record is named as the form names it."""
    assert plain(fault) == said
