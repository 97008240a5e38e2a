"""Files of pages are asked for once: their names change with what is in them."""

from __future__ import annotations

import re
from pathlib import Path

from flask import Flask, url_for
from flask.testing import FlaskClient

from adjudicator.web.statics import edition_of, serve_files

NAMED = re.compile(r'(?:href|src)="(/static/[^"]+)"')


def test_pages_name_files_that_are_kept(client: FlaskClient) -> None:
    """Every file of a page is named with its edition, and kept for a year without being asked for again."""
    files = {
        name for path in ("/", "/judge", "/docs", "/about") for name in NAMED.findall(client.get(path).text)
    }
    assert len(files) > 5
    for name in files:
        response = client.get(name)
        assert response.status_code == 200
        assert re.fullmatch(r"/static/[0-9a-f]{12}/[a-z_]+\.[a-z]+", name)
        assert set(response.headers["Cache-Control"].split(", ")) == {
            "public",
            "immutable",
            "max-age=31536000",
        }


def test_what_is_not_of_this_edition_is_asked_for_again(client: FlaskClient) -> None:
    """A page of yesterday, or of another node, gets the file as it is now, and nobody keeps it under the older name."""
    now = client.get("/static/style.css")
    for path in ("/static/style.css", "/static/0123456789ab/style.css"):
        response = client.get(path)
        assert (response.data, response.headers["Cache-Control"]) == (now.data, "no-cache")
        again = client.get(path, headers={"If-None-Match": response.headers["ETag"]})
        assert again.status_code == 304
    for path in (
        "/static/none.css",
        "/static/0123456789ab/none.css",
        "/static/../pages/about.py",
        "/static/%2e%2e/x",
    ):
        assert client.get(path).status_code == 404


def test_the_edition_is_of_names_and_contents(tmp_path: Path) -> None:
    """Another content or another name is another edition; the same again is the same."""
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "a.css").write_text("b")
    first = edition_of(folder)
    assert first == edition_of(folder)
    (folder / "a.css").write_text("c")
    second = edition_of(folder)
    (folder / "a.css").rename(folder / "b.css")
    assert len({first, second, edition_of(folder)}) == 3
    app = Flask("trial", static_folder=None)
    serve_files(app, folder)
    with app.test_request_context():
        assert url_for("static", filename="b.css") == f"/static/{edition_of(folder)}/b.css"
