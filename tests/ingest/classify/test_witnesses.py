"""What bears a listed word out, and where it wants that."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from adjudicator.core.model import (
    ALSO_IN,
    BASE_BORNE_OUT,
    BORNE_OUT,
    DOUBTED,
    IN_FORMS,
    JOINED,
    ONE_FORM,
    OTHER_PLURAL,
    RESPELLED,
    WHOLE_VERB,
    Facts,
)
from adjudicator.ingest.classify.chance import endings_in
from adjudicator.ingest.classify.witnesses import marks_of, marks_of_plural, objected
from adjudicator.ingest.classify.world import World
from adjudicator.resources import config_dir
from adjudicator.rules.files import Rulebooks
from adjudicator.rules.judge import Judge

TODAY, DATED = "hunspell-gb", "web2"
WORDNET, GCIDE = Facts("wordnet", "sense", "noun"), Facts("gcide", "sense", "noun")
DERIVED = Facts("wordnet", "sense", "noun", relation="derivation")


@pytest.fixture
def words(world: World) -> World:
    """Return a world with a few listed words, and two works that accept some of them."""
    world.sizes |= {"blorp": 80, "blorps": 80, "glax": 80, "moss": 40, "lamp": 40, "mosslamp": 80, "zib": 60}
    world.sizes |= {"lampmoss": 80, "lampmosses": 80}
    world.accepted = {TODAY: {"glax"}, DATED: {"blorp", "glax", "zib", "lampmoss"}}
    return world


def borne_out(source: str) -> tuple[str, ...]:
    return (BORNE_OUT + source,)


def base_borne_out(source: str) -> tuple[str, ...]:
    return (BORNE_OUT + source, BASE_BORNE_OUT)


def also(source: str) -> tuple[str, ...]:
    return (ALSO_IN + source,)


def test_a_work_of_today_bears_out_what_it_has(words: World) -> None:
    """It has the very spelling, and nothing more is asked of the word."""
    assert marks_of("glax", 80, [], words) == borne_out(TODAY)


def test_a_dated_work_bears_out_words_that_have_forms(words: World) -> None:
    """Headwords of another time count, also for their forms, where the list has more than one form of the word, which is said. Of a form it is said that the work
    has its base. A story of how the word is made changes nothing.
    """
    assert marks_of("blorp", 80, [], words) == marks_of("blorp", 80, [DERIVED], words)
    assert marks_of("blorp", 80, [], words) == (*borne_out(DATED), IN_FORMS)
    assert marks_of("blorps", 80, [DERIVED], words) == base_borne_out(DATED)
    assert marks_of("zib", 80, [], words) == marks_of("zib", 80, [DERIVED], words) == (ONE_FORM, *also(DATED))


def test_a_story_or_one_more_work_leaves_what_is_settled(words: World) -> None:
    """So does GCIDE's definition of what nothing else defines, unless two words stand together in it."""
    judge = Judge(Rulebooks().load("boggle"))
    words.sizes |= {"over": 10, "overlamp": 80, "overlamps": 80, "lampless": 80, "mossy": 80}
    works: dict[str, set[str]] = {TODAY: set(), DATED: set()}
    words.accepted = {**works}

    def is_settled(key: str, senses: Sequence[Facts]) -> bool:
        size = words.sizes[key]
        listing = Facts("scowl", "listing", size=size, inferred=marks_of(key, size, senses, words))
        return judge.decide([*senses, listing]).certainty == "settled"

    keys = ("blorp", "blorps", "glax", "mosslamp", "lampmoss", "overlamp", "lampless", "mossy", "zib")
    for key in keys:
        for some in ((), (GCIDE,), (WORDNET,)):
            for has in ((), (TODAY,), (DATED,), (TODAY, DATED)):
                for work in works:
                    works[work] = {key} if work in has else set()
                words.accepted = {**works}
                if not is_settled(key, some):
                    continue
                assert is_settled(key, [*some, DERIVED]), (key, some, has)
                assert some or is_settled(key, [GCIDE]) or JOINED in marks_of(key, 80, [GCIDE], words)
                for work in works:
                    words.accepted = {**works, work: {key}}
                    assert is_settled(key, some), (key, some, has, work)


