// The pack on this device: words judged without asking anybody. It is fetched once, when nothing else is to be done, and not by who saves data;
// later pages have it from what the browser keeps.

import { AGAIN, ROOT, SOON, TRIES, idle, networkWithin, pause, remember, remembered, saves } from "./memory.js";
import { kept } from "./offline.js";

const STORE = "adjudicator-pack";
let held = null; // the pack, with what reads it
let houses = null; // what has the house lists, from the first one on

// Return the pack and what judges by it: { pack, judgement, overall … }; null as long as it is not here.
export function hand() {
  return held;
}

// Return the same for a ruleset; null where this device cannot answer by it.
export function handFor(ruleset) {
  return held?.pack.rulesets.some((each) => each.id === ruleset) && !houses?.lacks(ruleset) ? held : null;
}

// Have a ruleset on the device; a house list is brought, as it was seen last. Resolves when it is here, or cannot be had.
export async function bring(ruleset) {
  await stands;
  if (!held || !ruleset.startsWith("house:")) return;
  houses ??= await import("./houses.js").catch(() => null);
  await houses?.bring(held, ruleset);
}

// Bring a house list as it is now where the server has judged by another one than this device would.
export async function compare(ruleset, digest) {
  await bring(ruleset);
  if (houses && digest && houses.listOf(ruleset)?.digest !== digest) await houses.renew(ruleset);
}

// Return how a house list is named on a card, in front of the lexicon; nothing for another ruleset.
export function listed(ruleset) {
  const list = houses?.listOf(ruleset);
  return list ? `list \u2068${list.title}\u2069 revision ${list.revision}, ` : "";
}

// Return how the lexicon of the pack is named on a card.
export function edition() {
  return `${held.pack.lexicon.replace("sha256:", "").slice(0, 6)}…`;
}

async function fetched(address, options) {
  const response = await fetch(address, options);
  if (!response.ok) throw new Error(response.statusText);
  return response;
}

async function take({ url, digest }) {
  if (held?.pack.digest === digest) return;
  const [reader, device, response] = await Promise.all([import("./reader.js"), import("./device.js"), fetched(url, { cache: "force-cache" })]);
  const pack = new reader.Pack(new Uint8Array(await response.arrayBuffer()));
  held = { ...reader, ...device, pack };
  await houses?.move(held);
  document.documentElement.dataset.pack = pack.digest;
}

async function begin() {
  if (saves) return new Promise(() => {});
  await idle();
  try {
    const known = JSON.parse(remembered(STORE));
    if (known) await take(known);
  } catch {
    // it is not kept any more
  }
  const latest = current();
  if (!held) await latest;
}

// Fetch the pack that the server judges by now, if it is another one.
async function current() {
  for (let left = TRIES; left > 0; left--) {
    try {
      await pause(SOON);
      await kept; // the worker has it then, and it comes from there
      const { pack } = await (await fetched(new URL("v1/packs/latest", ROOT))).json();
      await take(pack);
      remember(STORE, JSON.stringify({ url: pack.url, digest: pack.digest }));
      return;
    } catch {
      await networkWithin(AGAIN);
    }
  }
}

// Resolves when a ruleset is here if the device has kept the pack, or after a while.
export async function soon(ruleset) {
  if (held || (!saves && remembered(STORE))) await Promise.race([bring(ruleset), pause(SOON)]);
}

// Resolves when the pack is here, or has been asked for in vain; never, where it is not fetched.
const stands = begin().then(hand);

stands.then(() => document.querySelectorAll("select[name=ruleset]").forEach(({ value }) => bring(value)));
document.addEventListener("change", ({ target }) => target.matches("select[name=ruleset]") && bring(target.value));
