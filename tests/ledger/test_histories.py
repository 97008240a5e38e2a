"""Whatever is done to house lists, in any order: their histories are those of a plain model, on both databases."""

from __future__ import annotations

import itertools
from typing import NamedTuple

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import (
    Bundle,
    MultipleResults,
    RuleBasedStateMachine,
    initialize,
    invariant,
    multiple,
    rule,
    run_state_machine_as_test,
)
from sqlalchemy import URL, select

from adjudicator.core.spelling import key_of
from adjudicator.errors import MergeConflict, RecordExists, StaleRevision, UnknownRecord
from adjudicator.ledger import history as histories
from adjudicator.ledger.drafts import Drafts
from adjudicator.ledger.houses import Houses
from adjudicator.ledger.ledger import Ledger
from adjudicator.ledger.merge import Side
from adjudicator.ledger.revisions import Changes, Point, Revision
from adjudicator.ledger.tables import house, house_draft
from adjudicator.ledger.transfer import Contradictions, Format, read, write
from adjudicator.rules.house import Entry, Settings
from tests.conftest import examples

WORDS = ("yeet", "Café", "they'll")
AT = "2026-01-01T00:00:00.000000Z"


class Step(NamedTuple):
    """A revision as the model has it."""

    kind: str
    author: str
    settings: Settings
    entries: dict[str, Entry]
    changed: int
    source: Point | None
    seen: frozenset[Point]
    """Every revision of any list that went into it, itself included."""


def said(entry: Entry | None) -> tuple[object, ...] | None:
    """What an entry says, whoever wrote it and when."""
    return entry and (entry.word, entry.effect, entry.reason, entry.expires, entry.inflections, entry.ruling)


def entries() -> st.SearchStrategy[Entry]:
    def made(word: str, deny: bool, reason: str, author: str, second: int, long: bool) -> Entry:
        at = AT.replace("00.", f"{second:02}.")
        expires = "2026-02-01T00:00:00.000000Z" if long else None
        inflections = ("noun", "verb") if long else ()
        effect = "deny" if deny else "allow"
        return Entry(key_of(word), word, effect, reason, author, at, expires, inflections)  # type: ignore[arg-type]

    return st.builds(
        made,
        st.sampled_from(WORDS),
        st.booleans(),
        st.sampled_from(["", "because"]),
        st.sampled_from(["ann", "bob"]),
        st.integers(0, 59),
        st.booleans(),
    )


KEYS = st.sampled_from([key_of(word) for word in WORDS])
CHANGES = st.dictionaries(KEYS, st.none(), max_size=2).flatmap(
    lambda dropped: st.lists(entries(), max_size=3).map(
        lambda made: {**dropped, **{entry.key: entry for entry in made}}
    )
)
SETTINGS = st.builds(
    Settings,
    st.sampled_from(["Sunday", "Club"]),
    st.sampled_from(["boggle", "open"]),
    st.sampled_from([{}, {"length": {"min": 4}}]),
)
SIDES = st.sampled_from(["ours", "theirs"])
TAKE = st.dictionaries(KEYS, SIDES, max_size=3)
WHICH = st.integers(0, 3)
AUTHORS = st.sampled_from(["ann", "bob", "cy"])
_GAMES = itertools.count()


