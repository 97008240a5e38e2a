"""House lists as text, CSV and JSON: read, written, and compared with what a list has."""

from __future__ import annotations

import csv
import io
import unicodedata

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings
from sqlalchemy import URL

from adjudicator.core.spelling import foreign_characters, key_of
from adjudicator.errors import BadRecord, LimitReached
from adjudicator.ledger.houses import Houses
from adjudicator.ledger.limits import Limits
from adjudicator.ledger.store import Store
from adjudicator.ledger.transfer import Format, Reading, compared, read, write
from adjudicator.ledger.validation import text_faults
from adjudicator.rules.house import PARTS_OF_SPEECH, Effect, Entry, Settings
from adjudicator.wordfiles.reading import Wanted
from tests.wordfiles.files import xlsx

AT = "2026-03-01T10:00:00.000000Z"


def entry(word: str, effect: Effect = "allow", reason: str = "", author: str = "ann") -> Entry:
    return Entry(key_of(word), word, effect, reason, author, AT)


def reading(form: Format, content: bytes | str, effect: Effect = "allow") -> Reading:
    wanted = Wanted(form if form != "xlsx" else None)
    return read(content, "", wanted, author="ann", at=AT, effect=effect)


def written(form: Format, entries: list[Entry], effect: Effect = "allow") -> str:
    return write(form, entries, effect).decode()


def places(found: Reading) -> list[tuple[str, str]]:
    return [(line.place, line.entry.key) for line in found.lines]


def test_text() -> None:
    """A text has one word a line; comments and empty lines are passed over, and each word has its line."""
    found = reading("text", "\ufeff# ours\r\nyeet\r\n\n  Café \n# end\nza")
    assert places(found) == [("line 2", "yeet"), ("line 4", "cafe"), ("line 6", "za")]
    assert found.lines[1].entry == entry("Café")
    assert found.faults == ()


def test_the_effect_of_a_text() -> None:
    """All words of a text are allowed, or all denied."""
    assert [line.entry.effect for line in reading("text", "za\nqi", "deny").lines] == ["deny", "deny"]


def test_faulty_lines() -> None:
    """A line that has no word is told with its number, and the others are read all the same."""
    found = reading("text", "yeet\n123\nza\n" + "x" * 101)
    assert places(found) == [("line 1", "yeet"), ("line 3", "za")]
    assert [fault.partition(":")[0] for fault in found.faults] == ["line 2", "line 4"]


def test_csv() -> None:
    """A CSV file says of each word what its columns say; empty cells say nothing."""
    text = (
        "effect,word,inflections,reason,expires\n"
        'deny,za,,"never, ever",2027-01-01\n'
        "\n"
        ',yeet,"noun, verb",,\n'
        "allow,ok,adjective\n"
    )
    found = reading("csv", text)
    assert [line.entry for line in found.lines] == [
        entry("za", "deny", "never, ever")._replace(expires="2027-01-01T00:00:00.000000Z"),
        entry("yeet")._replace(inflections=("noun", "verb")),
        entry("ok")._replace(inflections=("adjective",)),
    ]
    assert [line.place for line in found.lines] == ["line 2", "line 4", "line 5"]


def test_faulty_rows() -> None:
    """Every fault of a row is told with the line that it begins in."""
    found = reading("csv", 'word,effect,at\n"za\nza",allow\nqi,maybe,never\nok,allow,,more\n')
    assert found.lines == ()
    assert found.faults == (
        "line 2: word: The word has the control character U+000A. Type letters only.",
        "line 4: effect: takes allow or deny, not 'maybe' (in a table also allowed, yes, y, true, 1, denied, no, n, false, 0 …: config/lists/columns.toml has them all)",
        "line 4: at: takes a date or time like 2026-12-31 or 2026-12-31T18:00:00Z, not 'never'",
        "line 5: has more cells than the header has columns. Put a text with separators in it into quotation marks",
    )


