// The clauses of a formula, each literal true, false or open.

import { h } from "./dom.js";

/** Clauses that are shown at once. */
const SHOWN_CLAUSES = 400;

export class ClausesView {
  /**
   * @param {import("./names.js").Names} names
   * @param {(choice: {literal: number}) => void} onpick
   */
  constructor(names, onpick) {
    this.names = names;
    const all = /** @type {number[][]} */ (names.instance.clauses ?? []);
    this.clauses = all.slice(0, SHOWN_CLAUSES);
    this.summary = h("p", { class: "note" });
    this.rows = this.clauses.map((clause) => h("li", {}, clause.map((literal) =>
      h("button", { type: "button", class: "literal", onclick: () => onpick({ literal }) }, names.literal(literal)))));
    this.more = all.length - this.clauses.length;
    this.element = h("div", { class: "clauses" }, this.summary, h("ol", {}, this.rows));
  }

  /** @param {import("./types.js").Moment} moment */
  draw(moment) {
    const holds = new Set((moment.state.trail ?? []).map(({ literal }) => literal));
    const now = moment.line?.reason ?? moment.line?.clause ?? [];
    let satisfied = 0;
    this.rows.forEach((row, at) => {
      const clause = this.clauses[at];
      const open = clause.filter((literal) => !holds.has(literal) && !holds.has(-literal));
      const state = clause.some((literal) => holds.has(literal)) ? "true" : open.length === 0 ? "false" : open.length === 1 ? "unit" : "";
      if (state === "true") satisfied++;
      const here = now.length === clause.length && clause.every((literal) => now.includes(literal));
      row.className = `${state} ${here ? "now" : ""}`.trim();
      row.setAttribute("aria-label", `${state || "open"} clause`);
      [...row.children].forEach((element, index) => {
        const literal = clause[index];
        element.className = `literal ${holds.has(literal) ? "true" : holds.has(-literal) ? "false" : "open"}`;
      });
    });
    const more = this.more ? `; ${this.more} more are not shown` : "";
    this.summary.textContent = `${satisfied} of ${this.clauses.length} clauses are true${more}`;
  }
}
