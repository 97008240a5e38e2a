/**
 * Judges words from a pack: verdicts without a network and without a server. Start at {@link Pack}.
 *
 * A word goes the way that it goes in Adjudicator's judge: the door for what is typed, what a house list denies, rules on the word, what a
 * house list allows, and what the dictionaries come to, which is the class of its key in the pack. A key that the pack does not have is in no
 * dictionary. Typed with an apostrophe, a word means the spelling that has it there (I'll, not ill).
 */

/** How sure an answer is: settled, or something that players may vote on. */
export type Certainty = "settled" | "disputable";

/** A work that a pack was made from. */
export interface Source {
  readonly id: string;
  readonly title: string;
  readonly edition: string;
  readonly licence: string;
  readonly attribution: string;
  readonly url: string;
}

/** A ruleset of a pack, and what decides before the dictionaries are asked. */
export interface Rules {
  readonly id: string;
  readonly title: string;
  readonly rulebook: string;
  readonly digest: string;
  /** The letters that a word must have. */
  readonly least: number;
  /** The letters that it may have at most. */
  readonly most: number | null;
  readonly alphabet: string;
  /** Whether a word may use a tile of a board again. */
  readonly reuse: "never" | "not-twice-in-a-row" | "free";
}

/** What a pack says of a word. `reason` is the sentence of a house list, where that decides. */
export interface Judgement {
  readonly key: string;
  readonly legal: boolean;
  readonly code: string;
  readonly certainty: Certainty;
  readonly reason: string;
}

/** What `GET /v1/house-lists/{slug}/pack` answers: a house list on top of a pack. */
export interface HousePack {
  readonly pack: string;
  readonly id: string;
  readonly revision: number;
  readonly title: string;
  readonly digest: string;
  readonly base: string;
  readonly least: number;
  readonly most: number | null;
  readonly alphabet: string;
  readonly reuse: Rules["reuse"];
  /** What a word is worth: from so many letters on, so many points; a ring multiplies them. */
  readonly scoring?: { readonly lengths: readonly (readonly [letters: number, points: number])[]; readonly ring: number };
  readonly until: string | null;
  readonly entries: Readonly<Record<string, readonly string[]>>;
  readonly words: Readonly<Record<string, readonly string[]>>;
  readonly spellings: Readonly<Record<string, readonly string[]>>;
}

interface Sentence {
  readonly plain: string;
  readonly naming?: string;
}

interface Head {
  readonly lexicon: string;
  readonly sources: readonly Source[];
  readonly rulesets: readonly Rules[];
  readonly classes: readonly (readonly (readonly [string, Certainty])[])[];
  readonly sentences: Readonly<Record<string, Sentence>>;
  readonly counterparts: Readonly<Record<string, readonly string[]>>;
  readonly phrases: Readonly<Record<string, readonly string[]>>;
  readonly spellings: Readonly<Record<string, readonly string[]>>;
  readonly keys: number;
}

type Changes = ReadonlyMap<string, readonly string[]>;

interface Column {
  readonly rules: Rules;
  readonly column: number;
  readonly entries: Changes;
  readonly words: Changes;
  readonly spellings: Changes;
}

/** Thrown for text in which nothing can be spelled. */
export class BadWord extends Error {
  override readonly name = "BadWord";
}

/** Thrown for a file that is no pack, is damaged, or has another format; and for a ruleset that a pack lacks. */
export class PackError extends Error {
  override readonly name = "PackError";
}

const FORMAT = 1;
const SEALED = 40;
const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const LONGEST = 100;
const NAMED = 3;
const NONE: Changes = new Map();
const LEGAL: ReadonlySet<string> = new Set(["sense-admitted", "house-allowed"]);

// --- what is typed ---------------------------------------------------------------------------------------------------------------------------

