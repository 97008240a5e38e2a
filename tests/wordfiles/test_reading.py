"""Files of words: what is understood of them, what they say, and what is said otherwise."""

from __future__ import annotations

import pytest

from adjudicator.errors import BadRecord
from adjudicator.usecases.imports import features_of, meaning_of
from adjudicator.wordfiles.reading import _TIMES, FIND_OUT, Contents, Understood, Wanted, _remembered, read
from adjudicator.wordfiles.vocabulary import folded
from tests.conftest import ROOT
from tests.wordfiles.files import FILES, ROWS, File, csv, ods, xlsx

READABLE = [name for name, file in FILES.items() if file.says is not None]
REFUSED = [name for name, file in FILES.items() if file.says is None]


def in_words(found: Understood) -> str:
    """What is understood of a file, in one line."""
    parts = [found.format, *([found.encoding] if found.encoding else [])]
    if found.separator:
        parts.append(found.separator)
    if found.sheet:
        others = f" of {' and '.join(found.sheets)}" if len(found.sheets) > 1 else ""
        parts.append(f"sheet {found.sheet}{others}")
    if not found.columns:
        return ", ".join(parts)
    parts.append(f"header {found.header}" if found.header else "no header")
    columns = [
        f"{each.letter} {each.title}"
        + (f"={each.meaning}" if each.meaning else " left out")
        + (" by ticks" if each.ticks else "")
        for each in found.columns
    ]
    return f"{', '.join(parts)}: {', '.join(columns)}"


def says(found: Contents) -> dict[str, tuple[str, str]]:
    """Word → the effect and the reason that the file gives it; an effect is usually that it is allowed."""
    said = {}
    for _, sent in found.entries:
        assert not isinstance(sent, str), sent
        said[str(sent["word"])] = (str(sent.get("effect", "allow")), str(sent.get("reason", "")))
    return said


def faults_of(content: bytes | str, name: str = "", wanted: Wanted = FIND_OUT) -> tuple[str, ...]:
    with pytest.raises(BadRecord) as told:
        read(content, name, wanted)
    assert "Nothing was written." in str(told.value)
    return told.value.faults


@pytest.mark.parametrize("name", READABLE)
def test_what_programs_write(name: str) -> None:
    """Each file is understood, and says what its rows say."""
    file = FILES[name]
    found = read(file.content, file.name)
    assert in_words(found.understood) == file.understood
    assert says(found) == file.says


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_list_of_words(name: str) -> None:
    """A file that has no words in it, or words that nobody reads here, is refused with a sentence."""
    file = FILES[name]
    [fault] = faults_of(file.content, file.name)
    assert fault.startswith(file.understood)


def test_where_an_entry_stands() -> None:
    """Lines are counted as an editor counts them, rows as a spreadsheet program does."""
    broken = FILES["columns that say nothing, a line break in a cell"]
    assert [place for place, _ in read(broken.content).entries] == ["line 2", "line 4", "line 5", "line 6"]
    assert [place for place, _ in read("sep=,\nword,why\n\nzorb,so\n", "a.csv").entries] == ["line 4"]
    found = read(ods(("a", [["", ""], ["", "word"], ["", ""], ["", "zorb"]])), "a.ods")
    assert [each.letter for each in found.understood.columns] == ["A", "B"]
    assert list(found.entries) == [("row 4", {"word": "zorb"})]


@pytest.mark.parametrize(
    ("content", "name", "wanted", "understood"),
    [
        ("caf\x8e;ja".encode("latin-1"), "a.csv", Wanted(encoding="mac-roman"), "csv, Mac Roman, semicolon, no header: A =word, B =effect"),
        ("zorb,toy;deny", "", Wanted(separator="semicolon"), "csv, semicolon, no header: A =word, B =effect"),
        ("word,ok\nzorb,yes", "", Wanted(header=False), "csv, comma, no header: A =word, B =effect"),
        ("foo,bar\nzorb,toy", "", Wanted(header=True), "csv, comma, header 1: A foo=word, B bar=reason"),
        ("zorb,toy", "", Wanted(columns=("reason", "word")), "csv, comma, no header: A =reason, B =word"),
        ("word,ok\nzorb,no", "", Wanted(columns=("word", "-")), "csv, comma, header 1: A word=word, B ok left out"),
        ("zorb;toy\n", "a.csv", Wanted(format="text"), "text"),
    ],
)  # fmt: skip
def test_to_say_otherwise(content: bytes | str, name: str, wanted: Wanted, understood: str) -> None:
    """What somebody says of a file goes before what is found out."""
    assert in_words(read(content, name, wanted).understood) == understood


