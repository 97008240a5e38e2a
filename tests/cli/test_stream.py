"""`check -`: order kept, every line answered, flat memory."""

from __future__ import annotations

import json
import random
import select
import string
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.conftest import Run, environment, examples


def objects(run: Run, given: bytes | str, *options: str) -> tuple[int, list[dict[str, Any]]]:
    done = run("check", "-", "--json", *options, given=given)
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize("detail", ["verdict", "reasons", "full"])
@pytest.mark.parametrize(
    ("given", "words", "code"),
    [
        ("cat\nzee\ndog\n", ["cat", "zee", "dog"], 1),
        ("cat\ndog", ["cat", "dog"], 0),
        ("cat\r\ndog\r\n", ["cat", "dog"], 0),
        ("\n\ncat\n  \n\ndog\n", ["cat", "dog"], 0),
        ("", [], 0),
        ("  cat  \n", ["cat"], 0),
        ("café\nthey'll\n", ["café", "they'll"], 1),
        ("cat\n123\ndog\n", ["cat", "123", "dog"], 2),
        ("123\nzee\n", ["123", "zee"], 2),
    ],
)
def test_lines(run: Run, detail: str, given: str, words: list[str], code: int) -> None:
    """Each line that is not blank has its object, in order, whatever ends the lines; one that is no word has
    an error in its place.
    """
    found_code, found = objects(run, given, "--detail", detail)
    assert [each["word"] for each in found] == words
    assert found_code == code
    assert all(("error" in each) == (each["word"] == "123") for each in found)


@pytest.mark.parametrize("detail", ["verdict", "reasons", "full"])
def test_all_details_agree(run: Run, detail: str) -> None:
    """The stream answers as single questions do, at every detail, for people and for programs."""
    words = [
        "cat",
        "CAT",
        "zee",
        "quo",
        "I'll",
        "ill",
        "café",
        "a🙂b",
        "e-mail",
        "FBI",
        "Œuvre",
        "ab",
        "dr",
        "scuba",
        "qqqzzz",
    ]
    single = {
        json.loads(line)["word"]: json.loads(line)["legal"]
        for line in run("check", *words, "--json").stdout.splitlines()
    }
    _, found = objects(run, "\n".join(words), "--detail", detail)
    assert {each["word"]: each["legal"] for each in found} == single
    lines = run("check", "-", "--detail", detail, given="\n".join(words)).stdout.splitlines()
    assert ["not legal" not in line.split("\t")[1] for line in lines] == list(single.values())


@pytest.mark.parametrize("detail", ["verdict", "reasons", "full"])
def test_a_very_long_line(run: Run, detail: str) -> None:
    """A word of a megabyte is refused in a short line, and the next word is answered."""
    code, found = objects(run, b"a" * 1_000_000 + b"\ncat\n", "--detail", detail)
    assert (code, len(found), found[1]["legal"]) == (2, 2, True)
    assert "error" in found[0] and len(json.dumps(found[0])) < 1000


@pytest.mark.parametrize("detail", ["verdict", "reasons", "full"])
def test_binary_garbage(run: Run, detail: str) -> None:
    """Bytes that are no text come out as faults of their lines, each an object, and what is a word among them
    is answered.
    """
    garbage = random.Random(1).randbytes(50_000).replace(b"cat", b"")
    code, found = objects(run, garbage + b"\ncat\n", "--detail", detail)
    assert code == 2
    assert found[-1]["word"] == "cat" and found[-1]["legal"]
    assert all(("error" in each) != ("legal" in each) for each in found)


@pytest.mark.parametrize("given", [b"\x1b[31mcat\x1b[0m\n", b"\x00\n", "🙂\n".encode(), b"\xff\xfe\n"])
def test_nothing_raw_comes_back(run: Run, given: bytes) -> None:
    """What could drive a terminal never comes out as it went in."""
    for options in ([], ["--detail", "verdict"], ["--json"]):
        done = run("check", "-", *options, given=given)
        assert done.returncode == 2
        assert "\x1b" not in done.stdout and "\x00" not in done.stdout


@pytest.mark.parametrize("detail", ["verdict", "reasons", "full"])
def test_answers_come_as_words_do(home: Path, detail: str) -> None:
    """A word is answered when its line is there, while the writer still holds the pipe open."""
    with subprocess.Popen(
        [sys.executable, "-m", "adjudicator.cli.main", "check", "-", "--json", "--detail", detail],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment(home),
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        for word in ("cat", "dog"):
            process.stdin.write(word.encode() + b"\n")
            process.stdin.flush()
            assert select.select([process.stdout], [], [], 60)[0], "no answer"
            assert json.loads(process.stdout.readline())["word"] == word


def peak(home: Path, words: int, *options: str) -> int:
    """The largest resident size in bytes of a check of so many words."""
    rng = random.Random(words)
    process = subprocess.Popen(
        [sys.executable, "-m", "adjudicator.cli.main", "check", "-", *options],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment(home),
    )
    assert process.stdin is not None and process.stdout is not None
    watched = psutil.Process(process.pid)
    found: list[int] = []
    stdout = process.stdout

    def read() -> None:
        for number, _ in enumerate(stdout):
            if number % 2000 == 0:
                found.append(watched.memory_info().rss)

    reader = threading.Thread(target=read)
    reader.start()
    for _ in range(words // 1000):
        process.stdin.write(
            "".join(
                "".join(rng.choices(string.ascii_lowercase, k=rng.randint(2, 9))) + "\n" for _ in range(1000)
            ).encode()
        )
    process.stdin.close()
    process.wait()
    reader.join()
    return max(found)


@pytest.mark.parametrize("options", [["--detail", "verdict"], ["--detail", "reasons", "--json"]])
def test_flat_memory(home: Path, options: list[str]) -> None:
    """Ten times the words take no more memory: the two peaks differ by less than 66 bytes a word."""
    words = examples(50_000, 50_000)
    small, large = peak(home, words, *options), peak(home, 10 * words, *options)
    assert large - small < 66 * 9 * words
