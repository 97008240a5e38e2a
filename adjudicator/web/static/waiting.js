// Votes and changes of a list that were made without a network: they wait on this device, in plain sight, and are sent once when it is back. Each
// has a key by which the server knows it, so that one whose answer was lost on the way is not done twice. One that is refused stays, with the
// reason, until somebody throws it away.

import { reached } from "./connection.js";
import { ROOT, WAITING, networkWithin, remember, rememberedData } from "./offline.js";

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
  const waiting = entries.filter((each) => !each.refused).length;
  const refused = entries.length - waiting;
  const parts = [said];
  if (waiting) parts.push(`${waiting} ${waiting === 1 ? "waits" : "wait"} to be sent, and ${waiting === 1 ? "goes" : "go"} by ${waiting === 1 ? "itself" : "themselves"} when the network is back.`);
  if (refused) parts.push(`${refused} ${refused === 1 ? "was" : "were"} not taken.`);
  told.textContent = parts.filter(Boolean).join(" ");
  list.replaceChildren(
    ...entries.map(({ id, what, page, refused: why }) => {
      const line = document.createElement("li");
      const name = document.createElement("a");
      name.href = page;
      name.textContent = what;
      const act = button(why ? "Throw it away" : "Cancel", () => drop(id));
      act.setAttribute("aria-label", `${act.textContent}: ${what}`);
      line.append(name, why ? `: ${why} ` : " ", act);
      return line;
    }),
  );
  box.hidden = told.textContent === "";
  if (!box.isConnected) document.getElementById("main").prepend(box);
}

// Send one; return what came of it: "sent", "refused" with the reason, or "later".
async function send({ id, action, body }) {
  let response;
  try {
    response = await fetch(action, { method: "POST", body: new URLSearchParams(body), headers: { Accept: "text/html", "Idempotency-Key": id } });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    if (response.ok) return ["sent"];
    if (response.status === 429 || response.status >= 500) return ["later"];
    const why = REFUSED.map((each) => page.querySelector(each)).find(Boolean);
    return ["refused", why?.textContent.trim().replace(/\s+/g, " ") ?? `${response.status}`];
  } catch {
    return ["later"];
  }
}

async function sendAll() {
  for (const entry of all().filter((each) => !each.refused)) {
    if (!all().some((each) => each.id === entry.id)) continue; // cancelled meanwhile
    const [outcome, why] = await send(entry);
    if (outcome === "later") break;
    if (outcome === "refused") store(all().map((each) => (each.id === entry.id ? { ...each, refused: why } : each)));
    else {
      drop(entry.id);
      show(`Sent: ${entry.what}.`);
    }
  }
}

let running = false;

// Try until nothing waits any more; one page of the browser at a time.
async function run() {
  if (running) return;
  running = true;
  while (all().some((each) => !each.refused)) {
    if (navigator.onLine) await (navigator.locks ? navigator.locks.request(WAITING, sendAll) : sendAll());
    if (!all().some((each) => !each.refused)) break;
    await networkWithin(AGAIN);
  }
  running = false;
}

function described(form, submitter) {
  const word = form.elements.namedItem("word")?.value.trim();
  return `${form.dataset.later}: ${word || submitter?.textContent.trim()}`;
}

// Return a key that nobody else has. By plain HTTP a browser makes no UUID.
function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((each) => each.toString(16).padStart(2, "0")).join("");
}

let turns = 0;
let sure = null; // the form that is sent now, as the server can be reached

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("form[data-later]") || sure === form) return;
  event.preventDefault();
  const { submitter } = event;
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
  const action = submitter?.getAttribute("formaction") ?? form.getAttribute("action");
  const entry = { id: newKey(), action, body, what: described(form, submitter), page: location.href };
  const others = all().filter((each) => each.refused || each.action !== action || !form.matches(".ballot")); // a vote takes the place of the one before
  if (store([...others, entry])) run();
  else show(`Not sent, and this browser has no room to keep it: ${entry.what}. Leave this page open, and send it again when the network is back.`);
});

// Who signs out leaves nothing behind.
let warned = false;
document.addEventListener("submit", (event) => {
  const { pathname } = new URL(event.target.getAttribute("action") ?? "", location.href); // a field may be called action
  if (pathname !== new URL("sign-out", ROOT).pathname || !all().length) return;
  if (warned) return store([]);
  event.preventDefault();
  warned = true;
  show("Sign out again to throw away what waits here.");
});
addEventListener("storage", ({ key }) => key === WAITING && show());

if (all().length) {
  show();
  run();
}
