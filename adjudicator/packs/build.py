"""Makes a pack and its glosses of a lexicon and rulesets: the same bytes of the same ones. Start at :func:`build`.

A ruleset is laid bare first of what decides before the dictionaries are asked (its lengths and its alphabet), which the pack has beside the keys.
Rulesets that are then alike are judged once; most are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from adjudicator.core.spelling import foreign_characters, normalise
from adjudicator.errors import PackInvalid
from adjudicator.judging.bench import RulesetBench
from adjudicator.judging.dictionaries import Dictionaries
from adjudicator.lexicon.spellings import with_apostrophe, with_counterparts
from adjudicator.packs.format import GLOSSES, PACK, opened, sealed, write_keys, write_texts
from adjudicator.packs.sentences import SENTENCES, distinct
from adjudicator.rules.conditions import WORD_RULES
from adjudicator.rules.ruleset import LETTERS, BoardRule, Challenge, Game, Ruleset, Scoring
from adjudicator.rules.wording import summary

Verdict = tuple[str, str]
"""A code and how sure it is."""
UNKNOWN: Verdict = ("not-in-dictionary", "settled")
BEFORE = ("not-in-alphabet", "too-short", "too-long")
"""The rules on the word that a reader of this format applies, in their order."""
PIECE = 10_000
"""Keys whose sentences are read together."""
MOST = 100
"""Letters of a key at most."""


class Built(NamedTuple):
    """The two files, and the digest of each."""

    pack: bytes
    glosses: bytes

    @property
    def digest(self) -> str:
        """The digest of the pack."""
        return f"sha256:{self.pack[8:40].hex()}"


class Ground:
    """What the dictionaries come to under a ruleset, before rules on the word."""

    def __init__(self, dictionaries: Dictionaries, bare: Ruleset) -> None:
        self._bench = RulesetBench(dictionaries, bare)
        self.lexicons = (dictionaries.lexicon, *dictionaries.lists(bare.dictionary.sources))
        """What it reads: the lexicon, and the user's lists that the ruleset names."""
        self._compiled = self._bench.compiled

    def keys(self) -> list[str]:
        """Return every key that the dictionaries of the ruleset have."""
        return self._compiled.keys()

    def verdict(self, key: str) -> Verdict:
        """Return the code that decides *key*, and how sure it is."""
        return self._compiled.code(key), self._compiled.plan(key).decision.certainty

    def verdict_as_typed(self, word: str) -> Verdict:
        """Return the same for a *word* that is spelled with more than letters."""
        judged = self._bench.verdict(word, suggest=False)
        return judged.decisive.code, judged.certainty

    def sentences(self, keys: Sequence[str]) -> Iterator[str | None]:
        """Yield why each of *keys* is legal; None for those that are not."""
        legal = self._compiled.legal
        for start in range(0, len(keys), PIECE):
            some = keys[start : start + PIECE]
            admitted = list(filter(legal, some))
            told = dict(zip(admitted, self._compiled.reasons(admitted), strict=True))
            for key in some:
                found = told.get(key)
                before = summary(key, True, "").removesuffix(".")
                yield found["summary"].removeprefix(before).removesuffix(".") if found else None


def rules_no_reader_has(ruleset: Ruleset) -> list[str]:
    """Return the rules on the word that *ruleset* switches on and readers of this format would not apply."""
    return sorted({code for code, rule in WORD_RULES.items() if not rule.idle(ruleset)}.difference(BEFORE))


class Laid(NamedTuple):
    """Rulesets over dictionaries, laid bare."""

    dictionaries: Dictionaries
    rulesets: tuple[Ruleset, ...]
    grounds: tuple[Ground, ...]
    """What each of them stands on; those that are alike share one."""

    def each(self) -> list[Ground]:
        """Return every ground once."""
        return list(dict.fromkeys(self.grounds))

    def spread(self, said: Sequence[Any]) -> tuple[Any, ...]:
        """Return what is *said* of each ground as what it says of each ruleset."""
        by_ground = dict(zip(self.each(), said, strict=True))
        return tuple(by_ground[ground] for ground in self.grounds)


def lay_bare(dictionaries: Dictionaries, rulesets: Iterable[Ruleset]) -> Laid:
    """Return *rulesets* over *dictionaries* without what decides before these are asked.

    Raises :class:`PackInvalid` where a rule on the word is switched on that readers of packs do not know.
    """
    found = tuple(rulesets)
    known: dict[str, Ground] = {}
    grounds = []
    for ruleset in found:
        more = rules_no_reader_has(ruleset)
        if more:
            raise PackInvalid(
                f"A pack cannot have the rule {', '.join(more)} of {ruleset.id}.",
                "Leave this ruleset out.",
            )
        bare = ruleset._replace(
            id="bare",
            title="",
            rulebook="",
            min_length=1,
            max_length=None,
            alphabet=LETTERS,
            cites={},
            challenge=Challenge(),
            scoring=Scoring(),
            board=BoardRule(),
            game=Game(),
            examples=(),
        )
        grounds.append(known.setdefault(bare.digest, Ground(dictionaries, bare)))
    return Laid(dictionaries, found, tuple(grounds))


