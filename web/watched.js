// The watched literals of a formula and the counts of visits, folded from the events of a trace.

/**
 * A clause and its watched literals. A visit is of the literal that became false last.
 * @typedef {{literals: number[], pair: number[], learned: boolean, visit: import("./types.js").Line|null}} WatchedClause
 */

export class WatchFold {
  constructor() {
    /** Number of events so far. */
    this.at = 0;
    /** @type {WatchedClause[]} */
    this.clauses = [];
    /** The literal that became false last. @type {number|null} */
    this.falsified = null;
    this.visits = 0;
    /** Number of clauses that contain a literal that became false. */
    this.occurrences = 0;
    /** Literals that became false, and whose clauses the search has not visited yet. @type {number[]} */
    this.queue = [];
    this.searching = false;
  }

  /** @param {import("./types.js").Line} line */
  apply(line) {
    this.at++;
    // A decision, a restart or a model comes after every literal has been propagated.
    if (["decide", "restart", "solution"].includes(line.kind)) while (this.queue.length) this.next();
    switch (line.kind) {
      case "node": this.searching = true; break;
      case "watch": this.clauses.push({ literals: line.clause, pair: line.clause.slice(0, 2), learned: this.searching, visit: null }); break;
      case "forget": this.clauses = this.clauses.filter(({ literals }) => !isSame(literals, line.clause)); break;
      case "visit": this.visit(line); break;
      case "decide": this.queue.push(-line.literal); this.next(); break;
      case "propagate": this.queue.push(-line.literal); break;
      case "conflict": this.queue = []; break;
      case "backjump": case "restart": this.queue = []; this.falsify(null); break;
    }
  }

  /** @param {import("./types.js").Line} line */
  visit(line) {
    while (this.queue.length && this.falsified !== line.literal) this.next();
    this.visits++;
    const clause = this.clauses.find(({ literals, pair, visit }) => !visit && pair.includes(line.literal) && isSame(literals, line.clause));
    if (!clause) return;
    clause.visit = line;
    if (line.outcome === "moved") clause.pair = clause.pair.map((one) => (one === line.literal ? line.other : one));
  }

  /** Takes the next literal of the queue as the one that became false. */
  next() {
    const literal = this.queue.shift() ?? null;
    this.occurrences += this.clauses.filter(({ literals }) => literal !== null && literals.includes(literal)).length;
    this.falsify(literal);
  }

  /** Another literal became false: the visits of the one before are over. @param {number|null} literal */
  falsify(literal) {
    this.falsified = literal;
    for (const clause of this.clauses) clause.visit = null;
  }
}

/** @param {number[]} one @param {number[]} other */
function isSame(one, other) {
  return one.length === other.length && one.every((literal) => other.includes(literal));
}
