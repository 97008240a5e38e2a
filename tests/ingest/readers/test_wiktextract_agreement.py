"""The wiktextract reader against the plain way: every line through ``json.loads``, and every field looked at one by one."""

from __future__ import annotations

import gzip
import itertools
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.ingest.readers import wiktextract as reader
from adjudicator.ingest.readers.wiktextract import read, records_of, records_of_line
from adjudicator.sources.records import RawEntry, RawForms, RawSense
from tests.made_wiktionary import Maker

Record = RawEntry | RawForms

SPACED, COMPACT = (", ", ": "), (",", ":")


def plainly(line: bytes) -> list[Record]:
    """The records of one line, the plain way."""
    entry = json.loads(line)
    if entry.get("lang_code") != "en" or "redirect" in entry:
        return []
    word, pos = entry["word"], reader._POS.get(entry["pos"])
    if re.search(r"\d", word):
        return []
    kind = {
        "symbol": "symbol",
        "abbreviation": {"abbrev": "abbreviation"}.get(entry["pos"], entry["pos"]),
    }.get(pos or "", "")
    senses: list[RawSense] = []
    lemmas: list[str] = []
    for sense in entry["senses"]:
        tags = set(sense.get("tags", ()))
        of = words(sense.get("form_of", ()))
        if of and tags & reader._SENSE_INFLECTIONS and not tags & (reader._RESTRICTED | reader._SHORTENINGS):
            lemmas += of
        elif not tags & reader._FAULTY:
            senses.append(plain_sense(sense, word, entry["pos"] in ("name", "proper-noun"), kind))
    if senses:
        etymology = entry.get("etymology_text", "")
        if etymology.startswith("Etymology tree") and f"\nEnglish {word}\n" in etymology:
            etymology = etymology.split(f"\nEnglish {word}\n")[-1]
        return [RawEntry(word, pos, once(senses), etymology, plain_forms(entry.get("forms", ()), word))]
    single = pos is not None and " " not in word
    return [
        RawForms(lemma, str(pos), (word,))
        for lemma in once(lemmas)
        if single and lemma != word and len(lemma) > 1
    ]


def plain_sense(sense: dict[str, Any], word: str, name: bool, kind: str) -> RawSense:
    gloss, tags = sense["glosses"][-1], [*sense.get("tags", []), kind]
    narrower = set(tags) & reader._NARROWER or reader._NARROWER_GLOSS.match(gloss)
    labels = [tag.replace("-", " ") for tag in tags if tag != "abbreviation" or not narrower]
    shortening, others = bool(set(tags) & reader._SHORTENINGS), words(sense.get("alt_of", ()))
    pointer = "" if shortening else "alt of" if others else "form of" if sense.get("form_of") else ""
    labels += [*sense.get("raw_tags", ()), pointer, sense.get("qualifier", "")]
    told = [label for label in labels if label.endswith("spelling")]
    spelling = reader._SPELLING_OF.match(gloss)
    if spelling:
        told += [spelling["kind"], *(labels if spelling["kind"].lower() in ("", "standard", "alternative") else ())]  # fmt: skip
    regions = [label for label, told_by in reader._REGIONS.items() if any(map(told_by.search, told))]
    labels = [*labels, *regions] if len(regions) == 1 else [
        label for label in labels if not all(told_by.search(label) for told_by in reader._REGIONS.values())
    ]  # fmt: skip
    full = others or words(sense.get("form_of", ()))
    synonyms = [
        other for other in [*([] if shortening else others[:1]), *words(sense.get("synonyms", ()))] if other != word
    ]  # fmt: skip
    return RawSense(
        gloss, once(label for label in labels if label), once(synonyms), name, full[0] if shortening and full else None
    )  # fmt: skip


def plain_forms(forms: Any, word: str) -> tuple[str, ...]:
    unlike = reader._RESTRICTED | reader._NO_FORMS
    return once(
        form["form"]
        for form in forms
        if set(form["tags"]) & reader._FORM_INFLECTIONS and not set(form["tags"]) & unlike
        if form["form"] != word and " " not in form["form"]
    )


def words(links: Any) -> list[str]:
    return [link if isinstance(link, str) else link["word"] for link in links]


def once(labels: Any) -> tuple[Any, ...]:
    return tuple(dict.fromkeys(labels))


@pytest.mark.parametrize("seed", range(6))
def test_a_file_has_the_same_records(tmp_path: Path, seed: int) -> None:
    """Of thousands of lines of the real shape, spaced or compact, escaped or not, each gives the records of the plain way."""
    maker = Maker(seed)
    separators, escaped = (SPACED, COMPACT)[seed % 2], seed % 3 == 0
    lines = [
        json.dumps(maker.entry(), separators=separators, ensure_ascii=escaped).encode() + b"\n"
        for _ in range(2000)
    ]
    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress(b"".join(lines), 1))
    expected = [record for line in lines for record in plainly(line)]
    assert list(read(tmp_path)) == expected
    english = (entry for line in lines if (entry := json.loads(line)).get("lang_code") == "en")
    assert [record for entry in english for record in records_of(entry)] == expected
    kinds = [type(record) for record in expected]
    assert min(kinds.count(RawEntry), kinds.count(RawForms)) > 30


