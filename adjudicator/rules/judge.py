"""The judge: (evidence, ruleset) → verdict. Pure.

Start at :meth:`Judge.verdict`. Every reading of the word gets its outcome (:meth:`Judge.outcome`); :meth:`Judge.decide` picks the
decisive one from the outcomes alone. The fast path (:meth:`Judge.decide_facts`, legality without a proof) calls the same two functions on
the facts of the word's profile, so the two cannot disagree.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, partial
from typing import Any, NamedTuple

from adjudicator.core.model import (
    ALONE,
    DOUBTED,
    FIRST,
    FIRST_IN_BRITAIN,
    FORM,
    LESSER,
    TAKEN_FOR,
    Certainty,
    Effect,
    Evidence,
    Facts,
    Finding,
    Provenance,
    Reading,
    Verdict,
)
from adjudicator.core.spelling import MAX_WORD
from adjudicator.rules.conditions import (
    CLOSENESS,
    NEEDS_MEMBERSHIP,
    OFF_BOARD,
    READING_RULES,
    WORD_RULES,
    is_borne_out,
    is_inferred,
    length_decides,
)
from adjudicator.rules.house import Entry
from adjudicator.rules.nearness import Known, farness, form_of, nothing_known
from adjudicator.rules.ruleset import Ruleset
from adjudicator.rules.sources import CONTINUES, DATED, NEED_WITNESS, OWN
from adjudicator.rules.wording import (
    NEEDS_EVIDENCE,
    Sentence,
    WordingContext,
    again,
    dispute_of,
    house_reason,
    near_reason,
    reading_reason,
    reading_sentence,
    unlisted_reason,
    word_reason,
)

_RELATIONS = {"lemma": 0, "variant": 1, "inflection": 1, "derivation": 3}
_SHOWN_LAST = frozenset({"obsolete", "archaic", "rare", "dialect", FORM, LESSER})
"""Labels of senses by which a word is not explained where another sense counts."""
_ELSEWHERE = {"british": "american", "american": "british"}
"""Region of a ruleset → the label of senses that are of another one, which are shown last as well."""
_NEED_LIST = NEED_WITNESS | {OWN}
"""Sources that are not enough, even together, for a word that no list has: our own glosses explain what others have."""
_CLOSENESS = {code: rank for rank, code in enumerate(CLOSENESS)}

REMEMBERED = 50_000
"""Facts whose outcome is found by their identity, which costs a tenth of finding it by what they say."""
CASES = 8_192
"""Profiles of which the whole case is kept: the commonest, which most words have."""


_finding: Callable[[tuple[Any, ...]], Finding] = partial(tuple.__new__, Finding)
"""A finding of its fields in order: a batch has millions, and their names take time."""


class Outcome(NamedTuple):
    """What the ruleset makes of one reading: the code that strikes it, if one does, and how much it weighs."""

    code: str | None
    admits: bool
    consulted: bool
    rank: tuple[int, ...]
    provenance: Provenance
    open: bool
    """Whether the reading would make the word legal but for what is only inferred of it."""
    place: int
    """The place of its sense among those that count."""


class Decision(NamedTuple):
    """What settles a word: the code, whether it is legal, and the number of the reading if a reading settled it."""

    code: str
    legal: bool
    reading: int | None
    certainty: Certainty
    about: str | None
    near: int | None = None
    """The number of the reading that shows how near a word came that is not legal: nothing settles it, or a vote would be about this one."""


class Opinion(NamedTuple):
    """A finding on a reading, as far as its facts tell it: the sentence waits for the reading's texts, or is None where it needs the evidence."""

    code: str
    effect: Effect
    sentence: Sentence | None
    provenance: Provenance


class Case(NamedTuple):
    """What settles a word whose readings have these facts, and the opinion on each; ``order`` is that in which they are shown, the decisive one first."""

    facts: Sequence[Facts]
    defined: bool
    decision: Decision
    opinions: list[Opinion]
    order: list[int]


