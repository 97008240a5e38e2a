"""The pages of the Collins website, read for one word: off until a user decides otherwise.

What the terms say, as far as a program can tell: the pages are there for people to read for themselves, the content belongs to
HarperCollins, and gathering it by programs, keeping it or passing it on needs the publisher's leave. The site also turns away clients that
it does not like. So nothing here runs by itself: whoever reads the terms and decides that looking up one disputed word at a time is within
them sets ``ADJUDICATOR_COLLINS_PAGES=1``. There is no list of words and no crawling, the site's robots.txt and its refusals are kept
to, and the API (:mod:`scrapers.collins_api`) is the way that the publisher offers.

Only what is British counts: the Collins English Dictionary and COBUILD's British edition. The American dictionaries on the same page
are left out, so a word that only they have is not found.

Start at :meth:`CollinsPages.ask`; :func:`from_page` is the reader.
"""

from __future__ import annotations

import re

from bs4 import BeautifulSoup, Tag

from adjudicator.core.spelling import key_of
from adjudicator.sources.records import RawEntry, RawForms
from scrapers.client import Client, Page
from scrapers.collins import (
    ATTRIBUTION,
    DICTIONARY,
    LICENCE,
    Entry,
    forms_in,
    headword_in,
    homs_of,
    records_for,
    run_ons_in,
    variants_in,
)
from scrapers.errors import NotAsked, ShapeChanged
from scrapers.markup import children, has_class, outermost, plain, text_of, whole_page
from scrapers.policy import setting
from scrapers.site import Answer, WebSite

SWITCH_VARIABLE = "ADJUDICATOR_COLLINS_PAGES"
ADDRESS_VARIABLE = "ADJUDICATOR_COLLINS_PAGES_URL"
ADDRESS = "https://www.collinsdictionary.com"
VARIABLES = {
    SWITCH_VARIABLE: "`1` lets `live-collins-pages` read Collins' pages, one word at a time; the site's terms do not allow collecting, so read them first (default: `0`)",
    ADDRESS_VARIABLE: "the address of the pages, for a mirror of your own (default: Collins' own)",
}
"""Variable → what it sets."""
TERMS = "https://www.collinsdictionary.com/terms"
PAGE = "The Collins page"

_KIND = re.compile(r"definition\.title\.type\.")
"""The type of a section that has a dictionary in it; others have videos, word lists."""
_KINDS = {
    "Collins_Eng_Dict": "ced",
    "Cob_Adv_Brit": "cobuild",
    "Cob_Adv_US": "american",
    "Large_US_Webster": "american",
    "Penguin": "penguin",
}
"""The class of a section → its type, for sections that do not tell it otherwise."""
_BRITISH = ("ced", "cobuild")
_AMERICAN = ("american", "penguin")
_NO_RESULT = re.compile(r"\bno results\b", re.IGNORECASE)


class CollinsPages(WebSite):
    """The pages of the Collins website as a live site."""

    id = "live-collins-pages"
    title = "Collins English Dictionary, by its pages"
    licence = LICENCE
    attribution = ATTRIBUTION
    url = ADDRESS
    address_variable, usual_address = ADDRESS_VARIABLE, ADDRESS

    def why_not(self) -> str | None:
        """Return that it is switched off, with what to weigh before switching it on."""
        if setting(SWITCH_VARIABLE) == "1":
            return None
        return (
            "Reading the pages of the Collins website is switched off. Its terms are for people who read it themselves, and gathering "
            f"its content by programs needs the publisher's leave: read them ({TERMS}), or use the Collins API. If you decide that "
            f"looking up one word at a time is within them, set {SWITCH_VARIABLE}=1."
        )

    def ask(self, word: str, client: Client) -> Answer:
        """Return what the page of *word* says. Raises LiveError."""
        if reason := self.why_not():
            raise NotAsked(reason)
        page = client.get(page_address(word, self.address), hosts=self.hosts)
        found = read_page(page, word)
        return Answer(word, found is not None, page_address(word), page.fetched, found or ())


def page_address(word: str, address: str = ADDRESS) -> str:
    """Return where the page of *word* is: its letters, with hyphens between words."""
    slug = "-".join(key for part in re.split(r"[\s-]+", word) if (key := key_of(part)))
    return f"{address}/dictionary/{DICTIONARY}/{slug}"


