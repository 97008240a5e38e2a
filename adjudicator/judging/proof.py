"""In what order people are shown the proof of a verdict, and how much of it before the rest folds away. Data have it whole, in the judge's own order."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.judging.shapes import FindingModel


def arranged(findings: Sequence[FindingModel], legal: bool, most: int) -> list[FindingModel]:
    """Return *findings* as people read them, of which *most* are shown and the rest folds away.

    Where the word is *legal*, names that are struck come after all that counts. The first word list that bears the word out is always shown.
    """
    ordered = sorted(findings, key=_is_struck_name) if legal else list(findings)
    listed = next((i for i, found in enumerate(ordered) if _is_listing(found)), 0)
    if listed >= most > 0:
        ordered.insert(most - 1, ordered.pop(listed))
    return ordered


def _is_struck_name(found: FindingModel) -> bool:
    return found["effect"] == "excludes" and found["code"] == "proper-noun"


def _is_listing(found: FindingModel) -> bool:
    sense = found["sense"]
    return found["effect"] == "admits" and sense is not None and sense["listing"]
