"""The report on what a change of the lexicon changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import letters, small_lexicon
from tests.evaluation.changes import main


def test_gain_and_loss_are_counted_by_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Three words more in the new lexicon are gained, by the code before and after, and named; nothing else has changed."""
    old, new = small_lexicon(tmp_path / "old"), small_lexicon(tmp_path / "new", more=3)
    assert main([str(old), str(new.parent), "--ruleset", "open"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "== open: legal 11 -> 14"
    gained = [line for line in lines if line.startswith("--")]
    assert gained == ["-- gained: not-in-dictionary -> sense-admitted: 3"]
    assert lines[-1].split() == [letters(number) for number in range(3)]
    assert main([str(new), str(old), "--ruleset", "open"]) == 0
    assert "-- lost: sense-admitted -> not-in-dictionary: 3" in capsys.readouterr().out


def test_what_is_sure_is_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Settled words come first, then the others by what a vote would be about; the numbers add up to the legal words."""
    lexicon = small_lexicon(tmp_path)
    assert main([str(lexicon), str(lexicon), "--ruleset", "open"]) == 0
    first, *counted, common = capsys.readouterr().out.splitlines()
    assert common.endswith("% of the new are settled")
    assert counted[0].split()[0] == "settled"
    assert sum(int(line.split()[1]) for line in counted) == int(first.split()[3])


def test_another_list_is_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With a list, each kind of word says how many of them that has."""
    lexicon, listed = small_lexicon(tmp_path), tmp_path / "list.txt"
    listed.write_text("cat\nwent\n", encoding="utf-8")
    assert main([str(lexicon), str(lexicon), "--ruleset", "open", "--list", str(listed)]) == 0
    lines = capsys.readouterr().out.splitlines()[1:-1]
    assert all(line.endswith("% in the list") for line in lines)
    assert not lines[0].endswith(" 0.00% in the list")


def test_no_lexicon(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where there is none, it says so."""
    assert main([str(tmp_path), str(tmp_path)]) == 2
    assert capsys.readouterr().err
