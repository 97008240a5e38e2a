// A game as the address of its pages has it, and what its forms make of it, as the server does (games/sitting.py, web/pages/play_forms.py).

import { keyOf } from "./reader.js";

export const COLOURS = { r: "Red", b: "Blue", g: "Green", y: "Yellow" };
const MOST_ADDRESS = 50_000; // characters of a game in an address; more than that no server takes
const MOST_ROUNDS = 100;
const MOST_CHALLENGES = 100;
const MOST_SECONDS = 3_600;
const MOST_POINTS = 1_000_000;
const BETWEEN = /[\t-\r\x1c- \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000,;]+/;
const NUMBER = /^[+-]?[0-9]{1,9}$/;
const SEPARATOR = "|"; // between a player and a word of theirs, in the value of a choice
const SETTLED = {
  legal: ["vote", "legal"],
  illegal: ["vote", "illegal"],
  "no-action": ["vote", "no-action"],
  "book-legal": ["dictionary", "legal"],
  "book-illegal": ["dictionary", "illegal"],
};

// What keeps a game from going on as it was typed, in sentences.
export class Faults extends Error {
  constructor(...faults) {
    super(faults.join(" "));
    this.faults = faults;
  }
}

// --- the address -----------------------------------------------------------------------------------------------------------------------------

async function through(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

// Return a game as letters, digits and two other signs, for an address. Throws Faults where it is too long for one.
export async function packed(sitting) {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(sitting)), new CompressionStream("deflate-raw"));
  const text = btoa([...bytes].map((each) => String.fromCharCode(each)).join(""));
  if (text.length > MOST_ADDRESS) throw new Faults("This game has become too long for an address. Begin a new one for the rounds that are to come.");
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// Return the game that an address has.
export async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"))));
}

// --- what was typed --------------------------------------------------------------------------------------------------------------------------

// Return the words of a list as people write it.
export function wordsOf(text) {
  return (text ?? "").split(BETWEEN).filter(Boolean);
}

// Return the whole number in a text; what is none, as it is.
export function numberIn(text) {
  const tidy = text.trim().replace("−", "-");
  return NUMBER.test(tidy) ? Number(tidy) : text;
}

export function oneLine(board) {
  return board.split(/[/\n]/).map((row) => row.replace(/\s/g, "")).filter(Boolean).join("/");
}

// Return the board that was typed as the server writes it down: Qu for Q where the dice have it. What cannot be read stays as it is.
function asDrawn(typed, boardOf) {
  try {
    const rows = boardOf(typed, true, true);
    return rows.map((row) => row.map((tile) => (tile ? drawn(tile) : ".")).join("")).join("/");
  } catch (error) {
    if (typeof error !== "string") throw error;
    return oneLine(typed);
  }
}

function drawn({ face, ring }) {
  const shown = face === "qu" ? "Qu" : face.length > 1 || face === "q" ? `(${face})` : face.toUpperCase();
  return shown + (ring ? "*" : "");
}

// --- the players -----------------------------------------------------------------------------------------------------------------------------

function within(text, least, most, what) {
  if (!text.trim()) return null;
  const found = numberIn(text);
  if (typeof found !== "number") throw new Faults(`${what} takes a whole number, not “${text}”.`);
  if (found === 0) return null;
  if (found < least || found > most) throw new Faults(`${what} takes a whole number from ${least} to ${most.toLocaleString("en-GB")}.`);
  return found;
}

