"""The reader in TypeScript says what the reader in Python says: in Node and in Chromium, of keys and of whatever else is typed.

Where nothing else is said one key in ten is tried and one odd string in ten, in forty where ``SWEEPS`` is a number, and all of them where ``SWEEPS=whole``.
"""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import unicodedata
from collections.abc import Iterator, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from adjudicator.errors import BadWord
from adjudicator.judging.bench import HouseBench
from adjudicator.judging.service import Adjudicator
from adjudicator.packs import Glosses, Pack
from adjudicator.packs.deltas import delta_of
from adjudicator.rules.house import Effect, Entry, HouseList, Settings
from adjudicator.runtime.packs import KeptPack, Shelf, shipped
from tests.conftest import ROOT, WHOLE, some_of
from tests.debian import program
from tests.packs.conftest import OTHER_RULES
from tests.packs.strings import assigned
from tests.strategies import NOW

SOURCES = ROOT / "adjudicator" / "packs" / "typescript"
READER = ROOT / "adjudicator" / "packs" / "device" / "reader.js"
"""What the sources compile to: it is a part of the page in one file, and what these tests run."""


@pytest.fixture(scope="session")
def node_path() -> str:
    found = program("node", "nodejs")
    if found is None:
        pytest.skip(
            "needs Node 18 or later (the Debian package nodejs): the reader in TypeScript is not tested in it"
        )
    return str(found)


@pytest.fixture(scope="session")
def odd(strings: list[str]) -> list[str]:
    """Ten thousand strings that are no keys, every character that there is beside a letter, and characters that come behind others."""
    return [
        *strings,
        *(f"a{char}" for char in assigned()),
        *(f"{char}bé{char}" for char in assigned() if unicodedata.combining(char)),
    ]


@pytest.fixture(scope="session")
def some_odd(odd: list[str]) -> Sequence[str]:
    """One of them in ten, likewise."""
    return some_of(odd, 10)


def told(pack: Pack, word: str, ruleset: str) -> list[object] | None:
    """What the reader in Python says, in the form of ``told.mjs``; None of what is no word."""
    try:
        judged = pack.judge(word, ruleset)
    except BadWord:
        return None
    return ["" if judged.key == word else judged.key, judged.code, judged.certainty, judged.legal]


def check(
    pack: Pack, words: Sequence[str], answers: dict[str, Any], house: str = "", glosses: Glosses | None = None
) -> None:
    """Check that what the reader in TypeScript *answers* is what the one in Python says of *words*, and the sentences of *glosses*: of each word under
    the *house* list, and under one of the rulesets, another one by another ``SEED``; where ``SWEEPS=whole`` under all of them.
    """
    rulesets = list(pack.rulesets)
    assert answers["rulesets"] == rulesets
    assert answers["words"] == len(words)
    table = [None if said == "bad" else json.loads(said) for said in answers["table"]]
    sentences = answers["sentences"] if glosses else [None] * len(words)
    first = random.randrange(len(rulesets))
    own = {rulesets.index(house)} if house else set()
    columns = [
        sorted(own | (set(range(len(rulesets))) if WHOLE else {column})) for column in range(len(rulesets))
    ]
    for place, (word, numbers, texts) in enumerate(
        zip(words, answers["numbers"], sentences, strict=True), first
    ):
        for column in columns[place % len(columns)]:
            ruleset = rulesets[column]
            said = told(pack, word, ruleset)
            assert table[numbers[column]] == said, (word, ruleset)
            if glosses:
                assert texts[column] == (said and glosses.sentence(word, ruleset)), (word, ruleset)


