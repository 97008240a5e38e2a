"""Models are worked out before requests come: two threads that first read the same one at once would end the worker."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.conftest import ROOT

FIRST_READ = """
import json, sys
import msgspec
from adjudicator.server.app import create_app
{made}
from adjudicator.api.operations import OPERATIONS
from adjudicator.api.models import PlayRequest
from adjudicator.lexicon.answers import StoredAnswer
from adjudicator.games.records import Game, Round

late = set()
model = None

def look(frame, event, _):
    if frame.f_code.co_name == "get_class_annotations":
        late.add(model.__name__)

sys.setprofile(look)
for model in [PlayRequest, StoredAnswer, Game, Round, *(each.query for each in OPERATIONS), *(each.body for each in OPERATIONS if each.body)]:
    try:
        msgspec.convert({{}}, model)
    except msgspec.ValidationError:
        pass
sys.setprofile(None)
print(json.dumps(sorted(late)))
"""
"""Prints the models whose shape msgspec works out only when a request is read."""


@pytest.mark.parametrize(("made", "late"), [("create_app()", False), ("", True)], ids=["served", "not made"])
def test_no_request_is_the_first_to_work_out_a_model(made: str, late: bool) -> None:
    """Once the application is made, reading a request works out nothing. Before, it does: so the test would see it."""
    done = subprocess.run(
        [sys.executable, "-c", FIRST_READ.format(made=made)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
    )
    found = json.loads(done.stdout)
    assert bool(found) is late, found
