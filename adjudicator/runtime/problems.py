"""Errors as RFC 9457 problem documents: ``type``, ``title``, ``status``, ``detail``, ``instance``.

:func:`problem_of` maps each error of the project, each refusal of the framework and every defect to its
problem; :func:`respond` prints it. A problem never holds a path of the server's file system or a trace.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, NamedTuple
from urllib.parse import quote

from flask import Response, current_app, has_request_context, request
from werkzeug.exceptions import HTTPException

from adjudicator.errors import (
    AdjudicatorError,
    BadRecord,
    BadSearch,
    BadWord,
    BoardInvalid,
    DisputeEnded,
    KeyReused,
    LedgerBusy,
    LedgerError,
    LedgerSchema,
    LedgerUnavailable,
    LexiconError,
    LexiconMissing,
    LimitReached,
    ListArchived,
    LiveError,
    MergeConflict,
    NotAllowed,
    PackInvalid,
    RecordExists,
    RulesetInvalid,
    ServerBusy,
    StaleRevision,
    TooHard,
    UnknownPack,
    UnknownRecord,
    UnknownRuleset,
    UnknownSite,
)
from adjudicator.runtime.errors import (
    BadParameter,
    BadRequest,
    FormRefused,
    NoPrecondition,
    PreconditionFailed,
    RateLimited,
    UnknownParameter,
)
from adjudicator.runtime.masking import mask

log = logging.getLogger(__name__)

MEDIA_TYPE = "application/problem+json"
REQUEST_ID = "adjudicator.request_id"
"""Where the edge leaves, in the environment of a request, what its lines of the log are found by."""
TYPE_PREFIX = "urn:adjudicator:problem:"
KINDS: dict[str, tuple[int, str]] = {
    "bad-word": (400, "nothing in the word can be spelled with tiles, or it is too long"),
    "bad-search": (400, "a pattern, prefix, anagram or code cannot be read"),
    "bad-parameter": (400, "a query parameter has an impossible value, or is given twice"),
    "unknown-parameter": (400, "the query has a parameter that the call does not know"),
    "bad-request": (400, "the body is not what the call takes; the detail says where"),
    "missing-token": (401, "the call needs a token and none was sent"),
    "invalid-token": (401, "no token has this secret, or it has expired or been revoked"),
    "form-refused": (403, "a page's form arrived without the key that its browser was given"),
    "forbidden": (403, "the token has another scope, or is for another list or dispute"),
    "unknown-site": (404, "no live dictionary has this name"),
    "unknown-evidence": (404, "no answer of this live dictionary is kept for this word"),
    "unknown-ruleset": (404, "no ruleset has this id"),
    "unknown-pack": (404, "no pack with this digest is kept here"),
    "unknown-house-list": (404, "no house list has this name"),
    "unknown-revision": (404, "the house list, dispute or game never had a revision with this number"),
    "unknown-season": (404, "the house list has no season of this name"),
    "unknown-review": (404, "the house list has no queue of this name, or the queue not this word"),
    "unknown-entry": (404, "the house list has no entry for this word itself"),
    "unknown-dispute": (404, "no dispute has this id"),
    "unknown-game": (404, "no game is kept under this id"),
    "unknown-ruling": (404, "no ruling has this id"),
    "unknown-token": (404, "the house list has no token with this id"),
    "unknown-invite": (404, "the invite does not exist, has expired, or has been used up"),
    "late-body": (408, "the body did not arrive in time; nothing was done"),
    "live-not-asked": (409, "the live dictionary is switched off, or has no key"),
    "exists": (409, "the name is taken"),
    "list-archived": (409, "the house list is put away: it judges on, and nobody changes it"),
    "merge-conflict": (409, "both lists have changed the same words; `keys` names them"),
    "dispute-ended": (409, "the dispute is closed or withdrawn"),
    "key-reused": (409, "the `Idempotency-Key` was sent before with another request"),
    "stale-revision": (
        412,
        "somebody else was first; `current` is the revision's number now, and `words`, where it is there, names the words that it is about",
    ),
    "wrong-revision": (412, "`If-Match` is not an ETag of what is to be changed"),
    "limit-reached": (
        422,
        "the change would exceed a limit of the ledger; `limit` names it, `most` is its value, `setting` is the variable that changes it",
    ),
    "bad-board": (422, "the board has faults; `faults` lists them all"),
    "too-hard": (
        422,
        "the request takes more work than one request may; `too_much` says of what: `board`, `wild-tiles`, `words` or `players`",
    ),
    "bad-record": (422, "what is to be written has faults; `faults` lists them all"),
    "no-precondition": (428, "the change has no `If-Match` to say which revision it is based on"),
    "rate-limited": (429, "the client has asked too often; `Retry-After` says when to come again"),
    "invalid-ruleset": (500, "the ruleset's file has faults; the detail lists them"),
    "live-forbidden": (502, "the live dictionary's robots.txt, or the site itself, refuses the question"),
    "live-unreachable": (502, "the live dictionary gave no complete answer in time"),
    "live-too-large": (502, "the live dictionary's answer is larger than is accepted"),
    "live-shape-changed": (502, "the live dictionary's page is not laid out as its reader expects"),
    "live-busy": (503, "the live dictionary asks for a longer wait; see `Retry-After`"),
    "no-lexicon": (503, "no lexicon has been built"),
    "unusable-lexicon": (503, "the lexicon is damaged or of another version"),
    "no-pack": (503, "no pack can be made of the lexicon and its rulesets; the detail says why"),
    "busy": (
        503,
        "the server is asked for more than it can answer; nothing was done, and `Retry-After` says when to try again",
    ),
    "no-ledger": (
        503,
        "the ledger's database does not answer, hangs, or cannot be used; `detail` says whether a change was written",
    ),
}
"""The last part of a problem's type → its status, and when it is returned."""
_INSTANCE_LENGTH = 200


