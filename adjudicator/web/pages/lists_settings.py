"""The pages of what a house list is: its title and rules, what it changes of them, and a copy of it."""

from __future__ import annotations

import contextlib
from dataclasses import replace

from flask import Response, redirect, request, url_for
from werkzeug.wrappers import Response as WSGIResponse

from adjudicator.errors import AdjudicatorError, BadRecord, RulesetError
from adjudicator.rules.house import PREFIX, Settings
from adjudicator.runtime import current
from adjudicator.runtime.guards import ledger
from adjudicator.usecases import houses
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
from adjudicator.web.pages.lists_rules import ListRules
from adjudicator.web.pages.lists_toml import from_toml, to_toml
from adjudicator.web.pages.lists_view import page_of, setting_views, slug_of
from adjudicator.web.pages.page import pages
from adjudicator.web.pages.ruleset_forms import Form


@pages.get("/lists/<slug>/settings")
def list_settings(
    slug: str,
    error: AdjudicatorError | None = None,
    seen: int | None = None,
    wanted: Settings | None = None,
) -> Response:
    """Show the title and the rules of a list, to be changed; with *error*, why they were not changed to what was *wanted*."""
    if error is None:
        must("owner", slug)
    latest = latest_of(slug)
    now, by_fields = latest.settings, request.form.get("by") == "fields"
    draft = _rules(now, request.form if by_fields else None)
    trouble, faults = trouble_of(error, latest, seen) if error else None, {}
    if trouble and draft and by_fields and isinstance(error, BadRecord):
        faults = draft.placed(error.faults, wanted)
        told = (f"{draft.label(path)}: {what}" if path else what for path, what in faults.items())
        trouble = replace(trouble, faults=tuple(told))
    known = {"title": now.title, "base": now.base, "overrides": to_toml(now.overrides), "note": ""}
    return part(
        "list_settings.html",
        latest,
        trouble,
        form={name: request.form.get(name, said) for name, said in known.items()},
        rulesets=titles(),
        wanted=setting_views(now, wanted) if wanted else (),
        draft=draft,
        faults=faults,
        sent=request.form,
        refer=houses.references(ledger(), slug),
        former=houses.former_names(ledger(), slug),
        short_name=request.form.get("slug", slug),
    )


def _rules(settings: Settings, sent: Form | None) -> ListRules | None:
    """Return the fields of *settings*; None where the rules below have faults, and only their TOML can be put right."""
    with contextlib.suppress(RulesetError):
        return ListRules(settings, sent)
    return None


@pages.post("/lists/<slug>/settings")
def change_list_settings(slug: str) -> WSGIResponse:
    """Change the title, the rules below, or what the list changes of them: by fields, or all of it as TOML."""
    seen, wanted = seen_revision(), None
    try:
        by, form = session.writer(), request.form
        title, base = form.get("title", ""), form.get("base", "")
        if form.get("by") == "fields":
            before = houses.revision(ledger(), slug, seen).settings
            wanted = ListRules(before, form).settings(title, base)
        else:
            wanted = Settings(title, base, from_toml(form.get("overrides", "")))
        houses.replace_settings(ledger(), slug, seen, wanted, by=by, note=form.get("note", ""))
    except AdjudicatorError as error:
        return list_settings(slug, error, seen, wanted)
    return to("pages.house", slug)


@pages.post("/lists/<slug>/rename")
def rename_list(slug: str) -> WSGIResponse:
    """Give a list another short name, and with it another address."""
    new = request.form.get("slug", "").strip()
    try:
        made = houses.rename(ledger(), slug, new, by=session.writer())
    except AdjudicatorError as error:
        return list_settings(slug, error)
    return to("pages.list_settings", made.slug)


@pages.post("/lists/<slug>/away")
def put_away(slug: str) -> WSGIResponse:
    """Put a list away, bring it back, or delete it."""
    acts = {"archive": houses.archive, "back": houses.bring_back, "delete": houses.delete}
    action = request.form.get("action", "")
    try:
        by = session.writer()
        if action not in acts:
            raise BadRecord([f"action: takes {', '.join(acts)}"])
        acts[action](ledger(), slug, by=by)
    except AdjudicatorError as error:
        return list_settings(slug, error)
    return redirect(url_for("pages.lists"), 303) if action == "delete" else to("pages.house", slug)


@pages.get("/lists/<slug>/copy")
def copy_list(slug: str, error: AdjudicatorError | None = None) -> Response:
    """Show the form of a new list that begins as this one is, or was; with *error*, why none was made."""
    latest = latest_of(slug)
    number = request.form.get("number") or request.args.get("number") or str(latest.number)
    title = f"{latest.settings.title} (copy)"
    return part(
        "list_copy.html",
        latest,
        trouble_of(error, latest) if error else None,
        number=revision_number(number),
        form={"title": request.form.get("title", title), "slug": request.form.get("slug", "")},
    )


@pages.post("/lists/<slug>/copy")
def copied_list(slug: str) -> WSGIResponse:
    """Make a new list that begins as a revision of this one."""
    title = request.form.get("title", "").strip()
    number = revision_number(request.form.get("number", ""))
    try:
        by = session.writer()
        new = request.form.get("slug", "").strip() or slug_of(title)
        made = houses.fork(ledger(), slug, new, by=by, title=title, number=number)
    except AdjudicatorError as error:
        return copy_list(slug, error)
    return to("pages.house", made.slug)


@pages.get("/lists/<slug>/changes")
def list_changes(slug: str) -> Response:
    """Show which words the list makes legal, or not legal, that are not so under the rules that it stands on."""
    latest = latest_of(slug)
    snapshot = current.snapshot()
    base, here = snapshot.under(latest.settings.base), snapshot.under(PREFIX + slug)
    found = snapshot.differences(base, here)
    return part("list_changes.html", latest, changes=page_of(found, page_number()))
