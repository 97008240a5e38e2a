"""The WordNet reader: lines of ``data.POS``, with pointers, and the exception lists beside them."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.ingest.readers.wordnet import read, without_remarks
from adjudicator.sources.records import RawEntry, RawForms, RawSense

LICENCE = "  1 This line opens with blanks, as the licence at the head of each file does.\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for suffix in ("noun", "verb", "adj", "adv"):
        (tmp_path / f"data.{suffix}").write_text(LICENCE, encoding="utf-8")
    return tmp_path


def add(folder: Path, suffix: str, *lines: str) -> None:
    with (folder / f"data.{suffix}").open("a", encoding="utf-8") as file:
        file.writelines(line + "\n" for line in lines)


def entries(folder: Path) -> dict[str, RawEntry]:
    return {record.headword: record for record in read(folder) if isinstance(record, RawEntry)}


def test_each_lemma_of_a_synset_gets_the_sense_with_the_others_as_synonyms(folder: Path) -> None:
    """Two lemmas give two entries of one gloss, each naming the other; underscores are spaces."""
    add(folder, "noun", "00000001 06 n 02 blorp 0 blorp_box 0 000 | a box that blorps")
    assert list(read(folder)) == [
        RawEntry("blorp", "noun", (RawSense("a box that blorps", (), ("blorp box",)),)),
        RawEntry("blorp box", "noun", (RawSense("a box that blorps", (), ("blorp",)),)),
    ]


def test_the_count_of_lemmas_is_hexadecimal(folder: Path) -> None:
    """A synset of ``0a`` lemmas has ten."""
    lemmas = " ".join(f"w{chr(97 + i)} 0" for i in range(10))
    add(folder, "adv", f"00000001 02 r 0a {lemmas} 000 | in ten ways")
    assert len(entries(folder)) == 10


def test_examples_are_cut_from_the_gloss(folder: Path) -> None:
    """What follows the definition in quotation marks is no part of it; a semicolon inside it is."""
    add(
        folder, "verb", '00000001 30 v 01 zorb 0 000 00 | roll downhill; tumble; "they zorb daily"; "zorb on"'
    )
    assert entries(folder)["zorb"].senses[0].gloss == "roll downhill; tumble"


def test_examples_belong_to_the_lemmas_that_they_use(folder: Path) -> None:
    """A lemma has the examples with it, or a form of it by rule or in the list of irregular ones, without who said them. The words of a phrase
    come in their order, with few others between them; a word that only begins like the lemma is another one.
    """
    gloss = (
        'roll; "they zorbed daily"; “the zorbing was fun”; "glazzen it"- A. Poet; "blip the ball off"; '
        '"off they blip"; "he zorbitted"; "`blip off\' is slang"; "zorb ' + "on " * 70 + '"'
    )
    add(folder, "verb", f"00000001 30 v 04 zorb 0 glazz 0 blip_off 0 zo 0 000 00 | {gloss}")
    (folder / "verb.exc").write_text("glazzen glazz\n", encoding="utf-8")
    assert {head: found.senses[0].examples for head, found in entries(folder).items()} == {
        "zorb": ("they zorbed daily", "the zorbing was fun"),
        "glazz": ("glazzen it",),
        "blip off": ("blip the ball off", "‘blip off’ is slang"),
        "zo": (),
    }


def test_a_capital_of_the_lemma_is_one_of_its_examples(folder: Path) -> None:
    """A name is used where it has its capital; a word in lower case may open a sentence."""
    add(folder, "noun", '00000001 15 n 02 Blorp 0 zorb 0 000 | a town; "Blorp and zorb"; "Zorb and blorp"')
    found = {head: entry.senses[0].examples for head, entry in entries(folder).items()}
    assert found == {"Blorp": ("Blorp and zorb",), "zorb": ("Blorp and zorb", "Zorb and blorp")}


def test_antonyms_are_of_the_lemma_that_points_to_them(folder: Path) -> None:
    """The pointer ``!`` names the lemma that it comes from and the one that it leads to, also across files; a satellite has none by its head."""
    add(
        folder,
        "adj",
        "00000001 00 a 02 wet 0 damp 0 002 ! 00000002 a 0102 & 00000003 a 0000 | with water",
        "00000002 00 a 02 arid 0 dry(p) 0 001 ! 00000001 a 0201 | without water",
        "00000003 00 s 01 soaked 0 001 & 00000001 a 0000 | very wet",
    )
    add(folder, "adv", "00000001 02 r 01 wetly 0 001 ! 00000001 v 0101 | in a wet way")
    add(folder, "verb", "00000001 30 v 01 dry 0 001 ! 00000001 r 0101 00 | take water out of")
    found = [(each.headword, each.senses[0].antonyms) for each in read(folder) if isinstance(each, RawEntry)]
    assert sorted(found) == [
        ("arid", ()), ("damp", ()), ("dry", ("wet",)), ("dry", ("wetly",)), ("soaked", ()), ("wet", ("dry",)), ("wetly", ("dry",)),
    ]  # fmt: skip


def test_an_instance_is_a_name(folder: Path) -> None:
    """The pointer ``@i`` makes the sense a name; the pointer ``@`` does not."""
    add(folder, "noun", "00000001 15 n 01 Blorpton 0 001 @i 00000002 n 0000 | a town")
    add(folder, "noun", "00000002 15 n 01 town 0 001 @ 00000003 n 0000 | a place")
    found = entries(folder)
    assert found["Blorpton"].senses[0].name
    assert not found["town"].senses[0].name


def test_usage_and_region_domains_are_labels_of_the_lemma_they_point_from(folder: Path) -> None:
    """``;u`` from lemma 2 labels lemma 2 alone; ``;r`` from lemma 0 labels all."""
    add(
        folder,
        "noun",
        "00000001 10 n 01 slang 0 000 | words of the street",
        "00000002 15 n 01 Britain 0 000 | an island",
        "00000003 06 n 02 plonk 0 quaff 0 002 ;u 00000001 n 0200 ;r 00000002 n 0000 | cheap drink",
    )
    found = entries(folder)
    assert found["plonk"].senses[0].labels == ("Britain",)
    assert found["quaff"].senses[0].labels == ("Britain", "slang")


def test_a_bracket_at_the_start_of_the_gloss_is_a_label(folder: Path) -> None:
    """``(ethnic slur) …`` labels the sense, and stays in the gloss."""
    add(folder, "noun", "00000001 18 n 01 blat 0 000 | (offensive) a rude word")
    assert entries(folder)["blat"].senses[0].labels == ("offensive",)


def test_adjective_markers_are_cut_from_the_lemma(folder: Path) -> None:
    """``asleep(p)`` is the lemma asleep."""
    add(folder, "adj", "00000001 00 a 02 adroop(p) 0 main(a) 0 000 | hanging")
    assert set(entries(folder)) == {"adroop", "main"}


def test_exception_lists_give_forms(folder: Path) -> None:
    """``geese goose`` is a form of goose; a form of two lemmas is given for both; underscores are spaces."""
    (folder / "noun.exc").write_text("geese goose\naxes ax axis\nmen_at_arms man_at_arms\n", encoding="utf-8")
    assert list(read(folder)) == [
        RawForms("goose", "noun", ("geese",)),
        RawForms("ax", "noun", ("axes",)),
        RawForms("axis", "noun", ("axes",)),
        RawForms("man at arms", "noun", ("men at arms",)),
    ]


def test_uses_are_those_of_the_sense_key(folder: Path) -> None:
    """``cntlist.rev`` counts senses by lemma, type, file and id; a satellite's key names the head of its cluster too."""
    add(folder, "noun", "00000001 06 n 02 Blorp 1 blorp_box 0 000 | a box that blorps")
    add(
        folder,
        "adj",
        "00000005 00 a 01 blue 2 001 & 00000006 a 0000 | of the sky",
        "00000006 00 s 01 azure 0 001 & 00000005 a 0000 | bright blue",
    )
    (folder / "cntlist.rev").write_text(
        "blorp%1:06:01:: 1 7\nblorp%1:06:00:: 2 9\nazure%5:00:00:blue:02 1 3\n", encoding="utf-8"
    )
    found = {head: entry.senses[0].uses for head, entry in entries(folder).items()}
    assert found == {"Blorp": 7, "blorp box": 0, "blue": 0, "azure": 3}


