"""The composition root: dictionaries, rulesets and the ledger put together. The command line, the REST service and the pages start here.

Whatever depends on a ruleset is asked of its bench (:mod:`adjudicator.judging.bench`), which :meth:`Adjudicator.under` finds.

>>> from adjudicator import Adjudicator
>>> adjudicator = Adjudicator()
>>> adjudicator.verdict("trig", "boggle").legal
True
>>> boggle = adjudicator.under("boggle")
>>> boggle.verdict("zee").decisive.code
'american-spelling'
>>> boggle.acceptable(["trig", "zee"])
False
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.core.fields import Table
from adjudicator.core.model import Evidence, Region, Verdict
from adjudicator.errors import RulesetError
from adjudicator.judging.bench import Bench
from adjudicator.judging.benches import Benches
from adjudicator.judging.dictionaries import Dictionaries
from adjudicator.lexicon.reader import Lexicon
from adjudicator.resources import Places
from adjudicator.rules.files import Rulebooks
from adjudicator.rules.house import PREFIX

if TYPE_CHECKING:
    from adjudicator.judging.shapes import WordAccount
    from adjudicator.ledger.guard import Guard
    from adjudicator.ledger.ledger import Ledger
    from adjudicator.lexicon.dictionaryapi import Entry
    from adjudicator.lexicon.shapes import SourceModel

DEFAULT_RULESET = "boggle"
MEMORY = 256 << 20
"""Bytes of house lists that are kept by default: half of them for the latest revisions, half for what was made of lists:
earlier revisions, rulesets that lists have changed, and what somebody compares.
"""


class Adjudicator:
    """Judges words. Opens the lexicon at *path* (by default the one that was built) and the user's own lists beside it.

    A ruleset is named by its id, by the path of a TOML file, or as ``house:SLUG`` for the latest revision of a house list, which *ledger*
    has (by default the one that *places* names, opened when first needed). Without *places* those of the environment hold, as they are now.
    """

    def __init__(
        self,
        path: Path | None = None,
        ledger: Ledger | None = None,
        guard: Guard | None = None,
        memory: int | None = None,
        mapped: bool = False,
        places: Places | None = None,
    ) -> None:
        """*guard* says who may wait for the ledger, *memory* how many bytes are kept of house lists, *mapped* that nobody writes to the lexicon's
        file.
        """
        self._guard = guard
        self._memory = MEMORY if memory is None else memory
        self.places = places or Places.from_environment()
        self.dictionaries = Dictionaries(path or self.places.lexicon, self.places, mapped=mapped)
        self.rulebooks = Rulebooks(self.places)
        self.benches = Benches(self.dictionaries, self.rulebooks, self._memory // 2)
        self._ledger = self._attach(ledger) if ledger else None

    def under(self, ruleset: str = DEFAULT_RULESET) -> Bench:
        """Return the bench of a *ruleset*, as it is now. Raises :class:`UnknownRuleset`, :class:`RulesetInvalid`, and for a house list what the
        ledger raises.
        """
        known = self.benches.rulesets.get(ruleset)
        if known is not None:
            return known
        if ruleset.startswith(PREFIX):
            return self.benches.of_house(ruleset, lambda: self.ledger)
        return self.benches.of_ruleset(ruleset)

    def inline(self, table: Table) -> Bench:
        """Return the bench of a ruleset as a *table*, with the keys of a ruleset's file. Raises :class:`RulesetInvalid`."""
        return self.benches.of_table(table)

    def has_ledger(self) -> bool:
        """Return whether there is a ledger, without opening one."""
        return self._ledger is not None or self.places.has_ledger()

    def verdict(self, word: str, ruleset: str = DEFAULT_RULESET) -> Verdict:
        """Return the verdict on *word* with its proof. Raises :class:`BadWord` where nothing in it can be spelled, and as :meth:`under` does."""
        return self.under(ruleset).verdict(word)

    def across(self, word: str) -> list[tuple[str, Verdict]]:
        """Return the verdict on *word* under every ruleset that can be read: what would change under other rules."""
        found: list[tuple[str, Verdict]] = []
        for name in self.ruleset_ids():
            with contextlib.suppress(RulesetError):
                found.append((name, self.under(name).verdict(word, suggest=False)))
        return found

    def ruleset_ids(self) -> list[str]:
        """Return the ids of the rulesets that are shipped or in the data directory."""
        return self.rulebooks.ids()

    def legal_below(self, slug: str) -> Callable[[str], bool]:
        """Return what says of a key whether it is legal without the house list *slug*, under the ruleset that the list stands on.

        Raises :class:`UnknownRecord`.
        """
        return self.benches.of_settings(self.ledger.current.get(slug).settings).compiled.legal

    @property
    def lexicon(self) -> Lexicon:
        """The lexicon."""
        return self.dictionaries.lexicon

    def evidence(self, word: str) -> Evidence:
        """Return what the lexicon knows of *word* as it was typed."""
        return self.dictionaries.evidence(word)

    def word(self, word: str, *, usage: bool = True) -> WordAccount:
        """Return everything that the dictionaries know of *word*, as :meth:`Dictionaries.word` does. Raises :class:`BadWord`."""
        return self.dictionaries.word(word, usage=usage)

    def entries(self, word: str, accent: Region = "british") -> list[Entry]:
        """Return what defines *word*, as :meth:`Dictionaries.entries` does. Raises :class:`BadWord`."""
        return self.dictionaries.entries(word, accent)

    def sources(self) -> list[SourceModel]:
        """Return every source of the lexicon and of the user's lists, with edition, licence and attribution."""
        return self.dictionaries.sources()

    def check(self, *, whole: bool = True) -> None:
        """Raise :class:`LexiconDamaged` where a dictionary is not what was built, as :meth:`Dictionaries.check` does."""
        self.dictionaries.check(whole=whole)

    def close(self) -> None:
        """Close every open file."""
        self.dictionaries.close()

    def reopen(self, guard: Guard | None) -> None:
        """Open the files again that were closed, in a process that was forked meanwhile. Raises :class:`LexiconError`.

        *guard* says who may wait for the ledger there.
        """
        self._guard = guard
        self.dictionaries.reopen()

    @property
    def ledger(self) -> Ledger:
        """The ledger, opened when it is first needed. Raises :class:`LedgerError`."""
        if self._ledger is None:
            from adjudicator.ledger.ledger import shared

            self._ledger = self._attach(shared(self._guard, self.places))
        return self._ledger

    def _attach(self, ledger: Ledger) -> Ledger:
        """Return *ledger*, which keeps as much of house lists as it may from now on and tells which ones it lets go."""
        ledger.current.keep(self._memory // 2)
        ledger.current.listen(self.benches)
        return ledger
