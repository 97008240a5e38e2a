"""Boards as people type them: what is asked about, and what a Q is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.games.board import LAYOUTS, MAX_TEXT, read_board
from adjudicator.games.entry import Entry, one_line, other_q, read_entry

SQUARE = "PERS/LATG/SINE/TERS"


@pytest.mark.parametrize(
    ("typed", "board", "guess", "size"),
    [
        ("pers latg sine ters", "perslatgsineters", "pers/latg/sine/ters", "4 × 4"),
        ("PERSLATGSINETERS", "PERSLATGSINETERS", "PERS/LATG/SINE/TERS", "4 × 4"),
        ("p e r s l a t g s i n e t e r s", "perslatgsineters", "pers/latg/sine/ters", "4 × 4"),
        ("queslatgsineters", "queslatgsineters", "Quues/latg/sine/ters", "4 × 4"),
        ("queslatgsineterst", "queslatgsineterst", "Quesl/atgs/inet/erst", "4 × 4"),
        ("abcdefghijklmnoprstuvwxyz", "abcdefghijklmnoprstuvwxyz", "abcde/fghij/klmno/prstu/vwxyz", "5 × 5"),
        ("R ABE W?D*IS OGT E", "RABEW?D*ISOGTE", "..R../.ABE./W?D*IS/.OGT./..E..", "the diamond of 13 tiles"),
        ("abc def", "abcdef", "abc/def", "2 × 3"),
        ("a b c", "abc", "", ""),
        ("plate", "plate", "", ""),
        ("ab cde", "abcde", "", ""),
        ("", "", "", ""),
    ],
)
def test_what_is_in_one_line(typed: str, board: str, guess: str, size: str) -> None:
    """As many tiles as a layout has, or parts of one length, are asked about; anything else is a row."""
    assert read_entry(typed) == Entry(board, guess, size)


@pytest.mark.parametrize(
    ("typed", "board"),
    [
        (SQUARE, SQUARE),
        ("pe rs\nlatg\r\n\nsine\nters", "pers/latg/sine/ters"),
        ("QERS/LATG/SINE/TERS", "QuERS/LATG/SINE/TERS"),
        ("quers/latg/sine/ters", "Quers/latg/sine/ters"),
        ("qu*rs/latg/sine/ters", "Quu*rs/latg/sine/ters"),
        ("q*ers/latg/sine/ters", "Qu*ers/latg/sine/ters"),
        ("(q)ers/latg/sine/ters", "(q)ers/latg/sine/ters"),
        ("Quers/qatg/sine/ters", "Quers/Quatg/sine/ters"),
        ("..Q../.ABE./W?DIS/.OGT./..E..", "..Q../.ABE./W?DIS/.OGT./..E.."),
        ("qat/sit", "qat/sit"),
        ("qers/latg/sine/ter", "qers/latg/sine/ter"),
        ("q.rs/latg/sine/ters", "q.rs/latg/sine/ters"),
    ],
)
def test_q_is_qu_where_the_dice_have_it(typed: str, board: str) -> None:
    """Only on a board that lies as one that is sold with such dice; in brackets it stays a Q."""
    assert read_entry(typed) == Entry(board)


@pytest.mark.parametrize(
    ("board", "other"),
    [
        ("QuERS/LATG/SINE/TERS", "(Q)ERS/LATG/SINE/TERS"),
        ("(Q)ERS/LATG/SINE/TERS", "QuERS/LATG/SINE/TERS"),
        ("qers/latq*/sine/ters", "Quers/latQu*/sine/ters"),
        (SQUARE, ""),
        ("qat/sit", ""),
        ("q" * (MAX_TEXT + 1), ""),
    ],
)
def test_somebody_says_otherwise(board: str, other: str) -> None:
    """The other reading is one that stays when it is typed again."""
    assert other_q(board) == other
    assert not other or read_entry(other).board == other


@given(st.text("aquQUz?*.()/ \n", max_size=40))
def test_an_entry_is_settled(typed: str) -> None:
    """Whatever is typed: the board that comes of it comes of itself; a guess is a valid board of a row's tiles, and asks no more."""
    entry = read_entry(typed)
    if entry.guess:
        assert "/" not in entry.board and read_entry(entry.guess) == Entry(entry.guess)
    else:
        assert read_entry(entry.board) == entry
        assert one_line(entry.board) == entry.board


def test_layouts_are_typed_in_one_line() -> None:
    """The tiles of every layout, typed without a break, are asked about, and the guess lies as it does."""
    for name, layout in LAYOUTS.items():
        tiles = "".join(layout.rows).count("o")
        entry = read_entry("e" * tiles)
        assert len(read_board(entry.guess, layout=name).tiles) == tiles
