// What this browser keeps of the site, and gives out where no network is: the files, the pages that know nobody, the pack, and the last pages of
// games, which go when somebody else looks at the site. For a game that is played on the device it gives out an empty page of its rules, which
// scripts fill. The site says in SITE what it has.

const SITE = {{ site|tojson }};
const SHELLS = "adjudicator-shell-";
const SHELL = SHELLS + SITE.edition;
const PACKS = "adjudicator-packs";
const GAMES = "adjudicator-games";
const HOUSES = "adjudicator-houses";
const PATIENCE = 3_000; // milliseconds before a page that is kept takes the place of one that does not come
const MOST_GAMES = 4; // pages of games that are kept
const MOST_HOUSES = 8; // house lists that are kept as they were seen last, and as many of revisions
const PERSON = "Adjudicator-Person"; // the header in which a page says who looks at it
const GONE = [502, 503, 504]; // what a proxy says where no server is behind it
const WHATEVER = { ignoreVary: true };

let filling = null;
let turns = 0; // pages that were asked for, and comings and goings
let seen = { turn: 0, person: null }; // who looks at the page that was asked for last of those that have come

// Keep what is not kept yet, one after the other; return whether everything is. What does not come is asked for the next time.
async function fill() {
  const shell = await caches.open(SHELL);
  const kept = new Set((await shell.keys()).map((each) => each.url.slice(location.origin.length)));
  const pages = [...SITE.pages, ...SITE.rules.map(gameBy)];
  for (const path of [...SITE.files, ...pages].filter((each) => !kept.has(each))) {
    const response = await fetch(pages.includes(path) ? asCopy(path) : path, { credentials: "omit" });
    if (!response.ok || response.redirected) return false;
    await shell.put(path, response);
  }
  for (const name of await caches.keys()) {
    if (![SHELL, PACKS, GAMES, HOUSES].includes(name) && name.startsWith("adjudicator-")) await caches.delete(name);
  }
  const packs = await caches.open(PACKS);
  const latest = await fetch(SITE.latest, { credentials: "omit", cache: "no-cache" });
  if (!latest.ok) return false;
  const { url } = (await latest.clone().json()).pack;
  if (!(await packs.match(url, WHATEVER))) {
    const pack = await fetch(url, { credentials: "omit" });
    if (!pack.ok) return false;
    await packs.put(url, pack);
  }
  await packs.put(SITE.latest, latest);
  for (const each of await packs.keys()) {
    if (![url, SITE.latest].includes(new URL(each.url).pathname)) await packs.delete(each);
  }
  for (const each of await (await caches.open(HOUSES)).keys()) await house(new Request(each, { credentials: "omit", cache: "no-cache" }));
  return true;
}

const asCopy = (path) => `${path}${path.includes("?") ? "&" : "?"}part=copy`;
const gameBy = (ruleset) => `${SITE.game}?ruleset=${encodeURIComponent(ruleset)}`;

// Return the empty page of a game that is played on this device, by the rules that its address names or has in it.
async function emptyGame(url) {
  const given = url.searchParams;
  if (!SITE.steps.includes(url.pathname) || given.has("game")) return;
  try {
    const ruleset = given.has("g") ? (await unpacked(given.get("g"))).ruleset : given.get("ruleset");
    return await kept(gameBy(ruleset ?? SITE.rules[0]));
  } catch {
    // an address that is not whole
  }
}

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(plain).json();
}

// Return what is kept of the site at an address: of this edition, or else of the one before, which stays until this one is whole.
async function kept(address) {
  const others = (await caches.keys()).filter((each) => each.startsWith(SHELLS) && each !== SHELL);
  for (const cacheName of [SHELL, ...others]) {
    const found = await caches.match(address, { cacheName, ...WHATEVER });
    if (found) return found;
  }
}

