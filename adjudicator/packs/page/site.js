import { begin, unzipped } from "./page.js";

// The page in a folder fetches its pack, once, and has a worker keep the folder's files for when there is no network.

const { pack, cache } = JSON.parse(document.getElementById("facts").textContent);

async function fetched() {
  const response = await fetch(pack);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  const known = "caches" in window ? await caches.open(cache) : null; // HTTPS or this computer alone
  await known?.put(pack, response.clone());
  return unzipped(await response.arrayBuffer());
}

async function keep() {
  if (!navigator.serviceWorker) return;
  await navigator.serviceWorker.register("service-worker.js", { updateViaCache: "none" });
  await navigator.serviceWorker.ready;
  document.documentElement.dataset.kept = "";
}

begin(fetched, "Open the page again when there is a network.").then(keep);
