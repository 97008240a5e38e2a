"""Rulesets: a rulebook's TOML becomes a typed object, or every fault of it is told at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.core.shapes import plain
from adjudicator.errors import RulesetInvalid, UnknownRuleset
from adjudicator.judging.service import Adjudicator
from adjudicator.resources import config_dir
from adjudicator.rules.conditions import CODES
from adjudicator.rules.files import Rulebooks
from adjudicator.rules.ruleset import Challenge, Example, Exclusions, Ruleset, digested, merge, parse
from tests.conftest import REAL_LEXICON

KNOWN = frozenset(CODES)
SHIPPED = sorted(path.stem for path in (config_dir() / "rulesets").glob("*.toml"))
LEAST: dict[str, Any] = {"id": "mine", "dictionary": {"sources": ["scowl"]}}


def read(**tables: Any) -> Ruleset:
    return parse({**LEAST, **tables}, KNOWN)


def faults(table: dict[str, Any]) -> tuple[str, ...]:
    with pytest.raises(RulesetInvalid) as caught:
        parse(table, KNOWN, where="mine.toml")
    return caught.value.faults


def test_the_least_ruleset() -> None:
    """An id and a source are enough: then every word of that source is legal."""
    ruleset = parse(LEAST, KNOWN)
    assert (ruleset.min_length, ruleset.max_length, ruleset.region, ruleset.title) == (1, None, "any", "mine")
    assert [member.source for member in ruleset.dictionary.members] == ["scowl"]
    assert not any(ruleset.exclude)


def test_everything_said() -> None:
    """Every table of the file arrives in its place."""
    ruleset = parse(
        {
            "id": "all",
            "title": "All",
            "rulebook": "A rulebook",
            "dictionary": {"sources": ["a", "b"], "members": [{"source": "b", "max-size": 60}]},
            "length": {"min": 2, "max": 9},
            "alphabet": {"letters": "zab"},
            "spelling": {"region": "american"},
            "exclude": {"proper-nouns": True, "labels": ["slang"], "parts-of-speech": ["verb"]},
            "cites": {"too-short": "§1"},
            "challenge": {"settle": "vote", "quorum": 3, "player-loses": 1, "whole-play": True},
        },
        KNOWN,
    )
    assert (ruleset.min_length, ruleset.max_length, ruleset.alphabet, ruleset.region) == (
        2,
        9,
        "abz",
        "american",
    )
    assert ruleset.dictionary.members[0].max_size == 60
    assert (
        ruleset.exclude.proper_nouns
        and ruleset.exclude.labels == ("slang",)
        and ruleset.exclude.parts_of_speech == ("verb",)
    )
    assert ruleset.cites == {"too-short": "§1"}
    assert ruleset.challenge == Challenge(settle="vote", quorum=3, player_loses=1, whole_play=True)


CHALLENGES: dict[str, dict[str, Any]] = {"two": {"title": "Two", "player-loses": 2, "challenger-loses": 2}}


def challenge(**fields: Any) -> Challenge:
    return parse({**LEAST, "challenge": fields}, KNOWN, challenges=CHALLENGES).challenge


def test_a_challenge_rule_by_name() -> None:
    """A ruleset names a rule, and may change some fields of it, to nothing too."""
    assert challenge(rule="two") == Challenge(title="Two", player_loses=2, challenger_loses=2)
    changed = challenge(**{"rule": "two", "challenger-loses": 0, "mid-round": "withdrawn"})
    assert changed == Challenge(title="Two", player_loses=2, mid_round="withdrawn")
    assert challenge() == Challenge()


def test_an_unknown_challenge_rule() -> None:
    """A rule that is not there is refused with those that are."""
    with pytest.raises(RulesetInvalid) as caught:
        challenge(rule="three")
    assert caught.value.faults == ("challenge.rule: takes two, not 'three'",)


@pytest.mark.parametrize("name", Rulebooks().challenges)
def test_shipped_challenge_rules(name: str, folder: Path) -> None:
    """Every shipped rule can be named by a ruleset, has a title, and says where it comes from."""
    path = write(folder / "mine.toml", f'id = "mine"\nextends = "open"\n[challenge]\nrule = "{name}"\n')
    found = Rulebooks().load(str(path)).challenge
    assert found.title != Challenge().title and found.source


def test_a_house_changes_the_challenge(folder: Path) -> None:
    """What stands on top of a ruleset may name another challenge rule, whole, or change a field of its own one."""
    books = Rulebooks()
    double = books.load("boggle", {"challenge": {"rule": "double"}}).challenge
    assert double.challenger_loses_turn and not double.challenger_loses
    dearer = books.load("boggle", {"challenge": {"player-loses": 5}}).challenge
    assert (dearer.player_loses, dearer.challenger_loses) == (5, 2)


def test_every_fault_at_once() -> None:
    """All faults of a file are told together, each with the path of its key."""
    found = faults(
        {
            "id": "Not An Id",
            "colour": "red",
            "dictionary": {"sources": [], "members": [{"source": "x", "size": 1}, 3], "order": 1},
            "length": {"min": 0, "max": "ten"},
            "alphabet": {"letters": "ABC"},
            "spelling": {"region": "martian"},
            "exclude": {"proper-nouns": "yes", "labels": "slang", "verbs": True},
            "cites": {"no-such-code": "§1", "too-short": 3},
            "challenge": {"rule": "nosuch", "quorum": 0, "tie": "nobody", "word": "stands", "fee": 1},
        }
    )
    paths = {fault.split(":")[0] for fault in found}
    assert paths == {
        "id",
        "colour",
        "dictionary.sources",
        "dictionary.members[0].size",
        "dictionary.members[0].source",
        "dictionary.members[1]",
        "dictionary.order",
        "length.min",
        "length.max",
        "alphabet.letters",
        "spelling.region",
        "exclude.proper-nouns",
        "exclude.labels",
        "exclude.verbs",
        "cites.no-such-code",
        "cites.too-short",
        "challenge.rule",
        "challenge.quorum",
        "challenge.tie",
        "challenge.word",
        "challenge.fee",
    }


@pytest.mark.parametrize(
    "table", ["dictionary", "length", "alphabet", "spelling", "exclude", "cites", "challenge"]
)
@pytest.mark.parametrize("value", [3, "text", [1], True])
def test_a_table_must_be_a_table(table: str, value: Any) -> None:
    """A value where a table belongs is one fault that names the table."""
    assert any(fault.startswith(f"{table}: takes a table") for fault in faults({**LEAST, table: value}))


@pytest.mark.parametrize(
    ("more", "path"),
    [
        ({"length": {"min": 5, "max": 4}}, "length.max"),
        ({"length": {"min": True}}, "length.min"),
        ({"length": {"max": 101}}, "length.max"),
        ({"length": {"min": 2.5}}, "length.min"),
        ({"id": ""}, "id"),
        ({"id": 3}, "id"),
        ({"title": 3}, "title"),
        ({"exclude": {"labels": [1]}}, "exclude.labels"),
        ({"dictionary": {"sources": ["a"], "members": {"source": "a"}}}, "dictionary.members"),
        (
            {"dictionary": {"sources": ["a"], "members": [{"source": "a", "max-size": 0}]}},
            "dictionary.members[0].max-size",
        ),
        ({"dictionary": {"sources": "scowl"}}, "dictionary.sources"),
    ],
)
def test_wrong_values(more: dict[str, Any], path: str) -> None:
    """A value of the wrong kind or outside its bounds is refused by the path of its key."""
    assert any(fault.startswith(path + ":") for fault in faults({**LEAST, **more}))


def test_what_is_missing() -> None:
    """An empty file lacks an id and a source, and the error says so of the file by name."""
    with pytest.raises(RulesetInvalid) as caught:
        parse({}, KNOWN, where="mine.toml")
    assert "id: is missing" in str(caught.value)
    assert "dictionary.sources: needs at least one source" in str(caught.value)
    assert "mine.toml" in str(caught.value)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["source", "sources", "members", "min", "max", "labels", "x"]), inner, max_size=3
        )
    ),
    max_leaves=8,
)


@given(
    st.dictionaries(
        st.sampled_from(
            [
                "id",
                "title",
                "rulebook",
                "dictionary",
                "length",
                "alphabet",
                "spelling",
                "exclude",
                "cites",
                "challenge",
                "y",
            ]
        ),
        VALUES,
    )
)
def test_any_table(table: dict[str, Any]) -> None:
    """Whatever the file says, it is read or refused with its faults; nothing else comes out of it."""
    try:
        parse(table, KNOWN)
    except RulesetInvalid as error:
        assert error.faults


def test_merge_joins_tables() -> None:
    """A ruleset that extends another keeps what it does not speak of, table by table."""
    merged = merge(
        {"id": "a", "length": {"min": 2, "max": 9}, "cites": {"x": "1"}}, {"id": "b", "length": {"min": 3}}
    )
    assert merged == {"id": "b", "length": {"min": 3, "max": 9}, "cites": {"x": "1"}}


def test_a_limit_is_lifted() -> None:
    """“none” lifts the limit of the ruleset below, with the digest of one that never had any; null counts as left out."""
    limited, free = read(length={"max": 9}), read(length={"max": "none"})
    assert (limited.max_length, free.max_length, free.digest) == (9, None, read().digest)
    assert merge({"length": {"max": 9}}, {"length": {"max": None}, "game": None}) == {"length": {"max": 9}}
    game = read(game={"rounds": "none", "target": "none"}).game
    assert (game.rounds, game.target) == (None, None)


def test_merge_of_sources_drops_members() -> None:
    """Naming sources of one's own means all of them, not the members of the ruleset that is extended."""
    merged = merge(
        {"dictionary": {"sources": ["a"], "members": [{"source": "a"}]}}, {"dictionary": {"sources": ["b"]}}
    )
    assert merged == {"dictionary": {"sources": ["b"]}}


