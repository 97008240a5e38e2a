// The house lists that this device has: what each changes of the pack, as it was seen last, and as it is now as soon as there is a network. Pages
// have it from the pack's own module; the worker keeps it for when there is none.

import { HOUSES, ROOT, housesHere, remember } from "./memory.js";

const MOST = 8; // lists that a page offers without a network; the worker keeps as many
const ADDRESS = /^house:([a-z0-9-]+)(?:@([0-9]+))?$/;
const brought = new Map(); // name → when its answers can be had
const held = new Map(); // name → what it changes
let device = null; // the pack, with what reads it

async function take(name, cache) {
  const [, slug, revision] = ADDRESS.exec(name);
  const address = new URL(`v1/house-lists/${slug}/pack${revision ? `?revision=${revision}` : ""}`, ROOT);
  const response = await fetch(address, { cache, credentials: "omit" });
  const others = Object.entries(housesHere()).filter(([each]) => each !== name);
  const offer = (lists) => remember(HOUSES, JSON.stringify(Object.fromEntries(lists.slice(0, MOST))));
  if (response.status === 404) {
    held.delete(name);
    offer(others);
  }
  if (!response.ok) throw new Error(response.statusText);
  const delta = await response.json();
  device.pack.addHouse({ ...delta, id: name });
  held.set(name, delta);
  const { title, scoring } = delta;
  if (!revision) offer([[name, { title, scoring }], ...others]);
}

// Fetch a list as it is now; what cannot be had, or stands on a pack that is not here, stays as it is.
export function renew(name) {
  return ADDRESS.test(name) ? take(name, "no-cache").catch(() => {}) : Promise.resolve();
}

// Have a list on the device, as it was seen last and behind that as it is now. Resolves when it is here, or cannot be had.
export function bring(hand, name) {
  device = hand;
  if (!ADDRESS.test(name)) return Promise.resolve();
  if (!brought.has(name)) {
    const known = take(name, "force-cache");
    const now = known.catch(() => {}).then(() => renew(name));
    brought.set(name, known.catch(() => now));
  }
  return brought.get(name);
}

// Put the lists on another pack.
export async function move(hand) {
  device = hand;
  await Promise.all([...brought.keys()].map(renew));
}

// Return whether a name is that of a list that cannot be answered by: it is not here, or an entry of it has run out since.
export function lacks(name) {
  if (!name.startsWith("house:")) return false;
  const until = held.get(name)?.until;
  return !held.has(name) || (until !== null && Date.parse(until) <= Date.now());
}

// Return what a list of this device is: its title, its revision and the digest of its rules; undefined where it is not here.
export function listOf(name) {
  return held.get(name);
}

addEventListener("online", () => [...brought.keys()].forEach(renew));
