// A formula's trail by levels, with the reason of each literal, and the clauses that were learned.

import { grouped, h } from "./dom.js";
import { plural, word } from "./language.js";
import { ListWindow } from "./window.js";

/** Maximum number of literals of a level shown at once. */
const MAX_SHOWN_LITERALS = 160;
const MAX_SHOWN_CLAUSES = 60;

export class TrailView {
  /** @param {import("./names.js").Names} names */
  constructor(names) {
    this.names = names;
    this.reason = h("p", { class: "reason", role: "status" });
    this.levels = h("ol", { class: "levels" });
    this.levelsWindow = new ListWindow(this.levels);
    this.learnedCount = h("h2");
    this.learnedList = h("ol", { reversed: true });
    this.learnedWindow = new ListWindow(this.learnedList);
    this.learned = h("div", { class: "learned" }, this.learnedCount, this.learnedList);
    this.element = h("div", { class: "trail" }, this.reason, this.levels, this.learned);
  }

  /** @param {import("./types.js").Moment} moment */
  draw(moment) {
    const trail = moment.state.trail ?? [];
    const last = moment.line?.literal;
    const levels = new Map(/** @type {[number, import("./types.js").Assigned[]][]} */ ([]));
    for (const one of trail) levels.set(one.level, [...(levels.get(one.level) ?? []), one]);
    const rows = [...levels].map(([level, all]) => this.level(level, all, last));
    this.levelsWindow.show(rows.length ? rows : [h("li", { class: "note" }, word("Nothing is assigned yet."))], rows.length - 1);
    const of = last === undefined ? null : trail.find(({ literal }) => literal === last);
    this.reason.textContent = of?.reason ? this.reasonText(of) : word("Click a literal to see its reason.");
    this.drawLearned(moment.state.learned ?? [], moment);
  }

  /** @param {number} level @param {import("./types.js").Assigned[]} all @param {number} [last] */
  level(level, all, last) {
    // Most literals of a Sudoku say that a cell does not have a digit. They are omitted.
    const relevant = this.names.shape ? all.filter((one) => one.literal > 0 || one.decision || one.literal === last) : all;
    const shown = relevant.slice(-MAX_SHOWN_LITERALS);
    const rest = all.length - shown.length;
    return h("li", {},
      h("span", { class: "number" }, level ? word("level {}", level) : word("root")),
      h("span", { class: "literals" }, shown.map((one) => this.chip(one, one.literal === last)),
        rest > 0 ? h("span", { class: "note" }, ` ${word("and {} more", grouped(rest))}`) : null));
  }

  /** @param {import("./types.js").Assigned} one @param {boolean} now */
  chip(one, now) {
    return h("button", {
      type: "button", class: `chip ${one.decision ? "decision" : ""} ${now ? "now" : ""}`,
      title: one.decision ? word("a decision") : one.reason ? this.reasonText(one) : null,
      onclick: () => (this.reason.textContent = this.reasonText(one)),
    }, one.decision ? "◆ " : "", this.names.literal(one.literal));
  }

  /** @param {import("./types.js").Assigned} one */
  reasonText(one) {
    const name = this.names.literal(one.literal);
    if (one.decision) return word("{} is a decision: it is assumed.", name);
    if (!one.reason || one.reason.length < 2) return word("{} is a clause by itself.", name);
    const others = one.reason.filter((literal) => literal !== one.literal).map((literal) => this.names.literal(literal));
    return word("{} follows from ({}): its other literals are false.", name, [name, ...others].join(" ∨ "));
  }

  /** @param {number[][]} learned @param {import("./types.js").Moment} moment */
  drawLearned(learned, moment) {
    this.learned.hidden = !learned.length;
    const newest = [...learned].reverse().slice(0, MAX_SHOWN_CLAUSES);
    this.learnedCount.textContent = plural(learned.length, "learned clause");
    this.learnedWindow.show(newest.map((clause, at) =>
      h("li", { value: learned.length - at, class: at === 0 && moment.kind === "learn" ? "now" : "" }, clauseText(clause, this.names))), 0);
  }
}

/** @param {number[]} clause @param {import("./names.js").Names} names */
export function clauseText(clause, names) {
  return clause.length ? clause.map((literal) => names.literal(literal)).join(" ∨ ") : word("the empty clause");
}
