"""Verdicts, words and rulesets as text for people: colour on a terminal, plain when piped."""

from __future__ import annotations

import json
import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from adjudicator.core.shapes import plain
from adjudicator.judging.proof import arranged
from adjudicator.rules.conditions import OFF_BOARD
from adjudicator.rules.wording import american_holder, source_name

if TYPE_CHECKING:
    from adjudicator.judging.service import Adjudicator
    from adjudicator.judging.shapes import (
        AnyVerdict,
        FindingModel,
        FullVerdict,
        LiveModel,
        RulesetModel,
        SenseModel,
        WordAccount,
        WordSense,
    )
    from adjudicator.lexicon.shapes import SourceModel
    from adjudicator.rules.ruleset import Ruleset

_COLOURS = {"green": "32", "red": "31", "yellow": "33", "dim": "2", "bold": "1"}
_MARKS = {"admits": "+", "excludes": "-", "notes": "·"}
SHOWN_FINDINGS = 6
"""Lines of a proof before the rest folds away; all where but one more would."""
_PAINT = re.compile(r"\x1b\[[0-9;]*m")


def paint(text: str, *colours: str) -> str:
    """Return *text* in the named colours where standard output is a terminal that shows them."""
    shows = sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
    return f"\x1b[{';'.join(_COLOURS[colour] for colour in colours)}m{text}\x1b[0m" if shows else text


def _wrap(text: str, indent: str) -> str:
    width = min(os.get_terminal_size().columns, 110) if sys.stdout.isatty() else 110
    if text and len(indent) + len(text) <= width and text.isprintable() and text == text.strip():
        return indent + text
    import textwrap  # most lines are short, and it takes time to import

    return textwrap.fill(text, width, initial_indent=indent, subsequent_indent=indent)


def takes_unicode() -> bool:
    """Return whether standard output has every character; where not, text has a question mark in its place and JSON an escape."""
    return (sys.stdout.encoding or "utf-8").lower().startswith("utf")


def print_json(data: Any) -> None:
    """Print *data* as JSON in one line."""
    sys.stdout.write(json.dumps(data, ensure_ascii=not takes_unicode()) + "\n")


def put(as_json: bool, data: object, shown: Callable[[], object]) -> None:
    """Print *data* as JSON if that is asked for, or what *shown* prints of them for people."""
    if as_json:
        print_json(plain(data))
    else:
        shown()


def print_table(rows: Iterable[Sequence[str]], indent: str = "") -> None:
    """Print *rows*, which have as many cells each, in columns as wide as they need to be."""
    found = list(rows)
    widths = [max(map(_width, column)) for column in zip(*found, strict=True)]
    for row in found:
        cells = (cell + " " * (width - _width(cell)) for cell, width in zip(row, widths, strict=True))
        sys.stdout.write((indent + "  ".join(cells)).rstrip() + "\n")


def _width(cell: str) -> int:
    """Return how wide *cell* is on a terminal: its colours take no room."""
    return len(_PAINT.sub("", cell)) if "\x1b" in cell else len(cell)


def print_verdict(data: AnyVerdict, adjudicator: Adjudicator) -> None:
    """Print a verdict: the answer, why, the proof, near misses, and what other rulesets say."""
    legal = data["legal"]
    head = paint("LEGAL", "green", "bold") if legal else paint("NOT LEGAL", "red", "bold")
    if "summary" not in data:
        print(f"{data['word']}: {head}")
        return
    reason = data["summary"].split(": ", 1)[1].rstrip(".")
    print(f"{paint(data['word'], 'bold')}: {head}: {reason}")
    print(paint(f"  {data['ruleset']}: {data['code']}, {data['certainty']}", "dim"))
    if "findings" not in data:
        return
    decisive = next(found for found in data["findings"] if found["decisive"])
    if decisive["cite"]:
        print(paint(_wrap(f"rulebook {decisive['cite']}", "  "), "dim"))
    if data["dispute"]:
        print(paint(_wrap(f"A vote would be about {data['dispute']}.", "  "), "yellow"))
    findings = [found for found in arranged(data["findings"], SHOWN_FINDINGS + 1) if not found["decisive"]]
    others = Counter(f"{_MARKS[found['effect']]} {_further(found, data['code'])}" for found in findings)
    said = others.pop(f"{_MARKS[decisive['effect']]} {decisive['reason']}", 0)
    shown = len(others) if len(others) == SHOWN_FINDINGS + 1 else SHOWN_FINDINGS
    for line, times in islice(others.items(), shown):
        print(paint(_wrap(line + (f", in {times} meanings" if times > 1 else ""), "    "), "dim"))
    more = len(data["findings"]) - 1 - said - sum(islice(others.values(), shown))
    if more:
        print(paint(f"    … and {more} more reading{'s' * (more > 1)} (--json shows all)", "dim"))
    if "live" in data:
        for live in data["live"]:
            counts = "" if live["counts"] else " (these rules do not count it)"
            print(paint(_wrap(live_line(live) + counts, "  "), "dim"))
    if data["suggestions"]:
        print(f"  Did you mean: {', '.join(data['suggestions'])}?")
    if data["code"] != OFF_BOARD:
        _print_across(data, adjudicator)


def _further(found: FindingModel, code: str) -> str:
    """Return the reason of a further finding; who has the word alone where *code*, which decides, has said the rest."""
    said = found["code"] == code == "american-spelling" and found["sense"] is not None
    return american_holder(found["reason"]) if said else found["reason"]


