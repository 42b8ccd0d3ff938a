// All results as a table of any length. Only the visible rows are elements.

import { h } from "../dom.js";
import { markSort, sortButton } from "./sorting.js";
import { count, time, integer } from "./words.js";

const RESULTS = "results";
/** The height of a row in pixels, as in the style. */
const ROW = 32;
/** Rows drawn beyond both edges of the visible ones. */
const SPARE_ROWS = 8;
/** Maximum height in pixels. Browsers draw no element higher than some millions. */
const MAX_HEIGHT = 6e6;
const RESULT_COLUMNS = ["instance", "strategy", "status", "CPU time", "nodes"];

export class Results {
  /**
   * @param {import("./record.js").Rows} rows
   * @param {import("./state.js").State} state
   */
  constructor(rows, state) {
    this.rows = rows;
    this.state = state;
    /** The rows that are shown, in order. */
    this.order = new Uint32Array(0);
    this.heads = RESULT_COLUMNS.map((name, column) => h("th", { scope: "col", role: "columnheader", class: column > 2 ? "right" : "" }, name));
    this.heads.forEach((head, column) => sortButton(head, RESULTS, column, state));
    this.body = h("tbody", { role: "rowgroup" });
    this.table = h("table", { role: "table", "aria-labelledby": "results-title" }, h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, this.heads)), this.body);
    this.space = h("div", { class: "space" }, this.table);
    this.scroller = h("div", { class: "scroll long", tabindex: "0", onscroll: () => this.draw() }, this.space);
    this.summary = h("p", { class: "note", "aria-live": "polite" });
    this.element = h("section", { id: "report:results" },
      h("h2", { id: "results-title" }, "Results one by one"),
      h("p", { class: "note" }, "Each strategy on each instance: the median of its repetitions. Click a name to see the instance."),
      this.scroller, this.summary);
    state.listen((change) => ["all", "shown", "sort"].includes(change) && this.update());
    state.listen((change) => change === "lit" && this.draw());
  }

  update() {
    this.order = this.shown();
    const sort = this.state.sorts.get(RESULTS);
    if (sort && sort.column < RESULT_COLUMNS.length) this.sort(sort);
    markSort(this.heads, sort);
    const { length } = this.order, hidden = this.rows.count - length;
    this.summary.textContent = `${integer(length)} of ${integer(this.rows.count)} results${hidden ? " with the filter above" : ""}.${this.rows.head.seeds > 1 ? " A result has the medians of its seeds, and the end of the worst one." : ""}`;
    this.table.setAttribute("aria-rowcount", String(length + 1));
    this.space.style.height = `${Math.min(length * ROW, MAX_HEIGHT) + ROW + 4}px`;
    this.scroller.scrollTop = 0;
    this.draw();
  }

  shown() {
    const { rows, state } = this, { columns, head } = rows;
    const strategies = head.strategies.map(({ name }) => state.shows("strategy", name));
    const corpora = head.corpora.map(({ name }) => state.shows("corpus", name));
    const statuses = head.statuses.map(({ name }) => state.shows("status", name));
    const order = new Uint32Array(rows.count);
    let length = 0;
    for (let row = 0; row < rows.count; row++) {
      const open = strategies[columns.strategy[row]] && statuses[columns.status[row]] && corpora[rows.corpusOf[columns.instance[row]]];
      if (open) order[length++] = row;
    }
    return order.subarray(0, length);
  }

  /** Sorts the rows. Equal rows stay in the order of the record. @param {import("./state.js").Sort} sort */
  sort({ column, down }) {
    const { columns, head } = this.rows;
    const ranked = (/** @type {string[]} */ names) => {
      const rank = new Uint32Array(names.length);
      [...names.keys()].sort((a, b) => (names[a] < names[b] ? -1 : 1)).forEach((at, place) => (rank[at] = place));
      return rank;
    };
    const ranks = column === 1 ? ranked(head.strategies.map(({ name }) => name)) : column === 2 ? ranked(head.statuses.map(({ name }) => name)) : null;
    const values = [columns.instance, columns.strategy, columns.status, columns.cpu, columns.nodes][column];
    const key = (/** @type {number} */ row) => (ranks ? ranks[values[row]] : values[row]);
    const sign = down ? -1 : 1;
    this.order.sort((a, b) => {
      const [x, y] = [key(a), key(b)];
      if (x === y) return a - b;
      // Unknown values come last in both directions.
      if (x !== x || y !== y) return x === x ? -1 : y === y ? 1 : a - b;
      return sign * (x - y);
    });
  }

  /** The first visible row. In a long table, a pixel of the scroll bar is more than a pixel of rows. */
  get first() {
    const { length } = this.order, seen = this.scroller.clientHeight / ROW;
    const all = Math.min(length * ROW, MAX_HEIGHT);
    const part = this.scroller.scrollTop / Math.max(all + ROW - this.scroller.clientHeight, 1);
    return Math.max(0, Math.min(1, part) * (length + 1 - seen));
  }

  draw() {
    const { order, scroller } = this;
    const first = this.first, from = Math.max(0, Math.floor(first) - SPARE_ROWS);
    const to = Math.min(order.length, Math.ceil(first + scroller.clientHeight / ROW) + SPARE_ROWS);
    this.table.style.setProperty("--above", `${Math.round(scroller.scrollTop - (first - from) * ROW)}px`);
    this.body.replaceChildren(...Array.from(order.subarray(from, to), (row, at) => this.line(row, from + at)));
  }

  /** @param {number} row @param {number} at */
  line(row, at) {
    const { columns, head } = this.rows, { name } = head.strategies[columns.strategy[row]];
    const { name: status, solved } = head.statuses[columns.status[row]];
    const instance = columns.instance[row];
    const cell = (/** @type {string} */ text, /** @type {string} */ kind = "") => h("td", { role: "cell", class: kind }, text);
    return h("tr", { role: "row", "aria-rowindex": at + 2, "data-strategy": name, class: `${at % 2 ? "even" : ""} ${this.state.highlighted.has(name) ? "lit" : ""}` },
      h("th", { scope: "row", role: "rowheader" },
        h("button", { type: "button", class: "plain", "data-at": instance }, this.rows.nameOf(instance))),
      cell(name), cell(status, solved ? "" : status === "WRONG" ? "bad" : "faint"),
      cell(time(columns.cpu[row]), "right"), cell(count(columns.nodes[row]), "right"));
  }
}
