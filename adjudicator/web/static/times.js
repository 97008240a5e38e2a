// Times as the reader's clock shows them. The page has them in UTC, which stays as their title.

const DAY = { day: "numeric", month: "long", year: "numeric" };
const MOMENT = { ...DAY, hour: "2-digit", minute: "2-digit" };

function local(time) {
  const at = new Date(time.dateTime);
  if (time.title || Number.isNaN(at.getTime())) return;
  const utc = time.textContent;
  time.title = utc;
  time.textContent = at.toLocaleString("en-GB", utc.endsWith("UTC") ? MOMENT : DAY).replace(" at ", ", ");
}

function all(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return;
  if (node.matches("time")) local(node);
  node.querySelectorAll("time").forEach(local);
}

all(document.body);
new MutationObserver((changes) => {
  for (const change of changes) change.addedNodes.forEach(all);
}).observe(document.getElementById("main"), { subtree: true, childList: true });
