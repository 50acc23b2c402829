// Shows what the desk sends and sends back what a helper taps. Text only ever becomes text.
"use strict";
const TABS = {
  tables: say("Tables"), judge: say("Judge"), pairing: say("Round"), standings: say("Standings"),
  players: say("Players"),
};
const PENALTIES = [
  ["none", say("none")], ["caution", say("caution")], ["warning", say("warning")],
  ["game loss", say("game loss")], ["match loss", say("match loss")],
  ["disqualification", say("disqualification")],
];
let helper = false;
let desk = null;
let received = 0;

function tell(text) {
  $("said").textContent = text;
  $("said").hidden = !text;
  if (text) $("said").scrollIntoView({ block: "nearest" });
}

// "" when it was done, else why not.
async function act(facts) {
  const who = $("who").value.trim();
  if (!who) {
    $("who").focus();
    tell(say("Enter your name first: what you do is recorded under it."));
    return "no name";
  }
  const [done, told] = await post("command", { who, ...facts }).catch(() => [false, { error: say("The desk does not answer.") }]);
  tell(done ? "" : told.error);
  return done ? "" : told.error;
}

function button(text, doing) {
  const made = make("button", text);
  made.disabled = !helper;
  made.onclick = doing;
  return made;
}

// A form over the page; `send` gets its fields and answers why not, or "".
function ask(title, fields, doing, send) {
  const form = $("form");
  form.querySelector("h2").textContent = title;
  form.querySelector("[role=alert]").textContent = "";
  $("do").textContent = doing;
  form.querySelector("div").replaceChildren(...Object.entries(fields).map(([label, field]) => {
    const made = make("label", label);
    made.append(field);
    return made;
  }));
  form.querySelector("form").onsubmit = async (event) => {
    if (event.submitter && event.submitter.value !== "do") return;
    event.preventDefault();
    const refused = await send();
    form.querySelector("[role=alert]").textContent = refused;
    if (!refused) form.close();
  };
  form.showModal();
}
function input(value = "", kind = "text") {
  const made = make("input");
  made.value = value;
  if (kind === "number") made.inputMode = "numeric";
  return made;
}
function choice(options) {
  const made = make("select");
  made.append(...options.map(([value, text]) => { const one = make("option", text); one.value = value; return one; }));
  return made;
}

function askResult(match) {
  const [one, other] = match.players.map(([, name]) => name);
  const fields = { [say("Games won by {name}", { name: one })]: input("", "number"), [say("Games won by {name}", { name: other })]: input("", "number"),
    [say("Tied games")]: input("0", "number"), [say("Why, where the record says otherwise")]: input() };
  const [first, second, ties, why] = Object.values(fields);
  ask(say("Table {table}: result", match), fields, say("Enter the result"), () => act({
    do: "result", table: match.table, wins: [Number(first.value), Number(second.value)],
    ties: Number(ties.value), why: why.value,
  }));
}
function askTime(table) {
  const minutes = input("5", "number");
  ask(table ? say("More time for table {table}", { table }) : say("More time for all tables"), { [say("Minutes")]: minutes }, say("Give it"),
    () => act({ do: "time", table, minutes: Number(minutes.value) }));
}
function askRuling(call) {
  const match = desk.matches.find((one) => one.table === call.number);
  const players = match ? match.players : desk.players;
  const ruling = make("textarea"), why = input(), penalty = choice(PENALTIES);
  const player = choice([["", say("nobody")], ...players]);
  ask(call.id ? say("Table {table}: ruling", call) : say("Ruling nobody called for"),
    {
      [say("What is decided")]: ruling, [say("Why")]: why, [say("Penalty")]: penalty,
      [say("For")]: player,
    }, say("Record the ruling"),
    () => act({ do: "rule", call: call.id, table: call.table, ruling: ruling.value, why: why.value,
      penalty: penalty.value, player: player.value ? Number(player.value) : null }));
}
const sure = (question, facts) => { if (confirm(question)) act(facts); };

