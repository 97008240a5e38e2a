"""Spelling regions against hunspell's en_GB and en_US. Start at :func:`evaluate_region`.

The words: lower-case spellings of 3 to 15 letters a to z that SCOWL lists as words up to size 60. A word
that one dictionary has and the other lacks is not yet regional; the other may only be smaller (hotline,
lineup). So a one-sided word is a *clear case* only where the dictionary that rejects it has another
spelling of the same word:

- **a pair**: en_GB alone accepts *a*, en_US alone accepts *b*, and *b* comes from *a* by the known
  differences of spelling in :data:`DIFFERENCES` (colour and color, manoeuvre and maneuver). Then *a* is
  expected to be british and *b* american. Where the two differ in -ise and -ize alone, only *a* is a case:
  -ize is British too, by Oxford spelling, and en_GB is merely smaller where it lacks the form.
- **covered**: en_GB alone accepts *a*, and its American spelling by :data:`COVERING` is accepted by both,
  since it is British as well, with -ize (organise, organize) or in another sense (tyre, tire; licence,
  license). Then *a* is expected to be british.

Both accept: expected to be both. Among the clear one-sided cases, those that SCOWL gives as a first
variant on the other side too (cancelled, ageing) are *arguable*: they count, and accuracy without them is
given beside.
"""

from __future__ import annotations

import re
import sqlite3
import subprocess
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from wordfreq import zipf_frequency

from tests.debian import install
from tests.evaluation.report import Section, Threshold, percent, ratio

WANTED = 0.97
MAX_SIZE = 60
VARIANT_SIZE = 70
PACKAGES = ("hunspell", "hunspell-en-gb", "hunspell-en-us")
DIFFERENCES = tuple(
    (re.compile(british), american)
    for british, american in (
        (r"(?<=[a-z])our", "or"),  # colour
        (r"(?<=[bcdgpthv])re(?=$|s|[bcfghlmpw])", "er"),  # centre, centreboard
        (r"(?<=[bcdgpthv])red$", "ered"),  # centred
        (r"(?<=[bcdgpthv])ring", "ering"),  # centring
        (r"ll", "l"),  # travelling
        (r"l(?=$|s$|ment|ful)", "ll"),  # fulfil, enrolment, skilful
        (r"(?<=i)l(?=ful)", "ll"),  # wilful
        (r"ae", "e"),  # anaemia
        (r"oe", "e"),  # foetus
        (r"ogue", "og"),  # catalogue
        (r"ogu(?=i)", "og"),  # cataloguing
        (r"enc(?=e)", "ens"),  # defence
        (r"ough", "ow"),  # plough
        (r"ou(?=l)", "o"),  # mould
        (r"ou", "u"),  # moustache, rouble
        (r"ph", "f"),  # sulphur
        (r"sc(?=e)", "sk"),  # sceptic
        (r"c(?=$|s$)", "k"),  # mollusc
        (r"ey", "ay"),  # grey
        (r"ey$", "y"),  # phoney
        (r"ium", "um"),  # aluminium
        (r"mme", "m"),  # gramme
        (r"ette", "et"),  # omelette
        (r"(bb|mm|nn|pp|rr|tt|zz$)", None),  # worshipped, carburettor
        (r"py(?=j)", "pa"),  # pyjamas
        (r"e(?=ing|able|abil|ment)", ""),  # ageing, likeable, judgement
        (r"(?<=ax)e$", ""),  # axe
        (r"(?<=[iou][nrt])e$", ""),  # dentine, preterite, furore
        (r"ellery", "elry"),  # jewellery
        (r"s(?=y|i|e)", "z"),  # cosy, organise, analyse
        (r"arte", "arti"),  # artefact
        (r"ality", "alty"),  # speciality
        (r"alities", "alties"),
        (r"qu(?=e)", "c"),  # racquet
        (r"que", "ck"),  # chequer
        (r"qu(?=o)", "c"),  # liquorice
        (r"gaol", "jail"),
        (r"aero(?=plane)", "air"),
        (r"mum", "mom"),
        (r"y", "i"),  # cypher
        (r"auk|aulk", "alk"),  # baulk
    )
)
"""Known differences of spelling, British pattern → American (None: one letter of the doubled two)."""

