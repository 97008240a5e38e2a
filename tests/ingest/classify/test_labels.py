"""Labels as printed, mapped to those that a ruleset can name."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.ingest.classify.labels import Labels, hurts

LABELS = Labels(Path(__file__).parents[3] / "config" / "labels.toml")


@pytest.mark.parametrize(
    ("printed", "canonical"),
    [
        (("Obs.",), ("obsolete",)),
        (("OBS",), ("obsolete",)),
        (("archaism",), ("archaic",)),
        (("Obs. or Prov. Eng.",), ("obsolete", "dialect")),
        (("Obs. & R.",), ("obsolete", "rare")),
        (("Colloq.", "Obs."), ("obsolete", "informal")),
        (("Colloq.", "colloquial"), ("informal",)),
        (("U.S.",), ("american",)),
        (("U. S.",), ("american",)),
        (("UK",), ("british",)),
        (("Scots English",), ("scottish",)),
        (("New Zealand",), ("australian",)),
        (("Local, U.S.",), ("dialect", "american")),
        (("American spelling",), ("american-spelling",)),
        (("british spelling",), ("british-spelling",)),
        (("ethnic slur",), ("offensive",)),
        (("slang, vulgar",), ("slang", "vulgar")),
        (("old fashioned",), ("archaic",)),
        (("old-fashioned",), ("archaic",)),
        (("pronunciation-spelling",), ("nonstandard",)),
        (("nonce word",), ("nonce",)),
        (("Naut.",), ()),
        (("order", "android"), ()),
        ((), ()),
    ],
)
def test_canonical(printed: tuple[str, ...], canonical: tuple[str, ...]) -> None:
    """Case, dots and hyphens do not count, combinations are split, unknown ones drop out; the order is the table's."""
    assert LABELS.canonical(printed) == canonical


def test_every_print_of_the_table_reaches_a_label() -> None:
    """No line of the shipped table is unreachable by reason of how labels are compared."""
    unreached = {printed for printed in LABELS._canonical if not LABELS.canonical((printed,))}
    assert unreached == set()


@pytest.mark.parametrize(
    ("gloss", "labels"),
    [
        ("obscene terms for a thing", ["vulgar"]),
        ("(slang) an offensive term for somebody", ["offensive"]),
        ("terms of abuse for somebody", ["offensive"]),
        ("an insulting nickname for somebody", ["offensive"]),
        ("a derogatory reference to somebody", ["offensive"]),
        ("A woman; -- often considered vulgar and offensive.", ["vulgar", "offensive"]),
        ("a vulgar and offensive name for somebody", ["vulgar", "offensive"]),
        ("A plant; -- so called from its offensive odour.", []),
        ("A word; -- not vulgar.", []),
        ("To do a thing. Considered obscene.", ["vulgar"]),
        ("a rogue (often used as a general term of abuse)", ["offensive"]),
        ("an offensive or indecent word or phrase", []),
        ("Carried on by resisting attack; -- opposed to offensive.", []),
        ("One led by others; -- so called in contempt.", []),
        ("A plant; -- known as Rosa vulgaris.", []),
        ("the parts that are considered offensive", []),
    ],
)
def test_what_a_definition_says_of_how_a_word_hurts(gloss: str, labels: list[str]) -> None:
    assert hurts(gloss) == labels
    assert LABELS.of((), gloss) == tuple(labels)
