"""The wiktextract reader: every trap of the format, damage, and that nothing but ValueError is ever raised."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.ingest.classify.labels import Labels
from adjudicator.ingest.readers.wiktextract import read, records_of
from adjudicator.ingest.records import POS, RawEntry, RawForms, RawSense

LABELS = Labels(Path(__file__).parents[3] / "config" / "labels.toml")


def entry(word: str = "blorp", pos: str = "noun", *senses: dict[str, Any], **rest: Any) -> dict[str, Any]:
    return {"word": word, "pos": pos, "lang": "English", "lang_code": "en", "senses": list(senses), **rest}


def sense(gloss: str, *tags: str, **rest: Any) -> dict[str, Any]:
    return {"glosses": [gloss], "tags": list(tags), **rest}


NOISE = sense("A loud noise.")


def write(folder: Path, *lines: object, name: str = "a.jsonl") -> Path:
    text = "".join(line if isinstance(line, str) else json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    content = text.encode()
    (folder / name).write_bytes(gzip.compress(content) if name.endswith(".gz") else content)
    return folder


def one(found: dict[str, Any]) -> RawEntry:
    (record,) = records_of(found)
    assert isinstance(record, RawEntry)
    return record


def only(gloss: str, *tags: str, **rest: Any) -> RawSense:
    return one(entry("blorp", "noun", sense(gloss, *tags, **rest))).senses[0]


# Which lines are read


def test_english_entries_alone_are_read(tmp_path: Path) -> None:
    """Other languages are left out, also where a translation or descendant inside them is English."""
    other = entry("bruit", "noun", NOISE, translations=[{"lang_code": "en", "word": "noise"}]) | {"lang_code": "fr"}
    write(tmp_path, other, {"title": "Blorp", "redirect": "blorp"}, entry("blorp", "noun", NOISE), "\n")
    assert list(read(tmp_path)) == [RawEntry("blorp", "noun", (RawSense("A loud noise."),))]


def test_a_redirect_with_a_language_is_left_out(tmp_path: Path) -> None:
    """A line with "redirect" is no entry, whatever else it has."""
    write(tmp_path, {"lang_code": "en", "redirect": "blorp", "title": "Blorp"}, entry("zorb", "noun", NOISE))
    assert [record.headword for record in read(tmp_path) if isinstance(record, RawEntry)] == ["zorb"]


@pytest.mark.parametrize("name", ["a.jsonl", "raw-wiktextract-data.jsonl.gz"])
def test_plain_and_gzip_compact_and_spaced(tmp_path: Path, name: str) -> None:
    """A file may be compressed, and its JSON written with spaces or without."""
    compact = orjson.dumps(entry("zorb", "noun", NOISE)).decode() + "\n"
    write(tmp_path, compact, entry("blorp", "noun", NOISE), name=name)
    assert [record.headword for record in read(tmp_path) if isinstance(record, RawEntry)] == ["zorb", "blorp"]


# Part of speech and name


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        ("noun", "noun"),
        ("name", "noun"),
        ("verb", "verb"),
        ("adj", "adjective"),
        ("adv", "adverb"),
        ("pron", "pronoun"),
        ("prep", "preposition"),
        ("conj", "conjunction"),
        ("intj", "interjection"),
        ("det", "determiner"),
        ("num", "numeral"),
        ("abbrev", "abbreviation"),
        ("initialism", "abbreviation"),
        ("acronym", "abbreviation"),
        ("contraction", "contraction"),
        ("phrase", "phrase"),
        ("proverb", "phrase"),
        ("prep_phrase", "phrase"),
        ("prefix", "affix"),
        ("suffix", "affix"),
        ("affix", "affix"),
        ("infix", "affix"),
        ("combining_form", "affix"),
        ("symbol", "symbol"),
        ("character", "symbol"),
        ("particle", None),
    ],
)
def test_parts_of_speech(theirs: str, ours: str | None) -> None:
    """Each part of speech of the extractor is one of ours, or none; a name is a noun whose senses are names."""
    found = one(entry("blorp", theirs, NOISE))
    assert found.pos == ours
    assert ours is None or ours in POS
    assert found.senses[0].name == (theirs == "name")


# Senses


def test_the_last_gloss_is_the_sense() -> None:
    """Of nested glosses the innermost counts; a sense without gloss, or an entry without senses, gives nothing."""
    nested = {"glosses": ["A noise.", " A loud one. "]}
    assert one(entry("blorp", "noun", nested, {"tags": ["no-gloss"]})).senses == (RawSense("A loud one."),)
    assert list(records_of(entry("blorp", "noun", {"glosses": []}, {"glosses": [""]}))) == []
    assert list(records_of({"word": "blorp", "pos": "noun", "lang_code": "en"})) == []


def test_labels_are_tags_raw_tags_and_qualifier_once_each() -> None:
    """A tag that repeats is one label; the extractor's hyphens between words are spaces again."""
    found = only("A noise.", "slang", "slang", "New-Zealand", raw_tags=["slang", "Tyneside"], qualifier="of dogs")
    assert found.labels == ("slang", "New Zealand", "Tyneside", "of dogs")
    assert LABELS.canonical(found.labels) == ("slang", "australian")


