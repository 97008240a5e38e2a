"""Has every source of a build at hand: fetches what is enabled or asked for, and adds the project's own curated words."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from adjudicator.core.version import VERSION
from adjudicator.ingest.build import BuiltSource, Progress, in_order, recipe_of
from adjudicator.ingest.readers.curated import FILES
from adjudicator.lexicon.shapes import SourceModel
from adjudicator.resources import config_dir, home
from adjudicator.rules.sources import OWN
from adjudicator.sources.channels import way_of
from adjudicator.sources.fetch import at_hand, fetch_all
from adjudicator.sources.model import Source
from adjudicator.sources.toml_file import load_sources


class BuildSources(NamedTuple):
    """The sources of a build, and (id, reason) of the optional ones left out."""

    sources: list[BuiltSource]
    skipped: list[tuple[str, str]]
    channels: dict[str, str]


def all_sources() -> dict[str, Source]:
    """Return the sources of the shipped ``sources.toml`` under the user's ``sources.local.toml``."""
    return load_sources(config_dir() / "sources.toml", local=home() / "sources.local.toml")


def prepare(extra: Sequence[str], offline: bool, progress: Progress) -> BuildSources:
    """Return the enabled sources and those named in *extra*, fetched. What is asked for by name may not be left out."""
    known = all_sources()
    known |= {name: replace(known[name], required=True) for name in extra if name in known}
    wanted = [name for name, source in known.items() if source.enabled or name in extra]
    wanted += [name for name in extra if name not in wanted]
    report = fetch_all(
        known,
        wanted,
        cache=home() / "cache",
        offline=offline,
        progress=lambda name, done, total: progress(f"fetch {name}", done, total),
        home=home(),
    )
    sources = [curated_source(config_dir())]
    for name, fetched in report.fetched.items():
        about = known[name].through_channel(fetched.digest, fetched.origin)
        sources.append(
            BuiltSource(
                name,
                about.reader,
                fetched.folder,
                {
                    "title": about.title,
                    "edition": about.edition,
                    "licence": f"{about.licence.name}: {about.licence.text}",
                    "attribution": about.attribution,
                    "url": about.url,
                    "digest": fetched.digest,
                    "channel": fetched.origin,
                },
            )
        )
    return BuildSources(
        sources, report.skipped, {name: fetched.channel for name, fetched in report.fetched.items()}
    )


def ways(sources: Mapping[str, Source], home: Path, *, connected: bool) -> dict[str, list[str]]:
    """Return, for each of *sources* that a build cannot do without, how it could be had with the data directory at *home*: from the cache, or by
    what its channels are asked by. Nothing is asked.
    """
    return {
        name: ["the cache"]
        if at_hand(source, cache=home / "cache", home=home)
        else list(
            dict.fromkeys(filter(None, (way_of(each, home, connected=connected) for each in source.channels)))
        )
        for name, source in sources.items()
        if source.required and source.enabled
    }


def is_outdated(recipe: str, rows: Sequence[SourceModel], sources: Mapping[str, Source]) -> bool:
    """Return whether a build of today would make another lexicon than the one with this *recipe* and these *rows* of sources, by what it
    knows of *sources*: the same upstream files taken, where they are still pinned to those.
    """
    config = config_dir()
    again = [curated_source(config)]
    for row in rows:
        name, digest = row["id"], row["digest"]
        if name == OWN:
            continue
        if name not in sources or not sources[name].serves(digest):
            return True
        reader = sources[name].through_channel(digest, row["channel"]).reader
        again.append(BuiltSource(name, reader, config, {"digest": digest}))
    return recipe_of(in_order(again), config) != recipe


def curated_source(config: Path) -> BuiltSource:
    """Return the project's own curated words as a source."""
    content = b"".join((config / name).read_bytes() for name in FILES if (config / name).exists())
    about = {
        "title": "Adjudicator's own glosses",
        "edition": VERSION,
        "licence": "MIT: part of this project",
        "attribution": "Written for this project.",
        "url": "",
        "digest": f"sha256:{hashlib.sha256(content).hexdigest()}",
        "channel": "shipped",
    }
    return BuiltSource(OWN, "curated", config, about)
