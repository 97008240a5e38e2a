"""``sources.toml`` read at the door: what a valid table of a source is, and what the user's own overlay changes.

A file becomes the records of :mod:`adjudicator.sources.model`, or is refused with every fault at once. Start
reading at ``load_sources``.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from adjudicator.errors import ConfigError
from adjudicator.sources.model import (
    READERS,
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
    is_allowed_url,
)

DOWNLOAD_ARCHIVES = ("none", "gz", "tar.gz", "tar.xz", "zip")
FILE_ARCHIVES = ("auto", *DOWNLOAD_ARCHIVES, "deb")

_ID = r"[a-z][a-z0-9_-]*"
_FLAT_NAME = r"[A-Za-z0-9][A-Za-z0-9._+-]*"
_EDITION = "a plain edition name (letters, digits, . _ + -)"
_DIGEST = rf"{UNPINNED}|sha256:[0-9a-f]{{64}}"
_VERSION = r"[0-9A-Za-z][0-9A-Za-z.+:~_-]*"
LOCAL_NAME = "sources.local.toml"
"""The user's own overlay of the sources, in the data home."""


def load_sources(path: Path, local: Path | None = None) -> dict[str, Source]:
    """The sources of ``path`` in the order of the file, with the user's own ``local`` file laid over them.

    ``local`` may be absent from the disk. Its tables are partial: ``enabled`` replaces the setting, and the
    channels go before those of the source, or instead of them with ``replace_channels = true``. Raises
    ConfigError with every fault of a file, each with the path of its key.
    """
    faults: list[str] = []
    sources = {
        name: _source(name, table)
        for name, table in _tables(_read_toml(path), faults)
        if _valid_id(table, name)
    }
    if faults:
        raise ConfigError(faults, where=str(path))
    if local is None or not local.exists():
        return sources
    for name, table in _tables(_read_toml(local), faults):
        if name in sources:
            sources[name] = _overlaid(sources[name], table)
        else:
            table.fault("", f"no source has this id; known are {', '.join(sources)}")
    if faults:
        raise ConfigError(faults, where=str(local))
    return sources


def _read_toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError([f"it cannot be read ({error.strerror})"], where=str(path)) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError([f"it is no valid TOML ({error})"], where=str(path)) from error


