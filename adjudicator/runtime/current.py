"""The lexicon in service: opened once a process, shared by its threads, exchanged without a stop.

A rebuilt lexicon, a new ruleset file or another list of the user's makes a new :class:`Snapshot`, complete before the first request
sees it. A request takes the one there is and keeps to it, so no answer mixes two. One that cannot be used is named in the log, and
the old one stays. Start at :class:`Current`.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import hashlib
import json
import logging
import re
import threading
import time
from collections.abc import Iterable, Iterator
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import ref

from flask import current_app, request

from adjudicator.core.model import Difference
from adjudicator.core.version import VERSION
from adjudicator.errors import (
    AdjudicatorError,
    LedgerBusy,
    LedgerError,
    LexiconDamaged,
    LexiconMissing,
    RulesetError,
    ServerBusy,
    UnknownRuleset,
)
from adjudicator.files import locked
from adjudicator.judging.batch import WordAnswer
from adjudicator.judging.bench import Bench, RulesetBench
from adjudicator.judging.service import MEMORY, Adjudicator
from adjudicator.judging.shapes import Detail
from adjudicator.resources import EVIDENCE_FILES, Places
from adjudicator.rules.house import PREFIX, Address
from adjudicator.rules.ruleset import Ruleset
from adjudicator.runtime.ready import copy_of, make_ready
from adjudicator.usecases import houses

if TYPE_CHECKING:
    from adjudicator.usecases.serving import Guard

EXTENSION = "adjudicator"
SNAPSHOT = "adjudicator.snapshot"
"""Where the edge leaves, in the environment of a request, what answers it."""
RULESET_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
"""What names a ruleset from outside. No slash and no dot, so that a name cannot reach the server's files."""
REMEMBERED = 2_048
"""Single verdicts kept as they were sent; a few kilobytes each."""
BELOW = 1_024
"""Rulesets that house lists stand on, kept to be listed: some kilobytes each."""
DIFFERENCE = 250
"""About how many bytes one difference takes."""
COMPARING = 2.0
"""Seconds for which a comparison of rulesets waits for those of others."""
LOOK_EVERY = 0.5
"""Seconds between looks for a new lexicon."""
AGAIN = 2.0
"""Seconds after which a lexicon that was refused is looked at once more."""

log = logging.getLogger(__name__)
Stamp = tuple[tuple[str, int, int], ...]


CACHED = "public, max-age=60, stale-while-revalidate=600"
"""A minute from any cache, without asking; after a new lexicon an answer may be that old."""
ASKED = "no-cache"
"""Kept by caches, but only given out again when the server says that it still holds: an edit of a house list shows at once."""


