"""Files of which something could be taken for what nobody meant: it is found out, or refused, and never an allowed word without a word said."""

from __future__ import annotations

import pytest

from adjudicator.wordfiles.reading import Contents, read
from tests.wordfiles.test_reading import faults_of, in_words, says


def effects(content: str, name: str = "a.csv") -> dict[str, str]:
    return {word: effect for word, (effect, _) in says(read(content, name)).items()}


def unreadable(found: Contents) -> list[str]:
    return [f"{place}: {sent}" for place, sent in found.entries if isinstance(sent, str)]


DENIED = {"zorb": "allow", "glorp": "deny", "trig": "allow"}


@pytest.mark.parametrize("title", ["ok to play", "decision", "Ruling (2026)", "Ruling", "validity"])
@pytest.mark.parametrize(("yes", "no"), [("yes", "no"), ("valid", "invalid"), ("legal", "illegal")])
def test_a_verdict_under_an_unknown_title(title: str, yes: str, no: str) -> None:
    """A column of yes and no beside the words is the verdict, whatever it is called."""
    text = f"Word,{title},Points\nzorb,{yes},1\nglorp,{no},4\ntrig,{yes},2\n"
    assert effects(text) == DENIED


def test_two_verdicts() -> None:
    """Of two columns of yes and no, nobody knows which it is; of one that is named, everybody does."""
    rows = "\nzorb,yes,yes\nglorp,no,yes\n"
    assert faults_of("Word,playable,noun" + rows) == (
        "columns B “playable” and C “noun” both have yes and no",
    )
    assert faults_of("Ord,playable,noun" + rows) == ("columns B and C both have yes and no",)
    assert effects("Word,OK,noun" + rows) == {"zorb": "allow", "glorp": "deny"}
    assert effects("Word,playable,noun\nzorb,yes,1\nglorp,no,1\n") == {"zorb": "allow", "glorp": "deny"}


@pytest.mark.parametrize("title", ["banned (club)", "not ok"])
def test_a_title_that_may_be_the_contrary(title: str) -> None:
    """A yes under a title that denies is refused, unless it is known as such; a verdict in so many words is what it says."""
    assert "is a riddle" in faults_of(f"word,{title}\nzorb,yes\nglorp,no\n")[0]
    for header in (title, "banned", "reason", "Yes or no"):
        assert effects(f"word,{header}\nzorb,allowed\nglorp,banned\n") == {"zorb": "allow", "glorp": "deny"}


@pytest.mark.parametrize("header", ["", "Word,decision,why\n"])
def test_an_odd_cell_among_verdicts(header: str) -> None:
    """One cell that is neither yes nor no leaves the column what it is, and its line cannot be read."""
    found = read(f"{header}zorb,yes,a\nglorp,no way,b\ntrig,no,c\n", "a.csv")
    assert [sent["effect"] for _, sent in found.entries if not isinstance(sent, str)] == [
        "allow",
        "no way",
        "deny",
    ]


@pytest.mark.parametrize("sign", ["✓", "✔", "yes", "✗"])
def test_a_cross_beside_another_sign(sign: str) -> None:
    """A cross may be a yes or a no where something else can be the yes, or is a cross, too."""
    [fault] = faults_of(f"word,ok\nzorb,{sign}\nglorp,x\n")
    assert fault == f"column B “ok” has both “x” and “{sign}”: which of them is a yes is a riddle"


def test_signs_that_are_no_riddle() -> None:
    """A cross alone is a tick, and so is a tick; a tick beside a cross of another shape is a yes."""
    assert effects("word,ok\nzorb,x\nglorp,\n") == effects("word,ok\nzorb,✓\nglorp,\n")
    assert effects("word,ok\nzorb,✓\nglorp,✗\ntrig\n") == DENIED
    assert effects("word,ok,why\nzorb,x\nglorp\ntrig,x,y\n") == DENIED


@pytest.mark.parametrize(
    ("text", "header"),
    [
        ("Words;;\nWord;Allowed;Reason\nzorb;yes;\nglorp;no;silly\n", 2),
        ("Words;Spring;\nWord;Allowed;Reason\nzorb;yes;\nglorp;no;silly\n", 2),
        ("Word;Allowed;Reason\nzorb;yes;\nglorp;no;silly\nWord;Legal;Reason\n", 1),
        ("zorb;yes;ours\nglorp;no;silly\nword;ok;why\n", None),
    ],
)
def test_which_row_is_the_header(text: str, header: int | None) -> None:
    """It is the row that names most, with no entry above it."""
    found = read(text, "a.csv")
    assert found.understood.header == header
    said = {key: value for key, value in effects(text).items() if key.casefold() != "word"}
    assert said == {"zorb": "allow", "glorp": "deny"}


