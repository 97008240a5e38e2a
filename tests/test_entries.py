"""Entries: the shape that apps rely on, and that everyday words are in them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import cast

import pytest
from wordfreq import top_n_list

from adjudicator.core.model import Evidence, Pronunciation, Reading, Usage
from adjudicator.errors import BadWord
from adjudicator.judging.service import Adjudicator
from adjudicator.lexicon.dictionaryapi import Entry, entries_of, in_phrase, possessive
from adjudicator.lexicon.shapes import SourceModel
from tests.conftest import evidence, reading, some_of

TOKEN = re.compile(r"[a-z]+(?:'[a-z]*)*")
COMMON = [token for token in top_n_list("en", 5500) if TOKEN.fullmatch(token)][:5000]
"""The commonest English tokens of letters and apostrophes, the commonest first."""
IPA = re.compile(r"/[bdfhjklmnpstvwzɡŋɹʃʒðθæɑɒɔəɛɜeiɪouʊʌaːˈˌ]+/")
SOURCES: dict[str, SourceModel] = {
    name: cast("SourceModel", {"url": url, "licence": licence})
    for name, url, licence in (
        ("wordnet", "https://wordnet.test", "LicenseRef-WordNet-3.1: free"),
        ("gcide", "https://gcide.test", "GPL-2.0-or-later: shared alike"),
        ("curated", "", "MIT: ours"),
        ("club", "", "yours"),
        ("misaki", "https://misaki.test", "Apache-2.0: free"),
    )
}


def first(adjudicator: Adjudicator, word: str) -> Entry:
    return adjudicator.entries(word)[0]


def meanings(entry: Entry) -> list[tuple[str, str | None]]:
    return [(each["partOfSpeech"], each.get("inflectionOf")) for each in entry["meanings"]]


def assert_shape(entry: Entry) -> None:
    """Check every member of an entry that clients of that service read."""
    assert set(entry) - {"phonetic"} == {"word", "phonetics", "meanings", "license", "sourceUrls"}
    assert entry["word"]
    for phonetic in entry["phonetics"]:
        assert set(phonetic) == {"text", "audio", "sourceUrl", "license"}
        assert IPA.fullmatch(phonetic["text"]), phonetic
        assert phonetic["audio"] == ""
    assert entry.get("phonetic") == (entry["phonetics"][0]["text"] if entry["phonetics"] else None)
    assert entry["meanings"]
    for meaning in entry["meanings"]:
        assert meaning["partOfSpeech"]
        assert meaning["definitions"]
        for definition in meaning["definitions"]:
            assert definition["definition"].strip()
            assert definition.get("example", "an example").strip()
        for name in ("synonyms", "antonyms"):
            of_each = [word for definition in meaning["definitions"] for word in definition[name]]
            assert meaning[name] == list(dict.fromkeys(of_each))
            assert entry["word"] not in of_each
            if set(meaning) & {"inflectionOf", "variantOf", "derivedFrom", "possessiveOf"}:
                assert not of_each
    assert set(entry["license"]) == {"name", "url"}
    assert all(url.startswith("https://") for url in entry["sourceUrls"])


def test_common_words_are_defined(adjudicator: Adjudicator) -> None:
    """Each of the 5,000 commonest tokens, or of a quarter of them, has an entry in the shape, with a definition that is not empty."""
    missing = []
    for word in some_of(COMMON):
        found = adjudicator.entries(word)
        for entry in found:
            assert_shape(entry)
        if not found:
            missing.append(word)
    assert len(COMMON) == 5000
    assert not missing, f"no entry for: {' '.join(missing)}"


def test_common_words_are_said(adjudicator: Adjudicator) -> None:
    """Of the 2,000 commonest tokens, those in lower case that are no abbreviations nearly all say how they are said."""
    silent = []
    for word in COMMON[:2000]:
        entry = first(adjudicator, word)
        if not entry["phonetics"] and entry["word"] == word and entry["meanings"][0]["partOfSpeech"] not in (
            "clipping",
            "initialism",
            "abbreviation",
        ):  # fmt: skip
            silent.append(word)
    possessives = [word for word in silent if word.endswith("'s")]
    assert len(silent) - len(possessives) <= 5, silent


@pytest.mark.parametrize(
    ("word", "texts"),
    [
        ("hello", ["/həˈləʊ/", "/həˈloʊ/"]),
        ("cat", ["/kæt/"]),
        ("cats", ["/kæts/"]),
        ("button", ["/ˈbʌtən/"]),
        ("don't", ["/dəʊnt/", "/doʊnt/"]),
        ("polish", ["/ˈpɒlɪʃ/", "/ˈpɑlɪʃ/"]),
        ("Polish", ["/ˈpəʊlɪʃ/", "/ˈpoʊlɪʃ/"]),
        ("ill", ["/ɪl/"]),
        ("I'll", ["/aɪl/"]),
        ("US", []),
    ],
)
def test_phonetics(adjudicator: Adjudicator, word: str, texts: list[str]) -> None:
    """A word says how its very spelling is said, in both accents where they differ; US is not said as us."""
    entry = first(adjudicator, word)
    assert [phonetic["text"] for phonetic in entry["phonetics"]] == texts
    assert entry.get("phonetic") == (texts[0] if texts else None)


def test_the_accent_asked_for_comes_first(adjudicator: Adjudicator) -> None:
    """Both accents are told, that asked for first."""
    british, american = (
        adjudicator.entries("hello"),
        adjudicator.entries("hello", "american"),
    )
    assert (british[0]["phonetic"], american[0]["phonetic"]) == ("/həˈləʊ/", "/həˈloʊ/")
    assert len(british[0]["phonetics"]) == len(american[0]["phonetics"]) == 2


@pytest.mark.parametrize(
    ("word", "lemma", "pos"),
    [
        ("mice", "mouse", "noun"),
        ("cats", "cat", "noun"),
        ("went", "go", "verb"),
        ("felt", "feel", "verb"),
        ("happier", "happy", "adjective"),
        ("scubas", "scuba", "noun"),
    ],
)
def test_inflections(adjudicator: Adjudicator, word: str, lemma: str, pos: str) -> None:
    """An inflected form has its lemma's definitions under its own spelling, and names the lemma."""
    entry = first(adjudicator, word)
    assert entry["word"] == word
    assert meanings(entry)[0] == (pos, lemma)
    assert {each["inflectionOf"] for each in entry["meanings"][0]["definitions"]} == {lemma}
    of_lemma = {
        definition["definition"]
        for each in adjudicator.entries(lemma)
        for meaning in each["meanings"]
        for definition in meaning["definitions"]
    }
    assert {each["definition"] for each in entry["meanings"][0]["definitions"]} <= of_lemma