function tableCard(one) {
  const card = make("li", undefined, one.level);
  const top = make("div", undefined, "top");
  top.append(make("span", one.table), make("span", one.players), make("span", one.result || one.left));
  card.append(top, make("div", one.state, "state"));
  const life = [one.life && say("life {life}", one), one.turn && say("turn {turn}", one), one.last].filter(Boolean).join(" · ");
  if (life) card.append(make("div", life, "quiet"));
  const match = desk.matches.find((each) => each.table === one.number);
  if (helper && match) {
    const doing = make("div", undefined, "do");
    doing.append(button(say("Result"), () => askResult(match)));
    if (one.to_confirm) doing.append(button(say("Both say so"), () => act({ do: "confirm", table: match.table })));
    if (one.left) doing.append(button(say("More time"), () => askTime(match.table)), button(one.stands ? say("Go on") : say("Stop the clock"), () => act({ do: "clock", table: match.table, on: one.stands })));
    card.append(doing);
  }
  return card;
}

// A card stays where it is while only its clock runs: a finger may be on one of its buttons.
const known = new Map();
function kept(name, facts, draw) {
  const key = JSON.stringify([helper, facts]);
  if (known.get(name)?.key !== key) known.set(name, { key, card: draw() });
  return known.get(name).card;
}
// Draws a part of the page only when what it shows has changed.
const drawn = new Map();
function once(name, facts, draw) {
  const key = JSON.stringify([helper, facts]);
  if (drawn.get(name) !== key) { drawn.set(name, key); draw(); }
}
function put(list, cards) {
  const same = list.children.length === cards.length && cards.every((card, at) => list.children[at] === card);
  if (!same) list.replaceChildren(...cards);
}
function cardOf(one) {
  const { left, ...rest } = one;
  const match = desk.matches.find((each) => each.table === one.number);
  const card = kept(`table ${one.table}`, [rest, match, !left], () => tableCard(one));
  card.firstChild.lastChild.textContent = one.result || left;
  return card;
}
function cardOfCall(call) {
  const { waits, about, ...rest } = call;
  const card = kept(`call ${call.id}`, [rest, about.slice(1), desk.picture.call === call.id && desk.picture], () => callCard(call));
  card.firstChild.textContent = about[0];
  return card;
}

function callCard(call) {
  const card = make("li", undefined, "bad");
  card.append(...call.about.map((line, at) => make("div", line, at ? "" : "state")));
  const doing = make("div", undefined, "do");
  doing.append(button(call.judge ? say("I go instead") : say("I go"), () => act({ do: "take", call: call.id })),
    button(say("Ruling"), () => askRuling(call)),
    button(say("Newest still or clip"), () => act({ do: "picture", call: call.id })));
  card.append(doing);
  const { number, why_not: refused } = desk.picture;
  if (desk.picture.call === call.id && refused) card.append(make("p", refused));
  if (desk.picture.call === call.id && !refused) {
    const seen = make("img");
    seen.src = `picture?${number}`;
    seen.alt = say("The newest still or clip of table {table}", call);
    card.append(seen);
  }
  return card;
}

function rows(heads, lines) {
  const table = make("table");
  for (const line of [heads, ...lines]) {
    const row = make("tr");
    row.append(...line.map((cell) => make(line === heads ? "th" : "td", cell)));
    table.append(row);
  }
  return table;
}

function drawPairing() {
  const { draft } = desk;
  const parts = [];
  if (draft) {
    parts.push(make("h2", say("Draft of round {round}: nobody has been told", draft)), ...draft.remarks.map((line) => make("p", line)));
    parts.push(rows([say("table"), "", "", ""], draft.rows), button(say("Publish round {round}", draft),
      () => sure(say("Tell everybody the pairings of round {number}?", { number: draft.round }), { do: "publish", round: draft.round })));
  } else {
    parts.push(rows([say("table"), "", "", say("best of")], desk.matches.map((one) =>
      [one.table, one.players[0][1], one.players[1][1], one.best_of])));
  }
  parts.push(button(draft ? say("Draft it anew") : say("Draft the next round"), () => act({ do: "draft" })));
  $("pairing").replaceChildren(...parts);
}

