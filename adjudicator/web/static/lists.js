// What makes the pages of house lists quicker: the search answers as you type, a link is copied by a button.
// Each of them works without this, too.

const WAIT = 150; // milliseconds after the last key

// Ask for the page that the form of the search would lead to, and take the words out of it.
function searching(form) {
  let timer = 0;
  let asked = null;

  async function look() {
    asked?.abort();
    asked = new AbortController();
    const query = new URLSearchParams([...new FormData(form)].filter(([, value]) => value));
    const address = query.size ? `${form.action}?${query}` : form.action;
    try {
      const response = await fetch(address, { signal: asked.signal });
      if (!response.ok) return;
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      document.getElementById("found").replaceChildren(...page.getElementById("found").childNodes);
      document.getElementById("count").textContent = page.getElementById("count").textContent;
      history.replaceState(null, "", address);
    } catch (error) {
      if (error.name !== "AbortError") throw error;
    }
  }

  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(look, WAIT);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(timer);
    look();
  });
}

function copying(button) {
  const link = document.getElementById(button.dataset.copy);
  const said = document.querySelector("[data-copied]");
  button.hidden = false;
  button.addEventListener("click", async () => {
    link.select();
    try {
      await navigator.clipboard.writeText(link.value);
      said.textContent = "Copied.";
    } catch {
      said.textContent = "Marked; copy it with the keyboard.";
    }
  });
}

const search = document.querySelector(".search");
if (search) searching(search);
for (const button of document.querySelectorAll("[data-copy]")) copying(button);
const print = document.getElementById("print");
if (print) {
  print.hidden = false;
  print.addEventListener("click", () => window.print());
}
