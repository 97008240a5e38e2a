"""House lists by the command line: the stories as real processes, the many cases within this one."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import URL

from adjudicator.cli import house_files
from adjudicator.ledger.drafts import AT_ONCE
from adjudicator.ledger.ledger import Ledger
from adjudicator.ledger.store import ENVIRONMENT
from adjudicator.server.app import create_app
from tests.cli.conftest import Call, plain, refused
from tests.cli.test_bad_input import BAD
from tests.conftest import Run, letters


def test_a_family_keeps_its_list(run: Run) -> None:
    """Glorp is allowed with its inflections since Cy could define it, rho never; every command that judges knows of it."""
    assert run("house", "create", "sunday", "--title", "Sunday club").returncode == 0
    assert run("check", "glorps", "-r", "house:sunday").returncode == 1
    reason = "Cy could define it"
    done = run("house", "allow", "sunday", "glorp", "--reason", reason, "--inflections", "--by", "Ann")
    assert done.stdout == (
        "sunday is at revision 2 now: 1 entry.\n  glorp: so are glorped, glorping, glorps\n"
    )
    assert run("house", "deny", "sunday", "rho", "--by", "Bob").returncode == 0
    checked = run("check", "GLORPS", "rho", "-r", "house:sunday")
    assert checked.returncode == 1
    assert "“Sunday club” allows glorp with its inflections: Cy could define it (Ann, " in checked.stdout
    assert "“Sunday club” denies it (Bob, " in checked.stdout
    streamed = run("check", "-", "-r", "house:sunday", "--detail", "verdict", given="glorps\nrho\nzed\n")
    assert streamed.stdout == "glorps\tlegal\nrho\tnot legal\nzed\tlegal\n"
    streamed = run("check", "-", "-r", "house:sunday", "--json", given="glorps\nrho\nthey'll\n")
    assert [json.loads(line)["legal"] for line in streamed.stdout.splitlines()] == [True, False, False]
    assert run("judge", "glorping", "zed", "-r", "house:sunday").stdout == "ACCEPTABLE\n"
    assert run("judge", "rho", "zed", "-r", "house:sunday").returncode == 1
    assert run("search", "--prefix", "glorp", "-r", "house:sunday").stdout.split() == [
        "glorp",
        "glorped",
        "glorping",
        "glorps",
    ]
    assert run("search", "--code", "house-denied", "-r", "house:sunday").stdout == "rho\n"
    differs = run("diff", "boggle", "house:sunday").stdout.splitlines()
    assert "rho\tsense-admitted\thouse-denied" in differs and len(differs) == 5
    exported = run("export", "house:sunday").stdout.split()
    assert "glorped" in exported and "rho" not in exported
    assert run("word", "glorp").returncode == 0
    shown = run("rulesets", "house:sunday")
    assert shown.stdout.startswith(
        "house:sunday: Sunday club\n  house list  sunday, revision 3, over boggle\n"
    )
    assert run("rulesets").stdout.endswith("house:sunday  Sunday club (house list over boggle)\n")


def test_a_club_works_from_two_laptops(run: Run, tmp_path: Path) -> None:
    """Each curator forks, edits and merges; what both have changed is shown, and settled by whoever merges."""
    run("house", "create", "club")
    (tmp_path / "words.csv").write_text("word,effect,reason\nglorp,allow,defined\nrho,deny,Greek\n")
    assert run("house", "import", "club", "words.csv", "--by", "Ann").returncode == 0
    run("house", "fork", "club", "bobs", "--by", "Bob")
    run("house", "deny", "bobs", "glorp", "fnord", "--by", "Bob")
    run("house", "allow", "club", "glorp", "--reason", "still", "--by", "Ann")
    done = run("house", "merge", "club", "bobs")
    assert done.returncode == 2
    assert done.stdout.splitlines() == [
        "bobs #2 into club #3; both come from club #2.",
        "+  fnord  deny",
        "In conflict: 1 word.",
        "  word   ours (club)    theirs (bobs)  before",
        "  glorp  allow (still)  deny           allow (defined)",
    ]
    assert done.stderr.startswith("adjudicator: 'club' and 'bobs' have both changed what they say of: glorp.")
    assert run("house", "merge", "club", "bobs", "--take", "GLORP=theirs").returncode == 0
    exported = run("house", "export", "club", "--format", "csv").stdout.splitlines()
    assert [line.split(",")[:4] for line in exported[1:]] == [
        ["fnord", "deny", "", "Bob"],
        ["glorp", "deny", "", "Bob"],
        ["rho", "deny", "Greek", "Ann"],
    ]
    assert [line.split()[0] for line in run("house", "history", "club").stdout.splitlines()] == list("4321")


def test_json_is_that_of_http(sunday: Call) -> None:
    """What `--json` prints is what the call of the same name answers."""
    made = plain(sunday("house", "allow", "sunday", "glorp", "--inflections", "noun", "--json"))
    sunday("house", "deny", "sunday", "rho", "zed")
    sunday("house", "fork", "sunday", "club")
    sunday("house", "deny", "club", "glorp")
    sunday("house", "drop", "sunday", "glorp")
    client = create_app().test_client()

    def http(path: str) -> Any:
        return client.get(f"/v1/house-lists{path}").get_json()

    listed = [json.loads(line) for line in sunday("house", "list", "--json").out.splitlines()]
    assert listed == http("")["lists"]
    history = [json.loads(line) for line in sunday("house", "history", "sunday", "--json").out.splitlines()]
    assert history == http("/sunday/revisions")["revisions"]
    assert made == {**history[2], "ruleset": "house:sunday"}
    shown = plain(sunday("house", "show", "sunday", "--json"))
    assert shown.pop("entries") == http("/sunday/entries")["entries"]
    assert shown == http("/sunday")
    then = plain(sunday("house", "show", "sunday", "--revision", "2", "--json"))
    assert then["entries"] == http("/sunday/entries?revision=2")["entries"]
    assert plain(sunday("house", "diff", "sunday", "1", "--json")) == http("/sunday/diff?one=1")
    assert plain(sunday("house", "diff", "sunday", "3", "2", "--json")) == http("/sunday/diff?one=3&other=2")
    merge = plain(sunday("house", "merge", "sunday", "club", "--dry-run", "--json"))
    assert merge == http("/sunday/merge?other=club") and len(merge["conflicts"]) == 1
    exported = sunday("house", "export", "sunday").out
    assert exported == client.get("/v1/house-lists/sunday/export").text
    assert (
        plain(sunday("rulesets", "house:sunday", "--json"))
        == client.get("/v1/rulesets/house:sunday").get_json()
    )


def test_very_many_words_at_once(sunday: Call) -> None:
    """More words than are written in one piece are allowed, denied and dropped by one command, each time in one revision."""
    words = [letters(number) for number in range(AT_ONCE + 1)]
    for revision, action in enumerate(("allow", "deny", "drop"), 2):
        done = plain(sunday("house", action, "sunday", *words, "--json"))
        assert (done["revision"], done["changes"]) == (revision, len(words))


def test_a_bound_that_is_none(sunday: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bound of the environment's that is no number is not passed over: whatever opens the ledger names it."""
    monkeypatch.setenv("ADJUDICATOR_MAX_ENTRIES", "many")
    refused(sunday("house", "list"), "ADJUDICATOR_MAX_ENTRIES: 'many' is no number from 1 on")
    assert "boggle " in sunday("rulesets").out


