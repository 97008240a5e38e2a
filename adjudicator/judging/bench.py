"""A ruleset as it is now, ready to judge. Start at :class:`Bench`.

Everything that depends on a ruleset is asked of its bench, and whatever must fit together is asked of one bench: it never changes. A ruleset
that stands by itself has a :class:`RulesetBench`, each revision of a house list a :class:`HouseBench` over the bench of the ruleset that it
stands on. :meth:`adjudicator.judging.service.Adjudicator.under` finds the one for a name.
"""

from __future__ import annotations

import weakref
from _thread import allocate_lock
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from string import ascii_lowercase
from typing import TYPE_CHECKING, overload

from adjudicator.core.model import Difference, Evidence, Facts, Region, Verdict
from adjudicator.core.shapes import plain
from adjudicator.core.spelling import (
    ANY_LETTER,
    MAX_WORD,
    edits_of,
    fault_of,
    foreign_characters,
    key_of,
    one_edit,
    quote,
)
from adjudicator.core.version import VERSION
from adjudicator.errors import BadSearch, BadWord
from adjudicator.judging import serialise
from adjudicator.judging.dictionaries import Dictionaries
from adjudicator.lexicon.near import (
    LONGEST_MISS,
    Near,
    NearMisses,
    commonness,
    reach,
)
from adjudicator.rules.house import Address, HouseList
from adjudicator.rules.judge import Decree, Judge
from adjudicator.rules.ruleset import Ruleset
from adjudicator.rules.sources import LIVE

if TYPE_CHECKING:
    from adjudicator.games.board import Board
    from adjudicator.games.budget import Purse
    from adjudicator.judging.batch import Answers, WordAnswer
    from adjudicator.judging.compiled import CompiledRuleset
    from adjudicator.judging.compiled_house import CompiledHouse, FastPath
    from adjudicator.judging.shapes import (
        AnyVerdict,
        Detail,
        FullVerdict,
        HouseRef,
        JudgedBy,
        LiveModel,
        RulesetModel,
    )
    from adjudicator.lexicon.search import Criteria

ADMITTED = "sense-admitted"
"""The code of a legal word."""
LEGAL_CODES = (ADMITTED, "house-allowed")
"""The codes that settle a word as legal."""
SUGGESTIONS = 5
SUGGESTED_FOR = frozenset({"not-in-dictionary", "only-in-phrases", "american-spelling", "british-spelling"})
"""Codes of words that near misses are looked for."""
SUGGESTED_IF_RARE = frozenset(
    {"proper-noun", "initialism", "acronym", "contraction", "marked-abbreviation", "affix", "punctuated"}
)
"""Codes of words that are something else, and that common near misses are looked for where they are rare as that (thier, a surname)."""
RARE = 60
"""The size of the word lists beyond which a word is rare; that of those up to which one is common is :data:`adjudicator.lexicon.near.COMMON`."""
A_PROOF, A_FINDING = 25, 3
"""Steps for the proof of one word, and for each finding in it."""