def ask(node_path: str, kept: KeptPack, *more: str) -> dict[str, Any]:
    """What Node answers."""
    script = SOURCES / "test" / "answers.mjs"
    command = [node_path, str(script), str(READER), str(kept.pack.path), *more]
    done = subprocess.run(command, capture_output=True, text=True, check=False, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_keys_in_node(
    node_path: str, kept: KeptPack, pack: Pack, glosses: Glosses, some_keys: Sequence[str], tmp_path: Path
) -> None:
    """The keys of the pack are the same, in their order. Keys of the lexicon, those of no class among them, are judged alike, and each has the same gloss."""
    (tmp_path / "words.json").write_text(json.dumps(some_keys))
    answers = ask(node_path, kept, str(tmp_path / "words.json"), str(kept.glosses.path))
    assert answers["keys"] == sha256("\n".join(pack.keys()).encode()).hexdigest()
    check(pack, some_keys, answers, glosses=glosses)


def test_odd_strings_in_node(
    node_path: str, kept: KeptPack, pack: Pack, odd: list[str], tmp_path: Path
) -> None:
    """Whatever is typed: every character that this Python knows, and ten thousand strings of odd ones; a quarter of them where ``SWEEPS`` is a number."""
    some = some_of(odd, 1)
    (tmp_path / "words.json").write_text(json.dumps(some))
    check(pack, some, ask(node_path, kept, str(tmp_path / "words.json")))


@pytest.mark.long
def test_a_house_list_in_node(
    node_path: str,
    adjudicator: Adjudicator,
    kept: KeptPack,
    changes: Shelf,
    some_keys: Sequence[str],
    some_odd: Sequence[str],
    tmp_path: Path,
) -> None:
    """On top of a pack, a house list with other rules judges and has its glosses as in Python."""
    said: dict[str, Effect] = {"blorp": "allow", "trig": "deny", "ad": "allow", "ox": "deny"}
    entries = [Entry(key, key, effect, "why", "Anna", NOW, None, ()) for key, effect in said.items()]
    settings = Settings("Ours", "boggle", OTHER_RULES)
    house = HouseList("ours", 3, "sha256:ours", settings, {each.key: each for each in entries})
    bench = HouseBench(adjudicator.benches.of_settings(settings), house, NOW)
    delta = delta_of(
        bench, f"sha256:{kept.pack.path.stem}", shipped(adjudicator), partial(changes.changes, adjudicator)
    )
    pack = Pack.read(kept.pack.path)
    name = pack.add_house(json.loads(json.dumps(delta)))
    glosses = Glosses(kept.glosses.path.read_bytes(), pack)
    words = [
        *some_odd,
        *some_keys,
        *some_of([*delta["words"]], 1),
        *some_of([*delta["spellings"]], 1),
        "blorp",
        "trig",
        "ad",
        "ox",
        "ox!",
        "blorp!",
    ]
    (tmp_path / "house.json").write_text(json.dumps(delta))
    plain = [word for word in words if word.isascii() and word.isalpha()]
    (tmp_path / "plain.json").write_text(json.dumps(plain))
    files = (str(kept.glosses.path), str(tmp_path / "house.json"))
    answers = ask(node_path, kept, str(tmp_path / "plain.json"), *files)
    check(pack, plain, answers, name, glosses)
    others = [word for word in words if not (word.isascii() and word.isalpha())]
    (tmp_path / "others.json").write_text(json.dumps(others))
    check(pack, others, ask(node_path, kept, str(tmp_path / "others.json"), "", files[1]), name)


@pytest.fixture
def tab(browser: Browser, kept: KeptPack) -> Iterator[Page]:
    """A page of a browser that has the reader, and the pack as ``pack``; nothing comes from a network."""
    files = {
        "": (b"<!doctype html><title>Pack</title>", "text/html"),
        "reader.js": (READER.read_bytes(), "text/javascript"),
        "told.mjs": ((SOURCES / "test" / "told.mjs").read_bytes(), "text/javascript"),
        "pack": (kept.pack.path.read_bytes(), "application/octet-stream"),
    }

    def send(route: Route) -> None:
        body, content_type = files[route.request.url.rpartition("/")[2]]
        route.fulfill(body=body, content_type=content_type)

    context = browser.new_context()
    context.route("**/*", send)
    page = context.new_page()
    page.goto("https://pack.test/")
    page.evaluate(
        """async () => {
          window.reader = await import("/reader.js");
          window.answers = (await import("/told.mjs")).answers;
          const content = new Uint8Array(await (await fetch("/pack")).arrayBuffer());
          window.whole = await reader.isWhole(content);
          window.pack = new reader.Pack(content);
        }"""
    )
    yield page
    context.close()


@pytest.mark.parametrize("which", ["keys", "odd"])
def test_in_chromium(
    tab: Page, pack: Pack, some_keys: Sequence[str], some_odd: Sequence[str], which: str
) -> None:
    """A browser says the same of keys of the lexicon and of whatever is typed, and finds the pack as it was made."""
    words = some_keys if which == "keys" else some_odd
    assert tab.evaluate("window.whole") is True
    step = 100_000
    for start in range(0, len(words), step):
        some = words[start : start + step]
        answers = json.loads(tab.evaluate("words => JSON.stringify(answers(reader, pack, words))", some))
        check(pack, some, answers)


@pytest.mark.long
def test_it_is_what_the_sources_compile_to(tmp_path: Path) -> None:
    """The reader of the page in one file is made of the sources in TypeScript, which compile strictly; the package packs what it should, and its
    own tests pass.
    """
    npm = program("npm", "nodejs", "npm")
    if npm is None:
        pytest.skip(
            "needs npm (the Debian packages nodejs and npm): the reader in TypeScript is not compiled"
        )
    folder = tmp_path / "adjudicator" / "packs" / "typescript"
    shutil.copytree(SOURCES, folder, ignore=shutil.ignore_patterns("node_modules", "dist", "*.tgz"))
    shutil.copyfile(ROOT / "LICENSE", tmp_path / "LICENSE")

    def run(*arguments: str) -> str:
        done = subprocess.run([npm, *arguments], cwd=folder, capture_output=True, text=True, check=False)
        if arguments[0] == "ci" and "code E" in done.stderr and "integrity" not in done.stderr.lower():
            pytest.skip(f"The compiler of TypeScript cannot be had here: {done.stderr.splitlines()[0]}")
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    run("ci", "--no-audit", "--no-fund")
    run("test")
    shutil.copyfile(ROOT / "LICENSE", folder / "LICENSE")
    assert (folder / "dist" / "pack.js").read_bytes() == READER.read_bytes()
    said = run("pack", "--json", "--silent", "--ignore-scripts")
    (packed,) = json.loads(said)
    assert {each["path"] for each in packed["files"]} == {
        "LICENSE",
        "README.md",
        "dist/pack.d.ts",
        "dist/pack.js",
        "package.json",
        "src/pack.ts",
    }


def test_the_lock_names_no_address() -> None:
    """Where a package comes from is for whoever installs it to say."""
    assert "http" not in (SOURCES / "package-lock.json").read_text(encoding="utf-8")