def test_an_adjective_of_a_dated_work_has_no_plural(words: World) -> None:
    """Its headword bears out no form that takes it for a noun."""
    as_noun = DERIVED._replace(inferred=("used-as-noun",))
    assert marks_of("blorps", 80, [as_noun], words) == ()
    words.accepted[DATED] = {"blorp", "blorps"}
    assert marks_of("blorps", 80, [as_noun], words) == (*borne_out(DATED), IN_FORMS)


def test_a_dated_work_says_nothing_of_compounds(words: World) -> None:
    """How words are joined has changed since, whatever forms the list has of them. A beginning is no first word of two there."""
    assert marks_of("lampmoss", 80, [], words) == (JOINED, *also(DATED))
    assert marks_of("lampmosses", 80, [GCIDE], words) == (*also(DATED), BASE_BORNE_OUT)
    words.sizes |= {"non": 60, "nonlamp": 80, "nonlamps": 80}
    words.accepted[DATED] = {"nonlamp"}
    assert marks_of("nonlamp", 80, [DERIVED], words) == (*borne_out(DATED), IN_FORMS)
    del words.sizes["nonlamps"]
    assert marks_of("nonlamp", 80, [GCIDE], words) == (DOUBTED, JOINED, *also(DATED))


def test_a_compound_without_forms_is_doubted(words: World) -> None:
    """Whoever defines it, unless a work of today has it; of one that nobody defines there is nothing to doubt. With forms, where a dictionary of concepts has it."""
    assert marks_of("mosslamp", 80, [GCIDE], words) == (DOUBTED, JOINED)
    words.sizes |= {"lamps": 40, "mosslamps": 70}
    assert marks_of("mosslamps", 70, [GCIDE], words) == (IN_FORMS,)
    assert marks_of("mosslamps", 70, [WORDNET], words) == (DOUBTED, JOINED)
    del words.sizes["mosslamps"]
    assert marks_of("mosslamp", 60, [GCIDE], words) == ()
    assert marks_of("mosslamp", 80, [], words) == ()
    words.accepted[TODAY] = {"mosslamp"}
    assert marks_of("mosslamp", 80, [GCIDE], words) == borne_out(TODAY)


def test_an_objection_outweighs_what_bears_a_word_out(words: World) -> None:
    """Who bears it out has the word all the same; a verb in all its forms is no longer enough, and what is a form is still one."""
    assert objected(borne_out(TODAY), "unused") == (DOUBTED, "unused", *also(TODAY))
    assert objected((*borne_out(DATED), BASE_BORNE_OUT), "uncounted") == (
        DOUBTED,
        "uncounted",
        *also(DATED),
        BASE_BORNE_OUT,
    )
    assert objected(("relation", WHOLE_VERB), "unused") == (DOUBTED, "unused", "relation")
    assert objected((DOUBTED, ONE_FORM), "name") == (DOUBTED, "name", ONE_FORM)


def test_rare_words_of_a_dictionary_of_concepts_are_doubted(words: World) -> None:
    """In the largest list that counts, WordNet alone and a definition of this project's own want a witness; another dictionary does not, nor a definition of ours, if
    the list has forms. Of a form the list has several where a dictionary says of what it is one.
    """
    words.accepted = {}
    own = Facts("curated", "sense", "noun")
    assert marks_of("blorp", 80, [WORDNET], words) == (DOUBTED,)
    assert marks_of("glax", 80, [own], words) == (DOUBTED,)
    assert marks_of("blorp", 80, [own], words) == (IN_FORMS,)  # the list has blorps as well
    words.upper["blorp"] = 50
    assert marks_of("blorp", 80, [own], words) == (DOUBTED,)  # and no name is spelled so
    assert marks_of("blorp", 80, [WORDNET, GCIDE], words) == (DOUBTED,)
    del words.upper["blorp"]
    assert (
        marks_of("blorp", 80, [GCIDE], words) == marks_of("blorp", 80, [WORDNET, GCIDE], words) == (IN_FORMS,)
    )
    assert (
        marks_of("glax", 80, [WORDNET, GCIDE], words)
        == marks_of("glax", 80, [GCIDE], words)
        == (DOUBTED, ONE_FORM)
    )
    assert marks_of("glax", 80, [GCIDE._replace(relation="inflection")], words) == ()
    assert marks_of("zib", 60, [WORDNET], words) == ()
    assert marks_of("blorp", 80, [DERIVED], words) == ()


