"""Reads a plain word list: one word a line, or CSV with a header of which ``word`` is one column.

In CSV the columns ``pos``, ``gloss`` and ``labels`` (separated by semicolons) are read too, and make a word an entry with
a sense; any other column is refused by name. A list that is written in capitals throughout says nothing by them.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

from adjudicator.core.spelling import fault_of, quote
from adjudicator.errors import ConfigError
from adjudicator.sources.records import POS, RawEntry, RawListing, RawSense, RawWitness
from adjudicator.wordfiles.separated import csv_fault

COLUMNS = ("word", "pos", "gloss", "labels")


def read(folder: Path) -> Iterator[RawListing | RawEntry]:
    """Yield the words of every file in *folder*; :class:`ConfigError` names each line that is no word."""
    for path in sorted(folder.iterdir()):
        if path.is_file() and not path.name.startswith("."):
            yield from read_file(path)


def read_file(path: Path) -> Iterator[RawListing | RawEntry]:
    """Yield the words of the list at *path*, a listing each, and an entry each where a gloss is given."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise ConfigError(
            [f"{path}: not UTF-8 text (byte {error.start})"], "Save the list as UTF-8."
        ) from None
    rows = list(_rows(path, text))
    capitals_tell = any(row["word"] != row["word"].upper() for row in rows)
    for row in rows:
        word = row["word"] if capitals_tell else row["word"].lower()
        yield RawListing(word, "words", "english", None)
        if row.get("gloss") or row.get("pos"):
            labels = tuple(label.strip() for label in row.get("labels", "").split(";") if label.strip())
            yield RawEntry(word, row.get("pos") or None, (RawSense(row.get("gloss", ""), labels),))


def read_witnesses(folder: Path) -> Iterator[RawWitness]:
    """Yield the words in lower case of every file in *folder*, one a line, as witnesses to what other lists have."""
    for path in sorted(folder.glob("[!.]*")):
        for word in path.read_text(encoding="utf-8").split("\n"):
            if word.isalpha() and word == word.lower():
                yield RawWitness(word)


def _header_of(line: str) -> list[str]:
    try:
        return next(csv.reader([line]), [])
    except csv.Error:
        return []


def _rows(path: Path, text: str) -> Iterator[dict[str, str]]:
    lines = text.splitlines()
    first = _header_of(lines[0]) if lines else []
    has_header = "word" in [column.strip().lower() for column in first] and (
        len(first) > 1 or first[0] == "word"
    )
    faults: list[str] = []
    rows: list[tuple[int, dict[str, str]]] = []
    if path.suffix.lower() == ".csv" and not has_header:
        found = ", ".join(quote(column) for column in first)
        faults.append(
            f"{path}: no column is called word (found: {found}); CSV needs a header, separated by commas"
        )
    if has_header:
        header = [column.strip().lower() for column in first]
        faults += [
            f"{path}: unknown column {quote(column)}; known: {', '.join(COLUMNS)}"
            for column in header
            if column not in COLUMNS
        ]
        reader = csv.reader(lines[1:])
        number = 2
        try:
            for fields in reader:
                if fields:
                    rows.append(
                        (number, dict(zip(header, (field.strip() for field in fields), strict=False)))
                    )
                number = reader.line_num + 2
        except csv.Error as error:
            faults.append(f"{path}:{number}: {'; '.join(csv_fault(error))}")
    else:
        for number, line in enumerate(lines, 1):
            word = line.split("#", 1)[0].strip().strip('"')
            if word:
                rows.append((number, {"word": word}))
    for number, row in rows:
        word = row.get("word", "")
        fault = fault_of(word)
        if not fault and any(letter.isdigit() for letter in word):
            fault = f"{quote(word)} has a digit: a list has words alone, without numbers or counts"
        if fault:
            faults.append(f"{path}:{number}: {fault}")
        elif row.get("pos") and row["pos"] not in POS:
            faults.append(
                f"{path}:{number}: unknown part of speech {quote(row['pos'])}; known: {', '.join(POS)}"
            )
    if not rows:
        faults.append(f"{path}: no words in it")
    if faults:
        raise ConfigError(faults, "Mend these lines and add the list again; nothing was changed.")
    yield from (row for _, row in rows)
