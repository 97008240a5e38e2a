"""A ruleset compiled over a lexicon: legality and its reason without a proof, for one key or ten thousand.

Every key has a *profile*: the facts of its readings in their order, of which a lexicon has some twenty thousand. The judge
decides a profile as it decides a proof (:meth:`Judge.decide`) and words it as it words a proof, so the two cannot disagree;
from there on a word costs a look-up. Start at :class:`CompiledRuleset`, which answers without a house list; with one
:class:`adjudicator.judging.compiled_house.CompiledHouse` does. Keys are letters a to z alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from heapq import merge
from itertools import chain, compress
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.core.model import Facts
from adjudicator.core.spelling import MAX_WORD
from adjudicator.games.graph import BoardWords, WordGraph
from adjudicator.judging import serialise
from adjudicator.lexicon.near import commonness
from adjudicator.lexicon.reader import Lexicon
from adjudicator.rules.judge import Decision, Judge
from adjudicator.rules.wording import (
    Sentence,
    WordingContext,
    word_reason,
)

if TYPE_CHECKING:
    from dawg import CompletionDAWG

    from adjudicator.judging.shapes import BriefVerdict
    from adjudicator.lexicon.search import Keys

LEAST_WEIGHT, PLAN_WEIGHT, DISPUTABLE_WEIGHT = 1 << 20, 440, 128
"""Bytes: of a ruleset of which nothing was asked yet, of the decision of a profile, and of a disputable key. They were measured."""
GROWTH = 1 << 18
"""Bytes by which a ruleset has grown when it is worth looking what has to go."""


class Plan(NamedTuple):
    """What a profile comes to, rules on the word apart: the decision, and its reason as far as the profile tells it.

    Where a reading settled it, or shows how near the word came, that is the number of its lexicon, the id of its facts, and the sentence
    that waits for its texts.
    """

    decision: Decision
    reason: str | None = None
    lexicon: int = 0
    fact: int | None = None
    sentence: Sentence | None = None


class CompiledRuleset:
    """One ruleset over one lexicon and the user's lists that the ruleset names. Each profile is decided when first asked for."""

    def __init__(self, judge: Judge, lexicon: Lexicon, extra: Sequence[Lexicon] = ()) -> None:
        """*extra* are the user's lists that the ruleset names."""
        self.judge = judge
        self._lexicons = (*extra, lexicon)
        self._main = lexicon
        self._extra = bool(extra)
        self._plans: dict[tuple[int, ...] | int, Plan] = {}
        self._profile_of = lexicon.profiles.get
        self._graph: CompletionDAWG | None = None
        self._struck = judge.word_codes_by_length(MAX_WORD)
        self._weighed = LEAST_WEIGHT

    def word_code(self, key: str) -> str | None:
        """Return the code of the rule on the word that strikes *key*, or None; found by its length where that decides."""
        if self._struck is not None and len(key) <= MAX_WORD:
            return self._struck[len(key)]
        return self.judge.word_code(key)

    def code(self, key: str) -> str:
        """Return the decisive code for *key*."""
        struck = self.word_code(key)
        if struck is not None:
            return struck
        decision = self.plan(key).decision
        return "only-in-phrases" if self._only_in_phrases(key, decision) else decision.code

    def legal(self, key: str) -> bool:
        """Return whether *key* is legal; after :meth:`warm` it is looked up in the word graph."""
        return self.word_code(key) is None and self.plan(key).decision.legal

    def plan(self, key: str) -> Plan:
        """Return what the readings of *key* come to, rules on the word apart."""
        profile: tuple[int, ...] | int
        if self._extra:
            profile = tuple(each.profiles.get(key, 0) for each in self._lexicons)
        else:
            profile = self._profile_of(key, 0)
        known = self._plans.get(profile)
        if known is None:
            known = self._plans[profile] = self._make_plan(
                profile if isinstance(profile, tuple) else (profile,)
            )
        return known

    def _make_plan(self, profiles: tuple[int, ...]) -> Plan:
        facts: list[Facts] = []
        places: list[tuple[int, int]] = []
        for number, (profile, lexicon) in enumerate(zip(profiles, self._lexicons, strict=True)):
            facts += lexicon.profile_facts[profile]
            places += [(number, fact) for fact in lexicon.profile_fact_ids[profile]]
        decision = self.judge.decide(facts)
        if decision.reading is None:
            if decision.near is None:
                return Plan(decision)
            said = self.judge.near(facts[decision.near])
            if isinstance(said, str):
                return Plan(decision, said)
            number, fact = places[decision.near]
            return Plan(decision, None, number, fact, said)
        opinion = self.judge.opinion(facts[decision.reading], decision.legal, self.judge.defines(facts))
        if opinion.sentence is None:
            return Plan(decision)
        number, fact = places[decision.reading]
        return Plan(decision, None, number, fact, opinion.sentence)

    def _only_in_phrases(self, key: str, decision: Decision) -> bool:
        return (
            decision.code == "not-in-dictionary"
            and decision.certainty == "settled"
            and key in self._main.phrase_keys
        )

    def reasons(self, words: Sequence[str]) -> list[BriefVerdict | None]:
        """Return what ``detail=reasons`` says of each of *words*, which must be plain: letters a to z, in either case.

        None stands for the few whose sentence takes the whole evidence. The readings that settle the rest are read in one
        statement a lexicon and in the order of their keys, since reading them is most of the time.
        """
        keys = "\n".join(words).lower().split("\n") if words else []
        if self._extra:
            plans = list(map(self.plan, keys))
        else:
            known, profile_of = self._plans.get, self._profile_of
            plans = [known(profile_of(key, 0)) or self.plan(key) for key in keys]
        wanted: list[dict[str, int]] = [{} for _ in self._lexicons]
        for key, plan in zip(keys, plans, strict=True):
            if plan.fact is not None:
                wanted[plan.lexicon][key] = plan.fact
        texts = [lexicon.reading_texts(each) for lexicon, each in zip(self._lexicons, wanted, strict=True)]
        ruleset, brief, word_code = self.judge.ruleset, serialise.brief, self.word_code
        found: list[BriefVerdict | None] = []
        for word, key, plan in zip(words, keys, plans, strict=True):
            struck = word_code(key)
            (code, legal, reading, certainty, _, _), reason, number, _, sentence = plan
            if struck is not None:
                reason = word_reason(struck, WordingContext(key, ruleset))
                found.append(brief(word, key, ruleset.id, False, "settled", struck, reason))
            elif reading is None and self._only_in_phrases(key, plan.decision):
                found.append(None)
            elif sentence is not None:
                reason = sentence(*texts[number][key])
                found.append(brief(word, key, ruleset.id, legal, certainty, code, reason))
            elif reading is None:
                if reason is None:
                    reason = self.judge.unlisted(key, self._known)
                found.append(brief(word, key, ruleset.id, legal, certainty, code, reason))
            else:
                found.append(None)
        return found

    def _known(self, keys: Sequence[str]) -> list[tuple[str, Sequence[Facts]]]:
        """Return the known ones among *keys*, with the facts of each."""
        if not self._extra:
            profile_of, facts_of = self._profile_of, self._main.profile_facts
            return [(key, facts_of[profile]) for key in keys if (profile := profile_of(key, 0))]
        found: list[tuple[str, Sequence[Facts]]] = []
        for key in keys:
            each = [lexicon.profiles.get(key, 0) for lexicon in self._lexicons]
            if any(each):
                facts = (
                    lexicon.profile_facts[profile]
                    for lexicon, profile in zip(self._lexicons, each, strict=True)
                )
                found.append((key, tuple(chain.from_iterable(facts))))
        return found

    def warm(self, keys: list[str] | None = None) -> None:
        """Make the word graph of every legal key, some megabytes, which makes :attr:`legal` five times as fast.

        It takes some tenths of a second: worth it for more than a few thousand words. *keys* are the legal keys, if they
        are at hand.
        """
        if self._graph is None:
            from dawg import CompletionDAWG

            self._take(CompletionDAWG(keys or self.legal_keys(), input_is_sorted=True))

    @property
    def begins(self) -> Callable[[str], bool] | None:
        """What tells whether some letters begin a legal key; None before :meth:`warm`."""
        return None if self._graph is None else self._graph.has_keys_with_prefix

    def warm_as(self, other: CompiledRuleset) -> bool:
        """Share the word graph of *other* if both rulesets provably allow the same keys. Return whether they do."""
        same = (
            other._graph is not None
            and other._lexicons == self._lexicons
            and self._struck is not None
            and [bool(code) for code in other._struck or ()] == [bool(code) for code in self._struck]
            and not self._extra
            and other.legal_profiles == self.legal_profiles
        )
        if same:
            self._take(other._graph)
        return same

    def dump_graph(self) -> bytes:
        """Return the word graph of every legal key as bytes, for another process of this machine."""
        self.warm()
        assert self._graph is not None
        return self._graph.tobytes()  # type: ignore[no-any-return]

    def load_graph(self, graph: bytes) -> None:
        """Take the word graph that another process dumped for the same rules and lexicon."""
        from dawg import CompletionDAWG

        made = CompletionDAWG()
        made.frombytes(graph)
        self._take(made)

    def share_graph(self, other: CompiledRuleset) -> None:
        """Take the word graph of *other*, which has the same legal keys."""
        self._take(other._graph)

    def _take(self, graph: CompletionDAWG) -> None:
        self._graph = graph
        self.legal = graph.__contains__  # type: ignore[method-assign]

    @cached_property
    def board_words(self) -> BoardWords:
        """The legal keys for boards: two megabytes beside the word graph, made in some thirty milliseconds once that is there."""
        self.warm()
        assert self._graph is not None
        return BoardWords((WordGraph(self._graph.tobytes()),))

    def facts_that_admit(self, key: str) -> Sequence[Facts] | None:
        """Return the facts of a legal *key* in the lexicon; None where only the user's lists make it legal."""
        facts = self._main.profile_facts[self._profile_of(key, 0)]
        return facts if not self._extra or self.judge.decide(facts).legal else None

    def keys(self) -> list[str]:
        """Return every key that the lexicon or the ruleset's own lists have, in order."""
        found = self._main.columns[0].split("\n")
        if self._extra:
            return sorted(self._keys_of_own_lists().union(found))
        return found

    def _keys_of_own_lists(self) -> set[str]:
        return set[str]().union(*(each.columns[0].split("\n") for each in self._lexicons[:-1]))

    def legal_keys(self) -> list[str]:
        """Return every legal key, in order."""
        if self._graph is not None:
            return self._graph.keys()  # type: ignore[no-any-return]
        return list(self.each_legal_key())

    def each_legal_key(self) -> Iterator[str]:
        """Return what yields every legal key, in order, and holds no list of them."""
        if self._graph is not None:
            return self._graph.iterkeys()  # type: ignore[no-any-return]
        struck, admitted = self._struck, self._admitted()
        if struck is None:
            return (key for key in admitted if self.word_code(key) is None)
        return (key for key in admitted if len(key) <= MAX_WORD and struck[len(key)] is None)

    def _admitted(self) -> Iterator[str]:
        """Yield, in order, the keys that are legal but for the rules on the word."""
        found = chain.from_iterable(
            compress(keys, map(self.legal_profiles.__getitem__, profiles))
            for keys, profiles in self._main.pieces()
        )
        if not self._extra:
            return found
        listed = self._keys_of_own_lists()  # what is in none of them is as the lexicon alone has it
        return merge((key for key in found if key not in listed), sorted(filter(self.legal, listed)))

    @cached_property
    def disputable(self) -> list[tuple[int, str]]:
        """The disputable keys, each after the size of the smallest list that has it, the commonest first; found in some tenths of a second."""
        return sorted(
            (commonness(self._main.profile_facts[self._profile_of(key, 0)]), key)
            for key in self.keys()
            if self.plan(key).decision.certainty == "disputable" and self.word_code(key) is None
        )

    @cached_property
    def size(self) -> int:
        """How many keys are legal; counted once, in some tens of milliseconds where the word graph is there."""
        return sum(1 for _ in self.each_legal_key())

    @property
    def weight(self) -> int:
        """About how many bytes of memory it takes by itself, with what was made of it so far."""
        made = self.__dict__
        found: list[Keys] = [made["_searchable"]] if "_searchable" in made else []
        found += made["_by_code"].values() if "_by_code" in made else []
        graphs = self._graph_size * (3 if "board_words" in made else 1) if self._graph is not None else 0
        disputable = DISPUTABLE_WEIGHT * len(made.get("disputable", ()))
        plans = PLAN_WEIGHT * len(self._plans)
        return LEAST_WEIGHT + plans + disputable + graphs + sum(each.weight for each in found)

    def has_grown(self) -> bool:
        """Return whether it takes much more memory than when it was made, or when this was true the last time."""
        weight = self.weight
        grown = weight - self._weighed > GROWTH
        if grown:
            self._weighed = weight
        return grown

    @cached_property
    def _graph_size(self) -> int:
        return len(self._graph.tobytes()) if self._graph is not None else 0

    @cached_property
    def legal_profiles(self) -> bytes:
        """For each profile of the lexicon, by its id, 1 where its readings make a word legal."""
        return bytes(self.judge.decide(facts).legal for facts in self._main.profile_facts)

    def with_code(self, code: str) -> Keys:
        """Return every key that *code* settles, ready to be searched; none for a code that settles none."""
        from adjudicator.lexicon.search import Keys

        if code == "sense-admitted":
            return self._searchable
        return self._by_code.get(code) or Keys(())

    @cached_property
    def _searchable(self) -> Keys:
        from adjudicator.lexicon.search import Keys

        return Keys(self.legal_keys())

    @cached_property
    def _by_code(self) -> dict[str, Keys]:
        from adjudicator.lexicon.search import Keys

        found: dict[str, list[str]] = {}
        for key in self.keys():
            found.setdefault(self.code(key), []).append(key)
        return {code: Keys(keys) for code, keys in found.items() if code != "sense-admitted"}
