"""Each game, kept in the ledger, with Back, reload and a server that is restarted in the middle: the totals are those of ``game score``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from adjudicator.judging.service import Adjudicator
from adjudicator.usecases.scorekeeping import score_game
from tests.browser.conftest import PHONE, NewPage, be_signed_in
from tests.browser.test_play import PERS, begin, count, record, service, totals, write
from tests.load.server import SERVICE, ServerProcess
from tests.sample import Sample, make

__all__ = ["service"]
DIAMOND = "..R..\n.ABE.\nWIDIS\n.OGT.\n..E.."


class Restarted:
    """A server that can be ended and come back at the same address, over the same ledger."""

    def __init__(self, sample: Sample) -> None:
        self.sample = sample
        self._server = ServerProcess(*SERVICE, environment=self._environment)
        self.address = self._server.address

    @property
    def _environment(self) -> dict[str, str]:
        return {"ADJUDICATOR_LEDGER": str(self.sample.path)}

    def again(self) -> None:
        """End it, and start it anew."""
        port = str(self._server.port)
        self.close()
        self._server = ServerProcess(*SERVICE[:-1], port, environment=self._environment)

    def close(self) -> None:
        self._server.__exit__()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Restarted]:
    """A server that the games share."""
    with closing(Restarted(make(tmp_path_factory.mktemp("again") / "ledger.sqlite"))) as found:
        yield found


def of_lists(board: str, ann: str, ben: str) -> Callable[[Page], None]:
    """Return what plays a round of lists."""

    def play(page: Page) -> None:
        page.get_by_label("The board, in rows").fill(board)
        write(page, Ann=ann, Ben=ben)

    return play


def of_a_crossword(page: Page) -> None:
    """Play a round of Word Whiz."""
    page.get_by_label("The crossword, in rows").fill("HOUSE\nA\nT")
    page.get_by_label("Blue").check()
    page.get_by_role("button", name="E, row 1, place 5").click()
    page.get_by_role("group", name="Ann").get_by_label("Finished first").check()


GAMES = {
    "Boggle": (of_lists(PERS.replace("/", "\n"), "plates lines", "plates sine"), {"Ann": 2, "Ben": 1}),
    "Bonus rings": (of_lists(DIAMOND, "dig digit", "rabid"), {"Ann": 2, "Ben": 1}),
    "Word Whiz": (of_a_crossword, {"Ann": 8, "Ben": 3}),
}


@pytest.mark.long
def test_nothing_is_lost(new_page: NewPage, server: Restarted, tmp_path: Path, service: Adjudicator) -> None:
    """What is filled in is there after a reload and after Back, and counts after the server was restarted; so do the totals of the next round."""
    under_way = []
    for game, (play, expected) in GAMES.items():
        page = new_page(viewport=PHONE, has_touch=True, is_mobile=True, at=server.address)
        be_signed_in(page, server.sample.token)
        begin(page, game, "Ann", "Ben")
        play(page)
        filled = page.locator("form.round").evaluate(FILLED)
        page.reload()
        assert page.locator("form.round").evaluate(FILLED) == filled
        under_way.append((page, filled, expected))
    server.again()
    for page, filled, expected in under_way:
        count(page)
        assert totals(page) == expected
        page.go_back()
        expect(page.get_by_role("heading", level=1)).to_have_text("Round 1")
        assert page.locator("form.round").evaluate(FILLED) == filled
        page.get_by_role("link", name="Go to where you were").click()
        assert totals(page) == expected
        page.get_by_role("button", name="Next round").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Round 2")
        page.get_by_text("You have counted already?").click()
        page.get_by_role("textbox", name="Ann", exact=True).fill("3")
        page.get_by_role("textbox", name="Ben", exact=True).fill("7")
        page.reload()
        count(page)
        found = {name: points + {"Ann": 3, "Ben": 7}[name] for name, points in expected.items()}
        assert totals(page) == found
        assert score_game(service, record(page, tmp_path))["totals"] == found


FILLED = """form => JSON.stringify([...new FormData(form)].filter(([name]) => !["form_key", "seen", "brush"].includes(name)))"""
"""What a person has filled in: the fields of the form without those that the page itself sends along, and the colour on the brush."""
