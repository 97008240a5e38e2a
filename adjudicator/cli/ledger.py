"""The commands about the ledger itself: who may write, and its care. ``run_token`` and ``run`` find the function by the action."""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from adjudicator.cli.parser import actions_of
from adjudicator.cli.text import print_json
from adjudicator.cli.writing import counted
from adjudicator.errors import UnknownRecord
from adjudicator.ledger.schema import latest
from adjudicator.ledger.store import Store, ledger_url, migrate, now, version_of
from adjudicator.ledger.tokens import Invite, Token, Tokens
from adjudicator.resources import has_ledger

SOUND, FAULTY = 0, 1
BY = "command line"
"""Who has made the tokens that the command line makes."""


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


def run_token(options: argparse.Namespace) -> int:
    """Make, list or end tokens and invites; return the exit code."""
    actions = {"create": _create, "invite": _invite, "list": _list, "revoke": _revoke}
    with _store() as store:
        actions[options.action](Tokens(store), options)
    return SOUND


def run(options: argparse.Namespace) -> int:
    """Back up, restore, migrate or verify the ledger; return the exit code."""
    actions = {"backup": _backup, "restore": _restore, "migrate": _migrate, "verify": _verify}
    return actions[options.action](options)


def _create(tokens: Tokens, options: argparse.Namespace) -> None:
    token, secret = tokens.create(
        options.name, options.scope, options.subject, created_by=BY, expires=options.expires
    )
    if options.json:
        print_json({**token._asdict(), "secret": secret})
    else:
        print(_line_of(token))
        print(f"Its secret, which is shown only now: {secret}")


def _invite(tokens: Tokens, options: argparse.Namespace) -> None:
    expires = options.expires or (datetime.now(UTC) + timedelta(days=7)).isoformat()
    invite, secret = tokens.invite(options.scope, options.subject, options.uses, expires, BY)
    if options.json:
        print_json({**invite._asdict(), "secret": secret})
    else:
        print(_line_of(invite))
        print(f"Its secret, which is shown only now: {secret}")


def _list(tokens: Tokens, options: argparse.Namespace) -> None:
    found: list[Token | Invite] = [*tokens.listing(options.subject), *tokens.invites(options.subject)]
    for each in found:
        if options.json:
            print_json({"kind": type(each).__name__.lower(), **each._asdict(), "state": each.state(now())})
        else:
            print(_line_of(each))


def _revoke(tokens: Tokens, options: argparse.Namespace) -> None:
    try:
        print(_line_of(tokens.revoke(options.id)))
    except UnknownRecord as unknown:
        try:
            print(_line_of(tokens.revoke_invite(options.id)))
        except UnknownRecord:
            raise UnknownRecord(
                "token",
                unknown.message[:-1] + ", and no such invite.",
                "`adjudicator token list` lists them.",
            ) from None


def _line_of(each: Token | Invite) -> str:
    """Return a token or an invite as a line for people."""
    what = each.name if isinstance(each, Token) else f"invite, {each.uses} left"
    until = f", until {each.expires}" if each.expires else ""
    return f"{each.id}  {what}: {each.scope} of {each.subject}, {each.state(now())}{until}"


def _backup(options: argparse.Namespace) -> int:
    from adjudicator.ledger.backup import backup

    with _store(older=True) as store:
        counts = backup(store, Path(options.file))
    return _counted(f"Backed {_name()} up into {options.file}", counts, options)


def _restore(options: argparse.Namespace) -> int:
    from adjudicator.ledger.backup import restore

    if options.replace or not has_ledger() or version_of() is None:
        migrate()
    with _store() as store:
        found = restore(store, Path(options.file), replace=options.replace)
    if options.json:
        more = {"tokens_active": found.tokens, "invites_open": found.invites, "kept_out": found.kept_out}
        return _counted("", found.counts | more, options)
    _counted(f"Restored {_name()} from {options.file}", found.counts, options)
    print(
        f"{counted(found.tokens, 'token', 'tokens')} can be used now, and {counted(found.invites, 'invite', 'invites')} taken up, "
        "whatever was revoked since the backup in another ledger: `adjudicator token list` lists them."
    )
    if found.kept_out:
        print(
            f"{counted(found.kept_out, 'token or invite', 'tokens and invites')} that the backup has in force "
            f"{'stays' if found.kept_out == 1 else 'stay'} revoked or used, as here before."
        )
    return SOUND


def _counted(done: str, counts: dict[str, int], options: argparse.Namespace) -> int:
    if options.json:
        print_json(counts)
    else:
        print(
            f"{done}: {counts['house']:,} house lists with {counts['house_revision']:,} revisions, "
            f"{counts['dispute']:,} disputes, {counts['token']:,} tokens."
        )
    return SOUND


def _migrate(options: argparse.Namespace) -> int:
    file = None if options.no_backup else _backup_before()
    if file and not options.json:
        print(f"Backed {_name()} up into {file}.", flush=True)
    version = migrate()
    if options.json:
        print_json({"version": version, "backup": str(file) if file else None})
    else:
        print(f"The ledger {_name()} has version {version}.")
    return SOUND


def _backup_before() -> Path | None:
    """Back up a ledger that is about to be migrated; return the file, or None where nothing is to be lost."""
    from adjudicator.ledger.backup import backup_before

    if not has_ledger() or version_of() in (None, latest()):
        return None
    with _store(older=True) as store:
        return backup_before(store)


def _verify(options: argparse.Namespace) -> int:
    from adjudicator.ledger.verify import verify

    with _store() as store:
        faults = verify(store)
    if options.json:
        print_json({"faults": faults})
    else:
        print("\n".join(faults) or f"The ledger {_name()} adds up.")
    return FAULTY if faults else SOUND


def _name() -> str:
    """Return which ledger it is, for people."""
    return ledger_url().render_as_string()


@contextlib.contextmanager
def _store(*, older: bool = False) -> Iterator[Store]:
    store = Store(older=older)
    try:
        yield store
    finally:
        store.close()
