// The tiles of a crossword, to be coloured by tapping. The fields with rows and owners are what is sent; the tiles follow them.

const part = document.querySelector("[data-crossword]");
const [rows, owners] = [part.querySelector("[name=rows]"), part.querySelector("[name=owners]")];
const laid = part.querySelector(".laid");
const [square, gap] = part.querySelector("template").content.firstElementChild.children;
const NOBODY = ".";

const lines = (field) => field.value.split("\n").map((line) => line.trimEnd().replaceAll(" ", NOBODY));
const brush = () => part.querySelector("[name=brush]:checked");

function ownerAt(down, across) {
  return lines(owners)[down]?.[across]?.toLowerCase() ?? NOBODY;
}

// Writes whose tile each is: that of the brush for a new tile, and nobody's where none lies.
function settle() {
  const drawn = lines(rows).map((line, down) =>
    [...line].map((tile, across) => {
      if (tile === NOBODY) return NOBODY;
      const owner = ownerAt(down, across);
      return owner === NOBODY ? brush().value : owner;
    }),
  );
  owners.value = drawn.map((line) => line.join("")).join("\n");
}

function colour(tile, owner) {
  const label = part.querySelector(`[name=brush][value="${CSS.escape(owner)}"]`)?.parentElement;
  tile.className = label ? `square of-${owner}` : "square";
  tile.querySelector("small").textContent = label ? owner.toUpperCase() : "";
  tile.setAttribute("aria-label", `${tile.dataset.place}: ${label ? label.textContent.trim() : "nobody"}`);
}

function draw() {
  laid.replaceChildren(
    ...lines(rows).map((line, down) => {
      const made = document.createElement("div");
      made.className = "line";
      made.append(
        ...[...line].map((letter, across) => {
          if (letter === NOBODY) return gap.cloneNode();
          const tile = square.cloneNode(true);
          tile.querySelector("span").textContent = letter.toUpperCase();
          tile.dataset.at = `${down} ${across}`;
          tile.dataset.place = `${letter.toUpperCase()}, row ${down + 1}, place ${across + 1}`;
          colour(tile, ownerAt(down, across));
          return tile;
        }),
      );
      return made;
    }),
  );
}

rows.addEventListener("input", () => {
  settle();
  draw();
});
owners.addEventListener("input", draw);
laid.addEventListener("click", (event) => {
  const tile = event.target.closest("button");
  if (!tile) return;
  const [down, across] = tile.dataset.at.split(" ").map(Number);
  const drawn = lines(owners).map((line) => [...line]);
  drawn[down][across] = brush().value;
  owners.value = drawn.map((line) => line.join("")).join("\n");
  colour(tile, brush().value);
});
if (!owners.value.trim()) settle(); // what was typed before this ran, or what the browser put back
draw();
