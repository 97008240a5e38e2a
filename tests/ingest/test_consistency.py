"""The curated files of config/ contradict one another nowhere, and no line of theirs is idle."""

from __future__ import annotations

import math
import re
import tomllib
from itertools import chain
from pathlib import Path

import pytest

from adjudicator.core.inflection import regular_forms
from adjudicator.core.model import FIRST, FIRST_IN_BRITAIN, SENSE, Reading
from adjudicator.core.spelling import key_of
from adjudicator.errors import ConfigError
from adjudicator.ingest.build import build
from adjudicator.ingest.classify.world import World
from adjudicator.ingest.consistency import check, counterparts
from adjudicator.ingest.misprints import misprints_in
from adjudicator.judging.service import Adjudicator
from adjudicator.resources import config_dir
from tests.conftest import small_config, small_sources

GLOSS = 'med = {{ gloss = "{gloss}", {beside}why = "x" }}'
MED = '[clipping]\nmed = { from = "medium", why = "x" }'


def test_what_is_shipped_is_consistent() -> None:
    """No two lines of the shipped files contradict one another."""
    check(config_dir(), World(config_dir()))


def faults_in(folder: Path, **files: str) -> list[str]:
    """Write *files*, and return the faults found among them, without the folder."""
    for name, text in files.items():
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as raised:
        check(folder, World(folder))
    return [fault.replace(f"{folder}/", "") for fault in raised.value.faults]


@pytest.mark.parametrize(
    ("files", "fault"),
    [
        (
            {
                "glosses": '# a word\n[noun]\n\nmed = { gloss = "a medicine", why = "x" }',
                "abbreviations": MED,
            },
            'glosses.toml:4: med: is short for medium; a gloss of another word says so: beside = "medium" (see abbreviations.toml:2: med)',
        ),
        (
            {
                "glosses": '[noun]\nmed = { gloss = "a medium", beside = "medium", why = "x" }',
                "abbreviations": MED,
            },
            "glosses.toml:2: med: the gloss is that of the abbreviation, which is short for medium (see abbreviations.toml:2: med)",
        ),
        (
            {"glosses": '[abbreviation]\nmed = { gloss = "a medium", why = "x" }'},
            "glosses.toml:2: med: is an abbreviation; those stand in abbreviations.toml, with their type",
        ),
        (
            {"glosses": '[noun]\nmed = { gloss = "a medicine", beside = "medium", why = "x" }'},
            "glosses.toml:2: med: stands beside medium, but abbreviations.toml does not have the word",
        ),
        (
            {"lexicalised": '[clipping]\nmed = { from = "Medium", why = "x" }', "abbreviations": MED},
            "lexicalised.toml:2: med: is a word here and an abbreviation there, of the same full form (see abbreviations.toml:2: med)",
        ),
        (
            {"abbreviations": '[initialism]\nMED = { from = "medium", why = "x" }\n' + MED},
            "abbreviations.toml:4: med: is of type clipping, and MED of type initialism (see abbreviations.toml:2: MED)",
        ),
        (
            {"regions": '[american]\nzee = { why = "x" }\n[both]\nzee = { why = "x" }'},
            "regions.toml:4: zee: has two lines (see regions.toml:2: zee)",
        ),
        (
            {"regions": '[american]\nzee = { british = "zee", why = "x" }'},
            "regions.toml:2: zee: is its own counterpart",
        ),
        (
            {"regions": '[american]\nzee = { british = "zed, izzard", why = "x" }\nizzard = { why = "x" }'},
            "regions.toml:2: zee: has the british counterpart izzard, which is american (see regions.toml:3: izzard)",
        ),
        (
            {"regions": '[both]\nzee = { british = "zed", why = "x" }'},
            "regions.toml:2: zee: is both, and cannot have a counterpart that is british",
        ),
        (
            {
                "regions": '[american]\ntire = { why = "x" }',
                "senses": '[noun]\ntire = { british = "tyre", gloss = ["wheel"], why = "x" }',
            },
            "senses.toml:2: tire: is American in one sense, and american in every one there (see regions.toml:2: tire)",
        ),
        (
            {"senses": '[noun]\ntire = { british = "tire", why = "x" }'},
            "senses.toml:2: tire: is its own counterpart",
        ),
        (
            {
                "regions": '[american]\ntyer = { why = "x" }',
                "senses": '[noun]\ntire = { british = "tyer", why = "x" }',
            },
            "senses.toml:2: tire: has the british counterpart tyer, which is american (see regions.toml:2: tyer)",
        ),
        (
            {"invariable": 'must = { why = "x" }'},
            "invariable.toml:1: must: is about a curated sense, and glosses.toml has none",
        ),
        ({"capitals": 'mr = { why = "x" }'}, "capitals.toml:1: mr: has no capital"),
        (
            {"phrases": 'quo = { phrase = "status que", why = "x" }'},
            "phrases.toml:1: quo: does not occur in its phrase, status que",
        ),
        (
            {
                "phrases": 'quo = { phrase = "status quo", why = "x" }',
                "lexicalised": '[clipping]\nquo = { from = "quotation", why = "x" }',
            },
            "phrases.toml:1: quo: is a word by itself there (see lexicalised.toml:2: quo)",
        ),
        (
            {
                "errata": '"fuschia" = { source = "wordnet", why = "x" }',
                "glosses": '[noun]\n"fuschia" = { gloss = "a plant", why = "x" }',
            },
            "errata.toml:1: fuschia: has a gloss, as a word (see glosses.toml:2: fuschia)",
        ),
        (
            {
                "errata": 'quizes = { source = "scowl", why = "x" }',
                "doubted": '[misformed]\nquizes = { why = "x" }',
            },
            "errata.toml:1: quizes: is no word here, and a word to vote on there (see doubted.toml:2: quizes)",
        ),
        (
            {"labels": 'slang = ["slang", "low"]\ninformal = ["low"]'},
            "labels.toml:2: informal: “low” is printed for slang, too (see labels.toml:1: slang)",
        ),
    ],
)
def test_a_contradiction_is_found(tmp_path: Path, files: dict[str, str], fault: str) -> None:
    """Two lines that cannot both be meant are one fault, which names the path and line of both."""
    assert faults_in(tmp_path, **files) == [fault]


