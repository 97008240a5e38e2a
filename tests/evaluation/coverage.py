"""How many accepted forms cite evidence; what attests the legal words. Start at
:func:`evaluate_coverage`.

An *accepted form* is a key of 2 to 15 letters that is legal under ``open``. It is *covered* when a reading
that no rule of that ruleset strikes has a part of speech and a gloss, of its own or through its lemma. A
form whose only such readings come by derivation (an affix, a compound) is covered too, and counted apart.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable

from wordfreq import zipf_frequency

from adjudicator.core.model import Facts
from adjudicator.judging.service import Adjudicator
from adjudicator.rules.judge import Judge
from tests.evaluation.report import Section, Threshold, percent, ratio, wrapped

RULESET = "open"
SHORTEST, LONGEST = 2, 15
COMMON_WANTED, ALL_WANTED = 0.995, 0.90
COMMON = 3.0
SAMPLE = 60
BANDS = (
    ("5 and up", 5.0, 99.0),
    ("4 to 5", 4.0, 5.0),
    ("3 to 4", 3.0, 4.0),
    ("2 to 3", 2.0, 3.0),
    ("1 to 2", 1.0, 2.0),
    ("below 1", -1.0, 1.0),
    ("3 and up", COMMON, 99.0),
    ("all", -1.0, 99.0),
)


def evaluate_coverage(adjudicator: Adjudicator) -> Section:
    """Return the section on evidence by frequency band."""
    accepted = [key for key in adjudicator.under(RULESET).legal_keys() if SHORTEST <= len(key) <= LONGEST]
    direct, derived = covered_keys(adjudicator)
    frequency = {key: zipf_frequency(key, "en") for key in accepted}
    section = Section("Evidence: a part of speech and a gloss, by Zipf frequency")
    section.add(
        f"{'band':<9} {'accepted':>9} {'covered':>9} {'share':>8} {'only by derivation':>19} "
        f"{'share without':>14}"
    )
    shares: dict[str, float | None] = {}
    for name, low, high in BANDS:
        band = [key for key in accepted if low <= frequency[key] < high]
        certain = sum(key in direct for key in band)
        by_derivation = sum(key in derived and key not in direct for key in band)
        shares[name] = ratio(certain + by_derivation, len(band))
        section.add(
            f"{name:<9} {len(band):>9,} {certain + by_derivation:>9,} {percent(shares[name]):>8} "
            f"{by_derivation:>10,} {percent(ratio(by_derivation, len(band))):>8} "
            f"{percent(ratio(certain, len(band))):>14}"
        )
    section.thresholds = [
        Threshold("evidence, Zipf 3 and up", shares["3 and up"], COMMON_WANTED),
        Threshold("evidence, all", shares["all"], ALL_WANTED),
    ]
    bare = sorted(
        (key for key in accepted if key not in direct and key not in derived),
        key=lambda key: (-frequency[key], key),
    )
    common = [key for key in bare if frequency[key] >= COMMON]
    rest = [key for key in bare if frequency[key] < COMMON]
    section.add(f"without evidence at Zipf 3 and up ({len(common):,}), the commonest first:")
    section.lines += wrapped([f"{key} {frequency[key]:.2f}" for key in common])
    section.add(f"{min(SAMPLE, len(rest))} of the other {len(rest):,} without evidence:")
    section.lines += wrapped(sorted(random.Random(1).sample(rest, min(SAMPLE, len(rest)))))
    return section


def covered_keys(adjudicator: Adjudicator) -> tuple[set[str], set[str]]:
    """Return the keys with evidence of their own or by inflection, and those with evidence by derivation."""
    judge = adjudicator.under(RULESET).compiled.judge
    lexicon = adjudicator.lexicon
    good = {fact: facts for fact, facts in _all_facts(adjudicator).items() if _is_evidence(facts, judge)}
    by_derivation = {fact for fact, facts in good.items() if facts.relation == "derivation"}
    direct: set[str] = set()
    derived: set[str] = set()
    with lexicon.reading() as db:
        rows = db.execute(
            "SELECT DISTINCT r.key, r.fact FROM reading r JOIN sense s ON s.id = r.sense WHERE s.gloss <> ''"
        ).fetchall()
    for key, fact in rows:
        if fact in by_derivation:
            derived.add(key)
        elif fact in good:
            direct.add(key)
    return direct, derived


def _all_facts(adjudicator: Adjudicator) -> dict[int, Facts]:
    lexicon = adjudicator.lexicon
    with lexicon.reading() as db:
        rows = db.execute("SELECT id FROM fact").fetchall()
    return {fact: lexicon.facts(fact) for (fact,) in rows}


def _is_evidence(facts: Facts, judge: Judge) -> bool:
    outcome = judge.outcome(facts)
    return facts.kind == "sense" and facts.pos is not None and outcome.code is None and outcome.consulted


EVIDENCE = ("dictionary", "curated", "inflection inferred", "derivation", "nothing else")


def evaluate_membership(adjudicator: Adjudicator) -> Section:
    """Return the section on how many keys are legal, and on what attests them."""
    section = Section("Membership: legal keys, by what attests them")
    columns = [f"{listed}{kind}" for listed in ("list + ", "") for kind in EVIDENCE][:-1]
    with adjudicator.lexicon.reading() as db:
        profiles = dict(db.execute("SELECT key, profile FROM word"))
    table = adjudicator.lexicon.profile_facts
    counts: dict[str, Counter[str]] = {}
    for name in adjudicator.ruleset_ids():
        judge = adjudicator.under(name).compiled.judge
        attested: dict[int, str] = {}
        count: Counter[str] = Counter()
        for key in adjudicator.under(name).legal_keys():
            profile = profiles.get(key, 0)
            if profile not in attested:
                attested[profile] = attestation(table[profile], judge)
            count[attested[profile]] += 1
        counts[name] = count
    section.add(f"{'':<28}" + "".join(f"{name:>14}" for name in counts))
    section.add(f"{'legal keys':<28}" + "".join(f"{count.total():>14,}" for count in counts.values()))
    for column in [*columns, "nothing else"]:
        if any(count[column] for count in counts.values()):
            shown = column.replace("list + nothing else", "list only")
            shown = shown if "list" in column or column == "nothing else" else f"{column} only"
            section.add(f"{shown:<28}" + "".join(f"{count[column]:>14,}" for count in counts.values()))
    section.add(
        "list: a word list counts it as an ordinary word. dictionary: a sense, or a form that a source gives."
    )
    section.add("inflection inferred: a regular form by our rule. The strongest evidence names the row.")
    return section


def attestation(readings: Iterable[Facts], judge: Judge) -> str:
    """Return what attests a key with these readings: whether a list, and the strongest other evidence."""
    unstruck = [(facts, judge.outcome(facts)) for facts in readings]
    unstruck = [(facts, outcome) for facts, outcome in unstruck if outcome.code is None and outcome.consulted]
    listed = any(f.kind == "listing" and f.source != "curated" and outcome.admits for f, outcome in unstruck)
    kinds = {_evidence_kind(facts) for facts, _ in unstruck}
    best = next((kind for kind in EVIDENCE if kind in kinds), "nothing else")
    return f"list + {best}" if listed else best


def _evidence_kind(facts: Facts) -> str:
    if facts.kind == "listing" and facts.source != "curated":
        return "nothing else"
    if facts.relation == "derivation":
        return "derivation"
    if "relation" in facts.inferred:
        return "inflection inferred"
    return "curated" if facts.source == "curated" else "dictionary"
