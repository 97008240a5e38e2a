"""Fetching: real files, real processes and a real server on this machine; no other host is asked for
anything.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import lzma
import os
import shutil
import subprocess
import sys
import tarfile
import threading
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from adjudicator.errors import ConfigError, DigestMismatch, FetchError, SourceUnavailable
from adjudicator.sources.fetch import FetchedSource, digest_of, fetch, fetch_all
from adjudicator.sources.model import (
    UNPINNED,
    Channel,
    DebianChannel,
    FileChannel,
    HttpsChannel,
    Keep,
    Licence,
    NpmChannel,
    PypiChannel,
    Source,
)
from adjudicator.sources.toml_file import load_sources
from tests.conftest import REAL_LEXICON
from tests.ingest.upstream import WORDS, Upstream

ROOT = Path(__file__).parents[2]
NO_SUCH = "http://127.0.0.1:1/list.txt"


def sha(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def pin(**files: bytes) -> str:
    """The digest of files given as name=content, with _ for the dot before the suffix."""
    return digest_of({name.replace("_", "."): sha(content) for name, content in files.items()})


PIN = pin(list_txt=WORDS)


def source(
    *channels: Channel, digest: str = PIN, files: tuple[str, ...] = ("list.txt",), **more: bool
) -> Source:
    return Source(
        id="list",
        title="A list",
        edition="1.0",
        licence=Licence(name="MIT", text="Free use."),
        attribution="By somebody.",
        url="https://example.org",
        required=more.get("required", True),
        enabled=more.get("enabled", True),
        reader="wordlist",
        digest=digest,
        files=tuple(Keep(match=match) for match in files),
        channels=channels,
    )


def leftovers(cache: Path) -> list[str]:
    """What lies in a source's part of the cache, apart from its lock."""
    return sorted(path.name for path in (cache / "list").iterdir() if path.name != ".lock")


# Over https


def test_a_download_is_kept_and_then_served_from_the_cache(upstream: Upstream, cache: Path) -> None:
    """The first fetch says which channel served; the second asks nobody; both give the same files."""
    told: list[tuple[str, int, int | None]] = []
    wanted = source(HttpsChannel(url=upstream.url()))
    first = fetch(wanted, cache=cache, progress=lambda *step: told.append(step))
    again = fetch(wanted, cache=cache)
    assert first.files[0].read_bytes() == WORDS
    assert (first.digest, first.channel) == (PIN, wanted.channels[0].label)
    assert again == replace(first, channel="cache")
    assert told[-1] == ("list", len(WORDS), len(WORDS))
    assert len(upstream.asked()) == 1
    assert leftovers(cache) == ["1.0"]


def test_a_cut_download_goes_on_where_it_stopped(upstream: Upstream, cache: Path) -> None:
    """When the connection breaks, the rest is asked for with a range, and the whole has its digest."""
    url = upstream.url(cuts=[300_000, 100_000])
    assert fetch(source(HttpsChannel(url=url)), cache=cache).digest == PIN
    assert upstream.asked() == ["", "bytes=300000-", "bytes=400000-"]


def test_a_later_run_goes_on_where_an_earlier_one_was_cut(upstream: Upstream, cache: Path) -> None:
    """What came before the server went away is not asked for again in the next run."""
    wanted = source(HttpsChannel(url=upstream.url(cuts=[300_000, 0])))
    with pytest.raises(SourceUnavailable, match="no answer"):
        fetch(wanted, cache=cache)
    assert fetch(wanted, cache=cache).digest == PIN
    assert upstream.asked()[-1] == "bytes=300000-"


def test_halves_of_different_files_are_never_joined(upstream: Upstream, cache: Path) -> None:
    """When upstream changed between two runs, the download begins anew."""
    old = source(HttpsChannel(url=upstream.url(body=b"old" * 100_000, cuts=[1000, 0])))
    with pytest.raises(SourceUnavailable):
        fetch(old, cache=cache)
    upstream.url(etag='"2"')
    assert fetch(old, cache=cache).files[0].read_bytes() == WORDS


def test_a_server_that_cannot_go_on_is_read_from_the_start(upstream: Upstream, cache: Path) -> None:
    """A server without ranges answers with the whole file, which replaces the part."""
    url = upstream.url(cuts=[300_000], resumes=False)
    assert fetch(source(HttpsChannel(url=url)), cache=cache).digest == PIN


