"""Screenshots of every page of the site in its main states, at four sizes from a small phone to a desk, in light and in dark: ``make screenshots``.

    python -m tests.browser.screenshots [--folder FOLDER] [NAME …]     those whose name begins so; all without a name
    python -m tests.browser.screenshots --card                         make the picture that goes with shared links anew
    python -m tests.browser.screenshots --docs                         make the picture that the README and the documentation show anew

A *scene* brings a page into a state, on a server and a ledger of its own; :data:`SCENES` has them all. Pages that no scene shows are opened as
they are, so that a page that is added later is seen, too. Start at :func:`main`.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlencode, urlsplit

from playwright.sync_api import Browser, Page, Route, sync_playwright
from playwright.sync_api import Error as PlaywrightError
from sqlalchemy import URL

from adjudicator.games.sitting import Draft, packed
from adjudicator.judging.service import Adjudicator
from adjudicator.ledger.ledger import Ledger
from adjudicator.rules.challenge import Context
from adjudicator.rules.house import Entry, Settings
from adjudicator.server.app import create_app
from adjudicator.usecases import disputes
from adjudicator.usecases.writers import Writer
from tests.browser.chromium import ARGUMENTS, executable
from tests.browser.places import CROSSWORD, LISTS, places, rules_of
from tests.load.server import SERVICE, ServerProcess
from tests.sample import HOUSES, SLUGS, Sample, make

ROOT = Path(__file__).parents[2]
CARD = ROOT / "adjudicator" / "web" / "static" / "card.png"
ICON = ROOT / "adjudicator" / "packs" / "device" / "icon.svg"
CARD_SIZE = {"width": 1200, "height": 630}
SHOWN = ROOT / "docs" / "look-up.png"
SHOWN_SIZE = {"width": 1280, "height": 800}
SIZES: Mapping[str, Mapping[str, Any]] = {
    "small": {"viewport": {"width": 320, "height": 640}, "has_touch": True, "is_mobile": True},
    "phone": {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True},
    "tablet": {"viewport": {"width": 768, "height": 1024}, "has_touch": True, "is_mobile": True},
    "desktop": {"viewport": {"width": 1440, "height": 900}},
}
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
TALLEST = 15_000
"""Pixels of a page that is shown whole; of one that is taller the picture is what fits the screen."""
PATIENCE = 10_000
"""Milliseconds that a scene waits for what it needs."""
BARE_RATE = 20
"""How many pages a minute the server has whose ledger is empty."""
FAMILY = ("Anna", "Ben", "Cleo", "Dora")
WORDS = {
    "yeet": ("allow", "everybody says it"),
    "za": ("allow", "short for pizza, as we have always played it"),
    "qi": ("allow", ""),
    "ok": ("allow", "voted at Ben's birthday"),
    "fridge": ("deny", "a joke that has stayed"),
    "zen": ("deny", "a name, we think"),
    "grandad": ("allow", ""),
    "selfie": ("allow", "in every dictionary by now"),
}

SECOND = Draft(board="STEP/LINE/GATE/RUSH", lists={"Anna": "gate line", "Ben": "rush steps"}, scored=True)
FIRST = LISTS.with_draft(scored=True)
NEXT = FIRST.changed_by(rounds=[*FIRST.rounds, Draft()])
WON = FIRST.changed_by(rounds=[*FIRST.rounds, SECOND], length=2)


@dataclass(frozen=True)
class Stage:
    """Where a scene plays: a page of a browser, and what the ledger of its server has."""

    page: Page
    sample: Sample
    open_dispute: str
    """A dispute that several have voted in."""
    bare: str
    """The address of another server, whose ledger has nothing in it."""
    table: str
    """The address, on its own machine, of a server for people around one table."""

    def go(self, path: str, **query: str) -> None:
        """Open a page of the site."""
        self.page.goto(f"{path}?{urlencode(query)}" if query else path)

    def sign_in(self) -> None:
        """Become somebody who may do everything."""
        self.page.goto("/sign-in")
        if self.page.get_by_label("Token").count():
            self.page.get_by_label("Token").fill(self.sample.token)
            self.page.get_by_role("button", name="Sign in").click()
            self.page.get_by_role("button", name="Sign out here").wait_for()

    def press(self, name: str) -> None:
        """Press a button that sends a form, and wait for the page that comes."""
        with self.page.expect_navigation():
            self.page.get_by_role("button", name=name, exact=True).first.click()

    def unfold(self) -> None:
        """Open everything that can be folded away."""
        for each in reversed(self.page.locator("main details:not([open]) > summary").all()):
            if each.is_visible():
                each.click()


Scene = Callable[[Stage], None]
SCENES: dict[str, Scene] = {}


def scene(name: str) -> Callable[[Scene], Scene]:
    """Add a scene to :data:`SCENES`."""

    def add(function: Scene) -> Scene:
        SCENES[name] = function
        return function

    return add


def opened(name: str, path: str, *, signed_in: bool = False, **query: str) -> None:
    """Add the scene of a page that only has to be opened."""

    def play(stage: Stage) -> None:
        if signed_in:
            stage.sign_in()
        stage.go(path, **query)

    SCENES[name] = play


opened("look-up-empty", "/")
opened("look-up-legal", "/", word="trig", ruleset="boggle")
opened("look-up-illegal", "/", word="zee", ruleset="boggle")
opened("look-up-disputable", "/", word="rewatches", ruleset="boggle")
opened("look-up-phrases", "/", word="quo", ruleset="boggle")
opened("look-up-near", "/", word="recieve", ruleset="boggle")
opened("look-up-many-meanings", "/", word="set", ruleset="boggle")
opened("look-up-several", "/", word="trig zee quo scuba rewatches", ruleset="boggle")
opened("look-up-house", "/", word="yeet", ruleset=HOUSES[0], signed_in=True)
opened("look-up-fault", "/", word="123", ruleset="boggle")
opened("look-up-no-such-rules", "/", word="trig", ruleset="nosuch")
opened("judge-empty", "/judge")
opened("board-empty", "/board")
opened("board-guess", "/board", board="pers latg sine ters", ruleset="boggle", go="1")
opened("board-qu", "/board", board="QuERS/LATG/SINE/TERS", ruleset="boggle")
opened("board-without-words", "/board", board="ZZ/ZZ", ruleset="boggle")
opened("board-too-hard", "/board", board="/".join(["????"] * 4), ruleset="boggle")
opened("board-solved", "/board", board="PERS/LATG/SINE/TERS", ruleset="boggle")
opened("board-word", "/board", board="PERS/LATG/SINE/TERS", ruleset="boggle", word="plates")
opened(
    "board-checked", "/board", board="PERS/LATG/SINE/TERS", ruleset="boggle", words="plates zed plat saint"
)
opened("board-rings", "/board", board="..R../.ABE./W?D*IS/.OG*T./..E..", ruleset="bonus-rings", word="digit")
opened("board-fault", "/board", board="PERS/LAT", ruleset="boggle")
opened("play", "/play")
opened("players", "/play/players?ruleset=word-whiz")
opened("round", f"/play/round?g={packed(LISTS)}")
opened("round-scored", f"/play/result?g={packed(LISTS.with_draft(scored=True))}")
opened("round-next", f"/play/round?g={packed(NEXT)}")
opened("round-won", f"/play/result?g={packed(WON)}")
opened("crossword", f"/play/round?g={packed(CROSSWORD)}")
opened("crossword-scored", f"/play/result?g={packed(CROSSWORD.with_draft(scored=True))}")
opened("lists", "/lists")
opened("lists-owner", "/lists", signed_in=True)
opened("list", f"/lists/{SLUGS[0]}")
opened("list-searched", f"/lists/{SLUGS[0]}", q="z")
opened("list-owner", f"/lists/{SLUGS[0]}", signed_in=True)
opened("list-word", f"/lists/{SLUGS[0]}", word="za", signed_in=True)
opened("list-history", f"/lists/{SLUGS[0]}/history", signed_in=True)
opened("list-revision", f"/lists/{SLUGS[0]}/history/3", signed_in=True)
opened("list-compare", f"/lists/{SLUGS[0]}/compare", one="1", other="3")
opened("list-changes", f"/lists/{SLUGS[0]}/changes")
opened("list-files", f"/lists/{SLUGS[0]}/files", signed_in=True)
opened("list-merge", f"/lists/{SLUGS[0]}/merge", other=SLUGS[1], signed_in=True)
opened("list-settings", f"/lists/{SLUGS[0]}/settings", signed_in=True)
opened("list-people", f"/lists/{SLUGS[0]}/people", signed_in=True)
opened("list-people-refused", f"/lists/{SLUGS[0]}/people")
opened("list-copy", f"/lists/{SLUGS[0]}/copy", signed_in=True)
opened("disputes", "/disputes")
opened("dispute-new", "/disputes/new")
opened("dispute-new-owner", "/disputes/new", word="rewatches", ruleset="boggle", signed_in=True)
opened("dispute-new-word-whiz", "/disputes/new", words="zee ghru", ruleset="word-whiz", signed_in=True)
opened("sign-in", "/sign-in")
opened("signed-in", "/sign-in", signed_in=True)
opened("rules", "/rules")
opened("rulebook-boggle", "/rules/boggle")
opened("rulebook-bonus-rings", "/rules/bonus-rings")
opened("rulebook-word-whiz", "/rules/word-whiz")
opened("rulebook-open", "/rules/open")
opened("rulebook-house", f"/rules/{HOUSES[1]}")
opened("about", "/about")
opened("docs", "/docs")
opened("error-404", "/nosuch")


def kept_game(stage: Stage, ruleset: str) -> str:
    """Begin a game that the ledger keeps, of Anna and Ben; return its id."""
    stage.sign_in()
    stage.go("/play/players", ruleset=ruleset)
    for number, name in enumerate(("Anna", "Ben")):
        stage.page.locator("[name=player]").nth(number).fill(name)
    stage.press("Play")
    return stage.page.locator("form input[name=game]").first.get_attribute("value") or ""


@scene("rules-changed")
def _(stage: Stage) -> None:
    stage.sign_in()
    stage.go("/rules/boggle/change")
    stage.page.get_by_label("Fewest letters").fill("4")
    stage.page.get_by_label("Spelling", exact=True).select_option("any")
    stage.page.locator("#effect").get_by_text("American spelling").wait_for()


@scene("rules-changed-wrong")
def _(stage: Stage) -> None:
    stage.go("/rules/boggle/change")
    stage.unfold()
    stage.page.get_by_label("Fewest letters").fill("x")
    stage.page.get_by_label("How many must vote").fill("y")
    stage.page.locator("#wrong").wait_for()


@scene("play-begun")
def _(stage: Stage) -> None:
    stage.go(f"/play/round?g={packed(LISTS)}")
    stage.page.get_by_label("The board, in rows").fill("GATE")
    stage.page.wait_for_timeout(1_500)
    stage.go("/play")
    stage.page.get_by_text("Go on with a game").wait_for()


@scene("own-list")
def _(stage: Stage) -> None:
    stage.go("/play/list", game=kept_game(stage, "boggle"), player="Anna")
    stage.page.get_by_label("Your words").fill("plates lines stale")


@scene("own-tiles")
def _(stage: Stage) -> None:
    stage.go("/play/list", game=kept_game(stage, "word-whiz"), player="Anna")


@scene("own-tiles-in")
def _(stage: Stage) -> None:
    stage.go("/play/list", game=kept_game(stage, "word-whiz"), player="Anna")
    stage.press("I'm out!")


@scene("crossword-kept")
def _(stage: Stage) -> None:
    kept_game(stage, "word-whiz")
    stage.page.get_by_text("Each on your own phone").click()


@scene("look-up-typed")
def _(stage: Stage) -> None:
    stage.go("/")
    stage.page.get_by_label("Word, or several").press_sequentially("scuba")
    stage.page.locator(".answer.legal").wait_for()


def _typed_on(stage: Stage, act: Callable[[Route], None], kind: str) -> None:
    stage.go("/", word="zebr", ruleset="boggle")
    stage.page.route(re.compile("part=answer"), act)
    stage.page.get_by_label("Word, or several").press_sequentially("a")
    stage.page.locator(f".answer.{kind}").wait_for()


@scene("look-up-waiting")
def _(stage: Stage) -> None:
    _typed_on(stage, lambda route: None, "waiting")
    stage.page.locator(".rest").wait_for(state="hidden")


@scene("look-up-no-answer")
def _(stage: Stage) -> None:
    refused = {"Retry-After": "12"}
    _typed_on(stage, lambda route: route.fulfill(status=429, headers=refused), "failed")


@scene("look-up-begun")
def _(stage: Stage) -> None:
    stage.go("/")
    stage.page.get_by_label("Word, or several").press_sequentially("zz")
    stage.page.locator(".answer.begun").wait_for()


@scene("look-up-unfolded")
def _(stage: Stage) -> None:
    stage.go("/", word="zee", ruleset="boggle")
    stage.unfold()


@scene("judge-acceptable")
def _(stage: Stage) -> None:
    _judge(stage, "trig zed")


@scene("judge-unacceptable")
def _(stage: Stage) -> None:
    _judge(stage, "trig zee")


def _judge(stage: Stage, words: str) -> None:
    stage.go("/judge")
    stage.page.get_by_label("Words").fill(words)
    stage.page.get_by_role("button", name="Judge").click()
    stage.page.get_by_text("ACCEPTABLE").first.wait_for()


@scene("board-tapped")
def _(stage: Stage) -> None:
    stage.go("/board")
    stage.page.get_by_label("Row 1, place 1").click()
    stage.page.keyboard.type("qersla")
    stage.page.get_by_role("button", name="Ring").click()


@scene("board-unfolded")
def _(stage: Stage) -> None:
    stage.go("/board", board="PERS/LATG", ruleset="boggle")
    stage.unfold()


def emptied(name: str, path: str) -> None:
    """Add the scene of a page of a site that nobody has written to yet."""
    SCENES[name] = lambda stage: stage.go(stage.bare + path)


emptied("lists-none", "/lists")
emptied("disputes-none", "/disputes")
emptied("rules-without-lists", "/rules")


@scene("table")
def _(stage: Stage) -> None:
    stage.go(stage.table + "/table")


@scene("table-look-up")
def _(stage: Stage) -> None:
    stage.go(stage.table + "/")


@scene("table-join")
def _(stage: Stage) -> None:
    stage.go(stage.table + "/table")
    stage.go("http://" + stage.page.locator(".typed").inner_text())


@scene("list-without-words")
def _(stage: Stage) -> None:
    stage.sign_in()
    stage.go("/lists")
    stage.page.get_by_label("Title").fill("Anna's own")
    stage.press("Make the list")


@scene("refused-at-the-edge")
def _(stage: Stage) -> None:
    for _ in range(BARE_RATE):
        stage.go(f"{stage.bare}/lists")


@scene("list-fault")
def _(stage: Stage) -> None:
    stage.sign_in()
    stage.go(f"/lists/{SLUGS[0]}", word="123")
    _send_word(stage.page, "123")


@scene("list-changed")
def _(stage: Stage) -> None:
    stage.sign_in()
    stage.go(f"/lists/{SLUGS[0]}", word="glorp")
    _send_word(stage.page, "glorp")


@scene("list-conflict")
def _(stage: Stage) -> None:
    stage.sign_in()
    stage.go(f"/lists/{SLUGS[0]}", word="grandad")
    other = stage.page.context.new_page()
    other.goto(f"/lists/{SLUGS[0]}?word=grandad")
    _send_word(other, "grandad", reason="Ben was first")
    other.close()
    _send_word(stage.page, "grandad", reason="Anna came second")


def _send_word(page: Page, word: str, reason: str = "") -> None:
    form = page.locator("form[method=post]", has=page.locator("[name=word]")).first
    form.locator("[name=word]").fill(word)
    form.locator("[name=effect][value=allow]").check()
    if reason:
        form.locator("[name=reason]").fill(reason)
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        form.locator("button[type=submit]").first.click()
    page.locator("form[aria-busy]").wait_for(state="detached")  # what came stands in the place of the page


@scene("list-import-report")
def _(stage: Stage) -> None:
    stage.sign_in()
    stage.go(f"/lists/{SLUGS[0]}/files")
    table = "Word;Page;Allowed;Reason\nglorp;1;x;a toy\nflim;2;x;\ntrig;3;;clipping\nfridge;4;x;\n123;5;x;\nGlorp;6;;no toy\n"
    stage.page.get_by_label("or the words themselves").fill(table)
    stage.press("Look what would happen")


@scene("list-printed")
def _(stage: Stage) -> None:
    stage.go(f"/lists/{SLUGS[0]}/print")
    stage.page.emulate_media(media="print")


@scene("dispute-open")
def _(stage: Stage) -> None:
    stage.go(f"/disputes/{stage.open_dispute}")


@scene("dispute-open-owner")
def _(stage: Stage) -> None:
    stage.sign_in()
    stage.go(f"/disputes/{stage.open_dispute}")


@scene("dispute-invite")
def _(stage: Stage) -> None:
    stage.sign_in()
    stage.go(f"/disputes/{stage.open_dispute}")
    stage.press("Make a code to scan")


@scene("dispute-closed")
def _(stage: Stage) -> None:
    stage.sign_in()
    stage.go(f"/disputes/{stage.sample.closed_disputes[0]}")


@scene("join")
def _(stage: Stage) -> None:
    stage.go(f"/join/{stage.sample.invite_secrets[0]}")


@scene("sign-in-wrong")
def _(stage: Stage) -> None:
    stage.go("/sign-in")
    stage.page.get_by_label("Token").fill("adj_wrong")
    stage.press("Sign in")


@scene("rulebook-unfolded")
def _(stage: Stage) -> None:
    stage.go("/rules/boggle")
    stage.page.locator("footer summary").click()


@scene("docs-tried")
def _(stage: Stage) -> None:
    stage.go("/docs")
    section = stage.page.locator("#judge_word")
    section.get_by_role("button", name="Try it").click()
    section.locator(".came .result").wait_for()
    section.scroll_into_view_if_needed()


def prepare(folder: Path) -> tuple[Sample, str]:
    """Make a ledger that has something to show: the sample, and a family's list and dispute. Return it, and the dispute."""
    sample = make(folder / "ledger.sqlite")
    url = URL.create("sqlite", database=str(sample.path))
    with closing(Ledger(url)) as ledger, closing(Adjudicator(ledger=ledger)) as adjudicator:
        ledger.houses.settings(SLUGS[1], None, Settings("Monday", "boggle", {"length": {"min": 4}}), "Anna")
        for number, (word, (effect, reason)) in enumerate(WORDS.items()):
            author, at = FAMILY[number % 3], f"2026-03-{number + 1:02}T19:30:00.000000Z"
            entry = Entry(word, word, effect, reason, author, at)  # type: ignore[arg-type]
            ledger.houses.edit(SLUGS[0], None, {word: entry}, author, f"game night {number + 1}")
        context = Context(player="Ben", challenger="Cleo")
        made = disputes.open_dispute(
            adjudicator, ["rewatches"], HOUSES[0], by=Writer("Cleo"), context=context, settle="vote", quorum=3
        )
        for name, choice in zip(FAMILY, ("legal", "illegal", "legal", "abstain"), strict=True):
            token, _ = ledger.tokens.create(name, "voter", HOUSES[0], created_by="Anna")
            ledger.disputes.vote(made.id, token.id, name, choice)
    return sample, made.id


