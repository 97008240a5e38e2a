"""The three faces of the project, each as somebody who does the acts that all of them offer: over HTTP, on the command line, on the pages.

An act returns what came of it as :class:`Outcome`, so that tests can compare the faces. Anna, who may do everything, does them all.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Protocol

import pytest
from bs4 import BeautifulSoup
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from adjudicator.cli.main import main

BY = "Anna"


class Outcome(NamedTuple):
    """What came of an act: whether it was done, and the words in which a refusal is told, in one line."""

    done: bool
    words: str = ""


class Face(Protocol):
    """The acts. *seen* is the revision that a change is made from, None for whatever there is."""

    def create(self, slug: str, title: str, base: str) -> Outcome: ...
    def save(
        self, slug: str, effect: str, word: str, *, seen: int | None = None, **fields: str
    ) -> Outcome: ...
    def drop(self, slug: str, word: str, *, seen: int | None = None) -> Outcome: ...
    def settings(
        self, slug: str, *, seen: int | None = None, title: str = "Sunday", overrides: Mapping[str, Any] = {}
    ) -> Outcome: ...
    def bring(self, slug: str, text: str, *, dry: bool = False, replace: bool = False) -> Outcome: ...
    def restore(self, slug: str, number: int) -> Outcome: ...
    def fork(self, slug: str, new: str, title: str) -> Outcome: ...
    def merge(self, slug: str, other: str, take: Mapping[str, str] = {}, prefer: str = "") -> Outcome: ...
    def invite(self, slug: str, uses: int) -> Outcome: ...
    def challenge(self, words: str, ruleset: str, **fields: str) -> Outcome: ...
    def vote(self, id: str, choice: str) -> Outcome: ...
    def end(self, id: str, how: str, *, seen: int | None = None) -> Outcome: ...
    def precedent(self, id: str, slug: str, reason: str) -> Outcome: ...
    def replay(self, ruling: str) -> Outcome: ...


class Http:
    """Asks as a program does, with a token."""

    def __init__(self, client: FlaskClient, secret: str) -> None:
        self._client = client
        self._head = {"Authorization": f"Bearer {secret}"}

    def _ask(self, method: str, path: str, body: Any = None, match: str | None = None) -> Outcome:
        head = self._head | ({"If-Match": match} if match else {})
        response = self._client.open(f"/v1{path}", method=method, json=body, headers=head)
        if response.status_code < 400:
            return Outcome(True)
        told = response.get_json()
        return Outcome(
            False, f"{told['title']} {told['detail']} {' '.join(map(str, told.get('faults', ())))}"
        )

    @staticmethod
    def _match(name: str, seen: int | None) -> str:
        return "*" if seen is None else f'"{name}.{seen}"'

    def create(self, slug: str, title: str, base: str) -> Outcome:
        return self._ask("POST", "/house-lists", {"slug": slug, "title": title, "base": base})

    def save(self, slug: str, effect: str, word: str, *, seen: int | None = None, **fields: str) -> Outcome:
        body = {"effect": effect, **fields}
        return self._ask("PUT", f"/house-lists/{slug}/entries/{word}", body, self._match(slug, seen))

    def drop(self, slug: str, word: str, *, seen: int | None = None) -> Outcome:
        return self._ask("DELETE", f"/house-lists/{slug}/entries/{word}", match=self._match(slug, seen))

    def settings(
        self, slug: str, *, seen: int | None = None, title: str = "Sunday", overrides: Mapping[str, Any] = {}
    ) -> Outcome:
        body = {"title": title, "overrides": overrides}
        return self._ask("PATCH", f"/house-lists/{slug}", body, self._match(slug, seen))

    def bring(self, slug: str, text: str, *, dry: bool = False, replace: bool = False) -> Outcome:
        body = {
            "format": "text", "content": text, "dry_run": dry,
            "contradictions": "replace" if replace else "keep",
        }  # fmt: skip
        return self._ask("POST", f"/house-lists/{slug}/imports", body, "*")

    def restore(self, slug: str, number: int) -> Outcome:
        return self._ask("POST", f"/house-lists/{slug}/restore", {"revision": number}, "*")

    def fork(self, slug: str, new: str, title: str) -> Outcome:
        return self._ask("POST", f"/house-lists/{slug}/forks", {"slug": new, "title": title})

    def merge(self, slug: str, other: str, take: Mapping[str, str] = {}, prefer: str = "") -> Outcome:
        body = {"other": other, "take": take, **({"prefer": prefer} if prefer else {})}
        return self._ask("POST", f"/house-lists/{slug}/merge", body, "*")

    def invite(self, slug: str, uses: int) -> Outcome:
        return self._ask("POST", f"/house-lists/{slug}/invites", {"uses": uses, "scope": "editor"})

    def challenge(self, words: str, ruleset: str, **fields: str) -> Outcome:
        body: dict[str, Any] = {
            "words": words.split(),
            "ruleset": ruleset,
            "player": "Ben",
            "challenger": "Cleo",
        }
        body |= {name: int(value) if name == "quorum" else value for name, value in fields.items()}
        return self._ask("POST", "/disputes", body)

    def vote(self, id: str, choice: str) -> Outcome:
        return self._ask("PUT", f"/disputes/{id}/vote", {"choice": choice})

    def end(self, id: str, how: str, *, seen: int | None = None) -> Outcome:
        return self._ask("POST", f"/disputes/{id}/{how}", match=self._match(id, seen))

    def precedent(self, id: str, slug: str, reason: str) -> Outcome:
        return self._ask("POST", f"/disputes/{id}/precedent", {"slug": slug, "reason": reason}, "*")

    def replay(self, ruling: str) -> Outcome:
        return self._ask("GET", f"/rulings/{ruling}/replay")


class Cli:
    """Types commands at the machine."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._patch, self._caught = monkeypatch, capsys

    def _run(self, *arguments: str, given: str = "") -> Outcome:
        self._patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given.encode()), "utf-8"))
        self._caught.readouterr()
        code = main(arguments)
        return Outcome(code == 0, "" if code == 0 else self._caught.readouterr().err)

    @staticmethod
    def _seen(seen: int | None) -> list[str]:
        return [] if seen is None else ["--expect", str(seen)]

    def _house(self, action: str, slug: str, *more: str, given: str = "") -> Outcome:
        return self._run("house", action, slug, *more, "--by", BY, given=given)

    def create(self, slug: str, title: str, base: str) -> Outcome:
        return self._house("create", slug, "--title", title, "--base", base)

    def save(self, slug: str, effect: str, word: str, *, seen: int | None = None, **fields: str) -> Outcome:
        options = [each for name, value in fields.items() for each in (f"--{name}", value)]
        return self._house(effect, slug, word, *options, *self._seen(seen))

    def drop(self, slug: str, word: str, *, seen: int | None = None) -> Outcome:
        return self._house("drop", slug, word, *self._seen(seen))

    def settings(
        self, slug: str, *, seen: int | None = None, title: str = "Sunday", overrides: Mapping[str, Any] = {}
    ) -> Outcome:
        given = [
            f"{table}.{key}={value}" for table, inner in overrides.items() for key, value in inner.items()
        ]
        return self._house("set", slug, f"title={title}", *given, *self._seen(seen))

    def bring(self, slug: str, text: str, *, dry: bool = False, replace: bool = False) -> Outcome:
        options = [*(["--dry-run"] if dry else []), *(["--replace"] if replace else [])]
        return self._house("import", slug, "-", *options, given=text)

    def restore(self, slug: str, number: int) -> Outcome:
        return self._house("restore", slug, str(number))

    def fork(self, slug: str, new: str, title: str) -> Outcome:
        return self._house("fork", slug, new, "--title", title)

    def merge(self, slug: str, other: str, take: Mapping[str, str] = {}, prefer: str = "") -> Outcome:
        taken = ["--take", *(f"{word}={side}" for word, side in take.items())] if take else []
        return self._house("merge", slug, other, *taken, *(["--prefer", prefer] if prefer else []))

    def invite(self, slug: str, uses: int) -> Outcome:
        subject = f"house:{slug}"
        return self._run("token", "invite", "--scope", "editor", "--subject", subject, "--uses", str(uses))

    def challenge(self, words: str, ruleset: str, **fields: str) -> Outcome:
        settle = [f"--{fields.pop('settle')}"] if "settle" in fields else []
        options = [each for name, value in fields.items() for each in (f"--{name}", value)]
        people = ("--player", "Ben", "--challenger", "Cleo", "--by", BY)
        return self._run("dispute", "open", *words.split(), "-r", ruleset, *people, *settle, *options)

    def vote(self, id: str, choice: str) -> Outcome:
        return self._run("dispute", "vote", id, choice, "--by", BY)

    def end(self, id: str, how: str, *, seen: int | None = None) -> Outcome:
        return self._run("dispute", how, id, "--by", BY, *self._seen(seen))

    def precedent(self, id: str, slug: str, reason: str) -> Outcome:
        return self._run("dispute", "precedent", id, slug, "--reason", reason, "--by", BY)

    def replay(self, ruling: str) -> Outcome:
        return self._run("dispute", "replay", ruling)


