"""``sources.toml`` read at the door: what a valid table of a source is, and what the user's own overlay changes.

A file becomes the records of :mod:`adjudicator.sources.model`, or is refused with every fault at once. Start
reading at ``load_sources``.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from adjudicator.core.fields import REQUIRED, Fields
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

_TEXT = r"(?s).*\S.*", "text that is not blank"
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
    shipped = Fields(_read_toml(path))
    sources = {name: _source(name, table) for name, table in _tables(shipped) if _valid_id(table, name)}
    shipped.close()
    if shipped.faults:
        raise ConfigError(shipped.faults, where=str(path))
    if local is None or not local.exists():
        return sources
    overlay = Fields(_read_toml(local))
    for name, table in _tables(overlay):
        if name in sources:
            sources[name] = _overlaid(sources[name], table)
        else:
            table.fault("", f"no source has this id; known are {', '.join(sources)}")
    overlay.close()
    if overlay.faults:
        raise ConfigError(overlay.faults, where=str(local))
    return sources


def _read_toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError([f"it cannot be read ({error.strerror})"], where=str(path)) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError([f"it is no valid TOML ({error})"], where=str(path)) from error


def _tables(fields: Fields) -> Iterator[tuple[str, Fields]]:
    for name in fields:
        table = fields.inner(name, fields.value(name))
        if table is not None:
            yield name, table


def _valid_id(table: Fields, name: str) -> bool:
    if re.fullmatch(_ID, name):
        return True
    table.fault("", "a source id is lower-case letters, digits, _ and -, and begins with a letter")
    return False


def _source(name: str, table: Fields) -> Source:
    source = Source(
        id=name,
        title=table.text("title", REQUIRED, *_TEXT),
        purpose=table.text("purpose", ""),
        edition=table.text("edition", REQUIRED, _FLAT_NAME, _EDITION),
        licence=_licence(table),
        attribution=table.text("attribution", REQUIRED, *_TEXT),
        url=table.text("url", REQUIRED, r"https://\S+", "an https address"),
        required=table.switch("required", REQUIRED),
        enabled=table.switch("enabled", True),
        reader=table.choice("reader", tuple(READERS)),
        digest=table.text("digest", REQUIRED, _DIGEST, f"a digest (sha256:… or {UNPINNED!r})"),
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
    return source


def _overlaid(source: Source, table: Fields) -> Source:
    enabled = table.switch("enabled", source.enabled)
    instead = table.switch("replace_channels", False)
    channels = _channels(table)
    if instead and not channels:
        table.fault("replace_channels", "has no channel to put in their place")
    return replace(source, enabled=enabled, channels=channels if instead else channels + source.channels)


def _keeps(table: Fields) -> tuple[Keep, ...]:
    keeps: list[Keep] = []
    for number, row in enumerate(table.rows("files")):
        rule = table.inner(f"files[{number}]", {"match": row} if isinstance(row, str) else row)
        if rule is not None:
            name = rule.text("name", "", _FLAT_NAME, "a flat file name")
            keeps.append(
                Keep(match=rule.text("match", REQUIRED, r"[^/\s].*", "a relative glob"), name=name or None)
            )
    return tuple(keeps)


def _channels(table: Fields) -> tuple[Channel, ...]:
    channels = map(_channel, table.tables("channel"))
    return tuple(channel for channel in channels if channel is not None)


def _channel(table: Fields) -> Channel | None:
    kind = table.choice("kind", tuple(_KINDS))
    make = _KINDS.get(kind)
    if make is None:
        table.overlook()
        return None
    return replace(
        make(table),
        files=_keeps(table),
        digest=table.text("digest", "", _DIGEST, f"a digest (sha256:… or {UNPINNED!r})"),
        encoding=table.choice("encoding", ("utf-8", "latin-1"), "utf-8"),
        reader=table.choice("reader", tuple(READERS), ""),
        edition=table.text("edition", "", _FLAT_NAME, _EDITION),
        licence=_licence(table) if table.value("licence") is not None else None,
    )


def _licence(table: Fields) -> Licence:
    inner = table.table("licence")
    return Licence(name=inner.text("name", REQUIRED, *_TEXT), text=inner.text("text", REQUIRED, *_TEXT))


def _debian(table: Fields) -> Channel:
    package = table.text("package", REQUIRED, r"[a-z0-9][a-z0-9+.-]+", "a package name")
    return DebianChannel(package=package, version=table.text("version", REQUIRED, _VERSION, "a version"))


def _pypi(table: Fields) -> Channel:
    form = table.choice("form", ("wheel", "sdist"), "wheel")
    return PypiChannel(
        name=table.text("name", REQUIRED, r"[A-Za-z0-9][A-Za-z0-9._-]*", "a package name"),
        version=table.text("version", REQUIRED, _VERSION, "a version"),
        form=form,
        sha256=table.text(
            "sha256", REQUIRED if form == "sdist" else "", "[0-9a-f]{64}", "64 digits from 0 to f"
        ),
    )


def _npm(table: Fields) -> Channel:
    name = table.text("name", REQUIRED, r"(@[a-z0-9][a-z0-9._-]*/)?[a-z0-9][a-z0-9._-]*", "a package name")
    return NpmChannel(name=name, version=table.text("version", REQUIRED, _VERSION, "a version"))


def _https(table: Fields) -> Channel:
    url = table.text("url")
    if url and not is_allowed_url(url):
        table.fault("url", f"{url!r} is not an https address without user and password")
    return HttpsChannel(
        url=url,
        archive=table.choice("archive", DOWNLOAD_ARCHIVES, "none"),
        limit_mb=table.number("limit_mb", 256, most=None),
    )


def _file(table: Fields) -> Channel:
    path = table.text("path", "")
    env = table.text("env", "", r"[A-Z][A-Z0-9_]*", "the name of an environment variable")
    if not path and not env:
        table.fault("path", "is missing (or give env)")
    return FileChannel(path=path, env=env, archive=table.choice("archive", FILE_ARCHIVES, "auto"))


_KINDS: dict[str, Callable[[Fields], Channel]] = {
    "debian": _debian,
    "pypi": _pypi,
    "npm": _npm,
    "https": _https,
    "file": _file,
}
