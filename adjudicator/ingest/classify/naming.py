"""Tells the definition of a name from that of a word, for dictionaries that write every headword with a capital.

A definition names somebody or something where it opens by saying of what kind that one is (a city, a goddess, a genus), or says that the word
belongs to what has a capital itself (of or pertaining to Bacchus). All else defines a word, whatever name is spelled like it:
texas, “a structure on the hurricane deck of a steamer”.
"""

from __future__ import annotations

import re

_OPENING = r"^(?:\([A-Za-zöæ.]+\)\s*|\d+ |pl\. |prop\. [an]\. |the name of |a name (?:of|for|given to) |one of )*(?:an? |the |in |two |three )?"
_QUALITY = r"(?:[A-Za-zëöæ'-]+,? (?:and |or )?){0,4}?"
_KINDS = (
    "genus|genera|order|suborder|subclass|phylum|subphylum|natural family|subfamily|superfamily|family|extinct order|subkingdom",
    "god|goddess|gods|deity|divinity|muse|muses|gorgon|gorgons|titan|titans|nymph|hero|heroine|prophet|apostle|patriarch|archangel|trojan",
    "city|town|seaport|island|islands|country|republic|kingdom|province|county|river|lake|sea|ocean|gulf|strait|mountain|mountains|peak|peninsula"
    "|district|village|borough|capital|empire|[Ss]tates?|desert|battle",
    "constellation|planets?|moons?|sign|star|asteroid|satellite",
    "native|natives|inhabitant|inhabitants|citizen|adherent|follower|followers|disciple|disciples|believer|votary|descendant|descendants"
    "|sect|tribe|race|nation|people|peoples|party|fraternity|religious order|society|indians",
    "language|languages|dialect|idiom|book|books|festival|feast|psalm|month|sunday|saint|pope|emperor|king|queen|poet|philosopher|painter|composer"
    "|author|novelist|physicist|statesman|wife|son|daughter|mother|father|brother|character|sister",
    "follower|period|epoch|era|age|dynasty|doctrine|doctrines|tenets|principles|system|philosophy|religion|faith|church|member|members|partisan|worshiper",
)
_OF_A_KIND = re.compile(
    rf"{_OPENING}{_QUALITY}(?:{_KINDS[0]})\b"
    rf"|{_OPENING}{_QUALITY}(?:{_KINDS[1]})\b[^.;]*?\b(?:of|in|who|whom|corresponding|among|whose|to)\b"
    rf"|{_OPENING}{_QUALITY}(?:{'|'.join(_KINDS[2:])})\b[^.;]*?\b(?:in|of|to|among|by|from|near|between|on|at|founded|called|who|with)\b[^.;]*?[A-Z]",
)
_OF_A_NAME = re.compile(
    r"^(?:prop\. a\. )?(?:\d+ )?(?:Of(?: or | and |, )|Pertaining|Relating|Related|Belonging|Designating|According|Resembling|Characteristic)[^.;:]*?\b(?:to|of|resembling|with|by)\b"
    r"[^.;:]{0,40}?\b(?!God\b)[A-Z][a-z]"
)
_SAYS_SO = re.compile(
    r"^An? [A-Z][a-z]+\.|\b(?:(?:wo)?man's name|epic poem|celebrated work|fictitious|legendary|mythical|Noted Names|trade ?name|trademark|proper name|chemical symbol|battle in which|his followers|mythology"
    r"|(?:Hindu|Greek|Roman|Norse) gods?|incarnation|Jewish people|tribe or kingdom)\b"
)

