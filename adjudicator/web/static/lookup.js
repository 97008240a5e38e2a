// Answers as somebody types. The server makes every answer with its proof, as it does without scripts; here it is only asked for and put in
// place. Where the pack is on the device, that judges with each key, and the server is asked once typing rests. What the card says is always
// about what stands in the field: from the first key on it waits, until the answer for just this is there.

import { NoAnswer, read } from "./connection.js";
import { cardHere } from "./lookup_here.js";
import { chooseLast, copy } from "./memory.js";
import { bring, compare, hand, handFor } from "./pack.js";
import { begin, keep, list } from "./recent.js";

const PAUSE = 30; // milliseconds without a key before it is asked
const REST = 250; // before typing rests: nothing is refused, and the address stays, until then
const SAID_AFTER = 600; // before the answer is said aloud: nobody wants to hear of every letter
const KEPT_AFTER = 1_500; // before a word counts as looked up, and not as one on the way to another
const AGAIN = [2, 4, 8, 16, 30]; // seconds before it is asked again by itself, the first time and so on
const MOST_TILES = 15;
const NAME = "Adjudicator";
const NO_WORD = "Is it a word?";
const FAILED = "[data-kind]"; // what says why no answer came

const form = document.querySelector("form.ask");
const { word: field, ruleset: rules } = form.elements;
const place = document.getElementById("answers");
const told = document.getElementById("told");
const timers = {};
let asking = new AbortController();
let current = question(field.defaultValue); // what is asked, and answered as soon as the card waits no longer
let finished = true; // whether it is the word that is meant, and not the beginning of one
let pressed = 0; // when the last key was
let failed = 0; // times in a row that no answer came
let refused; // why the server does not want to be asked yet
let notBefore = 0; // when it wants to be asked again

function later(name, act, wait) {
  clearTimeout(timers[name]);
  if (wait > 0) timers[name] = setTimeout(act, wait);
  else act();
}

function quiet(...names) {
  for (const name of names) clearTimeout(timers[name]);
}

// Do what must not be done while somebody types.
function rested(name, act) {
  later(name, act, pressed + REST - performance.now());
}

function question(text = field.value) {
  return JSON.stringify([text.trim().replace(/\s+/g, " "), rules.value]);
}

// End the waiting for the answer that was asked last; return what ends that for the next one.
function next() {
  asking.abort();
  return (asking = new AbortController());
}

function address() {
  const chosen = new URL(form.action);
  if (field.value.trim()) chosen.searchParams.set("word", field.value);
  chosen.searchParams.set("ruleset", rules.value);
  return chosen;
}

function template(name) {
  return document.getElementById(name).content.firstElementChild.cloneNode(true);
}

