// Shows the tables the server sends and sends back what a player taps. Text only ever becomes
// text, never markup.
"use strict";
let player = false;
let table = null;

const command = (facts) => post("command", facts).catch(() => {});

function tap(text, facts, sure) {
  const button = make("button", text);
  button.disabled = !player;
  button.onclick = () => { if (!sure || confirm(sure)) command(facts); };
  return button;
}

// Partners share one life.
function sideBox(side, n) {
  const moves = side.seats.includes(table.to_move);
  const box = make("div", undefined, `seat${n}` + (moves ? " moves" : ""));
  const change = side.delta ? `${side.delta > 0 ? "▲ +" : "▼ −"}${Math.abs(side.delta)} ${side.cause}` : "";
  const names = side.seats.map((seat) => (table.to_move === seat ? "▶ " : "") + table.seats[seat]);
  fill(box, [
    make("div", names.join(" & ")), make("div", side.life, "life"),
    make("div", change), make("div", side.to_spend, "quiet"),
    make("div", side.hidden.map(([zone, count]) => `${zone} ${count}`).join(" · "), "quiet"),
  ]);
  return box;
}

// What the cards say whose titles stand in these words; nothing where no card is spoken of.
const cardsIn = (words) => table.cards.filter((card) => words.includes(card.title));

function cardBox(card) {
  const whose = card.seat === null ? "" : ` (${table.seats[card.seat]})`;
  const item = make("li", `${card.title}, ${card.subtitle}${whose}`);
  card.lines.forEach((line) => item.append(make("div", line, "quiet")));
  return item;
}

function tell(cards) {
  const close = make("button", say("Close"));
  close.onclick = () => { $("about").hidden = true; };
  const list = make("ul");
  fill(list, cards.map(cardBox));
  fill($("about"), [list, close]);
  $("about").hidden = false;
  $("about").scrollIntoView({ block: "nearest" });
}

// A button for what the cards say, beside a line or a die; null where they say nothing of it.
function askCards(words) {
  const cards = cardsIn(words);
  if (!cards.length) return null;
  const button = make("button", "?", "ask");
  button.setAttribute("aria-label", say("What {cards} says", { cards: cards.map((card) => card.title).join(", ") }));
  button.onclick = () => tell(cards);
  return button;
}

const mat = new ShownMat($("mat"));
const cardsOfDie = (node) => {
  const die = node.closest("[data-die]");
  const title = die && table.dice[die.dataset.die];
  return title ? table.cards.filter((card) => card.title === title) : [];
};
$("mat").addEventListener("click", (event) => {
  const said = cardsOfDie(event.target);
  if (said.length) tell(said);
});

let since = 0;

function showClocks() {
  $("clocks").textContent = clocksInWords(table, since);
}
setInterval(() => { if (table) showClocks(); }, 1000);

const ticked = new Set();
let unfolded = "";

function chooseDice(offer) {
  const box = make("div", offer.text);
  const key = (die, n) => `${table.turn} ${table.step} ${die} ${n}`;
  const chosen = () => offer.dice.filter((die, n) => ticked.has(key(die, n)));
  offer.dice.forEach((die, n) => {
    const label = make("label", undefined, "die-to-choose");
    const tick = make("input");
    tick.type = "checkbox";
    tick.checked = ticked.has(key(die, n));
    tick.addEventListener("change", () => {
      if (tick.checked) ticked.add(key(die, n)); else ticked.delete(key(die, n));
    });
    label.append(tick, make("span", die));
    box.append(label);
  });
  const roll = make("button", say("Roll what is ticked"));
  roll.disabled = !player;
  roll.addEventListener("click", () => {
    const dice = chosen();
    ticked.clear();
    if (dice.length) command({ do: "announce", offer: offer.n, text: offer.text, dice });
  });
  box.append(roll);
  return box;
}

function waysToPay(offer, text) {
  const box = make("details");
  box.open = unfolded === offer.text;
  box.addEventListener("toggle", () => {
    if (box.open) unfolded = offer.text; else if (unfolded === offer.text) unfolded = "";
  });
  box.append(make("summary", text));
  offer.ways.forEach((words, way) => {
    box.append(tap(words, { do: "announce", offer: offer.n, text: offer.text, way }));
  });
  return box;
}

