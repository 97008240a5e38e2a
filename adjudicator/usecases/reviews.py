"""Queues of words that curators settle one by one, several at once without meeting. Start at :class:`Review` and :func:`settling`.

What a queue is of is named by a text: ``rules`` (the disputable words of the rules that the list stands on, and ``rules:50`` those of them that
word lists of size 50 and smaller have), ``list`` (the list's own words that are disputable under these rules), ``revision:7`` (those of them that
this revision, an import perhaps, has changed), ``season:ID`` (the words whose verdict is another one than when the season was frozen). The
commonest words come first. Every act raises :class:`NotAllowed` where *by* may not, and :class:`UnknownRecord` for what is not there.
"""

from __future__ import annotations

import contextlib
from bisect import bisect_right
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, cast, get_args

from adjudicator.core.shapes import leaves, renamed
from adjudicator.core.spelling import key_of, quote
from adjudicator.errors import BadRecord, RulesetError, UnknownRecord
from adjudicator.ledger.reviews import Choice as Choice
from adjudicator.rules.house import PREFIX, Address, Entry
from adjudicator.usecases import houses, seasons
from adjudicator.usecases.desk import Desk, act

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from adjudicator.core.model import Verdict
    from adjudicator.judging.service import Adjudicator
    from adjudicator.ledger.reviews import Mark
    from adjudicator.usecases.seasons import Season, Shift
    from adjudicator.usecases.writers import Writer

SIZES = (35, 50, 60, 70)
"""Sizes of word lists that a queue of the rules may end at: about as common as what an adult, a reader, a player knows."""
MORE = 8
"""Words that somebody has beside the one before them, to go on without a network."""
IMPORTS = 5
"""Imports that are offered to be reviewed, the latest of them."""


@leaves("total", "settled", "left", "held")
class Standing(NamedTuple):
    """How far a queue is settled."""

    total: int
    settled: int
    held: int
    """Words that others have before them."""

    @property
    def left(self) -> int:
        """How many nobody has settled yet."""
        return self.total - self.settled


@renamed(of="queue")
class Queue(NamedTuple):
    """A queue that a list has."""

    of: str
    title: str
    standing: Standing


class Case(NamedTuple):
    """A word that somebody is to settle, with its proof under the rules alone."""

    key: str
    verdict: Verdict
    entry: Entry | None
    """What the list says of it."""


