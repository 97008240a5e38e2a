// A board whose page comes from what this device keeps: the pack solves it, and checks words on it.

import { draw } from "./board_drawn.js";
import { chooseLast, copy } from "./memory.js";
import { bring, edition, handFor, listed } from "./pack.js";

const form = document.querySelector("form.stack");
const sample = document.getElementById("here");

function make(name, text = "", kind = "") {
  const made = document.createElement(name);
  made.textContent = text;
  if (kind) made.className = kind;
  return made;
}

function points(number) {
  return `${number.toLocaleString("en-GB")} point${number === 1 ? "" : "s"}`;
}

function verdictOn(word, ruleset) {
  const leads = new URL(sample.dataset.verdict, location.href);
  leads.searchParams.set("word", word);
  leads.searchParams.set("ruleset", ruleset);
  return leads;
}

// A word that lights its way on the drawing.
function link(word, way) {
  const made = make("a", word);
  const leads = new URL(location.href);
  leads.searchParams.set("word", word);
  made.href = leads;
  made.dataset.path = way.join(" ");
  return made;
}

// The words of one length, hidden until somebody looks.
function group(letters, words, scores) {
  const made = make("details", "", "length");
  const each = new Set(words.map(({ worth }) => worth));
  const [sum] = each.size === 1 ? [...each] : [words.reduce((all, { worth }) => all + worth, 0)];
  const summary = make("summary");
  const told = `${words.length.toLocaleString("en-GB")} word${words.length === 1 ? "" : "s"}`;
  const worth = each.size === 1 ? `${points(sum)}${words.length > 1 ? " each" : ""}` : `${points(sum)} in all`;
  summary.append(make("b", `${letters} letters`), " ", make("span", scores ? `${told}, ${worth}` : told));
  if (each.size === 1) made.dataset.each = sum;
  const list = make("p", "", "words");
  for (const { word, worth, way } of words) {
    const shown = link(word, way);
    if (scores && each.size > 1) shown.append(" ", make("b", worth));
    list.append(shown, " ");
  }
  made.append(summary, list);
  return made;
}

function row({ word, sentence, legal, code, way, worth }, ruleset) {
  const made = make("li", "", way && legal ? "counts" : "struck");
  const outcome = make("p", "", "outcome");
  outcome.append(way ? link(word, way) : word, " ", make("b", points(way && legal ? worth : 0)));
  const why = code ? `${way ? "On the board." : "Not on the board."} ${legal ? "Legal." : `Not legal: ${sentence}`} ` : sentence;
  const told = make("p", why, "fine");
  if (code) {
    const verdict = make("a", "See the verdict");
    verdict.href = verdictOn(word, ruleset);
    told.append(verdict);
  }
  made.append(outcome, told);
  return made;
}

// Return what stands in place of the server's page: the words, and what is said of those that somebody asks about.
function seen(typed, words, list, asRow) {
  const shown = sample.content.cloneNode(true);
  const at = (selector) => shown.querySelector(selector);
  const ruleset = list.value;
  const device = handFor(ruleset);
  const fault = (text) => {
    at(".fault").textContent = text;
    at(".fault").hidden = false;
    at(".table").remove();
    return shown;
  };
  if (!device) return fault(`The words of ${list.selectedOptions[0].textContent} are not on this device. This board is solved when there is a network.`);
  const { pack, boardOf, judgement, keyOf, pointsOf, wayOf, wordsIn, wordsOn } = device;
  const scoring = JSON.parse(list.selectedOptions[0].dataset.scoring);
  const { reuse } = pack.rules(ruleset);
  let board;
  try {
    board = boardOf(typed, asRow);
  } catch (error) {
    if (typeof error !== "string") throw error;
    return fault(error);
  }
  const worthOf = (word, way) => pointsOf(scoring, word.length, way?.rings ?? 0);
  const found = wordsOn(pack, board, ruleset).map((word) => {
    const way = wayOf(board, word, reuse);
    return { word, way: way.tiles, worth: worthOf(word, way) };
  });
  const scores = scoring.lengths.length > 0;
  document.querySelector("h1").textContent = `${found.length.toLocaleString("en-GB")} word${found.length === 1 ? "" : "s"}`;
  document.querySelector(".band .lead").textContent = `${scores ? `${points(found.reduce((all, { worth }) => all + worth, 0))} in all, ` : ""}${pack.rules(ruleset).title}`;
  document.title = `Board ${board.map((line) => line.map((tile) => tile?.face ?? ".").join("")).join("/").toUpperCase()} · Adjudicator`;
  at(".list").textContent = listed(ruleset);
  at(".lexicon").textContent = edition();
  at(".device").hidden = false;
  draw(at("figure"), board);
  at("[data-verdict]").href = verdictOn("", ruleset);
  if (words.trim()) {
    const checked = wordsIn(words).map((word) => {
      const said = judgement(pack, word, ruleset);
      const key = said.code && keyOf(word);
      const way = key ? wayOf(board, key, reuse) : null;
      return { ...said, word, way: way?.tiles, worth: worthOf(key, way) };
    });
    at(".rows").append(...checked.map((each) => row(each, ruleset)));
    at(".checked").hidden = false;
  }
  const lengths = [...new Set(found.map(({ word }) => word.length))].sort((one, other) => other - one);
  at(".lengths").append(...lengths.map((letters) => group(letters, found.filter(({ word }) => word.length === letters), scores)));
  at("[name=board]").value = typed;
  at("[name=ruleset]").value = ruleset;
  at("[name=words]").value = words;
  return shown;
}

async function solve(given) {
  const { board, ruleset: list } = form.elements;
  board.value = given.get("board").replaceAll("/", "\n");
  board.dispatchEvent(new Event("input", { bubbles: true }));
  await bring(list.value);
  document.querySelector(".band").after(seen(given.get("board"), given.get("words") ?? "", list, given.get("shape") === "row"));
  const links = [...document.querySelectorAll(".here [data-path]")];
  links.find((each) => each.firstChild.textContent === given.get("word"))?.click();
}

if (copy) {
  const given = new URLSearchParams(location.search);
  chooseLast(form.elements.ruleset, given.get("ruleset"));
  if (given.get("board")) solve(given);
}
