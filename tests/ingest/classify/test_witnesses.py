"""What bears a listed word out, and where it wants that."""

from __future__ import annotations

import pytest

from adjudicator.core.model import ALSO_IN, BASE_BORNE_OUT, BORNE_OUT, DOUBTED, Facts
from adjudicator.ingest.classify.chance import endings_in
from adjudicator.ingest.classify.witnesses import marks_of
from adjudicator.ingest.classify.world import World
from adjudicator.resources import config_dir

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
    """Headwords of another time count, also for their forms, where the list has more than one form of the word. Of a form it is said that the work has its base."""
    assert marks_of("blorp", 80, [], words) == borne_out(DATED)
    assert marks_of("blorps", 80, [DERIVED], words) == base_borne_out(DATED)
    assert marks_of("zib", 80, [], words) == also(DATED)


def test_an_adjective_of_a_dated_work_has_no_plural(words: World) -> None:
    """Its headword bears out no form that takes it for a noun."""
    as_noun = DERIVED._replace(inferred=("used-as-noun",))
    assert marks_of("blorps", 80, [as_noun], words) == ()
    words.accepted[DATED] = {"blorp", "blorps"}
    assert marks_of("blorps", 80, [as_noun], words) == borne_out(DATED)


def test_a_dated_work_says_nothing_of_compounds(words: World) -> None:
    """How words are joined has changed since, whatever forms the list has of them."""
    assert marks_of("lampmoss", 80, [], words) == also(DATED)


def test_a_compound_without_forms_is_doubted(words: World) -> None:
    """Whoever defines it, unless a work of today has it; of one that nobody defines there is nothing to doubt."""
    assert marks_of("mosslamp", 80, [GCIDE], words) == (DOUBTED,)
    assert marks_of("mosslamp", 60, [GCIDE], words) == ()
    assert marks_of("mosslamp", 80, [], words) == ()
    words.accepted[TODAY] = {"mosslamp"}
    assert marks_of("mosslamp", 80, [GCIDE], words) == borne_out(TODAY)


def test_rare_words_of_a_dictionary_of_concepts_are_doubted(words: World) -> None:
    """In the largest list that counts, WordNet alone and a definition of this project's own want a witness; another dictionary does not, nor a definition of ours if the list has forms."""
    words.accepted = {}
    own = Facts("curated", "sense", "noun")
    assert marks_of("blorp", 80, [WORDNET], words) == (DOUBTED,)
    assert marks_of("glax", 80, [own], words) == (DOUBTED,)
    assert marks_of("blorp", 80, [own], words) == ()  # the list has blorps as well
    words.upper["blorp"] = 50
    assert marks_of("blorp", 80, [own], words) == (DOUBTED,)  # and no name is spelled so
    assert marks_of("blorp", 80, [WORDNET, GCIDE], words) == ()
    assert marks_of("glax", 80, [WORDNET, GCIDE], words) == marks_of("glax", 80, [GCIDE], words) == (DOUBTED,)
    assert marks_of("zib", 60, [WORDNET], words) == ()
    assert marks_of("blorp", 80, [DERIVED], words) == ()


def test_a_regular_plural_beside_a_latin_one_is_doubted(words: World) -> None:
    """It is made as easily as found, unless the Latin one is in no list or a work of today has it."""
    words.sizes |= {"zobus": 60, "zobuses": 80, "dravum": 60, "dravums": 80}
    assert marks_of("zobuses", 80, [GCIDE], words) == ()
    words.sizes |= {"zobi": 80, "drava": 80}
    assert marks_of("zobuses", 80, [GCIDE], words) == marks_of("dravums", 80, [GCIDE], words) == (DOUBTED,)
    words.accepted[DATED] = {"zobus"}
    assert marks_of("zobuses", 80, [], words) == ()
    words.accepted[TODAY] = {"zobuses"}
    assert marks_of("zobuses", 80, [GCIDE], words) == borne_out(TODAY)
    words.sizes |= {"vego": 35, "vegos": 35, "vegoes": 80}
    assert marks_of("vegoes", 80, [GCIDE], words) == (DOUBTED,)


def test_a_rare_compound_needs_more_than_a_work_of_today(words: World) -> None:
    """Anybody joins two words: one that nobody defines and no other work has is not borne out where it is rare."""
    words.accepted[TODAY] = {"mosslamp", "lampmoss"}
    assert marks_of("mosslamp", 80, [], words) == also(TODAY)
    assert marks_of("mosslamp", 60, [], words) == marks_of("lampmoss", 80, [], words) == borne_out(TODAY)


def test_a_word_that_has_no_other_forms_is_borne_out_alone(words: World) -> None:
    """The list has one form of a quality or of what is without something, and their endings are no words of a compound; an irregular verb has no past in -ed."""
    words.sizes |= {"lampless": 80, "less": 10, "mossness": 80, "ness": 60, "zring": 40, "zringed": 80}
    words.endings = endings_in(config_dir() / "endings.toml")
    words.accepted[DATED] = {"lampless", "mossness", "zring"}
    assert (
        marks_of("lampless", 80, [], words) == marks_of("mossness", 80, [WORDNET], words) == borne_out(DATED)
    )
    assert marks_of("zringed", 80, [GCIDE], words) == base_borne_out(DATED)
    words.irregular = {"zring"}
    assert marks_of("zringed", 80, [GCIDE], words) == (DOUBTED,)
