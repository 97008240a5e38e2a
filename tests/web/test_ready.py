"""What another process makes ready is what would have been made here; where it cannot be had, it is made here."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path

import pytest

from adjudicator.judging import warming
from adjudicator.judging.bench import RulesetBench
from adjudicator.judging.compiled import CompiledRuleset
from adjudicator.judging.service import Adjudicator
from adjudicator.judging.warming import Ready
from adjudicator.resources import Places
from adjudicator.runtime import ready
from adjudicator.runtime.current import Snapshot, keep_ready
from tests.conftest import REAL_LEXICON, WHOLE, small_lexicon

RULESETS = ("boggle", "bonus-rings", "open")


def opened(path: Path) -> Adjudicator:
    return Adjudicator(path)


def compiled(adjudicator: Adjudicator, name: str) -> CompiledRuleset:
    return adjudicator.benches.of_ruleset(name).compiled


def benches(adjudicator: Adjudicator, names: Iterable[str] = RULESETS) -> list[RulesetBench]:
    return [adjudicator.benches.of_ruleset(name) for name in names]


def make_ready(adjudicator: Adjudicator, names: Iterable[str] = RULESETS, *, apart: bool = False) -> None:
    ready.make_ready(adjudicator, benches(adjudicator, names), apart=apart)


@pytest.fixture(autouse=True)
def _own_home(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is made ready is kept in the test's own data directory, where nothing is at first."""
    monkeypatch.setenv("ADJUDICATOR_HOME", str(home))
    for made in (home / ready.FOLDER).glob("*.bin"):
        made.unlink()


