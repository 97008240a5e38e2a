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
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from adjudicator import serialise
from adjudicator.errors import BadWord, ConfigError, RulesetError, RulesetInvalid
from adjudicator.lexicon.reader import Lexicon
from adjudicator.model import Difference, Evidence, Facts, Verdict
from adjudicator.resources import home, lexicon_path
from adjudicator.rulebooks import Rulebooks
from adjudicator.rules.judge import Judge
from adjudicator.rules.ruleset import Ruleset
from adjudicator.rules.spelled import as_typed, case_first
from adjudicator.spelling import fault_of, foreign_characters, key_of, one_edit, shown

DEFAULT_RULESET = "boggle"
SUGGESTIONS = 5


class Adjudicator:
    """Judges words. Opens the lexicon at *path* (by default the one that was built) and the user's own lists beside it."""

    def __init__(self, path: Path | None = None) -> None:
        self.lexicon = Lexicon(path or lexicon_path())
        self._lists = {file.stem: file for file in sorted((home() / "lists").glob("*.sqlite"))}
        self._opened: dict[str, Lexicon] = {}
        self._rulebooks = Rulebooks()
        self._judges: dict[str, tuple[Judge, list[Lexicon], str]] = {}
        self._compiled: dict[str, CompiledRuleset] = {}

    def close(self) -> None:
        """Close every open file."""
        for lexicon in (self.lexicon, *self._opened.values()):
            lexicon.close()

    def ruleset(self, name: str = DEFAULT_RULESET) -> Ruleset:
        """Return the ruleset *name* (an id or the path of a TOML file)."""
        return self._judge(name)[0].ruleset

    def ruleset_ids(self) -> list[str]:
        """Return the ids that :meth:`ruleset` knows."""
        return self._rulebooks.ids()

    def _judge(self, name: str) -> tuple[Judge, list[Lexicon], str]:
        known = self._judges.get(name)
        if known is None:
            judge = Judge(self._rulebooks.load(name))
            sources = judge.ruleset.dictionary.sources
            if not self._rulebooks.is_shipped(name):
                self._check_sources(name, sources)
            extra = [self._list(source) for source in sources if source in self._lists]
            known = self._judges[name] = (judge, extra, self._digest(extra))
        return known

    def _check_sources(self, name: str, sources: Iterable[str]) -> None:
        from adjudicator.known_sources import known_source_ids

        known = known_source_ids() | set(self._lists)
        unknown = [source for source in sources if source not in known]
        if unknown:
            raise RulesetInvalid(
                [f"dictionary.sources: no source is called {source!r}" for source in unknown],
                f"Known are: {', '.join(sorted(known))}. A list of your own is added with `adjudicator source add NAME FILE`.",
                where=name,
            )

    def _list(self, source: str) -> Lexicon:
        if source not in self._opened:
            self._opened[source] = Lexicon(self._lists[source])
        return self._opened[source]

    def _digest(self, extra: list[Lexicon]) -> str:
        if not extra:
            return self.lexicon.digest
        import hashlib

        joined = "\n".join([self.lexicon.digest, *(lexicon.digest for lexicon in extra)])
        return f"sha256:{hashlib.sha256(joined.encode()).hexdigest()}"

    def evidence(self, word: str, extra: Iterable[Lexicon] = ()) -> Evidence:
        """Return what the lexicon, and the user's lists in *extra*, know of *word* as it was typed.

        What a spelling means is settled in each of them by itself: a list that has co-op alone means it by coop, though
        the dictionaries have coop too.
        """
        key = key_of(word)
        found = as_typed(word, self.lexicon.evidence(key))
        for lexicon in extra:
            more = as_typed(word, lexicon.evidence(key))
            if more.readings:
                found = found._replace(readings=(*more.readings, *found.readings))
        return found

    def verdict(self, word: str, ruleset: str = DEFAULT_RULESET, *, suggest: bool = True) -> Verdict:
        """Return the verdict on *word* with its proof.

        *suggest* adds near misses to a word that no dictionary has. Raises :class:`BadWord` where nothing in *word* can be
        spelled, :class:`UnknownRuleset` and :class:`RulesetInvalid` for the ruleset.
        """
        fault = fault_of(word)
        if fault:
            raise BadWord(fault)
        judge, extra, digest = self._judge(ruleset)
        key = key_of(word)
        evidence = self.evidence(word, extra)
        foreign = "" if word.isalpha() and word.isascii() else foreign_characters(word)
        judged = judge.verdict(word.strip(), evidence, digest, foreign)
        if (
            suggest
            and not judged.legal
            and judged.decisive.code
            in ("not-in-dictionary", "only-in-phrases", "american-spelling", "british-spelling")
        ):
            judged = judged._replace(suggestions=tuple(self.suggestions(key, ruleset, evidence)))
        return judged

    def verdict_data(
        self, word: str, ruleset: str = DEFAULT_RULESET, *, detail: str = "full", suggest: bool = True
    ) -> dict[str, Any]:
        """Return the verdict as plain data, in the form that every interface prints."""
        judged = self.verdict(word, ruleset, suggest=suggest and detail == "full")
        return serialise.verdict(judged, self.ruleset(ruleset).cites, detail)

    def suggestions(self, key: str, ruleset: str, evidence: Evidence) -> list[str]:
        """Return legal near misses of *key*: its counterparts in the other region's spelling, or else keys one edit away, the commonest
        first.
        """
        judge, _, _ = self._judge(ruleset)
        found = [word for word in evidence.counterparts if self._legal_here(word, judge)]
        if not found and len(key) <= 25:
            ranked: list[tuple[int, str]] = []
            for other, known in self.lexicon.attested(one_edit(key)):
                if judge.word_code(other) is None and judge.decide(known).legal:
                    ranked.append((min((each.size for each in known if each.size), default=99), other))
            found += [other for _, other in sorted(ranked) if other not in found]
        return found[:SUGGESTIONS]

    def _legal_here(self, word: str, judge: Judge) -> bool:
        evidence = self.evidence(word)
        return (
            judge.decide_facts(evidence.key, [reading.facts for reading in evidence.readings])
            == "sense-admitted"
        )

    def compiled(self, ruleset: str = DEFAULT_RULESET) -> CompiledRuleset:
        """Return the fast path of a ruleset: key → code without a proof."""
        if ruleset not in self._compiled:
            judge, extra, _ = self._judge(ruleset)
            self._compiled[ruleset] = CompiledRuleset(judge, self.lexicon, extra)
        return self._compiled[ruleset]

    def word(self, word: str) -> dict[str, Any]:
        """Return everything that the lexicon knows of *word*, as plain data."""
        fault = fault_of(word)
        if fault:
            raise BadWord(fault)
        evidence = case_first(word, self.evidence(word, [self._list(name) for name in self._lists]))
        return serialise.word(word.strip(), evidence, self.lexicon)

    def across(self, word: str) -> list[tuple[str, Verdict]]:
        """Return the verdict on *word* under every ruleset that can be read: what would change under other rules."""
        found: list[tuple[str, Verdict]] = []
        for name in self.ruleset_ids():
            with contextlib.suppress(RulesetError):
                found.append((name, self.verdict(word, name, suggest=False)))
        return found

    def digest(self, ruleset: str = DEFAULT_RULESET) -> str:
        """Return the digest of everything that this ruleset's verdicts are read from: the lexicon, and the lists it names."""
        return self._judge(ruleset)[2]

    def acceptable(self, words: Iterable[str], ruleset: str = DEFAULT_RULESET) -> bool:
        """Return the sealed judgement of a play: whether every word is legal, and nothing else."""
        verdicts = [self.verdict(word, ruleset, suggest=False).legal for word in words]
        return all(verdicts)

    def legal_keys(self, ruleset: str = DEFAULT_RULESET) -> Iterator[str]:
        """Yield every legal key of a ruleset, in order."""
        compiled = self.compiled(ruleset)
        for key in self.keys(ruleset):
            if compiled.legal(key):
                yield key

    def keys(self, ruleset: str) -> Iterator[str]:
        """Yield every key that the lexicon or the ruleset's own lists have, in order."""
        _, extra, _ = self._judge(ruleset)
        if not extra:
            yield from self.lexicon.keys()
            return
        yield from sorted(set().union(*(lexicon.keys() for lexicon in (self.lexicon, *extra))))

    def diff(self, left: str, right: str) -> Iterator[Difference]:
        """Yield the keys whose legality differs between two rulesets, in order."""
        one, other = self.compiled(left), self.compiled(right)
        for key in sorted({*self.keys(left), *self.keys(right)}):
            a, b = one.code(key), other.code(key)
            if (a == "sense-admitted") != (b == "sense-admitted"):
                yield Difference(key, a, b)

    def search(
        self,
        ruleset: str = DEFAULT_RULESET,
        *,
        pattern: str | None = None,
        anagram: str | None = None,
        length: int | None = None,
    ) -> Iterator[str]:
        """Yield the legal keys that fit: *pattern* with ``?`` for a letter and ``*`` for any run, an *anagram*'s letters
        (``?`` is a blank), a *length*."""
        from adjudicator.lexicon.search import matcher

        fits = matcher(pattern=pattern, anagram=anagram, length=length)
        for key in self.legal_keys(ruleset):
            if fits(key):
                yield key

    def sources(self) -> list[dict[str, Any]]:
        """Return every source of the lexicon and of the user's lists, with edition, licence and attribution."""
        return [
            row
            for lexicon in (self.lexicon, *(self._list(name) for name in self._lists))
            for row in lexicon.sources()
        ]