def test_another_sheet() -> None:
    """A sheet can be named; a hidden one is taken only then."""
    book = xlsx(("Old", [["word"], ["zorb"]]), ("New", [["word"], ["glorp"]]), hidden=("Old",))
    assert read(book).understood.sheet == "New"
    assert says(read(book, wanted=Wanted(sheet="Old"))) == {"zorb": ("allow", "")}
    assert faults_of(book, wanted=Wanted(sheet="None")) == (
        "the workbook has no sheet 'None'; it has Old, New",
    )


@pytest.mark.parametrize(
    "text", ["zorb;deny;why", "zorb, deny", "zorb|deny", "zorb: deny", "zorb\tdeny", "zorb=deny"]
)
def test_no_row_is_a_word(text: str) -> None:
    """Of what looks like a row of a table, no word is made: neither in a text, nor in a table whose separator is not known."""
    for name, form in (("words.txt", "text"), ("words.txt", None), ("words.csv", None)):
        found = read(f"one\ntwo\nthree\nfour\nfive\nsix\n{text}\n", name, Wanted(format=form))  # type: ignore[arg-type]
        faults = [(place, sent) for place, sent in found.entries if isinstance(sent, str)]
        assert [place for place, _ in faults] == ["line 7"]
        assert "say what separates the columns" in faults[0][1]


def test_no_table_is_a_text() -> None:
    """A file of which the name says that it is a table is one, whatever it looks like."""
    assert read("zorb\nglorp\n", "words.csv").understood.format == "csv"
    assert read("zorb\nglorp\n", "words.txt").understood.format == "text"
    assert read("zorb\nglorp\n").understood.format == "text"
    assert read('[{"word": "zorb"}]', "words.txt").understood.format == "json"


@pytest.mark.parametrize(
    ("content", "name", "fault"),
    [
        ("", "a.csv", "the file is empty"),
        ("1,2\n3,4\n", "a.csv", "there is no column 'word' (there is A, B)"),
        ("effect,reason\nallow,red1\n", "a.csv", "there is no column 'word' (there is A “effect”, B “reason”)"),
        ("word,allowed,banned\nzorb,x,\n", "a.csv", "columns B “allowed” and C “banned” both say the effect"),
        ("word,mot\nzorb,x\n", "a.csv", "columns A “word” and B “mot” both say the word"),
        ('word,why\nyeet,\n"za', "a.csv", "line 3: is not CSV (unexpected end of data)"),
        (f"word,why\nyeet,\nza,{'a' * 200_000}\n", "a.csv", "line 3: has a cell of more than 131,072 characters"),
        (",".join("a" * 300) + "\n,b", "a.csv", "the table has 300 columns; at most 200 are taken"),
        (b"za\n\x00\x01\x02", "a.txt", "line 2: has the control character U+0000: the file is no text"),
        (b"za\n\x81\n", "a.txt", "line 2: is neither UTF-8 nor Windows-1252"),
        ("zorb", "a.xlsx", "the file is no workbook, though its name ends in .xlsx"),
        (b"PK\x03\x04 and no more", "a.xlsx", "the file is a damaged workbook or archive (File is not a zip file)"),
        (xlsx(("Sheet1", [])), "a.xlsx", "there is no column 'word' (there is nothing)"),
    ],
)  # fmt: skip
def test_what_cannot_be_read(content: bytes | str, name: str, fault: str) -> None:
    """What is wrong with a file as a whole is told, and what to do."""
    assert faults_of(content, name) == (fault,)


