// The drawing of a board that the device has read itself; board.js lights a word's way on it.

const SVG = "http://www.w3.org/2000/svg";
const PITCH = 100; // from the middle of a tile to the middle of the next

function make(name, attributes, text = "") {
  const made = document.createElementNS(SVG, name);
  for (const [each, value] of Object.entries(attributes)) made.setAttribute(each, value);
  made.textContent = text;
  return made;
}

const nameOf = ({ face, ring }) => `${face[0].toUpperCase()}${face.slice(1)}${ring ? " with a ring" : ""}`;

// Draw a board into the empty figure of a page.
export function draw(figure, board) {
  const svg = figure.querySelector("svg");
  svg.setAttribute("viewBox", `0 0 ${board[0].length * PITCH} ${board.length * PITCH}`);
  svg.dataset.told = `The board: ${board.map((row) => row.filter(Boolean).map(nameOf).join(" ")).join("; ")}`;
  svg.setAttribute("aria-label", svg.dataset.told);
  for (const [down, row] of board.entries()) {
    for (const [across, tile] of row.entries()) {
      if (!tile) continue;
      const [x, y] = [across, down].map((each) => each * PITCH + PITCH / 2);
      const drawn = make("g", { class: "tile", "data-place": `row ${down + 1}, place ${across + 1}`, "data-at": `${x},${y}` });
      drawn.append(make("rect", { x: x - 45, y: y - 45, width: 90, height: 90, rx: 14 }));
      if (tile.ring) drawn.append(make("circle", { cx: x, cy: y, r: 37 }));
      svg.querySelector(".tiles").append(drawn);
      const isLong = tile.face.length > 2;
      const [face] = nameOf(tile).split(" ");
      svg.querySelector(".faces").append(make("text", { x, y: y + (isLong ? 14 : 17), ...(isLong && { class: "long" }) }, face));
      svg.querySelector(".orders").append(make("text", { x: x - 38, y: y - 21 }));
    }
  }
}
