"""The desk of a house list, its first page: its words beside what the rules say of them, one of them changed, or many at a time, words that
somebody pastes, and the way back. Start at :func:`house`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast, get_args

from flask import Response, request
from werkzeug.wrappers import Response as WSGIResponse

from adjudicator.core.spelling import MAX_WORD, key_of
from adjudicator.errors import AdjudicatorError, BadRecord, BadWord, StaleRevision, UnknownRecord
from adjudicator.rules.house import PARTS_OF_SPEECH, PREFIX, Entry
from adjudicator.runtime import current
from adjudicator.runtime.guards import ledger, once
from adjudicator.usecases import desk, houses
from adjudicator.usecases.desk import Deed, Desk, Line, Only, Order, Wanted
from adjudicator.usecases.house_shapes import Change
from adjudicator.usecases.reviews import Review
from adjudicator.usecases.types import Revision
from adjudicator.web import session
from adjudicator.web.pages.lists_page import (
    latest_of,
    must,
    page_number,
    part,
    revision_number,
    seen_revision,
    titles,
    to,
    trouble_of,
)
from adjudicator.web.pages.lists_view import Page, page_of, words
from adjudicator.web.pages.lists_word import WordForm, change_result, form_of, read_entry, read_form
from adjudicator.web.pages.page import pages, show

DEEDS: dict[Deed, str] = {
    "allow": "allow",
    "deny": "do not allow",
    "remove": "remove from the list",
    "reason": "write another reason for",
    "until": "write another day for",
}
"""What a deed is, before the words that it is done to."""
NOTHING: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskView:
    """What of a list is on the desk."""

    page: Page[Line]
    wanted: Wanted
    pasted: str = ""
    """What stands in the field for words that somebody pastes."""
    alone: bool = False
    """Whether the words in that field are what is shown, and not those of the list."""
    faults: Sequence[str] = ()
    """What of them is no word."""
    chosen: frozenset[str] = frozenset()
    """The keys that are chosen from the start."""
    every: bool = False
    """Whether all that are found are chosen, on the other pages, too."""

    @property
    def query(self) -> dict[str, str]:
        """What of the address has it shown again."""
        return query_of(self.wanted)

    @property
    def narrowed(self) -> bool:
        """Whether not every word of the list is shown."""
        return self.alone or self.wanted._replace(order="word") != Wanted()


def wanted_of(sent: Any) -> Wanted:
    """Return which words are looked for, as a query or a form has it; what it names that is nothing is passed over."""
    only, order = sent.get("show", ""), sent.get("order", "")
    return Wanted(
        sent.get("q", ""),
        cast(Only, only) if only in get_args(Only) else None,
        sent.get("by", ""),
        cast(Order, order) if order in get_args(Order) else "word",
    )


def query_of(wanted: Wanted) -> dict[str, str]:
    """Return what :func:`wanted_of` reads as *wanted*."""
    order = "" if wanted.order == "word" else wanted.order
    found = {"q": wanted.text, "show": wanted.only or "", "by": wanted.author, "order": order}
    return {name: value for name, value in found.items() if value}


def desk_view(found: Desk, wanted: Wanted, number: int) -> DeskView:
    """Return page *number* of the words that are *wanted*."""
    return DeskView(page=_lines(found, found.keys(wanted), number), wanted=wanted)


def chosen_view(
    found: Desk, keys: Sequence[str], number: int = 1, pasted: str = "", faults: Sequence[str] = ()
) -> DeskView:
    """Return page *number* of *keys* alone, all of them chosen."""
    return DeskView(
        page=_lines(found, keys, number),
        wanted=Wanted(),
        pasted=pasted or "\n".join(keys),
        alone=True,
        faults=faults,
        chosen=frozenset(keys),
    )


def _lines(found: Desk, keys: Sequence[str], number: int) -> Page[Line]:
    page = page_of(keys, number)
    return Page(items=found.lines(page.items), number=page.number, last=page.last, total=page.total)


@pages.get("/lists/<slug>")
def house(slug: str) -> Response:
    """Show what a list says, or what of it is looked for; ``word`` has the form show what it says of that word, ``act`` what a revision has
    just changed. With ``part`` it is only what the rules and the list say of ``word``, for who types it.
    """
    found = Desk(current.adjudicator(), slug)
    if request.args.get("part") == "word":
        key = key_of(request.args.get("word", ""))[:MAX_WORD]
        base = found.house.settings.base
        lines = found.lines([key] if key else [])
        return show("list_word.html", lines=lines, base_title=titles().get(base, base))
    view = desk_view(found, wanted_of(request.args), page_number())
    form = form_of(found.house, request.args.get("word", ""))
    done = change_result(found.house, request.args.get("done", ""))
    return _shown(found, view, form=form, done=done, acted=_acted(slug))


@pages.post("/lists/<slug>")
def change_word(slug: str) -> WSGIResponse:
    """Allow or deny a word, or say nothing of it any more."""
    seen, word = seen_revision(), request.form.get("word", "")
    found = Desk(current.adjudicator(), slug)
    form, wanted = read_form(found.house, request.form), None
    there = to("pages.house", slug, done=key_of(word))

    def change() -> WSGIResponse:
        if wanted is None:
            houses.edit(ledger(), slug, None, drop=[word], by=by, seen=seen)
        else:
            houses.edit(ledger(), slug, None, [wanted], by=by, seen=seen)
        return there

    try:
        by = session.writer_of(request.form.get("by", ""))
        if request.form.get("action") != "drop":
            wanted = read_entry(found.house, form, by)
        return once(by, change)
    except BadWord as error:
        return _refused(slug, BadRecord([f"word: {error.message}"]), seen, form=form)
    except AdjudicatorError as error:
        if not _is_so(error, slug, seen, key_of(word), wanted):
            return _refused(slug, error, seen, form=form, wanted=wanted)
    return there


@pages.post("/lists/<slug>/paste")
def look_at_words(slug: str) -> WSGIResponse:
    """Show the words that somebody has pasted, with what the rules and the list say of each; nothing is written yet."""
    text = request.form.get("words", "")
    try:
        must("editor", slug)
        keys, faults = desk.pasted(text)
    except AdjudicatorError as error:
        return _refused(slug, error, None, pasted=text)
    found = Desk(current.adjudicator(), slug)
    return _shown(found, chosen_view(found, keys, page_number(request.form), text, faults))


@pages.post("/lists/<slug>/act")
def act_on_words(slug: str) -> WSGIResponse:
    """Do the same with all the words that are chosen, in one revision."""
    form, seen, adjudicator = request.form, seen_revision(), current.adjudicator()
    wanted, keys, deed = wanted_of(form), form.getlist("words"), cast(Deed, form.get("deed", ""))
    every, text = "all" in form, form.get("pasted", "")
    more = {"reason": form.get("reason", ""), "until": form.get("until", "")}
    try:
        by = session.writer()
        by.must("editor", PREFIX + slug)
        if every:
            keys = desk.pasted(text)[0] if text else Desk(adjudicator, slug).keys(wanted)
        made = desk.act(adjudicator, slug, keys, deed, by=by, seen=seen, **more)
    except AdjudicatorError as error:
        chosen = form.getlist("words")
        told = "all that are found" if every else words(len(chosen))
        wish = f"{DEEDS[deed]} {told}" if deed in DEEDS else ""
        return _refused(
            slug,
            error,
            seen,
            keys=[each for each in chosen if each and each == key_of(each)[:MAX_WORD]],
            wanted_words=wanted,
            every=every,
            pasted=text,
            wish=wish,
            acts=more,
        )
    return _back(slug, wanted, made)


@pages.post("/lists/<slug>/undo")
def undo_revision(slug: str) -> WSGIResponse:
    """Take back what a revision has changed of words."""
    number, seen = revision_number(request.form.get("number", "")), seen_revision()
    try:
        made = houses.undo(ledger(), slug, number, by=session.writer())
    except AdjudicatorError as error:
        return _refused(slug, error, seen, wish=f"take back revision {number}")
    return _back(slug, wanted_of(request.form), made)


def _shown(found: Desk, view: DeskView, error: AdjudicatorError | None = None, **more: Any) -> Response:
    """Return the page of a list with *view* on its desk; with *error*, why a change was not taken that was made from revision *seen*."""
    slug, house = found.house.slug, found.house
    latest = houses.revision(ledger(), slug, house.revision)
    seen = more.pop("seen", None)
    return part(
        "list.html",
        latest,
        trouble_of(error, latest, seen) if error else None,
        **{"form": WordForm(), "parts_of_speech": PARTS_OF_SPEECH, "acts": {}, **more},
        desk=view,
        shows=desk.ONLY,
        orders=desk.ORDERS,
        authors=found.authors(),
        shifted=Review(current.adjudicator(), slug, desk=found).shifted(session.viewer()),
    )


def _refused(
    slug: str,
    error: AdjudicatorError,
    seen: int | None,
    *,
    form: WordForm | None = None,
    wanted: Entry | None = None,
    keys: Sequence[str] = (),
    wanted_words: Wanted | None = None,
    every: bool = False,
    pasted: str = "",
    wish: str = "",
    acts: Mapping[str, str] = NOTHING,
) -> Response:
    """Return the desk with why a change was not taken, and what was typed, pasted or chosen as it was: a page of it. *acts* is the reason and
    the day that were to go with *keys*, or with *every* word that is wanted.
    """
    found, number = Desk(current.adjudicator(), slug), page_number(request.form)
    if pasted and every:
        on_desk = chosen_view(found, desk.pasted(pasted)[0], number, pasted)
    elif keys and not every:
        on_desk = chosen_view(found, keys)
    else:
        on_desk = desk_view(found, wanted_words or Wanted(), number)
        on_desk = replace(on_desk, pasted=pasted, chosen=frozenset(keys))
    on_desk = replace(on_desk, every=every)
    key = key_of(form.word) if form else ""
    stale = isinstance(error, StaleRevision) and form is not None
    change = Change(key, found.house.entries.get(key), wanted) if stale else None
    return _shown(
        found, on_desk, error, form=form or WordForm(), wanted=change, wish=wish, seen=seen, acts=acts
    )


def _acted(slug: str) -> tuple[Revision, Sequence[houses.WordChange]] | None:
    """Return the revision that the address says was just made, with the first words that it has changed."""
    text = request.args.get("act", "")
    if not text:
        return None
    made = houses.revision(ledger(), slug, revision_number(text))
    return made, houses.first_changes(ledger(), [made])[made.number]


def _back(slug: str, wanted: Wanted, made: Revision | None) -> WSGIResponse:
    """Send the browser back to the same words, with what the revision that was *made* has changed of them, if there is one."""
    act = made.number if made else None
    return to("pages.house", slug, **query_of(wanted), page=request.form.get("page") or None, act=act)


def _is_so(error: AdjudicatorError, slug: str, seen: int, key: str, wanted: Entry | None) -> bool:
    """Return whether a change was not taken because the list says already what somebody wants: they have sent it twice, or another has just
    done the same.
    """
    if isinstance(error, UnknownRecord) and error.kind == "entry":
        return seen < latest_of(slug).number
    return isinstance(error, StaleRevision) and houses.says(ledger(), slug, key, wanted)
