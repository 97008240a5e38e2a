"""``python -m tests.clients``: the linters, and every client, generated or written by others, against a server; what came of each, as a table.

It ends with 1 where one failed, and names what the machine lacks. The table stands in `docs/apps/clients.md`.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

from sqlalchemy import URL

from adjudicator.ledger.ledger import Ledger
from adjudicator.ledger.store import ENVIRONMENT
from tests.clients import dictionaries, generated
from tests.clients.tools import WORK, Failed, Missing, version_of
from tests.web.test_server import Server as Process

Row = tuple[str, str, str]
"""Client, version, result."""


@contextmanager
def serving() -> Iterator[generated.Server]:
    """A server with a ledger of its own, and an owner's token for everything."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ledger.sqlite"
        with closing(Ledger(URL.create("sqlite", database=str(path)))) as ledger:
            _, token = ledger.tokens.create("Anna", "owner", created_by="Anna")
        with Process(**{ENVIRONMENT: str(path)}) as process:
            yield generated.Server(process.address, token)


def lint(server: generated.Server, linter: str) -> str:
    """Return what a *linter* says of the document."""
    warned = generated.lint(generated.document(server, WORK))[linter]
    told = [f"`{rule}` of `{place.rpartition('/')[2]}`" for place, rule in warned.items()]
    return f"no error; warns: {', '.join(told)}" if told else "no error, no warning"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.clients", description=__doc__)
    parser.add_argument("names", nargs="*", help="clients; all without a name")
    names = parser.parse_args().names
    rows: list[Row] = []
    with serving() as server:
        for name, package, play in _all(server):
            if not names or name in names:
                rows.append((package, version_of(package), _result(name, play)))
    print("\n".join(f"| {' | '.join(row)} |" for row in rows))
    return int(any(result.startswith(("failed", "missing")) for _, _, result in rows))


def _all(server: generated.Server) -> Iterator[tuple[str, str, Callable[[], str]]]:
    for linter in ("@redocly/cli", "@stoplight/spectral-cli"):
        yield "lint", linter, partial(lint, server, linter)
    for client in generated.CLIENTS:
        yield client.name, client.package, partial(generated.play, client, server)
    for library in dictionaries.LIBRARIES:
        yield library, library, partial(dictionaries.play, library, server.address)


def _result(name: str, play: Callable[[], str]) -> str:
    print(f"{name} …", file=sys.stderr, flush=True)
    try:
        return play()
    except Missing as error:
        return f"missing: {error}"
    except (Failed, AssertionError) as error:
        print(error, file=sys.stderr)
        return f"failed: {str(error).splitlines()[0]}"


if __name__ == "__main__":
    sys.exit(main())
