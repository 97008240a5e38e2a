"""The evaluation itself: it counts by the conventions, lists disagreements, refuses what it cannot read."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

import pytest

from adjudicator.core.model import Facts
from adjudicator.rules.files import Rulebooks
from adjudicator.rules.judge import Judge
from tests.evaluation import __main__ as evaluate
from tests.evaluation.coverage import attestation
from tests.evaluation.gold import (
    Account,
    BadTable,
    GoldWord,
    evaluate_gold,
    read_gold,
    score_flag,
    score_type,
)
from tests.evaluation.region import clear_cases, covered_by, respellings
from tests.evaluation.report import Threshold, percent, wrapped


def sense(kind: str | None = None, *, proper: bool = False, lexicalised: bool = False) -> dict[str, Any]:
    return {
        "source": "dictionary",
        "display": "Shown",
        "proper": proper,
        "lexicalised": lexicalised,
        "abbreviation": {"type": kind} if kind else None,
    }


class Pretended:
    """Answers from a table in place of a lexicon, so that what is right is known beforehand."""

    senses: ClassVar[dict[str, list[dict[str, Any]]]] = {
        "us": [],
        "FBI": [sense("initialism", proper=True)],
        "NATO": [sense("initialism", proper=True)],
        "scuba": [sense("acronym", lexicalised=True)],
        "modem": [sense("acronym", lexicalised=True)],
        "rom": [],
        "polish": [sense(), sense(proper=True)],
        "house": [sense("clipping")],
        "dvd": [sense("initialism", proper=True)],
    }
    legal = frozenset({"scuba", "modem", "polish", "house", "dvd"})

    def word(self, word: str) -> dict[str, Any]:
        flags = [
            {
                "flag": "abbreviation",
                "value": "clipping",
                "provenance": "inferred",
                "rule": "a-rule",
                "evidence": "said so",
            }
        ]
        return {"senses": self.senses[word], "flags": flags if word == "house" else []}

    def under(self, ruleset: str) -> Pretended:
        return self

    def verdict_data(self, word: str, *, detail: str = "full", suggest: bool = True) -> dict[str, Any]:
        legal = word in self.legal
        code = "too-short" if len(word) < 3 else "a-code"
        return {
            "legal": legal,
            "code": code,
            "summary": f"{word} is {'legal' if legal else 'not legal'}: because.",
            "findings": [{"effect": "admits"}] if word == "us" else [],
        }


TABLE = """word\ttypes\tproper\tlexicalised\tlegal\tgroup\textra
FBI\tinitialism\tyes\tno\tno\tinit\t1
NATO\tacronym\tyes\tno\tno\tacr\t2
scuba\tacronym\tno\tyes\tyes\tlexacr\t3
modem\tacronym,clipping\tno\tyes\tyes\tlexacr\t4
rom\tacronym,plain\tno\tyes\tyes\tlexacr\t5
polish\tplain\tno\tno\tyes\thomo\t6
house\tplain\tno\tno\tyes\tord\t7
dvd\tinitialism\tno\tno\tno\tinit\t8
"""


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    path = tmp_path / "words.tsv"
    path.write_text(TABLE, encoding="utf-8")
    return path


def accounts(gold: Path) -> list[Account]:
    return [Account(row, Pretended().word(row.word)) for row in read_gold(gold).rows]


def test_a_table_is_read_with_its_conventions(gold: Path) -> None:
    """Types are a set, yes and no become booleans, and a column of one's own is passed over and named."""
    table = read_gold(gold)
    assert table.rows[3] == GoldWord(
        word="modem",
        types=frozenset({"acronym", "clipping"}),
        proper=False,
        lexicalised=True,
        legal=True,
        group="lexacr",
    )
    assert table.columns == ("types", "proper", "lexicalised", "legal")
    assert table.ignored == ("extra",)


def test_legality_counts_and_lists_every_disagreement(gold: Path) -> None:
    """The section gives right of total and each wrong word with the verdict's own summary."""
    section = evaluate_gold(Pretended(), read_gold(gold))[0]
    text = section.text()
    assert "right: 6/8, 75.00%" in text
    assert "rom should be legal [a-code]: rom is not legal: because." in text
    assert "dvd should be not legal [a-code]: dvd is legal: because." in text
    assert "scuba should" not in text
    assert [(line.name, line.measured) for line in section.thresholds] == [("legality (boggle)", 0.75)]


