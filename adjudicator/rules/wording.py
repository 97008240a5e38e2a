"""The sentences of a verdict: why a rule strikes or admits, in words that a person at the table can check.

:data:`DESCRIPTIONS` says the same of each code in a few words, for someone who has never heard of an initialism.
"""

import re
from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple

from adjudicator.core.inflection import lemmas_of
from adjudicator.core.model import (
    ALONE,
    ALSO_IN,
    BASE_BORNE_OUT,
    HURTING,
    IN_FORMS,
    JOINED,
    ONE_FORM,
    OTHER_PLURAL,
    RESPELLED,
    SENSE,
    SPEECH,
    TAKEN_FOR,
    USED_AS,
    WHOLE_VERB,
    Facts,
    Reading,
)
from adjudicator.core.spelling import key_of
from adjudicator.rules.conditions import CODES, OFF_BOARD, also_listed_by
from adjudicator.rules.house import Entry
from adjudicator.rules.nearness import Form
from adjudicator.rules.ruleset import Ruleset
from adjudicator.rules.sources import DATED, OWN

SOURCE_NAMES = {
    "wordnet": "WordNet",
    "gcide": "GCIDE",
    "scowl": "SCOWL",
    "oewn": "Open English WordNet",
    "wiktionary": "Wiktionary",
    "curated": "this project's own glosses",
    "letterpress": "the Letterpress list",
    "hunspell-gb": "hunspell's British dictionary",
    "web2": "Webster's Second",
    "live-wiktionary": "Wiktionary, asked live",
    "live-collins": "Collins",
    "live-collins-pages": "Collins",
}


class Description(NamedTuple):
    """What people are told of a code, and of the switch or number that its rule has, if it has one."""

    kind: str
    """What it says of a word or of one meaning of it, to be read on its own."""
    switch: str = ""
    """The field of :class:`~adjudicator.rules.ruleset.Exclusions` that switches the rule on: true, or a number."""
    left_out: str = ""
    """What the page of a rulebook says that is left out then; ``{}`` stands for the number."""

    def left_out_by(self, value: object) -> str:
        """Return what is left out where the field is *value*."""
        return self.left_out.replace("{}", str(value))


DESCRIPTIONS: dict[str, Description] = {
    "sense-admitted": Description("an ordinary word"),
    "house-allowed": Description("allowed by your house list"),
    "house-denied": Description("not allowed by your house list"),
    "not-in-dictionary": Description("not in the dictionaries that count"),
    "only-in-phrases": Description("only used inside phrases"),
    "too-short": Description("too short"),
    "too-long": Description("too long"),
    "not-in-alphabet": Description("has something that no tile shows"),
    "proper-noun": Description("a name, written with a capital letter", "proper_nouns", "Names, and what is written with a capital letter: London, Monday."),
    "initialism": Description("initials, said letter by letter", "initialisms", "Initials that are said letter by letter: FBI."),
    "acronym": Description("initials, said as a word", "acronyms", "Initials that are said as a word: NATO. Not those that have become ordinary words: laser."),
    "contraction": Description("words run together, like “they'll”", "contractions", "Words run together: they'll."),
    "marked-abbreviation": Description("a short form, marked as an abbreviation", "marked_abbreviations", "Short forms that a dictionary marks as abbreviations: dept. Not those that it takes for words: fridge."),
    "american-spelling": Description("American spelling"),
    "british-spelling": Description("British spelling"),
    "affix": Description("only a piece of words, not a word by itself", "affixes", "Pieces of words: pre-, -ness."),
    "punctuated": Description("written with a mark or a space", "punctuated", "What is written with a mark or a space: merry-go-round."),
    "excluded-label": Description("a kind of word that these rules leave out"),
    "excluded-part-of-speech": Description("a kind of word that these rules leave out"),
    OFF_BOARD: Description("cannot be made on this board"),
}  # fmt: skip
"""Code → what people are told of it: every code of :data:`~adjudicator.rules.conditions.CODES`, every switch that is on or off."""

_GLOSS = 120
_TYPES = {
    "initialism": "an initialism",
    "acronym": "an acronym",
    "contraction": "a contraction",
    "clipping": "a clipping",
    "untyped": "an abbreviation",
}