def _print_across(data: FullVerdict, adjudicator: Adjudicator) -> None:
    differing = [
        f"{name} ({verdict.decisive.code})"
        for name, verdict in adjudicator.across(data["word"])
        if verdict.legal != data["legal"]
    ]
    if differing:
        print(paint(f"  {'Not legal' if data['legal'] else 'Legal'} under: {', '.join(differing)}", "dim"))


def print_word(data: WordAccount) -> None:
    """Print what the lexicon knows of a word."""
    print(f"{paint(data['word'], 'bold')} (key {data['key']})")
    if not data["senses"]:
        print("  nothing is known of it")
    if data["region"]["spelling"]:
        counterparts = ", ".join(data["region"]["counterparts"])
        print(
            f"  spelling: {data['region']['spelling']}"
            + (f"; British: {counterparts}" if counterparts else "")
        )
    if data["phrases"]:
        print(_wrap(f"in phrases: {', '.join(data['phrases'])}", "  "))
    for sense in data["senses"]:
        print(_wrap(_sense_line(sense), "  "))
        for line in _usage_lines(sense):
            print(paint(_wrap(line, "      "), "dim"))


def _usage_lines(sense: WordSense) -> Iterator[str]:
    yield from (f"“{example}”" for example in sense["examples"])
    if sense["synonyms"]:
        yield f"also: {', '.join(sense['synonyms'])}"
    if sense["antonyms"]:
        yield f"opposite: {', '.join(sense['antonyms'])}"


def _sense_line(sense: SenseModel) -> str:
    parts = [f"{sense['source']}: {sense['display']}"]
    if sense["pos"]:
        parts.append(sense["pos"])
    if sense["inflection_of"]:
        parts.append(f"form of {sense['inflection_of']}")
    elif sense["relation"] != "lemma":
        parts.append(f"{sense['relation']} of {sense['headword']}")
    if sense["size"]:
        parts.append(f"listed at size {sense['size']}")
    if sense["proper"]:
        parts.append("name")
    if sense["abbreviation"]:
        abbreviation = sense["abbreviation"]
        expansion = f" of {abbreviation['expansion']}" if abbreviation["expansion"] else ""
        marked = ", marked" if abbreviation["marked"] else ""
        parts.append(f"{abbreviation['type']}{expansion} ({abbreviation['provenance']}{marked})")
    if sense["lexicalised"]:
        parts.append("lexicalised")
    if sense["labels"]:
        parts.append("[" + ", ".join(sense["labels"]) + "]")
    return ", ".join(parts) + (f": {sense['gloss']}" if sense["gloss"] else "")


def print_ruleset(ruleset: Ruleset, data: RulesetModel) -> None:
    """Print a ruleset in full, whose plain *data* are those with its digest."""
    print(f"{paint(ruleset.id, 'bold')}: {ruleset.title}")
    if "house" in data:
        house = data["house"]
        print(f"  house list  {house['slug']}, revision {house['revision']}, over {house['base']}")
    print(f"  rulebook    {ruleset.rulebook}")
    print(f"  dictionary  {', '.join(ruleset.dictionary.sources)}")
    members = [
        member.source + (f" up to size {member.max_size}" if member.max_size else "")
        for member in ruleset.dictionary.members
    ]
    print(f"  members     {', '.join(members)}")
    print(f"  length      {ruleset.min_length} to {ruleset.max_length or 'any'}")
    print(f"  spelling    {ruleset.region}")
    for name, value in ruleset.exclude._asdict().items():
        if value:
            shown = (
                "excluded" if value is True else ", ".join(value) if isinstance(value, tuple) else str(value)
            )
            print(f"  {name.replace('_', ' '):21} {shown}")
    print(f"  challenge   {ruleset.challenge.title}")
    if ruleset.scoring.lengths:
        table = ", ".join(f"{letters} letters {points}" for letters, points in ruleset.scoring.lengths)
        ring = f"; each use of a ring × {ruleset.scoring.ring}" if ruleset.scoring.ring > 1 else ""
        print(f"  scoring     {table}{ring}; a word that several have counts for {ruleset.scoring.shared}")
    print(f"  board       tiles used again: {ruleset.board.reuse.replace('-', ' ')}")
    for code, cite in ruleset.cites.items():
        print(_wrap(f"{code}: {cite}", "    "))
    print(f"  digest      {data['digest']}")


def print_sources(sources: list[SourceModel]) -> None:
    """Print the sources of the lexicon."""
    for source in sources:
        print(f"{paint(source['id'], 'bold')}: {source['title']}, {source['edition']}")
        print(_wrap(f"{source['attribution']} {source['licence']}", "  "))
        print(
            f"  {source['entries']:,} entries, {source['senses']:,} senses, {source['listings']:,} listings; from {source['channel']}"
        )


def line_of(data: AnyVerdict) -> str:
    """Return a verdict in one line, for a stream that people read."""
    line = f"{data['word']}\t{'legal' if data['legal'] else 'not legal'}"
    return f"{line}\t{data['code']}\t{data['summary'].split(': ', 1)[1]}" if "code" in data else line


def live_line(live: LiveModel) -> str:
    """Return in a line what a live dictionary has answered, with date and address, or that it was not asked."""
    from adjudicator.usecases.evidence import sites

    source = live["source"]
    if live["found"] is None:
        site = sites().get(str(source))
        reason = site.why_not() if site else "it is not installed"
        instead = live.get("instead")
        rests = f"; this rests on {source_name(str(instead))} instead" if instead else ""
        return f"{source} was not asked" + (f": {reason}" if reason else "") + rests
    has = "has it" if live["found"] else "does not have it"
    return f"{source} {has}, asked {str(live['fetched'])[:10]}: {live['url']}"
