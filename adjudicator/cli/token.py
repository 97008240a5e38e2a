"""The command ``token``: who may write. ``run`` finds the function by the action."""

from __future__ import annotations

import argparse
import sys
from urllib.parse import urlencode, urlsplit

from adjudicator.cli.parser import actions_of
from adjudicator.cli.text import print_json, put
from adjudicator.cli.writing import opened
from adjudicator.core.spelling import quote
from adjudicator.errors import AdjudicatorError
from adjudicator.usecases import people
from adjudicator.usecases.houses import now
from adjudicator.usecases.types import Invite, Ledger, Token
from adjudicator.usecases.writers import Writer

BY = Writer("command line")
"""Who has made the tokens that the command line makes."""
DAY = 24
"""Hours for which a link that signs in is valid."""
WEEK = 7 * 24
"""Hours for which an invite is valid by default."""


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


def run(options: argparse.Namespace) -> None:
    """Make, list or end tokens and invites."""
    actions = {"create": _create, "invite": _invite, "list": _list, "revoke": _revoke}
    with opened() as ledger:
        actions[options.action](ledger, options)


def _create(ledger: Ledger, options: argparse.Namespace) -> None:
    site = _site(options.at)
    token, secret = people.make_token(
        ledger, options.name, options.scope, options.subject, by=BY, expires=options.expires
    )
    if options.expires is not None:  # what an invite gives has no end
        _print_made(token, secret, options)
        return
    link = f"{site}/join/{people.sign_in_invite(ledger, token, hours=DAY)}?{urlencode({'name': token.name})}"
    _print_made(token, secret, options, link)


def _site(address: str) -> str:
    """Return the *address* of a server without a slash at its end. Raises :class:`AdjudicatorError` for what is none."""
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise AdjudicatorError(
            f"--at {quote(address)} is no address of a server.", "Give one like http://192.168.1.5:8000."
        )
    return address.rstrip("/")


def _link_text(link: str) -> str:
    """Return the link that signs a browser in, as a code to scan, too, where a phone can open it."""
    from adjudicator.web.links import is_here_alone
    from adjudicator.web.qr import shown

    said = f"To sign one browser in with the same rights, open this there; it works once, within {DAY} hours:\n{link}\n"
    if is_here_alone(urlsplit(link).hostname or ""):
        return f"{said}Phones cannot open that address: name the one that they reach with --at, and there is a code to scan."
    return said + shown(link, sys.stdout)


def _invite(ledger: Ledger, options: argparse.Namespace) -> None:
    invite, secret = people.invite(
        ledger, options.scope, options.subject, options.uses, by=BY, hours=WEEK, expires=options.expires
    )
    _print_made(invite, secret, options)


def _print_made(made: Token | Invite, secret: str, options: argparse.Namespace, link: str = "") -> None:
    said = f"{_line_of(made)}\nIts secret, which is shown only now: {secret}"
    data = {**made._asdict(), "secret": secret, **({"link": link} if link else {})}
    put(options.json, data, lambda: print(*filter(None, [said, link and _link_text(link)]), sep="\n"))


def _list(ledger: Ledger, options: argparse.Namespace) -> None:
    for each in people.everybody(ledger, options.subject, by=BY):
        if options.json:
            print_json({"kind": type(each).__name__.lower(), **each._asdict(), "state": each.state(now())})
        else:
            print(_line_of(each))


def _revoke(ledger: Ledger, options: argparse.Namespace) -> None:
    print(_line_of(people.end(ledger, options.id, by=BY)))


def _line_of(each: Token | Invite) -> str:
    """Return a token or an invite as a line for people."""
    what = each.name if isinstance(each, Token) else f"invite, {each.uses} left"
    until = f", until {each.expires}" if each.expires else ""
    return f"{each.id}  {what}: {each.scope} of {each.subject}, {each.state(now())}{until}"
