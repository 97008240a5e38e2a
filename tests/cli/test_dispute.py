"""Challenges, votes and rulings by the command line: the stories as real processes, the many cases within this one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from adjudicator.server.app import create_app
from tests.cli.conftest import Call, Done, plain, refused
from tests.cli.test_bad_input import BAD
from tests.conftest import Run


def opened(call: Call, *arguments: str) -> str:
    """Open a dispute and return its id."""
    found: str = plain(call("dispute", "open", *arguments, "--json"))["id"]
    return found


def facts(done: Done) -> dict[str, list[str]]:
    """Return what a dispute is told to be: what is said under each name."""
    assert done.code == 0, done.err
    said: dict[str, list[str]] = {}
    for line in done.out.splitlines()[1:]:
        said.setdefault(line[:14].strip(), []).append(line[14:])
    return said


def test_the_dictionary_settles_it(run: Run) -> None:
    """By the challenging rule of Boggle whoever is wrong loses two points, at once."""
    done = run("dispute", "open", "zee", "--player", "Ann", "--challenger", "Bob", "--by", "Cy")
    assert done.returncode == 0
    ended = done.stdout.splitlines()[1].removeprefix("  state       closed ").removesuffix(" by Cy")
    assert done.stdout[16:].startswith(": zee under boggle\n") and ended.endswith(" UTC")
    assert "  players     Bob challenges Ann\n" in done.stdout
    assert "  verdict     zee is not legal: American spelling" in done.stdout
    assert "  outcome     ZEE is not legal and is crossed off. Ann loses 2 points.\n" in done.stdout
    listed = run("dispute", "list").stdout
    assert listed == f"{done.stdout[:16]}  closed  {ended}  Cy  boggle  by the dictionary  zee\n"


def test_a_vote_becomes_a_precedent(run: Run) -> None:
    """People vote by their names, change their minds, and the outcome becomes an entry of the list with a link back."""
    run("house", "create", "sunday")
    opening = ("dispute", "open", "glorp", "-r", "house:sunday", "--vote", "--quorum", "2", "--json")
    id = json.loads(run(*opening).stdout)["id"]
    run("dispute", "vote", id, "illegal", "--by", "Ann")
    early = run("dispute", "close", id)
    assert early.returncode == 2 and "1 of the 2 that the quorum asks for" in early.stderr
    run("dispute", "vote", id, "legal", "--by", "ann")
    run("dispute", "vote", id, "abstain", "--by", "Bob")
    closed = json.loads(run("dispute", "close", id, "--json").stdout)
    assert closed["tally"] == {"legal": 1, "illegal": 0, "abstain": 1}
    done = run("dispute", "precedent", id, "sunday", "--by", "Cy")
    assert done.stdout.endswith("  precedent   sunday, revision 2\n")
    entry = json.loads(run("house", "export", "sunday").stdout)[0]
    assert (entry["word"], entry["effect"], entry["author"]) == ("glorp", "allow", "Cy")
    assert entry["ruling"] == closed["ruling"] and entry["reason"] == f"ruled in dispute {id}"
    assert run("check", "glorp", "-r", "house:sunday").returncode == 0
    replay = run("dispute", "replay", id)
    assert replay.returncode == 1
    assert "  glorp  legal" in replay.stdout and "False → True\n" in replay.stdout
    assert run("ledger", "verify").returncode == 0


def test_json_is_that_of_http(sunday: Call) -> None:
    """What `--json` prints is what the call of the same name answers."""
    voted = opened(
        sunday, "glorp", "za", "--vote", "--deadline", "2999-01-01", "--player", "Cy", "--mid-round"
    )
    cast = plain(sunday("dispute", "vote", voted, "legal", "--by", "Ann", "--json"))
    settled = opened(sunday, "zee")
    withdrawn = opened(sunday, "cat", "--vote")
    assert plain(sunday("dispute", "withdraw", withdrawn, "--json"))["status"] == "withdrawn"
    client = create_app().test_client()

    def http(path: str) -> Any:
        return client.get(f"/v1/{path}").get_json()

    def listed(*arguments: str) -> list[Any]:
        return [json.loads(line) for line in sunday("dispute", "list", *arguments, "--json").out.splitlines()]

    assert cast == http(f"disputes/{voted}") == plain(sunday("dispute", "show", voted, "--json"))
    assert listed() == http("disputes")["disputes"]
    assert [each["id"] for each in listed()] == [withdrawn, settled, voted]
    assert [each["id"] for each in listed("--status", "open")] == [voted]
    assert [each["id"] for each in listed("--limit", "1")] == [withdrawn]
    assert listed("-r", "house:sunday") == []
    ruling = plain(sunday("dispute", "show", settled, "--json"))["ruling"]
    for named in (ruling, settled):
        assert plain(sunday("dispute", "ruling", named, "--json")) == http(f"rulings/{ruling}")
        assert plain(sunday("dispute", "replay", named, "--json")) == http(f"rulings/{ruling}/replay")


def test_the_bonus_for_finishing_first(sunday: Call) -> None:
    """By the rule of Word Whiz a first finisher with an illegal word hands the bonus to who has the fewest tiles left."""
    id = opened(
        sunday,
        *("qzx", "-r", "word-whiz", "--player", "Ann", "--challenger", "Bob", "--finished-first"),
        *("--unplayed", "Bob=3", "Cy=1", "Dee=1", "--ineligible", "Dee"),
    )
    sunday("dispute", "vote", id, "illegal", "--by", "Bob")
    told = facts(sunday("dispute", "close", id))
    assert told["rule"] == ["Word Whiz: the group agrees"]
    assert told["outcome"][0].endswith("The bonus of 5 points goes from Ann to Cy.")


@pytest.mark.parametrize(
    ("arguments", "outcome"),
    [
        (["cat"], "CAT is legal and stands. challenger loses 2 points."),
        (["cat", "zee", "--rule", "double"], "ZEE is not legal and is taken back. player loses a turn."),
        (["zee", "--rule", "triple", "--player", "Ann"], "Ann loses the game."),
        (["qzx", "-r", "word-whiz", "--dictionary", "--mid-round"], "QZX is not legal and is taken back."),
        (
            ["qzx", "-r", "word-whiz", "--dictionary", "--mid-round", "--built-on"],
            "counts nothing for its player",
        ),
    ],
)
def test_rules(sunday: Call, arguments: list[str], outcome: str) -> None:
    """The rule is the ruleset's or another that is named, and is told what happened at the table."""
    assert outcome in facts(sunday("dispute", "open", *arguments))["outcome"][0]


