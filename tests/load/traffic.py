"""Mixed traffic whose every answer is checked against the lexicon that the answer names. Start at :class:`Visitor`.

An answer may come from either lexicon, since they are exchanged meanwhile; it must come from one of them wholly.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import NamedTuple
from urllib.parse import urlsplit

import orjson

from tests.load.variants import OTHER, RULESET, Known, Lexicons
from tests.load.wire import Answer, request

SINGLE, BATCH = f"/v1/rulesets/{RULESET}/words/", f"/v1/rulesets/{RULESET}/verdicts"
SEARCH, DIFF = f"/v1/rulesets/{RULESET}/words", f"/v1/rulesets/{RULESET}/diff/{OTHER}"
NDJSON = "application/x-ndjson"
DETAILS = ("full", "reasons", "verdict")
WARM = 20
"""Words that are asked for again and again."""
FEW, MANY = 100, 2_000
PAGE = 200


class WrongAnswer(Exception):
    """The answer is not what either lexicon would say: a status, a word out of place."""


class MixedAnswer(Exception):
    """The answer is not what the lexicon would say that it names."""


class Question(NamedTuple):
    """A request, the words it asks for, and the check of its answer, which raises where that is wrong."""

    kind: str
    sent: bytes
    words: int
    check: Callable[[Answer], None]


class Visitor:
    """Asks and checks, one question after the other. Equal seeds ask alike."""

    def __init__(self, lexicons: Lexicons, words: Sequence[str], seed: int) -> None:
        self._known = lexicons.known
        self._words = words
        self._chance = random.Random(seed)
        self._warm = random.Random(0).sample(words, min(WARM, len(words)))
        self._tags: dict[str, str] = {}
        self.lexicon = ""
        """The lexicon that the last answer named."""
        kinds: dict[Callable[[], Question], int] = {
            self._cold: 45,
            self._again: 18,
            self._unchanged: 15,
            lambda: self._batch(FEW): 12,
            lambda: self._batch(MANY): 3,
            lambda: self._lines(FEW): 2,
            lambda: self._lines(MANY): 1,
            self._search: 3,
            self._diff: 1,
        }
        self._kinds, self._shares = list(kinds), list(kinds.values())
        self._first = iter(self._kinds)

    def question(self) -> Question:
        """Return the next question: at first one of each kind."""
        for kind in self._first:
            return kind()
        return self._chance.choices(self._kinds, self._shares)[0]()

    def _named(self, answer: Answer, status: int = 200) -> Known:
        """Return what the lexicon knows that the answer names. Raises :class:`WrongAnswer` where that is none of the two."""
        if answer.status != status:
            raise WrongAnswer(f"status {answer.status}: {answer.body[:300]!r}")
        digest = answer.fields.get("adjudicator-lexicon", "")
        if digest not in self._known:
            raise WrongAnswer(f"it names the lexicon {digest!r}")
        tag = answer.fields.get("etag")
        if tag and answer.fields.get("adjudicator-ruleset"):
            known = self._tags.setdefault(digest, tag)
            if tag != known:
                raise MixedAnswer(f"ETag {tag} from {digest}, before it was {known}")
        self.lexicon = digest
        return self._known[digest]

    def _agrees(self, data: dict[str, object]) -> None:
        """Raise :class:`MixedAnswer` where the body names another lexicon than the head; short ones name none."""
        if data.get("lexicon", self.lexicon) != self.lexicon:
            raise MixedAnswer(f"the head names {self.lexicon}, the body {data['lexicon']}")

    def _cold(self) -> Question:
        return self._single("cold", self._chance.choice(self._words), self._chance.choice(DETAILS))

    def _again(self) -> Question:
        return self._single("warm", self._chance.choice(self._warm), "full")

    def _single(self, kind: str, word: str, detail: str) -> Question:
        def check(answer: Answer) -> None:
            known = self._named(answer)
            data = orjson.loads(answer.body)
            self._agrees(data)
            _judged(known, [word], [data])

        query = "" if detail == "full" else f"?detail={detail}"
        return Question(kind, request(f"{SINGLE}{word}{query}"), 1, check)

    def _unchanged(self) -> Question:
        """Ask whether a verdict still holds: 304 if it is from the lexicon whose ETag was sent, else the new verdict."""
        asked = self._single("revalidated", self._chance.choice(self._warm), "full")
        before = self.lexicon
        tag = self._tags.get(before)
        if tag is None:
            return asked

        def check(answer: Answer) -> None:
            if answer.status != 304:
                asked.check(answer)
            else:
                self._named(answer, 304)
            if (answer.status == 304) != (self.lexicon == before):
                raise MixedAnswer(f"status {answer.status} for the ETag of {before}, by {self.lexicon}")

        sent = asked.sent.replace(b"\r\n\r\n", f"\r\nIf-None-Match: {tag}\r\n\r\n".encode(), 1)
        return asked._replace(sent=sent, check=check)

    def _batch(self, number: int) -> Question:
        words, body = self._body(number)

        def check(answer: Answer) -> None:
            known = self._named(answer)
            data = orjson.loads(answer.body)
            self._agrees(data)
            _judged(known, words, data["verdicts"])

        return Question(f"batch of {number}", request(BATCH, body), number, check)

    def _lines(self, number: int) -> Question:
        words, body = self._body(number)

        def check(answer: Answer) -> None:
            known = self._named(answer)
            verdicts = [orjson.loads(line) for line in answer.body.splitlines()]
            for each in verdicts:
                self._agrees(each)
            _judged(known, words, verdicts)

        return Question(f"NDJSON of {number}", request(BATCH, body, Accept=NDJSON), number, check)

    def _body(self, number: int) -> tuple[list[str], bytes]:
        words = self._chance.choices(self._words, k=number)
        return words, orjson.dumps({"words": words, "detail": self._chance.choice(DETAILS)})

    def _search(self) -> Question:
        after = self._chance.choice(self._words)
        prefix = after[: self._chance.randint(1, 3)]

        def check(answer: Answer) -> None:
            known = self._named(answer)
            data = orjson.loads(answer.body)
            self._agrees(data)
            start = bisect_right(known.in_order, after)
            stop = bisect_right(known.in_order, prefix + "{")
            _page(known.in_order[start:stop], data["words"], data["next"])

        return Question("search", request(f"{SEARCH}?prefix={prefix}&after={after}&limit={PAGE}"), 0, check)

    def _diff(self) -> Question:
        after = self._chance.choice(self._words)

        def check(answer: Answer) -> None:
            known = self._named(answer)
            data = orjson.loads(answer.body)
            self._agrees(data)
            if data["total"] != len(known.differences):
                raise MixedAnswer(f"{data['total']} differences and not {len(known.differences)}")
            start = bisect_right(known.differences, after, key=lambda each: each["key"])
            _page(known.differences[start:], data["differences"], data["next"])

        return Question("diff", request(f"{DIFF}?after={after}&limit={PAGE}"), 0, check)


def _judged(known: Known, words: Sequence[str], verdicts: Sequence[dict[str, object]]) -> None:
    if [each.get("word") for each in verdicts] != list(words):
        raise WrongAnswer(f"{len(verdicts)} verdicts, not on the {len(words)} words in their order")
    wrong = [each["word"] for each in verdicts if each["legal"] != (each["word"] in known.legal)]
    if wrong:
        raise MixedAnswer(
            f"{len(wrong)} of {len(words)} verdicts are the other lexicon's, such as {wrong[0]}"
        )


def _page(expected: Sequence[object], found: Sequence[object], following: str | None) -> None:
    if list(expected[:PAGE]) != list(found):
        raise MixedAnswer("the page is not one of the lexicon that it names")
    if (following is not None) != (len(expected) > PAGE) or (following and not urlsplit(following).path):
        raise WrongAnswer(f"{len(expected)} entries are left, and the next page is {following!r}")
