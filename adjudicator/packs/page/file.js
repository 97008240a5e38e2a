import { begin, unzipped } from "./page.js";

// The page in one file has its pack in itself.

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;,=>?@^_`{|}~"; // base 85, with a comma for <

async function unpack() {
  const text = document.getElementById("pack").textContent;
  const value = new Uint8Array(128);
  [...DIGITS].forEach((digit, number) => (value[digit.charCodeAt(0)] = number));
  const { packed } = JSON.parse(document.getElementById("facts").textContent);
  const bytes = new Uint8Array(Math.ceil(packed / 4) * 4);
  const view = new DataView(bytes.buffer);
  for (let from = 0, to = 0; from < text.length; from += 5, to += 4) {
    let number = 0;
    for (let place = from; place < from + 5; place++) number = number * 85 + (place < text.length ? value[text.charCodeAt(place)] : 84);
    view.setUint32(to, number);
  }
  return unzipped(bytes.subarray(0, packed));
}

begin(unpack, "The file is damaged. Fetch it again.").then(() => document.getElementById("pack").remove());
