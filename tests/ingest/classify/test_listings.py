"""What a word list alone says of a spelling."""

from __future__ import annotations

import pytest

from adjudicator.core.model import Facts
from adjudicator.ingest.classify.listings import ClassifiedListing, ListingGroup, classify_listings
from adjudicator.ingest.classify.region import RegionOf
from adjudicator.ingest.classify.world import World
from adjudicator.ingest.curated import CuratedFact
from adjudicator.rules.sources import OWN


def group(
    display: str, category: str = "words", size: int | None = 50, source: str = "scowl"
) -> ListingGroup:
    return ListingGroup(source, category, display, f"english:{size}", size)


def one(
    key: str,
    listed: ListingGroup,
    world: World,
    senses: list[Facts] | None = None,
    contraction: str | None = None,
) -> ClassifiedListing:
    (found,) = classify_listings(key, [listed], senses or [], contraction, world, None)
    return found


def rules(found: ClassifiedListing) -> list[str]:
    return [flag.rule for flag in found.flags]


SENSE = Facts("wordnet", "sense", "noun")


def test_an_ordinary_word_has_no_flags(world: World) -> None:
    """A listed word is a listing of its size and region, and nothing else."""
    region = RegionOf("british", (), "inferred", "x", "x")
    (found,) = classify_listings("blour", [group("blour")], [SENSE], None, world, region)
    assert found == ClassifiedListing(
        "blour", "words", Facts("scowl", "listing", size=50, region="british"), ()
    )


@pytest.mark.parametrize("category", ["upper", "proper-names"])
def test_lists_of_names_make_names(world: World, category: str) -> None:
    """What stands in a list of capitalised words or names is proper, in the one category "names"."""
    found = one("paris", group("Paris", category), world)
    assert found.category == "names"
    assert found.facts.proper
    assert rules(found) == ["listed-as-name"]


def test_capitals_in_a_list_of_names_that_cannot_be_said_are_an_initialism(world: World) -> None:
    """BSD, in a list of capitalised words, is no name; what can be said (PARC) may be one."""
    found = one("blt", group("BLT", "upper"), world)
    assert (found.facts.abbreviation, found.facts.marked, found.facts.proper) == ("initialism", True, False)
    assert found.facts.inferred == ("abbreviation", "marked")
    assert one("parc", group("PARC", "upper"), world).facts.proper


def test_a_capital_in_a_list_of_words_is_a_name(world: World) -> None:
    """A user's list that has Paris among lower-case words has a name."""
    assert one("paris", group("Paris"), world).facts.proper


def test_one_display_in_both_name_lists_is_one_listing(world: World) -> None:
    """upper and proper-names are one kind; two spellings of a key are two listings."""
    groups = [group("Paris", "proper-names"), group("Paris", "upper"), group("paris")]
    assert [
        (found.display, found.category) for found in classify_listings("paris", groups, [], None, world, None)
    ] == [
        ("Paris", "names"),
        ("paris", "words"),
    ]


@pytest.mark.parametrize("category", ["hacker", "roman-numerals"])
def test_jargon_and_numerals_count_for_nothing(world: World, category: str) -> None:
    """These lists are of no words."""
    assert list(classify_listings("xiv", [group("xiv", category)], [], None, world, None)) == []


def test_a_listed_abbreviation_is_marked_and_typed(world: World) -> None:
    """FBI in a list of abbreviations is marked by declaration, and its type is inferred."""
    found = one("fbi", group("FBI", "abbreviations"), world)
    assert (found.facts.abbreviation, found.facts.marked, found.facts.inferred) == (
        "initialism",
        True,
        ("abbreviation",),
    )
    assert [flag.provenance for flag in found.flags] == ["declared", "inferred"]


def test_a_lower_case_abbreviation_that_is_a_noun_is_an_ordinary_word(world: World) -> None:
    """app is listed as an abbreviation and is a lower-case dictionary noun: lexicalised, and not marked."""
    world.abbreviation_listings["app"] = 50
    world.lower_nouns = {"app"}
    facts = one("app", group("app", "abbreviations"), world).facts
    assert (facts.abbreviation, facts.lexicalised, facts.marked) == ("clipping", True, False)


def test_a_curated_abbreviation_has_its_type_and_whether_it_is_a_name(world: World) -> None:
    """The curated list settles type and name."""
    world.abbreviations["BLP"] = CuratedFact("acronym", "Big Loud Party", "x", proper=True)
    facts = one("blp", group("BLP", "abbreviations"), world).facts
    assert (facts.abbreviation, facts.marked, facts.proper, facts.inferred) == ("acronym", True, True, ())


