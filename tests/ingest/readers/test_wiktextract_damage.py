"""The wiktextract reader on damaged files and odd shapes: nothing but ValueError."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.ingest.readers.wiktextract import read, records_of
from adjudicator.sources.records import POS, RawEntry, RawForms

NOISE = {"glosses": ["A loud noise."]}


def entry(word: str, pos: str = "noun", *senses: dict[str, Any], **rest: Any) -> dict[str, Any]:
    return {"word": word, "pos": pos, "lang_code": "en", "senses": list(senses)} | rest


def write(folder: Path, *lines: object) -> None:
    text = [line if isinstance(line, str) else json.dumps(line) + "\n" for line in lines]
    (folder / "a.jsonl").write_text("".join(text), encoding="utf-8")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("not json\n", "not a JSON object"),
        ('["lang_code"]\n', "not a JSON object"),
        ('[{"lang_code": "en"}]\n', "Expected `object`, got `array`"),
        ('{"lang_code": "en", "word": \n', "truncated"),
        ('{"lang_code": "en", "word": }\n', "JSON is malformed"),
        ('{"lang_code": "en", "x": ' + "[" * 100_000 + "\n", "recursion"),
        ('{"lang_code": "fr", "wor\n', "not a JSON object"),
        ('{"lang_code": "en", "pos": "noun"}\n', '"word"'),
        ('{"lang_code": "en", "word": "x"}\n', '"pos"'),
        ('{"lang_code": "en", "word": 3, "pos": "noun"}\n', r"got `int` - at `\$\.word`"),
        (
            '{"lang_code": "en", "word": "x", "pos": "noun", "senses": {}}\n',
            r"got `object` - at `\$\.senses`",
        ),
        (
            '{"lang_code": "en", "word": "x", "pos": "noun", "senses": ["y"]}\n',
            r"got `str` - at `\$\.senses\[0\]`",
        ),
        (
            '{"lang_code": "en", "word": "x", "pos": "noun", "senses": [{"glosses": [3]}]}\n',
            r"got `int` - at `\$\.senses\[0\]\.glosses\[0\]`",
        ),
        (
            '{"lang_code": "en", "word": "x", "pos": "noun", "senses": [{"form_of": [3]}]}\n',
            r"got `int` - at `\$\.senses\[0\]\.form_of\[0\]`",
        ),
    ],
)
def test_a_line_of_another_shape_is_named(tmp_path: Path, line: str, message: str) -> None:
    """A line that is no entry raises a ValueError with file, line number and what is wrong with it."""
    write(tmp_path, entry("blorp", "noun", NOISE), line)
    with pytest.raises(ValueError, match=message) as caught:
        list(read(tmp_path))
    assert f"{tmp_path / 'a.jsonl'}:2: " in str(caught.value)


def test_other_languages_may_have_any_shape(tmp_path: Path) -> None:
    """What a line of another language has in the fields that are read of English ones is no fault."""
    odd = '{"lang_code": "fr", "word": 3, "senses": "none", "descendants": [{"lang_code": "en"}]}\n'
    write(tmp_path, entry("blorp", "noun", NOISE), odd)
    assert len(list(read(tmp_path))) == 1


def test_text_that_is_not_utf8_is_named(tmp_path: Path) -> None:
    """An English line with a byte that is not UTF-8 raises a ValueError with its number."""
    (tmp_path / "a.jsonl").write_bytes(b'{"lang_code": "en", "word": "\xff", "pos": "noun"}\n')
    with pytest.raises(ValueError, match=r"a\.jsonl:1: "):
        list(read(tmp_path))


def test_gzip_cut_short_or_damaged_says_what_to_do(tmp_path: Path) -> None:
    """A compressed file that ends early, has a bad block or is no gzip at all: remove it, to be
    fetched again.
    """
    noise = "".join(json.dumps(entry(f"blorp{i * i}", "noun", NOISE)) + "\n" for i in range(3000)).encode()
    whole = gzip.compress(noise)
    middle = len(whole) // 2
    damaged = whole[:middle] + bytes(64) + whole[middle + 64 :]
    for content in (whole[:middle], damaged, whole[:-6], b"<html>no such file</html>"):
        (tmp_path / "a.jsonl.gz").write_bytes(content)
        with pytest.raises(ValueError, match="remove the file so that it is fetched again"):
            list(read(tmp_path))


def test_a_folder_or_file_without_english_is_reported(tmp_path: Path) -> None:
    """No file, an empty file or one of another language would make an empty dictionary, so each is a
    fault.
    """
    with pytest.raises(ValueError, match="no file named"):
        list(read(tmp_path))
    for lines in ((), (entry("bruit", "noun", NOISE) | {"lang_code": "fr"},)):
        write(tmp_path, *lines)
        with pytest.raises(ValueError, match="no English entry"):
            list(read(tmp_path))


def test_a_line_without_end_is_not_held_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that never ends its line is refused at the limit, not read whole."""
    monkeypatch.setattr("adjudicator.ingest.readers.wiktextract.LINE_LIMIT", 1000)
    write(tmp_path, "{" + "x" * 5000)
    with pytest.raises(ValueError, match="too long"):
        list(read(tmp_path))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9),
    lambda part: st.lists(part, max_size=3) | st.dictionaries(st.text(max_size=9), part, max_size=3),
    max_leaves=6,
)
SENSE = st.fixed_dictionaries(
    {},
    optional={
        key: JSON | st.lists(st.text(max_size=9) | st.fixed_dictionaries({"word": JSON}), max_size=3)
        for key in ("glosses", "tags", "raw_tags", "qualifier", "synonyms", "antonyms", "alt_of", "form_of")
    }
    | {
        "examples": JSON
        | st.lists(st.fixed_dictionaries({}, optional={"text": JSON, "type": JSON}), max_size=3)
    },
)
ENTRY = st.fixed_dictionaries(
    {"word": st.text(max_size=9) | JSON, "pos": st.sampled_from(["noun", "name", "x"]) | JSON},
    optional={"senses": st.lists(SENSE, max_size=3) | JSON, "forms": JSON, "etymology_text": JSON},
)


