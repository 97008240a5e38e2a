"""The fast path and the full proof agree: on every key of the lexicon, under every ruleset, in every detail.

Every key is tried under one of the shipped rulesets, and under each of them where sweeps are whole; beside them rulesets, rules on the
word and house lists are drawn, over all that they can say.
"""

from __future__ import annotations

import random
import string
from collections.abc import Callable
from functools import partial
from pathlib import Path

import orjson
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from adjudicator.core.model import Verdict
from adjudicator.core.spelling import fault_of
from adjudicator.games.board import read_board
from adjudicator.games.solver import solve
from adjudicator.ingest.lists import build_list
from adjudicator.judging import serialise
from adjudicator.judging.compiled import CompiledRuleset
from adjudicator.judging.compiled_house import CompiledHouse, FastPath
from adjudicator.judging.service import Adjudicator
from adjudicator.judging.shapes import Detail
from adjudicator.lexicon.reader import Lexicon
from adjudicator.resources import config_dir
from adjudicator.rules.conditions import WORD_RULES
from adjudicator.rules.judge import Judge
from adjudicator.rules.ruleset import Ruleset
from tests.conftest import WHOLE, examples, one_in
from tests.strategies import CODE, NOW, SOURCES, house_lists, keys_among, rulesets, with_rule, word_rules

SHIPPED = sorted(path.stem for path in (config_dir() / "rulesets").glob("*.toml"))
PARTS = 8
BATCH = 5_000


@pytest.fixture(scope="module")
def warm() -> Adjudicator:
    """A service whose word graphs are made."""
    service = Adjudicator()
    for name in SHIPPED:
        service.under(name).compiled.warm()
    return service


@pytest.mark.parametrize("part", range(PARTS))
def test_on_every_key(warm: Adjudicator, part: int) -> None:
    """The proof's code, legality, certainty and sentence are those without a proof: for each key that there is under each ruleset where sweeps
    are whole, else for a quarter of them, or a sixteenth, drawn anew by each seed, under one.
    """
    keys = list(warm.lexicon.keys())[part::PARTS]
    first, step = random.randrange(one_in(4)), one_in(4)
    for turn, name in enumerate(SHIPPED):
        compiled = warm.under(name).compiled
        under = keys if WHOLE else keys[step * turn + first :: step * len(SHIPPED)]
        for start in range(0, len(under), BATCH):
            agree(compiled, under[start : start + BATCH], partial(_proof, compiled.judge, warm))


@pytest.mark.parametrize("name", SHIPPED)
def test_on_strings_that_are_no_keys(warm: Adjudicator, name: str) -> None:
    """Strings that no dictionary has are settled the same both ways, by a service that has just been started, too: letters by chance, and what
    would be a form of a word.
    """
    rng = random.Random(name)
    words = ["".join(rng.choices(string.ascii_letters, k=rng.randint(1, 40))) for _ in range(1_000)]
    compiled = warm.under(name).compiled
    lemmas = rng.sample(compiled.legal_keys(), 1_000)
    words += [lemma + rng.choice(["s", "es", "d", "ed", "ing", "er", "r", "est"]) for lemma in lemmas]
    cold = Adjudicator().under(name)
    formed = 0
    for word, told in zip(words, compiled.reasons(words), strict=True):
        proof = warm.under(name).verdict(word, suggest=False)
        key = word.lower()
        assert (compiled.code(key), compiled.legal(key)) == (proof.decisive.code, proof.legal)
        assert told is None or told == serialise.verdict(proof, {}, "reasons")
        assert cold.verdict(word, suggest=False) == proof
        formed += "it would be the" in proof.decisive.reason
    assert formed > 5


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
def test_a_batch_is_its_words_one_by_one(warm: Adjudicator, words: list[str], detail: Detail) -> None:
    """Whatever is in a batch, its answers are those of its words by themselves, and faults stand in their place."""
    found = warm.under("boggle").answers(words, detail=detail)
    told = orjson.loads(b"[" + found.text + b"]")
    lines = warm.under("boggle").answers(words, detail=detail, between=b"\n").text
    assert [orjson.loads(line) for line in lines.splitlines()] == told
    assert len(told) == len(words)
    assert found.codes.total() == len(words)
    for word, answer in zip(words, told, strict=True):
        if fault_of(word):
            assert answer == {"word": word[:100], "error": fault_of(word)}
        else:
            assert answer == orjson.loads(
                orjson.dumps(warm.under("boggle").verdict_data(word, detail=detail, suggest=False))
            )
            assert warm.under("boggle").legal(word) is answer["legal"]


