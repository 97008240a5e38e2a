"""The page on which rules are made from those that there are, at ``/rules/<id>/change``: fields, what they change, the file, and where it is
kept.

What is filled in stands in the page's address, so that nothing is lost by going back and a draft can be sent to somebody. Start at
:func:`change_rules`.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl, urlencode

from flask import Response, redirect, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as WSGIResponse

from adjudicator.core.fields import Table
from adjudicator.core.spelling import quote
from adjudicator.errors import AdjudicatorError, BadRecord, Faulty, RulesetInvalid, UnknownRuleset
from adjudicator.judging.bench import Bench
from adjudicator.rules.files import INLINE
from adjudicator.rules.house import Address
from adjudicator.runtime import current
from adjudicator.runtime.guards import ledger
from adjudicator.runtime.problems import problem_of
from adjudicator.sources.records import POS
from adjudicator.usecases import houses, rulesets
from adjudicator.web import session
from adjudicator.web.pages.lists_page import may_make
from adjudicator.web.pages.lists_view import slug_of
from adjudicator.web.pages.page import pages, show
from adjudicator.web.pages.rules_view import challenge_sentences
from adjudicator.web.pages.ruleset_fields import NAMES, groups
from adjudicator.web.pages.ruleset_forms import Form, completed, filled, placed, read
from adjudicator.web.pages.ruleset_view import FilledRules

_ADDRESSED = ("sent", "seen", "own", "kept", "part", "as")
"""What the address of a form has that is none of its fields."""


class Drafted(FilledRules):
    """Rules as somebody fills them in: the *form* of rules that begin from *base*, perhaps those that the user's own file of the name *own*
    has.
    """

    def __init__(self, base: str, own: str, form: Form | None) -> None:
        books = current.adjudicator().rulebooks
        self.own = own
        self.seen = ""
        over: Table = {}
        if own:
            over, self.seen = books.own(own)
            base = _extended(own, over)
        self.base = base
        super().__init__(books.whole(base) if base else {}, over)
        self.groups = groups(self.books.labels, POS, self.books.challenges)
        self.fields = (*NAMES, *(field for group in self.groups for field in group.fields))
        whole = filled(self.fields, self.below, over)
        if form is None:
            form = whole
            form["title"] = form["title"] or own or base
            if not own:
                form["title"], form["id"] = f"Our {form['title'].partition(':')[0]}", ""
        self.form = completed(form, whole, self.fields)
        self.seen = form.get("seen") or self.seen
        self.faults: list[str] = []
        self.table = self._read()

    def _read(self) -> dict[str, Any]:
        said = [field for field in self.fields if field.path not in ("id", "title")]
        tables, faults = read(self.form, said, self.below, [each.id for each in self.sources])
        title = self.form.get("title", "").strip()
        named: dict[str, Any] = {"id": self.form.get("id", "").strip() or slug_of(title) or INLINE}
        named |= {"title": title} if title else {}
        named |= {"extends": self.base} if self.base else {}
        table = named | tables | {"id": named["id"]}
        try:
            self.books.read(table)
        except RulesetInvalid as error:
            faults += error.faults
        if not title:
            faults.append("title: takes what the rules are called")
        if not current.RULESET_ID.fullmatch(named["id"]):
            faults.append("id: takes up to 64 of the letters a to z, digits and hyphens, and no hyphen first")
        self.faults = faults
        return table

    @property
    def id(self) -> str:
        """The id that the rules have."""
        return str(self.table["id"])

    def query(self) -> str:
        """Return the form as an address has it."""
        rest = {"sent": "1", "seen": self.seen} | ({"own": "1"} if self.own else {})
        said = [(name, value) for name, value in self.form.items(multi=True) if name not in _ADDRESSED]
        return urlencode([*rest.items(), *said])

    def bench(self) -> Bench:
        """Return the bench that judges by them; how they are called, and what is for the game alone, makes no other one."""
        return current.adjudicator().inline(rulesets.judging(self.table))


def _extended(own: str, over: Table) -> str:
    """Return what a file of the user's own extends; empty for nothing."""
    base = over.get("extends", "")
    if not isinstance(base, str) or (base and not current.RULESET_ID.fullmatch(base)):
        raise UnknownRuleset(
            f"The file of {quote(own)} extends another file by its path, which no page can follow.",
            "Change it with an editor.",
        )
    return base


