// @hey-api/openapi-ts: one function an operation; how an answer is read is an option of each call.
import * as api from "./hey_api/index.js";
import { client } from "./hey_api/client.gen.js";
import { base, check, slug, token } from "./told.js";

client.setConfig({ baseUrl: base, auth: token });
const boggle = { ruleset: "boggle" };

const verdict = (await api.judgeWord({ path: { ...boggle, word: "zee" }, query: { detail: "full" } })).data!;
check("verdict", !verdict.legal && "findings" in verdict && verdict.code === "american-spelling" && verdict.findings.some((each) => each.decisive));

const asked: api.VerdictsRequest = { words: ["trig", "zee", "!"], detail: "verdict" };
const batch = (await api.judgeWords({ path: boggle, body: asked })).data!;
check("batch", batch.verdicts.map((each) => ("legal" in each ? each.legal : each.error !== "")).join() === "true,false,true");

const streamed: unknown = (await api.judgeWords({ path: boggle, body: asked, headers: { Accept: "application/x-ndjson" }, parseAs: "text" })).data;
const lines: (api.Legality | api.WordFault)[] = String(streamed).trimEnd().split("\n").map((line) => JSON.parse(line));
check("NDJSON", lines.length === 3 && "legal" in lines[0]! && lines[0].legal && "error" in lines[2]!);

const found: string[] = [];
for (let after = ""; ; ) {
  const page = (await api.searchWords({ path: boggle, query: { prefix: "qu", after, limit: 100 } })).data!;
  found.push(...page.words);
  if (page.next === null) break;
  after = found.at(-1)!;
}
check("paging", found.length > 200 && new Set(found).size === found.length && found.includes("quiz"));

const list: api.HouseInput = { slug, title: "Club", overrides: { length: { min: 4 }, exclude: { "proper-nouns": true } } };
const headers = { "Idempotency-Key": slug };
const made = await api.createHouse({ headers, body: list });
const again = await api.createHouse({ headers, body: list });
check("list", made.response?.status === 201 && again.data!.revision === 1 && again.data!.overrides.length?.min === 4);

const first = { "If-Match": made.response!.headers.get("ETag")! };
const edit: api.EditInput = { entries: [{ word: "yeet", effect: "allow" }] };
const edited = await api.editHouse({ path: { slug }, headers: first, body: edit });
const late = await api.editHouse({ path: { slug }, headers: first, body: edit });
check("edit", edited.data!.revision === 2 && late.error!.status === 412 && late.error!.current === 2);

const opened = (await api.openDispute({ body: { words: ["zees"], ruleset: `house:${slug}`, settle: "vote", quorum: 1 } })).data!;
const path = { id: opened.id };
const voted = await api.vote({ path, body: { choice: "legal" } });
const closed = await api.closeDispute({ path, headers: { "If-Match": voted.response!.headers.get("ETag")! } });
const ruling = (await api.showRuling({ path: { id: closed.data!.ruling! } })).data!;
await api.setPrecedent({ path, headers: { "If-Match": closed.response!.headers.get("ETag")! }, body: { slug } });
const entry = (await api.showEntry({ path: { slug, word: "zees" } })).data!;
check("dispute", voted.data!.votes.length === 1 && ruling.acceptable && ruling.verdicts[0]!.code === "american-spelling" && entry.ruling === closed.data!.ruling);

const queue = { slug, queue: "rules:35" };
const taken = (await api.takeWord({ path: queue, body: {} })).data!;
const settled = (await api.settleWords({ path: queue, body: { words: [taken.case!.key], choice: "deny", seen: taken.revision } })).data!;
check("review", taken.case!.certainty === "disputable" && settled.standing.left === taken.standing.left - 1);

const other = `${slug}-2`;
const renamed = (await api.renameHouse({ path: { slug }, body: { slug: other } })).data!;
const former = (await api.showHouse({ path: { slug } })).data!;
check("rename", renamed.slug === other && former.ruleset === `house:${other}`);

const drawn = (await api.solveBoard({ body: { board: "PERS/LATG/SINE/TERS" } })).data!;
const graph = (await api.solveBoard({ body: { board: { tiles: ["t", "e", "n"], edges: [[0, 1], [1, 2]] } } })).data!;
check("board", drawn.words.length > 100 && graph.words.some((each) => each.word === "ten"));

const round = (await api.scoreRound({ body: { lists: { Ann: ["plates", "lines"], Ben: ["plates"] }, board: "PERS/LATG/SINE/TERS" } })).data!;
check("round", round.kind === "lists" && round.leaders.join() === "Ann");

const begun = await api.beginGame({ body: { ruleset: "boggle", players: ["Ann", "Ben"], rounds: [{ board: "PERS/LATG/SINE/TERS" }] } });
const game = begun.data!.id;
await api.writeList({ path: { game, player: "Ann" }, body: { round: 1, words: "plates lines" } });
const hands = (await api.writeList({ path: { game, player: "Ben" }, body: { round: 1, words: "plates" } })).data!;
const counted = (await api.countGame({ path: { game }, headers: { "If-Match": begun.response!.headers.get("ETag")! } })).data!;
const score = (await api.showScore({ path: { game } })).data!;
check("game", hands.hands.every((each) => each.words) && counted.playing.rounds[0]!.scored === true && score.leaders.join() === "Ann");

const good = (await api.judgePlay({ path: boggle, body: { words: ["trig", "zed"] } })).data!;
const bad = (await api.judgePlay({ path: boggle, body: { words: ["trig", "zee"] } })).data!;
check("plays", good.acceptable && !bad.acceptable);

check("sources", (await api.listSources()).data!.some((each) => each.id === "wordnet" && each.licence !== ""));

const problem = (await api.judgeWord({ path: { ruleset: "nosuch", word: "trig" } })).error!;
const kind: api.ProblemType = "urn:adjudicator:problem:unknown-ruleset";
check("problem", problem.type === kind);
