"""Made-up lines of the shape that wiktextract writes, for tests and for ``make bench-wiktionary``. No word of them is real.

Fields, nesting, sizes and the mix of languages are those of the raw file: one line in nine is English, most lines are short (a form of
another word), some have tables of a hundred forms, few have thousands of translations. Other languages have English nested in them.
The traps are here too: tags that repeat, links as plain text, numbers as text, regions told in a definition or a qualifier alone.
Where to start: :meth:`Maker.entry` makes one line's object, :func:`write` a whole file.
"""

from __future__ import annotations

import gzip
import itertools
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Made = dict[str, Any]

MARK = "qjq"
"""Three letters in each headword that other letters replace when a block of lines is repeated."""
BLOCK = 40_000_000
ENGLISH_ONE_IN = 9
LANGUAGES = {
    "Latin": "la", "Spanish": "es", "Italian": "it", "French": "fr", "German": "de", "Finnish": "fi", "Russian": "ru", "Portuguese": "pt",
    "Chinese": "zh", "Polish": "pl", "Middle English": "enm", "Old English": "ang", "Japanese": "ja", "Greek": "el", "Arabic": "ar",
    "Translingual": "mul", "Catalan": "ca", "Dutch": "nl", "Hungarian": "hu", "Proto-Germanic": "gem-pro",
}  # fmt: skip
LATIN_SYLLABLES = [
    start + vowel for start in ("b", "bl", "d", "dr", "f", "g", "k", "l", "m", "n", "p", "r", "s", "sk", "t", "tr", "v", "z") for vowel in "aeiou"
]  # fmt: skip
OTHER_SYLLABLES = [
    "бо",
    "ли",
    "рем",
    "зу",
    "та",
    "кён",
    "μα",
    "λος",
    "θη",
    "كت",
    "بر",
    "نا",
    "水",
    "語",
    "山",
    "ā",
    "ē",
    "ū",
    "ʒə",
    "ɹɪ",
]
FOREIGN_TAGS = [
    "accusative", "active", "feminine", "first-person", "genitive", "imperfect", "indicative", "masculine", "nominative", "passive", "past",
    "plural", "present", "second-person", "singular", "subjunctive", "third-person",
]  # fmt: skip
LABELS = ["transitive", "intransitive", "countable", "uncountable", "slang", "archaic", "obsolete", "informal", "US", "UK", "New-Zealand", "figuratively"]  # fmt: skip
POS = ["noun", "noun", "noun", "verb", "adj", "adv", "name", "intj", "prep", "particle", "num", "suffix"]
SHORTENINGS = {
    "Initialism of {}.": ["abbreviation", "alt-of", "initialism"],
    "Acronym of {}.": ["abbreviation", "acronym", "alt-of"],
    "Clipping of {}.": ["abbreviation", "alt-of", "clipping"],
    "Short for {}.": ["abbreviation", "alt-of"],
    "Abbreviation of {}.": ["abbreviation", "abbreviation", "alt-of"],
    "Contraction of {}.": ["abbreviation", "alt-of", "contraction"],
}
REGIONAL = ["US spelling of {}.", "British standard spelling of {}.", "Alternative spelling of {}.", "Commonwealth spelling of {}."]  # fmt: skip
INFLECTIONS = {
    "plural of {}": ["form-of", "plural"],
    "simple past and past participle of {}": ["form-of", "participle", "past"],
    "third-person singular simple present indicative of {}": [
        "form-of",
        "indicative",
        "present",
        "singular",
        "third-person",
    ],
}


