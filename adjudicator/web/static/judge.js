// Judge mode: the answer fills the screen, and goes away by itself, with the next key or with a tap, unless somebody holds it. No word is
// kept anywhere. Where no server answers, the pack on this device does.

import { NoAnswer, read } from "./connection.js";
import { chooseLast, copy } from "./memory.js";
import { edition, handFor, listed, soon } from "./pack.js";

const SHOWN = 8_000; // milliseconds
const UNREADABLE = "Type the words of one play, each with at least one letter, and at most a hundred of them.";
const form = document.querySelector("form.judge");
const place = document.getElementById("sealed");
let timer;
let asking = new AbortController();

function answered() {
  return place.querySelector("section");
}

function clear() {
  if (!form) return location.replace(place.querySelector("a").href);
  clearTimeout(timer);
  place.replaceChildren();
  form.hidden = false;
  form.elements.words.focus();
}

// The answer goes by itself, and can be held.
function run() {
  place.querySelector(".keep").hidden = false;
  timer = setTimeout(clear, SHOWN);
}

function show(...nodes) {
  place.replaceChildren(...nodes);
  if (!answered()) return;
  form.elements.words.value = "";
  form.hidden = true;
  answered().focus();
  run();
}

function fault(why) {
  const said = document.getElementById("no-answer").content.firstElementChild.cloneNode(true);
  said.textContent = `Nothing was judged. ${why}`;
  return said;
}

// Return the answer by the pack; null where it is not here, or cannot say.
async function judgedHere(typed, ruleset) {
  await soon(ruleset.value);
  const device = handFor(ruleset.value);
  if (!device) return null;
  const { pack, judgement, wordsIn, BadWord } = device;
  let said;
  try {
    said = wordsIn(typed).map((word) => judgement(pack, word, ruleset.value));
  } catch (error) {
    if (!(error instanceof BadWord)) throw error;
    said = [{ code: "" }];
  }
  if (said.some((each) => !each.code)) return fault(UNREADABLE);
  const answer = document.getElementById("here").content.firstElementChild.cloneNode(true);
  const legal = said.every((each) => each.legal);
  answer.classList.add(legal ? "legal" : "illegal");
  answer.querySelector(".shape").textContent = legal ? "✓" : "✕";
  answer.querySelector("strong").textContent = legal ? "ACCEPTABLE" : "UNACCEPTABLE";
  answer.querySelector("bdi").textContent = ruleset.selectedOptions[0].textContent;
  answer.querySelector(".list").textContent = listed(ruleset.value);
  answer.querySelector("code").textContent = edition();
  return answer;
}

async function judge() {
  asking.abort();
  const mine = (asking = new AbortController());
  const play = new URLSearchParams(new FormData(form));
  play.set("part", "sealed");
  const here = copy && (await judgedHere(play.get("words"), form.elements.ruleset)); // the form of a copy is nobody's
  if (mine !== asking) return;
  if (here) return show(here);
  try {
    const page = await read(form.action, mine, { method: "POST", body: play });
    if (mine === asking) show(...page.body.children);
  } catch (error) {
    if (mine !== asking) return;
    if (!(error instanceof NoAnswer)) throw error;
    const known = await judgedHere(play.get("words"), form.elements.ruleset);
    if (mine !== asking) return;
    if (known) return show(known);
    const when = error.seconds ? `Send it again in ${error.seconds} seconds.` : "Send it again.";
    show(fault(`${error.message} ${when}`));
  }
}

form?.addEventListener("submit", (event) => {
  event.preventDefault();
  judge();
});
document.addEventListener("keydown", (event) => {
  const passes = ["Shift", "Control", "Alt", "AltGraph", "Meta", "Tab"].includes(event.key);
  if (!answered() || passes || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
  const pressed = ["Enter", " "].includes(event.key) && event.target.closest("button, a");
  if (pressed) return; // a click follows
  if (event.key.length > 1 || event.key === " ") event.preventDefault();
  clear(); // a letter goes on into the field
});
place.addEventListener("focusin", (event) => {
  if (event.target.matches("button, a")) clearTimeout(timer);
});
place.addEventListener("click", (event) => {
  if (!answered()) return;
  event.preventDefault();
  const keep = event.target.closest(".keep");
  if (keep) {
    clearTimeout(timer);
    keep.textContent = "Kept until you go on";
    return;
  }
  clear();
});
addEventListener("pagehide", () => form?.reset());
if (form && copy) chooseLast(form.elements.ruleset);
if (answered()) run();
