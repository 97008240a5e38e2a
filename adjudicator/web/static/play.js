// Keeps in this browser where a game has come to, and offers those that were begun. Where a form is sent without a network the game goes on here, if
// this device can go on with it, or waits.
// Without this script the game is in the address of its pages, and forms are sent as they are.

import { reached } from "./connection.js";
import { copy, networkWithin, saves } from "./memory.js";
import { kept as siteKept } from "./offline.js";
import { all, forget, keep, kept } from "./play_kept.js";

const AGAIN = 4_000; // milliseconds before a server that does not answer is asked again

// The page of a game: it is where one goes on, unless one has been farther, or the server has it by now.

const game = document.querySelector("[data-play]");
if (game && !copy && kept(game.dataset.play).handed >= Number(game.dataset.changed) && new URLSearchParams(location.search).has("g")) {
  location.replace(kept(game.dataset.play).address);
} else if (game) {
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

// What judges on this device, at hand for when there is no network; by then the worker has it.

if (navigator.serviceWorker && !saves) siteKept.then(() => import("./pack.js"));

// A form that waits: it is sent as soon as the server can be reached, unless this device can do what it asks for. It always does so of a game that
// was begun here and that the server has not.

const notice = document.querySelector(".waits");
const isHere = () => copy || Boolean(game && kept(game.dataset.play).begun);

// Return whether this device does what a form asks for. Without a worker there is no page to go on to.
async function goesOnHere(form, button) {
  if (!navigator.serviceWorker?.controller) return false;
  const device = await import("./play_device.js").catch(() => null); // where a worker has not kept everything yet
  return device ? device.goOn(form, button) : false;
}

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
    const isThere = !isHere() && (await reached(notice.dataset.probe));
    if (!isThere && (await goesOnHere(form, button))) return (waiting = false);
    while (!(await reached(notice.dataset.probe))) {
      notice.hidden = false;
      document.dispatchEvent(new Event("waits"));
      await networkWithin(AGAIN);
    }
    notice.hidden = true;
    waiting = false;
    if (copy) return location.reload(); // what is kept of a page cannot be sent
    sure = true;
    form.requestSubmit(button);
    sure = false;
  });
}
