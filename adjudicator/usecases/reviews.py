"""Queues of words that curators settle one by one, several at once without meeting. Start at :func:`take` and :func:`settle`.

What a queue is of is named by a text: ``rules`` (the disputable words of the rules that the list stands on, and ``rules:50`` those of them that
word lists of size 50 and smaller have), ``list`` (the list's own words that are disputable under these rules), ``revision:7`` (those of them that
this revision, an import perhaps, has changed), ``season:ID`` (the words whose verdict is another one than when the season was frozen). The
commonest words come first. Every act raises :class:`NotAllowed` where *by* may not, and :class:`UnknownRecord` for what is not there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, cast, get_args
from weakref import WeakKeyDictionary

from adjudicator.core.spelling import quote
from adjudicator.errors import BadRecord, UnknownRecord
from adjudicator.ledger.reviews import Choice as Choice
from adjudicator.rules.house import PREFIX, Address
from adjudicator.usecases import seasons
from adjudicator.usecases.desk import Desk, act

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.core.model import Verdict
    from adjudicator.judging.bench import RulesetBench
    from adjudicator.judging.service import Adjudicator
    from adjudicator.usecases.people import Writer

SIZES = (35, 50, 60, 70)
"""Sizes of word lists that a queue of the rules may end at: about as common as what an adult, a reader, a player knows."""
_DISPUTABLE: WeakKeyDictionary[RulesetBench, list[tuple[int, str]]] = WeakKeyDictionary()


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


class Case(NamedTuple):
    """A word that somebody is to settle, with its proof under the rules alone."""

    key: str
    verdict: Verdict


def queue(adjudicator: Adjudicator, slug: str, of: str) -> list[str]:
    """Return the words of a queue, settled or not, the commonest first."""
    kind, _, name = of.partition(":")
    desk = Desk(adjudicator, slug)
    if kind == "rules" and (not name or name.isdigit()):
        most = int(name[:3]) if name else None
        own = desk.house.own
        return [
            key
            for size, key in _disputable(adjudicator, desk)
            if key not in own and (not most or size <= most)
        ]
    if kind == "season" and name:
        return _common(desk, [each.key for each in seasons.changed(adjudicator, slug, name)])
    if kind == "revision" and name.isdigit() and len(name) < 10:
        changed = adjudicator.ledger.houses.changed(slug, int(name))
        return _common(desk, [key for key in changed if key in desk.house.own and _is_disputable(desk, key)])
    if kind == "list" and not name:
        return _common(desk, [key for key in desk.house.own if _is_disputable(desk, key)])
    raise UnknownRecord(
        "review", f"There is no queue {quote(of)}.", "Known are rules, list, revision:N, season:ID."
    )


def standing(adjudicator: Adjudicator, slug: str, of: str, *, by: Writer | None = None) -> Standing:
    """Return how far a queue is settled, and how much of it others hold."""
    words = queue(adjudicator, slug, of)
    marks = adjudicator.ledger.reviews.marks(slug, _topic(adjudicator, slug, of))
    settled = [key for key, mark in marks.items() if mark.choice is not None]
    here = {*words}
    done = sum(key in here for key in settled)
    gone = (
        len(settled) - done if of.startswith("rules") else 0
    )  # allowed or denied: it is the list's own by now
    held = sum(
        mark.choice is None and key in here and mark.holder != _holder(by) for key, mark in marks.items()
    )
    return Standing(len(words) + gone, done + gone, held)


def left(adjudicator: Adjudicator, slug: str, of: str) -> list[str]:
    """Return the words of a queue that nobody has settled, the commonest first."""
    words = queue(adjudicator, slug, of)
    marks = adjudicator.ledger.reviews.marks(slug, _topic(adjudicator, slug, of))
    return [key for key in words if key not in marks or marks[key].choice is None]


def take(adjudicator: Adjudicator, slug: str, of: str, *, by: Writer, after: str = "") -> Case | None:
    """Return the word of a queue that *by* is to settle next, and hold it for them for some minutes; None where none is left that others do not
    hold. *after* is a word to pass by.
    """
    by.must("editor", PREFIX + slug)
    words = queue(adjudicator, slug, of)
    key = adjudicator.ledger.reviews.take(
        slug, _topic(adjudicator, slug, of), words, _holder(by), after=after
    )
    if key is None:
        return None
    settings = adjudicator.ledger.houses.revision(slug).settings
    return Case(key, adjudicator.benches.of_settings(settings).verdict(key, suggest=False))


def settle(
    adjudicator: Adjudicator,
    slug: str,
    of: str,
    word: str,
    choice: str,
    *,
    by: Writer,
    seen: int | None = None,
    reason: str = "",
) -> None:
    """Allow or deny a word of a queue, or leave it as it is, and have it settled. *seen* is what it is for :func:`adjudicator.usecases.desk.act`.

    Raises :class:`StaleRevision`, :class:`BadRecord`.
    """
    by.must("editor", PREFIX + slug)
    if choice not in get_args(Choice):
        raise BadRecord([f"choice: takes {', '.join(get_args(Choice))}"])
    topic = _topic(adjudicator, slug, of)
    chosen = cast(Choice, choice)
    if chosen != "leave":
        act(adjudicator, slug, [word], chosen, by=by, seen=seen, reason=reason)
    adjudicator.ledger.reviews.settle(slug, topic, word, _holder(by), chosen)


def _topic(adjudicator: Adjudicator, slug: str, of: str) -> str:
    """Return what marks are kept under: a season is reviewed anew under another lexicon, a word of the list once for all."""
    kind, _, name = of.partition(":")
    if kind == "season":
        found = seasons.season(adjudicator.ledger, slug, name)
        bench = adjudicator.under(str(Address(slug, found.number)))
        return f"season:{name}:{bench.mark}"
    return "rules" if kind == "rules" else "list"


def _holder(by: Writer | None) -> str:
    return "" if by is None else by.id or by.name


def _disputable(adjudicator: Adjudicator, desk: Desk) -> Sequence[tuple[int, str]]:
    """Return the disputable words of the rules below, each after the size of the smallest list that has it; worked out once for all lists."""
    bench = adjudicator.benches.of_settings(desk.house.settings)
    known = _DISPUTABLE.get(bench)
    if known is None:
        compiled, every = bench.compiled, bench.keys()
        keys = (
            key
            for key in every
            if compiled.plan(key).decision.certainty == "disputable" and compiled.word_code(key) is None
        )
        known = _DISPUTABLE[bench] = sorted((desk.size(key), key) for key in keys)
    return known


def _is_disputable(desk: Desk, key: str) -> bool:
    below = desk.below(key)
    return below is not None and below.certainty == "disputable"


def _common(desk: Desk, keys: Sequence[str]) -> list[str]:
    return sorted(keys, key=lambda key: (desk.size(key), key))
