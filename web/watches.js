// Two watched literals, move by move: each clause with its watched literals marked, and the clauses that are visited after a
// literal became false, against all clauses that contain it.

import { h } from "./dom.js";
import { word } from "./language.js";
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

/**
 * A clause and its watched literals. A visit is of the literal that became false last.
 * @typedef {{literals: number[], pair: number[], learned: boolean, visit: import("./types.js").Line|null}} WatchedClause
 * @typedef {{clauses: WatchedClause[], falsified: number|null, visits: number, occurrences: number}} Watched
 */

export class WatchesView {
  /** @param {import("./types.js").Track} track @param {import("./names.js").Names} names */
  constructor(track, names) {
    this.track = track;
    this.names = names;
    this.total = h("p", { class: "total" });
    const list = h("ol", { "aria-label": word("clauses and their watched literals") });
    this.window = new ListWindow(list);
    this.element = h("div", { class: "watches" }, this.total, list, legend());
  }

  /** Only the finest level of a trace has visits. */
  get empty() {
    return !Object.values(this.track.letters).includes("watch") || (this.names.instance.clauses?.length ?? 0) > MAX_WATCHED_CLAUSES;
  }

  /** @param {import("./types.js").Moment} moment */
  async draw({ at, line, state }) {
    const events = await this.track.eventsBetween(0, at);
    const watched = watchedAfter(events.map((event) => event.line));
    const holds = new Set((state.trail ?? []).map(({ literal }) => literal));
    this.window.show(watched.clauses.map((clause) => this.row(clause, watched, holds, line)), watched.clauses.findIndex(({ visit }) => visit && visit === line));
    this.total.textContent = word("Clauses visited: {}. Clauses that contain a literal that became false: {}.", watched.visits, watched.occurrences);
  }

  /** @param {WatchedClause} clause @param {Watched} watched @param {Set<number>} holds @param {import("./types.js").Line|null} line */
  row(clause, { clauses, falsified }, holds, line) {
    const { visit } = clause;
    const isNow = !!visit && visit === line;
    const contains = falsified !== null && clause.literals.includes(falsified);
    const words = visit ? OUTCOMES[visit.outcome](this.names.literal(visit.other)) : !contains ? "" : clause.pair.includes(falsified) ? word("to be visited") : word("not visited");
    const number = clauses.indexOf(clause) + 1;
    return h("li", { class: `${isNow ? "now" : ""} ${visit ? visit.outcome : words && "unvisited"}`.trim() },
      h("span", { class: "number" }, String(number), clause.learned ? h("small", {}, ` ${word("learned")}`) : null),
      h("span", {}, clause.literals.map((literal) => this.literal(literal, clause, holds, isNow ? visit : null))),
      h("span", { class: "outcome" }, words));
  }

  /** @param {number} literal @param {WatchedClause} clause @param {Set<number>} holds @param {import("./types.js").Line|null} visit */
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

/** The clauses and the counts after these events. @param {import("./types.js").Line[]} lines @returns {Watched} */
export function watchedAfter(lines) {
  /** @type {Watched} */
  const watched = { clauses: [], falsified: null, visits: 0, occurrences: 0 };
  /** Literals that became false, and whose clauses the search has not visited yet. @type {number[]} */
  let queue = [];
  let searching = false;
  const next = () => {
    const literal = queue.shift() ?? null;
    watched.occurrences += watched.clauses.filter(({ literals }) => literal !== null && literals.includes(literal)).length;
    falsify(watched, literal);
    return literal;
  };
  for (const line of lines) {
    // A decision, a restart or a model comes after every literal has been propagated.
    if (["decide", "restart", "solution"].includes(line.kind)) while (queue.length) next();
    switch (line.kind) {
      case "node": searching = true; break;
      case "watch": watched.clauses.push({ literals: line.clause, pair: line.clause.slice(0, 2), learned: searching, visit: null }); break;
      case "forget": watched.clauses = watched.clauses.filter(({ literals }) => !isSame(literals, line.clause)); break;
      case "visit": {
        while (queue.length && watched.falsified !== line.literal) next();
        watched.visits++;
        const clause = watched.clauses.find(({ literals, pair, visit }) => !visit && pair.includes(line.literal) && isSame(literals, line.clause));
        if (clause) {
          clause.visit = line;
          if (line.outcome === "moved") clause.pair = clause.pair.map((one) => (one === line.literal ? line.other : one));
        }
        break;
      }
      case "decide": queue.push(-line.literal); next(); break;
      case "propagate": queue.push(-line.literal); break;
      case "conflict": queue = []; break;
      case "backjump": case "restart": queue = []; falsify(watched, null); break;
    }
  }
  return watched;
}

/** Another literal became false: the visits of the one before are over. @param {Watched} watched @param {number|null} literal */
function falsify(watched, literal) {
  watched.falsified = literal;
  for (const clause of watched.clauses) clause.visit = null;
}

/** @param {number[]} one @param {number[]} other */
function isSame(one, other) {
  return one.length === other.length && one.every((literal) => other.includes(literal));
}
