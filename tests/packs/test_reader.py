"""The reader judges as the judge does: every key, whatever is typed, under every ruleset, with and without a house list."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Sequence
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudicator.core.spelling import APOSTROPHES
from adjudicator.errors import BadWord, PackInvalid, UnknownRuleset
from adjudicator.games.board import read_board
from adjudicator.games.solver import solve
from adjudicator.judging.bench import HouseBench
from adjudicator.judging.service import Adjudicator
from adjudicator.packs import Glosses, Pack
from adjudicator.packs.deltas import delta_of
from adjudicator.packs.format import PACK, find_texts, opened, read_keys, sealed, write_keys, write_texts
from adjudicator.packs.reader import Prefix
from adjudicator.rules.house import HouseList
from adjudicator.rules.ruleset import LETTERS
from adjudicator.runtime.packs import KeptPack, Shelf, shipped
from adjudicator.web.wording import because, sentence
from tests.conftest import ROOT, examples, some_of
from tests.packs.conftest import OTHER_RULES, shares
from tests.strategies import NOW, house_lists
from tests.test_cases import ALL


class Told(NamedTuple):
    key: str
    code: str
    certainty: str


def told_by(pack: Pack, word: str, ruleset: str) -> Told | str:
    """What the pack says of a word, or why it is none."""
    try:
        judged = pack.judge(word, ruleset)
    except BadWord as error:
        return str(error)
    return Told(judged.key, judged.code, judged.certainty)


def told_by_judge(adjudicator: Adjudicator, word: str, ruleset: str) -> Told | str:
    """What the judge says of it."""
    try:
        verdict = adjudicator.under(ruleset).verdict(word, suggest=False)
    except BadWord as error:
        return str(error)
    assert verdict.legal is (verdict.decisive.code in ("sense-admitted", "house-allowed"))
    return Told(verdict.key, verdict.decisive.code, verdict.certainty)


def test_every_key(adjudicator: Adjudicator, pack: Pack, keys: list[str]) -> None:
    """Each key of the lexicon has the code and certainty that a batch gives it under one of the rulesets, another one by another ``SEED``, and
    where ``SWEEPS=whole`` under all of them; where ``SWEEPS`` is a number a quarter of the keys. Under every ruleset just those are legal, of all keys, that are by a batch.
    """
    for ruleset, some in shares(some_of(keys, 1), [*pack.rulesets]):
        compiled = adjudicator.benches.of_ruleset(ruleset).compiled
        for key in some:
            judged = pack.judge(key, ruleset)
            assert judged.code == compiled.code(key), (key, ruleset)
            settled = compiled.word_code(key) is not None
            assert judged.certainty == ("settled" if settled else compiled.plan(key).decision.certainty), key
        assert list(pack.legal_keys(ruleset)) == compiled.legal_keys()


def test_strings_that_are_no_keys(adjudicator: Adjudicator, pack: Pack, strings: list[str]) -> None:
    """Ten thousand odd strings are refused for the same reason, or come to the same key, code and certainty: each under one of the rulesets, another
    one by another ``SEED``, and where ``SWEEPS=whole`` under all of them.
    """
    for ruleset, some in shares(strings, [*pack.rulesets]):
        for word in some:
            assert told_by(pack, word, ruleset) == told_by_judge(adjudicator, word, ruleset), (word, ruleset)


@given(st.text(max_size=12), st.sampled_from(["boggle", "word-whiz"]))
def test_any_text(adjudicator: Adjudicator, pack: Pack, word: str, ruleset: str) -> None:
    """So does any text at all."""
    assert told_by(pack, word, ruleset) == told_by_judge(adjudicator, word, ruleset)


@given(st.data())
def test_apostrophes(adjudicator: Adjudicator, pack: Pack, data: st.DataObject) -> None:
    """A word that is typed with apostrophes of any shape, wherever they stand, means the spelling that it means to the judge."""
    word = data.draw(st.sampled_from(sorted(pack._spellings)))
    shaped = "".join(
        data.draw(st.sampled_from(APOSTROPHES)) if each in APOSTROPHES else each for each in word
    )
    place = data.draw(st.integers(0, len(word)))
    for typed in (shaped, shaped.upper(), f"{shaped[:place]}'{shaped[place:]}", shaped.replace(" ", "-")):
        for ruleset in pack.rulesets:
            assert told_by(pack, typed, ruleset) == told_by_judge(adjudicator, typed, ruleset)


def test_the_rulebooks_cases(pack: Pack) -> None:
    """Each example of the rulebooks has the code that its rulebook asks for."""
    for case in ALL:
        assert pack.code(case.word, case.ruleset) == case.code, case


def test_the_sentence_is_that_of_the_page(adjudicator: Adjudicator, pack: Pack) -> None:
    """A card says what the look-up page says, but for the definition, and for what initials stand for: those are not in the pack."""
    said = set()
    for case in ALL:
        if case.code == "sense-admitted":
            assert pack.sentence(case.word, case.ruleset) == "An ordinary word."
            continue
        data = adjudicator.under(case.ruleset).verdict_data(case.word, suggest=False)
        shown = sentence(because(data, adjudicator.word(case.word)))
        decisive = next(found for found in data["findings"] if found["decisive"])
        sense = decisive["sense"]
        if sense and sense["abbreviation"] and sense["abbreviation"]["expansion"]:
            shown = shown.replace(f" for “{sense['abbreviation']['expansion']}”", "")
        assert pack.sentence(case.word, case.ruleset) == shown
        said.add(case.code)
    assert len(said) > 9
    assert pack.sentence("a2", "boggle") == "No tile shows 2."


def test_glosses_are_the_judges_reasons(
    adjudicator: Adjudicator, pack: Pack, glosses: Glosses, some_keys: Sequence[str]
) -> None:
    """The sentence of every legal word is the reason that a batch gives for it; other words have none. Each ruleset has its share of the words,
    where ``SWEEPS=whole`` all of them.
    """
    for ruleset, share in shares(some_keys, [*pack.rulesets]):
        compiled = adjudicator.under(ruleset).compiled
        for start in range(0, len(share), 10_000):
            some = share[start : start + 10_000]
            for key, told in zip(some, compiled.reasons(some), strict=True):
                text = glosses.sentence(key, ruleset)
                legal = told is not None and told["legal"]
                assert text is not None if legal else text is None, key
                assert not legal or told is None or told["summary"] == f"{key} is legal: {text}."


def test_counterparts_and_phrases(adjudicator: Adjudicator, pack: Pack) -> None:
    """The words of the other region's spelling, and the phrases that have a word which is none, are those of the lexicon."""
    assert pack.counterparts("Zee") == adjudicator.evidence("zee").counterparts == ("zed",)
    assert "quid pro quo" in pack.phrases("quo")
    assert set(pack.phrases("quo")) <= set(adjudicator.evidence("quo").phrases)
    assert pack.counterparts("trig") == pack.phrases("trig") == ()


