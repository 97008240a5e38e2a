// A game goes on without a network: what its forms make of it is worked out on this device, and its next page has it in its address, which the worker
// answers. What was begun here waits to be handed over to the server, as far as it has come.

import { ROOT, person } from "./memory.js";
import { handFor, soon } from "./pack.js";
import { keep, kept } from "./play_kept.js";
import { Faults, begun, packed, resultSent, roundSent, unpacked, withDraft } from "./play_sitting.js";
import { joined, scored, whoseOf } from "./play_score.js";

const BOARDS = [13, 16, 25]; // tiles of the boards that are shaken
const MOST_PAST = 10; // states of a game that the server looks at

// Return the rules of a game from its empty page, as the worker has kept it; undefined where it has not.
export async function rulesOf(ruleset) {
  const address = new URL(`play/here?ruleset=${encodeURIComponent(ruleset)}`, ROOT);
  const response = await window.caches?.match(address, { ignoreVary: true });
  const page = response && new DOMParser().parseFromString(await response.text(), "text/html");
  return page && rulesIn(page);
}

export function rulesIn(page) {
  return JSON.parse(page.getElementById("game").dataset.rules);
}

export async function addressOf(step, sitting) {
  return new URL(`play/${step}?g=${await packed(sitting)}`, ROOT).href;
}

// Return how the round begins that is played, after those before it; null where the game is over.
export function leadOfRound(sitting, rules, device) {
  return scored({ ...sitting, rounds: sitting.rounds.slice(0, -1) }, rules, device).next;
}

function afterRound(sitting, form, rules, device) {
  const lead = leadOfRound(sitting, rules, device);
  if (!lead) return [sitting, "result"];
  const typed = form.get("board") ?? "";
  const draft = roundSent(sitting, form, whoseOf(lead, sitting.players), device.boardOf);
  if (form.has("save")) return [withDraft(sitting, { ...draft, scored: false }), "round"];
  const isBoard = [/(?:Qu|\([^()]*\)|\S)\*?/g, /(?:qu|\([^()]*\)|\S)\*?/gi].some((tile) => BOARDS.includes(typed.match(tile)?.length));
  if (!/[/\n]/.test(typed.trim()) && isBoard) {
    throw new Faults("All the letters are in one row. Put a line break or / after each row.");
  }
  const counted = withDraft(sitting, { ...draft, scored: true });
  scored(counted, rules, device);
  return [counted, "result"];
}

function afterResult(sitting, form, rules, device) {
  const [next, step] = resultSent(sitting, form);
  scored(next, rules, device);
  return [next, step];
}

const AFTER = {
  players: (_, form, rules) => [begun(form, rules), "round"],
  round: afterRound,
  result: afterResult,
};

function tell(form, faults) {
  const said = document.getElementById("fault") ?? document.createElement("div");
  Object.assign(said, { id: "fault", className: "fault" });
  said.setAttribute("role", "alert");
  said.replaceChildren(...faults.map((each) => Object.assign(document.createElement("p"), { textContent: each })));
  form.prepend(said);
  said.scrollIntoView({ block: "center" });
}

// Do what a form asks for on this device, and go on to the next page; return whether this device could, or has said what is wrong.
export async function goOn(form, button) {
  const step = new URL(form.getAttribute("action"), location.href).pathname.split("/").at(-1);
  const text = new URLSearchParams(location.search).get("g");
  const isNew = step === "players";
  if (!AFTER[step] || (!isNew && !text) || !window.CompressionStream) return false;
  const before = isNew ? null : await unpacked(text);
  const ruleset = isNew ? form.elements.namedItem("ruleset").value : before.ruleset;
  const rules = await rulesOf(ruleset);
  await soon(ruleset);
  const device = handFor(ruleset);
  if (!rules || !device) return false;
  try {
    const [sitting, to] = AFTER[step](before, new FormData(form, button), rules, device);
    const address = await addressOf(to, sitting);
    if (isNew && person() !== "nobody") keep(sitting.id, { begun: person() });
    await handOver(sitting, address);
    location.href = address;
  } catch (error) {
    if (!(error instanceof Faults)) throw error;
    tell(form, error.faults);
  }
  return true;
}

// Have a game wait that was begun here by somebody who may keep it, in the place of what waits of it already.
async function handOver(sitting, address) {
  const by = kept(sitting.id).begun;
  if (!by) return;
  const { newKey, tried, wait } = await import("./waiting.js");
  const { pathname } = new URL("play/keep", ROOT);
  const g = new URL(address).searchParams.get("g");
  const past = tried(sitting.id).flatMap((body) => body.getAll("past").concat(body.get("g"))).slice(-MOST_PAST);
  wait({
    id: newKey(),
    changed: sitting.changed,
    same: `game-${sitting.id}`,
    game: sitting.id,
    action: pathname,
    body: new URLSearchParams([["by", by], ["g", g], ...past.map((each) => ["past", each])]).toString(),
    what: `Game of ${joined(sitting.players)}`,
    page: address,
    person: by,
  });
}
