"""``check -``: words from standard input, one a line, verdicts to standard output in the same order, in flat memory.

A line that is no word gets an object with ``error`` in its place, so that the answers stay in step with the words; the exit code is
then 2. Blank lines are no words and get no answer.
Near misses are left out: they belong to a person's question, not to a stream.
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from io import BufferedReader
from typing import cast

import orjson

from adjudicator.cli import text
from adjudicator.core.spelling import MAX_WORD, quote
from adjudicator.errors import BadWord
from adjudicator.games.board import Board
from adjudicator.judging.batch import NO_WORD
from adjudicator.judging.bench import LEGAL_CODES, Bench
from adjudicator.judging.service import Adjudicator
from adjudicator.judging.shapes import AnyAnswer, Legality, WordFault

CHUNK = 1 << 16
REMEMBERED = 4_000
"""Answers kept for words that come again: text repeats itself, and the memory stays flat."""
BATCH = 500
_LONGEST = 4 * MAX_WORD + 4


def lines(stream: BufferedReader) -> Iterator[list[bytes]]:
    """Yield batches of lines as they come; a line longer than any word is cut, so that it cannot fill the memory."""
    rest = b""
    while chunk := stream.read1(CHUNK):
        batch = (rest + chunk).split(b"\n")
        rest = batch.pop()
        if len(rest) > _LONGEST:
            rest = rest[:_LONGEST]
        for start in range(0, len(batch), BATCH):
            yield batch[start : start + BATCH]
    if rest:
        yield [rest]


def check_stream(adjudicator: Adjudicator, options: argparse.Namespace, board: Board | None) -> int:
    """Judge every word of standard input, played on *board* if there is one; return the exit code."""
    bench = adjudicator.under(options.ruleset)
    gc.freeze()
    gc.set_threshold(
        100_000, 20, 20
    )  # verdicts have no cycles: the collector would only look for some in vain
    judge: Callable[[list[bytes]], tuple[bytes, int]]
    if options.detail == "full" or board is not None:
        judge = partial(_one_by_one, bench, options, board, {})
    else:
        judge = partial(_reasons if options.detail == "reasons" else _legality, bench, options)
    code = 0
    out = sys.stdout.buffer
    for batch in lines(cast(BufferedReader, sys.stdin.buffer)):
        written, worst = judge(batch)
        code = max(code, worst)
        if written:
            out.write(written + b"\n")
            out.flush()
    return code


def _one_by_one(
    bench: Bench,
    options: argparse.Namespace,
    board: Board | None,
    known: dict[bytes, tuple[bytes, int]],
    batch: list[bytes],
) -> tuple[bytes, int]:
    """Return the lines that answer a batch, and its exit code; answers that are *known* are not made again."""
    code = 0
    written: list[bytes] = []
    for line in batch:
        answer = known.get(line)
        if answer is None:
            word = line.decode("utf-8", "replace").strip()
            if not word:
                continue
            answer = _answer(word, bench, options, board)
            if len(known) >= REMEMBERED:
                known.clear()
            known[line] = answer
        written.append(answer[0])
        code = max(code, answer[1])
    return b"\n".join(written), code


def _reasons(bench: Bench, options: argparse.Namespace, batch: list[bytes]) -> tuple[bytes, int]:
    """Return the same with reasons alone: a batch is judged at a time, which is several times as fast as word by word."""
    words = [word for line in batch if (word := line.decode("utf-8", "replace").strip())]
    if not words:
        return b"", 0
    found = bench.answers(words, detail="reasons", between=b"\n")
    code = 2 if found.codes[NO_WORD] else 0 if found.codes.keys() <= {*LEGAL_CODES} else 1
    if options.json and text.takes_unicode():
        return found.text, code
    answers = map(orjson.loads, found.text.split(b"\n"))
    told = (_answer_line(data, word, options) for data, word in zip(answers, words, strict=True))
    return b"\n".join(told), code


def _answer_line(data: AnyAnswer, word: str, options: argparse.Namespace) -> bytes:
    if options.json:
        return _json(data)
    return _encode(f"{quote(word)}: {data['error']}" if "error" in data else text.line_of(data))


def _answer(word: str, bench: Bench, options: argparse.Namespace, board: Board | None) -> tuple[bytes, int]:
    """Return the line that answers *word*, and its exit code."""
    try:
        data = bench.verdict_data(word, detail=options.detail, suggest=False, board=board)
    except BadWord as error:
        return _answer_line({"word": word[:MAX_WORD], "error": str(error)}, word, options), 2
    return _answer_line(data, word, options), 0 if data["legal"] else 1


def _json(data: AnyAnswer) -> bytes:
    return orjson.dumps(data) if text.takes_unicode() else json.dumps(data).encode()


def _encode(line: str) -> bytes:
    return line.encode(sys.stdout.encoding, "replace")


def _legality(bench: Bench, options: argparse.Namespace, batch: list[bytes]) -> tuple[bytes, int]:
    """Return the same with the answer alone."""
    legal = bench.compiled.legal
    code = 0
    yes, no = (
        ('{"word":"%s","legal":true}', '{"word":"%s","legal":false}')
        if options.json
        else ("%s\tlegal", "%s\tnot legal")
    )
    written: list[str] = []
    for line in batch:
        word = line.decode("utf-8", "replace").strip()
        if word.isalpha() and word.isascii() and len(word) <= MAX_WORD:
            if legal(word.lower()):
                written.append(yes % word)
            else:
                code = code or 1
                written.append(no % word)
        elif word:
            told, answer = _unusual(word, bench, options)
            code = max(code, 2 if answer is None else int(not answer))
            written.append(told)
    return _encode("\n".join(written)), code


def _unusual(word: str, bench: Bench, options: argparse.Namespace) -> tuple[str, bool | None]:
    """Return the line for a word with marks or other letters, and whether it is legal (None: no word at all)."""
    fault: str | None = None
    answer: bool | None = None
    try:
        answer = bench.verdict(word, suggest=False).legal
    except BadWord as error:
        fault = str(error)
    if options.json:
        named = word[:MAX_WORD]
        data = WordFault(word=named, error=fault) if fault else Legality(word=named, legal=bool(answer))
        return _json(data).decode(), answer
    return f"{quote(word)}\t{fault or ('legal' if answer else 'not legal')}", answer
