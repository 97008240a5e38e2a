"""The command ``token``: who may write. What it does is in :mod:`adjudicator.cli.ledger`, beside the care of the ledger."""

from __future__ import annotations

import argparse

from adjudicator.cli.ledger import run_token as run
from adjudicator.cli.parser import actions_of

__all__ = ["arguments", "run"]


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``adjudicator token``."""
    actions = actions_of(parser)
    create = actions.add_parser(
        "create", help="make a token, and show its secret this once, with a link that signs a browser in"
    )
    create.add_argument("name", metavar="NAME", help="whose it is; others see it beside what is written")
    invite = actions.add_parser("invite", help="make an invite, and show its secret this once")
    invite.add_argument(
        "--uses", type=int, default=1, metavar="N", help="how many may take it up (default: 1)"
    )
    for each in (create, invite):
        each.add_argument(
            "--scope",
            choices=("owner", "editor", "voter"),
            required=True,
            help="a voter challenges and votes; an editor also changes entries; an owner also settings, invites and tokens",
        )
        each.add_argument(
            "--subject",
            default="*",
            metavar="S",
            help="house:SLUG, dispute:ID, or * for everything (default: *)",
        )
    create.add_argument(
        "--expires", metavar="DATE", help="until when, and no link (default: until it is revoked)"
    )
    create.add_argument(
        "--at",
        default="http://127.0.0.1:8000",
        metavar="URL",
        help="where browsers reach the server, for the link that signs one in (default: http://127.0.0.1:8000)",
    )
    invite.add_argument("--expires", metavar="DATE", help="until when (default: a week from now)")
    listing = actions.add_parser("list", help="the tokens and invites, without their secrets")
    listing.add_argument("--subject", metavar="S", help="only those for this")
    for each in (create, invite, listing):
        each.add_argument("--json", action="store_true", help="print one JSON object a line")
    actions.add_parser("revoke", help="end a token or an invite").add_argument("id", metavar="ID")
