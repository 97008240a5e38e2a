"""From verdicts to what the page shows: every sentence is chosen here, the template only places them.

Start at :func:`view_of` for one word and :func:`words_view` for several.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from adjudicator.core.spelling import fault_of, quote
from adjudicator.errors import BadWord
from adjudicator.judging.bench import Bench
from adjudicator.judging.service import Adjudicator
from adjudicator.judging.shapes import FindingModel, FullVerdict, LiveModel
from adjudicator.lexicon.shapes import FlagModel
from adjudicator.rules.ruleset import Ruleset
from adjudicator.rules.wording import kind_of, source_name
from adjudicator.web.pages.family_view import Relatives, family_of
from adjudicator.web.pages.page import isolate
from adjudicator.web.pages.proof_view import Branch, branches_of
from adjudicator.web.pages.word_field import quote_phrase
from adjudicator.web.wording import (
    REGIONS,
    attribution,
    because,
    capitalise,
    distinct,
    overall,
    sentence,
    strong,
)

MOST_TILES = 15
"""Letters that one row of tiles shows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveLine:
    """What a dictionary on the web has said of the word, and where a person can read it; *url* is empty where it was not asked."""

    source: str
    said: str
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Conclusion:
    """One thing that was concluded of the word, by which of our rules, and from what."""

    said: str
    evidence: str
    provenance: str
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WordLine:
    """One of several words. *kind* says why, or why it is no word at all; *asked* is how it is typed, empty for what is no word."""

    word: str
    asked: str
    legal: bool
    kind: str
    disputable: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What the page shows first, of one word or of several.

    *asked* is how *words* are typed, *shared* the ruleset that a link names so that it shows the same tomorrow.
    """

    word: str
    words: tuple[str, ...]
    asked: str
    ruleset: Ruleset
    shared: str
    legal: bool
    strong: str
    why: str

    @property
    def may_be_voted_on(self) -> bool:
        """Whether players may vote on any of it."""
        return False

    @property
    def title(self) -> str:
        """The answer in a line."""
        return f"{isolate(self.word)}: {self.strong.lower()} in {isolate(self.ruleset.title)}"

    @property
    def laid(self) -> str:
        """The letters in which tiles lay the word; none of several words, or of one that is too long for a row."""
        return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class WordsView(Answer):
    """Everything that the page shows of several words; *whole* is how they are typed as the one phrase that they may be."""

    lines: tuple[WordLine, ...]
    whole: str

    @property
    def may_be_voted_on(self) -> bool:
        """Whether players may vote on any of the words."""
        return any(line.disputable for line in self.lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictView(Answer):
    """Everything that the page shows of one verdict, whose plain *data* these are; *across* is the code of each ruleset, *usage* whether the proof
    has how the word is used.
    """

    data: FullVerdict

    decisive: FindingModel
    sources: tuple[tuple[str, str], ...]
    house: str
    disputable: bool
    region: str
    family: tuple[Relatives, ...]
    proof: tuple[Branch, ...]
    phrases: tuple[str, ...]
    live: tuple[LiveLine, ...]
    across: list[tuple[Ruleset, str]]
    conclusions: tuple[Conclusion, ...]
    usage: bool

    @property
    def laid(self) -> str:
        """The letters in which tiles lay the word."""
        key = self.data["key"]
        plain = all(unicodedata.category(each)[0] in "LM" or each in "'’.-" for each in self.word)
        return key if plain and len(key) <= MOST_TILES else ""

    @property
    def may_be_voted_on(self) -> bool:
        """Whether players may vote on the word."""
        return self.disputable

    @property
    def used(self) -> bool:
        """Whether any line of the proof has how the word is used."""
        return any(leaf.examples or leaf.others for branch in self.proof for leaf in branch.leaves)


def view_of(
    adjudicator: Adjudicator,
    bench: Bench,
    word: str,
    ruleset: Ruleset,
    rulesets: list[Ruleset],
    *,
    usage: bool = False,
) -> VerdictView:
    """Return the view of the verdict on *word* under *ruleset*, whose *bench* it is, and of what all *rulesets* say; with *usage*, how the word
    is used, too. Raises :class:`BadWord`.
    """
    data = bench.verdict_data(word)
    account = adjudicator.word(word, usage=usage)
    decisive = next(found for found in data["findings"] if found["decisive"])
    return VerdictView(
        data=data,
        words=(data["word"],),
        word=data["word"],
        asked=quote_phrase(data["word"]),
        legal=data["legal"],
        strong=strong(data["legal"]),
        why=sentence(because(data, account)),
        sources=_sources(adjudicator, decisive, ruleset),
        house=_house(data, ruleset),
        decisive=decisive,
        disputable=data["certainty"] == "disputable",
        ruleset=ruleset,
        shared=bench.name,
        region=REGIONS.get(account["region"]["spelling"] or "", ""),
        family=family_of(bench, account),
        proof=branches_of(data, account),
        phrases=tuple(distinct(account["phrases"])),
        live=tuple(map(_live, data.get("live", ()))),
        across=[(each, adjudicator.under(each.id).decisive(word)) for each in rulesets],
        conclusions=tuple(dict.fromkeys(map(_conclusion, account["flags"]))),
        usage=usage,
    )


def words_view(bench: Bench, text: str, words: list[str], ruleset: Ruleset) -> WordsView:
    """Return the view of the verdicts on several *words*, which are those in *text*, under *ruleset*, whose *bench* it is."""
    lines = tuple(_word_line(bench, word) for word in words)
    refused = [line.word for line in lines if not line.legal]
    told, why = overall(len(lines), refused)
    return WordsView(
        words=tuple(line.word for line in lines if line.asked),
        word=f"{len(lines)} words",
        asked=", ".join(map(quote_phrase, words)),
        whole=_whole(bench, text),
        legal=not refused,
        strong=told,
        why=why,
        lines=lines,
        ruleset=ruleset,
        shared=bench.name,
    )


def _word_line(bench: Bench, word: str) -> WordLine:
    try:
        verdict = bench.verdict(word, suggest=False)
    except BadWord as error:
        return WordLine(word=quote(word)[1:-1], asked="", legal=False, kind=error.message, disputable=False)
    decisive = verdict.decisive
    return WordLine(
        word=verdict.word,
        asked=quote_phrase(verdict.word),
        legal=verdict.legal,
        kind=kind_of(decisive.code),
        disputable=verdict.certainty == "disputable",
    )


def _whole(bench: Bench, text: str) -> str:
    """Return how *text* is typed to be looked up as the one phrase that it is; nothing where it is none."""
    phrase = " ".join(text.split())
    if fault_of(phrase):
        return ""
    readings = bench.dictionaries.evidence(phrase).readings
    known = any(reading.display.casefold() == phrase.casefold() for reading in readings)
    return quote_phrase(phrase) if known else ""


def _conclusion(flag: FlagModel) -> Conclusion:
    value = "" if flag["value"] == "yes" else f": {flag['value']}"
    return Conclusion(
        said=capitalise(flag["flag"]) + value,
        evidence=flag["evidence"],
        provenance=flag["provenance"],
        rule=flag["rule"],
    )


def _live(said: LiveModel) -> LiveLine:
    source = source_name(said["source"])
    if said["found"] is None:
        instead = f"; this rests on {source_name(said['instead'])} instead" if said["instead"] else ""
        return LiveLine(source=source, said=f"has not been asked{instead}", url="")
    counts = "" if said["counts"] else "; these rules do not count it"
    has = "has it" if said["found"] else "does not have it"
    return LiveLine(source=source, said=f"{has}, asked on {said['fetched'][:10]}{counts}", url=said["url"])


def _sources(
    adjudicator: Adjudicator, decisive: FindingModel, ruleset: Ruleset
) -> tuple[tuple[str, str], ...]:
    """Return (id, name) of the source that settles it; of all that were looked in where none does."""
    if decisive["source"]:
        return ((decisive["source"], source_name(decisive["source"])),)
    present = {source["id"] for source in adjudicator.sources()}
    return tuple((name, source_name(name)) for name in ruleset.dictionary.sources if name in present)


def _house(data: FullVerdict, ruleset: Ruleset) -> str:
    """Return who has entered what settles it, where a house list does."""
    settled = data["code"] in ("house-allowed", "house-denied")
    return attribution(data["house"]["entry"], ruleset.title) if settled else ""