class Snapshot:
    """The lexicon as it was taken into service, with everything that judges by it."""

    def __init__(
        self,
        path: Path,
        guard: Guard | None = None,
        memory: int = MEMORY,
        places: Places | None = None,
    ) -> None:
        places = places or Places.from_environment()
        copy = copy_of(path, places)
        self.adjudicator = Adjudicator(
            copy or path, guard=guard, memory=memory, mapped=copy is not None, places=places
        )
        try:
            self._look(whole=copy is None)
        except BaseException:  # what is refused must not stay open: it may be tried again and again
            self.adjudicator.close()
            raise
        # caches of functions and not of methods: what is replaced is then freed at once, with its file
        self._verdict = lru_cache(maxsize=REMEMBERED)(_verdict)
        self.rules_below = lru_cache(maxsize=BELOW)(partial(_rules_below, self.adjudicator))
        self._comparing = threading.Lock()

    def _look(self, *, whole: bool) -> None:
        """Read the lexicon and its rulesets. Raises :class:`AdjudicatorError` if they cannot be used."""
        self.adjudicator.check(whole=whole)
        self.benches = _benches(self.adjudicator)
        self.rulesets = {name: bench.ruleset for name, bench in self.benches.items()}
        for bench in self.benches.values():
            _ = bench.mark  # it reads the live evidence, which is then of the same moment as the rest
        self.digest = self.adjudicator.lexicon.digest
        self.etag = etag_of(self.digest, *(str(source["digest"]) for source in self.adjudicator.sources()))

    def under(self, name: str) -> Bench:
        """Return the bench of the ruleset with the id *name*, or of the house list with that address; a path names none here.

        Raises :class:`UnknownRuleset`; for a ruleset that has faults, :class:`RulesetInvalid`; for a house list, what the ledger raises.
        """
        known = self.benches.get(name)
        if known is not None:
            return known
        is_there = RULESET_ID.fullmatch(name) and name in self.adjudicator.ruleset_ids()
        if not is_there and Address.parse(name) is None:
            raise UnknownRuleset("There is no such ruleset.", f"Known are: {', '.join(self.rulesets)}.")
        # a house list, or a ruleset that was written, or mended, since this was taken into service
        return self.adjudicator.under(name)

    def verdict(self, bench: Bench, word: str, detail: Detail) -> WordAnswer:
        """Return the verdict on *word* as it is sent, and its code; those asked for last are remembered. Raises :class:`BadWord`."""
        return self._verdict(bench.ref, word, detail)

    def differences(self, left: Bench, right: Bench) -> list[Difference]:
        """Return the words whose legality differs between two rulesets, in order.

        All words of both are compared, one such comparison at a time. Raises :class:`ServerBusy` where others take long over theirs.
        """
        kept, pair = self.adjudicator.benches.compared, (left.ref, right.ref)
        found: list[Difference] | None = kept.get(pair)
        if found is not None:
            return found
        if not self._comparing.acquire(timeout=COMPARING):
            raise ServerBusy("Other rulesets are being compared.")
        try:
            found = kept.get(pair)
            if found is None:
                found = list(left.diff(right))
                kept.put(pair, found, DIFFERENCE * (1 + len(found)))
            return found
        finally:
            self._comparing.release()

    def warm(self, *, apart: bool = False) -> None:
        """Make what the first requests would otherwise wait for; in a process of its own, *apart* from those who ask meanwhile."""
        make_ready(self.adjudicator, list(self.benches.values()), apart=apart)
        self.adjudicator.lexicon.forget_columns()


def _benches(adjudicator: Adjudicator) -> dict[str, RulesetBench]:
    """Return the rulesets that are shipped or in the data directory, by id. The log names those that have faults."""
    found = {}
    for name in filter(RULESET_ID.fullmatch, adjudicator.ruleset_ids()):
        try:
            found[name] = adjudicator.benches.of_ruleset(name)
        except RulesetError as error:
            log.warning("left out: %s", error)
    return found


def keep_ready(path: Path) -> None:
    """Make ready the lexicon at *path*, which may not be in place yet, and keep that for the servers that will answer from it.

    Where that cannot be, as for a list of the user's that an older version has made, the log says why, and a server will see to it.
    """
    try:
        adjudicator = Adjudicator(path)
        try:
            make_ready(adjudicator, list(_benches(adjudicator).values()), apart=False)
        finally:
            adjudicator.close()
    except AdjudicatorError as error:
        log.warning("nothing is made ready for a server: %s", error)


def _rules_below(adjudicator: Adjudicator, base: str, overrides: str) -> Ruleset:
    return adjudicator.rulebooks.load_checked(base, json.loads(overrides))


def _verdict(bench: ref[Bench], word: str, detail: Detail) -> WordAnswer:
    found = bench()
    assert found is not None  # whoever asks has it
    return found.answer(word, detail=detail)