@given(WORDS.filter(lambda word: not fault_of(word)), st.sampled_from(SHIPPED))
def test_one_word_is_a_batch_of_one(warm: Adjudicator, word: str, ruleset: str) -> None:
    """Who asks for one word gets, byte for byte, what a batch of it has, and it is counted alike; only a full verdict has near misses, too."""
    for detail in ("reasons", "verdict"):
        text, codes = warm.under(ruleset).answers([word], detail=detail)
        told = warm.under(ruleset).answer(word, detail=detail)
        assert (told.text, [told.code]) == (text, list(codes.elements()))
    assert warm.under(ruleset).answer(word).text == orjson.dumps(warm.under(ruleset).verdict_data(word))


def test_a_play_is_all_of_its_words(warm: Adjudicator) -> None:
    """A play is acceptable exactly if every word of it is legal, cold or warm."""
    cold = Adjudicator()
    for words in (["trig"], ["trig", "zee"], ["zed", "they'll"], ["zed", "café"], ["co-op"]):
        expected = all(cold.verdict(word, "boggle").legal for word in words)
        assert warm.under("boggle").acceptable(words) is cold.under("boggle").acceptable(words) is expected


def test_with_lists_of_ones_own(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two lists of the user's beside the dictionaries change nothing of that, whichever of them settles a word."""
    from adjudicator.ingest.lists import add_list

    monkeypatch.setenv("ADJUDICATOR_HOME", str(home))
    for name, words in (("club", "blorp\nzed\nco-op\nTRIG"), ("pub", "blorp\nqwyx\nhe'll\nquo")):
        (home / f"{name}.txt").write_text(words)
        add_list(name, home / f"{name}.txt")
    (home / "rulesets").mkdir()
    (home / "rulesets" / "mine.toml").write_text(
        'id = "mine"\nextends = "boggle"\n[dictionary]\nsources = ["club", "wordnet", "pub", "scowl"]\n'
    )
    service = Adjudicator()
    compiled = service.under("mine").compiled
    keys = [
        "blorp",
        "zed",
        "coop",
        "trig",
        "qwyx",
        "hell",
        "quo",
        "zee",
        *random.Random(2).sample(list(service.lexicon.keys()), examples(3_000, 3_000)),
    ]
    cold = [(compiled.code(key), compiled.legal(key)) for key in keys]
    compiled.warm()
    for key, told, before in zip(keys, compiled.reasons(keys), cold, strict=True):
        proof = service.under("mine").verdict(key, suggest=False)
        assert (compiled.code(key), compiled.legal(key)) == before == (proof.decisive.code, proof.legal)
        assert told is None or told == serialise.verdict(proof, {}, "reasons")


@pytest.fixture(scope="module")
def extra(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    """A list of the user's."""
    folder = tmp_path_factory.mktemp("lists")
    (folder / "club.txt").write_text("blorp\nzed\nco-op\nTRIG\naeiou")
    build_list("club", folder / "club.txt", folder / "club.sqlite")
    return Lexicon(folder / "club.sqlite")


KEYS = [
    "zee",
    "quo",
    "hell",
    "coop",
    "trig",
    "blorp",
    "zed",
    "qi",
    "aa",
    "color",
    "nato",
    "fbi",
    "aeiou",
    "queue",
    "goed",
    "occured",
    "yeeted",
    "blorps",
]


@pytest.fixture(scope="module")
def sampled(warm: Adjudicator) -> list[str]:
    return [*KEYS, *random.Random(5).sample(list(warm.lexicon.keys()), 2_000)]


def agree(compiled: FastPath, keys: list[str], proof_of: Callable[[str], Verdict]) -> None:
    """Check that each of *keys* has the code, legality, certainty and sentence of its proof, whatever is asked."""
    for key, told in zip(keys, compiled.reasons(keys), strict=True):
        proof = proof_of(key)
        assert compiled.code(key) == proof.decisive.code, key
        assert compiled.legal(key) is proof.legal, key
        assert told is None or told == serialise.verdict(proof, {}, "reasons"), key
        if proof.decisive.code in WORD_RULES:
            assert compiled.word_code(key) == proof.decisive.code, key


@given(st.data())
@settings(max_examples=examples(40, 120))
def test_under_drawn_rulesets(
    warm: Adjudicator, extra: Lexicon, sampled: list[str], data: st.DataObject
) -> None:
    """Whatever a ruleset says, whatever a rule on the word looks at and whatever a house list has, a key is settled the same both ways."""
    ruleset = data.draw(rulesets((*SOURCES, "club")))
    keys = data.draw(keys_among(sampled))
    lists = [extra] if "club" in ruleset.dictionary.sources else []
    with with_rule(*data.draw(word_rules())):
        judge = Judge(ruleset)
        compiled = CompiledRuleset(judge, warm.lexicon, lists)
        known = partial(warm.dictionaries.known_facts, lists=lists)
        agree(
            compiled,
            keys,
            lambda key: judge.verdict(key, warm.dictionaries.evidence(key, lists), "", known=known),
        )
        house = CompiledHouse(compiled, data.draw(house_lists(keys)), NOW)
        agree(
            house,
            keys,
            lambda key: judge.verdict(
                key, warm.dictionaries.evidence(key, lists), "", house=house.decree(key), known=known
            ),
        )


@given(st.data())
@settings(max_examples=examples(3, 6), phases=[Phase.generate])
def test_what_is_made_of_all_keys_under_drawn_rulesets(
    warm: Adjudicator, sampled: list[str], data: st.DataObject
) -> None:
    """The legal keys, the word graph, one that is taken from another ruleset, searches and boards have just the keys whose proof says so."""
    ruleset = data.draw(rulesets())
    with with_rule(*data.draw(word_rules())):
        judge = Judge(ruleset)
        first = CompiledRuleset(judge, warm.lexicon)
        legal = set(first.legal_keys())
        proofs = {key: _proof(judge, warm, key) for key in sampled}
        assert legal.intersection(sampled) == {key for key, proof in proofs.items() if proof.legal}
        first.warm()
        other = Judge(ruleset._replace(min_length=data.draw(st.integers(1, 6)), region="british"))
        second = CompiledRuleset(other, warm.lexicon)
        second.warm_as(first)
        for compiled in (first, second):
            agree(compiled, sampled, partial(_proof, compiled.judge, warm))
        assert set(first.with_code("sense-admitted")) == legal
        struck = {key for key, proof in proofs.items() if proof.decisive.code == CODE}
        found = first.with_code(CODE)
        assert {key for key in sampled if key in found} == {key for key in struck if warm.lexicon.has(key)}
        assert set(solve(read_board("star/eing/auoe/ldie"), first.board_words).paths) <= legal


def _proof(judge: Judge, service: Adjudicator, key: str) -> Verdict:
    return judge.verdict(key, service.evidence(key), "", known=service.dictionaries.known_facts)


@given(st.integers(0, 40), st.text(string.ascii_lowercase, min_size=1, max_size=40), rulesets())
def test_word_rules_depend_on_what_they_say(length: int, key: str, ruleset: Ruleset) -> None:
    """A rule that says that it depends on the length alone does, and one that is idle strikes no key."""
    for code, rule in WORD_RULES.items():
        if rule.depends_on == "length":
            assert rule.strikes(key, "", ruleset) is rule.strikes("a" * len(key), "", ruleset), code
        if rule.idle(ruleset):
            assert not rule.strikes(key, "", ruleset), code
