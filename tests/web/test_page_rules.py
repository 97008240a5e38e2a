"""The rulebooks as pages: all of their data in words, for any ruleset there can be."""

from __future__ import annotations

from typing import Any

import pytest
from bs4 import BeautifulSoup
from flask.testing import FlaskClient

from adjudicator.core.model import Finding, Verdict
from adjudicator.rules.conditions import CODES, WORD_RULES, WordRule
from adjudicator.rules.files import Rulebooks
from adjudicator.rules.ruleset import Example, Ruleset, parse
from adjudicator.web.pages.rules_view import (
    Rule,
    Rulebook,
    brief_of,
    challenge_sentences,
    example_of,
    rulebook_of,
)
from tests.sample import HOUSES

PRESENT = {"scowl", "wordnet"}


def read(**tables: Any) -> Ruleset:
    return parse(
        {"id": "mine", "dictionary": {"sources": ["scowl"]}, **tables}, frozenset(CODES), challenges={}
    )


def book(base: Ruleset | None = None, **tables: Any) -> Rulebook:
    return rulebook_of(read(**tables), base, PRESENT)


def said(book: Rulebook) -> list[str]:
    """All rules of a book, in sentences."""
    rules = [book.spelling, book.length, *book.left_out, *book.out_whatever_it_means, *book.scoring]
    return [rule.text for rule in [*rules, *(rule for _, _, each in book.sections for rule in each)]]


def text(client: FlaskClient, address: str, status: int = 200) -> str:
    """The words of a page, their spaces evened out."""
    response = client.get(address, headers={"Accept": "text/html"})
    assert response.status_code == status
    main = BeautifulSoup(response.text, "html.parser").select_one("main")
    assert main
    return " ".join(main.get_text(" ").split())


def test_all_rulebooks_in_brief(client: FlaskClient) -> None:
    """Each rulebook and each house list has its line and leads to its page."""
    page = text(client, "/rules")
    assert "3 letters or more · British spelling · 1 to 20 points a word" in page
    soup = BeautifulSoup(client.get("/rules").text, "html.parser")
    found = [str(link["href"]) for link in soup.select(".shelf a")]
    assert found == [
        f"/rules/{name}" for name in ("boggle", "bonus-rings", "open", "word-whiz", *sorted(HOUSES))
    ]


def test_boggle(client: FlaskClient) -> None:
    """Boggle's page says what its rulebook says: the words, the points, the challenge, and the examples as they are judged today."""
    page = text(client, "/rules/boggle")
    for each in (
        "3 letters or more. §3: be at least three letters long.",
        "British spelling.",
        "Initials that are said letter by letter: FBI. §4: initialisms are not legal words.",
        "3 or 4 letters 1 5 letters 2 6 letters 3 7 letters 5 8 letters 11 9 letters 15 10 letters or more 20",
        "A word that several players have scores for nobody.",
        "A word uses each tile once at most.",
        "Whoever played it loses 2 points. Whoever doubts a legal word loses 2 points.",
        "trig ✓ legal §5: short for trigonometry, but also an archaic adjective.",
        "zee ✕ not legal §5: American English.",
    ):
        assert each in page, each
    assert "otherwise" not in page and "changed" not in page


def test_word_whiz(client: FlaskClient) -> None:
    """Word Whiz has no board and no examples, but rounds, sets of tiles, and a bonus that changes hands."""
    page = text(client, "/rules/word-whiz")
    for each in (
        "Length Any length.",
        "1 to 3 letters 0 4 letters 2",
        "8 letters or more 13",
        "A word scores for everybody who has a tile in it.",
        "The players vote.",
        "Whoever finished first with it hands the bonus of 5 points on",
        "A game has 4 rounds.",
        "Each round starts with a word of 5 letters.",
        "There are 4 sets of tiles.",
    ):
        assert each in page, each
    assert "On a board" not in page and "Examples" not in page and "two letters or more" not in page


def test_bonus_rings(client: FlaskClient) -> None:
    """The rings, and a tile that a word may come back to."""
    page = text(client, "/rules/bonus-rings")
    assert "not use it twice in a row" in page
    assert "A letter with a ring doubles what a word is worth" in page
    assert "No rings in round 1, 1 ring in round 2 and 2 rings in round 3." in page
    assert "2 letters or more 1" in page