class Current:
    """Holds what is in service over the lexicon at *path*, by default the built one; *guard* says who may wait for the ledger, *memory* how
    many bytes are kept of house lists. Rulesets, lists and the rest are those in *places*, by default the environment's as it is now.
    """

    def __init__(
        self,
        path: Path | None = None,
        guard: Guard | None = None,
        memory: int = MEMORY,
        places: Places | None = None,
    ) -> None:
        self.places = places or Places.from_environment()
        self._path = path or self.places.lexicon
        self._guard = guard
        self._memory = memory
        self._snapshot: Snapshot | None = None
        self._seen: Stamp = ()
        self._refused: tuple[AdjudicatorError | None, float] = None, 0.0
        """Why there is nothing to open, and since when."""
        self._again: float | None = None
        """When to look again at files that were refused although they have not changed since: they may have been in the writing."""
        self._busy = threading.Lock()
        self._called = threading.Event()

    def peek(self) -> Snapshot | None:
        """Return what is in service, or None if nothing is."""
        return self._snapshot

    def get(self) -> Snapshot:
        """Return what is in service, opening it first if necessary. Raises :class:`LexiconError` if no lexicon can be used."""
        if self._snapshot is None:
            with self._busy:
                if self._snapshot is None:
                    self._snapshot, self._seen = self._first()
        return self._snapshot

    def _first(self) -> tuple[Snapshot, Stamp]:
        """Open the first lexicon. One that is there and cannot be used is not read through again for every request, but once in a while."""
        refused, since = self._refused
        if refused and time.monotonic() < since + LOOK_EVERY:
            raise refused.with_traceback(None)
        try:
            return self._open()
        except LexiconMissing:
            raise
        except AdjudicatorError as error:
            self._refused = error.with_traceback(None), time.monotonic()
            raise

    def refresh(self) -> bool:
        """Take a new lexicon, ruleset or list into service; return whether there was any."""
        with self._busy:
            stamp = self._stamp()
            if self._snapshot is None or (stamp == self._seen and not self._is_due()):
                return False
            try:
                with _alone(self._path):
                    snapshot, seen = self._open()
                    try:
                        snapshot.warm(apart=True)
                    except BaseException:  # what cannot be used must not stay open
                        snapshot.adjudicator.close()
                        raise
            except AdjudicatorError as error:
                if stamp != self._seen:
                    log.error("the new lexicon is not taken into service: %s", error)
                    self._again = time.monotonic() + AGAIN
                self._seen = stamp
                return False
            self._snapshot, self._seen, self._again = snapshot, seen, None
            log.info("in service: %s, %s words", snapshot.digest, f"{snapshot.adjudicator.lexicon.size:,}")
        gc.collect()  # requests in flight, and what they leave in cycles, would keep the old one open for long
        _give_back()
        return True

    def _is_due(self) -> bool:
        """Return whether files that were refused are to be tried once more; what is written to them in the same tick of the clock shows in
        no stamp.
        """
        if self._again is None or time.monotonic() < self._again:
            return False
        self._again = None
        return True

    def prepare(self) -> None:
        """Make everything ready and close the files again: what processes that are forked from this one :meth:`inherit`."""
        try:
            self.get().warm()
            self.get().adjudicator.close()
        except AdjudicatorError as error:
            log.error("%s", error)
            self._snapshot = None
        _give_back()

    def inherit(self, prepared: Current) -> None:
        """Take into service what a parent process has *prepared*, if that is still what there is."""
        snapshot, seen = prepared._snapshot, prepared._seen
        if snapshot is None or seen != self._stamp():
            return
        try:
            snapshot.adjudicator.reopen(self._guard)
        except AdjudicatorError as error:  # it has just been replaced
            log.warning("%s", error)
            return
        self._snapshot, self._seen = snapshot, seen

    def watch(self, seconds: float = LOOK_EVERY) -> None:
        """Open and warm the lexicon unless one was inherited, and look for new ones from now on, in a thread of its own."""
        if self._snapshot is None:
            try:
                self.get().warm()
            except AdjudicatorError as error:
                log.error("%s", error)
            _give_back()
        threading.Thread(target=self._look, args=(seconds,), daemon=True, name="lexicon-watch").start()

    def hurry(self) -> None:
        """Look for a new lexicon at once and not at the next turn."""
        self._called.set()

    def _look(self, seconds: float) -> None:
        while True:
            self._called.wait(seconds)
            self._called.clear()
            try:
                self.refresh()
            except Exception:
                log.exception("looking for a new lexicon failed")

    def _open(self) -> tuple[Snapshot, Stamp]:
        path = self._path
        stamp = self._stamp()
        if not path.exists():
            raise LexiconMissing(
                "This server has no lexicon yet.",
                "Run `adjudicator build` on it (in a checkout: `make setup`).",
            )
        if not path.is_file():  # opening a pipe blocks until it is written to
            raise LexiconDamaged("What lies in the place of the lexicon is no file.", "Remove it.")
        return Snapshot(path, self._guard, self._memory, self.places), stamp

    def _stamp(self) -> Stamp:
        """Return what changes when any of the files changes that answers are made from."""
        files = [self._path, *self.places.list_files(), *sorted(self.places.rulesets.glob("*.toml"))]
        files += sorted(self.places.evidence.glob(EVIDENCE_FILES))
        found = []
        for file in files:
            try:
                stat = file.stat()
            except OSError:
                continue
            found.append((str(file), stat.st_ino, stat.st_mtime_ns))
        return tuple(found)


