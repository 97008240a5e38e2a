"""A house list over a compiled ruleset: the same questions, answered by the list first. Start at :class:`CompiledHouse`."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from adjudicator import serialise
from adjudicator.compiled import CompiledRuleset
from adjudicator.games.graph import BoardWords, WordGraph
from adjudicator.model import Facts
from adjudicator.rules.house import Entry, HouseList
from adjudicator.rules.judge import HOUSE_CODES, Decree
from adjudicator.rules.wording import house_reason

if TYPE_CHECKING:
    from adjudicator.lexicon.search import Keys


class CompiledHouse:
    """One revision of a house list over the compiled ruleset that it stands on, as it is at the time *now*.

    It answers what :class:`CompiledRuleset` answers. Nothing is worked out before it is asked for, so that a list of many thousand entries
    can be used at once after every edit.
    """

    def __init__(self, base: CompiledRuleset, house: HouseList, now: str) -> None:
        self.base = base
        self.house = house
        self.judge = base.judge
        self._now = now
        self.era = house.era(now)
        joined = "\n".join([base.judge.digest, house.digest, str(self.era)])
        self.digest = f"sha256:{hashlib.sha256(joined.encode()).hexdigest()}"
        """What the verdicts depend on besides the lexicon: the ruleset, the list's history, and how many of its entries have run out."""
        self.pinned = f"{house.ruleset}@{house.revision}.{self.era}.{house.digest.rpartition(':')[2][:16]}"
        """The name of this revision, in this era, wherever a ruleset is named. It has the history in it, too: a ledger that is restored may
        have another revision of the same number.
        """
        self._own, self._covered = house.entries, house.covers
        self._legal_below = base.legal
        self._found: dict[str, Keys] = {}

    def decree(self, key: str) -> Decree:
        """Return what the list has decided of *key*, for the judge."""
        house = self.house
        return Decree(house.ruleset, self.digest, house.settings.title, house.decisive(key, self._now))

    def _settled(self, key: str) -> tuple[str, bool, Entry] | None:
        """Return the code of the list, whether it is legal, and the entry; None where the list does not settle *key*."""
        entry = self.house.decisive(key, self._now)
        if entry is None or (entry.effect == "allow" and self.base.word_code(key) is not None):
            return None
        return HOUSE_CODES[entry.effect][0], entry.effect == "allow", entry

    def word_code(self, key: str) -> str | None:
        """Return the code of the rule on the word that strikes *key*, or None."""
        return self.base.word_code(key)

    def code(self, key: str) -> str:
        """Return the decisive code for *key*."""
        settled = self._settled(key) if key in self._own or key in self._covered else None
        return settled[0] if settled else self.base.code(key)

    def legal(self, key: str) -> bool:
        """Return whether *key* is legal."""
        settled = self._settled(key) if key in self._own or key in self._covered else None
        return settled[1] if settled else self._legal_below(key)

    def reasons(self, words: Sequence[str]) -> list[dict[str, Any] | None]:
        """Return what ``detail=reasons`` says of each of *words*, as :meth:`CompiledRuleset.reasons` does."""
        found = self.base.reasons(words)
        name, title = self.house.ruleset, self.house.settings.title
        for number, word in enumerate(words):
            key = word.lower()
            settled = self._settled(key)
            known = found[number]
            if settled:
                code, legal, entry = settled
                reason = house_reason(entry, key, title)
                found[number] = serialise.brief(word, key, name, legal, "settled", code, reason)
            elif known is not None:
                known["ruleset"] = name
        return found

    def warm(self, keys: list[str] | None = None) -> None:
        """Make ready the ruleset that the list stands on."""
        self.base.warm(keys)
        self._legal_below = self.base.legal

    def facts_that_admit(self, key: str) -> Sequence[Facts] | None:
        """Return the facts of a *key* that the ruleset below makes legal; None otherwise."""
        return self.base.facts_that_admit(key)

    @cached_property
    def _says(self) -> dict[str, bool]:
        """The keys that the list settles, and whether each is legal."""
        return {
            key: settled[1]
            for key in self.house.says_of(self._now)
            if (settled := self._settled(key)) is not None
        }

    @cached_property
    def board_words(self) -> BoardWords:
        """The legal keys for boards: those of the ruleset, and beside them what the list says."""
        from dawg import CompletionDAWG

        says, (graphs, denied) = self._says, self.base.board_words
        allowed = sorted(key for key, legal in says.items() if legal)
        own = WordGraph(CompletionDAWG(allowed, input_is_sorted=True).tobytes())
        return BoardWords((*graphs, own), denied | {key for key, legal in says.items() if not legal})

    def keys(self) -> list[str]:
        """Return every key that the lexicon, the ruleset's lists or the house list have, in order."""
        return sorted({*self.base.keys(), *self._says})

    def legal_keys(self) -> list[str]:
        """Return every legal key, in order."""
        says = self._says
        allowed = [key for key, legal in says.items() if legal]
        return sorted({*(key for key in self.base.legal_keys() if key not in says), *allowed})

    @cached_property
    def size(self) -> int:
        """How many keys are legal; counted once."""
        return len(self.legal_keys())

    def with_code(self, code: str) -> Keys:
        """Return every key that *code* settles, ready to be searched. The code of legal words finds what the list allows, too."""
        from adjudicator.lexicon.search import Keys

        known = self._found.get(code)
        if known is None:
            says = self._says
            if code == "sense-admitted":
                keys = self.legal_keys()
            elif code in {own for own, _ in HOUSE_CODES.values()}:
                keys = sorted(key for key in says if self.code(key) == code)
            else:
                keys = [key for key in self.base.with_code(code) if key not in says]
            known = self._found[code] = Keys.of(keys)
        return known