@pytest.mark.parametrize(
    ("word", "pos"),
    [
        ("for", "preposition"), ("the", "determiner"), ("and", "conjunction"), ("of", "preposition"), ("every", "determiner"),
        ("is", "verb"), ("be", "verb"), ("was", "verb"), ("I", "pronoun"), ("i", "pronoun"), ("can", "verb"), ("will", "verb"),
        ("in", "preposition"), ("at", "preposition"), ("but", "conjunction"), ("well", "adverb"), ("building", "noun"),
        ("cat", "noun"), ("run", "verb"), ("visual", "adjective"), ("owner", "noun"), ("yes", "interjection"), ("no", "determiner"),
    ],
)  # fmt: skip
def test_the_first_meaning_is_the_common_one(adjudicator: Adjudicator, word: str, pos: str) -> None:
    """The first meaning of an everyday word is of the part of speech that it mostly has."""
    assert meanings(first(adjudicator, word))[0][0] == pos


@pytest.mark.parametrize("word", ["crickets", "filings", "jumper", "curricles", "rasher", "but", "knee"])
def test_what_people_think_of_comes_first(adjudicator: Adjudicator, word: str) -> None:
    """The first definition of a word, or of a form of it, is the one that its verdict shows."""
    decisive = adjudicator.under("boggle").verdict(word).decisive
    assert decisive.reading is not None
    assert first(adjudicator, word)["meanings"][0]["definitions"][0]["definition"] == decisive.reading.gloss


def test_an_old_dictionary_comes_last(adjudicator: Adjudicator) -> None:
    """The dictionary of 1913 follows the newer ones for each spelling of a word."""
    for word in ("cat", "for", "run", "house", "green"):
        of_word = [entry["sourceUrls"] for entry in adjudicator.entries(word) if entry["word"] == word]
        assert of_word[-1] == ["https://gcide.gnu.org.ua"]
        assert len(of_word) > 1


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("turkey", ["turkey", "Turkey"]),
        ("Turkey", ["Turkey", "turkey"]),
        ("TURKEY", ["turkey", "Turkey"]),
        ("polish", ["polish", "Polish"]),
        ("texas", ["Texas", "texas"]),
        ("london", ["London"]),
    ],
)
def test_case(adjudicator: Adjudicator, typed: str, words: list[str]) -> None:
    """The spelling as typed comes first, a lower-case one before a capital; but what is commonly a name is that first."""
    spellings = list(dict.fromkeys(entry["word"] for entry in adjudicator.entries(typed)))
    assert spellings[: len(words)] == words


@pytest.mark.parametrize("name", ["London", "john", "Mary", "paris", "william", "facebook", "los"])
def test_names(adjudicator: Adjudicator, name: str) -> None:
    """Common names have entries, marked as names."""
    found = [pos for entry in adjudicator.entries(name) for pos, _ in meanings(entry)]
    assert "proper noun" in found


