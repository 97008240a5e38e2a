"""House lists by HTTP: a family's list from its first word to its history, and every refusal with its own problem."""

from __future__ import annotations

import re
import threading
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import URL

from adjudicator.api.openapi import complete
from adjudicator.judging.bench import HouseBench
from adjudicator.ledger.backup import backup, restore
from adjudicator.ledger.ledger import Ledger
from adjudicator.usecases.desk import Desk
from adjudicator.usecases.reviews import Review
from tests.ledger.over_http.conftest import Somebody
from tests.ledger.over_http.person import LISTS, SUNDAY, Person, problem


def verdict(person: Person, word: str, ruleset: str = "house:sunday") -> tuple[bool, str]:
    """Return whether a word is legal, and the decisive code."""
    said = person.done(person.get(f"/v1/rulesets/{ruleset}/words/{word}"))
    return said["legal"], said["code"]


def test_a_family_keeps_its_list(sunday: Person, anyone: Person) -> None:
    """Glorp is allowed with its inflections since somebody could define it, za never; the next verdict knows, and says who and why."""
    assert verdict(anyone, "glorp") == (False, "not-in-dictionary")
    body = {"effect": "allow", "reason": "everybody could define it", "inflections": True}
    changed = sunday.done(sunday.change("PUT", f"{SUNDAY}/entries/glorp", body))
    assert (changed["revision"], changed["size"], changed["author"]) == (2, 1, "Anna")
    for word in ("glorp", "GLORPS", "glorping", "glorped"):
        assert verdict(anyone, word) == (True, "house-allowed")
    assert verdict(anyone, "glorp", "boggle") == (False, "not-in-dictionary")
    sunday.done(sunday.change("PUT", f"{SUNDAY}/entries/rho", {"effect": "deny", "reason": "no Greek"}))
    assert verdict(anyone, "rho") == (False, "house-denied")
    said = anyone.done(anyone.get("/v1/rulesets/house:sunday/words/rho"))
    assert said["house"]["revision"] == 3
    assert said["house"]["entry"]["reason"] == "no Greek"
    assert "no Greek (Anna, " in said["summary"]
    assert {finding["code"] for finding in said["findings"][1:]} == {"sense-admitted"}
    assert verdict(anyone, "zed") == (True, "sense-admitted")


def test_an_allow_lifts_no_rule_on_the_word(sunday: Person, anyone: Person) -> None:
    """Boggle needs three letters, whatever the family allows."""
    sunday.done(sunday.change("PUT", f"{SUNDAY}/entries/za", {"effect": "allow"}))
    assert verdict(anyone, "za") == (False, "too-short")


def test_every_way_to_ask_knows_of_an_edit(sunday: Person, anyone: Person) -> None:
    """Batches of every detail, sealed plays, searches, differences and the ruleset itself speak with the list."""
    edit = {"entries": [{"word": "glorp", "effect": "allow"}, {"word": "rho", "effect": "deny"}]}
    sunday.done(sunday.change("POST", f"{SUNDAY}/edits", edit))
    rulesets = "/v1/rulesets/house:sunday"
    for detail in ("verdict", "reasons", "full"):
        found = anyone.done(
            anyone.post(
                f"{rulesets}/verdicts", {"words": ["glorp", "rho", "zed", "they'll"], "detail": detail}
            )
        )
        assert [each["legal"] for each in found["verdicts"]] == [True, False, True, False]
        if detail != "verdict":
            assert {each["ruleset"] for each in found["verdicts"]} == {"house:sunday"}
    assert anyone.done(anyone.post(f"{rulesets}/plays", {"words": ["glorp", "zed"]}))["acceptable"]
    assert not anyone.done(anyone.post(f"{rulesets}/plays", {"words": ["rho"]}))["acceptable"]
    assert anyone.done(anyone.get(f"{rulesets}/words?pattern=glorp"))["words"] == ["glorp"]
    assert anyone.done(anyone.get(f"{rulesets}/words?code=house-denied"))["words"] == ["rho"]
    assert anyone.done(anyone.get(f"{rulesets}/words?pattern=rho"))["words"] == []
    exported = anyone.get(f"{rulesets}/export").text.split()
    assert "glorp" in exported and "zed" in exported and "rho" not in exported
    differ = anyone.done(anyone.get("/v1/rulesets/boggle/diff/house:sunday"))
    assert [(each["key"], each["left"], each["right"]) for each in differ["differences"]] == [
        ("glorp", "not-in-dictionary", "house-allowed"),
        ("rho", "sense-admitted", "house-denied"),
    ]
    shown = anyone.done(anyone.get(rulesets))
    assert (shown["id"], shown["title"], shown["house"]) == (
        "house:sunday",
        "Sunday",
        {"slug": "sunday", "revision": 2, "base": "boggle"},
    )


def test_overrides_change_the_conditions_of_the_base(sunday: Person, anyone: Person) -> None:
    """A list may ask for longer words or allow American spelling, without another ruleset file."""
    assert verdict(anyone, "zee") == (False, "american-spelling")
    changed = sunday.change(
        "PATCH", SUNDAY, {"overrides": {"spelling": {"region": "any"}, "length": {"min": 4, "max": "none"}}}
    )
    assert sunday.done(changed)["overrides"]["length"] == {"min": 4, "max": "none"}
    assert verdict(anyone, "zee") == (False, "too-short")
    assert verdict(anyone, "color") == (True, "sense-admitted")
    refused = sunday.change("PATCH", SUNDAY, {"overrides": {"lenght": {"min": 4}}})
    assert problem(refused) == (422, "bad-record")
    assert any("lenght" in fault for fault in refused.get_json()["faults"])
    assert problem(sunday.change("PATCH", SUNDAY, {"base": "boggel"})) == (422, "bad-record")
    assert verdict(anyone, "color") == (True, "sense-admitted")


