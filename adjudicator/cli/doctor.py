"""The command ``doctor``: what is here, what is missing, and what to do."""

from __future__ import annotations

import argparse
import logging
from pathlib import Path

from adjudicator.cli.text import paint, print_json
from adjudicator.core.shapes import plain
from adjudicator.resources import Places
from adjudicator.server.checkup import Asked, findings

SOUND, FAULTY = 0, 1
_MARKS = {"ok": ("+", "green"), "note": ("·", "yellow"), "fault": ("-", "red")}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``adjudicator doctor``."""
    parser.add_argument("--host", default="127.0.0.1", help="address to serve on (default: 127.0.0.1)")
    parser.add_argument("--port", type=int, default=8000, help="port to serve on (default: 8000)")
    parser.add_argument("--dev", action="store_true", help="look for the tools of developers, too")
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")


def run(options: argparse.Namespace) -> int:
    """Say how it stands; the exit code is 1 where there is a fault."""
    logging.getLogger("adjudicator").addHandler(logging.NullHandler())  # what is found is told below
    asked = Asked(Places.from_environment(), options.host, options.port)
    faults = 0
    for each in findings(asked, developing=options.dev):
        faults += each.state == "fault"
        if options.json:
            print_json(plain(each))
            continue
        mark, colour = _MARKS[each.state]
        print(f"{paint(mark, colour)} {each.name}: {each.said.replace(str(Path.home()), '~')}", flush=True)
        if each.remedy:
            print(f"    {each.remedy}", flush=True)
    if not options.json:
        print(f"\n{faults or 'No'} fault{'s' if faults != 1 else ''}.")
    return FAULTY if faults else SOUND