def test_settings(sunday: Call) -> None:
    """Settings are changed one by one: the title, the base, and any place of a ruleset, which can be left to the base again."""
    assert sunday("check", "za", "-r", "house:sunday").code == 1
    sunday("house", "set", "sunday", "length.min=2", "spelling.region=any", "exclude.labels=['slang']")
    found = plain(
        sunday("house", "set", "sunday", "base=open", "title=Sunday = fun", "--note", "why", "--json")
    )
    assert (found["base"], found["title"], found["note"]) == ("open", "Sunday = fun", "why")
    assert found["overrides"] == {
        "length": {"min": 2},
        "spelling": {"region": "any"},
        "exclude": {"labels": ["slang"]},
    }
    shown = sunday("house", "show", "sunday").out
    assert '  changes     length.min=2\n  changes     spelling.region="any"\n' in shown
    unset = sunday(
        "house", "set", "sunday", "length.max=9", "--unset", "exclude", "spelling.region", "--json"
    )
    assert plain(unset)["overrides"] == {"length": {"min": 2, "max": 9}}
    diff = sunday("house", "diff", "sunday", "1").out
    assert diff == (
        "title: Sunday club → Sunday = fun\nbase: boggle → open\noverrides: - → length.max=9, length.min=2\n"
    )
    made = plain(sunday("house", "create", "club", "--base", "open", "--set", "length.max=none", "--json"))
    assert (made["title"], made["base"], made["overrides"]) == ("club", "open", {"length": {"max": "none"}})


