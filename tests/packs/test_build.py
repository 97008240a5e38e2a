"""A pack is the same bytes from the same lexicon; it has what its rulesets come to, whatever they are; the shelf keeps the newest."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.errors import PackInvalid, ServerBusy, UnknownPack
from adjudicator.ingest.lists import build_list
from adjudicator.judging.bench import RulesetBench
from adjudicator.judging.service import Adjudicator
from adjudicator.packs import Glosses, Pack
from adjudicator.packs.build import build, rules_no_reader_has
from adjudicator.resources import LEDGER_NAME, Places
from adjudicator.rules.conditions import CODES, WordRule
from adjudicator.rules.ruleset import Ruleset
from adjudicator.runtime.packs import FEW, FOLDER, KeptPack, Shelf, shipped
from tests.conftest import REAL_LEXICON, ROOT, WHOLE, small_lexicon
from tests.strategies import SOURCES, rulesets, with_rule, word_rules


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Adjudicator]:
    """A service over a small lexicon, with a list of the user's beside it."""
    home = tmp_path_factory.mktemp("small")
    path = small_lexicon(home)
    (home / "lists").mkdir()
    (home / "club.txt").write_text("blorp\nco-op\nWent\nma'am\nzed\n")
    build_list("club", home / "club.txt", home / "lists" / "club.sqlite")
    places = Places(home, home / "evidence", str(home / LEDGER_NAME))
    service = Adjudicator(path, places=places)
    yield service
    service.close()


AGAIN = """
import sys
from pathlib import Path
from adjudicator.judging.service import Adjudicator
from adjudicator.packs.build import build
from adjudicator.runtime.packs import shipped

service = Adjudicator(Path(sys.argv[1]))
built = build(service.dictionaries, shipped(service))
Path("again.pack").write_bytes(built.pack)
Path("again.glosses").write_bytes(built.glosses)
"""


