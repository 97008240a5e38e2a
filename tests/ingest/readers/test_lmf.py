"""The reader of WordNets in LMF: Open English WordNet, plain and gzip."""

from __future__ import annotations

import gzip
from pathlib import Path
from xml.etree.ElementTree import ParseError

import pytest

from adjudicator.ingest.readers.lmf import read
from adjudicator.sources.records import RawEntry, RawSense

DOCUMENT = """<?xml version="1.0" encoding="UTF-8"?>
<LexicalResource><Lexicon id="oewn" label="A test" language="en">
<LexicalEntry id="e1"><Lemma writtenForm="blour" partOfSpeech="n"/><Form writtenForm="blouri"/>
  <Sense id="s1" synset="oewn-1-n">
    <SenseRelation relType="exemplifies" target="oewn-british_spelling__1.10.00.."/>
  </Sense></LexicalEntry>
<LexicalEntry id="e2"><Lemma writtenForm="blor" partOfSpeech="n"/>
  <Sense id="s2" synset="oewn-1-n">
    <SenseRelation relType="exemplifies" target="oewn-american_spelling__1.10.00.."/>
    <SenseRelation relType="exemplifies" target="oewn-ethnic_slur__1.10.00.."/>
    <SenseRelation relType="pertainym" target="x"/>
  </Sense></LexicalEntry>
<LexicalEntry id="e3"><Lemma writtenForm="Blorpton" partOfSpeech="n"/>
  <Sense id="s3" synset="oewn-2-n"/></LexicalEntry>
<LexicalEntry id="e4"><Lemma writtenForm="blory" partOfSpeech="s"/>
  <Sense id="s4" synset="oewn-3-s"/></LexicalEntry>
<LexicalEntry id="e5"><Lemma writtenForm="argot" partOfSpeech="n"/>
  <Sense id="s5" synset="oewn-5-n"><SenseRelation relType="antonym" target="s7"/>
    <Example>&quot;speak argot&quot;</Example></Sense></LexicalEntry>
<LexicalEntry id="e6"><Lemma writtenForm="slang" partOfSpeech="n"/>
  <Sense id="s6" synset="oewn-5-n"/></LexicalEntry>
<LexicalEntry id="e7"><Lemma writtenForm="blorpy" partOfSpeech="a"/>
  <Sense id="s7" synset="oewn-4-a"><SenseRelation relType="antonym" target="s5"/></Sense></LexicalEntry>
<Synset id="oewn-1-n" ili="i1" partOfSpeech="n"><Definition>a loud noise &amp; din</Definition></Synset>
<Synset id="oewn-2-n" partOfSpeech="n"><Definition>a town</Definition><Example>to Blorpton</Example>
  <SynsetRelation relType="instance_hypernym" target="oewn-9-n"/></Synset>
<Synset id="oewn-3-s" partOfSpeech="s"/>
<Synset id="oewn-4-a" members="e7" partOfSpeech="a"><Definition>(used as a combining form) odd</Definition>
  <SynsetRelation relType="exemplifies" target="oewn-5-n"/></Synset>
<Synset id="oewn-5-n" members="e6 e5" partOfSpeech="n"><Definition>words of one's own</Definition>
  <SynsetRelation relType="is_exemplified_by" target="oewn-4-a"/><Example>an argot of slangs</Example>
  <Example>say it</Example></Synset>
</Lexicon></LexicalResource>
"""
EXPECTED = [
    RawEntry(
        "blour",
        "noun",
        (RawSense("a loud noise & din", ("british spelling",), ("blor",)),),
        forms=("blouri",),
    ),
    RawEntry(
        "blor", "noun", (RawSense("a loud noise & din", ("american spelling", "ethnic slur"), ("blour",)),)
    ),
    RawEntry("Blorpton", "noun", (RawSense("a town", name=True, examples=("to Blorpton",)),)),
    RawEntry("blory", "adjective", (RawSense(""),)),
    RawEntry(
        "argot",
        "noun",
        (
            RawSense(
                "words of one's own",
                synonyms=("slang",),
                antonyms=("blorpy",),
                examples=("speak argot", "an argot of slangs"),
            ),
        ),
    ),
    RawEntry(
        "slang",
        "noun",
        (RawSense("words of one's own", synonyms=("argot",), examples=("an argot of slangs",)),),
    ),
    RawEntry(
        "blorpy",
        "adjective",
        (
            RawSense(
                "(used as a combining form) odd",
                ("slang", "used as a combining form"),
                antonyms=("argot",),
            ),
        ),
    ),
]


def test_plain_xml(tmp_path: Path) -> None:
    """Spelling tags, other domains, forms, names, satellites and a synset without definition, each as
    recorded; antonyms, and the examples of a sense and of its synset. A domain that a whole synset exemplifies is a label by its first lemma, wherever it stands.
    """
    (tmp_path / "oewn.xml").write_text(DOCUMENT, encoding="utf-8")
    assert list(read(tmp_path)) == EXPECTED


def test_gzip_gives_the_same(tmp_path: Path) -> None:
    """A compressed file is read as its content."""
    (tmp_path / "oewn.xml.gz").write_bytes(gzip.compress(DOCUMENT.encode()))
    (tmp_path / "README.txt").write_text("no XML", encoding="utf-8")
    assert list(read(tmp_path)) == EXPECTED


def test_xml_cut_short_is_reported(tmp_path: Path) -> None:
    """A file that ends in the middle raises an error that a build reports as a wrong format (a
    ValueError).
    """
    (tmp_path / "oewn.xml").write_text(DOCUMENT[:900], encoding="utf-8")
    with pytest.raises(ValueError, match=r"oewn\.xml") as caught:
        list(read(tmp_path))
    assert isinstance(caught.value.__cause__, ParseError)


def test_gzip_cut_short_is_reported(tmp_path: Path) -> None:
    """A compressed file that ends in the middle raises a ValueError, which a build reports."""
    (tmp_path / "oewn.xml.gz").write_bytes(gzip.compress(DOCUMENT.encode())[:300])
    with pytest.raises(ValueError, match="cut short"):
        list(read(tmp_path))
