"""What a live site is to the rest of the project: something that is asked for one word and answers in its own words.

A site's module has one ``SITE`` that fulfils ``Site``; the entry-point group ``adjudicator.sites`` names it. What it yields is
what every reader of a source yields, so that the classifier of the build concludes the same from it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from adjudicator.sources.records import RawEntry, RawForms

if TYPE_CHECKING:
    from scrapers.client import Client


class Answer(NamedTuple):
    """What a site says of one word, uninterpreted.

    ``found`` is False only where the site plainly says that it has no such word. ``url`` is where a person can read it,
    ``fetched`` when the site last vouched for it (ISO 8601, UTC, seconds).
    """

    word: str
    found: bool
    url: str
    fetched: str
    records: tuple[RawEntry | RawForms, ...]


class Site(Protocol):
    """A dictionary on the web that can be asked."""

    @property
    def id(self) -> str:
        """What rulesets and the command line call it, as ``live-wiktionary``."""

    @property
    def title(self) -> str:
        """Its name, for people."""

    @property
    def licence(self) -> str:
        """Under what its answers may be used."""

    @property
    def attribution(self) -> str:
        """Whom to name."""

    @property
    def url(self) -> str:
        """Where people find it."""

    @property
    def hosts(self) -> tuple[str, ...]:
        """The hosts that it may redirect to: ``name``, or ``name:port`` where the port is not the scheme's own."""

    def why_not(self) -> str | None:
        """Return why it cannot be asked now (no key, switched off) in a sentence, or None if it can."""

    def ask(self, word: str, client: Client) -> Answer:
        """Return what it says of *word*. Raises LiveError if it cannot be asked, does not answer, or answers in another shape."""
