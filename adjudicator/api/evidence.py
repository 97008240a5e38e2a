"""The calls of live evidence. Each is declared once; see :mod:`adjudicator.api.operations`."""

from __future__ import annotations

from typing import Annotated, TypedDict

import orjson
from flask import Response
from msgspec import Meta, field

from adjudicator.api.models import SITE_SCHEMA, Answer
from adjudicator.api.operations import JSON, operation
from adjudicator.api.routes import answer
from adjudicator.core.shapes import extends, plain
from adjudicator.core.spelling import fault_of, key_of, quote
from adjudicator.errors import BadWord, UnknownRecord
from adjudicator.evidence.store import Evidence, site_of
from adjudicator.lexicon.answers import Item
from adjudicator.runtime.current import ASKED, places
from adjudicator.usecases.people import Writer


class AskInput(Answer):
    """Which dictionary to ask."""

    site: Annotated[
        str,
        Meta(
            description="The id of a live dictionary, with or without its `live-`.",
            examples=["wiktionary"],
            extra_json_schema=SITE_SCHEMA,
        ),
    ] = field(name="from")


@extends(Item)
class EvidenceItem(TypedDict):
    """What a live dictionary has answered of a word."""

    senses: list[str]


class EvidenceModel(TypedDict):
    evidence: list[EvidenceItem]


@operation("GET", "/v1/words/{word}/evidence", tag="lexicon", answers=EvidenceModel, problems=("bad-word",))
def show_evidence(word: str) -> Response:
    """Show what live dictionaries have answered of a word so far."""
    key = _key(word)
    found = [_item(item) for item in Evidence(places().evidence).items() if item.kept.key == key]
    return answer(EvidenceModel(evidence=found), keep=ASKED)


@operation(
    "POST",
    "/v1/words/{word}/evidence",
    tag="lexicon",
    body=AskInput,
    answers=EvidenceItem,
    problems=("bad-word", "unknown-site"),
    status=201,
    scope="editor",
    cached=False,
)
def ask_evidence(word: str, body: AskInput, by: Writer) -> Response:
    """Ask a live dictionary for a word, and keep what it answers. It needs an editor's token for everything.

    Verdicts show it within a second; rulesets whose dictionary names the source count it.
    """
    by.must_everywhere("editor")
    _key(word)
    item = Evidence(places().evidence).fetch(site_of(body.site), word)
    response = Response(orjson.dumps(_item(item)), 201, content_type=JSON)
    response.headers["Cache-Control"] = "no-store"
    return response


@operation(
    "GET",
    "/v1/words/{word}/evidence/{site}",
    tag="lexicon",
    answers=EvidenceItem,
    problems=("bad-word", "unknown-site", "unknown-evidence"),
)
def show_answer(word: str, site: str) -> Response:
    """Show what one live dictionary has answered of a word."""
    key, id = _key(word), site_of(site).id
    found = next(
        (item for item in Evidence(places().evidence).items() if (item.site, item.kept.key) == (id, key)),
        None,
    )
    if found is None:
        raise _unknown(word, site)
    return answer(_item(found), keep=ASKED)


@operation(
    "DELETE",
    "/v1/words/{word}/evidence/{site}",
    tag="lexicon",
    answers=None,
    problems=("bad-word", "unknown-site", "unknown-evidence"),
    status=204,
    scope="editor",
    cached=False,
)
def forget_evidence(word: str, site: str, by: Writer) -> Response:
    """Forget what a live dictionary has answered of a word."""
    by.must_everywhere("editor")
    _key(word)
    if not Evidence(places().evidence).remove(site_of(site).id, word):
        raise _unknown(word, site)
    response = Response(status=204)
    response.headers["Cache-Control"] = "no-store"
    del response.headers["Content-Type"]
    return response


def _unknown(word: str, site: str) -> UnknownRecord:
    return UnknownRecord("evidence", f"{quote(site)} has not been asked for {quote(word)}.")


def _key(word: str) -> str:
    """Return the key of *word*. Raises :class:`BadWord` where it is none."""
    fault = fault_of(word)
    if fault:
        raise BadWord(fault)
    return key_of(word)


def _item(item: Item) -> EvidenceItem:
    found: EvidenceItem = plain(
        item, senses=[each.gloss for entry in item.kept.entries for each in entry.senses]
    )
    return found
