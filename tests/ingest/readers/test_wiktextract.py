"""The wiktextract reader: every trap of the format."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import orjson
import pytest

from adjudicator.ingest.classify.labels import Labels
from adjudicator.ingest.readers.wiktextract import read, records_of
from adjudicator.sources.records import POS, RawEntry, RawForms, RawSense

LABELS = Labels(Path(__file__).parents[3] / "config" / "labels.toml")


def entry(word: str = "blorp", pos: str = "noun", *senses: dict[str, Any], **rest: Any) -> dict[str, Any]:
    return {"word": word, "pos": pos, "lang": "English", "lang_code": "en", "senses": list(senses), **rest}


def sense(gloss: str, *tags: str, **rest: Any) -> dict[str, Any]:
    return {"glosses": [gloss], "tags": list(tags), **rest}


NOISE = sense("A loud noise.")


def write(folder: Path, *lines: object, name: str = "a.jsonl") -> Path:
    text = "".join(
        line if isinstance(line, str) else json.dumps(line, ensure_ascii=False) + "\n" for line in lines
    )
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
    other = entry("bruit", "noun", NOISE, translations=[{"lang_code": "en", "word": "noise"}]) | {
        "lang_code": "fr"
    }
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
    """Each part of speech of the extractor is one of ours, or none; a name is a noun whose senses are
    names.
    """
    found = one(entry("blorp", theirs, NOISE))
    assert found.pos == ours
    assert ours is None or ours in POS
    assert found.senses[0].name == (theirs == "name")


# Senses


def test_the_last_gloss_is_the_sense() -> None:
    """Of nested glosses the innermost counts; a sense without gloss, or an entry without senses, gives
    nothing.
    """
    nested = {"glosses": ["A noise.", " A loud one. "]}
    assert one(entry("blorp", "noun", nested, {"tags": ["no-gloss"]})).senses == (RawSense("A loud one."),)
    assert list(records_of(entry("blorp", "noun", {"glosses": []}, {"glosses": [""]}))) == []
    assert list(records_of({"word": "blorp", "pos": "noun", "lang_code": "en"})) == []


def test_labels_are_tags_raw_tags_and_qualifier_once_each() -> None:
    """A tag that repeats is one label; the extractor's hyphens between words are spaces again."""
    found = only(
        "A noise.", "slang", "slang", "New-Zealand", raw_tags=["slang", "Tyneside"], qualifier="of dogs"
    )
    assert found.labels == ("slang", "New Zealand", "Tyneside", "of dogs")
    assert LABELS.canonical(found.labels) == ("slang", "australian")


def test_synonyms_are_words_once_each() -> None:
    """Synonyms may be objects or plain text; the headword itself is none."""
    found = only("A noise.", synonyms=[{"word": "din"}, "din", {"word": "blorp"}, {"alt": "x"}])
    assert found.synonyms == ("din",)


def test_antonyms_are_words_once_each() -> None:
    """Antonyms are read as synonyms are."""
    found = only("A noise.", antonyms=[{"word": "hush"}, "hush", {"word": "blorp"}])
    assert found.antonyms == ("hush",)


def test_examples_use_the_word_and_are_no_quotations() -> None:
    """Three short sentences with the word or a form of it are kept; quotations, long ones and those without it are not."""
    texts = [
        "We blorped\nall night.",
        "A hum.",
        "Blorp " + "on " * 80,
        "A blorp.",
        "Blorping is fun.",
        "Blorps!",
    ]
    examples = [{"text": text, "type": "example"} for text in texts]
    examples[:0] = [{"text": "He did blorp. 1850.", "type": kind} for kind in ("quotation", "quote")]
    examples[:0] = [{"type": "example"}]
    found = one(entry("blorp", "verb", {"glosses": ["To make a noise."], "examples": examples}))
    assert found.senses[0].examples == ("We blorped all night.", "A blorp.", "Blorping is fun.")


@pytest.mark.parametrize("field", ["alt_of", "form_of"])
@pytest.mark.parametrize("link", [{"word": "big blorp", "extra": "x"}, "big blorp"])
@pytest.mark.parametrize(
    "tag", ["abbreviation", "initialism", "acronym", "clipping", "contraction", "ellipsis"]
)
def test_a_shortening_stands_for_what_it_links_to(field: str, link: object, tag: str) -> None:
    """Each kind of shortening has an expansion, from objects or, in older files, from plain text."""
    assert only("Something of big blorp.", tag, **{field: [link]}).expansion == "big blorp"


def test_another_form_has_no_expansion() -> None:
    """An alternative form links to its lemma and is no shortening: that spelling comes first among the synonyms."""
    found = only("Alternative form of zorb.", "alt-of", "alternative", alt_of=[{"word": "zorb"}])
    assert found == RawSense("Alternative form of zorb.", ("alt of", "alternative"), ("zorb",))


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
    """``Short for`` and "Abbreviation of" carry the same tags: only the words tell a marked abbreviation."""
    assert ("abbreviation" in only(gloss, *tags).labels) == kept


def test_an_acronym_may_be_in_the_etymology_alone() -> None:
    """Without any tag the etymology is passed on as it is; a number of either type is not minded."""
    for number in (1, "1"):
        found = one(
            entry(
                "blorp",
                "noun",
                NOISE,
                etymology_text="Acronym of big loud radio pulse.",
                etymology_number=number,
            )
        )
        assert found.etymology == "Acronym of big loud radio pulse."