def test_walks_solve_boards(adjudicator: Adjudicator, pack: Pack) -> None:
    """Walking letter by letter over a board finds just the words that the solver finds."""
    board = read_board("pers/latg/sine/ters")
    found: set[str] = set()

    def go(tile: int, used: frozenset[int], prefix: Prefix | None) -> None:
        prefix = prefix.step(board.tiles[tile].face) if prefix else None
        if prefix is None:
            return
        if prefix.legal("boggle"):
            found.add(prefix.text)
        for other in board.neighbours[tile]:
            if other not in used:
                go(other, used | {other}, prefix)

    for tile in range(len(board.tiles)):
        go(tile, frozenset({tile}), pack.walk())
    assert found == set(solve(board, adjudicator.under("boggle").compiled.board_words).paths)


def test_walks(pack: Pack) -> None:
    """A walk ends where no key goes on, and may begin in the middle of a word."""
    start = pack.walk("zebr")
    assert start is not None
    zebra = start.step("a")
    assert zebra is not None and zebra.legal("boggle") and zebra.text == "zebra"
    assert pack.walk("zebrq") is None
    assert not start.legal("boggle")


OVERRIDES: dict[str, dict[str, dict[str, object]]] = {
    "none": {},
    "lengths": {"length": {"min": 4, "max": 9}},
    "all": OTHER_RULES,
}
WORDS = sorted({case.word.lower() for case in ALL if case.word.isalpha() and case.word.isascii()})


@pytest.mark.parametrize("overrides", OVERRIDES)
@given(data=st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=examples(25, 25))
def test_house_lists(
    adjudicator: Adjudicator, kept: KeptPack, changes: Shelf, overrides: str, data: st.DataObject
) -> None:
    """With what a house list changes, a pack judges as the list does: whatever it allows, denies and lets run out, and by whatever rules."""
    pack = _pack_of(kept.pack.path)
    drawn = data.draw(
        house_lists([*data.draw(st.lists(st.sampled_from(WORDS), max_size=8)), "blorp", "zee", "ad"])
    )
    house = HouseList(
        "drawn", 1, drawn.digest, drawn.settings._replace(overrides=OVERRIDES[overrides]), drawn.own
    )
    bench = HouseBench(adjudicator.benches.of_settings(house.settings), house, NOW)
    delta = delta_of(bench, pack.digest, shipped(adjudicator), partial(changes.changes, adjudicator))
    assert (delta["words"] != {}) is (overrides == "all")
    name = pack.add_house(json.loads(json.dumps(delta)))
    for word in (*data.draw(st.lists(st.sampled_from(WORDS), max_size=20)), *_ODD, *house.keys):
        verdict = bench.verdict(word, suggest=False)
        judged = pack.judge(word, name)
        assert judged.code == verdict.decisive.code, word
        assert judged.certainty == verdict.certainty, word
        assert judged.legal is verdict.legal, word
        if judged.reason:
            assert judged.reason[1:] == f"{verdict.decisive.reason}."[1:]