@given(found=ENTRY)
def test_any_shape_gives_records_or_a_value_error(found: dict[str, Any]) -> None:
    """Whatever stands in the fields, records of the promised types come out or a ValueError, nothing else."""
    try:
        records = list(records_of(found))
    except ValueError:
        return
    for record in records:
        if isinstance(record, RawForms):
            assert record.lemma and record.pos in POS and " " not in record.forms[0]
        else:
            assert isinstance(record, RawEntry)
            assert record.headword and record.senses and all(each.gloss for each in record.senses)
            assert all(len(each.labels) == len(set(each.labels)) for each in record.senses)


WHOLE = gzip.compress(
    b"".join(
        orjson.dumps(
            entry("blorp" + "abcdefghi"[i], "noun", NOISE, forms=[{"form": "x", "tags": ["plural"]}])
        )
        + b"\n"
        for i in range(9)
    )
)
PLAIN = gzip.decompress(WHOLE)


@given(at=st.integers(0, len(PLAIN) - 1), byte=st.integers(0, 255), cut=st.booleans(), packed=st.booleans())
def test_any_damage_gives_records_or_a_value_error(
    tmp_path_factory: pytest.TempPathFactory, at: int, byte: int, cut: bool, packed: bool
) -> None:
    """A file with one byte changed or its end cut off, plain or compressed, is read or raises ValueError."""
    content = WHOLE if packed else PLAIN
    at %= len(content)
    content = content[:at] if cut else content[:at] + bytes([byte]) + content[at + 1 :]
    folder = tmp_path_factory.mktemp("damaged")
    (folder / ("a.jsonl.gz" if packed else "a.jsonl")).write_bytes(content)
    try:
        assert list(read(folder))
    except ValueError as error:
        assert "a.jsonl" in str(error)
