"""What the tests share: the real lexicon, a home of one's own, the command line as a process, small sources
to build from.
"""

from __future__ import annotations

import gc
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import pytest
from flask import Flask
from hypothesis import settings
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from werkzeug.routing import Rule

from adjudicator.core.model import Evidence, Facts, Reading
from adjudicator.ingest.build import BuiltSource, build
from adjudicator.judging.service import Adjudicator
from adjudicator.lexicon.seals import is_whole, name_of
from adjudicator.resources import LEXICON_NAME, Places, lexicon_path
from adjudicator.runtime import ready
from adjudicator.runtime.packs import FOLDER as PACKS
from adjudicator.runtime.ready import FOLDER
from tests.browser.chromium import ARGUMENTS, FRUGAL, ChromiumMissing, executable
from tests.commands import Commands
from tests.load.server import ServerProcess
from tests.sharing import share

if TYPE_CHECKING:
    from playwright.sync_api import Browser

T = TypeVar("T")
ROOT = Path(__file__).parents[1]
REAL_LEXICON = lexicon_path().resolve()
Run = Callable[..., "subprocess.CompletedProcess[str]"]
_SESSION_HOME = pytest.StashKey[Path]()
SWEEPS = os.environ.get("SWEEPS", "each")
"""How much is tried of a test of many cases: so many of them at most, ``each``, or ``whole``, which is all that can be combined."""
WHOLE = SWEEPS == "whole"
"""Whether sweeps try every combination, as `make trials` has them do, and not each thing with some of the others."""


def examples(each: int, whole: int) -> int:
    """Return how many examples are tried of a property that more are tried of than of others: so many of *each* or of the *whole* sweep, or where
    ``SWEEPS`` is a number a third of each.
    """
    return whole if WHOLE else each // 3 if SWEEPS.isdecimal() else each


def one_in(few: int) -> int:
    """Return of how many cases one is tried of a sweep over all: of *few*, or where ``SWEEPS`` is a number of four times as many; every one in the whole sweep."""
    return 1 if WHOLE else 4 * few if SWEEPS.isdecimal() else few


def some_of(every: Sequence[T], few: int = 1) -> Sequence[T]:
    """Return one in so many of *every* (:func:`one_in`), others by another ``SEED``."""
    step = one_in(few)
    return every[random.randrange(step) :: step]


settings.register_profile(
    "untimed", deadline=None, max_examples=100 if WHOLE else 20 if SWEEPS.isdecimal() else 40
)
settings.load_profile("untimed")


ONE_DAY_IN = 3
"""How many days pass from one on which a long test is played to the next, where ``SWEEPS`` is a number."""
_ALWAYS = ("tests/rules/", "tests/games/", "tests/test_cases.py", "tests/test_layering.py", "tests/docs/")
"""Where every case is tried: what the rulebooks and the documents say, and what the modules may import."""


BOTH = ("sqlite", "postgresql")
"""On what the ledger's tests run, as their cases are called."""
_DATABASES = re.compile(rf"\b({'|'.join(BOTH)})\b")


TOGETHER = ("browser", "kept", "commands")
"""Fixtures of a session that take seconds in each process of the tests that needs them."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out of a test of more cases than ``SWEEPS`` all but so many, of a case on two databases one, and of the long tests two in three, which
    the number that decides the order chooses.

    What is left keeps its order, but that tests which share what takes long to make come first, and together. A process of the tests gets those in one
    piece, and whichever has none of its own left takes of the end of others: so few processes make it, and what takes longest is begun first.
    """
    if SWEEPS.isdecimal():
        _leave_out(config, items, int(SWEEPS))
    items.sort(key=_place)


def _place(item: pytest.Item) -> int:
    names = getattr(item, "fixturenames", ())
    return next((place for place, name in enumerate(TOGETHER) if name in names), len(TOGETHER))


