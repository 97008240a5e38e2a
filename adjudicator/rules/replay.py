"""Whether verdicts of some time ago still hold: a ruling's own against those of today."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

COMPARED = ("legal", "code", "certainty", "lexicon", "ruleset_digest")


class ThenAndNow(NamedTuple):
    """The value of a field of a verdict."""

    then: bool | str
    now: bool | str


class ReplayedWord(NamedTuple):
    """What is not the same of one word, by field."""

    word: str
    differs: dict[str, ThenAndNow]


class Replay(NamedTuple):
    """*agrees* where every word is as legal now as it was then. *words* has those of which anything compared differs."""

    agrees: bool
    words: tuple[ReplayedWord, ...]


def replay(then: Sequence[Mapping[str, Any]], now: Sequence[Mapping[str, Any]]) -> Replay:
    """Compare the full verdicts of a ruling with those of today on the same words in the same order."""
    found = [_difference(old, new) for old, new in zip(then, now, strict=True)]
    return Replay(
        not any("legal" in each.differs for each in found),
        tuple(each for each in found if each.differs),
    )


def _difference(then: Mapping[str, Any], now: Mapping[str, Any]) -> ReplayedWord:
    differs = {field: ThenAndNow(then[field], now[field]) for field in COMPARED if then[field] != now[field]}
    return ReplayedWord(then["word"], differs)