class Bench(ABC):
    """One ruleset over the dictionaries that it names, as both are now. Threads may share it."""

    name: str
    """What names the ruleset as it is now: its id, or the address of a house list with the revision."""
    ruleset: Ruleset
    """That of a house list is the one that it stands on, under the list's id and title."""
    ruleset_digest: str
    """The digest of everything in the ruleset that verdicts depend on; that of a house list changes with every edit."""
    lexicon_digest: str
    """The digest of everything that verdicts are read from: the lexicon, and the user's lists that the ruleset names."""

    def __init__(self, dictionaries: Dictionaries, judge: Judge) -> None:
        self.dictionaries = dictionaries
        self.judge = judge
        self.ref: weakref.ref[Bench] = weakref.ref(self)
        """Stands for the bench in what is kept of it, and does not keep the bench itself."""
        self._counted = tuple(name for name in judge.ruleset.dictionary.sources if name.startswith(LIVE))
        """The live dictionaries that the ruleset names."""
        self._lists = dictionaries.lists(judge.ruleset.dictionary.sources)
        """The user's lists that it names."""

    @property
    @abstractmethod
    def compiled(self) -> FastPath:
        """The fast path: what is asked by key, without a proof."""

    @property
    def house(self) -> HouseList | None:
        """The revision of the house list that judges; None where there is no list."""
        return None

    @cached_property
    def mark(self) -> str:
        """What changes whenever anything changes that answers are made from: this version, the ruleset, what verdicts are read from, and the
        live evidence that they show whether or not it counts.
        """
        import hashlib

        digests = (self.lexicon_digest, self.ruleset_digest, self.dictionaries.answers_digest)
        joined = "\n".join([VERSION, *filter(None, digests)])
        return hashlib.sha256(joined.encode()).hexdigest()[:32]

    def data(self) -> RulesetModel:
        """Return the ruleset as plain data."""
        found: RulesetModel = plain(self.ruleset, digest=self.ruleset_digest)
        return found

    def judged_by(self, named: str) -> JudgedBy:
        """Return what an answer is judged by: the ruleset as it was *named*, and the digests of everything that it depends on."""
        return {"ruleset": named, "lexicon": self.lexicon_digest, "ruleset_digest": self.ruleset_digest}

    def verdict(self, word: str, *, suggest: bool = True, board: Board | None = None) -> Verdict:
        """Return the verdict on *word* with its proof.

        *suggest* adds near misses to a word that no dictionary has; on a *board* the word has to be there, too. Raises :class:`BadWord` where
        nothing in *word* can be spelled.
        """
        fault = fault_of(word)
        if fault:
            raise BadWord(fault)
        key = key_of(word)
        evidence = self.dictionaries.evidence(word, self._lists)
        foreign = "" if word.isalpha() and word.isascii() else foreign_characters(word)
        judged = self.judge.verdict(
            word.strip(),
            evidence,
            self.lexicon_digest,
            foreign,
            house=self._decree(key),
            obstacle=_obstacle(board, key) if board else "",
            known=self._known,
        )
        if suggest and not judged.legal and _is_likely_slip(judged.decisive.code, evidence):
            judged = judged._replace(suggestions=tuple(self._suggestions(evidence, judged.decisive.code)))
        return judged

    @overload
    def verdict_data(
        self, word: str, *, suggest: bool = True, board: Board | None = None, purse: Purse | None = None
    ) -> FullVerdict: ...

    @overload
    def verdict_data(
        self,
        word: str,
        *,
        detail: Detail,
        suggest: bool = True,
        board: Board | None = None,
        purse: Purse | None = None,
    ) -> AnyVerdict: ...

    def verdict_data(
        self,
        word: str,
        *,
        detail: Detail = "full",
        suggest: bool = True,
        board: Board | None = None,
        purse: Purse | None = None,
    ) -> AnyVerdict:
        """Return the verdict as plain data, in the form that every interface prints.

        With a *purse* it is paid for. Raises as :meth:`verdict` does, and :class:`TooHard` where the purse is empty.
        """
        if purse:
            purse.spend(A_PROOF, "words")
        judged = self.verdict(word, suggest=suggest and detail == "full", board=board)
        if purse:
            purse.spend(A_FINDING * len(judged.findings), "words")
        found = serialise.verdict(judged, self.judge.ruleset.cites, detail)
        if "findings" in found:
            self._add(found, judged)
        return found

    def answer(self, word: str, *, detail: Detail = "full") -> WordAnswer:
        """Return the verdict on one word as JSON, near misses among it with ``full``, and its code. Raises :class:`BadWord`."""
        from adjudicator.judging.batch import encode, short

        answer = None if detail == "full" else short(self.compiled, word, detail)
        return answer or encode(self.verdict_data(word, detail=detail))

    def answers(self, words: Sequence[str], *, detail: Detail = "full", between: bytes = b",") -> Answers:
        """Return the verdicts on many words as JSON objects joined by *between*; a word that is none has ``error`` instead.

        With less *detail* than ``full`` this is the way to judge many: a million a second and more with ``verdict``.
        """
        from adjudicator.judging.batch import answers

        return answers(self.compiled, self._one(detail), words, detail, between)

    def pieces(
        self,
        words: Sequence[str],
        *,
        detail: Detail = "full",
        between: bytes = b",",
        step: int | None,
        most: int,
        purse: Purse | None = None,
    ) -> Iterator[Answers]:
        """Return what yields the same a piece of at most *step* words at a time. Beyond *most* bytes of answers, words have ``error``, and so
        have those that take a whole proof where *purse* is empty.
        """
        from adjudicator.judging.batch import pieces

        return pieces(self.compiled, self._one(detail, purse), words, detail, between, step=step, most=most)

    def _one(self, detail: Detail, purse: Purse | None = None) -> Callable[[str], AnyVerdict]:
        """Return what judges a word of many by itself, paid for out of *purse*."""

        def one(word: str) -> AnyVerdict:
            return self.verdict_data(word, detail=detail, suggest=False, purse=purse)

        return one

    def legal(self, word: str) -> bool:
        """Return whether *word* is legal, without a proof. Raises :class:`BadWord` where nothing in it can be spelled."""
        if word.isascii() and word.isalpha() and len(word) <= MAX_WORD:
            return self.compiled.legal(word.lower())
        return self.verdict(word, suggest=False).legal

    def decisive(self, word: str) -> str:
        """Return the decisive code for *word*, without a proof. Raises :class:`BadWord`."""
        if word.isascii() and word.isalpha() and len(word) <= MAX_WORD:
            return self.compiled.code(word.lower())
        return self.verdict(word, suggest=False).decisive.code

    def acceptable(self, words: Iterable[str]) -> bool:
        """Return the sealed judgement of a play: whether every word is legal, and nothing else.

        Every word is judged, whatever the others are: how long it takes says nothing of which word it was.
        """
        from adjudicator.judging.batch import is_plain

        legal = self.compiled.legal
        each = [legal(word.lower()) if is_plain(word) else self.legal(word) for word in words]
        return all(each)

    def keys(self) -> list[str]:
        """Return every key that the lexicon or the ruleset's own lists have, in order."""
        return self.compiled.keys()

    def legal_keys(self) -> list[str]:
        """Return every legal key, in order."""
        return self.compiled.legal_keys()

    def each_legal_key(self) -> Iterator[str]:
        """Return what yields every legal key, in order, and holds no list of them."""
        return self.compiled.each_legal_key()

    def search(
        self,
        criteria: Criteria | None = None,
        *,
        code: str = ADMITTED,
        region: Region | None = None,
        after: str = "",
    ) -> Iterator[str]:
        """Yield, in order, the keys after *after* that *code* settles, that fit the *criteria* and are spelled so in *region*.

        The default code is that of legal words. Raises :class:`BadSearch` for an unknown code.
        """
        from adjudicator.lexicon.search import Criteria
        from adjudicator.rules.conditions import CODES

        if code not in CODES:
            raise BadSearch(f"There is no code {quote(code)}.", f"Known are: {', '.join(sorted(CODES))}.")
        compiled, criteria = self.compiled, criteria or Criteria()
        if region is None:
            yield from compiled.with_code(code).find(criteria, after)
        elif region == "both":
            for key in compiled.with_code(code).find(criteria, after):
                if self.dictionaries.lexicon.region(key) == region:
                    yield key
        else:
            for key in self.dictionaries.of_region(region).find(criteria, after):
                if compiled.legal(key) if code == ADMITTED else compiled.code(key) == code:
                    yield key

    def diff(self, other: Bench) -> Iterator[Difference]:
        """Yield the keys whose legality differs here and under *other*, in order."""
        here, there = self.compiled, other.compiled
        for key in sorted({*here.legal_keys()} ^ {*there.legal_keys()}):
            yield Difference(key, here.code(key), there.code(key))

    @abstractmethod
    def near_misses(self, key: str, *, known: bool = False) -> list[Near]:
        """Return the legal keys of the lexicon that *key* may be a slip of, the likeliest first; where it is *known* as something else, the common
        words that it is a plain slip of.
        """

    def _known(self, keys: Sequence[str]) -> list[tuple[str, list[Facts]]]:
        """Return the known ones among *keys*, with the facts of each."""
        return self.dictionaries.known_facts(keys, self._lists)

    def _decree(self, key: str) -> Decree | None:
        """Return what a house list has decided of *key*; None where there is no list."""
        return None

    def _add(self, found: FullVerdict, judged: Verdict) -> None:
        """Add to a full verdict what it has besides the proof: what live dictionaries have answered, if any was asked or counts."""
        live = self._live(judged)
        if live:
            found["live"] = live

    def _live(self, judged: Verdict) -> list[LiveModel]:
        """Return, as plain data, what live dictionaries have answered of a word, and those that the ruleset counts and that have not been
        asked for it: what it rests on ``instead``. ``counts`` says whether the ruleset's dictionary names it.
        """
        kept = self.dictionaries.answers.get(judged.key, ())
        if not self._counted and not kept:
            return []
        reading = judged.decisive.reading
        instead = reading.facts.source if reading else None
        found: list[LiveModel] = [plain(item, counts=item.site in self._counted) for item in kept]
        asked = {each["source"] for each in found}
        missing = [source for source in self._counted if source not in asked]
        for source in missing:
            found.append({"source": source, "found": None, "counts": True, "instead": instead})
        return found

    def _suggestions(self, evidence: Evidence, code: str) -> list[str]:
        """Return legal near misses of the key that *evidence* is of: its counterparts in the other region's spelling, or else words that it may
        be a slip of, the likeliest first; common ones alone where *code* says that it is something else itself.
        """
        found = [word for word in evidence.counterparts if self._is_near(word)]
        if not found and len(evidence.key) <= LONGEST_MISS:
            known = code in SUGGESTED_IF_RARE
            found = [near.word for near in self.near_misses(evidence.key, known=known)]
        return found[:SUGGESTIONS]

    def _is_near(self, counterpart: str) -> bool:
        """Return whether a *counterpart* of a word can be suggested: the lexicon itself makes it legal."""
        evidence = self.dictionaries.evidence(counterpart)
        facts = [reading.facts for reading in evidence.readings]
        return self.judge.decide_facts(evidence.key, facts) == ADMITTED


