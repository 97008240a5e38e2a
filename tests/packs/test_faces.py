"""Pack, server and command line say the same of every key of the lexicon and of ten thousand strings that are no keys, under every ruleset.

The reader in Python is held against the judge elsewhere; the server and the command line, which answer by the same judge, are on one key in ten, where
``SWEEPS`` is a number in forty, and on all where ``SWEEPS=whole``. Each ruleset has its share of them, or all where ``SWEEPS=whole``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence

import pytest
from flask.testing import FlaskClient

from adjudicator.api.models import MAX_WORDS
from adjudicator.api.operations import NDJSON
from adjudicator.errors import BadWord
from adjudicator.packs import Pack
from adjudicator.server.app import create_app
from tests.conftest import Run, some_of
from tests.packs.conftest import shares
from tests.test_cases import SHIPPED

RULESETS = sorted(each.id for each in SHIPPED)


@pytest.fixture(scope="session")
def asked(some_keys: Sequence[str], strings: list[str]) -> dict[str, list[str]]:
    """Keys, and strings that are none, by the ruleset under which they are asked for."""
    return {ruleset: list(some) for ruleset, some in shares([*some_keys, *some_of(strings, 1)], RULESETS)}


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    """A client of an application over the built lexicon."""
    return create_app().test_client()


def check(pack: Pack, words: Iterable[str], answers: Iterator[str], ruleset: str) -> None:
    """Check that *answers*, a line of JSON for each of *words*, are what the pack says of them."""
    for word in words:
        told = json.loads(next(answers))
        try:
            judged = pack.judge(word, ruleset)
        except BadWord as error:
            assert told["error"] == str(error), word
        else:
            assert told["word"] == word.strip(), word
            assert (told["key"], told["code"], told["certainty"], told["legal"]) == (
                judged.key,
                judged.code,
                judged.certainty,
                judged.legal,
            ), word
    assert next(answers, None) is None


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_server(client: FlaskClient, pack: Pack, asked: dict[str, list[str]], ruleset: str) -> None:
    """By batches as large as the server takes them."""
    words = asked[ruleset]
    for start in range(0, len(words), MAX_WORDS):
        some = words[start : start + MAX_WORDS]
        body = {"words": some, "detail": "reasons"}
        response = client.post(f"/v1/rulesets/{ruleset}/verdicts", json=body, headers={"Accept": NDJSON})
        assert response.status_code == 200
        check(pack, some, iter(response.get_data(as_text=True).split("\n")[:-1]), ruleset)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_command_line(run: Run, pack: Pack, asked: dict[str, list[str]], ruleset: str) -> None:
    """By a word a line. A line is a word without the spaces around it, and none that is empty."""
    lines = [
        word for word in asked[ruleset] if word.strip() and len(word.splitlines()) == 1 and "\0" not in word
    ]
    done = run(
        "check", "-", "--json", "--detail", "reasons", "--ruleset", ruleset, given="\n".join(lines) + "\n"
    )
    assert done.returncode == 2, done.stderr
    check(pack, (line.strip() for line in lines), iter(done.stdout.split("\n")[:-1]), ruleset)