// Write the word of the field into a card; in tiles, too, where tiles can lay it.
function name(card) {
  const word = field.value.trim();
  const key = word.normalize("NFKD").toLowerCase().replace(/[^a-z]/g, "");
  const laid = /[^\p{L}\p{M}'’.-]/u.test(word) || key.length > MOST_TILES ? "" : key;
  card.querySelector(".asked").textContent = word || NO_WORD;
  card.querySelector(".tiles").replaceChildren(
    ...[...laid].map((letter) => {
      const tile = document.createElement("i");
      tile.dataset.letter = letter;
      return tile;
    }),
  );
  card.querySelector(".asked").classList.toggle("unseen", laid !== "" && word.toLowerCase() === laid);
  return card;
}

function put(node) {
  place.removeAttribute("aria-busy");
  place.replaceChildren(node);
  const fault = place.querySelector("#fault:not([data-kind])");
  for (const [attribute, value] of [["aria-invalid", "true"], ["aria-describedby", "fault"]]) {
    if (fault) field.setAttribute(attribute, value);
    else field.removeAttribute(attribute);
  }
}

function lead(link) {
  rested("place", () => {
    if (location.pathname + location.search === link) return;
    try {
      history.replaceState(null, "", link);
    } catch {
      // Some browsers refuse after a hundred times in half a minute; the next answer says it again.
    }
  });
}

function say(text) {
  told.textContent = "";
  later("say", () => (told.textContent = text), SAID_AFTER);
}

function show(shown) {
  quiet("here");
  put(shown);
  const { title, said, link, word } = shown.dataset;
  document.title = title;
  lead(link);
  say(said);
  later("keep", () => keep(word), KEPT_AFTER);
}

// From now on the card is about what stands in the field, and has no answer.
function wait() {
  quiet("ask", "rest", "again", "count", "say", "keep", "place", "here");
  next();
  const word = field.value.trim();
  told.textContent = "";
  document.title = `${word ? `${word} …` : NO_WORD} · ${NAME}`;
  place.setAttribute("aria-busy", "true");
  for (const attribute of ["aria-invalid", "aria-describedby"]) field.removeAttribute(attribute);
  const card = place.querySelector(".answer");
  if (card.classList.contains("waiting")) name(card);
  else card.replaceWith(name(template("waiting")));
  for (const each of place.querySelectorAll(".answer ~ *, .grounds, .rest")) each.inert = true;
  const { pathname, search } = address();
  lead(word ? pathname + search : pathname);
}

// Return the card by the pack; null where it is not here, or cannot say.
function here() {
  const link = (word) => {
    const leads = address();
    leads.searchParams.set("word", word);
    return leads.href;
  };
  const made = cardHere(template("here"), field.value, { rules, typing: !finished, name, link });
  const { pathname, search } = address();
  if (made) made.dataset.link = pathname + search;
  return made;
}

// Show what the pack says at once, and a refusal when typing rests; return whether it says something.
function answerHere() {
  const shown = here();
  if (!shown) return false;
  if (shown.querySelector(".answer.legal")) show(shown);
  else rested("here", () => show(shown));
  return true;
}

function changed() {
  if (question() === current) return;
  current = question();
  failed = 0;
  wait();
  later("ask", ask, answerHere() ? REST : PAUSE);
}

async function ask() {
  quiet("ask", "rest", "again", "count");
  const mine = next();
  const asked = address();
  asked.searchParams.set("part", "answer");
  if (!finished) asked.searchParams.set("typing", "1");
  try {
    const left = Math.ceil((notBefore - Date.now()) / 1_000);
    if (left > 0) throw new NoAnswer(refused, left);
    const page = await read(asked, mine);
    if (mine !== asking) return;
    failed = notBefore = 0;
    const shown = page.body.firstElementChild;
    compare(rules.value, shown.dataset.digest);
    if (shown.querySelector(".answer.legal")) show(shown);
    else rested("rest", () => show(shown));
  } catch (error) {
    if (mine !== asking) return;
    if (!(error instanceof NoAnswer)) throw error;
    rested("rest", () => fail(error));
  }
}

// Say why there is no answer, or only that of the pack, and when it is asked again.
function fail({ kind, message, seconds }) {
  if (seconds) [refused, notBefore] = [kind, Date.now() + seconds * 1_000];
  const pause = failed < AGAIN.length ? seconds || AGAIN[failed] : 0;
  const before = place.querySelector(FAILED)?.dataset.kind;
  const known = here();
  const card = known ?? name(template("no-answer"));
  const why = card.querySelector(".pending");
  const lacks = known || !hand() || handFor(rules.value) ? "" : ` The words of ${rules.selectedOptions[0].textContent} are not on this device.`;
  why.dataset.kind = kind;
  let left = pause;
  function count() {
    const what = known ? "The proof is asked for again" : "It is asked again";
    const when = left > 0 ? `${what} in ${left} second${left === 1 ? "" : "s"}` : `${what} now`;
    if (kind === "offline") why.textContent = `${message}${lacks} ${what} as soon as there is one.`;
    else why.textContent = pause ? `${message}${lacks} ${when}.` : `${message}${lacks} Press “Check” to ask again.`;
    left -= 1;
    if (kind !== "offline" && left >= 0) later("count", count, 1_000);
  }
  count();
  quiet("here");
  if (known) {
    known.querySelector(".device").hidden = false;
    show(known);
  } else {
    put(card);
    const said = `${field.value.trim() || NO_WORD}: no answer yet`;
    document.title = `${said} · ${NAME}`;
    if (before !== kind) say(`${said}. ${why.textContent}`);
  }
  failed += 1;
  if (pause) later("again", ask, pause * 1_000);
}

// Ask what is meant: there is nothing to wait for.
async function finish() {
  finished = true;
  pressed = failed = notBefore = 0;
  if (question() !== current || place.hasAttribute("aria-busy")) {
    current = question();
    wait();
    answerHere();
  }
  await ask();
}

async function share(button) {
  const link = new URL(button.dataset.share, location.href).href;
  const said = button.lastChild;
  const text = said.textContent;
  try {
    if (navigator.share) {
      await navigator.share({ title: document.title, url: link });
      return;
    }
    await navigator.clipboard.writeText(link);
    said.textContent = told.textContent = "Link copied";
    setTimeout(() => (said.textContent = text), 3_000);
  } catch (error) {
    if (error.name === "AbortError") return;
    const shown = document.createElement("p");
    shown.className = "fine";
    shown.textContent = link;
    button.parentElement.after(shown);
    getSelection().selectAllChildren(shown);
    told.textContent = "The link is marked; copy it with the keyboard.";
  }
}

// Put more of the same answer in its place.
async function more(link) {
  const asked = new URL(link.href);
  asked.searchParams.set("part", "answer");
  const mine = next();
  try {
    const page = await read(asked, mine);
    if (mine !== asking) return;
    show(page.body.firstElementChild);
    document.getElementById("proof")?.focus(); // the link is gone
  } catch (error) {
    if (mine !== asking) return;
    if (!(error instanceof NoAnswer)) throw error;
    link.nextElementSibling.textContent = told.textContent = `${error.message} Try again.`;
  }
}

field.addEventListener("input", () => {
  finished = false;
  pressed = performance.now();
  changed();
});
rules.addEventListener("change", () => {
  list();
  finish();
  arm();
});
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  await finish();
  keep(place.firstElementChild.dataset.word);
  begin();
  if (matchMedia("(pointer: coarse)").matches) field.blur(); // the answer instead of the keyboard
  else field.select();
});
field.addEventListener("focus", begin);
place.addEventListener("click", (event) => {
  const button = event.target.closest("[data-share]");
  const link = event.target.closest("[data-more]");
  if (button) share(button);
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    more(link);
  }
});
addEventListener("online", () => {
  if (!place.querySelector(FAILED)) return;
  failed = 0;
  ask();
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const free = event.target === document.body || event.target.matches("a, button, summary");
  if (event.key === "/" && free) {
    event.preventDefault();
    field.focus();
    field.select();
  }
  if (event.key === "Escape" && (free || event.target === field)) {
    field.value = "";
    field.focus();
    finish();
  }
});

// A page that was kept knows neither what its address asks nor which rules were chosen last.
function arrive() {
  const given = new URLSearchParams(location.search);
  chooseLast(rules, given.get("ruleset"));
  field.value = given.get("word") ?? "";
  if (field.value) finish();
}

// Answer by the device, once it has what these rules take.
async function arm() {
  const name = rules.value;
  await bring(name);
  if (name !== rules.value) return;
  if (place.hasAttribute("aria-busy")) answerHere();
  else if (place.querySelector(FAILED) && handFor(name)) ask();
}

document.documentElement.classList.add("live");
if (copy) arrive();
arm();
if (field.value !== field.defaultValue) {
  changed(); // typed before this script was there
} else {
  keep(place.firstElementChild.dataset.word);
}
list();
