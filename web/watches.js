// Two watched literals, move by move: each clause with its watched literals marked, and the clauses that are visited after a
// literal became false, against all clauses that contain it.

import { h } from "./dom.js";
import { hasKind } from "./kinds.js";
import { word } from "./language.js";
import { WatchFold } from "./watched.js";
import { ListWindow } from "./window.js";

/** Maximum number of clauses of a formula that is drawn. */
const MAX_WATCHED_CLAUSES = 40;

/** What the row of a visited clause says, by the outcome of the visit. @type {{[outcome: string]: (other: string) => string}} */
const OUTCOMES = {
  moved: (other) => word("now watches {}", other),
  satisfied: (other) => word("{} is true: left alone", other),
  unit: (other) => word("unit: {} follows", other),
  conflict: () => word("conflict"),
};

export class WatchesView {
  /** @param {import("./types.js").Track} track @param {import("./names.js").Names} names */
  constructor(track, names) {
    this.track = track;
    this.names = names;
    this.fold = new WatchFold();
    this.total = h("p", { class: "total" });
    const list = h("ol", { "aria-label": word("clauses and their watched literals") });
    this.window = new ListWindow(list);
    this.element = h("div", { class: "watches" }, this.total, list, legend());
  }

  /** Only the finest level of a trace has visits. */
  get empty() {
    return !hasKind(this.track, "watch") || (this.names.instance.clauses?.length ?? 0) > MAX_WATCHED_CLAUSES;
  }

  /** @param {import("./types.js").Moment} moment */
  async draw({ at, line, state }) {
    const { clauses, falsified, visits, occurrences } = await this.foldTo(at);
    const holds = new Set((state.trail ?? []).map(({ literal }) => literal));
    this.window.show(clauses.map((clause, index) => this.row(clause, index + 1, falsified, holds, line)), clauses.findIndex(({ visit }) => visit && visit === line));
    this.total.textContent = word("Clauses visited: {}. Clauses that contain a literal that became false: {}.", visits, occurrences);
  }

  /** Folds the trace on to a position, or anew to one that lies behind. @param {number} at @returns {Promise<WatchFold>} */
  async foldTo(at) {
    if (at < this.fold.at) this.fold = new WatchFold();
    const { fold } = this, from = fold.at;
    const events = await this.track.eventsBetween(from, at);
    // A later drawing may have moved the fold in the meantime.
    if (fold !== this.fold || fold.at !== from) return this.foldTo(at);
    for (const { line } of events) fold.apply(line);
    return fold;
  }

  /**
   * @param {import("./watched.js").WatchedClause} clause @param {number} number
   * @param {number|null} falsified @param {Set<number>} holds @param {import("./types.js").Line|null} line
   */
  row(clause, number, falsified, holds, line) {
    const { visit } = clause;
    const isNow = !!visit && visit === line;
    const contains = falsified !== null && clause.literals.includes(falsified);
    const words = visit ? OUTCOMES[visit.outcome](this.names.literal(visit.other)) : !contains ? "" : clause.pair.includes(falsified) ? word("to be visited") : word("not visited");
    return h("li", { class: `${isNow ? "now" : ""} ${visit ? visit.outcome : words && "unvisited"}`.trim() },
      h("span", { class: "number" }, String(number), clause.learned ? h("small", {}, ` ${word("learned")}`) : null),
      h("span", {}, clause.literals.map((literal) => this.literal(literal, clause, holds, isNow ? visit : null))),
      h("span", { class: "outcome" }, words));
  }

  /** @param {number} literal @param {import("./watched.js").WatchedClause} clause @param {Set<number>} holds @param {import("./types.js").Line|null} visit */
  literal(literal, { pair }, holds, visit) {
    const value = holds.has(literal) ? "true" : holds.has(-literal) ? "false" : "open";
    const isWatched = pair.includes(literal);
    const left = visit?.outcome === "moved" && visit.literal === literal;
    const name = this.names.literal(literal);
    return h("span", { class: `literal ${value} ${isWatched ? "watched" : left ? "left" : ""}`.trim(), role: "img", "aria-label": [name, word(value), ...(isWatched ? [word("watched")] : [])].join(", ") }, h("span", {}, name));
  }
}

function legend() {
  const sample = (/** @type {string} */ classes, /** @type {string} */ words) => h("span", {}, h("span", { class: `literal ${classes}` }, h("span", {}, "1")), ` ${word(words)}`);
  return h("p", { class: "note legend", "aria-hidden": "true" }, sample("open watched", "watched"), sample("open", "not watched"), sample("true", "true"), sample("false", "false"), sample("false left", "was watched"));
}