class CompiledRuleset:
    """One ruleset over one lexicon, key → code by profile. The judge decides each profile once, when first asked."""

    def __init__(self, judge: Judge, lexicon: Lexicon, extra: list[Lexicon]) -> None:
        self.judge = judge
        self._graphs = [(each.profiles, each.profile_facts) for each in (*extra, lexicon)]
        self._phrases = lexicon.phrase_keys
        self._codes: dict[tuple[int, ...] | int, str] = {}
        self._only = self._graphs[0] if len(self._graphs) == 1 else None

    def code(self, key: str) -> str:
        """Return the decisive code for *key*."""
        struck = self.judge.word_code(key)
        if struck:
            return struck
        code = self._profile_code(key)
        return (
            "only-in-phrases"
            if code == "not-in-dictionary" and key in self._phrases and self._settled(key)
            else code
        )

    def legal(self, key: str) -> bool:
        """Return whether *key* is legal."""
        return self.judge.word_code(key) is None and self._profile_code(key) == "sense-admitted"

    def _profile_code(self, key: str) -> str:
        if self._only:
            profile = self._only[0].get(key, 0)
            code = self._codes.get(profile)
            if code is None:
                code = self._codes[profile] = self.judge.decide(self._only[1][profile]).code
            return code
        profiles = tuple(graph.get(key, 0) for graph, _ in self._graphs)
        code = self._codes.get(profiles)
        if code is None:
            code = self._codes[profiles] = self.judge.decide(self._facts(profiles)).code
        return code

    def _facts(self, profiles: tuple[int, ...]) -> tuple[Facts, ...]:
        return tuple(
            facts
            for profile, (_, table) in zip(profiles, self._graphs, strict=True)
            for facts in table[profile]
        )

    def _settled(self, key: str) -> bool:
        return (
            self.judge.decide(self._facts(tuple(graph.get(key, 0) for graph, _ in self._graphs))).certainty
            == "settled"
        )


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
