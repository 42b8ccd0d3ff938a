// A formula's trail by levels, with the reason of each literal, and the clauses that were learned.

import { h, several } from "./dom.js";

/** Maximum number of literals of a level shown at once. */
const SHOWN = 160;
const LEARNED = 60;

export class TrailView {
  /** @param {import("./names.js").Names} names */
  constructor(names) {
    this.names = names;
    this.reason = h("p", { class: "reason", role: "status" });
    this.levels = h("ol", { class: "levels" });
    this.learned = h("div", { class: "learned" });
    this.element = h("div", { class: "trail" }, this.reason, this.levels, this.learned);
  }

  /** @param {import("./types.js").Moment} moment */
  draw(moment) {
    const trail = moment.state.trail ?? [];
    const last = moment.line?.literal;
    const levels = new Map(/** @type {[number, import("./types.js").Assigned[]][]} */ ([]));
    for (const one of trail) levels.set(one.level, [...(levels.get(one.level) ?? []), one]);
    this.levels.replaceChildren(...[...levels].map(([level, all]) => this.level(level, all, last)));
    if (!trail.length) this.levels.replaceChildren(h("li", { class: "note" }, "Nothing is assigned yet."));
    const of = last === undefined ? null : trail.find(({ literal }) => literal === last);
    this.reason.textContent = of?.reason ? this.because(of) : "Click a literal to see its reason.";
    this.drawLearned(moment.state.learned ?? [], moment);
  }

  /** @param {number} level @param {import("./types.js").Assigned[]} all @param {number} [last] */
  level(level, all, last) {
    // Most literals of a Sudoku say that a cell does not have a digit. They are left out.
    const told = this.names.shape ? all.filter((one) => one.literal > 0 || one.decision || one.literal === last) : all;
    const shown = told.slice(-SHOWN);
    const rest = all.length - shown.length;
    return h("li", {},
      h("span", { class: "number" }, level ? `level ${level}` : "root"),
      h("span", { class: "literals" }, shown.map((one) => this.chip(one, one.literal === last)),
        rest > 0 ? h("span", { class: "note" }, ` and ${several(rest, "more")}`.replace("mores", "more")) : null));
  }

  /** @param {import("./types.js").Assigned} one @param {boolean} now */
  chip(one, now) {
    return h("button", {
      type: "button", class: `chip ${one.decision ? "decision" : ""} ${now ? "now" : ""}`,
      title: one.decision ? "a decision" : one.reason ? this.because(one) : null,
      onclick: () => (this.reason.textContent = this.because(one)),
    }, one.decision ? "◆ " : "", this.names.literal(one.literal));
  }

  /** @param {import("./types.js").Assigned} one */
  because(one) {
    const name = this.names.literal(one.literal);
    if (one.decision) return `${name} is a decision: it is assumed.`;
    if (!one.reason?.length || one.reason.length === 1) return `${name} is a clause of its own.`;
    const others = one.reason.filter((literal) => literal !== one.literal).map((literal) => this.names.literal(literal));
    return `${name} follows from (${[name, ...others].join(" ∨ ")}): all else in it is false.`;
  }

  /** @param {number[][]} learned @param {import("./types.js").Moment} moment */
  drawLearned(learned, moment) {
    this.learned.hidden = !learned.length;
    const newest = [...learned].reverse().slice(0, LEARNED);
    this.learned.replaceChildren(
      h("h2", {}, several(learned.length, "learned clause")),
      h("ol", { reversed: true, start: learned.length }, newest.map((clause, at) =>
        h("li", { class: at === 0 && moment.kind === "learn" ? "now" : "" }, clauseText(clause, this.names)))));
  }
}

/** @param {number[]} clause @param {import("./names.js").Names} names */
export function clauseText(clause, names) {
  return clause.length ? clause.map((literal) => names.literal(literal)).join(" ∨ ") : "the empty clause";
}
