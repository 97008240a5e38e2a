"""Every error that this project raises on purpose, in one place::

    AdjudicatorError            the base: what happened, and what to do about it
    ├── Faulty                  what somebody has written has faults: the base of ConfigError, RulesetInvalid, BoardInvalid, BadRecord
    ├── SourceError             an upstream source is described wrongly or cannot be had
    │   ├── ConfigError         a configuration file has faults, all of them listed
    │   ├── FetchError          one channel, or the disk, failed
    │   ├── DigestMismatch      data arrived, but it is not the data that was asked for
    │   └── SourceUnavailable   every channel of a source failed
    ├── LexiconError            the built lexicon cannot answer
    │   ├── LexiconMissing      there is none yet
    │   ├── LexiconSchema       it was built by another version
    │   └── LexiconDamaged      its content is not what was built
    ├── RulesetError            a ruleset cannot be used
    │   ├── UnknownRuleset      no ruleset has this name
    │   └── RulesetInvalid      a ruleset file has faults, all of them listed
    ├── BadWord                 a word has nothing that tiles could spell
    ├── BadSearch               a word search asks for what cannot be read
    ├── BuildError              the lexicon could not be built
    ├── BoardInvalid            the description of a board has faults, all of them listed
    ├── PackInvalid             a pack cannot be made, or its file cannot be read
    ├── UnknownPack             no pack has this digest here
    ├── TooHard                 a question takes more work than one request may cost
    ├── ServerBusy              others wait for work of the same kind
    ├── UnknownSite             no live dictionary has this name
    ├── LiveError               a live dictionary could not be asked
    └── LedgerError             what people write cannot be read or written
        ├── LedgerUnavailable   the database does not answer
        │   └── LedgerBusy      it was not even asked, so that nobody waits for it
        ├── LedgerSchema        another version made it, or nobody yet
        ├── LedgerDamaged       a history does not add up
        ├── UnknownRecord       there is no such house list, revision, entry, dispute, ruling, token or invite
        │   └── ListRenamed     there was a house list of this name, which is called otherwise by now
        ├── RecordExists        there is one of that name already
        ├── BadRecord           what is to be written has faults, all of them listed
        │   └── FileUnclear     a file cannot be read before somebody says more of it
        ├── LimitReached        there would be more of something than is taken
        ├── StaleRevision       somebody else was first
        ├── ListArchived        the house list is put away
        ├── MergeConflict       two lists say different things of the same words
        ├── DisputeEnded        a dispute is closed or withdrawn
        ├── NotAllowed          the token is missing, wrong, or not for this
        └── KeyReused           an idempotency key comes with another request

Catch ``AdjudicatorError`` at the edge (command line, web) and print it: ``str()`` of each is a full
sentence with its remedy. Everything else that escapes is a defect.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar


class AdjudicatorError(Exception):
    """Something that a person can act on.

    ``message`` says what happened, ``hint`` says what to do (empty where there is nothing to do). ``str()``
    joins them.
    """

    def __init__(self, message: str, hint: str = "") -> None:
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".rstrip()


class Faulty(AdjudicatorError):
    """What somebody has written has ``faults``: all of them, each with its place. ``where``, if given, names the file that they are in."""

    remedy: ClassVar[str]
    """The hint where no other is given."""

    def __init__(self, faults: Sequence[str], hint: str | None = None, where: str = "") -> None:
        number = "One fault" if len(faults) == 1 else f"{len(faults)} faults"
        listed = "; ".join(fault.removesuffix(".") for fault in faults)
        super().__init__(
            f"{number}{' in ' if where else ''}{where}: {listed}.", self.remedy if hint is None else hint
        )
        self.faults = tuple(faults)
        self.where = where


class SourceError(AdjudicatorError):
    """An upstream source is described wrongly or cannot be had."""


class ConfigError(Faulty, SourceError):
    """A configuration or data file of the user's has faults, each with the path of its key or its place in the file."""

    remedy = "Correct the file and run again."


class FetchError(SourceError):
    """One channel could not hand over its data, or the data could not be stored."""


class DigestMismatch(SourceError):
    """Data arrived or lay in the cache, but it was altered or truncated.

    ``expected`` and ``found`` are digests in the form ``sha256:…``, of the kept data files taken together.
    """

    def __init__(self, message: str, hint: str = "", expected: str = "", found: str = "") -> None:
        super().__init__(message, hint)
        self.expected = expected
        self.found = found


class SourceUnavailable(SourceError):
    """Every channel of a source failed. ``failures`` holds (source id, channel, reason), in the order tried."""

    def __init__(self, message: str, hint: str = "", failures: Sequence[tuple[str, str, str]] = ()) -> None:
        super().__init__(message, hint)
        self.failures = tuple(failures)


class LexiconError(AdjudicatorError):
    """The built lexicon cannot answer."""


class LexiconMissing(LexiconError):
    """No lexicon has been built yet."""


class LexiconSchema(LexiconError):
    """The lexicon was built by another version of the project."""


class LexiconDamaged(LexiconError):
    """The lexicon's content is not what was built."""


class RulesetError(AdjudicatorError):
    """A ruleset cannot be used."""


class UnknownRuleset(RulesetError):
    """No ruleset has the name that was asked for."""