class Problem(NamedTuple):
    """What went wrong, before it is tied to a request.

    ``kind`` is the last part of its type; empty where the status says it all.
    """

    status: int
    kind: str
    title: str
    detail: str
    headers: tuple[tuple[str, str], ...] = ()
    more: tuple[tuple[str, Any], ...] = ()
    """Members of its own."""


MISDIRECTED = Problem(
    HTTPStatus.MISDIRECTED_REQUEST.value,
    "",
    HTTPStatus.MISDIRECTED_REQUEST.phrase,
    "Nothing is served under this name of a host. Ask by the name that the server is known by.",
)
BUSY = Problem(
    503,
    "busy",
    "The server is busy",
    "More is being asked than it can answer. Nothing was done. Try again.",
    (("Retry-After", "2"),),
)


_TOLD: dict[type[Exception], tuple[str, str, *tuple[str, ...]]] = {
    BadWord: ("bad-word", "This is no word"),
    BadSearch: ("bad-search", "The search cannot be read"),
    UnknownParameter: ("unknown-parameter", "Unknown query parameter"),
    BadParameter: ("bad-parameter", "A query parameter has a value that cannot be"),
    BadRequest: ("bad-request", "The body is not what this call takes"),
    FormRefused: ("form-refused", "This form cannot be taken"),
    RateLimited: ("rate-limited", "Too many requests"),
    UnknownRuleset: ("unknown-ruleset", "Unknown ruleset"),
    UnknownPack: ("unknown-pack", "Unknown pack"),
    PackInvalid: ("no-pack", "No pack can be made"),
    UnknownSite: ("unknown-site", "Unknown live dictionary"),
    BoardInvalid: ("bad-board", "The board has faults", "faults"),
    TooHard: ("too-hard", "This is too much work for one request", "too_much"),
    LexiconMissing: ("no-lexicon", "No lexicon"),
    StaleRevision: ("stale-revision", "Somebody else was first", "current", "words"),
    PreconditionFailed: ("wrong-revision", "The precondition names something else"),
    NoPrecondition: ("no-precondition", "The revision is needed that this change is made from"),
    BadRecord: ("bad-record", "What is to be written has faults", "faults"),
    LimitReached: ("limit-reached", "The ledger takes no more of these", "limit", "setting", "most"),
    ListArchived: ("list-archived", "The list is put away"),
    MergeConflict: ("merge-conflict", "Both lists have changed the same words", "keys"),
    RecordExists: ("exists", "There is one of that name already"),
    DisputeEnded: ("dispute-ended", "The dispute is over"),
    KeyReused: ("key-reused", "The idempotency key came with another request"),
}
"""Error → the last part of its problem's type, its title, and those of its attributes that are members of the document."""


