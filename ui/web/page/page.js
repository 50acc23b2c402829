// Shows the tables the server sends and sends back what a player taps. Text only ever becomes
// text, never markup.
"use strict";
const $ = (id) => document.getElementById(id);
const make = (tag, text, kind) => {
  const node = document.createElement(tag);
  if (text !== undefined) node.textContent = text;
  if (kind) node.className = kind;
  return node;
};
const fill = (node, children) => node.replaceChildren(...children);
let player = false;
let table = null;

async function post(path, facts) {
  const answer = await fetch(path, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(facts),
  });
  return [answer.ok, await answer.json()];
}
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
  const close = make("button", "Close");
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
  button.setAttribute("aria-label", `What ${cards.map((card) => card.title).join(", ")} says`);
  button.onclick = () => tell(cards);
  return button;
}

function dieBox(die) {
  const kind = "die" + (die.under ? " under" : "") + (die.moving ? " moving" : "");
  const box = make("span", (die.under ? "└ " : "") + die.title, kind);
  box.title = `${die.title}\n${die.detail}`;
  const [body, ink] = die.colours;
  if (body) {
    box.style.background = body;
    const [r, g, b] = [1, 3, 5].map((at) => parseInt(body.slice(at, at + 2), 16));
    box.style.color = 0.299 * r + 0.587 * g + 0.114 * b > 140 ? "#000" : "#fff";
  }
  if (die.stats) box.append(make("small", die.stats));
  const said = table.cards.filter((card) => card.title === die.title);
  if (said.length) {
    box.tabIndex = 0;
    box.setAttribute("role", "button");
    box.onclick = () => tell(said);
    box.onkeydown = (event) => { if (event.key === "Enter") tell(said); };
  }
  return box;
}

const MIDDLE_OUT = ["attack", "arena", "field", "transition", "reserve"];
// The zones of one side, from the middle out. A partner's stand behind the first player's, where
// anything lies in them: partners share some.
function zoneRows(side) {
  const rank = (name) => (MIDDLE_OUT.indexOf(name) + 100) % 100 || (name === "attack" ? 0 : 99);
  const open = Object.keys(table.zones).filter((name) => table.zones[name] === "open");
  open.sort((one, other) => rank(one) - rank(other));
  const seats = table.sides[side].seats;
  const titled = (name, seat) => seats.length > 1 && !table.shared.includes(name)
    ? `${table.seats[seat].slice(0, 1)} ${table.titles[name]}` : table.titles[name];
  const rows = open.flatMap((name) => seats.map((seat) => {
    const row = make("div", undefined, "zone");
    const dice = table.dice.filter((die) => die.zone === name && die.seat === seat);
    fill(row, [make("b", titled(name, seat), `seat${side}`), ...dice.map(dieBox)]);
    return dice.length || seat === side ? row : null;
  }).filter((row) => row));
  const counted = Object.keys(table.zones).filter((name) => table.zones[name] !== "open");
  const words = counted.flatMap((name) => seats.map((seat) => {
    const lying = table.dice.filter((die) => die.zone === name && die.seat === seat).length;
    const hidden = table.hidden.filter(([zone, of]) => zone === name && of === seat);
    return [titled(name, seat), lying + hidden.reduce((sum, [, , count]) => sum + count, 0)];
  }));
  rows.push(make("div", words.filter(([, n]) => n).map(([name, n]) => `${name} ${n}`).join(" · "), "quiet"));
  return side ? rows.reverse() : rows;
}

let since = 0;

function showClocks() {
  const gone = (Date.now() - since) / 1000;
  $("clocks").textContent = table.clocks.map((clock) => {
    const late = clock.running ? gone : 0;
    const left = Math.max(0, Math.floor(clock.down ? clock.seconds - late : clock.seconds + late));
    const shows = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    return `${clock.name} ${shows}${clock.running ? "" : " Ⅱ"}`;
  }).join(" · ");
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
  const roll = make("button", "Roll what is ticked");
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
  $("turn").textContent = `Turn ${table.turn} · ${table.active}`;
  $("step").textContent = table.step + (table.substep ? ` › ${table.substep}` : "");
  showClocks();
  $("waiting").textContent = table.paused ? "Ⅱ paused" : table.waiting;
  fill($("lives"), table.sides.map(sideBox).reverse());
  fill($("mat"), [...zoneRows(1), make("div", undefined, "middle"), ...zoneRows(0)]);
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
  $("seal").textContent = `Record: entry ${number}, seal ${grouped(tip)}`;
  $("rewritten").hidden = !another;
  fill($("kept"), (games[game] || lines).slice(-5).reverse().map((line) => make("li", line)));
}

// What a card says that does not play by itself, in words.
$("by-hand").onclick = () => {
  const begin = table.hand.length ? `effect of ${table.hand[0]}: ` : "";
  const text = prompt("What happened? Type or dictate: 2 damage to Thor, Ana gains 1 life", begin);
  if (text) command({ do: "hand", text });
};

function showBands() {
  const [foul] = table.fouls;
  $("foul").hidden = !foul;
  if (foul) {
    fill($("foul"), [
      make("div", `✖ FOUL: ${foul.text}`), make("div", `→ ${foul.remedy}`),
      make("div", `${foul.book}, ${foul.section}`, "seat"),
      tap("Let it stand", { do: "allow", number: foul.number }, "Both players agree?"),
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

function watch() {
  const stream = new EventSource("tables");
  stream.addEventListener("role", (event) => { player = JSON.parse(event.data).player; });
  stream.addEventListener("closed", () => { stream.close(); $("lost").hidden = false; });
  stream.onmessage = (event) => {
    table = JSON.parse(event.data);
    since = Date.now();
    $("door").hidden = true;
    $("table").hidden = false;
    $("lost").hidden = true;
    show();
  };
  stream.onerror = async () => {
    $("lost").hidden = false;
    if (stream.readyState !== EventSource.CLOSED) return; // it tries again by itself
    const answer = await fetch("tables", { method: "GET", headers: { Accept: "text/event-stream" } })
      .catch(() => null);
    if (answer && answer.status === 401) {
      $("table").hidden = true;
      $("door").hidden = false;
    } else {
      if (answer && answer.body) answer.body.cancel();
      setTimeout(watch, 1500);
    }
  };
}

$("door").onsubmit = async (event) => {
  event.preventDefault();
  const [good] = await post("enter", { code: $("code").value }).catch(() => [false]);
  $("refused").textContent = good ? "" : "This code is not right, or was used already.";
  if (good) watch();
};
watch();
