"""The command ``build``: fetches the sources and builds the lexicon."""

from __future__ import annotations

import argparse

from adjudicator.cli.progress import Progress
from adjudicator.errors import AdjudicatorError, SourceUnavailable
from adjudicator.ingest.build import build
from adjudicator.ingest.exchange import import_origin
from adjudicator.ingest.prepare import prepare
from adjudicator.resources import lexicon_path
from adjudicator.runtime.current import keep_ready


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``adjudicator build``."""
    parser.add_argument(
        "--source",
        action="append",
        default=[],
        metavar="ID",
        help="also use this optional source (may be given again)",
    )
    parser.add_argument(
        "--offline", action="store_true", help="use only what is in the cache or in local files"
    )
    parser.add_argument(
        "--force",
        action="store_true",
        help="build even if nothing has changed, also in the place of an imported lexicon",
    )


def run(options: argparse.Namespace) -> None:
    """Fetch the sources and build the lexicon."""
    foreign = None if options.force else import_origin(lexicon_path())
    if foreign:
        origin_text = f"The lexicon in place was imported from {foreign.origin} ({foreign.at[:10]})"
        if options.source:
            raise AdjudicatorError(
                f"{origin_text}.", "To build one in its place with these sources, say --force."
            )
        print(
            f"{origin_text} and is kept; --force builds one in its place: {lexicon_path()}, {foreign.digest}"
        )
        return
    with Progress() as progress:
        try:
            prepared = prepare(options.source, options.offline, progress)
        except SourceUnavailable as error:
            instead = "Or take a lexicon that somebody else has built: `adjudicator lexicon import FILE|URL`."
            raise SourceUnavailable(str(error), instead, error.failures) from error
        for name, channel in sorted(prepared.channels.items()):
            progress.note(f"{name}: from {channel}")
        for name, reason in prepared.skipped:
            progress.note(f"left out {name}, which is optional: {reason}")
        built = build(prepared.sources, lexicon_path(), progress, force=options.force, before=keep_ready)
    if built.rebuilt:
        print(
            f"Built {built.path} in {built.seconds:.0f} s: {built.counts['word']:,} words, {built.counts['sense']:,} senses, {built.digest}"
        )
    else:
        print(f"The lexicon is up to date: {built.path}, {built.digest}")