TEXT = st.sampled_from(['"lang_code": "en"', "en", 'x", "lang_code": "en', "\\", "é", '"', "}\n{"])
NESTED = st.recursive(
    TEXT | st.fixed_dictionaries({}, optional={"lang_code": st.sampled_from(["en", "fr"]), "word": TEXT}),
    lambda part: (
        st.lists(part, max_size=2) | st.dictionaries(st.sampled_from(["descendants", "x"]), part, max_size=2)
    ),
    max_leaves=5,
)
ENTRY = st.fixed_dictionaries(
    {"word": st.just("blorp"), "pos": st.just("noun"), "senses": st.just([{"glosses": ["A noise."]}])},
    optional={
        "lang_code": st.sampled_from(["en", "fr", "enm", "EN"]),
        "lang": NESTED,
        "translations": NESTED,
        "descendants": NESTED,
        "redirect": st.none() | TEXT,
    },
)


@given(entry=ENTRY, order=st.randoms(use_true_random=False), twice=st.booleans(), spaces=st.sampled_from([SPACED, COMPACT, (" ,\t", " : ")]))  # fmt: skip
def test_english_is_told_by_the_entrys_own_language(
    entry: dict[str, Any], order: random.Random, twice: bool, spaces: tuple[str, str]
) -> None:
    """English is read wherever its language stands in the line and however that is spaced; no nested one, and none in a text, is taken
    for it.
    """
    keys = list(entry)
    order.shuffle(keys)
    line = json.dumps({key: entry[key] for key in keys}, separators=spaces)
    if twice:
        line = f'{{"lang_code"{spaces[1]}"en"{spaces[0]}{line[1:]}'
    english = json.loads(line).get("lang_code") == "en" and "redirect" not in entry
    assert bool(list(records_of_line(line.encode()))) == english


def test_members_of_a_gzip_file_are_one_stream(tmp_path: Path) -> None:
    """A file packed in parts, in the middle of a line, with zeros at its end, is read as one."""
    maker = Maker(1)
    lines = b"".join(json.dumps(maker.entry()).encode() + b"\n" for _ in range(300))
    lines += b'{"word": "blorp", "pos": "noun", "lang_code": "en", "senses": [{"glosses": ["A noise."]}]}'
    cuts = [0, 1000, 1001, 50_000, len(lines)]
    packed = b"".join(gzip.compress(lines[a:b]) for a, b in itertools.pairwise(cuts))
    (tmp_path / "a.jsonl.gz").write_bytes(packed + bytes(40))
    *_, last = read(tmp_path)
    assert isinstance(last, RawEntry) and last.headword == "blorp"


def test_mutated_lines_give_records_or_a_value_error() -> None:
    """Ten thousand lines with bytes changed, lost, doubled or moved are read or refused, and nothing else is raised."""
    chance = random.Random(7)
    maker = Maker(7)
    english = [line for _ in range(4000) if b'"en"' in (line := json.dumps(maker.entry()).encode())]
    outcomes = {True: 0, False: 0}
    for _ in range(10_000):
        mutated = bytearray(chance.choice(english))
        for _ in range(chance.randint(1, 4)):
            mutate(mutated, chance)
        try:
            records = list(records_of_line(bytes(mutated)))
        except ValueError:
            outcomes[False] += 1
        else:
            outcomes[True] += 1
            assert all(isinstance(record, RawEntry | RawForms) for record in records)
    assert min(outcomes.values()) > 500


def mutate(line: bytearray, chance: random.Random) -> None:
    at, to = sorted(chance.randrange(len(line) + 1) for _ in range(2))
    match chance.randrange(6):
        case 0:
            line[at : at + 1] = bytes([chance.randrange(256)])
        case 1:
            del line[at : at + chance.randint(1, 20)]
        case 2:
            line[at:at] = line[at : at + chance.randint(1, 40)]
        case 3:
            line[at:at] = chance.choice([b"null", b"{}", b"[]", b'"', b"\\u0000", b"\\ud800", b"-1e999", b"{", b"]"])  # fmt: skip
        case 4:
            line[at:to] = line[at:to].replace(b'"word"', b'"pos"', 1).replace(b'["', b"[[", 1)
        case _:
            line[:] = line.replace(
                chance.choice([b'["', b'": "', b'"tags"', b'"word"']),
                chance.choice([b'[3, "', b'": 3, "x": "', b'"glosses"', b'"senses"']),
                chance.randint(1, 3),
            )