def test_an_etymology_tree_is_cut_off() -> None:
    """The words after a drawn tree are the etymology."""
    drawn = "Etymology tree\nOld Norse blarpa\nEnglish blorp\nAcronym of big loud radio pulse."
    assert (
        one(entry("blorp", "noun", NOISE, etymology_text=drawn)).etymology
        == "Acronym of big loud radio pulse."
    )


@pytest.mark.parametrize("template", ["acronym", "clipping", "initialism"])
def test_the_template_of_an_etymology_has_what_a_word_is_short_for(template: str) -> None:
    """Where it opens the etymology: its text is cut at a dot by whoever reads it, and the template is not."""
    full = "Big L. Oud's radio pulse"
    opening = f"{template.capitalize()} of {full}"
    made = {"name": template, "args": {"1": "en", "2": full}, "expansion": opening}
    found = entry("blorp", "noun", NOISE, etymology_text=opening + ", said of a noise.", etymology_templates=[made])  # fmt: skip
    assert one(found).senses[0].expansion == full
    for other in ({**made, "expansion": "zorb"}, {**made, "name": "blend"}, {**made, "args": {}}):
        assert one(found | {"etymology_templates": [other]}).senses[0].expansion is None


# What is no word


@pytest.mark.parametrize("tag", ["misspelling", "misconstruction"])
def test_a_misspelling_is_no_sense(tag: str) -> None:
    """It says what was meant: an entry of nothing else is none, and beside senses it is left out."""
    wrong = sense("Misspelling of blorp.", "alt-of", tag, alt_of=[{"word": "blorp"}])
    assert list(records_of(entry("blrop", "noun", wrong))) == []
    assert one(entry("blrop", "noun", wrong, NOISE)).senses == (RawSense("A loud noise."),)


def test_headwords_with_digits_and_plurals_of_letters_are_left_out() -> None:
    """No tile has a digit; a letter is no word that has a plural."""
    plural = sense("plural of b", "form-of", "plural", form_of=[{"word": "b"}])
    letter = entry("b", "noun", NOISE, forms=[{"form": "bs", "tags": ["plural"]}])
    assert list(records_of(entry("2nd", "adj", NOISE))) == list(records_of(entry("bs", "noun", plural))) == []
    assert one(letter).forms == ()


@pytest.mark.parametrize(("pos", "label"), [("symbol", "symbol"), ("letter", "symbol"), ("initialism", "initialism"), ("noun", None)])  # fmt: skip
def test_a_part_of_speech_that_is_none_is_a_label(pos: str, label: str | None) -> None:
    """A symbol or an initialism says so in its part of speech alone."""
    assert one(entry("blorp", pos, NOISE)).senses[0].labels == ((label,) if label else ())


def test_definitions_are_clean_and_said_once() -> None:
    """White space is one space, a sense that comes again is left out, and so is since when it is in use."""
    again = sense("A  loud\nnoise. [from 19th c.]")
    assert one(entry("blorp", "noun", NOISE, again)).senses == (RawSense("A loud noise."),)


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
        ("A loud noise.", (), "American spelling and Oxford British spelling", None),
        ("Canadian spelling of blor.", (), None, None),
        ("The USSR spelling of blor.", (), None, None),
        ("A noise heard in the British standard.", ("UK",), None, None),
    ],
)
def test_regional_spellings(
    gloss: str, tags: tuple[str, ...], qualifier: str | None, label: str | None
) -> None:
    """A spelling told to be of one region, in any of three places, has that label; of two or none,
    neither.
    """
    found = LABELS.canonical(only(gloss, *tags, qualifier=qualifier).labels)
    assert [name for name in found if name.endswith("-spelling")] == ([label] if label else [])


# Inflections


def test_an_inflection_alone_is_a_form_of_its_lemma() -> None:
    """``plural of X`` is no sense: an entry of nothing else gives the lemma a form, once for each lemma."""
    plural = sense("plural of blorp", "form-of", "plural", form_of=[{"word": "blorp"}])
    assert list(records_of(entry("blorpen", "noun", plural, plural))) == [
        RawForms("blorp", "noun", ("blorpen",))
    ]
    past = sense("past of zorb", "form-of", "past", form_of=["zorb"])
    assert list(records_of(entry("zarb", "verb", past))) == [RawForms("zorb", "verb", ("zarb",))]


def test_an_inflection_beside_senses_is_left_out() -> None:
    """Where the form has a sense of its own, that alone is its entry."""
    plural = sense("plural of blorp", "form-of", "plural", form_of=[{"word": "blorp"}])
    assert one(entry("blorps", "noun", plural, sense("A pair of ears."))).senses == (
        RawSense("A pair of ears."),
    )


def test_an_archaic_inflection_stays_a_sense() -> None:
    """A table of forms cannot say archaic, so the sense stays with its label."""
    found = only(
        "past participle of zorb", "archaic", "form-of", "participle", "past", form_of=[{"word": "zorb"}]
    )
    assert LABELS.canonical(found.labels) == ("archaic",)


def test_a_form_that_is_no_inflection_stays_a_sense() -> None:
    """A diminutive of X is a sense; so is "plural of X" whose X is not given."""
    assert only("Diminutive of Blorp.", "diminutive", "form-of", form_of=[{"word": "Blorp"}]).gloss
    assert only("Plural of many.", "plural", "form-of", form_of=[]).gloss


def test_a_shortening_of_a_plural_stays_a_sense() -> None:
    """What shortens an inflected form is an abbreviation, not an inflection."""
    found = only("Abbreviation of blorps.", "abbreviation", "form-of", "plural", form_of=[{"word": "blorps"}])
    assert found.expansion == "blorps"


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