class Pages:
    """Sends the forms of the pages, as a browser does."""

    def __init__(self, client: FlaskClient, secret: str) -> None:
        self._client = client
        self._key = re.findall(r'name="form_key" value="([^"]+)"', client.get("/sign-in").text)[0]
        assert self._send("/sign-in", secret=secret).done

    def _post(self, path: str, fields: Mapping[str, str]) -> TestResponse:
        head = {"Accept": "text/html"}
        return self._client.post(path, data={"form_key": self._key, **fields}, headers=head)

    def _send(self, path: str, **fields: str) -> Outcome:
        response = self._post(path, fields)
        return Outcome(True) if response.status_code < 400 else Outcome(False, self._told(response.text))

    @staticmethod
    def _told(page: str) -> str:
        found = BeautifulSoup(page, "html.parser").select("[role=alert], .conflict, #fault, main")
        return " ".join(" ".join(each.get_text(" ").split()) for each in found)

    def _number(self, path: str, seen: int | None) -> str:
        """The revision that a form on a page is made from, unless it is an earlier one."""
        if seen is not None:
            return str(seen)
        name = "revision" if path.startswith("/lists/") else "number"
        found = re.search(rf'name="{name}" value="(\d+)"', self._client.get(path).text)
        return found[1] if found else "1"

    def _list(self, path: str, slug: str, seen: int | None = None, **fields: str) -> Outcome:
        return self._send(path, revision=self._number(f"/lists/{slug}", seen), **fields)

    def create(self, slug: str, title: str, base: str) -> Outcome:
        return self._send("/lists", slug=slug, title=title, base=base)

    def save(self, slug: str, effect: str, word: str, *, seen: int | None = None, **fields: str) -> Outcome:
        fields = {"until" if name == "expires" else name: value for name, value in fields.items()}
        return self._list(f"/lists/{slug}", slug, seen, word=word, effect=effect, **fields)

    def drop(self, slug: str, word: str, *, seen: int | None = None) -> Outcome:
        return self._list(f"/lists/{slug}", slug, seen, word=word, action="drop")

    def settings(
        self, slug: str, *, seen: int | None = None, title: str = "Sunday", overrides: Mapping[str, Any] = {}
    ) -> Outcome:
        written = "".join(
            f"[{table}]\n" + "".join(f"{key} = {value}\n" for key, value in inner.items())
            for table, inner in overrides.items()
        )
        path = f"/lists/{slug}/settings"
        return self._list(path, slug, seen, title=title, base="boggle", overrides=written)

    def bring(self, slug: str, text: str, *, dry: bool = False, replace: bool = False) -> Outcome:
        return self._list(
            f"/lists/{slug}/files", slug, format="text", content=text,
            action="look" if dry else "apply", contradictions="replace" if replace else "keep",
        )  # fmt: skip

    def restore(self, slug: str, number: int) -> Outcome:
        return self._list(f"/lists/{slug}/history/{number}", slug)

    def fork(self, slug: str, new: str, title: str) -> Outcome:
        return self._send(
            f"/lists/{slug}/copy", slug=new, title=title, number=self._number(f"/lists/{slug}", None)
        )

    def merge(self, slug: str, other: str, take: Mapping[str, str] = {}, prefer: str = "") -> Outcome:
        taken = {f"take.{word}": side for word, side in take.items()}
        number = self._number(f"/lists/{other}", None)
        return self._list(
            f"/lists/{slug}/merge", slug, None, other=other, number=number, prefer=prefer, **taken
        )

    def invite(self, slug: str, uses: int) -> Outcome:
        return self._send(f"/lists/{slug}/people", scope="editor", uses=str(uses), hours="168")

    def challenge(self, words: str, ruleset: str, **fields: str) -> Outcome:
        """The form shows the verdicts first; it is sent again as it comes back."""
        sent = {"words": words, "ruleset": ruleset, "player": "Ben", "challenger": "Cleo", **fields}
        first = self._post("/disputes/new", sent)
        if first.status_code >= 400:
            return Outcome(False, self._told(first.text))
        form = BeautifulSoup(self._client.get(first.headers["Location"]).text, "html.parser")
        return self._send("/disputes/new", **{**_fields(form.select("#challenge input")), **sent})

    def vote(self, id: str, choice: str) -> Outcome:
        return self._send(f"/disputes/{id}/vote", choice=choice)

    def end(self, id: str, how: str, *, seen: int | None = None) -> Outcome:
        return self._send(f"/disputes/{id}/{how}", number=self._number(f"/disputes/{id}", seen))

    def precedent(self, id: str, slug: str, reason: str) -> Outcome:
        number = self._number(f"/disputes/{id}", None)
        return self._send(f"/disputes/{id}/precedent", slug=slug, reason=reason, number=number)

    def replay(self, ruling: str) -> Outcome:
        return Outcome(True)  # the page of a dispute shows it with the rest


def _fields(inputs: Iterable[Any]) -> dict[str, str]:
    """What a browser sends of some fields that nobody has touched."""
    return {
        str(each["name"]): str(each.get("value", ""))
        for each in inputs
        if each.get("type") not in ("radio", "checkbox") or each.has_attr("checked")
    }
