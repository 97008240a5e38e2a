// What a round of a shared crossword comes to, worked out on this device as the server does it (usecases/crosswords.py, games/crossword.py).

import { claimsOf, mustDiffer, outcomesOf, penaltiesOf } from "./play_claims.js";
import { COLOURS, Faults, grids, numberIn } from "./play_sitting.js";

const MOST_SIDE = 64;
const MOST_TOGETHER = 3; // wild tiles that depend on each other and are tried here
const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const WILD = "?";
const HOLE = ".";

export function crosswordScored(table, lead) {
  const { draft, rules, players } = table;
  const grid = gridOf(table, lead);
  const finished = draft.finished || null;
  const tiles = tilesOf(table, grid, finished);
  const claims = claimsOf(table, (_, word) => table.device.keyOf(word));
  const runs = runsOf(grid);
  const rulings = new Map(claims.filter((each) => each.ruling !== null).map((each) => [each.key, each.ruling !== "illegal"]));
  const has = (key) => rulings.get(key) ?? (/^[a-z]+$/.test(key) && table.known(key).legal);
  const wilds = lettersOf(table, runs, has, startOf(table, runs));
  for (const run of runs) {
    run.shown = run.cells.map((cell, at) => wilds.get(cell) ?? run.letters[at]).join("");
    run.word = has(run.shown) ? run.shown : null;
  }
  const held = claims.flatMap((each) => claimed(table, each, runs));
  mustAgree(held);
  mustDiffer(held);
  const followed = outcomesOf(table, held).map((each) => unlessReread(each));
  const words = runs.map((run) => wordOf(table, run, followed));
  const [bonusTo, unsure] = bonusOf(table, words, followed, finished, tiles);
  table.open.push(...unsure);
  const scores = players.map((name) => {
    const own = words.filter((each) => each.status !== "not-legal" && each.players.includes(name));
    const bonus = bonusTo.includes(name) ? rules.scoring.first_finish : 0;
    const penalties = penaltiesOf(followed, name);
    return { name, words: own.map(({ word, points }) => ({ word, points })), bonus, penalties, total: own.reduce((sum, each) => sum + each.points, bonus + penalties) };
  });
  return { kind: "crossword", players: scores, words, followed, bonus: { to: bonusTo, points: rules.scoring.first_finish }, open: table.open };
}

// --- the grid --------------------------------------------------------------------------------------------------------------------------------

// Return the tiles as they lie: { tile, player }, null for a place without one. Throws Faults.
function gridOf({ draft, players }, lead) {
  const { rows, owners } = grids(draft.rows, draft.owners ?? "");
  const width = rows[0]?.length ?? 0;
  if (!rows.length || rows.length > MOST_SIDE || width > MOST_SIDE) throw new Faults(`The crossword takes 1 to ${MOST_SIDE} rows of at most ${MOST_SIDE} places.`);
  const meant = ownersOf(lead, players);
  const faults = owners.length > rows.length ? ["Whose tiles they are: takes as many rows and places as the crossword."] : [];
  const grid = rows.map((row, down) =>
    [...row.toLowerCase()].map((tile, across) => {
      const owner = owners[down]?.[across] ?? HOLE;
      const where = `Row ${down + 1}, place ${across + 1}`;
      if (!(LETTERS + WILD + HOLE).includes(tile)) faults.push(`${where} takes a letter, ? or a dot.`);
      else if (tile === HOLE && owner !== HOLE) faults.push(`${where} has an owner and no tile.`);
      else if (tile !== HOLE && (owner === HOLE || meant(owner).length !== 1)) faults.push(`${where} has no owner among ${players.join(", ")}.`);
      return tile === HOLE ? null : { tile, player: meant(owner)[0] };
    }),
  );
  if (faults.length) throw new Faults(...faults.slice(0, 10));
  return grid;
}

// Return what says who a mark of an owner means: nobody, one player, or several.
function ownersOf(lead, players) {
  const sets = Object.entries(lead.sets).map(([name, which]) => [which, name]);
  if (!sets.length || !sets.every(([which]) => Object.values(COLOURS).includes(which))) {
    return (mark) => [players[Object.keys(COLOURS).indexOf(mark)]].filter(Boolean);
  }
  const named = players.map((name) => [name, name]);
  const initial = ([called, name]) => [called.slice(0, 1), name];
  const steps = [sets, named, sets.map(initial), named.map(initial)];
  return (mark) => {
    const step = steps.map((each) => each.filter(([called]) => called.toLowerCase() === mark)).find((each) => each.length);
    return [...new Set((step ?? []).map(([, name]) => name))];
  };
}

