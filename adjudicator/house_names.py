"""House lists by the names that rulesets have: ``house:sunday``, ``house:sunday@7``. Start at :meth:`NamedHouses.get`.

Of every list that is asked for, the latest revision is kept ready, as long as the ledger keeps the list. An earlier one is kept for as long
as it is among the last that were asked for: requests that began before an edit still name theirs.
"""

from __future__ import annotations

from _thread import allocate_lock
from collections import OrderedDict
from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

from adjudicator.errors import UnknownRecord, UnknownRuleset
from adjudicator.keeping import MOST
from adjudicator.rules.house import PREFIX, HouseList, Settings
from adjudicator.spelling import shown

if TYPE_CHECKING:
    from adjudicator.compiled import CompiledRuleset
    from adjudicator.housed import CompiledHouse
    from adjudicator.ledger.ledger import Ledger

EARLIER = 16
"""Revisions that are kept although they are not the latest of their lists."""
SHARING = 64 << 10
"""Bytes that a revision takes by itself where it is little else than the latest one."""


class Rules(Protocol):
    """Where lists are read, and what they stand on."""

    @property
    def ledger(self) -> Ledger:
        """The ledger that has the lists."""

    def below(self, settings: Settings) -> CompiledRuleset:
        """Return the ruleset that a list of these *settings* stands on."""


class NamedHouses:
    """Revisions of house lists, ready to be asked. Threads may share it.

    The earlier ones, and the rulesets that lists have changed for themselves, take no more than *most* bytes together, but for the one
    that was asked for last.
    """

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self._latest: OrderedDict[str, CompiledHouse] = OrderedDict()
        self._earlier: OrderedDict[str, CompiledHouse] = OrderedDict()
        self._pinned: dict[str, CompiledHouse] = {}
        self._lock = allocate_lock()

    def get(self, name: str, rules: Rules) -> CompiledHouse:
        """Return the house list that *name* names: ``house:SLUG`` the latest revision, ``house:SLUG@N`` revision N, and with what
        :attr:`CompiledHouse.pinned` puts behind that just what it was then.

        Raises :class:`UnknownRuleset`, and what the ledger raises.
        """
        known = self._pinned.get(name)
        if known is not None:
            return known
        slug, at, which = name.removeprefix(PREFIX).partition("@")
        try:
            latest = rules.ledger.current.get(slug)
            number = int(which.partition(".")[0]) if at else latest.revision
            if number != latest.revision:
                return self._at(slug, number, rules)
        except (UnknownRecord, ValueError) as error:
            hint = "GET /v1/house-lists, or `adjudicator house list`, names the house lists."
            raise UnknownRuleset(f"There is no ruleset {shown(name)}.", hint) from error
        known = self._latest.get(slug)
        if known is None or not _is_of(known, latest):
            known = _compiled(latest, rules)
        self._keep(known, is_latest=True)
        return known

    def forget(self, slug: str) -> None:
        """Keep nothing of the list *slug* any more."""
        with self._lock:
            self._latest.pop(slug, None)
            for pinned in [pinned for pinned, each in self._pinned.items() if each.house.slug == slug]:
                self._earlier.pop(pinned, None)
                del self._pinned[pinned]

    def trim(self) -> None:
        """Let go what is too heavy by now: first earlier revisions, then lists that were not asked for the longest."""
        with self._lock:
            self._trim()

    def _at(self, slug: str, number: int, rules: Rules) -> CompiledHouse:
        """Return an earlier revision of a list: the one that is kept, if it is still the one that the ledger has."""
        digest = rules.ledger.houses.revision(slug, number).digest
        for known in list(self._earlier.values()):
            house = known.house
            if (house.slug, house.revision, house.digest) == (slug, number, digest):
                break
        else:
            house, known = rules.ledger.houses.at(slug, number), None
        if known is None or not _is_of(known, house):
            known = _compiled(house, rules)
        self._keep(known, is_latest=False)
        return known

    def _keep(self, compiled: CompiledHouse, *, is_latest: bool) -> None:
        slug, pinned = compiled.house.slug, compiled.pinned
        with self._lock:
            if is_latest:
                before = self._latest.get(slug)
                self._latest[slug] = compiled
                self._latest.move_to_end(slug)
                if before is compiled:
                    return
                self._earlier.pop(pinned, None)
                if before is not None and before.pinned != pinned:
                    if (
                        before.base is not compiled.base
                    ):  # megabytes each: of rules that were changed the last will do
                        self._drop_earlier(slug)
                    self._earlier[before.pinned] = before
            else:
                self._earlier[pinned] = compiled
                self._earlier.move_to_end(pinned)
            self._pinned[pinned] = compiled
            while len(self._earlier) > EARLIER:
                self._drop_earliest()
            self._trim()

    def _drop_earlier(self, slug: str) -> None:
        for pinned in [pinned for pinned, each in self._earlier.items() if each.house.slug == slug]:
            del self._earlier[pinned]
            self._pinned.pop(pinned, None)

    def _drop_earliest(self) -> None:
        pinned, _ = self._earlier.popitem(last=False)
        self._pinned.pop(pinned, None)

    def _trim(self) -> None:
        if not self._earlier and not any(True for _ in self._changed()):
            return
        while self._weight() > self.most:
            if len(self._earlier) > 1 or (self._earlier and not self._latest):
                self._drop_earliest()
            elif len(changed := list(self._changed())) > 1:
                compiled = self._latest.pop(changed[0])
                self._pinned.pop(compiled.pinned, None)
            else:
                return

    def _changed(self) -> Iterator[str]:
        """Yield the lists that have changed the rules that they stand on, in the order in which they were asked for last."""
        return (slug for slug, each in self._latest.items() if each.house.settings.overrides)

    def _weight(self) -> int:
        bases = {
            id(each.base): each.base.weight
            for each in (*self._latest.values(), *self._earlier.values())
            if each.house.settings.overrides
        }
        earlier = 0
        for each in self._earlier.values():
            latest = self._latest.get(each.house.slug)
            is_alike = latest is not None and latest.house.origin is each.house.origin
            earlier += SHARING if is_alike else each.house.weight
        return sum(bases.values()) + earlier


def _compiled(house: HouseList, rules: Rules) -> CompiledHouse:
    from adjudicator.housed import CompiledHouse
    from adjudicator.ledger.clock import now

    return CompiledHouse(rules.below(house.settings), house, now())


def _is_of(compiled: CompiledHouse, house: HouseList) -> bool:
    """Return whether *compiled* is of *house*, and as it is by now."""
    if compiled.house is not house:
        return False
    from adjudicator.ledger.clock import now

    return not house.perishable or house.era(now()) == compiled.era