def test_an_abbreviation_takes_the_type_of_its_sense_where_the_list_leaves_it_open(world: World) -> None:
    """DOG has no type by its letters; a dictionary's marked sense of it gives one, and its being a name."""
    sense = SENSE._replace(abbreviation="initialism", marked=True, proper=True)
    found = one("dog", group("DOG", "abbreviations"), world, [SENSE, sense])
    assert (found.facts.abbreviation, found.facts.proper) == ("initialism", True)
    assert "as-its-sense" in rules(found)


def test_a_lower_case_twin_has_the_type_of_the_capitals(world: World) -> None:
    """nfl listed beside NFL is typed as NFL."""
    world.abbreviation_listings.update({"nfl": 70, "NFL": 50})
    assert one("nfl", group("nfl", "abbreviations"), world).facts.abbreviation == "initialism"


def test_a_listed_contraction(world: World) -> None:
    """What a list of contractions has is declared one, and punctuated."""
    facts = one("theyll", group("they'll", "contractions"), world).facts
    assert (facts.abbreviation, facts.punctuated, facts.inferred) == ("contraction", True, ())


def test_a_contraction_without_its_apostrophe(world: World) -> None:
    """yall is the contraction y'all still, unless a dictionary has a sense of its own (well, were)."""
    assert rules(one("yall", group("yall"), world, contraction="y'all")) == ["apostrophe-dropped"]
    assert one("were", group("were"), world, [SENSE], "we're").facts.abbreviation is None
    proper = SENSE._replace(proper=True)
    assert rules(one("yall", group("yall"), world, [proper], "y'all")) == ["apostrophe-dropped"]


def test_a_lexicalised_word_is_legal_by_declaration(world: World) -> None:
    """The curated list makes a listed word an abbreviation that is a word now."""
    world.lexicalised["scuba"] = CuratedFact("acronym", "self-contained …", "x")
    facts = one("scuba", group("scuba"), world).facts
    assert (facts.abbreviation, facts.lexicalised, facts.marked, facts.inferred) == (
        "acronym",
        True,
        False,
        (),
    )


def test_a_word_of_phrases_only(world: World) -> None:
    """quo has no sense and occurs in phrases: phrase-only up to size 60, a word above it or with a sense."""
    world.phrase_tokens["quo"] = ["quid pro quo", "status quo"]
    assert one("quo", group("quo", size=60), world).facts.phrase_only
    assert not one("quo", group("quo", size=70), world).facts.phrase_only
    assert not one("quo", group("quo", size=60), world, [SENSE]).facts.phrase_only


@pytest.mark.parametrize(
    ("key", "senses", "marked"),
    [("tv", [], True), ("pst", [], True), ("pfft", [], False), ("by", [], False), ("hm", [SENSE], False)],
)
def test_three_letters_without_a_vowel(world: World, key: str, senses: list[Facts], marked: bool) -> None:
    """Up to three letters without a vowel that no dictionary defines are an abbreviation of unknown type."""
    assert one(key, group(key), world, senses).facts.marked == marked


def test_a_hyphen_is_kept_in_view(world: World) -> None:
    """A listing with a hyphen is punctuated: tiles cannot show it as written."""
    assert one("blor", group("blor-"), world).facts.punctuated


def test_a_word_that_dictionaries_have_as_an_abbreviation_alone(world: World) -> None:
    """nimby listed up to 70 beside a marked NIMBY is that abbreviation; beyond, or with a plain sense,
    it is a word.
    """
    marked = SENSE._replace(abbreviation="acronym", marked=True)
    assert rules(one("nimby", group("nimby", size=70), world, [marked])) == ["abbreviation-in-lower-case"]
    assert rules(one("nimby", group("nimby", size=80), world, [marked])) == []
    assert rules(one("nimby", group("nimby", size=70), world, [marked, SENSE])) == []


def test_the_plural_of_an_abbreviation_in_lower_case(world: World) -> None:
    """nimbys is what nimby is; cads are no CADs, since a dictionary has a cad."""
    fact = CuratedFact("acronym", "not in my back yard", "said as a word")
    world.abbreviations.update({"NIMBY": fact, "CAD": fact})
    world.sizes.update({"nimby": 55, "cad": 35})
    world.lower_lemmas = {"cad"}
    assert rules(one("nimbys", group("nimbys", size=80), world)) == ["abbreviation-in-lower-case"]
    assert rules(one("cads", group("cads", size=50), world)) == []