def test_synonyms_are_words_once_each() -> None:
    """Synonyms may be objects or plain text; the headword itself is none."""
    found = only("A noise.", synonyms=[{"word": "din"}, "din", {"word": "blorp"}, {"alt": "x"}])
    assert found.synonyms == ("din",)


@pytest.mark.parametrize("field", ["alt_of", "form_of"])
@pytest.mark.parametrize("link", [{"word": "big blorp", "extra": "x"}, "big blorp"])
@pytest.mark.parametrize("tag", ["abbreviation", "initialism", "acronym", "clipping", "contraction", "ellipsis"])
def test_a_shortening_stands_for_what_it_links_to(field: str, link: object, tag: str) -> None:
    """Each kind of shortening has an expansion, from objects or, in older files, from plain text."""
    assert only("Something of big blorp.", tag, **{field: [link]}).expansion == "big blorp"


def test_another_form_has_no_expansion() -> None:
    """An alternative form links to its lemma and is no shortening: a sense like any other."""
    found = only("Alternative form of blorp.", "alt-of", "alternative", alt_of=[{"word": "blorp"}])
    assert found == RawSense("Alternative form of blorp.", ("alt of", "alternative"))


@pytest.mark.parametrize(
    ("gloss", "tags", "kept"),
    [
        ("Abbreviation of blorping.", ("abbreviation", "alt-of"), True),
        ("Initialism of big loud radio.", ("abbreviation", "alt-of", "initialism"), True),
        ("A loud noise.", ("abbreviation",), True),
        ("Short for blorping.", ("abbreviation", "alt-of"), False),
        ("Clipping of blorping.", ("abbreviation", "alt-of", "clipping"), False),
        ("Acronym of big loud radio.", ("abbreviation", "acronym", "alt-of"), False),
        ("Ellipsis of blorp box.", ("abbreviation", "alt-of", "ellipsis"), False),
        ("Contraction of blorp not.", ("abbreviation", "alt-of", "contraction"), False),
    ],
)
def test_the_tag_abbreviation_is_kept_where_nothing_narrower_is_said(
    gloss: str, tags: tuple[str, ...], kept: bool
) -> None:
    """"Short for" and "Abbreviation of" carry the same tags: only the words tell a marked abbreviation."""
    assert ("abbreviation" in only(gloss, *tags).labels) == kept


def test_an_acronym_may_be_in_the_etymology_alone() -> None:
    """Without any tag the etymology is passed on as it is; a number of either type is not minded."""
    for number in (1, "1"):
        found = one(
            entry("blorp", "noun", NOISE, etymology_text="Acronym of big loud radio pulse.", etymology_number=number)
        )
        assert found.etymology == "Acronym of big loud radio pulse."