def build(dictionaries: Dictionaries, rulesets: Sequence[Ruleset]) -> Built:
    """Return the pack of *dictionaries* under *rulesets*, in this order, and its glosses. Raises :class:`PackInvalid`."""
    laid = lay_bare(dictionaries, rulesets)
    content = _Content(laid)
    head = {
        "lexicon": dictionaries.lexicon.digest,
        "sources": content.sources,
        "rulesets": [rules_of(ruleset) for ruleset in rulesets],
        "classes": [laid.spread(each) for each in content.classes],
        "sentences": SENTENCES,
        "counterparts": content.counterparts,
        "phrases": content.phrases,
        "spellings": content.spellings,
        "keys": len(content.keys),
    }
    pack = sealed(PACK, head, write_keys(content.keys, content.numbers))
    return Built(pack, _glosses(laid, content, opened(PACK, pack).digest))


def spelled(grounds: Sequence[Ground]) -> dict[str, tuple[Verdict, ...]]:
    """Return the verdicts on what is spelled with an apostrophe, by that spelling, on each of *grounds*."""
    found: dict[str, tuple[Verdict, ...]] = {}
    for lexicon in dict.fromkeys(lexicon for ground in grounds for lexicon in ground.lexicons):
        for display in with_apostrophe(lexicon):
            typed = normalise(display.strip())
            if typed not in found and not foreign_characters(display):
                found[typed] = tuple(ground.verdict_as_typed(display) for ground in grounds)
    return found


def rules_of(ruleset: Ruleset) -> dict[str, Any]:
    """Return what a pack says of a *ruleset*."""
    return {
        "id": ruleset.id,
        "title": ruleset.title,
        "rulebook": ruleset.rulebook,
        "digest": ruleset.digest,
        "least": ruleset.min_length,
        "most": ruleset.max_length,
        "alphabet": ruleset.alphabet,
        "reuse": ruleset.board.reuse,
    }


class _Content:
    """What a pack has besides its rulesets."""

    def __init__(self, laid: Laid) -> None:
        self._lexicon = laid.dictionaries.lexicon
        grounds = laid.each()
        keys = sorted(self._lexicon.phrase_keys.union(*(ground.keys() for ground in grounds)))
        if any(len(key) > MOST for key in keys):
            raise PackInvalid(f"A pack has keys of at most {MOST} letters.")
        judged = [tuple(ground.verdict(key) for ground in grounds) for key in keys]
        plain = (UNKNOWN,) * len(grounds)
        self.keys = [key for key, each in zip(keys, judged, strict=True) if each != plain]
        kept = [each for each in judged if each != plain]
        as_typed = spelled(grounds)
        counted = Counter([*kept, *as_typed.values()])
        self.classes = sorted(counted, key=lambda each: (-counted[each], each))
        """The commonest first: the verdict under each ground."""
        number_of = {each: number for number, each in enumerate(self.classes)}
        self.numbers = [number_of[each] for each in kept]
        self.spellings: dict[str, list[str]] = {}
        for text, each in sorted(as_typed.items()):
            self.spellings.setdefault(str(number_of[each]), []).append(text)
        sources = laid.dictionaries.sources()
        named = {name for ruleset in laid.rulesets for name in ruleset.dictionary.sources}
        self.sources = [
            {name: str(source[name]) for name in ("id", "title", "edition", "licence", "attribution", "url")}
            for source in sources
            if source["id"] in named
        ]

    @cached_property
    def counterparts(self) -> dict[str, list[str]]:
        """Key → the words of the other region's spelling."""
        return {
            key: list(self._lexicon.evidence(key).counterparts) for key in with_counterparts(self._lexicon)
        }

    @cached_property
    def phrases(self) -> dict[str, list[str]]:
        """Key of what occurs only in phrases → these."""
        return {
            key: distinct(self._lexicon.evidence(key).phrases) for key in sorted(self._lexicon.phrase_keys)
        }


def _glosses(laid: Laid, content: _Content, digest: str) -> bytes:
    """Return the file of sentences: for each key of the pack the number of a pattern, which says for each ruleset which of the texts of the key it
    has, and the texts.
    """
    texts: list[str] = []
    rows: list[tuple[int | None, ...]] = []
    for said in zip(*(ground.sentences(content.keys) for ground in laid.each()), strict=True):
        own = list(dict.fromkeys(text for text in said if text is not None))
        texts += own
        rows.append(laid.spread([None if text is None else own.index(text) for text in said]))
    counted = Counter(rows)
    patterns = sorted(counted, key=lambda row: (-counted[row], str(row)))
    if len(patterns) > 0x100:
        raise PackInvalid("The sentences of these rulesets differ in too many ways.", "Take fewer rulesets.")
    number_of = {row: number for number, row in enumerate(patterns)}
    head = {
        "pack": digest,
        "lexicon": laid.dictionaries.lexicon.digest,
        "sources": content.sources,
        "rulesets": [ruleset.id for ruleset in laid.rulesets],
        "patterns": patterns,
        "keys": len(rows),
        "texts": len(texts),
    }
    return sealed(GLOSSES, head, bytes(number_of[row] for row in rows) + write_texts(texts))
