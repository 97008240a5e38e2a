"""Damaged answers: the fixtures of every site, cut, doubled, swapped, nested and filled with anything, put to the site's reader.

``python -m tests.scrapers.fuzz --cases 10000`` does that so many times with HTML and as many with JSON; ``tests/scrapers/test_fuzz.py`` on a
small scale. A reader may say what it found, that the word is not there, or that it cannot tell (:class:`~scrapers.errors.LiveError`);
anything else that it raises is a fault, and so is an answer that is not plain text. Each case follows from its number, so a fault can
be had again with ``--first NUMBER --cases 1``. Start at :func:`run`.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from adjudicator.sources.records import POS, RawEntry, RawForms
from scrapers import collins_api, collins_pages, wiktionary
from scrapers.client import Page
from scrapers.collins import records_for
from scrapers.errors import LiveError
from tests.scrapers.printed import collins_entry, collins_page, wiktionary_definitions, wiktionary_page
from tests.scrapers.words import COLLINS, WIKTIONARY

FIXTURES = Path(__file__).parent / "fixtures"
Records = Sequence[RawEntry | RawForms] | None
NOISE = (
    "<", ">", "</div>", "<div>", "<li>", "</li>", "<ol>", "<p>", "<!--", "-->", "<![CDATA[", "<!DOCTYPE x [", "<?xml version='1.0'?>", "&#0;",
    "&#xD800;", "&#1114112;", "&nbsp;", "&lt;script&gt;", "<script>", "<style>", "<template>", "<svg><title>", "<table><li>", "\x00", "\ufeff",
    "\u202e", "\U0001f600", "é", "'", '"', "{", "}", "[", "]", ",", ":", "null", "1e999", "-0", "\\u0000", "\\ud800", 'class="', 'class=""',
)  # fmt: skip


class Case(NamedTuple):
    """An answer that is whole, and the reader that it is put to."""

    name: str
    answer: str
    read: Callable[[str], Records]


def _of(text: str, status: int = 200) -> Page:
    return Page("http://site/blorp", status, text.encode("utf-8", "surrogatepass"), "", "")


def _definitions(status: int) -> Callable[[str], Records]:
    return lambda text: wiktionary.read_rest(_of(text, status), "blorp")


def _wiktionary(word: str, status: int = 200) -> Callable[[str], Records]:
    return lambda text: wiktionary.read_page(_of(text, status), word)


def _collins(word: str) -> Callable[[str], Records]:
    return lambda text: collins_pages.read_page(_of(text), word)


def _best(word: str) -> Callable[[str], Records]:
    def read(text: str) -> Records:
        best = collins_api.best_match(_of(text))
        return records_for(word, [best[1]]) if best else None

    return read


def _listed(text: str) -> Records:
    assert all(isinstance(each, str) for each in collins_api.matching_ids(_of(text), "florp"))
    return None


def _text(name: str) -> str:
    return (FIXTURES / name).read_text(encoding="utf-8")


def html_cases() -> list[Case]:
    """The pages of the sites, and the HTML inside an answer of the API."""
    entry = json.loads(_text("collins_api/florp_1.json"))
    best = _best("florp")
    cases = [
        ("wiktionary/blorp.html", _wiktionary("blorp")),
        ("wiktionary/sections.html", _wiktionary("blorps")),
        ("wiktionary/french.html", _wiktionary("forx")),
        ("wiktionary/redirected.html", _wiktionary("forx")),
        ("wiktionary/redirected.html", _wiktionary("blorp")),
        ("wiktionary/missing.html", _wiktionary("forx", 404)),
        ("collins_pages/florp.html", _collins("florp")),
        ("collins_pages/florp.html", _collins("florpen")),
        ("collins_pages/american.html", _collins("forx")),
        ("collins_pages/no_results.html", _collins("forx")),
        ("collins_pages/consent.html", _collins("forx")),
    ]
    words = {line.word: [line] for line in (*WIKTIONARY, *COLLINS)}
    return [
        *(Case(name, _text(name), read) for name, read in cases),
        *(Case(word, wiktionary_page(words[word]), _wiktionary(word)) for word in ("gym", "cozen", "went")),
        *(Case(word, collins_page(words[word]), _collins(word)) for word in ("gym", "km", "mice")),
        Case("entry", entry["entryContent"], lambda html: best(json.dumps({**entry, "entryContent": html}))),
    ]


def json_cases() -> list[Case]:
    """The answers of the sites' services."""
    definitions = ("definitions", "emptied_labels", "nested_senses", "no_english")
    cases = [
        *((f"wiktionary/{name}.json", _definitions(200)) for name in definitions),
        *((f"wiktionary/{name}.json", _definitions(404)) for name in ("missing", "no_definition")),
        *((f"collins_api/{name}.json", _best("florp")) for name in ("florp_1", "florp_2", "no_result")),
        *((f"collins_api/{name}.json", _listed) for name in ("matches", "no_matches")),
    ]
    words = {line.word: [line] for line in (*WIKTIONARY, *COLLINS)}
    return [
        *(Case(name, _text(name), read) for name, read in cases),
        Case("definitions", wiktionary_definitions(words["FBI"]), _definitions(200)),
        *(Case(word, json.dumps(collins_entry(words[word])), _best(word)) for word in ("FBI", "gym", "mice")),
    ]