def test_what_is_told_of_a_vote(sunday: Call) -> None:
    """The votes, the quorum and the deadline are shown while it is open, and the ruling that it was opened with."""
    id = opened(sunday, "glorp", "--vote", "--quorum", "3", "--deadline", "2999-12-31T18:00:00Z")
    told = facts(sunday("dispute", "vote", id, "legal"))
    assert told["state"] == ["open: 1 vote of 3 needed, until 2999-12-31 18:00 UTC"]
    assert told["vote"] == ["ann: legal"]
    assert told["ruling"][0].endswith(" (before the vote)")
    ruling = sunday("dispute", "ruling", id).out
    assert ruling.startswith(told["ruling"][0].split()[0] + ": a verdict under boggle, ")
    assert "  glorp is not legal: " in ruling
    assert sunday("dispute", "replay", id).out.endswith(": today's lexicon agrees.\n")
    assert sunday("dispute", "list").out.split()[-3:] == ["1", "vote", "glorp"]
    assert facts(sunday("dispute", "withdraw", id))["state"][0].startswith("withdrawn ")
    assert "… and others before" not in sunday("dispute", "list", "--limit", "1").out
    opened(sunday, "cat")
    assert sunday("dispute", "list", "--limit", "1").out.endswith(
        "… and others before (--limit shows more)\n"
    )