def test_entries(sunday: Call) -> None:
    """Who wrote what and until when is shown; the same again changes nothing; an allowed word that stays illegal is told of."""
    sunday("house", "allow", "sunday", "GLORP", "--expires", "2020-01-01", "--reason", "a guess")
    sunday(
        "house", "deny", "sunday", "rho", "--expires", "2999-01-01", "--inflections", "noun", "--by", "Bob"
    )
    again = sunday("house", "deny", "sunday", "rho", "--expires", "2999-01-01", "--inflections", "noun")
    assert again.out.startswith("Nothing to change: sunday stays at revision 3.\n")
    short = sunday("house", "allow", "sunday", "za").out.splitlines()[1]
    assert short.startswith("  za: stays illegal (too-short);")
    shown = [line.split("  ") for line in sunday("house", "show", "sunday").out.splitlines()[4:]]
    told = [[cell.strip() for cell in line if cell.strip()] for line in shown]
    assert [[line[0], line[1], line[2]] for line in told] == [
        ["GLORP", "allow, ran out 2020-01-01", "ann"],
        ["rho", "deny, as noun, until 2999-01-01", "Bob"],
        ["za", "allow", "ann"],
    ]
    assert told[0][4] == "a guess"
    assert sunday("house", "drop", "sunday", "Rho", "za").out == "sunday is at revision 5 now: 1 entry.\n"
    assert sunday("house", "restore", "sunday", "3").out == "sunday is at revision 6 now: 2 entries.\n"
    assert "restore of sunday #3" in sunday("house", "history", "sunday", "--limit", "1").out
    assert sunday("house", "history", "sunday", "--limit", "1").out.endswith(
        "… and 5 before (--limit shows more)\n"
    )


def test_a_word_and_its_history(sunday: Call) -> None:
    """Edits of other words do not count; what is looked for is found; one word goes back, a revision is taken back, what changes nothing goes."""
    sunday("house", "allow", "sunday", "zee", "plates", "--by", "Ann", "--reason", "ours")
    assert sunday("house", "deny", "sunday", "zed", "--by", "Bob", "--seen", "1").code == 0
    late = sunday("house", "drop", "sunday", "zee", "--by", "Bob", "--seen", "1")
    refused(late, "'sunday' says something else of zee than at revision 1")
    shown = plain(sunday("house", "show", "sunday", "--only", "contrary", "--order", "newest", "--json"))
    assert [each["key"] for each in shown["entries"]] == ["zed", "zee"]
    assert sunday("house", "drop", "sunday", "zee", "zed", "--by", "Bob", "--seen", "3").code == 0
    told = sunday("house", "history", "sunday").out.splitlines()
    assert "drop zed, drop zee" in told[0] and "deny zed" in told[1] and "allow plates, allow zee" in told[2]
    of_zee = sunday(
        "house", "history", "sunday", "--word", "ZEE", "--author", "Ann", "--json"
    ).out.splitlines()
    assert [json.loads(line)["revision"] for line in of_zee] == [2]
    assert sunday("house", "restore", "sunday", "2", "--word", "zee").code == 0
    assert plain(sunday("house", "undo", "sunday", "4", "--json", "--by", "Ann"))["size"] == 3
    refused(sunday("house", "undo", "sunday", "1"), "has made the list")
    assert sunday("house", "prune", "sunday", "--dry-run").out == "plates\n"
    assert sunday("house", "prune", "sunday").out == "sunday is at revision 7 now: 2 entries.\n"


