// The words of a review that come next, on an open page: without a network, the next one stands where the one before was, whose verdict waits.

import { read } from "./connection.js";
import { idle, saves } from "./memory.js";

const queue = document.querySelector("[data-more]");
let more = [];

async function bring() {
  await idle();
  const page = await read(queue.dataset.more, new AbortController());
  more = [...page.querySelectorAll(".case")];
  queue.dataset.here = "";
}

document.addEventListener("waits", () => {
  const next = more.shift();
  if (!next) return; // none was brought: the word stays
  document.getElementById("left")?.remove(); // the server alone knows how many
  queue.querySelector(".case").replaceWith(next);
  const heading = next.querySelector("h2");
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
});

if (!saves) bring().catch(() => {});
