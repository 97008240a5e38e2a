// Disputes: the page of one asks every now and then how it stands while people vote, and the form of a new one shows
// the verdicts as soon as its words or rules change. What is put in place comes from the server as it is.

const PAUSE = 1500; // milliseconds between two looks

// Put what is new in the place of what `old` has, and leave the focus where it was, and what somebody is typing.
function put(old, next) {
  const focused = document.activeElement?.id;
  const typed = [...old.querySelectorAll("input[id]")].filter((each) => each.value !== each.defaultValue);
  old.replaceChildren(...next.childNodes);
  for (const { id, value } of typed) {
    const field = document.getElementById(id);
    if (field) field.value = value;
  }
  if (focused && document.activeElement?.id !== focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

async function read(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(answer.statusText);
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

const now = document.getElementById("now");
const said = document.getElementById("said");
const part = (place) => place.querySelector("[data-version]");

async function look() {
  if (!document.hidden) {
    try {
      const page = await read(now.dataset.now);
      if (part(page) && part(page).dataset.version !== part(now).dataset.version) {
        put(now, page.body);
        said.textContent = part(now).dataset.said;
        document.title = part(now).dataset.title;
      }
    } catch {
      // The network may come back: the next look tells.
    }
  }
  if (now.querySelector("[data-open]")) setTimeout(look, PAUSE);
}

if (now) setTimeout(look, PAUSE);

const form = document.getElementById("challenge");
let asked = 0;

async function judge() {
  const turn = ++asked;
  const fields = new URLSearchParams(new FormData(form));
  for (const name of ["form_key", "shown", "by"]) fields.delete(name);
  try {
    const page = await read(`${form.dataset.form}?${fields}`);
    const about = page.getElementById("about");
    if (turn === asked && about) put(document.getElementById("about"), about);
  } catch {
    // The form shows the verdicts, or what is wrong, when it is sent.
  }
}

for (const id of ["word", "ruleset"]) form?.elements[id].addEventListener("change", judge);