@pytest.mark.parametrize("name", Rulebooks().ids())
def test_everything_cited_is_shown(client: FlaskClient, name: str) -> None:
    """Every place of the rulebook that a code cites, and every example, is on its page; each example leads to its proof."""
    response = client.get(f"/rules/{name}")
    soup = BeautifulSoup(response.text, "html.parser")
    words = " ".join(soup.get_text().split())
    ruleset = Rulebooks().load(name)
    assert all(cite in words for cite in ruleset.cites.values())
    links = [str(link["href"]) for link in soup.select(".judged a")]
    assert len(links) == len(ruleset.examples)
    assert all(client.get(link).status_code == 200 for link in links)


def test_a_house_list(client: FlaskClient) -> None:
    """The page of a house list says what it stands on, where its own words are, and judges the examples of its rulebook."""
    page = client.get(f"/rules/{HOUSES[0]}")
    soup = BeautifulSoup(page.text, "html.parser")
    links = [str(link["href"]) for link in soup.select("main a")]
    assert "/rules/boggle" in links and "/lists/sunday" in links
    assert "It allows 2 and refuses 0" in " ".join(soup.get_text().split())
    assert soup.select(".judged li")


def test_what_a_list_changes_is_marked() -> None:
    """What stands otherwise in the rulebook below is marked, and what that says of it does not hold any more; what is the same is not."""
    cites = {"too-short": "§3: three letters", "affix": "§4"}
    base = read(length={"min": 3}, exclude={"affixes": True}, cites=cites)
    own = {"exclude": {"affixes": True}, "challenge": {"player-loses": 1}}
    changed = book(base, length={"min": 4}, cites=cites, **own)
    assert changed.length == Rule("4 letters or more.", "too-short", "", True)
    marked = [rule.text for _, _, rules in changed.sections for rule in rules if rule.changed]
    assert marked == ["Whoever played it loses 1 point."]
    assert not any(rule.changed for rule in changed.left_out)
    assert Rule("Pieces of words: pre-, -ness.", "affix", "§4") in changed.left_out
    cited = book(base, length={"min": 4}, cites={**cites, "too-short": "Four, since 2026"}, **own)
    assert cited.length.cite == "Four, since 2026"