@contextmanager
def stages(browser: Browser, size: str) -> Iterator[Callable[[], Stage]]:
    """A server over a ledger of its own; what is given makes a stage in a browser profile of its own."""
    with tempfile.TemporaryDirectory() as folder:
        sample, dispute = prepare(Path(folder))
        bare_path, rate = Path(folder) / "empty.sqlite", f"{BARE_RATE}/minute"
        ours = ServerProcess(*SERVICE, environment={"ADJUDICATOR_LEDGER": str(sample.path)})
        empty = ServerProcess(
            *SERVICE, environment={"ADJUDICATOR_LEDGER": str(bare_path), "ADJUDICATOR_RATE": rate}
        )
        around = ServerProcess(
            *SERVICE, "--table", environment={"ADJUDICATOR_LEDGER": str(Path(folder) / "table.sqlite")}
        )
        with ours as server, empty as bare, around as table:

            def stage() -> Stage:
                context = browser.new_context(base_url=server.address, reduced_motion="reduce", **SIZES[size])
                context.set_default_timeout(PATIENCE)
                return Stage(
                    context.new_page(), sample, dispute, bare.address, f"http://localhost:{table.port}"
                )

            yield stage


def shoot(stage: Stage, play: Scene, folder: Path, name: str, size: str) -> str:
    """Play a scene and take its picture in light and in dark; return the path of the address that it ended at.

    The screen is made as high as the page is, so that what sticks to its edge is where somebody sees it who has scrolled there.
    """
    try:
        play(stage)
        page = stage.page
        height = page.evaluate("document.documentElement.scrollHeight")
        if height <= TALLEST:
            page.set_viewport_size({"width": SIZES[size]["viewport"]["width"], "height": height})
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            page.screenshot(path=folder / f"{name}-{size}-{scheme}.png")
        return urlsplit(page.url).path
    finally:
        stage.page.context.close()