def test_a_season_and_what_is_left(sunday: Call) -> None:
    """A revision is frozen under a name; nothing is different at once; what of the list is disputable is named, the commonest first."""
    sunday("house", "allow", "sunday", "glorp", "plates", "--by", "Ann")
    done = sunday("house", "season", "sunday", "Winter 2027", "--by", "Ann")
    assert done.out.startswith("Froze revision 2 of sunday as winter-2027: ") and done.out.endswith(
        " legal by it.\n"
    )
    assert plain(sunday("house", "seasons", "sunday", "--json"))["revision"] == 2
    assert "Winter 2027" in sunday("house", "seasons", "sunday").out
    refused(sunday("house", "season", "sunday", "winter 2027"), "has a season 'winter-2027' already")
    assert sunday("house", "shifted", "sunday", "winter-2027") == (0, "", "")
    refused(sunday("house", "shifted", "sunday", "summer"), "has no season 'summer'")
    everything = sunday("house", "review", "sunday", "--of", "rules:50").out.split()
    sunday("house", "deny", "sunday", everything[1], "--by", "Ann")
    assert sunday("house", "review", "sunday").out == f"{everything[1]}\n"
    assert [
        json.loads(line)["key"]
        for line in sunday("house", "review", "sunday", "--of", "revision:3", "--json").out.splitlines()
    ] == everything[1:2]
    assert everything[1] not in sunday("house", "review", "sunday", "--of", "rules").out.split()
    queues = [json.loads(line) for line in sunday("house", "queues", "sunday", "--json").out.splitlines()]
    assert [each["queue"] for each in queues][:2] == ["list", "rules:35"]
    assert queues[0]["standing"] == {"total": 1, "settled": 0, "left": 1, "held": 0}
    assert queues[-1]["title"] == "what has changed since “Winter 2027”"
    assert sunday("house", "queues", "sunday").out.startswith("list ")
    refused(sunday("house", "review", "sunday", "--of", "nosuch"), "There is no queue 'nosuch'")


def test_what_is_judged_otherwise_by_now(sunday: Call, home: Path) -> None:
    """Of each word is said whether it was legal, and by which code it is judged now; no code of then is made up."""
    sunday("house", "set", "sunday", "length.max=5")  # so that few words are legal
    with closing(Ledger(URL.create("sqlite", database=str(home / "ledger.sqlite")))) as ledger:
        told = {"lexicon": "sha256:old", "ruleset_digest": "sha256:b", "words": ["glorp"]}
        ledger.seasons.freezing("sunday", "old", "Old", 2, "Ann", **told)()  # type: ignore[arg-type]
    lines = sunday("house", "shifted", "sunday", "old").out.splitlines()
    shifts = [
        json.loads(line) for line in sunday("house", "shifted", "sunday", "old", "--json").out.splitlines()
    ]
    assert len(lines) == len(shifts)
    assert {"key": "glorp", "was_legal": True, "code": "not-in-dictionary"} in shifts
    assert {"key": "trig", "was_legal": False, "code": "sense-admitted"} in shifts
    told_of = {line.split()[0]: line.split(maxsplit=1)[1] for line in lines}
    assert told_of["glorp"].split() == ["it", "was", "legal", "not-in-dictionary"]


def test_a_list_is_put_away_and_deleted(sunday: Call) -> None:
    """What is put away is listed apart and not changed; what nothing refers to is deleted."""
    assert sunday("house", "archive", "sunday").out.startswith("sunday is put away.")
    assert sunday("house", "list").out == "" and "sunday" in sunday("house", "list", "--archived").out
    refused(sunday("house", "allow", "sunday", "glorp"), "'sunday' is put away")
    assert plain(sunday("house", "unarchive", "sunday", "--json"))["state"] == "open"
    sunday("house", "fork", "sunday", "monday")
    refused(sunday("house", "delete", "sunday"), "1 copy or merge refer to it")
    assert sunday("house", "delete", "monday").out == "monday is deleted.\n"
    refused(sunday("house", "show", "monday"), "There is no house list 'monday'")


