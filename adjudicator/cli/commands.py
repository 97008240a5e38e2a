"""What each command does. ``run`` finds the function by the command's name."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator.bench import ADMITTED, Bench
from adjudicator.cli import text
from adjudicator.errors import (
    AdjudicatorError,
    BadWord,
    LedgerError,
    LiveError,
    RulesetError,
    SourceUnavailable,
)
from adjudicator.known_sources import LIVE
from adjudicator.resources import has_ledger
from adjudicator.rules.house import PREFIX
from adjudicator.rules.ruleset import Ruleset
from adjudicator.service import Adjudicator
from adjudicator.spelling import fault_of, key_of

if TYPE_CHECKING:
    from adjudicator.games.board import Board
    from adjudicator.rulebooks import Rulebooks

LEGAL, ILLEGAL, USAGE = 0, 1, 2
STDIN = "-"


def run(options: argparse.Namespace) -> int:
    """Run the chosen command and return its exit code."""
    code: int = globals()[f"do_{options.command}"](options)
    sys.stdout.flush()
    return code


def do_build(options: argparse.Namespace) -> int:
    """Fetch the sources and build the lexicon."""
    from adjudicator.api.current import keep_ready
    from adjudicator.cli.progress import Progress
    from adjudicator.ingest.build import build
    from adjudicator.ingest.exchange import imported
    from adjudicator.ingest.prepare import prepare
    from adjudicator.resources import lexicon_path

    foreign = None if options.force else imported(lexicon_path())
    if foreign:
        told = f"The lexicon in place was imported from {foreign.origin} ({foreign.at[:10]})"
        if options.source:
            raise AdjudicatorError(f"{told}.", "To build one in its place with these sources, say --force.")
        print(f"{told} and is kept; --force builds one in its place: {lexicon_path()}, {foreign.digest}")
        return LEGAL
    with Progress() as progress:
        try:
            prepared = prepare(options.source, options.offline, progress)
        except SourceUnavailable as error:
            instead = "Or take a lexicon that somebody else has built: `adjudicator lexicon import FILE|URL`."
            raise SourceUnavailable(str(error), instead, error.failures) from error
        for name, channel in sorted(prepared.channels.items()):
            progress.note(f"{name}: from {channel}")
        for name, reason in prepared.skipped:
            progress.note(f"left out {name}, which is optional: {reason}")
        built = build(prepared.sources, lexicon_path(), progress, force=options.force, before=keep_ready)
    if built.rebuilt:
        print(
            f"Built {built.path} in {built.seconds:.0f} s: {built.counts['word']:,} words, {built.counts['sense']:,} senses, {built.digest}"
        )
    else:
        print(f"The lexicon is up to date: {built.path}, {built.digest}")
    return LEGAL


def _words(given: list[str]) -> Iterable[str]:
    """Yield the words given, or those of standard input for ``-``."""
    if given != [STDIN]:
        yield from given
        return
    for line in sys.stdin.buffer:
        word = line.decode("utf-8", "replace").strip()
        if word:
            yield word


def do_check(options: argparse.Namespace) -> int:
    """Judge words and print the verdicts."""
    adjudicator = Adjudicator()
    board = _board(adjudicator, options)
    if STDIN in options.words:
        if options.words != [STDIN]:
            raise AdjudicatorError(
                "- stands for all words of standard input.", "Give it alone, or words without it."
            )
        from adjudicator.cli.stream import check_stream

        return check_stream(adjudicator, options, board)
    code = LEGAL
    bench = adjudicator.under(options.ruleset)
    if not options.offline and _asked(bench, options.words):
        adjudicator = Adjudicator()
        bench = adjudicator.under(options.ruleset)
    for word in options.words:
        try:
            data = bench.verdict_data(word, detail=options.detail, board=board)
        except BadWord as error:
            sys.stdout.flush()
            print(f"adjudicator: {error}", file=sys.stderr)
            code = USAGE
            continue
        if not data["legal"]:
            code = max(code, ILLEGAL)
        if options.json:
            text.print_json(data)
        else:
            text.print_verdict(data, adjudicator)
    return code


def _asked(bench: Bench, words: Iterable[str]) -> bool:
    """Ask the live dictionaries that the ruleset names, and that can be asked, for words that they have not been asked for; return whether
    any has answered. A dictionary that fails is reported, and the words are judged without it.
    """
    names = [name for name in bench.ruleset.dictionary.sources if name.startswith(LIVE)]
    if not names:
        return False
    from adjudicator.live import Evidence, sites

    evidence, known = Evidence(), sites()
    kept = {(item.site, item.kept.key) for item in evidence.items()}
    asked = False
    for name in names:
        site = known.get(name)
        if site is None or site.why_not() is not None:
            continue
        for word in words:
            if fault_of(word) or (name, key_of(word)) in kept:
                continue
            try:
                evidence.fetch(site, word)
                asked = True
            except LiveError as error:
                print(f"adjudicator: {word}: {error}", file=sys.stderr)
    return asked


def _board(adjudicator: Adjudicator, options: argparse.Namespace) -> Board | None:
    """Return the board that the words were played on, if one is given."""
    if options.board is None:
        return None
    from adjudicator.boards import board_of
    from adjudicator.cli.board import drawn

    return board_of(adjudicator.under(options.ruleset), drawn(options.board))


def do_word(options: argparse.Namespace) -> int:
    """Show what the lexicon knows of words."""
    adjudicator = Adjudicator()
    for word in _words(options.words):
        data = adjudicator.word(word)
        if options.json:
            text.print_json(data)
        else:
            text.print_word(data)
    return LEGAL


def do_rulesets(options: argparse.Namespace) -> int:
    """List the rulesets and house lists, or show one."""
    from adjudicator.rulebooks import Rulebooks

    rulebooks = Rulebooks()
    if options.id is not None:
        ruleset, data = _ruleset(options.id, rulebooks)
        if options.json:
            text.print_json(data)
        else:
            text.print_ruleset(ruleset, data)
        return LEGAL
    found: list[dict[str, Any]] = []
    faults: list[AdjudicatorError] = []
    for name in rulebooks.ids():
        try:
            found.append(_listed(rulebooks.load(name)))
        except RulesetError as error:
            faults.append(error)
    try:
        found += _house_lists()
    except LedgerError as error:
        faults.append(error)
    if options.json:
        text.print_json(found)
    else:
        for each in found:
            print(
                f"{each['id']:13} {each['title']} ({each.get('rulebook') or 'house list over ' + each['house']['base']})"
            )
    for fault in faults:
        print(f"adjudicator: {fault}", file=sys.stderr)
    return USAGE if faults else LEGAL


def _ruleset(name: str, rulebooks: Rulebooks) -> tuple[Ruleset, dict[str, Any]]:
    """Return the ruleset *name*, and its plain data with the digest. The lexicon is opened for a house list alone."""
    if not name.startswith(PREFIX):
        ruleset = rulebooks.load(name)
        return ruleset, ruleset.as_dict()
    bench = Adjudicator().under(name)
    return bench.ruleset, bench.data()


def _listed(ruleset: Ruleset) -> dict[str, Any]:
    return {
        "id": ruleset.id,
        "title": ruleset.title,
        "rulebook": ruleset.rulebook,
        "digest": ruleset.digest,
    }


def _house_lists() -> list[dict[str, Any]]:
    """Return the house lists as a list of rulesets has them; a ledger that is not there is neither made nor asked for."""
    if not has_ledger():
        return []
    from adjudicator.cli.house import rulesets

    return rulesets()


def do_diff(options: argparse.Namespace) -> int:
    """List the words whose legality differs."""
    adjudicator = Adjudicator()
    for found in adjudicator.under(options.left).diff(adjudicator.under(options.right)):
        if options.json:
            text.print_json({"key": found.key, options.left: found.left, options.right: found.right})
        else:
            sys.stdout.write(f"{found.key}\t{found.left}\t{found.right}\n")
    return LEGAL


def do_export(options: argparse.Namespace) -> int:
    """Print every legal key."""
    keys = Adjudicator().under(options.ruleset).legal_keys()
    writers = {"txt": _as_lines, "csv": _as_csv, "jsonl": _as_jsonl, "hunspell": _as_hunspell}
    writers[options.format](keys)
    return LEGAL


def _as_lines(keys: Iterable[str]) -> None:
    sys.stdout.writelines(f"{key}\n" for key in keys)


def _as_csv(keys: Iterable[str]) -> None:
    sys.stdout.write("word,length\n")
    sys.stdout.writelines(f"{key},{len(key)}\n" for key in keys)


def _as_jsonl(keys: Iterable[str]) -> None:
    sys.stdout.writelines(f'{{"word": "{key}", "length": {len(key)}}}\n' for key in keys)


def _as_hunspell(keys: Iterable[str]) -> None:
    found = list(keys)
    sys.stdout.write(f"{len(found)}\n")
    _as_lines(found)


def do_search(options: argparse.Namespace) -> int:
    """Find legal words."""
    from adjudicator.lexicon.search import Criteria

    criteria = Criteria.of(
        pattern=options.pattern, prefix=options.prefix, anagram=options.anagram, length=options.length
    )
    if criteria == Criteria() and options.code == ADMITTED and options.region is None:
        raise AdjudicatorError(
            "Nothing to search by.", "Give --pattern, --prefix, --anagram, --length, --code or --region."
        )
    bench = Adjudicator().under(options.ruleset)
    _as_lines(bench.search(criteria, code=options.code, region=options.region))
    return LEGAL


def do_judge(options: argparse.Namespace) -> int:
    """Judge a whole play, sealed."""
    acceptable = Adjudicator().under(options.ruleset).acceptable(_words(options.words))
    print("ACCEPTABLE" if acceptable else "UNACCEPTABLE")
    return LEGAL if acceptable else ILLEGAL


def do_source(options: argparse.Namespace) -> int:
    """List the sources or add a user's own list."""
    if options.action == "add":
        from adjudicator.dictionaries import add_list

        words = add_list(options.name, Path(options.file))
        print(
            f'Added {options.name}: {words:,} words. A ruleset names it with  sources = ["{options.name}"]  under [dictionary].'
        )
        return LEGAL
    sources = Adjudicator().sources()
    if options.json:
        text.print_json(sources)
    else:
        text.print_sources(sources)
    return LEGAL


