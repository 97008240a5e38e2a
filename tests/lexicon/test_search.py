"""Word search: criteria as people write them, and the keys that fit them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.core.spelling import MAX_WORD, key_of
from adjudicator.errors import BadSearch
from adjudicator.lexicon.search import Criteria, Keys, find_among
from adjudicator.rules.persistent import OrderedTexts

SORTED = (
    "a aa act arc cab car carrot cart cat cats cut dog dogs quiz scat singing string strings ta tac zoo zoos"
)
WORDS = SORTED.split()
MANY = sorted("".join(letters) for size in range(1, 8) for letters in product("abc", repeat=size))
"""Every key of one to seven letters a, b and c: enough of them that a search takes several slices."""
MANY_KEYS = Keys(MANY)
MANY_ORDERED = OrderedTexts(MANY)

SOME_KEYS = st.sets(st.text(alphabet="abc", min_size=1, max_size=8), max_size=40).map(sorted)
PATTERNS = st.text(alphabet="aabbc??**", min_size=1, max_size=9)
RACKS = st.text(alphabet="abc?", min_size=1, max_size=8)
SOME_CRITERIA = (
    PATTERNS.map(lambda pattern: Criteria(pattern=pattern))
    | RACKS.map(lambda anagram: Criteria(anagram=anagram))
    | st.builds(
        Criteria,
        pattern=st.none() | PATTERNS,
        prefix=st.none() | st.text(alphabet="abc", min_size=1, max_size=3),
        anagram=st.none() | RACKS,
        length=st.none() | st.integers(min_value=1, max_value=9),
    )
)


def fits(key: str, criteria: Criteria) -> bool:
    """Return whether *key* fits, from the meaning of each criterion alone."""
    return (
        (criteria.pattern is None or fits_pattern(key, criteria.pattern))
        and (criteria.prefix is None or key.startswith(criteria.prefix))
        and (criteria.anagram is None or fits_anagram(key, criteria.anagram))
        and (criteria.length is None or len(key) == criteria.length)
    )


def fits_pattern(key: str, pattern: str) -> bool:
    """Return whether *pattern*, read from the left, can end where *key* does."""
    places = {0}
    for sign in pattern:
        if sign == "*":
            places = {later for place in places for later in range(place, len(key) + 1)}
        else:
            places = {place + 1 for place in places if place < len(key) and sign in ("?", key[place])}
    return len(key) in places


def fits_anagram(key: str, rack: str) -> bool:
    """Return whether the tiles of *rack* spell *key*, and the blanks all that the letters do not."""
    missing = Counter(key) - Counter(rack.replace("?", ""))
    return len(key) == len(rack) and missing.total() <= rack.count("?")


def paged(keys: Keys, criteria: Criteria, size: int) -> Iterator[str]:
    """Yield what *keys* finds, asked for in pages of *size*."""
    after = ""
    while page := list(islice(keys.find(criteria, after), size)):
        yield from page
        after = page[-1]


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ({"pattern": "c?t"}, "cat cut"),
        ({"pattern": "c*t"}, "carrot cart cat cut"),
        ({"pattern": "C?T"}, "cat cut"),
        ({"pattern": "cat"}, "cat"),
        ({"pattern": "cat*"}, "cat cats"),
        ({"pattern": "*ing"}, "singing string"),
        ({"pattern": "*ing*"}, "singing string strings"),
        ({"pattern": "*ing*ing"}, "singing"),
        ({"pattern": "*a*a"}, "aa"),
        ({"pattern": "*a?"}, "aa cab car cat scat tac"),
        ({"pattern": "*r?*"}, "arc carrot cart string strings"),
        ({"pattern": "*a??*t"}, "carrot"),
        ({"pattern": "?*??s"}, "cats dogs strings zoos"),
        ({"pattern": "?o*"}, "dog dogs zoo zoos"),
        ({"pattern": "*?*"}, SORTED),
        ({"prefix": "ca"}, "cab car carrot cart cat cats"),
        ({"prefix": "ca", "pattern": "cat*"}, "cat cats"),
        ({"prefix": "cat", "pattern": "c*"}, "cat cats"),
        ({"prefix": "ca", "pattern": "cut"}, ""),
        ({"anagram": "tca"}, "act cat tac"),
        ({"anagram": "TCÁ"}, "act cat tac"),
        ({"anagram": "ca?"}, "act arc cab car cat tac"),
        ({"anagram": "aa"}, "aa"),
        ({"anagram": "a?"}, "aa ta"),
        ({"anagram": "???", "pattern": "*o*"}, "dog zoo"),
        ({"anagram": "tac", "length": 4}, ""),
        ({"length": 3}, "act arc cab car cat cut dog tac zoo"),
        ({"length": 100}, ""),
        ({"pattern": "c*", "length": 4}, "cart cats"),
        ({"pattern": "c???", "length": 3}, ""),
        ({"pattern": "zz*"}, ""),
        ({}, SORTED),
    ],
)
def test_find(wanted: dict[str, Any], found: str) -> None:
    """All that is asked must fit; what is not asked does not matter. The keys come in order."""
    keys = Keys(WORDS)
    criteria = Criteria.of(**wanted)
    assert list(keys.find(criteria)) == found.split()
    assert keys.count(criteria) == len(found.split())


@pytest.mark.parametrize(
    ("after", "found"),
    [
        ("", "cat cats cut"),
        ("cat", "cats cut"),
        ("cas", "cat cats cut"),
        ("cb", "cut"),
        ("cut", ""),
        ("zzz", ""),
        ("CAT!", "cat cats cut"),
    ],
)
def test_after(after: str, found: str) -> None:
    """A page begins with the first key greater than the text it comes after, be that a key or not."""
    assert list(Keys(["act", "cat", "cats", "cut", "dog"]).find(Criteria("c*"), after)) == found.split()


@given(SOME_KEYS, SOME_CRITERIA, st.text(alphabet="abc", max_size=4), st.integers(1, 7))
def test_find_is_a_filter(held: list[str], criteria: Criteria, after: str, size: int) -> None:
    """Whatever is asked of whatever keys, the fitting ones come: all, in order, once, on however many pages."""
    keys = Keys(held)
    fitting = [key for key in held if fits(key, criteria)]
    assert list(keys.find(criteria)) == fitting
    assert list(keys.find(criteria, after)) == [key for key in fitting if key > after]
    assert list(paged(keys, criteria, size)) == fitting
    assert keys.count(criteria) == len(fitting)
    ordered = OrderedTexts(held)
    assert list(find_among(ordered, criteria)) == fitting
    assert list(find_among(ordered, criteria, after)) == [key for key in fitting if key > after]


@given(SOME_CRITERIA, st.sampled_from(MANY), st.integers(100, 2000))
def test_find_among_many(criteria: Criteria, after: str, size: int) -> None:
    """The same holds of a collection that is scanned slice by slice."""
    fitting = [key for key in MANY if fits(key, criteria)]
    assert list(MANY_KEYS.find(criteria)) == fitting
    assert list(MANY_KEYS.find(criteria, after)) == [key for key in fitting if key > after]
    assert list(paged(MANY_KEYS, criteria, size)) == fitting
    assert MANY_KEYS.count(criteria) == len(fitting)
    assert list(find_among(MANY_ORDERED, criteria)) == fitting
    assert list(find_among(MANY_ORDERED, criteria, after)) == [key for key in fitting if key > after]


@given(SOME_KEYS, st.text(alphabet="abc\n", max_size=5))
def test_collection(held: list[str], other: str) -> None:
    """A collection of keys has the keys that it was made of, and no others."""
    keys = Keys(iter(held))
    assert len(keys) == len(held)
    assert list(keys) == held
    assert all(key in keys for key in held)
    assert (other in keys) == (other in held)
    assert 1 not in keys
    assert "\n".join(held[:2]) not in keys or len(held) == 1


@pytest.mark.parametrize(
    "held", [["b", "a"], ["a", "a"], ["", "a"], [""], ["a b"], ["A"], ["é"], ["a", "b\n"]]
)
def test_no_keys(held: list[str]) -> None:
    """A collection is not made of what is out of order or no key."""
    with pytest.raises(ValueError, match="Keys"):
        Keys(held)


LONG = "ab" + "a" * 20_000
ALL = MAX_WORD
"""The longest pattern that a person can ask for."""


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("*a*a*a*a*a*a*a*a*b", []),
        (("*a" * ALL)[: ALL - 2] + "*b", []),
        (("*a" * ALL)[:ALL], [LONG]),
        (("a*" * ALL)[: ALL - 1] + "b", []),
        (("*?" * ALL)[: ALL - 2] + "*b", []),
        (("?*" * ALL)[:ALL], [LONG]),
        (("*a?" * ALL)[: ALL - 1] + "b", []),
        (("*a?a" * ALL)[: ALL - 4] + "*aab", []),
        (("*aa" * ALL)[: ALL - 4] + "*aab", []),
        ("*" + "a" * (ALL - 2) + "b", []),
        ("*" + "a" * (ALL - 3) + "b*", []),
        ("*" * (ALL - 1) + "b", ["aab"]),
        ("*" * ALL, ["aab", LONG]),
    ],
)
def test_hostile_patterns(pattern: str, found: list[str]) -> None:
    """No pattern makes a search try one segment's places again for another's sake: over a key of 20,000 letters,
    two nested tries of every place would not end while anyone waits, and nine would never.
    """
    assert len(pattern) <= MAX_WORD
    assert list(Keys(["aab", LONG]).find(Criteria.of(pattern=pattern))) == found


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ({}, Criteria()),
        ({"pattern": "C?T*"}, Criteria(pattern="c?t*")),
        ({"pattern": " *ée "}, Criteria(pattern="*ee")),
        ({"prefix": "Straß"}, Criteria(prefix="strass")),
        ({"anagram": "café?"}, Criteria(anagram="cafe?")),
        ({"anagram": "cafe\u0301"}, Criteria(anagram="cafe")),
        ({"pattern": "*" * 100}, Criteria(pattern="*" * 100)),
        ({"length": 1}, Criteria(length=1)),
        ({"length": " 100 "}, Criteria(length=100)),
    ],
)
def test_read(written: dict[str, Any], read: Criteria) -> None:
    """Case, accents and outer spaces are the writer's; letters and wildcards are what is searched for."""
    assert Criteria.of(**written) == read


