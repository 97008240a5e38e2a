"""Files as people have them, brought into a list by the command line, over HTTP and on the page: the same report, the same list."""

from __future__ import annotations

import base64
import io
import json
import random
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from adjudicator.cli.main import main
from adjudicator.ledger.ledger import Ledger, shared
from adjudicator.rules.house import Entry, Settings
from tests.conftest import SWEEPS
from tests.sample import Sample
from tests.web.faces import BY
from tests.web.test_page_lists import Person, parsed, said, text_of
from tests.wordfiles.files import FILES, File

FACES = ("http", "cli", "pages")
ITEMS = ("new_items", "already_so_items", "contradictions", "repeated_items")


class Faces:
    """Looks at a file, and brings it in, on each face, into a list of that name."""

    def __init__(
        self, client: FlaskClient, sample: Sample, folder: Path, caught: pytest.CaptureFixture[str]
    ) -> None:
        self._client, self._head = client, {"Authorization": f"Bearer {sample.token}", "If-Match": "*"}
        self._person, self._folder, self._caught = Person(client, sample.token), folder, caught
        self.ledger: Ledger = shared()

    def http(self, file: File, **more: object) -> tuple[int, Any]:
        """The status and the answer."""
        body = {"file": base64.b64encode(file.content).decode(), "name": file.name, **more}
        response = self._client.post("/v1/house-lists/http/imports", json=body, headers=self._head)
        return response.status_code, response.get_json()

    def cli(self, file: File, *more: str) -> tuple[int, str, str]:
        """The exit code and what is printed."""
        path = self._folder / file.name
        path.write_bytes(file.content)
        self._caught.readouterr()
        code = main(["house", "import", "cli", str(path), "--by", BY, *more])
        return code, *self._caught.readouterr()

    def page(self, file: File) -> Any:
        """The page with the report."""
        sent = (io.BytesIO(file.content), file.name)
        return parsed(
            self._person.submit(self._person.page("/lists/pages/files"), "Look what would happen", file=sent)
        )

    def bring(self, page: Any, button: str = "Bring them in") -> None:
        """Do what the report says."""
        self._person.done(page, button)

    @staticmethod
    def told(report: dict[str, Any]) -> dict[str, Any]:
        """A report, but for the list and the times."""
        items = [item for kind in ITEMS for item in report[kind]]
        for item in items:
            item["entry"]["at"] = ""
        return {**report, "slug": "", "revision": 0}

    def entries(self, face: str) -> dict[str, Entry]:
        """What a list says, but for the times."""
        return {key: entry._replace(at="") for key, entry in self.ledger.current.get(face).entries.items()}

    def begin(self) -> None:
        """Have a list for each face that allows trig, as nobody else does, and says nothing of the other words."""
        trig = Entry("trig", "trig", "allow", "ours", BY, "2026-03-01T12:00:00.000000Z")
        for face in FACES:
            if face not in {each.slug for each in self.ledger.houses.lists()}:
                self.ledger.houses.create(face, Settings(face, "boggle", {}), BY)
            words = dict.fromkeys(self.ledger.current.get(face).own) | {"trig": trig}
            self.ledger.houses.edit(face, None, words, BY)