@pytest.mark.parametrize(
    ("word", "spelling", "definition"),
    [
        ("don't", "don't", "contraction of do not"),
        ("dont", "don't", "contraction of do not"),
        ("Don’t", "don't", "contraction of do not"),
        ("i'm", "I'm", "contraction of I am"),
        ("ll", "'ll", "contraction of will"),
        ("FBI", "FBI", "initialism of Federal Bureau of Investigation"),
        ("fbi", "FBI", "initialism of Federal Bureau of Investigation"),
        ("NATO", "NATO", "acronym of North Atlantic Treaty Organization"),
        ("etc", "etc", "short for et cetera"),
    ],
)
def test_what_is_short_says_for_what(
    adjudicator: Adjudicator, word: str, spelling: str, definition: str
) -> None:
    """A contraction or abbreviation is defined by what it is short for, under its usual spelling."""
    entry = first(adjudicator, word)
    assert (entry["word"], entry["meanings"][0]["definitions"][0]["definition"]) == (spelling, definition)


def test_possessives(adjudicator: Adjudicator) -> None:
    """A possessive is told by the nouns of its possessor; one that is a word of its own right by that."""
    entry = first(adjudicator, "women's")
    assert_shape(entry)
    assert (entry["word"], entry["meanings"][0]["possessiveOf"], meanings(entry)[0]) == (
        "women's",
        "women",
        ("noun", "woman"),
    )
    assert first(adjudicator, "dogs'")["word"] == "dogs"
    assert first(adjudicator, "it's")["meanings"][0]["partOfSpeech"] == "contraction"


def test_words_of_phrases(adjudicator: Adjudicator) -> None:
    """A word that occurs in phrases alone is told by them."""
    found = adjudicator.entries("quo")
    for entry in found:
        assert_shape(entry)
    assert any(
        each["definition"].startswith("in “quid pro quo”: ")
        for entry in found
        for meaning in entry["meanings"]
        for each in meaning["definitions"]
    )


def test_spellings_with_marks(adjudicator: Adjudicator) -> None:
    """Who types a space or hyphen means the spelling with it, if there is one."""
    assert first(adjudicator, "ice cream")["word"] == "ice cream"
    assert {entry["word"] for entry in adjudicator.entries("hot dog")} == {"hot dog"}
    assert first(adjudicator, "café")["meanings"]


@pytest.mark.parametrize("word", ["xyzzyq", "qqqzzz", "xyzzyq's", "stickum"])
def test_nothing_defines_it(adjudicator: Adjudicator, word: str) -> None:
    """A word that nothing defines has no entries, though a word list may have it."""
    assert adjudicator.entries(word) == []


@pytest.mark.parametrize("word", ["123", "", "a" * 101])
def test_no_word(adjudicator: Adjudicator, word: str) -> None:
    """What is no word at all raises as everywhere."""
    with pytest.raises(BadWord):
        adjudicator.entries(word)


def shaped(
    word: str,
    found: Evidence,
    said: tuple[Pronunciation, ...] = (),
    usage: Mapping[Reading, Usage] = MappingProxyType({}),
) -> list[Entry]:
    return entries_of(word, found, usage, said, SOURCES)


def test_an_entry_quotes_one_source(adjudicator: Adjudicator) -> None:
    """Each source has an entry of its own with its licence and address: SPDX's page of a licence that they list, else the
    source's.
    """
    found = shaped(
        "blorp",
        evidence(
            "blorp",
            *(reading("blorp", source=source) for source in ("gcide", "wordnet", "curated", "club")),
        ),
    )
    assert [(entry["license"]["name"], entry["license"]["url"], entry["sourceUrls"]) for entry in found] == [
        ("MIT License", "https://spdx.org/licenses/MIT.html", []),
        ("WordNet 3.1 licence", "https://wordnet.test", ["https://wordnet.test"]),
        ("yours", "", []),
        ("GNU GPL 2.0 or later", "https://spdx.org/licenses/GPL-2.0-or-later.html", ["https://gcide.test"]),
    ]


def test_listings_define_nothing() -> None:
    """A listing makes no entry."""
    listed = reading("blorp", kind="listing", source="scowl")._replace(gloss=None)
    assert shaped("blorp", evidence("blorp", listed)) == []


def test_uses_order_senses_of_a_word() -> None:
    """The part of speech that is used more comes first; a lemma only if it is used much more than the form itself."""
    own = reading("blorped", pos="adjective")._replace(uses=10)
    for uses, expected in ((30, "adjective"), (50, "verb")):
        lemma = reading("blorped", pos="verb", relation="inflection")
        lemma = lemma._replace(headword="blorp", base="blorp", gloss="to blorp", uses=uses)
        (entry,) = shaped("blorped", evidence("blorped", own, lemma))
        assert entry["meanings"][0]["partOfSpeech"] == expected