class RulesetBench(Bench):
    """A ruleset that stands by itself: a rulebook, a file of the user's, or what a house list has made of one by its settings."""

    def __init__(self, dictionaries: Dictionaries, ruleset: Ruleset) -> None:
        super().__init__(dictionaries, Judge(ruleset))
        self.name = ruleset.id
        self.ruleset = ruleset
        self.ruleset_digest = self.judge.digest
        self.lexicon_digest = dictionaries.digest(self._lists)
        self.near: NearMisses | None = None
        """What finds near misses fast, where :mod:`adjudicator.judging.warming` has made it."""
        self._compiling = allocate_lock()

    @cached_property
    def compiled(self) -> CompiledRuleset:
        """The fast path, made when it is first asked for, by one thread for all: a proof does without."""
        from adjudicator.judging.compiled import CompiledRuleset

        with self._compiling:
            known: CompiledRuleset | None = self.__dict__.get("compiled")
            if known is None:
                known = CompiledRuleset(self.judge, self.dictionaries.lexicon, self._lists)
                self.__dict__["compiled"] = known
            return known

    def near_misses(
        self,
        key: str,
        *,
        known: bool = False,
        among: Callable[[str], bool] = bool,
    ) -> list[Near]:
        """Return the legal keys that *key* may be a slip of, as :meth:`Bench.near_misses` does; of those, the ones *among* which they are to be."""
        from adjudicator.lexicon.misspelt import Heard, ranked

        misspelt = self.dictionaries.misspelt
        by_rule, heard = misspelt.by_rule(key), Heard([], []) if known else misspelt.by_sound(key)
        words = {*by_rule, *heard.same, *heard.near}
        found: list[tuple[str, Sequence[Facts]]] = []
        compiled: CompiledRuleset | None = self.__dict__.get("compiled")
        if compiled is not None and compiled.begins is not None:
            legal, admit = compiled.legal, compiled.facts_that_admit
            if self.near is not None:
                edits = self.near.of(key, legal)
            else:
                first = reach(key, compiled.begins)
                edits = list(filter(legal, edits_of(key, ascii_lowercase, ANY_LETTER, first)))
            likely = {*filter(legal, words), *edits}
            found = [(word, facts) for word in filter(among, likely) if (facts := admit(word)) is not None]
        else:
            found = [
                (word, facts)
                for word, facts in self.dictionaries.lexicon.known_facts([*words.union(one_edit(key))])
                if self.judge.word_code(word) is None and self.judge.decide(facts).legal and among(word)
            ]
        return ranked(key, found, by_rule, heard, known=known)