def read_page(page: Page, word: str) -> tuple[RawEntry | RawForms, ...] | None:
    """Return what a page has on *word*; None if it says that there is no such word. Raises ShapeChanged."""
    if page.status not in (200, 404):
        raise ShapeChanged(PAGE, f"answer but the status {page.status}")
    return from_page(page.text, word)


def from_page(text: str, word: str) -> tuple[RawEntry | RawForms, ...] | None:
    """Return what a page (HTML) has on *word* in British English.

    None if it says that there are no results, if only American dictionaries have the word, or if the entries that
    the site leads to are of another word and do not list this one. Raises ShapeChanged if it is none of these and no entry.
    """
    tree = whole_page(text, PAGE)
    sections = _sections(tree)
    if not sections:
        if any(_NO_RESULT.search(text_of(heading)) for heading in tree.find_all(["h1", "h2"])):
            return None
        raise ShapeChanged(PAGE, "dictionary section, and no word that there are no results")
    british = [section for kind, section in sections if kind in _BRITISH]
    found = records_for(word, [entry for section in british for entry in _entries(section)])
    if found is None:
        _check_others(tree, [section for kind, section in sections if kind in _BRITISH + _AMERICAN], word)
    return found


def _check_others(tree: BeautifulSoup, known: list[Tag], word: str) -> None:
    """Raise ShapeChanged if the word is a headword outside the dictionaries that are *known*: it is unclear of which."""
    read = {id(heading) for section in known for heading in section.find_all(class_="h2_entry")}
    for heading in tree.find_all(class_="h2_entry"):
        if id(heading) not in read and key_of(text_of(heading)) == key_of(word):
            raise ShapeChanged(PAGE, f"known dictionary around the headword {word[:40]!r}")


def _sections(tree: BeautifulSoup) -> list[tuple[str, Tag]]:
    """Return the dictionaries on a page, each with its type: told by itself, or by its class."""
    found: list[tuple[str, Tag]] = []
    inside: set[int] = set()
    for section in tree.find_all("div"):
        if id(section) in inside:
            continue
        told = str(section.get("data-type-block") or "")
        kind = next((kind for name, kind in _KINDS.items() if has_class(section, name)), "")
        if _KIND.match(told):
            kind = "american" if kind == "american" else told.rpartition(".")[2]
        elif not kind or section.find(attrs={"data-type-block": _KIND}) is not None:
            continue
        found.append((kind, section))
        inside.update(id(part) for part in section.find_all("div"))
    return found


def _entries(section: Tag) -> list[Entry]:
    """Return the entries of a dictionary: each heading with what follows it. Raises ShapeChanged."""
    headings: list[Tag] = []
    parts: list[list[Tag]] = []
    for part in outermost(section, "h2_entry", "mini_h2", "definitions", "derivs", "etyms"):
        if has_class(part, "h2_entry"):
            headings.append(part)
            parts.append([])
        elif parts:
            parts[-1].append(part)
    if not headings:
        raise ShapeChanged(PAGE, "headword (.h2_entry)")
    return [_entry(heading, below) for heading, below in zip(headings, parts, strict=True)]


def _entry(heading: Tag, below: list[Tag]) -> Entry:
    headword, numbered = headword_in(heading, PAGE)
    contents = [part for part in below if has_class(part, "definitions")]
    blocks = [hom for content in contents for hom in children(content, "hom")]
    forms = [
        form
        for content in contents
        for line in children(content, "inflected_forms")
        for form in forms_in(line, headword, None)
    ]
    origins = [text_of(part, _is_title) for part in below if has_class(part, "etyms")]
    return Entry(
        headword,
        numbered,
        homs_of(blocks, headword, (), PAGE),
        tuple(variant for part in below if has_class(part, "mini_h2") for variant in variants_in(part)),
        tuple(forms),
        tuple(form for part in below if has_class(part, "derivs") for form in run_ons_in(part)),
        plain(" ".join(origins)),
    )


def _is_title(tag: Tag) -> bool:
    return has_class(tag, "entry_title")


SITE = CollinsPages()