def test_the_index_has_the_place_of_a_sense(folder: Path) -> None:
    """``index.POS`` has the synsets of each lemma in the makers' order, which is not that of the data; lines of the licence open with blanks."""
    add(
        folder,
        "noun",
        "00000001 06 n 02 Blorp 1 zorb 0 000 | a box",
        "00000002 06 n 01 blorp 0 000 | a noise",
    )
    index = "blorp n 2 0 2 0 00000002 00000001  \nzorb n 1 1 @ 1 0 00000001  \n"
    (folder / "index.noun").write_text(LICENCE + index, encoding="utf-8")
    found = [(each.headword, each.senses[0].place) for each in read(folder) if isinstance(each, RawEntry)]
    assert found == [("Blorp", 2), ("zorb", 1), ("blorp", 1)]


def test_a_line_cut_short_is_a_value_or_index_error(folder: Path) -> None:
    """A damaged line raises what a build reports as a wrong format, and is not passed over."""
    add(folder, "noun", "00000001 06 n 02 blorp")
    with pytest.raises((ValueError, IndexError)):
        list(read(folder))


def test_a_word_in_lower_case_beside_a_name_is_no_name(folder: Path) -> None:
    """Of one thing the lemma with a capital is the name; a person who writes himself in lower case is one all the same."""
    add(
        folder, "noun",
        "00000001 17 n 02 Blorp 0 ball 0 001 @i 00000009 n 0000 | the third planet",
        "00000002 18 n 02 zorb 0 Zebedee_Zorb 0 001 @i 00000009 n 0000 | a poet (1894-1962)",
        "00000003 17 n 01 glim 0 001 @i 00000009 n 0000 | a satellite",
    )  # fmt: skip
    names = {word: entry.senses[0].name for word, entry in entries(folder).items()}
    assert names == {"Blorp": True, "ball": False, "zorb": True, "Zebedee Zorb": True, "glim": True}


