// What the dictionaries say of a word opens where the word stands, and nothing is left; and where a device without a network has counted otherwise, the
// page says so. Without this script what the dictionaries say is a link.

import { read } from "./connection.js";
import { kept } from "./play_kept.js";

const { play, changed } = document.querySelector("[data-play]").dataset;
const counted = kept(play).counted;
const shown = [...document.querySelectorAll(".totals tbody tr")].map((each) => [each.querySelector("th").textContent, Number(each.lastElementChild.textContent)]);
if (counted?.changed === Number(changed) && shown.some(([name, total]) => counted.totals[name] !== total)) {
  const told = Object.entries(counted.totals).map(([name, total]) => `${name} ${total}`);
  const note = document.createElement("p");
  note.className = "fault";
  note.setAttribute("role", "status");
  note.textContent = `Without a network this device had counted ${told.join(", ")}. The points below are settled.`;
  document.querySelector(".totals").before(note);
}

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-verdict-of]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  const place = document.createElement("div");
  place.className = "opened";
  place.setAttribute("role", "status");
  place.textContent = "Looking it up …";
  link.replaceWith(place);
  const address = new URL(link.href);
  address.searchParams.set("part", "answer");
  try {
    const page = await read(address, new AbortController());
    const answer = page.querySelector(".answer");
    const title = answer.querySelector("h1");
    const heading = Object.assign(page.createElement("p"), { className: "heading" });
    heading.append(...title.childNodes);
    title.replaceWith(heading);
    place.replaceChildren(answer, link);
    link.removeAttribute("data-verdict-of");
    link.textContent = "All of it";
  } catch (error) {
    place.replaceChildren(`${error.message} `, link);
  }
});