def test_merge_of_a_challenge_rule_drops_the_other() -> None:
    """Naming a challenge rule means that rule, without the fields that the extended ruleset gives to its own."""
    base = {"challenge": {"rule": "two", "quorum": 3}}
    assert merge(base, {"challenge": {"rule": "one"}}) == {"challenge": {"rule": "one"}}
    assert merge(base, {"challenge": {"quorum": 4}}) == {"challenge": {"rule": "two", "quorum": 4}}


def test_merge_leaves_its_arguments_alone() -> None:
    """Merging changes neither table."""
    base: dict[str, Any] = {"dictionary": {"sources": ["a"], "members": []}, "length": {"min": 1}}
    over: dict[str, Any] = {"dictionary": {"sources": ["b"]}, "length": {"max": 3}}
    merge(base, over)
    assert base == {"dictionary": {"sources": ["a"], "members": []}, "length": {"min": 1}}
    assert over == {"dictionary": {"sources": ["b"]}, "length": {"max": 3}}


@pytest.mark.parametrize(
    "more",
    [
        {"length": {"min": 2}},
        {"length": {"max": 9}},
        {"spelling": {"region": "british"}},
        {"alphabet": {"letters": "abc"}},
        {"exclude": {"affixes": True}},
        {"exclude": {"labels": ["slang"]}},
        {"cites": {"too-short": "§1"}},
        {"title": "Other"},
        {"rulebook": "Other"},
        {"id": "other"},
        {"dictionary": {"sources": ["scowl", "wordnet"]}},
        {"dictionary": {"sources": ["scowl"], "members": [{"source": "scowl", "max-size": 80}]}},
    ],
)
def test_digest_changes_with_content(more: dict[str, Any]) -> None:
    """Anything that can change a verdict or its wording changes the digest."""
    assert read(**more).digest != read().digest