_ODD = (
    "blorp",
    "zee",
    "zee1",
    "ad",
    "trig",
    "they'll",
    "color",
    "colour",
    "Zee",
    "co-op",
    "merrygoround",
    "i'll",
)
_pack_of = cache(Pack.read)


def test_a_house_list_of_another_pack(pack: Pack) -> None:
    """What stands on another pack is refused, and so is what is no house list."""
    for delta in (
        {"pack": "sha256:0", "base": "boggle"},
        {"pack": pack.digest},
        {"pack": pack.digest, "base": "x"},
    ):
        with pytest.raises(PackInvalid):
            pack.add_house(delta)
    assert set(pack.rulesets) == {"boggle", "bonus-rings", "open", "word-whiz"}


def test_unknown_rulesets(pack: Pack) -> None:
    """A ruleset that the pack lacks is refused by its name, with those that there are."""
    with pytest.raises(UnknownRuleset, match="boggle, bonus-rings"):
        pack.legal("trig", "chess")


def test_files_that_are_none(kept: KeptPack, pack: Pack) -> None:
    """A file that is no pack, is cut off, has a flipped bit or another format is refused in one sentence; and so are another pack's glosses."""
    whole = kept.pack.path.read_bytes()
    flipped = bytearray(whole)
    flipped[len(whole) // 2] ^= 4
    for content, said in (
        (b"", "no file of pack"),
        (b"ADJPACK", "format none"),
        (b"ADJPACK\x02" + whole[8:], "format 2"),
        (whole[:-1], "damaged, or not complete"),
        (bytes(flipped), "damaged, or not complete"),
        (kept.glosses.path.read_bytes(), "no file of pack"),
    ):
        with pytest.raises(PackInvalid, match=said):
            Pack(content)
    with pytest.raises(PackInvalid, match="no file of glosses"):
        Glosses(whole, pack)
    other = Pack(whole)
    other.digest = "sha256:other"
    with pytest.raises(PackInvalid, match="another pack"):
        Glosses(kept.glosses.path.read_bytes(), other)
    with pytest.raises(PackInvalid, match="cannot be read"):
        Pack.read(Path("/nowhere/a.pack"))


def test_a_pack_of_tomorrow(kept: KeptPack, pack: Pack) -> None:
    """A header may get more members: what a reader does not know it leaves alone."""
    _, head, body = opened(PACK, kept.pack.path.read_bytes())
    more = {**head, "colour": "green", "rulesets": [{**each, "colour": "green"} for each in head["rulesets"]]}
    read = Pack(sealed(PACK, more, body))
    assert read.rulesets == pack.rulesets
    assert read.code("zee", "boggle") == "american-spelling"


@given(
    st.sets(st.text(LETTERS, min_size=1, max_size=30), max_size=40).map(sorted),
    st.randoms(use_true_random=False),
)
def test_keys_are_read_as_they_were_written(keys: list[str], draw: random.Random) -> None:
    """Whatever the keys are and however many classes there are, one byte's or two bytes', the reader has them all."""
    classes = [draw.choice((0, 1, 126, 127, 128, 255, 256, 65_535)) for _ in keys]
    assert read_keys(write_keys(keys, classes), len(keys)) == (keys, classes)


@given(st.lists(st.text() | st.just("é" * 200), max_size=20), st.binary(max_size=5))
def test_texts_are_read_as_they_were_written(texts: list[str], before: bytes) -> None:
    """Whatever their lengths."""
    texts = [text.encode("utf-8", "ignore").decode() for text in texts]
    body = before + write_texts(texts)
    places = find_texts(body, len(before), len(texts))
    assert [body[one:two].decode() for one, two in pairwise(places)] == texts
    assert places[-1] == len(body)


def test_the_reader_needs_no_other_package() -> None:
    """A process that judges from a pack has imported nothing but the standard library and the rooms below it: no lexicon, no database."""
    code = (
        "import sys, adjudicator.packs\n"
        "print(*sorted({name.split('.')[0] for name in sys.modules} - set(sys.stdlib_module_names)))\n"
        "print(*sorted(name.split('.')[1] for name in sys.modules if name.startswith('adjudicator.') and name.count('.') == 1))"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    packages, rooms = done.stdout.splitlines()
    assert set(packages.split()) <= {"adjudicator", "__main__", "_virtualenv"}
    assert set(rooms.split()) <= {"core", "errors", "packs", "resources", "rules"}
