"""openapi-python-client: one module an operation; what is left out is ``UNSET``, and a union is told apart by its class."""

import json

import opc.models as m
from opc import AuthenticatedClient
from opc.api.curation import search_words
from opc.api.disputes import close_dispute, open_dispute, set_precedent, show_ruling, vote
from opc.api.games import begin_game, count_game, score_round, show_score, solve_board, write_list
from opc.api.house_lists import (
    create_house,
    edit_house,
    rename_house,
    settle_words,
    show_entry,
    show_house,
    take_word,
)
from opc.api.lexicon import list_sources
from opc.api.verdicts import judge_play, judge_word, judge_words
from told import BASE, DRAWING, SLUG, TOKEN, check

api = AuthenticatedClient(BASE, TOKEN, follow_redirects=True)

verdict = judge_word.sync("boggle", "zee", client=api, detail=m.JudgeWordDetail.FULL)
assert isinstance(verdict, m.FullVerdict)
check(
    "verdict",
    not verdict.legal
    and verdict.code == m.Code.AMERICAN_SPELLING
    and any(each.decisive for each in verdict.findings),
)

later = m.FullVerdict.from_dict({**verdict.to_dict(), "code": "later", "later": 1})
assert later.code == "later"

words = m.VerdictsRequest(["trig", "zee", "!"], detail=m.VerdictsRequestDetail.VERDICT)
batch = judge_words.sync("boggle", client=api, body=words)
assert isinstance(batch, m.Batch)
check(
    "batch",
    [each.legal if isinstance(each, m.Legality) else None for each in batch.verdicts] == [True, False, None],
)

lines = api.with_headers({"Accept": "application/x-ndjson"}).get_httpx_client()
streamed = lines.post("/v1/rulesets/boggle/verdicts", json=words.to_dict()).text.splitlines()
check("NDJSON", [m.Legality.from_dict(json.loads(each)).legal for each in streamed[:2]] == [True, False])

found: list[str] = []
while True:
    page = search_words.sync("boggle", client=api, prefix="qu", after=found[-1] if found else "", limit=100)
    assert isinstance(page, m.Found)
    found += page.words
    if page.next_ is None:
        break
check("paging", len(found) > 200 and len(set(found)) == len(found) and "quiz" in found)

tables = m.RulesetTablesInput(
    length=m.LengthTableInput(min_=4), exclude=m.ExcludeTableInput(proper_nouns=True)
)
house = m.HouseInput(SLUG, "Club", overrides=tables)
made = create_house.sync_detailed(client=api, body=house, idempotency_key=SLUG)
again = create_house.sync(client=api, body=house, idempotency_key=SLUG)
assert isinstance(again, m.HouseModel) and isinstance(again.overrides.length, m.LengthTable)
check("list", made.status_code == 201 and again.revision == 1 and again.overrides.length.min_ == 4)

edit = m.EditInput(entries=[m.EntryInput(m.EntryInputEffect.ALLOW, "yeet")])
edited = edit_house.sync(SLUG, client=api, body=edit, if_match=made.headers["ETag"])
late = edit_house.sync(SLUG, client=api, body=edit, if_match=made.headers["ETag"])
assert isinstance(edited, m.HouseModel) and isinstance(late, m.ProblemModel)
check("edit", edited.revision == 2 and late.status == 412 and late.current == 2)

