"""Tokens and the care of the ledger, by the command line as real processes."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from adjudicator.errors import UnknownRecord
from adjudicator.ledger.schema import latest
from adjudicator.ledger.store import ENVIRONMENT, Store, ledger_url
from adjudicator.ledger.tokens import Tokens
from adjudicator.web.qr import blocks
from tests.conftest import ROOT, Run, environment
from tests.ledger.postgres import database, postgresql


@pytest.fixture
def tokens(home: Path, monkeypatch: pytest.MonkeyPatch) -> Tokens:
    """The tokens of the ledger that the command line has in the test's own home."""
    monkeypatch.delenv(ENVIRONMENT, raising=False)
    monkeypatch.setenv("ADJUDICATOR_HOME", str(home))
    return Tokens(Store(ledger_url()))


def test_a_token_for_people(run: Run, tokens: Tokens) -> None:
    """`token create` shows the secret once; the token is listed without it, and says what it is."""
    arguments = ("token", "create", "Ann", "--scope", "editor", "--subject", "house:sunday")
    done = run(*arguments, "--expires", "2999-01-01")
    secret = done.stdout.split()[-1]
    token = tokens.who(secret)
    line = f"{token.id}  Ann: editor of house:sunday, active, until 2999-01-01T00:00:00.000000Z\n"
    assert (done.returncode, done.stdout) == (0, f"{line}Its secret, which is shown only now: {secret}\n")
    assert run("token", "list").stdout == line


def test_a_link_that_signs_in(run: Run, tokens: Tokens) -> None:
    """`token create` shows a link by which one browser comes to the same rights, once, with a code where a phone can open it; it ends with the token."""
    arguments = ("token", "create", "Ann B.", "--scope", "editor", "--subject", "house:sunday")
    alone = run(*arguments).stdout
    assert "Phones cannot open that address" in alone and "http://127.0.0.1:8000/join/adj_" in alone
    shown = run(*arguments, "--at", "https://words.example/club/").stdout
    [link] = re.findall(r"https://words\.example/club/join/(\S+)\?name=Ann\+B\.", shown)
    assert blocks(f"https://words.example/club/join/{link}?name=Ann+B.") in shown
    given, _ = tokens.accept(link, "Ann")
    assert (given.scope, given.subject, given.name) == ("editor", "house:sunday", "Ann")
    with pytest.raises(UnknownRecord):
        tokens.accept(link, "Ann")
    made = json.loads(run(*arguments, "--json").stdout)
    tokens.revoke(made["id"])
    with pytest.raises(UnknownRecord):
        tokens.accept(re.findall(r"adj_[\w-]+", made["link"])[0], "Ann")
    for wrong in ("words.example", "ftp://words.example", "http://", "https://words.example/?x=1"):
        done = run(*arguments, "--at", wrong)
        assert (done.returncode, done.stdout) == (2, "") and "is no address of a server" in done.stderr
    assert len(tokens.listing()) == 4


def test_tokens_for_programs(run: Run, tokens: Tokens) -> None:
    """With `--json` a token, an invite and the list of both are objects with everything but the digests of secrets."""
    arguments = ("--scope", "owner", "--expires", "2999-01-01", "--json")
    made = json.loads(run("token", "create", "Ann", *arguments).stdout)
    invite = json.loads(run("token", "invite", "--uses", "3", *arguments).stdout)
    listed = [json.loads(line) for line in run("token", "list", "--json").stdout.splitlines()]
    assert made.pop("secret").startswith("adj_") and made["expires"] == "2999-01-01T00:00:00.000000Z"
    assert tokens.accept(invite.pop("secret"), "Bob")[0].scope == "owner"
    assert listed == [
        {"kind": "token", **made, "state": "active"},
        {"kind": "invite", **invite, "state": "active"},
    ]
    assert run("token", "list", "--subject", "house:sunday", "--json").stdout == ""