def test_an_etymology_tree_is_cut_off() -> None:
    """The words after a drawn tree are the etymology."""
    drawn = "Etymology tree\nOld Norse blarpa\nEnglish blorp\nAcronym of big loud radio pulse."
    assert one(entry("blorp", "noun", NOISE, etymology_text=drawn)).etymology == "Acronym of big loud radio pulse."


# Regional spellings


@pytest.mark.parametrize(
    ("gloss", "tags", "qualifier", "label"),
    [
        ("British standard spelling of blor.", (), None, "british-spelling"),
        ("UK spelling of blor.", (), None, "british-spelling"),
        ("Commonwealth standard spelling of blor.", (), None, "british-spelling"),
        ("Non-Oxford British English standard spelling of blorize.", (), None, "british-spelling"),
        ("American standard spelling of blour.", (), None, "american-spelling"),
        ("US spelling of blour.", (), None, "american-spelling"),
        ("U.S. spelling of blour.", (), None, "american-spelling"),
        ("A loud noise.", (), "US spelling", "american-spelling"),
        ("A loud noise.", (), "British spelling", "british-spelling"),
        ("Standard spelling of blour.", ("US", "alt-of"), None, "american-spelling"),
        ("Alternative spelling of blor.", ("UK", "alt-of"), None, "british-spelling"),
        ("American spelling and Oxford British spelling of blorise.", (), None, None),
        ("Alternative spelling of blor.", ("UK", "US", "alt-of"), None, None),
        ("Pronunciation spelling of blor.", ("US", "alt-of"), None, None),
        ("Misspelling of blor.", ("US", "alt-of"), None, None),
        ("Canadian spelling of blor.", (), None, None),
        ("The USSR spelling of blor.", (), None, None),
        ("A noise heard in the British standard.", ("UK",), None, None),
    ],
)
def test_regional_spellings(gloss: str, tags: tuple[str, ...], qualifier: str | None, label: str | None) -> None:
    """A spelling told to be of one region, in any of three places, has that label; of two or none, neither."""
    found = LABELS.canonical(only(gloss, *tags, qualifier=qualifier).labels)
    assert [name for name in found if name.endswith("-spelling")] == ([label] if label else [])


# Inflections


def test_an_inflection_alone_is_a_form_of_its_lemma() -> None:
    """"plural of X" is no sense: an entry of nothing else gives the lemma a form, once for each lemma."""
    plural = sense("plural of blorp", "form-of", "plural", form_of=[{"word": "blorp"}])
    assert list(records_of(entry("blorpen", "noun", plural, plural))) == [RawForms("blorp", "noun", ("blorpen",))]
    past = sense("past of zorb", "form-of", "past", form_of=["zorb"])
    assert list(records_of(entry("zarb", "verb", past))) == [RawForms("zorb", "verb", ("zarb",))]


def test_an_inflection_beside_senses_is_left_out() -> None:
    """Where the form has a sense of its own, that alone is its entry."""
    plural = sense("plural of blorp", "form-of", "plural", form_of=[{"word": "blorp"}])
    assert one(entry("blorps", "noun", plural, sense("A pair of ears."))).senses == (RawSense("A pair of ears."),)


def test_an_archaic_inflection_stays_a_sense() -> None:
    """A table of forms cannot say archaic, so the sense stays with its label."""
    found = only("past participle of zorb", "archaic", "form-of", "participle", "past", form_of=[{"word": "zorb"}])
    assert LABELS.canonical(found.labels) == ("archaic",)


def test_a_form_that_is_no_inflection_stays_a_sense() -> None:
    """A diminutive or a misspelling of X is a sense; so is "plural of X" whose X is not given."""
    assert only("Diminutive of Blorp.", "diminutive", "form-of", form_of=[{"word": "Blorp"}]).gloss
    assert only("Plural of many.", "plural", "form-of", form_of=[]).gloss


