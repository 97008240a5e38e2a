// Judges words from a pack, for tests that compare with other readers: `node answers.mjs READER PACK WORDS [GLOSSES [HOUSE]]`.
// WORDS is a JSON array, or - for every key of the pack. Prints JSON: the words, what is said of one in a table, and for each word and ruleset
// the number of what is said.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [reader, pack, words, glosses, house] = process.argv.slice(2);
const { answers } = await import("./told.mjs");
const library = await import(pathToFileURL(resolve(reader)).href);
const made = new library.Pack(readFileSync(pack));
if (house) made.addHouse(JSON.parse(readFileSync(house, "utf8")));
const asked = words === "-" ? [...made.keys()] : JSON.parse(readFileSync(words, "utf8"));
const more = glosses && new library.Glosses(readFileSync(glosses), made);
process.stdout.write(JSON.stringify(answers(library, made, asked, more)));
