"""What a browser needs to keep the site: a worker, a manifest, and copies of pages that know nobody; below a path, too."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from adjudicator.ledger.store import ENVIRONMENT
from adjudicator.packs.manifest import manifest
from adjudicator.resources import Places
from adjudicator.runtime.settings import Settings
from adjudicator.server.app import create_app
from adjudicator.web.session import FORM, RULES, TOKEN
from tests.conftest import home_with_lexicon
from tests.sample import Sample
from tests.web.test_prefix import PREFIX


def told(client: FlaskClient, **options: Any) -> dict[str, Any]:
    """What the worker says that there is to keep."""
    response = client.get("/service-worker.js", **options)
    assert response.status_code == 200 and response.mimetype == "text/javascript"
    assert response.headers["Cache-Control"] == "no-cache"
    found = re.search(r"^const SITE = (.*);$", response.text, re.MULTILINE)
    assert found
    site: dict[str, Any] = json.loads(found[1])
    return site


@pytest.mark.parametrize("headers", [{}, PREFIX])
def test_everything_that_is_kept_is_there(headers: dict[str, str]) -> None:
    """The worker and the manifest name what the server has, all of it below the path; a file that a page needs is among it."""
    client = create_app(chosen=Settings(proxies=1)).test_client()
    site = told(client, headers=headers)
    sent = client.get("/manifest.webmanifest", headers=headers)
    app = json.loads(sent.text)
    assert sent.mimetype == "application/manifest+json"
    root = "/words/" if headers else "/"
    assert app["scope"] == app["start_url"] == root
    assert [name for name, said in manifest(root, root).items() if app[name] != said] == ["icons"]
    shortcuts = [each["url"] for each in app["shortcuts"]]
    icons = [each["src"] for each in app["icons"]]
    assert {each["purpose"] for each in app["icons"] if "purpose" in each} == {"any", "maskable"}
    for path in [*site["files"], *site["pages"], *shortcuts, *icons]:
        assert path.startswith(root)
        assert client.get("/" + path.removeprefix(root), headers=headers).status_code == 200, path
    games = [f"{site['game']}?ruleset={each}" for each in site["rules"]]
    assert len(games) == 3
    for path in [*site["pages"], *games]:
        copy = path + ("&" if "?" in path else "?") + "part=copy"
        page = client.get("/" + copy.removeprefix(root), headers=headers).text
        needed = set(re.findall(rf'(?:src|href)="({root}static/[^"]+\.(?:js|css|svg))"', page))
        assert needed and needed <= {*site["files"]}, path


def test_a_copy_knows_nobody(sample: Sample, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks for it: it has no name, no key of a form and no rules of theirs, and sets nothing in their browser."""
    monkeypatch.setenv(ENVIRONMENT, str(sample.path))
    client = create_app().test_client()
    anybody = client.get("/judge?part=copy").text
    for name, value in ((TOKEN, sample.token), (FORM, "key-of-somebody"), (RULES, "open")):
        client.set_cookie(name, value)
    assert "Signed in as" in client.get("/judge").text
    copy = client.get("/judge?part=copy")
    assert copy.text == anybody
    assert "Set-Cookie" not in copy.headers and "Signed in as" not in copy.text
    assert 'name="form_key" value=""' in copy.text
    sent = client.post("/judge?part=copy", data={"form_key": "", "words": "zed"})
    assert sent.status_code == 403


def test_another_edition_is_another_worker(tmp_path: Path) -> None:
    """The same site is the same worker, which a browser need not fetch again; a rulebook more makes it another one."""
    home = home_with_lexicon(tmp_path / "club")
    rulesets = home / "rulesets"
    rulesets.mkdir()
    places = Places(home, tmp_path / "evidence", str(tmp_path / "ledger.sqlite"))
    client = create_app(places=places).test_client()
    first, before = client.get("/service-worker.js"), told(client)
    asked = {"If-None-Match": first.headers["ETag"]}
    assert client.get("/service-worker.js", headers=asked).status_code == 304
    (rulesets / "friday.toml").write_text('extends = "boggle"\nid = "friday"\ntitle = "Friday"\n')
    client = create_app(places=places).test_client()
    again = client.get("/service-worker.js", headers=asked)
    after = told(client)
    assert again.status_code == 200 and again.headers["ETag"] != first.headers["ETag"]
    assert after["edition"] != before["edition"] and {*after["pages"]} - {*before["pages"]} == {
        "/rules/friday"
    }
