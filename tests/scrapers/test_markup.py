"""Fetched markup as data, and what is told in words: the pieces that the readers of all sites share."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.sources.records import RawEntry, RawForms
from scrapers.errors import ShapeChanged, TooLarge
from scrapers.markup import DEEPEST, MOST_TAGS, parse, plain, text_of, whole_page
from scrapers.wiktextract_tags import records, sense

# Markup


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("a<b>b</b>c", "abc"),
        ("one<br>two<p>three</p>four", "one two three four"),
        ("a &amp; b &lt;i&gt; &#x41;&nbsp;z", "a & b <i> A z"),
        ("x<style>p{}</style><script>alert(1)</script><template>t</template>y", "xy"),
        ("a<!-- no --><![CDATA[no]]>b", "ab"),
        ("so\u00adft \u202egnirts\u202c \ufeffend\x00\x1b[0m", "soft gnirts end [0m"),
        ("<li>open<ul><li>nested", "open nested"),
    ],
)
def test_text_is_plain(markup: str, text: str) -> None:
    """Of markup its words are left: no tags, scripts, comments, control characters or halves of characters."""
    assert text_of(parse(markup, "x")) == text


@given(st.text(alphabet=st.characters(exclude_categories=()), max_size=200))
def test_any_text_is_one_plain_line(text: str) -> None:
    """Whatever a text has, it becomes one line that can be written and shown; made plain again, it stays."""
    told = plain(text)
    told.encode("utf-8")
    assert told == " ".join(told.split()) == plain(told)
    assert not any(ord(char) < 32 for char in told)


def test_a_page_has_an_end_to_its_size() -> None:
    """A page of more tags than any entry, or deeper ones, is refused before it takes long."""
    with pytest.raises(TooLarge):
        parse("<b>" * (MOST_TAGS + 1), "x")
    with pytest.raises(TooLarge):
        parse("<b>" * (DEEPEST + 1), "x")
    assert parse("<b>x</b>" * 1000 + "<b>" * (DEEPEST - 2), "x").b is not None


def test_a_page_that_was_cut_short_is_no_page() -> None:
    """Nothing is concluded from a page whose end is missing."""
    assert whole_page("<html><body>x</body></HTML>\n<!-- served -->", "x").body is not None
    with pytest.raises(ShapeChanged):
        whole_page("<html><body>x</body>", "x")


# What is told in words


@pytest.mark.parametrize(
    ("gloss", "linked", "expansion"),
    [
        ("Abbreviation of doctor.", (), "doctor"),
        ("abbreviation for: doctor; also of debtor", (), "doctor"),
        ("Initialism of what you see (is what you get)", (), "what you see"),
        ("short for gymnasium, gymnastics", ("gymnasium", "gymnastics"), "gymnasium"),
        ("The shortened form of examination", (), "examination"),
        ("Short in stature.", (), None),
        ("A form of government", (), None),
        ("An abbreviation that nobody uses", (), None),
    ],
)
def test_what_a_shortening_stands_for(gloss: str, linked: tuple[str, ...], expansion: str | None) -> None:
    """A definition that opens as a shortening stands for what it links to, or for the words that follow."""
    (record,) = records([{"word": "x", "pos": "noun", "senses": [sense(gloss, (), linked)]}])
    assert isinstance(record, RawEntry)
    assert record.senses[0].expansion == expansion


@pytest.mark.parametrize(
    ("gloss", "linked", "lemma"),
    [
        ("plural of cat", (), "cat"),
        ("the past tense and past participle of bring", ("bring",), "bring"),
        ("simple past and past participle of zorb", ("zorb",), "zorb"),
        ("second-person singular simple present of be", ("be",), "be"),
        ("plural of majesty in the mouth of a king", (), None),
        ("A plural of majesty", (), None),
        ("The past of a nation", (), None),
        ("The present state of things", (), None),
        ("obsolete past tense of climb", ("climb",), None),
    ],
)
def test_what_is_an_inflection(gloss: str, linked: tuple[str, ...], lemma: str | None) -> None:
    """A plain inflection is a form of its lemma; an obsolete one, or what only sounds like one, is a sense."""
    (record,) = records([{"word": "x", "pos": "noun", "senses": [sense(gloss, (), linked)]}])
    expected = RawForms(lemma, "noun", ("x",)) if lemma else record
    assert record == expected
    assert isinstance(record, RawForms) == bool(lemma)


@pytest.mark.parametrize(
    ("printed", "labels"),
    [
        (["archaic, slang"], {"archaic", "slang"}),
        (["now chiefly dialectal"], {"dialectal", "now chiefly dialectal"}),
        (["US and Canadian"], {"US", "Canadian", "US and Canadian"}),
        (["esp. Scottish", "(rare)"], {"Scottish", "esp. Scottish", "rare"}),
        (["old-fashioned"], {"old-fashioned"}),
        (["", " , "], set()),
        (["x" * 500], {"x" * 80}),
    ],
)
def test_labels_as_they_are_printed(printed: list[str], labels: set[str]) -> None:
    """A label is kept as it is printed; one of several words is given in its parts as well, and one that is hedged without the hedge."""
    (record,) = records([{"word": "x", "pos": "noun", "senses": [sense("A thing.", printed)]}])
    assert isinstance(record, RawEntry)
    assert set(record.senses[0].labels) == labels
