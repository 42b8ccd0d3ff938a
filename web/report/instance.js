// One instance: its puzzle as a board, the result of each strategy, and a link to the live page.

import { h } from "../dom.js";
import { hashOf } from "../hash.js";
import { count, time } from "./words.js";

/**
 * The address of a puzzle in the live page, after the name of the file.
 * @param {string} line  one character per cell
 */
function liveHash(line) {
  return hashOf({ text: line, panes: [], lead: 0, at: 0, clock: "event", mode: "watch", assume: [], large: false });
}

/** A puzzle as a board. @param {string} puzzle  as `3x3 4..2…` */
function board(puzzle) {
  const [shape, line] = puzzle.split(" ");
  const [rows, columns] = shape.split("x").map(Number), side = rows * columns, cells = [...line];
  return h("table", { class: "board", "aria-label": `a puzzle of ${side} by ${side} cells`, style: { "--side": side } },
    h("tbody", {}, Array.from({ length: side }, (_, row) => h("tr", {}, cells.slice(row * side, (row + 1) * side).map((symbol, column) => h("td", {
      class: `${(column + 1) % columns === 0 && column + 1 < side ? "wall" : ""} ${(row + 1) % rows === 0 && row + 1 < side ? "floor" : ""}`.trim(),
    }, symbol === "." ? "" : symbol))))));
}

export class InstanceSheet {
  /** @param {import("./record.js").Rows} rows @param {import("./state.js").State} state */
  constructor(rows, state) {
    this.rows = rows;
    this.state = state;
    this.element = h("dialog", { class: "instance", "aria-labelledby": "instance-name" });
    this.element.addEventListener("close", () => {
      state.instance = "";
      state.emit("instance");
    });
    this.element.addEventListener("click", ({ target }) => target === this.element && this.element.close());
    document.body.append(this.element);
    state.listen((change) => (change === "instance" || change === "all") && this.update());
    document.addEventListener("click", (event) => {
      const at = event.target instanceof Element ? event.target.closest("[data-at]") : null;
      if (!at) return;
      event.preventDefault();
      state.instance = rows.nameOf(Number(at.getAttribute("data-at")));
      state.emit("instance");
    });
  }

  update() {
    const { instance } = this.state, at = instance ? this.rows.instanceCalled(instance) : -1;
    if (at < 0) {
      if (this.element.open) this.element.close();
      return;
    }
    this.element.replaceChildren(...this.content(at));
    if (!this.element.open) this.element.showModal();
    this.element.scrollTop = 0;
  }

  /** @param {number} at */
  content(at) {
    const puzzle = this.rows.puzzleOf(at);
    return [
      h("header", {}, h("h2", { id: "instance-name" }, this.rows.nameOf(at)),
        h("button", { type: "button", class: "close", "aria-label": "close", onclick: () => this.element.close() }, "×")),
      puzzle ? h("div", { class: "shown" }, board(puzzle), this.liveLink(puzzle.split(" ")[1])) : h("p", { class: "note" },
        "Only Sudokus of built-in corpora that have not changed since are drawn."),
      this.table(at),
    ];
  }

  /** A link to the live page, or the address to open there. @param {string} line */
  liveLink(line) {
    const hash = liveHash(line), { live } = this.rows.head;
    if (live) return h("p", {}, h("a", { href: `${live}${hash}`, target: "_blank", rel: "noopener" }, "Watch it being solved"), h("span", { class: "note" }, " in the live page"));
    const text = `page.html${hash}`;
    const field = h("input", { readonly: true, value: text, "aria-label": "address of the puzzle in the live page", onfocus: () => field.select() });
    return h("div", { class: "live-address" },
      h("label", {}, "To watch it being solved, open this in the page that ", h("code", {}, "coverlab page --out page.html"), " writes:", field),
      h("p", { class: "note" }, "With that file beside this report, the next report links to it."));
  }

  /** @param {number} at */
  table(at) {
    const { columns, head } = this.rows;
    const lines = this.rows.rowsOf(at).map((row) => {
      const { name, color } = head.strategies[columns.strategy[row]], { name: status, solved } = head.statuses[columns.status[row]];
      return h("tr", {}, h("th", { scope: "row" }, h("i", { class: "swatch", style: { background: color } }), name),
        h("td", { class: solved ? "" : status === "WRONG" ? "bad" : "faint" }, status),
        h("td", { class: "right" }, time(columns.cpu[row])), h("td", { class: "right" }, count(columns.nodes[row])));
    });
    const heads = ["strategy", "end", "CPU time", "nodes"].map((name, column) => h("th", { scope: "col", class: column > 1 ? "right" : "" }, name));
    return h("div", { class: "scroll", tabindex: "0" }, h("table", {}, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, lines)));
  }
}
