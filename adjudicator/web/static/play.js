// Keeps games in this browser: where each has come to, and what was typed and is not sent yet; and waits for the network where a form is sent.
// Without this script the game is in the address of its pages, and forms are sent as they are.

import { reached } from "./connection.js";
import { networkWithin } from "./offline.js";

const PREFIX = "adjudicator-game-";
const MOST = 20; // games that are kept
const AGAIN = 4_000; // milliseconds before a server that does not answer is asked again

// Return what is kept of a game; nothing where there is none, or the browser keeps nothing.
export function kept(id) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + id)) ?? {};
  } catch {
    return {};
  }
}

// Keep what has changed of a game; the oldest ones are forgotten.
export function keep(id, change) {
  try {
    localStorage.setItem(PREFIX + id, JSON.stringify({ ...kept(id), ...change, at: Date.now() }));
    for (const [old] of all().slice(MOST)) forget(old);
  } catch {
    // a browser that keeps nothing, or has no room: the address of the page still has the game
  }
}

function forget(id) {
  localStorage.removeItem(PREFIX + id);
}

function all() {
  const ids = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
  const found = ids.map((name) => [name.slice(PREFIX.length), kept(name.slice(PREFIX.length))]);
  return found.filter(([, game]) => game.address).sort(([, one], [, other]) => other.at - one.at);
}

// The page of a game: it is where one goes on, unless one has been farther.

const game = document.querySelector("[data-play]");
if (game) {
  const { play: id, changed, title, players, said, round } = game.dataset;
  const known = kept(id);
  if (!known.address || Number(changed) >= known.changed) {
    keep(id, { address: location.href, changed: Number(changed), title, players, said, round });
  } else if (known.address !== location.href) {
    const later = document.querySelector(".later");
    later.querySelector("a").href = known.address;
    later.hidden = false;
  }
}

// The list of games to go on with.

const begun = document.querySelector(".begun");
if (begun) {
  const [list, sample] = [begun.querySelector("ul"), begun.querySelector("template").content.firstElementChild];
  let games = [];
  try {
    games = all();
  } catch {
    games = [];
  }
  for (const [id, known] of games) {
    if (document.querySelector(`[data-kept="${CSS.escape(id)}"]`)) continue; // the server offers it already
    const made = sample.cloneNode(true);
    const link = made.querySelector("a");
    link.href = known.address;
    link.querySelector("b").textContent = `${known.title}: ${known.players}`;
    link.querySelector("span").textContent = known.said;
    const button = made.querySelector("button");
    button.setAttribute("aria-label", `Forget the game of ${known.players}`);
    button.addEventListener("click", () => {
      forget(id);
      made.remove();
      begun.hidden = !list.children.length;
    });
    list.append(made);
  }
  begun.hidden = !list.children.length;
}

// A form that waits: it is sent as soon as the server can be reached.

const notice = document.querySelector(".waits");

for (const form of document.querySelectorAll("form[data-waits]")) {
  let button = null; // the one that was pressed last
  let waiting = false;
  let sure = false;
  form.addEventListener("submit", async (event) => {
    if (sure) return;
    event.preventDefault();
    button = event.submitter;
    if (waiting) return;
    waiting = true;
    while (!(await reached(notice.dataset.probe))) {
      notice.hidden = false;
      document.dispatchEvent(new Event("waits"));
      await networkWithin(AGAIN);
    }
    notice.hidden = true;
    waiting = false;
    sure = true;
    form.requestSubmit(button);
    sure = false;
  });
}
