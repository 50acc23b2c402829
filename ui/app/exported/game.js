// Steps through the game that is written into this page: keys, buttons, the curve, a swipe.
const game = JSON.parse(document.getElementById("game")?.textContent ?? "null");
// A sentence, in the language in which the page was written; `slots` fill its braces.
const say = (words, slots = {}) => words.replace(/{(\w+)}/g, (_, name) => slots[name]);
const one = (words) => document.querySelector(words);

function replay() {
  const last = game.entries.length - 1;
  const mats = Object.keys(game.first).map((shape) => ({
    shape, mat: new Mat(one(`#mats .${shape} svg`)), rows: new Map(), at: -1,
  }));
  const curve = one("#curve svg");
  let at = -1;
  let timer = 0;

  // Changes are applied one after the other; going back begins anew.
  function lay(drawn, to, still) {
    if (to < drawn.at) { drawn.rows = new Map(); drawn.at = -1; }
    while (drawn.at < to) {
      drawn.at += 1;
      const [changed, gone] = game.changes[drawn.shape][drawn.at];
      gone.forEach((name) => drawn.rows.delete(name));
      changed.forEach((row) => drawn.rows.set(row[0], row));
    }
    const beneathFirst = [...drawn.rows.values()].sort((a, b) => a[9] - b[9]);
    drawn.mat.show(beneathFirst, words(to), still);
  }

  function words(to) {
    while (to > 0 && !game.words[to]) to -= 1;
    return game.words[to];
  }

  function show(to, still = false) {
    to = Math.min(last, Math.max(0, to));
    const far = Math.abs(to - at) > 1;
    if (to === at) return;
    at = to;
    mats.forEach((drawn) => lay(drawn, to, still || far));
    one("#at").value = to;
    one("#said").textContent = `${game.says[to]} · ${say("entry {number}", { number: game.entries[to] })}`;
    document.querySelectorAll("#score output").forEach((box, side) => {
      box.textContent = game.lives[to][side];
    });
    const x = Number(curve.dataset.left) + to * Number(curve.dataset.across);
    curve.querySelector(".now").setAttribute("transform", `translate(${x - Number(curve.dataset.left)} 0)`);
    document.querySelector("li.shown")?.classList.remove("shown");
    const line = document.getElementById(`e${game.entries[to]}`);
    line?.classList.add("shown");
    one("#told").textContent = line ? line.children[1].textContent : "";
    if (at === last) stop();
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    one("[data-do=play]").textContent = "▶";
  }
  function play() {
    if (timer) { stop(); return; }
    if (at === last) show(0);
    one("[data-do=play]").textContent = "❚❚";
    timer = setInterval(() => show(at + 1), 1000 / Number(one("#speed").value));
  }
  const step = (by) => { stop(); show(at + by); };
  const acts = {
    first: () => { stop(); show(0); }, last: () => { stop(); show(last); },
    back: () => step(-1), on: () => step(1), play,
  };

  document.querySelectorAll("[data-do]").forEach((button) => {
    button.onclick = acts[button.dataset.do];
  });
  one("#at").oninput = (event) => { stop(); show(Number(event.target.value)); };
  one("#speed").onchange = () => { if (timer) { stop(); play(); } };
  curve.onclick = (event) => {
    const box = curve.getBoundingClientRect();
    const x = (event.clientX - box.left) * curve.viewBox.baseVal.width / box.width;
    stop();
    show(Math.round((x - Number(curve.dataset.left)) / Number(curve.dataset.across)));
  };
  document.onkeydown = (event) => {
    const known = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", " ": "play" };
    const typing = event.target.closest("input, select, button, a, summary, video");
    if (!known[event.key] || event.ctrlKey || event.altKey || event.metaKey || typing) return;
    event.preventDefault();
    acts[known[event.key]]();
  };
  let touched = null;
  one("#mats").addEventListener("touchstart", (event) => { touched = event.touches[0]; }, { passive: true });
  one("#mats").addEventListener("touchend", (event) => {
    const by = touched ? event.changedTouches[0].clientX - touched.clientX : 0;
    if (Math.abs(by) > 30) step(by < 0 ? 1 : -1);
  });
  document.querySelectorAll("li .n").forEach((number) => {
    number.onclick = () => { stop(); show(game.entries.indexOf(Number(number.textContent))); };
  });
  show(0, true);
}
if (game) replay();