def test_json() -> None:
    """A JSON file is an array of entries; what they do not say is filled in."""
    found = reading(
        "json", '[{"word": "za", "effect": "deny", "author": "bob"}, {"word": "Café", "key": "cafe"}]'
    )
    assert [line.entry for line in found.lines] == [entry("za", "deny", author="bob"), entry("Café")]


def test_faulty_entries() -> None:
    """Every fault of an entry is told with its number."""
    found = reading("json", '[5, {"word": "za"}, {"word": "", "effect": null, "expires": []}, {}]')
    assert places(found) == [("entry 2", "za")]
    assert [fault.partition(".")[0] for fault in found.faults] == [
        "entry 1: takes an entry, an object with a word, or a word",
        "entry 3: word: The word is empty",
        "entry 3: effect: is missing",
        "entry 3: expires: takes a date or time like 2026-12-31 or 2026-12-31T18:00:00Z, not a list",
        "entry 4: word: is missing",
    ]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[\n{", "line 2: is not JSON"),
        ("{}", "line 1: is not an array of entries"),
        ("[" * 100_000, "line 1: is not JSON that can be read"),
        ("[" + "1" * 5_000 + "]", "line 1: is not JSON that can be read"),
    ],
)
def test_no_json(text: str, fault: str) -> None:
    """A file that is no JSON array is refused."""
    with pytest.raises(BadRecord) as told:
        reading("json", text)
    assert told.value.faults[0].startswith(fault)


def test_how_long_a_file_may_be() -> None:
    """What counts are the entries of a file, however many faults each of them has."""
    few = Limits(entries=3)
    found = read("word,effect\n" + "!,ban\n" * 3, author="ann", at=AT, limits=few)
    assert len(found.faults) == 6
    with pytest.raises(LimitReached, match=r"Entries of the file would be 4; at most 3"):
        read("word,effect\n" + "!,ban\n" * 4, author="ann", at=AT, limits=few)


def test_no_such_format() -> None:
    """A list is written in one of four formats."""
    with pytest.raises(BadRecord, match="format: takes text, csv, json, xlsx"):
        write("xml", [])  # type: ignore[arg-type]


def test_written() -> None:
    """Each format as it is written: sorted by key, one entry a line."""
    entries = [entry("za", "deny", 'so "they" say'), entry("Café")._replace(inflections=("noun", "verb"))]
    assert written("text", entries) == "Café\n"
    assert written("text", entries, "deny") == "za\n"
    assert written("csv", entries) == (
        "\ufeffword,effect,reason,author,at,expires,inflections,ruling\n"
        f"Café,allow,,ann,{AT},,noun verb,\n"
        f'za,deny,"so ""they"" say",ann,{AT},,,\n'
    )
    assert written("json", entries) == (
        "[\n"
        f'{{"word": "Café", "effect": "allow", "reason": "", "author": "ann", "at": "{AT}", "expires": null, '
        '"inflections": ["noun", "verb"], "ruling": null},\n'
        f'{{"word": "za", "effect": "deny", "reason": "so \\"they\\" say", "author": "ann", "at": "{AT}", '
        '"expires": null, "inflections": [], "ruling": null}\n'
        "]\n"
    )
    assert written("text", [entry("#yeet")]) == "yeet\n"


