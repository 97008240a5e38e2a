"""The judge: one surviving sense saves the word; otherwise the reading nearest to admission says why not."""

from __future__ import annotations

from itertools import combinations
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.core.model import (
    FIRST,
    FIRST_IN_BRITAIN,
    FORM,
    Evidence,
    Facts,
    Objection,
    Reading,
    Verdict,
)
from adjudicator.rules.conditions import CLOSENESS, CODES, READING_RULES, WORD_RULES
from adjudicator.rules.judge import Judge
from adjudicator.rules.ruleset import Ruleset, parse
from adjudicator.rules.wording import OBJECTIONS, summary
from tests.conftest import evidence, reading
from tests.rules.test_codes import CASES, STRICT, ruleset


def judged(known: Evidence, rules: Ruleset | None = None, foreign: str = "") -> Verdict:
    return Judge(rules or ruleset()).verdict(known.key, known, "sha256:x", foreign)


def listed(size: int | None, source: str = "scowl", **facts: Any) -> Reading:
    return reading("word", source=source, kind="listing", pos=None, size=size, **facts)


def test_one_surviving_sense_saves() -> None:
    """trig: the noun is a marked clipping and the adjective is not, so the word is legal and both senses say
    why.
    """
    noun = reading("trig", abbreviation="clipping", marked=True)
    verdict = judged(evidence("trig", noun, reading("trig", pos="adjective")))
    assert verdict.legal
    assert verdict.decisive.reading is not None and verdict.decisive.reading.facts.pos == "adjective"
    assert [(found.code, found.effect) for found in verdict.findings] == [
        ("sense-admitted", "admits"),
        ("marked-abbreviation", "excludes"),
    ]


def test_no_surviving_sense() -> None:
    """Where every sense is struck, each says by which rule, and the word is not legal."""
    verdict = judged(evidence("ram", reading("RAM", abbreviation="acronym"), reading("Ram", proper=True)))
    assert not verdict.legal
    assert {found.code for found in verdict.findings} == {"acronym", "proper-noun"}
    assert all(found.effect == "excludes" for found in verdict.findings)


@pytest.mark.parametrize("facts", [{"labels": ("offensive",)}, {"pos": "verb"}])
def test_a_bare_listing_does_not_undo_a_label(facts: dict[str, Any]) -> None:
    """Where every sense is struck by its label or part of speech, a list that has the word, and cannot tell, does not save it; another
    sense does.
    """
    table = {
        "id": "strict",
        "dictionary": {"sources": ["wordnet", "scowl"]},
        "exclude": {"labels": ["offensive"], "parts-of-speech": ["verb"]},
    }
    rules = parse(table, frozenset(CODES))
    struck = reading("word", source="wordnet", **facts)
    assert not judged(evidence("word", struck, listed(50)), rules).legal
    assert judged(evidence("word", struck, listed(50), reading("word", source="wordnet")), rules).legal
    assert judged(evidence("word", listed(50)), rules).legal


def test_the_default_is_illegal() -> None:
    """A word that nothing is known of is not legal, and that is settled."""
    verdict = judged(evidence("word"))
    assert (verdict.legal, verdict.decisive.code, verdict.certainty) == (
        False,
        "not-in-dictionary",
        "settled",
    )


@pytest.mark.parametrize(
    ("nearer", "farther"),
    [
        pair
        for pair in combinations([code for code in CLOSENESS if code != "british-spelling"], 2)
        if "only-in-phrases" not in pair
    ],
)
def test_the_closest_reading_decides(nearer: str, farther: str) -> None:
    """Of two readings that different rules strike, the one closer to admission decides, in the order that is
    stated, whichever is first.
    """
    one, other = CASES[nearer][0].readings[0], CASES[farther][0].readings[0]
    for pair in ((one, other), (other, one)):
        assert judged(evidence("word", *pair)).decisive.code == nearer


@pytest.mark.parametrize("label", [FORM, "obsolete"])
def test_a_sense_in_use_is_shown_before_another(label: str) -> None:
    """went: that it is an old past of wend counts, and what it is as the past of go is shown."""
    old = reading("word", labels=(label,))
    live = reading("word", relation="inflection")
    verdict = judged(evidence("word", old, live))
    assert verdict.decisive.reading == live
    assert [found.effect for found in verdict.findings] == ["admits", "admits"]


