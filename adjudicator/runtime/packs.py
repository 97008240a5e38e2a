"""The packs of a data directory: made on first asking, kept beside the lexicon by their digests, packed once for all who fetch them.

To make one takes ten seconds in which the interpreter does nothing else, so it is done in a process of its own, whose :func:`main` this module
has, and for each lexicon once. What is kept is named by its digest; a small index says which of them belong to what is in service now.
Start at :meth:`Shelf.latest`.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
import subprocess
import sys
import tempfile
import threading
import zlib
from collections import OrderedDict
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from adjudicator.errors import AdjudicatorError, PackInvalid, ServerBusy, UnknownPack
from adjudicator.files import locked, write
from adjudicator.judging.service import Adjudicator
from adjudicator.packs.build import Built, build
from adjudicator.packs.deltas import Changes, changes_between
from adjudicator.resources import LEDGER_NAME, PACKAGE, Places
from adjudicator.rules.ruleset import Ruleset

MODULE = "adjudicator.runtime.packs"
FOLDER = "packs"
"""Where they are kept in the data directory: thirty megabytes for each lexicon. It may be removed while no server runs."""
FEW = 3
"""How many lexicons' packs are kept: who has fetched the index may still fetch what it names."""
LONGEST = 600
"""Seconds after which whoever makes a pack is given up."""
PATIENCE = 2.0
"""Seconds for which a question waits for a pack that another one has made."""
COMPARISONS = 8
"""Changed rules that are kept compared with those of the pack."""
SUFFIXES = {"gzip": ".gz", "br": ".br"}
"""Content coding → what the name of a file in it ends with."""
_BOTH = "pack", "glosses"

log = logging.getLogger(__name__)


class KeptFile(NamedTuple):
    """One of the two files, as it is kept."""

    digest: str
    path: Path

    def coded(self, coding: str) -> Path | None:
        """Return the file in a content *coding*; None where it is not kept in it."""
        found = self.path.with_name(self.path.name + SUFFIXES[coding])
        return found if found.exists() else None

    def size(self, coding: str = "") -> int | None:
        """Return how many bytes it has, as it is or in a *coding*; None where it is not kept in it."""
        path = self.coded(coding) if coding else self.path
        return path.stat().st_size if path else None


class KeptPack(NamedTuple):
    """A pack and its glosses, as they are kept."""

    pack: KeptFile
    glosses: KeptFile


def shipped(adjudicator: Adjudicator) -> list[Ruleset]:
    """Return the rulesets that a pack has unless others are named: the project's own, by id."""
    rulebooks, benches = adjudicator.rulebooks, adjudicator.benches
    return [benches.of_ruleset(name).ruleset for name in rulebooks.ids() if rulebooks.is_shipped(name)]


