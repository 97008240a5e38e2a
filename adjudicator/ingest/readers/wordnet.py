"""Reads WordNet's database files (wndb format): ``data.POS`` for the synsets and ``POS.exc`` for irregular forms.

A synset gives each of its lemmas the same sense: the gloss, the other lemmas as synonyms, the usage and region domains as
labels (slang, archaism, Britain), and whether it is an instance (a name). Examples in quotation marks are cut off.

Where ``index.POS`` is there, it has the synsets of each lemma in the makers' order. Where ``cntlist.rev`` is there, it says how often a sense was met in the texts that WordNet's makers read sense by sense. It
names senses by their key: ``lemma%type:file:id:head:head's id``, the last two for the satellites of an adjective alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from adjudicator.sources.records import RawEntry, RawForms, RawSense

_FILES = {"noun": "noun", "verb": "verb", "adj": "adjective", "adv": "adverb"}
_TYPES = {"n": 1, "v": 2, "a": 3, "r": 4, "s": 5}
_EXAMPLES = re.compile(r';\s*(?="|`|“).*$')
_MARKER = re.compile(r"\((?:a|p|ip)\)$")
_PREFIXED_LABEL = re.compile(r"^\(([^)]{3,60})\)\s*")


def read(folder: Path) -> Iterator[RawEntry | RawForms]:
    """Yield one entry for each lemma of each synset, then the irregular forms."""
    domains = _first_lemmas(folder / "data.noun")
    heads = _heads(folder / "data.adj")
    uses = _uses(folder / "cntlist.rev")
    for suffix, pos in _FILES.items():
        places = _places(folder / f"index.{suffix}")
        for line in _synset_lines(folder / f"data.{suffix}"):
            yield from _synset(line, pos, domains, heads, uses, places)
    for suffix, pos in _FILES.items():
        exceptions = folder / f"{suffix}.exc"
        if exceptions.exists():
            for line in exceptions.read_text(encoding="utf-8").splitlines():
                form, *lemmas = (word.replace("_", " ") for word in line.split(" "))
                for lemma in lemmas:
                    yield RawForms(lemma, pos, (form,))


def _synset_lines(path: Path) -> Iterator[str]:
    """Yield the lines of the file at *path* that are synsets: a licence comes before them."""
    with path.open(encoding="utf-8") as lines:
        yield from (line for line in lines if line[:1].isdigit())


def _first_lemmas(path: Path) -> dict[str, str]:
    """Return the first lemma of every noun synset by its offset: the name of a domain that a pointer leads to."""
    rows = (line.split(" ", 5) for line in _synset_lines(path))
    return {offset: lemma.replace("_", " ") for offset, _, _, _, lemma, _ in rows}


def _heads(path: Path) -> dict[str, str]:
    """Return ``lemma:id`` of the head of every adjective cluster by its offset, as the keys of its satellites end."""
    heads: dict[str, str] = {}
    for line in _synset_lines(path):
        offset, _, kind, _, lemma, lex_id, _ = line.split(" ", 6)
        if kind == "a":
            heads[offset] = f"{_MARKER.sub('', lemma).lower()}:{int(lex_id, 16):02}"
    return heads


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
) -> Iterator[RawEntry]:
    body, _, gloss = line.partition(" | ")
    fields = body.split(" ")
    count = int(fields[3], 16)
    lemmas = [_MARKER.sub("", fields[4 + 2 * i]).replace("_", " ") for i in range(count)]
    start = 4 + 2 * count
    pointers = fields[start + 1 : start + 1 + 4 * int(fields[start])]
    name = False
    head = ":"
    labels: dict[int, list[str]] = {}
    for i in range(0, len(pointers), 4):
        symbol, target, _, span = pointers[i : i + 4]
        if symbol == "@i":
            name = True
        elif symbol == "&" and fields[2] == "s":
            head = heads.get(target, head)
        elif symbol in (";u", ";r") and target in domains:
            labels.setdefault(int(span[:2], 16), []).append(domains[target])
    text = _EXAMPLES.sub("", gloss.strip()).strip().rstrip(";").strip()
    stated = stated_label(text)
    for i, lemma in enumerate(lemmas):
        own = [*labels.get(0, ()), *labels.get(i + 1, ())]
        if stated:
            own.append(stated)
        others = tuple(other for other in lemmas if other != lemma)
        lower = lemma.replace(" ", "_").lower()
        key = f"{lower}%{_TYPES[fields[2]]}:{fields[1]}:{int(fields[5 + 2 * i], 16):02}:{head}"
        counted, place = uses.get(key, 0), places.get(fields[0] + lower, 0)
        yield RawEntry(lemma, pos, (RawSense(text, tuple(own), others, name, uses=counted, place=place),))


def stated_label(gloss: str) -> str | None:
    """Return what a WordNet's gloss says in parentheses before anything else: a label, or a field."""
    stated = _PREFIXED_LABEL.match(gloss)
    return stated.group(1) if stated else None
