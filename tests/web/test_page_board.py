"""The page of boards: what it says of a board is what the API answers, in words; what was typed is never lost."""

from __future__ import annotations

import gzip
from typing import Any

import pytest
from bs4 import BeautifulSoup, Tag
from flask.testing import FlaskClient

from adjudicator.games.entry import one_line
from adjudicator.games.sitting import words_in
from adjudicator.web.pages.board import SHAPES
from adjudicator.web.pages.board_faults import plain
from adjudicator.web.pages.board_forms import cells
from adjudicator.web.pages.board_view import names_text

PERS = "PERS/LATG/SINE/TERS"
MARKUP = '"><script>alert(1)</script><img src=x onerror=alert(1)>'


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
    assert said[0] == "12 letters 1 word, 20 points" and "8 letters 103 words, 11 points each" in said
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
    assert "not a tile" in text(page(client, "/board", 422, board="1ERSLATGSINETERS"), "#wrong-board")


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
        "zed 0 points Not on the board: the board has no tile for Z, D. Legal. See the verdict",
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
                *(
                    f"Row 1, place {place}: '{place}' is not a tile: its letters are not all of a to z."
                    for place in (1, 2, 3)
                ),
                "And 5 more like this.",
            ],
        ),
        ("/".join(["A" * 11] * 10), ["The board has 110 tiles, and 100 are the most."]),
        ("A" * 5000, ["The board is drawn with 5000 characters, and 4000 are the most."]),
    ],
)
def test_faults_of_a_board(client: FlaskClient, board: str, said: list[str]) -> None:
    """Each is told once: beside its field, or at the head of the form, which still has what was typed."""
    soup = page(client, "/board", 422, board=board, ruleset="boggle")
    at_head = [each for each in faults(soup) if not each.endswith("Show me")]
    assert [*at_head, *texts(soup, ".wrong")] in (said, [" ".join(said)])
    assert [str(each["href"]) for each in soup.select("#fault a")] == [
        f"#{each['id']}" for each in soup.select(".wrong")
    ]
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


def test_unknown_rules(client: FlaskClient) -> None:
    """They get a message, and the list to choose from."""
    soup = page(client, "/board", 404, ruleset="../nosuch", board="AB")
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


def test_the_board_comes_along(client: FlaskClient) -> None:
    """From a solved board a link leads to a game on it; rules without points have no game."""
    soup = page(client, "/board", board=PERS, ruleset="bonus-rings")
    [link] = [each for each in soup.select("main a") if "Play on this board" in each.get_text()]
    there = read(client.get(str(link["href"])))
    assert value(there, "input[name=board]") == PERS
    assert value(there, "input[name=ruleset]") == "bonus-rings"
    assert "Play on this board" not in page(client, "/board", board=PERS, ruleset="open").text


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("/board/round?board=AB/CD&ruleset=boggle", "/play/players?board=AB/CD&ruleset=boggle"),
        ("/board/round", "/play/players"),
        ("/board/crossword", "/play/players?ruleset=word-whiz"),
        ("/board/game", "/play"),
    ],
)
def test_old_addresses(client: FlaskClient, old: str, new: str) -> None:
    """Whoever has the address of a round or game of earlier versions comes to where they are played now."""
    response = client.get(old)
    assert (response.status_code, response.headers["Location"]) == (301, new)


# What is typed


def test_markup_is_text(client: FlaskClient) -> None:
    """Whatever is typed into any field is shown as it was typed."""
    shown = [
        page(client, "/board", 422, board=MARKUP, ruleset="boggle", words=MARKUP, word=MARKUP, shape=MARKUP),
        page(client, "/board", board=PERS, ruleset="boggle", words=MARKUP, word=MARKUP),
        page(client, "/board", 404, board=PERS, ruleset=MARKUP),
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
