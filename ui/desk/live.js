// Fetches the page anew when the desk says that something changed; without a desk, every ten seconds.
"use strict";
const refresh = async () => {
  const page = await fetch(location.href, { cache: "no-store" });
  if (!page.ok) return;
  const fresh = new DOMParser().parseFromString(await page.text(), "text/html");
  for (const part of ["nav", "main"]) {
    document.querySelector(part).replaceWith(fresh.querySelector(part));
  }
};
const file = location.pathname.split("/").pop() || "index.html";
let polling = 0;
const poll = () => { polling = polling || setInterval(refresh, 10000); };
if (location.protocol === "file:") {
  poll();
} else {
  const told = new EventSource("changes");
  told.onmessage = (event) => { if (JSON.parse(event.data).includes(file)) refresh(); };
  told.onopen = () => { clearInterval(polling); polling = 0; };
  told.onerror = poll;
}