def test_a_part_that_is_already_whole_is_used(upstream: Upstream, cache: Path) -> None:
    """A run that ended between download and unpacking costs the next one no second download of the data."""

    def stop_at_the_end(_: str, done: int, total: int | None) -> None:
        if done == total:
            raise KeyboardInterrupt

    wanted = source(HttpsChannel(url=upstream.url()))
    with pytest.raises(KeyboardInterrupt):
        fetch(wanted, cache=cache, progress=stop_at_the_end)
    assert fetch(wanted, cache=cache).digest == PIN
    assert upstream.asked() == ["", f"bytes={len(WORDS)}-"]


def test_altered_data_is_not_gone_on_with(upstream: Upstream, cache: Path) -> None:
    """An archive that had the wrong content is downloaded anew, although the server still calls it the
    same.
    """
    channel = HttpsChannel(url=upstream.url(body=gzip.compress(b"zzz\n")), archive="gz")
    with pytest.raises(DigestMismatch):
        fetch(source(channel), cache=cache)
    upstream.url(body=gzip.compress(WORDS))
    assert fetch(source(channel), cache=cache).digest == PIN
    assert upstream.asked() == [""]


def test_a_truncated_download_is_no_source(upstream: Upstream, cache: Path) -> None:
    """Without a validator nothing can be resumed: the error says how much came, and nothing is in the
    cache.
    """
    wanted = source(HttpsChannel(url=upstream.url(etag="", cuts=[1000])))
    with pytest.raises(SourceUnavailable, match="cut after 1,000 bytes"):
        fetch(wanted, cache=cache)
    assert not (cache / "list" / "1.0").exists()


def test_altered_content_is_refused_with_its_digest(upstream: Upstream, cache: Path) -> None:
    """Data with another digest is named with what was found and what was expected, and never kept."""
    wanted = source(HttpsChannel(url=upstream.url(body=b"zzz\n")))
    with pytest.raises(DigestMismatch) as caught:
        fetch(wanted, cache=cache)
    assert (caught.value.expected, caught.value.found) == (PIN, pin(list_txt=b"zzz\n"))
    assert caught.value.found in str(caught.value)
    assert leftovers(cache) == []


def test_the_next_channel_serves_when_one_is_altered(upstream: Upstream, cache: Path) -> None:
    """A bad mirror does not stop a build while another channel has the right data."""
    bad, good = upstream.url("/bad", body=b"zzz\n"), upstream.url("/good")
    fetched = fetch(source(HttpsChannel(url=bad), HttpsChannel(url=good)), cache=cache)
    assert fetched.channel == good


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ({"status": 404}, "the server answered 404"),
        ({"kind": "text/html; charset=utf-8"}, "a web page instead"),
        ({"status": 302, "location": "http://example.invalid/x"}, "leads to http://example.invalid/x"),
        ({"body": b"x" * 1_000_001}, "larger than the limit of 1,000,000 bytes"),
    ],
)
def test_what_a_server_may_not_do(
    upstream: Upstream, cache: Path, answer: dict[str, Any], reason: str
) -> None:
    """Missing files, login pages, detours to plain http and oversized files each have their own reason."""
    wanted = source(HttpsChannel(url=upstream.url(**answer), limit_mb=1))
    with pytest.raises(SourceUnavailable, match=reason):
        fetch(wanted, cache=cache)
    assert leftovers(cache) == []


def test_a_redirect_on_the_same_terms_is_followed(upstream: Upstream, cache: Path) -> None:
    """Upstream may send a download elsewhere, as long as that is allowed too."""
    moved = upstream.url("/old", status=302, location=upstream.url())
    assert fetch(source(HttpsChannel(url=moved)), cache=cache).digest == PIN


# What cannot be had


def test_a_required_source_names_every_channel_it_tried(upstream: Upstream, cache: Path) -> None:
    """The error lists each channel with its reason, in order, and says what to do."""
    gone = upstream.url(status=404)
    wanted = source(HttpsChannel(url=NO_SUCH), HttpsChannel(url=gone), FileChannel(path="mine.txt"))
    with pytest.raises(SourceUnavailable) as caught:
        fetch_all({"list": wanted}, cache=cache)
    assert [(channel, reason.split(" (")[0]) for _, channel, reason in caught.value.failures] == [
        (NO_SUCH, "no connection"),
        (gone, "the server answered 404 Not Found"),
        ("file mine.txt", f"there is nothing at {cache.parent / 'mine.txt'}"),
    ]
    assert all(channel in str(caught.value) for _, channel, _ in caught.value.failures)
    assert str(cache.parent / "sources.local.toml") in caught.value.hint


def test_an_optional_source_is_skipped_with_its_reason(upstream: Upstream, cache: Path) -> None:
    """A build goes on without an optional source, and its report says why."""
    optional = replace(source(HttpsChannel(url=NO_SUCH), required=False), id="extra")
    report = fetch_all({"list": source(HttpsChannel(url=upstream.url())), "extra": optional}, cache=cache)
    assert list(report.fetched) == ["list"]
    ((name, reason),) = report.skipped
    assert name == "extra"
    assert NO_SUCH in reason and "no connection" in reason


