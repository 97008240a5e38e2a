"""Requests that cost much, as data: the known attacks by their kinds, and what makes others like them. Start at :func:`known`.

All are of sizes that are taken. :mod:`tests.load.worst` measures them and looks for worse ones; the tests hold that their purse is bounded.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from typing import Any, NamedTuple
from urllib.parse import urlencode

from adjudicator.games.sitting import MAX_LIST, Draft, Sitting, packed
from adjudicator.judging.service import Adjudicator
from tests.load.heavy import HEAVY, cased

JSON, NDJSON, FORM = "application/json", "application/x-ndjson", "application/x-www-form-urlencoded"
LIGATURE = "\ufdfa"
"""One character that stands for eighteen."""


class Ask(NamedTuple):
    """A request."""

    method: str
    path: str
    body: bytes = b""
    content_type: str = JSON
    accept: str = "*/*"

    def __str__(self) -> str:
        told = self.body[:100].decode("utf-8", "replace")
        return f"{self.method} {self.path[:160]} {told}{'…' if len(self.body) > 100 else ''}"


def post(path: str, data: Any, accept: str = "*/*") -> Ask:
    """Return a request with *data* as JSON."""
    return Ask("POST", path, json.dumps(data, separators=(",", ":")).encode(), JSON, accept)


def get(path: str, **query: Any) -> Ask:
    """Return a question in an address."""
    return Ask("GET", f"{path}?{urlencode(query, doseq=True)}" if query else path)


def form(path: str, **fields: Any) -> Ask:
    """Return a form of a page. Whoever sends it adds the key of the form."""
    return Ask("POST", path, urlencode(fields, doseq=True).encode(), FORM)


def joined(faces: Sequence[str], apart: int = 0, **more: Any) -> dict[str, Any]:
    """Return a board whose tiles all touch each other, but for the last *apart* ones."""
    together = len(faces) - apart
    edges = [[one, other] for one in range(together) for other in range(one)]
    return {"tiles": list(faces), "edges": edges, **more}


def crossword(rows: Sequence[str], players: int = 4, **more: Any) -> dict[str, Any]:
    """Return a crossword whose tiles are in turn those of so many *players*."""
    codes = [chr(0x4E00 + number) for number in range(players)]
    owners = [
        "".join(
            tile if tile == "." else codes[(down * 7 + across) % players] for across, tile in enumerate(row)
        )
        for down, row in enumerate(rows)
    ]
    return {
        "rows": list(rows),
        "owners": owners,
        "players": {code: f"P{number}" for number, code in enumerate(codes)},
        **more,
    }


def lists(players: int, words: Sequence[str]) -> dict[str, Sequence[str]]:
    """Return as many lists, all of the same *words*."""
    return {f"P{number}": words for number in range(players)}


def different(count: int, length: int = 5) -> Iterator[str]:
    """Yield as many texts of letters, no two alike."""
    for letters in itertools.islice(itertools.product("etaoinshrdlu", repeat=length), count):
        yield "".join(letters)


@cache
def legal(count: int) -> list[str]:
    """Return as many legal words, no two alike."""
    return Adjudicator().under("boggle").compiled.legal_keys()[:count]


def game(rounds: Sequence[dict[str, Any]], players: int = 4, ruleset: object = "boggle") -> Ask:
    """Return a game that goes on for as long as the *rounds*."""
    names = [f"P{number}" for number in range(players)]
    body = {"players": names, "ruleset": ruleset, "length": 100, "target": 1_000_000, "rounds": rounds}
    return post("/v1/games/score", body)


def sitting(ruleset: str = "boggle", **draft: Any) -> Sitting:
    """Return a game at the table whose first round is typed."""
    return Sitting(
        id="a", ruleset=ruleset, players=[f"P{number}" for number in range(4)], rounds=[Draft(**draft)]
    )


def played(ruleset: str = "boggle", **draft: Any) -> Ask:
    """Return the result of a round at the table."""
    return get("/play/result", g=packed(sitting(ruleset, **draft, scored=True)))


def lists_typed(players: int, words: Sequence[str]) -> dict[str, str]:
    """Return as many lists as they are typed, as far as a list is taken."""
    return {f"P{number}": " ".join(words)[:MAX_LIST] for number in range(players)}


EQUAL = joined(["a"] * 99 + ["b"], apart=1)
APART = ["b" + "a" * (50 + number % 49) for number in range(1000)]
"""Words that begin on a tile from which none leads on, of many lengths."""
LETTERS = list("estarineodlucgmphbyf") * 5
FULL_GRID = ["a" * 64] * 64
CHALLENGES = [{"word": "a" * 63 + "b", "player": "P0", "challenger": "P1"}] * 100


def known() -> dict[str, dict[str, Callable[[], Ask]]]:
    """Return what makes the known attacks, by kind and name: all of them are two hundred megabytes."""
    solve, check, score = "/v1/boards/solve", "/v1/boards/check", "/v1/rounds/score"
    odd = [f"br{chr(39) * (1 + number // 90)}ea{chr(39) * (number % 90)}k" for number in range(1000)]
    ligatures = ["a" + LIGATURE * 98 + chr(0x3400 + number) for number in range(10_000)]
    capitals = list(itertools.islice(itertools.chain.from_iterable(map(cased, HEAVY)), 10_000))
    many = {f"P{number}": 1 for number in range(400_000)}
    wild = ("q?z?x?." * 10)[:63] + "."
    dense = ["?" * 13] * 3
    blocks = [("at." * 22)[:64], ("to." * 22)[:64], "." * 64] * 21
    uncounted = {
        "extends": "word-whiz",
        "game": {"tiles": 0},
    }  # whoever attacks plays with more tiles than a set has
    whiz = {"ruleset": uncounted}
    return {
        "board": {
            "all joined": lambda: post(solve, {"board": joined(LETTERS)}),
            "all joined, used at will": lambda: post(solve, {"board": joined(LETTERS, reuse="free")}),
            "all joined, rings, used at will": lambda: post(solve, {"board": joined([f"{each}*" for each in LETTERS], reuse="free")}),
            "all joined, long tiles": lambda: post(solve, {"board": joined(["st", "str", "ing", "er", "e", "un", "re", "inter"] * 12)}),
            "blanks, all joined": lambda: post(solve, {"board": joined(["?"] * 100)}),
            "blanks, all joined, used at will": lambda: post(solve, {"board": joined(["?"] * 100, reuse="free")}),
            "blanks in a square": lambda: post(solve, {"board": {"rows": ["?" * 10] * 10, "reuse": "not-twice-in-a-row"}}),
            "the alphabet, used at will": lambda: post(solve, {"board": joined("abcdefghijklmnopqrstuvwxyz", reuse="free"), "ruleset": "open"}),
            "no tiles, many rows": lambda: post(solve, {"board": {"rows": [[]] * 2_600_000}}),
            "many unknown members": lambda: post(solve, {"board": {"rows": "AB", **many}}),
            "a large tile": lambda: post(solve, {"board": {"tiles": [{"a": "b" * 7_900_000}], "edges": []}}),
            "page": lambda: get("/board", board="/".join(["estarsedai"] * 10), ruleset="open"),
        },
        "check": {
            "99 equal tiles joined": lambda: post(check, {"board": EQUAL, "words": APART}),
            "99 equal tiles joined, one word": lambda: post(check, {"board": EQUAL, "words": ["b" + "a" * 99] * 1000}),
            "99 equal tiles joined, all paths": lambda: post(check, {"board": EQUAL, "words": [each[1:] for each in APART], "paths": "all"}),
            "rings, all joined": lambda: post(check, {"board": joined(["a*"] * 50 + ["a"] * 49 + ["b"], apart=1), "words": APART}),
            "blanks, all joined": lambda: post(check, {"board": joined(["?*"] * 100), "words": list(different(1000, 60))}),
            "blanks, used at will, all paths": lambda: post(check, {"board": joined(["?*"] * 100, reuse="free"), "words": list(different(1000, 90)), "paths": "all"}),
            "long tiles with rings": lambda: post(check, {"board": joined((["abababab*", "aba*", "ab", "a", "b*", "bab"] * 17)[:100]), "words": ["ab" * (20 + number % 30) for number in range(1000)]}),
            "odd words": lambda: post(check, {"board": "BREAK", "words": odd}),
            "ligatures": lambda: post(check, {"board": "BREAK", "words": ligatures[:1000]}),
            "all paths of one word": lambda: post(check, {"board": joined(["a"] * 9, reuse="free"), "words": ["a" * 100] * 1000, "paths": "all"}),
            "page": lambda: get("/board", board="/".join(["a" * 10] * 9 + ["a" * 9 + "b"]), words=" ".join(each[:60] for each in APART[:500])),
        },
        "round": {
            "99 equal tiles joined": lambda: post(score, {"board": EQUAL, "lists": lists(40, APART)}),
            "99 equal tiles joined, one word": lambda: post(score, {"board": EQUAL, "lists": lists(70, ["b" + "a" * 99] * 1000)}),
            "players with the same words": lambda: post(score, {"lists": lists(100, legal(1000))}),
            "players of long names with the same words": lambda: post(score, {"lists": {f"{number:0100}": legal(1000) for number in range(100)}}),
            "odd words": lambda: post(score, {"lists": lists(40, odd)}),
            "ligatures": lambda: post(score, {"lists": {f"P{number}": ligatures[number * 1000 :][:1000] for number in range(10)}}),
            "a million words": lambda: post(score, {"lists": {f"P{number}": [""] * 1000 for number in range(2_500)}}),
            "400,000 lists": lambda: post(score, {"lists": {f"P{number}": ["a"] for number in range(400_000)}}),
            "400,000 penalties": lambda: post(score, {"lists": {"P0": ["cat"]}, "penalties": many}),
            "a number that is not whole": lambda: post(score, {"lists": {f"P{number}": [""] * 1000 for number in range(2_500)}, "penalties": {"P0": 0.5}}),
            "a number written 1.0": lambda: post(score, {"lists": {f"P{number}": [""] * 1000 for number in range(2_500)}, "penalties": {"P0": 1.0}}),
            "page": lambda: played(lists=lists_typed(20, APART), board="/".join(["a" * 10] * 10)),
            "page, a large board": lambda: form("/play/round", g=packed(sitting()), board="a" * 7_900_000, list=["cat"]),
            "page, many words": lambda: form("/play/round", g=packed(sitting()), board="", list=["a " * 3_900_000]),
            "page, a board with everything": lambda: played(lists={"P0": "cat"}, board="/".join(["estarsedai"] * 10)),
        },
        "game": {
            "99 equal tiles joined": lambda: game([{"board": EQUAL, "lists": {"P0": APART[:300]}}] * 90),
            "boards of 10,000 edges": lambda: game([{"board": {**joined(["?"] * 100), "edges": [[0, 1]] * 10_000}, "lists": {"P0": ["cat"]}}] * 100),
            "wild tiles": lambda: game([{"crossword": crossword(dense)}] * 100, ruleset=uncounted),
            "full crosswords": lambda: game([{"crossword": crossword(FULL_GRID), "challenges": CHALLENGES}] * 100, ruleset=uncounted),
            "crosswords of small words": lambda: game([{"crossword": crossword(blocks)}] * 100, ruleset=uncounted),
            "points": lambda: game([{"points": {f"P{number}": 1 for number in range(100)}}] * 100, players=100),
            "points of 400,000": lambda: game([{"points": many}]),
            "lists": lambda: game([{"lists": lists(10, legal(500))}] * 100, players=10),
        },
        "crossword": {
            "wild tiles in a row": lambda: post(score, {**whiz, "crossword": crossword([wild])}),
            "wild tiles": lambda: post(score, {**whiz, "crossword": crossword(dense)}),
            "wild tiles everywhere": lambda: post(score, {**whiz, "crossword": crossword(["?" * 64] * 64)}),
            "few wild tiles in many runs": lambda: post(score, {**whiz, "crossword": crossword([wild, "." * 64] * 32)}),
            "starting word anywhere": lambda: post(score, {**whiz, "crossword": crossword([("?????." * 11)[:64], "." * 64] * 32, starting_word="words")}),
            "wild tiles in long runs": lambda: post(score, {**whiz, "crossword": crossword(["?" + "q" * 30 + "?" + "z" * 30 + "?.", "." * 64] * 32)}),
            "single wild tiles": lambda: post(score, {**whiz, "crossword": crossword([("?q." * 22)[:64], ("xz." * 22)[:64], "." * 64] * 21)}),
            "small words, 100 players": lambda: post(score, {**whiz, "crossword": crossword(blocks, 100)}),
            "full, challenged": lambda: post(score, {**whiz, "crossword": crossword(FULL_GRID), "challenges": CHALLENGES}),
            "400,000 players": lambda: post(score, {**whiz, "crossword": {"rows": ["at"], "owners": ["ab"], "players": {chr(0x100 + number): f"P{number}" for number in range(50_000)}}}),
            "no owners": lambda: post(score, {**whiz, "crossword": {"rows": FULL_GRID, "owners": ["-" * 64] * 64, "players": {chr(0x100 + number): f"P{number}" for number in range(50_000)}}}),
            "400,000 penalties": lambda: post(score, {**whiz, "crossword": crossword(["at"]), "penalties": many}),
            "page, wild tiles": lambda: played("word-whiz", rows="\n".join(dense), owners="\n".join(["r" * 13] * 3)),
            "page, many rows and a long one": lambda: form("/play/round", g=packed(sitting("word-whiz")), rows="a" * 100_000 + "\na" * 20_000, owners="r"),
        },
        "search": {
            "pattern of ends": lambda: get("/v1/rulesets/open/words", pattern="*" + "e*" * 40, limit=1000),
            "pattern of wildcards": lambda: get("/v1/rulesets/open/words", pattern="*" + "?*" * 40 + "ing", limit=1000),
            "what no word has": lambda: get("/v1/rulesets/open/words", pattern="*e*t*a*i*n*q*q*"),
            "a code": lambda: get("/v1/rulesets/open/words", code="excluded-label", pattern="*e*e*q*"),
            "a code and a region": lambda: get("/v1/rulesets/boggle/words", code="american-spelling", region="both", pattern="*x*q*"),
            "a region": lambda: get("/v1/rulesets/open/words", region="british", pattern="*q*x*"),
            "page of a list": lambda: get("/lists/club", pattern="*e*e*q*"),
        },
        "anagram": {
            "blanks": lambda: get("/v1/rulesets/open/words", anagram="?" * 10, limit=1000),
            "equal letters": lambda: get("/v1/rulesets/open/words", anagram="e" * 4 + "?" * 8, limit=1000),
            "all letters": lambda: get("/v1/rulesets/open/words", anagram="etaoinshrdlu"),
        },
        "diff": {
            "rulesets": lambda: get("/v1/rulesets/open/diff/word-whiz", limit=1000),
            "a house list": lambda: get("/v1/rulesets/open/diff/house:club", limit=1000),
            "two house lists": lambda: get("/v1/rulesets/house:other/diff/house:club", limit=1000),
        },
        "batch": {
            f"{name}, {detail}, {accept.rpartition('-')[2].rpartition('/')[2]}": partial(post, "/v1/rulesets/open/verdicts", {"words": words, "detail": detail}, accept)
            for name, words in {"heavy words, capitals varied": capitals, "odd words": odd * 10, "ligatures": ligatures, "one word": ["break"] * 10_000}.items()
            for detail in ("full", "reasons", "verdict")
            for accept in (JSON, NDJSON)
        },
        "words": {
            "a play of ligatures": lambda: post("/v1/rulesets/open/plays", {"words": ligatures[:100]}),
            "a play of heavy words": lambda: post("/v1/rulesets/open/plays", {"words": capitals[:100]}),
            "an account": lambda: get("/v1/words/break"),
            "an account of ligatures": lambda: get(f"/v1/words/{'%EF%B7%BA' * 98}a"),
            "a near miss": lambda: get("/v1/rulesets/open/words/" + "e" * 25),
            "entries": lambda: get("/api/v2/entries/en/break"),
            "page of 100 words": lambda: get("/", word=" ".join(capitals[:100]), ruleset="open"),
            "page of a challenge of 100 words": lambda: get("/disputes/new", words=" ".join(capitals[:100]), ruleset="open"),
            "judge, 100 words": lambda: form("/judge", words=" ".join(ligatures[:100]), ruleset="open"),
            "judge, many words": lambda: form("/judge", words="a " * 3_900_000, ruleset="open"),
            "a body nested deep": lambda: Ask("POST", solve, b'{"board":{"rows":' + b"[" * 3_900_000 + b"]" * 3_900_000 + b"}}"),
            "page of a dispute": lambda: get("/disputes/{dispute}"),
            "a replay": lambda: get("/v1/rulings/{ruling}/replay"),
        },
    }  # fmt: skip