@pytest.mark.parametrize(
    "files",
    [
        {
            "glosses": '[noun]\nmed = { gloss = "a medicine", beside = "medium", why = "x" }',
            "abbreviations": MED,
        },
        {"glosses": '[noun]\nit = { gloss = "a thing", why = "x" }', "abbreviations": '[initialism]\nIT = { from = "information technology", why = "x" }'},
        {
            "lexicalised": '[acronym]\nrem = { from = "roentgen equivalent in man", why = "x" }',
            "abbreviations": '[clipping]\nrem = { from = "remittance", why = "x" }',
        },
        {"regions": '[american]\nzee = { british = "zed", why = "x" }\n[british]\nzed = { american = "zee", why = "x" }'},
        {"glosses": "[noun", "regions": '[american]\nzee = "zed"'},
        {"glosses": "noun = 1\n[verb]\nblorp = 3", "regions": "[american]\nzee = { british = 3 }"},
    ],
)  # fmt: skip
def test_what_is_no_contradiction(tmp_path: Path, files: dict[str, str]) -> None:
    """Homographs that are said to be some, other capitals, other full forms and pairs of regions may stand; a fault of form is not looked at here."""
    for name, text in files.items():
        (tmp_path / f"{name}.toml").write_text(text, encoding="utf-8")
    check(tmp_path, World(tmp_path))


def test_a_build_refuses_a_contradiction(tmp_path: Path) -> None:
    """Who edits the files is told at the build which lines contradict one another, before anything is read; the lexicon in place stays."""
    config = small_config(tmp_path / "config")
    sources = small_sources(tmp_path, config)
    with (config / "glosses.toml").open("a") as file:
        file.write('FBI = { gloss = "an agent of the Federal Bureau", why = "x" }\n')
    target = tmp_path / "lexicon.sqlite"
    with pytest.raises(ConfigError) as raised:
        build(sources, target, lambda *_: None, config=config)
    assert re.search(r"glosses\.toml:3: FBI: .*\(see .*abbreviations\.toml:2: FBI\)", str(raised.value))
    assert not target.exists()