_ROMAN = re.compile(r"(?=[ivxlcdm]{3})m*(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})")
"""A numeral of three letters or more; with two, it may be a unit (cm)."""
_BEGAN = {
    "initialism": " that began as initials, said letter by letter",
    "acronym": " that began as initials or the beginnings of words",
    "contraction": " that began as words run together",
    "clipping": " that began as a short form of another",
}
"""What a word was before it was one, as this project's own lines say."""
NEEDS_EVIDENCE = frozenset({"american-spelling", "only-in-phrases"})
"""Codes whose sentence names other words of the evidence: counterparts, phrases."""


class WordingContext(NamedTuple):
    """What a sentence may need besides the reading; ``defined`` is whether a dictionary of the ruleset has a sense of the word."""

    key: str
    ruleset: Ruleset
    defined: bool = False
    foreign: str = ""
    counterparts: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()
    obstacle: str = ""
    """Why the letters cannot be joined on the board, if they cannot."""


def source_name(source: str) -> str:
    """Return the name of a source as people know it."""
    return SOURCE_NAMES.get(source, source)


def kind_of(code: str) -> str:
    """Return what *code* says of a word or of one meaning of it, to be read on its own or after “it is”; what is no code, as it is."""
    if code in DESCRIPTIONS:
        return DESCRIPTIONS[code].kind
    return without_sentence(CODES[code]) if code in CODES else code


Sentence = Callable[[str, str | None, str | None, str | None], str]
"""A sentence that waits for a reading's display form, base, gloss and expansion, in this order."""


def reading_reason(code: str, reading: Reading, context: WordingContext) -> str:
    """Return why *code* holds for *reading*."""
    if code == "american-spelling":
        return american(context.counterparts) + f" ({_where(reading.facts)(reading.display)})"
    if code == "only-in-phrases":
        return "it occurs only inside phrases" + _phrases(context.phrases)
    sentence = reading_sentence(code, reading.facts, context.ruleset, context.defined)
    return sentence(reading.display, reading.base, reading.gloss, reading.expansion)


def reading_sentence(code: str, facts: Facts, ruleset: Ruleset, defined: bool) -> Sentence:
    """Return why *code* holds for any reading with these *facts*, for every code but those of :data:`NEEDS_EVIDENCE`; *defined* is
    whether a dictionary of the ruleset has a sense of the word.
    """
    where = _where(facts)
    source = source_name(facts.source)
    if code == "sense-admitted":
        if facts.kind == "sense":
            if facts.relation == "derivation":
                return _sense_sentence(facts, "", of=f", which {_having(facts.source)}")
            return _sense_sentence(facts, f" ({source})")
        if facts.source == OWN:
            began = _BEGAN.get(facts.abbreviation or "", "") if facts.lexicalised else ""
            return _after(where, "" if facts.relation == "inflection" else f" as a word{began}")
        return _after(
            where, f" as a word{_also_listed(facts)}{'' if defined else '; nothing here says what it means'}"
        )
    if facts.kind == "listing" and TAKEN_FOR.intersection(facts.inferred):
        return _after(where, f" in lower case, which is taken for {_taken_for(facts)}")
    if code in ("initialism", "acronym", "contraction", "marked-abbreviation"):
        kind = f" as {_TYPES[facts.abbreviation or 'untyped']}"
        typed = facts.abbreviation not in (None, "untyped")
        marked = (
            ", marked as an abbreviation" if facts.marked and code == "marked-abbreviation" and typed else ""
        )

        def shortened(display: str, base: str | None, gloss: str | None, expansion: str | None) -> str:
            if not (typed or expansion) and _ROMAN.fullmatch(display.lower()):
                return f"{where(display)} as a Roman numeral"
            return where(display) + kind + (f" ({expansion})" if expansion else "") + marked

        return _of_base(shortened, facts)
    if code == "proper-noun":
        capital = facts.source in DATED  # which writes every headword with one

        def named(display: str, base: str | None, gloss: str | None, expansion: str | None) -> str:
            written = display.capitalize() if capital and display.islower() else display
            return where(written) + (" as a name" if written.islower() else " as a name or with a capital")

        return _of_base(named, facts)
    if code == "british-spelling":
        return lambda display, base, gloss, expansion: f"British spelling ({where(display)})"
    if code == "affix":
        return _after(where, " as a part of words")
    if code == "punctuated":
        return _after(where, ", which is written with a mark or a space")
    if code == "excluded-label":
        labels = [label for label in facts.labels if label in ruleset.exclude.labels]
        return _after(where, f" with the label {', '.join(labels)}, which the ruleset excludes")
    if code == "excluded-part-of-speech":
        return _after(where, f" as {facts.pos}, which the ruleset excludes")
    if facts.kind == "listing":
        return _after(where, ", beyond what the ruleset's dictionary counts")
    if ALONE in facts.inferred:
        return _sense_sentence(
            facts, f" ({source} alone, which is one witness too few: no list that counts has it)"
        )
    if facts.relation == "derivation":
        return _sense_sentence(facts, f" ({source}; a base explains a word, and makes none legal)")
    return _sense_sentence(facts, f" ({source}, which explains words here and by itself makes none legal)")


