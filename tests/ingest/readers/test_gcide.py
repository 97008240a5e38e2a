"""The GCIDE reader: heads, parts of speech, etymologies and senses of articles in dictd form."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from adjudicator.ingest.readers.gcide import decode, entries_of, read
from adjudicator.sources.records import RawEntry

DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def number(value: int) -> str:
    text = ""
    while True:
        value, rest = divmod(value, 64)
        text = DIGITS[rest] + text
        if not value:
            return text


def write(folder: Path, articles: list[tuple[str, bytes]]) -> Path:
    """Write dictd files of *articles* (headword, text), indexed in reverse order to show that the
    file's counts.
    """
    body, lines = b"", []
    for head, text in articles:
        lines.append(f"{head}\t{number(len(body))}\t{number(len(text))}\n")
        body += text
    with gzip.open(folder / "gcide.dict.dz", "wb") as file:
        file.write(body)
    (folder / "gcide.index").write_text("".join(reversed(lines)), encoding="utf-8")
    return folder


def one(text: str) -> RawEntry:
    found = list(entries_of(text))
    assert len(found) == 1
    return found[0]


def test_articles_are_read_in_the_order_of_the_file(tmp_path: Path) -> None:
    """Offsets and lengths are numbers to the base 64; two index lines of one article give it once."""
    first = b"Blorp \\Blorp\\, n.\n   A thing that blorps. [1913 Webster]\n"
    second = b"Zorb \\Zorb\\, v. i.\n   To roll down a hill. [1913 Webster]\n"
    padding = b"\n" * 5000
    folder = write(tmp_path, [("00-database-info", b"about\n" + padding), ("blorp", first), ("zorb", second)])
    with (folder / "gcide.index").open("a", encoding="utf-8") as index:
        index.write((folder / "gcide.index").read_text(encoding="utf-8").splitlines()[0] + "\n")
    assert [(entry.headword, entry.pos) for entry in read(folder)] == [("Blorp", "noun"), ("Zorb", "verb")]


def test_a_windows_byte_is_read_as_windows(tmp_path: Path) -> None:
    """An article that is not UTF-8 is Windows-1252: byte 0x93 is a quotation mark, 0xE9 is é."""
    text = b"Caf\xe9 \\Ca*f\\, n.\n   A house for coffee. [PJC]\n"
    assert [entry.headword for entry in read(write(tmp_path, [("cafe", text)]))] == ["Café"]


def test_a_damaged_file_is_reported(tmp_path: Path) -> None:
    """A compressed file that is cut short raises EOFError, which a build reports."""
    folder = write(tmp_path, [("blorp", b"Blorp \\Blorp\\, n.\n   A thing that blorps.\n" * 50)])
    whole = (folder / "gcide.dict.dz").read_bytes()
    (folder / "gcide.dict.dz").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(EOFError):
        list(read(folder))


@pytest.mark.parametrize(
    ("coded", "letters"),
    [
        ("n[=a]vy", "nāvy"),
        ("caf['e]", "café"),
        ("[ae]sthete", "æsthete"),
        ("ma[~n]ana", "mañana"),
        ("[oe]uvre", "œuvre"),
        ("fa[,c]ade", "façade"),
        ("[a^]ge", "âge"),
        ('na["i]ve', "naïve"),
        ("[Obs.]", "[Obs.]"),
        ("plain", "plain"),
    ],
)
def test_letters_in_brackets_are_decoded(coded: str, letters: str) -> None:
    """A bracketed code is the letter it stands for; a bracketed label is left alone."""
    assert decode(coded) == letters


def test_numbered_senses_are_senses_of_one_entry_with_their_own_labels() -> None:
    """Each numbered paragraph is a sense; "[Obs.]" and a domain in round brackets label their own
    sense alone.
    """
    entry = one(
        "Blorp \\Blorp\\ (bl[^o]rp), n. [OE. blorpe, a noise.]\n"
        "   1. A loud noise. [Obs.]\n      [1913 Webster]\n\n"
        "   2. (Naut.) A knot of three strands.\n      [1913 Webster]\n"
    )
    assert entry.pos == "noun"
    assert entry.etymology == "OE. blorpe, a noise."
    assert [sense.gloss for sense in entry.senses] == ["A loud noise.", "A knot of three strands."]
    assert [sense.labels for sense in entry.senses] == [("Obs.",), ("Naut.",)]


def test_case_is_known_only_of_what_later_editors_wrote() -> None:
    """A capital of 1913 says nothing, nor does one in an article whose origin is not marked; one of later editors does, or one inside the word."""
    assert not one("Blorp \\Blorp\\, n.\n   A loud noise. [1913 Webster]\n").case_known
    assert not one("Blorp \\Blorp\\, n.\n   A loud noise.\n").case_known
    assert one("Blorp \\Blorp\\, n.\n   A loud noise. [PJC]\n").case_known
    assert one("BLORP \\BLORP\\, n.\n   A loud noise. [1913 Webster]\n").case_known


def test_the_etymology_states_an_acronym() -> None:
    """``[acronym from …]`` after the part of speech is the etymology and no label of the sense."""
    entry = one(
        "blorp \\blorp\\ n. [acronym from big loud orange radio pulse.]\n   A pulse of radio. [PJC]\n"
    )
    assert entry.etymology == "acronym from big loud orange radio pulse."
    assert entry.senses[0].labels == ()


def test_prop_n_is_a_name() -> None:
    """``prop. n.`` is a noun and makes every sense a name."""
    entry = one('Blorpton \\Blorp"ton\\ prop. n.\n   A town of the north. [PJC]\n')
    assert entry.pos == "noun"
    assert all(sense.name for sense in entry.senses)


@pytest.mark.parametrize(
    ("written", "pos"),
    [
        ("n.", "noun"),
        ("n. pl.", "noun"),
        ("a.", "adjective"),
        ("adj.", "adjective"),
        ("adv.", "adverb"),
        ("v. t.", "verb"),
        ("v. i.", "verb"),
        ("v. t. & i.", "verb"),
        ("prep.", "preposition"),
        ("interj.", "interjection"),
        ("imp. & p. p.", "verb"),
        ("conj.", "conjunction"),
        ("pron.", "pronoun"),
    ],
)
def test_parts_of_speech(written: str, pos: str) -> None:
    """Each part of speech as the text abbreviates it is one of ours."""
    assert one(f"Blorp \\Blorp\\, {written}\n   Something of a blorping kind. [1913 Webster]\n").pos == pos


def test_inflections_are_forms() -> None:
    """The principal parts and the plural in brackets are forms of the entry, and no etymology."""
    verb = one(
        "Zorb \\Zorb\\, v. t. [imp. {Zarb}; p. p. {Zorben}; p. pr. & vb. n. {Zorbing}.] [OE. zorben.]\n"
        "   To roll downhill. [1913 Webster]\n"
    )
    assert verb.forms == ("Zarb", "Zorben", "Zorbing")
    assert verb.etymology == "OE. zorben."
    assert verb.senses[0].gloss == "To roll downhill."
    noun = one('Blorpus \\Blorp"us\\, n.; pl. {Blorpi}. [L.]\n   A kind of fungus. [1913 Webster]\n')
    assert noun.forms == ("Blorpi",)
    assert noun.senses[0].gloss == "A kind of fungus."


@pytest.mark.parametrize(
    ("article", "gloss"),
    [
        ("Zarb \\Zarb\\, imp. & p. p.\n   of {Zorb}.\n", "a form of Zorb."),
        ("Zarb \\Zarb\\, imp.\n   of {Zorb}, v. t.\n", "a form of Zorb, v. t."),
        ("Zarb \\Zarb\\, n.\n   of a kind.\n", "of a kind."),
        ("Zorbing \\Zorbing\\, a. & n.\n   from {Zorb}, v. i.\n", "a form of Zorb, v. i."),
        ("zorbed \\zorbed\\ adj.\n   1. p. p. of {zorb}\n", "a form of zorb"),
    ],
)
def test_a_form_says_of_what(article: str, gloss: str) -> None:
    """What is left of "imp. & p. p. of {Zorb}" without its part of speech is written out."""
    assert one(article).senses[0].gloss == gloss


@pytest.mark.parametrize(
    ("article", "gloss", "labels"),
    [
        ("Blorp \\Blorp\\, n. & v.\n   See {Blurp}.\n", "See Blurp.", ()),
        ("blorp \\blorp\\ n.\n   1 a small fish.\n", "a small fish.", ()),
        ("blorping \\blorping\\ adj. prenom.\n   1. making a noise.\n", "making a noise.", ()),
        ('Blorp \\Blorp\\, n. (Zo["o]l.)\n   A small fish.\n', "A small fish.", ("Zoöl.",)),
        ("Blorp \\Blorp\\, n.\n   (med.) A remedy.\n", "A remedy.", ("med.",)),
        ('Blorping \\Blorping\\, a.\n   Loud. --Fuller. -- {Blorp"ing*ly}, adv.\n', "Loud.", ()),
        ('Blorpmaid \\Blorpmaid\\, n., Blorpman \\Blorp"man\\, n.\n   See {Blurp}.\n', "See Blurp.", ()),
        ("blorp \\blorp\\ n.\n   (bl[=o]rp). A fish.\n", "A fish.", ()),
        (
            "Blorp \\Blorp\\, n.\n   A small fish. [Written also {blurp}, {blarp}, {blirp}, {blerp}, {blyrp}, {blaarp} and {bloorp}.]\n",
            "A small fish.",
            (),
        ),
        (
            "Blorp \\Blorp\\, prop. a.\n   Of or pertaining to Blorpton.\n",
            "Of or pertaining to Blorpton.",
            (),
        ),
    ],
)
def test_a_gloss_begins_with_what_the_word_means(article: str, gloss: str, labels: tuple[str, ...]) -> None:
    """Further parts of speech, the number of an only sense and the domain are no part of it."""
    (sense,) = one(article).senses
    assert (sense.gloss, sense.labels) == (gloss, labels)


@pytest.mark.parametrize(
    ("article", "following", "gloss"),
    [
        (
            "Blorp \\Blorp\\, n.\n   A loud noise. Blorpic",
            "Blorpic \\Blorpic\\, a.\n   Loud.",
            "A loud noise.",
        ),
        (
            "Blorp \\Blorp\\, n.\n   A noise.\n   [1913 Webster] Zorb",
            "Zorb \\Zorb\\, n.\n   A ball.",
            "A noise.",
        ),
        (
            "Blorp \\Blorp\\, n.\n   See {Zarb}. Zorbal\n   Zorb",
            "Zorb \\Zorb\\, n., Zorbal \\Zorbal\\, a.\n   A ball.",
            "See Zarb.",
        ),
        ("Blorp \\Blorp\\, n.\n   A river in Zorb", "Zorb \\Zorb\\, n.\n   A ball.", "A river in Zorb"),
    ],
)
def test_the_headword_of_the_next_article_is_no_part_of_a_gloss(
    article: str, following: str, gloss: str
) -> None:
    """Articles that have lost their tag end in it, or in several; a sentence that ends so is left alone."""
    (entry,) = entries_of(article, following)
    assert entry.senses[0].gloss == gloss


def test_labels_alone_are_no_gloss() -> None:
    """ "a. pron." tells what a word is, not what it means."""
    assert not one("Zorb \\Zorb\\, a. & pron. [imp. {Zarb}]\n   a. pron.\n").senses


def test_written_also_gives_variants() -> None:
    """``[Written also {…}]`` names a variant and is no gloss."""
    entry = one("Blorp \\Blorp\\, n. [Written also {blorpe}.]\n   A loud noise. [1913 Webster]\n")
    assert entry.variants == ("blorpe",)
    assert entry.senses[0].gloss == "A loud noise."


def test_another_spelling_of_one_sense_is_of_that_alone(tmp_path: Path) -> None:
    """What a sense but the first names is no spelling of the others; the sense stands by itself with it, behind them."""
    article = (
        b"Blorp \\Blorp\\, n. [Written also {blorpe}.]\n   1. A loud noise. [1913 Webster]\n\n"
        b"   2. (Founding) A channel. [Written also {blit} and {blat}.] [1913 Webster]\n\n   3. A bell. [1913 Webster]\n"
    )
    whole, founding = read(write(tmp_path, [("blorp", article)]))
    assert (whole.variants, [sense.gloss for sense in whole.senses]) == (
        ("blorpe",),
        ["A loud noise.", "A bell."],
    )
    assert (founding.variants, [sense.gloss for sense in founding.senses]) == (
        ("blorpe", "blit", "blat"),
        ["A channel."],
    )


@pytest.mark.parametrize(
    ("article", "headword"),
    [
        ("M'etayer \\M['e]`ta`yer\"\\, n.\n   One who tills the land.\n", "Métayer"),
        ("Cr'emaillere \\Cr['e]`mail`l[`e]re\"\\, n.\n   A zigzag.\n", "Crémaillere"),
        ("Friseur' \\Fri`seur\"\\, n.\n   A hairdresser.\n", "Friseur"),
        ("Jet d'eau \\Jet` d'eau\"\\, n.\n   A fountain.\n", "Jet d'eau"),
    ],
)
def test_an_accent_of_the_headword_is_one_where_it_is_said(article: str, headword: str) -> None:
    """An apostrophe before a vowel is an accent where the headword as it is said has that, and else an apostrophe."""
    assert one(article).headword == headword


def test_two_heads_are_two_entries() -> None:
    """A head that names two spellings gives both the same senses."""
    found = list(entries_of("Blorp \\Blorp\\, Blorpe \\Blorpe\\, n.\n   A loud noise. [1913 Webster]\n"))
    assert [entry.headword for entry in found] == ["Blorp", "Blorpe"]
    assert found[0].senses == found[1].senses


def test_an_affix_is_known_by_its_hyphen() -> None:
    """A head with a hyphen at its end is an affix, whatever part of speech stands there."""
    assert one('Blorpo- \\Blor"po-\\, a.\n   A combining form meaning noise. [1913 Webster]\n').pos == "affix"


def test_an_affix_is_known_by_its_definition() -> None:
    """A headword without a part of speech is an affix if its definition says so."""
    assert one('Blorpo \\Blor"po\\. A prefix signifying noise. [1913 Webster]\n').pos == "affix"


def test_the_plural_of_another_word_has_no_such_form() -> None:
    """Children is the plural of child, and has no form child."""
    article = 'Blorpen \\Blorp"en\\, n.; pl. of {Blorp}. [1913 Webster]\n   Noises. [1913 Webster]\n'
    assert one(article).forms == ()


def test_notes_synonyms_and_quotations_are_no_senses() -> None:
    """A note, a list of synonyms and an indented quotation make no sense of their own."""
    entry = one(
        "Blorp \\Blorp\\, n.\n   A loud noise. [1913 Webster]\n\n"
        "   Note: It is seldom heard.\n\n   Syn: din; noise.\n\n         The blorp was great. --Anon.\n"
    )
    assert len(entry.senses) == 1


def test_an_article_without_a_head_gives_nothing() -> None:
    """Text without a pronunciation between backslashes is no entry; neither is an empty article."""
    assert list(entries_of("Some text of the preface.\n")) == []
    assert list(entries_of("\n\n")) == []


@pytest.mark.parametrize(
    ("text", "gloss"),
    [
        ("pl. L. Blorpa, E. -ums. (Zool.) One of the blorps.", "One of the blorps."),
        ("A sign (.gt. or .lt.) between two.", "A sign (> or <) between two."),
        ("A loud noise. --B. Zorb.", "A loud noise."),
        ("A loud noise. --Mad. D' Zorb.", "A loud noise."),
        ("A loud noise. --Beau. & Fl.", "A loud noise."),
        ("A loud noise. & Fl.", "A loud noise."),
        ("A loud noise; -- called also zorb.", "A loud noise; -- called also zorb."),
        ("[So called from the noise that it makes.] A loud bell.", "A loud bell."),
        ("a loud noise. WordNet 1.5]", "a loud noise."),
        ("made loud. [Narrower terms: blorpy, zorby]", "made loud."),
        ("pl. Loud noises.", "Loud noises."),
        ("Also Blurp Blurp . To ring.", "To ring."),
        ("Is it loud? do you hear it?", "Is it loud? do you hear it?"),
    ],
)
def test_what_is_no_part_of_a_definition_is_cut(text: str, gloss: str) -> None:
    """Plurals, lost signs, quoted authors, editors' tags and etymologies; not remarks on use, or questions."""
    assert one(f"Blorp \\Blorp\\, n.\n   1. {text} [1913 Webster]\n").senses[0].gloss == gloss


