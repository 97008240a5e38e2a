"""The rules on words and on readings, one small function each, in tables keyed by code.

A condition answers whether it *strikes*; its docstring is its meaning in the table of codes (:data:`CODES`). To add a rule: write the
function and put it in its table at the place that its precedence asks for. A rule on the word goes into :data:`WORD_RULES` and says
there what it depends on; its sentence is in :func:`adjudicator.rules.wording.word_reason`. A rule on a reading goes into
:data:`READING_RULES` and :data:`CLOSENESS`; its sentence is in :func:`adjudicator.rules.wording.reading_sentence`. Either is described
for people in :data:`adjudicator.rules.wording.DESCRIPTIONS`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from adjudicator.core.model import ALSO_IN, BORNE_OUT, WHOLE_VERB, Facts
from adjudicator.rules.ruleset import LETTERS, Ruleset


class WordRule(NamedTuple):
    """A rule on the word.

    ``depends_on`` is what of a key it looks at: its ``length`` alone, or the letters of the ``key``. What is known of one key may be
    used for all others of its length only under rules of the first kind, and those that are ``idle``.
    """

    strikes: Callable[[str, str, Ruleset], bool]
    """Takes the key, the characters of the word that are no letters, and the ruleset."""
    depends_on: Literal["length", "key"]
    idle: Callable[[Ruleset], bool] = lambda ruleset: False
    """Whether the rule strikes no key at all under a ruleset, as most do that a ruleset has to switch on. Words with other characters
    than letters are not asked about.
    """


def too_short(key: str, foreign: str, ruleset: Ruleset) -> bool:
    """The word has fewer letters than the ruleset asks for."""
    return len(key) < ruleset.min_length


def too_long(key: str, foreign: str, ruleset: Ruleset) -> bool:
    """The word has more letters than the ruleset allows."""
    return ruleset.max_length is not None and len(key) > ruleset.max_length


def not_in_alphabet(key: str, foreign: str, ruleset: Ruleset) -> bool:
    """The word has a character that no tile of the game shows."""
    return bool(foreign) or not (has_every_letter(ruleset) or set(key) <= set(ruleset.alphabet))


def has_every_letter(ruleset: Ruleset) -> bool:
    """Return whether there is a tile for each letter."""
    return len(ruleset.alphabet) == len(LETTERS)


WORD_RULES: dict[str, WordRule] = {
    "not-in-alphabet": WordRule(not_in_alphabet, "key", has_every_letter),
    "too-short": WordRule(too_short, "length"),
    "too-long": WordRule(too_long, "length"),
}
"""Code → rule on the word, in order of precedence."""


def length_decides(ruleset: Ruleset) -> bool:
    """Return whether the rules on the word, under *ruleset*, say the same of all keys of one length."""
    return all(rule.depends_on == "length" or rule.idle(ruleset) for rule in WORD_RULES.values())


def contraction(facts: Facts, ruleset: Ruleset) -> bool:
    """The reading is a contraction (they'll, y'all) that has not become an ordinary word (gonna)."""
    return ruleset.exclude.contractions and facts.abbreviation == "contraction" and not facts.lexicalised


def initialism(facts: Facts, ruleset: Ruleset) -> bool:
    """The reading is an initialism, said letter by letter (FBI, FAQ), and no ordinary word (emcee)."""
    return ruleset.exclude.initialisms and facts.abbreviation == "initialism" and not facts.lexicalised


def acronym(facts: Facts, ruleset: Ruleset) -> bool:
    """The reading is an acronym, initials said as a word (NATO), and no ordinary word (scuba)."""
    return ruleset.exclude.acronyms and facts.abbreviation == "acronym" and not facts.lexicalised


def marked_abbreviation(facts: Facts, ruleset: Ruleset) -> bool:
    """The dictionary marks the reading as an abbreviation (dr), or defines it as one."""
    return ruleset.exclude.marked_abbreviations and facts.marked


def proper_noun(facts: Facts, ruleset: Ruleset) -> bool:
    """The reading is a name or is written with a capital."""
    return ruleset.exclude.proper_nouns and facts.proper


def affix(facts: Facts, ruleset: Ruleset) -> bool:
    """The reading is a prefix, suffix or combining form, no word of its own."""
    return ruleset.exclude.affixes and facts.affix


def only_in_phrases(facts: Facts, ruleset: Ruleset) -> bool:
    """The spelling occurs only inside phrases (quo in quid pro quo)."""
    return facts.phrase_only


def punctuated(facts: Facts, ruleset: Ruleset) -> bool:
    """The word is written with an apostrophe, hyphen, dot or space."""
    return ruleset.exclude.punctuated and (facts.punctuated or facts.spaced)


def american_spelling(facts: Facts, ruleset: Ruleset) -> bool:
    """The spelling or form is American and the ruleset is for British English."""
    return ruleset.region == "british" and facts.region == "american"


def british_spelling(facts: Facts, ruleset: Ruleset) -> bool:
    """The spelling or form is British and the ruleset is for American English."""
    return ruleset.region == "american" and facts.region == "british"


def excluded_label(facts: Facts, ruleset: Ruleset) -> bool:
    """The reading carries a label that the ruleset excludes (archaic, slang, …)."""
    return any(label in ruleset.exclude.labels for label in facts.labels)


def excluded_part_of_speech(facts: Facts, ruleset: Ruleset) -> bool:
    """The reading is of a part of speech that the ruleset excludes."""
    return facts.pos is not None and facts.pos in ruleset.exclude.parts_of_speech


READING_RULES: dict[str, Callable[[Facts, Ruleset], bool]] = {
    "contraction": contraction,
    "initialism": initialism,
    "acronym": acronym,
    "marked-abbreviation": marked_abbreviation,
    "proper-noun": proper_noun,
    "affix": affix,
    "only-in-phrases": only_in_phrases,
    "punctuated": punctuated,
    "american-spelling": american_spelling,
    "british-spelling": british_spelling,
    "excluded-label": excluded_label,
    "excluded-part-of-speech": excluded_part_of_speech,
}
"""Code → rule on a reading. Where several strike one reading, the first of this order is the reading's code."""