_FORMS_OF_LIST = {
    WHOLE_VERB: ", and all forms of the verb",
    IN_FORMS: ", in several forms",
    ONE_FORM: ", in this form alone",
}
"""Mark → in how many forms a word list has a word."""


def _also_listed(facts: Facts) -> str:
    """Return who else has what a word list has, or the word of which it is a form; and in how many forms the list has it, where that tells."""
    whole = next((told for mark, told in _FORMS_OF_LIST.items() if mark in facts.inferred), "")
    witnesses = " and ".join(map(source_name, also_listed_by(facts)))
    if not witnesses:
        return whole
    having = f"{witnesses} {'have' if ' and ' in witnesses else 'has'}"
    if BASE_BORNE_OUT in facts.inferred:
        return f"{whole}, a form of one that {having}"
    return f"{whole}, and {having} it{' with a z' if RESPELLED in facts.inferred else ', too'}"


def _taken_for(facts: Facts) -> str:
    """Return what a listing in lower case is taken for, and why."""
    if facts.proper:
        return "the name: no dictionary of today here defines it as a word"
    if facts.punctuated:
        return "what the dictionaries write in two words or with a hyphen: none defines it in one piece"
    return f"{_TYPES[facts.abbreviation or 'untyped']}: no dictionary here defines it as a word"


_MADE = {"inflection": "of which {} is a form", "derivation": "from which {} is derived"}
"""Relation → how a word stands to its base, which a dictionary has."""


def _of_base(sentence: Sentence, facts: Facts) -> Sentence:
    """Return *sentence* as it is of a reading with these *facts*: what a dictionary has is the base, of which others are forms or derived."""
    made = _MADE.get(facts.relation)
    if facts.kind != "sense" or made is None:
        return sentence

    def of_base(display: str, base: str | None, gloss: str | None, expansion: str | None) -> str:
        if not base:
            return sentence(display, base, gloss, expansion)
        return f"{sentence(base, None, gloss, expansion)}, {made.format(display)}"

    return of_base


def _taken_as(facts: Facts) -> str:
    """Return what a listing in lower case is taken for, beside a word."""
    if facts.proper:
        return "the name"
    return "what others write in two words or with a hyphen" if facts.punctuated else "the abbreviation"


def _where(facts: Facts) -> Callable[[str], str]:
    """Return who has the word: a sentence that waits for the display form."""
    source = source_name(facts.source)
    if facts.kind == "sense":
        return f"{_having(facts.source)} {{}}".format
    if facts.relation == "inflection" and facts.size is None:
        began = _BEGAN.get(facts.abbreviation or "", " that began as an abbreviation")
        return f"{_having(facts.source)} {{}} as a regular form of a word{began}".format
    if facts.relation == "inflection":
        return f"{source} lists {{}} (among the rarest; a regular form of a word of size {facts.size})".format
    if facts.source == OWN:
        return (
            f"{source} make {{}} by rule".format
            if facts.abbreviation == "contraction" and not facts.lexicalised
            else f"{_having(OWN)} {{}}".format
        )
    size = f" (size {facts.size})" if facts.size else ""
    return f"{source} lists {{}}{size}".format


def _after(where: Callable[[str], str], tail: str, start: str = "") -> Sentence:
    return lambda display, base, gloss, expansion: start + where(display) + tail


def _having(source: str) -> str:
    """Return who has a word, with the verb: WordNet has, this project's own glosses have."""
    return f"{source_name(source)} {'have' if source == OWN else 'has'}"


def _all_having(sources: Collection[str]) -> str:
    """Return who have a word, with the verb: WordNet and this project's own glosses have."""
    if len(sources) == 1:
        return _having(*sources)
    return f"{' and '.join(sorted(map(source_name, sources)))} have" if sources else "one dictionary has"


