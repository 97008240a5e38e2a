"""How much of the proof of a verdict people are shown before the rest folds away. Data have it whole."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.judging.shapes import FindingModel


def arranged(findings: Sequence[FindingModel], most: int) -> list[FindingModel]:
    """Return *findings*, of which *most* are shown and the rest folds away: the first word list that bears the word out is always shown."""
    ordered = list(findings)
    listed = next((i for i, found in enumerate(ordered) if _is_listing(found)), 0)
    if listed >= most > 0:
        ordered.insert(most - 1, ordered.pop(listed))
    return ordered


def _is_listing(found: FindingModel) -> bool:
    sense = found["sense"]
    return found["effect"] == "admits" and sense is not None and sense["listing"]
