// The clauses of a formula, each literal true, false or open.

import { h } from "./dom.js";
import { word } from "./language.js";
import { ListWindow } from "./window.js";

/** Maximum number of clauses shown at once. */
const SHOWN_CLAUSES = 400;
const SHOWN_LEARNED = 60;

export class ClausesView {
  /**
   * @param {import("./names.js").Names} names
   * @param {(choice: {literal: number}) => void} onpick
   */
  constructor(names, onpick) {
    this.names = names;
    this.onpick = onpick;
    /** All clauses of the formula, of which some are shown: those around the clause of the event. @type {number[][]} */
    this.all = names.instance.clauses ?? [];
    this.numbers = new Map(this.all.map((clause, at) => [clauseKey(clause), at]));
    this.first = 0;
    this.clauses = this.all.slice(0, SHOWN_CLAUSES);
    this.rows = this.clauses.map((clause) => this.row(clause));
    this.summary = h("p", { class: "note" });
    /** Whether to list the learned clauses, because no trail shows them. */
    this.learns = false;
    this.learned = h("div", { class: "further", hidden: true });
    const list = h("ol", {});
    this.window = new ListWindow(list);
    this.element = h("div", { class: "clauses" }, this.summary, list, this.learned);
  }

  /** Makes the rows of the clauses from a number on. @param {number} first */
  takeFrom(first) {
    this.first = Math.max(0, Math.min(first, this.all.length - SHOWN_CLAUSES));
    this.clauses = this.all.slice(this.first, this.first + SHOWN_CLAUSES);
    this.rows = this.clauses.map((clause) => this.row(clause));
  }

  /** @param {number[]} clause */
  row(clause) {
    return h("li", {}, clause.map((literal) =>
      h("button", { type: "button", class: "literal", onclick: () => this.onpick({ literal }) }, this.names.literal(literal))));
  }

  /** @param {import("./types.js").Moment} moment */
  draw(moment) {
    const holds = new Set((moment.state.trail ?? []).map(({ literal }) => literal));
    const now = moment.line?.reason ?? moment.line?.clause ?? [];
    const number = this.numbers.get(clauseKey(now)) ?? -1;
    if (number >= 0 && !this.clauses[number - this.first]) this.takeFrom(number - SHOWN_CLAUSES / 2);
    const states = this.rows.map((row, at) => markClause(row, this.clauses[at], holds, now));
    const satisfied = states.filter((state) => state === "true").length;
    const left = this.all.length - this.clauses.length;
    const more = left ? `; ${word("{} more are not shown", left)}` : "";
    this.summary.textContent = word("{} of {} clauses are true", satisfied, this.clauses.length) + more;
    this.window.show(this.rows, this.rows.findIndex((row) => row.classList.contains("now")));
    if (this.learns) this.drawLearned((moment.state.learned ?? []).slice(-SHOWN_LEARNED), holds, now);
  }

  /** @param {number[][]} learned @param {Set<number>} holds @param {number[]} now */
  drawLearned(learned, holds, now) {
    const rows = learned.map((clause) => this.row(clause));
    rows.forEach((row, at) => markClause(row, learned[at], holds, now));
    this.learned.hidden = !learned.length;
    this.learned.replaceChildren(h("p", { class: "note" }, word("Learned")), h("ol", {}, rows));
  }
}

/** Equal for clauses of equal literals. @param {number[]} clause */
function clauseKey(clause) {
  return clause.toSorted((a, b) => a - b).join(" ");
}

/**
 * Marks a clause and its literals as true, false or open; `now` is the clause of the event.
 * @param {HTMLElement} row
 * @param {number[]} clause
 * @param {Set<number>} holds
 * @param {number[]} now
 */
function markClause(row, clause, holds, now) {
  const open = clause.filter((literal) => !holds.has(literal) && !holds.has(-literal));
  const state = clause.some((literal) => holds.has(literal)) ? "true" : open.length === 0 ? "false" : open.length === 1 ? "unit" : "";
  const here = now.length === clause.length && clause.every((literal) => now.includes(literal));
  row.className = `${state} ${here ? "now" : ""}`.trim();
  row.setAttribute("aria-label", word({ true: "true clause", false: "false clause", unit: "unit clause", "": "open clause" }[state]));
  [...row.children].forEach((element, index) => {
    const literal = clause[index];
    element.className = `literal ${holds.has(literal) ? "true" : holds.has(-literal) ? "false" : "open"}`;
  });
  return state;
}