class Decree(NamedTuple):
    """A house list on one word: under what name it judges, and the entry that decides the word, if one does."""

    ruleset: str
    digest: str
    title: str
    entry: Entry | None


def _doubt(facts: Facts, inferred: bool, would_admit: bool) -> int:
    """Return how doubtful it is that what strikes a reading decides the word: what a source declares comes before what is *inferred*, and before both a word
    in lower case in a word list that is taken for something else and *would admit* the word, since the word is legal but for that.
    """
    if would_admit and TAKEN_FOR.intersection(facts.inferred) and facts.kind == "listing":
        return 0
    return 2 if inferred else 1


HOUSE_CODES: dict[str, tuple[str, Effect]] = {
    "allow": ("house-allowed", "admits"),
    "deny": ("house-denied", "excludes"),
}


class Judge:
    """One ruleset, ready to judge. Outcomes are kept by their facts, of which a lexicon has a few thousand."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self._outcomes: dict[Facts, Outcome] = {}
        self._by_identity: dict[int, tuple[Facts, Outcome]] = {}
        self._cases: dict[tuple[int, ...], Case] = {}
        self._opinions: dict[tuple[Facts, bool, bool], Opinion] = {}
        self._near: dict[Facts, str | Sentence] = {}
        self._members = {member.source: member.max_size for member in ruleset.dictionary.members}
        self._order = {source: rank for rank, source in enumerate(ruleset.dictionary.sources)}
        self._sized = [source for source, size in self._members.items() if size is not None]

    @cached_property
    def digest(self) -> str:
        """The ruleset's digest."""
        return self.ruleset.digest

    def outcome(self, facts: Facts) -> Outcome:
        """Return what the ruleset makes of a reading with these facts."""
        known = self._by_identity.get(id(facts))
        if known is not None and known[0] is facts:
            return known[1]
        if len(self._by_identity) >= REMEMBERED:
            self._by_identity.clear()
        outcome = self._outcomes.get(facts)
        if outcome is None:
            outcome = self._outcomes[facts] = self._outcome(facts)
        self._by_identity[id(facts)] = facts, outcome
        return outcome

    def _outcome(self, facts: Facts) -> Outcome:
        struck = [code for code, rule in READING_RULES.items() if rule(facts, self.ruleset)]
        consulted = facts.source in self._order
        admits = consulted and not struck and self._is_member(facts)
        would_admit = consulted and self._is_member(facts)
        code = struck[0] if struck else None
        inferred = code is not None and is_inferred(code, facts, self.ruleset)
        is_open = (
            would_admit and bool(struck) and all(is_inferred(each, facts, self.ruleset) for each in struck)
        )
        by_kind = 0 if facts.kind == "sense" else 1
        order, place = self._order.get(facts.source, 99), self._place(facts.labels)
        rank: tuple[int, ...]
        if code is None:
            rank = (
                0 if admits or consulted else 1,
                by_kind,
                int(facts.relation == "derivation"),
                int(facts.pos is None),
                place,
                _RELATIONS[facts.relation],
                order,
            )
        else:
            counts = int(not would_admit and code in NEEDS_MEMBERSHIP)
            rank = (
                counts,
                _CLOSENESS[code],
                len(struck),
                _doubt(facts, inferred, would_admit),
                by_kind,
                order,
            )
        return Outcome(
            code,
            admits,
            consulted and not (code in NEEDS_MEMBERSHIP and not would_admit),
            rank,
            "inferred" if inferred else "declared",
            is_open,
            place,
        )

    def _place(self, labels: tuple[str, ...]) -> int:
        """Return the place of a sense with these *labels* among those that count: the one that people here think of first comes before
        others, and what is obsolete, no more than a form of another word, or of another region after them.
        """
        region = self.ruleset.region
        if FIRST in labels or (FIRST_IN_BRITAIN in labels and region == "british"):
            return 0
        elsewhere = region is not None and _ELSEWHERE.get(region) in labels and region not in labels
        return 2 if elsewhere or not _SHOWN_LAST.isdisjoint(labels) else 1

    def _is_member(self, facts: Facts) -> bool:
        if facts.source not in self._members or facts.relation == "derivation":
            return False
        if self._lacks_witness(facts):
            return False
        limit = self._members[facts.source]
        return limit is None or facts.size is None or facts.size <= limit

    def _lacks_witness(self, facts: Facts) -> bool:
        """Return whether a member of the ruleset's dictionary has the reading, and nothing bears it out where the ruleset has a word list to do so."""
        return bool(self._sized) and ALONE in facts.inferred and facts.source in self._members

    def decide(self, facts: Sequence[Facts]) -> Decision:
        """Return what settles a word whose readings have these *facts*, before rules on the word and house lists."""
        outcomes = [self.outcome(each) for each in facts]
        indices = range(len(facts))
        counted = [i for i in indices if outcomes[i].code is None and outcomes[i].consulted]
        if not any(facts[i].kind == "sense" for i in counted) and self._listings_say_nothing(facts, outcomes):
            counted = []
        if any(outcomes[i].admits for i in counted):
            best = min(counted, key=lambda i: outcomes[i].rank)
            certainty, about = self._certainty_of_admission(facts, outcomes, best)
            return Decision("sense-admitted", True, best, certainty, about)
        struck = [i for i in indices if outcomes[i].code is not None and outcomes[i].consulted]
        near = self._nearest(facts, outcomes)
        unadmitted = near is not None and self._survives(facts[near], outcomes[near])
        if struck:
            best = min(struck, key=lambda i: outcomes[i].rank)
            outcome = outcomes[best]
            if outcome.open:
                return Decision(outcome.code or "", False, best, "disputable", "flag-inferred")
            if near is not None and unadmitted:
                about = self._about(facts[near])
                return Decision(outcome.code or "", False, best, "disputable", about, near)
            return Decision(outcome.code or "", False, best, "settled", None)
        alone = [
            i
            for i in indices
            if outcomes[i].code is None and outcomes[i].consulted and self._lacks_witness(facts[i])
        ]
        if alone:
            best = min(alone, key=lambda i: outcomes[i].rank)
            return Decision("not-in-dictionary", False, best, "disputable", "one-dictionary")
        if near is not None and unadmitted:
            return Decision("not-in-dictionary", False, None, "disputable", self._about(facts[near]), near)
        return Decision("not-in-dictionary", False, None, "settled", None, near)

    def _nearest(self, facts: Sequence[Facts], outcomes: Sequence[Outcome]) -> int | None:
        """Return the number of the reading that comes nearest to making a word legal that none makes so; None where there is no reading."""
        far = [
            (farness(each, outcome.code, each.source in self._order), outcome.rank)
            for each, outcome in zip(facts, outcomes, strict=True)
        ]
        return min(range(len(far)), key=far.__getitem__, default=None)

    @staticmethod
    def _survives(facts: Facts, outcome: Outcome) -> bool:
        """Return whether the reading is a sense in a dictionary that the ruleset asks, and nothing strikes it."""
        return outcome.code is None and outcome.consulted and facts.kind == "sense"

    def _about(self, facts: Facts) -> str:
        """Return what a vote would be about where a reading with these *facts* is unadmitted."""
        if facts.source not in self._members:
            return "not-counted"
        return "one-dictionary" if self._lacks_witness(facts) else "derivation"

    @staticmethod
    def _listings_say_nothing(facts: Sequence[Facts], outcomes: list[Outcome]) -> bool:
        """Return whether bare listings do not count: all senses are struck, some by a label or part of speech, of which a listing cannot tell."""
        senses = [
            outcome
            for each, outcome in zip(facts, outcomes, strict=True)
            if each.kind == "sense" and outcome.consulted
        ]
        return not any(outcome.code is None for outcome in senses) and any(
            outcome.code in ("excluded-label", "excluded-part-of-speech") for outcome in senses
        )

    def _certainty_of_admission(
        self, facts: Sequence[Facts], outcomes: list[Outcome], best: int
    ) -> tuple[Certainty, str | None]:
        chosen = facts[best]
        listings = [
            each
            for outcome, each in zip(outcomes, facts, strict=True)
            if outcome.admits
            and each.kind == "listing"
            and ("relation" not in each.inferred or DOUBTED in each.inferred or is_borne_out(each))
            and each.source != OWN
        ]
        if chosen.kind == "listing" or chosen.relation == "derivation":
            if any(each.size is None or is_borne_out(each) for each in listings):
                return "settled", None
            if chosen.relation == "derivation":
                return "disputable", "derivation"
            if chosen.size is not None:
                return "disputable", "list-only"
        if "relation" in chosen.inferred:
            borne_out = any(
                outcome.admits and is_borne_out(each) for outcome, each in zip(outcomes, facts, strict=True)
            )
            return ("settled", None) if borne_out else ("disputable", "inflection-inferred")
        if "abbreviation" in chosen.inferred and not chosen.lexicalised:
            return "disputable", "flag-inferred"
        doubted = bool(listings) and all(DOUBTED in each.inferred for each in listings)
        if not doubted and (listings or not self._sized):
            return "settled", None
        witnesses = {
            each.source
            for outcome, each in zip(outcomes, facts, strict=True)
            if self._survives(each, outcome)
        }
        original = CONTINUES.get(chosen.source, chosen.source)
        if all(CONTINUES.get(each, each) == original for each in witnesses):
            return "disputable", "doubted" if doubted else "one-dictionary"
        if not doubted and witnesses <= _NEED_LIST:
            return "disputable", "one-dictionary"
        return "settled", None

    def word_code(self, key: str, foreign: str = "") -> str | None:
        """Return the code of the first rule on the word that strikes it, or None."""
        if not foreign and len(key) <= MAX_WORD and self._by_length:
            return self._by_length[len(key)]  # what nearly every word comes to
        return self._word_code(key, foreign)

    @cached_property
    def _by_length(self) -> list[str | None] | None:
        return self.word_codes_by_length(MAX_WORD)

    def _word_code(self, key: str, foreign: str = "") -> str | None:
        for code, rule in WORD_RULES.items():
            if rule.strikes(key, foreign, self.ruleset):
                return code
        return None

    def word_codes_by_length(self, longest: int) -> list[str | None] | None:
        """Return what :meth:`word_code` says of any key of each length from 0 to *longest*; None where that depends on its letters."""
        if not length_decides(self.ruleset):
            return None
        return [self._word_code("a" * length) for length in range(longest + 1)]

    def decide_facts(self, key: str, facts: Sequence[Facts], phrases: bool = False, foreign: str = "") -> str:
        """Return the decisive code for *key* without a proof. It equals the code of :meth:`verdict` by construction."""
        code = self.word_code(key, foreign)
        return code or self._final(self.decide(facts), phrases).code

    @staticmethod
    def _final(decision: Decision, phrases: bool) -> Decision:
        if decision.code == "not-in-dictionary" and decision.certainty == "settled" and phrases:
            return decision._replace(code="only-in-phrases")
        return decision

    def verdict(
        self,
        word: str,
        evidence: Evidence,
        lexicon: str,
        foreign: str = "",
        house: Decree | None = None,
        obstacle: str = "",
        known: Known = nothing_known,
    ) -> Verdict:
        """Return the verdict on *word* with all its findings; the decisive one comes first. *house* is what a house list has decided of it,
        *obstacle* why its letters cannot be joined on the board that it was played on, *known* what the dictionaries know of other words.
        """
        readings = evidence.readings
        _, defined, decision, opinions, order = self._case([reading.facts for reading in readings])
        if evidence.phrases:
            decision = self._final(decision, True)
        struck = self.word_code(evidence.key, foreign) or (OFF_BOARD if obstacle else None)

        def context() -> WordingContext:  # few words need it
            return WordingContext(
                evidence.key,
                self.ruleset,
                defined,
                foreign,
                evidence.counterparts,
                evidence.phrases,
                obstacle,
            )

        lead = None
        if house or struck or decision.reading is None:
            lead = self._lead(house, struck, decision, context(), readings, known)
        decisive = None if lead else decision.reading
        findings: list[Finding] = []
        for i in order:
            reading, (code, effect, sentence, provenance) = readings[i], opinions[i]
            if (
                lead
                and i == decision.near
                and not struck
                and not house
                and self._is_told(readings[i], opinions[i])
            ):
                reason = again(readings[i].facts)
            elif sentence is None:
                reason = reading_reason(code, reading, context())
            else:
                reason = sentence(reading.display, reading.base, reading.gloss, reading.expansion)
            findings.append(_finding((code, effect, i == decisive, reason, reading, provenance)))
        if lead:
            findings.insert(0, lead)
        overruled = lead is not None and lead.code != decision.code
        certainty: Certainty = "settled" if overruled else decision.certainty
        about = None if overruled else decision.about
        dispute = self._dispute(about, decision, readings) if about else None
        return Verdict(
            word,
            evidence.key,
            house.ruleset if house else self.ruleset.id,
            certainty,
            tuple(findings),
            (),
            dispute,
            lexicon,
            house.digest if house else self.digest,
        )

    @staticmethod
    def _is_told(reading: Reading, opinion: Opinion) -> bool:
        """Return whether the *reading* that comes nearest is a sense whose definition the decisive finding has told."""
        facts = reading.facts
        plain = facts.kind == "sense" and facts.relation == "lemma" and bool(reading.gloss)
        return plain and opinion.code == "not-in-dictionary"

    def _dispute(self, about: str, decision: Decision, readings: Sequence[Reading]) -> str:
        """Return what a vote would be about."""
        number = decision.reading if decision.near is None else decision.near
        reading = readings[number] if number is not None else None
        having = {
            each.facts.source
            for each in (readings if about in ("not-counted", "one-dictionary") else ())
            if self._survives(each.facts, self.outcome(each.facts))
        }
        if about == "not-counted":
            having -= self._members.keys()
        elif reading and not (having <= _NEED_LIST and reading.facts.source in having):
            having = {reading.facts.source}
        listed = any(each.facts.kind == "listing" and each.facts.source != OWN for each in readings)
        named = any(each.facts.proper for each in readings)
        against = {
            mark
            for each in readings
            if each.facts.kind == "listing" and self.outcome(each.facts).admits
            for mark in each.facts.inferred
        }
        return dispute_of(about, decision.code, reading, having, self._sized, listed, named, against)

    def _lead(
        self,
        house: Decree | None,
        struck: str | None,
        decision: Decision,
        context: WordingContext,
        readings: Sequence[Reading],
        known: Known,
    ) -> Finding | None:
        """Return what settles the word before any reading does, or for want of one; None where a reading settles it."""
        entry = house.entry if house else None
        if house and entry and (entry.effect == "deny" or not struck):
            code, effect = HOUSE_CODES[entry.effect]
            reason = house_reason(entry, context.key, house.title)
            return Finding(code, effect, True, reason, None, "declared")
        if struck:
            return Finding(struck, "excludes", True, word_reason(struck, context), None, "declared")
        if decision.reading is None:
            if decision.code == "only-in-phrases":
                reason = word_reason(decision.code, context)
            elif decision.near is None:
                reason = self.unlisted(context.key, known)
            else:
                near = readings[decision.near]
                said = self.near(near.facts)
                texts = near.display, near.base, near.gloss, near.expansion
                reason = said if isinstance(said, str) else said(*texts)
            return Finding(decision.code, "excludes", True, reason, None, "declared")
        return None

    def near(self, facts: Facts) -> str | Sentence:
        """Return how near a word came that no reading settles, of which the nearest has these *facts*."""
        known = self._near.get(facts)
        if known is None:
            known = self._near[facts] = near_reason(self.outcome(facts).code, facts, self.ruleset)
        return known

    def unlisted(self, key: str, known: Known) -> str:
        """Return why *key* is not legal, which has no reading: what it would be a form of, by what is *known* of other words."""
        return unlisted_reason(form_of(key, self._admitted, known))

    def _admitted(self, facts: Sequence[Facts]) -> list[Facts]:
        """Return the senses that nothing strikes among the *facts* of a word; none of a word that is not legal."""
        if not self.decide(facts).legal:
            return []
        return [each for each in facts if self._survives(each, self.outcome(each))]

    def _case(self, facts: list[Facts]) -> Case:
        """Return the case of *facts*, found by their identity: the case keeps them, so that no other facts get it."""
        which = tuple(map(id, facts))
        known = self._cases.get(which)
        if known is None:
            defined, decision = self.defines(facts), self.decide(facts)
            opinions = [self.opinion(each, decision.legal, defined) for each in facts]
            known = Case(facts, defined, decision, opinions, self._order_of(facts, decision, opinions))
            if len(self._cases) >= CASES:
                self._cases.clear()
            self._cases[which] = known
        return known

    def _order_of(self, facts: Sequence[Facts], decision: Decision, opinions: Sequence[Opinion]) -> list[int]:
        """Return the order in which readings with these *facts* are shown: the decisive one first, and of a legal word what admits it before what does
        not, the senses that people think of first before those that are out of use, dictionaries of today before old ones (and last what an old one alone has as
        another part of speech), and lists behind senses.
        """
        first, every = decision.reading, range(len(facts))
        if not decision.legal or len(facts) < 2:
            return [*every] if first is None else [first, *(i for i in every if i != first)]
        today = {
            each.pos
            for each, opinion in zip(facts, opinions, strict=True)
            if each.kind == "sense" and each.source not in DATED and opinion.effect == "admits"
        }

        def place(i: int) -> tuple[bool, bool, bool, bool, int]:
            each = facts[i]
            at = self.outcome(each).place
            old = at > 0 and bool(today) and each.source in DATED
            return (
                i != first,
                opinions[i].effect != "admits",
                each.kind == "listing",
                old,
                2 if old and each.pos not in today else at,
            )

        return sorted(every, key=place)

    def defines(self, facts: Iterable[Facts]) -> bool:
        """Return whether any of these readings is a sense in one of the ruleset's dictionaries."""
        return any(each.kind == "sense" and each.source in self._order for each in facts)

    def opinion(self, facts: Facts, legal: bool, defined: bool) -> Opinion:
        """Return what is found of a reading with these *facts* of a word that is *legal* or not, and *defined* or not."""
        which = (facts, legal, defined)
        known = self._opinions.get(which)
        if known is None:
            known = self._opinions[which] = self._opinion(facts, legal, defined)
        return known

    def _opinion(self, facts: Facts, legal: bool, defined: bool) -> Opinion:
        outcome = self.outcome(facts)
        code, provenance = outcome.code, outcome.provenance
        effect: Effect = "excludes" if outcome.consulted else "notes"
        if code is None and (outcome.admits or (legal and outcome.consulted)):
            code, effect = "sense-admitted", "admits"
            provenance = "inferred" if "relation" in facts.inferred else "declared"
        elif code is None:
            code, provenance = "not-in-dictionary", "declared"
            effect = "excludes" if not legal and self._lacks_witness(facts) else "notes"
        if code in NEEDS_EVIDENCE:
            return Opinion(code, effect, None, provenance)
        return Opinion(code, effect, reading_sentence(code, facts, self.ruleset, defined), provenance)
