"""The reader of a user's word list: plain or CSV, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.errors import ConfigError
from adjudicator.ingest.readers.wordlist import read, read_file
from adjudicator.sources.records import RawEntry, RawListing, RawSense


def listed(folder: Path, content: str | bytes) -> list[str]:
    return [record.display for record in records(folder, content) if isinstance(record, RawListing)]


def records(folder: Path, content: str | bytes) -> list[RawListing | RawEntry]:
    path = folder / "list.txt"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return list(read_file(path))


def str_bytes(text: str) -> bytes:
    return text.encode("utf-8", "replace")


def faults(folder: Path, content: str | bytes) -> tuple[str, ...]:
    with pytest.raises(ConfigError) as caught:
        records(folder, content)
    return caught.value.faults


def test_a_plain_list_has_one_word_a_line(tmp_path: Path) -> None:
    """Blank lines, comments after # and quotation marks are no part of a word."""
    assert listed(tmp_path, '# my words\nblorp\n\n  zorb  # rolls\n"quib"\r\n') == ["blorp", "zorb", "quib"]


def test_a_listing_has_no_size(tmp_path: Path) -> None:
    """A user's list says nothing of size or region."""
    assert records(tmp_path, "blorp\n") == [RawListing("blorp", "words", "english", None)]


def test_a_list_in_capitals_throughout_is_lower_cased(tmp_path: Path) -> None:
    """BLORP and ZORB are words when the whole list is so written; beside a lower-case word a capital
    tells.
    """
    assert listed(tmp_path, "BLORP\nZORB\n") == ["blorp", "zorb"]
    assert listed(tmp_path, "BLORP\nzorb\n") == ["BLORP", "zorb"]


def test_a_byte_order_mark_is_no_letter(tmp_path: Path) -> None:
    """A file saved with a byte order mark reads as one without, header or not."""
    assert listed(tmp_path, b"\xef\xbb\xbfblorp\n") == ["blorp"]
    assert listed(tmp_path, b"\xef\xbb\xbfword,pos\nblorp,noun\n") == ["blorp"]


def test_csv_with_columns_in_any_order(tmp_path: Path) -> None:
    """Columns are found by name; labels split at semicolons; a row with a gloss or part of speech is
    an entry too.
    """
    assert records(tmp_path, 'pos,Word,labels,gloss\nnoun,blorp,slang; rare,"a noise, loud"\n,zorb,,\n') == [
        RawListing("blorp", "words", "english", None),
        RawEntry("blorp", "noun", (RawSense("a noise, loud", ("slang", "rare")),)),
        RawListing("zorb", "words", "english", None),
    ]


def test_a_header_with_the_one_column_is_a_header(tmp_path: Path) -> None:
    """A first line that is exactly "word" names the column."""
    assert listed(tmp_path, "word\nblorp\n") == ["blorp"]


def test_a_quoted_header_is_a_header(tmp_path: Path) -> None:
    """The header of CSV may be quoted as its rows may."""
    path = tmp_path / "list.csv"
    path.write_text('"word","gloss"\n"foozle","to bungle"\n', encoding="utf-8")
    assert [record.display for record in read_file(path) if isinstance(record, RawListing)] == ["foozle"]


def test_csv_without_a_word_column_is_refused(tmp_path: Path) -> None:
    """A .csv file whose header names no word, or is separated by other marks, is refused and not read as words."""
    path = tmp_path / "list.csv"
    path.write_text("Word;Pos\nfoozle;verb\n", encoding="utf-8")
    with pytest.raises(ConfigError, match="no column is called word"):
        list(read_file(path))


def test_every_bad_line_is_reported_with_its_number(tmp_path: Path) -> None:
    """Numbers, control characters and lines too long are all named, with the lines where they stand."""
    found = faults(tmp_path, "blorp\n123\nzorb\na\x07b\n" + "x" * 101 + "\n")
    assert [fault.rsplit("list.txt:", 1)[1].split(":")[0] for fault in found] == ["2", "4", "5"]


def test_bad_lines_of_csv_are_numbered_as_in_the_file(tmp_path: Path) -> None:
    """The header is line 1, also where a quoted field spans lines before the fault."""
    assert "list.txt:3:" in faults(tmp_path, "word,pos\nblorp,noun\n123,noun\n")[0]
    assert "list.txt:4:" in faults(tmp_path, 'word,gloss\nblorp,"a loud\nnoise"\n123,x\n')[0]


def test_an_unknown_column_is_refused_by_name(tmp_path: Path) -> None:
    """A column that is not read is a fault that names it and those that are known."""
    found = faults(tmp_path, "word,score\nblorp,3\n")
    assert "'score'" in found[0]
    assert "word, pos, gloss, labels" in found[0]


def test_an_unknown_part_of_speech_is_refused(tmp_path: Path) -> None:
    """A part of speech must be one of ours."""
    assert "'nuon'" in faults(tmp_path, "word,pos\nblorp,nuon\n")[0]


def test_a_row_without_its_word_is_reported(tmp_path: Path) -> None:
    """A CSV row that ends before its word, or has an empty one, is a fault and no crash."""
    assert len(faults(tmp_path, "pos,word\nnoun\nnoun,\n")) == 2


def test_a_field_beyond_all_measure_is_a_fault(tmp_path: Path) -> None:
    """A field too long for the CSV parser is reported with its line, and is no crash."""
    [fault] = faults(tmp_path, "word,gloss\nblorp,x\nzorb," + "x" * 200_000 + "\n")
    assert "list.txt:3: has a cell of more than 131,072 characters; shorten it" in fault


def test_text_that_is_not_utf8_is_refused(tmp_path: Path) -> None:
    """Latin-1 bytes are refused with what to do about it."""
    with pytest.raises(ConfigError, match="not UTF-8") as caught:
        records(tmp_path, "café\n".encode("latin-1"))
    assert "Save the list as UTF-8" in str(caught.value)


@pytest.mark.parametrize("content", ["", "\n\n", "# only a comment\n", "word,pos\n"])
def test_an_empty_list_is_refused(tmp_path: Path, content: str) -> None:
    """A list with no words is a fault, not an empty dictionary."""
    assert "no words" in faults(tmp_path, content)[0]


def test_hidden_files_of_a_folder_are_left_alone(tmp_path: Path) -> None:
    """A folder's lists are read, its dot files not."""
    (tmp_path / "a.txt").write_text("blorp\n", encoding="utf-8")
    (tmp_path / ".note").write_text("1\n", encoding="utf-8")
    assert [record.display for record in read(tmp_path) if isinstance(record, RawListing)] == ["blorp"]


HEADERS = st.sampled_from([b"", b"word,gloss\n", b"pos,word\n"])


@given(
    content=st.builds(
        bytes.__add__, HEADERS, st.one_of(st.binary(max_size=99), st.text(max_size=99).map(str_bytes))
    )
)
def test_any_bytes_give_words_or_one_config_error(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    """Whatever a file holds, the reader yields words or raises ConfigError, never anything else."""
    path = tmp_path_factory.mktemp("list") / "list.txt"
    path.write_bytes(content)
    try:
        assert list(read_file(path))
    except ConfigError as error:
        assert error.faults


@pytest.mark.parametrize("line", ["1aah", "zyzzyvas123", "the 23135851162", "３ox"])
def test_a_digit_is_a_fault(tmp_path: Path, line: str) -> None:
    """A numbered list or one with counts would otherwise be read as words that its lines only resemble."""
    assert "has a digit" in faults(tmp_path, f"blorp\n{line}\n")[0]