class HouseBench(Bench):
    """One revision of a house list over the ruleset that it stands on, as it is at one time: its entries may run out later."""

    def __init__(self, base: RulesetBench, house: HouseList, now: str) -> None:
        super().__init__(base.dictionaries, base.judge)
        self.base = base
        self._revision = house
        self._now = now
        self.name = str(Address(house.slug, house.revision))
        self.ruleset = base.ruleset._replace(id=house.ruleset, title=house.settings.title)
        self.lexicon_digest = base.lexicon_digest
        self.ruleset_digest = self.compiled.digest

    @cached_property
    def compiled(self) -> CompiledHouse:
        """The fast path."""
        from adjudicator.judging.compiled_house import CompiledHouse

        return CompiledHouse(self.base.compiled, self._revision, self._now)

    @property
    def house(self) -> HouseList:
        """The revision that judges."""
        return self._revision

    def data(self) -> RulesetModel:
        """Return the ruleset as plain data, as :meth:`Bench.data` does."""
        house = self.house
        ref: HouseRef = {"slug": house.slug, "revision": house.revision, "base": house.settings.base}
        return {**super().data(), "house": ref}

    def near_misses(self, key: str, *, known: bool = False) -> list[Near]:
        """Return those of the ruleset below that the list leaves legal; what the list allows is never suggested."""
        return self.base.near_misses(key, known=known, among=self.compiled.legal)

    def _is_near(self, counterpart: str) -> bool:
        return super()._is_near(counterpart) and self.compiled.legal(counterpart)

    def _decree(self, key: str) -> Decree | None:
        return self.compiled.decree(key)

    def _add(self, found: FullVerdict, judged: Verdict) -> None:
        found["house"] = plain(self.compiled.says(judged.key))
        super()._add(found, judged)


def _is_likely_slip(code: str, evidence: Evidence) -> bool:
    """Return whether a word that *code* settled as illegal may be a slip of another one. Where a rule of the game strikes it, it is meant, and so is
    what a list has in one piece.
    """
    if any(
        reading.facts.kind == "listing" and "punctuated" in reading.facts.inferred
        for reading in evidence.readings
    ):
        return False
    if code in SUGGESTED_IF_RARE:
        return commonness(reading.facts for reading in evidence.readings) > RARE
    return code in SUGGESTED_FOR


def _obstacle(board: Board, key: str) -> str:
    """Return why *key* is not on *board*, as the end of a sentence; nothing where it is."""
    from adjudicator.games.obstacles import why_not

    found = why_not(board, key)
    return found.reason[0].lower() + found.reason[1:].rstrip(".") if found else ""
