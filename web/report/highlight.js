// Highlights a strategy everywhere, once it is chosen in a legend, on a curve or in a row.

import { h } from "../dom.js";

export class Highlight {
  /** @param {Set<string>} names  of the strategies */
  constructor(names) {
    this.names = names;
    /** The chosen strategies. @type {Set<string>} */
    this.chosen = new Set();
    /** The strategy under the pointer. */
    this.hovered = "";
    for (const table of document.querySelectorAll("table")) this.mark(table);
    for (const group of document.querySelectorAll("g[data-series]")) this.series(/** @type {SVGGElement} */ (group));
    document.addEventListener("pointerover", ({ target }) => {
      const over = target instanceof Element ? target.closest("[data-strategy], [data-series]") : null;
      this.setHovered(over?.getAttribute("data-strategy") ?? over?.getAttribute("data-series") ?? "");
    });
  }

  /** Rows of a table of strategies; their names become buttons. @param {HTMLTableElement} table */
  mark(table) {
    if (table.tHead?.rows[0].cells[0].textContent?.trim() !== "strategy") return;
    for (const row of table.tBodies[0].rows) {
      const name = row.cells[0].textContent ?? "";
      if (!this.names.has(name)) continue;
      row.dataset.strategy = name;
      row.cells[0].replaceChildren(h("button", { type: "button", class: "plain", "data-lights": name, "aria-pressed": "false",
        title: "highlight in every plot and table", onclick: () => this.toggle(name) }, ...row.cells[0].childNodes));
    }
  }

  /** @param {SVGGElement} group  a curve, or its entry in the legend */
  series(group) {
    const name = group.dataset.series ?? "";
    group.addEventListener("click", () => this.toggle(name));
    if (!group.classList.contains("legend")) return;
    for (const [key, value] of Object.entries({ tabindex: "0", role: "button", "aria-label": `${group.textContent?.trim()}: highlight`, "aria-pressed": "false" })) group.setAttribute(key, value);
    group.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      this.toggle(name);
    });
    group.addEventListener("focus", () => this.setHovered(name));
    group.addEventListener("blur", () => this.setHovered(""));
  }

  /** @param {string} name */
  toggle(name) {
    if (!this.chosen.delete(name)) this.chosen.add(name);
    this.update();
  }

  /** @param {string} name  empty: none */
  setHovered(name) {
    if (name === this.hovered) return;
    this.hovered = name;
    this.update();
  }

  update() {
    const isHighlighted = (/** @type {string|null} */ name) => name !== null && (this.chosen.has(name) || name === this.hovered);
    for (const picture of document.querySelectorAll(".card svg")) {
      const groups = [...picture.querySelectorAll("g[data-series]")];
      groups.forEach((group) => group.classList.toggle("lit", isHighlighted(group.getAttribute("data-series"))));
      picture.classList.toggle("chosen", groups.some((group) => group.classList.contains("lit")));
    }
    for (const row of document.querySelectorAll("tr[data-strategy]")) row.classList.toggle("lit", isHighlighted(row.getAttribute("data-strategy")));
    for (const button of document.querySelectorAll("[data-lights], g.legend")) {
      const name = button.getAttribute("data-lights") ?? button.getAttribute("data-series") ?? "";
      button.setAttribute("aria-pressed", String(this.chosen.has(name)));
    }
  }
}
