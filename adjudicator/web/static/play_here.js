// The lists of a round while it waits for the network: what the pack on this device says of each word, on the board as it lies. What becomes of
// words that several players have, the page says by the rules.

import { bring, edition, handFor, listed } from "./pack.js";

const form = document.querySelector("form.round[data-rules]");
const place = document.getElementById("here");

function make(name, text, kind = "") {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = kind;
  return made;
}

function told(device, board, word, ruleset, scoring) {
  const { pack, judgement, keyOf, pointsOf, ringsOf } = device;
  const said = judgement(pack, word, ruleset);
  const key = said.code && keyOf(word);
  const rings = key && board ? ringsOf(board, key, pack.rules(ruleset).reuse) : 0;
  if (rings < 0) return ["struck", "not on the board"];
  if (!said.legal) return ["struck", said.sentence];
  const worth = pointsOf(scoring, key.length, rings);
  return ["counts", `${worth} point${worth === 1 ? "" : "s"}`];
}

async function show() {
  const { rules } = form.dataset;
  await bring(rules);
  const device = handFor(rules);
  if (!device) return;
  const scoring = JSON.parse(form.dataset.scoring);
  let board = null;
  try {
    board = device.boardOf(form.elements.namedItem("board").value);
  } catch {
    // no board, or one that the server has to look at: words are judged alone
  }
  const hands = [...form.querySelectorAll(".hand")].map((hand) => {
    const words = hand.querySelector("textarea").value.split(/[\s,;]+/).filter(Boolean);
    const list = make("ul", "", "rows");
    for (const word of new Set(words)) {
      const [kind, why] = told(device, board, word, rules, scoring);
      const line = make("li", "", kind);
      const outcome = make("p", word, "outcome");
      outcome.append(" ", make("b", kind === "counts" ? why : "no points"));
      line.append(outcome);
      if (kind === "struck") line.append(make("p", why, "fine"));
      list.append(line);
    }
    const shown = document.createElement("details");
    shown.append(make("summary", `${hand.querySelector("summary b").textContent}: ${list.children.length} word${list.children.length === 1 ? "" : "s"}`), list);
    return shown;
  });
  const note = make("p", `Offline answer, ${listed(rules)}lexicon ${edition()}. ${place.dataset.shared}`, "fine");
  place.replaceChildren(make("h2", "What this device says of your words"), note, ...hands);
}

if (form) bring(form.dataset.rules);
if (form) document.addEventListener("waits", show);
