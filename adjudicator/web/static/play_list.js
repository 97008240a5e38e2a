// A list on a device of one's own: what is typed is kept until it is sent, and the page goes on with the game.

import { read } from "./connection.js";

const ASKED = 3_000; // milliseconds between two questions

const form = document.querySelector("form.own");
const field = form?.querySelector("#words");
const name = `adjudicator-list-${form?.dataset.playList}`;

if (form) {
  try {
    field.value = localStorage.getItem(name) ?? field.value;
    form.addEventListener("input", () => localStorage.setItem(name, field.value));
  } catch {
    // a browser that keeps nothing
  }
}

const game = document.querySelector("[data-ready]");

async function ask() {
  if (navigator.onLine && !document.hidden) {
    try {
      const now = (await read(game.dataset.ready, new AbortController())).querySelector(".ready").dataset;
      if (now.round !== game.dataset.round || now.scored !== game.dataset.scored) return location.reload();
    } catch {
      // it is asked again
    }
  }
  setTimeout(ask, ASKED);
}
ask();
