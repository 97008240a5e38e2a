"""The page on which a ruleset is made of one that is there: by fields or as TOML, with what it changes, and its file to take away.

Nothing is kept: the address of the page is the ruleset.
"""

from __future__ import annotations

from flask import Response, request

from adjudicator.errors import BadRecord, RulesetError, RulesetInvalid
from adjudicator.judging.service import DEFAULT_RULESET
from adjudicator.rules.house import Settings
from adjudicator.runtime import current
from adjudicator.usecases import rule_fields, ruleset_drafts
from adjudicator.usecases.seasons import slug_of
from adjudicator.web import session
from adjudicator.web.pages.lists_page import titles
from adjudicator.web.pages.lists_toml import from_toml, to_toml
from adjudicator.web.pages.lists_view import fault_sentences
from adjudicator.web.pages.page import pages, show


@pages.get("/ruleset")
def draft_ruleset() -> Response:
    """Show the form of a ruleset, with what it would change of the one that it is made of; ``part=toml`` is its file."""
    faults: tuple[str, ...] = ()
    known = titles()
    start = request.args.get("base", DEFAULT_RULESET)
    settings = Settings(
        request.args.get("title", "").strip(), start if start in known else DEFAULT_RULESET, {}
    )
    try:
        settings = _settings(settings)
        table = _table(settings)
        bench = current.adjudicator().inline(table)
    except BadRecord as error:
        faults = fault_sentences(error.faults)
    except RulesetInvalid as error:
        faults = fault_sentences(error.faults)
    except RulesetError as error:
        faults = (str(error),)
    if not faults and request.args.get("part") == "toml":
        return Response(
            ruleset_drafts.text_of(table),
            content_type="text/plain; charset=utf-8",
            headers={"Content-Disposition": f'attachment; filename="{table["id"]}.toml"'},
        )
    shifts = total = None
    if not faults and settings.overrides and session.viewer() is not None:
        snapshot = current.snapshot()
        differ = snapshot.differences(snapshot.under(settings.base), bench)
        shifts, total = ruleset_drafts.shifts(current.adjudicator(), differ), len(differ)
    sound = settings if not faults else settings._replace(overrides={})
    return show(
        "ruleset_draft.html",
        422 if faults else 200,
        faults=faults,
        settings=settings,
        rulesets=known,
        fields=rule_fields.fields_of(current.adjudicator(), sound),
        overrides=request.args.get("overrides", "") if faults else to_toml(settings.overrides),
        text="" if faults else ruleset_drafts.text_of(table),
        query={"base": settings.base, "title": settings.title, "overrides": to_toml(settings.overrides)},
        shifts=shifts,
        total=total,
    )


def _settings(start: Settings) -> Settings:
    """Return what the form asks for. Where its TOML was edited, that is all; else the fields are applied to the TOML that it came with.

    Raises :class:`BadRecord`, :class:`RulesetError`.
    """
    args = request.args
    overrides = from_toml(args.get("overrides", ""))
    was, was_base = args.get("was"), args.get("was_base", "")
    edited = was is None or from_toml(was) != overrides
    if edited or was_base not in titles():
        return start._replace(overrides=overrides)
    return rule_fields.settings_from(
        current.adjudicator(),
        start._replace(base=was_base, overrides=overrides),
        title=start.title,
        base=start.base,
        scalars=args,
        choices={name: args.getlist(name) for name in rule_fields.CHOICES},
    )


def _table(settings: Settings) -> dict[str, object]:
    """Return the table of the file; a ruleset without a title is called after the one that it is made of."""
    title = settings.title or f"{titles()[settings.base]}, changed"
    return ruleset_drafts.table_of(slug_of(title) or "changed", title, settings.base, settings.overrides)