def test_a_name_has_one_vote(sunday: Call) -> None:
    """However a name is spaced, and in capitals or not, it has one vote, which is no token's; the whole adds up."""
    id = opened(sunday, "glorp", "--vote")
    for name, choice in (("Ann  B", "legal"), (" ann b ", "illegal"), ("ANN B", "abstain"), ("Ann", "legal")):
        found = plain(sunday("dispute", "vote", id, choice, "--by", name, "--json"))
    assert [(vote["name"], vote["choice"]) for vote in found["votes"]] == [
        ("ANN B", "abstain"),
        ("Ann", "legal"),
    ]
    assert plain(sunday("ledger", "verify", "--json")) == {"faults": []}


def test_a_ruling_outlives_its_ruleset(sunday: Call, tmp_path: Path) -> None:
    """A ruling can be shown when its ruleset no longer exists; whether it still holds nobody can say."""
    own = tmp_path / "own.toml"
    own.write_text('id = "own"\ntitle = "Own"\nrulebook = "Ours"\nextends = "boggle"\n')
    id = opened(sunday, "cat", "-r", str(own))
    assert plain(sunday("dispute", "replay", id, "--json"))["agrees"] is True
    own.unlink()
    assert sunday("dispute", "ruling", id).code == 0
    refused(sunday("dispute", "replay", id), "no longer exists")
    done = sunday("dispute", "replay", id, "--json")
    assert (done.code, json.loads(done.out)["agrees"]) == (2, None)


@pytest.mark.parametrize("ending", [["close"], ["withdraw"]], ids=" ".join)
def test_who_is_late_is_told(sunday: Call, ending: list[str]) -> None:
    """With `--expect` a dispute is ended as it was seen, or not at all; what is over stays as it is."""
    id = opened(sunday, "glorp", "--vote")
    sunday("dispute", "vote", id, "legal")
    refused(sunday("dispute", *ending, id, "--expect", "1"), "its revision is 2, not 1")
    assert sunday("dispute", *ending, id, "--expect", "2").code == 0
    for again in (["vote", id, "legal"], ["close", id], ["withdraw", id]):
        refused(sunday("dispute", *again), f"The dispute {id} was ")


def test_precedents_that_cannot_be(sunday: Call) -> None:
    """Only what was decided becomes a precedent, once, in a list that there is; nothing is written otherwise."""
    tie = opened(sunday, "glorp", "--vote")
    refused(sunday("dispute", "precedent", tie, "sunday"), "is open, and nothing was decided")
    settled = opened(sunday, "zee")
    refused(sunday("dispute", "precedent", settled, "nosuch"), "There is no house list 'nosuch'")
    refused(sunday("dispute", "precedent", settled, "sunday", "--expect", "7"), "never had revision 7")
    refused(sunday("dispute", "precedent", settled, "sunday", "--reason", "x" * 1001), "reason: is 1,001")
    assert plain(sunday("house", "show", "sunday", "--json"))["revision"] == 1
    assert sunday("dispute", "precedent", settled, "sunday", "--reason", "as in the book").code == 0
    refused(
        sunday("dispute", "precedent", settled, "sunday"), "is a precedent of the house list sunday already"
    )
    entries = plain(sunday("house", "show", "sunday", "--json"))["entries"]
    assert [(each["word"], each["effect"], each["reason"]) for each in entries] == [
        ("zee", "deny", "as in the book")
    ]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["123"], "Nothing in '123' can be spelled"),
        (["cat", "Cat"], "words: has 'cat' more than once"),
        (["cat", "-r", "nosuch"], "There is no ruleset 'nosuch'"),
        (["cat", "-r", "house:nosuch"], "There is no ruleset 'house:nosuch'"),
        (["cat", "--rule", "nosuch"], "rule: "),
        (["cat", "--by", ""], "by: is empty"),
        (["cat", "--player", ""], "player: is empty"),
        (["cat", "--player", "Ann", "--challenger", "Ann"], "challenger: is the player whose word it is"),
        (["cat", "--quorum", "2"], "quorum: is for a vote"),
        (["cat", "--vote", "--quorum", "0"], "quorum: takes 1 to 1000"),
        (["cat", "--vote", "--quorum", "two"], "--quorum takes a whole number, not 'two'"),
        (["cat", "--vote", "--deadline", "soon"], "deadline: takes a date"),
        (["cat", "--vote", "--deadline", "2020-01-01"], "deadline: has passed already"),
        (["cat", "--mid-round", "--finished-first"], "nobody has finished"),
        (["cat", "--unplayed", "Bob"], "--unplayed takes NAME=VALUE, not 'Bob'"),
        (["cat", "--unplayed", "Bob=-1"], "--unplayed 'Bob' takes a whole number, not '-1'"),
        (["cat", "--unplayed", "Bob=5000"], "unplayed: takes 0 to 1000 tiles"),
        (["cat", "--ineligible", ""], "ineligible: is empty"),
    ],
)
def test_mistakes(sunday: Call, arguments: list[str], said: str) -> None:
    """A mistake is told in one line, the exit code is 2, and nothing is written."""
    refused(sunday("dispute", "open", *arguments), said)
    assert sunday("dispute", "list").out == ""


