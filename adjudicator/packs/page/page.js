import { boardOf, judgement, overall, wordsIn, wordsOn } from "./device.js";
import { BadWord, Pack } from "./reader.js";

// The page: it judges what is typed, and solves a board. Whence the pack comes, the script says that begins it: file.js for the page in one file,
// site.js for a folder of files.

const SAID_AFTER = 600; // milliseconds before an answer is said aloud
const CHOSEN = "adjudicator-ruleset";

const at = (id) => document.getElementById(id);
const field = at("word");
const rules = at("ruleset");
let saying = 0;
let pack;

function make(name, text = "", kind = "") {
  const made = document.createElement(name);
  made.textContent = text;
  if (kind) made.className = kind;
  return made;
}

function card(kind, shape, asked, strong, why, open = "") {
  const shown = at("card");
  shown.className = `card ${kind}`;
  const heading = make("h3");
  const named = make("span", asked, "asked");
  named.dir = "auto";
  heading.append(named, " ", make("strong", strong));
  const mark = make("span", shape, "shape");
  mark.setAttribute("aria-hidden", "true");
  shown.replaceChildren(mark, heading, make("p", why, "why"), ...(open ? [make("p", open, "open")] : []));
  document.title = `${asked ? `${asked}: ${strong.toLowerCase()}` : "Is it a word?"} · Adjudicator, offline`;
  clearTimeout(saying);
  at("told").textContent = "";
  if (asked) saying = setTimeout(() => (at("told").textContent = `${asked}: ${strong}. ${why} ${open}`), SAID_AFTER);
}

function rows(title, each) {
  at("more").hidden = each.length === 0;
  at("more-title").textContent = title;
  const [first, second] = at("more").querySelectorAll("thead th");
  [first.textContent, second.textContent] = [title === "Each word" ? "Word" : "Rules", "Answer"];
  at("more").querySelector("tbody").replaceChildren(
    ...each.map(({ name, legal, code, certainty, sentence }) => {
      const row = make("tr");
      const head = make("th", name);
      head.scope = "row";
      head.dir = "auto";
      const said = make("td");
      said.append(make("b", code === "" ? "no word" : legal ? "legal" : "not legal", legal ? "yes" : "no"), ` ${sentence}`);
      if (certainty === "disputable") said.append(" Open to dispute.");
      row.append(head, said);
      return row;
    }),
  );
}

// Show the answer to what stands in the field. While somebody types, a word that is too short so far is not refused yet.
function answer(typing) {
  const typed = field.value.trim();
  field.removeAttribute("aria-invalid");
  if (!typed) {
    card("blank", "?", "", "Type a word", "You get a yes or a no, and why.");
    return rows("", []);
  }
  let words;
  try {
    words = wordsIn(typed);
  } catch (error) {
    if (!(error instanceof BadWord)) throw error;
    card("blank", "!", "", "Too many words", error.message);
    return rows("", []);
  }
  const said = words.map((word) => judgement(pack, word, rules.value));
  if (said.length > 1) {
    const all = said.every((each) => each.legal);
    card(all ? "legal" : "illegal", all ? "✓" : "✕", `${said.length} words`, ...overall(said));
    return rows("Each word", said.map((each) => ({ ...each, name: each.word })));
  }
  const [only] = said;
  if (only.code === "") {
    card("blank", "!", "", "No word", only.sentence);
    field.setAttribute("aria-invalid", "true");
    return rows("", []);
  }
  if (typing && only.code === "too-short") {
    card("blank", "…", only.word, "Keep typing", `Words have ${pack.rules(rules.value).least} letters or more here.`);
    return rows("", []);
  }
  const open = only.certainty === "disputable" ? "Open to dispute: players may vote on it." : "";
  card(only.legal ? "legal" : "illegal", only.legal ? "✓" : "✕", only.word, only.legal ? "LEGAL" : "NOT LEGAL", only.sentence, open);
  return rows("Under all rules", pack.rulesets.map((each) => ({ ...judgement(pack, only.word, each.id), name: each.title })));
}

function find() {
  at("found").replaceChildren();
  at("fault").hidden = true;
  let board;
  try {
    board = boardOf(at("drawing").value);
  } catch (fault) {
    at("fault").textContent = fault;
    at("fault").hidden = false;
    at("drawing").setAttribute("aria-invalid", "true");
    return;
  }
  at("drawing").removeAttribute("aria-invalid");
  const words = wordsOn(pack, board, rules.value);
  const shown = [make("p", `${words.length.toLocaleString("en-GB")} word${words.length === 1 ? "" : "s"} in ${pack.rules(rules.value).title}.`)];
  for (const length of [...new Set(words.map((word) => word.length))].sort((one, other) => other - one)) {
    const some = words.filter((word) => word.length === length);
    const list = make("ul");
    list.append(...some.map((word) => make("li", word)));
    shown.push(make("h3", `${length} letter${length === 1 ? "" : "s"}: ${some.length}`), list);
  }
  at("found").append(...shown);
}

function remember() {
  try {
    localStorage.setItem(CHOSEN, rules.value);
  } catch {
    // a browser that keeps nothing for files
  }
}

function remembered() {
  try {
    return localStorage.getItem(CHOSEN);
  } catch {
    return null;
  }
}

function tell() {
  const { version } = JSON.parse(at("facts").textContent);
  at("digests").textContent = `Pack ${pack.digest}, lexicon ${pack.lexicon}, Adjudicator ${version}, ${pack.size.toLocaleString("en-GB")} words.`;
  at("sources").append(...pack.sources.map(({ title, edition, attribution, licence }) => make("li", `${title}, ${edition}. ${attribution} ${licence}`)));
}

// Return the bytes that gzip has packed.
export async function unzipped(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// Begin with the pack that `found` resolves to; where there is none, say what to do.
export async function begin(found, advice) {
  if (!("DecompressionStream" in window)) return card("blank", "!", "", "This browser is too old", "It cannot unpack the words. Open the page in a newer one.");
  try {
    pack = new Pack(await found());
  } catch (error) {
    return card("blank", "!", "", "The words are not here", `${advice} (${error.message})`);
  }
  rules.append(...pack.rulesets.map(({ id, title }) => new Option(title, id)));
  if (pack.rulesets.some((each) => each.id === remembered())) rules.value = remembered();
  tell();
  document.documentElement.dataset.ready = "";
  answer(true);
}

field.addEventListener("input", () => pack && answer(true));
rules.addEventListener("change", () => {
  remember();
  answer(false);
  if (at("found").childElementCount) find();
});
document.querySelector(".ask").addEventListener("submit", (event) => {
  event.preventDefault();
  if (pack) answer(false);
});
document.querySelector(".solve").addEventListener("submit", (event) => {
  event.preventDefault();
  if (pack) find();
});
