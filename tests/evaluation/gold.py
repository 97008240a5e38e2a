"""Against a gold table: legality, abbreviation types, lexicalised, proper. Start at :func:`evaluate_gold`.

The table has tab-separated columns under a header: ``word`` and any of ``types`` (comma-separated:
initialism, acronym, contraction, clipping, plain), ``proper``, ``lexicalised``, ``legal`` (yes or no) and
``group``. An empty cell is not judged. ``plain`` says that an ordinary sense exists as well, or that the
typed reading is arguable.

A type is *predicted* for a word when any reading of its key has it. A predicted type that is not listed is
a false positive. *Strict*: every listed type must be predicted. *Lenient*: predicting one of several
listed types is enough, and where ``plain`` is listed beside types, predicting none is no miss.

Names share the key with words (polish, Polish): where ``plain`` is listed, a name among the readings is no
fault.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from adjudicator.core.spelling import fault_of
from tests.evaluation.report import Score, Section, Threshold, percent, ratio

TYPES = ("initialism", "acronym", "contraction", "clipping")
RULESET = "boggle"
LEGALITY_WANTED, PRECISION_WANTED, RECALL_WANTED = 0.98, 0.95, 0.90
_JUDGED = ("types", "proper", "lexicalised", "legal")
_KNOWN = {"word", "group", *_JUDGED}
_ANSWERS = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False, "": None}


class BadTable(Exception):
    """The gold table cannot be used; ``faults`` are all of them, one line each."""

    def __init__(self, *faults: str) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


class Judges(Protocol):
    """What the evaluation asks of a ruleset."""

    def verdict_data(self, word: str, *, suggest: bool = True) -> Any:
        """Return the verdict on *word*."""


class Lookup(Protocol):
    """What the evaluation asks of :class:`adjudicator.Adjudicator`."""

    def word(self, word: str) -> Any:
        """Return everything known of *word*."""

    def under(self, ruleset: str) -> Judges:
        """Return what judges by a *ruleset*."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldWord:
    """One row; None where the table does not say."""

    word: str
    types: frozenset[str] | None = None
    proper: bool | None = None
    lexicalised: bool | None = None
    legal: bool | None = None
    group: str = ""

    @property
    def plain(self) -> bool:
        """Whether the row says that an ordinary sense exists or the typed one is arguable."""
        return self.types is not None and "plain" in self.types


@dataclass(frozen=True, slots=True)
class GoldTable:
    """The rows, the columns that are judged and those that are passed over."""

    rows: tuple[GoldWord, ...]
    columns: tuple[str, ...]
    ignored: tuple[str, ...]