def test_a_list_whose_base_is_gone(sunday: Call, home: Path) -> None:
    """A list can be edited although the ruleset below it is no more; the list of rulesets goes on."""
    (home / "rulesets").mkdir()
    own = home / "rulesets" / "own.toml"
    own.write_text('id = "own"\ntitle = "Own"\nrulebook = "Ours"\nextends = "boggle"\n')
    assert sunday("house", "set", "sunday", "base=own").code == 0
    own.unlink()
    assert sunday("house", "allow", "sunday", "glorp").code == 0
    assert "house:sunday  Sunday club (house list over own)\n" in sunday("rulesets").out
    refused(sunday("check", "glorp", "-r", "house:sunday"), "There is no ruleset 'own'")


def test_another_name(sunday: Call) -> None:
    """A list that is renamed is called so everywhere; by the one before it still judges, and whoever names that is told what it is called."""
    sunday("house", "allow", "sunday", "glorp")
    done = sunday("house", "rename", "sunday", "saturday")
    assert done.out.startswith("sunday is called saturday now. house:sunday and its old address lead there")
    assert plain(sunday("check", "glorp", "-r", "house:sunday", "--json"))["ruleset"] == "house:saturday"
    refused(
        sunday("house", "show", "sunday"),
        "The house list 'sunday' is called 'saturday' by now. Use that name.",
    )
    refused(sunday("house", "create", "sunday"), "The name 'sunday' leads to the house list 'saturday'")
    assert plain(sunday("house", "rename", "saturday", "sunday", "--json"))["revision"] == 2
    assert sunday("ledger", "verify").code == 0


@pytest.mark.parametrize(
    ("name", "content", "more"),
    [
        ("words.txt", "# ours\nglorp\nrho\nzed\n", ["--effect", "deny"]),
        ("words.CSV", "word,effect\nglorp,deny\nrho,deny\nzed,deny\n", []),
        ("words.json", json.dumps([{"word": w, "effect": "deny"} for w in ("glorp", "rho", "zed")]), []),
        ("words", "glorp\nrho\nzed\n", ["--effect", "deny", "--format", "text"]),
        ("-", "glorp\nrho\nzed\n", ["--effect", "deny"]),
    ],
)
def test_imports(sunday: Call, tmp_path: Path, name: str, content: str, more: list[str]) -> None:
    """A file is read by what it is; the report says what was new, known, contradicted or so already, and both sides of a contradiction."""
    sunday("house", "allow", "sunday", "rho")
    sunday("house", "deny", "sunday", "zed")
    (tmp_path / name).write_text(content)
    before = sunday("house", "export", "sunday").out
    dry = sunday("house", "import", "sunday", name, *more, "--dry-run", "--json", given=content.encode())
    report = plain(dry)
    assert (report["written"], report["already_so"], report["duplicate"], report["contradicts"]) == (
        1,
        1,
        1,
        1,
    )
    assert (report["revision"], report["dry_run"]) == (3, True)
    assert sunday("house", "export", "sunday").out == before
    done = sunday("house", "import", "sunday", name, *more, given=content.encode())
    assert done.out.startswith("Understood as ") and done.err == ""
    assert "1 so already by the rules, brought in all the same\n" in done.out
    assert "  rho  deny  the list: allow  differs in effect\n" in done.out
    assert done.out.endswith("sunday, revision 4: 1 entry written.\n")
    replaced = sunday("house", "import", "sunday", name, *more, "--replace", "--json", given=content.encode())
    assert plain(replaced)["written"] == 1
    assert [each["effect"] for each in plain(sunday("house", "export", "sunday"))] == ["deny"] * 3