_PLACE = r"[^.;(]*?[A-Z][a-z]"
_ADJECTIVES = r"(?: (?!of\b|by\b|used\b|in\b|to\b|for\b|who\b|from\b|among\b)[A-Za-z-]+){0,3}?"
_NAMED_ONE = re.compile(
    r"^(?:\([a-zA-Z. ]+\) ?)*(?:"
    r"[Tt]he [a-z]+ month of (?:the |a )?[^.;]*?(?:year|calendar)\b"
    r"|(?:[A-Z][a-z]+[,;] )?[Tt]he (?:[A-Za-z]+ )?(?:god|goddess|divinity|deity)(?: of\b| who\b| [A-Z]|\.)"
    r"|The [A-Z][a-z]+ name of the (?:god|goddess|divinity|deity)\b|One of the great (?:gods|goddesses|divinities|deities) of [^.;(]*?[A-Z][a-z]"
    r"|An? [A-Z][a-z]+ (?:god|goddess|divinity|deity)\b"
    r"|(?:(?:An? )?(?:[a-z]+ )?(?:nick)?name (?:applied )?(?:for|to|of) )?(?:An?|an?|One of the|[Aa] member of the)(?: white| original)? (?:natives?|inhabitants?|citizens?)"
    rf"(?:,? (?:or|and) (?:an? )?(?:permanent )?(?:natives?|inhabitants?|citizens?|residents?),?)? of {_PLACE}"
    rf"|(?:An?|The) (?:seaport )?(?:city|town|country|island|river)(?: and [a-z]+)?,? (?:of|in|on) (?![^.;]*\bin the form\b){_PLACE}"
    r"|A (?:familiar |common )?(?:nickname|pet name|diminutive)(?: or (?:a )?[a-z]+)? (?:for|of) [A-Z][a-z]+[.;,]"
    r"|(?:An?|The)(?: [a-z]+){0,2} constellation\b|One of the (?:[a-z]+ )*(?:planets|moons)\b|The planet [A-Z]"
    rf"|(?:An?|The|One of an?|One of the|A member of (?:an?|the|one of the)){_ADJECTIVES} (?:tribes?|people|race)\b(?! for\b| of (?:[a-z]|Amphibia)){_PLACE}"
    r")"
)


def defines_a_name(gloss: str) -> bool:
    """Return whether *gloss* defines a person, people, place, god, faith, language or taxon, or what belongs to one by its name."""
    opening = gloss[:160]
    return bool(_OF_A_KIND.search(opening) or _OF_A_NAME.search(opening) or _SAYS_SO.search(opening))


def defines_one_name(gloss: str) -> bool:
    """Return whether *gloss* defines a month, a god, a city or country, what has its name in the sky, or the people or natives of a place: what is written with a capital, beside whatever word."""
    return bool(_NAMED_ONE.search(gloss[:160]))


_ASIDE = re.compile(
    r"\([^()]*\)|;? --.*|(?:of|to|in|by) (?:the|a|this) (?:[a-z]+ )?(?:genus|genera|family|order|class|tribe) [A-ZÆŒ][^\W\d_]+"
)
"""What a definition of a word says of its kind or beside it, with a capital: a plant of the genus Ziziphus."""
_A_TAXON = re.compile(
    r"(?:(?:The|One|Any|Those|That|A name|A term)\b[^.;]{0,40}?\b)?(?:An? )?(?:[a-z]+,? ){0,3}?(?:divisions?|groups?|orders?|classe?s?|glass|section|assemblage|suborders?|tribes?|phyla"
    r"|subdivision|kingdom|sect|society|association|constellation)\b"
    r"|Those \w+ (?:which|that|with)\b|A term\b|Of or pertaining to [a-z]+ism\b"
)
_LEAD = re.compile(r"^(?:(?:See|Same as) [\w -]+|[A-Z][\w-]+): ")
_ONE_WORD = re.compile(r"[A-Z]\w+(?:ic|an|ac|ish|ese)\.?")
_WITH_A_CAPITAL = re.compile(r"(?<![.:] )(?<!^)\b[A-ZÆŒ][^\W\d_]")


def defines_a_word(gloss: str) -> bool:
    """Return whether *gloss* defines an ordinary word, whatever capital its headword has in print: it is no name's, no taxon's and not of one thing alone, and has no capital but
    that of its first word, or of a genus which the thing belongs to (renner, “A runner.”).
    """
    plain = _LEAD.sub("", _ASIDE.sub("", gloss), count=1)
    return (
        plain[:1].isalpha()
        and not _ONE_WORD.fullmatch(plain)
        and not plain.startswith("The ")
        and not _WITH_A_CAPITAL.search(plain)
        and not _A_TAXON.match(plain)
        and not defines_a_name(plain)
    )