@pytest.mark.parametrize(
    ("title", "effect"),
    [("denied", "deny"), ("Banned words", "deny"), ("Words (not allowed)", "deny"), ("Allowed words:", "allow"), ("Rejected,", "deny"), ("Denied words,\nWord,Reason", "deny")],
)  # fmt: skip
def test_words_under_a_verdict(title: str, effect: str) -> None:
    """What the title of a column of words says of them is their verdict."""
    more = "," * (title.count(",") > 0)
    assert effects(f"{title}\nzorb{more}\nglorp{more}\n") == {"zorb": effect, "glorp": effect}


def test_two_columns_of_words() -> None:
    """Each of two columns of words has its verdict; another column would not say of which it speaks."""
    for header in ("Allowed words,Denied words", "Allowed,Denied"):
        assert effects(f"{header}\nzorb,glorp\ntrig,\n") == DENIED
    assert effects("word,Valid word?\nzorb,yes\nglorp,no\n") == {"zorb": "allow", "glorp": "deny"}
    [fault] = faults_of("Allowed words,Denied words,Reason\nzorb,glorp,silly\n", "a.csv")
    assert fault.endswith("both have words: of which does C “Reason” speak?")


def test_a_row_of_words() -> None:
    """One row of words, and nothing else, is a list of them."""
    for name in ("", "a.csv"):
        assert effects("zorb, glorp, trig", name) == dict.fromkeys(("zorb", "glorp", "trig"), "allow")
    assert effects("zorb,no,silly", "a.csv") == {"zorb": "deny"}


@pytest.mark.parametrize(
    "text",
    ["+zorb", "-glorp", "zorb-", "glorp - no", "glorp    no     silly", "ZORB a made-up toy [n ZORBS]", "zorb!", "zorb2", "zorb*"],
)  # fmt: skip
def test_marks_in_a_line(text: str) -> None:
    """A line of a text, or a row of a table of one column, is one word or cannot be read."""
    for name in ("a.txt", "a.csv"):
        [fault] = unreadable(read(f"don't\nCo-op\nCafé\n  za \n{text}\n", name))
        assert fault.startswith(f"line 5: word: {text!r} has ")


@pytest.mark.parametrize("text", ['"{};ok;reason"\n"glorp;no;silly"\n', '{}\n"glorp,no,silly"\nglorp: no\n'])
def test_whole_lines_in_quotation_marks(text: str) -> None:
    """A cell that has a row in it is no word."""
    found = read(text.format("word"), "a.csv")
    assert len(unreadable(found)) == 2 and len(list(read(text.format("word"), "a.csv").entries)) == 2


@pytest.mark.parametrize(
    "word", ["cafÃ©‚", "zorb¤", "z│rb", "glorp,no", "-zorb", "zorb;", "+zorb", "12 t 34"]
)
def test_what_no_word_of_a_table_has(word: str) -> None:
    """Signs that no word has make a line of a table unreadable; letters, and marks within, stay."""
    [fault] = unreadable(read(f'word,why\n"{word}",a\nR&B,b\nU.S.,c\nice cream,d\n', "a.csv"))
    assert fault.startswith(f"line 2: word: '{word}' ")


def test_what_is_told_beside_the_words() -> None:
    """Remarks, cells that say neither yes nor no, and line breaks that become spaces are counted."""
    assert read("# ours\nzorb\n # end\n").understood.remarks == 2
    found = read('word,ok,why\nzorb,,"so\r\nit is"\nglorp,no,\ntrig,,\n', "a.csv")
    assert (found.understood.blanks, found.understood.breaks) == (2, 1)
    assert says(found)["zorb"] == ("allow", "so it is")
    assert read("word,ok\nzorb,x\ntrig,\n").understood.blanks == 0
    assert in_words(found.understood).endswith("A word=word, B ok=effect, C why=reason")


def test_one_bad_byte() -> None:
    """A byte that is not UTF-8 in a file that is makes no Windows-1252 of all of it; its line is named."""
    assert faults_of("café\nnaïve\nzorb\n".encode() + b"gl\xf6rp\n") == (
        "line 4: is not UTF-8, though most of the file is",
    )
    assert read("café\nnaïve".encode("windows-1252")).understood.encoding == "Windows-1252"