def test_an_import_with_faults(sunday: Call) -> None:
    """Where a line is no word, nothing is written, the exit code says so, and the line is told; on demand the others are written."""
    file = b"glorp\n123\nfnord\n"
    done = sunday("house", "import", "sunday", "-", given=file)
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "Nothing was written: 1 line of the file cannot be read." in done.err
    assert sunday("house", "export", "sunday", "--format", "text").out == ""
    done = sunday("house", "import", "sunday", "-", "--leave-unreadable", given=file)
    assert (done.code, done.err) == (0, "")
    assert "  line 2: word: Nothing in '123' can be spelled" in done.out
    assert sunday("house", "export", "sunday", "--format", "text").out == "fnord\nglorp\n"


@pytest.mark.parametrize(("answer", "written"), [("y", True), ("", False), (None, False)])
def test_an_import_at_a_terminal(
    sunday: Call, monkeypatch: pytest.MonkeyPatch, answer: str | None, written: bool
) -> None:
    """Who sits at a terminal sees the report and is asked; nothing is written unless they say yes, or `--yes` beforehand."""

    def said(_: str) -> str:
        if answer is None:
            raise EOFError
        return answer

    monkeypatch.setattr(house_files, "is_terminal", lambda: True)
    monkeypatch.setattr("builtins.input", said)
    done = sunday("house", "import", "sunday", "-", given=b"glorp\n")
    assert done.code == 0 and done.out.startswith("Understood as one word a line")
    assert done.out.endswith(f"1 entry {'' if written else 'not '}written.\n")
    sunday("house", "import", "sunday", "-", "--yes", given=b"fnord\n")
    assert sunday("house", "export", "sunday", "--format", "text").out == (
        "fnord\nglorp\n" if written else "fnord\n"
    )


def test_exports_are_imports(sunday: Call, tmp_path: Path) -> None:
    """What is exported as CSV or JSON makes the same list, authors and times included, in another one."""
    sunday(
        "house", "allow", "sunday", "glorp", "--inflections", "--reason", 'so "we" said, twice', "--by", "Bob"
    )
    sunday("house", "deny", "sunday", "rho", "--expires", "2999-01-01")
    for form in ("csv", "json"):
        (tmp_path / f"kept.{form}").write_text(
            sunday("house", "export", "sunday", "--format", form).out, encoding="utf-8"
        )
        sunday("house", "create", form)
        assert sunday("house", "import", form, f"kept.{form}").code == 0
        assert sunday("house", "export", form).out == sunday("house", "export", "sunday").out
    assert plain(sunday("house", "export", "sunday", "--revision", "2"))[0]["word"] == "glorp"


def test_a_merge_takes_what_is_preferred(sunday: Call) -> None:
    """`--take` settles words in conflict one by one, `--prefer` all the others; what was merged is not merged again."""
    sunday("house", "fork", "sunday", "club")
    sunday("house", "allow", "sunday", "glorp", "fnord", "blick")
    sunday("house", "deny", "club", "glorp", "fnord", "blick")
    done = sunday(
        "house", "merge", "sunday", "club", "--take", "glorp=ours", "fnord=ours", "--prefer", "theirs"
    )
    assert done.out == "sunday is at revision 3 now: 3 entries.\n"
    effects = {each["word"]: each["effect"] for each in plain(sunday("house", "export", "sunday"))}
    assert effects == {"glorp": "allow", "fnord": "allow", "blick": "deny"}
    assert (
        sunday("house", "merge", "sunday", "club").out == "Nothing to change: sunday stays at revision 3.\n"
    )


CHANGES = [
    ["house", "allow", "sunday", "cat"],
    ["house", "deny", "sunday", "cat"],
    ["house", "drop", "sunday", "glorp"],
    ["house", "set", "sunday", "length.min=4"],
    ["house", "restore", "sunday", "1"],
    ["house", "merge", "sunday", "club"],
    ["house", "import", "sunday", "-"],
]


@pytest.mark.parametrize("arguments", CHANGES, ids=" ".join)
def test_who_is_late_is_told(sunday: Call, arguments: list[str]) -> None:
    """With `--expect` a change is made to the revision that was seen, or not at all."""
    sunday("house", "fork", "sunday", "club")
    sunday("house", "deny", "club", "blick")
    sunday("house", "allow", "sunday", "glorp")
    refused(sunday(*arguments, "--expect", "1", given=b"cat\n"), "has revision 2 by now, not 1")
    assert plain(sunday("house", "show", "sunday", "--json"))["revision"] == 2
    assert sunday(*arguments, "--expect", "2", given=b"cat\n").code == 0
    assert plain(sunday("house", "show", "sunday", "--json"))["revision"] == 3


