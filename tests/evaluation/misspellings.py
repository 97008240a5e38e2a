"""``python -m tests.evaluation.misspellings``: how often the near misses of a misspelling have the word that was meant, and how fast.

``misspellings.tsv`` beside this has the pairs: ``word``, as it is written wrongly, what is ``meant``, and the ``kind`` of slip (vowel, double,
sound, typed, regular). They were written down from knowledge of English, before the search was. A digest of the word puts each pair into
one of two halves: the weights of the search were chosen by *tuning* alone, *final* shows what they are worth. A word that is legal itself is
left out, and so is one whose meant word is not.
"""

from __future__ import annotations

import argparse
import csv
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Literal, NamedTuple
from zlib import crc32

from adjudicator.judging import warming
from adjudicator.judging.bench import RulesetBench
from adjudicator.judging.service import Adjudicator

TABLE = Path(__file__).with_name("misspellings.tsv")
RULESET = "boggle"
Half = Literal["tuning", "final"]
HALVES: tuple[Half, ...] = ("tuning", "final")


class Pair(NamedTuple):
    """A misspelling, the word that was meant, and the kind of slip."""

    word: str
    meant: str
    kind: str

    @property
    def half(self) -> Half:
        """The half that the pair is in."""
        return HALVES[crc32(self.word.encode()) % 2]


class Found(NamedTuple):
    """What was suggested for a pair, and the processor time that the search took, in seconds."""

    pair: Pair
    suggestions: tuple[str, ...]
    seconds: float

    @property
    def is_among(self) -> bool:
        """Whether the meant word is suggested at all."""
        return self.pair.meant in self.suggestions

    @property
    def is_first(self) -> bool:
        """Whether it is suggested first."""
        return self.suggestions[:1] == (self.pair.meant,)


def pairs(path: Path = TABLE) -> list[Pair]:
    """Return the pairs in the table at *path*."""
    with path.open(encoding="utf-8", newline="") as file:
        return [Pair(**row) for row in csv.DictReader(file, delimiter="\t")]


def search(bench: RulesetBench, those: Iterable[Pair]) -> list[Found]:
    """Return what *bench* suggests for those pairs that count: of an illegal word, with a legal one that was meant."""
    found: list[Found] = []
    for pair in those:
        if not bench.legal(pair.word) and bench.legal(pair.meant):
            suggestions = bench.verdict(pair.word).suggestions
            start = time.process_time()
            bench.near_misses(pair.word)
            found.append(Found(pair, suggestions, time.process_time() - start))
    return found


def shares(found: Sequence[Found]) -> tuple[float, float]:
    """Return the share of pairs whose meant word is suggested, and of those where it is first."""
    return sum(each.is_among for each in found) / len(found), sum(each.is_first for each in found) / len(
        found
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures of both halves, kind by kind, and how long the searches took."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.evaluation.misspellings", description="Measure near misses."
    )
    parser.add_argument("--ruleset", default=RULESET)
    parser.add_argument("--half", choices=HALVES, help="only this half")
    parser.add_argument(
        "--wrong", action="store_true", help="list the pairs whose meant word is not first; only of tuning"
    )
    options = parser.parse_args(arguments)
    bench = Adjudicator().benches.of_ruleset(options.ruleset)
    warming.warm([bench])
    seconds: list[float] = []
    for half in (options.half,) if options.half else HALVES:
        found = search(bench, [pair for pair in pairs() if pair.half == half])
        seconds += [each.seconds for each in found]
        for kind in sorted({each.pair.kind for each in found}):
            _print_shares(f"{half} {kind}", [each for each in found if each.pair.kind == kind])
        _print_shares(f"{half}", found)
        if options.wrong and half == "tuning":
            for each in found:
                if not each.is_first:
                    place = "later" if each.is_among else "never"
                    print(
                        f"  {place} {each.pair.word} {each.pair.meant}: {', '.join(each.suggestions) or '-'}"
                    )
    seconds.sort()
    middle, late = seconds[len(seconds) // 2], seconds[len(seconds) * 99 // 100]
    print(
        f"processor time of a search: median {middle * 1e3:.2f} ms, 99th percentile {late * 1e3:.2f} ms, most {seconds[-1] * 1e3:.2f} ms"
    )
    return 0


def _print_shares(name: str, found: Sequence[Found]) -> None:
    among, first = shares(found)
    print(f"{name:16} {len(found):4} pairs  suggested {among:6.1%}  first {first:6.1%}")


if __name__ == "__main__":
    raise SystemExit(main())