SHORT = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Co", "Cn", "Zl", "Zp", "Cf"]), max_size=20
).filter(lambda text: text_faults("text", text, 20) == [])
NO_LETTERS = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Co", "Cn", "Zl", "Zp", "Cf", "L"]),
    max_size=20,
).filter(lambda text: text_faults("text", text, 20) == [])
WORDS = (
    st.tuples(NO_LETTERS, st.text("aéZüñ'-#\", ", min_size=1, max_size=8), NO_LETTERS)
    .map(lambda parts: f"{parts[0]}q{parts[1]}{parts[2]}".strip())
    .filter(lambda word: not any(unicodedata.category(char)[0] == "L" for char in foreign_characters(word)))
)
TIMES = st.datetimes().map(lambda at: at.isoformat(timespec="microseconds") + "Z")
ENTRIES = st.lists(
    st.builds(
        lambda word, *rest: Entry(key_of(word), word, *rest),
        WORDS,
        st.sampled_from(["allow", "deny"]),
        SHORT,
        SHORT.map(lambda text: text if text.strip() else f"{text}a"[-20:]),
        TIMES,
        st.none() | TIMES,
        st.sets(st.sampled_from(PARTS_OF_SPEECH)).map(
            lambda chosen: tuple(pos for pos in PARTS_OF_SPEECH if pos in chosen)
        ),
        st.none() | st.from_regex("[A-Za-z0-9_-]{1,32}", fullmatch=True),
    ),
    unique_by=lambda each: each.key,
    max_size=8,
)


@given(entries=ENTRIES, form=st.sampled_from(["csv", "json"]))
def test_there_and_back(entries: list[Entry], form: Format) -> None:
    """What is written as CSV or JSON is read again, to the letter, as news for an empty list."""
    found = reading(form, write(form, entries))
    assert found.faults == ()
    assert compared(found, {}).changes == {each.key: each for each in entries}
    again = compared(found, {each.key: each for each in entries})
    assert {item.outcome for item in again.items} <= {"duplicate"}
    assert again.changes == {}


FORMULAS = ["=1+1", "+a", "-a", "@SUM(a)", "'=a", "''-a", "'tis", "=cmd|' /C calc'!A0"]


@settings(max_examples=5)
@given(entries=ENTRIES)
def test_a_workbook_there_and_back(entries: list[Entry]) -> None:
    """So is a workbook; texts that it would take for an escape, and spaces at an end, included."""
    odd = [
        entry("qa", reason=" two  spaces "),
        entry("qb", reason="_x0041_"),
        entry("qc", reason="1.50"),
        entry("qd", reason="2026-01-01"),
        *(entry(f"q{chr(101 + number)}", reason=text) for number, text in enumerate(FORMULAS)),
    ]
    all_of_them = list({each.key: each for each in [*entries, *odd]}.values())
    found = reading("xlsx", write("xlsx", all_of_them))
    assert found.faults == ()
    assert compared(found, {}).changes == {each.key: each for each in all_of_them}


def test_csv_with_another_separator() -> None:
    """CSV can be written with the separator that a spreadsheet program expects."""
    content = write("csv", [entry("za", "deny", "no; never")], separator="semicolon")
    assert content.decode().splitlines()[1].startswith('za;deny;"no; never";ann;')
    assert reading("csv", content).lines[0].entry == entry("za", "deny", "no; never")


def test_the_place_of_a_fault_in_a_workbook() -> None:
    """A fault in a workbook has its cell."""
    found = read(xlsx(("Sheet1", [["Allowed", "Word"], ["maybe", "za"], ["yes", "12"]])), author="ann", at=AT)
    assert [fault.partition(": ")[0] for fault in found.faults] == ["cell A2", "cell B3"]
    assert found.unreadable == 2


@given(cells=st.lists(st.sampled_from(FORMULAS) | SHORT, min_size=3, max_size=3))
def test_a_cell_is_no_formula(cells: list[str]) -> None:
    """Whatever people write, a spreadsheet shows it and works nothing out; read again, it is to the letter what it was."""
    word, reason, author = (cells[0] + "q").strip(), cells[1], cells[2] + "a"
    given = entry("q")._replace(word=word, key=key_of(word), reason=reason, author=author)
    if reading("json", write("json", [given])).faults:
        return
    text = written("csv", [given])
    [_, row] = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""))
    assert all(cell[:1] not in tuple("=+-@\t\r") for cell in row if cell)
    assert [line.entry for line in reading("csv", text).lines] == [given]


