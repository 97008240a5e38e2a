// Asks the server for a part of a page, and says what happened where no answer comes.

const PATIENCE = 6_000; // milliseconds before an answer is given up
const SAYS = {
  offline: "There is no network.",
  often: "Too many questions came from here at once.",
  busy: "The server is busy.",
  gone: "The server cannot be reached.",
  slow: "The answer takes too long.",
  fault: "The server has made a mistake.",
};

// Why no answer came, as a key of SAYS, and the seconds after which the server wants to be asked again; 0 where it has not said.
export class NoAnswer extends Error {
  constructor(kind, seconds = 0) {
    super(SAYS[kind]);
    this.kind = kind;
    this.seconds = seconds;
  }

  static of(response) {
    const seconds = Number(response.headers.get("Retry-After")) || 0;
    if (response.status === 429) return new NoAnswer("often", seconds);
    if (response.status === 503) return new NoAnswer("busy", seconds);
    return new NoAnswer([502, 504].includes(response.status) ? "gone" : "fault", seconds);
  }
}

// Return whether the server can be reached, by an address that costs it nothing.
export async function reached(probe) {
  if (!navigator.onLine) return false;
  try {
    return (await fetch(probe, { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

// Return what an address answers, read as a page. Throws NoAnswer, or what the caller's own end of waiting throws.
export async function read(address, controller, options = {}) {
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    controller.abort();
  }, PATIENCE);
  try {
    const response = await fetch(address, { ...options, signal: controller.signal });
    if (!response.ok) throw NoAnswer.of(response);
    return new DOMParser().parseFromString(await response.text(), "text/html");
  } catch (error) {
    if (late) throw new NoAnswer("slow");
    if (error instanceof NoAnswer || controller.signal.aborted) throw error;
    throw new NoAnswer(navigator.onLine ? "gone" : "offline");
  } finally {
    clearTimeout(timer);
  }
}
