"""The desk of a house list: its words beside what the rules below say of them, filtered, sorted, and changed many at a time.

Start at :class:`Desk` and :func:`act`. Every act is one revision, which :func:`adjudicator.usecases.houses.undo` takes back, and stands in
nobody's way who changes other words.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from adjudicator.core.model import Certainty
from adjudicator.core.spelling import fault_of, key_of, quote
from adjudicator.errors import BadRecord, RulesetError
from adjudicator.ledger.clock import now
from adjudicator.ledger.deeds import Unchanged
from adjudicator.ledger.revisions import Revision
from adjudicator.lexicon.near import commonness
from adjudicator.rules.house import PREFIX, Entry, HouseList, forms_of, in_force
from adjudicator.usecases.houses import contents, entry_of

if TYPE_CHECKING:
    from adjudicator.judging.bench import RulesetBench
    from adjudicator.judging.compiled import CompiledRuleset
    from adjudicator.judging.service import Adjudicator
    from adjudicator.usecases.writers import Writer

Only = Literal["allow", "deny", "expiring", "over", "idle", "contrary", "stuck", "disputable"]
ONLY: dict[Only, str] = {
    "allow": "allowed",
    "deny": "not allowed",
    "expiring": "for a time only",
    "over": "run out",
    "idle": "changes nothing",
    "contrary": "contradicts the rules",
    "stuck": "allowed, and still not legal",
    "disputable": "disputable under the rules",
}
"""What of a list is looked for, in words."""
Order = Literal["word", "newest", "oldest", "author", "common"]
ORDERS: dict[Order, str] = {
    "word": "A to Z",
    "newest": "newest first",
    "oldest": "oldest first",
    "author": "by who entered it",
    "common": "commonest first",
}
Deed = Literal["allow", "deny", "remove", "reason", "until"]
DEEDS: tuple[Deed, ...] = get_args(Deed)
PASTED = 10_000
"""Words that are taken from what somebody pastes."""
_BETWEEN = re.compile(r"[\s,;|]+")


class Wanted(NamedTuple):
    """Which words of a list somebody looks for, and in which order."""

    text: str = ""
    """In the word, in its reason, or one of the inflections that the entry means."""
    only: Only | None = None
    author: str = ""
    order: Order = "word"


class Below(NamedTuple):
    """What the rules that a list stands on say of a word."""

    legal: bool
    code: str
    certainty: Certainty
    size: int
    """That of the smallest word list that has it: 10 for the commonest words."""


class Line(NamedTuple):
    """A word on the desk."""

    key: str
    word: str
    entry: Entry | None
    below: Below | None
    reason: str
    """Why the rules say so."""
    marks: tuple[Only, ...]
    """What is said of the entry beside its effect."""


class Desk:
    """One revision of a house list beside the rules that it stands on."""

    def __init__(self, adjudicator: Adjudicator, slug: str, number: int | None = None) -> None:
        """Take revision *number* of the list, by default the latest. Raises :class:`UnknownRecord`. Where the rules have faults, they say
        nothing of any word.
        """
        self.house: HouseList = contents(adjudicator.ledger, slug, number)
        self._base: RulesetBench | None = None
        with contextlib.suppress(RulesetError):
            self._base = adjudicator.benches.of_settings(self.house.settings)
        self._lexicon = adjudicator.lexicon
        self._now = now()

    @property
    def _compiled(self) -> CompiledRuleset | None:
        return self._base.compiled if self._base else None

    def below(self, key: str) -> Below | None:
        """Return what the rules say of *key*, without the list."""
        compiled = self._compiled
        if compiled is None:
            return None
        decision = compiled.plan(key).decision
        struck = compiled.word_code(key)
        if struck is not None:
            return Below(False, struck, "settled", self.size(key))
        return Below(decision.legal, compiled.code(key), decision.certainty, self.size(key))

    def marks(self, entry: Entry) -> tuple[Only, ...]:
        """Return what is to be said of *entry* beside its effect."""
        return tuple(
            name for name, test in self._tests.items() if name not in ("allow", "deny") and test(entry)
        )

    @property
    def _tests(self) -> dict[Only, Callable[[Entry], bool]]:
        return {
            "allow": lambda entry: entry.effect == "allow",
            "deny": lambda entry: entry.effect == "deny",
            "expiring": lambda entry: entry.expires is not None and in_force(entry, self._now),
            "over": lambda entry: not in_force(entry, self._now),
            "idle": self.is_idle,
            "contrary": self._is_contrary,
            "stuck": self._is_stuck,
            "disputable": self._is_disputable,
        }

    def _is_contrary(self, entry: Entry) -> bool:
        compiled = self._compiled
        return compiled is not None and compiled.legal(entry.key) != (entry.effect == "allow")

    def _is_stuck(self, entry: Entry) -> bool:
        compiled = self._compiled
        allowed = entry.effect == "allow"
        return allowed and compiled is not None and compiled.word_code(entry.key) is not None

    def _is_disputable(self, entry: Entry) -> bool:
        below = self.below(entry.key)
        return below is not None and below.certainty == "disputable"

    def is_idle(self, entry: Entry) -> bool:
        """Return whether every verdict is the same without *entry*: the rules say what it says of the word and of each form that it
        means, and nothing else in the list speaks of these.
        """
        compiled = self._compiled
        said, covers = entry.effect == "allow", self.house.covers
        return compiled is not None and all(
            compiled.legal(key) == said and set(covers.get(key, ())) <= {entry.key}
            for key in (entry.key, *forms_of(entry))
        )

    def keys(self, wanted: Wanted) -> list[str]:
        """Return the keys of the entries that are *wanted*, in their order."""
        house = self.house
        text, key = wanted.text.strip().casefold(), key_of(wanted.text)
        covering = house.covers.get(key, ()) if key else ()
        test = self._tests[wanted.only] if wanted.only else None
        entries: Iterable[Entry] = house.entries.values()
        if text:
            entries = (
                entry
                for entry in entries
                if text in entry.word.casefold()
                or text in entry.reason.casefold()
                or (key and key in entry.key)
                or entry.key in covering
            )
        if wanted.author:
            entries = (entry for entry in entries if entry.author == wanted.author)
        if test is not None:
            entries = filter(test, entries)
        return self._ordered(entries, wanted.order)

    def authors(self) -> list[str]:
        """Return who has entered any word that the list has, in order."""
        return sorted({entry.author for entry in self.house.entries.values()})

    def _ordered(self, entries: Iterable[Entry], order: Order) -> list[str]:
        if order == "newest":
            found = sorted(entries, key=lambda entry: entry.key)
            return [entry.key for entry in sorted(found, key=lambda entry: entry.at, reverse=True)]
        sorting: dict[Order, Callable[[Entry], tuple[object, ...]]] = {
            "oldest": lambda entry: (entry.at, entry.key),
            "author": lambda entry: (entry.author, entry.key),
            "common": lambda entry: (self.size(entry.key), entry.key),
        }
        if order in sorting:
            return [entry.key for entry in sorted(entries, key=sorting[order])]
        return sorted(entry.key for entry in entries)

    def size(self, key: str) -> int:
        """Return how rare *key* is: the size of the smallest word list that has it, 10 for the commonest words."""
        lexicon = self._lexicon
        return commonness(lexicon.profile_facts[lexicon.profiles.get(key, 0)])

    def lines(self, keys: Sequence[str]) -> list[Line]:
        """Return the lines of *keys*, whether or not the list says anything of them."""
        found = []
        for key, reason in zip(keys, self._reasons(keys), strict=True):
            entry = self.house.entries.get(key)
            word, marks = (entry.word, self.marks(entry)) if entry else (key, ())
            found.append(Line(key, word, entry, self.below(key), reason, marks))
        return found

    def _reasons(self, keys: Sequence[str]) -> list[str]:
        """Return why the rules say of each of *keys* what they say."""
        base = self._base
        if base is None:
            return [""] * len(keys)
        told = base.compiled.reasons(keys)
        return [
            each["summary"].partition(": ")[2] if each else base.verdict(key, suggest=False).decisive.reason
            for key, each in zip(keys, told, strict=True)
        ]


def pasted(text: str) -> tuple[list[str], list[str]]:
    """Return the keys of the words in *text*, each once and in its order, and the sentences of those that are no words. Anything that stands
    between words in a document or a table ends one. Raises :class:`BadRecord` where there are too many.
    """
    words = [each for each in _BETWEEN.split(text) if each]
    if len(words) > PASTED:
        raise BadRecord(
            [f"words: are {len(words):,}; at most {PASTED:,} are taken at once, a file takes more"]
        )
    keys: dict[str, None] = {}
    faults = []
    for word in words:
        try:
            keys[entry_checked(word)] = None
        except BadRecord as error:
            faults.append(f"{quote(word, 40)}: {error.faults[0].removeprefix('word: ')}")
    return list(keys), faults


def entry_checked(word: str) -> str:
    """Return the key that an entry of *word* would have. Raises :class:`BadRecord`."""
    from adjudicator.usecases.writers import Writer

    return entry_of({"word": word, "effect": "allow"}, by=Writer("nobody")).key


def act(
    adjudicator: Adjudicator,
    slug: str,
    words: Iterable[str],
    deed: Deed,
    *,
    by: Writer,
    seen: int | None = None,
    reason: str = "",
    until: str = "",
    note: str = "",
) -> Revision | None:
    """Do the same with many *words* of a list, in one revision; return that, or None where the list says so already. To allow and to deny makes entries where there are none,
    and a *reason* or a day *until* when they hold goes with them if it is given; the other deeds pass over words that the list says nothing of.

    *seen* is the revision at which the words were looked at: :class:`StaleRevision` where one of them was changed since. Raises
    :class:`BadRecord` for a deed that is none, for what it lacks, and with every other fault.
    """
    by.must("editor", PREFIX + slug)
    if deed not in DEEDS:
        raise BadRecord([f"deed: takes {', '.join(DEEDS)}"])
    house = adjudicator.ledger.current.get(slug)
    keys = list(dict.fromkeys(key_of(word) for word in words if not fault_of(word)))
    if not keys:
        raise BadRecord(["words: none of them is chosen"])
    changes: dict[str, Entry | None] = {}
    for key in keys:
        entry = house.entries.get(key)
        if deed == "remove":
            changes[key] = None
            continue
        if entry is None and deed in ("reason", "until"):
            continue
        changes[key] = _changed(entry, key, deed, by, reason, until)
    with contextlib.suppress(Unchanged):
        return adjudicator.ledger.houses.edit(
            slug, None, changes, by.name, note.strip(), seen=seen, refuse_same=True
        )
    return None


def _changed(entry: Entry | None, key: str, deed: Deed, by: Writer, reason: str, until: str) -> Entry:
    """Return what a deed makes of an *entry*; what it does not speak of stays."""
    kept = entry or Entry(key, key, "allow", "", "", "")
    made = entry_of(
        {
            "word": kept.word,
            "effect": deed if deed in ("allow", "deny") else kept.effect,
            "reason": reason if reason or deed == "reason" else kept.reason,
            "expires": (until or None) if until or deed == "until" else kept.expires,
            "inflections": kept.inflections,
        },
        by=by,
    )
    return made._replace(ruling=kept.ruling if made.effect == kept.effect else None)


def prunable(adjudicator: Adjudicator, slug: str) -> list[str]:
    """Return the keys of the entries without which every verdict stays what it is: those that change nothing, and those that have run out."""
    desk = Desk(adjudicator, slug)
    return sorted({*desk.keys(Wanted(only="idle")), *desk.keys(Wanted(only="over"))})


def prune(
    adjudicator: Adjudicator, slug: str, expected: int | None, *, by: Writer, note: str = ""
) -> Revision:
    """Do what :func:`pruning` returns, at once. Raises as that does."""
    return pruning(adjudicator, slug, expected, by=by, note=note)()


def pruning(
    adjudicator: Adjudicator, slug: str, expected: int | None, *, by: Writer, note: str = ""
) -> Callable[[], Revision]:
    """Return what removes that which changes nothing from a list, in one revision, and returns the latest one; what that is, is worked out
    before. Raises :class:`StaleRevision`.
    """
    by.must("editor", PREFIX + slug)
    ledger = adjudicator.ledger
    seen = ledger.current.get(slug).revision
    changes: dict[str, Entry | None] = dict.fromkeys(prunable(adjudicator, slug))
    told = note.strip() or "what changes nothing"
    return partial(ledger.houses.edit, slug, expected, changes, by.name, told, seen=seen)