@given(entries=ENTRIES, effect=st.sampled_from(["allow", "deny"]))
def test_words_there_and_back(entries: list[Entry], effect: Effect) -> None:
    """What is written as a text has the words of one effect again."""
    content = write("text", entries, effect)
    if not content:
        return
    found = reading("text", content, effect)
    assert found.faults == ()
    assert [(line.entry.key, line.entry.effect) for line in found.lines] == sorted(
        (each.key, effect) for each in entries if each.effect == effect
    )


def test_what_is_news() -> None:
    """Each entry of a file is new, says what the list or the ruleset says already, or contradicts the list, and in what."""
    has = {each.key: each for each in (entry("yeet"), entry("za"), entry("ok", "deny", "ours"))}
    lines = reading(
        "json",
        """[{"word": "yeet", "author": "bob"}, {"word": "za", "effect": "deny"}, {"word": "OK", "reason": "theirs", "effect": "deny"},
            {"word": "qi"}, {"word": "ox"}, {"word": "zen", "effect": "deny"}, {"word": "it", "effect": "deny"}, 5]""",
    )
    report = compared(lines, has, {"ox", "it"}.__contains__)
    assert [(item.entry.key, item.outcome, item.differs) for item in report.items] == [
        ("yeet", "duplicate", ()),
        ("za", "contradicts", ("effect",)),
        ("ok", "contradicts", ("word", "reason")),
        ("qi", "new", ()),
        ("ox", "already-so", ()),
        ("zen", "already-so", ()),
        ("it", "new", ()),
    ]
    assert [item.existing for item in report.items[:4]] == [has["yeet"], has["za"], has["ok"], None]
    assert [item.place for item in report.of("contradicts")] == ["entry 2", "entry 3"]
    assert report.faults == ("entry 8: takes an entry, an object with a word, or a word",)
    assert set(report.changes) == {"qi", "ox", "zen", "it"}
    assert set(compared(lines, has, contradictions="replace").changes) == {
        "za",
        "ok",
        "qi",
        "ox",
        "zen",
        "it",
    }


def test_what_is_so_already_can_be_left() -> None:
    """Entries that only repeat the rulebook are told of, and left out on demand."""
    report = compared(reading("text", "ox\nqi\n"), {}, {"ox"}.__contains__, already_so="leave")
    assert [item.outcome for item in report.items] == ["already-so", "new"]
    assert set(report.changes) == {"qi"}


def test_a_word_twice() -> None:
    """Where a file has a word twice, its first line counts, and the others are told with both sides and places."""
    lines = reading("csv", "word,effect\nza,allow\nZA,allow\nza,allow\nza,deny\n")
    for list_has, first in (({}, "new"), ({"za": entry("za", "deny")}, "contradicts")):
        report = compared(lines, list_has, contradictions="replace")
        assert [(item.outcome, item.place, item.existing_place, item.differs) for item in report.items] == [
            (first, "line 2", None, ("effect",) if list_has else ()),
            ("repeated", "line 3", "line 2", ("word",)),
            ("repeated", "line 4", "line 2", ()),
            ("repeated", "line 5", "line 2", ("effect",)),
        ]
        assert report.changes["za"].effect == "allow"


def test_from_one_list_to_another(store_url: URL) -> None:
    """A list that is exported and imported into an empty one is there again: every entry with its author and time."""
    store = Store(store_url)
    houses = Houses(store)
    houses.create("sunday", Settings("Sunday", "boggle", {}), "ann")
    entries = {
        each.key: each for each in (entry("yeet", reason="ja 👍"), entry("Café", "deny", author="bob"))
    }
    houses.edit("sunday", 1, entries, "ann")
    forms: tuple[Format, ...] = ("csv", "json", "xlsx")
    for form in forms:
        houses.create(form, Settings("Copy", "boggle", {}), "cy")
        content = write(form, houses.at("sunday", 2).entries.values())
        houses.bring(form, 1, read(content, author="cy", at=AT), "cy")
        assert houses.at(form, 2).entries == entries
    store.close()
