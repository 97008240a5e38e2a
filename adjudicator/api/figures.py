"""How things are at the moment, for the metrics: what whichever worker is asked says for all of them. Start at :func:`figures`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from flask import current_app

from adjudicator.api.outlook import OUTLOOK, Outlook
from adjudicator.core.version import VERSION
from adjudicator.runtime import memory
from adjudicator.runtime.current import EXTENSION, Current
from adjudicator.runtime.metrics import Figure, is_of_many
from adjudicator.usecases.serving import State


def figures() -> Iterator[Figure]:
    """Yield the figures of the application at hand."""
    yield Figure("adjudicator_info", 1, {"version": VERSION})
    current: Current = current_app.extensions[EXTENSION]
    snapshot = current.peek()
    if snapshot is not None:
        yield Figure("adjudicator_lexicon_info", 1, {"digest": snapshot.digest})
        yield Figure("adjudicator_lexicon_words", snapshot.adjudicator.lexicon.size)
    outlook: Outlook = current_app.extensions[OUTLOOK]
    standing = outlook.look()
    for state in get_args(State):
        yield Figure("adjudicator_ledger_state", state == standing.state, {"state": state})
    if standing.version:
        yield Figure("adjudicator_ledger_info", 1, {"version": standing.version})
        yield Figure("adjudicator_ledger_bytes", standing.size)
    if is_of_many():
        workers, size = memory.of_server()
        if size:
            yield Figure("adjudicator_workers", workers)
            yield Figure("adjudicator_memory_bytes", size)