def test_history_shows_every_revision_and_gives_each_back(sunday: Person, anyone: Person) -> None:
    """Any revision can be seen, compared and made the latest again; nothing is ever lost."""
    sunday.done(sunday.change("PUT", f"{SUNDAY}/entries/glorp", {"effect": "allow"}))
    sunday.done(sunday.change("PUT", f"{SUNDAY}/entries/glorp", {"effect": "deny", "reason": "enough"}))
    sunday.done(sunday.change("DELETE", f"{SUNDAY}/entries/glorp"))
    assert problem(anyone.get(f"{SUNDAY}/entries/glorp")) == (404, "unknown-entry")
    history = anyone.done(anyone.get(f"{SUNDAY}/revisions?limit=3"))
    assert [each["revision"] for each in history["revisions"]] == [4, 3, 2]
    rest = anyone.done(anyone.get(history["next"]))
    assert ([each["kind"] for each in rest["revisions"]], rest["next"]) == (["create"], None)
    then = anyone.done(anyone.get(f"{SUNDAY}/entries?revision=2"))
    assert [(each["word"], each["effect"]) for each in then["entries"]] == [("glorp", "allow")]
    differ = anyone.done(anyone.get(f"{SUNDAY}/diff?one=2&other=3"))
    [change] = differ["changes"]
    assert (change["before"]["effect"], change["after"]["effect"]) == ("allow", "deny")
    restored = sunday.done(sunday.change("POST", f"{SUNDAY}/restore", {"revision": 2, "note": "after all"}))
    assert (restored["kind"], restored["source"]) == ("restore", {"slug": "sunday", "revision": 2})
    assert verdict(anyone, "glorp") == (True, "house-allowed")
    assert verdict(anyone, "glorp", "house:sunday@3") == (False, "house-denied")
    assert problem(anyone.get(f"{SUNDAY}/revisions/9")) == (404, "unknown-revision")


def test_two_curators_merge_their_lists(sunday: Person, anyone: Person) -> None:
    """A fork goes its own way; what both changed is shown as a conflict, and merged once somebody says whose entry to take."""
    sunday.done(sunday.change("PUT", f"{SUNDAY}/entries/glorp", {"effect": "allow"}))
    sunday.done(sunday.post(f"{SUNDAY}/forks", {"slug": "monday", "title": "Monday"}), 201)
    sunday.done(sunday.change("PUT", f"{LISTS}/monday/entries/glorp", {"effect": "deny"}))
    sunday.done(sunday.change("PUT", f"{LISTS}/monday/entries/blick", {"effect": "allow"}))
    sunday.get(SUNDAY)
    sunday.done(sunday.change("PUT", f"{SUNDAY}/entries/glorp", {"effect": "allow", "reason": "still"}))
    preview = anyone.done(anyone.get(f"{SUNDAY}/merge?other=monday"))
    assert preview["changes"] == ["blick"]
    [conflict] = preview["conflicts"]
    assert [conflict[side] and conflict[side]["effect"] for side in ("base", "ours", "theirs")] == [
        "allow",
        "allow",
        "deny",
    ]
    refused = sunday.change("POST", f"{SUNDAY}/merge", {"other": "monday"})
    assert problem(refused) == (409, "merge-conflict")
    assert refused.get_json()["keys"] == ["glorp"]
    merged = sunday.change("POST", f"{SUNDAY}/merge", {"other": "monday", "take": {"glorp": "theirs"}})
    assert sunday.done(merged)["source"] == {"slug": "monday", "revision": 3}
    assert verdict(anyone, "glorp") == (False, "house-denied")
    assert verdict(anyone, "blick") == (True, "house-allowed")


def test_answers_may_be_kept_until_an_edit(sunday: Person, anyone: Person) -> None:
    """A cache asks whether its answer still holds, and learns of an edit at once; other lists' and rulesets' answers stay."""
    path = "/v1/rulesets/house:sunday/words/zed"
    first = anyone.get(path)
    assert first.headers["Cache-Control"] == "no-cache"
    assert anyone.get(path, If_None_Match=first.headers["ETag"]).status_code == 304
    plain = anyone.get("/v1/rulesets/boggle/words/zed")
    sunday.done(sunday.change("PUT", f"{SUNDAY}/entries/zed", {"effect": "deny"}))
    after = anyone.get(path, If_None_Match=first.headers["ETag"])
    assert (after.status_code, after.get_json()["code"]) == (200, "house-denied")
    assert anyone.get("/v1/rulesets/boggle/words/zed", If_None_Match=plain.headers["ETag"]).status_code == 304


def test_an_edit_shows_in_every_worker(sunday: Person, store_url: URL) -> None:
    """Another process, with a ledger of its own, has the edit in its next answer."""
    elsewhere = Ledger(store_url)
    assert elsewhere.current.get("sunday").revision == 1
    sunday.done(sunday.change("PUT", f"{SUNDAY}/entries/glorp", {"effect": "allow"}))
    assert elsewhere.current.get("sunday").entries["glorp"].effect == "allow"
    elsewhere.close()


