"""The commands of challenges, votes and rulings. ``run`` finds the function by the action; each does what HTTP's call for it does
(:mod:`adjudicator.api.disputes`), without a token: who has the machine has the ledger, and a voter is a name.
"""

from __future__ import annotations

import argparse

from adjudicator.cli.ledger_arguments import LedgerActions, limit_argument, many_argument, words_argument
from adjudicator.cli.ledger_arguments import run as run
from adjudicator.cli.text import paint, print_json, print_table, put
from adjudicator.cli.writing import count_text, expected, judging, moment, number, optional, pair, writer
from adjudicator.core.shapes import plain
from adjudicator.core.spelling import quote
from adjudicator.errors import AdjudicatorError
from adjudicator.rules.challenge import CHALLENGER, CHOICES, PLAYER, Context, Tally
from adjudicator.usecases import disputes
from adjudicator.usecases.disputes import Ruling
from adjudicator.usecases.types import Dispute, Hands, Ledger

DONE, DIFFERS, UNANSWERED = 0, 1, 2


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``adjudicator dispute``."""
    actions = LedgerActions(parser)
    _open_arguments(actions.writing("open", _open, "challenge a word, or a play of several"))
    listing = actions.reading("list", _list, "disputes, the latest first")
    listing.add_argument("--status", choices=("open", "closed", "withdrawn"), help="only those")
    listing.add_argument("--ruleset", "-r", metavar="ID", help="only those under this ruleset")
    limit_argument(listing, "disputes")
    vote = actions.writing("vote", _vote, "vote, or vote otherwise: each name has one vote", "id")
    vote.add_argument("choice", choices=("legal", "illegal", "abstain"))
    hands = actions.writing(
        "hands", _hands, "enter how many raised a hand, of those who have not voted", "id"
    )
    for choice in CHOICES:
        hands.add_argument(f"--{choice}", default="0", metavar="N", help=f"hands for {choice} (default: 0)")
    actions.changing("close", _end, "close a dispute by its votes", "id")
    actions.changing("withdraw", _end, "withdraw a challenge: nothing comes of it", "id")
    purpose = "make the outcome an entry of a house list for each of the words"
    precedent = actions.changing("precedent", _precedent, purpose, "id")
    precedent.add_argument("slug", metavar="SLUG", help="the house list")
    precedent.add_argument("--reason", default="", metavar="TEXT", help="what the entries say of why")
    actions.reading("show", _show, "show a dispute: its words, the votes so far, and what it came to", "id")
    actions.reading("ruling", _ruling, "show a ruling as it was made, by its id or that of its dispute", "id")
    purpose = "say whether today's lexicon agrees with a ruling; exits 1 where it does not"
    actions.reading("replay", _replay, purpose, "id")


def _open_arguments(parser: argparse.ArgumentParser) -> None:
    words_argument(parser)
    parser.add_argument(
        "--ruleset", "-r", default="boggle", metavar="ID", help="under which (default: boggle)"
    )
    parser.add_argument("--player", metavar="NAME", help="whose word it is")
    parser.add_argument("--challenger", metavar="NAME", help="who challenges it")
    parser.add_argument(
        "--rule", metavar="NAME", help="the challenge rule, like double (default: the ruleset's)"
    )
    settle = parser.add_mutually_exclusive_group()
    settle.add_argument("--vote", action="store_const", dest="settle", const="vote", help="a vote settles it")
    settle.add_argument(
        "--dictionary",
        action="store_const",
        dest="settle",
        const="dictionary",
        help="the dictionary settles it at once (default: as the rule says)",
    )
    parser.add_argument("--quorum", metavar="N", help="how many must vote (default: as the rule says)")
    parser.add_argument("--deadline", metavar="TIME", help="until when votes are taken, in UTC")
    parser.add_argument(
        "--hide-tally", action="store_true", help="who has not voted does not see how the vote stands"
    )
    parser.add_argument("--mid-round", action="store_true", help="the round goes on")
    parser.add_argument("--built-on", action="store_true", help="others have played onto the word")
    parser.add_argument("--finished-first", action="store_true", help="its player finished the round first")
    many_argument(parser, "--unplayed", "NAME=N", "how many tiles a player has left")
    many_argument(parser, "--ineligible", "NAME", "who cannot earn the bonus for finishing first")


def _open(ledger: Ledger, options: argparse.Namespace) -> None:
    context = Context(
        PLAYER if options.player is None else options.player,
        CHALLENGER if options.challenger is None else options.challenger,
        options.mid_round,
        options.built_on,
        options.finished_first,
        dict(map(_parse_unplayed, options.unplayed)),
        tuple(options.ineligible),
    )
    with judging(ledger) as adjudicator:
        made = disputes.open_dispute(
            adjudicator,
            options.words,
            options.ruleset,
            by=writer(options.by),
            context=context,
            rule=options.rule,
            settle=options.settle,
            quorum=optional(options.quorum, "--quorum"),
            deadline=options.deadline,
            hide_tally=options.hide_tally,
        )
    _print_dispute(ledger, made, options)


def _list(ledger: Ledger, options: argparse.Namespace) -> None:
    limit = number(options.limit, "--limit")
    found = disputes.listing(ledger, options.status, options.ruleset, limit=limit + 1)
    for each in found[:limit] if options.json else ():
        print_json(plain(each.hidden()))
    if not options.json:
        print_table(map(_row, found[:limit]))
        if len(found) > limit:
            print("… and others before (--limit shows more)")


def _row(each: Dispute) -> tuple[str, ...]:
    votes = count_text(each.turnout, "vote", "votes") if each.settle == "vote" else "by the dictionary"
    words = ", ".join(each.words)
    return each.id, each.status, moment(each.opened_at), each.opened_by, each.ruleset, votes, words


def _show(ledger: Ledger, options: argparse.Namespace) -> None:
    _print_dispute(ledger, disputes.dispute(ledger, options.id).hidden(), options)


def _vote(ledger: Ledger, options: argparse.Namespace) -> None:
    found = disputes.vote(ledger, options.id, options.choice, by=writer(options.by))
    _print_dispute(ledger, found, options)


def _hands(ledger: Ledger, options: argparse.Namespace) -> None:
    hands = Tally(*(number(getattr(options, choice), f"--{choice}") for choice in CHOICES))
    found = disputes.count_hands(ledger, options.id, hands, by=writer(options.by))
    _print_dispute(ledger, found.hidden(), options)


def _end(ledger: Ledger, options: argparse.Namespace) -> None:
    ends = {"close": disputes.close, "withdraw": disputes.withdraw}
    found = ends[options.action](ledger, options.id, expected(options), by=writer(options.by))
    _print_dispute(ledger, found, options)


def _precedent(ledger: Ledger, options: argparse.Namespace) -> None:
    by = writer(options.by)
    found = disputes.set_precedent(ledger, options.id, options.slug, expected(options), options.reason, by=by)
    _print_dispute(ledger, found, options)


def _ruling(ledger: Ledger, options: argparse.Namespace) -> None:
    found = disputes.ruling(ledger, disputes.ruling_of(ledger, options.id))
    put(options.json, found, lambda: _print_ruling(found))


def _print_ruling(found: Ruling) -> None:
    print(
        f"{paint(found.id, 'bold')}: a {found.kind} under {found.ruleset}, {moment(found.at)}, by {found.by}"
    )
    for verdict in found.verdicts:
        print(f"  {verdict['summary']} ({verdict['code']}, {verdict['certainty']})")
    if found.outcome:
        print(f"  {found.outcome['summary']}")
    print(f"  lexicon {found.lexicon}")


def _replay(ledger: Ledger, options: argparse.Namespace) -> int:
    id = disputes.ruling_of(ledger, options.id)
    with judging(ledger) as adjudicator:
        found = disputes.replayed(adjudicator, id)
    put(options.json, found, lambda: _print_replay(found))
    return UNANSWERED if found["agrees"] is None else DONE if found["agrees"] else DIFFERS


def _parse_unplayed(text: str) -> tuple[str, int]:
    name, tiles = pair(text, "--unplayed")
    return name, number(tiles, f"--unplayed {quote(name)}")


def _print_dispute(ledger: Ledger, found: Dispute, options: argparse.Namespace) -> None:
    if options.json:
        print_json(plain(found))
        return
    print(f"{paint(found.id, 'bold')}: {', '.join(found.words)} under {found.ruleset}")
    for name, said in _facts(ledger, found):
        print(f"  {name:12}{said}")


def _facts(ledger: Ledger, found: Dispute) -> list[tuple[str, str]]:
    context = found.context
    said = [
        ("state", _state(found)),
        ("opened", f"{moment(found.opened_at)} by {found.opened_by}"),
        ("rule", found.rule.title),
        ("players", _players(context)),
    ]
    said += [("verdict", verdict["summary"]) for verdict in disputes.ruling(ledger, found.verdict).verdicts]
    said += [("vote", f"{vote.name}: {vote.choice or 'has voted'}") for vote in found.votes]
    if found.hands:
        said.append(("hands", _hands_line(found.hands)))
    if found.by_one_invite > 1:
        said.append(("votes", f"{found.by_one_invite} of {len(found.votes)} came by one invite"))
    if found.ruling is not None:
        outcome = disputes.ruling(ledger, found.ruling).outcome
        said.append(("outcome", outcome["summary"] if outcome else "nothing was decided"))
    said.append(("ruling", found.ruling or f"{found.verdict} (before the vote)"))
    if found.precedent_slug is not None:
        said.append(("precedent", f"{found.precedent_slug}, revision {found.precedent_number}"))
    return said


def _hands_line(hands: Hands) -> str:
    counted = f"{hands.legal} legal, {hands.illegal} illegal, {hands.abstain} abstain; counted by {hands.by}"
    return counted if hands.holds else f"{counted}; somebody has voted since, so count them again"


def _players(context: Context) -> str:
    """Return who challenges whom, as far as they are named."""
    if context.challenger == CHALLENGER and context.player != PLAYER:
        return f"{context.player} has played it"
    return f"{context.challenger} challenges {context.player}"


def _state(found: Dispute) -> str:
    if found.ended_at is not None:
        return f"{found.status} {moment(found.ended_at)} by {found.ended_by}"
    until = f", until {moment(found.deadline)}" if found.deadline else ""
    return f"open: {count_text(found.turnout, 'vote', 'votes')} of {found.quorum} needed{until}"


def _print_replay(found: disputes.ReplayModel) -> None:
    if found["agrees"] is None:
        raise AdjudicatorError(
            f"The ruleset {found['ruleset']} of the ruling {found['ruling']} no longer exists.",
            "The ruling itself can still be shown.",
        )
    print(f"{found['ruling']}: today's lexicon {'agrees' if found['agrees'] else 'does not agree'}.")
    print_table(
        (
            (word, field, f"{then} → {now}")
            for word, differs in found["words"]
            for field, (then, now) in differs.items()
        ),
        "  ",
    )
