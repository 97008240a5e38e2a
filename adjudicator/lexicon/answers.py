"""Answers of dictionaries on the web, as they come and as they are kept beside the lexicon. Start at :func:`by_key`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from adjudicator.core.shapes import leaves, renamed
from adjudicator.errors import LexiconDamaged
from adjudicator.resources import EVIDENCE_FILES
from adjudicator.sources.records import RawEntry, RawForms


class Answer(NamedTuple):
    """What a site says of one word, uninterpreted.

    ``found`` is False only where the site plainly says that it has no such word. ``url`` is where a person can read it,
    ``fetched`` when the site last vouched for it (ISO 8601, UTC, seconds).
    """

    word: str
    found: bool
    url: str
    fetched: str
    records: Sequence[RawEntry | RawForms]


class StoredAnswer(msgspec.Struct):
    """What a live dictionary has answered of one word, and when. *url* is where a person can read it."""

    word: str
    key: str
    found: bool
    url: str
    fetched: str
    """When it was asked: ISO 8601, in UTC."""
    entries: list[RawEntry] = []
    forms: list[RawForms] = []


@leaves("site", "word", "found", "url", "fetched")
@renamed(site="source")
class Item(NamedTuple):
    """An answer that is kept, and the id of the dictionary that gave it."""

    site: str
    kept: StoredAnswer

    @property
    def word(self) -> str:
        """The word that was asked for."""
        return self.kept.word

    @property
    def found(self) -> bool:
        """Whether the dictionary has it."""
        return self.kept.found

    @property
    def url(self) -> str:
        """Where a person can read it."""
        return self.kept.url

    @property
    def fetched(self) -> str:
        """When it was asked, in UTC."""
        return self.kept.fetched


def items(folder: Path) -> Iterator[Item]:
    """Yield every answer in *folder*, by dictionary and word. Raises :class:`LexiconDamaged`."""
    for file in sorted(folder.glob(EVIDENCE_FILES)):
        for kept in kept_in(file):
            yield Item(file.stem, kept)


def by_key(folder: Path) -> dict[str, list[Item]]:
    """Return the answers in *folder* by key. Raises :class:`LexiconDamaged`."""
    found: dict[str, list[Item]] = {}
    for item in items(folder):
        found.setdefault(item.kept.key, []).append(item)
    return found


def kept_in(file: Path) -> list[StoredAnswer]:
    """Return the answers in a file; none where there is no file. Raises :class:`LexiconDamaged`."""
    try:
        return read_file(file)
    except ValueError as error:
        raise LexiconDamaged(
            f"The live evidence in {file} is damaged: {error}.",
            "Restore it, or remove it and ask the words again.",
        ) from None


def read_file(path: Path) -> list[StoredAnswer]:
    """Return the answers in a file; none where there is no file. Raises :class:`ValueError` for a line that is not an answer."""
    if not path.exists():
        return []
    return msgspec.json.Decoder(StoredAnswer).decode_lines(path.read_bytes())


def encoded(answers: Iterable[StoredAnswer]) -> bytes:
    """Return what a file of *answers* has: one a line."""
    return b"".join(msgspec.json.encode(each) + b"\n" for each in answers)