class Shelf:
    """The packs in *folder*. Threads may share it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._making = threading.Lock()
        self._comparing = threading.Lock()
        self._changes: OrderedDict[tuple[str, str, str], Changes] = OrderedDict()

    @classmethod
    def of(cls, places: Places) -> Shelf:
        """Return the shelf of the data directory that *places* name; one of this process alone where nothing can be written there."""
        folder = places.home / FOLDER
        try:
            folder.mkdir(exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                return cls(folder)
        except OSError as error:
            log.info("packs are kept for this process alone: %s", error)
            return cls(Path(tempfile.mkdtemp(prefix="adjudicator-packs-")))

    def latest(
        self, adjudicator: Adjudicator, rulesets: Sequence[Ruleset] | None = None, *, apart: bool = False
    ) -> KeptPack:
        """Return the pack of what *adjudicator* judges by, made first where there is none yet; *apart* in another process.

        Raises :class:`PackInvalid`, and :class:`ServerBusy` where another thread takes long to make it.
        """
        chosen = shipped(adjudicator) if rulesets is None else list(rulesets)
        index = self.folder / f"{_mark(adjudicator, chosen)}.json"
        found = self._indexed(index)
        if found:
            return found
        if not self._making.acquire(timeout=PATIENCE):
            raise ServerBusy("The pack is being made.")
        try:
            with locked(self.folder / ".lock", LONGEST):
                found = self._indexed(index)
                if found is None:
                    if not (apart and rulesets is None and self._make_apart(adjudicator)):
                        self.keep(index, build(adjudicator.dictionaries, chosen))
                    found = self._indexed(index)
        except OSError as error:
            raise PackInvalid(
                f"The pack cannot be kept in {self.folder} ({error}).", "Make room there."
            ) from None
        finally:
            self._making.release()
        if found is None:
            raise PackInvalid("The lexicon has changed while its pack was made.", "Ask again.")
        return found

    def find(self, digest: str) -> KeptFile:
        """Return the file with this *digest*. Raises :class:`UnknownPack`."""
        name = digest.removeprefix("sha256:")
        if len(name) == 64 and set(name) <= set("0123456789abcdef"):
            for kind in _BOTH:
                path = self.folder / f"{name}.{kind}"
                if path.exists():
                    return KeptFile(digest, path)
        raise UnknownPack(
            "There is no pack with this digest here.", "GET /v1/packs/latest names the one that there is."
        )

    def keep(self, index: Path, built: Built) -> None:
        """Keep what was *built*, in every coding that can be made here, and name it in *index*. Raises :class:`OSError`."""
        names = {}
        for kind, content, best in (("pack", built.pack, 11), ("glosses", built.glosses, 9)):
            digest = names[kind] = f"sha256:{content[8:40].hex()}"
            path = self._file(kind, digest).path
            write(path, content)
            write(
                path.with_name(f"{path.name}.gz"),
                zlib.compress(content, 9 if kind == "pack" else 6, wbits=31),
            )
            brotli = _brotli(content, best)
            if brotli is not None:
                write(path.with_name(f"{path.name}.br"), brotli)
        write(index, json.dumps(names).encode())
        self._forget()

    def changes(self, adjudicator: Adjudicator, base: Ruleset, other: Ruleset) -> Changes:
        """Return what *other* changes of the verdicts under *base*; the last few are kept. Raises :class:`ServerBusy` where others take long."""
        which = (adjudicator.lexicon.digest, base.digest, other.digest)
        if not self._comparing.acquire(timeout=PATIENCE):
            raise ServerBusy("Other rules are being compared.")
        try:
            if which not in self._changes:
                self._changes[which] = changes_between(adjudicator.dictionaries, base, other)
            self._changes.move_to_end(which)
            while len(self._changes) > COMPARISONS:
                self._changes.popitem(last=False)
            return self._changes[which]
        finally:
            self._comparing.release()

    def _file(self, kind: str, digest: str) -> KeptFile:
        return KeptFile(digest, self.folder / f"{digest.removeprefix('sha256:')}.{kind}")

    def _indexed(self, index: Path) -> KeptPack | None:
        """Return what *index* names; None where it is not there, or not whole."""
        try:
            names = json.loads(index.read_bytes())
            found = KeptPack(*(self._file(kind, names[kind]) for kind in _BOTH))
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return found if all(each.path.exists() for each in found) else None

    def _make_apart(self, adjudicator: Adjudicator) -> bool:
        """Have another process make the pack and keep it here; return whether it did."""
        places = adjudicator.places
        named = (adjudicator.lexicon.path, places.home, places.evidence, self.folder)
        try:
            subprocess.run(
                [sys.executable, "-m", MODULE, *map(str, named)],
                capture_output=True,
                timeout=LONGEST,
                check=True,
            )
        except (OSError, subprocess.SubprocessError) as error:
            log.warning("the pack could not be made in another process: %s", error)
            return False
        return True

    def _forget(self) -> None:
        """Remove what belongs to none of the newest indexes."""
        indexes = sorted(self.folder.glob("*.json"), key=lambda file: file.stat().st_mtime)
        for old in indexes[:-FEW]:
            old.unlink(missing_ok=True)
        kept = {each.path.name for index in indexes[-FEW:] for each in self._indexed(index) or ()}
        for file in self.folder.iterdir():
            name = file.name.removesuffix(".gz").removesuffix(".br")
            if name.endswith((".pack", ".glosses")) and name not in kept:
                with contextlib.suppress(OSError):  # Windows removes no file that is open
                    file.unlink(missing_ok=True)


def _brotli(content: bytes, quality: int) -> bytes | None:
    """Return *content* in Brotli; None where the package for it is not installed."""
    try:
        import brotli
    except ImportError:
        return None
    return bytes(brotli.compress(content, quality=quality, lgwin=24))


def _mark(adjudicator: Adjudicator, rulesets: Sequence[Ruleset]) -> str:
    """Return what names all that a pack is made from: the dictionaries, the rules, the code."""
    dictionaries = adjudicator.dictionaries
    named = sorted({name for each in rulesets for name in each.dictionary.sources})
    said = [_code(), dictionaries.digest(dictionaries.lists(named))]
    said += [f"{each.id} {each.title} {each.board.reuse} {each.digest}" for each in rulesets]
    return hashlib.sha256("\n".join(said).encode()).hexdigest()[:32]


@cache
def _code() -> str:
    """Return the digest of the code that decides what a pack says, and of whether Brotli is there."""
    found = hashlib.sha256(str(_brotli(b"", 0) is not None).encode())
    for room in ("core", "judging", "lexicon", "packs", "rules"):
        for file in sorted((PACKAGE / room).rglob("*.py")):
            found.update(file.read_bytes())
    return found.hexdigest()


def main(arguments: list[str]) -> int:
    """Make the pack of the lexicon, the data directory and the folder of evidence that *arguments* name, and keep it in the folder that they name last."""
    path, home, evidence, folder = map(Path, arguments)
    places = Places(home, evidence, str(home / LEDGER_NAME))
    try:
        adjudicator = Adjudicator(path, places=places)
        rulesets = shipped(adjudicator)
        index = folder / f"{_mark(adjudicator, rulesets)}.json"
        Shelf(folder).keep(index, build(adjudicator.dictionaries, rulesets))
    except (AdjudicatorError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
