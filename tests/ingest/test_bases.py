"""The compact store of entries that explain others, against plain dictionaries."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from adjudicator.ingest.bases import Bases
from adjudicator.sources.records import POS

KEYS = st.text("abz", min_size=1, max_size=3)
ENTRY = st.tuples(KEYS, st.none() | st.sampled_from(POS[:4]), st.booleans(), st.booleans())


@given(entries=st.lists(ENTRY, max_size=40), others=st.lists(KEYS, max_size=5))
def test_bases_are_found_by_key_and_part_of_speech(
    entries: list[tuple[str, str | None, bool, bool]], others: list[str]
) -> None:
    """Of each key and part of speech the first entry is found, apart for those with a capital; of any other key nothing; each knows whether
    its key has another part of speech, and which one a dictionary of today has."""
    entries.sort(key=lambda entry: entry[0])
    bases = Bases()
    plain: dict[bool, dict[str, dict[str, int]]] = {False: {}, True: {}}
    for number, (key, pos, capital, dated) in enumerate(entries, 1):
        bases.add(key, pos, capital=capital and pos is not None, person=number % 2 == 0, dated=dated)
        if pos:
            plain[capital].setdefault(key, {}).setdefault(pos, number)
    bases.close((key, number) for number, (key, *_) in enumerate(entries, 1))
    for key in {*others, "", "zzzz", *(entry[0] for entry in entries)}:
        assert bases.of(key) == plain[False].get(key, {})
        assert bases.capitals_of(key) == plain[True].get(key, {})
        assert (key in bases) == (key in plain[False])
    for number, (key, pos, capital, dated) in enumerate(entries, 1):
        others_of_key = [
            (each, other)
            for each, (of, other, name, old) in enumerate(entries, 1)
            if of == key and other and not name and not old
        ]
        today = [each for each, _ in others_of_key]
        assert bases.of_today(number) == (today[0] if pos and dated and today else number)
        for wanted in POS[:4]:
            assert bases.has(number, wanted) == any(other == wanted for _, other in others_of_key)
        before = [other for of, other, name, _ in entries[: number - 1] if of == key and other and not name]
        assert bases.is_first(number) == (not before)
        assert not pos or bases.is_person(number) == (number % 2 == 0)
        assert not pos or bases.is_in_one_pos(number) == (len(plain[capital][key]) == 1)
