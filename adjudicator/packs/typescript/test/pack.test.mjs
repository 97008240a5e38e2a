// The reader by itself, with packs of a few words that are written here, byte by byte as docs/apps/pack.md says.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { BadWord, Glosses, Pack, PackError, faultOf, foreignIn, isWhole, keyOf, solve } from "../dist/pack.js";

const RULES = { rulebook: "", digest: "sha256:1", alphabet: "abcdefghijklmnopqrstuvwxyz", reuse: "never", most: null };
const YES = ["sense-admitted", "settled"];
const AMERICAN = ["american-spelling", "settled"];
const PHRASE = ["only-in-phrases", "settled"];
const RUN_TOGETHER = ["contraction", "settled"];
const HEAD = {
  lexicon: "sha256:2",
  sources: [],
  rulesets: [{ id: "here", title: "Here", least: 3, ...RULES }, { id: "there", title: "There", least: 1, ...RULES, reuse: "free" }],
  classes: [[YES, YES], [AMERICAN, YES], [PHRASE, PHRASE], [RUN_TOGETHER, RUN_TOGETHER]],
  sentences: {
    "sense-admitted": { plain: "An ordinary word" },
    "too-short": { plain: "Too short: {letters}; at least {least} are needed" },
    "american-spelling": { plain: "American spelling", naming: "American spelling; the British word is {counterparts}" },
    "not-in-alphabet": { plain: "No", naming: "No tile shows {foreign}" },
  },
  counterparts: { zee: ["zed"] },
  phrases: { quo: ["quid pro quo"] },
  spellings: { 3: ["i'll"] },
};
const WORDS = { a: 0, cat: 0, cats: 0, catsup: 0, ill: 0, quo: 2, zed: 0, zee: 1 };

function sealed(mark, head, body) {
  const said = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(said.length);
  const content = Buffer.concat([length, said, Buffer.from(body)]);
  return new Uint8Array(Buffer.concat([Buffer.from(mark), Buffer.from([1]), createHash("sha256").update(content).digest(), content]));
}

function file(words = WORDS, head = HEAD) {
  const body = [];
  let last = "";
  for (const [key, number] of Object.entries(words)) {
    let shared = 0;
    while (shared < last.length && last[shared] === key[shared]) shared++;
    body.push(last.length - shared, ...Buffer.from(key.slice(shared)), ...(number < 127 ? [0x80 + number] : [0xff, number & 0xff, number >> 8]));
    last = key;
  }
  return sealed("ADJPACK", { ...head, keys: Object.keys(words).length }, body);
}

const pack = new Pack(file());

test("a word is judged by its key, its length and its class", () => {
  assert.deepEqual(pack.judge("Cats", "here"), { key: "cats", legal: true, code: "sense-admitted", certainty: "settled", reason: "" });
  assert.equal(pack.legal("ca", "here"), false);
  assert.equal(pack.code("ca", "here"), "too-short");
  assert.equal(pack.code("ca", "there"), "not-in-dictionary");
  assert.equal(pack.code("zee", "here"), "american-spelling");
  assert.equal(pack.legal("zee", "there"), true);
  assert.equal(pack.certainty("zee", "there"), "settled");
  assert.equal(pack.code("catsuper", "here"), "not-in-dictionary");
  assert.equal(pack.code("cat2", "here"), "not-in-alphabet");
});

test("an apostrophe means the spelling that has it", () => {
  assert.equal(pack.code("ill", "here"), "sense-admitted");
  for (const typed of ["I'll", "I’ll", " i＇LL "]) assert.equal(pack.code(typed, "here"), "contraction");
  assert.equal(pack.code("ca't", "here"), "not-in-dictionary");
  assert.equal(pack.code("qu'o", "here"), "only-in-phrases");
  assert.equal(pack.code("'cat'", "here"), "sense-admitted");
});

test("sentences name what there is to name", () => {
  assert.equal(pack.sentence("zee", "here"), "American spelling; the British word is zed.");
  assert.equal(pack.sentence("a", "here"), "Too short: 1 letter; at least 3 are needed.");
  assert.equal(pack.sentence("cat?", "here"), "No tile shows ?");
  assert.deepEqual(pack.counterparts("Zee"), ["zed"]);
  assert.deepEqual(pack.phrases("quo"), ["quid pro quo"]);
});

test("text that is no word is refused with a reason", () => {
  for (const text of ["", "  ", "123", "a\u0007", "a".repeat(101), "\ud800a"]) {
    assert.notEqual(faultOf(text), "");
    assert.throws(() => pack.legal(text, "here"), BadWord);
  }
  assert.throws(() => pack.legal("cat", "chess"), PackError);
});

test("letters are folded as tiles show them", () => {
  for (const [text, key] of [["Café", "cafe"], ["STRAẞE", "strasse"], ["ﬁﬂ", "fifl"], ["Æon", "aeon"], ["İı", "ii"], ["U.S.", "us"], ["ℂ", ""]]) {
    assert.equal(keyOf(text), key);
  }
  assert.equal(foreignIn("naïve co-op e\u0301"), "");
  assert.equal(foreignIn("a1b!1"), "1!");
});

