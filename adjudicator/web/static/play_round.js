// A round on this device: dice are shaken and time runs without the network; what is typed is kept until it is sent.

import { read } from "./connection.js";
import { keep, kept } from "./play_kept.js";

const form = document.querySelector("form.round");
const { play: id, changed } = form.dataset;
const stage = form.querySelector(".stage");
const board = form.elements.namedItem("board");

// What was typed and not sent. It belongs to the page at the same number of changes.

const typed = () =>
  [...form.elements].filter((each) => each.name && each.type !== "hidden" && each.tagName !== "BUTTON" && each.name !== "brush");

function write() {
  const fields = typed().map((each) => [each.name, each.type === "radio" ? each.checked : each.value]);
  keep(id, { draft: { changed, fields } });
}

const before = kept(id).draft;
if (before?.changed === changed && before.fields.length === typed().length) {
  for (const [number, each] of typed().entries()) {
    const [name, value] = before.fields[number];
    if (name !== each.name) continue;
    if (each.type === "radio") each.checked = value;
    else each.value = value;
  }
  for (const each of [board, form.elements.namedItem("rows")]) each?.dispatchEvent(new Event("input", { bubbles: true }));
}
form.addEventListener("input", write);
form.addEventListener("click", () => setTimeout(write)); // keys and tiles that are tapped send no input

// How many words are on each list.

function count() {
  for (const hand of form.querySelectorAll(".hand")) {
    const words = hand.querySelector("textarea").value.split(/[\s,;]+/).filter(Boolean).length;
    hand.querySelector(".count").textContent = words ? `${words} word${words === 1 ? "" : "s"}` : "no words yet";
  }
}
count();
form.addEventListener("input", count);

// What stands over the tiles: that one may lay them, until they lie there.

const legend = stage?.querySelector(".tapped legend");
function entitle() {
  if (legend) legend.textContent = board.value.trim() ? legend.dataset.laid : legend.dataset.empty;
}
entitle();
form.addEventListener("input", entitle);
form.addEventListener("click", () => setTimeout(entitle));

// The dice.

function chance(most) {
  const limit = Math.floor(2 ** 32 / most) * most;
  let number = limit;
  while (number >= limit) [number] = crypto.getRandomValues(new Uint32Array(1));
  return number % most;
}

function shaken(dice, rows) {
  const bag = [...dice];
  return rows
    .map((row) =>
      [...row]
        .map((place) => {
          if (place === ".") return ".";
          const [die] = bag.splice(chance(bag.length), 1);
          const face = die[chance(die.length)];
          return face === "Q" ? "Qu" : face;
        })
        .join(""),
    )
    .join("\n");
}

form.querySelector(".shakes")?.addEventListener("click", (event) => {
  const { dice, rows } = event.target.dataset;
  if (!dice) return;
  event.preventDefault();
  board.value = shaken(dice.split(" "), rows.split("/"));
  board.dispatchEvent(new Event("input", { bubbles: true }));
  const rings = stage.hasAttribute("data-rings");
  cover(!rings && !clock.off && clock.seconds > 0);
  set({ end: null, left: null });
  write();
});

// The time: when it ends, or what is left of it while it is held.

const box = form.querySelector(".clock");
const clock = { seconds: Number(box?.dataset.seconds ?? 0), end: null, left: null, off: false, ...(kept(id).clocks?.[form.dataset.round] ?? {}) };
let told = 0; // the second that was spoken last
let sounds = null;

function left() {
  if (clock.end) return Math.max(0, clock.end - Date.now());
  return clock.left ?? clock.seconds * 1000;
}

function cover(on) {
  stage.classList.toggle("covered", on);
  stage.querySelector(".lid").hidden = !on;
}

function set(change) {
  Object.assign(clock, change);
  const clocks = { ...kept(id).clocks, [form.dataset.round]: clock };
  keep(id, { clocks });
  show();
}

