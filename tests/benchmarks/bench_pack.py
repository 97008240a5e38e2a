"""What a pack costs: its size, the making of it, and how fast a browser stands and answers, at full speed and at a quarter. Run by `make bench-pack`."""

from __future__ import annotations

import json
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, Page, Route, sync_playwright

from adjudicator.judging.service import Adjudicator
from adjudicator.packs import Pack
from adjudicator.packs.build import build
from adjudicator.packs.html import FOLDERS, MOST, page
from adjudicator.runtime.packs import Shelf, shipped
from tests.browser.chromium import ARGUMENTS, executable

SLOWDOWNS = (1, 4)
TIMES = 7
BOARD = ("pers", "latg", "sine", "ters")
MEASURE = """async ([times, board]) => {
  const { Pack, solve } = await import("/reader.js");
  const middle = (each) => each.sort((one, other) => one - other)[each.length >> 1];
  const timed = (act) => {
    const start = performance.now();
    act();
    return performance.now() - start;
  };
  const packed = await (await fetch("/pack.gz")).blob();
  const unpacked = [], stood = [], judged = [], stepped = [], solved = [];
  let words = 0;
  for (let round = 0; round < times; round++) {
    let start = performance.now();
    const content = new Uint8Array(await new Response(packed.stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
    unpacked.push(performance.now() - start);
    let pack;
    stood.push(timed(() => (pack = new Pack(content))));
    const keys = [];
    for (const key of pack.keys()) keys.push(key);
    const asked = Array.from({ length: 20_000 }, (_, number) => keys[(number * 7919) % keys.length]);
    judged.push((timed(() => asked.forEach((word) => pack.legal(word, "boggle"))) / asked.length) * 1000);
    stepped.push((timed(() => asked.forEach((word) => pack.walk(word))) / asked.length) * 1000);
    solved.push(timed(() => (words = solve(pack, board.map((row) => [...row]), "boggle").size)));
  }
  return { "unpack (gzip), ms": middle(unpacked), "stand, ms": middle(stood), "judge a word, µs": middle(judged),
    "walk a word, µs": middle(stepped), "solve 4×4, ms": middle(solved), words };
}"""
TYPED = """() => {
  const field = document.getElementById("word");
  const each = [];
  for (let round = 0; round < 50; round++) {
    field.value = ["trig", "zee", "quo", "hippopotamus", "recieve"][round % 5];
    const start = performance.now();
    field.dispatchEvent(new Event("input"));
    document.body.offsetHeight;
    each.push(performance.now() - start);
  }
  return each.sort((one, other) => one - other)[25];
}"""


def main() -> None:
    """Print all of it."""
    adjudicator = Adjudicator()
    start = time.process_time()
    built = build(adjudicator.dictionaries, shipped(adjudicator))
    spent = time.process_time() - start
    again = build(adjudicator.dictionaries, shipped(adjudicator))
    kept = Shelf.of(adjudicator.places).latest(adjudicator)
    print(f"made in {spent:.1f} s of the processor; the same bytes when made again: {again == built}")
    for name, each in (("pack", kept.pack), ("glosses", kept.glosses)):
        sizes = ", ".join(f"{each.size(coding) or 0:,} {coding or 'raw'}" for coding in ("", "gzip", "br"))
        print(f"{name}: {sizes} bytes, {each.digest}")
    html = page(built.pack)
    print(f"one HTML file: {len(html.encode()):,} bytes of {MOST:,}")
    _in_python(built.pack)
    with sync_playwright() as playwright, TemporaryDirectory() as folder:
        file = Path(folder) / "adjudicator.html"
        file.write_text(html, encoding="utf-8")
        browser = playwright.chromium.launch(executable_path=executable(), args=list(ARGUMENTS))
        packed = kept.pack.coded("gzip")
        assert packed is not None
        for slowdown in SLOWDOWNS:
            found = _in_browser(browser, packed, slowdown) | _as_file(browser, file, slowdown)
            told = "; ".join(f"{name} {value:.3g}" for name, value in found.items() if name != "words")
            print(f"Chromium, {slowdown}× slower: {told}; {found['words']} words on the board")
        browser.close()


def _in_python(content: bytes) -> None:
    start = time.process_time()
    pack = Pack(content)
    stood = time.process_time() - start
    words = pack.keys()[::23]
    start = time.process_time()
    for word in words:
        pack.legal(word, "boggle")
    spent = (time.process_time() - start) / len(words)
    print(f"Python: stand {stood * 1000:.0f} ms, judge a word {spent * 1e6:.1f} µs")


def _slowed(page: Page, slowdown: int) -> None:
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slowdown})


def _in_browser(browser: Browser, packed: Path, slowdown: int) -> dict[str, Any]:
    """The reader by itself."""
    files = {
        "": (b"<!doctype html>", "text/html"),
        "reader.js": ((FOLDERS[1] / "reader.js").read_bytes(), "text/javascript"),
        "pack.gz": (packed.read_bytes(), "application/octet-stream"),
    }

    def send(route: Route) -> None:
        body, content_type = files[route.request.url.rpartition("/")[2]]
        route.fulfill(body=body, content_type=content_type)

    with browser.new_context() as context:
        context.route("**/*", send)
        tab = context.new_page()
        tab.goto("https://pack.test/")
        _slowed(tab, slowdown)
        found: dict[str, Any] = tab.evaluate(MEASURE, [TIMES, BOARD])
        return found


def _as_file(browser: Browser, file: Path, slowdown: int) -> dict[str, float]:
    """The page in one file: from the opening to the first answer, and an answer while typing."""
    starts = []
    with browser.new_context(offline=True) as context:
        for _ in range(TIMES):
            tab = context.new_page()
            _slowed(tab, slowdown)
            tab.goto(file.as_uri(), wait_until="commit")
            tab.wait_for_selector("html[data-ready]")
            starts.append(json.loads(tab.evaluate("JSON.stringify(performance.now())")))
            typed: float = tab.evaluate(TYPED)
            tab.close()
    return {"open the file, ms": sorted(starts)[TIMES // 2], "answer a key, ms": typed}


if __name__ == "__main__":
    main()
