"""The command ``evidence``: ask dictionaries on the web for single words, and look after what they have answered."""

from __future__ import annotations

import argparse
import sys

from adjudicator.cli.parser import actions_of
from adjudicator.cli.text import live_line, paint, print_json
from adjudicator.core.shapes import plain
from adjudicator.core.spelling import key_of
from adjudicator.errors import LiveError
from adjudicator.lexicon.answers import Item
from adjudicator.usecases.evidence import Evidence, site_of, sites

DONE, NOT_FOUND, USAGE = 0, 1, 2


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``adjudicator evidence``."""
    actions = actions_of(parser)
    fetch = actions.add_parser("fetch", help="ask a dictionary for words, and keep what it answers")
    remove = actions.add_parser("remove", help="forget what a dictionary has answered")
    for each in (fetch, remove):
        each.add_argument("words", nargs="+", metavar="WORD")
        each.add_argument(
            "--from", dest="site", required=True, metavar="SITE", help=f"one of {', '.join(sites())}"
        )
    refresh = actions.add_parser("refresh", help="ask again for what is kept: these words, or all")
    refresh.add_argument("words", nargs="*", metavar="WORD")
    listing = actions.add_parser("list", help="what is kept, and which dictionaries can be asked")
    for each in (fetch, refresh, listing):
        each.add_argument("--json", action="store_true", help="print one JSON object a line")


def run(options: argparse.Namespace) -> int:
    """Run ``adjudicator evidence``. Raises :class:`UnknownSite`."""
    evidence = Evidence()
    if options.action == "fetch":
        return _ask([(options.site, word) for word in options.words], evidence, options.json)
    if options.action == "refresh":
        keys = {key_of(word) for word in options.words}
        kept = [item for item in evidence.items() if not keys or item.kept.key in keys]
        return _ask([(item.site, item.kept.word) for item in kept], evidence, options.json, again=True)
    if options.action == "remove":
        site = site_of(options.site)
        gone = [evidence.remove(site.id, word) for word in options.words]
        print(f"{sum(gone)} of {len(gone)} forgotten")
        return DONE if all(gone) else NOT_FOUND
    _list(evidence, options.json)
    return DONE


def _ask(asked: list[tuple[str, str]], evidence: Evidence, as_json: bool, *, again: bool = False) -> int:
    """Ask for words one by one; a word that cannot be had does not stop the others."""
    code = DONE
    for name, word in asked:
        site = site_of(name)
        try:
            item = evidence.fetch(site, word, again=again)
        except LiveError as error:
            sys.stdout.flush()
            print(f"adjudicator: {word}: {error}", file=sys.stderr)
            code = USAGE
            continue
        if not item.kept.found:
            code = max(code, NOT_FOUND)
        _print(item, as_json)
    return code


def _list(evidence: Evidence, as_json: bool) -> None:
    for item in evidence.items():
        _print(item, as_json)
    if as_json:
        return
    for site in sites().values():
        reason = site.why_not()
        print(
            paint(
                f"{site.id}: {site.title}; {f'cannot be asked: {reason}' if reason else 'can be asked'}",
                "dim",
            )
        )


def _print(item: Item, as_json: bool) -> None:
    if as_json:
        print_json(plain(item, senses=sum(len(each.senses) for each in item.kept.entries)))
        return
    print(f"{paint(item.kept.word, 'bold')}: {live_line(plain(item))}")
    for entry in item.kept.entries:
        for sense in entry.senses:
            labels = f"[{', '.join(sense.labels)}] " if sense.labels else ""
            print(f"  {entry.headword}, {entry.pos or 'word'}: {labels}{sense.gloss}")
    for forms in item.kept.forms:
        print(f"  form of {forms.lemma}, {forms.pos}")