def test_a_word_without_forms_that_dictionaries_alone_have_is_doubted(words: World) -> None:
    """Whichever they are, and at any size above the common ones; an irregular form of another word has no forms of its own."""
    words.sizes |= {"splond": 70, "splinda": 70}
    assert (
        marks_of("splond", 70, [GCIDE], words)
        == marks_of("splinda", 70, [GCIDE], words)
        == (DOUBTED, ONE_FORM)
    )
    words.inflected = {"splinda"}
    assert marks_of("splinda", 70, [GCIDE], words) == ()


def test_a_plural_of_a_word_that_nobody_defines_is_not_borne_out(words: World) -> None:
    """A headword of another time is no noun for that, where it is rare; a form of a verb is borne out, of which the list has others."""
    assert marks_of("blorps", 80, [], words) == ()
    words.sizes["blorp"] = 70
    assert marks_of("blorps", 80, [], words) == base_borne_out(DATED)
    words.sizes |= {"blorp": 80, "blorped": 80}
    assert marks_of("blorps", 80, [], words) == marks_of("blorped", 80, [], words) == base_borne_out(DATED)


def test_a_base_bears_out_forms_of_what_it_may_be(words: World) -> None:
    """A noun bears out no form of a verb; what no dictionary has may be any part of speech."""
    words.sizes |= {"blorp": 70, "blorped": 80}
    words.entered, words.entered_as = {"blorp"}, {"noun": {"blorp"}}
    assert marks_of("blorps", 80, [], words) == base_borne_out(DATED)
    assert marks_of("blorped", 80, [], words) == ()
    words.entered_as["verb"] = {"blorp"}
    assert marks_of("blorped", 80, [], words) == base_borne_out(DATED)


def test_a_plural_of_the_largest_lists_is_borne_out_by_its_noun(words: World) -> None:
    """A dated work has the noun, and all senses are the noun's; not the noun of a compound, of a verb, or beside another plural."""
    nouns = [Facts("gcide", "sense", "noun", relation="inflection")]
    words.sizes |= {"fluminess": 70, "fluminesses": 95}
    words.accepted[DATED] = {"fluminess", "lampmoss", "zobus"}
    assert marks_of_plural("fluminesses", "fluminess", nouns, words) == base_borne_out(DATED)
    assert marks_of_plural("fluminesses", "fluminess", [*nouns, nouns[0]._replace(pos="verb")], words) == ()
    assert marks_of_plural("fluminessed", "fluminess", nouns, words) == ()
    assert marks_of_plural("lampmosses", "lampmoss", nouns, words) == ()
    assert marks_of_plural("fluminesses", "fluminess", [], words) == ()
    words.accepted[DATED] = {"fluminess", "lampmoss", "zobus", "zoposis"}
    assert marks_of_plural("zoposes", "zoposis", nouns, words) == base_borne_out(DATED)
    words.sizes |= {"zobus": 70, "zobi": 95}
    assert marks_of_plural("zobuses", "zobus", nouns, words) == ()


def test_a_dated_work_writes_as_americans_do(words: World) -> None:
    """What is listed with -ise and with -ize is one word to a work that has the second."""
    words.sizes |= {"blorpise": 80, "blorpised": 80, "blorpising": 80}
    words.accepted[DATED] = {"blorpize"}
    assert marks_of("blorpised", 80, [DERIVED], words) == ()
    words.sizes |= {"blorpize": 80, "blorpized": 80}
    assert marks_of("blorpised", 80, [DERIVED], words) == base_borne_out(DATED)
    assert marks_of("blorpise", 80, [DERIVED], words) == (*borne_out(DATED), RESPELLED)


def test_a_verb_that_the_list_has_in_all_forms_is_one(words: World) -> None:
    """It is made of another verb with a beginning that everybody puts before verbs."""
    words.endings = endings_in(config_dir() / "endings.toml")
    made = Facts("wordnet", "sense", "verb", relation="derivation")
    words.sizes |= dict.fromkeys(("relamp", "relamps", "relamping"), 80)
    assert marks_of("relamp", 80, [made], words) == ()
    words.sizes |= {"relamped": 80}
    assert marks_of("relamp", 80, [made], words) == marks_of("relamping", 80, [made], words) == (WHOLE_VERB,)
    assert marks_of("relamp", 80, [DERIVED], words) == marks_of("relamp", 80, [], words) == ()
    words.sizes["lamp"] = 80
    assert marks_of("relamp", 80, [made], words) == ()