COVERING = tuple(
    (re.compile(british), american)
    for british, american in (
        (r"is(?=e|i|a)", "iz"),  # organise, organising, organisation
        (r"^practis", "practic"),
        (r"licence", "license"),
        (r"^tyre", "tire"),
        (r"^kerb", "curb"),
        (r"storey", "story"),
        (r"^cheque", "check"),
        (r"programme(?!d|r)", "program"),
        (r"draught", "draft"),
    )
)
"""British spellings whose American counterpart is British as well, in general or in another sense."""

_DEPTH = 3


class Case(NamedTuple):
    """A clear case: the word, the region expected, and the other side's spelling (None: both accept it)."""

    word: str
    expected: str
    other: str | None


def respellings(word: str) -> set[str]:
    """Return the American spellings that *word*, taken as British, may have, up to three differences away."""
    found = {word}
    edge = {word}
    for _ in range(_DEPTH):
        edge = {other for each in edge for other in _one_difference(each)} - found
        found |= edge
    return found - {word}


def _one_difference(word: str) -> Iterable[str]:
    for pattern, american in DIFFERENCES:
        for match in pattern.finditer(word):
            put = match.group()[0] if american is None else american
            yield word[: match.start()] + put + word[match.end() :]


def covered_by(word: str) -> set[str]:
    """Return the American spellings by :data:`COVERING` alone."""
    return {pattern.sub(american, word) for pattern, american in COVERING if pattern.search(word)}


def clear_cases(words: Iterable[str], british_rejects: set[str], american_rejects: set[str]) -> list[Case]:
    """Return the clear cases among *words*, given what each dictionary rejects."""
    words = set(words)
    only_british = words & (american_rejects - british_rejects)
    only_american = words & (british_rejects - american_rejects)
    accepted_by_both = words - british_rejects - american_rejects
    cases: dict[str, Case] = {}
    for word in sorted(only_british):
        candidates = respellings(word)
        partners = sorted(candidates & only_american, key=lambda other: (abs(len(other) - len(word)), other))
        if partners:
            cases[word] = Case(word, "british", partners[0])
            for partner in partners:
                if partner not in covered_by(word):
                    cases.setdefault(partner, Case(partner, "american", word))
        else:
            covering = sorted(covered_by(word) & accepted_by_both)
            if covering:
                cases[word] = Case(word, "british", covering[0])
    return [*cases.values(), *(Case(word, "both", None) for word in sorted(accepted_by_both))]


