"""The calls of live evidence. Each is declared once; see :mod:`adjudicator.api.operations`."""

from __future__ import annotations

from functools import partial
from typing import Annotated, TypedDict

from flask import Response
from msgspec import Meta, field

from adjudicator.api.models import SITE_SCHEMA, Answer
from adjudicator.api.operations import operation
from adjudicator.api.responses import answer, nothing, unkept
from adjudicator.core.shapes import extends, plain
from adjudicator.core.spelling import key_of, quote
from adjudicator.errors import UnknownRecord
from adjudicator.lexicon.answers import Item
from adjudicator.runtime.current import ASKED, places
from adjudicator.runtime.live import ask
from adjudicator.usecases.evidence import Evidence, site_of
from adjudicator.usecases.houses import word_of
from adjudicator.usecases.writers import Writer

call = partial(operation, tag="lexicon")


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


@call("GET", "/v1/words/{word}/evidence", answers=EvidenceModel, problems=("bad-word",))
def show_evidence(word: str) -> Response:
    """Show what live dictionaries have answered of a word so far."""
    key = _key(word)
    found = [_item(item) for item in Evidence(places().evidence).items() if item.kept.key == key]
    return answer(EvidenceModel(evidence=found), keep=ASKED)


@call(
    "POST",
    "/v1/words/{word}/evidence",
    body=AskInput,
    answers=EvidenceItem,
    problems=("bad-word", "unknown-site"),
    status=201,
    scope="editor",
)
def ask_evidence(word: str, body: AskInput, by: Writer) -> Response:
    """Ask a live dictionary for a word, and keep what it answers. It needs an editor's token for everything.

    Verdicts show it within a second; rulesets whose dictionary names the source count it.
    """
    item = ask(body.site, word, by=by)
    return unkept(_item(item), 201)


@call(
    "GET",
    "/v1/words/{word}/evidence/{site}",
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


@call(
    "DELETE",
    "/v1/words/{word}/evidence/{site}",
    answers=None,
    problems=("bad-word", "unknown-site", "unknown-evidence"),
    scope="editor",
)
def forget_evidence(word: str, site: str, by: Writer) -> Response:
    """Forget what a live dictionary has answered of a word."""
    by.must_everywhere("editor")
    _key(word)
    if not Evidence(places().evidence).remove(site_of(site).id, word):
        raise _unknown(word, site)
    return nothing()


def _unknown(word: str, site: str) -> UnknownRecord:
    return UnknownRecord("evidence", f"{quote(site)} has not been asked for {quote(word)}.")


def _key(word: str) -> str:
    """Return the key of *word*. Raises :class:`BadWord` where it is none."""
    return key_of(word_of(word))


def _item(item: Item) -> EvidenceItem:
    found: EvidenceItem = plain(
        item, senses=[each.gloss for entry in item.kept.entries for each in entry.senses]
    )
    return found
