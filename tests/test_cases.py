"""The executable rulebooks: every case of ``cases/*.toml``, judged with the lexicon that was built.

A file is named after its ruleset. Its ``[rulebook]`` holds the rulebook's own examples with what the
rulebook says of them; every other table is a code with the words that it decides.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from adjudicator import Adjudicator
from adjudicator.rules.conditions import CODES, WORD_RULES
from adjudicator.rules.files import Rulebooks

CASES = Path(__file__).parent / "cases"
NEEDS_MORE_THAN_A_LEXICON = {
    "house-allowed",
    "house-denied",
    "not-on-board",
    "british-spelling",
    "excluded-label",
    "excluded-part-of-speech",
    "too-long",
}


class Case(NamedTuple):
    """A word that *code* decides under *ruleset*; *says* quotes the rulebook where the example is its own."""

    ruleset: str
    word: str
    code: str
    says: str


def read_cases(file: Path) -> Iterator[Case]:
    """Yield the cases of one file."""
    tables = tomllib.loads(file.read_text(encoding="utf-8"))
    for example in tables.pop("rulebook")["words"]:
        yield Case(file.stem, example["word"], example["code"], example["says"])
    for code, table in tables.items():
        for word in table["words"]:
            yield Case(file.stem, word, code, "")


ALL = [case for file in sorted(CASES.glob("*.toml")) for case in read_cases(file)]


SHIPPED = [Rulebooks().load(file.stem) for file in (CASES.parents[1] / "config" / "rulesets").glob("*.toml")]
SWITCHED_OFF = {code for code, rule in WORD_RULES.items() if all(map(rule.idle, SHIPPED))} - {
    case.code for case in ALL
}
"""Rules on the word that no shipped ruleset switches on."""


@pytest.fixture(scope="module")
def adjudicator() -> Iterator[Adjudicator]:
    opened = Adjudicator()
    yield opened
    opened.close()


@pytest.mark.parametrize(("ruleset", "code"), sorted({(case.ruleset, case.code) for case in ALL}))
def test_the_code_decides_the_word(adjudicator: Adjudicator, ruleset: str, code: str) -> None:
    """The decisive finding has the code that the rulebook asks for, and legality follows from it."""
    bench = adjudicator.under(ruleset)
    wrong = []
    for case in ALL:
        if (case.ruleset, case.code) == (ruleset, code):
            verdict = bench.verdict(case.word, suggest=False)
            if verdict.decisive.code != code or verdict.legal is not (code == "sense-admitted"):
                wrong.append(f"{case.word}: {verdict.decisive.reason}. {case.says}")
    assert not wrong, "\n".join(wrong)


def test_the_summary_is_one_sentence_about_the_word(adjudicator: Adjudicator) -> None:
    """A summary opens with the word as typed, says which way it went, and ends in a full stop."""
    for case in ALL:
        summary = adjudicator.under(case.ruleset).verdict_data(case.word)["summary"]
        way = "is legal: " if case.code == "sense-admitted" else "is not legal: "
        assert summary.startswith(f"{case.word} {way}")
        assert summary.endswith(".") and not summary.endswith("..")
        assert "\n" not in summary


def test_legality_is_the_same_without_a_proof(adjudicator: Adjudicator) -> None:
    """The compiled ruleset, which sees keys, decides every plainly typed case as the verdict does."""
    for case in ALL:
        if case.word.isascii() and case.word.isalpha():
            verdict = adjudicator.under(case.ruleset).verdict(case.word, suggest=False)
            compiled = adjudicator.under(case.ruleset).compiled
            assert compiled.legal(verdict.key) is verdict.legal, case
            assert compiled.code(verdict.key) == verdict.decisive.code, case


def test_every_ruleset_has_cases(adjudicator: Adjudicator) -> None:
    """Each ruleset that ships is executable, and no file of cases is for a ruleset that does not exist."""
    shipped = {file.stem for file in (CASES.parents[1] / "config" / "rulesets").glob("*.toml")}
    assert {case.ruleset for case in ALL} == shipped
    assert shipped <= set(adjudicator.ruleset_ids())


@pytest.mark.parametrize("code", sorted(set(CODES) - NEEDS_MORE_THAN_A_LEXICON - SWITCHED_OFF))
def test_every_code_of_a_lexicon_has_cases(code: str) -> None:
    """Each code that a word can get from the lexicon alone has three cases at the least."""
    assert sum(case.code == code for case in ALL) >= 3


def test_a_case_names_a_known_code() -> None:
    """No file has a code that the service never gives."""
    assert {case.code for case in ALL} <= set(CODES)


def test_no_word_has_two_cases() -> None:
    """Within one ruleset a word is judged once; the rulebook's own examples are not repeated below them."""
    counted = Counter((case.ruleset, case.word.casefold()) for case in ALL)
    assert [case for case, times in counted.items() if times > 1] == []
