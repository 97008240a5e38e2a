"""Derivations: which base explains a word that no dictionary defines, and how the proof says what it is made of."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.core.affixes import formation
from adjudicator.ingest.classify.chance import endings_in
from adjudicator.ingest.classify.compounds import JOINED, Compounds
from adjudicator.ingest.classify.derive import (
    CONVINCES,
    DEAREST,
    Doubt,
    Explained,
    candidates,
    derivation,
    stems,
)
from adjudicator.resources import config_dir

LEXICON = {
    "kind": "adjective noun", "happy": "adjective", "bag": "noun verb", "create": "verb", "boat": "noun", "row": "noun verb",
    "tidy": "adjective verb", "able": "adjective", "operate": "verb", "green": "adjective", "house": "noun", "gentle": "adjective",
    "lock": "noun verb", "box": "noun", "load": "verb", "secret": "noun adjective", "private": "adjective", "close": "verb adjective",
    "clos": "noun", "hose": "noun verb", "ho": "noun", "fire": "noun verb", "and": "conjunction", "vile": "adjective", "tor": "noun",
    "glare": "noun", "nana": "noun", "dynamo": "noun", "telescope": "noun verb", "predator": "noun", "telepathy": "noun", "path": "noun", "bog": "noun", "boggia": "noun", "cation": "noun", "debar": "verb", "vacate": "verb",
}  # fmt: skip
ENDINGS = endings_in(config_dir() / "endings.toml")
NONE = Compounds((), frozenset())
"""No compounds, so that no word is known to stand in them."""
RARE = {"clos": 2.0, "ho": 0.8, "tor": 0.8, "predator": 0.2, "cation": 0.4, "debar": 0.4}


def explain(base: str) -> dict[str, Explained]:
    return {pos: Explained(1, 0.0) for pos in LEXICON.get(base, "").split()}


def cost_of(base: str) -> float:
    return RARE.get(base, 0.0) if base in LEXICON else 2.0


@pytest.mark.parametrize(
    ("key", "base", "base_pos", "pos"),
    [
        ("kindness", "kind", "adjective", "noun"),
        ("happiness", "happy", "adjective", "noun"),
        ("baggable", "bag", "verb", "adjective"),
        ("creator", "create", "verb", "noun"),
        ("boatless", "boat", "noun", "adjective"),
        ("gently", "gentle", "adjective", "adverb"),
        ("privacy", "private", "adjective", "noun"),
        ("untidy", "tidy", "adjective", "adjective"),
        ("unhappy", "happy", "adjective", "adjective"),
        ("greenhouse", "house", "noun", "noun"),
        ("telepath", "telepathy", "noun", "noun"),
        ("boggish", "bog", "noun", "adjective"),
        ("telescopy", "telescope", "noun", "noun"),
        # the longer and commoner base, in the part of speech that the pattern asks for
        ("closable", "close", "verb", "adjective"),
        ("hoser", "hose", "verb", "noun"),
        ("refire", "fire", "verb", "verb"),
        ("vacatory", "vacate", "verb", "adjective"),
        ("retrofire", "fire", "noun", "noun"),
    ],
)
def test_a_base_explains_the_word(key: str, base: str, base_pos: str, pos: str) -> None:
    """Whatever way makes the word most plausibly: a suffix with its spelling changes undone, a prefix, other endings, a compound."""
    found = derivation(key, explain, cost_of, NONE, ENDINGS)
    assert found is not None
    assert (found.base, found.base_pos, found.pos) == (base, base_pos, pos)


@pytest.mark.parametrize(
    "key",
    [
        "",
        "bed",
        "ly",
        "zzzness",
        "unzzz",
        "boatzzz",
        "row",
        "operable",
        "andvile",
        "dynamotor",
    ],
)
def test_nothing_explains_what_has_no_base(key: str) -> None:
    """Without a base in the dictionary, or with one that is there by chance (a rare head of a compound), there is no derivation."""
    assert derivation(key, explain, cost_of, NONE, ENDINGS) is None


@pytest.mark.parametrize("key", ["lockbox", "debarcation", "kindo", "glareal", "nanoid"])
def test_what_nobody_would_believe_is_too_dear_to_show(key: str) -> None:
    """A compound of short parts or behind a verb, an ending that makes hardly any words, or one that does not fit, may be the word, and may as well be chance."""
    found = derivation(key, explain, cost_of, NONE, ENDINGS)
    assert found is None or found.cost > CONVINCES


def test_words_that_often_stand_in_compounds_make_another() -> None:
    """Their number makes a compound of short parts as likely as any: lockbox, among many of lock and of box."""
    fillers = [letter * 4 for letter in "abcdefghijkl"]
    assert len(fillers) == JOINED
    defined = [f"lock{filler}" for filler in fillers] + [f"{filler}box" for filler in fillers]
    compounds = Compounds(defined, frozenset(("lock", "box", *fillers)))
    found = derivation("lockbox", explain, cost_of, compounds, ENDINGS)
    assert found is not None and found.base == "box" and found.cost < CONVINCES


def test_an_s_between_two_words_belongs_to_the_commoner() -> None:
    """Where more compounds end in stone than in tone, what ends so is hardly of a tone."""
    known = {"penis": "noun", "tone": "noun"}

    def of_tones(base: str) -> dict[str, Explained]:
        return {pos: Explained(1, 0.0) for pos in known.get(base, "").split()}

    def cost(base: str) -> float:
        return 0.0 if base in known else 2.0

    stones = Compounds(("gemstone", "millstone"), frozenset(("gem", "mill", "stone", "tone")))
    plain = derivation("penistone", of_tones, cost, NONE, ENDINGS)
    wary = derivation("penistone", of_tones, cost, stones, ENDINGS)
    assert plain is not None and plain.cost <= CONVINCES
    assert wary is None or wary.cost > CONVINCES


def test_a_letter_between_two_words_belongs_to_neither_for_sure() -> None:
    """A seatrain carries a train at sea, and no seat in rain; where one way alone gives two words, it is the way."""
    known = {"sea": "noun", "seat": "noun", "rain": "noun"}

    def of_rain(base: str) -> dict[str, Explained]:
        return {pos: Explained(1, 0.0) for pos in known.get(base, "").split()}

    def cost(base: str) -> float:
        return 0.0 if base in known else 2.0

    sure = derivation("seatrain", of_rain, cost, NONE, ENDINGS)
    known["train"] = "noun"
    doubtful = derivation("seatrain", of_rain, cost, NONE, ENDINGS)
    assert sure is not None and sure.base == "rain" and sure.cost <= CONVINCES
    assert doubtful is None or doubtful.cost > CONVINCES


def test_a_suffix_that_is_a_word_too_is_the_word_behind_a_thing() -> None:
    """What stands before boat stands before the ship; a state is -ship behind anything else."""
    known = {"motor": "noun", "motorboat": "noun", "ship": "noun", "friend": "noun"}

    def of_ships(base: str) -> dict[str, Explained]:
        return {pos: Explained(1, 0.0) for pos in known.get(base, "").split()}

    found = [
        derivation(key, of_ships, lambda base: 0.0, NONE, ENDINGS) for key in ("motorship", "friendship")
    ]
    assert [each.base for each in found if each] == ["ship", "friend"]


def test_the_end_of_a_greek_word_is_no_word() -> None:
    """Behind a beginning in -o it is of the noun in -graphy, or of nothing."""
    known = {"graphically": "adverb", "metallography": "noun"}

    def of_greek(base: str) -> dict[str, Explained]:
        return {pos: Explained(1, 0.0) for pos in known.get(base, "").split()}

    found = derivation("metallographically", of_greek, lambda base: 0.0, NONE, ENDINGS)
    assert found is not None and found.base == "metallography"
    del known["metallography"]
    assert derivation("metallographically", of_greek, lambda base: 0.0, NONE, ENDINGS) is None


@pytest.mark.parametrize(
    ("key", "known", "base"),
    [
        # what is a word with its prefix takes the ending, and the prefix no word with the ending
        ("multiracialism", {"multiracial": "adjective", "racialism": "noun"}, "multiracial"),
        ("retroviral", {"retrovirus": "noun", "viral": "adjective"}, "retrovirus"),
        ("unpickable", {"unpick": "verb", "pickable": "adjective"}, "pickable"),
        ("superpowered", {"superpower": "noun", "powered": "adjective"}, "powered"),
        # a verb in -ate takes -ion, a base in l doubles it, a site stands behind a singular
        ("fantastication", {"fantastic": "adjective noun", "fantasticate": "verb"}, "fantasticate"),
        ("trialling", {"trial": "noun", "tri": "noun"}, "trial"),
        ("worksite", {"works": "noun", "work": "noun verb", "site": "noun"}, "site"),
        # what has a short vowel doubles its last letter, and what has a double one before an e keeps both
        ("napper", {"nappe": "noun", "nap": "verb"}, "nap"),
        ("veter", {"vet": "noun verb"}, None),
        # done again is only what can be done; welfare is no fare, a painter's feminine no tress
        ("repro", {"pro": "noun"}, None),
        ("respirometer", {"spirometer": "noun"}, None),
        ("remolder", {"molder": "noun", "mold": "verb"}, "molder"),
        ("workfare", {"work": "noun verb", "fare": "noun"}, None),
        ("paintress", {"pain": "noun", "tress": "noun"}, None),
        # the end of a Greek word is another word by chance
        ("sociogram", {"gram": "noun"}, None),
        ("oligotrophy", {"trophy": "noun"}, None),
    ],
)
def test_a_word_is_cut_where_english_joins_it(key: str, known: dict[str, str], base: str | None) -> None:
    """The nearer base wins, in the spelling that the pattern gives it; where only chance has put a base there, there is none."""

    def of_known(word: str) -> dict[str, Explained]:
        return {pos: Explained(1, 0.0) for pos in known.get(word, "").split()}

    found = derivation(key, of_known, lambda word: 0.0 if word in known else 2.0, NONE, ENDINGS)
    assert (found and found.base) == base


def test_a_plural_takes_hardly_another_ending() -> None:
    """A finisher is of no finis; a guildsman is of guilds."""
    known = {"fines": Explained(1, 0.7, Doubt.PLURAL), "guilds": Explained(2, 0.7, Doubt.PLURAL)}

    def of_plurals(word: str) -> dict[str, Explained]:
        return {"noun": known[word]} if word in known else {}

    found = [
        derivation(key, of_plurals, lambda word: 0.0, NONE, ENDINGS) for key in ("finesist", "guildsman")
    ]
    assert [each.base for each in found if each] == ["guilds"]


@given(st.text("abcdehinorstuwy", max_size=12))
def test_a_derivation_has_a_base_that_the_dictionary_has(key: str) -> None:
    """Whatever the key, each way to make it costs what may be, and its base is a headword of the part of speech that is named with it."""
    for found in candidates(key, explain, cost_of, NONE, ENDINGS):
        assert found.cost <= DEAREST
        assert found.base_pos in LEXICON[found.base].split()


def test_stems_restore_what_a_suffix_changed() -> None:
    """An e dropped, a y turned i and a consonant doubled are undone."""
    for rest, suffix, base in (
        ("creat", "or", "create"), ("bagg", "able", "bag"), ("happi", "ness", "happy"), ("gent", "ly", "gentle"),
    ):  # fmt: skip
        assert base in dict(stems(rest, suffix))


@pytest.mark.parametrize(
    ("word", "base", "parts"),
    [
        ("unhappily", "happy", "un- + happy + -ly"),
        ("retrofires", "fire", "retro- + fire + -s"),
        ("nonreusable", "use", "non- + re- + use + -able"),
        ("bookshelf", "shelf", "book + shelf"),
        ("bookshelves", "shelf", "book + shelf with -ves for -f"),
        ("closable", "close", "close + -able"),
        ("baggable", "bag", "bag + -able"),
        ("telescopy", "telescope", "telescope + -y"),
        ("automata", "automaton", "automaton with -a for -on"),
        ("stenographists", "stenography", "stenography + -ist + -s"),
        ("snippiest", "snip", "snip + -y + -est"),
        ("unquenchably", "unquenchable", "unquenchable + -ly"),
        ("winklers", "winkle", "winkle + -er + -s"),
        ("glassifies", "glass", "glass + -ify + -s"),
        ("likeabilities", "likeable", "likeable + -ity + -s"),
        ("ovoviviparities", "ovoviviparous", "ovoviviparous with -ity for -ous + -s"),
        ("egotised", "egotize", "egotize with -ise for -ize + -ed"),
        ("kyanise", "kyanize", "kyanize with -ise for -ize"),
        ("mopiness", "mope", "mope + -y + -ness"),
        ("ozonated", "ozone", "ozone + -ate + -ed"),
        ("ironhandedness", "handedness", "iron + handedness"),
        ("prizes", "prize", "prize + -s"),
        ("lethargises", "lethargy", "lethargy + -ise + -s"),
        ("simplemindedly", "simple-minded", "simple-minded + -ly"),
        ("coffeemakers", "coffee maker", "coffee maker + -s"),
        ("metayers", "métayer", "métayer + -s"),
        ("hemimorphisms", "hemimorphic", "hemimorphic with -ism for -ic + -s"),
        ("necrotised", "necrotic", "necrotic with -ise for -ic + -ed"),
        ("necrophiliacs", "necrophilia", "necrophilia with -iac for -ia + -s"),
        ("mensurative", "mensuration", "mensuration with -ive for -ion"),
        ("suppositionary", "supposition", "supposition + -ary"),
        ("trialling", "trial", "trial + -ing"),
        ("ducklings", "duck", "duck + -ling + -s"),
        ("recertification", "certify", "re- + certify + -ication"),
        ("fantastications", "fantastic", "fantastic + -ate + -ion + -s"),
        ("pili", "pilus", "pilus with -i for -us"),
        ("premaxillae", "premaxilla", "premaxilla with -ae for -a"),
        ("bobbly", "bobble", "bobble + -y"),
        ("rumbly", "rumble", "rumble + -y"),
        ("magickings", "magic", "magic + -ing + -s"),
        ("flambeed", "flambe", "flambe + -ed"),
        ("guildsman", "guild", "guild + -s + -man"),
        ("supervisees", "supervise", "supervise + -ee + -s"),
        ("worksites", "site", "work + site + -s"),
        ("workwomen", "woman", "work + woman with -en for -an"),
        ("locomobiles", "mobile", "loco- + mobile + -s"),
        ("fibreboard", "fiberboard", ""),
        ("skylab", "Skylab", ""),
    ],
)
def test_the_proof_says_of_what_a_word_is_made(word: str, base: str, parts: str) -> None:
    """Prefixes, the base and endings in their order, as they are written by themselves; nothing where the letters do not show it."""
    assert formation(word, base) == parts


@given(st.text("abceinorsty", min_size=1, max_size=10), st.text("abceinorsty", min_size=1, max_size=10))
def test_a_formation_names_its_base(word: str, base: str) -> None:
    """Whatever the two words, there is an answer, and one that says something has the base in it."""
    parts = formation(word, base)
    assert not parts or base in parts.split(" + ") or f"{base} with " in parts