class Maker:
    """Makes entries, the same in every run with the same seed."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        self._vocabulary = [self._syllables(LATIN_SYLLABLES, 1, 4) for _ in range(6000)]
        self._weights = list(itertools.accumulate(1 / (rank + 5) for rank in range(6000)))
        self._categories = [self._text(self._between(2, 5)) for _ in range(400)]

    def entry(self) -> Made:
        """Return the object of the next line."""
        if self._one_in(200):
            return {"title": self._word(), "redirect": self._word(), "pos": "hard-redirect"}
        if self._one_in(ENGLISH_ONE_IN):
            return self._english()
        return self._foreign(*self._chance.choice(list(LANGUAGES.items())))

    def _english(self) -> Made:
        word, pos = self._word(), self._chance.choice(POS)
        kind = self._chance.choices(
            ("inflection", "plain", "alternative", "phrase", "shortening", "rich", "huge"),
            (400, 419, 50, 80, 30, 20, 1),
        )[0]
        if kind == "inflection":
            return self._finished(word, "English", "en", pos, [self._inflection()], categories=3)
        if kind == "alternative":
            return self._finished(word, "English", "en", pos, [self._alternative()], categories=3)
        if kind == "shortening":
            return self._finished(word.upper()[:4], "English", "en", pos, [self._shortening()], categories=6)
        if kind == "phrase":
            word = f"{word} {self._text(self._between(1, 3))}"
        many = {"rich": self._between(3, 12), "huge": self._between(20, 60)}.get(kind, self._between(1, 3))
        translations = {"rich": self._between(20, 200), "huge": self._between(2000, 8000)}.get(
            kind, self._between(0, 3)
        )
        senses = [self._sense("English", examples=2 if kind == "plain" else 6) for _ in range(many)]
        made = self._finished(word, "English", "en", pos, senses, categories=8 + translations // 3)
        made["forms"] = self._forms(word)
        made["derived"] = [{"word": self._word()} for _ in range(translations // 2)]
        told = self._text(5)
        made["translations"] = [self._translation(told) for _ in range(translations)]
        return made

    def _foreign(self, language: str, code: str) -> Made:
        word = self._syllables(OTHER_SYLLABLES, 2, 4) if self._one_in(3) else self._word()
        kind = self._chance.choices(("inflection", "plain", "table", "ancestor"), (620, 310, 50, 20))[0]
        if kind == "inflection":
            sense = {
                "glosses": [f"{' '.join(self._tags(3))} of {self._word()}"],
                "tags": ["form-of", *self._tags(3)],
                "form_of": [{"word": self._word(), "extra": self._text(2)}],
                "links": self._links(1),
            }
            return self._finished(word, language, code, "verb", [sense], categories=3)
        senses = [self._sense(language, examples=1) for _ in range(self._between(1, 3))]
        made = self._finished(word, language, code, self._chance.choice(POS), senses, categories=7)
        if kind == "table":
            made["forms"] = [
                {"form": self._word(), "tags": self._tags(4), "source": "conjugation"}
                for _ in range(self._between(20, 160))
            ]
        if kind == "ancestor":
            made["descendants"] = [self._descendant(0) for _ in range(self._between(3, 30))]
        return made

    def _finished(
        self, word: str, language: str, code: str, pos: str, senses: list[Made], categories: int
    ) -> Made:
        """Return the entry of these senses with what every entry has; where its language stands differs from line to line."""
        made: Made = {"word": word, "pos": pos} if self._chance.random() < 0.5 else {"pos": pos}
        made["senses"] = senses
        made["head_templates"] = [
            {"name": f"{code}-{pos}", "args": {"1": word}, "expansion": f"{word} ({self._text(4)})"}
        ]
        made["categories"] = [
            f"{language} {each}" for each in self._chance.choices(self._categories, k=categories)
        ]
        if self._one_in(2):
            made |= self._etymology(code)
        made["word"] = word
        if self._chance.random() < 0.5:
            made |= {"lang": language, "lang_code": code}
        if self._one_in(3):
            made["sounds"] = self._sounds(code, word)
        return made | {"lang": language, "lang_code": code}

    def _sense(self, language: str, examples: int) -> Made:
        gloss = self._text(self._between(3, 20)).capitalize() + "."
        tags = self._chance.sample(LABELS, self._between(0, 2))
        made: Made = {"links": self._links(self._between(1, 4))}
        if tags:
            made |= {"raw_glosses": [f"({', '.join(tags)}) {gloss}"], "tags": [*tags, tags[0]]}
        made["glosses"] = [gloss] if not self._one_in(12) else [self._text(5) + ":", gloss]
        made["categories"] = [
            f"{language} terms with {each}"
            for each in self._chance.choices(self._categories, k=self._between(0, 3))
        ]
        made["examples"] = [self._example() for _ in range(self._between(0, examples))]
        if self._one_in(6):
            made["synonyms"] = [{"word": self._word()} if not self._one_in(9) else self._word()]
        if self._one_in(20):
            made["qualifier"] = self._chance.choice(["US spelling", "British spelling", self._text(2)])
        if self._one_in(30):
            made["raw_tags"] = [self._text(2)]
        return made

    def _example(self) -> Made:
        text = self._text(self._between(8, 60)).capitalize() + "."
        made: Made = {"text": text, "bold_text_offsets": [[3, 9]], "type": "example"}
        if self._one_in(2):
            made |= {
                "english": text,
                "translation": text,
                "ref": f'{self._between(1500, 2024)}, {self._text(3).title()}, "{self._text(6)}", page {self._between(1, 900)}:',
                "type": "quotation",
            }
        return made

    def _inflection(self) -> Made:
        gloss, tags = self._chance.choice(list(INFLECTIONS.items()))
        lemma = self._word()
        tags = [*tags, "archaic"] if self._one_in(30) else list(tags)
        form_of = [{"word": lemma} if not self._one_in(20) else lemma]
        return {
            "glosses": [gloss.format(lemma)],
            "tags": tags,
            "form_of": form_of,
            "links": [[lemma, f"{lemma}#English"]],
        }

    def _alternative(self) -> Made:
        lemma = self._word()
        tags = ["alt-of", "alternative", *self._chance.sample(["US", "UK", "rare"], 1)]
        return {
            "glosses": [self._chance.choice(REGIONAL).format(lemma)],
            "tags": tags,
            "alt_of": [{"word": lemma}],
        }

    def _shortening(self) -> Made:
        gloss, tags = self._chance.choice(list(SHORTENINGS.items()))
        full = self._text(3)
        alt_of = [{"word": full, "extra": self._text(2)} if not self._one_in(10) else full]
        return {"glosses": [gloss.format(full)], "tags": list(tags), "alt_of": alt_of}

    def _forms(self, word: str) -> list[Made]:
        """Return an English entry's forms: an inflection or two, and sometimes a whole table with its own rows."""
        made: list[Made] = [
            {"form": word + "s", "tags": ["plural"]},
            {"form": f"more {word}", "tags": ["comparative"]},
        ]
        if self._one_in(8):
            made += [
                {"form": "no-table-tags", "source": "conjugation", "tags": ["table-tags"]},
                {"form": "en-conj", "source": "conjugation", "tags": ["inflection-template"]},
                {"form": word + "est", "source": "conjugation", "tags": ["archaic", "second-person", "past"]},
                {"form": word + "ed", "source": "conjugation", "tags": ["participle", "past"]},
            ]
        return made

    def _translation(self, told: str) -> Made:
        language, code = self._chance.choice(list(LANGUAGES.items()))
        word = self._syllables(OTHER_SYLLABLES, 1, 4) if self._one_in(2) else self._word()
        made = {"lang": language, "code": code, "lang_code": code, "sense": told, "word": word}
        return made | ({"roman": self._word(), "tags": self._tags(1)} if self._one_in(3) else {})

    def _descendant(self, depth: int) -> Made:
        """Return a descendant; of those one in three is English, as are some of its own."""
        language, code = (
            ("English", "en") if self._one_in(3) else self._chance.choice(list(LANGUAGES.items()))
        )
        made: Made = {"lang": language, "lang_code": code, "word": self._word()}
        if depth < 2 and self._one_in(4):
            made["descendants"] = [self._descendant(depth + 1) for _ in range(2)]
        return made

    def _etymology(self, code: str) -> Made:
        words = [self._word() for _ in range(self._between(1, 5))]
        text = "From " + ", from ".join(f"{word} (“{self._text(2)}”)" for word in words) + "."
        made: Made = {
            "etymology_text": f"Etymology tree\nOld {words[0]}\n{text}" if self._one_in(20) else text,
            "etymology_templates": [
                {
                    "name": "der",
                    "args": {"1": code, "2": self._chance.choice(["la", "fro", "en"]), "3": word},
                    "expansion": word,
                }
                for word in words
            ],
        }
        if self._one_in(3):
            made["etymology_number"] = self._chance.choice([1, 2, "1", "2"])
        return made

    def _sounds(self, code: str, word: str) -> list[Made]:
        address = f"https://upload.example/{code}/{word}.ogg"
        return [
            {"ipa": f"/{self._syllables(OTHER_SYLLABLES, 2, 4)}/", "tags": ["UK"]},
            {"audio": f"{code}-{word}.ogg", "ogg_url": address, "mp3_url": address + ".mp3"},
            {"rhymes": "-" + self._syllables(OTHER_SYLLABLES, 1, 1)},
        ]

    def _links(self, count: int) -> list[list[str]]:
        return [[word, f"{word}#English"] for word in self._text(count).split()]

    def _tags(self, count: int) -> list[str]:
        return sorted(self._chance.sample(FOREIGN_TAGS, count))

    def _text(self, words: int) -> str:
        return " ".join(self._chance.choices(self._vocabulary, cum_weights=self._weights, k=words))

    def _word(self) -> str:
        return self._chance.choice(LATIN_SYLLABLES) + MARK + self._syllables(LATIN_SYLLABLES, 1, 3)

    def _syllables(self, syllables: list[str], least: int, most: int) -> str:
        return "".join(self._chance.choices(syllables, k=self._between(least, most)))

    def _between(self, least: int, most: int) -> int:
        return least + int(self._chance.random() * (most - least + 1))

    def _one_in(self, count: int) -> bool:
        return self._chance.random() * count < 1


def write(path: Path, size: int, *, seed: int = 1, level: int = 1, block: int = BLOCK) -> int:
    """Write a gzip file of *size* bytes of lines (up to a line less) to *path*; return how many they are.

    Lines are made for one *block* of about so many bytes, which is repeated with other letters in every headword.
    """
    left = size
    with gzip.open(path, "wb", compresslevel=level) as file:
        for lines in _blocks(seed, min(size, block)):
            part = lines[: lines.rfind(b"\n", 0, left) + 1]
            file.write(part)
            left -= len(part)
            if len(part) < len(lines):
                break
    return size - left


def _blocks(seed: int, size: int) -> Iterator[bytes]:
    maker = Maker(seed)
    lines: list[bytes] = []
    length = 0
    while length < size:
        lines.append(json.dumps(maker.entry(), ensure_ascii=False).encode() + b"\n")
        length += len(lines[-1])
    block = b"".join(lines)
    consonants, vowels = "bdfgklmnprstv", "aeiou"
    for letters in itertools.product(consonants, vowels, consonants):
        yield block.replace(MARK.encode(), "".join(letters).encode())
