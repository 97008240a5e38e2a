"""The Collins API, asked for one word of the Collins English Dictionary with the user's own key.

The best match for a word comes with its whole entry, but it may be the entry of another word (a lemma, a neighbour), or one of several
that are spelled alike. So its headword is compared with the word; if that leaves a doubt, the list of matches says which entries
the dictionary has under this spelling, and those are read as well. It lists irregular inflections only: a regular one ("cats") has no
entry, and what is answered is that there is none under this spelling.

Start at :meth:`CollinsApi.ask`.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import quote, urlencode

import orjson
from bs4 import Tag

from adjudicator.core.spelling import key_of
from scrapers.client import Client, Page
from scrapers.collins import (
    ATTRIBUTION,
    LICENCE,
    Entry,
    forms_in,
    headword_in,
    homs_of,
    records_for,
    run_ons_in,
    variants_in,
)
from scrapers.collins import DICTIONARY as DICTIONARY
from scrapers.collins_pages import page_address
from scrapers.errors import NotAsked, ShapeChanged
from scrapers.markup import children, parse, plain, text_of
from scrapers.policy import setting
from scrapers.site import Answer, WebSite

KEY_VARIABLE = "ADJUDICATOR_COLLINS_KEY"
ADDRESS_VARIABLE = "ADJUDICATOR_COLLINS_API_URL"
ADDRESS = "https://api.collinsdictionary.com/api/v1"
VARIABLES = {
    KEY_VARIABLE: "your key of Collins' dictionary API, which `live-collins` needs (unset: it is not asked)",
    ADDRESS_VARIABLE: "the address of the API, for a mirror of your own (default: Collins' own)",
}
"""Variable → what it sets."""
API = "The answer of the Collins API"
ENTRY = "The entry in the answer of the Collins API"
MOST_MATCHES = 100
"""The matches that the list has at most, by the API's own limit."""
MOST_ALIKE = 8
"""Entries of one spelling that are read; the dictionary has no more than five or six."""


class CollinsApi(WebSite):
    """The Collins API as a live site."""

    id = "live-collins"
    title = "Collins English Dictionary, by its API"
    licence = LICENCE
    attribution = ATTRIBUTION
    url = "https://www.collinsdictionary.com/collins-api"
    address_variable, usual_address = ADDRESS_VARIABLE, ADDRESS

    @property
    def key(self) -> str:
        """The user's access key; empty if not set."""
        return setting(KEY_VARIABLE).strip()

    def why_not(self) -> str | None:
        """Return why it cannot be asked: without a key of the user's own there is no access."""
        if not self.key:
            return f"There is no key for the Collins API. Apply for one at {self.url} and set {KEY_VARIABLE} to it."
        if not (self.key.isascii() and self.key.isprintable()):
            return f"The key in {KEY_VARIABLE} has characters that no key has."
        return None

    def ask(self, word: str, client: Client) -> Answer:
        """Return what it says of *word*. Raises LiveError."""
        if reason := self.why_not():
            raise NotAsked(reason)
        page = self._get(client, "search/first/", q=word, format="html")
        best = best_match(page)
        entries = [best[1]] if best else []
        if best is None or best[1].numbered or records_for(word, entries) is None:
            matches = matching_ids(
                self._get(client, "search/", q=word, pagesize=MOST_MATCHES, pageindex=1), word
            )
            known = best[0] if best else ""
            for entry_id in [each for each in matches if each != known][: MOST_ALIKE - 1]:
                found = self._get(client, f"entries/{quote(entry_id, safe='')}", format="html")
                entries.append(entry_in(_object(found)))
        records = records_for(word, entries)
        return Answer(word, records is not None, page_address(word), page.fetched, records or ())

    def _get(self, client: Client, path: str, **query: str | int) -> Page:
        address = f"{self.address}/dictionaries/{DICTIONARY}/{path}?{urlencode(query)}"
        headers = {"accessKey": self.key, "Accept": "application/json"}
        return client.get(address, hosts=self.hosts, headers=headers)


def best_match(page: Page) -> tuple[str, Entry] | None:
    """Return the entry that matches best, with its id; None where the API answers that nothing does. Raises ShapeChanged."""
    answer = _object(page)
    if page.status == 404:
        _text(answer, "errorCode"), _text(answer, "errorMessage")
        return None
    return _text(answer, "entryId"), entry_in(answer)


def matching_ids(page: Page, word: str) -> list[str]:
    """Return the ids of the entries that a list of matches has under the spelling of *word*. Raises ShapeChanged."""
    answer = _object(page)
    results = answer.get("results")
    if page.status != 200 or not isinstance(results, list) or not isinstance(answer.get("resultNumber"), int):
        raise ShapeChanged(API, "list of results")
    if not all(isinstance(each, dict) for each in results):
        raise ShapeChanged(API, "results that are objects")
    named = [(_text(each, "entryId"), _text(each, "entryLabel")) for each in results]
    return [entry_id for entry_id, label in named if key_of(label) == key_of(word)]


def entry_in(answer: dict[str, Any]) -> Entry:
    """Return the entry in an answer that has one. Raises ShapeChanged."""
    label = _text(answer, "entryLabel")
    block = parse(_text(answer, "entryContent"), ENTRY).find(class_="entry")
    if not isinstance(block, Tag):
        raise ShapeChanged(ENTRY, "entry (.entry)")
    heading = block.find(class_="hwd")
    if not isinstance(heading, Tag) or not isinstance(heading.parent, Tag):
        raise ShapeChanged(ENTRY, "headword (h1.hwd)")
    headword, numbered = headword_in(heading, ENTRY)
    if key_of(headword) != key_of(label):
        raise ShapeChanged(ENTRY, f"headword that is its label {label[:60]!r}")
    head = heading.parent if heading.parent is not block else heading
    labels = [text_of(part) for part in children(head, "lbl")]
    lines = children(head, "inline")
    variants = [each for line in lines if _names_variants(line) for each in variants_in(line)]
    forms = [form for line in lines if not _names_variants(line) for form in forms_in(line, headword, None)]
    return Entry(
        headword,
        numbered,
        homs_of(children(block, "hom"), headword, labels, ENTRY),
        tuple(variants),
        tuple(forms),
        tuple(form for part in children(block, "re") for form in run_ons_in(part)),
        plain(" ".join(text_of(part).strip(" []") for part in children(block, "etym"))),
    )


def _names_variants(line: Tag) -> bool:
    """Return whether a line of spellings beside the headword has other spellings of it ("or"), and not its inflections."""
    return "or" in text_of(line).replace("(", " ").replace(",", " ").split()


def _object(page: Page) -> dict[str, Any]:
    try:
        answer = orjson.loads(page.content)
    except orjson.JSONDecodeError as error:
        raise ShapeChanged(API, "JSON") from error
    if not isinstance(answer, dict):
        raise ShapeChanged(API, "JSON object")
    if page.status not in (200, 404):
        raise ShapeChanged(f"{API} ({page.status})", "entry, and no word that it says not to have")
    return answer


def _text(answer: dict[str, Any], name: str) -> str:
    value = answer.get(name)
    if not isinstance(value, str) or not value.strip():
        raise ShapeChanged(API, name)
    return value


SITE = CollinsApi()
