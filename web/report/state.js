// The reader's choices, and their form in the address.

/** @typedef {"strategy" | "corpus" | "status"} Kind */
/** @typedef {{column: number, down: boolean}} Sort */

export const KINDS = /** @type {const} */ (["strategy", "corpus", "status"]);
/** By default, an unanswered instance counts as this many times the limit. */
const DEFAULT_FACTOR = 2;

export class State {
  /** @param {[number, number]|null} range  the limits that an address may choose */
  constructor(range = null) {
    this.range = range;
  }

  /** Names that are not shown. @type {{[kind in Kind]: Set<string>}} */
  hidden = { strategy: new Set(), corpus: new Set(), status: new Set() };
  /** Highlighted strategies. @type {Set<string>} */
  highlighted = new Set();
  /** The limit in nanoseconds; null: as recorded. @type {number|null} */
  limit = null;
  factor = DEFAULT_FACTOR;
  /** The sort of each table, by its id. @type {Map<string, Sort>} */
  sorts = new Map();
  /** The instance that is shown. */
  instance = "";
  /** The part of the page that a link led to. */
  part = "";
  /** @type {((change: string) => void)[]} */
  listeners = [];

  clear() {
    const { listeners, range } = this;
    Object.assign(this, new State(range), { listeners });
  }

  /** @param {(change: string) => void} listener */
  listen(listener) {
    this.listeners.push(listener);
  }

  /** @param {"shown"|"lit"|"limit"|"sort"|"instance"|"part"|"all"} change */
  emit(change) {
    this.listeners.forEach((listener) => listener(change));
  }

  /** @param {Kind} kind @param {string} name */
  shows(kind, name) {
    return !this.hidden[kind].has(name);
  }

  /** @param {string} name */
  toggleHighlight(name) {
    if (!this.highlighted.delete(name)) this.highlighted.add(name);
    this.emit("lit");
  }

  get hash() {
    const fields = new URLSearchParams();
    if (this.part) fields.set("part", this.part);
    for (const kind of KINDS) for (const name of this.hidden[kind]) fields.append(`no-${kind}`, name);
    for (const name of this.highlighted) fields.append("lit", name);
    if (this.limit !== null) fields.set("limit", String(this.limit));
    if (this.factor !== DEFAULT_FACTOR) fields.set("par", String(this.factor));
    for (const [table, { column, down }] of this.sorts) fields.append("sort", `${table}.${column}${down ? ".down" : ""}`);
    if (this.instance) fields.set("instance", this.instance);
    return `#${fields}`;
  }

  /** Reads the choices from an address, and ignores unknown ones. @param {string} hash */
  read(hash) {
    this.clear();
    const text = hash.replace(/^#/, "");
    if (text && !text.includes("=")) {
      this.part = decodeURIComponent(text);
      return;
    }
    const fields = new URLSearchParams(text);
    for (const kind of KINDS) this.hidden[kind] = new Set(fields.getAll(`no-${kind}`));
    this.highlighted = new Set(fields.getAll("lit"));
    const limit = Number(fields.get("limit")), factor = Number(fields.get("par"));
    if (this.range && limit >= this.range[0] && limit <= this.range[1]) this.limit = limit;
    if (factor >= 1 && factor <= 10) this.factor = factor;
    for (const sort of fields.getAll("sort")) {
      const found = /^(.+)\.(\d+)(\.down)?$/.exec(sort);
      if (found) this.sorts.set(found[1], { column: Number(found[2]), down: !!found[3] });
    }
    this.instance = fields.get("instance") ?? "";
    this.part = fields.get("part") ?? "";
  }
}
