"""Fetched markup as data: parsed once, never run, and given out as plain text.

A page may be anything at all, so nothing here recurses, and a page of more tags than any dictionary has is refused before it costs
time. What a reader takes from a page goes through :func:`text_of`, after which no markup and no control character is left.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterator

from bs4 import (
    BeautifulSoup,
    MarkupResemblesLocatorWarning,
    NavigableString,
    Tag,
    XMLParsedAsHTMLWarning,
)
from bs4.builder import ParserRejectedMarkup

from scrapers.errors import ShapeChanged, TooLarge

MOST_TAGS = 400_000
"""So many ``<`` a page may have; the longest entries have a fourth of it."""
DEEPEST = 150
"""So deep tags may be nested; a dictionary's pages are forty deep."""

_END = 2000
"""Characters at the end of a page that are searched for its end; trackers may come after it."""

_UNSEEN = frozenset({"style", "script", "template", "noscript", "audio", "svg", "link", "meta"})
_BLOCKS = frozenset(
    {"p", "div", "br", "li", "ol", "ul", "dl", "dt", "dd", "td", "th", "h1", "h2", "h3", "h4"}
)
_GAP = NavigableString(" ")
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_INVISIBLE = re.compile(
    "[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff9-\uffff\ud800-\uf8ff]"
)
"""Soft hyphens, zero widths, marks of direction, halves of characters, private ones: nothing that is read."""

for _category in (XMLParsedAsHTMLWarning, MarkupResemblesLocatorWarning):
    warnings.filterwarnings("ignore", category=_category)
"""What opens like XML, or looks like an address, is read as HTML like any other; a warning would help no user."""


def parse(text: str, where: str) -> BeautifulSoup:
    """Return the tree of a page or of a piece of one; *where* names it in errors.

    Raises TooLarge if it has more tags, or deeper ones, than a dictionary's page, ShapeChanged if it cannot be read as HTML.
    """
    if text.count("<") > MOST_TAGS:
        raise TooLarge(f"{where} has more than {MOST_TAGS:,} tags.", "Nothing is concluded from it.")
    try:
        tree = BeautifulSoup(text, "html.parser")
    except (ParserRejectedMarkup, ValueError) as error:
        raise ShapeChanged(where, "markup that can be read") from error
    level: list[Tag] = [tree]
    for _ in range(DEEPEST):
        level = [child for tag in level for child in tag.contents if isinstance(child, Tag)]
        if not level:
            return tree
    raise TooLarge(f"{where} has tags more than {DEEPEST} deep.", "Nothing is concluded from it.")


def whole_page(text: str, where: str) -> BeautifulSoup:
    """Return the tree of a page as :func:`parse` does. Raises ShapeChanged where the page is cut short: nothing may be concluded from
    what is not in it.
    """
    if "</html" not in text[-_END:].lower():
        raise ShapeChanged(where, "end (</html>)")
    return parse(text, where)


def plain(text: str) -> str:
    """Return *text* on one line, with nothing that cannot be seen."""
    if not text.isascii():
        text = _INVISIBLE.sub("", text)
    return " ".join(_CONTROLS.sub(" ", text).split())


def has_class(tag: Tag, *names: str) -> bool:
    """Return whether *tag* has one of these classes."""
    own = tag.get("class") or ()
    return any(name in own for name in names)


def _nothing(tag: Tag) -> bool:
    return False


def text_of(tag: Tag, left_out: Callable[[Tag], bool] = _nothing) -> str:
    """Return the plain text of *tag* without styles and scripts, and without the tags inside it that *left_out* names."""
    parts: list[str] = []
    todo: list[object] = [tag]
    while todo:
        node = todo.pop()
        if isinstance(node, Tag):
            if node is not tag and (node.name in _UNSEEN or left_out(node)):
                continue
            if node.name in _BLOCKS:
                parts.append(" ")
                todo.append(_GAP)
            todo.extend(reversed(node.contents))
        elif type(node) is NavigableString:
            parts.append(node)
    return plain("".join(parts))


def inside(tag: Tag, left_out: Callable[[Tag], bool]) -> Iterator[Tag]:
    """Yield the tags inside *tag* as they stand; those that *left_out* names are yielded, and what is in them is not."""
    todo = children(tag)[::-1]
    while todo:
        part = todo.pop()
        yield part
        if not left_out(part):
            todo.extend(reversed(children(part)))


def outermost(tag: Tag, *names: str) -> Iterator[Tag]:
    """Yield the tags inside *tag* that have one of these classes, but for those inside another such."""
    return (part for part in inside(tag, lambda part: has_class(part, *names)) if has_class(part, *names))


def children(tag: Tag, *names: str) -> list[Tag]:
    """Return the tags directly in *tag* that have one of these classes, or all of them if none is named."""
    return [
        child for child in tag.contents if isinstance(child, Tag) and (not names or has_class(child, *names))
    ]