def _lines(name: str) -> dict[str, dict[str, str]]:
    return tomllib.loads((config_dir() / f"{name}.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def service() -> Adjudicator:
    return Adjudicator()


def readings(service: Adjudicator, word: str) -> tuple[Reading, ...]:
    return service.dictionaries.lexicon.evidence(key_of(word)).readings


def test_counterparts_exist(service: Adjudicator) -> None:
    """Each word of regions.toml, and each counterpart there, is one that the dictionaries have; a counterpart belongs to its region."""
    missing = []
    for lines in tomllib.loads((config_dir() / "regions.toml").read_text(encoding="utf-8")).values():
        for word, line in lines.items():
            if not readings(service, word):
                missing.append(word)
            for side in ("british", "american"):
                for other in counterparts(line.get(side, "")):
                    region = service.dictionaries.lexicon.region(key_of(other))
                    if not readings(service, other) or region not in (side, "both", None):
                        missing.append(f"{word}: {other}")
    assert missing == []


def test_no_exception_is_idle(service: Adjudicator) -> None:
    """What is only in phrases is struck as such, what is no name is written so somewhere, and what a source has by mistake is not there."""
    idle = [
        word
        for word in _lines("phrases")
        if not any(each.facts.phrase_only for each in readings(service, word))
    ]
    idle += [
        word
        for word in _lines("capitals")
        if word not in {each.display.split("'")[0] for each in readings(service, word)}
    ]
    idle += [
        word
        for word, line in _lines("errata").items()
        if any(
            each.facts.source == line["source"] and each.headword == word for each in readings(service, word)
        )
    ]
    assert idle == []


def test_no_mended_text_is_idle(service: Adjudicator) -> None:
    """What a text of misprints.toml means is in a definition of its headword."""
    idle = [
        (word, meant)
        for misprints in misprints_in(config_dir() / "misprints.toml").values()
        for word, texts in misprints.texts.items()
        for meant in texts.values()
        if not any(meant in (each.gloss or "") for each in readings(service, word))
    ]
    assert idle == []


def test_no_sense_that_is_shown_first_is_idle(service: Adjudicator) -> None:
    """Each line of preferred.toml means a sense of its word in a dictionary, in that part of speech, and only few; or all of them, or of a
    form, and of that alone where another part of speech of the word is in use. What is a form of some senses alone is read as none of the others.
    """

    def marked(word: str, pos: str, relations: set[str]) -> int:
        return sum(
            each.facts.pos == pos
            and each.facts.relation in relations
            and not {FIRST, FIRST_IN_BRITAIN}.isdisjoint(each.facts.labels)
            for each in readings(service, word)
        )

    def means(word: str, pos: str, line: dict[str, str]) -> bool:
        own = marked(word, pos, {"lemma"} if "gloss" in line else {"lemma", "inflection"})
        forms = chain.from_iterable(regular_forms(word, pos).values())
        return 1 <= own <= (3 if "gloss" in line else math.inf) or (
            not own and any(marked(form, pos, {"inflection"}) for form in forms)
        )

    lines = tomllib.loads((config_dir() / "preferred.toml").read_text(encoding="utf-8"))
    idle = [
        (word, pos)
        for pos, words in lines.items()
        for word, line in words.items()
        if "of" not in line and not means(word, pos, line)
    ]
    assert idle == []
    limited = [
        (word, pos, line) for pos, words in lines.items() for word, line in words.items() if "of" in line
    ]
    assert limited
    for word, pos, line in limited:
        if "others" in line:
            first = [
                each
                for each in readings(service, word)
                if not {FIRST, FIRST_IN_BRITAIN}.isdisjoint(each.facts.labels)
            ]
            assert 1 <= len(first) <= 3, word
            assert all((each.base or each.headword, each.facts.pos) == (line["of"], pos) for each in first), (
                word
            )
            parts = [part.casefold() for part in line["gloss"]]
            assert all(any(part in (each.gloss or "").casefold() for part in parts) for each in first), word
            continue
        glosses = [
            each.gloss or ""
            for each in readings(service, word)
            if (each.facts.relation, each.facts.pos, each.base) == ("inflection", pos, line["of"])
        ]
        assert glosses
        assert all(any(part in gloss for part in line["gloss"]) for gloss in glosses)


def test_no_line_of_doubted_words_is_idle(service: Adjudicator) -> None:
    """Each word of doubted.toml is in a list, and each ruleset by which it is legal has it open to a vote."""
    sections = tomllib.loads((config_dir() / "doubted.toml").read_text(encoding="utf-8"))
    doubted = [(word, objection) for objection, lines in sections.items() for word in lines]
    assert doubted
    rulesets = [service.under(name) for name in ("boggle", "open")]
    idle = [
        word
        for word, objection in doubted
        if not any(objection in each.facts.inferred for each in readings(service, word))
        or any(
            verdict.legal and verdict.certainty == "settled"
            for verdict in (rules.verdict(word) for rules in rulesets)
        )
    ]
    assert idle == []


def test_no_line_of_what_words_are_made_of_is_idle(service: Adjudicator) -> None:
    """Each line of derivations.toml shows of its word the base that it names, in that part of speech and sense, or none where it names none."""
    lines = tomllib.loads((config_dir() / "derivations.toml").read_text(encoding="utf-8"))
    assert lines
    wrong = []
    for word, line in lines.items():
        made = [each for each in readings(service, word) if each.facts.relation == "derivation"]
        shown = [
            (key_of(each.base or ""), each.facts.pos)
            for each in made
            if "gloss" not in line or any(part in (each.gloss or "") for part in line["gloss"])
        ]
        unsure = {SENSE in each.facts.inferred for each in made}
        if (
            (made and "of" not in line)
            or ("of" in line and shown != [(key_of(line["of"]), line["pos"])])
            or ("unsure" in line and unsure != {True})
        ):
            wrong.append((word, shown))
    assert wrong == []