def test_an_inflection_of_several_words_or_of_no_part_of_speech_gives_nothing() -> None:
    """A table of forms has single words of a part of speech that we know, and no lemma as its own form."""
    plural = sense("plural of blorp", "form-of", "plural", form_of=["blorp"])
    assert list(records_of(entry("blorp boxes", "noun", plural))) == []
    assert list(records_of(entry("blorpen", "particle", plural))) == []
    assert list(records_of(entry("blorp", "noun", plural))) == []


def test_forms_are_the_inflections_of_one_word() -> None:
    """Periphrases, gaps, tables' own rows, other scripts, archaic and other forms are left out."""
    forms = [
        {"form": "blorpen", "tags": ["plural"]},
        {"form": "blorpen", "tags": ["plural"]},
        {"form": "-", "tags": ["plural"]},
        {"form": "", "tags": ["plural"]},
        {"form": "blorp", "tags": ["plural"]},
        {"form": "more blorp", "tags": ["comparative"]},
        {"form": "blarp", "tags": ["past"], "source": "conjugation"},
        {"form": "blorping", "tags": ["participle", "present"]},
        {"form": "blorpest", "tags": ["archaic", "second-person", "past"]},
        {"form": "blorper", "tags": ["comparative"]},
        {"form": "blorpst", "tags": ["superlative"]},
        {"form": "no-table-tags", "tags": ["table-tags", "plural"]},
        {"form": "en-conj", "tags": ["inflection-template", "past"]},
        {"form": "блорп", "tags": ["romanization", "plural"]},
        {"form": "blorpe", "tags": ["alternative"]},
        {"form": "blorpx"},
    ]
    found = one(entry("blorp", "noun", NOISE, forms=forms))
    assert found.forms == ("blorpen", "blarp", "blorping", "blorper", "blorpst")


# Damage


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("not json\n", "not a JSON object"),
        ('["lang_code"]\n', "not a JSON object"),
        ('[{"lang_code": "en"}]\n', "not a JSON object"),
        ('{"lang_code": "en", "word": \n', "JSON|line 1|unexpected"),
        ('{"lang_code": "fr", "wor\n', "not a JSON object"),
        ('{"lang_code": "en", "pos": "noun"}\n', '"word"'),
        ('{"lang_code": "en", "word": "x"}\n', '"pos"'),
        ('{"lang_code": "en", "word": 3, "pos": "noun"}\n', '"word" is not text'),
        ('{"lang_code": "en", "word": "x", "pos": "noun", "senses": {}}\n', '"senses" is not a list'),
        ('{"lang_code": "en", "word": "x", "pos": "noun", "senses": ["y"]}\n', '"senses" has a part'),
        ('{"lang_code": "en", "word": "x", "pos": "noun", "senses": [{"glosses": [3]}]}\n', '"glosses" has a part'),
        ('{"lang_code": "en", "word": "x", "pos": "noun", "senses": [{"form_of": [3]}]}\n', '"form_of" has a part'),
    ],
)
def test_a_line_of_another_shape_is_named(tmp_path: Path, line: str, message: str) -> None:
    """A line that is no entry raises a ValueError with file, line number and what is wrong with it."""
    write(tmp_path, entry("blorp", "noun", NOISE), line)
    with pytest.raises(ValueError, match=message) as caught:
        list(read(tmp_path))
    assert f"{tmp_path / 'a.jsonl'}:2: " in str(caught.value)


def test_text_that_is_not_utf8_is_named(tmp_path: Path) -> None:
    """An English line with a byte that is not UTF-8 raises a ValueError with its number."""
    (tmp_path / "a.jsonl").write_bytes(b'{"lang_code": "en", "word": "\xff", "pos": "noun"}\n')
    with pytest.raises(ValueError, match=r"a\.jsonl:1: "):
        list(read(tmp_path))