// Throw away the games of anybody else, and keep this one; nothing is kept of whoever has gone since it was asked for.
async function keepGames(request, response, turn) {
  const person = response.headers.get(PERSON);
  if (person === null) return; // no page of this site's
  if (turn > seen.turn) seen = { turn, person };
  const games = await caches.open(GAMES);
  for (const each of await games.keys()) {
    if ((await games.match(each, WHATEVER))?.headers.get(PERSON) !== seen.person) await games.delete(each);
  }
  if (!response.ok || !SITE.games.includes(new URL(request.url).pathname) || person !== seen.person) return;
  await games.delete(request, WHATEVER);
  await games.put(request, response);
  if (person !== seen.person) await games.delete(request, WHATEVER);
  for (const old of (await games.keys()).slice(0, -MOST_GAMES)) await games.delete(old);
}

// Somebody comes or goes: games are kept again when a page that is asked for from now on says who looks at it.
function forgetGames() {
  seen = { turn: ++turns, person: null };
  return caches.delete(GAMES);
}

// A page: from the network, or as it is kept where that is slow or there is none.
async function page(event) {
  const { request } = event;
  const url = new URL(request.url);
  const known = SITE.games.includes(url.pathname) ? await caches.match(request, { cacheName: GAMES, ...WHATEVER }) : await kept(url.pathname);
  const copy = known ?? (await emptyGame(url));
  const turn = ++turns;
  const asked = fetch(request);
  event.waitUntil(asked.then((response) => keepGames(request, response.clone(), turn)).catch(() => {}));
  try {
    const late = new Promise((done) => copy && setTimeout(done, PATIENCE, copy));
    const response = await Promise.race([asked, late]);
    return GONE.includes(response.status) && copy ? copy : response;
  } catch {
    return copy ?? (await kept(SITE.nothing)) ?? Response.error();
  }
}

async function file(request, found) {
  return (await found) ?? fetch(request);
}

async function latest(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(SITE.latest, { cacheName: PACKS, ...WHATEVER })) ?? Response.error();
  }
}

// Whether a house list is asked for as it was at a revision; pages count those that they offer, which are not, alone.
function isOfRevision({ url }) {
  return new URL(url).search !== "";
}

// What a house list changes of the pack: as it is now, or as it was seen last, where that is asked for or no network is.
async function house(request) {
  const houses = await caches.open(HOUSES);
  const known = await houses.match(request, WHATEVER);
  if (known && request.cache === "force-cache") return known;
  try {
    const response = await fetch(request);
    if (response.status === 404) await houses.delete(request, WHATEVER);
    if (!response.ok) return (GONE.includes(response.status) && known) || response;
    await houses.delete(request, WHATEVER);
    await houses.put(request, response.clone());
    await keepGameOf(request, known?.headers.get("ETag") === response.headers.get("ETag")).catch(() => {});
    const all = await houses.keys();
    for (const some of [all.filter(isOfRevision), all.filter((each) => !isOfRevision(each))]) {
      for (const old of some.slice(0, -MOST_HOUSES)) await houses.delete(old);
    }
    return response;
  } catch {
    return known ?? new Response("", { status: 502 });
  }
}

// Keep the empty page of a game by a house list as well.
async function keepGameOf(request, isSame) {
  const url = new URL(request.url);
  const address = gameBy(`house:${decodeURIComponent(url.pathname.slice(SITE.houses.length).split("/")[0])}`);
  if (url.search || (isSame && (await kept(address)))) return;
  const page = await fetch(asCopy(address), { credentials: "omit" });
  if (page.ok && !page.redirected) await (await caches.open(SHELL)).put(address, page);
}

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("message", (event) => {
  if (event.data !== "keep") return;
  filling ??= fill()
    .catch(() => false)
    .finally(() => (filling = null));
  event.waitUntil(filling.then((whole) => event.source.postMessage(whole ? "kept" : "later")));
});
addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.method !== "GET") {
    if (SITE.persons.some((each) => pathname.startsWith(each))) event.waitUntil(forgetGames());
    return;
  }
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (pathname === SITE.latest) event.respondWith(latest(request));
  else if (pathname.startsWith(SITE.houses) && pathname.endsWith("/pack")) event.respondWith(house(request));
  else if (pathname.startsWith(SITE.packs)) event.respondWith(file(request, caches.match(request, { cacheName: PACKS, ...WHATEVER })));
  else if (pathname.startsWith(SITE.static)) event.respondWith(file(request, kept(request)));
});