class Histories(RuleBasedStateMachine):
    """Does to house lists what people do, and to a dictionary of lists the same."""

    ledger: Ledger
    slugs: Bundle[str] = Bundle("slugs")

    def __init__(self) -> None:
        super().__init__()
        self.houses = self.ledger.houses
        self.game = next(_GAMES)
        self.model: dict[str, list[Step]] = {}

    def head(self, slug: str) -> int:
        return len(self.model[slug])

    def step(
        self,
        slug: str,
        kind: str,
        author: str,
        rules: Settings,
        after: dict[str, Entry],
        changed: int,
        source: Point | None = None,
    ) -> None:
        """Add a step to the model's history of a list."""
        history = self.model.setdefault(slug, [])
        seen = {Point(slug, len(history) + 1)} | (history[-1].seen if history else set())
        if source and source.slug != slug:
            seen |= self.model[source.slug][source.number - 1].seen
        history.append(Step(kind, author, rules, after, changed, source, frozenset(seen)))

    def edited(self, slug: str, kind: str, author: str, changes: Changes) -> None:
        """Make changes to the model's list, where they change anything."""
        last = self.model[slug][-1]
        after = dict(last.entries)
        changed = 0
        for key, entry in changes.items():
            if said(entry) != said(last.entries.get(key)):
                changed += 1
                after.pop(key, None)
                if entry:
                    after[key] = entry
        if changed:
            self.step(slug, kind, author, last.settings, after, changed)

    def agrees(self, slug: str, revision: Revision) -> None:
        """The latest revision is that of the model."""
        step = self.model[slug][-1]
        assert revision.number == self.head(slug)
        assert (revision.kind, revision.author, revision.settings) == (step.kind, step.author, step.settings)
        assert (revision.changes, revision.size) == (step.changed, len(step.entries))
        assert revision.source == step.source

    @initialize(target=slugs, rules=SETTINGS, changes=CHANGES)
    def begin(self, rules: Settings, changes: Changes) -> str | MultipleResults[str]:
        """There are two lists to begin with, one forked of the other."""
        slug, fork = f"a-{self.game}", f"x-{self.game}"
        self.houses.create(slug, rules, "ann")
        self.step(slug, "create", "ann", rules, {}, 0)
        self.edit(slug, changes, "ann", True)
        self.fork(slug, "x", 0, "bob")
        return multiple(slug, fork)

    @rule(target=slugs, name=st.sampled_from("ab"), rules=SETTINGS, author=AUTHORS)
    def create(self, name: str, rules: Settings, author: str) -> str | MultipleResults[str]:
        slug = f"{name}-{self.game}"
        if slug in self.model:
            with pytest.raises(RecordExists):
                self.houses.create(slug, rules, author)
            return multiple()
        revision = self.houses.create(slug, rules, author)
        self.step(slug, "create", author, rules, {}, 0)
        self.agrees(slug, revision)
        return slug

    @rule(slug=slugs, changes=CHANGES, author=AUTHORS, expected=st.booleans())
    def edit(self, slug: str, changes: Changes, author: str, expected: bool) -> None:
        revision = self.houses.edit(slug, self.head(slug) if expected else None, changes, author)
        self.edited(slug, "edit", author, changes)
        self.agrees(slug, revision)

    @rule(slug=slugs, changes=CHANGES, off=st.integers(-3, 3).filter(bool))
    def edit_late(self, slug: str, changes: Changes, off: int) -> None:
        seen = self.head(slug) + off
        there_was = 0 < seen < self.head(slug)
        with pytest.raises(StaleRevision if there_was else UnknownRecord) as told:
            self.houses.edit(slug, seen, changes, "ann")
        if isinstance(told.value, StaleRevision):
            assert told.value.current == self.head(slug)

    @rule(slug=slugs, rules=SETTINGS, author=AUTHORS)
    def settings(self, slug: str, rules: Settings, author: str) -> None:
        revision = self.houses.settings(slug, self.head(slug), rules, author)
        last = self.model[slug][-1]
        if rules != last.settings:
            self.step(slug, "settings", author, rules, last.entries, 0)
        self.agrees(slug, revision)

    @rule(slug=slugs, back=st.integers(0, 5), author=AUTHORS)
    def restore(self, slug: str, back: int, author: str) -> None:
        number = max(1, self.head(slug) - back)
        revision = self.houses.restore(slug, self.head(slug), number, author)
        last, wanted = self.model[slug][-1], self.model[slug][number - 1]
        keys = {*last.entries, *wanted.entries}
        changed = sum(last.entries.get(key) != wanted.entries.get(key) for key in keys)
        if changed or wanted.settings != last.settings:
            source = Point(slug, number)
            self.step(slug, "restore", author, wanted.settings, wanted.entries, changed, source)
        self.agrees(slug, revision)

    @rule(target=slugs, slug=slugs, name=st.sampled_from("xy"), back=st.integers(0, 3), author=AUTHORS)
    def fork(self, slug: str, name: str, back: int, author: str) -> str | MultipleResults[str]:
        number = max(1, self.head(slug) - back)
        new = f"{name}-{self.game}"
        if new in self.model:
            with pytest.raises(RecordExists):
                self.houses.fork(slug, new, author, number=number)
            return multiple()
        revision = self.houses.fork(slug, new, author, number=number)
        source = self.model[slug][number - 1]
        self.step(
            new, "fork", author, source.settings, source.entries, len(source.entries), Point(slug, number)
        )
        self.agrees(new, revision)
        return new

    @rule(ours=slugs, which=WHICH, changes=CHANGES, other=CHANGES, prefer=st.none() | SIDES, take=TAKE)
    def work_apart(
        self,
        ours: str,
        which: int,
        changes: Changes,
        other: Changes,
        prefer: Side | None,
        take: dict[str, Side],
    ) -> None:
        """Two people edit two lists, and one takes what the other did."""
        self.edit(ours, changes, "ann", True)
        self.edit(self.other(ours, which), other, "bob", True)
        self.merge(ours, which, "cy", prefer, take)

    def other(self, slug: str, which: int) -> str:
        """Another list than that of the *slug*."""
        others = sorted(set(self.model) - {slug})
        return others[which % len(others)]

    @rule(ours=slugs, which=WHICH, author=AUTHORS, prefer=st.none() | SIDES, take=TAKE)
    def merge(self, ours: str, which: int, author: str, prefer: Side | None, take: dict[str, Side]) -> None:
        theirs = self.other(ours, which)
        source = Point(theirs, self.head(theirs))
        mine, other = self.model[ours][-1], self.model[theirs][-1]
        merging = self.houses.merging(ours, theirs)
        assert merging.base in self.ancestors(mine, other)
        base = self.model[merging.base.slug][merging.base.number - 1] if merging.base else None
        changes, conflicts = three_way(base.entries if base else {}, mine.entries, other.entries)
        assert [conflict.key for conflict in merging.conflicts] == sorted(conflicts)
        assert merging.changes == changes
        take = {key: side for key, side in take.items() if key in conflicts}
        if prefer is None and set(take) != conflicts:
            with pytest.raises(MergeConflict) as told:
                self.houses.merge(ours, self.head(ours), theirs, author, take=take)
            assert set(told.value.keys) == conflicts - set(take)
            return
        revision = self.houses.merge(ours, self.head(ours), theirs, author, take=take, prefer=prefer)
        if source not in mine.seen:
            taken = {key for key in conflicts if take.get(key, prefer) == "theirs"}
            changed = {*changes, *taken}
            after = {key: entry for key, entry in mine.entries.items() if key not in changed}
            after |= {key: entry for key, entry in other.entries.items() if key in changed}
            rules = mine.settings
            if base and mine.settings[1:] == base.settings[1:]:
                rules = Settings(mine.settings.title, other.settings.base, other.settings.overrides)
            self.step(ours, "merge", author, rules, after, len(changed), source)
        self.agrees(ours, revision)

    def ancestors(self, one: Step, other: Step) -> set[Point | None]:
        """The revisions that went into both and into none that did too."""
        common = one.seen & other.seen
        older = {
            point
            for newer in common
            for point in self.model[newer.slug][newer.number - 1].seen
            if point != newer
        }
        return {*(common - older)} or {None}

    @rule(
        slug=slugs,
        brought=st.lists(entries(), max_size=5),
        form=st.sampled_from(["csv", "json"]),
        contradictions=st.sampled_from(["keep", "replace"]),
        dry_run=st.booleans(),
    )
    def bring(
        self,
        slug: str,
        brought: list[Entry],
        form: Format,
        contradictions: Contradictions,
        dry_run: bool,
    ) -> None:
        brought = list({entry.key: entry for entry in brought}.values())
        reading = read(write(form, brought), author="nobody", at=AT)
        report, revision = self.houses.bring(
            slug, self.head(slug), reading, "importer", contradictions=contradictions, dry_run=dry_run
        )
        has = self.model[slug][-1].entries
        told = {item.entry.key: item.outcome for item in report.items}
        for entry in brought:
            same = said(has.get(entry.key)) == said(entry)
            expected = "duplicate" if same else "contradicts" if entry.key in has else "new"
            assert told[entry.key] == expected
        if not dry_run:
            news = [entry for entry in brought if entry.key not in has or contradictions == "replace"]
            self.edited(slug, "import", "importer", {entry.key: entry for entry in news})
        self.agrees(slug, revision)

    @rule(slug=slugs)
    def look_back(self, slug: str) -> None:
        """The whole history is that of the model, and adds up."""
        history = self.houses.history(slug, limit=1000)[::-1]
        assert [revision.number for revision in history] == list(range(1, self.head(slug) + 1))
        for revision, step in zip(history, self.model[slug], strict=True):
            assert (revision.kind, revision.source) == (step.kind, step.source)
            then = self.houses.at(slug, revision.number)
            assert (then.entries, then.settings, then.digest) == (
                step.entries,
                step.settings,
                revision.digest,
            )
        first, last = self.model[slug][0].entries, self.model[slug][-1].entries
        keys = sorted(key for key in {*first, *last} if first.get(key) != last.get(key))
        assert self.houses.diff(slug, 1, self.head(slug)).entries == {
            key: (first.get(key), last.get(key)) for key in keys
        }
        assert self.houses.verify(slug) == []

    @invariant()
    def latest(self) -> None:
        """What every list says now is what the model says, and so is the list of lists."""
        for slug, history in self.model.items():
            now = self.ledger.current.get(slug)
            assert (now.revision, now.entries) == (len(history), history[-1].entries)
            assert now.settings == history[-1].settings
        mine = [each for each in self.houses.lists() if each.slug in self.model]
        assert [each.slug for each in mine] == sorted(self.model)

    def teardown(self) -> None:
        for slug in self.model:
            self.look_back(slug)
            then = self.houses.at(slug, self.head(slug))
            now = self.ledger.current.get(slug)
            assert (now.entries, now.settings, now.digest) == (then.entries, then.settings, then.digest)
            with pytest.raises(UnknownRecord):
                self.houses.at(slug, self.head(slug) + 1)


