"""A small ledger that has something of everything: what the tests of the OpenAPI document and of its page ask about. See :func:`make`."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from sqlalchemy import URL

from adjudicator.errors import UnknownRecord
from adjudicator.games.sitting import Draft, Sitting, plain_text
from adjudicator.judging.service import Adjudicator
from adjudicator.ledger.ledger import Ledger
from adjudicator.resources import Places
from adjudicator.rules.challenge import Context
from adjudicator.rules.house import PREFIX, Entry, Settings
from adjudicator.runtime.packs import Shelf
from adjudicator.usecases import disputes, seasons
from adjudicator.usecases.writers import Writer

SLUGS = ["sunday", "monday"]
"""Its house lists; the second is a fork of the first. They have the names of the document's examples."""
HOUSES = [PREFIX + slug for slug in SLUGS]
SEASON = "2026"
"""The season of the first list."""
GAMES = ("played", "counted")
"""Its games at the table: one that is played, and one whose round is counted."""
_PLACES = Places.from_environment()
_BY = "Anna"
_AT = "2026-03-01T12:00:00.000000Z"
_LATER = "2099-01-01T00:00:00.000000Z"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """What there is in a sample: its file, an owner's token for everything, and the ids that the ledger gave."""

    path: Path
    token: str
    open_disputes: list[str]
    closed_disputes: list[str]
    rulings: list[str]
    invites: list[str]
    invite_secrets: list[str]
    tokens: list[str]

    def known(self, path: str) -> dict[str, list[str]]:
        """Return the values of a *path* of the document that no example can give: by name, those that there are."""
        if "{secret}" in path:
            return {"secret": self.invite_secrets}
        if "{digest}" in path:
            return {"digest": [pack_digest()]}
        if "{game}" in path:
            return {"game": [*GAMES]}
        if "{id}" not in path:
            return {}
        if path.endswith("/precedent"):
            return {"id": self.closed_disputes}
        before = path.partition("{id}")[0]
        ids = {
            "/v1/disputes/": self.open_disputes,
            "/v1/rulings/": self.rulings,
            "/v1/house-lists/{slug}/invites/": self.invites,
            "/v1/house-lists/{slug}/tokens/": self.tokens,
        }
        return {"id": ids[before]}

    def first(self, path: str, method: str = "") -> dict[str, str]:
        """Return one of each of the values that are :meth:`known`; to be deleted, the list that nothing refers to."""
        if (method, path) == ("DELETE", "/v1/house-lists/{slug}"):
            return {"slug": SLUGS[1]}
        return {name: values[0] for name, values in self.known(path).items()}

    @property
    def authorization(self) -> dict[str, str]:
        """The header field of who may do everything."""
        return {"Authorization": f"Bearer {self.token}"}


@cache
def pack_digest() -> str:
    """The digest of the pack of the built lexicon, which is kept where the tests' applications have their data."""
    with closing(Adjudicator(places=_PLACES)) as adjudicator:
        return Shelf.of(_PLACES).latest(adjudicator).pack.digest


def make(path: Path, several: int = 1) -> Sample:
    """Make a sample in the file *path*, with *several* of what a request can use up, and return what is in it."""
    url = URL.create("sqlite", database=str(path))
    with closing(Ledger(url)) as ledger, closing(Adjudicator(ledger=ledger)) as adjudicator:
        _make_lists(ledger)
        make_games(ledger, "Anna", "Ben", words="plates zed")
        _, secret = ledger.tokens.create(_BY, "owner", created_by=_BY)
        editors = [ledger.tokens.create("Ben", "editor", HOUSES[0], created_by=_BY) for _ in range(several)]
        invited = [ledger.tokens.invite("voter", HOUSES[0], 1000, _LATER, _BY) for _ in range(several)]
        _make_season(adjudicator)
        opened = [_dispute(adjudicator, editors[0][0].id) for _ in range(2 * several)]
        closed = [ledger.disputes.close(id, None, _BY) for id in opened[several:]]
        return Sample(
            path=path,
            token=secret,
            open_disputes=opened[:several],
            closed_disputes=[each.id for each in closed],
            rulings=[each.verdict for each in closed],
            invites=[invite.id for invite, _ in invited],
            invite_secrets=[given for _, given in invited],
            tokens=[token.id for token, _ in editors],
        )


def make_games(ledger: Ledger, *players: str, words: str) -> None:
    """Keep a game that is played and one whose round is counted, or write over them; the first player has a list from another device."""
    for id, scored in zip(GAMES, (False, True), strict=True):
        lists = dict.fromkeys(players, words)
        draft = Draft(board="PERS/LATG/SINE/TERS", lists=lists, scored=scored)
        text = plain_text(Sitting(id=id, ruleset="boggle", players=[*players], rounds=[draft], define=True))
        try:
            ledger.games.change(id, text, seen=1)
        except UnknownRecord:
            ledger.games.begin(id, text, by=_BY, maker=None)
        ledger.games.write(id, 1, players[0], words, author=None)


def _make_lists(ledger: Ledger) -> None:
    ours, theirs = SLUGS
    ledger.houses.create(ours, Settings("Sunday", "boggle", {}), _BY)
    ledger.houses.edit(ours, None, _entries("trig", "yeet"), _BY)
    ledger.houses.fork(ours, theirs, _BY)
    ledger.houses.edit(theirs, None, _entries("glorp"), _BY)


def _make_season(adjudicator: Adjudicator) -> None:
    seasons.freezing(adjudicator, SLUGS[0], "Season of 2026", by=Writer(_BY), id=SEASON)()


def _entries(*words: str) -> dict[str, Entry | None]:
    return {word: Entry(word=word, key=word, effect="allow", reason="", author=_BY, at=_AT) for word in words}


def _dispute(adjudicator: Adjudicator, voter: str) -> str:
    """Open a dispute that has the votes that it needs; return its id."""
    found = disputes.open_dispute(
        adjudicator, ["zee"], HOUSES[0], by=Writer(_BY), context=Context(), settle="vote", quorum=1
    )
    return adjudicator.ledger.disputes.vote(found.id, voter, "Ben", "legal").id