MISTAKES = [
    (["create", "sunday"], "There is a house list 'sunday'"),
    (["create", "Sunday"], "slug: takes"),
    (["create", "club", "--base", "nosuch"], "base: There is no ruleset 'nosuch'"),
    (["create", "club", "--base", "house:sunday"], "base: takes the id of a ruleset"),
    (["create", "club", "--title", ""], "title: is empty"),
    (["create", "club", "--set", "length.min=x-large"], "length.min: takes"),
    (["create", "club", "--set", "length.min"], "A setting takes NAME=VALUE"),
    (["create", "club", "--set", "nosuch.min=3"], "nosuch: is not known"),
    (["create", "club", "--set", "length.min=1\nb=2"], "cannot be set to '1\\nb=2'"),
    (["create", "club", "--set", "length=3", "length.min=4"], "'length.min' lies in no table"),
    (["create", "club", "--by", " "], "author: is empty"),
    (["create", "club", "--note", "a\x1bb"], "note: has the control character U+001B"),
    (["set", "sunday"], "Nothing to set"),
    (["set", "sunday", "--unset", "length.min"], "does not set 'length.min'"),
    (["set", "sunday", "length.min=" + "[" * 5000], "cannot be set"),
    (["allow", "sunday", "cat", "123"], "Nothing in '123' can be spelled"),
    (["allow", "sunday", "cat", "--expires", "soon"], "expires: takes a date"),
    (["allow", "sunday", "cat", "--reason", "x" * 1001], "reason: is 1,001 characters long"),
    (["allow", "sunday", "cat", "--inflections", "dog"], "--inflections takes noun, verb, adjective, adverb"),
    (["allow", "sunday", "cat", "--expect", "one"], "--expect takes a whole number, not 'one'"),
    (["allow", "sunday", "cat", "--expect", "9" * 30], "--expect takes a whole number"),
    (["drop", "sunday", "cat", "dog"], "'sunday' has no entry for 'cat', 'dog'"),
    (["show", "sunday", "--revision", "9"], "There is no revision 9"),
    (["show", "sunday", "--revision", "0"], "There is no revision 0"),
    (["history", "sunday", "--limit", "-1"], "--limit takes a whole number"),
    (["diff", "sunday", "one"], "N takes a whole number"),
    (["diff", "sunday", "1", "7"], "There is no revision 7"),
    (["restore", "sunday", "7"], "There is no revision 7"),
    (["fork", "sunday", "sunday"], "There is a house list 'sunday'"),
    (["fork", "sunday", "a b"], "slug: takes"),
    (["merge", "sunday", "sunday"], "other: is the list itself"),
    (["merge", "sunday", "nosuch"], "There is no house list 'nosuch'"),
    (["merge", "sunday", "club", "--take", "cat=ours"], "take.cat: is not in conflict"),
    (["merge", "sunday", "club", "--take", "cat"], "--take takes NAME=VALUE"),
    (["import", "sunday", "nosuch.txt"], "'nosuch.txt' cannot be read: No such file"),
    (["import", "sunday", ".", "--format", "text"], "'.' cannot be read: Is a directory"),
    (
        ["import", "sunday", "bad.txt"],
        "or say which encoding it has. Nothing was written. --encoding says it.",
    ),
    (["import", "sunday", "bad.json"], "line 1: is not JSON (Expecting value). Nothing was written.\n"),
    (["import", "sunday", "bad.csv"], "give it the header “word”. Nothing was written. --columns says it."),
]


