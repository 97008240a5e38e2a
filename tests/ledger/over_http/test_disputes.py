"""Challenges by HTTP: the rulebooks' stories, each played to its end, and every refusal with its own problem."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.judging.service import Adjudicator
from adjudicator.ledger.ledger import Ledger
from adjudicator.rules.challenge import Context
from adjudicator.usecases.disputes import open_dispute, replayed
from adjudicator.usecases.writers import Writer
from tests.ledger.over_http.conftest import Somebody
from tests.ledger.over_http.person import DISPUTES, SUNDAY, Person, problem
from tests.ledger.over_http.test_houses import verdict


def outcome(person: Person, dispute: dict[str, object]) -> dict[str, object]:
    """Return what a closed dispute came to."""
    assert dispute["status"] == "closed"
    found: dict[str, object] = person.done(person.get(f"/v1/rulings/{dispute['ruling']}"))["outcome"]
    return found


def test_boggle_the_incorrect_player_loses_two_points(owner: Person) -> None:
    """Boggle §3: if a player believes a word is not valid, they may verify this in the dictionary. The incorrect player loses two points."""
    players = {"player": "Ben", "challenger": "Cleo"}
    wrong = owner.done(owner.post(DISPUTES, {"words": ["zee"], "ruleset": "boggle", **players}), 201)
    said = outcome(owner, wrong)
    assert (said["decision"], said["points"]) == ("upheld", {"Ben": -2})
    assert said["words"] == [{"word": "zee", "legal": False, "fate": "crossed-off"}]
    right = owner.done(owner.post(DISPUTES, {"words": ["zed"], "ruleset": "boggle", **players}), 201)
    assert outcome(owner, right)["points"] == {"Cleo": -2}


def test_boggle_a_dispute_is_settled_with_a_vote_and_becomes_precedent(
    sunday: Person, somebody: Somebody, anyone: Person
) -> None:
    """Boggle §3: any disputes can be settled with a vote. One tap makes the outcome precedent, with a link back."""
    ben, cleo, dora = (somebody("voter", name=name) for name in ("Ben", "Cleo", "Dora"))
    opened = ben.done(
        ben.post(
            DISPUTES,
            {
                "words": ["glorp"],
                "ruleset": "house:sunday",
                "player": "Ben",
                "challenger": "Cleo",
                "settle": "vote",
                "quorum": 3,
            },
        ),
        201,
    )
    path = f"{DISPUTES}/{opened['id']}"
    assert opened["status"] == "open" and opened["ruling"] is None
    evidence = anyone.done(anyone.get(f"/v1/rulings/{opened['verdict']}"))
    assert evidence["verdicts"][0]["code"] == "not-in-dictionary" and evidence["outcome"] is None
    ben.done(ben.ask("PUT", f"{path}/vote", {"choice": "legal"}))
    cleo.done(cleo.ask("PUT", f"{path}/vote", {"choice": "illegal"}))
    sunday.get(path)
    assert problem(sunday.change("POST", f"{path}/close")) == (422, "bad-record")  # no quorum yet
    dora.done(dora.ask("PUT", f"{path}/vote", {"choice": "illegal"}))
    changed = dora.done(dora.ask("PUT", f"{path}/vote", {"choice": "legal"}))
    assert changed["tally"] == {"legal": 2, "illegal": 1, "abstain": 0}
    sunday.get(path)
    closed = sunday.done(sunday.change("POST", f"{path}/close"))
    said = outcome(sunday, closed)
    assert (said["decision"], said["points"]) == ("rejected", {})
    sunday.get(path)
    final = sunday.done(sunday.change("POST", f"{path}/precedent", {"slug": "sunday"}))
    assert final["precedent"] == {"slug": "sunday", "revision": 2}
    assert verdict(anyone, "glorp") == (True, "house-allowed")
    entry = anyone.done(anyone.get(f"{SUNDAY}/entries/glorp"))
    assert entry["ruling"] == closed["ruling"]
    assert problem(sunday.change("POST", f"{path}/precedent", {"slug": "sunday"})) == (409, "exists")
    replayed = anyone.done(anyone.get(f"/v1/rulings/{opened['verdict']}/replay"))
    assert replayed["agrees"] is False
    assert replayed["words"][0]["differs"]["code"] == {"then": "not-in-dictionary", "now": "house-allowed"}


def test_boggle_a_tie_is_no_action(owner: Person, somebody: Somebody) -> None:
    """Boggle §3: in the event of a tie, no action is taken."""
    ben, cleo = somebody("voter", "*", "Ben"), somebody("voter", "*", "Cleo")
    opened = owner.done(
        owner.post(DISPUTES, {"words": ["glorp"], "player": "Ben", "challenger": "Cleo", "settle": "vote"}),
        201,
    )
    path = f"{DISPUTES}/{opened['id']}"
    ben.done(ben.ask("PUT", f"{path}/vote", {"choice": "legal"}))
    cleo.done(cleo.ask("PUT", f"{path}/vote", {"choice": "illegal"}))
    owner.get(path)
    said = outcome(owner, owner.done(owner.change("POST", f"{path}/close")))
    assert (said["decision"], said["points"]) == ("no-action", {})
    assert said["words"] == [{"word": "glorp", "legal": False, "fate": "stands"}]


def whizz(owner: Person, choices: dict[str, str], somebody: Somebody, **more: object) -> dict[str, object]:
    """Play a challenge of Word Whiz to its end: the group votes, and the outcome is returned."""
    body = {"words": ["glorp"], "ruleset": "word-whiz", "player": "Ben", "challenger": "Cleo", **more}
    opened = owner.done(owner.post(DISPUTES, body), 201)
    path = f"{DISPUTES}/{opened['id']}"
    for name, choice in choices.items():
        voter = somebody("voter", f"dispute:{opened['id']}", name)
        voter.done(voter.ask("PUT", f"{path}/vote", {"choice": choice}))
    owner.get(path)
    return outcome(owner, owner.done(owner.change("POST", f"{path}/close")))


AGREED = {"Ben": "legal", "Cleo": "illegal", "Dora": "illegal", "Emil": "illegal"}


def test_word_whiz_the_group_agrees_and_the_first_finisher_loses_the_bonus(
    owner: Person, somebody: Somebody
) -> None:
    """If the group agrees, the word is excluded from scoring; of who ran out of tiles first, the bonus goes to the fewest tiles unplayed."""
    said = whizz(
        owner, AGREED, somebody, finished_first=True, unplayed={"Ben": 0, "Cleo": 4, "Dora": 2, "Emil": 6}
    )
    assert said["words"] == [{"word": "glorp", "legal": False, "fate": "excluded"}]
    assert said["bonus"] == {"points": 5, "loser": "Ben", "heirs": ["Dora"]}
    assert said["points"] == {}


def test_word_whiz_a_challenge_mid_round(owner: Person, somebody: Somebody) -> None:
    """A word deemed invalid mid-round is removed; one that others have built on stays, counts nothing for its player, and costs the bonus."""
    removed = whizz(owner, AGREED, somebody, mid_round=True)
    assert removed["words"] == [{"word": "glorp", "legal": False, "fate": "withdrawn"}]
    assert removed["ineligible"] == []
    stays = whizz(owner, AGREED, somebody, mid_round=True, built_on=True)
    assert stays["words"] == [{"word": "glorp", "legal": False, "fate": "stays-unscored"}]
    assert stays["ineligible"] == ["Ben"]


def test_word_whiz_without_agreement_the_word_stays(owner: Person, somebody: Somebody) -> None:
    """Where the group does not agree that a word is invalid, it scores, and the first finisher keeps the bonus."""
    said = whizz(owner, {"Ben": "legal", "Cleo": "illegal"}, somebody, finished_first=True)
    assert said["words"] == [{"word": "glorp", "legal": True, "fate": "stands"}]
    assert said["bonus"] is None


def test_bonus_rings_not_in_the_dictionary_is_crossed_off(owner: Person) -> None:
    """If you don't know a word, challenge it by checking the dictionary. If it's not in there, cross it off. Nobody loses a point."""
    play = {"words": ["glorp", "woe"], "ruleset": "bonus-rings", "player": "Ben", "challenger": "Cleo"}
    said = outcome(owner, owner.done(owner.post(DISPUTES, play), 201))
    assert said["words"] == [
        {"word": "glorp", "legal": False, "fate": "crossed-off"},
        {"word": "woe", "legal": True, "fate": "stands"},
    ]
    assert said["points"] == {}


@pytest.mark.parametrize(
    ("rule", "word", "found"),
    [
        ("void", "glorp", {"fate": "withdrawn"}),
        ("single", "zed", {"turn_lost": []}),
        ("double", "zed", {"turn_lost": ["Cleo"]}),
        ("double", "glorp", {"turn_lost": ["Ben"]}),
        ("five-point", "zed", {"points": {"Ben": 5}}),
        ("ten-point", "zed", {"points": {"Ben": 10}}),
        ("triple", "zed", {"game_lost": ["Cleo"]}),
        ("triple", "glorp", {"game_lost": ["Ben"]}),
    ],
)
def test_tournament_rules(owner: Person, rule: str, word: str, found: dict[str, object]) -> None:
    """Any of the known challenge rules can be played under any ruleset."""
    body = {"words": [word], "player": "Ben", "challenger": "Cleo", "rule": rule}
    said = outcome(owner, owner.done(owner.post(DISPUTES, body), 201))
    shown = {**said, "fate": said["words"][0]["fate"]}  # type: ignore[index]
    assert {name: shown[name] for name in found} == found


def test_a_ruling_is_shown_whatever_happens_later(sunday: Person, anyone: Person) -> None:
    """What was ruled stays as it was, with its evidence; the replay says that the list has changed since."""
    opened = sunday.done(sunday.post(DISPUTES, {"words": ["zed"], "ruleset": "house:sunday"}), 201)
    path = f"/v1/rulings/{opened['ruling']}"
    before = anyone.done(anyone.get(path))
    assert anyone.done(anyone.get(f"{path}/replay"))["agrees"] is True
    sunday.ask("PUT", f"{SUNDAY}/entries/zed", {"effect": "deny"}, If_Match="*")
    assert anyone.done(anyone.get(path)) == before
    assert before["house_revision"] == 1
    replay = anyone.done(anyone.get(f"{path}/replay"))
    assert replay["agrees"] is False
    assert replay["words"][0]["differs"]["legal"] == {"then": True, "now": False}


def test_no_file_is_read_because_a_ruling_names_it(
    owner: Person, anyone: Person, ledger: Ledger, tmp_path: Path
) -> None:
    """A ruling made on the command line may name a ruleset by its path; over HTTP that ruleset is as good as gone."""
    path = tmp_path / "mine.toml"
    path.write_text('id = "mine"\nextends = "boggle"\n')
    found = open_dispute(Adjudicator(ledger=ledger), ["zed"], str(path), by=Writer("Anna"), context=Context())
    assert replayed(Adjudicator(ledger=ledger), str(found.ruling))["agrees"] is True
    replay = anyone.done(anyone.get(f"/v1/rulings/{found.ruling}/replay"))
    assert (replay["agrees"], replay["words"]) == (None, [])


def test_disputes_are_listed_by_pages(owner: Person, anyone: Person) -> None:
    """The latest first; `next` goes on where a page ends."""
    made = [owner.done(owner.post(DISPUTES, {"words": [word]}), 201)["id"] for word in ("zed", "zee", "rho")]
    page = anyone.done(anyone.get(f"{DISPUTES}?limit=2&status=closed"))
    rest = anyone.done(anyone.get(page["next"]))
    assert [each["id"] for each in (*page["disputes"], *rest["disputes"])] == made[::-1]
    assert rest["next"] is None


def test_every_refusal_has_a_problem_of_its_own(sunday: Person, somebody: Somebody, anyone: Person) -> None:
    """What cannot be done with a dispute is said by its own problem."""
    voter = somebody("voter")
    assert problem(anyone.post(DISPUTES, {"words": ["zed"]})) == (401, "missing-token")
    assert problem(voter.post(DISPUTES, {"words": ["zed"]})) == (403, "forbidden")  # not for everything
    under = {"words": ["zed"], "ruleset": "house:sunday"}
    assert problem(sunday.post(DISPUTES, {**under, "ruleset": "house:nobody"})) == (404, "unknown-ruleset")
    assert problem(sunday.post(DISPUTES, {**under, "words": ["zed", "zed"]})) == (422, "bad-record")
    assert problem(sunday.post(DISPUTES, {**under, "rule": "quadruple"})) == (422, "bad-record")
    assert problem(sunday.post(DISPUTES, {**under, "quorum": 2})) == (422, "bad-record")
    assert problem(sunday.post(DISPUTES, {**under, "words": ["7"]}))[0] in (400, 422)
    opened = voter.done(voter.post(DISPUTES, {**under, "settle": "vote"}), 201)
    path = f"{DISPUTES}/{opened['id']}"
    assert problem(voter.ask("PUT", f"{path}/vote", {"choice": "maybe"})) == (400, "bad-request")
    assert problem(voter.ask("POST", f"{path}/close", If_Match="*")) == (403, "forbidden")
    stranger = somebody("voter", "house:monday")
    assert problem(stranger.ask("PUT", f"{path}/vote", {"choice": "legal"})) == (403, "forbidden")
    assert problem(sunday.ask("POST", f"{path}/close")) == (428, "no-precondition")
    voter.get(path)
    voter.done(voter.ask("PUT", f"{path}/vote", {"choice": "legal"}))
    stale = sunday.ask("POST", f"{path}/close", If_Match=f'"{opened["id"]}.1"')
    assert problem(stale) == (412, "stale-revision")
    never = sunday.ask("POST", f"{path}/close", If_Match=f'"{opened["id"]}.9"')
    assert problem(never) == (404, "unknown-revision")
    assert sunday.done(sunday.ask("POST", f"{path}/withdraw", If_Match="*"))["status"] == "withdrawn"
    assert problem(voter.ask("PUT", f"{path}/vote", {"choice": "legal"})) == (409, "dispute-ended")
    assert problem(sunday.ask("POST", f"{path}/close", If_Match="*")) == (409, "dispute-ended")
    nothing = sunday.ask("POST", f"{path}/precedent", {"slug": "sunday"}, If_Match="*")
    assert problem(nothing) == (422, "bad-record")
    assert problem(anyone.get(f"{DISPUTES}/nothing")) == (404, "unknown-dispute")
    assert problem(anyone.get("/v1/rulings/nothing")) == (404, "unknown-ruling")
    assert problem(anyone.get("/v1/rulings/nothing/replay")) == (404, "unknown-ruling")


def test_who_opened_a_dispute_invites_voters(sunday: Person, somebody: Somebody, anyone: Person) -> None:
    """The token that a dispute was opened with, or an owner's, makes a link; whoever takes it up votes in that dispute and does nothing else."""
    ben, cleo = somebody("voter", name="Ben"), somebody("voter", name="Ben")
    sent = {"words": ["glorp"], "ruleset": "house:sunday", "settle": "vote", "player": "Ben"}
    opened = ben.done(ben.post(DISPUTES, sent), 201)
    assert "opener" not in opened
    path = f"{DISPUTES}/{opened['id']}"
    answer = ben.post(f"{path}/invites", {"uses": 2})
    invited = ben.done(answer, 201)
    assert invited["link"].endswith(f"?after=%2Fdisputes%2F{opened['id']}")
    assert (invited["scope"], invited["subject"], invited["uses"]) == (
        "voter",
        f"dispute:{opened['id']}",
        2,
    )
    taken = anyone.done(
        anyone.post(answer.headers["Location"].removeprefix("http://localhost"), {"name": "Dora"}), 201
    )
    dora = Person(anyone.client, taken["secret"])
    voted = dora.done(dora.ask("PUT", f"{path}/vote", {"choice": "legal"}))
    assert [vote["name"] for vote in voted["votes"]] == ["Dora"]
    assert problem(dora.post(f"{path}/invites")) == (403, "forbidden")
    assert problem(cleo.post(f"{path}/invites")) == (403, "forbidden")  # a namesake is somebody else
    assert problem(somebody("editor").post(f"{path}/invites")) == (403, "forbidden")
    assert problem(sunday.post(f"{DISPUTES}/nothing/invites")) == (404, "unknown-dispute")
    sunday.done(sunday.post(f"{path}/invites", {"hours": 1}), 201)
    sunday.done(sunday.ask("POST", f"{path}/withdraw", If_Match="*"))
    assert problem(ben.post(f"{path}/invites")) == (409, "dispute-ended")