const PLAIN = /^[A-Za-z]+$/;
const APOSTROPHE = /['’‘ʼ`´＇]/;
const APOSTROPHES = /['’‘ʼ`´＇]/g;
const JOINERS: ReadonlySet<string> = new Set("'’‘ʼ`´＇.-‐‑‒–—/ \u00a0");
const CONTROL = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u2028\u2029]/u;
const FORMATTING = /\p{Cf}/u;
const ENDS = /^\s+|\s+$/g;
const SPELLED: Readonly<Record<string, string>> = {
  æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", þ: "th", ł: "l", ı: "i", ħ: "h", ŋ: "ng", ĸ: "k", ŧ: "t", ß: "ss", ﬁ: "fi", ﬂ: "fl",
};

/** Return a text without differences of case: full case folding, of each character by itself. */
function fold(text: string): string {
  let folded = "";
  for (const char of text) folded += char === "ı" ? char : char.toUpperCase().toLowerCase();
  return folded;
}

/** Return the key of a text: its letters a to z in lower case, accents folded. May be empty. */
export function keyOf(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  let key = "";
  for (const char of fold(text).normalize("NFKD")) {
    if (char >= "a" && char <= "z") key += char;
    else key += SPELLED[char] ?? "";
  }
  return key;
}

/** Return why a text cannot be taken for a word at all, or an empty text. */
export function faultOf(text: string): string {
  if (PLAIN.test(text) && text.length <= LONGEST) return "";
  if (text.replace(ENDS, "") === "") return "The word is empty. Type at least one letter.";
  const length = [...text].length;
  if (length > LONGEST) {
    return `The word is ${length.toLocaleString("en")} characters long; at most ${LONGEST} are taken. Give one word at a time.`;
  }
  const control = CONTROL.exec(text);
  if (control) {
    const code = control[0].codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0");
    return `The word has the control character U+${code}. Type letters only.`;
  }
  if (keyOf(text) === "") return `Nothing in “${text}” can be spelled with the letters a to z. Type at least one letter.`;
  return "";
}

/** Return whether a character goes with the one before it: its canonical combining class is not 0, so that others are put before or behind it. */
function isCombining(char: string): boolean {
  return (char + "\u0334").normalize("NFD").startsWith("\u0334") || !("\u0345" + char).normalize("NFD").startsWith("\u0345");
}

/** Return the characters of a text that no tile can spell: digits, symbols, letters of other alphabets. */
export function foreignIn(text: string): string {
  if (PLAIN.test(text)) return "";
  const chars = [...text.replace(ENDS, "")];
  const each = new Set(chars);
  const looked = 3 * each.size < chars.length ? [...each] : chars;
  let found = "";
  for (const char of new Set(looked.join("").normalize("NFKC"))) {
    if (JOINERS.has(char) || keyOf(char) !== "" || isCombining(char) || FORMATTING.test(char)) continue;
    found += char;
  }
  return found;
}

// --- the files -------------------------------------------------------------------------------------------------------------------------------

/** Return the digest, the header and the body of a file that begins with a mark. */
function opened(mark: string, what: string, content: Uint8Array): [digest: string, head: unknown, body: Uint8Array] {
  const text = (from: number, to: number) => new TextDecoder().decode(content.subarray(from, to));
  if (text(0, mark.length) !== mark) throw new PackError(`This is no file of ${what}.`);
  const format = content[mark.length];
  if (format !== FORMAT) throw new PackError(`The pack has format ${format ?? "none"}; this reader reads format ${FORMAT}.`);
  let digest = "sha256:";
  for (const byte of content.subarray(mark.length + 1, SEALED)) digest += byte.toString(16).padStart(2, "0");
  if (content.length < SEALED + 4) throw new PackError("The pack is not complete.");
  const view = new DataView(content.buffer, content.byteOffset);
  const end = SEALED + 4 + view.getUint32(SEALED, true);
  if (content.length < end) throw new PackError("The pack is not complete.");
  return [digest, JSON.parse(text(SEALED + 4, end)), content.subarray(end)];
}

/** Return whether a file of a pack is as it was made: its digest is that of what follows it. It takes a browser that has `crypto.subtle`. */
export async function isWhole(content: Uint8Array): Promise<boolean> {
  const found = new Uint8Array(await crypto.subtle.digest("SHA-256", content.slice(SEALED)));
  return found.every((byte, place) => byte === content[8 + place]);
}

/** A pack, from the bytes of its file. Throws {@link PackError}. */
export class Pack {
  /** The digest that the file states; {@link isWhole} checks it. */
  readonly digest: string;
  /** The digest of the lexicon that it was made from. */
  readonly lexicon: string;
  /** The works that it was made from, with licence and attribution. */
  readonly sources: readonly Source[];
  /** How many keys it has. */
  readonly size: number;
  readonly #head: Head;
  readonly #columns = new Map<string, Column>();
  readonly #spellings = new Map<string, number>();
  readonly #counterparts: Changes;
  readonly #phrases: Changes;
  // The keys are a trie in the order of the alphabet: a node for each letter, its first child right behind it.
  readonly #letters: Uint8Array;
  /** For each node the one behind all that begin with it: its next sibling, if it has one. */
  readonly #behind: Uint32Array;
  /** For each node the number of its key, and 1 more; 0 where no key ends. */
  readonly #ends: Uint32Array;
  readonly #classes: Uint16Array;

  constructor(content: Uint8Array) {
    const [digest, head, body] = opened("ADJPACK", "pack", content);
    this.digest = digest;
    this.#head = head as Head;
    this.lexicon = this.#head.lexicon;
    this.sources = this.#head.sources;
    this.size = this.#head.keys;
    this.#counterparts = new Map(Object.entries(this.#head.counterparts));
    this.#phrases = new Map(Object.entries(this.#head.phrases));
    for (const [number, texts] of Object.entries(this.#head.spellings)) {
      for (const text of texts) this.#spellings.set(text, Number(number));
    }
    this.#head.rulesets.forEach((rules, column) => {
      this.#columns.set(rules.id, { rules, column, entries: NONE, words: NONE, spellings: NONE });
    });
    const letters = new Uint8Array(body.length + 1);
    const behind = new Uint32Array(body.length + 1);
    const ends = new Uint32Array(body.length + 1);
    const classes = new Uint16Array(this.size);
    const above = new Uint32Array(0x100); // the nodes of the last key, by their depth; the root at 0
    let nodes = 1;
    let depth = 0;
    let keys = 0;
    let at = 0;
    while (at < body.length && keys < this.size) {
      for (let drop = body[at++]!; drop > 0; drop--) behind[above[depth--]!] = nodes;
      for (; body[at]! < 0x80; at++) {
        letters[nodes] = body[at]!;
        above[++depth] = nodes++;
      }
      let number = body[at++]! - 0x80;
      if (number === 0x7f) {
        number = body[at]! | (body[at + 1]! << 8);
        at += 2;
      }
      classes[keys] = number;
      ends[above[depth]!] = ++keys;
    }
    for (; depth >= 0; depth--) behind[above[depth]!] = nodes;
    if (keys !== this.size || at !== body.length) throw new PackError("The pack is damaged, or not complete.");
    this.#letters = letters.slice(0, nodes);
    this.#behind = behind.slice(0, nodes);
    this.#ends = ends.slice(0, nodes);
    this.#classes = classes;
  }

  /** The rulesets that it judges by; house lists that were added among them. */
  get rulesets(): readonly Rules[] {
    return [...this.#columns.values()].map((each) => each.rules);
  }

  /** Return the ruleset with this id. Throws {@link PackError}. */
  rules(ruleset: string): Rules {
    return this.#column(ruleset).rules;
  }

  /** Return what the pack says of a word as it was typed. Throws {@link BadWord} where nothing in it can be spelled. */
  judge(word: string, ruleset: string): Judgement {
    const known = this.#column(ruleset);
    const fault = faultOf(word);
    if (fault) throw new BadWord(fault);
    const key = keyOf(word);
    const entry = known.entries.get(key);
    if (entry && !LEGAL.has(entry[0]!)) return judged(key, entry[0]!, "settled", entry[1]);
    const struck = struckBy(known.rules, key, foreignIn(word));
    if (struck) return judged(key, struck, "settled");
    if (entry) return judged(key, entry[0]!, "settled", entry[1]);
    const [code, certainty] = this.#read(word, key, known);
    return judged(key, code, certainty);
  }

  /** Return whether a word is legal. Throws {@link BadWord}. */
  legal(word: string, ruleset: string): boolean {
    return this.judge(word, ruleset).legal;
  }

  /** Return the decisive code. Throws {@link BadWord}. */
  code(word: string, ruleset: string): string {
    return this.judge(word, ruleset).code;
  }

  /** Return how sure the answer is. Throws {@link BadWord}. */
  certainty(word: string, ruleset: string): Certainty {
    return this.judge(word, ruleset).certainty;
  }

  /** Return the words of the other region's spelling: zed for zee. */
  counterparts(word: string): readonly string[] {
    return this.#counterparts.get(keyOf(word)) ?? [];
  }

  /** Return the phrases that have a word which is none by itself. */
  phrases(word: string): readonly string[] {
    return this.#phrases.get(keyOf(word)) ?? [];
  }

  /** Return what a card says of the verdict, in one sentence. Throws {@link BadWord}. */
  sentence(word: string, ruleset: string): string {
    const { key, code, reason } = this.judge(word, ruleset);
    if (reason) return reason;
    const { least, most } = this.rules(ruleset);
    const quoted = this.phrases(word).slice(0, NAMED).map((each) => `“${each}”`);
    const words: Record<string, string> = {
      letters: `${key.length} letter${key.length === 1 ? "" : "s"}`,
      least: String(least),
      most: String(most),
      foreign: [...foreignIn(word)].join(" "),
      counterparts: this.counterparts(word).join(" or "),
      phrases: quoted.join(" or "),
    };
    const { plain, naming = "" } = this.#head.sentences[code]!;
    const named = ["foreign", "counterparts", "phrases"].some((each) => naming.includes(`{${each}}`) && words[each]);
    const text = (named ? naming : plain).replace(/{(\w+)}/g, (_, each: string) => words[each]!);
    return /[.!?]$/.test(text) ? text : `${text}.`;
  }

  /** Take a house list; return the name that it judges under from now on. Throws {@link PackError} where it stands on another pack. */
  addHouse(delta: HousePack): string {
    if (delta.pack !== this.digest) throw new PackError(`The house list stands on another pack. Fetch that one: ${delta.pack}.`);
    const { rules, column } = this.#column(delta.base);
    const { id, title, digest, least, most, alphabet, reuse } = delta;
    this.#columns.set(id, {
      rules: { ...rules, id, title, digest, least, most, alphabet, reuse },
      column,
      entries: new Map(Object.entries(delta.entries)),
      words: new Map(Object.entries(delta.words)),
      spellings: new Map(Object.entries(delta.spellings)),
    });
    return id;
  }

  /** Return the number of a key among the keys of the pack, which are in order; -1 where it is none of them. */
  place(key: string): number {
    const node = this.#walk(0, key);
    return node < 0 ? -1 : this.#ends[node]! - 1;
  }

  /**
   * Return where the gloss of a word is: the number of its key, and which of the rulesets of the file judges. Undefined where the word is not
   * legal, was typed with an apostrophe, or is decided by a house list.
   */
  glossed(word: string, ruleset: string): readonly [place: number, column: number] | undefined {
    const known = this.#column(ruleset);
    const { key, code } = this.judge(word, ruleset);
    const place = this.place(key);
    if (code !== "sense-admitted" || place < 0 || APOSTROPHE.test(word) || known.words.has(key)) return undefined;
    return [place, known.column];
  }

  /** Return where letters a to z lead, to walk on from letter by letter; undefined where no key begins so. */
  walk(prefix = ""): Prefix | undefined {
    const node = this.#walk(0, prefix);
    return node < 0 ? undefined : new Prefix(prefix, node, this);
  }

  /** Yield every key, in order. House lists add none. */
  *keys(): Generator<string> {
    const path: number[] = [];
    for (let node = 1, text = ""; node < this.#letters.length; node++) {
      while (path.length && node >= this.#behind[path.at(-1)!]!) {
        path.pop();
        text = text.slice(0, -1);
      }
      path.push(node);
      text += String.fromCharCode(this.#letters[node]!);
      if (this.#ends[node]) yield text;
    }
  }

  /** Return where a letter leads from a node; -1 where no key goes on with it. Solvers that make no objects walk by this. */
  step(node: number, letter: number): number {
    const end = this.#behind[node]!;
    for (let child = node + 1; child < end; child = this.#behind[child]!) {
      const found = this.#letters[child]!;
      if (found >= letter) return found === letter ? child : -1;
    }
    return -1;
  }

  /** Return what says of a node of {@link step} whether its letters are a legal word. House lists' entries are looked up as well. */
  ender(ruleset: string): (node: number, text: () => string) => boolean {
    const known = this.#column(ruleset);
    const legal = this.#head.classes.map((each) => LEGAL.has(each[known.column]![0]));
    const plain = known.entries.size + known.words.size === 0;
    return (node, text) => {
      const end = this.#ends[node]!;
      if (end === 0) return false;
      if (!plain) return this.legal(text(), ruleset);
      return legal[this.#classes[end - 1]!]! && !struckBy(known.rules, text(), "");
    };
  }

  #walk(node: number, letters: string): number {
    for (let place = 0; place < letters.length && node >= 0; place++) node = this.step(node, letters.charCodeAt(place));
    return node;
  }

  #column(ruleset: string): Column {
    const found = this.#columns.get(ruleset);
    if (!found) throw new PackError(`The pack has no ruleset “${ruleset}”. It has: ${[...this.#columns.keys()].sort().join(", ")}.`);
    return found;
  }

  /** Return what the dictionaries come to, by the spelling with the apostrophe where the word has one. */
  #read(word: string, key: string, known: Column): readonly [string, Certainty] {
    if (APOSTROPHE.test(word)) {
      const typed = fold(word.replace(ENDS, "")).replace(APOSTROPHES, "'");
      const changed = known.spellings.get(typed);
      if (changed) return changed as [string, Certainty];
      const number = this.#spellings.get(typed);
      if (number !== undefined) return this.#head.classes[number]![known.column]!;
      if (typed.replace(/^'+|'+$/g, "").includes("'")) {
        return [this.#phrases.has(key) ? "only-in-phrases" : "not-in-dictionary", "settled"];
      }
    }
    const changed = known.words.get(key);
    if (changed) return changed as [string, Certainty];
    const place = this.place(key);
    return place < 0 ? ["not-in-dictionary", "settled"] : this.#head.classes[this.#classes[place]!]![known.column]!;
  }
}