def test_nobody_overwrites_what_they_have_not_seen(sunday: Person, somebody: Somebody) -> None:
    """The second of two edits from the same revision is told which one there is by now; with `*` it may insist."""
    other = somebody("editor")
    other.get(SUNDAY)
    sunday.done(sunday.change("PUT", f"{SUNDAY}/entries/glorp", {"effect": "allow"}))
    refused = other.change("PUT", f"{SUNDAY}/entries/glorp", {"effect": "deny"})
    assert problem(refused) == (412, "stale-revision")
    assert refused.get_json()["current"] == 2
    assert problem(other.ask("PUT", f"{SUNDAY}/entries/glorp", {"effect": "deny"})) == (
        428,
        "no-precondition",
    )
    wrong = other.ask("PUT", f"{SUNDAY}/entries/glorp", {"effect": "deny"}, If_Match='"monday.2"')
    assert problem(wrong) == (412, "wrong-revision")
    insisted = other.ask("PUT", f"{SUNDAY}/entries/glorp", {"effect": "deny"}, If_Match="*")
    assert other.done(insisted)["revision"] == 3


@pytest.mark.parametrize("tag", ["sunday.1", '""', 'W/"sunday.1"', '"monday.2"'])
def test_what_no_etag_is(sunday: Person, tag: str) -> None:
    """What is no ETag of the list is refused, and the hint says what one is like, not which revision there would be."""
    refused = sunday.ask("PUT", f"{SUNDAY}/entries/glorp", {"effect": "deny"}, If_Match=tag)
    assert problem(refused) == (412, "wrong-revision")
    assert '"sunday.N", in quotation marks' in refused.get_json()["detail"]


def test_a_revision_that_never_was(sunday: Person) -> None:
    """Nobody was first where the revision that a change names is one that never was: both ways to name it say so."""
    entry, body = f"{SUNDAY}/entries/glorp", {"effect": "allow"}
    for path, tag in ((entry, '"sunday.99"'), (f"{entry}?seen=99", "*")):
        refused = sunday.ask("PUT", path, body, If_Match=tag)
        assert problem(refused) == (404, "unknown-revision")
        assert "never had revision 99: its latest is 1" in refused.get_json()["detail"]


@pytest.mark.parametrize(
    ("entries", "drop", "faults"),
    [
        (["allow dup", "deny d-up"], [], ["entries[1]: says something else of dup than entries[0]"]),
        (["allow dup", "deny dup"], [], ["entries[1]: says something else of dup than entries[0]"]),
        (["allow dup"], ["dup"], ["drop[0]: says something else of dup than entries[0]"]),
        (
            ["allow dup", "deny zed", "deny dup", "deny dup"],
            ["zed"],
            [
                "entries[2]: says something else of dup than entries[0]",
                "entries[3]: says something else of dup than entries[0]",
                "drop[0]: says something else of zed than entries[1]",
            ],
        ),
    ],
)
def test_an_edit_does_not_contradict_itself(
    sunday: Person, entries: list[str], drop: list[str], faults: list[str]
) -> None:
    """An edit that says two things of a word is refused with every place of it, and nothing of it is done."""
    said = [dict(zip(("effect", "word"), each.split(), strict=True)) for each in entries]
    refused = sunday.ask("POST", f"{SUNDAY}/edits", {"entries": said, "drop": drop}, If_Match="*")
    assert problem(refused) == (422, "bad-record")
    assert refused.get_json()["faults"] == [f"{fault}. Say one thing of a word" for fault in faults]
    assert sunday.done(sunday.get(SUNDAY))["revision"] == 1


def test_an_edit_may_repeat_itself(sunday: Person) -> None:
    """What is said twice of a word is said once, and the word is written as it is the last time."""
    said = [{"effect": "allow", "word": word} for word in ("dup", "d-up")]
    sunday.done(sunday.ask("POST", f"{SUNDAY}/edits", {"entries": said}, If_Match="*"))
    assert sunday.done(sunday.get(f"{SUNDAY}/entries/dup"))["word"] == "d-up"
    assert sunday.done(sunday.change("POST", f"{SUNDAY}/edits", {"drop": ["dup", "dup"]}))["size"] == 0


@pytest.mark.parametrize("key", ["one", "club night 1"])
def test_the_same_key_acts_once(sunday: Person, key: str) -> None:
    """A request that is sent again, because its answer was lost, is answered again and done once; the document takes its key."""
    operations = complete()["paths"][LISTS]["post"]["parameters"]
    schema = next(each["schema"] for each in operations if each["name"] == "Idempotency-Key")
    assert re.search(schema["pattern"], key)
    body = {"slug": "club", "title": "Club"}
    first = sunday.post(LISTS, body, Idempotency_Key=key)
    again = sunday.post(LISTS, body, Idempotency_Key=key)
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert (again.get_data(), again.headers["ETag"]) == (first.get_data(), first.headers["ETag"])
    other = sunday.post(LISTS, {"slug": "pub", "title": "Pub"}, Idempotency_Key=key)
    assert problem(other) == (409, "key-reused")
    assert problem(sunday.post(LISTS, body)) == (409, "exists")


