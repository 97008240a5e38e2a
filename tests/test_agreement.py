"""The fast path and the full proof agree: on every key of the lexicon, under every ruleset, in every detail."""

from __future__ import annotations

import random
import string
from pathlib import Path

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator import serialise
from adjudicator.resources import config_dir
from adjudicator.service import Adjudicator
from adjudicator.spelling import fault_of

SHIPPED = sorted(path.stem for path in (config_dir() / "rulesets").glob("*.toml"))
PARTS = 8
BATCH = 5_000


@pytest.fixture(scope="module")
def warm() -> Adjudicator:
    """A service whose word graphs are made."""
    service = Adjudicator()
    for name in SHIPPED:
        service.compiled(name).warm()
    return service


@pytest.mark.parametrize("part", range(PARTS))
def test_on_every_key(warm: Adjudicator, part: int) -> None:
    """For each key that there is: the proof's code, legality, certainty and sentence are those without a proof.

    The evidence is read once a key and judged under every ruleset, as the service does it.
    """
    keys = list(warm.lexicon.keys())[part::PARTS]
    compiled = {name: warm.compiled(name) for name in SHIPPED}
    for start in range(0, len(keys), BATCH):
        batch = keys[start : start + BATCH]
        brief = {name: each.reasons(batch) for name, each in compiled.items()}
        for number, key in enumerate(batch):
            evidence = warm.evidence(key)
            for name, each in compiled.items():
                proof = each.judge.verdict(key, evidence, "")
                assert each.code(key) == proof.decisive.code, (key, name)
                assert each.legal(key) is proof.legal, (key, name)
                told = brief[name][number]
                assert told is None or told == serialise.verdict(proof, {}, "reasons"), (key, name)


@pytest.mark.parametrize("name", SHIPPED)
def test_on_strings_that_are_no_keys(warm: Adjudicator, name: str) -> None:
    """Strings that no dictionary has are settled the same both ways."""
    rng = random.Random(name)
    words = ["".join(rng.choices(string.ascii_letters, k=rng.randint(1, 40))) for _ in range(2_000)]
    compiled = warm.compiled(name)
    for word, told in zip(words, compiled.reasons(words), strict=True):
        proof = warm.verdict(word, name, suggest=False)
        key = word.lower()
        assert (compiled.code(key), compiled.legal(key)) == (proof.decisive.code, proof.legal)
        assert told is None or told == serialise.verdict(proof, {}, "reasons")


WORDS = st.one_of(
    st.sampled_from(
        [
            "trig",
            "Zee",
            "they'll",
            "co-op",
            "CAFÉ",
            "quo",
            "U.S.",
            "o'clock",
            "e-mail",
            "123",
            "",
            " ",
            "x\0y",
        ]
    ),
    st.text(alphabet=st.characters(codec="utf-8"), max_size=12),
)


@given(st.lists(WORDS, max_size=8), st.sampled_from(["full", "reasons", "verdict"]))
def test_a_batch_is_its_words_one_by_one(warm: Adjudicator, words: list[str], detail: str) -> None:
    """Whatever is in a batch, its answers are those of its words by themselves, and faults stand in their place."""
    found = warm.answers(words, "boggle", detail=detail)  # type: ignore[arg-type]
    told = orjson.loads(b"[" + found.text + b"]")
    lines = warm.answers(words, "boggle", detail=detail, between=b"\n").text  # type: ignore[arg-type]
    assert [orjson.loads(line) for line in lines.splitlines()] == told
    assert len(told) == len(words)
    assert found.codes.total() == len(words)
    for word, answer in zip(words, told, strict=True):
        if fault_of(word):
            assert answer == {"word": word[:100], "error": fault_of(word)}
        else:
            assert answer == orjson.loads(
                orjson.dumps(warm.verdict_data(word, "boggle", detail=detail, suggest=False))
            )
            assert warm.legal(word, "boggle") is answer["legal"]


def test_a_play_is_all_of_its_words(warm: Adjudicator) -> None:
    """A play is acceptable exactly if every word of it is legal, cold or warm."""
    cold = Adjudicator()
    for words in (["trig"], ["trig", "zee"], ["zed", "they'll"], ["zed", "café"], ["co-op"]):
        expected = all(cold.verdict(word, "boggle").legal for word in words)
        assert warm.acceptable(words, "boggle") is cold.acceptable(words, "boggle") is expected


def test_with_lists_of_ones_own(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two lists of the user's beside the dictionaries change nothing of that, whichever of them settles a word."""
    from adjudicator.service import add_list

    monkeypatch.setenv("ADJUDICATOR_HOME", str(home))
    for name, words in (("club", "blorp\nzed\nco-op\nTRIG"), ("pub", "blorp\nqwyx\nhe'll\nquo")):
        (home / f"{name}.txt").write_text(words)
        add_list(name, home / f"{name}.txt")
    (home / "rulesets").mkdir()
    (home / "rulesets" / "mine.toml").write_text(
        'id = "mine"\nextends = "boggle"\n[dictionary]\nsources = ["club", "wordnet", "pub", "scowl"]\n'
    )
    service = Adjudicator()
    compiled = service.compiled("mine")
    keys = [
        "blorp",
        "zed",
        "coop",
        "trig",
        "qwyx",
        "hell",
        "quo",
        "zee",
        *random.Random(2).sample(list(service.lexicon.keys()), 3_000),
    ]
    cold = [(compiled.code(key), compiled.legal(key)) for key in keys]
    compiled.warm()
    for key, told, before in zip(keys, compiled.reasons(keys), cold, strict=True):
        proof = service.verdict(key, "mine", suggest=False)
        assert (compiled.code(key), compiled.legal(key)) == before == (proof.decisive.code, proof.legal)
        assert told is None or told == serialise.verdict(proof, {}, "reasons")
