// What the dictionaries say of a word opens where the word stands, and nothing is left. Without this script it is a link.

import { read } from "./connection.js";

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
