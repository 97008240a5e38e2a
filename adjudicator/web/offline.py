"""What a browser needs to keep the site and to use it without a network: the manifest of an app, and the worker that keeps its pages.

The worker is a file of its own that says by SITE what there is to keep; another edition of the files, the pages or the lexicon makes it another
one, which keeps everything anew, and until it has everything gives out what the one before has kept. It never keeps a page that knows who looks
at it: pages are asked for as copies (:func:`adjudicator.web.session.is_copy`), without cookies. The one exception are the last pages of a game,
which it gives up when somebody signs in or out, and when a page says that somebody else looks at it: a token may end anywhere.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, jsonify, render_template, request, url_for

from adjudicator.core.version import VERSION
from adjudicator.packs.manifest import manifest
from adjudicator.runtime import current
from adjudicator.web.statics import FOLDERS, edition_of

offline = Blueprint("offline", __name__)
TEMPLATES = Path(__file__).parent / "templates"
PAGES = ("ask", "judge", "board", "play", "rules", "about", "without_network")
"""The pages that are kept, beside those of the rulebooks."""
GAMES = ("play_round", "play_result", "play_list")
"""The pages of a game: those that somebody has looked at are kept."""
STEPS = ("play_players", "play_round", "play_result")
"""The pages in whose place an empty one is given out without a network, which scripts fill by what is in its address."""
PERSONS = ("/sign-in", "/sign-out", "/join/", "/table", "/t/")
"""How the addresses begin that a form is sent to when somebody comes or goes."""
NEEDED = (
    "offline",
    "memory",
    "pack",
    "houses",
    "times",
    "connection",
    "recent",
    "look",
    "judge",
    "board",
    "play",
    "waiting",
    "rules",
    "style",
    "reader",
    "device",
    "icon.",
)
"""How the files begin that those pages are made of."""


@offline.get("/manifest.webmanifest")
def app_manifest() -> Response:
    """Say how the site is called and looks as an app."""
    root = url_for("pages.ask")
    shortcuts = (("Judge mode", "judge"), ("Board", "board"), ("Play", "play"), ("Rules", "rules"))
    response = jsonify(
        {
            **manifest(root, root, lambda name: url_for("static", filename=name)),
            "id": root,
            "categories": ["games", "reference"],
            "shortcuts": [{"name": name, "url": url_for(f"pages.{page}")} for name, page in shortcuts],
        }
    )
    response.content_type = "application/manifest+json"
    return _asked_again(response)


@offline.get("/service-worker.js")
def worker() -> Response:
    """Send the worker that a browser runs beside the pages."""
    text = render_template("service_worker.js", site=_site())
    return _asked_again(Response(text, content_type="text/javascript; charset=utf-8"))


def _site() -> dict[str, Any]:
    """Return what there is to keep, all of it as paths."""
    names = sorted(path.name for folder in FOLDERS for path in folder.iterdir())
    rulebooks = [url_for("pages.rulebook", id=each.id) for each in current.rulesets()]
    kept = {
        "files": [url_for("static", filename=name) for name in names if name.startswith(NEEDED)],
        "pages": [*(url_for(f"pages.{page}") for page in PAGES), *rulebooks],
        "games": [url_for(f"pages.{page}") for page in GAMES],
        "steps": [url_for(f"pages.{page}") for page in STEPS],
        "game": url_for("pages.play_here"),
        "rules": [each.id for each in current.rulesets() if each.scoring.lengths],
        "nothing": url_for("pages.without_network"),
        "latest": url_for("api.latest_pack"),
        "packs": url_for("api.latest_pack").removesuffix("latest"),
        "houses": url_for("api.list_houses") + "/",
        "static": f"{request.script_root}/static/",
        "persons": [request.script_root + path for path in PERSONS],
    }
    rules = [each.digest for each in current.rulesets()]
    said = f"{VERSION} {_made_of()} {current.snapshot().digest} {kept['pages']} {rules}"
    return {"edition": hashlib.sha256(said.encode()).hexdigest()[:12], **kept}


@cache
def _made_of() -> str:
    return edition_of(*FOLDERS, TEMPLATES)


def _asked_again(response: Response) -> Response:
    response.headers["Cache-Control"] = current.ASKED
    response.add_etag(weak=True)
    return response.make_conditional(request)  # type: ignore[return-value]
