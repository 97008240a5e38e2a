// What a page needs to judge on a device, besides the reader of packs: words in a text, the card of a word, boards as people type them, points.

import { BadWord, solve } from "./reader.js";

const MOST_WORDS = 100;
const MOST_TILES = 100;
const TOLD = 3; // words that a sentence names
const DICE = [4, 5]; // sides of the boards whose dice show Qu
const BLANK = "?";
const TILE = /(?:Qu|\([^()]*\)|.)\*?/gsu;

// Split what was typed into words, as the look-up page does: quotation marks keep a phrase together. Throws BadWord where there are too many.
export function wordsIn(text) {
  const pieces = [...text.matchAll(/["“„]([^"“”„]+)["“”]|([^ \t\r\n\u00a0,;]+)/g)].map((found) => found[1] ?? found[2]);
  const words = [...new Set(pieces.filter((piece) => /[\p{L}\p{N}]/u.test(piece)))];
  if (words.length > MOST_WORDS) throw new BadWord(`These are ${words.length} words; at most ${MOST_WORDS} are looked up at once.`);
  return words.length ? words : [text];
}

// Return what a pack says of a word, with its sentence; without a code where it is no word.
export function judgement(pack, word, ruleset) {
  try {
    return { word, ...pack.judge(word, ruleset), sentence: pack.sentence(word, ruleset) };
  } catch (error) {
    if (error instanceof BadWord) return { word, key: "", legal: false, code: "", certainty: "settled", sentence: error.message };
    throw error;
  }
}

// Return what is said of several judged words together: the answer, and the sentence under it.
export function overall(said) {
  const refused = said.filter((each) => !each.legal).map((each) => each.word);
  if (!refused.length) return ["ALL LEGAL", "Every one of them counts."];
  if (refused.length === said.length) return ["NONE LEGAL", "Not one of them counts."];
  const more = refused.length > TOLD ? ` and ${refused.length - TOLD} more` : "";
  return ["NOT ALL LEGAL", `${refused.length} of ${said.length} ${refused.length > 1 ? "do" : "does"} not count: ${refused.slice(0, TOLD).join(", ")}${more}.`];
}

// Read a drawing as rows of tiles: { face, ring }, or null for a place without one. Letters in one row are taken
// for a square unless somebody has said that they are a row. What is wrong is thrown as a text, and so are blanks where none are taken.
export function boardOf(text, asRow = false, takesBlanks = false) {
  if (!text.trim()) throw "Type the rows of the board.";
  let rows = text.trim().split(/[/\n]/).map((row) => row.replace(/\s/g, "")).filter(Boolean);
  if (rows.length === 1 && /\s/.test(text.trim())) rows = text.trim().split(/\s+/);
  let tiles = rows.map((row) => row.match(TILE) ?? []);
  const side = Math.sqrt(tiles[0].length);
  if (tiles.length === 1 && side > 2 && Number.isInteger(side) && !asRow) {
    const [all] = tiles;
    tiles = Array.from({ length: side }, (_, row) => all.slice(row * side, (row + 1) * side));
  }
  tiles = onDice(tiles);
  if (tiles.flat().length > MOST_TILES) throw `The board has ${tiles.flat().length} places; at most ${MOST_TILES} are solved here.`;
  return tiles.map((row, down) => {
    if (row.length !== tiles[0].length) throw `Row ${down + 1} is ${row.length} long where the first row is ${tiles[0].length}.`;
    return row.map((tile, across) => {
      const face = tile.replace(/\*$/, "").replace(/^\((.*)\)$/, "$1").toLowerCase();
      if (face === ".") return null;
      if (face === BLANK && !takesBlanks) throw "Blank tiles are solved by a server alone.";
      if (face === "_") throw `Row ${down + 1}, place ${across + 1} is still empty.`;
      if (face !== BLANK && !/^[a-z]{1,8}$/.test(face)) throw `Row ${down + 1}, place ${across + 1}: “${tile}” is no tile. Type letters a to z.`;
      return { face, ring: tile.endsWith("*") };
    });
  });
}

// Return the tiles with Qu for Q, and for Q and U where a row would be too long else, if they lie as dice do that show Qu.
function onDice(tiles) {
  if (!DICE.includes(tiles.length)) return tiles;
  const side = tiles.length;
  const read = tiles.map((row) => {
    if (row.length === side) return row.map((tile) => tile.replace(/^q(\*?)$/i, "Qu$1"));
    const joined = row.filter((tile, place) => !(/^u$/i.test(tile) && /^q$/i.test(row[place - 1] ?? "")));
    return joined.map((tile) => tile.replace(/^q(\*?)$/i, "Qu$1"));
  });
  return read.every((row) => row.length === side && !row.includes(".")) ? read : tiles;
}

// Return every legal word on a board, in order.
export function wordsOn(pack, board, ruleset) {
  const faces = board.map((row) => row.map((tile) => tile?.face ?? ""));
  return [...solve(pack, faces, ruleset).keys()].sort();
}

// Return a way to a word that uses a ring as often as any does: how often, and its tiles in order, each by its number among the tiles of the board;
// null where there is none. A blank stands for one letter in all of a word.
export function wayOf(board, word, reuse) {
  const places = board.flatMap((row, down) => row.map((tile, across) => ({ ...tile, down, across })).filter((tile) => tile.face));
  const beside = (one, other) => Math.max(Math.abs(one.down - other.down), Math.abs(one.across - other.across)) < 2 && (one !== other || reuse === "free");
  const hasRings = places.some((tile) => tile.ring);
  const known = new Map();
  const go = (at, before, used, blanks) => {
    if (at === word.length) return { rings: 0, tiles: [] };
    const mark = reuse === "never" ? null : `${at} ${places.indexOf(before)} ${blanks}`;
    if (known.has(mark)) return known.get(mark);
    let best = null;
    for (const [number, tile] of places.entries()) {
      const isBlank = tile.face === BLANK;
      if (!isBlank && !word.startsWith(tile.face, at)) continue;
      if ((before && !beside(before, tile)) || used.includes(tile)) continue;
      const stood = isBlank ? blanks[number] : undefined;
      if (stood && stood !== " " && stood !== word[at]) continue;
      const bound = isBlank ? blanks.slice(0, number) + word[at] + blanks.slice(number + 1) : blanks;
      const rest = go(at + (isBlank ? 1 : tile.face.length), tile, reuse === "never" ? [...used, tile] : used, bound);
      const rings = rest && rest.rings + (tile.ring ? 1 : 0);
      if (rest && rings > (best?.rings ?? -1)) best = { rings, tiles: [number, ...rest.tiles] };
      if (best && !hasRings) break;
    }
    if (mark) known.set(mark, best);
    return best;
  };
  return go(0, null, [], " ".repeat(places.length));
}

// Return how often a way to a word uses a ring at most; -1 where there is no way.
export function ringsOf(board, word, reuse) {
  return wayOf(board, word, reuse)?.rings ?? -1;
}

// Return what a word is worth by a scoring: { lengths: [[letters, points] …], ring }.
export function pointsOf({ lengths, ring }, letters, rings) {
  const worth = lengths.filter(([least]) => letters >= least).at(-1)?.[1] ?? 0;
  return worth * ring ** rings;
}