// Return the game that a form begins. Throws Faults.
export function begun(form, rules) {
  const names = form.getAll("player").map((each) => each.trim());
  const letters = form.getAll("drawn").map((each) => each.trim());
  const players = names.filter(Boolean);
  const faults = [];
  if (!players.length) faults.push("The list of players is missing; write down who plays.");
  if (new Set(players).size < players.length) faults.push("Every player needs a name of their own.");
  if (rules.game.sets && players.length > rules.game.sets) {
    faults.push(`There are ${rules.game.sets} sets of tiles, for as many players at most.`);
  }
  const seconds = Math.round(Number((form.get("minutes") ?? "").trim().replace(",", ".") || 0) * 60);
  if (!(seconds >= 0 && seconds <= MOST_SECONDS)) faults.push(`The timer takes up to ${MOST_SECONDS / 60} minutes, or 0 for none.`);
  names.forEach((name, at) => {
    if (name && letters[at] && !/^[a-z]/i.test(letters[at])) faults.push(`What ${name} drew takes a letter, not “${letters[at]}”.`);
  });
  if (faults.length) throw new Faults(...faults);
  return {
    id: [...crypto.getRandomValues(new Uint8Array(6))].map((each) => each.toString(16).padStart(2, "0")).join(""),
    ruleset: rules.id,
    players,
    rounds: [{ board: oneLine(form.get("board") ?? "") }],
    drawn: Object.fromEntries(names.map((name, at) => [name, letters[at]?.[0]]).filter(([name, letter]) => name && letter)),
    length: within(form.get("length") ?? "", 1, MOST_ROUNDS, "The number of rounds"),
    target: within(form.get("target") ?? "", 1, MOST_POINTS, "The number of points that ends the game"),
    define: form.has("define"),
    seconds,
    changed: 0,
  };
}

// --- what becomes of a game ------------------------------------------------------------------------------------------------------------------

export function draftOf(sitting) {
  return sitting.rounds.at(-1);
}

function changedBy(sitting, change) {
  return { ...sitting, ...change, changed: (sitting.changed ?? 0) + 1 };
}

// Return the game with something changed in the round that is played.
export function withDraft(sitting, change) {
  return changedBy(sitting, { rounds: [...sitting.rounds.slice(0, -1), { ...draftOf(sitting), ...change }] });
}

const asSent = (text) => text.replace(/\r?\n/g, "\r\n"); // as forms send lines
const filled = (entries) => Object.fromEntries(entries.filter(([, each]) => each));

// Return what a form says of the round that is played. *whose* has the player of each colour of tiles.
export function roundSent(sitting, form, whose, boardOf) {
  const before = draftOf(sitting);
  const values = { ...before, asked: null };
  const of = (name) => form.getAll(name).map((each, at) => [sitting.players[at], each]);
  if (form.has("board")) values.board = asDrawn(form.get("board"), boardOf);
  if (form.has("list")) values.lists = Object.fromEntries(of("list").map(([name, each]) => [name, asSent(each)]));
  if (form.has("points")) values.points = filled(of("points").map(([name, each]) => [name, each.trim()]));
  if (form.has("rows")) {
    values.rows = asSent(form.get("rows"));
    values.owners = asSent(form.get("owners") ?? "");
    values.starting_word = (form.get("starting_word") ?? "").trim();
    values.finished = whose[form.get("finished")] ?? "";
    values.unplayed = filled(Object.entries(whose).map(([code, name]) => [name, (form.get(`unplayed-${code}`) ?? "").trim()]));
  }
  return { ...values, ...stillThere(values, before) };
}

// Return what was said of words as far as they still stand where they stood.
function stillThere(values, before) {
  const challenges = before.challenges ?? [];
  if (values.rows) {
    if (values.rows === before.rows) return {};
    return { challenges: challenges.filter((each) => each.mid_round), stands: [] };
  }
  const keys = Object.fromEntries(Object.entries(values.lists ?? {}).map(([name, text]) => [name, new Set(wordsOf(text).map(keyOf))]));
  const undefined_ = Object.entries(before.undefined ?? {});
  return {
    challenges: challenges.filter((each) => each.dispute || keys[each.player ?? ""]?.has(keyOf(each.word ?? ""))),
    undefined: Object.fromEntries(undefined_.map(([name, words]) => [name, words.filter((word) => keys[name]?.has(keyOf(word)))])),
  };
}

function challengeSent(form) {
  const [player, ...rest] = (form.get("which") ?? "").split(SEPARATOR);
  const [word, at] = placeIn(rest.join(SEPARATOR));
  const [by, ruling] = SETTLED[form.get("ruling") ?? ""] ?? [null, null];
  const plain = { word, player, challenger: form.get("challenger"), by, ruling, at };
  return filled(Object.entries(plain));
}

// Return the word of a choice and where it lies in a crossword, which is behind it: queey 3 1 across.
function placeIn(text) {
  const [word, row, column, direction] = text.trim().split(/\s+/);
  return direction && /^\d+$/.test(row) && /^\d+$/.test(column) ? [word, [Number(row), Number(column), direction]] : [text, null];
}

