"""What is read of the built lexicon at once, and judged of it by the shipped rulesets, is made once in each process of the tests.

A thousand tests open the lexicon; to go through its 300,000 keys and 27,000 profiles takes half a second each time. Other lexicons share nothing.
Of the shipped rulesets each has the text parsed once, and its own copy of what is in it. So has each build of the curated files, which the smallest
lexicon takes most of its time for.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from adjudicator.core.fields import Table
from adjudicator.ingest import build
from adjudicator.ingest.classify.world import World
from adjudicator.ingest.consistency import check
from adjudicator.judging.compiled import CompiledRuleset, Plan
from adjudicator.judging.service import Adjudicator
from adjudicator.lexicon.reader import Lexicon
from adjudicator.resources import config_dir
from adjudicator.rules.files import Rulebooks

JUDGED = ("disputable", "board_words", "_searchable", "_by_code", "size")
"""What a ruleset makes of the whole lexicon at once."""
SHORT = ("legal_profiles",)
"""What it makes of it that takes little room, and so is shared by any two rulesets with the same digest."""
READ = ("profiles", "misspelt", "columns", "phrase_keys", "profile_fact_ids", "profile_facts")
"""What a lexicon reads at once."""
Patch = Callable[[Any, str, object], None]


def share(built: Path, patch: Patch) -> None:
    """Have all that is open of the lexicon *built*, which nobody changes, share what is read of it; *patch* sets an attribute of a class or module."""
    rulebooks = Rulebooks()
    shipped = {rulebooks.load(each).digest for each in rulebooks.ids() if rulebooks.is_shipped(each)}

    def is_it(lexicon: Lexicon) -> bool:
        return lexicon.path.resolve() == built

    def judged(compiled: CompiledRuleset) -> str | None:
        digest = compiled.judge.ruleset.digest
        return digest if digest in shipped and is_it(compiled._main) else None

    def alike(compiled: CompiledRuleset) -> str | None:
        return compiled.judge.ruleset.digest if is_it(compiled._main) and not compiled._extra else None

    for name in READ:
        _share(patch, Lexicon, name, is_it)
    for name in JUDGED:
        _share(patch, CompiledRuleset, name, judged)
    for name in SHORT:
        _share(patch, CompiledRuleset, name, alike)
    _plan_once(patch, judged)
    _warm_once(patch, judged)
    _share(patch, Rulebooks, "challenges", lambda _: True)
    _parse_once(patch)
    _curate_once(patch)


def read(built: Path) -> None:
    """Read what is shared beforehand, for processes that are forked."""
    service = Adjudicator(built)
    for name in filter(service.rulebooks.is_shipped, service.rulebooks.ids()):
        _ = service.benches.of_ruleset(name).compiled.legal_profiles
    for name in READ:
        getattr(service.lexicon, name)
    service.close()


def _plan_once(patch: Patch, judged: Callable[[CompiledRuleset], str | None]) -> None:
    """Have each profile be decided once by each of the rulesets that *judged* has a digest for."""
    make, plans = CompiledRuleset.__init__, dict[str, dict[Any, Plan]]()

    def made(compiled: CompiledRuleset, *given: Any) -> None:
        make(compiled, *given)
        digest = judged(compiled)
        if digest and not compiled._extra:
            compiled._plans = plans.setdefault(digest, compiled._plans)

    patch(CompiledRuleset, "__init__", made)


def _warm_once(patch: Patch, judged: Callable[[CompiledRuleset], str | None]) -> None:
    """Have the word graph be made once of each of the rulesets that *judged* has a digest for."""
    make, made = CompiledRuleset.warm, dict[str, CompiledRuleset]()

    def warm(compiled: CompiledRuleset, keys: list[str] | None = None) -> None:
        digest = judged(compiled)
        if digest and digest in made and compiled._graph is None:
            compiled.share_graph(made[digest])
        make(compiled, keys)
        if digest:
            made.setdefault(digest, compiled)

    patch(CompiledRuleset, "warm", warm)


def _parse_once(patch: Patch) -> None:
    """Have the files of the shipped rulesets be parsed once, and whoever reads one get a copy."""
    shipped, parsed = config_dir() / "rulesets", Rulebooks._parsed

    @cache
    def packed(path: Path, content: bytes) -> bytes:
        return pickle.dumps(parsed(path, content))

    def found(path: Path, content: bytes) -> Table:
        if path.parent != shipped:
            return parsed(path, content)
        table: Table = pickle.loads(packed(path, content))
        return table

    patch(Rulebooks, "_parsed", staticmethod(found))


def _curate_once(patch: Patch) -> None:
    """Have the curated files of the configuration be read and checked once, and each build get a copy."""
    shipped, make = config_dir(), World.__init__

    @cache
    def packed() -> bytes:
        world = World.__new__(World)
        make(world, shipped)
        check(shipped, world)
        return pickle.dumps(vars(world))

    def made(world: World, config: Path) -> None:
        if config == shipped:
            vars(world).update(pickle.loads(packed()))
        else:
            make(world, config)

    def checked(config: Path, world: World) -> None:
        if config != shipped:
            check(config, world)

    patch(World, "__init__", made)
    patch(build, "check", checked)


def _share(patch: Patch, owner: type, name: str, which: Callable[[Any], object]) -> None:
    """Have the cached property *name* be made once for all of *owner* that are alike by *which*, which is false of what shares nothing."""
    make, made = vars(owner)[name].func, dict[object, Any]()

    def found(of: Any) -> Any:
        alike = which(of)
        if not alike:
            return make(of)
        if alike not in made:
            made[alike] = make(of)
        return made[alike]

    shared = cached_property(found)
    shared.__set_name__(owner, name)
    patch(owner, name, shared)
