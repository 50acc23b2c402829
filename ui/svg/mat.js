// Lays pieces on a mat that ui.svg drew, and moves them from table to table. Text only ever becomes
// text, never markup.
"use strict";
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

class Mat {
  constructor(svg) {
    this.svg = svg;
    this.layer = svg.querySelector(".dice");
    this.pattern = svg.querySelector(".pattern > g");
    this.pieces = new Map([...this.layer.children].map((node) => [node.dataset.die, node]));
  }

  // A drawing from the server, put into `box`.
  static async fetched(address, box) {
    const answer = await fetch(address);
    if (!answer.ok) return null;
    const drawn = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
    const svg = document.importNode(drawn.documentElement, true);
    box.replaceChildren(svg);
    return new Mat(svg);
  }

  // Rows of `DrawnPiece.row`, what lies beneath first; `words` say the same.
  show(rows, words, still = false) {
    const gone = new Set(this.pieces.keys());
    for (const row of rows) {
      gone.delete(row[0]);
      const node = this.pieces.get(row[0]) || this.added(row[0]);
      this.place(node, row, still || STILL.matches);
      this.layer.append(node);
    }
    for (const name of gone) {
      this.pieces.get(name).remove();
      this.pieces.delete(name);
    }
    if (words !== undefined) this.svg.setAttribute("aria-label", words);
  }

  added(name) {
    const node = this.pattern.cloneNode(true);
    node.dataset.die = name;
    node.removeAttribute("transform");
    this.pieces.set(name, node);
    return node;
  }

  place(node, [, drawing, x, y, size, title, figures, detail, tentative], still) {
    const [about, face, name, numbers] = node.children;
    const before = node.getAttribute("transform");
    const now = `translate(${x} ${y}) scale(${size})`;
    about.textContent = detail;
    if (drawing) face.setAttribute("href", `#${drawing}`); else face.removeAttribute("href");
    name.textContent = title;
    numbers.textContent = figures;
    node.setAttribute("opacity", tentative ? ".55" : "1");
    node.setAttribute("transform", now);
    if (before === now || still) return;
    const inUnits = (text) => text.replace(/translate\((\S+) (\S+)\)/, "translate($1px, $2px)");
    const from = before ? { transform: inUnits(before) } : { opacity: 0, transform: inUnits(now) };
    const to = before ? { transform: inUnits(now) } : { opacity: 1, transform: inUnits(now) };
    requestAnimationFrame(() => node.animate([from, to], { duration: 600, easing: "ease-in-out" }));
  }
}
