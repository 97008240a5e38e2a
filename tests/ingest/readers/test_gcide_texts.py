"""What of a sense in GCIDE is its definition, and what is cut: shapes of its text, with words that are made up."""

from __future__ import annotations

import pytest

from adjudicator.ingest.readers.gcide_texts import GLOSS_LIMIT, only_refers, senses_of


def glosses(text: str, headword: str = "blorp") -> list[str]:
    return [sense.gloss for sense in senses_of(text, headword)]


@pytest.mark.parametrize(
    ("text", "gloss"),
    [
        ("A loud noise. See {Zorb}.", "A loud noise."),
        ("A loud noise. See the Note under {Zorb}, n., and Illust. of {Bell}.", "A loud noise."),
        ("A noise; a zorb. See {Zorb}, v. t., 2. Such noises last.", "A noise; a zorb. Such noises last."),
        ("A small bell. Cf. {Zorb}, {Zurb}.", "A small bell."),
        ("Loud; ringing. Same as {zorby}.", "Loud; ringing."),
        ("making a noise. Opposite of {quiet}. Also See: {zorby}.", "making a noise."),
        ("made without noise. [informal]. {noisy}", "made without noise."),
        ("joined by noise. a bell with joined ropes", "joined by noise."),
        ("Zorb, n., 4.", "Zorb."),
        ("A bell. Also used adjectively.", "A bell."),
        ("a bell; same as", "a bell"),
        (
            "It is the same as a bell, and what one can see.",
            "It is the same as a bell, and what one can see.",
        ),
        ("Rung on the bell. blorped out", "Rung on the bell."),
        ("A bell, esp. blorping bells", "A bell, esp. blorping bells"),
        ("Derived from. or like, blorps", "Derived from. or like, blorps"),
        ("Ringing; rung;; loud..", "Ringing; rung; loud."),
        ("See {Zorb}, n., 2.", "See Zorb, n., 2."),
    ],
)
def test_where_else_to_look_is_cut(text: str, gloss: str) -> None:
    """References, words of the contrary meaning, examples without their markup, and other parts of speech stand behind a definition."""
    assert glosses(text) == [gloss]


@pytest.mark.parametrize(
    ("text", "gloss"),
    [
        ('To ring. "They blorped the bells." --1 Zorb xi. 13.', "To ring."),
        ('To ring. "Blorp thou!" --Bk. of Common Zorb.', "To ring."),
        ('The zorb; the "black bell." --Zorb.', 'The zorb; the "black bell."'),
        ("Hence, : unrung (said of bells.", "Unrung (said of bells)."),
        ("(Mus. (Bell.) One of the bells.", "One of the bells."),
        ("A bell (also called a zorb. It rings.", "A bell (also called a zorb. It rings."),
        ("A bell Blorpia minor) of brass.", "A bell (Blorpia minor) of brass."),
        ("A bell of brass (Blorpia minor, or the like.", "A bell of brass (Blorpia minor), or the like."),
        ("A bell of brass. (See Zorb.", "A bell of brass."),
        ("A bell; specifically (Mus.", "A bell."),
        ("Blorp bell Blorp bell A bell.", "A bell."),
        ('A game of "all bells" in which one rings.', 'A game of "all bells" in which one rings.'),
        ("To ring. xi. 13.", "To ring."),
        ("Until; till. xxxv. 25.", "Until; till."),
        ("A sycophantic ringer. --Zorb, the Dane.", "A sycophantic ringer."),
        ("A bell. --hak.", "A bell."),
        ('Fit to be rung. --R. Zorb. {Blor"pi*ble*ness}, n.', "Fit to be rung."),
        ("A metal; atomic weight, 83.8.", "A metal; atomic weight, 83.8."),
        ('Foolish; ringing. Blorp"ish*ness, n.', "Foolish; ringing."),
        ("the pieces for a game) A bell.", "A bell."),
        ('blor"pi A yellow colour.', "A yellow colour."),
        ("A bell (of brass) for sheep.", "A bell (of brass) for sheep."),
        ("A ringer, b. 1599, d. 1658.", "A ringer, b. 1599, d. 1658."),
        ("obs. 3d pers. sing. pres. of Zorb.", "obs. 3d pers. sing. pres. of Zorb."),
    ],
)
def test_where_quoted_words_stand_is_cut(text: str, gloss: str) -> None:
    """Whoever is quoted, in whatever book and verse; not a number or a word in quotation marks that belongs to the definition."""
    assert glosses(text) == [gloss]


@pytest.mark.parametrize(
    ("text", "headword", "gloss"),
    [
        ("pl. Loud noises.", "blorp", "Loud noises."),
        ("pl. (Mus.) Bells.", "blorp", "Bells."),
        ("E. pl. Blorpals, L. pl. Blorpales. A bell of the group.", "blorpal", "A bell of the group."),
        ("Blorpies. The science of bells.", "blorpy", "The science of bells."),
        ("Always.", "alway", "Always."),
        ("pl.; poss. Blorpirs; obj. Blorpem. The plural of he.", "blorpey", "The plural of he."),
        ("definite article. A word before nouns.", "blorp", "A word before nouns."),
        ('(bl[=o]rp"), n. A tool.', "blorp", "A tool."),
        ("(1953) any bell.", "blorp", "any bell."),
        ("E. ?). A ringer.", "blorp", "A ringer."),
        ("*r[=i]z). A ringer.", "blorp", "A ringer."),
        (". Tales of old.", "blorp", "Tales of old."),
        ("etc. (Law) A charge on a bell.", "blorp", "A charge on a bell."),
    ],
)
def test_what_stands_before_a_definition_is_cut(text: str, headword: str, gloss: str) -> None:
    """Labels of grammar, plurals of the headword, how it is said, years and stray stops."""
    assert glosses(text, headword) == [gloss]


@pytest.mark.parametrize(
    "text", ["pl. Blorpi.", "Also", "Short for", "to", "Blorpies.", "also adv. [OE. blorp, akin to"]
)
def test_what_defines_nothing_is_no_sense(text: str) -> None:
    """A plural alone, or what has lost its word."""
    assert glosses(text, "blorpy" if text == "Blorpies." else "blorpus") == []


def test_each_lettered_part_is_whole() -> None:
    """The parts are told apart before they are cut, so that none ends in the middle; a letter before a label or an article begins one, too."""
    first = f"A bell {'of brass and ' * 22}iron."
    assert glosses(f"{first} (b) (Mach.) A truck. (c) a young seal.") == [first, "A truck.", "a young seal."]


def test_a_long_definition_ends_with_a_sentence() -> None:
    """It is cut where one of its sentences ends, and in the middle only where that would leave little."""
    told = f"A bell {'of brass and ' * 9}iron."
    assert glosses(f"{told} It is {'rung ' * 60}often.") == [told]
    (cut,) = glosses(f"A bell {'of brass and ' * 40}iron.")
    assert cut.endswith(" …")
    assert len(cut) <= GLOSS_LIMIT + 2


@pytest.mark.parametrize(
    ("gloss", "refers"),
    [
        ("See Zorb.", True),
        ("Same as Zorb bell, n., sense 5.", True),
        ("see zorb, zurb.", True),
        ("Seek a bell.", False),
        ("A zorb. See Zorb.", False),
    ],
)
def test_a_reference_alone_defines_nothing(gloss: str, refers: bool) -> None:
    """It says where else to look, and no more."""
    assert only_refers(gloss) is refers