function show() {
  $("turn").textContent = say("Turn {turn} · {name}", { turn: table.turn, name: table.active });
  $("step").textContent = table.step + (table.substep ? ` › ${table.substep}` : "");
  showClocks();
  $("waiting").textContent = table.paused ? say("Ⅱ paused") : table.waiting;
  fill($("lives"), table.sides.map(sideBox).reverse());
  mat.show(table);
  fill($("offers").querySelector("ul"), table.offers.map((offer) => {
    const item = make("li");
    const text = `${offer.text}${offer.cost ? `  (${offer.cost})` : ""}`;
    if (offer.can && offer.dice.length) item.append(chooseDice(offer));
    else if (offer.can && offer.ways.length) item.append(waysToPay(offer, text));
    else if (offer.can) item.append(tap(text, { do: "announce", offer: offer.n, text: offer.text }));
    else item.append(make("div", text), make("div", offer.why_not ? `✗ ${offer.why_not}` : "", "quiet"));
    const ask = askCards(offer.text);
    if (ask) item.append(ask);
    return item;
  }));
  fill($("reminders").lastElementChild, table.reminders.map((reminder) => {
    const item = make("li", reminder.text, reminder.urgent ? "urgent" : "");
    item.append(make("div", `${reminder.book}, ${reminder.section}`, "quiet"));
    return item;
  }));
  $("cards").hidden = !table.cards.length;
  if (!$("cards").open) {
    fill($("cards").lastElementChild, table.cards.map(cardBox));
  }
  $("by-hand").hidden = !table.hand || !player || Boolean(table.outcome);
  const tentative = table.provisional.map((text) => make("li", `… ${text}`, "provisional quiet"));
  fill($("events").lastElementChild, [...tentative.reverse(),
    ...table.events.slice(-12).reverse().map((event) =>
      make("li", event.text, event.seat === null ? "" : `seat${event.seat % 2}`))]);
  $("astray").hidden = !table.lost;
  $("health").textContent = table.health.map((line) =>
    `${line.level === "good" ? "" : "▲ "}${line.name} ${line.value}`).join(" · ");
  keepWitness();
  showBands();
}

// This phone keeps how the record stood: one that is written anew later contradicts it.
const KEPT = "diceref-witnesses";
const grouped = (tip) => tip.slice(0, 32).toLowerCase().match(/.{4}/g).join("-");
function keepWitness() {
  $("witness").hidden = !table.witness;
  if (!table.witness) return;
  const [, , game, number, tip] = table.witness.split(":");
  let games = {};
  try { games = JSON.parse(localStorage.getItem(KEPT)) || {}; } catch { /* nothing kept yet */ }
  const lines = games[game] || [];
  const another = lines.map((line) => line.split(":")).some(([, , , at, was]) =>
    Number(at) === Number(number) ? was !== tip : Number(at) > Number(number));
  if (!lines.includes(table.witness)) {
    delete games[game];
    const others = Object.entries(games).slice(-9);
    games = Object.fromEntries([...others, [game, [...lines, table.witness].slice(-60)]]);
    try { localStorage.setItem(KEPT, JSON.stringify(games)); } catch { /* shown all the same */ }
  }
  $("seal").textContent = say("Record: entry {number}, seal {seal}", { number, seal: grouped(tip) });
  $("rewritten").hidden = !another;
  fill($("kept"), (games[game] || lines).slice(-5).reverse().map((line) => make("li", line)));
}

// What a card says that does not play by itself, in words.
$("by-hand").onclick = () => {
  const begin = table.hand.length ? `effect of ${table.hand[0]}: ` : "";
  const text = prompt(say("What happened? Type or dictate: 2 damage to Thor, Ana gains 1 life"), begin);
  if (text) command({ do: "hand", text });
};

function showBands() {
  const [foul] = table.fouls;
  $("foul").hidden = !foul;
  if (foul) {
    fill($("foul"), [
      make("div", say("✖ FOUL: {text}", foul)), make("div", `→ ${foul.remedy}`),
      make("div", `${foul.book}, ${foul.section}`, "seat"),
      tap(say("Let it stand"), { do: "allow", number: foul.number }, say("Both players agree?")),
    ]);
  }
  const asked = table.question;
  $("question").hidden = !asked;
  if (asked) {
    fill($("question"), [
      make("div", `? ${asked.text}`),
      ...asked.answers.map((text, choice) =>
        tap(`${choice + 1}  ${text}`, { do: "answer", question: asked.number, choice })),
      make("div", asked.evidence),
    ]);
  }
  $("outcome").hidden = !table.outcome;
  $("outcome").textContent = `■ ${table.outcome}`;
}

// Addresses to hand on; a player's hold the code that lets others watch.
function share(code) {
  const overlay = (form, name) => {
    const link = make("a", name);
    link.href = `overlay?form=${form}${code ? `&code=${code}` : ""}`;
    const item = make("li");
    item.append(link);
    return item;
  };
  fill($("overlays"), [
    overlay("bar", say("A bar along the top")), overlay("corner", say("A box in the corner")),
    overlay("teams", say("Both teams with their cards")), overlay("mat", say("The whole mat")),
  ]);
}

function watch() {
  follow("tables", {
    role: (told) => { player = told.player; share(told.code); },
    lost: (is) => { $("lost").hidden = !is; },
    door: () => { $("table").hidden = true; askCode(watch); },
    seen: (now) => {
      table = now;
      since = Date.now();
      $("table").hidden = false;
      show();
    },
  });
}
watch();
