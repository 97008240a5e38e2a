"""The page of boards, at ``/board``: one is solved, a word's path lights up, words are checked on it.

Nothing is stored: a board is in the address, so that each is a link. What is typed is read in :mod:`.board_forms`, what is seen is chosen in
:mod:`.board_view`. Rounds and games are played at ``/play`` (:mod:`.play`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from flask import Response, redirect, request, url_for
from werkzeug.wrappers import Response as WSGIResponse

from adjudicator.errors import BadRecord, BoardInvalid, TooHard, UnknownRuleset
from adjudicator.games.board import LAYOUTS
from adjudicator.games.entry import Entry, one_line, other_q, read_entry
from adjudicator.games.records import MAX_LISTED
from adjudicator.games.sitting import words_in
from adjudicator.rules.ruleset import Ruleset
from adjudicator.runtime import current
from adjudicator.web.pages import board_view, rules_choice
from adjudicator.web.pages.board_faults import EMPTY, told
from adjudicator.web.pages.board_forms import (
    LIMITS,
    cells,
)
from adjudicator.web.pages.page import pages, show

SENT = "go"
"""What the button of a form adds to the address: a form that was sent chooses the rules, a link that was followed does not."""
ROW = "row"
"""The shape of a board that is one row, because somebody has said so."""
NO_RULES = "There are no such rules here. Choose some from the list."


class Shape(NamedTuple):
    """A kind of board that the form offers, the rules that it is for, and one to try."""

    id: str
    title: str
    ruleset: str
    example: str

    @property
    def drawing(self) -> str:
        """A board of this shape, every place still empty."""
        return "/".join(LAYOUTS[self.id].rows).replace("o", EMPTY)

    @property
    def qu(self) -> bool:
        """Whether its dice show Qu."""
        return LAYOUTS[self.id].qu


SHAPES = (
    Shape("boggle", "Boggle 4×4", "boggle", "PERS/LATG/SINE/TERS"),
    Shape("boggle-5x5", "Boggle 5×5", "boggle", "QuIETS/PLANE/STORM/LIGHT/HOUSE"),
    Shape("bonus-rings", "Bonus rings", "bonus-rings", "..R../.ABE./W?D*IS/.OG*T./..E.."),
)


class RulesForm:
    """The ruleset that a page is asked for, and the faults in what was typed."""

    def __init__(self, given: str | None) -> None:
        self.name = given if given is not None else rules_choice.last().id
        self.faults: list[str] = []
        self.status = 200

    @contextmanager
    def keep_faults(self) -> Iterator[None]:
        """Keep the faults that a person can correct, to be shown beside the form."""
        try:
            yield
        except UnknownRuleset:
            self.faults, self.status, self.name = [NO_RULES], 404, rules_choice.last().id
        except (BadRecord, BoardInvalid) as error:
            self.faults, self.status = list(error.faults), 422
        except TooHard as error:
            self.faults, self.status = [str(error)], 422

    def rules(self) -> Ruleset:
        """Return the rules that are asked for; where somebody has sent the form the browser keeps them. Raises :class:`UnknownRuleset`."""
        found = rules_choice.ruleset_of(self.name)
        if SENT in request.args:
            rules_choice.remember(found)
        return found

    def show(self, template: str, **context: object) -> Response:
        """Return the page."""
        offered = rules_choice.choice()
        return show(
            template,
            self.status,
            **told(self.faults, {"board": "board"})._asdict(),
            rulesets=rules_choice.including(offered.rulesets, rules_choice.ruleset_of(self.name)),
            more_lists=offered.more,
            chosen=self.name,
            sent=SENT,
            limits=LIMITS,
            **context,
        )


def _entry(drawn: str, shape: str = "") -> dict[str, Any]:
    """Return what the form for a board needs: the board as it was typed, and the tiles of the grid to tap it in."""
    lies = next((each for each in SHAPES if each.id == shape), SHAPES[0])
    return {"board": drawn, "shapes": SHAPES, "shape": lies, "grid": cells(drawn or lies.drawing)}


@pages.get("/board")
def board() -> WSGIResponse:
    """Show the form for a board; with a ``board`` its words by length, the path of ``word``, and what is said of ``words``.

    A form that was sent goes on to the address that has its board in one line. Letters in one row that probably are another board are
    asked about, unless ``shape`` says that they are a row.
    """
    drawn, typed, word, shape = (request.args.get(name, "") for name in ("board", "words", "word", "shape"))
    asked = RulesForm(request.args.get("ruleset"))
    entry = read_entry(drawn) if shape != ROW else Entry(one_line(drawn))
    seen, guess, rules = None, None, None
    with asked.keep_faults():
        rules = asked.rules()
        if entry.guess:
            guess = board_view.guess_of(entry)
        elif SENT in request.args:
            words = " ".join(words_in(typed)) or None
            row = ROW if shape == ROW else None
            return redirect(
                url_for("pages.board", board=entry.board, ruleset=asked.name, words=words, shape=row), 303
            )
        elif drawn:
            seen = board_view.view_of(current.adjudicator(), drawn, asked.name, word, _few(words_in(typed)))
        elif "board" in request.args:
            raise BoardInvalid(["the board has no letters yet"])
    return asked.show(
        "board.html",
        seen=seen,
        rules=rules,
        words=typed,
        guess=guess,
        row=ROW if shape == ROW else None,
        other=other_q(drawn),
        **_entry(drawn, shape),
    )


def _few(words: list[str]) -> list[str]:
    if len(words) > MAX_LISTED:
        raise BadRecord([f"these are {len(words):,} words, and {MAX_LISTED:,} at a time are the most"])
    return words
