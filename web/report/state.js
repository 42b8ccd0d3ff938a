// What a reader has chosen, and how it stands in the address.

/** @typedef {"strategy" | "corpus" | "status"} Kind */
/** @typedef {{column: number, down: boolean}} Sort */

export const KINDS = /** @type {const} */ (["strategy", "corpus", "status"]);
/** Without another choice an unanswered instance counts as this many times the limit. */
export const USUAL_FACTOR = 2;

export class State {
  /** What is not shown. @type {{[kind in Kind]: Set<string>}} */
  without = { strategy: new Set(), corpus: new Set(), status: new Set() };
  /** Strategies that stand out. @type {Set<string>} */
  lit = new Set();
  /** In nanoseconds; none: as recorded. @type {number|null} */
  limit = null;
  factor = USUAL_FACTOR;
  /** By the id of a table. @type {Map<string, Sort>} */
  sorts = new Map();
  /** The instance that is looked at. */
  instance = "";
  /** The part of the page that a link led to. */
  part = "";
  /** @type {((change: string) => void)[]} */
  listeners = [];

  clear() {
    const { listeners } = this;
    Object.assign(this, new State(), { listeners });
  }

  /** @param {(change: string) => void} listener */
  listen(listener) {
    this.listeners.push(listener);
  }

  /** @param {"shown"|"lit"|"limit"|"sort"|"instance"|"part"|"all"} change */
  tell(change) {
    this.listeners.forEach((listener) => listener(change));
  }

  /** @param {Kind} kind @param {string} name */
  shows(kind, name) {
    return !this.without[kind].has(name);
  }

  /** @param {string} name */
  light(name) {
    if (!this.lit.delete(name)) this.lit.add(name);
    this.tell("lit");
  }

  get hash() {
    const fields = new URLSearchParams();
    if (this.part) fields.set("part", this.part);
    for (const kind of KINDS) for (const name of this.without[kind]) fields.append(`no-${kind}`, name);
    for (const name of this.lit) fields.append("lit", name);
    if (this.limit !== null) fields.set("limit", String(this.limit));
    if (this.factor !== USUAL_FACTOR) fields.set("par", String(this.factor));
    for (const [table, { column, down }] of this.sorts) fields.append("sort", `${table}.${column}${down ? ".down" : ""}`);
    if (this.instance) fields.set("instance", this.instance);
    return `#${fields}`;
  }

  /** Takes what an address says; what it does not know is left out. @param {string} hash */
  read(hash) {
    this.clear();
    const text = hash.replace(/^#/, "");
    if (text && !text.includes("=")) {
      this.part = decodeURIComponent(text);
      return;
    }
    const fields = new URLSearchParams(text);
    for (const kind of KINDS) this.without[kind] = new Set(fields.getAll(`no-${kind}`));
    this.lit = new Set(fields.getAll("lit"));
    const limit = Number(fields.get("limit")), factor = Number(fields.get("par"));
    if (limit > 0 && Number.isFinite(limit)) this.limit = limit;
    if (factor >= 1 && factor <= 10) this.factor = factor;
    for (const sort of fields.getAll("sort")) {
      const found = /^(.+)\.(\d+)(\.down)?$/.exec(sort);
      if (found) this.sorts.set(found[1], { column: Number(found[2]), down: !!found[3] });
    }
    this.instance = fields.get("instance") ?? "";
    this.part = fields.get("part") ?? "";
  }
}
