"""The files that pages are made of, under names that change with what is in them: a browser asks for each once, and keeps it.

``/static/<edition>/style.css`` is the file of that edition and is kept for a year. A page that was made before a new edition gets the file
as it is now, to be asked for again, and so does whoever names none. What judges on a device is served as the page in one file has it.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from flask import Flask, Response, send_from_directory

from adjudicator.resources import PACKAGE

FOLDERS = (Path(__file__).parent / "static", PACKAGE / "packs" / "device")
"""Where the files are."""
KEPT = 365 * 24 * 3600
"""Seconds that a file is kept which is named with its edition."""
DIGITS = 12


def edition_of(*folders: Path) -> str:
    """Return the name of what is in *folders*: digits of a digest over their files and the files' names."""
    found = hashlib.sha256()
    for path in (path for folder in folders for path in sorted(folder.iterdir())):
        content = path.read_bytes()
        found.update(f"{path.name} {len(content)}\n".encode() + content)
    return found.hexdigest()[:DIGITS]


def serve_files(app: Flask, *folders: Path) -> None:
    """Have *app* serve the files of *folders*; ``url_for("static", filename=…)`` names their edition."""
    folders = folders or FOLDERS
    now = edition_of(*folders)
    where = {path.name: folder for folder in folders for path in folder.iterdir()}

    def send(filename: str, edition: str = "") -> Response:
        """Send a file; the one of this edition never changes."""
        response = send_from_directory(where.get(filename, folders[0]), filename)
        if edition == now:
            response.cache_control.no_cache = None
            response.cache_control.public = response.cache_control.immutable = True
            response.cache_control.max_age = KEPT
        return response

    def name_edition(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "static":
            values.setdefault("edition", now)

    app.url_default_functions.setdefault(None, []).append(name_edition)
    for rule in ("/static/<filename>", "/static/<edition>/<filename>"):
        app.add_url_rule(rule, "static", send)
