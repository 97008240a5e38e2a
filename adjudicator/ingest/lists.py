"""A user's own word list as a dictionary: a small lexicon of its own beside the built one, which rebuilds leave alone."""

from __future__ import annotations

import hashlib
import re
import tempfile
from pathlib import Path

from adjudicator.core.spelling import quote
from adjudicator.errors import BuildError, ConfigError
from adjudicator.ingest.build import BuiltSource, build
from adjudicator.ingest.readers.wordlist import read_file
from adjudicator.resources import home
from adjudicator.rules.sources import known_source_ids
from adjudicator.sources.records import RawListing


def build_list(name: str, file: Path, target: Path) -> int:
    """Build the list *file* into the lexicon at *target* as the source *name*; return its number of words.

    Raises :class:`ConfigError` with every line that is no word; an earlier list of this name then stays as it was.
    """
    try:
        content = file.read_bytes()
    except OSError as error:
        fault = f"{quote(str(file), 200)} cannot be read: {error.strerror or error}"
        raise ConfigError([fault], "Check the path.") from None
    words = sum(isinstance(record, RawListing) for record in read_file(file))
    about = {
        "title": f"{name}, a list of your own",
        "edition": file.name,
        "licence": "yours",
        "attribution": f"added from {file.name}",
        "digest": f"sha256:{hashlib.sha256(content).hexdigest()}",
        "channel": "file",
    }
    try:
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / file.name).write_bytes(content)
            build([BuiltSource(name, "wordlist", Path(folder), about)], target, lambda *_: None, force=True)
    except OSError as error:
        raise BuildError(
            f"The list could not be stored: {error}.", f"Check the space and rights of {target.parent}."
        ) from None
    return words


def add_list(name: str, file: Path) -> int:
    """Make the word list *file* a dictionary called *name*, which rulesets can then name; return its number of words.

    Raises :class:`ConfigError` where the name cannot be had or lines of the file are no words; nothing is changed then.
    """
    if not re.fullmatch(r"[a-z][a-z0-9-]{0,39}", name):
        raise ConfigError(
            [f"{quote(name)} cannot name a source"], "Take a-z, 0-9 and -, starting with a letter."
        )
    if name in known_source_ids(home()):
        raise ConfigError([f"{name!r} is the name of a source already"], "Choose another name.")
    return build_list(name, file, home() / "lists" / f"{name}.sqlite")