def damaged_text(text: str, chance: random.Random) -> str:
    """A text with a few pieces cut out, doubled, swapped, moved, or replaced by noise."""
    for _ in range(chance.randint(1, 6)):
        start = chance.randrange(len(text) + 1)
        end = min(len(text), start + chance.choice((1, 3, 10, 40, 300)))
        piece = text[start:end]
        match chance.randrange(7):
            case 0:
                text = text[:start] + text[end:]
            case 1:
                text = text[:start] + piece * chance.choice((2, 3, 30)) + text[end:]
            case 2:
                text = text[:start] + chance.choice(NOISE) * chance.choice((1, 1, 50)) + text[start:]
            case 3:
                at = chance.randrange(len(text) + 1)
                text = text[:at] + piece + text[at:]
            case 4:
                text = text[: max(1, start)]
            case 5:
                names = ("div", "span", "li", "ol", "p", "a", "b", "h2", "i", "sense", "hom", "def", "lbl")
                text = text.replace(chance.choice(names), chance.choice(names), chance.choice((1, 5, -1)))
            case _:
                noise = "".join(
                    chr(chance.choice((chance.randrange(256), chance.randrange(0xD800)))) for _ in piece
                )
                text = text[:start] + noise + text[end:]  # fmt: skip
    if chance.random() < 0.03:
        tag = chance.choice(("div", "span", "ol><li", "b", "p"))
        at = chance.randrange(len(text) + 1)
        text = text[:at] + f"<{tag}>" * chance.choice((50, 500, 5000)) + text[at:]
    return text


def damaged_value(value: Any, chance: random.Random, depth: int = 0) -> Any:
    """A JSON value in which some parts are missing, of another type, deeper, or damaged texts."""
    if chance.random() < 0.06:
        odd: list[Any] = [
            None,
            True,
            -1,
            1e308,
            10**30,
            "",
            "x" * 500,
            [],
            {},
            [[[[]]]],
            {"en": value},
            [value],
            "\x00",
        ]
        return chance.choice(odd)  # fmt: skip
    if isinstance(value, dict):
        kept = [(key, each) for key, each in value.items() if chance.random() > 0.04]
        return {
            (key if chance.random() > 0.02 else key.swapcase()): damaged_value(each, chance, depth + 1)
            for key, each in kept
        }
    if isinstance(value, list):
        items = [damaged_value(each, chance, depth + 1) for each in value if chance.random() > 0.05]
        return items * 2 if chance.random() < 0.03 else items
    if isinstance(value, str) and value and chance.random() < 0.3:
        return damaged_text(value, chance)
    return value


def damaged_json(text: str, chance: random.Random) -> str:
    """An answer whose values are damaged, or whose text is."""
    if chance.random() < 0.4:
        return damaged_text(text, chance)
    changed = json.dumps(damaged_value(orjson.loads(text), chance), ensure_ascii=chance.random() < 0.5)
    if chance.random() < 0.02:
        depth = chance.choice((10, 500, 3000, 100_000))
        return "[" * depth + changed + "]" * depth
    return changed


def faults_in(records: Records) -> list[str]:
    """What is wrong with what a reader made of an answer: markup or control characters that survived, parts of speech that are none."""
    faults = []
    for record in records or ():
        if record.pos is not None and record.pos not in POS:
            faults.append(f"part of speech {record.pos!r}")
        if isinstance(record, RawEntry):
            texts = [record.headword, record.etymology, *record.forms]
            texts += [text for sense in record.senses for text in (sense.gloss, *sense.labels, *sense.synonyms, sense.expansion or "")]  # fmt: skip
        else:
            texts = [record.lemma, *record.forms]
        for text in texts:
            text.encode("utf-8")
            if any(ord(char) < 32 or char in "\x7f\u202e\ufeff" for char in text) or text != text.strip():
                faults.append(f"text {text[:60]!r}")
    return faults


class Outcome(NamedTuple):
    """How the cases ended, which of them are faults, and the longest that one took."""

    ends: Counter[str]
    faults: list[str]
    slowest: float


def run(kind: str, cases: int, first: int = 0) -> Outcome:
    """Put so many damaged answers of a *kind* ("html" or "json") to their readers, from case *first* on."""
    whole = html_cases() if kind == "html" else json_cases()
    damage = damaged_text if kind == "html" else damaged_json
    ends: Counter[str] = Counter()
    faults: list[str] = []
    slowest = 0.0
    for number in range(first, first + cases):
        chance = random.Random(f"{kind} {number}")
        case = chance.choice(whole)
        answer = damage(case.answer, chance)
        started = time.perf_counter()
        try:
            records = case.read(answer)
        except LiveError as error:
            ends[type(error).__name__] += 1
        except Exception as error:  # this is what is looked for
            ends["fault"] += 1
            faults.append(f"{kind} {number} ({case.name}): {type(error).__name__}: {error}")
        else:
            ends["found" if records else "not found"] += 1
            faults += [f"{kind} {number} ({case.name}): {fault}" for fault in faults_in(records)]
        slowest = max(slowest, time.perf_counter() - started)
    return Outcome(ends, faults, slowest)


def main() -> int:
    """Print how the cases ended; 1 where one is a fault."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=10_000, help="of each kind")
    parser.add_argument("--first", type=int, default=0, help="number of the first case")
    parser.add_argument("--kind", choices=("html", "json"), action="append")
    arguments = parser.parse_args()
    faults = 0
    for kind in arguments.kind or ("html", "json"):
        started = time.perf_counter()
        outcome = run(kind, arguments.cases, arguments.first)
        ends = ", ".join(f"{number:,} {end}" for end, number in outcome.ends.most_common())
        took = time.perf_counter() - started
        print(
            f"{kind}: {arguments.cases:,} cases in {took:.0f} s, the slowest {outcome.slowest:.2f} s: {ends}"
        )
        for fault in outcome.faults[:20]:
            print(f"  {fault}")
        faults += len(outcome.faults)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
