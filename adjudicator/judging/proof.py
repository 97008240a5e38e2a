"""How much of the proof of a verdict people are shown before the rest folds away. Data have it whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # a command that shows one verdict does without
    from adjudicator.judging.shapes import FindingModel


def arranged(findings: Sequence[FindingModel], most: int) -> list[FindingModel]:
    """Return *findings*, of which *most* are shown and the rest folds away: the first word list with sizes that bears the word out is always shown, and a
    definition that a dictionary has of another one is shown once.
    """
    once: dict[object, FindingModel] = {}
    for place, found in enumerate(findings):
        said = _said(found, place)
        if said not in once or found["decisive"]:
            once[said] = found
    ordered = list(once.values())
    listed = next((i for i, found in enumerate(ordered) if _is_listing(found)), 0)
    if listed >= most > 0:
        ordered.insert(most - 1, ordered.pop(listed))
    return ordered


def _is_listing(found: FindingModel) -> bool:
    sense = found["sense"]
    return (
        found["effect"] == "admits" and sense is not None and sense["listing"] and sense["size"] is not None
    )


def _said(found: FindingModel, place: int) -> tuple[object, ...]:
    """Return what is the same of a finding, at its *place* in the proof, and of others that say nothing more."""
    sense = found["sense"]
    if sense is None or not sense["gloss"]:
        return (place,)
    letters = "".join(filter(str.isalnum, sense["gloss"].casefold()))
    return found["code"], sense["pos"], sense["relation"], sense["inflection_of"], letters
