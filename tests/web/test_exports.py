"""All legal words of a ruleset as a file: the same bytes as the command line's, read by who is to read them."""

from __future__ import annotations

import csv
import gzip
import hashlib
import io
import json
import random
import subprocess
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path

import brotli
import dawg_python
import pytest
from flask.testing import FlaskClient

from adjudicator.judging.export import FORMATS, SHAPES, Format
from adjudicator.judging.service import Adjudicator
from tests.conftest import Run
from tests.debian import program

EXPORT = "/v1/rulesets/boggle/export"
CODINGS: dict[str, tuple[str, Callable[[bytes], bytes]]] = {
    "": ("", bytes),
    "br;q=0, gzip;q=0.5": ("gzip", gzip.decompress),
    "gzip, deflate, br, zstd": ("br", brotli.decompress),
}
"""What a client takes → the coding that it is sent, and what unpacks that."""


def digest(content: bytes) -> str:
    """The SHA-256 of *content*, as a header field has it."""
    return f"sha-256=:{b64encode(hashlib.sha256(content).digest()).decode()}:"


@pytest.mark.parametrize("form", FORMATS)
def test_the_file_is_the_command_lines(client: FlaskClient, run: Run, form: Format) -> None:
    """Both give the same bytes, packed or not; of each way to send them HEAD tells size, digests and an ETag of its own."""
    address = f"{EXPORT}?format={form}"
    plain = client.get(address).data
    assert plain.decode("utf-8", "replace") == run("export", "boggle", "--format", form).stdout
    tags = set()
    for accepted, (coding, unpacked) in CODINGS.items():
        asked = {"Accept-Encoding": accepted}
        head, found = client.head(address, headers=asked), client.get(address, headers=asked)
        assert (head.status_code, head.data, found.status_code) == (200, b"", 200)
        assert unpacked(found.data) == plain
        assert head.headers["Content-Length"] == str(len(found.data))
        for each in (head, found):
            assert each.headers.get("Content-Encoding", "") == coding
            assert each.headers.getlist("Vary") == ["Accept-Encoding"]
            assert each.headers["Accept-Ranges"] == "none"
            assert each.headers["Repr-Digest"] == digest(found.data)
            assert each.headers["Unencoded-Digest"] == digest(plain)
            assert each.headers["Content-Disposition"] == f'attachment; filename="boggle{SHAPES[form].end}"'
            tags.add(each.headers["ETag"])
        if coding and form != "hunspell-aff":
            assert len(found.data) < len(plain) * 3 / 4
    assert len(tags) == 3 and all(each.startswith('"') for each in tags)


def test_it_is_sent_while_it_is_made(client: FlaskClient, service: Adjudicator) -> None:
    """The first words can be read before the last are made; who goes away then has nothing made for it any more. The digest is told when it
    is known, or wanted.
    """
    asked, first = {"Accept-Encoding": "br"}, service.under("boggle").legal_keys()[0]
    address = f"{EXPORT}?format=csv&shortest=2&longest=19"  # which no other test has asked for
    begun = client.get(address, headers=asked, buffered=False)
    assert "Repr-Digest" not in begun.headers and "Content-Length" not in begun.headers
    pieces, reader = begun.iter_encoded(), brotli.Decompressor()
    assert reader.process(next(pieces)) == b"word,length\n"
    assert reader.process(next(pieces)).startswith(f"{first},{len(first)}\n".encode())
    begun.close()
    assert next(pieces, None) is None
    again = client.get(address, headers=asked)
    assert "Repr-Digest" not in again.headers  # nobody had made it to its end
    whole = brotli.decompress(again.data)
    wanted = client.get(address, headers={"Accept-Encoding": "gzip", "Want-Repr-Digest": "sha-256=1"})
    for each in (client.get(address, headers=asked), wanted):
        assert each.headers["Repr-Digest"] == digest(each.data)
        assert each.headers["Unencoded-Digest"] == digest(whole)


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
        assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", tag)
        assert again.headers["Vary"] == "Accept-Encoding"
        packed = client.get(f"{EXPORT}{query}", headers={"If-None-Match": tag, "Accept-Encoding": "gzip"})
        assert (packed.status_code, packed.headers["Content-Encoding"]) == (200, "gzip")
        part = client.get(f"{EXPORT}{query}", headers={"Range": "bytes=0-9", "If-Range": tag})
        assert part.status_code == 200  # a server may pass a range over
        unmet = client.get(f"{EXPORT}{query}", headers={"If-Match": '"other"', "Accept-Encoding": "gzip"})
        assert (unmet.status_code, unmet.data) == (412, b"")
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