def _sense_sentence(facts: Facts, tail: str, start: str = "", of: str = "") -> Sentence:
    """Return what a sense says, between *start* and *tail*: part of speech, gloss cut to a line, for a form its base, and for a derived word how it
    is made of that, whose base is *of* somebody's. Of the base of a derived word the part of speech is said with a gloss alone, or it would seem to
    be the word's; no gloss, or neither, where one cannot be sure that it is of the sense meant.
    """
    lead = {"inflection": "form of", "variant": "variant of"}.get(facts.relation)
    used_as = next((mark.removeprefix(USED_AS) for mark in facts.inferred if mark.startswith(USED_AS)), "")
    shows_gloss, shows_kind, respelled = (
        SENSE not in facts.inferred,
        SPEECH not in facts.inferred,
        RESPELLED in facts.inferred,
    )

    labelled = _labelled(facts)

    def meaning(gloss: str | None) -> str:
        if not gloss or not shows_gloss:
            return labelled
        cut = gloss if len(gloss) <= _GLOSS else gloss[: _GLOSS - 1].rsplit(" ", 1)[0] + " …"
        return f"{labelled}, “{cut}”"

    def made_of(display: str, base: str | None, gloss: str | None, expansion: str | None) -> str:
        parts = _parts(display, base or "", respelled)
        if used_as:
            text = f"{meaning(None)} used as a {used_as}" if shows_kind else f"used as a {used_as}"
            text += meaning(gloss).removeprefix(labelled) if shows_kind else ""
        else:
            text = meaning(gloss) if gloss and shows_gloss and shows_kind else ""
        if is_in_one_piece(display, base or ""):
            like = "like " if start else ""
            return f"{start}{like}{base}{of}, written in one piece{f' ({text})' if text else ''}{tail}"
        made = "; ".join(filter(None, (parts, text)))
        return f"{start}derived from {base}{of}{f' ({made})' if made else ''}{tail}"

    if facts.relation == "derivation":
        return made_of
    if lead:
        return lambda display, base, gloss, expansion: f"{start}{lead} {base}, {meaning(gloss)}{tail}"
    return lambda display, base, gloss, expansion: f"{start}{meaning(gloss)}{tail}"


def _labelled(facts: Facts) -> str:
    """Return the part of speech of a sense, and how it hurts, if it does."""
    kind = facts.pos or "word"
    hurting = ", ".join(label for label in facts.labels if label in HURTING)
    return f"{kind} ({hurting})" if hurting else kind


def is_in_one_piece(display: str, base: str) -> bool:
    """Return whether a derived word is its base without a space or hyphen and nothing else (halfmoon)."""
    return (" " in base or "-" in base) and key_of(base) == key_of(display)


def _parts(display: str, base: str, respelled: bool) -> str:
    """Return how a derived word is made of its base, which may be *respelled* in it; nothing where that does not show."""
    from adjudicator.core.affixes import formation  # tables that most verdicts do not need

    parts = formation(display, base)
    if not respelled or (
        parts.startswith(base[:-2]) and " with " not in parts.replace(" with -ise for -ize", "")
    ):
        return parts
    ending = next((each for each in _REGULAR if display.endswith(each) and not base.endswith(each)), "")
    plain = display.removesuffix(ending)
    if abs(len(plain) - len(base)) > _CHANGED or not plain.removesuffix("e").endswith(
        base.removesuffix("e")[-1:]
    ):
        return "in another spelling"
    return f"another spelling of {base}" + (f" + -{ending}" if ending else "")


_CHANGED = 2
"""How many letters longer or shorter another spelling of a word may be."""
_REGULAR = ("s", "ed", "ing", "er", "est")
"""The endings that a form of another spelling of a word may have."""
_UNCOUNTED = "no dictionary that counts has it; "
_UNLISTED = "no list that counts has it; "
RARE = 80
"""The size of a word list beyond which it has its rarest words."""
_FORMS = {
    "plural": "regular plural",
    "third-person": "regular form in -s",
    "past": "regular past tense",
    "participle": "regular form in -ing",
    "comparative": "comparative in -er",
    "superlative": "superlative in -est",
}


