// What makes the pages of house lists quicker: the search answers as you type, words are saved without a new page, what the rules say of a
// word stands beside it while you type, and the list is gone through by keys. Each of them works without this, too.

const WAIT = 150; // milliseconds after the last key

async function pageAt(address, options) {
  const response = await fetch(address, options);
  return { response, page: new DOMParser().parseFromString(await response.text(), "text/html") };
}

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
      const { response, page } = await pageAt(address, { signal: asked.signal });
      if (!response.ok) return;
      document.getElementById("found").replaceChildren(...page.getElementById("found").childNodes);
      document.getElementById("count").textContent = page.getElementById("count").textContent;
      history.replaceState(null, "", address);
      choosing();
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

function unanswered(form) {
  const told = document.getElementById("unanswered") ?? document.createElement("p");
  Object.assign(told, { id: "unanswered", className: "fault", textContent: "No answer came: the connection may be gone. Try again; what is done twice is done once." });
  told.setAttribute("role", "alert");
  form.prepend(told);
}

// Send a form that changes words, and put what comes back in the place of this page: the focus stays where it was, or goes on to the next
// word where its own is gone.
async function send(form, button) {
  const body = new FormData(form, button);
  const at = document.activeElement;
  const line = at?.closest?.(".line");
  const lines = [...document.querySelectorAll(".line")];
  const after = line ? lines.slice(lines.indexOf(line)).map((each) => each.id) : [];
  const open = [...document.querySelectorAll("main details[open]")].map((each) => each.className);
  form.setAttribute("aria-busy", "true");
  let found;
  try {
    found = await pageAt(form.getAttribute("action"), { method: "POST", body: new URLSearchParams(body) });
  } catch {
    form.removeAttribute("aria-busy");
    unanswered(form);
    return;
  }
  const { response, page } = found;
  const main = page.getElementById("main");
  document.getElementById("main").replaceChildren(...(main ?? page.body).childNodes);
  document.title = page.title;
  if (response.redirected) history.replaceState(null, "", response.url);
  for (const each of document.querySelectorAll("main details")) each.open ||= open.includes(each.className) && each.className !== "";
  begin();
  const alert = document.querySelector("[role=alert]");
  const next = after.map((id) => document.getElementById(id)).find(Boolean);
  const target = alert
    ? document.getElementById("conflict") || alert
    : form.matches(".word-form")
      ? document.getElementById("word")
      : next?.querySelector("[type=checkbox]") || document.getElementById("undo") || document.getElementById(at?.id);
  if (alert && target) target.tabIndex = -1;
  target?.focus();
}

// The words of the list by keys: arrows go from one to the next, a allows, d does not allow, r removes, u takes the last deed back.
function choosing() {
  const form = document.querySelector(".acting");
  const all = document.getElementById("pick-all");
  if (!form || !all || all.closest(".pick-all").hidden === false) return;
  all.closest(".pick-all").hidden = false;
  const picks = () => [...form.querySelectorAll(".line [type=checkbox]")];
  const count = () => {
    const chosen = picks().filter((each) => each.checked).length;
    document.getElementById("picked").textContent = chosen ? `${chosen} chosen` : "";
    all.checked = chosen > 0 && chosen === picks().length;
    all.indeterminate = chosen > 0 && !all.checked;
  };
  all.addEventListener("change", () => {
    for (const each of picks()) each.checked = all.checked;
    count();
  });
  form.addEventListener("change", count);
  form.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !event.target.matches(".line [type=checkbox]")) return;
    const here = picks();
    const place = here.indexOf(event.target);
    const deed = { a: "allow", d: "deny", r: "remove" }[event.key];
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const next = here[place + (event.key === "ArrowDown" ? 1 : -1)];
      if (!next) return;
      if (event.shiftKey) next.checked = event.target.checked = true;
      next.focus();
      count();
    } else if (event.key === "u") {
      document.getElementById("undo")?.click();
    } else if (deed) {
      if (!here.some((each) => each.checked)) event.target.checked = true;
      form.requestSubmit(form.querySelector(`button[name=deed][value=${deed}]`));
    } else return;
    event.preventDefault();
  });
  count();
}

// What the rules say of the word that is typed, beside it.
function knowing(field) {
  const told = document.getElementById("under-rules");
  let timer = 0;
  let asked = null;
  field.addEventListener("input", () => {
    clearTimeout(timer);
    asked?.abort();
    if (!field.value.trim()) {
      told.replaceChildren();
      return;
    }
    timer = setTimeout(async () => {
      asked = new AbortController();
      try {
        const { response, page } = await pageAt(`${told.dataset.from}&word=${encodeURIComponent(field.value)}`, { signal: asked.signal });
        if (response.ok) told.replaceChildren(...page.body.childNodes);
      } catch (error) {
        if (error.name !== "AbortError") told.replaceChildren();
      }
    }, WAIT);
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

function begin() {
  const here = document.querySelector(".tabs [aria-current]");
  const tabs = here?.closest("ul");
  if (tabs) tabs.scrollLeft = here.offsetLeft - tabs.clientWidth / 2;
  const search = document.querySelector(".search[role=search]");
  if (search) searching(search);
  choosing();
  const word = document.querySelector(".word-form #word");
  if (word) knowing(word);
  for (const button of document.querySelectorAll("[data-copy]")) copying(button);
  const print = document.getElementById("print");
  if (print) {
    print.hidden = false;
    print.addEventListener("click", () => window.print());
  }
}

document.addEventListener("submit", (event) => {
  if (event.defaultPrevented) return; // it waits until the server can be reached, and is sent again then
  if (!event.target.matches(".word-form, .acting, .done form, .paste form, form.pasted, .queue form")) return;
  event.preventDefault();
  send(event.target, event.submitter);
});
begin();