@pytest.mark.parametrize(
    ("part", "given"),
    [
        ("pattern", ""),
        ("pattern", " "),
        ("pattern", "a b"),
        ("pattern", "c.t"),
        ("pattern", "[a]"),
        ("pattern", "a1"),
        ("pattern", "я*"),
        ("pattern", "a\nb"),
        ("pattern", "\u0301"),
        ("pattern", "a" * 101),
        ("pattern", "ß" * 51),
        ("prefix", ""),
        ("prefix", "a*"),
        ("prefix", "a?"),
        ("anagram", ""),
        ("anagram", "a*"),
        ("anagram", "co-op"),
        ("length", 0),
        ("length", 101),
        ("length", -1),
        ("length", ""),
        ("length", "three"),
        ("length", "3.0"),
        ("length", "٣"),
        ("length", "9" * 5000),
    ],
)
def test_refused(part: str, given: Any) -> None:
    """What cannot be searched for is refused by a sentence that names the part at fault."""
    with pytest.raises(BadSearch, match=f"^The {part} ") as refused:
        Criteria.of(**{part: given})
    assert str(refused.value).isprintable()
    assert len(str(refused.value)) < 250


@given(st.sampled_from(["pattern", "prefix", "anagram", "length"]), st.text(max_size=120))
def test_any_text(part: str, text: str) -> None:
    """Any text is read or refused, and nothing else comes of it; letters are read as they are in a word."""
    try:
        criteria = Criteria.of(**{part: text})
    except BadSearch as error:
        assert str(error).isprintable()
        return
    list(Keys(WORDS).find(criteria))
    read = getattr(criteria, part)
    if part != "length" and not set("?*") & set(text):
        assert read == key_of(text)