function text(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function show() {
  const [go, off] = ["go", "off"].map((name) => box.querySelector(`[data-clock="${name}"]`));
  const over = clock.end && !left();
  box.querySelector(".time").textContent = over ? "Time is up!" : text(left());
  go.textContent = clock.end && !over ? "Hold" : clock.left === null || over ? "Start" : "Go on";
  off.textContent = clock.off ? "Use the timer" : "No timer";
  off.setAttribute("aria-pressed", clock.off);
  box.classList.toggle("off", clock.off);
  stage.classList.toggle("running", Boolean(clock.end && !over));
}

function say(words) {
  box.querySelector("[role=status]").textContent = words;
}

function ring() {
  if (!sounds || !box.querySelector(".sound").checked) return;
  for (const beat of [0, 0.35, 0.7]) {
    const [tone, loud] = [sounds.createOscillator(), sounds.createGain()];
    tone.frequency.value = 880;
    loud.gain.setValueAtTime(0.25, sounds.currentTime + beat);
    loud.gain.exponentialRampToValueAtTime(0.001, sounds.currentTime + beat + 0.3);
    tone.connect(loud).connect(sounds.destination);
    tone.start(sounds.currentTime + beat);
    tone.stop(sounds.currentTime + beat + 0.3);
  }
}

function tick() {
  if (!clock.end) return;
  const seconds = Math.ceil(left() / 1000);
  show();
  if (seconds === told) return;
  if (told && seconds === 0) {
    say("Time is up. Pens down!");
    ring();
  } else if ([60, 30, 10].includes(seconds)) say(`${seconds} seconds left`);
  told = seconds;
}

const DOES = {
  go() {
    cover(false);
    const over = clock.end && !left();
    if (clock.end && !over) return set({ left: left(), end: null });
    sounds ??= window.AudioContext ? new AudioContext() : null;
    told = Math.ceil((over ? clock.seconds * 1000 : left()) / 1000);
    set({ end: Date.now() + (over ? clock.seconds * 1000 : left()), left: null });
    say("The time runs.");
  },
  off() {
    cover(false);
    set({ off: !clock.off, end: null, left: null });
  },
  big() {
    const on = !stage.classList.contains("big");
    enlarge(on);
    if (on) stage.requestFullscreen?.().catch(() => {});
  },
};

function enlarge(on) {
  stage.classList.toggle("big", on);
  if (!on && document.fullscreenElement) document.exitFullscreen();
  box.querySelector('[data-clock="big"]').textContent = on ? "Make it small" : "Show it big";
}

if (box) {
  box.addEventListener("click", (event) => {
    const does = event.target.dataset.clock;
    if (!does) return;
    if (DOES[does]) return DOES[does]();
    const after = Math.max(0, left() + Number(does) * 1000);
    if (clock.end) set({ end: Date.now() + after });
    else if (clock.left !== null) set({ left: after });
    else set({ seconds: after / 1000 });
  });
  document.addEventListener("fullscreenchange", () => document.fullscreenElement || enlarge(false));
  document.addEventListener("keydown", (event) => event.key === "Escape" && enlarge(false));
  setInterval(tick, 250);
  show();
}

// Who is ready on a device of their own.

const hands = form.querySelector(".hands");
const ASKED = 3_000; // milliseconds between two questions

// Who has no tiles left finished first, unless somebody says otherwise here; and how many the others have left.
function tell() {
  const nobody = form.querySelector(".finisher");
  if (!nobody) return;
  let first = "";
  for (const hand of hands.querySelectorAll("[data-tiles]")) {
    const name = hand.querySelector("bdi").textContent;
    const { tiles } = hand.dataset;
    if (tiles === "0") first ||= name;
    form.querySelector(`[data-player="${CSS.escape(name)}"] input[inputmode]`).placeholder = tiles;
  }
  nobody.textContent = first ? `${first} finished first, says a phone` : nobody.dataset.nobody;
}

async function ask() {
  if (navigator.onLine && !document.hidden) {
    try {
      const list = (await read(hands.dataset.ready, new AbortController())).querySelector(".ready");
      if (list.textContent !== hands.textContent) hands.replaceChildren(list);
      tell();
    } catch {
      // it is asked again
    }
  }
  setTimeout(ask, ASKED);
}
if (hands) {
  tell();
  ask();
}