def problem_of(error: Exception) -> Problem:
    """Return the problem that *error* is; a defect is logged with its trace, and answered without it."""
    for each in type(error).__mro__:
        if each in _TOLD:
            return _problem(error, *_TOLD[each])
    if isinstance(error, ServerBusy):
        return BUSY
    if isinstance(error, UnknownRecord):
        return _problem(error, f"unknown-{error.kind}", f"Unknown {error.kind.replace('-', ' ')}")
    if isinstance(error, LiveError):
        return _problem(error, f"live-{error.kind}", "The live dictionary could not be asked")
    if isinstance(error, RulesetInvalid):  # without the name of its file
        detail = f"{'; '.join(error.faults)}. {error.hint}".rstrip()
        return _problem(error, "invalid-ruleset", "The ruleset has faults", detail=detail)
    if isinstance(error, LexiconError):
        log.error("%s", error)
        detail = f"The server's log says why. {error.hint}".rstrip()
        return _problem(error, "unusable-lexicon", "The lexicon cannot be used", detail=detail)
    if isinstance(error, NotAllowed):
        return _not_allowed(error)
    if isinstance(error, LedgerError):
        return _no_ledger(error)
    if isinstance(error, HTTPException) and error.code:
        return _framework_problem(error, error.code)
    return defect(error, request.environ)


def _problem(error: Exception, kind: str, title: str, *members: str, detail: str = "") -> Problem:
    """Return the problem of a *kind* that says what *error* says, unless another *detail* is given, and when to try again where that is known."""
    seconds = getattr(error, "seconds", None)
    wait = (("Retry-After", str(seconds)),) if seconds else ()
    said = ((name, getattr(error, name)) for name in members)
    more = tuple((name, value) for name, value in said if value != ())
    status = KINDS[kind][0] if kind in KINDS else 502  # somebody else's live dictionary fails in its own way
    return Problem(status, kind, title, detail or str(error), wait, more)


def defect(error: Exception, environ: Mapping[str, Any]) -> Problem:
    """Log an unexpected *error* with its trace and its request; return a problem that discloses nothing of it."""
    method, path = environ["REQUEST_METHOD"], quote(mask(environ["PATH_INFO"]))
    log.error("%s %s failed", method, path, exc_info=error, extra={"request_id": environ.get(REQUEST_ID)})
    return Problem(
        500,
        "",
        HTTPStatus(500).phrase,
        "This is a defect of the server, not of the request. Its log holds the cause.",
    )


def _not_allowed(error: NotAllowed) -> Problem:
    if error.why == "forbidden":
        return _problem(error, "forbidden", "This token is not for this")
    title = "A token is needed" if error.why == "missing" else "This token is not valid"
    challenge = f'Bearer realm="adjudicator"{", error=invalid_token" if error.why == "invalid" else ""}'
    return _problem(error, f"{error.why}-token", title)._replace(headers=(("WWW-Authenticate", challenge),))


def _no_ledger(error: AdjudicatorError) -> Problem:
    """Return the problem of a ledger that cannot be used. A refusal without waiting is not logged: the log already has its cause."""
    if not isinstance(error, LedgerBusy):
        log.error("%s", error)
    if not has_request_context() or request.method in ("GET", "HEAD"):
        what = "Try again."  # before the framework nothing is written
    elif isinstance(error, LedgerSchema) or (isinstance(error, LedgerUnavailable) and error.unwritten):
        what = "Nothing was written. Try again."
    else:
        what = "Try again with the same Idempotency-Key: whether the change was written is not known."
    seconds = error.seconds if isinstance(error, LedgerBusy) else 5
    detail = f"{what} The server's log says why."
    return Problem(503, "no-ledger", "The ledger cannot be used", detail, (("Retry-After", str(seconds)),))


def _framework_problem(error: HTTPException, code: int) -> Problem:
    if code == 404:
        detail = "Nothing is at this address."
    elif code == 405:
        detail = f"{request.method} is not possible here."
    elif code == 413:
        detail = (
            f"The body has more than the {current_app.config['MAX_CONTENT_LENGTH']:,} bytes that are taken."
        )
    else:
        detail = error.description or HTTPStatus(code).description
    kept = tuple((name, value) for name, value in error.get_headers() if name in ("Allow", "Retry-After"))
    return Problem(code, "", HTTPStatus(code).phrase, detail, kept)


def document(problem: Problem, path: str) -> dict[str, Any]:
    """Return the problem document for a request of *path*."""
    return {
        "type": TYPE_PREFIX + problem.kind if problem.kind else "about:blank",
        "title": problem.title,
        "status": problem.status,
        "detail": problem.detail,
        "instance": quote(mask(path)[:_INSTANCE_LENGTH]),
        **dict(problem.more),
    }


def respond(problem: Problem) -> Response:
    """Return *problem* as a response, not to be kept by caches."""
    body = json.dumps(document(problem, request.script_root + request.path), ensure_ascii=False)
    response = Response(body, problem.status, list(problem.headers), content_type=MEDIA_TYPE)
    response.headers["Cache-Control"] = "no-store"
    return response
