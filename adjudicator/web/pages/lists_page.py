"""Shared by the pages of a house list: header, permissions, and the error and conflict views.

A form carries the revision that it was made from. Where somebody else was first, the page shows what they changed beside what was wanted,
and its form is from then on one of the latest revision. Start at :func:`part` and :func:`trouble_of`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from flask import Response, redirect, request, url_for
from werkzeug.wrappers import Response as WSGIResponse

from adjudicator.core.spelling import quote
from adjudicator.errors import AdjudicatorError, BadRecord, StaleRevision, UnknownRecord
from adjudicator.rules.house import PREFIX
from adjudicator.runtime import current
from adjudicator.runtime.guards import ledger
from adjudicator.runtime.problems import Problem, problem_of
from adjudicator.usecases import houses, people
from adjudicator.usecases.writers import holder
from adjudicator.web import session
from adjudicator.web.pages.lists_view import DifferenceView, difference_view, fault_sentences
from adjudicator.web.pages.page import show

if TYPE_CHECKING:
    from adjudicator.usecases.houses import WordChange
    from adjudicator.usecases.types import Revision

MEANWHILE = 20
"""Revisions that a conflict lists."""


class Rights(NamedTuple):
    """What the visitor may do with a list."""

    edit: bool
    own: bool
    make: bool
    """Whether they may make new lists."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """What others have changed since the revision that a form was made from."""

    seen: int
    revisions: list[Revision]
    """The newest first; at most :data:`MEANWHILE`."""
    told: Mapping[int, Sequence[WordChange]]
    """The first words that each of them has changed."""
    difference: DifferenceView


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """Why a change was not taken."""

    problem: Problem
    faults: tuple[str, ...]
    conflict: Conflict | None
    revision: int | None
    """The revision that the form is from now on made from."""


def part(
    template: str, latest: Revision, trouble: Trouble | None = None, *, status: int = 200, **context: object
) -> Response:
    """Return a page of the list that *latest* is the latest revision of; with *trouble*, one that says why a change was not taken."""
    away = houses.archived(ledger(), latest.slug).get(latest.slug)
    rights = _rights(PREFIX + latest.slug)
    response = show(
        template,
        trouble.problem.status if trouble else status,
        house=latest,
        base_title=titles().get(latest.base, latest.base),
        rights=rights._replace(edit=rights.edit and away is None),
        away=away,
        trouble=trouble,
        revision=trouble.revision if trouble and trouble.revision else latest.number,
        **context,
    )
    if trouble:
        response.headers.extend(trouble.problem.headers)
    return response


def latest_of(slug: str) -> Revision:
    """Return the latest revision of a list. Raises :class:`UnknownRecord`."""
    return houses.revision(ledger(), slug)


def trouble_of(error: AdjudicatorError, latest: Revision | None = None, seen: int | None = None) -> Trouble:
    """Return why a change was not taken: for a change that was made from revision *seen* of the list that *latest* is the latest revision
    of, with what others have changed since where that is why.
    """
    faults = fault_sentences(error.faults) if isinstance(error, BadRecord) else (str(error),)
    conflict = None
    if isinstance(error, StaleRevision) and latest is not None and seen is not None:
        conflict, faults, seen = _conflict(latest, seen, error.words), (), latest.number
    return Trouble(problem=problem_of(error), faults=faults, conflict=conflict, revision=seen)


def _conflict(latest: Revision, seen: int, about: Sequence[str] = ()) -> Conflict:
    """Return what was changed since the revision *seen*, of all or of the words that it is *about* alone. Raises :class:`UnknownRecord` where
    the list never had that revision.
    """
    slug, found = latest.slug, houses.difference(ledger(), latest.slug, seen, latest.number)[0]
    if about:
        entries = {key: each for key, each in found.entries.items() if key in about}
        found = found._replace(after=found.before, entries=entries)
        last = [houses.history(ledger(), slug, limit=1, word=word)[0] for word in about[:MEANWHILE]]
        since = sorted({each.number: each for each in last}.values(), key=lambda each: -each.number)
    else:
        most = min(MEANWHILE, abs(latest.number - seen))
        since = houses.history(ledger(), slug, latest.number + 1, most)
    told = houses.first_changes(ledger(), since)
    return Conflict(seen=seen, revisions=since, told=told, difference=difference_view(found))


def seen_revision() -> int:
    """Return the revision that the form was made from. Raises :class:`UnknownRecord` where it names none."""
    return revision_number(request.form.get("revision", ""))


def revision_number(text: str) -> int:
    """Return the number of a revision. Raises :class:`UnknownRecord` where *text* is none."""
    if not (text.isascii() and text.isdigit() and 0 < len(text) < 10):
        raise UnknownRecord("revision", f"There is no revision {quote(text)}.", "The history lists them all.")
    return int(text)


def page_number(sent: Mapping[str, str] | None = None) -> int:
    """Return which page of a list of many things is asked for, in the address or else in what was *sent*; the first one where that is no
    number.
    """
    text = (request.args if sent is None else sent).get("page", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 1


def to(endpoint: str, slug: str, **query: Any) -> WSGIResponse:
    """Send the browser on to a page of the list, after a change."""
    return redirect(url_for(endpoint, slug=slug, **query), 303)


def must(scope: str, slug: str) -> None:
    """Let those who may not do this with the list not even see its page. Raises :class:`NotAllowed`."""
    holder(session.who()).must(scope, PREFIX + slug)


def may_make() -> bool:
    """Return whether the visitor may create lists."""
    return session.may("owner", people.EVERYTHING)


def titles() -> dict[str, str]:
    """Return what the rulesets are called that a list can stand on, by id."""
    return {each.id: each.title for each in current.rulesets()}


def _rights(subject: str) -> Rights:
    return Rights(edit=session.may("editor", subject), own=session.may("owner", subject), make=may_make())
