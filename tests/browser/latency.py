"""How long the answer takes: from the last key of a word to the answer on the screen, measured in the browser.

    python -m tests.browser.latency [--words 50]

prints the median and the 95th percentile. The wait that the page itself makes, until nobody types on, is part of it. The clock starts with
the last input of the field and stops in the frame after the one in which the answer for just this word was put in place.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from pathlib import Path
from statistics import median, quantiles

from playwright.sync_api import Page, sync_playwright

from adjudicator.judging.service import Adjudicator
from adjudicator.ledger.store import ENVIRONMENT
from tests.browser.chromium import ARGUMENTS, ChromiumMissing, executable
from tests.browser.conftest import until
from tests.load.server import SERVICE, ServerProcess
from tests.sample import make

BETWEEN_KEYS = 90
"""Milliseconds between two keys of somebody who types fast."""
WATCH = """() => {
  const field = document.getElementById("word");
  const place = document.getElementById("answers");
  let pressed;
  window.took = new Map();
  field.addEventListener("input", () => (pressed = performance.now()), { capture: true });
  new MutationObserver(() => {
    const shown = place.querySelector(".asked")?.textContent;
    if (shown !== field.value || window.took.has(shown) || place.ariaBusy === "true") return;
    requestAnimationFrame(() => setTimeout(() => window.took.set(shown, performance.now() - pressed)));
  }).observe(place, { childList: true });
}"""


def measure(page: Page, words: list[str]) -> list[float]:
    """Type each of *words* on the page that looks words up; return how many milliseconds each answer took."""
    page.goto("/")
    page.evaluate(WATCH)
    field = page.get_by_label("Word, or several")
    for word in words:
        field.press("Escape")
        field.press_sequentially(word, delay=BETWEEN_KEYS)
        until(page, "(word) => window.took.has(word)", word)
    return [page.evaluate("(word) => window.took.get(word)", word) for word in words]


def told(milliseconds: list[float]) -> str:
    """Return what is printed of the measured times."""
    high = quantiles(milliseconds, n=20, method="inclusive")[-1]
    return (
        f"last key to answer, {len(milliseconds)} words: "
        f"p50 {median(milliseconds):.0f} ms, p95 {high:.0f} ms, most {max(milliseconds):.0f} ms"
    )


def sample_words(count: int) -> list[str]:
    """Return *count* words of three letters or more, the same every time; a fourth of them have a letter too many."""
    chance = random.Random(7)
    keys = [key for key in Adjudicator().under().legal_keys() if 3 <= len(key) <= 9]
    words = chance.sample(keys, count)
    return [word + "q" if number % 4 == 0 else word for number, word in enumerate(words)]


def main() -> int:
    """Measure on a server and in a browser of its own."""
    parser = argparse.ArgumentParser(prog="tests.browser.latency", description=main.__doc__)
    parser.add_argument("--words", type=int, default=50)
    words = sample_words(parser.parse_args().words)
    try:
        path = executable()
    except ChromiumMissing as error:
        print(error, file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        ledger = make(Path(folder) / "ledger.sqlite").path
        with ServerProcess(*SERVICE, environment={ENVIRONMENT: str(ledger)}) as server:
            browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
            print(told(measure(browser.new_page(base_url=server.address), words)))
            browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