@pages.get("/rules/<id>/change")
def change_rules(id: str) -> Response:
    """Show the form of rules that begin from the ruleset *id*, and what they change; with ``own``, of that ruleset itself, which is the user's.

    ``as=toml`` sends their file.
    """
    args = request.args
    draft = _drafted(id, args if "sent" in args else None, own="own" in args)
    if args.get("as") == "toml" and not draft.faults:
        return Response(
            rulesets.to_toml(draft.table),
            content_type="application/toml; charset=utf-8",
            headers={"Content-Disposition": f'attachment; filename="{draft.id}.toml"'},
        )
    return _show(draft, id)


@pages.post("/rules/<id>/change")
def keep_rules(id: str) -> WSGIResponse:
    """Keep the rules of a form: as a file of the data directory, or as a house list."""
    sent: Form = MultiDict(parse_qsl(request.form.get("draft", ""), keep_blank_values=True))
    draft = _drafted(id, sent, own="own" in sent)
    try:
        by = session.writer()
        if draft.faults:
            raise BadRecord(draft.faults)
        if request.form.get("action") == "list":
            made = houses.create(ledger(), slug_of(draft.id), rulesets.as_settings(draft.table), by=by)
            return redirect(url_for("pages.house", slug=made.slug), 303)
        seen = draft.seen if draft.own else ""
        rulesets.keep(draft.books, current.places(), draft.table, by=by, own=draft.own, seen=seen)
    except AdjudicatorError as error:
        return _show(draft, id, error)
    return redirect(url_for("pages.change_rules", id=draft.id, own=1, kept=1), 303)


def _drafted(id: str, form: Form | None, *, own: bool) -> Drafted:
    if Address.parse(id) is not None:
        raise UnknownRuleset("A house list is no ruleset that others begin from.", "Change its settings.")
    if not own:
        current.ruleset(id)
    return Drafted(id, id if own else "", form)


def _show(draft: Drafted, id: str, error: AdjudicatorError | None = None) -> Response:
    faults = list(draft.faults)
    trouble = ""
    if isinstance(error, Faulty):
        faults += [fault for fault in error.faults if fault not in faults]
    elif error:
        trouble = str(error)
    query = draft.query()
    status = problem_of(error).status if error else 200
    return show(
        "ruleset_effect.html" if request.args.get("part") == "effect" else "ruleset.html",
        status,
        id=id,
        draft=draft,
        names=NAMES,
        faults=placed(faults, draft.fields, draft.table),
        trouble=trouble,
        toml=rulesets.to_toml(draft.table),
        query=query,
        file=f"{url_for('pages.change_rules', id=id)}?{query}&as=toml",
        base_title=draft.below.get("title", draft.base),
        may_keep=rulesets.may_keep(current.places(), session.viewer()),
        may_make=may_make() and bool(draft.base),
        kept="kept" in request.args,
        **({} if draft.faults else _told(draft)),
    )


def _told(draft: Drafted) -> dict[str, Any]:
    """Return what the rules change of those that they begin from."""
    ruleset, bench = draft.books.read(draft.table), draft.bench()
    told: dict[str, Any] = {
        "words": bench.compiled.size,
        "challenge": challenge_sentences(ruleset.challenge),
    }
    if draft.base:
        below = current.under(draft.base)
        found = current.snapshot().differences(below, bench)
        told["effect"] = rulesets.effect(found, below)
        told["challenge_changed"] = ruleset.challenge != below.ruleset.challenge
    return told
