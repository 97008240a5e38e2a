"""``sources.toml`` and the user's overlay: what is read, and what is refused."""

from __future__ import annotations

import pickle
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from adjudicator import errors
from adjudicator.errors import AdjudicatorError, ConfigError
from adjudicator.sources.model import (
    READERS,
    UNPINNED,
    DebianChannel,
    FileChannel,
    HttpsChannel,
    Keep,
    PypiChannel,
    Source,
    is_allowed_url,
)
from adjudicator.sources.toml_file import load_sources

SHIPPED = Path(__file__).parents[2] / "config" / "sources.toml"
PIN = "sha256:" + "0" * 64
GOOD = f"""
[list]
title = "A list"
edition = "1.0"
licence = {{ name = "MIT", text = "Free use." }}
attribution = "By somebody."
url = "https://example.org"
required = false
reader = "wordlist"
digest = "{PIN}"
files = ["list.txt"]
[[list.channel]]
kind = "https"
url = "https://example.org/list.txt"
"""


def load(tmp_path: Path, text: str, local: str | None = None) -> dict[str, Source]:
    (tmp_path / "sources.toml").write_text(text, encoding="utf-8")
    if local is not None:
        (tmp_path / "local.toml").write_text(local, encoding="utf-8")
    return load_sources(tmp_path / "sources.toml", tmp_path / "local.toml")


def faults(tmp_path: Path, text: str, local: str | None = None) -> tuple[str, ...]:
    with pytest.raises(ConfigError) as caught:
        load(tmp_path, text, local)
    return caught.value.faults


# The sources that are shipped


def test_shipped_sources_load() -> None:
    """The shipped file is valid; seven sources are required, and some are off by
    default.
    """
    sources = load_sources(SHIPPED)
    required = {name for name, source in sources.items() if source.required}
    disabled = {name for name, source in sources.items() if not source.enabled}
    assert required == {"scowl", "wordnet", "gcide", "cmudict", "misaki", "contractions", "lemminflect"}
    assert disabled == {"wiktionary", "letterpress"}
    assert set(sources) - required - disabled == {"varcon", "oewn", "hunspell-gb", "web2"}


def test_shipped_sources_say_whose_they_are() -> None:
    """Every source gives a licence by name and in words, an attribution, and a reader that exists."""
    for source in load_sources(SHIPPED).values():
        assert source.licence.name and source.licence.text.endswith((".", ")"))
        assert source.attribution.endswith((".", ")"))
        assert {source.reader, *(channel.reader or source.reader for channel in source.channels)} <= set(
            READERS
        )


def test_required_sources_need_no_debian_and_no_npm() -> None:
    """Each can be had on every system: from the index that Python's own installer asks, or from upstream."""
    for source in load_sources(SHIPPED).values():
        if source.required:
            assert any(isinstance(channel, (PypiChannel, HttpsChannel)) for channel in source.channels), (
                source.id
            )


def test_shipped_sources_are_pinned() -> None:
    """Only the source that upstream replaces under one name goes without a digest."""
    unpinned = {
        source.id
        for source in load_sources(SHIPPED).values()
        for channel in source.channels
        if source.profile(channel).digest == UNPINNED
    }
    assert unpinned == {"wiktionary"}


def test_shipped_addresses_are_upstream_homes() -> None:
    """Downloads come from the homes of the works; registries are reached through their own clients alone."""
    hosts = {
        urlsplit(channel.url).hostname
        for source in load_sources(SHIPPED).values()
        for channel in source.channels
        if isinstance(channel, HttpsChannel)
    }
    assert hosts == {
        "downloads.sourceforge.net",
        "wordnetcode.princeton.edu",
        "raw.githubusercontent.com",
        "en-word.net",
        "kaikki.org",
    }


# Reading


