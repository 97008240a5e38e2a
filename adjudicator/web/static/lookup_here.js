// The card of a word as this device judges it, from the pack: at once while somebody types, and alone where no server answers.

import { edition, handFor, listed } from "./pack.js";

const SETTLED = { settled: "settled", disputable: "open to dispute" };

function line(each, link, quoted) {
  const made = document.createElement("li");
  made.className = each.legal ? "counts" : "struck";
  const name = document.createElement(each.code ? "a" : "span");
  name.textContent = each.word;
  if (each.code) name.href = link(quoted(each.word));
  const said = document.createElement("b");
  said.textContent = each.code ? (each.legal ? "legal" : "not legal") : "no word";
  const why = document.createElement("span");
  why.className = "fine";
  why.textContent = `${each.sentence}${each.certainty === "disputable" ? " Open to dispute." : ""}`;
  made.append(name, " ", said, " ", why);
  return made;
}

// Return the card of what was typed, filled into `made`, which `name` writes the word into; null where the pack cannot say. While somebody is
// `typing`, a word that is too short so far is not refused.
export function cardHere(made, text, { rules, typing, name, link }) {
  const ruleset = rules.value;
  const device = handFor(ruleset);
  const typed = text.trim();
  if (!device || !typed) return null;
  const { pack, judgement, overall, wordsIn, BadWord } = device;
  const title = rules.selectedOptions[0].textContent;
  const answer = made.querySelector(".answer");
  const at = (selector) => made.querySelector(selector);
  const tell = (kind, shape, strong, why) => {
    answer.classList.add(...kind.split(" "));
    at(".shape").textContent = shape;
    at("strong").textContent = strong;
    at(".why").textContent = why;
    return why;
  };
  let said;
  try {
    said = wordsIn(typed).map((word) => judgement(pack, word, ruleset));
  } catch (error) {
    if (!(error instanceof BadWord)) throw error;
    said = [{ word: typed, code: "", sentence: error.message }];
  }
  const [only] = said;
  const quoted = (word) => (wordsIn(word).length === 1 && wordsIn(word)[0] === word ? word : `"${word}"`);
  name(made);
  at(".list").textContent = listed(ruleset);
  at(".lexicon").textContent = edition();
  at(".certainty").textContent = SETTLED[only.certainty] ?? "";
  if (said.length > 1) {
    const [strong, why] = overall(said);
    const legal = said.every((each) => each.legal);
    tell(legal ? "legal" : "illegal", legal ? "✓" : "✕", strong, why);
    at(".asked").textContent = `${said.length} words`;
    at(".asked").classList.remove("unseen");
    at(".tiles").replaceChildren();
    at(".certainty").textContent = "each by itself";
    at(".words").append(...said.map((each) => line(each, link, quoted)));
    at(".grounds").hidden = false;
    Object.assign(made.dataset, { title: `${said.length} words: ${strong.toLowerCase()} in ${title}`, said: `${said.length} words: ${strong}. ${why}` });
  } else if (!only.code) {
    const why = at(".why");
    tell("blank", "!", "", only.sentence);
    why.id = "fault";
    at(".asked").textContent = "Is it a word?";
    at(".asked").classList.remove("unseen");
    at(".tiles").replaceChildren();
    at("strong").remove();
    Object.assign(made.dataset, { title: "Is it a word?", said: only.sentence });
  } else if (typing && only.code === "too-short") {
    const why = tell("blank begun", "…", "keep typing", `Words have ${pack.rules(ruleset).least} letters or more here.`);
    Object.assign(made.dataset, { title: `${only.word} …`, said: `${only.word}: keep typing. ${why}` });
  } else {
    const strong = only.legal ? "LEGAL" : "NOT LEGAL";
    tell(only.legal ? "legal" : "illegal", only.legal ? "✓" : "✕", strong, only.sentence);
    if (only.certainty === "disputable") answer.classList.add("disputable");
    at(".open").hidden = only.certainty !== "disputable";
    Object.assign(made.dataset, { title: `${only.word}: ${strong.toLowerCase()} in ${title}`, said: `${only.word}: ${strong}. ${only.sentence}`, word: quoted(only.word) });
  }
  made.dataset.title += " · Adjudicator";
  return made;
}
