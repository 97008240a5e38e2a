"""What people send: made ready where it can be, and otherwise refused with every fault and its place."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.errors import BadRecord, RulesetInvalid, UnknownRuleset
from adjudicator.ledger.validation import (
    deed_faults,
    entry_from,
    moment,
    settings_faults,
    slug_faults,
    text_faults,
)
from adjudicator.rules.files import Rulebooks
from adjudicator.rules.house import USUAL, Entry, Settings

AT = "2026-03-01T10:00:00.000000Z"


def entered(**sent: Any) -> Entry:
    return entry_from({"word": "Yeet", "effect": "allow", **sent}, author="ann", at=AT)


def faults(**sent: Any) -> tuple[str, ...]:
    with pytest.raises(BadRecord) as told:
        entered(**sent)
    return told.value.faults


def test_an_entry() -> None:
    """An entry has the key of its word, the word as it was written, and what else was said; or nothing of it."""
    assert entered() == Entry("yeet", "Yeet", "allow", "", "ann", AT)
    said = entered(
        word=" Café ", effect="deny", reason="no 👨‍👩‍👧", expires="2027-01-01", inflections=["verb", "noun"]
    )
    assert said == Entry(
        "cafe", "Café", "deny", "no 👨‍👩‍👧", "ann", AT, "2027-01-01T00:00:00.000000Z", ("noun", "verb")
    )


@pytest.mark.parametrize(
    ("sent", "meant"), [(True, USUAL), (False, ()), (None, ()), ([], ()), (["adjective"], ("adjective",))]
)
def test_inflections(sent: object, meant: tuple[str, ...]) -> None:
    """True means the usual ones; a list names them."""
    assert entered(inflections=sent).inflections == meant


@pytest.mark.parametrize(
    ("sent", "fault"),
    [
        ({"word": None}, "word: is missing"),
        ({"word": "  "}, "word: The word is empty. Type at least one letter."),
        ({"word": "ﬃ" * 60}, "word: The word has more than 100 letters."),
        ({"word": "za\0"}, "word: The word has the control character U+0000. Type letters only."),
        ({"word": "12 t 34"}, "word: '12 t 34' has a digit in it, which no word has. Type letters only."),
        ({"word": "trіg"}, "word: і (U+0456) is not one of the letters a to z. Type the word with those."),
        ({"word": "αbc"}, "word: α (U+03B1) is not one of the letters a to z. Type the word with those."),
        ({"word": "tr\u200big"}, "word: The word has the invisible character U+200B. Type letters only."),
        ({"word": "\u202egirt"}, "word: The word has the invisible character U+202E. Type letters only."),
        ({"reason": "a\u202eb"}, "reason: has the invisible character U+202E"),
        ({"effect": "perhaps"}, "effect: takes allow or deny, not 'perhaps'"),
        ({"effect": None}, "effect: is missing"),
        ({"effect": ""}, "effect: takes allow or deny"),
        ({"effect": ["allow"]}, "effect: takes allow or deny, not a list"),
        ({"reason": 5}, "reason: takes text, not 5"),
        ({"reason": "x" * 1001}, "reason: is 1,001 characters long; at most 1,000 are taken"),
        ({"reason": "one\ntwo"}, "reason: has the control character U+000A"),
        ({"reason": "\ud800"}, "reason: has the control character U+D800"),
        (
            {"expires": "soon"},
            "expires: takes a date or time like 2026-12-31 or 2026-12-31T18:00:00Z, not 'soon'",
        ),
        ({"expires": 5}, "expires: takes a date or time like 2026-12-31 or 2026-12-31T18:00:00Z, not 5"),
        (
            {"expires": "0001-01-01T00:00+10:00"},
            "expires: takes a date or time like 2026-12-31 or 2026-12-31T18:00:00Z, not '0001-01-01T00:00+10:00'",
        ),
        (
            {"inflections": "noun"},
            "inflections: takes true, false or a list of noun, verb, adjective, adverb, not 'noun'",
        ),
        (
            {"inflections": [["noun"]]},
            "inflections: takes true, false or a list of noun, verb, adjective, adverb, not a list",
        ),
        (
            {"author": "eve"},
            "author: is not known; known: effect, expires, inflections, reason, word",
        ),
    ],
)
def test_a_fault(sent: dict[str, Any], fault: str) -> None:
    """Each fault is told with its place."""
    assert faults(**sent) == (fault,)


def test_all_faults_at_once() -> None:
    """Whoever sends several faults hears of all of them."""
    assert len(faults(word="", effect="", reason=5, expires=5, inflections=5, colour="red")) == 6


def test_a_stamped_entry() -> None:
    """What was written down before keeps its author, time and ruling; its key must be that of its word."""
    sent = {"word": "za", "effect": "deny", "author": "bob", "at": "2025-01-01", "ruling": "r1", "key": "za"}
    assert entry_from(sent, author="ann", at=AT, stamped=True) == Entry(
        "za", "za", "deny", "", "bob", "2025-01-01T00:00:00.000000Z", None, (), "r1"
    )
    with pytest.raises(BadRecord) as told:
        entry_from({**sent, "key": "qi", "author": " "}, author="ann", at=AT, stamped=True)
    assert told.value.faults == ("author: is empty", "key: is 'qi', but that of the word is 'za'")


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("2026-12-31", "2026-12-31T00:00:00.000000Z"),
        ("2026-12-31T18:00:00Z", "2026-12-31T18:00:00.000000Z"),
        ("2026-12-31T18:00", "2026-12-31T18:00:00.000000Z"),
        ("2026-12-31T18:00:00.25+01:00", "2026-12-31T17:00:00.250000Z"),
        ("0999-01-01", "0999-01-01T00:00:00.000000Z"),
    ],
)
def test_times(text: str, written: str) -> None:
    """A date is its first moment, a time without a zone is of UTC, and all are written alike, so that they sort."""
    assert moment(text) == written


def test_short_texts() -> None:
    """A text that is needed says something; a text is as long as its place takes and has no control characters."""
    assert text_faults("note", "", 5) == []
    assert text_faults("note", " ", 5, needed=True) == ["note: is empty"]
    assert text_faults("note", "123456", 5) == ["note: is 6 characters long; at most 5 are taken"]
    assert text_faults("note", "a\u2028", 5) == ["note: has the control character U+2028"]
    assert deed_faults("", "x" * 1001) == [
        "author: is empty",
        "note: is 1,001 characters long; at most 1,000 are taken",
    ]


def test_words_with_accents() -> None:
    """Accents, ligatures and apostrophes of every shape fold away; they are no letters of another alphabet."""
    assert [entered(word=word).key for word in ("Ærø", "naïve", "Hawaiʻi", "they’ll")] == [
        "aero",
        "naive",
        "hawaii",
        "theyll",
    ]


@pytest.mark.parametrize(
    "name",
    [
        "Ann\u200b",
        "Ann\u200d",
        "\u200dAnn",
        "A\u200cnn",
        "\u202eAnn",
        "A\u2066nn",
        "\ufeffAnn",
        "\u00adAnn",
        "Ann\U000e0041",
        "\u3164",
        "А\u200dнна",
    ],
)
def test_no_name_has_what_nobody_sees(name: str) -> None:
    """Two names that look the same are the same, and none turns the line around."""
    assert ["has the invisible character" in fault for fault in text_faults("name", name, 100)] == [True]


@pytest.mark.parametrize("name", ["Zoë", "Анна", "👨‍👩‍👧", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "❤️", "می‌خواهم", "क्‍ष", "فاطمة", "José"])
def test_names_of_the_world(name: str) -> None:
    """Names are written in any script, and joiners are taken where they join."""
    assert text_faults("name", name, 100) == []


@pytest.mark.parametrize("slug", ["a", "7", "sunday-club", "x" * 64])
def test_slugs(slug: str) -> None:
    """A slug is up to 64 small letters, digits and hyphens."""
    assert slug_faults(slug) == []


@pytest.mark.parametrize("slug", ["", "-a", "Sunday", "a b", "a\n", "é", "x" * 65, "a\0", None])
def test_no_slugs(slug: object) -> None:
    """Anything else is none."""
    assert len(slug_faults(slug)) == 1


def checked(settings: Settings) -> None:
    Rulebooks().load(settings.base, settings.overrides)


def test_settings() -> None:
    """Settings are those of a ruleset that can be read."""
    assert settings_faults(Settings("Sunday", "boggle", {"length": {"min": 4}}), checked) == []


@pytest.mark.parametrize(
    ("settings", "fault"),
    [
        (Settings("", "boggle", {}), "title: is empty"),
        (
            Settings("A", "house:club", {}),
            "base: takes the id of a ruleset, not the name of a house list or file",
        ),
        (
            Settings("A", "/etc/a.toml", {}),
            "base: takes the id of a ruleset, not the name of a house list or file",
        ),
        (Settings("A", 5, {}), "base: takes the id of a ruleset, not the name of a house list or file"),  # type: ignore[arg-type]
        (Settings("A", "boggle", []), "overrides: takes tables of a ruleset"),  # type: ignore[arg-type]
        (Settings("A", "boggle", {"title": "\ud800"}), "overrides: cannot be written as JSON"),
        (Settings("A", "boggle", {"title": {1}}), "overrides: cannot be written as JSON"),
        (Settings("A", "boggle", {"title": "x" * 20_000}), "overrides: are longer than 20,000 characters"),
        (Settings("A", "boggle", {"length": {"min": "four"}}), "overrides.length.min: takes a whole number"),
        (
            Settings("A", "boggle", {"extends": "/etc/passwd"}),
            "overrides.extends: stands in a file; a list has its base instead",
        ),
        (Settings("A", "nonesuch", {}), "base: There is no ruleset 'nonesuch'. Known are:"),
    ],
)
def test_a_fault_of_settings(settings: Settings, fault: str) -> None:
    """Each fault is told with its place."""
    (told,) = settings_faults(settings, checked)
    assert told.startswith(fault)


def test_settings_without_a_check() -> None:
    """Where nobody can say which rulesets there are, the settings are looked at by themselves."""
    assert settings_faults(Settings("A", "nonesuch", {}), None) == []


def test_what_a_check_raises() -> None:
    """Every fault of overrides is told."""

    def refuse(settings: Settings) -> None:
        raise RulesetInvalid(["length.min: is wrong", "alphabet: is wrong"])

    def unknown(settings: Settings) -> None:
        raise UnknownRuleset("There is none.", "Choose another.")

    assert settings_faults(Settings("A", "b", {}), refuse) == [
        "overrides.length.min: is wrong",
        "overrides.alphabet: is wrong",
    ]
    assert settings_faults(Settings("", "b", {}), unknown) == [
        "title: is empty",
        "base: There is none. Choose another",
    ]
