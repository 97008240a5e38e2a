"""Judges words from a pack, without the lexicon and without any other package. Start at :class:`Pack`.

A word goes the way that it goes in the judge: the door for what is typed, what a house list denies, rules on the word, what a house list allows,
and what the dictionaries come to, which is the class of its key in the pack. A key that the pack does not have is in no dictionary. Typed with
an apostrophe a word means the spelling that has it there (*I'll*, not *ill*).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.core.model import Certainty
from adjudicator.core.spelling import fault_of, foreign_characters, has_apostrophe, key_of, normalise, quote
from adjudicator.errors import BadWord, PackInvalid, UnknownRuleset
from adjudicator.packs.format import GLOSSES, PACK, find_texts, opened, read_keys
from adjudicator.packs.sentences import said

LEGAL_CODES = frozenset({"sense-admitted", "house-allowed"})
_AFTER_Z = "{"
_OUTSIDE: Mapping[str, Any] = {}


class Judgement(NamedTuple):
    """What the pack says of a word: its key, the decisive code, how sure that is, and what a house list says of it if that decides."""

    key: str
    code: str
    certainty: Certainty
    reason: str = ""

    @property
    def legal(self) -> bool:
        """Whether the word is legal."""
        return self.code in LEGAL_CODES


_UNKNOWN = ("not-in-dictionary", "settled")


class PackRules(NamedTuple):
    """A ruleset of a pack: what decides before the dictionaries are asked, and what a house list changes."""

    id: str
    title: str
    rulebook: str
    digest: str
    least: int
    most: int | None
    alphabet: str
    reuse: str
    """Whether a word may use a tile of a board again."""
    column: int
    """Which of the verdicts of a class is that under these rules."""
    entries: Mapping[str, Sequence[str]] = _OUTSIDE
    """Key → code and reason: what a house list decides."""
    words: Mapping[str, Sequence[str]] = _OUTSIDE
    """Key → code and certainty where a house list's changes of the rules change them."""
    spellings: Mapping[str, Sequence[str]] = _OUTSIDE
    """The same by spelling with an apostrophe."""

    def strikes(self, key: str, foreign: str) -> str | None:
        """Return the code of the rule on the word that strikes *key*, of a word with these *foreign* characters; None where none does."""
        if foreign or (len(self.alphabet) < 26 and not set(key) <= set(self.alphabet)):
            return "not-in-alphabet"
        if len(key) < self.least:
            return "too-short"
        return "too-long" if self.most is not None and len(key) > self.most else None


_OF_RULES = ("id", "title", "rulebook", "digest", "least", "most", "alphabet", "reuse")


