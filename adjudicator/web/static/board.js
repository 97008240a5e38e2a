// What makes boards pleasanter to use: a word's path lights up where one is, a board is tapped in tile by tile, a form grows.
// Without this script words are links to the board with their path, boards are typed in rows, and the server adds the rows of a form.

// A word's path on the drawn board.

const the = (selector) => document.querySelector(`figure.board ${selector}`); // a page of the device draws its board late

function light(link) {
  const [drawing, caption, verdict] = ["svg[data-told]", "figcaption [data-told]", "figcaption [data-verdict]"].map(the);
  const path = link.dataset.path.split(" ").map(Number);
  const tiles = [...drawing.querySelectorAll(".tile")];
  const orders = drawing.querySelectorAll(".orders text");
  for (const [number, tile] of tiles.entries()) {
    const places = path.flatMap((each, order) => (each === number ? [order + 1] : []));
    tile.classList.toggle("lit", places.length > 0);
    orders[number].textContent = places.join("·");
  }
  const way = path.map((number) => tiles[number]);
  drawing.querySelector(".way").setAttribute("points", way.map((tile) => tile.dataset.at).join(" "));
  const word = link.dataset.word ?? link.firstChild.textContent.trim();
  const places = way.map((tile) => tile.dataset.place).join("; ");
  drawing.setAttribute("aria-label", `${drawing.dataset.told}. ${word}: ${places}`);
  const worth = link.querySelector("b")?.textContent ?? link.closest("[data-each]")?.dataset.each;
  const points = worth ? `${worth} point${worth === "1" ? "" : "s"}` : link.nextElementSibling?.textContent;
  caption.textContent = points ? `${word}: ${points}` : word;
  const address = new URL(verdict.href);
  address.searchParams.set("word", word);
  verdict.href = address.href;
  verdict.hidden = false;
  document.querySelector("[data-path][aria-current]")?.removeAttribute("aria-current");
  link.setAttribute("aria-current", "true");
}

const linked = (event) => the("figcaption [data-told]") && event.target.closest("a[data-path]");
document.addEventListener("focusin", (event) => {
  if (linked(event)) light(linked(event));
});
document.addEventListener("click", (event) => {
  const link = linked(event);
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  light(link);
  if (location.pathname === link.pathname) history.replaceState(null, "", link.href);
});

// A board to be tapped in. The field with the rows is what is sent; the grid and the field follow each other.

const TILES = /(?:Qu|\([^()]*\)|.)\*?/gu;
const MOST = 12; // rows, and places of a row, that are tapped in