def test_several_required_sources_fail_as_one(cache: Path) -> None:
    """When two required sources cannot be had, one error tells of both."""
    one = source(HttpsChannel(url=NO_SUCH))
    with pytest.raises(SourceUnavailable) as caught:
        fetch_all({"list": one, "other": replace(one, id="other")}, cache=cache)
    assert [name for name, _, _ in caught.value.failures] == ["list", "other"]


def test_each_missing_source_has_its_own_remedy(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of every source that cannot be had it is said how to have that one elsewhere and bring it here."""
    monkeypatch.setenv("PATH", str(cache.parent))
    one = source(DebianChannel(package="list", version="1-1"), HttpsChannel(url=NO_SUCH))
    two = source(NpmChannel(name="list-db", version="3.1"))
    with pytest.raises(SourceUnavailable) as caught:
        fetch_all({"list": one, "other": replace(two, id="other")}, cache=cache)
    told = str(caught.value)
    for remedy in (
        f"get list elsewhere (`apt-get download list=1-1`, {NO_SUCH}) and add a [[list.channel]]",
        "get other elsewhere (`npm pack list-db@3.1`) and add a [[other.channel]]",
        "apt-get is not installed",
        "npm is not installed",
    ):
        assert remedy in told


def test_scowl_comes_as_upstream_packs_it(upstream: Upstream, cache: Path) -> None:
    """The shipped https channel unpacks a release of upstream's layout, lists in Latin-1 under final/ beside much else, into the
    very files that Debian's package has. The release itself stays on its own server: this one is packed anew from those files.
    """
    scowl = load_sources(ROOT / "config" / "sources.toml")["scowl"]
    (shipped,) = (channel for channel in scowl.channels if isinstance(channel, HttpsChannel))
    kept = REAL_LEXICON.parent / "cache" / "scowl"
    if kept.is_dir():
        shutil.copytree(kept, cache.parent / "kept" / "scowl")
    had = fetch(scowl, cache=cache.parent / "kept")
    release = {
        f"scowl-2020.12.07/final/{file.name}": file.read_text("utf-8").encode("latin-1") for file in had.files
    }
    release |= {"scowl-2020.12.07/README": b"x", "scowl-2020.12.07/r/12dicts/neol2016.txt": b"x"}
    release |= {"scowl-2020.12.07/misc/final-profane.1": b"x", "scowl-2020.12.07/mk-list": b"x"}
    packed = tarred(cache.parent / "scowl-2020.12.07.tar.gz", release)
    url = upstream.url("/wordlist/scowl-2020.12.07.tar.gz", body=packed.read_bytes())
    local = cache.parent / "sources.local.toml"
    local.write_text(
        f'[scowl]\nreplace_channels = true\n[[scowl.channel]]\nkind = "https"\nurl = "{url}"\narchive = "{shipped.archive}"\n'
        f'files = ["{shipped.files[0].match}"]\nencoding = "{shipped.encoding}"\ndigest = "{had.digest}"\n'
    )
    there = load_sources(ROOT / "config" / "sources.toml", local)["scowl"]
    served = fetch(there, cache=cache)
    assert (served.digest, served.channel) == (had.digest, url)
    assert [file.name for file in served.files] == [file.name for file in had.files]


def test_disabled_sources_come_by_request_alone(upstream: Upstream, cache: Path) -> None:
    """A source that is off is left alone unless it is named."""
    sources = {"list": source(HttpsChannel(url=upstream.url()), enabled=False)}
    assert fetch_all(sources, cache=cache).fetched == {}
    assert list(fetch_all(sources, ["list"], cache=cache).fetched) == ["list"]


def test_an_unknown_source_is_a_fault(cache: Path) -> None:
    """Asking for a source that is not described names it and those that are."""
    with pytest.raises(ConfigError, match=r"other: no source has this id.*Known are: list"):
        fetch_all({"list": source()}, ["other"], cache=cache)


def test_offline_asks_nobody(upstream: Upstream, cache: Path) -> None:
    """Offline, an uncached source is unavailable without a request; a cached one is served."""
    wanted = source(HttpsChannel(url=upstream.url()))
    with pytest.raises(SourceUnavailable, match="not tried: offline"):
        fetch(wanted, cache=cache, offline=True)
    assert upstream.asked() == []
    fetch(wanted, cache=cache)
    assert fetch(wanted, cache=cache, offline=True).channel == "cache"


def test_an_interrupted_fetch_leaves_nothing_half_written(upstream: Upstream, cache: Path) -> None:
    """An exception from the progress display ends the fetch and reaches the caller; no source appears."""

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fetch_all({"list": source(HttpsChannel(url=upstream.url()))}, cache=cache, progress=stop)
    assert leftovers(cache) == [".downloads"]


RUN = """
import resource, sys
from pathlib import Path
from adjudicator.errors import AdjudicatorError
from adjudicator.sources.fetch import fetch
from tests.ingest.test_fetch import HttpsChannel, source
limit, url, cache = sys.argv[1:]
if int(limit):
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(limit), int(limit)))
try:
    print(fetch(source(HttpsChannel(url=url)), cache=Path(cache)).channel)