def test_words_too_short_for_the_ruleset_are_counted_apart(tmp_path: Path) -> None:
    """A word that only the length rule strikes is wrong in the first figure and judged by its readings in the second."""
    path = tmp_path / "words.tsv"
    path.write_text("word\tlegal\nus\tyes\nscuba\tyes\nhouse\tno\n", encoding="utf-8")
    section = evaluate_gold(Pretended(), read_gold(path))[0]
    assert [line.measured for line in section.thresholds] == [1 / 3, 2 / 3]


def test_types_by_word_strict_and_lenient(gold: Path) -> None:
    """Not listed: always a false positive. One of several, or none beside plain: no lenient miss."""
    judged = accounts(gold)
    initialism = score_type(judged, "initialism", lenient=True)
    assert (initialism.hits, len(initialism.false_positives), len(initialism.misses)) == (2, 1, 0)
    assert initialism.false_positives[0].startswith("NATO: ")
    strict, lenient = (score_type(judged, "acronym", lenient=lenient) for lenient in (False, True))
    assert (strict.hits, [line.split(":")[0] for line in strict.misses]) == (2, ["NATO", "rom"])
    assert ([line.split(":")[0] for line in lenient.misses], lenient.excused) == (["NATO"], ["rom"])
    assert (strict.recall, lenient.recall) == (1 / 2, 2 / 3)
    strict, lenient = (score_type(judged, "clipping", lenient=lenient) for lenient in (False, True))
    assert ([line.split(":")[0] for line in strict.misses], lenient.misses) == (["modem"], [])
    assert lenient.precision == 0.0


def test_a_false_positive_names_who_is_responsible(gold: Path) -> None:
    """The listing gives the source's reading and the rule with its evidence."""
    (line,) = score_type(accounts(gold), "clipping", lenient=False).false_positives
    assert line == "house: dictionary Shown; a-rule (inferred: said so)"


def test_a_miss_says_what_is_there_instead(gold: Path) -> None:
    """A word that no source has says so."""
    misses = score_type(accounts(gold), "acronym", lenient=False).misses
    assert "rom: no source has it" in misses


def test_a_name_that_shares_its_key_with_a_word_is_excused(gold: Path) -> None:
    """Polish beside polish is no false positive of proper; a name where no ordinary word is listed is one."""
    score = score_flag(accounts(gold), "proper", lambda row: row.proper)
    assert (score.hits, score.excused) == (2, ["polish"])
    assert [line.split(":")[0] for line in score.false_positives] == ["dvd"]


def test_columns_that_are_missing_are_not_judged(tmp_path: Path) -> None:
    """A table of words and legality alone gives one section; an empty cell is left out of the count."""
    path = tmp_path / "words.tsv"
    path.write_text("legal\tword\nyes\tscuba\n\trom\n\n", encoding="utf-8")
    sections = evaluate_gold(Pretended(), read_gold(path))
    assert [section.title for section in sections] == ["Legality under boggle"]
    assert "right: 1/1, 100.00%" in sections[0].text()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no column 'word'"),
        ("spelling\tlegal\nhouse\tyes\n", "no column 'word'"),
        ("word\tgroup\nhouse\tord\n", "nothing to compare"),
        ("word\tlegal\tlegal\nhouse\tyes\tno\n", "named twice: legal"),
        ("word\tlegal\n", "no rows"),
        ("word\tlegal\nhouse\tmaybe\n", "2: legal: 'maybe' is neither yes nor no"),
        ("word\ttypes\nhouse\tnickname\n", "2: types: unknown nickname; known are initialism"),
        ("word\tlegal\n123\tyes\n", "2: word: Nothing in '123' can be spelled"),
        ("word\tlegal\nhouse\tyes\tno\n", "2: has 3 cells under 2 columns"),
    ],
)
def test_a_bad_table_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, says: str
) -> None:
    """The message names the line and the fault, and the exit code is 2."""
    path = tmp_path / "words.tsv"
    path.write_text(text, encoding="utf-8")
    assert evaluate.main([str(path)]) == evaluate.UNUSABLE
    assert says in capsys.readouterr().err