def test_what_counts_is_shown_before_what_does_not() -> None:
    """The decisive sense, other senses in use, those out of use, the list, and what is struck; of a word that is not legal nothing is moved but the first."""
    struck, old = reading("Word", proper=True), reading("word", labels=("obsolete",))
    list_, live, first = listed(50), reading("word", pos="verb"), reading("word", labels=(FIRST,))
    shown = [found.reading for found in judged(evidence("word", struck, list_, old, live, first)).findings]
    assert shown == [first, live, old, list_, struck]
    affix = reading("word", affix=True)
    assert [found.reading for found in judged(evidence("word", affix, struck)).findings] == [struck, affix]


def test_an_old_dictionary_is_shown_behind_one_of_today() -> None:
    """Also where that has a sense out of use; but a sense of it that people think of first stays first."""
    dated, first = reading("word", source="gcide"), reading("word", source="gcide", labels=(FIRST,))
    live, old = reading("word"), reading("word", labels=("obsolete",))
    shown = [found.reading for found in judged(evidence("word", live, dated, old, first)).findings]
    assert shown == [first, live, old, dated]


@pytest.mark.parametrize(
    ("region", "labels", "shown"),
    [
        ("british", ("american",), "other"),
        ("british", ("british", "american"), "labelled"),
        ("american", ("american",), "labelled"),
        ("american", ("british",), "other"),
        ("american", (FIRST_IN_BRITAIN,), "labelled"),
    ],
)
def test_a_sense_of_another_region_is_shown_later(region: str, labels: tuple[str, ...], shown: str) -> None:
    """Of two senses that count, one that belongs to the other side of the ocean alone comes second."""
    labelled = reading("word", labels=labels)._replace(gloss="labelled")
    other = reading("word")._replace(gloss="other")
    verdict = judged(evidence("word", labelled, other), ruleset(spelling={"region": region}))
    assert verdict.decisive.reading is not None
    assert verdict.decisive.reading.gloss == shown


@pytest.mark.parametrize(("region", "shown"), [("british", "garment"), ("american", "who jumps")])
def test_the_sense_that_people_think_of_is_shown_first(region: str, shown: str) -> None:
    """jumper: what it is in Britain comes first there, and stays where it was elsewhere; a form of it as well."""
    for relation in ("lemma", "inflection"):
        other = reading("word")._replace(gloss="who jumps")
        meant = reading("word", labels=(FIRST_IN_BRITAIN,), relation=relation)._replace(gloss="garment")
        verdict = judged(evidence("word", other, meant), ruleset(spelling={"region": region}))
        assert verdict.decisive.reading is not None
        assert verdict.decisive.reading.gloss == shown


def test_fewer_strikes_are_closer() -> None:
    """Of two readings that the same rule strikes first, the one that fewer rules strike decides."""
    twice = reading("Twice", abbreviation="initialism", proper=True)
    once = reading("once", abbreviation="initialism")
    decisive = judged(evidence("word", twice, once)).decisive
    assert decisive.reading == once


def test_the_first_rule_names_a_reading() -> None:
    """A reading that several rules strike has the code of the first of them, in the order of the rules."""
    facts = {
        "proper": True,
        "marked": True,
        "affix": True,
        "punctuated": True,
        "labels": ("slang",),
        "region": "american",
        "pos": "interjection",
    }
    assert (
        judged(evidence("word", reading("X", abbreviation="contraction", **facts))).decisive.code
        == "contraction"
    )
    assert judged(evidence("word", reading("X", **facts))).decisive.code == "marked-abbreviation"
    order = [code for code in READING_RULES if code != "only-in-phrases"]
    assert order[:5] == ["contraction", "initialism", "acronym", "marked-abbreviation", "proper-noun"]


@pytest.mark.parametrize("code", sorted(WORD_RULES))
def test_rules_on_the_word_come_first(code: str) -> None:
    """A rule on the word strikes whatever its senses are, and that is settled."""
    known, rules = CASES[code]
    verdict = judged(known, rules)
    assert (verdict.decisive.code, verdict.decisive.reading, verdict.certainty, verdict.dispute) == (
        code,
        None,
        "settled",
        None,
    )
    assert len(verdict.findings) == 1 + len(known.readings)


