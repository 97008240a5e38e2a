// Judges words from a pack, for tests that compare with other readers: `node answers.mjs READER PACK WORDS [GLOSSES [HOUSE]]`.
// WORDS is a JSON array. Prints JSON: what is said of a word in a table, for each word and ruleset the number of what is said, and the SHA-256 of all
// keys of the pack, a line each.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [reader, pack, words, glosses, house] = process.argv.slice(2);
const { answers } = await import("./told.mjs");
const library = await import(pathToFileURL(resolve(reader)).href);
const made = new library.Pack(readFileSync(pack));
const keys = createHash("sha256").update([...made.keys()].join("\n")).digest("hex");
if (house) made.addHouse(JSON.parse(readFileSync(house, "utf8")));
const asked = JSON.parse(readFileSync(words, "utf8"));
const more = glosses && new library.Glosses(readFileSync(glosses), made);
process.stdout.write(JSON.stringify({ keys, ...answers(library, made, asked, more) }));