class Pack:
    """A pack whose file has *content*. Threads may share it. Raises :class:`PackInvalid`."""

    def __init__(self, content: bytes) -> None:
        self.digest, head, body = opened(PACK, content)
        self.lexicon: str = head["lexicon"]
        """The digest of the lexicon that it was made from."""
        self.sources: list[dict[str, str]] = head["sources"]
        """The works that it was made from, with licence and attribution."""
        self.rulesets = {
            each["id"]: PackRules(**{name: each[name] for name in _OF_RULES}, column=column)
            for column, each in enumerate(head["rulesets"])
        }
        """The rulesets that it judges by, by their ids."""
        self._keys, self._classes = read_keys(body, head["keys"])
        self._verdicts: list[list[tuple[str, Certainty]]] = [
            [(code, certainty) for code, certainty in each] for each in head["classes"]
        ]
        self._sentences = head["sentences"]
        self._counterparts: dict[str, list[str]] = head["counterparts"]
        self._phrases: dict[str, list[str]] = head["phrases"]
        self._spellings = {text: int(number) for number, texts in head["spellings"].items() for text in texts}

    @classmethod
    def read(cls, path: Path) -> Pack:
        """Return the pack in the file at *path*. Raises :class:`PackInvalid`."""
        try:
            return cls(path.read_bytes())
        except OSError as error:
            raise PackInvalid(f"{path} cannot be read ({error.strerror}).", "Check the path.") from None

    def judge(self, word: str, ruleset: str) -> Judgement:
        """Return what the pack says of *word* as it was typed. Raises :class:`BadWord` where nothing in it can be spelled,
        :class:`UnknownRuleset`.
        """
        rules = self.rules(ruleset)
        fault = fault_of(word)
        if fault:
            raise BadWord(fault)
        key = key_of(word)
        entry = rules.entries.get(key)
        if entry is not None and entry[0] not in LEGAL_CODES:
            return Judgement(key, entry[0], "settled", entry[1])
        struck = rules.strikes(key, foreign_characters(word))
        if struck is not None:
            return Judgement(key, struck, "settled")
        if entry is not None:
            return Judgement(key, entry[0], "settled", entry[1])
        return Judgement(key, *self._read(word, key, rules))

    def _read(self, word: str, key: str, rules: PackRules) -> tuple[str, Certainty]:
        """Return what the dictionaries come to, by the spelling with the apostrophe where *word* has one."""
        if has_apostrophe(word):
            typed = normalise(word.strip())
            changed = rules.spellings.get(typed)
            if changed is not None:
                return changed[0], changed[1]  # type: ignore[return-value]
            number = self._spellings.get(typed)
            if number is not None:
                return self._verdicts[number][rules.column]
            if has_apostrophe(typed.strip("'")):
                return ("only-in-phrases" if key in self._phrases else _UNKNOWN[0]), "settled"
        changed = rules.words.get(key)
        if changed is not None:
            return changed[0], changed[1]  # type: ignore[return-value]
        place = self.place(key)
        if place is None:
            return "not-in-dictionary", "settled"
        return self._verdicts[self._classes[place]][rules.column]

    def legal(self, word: str, ruleset: str) -> bool:
        """Return whether *word* is legal. Raises as :meth:`judge` does."""
        return self.judge(word, ruleset).legal

    def code(self, word: str, ruleset: str) -> str:
        """Return the decisive code. Raises as :meth:`judge` does."""
        return self.judge(word, ruleset).code

    def certainty(self, word: str, ruleset: str) -> Certainty:
        """Return how sure the answer is. Raises as :meth:`judge` does."""
        return self.judge(word, ruleset).certainty

    def counterparts(self, word: str) -> tuple[str, ...]:
        """Return the words of the other region's spelling: *zed* for *zee*."""
        return tuple(self._counterparts.get(key_of(word), ()))

    def phrases(self, word: str) -> tuple[str, ...]:
        """Return the phrases that have *word*, which is no word by itself."""
        return tuple(self._phrases.get(key_of(word), ()))

    def sentence(self, word: str, ruleset: str) -> str:
        """Return what a card says of the verdict, in one sentence. Raises as :meth:`judge` does."""
        judged, rules = self.judge(word, ruleset), self.rules(ruleset)
        return judged.reason or said(
            self._sentences[judged.code],
            letters=len(judged.key),
            least=rules.least,
            most=rules.most,
            foreign=foreign_characters(word),
            counterparts=self.counterparts(word),
            phrases=self.phrases(word),
        )

    def rules(self, ruleset: str) -> PackRules:
        """Return the ruleset with this id. Raises :class:`UnknownRuleset`."""
        found = self.rulesets.get(ruleset)
        if found is None:
            known = ", ".join(sorted(self.rulesets))
            raise UnknownRuleset(f"The pack has no ruleset {quote(ruleset)}.", f"It has: {known}.")
        return found

    def add_house(self, delta: Mapping[str, Any]) -> str:
        """Take a house list as ``/v1/house-lists/{slug}/pack`` gives it; return the name that it judges under from now on.

        Raises :class:`PackInvalid` where it stands on another pack, or does not say what it should.
        """
        try:
            if delta["pack"] != self.digest:
                raise PackInvalid(
                    "The house list stands on another pack.",
                    f"Fetch that one: {quote(str(delta['pack']), 80)}.",
                )
            base = self.rules(delta["base"])
            changed = {name: delta[name] for name in _OF_HOUSE}
            self.rulesets[delta["id"]] = base._replace(**changed)
        except (KeyError, TypeError, UnknownRuleset) as error:
            raise PackInvalid(f"This is no house list for a pack: {error}.", "Fetch it again.") from None
        return str(delta["id"])

    def keys(self) -> list[str]:
        """Return every key that the pack has, in order: all whose answer is not plainly *not in dictionary*, house lists apart."""
        return self._keys

    def place(self, key: str) -> int | None:
        """Return the number of *key* among the keys of the pack; None where it is none of them."""
        place = bisect_left(self._keys, key)
        return place if place < len(self._keys) and self._keys[place] == key else None

    def legal_keys(self, ruleset: str) -> Iterator[str]:
        """Yield every legal key, in order. Raises :class:`UnknownRuleset`."""
        rules = self.rules(ruleset)
        changed = {*rules.words, *rules.entries}
        legal = [each[rules.column][0] in LEGAL_CODES for each in self._verdicts]
        for key in sorted({*self._keys, *changed}) if changed else self._keys:
            if key in changed:
                if self.legal(key, ruleset):
                    yield key
            elif rules.strikes(key, "") is None and legal[self._classes[bisect_left(self._keys, key)]]:
                yield key

    def walk(self, prefix: str = "") -> Prefix | None:
        """Return what begins with *prefix*, letters a to z, to walk on from letter by letter; None where no key does.

        What a house list adds to the keys of the pack is not walked.
        """
        start: Prefix | None = Prefix(self, "", 0, len(self._keys))
        for letter in prefix:
            start = start.step(letter) if start else None
        return start

    def legal_at(self, place: int, ruleset: str) -> bool:
        """Return whether the key with this number is legal."""
        return self.legal(self._keys[place], ruleset)


