"""How near a word came that no dictionary has. Pure.

Of a key that has readings, the nearest is one of them, by :func:`farness`. Of any other it is the word that it would be a regular form of,
if there is one: :func:`form_of`. :mod:`adjudicator.rules.wording` has the sentences.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from adjudicator.core.inflection import lemmas_of, regular_forms
from adjudicator.core.model import Facts

Known = Callable[[Sequence[str]], Iterable[tuple[str, Sequence[Facts]]]]
"""The known ones among some keys, with the facts of each."""
INFLECTED = ("noun", "verb", "adjective", "adverb")
"""The parts of speech that have regular forms, the commonest first."""


class Form(NamedTuple):
    """What a key would be: the regular form of ``lemma`` that is called ``name``. If the dictionary has that form otherwise, ``written`` is how."""

    name: str
    lemma: str
    written: str | None


def nothing_known(keys: Sequence[str]) -> list[tuple[str, Sequence[Facts]]]:
    """Return nothing: no dictionary is at hand."""
    return []


def farness(facts: Facts, code: str | None, asked: bool) -> int:
    """Return how far a reading that does not count is from making a word legal, 0 for the nearest.

    *code* is that of the rule that strikes it, if one does; *asked* is whether the ruleset names its source. Who is asked why a word should
    count shows a definition first, then a list, and last what no ruleset counts.
    """
    if code is not None:
        return 4
    return (0 if facts.kind == "sense" else 2) + (not asked)


def form_of(key: str, admitted: Callable[[Sequence[Facts]], Iterable[Facts]], known: Known) -> Form | None:
    """Return which regular form *key* would be of a word that the dictionary has; None where there is no such word.

    *admitted* are the senses among a word's facts that make it a word.
    """
    lemmas = lemmas_of(key)
    if not lemmas:
        return None
    facts_of = dict(known(lemmas))
    if not facts_of:
        return None
    found: list[Form] = []
    for lemma in filter(facts_of.__contains__, lemmas):
        as_what = {each.pos for each in admitted(facts_of[lemma]) if each.relation in ("lemma", "variant")}
        for pos in filter(as_what.__contains__, INFLECTED):
            for name, forms in regular_forms(lemma, pos).items():
                if key not in forms:
                    continue
                others = [form for form in forms if form != key]
                written = [
                    other
                    for other, facts in (known(others) if others else ())
                    if any(_is_form(each, pos) for each in admitted(facts))
                ]
                if written or key == forms[0]:
                    found.append(Form(name, lemma, written[0] if written else None))
    return min(found, key=lambda form: form.written is not None, default=None)


def _is_form(facts: Facts, pos: str) -> bool:
    """Return whether a reading with these *facts* is a form, which a source or a list has, of a word that is a *pos*."""
    return facts.relation == "inflection" and facts.pos == pos and "relation" not in facts.inferred
