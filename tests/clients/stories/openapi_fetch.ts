// openapi-typescript with openapi-fetch. A client is for some media types: that for lines is another one.
import createClient from "openapi-fetch";
import type { components, paths } from "./openapi_typescript.js";
import { check, base, token, slug } from "./told.js";

const api = createClient<paths, "application/json" | "application/problem+json">({ baseUrl: base, headers: { Authorization: `Bearer ${token}` } });
const lines = createClient<paths, "application/x-ndjson">({ baseUrl: base, headers: { Accept: "application/x-ndjson" } });
const boggle = { ruleset: "boggle" };

const judged = await api.GET("/v1/rulesets/{ruleset}/words/{word}", { params: { path: { ...boggle, word: "zee" }, query: { detail: "full" } } });
const verdict = judged.data!;
check("verdict", verdict.legal === false && "findings" in verdict && verdict.code === "american-spelling" && verdict.findings.some((each) => each.decisive));

const batch = await api.POST("/v1/rulesets/{ruleset}/verdicts", { params: { path: boggle }, body: { words: ["trig", "zee", "!"], detail: "verdict" } });
check("batch", batch.data!.verdicts.map((each) => ("legal" in each ? each.legal : each.error !== "")).join() === "true,false,true");

const streamed = await lines.POST("/v1/rulesets/{ruleset}/verdicts", { params: { path: boggle }, body: { words: ["trig", "zee"], detail: "verdict" }, parseAs: "text" });
const read: components["schemas"]["Legality"][] = streamed.data!.trimEnd().split("\n").map((line) => JSON.parse(line));
check("NDJSON", read.length === 2 && read[0]!.legal && !read[1]!.legal);

const found: string[] = [];
for (let after = ""; ; ) {
  const page = await api.GET("/v1/rulesets/{ruleset}/words", { params: { path: boggle, query: { prefix: "qu", after, limit: 100 } } });
  found.push(...page.data!.words);
  if (page.data!.next === null) break;
  after = found.at(-1)!;
}
check("paging", found.length > 200 && new Set(found).size === found.length && found.includes("quiz"));

const key = { header: { "Idempotency-Key": slug } };
const list = { slug, title: "Club", base: "boggle", overrides: { length: { min: 4 }, exclude: { "proper-nouns": true } } };
const made = await api.POST("/v1/house-lists", { params: key, body: list });
const again = await api.POST("/v1/house-lists", { params: key, body: list });
check("list", made.response.status === 201 && again.data!.revision === 1 && again.data!.overrides.length?.min === 4);

const tag = made.response.headers.get("ETag")!;
const edit = { entries: [{ word: "yeet", effect: "allow" as const }], drop: [] };
const edited = await api.POST("/v1/house-lists/{slug}/edits", { params: { path: { slug }, header: { "If-Match": tag } }, body: edit });
const late = await api.POST("/v1/house-lists/{slug}/edits", { params: { path: { slug }, header: { "If-Match": tag } }, body: edit });
check("edit", edited.data!.revision === 2 && late.error!.status === 412 && late.error!.current === 2);

const opened = await api.POST("/v1/disputes", { body: { words: ["zees"], ruleset: `house:${slug}`, settle: "vote", quorum: 1 } });
const path = { id: opened.data!.id };
const voted = await api.PUT("/v1/disputes/{id}/vote", { params: { path }, body: { choice: "legal" } });
const closed = await api.POST("/v1/disputes/{id}/close", { params: { path, header: { "If-Match": voted.response.headers.get("ETag")! } } });
const ruling = await api.GET("/v1/rulings/{id}", { params: { path: { id: closed.data!.ruling! } } });
const set = await api.POST("/v1/disputes/{id}/precedent", { params: { path, header: { "If-Match": closed.response.headers.get("ETag")! } }, body: { slug } });
const entry = await api.GET("/v1/house-lists/{slug}/entries/{word}", { params: { path: { slug, word: "zees" } } });
check("dispute", voted.data!.votes.length === 1 && ruling.data!.acceptable && ruling.data!.verdicts[0]!.code === "american-spelling" && set.response.ok && entry.data!.ruling === closed.data!.ruling);

const queue = { path: { slug, queue: "rules:35" } };
const taken = await api.POST("/v1/house-lists/{slug}/reviews/{queue}/next", { params: queue, body: {} });
const settle = { words: [taken.data!.case!.key], choice: "deny" as const, seen: taken.data!.revision };
const settled = await api.POST("/v1/house-lists/{slug}/reviews/{queue}", { params: queue, body: settle });
check("review", taken.data!.case!.certainty === "disputable" && settled.data!.standing.left === taken.data!.standing.left - 1);

const other = `${slug}-2`;
const renamed = await api.POST("/v1/house-lists/{slug}/rename", { params: { path: { slug } }, body: { slug: other } });
const former = await api.GET("/v1/house-lists/{slug}", { params: { path: { slug } } });
check("rename", renamed.data!.slug === other && former.data!.ruleset === `house:${other}`);

const drawn = await api.POST("/v1/boards/solve", { body: { board: "PERS/LATG/SINE/TERS", ruleset: "boggle" } });
const graph = await api.POST("/v1/boards/solve", { body: { board: { tiles: ["t", "e", "n"], edges: [[0, 1], [1, 2]] }, ruleset: "boggle" } });
check("board", drawn.data!.words.length > 100 && graph.data!.words.some((each) => each.word === "ten"));

const round = await api.POST("/v1/rounds/score", { body: { ruleset: "boggle", lists: { Ann: ["plates", "lines"], Ben: ["plates"] }, board: "PERS/LATG/SINE/TERS" } });
check("round", round.data!.kind === "lists" && round.data!.leaders.join() === "Ann");

const begun = await api.POST("/v1/games", { body: { ruleset: "boggle", players: ["Ann", "Ben"], rounds: [{ board: "PERS/LATG/SINE/TERS" }] } });
const game = begun.data!.id;
await api.PUT("/v1/games/{game}/lists/{player}", { params: { path: { game, player: "Ann" } }, body: { round: 1, words: "plates lines" } });
const hands = await api.PUT("/v1/games/{game}/lists/{player}", { params: { path: { game, player: "Ben" } }, body: { round: 1, words: "plates" } });
const counted = await api.POST("/v1/games/{game}/count", { params: { path: { game }, header: { "If-Match": begun.response.headers.get("ETag")! } } });
const score = await api.GET("/v1/games/{game}/score", { params: { path: { game } } });
check("game", hands.data!.hands.every((each) => each.words) && counted.data!.playing.rounds[0]!.scored === true && score.data!.leaders.join() === "Ann");

const good = await api.POST("/v1/rulesets/{ruleset}/plays", { params: { path: boggle }, body: { words: ["trig", "zed"] } });
const bad = await api.POST("/v1/rulesets/{ruleset}/plays", { params: { path: boggle }, body: { words: ["trig", "zee"] } });
check("plays", good.data!.acceptable && !bad.data!.acceptable);

const sources = await api.GET("/v1/sources");
check("sources", sources.data!.some((each) => each.id === "wordnet" && each.licence !== ""));

const problem = await api.GET("/v1/rulesets/{ruleset}/words/{word}", { params: { path: { ruleset: "nosuch", word: "trig" } } });
const kind: components["schemas"]["ProblemType"] = "urn:adjudicator:problem:unknown-ruleset";
check("problem", problem.error!.type === kind);
