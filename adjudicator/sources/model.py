"""What a source is: frozen records of an upstream work, the ways to have it, and which addresses data may come from.

A *source* is one upstream work. Its *channels* say where it can be had, in order of preference. A channel's
*profile* says which members of its artefact are kept, under which flat names, in which encoding, and which
digest the kept files must have; most channels share the profile of their source. The records are read from
TOML by :mod:`adjudicator.sources.toml_file`. Start reading at ``Source``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import ClassVar
from urllib.parse import urlsplit

READERS = {
    "scowl": "adjudicator.ingest.readers.scowl",
    "wordnet": "adjudicator.ingest.readers.wordnet",
    "gcide": "adjudicator.ingest.readers.gcide",
    "gcide-json": "adjudicator.ingest.readers.gcide_json",
    "cmudict": "adjudicator.ingest.readers.speech:read_cmudict",
    "misaki": "adjudicator.ingest.readers.speech:read_misaki",
    "contractions": "adjudicator.ingest.readers.contractions",
    "lemminflect": "adjudicator.ingest.readers.lemminflect",
    "varcon": "adjudicator.ingest.readers.varcon",
    "oewn": "adjudicator.ingest.readers.lmf",
    "wiktextract": "adjudicator.ingest.readers.wiktextract",
    "wordlist": "adjudicator.ingest.readers.wordlist",
    "witnesses": "adjudicator.ingest.readers.wordlist:read_witnesses",
    "hunspell": "adjudicator.ingest.readers.hunspell",
    "evidence": "adjudicator.ingest.readers.evidence",
    "curated": "adjudicator.ingest.readers.curated",
}
"""Reader id → module, or module:function where a module reads more than one format. Imported when first used."""
UNPINNED = "unpinned"
LOOPBACK_HOSTS = frozenset({"127.0.0.1", "::1", "localhost"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Licence:
    """A licence: ``name`` as SPDX writes it (or ``LicenseRef-…``), ``text`` in a sentence of our own."""

    name: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Keep:
    """A rule that keeps members of an artefact.

    ``match`` is a glob that is compared with the tail of a member's path (``final/*`` matches
    ``x/final/a``). The kept file is called ``name``, or else by the last part of the member's path.
    """

    match: str
    name: str | None = None

    def canonical(self, member: str) -> str | None:
        """The flat name under which ``member`` is kept, or None where this rule does not keep it."""
        path = PurePosixPath(member)
        return (self.name or path.name) if path.match(self.match) else None

    @property
    def fixed_name(self) -> str | None:
        """The one name that this rule can yield, or None where it has a wildcard and no name."""
        return self.name or (None if set(self.match) & set("*?[") else PurePosixPath(self.match).name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """How an artefact becomes canonical files: what is kept, its text encoding, and the digest that must result."""

    files: tuple[Keep, ...]
    encoding: str
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Channel:
    """One way to have a source. Empty ``files``, ``digest``, ``reader``, ``edition`` and ``licence`` mean: those of the source.

    ``encoding`` is that of the text files which this channel serves; they are kept as UTF-8 whatever it is.
    """

    kind: ClassVar[str] = ""
    shown: ClassVar[str] = ""
    command: ClassVar[str] = ""
    """What :attr:`label` and :attr:`elsewhere` say, with the channel as ``{0}``."""
    files: tuple[Keep, ...] = ()
    digest: str = ""
    encoding: str = "utf-8"
    reader: str = ""
    edition: str = ""
    licence: Licence | None = None

    @property
    def label(self) -> str:
        """The channel in a few words, as shown to people and written into the cache."""
        return self.shown.format(self)

    @property
    def elsewhere(self) -> str:
        """How a person has the artefact on another machine, to bring it here as a file; empty where this channel is of no use for that."""
        return self.command.format(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class DebianChannel(Channel):
    """A package of the Debian archive, had by ``apt-get download``."""

    kind: ClassVar[str] = "debian"
    shown: ClassVar[str] = "debian {0.package} {0.version}"
    command: ClassVar[str] = "`apt-get download {0.package}={0.version}`"
    package: str
    version: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PypiChannel(Channel):
    """A package of the Python index, had by ``pip download``; ``form`` is ``wheel`` or ``sdist``. ``sha256`` is that of the file itself,
    which an sdist must have: pip may run what is in it.
    """

    kind: ClassVar[str] = "pypi"
    shown: ClassVar[str] = "pypi {0.name} {0.version}"
    command: ClassVar[str] = "`pip download --no-deps --only-binary {0.name} {0.name}=={0.version}`"
    name: str
    version: str
    form: str = "wheel"
    sha256: str = ""

    @property
    def elsewhere(self) -> str:
        """No command for an sdist, since pip would run what is in it."""
        sdist = f"the sdist of {self.name} {self.version} in the Python index"
        return sdist if self.form == "sdist" else self.command.format(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class NpmChannel(Channel):
    """A package of the npm registry, had by ``npm pack``."""

    kind: ClassVar[str] = "npm"
    shown: ClassVar[str] = "npm {0.name} {0.version}"
    command: ClassVar[str] = "`npm pack {0.name}@{0.version}`"
    name: str
    version: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpsChannel(Channel):
    """A file at a URL. ``limit_mb`` bounds what is downloaded, in units of a million bytes.

    Plain http is for loopback hosts alone (a mirror on one's own machine).
    """

    kind: ClassVar[str] = "https"
    shown: ClassVar[str] = "{0.url}"
    command: ClassVar[str] = "{0.url}"
    url: str
    archive: str = "none"
    limit_mb: int = 256


@dataclass(frozen=True, slots=True, kw_only=True)
class FileChannel(Channel):
    """A file, an archive or a folder on this machine.

    The environment variable ``env``, where it is set, names it; else ``path``: absolute, from ``~``, or
    relative to the data home. ``archive`` is worked out from the name unless stated.
    """

    kind: ClassVar[str] = "file"
    path: str = ""
    env: str = ""
    archive: str = "auto"

    @property
    def label(self) -> str:
        return f"file {self.path or '$' + self.env}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One upstream work: what it is, whose it is, who reads it, and the channels in order of preference."""

    id: str
    title: str
    purpose: str = ""
    """What the lexicon takes from it, in a few words."""
    edition: str
    licence: Licence
    attribution: str
    url: str
    required: bool
    enabled: bool
    reader: str
    digest: str
    files: tuple[Keep, ...]
    channels: tuple[Channel, ...]

    def profile(self, channel: Channel) -> Profile:
        """How ``channel``'s artefact becomes this source's files."""
        return Profile(
            files=channel.files or self.files, encoding=channel.encoding, digest=channel.digest or self.digest
        )

    def profiles(self, channel: Channel) -> tuple[Profile, ...]:
        """The profiles to try on ``channel``, in order.

        A local file that states nothing of its own may be a copy of what any channel serves, so every
        channel's profile is tried on it.
        """
        own = self.profile(channel)
        if isinstance(channel, FileChannel) and not (channel.files or channel.digest):
            return tuple(dict.fromkeys((own, *map(self.profile, self.channels))))
        return (own,)

    def serves(self, digest: str) -> bool:
        """Whether one of the channels may serve data with this digest: it is pinned to it, or to none."""
        pins = {profile.digest for channel in self.channels for profile in self.profiles(channel)}
        return not pins.isdisjoint((digest, UNPINNED))

    def through_channel(self, digest: str, origin: str) -> Source:
        """This source with the reader, edition and licence of the channel that its data came from.

        That is the one which is pinned to ``digest``, or an unpinned one that goes by ``origin``, the label that the cache keeps.
        """
        for channel in self.channels:
            pin = self.profile(channel).digest
            same = channel.label == origin or (
                isinstance(channel, FileChannel) and origin.startswith("file ")
            )
            if pin == digest or (pin == UNPINNED and same):
                return replace(
                    self,
                    reader=channel.reader or self.reader,
                    edition=channel.edition or self.edition,
                    licence=channel.licence or self.licence,
                )
        return self


def is_allowed_url(url: str) -> bool:
    """Whether data may come from ``url``: https anywhere, http from this machine alone, and no credentials in it."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    if not parts.hostname or parts.username or parts.password:
        return False
    return parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in LOOPBACK_HOSTS)