def test_it_is_made_once(other_lexicon: Path, monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    """What was made ready is taken by the next one; a damaged file, and one of other code, is made anew."""
    make_ready(opened(other_lexicon))
    (kept,) = (home / ready.FOLDER).glob("*.bin")
    whole = kept.read_bytes()
    made: list[Sequence[RulesetBench]] = []
    as_before = warming.dump

    def noted(given: Sequence[RulesetBench]) -> Ready:
        made.append(given)
        return as_before(given)

    monkeypatch.setattr(warming, "dump", noted)
    again = opened(other_lexicon)
    make_ready(again)
    assert not made and again.under().legal("zed") and not again.under().legal("zee")
    kept.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    make_ready(opened(other_lexicon))
    assert len(made) == 1 and kept.read_bytes() == whole
    monkeypatch.setattr(ready, "_code", lambda: "other code")
    make_ready(opened(other_lexicon))
    assert len(made) == 2
    for number in range(ready.FEW + 2):
        monkeypatch.setattr(ready, "_code", partial(str, number))
        make_ready(opened(other_lexicon), ["boggle"])
    assert len(list((home / ready.FOLDER).glob("*.bin"))) == ready.FEW


def test_a_damaged_or_foreign_one_is_made_again(
    other_lexicon: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A kept file that is cut off, has any bit flipped, or is of other rules or another program, ends nothing: a whole one takes its place."""
    make_ready(opened(other_lexicon))
    (kept,) = (home / ready.FOLDER).glob("*.bin")
    whole = kept.read_bytes()
    foreign = b"".join(ready._encode(warming.dump(benches(opened(other_lexicon), ["open"]))))
    of_another_lexicon = b"".join(ready._encode(warming.dump(benches(Adjudicator()))))
    chance = random.Random(8)
    places = [*range(0, 400, 7), len(whole) - 1, *(chance.randrange(len(whole)) for _ in range(20))]
    flips = [whole[:at] + bytes([whole[at] ^ 1 << at % 8]) + whole[at + 1 :] for at in places]
    for broken in (*flips, *(whole[:at] for at in places), b"\0" * len(whole), whole + b"\0"):
        with pytest.raises(ValueError, match="not whole"):
            ready._decode(broken)
    as_before, made = warming.dump, list[Ready]()

    def noted(given: Sequence[RulesetBench]) -> Ready:
        made.append(as_before(given))
        return made[-1]

    monkeypatch.setattr(warming, "dump", noted)
    for number, broken in enumerate((flips[8], whole[:-1], whole[:60], of_another_lexicon, b"not ours"), 1):
        kept.write_bytes(broken)
        adjudicator = opened(other_lexicon)
        make_ready(adjudicator)
        assert adjudicator.under().legal("zed") and not adjudicator.under().legal("zee")
        assert len(made) == number and kept.read_bytes() == whole
    kept.write_bytes(foreign)
    adjudicator = opened(other_lexicon)
    make_ready(adjudicator)
    assert adjudicator.under().legal("zed") and not adjudicator.under().legal("zee")


def test_it_is_what_would_be_made_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Legality and near misses are the same, and nothing is made here; of the whole lexicon where sweeps are whole."""
    path = REAL_LEXICON if WHOLE else small_lexicon(tmp_path, 2_000)
    here, apart = opened(path), opened(path)
    warming.warm(benches(here))

    def nothing(_: object) -> None:
        raise AssertionError("it is made here")

    monkeypatch.setattr(warming, "warm", nothing)
    make_ready(apart, apart=True)
    for name in RULESETS:
        assert compiled(apart, name).dump_graph() == compiled(here, name).dump_graph()
    words = random.Random(4).sample(list(here.under("open").keys()), 300)
    for word in (*words, *(word[1:] + "q" for word in words)):
        assert apart.verdict(word + "x", "boggle") == here.verdict(word + "x", "boggle")
        assert [apart.under(name).legal(word) for name in RULESETS] == [
            here.under(name).legal(word) for name in RULESETS
        ]


def test_before_it_is_in_place(
    other_lexicon: Path, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What whoever builds or imports a lexicon keeps is what a server takes, of the file in its place: it makes nothing."""
    new = tmp_path / ".lexicon.sqlite.new"
    shutil.copy(other_lexicon, new)
    keep_ready(new)
    (kept,) = (home / ready.FOLDER).glob("*.bin")
    target = new.replace(home / "lexicon.sqlite")

    def nothing(_: object) -> Ready:
        raise AssertionError("the server makes it ready")

    monkeypatch.setattr(warming, "dump", nothing)
    Snapshot(target).warm()
    assert list((home / ready.FOLDER).glob("*.bin")) == [kept]


def test_what_cannot_be_made_ready_stops_no_build(
    other_lexicon: Path, home: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A list of the user's that no longer can be read keeps nobody from a new lexicon: that nothing is ready is told, and no more."""
    (home / "lists").mkdir()
    (home / "lists" / "club.sqlite").write_text("of an older version")
    (home / "rulesets").mkdir()
    rules = 'id = "club"\ntitle = "Club"\nextends = "boggle"\n[dictionary]\nsources = ["scowl", "club"]\n'
    (home / "rulesets" / "club.toml").write_text(rules)
    keep_ready(other_lexicon)
    assert "nothing is made ready" in caplog.text
    assert not list((home / ready.FOLDER).glob("*.bin"))


def test_what_is_of_other_rules_is_not_taken(other_lexicon: Path) -> None:
    """What was made of another lexicon is left, and so is what did not come whole."""
    made = warming.dump(benches(opened(other_lexicon), ["open"]))
    assert not warming.load(benches(Adjudicator(), ["open"]), made)
    written = b"".join(ready._encode(made))
    assert ready._decode(written) == made
    for broken in (b"", written[:-1], written[:40]):
        with pytest.raises(ValueError):
            ready._decode(broken)


def test_where_there_is_no_other_process(
    other_lexicon: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It is made here, and the log says why."""
    monkeypatch.setattr(ready, "MODULE", "adjudicator.api.no_such_module")
    adjudicator = opened(other_lexicon)
    make_ready(adjudicator, ["open"], apart=True)
    assert "another process" in caplog.text
    made = warming.dump(benches(opened(other_lexicon), ["open"]))
    assert compiled(adjudicator, "open").dump_graph() == made.graphs["open"]


def test_a_copy_of_ones_own(other_lexicon: Path, tmp_path: Path, home: Path) -> None:
    """A whole lexicon is copied once, a damaged copy anew, and what is not whole not at all; overwriting the original leaves the copy."""
    original = tmp_path / "lexicon.sqlite"
    original.write_bytes(whole := other_lexicon.read_bytes())
    copy = ready.copy_of(original, Places.from_environment())
    assert copy is not None and copy.read_bytes() == whole
    made = copy.stat().st_ino
    assert ready.copy_of(original, Places.from_environment()) == copy and copy.stat().st_ino == made
    copy.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    assert ready.copy_of(original, Places.from_environment()) == copy and copy.read_bytes() == whole
    for broken in (b"", whole[:50], whole[:-100]):
        original.write_bytes(broken)
        assert ready.copy_of(original, Places.from_environment()) is None
    original.write_bytes(damaged := whole[:9_000] + bytes([whole[9_000] ^ 4]) + whole[9_001:])
    assert ready.copy_of(original, Places.from_environment()) == copy  # it says what was built
    copy.unlink()
    assert ready.copy_of(original, Places.from_environment()) is None and original.read_bytes() == damaged
    original.write_bytes(whole)
    assert ready.copy_of(original, Places.from_environment()) == copy
    assert copy.read_bytes() == whole
    assert not list((home / ready.FOLDER).glob("*.new"))


def test_what_killed_processes_leave(other_lexicon: Path, home: Path) -> None:
    """A copy that was not finished goes before the next one is made; one that may still be in the writing stays."""
    left, fresh = (home / ready.FOLDER / f".{name}.sqlite.new" for name in ("left", "fresh"))
    for each in (left, fresh):
        each.write_bytes(b"half")
    os.utime(left, (1, 1))
    assert ready.copy_of(other_lexicon, Places.from_environment()) is not None
    assert [left.exists(), fresh.exists()] == [False, True]


def test_where_nothing_can_be_copied(other_lexicon: Path, home: Path) -> None:
    """Where the data directory takes no copy, the lexicon is read where it is."""
    shutil.rmtree(home / ready.FOLDER)
    (home / ready.FOLDER).write_text("no folder")
    assert ready.copy_of(other_lexicon, Places.from_environment()) is None