def test_a_rule_on_the_word_is_out_whatever_it_means(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a rule on the word leaves out has a group of its own: no meaning saves such a word."""
    saved, lost = "One meaning that counts saves it.", "By these, a word is out whatever it means."
    assert lost not in text(client, "/rules/boggle")
    assert not book(exclude={"affixes": True}).out_whatever_it_means
    monkeypatch.setitem(WORD_RULES, "affix", WordRule(lambda key, foreign, ruleset: False, "key"))
    found = book(exclude={"affixes": True, "acronyms": True})
    assert [rule.code for rule in found.out_whatever_it_means] == ["affix"]
    assert [rule.code for rule in found.left_out] == ["not-in-dictionary", "acronym", "only-in-phrases"]
    page = text(client, "/rules/boggle")
    assert page.index("By these rules, a word is out only") < page.index(saved) < page.index("Initials")
    assert page.index("Initials") < page.index(lost) < page.index("Pieces of words: pre-, -ness.")


def test_no_such_rulebook(client: FlaskClient) -> None:
    """What there is not is a page that says so."""
    assert "no such ruleset" in text(client, "/rules/nosuch", 404)
    assert "no ruleset" in text(client, "/rules/house:nosuch", 404)


@pytest.mark.parametrize(
    ("tables", "sentence"),
    [
        ({}, "Any length."),
        ({"length": {"min": 5, "max": 5}}, "5 letters exactly."),
        ({"length": {"max": 9}}, "1 to 9 letters."),
        ({"length": {"min": 1, "max": 1}}, "1 letter exactly."),
        ({"spelling": {"region": "american"}}, "American spelling."),
        ({"spelling": {"region": "american"}}, "British spellings: colour."),
        ({"exclude": {"labels": ["slang"]}}, "What a dictionary labels as slang."),
        ({"exclude": {"labels": ["slang", "rude", "old"]}}, "What a dictionary labels as slang, rude or old."),
        ({"exclude": {"parts-of-speech": ["verb", "noun"]}}, "Parts of speech: verb and noun."),
        ({"scoring": {"ring": 5}}, "A letter with a ring multiplies by 5 what a word is worth, and does so anew each time it is used."),
        ({"scoring": {"first-finish": 1}}, "Whoever has played all their tiles first gets 1 point more."),
        ({"board": {"reuse": "free"}}, "A word may use a tile as often as it likes."),
        ({"game": {"target": 50}}, "Whoever has 50 points first wins."),
        ({"game": {"rounds": 1}}, "A game has 1 round. The most points win."),
        ({"game": {"lead": "lowest"}}, "Whoever scored the lowest in a round starts the next."),
    ],
)  # fmt: skip
def test_what_a_ruleset_may_say(tables: dict[str, Any], sentence: str) -> None:
    """Whatever a ruleset may say has its sentence."""
    assert sentence in said(book(**tables))


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({}, "The dictionary decides, or the players vote if they would rather."),
        ({"settle": "vote"}, "The players vote."),
        ({"majority": "two-thirds", "tie": "illegal"}, "Two thirds of those who say yes or no decide. If neither side has that many, the word does not count."),
        ({"quorum": 3}, "A vote needs 3 players at least."),
        ({"whole-play": True, "word": "withdrawn"}, "A play with a word that is not legal is taken back."),
        ({"mid-round": "withdrawn"}, "While the round still runs, it is taken back."),
        ({"built-on": "stays-unscored"}, "If others have built on it by then, it stays, but scores nothing for its player."),
        ({"player-loses": 1, "player-loses-turn": True}, "Whoever played it loses 1 point and a turn."),
        ({"player-loses-game": True}, "Whoever played it loses the game."),
        ({"player-gains": 5}, "Whoever is doubted although the word is legal gets 5 points for each word."),
        ({"player-gains": 10, "points-once": True}, "Whoever is doubted although the word is legal gets 10 points."),
        ({"challenger-loses-turn": True}, "Whoever doubts a legal word loses a turn."),
    ],
)  # fmt: skip
def test_challenges_in_words(fields: dict[str, Any], sentence: str) -> None:
    """Every field of a challenge rule has its sentence."""
    assert sentence in challenge_sentences(read(challenge=fields).challenge)


def test_points() -> None:
    """Lengths of the same worth are one row, from the shortest word that counts on."""
    assert book().points == ()
    assert book(scoring={"lengths": {"1": 1}}, length={"min": 2}).points == (("2 letters or more", 1),)
    assert book(scoring={"lengths": {"1": 1}}).points == (("Any length", 1),)
    steps = book(scoring={"lengths": {"2": 1, "4": 3, "5": 4}}).points
    assert steps == (("1 letter", 0), ("2 or 3 letters", 1), ("4 letters", 3), ("5 letters or more", 4))


def test_sources() -> None:
    """A source is named by its name, with the size up to which it counts, and whether this lexicon has it."""
    tables = {"sources": ["scowl", "gcide"], "members": [{"source": "scowl", "max-size": 70}]}
    found = book(dictionary=tables)
    assert [tuple(each) for each in found.members] == [("scowl", "SCOWL", 70, True)]
    assert [tuple(each) for each in found.explaining] == [("gcide", "GCIDE", None, False)]


def test_an_example_that_comes_out_otherwise() -> None:
    """What the rulebook says is held against what is found."""
    finding = Finding("not-in-dictionary", "excludes", True, "", None, "declared")
    verdict = Verdict("zax", "zax", "mine", "settled", (finding,), (), None, "", "")
    assert example_of(Example("zax", True, "§5"), verdict).otherwise
    assert not example_of(Example("zax", False, "§5"), verdict).otherwise


def test_brief() -> None:
    """A rulebook without points says none; one point is one."""
    assert brief_of(read()).line == "Any length · Any spelling: British, American or another"
    assert brief_of(read(scoring={"lengths": {"1": 1}})).line.endswith("· 1 point a word")


def test_nothing_of_a_book_is_left_out_of_its_page(client: FlaskClient) -> None:
    """Every sentence that is made of a ruleset's data is on its page."""
    for name in Rulebooks().ids():
        page = text(client, f"/rules/{name}")
        assert all(
            " ".join(each.split()) in page
            for each in said(rulebook_of(Rulebooks().load(name), None, PRESENT))
        )