class _Table:
    """A TOML table under validation: hands out its keys by type and notes what is wrong, by key path.

    A getter whose key is at fault returns a harmless value, so that reading goes on and finds the other
    faults.
    """

    def __init__(self, content: Mapping[str, Any], where: str, faults: list[str]) -> None:
        self._rest = dict(content)
        self._faults = faults
        self.where = where

    def fault(self, key: str, problem: str) -> None:
        self._faults.append(f"{self.where}{'.' if self.where and key else ''}{key}: {problem}")

    def text(
        self, key: str, default: str | None = None, pattern: str = r"(?s).*\S.*", form: str = "text"
    ) -> str:
        value = self._rest.pop(key, default)
        if value is None:
            self.fault(key, "is missing")
        elif not isinstance(value, str):
            self.fault(key, f"must be text, not {type(value).__name__}")
        elif value != default and not re.fullmatch(pattern, value):
            self.fault(key, f"{value!r} is not {form}")
        else:
            return value
        return default or ""

    def choice(self, key: str, options: Sequence[str], default: str | None = None) -> str:
        pattern = "|".join(map(re.escape, options))
        return self.text(key, default, pattern, f"one of {', '.join(options)}")

    def flag(self, key: str, default: bool | None) -> bool:
        value = self._rest.pop(key, default)
        if not isinstance(value, bool):
            self.fault(key, "is missing" if value is None else "must be true or false")
            return False
        return value

    def positive(self, key: str, default: int) -> int:
        value = self._rest.pop(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or value < 1:
            self.fault(key, "must be a whole number above 0")
            return default
        return value

    def has(self, key: str) -> bool:
        return key in self._rest

    def rows(self, key: str) -> list[Any]:
        value = self._rest.pop(key, [])
        if not isinstance(value, list):
            self.fault(key, "must be a list")
            return []
        return value

    def table(self, key: str) -> _Table:
        value = self._rest.pop(key, None)
        if isinstance(value, dict):
            return _Table(value, f"{self.where}.{key}", self._faults)
        self.fault(key, "is missing" if value is None else "must be a table")
        return _Table({}, key, [])

    def child(self, content: object, key: str) -> _Table | None:
        if isinstance(content, dict):
            return _Table(content, f"{self.where}.{key}", self._faults)
        self.fault(key, "must be a table")
        return None

    def close(self) -> None:
        for key in self._rest:
            self.fault(key, "is not a known key")


def _tables(content: Mapping[str, Any], faults: list[str]) -> Iterator[tuple[str, _Table]]:
    for name, table in content.items():
        if isinstance(table, dict):
            yield name, _Table(table, name, faults)
        else:
            faults.append(f"{name}: must be a table")


def _valid_id(table: _Table, name: str) -> bool:
    if re.fullmatch(_ID, name):
        return True
    table.fault("", "a source id is lower-case letters, digits, _ and -, and begins with a letter")
    return False


def _source(name: str, table: _Table) -> Source:
    source = Source(
        id=name,
        title=table.text("title"),
        purpose=table.text("purpose", ""),
        edition=table.text("edition", None, _FLAT_NAME, _EDITION),
        licence=_licence(table),
        attribution=table.text("attribution"),
        url=table.text("url", None, r"https://\S+", "an https address"),
        required=table.flag("required", None),
        enabled=table.flag("enabled", True),
        reader=table.choice("reader", tuple(READERS)),
        digest=table.text("digest", None, _DIGEST, f"a digest (sha256:… or {UNPINNED!r})"),
        files=_keeps(table),
        channels=_channels(table),
    )
    if not source.files:
        table.fault("files", "must keep at least one file")
    if not source.channels:
        table.fault("channel", "must name at least one channel")
    pins = {source.profile(channel).digest for channel in source.channels} | {source.digest}
    if source.required and UNPINNED in pins:
        table.fault("digest", "a required source must be pinned, on every channel")
    table.close()
    return source


def _overlaid(source: Source, table: _Table) -> Source:
    enabled = table.flag("enabled", source.enabled)
    instead = table.flag("replace_channels", False)
    channels = _channels(table)
    if instead and not channels:
        table.fault("replace_channels", "has no channel to put in their place")
    table.close()
    return replace(source, enabled=enabled, channels=channels if instead else channels + source.channels)


def _keeps(table: _Table) -> tuple[Keep, ...]:
    keeps: list[Keep] = []
    for number, row in enumerate(table.rows("files")):
        rule = table.child({"match": row} if isinstance(row, str) else row, f"files[{number}]")
        if rule is not None:
            name = rule.text("name", "", _FLAT_NAME, "a flat file name")
            keeps.append(
                Keep(match=rule.text("match", None, r"[^/\s].*", "a relative glob"), name=name or None)
            )
            rule.close()
    return tuple(keeps)


def _channels(table: _Table) -> tuple[Channel, ...]:
    channels: list[Channel] = []
    for number, row in enumerate(table.rows("channel")):
        inner = table.child(row, f"channel[{number}]")
        if inner is None:
            continue
        channel = _channel(inner)
        if channel is not None:
            channels.append(channel)
            inner.close()
    return tuple(channels)


def _channel(table: _Table) -> Channel | None:
    kind = table.choice("kind", tuple(_KINDS))
    make = _KINDS.get(kind)
    if make is None:
        return None
    return replace(
        make(table),
        files=_keeps(table),
        digest=table.text("digest", "", _DIGEST, f"a digest (sha256:… or {UNPINNED!r})"),
        encoding=table.choice("encoding", ("utf-8", "latin-1"), "utf-8"),
        reader=table.choice("reader", tuple(READERS), ""),
        edition=table.text("edition", "", _FLAT_NAME, _EDITION),
        licence=_licence(table) if table.has("licence") else None,
    )


def _licence(table: _Table) -> Licence:
    inner = table.table("licence")
    licence = Licence(name=inner.text("name"), text=inner.text("text"))
    inner.close()
    return licence


def _debian(table: _Table) -> Channel:
    package = table.text("package", None, r"[a-z0-9][a-z0-9+.-]+", "a package name")
    return DebianChannel(package=package, version=table.text("version", None, _VERSION, "a version"))


def _pypi(table: _Table) -> Channel:
    form = table.choice("form", ("wheel", "sdist"), "wheel")
    return PypiChannel(
        name=table.text("name", None, r"[A-Za-z0-9][A-Za-z0-9._-]*", "a package name"),
        version=table.text("version", None, _VERSION, "a version"),
        form=form,
        sha256=table.text("sha256", None if form == "sdist" else "", "[0-9a-f]{64}", "64 digits from 0 to f"),
    )


def _npm(table: _Table) -> Channel:
    name = table.text("name", None, r"(@[a-z0-9][a-z0-9._-]*/)?[a-z0-9][a-z0-9._-]*", "a package name")
    return NpmChannel(name=name, version=table.text("version", None, _VERSION, "a version"))


def _https(table: _Table) -> Channel:
    url = table.text("url")
    if url and not is_allowed_url(url):
        table.fault("url", f"{url!r} is not an https address without user and password")
    return HttpsChannel(
        url=url,
        archive=table.choice("archive", DOWNLOAD_ARCHIVES, "none"),
        limit_mb=table.positive("limit_mb", 256),
    )


def _file(table: _Table) -> Channel:
    path = table.text("path", "")
    env = table.text("env", "", r"[A-Z][A-Z0-9_]*", "the name of an environment variable")
    if not path and not env:
        table.fault("path", "is missing (or give env)")
    return FileChannel(path=path, env=env, archive=table.choice("archive", FILE_ARCHIVES, "auto"))


_KINDS: dict[str, Callable[[_Table], Channel]] = {
    "debian": _debian,
    "pypi": _pypi,
    "npm": _npm,
    "https": _https,
    "file": _file,
}
