"""Proofs for people to read who did not write the rules: drawn by a seed from bands of frequency, as the command line prints them.

``python -m tests.evaluation.proofs --seed N > proofs.txt``. A reader says of each whether it is good, odd (the verdict is right, and what is shown is not
what a person would expect) or wrong, without a look at the code. What is odd or wrong is mended by its kind, and then another seed is drawn.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence

from wordfreq import zipf_frequency

from adjudicator.cli.text import print_verdict
from adjudicator.judging.service import Adjudicator

BANDS = (5.0, 4.0, 3.0, 1.5, 0.0)
"""The least Zipf frequency of the legal words of each band."""
IN_USE = 2.5
"""The Zipf frequency from which keys that are not legal make a half of theirs."""
EACH = 50
"""How many are drawn of each band, and of the keys that are not legal."""


def drawn(words: Sequence[tuple[str, bool]], seed: int) -> Iterator[str]:
    """Yield the words drawn by *seed* from *words*, each with whether it is legal, in an order that tells nothing of their bands."""
    chance = random.Random(seed)
    frequency = {word: zipf_frequency(word, "en") for word, _ in words}
    bands: list[list[str]] = [[] for _ in range(len(BANDS) + 2)]
    for word, legal in words:
        if legal:
            band = next(number for number, least in enumerate(BANDS) if frequency[word] >= least)
        else:
            band = len(BANDS) + (frequency[word] < IN_USE)
        bands[band].append(word)
    counts = [EACH] * len(BANDS) + [EACH // 2] * 2
    found = [word for band, count in zip(bands, counts, strict=True) for word in chance.sample(band, count)]
    chance.shuffle(found)
    yield from found


def main() -> None:
    """Print the proofs that the arguments ask for."""
    parser = argparse.ArgumentParser(description="Draw proofs for an independent reading.")
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--ruleset", default="boggle")
    given = parser.parse_args()
    adjudicator = Adjudicator()
    bench = adjudicator.under(given.ruleset)
    words = [(key, bench.legal(key)) for key in sorted(bench.keys())]
    for number, word in enumerate(drawn(words, given.seed), 1):
        print(f"=== {number}")
        print_verdict(bench.verdict_data(word), adjudicator)
        print()


if __name__ == "__main__":
    main()
