"""Who acts on the ledger, and what they may do. Start at :class:`Writer`."""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.ledger.rights import EVERYTHING, Token, allows, present, require


class Writer(NamedTuple):
    """Who acts: the holder of a token, or without one somebody at the machine itself, who may do everything."""

    name: str
    token: Token | None = None

    @property
    def id(self) -> str | None:
        """The id of the token; None without one."""
        return self.token.id if self.token else None

    def may(self, scope: str, *subjects: str) -> bool:
        """Return whether they have *scope*, or a higher one, for any of *subjects*."""
        return self.token is None or allows(self.token, scope, *subjects)

    def must(self, scope: str, *subjects: str) -> None:
        """Raise :class:`NotAllowed` where they may not."""
        if self.token is not None:
            require(self.token, scope, *subjects)

    def must_everywhere(self, scope: str) -> None:
        """Raise :class:`NotAllowed` where they have not."""
        self.must(scope, EVERYTHING)


def holder(token: Token | None) -> Writer:
    """Return who holds *token*. Raises :class:`NotAllowed` where there is none."""
    return Writer(present(token).name, token)