def test_dated_senses_come_last() -> None:
    """Within a meaning, and among meanings, what is dated follows what is in use."""
    old = reading("blorp", pos="verb", labels=("archaic",))._replace(gloss="to blarp")
    new = reading("blorp", pos="verb")._replace(gloss="to blorp")
    older = reading("blorp", pos="noun", labels=("obsolete",))
    (entry,) = shaped("blorp", evidence("blorp", older, old, new))
    assert [each["partOfSpeech"] for each in entry["meanings"]] == ["verb", "noun"]
    assert [each["definition"] for each in entry["meanings"][0]["definitions"]] == ["to blorp", "to blarp"]
    assert entry["meanings"][1]["definitions"][0]["labels"] == ["obsolete"]


def test_derived_words_say_from_what() -> None:
    """A derived word is told by its base, and claims no part of speech."""
    derived = reading("unblorp", relation="derivation")._replace(headword="blorp", base="blorp")
    (entry,) = shaped("unblorp", evidence("unblorp", derived))
    meaning = entry["meanings"][0]
    assert (meaning["partOfSpeech"], meaning["derivedFrom"]) == ("word", "blorp")
    assert meaning["definitions"][0]["definition"] == "from blorp: what it means"


@pytest.mark.parametrize(
    ("display", "facts", "pos"),
    [
        ("Blorp", {"proper": True}, "proper noun"),
        ("-blorp", {"pos": "affix"}, "suffix"),
        ("blorp-", {"pos": "affix"}, "prefix"),
        ("BLP", {"pos": "abbreviation", "abbreviation": "initialism"}, "initialism"),
        ("BLP", {"pos": "abbreviation", "abbreviation": "untyped"}, "abbreviation"),
        ("blorp", {"pos": "numeral"}, "numeral"),
        ("blorp", {"pos": None}, "word"),
    ],
)
def test_parts_of_speech(display: str, facts: dict[str, object], pos: str) -> None:
    """Parts of speech have that service's names."""
    (entry,) = shaped(display, evidence("blorp", reading(display, **facts)))
    assert entry["meanings"][0]["partOfSpeech"] == pos


def test_a_pronunciation_of_capitals_is_its_own() -> None:
    """A capitalised word takes over how the lower-case one is said; capitals alone do not, nor the other way round."""
    said = (Pronunciation("blorp", "blɔp", "both", "misaki"),)
    of_capitals = (Pronunciation("BLORP", "biː", "both", "misaki"),)
    for display, known, expected in (
        ("Blorp", said, "/blɔp/"),
        ("BLORP", said, None),
        ("BLORP", of_capitals, "/biː/"),
        ("blorp", of_capitals, None),
    ):
        (entry,) = shaped(display, evidence("blorp", reading(display)), known)
        assert entry.get("phonetic") == expected


def test_usage_is_that_of_the_senses_of_a_definition() -> None:
    """Senses of one text unite their synonyms, antonyms and examples, of which the first is shown; a meaning has those of its definitions."""
    one, same = reading("blorp"), reading("blorp")._replace(sense_id=2)
    other = reading("blorp")._replace(gloss="a hum", sense_id=3)
    usage = {
        one: Usage(("zorb",), ("hush",), ()),
        same: Usage(("zorb", "glazz"), (), ("a blorp", "blorps")),
        other: Usage(("hum", "zorb"), (), ()),
    }
    (entry,) = shaped("blorp", evidence("blorp", one, same, other), usage=usage)
    assert_shape(entry)
    (meaning,) = entry["meanings"]
    assert (meaning["synonyms"], meaning["antonyms"]) == (["zorb", "glazz", "hum"], ["hush"])
    assert meaning["definitions"] == [
        {"definition": "what it means", "synonyms": ["zorb", "glazz"], "antonyms": ["hush"], "example": "a blorp"},
        {"definition": "a hum", "synonyms": ["hum", "zorb"], "antonyms": []},
    ]  # fmt: skip
    for others in (possessive("blorp's", [entry]), in_phrase("orp", [entry])):
        (found,) = others[0]["meanings"]
        assert found["synonyms"] == found["antonyms"] == found["definitions"][0]["synonyms"] == []
        assert found["definitions"][0]["example"] == "a blorp"


def test_usage_of_common_words(adjudicator: Adjudicator) -> None:
    """*happy* has an opposite and a sentence; *happier*, its form, a sentence alone."""
    meaning = first(adjudicator, "happy")["meanings"][0]
    assert "unhappy" in meaning["antonyms"]
    assert "glad" in meaning["synonyms"]
    assert "happy" in meaning["definitions"][0]["example"]
    form = first(adjudicator, "happier")["meanings"][0]
    assert (form["synonyms"], form["antonyms"]) == ([], [])
    assert "happy" in form["definitions"][0]["example"]
