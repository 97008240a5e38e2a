"""The call for many sealed plays at once; :mod:`adjudicator.api.plays` judges them."""

from __future__ import annotations

import orjson
from flask import Response, request

from adjudicator.api import models, plays
from adjudicator.api.operations import operation
from adjudicator.judging.shapes import JudgedBy
from adjudicator.runtime import current


class JudgedPlays(JudgedBy):
    """The sealed judgements of plays, in their order."""

    judgements: list[plays.Judgement]


@operation(
    "POST",
    "/v1/rulesets/{ruleset}/judgements",
    tag="verdicts",
    body=models.PlaysRequest,
    answers=JudgedPlays,
    problems=("unknown-ruleset",),
)
def judge_plays(ruleset: str, body: models.PlaysRequest) -> Response:
    """Judge up to 1,000 plays, each sealed.

    The answers come in the order of the plays, and each is what the play would have got by itself: nothing tells which of its words is not
    legal, no member of the answer, and not the time it takes. A play with a word that cannot be spelled has an `error` in its place. So have
    those that are left after 10,000 words, or after 1,000 with other characters than a to z: ask for them again.
    """
    bench = current.under(ruleset)
    found = plays.judgements(bench, body.plays, request.environ)
    answer = orjson.dumps({**bench.judged_by(ruleset), "judgements": found})
    return Response(answer, headers=plays.fields_of(bench))
