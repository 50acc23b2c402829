// For those who watch: nothing here sends a command. ?delay=30 shows the table of 30 seconds ago.
"use strict";
const wish = new URLSearchParams(location.search).get("delay") || "";
const delay = /^\d{1,3}$/.test(wish) ? `&delay=${wish}` : "";
const mat = new ShownMat($("mat"));
let table = null;
let since = 0;

function sideBox(side, n) {
  const box = make("div", undefined, `seat${n}${side.seats.includes(table.to_move) ? " moves" : ""}`);
  const names = side.seats.map((seat) => (table.to_move === seat ? "▶ " : "") + table.seats[seat]);
  const change = side.delta ? `${side.delta > 0 ? "▲ +" : "▼ −"}${Math.abs(side.delta)} ${side.cause}` : "";
  fill(box, [
    make("div", names.join(" & "), "name"), make("div", side.life, "life"), make("div", change),
    make("div", side.hidden.map(([zone, count]) => `${zone} ${count}`).join(" · "), "quiet"),
  ]);
  return box;
}

function bands() {
  const found = table.fouls.map((foul) => {
    const band = make("div", say("✖ FOUL: {text}", foul), "foul");
    band.append(make("small", `→ ${foul.remedy} (${foul.book}, ${foul.section})`));
    return band;
  });
  if (table.question) {
    const band = make("div", `? ${table.question.text}`, "question");
    band.append(make("small", table.question.answers.join(" / ")));
    found.push(band);
  }
  if (table.outcome) found.push(make("div", `■ ${table.outcome}`, "outcome"));
  return found;
}

let shownAt = "";
function show() {
  $("title").textContent = table.title;
  $("turn").textContent = say("Turn {turn} · {name}", { turn: table.turn, name: table.active });
  $("step").textContent = table.step + (table.substep ? ` › ${table.substep}` : "");
  $("clocks").textContent = clocksInWords(table, since);
  fill($("bands"), bands());
  fill($("lives"), table.sides.map(sideBox).reverse());
  fill($("events"), table.events.slice(-14).reverse().map((event) =>
    make("li", event.text, event.seat === null ? "" : `seat${event.seat % 2}`)));
  mat.show(table);
  const last = table.events.map((event) => event.text).join();
  if (chosen() === "still" && shownAt !== last) { shownAt = last; picture(); }
}

const chosen = () => document.querySelector("[name=picture]:checked").value;

function picture() {
  const next = new Image();
  next.onload = () => { $("picture").src = next.src; $("picture").hidden = !chosen(); };
  next.src = `picture?watch${delay}&at=${Date.now()}`;
}
$("choice").onchange = () => {
  shownAt = "";
  if (chosen()) { picture(); setTimeout(picture, 1500); } else $("picture").hidden = true;
};
setInterval(() => {
  if (table) $("clocks").textContent = clocksInWords(table, since);
  if (table && chosen() === "live" && !document.hidden) picture();
}, 1000);

function watch() {
  follow(`tables?watch${delay}`, {
    role: ({ behind }) => { $("behind").textContent = behind ? say("{behind} s behind the table", { behind }) : ""; },
    lost: (is) => { $("lost").hidden = !is; },
    door: () => { $("table").hidden = true; askCode(watch); },
    seen: (now) => { table = now; since = Date.now(); $("table").hidden = false; show(); },
  });
}
watch();
