"""Refusals that only the HTTP interface knows."""

from __future__ import annotations

from adjudicator.errors import AdjudicatorError


class UnknownParameter(AdjudicatorError):
    """The query has a parameter that the call does not know."""


class BadParameter(AdjudicatorError):
    """A parameter of the query has a value that cannot be."""


class BadRequest(AdjudicatorError):
    """The body is not what the call takes."""


class RateLimited(AdjudicatorError):
    """The client has asked too often."""

    def __init__(self, message: str, hint: str, seconds: int) -> None:
        super().__init__(message, hint)
        self.seconds = seconds


class NoPrecondition(AdjudicatorError):
    """A change comes without the revision that it is made from."""


class PreconditionFailed(AdjudicatorError):
    """A change names a revision of something else."""


class FormRefused(AdjudicatorError):
    """A form of a page comes without the key that its browser was given."""
