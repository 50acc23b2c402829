// Follows the tables that the server sends: what every page of a table has in common.
"use strict";

// A sentence, in the language in which the page was served; `slots` fill its braces.
const say = (words, slots = {}) => words.replace(/{(\w+)}/g, (_, name) => slots[name]);

const $ = (id) => document.getElementById(id);
const make = (tag, text, kind) => {
  const node = document.createElement(tag);
  if (text !== undefined) node.textContent = text;
  if (kind) node.className = kind;
  return node;
};
const fill = (node, children) => node.replaceChildren(...children);

async function post(path, facts) {
  const answer = await fetch(path, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(facts),
  });
  return [answer.ok, await answer.json()];
}

// `seen` gets each table, `lost` whether the game answers, `door` is called where a code is needed.
function follow(address, { seen, lost, door, role }) {
  const stream = new EventSource(address);
  stream.addEventListener("role", (event) => role && role(JSON.parse(event.data)));
  stream.addEventListener("closed", () => { stream.close(); lost(true); });
  stream.onmessage = (event) => { lost(false); seen(JSON.parse(event.data)); };
  stream.onerror = async () => {
    lost(true);
    if (stream.readyState !== EventSource.CLOSED) return; // it tries again by itself
    const answer = await fetch(address, { headers: { Accept: "text/event-stream" } }).catch(() => null);
    if (answer && answer.body) answer.body.cancel();
    if (answer && answer.status === 401) door();
    else setTimeout(() => follow(address, { seen, lost, door, role }), 1500);
  };
}

// Asks for the code in the form `#door`, then goes on.
function askCode(goOn) {
  $("door").hidden = false;
  $("door").onsubmit = async (event) => {
    event.preventDefault();
    const [good] = await post("enter", { code: $("code").value }).catch(() => [false]);
    $("refused").textContent = good ? "" : say("This code is not right, or was used already.");
    $("door").hidden = good;
    if (good) goOn();
  };
}

// The mat for this screen in `box`; drawn anew when the game or the screen's form changes.
class ShownMat {
  constructor(box, shape, address = (name) => `mat/${name}`) {
    this.box = box;
    this.wish = shape;
    this.address = address;
    this.mat = null;
    this.of = "";
    this.asked = null;
    addEventListener("resize", () => this.last && this.show(this.last));
  }

  shape() {
    if (this.wish) return this.wish;
    return this.box.clientWidth < 620 ? "narrow" : "wide";
  }

  async show(table) {
    this.last = table;
    const shape = this.shape();
    const rows = table.mat[shape];
    if (!rows) { fill(this.box, []); return; }
    const now = `${shape} ${table.title} ${table.seats.join(" ")}`;
    if (this.of !== now) {
      if (this.asked === now) return; // it is on its way
      this.asked = now;
      const mat = await Mat.fetched(this.address(shape), this.box).catch(() => null);
      this.asked = null;
      if (!mat) return;
      [this.mat, this.of] = [mat, now];
      this.mat.show(this.last.mat[shape] || [], this.last.mat.words, true);
      return;
    }
    this.mat.show(rows, table.mat.words);
  }
}

// Clocks go on between two tables.
function clocksInWords(table, since) {
  const gone = (Date.now() - since) / 1000;
  return table.clocks.map((clock) => {
    const late = clock.running ? gone : 0;
    const left = Math.max(0, Math.floor(clock.down ? clock.seconds - late : clock.seconds + late));
    const shows = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    return `${clock.name} ${shows}${clock.running ? "" : " Ⅱ"}`;
  }).join(" · ");
}
