// What was done without a network and only the server can do: votes, changes of lists, games that were begun here. It waits on this device, in plain
// sight, and is sent once when the network is back, if whoever did it is there. Each has a key by which the server knows it, so that one whose
// answer was lost on the way is not done twice. One that is refused stays, with the reason, until somebody throws it away.

import { reached, read } from "./connection.js";
import { ROOT, WAITING, copy, networkWithin, person, remember, rememberedData } from "./memory.js";
import { keep } from "./play_kept.js";

const AGAIN = 15_000; // milliseconds before it is tried again
const REFUSED = ["#fault p, p#fault", ".conflict [role=alert]", ".fault:not([hidden])", ".lead", "h1"]; // where a page says why, first
const PROBE = new URL("healthz", ROOT);

const box = document.createElement("aside");
box.className = "queue";
box.setAttribute("aria-label", "What waits to be sent");
const told = document.createElement("p");
told.setAttribute("role", "status");
const list = document.createElement("ul");
box.append(told, list);

const all = () => rememberedData(WAITING, []);
const isOurs = (entry) => !entry.person || entry.person === person();
const goes = (entry) => !entry.refused && isOurs(entry);

// Keep what waits; return whether this browser does.
function store(entries) {
  const isStored = remember(WAITING, JSON.stringify(entries));
  show();
  return isStored;
}

function drop(id) {
  store(all().filter((each) => each.id !== id));
}

function button(text, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "plain";
  made.textContent = text;
  made.addEventListener("click", act);
  return made;
}

function show(said) {
  const entries = all();
  const ours = entries.filter(isOurs);
  const waiting = ours.filter(goes).length;
  const refused = ours.length - waiting;
  const others = entries.length - ours.length;
  const parts = [said];
  if (waiting) parts.push(`${waiting} ${waiting === 1 ? "waits" : "wait"} to be sent, and ${waiting === 1 ? "goes" : "go"} by ${waiting === 1 ? "itself" : "themselves"} when the network is back.`);
  if (refused) parts.push(`${refused} ${refused === 1 ? "was" : "were"} not taken.`);
  if (others) parts.push(`${others} of somebody else ${others === 1 ? "waits" : "wait"} here until they sign in again.`);
  told.textContent = parts.filter(Boolean).join(" ");
  list.replaceChildren(
    ...ours.map(({ id, what, page, game, refused: why }) => {
      const line = document.createElement("li");
      const name = document.createElement("a");
      name.href = page;
      name.textContent = what;
      const act = button(why ? "Throw it away" : "Cancel", () => {
        drop(id);
        if (game) keep(game, { begun: null }); // it goes on in its address alone
      });
      act.setAttribute("aria-label", `${act.textContent}: ${what}`);
      line.append(name, why ? `: ${why} ` : " ", act);
      return line;
    }),
  );
  box.hidden = told.textContent === "";
  if (box.isConnected) return;
  const main = document.getElementById("main");
  const band = main.querySelector(":scope > .band");
  if (band) band.after(box);
  else main.prepend(box);
}

// Return who is there now, and the key of their forms, as the server says.
async function whoIsThere() {
  const page = await read(new URL("play/players", ROOT), new AbortController());
  return { now: page.body.dataset.person, key: page.querySelector("[name=form_key]").value };
}

// Send one; return what came of it: "sent" with the address that it has led to, "refused" with the reason, or "later".
async function send({ id, action, body, game, person: by }) {
  try {
    const form = new URLSearchParams(body);
    if (game || copy) {
      const { now, key } = await whoIsThere();
      if (by && now !== by) return ["later"];
      form.set("form_key", key);
    }
    const response = await fetch(action, { method: "POST", body: form, headers: { Accept: "text/html", "Idempotency-Key": id } });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    if (response.ok) return ["sent", response.url];
    if (response.status === 429 || response.status >= 500) return ["later"];
    if (by && [401, 403].includes(response.status) && (await whoIsThere()).now !== by) return ["later"];
    const why = REFUSED.map((each) => page.querySelector(each)).find(Boolean);
    return ["refused", why?.textContent.trim().replace(/\s+/g, " ") ?? `${response.status}`];
  } catch {
    return ["later"];
  }
}

// A game that the server has now is at its address there; a page of it goes on to that.
function handedOver({ changed, game }, address) {
  if (all().some((each) => each.game === game)) return; // it has gone on meanwhile
  keep(game, { address, begun: null, handed: changed });
  if (document.querySelector("[data-play]")?.dataset.play === game) location.replace(address);
}