@pytest.mark.parametrize(
    "text", ["A noise that m?kes one deaf.", "[OF. blorp, fr. L. blorpus a noise; akin to E. blurp. See", "[See Blorp, n.]", "A ???? of noise.", "When troops ar? about."]
)  # fmt: skip
def test_what_cannot_be_read_is_left_out_beside_another_sense(text: str) -> None:
    """A sense with letters that were lost stands only where the entry has no other; a bracket that was left open never does."""
    article = "Blorp \\Blorp\\, n.\n   1. {} [1913 Webster]\n\n   2. A bell. [1913 Webster]\n"
    assert [sense.gloss for sense in one(article.format(text)).senses] == ["A bell."]
    alone = list(entries_of(f"Blorp \\Blorp\\, n.\n   1. {text} [1913 Webster]\n"))
    assert sum(len(entry.senses) for entry in alone) == (0 if text.startswith("[") else 1)


def test_a_spelling_without_braces_and_a_rare_form() -> None:
    """What a word is also written is a variant in either print; a form that is rarely used is none."""
    entry = one(
        "Blorp \\Blorp\\, v. t. [Written also blorpe.] [imp. & p. p. {Blorpt} (rarely {Blorped}); p. pr. & vb. n. {Blorping}.]\n   To ring.\n"
    )
    assert (entry.forms, entry.variants) == (("Blorpt", "Blorping"), ("blorpe",))


@pytest.mark.parametrize(
    ("text", "glosses"),
    [
        ("(a) The barn owl. (b) The magpie.", ["The barn owl.", "The magpie."]),
        ("A truck. (b) A narrow cart.", ["A truck.", "A narrow cart."]),
        ("One who rakes; as: (a) A man. (b) A machine.", ["One who rakes."]),
        ("Hence, (a) A man. (b) A machine.", ["A man.", "A machine."]),
        ("Imperfectly fluid. -- n. A semifluid substance.", ["Imperfectly fluid."]),
        ("Short for statistics (b) .", ["Short for statistics."]),
    ],
)
def test_lettered_definitions_are_senses_and_another_part_of_speech_is_none(
    text: str, glosses: list[str]
) -> None:
    """Definitions with letters alone are senses of their own; what stands behind a dash with its part of speech is of another one."""
    entry = one(f"Blorp \\Blorp\\, n.\n   {text} [1913 Webster]\n")
    assert [sense.gloss for sense in entry.senses] == glosses
