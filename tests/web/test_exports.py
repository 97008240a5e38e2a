"""All legal words of a ruleset as a file: the same bytes as the command line's, read by who is to read them."""

from __future__ import annotations

import csv
import gzip
import hashlib
import io
import json
import random
import subprocess
from pathlib import Path

import dawg_python
import pytest
from flask.testing import FlaskClient

from adjudicator.judging.export import FORMATS, SHAPES
from adjudicator.judging.service import Adjudicator
from tests.conftest import Run
from tests.debian import program

EXPORT = "/v1/rulesets/boggle/export"


@pytest.mark.parametrize("form", FORMATS)
def test_the_file_is_the_command_lines(client: FlaskClient, run: Run, form: str) -> None:
    """Both give the same bytes, whose digest the head has, packed or not."""
    found = client.get(f"{EXPORT}?format={form}")
    assert found.status_code == 200
    printed = run("export", "boggle", "--format", form).stdout
    assert found.data.decode("utf-8", "replace") == printed
    assert found.headers["Adjudicator-Content"] == f"sha256:{hashlib.sha256(found.data).hexdigest()}"
    assert found.headers["Content-Length"] == str(len(found.data))
    assert found.headers["Content-Disposition"] == f'attachment; filename="boggle{SHAPES[form].end}"'  # type: ignore[index]
    packed = client.get(f"{EXPORT}?format={form}", headers={"Accept-Encoding": "gzip"})
    if form != "hunspell-aff":
        assert packed.headers["Content-Encoding"] == "gzip" and len(packed.data) < len(found.data) * 3 / 4
        assert gzip.decompress(packed.data) == found.data
    assert packed.headers["Adjudicator-Content"] == found.headers["Adjudicator-Content"]


def test_the_words(client: FlaskClient, service: Adjudicator) -> None:
    """The words are the legal ones, in each form; a range of lengths has those of these lengths."""
    legal = service.under("boggle").legal_keys()
    assert client.get(EXPORT).text.splitlines() == legal
    rows = list(csv.DictReader(io.StringIO(client.get(f"{EXPORT}?format=csv").text)))
    lines = [json.loads(line) for line in client.get(f"{EXPORT}?format=jsonl").text.splitlines()]
    assert [(row["word"], int(row["length"])) for row in rows] == [(word, len(word)) for word in legal]
    assert lines == [{"word": word, "length": len(word)} for word in legal]
    some = client.get(f"{EXPORT}?shortest=4&longest=5").text.splitlines()
    assert some == [word for word in legal if 4 <= len(word) <= 5]
    long = client.get(f"{EXPORT}?shortest=20").text.splitlines()
    assert long == [word for word in legal if len(word) >= 20] != []
    assert client.get(f"{EXPORT}?shortest=9&longest=3").data == b""


def test_a_house_list(client: FlaskClient, service: Adjudicator) -> None:
    """So are those of a house list, which caches ask for again."""
    found = client.get("/v1/rulesets/house:sunday/export")
    assert found.text.splitlines() == service.under("house:sunday").legal_keys()
    assert found.headers["Cache-Control"] == "no-cache"
    assert 'filename="house-sunday.txt"' in found.headers["Content-Disposition"]


def test_it_is_sent_again_only_when_it_has_changed(client: FlaskClient) -> None:
    """Each form and range has an ETag of its own; who has the file gets it no more, and the head tells all but the words."""
    tags = {
        query: client.head(f"{EXPORT}{query}").headers["ETag"]
        for query in ("", "?format=csv", "?shortest=3", "?longest=3", "?format=hunspell")
    }
    assert len(set(tags.values())) == len(tags)
    for query, tag in tags.items():
        again = client.get(f"{EXPORT}{query}", headers={"If-None-Match": tag})
        assert (again.status_code, again.data) == (304, b"")
        other = client.get(f"{EXPORT}{query}", headers={"If-None-Match": 'W/"other"'})
        assert other.status_code == 200 and other.headers["ETag"] == tag


@pytest.mark.parametrize(
    "query", ["format=pdf", "shortest=0", "longest=46000", "longest=x", "length=3", "format=txt&format=csv"]
)
def test_files_that_cannot_be(client: FlaskClient, query: str) -> None:
    """A form or a range that there is not is refused."""
    assert client.get(f"{EXPORT}?{query}").status_code == 400
    assert client.get("/v1/rulesets/nosuch/export").status_code == 404


def test_another_library_reads_the_graph(client: FlaskClient, service: Adjudicator, tmp_path: Path) -> None:
    """A reader that somebody else wrote finds the legal words in the graph, and no other key of the lexicon."""
    place = tmp_path / "boggle.dawg"
    place.write_bytes(client.get(f"{EXPORT}?format=dawg").data)
    graph, bench = dawg_python.DAWG().load(str(place)), service.under("boggle")
    keys = random.Random(19).sample(bench.keys(), 20_000)
    assert [key in graph for key in keys] == [bench.legal(key) for key in keys]


def test_hunspell_reads_it(client: FlaskClient, service: Adjudicator, tmp_path: Path) -> None:
    """hunspell itself takes the legal words and no others, of thousands: illegal ones, slips, words in two parts."""
    if program("hunspell", "hunspell") is None:
        pytest.skip("needs the Debian package hunspell")
    for form in ("hunspell", "hunspell-aff"):
        (tmp_path / f"boggle{SHAPES[form].end}").write_bytes(client.get(f"{EXPORT}?format={form}").data)
    bench, chance = service.under("boggle"), random.Random(19)
    keys = chance.sample(bench.keys(), 20_000)
    legal = chance.sample(bench.legal_keys(), 10_000)
    slips = [word[:at] + word[at + 1 :] for word in legal[:5_000] for at in [chance.randrange(len(word))]]
    joined = [f"{one}{other}" for one, other in zip(legal[:2_000], legal[2_000:4_000], strict=True)]
    words = [word for word in dict.fromkeys([*keys, *legal, *slips, *joined]) if 0 < len(word) <= 45]
    done = subprocess.run(
        ["hunspell", "-d", str(tmp_path / "boggle"), "-l"],
        input="\n".join(words),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    assert set(done.stdout.split()) == {word for word in words if not bench.legal(word)}
    capital = [word.capitalize() for word in legal[:1_000]]
    again = subprocess.run(
        ["hunspell", "-d", str(tmp_path / "boggle"), "-l"],
        input="\n".join(capital),
        capture_output=True,
        text=True,
        check=True,
    )
    assert again.stdout == ""
