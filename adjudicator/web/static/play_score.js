// What a game comes to, worked out on this device as the server does it (usecases/games.py, lists.py, outcomes.py): the same points for the same
// game. What only the server can settle is told in `open`: the points are provisional as far as that goes. Start at scored.

import { Table, claimsOf, mustDiffer, outcomesOf, penaltiesOf } from "./play_claims.js";
import { crosswordScored } from "./play_crossword.js";
import { COLOURS, Faults, numberIn, wordsOf } from "./play_sitting.js";

const MOST_POINTS = 1_000_000;

export const joined = (names) => [names.slice(0, -1).join(", "), names.at(-1)].filter(Boolean).join(" and ");
const named = (names) => (names.length > 4 ? joined([...names.slice(0, 3), `${names.length - 3} others`]) : joined(names));
const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1).replace(/\.$/, "")}.`;
const asNumbers = (names) => Object.fromEntries(names.map((name) => [name, 0]));

// --- the game --------------------------------------------------------------------------------------------------------------------------------

// Return how a game stands by the rounds that are counted, as *device* judges words. Throws Faults, of the round that is played alone.
export function scored(sitting, rules, device) {
  const target = sitting.target || rules.game.target;
  const length = sitting.length || (sitting.target ? null : rules.game.rounds);
  const rounds = [];
  const points = [];
  mustBeLetters(sitting);
  let state = standing([asNumbers(sitting.players)], null, target);
  for (const draft of sitting.rounds.filter((each) => each.scored)) {
    if (state.over) throw new Faults(`The game was over after round ${rounds.length}.`);
    const lead = leadOf(sitting, rules, points);
    const played = roundScored(sitting, draft, rules, lead, device);
    const found = played.players ? Object.fromEntries(played.players.map((each) => [each.name, each.total])) : played.points;
    points.push(Object.fromEntries(sitting.players.map((name) => [name, found[name] ?? 0])));
    rounds.push({ ...lead, points: points.at(-1), round: played.players ? played : null });
    state = standing(points, length, target);
  }
  const ahead = rounds.length ? state.winners : [];
  return {
    rounds,
    totals: state.totals,
    leaders: state.over ? [] : ahead,
    winners: state.over ? ahead : [],
    over: state.over,
    next: state.over ? null : leadOf(sitting, rules, points),
    open: rounds.flatMap(({ number, round }) => (round?.open ?? []).map((each) => (rounds.length > 1 ? `Round ${number}: ${each}` : each))),
  };
}

function mustBeLetters({ players, drawn = {} }) {
  const wrong = players.filter((name) => drawn[name] && !/^[a-z]$/i.test(drawn[name]));
  if (wrong.length) throw new Faults(...wrong.map((name) => `What ${name} drew takes a letter, not “${drawn[name]}”.`));
}

function standing(rounds, length, target) {
  const totals = {};
  for (const each of rounds) {
    for (const [name, points] of Object.entries(each)) totals[name] = (totals[name] ?? 0) + points;
  }
  const most = Math.max(...Object.values(totals));
  const winners = Object.keys(totals).filter((name) => totals[name] === most);
  return { totals, winners, over: Boolean((target && most >= target) || (length && rounds.length >= length)) };
}

// Return how the round after those of *points* begins.
export function leadOf(sitting, rules, points) {
  const { game } = rules;
  const { players } = sitting;
  const number = points.length + 1;
  let starters = [];
  if (game.lead === "lowest" && points.length) {
    const lowest = Math.min(...Object.values(points.at(-1)));
    starters = players.filter((name) => points.at(-1)[name] === lowest);
  } else if (game.lead === "lowest" && players.every((name) => sitting.drawn?.[name])) {
    const letters = players.map((name) => [name, sitting.drawn[name].toLowerCase()]);
    const earliest = letters.map(([, letter]) => letter).sort()[0];
    starters = letters.filter(([, letter]) => letter === earliest).map(([name]) => name);
  }
  return {
    number,
    dealer: game.lead === "dealer" ? players[(number - 1) % players.length] : null,
    starters,
    sets: tileSets(players, game.sets, number),
    rings: number <= game.rings.length ? game.rings[number - 1] : null,
  };
}

function tileSets(players, count, number) {
  if (!count) return {};
  const called = count === Object.keys(COLOURS).length ? Object.values(COLOURS) : Array.from({ length: count }, (_, at) => String(at + 1));
  return Object.fromEntries(players.map((name, seat) => [name, called[(((seat - (number - 1)) % count) + count) % count]]));
}

// Return in sentences how a round begins.
export function leadText({ dealer, starters, rings, sets }) {
  const said = [];
  if (dealer) said.push(`${dealer} deals.`);
  if (starters.length) said.push(`${starters.join(" or ")} starts.`);
  if (rings !== null) said.push(`${["No ring goes on the board yet", "One ring goes on the board"][rings] ?? `${rings} rings go on the board`}.`);
  return [...said, ...Object.entries(sets).map(([name, colour]) => `${name} plays ${colour.toLowerCase()}.`)].join(" ");
}

// Return which player has the tiles of each colour, by its code.
export function whoseOf(lead, players) {
  const codes = Object.fromEntries(Object.entries(COLOURS).map(([code, colour]) => [colour, code]));
  const sets = Object.entries(lead.sets);
  if (sets.length && sets.every(([, colour]) => codes[colour])) return Object.fromEntries(sets.map(([name, colour]) => [codes[colour], name]));
  return Object.fromEntries(Object.keys(COLOURS).slice(0, players.length).map((code, at) => [code, players[at]]));
}

function roundScored(sitting, draft, rules, lead, device) {
  if (Object.keys(draft.points ?? {}).length) return { points: pointsTold(draft.points) };
  const table = new Table(rules, device, draft, sitting.players);
  if (!rules.scoring.first_finish) return listsScored(table, lead);
  if (!draft.rows?.trim()) throw new Faults("The crossword is empty. Type its rows, or the points that you have counted.");
  return crosswordScored(table, lead);
}

function pointsTold(given) {
  const found = Object.entries(given).map(([name, text]) => [name, numberIn(text)]);
  const wrong = found.filter(([, each]) => typeof each !== "number" || Math.abs(each) > MOST_POINTS);
  if (wrong.length) throw new Faults(...wrong.map(([name, each]) => `What ${name} has takes a whole number, not “${each}”.`));
  return Object.fromEntries(found);
}

// --- lists -----------------------------------------------------------------------------------------------------------------------------------

function listsScored(table, lead) {
  const { draft, rules, players, device } = table;
  const lists = new Map(players.map((name) => [name, wordsOf(draft.lists?.[name])]));
  table.board = boardFor(table, lead, [...lists.values()].some((words) => words.length));
  const claims = claimsOf(table, (player, word) => {
    const words = lists.get(player);
    return words.includes(word) ? word : (words.find((each) => device.keyOf(each) === device.keyOf(word)) ?? word);
  });
  for (const { place, player, key } of claims) {
    if (!lists.get(player).some((word) => table.known(word).key === key)) throw new Faults(`Challenge ${place + 1}: ${player} has not written it down.`);
  }
  mustDiffer(claims);
  const undefined_ = Object.fromEntries(Object.entries(draft.undefined ?? {}).map(([name, words]) => [name, new Set(words.map((word) => table.known(word).key))]));
  const followed = outcomesOf(table, claims, undefined_);
  const finders = new Map();
  for (const [name, words] of lists) {
    for (const word of words) {
      const found = table.judgment(word);
      if (found.counts && !undefined_[name]?.has(found.key)) finders.set(found.key, (finders.get(found.key) ?? new Set()).add(name));
    }
  }
  const scores = [...lists].map(([name, words]) => {
    const seen = new Set();
    const listedWords = words.map((word) => {
      const found = table.judgment(word);
      const [status, why] = statusOf(found, seen.has(found.key), undefined_[name]?.has(found.key));
      const others = rules.scoring.shared === "nobody" ? [...(finders.get(found.key) ?? [])].filter((other) => other !== name) : [];
      if (found.counts) seen.add(found.key);
      const points = status === "scores" ? table.worth(found.key.length, found.rings) : 0;
      if (status === "scores" && others.length) return { word, key: found.key, status: "shared", points: 0, why: `Also found by ${named(others)}.` };
      if (status === "scores" && !points) return { word, key: found.key, status: "too-short-to-score", points: 0, why: "Too short to score." };
      return { word, key: found.key, status, points, why: why ?? (found.why && sentence(found.why)) };
    });
    const penalties = penaltiesOf(followed, name);
    return { name, words: listedWords, penalties, total: listedWords.reduce((sum, each) => sum + each.points, penalties) };
  });
  return { kind: "lists", players: scores, followed, open: table.open };
}

function statusOf(found, isRepeated, isUndefined) {
  if (!found.key) return ["no-word"];
  if (!found.onBoard) return ["not-on-board", "Not on the board."];
  if (!found.counts) return ["not-legal", `Not legal: ${found.why}`];
  if (isRepeated) return ["repeated", "Written twice."];
  return isUndefined ? ["undefined", "Its finder could not say what it means."] : ["scores"];
}

// Return the board of a round, null where it has none. Throws Faults.
function boardFor({ draft, device }, { number, rings }, hasWords) {
  const takes = `round ${number} takes ${rings}`;
  if (!draft.board) {
    if (rings && hasWords) throw new Faults(`Rings lie on the board in this round, so the board is needed: ${takes}.`);
    return null;
  }
  let board;
  try {
    board = device.boardOf(draft.board, true, true);
  } catch (error) {
    if (typeof error !== "string") throw error;
    throw new Faults(error);
  }
  const laid = board.flat().filter((tile) => tile?.ring).length;
  if (rings !== null && laid !== rings) throw new Faults(`The board has ${laid} rings, and ${takes}.`);
  return board;
}
