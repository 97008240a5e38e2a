"""The pages of house lists, at ``/lists``: which there are, what each says, and its words changed.

Their other parts are in modules of their own: :mod:`.lists_settings`, :mod:`.lists_history`, :mod:`.lists_files`, :mod:`.lists_people`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass

from flask import Response, redirect, request, url_for
from werkzeug.wrappers import Response as WSGIResponse

from adjudicator.core.spelling import fault_of, key_of
from adjudicator.errors import (
    AdjudicatorError,
    BadRecord,
    BadWord,
    RulesetError,
    StaleRevision,
    UnknownRecord,
)
from adjudicator.judging.bench import LEGAL_CODES
from adjudicator.judging.service import DEFAULT_RULESET
from adjudicator.rules.house import PARTS_OF_SPEECH, PREFIX, Effect, Entry, HouseList, Settings
from adjudicator.rules.wording import kind_of
from adjudicator.runtime import current
from adjudicator.runtime.guards import ledger, once
from adjudicator.usecases import disputes, houses
from adjudicator.usecases.house_shapes import Change
from adjudicator.usecases.people import Writer
from adjudicator.web import session
from adjudicator.web.pages.lists_page import (
    latest_of,
    may_make,
    page_number,
    part,
    seen_revision,
    titles,
    to,
    trouble_of,
)
from adjudicator.web.pages.lists_view import page_of, search_entries, slug_of
from adjudicator.web.pages.page import pages, show

_EFFECTS: dict[str, Effect] = {"allow": "allow", "deny": "deny"}
NOTHING: Mapping[str, str] = {}
"""A form in which nothing is filled in yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WordForm:
    """What the form of a word has in its fields."""

    word: str = ""
    effect: str = ""
    reason: str = ""
    until: str = ""
    inflections: tuple[str, ...] = ()
    known: bool = False
    """Whether it is about an entry that the list has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeResult:
    """What the list says of a word after it was changed, and whether the word is legal now."""

    key: str
    entry: Entry | None
    legal: bool | None
    """Whether the word is legal now; None where that is unknown."""
    kind: str


@pages.get("/lists")
def lists(form: Mapping[str, str] = NOTHING, error: AdjudicatorError | None = None) -> Response:
    """Show every house list, and the form of a new one; with *error*, why none was made."""
    trouble = trouble_of(error) if error else None
    found = houses.lists(ledger()) if current.places().has_ledger() else []
    return show(
        "lists.html",
        trouble.problem.status if trouble else 200,
        lists=found,
        may_make=may_make(),
        rulesets=titles(),
        form={"title": _suggested_title({each.slug for each in found}), "base": DEFAULT_RULESET, **form},
        trouble=trouble,
    )


@pages.post("/lists")
def new_list() -> WSGIResponse:
    """Make a house list."""
    form = {name: request.form.get(name, "").strip() for name in ("title", "slug", "base")}
    try:
        by = session.writer()
        settings = Settings(form["title"], form["base"], {})
        made = houses.create(ledger(), form["slug"] or slug_of(form["title"]), settings, by=by)
    except AdjudicatorError as error:
        return lists(form, error)
    return to("pages.house", made.slug)


def _suggested_title(taken: set[str]) -> str:
    """Return what a new list may be called, so that its short name is none of those that are *taken*."""
    titles = ["Our words", *(f"Our words {number}" for number in range(2, len(taken) + 3))]
    return next(title for title in titles if slug_of(title) not in taken)


@pages.get("/lists/<slug>")
def house(
    slug: str, error: AdjudicatorError | None = None, seen: int | None = None, wanted: Entry | None = None
) -> Response:
    """Show what a list says, or what of it is searched for; ``word`` has the form show what it says of that word. With *error*, show why a
    word was not changed to *wanted*, and the form as it was sent.
    """
    found = houses.contents(ledger(), slug)
    latest = houses.revision(ledger(), slug, found.revision)
    text, effect = request.args.get("q", ""), _EFFECTS.get(request.args.get("show", ""))
    form = _read_form(found) if error else _form_of(found, request.args.get("word", ""))
    trouble = trouble_of(error, latest, seen) if error else None
    key = key_of(form.word)
    return part(
        "list.html",
        latest,
        trouble,
        form=form,
        wanted=Change(key, found.entries.get(key), wanted) if trouble and trouble.conflict else None,
        parts_of_speech=PARTS_OF_SPEECH,
        entries=page_of(search_entries(found, text, effect), page_number()),
        q=text,
        chosen=effect or "",
        done=_change_result(found, request.args.get("done", "")),
    )


@pages.post("/lists/<slug>")
def change_word(slug: str) -> WSGIResponse:
    """Allow or deny a word, or say nothing of it any more."""
    seen, wanted = seen_revision(), None
    word = request.form.get("word", "")
    there = to("pages.house", slug, done=key_of(word))

    def change() -> WSGIResponse:
        if wanted is None:
            houses.edit(ledger(), slug, seen, drop=[word], by=by)
        else:
            houses.edit(ledger(), slug, seen, [wanted], by=by)
        return there

    try:
        by = session.writer_of(request.form.get("by", ""))
        if request.form.get("action") != "drop":
            wanted = _read_entry(slug, by)
        return once(by, change)
    except BadWord as error:
        return house(slug, BadRecord([f"word: {error.message}"]), seen, wanted)
    except AdjudicatorError as error:
        if not _is_so(error, slug, seen, wanted):
            return house(slug, error, seen, wanted)
    return there


@pages.get("/lists/<slug>/print")
def print_list(slug: str) -> Response:
    """Show the whole list as a sheet of paper has it."""
    found = houses.contents(ledger(), slug)
    latest = houses.revision(ledger(), slug, found.revision)
    return part("list_print.html", latest, entries=sorted(found.entries.values()))


@pages.get("/lists/<slug>/rulings/<id>")
def followed_ruling(slug: str, id: str) -> WSGIResponse:
    """Lead to the dispute in which the ruling was made that an entry of the list follows."""
    latest_of(slug)
    dispute = disputes.ruling(ledger(), id).dispute
    return redirect(url_for("pages.dispute", id=dispute) if dispute else url_for("api.show_ruling", id=id))


def _is_so(error: AdjudicatorError, slug: str, seen: int, wanted: Entry | None) -> bool:
    """Return whether a change was not taken because the list says already what somebody wants: they have sent it twice, or another has just
    done the same.
    """
    if isinstance(error, UnknownRecord) and error.kind == "entry":
        return seen < latest_of(slug).number
    key = wanted.key if wanted else key_of(request.form.get("word", ""))
    return isinstance(error, StaleRevision) and houses.says(ledger(), slug, key, wanted)


def _form_of(found: HouseList, word: str) -> WordForm:
    """Return the form of a word, filled in from its entry if the list has one."""
    entry = found.entries.get(key_of(word))
    if entry is None:
        return WordForm(word=word)
    return WordForm(
        word=entry.word,
        effect=entry.effect,
        reason=entry.reason,
        until=_date(entry),
        inflections=entry.inflections,
        known=True,
    )


def _read_form(found: HouseList) -> WordForm:
    sent = {name: request.form.get(name, "") for name in ("word", "effect", "reason", "until")}
    return WordForm(
        **sent,
        inflections=tuple(request.form.getlist("inflections")),
        known=key_of(sent["word"]) in found.entries,
    )


def _read_entry(slug: str, by: Writer) -> Entry:
    """Return the entry that was sent. Raises :class:`BadRecord`.

    An expiry keeps its hour unless the day was changed.
    """
    found = houses.contents(ledger(), slug)
    form = _read_form(found)
    before = found.entries.get(key_of(form.word))
    same_day = before is not None and _date(before) == form.until
    sent = {
        "word": form.word,
        "effect": form.effect,
        "reason": form.reason,
        "expires": before.expires if before and same_day else form.until or None,
        "inflections": form.inflections,
    }
    return houses.entry_of(sent, by=by)


def _date(entry: Entry) -> str:
    return (entry.expires or "")[:10]


def _change_result(found: HouseList, word: str) -> ChangeResult | None:
    """Return the result of a change of *word*; None where no word is named."""
    if fault_of(word):
        return None
    key = key_of(word)
    entry = found.entries.get(key)
    code = None
    with contextlib.suppress(RulesetError):  # the words stay in sight where the rules below have faults
        code = current.adjudicator().under(PREFIX + found.slug).decisive(key)
    return ChangeResult(
        key=key,
        entry=entry,
        legal=None if code is None else code in LEGAL_CODES,
        kind=kind_of(code) if code else "",
    )
