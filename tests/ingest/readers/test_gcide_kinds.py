"""The definitions of an entry tell its part of speech where it has none, or another's."""

from __future__ import annotations

import pytest

from adjudicator.ingest.readers.gcide import entries_of
from adjudicator.ingest.readers.gcide_kinds import pos_by_definition
from adjudicator.sources.records import RawSense


@pytest.mark.parametrize(
    ("pos", "headword", "glosses", "told"),
    [
        (None, "zorbing", ("The act or process of zorbing.",), "noun"),
        (None, "zorbal", ("Of or pertaining to zorbs.", "A zorb."), "adjective"),
        (None, "zorb", ("To roll downhill.",), "verb"),
        (None, "zorb", ("A small ball.",), "noun"),
        (None, "zorb", ("a form of Zorbe.",), None),
        (None, "zorb", (), None),
        ("adjective", "zorber", ("One who zorbs.",), "noun"),
        ("adjective", "zorber", ("One who zorbs.", "Round."), "adjective"),
        ("noun", "zorby", ("Like a zorb; round.",), "adjective"),
        ("noun", "zorbness", ("having no end.",), "noun"),
        ("verb", "zorbly", ("In a zorbing manner.",), "adverb"),
        ("verb", "zorb", ("To roll.",), "verb"),
    ],
)
def test_definitions_tell_the_part_of_speech(
    pos: str | None, headword: str, glosses: tuple[str, ...], told: str | None
) -> None:
    """The first definition where there is no part of speech; all of them where it is another one's."""
    assert pos_by_definition(pos, headword, [RawSense(gloss) for gloss in glosses]) == told


def test_a_participle_that_is_an_adjective_is_defined_as_one() -> None:
    """“p. p. & a.” is an adjective, “p. p. & a. from Zorb” a form."""
    (adjective,) = entries_of("Zorbed \\Zorbed\\, p. p. & a.\n   Rolled; round. [1913 Webster]\n")
    (form,) = entries_of("Zorben \\Zorben\\, p. p. & a. from {Zorb}.\n")
    assert (adjective.pos, form.pos) == ("adjective", "verb")
