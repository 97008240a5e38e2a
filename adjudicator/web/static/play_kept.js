// The games that this browser keeps: where each has come to, and what was typed and is not sent yet.

const PREFIX = "adjudicator-game-";
const MOST = 20; // games that are kept

// Return what is kept of a game; nothing where there is none, or the browser keeps nothing.
export function kept(id) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + id)) ?? {};
  } catch {
    return {};
  }
}

// Keep what has changed of a game; the oldest ones are forgotten.
export function keep(id, change) {
  try {
    localStorage.setItem(PREFIX + id, JSON.stringify({ ...kept(id), ...change, at: Date.now() }));
    for (const [old, game] of all().slice(MOST)) if (!game.begun) forget(old);
  } catch {
    // a browser that keeps nothing, or has no room: the address of the page still has the game
  }
}

// Forget a game.
export function forget(id) {
  localStorage.removeItem(PREFIX + id);
}

// Return the games that are kept, with their ids, the one that was played last first.
export function all() {
  const ids = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
  const found = ids.map((name) => [name.slice(PREFIX.length), kept(name.slice(PREFIX.length))]);
  return found.filter(([, game]) => game.address).sort(([, one], [, other]) => other.at - one.at);
}
