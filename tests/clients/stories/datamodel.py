"""datamodel-code-generator: models alone, for any client; httpx is this story's."""

from typing import Any

import dmc as m
import httpx
from pydantic import BaseModel, TypeAdapter
from told import BASE, DRAWING, SLUG, TOKEN, check

api = httpx.Client(base_url=BASE, headers={"Authorization": f"Bearer {TOKEN}"}, follow_redirects=True)


def send(path: str, body: BaseModel | None = None, method: str = "POST", **headers: str) -> httpx.Response:
    """Send the members of *body* that were given."""
    data: Any = None if body is None else body.model_dump(mode="json", exclude_unset=True, by_alias=True)
    return api.request(
        method, path, json=data, headers={name.replace("_", "-"): value for name, value in headers.items()}
    )


verdict = m.FullVerdict.model_validate(api.get("/v1/rulesets/boggle/words/zee").json())
check(
    "verdict",
    not verdict.legal
    and verdict.code == "american-spelling"
    and any(each.decisive for each in verdict.findings),
)

later = m.FullVerdict.model_validate({**verdict.model_dump(exclude_unset=True), "code": "later", "later": 1})
assert later.code == "later"

words = m.VerdictsRequest(words=["trig", "zee", "!"], detail="verdict")
batch = m.Batch.model_validate(send("/v1/rulesets/boggle/verdicts", words).json())
check(
    "batch",
    [each.legal if isinstance(each, m.Legality) else None for each in batch.verdicts] == [True, False, None],
)

streamed = send("/v1/rulesets/boggle/verdicts", words, Accept="application/x-ndjson").text.splitlines()
check("NDJSON", [m.Legality.model_validate_json(each).legal for each in streamed[:2]] == [True, False])

found: list[str] = []
address: str | None = "/v1/rulesets/boggle/words?prefix=qu&limit=100"
while address:
    page = m.Found.model_validate(api.get(address).json())
    found += page.words
    address = page.next
check("paging", len(found) > 200 and len(set(found)) == len(found) and "quiz" in found)

tables = m.RulesetTablesInput(
    length=m.LengthTableInput(min=4), exclude=m.ExcludeTableInput.model_validate({"proper-nouns": True})
)
house = m.HouseInput(slug=SLUG, title="Club", overrides=tables)
made = send("/v1/house-lists", house, Idempotency_Key=SLUG)
again = m.HouseModel.model_validate(send("/v1/house-lists", house, Idempotency_Key=SLUG).json())
check(
    "list",
    made.status_code == 201
    and again.revision == 1
    and again.overrides.length
    and again.overrides.length.min == 4,
)

edit = m.EditInput(entries=[m.EntryInput(word="yeet", effect="allow")])
edited = m.HouseModel.model_validate(
    send(f"/v1/house-lists/{SLUG}/edits", edit, If_Match=made.headers["ETag"]).json()
)
late = m.ProblemModel.model_validate(
    send(f"/v1/house-lists/{SLUG}/edits", edit, If_Match=made.headers["ETag"]).json()
)
check("edit", edited.revision == 2 and late.status == 412 and late.current == 2)

challenge = m.DisputeInput.model_validate(
    {"words": ["zees"], "ruleset": f"house:{SLUG}", "settle": "vote", "quorum": 1}
)
opened = m.DisputeModel.model_validate(send("/v1/disputes", challenge).json())
at = f"/v1/disputes/{opened.id}"
voted = send(f"{at}/vote", m.VoteInput(choice="legal"), "PUT")
ended = send(f"{at}/close", If_Match=voted.headers["ETag"])
closed = m.DisputeModel.model_validate(ended.json())
ruling = m.RulingModel.model_validate(api.get(f"/v1/rulings/{closed.ruling}").json())
send(f"{at}/precedent", m.PrecedentInput(slug=SLUG), If_Match=ended.headers["ETag"])
entry = m.EntryModel.model_validate(api.get(f"/v1/house-lists/{SLUG}/entries/zees").json())
check(
    "dispute",
    ruling.acceptable and ruling.verdicts[0].code == "american-spelling" and entry.ruling == closed.ruling,
)

queue = f"/v1/house-lists/{SLUG}/reviews/rules:35"
taken = m.Taken.model_validate(send(f"{queue}/next", m.TakeInput()).json())
assert taken.case
deny = m.SettleInput.model_validate({"words": [taken.case.key], "choice": "deny", "seen": taken.revision})
settled = m.QueueModel.model_validate(send(queue, deny).json())
disputable = taken.case.certainty == "disputable"
check("review", disputable and settled.standing.left == taken.standing.left - 1)

other = f"{SLUG}-2"
renaming = send(f"/v1/house-lists/{SLUG}/rename", m.RenameInput(slug=other))
renamed, former = (
    m.HouseModel.model_validate(each.json()) for each in (renaming, api.get(f"/v1/house-lists/{SLUG}"))
)
check("rename", renamed.slug == other and former.ruleset == f"house:{other}")

boards: list[object] = [DRAWING, {"tiles": ["t", "e", "n"], "edges": [[0, 1], [1, 2]]}]
solve = [m.SolveInput.model_validate({"board": each}) for each in boards]
drawn, joined = (m.SolvedBoard.model_validate(send("/v1/boards/solve", each).json()) for each in solve)
check("board", len(drawn.words) > 100 and "ten" in [each.word for each in joined.words])

record = m.Round.model_validate({"lists": {"Ann": ["plates", "lines"], "Ben": ["plates"]}, "board": DRAWING})
round_ = m.ScoredLists.model_validate(send("/v1/rounds/score", record).json())
check("round", round_.leaders == ["Ann"])

playing = m.Playing.model_validate(
    {"ruleset": "boggle", "players": ["Ann", "Ben"], "rounds": [{"board": DRAWING}]}
)
begun = send("/v1/games", playing)
game = f"/v1/games/{m.KeptGameModel.model_validate(begun.json()).id}"
for player, own in (("Ann", "plates lines"), ("Ben", "plates")):
    sent = send(f"{game}/lists/{player}", m.OwnListInput(round=1, words=own), "PUT")
hands = m.ReadyModel.model_validate(sent.json()).hands
counted = m.KeptGameModel.model_validate(send(f"{game}/count", If_Match=begun.headers["ETag"]).json())
score = m.ScoredGame.model_validate(api.get(f"{game}/score").json())
all_sent = all(each.words for each in hands)
check("game", all_sent and counted.playing.rounds[0].scored and score.leaders == ["Ann"])

plays = [m.PlayRequest.model_validate({"words": ["trig", each]}) for each in ("zed", "zee")]
good, bad = (m.Play.model_validate(send("/v1/rulesets/boggle/plays", each).json()) for each in plays)
check("plays", good.acceptable and not bad.acceptable)

sources = TypeAdapter(list[m.SourceModel]).validate_python(api.get("/v1/sources").json())
check("sources", any(each.id == "wordnet" and each.licence for each in sources))

problem = m.ProblemModel.model_validate(api.get("/v1/rulesets/nosuch/words/trig").json())
kind = m.ProblemType("urn:adjudicator:problem:unknown-ruleset")
check("problem", problem.type == kind.root)