async function sendAll() {
  for (const entry of all().filter(goes)) {
    if (!all().some((each) => each.id === entry.id)) continue; // cancelled meanwhile
    if (entry.game) store(all().map((each) => (each.id === entry.id ? { ...each, isTried: true } : each)));
    const [outcome, said] = await send(entry);
    if (outcome === "later") break;
    if (outcome === "refused") store(all().map((each) => (each.id === entry.id ? { ...each, refused: said } : each)));
    else {
      drop(entry.id);
      show(`Sent: ${entry.what}.`);
      if (entry.game) handedOver(entry, said);
    }
  }
}

let running = false;

// Try until nothing waits any more; one page of the browser at a time.
async function run() {
  if (running) return;
  running = true;
  while (all().some(goes)) {
    if (navigator.onLine) await (navigator.locks ? navigator.locks.request(WAITING, sendAll) : sendAll());
    if (!all().some(goes)) break;
    await networkWithin(AGAIN);
  }
  running = false;
}

// Have something wait, in the place of what waits of the same already: another vote, a game as far as it had come. Return whether this browser keeps it.
export function wait(entry) {
  const isStored = store([...all().filter((each) => !entry.same || each.same !== entry.same), entry]);
  if (isStored) run();
  return isStored;
}

// Return what of a game was sent, perhaps in vain, and waits still.
export function tried(game) {
  return all().filter((each) => each.game === game && (each.isTried || each.body.includes("past="))).map((each) => new URLSearchParams(each.body));
}

// Return what a form does, for people: its word, or its numbers, and which button was pressed where that says what becomes of it.
function described(form, submitter) {
  const word = (form.elements.namedItem("word") ?? form.elements.namedItem("words"))?.value.trim();
  const numbers = word ? [] : [...form.querySelectorAll("[type=number]")].filter((each) => each.value);
  const parts = [word, ...numbers.map((each) => `${each.labels[0].textContent.trim()} ${each.value}`)].filter(Boolean);
  if (submitter?.name === "choice" || !parts.length) parts.push(submitter?.textContent.trim());
  return `${laterOf(form, submitter)}: ${parts.join(", ")}`;
}

// Return how a form is called that may wait, or the button that was pressed, if it may.
function laterOf(form, submitter) {
  return form.dataset.later ?? submitter?.dataset.later;
}

// Return what tells whether another form says anew what this one says: where it is sent, and those of its fields that it names.
function same(form, action) {
  if (form.dataset.same === undefined) return "";
  return JSON.stringify([action, ...form.dataset.same.split(" ").map((name) => form.elements.namedItem(name)?.value.trim() ?? "")]);
}

// Return a key that nobody else has. By plain HTTP a browser makes no UUID.
export function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((each) => each.toString(16).padStart(2, "0")).join("");
}

// Have what a form does wait, and say so; return whether this browser keeps it.
function keepsWaiting(form, submitter, body) {
  const action = submitter?.getAttribute("formaction") ?? form.getAttribute("action");
  const entry = { id: newKey(), same: same(form, action), action, body, what: described(form, submitter), page: location.href, person: person() };
  const isKept = wait(entry);
  if (!isKept) {
    show(`Not sent, and this browser has no room to keep it: ${entry.what}. Leave this page open, and send it again when the network is back.`);
  }
  return isKept;
}

let turns = 0;
let sure = null; // the form that is sent now, as the server can be reached

document.addEventListener("submit", async (event) => {
  const form = event.target;
  const { submitter } = event;
  const passes = submitter?.dataset.passes !== undefined;
  if (!(passes || laterOf(form, submitter)) || sure === form) return;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form, submitter)).toString();
  const turn = ++turns;
  const isThere = await reached(PROBE);
  if (turn !== turns) return; // somebody has pressed another button meanwhile
  if (isThere) {
    sure = form;
    form.requestSubmit(submitter);
    sure = null;
    return;
  }
  if (passes || keepsWaiting(form, submitter, body)) form.dispatchEvent(new Event("waits", { bubbles: true }));
  box.scrollIntoView({ block: "nearest" }); // it may be far from the button
});

// Who signs out leaves nothing of their own behind. What is somebody else's waits on for them.
let warned = false;
document.addEventListener("submit", (event) => {
  const { pathname } = new URL(event.target.getAttribute("action") ?? "", location.href); // a field may be called action
  if (pathname !== new URL("sign-out", ROOT).pathname || !all().some(isOurs)) return;
  if (warned) return store(all().filter((each) => !isOurs(each)));
  event.preventDefault();
  warned = true;
  show(all().every(isOurs) ? "Sign out again to throw away what waits here." : "Sign out again to throw away what is listed here.");
});
addEventListener("storage", ({ key }) => key === WAITING && show());

if (all().length) {
  show();
  run();
}
