"""The command ``serve``: serves the pages and the HTTP interface."""

from __future__ import annotations

import argparse

from adjudicator.server.run import serve


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``adjudicator serve``."""
    parser.add_argument(
        "--host", help="address to listen on (default: 127.0.0.1, or with --table every one of the machine's)"
    )
    parser.add_argument(
        "--port", type=int, default=8000, help="port to listen on, 0 for any free one (default: 8000)"
    )
    parser.add_argument(
        "--table",
        action="store_true",
        help="for people around one table: serve on the local network, and let them in by a code to scan",
    )
    parser.add_argument(
        "--public", action="store_true", help="with --table: open it to public addresses, too"
    )
    parser.add_argument("--workers", type=int, default=1, help="number of worker processes (default: 1)")


def run(options: argparse.Namespace) -> int:
    """Serve until stopped."""
    return serve(options.host, options.port, options.workers, table=options.table, public=options.public)
