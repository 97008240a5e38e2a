// The page of a game that is played on this device without a network: the worker gives out an empty page of the game's rules, and this fills it by
// what is in its address, as the server's page would be. Start at the end.

import { reached } from "./connection.js";
import { AGAIN, ROOT, networkWithin } from "./memory.js";
import { bring, handFor, soon } from "./pack.js";
import { showCounted } from "./play_counted.js";
import { leadOfRound, rulesIn } from "./play_device.js";
import { Faults, draftOf, unpacked } from "./play_sitting.js";
import { joined, leadText, scored, whoseOf } from "./play_score.js";

const main = document.getElementById("main");
const rules = rulesIn(document);
const given = new URLSearchParams(location.search);

// Put a template in place of what the page shows; return it.
function put(name) {
  const shown = document.getElementById(name).content.cloneNode(true);
  const waits = main.querySelector("aside");
  for (const each of [...main.children]) if (each.localName !== "template") each.remove();
  main.prepend(shown);
  if (waits) main.querySelector(".band").after(waits);
  return main;
}

// --- who plays -------------------------------------------------------------------------------------------------------------------------------

function showPlayers() {
  put("players");
  document.title = `Who plays ${rules.title}? · Adjudicator`;
  main.querySelector("[name=board]").value = given.get("board") ?? "";
  const more = main.querySelector("[data-add]");
  const [names, letters] = [given.getAll("player"), given.getAll("drawn")];
  const seats = () => [...main.querySelectorAll(".seat")];
  while (more && seats().length < names.length) more.before(seats().at(-1).cloneNode(true));
  seats().forEach((seat, at) => {
    seat.querySelector("[name=player]").value = names[at] ?? "";
    const letter = seat.querySelector("[name=drawn]");
    if (letter) letter.value = letters[at] ?? "";
  });
  for (const name of ["minutes", "length", "target"]) if (given.has(name)) main.querySelector(`[name=${name}]`).value = given.get(name);
  const define = main.querySelector("[name=define]");
  if (define) define.checked = given.has("define");
}

// --- a round ---------------------------------------------------------------------------------------------------------------------------------

// Have a copy of what there is for one player for each of them.
function forEach(sample, players, fill) {
  sample.replaceWith(...players.map((name, at) => {
    const made = sample.cloneNode(true);
    fill(made, name, at);
    return made;
  }));
}

function showRound(sitting, lead) {
  put("round");
  const draft = draftOf(sitting);
  const form = main.querySelector("form.round");
  const title = `Round ${sitting.rounds.length}`;
  main.querySelector("h1").textContent = title;
  if (leadText(lead)) main.querySelector(".under").append(` · ${leadText(lead)}`);
  document.title = `${title} of ${rules.title} · Adjudicator`;
  const told = { play: sitting.id, changed: sitting.changed, round: sitting.rounds.length, title: rules.title, players: joined(sitting.players), said: title };
  Object.assign(form.dataset, told);
  const [points, ...others] = form.querySelectorAll("[name=points]");
  for (const each of others) each.closest(".scores > *").remove();
  forEach(points.closest(".scores > *"), sitting.players, (made, name) => {
    made.querySelector("bdi").textContent = name;
    made.querySelector("input").value = draft.points?.[name] ?? "";
  });
  if (form.querySelector(".stage")) fillLists(form, sitting, draft, lead);
  else fillCrossword(form, sitting, draft, whoseOf(lead, sitting.players));
}

function fillLists(form, sitting, draft, lead) {
  form.querySelector(".clock").dataset.seconds = sitting.seconds ?? 0;
  form.querySelector("[name=board]").value = (draft.board ?? "").replaceAll("/", "\n");
  if (lead.rings) {
    form.querySelector(".stage").dataset.rings = "";
    const said = document.createElement("p");
    said.className = "fine";
    said.textContent = `Then the dealer puts ${lead.rings === 1 ? "one ring" : `${lead.rings} rings`} on the board: tap a letter, then Ring.`;
    form.querySelector(".shakes").after(said);
  }
  const isBegun = Object.values(draft.lists ?? {}).some(Boolean);
  forEach(form.querySelector(".hand"), sitting.players, (made, name, at) => {
    made.open = at === 0 && !isBegun;
    made.querySelector("bdi").textContent = name;
    const field = made.querySelector("textarea");
    field.setAttribute("aria-label", `Words of ${name}`);
    field.value = draft.lists?.[name] ?? "";
  });
  setAside(form, sitting);
}