def read_gold(path: Path) -> GoldTable:
    """Read a gold table. Raises :class:`BadTable` with every fault of the file."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise BadTable(f"{path}: cannot be read ({error.strerror or error}).") from None
    except UnicodeDecodeError as error:
        raise BadTable(f"{path}: is not UTF-8 text (byte {error.start}).") from None
    records = list(csv.reader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE))
    header = [cell.strip().lower() for cell in records[0]] if records else []
    if "word" not in header:
        raise BadTable(
            f"{path}: the first line has no column 'word'. Columns are: {', '.join(sorted(_KNOWN))}."
        )
    repeated = sorted({name for name in header if header.count(name) > 1})
    if repeated:
        raise BadTable(f"{path}: columns named twice: {', '.join(repeated)}.")
    columns = tuple(name for name in _JUDGED if name in header)
    if not columns:
        raise BadTable(f"{path}: nothing to compare; give at least one of the columns {', '.join(_JUDGED)}.")
    faults: list[str] = []
    rows = [
        row
        for number, cells in enumerate(records[1:], 2)
        if any(cell.strip() for cell in cells)
        and (row := _row(f"{path}:{number}", header, cells, faults)) is not None
    ]
    if faults:
        raise BadTable(*faults)
    if not rows:
        raise BadTable(f"{path}: there are no rows under the header.")
    return GoldTable(tuple(rows), columns, tuple(name for name in header if name not in _KNOWN))


def _row(where: str, header: list[str], cells: list[str], faults: list[str]) -> GoldWord | None:
    if len(cells) > len(header):
        faults.append(f"{where}: has {len(cells)} cells under {len(header)} columns.")
        return None
    fields = dict(zip(header, [cell.strip() for cell in cells], strict=False))
    before = len(faults)
    word = fields.get("word", "")
    fault = fault_of(word)
    if fault:
        faults.append(f"{where}: word: {fault}")
    listed = frozenset(name.strip().lower() for name in fields.get("types", "").split(",") if name.strip())
    unknown = sorted(listed - {*TYPES, "plain"})
    if unknown:
        faults.append(f"{where}: types: unknown {', '.join(unknown)}; known are {', '.join(TYPES)}, plain.")
    answers: dict[str, bool | None] = {}
    for name in ("proper", "lexicalised", "legal"):
        value = fields.get(name, "").lower()
        if value not in _ANSWERS:
            faults.append(f"{where}: {name}: {value!r} is neither yes nor no.")
        answers[name] = _ANSWERS.get(value)
    if len(faults) > before:
        return None
    return GoldWord(word=word, types=listed or None, group=fields.get("group", ""), **answers)


@dataclass(frozen=True, slots=True)
class Account:
    """What the lexicon concludes of one gold word."""

    gold: GoldWord
    known: Mapping[str, Any]

    @property
    def types(self) -> set[str]:
        """The abbreviation types of all readings (untyped is none)."""
        found = {sense["abbreviation"]["type"] for sense in self.known["senses"] if sense["abbreviation"]}
        return found & set(TYPES)

    def any(self, flag: str) -> bool:
        """Whether any reading carries the yes-or-no *flag*."""
        return any(sense[flag] for sense in self.known["senses"])

    def because(self, flag: str, value: str | None = None) -> str:
        """Return who is responsible for *flag*: the readings that carry it, and the rules behind them."""
        senses = self.known["senses"]
        if value is not None:
            senses = [
                each for each in senses if each["abbreviation"] and each["abbreviation"]["type"] == value
            ]
        else:
            senses = [each for each in senses if each[flag]]
        readings = _distinct(f"{each['source']} {each['display']}" for each in senses)
        rules = _distinct(
            f"{row['rule']} ({row['provenance']}: {row['evidence']})"
            for row in self.known.get("flags", ())
            if row["flag"] == flag and (value is None or row["value"] == value)
        )
        return "; ".join([", ".join(readings[:4]) or "no reading", *(rules[:3] or ["no flag row"])])

    def instead(self, flag: str) -> str:
        """Return what is there where *flag* was expected: other conclusions, or the sources with the word."""
        senses = self.known["senses"]
        if not senses:
            return "no source has it"
        rows = [row for row in self.known.get("flags", ()) if row["flag"] in (flag, "abbreviation")]
        rules = _distinct(f"{row['value']} by {row['rule']} ({row['evidence']})" for row in rows)
        sources = _distinct(f"{each['source']} {each['display']}" for each in senses)
        found = "; ".join(rules[:3]) if rules else f"no {flag} flag"
        return f"{found}; in {', '.join(sources[:4])}"


def _distinct(texts: Iterator[str]) -> list[str]:
    return list(dict.fromkeys(texts))


def score_type(accounts: list[Account], kind: str, *, lenient: bool) -> Score:
    """Return the word-level score of one abbreviation type."""
    score = Score()
    for account in accounts:
        listed = account.gold.types
        if listed is None:
            continue
        predicted = account.types
        if kind in predicted and kind in listed:
            score.hits += 1
        elif kind in predicted:
            score.false_positives.append(f"{account.gold.word}: {account.because('abbreviation', kind)}")
        elif kind in listed:
            found_another = bool(predicted & listed)
            if lenient and (found_another or ("plain" in listed and not predicted)):
                score.excused.append(account.gold.word)
            else:
                score.misses.append(f"{account.gold.word}: {account.instead('abbreviation')}")
    return score


def score_flag(accounts: list[Account], flag: str, expected: Callable[[GoldWord], bool | None]) -> Score:
    """Return the word-level score of a yes-or-no flag; a name that shares its key with a word is excused."""
    score = Score()
    for account in accounts:
        wanted = expected(account.gold)
        if wanted is None:
            continue
        found = account.any(flag)
        if found and wanted:
            score.hits += 1
        elif found and flag == "proper" and account.gold.plain:
            score.excused.append(account.gold.word)
        elif found:
            score.false_positives.append(f"{account.gold.word}: {account.because(flag)}")
        elif wanted:
            score.misses.append(f"{account.gold.word}: {account.instead(flag)}")
    return score


def evaluate_gold(adjudicator: Lookup, table: GoldTable) -> list[Section]:
    """Return the sections that the table's columns allow."""
    accounts = [Account(row, adjudicator.word(row.word)) for row in table.rows]
    sections: list[Section] = []
    if "legal" in table.columns:
        sections.append(_legality(adjudicator, table))
    if "types" in table.columns:
        sections.append(_types(accounts))
    flags: list[tuple[str, Callable[[GoldWord], bool | None]]] = [
        ("lexicalised", lambda row: row.lexicalised),
        ("proper", lambda row: row.proper),
    ]
    for flag, expected in flags:
        if flag in table.columns:
            sections.append(_flag(accounts, flag, expected))
    if table.ignored:
        sections[0].lines.insert(0, f"columns passed over: {', '.join(table.ignored)}")
    return sections