class RulesetInvalid(Faulty, RulesetError):
    """A ruleset file has faults, each with the path of its key."""

    remedy = "Correct the ruleset and try again."


class BadWord(AdjudicatorError):
    """A word has nothing left that tiles could spell: a bad request, not a verdict."""


class BadSearch(AdjudicatorError):
    """A word search asks for something that cannot be read."""


class BuildError(AdjudicatorError):
    """The lexicon could not be built from the sources at hand."""


class BoardInvalid(Faulty):
    """The description of a board has faults."""

    remedy = "Correct the board and try again."


class PackInvalid(AdjudicatorError):
    """A pack cannot be made, or its file is none, damaged, or of another format."""


class UnknownPack(AdjudicatorError):
    """No pack has this digest here."""


class TooHard(AdjudicatorError):
    """A question takes more work than one request may cost. ``too_much`` says of what there was too much: see :data:`adjudicator.games.budget.Work`."""

    def __init__(self, too_much: str, message: str, hint: str = "") -> None:
        super().__init__(message, hint)
        self.too_much = too_much


class LedgerError(AdjudicatorError):
    """What people write cannot be read or written."""


class LedgerUnavailable(LedgerError):
    """The ledger's database does not answer. ``silent`` says that it was waited for in vain: it hangs, and refuses nothing. ``unwritten``
    says that a change was surely not written; of one that was to be committed, nobody knows.
    """

    def __init__(
        self, message: str, hint: str = "", *, silent: bool = False, unwritten: bool = False
    ) -> None:
        super().__init__(message, hint)
        self.silent = silent
        self.unwritten = unwritten


class ServerBusy(AdjudicatorError):
    """Others wait for work of the same kind; nothing was done."""


class LedgerBusy(LedgerUnavailable):
    """The ledger is not asked, because too many wait for it, or one did so in vain. ``seconds`` says when to try again."""

    def __init__(self, message: str, hint: str = "", *, unwritten: bool = False, seconds: int = 1) -> None:
        super().__init__(message, hint, unwritten=unwritten)
        self.seconds = seconds


class LedgerSchema(LedgerError):
    """The ledger's tables are not those of this version. ``newer`` says that a later version made them."""

    def __init__(self, message: str, hint: str = "", *, newer: bool = False) -> None:
        super().__init__(message, hint)
        self.newer = newer


class LedgerDamaged(LedgerError):
    """A history in the ledger does not add up."""


class UnknownRecord(LedgerError):
    """The ledger has no such thing. ``kind`` says what was sought: ``house-list``, ``revision``, ``entry``, ``dispute``, ``ruling``,
    ``token`` or ``invite``.
    """

    def __init__(self, kind: str, message: str, hint: str = "") -> None:
        super().__init__(message, hint)
        self.kind = kind


class ListRenamed(UnknownRecord):
    """There was a house list of this name; it is called ``slug`` by now."""

    def __init__(self, old: str, slug: str) -> None:
        super().__init__("house-list", f"The house list {old!r} is called {slug!r} by now.", "Use that name.")
        self.slug = slug


class RecordExists(LedgerError):
    """The ledger has one of that name already."""


class BadRecord(Faulty, LedgerError):
    """What is to be written has faults."""

    remedy = "Nothing was written."


class FileUnclear(BadRecord):
    """A file cannot be read before somebody says its ``say``: ``encoding``, ``separator``, ``columns`` or ``sheet``."""

    def __init__(self, say: str, faults: Sequence[str], hint: str | None = None) -> None:
        super().__init__(faults, hint)
        self.say = say


class LimitReached(LedgerError):
    """There would be more of something in the ledger than is taken: more than ``most`` by the bound ``limit``, which the setting
    ``setting`` changes.
    """

    def __init__(self, message: str, hint: str, limit: str, setting: str, most: int) -> None:
        super().__init__(message, hint)
        self.limit = limit
        self.setting = setting
        self.most = most


class StaleRevision(LedgerError):
    """Somebody else was first: what is to be changed has another revision by now, which is ``current``. Where that is about some ``words``
    of a house list alone, it names their keys.
    """

    def __init__(self, message: str, hint: str, current: int, words: Sequence[str] = ()) -> None:
        super().__init__(message, hint)
        self.current = current
        self.words = tuple(words)


class ListArchived(LedgerError):
    """A house list is put away, so nobody changes it."""


class MergeConflict(LedgerError):
    """Two house lists have changed the same words in different ways. ``keys`` names them."""

    def __init__(self, message: str, hint: str, keys: Sequence[str]) -> None:
        super().__init__(message, hint)
        self.keys = tuple(keys)


class DisputeEnded(LedgerError):
    """A dispute is closed or withdrawn, so nothing about it can be changed."""


class NotAllowed(LedgerError):
    """A request comes without a token (``missing``), with a wrong one (``invalid``), or with one that is not for this (``forbidden``):
    ``why`` is one of these words.
    """

    def __init__(self, why: str, message: str, hint: str = "") -> None:
        super().__init__(message, hint)
        self.why = why


class KeyReused(LedgerError):
    """An idempotency key comes a second time with another request."""


class LiveError(AdjudicatorError):
    """A live dictionary could not be asked. ``kind`` says what went wrong, in a word that stays the same."""

    kind = "unreachable"


class UnknownSite(AdjudicatorError):
    """No live dictionary has the name that was asked for."""
