"""The shapes of what is read from a lexicon file as plain data."""

from typing import TypedDict

from adjudicator.core.model import Provenance


class FlagModel(TypedDict):
    """One conclusion about a sense (or, where `sense` is null, about the spelling), with the evidence it stands on."""

    sense: int | None
    flag: str
    value: str
    provenance: Provenance
    rule: str
    evidence: str


class SourceModel(TypedDict):
    """One dictionary or word list, with its licence and attribution."""

    id: str
    title: str
    edition: str
    licence: str
    attribution: str
    url: str
    digest: str
    channel: str
    entries: int
    senses: int
    listings: int