def test_order_of_rules_on_the_word() -> None:
    """The alphabet is asked before the length."""
    assert judged(evidence("zo", reading("zo"))).decisive.code == "not-in-alphabet"
    assert judged(evidence("ab", reading("ab")), foreign="1").decisive.code == "not-in-alphabet"


@pytest.mark.parametrize(
    ("key", "code"),
    [("ab", "too-short"), ("abc", "sense-admitted"), ("a" * 10, "sense-admitted"), ("a" * 11, "too-long")],
)
def test_lengths_are_inclusive(key: str, code: str) -> None:
    """The least and the greatest length are themselves allowed."""
    assert judged(evidence(key, reading(key))).decisive.code == code


@pytest.mark.parametrize(("size", "legal"), [(80, True), (85, False), (None, True), (10, True)])
def test_sizes(size: int | None, legal: bool) -> None:
    """A word list makes words up to the size that the ruleset gives, and an entry without a size is one of
    them.
    """
    assert judged(evidence("word", listed(size))).legal is legal


def test_a_source_that_only_explains() -> None:
    """A dictionary that is no member does not make a word, but a vote could: the verdict is disputable and
    says so.
    """
    verdict = judged(evidence("word", reading(source="gcide")))
    assert (verdict.legal, verdict.decisive.code, verdict.certainty) == (
        False,
        "not-in-dictionary",
        "disputable",
    )
    assert verdict.dispute and "GCIDE" in verdict.dispute
    assert verdict.findings[1].effect == "notes"


def test_a_source_that_is_not_consulted() -> None:
    """A source that the ruleset does not name decides nothing and disputes nothing; its readings are
    notes.
    """
    verdict = judged(
        evidence("word", reading(source="wiktionary"), reading("Word", source="wiktionary", proper=True))
    )
    assert (verdict.legal, verdict.decisive.code, verdict.certainty) == (
        False,
        "not-in-dictionary",
        "settled",
    )
    assert {found.effect for found in verdict.findings[1:]} == {"notes"}


def test_an_explaining_source_is_cited_for_an_admitted_word() -> None:
    """Where a list makes the word and a dictionary that is no member defines it, the definition is the
    decisive reading.
    """
    verdict = judged(evidence("word", listed(50), reading(source="gcide")))
    assert verdict.legal
    assert verdict.decisive.reading is not None and verdict.decisive.reading.facts.source == "gcide"


@pytest.mark.parametrize(
    ("readings", "certainty"),
    [
        ((reading(), listed(50)), "settled"),
        ((listed(50),), "disputable"),
        ((listed(None),), "settled"),
        ((reading(),), "disputable"),
        ((reading(relation="derivation"), listed(50)), "disputable"),
        ((reading(relation="inflection", inferred=("relation",)), listed(50)), "disputable"),
        ((reading(relation="inflection"), listed(50)), "settled"),
        ((reading(abbreviation="clipping", inferred=("abbreviation",)), listed(50)), "disputable"),
        (
            (reading(abbreviation="acronym", lexicalised=True, inferred=("abbreviation",)), listed(50)),
            "settled",
        ),
    ],
)
def test_certainty_of_an_admission(readings: tuple[Reading, ...], certainty: str) -> None:
    """An admission is settled by a sense and a listing; a listing alone, one dictionary alone or an inferred
    tie is disputable.
    """
    verdict = judged(evidence("word", *readings))
    assert (verdict.legal, verdict.certainty) == (True, certainty)
    assert bool(verdict.dispute) == (certainty == "disputable")


def _counting(*dictionaries: str) -> Ruleset:
    """Return rules by which these *dictionaries* count, and a list up to size 80."""
    members = [*({"source": each} for each in dictionaries), {"source": "scowl", "max-size": 80}]
    return ruleset(dictionary={"sources": [*dictionaries, "scowl"], "members": members})


_INFERRED_FORM = reading(relation="inflection", inferred=("relation",))


