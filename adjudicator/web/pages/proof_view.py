"""The proof of a verdict as a tree: the word, what the rules make of its readings, and the readings as leaves. Start at :func:`branches_of`.

Leaves hang together on which the rules say the same; the branch that decides comes first, and on it the leaf that does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from adjudicator.judging.proof import arranged
from adjudicator.judging.shapes import FindingModel, FullVerdict, SenseModel, WordAccount, WordSense
from adjudicator.rules.wording import kind_of, source_name
from adjudicator.web.wording import capitalise

SHOWN_LEAVES = 4
"""Leaves of a branch before the rest folds away."""
_MARKS = {"admits": "counts", "excludes": "struck", "notes": "aside"}
_RELATIONS = {"inflection": "form of", "variant": "spelling of", "derivation": "made from"}
_Mark = tuple[str, str, str, str | None, str | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaf:
    """One meaning of the word, or one list that has it: what the source says, and what a rule makes of it."""

    finding: FindingModel
    sense: SenseModel
    part_of_speech: str
    source: str
    examples: Sequence[str]
    others: tuple[tuple[str, Sequence[str]], ...]
    """Other words for it, and opposites, each under what they are called."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """What the rules make of some readings: *outcome* says it, *mark* is whether they count, are struck, or neither."""

    mark: str
    outcome: str
    leaves: tuple[Leaf, ...]

    @property
    def shown(self) -> tuple[Leaf, ...]:
        """The first leaves; all where but one more would fold away."""
        return self.leaves if len(self.leaves) == SHOWN_LEAVES + 1 else self.leaves[:SHOWN_LEAVES]

    @property
    def folded(self) -> tuple[Leaf, ...]:
        """The other leaves."""
        return self.leaves[len(self.shown) :]


def branches_of(data: FullVerdict, account: WordAccount) -> tuple[Branch, ...]:
    """Return the proof of a verdict; *account* is what the lexicon knows of the word, with how it is used if that is asked for."""
    known = {_mark(sense): sense for sense in account["senses"]}
    found: dict[tuple[str, str], list[Leaf]] = {}
    for finding in arranged(data["findings"], SHOWN_LEAVES):
        sense = finding["sense"]
        if sense:
            branch = found.setdefault(_outcome(finding, data["legal"]), [])
            branch.append(_leaf(finding, sense, known))
    return tuple(
        Branch(mark=mark, outcome=outcome, leaves=tuple(leaves)) for (mark, outcome), leaves in found.items()
    )


def _outcome(found: FindingModel, legal: bool) -> tuple[str, str]:
    """Return the mark of a finding, and its sentence."""
    kind = kind_of(found["code"])
    if found["effect"] == "admits":
        return ("counts", "Counts") if legal else ("aside", "Would count")
    if found["effect"] == "excludes":
        return "struck", f"Does not count: {kind}"
    return _MARKS[found["effect"]], capitalise(kind)


def _mark(sense: SenseModel) -> _Mark:
    """Return what tells a sense from the others of a word."""
    return sense["source"], sense["display"], sense["headword"], sense["pos"], sense["gloss"]


def _leaf(found: FindingModel, sense: SenseModel, known: Mapping[_Mark, WordSense]) -> Leaf:
    used = known.get(_mark(sense))
    return Leaf(
        finding=found,
        sense=sense,
        part_of_speech=_part_of_speech(sense),
        source=source_name(sense["source"]),
        examples=used["examples"] if used else (),
        others=_others(used) if used else (),
    )


def _others(sense: WordSense) -> tuple[tuple[str, Sequence[str]], ...]:
    named = (("Other words for it", sense["synonyms"]), ("The opposite", sense["antonyms"]))
    return tuple((name, words) for name, words in named if words)


def _part_of_speech(sense: SenseModel) -> str:
    if sense["listing"]:
        return "on a list of words"
    kind = sense["pos"] or "word"
    relation = _RELATIONS.get(sense["relation"])
    return f"{kind}, {relation} {sense['headword']}" if relation else str(kind)