// Return how many tiles each player has left. Throws Faults.
function tilesOf({ draft, rules, players }, grid, finished) {
  const { game } = rules;
  const faults = [];
  const found = {};
  if (finished && !players.includes(finished)) faults.push(`${finished} is no player of the round.`);
  for (const [name, text] of Object.entries(draft.unplayed ?? {})) {
    if (!text || name === finished) continue;
    const left = numberIn(text);
    if (typeof left !== "number" || left < 0 || left > 1000) faults.push(`What ${name} has left takes a whole number from 0 to 1,000, not “${text}”.`);
    found[name] = left;
  }
  const all = grid.flat().filter(Boolean);
  for (const name of game.tiles ? players : []) {
    const laid = all.filter((each) => each.player === name);
    const wild = laid.filter((each) => each.tile === WILD).length;
    const left = name === finished ? 0 : found[name];
    if (laid.length > game.tiles) faults.push(`${name} has ${laid.length} tiles in the crossword, and a set has ${game.tiles}.`);
    else if (left !== undefined && laid.length + left > game.tiles) faults.push(`${name} has laid ${laid.length} tiles and has ${left} left, and a set has ${game.tiles}.`);
    if (wild > game.wilds) faults.push(`${name} has ${wild} wild tiles in the crossword, and a set has ${game.wilds}.`);
    found[name] ??= Math.max(0, left ?? game.tiles - laid.length);
  }
  if (faults.length) throw new Faults(...faults);
  return found;
}

// Return every two tiles or more in a line, across and then down, with nothing before and behind them.
function runsOf(grid) {
  const [height, width] = [grid.length, grid[0].length];
  const across = grid.map((row, down) => row.map((_, at) => [down, at]));
  const down = Array.from({ length: width }, (_, at) => Array.from({ length: height }, (_, row) => [row, at]));
  const found = [];
  for (const [direction, lines] of [["across", across], ["down", down]]) {
    for (const line of lines) {
      let cells = [];
      for (const cell of [...line, null]) {
        if (cell && grid[cell[0]][cell[1]]) {
          cells.push(cell);
          continue;
        }
        if (cells.length > 1) {
          const tiles = cells.map(([row, column]) => grid[row][column]);
          found.push({
            at: [cells[0][0] + 1, cells[0][1] + 1, direction],
            cells: cells.map((each) => each.join()),
            letters: tiles.map((each) => each.tile).join(""),
            players: [...new Set(tiles.map((each) => each.player))],
          });
        }
        cells = [];
      }
    }
  }
  return found;
}

const fits = (letters, key) => letters.length === key.length && [...letters].every((tile, at) => tile === WILD || tile === key[at]);

// --- wild tiles ------------------------------------------------------------------------------------------------------------------------------

// Return the letters that wild tiles have by the starting word. Throws Faults where that lies nowhere.
function startOf({ draft, device, rules }, runs) {
  const text = draft.starting_word;
  if (!text) return new Map();
  const [start, letters] = [device.keyOf(text), rules.game.starting_word];
  if (letters && start.length !== letters) throw new Faults(`Starting word takes a word of ${letters} letters.`);
  const places = runs.flatMap((run) =>
    Array.from({ length: Math.max(0, run.letters.length - start.length + 1) }, (_, at) => ({ run, at })).filter(({ at }) => fits(run.letters.slice(at, at + start.length), start)),
  );
  if (!places.length || !start) throw new Faults(`Starting word: ${text} is nowhere in the crossword.`);
  const found = new Map();
  if (places.some(({ run, at }) => run.letters.slice(at, at + start.length) === start)) return found;
  const { run, at } = places[0];
  [...start].forEach((letter, place) => run.letters[at + place] === WILD && found.set(run.cells[at + place], letter));
  return found;
}

// Return a letter for each wild tile: those with which the most runs are words, then those whose words are worth the most, then the first in the
// alphabet. What cannot be tried here is open, unless every word stands, since nobody has challenged any.
function lettersOf(table, runs, has, fixed) {
  const found = new Map(fixed);
  const open = (run) => run.cells.filter((cell, at) => run.letters[at] === WILD && !found.has(cell));
  const left = new Set(runs.filter((run) => open(run).length));
  let isSure = fixed.size === 0;
  for (const first of left) {
    const group = [first];
    for (const run of group) {
      left.delete(run);
      for (const other of left) {
        if (!group.includes(other) && open(other).some((cell) => open(run).includes(cell))) group.push(other);
      }
    }
    const cells = [...new Set(group.flatMap(open))].sort((one, other) => inOrder(one, other));
    if (cells.length > MOST_TOGETHER) {
      isSure = false;
      continue;
    }
    let best = { count: -1, worth: -1, letters: "" };
    const go = (letters) => {
      if (letters.length < cells.length) return [...LETTERS].forEach((letter) => go(letters + letter));
      const shown = group.map((run) => run.cells.map((cell, at) => found.get(cell) ?? letters[cells.indexOf(cell)] ?? run.letters[at]).join(""));
      const words = shown.filter(has);
      const worth = words.reduce((sum, word) => sum + table.worth(word.length), 0);
      if (words.length > best.count || (words.length === best.count && worth > best.worth)) best = { count: words.length, worth, letters };
    };
    go("");
    if (best.count < group.length && (cells.length > 1 || group.length > 1)) isSure = false;
    cells.forEach((cell, at) => best.count > 0 && found.set(cell, best.letters[at]));
  }
  const allStand = table.rules.challenge.unchallenged === "stand" && !table.challenged.size && !table.settled.size;
  if (!isSure && !allStand) table.open.push("What the wild tiles stand for is settled by the server.");
  return found;
}