except AdjudicatorError as error:
    sys.exit(f"{type(error).__name__}: {error}")
"""


def in_a_process(url: str, cache: Path, limit: int = 0) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", RUN, str(limit), url, str(cache)]
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path]),
        "NO_PROXY": "127.0.0.1",
    }
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env=environment)


def test_a_full_disk_is_said_plainly(upstream: Upstream, cache: Path) -> None:
    """When no more can be written, the error says so and what to do, and nothing is left half-written."""
    pytest.importorskip("resource")
    process = in_a_process(upstream.url(), cache, limit=100_000)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 1
    assert said.startswith("FetchError: The source list could not be stored in")
    assert "Free some space" in said
    assert leftovers(cache) == []


def test_two_processes_fetch_once(upstream: Upstream, cache: Path) -> None:
    """Of two processes that want the same source, one fetches, the other waits and finds it in the cache."""
    url = upstream.url()
    processes = [in_a_process(url, cache) for _ in range(2)]
    said = sorted(process.communicate(timeout=60)[0].strip() for process in processes)
    assert said == sorted(["cache", url])
    assert len(upstream.asked()) == 1


# The cache


def changed(fetched: FetchedSource, content: bytes) -> None:
    fetched.files[0].write_bytes(content)


def test_files_that_were_only_copied_are_read_again(upstream: Upstream, cache: Path) -> None:
    """New times or a lost stamp cost one reading of the files, not a download."""
    wanted = source(HttpsChannel(url=upstream.url()))
    fetched = fetch(wanted, cache=cache)
    os.utime(fetched.files[0], (1, 1))
    assert fetch(wanted, cache=cache).origin == fetched.origin
    (fetched.folder / ".fetched.json").unlink()
    assert fetch(wanted, cache=cache).channel == "cache"
    assert len(upstream.asked()) == 1


def test_an_altered_copy_is_fetched_again(upstream: Upstream, cache: Path) -> None:
    """A cached file that changed is noticed by its size or time, and replaced."""
    wanted = source(HttpsChannel(url=upstream.url()))
    changed(fetch(wanted, cache=cache), b"zzz\n")
    again = fetch(wanted, cache=cache)
    assert again.files[0].read_bytes() == WORDS
    assert again.channel == wanted.channels[0].label


def test_a_file_too_many_or_too_few_is_noticed(upstream: Upstream, cache: Path) -> None:
    """The stamp is about the whole folder: a file that was added or lost is put right."""
    wanted = source(HttpsChannel(url=upstream.url()))
    fetched = fetch(wanted, cache=cache)
    (fetched.folder / "other.txt").write_bytes(b"zzz\n")
    assert [path.name for path in fetch(wanted, cache=cache).folder.glob("*.txt")] == ["list.txt"]
    fetched.files[0].unlink()
    assert fetch(wanted, cache=cache).files[0].read_bytes() == WORDS


def test_an_altered_copy_offline_says_what_to_do(upstream: Upstream, cache: Path) -> None:
    """Offline, altered data is never served: the error names the folder and the remedy."""
    wanted = source(HttpsChannel(url=upstream.url()))
    changed(fetch(wanted, cache=cache), b"zzz\n")
    with pytest.raises(DigestMismatch, match="Run again with a network") as caught:
        fetch(wanted, cache=cache, offline=True)
    assert str(cache / "list" / "1.0") in caught.value.message
    assert caught.value.found == pin(list_txt=b"zzz\n")


def test_a_new_digest_replaces_what_is_cached(upstream: Upstream, cache: Path) -> None:
    """When the description asks for other data, the cached data no longer serves."""
    channel = HttpsChannel(url=upstream.url())
    fetch(source(channel), cache=cache)
    upstream.url(body=b"zzz\n")
    assert (
        fetch(source(channel, digest=pin(list_txt=b"zzz\n")), cache=cache).files[0].read_bytes() == b"zzz\n"
    )


def test_what_a_killed_process_left_is_cleared(upstream: Upstream, cache: Path) -> None:
    """The work folder of a process that died is removed by the next fetch."""
    (cache / "list" / ".new-dead" / "files0").mkdir(parents=True)
    fetch(source(HttpsChannel(url=upstream.url())), cache=cache)
    assert leftovers(cache) == ["1.0"]


# Local files


def test_a_local_file_serves_under_its_canonical_name(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file channel is relative to the data home, or named by an environment variable; its own name is no
    matter.
    """
    place = cache.parent / "home" / "my words.lst"
    place.parent.mkdir()
    place.write_bytes(WORDS)
    by_path = fetch(source(FileChannel(path=place.name)), cache=cache, home=place.parent, offline=True)
    assert [path.name for path in by_path.files] == ["list.txt"]
    monkeypatch.setenv("MY_LIST", str(place))
    by_variable = fetch(source(FileChannel(env="MY_LIST", path="gone")), cache=cache.parent / "other")
    assert by_variable.digest == PIN
    with pytest.raises(SourceUnavailable, match="environment variable MY_LISTS is not set"):
        fetch(source(FileChannel(env="MY_LISTS")), cache=cache.parent / "third")


