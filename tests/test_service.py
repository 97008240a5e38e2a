"""The service: the fast path is the proof's, and what it says of itself holds."""

from __future__ import annotations

import doctest
import random
import string
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import adjudicator as package
import adjudicator.judging.service
from adjudicator.core.spelling import key_of
from adjudicator.errors import BadWord, ConfigError
from adjudicator.ingest.lists import add_list
from adjudicator.judging.service import Adjudicator
from adjudicator.resources import config_dir
from adjudicator.rules.conditions import CODES
from adjudicator.rules.files import Rulebooks
from tests.conftest import REAL_LEXICON, WHOLE, examples, home_with_lexicon

SHIPPED = sorted(path.stem for path in (config_dir() / "rulesets").glob("*.toml"))
SAMPLE = examples(5_000, 5_000)


def random_strings(rng: random.Random, number: int) -> Iterator[str]:
    for _ in range(number):
        yield "".join(rng.choices(string.ascii_lowercase, k=rng.randint(1, 12)))


@pytest.mark.parametrize("ruleset", SHIPPED)
def test_fast_path_equals_proof(adjudicator: Adjudicator, ruleset: str) -> None:
    """The code without a proof is the decisive code of the proof, for words of the lexicon and for strings
    that are none.
    """
    rng = random.Random(f"{ruleset} 1")
    keys = (
        rng.sample(list(adjudicator.lexicon.keys()), SAMPLE)
        + list(random_strings(rng, 500))
        + ["quo", "zee", "ab", "fbi", "theyll", "ill"]
    )
    keys += rng.sample(sorted(adjudicator.lexicon.phrase_keys), 300)
    compiled = adjudicator.under(ruleset).compiled
    differing = []
    for key in keys:
        verdict = adjudicator.under(ruleset).verdict(key, suggest=False)
        if (compiled.code(key), compiled.legal(key)) != (verdict.decisive.code, verdict.legal):
            differing.append((key, compiled.code(key), verdict.decisive.code))
    assert differing == []


OWN = ("co-op", "ill", "i-ll", "zed", "blorp", "he'll", "well", "E-mail", "quo", "US")


NAMED = ('"mine"', '"mine", "wordnet"', '"scowl", "mine"')
TRUTHS = ("true", "false")


@pytest.mark.parametrize(
    ("sources", "punctuated"),
    [*product(NAMED, TRUTHS)] if WHOLE else [(NAMED[0], "true"), (NAMED[1], "false"), (NAMED[2], "true")],
)
def test_fast_path_equals_proof_with_a_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sources: str, punctuated: str
) -> None:
    """The code without a proof is the proof's too where a ruleset names a list of one's own."""
    monkeypatch.setenv("ADJUDICATOR_HOME", str(home_with_lexicon(tmp_path / "home")))
    (tmp_path / "list.txt").write_text("\n".join(OWN))
    assert add_list("mine", tmp_path / "list.txt") == len(OWN)
    ruleset = tmp_path / "mine.toml"
    ruleset.write_text(
        'id = "mine"\nextends = "boggle"\n'
        f"[dictionary]\nsources = [{sources}]\n[exclude]\npunctuated = {punctuated}\n"
    )
    service = Adjudicator()
    compiled = service.under(str(ruleset)).compiled
    keys = [key_of(word) for word in OWN] + random.Random(3).sample(list(service.lexicon.keys()), 500)
    found = {key: service.under(str(ruleset)).verdict(key, suggest=False).decisive.code for key in keys}
    assert {key: compiled.code(key) for key in keys} == found
    assert found["blorp"] == found["zed"] == "sense-admitted"
    assert set(service.under(str(ruleset)).legal_keys()) >= {
        key for key, code in found.items() if code == "sense-admitted"
    }
    service.close()


@settings(
    max_examples=examples(100, 300),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    deadline=None,
)
@given(st.text(max_size=40))
def test_any_text(adjudicator: Adjudicator, text: str) -> None:
    """Any text at all gets a verdict of a documented code, or is refused as no word."""
    try:
        verdict = adjudicator.under().verdict(text, suggest=False)
    except BadWord as error:
        assert str(error).isprintable()
        return
    assert verdict.decisive.code in CODES
    assert verdict.legal == (verdict.decisive.code == "sense-admitted")
    adjudicator.word(text)


def test_verdicts_are_reproducible(adjudicator: Adjudicator) -> None:
    """The same word, ruleset and lexicon give the same verdict, which names the digests of both."""
    other = Adjudicator(REAL_LEXICON)
    one, again = adjudicator.under().verdict_data("trig"), other.under().verdict_data("trig")
    assert one == again
    assert one["lexicon"] == adjudicator.lexicon.digest
    assert one["ruleset_digest"] == Rulebooks().load("boggle").digest


def test_rulebook_words(adjudicator: Adjudicator) -> None:
    """The examples of the rulebook's sections 4 and 5 come out as it says."""
    found = {
        word: adjudicator.verdict(word, "boggle").decisive.code
        for word in ("rho", "cafe", "quo", "zed", "zee", "dr", "FBI", "scuba", "they'll", "trig")
    }
    assert {word for word, code in found.items() if code == "sense-admitted"} == {
        "rho",
        "cafe",
        "zed",
        "scuba",
        "trig",
    }
    assert found["zee"] == "american-spelling"
    assert found["quo"] == "only-in-phrases"


def test_suggestions_are_legal(adjudicator: Adjudicator) -> None:
    """Near misses are themselves legal, few, and the British word comes first."""
    for word in ("zee", "color", "qat", "speling"):
        suggestions = adjudicator.verdict(word, "boggle").suggestions
        assert len(suggestions) <= 5
        assert all(adjudicator.verdict(each, "boggle").legal for each in suggestions)
    assert adjudicator.verdict("color", "boggle").suggestions[0] == "colour"


def test_differences_differ(adjudicator: Adjudicator) -> None:
    """A difference between two rulesets is legal under exactly one; a ruleset does not differ from itself."""
    found = list(adjudicator.under("boggle").diff(adjudicator.under("open")))
    assert found
    assert all((each.left == "sense-admitted") != (each.right == "sense-admitted") for each in found)
    assert [each.key for each in found] == sorted(each.key for each in found)
    assert list(adjudicator.under("open").diff(adjudicator.under("open"))) == []


def test_a_sealed_play(adjudicator: Adjudicator) -> None:
    """A play is acceptable if every word of it is legal."""
    assert adjudicator.under().acceptable(["cat", "dog"])
    assert not adjudicator.under().acceptable(["cat", "zee", "dog"])


def test_list_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A list cannot take the name of a source that ships, nor one that is no plain name."""
    monkeypatch.setenv("ADJUDICATOR_HOME", str(tmp_path / "home"))
    (tmp_path / "words.txt").write_text("cat\n")
    for name in ("wordnet", "curated", "Mine", "../x", "", "a b", "1a", "x" * 41):
        with pytest.raises(ConfigError):
            add_list(name, tmp_path / "words.txt")
    assert not (tmp_path / "home" / "lists").exists()


@pytest.mark.parametrize("module", [package, adjudicator.judging.service])
def test_examples_run(module: object) -> None:
    """The examples in the documentation of the service give what they show."""
    result = doctest.testmod(module)  # type: ignore[arg-type]
    assert result.attempted > 0
    assert result.failed == 0