def unseen(stage: Callable[[], Stage], seen: Iterable[str]) -> dict[str, str]:
    """Return an address of every page that none of the addresses *seen* is of, by a name for it."""
    app, paths, look = create_app(), list(seen), stage()
    found = {}
    for rule in rules_of(app, "GET"):
        made = re.compile(re.sub(r"<[^>]+>", "[^/]+", rule.rule))
        address = next(each for each in places(app, look.sample) if made.fullmatch(each))
        if not any(map(made.fullmatch, paths)) and _is_page(look, address):
            found["page-" + re.sub(r"[^a-z]+", "-", rule.rule).strip("-")] = address
    look.page.context.close()
    return found


def _is_page(look: Stage, address: str) -> bool:
    """Return whether there is a page at an address, and not a part of one, or a way to another."""
    look.sign_in()
    answer = look.page.goto(address)
    there = answer is not None and answer.ok and urlsplit(look.page.url).path == address
    return there and look.page.locator("main").count() == 1


def take(folder: Path, wanted: tuple[str, ...]) -> list[str]:
    """Take all pictures whose scene begins with one of *wanted*; return what could not be shown."""
    missed = []
    chosen = {name: play for name, play in SCENES.items() if name.startswith(wanted)}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=list(ARGUMENTS))
        for size in SIZES:
            seen = []
            with stages(browser, size) as stage:
                for name, play in chosen.items():
                    try:
                        seen.append(shoot(stage(), play, folder, name, size))
                    except PlaywrightError as error:
                        missed.append(f"{name}, {size}: {error.message.splitlines()[0]}")
                for name, address in unseen(stage, seen).items() if wanted == ("",) else ():
                    shoot(stage(), _opener(address), folder, name, size)
        browser.close()
    return missed