def test_an_unpinned_local_file_is_read_again_when_it_changes(upstream: Upstream, cache: Path) -> None:
    """A user's own file is followed by size and time; put before a download that is cached, it wins."""
    mine = cache.parent / "mine.txt"
    download = HttpsChannel(url=upstream.url())
    both = source(FileChannel(path="mine.txt"), download, digest=UNPINNED)
    assert fetch(both, cache=cache).channel == download.label
    for content in (b"first\n", b"second\n"):
        mine.write_bytes(content)
        assert fetch(both, cache=cache).files[0].read_bytes() == content
        assert fetch(both, cache=cache).channel == "cache"
    assert mine.read_bytes() == b"second\n"


def test_a_local_copy_of_any_channel_will_do(cache: Path) -> None:
    """A local archive is understood by the profile of whichever channel serves the like: layout, encoding,
    digest.
    """
    latin = "café\n".encode("latin-1")
    archive = tarred(cache.parent / "list.tar.gz", {"list-1/final/list.txt": latin})
    other = HttpsChannel(
        url=NO_SUCH,
        files=(Keep(match="final/*"),),
        encoding="latin-1",
        digest=pin(list_txt="café\n".encode()),
    )
    wanted = source(FileChannel(path=str(archive)), other, files=("dict/list.txt",))
    assert fetch(wanted, cache=cache).files[0].read_text(encoding="utf-8") == "café\n"


def test_a_folder_serves_like_an_archive(cache: Path) -> None:
    """The files may lie unpacked in a folder."""
    (cache.parent / "given" / "deep").mkdir(parents=True)
    (cache.parent / "given" / "deep" / "list.txt").write_bytes(WORDS)
    assert fetch(source(FileChannel(path="given")), cache=cache).digest == PIN


# Archives

Builder = Callable[[Path, dict[str, bytes]], Path]


def tarred(path: Path, members: dict[str, bytes]) -> Path:
    mode = "w:xz" if path.suffix == ".xz" else "w:gz"
    with tarfile.open(path, mode) as box:  # type: ignore[call-overload]
        for name, content in members.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            if content == b"-> /etc/passwd":
                entry.type, entry.linkname, entry.size = tarfile.SYMTYPE, "/etc/passwd", 0
            box.addfile(entry, io.BytesIO(content))
    return path


