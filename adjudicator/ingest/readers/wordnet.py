"""Reads WordNet's database files (wndb format): ``data.POS`` for the synsets and ``POS.exc`` for irregular forms.

A synset gives each of its lemmas the same sense: the gloss, the other lemmas as synonyms, the usage and region domains as
labels (slang, archaism, Britain), whether it is an instance (a name), and how many compounds of a lemma are kinds of it. What follows the definition in quotation marks are examples, of the
lemmas that they use. Antonyms are those that a lemma itself points to: a satellite has none by its head.

Where ``index.POS`` is there, it has the synsets of each lemma in the makers' order. Where ``cntlist.rev`` is there, it says how often a sense was met in the texts that WordNet's makers read sense by sense. It
names senses by their key: ``lemma%type:file:id:head:head's id``, the last two for the satellites of an adjective alone.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from adjudicator.ingest.misprints import once
from adjudicator.ingest.readers.examples import examples_of
from adjudicator.sources.records import RawEntry, RawForms, RawSense

_FILES = {"noun": "noun", "verb": "verb", "adj": "adjective", "adv": "adverb"}
_TYPES = {"n": 1, "v": 2, "a": 3, "r": 4, "s": 5}
_EXAMPLES = re.compile(r';\s*(?="|`|“).*$')
_QUOTED = re.compile(r'"([^"]+)"|“([^”]+)”')
_MENTIONED = re.compile(r"`([^`']+)'")
_ANTONYM = "!"
_KIND_OF = "@"
_LIVED = re.compile(r"\(.*\d{3}")
"""The years of a person: one who writes himself in lower case is a name all the same."""
_ALSO_COMBINES = re.compile(
    r"\b(?:often|usually|or)(?: is)? used (?:as a combining form|in combinations?)|\busually in combinations?\b"
)
_COMBINES = re.compile(r"`([^`']+)' in this sense is used as a combining form")
COMBINING = "combining form"
_MARKER = re.compile(r"\((?:a|p|ip)\)$")
_REMARK = re.compile(
    r";?\s*\(`[^()`]*'(?: (?:and|or) `[^()`]*')* (?:is|are|was|were)\b[^()]*\)|[:;] \"?`[^`]*' is\b.*$"
    r"|^\(comparative and superlative of `[^`]*'\) (?=\S)|^alternative names for (?=\S)"
)
"""What a definition says of its words, and not of what they mean: (`aged' is pronounced as two syllables)."""
_PREFIXED_LABEL = re.compile(r"^\(([^)]{3,60})\)\s*")


def read(folder: Path) -> Iterator[RawEntry | RawForms]:
    """Yield one entry for each lemma of each synset, then the irregular forms."""
    domains = _first_lemmas(folder / "data.noun")
    heads = _heads(folder / "data.adj")
    uses = _uses(folder / "cntlist.rev")
    opposites = _opposites(folder)
    kinds = _kinds(folder / "data.noun")
    irregular = {pos: _irregular(folder / f"{suffix}.exc") for suffix, pos in _FILES.items()}
    for suffix, pos in _FILES.items():
        places = _places(folder / f"index.{suffix}")
        for line in _synset_lines(folder / f"data.{suffix}"):
            yield from _synset(line, pos, domains, heads, uses, places, opposites, irregular[pos], kinds)
    for pos, forms in irregular.items():
        for lemma, found in forms.items():
            yield RawForms(lemma, pos, tuple(found))


def _synset_lines(path: Path) -> Iterator[str]:
    """Yield the lines of the file at *path* that are synsets: a licence comes before them."""
    with path.open(encoding="utf-8") as lines:
        yield from (line for line in lines if line[:1].isdigit())


def _first_lemmas(path: Path) -> dict[str, str]:
    """Return the first lemma of every noun synset by its offset: the name of a domain that a pointer leads to."""
    rows = (line.split(" ", 5) for line in _synset_lines(path))
    return {offset: lemma.replace("_", " ") for offset, _, _, _, lemma, _ in rows}


def _kinds(path: Path) -> Counter[str]:
    """Return of how many nouns the synset of a lemma is the kind that end in that lemma, by its offset and the lemma: a wristband is a band that one wears."""
    lemmas: dict[str, list[str]] = {}
    above: list[tuple[list[str], str]] = []
    for line in _synset_lines(path):
        fields = line.partition(" | ")[0].lower().split(" ")
        start = 4 + 2 * int(fields[3], 16)
        own = lemmas[fields[0]] = fields[4:start:2]
        above += [
            (own, fields[place + 1])
            for place in range(start + 1, len(fields) - 1, 4)
            if fields[place] == _KIND_OF
        ]
    found: Counter[str] = Counter()
    for own, kind in above:
        for lemma in lemmas.get(kind, ()):
            for each in own:
                if each.endswith(lemma) and len(each) > len(lemma) + 1:
                    found[kind + lemma] += 1
                    break
    return found


def _heads(path: Path) -> dict[str, str]:
    """Return ``lemma:id`` of the head of every adjective cluster by its offset, as the keys of its satellites end."""
    heads: dict[str, str] = {}
    for line in _synset_lines(path):
        offset, _, kind, _, lemma, lex_id, _ = line.split(" ", 6)
        if kind == "a":
            heads[offset] = f"{_MARKER.sub('', lemma).lower()}:{int(lex_id, 16):02}"
    return heads


def _opposites(folder: Path) -> dict[str, list[str]]:
    """Return the lemmas of every synset with a lemma that has an antonym, by part of speech and offset: each is the antonym of its own."""
    found: dict[str, list[str]] = {}
    for suffix in _FILES:
        for line in _synset_lines(folder / f"data.{suffix}"):
            if f" {_ANTONYM} " in line:
                fields = line.split(" ")
                found[_place_of(fields[2], fields[0])] = _lemmas(fields)
    return found


def _place_of(pos: str, offset: str) -> str:
    """Return what names a synset among all: satellites are in the file of the adjectives."""
    return pos.replace("s", "a") + offset


def _irregular(path: Path) -> dict[str, list[str]]:
    """Return the irregular forms of each lemma; nothing where the edition has no such list."""
    found: dict[str, list[str]] = {}
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            form, *lemmas = (word.replace("_", " ") for word in line.split(" "))
            for lemma in lemmas:
                found.setdefault(lemma, []).append(form)
    return found


def _lemmas(fields: list[str]) -> list[str]:
    """Return the lemmas of a synset, whose line has these *fields*."""
    return [_MARKER.sub("", fields[4 + 2 * i]).replace("_", " ") for i in range(int(fields[3], 16))]


def _uses(path: Path) -> dict[str, int]:
    """Return how often each sense was counted, by its key; nothing where the edition has no counts."""
    if not path.exists():
        return {}
    rows = (line.split() for line in path.read_text(encoding="utf-8").splitlines())
    return {row[0]: int(row[-1]) for row in rows if len(row) == 3}


def _places(path: Path) -> dict[str, int]:
    """Return the place of each synset among those of a lemma, by its offset and the lemma; nothing where the edition has no index."""
    if not path.exists():
        return {}
    places: dict[str, int] = {}
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            if not line.startswith(" "):  # as those of the licence do
                lemma, _, count, *rest = line.split()
                for place, offset in enumerate(rest[-int(count) :], 1):
                    places[offset + lemma] = place
    return places


def _synset(
    line: str,
    pos: str,
    domains: dict[str, str],
    heads: dict[str, str],
    uses: dict[str, int],
    places: dict[str, int],
    opposites: dict[str, list[str]],
    irregular: Mapping[str, list[str]],
    kinds: Mapping[str, int],
) -> Iterator[RawEntry]:
    body, _, gloss = line.partition(" | ")
    fields = body.split(" ")
    lemmas = _lemmas(fields)
    start = 4 + 2 * len(lemmas)
    pointers = fields[start + 1 : start + 1 + 4 * int(fields[start])]
    name = False
    head = ":"
    labels: dict[int, list[str]] = {}
    antonyms: dict[int, list[str]] = {}
    for i in range(0, len(pointers), 4):
        symbol, target, other_pos, span = pointers[i : i + 4]
        if symbol == "@i":
            name = True
        elif symbol == "&" and fields[2] == "s":
            head = heads.get(target, head)
        elif symbol in (";u", ";r") and target in domains:
            labels.setdefault(int(span[:2], 16), []).append(domains[target])
        elif symbol == _ANTONYM:
            others = opposites.get(_place_of(other_pos, target), ())
            antonyms.setdefault(int(span[:2], 16), []).extend(others[int(span[2:], 16) - 1 :][:1])
    gloss = gloss.strip()
    text = _EXAMPLES.sub("", gloss)
    quoted = _quoted(gloss[len(text) :])
    text = text.strip().rstrip(";").strip()
    stated = stated_label(text)
    definition = once(without_remarks(text))
    for i, lemma in enumerate(lemmas):
        own = [*labels.get(0, ()), *labels.get(i + 1, ())]
        if stated:
            own.append(stated)
        if any(COMBINING in label for label in own) and _stands_alone(lemma, text):
            own = [label for label in own if COMBINING not in label]
        synonyms = tuple(other for other in lemmas if other != lemma)
        lower = lemma.replace(" ", "_").lower()
        key = f"{lower}%{_TYPES[fields[2]]}:{fields[1]}:{int(fields[5 + 2 * i], 16):02}:{head}"
        counted, place = uses.get(key, 0), places.get(fields[0] + lower, 0)
        opposite = tuple(antonyms.get(i + 1, ()))
        examples = examples_of(quoted, lemma, pos, irregular) if quoted else ()
        named = name and not _is_also_a_word(lemma, synonyms, text)
        sense = RawSense(
            definition,
            tuple(own),
            synonyms,
            named,
            None,
            counted,
            place,
            opposite,
            examples,
            kinds=kinds.get(fields[0] + lower, 0) if pos == "noun" else 0,
        )
        yield RawEntry(lemma, pos, (sense,))


def _is_also_a_word(lemma: str, synonyms: tuple[str, ...], gloss: str) -> bool:
    """Return whether *lemma* is in lower case in the synset of one thing (globe beside Earth): it is the *synonyms* with a capital that name it."""
    return (
        lemma == lemma.lower()
        and not _LIVED.search(gloss)
        and any(other != other.lower() for other in synonyms)
    )


def _stands_alone(lemma: str, gloss: str) -> bool:
    """Return whether *gloss* says that its words are not only parts of others, or that another word than *lemma* is."""
    only = _COMBINES.search(gloss)
    return bool(_ALSO_COMBINES.search(gloss)) or (only is not None and only.group(1) != lemma)


def without_remarks(gloss: str) -> str:
    """Return a *gloss* without what it says of its words; all of it where it says nothing else."""
    return _REMARK.sub("", gloss).strip() or gloss


def _quoted(text: str) -> list[str]:
    """Return what is quoted in *text*, without who said it; a word that is mentioned has quotation marks of its own."""
    return [_MENTIONED.sub(r"‘\1’", one or other).strip() for one, other in _QUOTED.findall(text)]


def stated_label(gloss: str) -> str | None:
    """Return what a WordNet's gloss says in parentheses before anything else: a label, or a field."""
    stated = _PREFIXED_LABEL.match(gloss)
    return stated.group(1) if stated else None