def _opener(address: str) -> Scene:
    def play(stage: Stage) -> None:
        stage.sign_in()
        stage.go(address)

    return play


def draw_card(path: Path) -> None:
    """Make the picture that goes with shared links."""
    drawn = Path(__file__).with_name("card.html").read_text(encoding="utf-8")
    icon = ICON.read_text(encoding="utf-8").replace("<svg ", '<svg width="72" height="72" ')
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=list(ARGUMENTS))
        page = browser.new_page(viewport=CARD_SIZE)  # type: ignore[arg-type]
        page.set_content(drawn.replace("ICON", icon))
        page.screenshot(path=path)
        browser.close()


def draw_shown(path: Path) -> None:
    """Make the picture of the look-up page that the README and the documentation show."""
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=executable(), args=list(ARGUMENTS))
        with ServerProcess(
            *SERVICE, environment={"ADJUDICATOR_LEDGER": str(Path(folder) / "ledger.sqlite")}
        ) as server:
            page = browser.new_page(base_url=server.address, viewport=SHOWN_SIZE)  # type: ignore[arg-type]
            page.goto("/?word=trig&ruleset=boggle")
            page.screenshot(path=path)
        browser.close()


def main(arguments: list[str] | None = None) -> int:
    """Take the pictures; return 1 where a scene could not be played."""
    parser = argparse.ArgumentParser(prog="python -m tests.browser.screenshots", description=__doc__)
    parser.add_argument("--folder", type=Path, default=ROOT / "screenshots")
    parser.add_argument("--card", action="store_true")
    parser.add_argument("--docs", action="store_true")
    parser.add_argument("names", nargs="*", metavar="NAME")
    options = parser.parse_args(arguments)
    for wanted, draw, picture in ((options.card, draw_card, CARD), (options.docs, draw_shown, SHOWN)):
        if wanted:
            draw(picture)
            print(f"{picture}: {picture.stat().st_size:,} bytes")
            return 0
    options.folder.mkdir(parents=True, exist_ok=True)
    missed = take(options.folder, tuple(options.names) or ("",))
    print(f"{len(list(options.folder.glob('*.png')))} pictures in {options.folder}")
    for each in missed:
        print(f"not shown: {each}", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