def test_a_contraction_of_a_list_is_not_said_twice(world: World) -> None:
    """What the project makes by rule is a listing where no list has it."""
    made = ListingGroup(OWN, "contractions", "they'll", "english", None)
    known = ListingGroup("scowl", "contractions", "they'll", "english:35", 35)
    found = list(classify_listings("theyll", [made, known], [], None, world, None))
    assert [each.facts.source for each in found] == ["scowl"]
    assert [
        each.facts.abbreviation for each in classify_listings("theyll", [made], [], None, world, None)
    ] == ["contraction"]


def test_a_rare_word_spelled_like_a_common_name(world: World) -> None:
    """texas in lower case above size 70, a name at 35 and defined by no one, is taken for the name."""
    world.upper["texas"] = 35
    assert rules(one("texas", group("texas", size=80), world)) == ["name-in-lower-case"]
    assert rules(one("texas", group("texas", size=80), world, [SENSE])) == []
    assert rules(one("texas", group("texas", size=70), world)) == []


def test_a_rare_word_spelled_like_a_rare_name(world: World) -> None:
    """saluki in lower case at size 80, and with a capital at size 70 alone, is the word."""
    world.upper["saluki"] = 70
    assert rules(one("saluki", group("saluki", size=80), world)) == []


def test_what_dictionaries_write_apart_needs_more_than_a_list(world: World) -> None:
    """aswell at size 80 is as well; at 70, with a sense of its own, or if somebody says it, it is a word. Its regular forms are as it is: aswells are words where
    it is listed at 70 itself.
    """
    world.apart.add("aswell")
    apart = SENSE._replace(spaced=True)
    assert rules(one("aswell", group("aswell", size=80), world, [apart])) == ["written-apart"]
    assert rules(one("aswells", group("aswells", size=80), world)) == ["written-apart"]
    assert rules(one("aswell", group("aswell", size=70), world, [apart])) == []
    world.sizes["aswell"] = 70
    assert rules(one("aswells", group("aswells", size=80), world)) == []
    assert rules(one("aswell", group("aswell", size=80), world, [apart, SENSE])) == []
    world.said = frozenset({"aswell"})
    assert rules(one("aswell", group("aswell", size=80), world, [apart])) == []


def test_an_abbreviation_listed_beyond_trust_is_no_news(world: World) -> None:
    """OF and AND are listed as abbreviations above size 80: noise, where anything else is known of the
    key.
    """
    groups = [group("OF", "abbreviations", 95), group("of", size=10)]
    assert [found.display for found in classify_listings("of", groups, [SENSE], None, world, None)] == ["of"]
    alone = [group("QZX", "abbreviations", 95)]
    assert [found.display for found in classify_listings("qzx", alone, [], None, world, None)] == ["QZX"]


def test_a_users_list_is_taken_at_its_word(world: World) -> None:
    """A listing without a size, which a user's own list has, is not doubted."""
    world.phrase_tokens["quo"] = ["quid pro quo"]
    for key in ("quo", "tv"):
        assert rules(one(key, group(key, size=None), world)) == []


def test_a_form_of_a_lexicalised_word_has_its_flags(world: World) -> None:
    """cinemas and lased are what cinema and lase are; a word of its own in a dictionary is not, whatever it looks like."""
    world.lexicalised["zorb"] = CuratedFact("clipping", "zorbatorium", "x")
    for form in ("zorbs", "zorbed", "zorbing"):
        facts = one(form, group(form, size=80), world).facts
        assert (facts.abbreviation, facts.lexicalised, facts.relation) == ("clipping", True, "lemma")
    world.forms["zorbs"] = ("zorb", 70)
    facts = one("zorbs", group("zorbs", size=95), world).facts
    assert (facts.lexicalised, facts.size, facts.inferred) == (True, 70, ("relation",))
    world.lower_lemmas = {"zorbing"}
    assert not one("zorbing", group("zorbing"), world).facts.lexicalised


def test_a_curated_form_that_no_list_has_is_inferred(world: World) -> None:
    """romcoms: this project says that the word has the form; it is a form of one, and may be voted on."""
    world.lexicalised["zorb"] = CuratedFact("clipping", "zorbatorium", "x", forms=("zorbs",))
    world.forms_of_lexicalised = {"zorbs": world.lexicalised["zorb"]}
    facts = one("zorbs", group("zorbs", size=None, source="curated"), world).facts
    assert (facts.lexicalised, facts.relation, facts.inferred) == (True, "inflection", ("relation",))