def near_reason(code: str | None, facts: Facts, ruleset: Ruleset) -> str | Sentence:
    """Return how near a word came that no reading settles: the nearest one has these *facts*, and *code* strikes it, if a rule does.

    It is a sentence that waits for the texts of the reading, or where they add nothing, the reason.
    """
    source, asked = source_name(facts.source), facts.source in ruleset.dictionary.sources
    lead = _UNLISTED if ALONE in facts.inferred else _UNCOUNTED
    if code == "american-spelling":
        return _after(_where(facts), " as an American spelling", lead)
    if code == "only-in-phrases":
        return _after(_where(facts), " inside phrases alone", lead)
    if code is not None:
        sentence = reading_sentence(code, facts, ruleset, False)
        return lambda display, base, gloss, expansion: lead + sentence(display, base, gloss, expansion)
    if facts.kind == "listing":
        return f"{_UNCOUNTED}{source} lists it{_beyond(facts, ruleset)}"
    if asked and facts.relation == "derivation":
        return _sense_sentence(facts, "", f"{lead}it looks ")
    why = "by itself it makes no word legal here" if asked else "the ruleset does not ask it"
    return _sense_sentence(facts, f"), but {why}", f"{lead}{source} does (")


def again(facts: Facts) -> str:
    """Return the reason of a sense with these *facts* whose definition the decisive finding gives."""
    return f"{_labelled(facts)}, as told above ({source_name(facts.source)})"


def _beyond(facts: Facts, ruleset: Ruleset) -> str:
    """Return why the listing with these *facts* does not make a word one: the list does not count, or as far as that size."""
    if facts.source not in ruleset.dictionary.sources:
        return ", which the ruleset does not ask"
    limits = {member.source: member.max_size for member in ruleset.dictionary.members}
    limit, size = limits.get(facts.source), facts.size
    if limit is None or size is None:
        return ", which does not count here"
    how = "as a regular form of one of" if facts.relation == "inflection" else "only at"
    rare = ", among its rarest words," if size > RARE else ","
    return f" {how} size {size}{rare} beyond the {limit} that counts here"


def unlisted_reason(form: Form | None) -> str:
    """Return why a word is not legal of which nothing is known but that it would be this *form* of another, if that."""
    if form is None:
        return "no dictionary or list of the ruleset has it, as a word or as a form of one"
    name = f"the {_FORMS[form.name]} of {form.lemma}, which the dictionary has,"
    if form.written:
        return f"{name} is written {form.written}"
    return f"it would be {name} but no dictionary or list of the ruleset has that form"


def word_reason(code: str, context: WordingContext) -> str:
    """Return why *code*, a rule on the word, strikes it."""
    ruleset, key = context.ruleset, context.key
    if code == "too-short":
        return f"{len(key)} letter{'s' * (len(key) != 1)}; at least {ruleset.min_length} are needed"
    if code == "too-long":
        return f"{len(key)} letters; at most {ruleset.max_length} are allowed"
    if code == "not-in-alphabet":
        return f"no tile shows {' '.join(context.foreign) or 'all of its letters'}"
    if code == OFF_BOARD:
        return context.obstacle
    if code == "only-in-phrases":
        return "it occurs only inside phrases" + _phrases(context.phrases)
    return without_sentence(CODES[code])


def without_sentence(meaning: str) -> str:
    """Return the *meaning* of a code as the end of a sentence: what is said of a rule that has no sentence of its own."""
    return meaning[:1].lower() + meaning[1:].rstrip(".")


def house_reason(entry: Entry, key: str, title: str) -> str:
    """Return why a house list has decided *key*: the list, its reason, who entered it and when."""
    verb = "allows" if entry.effect == "allow" else "denies"
    what = "it" if entry.key == key else f"{entry.word} with its inflections"
    why = f": {entry.reason}" if entry.reason else ""
    until = f", until {entry.expires[:10]}" if entry.expires else ""
    return f"the house list “{title}” {verb} {what}{why} ({entry.author}, {entry.at[:10]}{until})"


def american(counterparts: tuple[str, ...]) -> str:
    """Return the sentence on an American spelling, with the British word where it is known."""
    if counterparts:
        return f"American spelling; the British word is {' or '.join(counterparts)}"
    return "American spelling"


def american_holder(reason: str) -> str:
    """Return who has the word: what a *reason* has in brackets behind the sentence of :func:`american`."""
    return reason.partition(" (")[2].removesuffix(")")


def _phrases(phrases: tuple[str, ...]) -> str:
    return f": {', '.join(phrases)}" if phrases else ""


def _is_written_apart(display: str, base: str) -> bool:
    """Return whether *base* has a mark or a space in it, and is else the word *display* or what that is a form of."""
    key = key_of(display)
    return not base.isalpha() and key_of(base) in (key, *lemmas_of(key))


