"""The optional sources in a small build: what VarCon and Open English WordNet must not do to common words.

Each trap is a line of the shape that the real file has, about made-up words.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from adjudicator.ingest.build import BuiltSource, build
from adjudicator.judging.service import Adjudicator
from tests.conftest import ABOUT, small_config, small_sources

WORDS = {
    "english-words.50": "blea\nseep\nbleaped\nbleapt\nblele\nblint\n",
    "american-words.35": "blinter\nblor\nblacticed\n",
    "british-words.35": "blintre\nblour\nblactised\n",
    "variant_3-words.50": "blurah\nblirtualization\nblirtualisation\nbloined\nblee\n",
}
VARCON = """\
# Blea <verified> (level 80)
A: Blea / B: Blaea
# see-p <verified> (level 80)
A: see_p / B: sea-p
# bleap <verified> (level 35)
A B.: bleaped / A. B: bleapt
# blele (level 95)
A: blele / B: blelae
# blurrah <verified> (level 35)
A B: blurrah / AV: blurah
# blirtualization <verified> (level 60)
A: blirtualization / B: blirtualisation
# blor <verified> (level 35)
A: blor / B: blour
# bloined <verified> (level 80)
A: bloined / B: bloyned | wall
# blée <verified> (level 80)
A: blee / B: blée
"""
SAID = "blorise B L AO1 R AY0 Z\nblorize B L AO1 R AY0 Z\nblorten B L AO1 R T AH0 N\n"
"""The second witness that a word needs which Open English WordNet has alone."""
TAG = '<SenseRelation relType="exemplifies" target="oewn-{}_spelling__1.10.01.."/>'


def entry(number: int, lemma: str, pos: str, synset: str, tag: str = "", forms: str = "") -> str:
    """Return one lexical entry of one sense."""
    written = "".join(f'<Form writtenForm="{form}"/>' for form in forms.split())
    relation = TAG.format(tag) if tag else ""
    return (
        f'<LexicalEntry id="e{number}"><Lemma writtenForm="{lemma}" partOfSpeech="{pos}"/>{written}'
        f'<Sense id="s{number}" synset="{synset}">{relation}</Sense></LexicalEntry>'
    )


OEWN = "\n".join(
    [
        '<LexicalResource><Lexicon id="oewn" label="A test" language="en">',
        entry(1, "blint", "a", "lit", "british"),
        entry(2, "blorize", "v", "ize", "american", "blorized"),
        entry(3, "blorise", "v", "ize", "british"),
        entry(4, "blactice", "v", "practise", "british", "blacticed"),
        entry(5, "blorten", "v", "short", "american"),
        *(f'<Synset id="{name}"/>' for name in ("lit", "ize", "practise", "short")),
        "</Lexicon></LexicalResource>",
    ]
)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Adjudicator]:
    """The service over a lexicon of the small sources with both of the others."""
    folder = tmp_path_factory.mktemp("more")
    config = small_config(folder / "config")
    sources = small_sources(folder / "sources", config)
    with (config / "labels.toml").open("a") as labels:
        labels.writelines(
            f'{region}-spelling = ["{region} spelling"]\n' for region in ("american", "british")
        )
    for file, text in WORDS.items():
        (folder / "sources" / "scowl" / file).write_text(text)
    for name, file, text in (
        ("varcon", "varcon.txt", VARCON),
        ("oewn", "oewn.xml", OEWN),
        ("cmudict", "cmudict.dict", SAID),
    ):
        (folder / "sources" / name).mkdir()
        (folder / "sources" / name / file).write_text(text, encoding="utf-8")
        sources.append(BuiltSource(name, name, folder / "sources" / name, {**ABOUT, "digest": "sha256:1"}))
    build(sources, folder / "home" / "lexicon.sqlite", lambda *_: None, config=config)
    opened = Adjudicator(folder / "home" / "lexicon.sqlite")
    yield opened
    opened.close()


@pytest.mark.parametrize(
    ("word", "trap"),
    [
        ("blea", "a name with a capital is another word"),
        ("seep", "a spelling with a space or a hyphen is another word"),
        ("bleaped", "an equal variant is British"),
        ("bleapt", "an equal variant is British"),
        ("blele", "a line that nobody verified"),
        ("blurah", "a rare American variant is no American word"),
        ("blirtualization", "-ize is British, though the line has no Z"),
        ("bloined", "a line about one sense"),
        ("blee", "an accent is no other word"),
        ("blorize", "-ize is British, though its sense has an American tag"),
        ("blorized", "a form of it, too"),
        ("blour", "the British spelling"),
    ],
)
def test_it_is_no_american_spelling(service: Adjudicator, word: str, trap: str) -> None:
    """None of these lines makes the word American."""
    verdict = service.verdict(word, "boggle")
    assert verdict.legal, (trap, verdict.decisive.reason)


@pytest.mark.parametrize(
    ("word", "trap"),
    [
        ("blor", "the American spelling"),
        ("blinter", "no comparative of an adjective, which a list has without its superlative"),
        ("blacticed", "an American form stays so, whatever tag its headword has"),
        ("blorten", "a spelling that its only sense tags as American"),
    ],
)
def test_it_is_an_american_spelling(service: Adjudicator, word: str, trap: str) -> None:
    """What is American stays so, with these sources as without."""
    assert service.verdict(word, "boggle").decisive.code == "american-spelling", trap