def test_the_same_bytes(small: Adjudicator, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """Built once more, by another process that puts what it hashes in another order and lives elsewhere, both files are the same to the last byte: those of the built
    lexicon where sweeps are whole, and of a small one in any case.
    """
    first = build(small.dictionaries, shipped(small))
    cases = [(small.lexicon.path, first.pack, first.glosses)]
    if WHOLE:
        kept: KeptPack = request.getfixturevalue("kept")
        cases.append((REAL_LEXICON, kept.pack.path.read_bytes(), kept.glosses.path.read_bytes()))
    for path, pack, glosses in cases:
        elsewhere = {"PYTHONHASHSEED": "19", "LC_ALL": "C", "TZ": "Pacific/Auckland"}
        variables = {**os.environ, "PYTHONPATH": str(ROOT), **elsewhere}
        subprocess.run([sys.executable, "-c", AGAIN, str(path)], env=variables, cwd=tmp_path, check=True)
        assert (tmp_path / "again.pack").read_bytes() == pack
        assert (tmp_path / "again.glosses").read_bytes() == glosses


def test_it_names_what_it_was_made_from(adjudicator: Adjudicator, pack: Pack) -> None:
    """Lexicon, rulesets with their digests, and the sources with the licences that hold for whoever passes it on."""
    assert pack.lexicon == adjudicator.lexicon.digest
    assert {name: rules.digest for name, rules in pack.rulesets.items()} == {
        each.id: each.digest for each in shipped(adjudicator)
    }
    by_id = {each["id"]: each for each in adjudicator.sources()}
    assert {each["id"] for each in pack.sources} >= {"wordnet", "scowl", "curated", "gcide"}
    for each in pack.sources:
        assert each["licence"] == by_id[each["id"]]["licence"]
        assert each["attribution"] == by_id[each["id"]]["attribution"]


def test_no_key_is_left_out(adjudicator: Adjudicator, pack: Pack, some_keys: Sequence[str]) -> None:
    """What a pack lacks is plainly not in the dictionary under each of its rulesets, and of what it has nothing is: of one key in ten, or in
    forty, others by another ``SEED``, and of all where ``SWEEPS=whole``.
    """
    has = set(pack.keys())
    compiled = [adjudicator.benches.of_ruleset(name).compiled for name in pack.rulesets]
    for key in some_keys:
        plain = all(
            each.plan(key).decision.code == "not-in-dictionary"
            and each.plan(key).decision.certainty == "settled"
            for each in compiled
        )
        assert (key in has) is (
            not plain or (key in adjudicator.lexicon.phrase_keys and pack.phrases(key) != ())
        ), key


def packed(sources: tuple[str, ...] = SOURCES) -> st.SearchStrategy[Ruleset]:
    """Draw a ruleset that readers of packs can apply."""
    return rulesets(sources).filter(lambda drawn: not rules_no_reader_has(drawn))


@given(st.lists(packed(("wordnet", "scowl", "curated", "club")), min_size=1, max_size=4))
@settings(max_examples=60 if WHOLE else 15)
def test_any_rulesets(small: Adjudicator, drawn: list[Ruleset]) -> None:
    """Whatever rulesets say, with the user's own lists among their sources: the pack judges every key and spelling as their benches do."""
    named = [each._replace(id=f"drawn-{number}") for number, each in enumerate(drawn)]
    built = build(small.dictionaries, named)
    pack = Pack(built.pack)
    glosses = Glosses(built.glosses, pack)
    benches = {each.id: RulesetBench(small.dictionaries, each) for each in named}
    typed = (
        "they'll",
        "They'll",
        "ma'am",
        "ma-am",
        "mam",
        "co-op",
        "blorp",
        "Went",
        "quo",
        "c4t",
        "nothing",
        "zee",
    )
    for name, bench in benches.items():
        for word in {*small.lexicon.keys(), *bench.keys(), *small.lexicon.phrase_keys, *typed}:
            verdict, judged = bench.verdict(word, suggest=False), pack.judge(word, name)
            assert judged.code == verdict.decisive.code, (word, name)
            assert judged.certainty == verdict.certainty, (word, name)
            if word.isalpha():
                assert glosses.sentence(word, name) == (verdict.decisive.reason if verdict.legal else None)


@given(word_rules(), packed())
@settings(max_examples=20)
def test_rules_that_no_reader_knows(
    small: Adjudicator, rule: tuple[WordRule, bool], ruleset: Ruleset
) -> None:
    """A pack refuses a ruleset with a rule on the word that readers would not apply, and takes one that has it switched off."""
    with with_rule(*rule):
        if rule[0].idle(ruleset):
            assert Pack(build(small.dictionaries, [ruleset]).pack)
        else:
            with pytest.raises(PackInvalid, match="drawn-rule"):
                build(small.dictionaries, [ruleset])


def test_every_code_has_a_sentence(pack: Pack) -> None:
    """A card has something to say of each code, those of house lists and boards among them."""
    assert set(pack._sentences) == set(CODES)
    assert all(each["plain"] and not each["plain"].endswith(".") for each in pack._sentences.values())


def test_the_shelf_keeps_the_newest(small: Adjudicator, tmp_path: Path) -> None:
    """A pack is made once for the same rules; of several the newest are kept, each in every coding; the others go."""
    shelf = Shelf(tmp_path)
    rules = shipped(small)
    seen = [shelf.latest(small, rules[: number + 1]) for number in range(len(rules))]
    assert len({each.pack.digest for each in seen}) == len(rules) == FEW + 1
    made = {file: file.stat().st_mtime_ns for file in tmp_path.iterdir()}
    assert shelf.latest(small, rules) == seen[-1]
    assert {file: file.stat().st_mtime_ns for file in tmp_path.iterdir()} == made
    for each in seen[1:]:
        for file in each:
            assert shelf.find(file.digest) == file
            assert file.size("gzip") and file.size("br")
    with pytest.raises(UnknownPack):
        shelf.find(seen[0].pack.digest)


def test_a_pack_that_is_not_whole_is_made_again(small: Adjudicator, tmp_path: Path) -> None:
    """An index that is broken, or names what is gone, counts as none."""
    shelf = Shelf(tmp_path)
    first = shelf.latest(small)
    (index,) = tmp_path.glob("*.json")
    for break_it in (lambda: index.write_text("{"), lambda: index.write_text("[]"), first.pack.path.unlink):
        break_it()
        assert shelf.latest(small) == first
        assert Pack.read(first.pack.path).digest == first.pack.digest


def test_made_by_another_process(small: Adjudicator, tmp_path: Path) -> None:
    """A process of its own makes the same pack as this one."""
    made = Shelf(tmp_path).latest(small, apart=True)
    assert made.pack.digest == build(small.dictionaries, shipped(small)).digest


def test_where_nothing_can_be_written(small: Adjudicator, tmp_path: Path) -> None:
    """A data directory that cannot be written to does not keep a server from making packs: they are this process's alone."""
    home = tmp_path / "home"
    home.write_text("a file, and no folder")
    shelf = Shelf.of(Places(home, home, ""))
    assert shelf.folder != home / FOLDER
    try:
        assert shelf.latest(small).pack.path.exists()
    finally:
        shutil.rmtree(shelf.folder)


def test_who_waits_is_told(small: Adjudicator, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While one thread makes a pack, another that has waited for it is told to ask again."""
    monkeypatch.setattr("adjudicator.runtime.packs.PATIENCE", 0.01)
    shelf = Shelf(tmp_path)
    with shelf._making, pytest.raises(ServerBusy):
        shelf.latest(small)
    assert shelf.latest(small).pack.path.exists()


def test_the_reader_of_the_documentation(kept: KeptPack, pack: Pack, some_keys: Sequence[str]) -> None:
    """The dozen lines that the documentation has read the file as the library does."""
    page = (ROOT / "docs" / "apps" / "pack.md").read_text(encoding="utf-8")
    (code,) = [each for each in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "def read" in each]
    space: dict[str, Callable[[bytes], dict[str, dict[str, tuple[str, str]]]]] = {}
    exec(code, space)
    found = space["read"](kept.pack.path.read_bytes())
    assert list(found) == pack.keys()
    for key in found.keys() & some_keys:
        for ruleset, (code, certainty) in found[key].items():
            judged = pack.judge(key, ruleset)
            if pack.rules(ruleset).strikes(key, "") is None:
                assert (judged.code, judged.certainty) == (code, certainty)