def _is_regular(display: str, base: str) -> bool:
    """Return whether *display* is by its letters a regular form of *base* (modica is none of modicum)."""
    return key_of(base) in lemmas_of(key_of(display))


OBJECTIONS: dict[str, str] = {
    "uncounted": "it is the plural of what is hardly ever counted",
    "odd-plural": "another plural is usual, or the word is one already",
    "uncompared": "the word is hardly ever compared",
    "misformed": "the form is usually made otherwise",
    "interjection": "it is a form of an interjection, which hardly ever has any",
    "part-of-speech": "its base is hardly ever used as this part of speech",
    "unused": "it is made by rule, and hardly ever used",
    "apart": "it is usually written in two words or with a hyphen",
    "old-spelling": "it is an old or unusual spelling of another word",
    "out-of-use": "hardly anybody uses it or says what it means",
    "name": "it is used as a name rather",
}
"""What speaks against a word by a curated line → how that is said."""
_AGAINST: dict[str, str] = {
    **OBJECTIONS,
    OTHER_PLURAL: "another plural of it is listed",
    JOINED: "anybody can put its two parts together",
    ONE_FORM: "the list has it in no other form",
}
"""Mark → why what has the word is not enough."""


def dispute_of(
    about: str,
    code: str,
    reading: Reading | None,
    having: Collection[str],
    lists: Iterable[str] = (),
    listed: bool = True,
    has_name: bool = False,
    against: Collection[str] = (),
) -> str:
    """Return what a vote on a disputable verdict would be about: the *reading*, the sources *having* the word that are not enough, or the word *lists*
    that should have it, if they or others have *listed* it at all. A name may be spelled so, too (*has_name*), and what the lists tell may
    speak *against* the word.
    """
    why = next((told for mark, told in _AGAINST.items() if mark in against), "")
    objected = not OBJECTIONS.keys().isdisjoint(against)
    facts = reading.facts if reading else None
    if about == "list-only":
        small = " in lower case" if has_name else ""
        having = "lists have" if any(mark.startswith(ALSO_IN) for mark in against) else "a list has"
        return f"whether it is enough that {having} it{small}: no dictionary here defines the word{why and f', and {why}'}"
    if about == "derivation":
        if facts and reading and reading.base and _is_written_apart(reading.display, reading.base):
            return f"whether it is written in one piece: {_having(facts.source)} {reading.base}"
        return f"whether the word is formed from its base as its letters suggest; no dictionary here defines it itself{why and f', and {why}'}"
    if about == "inflection-inferred":
        form = (
            "form"
            if reading and reading.base and not _is_regular(reading.display, reading.base)
            else "regular form"
        )
        if objected:
            return f"whether this {form} is in use: {why}"
        if facts and (facts.kind == "listing" or facts.source == OWN):
            return f"whether this {form} is in use: no word list has it"
        return f"whether this {form} is in use: the word list alone has it, among its rare words"
    if about == "one-dictionary":
        named = " and ".join(map(source_name, lists))
        lacking = (
            f"{named}, by which these rules tell what is a word, does not have it up to the size that counts"
            if listed
            else "no list here has it"
        )
        return f"whether it is enough that {_all_having(having)} the word: {lacking}"
    if about == "doubted":
        name = source_name(facts.source) if facts else "one dictionary"
        small = " for it in lower case" if has_name else ""
        if objected:
            return f"whether {name} and the word list are enough{small}: {why}"
        return f"whether {name} and the word list are enough{small}: {why and f'{why}, and '}no other work of today that is here has the word"
    if about == "not-counted":
        names = sorted(map(source_name, having))
        return f"whether {' and '.join(names)} alone {'are' if names[1:] else 'is'} enough: by these rules {'they make' if names[1:] else 'it makes'} no word legal"
    if facts and facts.kind == "listing" and TAKEN_FOR.intersection(facts.inferred):
        return (
            f"what {source_name(facts.source)} means in lower case, a word of its own or {_taken_as(facts)}"
        )
    return f"whether it is rightly taken as {code.replace('-', ' ')}: no source says so outright"


def summary(word: str, legal: bool, reason: str) -> str:
    """Return the one sentence of a verdict: the word, legal or not, and the decisive reason."""
    return f"{word} is {'legal' if legal else 'not legal'}: {reason}."
