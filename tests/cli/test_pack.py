"""The command ``pack``: made once, written where one says, shown, and as a page."""

from __future__ import annotations

import json
from pathlib import Path

from adjudicator.packs import Glosses, Pack
from tests.conftest import Run, small_lexicon


def test_build_and_info(run: Run, tmp_path: Path) -> None:
    """Both files are written where one says, judge words, and are told with their digests, sizes and licences."""
    built = run("pack", "build", "a.pack", "--glosses", "a.glosses")
    assert built.returncode == 0, built.stderr
    pack = Pack.read(tmp_path / "a.pack")
    glosses = Glosses((tmp_path / "a.glosses").read_bytes(), pack)
    assert pack.digest in built.stdout and glosses.digest in built.stdout
    assert glosses.sentence("trig", "boggle") == "adjective, “neat and smart in appearance” (WordNet)"
    told = json.loads(run("pack", "info", "a.pack", "--json").stdout)
    assert (told["digest"], told["lexicon"], told["keys"]) == (pack.digest, pack.lexicon, len(pack.keys()))
    legal = {each["id"]: each["legal"] for each in told["rulesets"]}
    assert legal["boggle"] == len(run("export", "boggle").stdout.splitlines())
    assert any("GNU General Public License" in each["licence"] for each in told["sources"])


def test_other_rulesets(run: Run, tmp_path: Path) -> None:
    """A pack can be made for other rulesets, a file among them, and is shown with its digest and licences."""
    small_lexicon(tmp_path / "small")
    (tmp_path / "long.toml").write_text('id = "long"\ntitle = "Long"\nextends = "open"\n[length]\nmin = 4\n')
    chosen = ("--ruleset", "boggle", "--ruleset", "long.toml")
    done = run("pack", "build", "b.pack", *chosen, at=tmp_path / "small")
    assert done.returncode == 0, done.stderr
    pack = Pack.read(tmp_path / "b.pack")
    assert list(pack.rulesets) == ["boggle", "long"]
    assert (pack.code("cat", "long"), pack.legal("cats", "long")) == ("too-short", True)
    shown = run("pack", "info", "b.pack").stdout
    assert pack.digest in shown and "MIT: made for a test" in shown


def test_the_page(run: Run, tmp_path: Path) -> None:
    """The page comes on standard output, whole."""
    page = run("pack", "html").stdout
    assert page.startswith("<!doctype html>") and page.endswith("</html>\n")


def test_what_cannot_be(run: Run, tmp_path: Path) -> None:
    """A file that is no pack, a path that cannot be written, an unknown ruleset: one sentence that says what to do."""
    (tmp_path / "no.pack").write_bytes(b"no")
    for arguments, said in (
        (("info", "no.pack"), "no file of pack"),
        (("info", "none.pack"), "cannot be read"),
        (("build", "nowhere/a.pack"), "cannot be written"),
        (("build", "--ruleset", "chess"), "There is no ruleset 'chess'"),
    ):
        done = run("pack", *arguments)
        assert done.returncode == 2
        assert said in done.stderr
