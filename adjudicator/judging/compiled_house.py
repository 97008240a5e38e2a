"""A house list over a compiled ruleset: the same questions, answered by the list first. Start at :class:`CompiledHouse`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from heapq import merge
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.games.graph import BoardWords, WordGraph
from adjudicator.judging import serialise
from adjudicator.judging.compiled import CompiledRuleset
from adjudicator.judging.shapes import HouseSays
from adjudicator.rules.digests import digest_of
from adjudicator.rules.house import Entry, HouseList
from adjudicator.rules.judge import HOUSE_CODES, Decree
from adjudicator.rules.wording import house_reason

if TYPE_CHECKING:
    from adjudicator.judging.shapes import BriefVerdict
    from adjudicator.lexicon.search import Criteria


class CompiledHouse:
    """One revision of a house list over the compiled ruleset that it stands on, as it is at the time *now*.

    It answers what is asked of :class:`adjudicator.judging.compiled.CompiledRuleset`. Nothing is worked out before it is asked for, so that a list of many thousand entries
    can be used at once after every edit.
    """

    def __init__(self, base: CompiledRuleset, house: HouseList, now: str) -> None:
        self.base = base
        self.house = house
        self.judge = base.judge
        self._now = now
        self.era = house.era(now)
        self.digest = digest_of("\n".join([base.judge.digest, house.digest, str(self.era)]))
        """What the verdicts depend on besides the lexicon: the ruleset, the list's history, and how many of its entries have run out."""
        self.legal = self._quick()
        """Whether a key is legal."""

    def decree(self, key: str) -> Decree:
        """Return what the list has decided of *key*, for the judge."""
        house = self.house
        return Decree(house.ruleset, self.digest, house.settings.title, house.decisive(key, self._now))

    def says(self, key: str) -> HouseSays:
        """Return which revision judges, and the entry that decides *key*."""
        return HouseSays(self.house.slug, self.house.revision, self.decree(key).entry)

    def decision(self, key: str) -> tuple[str, bool, Entry] | None:
        """Return the code of the list, whether it is legal, and the entry; None where the list does not settle *key*."""
        entry = self.house.decisive(key, self._now)
        if entry is None or (entry.effect == "allow" and self.base.word_code(key) is not None):
            return None
        return HOUSE_CODES[entry.effect][0], entry.effect == "allow", entry

    def _quick(self) -> Callable[[str], bool]:
        """Return what says whether a key is legal; of most keys that the list says nothing of, it knows so at once."""
        own, covered, since = self.house.own.flat, self.house.covers.flat, self.house.since
        below, decisive, word_code, now = self.base.legal, self.house.decisive, self.base.word_code, self._now

        def legal(key: str) -> bool:
            if key in own or key in covered or key in since:
                entry = decisive(key, now)
                if entry is not None and (entry.effect == "deny" or word_code(key) is None):
                    return entry.effect == "allow"
            return below(key)

        return legal

    def word_code(self, key: str) -> str | None:
        """Return the code of the rule on the word that strikes *key*, or None."""
        return self.base.word_code(key)

    def code(self, key: str) -> str:
        """Return the decisive code for *key*."""
        settled = self.decision(key)
        return settled[0] if settled else self.base.code(key)

    def reasons(self, words: Sequence[str]) -> list[BriefVerdict | None]:
        """Return what ``detail=reasons`` says of each of *words*, as :meth:`CompiledRuleset.reasons` does."""
        found = self.base.reasons(words)
        name, title = self.house.ruleset, self.house.settings.title
        for number, word in enumerate(words):
            key = word.lower()
            settled = self.decision(key)
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
        self.legal = self._quick()

    @cached_property
    def board_words(self) -> BoardWords:
        """The legal keys for boards: those of the ruleset, and beside them what the list allows, as far as it is in force and decides."""
        graphs, house, since = self.base.board_words.graphs, self.house, self.house.since
        kept = house.origin.worked_out
        if not isinstance(kept, _AllowedGraph) or kept.revision > house.revision:
            kept = _AllowedGraph(house.revision, _graph_of(filter(house.allows, house.keys)))
            house.origin.worked_out = kept
        later = (_graph_of(sorted(filter(house.allows, since))),) if since else ()
        return BoardWords((*graphs, kept.graph, *later), self.legal)

    def keys(self) -> list[str]:
        """Return every key that the lexicon, the ruleset's lists or the house list have, in order."""
        return list(_merge(self.base.keys(), filter(self.decision, self.house.keys)))

    def legal_keys(self) -> list[str]:
        """Return every legal key, in order."""
        settled = {key: found[1] for key in self.house.keys if (found := self.decision(key))}
        legal = [key for key in self.base.legal_keys() if key not in settled]
        legal += [key for key, allowed in settled.items() if allowed]
        legal.sort()  # little is to be done: it is two lists that are in order
        return legal

    def each_legal_key(self) -> Iterator[str]:
        """Return what yields every legal key, in order, and holds no list of them."""
        return iter(self.with_code("sense-admitted"))

    @cached_property
    def size(self) -> int:
        """How many keys are legal; counted once."""
        changed = ((key, settled) for key in self.house.keys if (settled := self.decision(key)))
        return self.base.size + sum(settled[1] - self.base.legal(key) for key, settled in changed)

    def left_of(self, keys: Iterable[str]) -> Iterator[str]:
        """Yield those of *keys* that the list does not settle; of most it knows so at once."""
        own, covered, since = self.house.own.flat, self.house.covers.flat, self.house.since
        for key in keys:
            if not (key in own or key in covered or key in since) or self.decision(key) is None:
                yield key

    def with_code(self, code: str) -> HouseKeys:
        """Return every key that *code* settles, ready to be searched. The code of legal words finds what the list allows, too."""
        return HouseKeys(self, code)


FastPath = CompiledRuleset | CompiledHouse
"""Answers about a ruleset without a proof, with a house list or without."""


class HouseKeys:
    """The keys that a code settles under a house list: those of the ruleset below and the list's own, found at the same time."""

    def __init__(self, compiled: CompiledHouse, code: str) -> None:
        self._compiled = compiled
        self._code = code

    def __iter__(self) -> Iterator[str]:
        from adjudicator.lexicon.search import Criteria

        return self.find(Criteria())

    def find(self, criteria: Criteria, after: str = "") -> Iterator[str]:
        """Yield, in order, the keys greater than *after* that fit all of *criteria*; a caller that stops early pays for no more."""
        from adjudicator.lexicon.search import find_among

        compiled = self._compiled
        below = compiled.base.with_code(self._code).find(criteria, after)
        own = filter(self._is_own, find_among(compiled.house.keys, criteria, after))
        return _merge(compiled.left_of(below), own)

    def _is_own(self, key: str) -> bool:
        """Return whether the list settles *key* with the code."""
        settled = self._compiled.decision(key)
        return settled is not None and (
            settled[1] if self._code == "sense-admitted" else settled[0] == self._code
        )


class _AllowedGraph(NamedTuple):
    """What the entries of a list allowed at one revision, for boards."""

    revision: int
    graph: WordGraph


def _graph_of(keys: Iterable[str]) -> WordGraph:
    from dawg import CompletionDAWG

    return WordGraph(CompletionDAWG(list(keys), input_is_sorted=True).tobytes())


def _merge(one: Iterable[str], other: Iterable[str]) -> Iterator[str]:
    """Yield the keys of two that are in order, in order, and each of them once."""
    last = ""
    for key in merge(one, other):
        if key != last:
            yield key
        last = key