def test_gzip_cut_short_or_damaged_says_what_to_do(tmp_path: Path) -> None:
    """A compressed file that ends early, has a bad block or is no gzip at all: remove it, to be fetched again."""
    noise = "".join(json.dumps(entry(f"blorp{i * i}", "noun", NOISE)) + "\n" for i in range(3000)).encode()
    whole = gzip.compress(noise)
    middle = len(whole) // 2
    damaged = whole[:middle] + bytes(64) + whole[middle + 64 :]
    for content in (whole[:middle], damaged, whole[:-6], b"<html>no such file</html>"):
        (tmp_path / "a.jsonl.gz").write_bytes(content)
        with pytest.raises(ValueError, match="remove the file so that it is fetched again"):
            list(read(tmp_path))


def test_a_folder_or_file_without_english_is_reported(tmp_path: Path) -> None:
    """No file, an empty file or one of another language would make an empty dictionary, so each is a fault."""
    with pytest.raises(ValueError, match="no file named"):
        list(read(tmp_path))
    for lines in ((), (entry("bruit", "noun", NOISE) | {"lang_code": "fr"},)):
        write(tmp_path, *lines)
        with pytest.raises(ValueError, match="no English entry"):
            list(read(tmp_path))


def test_a_line_without_end_is_not_held_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that never ends its line is refused at the limit, not read whole."""
    monkeypatch.setattr("adjudicator.ingest.readers.wiktextract.LINE_LIMIT", 1000)
    write(tmp_path, "{" + "x" * 5000)
    with pytest.raises(ValueError, match="too long"):
        list(read(tmp_path))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9),
    lambda part: st.lists(part, max_size=3) | st.dictionaries(st.text(max_size=9), part, max_size=3),
    max_leaves=6,
)
SENSE = st.fixed_dictionaries(
    {},
    optional={
        key: JSON | st.lists(st.text(max_size=9) | st.fixed_dictionaries({"word": JSON}), max_size=3)
        for key in ("glosses", "tags", "raw_tags", "qualifier", "synonyms", "alt_of", "form_of")
    },
)
ENTRY = st.fixed_dictionaries(
    {"word": st.text(max_size=9) | JSON, "pos": st.sampled_from(["noun", "name", "x"]) | JSON},
    optional={"senses": st.lists(SENSE, max_size=3) | JSON, "forms": JSON, "etymology_text": JSON},
)


@given(found=ENTRY)
def test_any_shape_gives_records_or_a_value_error(found: dict[str, Any]) -> None:
    """Whatever stands in the fields, records of the promised types come out or a ValueError, nothing else."""
    try:
        records = list(records_of(found))
    except ValueError:
        return
    for record in records:
        if isinstance(record, RawForms):
            assert record.lemma and record.pos in POS and " " not in record.forms[0]
        else:
            assert isinstance(record, RawEntry)
            assert record.headword and record.senses and all(each.gloss for each in record.senses)
            assert all(len(each.labels) == len(set(each.labels)) for each in record.senses)


WHOLE = gzip.compress(
    b"".join(orjson.dumps(entry(f"blorp{i}", "noun", NOISE, forms=[{"form": "x", "tags": ["plural"]}])) + b"\n" for i in range(9))
)
PLAIN = gzip.decompress(WHOLE)


@given(at=st.integers(0, len(PLAIN) - 1), byte=st.integers(0, 255), cut=st.booleans(), packed=st.booleans())
def test_any_damage_gives_records_or_a_value_error(
    tmp_path_factory: pytest.TempPathFactory, at: int, byte: int, cut: bool, packed: bool
) -> None:
    """A file with one byte changed or its end cut off, plain or compressed, is read or raises ValueError."""
    content = WHOLE if packed else PLAIN
    at %= len(content)
    content = content[:at] if cut else content[:at] + bytes([byte]) + content[at + 1 :]
    folder = tmp_path_factory.mktemp("damaged")
    (folder / ("a.jsonl.gz" if packed else "a.jsonl")).write_bytes(content)
    try:
        assert list(read(folder))
    except ValueError as error:
        assert "a.jsonl" in str(error)