_OF_HOUSE = ("id", "title", "digest", "least", "most", "alphabet", "reuse", "entries", "words", "spellings")


class Prefix(NamedTuple):
    """The keys of a pack that begin alike: where a solver stands after some letters."""

    pack: Pack
    text: str
    first: int
    """The number of the first of them."""
    end: int
    """The number behind the last of them."""

    def step(self, letter: str) -> Prefix | None:
        """Return where *letter* leads, or None where no key goes on with it."""
        keys, text = self.pack.keys(), self.text + letter
        first = bisect_left(keys, text, self.first, self.end)
        end = bisect_left(keys, text + _AFTER_Z, first, self.end)
        return Prefix(self.pack, text, first, end) if first < end else None

    def legal(self, ruleset: str) -> bool:
        """Return whether the letters so far are a legal word."""
        return self.pack.keys()[self.first] == self.text and self.pack.legal_at(self.first, ruleset)


class Glosses:
    """The second file, *content*: what makes the legal words of *pack* legal, a sentence with its gloss for each.

    Raises :class:`PackInvalid`, also where it belongs to another pack.
    """

    def __init__(self, content: bytes, pack: Pack) -> None:
        self.digest, head, self._body = opened(GLOSSES, content)
        if head["pack"] != pack.digest:
            raise PackInvalid("The glosses belong to another pack.", "Fetch those of this one.")
        self._pack = pack
        self._columns = {name: column for column, name in enumerate(head["rulesets"])}
        self._patterns: list[list[int | None]] = head["patterns"]
        count = head["keys"]
        sizes = [
            1 + max((each for each in pattern if each is not None), default=-1) for pattern in self._patterns
        ]
        self._first = [0]
        for number in self._body[:count]:
            self._first.append(self._first[-1] + sizes[number])
        self._places = find_texts(self._body, count, head["texts"])

    def sentence(self, word: str, ruleset: str) -> str | None:
        """Return the reason that the judge gives for a legal *word*: “adjective, “neat and smart in appearance” (WordNet)”.

        None where the word is not legal, or was typed with an apostrophe, or a house list decides it. Raises as :meth:`Pack.judge` does.
        """
        judged = self._pack.judge(word, ruleset)
        rules = self._pack.rules(ruleset)
        place = self._pack.place(judged.key)
        if (
            judged.code != "sense-admitted"
            or place is None
            or has_apostrophe(word)
            or judged.key in rules.words
        ):
            return None
        text = self._patterns[self._body[place]][rules.column]
        if text is None:
            return None
        number = self._first[place] + text
        return self._body[self._places[number] : self._places[number + 1]].decode()