challenge = m.DisputeInput(["zees"], ruleset=f"house:{SLUG}", settle=m.DisputeInputSettle.VOTE, quorum=1)
opened = open_dispute.sync(client=api, body=challenge)
assert isinstance(opened, m.DisputeModel)
voted = vote.sync_detailed(opened.id, client=api, body=m.VoteInput(m.VoteInputChoice.LEGAL))
closed = close_dispute.sync_detailed(opened.id, client=api, if_match=voted.headers["ETag"])
assert isinstance(closed.parsed, m.DisputeModel) and closed.parsed.ruling
ruling = show_ruling.sync(closed.parsed.ruling, client=api)
set_precedent.sync(opened.id, client=api, body=m.PrecedentInput(SLUG), if_match=closed.headers["ETag"])
entry = show_entry.sync(SLUG, "zees", client=api)
assert isinstance(ruling, m.RulingModel) and isinstance(entry, m.EntryModel)
check(
    "dispute",
    ruling.acceptable
    and ruling.verdicts[0].code == m.Code.AMERICAN_SPELLING
    and entry.ruling == closed.parsed.ruling,
)

taken = take_word.sync(SLUG, "rules:35", client=api, body=m.TakeInput())
assert isinstance(taken, m.Taken) and isinstance(taken.case, m.CaseModel)
deny = m.SettleInput(words=[taken.case.key], choice=m.SettleInputChoice.DENY, seen=taken.revision)
settled = settle_words.sync(SLUG, "rules:35", client=api, body=deny)
assert isinstance(settled, m.QueueModel)
disputable = taken.case.certainty == m.CaseModelCertainty.DISPUTABLE
check("review", disputable and settled.standing.left == taken.standing.left - 1)

other = f"{SLUG}-2"
renamed = rename_house.sync(SLUG, client=api, body=m.RenameInput(other))
former = show_house.sync(SLUG, client=api)
assert isinstance(renamed, m.HouseModel) and isinstance(former, m.HouseModel)
check("rename", renamed.slug == other and former.ruleset == f"house:{other}")

drawn = solve_board.sync(client=api, body=m.SolveInput(DRAWING))
graph = solve_board.sync(
    client=api, body=m.SolveInput(m.BoardGraph(tiles=["t", "e", "n"], edges=[[0, 1], [1, 2]]))
)
assert isinstance(drawn, m.SolvedBoard) and isinstance(graph, m.SolvedBoard)
check("board", len(drawn.words) > 100 and "ten" in [each.word for each in graph.words])

lists = m.RoundListsType0.from_dict({"Ann": ["plates", "lines"], "Ben": ["plates"]})
round_ = score_round.sync(client=api, body=m.Round(lists=lists, board=DRAWING))
check("round", isinstance(round_, m.ScoredLists) and round_.leaders == ["Ann"])

playing = m.Playing(ruleset="boggle", players=["Ann", "Ben"], rounds=[m.Draft(board=DRAWING)])
begun = begin_game.sync_detailed(client=api, body=playing)
assert isinstance(begun.parsed, m.KeptGameModel)
game, hands = begun.parsed.id, None
for player, own in (("Ann", "plates lines"), ("Ben", "plates")):
    hands = write_list.sync(game, player, client=api, body=m.OwnListInput(round_=1, words=own))
counted = count_game.sync(game, client=api, if_match=begun.headers["ETag"])
score = show_score.sync(game, client=api)
assert isinstance(hands, m.ReadyModel) and isinstance(counted, m.KeptGameModel)
assert isinstance(score, m.ScoredGame)
sent = all(each.words for each in hands.hands)
check("game", sent and counted.playing.rounds[0].scored and score.leaders == ["Ann"])

good = judge_play.sync("boggle", client=api, body=m.PlayRequest(["trig", "zed"]))
bad = judge_play.sync("boggle", client=api, body=m.PlayRequest(["trig", "zee"]))
assert isinstance(good, m.Play) and isinstance(bad, m.Play)
check("plays", good.acceptable and not bad.acceptable)

sources = list_sources.sync(client=api)
assert isinstance(sources, list)
check("sources", any(each.id == "wordnet" and each.licence for each in sources))

problem = judge_word.sync("nosuch", "trig", client=api)
check(
    "problem",
    isinstance(problem, m.ProblemModel)
    and problem.type_ == m.ProblemType.URNADJUDICATORPROBLEMUNKNOWN_RULESET,
)
