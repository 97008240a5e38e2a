"""The page as a folder: after one visit to any static host it judges without a network."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Browser, expect

from adjudicator.packs.html import site
from adjudicator.packs.manifest import manifest
from adjudicator.runtime.packs import KeptPack
from tests.browser.conftest import assert_accessible


def test_after_one_visit(browser: Browser, kept: KeptPack, tmp_path: Path) -> None:
    """Python's own server of files has served it once, below a path, and is gone: the page opens, judges and solves."""
    folder = tmp_path / "words"
    folder.mkdir()
    for name, content in site(kept.pack.path.read_bytes()).items():
        (folder / name).write_bytes(content)
    host = subprocess.Popen(
        [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    context = browser.new_context()
    try:
        assert host.stdout
        port = host.stdout.readline().split(" port ")[1].split()[0]
        asked: list[str] = []
        context.on("request", lambda request: asked.append(request.url))
        page = context.new_page()
        faults: list[str] = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(f"http://127.0.0.1:{port}/words/")
        page.wait_for_selector("html[data-kept]")
        assert sum(each.endswith(".bin") for each in asked) == 1
        assert_accessible(page)
    finally:
        host.kill()
        host.communicate()
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
