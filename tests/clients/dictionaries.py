"""Libraries that others wrote for dictionaryapi.dev, each installed into an environment of its own and asked for the same words.

`stories/dictionaries.py` sends their requests to the server. Start at :func:`play`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from tests.clients.tools import HERE, environment, run

DEFINED = ( "cat", "run", "mice", "set", "happy", "good", "hello", "is", "be", "for", "every", "apple", "table", "green", "quickly", "better", "walked", "child", "geese", "house", "fast", "love", "light", "hot", "up", "open", "water", "friend", "big", "old", "begin", "strong", "easy", "teach", "FBI", "NATO", "London", "don't", "café", "o'clock", "ice cream")  # fmt: skip
UNDEFINED = "qqqzzz"
SILENT = "quo"
"""A word that is in phrases alone, of which nothing says how it is said."""
FEATURES: dict[str, Sequence[str]] = {
    "asyncdictionary": ("synonyms", "examples", "phonetics"),
    "dictionary-cli": ("synonyms", "antonyms"),
    "dictionary-mcp-server": ("synonyms", "antonyms", "examples", "phonetics", "licence"),
    "get-def": ("synonyms", "antonyms", "examples", "phonetics"),
    "python-freedictionaryapi": ("synonyms", "examples", "phonetics"),
    "python-glossary": ("synonyms", "antonyms", "examples", "phonetics"),
    "pythondictionary": ("synonyms",),
}
"""Library → what it shows beside definitions."""
LIBRARIES = tuple(FEATURES)


def play(library: str, address: str) -> str:
    """Have a *library* ask the server at *address*, and return what it shows: of how many words each feature.

    Every word that is defined has definitions, and each feature is shown of some; what is not defined is the library's own error.
    """
    story = HERE / "stories" / "dictionaries.py"
    printed = run(environment(library) / "python", story, library, address, *DEFINED, UNDEFINED, SILENT)
    said = {each["word"]: each for each in map(json.loads, printed.splitlines())}
    failed = {word: said[word].get("error") for word in DEFINED if not said[word].get("definitions")}
    assert not failed, f"{library} has failed for {failed}"
    assert not said[UNDEFINED].get("definitions"), f"{library} has defined {UNDEFINED}"
    shown = {name: sum(bool(said[word][name]) for word in DEFINED) for name in FEATURES[library]}
    assert all(shown.values()), f"{library} shows {shown}"
    silent = "" if said[SILENT].get("definitions") else f"; none of {SILENT}, which has no pronunciation"
    features = ", ".join(f"{name} of {number}" for name, number in shown.items())
    return f"{len(DEFINED)} of {len(DEFINED)} words; {features}{silent}"
