"""Which words of a crossword are challenged: each challenge is held against the runs that lie there in the end.

Start at :class:`ChallengedRuns`.
"""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.games.crossword import Crossword, Reading
from adjudicator.usecases.challenges import Claim, Claims
from adjudicator.usecases.outcomes import Followed
from adjudicator.usecases.scoring_table import Judgment


class ChallengedRuns:
    """Which run each challenge means, with what is wrong or unusual about it."""

    def __init__(self, read: Crossword, claims: Claims, judgments: Mapping[int, Judgment]) -> None:
        self._read = read
        self._runs: dict[int, Reading] = {}
        self.claims: list[Claim] = []
        self.faults: list[str] = []
        self.notes: list[str] = []
        whose: dict[object, Claim] = {}
        for each in claims.told:
            found = self._find(each, judgments[each.place])
            if found is not None:
                self._runs[each.place] = found
                same = [(found.run.at, each.key), *([found.run.at] if each.built_on else [])]
                first = next(
                    (one for key in same if (one := whose.setdefault(key, each)).player != each.player), None
                )
                if first:
                    self.faults.append(
                        f"{each.where}.player: is {each.player}, and {first.where} names {first.player} for the same word"
                    )
            self.claims.append(each if found is None else each._replace(at=found.run.at))

    def _find(self, claim: Claim, judgment: Judgment) -> Reading | None:
        """Return the run that a challenge means; None where it was taken back, or has grown since."""
        found = self._read.of(claim.key, claim.player, claim.at)
        falls = not judgment.legal and claim.ruling != "no-action"
        grown = [] if found or not claim.mid_round else self._grown(claim)
        if grown and claim.built_on and falls:
            found = grown
        if claim.at is not None and not (found or grown):
            self.faults.append(
                f"{claim.where}.at: no word of {claim.player} lies there that could be {claim.word}"
            )
        elif claim.mid_round and falls and not claim.built_on:
            if any(each.run.shows(self._read.wilds) == claim.key for each in found):
                self.notes.append(f"{claim.word.upper()} lies in the crossword, although it was taken back.")
        elif len(found) == 1:
            return found[0]
        elif found:
            places = "; ".join(_place_text(each) for each in found)
            self.faults.append(
                f"{claim.where}.at: is missing; {claim.word} may be {len(found)} words of {claim.player}: {places}"
            )
        elif not grown:
            self.faults.append(
                f"{claim.where}.word: {claim.word} is no word of the crossword in which {claim.player} has a tile"
            )
        return None

    def _grown(self, claim: Claim) -> list[Reading]:
        """Return the runs of its player that a challenged word has become a part of since."""
        return [
            each
            for each in self._read.readings
            if claim.player in each.run.players
            and claim.at in (None, each.run.at)
            and len(each.run.letters) > len(claim.key)
            and claim.key in each.run.shows(self._read.wilds)
        ]

    def is_reread(self, claim: Claim) -> bool:
        """Return whether the tiles of an illegal word stand for another one by now, which counts."""
        found = self._runs.get(claim.place)
        now = "" if found is None else found.word or ""
        return len(now) == len(claim.key) and now != claim.key

    def reread(self, followed: Followed) -> Followed:
        """Return what followed from a challenge, which is nothing where the wild tiles of its run make another word (FAQ)."""
        claim = followed.claim
        if followed.decision != "upheld" or followed.fate == "stays-unscored" or not self.is_reread(claim):
            return followed
        now = self._runs[claim.place].word or ""
        said = f"{claim.word.upper()} is not legal; its tiles stand for {now.upper()} now, which counts."
        word = followed.outcome.words[0]._replace(fate="stands")
        outcome = followed.outcome._replace(
            words=(word,), points={}, turn_lost=(), game_lost=(), bonus=None, ineligible=(), summary=said
        )
        return followed._replace(outcome=outcome)


def _place_text(reading: Reading) -> str:
    row, column, direction = reading.run.at
    return f'[{row}, {column}, "{direction}"]'