@pytest.mark.parametrize(
    ("readings", "certainty"),
    [
        ((listed(80, inferred=("borne-out-by-web2",)),), "settled"),
        ((reading(relation="derivation"), listed(80, inferred=("borne-out-by-web2",))), "settled"),
        ((reading(relation="derivation"), listed(80, inferred=("whole-verb",))), "settled"),
        ((listed(95, inferred=("borne-out-by-web2",)), listed(80)), "disputable"),
        ((listed(80, inferred=("also-in-web2",)),), "disputable"),
        ((_INFERRED_FORM, listed(80, relation="inflection", inferred=("relation",))), "disputable"),
        (
            (_INFERRED_FORM, listed(80, relation="inflection", inferred=("relation", "borne-out-by-web2"))),
            "settled",
        ),
        ((reading(), listed(80, inferred=("doubted",))), "disputable"),
        ((reading(), listed(80, inferred=("doubted",)), listed(80)), "settled"),
        ((reading(), reading(source="gcide"), listed(80, inferred=("doubted",))), "disputable"),
    ],
)
def test_what_bears_a_listing_out_settles_it(readings: tuple[Reading, ...], certainty: str) -> None:
    """A listing that counts is settled where another work has the word, too, and a defined word is not where its listing is doubted."""
    verdict = judged(evidence("word", *readings))
    assert (verdict.legal, verdict.certainty) == (True, certainty)


def test_the_proof_names_what_bears_a_listing_out() -> None:
    """The list's line says which works agree with it; the sentence on a doubt says that none does."""
    both = ("borne-out-by-hunspell-gb", "borne-out-by-web2")
    for marks, said in (
        (both[1:], ", and Webster's Second has it, too"),
        (both, "'s British dictionary and Webster's Second have it, too"),
        ((both[1], "base-borne-out"), " as a word, a form of one that Webster's Second has;"),
        ((both[1], "respelled"), ", and Webster's Second has it with a z;"),
        (("also-in-web2",), ", and Webster's Second has it, too"),
        (("whole-verb",), " as a word, and all forms of the verb"),
        (("borne-out-by-web2", "in-forms"), " as a word, in several forms, and Webster's Second has it, too"),
        (("one-form", "also-in-web2"), " as a word, in this form alone, and Webster's Second has it, too"),
        ((), " as a word;"),
    ):
        assert said in judged(evidence("word", listed(80, inferred=marks))).decisive.reason
    dispute = judged(evidence("word", reading(), listed(80, inferred=("doubted",)))).dispute
    assert dispute and dispute.startswith("whether WordNet and the word list are enough: no other work")


@pytest.mark.parametrize(
    ("mark", "why"),
    [
        ("one-form", "the list has it in no other form"),
        ("joined", "anybody can put its two parts together"),
        ("other-plural", "another plural of it is listed"),
    ],
)
def test_the_sentence_on_a_doubt_says_why_others_are_not_enough(mark: str, why: str) -> None:
    """Where two works have the word, and the like of it is settled, a vote is told what tells against this one."""
    weak = listed(80, inferred=(mark, "also-in-web2"))
    assert judged(evidence("word", weak)).dispute == (
        f"whether it is enough that lists have it: no dictionary here defines the word, and {why}"
    )
    derived = judged(evidence("word", reading(relation="derivation")._replace(base="wo"), weak)).dispute
    assert derived and derived.endswith(f"no dictionary here defines it itself, and {why}")
    doubted = judged(evidence("word", reading(), listed(80, inferred=("doubted", mark)))).dispute
    assert doubted and doubted.startswith(
        f"whether WordNet and the word list are enough: {why}, and no other"
    )


def test_a_form_that_only_a_list_without_sizes_has_is_disputable() -> None:
    """romcoms: this project's own line says that the word has the form, and no list does; a vote is about whether it is in use."""
    form = listed(None, relation="inflection", inferred=("relation",))
    verdict = judged(evidence("word", form))
    assert (verdict.legal, verdict.certainty) == (True, "disputable")
    assert verdict.dispute == "whether this regular form is in use: no word list has it"
    assert "regular form of a word that began as an abbreviation" in verdict.decisive.reason