function judged(key: string, code: string, certainty: Certainty, reason = ""): Judgement {
  return { key, legal: LEGAL.has(code), code, certainty, reason };
}

/** Return the code of the rule on the word that strikes a key; an empty text where none does. */
function struckBy(rules: Rules, key: string, foreign: string): string {
  if (foreign) return "not-in-alphabet";
  if (rules.alphabet.length < LETTERS.length && [...key].some((letter) => !rules.alphabet.includes(letter))) return "not-in-alphabet";
  if (key.length < rules.least) return "too-short";
  return rules.most !== null && key.length > rules.most ? "too-long" : "";
}

/** The keys of a pack that begin alike: where a solver stands after some letters. */
export class Prefix {
  constructor(
    readonly text: string,
    readonly node: number,
    private readonly pack: Pack,
  ) {}

  /** Return where a letter a to z leads, or undefined where no key goes on with it. */
  step(letter: string): Prefix | undefined {
    const node = this.pack.step(this.node, letter.charCodeAt(0));
    return node < 0 ? undefined : new Prefix(this.text + letter, node, this.pack);
  }

  /** Return whether the letters so far are a legal word. */
  legal(ruleset: string): boolean {
    return this.text !== "" && this.pack.ender(ruleset)(this.node, () => this.text);
  }
}

