// Fetches what the desk says has changed; without a desk, everything every ten seconds.
"use strict";
const file = location.pathname.split("/").pop() || "index.html";
let shown = null;
let polling = 0;

// The mat stays while the page around it is put in anew: its dice move from place to place.
async function showMat() {
  const box = document.querySelector(".mat");
  if (!box) return;
  const { of } = box.dataset;
  if (shown && shown.box !== box) box.replaceWith(shown.box);
  shown = shown || new ShownMat(box, null, (shape) => `${of}-${shape}.svg`);
  const lies = await fetch(`${of}.json`, { cache: "no-store" });
  if (lies.ok) shown.show(await lies.json());
}
async function refresh() {
  const page = await fetch(location.href, { cache: "no-store" });
  if (!page.ok) return;
  const fresh = new DOMParser().parseFromString(await page.text(), "text/html");
  const box = shown && shown.box;
  for (const part of ["nav", "main"]) {
    document.querySelector(part).replaceWith(document.importNode(fresh.querySelector(part), true));
  }
  const place = document.querySelector(".mat");
  if (box && place) place.replaceWith(box);
}
async function both() { await refresh(); await showMat(); }
function poll() { polling = polling || setInterval(both, 10000); }

if (location.protocol === "file:") {
  poll();
} else {
  const told = new EventSource("changes");
  told.onmessage = (event) => {
    const changed = JSON.parse(event.data);
    if (changed.includes(file)) refresh();
    if (changed.includes(file.replace(".html", ".json"))) showMat();
  };
  told.onopen = () => { clearInterval(polling); polling = 0; };
  told.onerror = poll;
}
showMat();