def do_token(options: argparse.Namespace) -> int:
    """Make, list or revoke tokens and invites."""
    from adjudicator.cli.ledger import run_token

    return run_token(options)


def do_board(options: argparse.Namespace) -> int:
    """Solve a board, or hold words against it."""
    from adjudicator.cli import board

    return board.run(options)


def do_round(options: argparse.Namespace) -> int:
    """Score a round."""
    from adjudicator.cli import board

    return board.run_round(options)


def do_game(options: argparse.Namespace) -> int:
    """Score a game."""
    from adjudicator.cli import board

    return board.run_game(options)


def do_evidence(options: argparse.Namespace) -> int:
    """Ask live dictionaries, and look after what they have answered."""
    from adjudicator.cli import evidence

    return evidence.run(options)


def do_lexicon(options: argparse.Namespace) -> int:
    """Pass the lexicon on, or take one that somebody else has built."""
    from adjudicator.cli import lexicon

    return lexicon.run(options)


def do_house(options: argparse.Namespace) -> int:
    """Keep house lists."""
    from adjudicator.cli import house

    return house.run(options)


def do_dispute(options: argparse.Namespace) -> int:
    """Challenge words, vote on them, and show what it came to."""
    from adjudicator.cli import dispute

    return dispute.run(options)


def do_ledger(options: argparse.Namespace) -> int:
    """Back up, restore, migrate or verify the ledger."""
    from adjudicator.cli.ledger import run_ledger

    return run_ledger(options)


def do_serve(options: argparse.Namespace) -> int:
    """Serve until stopped."""
    from adjudicator.web.server import serve

    return serve(options.host, options.port, options.workers)
