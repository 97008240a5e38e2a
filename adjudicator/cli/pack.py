"""The command ``pack``: verdicts for devices without a network, in one file."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from adjudicator.cli.parser import actions_of
from adjudicator.cli.text import put
from adjudicator.errors import PackInvalid
from adjudicator.files import write
from adjudicator.judging.service import Adjudicator
from adjudicator.packs.format import FORMAT
from adjudicator.packs.reader import Pack


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``adjudicator pack``."""
    actions = actions_of(parser)
    build = actions.add_parser(
        "build", help="make the pack of the lexicon; it is kept beside it, and made only if it is not there"
    )
    build.add_argument("file", metavar="FILE", nargs="?", help="also write the pack there")
    build.add_argument(
        "--glosses", metavar="FILE", help="write the glosses there: the sentence of each legal word"
    )
    build.add_argument(
        "--ruleset",
        action="append",
        default=[],
        metavar="RULESET",
        help="judge by this one (may be given again; default: those that ship)",
    )
    info = actions.add_parser("info", help="show what a pack has: lexicon, rulesets, sources")
    info.add_argument("file", metavar="FILE")
    info.add_argument("--json", action="store_true", help="print JSON")
    actions.add_parser(
        "html", help="print one HTML file that looks words up and solves boards without a network"
    )
    site = actions.add_parser(
        "site",
        help="write the same as a folder for any static host: it works without a network after one visit",
    )
    site.add_argument("folder", metavar="FOLDER", help="where to; it is made if it is not there")


def run(options: argparse.Namespace) -> None:
    """Run ``adjudicator pack``. Raises :class:`AdjudicatorError`."""
    if options.action == "info":
        _info(Path(options.file), as_json=options.json)
    elif options.action == "html":
        _html()
    elif options.action == "site":
        _site(Path(options.folder))
    else:
        _build(options)


def _build(options: argparse.Namespace) -> None:
    from adjudicator.runtime.packs import Shelf

    adjudicator = Adjudicator()
    adjudicator.check()
    rulesets = [adjudicator.rulebooks.load_checked(name) for name in options.ruleset] or None
    kept = Shelf.of(adjudicator.places).latest(adjudicator, rulesets)
    for file, to in ((kept.pack, options.file), (kept.glosses, options.glosses)):
        path = file.path
        if to:
            path = Path(to)
            _write(path, file.path.read_bytes())
        packed = ", ".join(
            f"{size:,} in {coding}"
            for coding, size in (("gzip", file.size("gzip")), ("Brotli", file.size("br")))
            if size
        )
        print(f"{path}: {file.size():,} bytes ({packed}), {file.digest}")


def _write(path: Path, content: bytes) -> None:
    try:
        write(path, content)
    except OSError as error:
        raise PackInvalid(f"{path} cannot be written ({error.strerror}).", "Check the path.") from None


def _html() -> None:
    from adjudicator.packs.html import page
    from adjudicator.runtime.packs import Shelf

    adjudicator = Adjudicator()
    kept = Shelf.of(adjudicator.places).latest(adjudicator)
    sys.stdout.write(page(kept.pack.path.read_bytes()))


def _site(folder: Path) -> None:
    from adjudicator.packs.html import site
    from adjudicator.runtime.packs import Shelf

    adjudicator = Adjudicator()
    kept = Shelf.of(adjudicator.places).latest(adjudicator)
    files = site(kept.pack.path.read_bytes())
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise PackInvalid(f"{folder} cannot be made ({error.strerror}).", "Check the path.") from None
    for name, content in files.items():
        _write(folder / name, content)
    print(f"{folder}: {len(files)} files, {sum(map(len, files.values())):,} bytes. Serve them by HTTPS.")


def _info(path: Path, *, as_json: bool) -> None:
    pack = Pack.read(path)
    legal = {name: sum(1 for _ in pack.legal_keys(name)) for name in pack.rulesets}
    data: dict[str, Any] = {
        "file": str(path),
        "format": FORMAT,
        "digest": pack.digest,
        "lexicon": pack.lexicon,
        "keys": len(pack.keys()),
        "rulesets": [
            {"id": name, "title": rules.title, "digest": rules.digest, "legal": legal[name]}
            for name, rules in pack.rulesets.items()
        ],
        "sources": pack.sources,
    }
    put(as_json, data, lambda: print(_text(data)))


def _text(data: dict[str, Any]) -> str:
    lines = [
        f"{data['file']}: format {data['format']}, {data['digest']}",
        f"of the lexicon {data['lexicon']}",
        f"{data['keys']:,} keys",
        *(f"  {each['id']}: {each['legal']:,} legal words" for each in data["rulesets"]),
        "If you pass it on, comply with the licence of each source:",
        *(f"  {each['id']}: {each['licence']}" for each in data["sources"]),
    ]
    return "\n".join(lines)
