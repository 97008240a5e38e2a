// The result of a round that this device has counted, as the server's page shows it; what the dictionaries say and what all have missed comes with that.

import { edition, listed } from "./pack.js";
import { draftOf, recordOf, told } from "./play_sitting.js";
import { addressOf } from "./play_device.js";
import { keep } from "./play_kept.js";
import { joined, leadText } from "./play_score.js";

const EXPLAINED = ["scores", "shared", "undefined"]; // what becomes of a word that its finder is asked to explain
const BAR = 200; // how long the bar of the most points is
const SVG = "http://www.w3.org/2000/svg";

function make(name, text = "", kind = "") {
  const made = document.createElement(name);
  made.textContent = text;
  if (kind) made.className = kind;
  return made;
}

function drawn(name, attributes, text = "") {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  return made;
}

const signed = (number) => number.toLocaleString("en-GB").replace("-", "−");
const points = (number) => `${signed(number)} point${number === 1 ? "" : "s"}`;

function isolated(name) {
  return make("bdi", name);
}

function headline(game, asked) {
  if (asked) return `Whose word is ${asked.word.toUpperCase()}?`;
  const names = game.over ? game.winners : game.leaders;
  const most = Math.max(...Object.values(game.totals));
  if (names.length > 1) return `${joined(names)} ${game.over ? "share the win" : "are level"} with ${points(most)}`;
  return `${names[0]} ${game.over ? "wins" : "leads"} with ${points(most)}`;
}

// Return the first word of a crossword that is in no dictionary, and of which nobody has said whose it is.
function firstAsked(played, sitting) {
  if (played?.kind !== "crossword") return null;
  const said = new Set(played.followed.map(({ claim }) => claim.written));
  const stands = draftOf(sitting).stands ?? [];
  return played.words.find((each) => !each.isLegal && each.word.length > 1 && !said.has(each.word) && !stands.includes(placeOf(each)));
}

const placeOf = ({ word, at }) => `${word} ${at.join(" ")}`;

// --- the totals ------------------------------------------------------------------------------------------------------------------------------

function showTotals(at, game, asked) {
  const round = game.rounds.at(-1);
  const first = asked ? [] : game.over ? game.winners : game.leaders;
  const rows = Object.entries(game.totals).sort(([, one], [, other]) => other - one);
  const most = Math.max(1, ...rows.map(([, total]) => total));
  const chart = at.querySelector(".totals svg");
  chart.setAttribute("viewBox", `0 0 320 ${rows.length * 34}`);
  chart.setAttribute("aria-label", `Points so far: ${rows.map(([name, total]) => `${name} has ${total}`).join("; ")}`);
  rows.forEach(([name, total], place) => {
    const width = Math.floor((Math.max(total, 0) * BAR) / most);
    const text = drawn("text", { x: width + 12, y: place * 34 + 23 }, `${signed(total)} `);
    text.append(drawn("tspan", {}, name.length > 12 ? `${name.slice(0, 11)}…` : name));
    chart.append(drawn("rect", { class: first.includes(name) ? "bar first" : "bar", x: 0, y: place * 34 + 4, width: width + 4, height: 26, rx: 5 }), text);
    const line = make("tr", "", first.includes(name) ? "first" : "");
    const head = make("th");
    head.scope = "row";
    head.append(isolated(name));
    line.append(head, make("td", signed(round.points[name])), make("td", signed(total)));
    at.querySelector(".totals tbody").append(line);
  });
}

function showRounds(at, game, players) {
  if (game.rounds.length < 2) return;
  const table = at.querySelector(".each table");
  at.querySelector(".each").hidden = false;
  for (const name of players) {
    const head = make("th");
    head.scope = "col";
    head.append(isolated(name));
    table.querySelector("thead tr").append(head);
  }
  for (const each of game.rounds) {
    const line = make("tr");
    const head = make("th", each.number);
    head.scope = "row";
    line.append(head, ...players.map((name) => make("td", signed(each.points[name]))));
    table.querySelector("tbody").append(line);
  }
}

// --- the words -------------------------------------------------------------------------------------------------------------------------------

function wordLine({ word, points: worth, status, why, at }) {
  const counts = status === "scores";
  const isAside = status === "too-short-to-score" || status === "shared" || status === "repeated";
  const line = make("li", "", counts ? "counts" : isAside ? "aside" : "struck");
  const outcome = make("span", "", "outcome");
  outcome.append(make(counts || (isAside && at) ? "span" : "s", word), " ");
  if (!counts) outcome.append(make("span", why, "fine"), " ");
  outcome.append(make("b", points(worth)));
  const shown = make("details");
  const summary = make("summary");
  summary.append(outcome);
  shown.append(summary, make("p", counts ? why || "It counts." : "", "fine"));
  line.append(shown);
  return line;
}

function showWords(place, played) {
  if (played.kind === "crossword") {
    const list = make("ul", "", "plainly");
    for (const { name, words, bonus, total } of played.players) {
      const line = make("li");
      const head = make("b");
      head.append(isolated(name), `: ${points(total)}`);
      const each = words.filter((word) => word.points).map((word) => `${word.word} ${word.points}`);
      line.append(head, " ", make("span", `${each.join(", ") || "no words"}${bonus ? `, for finishing first ${bonus}` : ""}`, "fine"));
      list.append(line);
    }
    const rows = make("ul", "", "rows");
    rows.append(...played.words.map((each) => wordLine({ ...each, why: `${joined(each.players)}, row ${each.at[0]}, place ${each.at[1]}, ${each.at[2]}. ${each.why}` })));
    place.append(list, make("h2", "Words"), rows);
    return;
  }
  for (const { name, words, penalties, total } of played.players) {
    const section = make("section", "", "player");
    const head = make("h2");
    head.append(isolated(name), " ", make("span", points(total)));
    const rows = make("ul", "", "rows");
    rows.append(...[...words].sort((one, other) => other.points - one.points).map(wordLine));
    if (!words.length) rows.append(make("li", "No words.", "fine"));
    section.append(head, ...(penalties ? [make("p", `${points(penalties)} from challenges`, "fine")] : []), rows);
    place.append(section);
  }
}

