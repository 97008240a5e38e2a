// What a browser keeps of this site, so that it works without a network: a worker of the browser's own has the pages that know nobody, the files
// and the pack. Nothing is kept before a page stands and is idle, and nothing where somebody saves data.

import { AGAIN, CHOSEN, PERSON, ROOT, SOON, TRIES, WAITING, idle, pause, remember, remembered, saves } from "./memory.js";

if (document.body.dataset.person) remember(PERSON, document.body.dataset.person);

document.addEventListener("change", ({ target }) => {
  if (target.matches("select[name=ruleset]")) remember(CHOSEN, target.value);
});

if ((remembered(WAITING) ?? "[]") !== "[]") import("./waiting.js");

document.addEventListener("click", ({ target }) => {
  if (target.closest("[data-again]")) location.reload();
});

// Have the worker keep what it has not; ask again after a while where it could not get everything, as when a pack is still being made, and ask the
// worker of another edition as soon as it takes over.
async function keep() {
  await idle();
  await pause(SOON);
  const { serviceWorker } = navigator;
  await serviceWorker.register(new URL("service-worker.js", ROOT), { updateViaCache: "none" });
  const registration = await serviceWorker.ready;
  let [left, asked] = [TRIES, null];
  const ask = () => {
    asked = registration.active;
    asked.postMessage("keep");
  };
  return new Promise((done) => {
    serviceWorker.addEventListener("message", ({ data }) => {
      if (data === "kept") document.documentElement.dataset.kept = "";
      else if ((left -= 1) > 0) setTimeout(ask, AGAIN);
      done();
    });
    serviceWorker.addEventListener("controllerchange", () => registration.active !== asked && ask());
    ask();
  });
}

// Resolves when the worker has tried to keep everything, or at once where there is none: at addresses without HTTPS there is not.
export const kept = saves || !navigator.serviceWorker ? Promise.resolve() : keep().catch(() => {});
