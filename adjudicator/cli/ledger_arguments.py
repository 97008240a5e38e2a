"""The arguments of ``house`` and ``dispute``: apart from the rest, so that looking a word up need not read them."""

from __future__ import annotations

import argparse
from typing import Any

_EFFECTS = {"allow": "say that words are legal", "deny": "say that words are not legal"}
_BY_ID = {
    "show": "show a dispute: its words, the votes so far, and what it came to",
    "ruling": "show a ruling as it was made, by its id or that of its dispute",
    "replay": "say whether today's lexicon agrees with a ruling; exits 1 where it does not",
}
_ENDS = {
    "close": "close a dispute by its votes",
    "withdraw": "withdraw a challenge: nothing comes of it",
    "precedent": "make the outcome an entry of a house list for each of the words",
}
_FORMATS = ("text", "csv", "json")


def house(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``adjudicator house``."""
    actions = _Actions(parser, notes=True)
    actions.reading("list", "the house lists")
    create = actions.writing("create", "make a house list", "slug")
    create.add_argument("--title", metavar="T", help="what it is called (default: its slug)")
    create.add_argument(
        "--base", default="boggle", metavar="ID", help="the ruleset it stands on (default: boggle)"
    )
    _many(create, "--set", "KEY=VALUE", "what it changes of that ruleset, like length.min=4")
    settings = actions.changing("set", "change the title, the base or what the list changes of it", "slug")
    settings.add_argument("set", nargs="*", metavar="KEY=VALUE", help="title=…, base=… or like length.min=4")
    _many(settings, "--unset", "KEY", "leave this to the base again, like length.min")
    show = actions.reading("show", "what a list says, now or at a revision", "slug")
    for effect, purpose in _EFFECTS.items():
        _entries(actions.changing(effect, purpose, "slug"))
    _words(actions.changing("drop", "say nothing of words any more", "slug"))
    history = actions.reading("history", "who changed what, the latest first", "slug")
    _limit(history, "revisions")
    diff = actions.reading("diff", "what differs between two revisions", "slug")
    diff.add_argument("one", metavar="N", help="the revision before")
    diff.add_argument("other", nargs="?", metavar="M", help="the revision after (default: the latest)")
    restore = actions.changing("restore", "make a list what it was at a revision, by a new one", "slug")
    restore.add_argument("number", metavar="N", help="that revision")
    fork = actions.writing("fork", "make a new list of one", "slug")
    fork.add_argument("new", metavar="NEW", help="the slug of the new list")
    fork.add_argument("--title", metavar="T", help="what it is called (default: as the other)")
    merge = actions.changing("merge", "merge another list into one", "slug")
    merge.add_argument("other", metavar="OTHER", help="the slug of the other list")
    _many(merge, "--take", "WORD=SIDE", "whose entry to take of a word in conflict: ours or theirs")
    merge.add_argument(
        "--prefer", choices=("ours", "theirs"), help="whose entries to take of all other conflicts"
    )
    _import(actions.changing("import", "bring the words of a file into a list", "slug"))
    export = actions.adding("export", "print the entries of a list as a file that an import takes", "slug")
    export.add_argument("--format", choices=_FORMATS, default="json", help="default: json")
    for each in (show, fork, merge, export):
        each.add_argument("--revision", metavar="N", help="as it was then (default: the latest)")
    merge.add_argument("--dry-run", action="store_true", help="only show what would come of it")


def dispute(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``adjudicator dispute``."""
    actions = _Actions(parser)
    _open(actions.writing("open", "challenge a word, or a play of several"))
    listing = actions.reading("list", "disputes, the latest first")
    listing.add_argument("--status", choices=("open", "closed", "withdrawn"), help="only those")
    listing.add_argument("--ruleset", "-r", metavar="ID", help="only those under this ruleset")
    _limit(listing, "disputes")
    vote = actions.writing("vote", "vote, or vote otherwise: each name has one vote", "id")
    vote.add_argument("choice", choices=("legal", "illegal", "abstain"))
    for name, purpose in _ENDS.items():
        ending = actions.changing(name, purpose, "id")
        if name == "precedent":
            ending.add_argument("slug", metavar="SLUG", help="the house list")
            ending.add_argument("--reason", default="", metavar="TEXT", help="what the entries say of why")
    for name, purpose in _BY_ID.items():
        actions.reading(name, purpose, "id")


class _Actions:
    """Adds the actions of a command, each with the arguments that all of its kind have."""

    def __init__(self, parser: argparse.ArgumentParser, *, notes: bool = False) -> None:
        self._notes = notes
        self._add: Any = parser.add_subparsers(dest="action", metavar="ACTION", required=True).add_parser

    def adding(self, name: str, purpose: str, *operands: str) -> argparse.ArgumentParser:
        """Return the parser of a new action, which has *operands*."""
        added: argparse.ArgumentParser = self._add(
            name, help=purpose, description=purpose[0].upper() + purpose[1:] + "."
        )
        for operand in operands:
            added.add_argument(operand, metavar=operand.upper())
        return added

    def reading(self, name: str, purpose: str, *operands: str) -> argparse.ArgumentParser:
        """Return the parser of an action that only reads."""
        added = self.adding(name, purpose, *operands)
        added.add_argument("--json", action="store_true", help="print JSON; of several, one object a line")
        return added

    def writing(self, name: str, purpose: str, *operands: str) -> argparse.ArgumentParser:
        """Return the parser of an action that writes something."""
        added = self.reading(name, purpose, *operands)
        added.add_argument("--by", metavar="NAME", help="who does it (default: your login name)")
        if self._notes:
            added.add_argument("--note", default="", metavar="TEXT", help="why, for the history")
        return added

    def changing(self, name: str, purpose: str, *operands: str) -> argparse.ArgumentParser:
        """Return the parser of an action that changes what others may have changed."""
        added = self.writing(name, purpose, *operands)
        added.add_argument("--expect", metavar="N", help="only if that is its latest revision")
        return added


def _words(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("words", nargs="+", metavar="WORD")


def _entries(parser: argparse.ArgumentParser) -> None:
    _words(parser)
    parser.add_argument("--reason", default="", metavar="TEXT", help="why; others see it in every verdict")
    parser.add_argument("--expires", metavar="DATE", help="from when on the list says nothing of it")
    parser.add_argument(
        "--inflections",
        nargs="?",
        const="noun,verb",
        metavar="POS,…",
        help="also the inflections, as these parts of speech (default: noun,verb)",
    )


def _import(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="- reads standard input")
    parser.add_argument("--format", choices=_FORMATS, help="default: by the file's suffix; text for -")
    parser.add_argument(
        "--effect",
        choices=tuple(_EFFECTS),
        default="allow",
        help="of words that do not say their own (default: allow)",
    )
    parser.add_argument(
        "--replace", action="store_true", help="take the file's entry where the list says something else"
    )
    parser.add_argument("--dry-run", action="store_true", help="only report what would come of it")


def _open(parser: argparse.ArgumentParser) -> None:
    _words(parser)
    parser.add_argument(
        "--ruleset", "-r", default="boggle", metavar="ID", help="under which (default: boggle)"
    )
    parser.add_argument("--player", metavar="NAME", help="whose word it is")
    parser.add_argument("--challenger", metavar="NAME", help="who challenges it")
    parser.add_argument(
        "--rule", metavar="NAME", help="the challenge rule, like double (default: the ruleset's)"
    )
    settle = parser.add_mutually_exclusive_group()
    settle.add_argument("--vote", action="store_const", dest="settle", const="vote", help="a vote settles it")
    settle.add_argument(
        "--dictionary",
        action="store_const",
        dest="settle",
        const="dictionary",
        help="the dictionary settles it at once (default: as the rule says)",
    )
    parser.add_argument("--quorum", metavar="N", help="how many must vote (default: as the rule says)")
    parser.add_argument("--deadline", metavar="TIME", help="until when votes are taken, in UTC")
    parser.add_argument("--mid-round", action="store_true", help="the round goes on")
    parser.add_argument("--built-on", action="store_true", help="others have played onto the word")
    parser.add_argument("--finished-first", action="store_true", help="its player finished the round first")
    _many(parser, "--unplayed", "NAME=N", "how many tiles a player has left")
    _many(parser, "--ineligible", "NAME", "who cannot earn the bonus for finishing first")


def _many(parser: argparse.ArgumentParser, option: str, metavar: str, purpose: str) -> None:
    """Add an option that takes one thing or more, and may be given again."""
    parser.add_argument(option, nargs="+", action="extend", default=[], metavar=metavar, help=purpose)


def _limit(parser: argparse.ArgumentParser, what: str) -> None:
    parser.add_argument("--limit", default="50", metavar="N", help=f"at most N {what} (default: 50)")
