// Answers as somebody types. The server makes every answer, as it does without scripts; here it is only asked for and put in place.

const PAUSE = 30; // milliseconds without a key before it is asked
const SAID_AFTER = 600; // before the answer is said aloud: nobody wants to hear of every letter
const KEPT_AFTER = 1_500; // before a word counts as looked up, and not as one on the way to another
const MOST = 12; // words that are kept
const STORE = "adjudicator.recent";

const form = document.querySelector("form.ask");
const { word: field, ruleset: rules } = form.elements;
const place = document.getElementById("answers");
const told = document.getElementById("told");
const recent = document.querySelector(".recent");
const timers = {};
let asking;
let draft = ""; // the word that was kept last, as long as somebody goes on typing it

function later(name, act, wait) {
  clearTimeout(timers[name]);
  timers[name] = setTimeout(act, wait);
}

function address() {
  const chosen = new URL(form.action);
  if (field.value.trim()) chosen.searchParams.set("word", field.value);
  chosen.searchParams.set("ruleset", rules.value);
  return chosen;
}

function put(node) {
  place.replaceChildren(node);
  const fault = place.querySelector("#fault");
  for (const [name, value] of [["aria-invalid", "true"], ["aria-describedby", "fault"]]) {
    if (fault) field.setAttribute(name, value);
    else field.removeAttribute(name);
  }
}

function show(shown) {
  put(shown);
  const { title, said, link, word } = shown.dataset;
  document.title = title;
  if (location.pathname + location.search !== link) {
    try {
      history.replaceState(null, "", link);
    } catch {
      // Some browsers refuse after a hundred times in half a minute; the next answer says it again.
    }
  }
  told.textContent = "";
  later("say", () => (told.textContent = said), SAID_AFTER);
  later("keep", () => keep(word), KEPT_AFTER);
}

async function ask(asked = address()) {
  clearTimeout(timers.ask);
  clearTimeout(timers.keep);
  asking?.abort();
  asking = new AbortController();
  const { signal } = asking;
  asked.searchParams.set("part", "answer");
  try {
    const response = await fetch(asked, { signal });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    if (!signal.aborted) show(page.body.firstElementChild);
  } catch (error) {
    if (signal.aborted) return;
    put(document.getElementById("no-answer").content.firstElementChild.cloneNode(true));
    told.textContent = place.textContent;
  }
}

// Words that were looked up, in this browser alone; where nothing can be kept, nothing is.
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

function keep(word) {
  if (!word || word === draft) return;
  const others = kept().filter((each) => each !== word && each !== draft);
  draft = word;
  store([word, ...others].slice(0, MOST));
}

function list() {
  const words = kept();
  const chip = document.getElementById("recent-word").content.firstElementChild;
  const made = words.map((word) => {
    const line = chip.cloneNode(true);
    const link = line.firstElementChild;
    const leads = new URL(form.action);
    leads.searchParams.set("word", word);
    leads.searchParams.set("ruleset", rules.value);
    link.href = leads;
    link.textContent = word;
    return line;
  });
  recent.querySelector("ul").replaceChildren(...made);
  recent.hidden = words.length === 0;
}

async function share(button) {
  const link = new URL(button.dataset.share, location.href).href;
  const text = button.textContent;
  try {
    if (navigator.share) {
      await navigator.share({ title: document.title, url: link });
      return;
    }
    await navigator.clipboard.writeText(link);
    button.textContent = told.textContent = "Link copied";
    setTimeout(() => (button.textContent = text), 3_000);
  } catch (error) {
    if (error.name === "AbortError") return;
    const shown = document.createElement("p");
    shown.className = "fine";
    shown.textContent = link;
    button.parentElement.after(shown);
    getSelection().selectAllChildren(shown);
    told.textContent = "The link is marked; copy it with the keyboard.";
  }
}

field.addEventListener("input", () => later("ask", ask, PAUSE));
rules.addEventListener("change", () => {
  list();
  ask();
});
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  await ask();
  keep(place.firstElementChild.dataset.word);
  draft = "";
  if (matchMedia("(pointer: coarse)").matches) field.blur(); // the answer instead of the keyboard
  else field.select();
});
field.addEventListener("focus", () => (draft = ""));
place.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-share]");
  const more = event.target.closest("[data-more]");
  if (button) share(button);
  if (more && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    await ask(new URL(more.href));
    document.getElementById("proof")?.focus(); // the link is gone
  }
});
recent.querySelector("button").addEventListener("click", () => {
  store([]);
  field.focus();
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const free = event.target === document.body || event.target.matches("a, button, summary");
  if (event.key === "/" && free) {
    event.preventDefault();
    field.focus();
    field.select();
  }
  if (event.key === "Escape" && (free || event.target === field)) {
    field.value = "";
    field.focus();
    ask();
  }
});

document.documentElement.classList.add("live");
if (field.value !== field.defaultValue) ask(); // typed before this script was there
else keep(place.firstElementChild.dataset.word);
list();