@pytest.mark.parametrize(
    "readings", [(listed(None, "curated"),), (listed(None, "curated"), reading("word", source="curated"))]
)
def test_own_lists_are_no_witness(readings: tuple[Reading, ...]) -> None:
    """What only this project's own tables have can be voted on, in however many of them it stands; another list settles it."""
    table = {
        "id": "family",
        "dictionary": {
            "sources": ["curated", "scowl"],
            "members": [{"source": "curated"}, {"source": "scowl", "max-size": 80}],
        },
    }
    rules = parse(table, frozenset(CODES))
    verdict = judged(evidence("word", *readings), rules)
    assert (verdict.legal, verdict.certainty) == (True, "disputable")
    assert verdict.dispute is not None and "no list here has it" in verdict.dispute
    assert (
        judged(evidence("word", *readings, listed(50, inferred=("borne-out-by-web2",))), rules).certainty
        == "settled"
    )


@pytest.mark.parametrize(("lexicalised", "told"), [(False, "make word by rule as"), (True, "have word as")])
def test_a_line_of_origin_is_no_rule(lexicalised: bool, told: str) -> None:
    """A contraction that the rule makes is said to be made; one that has a line of its own (gonna) is not."""
    known = listed(None, "curated", abbreviation="contraction", lexicalised=lexicalised)
    rules = ruleset(dictionary={"sources": ["curated"]})
    assert told in judged(evidence("word", known), rules).findings[0].reason


def test_one_dictionary_settles_where_no_list_counts() -> None:
    """Where the ruleset counts no sized list, one dictionary is enough to settle a word."""
    verdict = judged(evidence("word", reading()), ruleset(dictionary={"sources": ["wordnet"]}))
    assert (verdict.legal, verdict.certainty) == (True, "settled")


@pytest.mark.parametrize(
    ("other", "certainty"),
    [
        ("oewn", "disputable"),
        ("gcide", "disputable"),
        ("curated", "disputable"),
        ("wiktionary", "settled"),
    ],
)
def test_what_continues_a_dictionary_is_no_second_witness(other: str, certainty: str) -> None:
    """Open English WordNet was made from WordNet, and GCIDE in part: what both have is one dictionary's word. A gloss of our own explains it, and is none either."""
    verdict = judged(evidence("word", reading(), reading(source=other)), _counting("wordnet", other))
    assert (verdict.legal, verdict.certainty) == (True, certainty)
    if other == "curated":
        assert verdict.dispute == (
            "whether it is enough that WordNet and this project's own glosses have the word: no list here has it"
        )


@pytest.mark.parametrize("objection", get_args(Objection))
def test_an_objection_is_told(objection: str) -> None:
    """What a curated line has against a word is worded, and is what a vote is about, whatever the word has for it; another dictionary outweighs it."""
    doubted = listed(80, inferred=("doubted", objection, "also-in-hunspell-gb"))
    told = OBJECTIONS[objection]
    for readings in (
        (doubted,),
        (reading(), doubted),
        (reading(relation="derivation"), doubted),
        (_INFERRED_FORM, doubted),
        (
            reading(relation="inflection"),
            listed(80, relation="inflection", inferred=("relation", "doubted", objection)),
        ),
    ):
        verdict = judged(evidence("word", *readings))
        assert (verdict.legal, verdict.certainty) == (True, "disputable")
        assert verdict.dispute is not None
        assert verdict.dispute.endswith(told)
    other = judged(
        evidence("word", reading(), reading(source="wiktionary"), doubted), _counting("wordnet", "wiktionary")
    )
    assert (other.legal, other.certainty) == (True, "settled")


