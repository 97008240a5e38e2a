"""``check -``: words from standard input, one a line, verdicts to standard output in the same order, in flat memory.

A line that is no word gets an object with ``error`` in its place, so that output stays aligned with input; the exit code is then 2.
Near misses are left out: they belong to a person's question, not to a stream.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from io import BufferedReader
from typing import Any, cast

import orjson

from adjudicator.cli import text
from adjudicator.errors import BadWord
from adjudicator.service import Adjudicator
from adjudicator.spelling import MAX_WORD, shown

CHUNK = 1 << 16
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


def check_stream(adjudicator: Adjudicator, options: argparse.Namespace) -> int:
    """Judge every word of standard input; return the exit code."""
    adjudicator.ruleset(options.ruleset)
    if options.detail == "verdict":
        return _legality_only(adjudicator, options)
    code = 0
    out = sys.stdout.buffer
    for batch in lines(cast(BufferedReader, sys.stdin.buffer)):
        written: list[bytes] = []
        for line in batch:
            word = line.decode("utf-8", "replace").strip()
            if not word:
                continue
            try:
                data = adjudicator.verdict_data(word, options.ruleset, detail=options.detail, suggest=False)
            except BadWord as error:
                code = 2
                data = {"word": word[:MAX_WORD], "error": str(error)}
            if code == 0 and not data.get("legal"):
                code = 1
            if options.json:
                written.append(orjson.dumps(data))
            elif "error" in data:
                written.append(f"{shown(word)}: {data['error']}".encode())
            else:
                written.append(text.line_of(data).encode())
        if written:
            out.write(b"\n".join(written) + b"\n")
            out.flush()
    return code


def _legality_only(adjudicator: Adjudicator, options: argparse.Namespace) -> int:
    compiled = adjudicator.compiled(options.ruleset)
    legal = compiled.legal
    code = 0
    out = sys.stdout.buffer
    yes, no = (
        ('{"word":"%s","legal":true}', '{"word":"%s","legal":false}')
        if options.json
        else ("%s\tlegal", "%s\tnot legal")
    )
    for batch in lines(cast(BufferedReader, sys.stdin.buffer)):
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
                answer = _unusual(word, adjudicator, options)
                code = 2 if answer[1] is None else (code or (0 if answer[1] else 1))
                written.append(answer[0])
        if written:
            out.write(("\n".join(written) + "\n").encode())
            out.flush()
    return code


def _unusual(word: str, adjudicator: Adjudicator, options: argparse.Namespace) -> tuple[str, bool | None]:
    """Return the line for a word with marks or other letters, and whether it is legal (None: no word at all)."""
    fault: str | None = None
    answer: bool | None = None
    try:
        answer = adjudicator.verdict(word, options.ruleset, suggest=False).legal
    except BadWord as error:
        fault = str(error)
    if options.json:
        data: dict[str, Any] = {"word": word[:MAX_WORD]}
        data |= {"error": fault} if fault else {"legal": answer}
        return orjson.dumps(data).decode(), answer
    return f"{shown(word)}\t{fault or ('legal' if answer else 'not legal')}", answer
