"""The composition root: lexicon, rulesets and judge put together. The command line, the REST service and the pages talk to it alone.

>>> from adjudicator import Adjudicator
>>> adjudicator = Adjudicator()
>>> adjudicator.verdict("trig", "boggle").legal
True
>>> adjudicator.verdict("zee", "boggle").decisive.code
'american-spelling'
"""

from __future__ import annotations

import contextlib
import json
import re
from _thread import allocate_lock
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakValueDictionary

from adjudicator import serialise
from adjudicator.errors import (
    BadSearch,
    BadWord,
    ConfigError,
    RulesetError,
)
from adjudicator.house_names import NamedHouses
from adjudicator.known_sources import LIVE
from adjudicator.lexicon.near import NearMisses, SavedNear, commonness
from adjudicator.lexicon.reader import Lexicon
from adjudicator.model import Difference, Evidence, Region, Verdict
from adjudicator.resources import evidence_dir, home, lexicon_path, list_files
from adjudicator.rulebooks import Rulebooks
from adjudicator.rules.house import PREFIX, Settings
from adjudicator.rules.judge import Judge
from adjudicator.rules.ruleset import Ruleset
from adjudicator.rules.spelled import as_typed, case_first
from adjudicator.spelling import MAX_WORD, fault_of, foreign_characters, key_of, one_edit, shown

if TYPE_CHECKING:
    from adjudicator.batch import Answers, Compiled, Detail, Told
    from adjudicator.budget import Purse
    from adjudicator.compiled import CompiledRuleset
    from adjudicator.games.board import Board
    from adjudicator.housed import CompiledHouse
    from adjudicator.ledger.guard import Guard
    from adjudicator.ledger.ledger import Ledger
    from adjudicator.lexicon.search import Criteria, Keys
    from adjudicator.live import Item

DEFAULT_RULESET = "boggle"
ADMITTED = "sense-admitted"
"""The code of a legal word."""
LEGAL_CODES = (ADMITTED, "house-allowed")
"""The codes that settle a word as legal."""
SUGGESTIONS = 5
A_PROOF, A_FINDING = 25, 3
"""Steps for the proof of one word, and for each finding in it."""
MEMORY = 256 << 20
"""Bytes of house lists that are kept where nobody says otherwise: half of them for the latest revisions, and a quarter each for earlier
ones with the rulesets that lists have changed, and for what somebody compares.
"""


class Ready(NamedTuple):
    """What answers are fast by, as bytes."""

    digests: dict[str, str]
    """By ruleset, what it was made of."""
    graphs: dict[str, bytes]
    """By ruleset, the word graph of its legal keys."""
    near: SavedNear


