// openapi-generator typescript-fetch, made with withoutRuntimeChecks: otherwise its code for a text or an object does not compile.
import * as api from "./typescript_fetch/index.js";
import { base, check, slug, token } from "./told.js";

const told = new api.Configuration({ basePath: base, accessToken: token });
const verdicts = new api.VerdictsApi(told), houses = new api.HouseListsApi(told), disputes = new api.DisputesApi(told), games = new api.GamesApi(told);
const ruleset = "boggle";

const verdict = await verdicts.judgeWord({ ruleset, word: "zee", detail: "full" });
check("verdict", !verdict.legal && verdict.code === api.Code.AmericanSpelling && verdict.findings.some((each) => each.decisive));

const verdictsRequest: api.VerdictsRequest = { words: ["trig", "zee", "!"], detail: "verdict" };
const batch = await verdicts.judgeWords({ ruleset, verdictsRequest });
check("batch", batch.verdicts.map((each) => each.legal ?? each.error !== "").join() === "true,false,true");

const streamed = await verdicts.judgeWordsRaw({ ruleset, verdictsRequest }, { headers: { Accept: "application/x-ndjson", "Content-Type": "application/json" } });
const lines: (api.Legality | api.WordFault)[] = (await streamed.raw.text()).trimEnd().split("\n").map((line) => JSON.parse(line));
check("NDJSON", lines.length === 3 && "legal" in lines[0]! && lines[0].legal && "error" in lines[2]!);

const found: string[] = [];
for (let after = ""; ; ) {
  const page = await new api.CurationApi(told).searchWords({ ruleset, prefix: "qu", after, limit: 100 });
  found.push(...page.words);
  if (page.next === null) break;
  after = found.at(-1)!;
}
check("paging", found.length > 200 && new Set(found).size === found.length && found.includes("quiz"));

const made = await houses.createHouseRaw({ idempotencyKey: slug, houseInput: { slug, title: "Club", overrides: { length: { min: 4 } } } });
const again = await houses.createHouse({ idempotencyKey: slug, houseInput: { slug, title: "Club", overrides: { length: { min: 4 } } } });
check("list", made.raw.status === 201 && again.revision === 1 && again.overrides.length?.min === 4);

const edit = { slug, ifMatch: made.raw.headers.get("ETag")!, editInput: { entries: [{ word: "yeet", effect: api.EntryInputEffectEnum.Allow }] } };
const edited = await houses.editHouse(edit);
const late = await houses.editHouse(edit).then(() => null, async (error: api.ResponseError) => (await error.response.json()) as api.ProblemModel);
check("edit", edited.revision === 2 && late?.status === 412 && late.current === 2);

const { id } = await disputes.openDispute({ disputeInput: { words: ["zees"], ruleset: `house:${slug}`, settle: "vote", quorum: 1 } });
const voted = await disputes.voteRaw({ id, voteInput: { choice: "legal" } });
const ended = await disputes.closeDisputeRaw({ id, ifMatch: voted.raw.headers.get("ETag")! });
const closed = await ended.value();
const ruling = await disputes.showRuling({ id: closed.ruling! });
await disputes.setPrecedent({ id, ifMatch: ended.raw.headers.get("ETag")!, precedentInput: { slug } });
const entry = await houses.showEntry({ slug, word: "zees" });
check("dispute", closed.votes.length === 1 && ruling.acceptable && ruling.verdicts[0]!.code === "american-spelling" && entry.ruling === closed.ruling);

const queue = "rules:35";
const taken = await houses.takeWord({ slug, queue, takeInput: {} });
const first = (taken as unknown as { case: api.CaseModel }).case; // what the types call _case, since the language has a word of its own there
const settled = await houses.settleWords({ slug, queue, settleInput: { words: [first.key], choice: "deny", seen: taken.revision } });
check("review", first.certainty === "disputable" && settled.standing.left === taken.standing.left - 1);

const other = `${slug}-2`;
const renamed = await houses.renameHouse({ slug, renameInput: { slug: other } });
const former = await houses.showHouse({ slug });
check("rename", renamed.slug === other && former.ruleset === `house:${other}`);

const drawn = await games.solveBoard({ solveInput: { board: "PERS/LATG/SINE/TERS" } });
const graph = await games.solveBoard({ solveInput: { board: { tiles: ["t", "e", "n"], edges: [[0, 1], [1, 2]] } } });
check("board", drawn.words.length > 100 && graph.words.some((each) => each.word === "ten"));

const round = await games.scoreRound({ round: { lists: { Ann: ["plates", "lines"], Ben: ["plates"] }, board: "PERS/LATG/SINE/TERS" } });
check("round", round.kind === "lists" && round.leaders.join() === "Ann");

const begun = await games.beginGameRaw({ playing: { ruleset, players: ["Ann", "Ben"], rounds: [{ board: "PERS/LATG/SINE/TERS" }] } });
const game = (await begun.value()).id;
await games.writeList({ game, player: "Ann", ownListInput: { round: 1, words: "plates lines" } });
const hands = await games.writeList({ game, player: "Ben", ownListInput: { round: 1, words: "plates" } });
const counted = await games.countGame({ game, ifMatch: begun.raw.headers.get("ETag")! });
const score = await games.showScore({ game });
check("game", hands.hands.every((each) => each.words) && counted.playing.rounds[0]!.scored === true && score.leaders.join() === "Ann");

const good = await verdicts.judgePlay({ ruleset, playRequest: { words: ["trig", "zed"] } });
const bad = await verdicts.judgePlay({ ruleset, playRequest: { words: ["trig", "zee"] } });
check("plays", good.acceptable && !bad.acceptable);

check("sources", (await new api.LexiconApi(told).listSources()).some((each) => each.id === "wordnet" && each.licence !== ""));

const problem = await verdicts.judgeWord({ ruleset: "nosuch", word: "trig" }).then(() => null, async (error: api.ResponseError) => (await error.response.json()) as api.ProblemModel);
check("problem", problem?.type === api.ProblemType.UrnAdjudicatorProblemUnknownRuleset);
