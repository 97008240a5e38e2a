"""How the tests of Boggle write a round down."""

from __future__ import annotations

from typing import Any

from tests.umpire.faces import Record

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