test("every key is walked in order, and walks end where no key goes on", () => {
  assert.deepEqual([...pack.keys()], Object.keys(WORDS));
  assert.equal(pack.walk("dog"), undefined);
  const cat = pack.walk("cat");
  assert.equal(cat.legal("here"), true);
  assert.equal(cat.step("s").step("u").legal("here"), false);
  assert.equal(cat.step("x"), undefined);
  assert.equal(pack.walk("a").legal("here"), false);
  assert.equal(pack.walk("a").legal("there"), true);
  assert.deepEqual(Object.keys(WORDS).map((key) => pack.place(key)), [0, 1, 2, 3, 4, 5, 6, 7]);
  assert.equal(pack.place("ca"), -1);
});

test("a board is solved, with tiles of several letters, gaps, and the ruleset's reuse", () => {
  assert.deepEqual([...solve(pack, [["c", "a"], ["s", "t"]], "here").keys()].sort(), ["cat", "cats"]);
  assert.deepEqual(solve(pack, [["c", "at", "s"]], "here").get("cats"), [[0, 0], [0, 1], [0, 2]]);
  assert.deepEqual([...solve(pack, [["c", "", "a", "t"]], "here").keys()], []);
  assert.deepEqual([...solve(pack, [["i", "l"]], "here").keys()], []);
  assert.deepEqual([...solve(pack, [["i", "l"]], "there").keys()], ["ill"]);
});

test("a house list decides before and after the rules on the word", () => {
  const own = new Pack(file());
  const delta = {
    pack: own.digest, id: "house:us", revision: 2, title: "Us", digest: "sha256:3", base: "here", least: 4, most: 6, alphabet: RULES.alphabet,
    reuse: "never", until: null, words: { quo: ["sense-admitted", "disputable"] }, spellings: {},
    entries: { cats: ["house-denied", "No cats."], blorp: ["house-allowed", "Ours."], ad: ["house-allowed", "Short."] },
  };
  assert.equal(own.addHouse(delta), "house:us");
  assert.equal(own.code("cats1", "house:us"), "house-denied");
  assert.equal(own.sentence("cats", "house:us"), "No cats.");
  assert.equal(own.legal("Blorp", "house:us"), true);
  assert.equal(own.code("blorp1", "house:us"), "not-in-alphabet");
  assert.equal(own.code("ad", "house:us"), "too-short");
  assert.equal(own.code("quo", "house:us"), "too-short");
  assert.equal(own.code("ambulances", "house:us"), "too-long");
  assert.equal(own.code("cats", "here"), "sense-admitted");
  assert.deepEqual(own.glossed("catsup", "house:us"), [own.place("catsup"), 0]);
  assert.equal(own.glossed("blorp", "house:us"), undefined);
  assert.throws(() => own.addHouse({ ...delta, pack: "sha256:0" }), PackError);
});

test("classes beyond a byte", () => {
  const classes = Array.from({ length: 300 }, (_, number) => [[`code-${number}`, "settled"], YES]);
  const many = new Pack(file({ aaa: 126, aab: 127, aac: 299, aad: 0 }, { ...HEAD, classes }));
  assert.deepEqual(["aaa", "aab", "aac", "aad"].map((key) => many.code(key, "here")), ["code-126", "code-127", "code-299", "code-0"]);
});

test("files that are none, cut off, or of another format", async () => {
  const whole = file();
  const other = whole.slice();
  other[7] = 2;
  for (const content of [new Uint8Array(), whole.slice(0, 7), whole.slice(0, 42), whole.slice(0, 60), whole.slice(0, -1), other]) {
    assert.throws(() => new Pack(content), PackError);
  }
  assert.equal(await isWhole(whole), true);
  other.set(whole);
  other[whole.length - 1] ^= 1;
  assert.equal(await isWhole(other), false);
});

test("glosses belong to their pack", () => {
  const texts = ["noun, “a feline”", "noun, “the last letter”"];
  const head = { pack: pack.digest, lexicon: "", sources: [], rulesets: ["here", "there"], patterns: [[null, null], [0, 0], [null, 0]], keys: 8, texts: 2 };
  const lengths = texts.map((text) => Buffer.byteLength(text));
  const body = [0, 1, 0, 0, 0, 0, 0, 2, ...lengths, ...Buffer.from(texts.join(""))];
  const glosses = new Glosses(sealed("ADJGLOS", head, body), pack);
  assert.equal(glosses.sentence("CAT", "here"), texts[0]);
  assert.equal(glosses.sentence("zee", "there"), texts[1]);
  for (const word of ["zee", "cats", "blorp", "'cat'"]) assert.equal(glosses.sentence(word, "here"), undefined);
  assert.throws(() => new Glosses(sealed("ADJGLOS", { ...head, pack: "sha256:0" }, body), pack), PackError);
});