@pytest.fixture
def faces(writer: FlaskClient, sample: Sample, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Faces:
    return Faces(writer, sample, tmp_path, capsys)


def test_every_file_through_every_face(faces: Faces) -> None:
    """What programs write is reported alike, and is in the list, alike."""
    taken = [name for name, file in FILES.items() if file.says is not None]
    for name in random.sample(taken, len(taken) // 2) if SWEEPS.isdecimal() else taken:
        file = FILES[name]
        assert file.says is not None
        faces.begin()
        page = faces.page(file)
        (status, http), (code, out, _) = faces.http(file), faces.cli(file, "--json")
        assert (status, code) == (200, 0), name
        assert faces.told(http) == faces.told(json.loads(out)), name
        listed = [text_of(each) for each in page.select(".fresh .when, .fresh b")]
        kinds = [http[kind] for kind in ("new_items", "already_so_items")]
        assert listed == [each[part] for items in kinds for each in items for part in ("place", "word")], name
        understood = http["understood"]
        columns = [" ".join(filter(None, (each["letter"], each["title"]))) for each in understood["columns"]]
        assert [text_of(each) for each in page.select(".columns label")] == columns, name
        assert (understood["encoding"] or "") in said(page, ".understood"), name
        faces.bring(page)
        assert faces.entries("http") == faces.entries("cli") == faces.entries("pages"), name
        assert {entry.word for entry in faces.entries("http").values()} == {"trig", *file.says}, name


def test_every_refusal_on_every_face(faces: Faces) -> None:
    """What is no list of words is refused with the same sentence, which says what to do."""
    faces.begin()
    before = {face: faces.entries(face) for face in FACES}
    for name, file in FILES.items():
        if file.says is not None:
            continue
        status, told = faces.http(file)
        assert status == 422 and told["type"].endswith("bad-record"), name
        [fault] = told["faults"]
        assert fault.startswith(file.understood) and "Nothing was written." in told["detail"], name
        code, _, err = faces.cli(file)
        assert (code, fault in err, err.count("\n")) == (2, True, 1), name
        alert = said(faces.page(file), "[role=alert]")
        assert fault in alert and "Nothing was written." in alert, name
    assert {face: faces.entries(face) for face in FACES} == before


BAD = File("words.csv", b"word,allowed\nglorp,yes\nzorb,maybe\nGlorp,no\n12,yes\n", "")


def test_lines_that_cannot_be_read(faces: Faces) -> None:
    """Two bad lines have nothing written, on every face, and each says so; told to leave them, it brings in the others."""
    faces.begin()
    status, told = faces.http(BAD)
    assert (status, [fault.partition(": ")[0] for fault in told["faults"]]) == (422, ["line 3", "line 5"])
    assert "2 lines of the file cannot be read" in told["detail"]
    for more in ([], ["--json"], ["--dry-run"]):
        code, out, err = faces.cli(BAD, *more)
        assert code == 2 and "Nothing was written: 2 lines of the file cannot be read." in err
        assert ("line 3: effect: takes allow or deny, not 'maybe'" in out) == (more != ["--json"])
    page = faces.page(BAD)
    assert "2 that cannot be read" in said(page, ".counts")
    assert "Glorp" in said(page, ".changes") or "line 2 allowed" in said(page, ".changes")
    assert all(set(faces.entries(face)) == {"trig"} for face in FACES)
    _, report = faces.http(BAD, unreadable="leave")
    assert (report["written"], report["unreadable"], report["repeated"]) == (1, 2, 1)
    [twice] = report["repeated_items"]
    assert (twice["place"], twice["existing_place"], twice["differs"]) == (
        "line 4",
        "line 2",
        ["word", "effect"],
    )
    code, out, _ = faces.cli(BAD, "--leave-unreadable")
    assert code == 0 and out.endswith("1 entry written.\n")
    faces.bring(page, "Leave out what cannot be read, and bring in the others")
    assert faces.entries("http") == faces.entries("cli") == faces.entries("pages")
    assert set(faces.entries("http")) == {"trig", "glorp"}


def test_what_is_so_already_is_left(faces: Faces) -> None:
    """Each face can leave out what the rulebook says anyway."""
    file = File("words.txt", b"glorp\nfoo\n", "")
    faces.begin()
    assert faces.http(file, already_so="leave")[1]["written"] == 1
    assert "1 so already by the rules, left out" in faces.cli(file, "--leave-already-so")[1]
    assert set(faces.entries("http")) == set(faces.entries("cli")) == {"trig", "glorp"}


def test_the_same_is_said_otherwise(faces: Faces) -> None:
    """Flags and parameters say what a file is, and what its columns have."""
    file = File("ord.csv", "caf\x8e|nix|blah\n".encode("latin-1"), "")
    faces.begin()
    said_so = {
        "encoding": "mac-roman",
        "separator": "bar",
        "header": False,
        "columns": ["word", "-", "reason"],
    }
    assert faces.http(file, **said_so)[1]["understood"]["encoding"] == "Mac Roman"
    flags = ("--encoding", "mac-roman", "--separator", "bar", "--no-header", "--columns", "word,-,reason")
    assert faces.cli(file, *flags)[0] == 0
    assert faces.entries("http") == faces.entries("cli")
    assert faces.entries("cli")["cafe"][1:4] == ("café", "allow", "blah")
    code, _, err = faces.cli(file, "--columns", "word,colour")
    assert code == 2 and "--columns takes word, effect" in err
    assert faces.cli(file, *flags[:-1], "-,word,reason")[0] == 0
    assert "glorp" not in faces.entries("cli") and "nix" in faces.entries("cli")


def test_each_is_told_what_it_has(faces: Faces) -> None:
    """Where the file's letters cannot be found out, the command line names its flags, and nobody else is told of these."""
    file = File("mixed.txt", "café\nnaïve\n".encode() + b"r\xf4le\n", "")
    faces.begin()
    code, _, err = faces.cli(file)
    assert code == 2 and "say which encoding the file has" in err and "--encoding" in err
    detail = faces.http(file)[1]["detail"]
    assert "say which encoding the file has" in detail and "--" not in detail


def test_a_file_or_words(faces: Faces) -> None:
    """The page takes a file or words, not both, as HTTP does, and says what to do with an empty form."""
    faces.begin()
    person = faces._person
    page = person.page("/lists/pages/files")
    sent = (io.BytesIO(b"zorb\n"), "a.txt")
    told = parsed(person.submit(page, "Look what would happen", file=sent, content="glorp"))
    assert "only one of the two can be brought in" in said(told, "[role=alert]")
    assert "glorp" in said(told, "#content")
    told = parsed(person.submit(page, "Look what would happen"))
    assert "there is no file, and there are no words" in said(told, "[role=alert]")
    told = parsed(person.submit(page, "Look what would happen", file=(io.BytesIO(b""), "a.txt")))
    assert "the file is empty" in said(told, "[role=alert]")


def test_what_is_told_of_words(faces: Faces) -> None:
    """The report says what is not as it is written: keys, repeats that say the same, rows that say neither yes nor no, remarks."""
    faces.begin()
    file = File("a.csv", "word,ok,why\nCafé,,\ncafé,,\nzorb,no,\nCafé,,\n".encode(), "")
    page = faces.page(file)
    assert any("Café = cafe" in text_of(each) for each in page.select(".fresh li"))
    assert "cafe the same" in said(page, ".changes") and "cafe changed" in said(page, ".changes")
    for effect, taken in (("allow", "allowed"), ("deny", "denied")):
        _, out, _ = faces.cli(file, "--dry-run", "--effect", effect)
        assert f"3 rows say neither yes nor no: taken as {taken}." in out
        assert "Café = cafe" in out
    assert "3 rows say neither yes nor no: taken as allowed" in said(page, ".understood")