def test_a_table_becomes_a_source(tmp_path: Path) -> None:
    """Every key arrives typed, with defaults for those that may be left out."""
    source = load(tmp_path, GOOD)["list"]
    assert (source.id, source.edition, source.required, source.enabled) == ("list", "1.0", False, True)
    assert source.files == (Keep(match="list.txt"),)
    assert source.channels == (HttpsChannel(url="https://example.org/list.txt"),)
    assert source.profile(source.channels[0]).digest == PIN


def test_channels_keep_their_order_and_kinds(tmp_path: Path) -> None:
    """Channels are tried in the order of the file; each kind has its own keys."""
    more = '[[list.channel]]\nkind = "debian"\npackage = "list"\nversion = "1:2.0-1+b1"\n'
    more += (
        '[[list.channel]]\nkind = "pypi"\nname = "list"\nversion = "1"\nform = "sdist"\nsha256 = "'
        + "a" * 64
        + '"\n'
    )
    more += '[[list.channel]]\nkind = "file"\nenv = "MY_LIST"\n'
    assert load(tmp_path, GOOD + more)["list"].channels[1:] == (
        DebianChannel(package="list", version="1:2.0-1+b1"),
        PypiChannel(name="list", version="1", form="sdist", sha256="a" * 64),
        FileChannel(env="MY_LIST"),
    )


def test_a_channel_may_have_a_profile_of_its_own(tmp_path: Path) -> None:
    """A channel's files, encoding and digest replace those of its source, for this channel alone."""
    other = "sha256:" + "1" * 64
    more = f'files = [{{ match = "x/*.lst", name = "list.txt" }}]\nencoding = "latin-1"\ndigest = "{other}"\n'
    source = load(tmp_path, GOOD + more)["list"]
    profile = source.profile(source.channels[0])
    assert profile.files == (Keep(match="x/*.lst", name="list.txt"),)
    assert (profile.encoding, profile.digest, source.digest) == ("latin-1", other, PIN)


def test_a_channel_may_serve_another_shape(tmp_path: Path) -> None:
    """What a channel pinned to the data says of reader, edition and licence holds for that data, and nothing else does."""
    other = "sha256:" + "1" * 64
    more = f'[[list.channel]]\nkind = "pypi"\nname = "list"\nversion = "2"\ndigest = "{other}"\nreader = "gcide-json"\n'
    more += 'edition = "2.0"\nlicence = { name = "GPL-3.0-or-later", text = "Copyleft." }\n'
    source = load(tmp_path, GOOD + more)["list"]
    assert source.through_channel(PIN, "pypi list 2") == source
    served = source.through_channel(other, "file /srv/list.whl")
    assert (served.reader, served.edition, served.licence.name) == ("gcide-json", "2.0", "GPL-3.0-or-later")


def test_data_without_a_digest_is_known_by_its_channel(tmp_path: Path) -> None:
    """An unpinned file of another shape has the reader that its channel names."""
    more = '[[list.channel]]\nkind = "file"\npath = "mine.json"\ndigest = "unpinned"\nreader = "gcide-json"\n'
    source = load(tmp_path, GOOD + more)["list"]
    assert source.through_channel("sha256:" + "2" * 64, "file /home/me/mine.json").reader == "gcide-json"
    assert source.through_channel("sha256:" + "2" * 64, "https://example.org/list.txt").reader == "wordlist"


@pytest.mark.parametrize(
    ("match", "member", "kept"),
    [
        ("final/*", "scowl-1/final/a.10", "a.10"),
        ("final/*", "scowl-1/final.old/a.10", None),
        ("contractions/data/*.json", "contractions/data/a.json", "a.json"),
        ("contractions/data/*.json", "data/a.json", None),
        ("a.txt", "./x/a.txt", "a.txt"),
    ],
)
def test_a_glob_is_compared_with_the_tail_of_a_path(match: str, member: str, kept: str | None) -> None:
    """A rule matches whole parts of a member's path from its end, and keeps the last part as the name."""
    assert Keep(match=match).canonical(member) == kept


# Refusing


