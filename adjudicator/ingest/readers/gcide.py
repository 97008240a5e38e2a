r"""Reads GCIDE in dictd form (``gcide.dict.dz`` with ``gcide.index``): one entry a headword and part of speech.

An entry opens with its head, ``Scuba \Scu"ba\ (sk…), n. [etymology] (Domain)``, then its senses, numbered or not, each ended by
the tag of the text's own origin ([1913 Webster], [PJC]). The entries of 1913 capitalise every headword; only entries that
the later editors wrote keep case, and "prop. n." marks a name in both. Some articles of 1913 have lost their tag, and end in the headword of
the next one instead. Letters with diacritics are written in brackets
([=a], ['e]) and are decoded first; a few bytes of the file are Windows-1252 and not UTF-8.
"""

from __future__ import annotations

import gzip
import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from itertools import chain, pairwise
from pathlib import Path

from adjudicator.ingest.readers.gcide_kinds import pos_by_definition
from adjudicator.ingest.readers.gcide_references import followed
from adjudicator.ingest.readers.gcide_texts import ENDS, NUMBER, ORIGIN, VARIANT, readable, senses_of
from adjudicator.sources.records import WHOLE, RawEntry, RawSense, Share

_ALPHABET = {c: i for i, c in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")}
_MARKS = {
    "=": "\u0304", "'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303",
    ",": "\u0327", ".": "\u0307", "u": "\u0306", "v": "\u030c",
}  # fmt: skip
_NAMED = {
    "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "imac": "ī", "aum": "ä", "oum": "ö", "uum": "ü", "thorn": "þ", "eth": "ð",
    "deg": "°", "root": "", "asl": "a", "esl": "e", "isl": "i", "osl": "o", "usl": "u", "ng": "ng", "th": "th", "sect": "§",
    "add": "", "udd": "u", "pause": "", "oo": "oo", "=ae": "ǣ", "=oo": "oo", "oo^": "oo", "'ae": "ǽ",
}  # fmt: skip
_CODE = re.compile(
    r"\[([=\"'`^~,.uv-])([A-Za-z])\]|\[([A-Za-z])([\^~\"=])\]|\[(ae|AE|oe|OE|imac|aum|oum|uum|thorn|eth|deg|root|[aeiou]sl|ng|th|sect|add|udd|pause|=ae|=oo|oo\^|'ae)\]"
)
_HEAD = re.compile(
    r"\s*(?P<head>[^\\]+?)\s*\\(?P<said>[^\\]*)\\\s*(?:\([^()]*(?:\([^()]*\)[^()]*)*\)\s*)?,?\s*"
)
_HEADS = re.compile(r"(?:^|[\\,)])\s*([^\\\n,()]{1,60}?)\s*(?=\\[^\\]+\\)")
_POS = re.compile(
    r"(?:(?P<name>prop\. ?(?:n|adj|a)|pr\. ?n|proper n)\.?|(?P<pos>v\. ?t\. ?(?:&|and) ?v?\.? ?i|v\. ?i\. ?(?:&|and) ?v?\.? ?t|v\. ?t|v\. ?i|v\. ?imp|vb|v|n\. ?pl|n\. ?sing|n"
    r"|adj|a|adv|prep|conj|interj|pron|p\. ?p|imp\.?[^{\[]{0,20}?p\. ?p|imp|p\. ?pr[^{\[]{0,20}?|p\. ?a|comp|superl|compar|abbr|abbrev|pref|prefix|suff|suffix|art|def\. ?art|num)\.?)(?=$|[\s,;:.\[({])"
)
_POS_NAMES = {
    "n": "noun", "npl": "noun", "nsing": "noun", "vb": "verb", "v": "verb", "vt": "verb", "vi": "verb", "vimp": "verb", "adj": "adjective",
    "a": "adjective", "pa": "adjective", "adv": "adverb", "prep": "preposition", "conj": "conjunction", "interj": "interjection",
    "pron": "pronoun", "pp": "verb", "imp": "verb", "comp": "adjective", "compar": "adjective", "superl": "adjective",
    "abbr": "abbreviation", "abbrev": "abbreviation", "pref": "affix", "prefix": "affix", "suff": "affix", "suffix": "affix",
    "art": "determiner", "defart": "determiner", "num": "numeral",
}  # fmt: skip
_BRACKET = re.compile(r"[\[\]]")
_BRACES = re.compile(r"\{([^{}]{1,40})\}")
_BARE_VARIANT = re.compile(r"(?:ritten|pelled|pelt) also ([a-z]{3,})\b")
_RARELY = re.compile(r"\((?:rarely|obs\.|archaic|sometimes)[^()]*\)", re.IGNORECASE)
_FORMS = re.compile(
    r"(?:\[(?:imp|pl|p\. ?p|p\. ?pr|Compar|compar|sing|obs\. imp|pres)[^\]]*\]|(?:^|;\s*)(?:[a-z. ]{0,6}pl\.|sing\.)(?! of\b)[^.\[]{0,90})"
)
_NO_ETYMOLOGY = ("imp", "pl.", "Compar", "compar", "p. p", "sing", "Written", "written", "Also ", "Spelled")
_BARE_ACCENT = re.compile(r"'([AEIOUaeiou])")
_PARAGRAPH = re.compile(r"\n\s*\n")
_ANOTHER_HEAD = re.compile(r"[^\\]{1,40}\\[^\\]*\\")
_NO_CODE = re.compile(r"[^a-z]")
_BEFORE_SENSES = re.compile(
    r"^[^A-Za-z(\"'0-9\[]*(?:;?\s*(?:[a-z. ]{0,6}pl\.|sing\.|fem\.)\s*\{[^}]*\}[^.\[]*\.?)?\s*"
)
_NUMBERED = re.compile(r"(?<=[.\]])\s+(?=[1-9]\.\s)")
_AND_ADJECTIVE = re.compile(r"\.?\s*(?:&|and) (?:p\. ?)?(?:a|adj)\.(?!\s*(?:of|from)\b)")
"""A participle that is entered as an adjective as well is defined as one."""
_OPENING = 900
"""Letters of an article, coded as they are, that have its headwords."""


def read(folder: Path, share: Share = WHOLE) -> Iterator[RawEntry]:
    """Yield the entries of a *share* of the articles in the order of the file."""
    with gzip.open(folder / "gcide.dict.dz", "rb") as stream:
        text = stream.read()
    places = _places(folder / "gcide.index")
    spans = sorted({span for found in places.values() for span in found})
    after = dict(pairwise([*spans, (0, 0)]))

    def article(span: tuple[int, int]) -> str:
        return _decoded(text[span[0] : span[0] + span[1]])

    @cache  # what others refer to is not read again
    def entries(span: tuple[int, int]) -> list[RawEntry]:
        return list(entries_of(article(span), article(after[span])))

    def find(headword: str) -> list[RawEntry]:
        return [entry for span in sorted(places.get(headword.casefold(), ())) for entry in entries(span)]

    for span in spans[round(share.begin * len(spans)) : round(share.end * len(spans))]:
        for entry in entries(span):
            found = followed(entry, find)
            if found.senses or found.forms:
                yield from _by_spellings(found)


def _by_spellings(entry: RawEntry) -> Iterator[RawEntry]:
    """Yield *entry* without what its reader alone needs, and by itself each of its senses that has other spellings of its own."""
    plain = [sense._replace(place=0, variants=()) for sense in entry.senses]
    own = [sense.variants for sense in entry.senses]
    if all(own):
        yield entry._replace(senses=tuple(plain), variants=(*entry.variants, *chain.from_iterable(own)))
        return
    yield entry._replace(senses=tuple(sense for sense, of_it in zip(plain, own, strict=True) if not of_it))
    for sense, of_it in zip(plain, own, strict=True):
        if of_it:
            yield entry._replace(senses=(sense,), forms=(), variants=(*entry.variants, *of_it))


def _decoded(article: bytes) -> str:
    try:
        return article.decode("utf-8")
    except UnicodeDecodeError:
        return article.decode("windows-1252", errors="replace")


def _places(index: Path) -> dict[str, set[tuple[int, int]]]:
    """Return where the articles of each headword are: where they start, and how long they are."""
    places: dict[str, set[tuple[int, int]]] = {}
    with index.open(encoding="utf-8", errors="replace") as lines:
        for line in lines:
            head, start, length = line.rstrip("\n").split("\t")
            if not head.startswith("00-database"):
                places.setdefault(head.casefold(), set()).add((_number(start), _number(length)))
    return places


def _number(text: str) -> int:
    value = 0
    for char in text:
        value = value * 64 + _ALPHABET[char]
    return value


def decode(text: str) -> str:
    """Return *text* with bracketed letter codes as the letters that they stand for."""
    if "[" not in text:
        return text
    return _CODE.sub(_letter, text)


def _letter(match: re.Match[str]) -> str:
    before, first, second, after, named = match.groups()
    if named:
        return _NAMED.get(named, named[0])
    mark, letter = (before, first) if before else (after, second)
    return unicodedata.normalize("NFC", letter + _MARKS.get(mark, ""))


def _without_heads(text: str, following: str) -> str:
    """Return *text* without the headwords of the *following* article, coded as it is, with which those articles end that have lost their tag."""
    left = text.rstrip()
    if left.endswith(ENDS):
        return text
    heads = _HEADS.findall(decode(following[:_OPENING]).split("\n\n")[0][:300])
    while found := [head for head in heads if left.endswith((f" {head}", f"\n{head}"))]:
        left = left[: -len(max(found, key=len))].rstrip()
    return left if left.endswith((*ENDS, "[Obs.]")) else text


def entries_of(text: str, following: str = "") -> Iterator[RawEntry]:
    """Yield the entry or entries (a head may name several spellings) of one article's text, which stands before the *following* one."""
    text = _without_heads(decode(text), following)
    paragraphs = [part for part in _PARAGRAPH.split(text.strip("\n")) if part.strip()]
    if not paragraphs:
        return
    opening = " ".join(line.strip() for line in paragraphs[0].split("\n"))
    heads: list[str] = []
    pos: str | None = None
    name = False
    rest = opening
    while match := _HEAD.match(rest):
        heads.append(_accented(match.group("head").strip(" ,"), match.group("said")))
        rest = rest[match.end() :]
        found = _POS.match(rest)
        if found:
            pos, name = _pos_of(found)
            rest = rest[found.end() :]
            if pos == "verb" and _AND_ADJECTIVE.match(rest):
                pos = "adjective"
            rest = rest.lstrip(" .,&")
            break
        if not _ANOTHER_HEAD.match(rest):
            break
    if not heads:
        return
    modern = "1913" not in text and bool(ORIGIN.search(text))
    etymology, rest = _etymology(rest)
    if pos is None and (found := _POS.match(rest.lstrip(" .,"))):
        pos, name = _pos_of(found)
        rest = rest.lstrip(" .,")[found.end() :]
    forms = tuple(
        form
        for block in (_FORMS.findall(opening[:400]) if "{" in opening[:400] else ())
        for form in _BRACES.findall(_RARELY.sub("", block))
        if 1 < len(form) < 30 and " " not in form
    )
    variants, of_senses = _variants(text, paragraphs)
    senses = readable(
        tuple(
            sense._replace(variants=of_senses.get(sense.place, ()))
            for sense in _senses(rest, paragraphs, heads[0])
        )
    )
    pos = pos_by_definition(pos, heads[0], senses)
    named = tuple(sense._replace(name=name) if name and not sense.name else sense for sense in senses)
    for head in heads:
        if 0 < len(head) <= 60 and (senses or forms):
            yield RawEntry(
                head,
                "affix" if head.startswith("-") or head.endswith("-") else pos,
                named,
                etymology,
                () if pos == "pronoun" else forms,  # she, pl. they, poss. their: words of their own
                variants,
                modern or head != head.capitalize(),
            )


def _variants(text: str, paragraphs: list[str]) -> tuple[tuple[str, ...], dict[int, tuple[str, ...]]]:
    """Return the other spellings that an article names: those of the word, and by their places those of one of its senses alone, from the second."""
    of_all: list[str] = []
    of_one: dict[int, tuple[str, ...]] = {}
    for paragraph in paragraphs if "ritten" in text or "pel" in text else ():
        found = tuple(
            variant
            for block in VARIANT.findall(paragraph)
            for variant in (*_BRACES.findall(block), *_BARE_VARIANT.findall(block))
            if " " not in variant
        )
        number = NUMBER.match(paragraph)
        place = int(number.group(1) or 0) if number else 0
        if found and place > 1:
            of_one[place] = of_one.get(place, ()) + found
        else:
            of_all += found
    return tuple(of_all), of_one


def _accented(head: str, said: str) -> str:
    """Return a headword with its accents, which stand before their letters (M'etayer), where the headword as *said* shows that they are some."""
    if "'" not in head:
        return head
    if said.endswith('"') and head.endswith("'"):
        head = head[:-1]  # it is the stress
    accented = decode(_BARE_ACCENT.sub(r"['\1]", head))
    shown = set(said.lower())
    return accented if all(letter.isascii() or letter in shown for letter in accented.lower()) else head


def _pos_of(match: re.Match[str]) -> tuple[str | None, bool]:
    if name := match.group("name"):
        return "adjective" if "a" in name.split(".")[-1] else "noun", True
    code = _NO_CODE.sub("", match.group("pos").split("&")[0].split(" and")[0])
    if code.startswith("ppr"):
        code = "imp"
    return _POS_NAMES.get(code, "verb" if code.startswith(("imp", "v")) else None), False


def _etymology(rest: str) -> tuple[str, str]:
    """Split the bracketed etymology, if *rest* has one near its start, from what follows it."""
    start = rest.find("[")
    if start < 0 or start > 60:
        return "", rest
    depth = 0
    for bracket in _BRACKET.finditer(rest, start):
        depth += 1 if bracket.group() == "[" else -1
        if depth == 0:
            end = bracket.end()
            block = rest[start + 1 : end - 1]
            if block.startswith(_NO_ETYMOLOGY):
                etymology, after = _etymology(rest[end:])
                return etymology, rest[:start] + after
            if ORIGIN.match(rest[start:end]) or len(block) < 8:
                return "", rest
            return " ".join(block.split()), rest[:start] + rest[end:]
    return "", rest


def _senses(rest: str, paragraphs: list[str], headword: str) -> Iterator[RawSense]:
    blocks: list[str] = []
    first = _BEFORE_SENSES.sub("", rest).strip()
    if first:
        blocks.extend(_NUMBERED.split(first))
    for paragraph in paragraphs[1:]:
        if blocks and not NUMBER.match(paragraph):
            continue
        indent = len(paragraph) - len(paragraph.lstrip(" "))
        flat = " ".join(line.strip() for line in paragraph.split("\n"))
        if indent <= 5 and not flat.startswith(("Note:", "Syn:", "[WordNet", "{", "-- {")):
            blocks.append(flat)
    for block in blocks[:40]:
        number = NUMBER.match(block)
        place = int(number.group(1) or 0) if number else 0
        yield from (sense._replace(place=place) for sense in senses_of(block, headword))