def test_an_idempotent_edit_made_at_the_same_time_acts_once(
    sunday: Person, app: Flask, ledger: Ledger
) -> None:
    """Eight requests with one key at the same moment make one revision."""
    _, secret = ledger.tokens.create("Ben", "editor", "house:sunday", created_by="test")
    found: list[int] = []

    def send() -> None:
        person = Person(app.test_client(), secret)
        edit = {"entries": [{"word": "glorp", "effect": "allow"}]}
        sent = person.ask("POST", f"{SUNDAY}/edits", edit, If_Match="*", Idempotency_Key="k")
        found.append(person.done(sent)["revision"])

    threads = [threading.Thread(target=send) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [2] * 8
    assert ledger.houses.revision("sunday").number == 2


def test_who_may_do_what(sunday: Person, anyone: Person, somebody: Somebody) -> None:
    """Reading is open. Writing needs a token, valid, of the right scope and for this list."""
    entry, body = f"{SUNDAY}/entries/glorp", {"effect": "allow"}
    assert anyone.done(anyone.get(SUNDAY))["size"] == 0
    refused = anyone.ask("PUT", entry, body, If_Match="*")
    assert problem(refused) == (401, "missing-token")
    assert refused.headers["WWW-Authenticate"].startswith("Bearer")
    assert problem(anyone.ask("PUT", entry, body, Authorization="Bearer adj_x")) == (401, "invalid-token")
    voter = somebody("voter")
    assert problem(voter.ask("PUT", entry, body, If_Match="*")) == (403, "forbidden")
    stranger = somebody("owner", "house:monday")
    assert problem(stranger.ask("PUT", entry, body, If_Match="*")) == (403, "forbidden")
    editor = somebody("editor")
    assert editor.done(editor.ask("PUT", entry, body, If_Match="*"))["author"] == "A editor"
    assert problem(editor.ask("PATCH", SUNDAY, {"title": "Ours"}, If_Match="*")) == (403, "forbidden")
    assert problem(editor.post(LISTS, {"slug": "x", "title": "X"})) == (403, "forbidden")
    assert problem(editor.post(f"{SUNDAY}/forks", {"slug": "x"})) == (403, "forbidden")


@pytest.mark.parametrize(
    ("method", "path", "body", "found"),
    [
        ("GET", f"{LISTS}/nobody", None, (404, "unknown-house-list")),
        ("GET", "/v1/rulesets/house:nobody/words/zed", None, (404, "unknown-ruleset")),
        ("GET", "/v1/rulesets/house:sunday@7/words/zed", None, (404, "unknown-ruleset")),
        ("GET", f"{SUNDAY}/entries?revision=7", None, (404, "unknown-revision")),
        ("GET", f"{SUNDAY}/entries/7", None, (400, "bad-word")),
        ("PUT", f"{SUNDAY}/entries/7", {"effect": "allow"}, (400, "bad-word")),
        ("PUT", f"{SUNDAY}/entries/glorp", {"effect": "perhaps"}, (400, "bad-request")),
        ("PUT", f"{SUNDAY}/entries/glorp", {"effect": "allow", "expires": "soon"}, (422, "bad-record")),
        ("PUT", f"{LISTS}/nobody/entries/glorp", {"effect": "allow"}, (404, "unknown-house-list")),
        ("POST", LISTS, {"slug": "No Slug", "title": "x"}, (422, "bad-record")),
        ("POST", LISTS, {"slug": "x", "title": "x", "base": "house:sunday"}, (422, "bad-record")),
        ("POST", f"{SUNDAY}/restore", {"revision": 7}, (404, "unknown-revision")),
        ("POST", f"{SUNDAY}/merge", {"other": "nobody"}, (404, "unknown-house-list")),
    ],
)
def test_every_refusal_has_a_problem_of_its_own(
    sunday: Person, method: str, path: str, body: object, found: tuple[int, str]
) -> None:
    """What cannot be done is said by its own problem, and changes nothing."""
    assert problem(sunday.ask(method, path, body, If_Match="*")) == found
    assert sunday.done(sunday.get(SUNDAY))["revision"] == 1


FILE = """word,effect,reason,inflections
glorp,allow,somebody knew it,noun verb
rho,allow,,
blick,deny,,
7,allow,,
"""


def test_a_file_is_imported_with_a_report(sunday: Person, anyone: Person) -> None:
    """A dry run says what would come of a file; the import writes it in one revision, and says the same."""
    sunday.done(sunday.change("PUT", f"{SUNDAY}/entries/blick", {"effect": "allow"}))
    sent = {"format": "csv", "content": FILE, "unreadable": "leave"}
    dry = sunday.done(sunday.change("POST", f"{SUNDAY}/imports", {**sent, "dry_run": True}))
    assert (dry["new"], dry["already_so"], dry["contradicts"], dry["revision"]) == (1, 1, 1, 2)
    assert [(each["word"], each["differs"]) for each in dry["contradictions"]] == [("blick", ["effect"])]
    assert [each["word"] for each in dry["already_so_items"]] == ["rho"]
    assert len(dry["faults"]) == 1 and dry["faults"][0].startswith("line 5: word:")
    done = sunday.done(sunday.change("POST", f"{SUNDAY}/imports", sent))
    counted = {name: value for name, value in done.items() if name.endswith(("items", "contradictions")) == 0}
    assert counted == {name: {**dry, "dry_run": False, "revision": 3}[name] for name in counted}
    assert verdict(anyone, "glorps") == (True, "house-allowed")
    assert verdict(anyone, "blick") == (True, "house-allowed")
    replaced = sunday.change("POST", f"{SUNDAY}/imports", {**sent, "contradictions": "replace"})
    assert sunday.done(replaced)["written"] == 1
    assert verdict(anyone, "blick") == (False, "house-denied")


@pytest.mark.parametrize("form", ["csv", "json"])
def test_an_export_is_imported_as_it_was(sunday: Person, anyone: Person, form: str) -> None:
    """What one list gives out another takes in, entry by entry."""
    sunday.done(
        sunday.change("POST", f"{SUNDAY}/imports", {"name": "a.csv", "content": FILE, "unreadable": "leave"})
    )
    given = anyone.get(f"{SUNDAY}/export?format={form}").get_data(as_text=True)
    sunday.done(sunday.post(LISTS, {"slug": "copy", "title": "Copy"}), 201)
    sunday.done(sunday.change("POST", f"{LISTS}/copy/imports", {"format": form, "content": given}))
    entries = [anyone.done(anyone.get(f"{path}/entries"))["entries"] for path in (SUNDAY, f"{LISTS}/copy")]
    assert entries[0] == entries[1] and len(entries[0]) == 3
    text = anyone.get(f"{SUNDAY}/export?format=text").get_data(as_text=True)
    assert text.split() == ["glorp", "rho"]


def test_an_invite_makes_a_curator(sunday: Person, anyone: Person, app: Flask) -> None:
    """A link gives whoever has it a token; the owner sees who has one, and takes it back."""
    answer = sunday.post(f"{SUNDAY}/invites", {"scope": "editor", "uses": 1})
    path = answer.headers["Location"].removeprefix("http://localhost")
    page = sunday.done(answer, 201)["link"].removeprefix("http://localhost")
    assert page == f"/join/{path.rpartition('/')[2]}?after=%2Flists%2Fsunday"
    assert "What shall the others call you?" in anyone.get(page).text
    made = anyone.done(anyone.post(path, {"name": "Ben"}), 201)
    assert (made["name"], made["scope"], made["subject"]) == ("Ben", "editor", "house:sunday")
    ben = Person(app.test_client(), made["secret"])
    edit = ben.ask("PUT", f"{SUNDAY}/entries/glorp", {"effect": "allow"}, If_Match="*")
    assert ben.done(edit)["author"] == "Ben"
    assert problem(anyone.post(path, {"name": "Eve"})) == (404, "unknown-invite")
    listed = sunday.done(sunday.get(f"{SUNDAY}/tokens"))["tokens"]
    assert [each["name"] for each in listed] == ["Ben"]
    assert all("secret" not in each for each in listed)
    assert problem(ben.get(f"{SUNDAY}/tokens")) == (403, "forbidden")
    assert sunday.ask("DELETE", f"{SUNDAY}/tokens/{made['id']}").status_code == 204
    assert problem(ben.ask("PUT", f"{SUNDAY}/entries/za", {"effect": "deny"}, If_Match="*")) == (
        401,
        "invalid-token",
    )
    made_other = sunday.post(f"{SUNDAY}/invites", {"scope": "voter", "uses": 5})
    other = sunday.done(made_other, 201)
    assert sunday.ask("DELETE", f"{SUNDAY}/invites/{other['id']}").status_code == 204
    late = anyone.post(made_other.headers["Location"].removeprefix("http://localhost"), {"name": "Eve"})
    assert problem(late) == (404, "unknown-invite")
    assert problem(sunday.ask("DELETE", f"{SUNDAY}/invites/nothing")) == (404, "unknown-invite")
    assert problem(sunday.ask("DELETE", f"{SUNDAY}/tokens/nothing")) == (404, "unknown-token")


def test_a_token_may_write_so_often(
    store_url: URL, monkeypatch: pytest.MonkeyPatch, owner: Person, ledger: Ledger
) -> None:
    """Changes are limited by token, whatever the client's address; reading goes on."""
    from adjudicator.server.app import create_app

    monkeypatch.setenv("ADJUDICATOR_WRITE_RATE", "2/minute")
    app = create_app()
    _, secret = ledger.tokens.create("Anna", "owner", created_by="test")
    anna = Person(app.test_client(), secret)
    for number in range(2):
        anna.done(anna.post(LISTS, {"slug": f"list{number}", "title": "x"}), 201)
    refused = anna.post(LISTS, {"slug": "more", "title": "x"})
    assert problem(refused) == (429, "rate-limited")
    assert int(refused.headers["Retry-After"]) > 0
    assert len(anna.done(anna.get(LISTS))["lists"]) == 2


def test_a_ledger_that_is_replaced_while_it_is_served(
    sunday: Person, anyone: Person, ledger: Ledger, tmp_path: Path
) -> None:
    """Another history with revisions of the same numbers is another list: nothing that was worked out for the old one is said of it."""
    allowed = sunday.ask("PUT", f"{SUNDAY}/entries/glorp", {"effect": "allow"}, If_Match="*")
    assert sunday.done(allowed)["revision"] == 2
    backup(ledger.store, tmp_path / "kept")
    sunday.done(sunday.post(LISTS, {"slug": "other", "title": "Other", "base": "boggle"}), 201)
    restore(ledger.store, tmp_path / "kept", replace=True)
    denied = sunday.ask("PUT", f"{SUNDAY}/entries/trig", {"effect": "deny"}, If_Match="*")
    assert sunday.done(denied)["revision"] == 3
    asked = [
        f"/v1/rulesets/house:sunday{at}/words/trig?detail={detail}"
        for at in ("", "@3")
        for detail in ("verdict", "reasons", "full")
    ]
    assert {anyone.done(anyone.get(path))["legal"] for path in asked} == {False}
    restore(ledger.store, tmp_path / "kept", replace=True)
    allowed = sunday.ask("PUT", f"{SUNDAY}/entries/trig", {"effect": "allow"}, If_Match="*")
    assert sunday.done(allowed)["revision"] == 3
    assert {anyone.done(anyone.get(path))["legal"] for path in asked} == {True}


def test_an_editor_changes_no_settings(sunday: Person, somebody: Somebody) -> None:
    """Neither by restoring a revision that has others nor by merging such a list in; entries alone they may restore and merge."""
    editor = somebody("editor")
    put = {"effect": "allow"}
    sunday.done(sunday.ask("PUT", f"{SUNDAY}/entries/glorp", put, If_Match="*"))
    sunday.done(sunday.post(f"{SUNDAY}/forks", {"slug": "fork"}), 201)
    sunday.done(sunday.ask("PUT", f"{LISTS}/fork/entries/yeet", put, If_Match="*"))
    assert editor.done(editor.post(f"{SUNDAY}/restore", {"revision": 1}, If_Match="*"))["size"] == 0
    merged = editor.done(editor.post(f"{SUNDAY}/merge", {"other": "fork", "prefer": "theirs"}, If_Match="*"))
    strict = {"overrides": {"length": {"min": 9}}}
    sunday.done(sunday.ask("PATCH", f"{LISTS}/fork", strict, If_Match="*"))
    for path, body in (("merge", {"other": "fork"}), ("restore", {"revision": merged["revision"]})):
        if path == "restore":
            sunday.done(sunday.ask("PATCH", SUNDAY, {"title": "Strict"}, If_Match="*"))
        refused = editor.post(f"{SUNDAY}/{path}", body, If_Match="*")
        assert problem(refused) == (403, "forbidden")
        assert "settings" in refused.get_json()["detail"]
        sunday.done(sunday.post(f"{SUNDAY}/{path}", body, If_Match="*"))


def test_who_wrote_an_entry_is_not_for_an_editor_to_say(sunday: Person, somebody: Somebody) -> None:
    """What a file says of authors, times and rulings is taken from an owner; what an editor brings is the editor's, now."""
    claimed = '[{"word": "%s", "author": "Root", "at": "2019-01-01", "ruling": "deadbeef"}]'
    for person, word, author in ((somebody("editor"), "yeet", "A editor"), (sunday, "glorp", "Root")):
        sent = {"format": "json", "content": claimed % word}
        told = person.done(person.post(f"{SUNDAY}/imports", sent, If_Match="*"))
        entry = person.done(person.get(f"{SUNDAY}/entries/{word}"))
        assert told["passed_over"] == (author != "Root")
        assert entry["author"] == author
        assert (entry["at"][:4] == "2019", entry["ruling"]) == (
            author == "Root",
            "deadbeef" if author == "Root" else None,
        )


def test_invites_end_with_the_token_that_made_them(
    sunday: Person, somebody: Somebody, anyone: Person, ledger: Ledger
) -> None:
    """Who is thrown out cannot come in again by an invite of their own; those that others have made hold."""
    eve = somebody("owner", name="Eve")
    theirs = eve.post(f"{SUNDAY}/invites", {"scope": "owner", "uses": 1000})
    ours = sunday.post(f"{SUNDAY}/invites", {"scope": "editor"})
    opened = eve.done(
        eve.post("/v1/disputes", {"words": ["zee"], "ruleset": "house:sunday", "settle": "vote"}), 201
    )
    voters = eve.post(f"/v1/disputes/{opened['id']}/invites", {"uses": 5})
    taken = [each.headers["Location"].removeprefix("http://localhost") for each in (theirs, voters, ours)]
    (made,) = [each for each in ledger.tokens.listing("house:sunday") if each.name == "Eve"]
    assert sunday.ask("DELETE", f"{SUNDAY}/tokens/{made.id}").status_code == 204
    answers = [anyone.post(path, {"name": "Eve"}).status_code for path in taken]
    assert answers == [404, 404, 201]


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server whose operator lets a list have two entries, and a token make one list and one invite."""
    for bound, most in (("ENTRIES", "2"), ("LISTS", "1"), ("INVITES", "1")):
        monkeypatch.setenv(f"ADJUDICATOR_MAX_{bound}", most)


def test_how_much_is_taken(few: None, sunday: Person) -> None:
    """What is more than the ledger takes is refused by one problem, which names the bound and the setting that changes it."""
    put = {"effect": "allow"}
    for word in ("glorp", "blick"):
        sunday.done(sunday.ask("PUT", f"{SUNDAY}/entries/{word}", put, If_Match="*"))
    sunday.done(sunday.post(f"{SUNDAY}/invites", {"scope": "voter", "uses": 1}), 201)
    file = {"format": "text", "content": "zorb\nyeet\nrizz\n"}
    refused = {
        "entries": [
            sunday.ask("PUT", f"{SUNDAY}/entries/zorb", put, If_Match="*"),
            sunday.post(f"{SUNDAY}/imports", file, If_Match="*"),
            sunday.post(f"{SUNDAY}/imports", {**file, "content": "zorb"}, If_Match="*", Idempotency_Key="k"),
        ],
        "lists": [
            sunday.post(LISTS, {"slug": "monday", "title": "Monday"}),
            sunday.post(f"{SUNDAY}/forks", {"slug": "monday"}),
        ],
        "invites": [sunday.post(f"{SUNDAY}/invites", {"scope": "voter", "uses": 1})],
    }
    for limit, answers in refused.items():
        for each in answers:
            assert problem(each) == (422, "limit-reached")
            said = each.get_json()
            assert (said["limit"], said["setting"]) == (limit, f"ADJUDICATOR_MAX_{limit.upper()}")
            assert said["setting"] in said["detail"] and "Nothing was written" in said["detail"]
    assert sunday.done(sunday.get(SUNDAY))["size"] == 2


def test_long_deeds_with_a_key(sunday: Person, anyone: Person) -> None:
    """An import and a fork of thousands of words are done once, however often they are sent with their key."""
    words = "".join(f"z{a}{b}{c}\n" for a in "abcdefghijkl" for b in "abcdefghijkl" for c in "abcdefghijkl")
    sent = {"format": "text", "content": words}
    for _ in range(2):
        done = sunday.post(f"{SUNDAY}/imports", sent, If_Match="*", Idempotency_Key="import")
        assert sunday.done(done)["written"] == 12**3
        made = sunday.post(f"{SUNDAY}/forks", {"slug": "fork"}, Idempotency_Key="fork")
        assert sunday.done(made, 201)["size"] == 12**3
    assert [each["kind"] for each in anyone.done(anyone.get(f"{SUNDAY}/revisions"))["revisions"]] == [
        "import",
        "create",
    ]
    assert verdict(anyone, "zabc", "house:fork") == (True, "house-allowed")


def test_edits_of_different_words_do_not_meet(sunday: Person, somebody: Somebody) -> None:
    """With `seen` others may have changed other words since; of the same word it is 412, which names the word and the revision."""
    ben = somebody("editor", name="Ben")
    anywhere = {"If_Match": "*"}
    for word in ("zee", "qi"):
        sunday.done(sunday.ask("PUT", f"{SUNDAY}/entries/{word}?seen=1", {"effect": "allow"}, **anywhere))
    refused = ben.ask("PUT", f"{SUNDAY}/entries/zee?seen=1", {"effect": "deny"}, **anywhere)
    assert problem(refused) == (412, "stale-revision")
    assert (refused.get_json()["current"], refused.get_json()["words"]) == (3, ["zee"])
    ben.done(ben.ask("PUT", f"{SUNDAY}/entries/zee?seen=3", {"effect": "deny", "reason": "no"}, **anywhere))
    body = {"entries": [{"word": "zax", "effect": "deny"}], "drop": ["qi"]}
    assert ben.done(ben.ask("POST", f"{SUNDAY}/edits?seen=3", body, **anywhere))["revision"] == 5
    assert problem(ben.ask("DELETE", f"{SUNDAY}/entries/zax?seen=4", **anywhere)) == (412, "stale-revision")
    revisions = ben.done(ben.get(f"{SUNDAY}/revisions?word=zee&author=Ben"))["revisions"]
    assert [each["revision"] for each in revisions] == [4]
    back = {"revision": 3, "words": ["ZEE"]}
    assert ben.done(ben.ask("POST", f"{SUNDAY}/restore", back, **anywhere))["size"] == 2
    assert ben.done(ben.get(f"{SUNDAY}/entries/zee"))["effect"] == "allow"
    listed = ben.done(ben.get(f"{SUNDAY}/entries?only=contrary&author=Anna"))["entries"]
    assert [each["key"] for each in listed] == ["zee"]
    ben.done(ben.ask("PUT", f"{SUNDAY}/entries/plates", {"effect": "allow"}, **anywhere))
    assert ben.done(ben.ask("POST", f"{SUNDAY}/prune", **anywhere))["size"] == 2


def test_what_is_found_on_another_day_is_another_answer(
    sunday: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Words that have run out meanwhile are found although the list is at the same revision; what is the same is not sent again."""
    entry = {"effect": "allow", "expires": "2098-01-01"}
    sunday.done(sunday.ask("PUT", f"{SUNDAY}/entries/zee", entry, If_Match="*"))
    path = f"{SUNDAY}/entries?only=over"
    before = sunday.get(path)
    assert sunday.done(before)["entries"] == []
    tag = before.headers["ETag"]
    assert sunday.get(path, If_None_Match=tag).status_code == 304
    monkeypatch.setattr("adjudicator.usecases.desk.now", lambda: "2099-01-01T00:00:00.000000Z")
    after = sunday.done(sunday.get(path, If_None_Match=tag))
    assert [each["key"] for each in after["entries"]] == ["zee"]


def test_a_queue_is_settled_over_http(sunday: Person, somebody: Somebody) -> None:
    """Editors see what there is to settle, take a word each, and settle words; what they overlook is 412, what is no word of the queue 404."""
    ben, anywhere = somebody("editor", name="Ben"), somebody("editor", "house:monday")
    reviews = f"{SUNDAY}/reviews"
    queues = {each["queue"]: each for each in sunday.done(sunday.get(reviews))["queues"]}
    assert [*queues][:2] == ["list", "rules:35"] and queues["rules:35"]["standing"]["settled"] == 0
    total = queues["rules:35"]["standing"]["total"]
    page = ben.done(ben.get(f"{reviews}/rules:35?limit=2"))
    more = ben.done(ben.get(page["next"]))
    one, two = page["cases"]
    assert (
        page["revision"] == 1 and one["certainty"] == "disputable" and one["reason"] and one["entry"] is None
    )
    assert len({each["key"] for each in page["cases"] + more["cases"]}) == 4
    taken = [person.done(person.post(f"{reviews}/rules:35/next", {})) for person in (sunday, ben, ben)]
    assert [each["case"]["key"] for each in taken] == [one["key"], two["key"], two["key"]]
    assert taken[1]["standing"] == {"total": total, "settled": 0, "left": total, "held": 1}
    after = ben.done(ben.post(f"{reviews}/rules:35/next", {"after": two["key"]}))
    assert after["case"]["key"] == more["cases"][0]["key"]
    deny = {"words": [one["key"].upper(), two["key"]], "choice": "deny", "reason": "no", "seen": 1}
    left = sunday.done(sunday.post(f"{reviews}/rules:35", deny))["standing"]
    assert (left["settled"], left["left"], left["held"]) == (2, total - 2, 1)
    entry = ben.done(ben.get(f"{SUNDAY}/entries/{two['key']}"))
    assert (entry["effect"], entry["reason"]) == ("deny", "no")
    assert ben.done(ben.get(reviews))["queues"][-1]["standing"]["settled"] == 2
    late = ben.post(f"{reviews}/rules:35", {"words": [two["key"]], "choice": "allow", "seen": 1})
    assert problem(late) == (412, "stale-revision") and late.get_json()["words"] == [two["key"]]
    strange = ben.post(f"{reviews}/list", {"words": ["glorp"], "choice": "leave"})
    assert problem(strange) == (404, "unknown-review")
    assert problem(ben.get(f"{reviews}/season:none")) == (404, "unknown-season")
    assert problem(anywhere.get(reviews))[0] == 403


def test_what_takes_long_is_worked_out_before(
    sunday: Person, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a key, too, others can write while a queue, what is pruned or the words of a season are worked out; what is sent again is answered as
    it was, whatever has changed since.
    """
    within: list[bool] = []

    def heard(kind: type, name: str) -> None:
        real = getattr(kind, name)

        def call(*given: Any) -> Any:
            within.append(ledger.store.is_writing)
            return real(*given)

        monkeypatch.setattr(kind, name, call)

    heard(Review, "_sought")
    heard(Desk, "keys")
    heard(HouseBench, "legal_keys")
    case = sunday.done(sunday.post(f"{SUNDAY}/reviews/rules:35/next", {}))["case"]
    word = {"words": [case["key"]], "choice": "deny" if case["legal"] else "allow"}
    for path, body in (
        ("reviews/rules:35/next", {}),
        ("reviews/rules:35", word),
        ("prune", {}),
        ("seasons", {"name": "Winter"}),
    ):
        first, again = (
            sunday.post(f"{SUNDAY}/{path}", body, If_Match="*", Idempotency_Key=path.rpartition("/")[2])
            for _ in range(2)
        )
        assert first.status_code in (200, 201), first.text
        assert (again.data, again.headers.get("Idempotency-Replayed")) == (first.data, "true")
    sunday.done(sunday.ask("DELETE", f"{SUNDAY}/entries/{case['key']}", If_Match="*"))
    gone = {**word, "words": ["plate"]}
    assert problem(sunday.post(f"{SUNDAY}/reviews/rules:35", gone, Idempotency_Key="gone")) == (
        404,
        "unknown-review",
    )
    again = sunday.post(f"{SUNDAY}/reviews/rules:35", word, If_Match="*", Idempotency_Key="rules:35")
    assert again.status_code == 200
    assert len(within) >= 6 and not any(within)


def test_an_old_address_leads_on(sunday: Person, anyone: Person, somebody: Somebody) -> None:
    """A renamed list answers by its new name; calls and pages of the old one lead there with method, body and query, also whoever has a token for
    the list alone; verdicts know both, and the ETag that was read before holds. What was done with a key by the old name is answered again there.
    """
    editor, owner = somebody("editor"), somebody("owner")
    sunday.done(sunday.change("PUT", f"{SUNDAY}/entries/glorp", {"effect": "allow"}))
    assert problem(editor.post(f"{SUNDAY}/rename", {"slug": "saturday"})) == (403, "forbidden")
    sent = (
        (editor, "edits", {"entries": [{"word": "snorf", "effect": "allow"}]}),
        (editor, "edits", {"drop": ["snorf"]}),
        (owner, "rename", {"slug": "saturday"}),
    )
    first, again = (
        [
            who.post(f"{SUNDAY}/{path}", body, If_Match="*", Idempotency_Key=f"k{number}")
            for number, (who, path, body) in enumerate(sent)
        ]
        for _ in range(2)
    )
    assert [each.status_code for each in first] == [200] * 3
    for one, other in zip(first, again, strict=True):
        assert (other.data, other.headers.get("Idempotency-Replayed")) == (one.data, "true")
    tag = first[1].headers["ETag"]
    renamed = first[-1].get_json()
    assert (renamed["slug"], renamed["ruleset"], renamed["revision"]) == ("saturday", "house:saturday", 4)
    new = f"{LISTS}/saturday"
    for method, path in (
        ("GET", "?"),
        ("GET", "/entries?limit=2&author=Anna"),
        ("GET", "/revisions/1?"),
        ("GET", "/pack?revision=1"),
        ("GET", "/export?format=csv"),
        ("POST", "/edits?seen=2"),
        ("DELETE", "/entries/glorp?"),
    ):
        moved = editor.ask(method, f"{SUNDAY}{path}", {} if method == "POST" else None, If_Match=tag)
        assert (moved.status_code, moved.headers["Location"]) == (308, f"{new}{path.removesuffix('?')}"), path
        assert moved.headers["Cache-Control"] == "no-cache"
    now = owner.get(new).headers["ETag"]
    for who in (sunday, editor):  # who has read it by its new name, with a token for all lists or for it
        moved = who.ask("PUT", f"{SUNDAY}/entries/vlorp", {"effect": "allow"}, If_Match=now)
        assert (moved.status_code, moved.headers["Location"]) == (308, f"{new}/entries/vlorp")
    assert anyone.client.get(f"{SUNDAY}/entries/glorp", follow_redirects=True).get_json()["effect"] == "allow"
    page = anyone.client.get("/lists/sunday/players?season=x", headers={"Accept": "text/html"})
    assert (page.status_code, page.headers["Location"]) == (308, "/lists/saturday/players?season=x")
    assert (
        editor.done(editor.ask("PUT", f"{new}/entries/blorp", {"effect": "allow"}, If_Match=tag))["revision"]
        == 5
    )
    for name in ("house:sunday", "house:saturday"):
        said = anyone.done(anyone.get(f"/v1/rulesets/{name}/words/blorp"))
        assert (said["ruleset"], said["legal"]) == ("house:saturday", True)
    taken = sunday.post(LISTS, {"slug": "sunday", "title": "Another"})
    assert problem(taken) == (409, "exists") and "leads to" in taken.get_json()["detail"]
    assert problem(anyone.get(f"{LISTS}/nowhere")) == (404, "unknown-house-list")
    assert owner.done(owner.post(f"{new}/rename", {"slug": "sunday"}))["slug"] == "sunday"
    assert anyone.get(new).headers["Location"] == SUNDAY