def test_the_challenge_changes_no_digest() -> None:
    """A verdict is the same whatever a challenge costs, so the digest of the ruleset is, too."""
    ruleset = read(challenge={"player-loses": 2})
    assert ruleset.digest == read().digest
    assert plain(ruleset)["challenge"]["player_loses"] == 2


def test_exclusions_of_later_versions() -> None:
    """An exclusion that came later is part of a digest only where it is used, so that digests stay what they were."""
    assert digested(Exclusions(), always=2) == {"proper_nouns": False, "initialisms": False}
    assert digested(Exclusions(punctuated=True), always=1) == {"proper_nouns": False, "punctuated": True}
    assert (
        read(exclude={"punctuated": True}).digest
        == "sha256:9633235bd7ae1a8ccc59a9bca6b07e19bb6947900232939d05001afc71d69db3"
    )


def test_digest_is_of_content_alone() -> None:
    """The same rules in another order, or said although they are the default, have the same digest."""
    one = read(length={"min": 2, "max": 9}, spelling={"region": "any"}, alphabet={"letters": "cba"})
    other = read(alphabet={"letters": "abc"}, length={"max": 9, "min": 2})
    assert one.digest == other.digest
    assert one.digest.startswith("sha256:")
    assert one.brief["digest"] == one.digest


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped(name: str) -> None:
    """Every shipped ruleset reads, is called as its file is, and cites a rulebook."""
    ruleset = Rulebooks().load(name)
    assert (ruleset.id, bool(ruleset.rulebook), bool(ruleset.cites)) == (name, True, True)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ADJUDICATOR_HOME", str(tmp_path / "home"))
    (tmp_path / "home" / "rulesets").mkdir(parents=True)
    return tmp_path


