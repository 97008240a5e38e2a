"""The command ``lexicon``: a lexicon in one file for others, and one that others have made."""

from __future__ import annotations

import argparse
from pathlib import Path

from adjudicator.cli.parser import actions_of
from adjudicator.cli.progress import Progress
from adjudicator.cli.text import put
from adjudicator.errors import DigestMismatch, LexiconDamaged
from adjudicator.ingest.exchange import export_lexicon, import_lexicon, verify_lexicon
from adjudicator.resources import lexicon_path
from adjudicator.runtime.current import keep_ready

SOUND, FAULTY = 0, 1


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``adjudicator lexicon``."""
    actions = actions_of(parser)
    export = actions.add_parser(
        "export", help="write the lexicon to one file for others: packed if it ends in .gz or .xz"
    )
    export.add_argument("file", metavar="FILE")
    take = actions.add_parser(
        "import", help="check a lexicon that somebody else has built, and put it in place"
    )
    take.add_argument("origin", metavar="FILE|URL", help="a file, or an https address")
    verify = actions.add_parser(
        "verify", help="say whether a lexicon is whole and what was built; exits 1 where it is not"
    )
    verify.add_argument("file", metavar="FILE", nargs="?", help="by default the one that serves")
    verify.add_argument("--json", action="store_true", help="print JSON")
    take.add_argument("--digest", metavar="D", help="take it only if it has this digest (sha256:…)")


def run(options: argparse.Namespace) -> int:
    """Run ``adjudicator lexicon``. Raises :class:`AdjudicatorError`."""
    if options.action == "export":
        done = export_lexicon(lexicon_path(), Path(options.file))
        print(f"Wrote {done.path}: {done.size:,} bytes, {done.digest}")
        print("If you pass it on, comply with the licence of each source:")
        for each in done.licences:
            print(f"  {each.source}: {each.licence}")
        print(f"Others take it with  adjudicator lexicon import {done.path.name} --digest {done.digest}")
        return SOUND
    if options.action == "verify":
        return _verify(Path(options.file) if options.file else lexicon_path(), as_json=options.json)
    with Progress() as progress:
        found = import_lexicon(
            options.origin, lexicon_path(), progress, digest=options.digest, before=keep_ready
        )
    print(f"Imported {lexicon_path()} from {found.origin}: {found.digest}")
    print("`adjudicator build` keeps it; with --force it builds one here in its place.")
    return SOUND


def _verify(file: Path, *, as_json: bool) -> int:
    """Print whether the lexicon in *file* is whole; return the exit code. Raises :class:`LexiconError` for one that there is not, or of
    another version.
    """
    fault = digest = None
    try:
        digest = verify_lexicon(file)
    except (LexiconDamaged, DigestMismatch) as error:
        fault = str(error)
    data = {"file": str(file), "digest": digest, "fault": fault}
    put(as_json, data, lambda: print(fault or f"{file} is whole: {digest}"))
    return FAULTY if fault else SOUND
