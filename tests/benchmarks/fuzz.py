"""Every operation of the OpenAPI document under an independent tester, schemathesis.

`make fuzz CASES=20000` starts a server and sends it that many requests; `tests/web/test_openapi.py` does the same on a small scale and
in process. The tester reads the document and nothing else: it makes requests that the document allows and such as it forbids, and holds
every answer against it. What it cannot know is told it here: ids of rulesets that there are, real words, what the document's own
formats take, and what is in the ledger (:mod:`tests.sample`) with a token that may do everything. Without the token, and with a wrong
one, it asks by itself. Start at :func:`prepare` and :func:`run`.

All checks of the tester are on. What they pass over, and why:

- A 404 to a request that the document allows: whether a ruleset of that name is there, no document can say. Hence the known ids.
- A 400 to such a request is a fault. The document's formats (``word`` and those of a search) say more than a pattern can, so the
  tester makes what fits them by the functions that the service itself decides with. Where it means to make what does not fit one, it
  makes any text at all, and takes it for a fault that this is accepted. It is one unless the text fits after all (:func:`is_fault`).
  Once in some ten thousand requests it takes a list with such a text for one that fits: that this is refused is no fault.
- A 409 to such a request, and a 412 or 422 where the document has them: whether a name is free, a revision the latest or a dispute open,
  the ledger decides, and no document.
- Statuses that come before any operation is chosen (405, and 404 of no operation) are not in the document of one.
"""

from __future__ import annotations

import argparse
import hashlib
import string
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import schemathesis
from flask import Flask
from hypothesis import strategies as st
from schemathesis import Case, HookContext, Response, engine
from schemathesis.config import ChecksConfig, SchemathesisConfig
from schemathesis.core.failures import AcceptedNegativeData, Failure
from schemathesis.engine import events
from schemathesis.openapi.checks import RejectedPositiveData

from adjudicator.api.openapi import ROLES
from adjudicator.api.operations import JSON, NDJSON
from adjudicator.core.spelling import MAX_WORD, fault_of
from adjudicator.errors import BadSearch
from adjudicator.ledger.store import ENVIRONMENT
from adjudicator.lexicon.search import Criteria
from adjudicator.resources import EVIDENCE_VARIABLE
from adjudicator.runtime.settings import WRITE_RATE
from scrapers import collins_api, collins_pages, wiktionary
from scrapers.policy import DELAY_VARIABLE, PRIVATE_VARIABLE
from tests.conftest import ROOT
from tests.evaluation.gold import read_gold
from tests.sample import HOUSES, SLUGS, Sample, make
from tests.scrapers.server import Server as Site
from tests.web.test_server import Server

Document = dict[str, Any]

RULESETS = ["boggle", "open", "word-whiz", "bonus-rings"]
WORDS = sorted(each.word for each in read_gold(ROOT / "tests" / "evaluation" / "words.tsv").rows)
"""Words of every kind that the rulebooks tell apart."""
SLOW = 5.0
"""Seconds that an answer may take. The first comparison of two rulesets takes one, several on a busy machine."""
ROUND = 1_000
"""Requests to an operation in a round of the fuzzing, at most: after each comes another seed."""
TESTERS = 2
"""Processes that ask at the same time, each with seeds of its own."""
SITES = tuple(each.ADDRESS_VARIABLE for each in (collins_api, collins_pages, wiktionary))
"""The settings that name the addresses of live dictionaries."""
MISSING = ROOT / "tests" / "scrapers" / "fixtures" / "wiktionary" / "missing.html"
"""The page by which the one live dictionary that asks for no key or consent says that it has no entry."""
ALL = ("examples", "coverage", "fuzzing")
"""The phases of a test: the document's examples; each limit that it sets, from both sides; random requests. A fourth, of chains of
requests, has nothing to do here: what the requests change is known beforehand.
"""
STATE = {"409", "412", "422"}
"""Statuses by which the ledger refuses what the document allows."""
TAGS = ["*", "*", "*", *(f'"{slug}.2"' for slug in SLUGS)]
"""What a change is said to be made from: mostly from whatever there is, since after the first change of a list the others are too late."""
MOVED = 308
"""The status of what has another address."""
SEVERAL = 40
"""How many there are of what a request uses up, such as an open dispute."""