@contextlib.contextmanager
def _alone(lexicon: Path) -> Iterator[None]:
    """Enter when no other worker of this machine makes the same *lexicon* ready: while one does, the others answer with all their strength."""
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):  # where the data directory is read-only, workers take no turns
            stack.enter_context(locked(lexicon.with_name(f".lock-ready-{lexicon.stem}")))
        yield


def _give_back() -> None:
    """Give memory that is free again back to the system, where the C library would keep it (glibc); nothing elsewhere."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


def etag_under(bench: Bench) -> str:
    """Return the ETag of verdicts under a ruleset; weak, as that of :func:`etag_of` is."""
    return f'W/"{bench.mark}"'


def keep_under(bench: Bench) -> str:
    """Return how caches may keep answers under a ruleset."""
    return CACHED if bench.house is None else ASKED


def etag_of(*digests: str) -> str:
    """Return the ETag of an answer that depends on *digests* and on this version; weak, since it may be sent compressed or not."""
    return f'W/"{mark_of(*digests)}"'


def mark_of(*digests: str) -> str:
    """Return what changes whenever one of *digests* does, or this version."""
    return hashlib.sha256(chr(10).join((VERSION, *digests)).encode()).hexdigest()[:32]


def places() -> Places:
    """Return where the application of the request at hand has its data."""
    current: Current = current_app.extensions[EXTENSION]
    return current.places


def snapshot() -> Snapshot:
    """Return what answers the request at hand. Raises :class:`LexiconError`."""
    known: Snapshot | None = request.environ.get(SNAPSHOT)
    if known is None:
        current: Current = current_app.extensions[EXTENSION]
        known = request.environ[SNAPSHOT] = current.get()
    return known


def adjudicator() -> Adjudicator:
    """Return the adjudicator for the request at hand."""
    return snapshot().adjudicator


def under(name: str) -> Bench:
    """Return the bench of the ruleset *name* for the request at hand. Raises as :meth:`Snapshot.under` does."""
    return snapshot().under(name)


def ruleset(name: str) -> Ruleset:
    """Return the ruleset with the id *name*. Raises as :meth:`Snapshot.under` does."""
    return snapshot().under(name).ruleset


def rulesets() -> list[Ruleset]:
    """Return every ruleset that can be read, by id."""
    return list(snapshot().rulesets.values())


def house_rulesets(limit: int, slugs: Iterable[str] | None = None) -> list[Ruleset]:
    """Return at most *limit* house lists as rulesets, by name; with *slugs* only those. No list is read for it.

    Returns an empty list if there is no ledger or it does not answer; a list whose rules cannot be read is left out.
    """
    if not places().has_ledger():
        return []
    found = []
    try:
        for slug, settings in houses.settings_of(adjudicator().ledger, limit, slugs):
            with contextlib.suppress(RulesetError):
                rules = snapshot().rules_below(settings.base, json.dumps(settings.overrides, sort_keys=True))
                found.append(rules._replace(id=PREFIX + slug, title=settings.title))
    except LedgerBusy:  # the log has it already, and every page asks
        return []
    except LedgerError as error:
        log.warning("the house lists cannot be shown: %s", error)
        return []
    return found