function drawPlayers() {
  const list = make("ul", undefined, "cards");
  list.append(...desk.players.map(([id, name, plays]) => {
    const card = make("li");
    const doing = make("div", undefined, "do");
    doing.append(button(plays ? say("Drops out") : say("Plays again"), () => sure(
      plays ? say("{name} plays no further rounds?", { name }) : say("{name} plays again?", { name }), { do: "drop", player: id })));
    card.append(make("div", plays ? name : say("{name} (dropped)", { name })), doing);
    return card;
  }));
  $("players").replaceChildren(button(say("A player enters"), () => {
    const name = input();
    ask(say("A player enters"), { [say("Name")]: name }, say("Enter"), () => act({ do: "enter", name: name.value }));
  }), list);
}

function drawClock() {
  const { limit, left, runs } = desk.clock;
  if (!limit) { $("clock").textContent = ""; return; }
  const now = Math.round(left - (runs ? (Date.now() - received) / 1000 : 0));
  const whole = Math.abs(now);
  $("clock").textContent = `${runs ? "▶" : "Ⅱ"} ${now < 0 ? "−" : ""}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

function draw() {
  $("title").textContent = desk.title || say("No event yet");
  $("round").textContent = desk.round ? say("round {number} · {open} results open · {calls} calls", {
    number: desk.round, open: desk.open, calls: desk.calls.length,
  }) : "";
  $("bad").textContent = desk.bad.join("; ");
  $("bad").hidden = !desk.bad.length;
  drawClock();
  const { runs } = desk.clock;
  once("everybody", [runs, desk.matches.length], () => $("everybody").replaceChildren(...(helper && desk.matches.length ? [
    button(runs ? say("Stop all clocks") : say("Start all clocks"), () => act({ do: "clock", on: !runs })),
    button(say("More time for all"), () => askTime(0)),
    button(say("Call time"), () => sure(say("Call time at all tables that still play?"), { do: "call time" })),
  ] : [])));
  const urgent = { bad: 0, warn: 1, good: 2 };
  const sorted = [...desk.tables].sort((a, b) => urgent[a.level] - urgent[b.level]);
  put($("tables").querySelector("ul"), sorted.map(cardOf));
  const calls = desk.calls.map(cardOfCall);
  put($("judge").querySelector("ul"), calls.length ? calls : [kept("no calls", [], () => {
    const none = make("li", say("No table waits for a judge. "));
    none.append(button(say("Rule on something nobody called for"), () => askRuling({ id: 0, table: "" })));
    return none;
  })]);
  once("pairing", [desk.draft, desk.matches], drawPairing);
  once("standings", desk.standings, () =>
    $("standings").querySelector("table").replaceWith(rows(desk.standings.heads, desk.standings.rows)));
  once("players", desk.players, drawPlayers);
}

function open(tab) {
  for (const name of Object.keys(TABS)) $(name).hidden = name !== tab;
  for (const one of document.querySelectorAll("nav button")) one.setAttribute("aria-selected", one.dataset.tab === tab);
}
document.querySelector("nav").append(...Object.entries(TABS).map(([name, text]) => {
  const tab = make("button", text);
  tab.dataset.tab = name;
  tab.setAttribute("role", "tab");
  tab.onclick = () => open(name);
  return tab;
}));

$("who").value = localStorage.getItem("who") || "";
$("who").onchange = () => localStorage.setItem("who", $("who").value.trim());

const start = () => follow("tables", {
  role: (role) => { helper = role.player; $("name-of").hidden = !helper; $("desk").hidden = false; $("door").hidden = true; },
  seen: (facts) => { desk = facts; received = Date.now(); draw(); },
  lost: (gone) => { $("lost").hidden = !gone; },
  door: () => { $("desk").hidden = true; askCode(start); },
});
open("tables");
setInterval(() => { if (desk) drawClock(); }, 1000);
start();
