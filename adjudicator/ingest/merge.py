"""Joins what one source says of one word in several records, and orders the entries of each key. Start at :func:`merge_senses`."""

from __future__ import annotations

from collections.abc import Container, Iterator
from itertools import groupby

from adjudicator.ingest.classify.misfits import misfits, names_another, repeats
from adjudicator.ingest.stage import StagedEntry
from adjudicator.rules.sources import DATED
from adjudicator.sources.records import RawSense


def merge_senses(entries: Iterator[StagedEntry], inflected: Container[str] = ()) -> Iterator[StagedEntry]:
    """Join entries of one headword and part of speech that differ in sense only (a WordNet synset gives one each).

    Where a source counts uses, the senses met most often come first, the others in the source's order, and of its entries for a key that
    with the most uses; last those whose gloss is another part of speech's.
    """
    for key, group in groupby(entries, key=lambda staged: staged.key):
        joined: dict[tuple[str, str, str | None], StagedEntry] = {}
        counted = False
        for number, staged in enumerate(_without_repeats(list(group), key in inflected)):
            mergeable = staged.case_known and not staged.etymology and not staged.forms
            mark = (
                (staged.source, staged.headword, staged.pos)
                if mergeable
                else (staged.source, f"{number}", None)
            )
            known = joined.get(mark)
            counted = counted or any(sense.uses or sense.place for sense in staged.senses)
            joined[mark] = known._replace(senses=known.senses + staged.senses) if known else staged
        found = list(joined.values())
        if len(found) > 1:
            found = [entry._replace(homonyms=_has_homonyms(entry, found)) for entry in found]
        yield from _most_used_first(found) if counted else found


def _has_homonyms(entry: StagedEntry, others: list[StagedEntry]) -> bool:
    """Return whether the source of *entry* has other entries that may be other words: any in a dictionary that separates words of one spelling;
    elsewhere those of another part of speech are of one word (blog), unless this is no noun (to sod), and some of them have several senses.
    """
    same = [each for each in others if each.source == entry.source]
    if len(same) == 1:
        return False
    if not entry.case_known:
        return True
    return entry.pos != "noun" and any(len(each.senses) > 1 for each in same)


def _without_repeats(entries: list[StagedEntry], inflected: bool) -> Iterator[StagedEntry]:
    """Yield *entries*, those of one key, without the senses that add nothing to what others say of a key that is *inflected* or not."""
    alone = sum(len(staged.senses) for staged in entries) == 1
    defined = any(not names_another(sense.gloss) for staged in entries for sense in staged.senses)
    for staged in entries:
        dated = staged.source in DATED
        if staged.case_known and not dated:
            yield staged
            continue
        kept = tuple(
            sense
            for sense in staged.senses
            if not (dated and defined and names_another(sense.gloss))
            and (staged.case_known or not repeats(sense.gloss, staged.headword, staged.pos, inflected, alone))
        )
        if kept or not staged.senses:
            yield staged._replace(senses=kept)


def _most_used_first(entries: list[StagedEntry]) -> list[StagedEntry]:
    """Return *entries*, those of each source together, and their senses by how often they are used."""
    place: dict[str, int] = {}
    for entry in entries:
        place.setdefault(entry.source, len(place))
    ordered = sorted(
        entries, key=lambda entry: (place[entry.source], -sum(sense.uses for sense in entry.senses))
    )
    return [_sorted_by_use(entry) if len(entry.senses) > 1 else entry for entry in ordered]


def _sorted_by_use(entry: StagedEntry) -> StagedEntry:
    def place_of(sense: RawSense) -> tuple[bool, int, int]:
        return entry.case_known and misfits(sense.gloss, entry.pos), -sense.uses, sense.place

    return entry._replace(senses=tuple(sorted(entry.senses, key=place_of)))
