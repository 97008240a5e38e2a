"""Tells a gloss that does not fit its part of speech: a dictionary of concepts gives a noun what defines a phrase with it (thanks, with the help of),
or an adjective what defines a noun; and what a dictionary has in the place of a definition: of what word this is a form. Start at :func:`misfits`.
"""

from __future__ import annotations

import re

_FIELD = r"^(?:\([^()]*\) )?"
_PREPOSITIONAL = re.compile(
    _FIELD
    + r"(?:(?:with|without|by|for|to|at|from|of|under|out of|as the|not|following the)\b|in(?: [^ ,:;]+){1,7}$)"
)
_OF_ONE_FORM = "only in the past tense"
"""What a definition says that is none of a verb's other forms (used to)."""
_NOMINAL = re.compile(
    _FIELD
    + r"(?:most important element|early testing stage|an? (?!quantifier|little|bit\b|few)|the (?!ordinal|most|least|same|greatest|highest|single|best|other|usual|topmost|superlative))"
)


def is_past_only(gloss: str, pos: str | None) -> bool:
    """Return whether *gloss* says of a verb's sense that it has a past and no other form."""
    return pos == "verb" and _OF_ONE_FORM in gloss


def misfits(gloss: str, pos: str | None) -> bool:
    """Return whether *gloss* is no definition of a word in this part of speech."""
    if pos == "noun":
        return bool(_PREPOSITIONAL.match(gloss))
    if pos == "verb":
        return is_past_only(gloss, pos)
    return pos == "adjective" and bool(_NOMINAL.match(gloss))


_IN_PRINT = {
    "adjective": re.compile(
        r"(?:\([^()]*\) ?)*(?:[Aa]n? (?!form\b|little\b|bit\b|few\b|quantifier\b|variant\b|abbreviation\b|term\b|word\b|epithet\b|[a-z]+ (?:term|word|intensifier|expletive)\b)|[Tt]he (?:act|art|science|quality)\b|To (?!the\b|be\b|ward\b))"
    ),
    "noun": re.compile(
        r"(?:\([^()]*\) ?)*(?:(?:Having|Characterized by)\b|(?:Of or )?(?:[Pp]ertaining|[Rr]elating) to\b|To (?!organic\b)[a-z]+\b)"
    ),
}


def is_misprinted(gloss: str, pos: str | None) -> bool:
    """Return whether *gloss*, of a dictionary of words, defines one in another part of speech than *pos*, which is an error of its digital edition: an adjective
    is no thing and no act, a noun not what has something.
    """
    pattern = _IN_PRINT.get(pos or "")
    return pattern is not None and pattern.match(gloss) is not None


_ONLY_A_FORM = re.compile(
    r"(?:obs\. )?(?:an? (?:obsolete |old )?(?:form|plural|preterit\w*|past \w+)|pl\.|imp\.|p\. ?p\.|pret\.|[23]d pers\. (?:sing\. )?(?:pres\.)?|compar\.|superl\.)"
    r" of [A-Z][a-z]+(?:, [a-z]+\.(?: [ti]\.)?)*[.;]?(?: See [^.]*\.?| ?--.*)*|of [A-Z][a-z]+, to [a-z ]+\.",
    re.DOTALL,
)
"""A definition that only says of what word this is a form."""
_BEGINS_WITH_ITS_FORM = re.compile(r"a form of [A-Z]")
_ITS_FORM = re.compile(
    r"(?:a form|(?:obs\. |archaic |strong )*(?:imp|p\. ?p|pret|pl|[23]d pers?\. (?:sing\. )?(?:pres)?)\.(?: &[a-z. ]*)?|[Pp]lural|[Ss]hort(?:ened)? form|[Vv]ar(?:iant|\.)(?: spellings?)?) (?:of|for) |From [A-Z][a-z]+, [nva]\."
)
_OF_ITSELF = re.compile(r"(?:obs\. )?(?:an? form|imp\.|p\. ?p\.|pret\.) of ([A-Z][a-z]+)\b")
_REFERENCE = re.compile(r"See [>]?[A-Za-z-]+\.?")
_REFERENCES = re.compile(
    r"(?:See|Same as|same as|Variant of|variant of) (?:[\w'-]+: |[>]?[A-Z][\w'-]*(?:[ ,]+[\w'-]+\.?){0,5}\.?$)"
)
_BROKEN = re.compile(r"\w\?\w|\s\?[a-z]|\b[a-z]\? [a-z]|\(\s*[,)]|, [,.]|[a-z][*`][a-z]")
"""What shows that a definition has lost letters or signs, of which those that it may have are next."""
_SIGNS = ("?", "(", "*", "`", ", ,", ", .")
_BEHIND_ANOTHER = (",", ";", ":", ".", ")", "]")
"""How a definition begins that has lost its beginning."""


def says_its_form(gloss: str) -> bool:
    """Return whether *gloss* begins with of what word this is a form."""
    return _BEGINS_WITH_ITS_FORM.match(gloss) is not None or _ONLY_A_FORM.fullmatch(gloss) is not None


def only_refers(gloss: str) -> bool:
    """Return whether *gloss* says nothing but where else to look, or what that word means; or nothing at all."""
    return not gloss or _REFERENCES.match(gloss) is not None


def names_another(gloss: str) -> bool:
    """Return whether *gloss* is empty, or says where else to look and not what is meant."""
    return only_refers(gloss) and ": " not in gloss


def is_no_definition(gloss: str) -> bool:
    """Return whether *gloss*, of an old dictionary, says nothing but of what word this is a form, or where else to look, or is damaged."""
    return only_refers(gloss) or _ITS_FORM.match(gloss) is not None or _is_broken(gloss)


def _is_broken(gloss: str) -> bool:
    """Return whether *gloss* is damaged: it says less than it meant."""
    return gloss.startswith(_BEHIND_ANOTHER) or (
        any(sign in gloss for sign in _SIGNS) and _BROKEN.search(gloss) is not None
    )


def repeats(gloss: str, headword: str, pos: str | None, inflected: bool, alone: bool) -> bool:
    """Return whether *gloss* adds nothing: it says of what word this is a form, and a table says so, too (the word is *inflected*), with the right part of
    speech; or that it is a form of itself; or unless it is *alone*, without a part of speech, where else to look.
    """
    if inflected and pos != "verb" and gloss.startswith("a form of ") and _ONLY_A_FORM.fullmatch(gloss):
        return True
    if alone:
        return False
    itself = _OF_ITSELF.match(gloss)
    return (itself is not None and itself.group(1) == headword) or (
        pos is None and bool(_REFERENCE.fullmatch(gloss))
    )
