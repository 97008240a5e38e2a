"""Finds the bench of a ruleset by its name: those of rulesets for good, those of house lists while there is room. Start at :class:`Benches`."""

from __future__ import annotations

import json
from _thread import allocate_lock
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary, ref

from adjudicator.core.cache import MOST, LRUCache
from adjudicator.core.fields import Table
from adjudicator.core.spelling import quote
from adjudicator.errors import ListRenamed, UnknownRecord, UnknownRuleset
from adjudicator.judging.bench import Bench, HouseBench, RulesetBench
from adjudicator.judging.dictionaries import Dictionaries
from adjudicator.rules.files import Rulebooks
from adjudicator.rules.house import Address, HouseList, Settings

if TYPE_CHECKING:
    from adjudicator.ledger.ledger import Ledger

LEAST_WEIGHT = 8 << 10
"""Bytes of the bench of a house list, without the list and the ruleset that it stands on."""


class Benches:
    """The benches of all rulesets over the same dictionaries. Threads may share it.

    Of house lists, what was asked for last is kept: the latest revisions, earlier ones, and the rulesets that lists have changed by their
    settings, no more than *most* bytes together with what is compared. Whoever has a bench can go on asking it whether or not it is kept.

    A ruleset that lists have changed takes megabytes, and goes only after every bench that stands on it: it counts as asked for after them.
    """

    def __init__(self, dictionaries: Dictionaries, rulebooks: Rulebooks, most: int = MOST) -> None:
        self._dictionaries = dictionaries
        self._rulebooks = rulebooks
        self.rulesets: dict[str, RulesetBench] = {}
        """Those that stand by themselves, as far as anybody has asked for them."""
        self._houses: LRUCache[Address, HouseBench] = LRUCache(most)
        """The latest revisions by their addresses without a number, and earlier ones by those with it."""
        self._changed: LRUCache[ref[Bench], RulesetBench] = self._houses.beside()
        self._shared: WeakValueDictionary[tuple[str, str], RulesetBench] = WeakValueDictionary()
        """The same by the ruleset below and the overrides as JSON: lists with equal ones share a bench as long as anybody has it."""
        self.compared: LRUCache[tuple[ref[Bench], ref[Bench]], Any] = self._houses.beside()
        """What comes of comparing two benches, in the same bytes."""
        self._making = allocate_lock()
        """Held by the thread that makes the bench of a ruleset: there is only one of each."""

    def of_ruleset(self, name: str) -> RulesetBench:
        """Return the bench of the ruleset *name*, an id or the path of a TOML file. Raises :class:`UnknownRuleset`, :class:`RulesetInvalid`."""
        known = self.rulesets.get(name)
        if known is None:
            with self._making:
                known = self.rulesets.get(name)
                if known is None:
                    known = RulesetBench(self._dictionaries, self._rulebooks.load_checked(name))
                    self.rulesets[name] = known
        return known

    def of_settings(self, settings: Settings) -> RulesetBench:
        """Return the bench of the ruleset that a house list of these *settings* stands on. Raises as :meth:`of_ruleset` does."""
        if not settings.overrides:
            return self.of_ruleset(settings.base)
        key = settings.base, json.dumps(settings.overrides, sort_keys=True)
        with self._making:
            known = self._shared.get(key)
            if known is None:
                ruleset = self._rulebooks.load_checked(settings.base, settings.overrides)
                known = self._shared[key] = RulesetBench(self._dictionaries, ruleset)
        self._use(known)
        return known

    def of_table(self, table: Table) -> RulesetBench:
        """Return the bench of the ruleset in a *table*, which no list stands on. Raises :class:`RulesetInvalid`."""
        key = "", json.dumps(table, sort_keys=True, default=str)
        with self._making:
            known = self._shared.get(key)
            if known is None:
                known = self._shared[key] = RulesetBench(self._dictionaries, self._rulebooks.read(table))
        self._use(known)
        return known

    def of_house(self, name: str, ledger: Callable[[], Ledger]) -> HouseBench:
        """Return the bench of the house list that *name* is the address of: its latest revision, or the one that is given.

        Raises :class:`UnknownRuleset`, and what the *ledger* raises.
        """
        try:
            address = Address.parse(name)
            if address is None:
                raise UnknownRecord("house-list", f"{quote(name)} names no house list.")
            opened = ledger()
            try:
                latest = opened.current.get(address.slug)
            except ListRenamed as moved:  # whoever has the old name in a link goes on with it
                address = address._replace(slug=moved.slug)
                latest = opened.current.get(address.slug)
            if address.revision is None:
                return self._bench(address, latest)
            if address.revision == latest.revision:
                return self._bench(Address(address.slug), latest)
            return self._bench(address, self._earlier(address, opened))
        except UnknownRecord as error:
            hint = "GET /v1/house-lists, or `adjudicator house list`, names the house lists."
            raise UnknownRuleset(f"There is no ruleset {quote(name)}.", hint) from error

    def forget(self, slug: str) -> None:
        """Keep nothing of the latest revision of the list *slug* any more: the ledger does not keep it."""
        self._houses.drop(Address(slug))

    def _earlier(self, address: Address, ledger: Ledger) -> HouseList:
        """Return an earlier revision of a list: the one that is kept, if it is still the one that the ledger has."""
        assert address.revision is not None
        known = self._houses.get(address)
        digest = ledger.houses.revision(address.slug, address.revision).digest
        if known is not None and known.house.digest == digest:
            return known.house
        return ledger.houses.at(address.slug, address.revision)

    def _bench(self, address: Address, house: HouseList) -> HouseBench:
        """Return the bench of *house*, kept under *address*."""
        known = bench = self._houses.get(address)
        if bench is None or not _is_of(bench, house):
            bench = HouseBench(self.of_settings(house.settings), house, _now())
            own = house.weight if address.revision else 0  # the ledger weighs the latest one
            self._houses.put(address, bench, LEAST_WEIGHT + own)
            if known is not None and known.base is not bench.base:
                self._changed.drop(known.base.ref)
        if house.settings.overrides:
            self._use(bench.base)
        return bench

    def _use(self, base: RulesetBench) -> None:
        """Count a ruleset that a list has changed as asked for, with what it has grown to."""
        if self._changed.get(base.ref) is None:
            self._changed.put(base.ref, base, lambda: base.compiled.weight)
        elif base.compiled.has_grown():
            self._changed.trim()


def _is_of(bench: HouseBench, house: HouseList) -> bool:
    """Return whether *bench* is of this revision, and none of its entries has run out since."""
    return bench.house is house and (not house.perishable or house.era(_now()) == bench.compiled.era)


def _now() -> str:
    from adjudicator.ledger.clock import now

    return now()
