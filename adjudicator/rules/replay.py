"""Whether verdicts of some time ago still hold: a ruling's own against those of today."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

COMPARED = ("legal", "code", "certainty", "lexicon", "ruleset_digest")


class Difference(NamedTuple):
    """What is not the same of one word: each field's value then and now."""

    word: str
    differs: dict[str, tuple[Any, Any]]


class Replay(NamedTuple):
    """*agrees* where every word is as legal now as it was then. *words* has those of which anything compared differs."""

    agrees: bool
    words: tuple[Difference, ...]

    def as_dict(self) -> dict[str, Any]:
        """Return the comparison as plain data."""
        words = [
            {
                "word": word,
                "differs": {field: {"then": then, "now": now} for field, (then, now) in differs.items()},
            }
            for word, differs in self.words
        ]
        return {"agrees": self.agrees, "words": words}


def replay(then: Sequence[Mapping[str, Any]], now: Sequence[Mapping[str, Any]]) -> Replay:
    """Compare the full verdicts of a ruling with those of today on the same words in the same order."""
    found = [_difference(old, new) for old, new in zip(then, now, strict=True)]
    return Replay(
        not any("legal" in each.differs for each in found),
        tuple(each for each in found if each.differs),
    )


def _difference(then: Mapping[str, Any], now: Mapping[str, Any]) -> Difference:
    differs = {field: (then[field], now[field]) for field in COMPARED if then[field] != now[field]}
    return Difference(then["word"], differs)
