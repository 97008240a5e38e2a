"""What a live site is to the rest of the project: something that is asked for one word and answers in its own words.

A site's module has one ``SITE`` that fulfils ``Site``; the entry-point group ``adjudicator.sites`` names it. What it yields is
what every reader of a source yields, so that the classifier of the build concludes the same from it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol
from urllib.parse import urlsplit

from adjudicator.lexicon.answers import Answer as Answer
from scrapers.policy import setting

if TYPE_CHECKING:
    from scrapers.client import Client


class Site(Protocol):
    """A dictionary on the web that can be asked."""

    id: str
    """What rulesets and the command line call it, as ``live-wiktionary``."""
    title: str
    """Its name, for people."""
    licence: str
    """Under what its answers may be used."""
    attribution: str
    """Whom to name."""
    url: str
    """Where people find it."""

    def why_not(self) -> str | None:
        """Return why it cannot be asked now (no key, switched off) in a sentence, or None if it can."""

    def ask(self, word: str, client: Client) -> Answer:
        """Return what it says of *word*. Raises LiveError if it cannot be asked, does not answer, or answers in another shape."""


class WebSite:
    """What the sites here have in common: an address that a setting may replace by that of a mirror."""

    address_variable: str
    usual_address: str

    @property
    def address(self) -> str:
        """Where it is asked: the site, or a mirror of it."""
        return setting(self.address_variable, self.usual_address).rstrip("/")

    @property
    def hosts(self) -> tuple[str, ...]:
        """The hosts that it may redirect to: ``name``, or ``name:port`` where the port is not the scheme's own."""
        return (urlsplit(self.address).netloc,)

    def why_not(self) -> str | None:
        """Return why it cannot be asked now: None where it always can."""
        return None