@pytest.mark.parametrize(
    ("wanted", "fault"),
    [
        (Wanted(format="xml"), "format: takes text, csv, json, xlsx, ods"),  # type: ignore[arg-type]
        (Wanted(format="ods"), "format: the file is a text, not ods"),
        (Wanted(encoding="ebcdic"), "encoding: takes utf-8, utf-16-le"),  # type: ignore[arg-type]
        (Wanted(encoding="utf-16-le"), "line 2: is not UTF-16 LE"),
        (Wanted(separator="x"), "separator: takes comma, semicolon, tab, bar"),  # type: ignore[arg-type]
        (Wanted(columns=("colour",)), "columns: takes word, effect"),  # type: ignore[arg-type]
        (Wanted(columns=("reason",)), "there is no column 'word' (there is A)"),
    ],
)
def test_what_cannot_be_said(wanted: Wanted, fault: str) -> None:
    """What is said of a file must be something that a file can have, and that this one has."""
    assert faults_of(b"zorb\nglorp\xff", "a.csv" if wanted.columns else "", wanted)[0].startswith(fault)


def test_cells() -> None:
    """Each cell is read as people mean it: effects and inflections in their words, dates in an order that is no riddle, errors not at all."""
    rows = [
        ["word", "allowed", "until", "inflections"],
        ["zorb", "JA", "31.12.2099", "yes"],
        ["trig", "nope", "2099/1/5", "Noun, verb"],
        ["true", "", "1/2/2099", "no"],
        ["#NAME?", "no", "", ""],
        ["", "no", "", ""],
        ["'=glorp", "no", "", ""],
        ["za", "yes", "", "", "more"],
    ]
    assert [sent for _, sent in read(csv(rows), "a.csv").entries] == [
        {"word": "zorb", "effect": "allow", "expires": "2099-12-31", "inflections": True},
        {"word": "trig", "effect": "nope", "expires": "2099-01-05", "inflections": ["noun", "verb"]},
        {"word": "true", "expires": "1/2/2099", "inflections": False},
        "word: is the error #NAME? of a spreadsheet program. Type the text again, as a text",
        {"word": "=glorp", "effect": "deny"},
        "has more cells than the header has columns. Put a text with separators in it into quotation marks",
    ]


def test_the_vocabulary() -> None:
    """Each name of a column, and each word for yes or no, stands in one place; names are compared without case, accents and signs."""
    import tomllib

    from adjudicator.resources import config_dir

    table = tomllib.loads((config_dir() / "lists" / "columns.toml").read_text(encoding="utf-8"))
    for part in ("columns", "effects"):
        names = [folded(name) for each in table[part].values() for name in each]
        assert len(names) == len(set(names)), part
    assert folded(" Gültig? ") == "gultig"


def test_an_empty_cell_beside_words_says_nothing() -> None:
    """A column that has a no in it says by an empty cell nothing; one of ticks alone says no."""
    assert says(read("word,ok\nzorb,x\ntrig,\n"))["trig"] == ("deny", "")
    assert says(read("word,ok\nzorb,yes\ntrig,\n"))["trig"] == ("allow", "")
    assert says(read("word,ok\nzorb,x\nglorp,no\ntrig,\n"))["trig"] == ("allow", "")
    assert len(ROWS) == 4


def sentence_of(file: File) -> str:
    """What the documentation says of a file: what is understood of it, or why it is refused."""
    try:
        found = read(file.content, file.name).understood
    except BadRecord as refused:
        return f"Refused: {refused.faults[0]}. {refused.hint}"
    columns = [
        f"{' '.join(filter(None, (each.letter, each.title)))}: {meaning_of(each)}" for each in found.columns
    ]
    return ". ".join(filter(None, (", ".join(features_of(found)), ", ".join(columns))))


def test_the_table_of_the_documentation() -> None:
    """Each file has its row, with what comes of it."""
    page = (ROOT / "docs" / "curator" / "files.md").read_text(encoding="utf-8")
    rows = [f"| {name} | {sentence_of(file)} |" for name, file in FILES.items()]
    assert page.split("| --- | --- |\n")[-1].splitlines() == rows


def test_long_cells_are_not_kept() -> None:
    """What a short cell says is kept for the next one; a long one is somebody's text, and is let go, and so is all when there is too much."""
    read = _remembered(str.strip)
    assert [read(" a "), read("b" * 1000), read(" a ")] == ["a", "b" * 1000, "a"]
    assert list(read.__self__) == [" a "]  # type: ignore[attr-defined]
    for number in range(_TIMES + 1):
        read(str(number))
    assert len(read.__self__) <= _TIMES  # type: ignore[attr-defined]
