// A page of a game that somebody else plays on goes on with it: to the result of a round, to what it is after a challenge, to one's list of the next round.

import { read } from "./connection.js";

const ASKED = 3_000; // milliseconds between two questions

const { follow, ...shown } = document.querySelector("[data-follow]").dataset;
const watched = shown.scored === undefined ? ["round", "changed"] : ["round", "scored"]; // lists come while a round is played, and change nothing here

async function ask() {
  if (navigator.onLine && !document.hidden) {
    try {
      const now = (await read(follow, new AbortController())).querySelector(".ready").dataset;
      if (watched.some((name) => now[name] !== shown[name])) return location.reload();
    } catch {
      // it is asked again
    }
  }
  setTimeout(ask, ASKED);
}
ask();
