"""Makes the indexes that answers are fast by: a word graph for each ruleset, and one index of near misses for all of them.

They can be :func:`dump` as bytes and :func:`load` by another process of this machine, which spares that one the work.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from adjudicator.judging.bench import RulesetBench
from adjudicator.lexicon.near import NearMisses, SavedNear


class Ready(NamedTuple):
    """What answers are fast by, as bytes."""

    digests: dict[str, str]
    """By ruleset, what it was made of."""
    graphs: dict[str, bytes]
    """By ruleset, the word graph of its legal keys."""
    near: SavedNear


def warm(benches: Sequence[RulesetBench]) -> NearMisses:
    """Build the in-memory indexes of these rulesets (about 10 MB): a word graph each, and one shared near-miss index, which is returned."""
    keys, others = list[str](), set[str]()
    each = [bench.compiled for bench in benches]
    for compiled in each:
        # what stays is made first, so that it is not scattered among what is thrown away
        _ = compiled.legal_profiles
    for number, compiled in enumerate(each):
        if any(map(compiled.warm_as, each[:number])):
            continue
        legal = compiled.legal_keys()
        compiled.warm(legal)
        if compiled is each[0]:
            keys = legal
        else:
            others.update(key for key in legal if not each[0].legal(key))
    near = NearMisses(sorted([*keys, *others]))
    for bench in benches:
        _take(bench, near)
    return near


def dump(benches: Sequence[RulesetBench]) -> Ready:
    """Return what :func:`warm` makes of these rulesets, at least one, as bytes."""
    near = warm(benches)
    graphs = {bench.name: bench.compiled.dump_graph() for bench in benches}
    return Ready({bench.name: made_of(bench) for bench in benches}, graphs, near.dump())


def load(benches: Sequence[RulesetBench], ready: Ready) -> bool:
    """Take what another process has :func:`dump`; return whether it is of just these rulesets and the same lexicon. If not, nothing is taken."""
    if {bench.name: made_of(bench) for bench in benches} != ready.digests:
        return False
    near = NearMisses(ready.near)
    first: dict[bytes, RulesetBench] = {}
    for bench in benches:
        graph = ready.graphs[bench.name]
        same = first.setdefault(graph, bench)
        if same is bench:
            bench.compiled.load_graph(graph)
        else:
            bench.compiled.share_graph(same.compiled)
        _take(bench, near)
    return True


def _take(bench: RulesetBench, near: NearMisses) -> None:
    """Give *bench* what finds near misses: the index, and what is made of the lexicon's own graph now rather than for the first word."""
    bench.near = near
    bench.dictionaries.misspelt.prepare()


def made_of(bench: RulesetBench) -> str:
    """Return what changes whenever another graph might be made for a ruleset."""
    return f"{bench.lexicon_digest} {bench.ruleset_digest}"
