"""The call that gives all legal words of a ruleset as a file."""

from __future__ import annotations

import hashlib
from typing import Annotated

from flask import Response, request
from msgspec import UNSET, Meta, UnsetType

from adjudicator.api.models import Answer
from adjudicator.api.operations import NDJSON, TEXT, given, operation
from adjudicator.api.responses import name_judges
from adjudicator.core.spelling import MAX_WORD
from adjudicator.judging.export import SHAPES, Format, export
from adjudicator.runtime import current

CONTENT = "Adjudicator-Content"
"""The header field with the digest of a file, as it is before it is packed for its way."""
CSV, GRAPH = "text/csv", "application/x-dawg"
Letters = Annotated[int, Meta(ge=1, le=MAX_WORD)]


class WordsFileQuery(Answer):
    format: Annotated[
        Format,
        Meta(
            description="`txt`: a word a line. `csv` and `jsonl`: with its length. `hunspell` is the `.dic` of a dictionary for hunspell, "
            "`hunspell-aff` the `.aff` that belongs to it; `dawg` a graph in the format of dawgdic."
        ),
    ] = "txt"
    shortest: Annotated[Letters, Meta(description="The fewest letters of a word.")] | UnsetType = UNSET
    longest: Annotated[Letters, Meta(description="The most letters of a word.")] | UnsetType = UNSET


@operation(
    "GET",
    "/v1/rulesets/{ruleset}/export",
    tag="curation",
    query=WordsFileQuery,
    answers=str,
    media=(TEXT, CSV, NDJSON, GRAPH),
    problems=("unknown-ruleset",),
)
def export_words(ruleset: str, query: WordsFileQuery) -> Response:
    """Give all legal words of a ruleset as a file, in order of the alphabet.

    `Adjudicator-Content` has the digest of the file. Send its ETag as `If-None-Match`, and it comes again only when it has changed.
    """
    bench = current.under(ruleset)
    shortest, longest = given(query.shortest), given(query.longest)
    etag = current.etag_of(bench.mark, query.format, str(shortest), str(longest))
    shape = SHAPES[query.format]
    response = Response(content_type=shape.media)
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = current.keep_under(bench)
    name_judges(response, bench)
    if not request.if_none_match.contains_weak(etag.removeprefix("W/").strip('"')):
        file = export(bench, query.format, shortest=shortest, longest=longest)
        response.set_data(file)
        response.headers[CONTENT] = f"sha256:{hashlib.sha256(file).hexdigest()}"
        name = ruleset.replace(":", "-")
        response.headers["Content-Disposition"] = f'attachment; filename="{name}{shape.end}"'
    response.make_conditional(request)
    return response
