"""Finds and reads rulesets: the shipped ones, the user's own in the data directory, or any TOML file by its path."""

from __future__ import annotations

import tomllib
from functools import cached_property
from pathlib import Path

from adjudicator.core.fields import Table
from adjudicator.core.spelling import quote
from adjudicator.errors import RulesetInvalid, UnknownRuleset
from adjudicator.resources import Places, config_dir
from adjudicator.rules.conditions import CODES
from adjudicator.rules.digests import digest_of
from adjudicator.rules.ruleset import Challenge, Ruleset, merge, parse
from adjudicator.rules.sources import known_source_ids

INLINE = "inline"
"""The id of a ruleset that stands in a record and has none of its own."""
_DEPTH = 8
_CODES = frozenset(CODES)


class Rulebooks:
    """The rulesets that can be named: those in *places*, by default the environment's, before the shipped ones."""

    def __init__(self, places: Places | None = None) -> None:
        self._places = places or Places.from_environment()
        self._folders = [self._places.rulesets, config_dir() / "rulesets"]

    def ids(self) -> list[str]:
        """Return the ids of all rulesets in the data directory and among the shipped ones, sorted."""
        found = {path.stem for folder in self._folders if folder.is_dir() for path in folder.glob("*.toml")}
        return sorted(found)

    def is_shipped(self, name: str) -> bool:
        """Return whether *name* is the id of a ruleset of the project's own, with none of the user's before it."""
        return "/" not in name and self._path(name, Path()).parent == self._folders[-1]

    @cached_property
    def challenges(self) -> dict[str, Table]:
        """The challenge rules that a ruleset may name, as tables of their fields."""
        return tomllib.loads((config_dir() / "challenges.toml").read_text(encoding="utf-8"))

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The labels that a ruleset may leave out."""
        return tuple(tomllib.loads((config_dir() / "labels.toml").read_text(encoding="utf-8")))

    def challenge(self, name: str) -> Challenge:
        """Return the challenge rule *name*. Raises :class:`RulesetInvalid` where there is none of that name."""
        rule = {"id": "rule", "dictionary": {"sources": ["rule"]}, "challenge": {"rule": name}}
        return parse(rule, _CODES, challenges=self.challenges).challenge

    def whole(self, name: str) -> Table:
        """Return the tables of the ruleset *name*, what it extends among them, as a file would have them. Raises as :meth:`load` does."""
        return self._table(self._path(name, Path()), ())

    def own(self, name: str) -> tuple[Table, str]:
        """Return what the file of the user's own ruleset *name* says, without what it extends, and the file's digest.

        Raises :class:`UnknownRuleset` where that is none of the user's own, :class:`RulesetInvalid` where it is no TOML.
        """
        path = self._path(name, Path())
        if path.parent != self._places.rulesets:
            raise UnknownRuleset(f"{quote(name)} is no ruleset of your own.", "Make one that begins from it.")
        content = self._content(path)
        return self._parsed(path, content), digest_of(content.decode(errors="replace"))

    def load(self, name: str, overrides: Table | None = None) -> Ruleset:
        """Return the ruleset *name*: an id, the path of a TOML file, or ``FOLDER/ID`` of a folder of them.

        *overrides* are tables of a ruleset that stand on top of it. Raises :class:`UnknownRuleset` with the ids that there are, or :class:`RulesetInvalid` with every fault.
        """
        path = self._path(name, Path())
        table = self._table(path, ())
        if overrides:
            ruleset = parse(merge(table, overrides), _CODES, challenges=self.challenges)
        else:
            ruleset = parse(table, _CODES, where=str(path), challenges=self.challenges)
        if path.parent in self._folders and ruleset.id != path.stem:
            fault = f"id: is {quote(ruleset.id)}, but the file is called {path.name}; a ruleset here is found by its file's name"
            raise RulesetInvalid([fault], where=str(path))
        return ruleset

    def load_checked(self, name: str, overrides: Table | None = None) -> Ruleset:
        """Return what :meth:`load` returns, whose sources are all known: the project's own, and the user's lists.

        Raises :class:`RulesetInvalid` also for an unknown source.
        """
        ruleset = self.load(name, overrides)
        if not overrides and self.is_shipped(name):
            return ruleset
        faults = self._unknown_sources(ruleset)
        if faults:
            raise RulesetInvalid(
                faults,
                f"Known are: {', '.join(sorted(self._known_sources()))}. A list of your own is added with `adjudicator source add NAME FILE`.",
                where=name,
            )
        return ruleset

    def read(self, table: Table) -> Ruleset:
        """Return the ruleset in a *table* as a file has it, but that ``id`` may be left out and ``extends`` names one that has an id.

        Raises :class:`RulesetInvalid` with every fault.
        """
        base = table.get("extends")
        named: Table = {"id": INLINE, **table}
        if base is not None:
            if not isinstance(base, str) or base.endswith(".toml") or "/" in base:
                raise RulesetInvalid(["extends: takes the id of a ruleset"])
            try:
                named = merge(self._table(self._path(base, Path()), ()), named)
            except UnknownRuleset:
                raise RulesetInvalid([f"extends: there is no ruleset {quote(base)}"]) from None
        ruleset = parse(named, _CODES, challenges=self.challenges)
        faults = self._unknown_sources(ruleset)
        if faults:
            raise RulesetInvalid(faults)
        return ruleset

    def _known_sources(self) -> set[str]:
        return known_source_ids(self._places.home) | {file.stem for file in self._places.list_files()}

    def _unknown_sources(self, ruleset: Ruleset) -> list[str]:
        """Return a fault for each source of a ruleset that is not known here."""
        known = self._known_sources()
        unknown = [source for source in ruleset.dictionary.sources if source not in known]
        return [f"dictionary.sources: no source is called {source!r}" for source in unknown]

    def _path(self, name: str, beside: Path) -> Path:
        if name.endswith(".toml") or "/" in name:
            for path in (beside / name, beside / f"{name}.toml"):
                if path.is_file():
                    return path
        elif name and "\0" not in name and len(name) < 100:
            for folder in ([beside] if beside != Path() else []) + self._folders:
                path = folder / f"{name}.toml"
                if path.is_file():
                    return path
        raise UnknownRuleset(
            f"There is no ruleset {quote(name)}.",
            f"Known are: {', '.join(self.ids())}; or give the path of a TOML file.",
        )

    def _table(self, path: Path, seen: tuple[Path, ...]) -> Table:
        if path in seen or len(seen) >= _DEPTH:
            raise RulesetInvalid(["extends: goes round in a circle or too deep"], where=str(path))
        table = self._parsed(path, self._content(path))
        base = table.get("extends")
        if base is None:
            return table
        if not isinstance(base, str):
            raise RulesetInvalid(["extends: takes the id or path of a ruleset"], where=str(path))
        return merge(self._table(self._path(base, path.parent), (*seen, path)), table)

    @staticmethod
    def _content(path: Path) -> bytes:
        try:
            return path.read_bytes()
        except OSError as error:
            raise UnknownRuleset(
                f"The ruleset {path} cannot be read ({error.strerror}).", "Check the path."
            ) from None

    @staticmethod
    def _parsed(path: Path, content: bytes) -> Table:
        try:
            return tomllib.loads(content.decode())
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise RulesetInvalid([f"not TOML: {error}"], where=str(path)) from None
        except RecursionError:
            raise RulesetInvalid(["not TOML that can be read: nested too deep"], where=str(path)) from None
