// Judge mode: the answer fills the screen, and goes away by itself, with the next key or with a tap. No word is kept anywhere.

const SHOWN = 8_000; // milliseconds
const form = document.querySelector("form.judge");
const place = document.getElementById("sealed");
let timer;
let asking;

function answered() {
  return place.querySelector("section");
}

function clear() {
  if (!form) return location.replace(place.querySelector("a").href);
  clearTimeout(timer);
  place.replaceChildren();
  form.hidden = false;
  form.elements.words.focus();
}

function show(...nodes) {
  place.replaceChildren(...nodes);
  if (!answered()) return;
  form.elements.words.value = "";
  form.hidden = true;
  answered().focus();
  timer = setTimeout(clear, SHOWN);
}

async function judge() {
  asking?.abort();
  asking = new AbortController();
  const play = new URLSearchParams(new FormData(form));
  play.set("part", "sealed");
  try {
    const response = await fetch(form.action, { method: "POST", body: play, signal: asking.signal });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    show(...page.body.children);
  } catch (error) {
    if (error.name !== "AbortError") show(document.getElementById("no-answer").content.cloneNode(true));
  }
}

form?.addEventListener("submit", (event) => {
  event.preventDefault();
  judge();
});
document.addEventListener("keydown", (event) => {
  const modifier = ["Shift", "Control", "Alt", "AltGraph", "Meta"].includes(event.key);
  if (!answered() || modifier || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key.length > 1 || event.key === " ") event.preventDefault();
  clear(); // a letter goes on into the field
});
place.addEventListener("click", (event) => {
  if (!answered()) return;
  event.preventDefault();
  clear();
});
addEventListener("pagehide", () => form?.reset());
if (answered()) timer = setTimeout(clear, SHOWN);