@pytest.mark.parametrize(
    ("facts", "inferred", "certainty"),
    [
        ({"abbreviation": "initialism"}, (), "settled"),
        ({"abbreviation": "initialism"}, ("abbreviation",), "disputable"),
        ({"abbreviation": "initialism", "marked": True}, ("abbreviation",), "settled"),
        ({"abbreviation": "initialism", "marked": True}, ("abbreviation", "marked"), "disputable"),
        ({"proper": True}, ("proper",), "disputable"),
        ({"proper": True}, ("region",), "settled"),
        ({"region": "american"}, ("region",), "disputable"),
        ({"phrase_only": True}, ("phrase-only",), "disputable"),
    ],
)
def test_certainty_of_an_exclusion(facts: dict[str, Any], inferred: tuple[str, ...], certainty: str) -> None:
    """An exclusion is disputable where the flag that it stands on is only inferred, and nothing else strikes the word."""
    verdict = judged(evidence("word", reading(inferred=inferred, **facts)))
    assert (verdict.legal, verdict.certainty) == (False, certainty)
    assert verdict.decisive.provenance == ("inferred" if certainty == "disputable" else "declared")


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ({"proper": True, "inferred": ("proper",)}, "taken for the name"),
        (
            {"marked": True, "abbreviation": "acronym", "inferred": ("abbreviation", "marked")},
            "taken for an acronym",
        ),
        (
            {"punctuated": True, "inferred": ("punctuated",)},
            "taken for what the dictionaries write in two words",
        ),
    ],
)
def test_a_word_in_lower_case_that_is_taken_for_another_thing(facts: dict[str, Any], why: str) -> None:
    """What the list has is said as it is, decides before what is declared of the name, and may be voted on."""
    inferred = listed(50, **facts)
    declared = reading("Word", source="wordnet", **{**facts, "inferred": ()})
    verdict = judged(evidence("word", declared, inferred))
    assert not verdict.legal
    assert verdict.decisive.reading == inferred
    assert f"SCOWL lists word (size 50) in lower case, which is {why}" in verdict.decisive.reason
    assert verdict.certainty == "disputable"
    assert verdict.dispute is not None and verdict.dispute.startswith(
        "what SCOWL means in lower case, a word"
    )


@pytest.mark.parametrize("facts", [{"spaced": True}, {"punctuated": True}])
def test_a_doubt_that_changes_nothing_is_none(facts: dict[str, Any]) -> None:
    """That a name is only taken for one is no question where another rule strikes it all the same, or the ruleset's dictionary has it not."""
    struck = reading("Word", proper=True, inferred=("proper",), **facts)
    beyond = listed(95, proper=True, inferred=("proper",))
    for each in (struck, beyond):
        verdict = judged(evidence("word", each))
        assert (verdict.legal, verdict.decisive.code, verdict.certainty) == (False, "proper-noun", "settled")
        assert verdict.decisive.provenance == "inferred"


def test_a_rare_spelling_in_lower_case_leaves_a_name_settled() -> None:
    """What the list has in lower case beyond the size that counts would make no word, so it opens no question about a declared name."""
    lower = listed(95, proper=True, inferred=("proper",))
    declared = reading("Word", source="wordnet", proper=True)
    verdict = judged(evidence("word", lower, declared))
    assert (verdict.decisive.reading, verdict.certainty) == (declared, "settled")


def test_an_exclusion_beside_a_dictionary_that_does_not_count() -> None:
    """Where another dictionary has an ordinary sense, an exclusion is disputable: a vote could let that
    dictionary count.
    """
    verdict = judged(evidence("word", reading("Word", proper=True), reading(source="gcide")))
    assert (verdict.decisive.code, verdict.certainty) == ("proper-noun", "disputable")


def test_only_in_phrases_names_them() -> None:
    """A word that only phrases have is said to be in those."""
    verdict = judged(evidence("quo", phrases=("quid pro quo", "status quo")))
    assert "quid pro quo, status quo" in verdict.decisive.reason


def test_the_british_word_is_named() -> None:
    """An American spelling comes with the British one."""
    verdict = judged(evidence("color", reading("color", region="american"), counterparts=("colour",)))
    assert "colour" in verdict.decisive.reason


def test_a_verdict_says_what_it_was_judged_by() -> None:
    """A verdict names the word as typed, its key, the ruleset, and the digests that make it reproducible."""
    rules = ruleset()
    verdict = Judge(rules).verdict("Word", evidence("word", reading()), "sha256:lexicon")
    assert (verdict.word, verdict.key, verdict.ruleset, verdict.lexicon, verdict.ruleset_digest) == (
        "Word",
        "word",
        "strict",
        "sha256:lexicon",
        rules.digest,
    )