def write(path: Path, content: str) -> Path:
    path.write_text(content, encoding="utf-8")
    return path


def test_a_file_by_its_path(folder: Path) -> None:
    """The path of a TOML file works wherever an id does, and it may extend a shipped ruleset."""
    path = write(folder / "mine.toml", 'id = "mine"\nextends = "boggle"\n[length]\nmin = 5\n')
    ruleset = Rulebooks().load(str(path))
    assert (ruleset.id, ruleset.min_length, ruleset.region) == ("mine", 5, "british")


def test_a_folder_of_rulesets(folder: Path) -> None:
    """FOLDER/ID names a ruleset of a folder, and there `extends` finds its neighbours first."""
    write(folder / "base.toml", 'id = "base"\nextends = "open"\n[length]\nmin = 7\n')
    write(folder / "top.toml", 'id = "top"\nextends = "base"\n')
    assert Rulebooks().load(f"{folder}/top").min_length == 7


def test_a_ruleset_in_the_home(folder: Path) -> None:
    """A file in the data directory has an id like a shipped one, and wins over it."""
    write(folder / "home" / "rulesets" / "mine.toml", 'id = "mine"\nextends = "open"\n')
    write(
        folder / "home" / "rulesets" / "boggle.toml", 'id = "boggle"\nextends = "open"\n[length]\nmin = 9\n'
    )
    books = Rulebooks()
    assert books.ids() == sorted({*SHIPPED, "mine"})
    assert books.load("mine").id == "mine"
    assert books.load("boggle").min_length == 9


