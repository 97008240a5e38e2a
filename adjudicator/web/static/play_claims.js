// What the words of a round are on this device, and what follows from the challenges on them. Start at Table.

import { Faults } from "./play_sitting.js";

const MOST_WORTH = 1e9; // what a word is worth at most

// --- words -----------------------------------------------------------------------------------------------------------------------------------

// A round on this device: what its words are by everything that is known of them: the board, what was challenged, the pack.
export class Table {
  #known = new Map();
  #judged = new Map();

  constructor(rules, device, draft, players) {
    Object.assign(this, { rules, device, draft, players, open: [], board: null });
    this.settled = new Map(); // spelling → how it was settled, and as what
    this.challenged = new Set(); // spellings
  }

  // Return what the pack says of a word, and which word it is: *we'll* is another than *well*.
  known(word) {
    if (!this.#known.has(word)) {
      const said = this.device.judgement(this.device.pack, word, this.rules.id);
      this.#known.set(word, { ...said, spelling: `${said.key} ${said.legal}` });
    }
    return this.#known.get(word);
  }

  worth(letters, rings = 0) {
    return Math.min(this.device.pointsOf(this.rules.scoring, letters, rings), MOST_WORTH);
  }

  // Return what a word is: none, not on the board, as it was ruled, or as the pack has it.
  judgment(word) {
    if (!this.#judged.has(word)) this.#judged.set(word, this.#judge(word));
    return this.#judged.get(word);
  }

  #judge(word) {
    const known = this.known(word);
    if (!known.code) return { key: "", legal: false, counts: false, onBoard: true, rings: 0, why: known.sentence };
    const rings = this.board ? this.device.ringsOf(this.board, known.key, this.device.pack.rules(this.rules.id).reuse) : 0;
    if (rings < 0) return { key: known.key, legal: false, counts: false, onBoard: false, rings: 0, why: "not on the board" };
    const found = { key: known.key, legal: known.legal, counts: known.legal, onBoard: true, rings, why: known.legal ? "" : known.sentence };
    const [by, ruling] = this.settled.get(known.spelling) ?? [];
    const byBook = by === "dictionary";
    if (ruling === "illegal") return { ...found, legal: false, counts: false, why: byBook ? "Not in the dictionary that was looked into." : "The group says no." };
    if (ruling && (known.legal || !this.rules.on_the_word.includes(known.code))) {
      const why = ruling === "no-action" ? "A vote without a majority: it stays as it was written." : byBook ? "Found in the dictionary that was looked into." : "The group says yes.";
      return { ...found, legal: known.legal || ruling === "legal", counts: true, why };
    }
    if (!known.legal && this.rules.challenge.unchallenged === "stand" && !this.challenged.has(known.spelling)) {
      return { ...found, counts: true, why: `${known.sentence.replace(/\.$/, "")}; nobody has challenged it, so it stands.` };
    }
    return found;
  }
}

// --- challenges ------------------------------------------------------------------------------------------------------------------------------

// Return the challenges of a round that can be followed. *written* says how a word stands there that a player has. Throws Faults.
export function claimsOf(table, written) {
  const { rules, draft, players } = table;
  const faults = [];
  const claims = [];
  for (const [place, each] of (draft.challenges ?? []).entries()) {
    const { word, player, challenger = null, ruling = null, at = null } = each;
    if (each.dispute || each.ruling_id) {
      table.open.push(`What the dispute on ${word ? `“${word}”` : "a word"} has come to is asked of the server.`);
      continue;
    }
    const number = `Challenge ${place + 1}`;
    const by = each.by ?? (ruling === null ? "dictionary" : "vote");
    if (!word || !player || !players.includes(player)) {
      faults.push(`${number} takes a word, and whose it is.`);
      continue;
    }
    if (challenger === player) faults.push(`The challenger in challenge ${place + 1} is the player whose word it is.`);
    if (challenger === null && rules.challenge.challenger_loses && !(by === "vote" && rules.challenge.penalties === "dictionary")) {
      faults.push(`The challenger in challenge ${place + 1} is missing; whoever is wrong loses points.`);
    }
    const stands = written(player, word);
    const known = table.known(stands);
    if (!known.code) faults.push(`${number}: ${known.sentence}`);
    claims.push({ place, word, written: stands, key: known.key, known: known.spelling, isLegal: known.legal, player, challenger, by, ruling, at, mid: Boolean(each.mid_round) });
  }
  const before = new Map();
  for (const each of claims) {
    const what = each.ruling ?? (each.isLegal ? "legal" : "illegal");
    if (!before.has(each.known)) before.set(each.known, what);
    if (before.get(each.known) !== what) faults.push(`Challenge ${each.place + 1} settles ${each.word} as ${what}, and one before it as ${before.get(each.known)}.`);
  }
  if (faults.length) throw new Faults(...faults);
  table.settled = new Map(claims.filter((each) => each.ruling !== null).map((each) => [each.known, [each.by, each.ruling]]));
  table.challenged = new Set(claims.filter((each) => each.ruling !== "no-action").map((each) => each.known));
  return claims;
}

// Throw Faults where a challenge says what one before it says already.
export function mustDiffer(claims) {
  const seen = new Set();
  for (const each of claims) {
    const mark = JSON.stringify([subject(each), each.challenger]);
    if (seen.has(mark)) throw new Faults(`Challenge ${each.place + 1} is there twice.`);
    seen.add(mark);
  }
}

const subject = ({ player, known, at }) => JSON.stringify([player, known, at]);

// Return what follows from each challenge: what is decided, and by what each player's score changes. *undefined_* has the keys that each player
// could not define.
export function outcomesOf(table, claims, undefined_ = {}) {
  const rule = table.rules.challenge;
  const first = new Map();
  for (const each of [...claims].sort((one, other) => (other.by === "dictionary") - (one.by === "dictionary"))) {
    if (!first.has(subject(each))) first.set(subject(each), each.place);
  }
  const paid = new Set();
  return claims.map((claim) => {
    const { legal, counts } = table.judgment(claim.written);
    if (undefined_[claim.player]?.has(claim.key)) return { claim, legal, decision: "void", points: {}, said: `${claim.written.toUpperCase()} is void already: nobody loses points.` };
    if (claim.ruling === "no-action") return { claim, legal, counts, decision: "no-action", points: {}, said: `No action is taken. ${claim.written.toUpperCase()} stays as it was written.` };
    const points = {};
    const change = (name, by) => name && by && (points[name] = (points[name] ?? 0) + by);
    const isFree = claim.by === "vote" && rule.penalties === "dictionary";
    const isFirst = first.get(subject(claim)) === claim.place;
    if (!isFree && isFirst) change(claim.player, legal ? rule.player_gains : -rule.player_loses);
    if (!isFree && legal && rule.challenger_loses) {
      const mark = `${claim.challenger} ${claim.known}`;
      if (!paid.has(mark)) change(claim.challenger, -rule.challenger_loses);
      paid.add(mark);
    }
    const lost = Object.entries(points).map(([name, by]) => `${name} ${by < 0 ? "loses" : "gets"} ${Math.abs(by)} point${Math.abs(by) === 1 ? "" : "s"}.`);
    const said = [`${claim.written.toUpperCase()} is ${legal ? "legal and stands" : "not legal and does not count"}.`, ...lost].join(" ");
    return { claim, legal, decision: legal ? "rejected" : "upheld", points, said };
  });
}

export function penaltiesOf(followed, name) {
  return followed.reduce((sum, each) => sum + (each.points[name] ?? 0), 0);
}