def test_all_faults_of_a_table_come_at_once(tmp_path: Path) -> None:
    """Three bad rows are three faults."""
    path = tmp_path / "words.tsv"
    path.write_text("word\tlegal\tproper\na\tx\tyes\n!\tyes\tno\nb\tno\ty\n", encoding="utf-8")
    with pytest.raises(BadTable) as caught:
        read_gold(path)
    assert len(caught.value.faults) == 3


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A missing file, a folder and bytes that are no text each give one line and the exit code 2."""
    (tmp_path / "latin").write_bytes("word\tlegal\ncafé\tyes\n".encode("latin-1"))
    for name, says in (("absent", "cannot be read"), (".", "cannot be read"), ("latin", "not UTF-8")):
        assert evaluate.main([str(tmp_path / name)]) == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert says in line


def test_the_report_ends_with_what_is_wanted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Over the lexicon that is built: a handful of words that every dictionary agrees on comes out right."""
    path = tmp_path / "words.tsv"
    path.write_text(
        "word\ttypes\tlexicalised\tlegal\nFBI\tinitialism\tno\tno\nNATO\tacronym\tno\tno\nscuba\tacronym\tyes\tyes\n"
        "they'll\tcontraction\tno\tno\nhouse\tplain\tno\tyes\ncolour\tplain\tno\tyes\n",
        encoding="utf-8",
    )
    assert evaluate.main([str(path), "--part", "gold"]) == evaluate.DONE
    printed = capsys.readouterr().out
    assert "right: 6/6, 100.00%" in printed
    last = printed.partition("== Measured against what is wanted")[2]
    assert "legality (boggle)                 100.00%  wanted  98.00%  ok" in last
    assert "initialism precision" in last


def test_a_threshold_says_ok_below_or_not_measured() -> None:
    """Exactly what is wanted is ok; a share just below it is not rounded up to it."""
    assert Threshold("a", 0.98, 0.98).line().endswith("ok")
    assert Threshold("a", 0.979999, 0.98).line().endswith("below")
    assert Threshold("a", None, 0.98).line().endswith("not measured")
    assert (percent(0.979999), percent(1.0), percent(None)) == ("97.99%", "100.00%", "-")


def test_clear_cases_need_the_other_spelling() -> None:
    """A word that one dictionary merely lacks is not regional; a pair is, and -ise beside -ize."""
    british_rejects = {"color", "lineup", "vitalizes"}
    american_rejects = {"colour", "hotline", "organise", "tyre", "vitalises"}
    words = {"house", "organize", "tire"} | british_rejects | american_rejects
    found = {case.word: case.expected for case in clear_cases(words, british_rejects, american_rejects)}
    assert found == {
        "color": "american",
        "colour": "british",
        "house": "both",
        "organise": "british",
        "organize": "both",
        "tire": "both",
        "tyre": "british",
        "vitalises": "british",
    }


@pytest.mark.parametrize(
    ("british", "american"),
    [
        ("centre", "center"),
        ("travelling", "traveling"),
        ("fulfil", "fulfill"),
        ("manoeuvre", "maneuver"),
        ("anaesthetise", "anesthetize"),
        ("analyse", "analyze"),
        ("defence", "defense"),
        ("plough", "plow"),
        ("mould", "mold"),
        ("grey", "gray"),
        ("sceptic", "skeptic"),
        ("pyjamas", "pajamas"),
        ("aluminium", "aluminum"),
        ("jewellery", "jewelry"),
        ("axe", "ax"),
        ("catalogue", "catalog"),
        ("theatregoer", "theatergoer"),
    ],
)
def test_known_differences_of_spelling(british: str, american: str) -> None:
    """The American spelling is among the respellings of the British one."""
    assert american in respellings(british)


def test_chance_resemblance_is_no_difference_of_spelling() -> None:
    """Words that only share their consonants are not spellings of each other."""
    assert "pinko" not in respellings("pinky")
    assert "larges" not in respellings("largesse")
    assert covered_by("promise") == {"promize"}
    assert covered_by("tyres") == {"tires"}


def test_what_attests_a_word() -> None:
    """The list and the strongest other evidence are named; a struck reading attests nothing."""
    judge = Judge(Rulebooks().load("open"))
    listed = Facts("scowl", "listing", size=50)
    sense = Facts("wordnet", "sense", pos="noun")
    derived = Facts("wordnet", "sense", pos="noun", relation="derivation", inferred=("relation",))
    regular = Facts("wordnet", "sense", pos="noun", relation="inflection", inferred=("relation",))
    name = Facts("wordnet", "sense", pos="noun", proper=True)
    assert attestation([sense, listed, derived], judge) == "list + dictionary"
    assert attestation([listed, name], judge) == "list + nothing else"
    assert attestation([derived, listed], judge) == "list + derivation"
    assert attestation([regular], judge) == "inflection inferred"
    assert attestation([Facts("curated", "sense", pos="noun")], judge) == "curated"
    assert attestation([sense], judge) == "dictionary"


def test_lines_of_words_are_wrapped() -> None:
    """No word is lost and no line is too long."""
    words = ["word"] * 60
    lines = wrapped(words)
    assert sum(line.count("word") for line in lines) == 60
    assert max(len(line) for line in lines) <= 110
    assert wrapped([]) == []