// Return the game after a button of the result, and the step that follows. Throws Faults.
export function resultSent(sitting, form) {
  const draft = draftOf(sitting);
  const challenges = draft.challenges ?? [];
  switch (form.get("act")) {
    case "next":
      if (sitting.rounds.length >= MOST_ROUNDS) throw new Faults(`${MOST_ROUNDS} rounds are the most that a game takes.`);
      return [changedBy(sitting, { rounds: [...sitting.rounds, {}] }), "round"];
    case "end":
      return [changedBy(sitting, { length: sitting.rounds.length, target: null }), "result"];
    case "explain": {
      const found = {};
      for (const each of form.getAll("undefined")) {
        const [name, ...word] = each.split(SEPARATOR);
        (found[name] ??= []).push(word.join(SEPARATOR));
      }
      return [withDraft(sitting, { undefined: found }), "result"];
    }
    case "back":
      return [withDraft(sitting, { challenges: challenges.filter((_, at) => String(at) !== form.get("number")), asked: null }), "result"];
    case "stands":
      return [withDraft(sitting, { stands: [...(draft.stands ?? []), (form.get("which") ?? "").slice(0, 200)] }), "result"];
    default:
      if (challenges.length >= MOST_CHALLENGES) throw new Faults(`${MOST_CHALLENGES} challenges are the most that a round takes.`);
      return [withDraft(sitting, { challenges: [...challenges, challengeSent(form)], asked: null }), "result"];
  }
}

// Return the value of a choice of a word of a player's.
export function told(name, word) {
  return `${name}${SEPARATOR}${word}`;
}

// --- the record ------------------------------------------------------------------------------------------------------------------------------

// Return the record of a game, which is what `adjudicator game score` takes.
export function recordOf(sitting, rules) {
  const called = rules.game.sets === Object.keys(COLOURS).length ? Object.values(COLOURS) : [];
  const marks = called.length ? {} : Object.fromEntries(Object.keys(COLOURS).map((code, at) => [code, sitting.players[at]]).filter(([, name]) => name));
  const rounds = sitting.rounds.filter((each) => each.scored).map((each) => roundOf(each, sitting.players, marks));
  const { ruleset, players, drawn, length, target } = sitting;
  return { ...holding({ ruleset, players, sets: called, drawn, length, target }), rounds };
}

const isThere = (value) => Boolean(value) && (typeof value !== "object" || Object.keys(value).length > 0);
const holding = (plain) => Object.fromEntries(Object.entries(plain).filter(([, value]) => isThere(value)));

function roundOf(draft, players, marks) {
  if (isThere(draft.points)) return { points: Object.fromEntries(Object.entries(draft.points).map(([name, each]) => [name, numberIn(each)])) };
  const challenges = (draft.challenges ?? []).map((each) => Object.fromEntries(Object.entries(each).filter(([, value]) => value !== null)));
  if (draft.rows) return holding({ challenges, crossword: crosswordOf(draft, marks) });
  const lists = Object.fromEntries(players.map((name) => [name, wordsOf(draft.lists?.[name])]));
  return holding({ challenges, lists, board: draft.board, undefined: draft.undefined });
}

function crosswordOf(draft, marks) {
  const { rows, owners } = grids(draft.rows, draft.owners ?? "");
  const left = Object.entries(draft.unplayed ?? {}).filter(([name, each]) => each && name !== draft.finished);
  const unplayed = Object.fromEntries(left.map(([name, each]) => [name, numberIn(each)]));
  const { finished, starting_word } = draft;
  return { rows, owners, ...holding({ players: marks, finished, unplayed, starting_word }) };
}

// Return the rows of a crossword and of its owners, all of one length: a space, or what is left out at the end, is a place without a tile.
export function grids(rows, owners) {
  const [given, whose] = [lines(rows), lines(owners.toLowerCase())];
  const width = Math.max(0, ...[...given, ...whose].map((row) => row.length));
  while (whose.length < given.length) whose.push("");
  return { rows: given.map((row) => row.padEnd(width, ".")), owners: whose.map((row) => row.padEnd(width, ".")) };
}

function lines(grid) {
  const rows = grid.replace(/^[\r\n]+|[\r\n]+$/g, "").split(/\r?\n|\//).map((row) => row.trimEnd().replaceAll(" ", "."));
  return rows.some(Boolean) ? rows : [];
}
