"""The page as a folder: after one visit to any static host it judges without a network."""

from __future__ import annotations

import json
import re
import shutil
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from adjudicator.packs import html
from adjudicator.packs.html import FOLDERS, site
from adjudicator.packs.manifest import manifest
from adjudicator.runtime.packs import KeptPack
from tests.browser.conftest import assert_accessible

ALONE = """async (cache) => {
    for (let left = 300; left > 0 && (await caches.keys()).join() !== cache; left--) await new Promise((done) => setTimeout(done, 50));
}"""
"""Waits until a cache is the only one."""


class Host(SimpleHTTPRequestHandler):
    """A static host as many are: browsers may keep its files for an hour without asking."""

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "max-age=3600")
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def host(tmp_path: Path) -> Iterator[ThreadingHTTPServer]:
    """A host of the files in the folder of the test."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Host, directory=str(tmp_path))) as server:
        threading.Thread(target=server.serve_forever).start()
        yield server
        server.shutdown()


def put(folder: Path, content: bytes) -> str:
    """Write the files of the page into *folder*; return what the worker calls its cache of them."""
    files = site(content)
    for name, each in files.items():
        (folder / name).write_bytes(each)
    found = re.search(rb'"cache": "([^"]+)"', files["service-worker.js"])
    assert found
    return found[1].decode()


def test_after_one_visit(
    browser: Browser,
    kept: KeptPack,
    tmp_path: Path,
    host: ThreadingHTTPServer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A host of files serves it below a path, then another edition of it, and is gone: the page opens, judges and solves, and nothing is left of
    the edition before.
    """
    folder, content = tmp_path / "words", kept.pack.path.read_bytes()
    folder.mkdir()
    put(folder, content)
    context = browser.new_context()
    port = host.server_port
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"http://127.0.0.1:{port}/words/")
    page.wait_for_selector("html[data-kept]")
    assert sum(each.endswith(".bin") for each in asked) == 1
    assert_accessible(page)

    changed = tmp_path / "changed"
    for each in FOLDERS:
        shutil.copytree(each, changed, dirs_exist_ok=True)
    style = (changed / "page.css").read_text() + "/* the second edition */\n"
    (changed / "page.css").write_text(style)
    monkeypatch.setattr(html, "FOLDERS", (changed,))
    cache = put(folder, content)
    page.reload()
    page.evaluate(ALONE, cache)
    assert page.evaluate("async () => (await caches.match('page.css')).text()") == style
    host.shutdown()
    host.server_close()
    again = context.new_page()
    again.goto(f"http://127.0.0.1:{port}/words/?from=home")
    again.wait_for_selector("html[data-ready]")
    again.select_option("#ruleset", "boggle")
    again.fill("#word", "zee")
    expect(again.locator("#card")).to_contain_text("the British word is zed")
    again.fill("#drawing", "pers/latg/sine/ters")
    again.click("text=Find the words")
    expect(again.locator("#found li").first).to_be_visible()
    context.close()
    assert faults == []


def test_the_same_pack_is_the_same_folder(kept: KeptPack) -> None:
    """Every file that the worker keeps is there; the same pack gives the same bytes."""
    content = kept.pack.path.read_bytes()
    files = site(content)
    assert files == site(content)
    assert all(
        f'"{name}"'.encode() in files["service-worker.js"] for name in files if name != "service-worker.js"
    )
    assert json.loads(files["manifest.webmanifest"]) == manifest("index.html", "./")
    assert not any(b"{{" in files[name] for name in ("index.html", "manifest.webmanifest"))