FACTS = st.builds(
    Facts,
    source=st.sampled_from(["wordnet", "scowl", "gcide", "curated", "wiktionary"]),
    kind=st.sampled_from(["sense", "listing"]),
    pos=st.sampled_from([None, "noun", "interjection"]),
    proper=st.booleans(),
    abbreviation=st.sampled_from([None, None, "initialism", "acronym", "contraction", "clipping", "untyped"]),
    marked=st.booleans(),
    lexicalised=st.booleans(),
    region=st.sampled_from([None, "british", "american", "both"]),
    affix=st.booleans(),
    punctuated=st.booleans(),
    spaced=st.booleans(),
    phrase_only=st.booleans(),
    labels=st.sampled_from([(), ("slang",), ("archaic",)]),
    size=st.sampled_from([None, 10, 80, 95]),
    relation=st.sampled_from(["lemma", "inflection", "variant", "derivation"]),
    inferred=st.lists(
        st.sampled_from(["abbreviation", "marked", "proper", "region", "relation", "phrase-only"]),
        unique=True,
    ).map(tuple),
)
RULES = st.builds(
    lambda exclude, region, minimum, members: parse(
        {
            **STRICT,
            "exclude": exclude,
            "spelling": {"region": region},
            "length": {"min": minimum},
            "dictionary": {"sources": ["wordnet", "scowl", "gcide"], "members": members},
        },
        frozenset(CODES),
    ),
    st.fixed_dictionaries(
        {
            name: st.booleans()
            for name in (
                "proper-nouns",
                "initialisms",
                "acronyms",
                "contractions",
                "marked-abbreviations",
                "affixes",
                "punctuated",
            )
        }
    ),
    st.sampled_from(["any", "british", "american"]),
    st.sampled_from([1, 3, 6]),
    st.sampled_from(
        [
            [{"source": "wordnet"}],
            [{"source": "wordnet"}, {"source": "scowl", "max-size": 80}],
            [{"source": "gcide"}, {"source": "scowl"}],
        ]
    ),
)


def known_by(key: str, facts: list[Facts], phrases: bool) -> Evidence:
    return Evidence(
        key,
        tuple(Reading(each, key, key, None, (), None, None, None) for each in facts),
        None,
        (),
        ("a phrase",) if phrases else (),
    )


@given(
    RULES,
    st.sampled_from(["cat", "zebra", "ox"]),
    st.lists(FACTS, max_size=6),
    st.booleans(),
    st.sampled_from(["", "1"]),
)
def test_fast_path_equals_proof(
    rules: Ruleset, key: str, facts: list[Facts], phrases: bool, foreign: str
) -> None:
    """Whatever the facts, the code without a proof is the proof's, one finding is decisive, and the word is
    legal if that one admits.
    """
    judge = Judge(rules)
    verdict = judge.verdict(key, known_by(key, facts, phrases), "sha256:x", foreign)
    assert judge.decide_facts(key, facts, phrases, foreign) == verdict.decisive.code
    assert sum(found.decisive for found in verdict.findings) == 1
    assert verdict.findings[0].decisive
    assert (
        verdict.legal == (verdict.decisive.effect == "admits") == (verdict.decisive.code == "sense-admitted")
    )
    assert all(found.code in CODES and found.reason for found in verdict.findings)
    assert bool(verdict.dispute) == (verdict.certainty == "disputable")
    assert summary(verdict.word, verdict.legal, verdict.decisive.reason).endswith(".")


@given(RULES, st.lists(FACTS, max_size=6), st.integers(min_value=0, max_value=6))
def test_another_admitting_sense_never_hurts(rules: Ruleset, facts: list[Facts], place: int) -> None:
    """A reading that no rule strikes, from a member source, makes a word legal and can never make it
    illegal.
    """
    member = Facts(source=rules.dictionary.members[0].source, kind="sense", pos="noun")
    more = [*facts[:place], member, *facts[place:]]
    judge = Judge(rules)
    assert judge.decide(more).legal
    assert judge.decide_facts("zebra", more) in ("sense-admitted", *WORD_RULES)


@given(RULES, st.lists(FACTS, max_size=5), FACTS)
def test_more_evidence_never_makes_a_legal_word_illegal(
    rules: Ruleset, facts: list[Facts], another: Facts
) -> None:
    """Legality is monotone in the evidence: what a further reading says cannot undo one that survives."""
    judge = Judge(rules)
    if judge.decide(facts).legal:
        assert judge.decide([*facts, another]).legal


