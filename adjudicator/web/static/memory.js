// What this browser remembers of whoever uses it, and what a page knows of itself and of the network. Whatever does without a server imports it.

export const SOON = 3_000; // milliseconds after a page stands
export const AGAIN = 20_000; // milliseconds before what did not come is asked for again
export const TRIES = 4; // times that a page asks for it
export const ROOT = new URL("../../", import.meta.url); // the files are at static/<edition>/ below it
export const saves = navigator.connection?.saveData === true;
export const copy = "copy" in document.body.dataset; // whether this page is what was kept, and not what the server says now

export function pause(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}

// Resolves when there is a network again, after some milliseconds at the latest.
export function networkWithin(milliseconds) {
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener("online", end);
      done();
    };
    const timer = setTimeout(end, milliseconds);
    addEventListener("online", end);
  });
}

// Resolves when the page stands and has nothing to do.
export async function idle() {
  if (document.readyState !== "complete") await new Promise((done) => addEventListener("load", done, { once: true }));
  await new Promise((done) => (window.requestIdleCallback ? requestIdleCallback(done, { timeout: SOON }) : setTimeout(done)));
}

export const WAITING = "adjudicator-waiting"; // what waits to be sent
export const HOUSES = "adjudicator-houses"; // the house lists that this device has: name → title and scoring
export const CHOSEN = "adjudicator-ruleset"; // the rules that were chosen last, for pages that were kept and know nobody

// Return the house lists that this device has.
export function housesHere() {
  return rememberedData(HOUSES, {});
}

// Choose in a list the rules that are asked for, or those that were chosen last on this device; its house lists are offered, too.
export function chooseLast(list, asked) {
  const name = asked || remembered(CHOSEN);
  for (const [id, { title, scoring }] of Object.entries(housesHere())) {
    const known = [...list.options].find((each) => each.value === id); // as it was when the page was kept
    const option = known ?? new Option("", id);
    option.text = title;
    option.dataset.scoring = JSON.stringify(scoring);
    if (!known) list.add(option);
  }
  if (asked && ![...list.options].some((each) => each.value === asked)) list.add(new Option(asked, asked));
  if ([...list.options].some((each) => each.value === name)) list.value = name;
}

// Return what this browser remembers by a name; null where there is nothing, or it remembers nothing at all.
export function remembered(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

// Return the data that this browser remembers by a name; what is *otherwise* so where there are none that can be read.
export function rememberedData(name, otherwise) {
  try {
    return JSON.parse(remembered(name)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

// Remember a text by a name; return whether this browser does: it may be full, or keep nothing.
export function remember(name, text) {
  try {
    localStorage.setItem(name, text);
    return true;
  } catch {
    return false;
  }
}

export const PERSON = "adjudicator-person"; // who looked last at a page that knows it

// Return who looks at this page, by the id of their token: the page says so, or, where it is kept and knows nobody, the one before.
export function person() {
  return document.body.dataset.person ?? remembered(PERSON) ?? "nobody";
}