@pytest.mark.parametrize(
    ("arguments", "said"), MISTAKES, ids=lambda each: "" if isinstance(each, str) else " ".join(each)[:40]
)
def test_mistakes(sunday: Call, tmp_path: Path, arguments: list[str], said: str) -> None:
    """A mistake is told in one line, the exit code is 2, and nothing is written."""
    sunday("house", "create", "club")
    (tmp_path / "bad.txt").write_bytes(b"cat\n\x81\n")
    (tmp_path / "bad.json").write_text("[")
    (tmp_path / "bad.csv").write_text("effect,at\nallow,12\n")
    before = sunday("house", "list", "--json").out
    refused(sunday("house", *arguments), said)
    assert sunday("house", "list", "--json").out == before


@pytest.mark.parametrize(
    "arguments",
    [
        ["create", "{}"],
        ["create", "club", "--title", "{}"],
        ["create", "club", "--base", "{}"],
        ["create", "club", "--set", "{}"],
        ["set", "sunday", "--unset", "{}"],
        ["show", "{}"],
        ["show", "{}", "--revision", "1"],
        ["show", "sunday", "--revision", "{}"],
        ["allow", "{}", "cat"],
        ["allow", "sunday", "{}"],
        ["allow", "sunday", "cat", "--expires", "{}"],
        ["allow", "sunday", "cat", "--expect", "{}"],
        ["drop", "sunday", "{}"],
        ["history", "{}"],
        ["diff", "{}", "1"],
        ["diff", "{}", "1", "2"],
        ["restore", "sunday", "{}"],
        ["fork", "sunday", "{}"],
        ["fork", "{}", "club"],
        ["merge", "sunday", "{}"],
        ["merge", "sunday", "sunday", "--take", "{}"],
        ["import", "sunday", "{}"],
        ["import", "{}", "-"],
        ["export", "{}"],
    ],
    ids=" ".join,
)
def test_bad_arguments(sunday: Call, arguments: list[str]) -> None:
    """Empty, huge, unprintable and senseless arguments are refused in one line, unless a title or slug may be so."""
    for bad, text in BAD.items():
        done = sunday("house", *(each.replace("{}", text) for each in arguments))
        if done.code == 0:
            assert bad in ("emoji", "dots", "digits") and arguments[-2] in ("create", "sunday", "--title")
        else:
            refused(done)


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "cat", "-r", "{}"],
        ["check", "-", "-r", "{}"],
        ["judge", "cat", "-r", "{}"],
        ["search", "--length", "3", "-r", "{}"],
        ["export", "{}"],
        ["diff", "boggle", "{}"],
        ["diff", "{}", "boggle"],
        ["rulesets", "{}"],
    ],
    ids=" ".join,
)
def test_rulesets_that_are_no_lists(sunday: Call, arguments: list[str]) -> None:
    """Wherever a ruleset is named, a house list or revision that there is not is refused in one line."""
    for name in (
        *BAD.values(),
        "nosuch",
        "sunday@9",
        "sunday@0",
        "sunday@" + "9" * 30,
        "sunday@x",
        "sunday@",
    ):
        done = sunday(*(each.replace("{}", "house:" + name) for each in arguments), given=b"cat\n")
        refused(done, "There is no ruleset 'house:")


def test_without_a_ledger(call: Call, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The list of rulesets makes no ledger, and goes on where one does not answer."""
    assert call("rulesets").code == 0
    assert not (home / "ledger.sqlite").exists()
    monkeypatch.setenv(ENVIRONMENT, "postgresql://nobody@127.0.0.1:1/nothing")
    done = call("rulesets", "--json")
    assert done.code == 2 and done.err.startswith("adjudicator: The ledger does not answer")
    assert {each["id"] for each in json.loads(done.out)} >= {"boggle", "open"}
    refused(call("house", "list"), "The ledger does not answer")


def test_without_a_lexicon(call: Call, home: Path) -> None:
    """Only what needs the dictionary asks for it: the list of the house is read and written without."""
    (home / "lexicon.sqlite").unlink()
    assert call("house", "create", "sunday").code == 0
    assert call("house", "allow", "sunday", "glorp", "--inflections").code == 0
    assert call("house", "show", "sunday").code == 0
    refused(call("house", "import", "sunday", "-", given=b"cat\n"), "adjudicator build")