def _legality(adjudicator: Lookup, table: GoldTable) -> Section:
    """Judge every row. A gold table says whether a word is of a legal kind (ad is, dr is not), whatever its length; so a word that is only
    too short for the ruleset is judged by its readings in a figure of its own.
    """
    judged = [row for row in table.rows if row.legal is not None]
    wrong: list[str] = []
    wrong_kind = 0
    bench = adjudicator.under(RULESET)
    for row in judged:
        verdict = bench.verdict_data(row.word, suggest=False)
        too_short = verdict["code"] == "too-short"
        kind = (
            any(found["effect"] == "admits" for found in verdict["findings"])
            if too_short
            else verdict["legal"]
        )
        wrong_kind += kind != row.legal
        if verdict["legal"] != row.legal:
            wanted = "legal" if row.legal else "not legal"
            note = ", of the right kind" if kind == row.legal else ""
            wrong.append(f"  {row.word} should be {wanted} [{verdict['code']}{note}]: {verdict['summary']}")
    right = len(judged) - len(wrong)
    section = Section(f"Legality under {RULESET}")
    section.add(f"right: {right}/{len(judged)}, {percent(ratio(right, len(judged)))}")
    section.thresholds.append(Threshold(f"legality ({RULESET})", ratio(right, len(judged)), LEGALITY_WANTED))
    by_kind = len(judged) - wrong_kind
    if by_kind != right:
        share = ratio(by_kind, len(judged))
        section.add(f"by kind, the least length apart: {by_kind}/{len(judged)}, {percent(share)}")
        section.thresholds.append(Threshold(f"legality ({RULESET}), length apart", share, LEGALITY_WANTED))
    section.lines += wrong
    return section


def _types(accounts: list[Account]) -> Section:
    section = Section("Abbreviation types, by word")
    section.add(
        f"{'type':<12} {'':8} {'precision':>9} {'recall':>9} {'hits':>5} {'false':>5} {'missed':>6} excused"
    )
    details: list[str] = []
    for kind in TYPES:
        strict = score_type(accounts, kind, lenient=False)
        lenient = score_type(accounts, kind, lenient=True)
        section.add(_score_line(kind, "strict", strict))
        section.add(_score_line("", "lenient", lenient))
        section.thresholds += _thresholds(kind, lenient)
        excused = set(lenient.excused)
        details += [f"  {kind}, false positive: {line}" for line in strict.false_positives]
        details += [
            f"  {kind}, missed{' (strict only)' if line.partition(':')[0] in excused else ''}: {line}"
            for line in strict.misses
        ]
    section.lines += details
    return section


def _flag(accounts: list[Account], flag: str, expected: Callable[[GoldWord], bool | None]) -> Section:
    score = score_flag(accounts, flag, expected)
    section = Section(f"{flag.capitalize()}, by word")
    section.add(
        f"{'flag':<12} {'':8} {'precision':>9} {'recall':>9} {'hits':>5} {'false':>5} {'missed':>6} excused"
    )
    section.add(_score_line(flag, "", score))
    if flag == "proper" and score.excused:
        shared = ", ".join(score.excused)
        section.add(f"not counted, since a name shares the key of an ordinary word: {shared}")
    section.lines += [f"  false positive: {line}" for line in score.false_positives]
    section.lines += [f"  missed: {line}" for line in score.misses]
    if flag == "lexicalised":
        section.thresholds += _thresholds(flag, score)
    return section


def _score_line(name: str, variant: str, score: Score) -> str:
    return (
        f"{name:<12} {variant:<8} {percent(score.precision):>9} {percent(score.recall):>9} {score.hits:>5} "
        f"{len(score.false_positives):>5} {len(score.misses):>6} {len(score.excused):>7}"
    )


def _thresholds(name: str, score: Score) -> list[Threshold]:
    return [
        Threshold(f"{name} precision", score.precision, PRECISION_WANTED),
        Threshold(f"{name} recall", score.recall, RECALL_WANTED),
    ]
