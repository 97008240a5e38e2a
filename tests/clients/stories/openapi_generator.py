"""openapi-generator python: a class a tag; a union is a wrapper with an ``actual_instance``."""

import json

import ogp as m
from told import BASE, DRAWING, SLUG, TOKEN, check

client = m.ApiClient(m.Configuration(host=BASE, access_token=TOKEN))
verdicts, houses = m.VerdictsApi(client), m.HouseListsApi(client)
disputes, games = m.DisputesApi(client), m.GamesApi(client)


def tag_of(response: m.ApiResponse) -> str:  # type: ignore[type-arg]
    """Return the ETag of a response, whose header fields are as they came: in lower case."""
    return str((response.headers or {})["etag"])


def refusal(error: m.ApiException) -> m.ProblemModel:
    """Return the problem that an error is."""
    problem = m.ProblemModel.from_json(error.body or "")
    assert problem
    return problem


verdict = verdicts.judge_word("boggle", "zee", detail="full").actual_instance
assert isinstance(verdict, m.FullVerdict)
decisive = [each.decisive for each in verdict.findings]
check("verdict", not verdict.legal and verdict.code == m.Code.AMERICAN_MINUS_SPELLING and any(decisive))

later = m.FullVerdict.from_dict({**verdict.to_dict(), "code": "later", "later": 1})
assert later and later.code == "later"

words = m.VerdictsRequest(words=["trig", "zee", "!"], detail="verdict")
batch = [each.actual_instance for each in verdicts.judge_words("boggle", words).verdicts]
check("batch", [isinstance(each, m.Legality) and each.legal for each in batch] == [True, False, False])

accept = {"Accept": "application/x-ndjson"}
streamed = verdicts.judge_words_without_preload_content("boggle", words, _headers=accept).read()
lines = [m.Legality.from_dict(json.loads(each)) for each in streamed.decode().splitlines()[:2]]
check("NDJSON", [each and each.legal for each in lines] == [True, False])

found: list[str] = []
while True:
    after = found[-1] if found else ""
    page = m.CurationApi(client).search_words("boggle", prefix="qu", after=after, limit=100)
    found += page.words
    if page.next is None:
        break
check("paging", len(found) > 200 and len(set(found)) == len(found) and "quiz" in found)

exclude = m.ExcludeTableInput.from_dict({"proper-nouns": True})
tables = m.RulesetTablesInput(length=m.LengthTableInput(min=4), exclude=exclude)
house = m.HouseInput(slug=SLUG, title="Club", overrides=tables)
made = houses.create_house_with_http_info(house, idempotency_key=SLUG)
again = houses.create_house(house, idempotency_key=SLUG)
length = again.overrides.length
check("list", made.status_code == 201 and again.revision == 1 and length and length.min == 4)

edit = m.EditInput(entries=[m.EntryInput(word="yeet", effect="allow")])
edited, late = houses.edit_house(SLUG, tag_of(made), edit), None
try:
    houses.edit_house(SLUG, tag_of(made), edit)
except m.ApiException as error:
    late = refusal(error)
check("edit", edited.revision == 2 and late and late.status == 412 and late.current == 2)

challenge = m.DisputeInput(words=["zees"], ruleset=f"house:{SLUG}", settle="vote", quorum=1)
id = disputes.open_dispute(challenge).id
voted = disputes.vote_with_http_info(id, m.VoteInput(choice="legal"))
closed = disputes.close_dispute_with_http_info(id, tag_of(voted))
ruling = disputes.show_ruling(closed.data.ruling or "")
disputes.set_precedent(id, tag_of(closed), m.PrecedentInput(slug=SLUG))
entry = houses.show_entry(SLUG, "zees")
same = entry.ruling == closed.data.ruling == ruling.id
check("dispute", ruling.acceptable and same and ruling.verdicts[0].code == m.Code.AMERICAN_MINUS_SPELLING)

taken = houses.take_word(SLUG, "rules:35", m.TakeInput())
assert taken.case
deny = m.SettleInput(words=[taken.case.key], choice="deny", seen=taken.revision)
settled = houses.settle_words(SLUG, "rules:35", deny)
fewer = settled.standing.left == taken.standing.left - 1
check("review", taken.case.certainty == "disputable" and fewer)

other = f"{SLUG}-2"
renamed, former = houses.rename_house(SLUG, m.RenameInput(slug=other)), houses.show_house(SLUG)
check("rename", renamed.slug == other and former.ruleset == f"house:{other}")

graph = m.BoardGraph(tiles=["t", "e", "n"], edges=[[0, 1], [1, 2]])
drawn, joined = (games.solve_board(m.SolveInput(board=m.SolveInputBoard(each))) for each in (DRAWING, graph))
check("board", len(drawn.words) > 100 and "ten" in [each.word for each in joined.words])

record = m.Round(lists={"Ann": ["plates", "lines"], "Ben": ["plates"]}, board=m.RoundBoard(DRAWING))
scored = games.score_round(record).actual_instance
check("round", isinstance(scored, m.ScoredLists) and scored.leaders == ["Ann"])

playing = m.Playing(ruleset="boggle", players=["Ann", "Ben"], rounds=[m.Draft(board=DRAWING)])
begun = games.begin_game_with_http_info(playing)
game, hands = begun.data.id, None
for player, own in (("Ann", "plates lines"), ("Ben", "plates")):
    hands = games.write_list(game, player, m.OwnListInput(round=1, words=own))
counted = games.count_game(game, tag_of(begun))
sent = hands and all(each.words for each in hands.hands)
check("game", sent and counted.playing.rounds[0].scored and games.show_score(game).leaders == ["Ann"])

plays = [verdicts.judge_play("boggle", m.PlayRequest(words=["trig", each])) for each in ("zed", "zee")]
check("plays", [each.acceptable for each in plays] == [True, False])

sources = m.LexiconApi(client).list_sources()
check("sources", any(each.id == "wordnet" and each.licence for each in sources))

problem = None
try:
    verdicts.judge_word("nosuch", "trig")
except m.ApiException as error:
    problem = refusal(error)
unknown = m.ProblemType.URN_COLON_ADJUDICATOR_COLON_PROBLEM_COLON_UNKNOWN_MINUS_RULESET
check("problem", problem and problem.type == unknown)
