"""The commands about the ledger itself: who may write, and its care. ``run_token`` and ``run`` find the function by the action."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from adjudicator.cli.parser import actions_of
from adjudicator.cli.text import print_json, put
from adjudicator.cli.writing import count_text, opened
from adjudicator.usecases import people, upkeep
from adjudicator.usecases.houses import now
from adjudicator.usecases.people import Writer
from adjudicator.usecases.types import Invite, Ledger, Token

FAULTY = 1
BY = Writer("command line")
"""Who has made the tokens that the command line makes."""
WEEK = 7 * 24
"""Hours for which an invite is valid by default."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``adjudicator ledger``."""
    actions = actions_of(parser)
    backup = actions.add_parser("backup", help="write the whole ledger to a file, while it is in use")
    restore = actions.add_parser("restore", help="put a backup into an empty ledger, of either database")
    for each in (backup, restore):
        each.add_argument("file", metavar="FILE")
    restore.add_argument("--replace", action="store_true", help="lose what the ledger has now")
    migrate = actions.add_parser(
        "migrate", help="bring the tables to this version, after a backup, or make them"
    )
    migrate.add_argument(
        "--no-backup", action="store_true", help="write no backup of the older version first"
    )
    verify = actions.add_parser("verify", help="say whether everything adds up; exits 1 where it does not")
    for each in (backup, restore, migrate, verify):
        each.add_argument("--json", action="store_true", help="print JSON")


def run_token(options: argparse.Namespace) -> None:
    """Make, list or end tokens and invites."""
    actions = {"create": _create, "invite": _invite, "list": _list, "revoke": _revoke}
    with opened() as ledger:
        actions[options.action](ledger, options)


def run(options: argparse.Namespace) -> int | None:
    """Back up, restore, migrate or verify the ledger; return the exit code, if there is anything to say by it."""
    actions: dict[str, Callable[[argparse.Namespace], int | None]]
    actions = {"backup": _backup, "restore": _restore, "migrate": _migrate, "verify": _verify}
    return actions[options.action](options)


def _create(ledger: Ledger, options: argparse.Namespace) -> None:
    token, secret = people.make_token(
        ledger, options.name, options.scope, options.subject, by=BY, expires=options.expires
    )
    _print_made(token, secret, options)


def _invite(ledger: Ledger, options: argparse.Namespace) -> None:
    invite, secret = people.invite(
        ledger, options.scope, options.subject, options.uses, by=BY, hours=WEEK, expires=options.expires
    )
    _print_made(invite, secret, options)


def _print_made(made: Token | Invite, secret: str, options: argparse.Namespace) -> None:
    said = f"{_line_of(made)}\nIts secret, which is shown only now: {secret}"
    put(options.json, {**made._asdict(), "secret": secret}, lambda: print(said))


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


def _backup(options: argparse.Namespace) -> None:
    counts = upkeep.back_up(Path(options.file))
    said = _counts_line(f"Backed {upkeep.name()} up into {options.file}", counts)
    put(options.json, counts, lambda: print(said))


def _restore(options: argparse.Namespace) -> None:
    found = upkeep.restore(Path(options.file), replace=options.replace)
    if options.json:
        more = {"tokens_active": found.tokens, "invites_open": found.invites, "kept_out": found.kept_out}
        print_json(found.counts | more)
        return
    print(_counts_line(f"Restored {upkeep.name()} from {options.file}", found.counts))
    print(
        f"{count_text(found.tokens, 'token', 'tokens')} can be used now, and {count_text(found.invites, 'invite', 'invites')} taken up, "
        "whatever was revoked since the backup in another ledger: `adjudicator token list` lists them."
    )
    if found.kept_out:
        print(
            f"{count_text(found.kept_out, 'token or invite', 'tokens and invites')} that the backup has in force "
            f"{'stays' if found.kept_out == 1 else 'stay'} revoked or used, as here before."
        )


def _counts_line(done: str, counts: dict[str, int]) -> str:
    return (
        f"{done}: {counts['house']:,} house lists with {counts['house_revision']:,} revisions, "
        f"{counts['dispute']:,} disputes, {counts['token']:,} tokens."
    )


def _migrate(options: argparse.Namespace) -> None:
    file = None if options.no_backup else upkeep.back_up_before_migration()
    if file and not options.json:
        print(f"Backed {upkeep.name()} up into {file}.", flush=True)
    version = upkeep.migrate()
    said = f"The ledger {upkeep.name()} has version {version}."
    put(options.json, {"version": version, "backup": str(file) if file else None}, lambda: print(said))


def _verify(options: argparse.Namespace) -> int:
    faults = upkeep.faults()
    said = "\n".join(faults) or f"The ledger {upkeep.name()} adds up."
    put(options.json, {"faults": faults}, lambda: print(said))
    return FAULTY if faults else 0