def test_revoking(run: Run, tokens: Tokens) -> None:
    """`token revoke` ends a token or an invite by its id, and says which there is none of."""
    token, _ = tokens.create("Ann", "voter", created_by="cy")
    invite, _ = tokens.invite("voter", "*", 1, "2999-01-01", "cy")
    assert "Ann: voter of *, revoked" in run("token", "revoke", token.id).stdout
    assert "invite, 1 left: voter of *, revoked" in run("token", "revoke", invite.id).stdout
    unknown = run("token", "revoke", "nobody")
    assert (unknown.returncode, unknown.stdout) == (2, "")
    assert unknown.stderr.startswith("adjudicator: There is no token 'nobody', and no such invite.")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["create", "", "--scope", "voter"], "name: is empty"),
        (["create", "Ann", "--scope", "king"], "invalid choice"),
        (["create", "Ann", "--scope", "voter", "--subject", "sunday"], "subject: takes *, house:SLUG"),
        (["create", "Ann", "--scope", "voter", "--expires", "soon"], "expires: takes a date"),
        (["invite", "--scope", "voter", "--uses", "0"], "uses: must be from 1"),
    ],
)
def test_mistakes(run: Run, arguments: list[str], said: str) -> None:
    """A mistake is told, nothing is written, and the exit code is 2."""
    done = run("token", *arguments)
    assert done.returncode == 2 and said in done.stderr
    assert run("token", "list").stdout == ""


def test_backup_and_restore(run: Run, tokens: Tokens, home: Path, tmp_path: Path) -> None:
    """A backup is restored into another ledger; one that has something is replaced only when told so."""
    tokens.create("Ann", "voter", created_by="cy")
    assert "1 tokens." in run("ledger", "backup", "kept").stdout
    again = run("ledger", "backup", "kept")
    assert again.returncode == 2 and "kept is there already" in again.stderr
    other = {ENVIRONMENT: str(tmp_path / "other.sqlite")}
    assert json.loads(run("ledger", "restore", "kept", "--json", **other).stdout)["token"] == 1
    listed = [json.loads(run("token", "list", "--json", **each).stdout)["name"] for each in ({}, other)]
    assert listed == ["Ann", "Ann"]
    full = run("ledger", "restore", "kept", **other)
    assert full.returncode == 2 and "The ledger is not empty" in full.stderr
    assert run("ledger", "restore", "kept", "--replace", **other).returncode == 0
    missing = run("ledger", "restore", "missing")
    assert missing.returncode == 2 and "missing is no backup" in missing.stderr


def test_verify(run: Run, tokens: Tokens, home: Path) -> None:
    """`ledger verify` exits 0 where all adds up, and 1 with the faults where it does not."""
    path = home / "ledger.sqlite"
    sound = run("ledger", "verify")
    assert (sound.returncode, sound.stdout) == (0, f"The ledger sqlite:///{path} adds up.\n")
    store = Store()
    with store.writing() as connection:
        connection.exec_driver_sql(
            "INSERT INTO token VALUES ('t', 's', 'Ann', 'voter', '*', '', '', NULL, NULL, 'gone')"
        )
    store.close()
    fault = "token: its invite 'gone' is not there"
    faulty = run("ledger", "verify")
    assert (faulty.returncode, faulty.stdout) == (1, f"{fault}\n")
    assert json.loads(run("ledger", "verify", "--json").stdout) == {"faults": [fault]}


def test_postgresql(run: Run, tmp_path: Path) -> None:
    """A PostgreSQL database is migrated first, says so until it is, and never shows its password."""
    with postgresql() as server, database(server) as url:
        named = url.set(drivername="postgresql", password="hidden").render_as_string(hide_password=False)
        there = {ENVIRONMENT: named}
        before = run("ledger", "verify", **there)
        assert before.returncode == 2 and "Run `adjudicator ledger migrate`." in before.stderr
        migrated = run("ledger", "migrate", **there)
        assert migrated.stdout.endswith(f"has version {latest()}.\n") and "hidden" not in migrated.stdout
        run("token", "create", "Ann", "--scope", "voter", **there)
        run("ledger", "backup", "kept", **there)
        assert run("ledger", "restore", "kept").returncode == 0
        assert run("token", "list", "--json", **there).stdout == run("token", "list", "--json").stdout
    away = run("token", "list", **there)
    assert away.returncode == 2 and "The ledger does not answer" in away.stderr


@pytest.mark.parametrize("library", ["sqlalchemy", "alembic"])
def test_checking_does_not_open_the_ledger(home: Path, library: str) -> None:
    """`check` does not import what only the ledger needs."""
    asked = f"import sys; from adjudicator.cli.main import main; main(['check', 'cat']); print({library!r} in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", asked],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment(home),
        check=True,
    )
    assert done.stdout.endswith("False\n")
    assert not (home / "ledger.sqlite").exists()