@pytest.mark.parametrize(
    "arguments",
    [
        ["open", "{}"],
        ["open", "cat", "-r", "{}"],
        ["open", "cat", "--rule", "{}"],
        ["open", "cat", "--vote", "--deadline", "{}"],
        ["open", "cat", "--unplayed", "{}"],
        ["show", "{}"],
        ["vote", "{}", "legal"],
        ["close", "{}"],
        ["withdraw", "{}"],
        ["precedent", "{}", "sunday"],
        ["ruling", "{}"],
        ["replay", "{}"],
        ["list", "--limit", "{}"],
    ],
    ids=" ".join,
)
def test_bad_arguments(sunday: Call, arguments: list[str]) -> None:
    """Empty, huge, unprintable and senseless arguments are refused in one line."""
    for bad, text in BAD.items():
        if (bad, "--limit") != ("digits", arguments[-2]):
            refused(sunday("dispute", *(each.replace("{}", text) for each in arguments)))


def test_a_ruleset_that_cannot_be_named(sunday: Call, tmp_path: Path) -> None:
    """A ruleset by a path that no ledger can write down is refused."""
    own = tmp_path / "own\udcff.toml"
    own.write_text('id = "own"\ntitle = "Own"\nrulebook = "Ours"\nextends = "boggle"\n')
    refused(sunday("dispute", "open", "cat", "-r", str(own)), "ruleset: has the control character U+DCFF")


def test_names_that_are_none(sunday: Call) -> None:
    """Voters, rulesets to list by, and lists for precedents are refused, or found to have nothing, whatever they are called."""
    id = opened(sunday, "zee")
    for text in BAD.values():
        refused(sunday("dispute", "precedent", id, text))
        assert sunday("dispute", "list", "-r", text).out == ""
    voted = opened(sunday, "cat", "--vote")
    for bad in ("empty", "long", "control", "newline", "surrogate", "blank"):
        refused(sunday("dispute", "vote", voted, "legal", "--by", BAD[bad]))


def test_hands(call: Call) -> None:
    """Counted hands stand beside votes by name, are set aside when somebody new votes, and are in the ruling."""
    id = opened(call, "glorp", "--vote", "--quorum", "4", "--hide-tally")
    call("dispute", "vote", id, "illegal", "--by", "Ann")
    said = facts(call("dispute", "hands", id, "--legal", "3", "--by", "Bob"))
    assert said["hands"] == ["3 legal, 0 illegal, 0 abstain; counted by Bob"]
    assert said["vote"] == ["Ann: has voted"]
    assert facts(call("dispute", "show", id))["state"] == ["open: 4 votes of 4 needed"]
    said = facts(call("dispute", "vote", id, "legal", "--by", "Cy"))
    assert said["hands"][0].endswith("somebody has voted since, so count them again")
    refused(call("dispute", "hands", id, "--legal", "-1"), "--legal takes a whole number")
    call("dispute", "hands", id, "--legal", "2", "--by", "Bob")
    closed = plain(call("dispute", "close", id, "--json"))
    assert closed["tally"] == {"legal": 3, "illegal": 1, "abstain": 0}
    ruling = plain(call("dispute", "ruling", id, "--json"))
    assert (ruling["outcome"]["hands"]["legal"], ruling["outcome"]["hands"]["by"]) == (2, "Bob")