def prepare(
    document: Document,
    *,
    examples: int,
    seed: int,
    sample: Sample,
    phases: Sequence[str] = ALL,
    rulesets: Sequence[str] = RULESETS,
    at: str = "",
    app: Flask | None = None,
    accept: str = "*/*",
    operation: str | None = None,
) -> schemathesis.BaseSchema:
    """Return the tester for *document*, made ready to test the server *at* an address or, in process, *app*.

    It fuzzes each operation with *examples* requests, fewer where there are no more. Of the rulesets that it names, most are *rulesets*;
    of what it names of the ledger, most is in the *sample*, which the server has to have. It tests all operations, or the given one alone.
    """
    known = {"dictionary": "rulesets", "probability": 0.85}
    real = {"dictionary": "words", "probability": 0.4}
    # A process keeps few comparisons and makes any other anew: two rulesets on either side are enough.
    sides = {"left": {"values": list(rulesets[:2])}, "right": {"values": list(rulesets[1:3])}}
    config = SchemathesisConfig.from_dict(
        {
            "seed": seed,
            "base-url": at or "http://localhost",
            "request-timeout": 60,
            "workers": 1,  # threads that both make requests trip over a defect of Python 3.11 (gh-106905)
            "continue-on-failure": True,
            # The client that asks in process unpacks no answers; over the network packed ones are tested, too.
            "headers": {"Accept": accept, **({"Accept-Encoding": "identity"} if app else {})},
            "auth": {"openapi": {role: {"bearer": sample.token} for role in ROLES}},
            "dictionaries": {
                "rulesets": {"values": [*rulesets, HOUSES[0]]},
                "bases": {"values": list(rulesets)},
                "slugs": {"values": SLUGS},
                "tags": {"values": TAGS},
                "numbers": {"values": [1, 2]},
                "words": {"values": WORDS},
                "languages": {"values": ["en", "en_GB", "en_US"]},
                **sides,
                **_ids(document, sample),
            },
            "parameters": {
                "path.ruleset": known,
                "body.ruleset": known,
                "body.base": {**known, "dictionary": "bases"},
                "path.slug": {**known, "dictionary": "slugs"},
                "path.number": {**known, "dictionary": "numbers"},
                "query.one": {**known, "dictionary": "numbers"},
                "query.revision": {**known, "dictionary": "numbers"},
                "body.revision": {**known, "dictionary": "numbers"},
                "body.other": {**known, "dictionary": "slugs"},
                "header.If-Match": {**known, "dictionary": "tags"},
                "path.language": {**known, "dictionary": "languages"},
                "path.left": {**known, "dictionary": "left"},
                "path.right": {**known, "dictionary": "right"},
                "path.word": real,
                "body.words[*]": real,
                "body.entries[*].word": real,
                "body.drop[*]": real,
            },
            "operations": [
                _told(each, path, sample, operation in (None, each["operationId"]))
                for path, each in _operations(document)
            ],
            "generation": {"max-examples": examples, "database": "none", "unique-inputs": True},
            # Over the network it has no code to take values from, and in process it would read all of it for each operation.
            "analysis": {"constants": {"enabled": False}},
            "checks": {
                # In process it tests what is answered, not how fast the machine is.
                **({} if app else {"max_response_time": SLOW}),
                # And 413: what breaks a limit of the document may be longer than the server reads. And 412: the revision is looked at first.
                "negative_data_rejection": {
                    "expected-statuses": [
                        *ChecksConfig().negative_data_rejection.expected_statuses,
                        "412",
                        "413",
                    ]
                },
                # It cannot ask once more in process: its client there knows no redirects.
                "ignored_auth": {"enabled": app is None},
                "missing_required_header": {"expected-statuses": ["401", "428"]},
            },
            "phases": {
                name: {"enabled": name in phases} for name in ("examples", "coverage", "fuzzing", "stateful")
            },
        }
    )
    _teach_formats()
    # From the document itself: of a document that it fetched, the tester leaves out the address that it came from.
    tester = schemathesis.openapi.from_dict(closed(document), config=config)
    tester.app = app
    tester.hook("filter_failure")(is_fault)
    return tester