// Take the tiles of earlier rounds out of the bag, where they are set aside and enough is left.
function setAside(form, sitting) {
  for (const button of form.querySelectorAll("[data-dice]")) {
    const bag = button.dataset.dice.split(" ");
    if (button.dataset.aside === undefined) continue; // dice are all thrown again
    for (const face of sitting.rounds.slice(0, -1).flatMap((each) => [...(each.board ?? "").toUpperCase().replace(/[/.*]/g, "")])) {
      const at = bag.indexOf(face);
      if (at >= 0) bag.splice(at, 1);
    }
    const places = [...button.dataset.rows].filter((each) => each === "o").length;
    if (bag.length >= places) button.dataset.dice = bag.join(" ");
  }
}

function fillCrossword(form, sitting, draft, whose) {
  for (const name of ["rows", "owners", "starting_word"]) form.querySelector(`[name=${name}]`).value = draft[name] ?? "";
  const places = [...form.querySelectorAll(".racer")];
  const last = places.at(-1).nextElementSibling;
  const codeOf = (place) => place.querySelector("[name=finished]").value;
  for (const each of places.filter((place) => !whose[codeOf(place)])) each.remove();
  for (const [code, name] of Object.entries(whose)) {
    const place = places.find((each) => codeOf(each) === code);
    place.querySelector("bdi").textContent = name;
    place.querySelector(`[name=unplayed-${code}]`).value = draft.unplayed?.[name] ?? "";
    last.before(place);
  }
  const out = Object.keys(whose).find((code) => whose[code] === draft.finished) ?? "";
  form.querySelector(`[name=finished][value="${out}"]`).checked = true;
  for (const brush of form.querySelectorAll("[name=brush]")) {
    const label = brush.closest("label");
    if (whose[brush.value]) label.querySelector("bdi").textContent = `(${whose[brush.value]})`;
    else label.remove();
  }
  form.querySelector("[name=brush]").checked = true;
  const marks = Object.entries(whose).map(([code, name]) => `${code.toUpperCase()} for ${name}`);
  form.querySelector("#how-owners").textContent = `The same rows, with ${marks.join(", ")}.`;
}

// --- what is shown ---------------------------------------------------------------------------------------------------------------------------

async function showGame() {
  const sitting = await unpacked(given.get("g"));
  await soon(sitting.ruleset);
  if (!handFor(sitting.ruleset)) {
    main.querySelector(".lacks").hidden = false;
    await bring(sitting.ruleset);
  }
  const device = handFor(sitting.ruleset);
  if (!device) return;
  try {
    await showStep(sitting, device);
  } catch (error) {
    if (!(error instanceof Faults)) throw error;
    const lacks = main.querySelector(".lacks");
    lacks.replaceChildren(error.faults.join(" "));
    lacks.hidden = false;
  }
}

// Show the result of a round, or the round that is played. Throws Faults, before anything is shown, where the game cannot be counted.
async function showStep(sitting, device) {
  if (location.pathname.endsWith("/result") && draftOf(sitting).scored) {
    const game = scored(sitting, rules, device);
    await showCounted(put("result"), sitting, rules, device, game);
    askAgain();
    return;
  }
  const lead = leadOfRound(sitting, rules, device);
  if (!lead) throw new Faults("The game is over.");
  showRound(sitting, lead);
}

// Ask for the server's page as soon as it can be had: it settles the points.
async function askAgain() {
  do await networkWithin(AGAIN);
  while (!(await reached(new URL("healthz", ROOT))));
  location.reload();
}

if (given.has("g")) await showGame();
else showPlayers();
await import(main.querySelector("[data-crossword]") ? "./board_crossword.js" : "./board.js");
await import("./play.js");
if (main.querySelector("form.round")) await import("./play_round.js");
