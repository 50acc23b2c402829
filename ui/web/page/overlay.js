// A browser source for a stream: nothing behind it. The address says how it looks:
//   overlay?form=bar|corner|teams|mat & size=50..300 & colour0=e69f00 & colour1=56b4e9
//          & name0=Ana & name1=Bo & delay=30 & code=12345678
// What makes no sense is as if it were not there.
"use strict";
const wish = new URLSearchParams(location.search);
const word = (name, pattern, otherwise) =>
  pattern.test(wish.get(name) || "") ? wish.get(name) : otherwise;
const form = word("form", /^(bar|corner|teams|mat)$/, "bar");
const size = Math.min(300, Math.max(50, Number(word("size", /^\d{1,3}$/, "100"))));
const delay = word("delay", /^\d{1,3}$/, "");
const code = word("code", /^\d{4,12}$/, "");
const look = document.documentElement;
look.dataset.form = form;
look.style.setProperty("--size", `${size / 100}`);
["0", "1"].forEach((side) => {
  const colour = word(`colour${side}`, /^[0-9a-fA-F]{6}$/, "");
  if (colour) look.style.setProperty(`--seat${side}`, `#${colour}`);
});
const named = (side, n) =>
  (wish.get(`name${n}`) || side.seats.map((seat) => table.seats[seat]).join(" & ")).slice(0, 40);
const mat = new ShownMat($("mat"), "wide");
let table = null;
let since = 0;

function team(side, n) {
  const box = make("div", undefined, `team seat${n}${side.seats.includes(table.to_move) ? " moves" : ""}`);
  fill(box, [make("span", named(side, n), "name"), make("span", side.life, "life")]);
  if (side.delta && form !== "bar") {
    box.append(make("span", `${side.delta > 0 ? "+" : "−"}${Math.abs(side.delta)} ${side.cause}`, "change"));
  }
  if (form === "teams") {
    const own = table.cards.filter((card) => side.seats.includes(card.seat)).map((card) => card.title);
    box.append(make("span", [...new Set(own)].join(", "), "cards"));
  }
  return box;
}

function show() {
  const [foul] = table.fouls;
  const ask = table.question;
  const said = table.outcome ? `■ ${table.outcome}` : foul ? `✖ ${foul.text}`
    : ask ? `? ${ask.text}` : say("Turn {turn} · {name}", { turn: table.turn, name: table.step });
  const clocks = clocksInWords(table, since);
  $("now").textContent = clocks ? `${said} · ${clocks}` : said;
  $("now").className = table.outcome ? "outcome" : foul ? "foul" : ask ? "question" : "";
  fill($("teams"), table.sides.map(team));
  if (form === "mat") mat.show(table);
}
setInterval(() => { if (table) show(); }, 1000);

function watch() {
  const address = `tables?watch${delay ? `&delay=${delay}` : ""}`;
  follow(address, {
    lost: (is) => { look.classList.toggle("lost", is); },
    door: async () => {
      const [good] = code ? await post("enter", { code }).catch(() => [false]) : [false];
      if (good) watch();
      else $("trouble").textContent = say("Add &code= and the watch code to this page's address.");
    },
    seen: (now) => { table = now; since = Date.now(); $("trouble").textContent = ""; show(); },
  });
}
watch();