@pytest.mark.parametrize(
    "name", ["nosuch", "", "a\nb", "x" * 5000, "\0", "../open", "nosuch.toml", "/", "/nosuch/x.toml", "🙂"]
)
def test_unknown(folder: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that no ruleset has is refused with the ids that there are, on one line."""
    monkeypatch.chdir(folder)
    with pytest.raises(UnknownRuleset) as caught:
        Rulebooks().load(name)
    assert all(known in str(caught.value) for known in SHIPPED)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize("content", [b"id = ", b"[[[", b"\xff\xfe\x00", b"id = 'a'\nid = 'b'\n"])
def test_broken_toml(folder: Path, content: bytes) -> None:
    """A file that is no TOML is refused by its name."""
    (folder / "bad.toml").write_bytes(content)
    with pytest.raises(RulesetInvalid, match="not TOML"):
        Rulebooks().load(str(folder / "bad.toml"))


def test_deep_nesting(folder: Path) -> None:
    """A file nested so deeply that no reader follows is refused like any other that is broken."""
    write(folder / "bad.toml", "a = " + "[" * 100_000)
    with pytest.raises(RulesetInvalid):
        Rulebooks().load(str(folder / "bad.toml"))


def test_circular_extends(folder: Path) -> None:
    """Rulesets that extend each other, or themselves, are refused and not followed for ever."""
    write(folder / "a.toml", 'id = "a"\nextends = "b"\n')
    write(folder / "b.toml", 'id = "b"\nextends = "a"\n')
    write(folder / "c.toml", 'id = "c"\nextends = "c"\n')
    for name in ("a", "c"):
        with pytest.raises(RulesetInvalid, match="circle"):
            Rulebooks().load(str(folder / f"{name}.toml"))


@pytest.mark.parametrize("value", ["3", "[]", "true"])
def test_extends_takes_a_name(folder: Path, value: str) -> None:
    """`extends` of anything but a name is refused."""
    write(folder / "bad.toml", f'id = "bad"\nextends = {value}\n')
    with pytest.raises(RulesetInvalid, match="extends"):
        Rulebooks().load(str(folder / "bad.toml"))


def test_extends_of_nothing(folder: Path) -> None:
    """A ruleset that extends one that is not there says which."""
    write(folder / "bad.toml", 'id = "bad"\nextends = "nosuch"\n')
    with pytest.raises(UnknownRuleset, match="nosuch"):
        Rulebooks().load(str(folder / "bad.toml"))


def test_an_unknown_source(folder: Path) -> None:
    """A ruleset that names a source which nobody knows is refused, with the known ones and the way to add
    one.
    """
    path = write(
        folder / "bad.toml", 'id = "bad"\nextends = "open"\n[dictionary]\nsources = ["scowl", "nosuch"]\n'
    )
    with pytest.raises(RulesetInvalid) as caught:
        Adjudicator(REAL_LEXICON).verdict("cat", str(path))
    assert caught.value.faults == ("dictionary.sources: no source is called 'nosuch'",)
    assert "source add" in str(caught.value) and "wordnet" in str(caught.value)


def test_scoring_and_board_are_read() -> None:
    """Points are given from so many letters on; what is played on says whether a tile may be used again."""
    rules = read(scoring={"lengths": {"5": 2, "3": 1}, "ring": 2}, board={"reuse": "free"})
    assert rules.scoring.lengths == ((3, 1), (5, 2))
    assert (rules.scoring.ring, rules.scoring.shared) == (2, "nobody")
    assert rules.board.reuse == "free"


def test_what_is_for_the_game_alone_changes_no_digest() -> None:
    """Scoring, board, challenge rule and examples change no verdict, so verdicts with and without them have one digest."""
    plain = read()
    game = {
        "scoring": {"lengths": {"3": 1}},
        "board": {"reuse": "free"},
        "challenge": {"player-loses": 2},
        "game": {"rounds": 4, "lead": "lowest"},
        "examples": {"trig": {"legal": True, "says": "§5"}},
    }
    assert read(**game).digest == plain.digest


@pytest.mark.parametrize(
    ("table", "fault"),
    [
        ({"scoring": {"lengths": [1]}}, "scoring.lengths: takes a table"),
        ({"scoring": {"lengths": {"x": 1}}}, "scoring.lengths.'x': takes a number of letters"),
        ({"scoring": {"lengths": {"9" * 5000: 1}}}, "scoring.lengths.'999"),
        ({"scoring": {"ring": 1 << 20_000}}, "scoring.ring: takes a whole number from 1 to 100, not such"),
        ({"scoring": {"lengths": {"0": 1}}}, "scoring.lengths.'0': takes a number of letters"),
        ({"scoring": {"lengths": {"3": -1}}}, "scoring.lengths.3: takes a whole number from 0 to 1,000,000"),
        (
            {"scoring": {"lengths": {"3": True}}},
            "scoring.lengths.3: takes a whole number from 0 to 1,000,000",
        ),
        ({"scoring": {"points": 1}}, "scoring.points: is not known"),
        ({"scoring": {"shared": "some"}}, "scoring.shared"),
        ({"board": {"reuse": "sometimes"}}, "board.reuse"),
        ({"board": {"size": 4}}, "board.size: is not known"),
        ({"scoring": {"first-finish": -1}}, "scoring.first-finish: takes a whole number"),
        ({"game": {"rings": [1, "two"]}}, "game.rings: takes a list of whole numbers"),
        ({"game": {"lead": "tallest"}}, "game.lead"),
        ({"game": {"rounds": 0}}, "game.rounds: takes a whole number from 1 to 100, or none"),
        ({"length": {"min": "none"}}, "length.min: takes a whole number from 1 to 100"),
        ({"game": {"timer": 4000}}, "game.timer: takes a whole number from 0 to 3,600"),
        ({"game": {"clock": 60}}, "game.clock: is not known"),
    ],
)
def test_faults_of_scoring_and_board(table: dict[str, Any], fault: str) -> None:
    """Each fault is told with the path of its key."""
    with pytest.raises(RulesetInvalid) as error:
        read(**table)
    assert fault in str(error.value)


def test_examples_are_read() -> None:
    """What the rulebook says of a word, in its order, whatever characters the word is written with."""
    table = {"they'll": {"legal": False, "says": "§4"}, "Café": {"legal": True, "says": "§5"}}
    rules = read(examples=table)
    assert rules.examples == (Example("they'll", False, "§4"), Example("Café", True, "§5"))
    assert plain(rules)["examples"][1] == {"word": "Café", "legal": True, "says": "§5"}


@pytest.mark.parametrize(
    ("table", "fault"),
    [
        ({"trig": True}, "examples.trig: takes a table such as"),
        ({"trig": {"says": "§5"}}, "examples.trig.legal: is missing"),
        ({"trig": {"legal": "yes", "says": "§5"}}, "examples.trig.legal: takes true or false"),
        ({"trig": {"legal": True}}, "examples.trig.says: is missing"),
        ({"trig": {"legal": True, "says": ""}}, "examples.trig.says: takes text that is not empty"),
        ({"trig": {"legal": True, "says": "§5", "cite": 5}}, "examples.trig.cite: is not known"),
        ({"42": {"legal": True, "says": "§5"}}, "examples.'42': Nothing in"),
    ],
)
def test_faults_of_examples(table: dict[str, Any], fault: str) -> None:
    """Each fault is told with the path of its key."""
    assert any(each.startswith(fault) for each in faults({**LEAST, "examples": table}))


def test_examples_are_of_one_rulebook(folder: Path) -> None:
    """What extends a rulebook, or stands on top of it, may judge its examples otherwise: it has its own, or none."""
    path = write(folder / "mine.toml", 'id = "mine"\nextends = "boggle"\n')
    assert Rulebooks().load("boggle").examples
    assert Rulebooks().load(str(path)).examples == ()
    assert Rulebooks().load("boggle", {"length": {"min": 4}}).examples == ()


@pytest.mark.parametrize(
    ("name", "example"),
    [(name, each) for name in SHIPPED for each in Rulebooks().load(name).examples],
    ids=lambda part: getattr(part, "word", part),
)
def test_shipped_examples(adjudicator: Adjudicator, name: str, example: Example) -> None:
    """Every example of a shipped rulebook comes out as the rulebook says."""
    assert adjudicator.verdict(example.word, name).legal is example.legal