function tapped(entry) {
  const field = entry.querySelector("textarea");
  const grid = entry.querySelector(".grid");
  const [sample, gap] = entry.querySelector("template").content.firstElementChild.children;
  const ring = entry.querySelector('[data-key="*"]');
  const clear = entry.querySelector('[data-key=""]');
  const cells = () => [...grid.querySelectorAll("input")];
  let last = cells()[0];
  let fresh = null; // the place that a Q has just made Qu
  let cleared = ""; // what "Clear all" took away

  // Whether the board lies as one whose dice show Qu.
  function hasQu() {
    const lies = [...grid.children].map((line) => [...line.children].map((each) => (each.tagName === "INPUT" ? "_" : ".")).join(""));
    return [...entry.querySelectorAll("[data-qu]")].some((each) => each.dataset.shape === lies.join("/"));
  }

  function tileOf(cell) {
    if (cell.tagName !== "INPUT") return ".";
    const face = cell.value;
    const apart = face.length > 1 ? face !== "Qu" : /q/i.test(face) && hasQu();
    const shown = apart ? `(${face})` : face || "_";
    return shown + (cell.classList.contains("ring") ? "*" : "");
  }

  function rows() {
    return [...grid.children].map((line) => [...line.children].map(tileOf).join(""));
  }

  function write() {
    field.value = cells().some((cell) => cell.value) ? rows().join("\n") : "";
    if (field.value) keep("");
  }

  function keep(board) {
    cleared = board;
    clear.textContent = clear.dataset[board ? "undo" : "usual"];
  }

  function name(cell) {
    const line = cell.parentElement;
    const place = [...line.children].indexOf(cell) + 1;
    const down = [...grid.children].indexOf(line) + 1;
    const ringed = cell.classList.contains("ring") ? ", with a ring" : "";
    cell.setAttribute("aria-label", `Row ${down}, place ${place}${ringed}`);
  }

  function draw(drawn) {
    const lines = drawn.split(/[/\n]/).map((row) => row.replace(/\s/g, "").match(TILES) ?? []);
    const used = lines.filter((line) => line.length);
    if (used.length > MOST || used.some((line) => line.length > MOST)) return;
    grid.replaceChildren(
      ...used.map((tiles) => {
        const line = document.createElement("div");
        line.className = "line";
        line.append(...tiles.map(cellOf));
        return line;
      }),
    );
    const tiles = used.flat().filter((tile) => tile !== ".");
    for (const [at, cell] of cells().entries()) {
      name(cell);
      if (/^q\*?$/i.test(tiles[at]) && hasQu()) cell.value = "Qu";
    }
    last = cells()[0];
  }

  function cellOf(tile) {
    if (tile === ".") return gap.cloneNode();
    const cell = sample.cloneNode();
    cell.classList.toggle("ring", tile.endsWith("*"));
    cell.value = tile.replace(/\*$/, "").replace(/[()_]/g, "");
    return cell;
  }

  // The tiles that letters mean: Q is Qu where the dice have it, and so is QU where the letters would not fit else.
  function tilesOf(letters, cell) {
    const typed = letters.join("").toUpperCase();
    if (!hasQu()) return [...typed];
    const room = cells().length - cells().indexOf(cell);
    return (typed.length > room ? typed.replaceAll("QU", "Q") : typed).split("").map((each) => (each === "Q" ? "Qu" : each));
  }

  // Puts faces into a place and those after it, and goes on to the next place.
  function put(cell, faces) {
    const all = cells();
    let at = all.indexOf(cell);
    for (const face of faces) {
      if (at < all.length) all[at++].value = face;
    }
    write();
    (all[at] ?? all.at(-1)).focus();
  }

  function goFrom(cell, key) {
    const all = cells();
    const at = all.indexOf(cell);
    if (key === "ArrowLeft") return all[at - 1];
    if (key === "ArrowRight") return all[at + 1];
    const lines = [...grid.children];
    const place = [...cell.parentElement.children].indexOf(cell);
    const step = key === "ArrowUp" ? -1 : 1;
    let down = lines.indexOf(cell.parentElement) + step;
    while (lines[down] && lines[down].children[place]?.tagName !== "INPUT") down += step;
    return lines[down]?.children[place];
  }

  grid.addEventListener("focusin", (event) => {
    last = event.target;
    last.select();
    ring.setAttribute("aria-pressed", last.classList.contains("ring"));
  });
  grid.addEventListener("input", (event) => {
    const letters = [...(event.data ?? event.target.value)].filter((letter) => /[a-z?]/i.test(letter));
    event.target.value = "";
    const doubled = fresh && letters.length === 1 && /u/i.test(letters[0]) && cells().indexOf(event.target) === cells().indexOf(fresh) + 1;
    fresh = letters.length === 1 && /q/i.test(letters[0]) && hasQu() ? event.target : null;
    if (letters.length && !doubled) put(event.target, tilesOf(letters, event.target));
    else write();
  });
  grid.addEventListener("keydown", (event) => {
    if (event.key.startsWith("Arrow")) {
      event.preventDefault();
      goFrom(event.target, event.key)?.focus();
    } else if (event.key === "Backspace" && !event.target.value) {
      event.preventDefault();
      const before = goFrom(event.target, "ArrowLeft");
      if (before) before.value = "";
      before?.focus();
      write();
    }
  });
  entry.querySelector(".keys").addEventListener("click", (event) => {
    const key = event.target.dataset.key;
    if (key === undefined || !last) return;
    if (key === "*") {
      ring.setAttribute("aria-pressed", last.classList.toggle("ring"));
      name(last);
      write();
    } else if (key) {
      put(last, [key]);
    } else if (cleared) {
      draw(cleared);
      write();
      last.focus();
    } else {
      const board = field.value;
      for (const cell of cells()) {
        cell.value = "";
        cell.classList.remove("ring");
        name(cell);
      }
      write();
      keep(board);
      cells()[0]?.focus();
    }
  });
  entry.querySelector(".shapes").addEventListener("click", (event) => {
    const { shape, rules } = event.target.dataset;
    if (!shape) return;
    event.preventDefault();
    draw(shape);
    write();
    keep("");
    const choice = entry.closest("form").elements.ruleset;
    if (choice && [...choice.options].some((option) => option.value === rules)) choice.value = rules;
    last?.focus();
  });
  field.addEventListener("input", () => {
    keep("");
    if (field.value.trim()) draw(field.value);
  });
}

for (const entry of document.querySelectorAll("[data-entry]")) tapped(entry);

// A form with room for one more.

for (const more of document.querySelectorAll("[data-more]")) {
  more.querySelector("[data-add]").addEventListener("click", (event) => {
    event.preventDefault();
    const made = event.target.previousElementSibling.cloneNode(true);
    for (const field of made.querySelectorAll("input, textarea")) {
      field.value = "";
      field.defaultValue = "";
      field.removeAttribute("placeholder");
    }
    for (const choice of made.querySelectorAll("select")) choice.selectedIndex = 0;
    for (const said of made.querySelectorAll(".wrong")) said.remove();
    for (const field of made.querySelectorAll("[aria-invalid]")) {
      field.removeAttribute("aria-invalid");
      field.removeAttribute("aria-describedby");
    }
    event.target.before(made);
    made.querySelector("input").focus();
  });
}