/** The second file of a pack: a sentence with its definition for each legal word. Throws {@link PackError}, also where it is another pack's. */
export class Glosses {
  readonly digest: string;
  readonly #pack: Pack;
  readonly #patterns: readonly (readonly (number | null)[])[];
  readonly #body: Uint8Array;
  readonly #first: Uint32Array;
  readonly #places: Uint32Array;

  constructor(content: Uint8Array, pack: Pack) {
    const [digest, head, body] = opened("ADJGLOS", "glosses of a pack", content);
    const said = head as { pack: string; patterns: (number | null)[][]; keys: number; texts: number };
    if (said.pack !== pack.digest) throw new PackError("The glosses belong to another pack.");
    this.digest = digest;
    this.#pack = pack;
    this.#patterns = said.patterns;
    this.#body = body;
    const sizes = said.patterns.map((pattern) => 1 + Math.max(-1, ...pattern.map((each) => each ?? -1)));
    this.#first = new Uint32Array(said.keys + 1);
    for (let key = 0; key < said.keys; key++) this.#first[key + 1] = this.#first[key]! + sizes[body[key]!]!;
    this.#places = new Uint32Array(said.texts + 1);
    let at = said.keys;
    for (let text = 0; text < said.texts; text++) {
      let length = 0;
      for (let shift = 0; ; shift += 7) {
        const byte = body[at++]!;
        length |= (byte & 0x7f) << shift;
        if (byte < 0x80) break;
      }
      this.#places[text + 1] = length;
    }
    this.#places[0] = at;
    for (let text = 0; text < said.texts; text++) this.#places[text + 1]! += this.#places[text]!;
    if (this.#places[said.texts] !== body.length) throw new PackError("The glosses are damaged, or not complete.");
  }

  /** Return the reason that the judge gives for a legal word; undefined for any other word, see {@link Pack.glossed}. */
  sentence(word: string, ruleset: string): string | undefined {
    const found = this.#pack.glossed(word, ruleset);
    if (!found) return undefined;
    const [place, column] = found;
    const text = this.#patterns[this.#body[place]!]![column];
    if (text === null || text === undefined) return undefined;
    const number = this.#first[place]! + text;
    return new TextDecoder().decode(this.#body.subarray(this.#places[number]!, this.#places[number + 1]!));
  }
}

/** A board as rows of tiles; a tile has one letter or several, and none where there is no tile. */
export type Board = readonly (readonly string[])[];

/** Return every legal word on a board, each with the tiles of one way to it: [row, column] by [row, column]. */
export function solve(pack: Pack, board: Board, ruleset: string): Map<string, [row: number, column: number][]> {
  const found = new Map<string, [number, number][]>();
  const { reuse } = pack.rules(ruleset);
  const ends = pack.ender(ruleset);
  const path: [number, number][] = [];
  const width = Math.max(...board.map((tiles) => tiles.length), 0);
  const used = new Uint8Array(board.length * width);
  const go = (row: number, column: number, before: number, text: string): void => {
    const tile = board[row]?.[column];
    if (!tile) return;
    const number = row * width + column;
    if (reuse === "never" && used[number]) return;
    let node = before;
    for (let place = 0; place < tile.length && node >= 0; place++) node = pack.step(node, tile.charCodeAt(place));
    if (node < 0) return;
    const word = text + tile;
    path.push([row, column]);
    used[number] = 1;
    if (!found.has(word) && ends(node, () => word)) found.set(word, [...path]);
    for (let down = -1; down <= 1; down++) {
      for (let across = -1; across <= 1; across++) {
        if (down || across || reuse === "free") go(row + down, column + across, node, word);
      }
    }
    path.pop();
    used[number] = 0;
  };
  board.forEach((tiles, row) => tiles.forEach((_, column) => go(row, column, 0, "")));
  return found;
}
