// Rules as they are filled in: what they change shows by itself, and each fault beside its field. Without this, a button does it.

const WAIT = 400; // milliseconds after the last change
const form = document.getElementById("maker");
const effect = document.getElementById("effect");
let timer = 0;
let asked = null;

// Where the form stands now, for the bar of the browser: nothing is lost by reloading or going back.
function address() {
  return `${form.action.split("#")[0]}?${new URLSearchParams(new FormData(form))}`;
}

async function look() {
  asked?.abort();
  asked = new AbortController();
  effect.setAttribute("aria-busy", "true");
  const now = address();
  try {
    const response = await fetch(`${now}&part=effect`, { signal: asked.signal });
    if (!response.ok) throw new Error(response.statusText);
    effect.innerHTML = await response.text();
    history.replaceState(null, "", now);
    tell();
  } catch (error) {
    if (error.name === "AbortError") return;
    effect.replaceChildren(Object.assign(document.createElement("p"), { className: "fault", textContent: "No answer came. Press “See what it changes”." }));
  }
  effect.removeAttribute("aria-busy");
}

// Say each fault beside its field, and no other.
function tell() {
  const faults = new Map([...effect.querySelectorAll("[data-path]")].map((each) => [each.dataset.path, each.dataset.said]));
  for (const place of form.querySelectorAll("[id^='fault-']")) {
    const path = place.id.slice("fault-".length);
    const field = document.getElementById(path);
    place.textContent = faults.get(path) ?? "";
    place.hidden = !faults.has(path);
    if (faults.has(path)) {
      field?.setAttribute("aria-invalid", "true");
      field?.setAttribute("aria-describedby", place.id);
      place.closest("details")?.setAttribute("open", "");
    } else {
      field?.removeAttribute("aria-invalid");
      field?.removeAttribute("aria-describedby");
    }
  }
  for (const button of effect.querySelectorAll("[data-copy]")) copying(button);
}

function copying(button) {
  const text = document.getElementById(button.dataset.copy);
  const said = effect.querySelector("[data-copied]");
  button.hidden = false;
  button.addEventListener("click", async () => {
    text.select();
    try {
      await navigator.clipboard.writeText(text.value);
      said.textContent = "Copied.";
    } catch {
      said.textContent = "Marked; copy it with the keyboard.";
    }
  });
}

form.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(look, WAIT);
});
for (const button of effect.querySelectorAll("[data-copy]")) copying(button);