function inOrder(one, other) {
  const [[row, column], [below, right]] = [one.split(",").map(Number), other.split(",").map(Number)];
  return row - below || column - right;
}

// --- challenges, words and the bonus ---------------------------------------------------------------------------------------------------------

// Return a challenge with the run that it means; none where only the server can follow it. Throws Faults.
function claimed(table, claim, runs) {
  if (claim.mid) {
    table.open.push(`What follows from the challenge of ${claim.word} during the round is settled by the server.`);
    return [];
  }
  const could = runs.filter((run) => fits(run.letters, claim.key) && run.players.includes(claim.player) && (!claim.at || String(run.at) === String(claim.at)));
  const exact = could.filter((run) => run.letters === claim.key);
  const found = exact.length ? exact : could;
  if (!found.length) throw new Faults(`${claim.word} is no word of the crossword in which ${claim.player} has a tile.`);
  if (found.length > 1) throw new Faults(`${claim.word} may be ${found.length} words of ${claim.player}.`);
  return [{ ...claim, at: found[0].at, run: found[0] }];
}

// Throw Faults where two challenges of one word name different players.
function mustAgree(held) {
  for (const [number, each] of held.entries()) {
    const first = held.slice(0, number).find((one) => one.run === each.run && one.key === each.key && one.player !== each.player);
    if (first) throw new Faults(`Challenge ${each.place + 1} names ${each.player}, and one before it ${first.player} for the same word.`);
  }
}

// Return what followed from a challenge, which is nothing where the wild tiles of its run make another word.
function unlessReread(each) {
  const { run, key, word } = each.claim;
  if (each.decision !== "upheld" || !run.word || run.word === key) return each;
  return { ...each, points: {}, isReread: true, said: `${word.toUpperCase()} is not legal; its tiles stand for ${run.word.toUpperCase()} now, which counts.` };
}

function wordOf(table, run, followed) {
  const against = followed.find((each) => each.claim.run === run && each.decision === "upheld" && run.word === null);
  const hasWild = run.letters.includes(WILD);
  const word = run.word ?? (against && hasWild ? against.claim.key : hasWild ? run.letters : run.shown);
  const judgment = /^[a-z]+$/.test(word) ? table.judgment(word) : null;
  const stand = table.rules.challenge.unchallenged === "stand";
  const stands = run.word === null && !against && (judgment ? judgment.counts : stand);
  const worth = table.worth(run.cells.length);
  const counts = run.word !== null || stands;
  const status = !counts ? "not-legal" : worth ? "scores" : "too-short-to-score";
  const isLegal = run.word !== null && Boolean(judgment?.legal);
  let why = status === "too-short-to-score" ? "Too short to score." : (judgment?.why ?? `No letters for its wild tiles make it a word${stands ? "; nobody has challenged it, so it stands" : ""}.`);
  if (status === "not-legal") why = `Not legal: ${why}`;
  return { word, at: run.at, players: run.players, run, isLegal, status, points: counts ? worth : 0, why };
}

// Return who earns the bonus for finishing first, and what of that the server settles.
function bonusOf({ players }, words, followed, finished, tiles) {
  if (!finished) return [[], []];
  const costs = followed.some((each) => each.claim.player === finished && each.decision === "upheld" && !each.isReread);
  const told = ({ run, word }) => followed.some((each) => each.decision === "upheld" && each.claim.run === run && each.claim.key === word);
  const illegal = words.filter((each) => each.status === "not-legal" && !told(each) && each.players.includes(finished));
  const unsure = illegal.filter((each) => each.players.length > 1).map((each) => `Whose word ${each.word.toUpperCase()} is decides whether the bonus is lost.`);
  if (!costs && !illegal.some((each) => each.players.length === 1)) return [[finished], unsure];
  const missing = players.filter((name) => name !== finished && tiles[name] === undefined);
  if (missing.length) throw new Faults(...missing.map((name) => `What ${name} has left is missing, and the bonus goes to whoever has the fewest.`));
  const left = Object.entries(tiles).filter(([name]) => name !== finished);
  const fewest = Math.min(...left.map(([, each]) => each));
  return [left.filter(([, each]) => each === fewest).map(([name]) => name).sort(), unsure];
}