def test_a_regular_plural_beside_a_latin_one_is_doubted(words: World) -> None:
    """It is made as easily as found, unless the Latin one is in no list or a work of today has it."""
    words.sizes |= {"zobus": 60, "zobuses": 80, "dravum": 60, "dravums": 80}
    doubted = (DOUBTED, OTHER_PLURAL)
    assert marks_of("zobuses", 80, [GCIDE], words) == (IN_FORMS,)
    words.sizes |= {"zobi": 80, "drava": 80}
    assert marks_of("zobuses", 80, [GCIDE], words) == marks_of("dravums", 80, [GCIDE], words) == doubted
    words.accepted[DATED] = {"zobus"}
    assert marks_of("zobuses", 80, [], words) == (OTHER_PLURAL,)
    words.accepted[TODAY] = {"zobuses"}
    assert marks_of("zobuses", 80, [GCIDE], words) == borne_out(TODAY)
    words.sizes |= {"drava": 95, "flumas": 80, "flumae": 95, "lemons": 80, "lema": 95}
    assert marks_of("dravums", 80, [GCIDE], words) == marks_of("flumas", 80, [GCIDE], words) == doubted
    words.sizes |= {"lemon": 80}
    assert marks_of("lemons", 80, [GCIDE], words) == (IN_FORMS,)
    words.sizes |= {"lema": 80}
    assert marks_of("lemons", 80, [GCIDE], words) == doubted
    words.sizes |= {"vego": 35, "vegos": 35, "vegoes": 80}
    assert marks_of("vegoes", 80, [GCIDE], words) == doubted


def test_a_rare_compound_needs_more_than_a_work_of_today(words: World) -> None:
    """Anybody joins two words: one that nobody defines and no other work has is not borne out where it is rare. A beginning is no word."""
    words.sizes |= {"over": 10, "overlamp": 80}
    words.accepted[TODAY] = {"mosslamp", "lampmoss", "overlamp"}
    assert marks_of("mosslamp", 80, [], words) == (JOINED, *also(TODAY))
    assert marks_of("mosslamp", 60, [], words) == marks_of("overlamp", 80, [], words) == borne_out(TODAY)
    assert marks_of("lampmoss", 80, [], words) == (*borne_out(TODAY), *borne_out(DATED))


def test_endings_are_no_words_of_a_compound(words: World) -> None:
    """The list has one form of a quality or of what is without something, as of any adjective: so the dated work bears none of them out, and a dictionary makes them
    sure. An irregular verb has no past in -ed.
    """
    words.sizes |= {"lampless": 80, "less": 10, "mossness": 80, "ness": 60, "zring": 40, "zringed": 80}
    words.endings = endings_in(config_dir() / "endings.toml")
    words.accepted[DATED] = {"lampless", "mossness", "zring"}
    for word in ("lampless", "mossness"):
        assert (
            marks_of(word, 80, [DERIVED], words) == marks_of(word, 80, [], words) == (ONE_FORM, *also(DATED))
        )
        assert marks_of(word, 80, [WORDNET], words) == also(DATED)
    assert marks_of("zringed", 80, [GCIDE], words) == base_borne_out(DATED)
    words.irregular = {"zring"}
    assert marks_of("zringed", 80, [GCIDE], words) == (DOUBTED, ONE_FORM)


def test_a_word_in_a_longer_stem_is_no_part_of_a_compound(words: World) -> None:
    """republicanise is of what is republican, and not anise."""
    words.sizes |= {"zor": 40, "anise": 40, "zoranise": 80, "zoranised": 80}
    words.endings = endings_in(config_dir() / "endings.toml")
    words.accepted[DATED] = {"zoranise"}
    assert marks_of("zoranise", 80, [DERIVED], words) == (JOINED, *also(DATED))
    words.sizes |= {"zoran": 40}
    assert marks_of("zoranise", 80, [DERIVED], words) == (*borne_out(DATED), IN_FORMS)


def test_a_word_with_an_ending_is_no_compound(words: World) -> None:
    """A lampship is what a lamp has, and no hip of lamps."""
    words.sizes |= {"lamps": 40, "hip": 40, "lampship": 80}
    words.accepted[DATED] = {"lampship"}
    assert JOINED not in marks_of("lampship", 80, [], words)
    words.sizes |= {"lampshop": 80, "hop": 40}
    words.accepted[DATED] = {"lampship", "lampshop"}
    assert JOINED in marks_of("lampshop", 80, [], words)