CLOSENESS = (
    "american-spelling",
    "british-spelling",
    "excluded-label",
    "excluded-part-of-speech",
    "marked-abbreviation",
    "contraction",
    "acronym",
    "initialism",
    "proper-noun",
    "punctuated",
    "only-in-phrases",
    "affix",
)
"""Where rules strike every reading, the reading nearest to admission decides: the first code of this order."""

NEEDS_MEMBERSHIP = frozenset(
    {"american-spelling", "british-spelling", "excluded-label", "excluded-part-of-speech", "punctuated"}
)
"""Codes that decide only where the reading would otherwise have made the word legal."""

OFF_BOARD = "not-on-board"
"""The rule on the word that comes after all others of :data:`WORD_RULES`: it needs the board that the word was played on."""

_OTHER_CODES = {
    "sense-admitted": "A reading that no rule strikes makes the word legal.",
    "house-allowed": "The house list allows the word.",
    "house-denied": "The house list denies the word.",
    "not-in-dictionary": "No dictionary that the ruleset counts has the word.",
    OFF_BOARD: "The letters cannot be joined on the board.",
}

CODES: dict[str, str] = {
    code: " ".join((rule.__doc__ or "").split())
    for code, rule in [
        *((code, rule.strikes) for code, rule in WORD_RULES.items()),
        *READING_RULES.items(),
    ]
} | _OTHER_CODES
"""Every code of a finding with its meaning; the documentation's table is made from it."""

_FLAG_OF = {
    "proper-noun": "proper",
    "punctuated": "punctuated",
    "american-spelling": "region",
    "british-spelling": "region",
    "only-in-phrases": "phrase-only",
}


def is_inferred(code: str, facts: Facts, ruleset: Ruleset) -> bool:
    """Return whether the flag that *code* stands on is only inferred for this reading."""
    if code in ("initialism", "acronym", "contraction", "marked-abbreviation"):
        if facts.marked and ruleset.exclude.marked_abbreviations:
            return "marked" in facts.inferred
        return "abbreviation" in facts.inferred
    return _FLAG_OF.get(code, "") in facts.inferred


def borne_out_by(facts: Facts) -> list[str]:
    """Return the sources that bear a listing with these *facts* out: they accept the word, too, and say no more of it."""
    return [mark.removeprefix(BORNE_OUT) for mark in facts.inferred if mark.startswith(BORNE_OUT)]


def also_listed_by(facts: Facts) -> list[str]:
    """Return all sources that accept what the listing with these *facts* has, whether that bears it out or not."""
    return borne_out_by(facts) + [
        mark.removeprefix(ALSO_IN) for mark in facts.inferred if mark.startswith(ALSO_IN)
    ]


def is_borne_out(facts: Facts) -> bool:
    """Return whether the word list that has a reading with these *facts* is not alone with it: a source bears it out, or the list has the whole verb."""
    return WHOLE_VERB in facts.inferred or bool(borne_out_by(facts))