@pytest.mark.parametrize(
    ("gloss", "combining"),
    [
        ("(often used as a combining form) in a loud manner", False),
        ("with bells (usually in combination)", False),
        ("loud; (`blorp' in this sense is used as a combining form)", True),
        ("loud; (`zorb' in this sense is used as a combining form)", False),
        ("(used only in combinations) the length in blorps", True),
        ("having blorps as specified", True),
    ],
)
def test_a_combining_form_is_one_where_it_is_nothing_else(folder: Path, gloss: str, combining: bool) -> None:
    """Often is not only, and what is said of one lemma of a synset is not said of the others."""
    add(folder, "noun", "00000001 10 n 01 combining_form 0 000 | a part of words")
    add(folder, "adv", f"00000002 02 r 01 blorp 0 001 ;u 00000001 n 0000 | {gloss}")
    assert ("combining form" in entries(folder)["blorp"].senses[0].labels) is combining


@pytest.mark.parametrize(
    ("gloss", "defined"),
    [
        ("of many years; (`old' is said with a long vowel)", "of many years"),
        ("(`ill' is often used in combination) in a bad way", "in a bad way"),
        ("a cake (`bun' and `bap' are British)", "a cake"),
        ("a female of cattle: \"`moo-cow' is a child's word\"", "a female of cattle"),
        ("(often followed by `of') a great many", "(often followed by `of') a great many"),
        ("(`blorp' is a word of no meaning)", "(`blorp' is a word of no meaning)"),
    ],
)
def test_remarks_on_words_are_no_part_of_a_definition(gloss: str, defined: str) -> None:
    """What a definition says of a word, in quotation marks, is cut from it, unless there is nothing else."""
    assert without_remarks(gloss) == defined