def closed(document: Document) -> Document:
    """Return *document* with models that have no other members than those that they name: an answer that has others is a fault of either."""
    schemas = {
        name: {"additionalProperties": False, **schema} if "properties" in schema else schema
        for name, schema in document["components"]["schemas"].items()
    }
    return {**document, "components": {**document["components"], "schemas": schemas}}


def _operations(document: Document) -> list[tuple[str, Document]]:
    return [(path, each) for path, methods in document["paths"].items() for each in methods.values()]


def _ids(document: Document, sample: Sample) -> dict[str, Document]:
    """Return a dictionary for each operation and each value of its path that only the ledger can give."""
    return {
        f"{each['operationId']}-{name}": {"values": values}
        for path, each in _operations(document)
        for name, values in sample.known(path).items()
    }


def _told(operation: Document, path: str, sample: Sample, enabled: bool) -> Document:
    """Return what is told the tester of one operation, and whether it is tested."""
    id = operation["operationId"]
    parameters = {
        f"path.{name}": {"dictionary": f"{id}-{name}", "probability": 0.85} for name in sample.known(path)
    }
    if path.endswith("/precedent"):
        parameters["body.slug"] = {"dictionary": "slugs", "probability": 0.85}
    if id == "preview_merge":
        parameters["query.other"] = {"dictionary": "slugs", "probability": 0.85}
    taken = {
        *ChecksConfig().positive_data_acceptance.expected_statuses,
        *STATE & operation["responses"].keys(),
    }
    return {
        "include-operation-id": id,
        "enabled": enabled,
        "parameters": parameters,
        "checks": {"positive_data_acceptance": {"expected-statuses": sorted(taken)}},
    }


def _teach_formats() -> None:
    """Tell the tester what the formats of the document take, by the functions that decide it."""
    odd = st.text(
        st.characters(exclude_categories=["Cc", "Cs", "Co", "Cn"], exclude_characters="\u2028\u2029"),
        max_size=45,
    )
    letter = st.sampled_from([*string.ascii_letters, *"éßŁﬁ"])
    plain = st.text(string.ascii_letters + "'’-./ é", min_size=1, max_size=MAX_WORD)
    lengths = [1, 2, MAX_WORD - 1, MAX_WORD]
    ends = st.sampled_from([each * length for length in lengths for each in ("q", "É")])
    word = ends | plain | st.builds("{}{}{}".format, odd, letter, odd)
    schemathesis.openapi.format("word", word.filter(lambda text: fault_of(text) is None))
    for part, wildcards in (("pattern", "?*"), ("prefix", ""), ("anagram", "?")):
        text = st.text(
            "aeioust" + string.ascii_letters + wildcards * 8 + "é ß", min_size=1, max_size=MAX_WORD
        )
        text |= st.sampled_from(["a" * length for length in lengths])
        schemathesis.openapi.format(f"word-{part}", text.filter(partial(_can_be_read, part)))


@schemathesis.hook("before_call")
def _write_whole_numbers(context: HookContext, case: Case[Any], kwargs: Document) -> None:
    """Write 7.0 as 7, as every other program does: a whole number is one to JSON Schema with a point, too, but not to the service."""
    case.body = _whole(case.body)


