// Keeps the files of the folder, and gives them out whether there is a network or not. What stands before it says which they are.

const kept = caches.open(SITE.cache);

async function keep() {
  const cache = await kept;
  const known = new Set((await cache.keys()).map((each) => each.url));
  const missing = SITE.files.map((each) => new URL(each, location.href).href).filter((each) => !known.has(each));
  await cache.addAll(missing.map((each) => new Request(each, { cache: "reload" }))); // a host lets browsers keep files of the last edition
  await skipWaiting();
}

async function take() {
  for (const name of await caches.keys()) {
    if (name.startsWith(SITE.prefix) && name !== SITE.cache) await caches.delete(name);
  }
  await clients.claim();
}

async function answer(request) {
  const cache = await kept;
  const page = request.mode === "navigate" ? await cache.match("index.html") : undefined;
  return page ?? (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
}

addEventListener("install", (event) => event.waitUntil(keep()));
addEventListener("activate", (event) => event.waitUntil(take()));
addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});
