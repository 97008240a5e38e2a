"""What is tried of a service wherever it runs: it runs by any Python, without this project and its libraries. Start at :class:`Told`.

A service that is brought up beside a ledger of the first version says so and judges; when that is migrated, what was in it is there. Then come
a verdict, a list, a dispute up to its precedent, and a pack; after a restart all of it is there still.
"""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from typing import Any

OLD = "sunday"
"""The list that the ledger of the first version has."""
PATIENCE = 300
"""Seconds for a service to come up, or to answer."""
Answer = Any
"""What the service answered, read as JSON."""


class Told:
    """Tells what came of each part, and keeps whether all went as it should."""

    def __init__(self) -> None:
        self.well = True

    def __call__(self, part: str, held: object, said: object = "") -> None:
        """Say whether a *part* held, and with what."""
        self.well = self.well and bool(held)
        print(f"{'+' if held else '-'} {part}: {said}", flush=True)


class Service:
    """A service at an address, and who may do everything there."""

    def __init__(self, address: str, token: str = "") -> None:
        self.address, self.token = address, token
        self.context: Any = None

    def open(self, path: str, body: object = None, method: str = "", **fields: str) -> Any:
        """Return the response to a request. Raises :class:`OSError` for a problem, too."""
        data = None if body is None else json.dumps(body).encode()
        head = {
            "Content-Type": "application/json",
            **{name.replace("_", "-"): value for name, value in fields.items()},
        }
        if self.token:
            head["Authorization"] = f"Bearer {self.token}"
        asked = urllib.request.Request(self.address + path, data, head, method=method or None)
        return urllib.request.urlopen(asked, timeout=PATIENCE, context=self.context)

    def ask(self, path: str, body: object = None, method: str = "", **fields: str) -> Answer:
        """Return what a call answers."""
        with self.open(path, body, method, **fields) as answer:
            return json.load(answer)

    def status(self, path: str) -> int:
        """Return the status of a page or a call."""
        try:
            with self.open(path) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            return error.code

    def pack(self) -> Answer:
        """Return what the latest pack is; each worker says 503 until it has it."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                return self.ask("/v1/packs/latest")
            except urllib.error.HTTPError as error:
                if error.code != 503 or time.monotonic() > until:
                    raise
                time.sleep(1)

    def up(self) -> Answer:
        """Return what the service says of itself as soon as it answers. Raises :class:`TimeoutError`."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                return self.ask("/readyz")
            except OSError:
                time.sleep(0.2)
        raise TimeoutError(f"nobody answers at {self.address}")


def beside_an_older_ledger(service: Service, tell: Told) -> None:
    """What a service does before its ledger is migrated."""
    ready = service.up()
    tell("says that its ledger is older", ready["ledger"] == "needs-migration", ready["ledger"])
    tell(
        "judges all the same",
        service.ask("/v1/rulesets/boggle/words/zee")["code"] == "american-spelling",
        "zee",
    )
    tell("and not by lists", service.status(f"/v1/rulesets/house:{OLD}/words/zee") == 503, "503")


def with_what_was_there(service: Service, tell: Told) -> None:
    """What a service has of the ledger of the first version."""
    ready = service.up()
    tell("takes the ledger into use", ready["ledger"] == "ready", ready["ledger"])
    found = service.ask(f"/v1/house-lists/{OLD}")
    tell("has the list of the first version", found["revision"] == 3, f"{OLD}, revision {found['revision']}")


def begun(service: Service, tell: Told) -> None:
    """A verdict, a list, a dispute, a pack, pages."""
    verdict = service.ask("/v1/rulesets/boggle/words/zee")
    tell("judges", verdict["code"] == "american-spelling", verdict["summary"])
    service.ask("/v1/house-lists", {"slug": "club", "title": "Club", "base": "boggle"})
    service.ask(
        "/v1/house-lists/club/edits", {"entries": [{"word": "yeet", "effect": "allow"}]}, If_Match="*"
    )
    allowed = service.ask("/v1/rulesets/house:club/words/yeet")
    tell("keeps a list", allowed["legal"], allowed["summary"])
    opened = service.ask(
        "/v1/disputes", {"words": ["zees"], "ruleset": "house:club", "settle": "vote", "quorum": 1}
    )
    at = f"/v1/disputes/{opened['id']}"
    service.ask(f"{at}/vote", {"choice": "legal"}, "PUT")
    closed = service.ask(f"{at}/close", method="POST", If_Match="*")
    ruling = service.ask(f"/v1/rulings/{closed['ruling']}")
    service.ask(f"{at}/precedent", {"slug": "club"}, If_Match="*")
    tell(
        "rules a dispute",
        ruling["acceptable"] and _kept(service),
        f"{ruling['id']}, of which the list has the precedent",
    )
    latest = service.pack()
    tell("makes a pack", latest["pack"]["br"], f"{latest['pack']['br']:,} bytes in Brotli")
    pages = ("/", "/judge", "/lists/club", at.removeprefix("/v1"), "/docs")
    tell("shows pages", [service.status(each) for each in pages] == [200] * len(pages), " ".join(pages))


def again(service: Service, tell: Told) -> None:
    """What is there still after a restart, as soon as the ledger has been tried again."""
    until = time.monotonic() + PATIENCE
    while service.up()["ledger"] != "ready" and time.monotonic() < until:
        time.sleep(1)
    tell(
        "has it all after a restart",
        _kept(service),
        f"club, revision {service.ask('/v1/house-lists/club')['revision']}",
    )


def _kept(service: Service) -> bool:
    entry = service.ask("/v1/house-lists/club/entries/zees")
    return bool(entry["ruling"] and service.ask("/v1/rulesets/house:club/words/zees")["legal"])