class Review:
    """The queues of one revision of a list, and what of them is settled."""

    def __init__(
        self, adjudicator: Adjudicator, slug: str, number: int | None = None, *, desk: Desk | None = None
    ) -> None:
        """Take revision *number*, by default the latest, or that of a *desk* that is there already. Raises :class:`UnknownRecord`."""
        self.slug = slug
        self.adjudicator = adjudicator
        self._desk = desk or Desk(adjudicator, slug, number)
        self.revision = self._desk.house.revision
        self._marks: dict[str, Mapping[str, Mark]] = {}
        self._words: dict[str, list[str]] = {}

    def queues(self, by: Writer | None = None) -> list[Queue]:
        """Return every queue that there is now, with how far it is settled as *by* sees it."""
        ledger = self.adjudicator.ledger
        names = ["list", *(f"rules:{size}" for size in SIZES), "rules"]
        imports = [each for each in houses.history(ledger, self.slug, limit=100) if each.kind == "import"]
        names += [f"revision:{each.number}" for each in imports[:IMPORTS]]
        names += [f"season:{each.id}" for each in self._seasons[:1]]
        return [self.queue(name, by) for name in names]

    def queue(self, of: str, by: Writer | None = None) -> Queue:
        """Return a queue, with how far it is settled as *by* sees it."""
        return Queue(of, self.title(of), self.standing(of, by))

    def title(self, of: str) -> str:
        """Return what a queue is of, in words."""
        kind, _, name = of.partition(":")
        if kind == "season":
            return f"what has changed since “{self._season(name).name}”"
        if kind == "revision":
            return f"disputable words of revision {name}"
        if kind == "rules":
            return (
                f"disputable words of the rules{f', up to lists of size {name}' if name else ', all of them'}"
            )
        return "disputable words of this list"

    def standing(self, of: str, by: Writer | None = None) -> Standing:
        """Return how far a queue is settled as *by* sees it."""
        words, marks = self.words(of), self._marks_of(of)
        here = [marks[key] for key in words if key in marks]
        settled = sum(mark.choice is not None for mark in here)
        held = sum(mark.choice is None and not mark.is_free and mark.holder != _holder(by) for mark in here)
        return Standing(len(words), settled, held)

    def shifted(self, by: Writer | None = None) -> tuple[Season, Standing] | None:
        """Return the latest season and the standing of its queue, as *by* sees it; None where no word of it is left to be settled."""
        for found in self._seasons[:1]:
            with contextlib.suppress(RulesetError):  # what stands on rules with faults says nothing
                standing = self.standing(f"season:{found.id}", by)
                return (found, standing) if standing.left else None
        return None

    def shift(self, of: str, key: str) -> Shift | None:
        """Return what has changed of a word of the queue of a season; None for another queue."""
        kind, _, name = of.partition(":")
        found = seasons.changed(self.adjudicator, self._season(name)) if kind == "season" else []
        return next((each for each in found if each.key == key), None)

    def words(self, of: str) -> list[str]:
        """Return the words of a queue, settled or not, the commonest first."""
        if of not in self._words:
            self._words[of] = self._sought(of)
        return self._words[of]

    def left(self, of: str, after: str = "") -> list[str]:
        """Return the words of a queue that nobody has settled, the commonest first; with *after*, those that come behind that word."""
        words, marks, size = self.words(of), self._marks_of(of), self._desk.size
        start = bisect_right(words, (size(after), after), key=lambda key: (size(key), key)) if after else 0
        return [key for key in words[start:] if key not in marks or marks[key].choice is None]

    def held(self, of: str, by: Writer) -> set[str]:
        """Return what *by* has before them, whether or not the queue still has it."""
        return {key for key, mark in self._marks_of(of).items() if mark.is_held_by(_holder(by))}

    def case(self, key: str) -> Case:
        """Return a word with its proof."""
        house = self._desk.house
        bench = self.adjudicator.benches.of_settings(house.settings)
        return Case(key, bench.verdict(key, suggest=False), house.entries.get(key))

    def take(self, of: str, *, by: Writer, after: str = "") -> Case | None:
        """Return the word of a queue that *by* is to settle next, and hold it for them for some minutes; None where none is left that others
        do not hold. *after* is a word to pass by.
        """
        by.must("editor", PREFIX + self.slug)
        key = self.adjudicator.ledger.reviews.take(*self._taking(of, by), after=after)
        self.look_again(of)
        return None if key is None else self.case(key)

    def take_more(self, of: str, *, by: Writer, behind: str) -> list[Case]:
        """Return the words of a queue that *by* is to settle when what stands before them is settled, *behind* which they come, and hold them for
        them, too: so they can go on without a network. That is `MORE` at most, and one in ten of what is left, so that others have enough.
        """
        by.must("editor", PREFIX + self.slug)
        most = min(MORE, self.standing(of).left // 10)
        keys = self.adjudicator.ledger.reviews.take_more(*self._taking(of, by), behind=behind, most=most)
        self.look_again(of)
        return [self.case(key) for key in keys]

    def _taking(self, of: str, by: Writer) -> tuple[str, str, Sequence[str], str]:
        """Return what words of a queue are taken by: the list, what marks are kept under, the words, and who takes them."""
        words, topic = self.words(of), self.topic(of)
        if topic == "list":
            words = [key for key in words if key not in self._settled_by_rules]
        return self.slug, topic, words, _holder(by)

    def look_again(self, of: str) -> None:
        """Know no more what became of the words of a queue, since that has just changed; which words it has stays as it was."""
        self._marks.pop(self.topic(of), None)

    def topic(self, of: str) -> str:
        """Return what marks are kept under: a season is reviewed anew under another lexicon, a word of the list once for all."""
        kind, _, name = of.partition(":")
        if kind == "season":
            bench = self.adjudicator.under(str(Address(self.slug, self._season(name).number)))
            return f"season:{name}:{bench.lexicon_digest}"
        return "rules" if kind == "rules" else "list"

    @cached_property
    def _seasons(self) -> list[Season]:
        return seasons.seasons(self.adjudicator.ledger, self.slug)

    def _season(self, id: str) -> Season:
        """Return the season of this *id*. Raises :class:`UnknownRecord`."""
        found = next((each for each in self._seasons if each.id == id), None)
        return found or seasons.season(self.adjudicator.ledger, self.slug, id)

    def _sought(self, of: str) -> list[str]:
        kind, _, name = of.partition(":")
        desk = self._desk
        if kind == "rules" and (not name or _is_number(name, 3)):
            most, own, marks = int(name) if name else None, desk.house.own, self._marks_of(of)
            bench = self.adjudicator.benches.of_settings(desk.house.settings)
            return [
                key
                for size, key in bench.compiled.disputable
                if (most is None or size <= most)
                and (key not in own or (key in marks and marks[key].choice is not None))
            ]
        if kind == "season" and name:
            changed = seasons.changed(self.adjudicator, self._season(name))
            return _common(desk, [each.key for each in changed])
        if kind == "revision" and _is_number(name, 9):
            changed_by = self.adjudicator.ledger.houses.changed(self.slug, int(name))
            return [key for key in self._own if key in changed_by]
        if kind == "list" and not name:
            return self._own
        raise UnknownRecord(
            "review", f"There is no queue {quote(of)}.", "Known are rules, list, revision:N, season:ID."
        )

    @cached_property
    def _own(self) -> list[str]:
        desk = self._desk
        return _common(desk, [key for key in desk.house.own if _is_disputable(desk, key)])

    def _marks_of(self, of: str) -> Mapping[str, Mark]:
        topic = self.topic(of)
        if topic not in self._marks:
            marks = self.adjudicator.ledger.reviews.marks(self.slug, topic)
            self._marks[topic] = marks | self._settled_by_rules if topic == "list" else marks
        return self._marks[topic]

    @cached_property
    def _settled_by_rules(self) -> dict[str, Mark]:
        """What became of words of the list that stand there because a queue of the rules had them settled so."""
        own = self._desk.house.own
        return {
            key: mark
            for key, mark in self._marks_of("rules").items()
            if mark.choice is not None and key in own and own[key].effect == mark.choice
        }


def settling(
    review: Review,
    of: str,
    words: Iterable[str],
    choice: str,
    *,
    by: Writer,
    seen: int | None = None,
    reason: str = "",
) -> Callable[[], None]:
    """Return what allows or denies words of a queue in one revision, or leaves them as they are, and has them settled. What that takes to be
    worked out is worked out before. *seen* is the revision at which they were looked at: :class:`StaleRevision` where the list says something
    else of one of them since.

    Raises :class:`UnknownRecord` for a word that the queue has not, unless others have taken it out meanwhile; :class:`BadRecord`, :class:`BadWord`.
    """
    adjudicator, slug = review.adjudicator, review.slug
    by.must("editor", PREFIX + slug)
    if choice not in get_args(Choice):
        raise BadRecord([f"choice: takes {', '.join(get_args(Choice))}"])
    chosen, topic = cast(Choice, choice), review.topic(of)
    keys = list(dict.fromkeys(key_of(houses.word_of(word)) for word in words))
    strange = {*keys}.difference(review.words(of))
    if strange and seen is not None:  # others may have taken it out of the queue: that they are told
        strange.difference_update(Review(adjudicator, slug, seen).words(of))
        strange.difference_update(review.held(of, by))  # who was told is still at it
    if strange:
        raise UnknownRecord("review", f"The queue {quote(of)} has no word {quote(min(strange))}.")

    def done() -> None:
        if chosen != "leave":
            act(adjudicator, slug, keys, chosen, by=by, seen=seen, reason=reason)
        adjudicator.ledger.reviews.settle(slug, topic, keys, _holder(by), chosen, seen=seen)
        review.look_again(of)

    return done


def _is_number(text: str, digits: int) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= digits


def _holder(by: Writer | None) -> str:
    return "" if by is None else by.id or by.name


def _is_disputable(desk: Desk, key: str) -> bool:
    below = desk.below(key)
    return below is not None and below.certainty == "disputable"


def _common(desk: Desk, keys: Sequence[str]) -> list[str]:
    return sorted(keys, key=lambda key: (desk.size(key), key))