def test_all_faults_are_reported_at_once(tmp_path: Path) -> None:
    """One run names every fault, each with the path of its key."""
    text = GOOD.replace('title = "A list"', "title = 3").replace("required = false", 'required = "no"')
    text = text.replace('reader = "wordlist"', "").replace(PIN, "sha256:12")
    text = text.replace('kind = "https"', 'kind = "https"\nlimit_mb = 0').replace(
        'text = "Free use."', 'txt = "x"'
    )
    found = faults(tmp_path, text)
    keys = {fault.split(":")[0] for fault in found}
    expected = {"title", "required", "reader", "digest", "licence.text", "licence.txt", "channel[0].limit_mb"}
    assert keys == {f"list.{key}" for key in expected}


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("colour = 'red'", "list.channel[0].colour: is not known; known: archive"),
        ("archive = 'rar'", "list.channel[0].archive: takes none, gz, tar.gz, tar.xz or zip, not 'rar'"),
        ("encoding = 'ebcdic'", "list.channel[0].encoding: takes utf-8 or latin-1, not 'ebcdic'"),
        ("reader = 'nobody'", "list.channel[0].reader: takes scowl, "),
        ("edition = '../1'", "list.channel[0].edition: takes a plain edition name"),
        ("licence = { name = 'MIT' }", "list.channel[0].licence.text: is missing"),
        ("files = [3]", "list.channel[0].files[0]: takes a table, not 3"),
        (
            "files = ['/etc/passwd']",
            "list.channel[0].files[0].match: takes a relative glob, not '/etc/passwd'",
        ),
        (
            "files = [{ match = 'a', name = '../a' }]",
            "list.channel[0].files[0].name: takes a flat file name, not '../a'",
        ),
    ],
)
def test_a_channel_refuses_what_it_does_not_know(tmp_path: Path, line: str, fault: str) -> None:
    """Unknown keys and values, and names that leave the folder, are faults."""
    (found,) = faults(tmp_path, GOOD + line)
    assert found.startswith(fault)


@pytest.mark.parametrize(
    "channel",
    [
        'kind = "debian"\npackage = "--option"\nversion = "1"',
        'kind = "pypi"\nname = "-r"\nversion = "1"',
        'kind = "pypi"\nname = "list"\nversion = "1"\nform = "sdist"',
        'kind = "pypi"\nname = "list"\nversion = "1"\nform = "sdist"\nsha256 = ""',
        'kind = "pypi"\nname = "list"\nversion = "1"\nsha256 = "abc"',
        'kind = "npm"\nname = "list"\nversion = "--registry=x"',
        'kind = "ftp"\nurl = "x"',
        'kind = "file"',
        'package = "x"',
    ],
)
def test_a_channel_cannot_smuggle_options_or_lack_its_place(tmp_path: Path, channel: str) -> None:
    """What is handed to a registry's client is checked to be a name and a version, never an option."""
    assert any(
        fault.startswith("list.channel[1]")
        for fault in faults(tmp_path, f"{GOOD}[[list.channel]]\n{channel}\n")
    )


@pytest.mark.parametrize(
    ("url", "allowed"),
    [
        ("https://example.org/a", True),
        ("http://127.0.0.1:8000/a", True),
        ("http://localhost/a", True),
        ("http://[::1]:80/a", True),
        ("http://example.org/a", False),
        ("http://127.0.0.1.example.org/a", False),
        ("https://user:secret@example.org/a", False),
        ("ftp://example.org/a", False),
        ("https:///a", False),
        ("https://[oops/a", False),
    ],
)
def test_data_comes_over_https_or_from_this_machine(url: str, allowed: bool) -> None:
    """Plain http is for loopback hosts alone, and no address carries a password."""
    assert is_allowed_url(url) is allowed


def test_a_required_source_must_be_pinned(tmp_path: Path) -> None:
    """What a build cannot do without is always checked against a digest."""
    text = GOOD.replace(PIN, UNPINNED).replace("required = false", "required = true")
    assert faults(tmp_path, text) == ("list.digest: a required source must be pinned, on every channel",)


