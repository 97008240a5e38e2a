// The forms of the API's documentation: each sends the call that it describes and shows what comes back.
// Everything that is shown goes in as text. The addresses and the lines for a shell are those of docs.py.
// Only the sections around the forms are asked for anything: a form's fields hide what a form itself can do,
// so that one called “after” takes the place of form.after.

const page = document.querySelector(".docs");
const told = page.dataset.base;
const base = location.origin + page.dataset.root;
const HEADERS = [
  "Content-Type", "Location", "ETag", "Cache-Control", "Adjudicator-Lexicon", "Adjudicator-Ruleset",
  "Idempotency-Replayed", "RateLimit-Policy", "RateLimit", "Retry-After", "X-Request-Id",
];
const token = document.getElementById("token");
const STAND_IN = "adj_…"; // for the token in the lines for a shell: the secret itself is shown nowhere
const MOST = 200_000; // characters of an answer that are shown

// What the fields of an operation say: the address, the header fields without the token, and the body.
function callOf(operation) {
  let path = operation.dataset.path;
  const query = new URLSearchParams();
  const headers = {};
  let body = null;
  for (const field of operation.querySelectorAll("[data-in]")) {
    const { name, in: place, default: usual } = field.dataset;
    const value = field.value;
    if (place === "body") {
      body = value;
      headers["Content-Type"] = "application/json";
    } else if (place === "path") {
      if (value === "." || value === "..") throw new RangeError(`${name} cannot be “${value}”.`);
      path = path.replace(`{${name}}`, () => encodeURIComponent(value));
    } else if (value !== "" && value !== usual) {
      if (place === "query") query.append(name, value);
      if (place === "header") headers[name] = value;
    }
  }
  const asked = query.toString();
  const address = base + path + (asked && "?" + asked);
  return { method: operation.dataset.method, address, headers, body, needsToken: "token" in operation.dataset };
}

function withToken({ headers, needsToken }, secret) {
  return needsToken && secret ? { Authorization: `Bearer ${secret}`, ...headers } : headers;
}

function quoted(text) {
  return "'" + text.replaceAll("'", "'\\''") + "'";
}

function curl(call) {
  const { method, address, body } = call;
  const parts = ["curl"];
  if (method !== (body === null ? "GET" : "POST")) parts.push("-X", method);
  parts.push(quoted(address));
  const headers = Object.entries(withToken(call, STAND_IN));
  for (const [name, value] of headers) parts.push("-H", quoted(`${name}: ${value}`));
  if (body !== null) parts.push("--data-raw", quoted(body));
  return parts.join(" ");
}

// Return the text of an answer, JSON a member a line.
function shown(text, type) {
  let said = text;
  if (/\bjson\b/.test(type) && !type.includes("ndjson")) {
    try {
      said = JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      said = text;
    }
  }
  return said.length > MOST ? `${said.slice(0, MOST)}\n… (${said.length.toLocaleString("en-GB")} characters in all)` : said;
}

function show(operation, call, response, text) {
  const place = operation.querySelector(".came");
  place.replaceChildren(document.getElementById("result").content.cloneNode(true));
  place.querySelector(".method").textContent = call.method;
  place.querySelector(".asked-for").textContent = call.address;
  const list = place.querySelector("dl");
  for (const name of HEADERS.filter((each) => response.headers.has(each))) {
    const line = document.createElement("div");
    for (const [kind, said] of [["dt", name], ["dd", response.headers.get(name)]]) {
      line.append(Object.assign(document.createElement(kind), { textContent: said }));
    }
    list.append(line);
  }
  place.querySelector("pre code").textContent = shown(text, response.headers.get("Content-Type") ?? "");
}

const running = new WeakMap();

async function send(operation) {
  const status = operation.querySelector(".told");
  running.get(operation)?.abort();
  const control = new AbortController();
  running.set(operation, control);
  try {
    const call = callOf(operation);
    status.textContent = "Asking…";
    const started = performance.now();
    const response = await fetch(call.address, {
      method: call.method,
      headers: withToken(call, token.value.trim()),
      body: call.body,
      cache: "no-store",
      credentials: "omit",
      signal: control.signal,
    });
    const text = await response.text();
    const spent = Math.max(1, Math.round(performance.now() - started));
    show(operation, call, response, text);
    status.textContent = `${response.status} ${response.statusText} in ${spent} ms`;
  } catch (error) {
    if (error.name === "AbortError") return;
    operation.querySelector(".came").replaceChildren();
    status.textContent = error instanceof RangeError ? error.message : `No answer: ${error.message}.`;
  }
}

async function copy(operation) {
  const line = operation.querySelector(".curl code");
  const status = operation.querySelector(".told");
  try {
    await navigator.clipboard.writeText(line.textContent);
    status.textContent = "Copied.";
  } catch {
    getSelection().selectAllChildren(line);
    status.textContent = "Marked; copy it with the keyboard.";
  }
}

for (const place of page.querySelectorAll(".base, .curl code")) {
  place.textContent = place.textContent.replace(told, () => base);
}
for (const operation of page.querySelectorAll(".operation")) {
  const line = operation.querySelector(".curl code");
  operation.addEventListener("input", () => {
    try {
      line.textContent = curl(callOf(operation));
    } catch {
      // A value that cannot stand in an address: the line stays, and sending says why.
    }
  });
  operation.addEventListener("submit", (event) => {
    event.preventDefault();
    send(operation);
  });
  operation.querySelector(".copy").addEventListener("click", () => copy(operation));
  operation.querySelector("[type=submit]").disabled = false;
}
page.classList.add("live");