// --- what is asked ---------------------------------------------------------------------------------------------------------------------------

// Return what may be doubted: who has it, its value in a form, its text, and whether its finder is asked to explain it.
function choicesOf(played) {
  if (played.kind === "crossword") {
    return played.words.flatMap((each) => each.players.map((name) => [name, told(name, placeOf(each)), each.word]));
  }
  return played.players.flatMap(({ name, words }) => {
    const first = new Map(words.filter((each) => each.key).map((each) => [each.key, each]).reverse());
    return [...new Set(words.map((each) => each.key).filter(Boolean))].map((key) => {
      const { word, status } = first.get(key);
      return [name, told(name, word), word, EXPLAINED.includes(status)];
    });
  });
}

function showDoubts(at, sitting, played, samples) {
  const choices = choicesOf(played);
  const section = at.querySelector(".doubt");
  section.hidden = false;
  for (const { said, claim } of played.followed) {
    const line = samples.said.cloneNode(true);
    line.querySelector("p").textContent = said;
    line.querySelector("[name=number]").value = claim.place;
    section.querySelector("details").before(line);
  }
  section.querySelector("details").hidden = !choices.length;
  for (const [name, value, text] of choices) section.querySelector("[name=which]").append(new Option(`${text} (${name})`, value));
  for (const name of sitting.players) section.querySelector("[name=challenger]").append(new Option(name, name));
  if (!sitting.define || played.kind !== "lists") return;
  const explain = at.querySelector(".explain");
  const explained = choices.filter((each) => each.at(-1));
  explain.hidden = !explained.length;
  for (const name of new Set(explained.map(([each]) => each))) {
    const box = make("fieldset", "", "one");
    const legend = make("legend");
    legend.append(isolated(name));
    const ticks = make("div", "", "ticks");
    for (const [, value, text] of explained.filter(([each]) => each === name)) {
      const label = make("label", "", "choice");
      const tick = Object.assign(make("input"), { type: "checkbox", name: "undefined", value });
      tick.checked = Boolean(draftOf(sitting).undefined?.[name]?.includes(text));
      label.append(tick, ` ${text}`);
      ticks.append(label);
    }
    box.append(legend, ticks);
    explain.querySelector("button").before(box);
  }
}

function showAsked(at, asked, samples) {
  const section = at.querySelector(".whose");
  section.hidden = false;
  section.querySelector("h2").textContent = `Whose word is ${asked.word.toUpperCase()}?`;
  const acts = asked.players.map((name) => {
    const form = samples.challenge.cloneNode(true);
    form.querySelector("[name=which]").value = told(name, placeOf(asked));
    form.querySelector("[name=ruling]").value = "illegal";
    form.querySelector("button").textContent = name;
    return form;
  });
  const stands = samples.stands.cloneNode(true);
  stands.querySelector("[name=which]").value = placeOf(asked);
  section.querySelector(".act").append(...acts, stands);
}

// --- the page --------------------------------------------------------------------------------------------------------------------------------

// Show how a game stands that *device* has counted.
export async function showCounted(at, sitting, rules, device, game) {
  const [said, challenge, stands] = at.querySelector("template:not([id])").content.children;
  const samples = { said, challenge, stands };
  const number = sitting.rounds.length;
  const played = draftOf(sitting).scored ? game.rounds.at(-1).round : null;
  const asked = firstAsked(played, sitting);
  const title = headline(game, asked);
  const isOver = game.over && !asked;
  at.querySelector("h1").textContent = title;
  document.title = `${title} · Adjudicator`;
  const under = at.querySelector(".under");
  Object.assign(under.dataset, { play: sitting.id, changed: sitting.changed, round: number, title: rules.title, players: joined(sitting.players), said: title });
  under.append(` · ${isOver ? "The game is over" : `Round ${number}`}`);
  const settled = game.open.length ? `these points are provisional. ${game.open.join(" ")}` : "the server counts the points again when there is a network.";
  at.querySelector(".here-note").textContent = `Offline answer, ${listed(rules.id)}lexicon ${edition()}: ${settled}`;
  keep(sitting.id, { counted: { changed: sitting.changed, totals: game.totals } });
  showTotals(at, game, asked);
  showRounds(at, game, sitting.players);
  const again = at.querySelector(".again");
  if (!isOver) again.remove();
  if (game.over) for (const each of at.querySelectorAll(".on form")) each.remove();
  again.href = new URL(`players?${new URLSearchParams([["ruleset", rules.id], ...sitting.players.map((name) => ["player", name])])}`, location.href);
  at.querySelector(".change").href = await addressOf("round", sitting);
  at.querySelector(".record").href = URL.createObjectURL(new Blob([`${JSON.stringify(recordOf(sitting, rules), null, 2)}\n`], { type: "application/json" }));
  if (game.next && (game.next.dealer || game.next.starters.length)) {
    const next = leadText({ ...game.next, sets: {}, rings: game.next.rings || null });
    at.querySelector(".next").textContent = `Round ${game.next.number}: ${next}`;
    at.querySelector(".next").hidden = false;
  }
  if (!played) return;
  showWords(at.querySelector(".words-of"), played);
  showDoubts(at, sitting, played, samples);
  if (asked) showAsked(at, asked, samples);
}