class Adjudicator:
    """Judges words. Opens the lexicon at *path* (by default the one that was built) and the user's own lists beside it.

    A ruleset is named by its id, by the path of a TOML file, or as ``house:SLUG`` for the latest revision of a house list, which *ledger*
    has (by default the one that ``ADJUDICATOR_LEDGER`` names, opened when first needed).
    """

    def __init__(
        self,
        path: Path | None = None,
        ledger: Ledger | None = None,
        guard: Guard | None = None,
        memory: int | None = None,
        mapped: bool = False,
    ) -> None:
        """*guard* says who may wait for the ledger, *memory* how many bytes are kept of house lists, *mapped* that nobody writes to the lexicon's
        file.
        """
        self._guard = guard
        self._memory = MEMORY if memory is None else memory
        self._houses = NamedHouses(self._memory // 4)
        self._ledger = self._joined(ledger) if ledger else None
        self._changed: WeakValueDictionary[str, CompiledRuleset] = WeakValueDictionary()
        """Rulesets that house lists have changed for themselves, each for as long as such a list is kept."""
        self.lexicon = Lexicon(path or lexicon_path(), mapped=mapped)
        self._lists = {file.stem: file for file in list_files()}
        self._evidence = evidence_dir()
        self._opened: dict[str, Lexicon] = {}
        self.rulebooks = Rulebooks()
        self._judges: dict[str, tuple[Judge, Sequence[Lexicon], str]] = {}
        self._live_sources: dict[str, tuple[str, ...]] = {}
        """Ruleset → the live dictionaries that it counts; house lists, of which there are many, apart."""
        self._compiled: dict[str, CompiledRuleset] = {}
        self._warm: dict[str, NearMisses] = {}
        self._regions: dict[Region, Keys] = {}
        self._sources: dict[str, dict[str, Any]] | None = None
        self._making = allocate_lock()
        """Held by the thread that opens a list or compiles a ruleset: there is one of each, whoever asks first."""

    def check(self, *, whole: bool = True) -> None:
        """Raise :class:`LexiconDamaged` where any byte of the lexicon, or of a list of the user's, is not what was built.

        With *whole* false the lexicon was checked by whoever opened it.
        """
        if whole:
            self.lexicon.check()
        for name in self._lists:
            self._list(name).check()

    def close(self) -> None:
        """Close every open file."""
        for lexicon in (self.lexicon, *self._opened.values()):
            lexicon.close()

    def reopen(self, guard: Guard | None) -> None:
        """Open the files again that were closed, in a process that was forked meanwhile. Raises :class:`LexiconError`.

        *guard* says who may wait for the ledger there.
        """
        self._guard = guard
        for lexicon in (self.lexicon, *self._opened.values()):
            lexicon.reopen()

    @property
    def ledger(self) -> Ledger:
        """The ledger, opened when it is first needed. Raises :class:`LedgerError`."""
        if self._ledger is None:
            from adjudicator.ledger.ledger import shared

            self._ledger = self._joined(shared(self._guard))
        return self._ledger

    def _joined(self, ledger: Ledger) -> Ledger:
        """Return *ledger*, which keeps as much of house lists as it may from now on and tells which ones it lets go."""
        ledger.current.keep(self._memory // 2)
        ledger.current.listen(self._houses)
        return ledger

    def ruleset(self, name: str = DEFAULT_RULESET) -> Ruleset:
        """Return the ruleset *name* (an id or the path of a TOML file); of a house list, the one that it stands on, under the list's name."""
        house = self._house(name)
        if house is None:
            return self._judge(name, None)[0].ruleset
        return house.judge.ruleset._replace(id=house.house.ruleset, title=house.house.settings.title)

    def ruleset_digest(self, name: str = DEFAULT_RULESET) -> str:
        """Return the digest of everything in the ruleset that verdicts depend on; that of a house list changes with every edit."""
        house = self._house(name)
        return house.digest if house else self._judge(name, None)[0].digest

    def ruleset_data(self, name: str = DEFAULT_RULESET) -> dict[str, Any]:
        """Return the ruleset *name* as plain data, with its digest; ``house`` says which revision of a house list it is."""
        house = self._house(name)
        found = {**self.ruleset(name).plain(), "digest": self.ruleset_digest(name)}
        if house is not None:
            found["house"] = {
                "slug": house.house.slug,
                "revision": house.house.revision,
                "base": house.house.settings.base,
            }
        return found

    def ruleset_ids(self) -> list[str]:
        """Return the ids that :meth:`ruleset` knows."""
        return self.rulebooks.ids()

    def pinned(self, name: str) -> str:
        """Return a name for the ruleset *name* as it is now: that of a house list gets its revision (``house:sunday@7``).

        Who asks several things that must fit together asks them under the pinned name.
        """
        house = self._house(name)
        return house.pinned if house else name

    def _house(self, name: str) -> CompiledHouse | None:
        """Return the house list that *name* names, as :meth:`NamedHouses.get` does; None for another ruleset."""
        return self._houses.get(name, self) if name.startswith(PREFIX) else None

    def below(self, settings: Settings) -> CompiledRuleset:
        """Return the ruleset that a house list of these *settings* stands on: another one for each set of overrides."""
        if not settings.overrides:
            return self._ruleset_compiled(settings.base)
        name = "\n".join([settings.base, json.dumps(settings.overrides, sort_keys=True)])
        known = self._changed.get(name)
        if known is None:
            from adjudicator.compiled import CompiledRuleset

            judge, extra, digest = self._judging_by(self.rulebooks.checked(settings.base, settings.overrides))
            known = self._changed[name] = CompiledRuleset(judge, self.lexicon, extra, digest)
        return known

    def _judge(self, name: str, house: CompiledHouse | None) -> tuple[Judge, Sequence[Lexicon], str]:
        """Return who judges by the ruleset *name*, which means *house* if that is given, the user's lists that it names, and the digest of
        everything that it is read from.
        """
        if house is not None:
            return house.judge, house.base.extra, house.base.digest
        known = self._judges.get(name)
        if known is None:
            known = self._judges[name] = self._judging_by(self.rulebooks.checked(name))
        return known

    def _judging_by(self, ruleset: Ruleset) -> tuple[Judge, Sequence[Lexicon], str]:
        """Return the judge of *ruleset*, the user's lists that it names, and the digest of everything that it is read from."""
        extra = [self._list(source) for source in ruleset.dictionary.sources if source in self._lists]
        return Judge(ruleset), extra, self._digest(extra)

    def _list(self, source: str) -> Lexicon:
        if source not in self._opened:
            with self._making:
                if source not in self._opened:
                    self._opened[source] = Lexicon(self._lists[source], _remedy(source))
        return self._opened[source]

    def _digest(self, extra: list[Lexicon]) -> str:
        if not extra:
            return self.lexicon.digest
        import hashlib

        joined = "\n".join([self.lexicon.digest, *(lexicon.digest for lexicon in extra)])
        return f"sha256:{hashlib.sha256(joined.encode()).hexdigest()}"

    def evidence(self, word: str, extra: Sequence[Lexicon] = ()) -> Evidence:
        """Return what the lexicon, and the user's lists in *extra*, know of *word* as it was typed.

        What a spelling means is settled in each of them by itself: a list that has co-op alone means it by coop, though
        the dictionaries have coop too.
        """
        key = key_of(word)
        found = as_typed(word, self.lexicon.evidence(key))
        for lexicon in reversed(extra):
            more = as_typed(word, lexicon.evidence(key))
            if more.readings:
                found = found._replace(readings=(*more.readings, *found.readings))
        return found

    def verdict(
        self,
        word: str,
        ruleset: str = DEFAULT_RULESET,
        *,
        suggest: bool = True,
        board: Board | None = None,
    ) -> Verdict:
        """Return the verdict on *word* with its proof.

        *suggest* adds near misses to a word that no dictionary has; on a *board* the word has to be there, too. Raises :class:`BadWord` where nothing in *word* can be
        spelled, :class:`UnknownRuleset` and :class:`RulesetInvalid` for the ruleset.
        """
        return self._judged(word, ruleset, self._house(ruleset), suggest, board)

    def _judged(
        self, word: str, ruleset: str, house: CompiledHouse | None, suggest: bool, board: Board | None
    ) -> Verdict:
        fault = fault_of(word)
        if fault:
            raise BadWord(fault)
        judge, extra, digest = self._judge(ruleset, house)
        key = key_of(word)
        evidence = self.evidence(word, extra)
        foreign = "" if word.isalpha() and word.isascii() else foreign_characters(word)
        decree = house.decree(key) if house else None
        obstacle = _obstacle(board, key) if board else ""
        judged = judge.verdict(word.strip(), evidence, digest, foreign, house=decree, obstacle=obstacle)
        if (
            suggest
            and not judged.legal
            and judged.decisive.code
            in ("not-in-dictionary", "only-in-phrases", "american-spelling", "british-spelling")
        ):
            judged = judged._replace(suggestions=tuple(self._suggestions(key, ruleset, house, evidence)))
        return judged

    def verdict_data(
        self,
        word: str,
        ruleset: str = DEFAULT_RULESET,
        *,
        detail: str = "full",
        suggest: bool = True,
        board: Board | None = None,
        purse: Purse | None = None,
    ) -> dict[str, Any]:
        """Return the verdict as plain data, in the form that every interface prints.

        With a *purse* it is paid for. Raises as :meth:`verdict` does, and :class:`TooHard` where the purse is empty.
        """
        if purse:
            purse.spend(A_PROOF, "words")
        house = self._house(ruleset)
        judged = self._judged(word, ruleset, house, suggest and detail == "full", board)
        if purse:
            purse.spend(A_FINDING * len(judged.findings), "words")
        found = serialise.verdict(judged, self._judge(ruleset, house)[0].ruleset.cites, detail)
        if detail != "full":
            return found
        if house is not None:
            found["house"] = serialise.house(house, judged.key)
        live = self._live(judged, ruleset, house)
        if live:
            found["live"] = live
        return found

    def _live(self, judged: Verdict, ruleset: str, house: CompiledHouse | None) -> list[dict[str, Any]]:
        """Return, as plain data, what live dictionaries have answered of a word, and those that the *ruleset* counts and that have not been
        asked for it: what it rests on ``instead``. ``counts`` says whether the ruleset's dictionary names it.
        """
        counted = self._live_sources.get(ruleset)
        if counted is None:
            named = self._judge(ruleset, house)[0].ruleset.dictionary.sources
            counted = tuple(source for source in named if source.startswith(LIVE))
            if house is None:
                self._live_sources[ruleset] = counted
        kept = self._kept.get(judged.key, ())
        if not counted and not kept:
            return []
        reading = judged.decisive.reading
        instead = reading.facts.source if reading else None
        found = [{**item.plain(), "counts": item.site in counted} for item in kept]
        asked = {each["source"] for each in found}
        missing = [source for source in counted if source not in asked]
        return found + [
            {"source": source, "found": None, "counts": True, "instead": instead} for source in missing
        ]

    @cached_property
    def evidence_digest(self) -> str:
        """The digest of what live dictionaries have answered, which verdicts show; empty where none has been asked."""
        if not self._kept:
            return ""
        import hashlib

        answers = sorted(json.dumps(item.plain()) for items in self._kept.values() for item in items)
        return f"sha256:{hashlib.sha256(json.dumps(answers).encode()).hexdigest()}"

    @cached_property
    def _kept(self) -> dict[str, list[Item]]:
        """What live dictionaries have answered, by key."""
        if not self._evidence.is_dir():
            return {}
        from adjudicator.live import Evidence

        return Evidence(self._evidence).by_key()

    def _suggestions(
        self, key: str, ruleset: str, house: CompiledHouse | None, evidence: Evidence
    ) -> list[str]:
        """Return legal near misses of *key*: its counterparts in the other region's spelling, or else keys one edit away, the commonest
        first.
        """
        judge, _, _ = self._judge(ruleset, house)
        found = [word for word in evidence.counterparts if self._legal_here(word, judge)]
        if house is not None:
            found = [word for word in found if house.legal(word)]
        if not found and len(key) <= 25:
            if house is None:
                near = self._near_misses(key, ruleset, judge)
            else:
                settings = house.house.settings
                below = self._near_misses(key, "" if settings.overrides else settings.base, judge)
                near = [(size, other) for size, other in below if house.legal(other)]
            found = [other for _, other in sorted(near)]
        return found[:SUGGESTIONS]

    def _near_misses(self, key: str, ruleset: str, judge: Judge) -> list[tuple[int, str]]:
        """Return the legal keys of the lexicon one edit away from *key*, with the size of the smallest word list that has each. House lists
        have no say in it.
        """
        if ruleset in self._warm:
            compiled = self._compiled[ruleset]
            near = self._warm[ruleset].of(key, compiled.legal)
            found = [(compiled.facts_that_admit(other), other) for other in near]
            return [(commonness(facts), other) for facts, other in found if facts is not None]
        return [
            (commonness(facts), other)
            for other, facts in self.lexicon.attested(one_edit(key))
            if judge.word_code(other) is None and judge.decide(facts).legal
        ]

    def _legal_here(self, word: str, judge: Judge) -> bool:
        evidence = self.evidence(word)
        return (
            judge.decide_facts(evidence.key, [reading.facts for reading in evidence.readings])
            == "sense-admitted"
        )

    def compiled(self, ruleset: str = DEFAULT_RULESET) -> Compiled:
        """Return the fast path of a ruleset: key → code without a proof."""
        house = self._house(ruleset)
        if house is None:
            return self._ruleset_compiled(ruleset)
        if house.house.settings.overrides and house.base.has_grown():
            self._houses.trim()
        return house

    def _ruleset_compiled(self, ruleset: str) -> CompiledRuleset:
        if ruleset not in self._compiled:
            from adjudicator.compiled import CompiledRuleset

            judge, extra, digest = self._judge(ruleset, None)
            with self._making:
                if ruleset not in self._compiled:
                    self._compiled[ruleset] = CompiledRuleset(judge, self.lexicon, extra, digest)
        return self._compiled[ruleset]

    def warm(self, rulesets: Iterable[str]) -> None:
        """Make what answers of these *rulesets* are fast by, some ten megabytes: their word graphs, and one that finds near misses for all."""
        names, keys, others = list(rulesets), list[str](), set[str]()
        each = [self._ruleset_compiled(name) for name in names]
        for compiled in each:
            # what stays is made first, so that it is not scattered among what is thrown away
            _ = compiled.legal_profiles
        for number, compiled in enumerate(each):
            if any(map(compiled.warm_as, each[:number])):
                continue
            legal = compiled.legal_keys()
            compiled.warm(legal)
            if compiled is each[0]:
                keys = legal
            else:
                others.update(key for key in legal if not each[0].legal(key))
        keys = sorted([*keys, *others])
        near = NearMisses(keys)
        self._warm.update(dict.fromkeys(names, near))

    def ready(self, rulesets: Iterable[str]) -> Ready:
        """Return what :meth:`warm` makes of these *rulesets* as bytes, for another process of this machine."""
        names = list(rulesets)
        self.warm(names)
        graphs = {name: self._ruleset_compiled(name).saved_graph() for name in names}
        return Ready({name: self.marked(name) for name in names}, graphs, self._warm[names[0]].saved())

    def take_ready(self, ready: Ready) -> bool:
        """Take what another process has made :meth:`ready`, which spares this one the work; return whether it is of the same rules and lexicon.
        If not, nothing is taken.
        """
        if {name: self.marked(name) for name in ready.digests} != ready.digests:
            return False
        near = NearMisses(ready.near)
        graphs: dict[bytes, str] = {}
        for name, graph in ready.graphs.items():
            same = self._ruleset_compiled(graphs.setdefault(graph, name))
            compiled = self._ruleset_compiled(name)
            if same is compiled:
                compiled.take_saved(graph)
            else:
                compiled.share_graph(same)
        self._warm.update(dict.fromkeys(ready.graphs, near))
        return True

    def marked(self, ruleset: str) -> str:
        """Return what changes whenever another graph might be made for a *ruleset*."""
        return f"{self.digest(ruleset)} {self.ruleset_digest(ruleset)}"

    def legal_below(self, slug: str) -> Callable[[str], bool]:
        """Return what says of a key whether it is legal without the house list *slug*, under the ruleset that the list stands on.

        Raises :class:`UnknownRecord`.
        """
        return self.below(self.ledger.current.get(slug).settings).legal

    def word(self, word: str) -> dict[str, Any]:
        """Return everything that the lexicon knows of *word*, as plain data."""
        fault = fault_of(word)
        if fault:
            raise BadWord(fault)
        evidence = case_first(word, self.evidence(word, [self._list(name) for name in self._lists]))
        return serialise.word(word.strip(), evidence, self.lexicon)

    def entries(self, word: str, accent: Region = "british") -> list[dict[str, Any]]:
        """Return what defines *word*, in the shape of :mod:`adjudicator.entries`; nothing where only word lists have it.

        A possessive without an entry of its own is told by its possessor, and a word that occurs in phrases alone by those.
        Pronunciations in *accent* come first. Raises :class:`BadWord` where nothing in *word* can be spelled.
        """
        from adjudicator.entries import in_phrase, possessive, possessor

        fault = fault_of(word)
        if fault:
            raise BadWord(fault)
        found = self._entries(word, accent)
        if not found and (owner := possessor(word)):
            found = possessive(word, self._entries(owner, accent))
        if not found:
            phrases = self.lexicon.evidence(key_of(word)).phrases
            found = [each for phrase in phrases for each in in_phrase(word, self._entries(phrase, accent))]
        return found

    def _entries(self, word: str, accent: Region) -> list[dict[str, Any]]:
        from adjudicator.entries import entries_of

        key = key_of(word)
        lexicons = (self.lexicon, *(self._list(name) for name in self._lists))
        readings = tuple(reading for each in lexicons for reading in each.evidence(key).readings)
        if self._sources is None:
            self._sources = {row["id"]: row for row in self.sources()}
        evidence = Evidence(key, readings, None, (), ())
        return entries_of(word, evidence, self.lexicon.pronunciations(key), self._sources, accent)

    def across(self, word: str) -> list[tuple[str, Verdict]]:
        """Return the verdict on *word* under every ruleset that can be read: what would change under other rules."""
        found: list[tuple[str, Verdict]] = []
        for name in self.ruleset_ids():
            with contextlib.suppress(RulesetError):
                found.append((name, self.verdict(word, name, suggest=False)))
        return found

    def digest(self, ruleset: str = DEFAULT_RULESET) -> str:
        """Return the digest of everything that this ruleset's verdicts are read from: the lexicon, and the lists it names."""
        return self._judge(ruleset, self._house(ruleset))[2]

    def answers(
        self,
        words: Sequence[str],
        ruleset: str = DEFAULT_RULESET,
        *,
        detail: Detail = "full",
        between: bytes = b",",
    ) -> Answers:
        """Return the verdicts on many words as JSON objects joined by *between*; a word that is none has ``error`` instead.

        With less *detail* than ``full`` this is the way to judge many: a million a second and more with ``verdict``.
        """
        from adjudicator.batch import answers

        compiled, one = self._judging(ruleset, detail)
        return answers(compiled, one, words, detail, between)

    def answer(self, word: str, ruleset: str = DEFAULT_RULESET, *, detail: Detail = "full") -> Told:
        """Return the verdict on one word as JSON, near misses among it with ``full``, and its code. Raises :class:`BadWord`."""
        from adjudicator.batch import short, written

        told = None if detail == "full" else short(self.compiled(ruleset), word, detail)
        return told or written(self.verdict_data(word, ruleset, detail=detail))

    def pieces(
        self,
        words: Sequence[str],
        ruleset: str = DEFAULT_RULESET,
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
        from adjudicator.batch import pieces

        compiled, one = self._judging(ruleset, detail, purse)
        return pieces(compiled, one, words, detail, between, step=step, most=most)

    def _judging(
        self, ruleset: str, detail: Detail, purse: Purse | None = None
    ) -> tuple[Compiled, Callable[[str], dict[str, Any]]]:
        """Return what judges many words, and one that *purse* pays for, by the ruleset as it is now."""
        pinned = self.pinned(ruleset)

        def one(word: str) -> dict[str, Any]:
            return self.verdict_data(word, pinned, detail=detail, suggest=False, purse=purse)

        return self.compiled(pinned), one

    def legal(self, word: str, ruleset: str = DEFAULT_RULESET) -> bool:
        """Return whether *word* is legal, without a proof. Raises :class:`BadWord` where nothing in it can be spelled."""
        if word.isascii() and word.isalpha() and len(word) <= MAX_WORD:
            return self.compiled(ruleset).legal(word.lower())
        return self.verdict(word, ruleset, suggest=False).legal

    def decisive(self, word: str, ruleset: str = DEFAULT_RULESET) -> str:
        """Return the decisive code for *word*, without a proof. Raises :class:`BadWord`."""
        if word.isascii() and word.isalpha() and len(word) <= MAX_WORD:
            return self.compiled(ruleset).code(word.lower())
        return self.verdict(word, ruleset, suggest=False).decisive.code

    def acceptable(self, words: Iterable[str], ruleset: str = DEFAULT_RULESET) -> bool:
        """Return the sealed judgement of a play: whether every word is legal, and nothing else.

        Every word is judged, whatever the others are: how long it takes says nothing of which word it was.
        """
        from adjudicator.batch import is_plain

        ruleset = self.pinned(ruleset)
        legal = self.compiled(ruleset).legal
        each = [legal(word.lower()) if is_plain(word) else self.legal(word, ruleset) for word in words]
        return all(each)

    def legal_keys(self, ruleset: str = DEFAULT_RULESET) -> Iterator[str]:
        """Yield every legal key of a ruleset, in order."""
        yield from self.compiled(ruleset).legal_keys()

    def keys(self, ruleset: str) -> Iterator[str]:
        """Yield every key that the lexicon or the ruleset's own lists have, in order."""
        yield from self.compiled(ruleset).keys()

    def diff(self, left: str, right: str) -> Iterator[Difference]:
        """Yield the keys whose legality differs between two rulesets, in order."""
        one, other = self.compiled(left), self.compiled(right)
        for key in sorted({*one.legal_keys()} ^ {*other.legal_keys()}):
            yield Difference(key, one.code(key), other.code(key))

    def search(
        self,
        ruleset: str = DEFAULT_RULESET,
        criteria: Criteria | None = None,
        *,
        code: str = ADMITTED,
        region: Region | None = None,
        after: str = "",
    ) -> Iterator[str]:
        """Yield, in order, the keys after *after* that *code* settles, that fit the *criteria* and are spelled so in *region*.

        The default code is that of legal words. Raises :class:`BadSearch` for a code that there is not.
        """
        from adjudicator.lexicon.search import Criteria
        from adjudicator.rules.conditions import CODES

        if code not in CODES:
            raise BadSearch(f"There is no code {shown(code)}.", f"Known are: {', '.join(sorted(CODES))}.")
        compiled, criteria = self.compiled(self.pinned(ruleset)), criteria or Criteria()
        if region is None:
            yield from compiled.with_code(code).find(criteria, after)
        elif region == "both":
            for key in compiled.with_code(code).find(criteria, after):
                if self.lexicon.region(key) == region:
                    yield key
        else:
            for key in self._of_region(region).find(criteria, after):
                if compiled.legal(key) if code == ADMITTED else compiled.code(key) == code:
                    yield key

    def _of_region(self, region: Region) -> Keys:
        """Return the keys that are spelled so in *region*, ready to be searched."""
        from adjudicator.lexicon.search import Keys

        known = self._regions.get(region)
        if known is None:
            known = self._regions[region] = Keys.of(self.lexicon.keys_of_region(region))
        return known

    def sources(self) -> list[dict[str, Any]]:
        """Return every source of the lexicon and of the user's lists, with edition, licence and attribution."""
        return [
            row
            for lexicon in (self.lexicon, *(self._list(name) for name in self._lists))
            for row in lexicon.sources()
        ]


def _obstacle(board: Board, key: str) -> str:
    """Return why *key* is not on *board*, as the end of a sentence; nothing where it is."""
    from adjudicator.games.paths import why_not

    found = why_not(board, key)
    return found.reason[0].lower() + found.reason[1:].rstrip(".") if found else ""


def _remedy(source: str) -> str:
    """Return what to do where the file of *source*, a list or live evidence, is not what it should be."""
    if source.startswith(LIVE):
        return "Run `adjudicator evidence refresh`."
    return f"Make it again of the words: `adjudicator source add {source} FILE`."


def add_list(name: str, file: Path) -> int:
    """Make the word list *file* a dictionary called *name*, which rulesets can then name; return its number of words.

    Raises :class:`ConfigError` where the name cannot be had or lines of the file are no words; nothing is changed then.
    """
    from adjudicator.ingest.lists import build_list
    from adjudicator.known_sources import known_source_ids

    if not re.fullmatch(r"[a-z][a-z0-9-]{0,39}", name):
        raise ConfigError(
            [f"{shown(name)} cannot name a source"], "Take a-z, 0-9 and -, starting with a letter."
        )
    if name in known_source_ids():
        raise ConfigError([f"{name!r} is the name of a source already"], "Choose another name.")
    try:
        file.stat()
    except OSError as error:
        raise ConfigError(
            [f"{shown(str(file), 200)} cannot be read: {error.strerror}"], "Check the path."
        ) from None
    return build_list(name, file, home() / "lists" / f"{name}.sqlite")
