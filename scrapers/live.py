"""The sites as the rest of the project asks them: each with the polite client, whose manners the environment sets.

The entry points ``adjudicator.sites`` name what stands at the end of this module. A site of your own is a :class:`~scrapers.site.Site` in a
module of yours, wrapped in :class:`Live` and named in the same way.
"""

from __future__ import annotations

from dataclasses import replace

from scrapers import collins_api, collins_pages, policy, wiktionary
from scrapers.client import Client, Policy
from scrapers.errors import NotAsked
from scrapers.site import Answer, Site


class Live:
    """A site that is ready to be asked."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self.id, self.title, self.url = site.id, site.title, site.url
        self.licence, self.attribution = site.licence, site.attribution

    def why_not(self) -> str | None:
        """Return why it cannot be asked now, or None if it can."""
        return self._site.why_not()

    def ask(self, word: str, *, again: bool = False) -> Answer:
        """Return what it says of *word*; *again*, although it may have said so just now. Raises :class:`~adjudicator.errors.LiveError`."""
        reason = self.why_not()
        if reason is not None:
            raise NotAsked(f"{self.title} was not asked: {reason}")
        policy = Policy.from_environment()
        return self._site.ask(word, Client(replace(policy, fresh=0) if again else policy))


VARIABLES = policy.VARIABLES | collins_api.VARIABLES | collins_pages.VARIABLES | wiktionary.VARIABLES
"""Variable → what it sets, of all that the environment says to these sites."""
WIKTIONARY = Live(wiktionary.SITE)
COLLINS = Live(collins_api.SITE)
COLLINS_PAGES = Live(collins_pages.SITE)