def _leave_out(config: pytest.Config, items: list[pytest.Item], most: int) -> None:
    seed = config.getoption("randomly_seed", "")
    tests: dict[str, list[pytest.Item]] = {}
    left_out = _of_other_days(seed, [item for item in items if item.get_closest_marker("long")])
    for item in items:
        name, _, case = item.nodeid.partition("[")
        database = _DATABASES.search(case) if name.startswith("tests/ledger/") else None
        if (
            database
            and random.Random(f"{seed} {name} {_DATABASES.sub('', case)}").choice(BOTH) != database[1]
        ):
            left_out.append(item)
        elif not name.startswith(_ALWAYS):
            tests.setdefault(name, []).append(item)
    for name, cases in tests.items():
        if len(cases) > most:
            by_name = sorted(cases, key=lambda case: case.nodeid)
            kept = set(random.Random(f"{seed} {name}").sample(range(len(by_name)), most))
            left_out += [case for place, case in enumerate(by_name) if place not in kept]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        gone = set(map(id, left_out))
        items[:] = [item for item in items if id(item) not in gone]


def _of_other_days(seed: object, long: list[pytest.Item]) -> list[pytest.Item]:
    """Return the *long* tests that are left out: each is played one day in three, and of those of a module some every day."""
    by_name = sorted(long, key=lambda item: item.nodeid)
    kept = by_name[random.Random(str(seed)).randrange(ONE_DAY_IN) :: ONE_DAY_IN]
    return [item for item in by_name if item not in kept]


def pytest_collection_finish() -> None:
    """Keep what was collected from Python's collector of garbage: it lives as long as the session, and takes a second to go through."""
    gc.freeze()


def pytest_configure(config: pytest.Config) -> None:
    """Give the session an empty data directory with the built lexicon, so that no test writes in that of whoever runs them."""
    gc.set_threshold(400_000, 20, 20)  # else a sixth of the time goes into looking for garbage
    ServerProcess.forks = True
    folder = Path(tempfile.mkdtemp(prefix="adjudicator-tests-"))
    common = Places.from_environment().home / FOLDER
    os.environ["ADJUDICATOR_HOME"] = str(folder)
    config.stash[_SESSION_HOME] = home_with_lexicon(folder)
    if hasattr(config, "workerinput") and (folder / FOLDER).exists():  # of many processes one makes ready
        shutil.rmtree(folder / FOLDER)
        (folder / FOLDER).symlink_to(common)
    for name in ("ADJUDICATOR_LEDGER", "ADJUDICATOR_EVIDENCE"):
        os.environ.pop(name, None)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Remove the session's data directory; what a test has left in it is a fault of that test."""
    shutil.rmtree(config.stash[_SESSION_HOME])


@pytest.fixture(autouse=True, scope="module")
def _kept_from_the_collector() -> None:
    """Keep from Python's collector of garbage what earlier modules have left in memory: deeds of the ledger have it go through everything."""
    gc.collect()
    gc.freeze()


COMPILED = ("arguments", "_parts", "_trace", "_converters", "_build", "_build_unknown")
"""What a route is compiled to."""


