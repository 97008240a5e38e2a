// Words that were looked up, in this browser alone; where nothing can be kept, nothing is.

const MOST = 12; // words that are kept
const STORE = "adjudicator.recent";

const section = document.querySelector(".recent");
const chip = document.getElementById("recent-word").content.firstElementChild;
const [forget, undo] = section.querySelectorAll("button");
let draft = ""; // the word that was kept last, as long as somebody goes on typing it
let forgotten = []; // until the page is left

function kept() {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? "[]").filter((each) => typeof each === "string");
  } catch {
    return [];
  }
}

function store(words) {
  try {
    localStorage.setItem(STORE, JSON.stringify(words));
  } catch {
    return;
  }
  list();
}

// Keep a word; it takes the place of the one before if that was on the way to it.
export function keep(word) {
  if (!word || word === draft) return;
  const others = kept().filter((each) => each !== word && each !== draft);
  draft = word;
  store([word, ...others].slice(0, MOST));
}

// What is kept from now on is another word, and not what the one before becomes.
export function begin() {
  draft = "";
}

// Show what is kept, each word with its link under the rules that are chosen.
export function list() {
  const form = document.querySelector("form.ask");
  const words = kept();
  const made = words.map((word) => {
    const line = chip.cloneNode(true);
    const leads = new URL(form.action);
    leads.searchParams.set("word", word);
    leads.searchParams.set("ruleset", form.elements.ruleset.value);
    line.firstElementChild.href = leads;
    line.firstElementChild.textContent = word;
    return line;
  });
  section.querySelector("ul").replaceChildren(...made);
  if (words.length) forgotten = [];
  forget.hidden = words.length === 0;
  undo.hidden = forgotten.length === 0;
  section.hidden = forget.hidden && undo.hidden;
}

forget.addEventListener("click", () => {
  forgotten = kept();
  begin();
  store([]);
  undo.focus();
});
undo.addEventListener("click", () => {
  store(forgotten);
  forget.focus();
});