def three_way(
    base: dict[str, Entry], ours: dict[str, Entry], theirs: dict[str, Entry]
) -> tuple[dict[str, Entry | None], set[str]]:
    """What theirs alone has changed, and the keys that both have changed to different things."""
    changes: dict[str, Entry | None] = {}
    conflicts: set[str] = set()
    for key in {*base, *ours, *theirs}:
        was, our, their = (said(entries.get(key)) for entries in (base, ours, theirs))
        if their not in (was, our):
            if our == was:
                changes[key] = theirs.get(key)
            else:
                conflicts.add(key)
    return changes, conflicts


def test_histories(store_url: URL) -> None:
    """Any sequence of creations, edits, settings, restorations, forks, merges and imports gives the model's lists and histories."""
    ledger = Ledger(store_url)
    _play(ledger, examples=examples(10, 40))
    ledger.close()


@pytest.mark.parametrize("is_behind", [False, True], ids=["in-pieces", "and-behind"])
def test_histories_in_pieces(store_url: URL, is_behind: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """So it does where nearly every change is written beforehand, and where those who wrote were killed before the latest entries had it."""
    ledger = Ledger(store_url)
    ledger.houses = Houses(ledger.store, at_once=1)
    if is_behind:
        monkeypatch.setattr(histories, "CAUGHT_UP", 1)
        monkeypatch.setattr(Drafts, "catch_up", lambda drafts, slug: None)
    _play(ledger, examples=examples(6, 20))
    if is_behind:  # drawn plays need not leave one so
        ledger.houses.create("behind", Settings("Club", "boggle", {}), "ann")
        written = {key_of(word): Entry(key_of(word), word, "allow", "", "ann", AT) for word in WORDS}
        ledger.houses.edit("behind", 1, written, "ann")
    monkeypatch.undo()
    with ledger.store.reading() as connection:
        assert connection.execute(select(house_draft)).all() == []
        behind = connection.execute(select(house.c.slug).where(house.c.behind.is_not(None))).all()
    assert bool(behind) == is_behind
    Drafts(ledger.store).sweep()
    with ledger.store.reading() as connection:
        assert connection.execute(select(house.c.slug).where(house.c.behind.is_not(None))).all() == []
    assert ledger.houses.verify() == []
    ledger.close()


def _play(ledger: Ledger, examples: int) -> None:
    class Here(Histories):
        pass

    Here.ledger = ledger
    run_state_machine_as_test(
        Here,
        settings=settings(
            max_examples=examples,
            stateful_step_count=20,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
    assert ledger.houses.verify() == []
