// A strategy that stands out: chosen in a legend, on a curve or in a row, it does so everywhere.

import { h } from "../dom.js";

export class Highlight {
  /** @param {string[]} names  of the strategies @param {import("./state.js").State} state */
  constructor(names, state) {
    this.state = state;
    this.names = new Set(names);
    /** The strategy that the pointer is on. */
    this.hot = "";
    for (const table of document.querySelectorAll("table")) this.mark(table);
    for (const group of document.querySelectorAll("g[data-series]")) this.series(/** @type {SVGGElement} */ (group));
    state.listen((change) => (change === "lit" || change === "all") && this.update());
    document.addEventListener("pointerover", ({ target }) => {
      const over = target instanceof Element ? target.closest("[data-strategy], [data-series]") : null;
      this.point(over?.getAttribute("data-strategy") ?? over?.getAttribute("data-series") ?? "");
    });
  }

  /** Rows of a table of strategies; their names become buttons. @param {HTMLTableElement} table */
  mark(table) {
    if (table.tHead?.rows[0].cells[0].textContent?.trim() !== "strategy") return;
    for (const row of table.tBodies[0].rows) {
      const name = row.cells[0].textContent ?? "";
      if (!this.names.has(name)) continue;
      row.dataset.strategy = name;
      row.cells[0].replaceChildren(this.button(name, ...row.cells[0].childNodes));
    }
  }

  /** @param {string} name @param {...Node} children */
  button(name, ...children) {
    return h("button", { type: "button", class: "plain", "data-lights": name, "aria-pressed": "false",
      title: "make it stand out in every plot and table", onclick: () => this.state.light(name) }, ...children);
  }

  /** @param {SVGGElement} group  a curve, or its entry in the legend */
  series(group) {
    const name = group.dataset.series ?? "";
    group.addEventListener("click", () => this.state.light(name));
    if (!group.classList.contains("legend")) return;
    for (const [key, value] of Object.entries({ tabindex: "0", role: "button", "aria-label": `${group.textContent?.trim()}: make it stand out`, "aria-pressed": "false" })) group.setAttribute(key, value);
    group.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      this.state.light(name);
    });
    group.addEventListener("focus", () => this.point(name));
    group.addEventListener("blur", () => this.point(""));
  }

  /** @param {string} name  empty: none */
  point(name) {
    if (name === this.hot) return;
    this.hot = name;
    this.update();
  }

  update() {
    const { lit } = this.state;
    const shines = (/** @type {string|null} */ name) => name !== null && (lit.has(name) || name === this.hot);
    for (const picture of document.querySelectorAll(".card svg")) {
      const groups = [...picture.querySelectorAll("g[data-series]")];
      groups.forEach((group) => group.classList.toggle("lit", shines(group.getAttribute("data-series"))));
      picture.classList.toggle("chosen", groups.some((group) => group.classList.contains("lit")));
    }
    for (const row of document.querySelectorAll("tr[data-strategy]")) row.classList.toggle("lit", shines(row.getAttribute("data-strategy")));
    for (const button of document.querySelectorAll("[data-lights], g.legend")) {
      const name = button.getAttribute("data-lights") ?? button.getAttribute("data-series") ?? "";
      button.setAttribute("aria-pressed", String(lit.has(name)));
    }
  }
}