def test_a_source_needs_files_and_channels(tmp_path: Path) -> None:
    """A source without anything to keep, or nowhere to be had, is a fault."""
    text = GOOD.split("[[list.channel]]")[0].replace('["list.txt"]', "[]")
    assert faults(tmp_path, text) == (
        "list.files: must keep at least one file",
        "list.channel: must name at least one channel",
    )


def test_a_bad_id_or_edition_is_refused(tmp_path: Path) -> None:
    """Ids and editions become folder names, so they are plain."""
    assert faults(tmp_path, "[Bad]\n")[0].startswith("Bad: a source id is")
    assert faults(tmp_path, GOOD.replace('"1.0"', '"../1"'))[0].startswith(
        "list.edition: takes a plain edition name"
    )
    assert faults(tmp_path, "list = 3\n") == ("list: takes a table, not 3",)


def test_a_file_that_is_no_toml_is_one_fault(tmp_path: Path) -> None:
    """A syntax error or a missing file is reported like any other fault, with the file's name."""
    assert "it is no valid TOML" in faults(tmp_path, "[list\n")[0]
    with pytest.raises(ConfigError, match=r"nowhere\.toml.*cannot be read"):
        load_sources(tmp_path / "nowhere.toml")


# The user's overlay


def test_local_channels_go_first(tmp_path: Path) -> None:
    """A user's channel is tried before the shipped ones, and a source can be switched on."""
    local = '[list]\nenabled = false\n[[list.channel]]\nkind = "file"\npath = "~/mine.txt"\n'
    source = load(tmp_path, GOOD, local)["list"]
    assert [channel.kind for channel in source.channels] == ["file", "https"]
    assert not source.enabled


def test_local_channels_can_replace_the_others(tmp_path: Path) -> None:
    """With replace_channels only the user's channels are left."""
    local = '[list]\nreplace_channels = true\n[[list.channel]]\nkind = "file"\npath = "mine.txt"\n'
    assert load(tmp_path, GOOD, local)["list"].channels == (FileChannel(path="mine.txt"),)


def test_the_overlay_may_be_absent(tmp_path: Path) -> None:
    """Most users have no overlay, and that is no fault."""
    assert set(load(tmp_path, GOOD)) == {"list"}


def test_faults_of_the_overlay_are_reported_at_once(tmp_path: Path) -> None:
    """An unknown source, a key that cannot be overlaid and an empty replacement are all named."""
    local = '[other]\n[list]\nreplace_channels = true\ntitle = "Mine"\n'
    found = faults(tmp_path, GOOD, local)
    assert [fault.split(":")[0] for fault in found] == ["other", "list.replace_channels", "list.title"]


# The errors


def error_classes(base: type[AdjudicatorError] = AdjudicatorError) -> list[type[AdjudicatorError]]:
    return [base, *(deeper for child in base.__subclasses__() for deeper in error_classes(child))]


def test_the_tree_of_errors_names_each() -> None:
    """The tree in the module's docstring has every error class, so a reader can trust it."""
    for kind in error_classes():
        if kind.__module__ == errors.__name__:
            assert f" {kind.__name__} " in (errors.__doc__ or "")


@pytest.mark.parametrize(
    "error",
    [
        ConfigError(["a: is missing", "b: is missing"], where="x.toml"),
        errors.RulesetInvalid(["a: is missing"]),
        errors.DigestMismatch("Altered.", "Fetch it again.", "sha256:a", "sha256:b"),
        errors.SourceUnavailable("Gone.", "Wait.", [("a", "debian a 1", "no network")]),
        errors.BuildError("It failed."),
    ],
)
def test_errors_say_what_to_do_and_travel(error: AdjudicatorError) -> None:
    """str() is message and hint in one, and an error survives the way between processes whole."""
    again = pickle.loads(pickle.dumps(error))
    assert str(error) == f"{error.message} {error.hint}".strip() == str(again)
    assert vars(again) == vars(error)