def zipped(path: Path, members: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as box:
        for name, content in members.items():
            box.writestr(name, content)
    return path


def packaged(path: Path, members: dict[str, bytes]) -> Path:
    """A Debian package: an ar archive whose second member has an odd size, so that padding counts."""
    data = tarred(path.with_suffix(".tar.xz"), members).read_bytes()
    parts = {"debian-binary": b"2.0\n", "control.tar.xz": lzma.compress(b"") + b"x" * 1, "data.tar.xz": data}
    with path.open("wb") as file:
        file.write(b"!<arch>\n")
        for name, content in parts.items():
            file.write(b"%-16s%-12d%-6d%-6d%-8s%-10d`\n" % (name.encode(), 0, 0, 0, b"100644", len(content)))
            file.write(content + b"\n" * (len(content) % 2))
    return path


ARCHIVES: list[tuple[str, Builder]] = [
    ("a.tar.gz", tarred),
    ("a.tar.xz", tarred),
    ("a.zip", zipped),
    ("a-1-py3-none-any.whl", zipped),
    ("a_1_all.deb", packaged),
]


@pytest.mark.parametrize(("name", "build"), ARCHIVES)
def test_every_archive_yields_the_same_files(cache: Path, name: str, build: Builder) -> None:
    """Whatever the packing, the named members come out flat, with one digest; the others stay behind."""
    build(cache.parent / name, {"./x/list.txt": WORDS, "./x/README": b"no"})
    fetched = fetch(source(FileChannel(path=name), files=("x/*.txt",)), cache=cache)
    assert fetched.digest == PIN
    assert [path.name for path in fetched.files] == ["list.txt"]


@pytest.mark.parametrize(("name", "build"), ARCHIVES)
@pytest.mark.parametrize("member", ["../list.txt", "x/../../list.txt", "/tmp/list.txt"])
def test_members_that_point_outside_are_refused(cache: Path, name: str, build: Builder, member: str) -> None:
    """An archive with a member that would land elsewhere is refused as a whole, and nothing is written
    there.
    """
    build(cache.parent / name, {member: WORDS, "list.txt": WORDS})
    with pytest.raises(SourceUnavailable, match="unsafe"):
        fetch(source(FileChannel(path=name)), cache=cache)
    assert not (cache / "list" / "list.txt").exists()


@pytest.mark.parametrize(
    ("members", "reason"),
    [
        ({"other.txt": b""}, "has no list.txt"),
        ({"a/list.txt": b"", "b/list.txt": b""}, "cannot be kept as 'list.txt'"),
        ({"list.txt": b"-> /etc/passwd"}, "has no list.txt"),
    ],
)
def test_archives_that_hold_something_else(cache: Path, members: dict[str, bytes], reason: str) -> None:
    """Missing members, two for one name, and links in place of files are refused with the reason."""
    tarred(cache.parent / "a.tar.gz", members)
    with pytest.raises(SourceUnavailable, match=reason):
        fetch(source(FileChannel(path="a.tar.gz")), cache=cache)


@pytest.mark.parametrize(("name", "build"), ARCHIVES)
def test_a_truncated_archive_is_named_as_such(cache: Path, name: str, build: Builder) -> None:
    """Half an archive is an error with a reason, never half a source."""
    whole = build(cache.parent / "whole", {"list.txt": WORDS}).read_bytes()
    (cache.parent / name).write_bytes(whole[: len(whole) // 2])
    with pytest.raises(SourceUnavailable, match="damaged or truncated"):
        fetch(source(FileChannel(path=name)), cache=cache)
    assert leftovers(cache) == []


def test_gzip_is_unpacked_where_the_source_keeps_plain_text(upstream: Upstream, cache: Path) -> None:
    """A gzip file is unpacked, over https as locally, so that packing it anew changes no digest."""
    packed = cache.parent / "anything.txt.gz"
    packed.write_bytes(gzip.compress(WORDS))
    url = upstream.url(body=gzip.compress(WORDS, 1))
    assert fetch(source(HttpsChannel(url=url, archive="gz")), cache=cache).digest == PIN
    assert fetch(source(FileChannel(path=packed.name)), cache=cache.parent / "other").digest == PIN


def test_a_file_of_another_kind_is_refused(cache: Path) -> None:
    """A file whose name promises an archive that it is not gives a reason."""
    (cache.parent / "a.deb").write_bytes(b"hello")
    with pytest.raises(SourceUnavailable, match="no Debian package"):
        fetch(source(FileChannel(path="a.deb")), cache=cache)


# Registries, through clients of their own


def client(folder: Path, name: str, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Puts a stand-in for a registry's client on the PATH, as a real program."""
    program = folder / "bin" / name
    program.parent.mkdir(exist_ok=True)
    program.write_text(f"#!{shutil.which('sh')}\n{script}")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")


def test_debian_packages_come_through_apt(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """apt-get is asked for the pinned version; the channel that served is told."""
    packaged(cache.parent / "list_1%3a1-2_all.deb", {"./usr/share/list.txt": WORDS})
    client(
        cache.parent, "apt-get", f'case "$*" in *list=1:1-2) cp {cache.parent}/*.deb . ;; esac', monkeypatch
    )
    wanted = source(DebianChannel(package="list", version="1:1-2"))
    assert fetch(wanted, cache=cache).channel == "debian list 1:1-2"


def test_another_release_serves_while_its_data_is_the_same(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the pinned version is unknown, the candidate is taken, the digest decides, and its version is
    told.
    """
    packaged(cache.parent / "list_1-9_all.deb", {"./usr/share/list.txt": WORDS})
    script = f"""case "$*" in
        *list=*) echo "E: Version '1-2' for 'list' was not found" >&2; exit 100 ;;
        *) cp {cache.parent}/*.deb . ;;
    esac"""
    client(cache.parent, "apt-get", script, monkeypatch)
    fetched = fetch(source(DebianChannel(package="list", version="1-2")), cache=cache)
    assert (fetched.channel, fetched.digest) == ("debian list 1-9", PIN)


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may update package lists"
)
def test_package_lists_are_read_anew_once(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a fresh machine that knows no packages, root's lists are updated once, whoever asks for it."""
    packaged(cache.parent / "list_1_all.deb", {"list.txt": WORDS})
    script = f"""case "$*" in
        update*) echo updated >>{cache.parent}/updates ;;
        *) if test -e {cache.parent}/updates; then cp {cache.parent}/*.deb .
           else echo 'E: Unable to locate package list' >&2; exit 100; fi ;;
    esac"""
    client(cache.parent, "apt-get", script, monkeypatch)
    sources = {
        name: replace(source(DebianChannel(package="list", version="1")), id=name) for name in ("a", "b")
    }
    assert set(fetch_all(sources, cache=cache).fetched) == {"a", "b"}
    assert (cache.parent / "updates").read_text() == "updated\n"


def test_npm_packages_come_through_npm(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """npm is asked for one exact version, and its scripts are not run."""
    tarred(cache.parent / "list-1.tgz.tar.gz", {"package/list.txt": WORDS})
    script = f'echo "$*" >{cache.parent}/asked; cp {cache.parent}/list-1.tgz.tar.gz list-1.tgz'
    client(cache.parent, "npm", script, monkeypatch)
    assert fetch(source(NpmChannel(name="list", version="1.0.0")), cache=cache).channel == "npm list 1.0.0"
    asked = (cache.parent / "asked").read_text()
    assert asked.startswith("pack list@1.0.0 ") and "--ignore-scripts" in asked


def test_a_client_that_is_missing_or_fails_gives_its_reason(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The reason is the client's own last word, or that it is not installed."""
    npm, debian = NpmChannel(name="list", version="1"), DebianChannel(package="list", version="1")
    noise = (
        "npm warn x\nnpm error code ETARGET\nnpm error notarget No such version.\nnpm error A complete log"
    )
    client(cache.parent, "npm", f"cat >&2 <<'END'\n{noise}\nEND\nexit 1", monkeypatch)
    monkeypatch.setenv("PATH", str(cache.parent / "bin"))
    (cache.parent / "bin" / "cat").symlink_to("/bin/cat")
    with pytest.raises(SourceUnavailable) as caught:
        fetch(source(debian, npm), cache=cache)
    assert [reason for _, _, reason in caught.value.failures] == [
        "apt-get is not installed",
        "npm failed: notarget No such version.",
    ]


def test_a_full_disk_under_a_client_is_a_full_disk(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When a client runs out of space, no other channel is tried: the error is about the disk."""
    client(cache.parent, "npm", "echo 'npm error No space left on device' >&2; exit 1", monkeypatch)
    with pytest.raises(FetchError, match="Free some space"):
        fetch(source(NpmChannel(name="list", version="1"), HttpsChannel(url=NO_SUCH)), cache=cache)


@pytest.fixture
def shelf_of_packages(cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that the real pip takes for the index."""
    shelf = cache.parent / "packages"
    shelf.mkdir()
    for key, value in (
        ("PIP_NO_INDEX", "1"),
        ("PIP_FIND_LINKS", str(shelf)),
        ("PIP_CONFIG_FILE", os.devnull),
    ):
        monkeypatch.setenv(key, value)
    return shelf


METADATA = b"Metadata-Version: 2.1\nName: list\nVersion: 1\n"


def test_wheels_come_through_pip(cache: Path, shelf_of_packages: Path) -> None:
    """The real pip downloads a wheel, which is read and never installed."""
    info = {"list-1.dist-info/METADATA": METADATA, "list-1.dist-info/WHEEL": b"Wheel-Version: 1.0\n"}
    members = {"list/data/list.txt": WORDS, **info, "list-1.dist-info/RECORD": b""}
    zipped(shelf_of_packages / "list-1-py3-none-any.whl", members)
    fetched = fetch(source(PypiChannel(name="list", version="1")), cache=cache)
    assert (fetched.channel, fetched.digest) == ("pypi list 1", PIN)


def sdist(shelf: Path, members: dict[str, bytes]) -> str:
    """Put an sdist with *members* on the *shelf*; return the SHA-256 of its file."""
    shelf.mkdir(parents=True, exist_ok=True)
    path = shelf / "list-1.tar.gz"
    found = {"PKG-INFO": METADATA, "data/list.txt": WORDS, **members}
    tarred(path, {f"list-1/{name}": content for name, content in found.items()})
    return hashlib.sha256(path.read_bytes()).hexdigest()


def leaves(mark: Path) -> bytes:
    """A program that leaves *mark* behind when it is run."""
    return f"open({str(mark)!r}, 'w').close()\n".encode()


@pytest.fixture
def index(cache: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of the project `list` in an index that the real pip asks over HTTP."""
    root = cache.parent / "index"
    handler = partial(SimpleHTTPRequestHandler, directory=str(root))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        monkeypatch.setenv("PIP_INDEX_URL", f"http://127.0.0.1:{server.server_port}/simple")
        monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
        for name in ("PIP_FIND_LINKS", "PIP_EXTRA_INDEX_URL", "PIP_NO_INDEX"):
            monkeypatch.delenv(name, raising=False)
        yield root / "simple" / "list"
        server.shutdown()


@pytest.mark.parametrize("project", [None, b'[build-system]\nrequires = ["setuptools"]\n'])
def test_an_sdist_is_not_run(cache: Path, index: Path, project: bytes | None) -> None:
    """The real pip downloads an sdist and has its metadata without running its setup.py, and without anything to build it with."""
    mark = cache.parent / "it-was-run"
    more = {"pyproject.toml": project} if project else {}
    sha256 = sdist(index, {"setup.py": leaves(mark) + b"from setuptools import setup; setup()", **more})
    fetched = fetch(source(PypiChannel(name="list", version="1", form="sdist", sha256=sha256)), cache=cache)
    assert (fetched.channel, fetched.digest) == ("pypi list 1", PIN)
    assert not mark.exists()
    assert [each.name for each in index.parent.iterdir()] == ["list"]


def test_an_sdist_of_another_digest_is_refused_before_anything_runs(cache: Path, index: Path) -> None:
    """What has a build program of its own inside runs it for pip only if the file is the one that was asked for; one without a digest is
    not asked for.
    """
    mark = cache.parent / "it-was-run"
    project = b'[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n'
    sdist(index, {"pyproject.toml": project, "backend.py": leaves(mark), "setup.py": leaves(mark)})
    for sha256, why in (("0" * 64, "HASH|hash"), ("", "without its sha256")):
        with pytest.raises(SourceUnavailable, match=why):
            fetch(source(PypiChannel(name="list", version="1", form="sdist", sha256=sha256)), cache=cache)
    assert not mark.exists()


def test_a_wheel_may_be_pinned(cache: Path, index: Path) -> None:
    """Where a channel names the digest of a wheel, pip takes that file alone."""
    index.mkdir(parents=True)
    info = {"list-1.dist-info/METADATA": METADATA, "list-1.dist-info/WHEEL": b"Wheel-Version: 1.0\n"}
    path = index / "list-1-py3-none-any.whl"
    zipped(path, {"list/data/list.txt": WORDS, **info, "list-1.dist-info/RECORD": b""})
    sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
    fetched = fetch(source(PypiChannel(name="list", version="1", sha256=sha256)), cache=cache)
    assert fetched.digest == PIN
    with pytest.raises(SourceUnavailable, match=r"HASH|hash"):
        fetch(source(PypiChannel(name="list", version="1", sha256="0" * 64)), cache=cache.with_name("other"))


def test_a_version_that_no_index_has_is_said(cache: Path, shelf_of_packages: Path) -> None:
    """pip's own words are the reason."""
    with pytest.raises(SourceUnavailable, match="No matching distribution found for list==2"):
        fetch(source(PypiChannel(name="list", version="2")), cache=cache)


# Several at once


def test_sources_are_reported_in_order_with_progress_one_at_a_time(upstream: Upstream, cache: Path) -> None:
    """Threads fetch side by side, yet the report keeps the order, and progress is never told by two at
    once.
    """
    inside, most = 0, 0

    def progress(*_: object) -> None:
        nonlocal inside, most
        inside += 1
        most = max(most, inside)
        inside -= 1

    names = [f"list{number}" for number in range(8)]
    sources = {name: replace(source(HttpsChannel(url=upstream.url(f"/{name}"))), id=name) for name in names}
    assert list(fetch_all(sources, cache=cache, progress=progress).fetched) == names
    assert most == 1


def test_the_stamp_says_where_a_source_came_from(upstream: Upstream, cache: Path) -> None:
    """The stamp beside the files records digest, channel, sizes and times, for people and programs alike."""
    fetched = fetch(source(HttpsChannel(url=upstream.url())), cache=cache)
    stamp = json.loads((fetched.folder / ".fetched.json").read_text())
    status = fetched.files[0].stat()
    assert (stamp["digest"], stamp["origin"]) == (PIN, fetched.channel)
    assert stamp["files"] == {"list.txt": [status.st_size, status.st_mtime_ns]}
