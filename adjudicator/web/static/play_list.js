// A list on a device of one's own: what is typed is kept until it is sent.

const form = document.querySelector("form.own");
const field = form?.querySelector("#words");
const name = `adjudicator-list-${form?.dataset.playList}`;

if (form) {
  try {
    field.value = localStorage.getItem(name) ?? field.value;
    form.addEventListener("input", () => localStorage.setItem(name, field.value));
  } catch {
    // a browser that keeps nothing
  }
}
