"""The same act has the same outcome on the command line, over HTTP and on the pages: what is in the ledger afterwards, and what is said."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from sqlalchemy import URL

from adjudicator.core.shapes import plain
from adjudicator.ledger.ledger import Ledger, shared
from adjudicator.ledger.store import ENVIRONMENT
from adjudicator.rules.house import Entry
from adjudicator.server.app import create_app
from tests.sample import Sample
from tests.web.faces import BY, Cli, Face, Http, Outcome, Pages

FACES = ("http", "cli", "pages")
NOBODY = "0123456789abcdef"
_AT = "2026-03-01T12:00:00.000000Z"


class Start(NamedTuple):
    """A ledger that the acts begin with, and the ids of what is in it."""

    path: Path
    token: str
    voted: str
    """An open dispute with the vote that it needs."""
    unvoted: str
    """An open dispute without any."""
    closed: str
    ruling: str


Act = Callable[[Face, Start], Outcome]

DONE: dict[str, Act] = {
    "create a list": lambda face, _: face.create("club", "Our club", "boggle"),
    "create, spaces around the title": lambda face, _: face.create("club", "  Our club ", "boggle"),
    "allow a word": lambda face, _: face.save("sunday", "allow", "zorb", reason="a toy"),
    "allow, spaces around the reason": lambda face, _: face.save("sunday", "allow", "zorb", reason=" a toy "),
    "allow until a day": lambda face, _: face.save("sunday", "allow", "zorb", expires="2099-12-31"),
    "deny a word that is allowed": lambda face, _: face.save("sunday", "deny", "trig"),
    "allow what is allowed already": lambda face, _: face.save("sunday", "allow", "trig"),
    "drop a word": lambda face, _: face.drop("sunday", "TRIG"),
    "change the title": lambda face, _: face.settings("sunday", title=" Sunday evening"),
    "change the rules": lambda face, _: face.settings("sunday", overrides={"length": {"min": 4}}),
    "change nothing": lambda face, _: face.settings("sunday"),
    "look at a file": lambda face, _: face.bring("sunday", "zorb\ntrig\n", dry=True),
    "bring a file": lambda face, _: face.bring("sunday", "# ours\nzorb\ntrig\ncafé\n"),
    "bring what contradicts": lambda face, _: face.bring("sunday", "glorp\nquux\n", replace=True),
    "bring, the list's own kept": lambda face, _: face.bring("sunday", "glorp\nquux\n"),
    "restore": lambda face, _: face.restore("sunday", 1),
    "restore the latest": lambda face, _: face.restore("sunday", 3),
    "fork": lambda face, _: face.fork("sunday", "juniors", "Juniors"),
    "fork, spaces around the title": lambda face, _: face.fork("sunday", "juniors", " Juniors "),
    "merge": lambda face, _: face.merge("sunday", "friends"),
    "merge a word that both have changed": lambda face, _: face.merge("sunday", "monday", {"glorp": "theirs"}),
    "merge it as people write it": lambda face, _: face.merge("sunday", "monday", {"GLORP": "theirs"}),
    "merge, one side preferred": lambda face, _: face.merge("sunday", "monday", prefer="ours"),
    "invite": lambda face, _: face.invite("sunday", 3),
    "challenge": lambda face, _: face.challenge("zee zed", "boggle"),
    "challenge what is open to dispute": lambda face, _: face.challenge("stickum", "boggle"),
    "challenge by a vote": lambda face, _: face.challenge("stickum", "boggle", settle="vote", quorum="1"),
    "challenge under a list": lambda face, _: face.challenge("glorp", "house:sunday"),
    "vote": lambda face, start: face.vote(start.voted, "illegal"),
    "vote twice": lambda face, start: _twice(lambda: face.vote(start.voted, "illegal")),
    "close": lambda face, start: face.end(start.voted, "close"),
    "withdraw": lambda face, start: face.end(start.voted, "withdraw"),
    "set a precedent": lambda face, start: face.precedent(start.closed, "sunday", " we voted "),
    "set one without a reason": lambda face, start: face.precedent(start.closed, "sunday", ""),
    "replay": lambda face, start: face.replay(start.ruling),
}  # fmt: skip
"""What is done on every face."""

STALE = (
    "has changed: its revision is",
    "has revision 3 by now",
    "somebody else was first",
    "something has changed",
)
ENDED = ("was closed at", "is over.")
NO_WORD = ("nothing in '123' can be spelled",)
NO_LIST = ("no house list 'nosuch'", "no such house list")
REFUSED: dict[str, tuple[Act, tuple[str, ...]]] = {
    "create what is there": (lambda face, _: face.create("sunday", "Sunday", "boggle"), ("already",)),
    "create over nothing": (lambda face, _: face.create("club", "Club", "nosuch"), ("no such ruleset", "no ruleset 'nosuch'")),
    "allow no word": (lambda face, _: face.save("sunday", "allow", "123"), NO_WORD),
    "allow in no list": (lambda face, _: face.save("nosuch", "allow", "zorb"), NO_LIST),
    "allow from an earlier revision": (lambda face, _: face.save("sunday", "allow", "glorp", seen=1), STALE),
    "allow until no day": (lambda face, _: face.save("sunday", "allow", "zorb", expires="soon"), ("takes a date",)),
    "a long reason": (lambda face, _: face.save("sunday", "allow", "zorb", reason="x" * 1001), ("1,001 characters", "1000")),
    "drop what is not there": (lambda face, _: face.drop("sunday", "nosuch"), ("no entry for 'nosuch'",)),
    "drop no word": (lambda face, _: face.drop("sunday", "123"), NO_WORD),
    "drop from an earlier revision": (lambda face, _: face.drop("sunday", "trig", seen=1), STALE),
    "settings from an earlier revision": (lambda face, _: face.settings("sunday", seen=1, title="S"), STALE),
    "settings that no rules have": (lambda face, _: face.settings("sunday", overrides={"length": {"least": 4}}), ("least",)),
    "bring into no list": (lambda face, _: face.bring("nosuch", "zorb"), NO_LIST),
    "restore what never was": (lambda face, _: face.restore("sunday", 99), ("99",)),
    "fork to one that is there": (lambda face, _: face.fork("sunday", "monday", "Monday"), ("already",)),
    "fork of nothing": (lambda face, _: face.fork("nosuch", "club", "Club"), NO_LIST),
    "merge with a conflict": (lambda face, _: face.merge("sunday", "monday"), ("both changed what they say of: glorp",)),
    "merge with itself": (lambda face, _: face.merge("sunday", "sunday"), ("is the list itself",)),
    "merge what is not there": (lambda face, _: face.merge("sunday", "nosuch"), ("house list 'nosuch'",)),
    "merge a word not in conflict": (lambda face, _: face.merge("sunday", "monday", {"trig": "ours"}, "ours"), ("not in conflict",)),
    "invite too many": (lambda face, _: face.invite("sunday", 1001), ("from 1 to 1", "1000")),
    "invite to no list": (lambda face, _: face.invite("nosuch", 1), NO_LIST),
    "challenge no word": (lambda face, _: face.challenge("123", "boggle"), NO_WORD),
    "challenge under nothing": (lambda face, _: face.challenge("zee", "nosuch"), ("no such ruleset", "no ruleset 'nosuch'")),
    "challenge oneself": (lambda face, _: face.challenge("zee", "boggle", challenger="Ben"), ("is the player",)),
    "challenge a word twice": (lambda face, _: face.challenge("zee ZEE", "boggle"), ("more than once",)),
    "vote on nothing": (lambda face, _: face.vote(NOBODY, "legal"), (f"no dispute '{NOBODY}'",)),
    "vote when it is over": (lambda face, start: face.vote(start.closed, "legal"), ENDED),
    "close by too few": (lambda face, start: face.end(start.unvoted, "close"), ("0 of the 2",)),
    "close from an earlier state": (lambda face, start: face.end(start.voted, "close", seen=1), STALE),
    "withdraw when it is over": (lambda face, start: face.end(start.closed, "withdraw"), ENDED),
    "a precedent of nothing": (lambda face, start: face.precedent(start.unvoted, "sunday", ""), ("nothing was decided",)),
    "a precedent in no list": (lambda face, start: face.precedent(start.closed, "nosuch", ""), NO_LIST),
    "a precedent twice": (lambda face, start: _twice(lambda: face.precedent(start.closed, "sunday", "")), ("already", *STALE)),
}  # fmt: skip
"""What is refused on every face, with the sentences that may say why: a page words some of them its own way."""


def _twice(act: Callable[[], Outcome]) -> Outcome:
    act()
    return act()


@pytest.fixture(scope="module")
def start(common_sample: Sample, tmp_path_factory: pytest.TempPathFactory) -> Start:
    """The sample, where two lists say different things of glorp, a third one has news, and nobody has voted in one of the disputes."""
    path = tmp_path_factory.mktemp("faces") / "ledger.sqlite"
    shutil.copyfile(common_sample.path, path)
    with _opened(path) as ledger:
        ledger.houses.fork("sunday", "friends", BY)
        ledger.houses.edit("friends", None, {"blep": Entry("blep", "blep", "allow", "", BY, _AT)}, BY)
        ledger.houses.edit("sunday", None, {"glorp": Entry("glorp", "glorp", "deny", "", BY, _AT)}, BY)
        voted = ledger.disputes.get(common_sample.open_disputes[0])
        verdicts = ledger.disputes.ruling(voted.verdict).verdicts
        unvoted = ledger.disputes.open(voted.ruleset, verdicts, voted.rule, by=BY, settle="vote", quorum=2)
        closed = ledger.disputes.get(common_sample.closed_disputes[0])
    return Start(path, common_sample.token, voted.id, unvoted.id, closed.id, closed.verdict)


@contextmanager
def _opened(path: Path) -> Iterator[Ledger]:
    with closing(Ledger(URL.create("sqlite", database=str(path)))) as ledger:
        yield ledger


class Faces:
    """Does an act on every face, on a ledger of its own each time, and returns what is said and what is in the ledger afterwards."""

    def __init__(
        self, start: Start, folder: Path, patch: pytest.MonkeyPatch, caught: pytest.CaptureFixture[str]
    ) -> None:
        self._start, self._folder, self._patch, self._caught = start, folder, patch, caught

    def does(self, name: str, act: Act) -> tuple[Outcome, Any]:
        """Do it on the face of this *name*."""
        path = self._folder / f"{name}.sqlite"
        shutil.copyfile(self._start.path, path)
        self._patch.setenv(ENVIRONMENT, str(path))
        if name == "cli":
            said = act(Cli(self._patch, self._caught), self._start)
        else:
            client = create_app().test_client()
            kind = Http if name == "http" else Pages
            said = act(kind(client, self._start.token), self._start)
            shared().close()
        with _opened(path) as ledger:
            return said, _state(ledger)


@pytest.fixture
def faces(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Faces:
    return Faces(start, tmp_path, monkeypatch, capsys)


def _state(ledger: Ledger) -> dict[str, Any]:
    """What a ledger says, but for ids and times."""
    lists = {}
    for each in ledger.houses.lists():
        entries = ledger.houses.at(each.slug, each.number).entries
        history = [
            (one.number, one.author, one.kind, one.note, one.settings, one.source, one.changes)
            for one in ledger.houses.history(each.slug)
        ]
        lists[each.slug] = (
            history,
            {key: entry._replace(at="", ruling=str(bool(entry.ruling))) for key, entry in entries.items()},
        )
    disputes = []
    for found in ledger.disputes.listing():
        data = plain(found)
        votes = [(vote["name"], vote["choice"]) for vote in data["votes"]]
        ruling = ledger.disputes.ruling(found.ruling).outcome if found.ruling else None
        outcome = ruling and (ruling["decision"], ruling["summary"], ruling["points"])
        kept = ("number", "opened_by", "ruleset", "words", "context", "rule", "settle", "quorum", "status")
        ends = (found.ended_by, bool(found.ruling), found.precedent_slug, found.precedent_number)
        disputes.append(({name: data[name] for name in kept}, votes, outcome, ends))
    invites = [(each.scope, each.subject, each.uses) for each in ledger.tokens.invites()]
    tokens = [(each.name, each.scope, each.subject) for each in ledger.tokens.listing()]
    return {"lists": lists, "disputes": disputes, "invites": sorted(invites), "tokens": tokens}


@pytest.mark.parametrize("name", DONE)
def test_what_is_done(faces: Faces, name: str) -> None:
    """It is done on every face, and leaves the same in the ledger."""
    done = {face: faces.does(face, DONE[name]) for face in FACES}
    assert {face: said for face, (said, _) in done.items()} == dict.fromkeys(FACES, Outcome(True))
    assert done["http"][1] == done["cli"][1]
    assert done["http"][1] == done["pages"][1]


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(faces: Faces, start: Start, name: str) -> None:
    """It is refused on every face for the same reason, and leaves the same in the ledger."""
    act, sentences = REFUSED[name]
    refused = {face: faces.does(face, act) for face in FACES}
    for face, (said, _) in refused.items():
        assert not said.done, face
        assert any(each in " ".join(said.words.lower().split()) for each in sentences), (face, said.words)
    assert refused["http"][1] == refused["cli"][1]
    assert refused["http"][1] == refused["pages"][1]