def _whole(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _whole(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_whole(each) for each in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def is_fault(context: HookContext, failure: Failure, case: Case[Any], response: Response) -> bool:
    """Return whether what the tester takes for a *failure* is one: not if it meant to miss a format and hit it, or the other way round; nor that it
    was told where a list is now that was renamed, which everybody is, whatever else is wrong.
    """
    if response.status_code == MOVED and "slug" in case.path_parameters:
        return False
    if isinstance(failure, RejectedPositiveData):
        return _fits(case, response)
    mutations = getattr(case.meta.phase.data, "mutations", ()) if case.meta else ()
    meant = bool(mutations) and all(each.keywords == ("format",) for each in mutations)
    return not (meant and isinstance(failure, AcceptedNegativeData) and _fits(case, response))


def _fits(case: Case[Any], response: Response) -> bool:
    """Return whether everything in a request that has a format of the document's own fits it."""
    words: list[Any] = []
    if "word" in case.path_parameters:
        before, _, _ = case.path.partition("{word}")
        path = urlsplit(response.request.url or "").path
        words.append(unquote(path.split("/", before.count("/"))[-1]))
    document = case.operation.schema.raw_schema
    body = case.operation.definition.raw.get("requestBody", {}).get("content", {}).get(JSON, {})
    words += _words(body.get("schema", {}), case.body, document)
    searches = {name: case.query[name] for name in ("pattern", "prefix", "anagram") if name in case.query}
    return all(isinstance(word, str) and fault_of(word) is None for word in words) and all(
        _can_be_read(part, text) for part, text in searches.items()
    )


def _words(schema: Document, value: Any, document: Document) -> Iterator[Any]:
    """Yield everything in *value* that is to be a word by its *schema*."""
    if "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    if schema.get("format") == "word":
        yield value
    elif isinstance(value, list):
        for each in value:
            yield from _words(schema.get("items", {}), each, document)
    elif isinstance(value, dict):
        for name, about in schema.get("properties", {}).items():
            if name in value:
                yield from _words(about, value[name], document)


def _can_be_read(part: str, text: str) -> bool:
    try:
        Criteria.of(**{part: text})
    except BadSearch:
        return False
    return True


@dataclass(slots=True)
class Fault:
    """What is wrong with the answers of one operation, once for all requests that show it."""

    check: str
    operation: str
    phase: str
    told: str
    curl: str
    times: int = 1


@dataclass(slots=True)
class Findings:
    """What a test has found, and how much it asked for that."""

    asked: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Requests by operation and phase."""
    answered: Counter[tuple[str, int]] = field(default_factory=Counter)
    """Answers by operation and status."""
    different: set[bytes] = field(default_factory=set)
    """A hash of each request, so that those made twice can be told."""
    faults: dict[tuple[str, ...], Fault] = field(default_factory=dict)

    def blame(self, fault: Fault) -> None:
        """Add a fault, or count one that is known."""
        told = fault.told.partition("\n")[0]
        known = self.faults.setdefault((fault.check, fault.operation, told), fault)
        known.times += fault.times if known is not fault else 0

    def add(self, others: Findings) -> None:
        """Add what another test found."""
        self.asked += others.asked
        self.answered += others.answered
        self.different |= others.different
        for fault in others.faults.values():
            self.blame(fault)


def run(tester: schemathesis.BaseSchema, findings: Findings) -> None:
    """Let *tester* test, and add what it found to *findings*."""
    for event in engine.from_schema(tester).execute():
        if isinstance(event, events.ScenarioFinished):
            _read(event, findings)
        elif isinstance(event, events.NonFatalError):
            phase = event.phase.value if event.phase else ""
            findings.blame(Fault("error of the tester", event.label or "", phase, str(event.value), ""))
        elif isinstance(event, events.SchemaAnalysisWarnings):
            for warning in event.warnings:
                findings.blame(
                    Fault(
                        "warning about the document", warning.operation_label or "", "", warning.message, ""
                    )
                )
        elif isinstance(event, events.FatalError):
            raise event.exception


def _read(event: events.ScenarioFinished, findings: Findings) -> None:
    for exchange in event.recorder.interactions.values():
        asked = exchange.request
        whole = f"{asked.method} {asked.uri} {asked.headers.get('Content-Type')} {asked.body!r}"
        findings.different.add(hashlib.sha256(whole.encode("utf-8", "surrogatepass")).digest())
        findings.asked[event.label or "", event.phase.value] += 1
        findings.answered[event.label or "", exchange.response.status_code if exchange.response else 0] += 1
    for checks in event.recorder.checks.values():
        for check in checks:
            if check.failure_info is not None:
                failure = check.failure_info.failure
                told = f"{failure.title}: {failure.message}"
                findings.blame(
                    Fault(
                        check.name, event.label or "", event.phase.value, told, check.failure_info.code_sample
                    )
                )


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """What one of several testers does: so many random requests of each seed in turn, until there are enough."""

    at: str
    document: Document
    sample: Sample
    cases: int
    seed: int

    def test(self) -> Findings:
        """Test, and return the findings."""
        findings = Findings()
        operations = _with_input(self.document)
        seed = self.seed
        while (made := findings.asked.total()) < self.cases:
            seed += 1
            tester = prepare(
                self.document,
                examples=min(ROUND, 1 + 2 * (self.cases - made) // operations),  # every other is a repetition
                seed=seed,
                sample=self.sample,
                phases=["fuzzing"],
                at=self.at,
                accept=NDJSON if seed % 4 == 0 else "*/*",
            )
            run(tester, findings)
            told = f"{findings.asked.total():,} random requests, {len(findings.faults)} faults"
            print(f"tester of seed {self.seed}: {told}", flush=True)
        return findings


def long_run(cases: int, seed: int) -> Findings:
    """Test a server with *cases* requests or somewhat more, from two testers at the same time, and return the findings.

    The server asks no live dictionary: in the place of each a site of this machine has no word.
    """
    findings = Findings()
    with tempfile.TemporaryDirectory() as folder, closing(Site(missing=MISSING.read_bytes())) as site:
        sample = make(Path(folder) / "ledger.sqlite", SEVERAL)
        environment = {ENVIRONMENT: str(sample.path), WRITE_RATE: "1000000/second"}
        environment |= dict.fromkeys(SITES, site.url) | {
            DELAY_VARIABLE: "0",
            PRIVATE_VARIABLE: "1",
            EVIDENCE_VARIABLE: f"{folder}/evidence",
        }
        with Server("--workers", "2", **environment) as server:
            document: Document = server.get("/openapi.json").json()
            ordered = [phase for phase in ALL if phase != "fuzzing"]
            tester = prepare(
                document, examples=1, seed=seed, sample=sample, phases=ordered, at=server.address
            )
            run(tester, findings)
            rest = max(0, cases - findings.asked.total())
            shares = [
                Share(
                    at=server.address,
                    document=document,
                    sample=sample,
                    cases=rest // TESTERS + 1,
                    seed=seed * 1_000 + each * 100,
                )
                for each in range(TESTERS)
            ]
            with ProcessPoolExecutor(TESTERS) as pool:
                for found in pool.map(Share.test, shares):
                    findings.add(found)
            code, _, errors = server.stop()
    if code or errors:
        findings.blame(
            Fault("log of the server", "", "", f"It ended with {code} and logged: {errors[:2000]}", "")
        )
    return findings


def _with_input(document: Document) -> int:
    """Return how many operations take anything: the others are asked once a round."""
    return sum(bool(each["parameters"] or "requestBody" in each) for _, each in _operations(document))


def main() -> int:
    """Run the long test; return 1 where it found faults."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.fuzz", description="Test a server by its OpenAPI document."
    )
    parser.add_argument("--cases", type=int, default=20_000, help="how many requests to make at least")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other requests")
    chosen = parser.parse_args()
    started = time.monotonic()
    findings = long_run(chosen.cases, chosen.seed)
    print("\nrequests  operation, by phase; answers by status")
    for operation in sorted({operation for operation, _ in findings.asked}):
        phases = {phase: findings.asked[operation, phase] for phase in ALL}
        statuses = sorted((status, n) for (each, status), n in findings.answered.items() if each == operation)
        print(f"{sum(phases.values()):8,}  {operation}")
        print("          " + ", ".join(f"{phase} {n:,}" for phase, n in phases.items()))
        print("          " + ", ".join(f"{status or 'none'}: {n:,}" for status, n in statuses))
    for fault in findings.faults.values():
        print(
            f"\nFAULT  {fault.operation}: {fault.check} ({fault.phase}, {fault.times} times)\n{fault.told}\n{fault.curl}"
        )
    print(
        f"\n{findings.asked.total():,} requests, {len(findings.different):,} of them different, in {time.monotonic() - started:,.0f} s (seed {chosen.seed}): "
        f"{len(findings.faults) or 'no'} faults"
    )
    return 1 if findings.faults else 0


if __name__ == "__main__":
    sys.exit(main())