def rejected(dictionary: str, words: list[str]) -> set[str]:
    """Return those of *words* that *dictionary* rejects. Raises :class:`OSError` where it cannot be asked."""
    done = subprocess.run(
        ["hunspell", "-i", "utf-8", "-d", dictionary, "-l"],
        input="\n".join(words) + "\n",
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode or "Can't open" in done.stderr:
        raise OSError(f"hunspell has no dictionary {dictionary}")
    return set(done.stdout.split())


def install_hunspell() -> str | None:
    """Make hunspell and both dictionaries available; return why that is not possible, or None."""
    if _answers():
        return None
    failed = install(*PACKAGES) or ("" if _answers() else "installed, and without an answer")
    return f"left out: needs the Debian packages {', '.join(PACKAGES)} ({failed})" if failed else None


def _answers() -> bool:
    try:
        return all(not rejected(dictionary, ["house"]) for dictionary in ("en_GB", "en_US"))
    except OSError:
        return False


def evaluate_region(db: sqlite3.Connection) -> Section:
    """Return the region section for the lexicon behind *db*."""
    section = Section("Spelling region against hunspell en_GB and en_US")
    section.left_out = install_hunspell()
    if section.left_out:
        return section
    words = [
        key
        for (key,) in db.execute(
            "SELECT DISTINCT key FROM listing WHERE source = 'scowl' AND category = 'words' AND size <= ? "
            "AND display = key AND length(key) BETWEEN 3 AND 15 ORDER BY key",
            (MAX_SIZE,),
        )
    ]
    british_rejects, american_rejects = rejected("en_GB", words), rejected("en_US", words)
    regions: dict[str, str | None] = dict(db.execute("SELECT key, region FROM word"))
    cases = clear_cases(words, british_rejects, american_rejects)
    one_sided = [case for case in cases if case.other]
    shared = [case for case in cases if not case.other]
    unclear = len(set(words) & (british_rejects ^ american_rejects)) - len(one_sided)
    section.add(
        f"words: {len(words):,}; both accept {len(shared):,}; "
        f"neither {len(british_rejects & american_rejects):,}; "
        f"one only {len(one_sided) + unclear:,}, of which clear {len(one_sided):,}, not clear {unclear:,}"
    )
    arguable = _arguable(db)
    for expected in ("british", "american"):
        section.add(
            _line(f"only {expected}", [case for case in one_sided if case.expected == expected], regions)
        )
    section.add(_line("one-sided, all", one_sided, regions))
    section.add(
        _line("one-sided, not arguable", [c for c in one_sided if not _is_arguable(c, arguable)], regions)
    )
    section.add(_line("both accept", shared, regions))
    section.thresholds = [
        Threshold("region, clear one-sided", _accuracy(one_sided, regions), WANTED),
        Threshold("region, both accept", _accuracy(shared, regions), WANTED),
        Threshold("region, all clear", _accuracy(cases, regions), WANTED),
    ]
    wrong = [case for case in cases if regions.get(case.word) != case.expected]
    section.add(f"disagreements, the commonest first ({len(wrong)}):")
    for case in sorted(wrong, key=lambda case: (-zipf_frequency(case.word, "en"), case.word)):
        other = f", beside {case.other}" if case.other else ""
        note = " (arguable: a first variant there)" if _is_arguable(case, arguable) else ""
        section.add(
            f"  {zipf_frequency(case.word, 'en'):.2f} {case.word}: {regions.get(case.word)}, "
            f"expected {case.expected}{other}{note} [{_why(db, case.word)}]"
        )
    return section


def _accuracy(cases: list[Case], regions: dict[str, str | None]) -> float | None:
    return ratio(sum(regions.get(case.word) == case.expected for case in cases), len(cases))


def _line(name: str, cases: list[Case], regions: dict[str, str | None]) -> str:
    found = Counter(str(regions.get(case.word)) for case in cases)
    said = ", ".join(f"{region} {count:,}" for region, count in found.most_common())
    return f"  {name:<24} {len(cases):>7,}  right {percent(_accuracy(cases, regions)):>8}  found: {said}"


def _arguable(db: sqlite3.Connection) -> dict[str, set[str]]:
    """Return key → the regions for which SCOWL gives the spelling as a first variant."""
    sides = {"variant_1": "american", "british_variant_1": "british"}
    found: dict[str, set[str]] = {}
    rows = db.execute(
        "SELECT key, spellings FROM listing WHERE source = 'scowl' AND category = 'words' "
        "AND spellings LIKE '%variant_1%'"
    )
    for key, spellings in rows:
        for part in spellings.split():
            name, _, size = part.partition(":")
            if name in sides and int(size) <= VARIANT_SIZE:
                found.setdefault(key, set()).add(sides[name])
    return found


def _is_arguable(case: Case, arguable: dict[str, set[str]]) -> bool:
    opposite = {"british": "american", "american": "british"}.get(case.expected)
    return opposite in arguable.get(case.word, ())


def _why(db: sqlite3.Connection, key: str) -> str:
    rows = db.execute(
        "SELECT DISTINCT rule, evidence FROM flag WHERE key = ? AND flag = 'region' LIMIT 2", (key,)
    )
    said = [f"{rule}: {evidence}" for rule, evidence in rows]
    rows = db.execute(
        "SELECT DISTINCT spellings FROM listing WHERE key = ? AND source = 'scowl' AND category = 'words'",
        (key,),
    )
    return "; ".join(said) or "listed " + " | ".join(spellings for (spellings,) in rows)