class CompiledTemplates(BytecodeCache):
    """Templates that an application of this process has compiled."""

    def __init__(self) -> None:
        self._found: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self._found:
            bucket.bytecode_from_string(self._found[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._found[bucket.key] = bucket.bytecode_to_string()


@pytest.fixture(autouse=True, scope="session")
def _applications_share() -> Iterator[None]:
    """A thousand tests make an application: its templates and routes are compiled, the built lexicon is read through, and what is read of it at once
    is read and judged by the shipped rulesets, once in each process.
    """
    compile_rule, compiled = Rule.compile, dict[tuple[object, ...], dict[str, Any]]()

    def is_whole_still(path: Path) -> bool:
        return path.resolve() == REAL_LEXICON or is_whole(path)

    def compile_once(rule: Rule) -> None:
        defaults = sorted((rule.defaults or {}).items())
        key = (rule.rule, rule.host, rule.subdomain, rule.merge_slashes, *defaults)
        if key in compiled:
            vars(rule).update(compiled[key])
        else:
            compile_rule(rule)
            compiled[key] = {name: vars(rule)[name] for name in COMPILED}

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rule, "compile", compile_once)
        patch.setitem(Flask.jinja_options, "bytecode_cache", CompiledTemplates())
        if REAL_LEXICON.exists() and is_whole(REAL_LEXICON):
            patch.setattr(ready, "is_whole", is_whole_still)
            share(REAL_LEXICON, patch.setattr)
        yield


@pytest.fixture(autouse=True, scope="session")
def _nothing_is_left(pytestconfig: pytest.Config) -> Iterator[None]:
    """Tests that write have folders of their own: the session's data directory stays as it was, but for what servers keep of the lexicon."""
    yield
    left = {path.name for path in pytestconfig.stash[_SESSION_HOME].iterdir()}
    assert left <= {LEXICON_NAME, FOLDER, PACKS}


@pytest.fixture(scope="session")
def adjudicator() -> Iterator[Adjudicator]:
    """The service over the lexicon that was built."""
    service = Adjudicator(REAL_LEXICON)
    yield service
    service.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A real browser: one for each process of the tests, since its driver can be started there once."""
    from playwright.sync_api import sync_playwright

    try:
        path = executable()
    except ChromiumMissing as error:
        pytest.fail(str(error))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[*ARGUMENTS, FRUGAL])
        yield browser
        browser.close()


def home_with_lexicon(folder: Path) -> Path:
    """Make *folder* a data directory with the built lexicon in it, and with what was made ready of it before the tests and by servers of the session."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / LEXICON_NAME).symlink_to(REAL_LEXICON)
    if REAL_LEXICON.exists():  # nobody writes to it: servers need not copy two hundred megabytes
        (folder / FOLDER).mkdir()
        (folder / FOLDER / f"{name_of(REAL_LEXICON)}.sqlite").symlink_to(REAL_LEXICON)
        (folder / PACKS).mkdir()
        for kind, pattern in ((FOLDER, "*.bin"), (PACKS, "[!.]*")):
            for made in {
                each.name: each
                for kept in (REAL_LEXICON.parent, Places.from_environment().home)
                for each in (kept / kind).glob(pattern)
            }.values():
                (folder / kind / made.name).symlink_to(made.resolve())
    return folder


@pytest.fixture(scope="session")
def session_home(pytestconfig: pytest.Config) -> Path:
    """The data directory of the session. Servers keep there what they make ready, which takes seconds; nobody else writes in it."""
    return pytestconfig.stash[_SESSION_HOME]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A data directory of the test's own, with the built lexicon in it."""
    return home_with_lexicon(tmp_path / "home")


def environment(home: Path, **more: str) -> dict[str, str]:
    """The environment of a command that has its data in *home*."""
    return {**os.environ, "ADJUDICATOR_HOME": str(home), "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", **more}


@pytest.fixture(scope="session")
def commands(session_home: Path) -> Iterator[Commands]:
    """What runs commands."""
    made = Commands(environment(session_home))
    yield made
    made.close()


@pytest.fixture
def run(commands: Commands, home: Path, tmp_path: Path) -> Run:
    """Run the command line as a process of its own, outside the checkout, with its data in the test's own home."""

    def run_command(
        *arguments: str, given: bytes | str | None = None, at: Path | None = None, **more: str
    ) -> subprocess.CompletedProcess[str]:
        stdin = given.encode() if isinstance(given, str) else given or b""
        variables = environment(at or home, **more)
        if any(name.startswith("PYTHON") for name in more):  # read when an interpreter starts
            done = subprocess.run(
                [sys.executable, "-m", "adjudicator.cli.main", *arguments],
                input=stdin,
                capture_output=True,
                cwd=tmp_path,
                env=variables,
                timeout=120,
                check=False,
            )
        else:
            done = commands.run(arguments, stdin, tmp_path, variables)
        out, err = done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")
        assert "Traceback" not in err, err
        return subprocess.CompletedProcess(done.args, done.returncode, out, err)

    return run_command


def reading(display: str = "word", **facts: object) -> Reading:
    """A reading by hand: a plain noun of WordNet, but for what *facts* say."""
    plain = Facts(source="wordnet", kind="sense", pos="noun")
    return Reading(plain._replace(**facts), display, display, "what it means", (), None, None, 1)  # type: ignore[arg-type]


def evidence(
    key: str, *readings: Reading, phrases: tuple[str, ...] = (), counterparts: tuple[str, ...] = ()
) -> Evidence:
    """Evidence by hand."""
    return Evidence(key, readings, None, counterparts, phrases)


ABOUT: Mapping[str, str] = {
    "title": "Made for a test",
    "edition": "1",
    "licence": "MIT: made for a test",
    "attribution": "Nobody.",
    "url": "",
    "channel": "file",
}


def small_config(folder: Path) -> Path:
    """Write the curated files of a small configuration to *folder* and return it."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "labels.toml").write_text('archaic = ["archaic"]\nslang = ["slang"]\n')
    (folder / "lexicalised.toml").write_text(
        '[acronym]\nscuba = { from = "self-contained underwater breathing apparatus", why = "a noun" }\n'
    )
    (folder / "abbreviations.toml").write_text(
        '[initialism]\nFBI = { from = "Federal Bureau of Investigation", why = "by letters" }\n'
    )
    (folder / "regions.toml").write_text('[american]\nzee = { british = "zed", why = "the American name" }\n')
    (folder / "glosses.toml").write_text(
        '[noun]\nselfie = { gloss = "a picture of oneself", why = "newer than the sources" }\n'
    )
    return folder


def letters(number: int) -> str:
    """A word of seven letters for each *number*."""
    return "q" + "".join(chr(97 + number // 26**place % 26) for place in range(6))


def small_sources(folder: Path, config: Path, more: int = 0) -> list[BuiltSource]:
    """Write a small SCOWL, a small WordNet and a table of contractions to *folder*, with *more* made-up
    nouns.
    """
    made_up = [letters(number) for number in range(more)]
    scowl = folder / "scowl"
    wordnet = folder / "wordnet"
    contractions = folder / "contractions"
    for each in (scowl, wordnet, contractions):
        each.mkdir(parents=True, exist_ok=True)
    (scowl / "english-words.10").write_text(
        "\n".join(["cat", "cats", "dog", "quo", "went", "scuba", "scubas", "they'll", *made_up]) + "\n"
    )
    (scowl / "english-upper.10").write_text("Paris\n")
    (scowl / "british-words.20").write_text("colour\nzed\n")
    (scowl / "american-words.20").write_text("color\nzee\n")
    (scowl / "english-abbreviations.30").write_text("FBI\n")
    nouns = [
        ("cat", 'a small animal; "the cat sat"; "cats sit"; "a kit sat"'),
        ("dog", "an animal that barks"),
        ("zed", "the last letter"),
        ("zee", "the last letter"),
        ("quid_pro_quo", "a return"),
    ]
    nouns += [(word, f"made-up thing {number}") for number, word in enumerate(made_up)]
    lines = [f"{number:08} 03 n 01 {word} 0 000 | {gloss}  " for number, (word, gloss) in enumerate(nouns, 1)]
    lines[0] = lines[0].replace("01 cat 0 000", "01 cat 0 001 ! 00000002 n 0101")
    lines[1] = lines[1].replace("01 dog 0 000", "02 dog 0 hound 0 001 ! 00000001 n 0101")
    (wordnet / "data.noun").write_text("\n".join(lines) + "\n")
    (wordnet / "data.verb").write_text("00000001 29 v 01 go 0 000 | move  \n")
    (wordnet / "data.adj").write_text("00000001 00 a 01 neat 0 000 | tidy  \n")
    (wordnet / "data.adv").write_text("00000001 02 r 01 well 0 000 | in a good way  \n")
    (wordnet / "verb.exc").write_text("went go\n")
    for name, table in (("contractions", '{"they\'ll": "they will"}'), ("slang", "{}"), ("leftovers", "{}")):
        (contractions / f"{name}_dict.json").write_text(table)
    digest = f"sha256:{more:064}"
    return [
        BuiltSource("curated", "curated", config, {**ABOUT, "digest": digest}),
        BuiltSource("scowl", "scowl", scowl, {**ABOUT, "digest": digest}),
        BuiltSource("wordnet", "wordnet", wordnet, {**ABOUT, "digest": digest}),
        BuiltSource("contractions", "contractions", contractions, {**ABOUT, "digest": digest}),
    ]


def small_lexicon(folder: Path, more: int = 0) -> Path:
    """Build the small sources, with *more* made-up nouns, to a lexicon in *folder*."""
    config = small_config(folder / "config")
    target = folder / LEXICON_NAME
    build(small_sources(folder / "sources", config, more), target, lambda *_: None, config=config)
    return target
