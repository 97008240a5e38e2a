"""Live evidence: what dictionaries on the web have answered of single words, kept beside the lexicon with its date and address.

Start at :func:`sites`, the dictionaries that can be asked (each is a plug-in: an entry point of the group ``adjudicator.sites``), and at
:class:`Evidence`, what they have answered so far. Every dictionary has a file of answers, which is the truth, and a small lexicon that is
made of it with the same code as the big one. Rebuilding the lexicon leaves both alone.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Protocol

from adjudicator.core.spelling import key_of, quote
from adjudicator.errors import UnknownSite
from adjudicator.files import PRIVATE, locked, make_private_folder, write
from adjudicator.lexicon.answers import Answer, Item, StoredAnswer, encoded, items, kept_in
from adjudicator.resources import Places
from adjudicator.rules.sources import LIVE, SITES
from adjudicator.sources.records import RawEntry, RawForms

ALSO = 3
"""Base words that are asked for besides, of a word that is an inflection of them."""


class Site(Protocol):
    """A dictionary that can be asked."""

    id: str
    title: str
    licence: str
    attribution: str
    url: str

    def why_not(self) -> str | None:
        """Return why it cannot be asked now, or None."""

    def ask(self, word: str, *, again: bool = False) -> Answer:
        """Ask it for *word*; *again*, although it may have answered just now. Raises :class:`~adjudicator.errors.LiveError`."""


@cache
def sites() -> Mapping[str, Site]:
    """Return the dictionaries that can be asked, by id."""
    found: list[Site] = [each.load() for each in entry_points(group=SITES)]
    return {site.id: site for site in sorted(found, key=lambda site: site.id)}


def site_of(name: str) -> Site:
    """Return the dictionary that *name* means: an id, with or without its ``live-``. Raises :class:`UnknownSite`."""
    known = sites()
    fitting = [id for id in (name, LIVE + name) if id in known]
    if not fitting:
        raise UnknownSite(f"No live dictionary is called {quote(name)}.", f"Known are: {', '.join(known)}.")
    return known[fitting[0]]


class Evidence:
    """What live dictionaries have answered, in a folder: by default the one that the environment names."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or Places.from_environment().evidence

    def items(self) -> list[Item]:
        """Return everything that is kept, by dictionary and word."""
        return list(items(self._folder))

    def fetch(self, site: Site, word: str, *, again: bool = False) -> Item:
        """Ask *site* for *word*, keep what it answers, and return it. Of an inflection, its base words are asked for, too.

        Raises :class:`LiveError`; what was kept before then stays.
        """
        answer = site.ask(word, again=again)
        answers = [answer]
        bases = dict.fromkeys(each.lemma for each in answer.records if isinstance(each, RawForms))
        answers += [site.ask(base, again=again) for base in [*bases][:ALSO] if base != word]
        about = {name: getattr(site, name) for name in ("title", "licence", "attribution", "url")}
        self.keep(site.id, [_stored(each) for each in answers], about)
        return Item(site.id, _stored(answer))

    def remove(self, site: str, word: str) -> bool:
        """Forget what *site* has answered of *word*; return whether there was anything."""
        with self._alone():
            file = self._folder / f"{site}.jsonl"
            before = kept_in(file)
            after = [kept for kept in before if kept.key != key_of(word)]
            if len(after) == len(before):
                return False
            self._write(file, after, _about_in(file.with_suffix(".json")))
            return True

    def keep(self, site: str, answers: Sequence[StoredAnswer], about: Mapping[str, str]) -> None:
        """Keep *answers* of *site* in place of earlier ones on the same words. *about* is its title, licence, attribution and url."""
        with self._alone():
            file = self._folder / f"{site}.jsonl"
            new = {kept.word: kept for kept in answers}
            kept = [each for each in kept_in(file) if each.word not in new]
            self._write(file, sorted([*kept, *new.values()], key=lambda each: each.word), about)

    def _write(self, file: Path, kept: Sequence[StoredAnswer], about: Mapping[str, str]) -> None:
        """Replace the answers in *file*, and the lexicon that is made of them."""
        text = encoded(kept)
        write(file.with_suffix(".json"), json.dumps(dict(about)).encode(), private=True)
        write(file, text, private=True)
        lexicon = file.with_suffix(".sqlite")
        if not any(each.found for each in kept):
            lexicon.unlink(missing_ok=True)
            return
        from adjudicator.ingest.build import BuiltSource, build

        dated = {
            **about,
            "edition": f"as of {max(each.fetched for each in kept)[:10]}",
            "digest": f"sha256:{hashlib.sha256(text).hexdigest()}",
            "channel": "live",
        }
        folder = self._folder / f".{file.stem}"
        make_private_folder(folder)
        write(folder / file.name, text, private=True)
        build([BuiltSource(file.stem, "evidence", folder, dated)], lexicon, lambda *_: None, force=True)
        lexicon.chmod(PRIVATE)

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """Enter when nobody else writes evidence."""
        make_private_folder(self._folder)
        with locked(self._folder / ".lock"):
            yield


def _stored(answer: Answer) -> StoredAnswer:
    return StoredAnswer(
        answer.word,
        key_of(answer.word),
        answer.found,
        answer.url,
        answer.fetched,
        [each for each in answer.records if isinstance(each, RawEntry)],
        [each for each in answer.records if isinstance(each, RawForms)],
    )


def _about_in(file: Path) -> dict[str, str]:
    return dict(json.loads(file.read_bytes())) if file.exists() else {}