@given(RULES, st.lists(FACTS, max_size=5), st.randoms(use_true_random=False))
def test_the_order_of_readings_does_not_matter(rules: Ruleset, facts: list[Facts], random: Any) -> None:
    """The code is the same in whatever order the readings come."""
    shuffled = list(facts)
    random.shuffle(shuffled)
    judge = Judge(rules)
    assert judge.decide(facts).code == judge.decide(shuffled).code


@pytest.mark.parametrize(
    ("inferred", "made"),
    [
        (("sense", "used-as-verb"), "(zorb + -ed; noun used as a verb)"),
        (("sense", "pos", "used-as-verb"), "(zorb + -ed; used as a verb)"),
        (("sense", "pos"), "(zorb + -ed)"),
    ],
)
def test_a_noun_that_takes_the_ending_of_a_verb(inferred: tuple[str, ...], made: str) -> None:
    """The proof says as what the base is used; the base's part of speech only where there is one."""
    derived = reading("zorbed", relation="derivation", inferred=inferred)._replace(base="zorb")
    verdict = Judge(ruleset()).verdict("zorbed", evidence("zorbed", derived), "")
    assert made in verdict.findings[-1].reason


def test_a_dictionary_that_prints_capitals_has_a_name_with_one() -> None:
    """What an old dictionary has as a name beside a word is written as it prints it."""
    rules = ruleset(exclude={"proper-nouns": True})
    verdict = Judge(rules).verdict("zorb", evidence("zorb", reading("zorb", source="gcide", proper=True)), "")
    assert verdict.findings[-1].reason == "GCIDE has Zorb as a name or with a capital"


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({"proper": True}, "WordNet has Zorb as a name or with a capital, of which Zorbs is a form"),
        ({"abbreviation": "initialism"}, "WordNet has Zorb as an initialism, of which Zorbs is a form"),
        (
            {"proper": True, "relation": "derivation"},
            "WordNet has Zorb as a name or with a capital, from which Zorbs is derived",
        ),
    ],
)
def test_a_dictionary_has_what_others_are_forms_of(facts: dict[str, Any], reason: str) -> None:
    """No dictionary is said to have a form that follows from its headword."""
    rules = ruleset(exclude={"proper-nouns": True, "initialisms": True})
    form = reading("Zorbs", **{"relation": "inflection", **facts})._replace(base="Zorb")
    assert Judge(rules).verdict("zorbs", evidence("zorbs", form), "").findings[-1].reason == reason


def test_a_vote_is_about_the_doubt() -> None:
    """Beside a name, about the list's small letters; where the base has a hyphen, about how the word is written."""
    name = listed(95, proper=True)
    dispute = judged(evidence("word", listed(80), name)).dispute
    assert (
        dispute
        == "whether it is enough that a list has it in lower case: no dictionary here defines the word"
    )
    derived = reading(relation="derivation")._replace(base="wo-rd")
    dispute = judged(evidence("word", derived, listed(80))).dispute
    assert dispute == "whether it is written in one piece: WordNet has wo-rd"
    dispute = judged(evidence("word", derived._replace(base="wo-r"), listed(80))).dispute
    assert dispute and dispute.startswith("whether the word is formed from its base")


@pytest.mark.parametrize("base", ["wo-rd", "wo rd"])
def test_what_is_written_in_one_piece_is_called_that(base: str) -> None:
    """A word that is its base without a hyphen or space is derived by nothing else."""
    derived = reading(relation="derivation")._replace(base=base)
    reason = judged(evidence("word", derived, listed(80))).decisive.reason
    assert reason == f"{base}, which WordNet has, written in one piece (noun, “what it means”)"


def test_a_definition_that_may_hurt_says_so() -> None:
    """Its label stands beside the part of speech."""
    offensive = evidence("zorb", reading("zorb", labels=("offensive",)))
    verdict = Judge(ruleset()).verdict("zorb", offensive, "")
    assert verdict.findings[-1].reason.startswith("noun (offensive)")
