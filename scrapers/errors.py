"""Every error that asking a live site raises on purpose.

    LiveError               the base: what happened, and what to do about it
    ├── NotAsked            nothing was sent: the site is switched off, has no key, or cannot be asked from here
    ├── Forbidden           robots.txt, the site (401, 403) or a rule of ours says no
    ├── Unreachable         no whole answer came: network, server errors, time limits, redirects without end
    ├── TooBusy             the site, or our own queue for it, wants a longer wait than is accepted
    ├── TooLarge            the answer is larger than is accepted
    └── ShapeChanged        an answer came, but it is not what the site used to answer

A live site that fails is never a verdict: whoever catches one of these has no evidence, not evidence against a word.
"""

from __future__ import annotations

from adjudicator.errors import LiveError as LiveError


class NotAsked(LiveError):
    """Nothing was sent: the site is switched off, has no key, or cannot be asked from this machine."""

    kind = "not-asked"


class Forbidden(LiveError):
    """The request must not be made, or must not be followed to where it leads: the site's robots.txt, the site itself or a rule of ours says so."""

    kind = "forbidden"


class Unreachable(LiveError):
    """The site gave no whole answer, in the tries and the time that it had."""


class TooBusy(LiveError):
    """The site wants a longer wait than is accepted. ``seconds`` is how long to wait before asking again, at least 1."""

    kind = "busy"

    def __init__(self, message: str, hint: str = "", seconds: int = 1) -> None:
        super().__init__(message, hint)
        self.seconds = seconds


class TooLarge(LiveError):
    """The answer is larger than is accepted."""

    kind = "too-large"


class ShapeChanged(LiveError):
    """An answer came, but not in the shape that its reader knows, so nothing can be said of the word. ``missing`` is what was sought."""

    kind = "shape-changed"

    def __init__(self, where: str, missing: str) -> None:
        super().__init__(
            f"The page's shape changed: {where} has no {missing}.",
            "Nothing is concluded from it; the reader of this site needs an update.",
        )
        self.missing = missing
