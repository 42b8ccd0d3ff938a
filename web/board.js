// A board as a table: digits, candidates, removals struck through, and lines over it.

import { boxOf, cellName, digitOf } from "./geometry.js";
import { h, svg } from "./dom.js";
import { word } from "./language.js";
import { DIRECTIONS } from "./move.js";

/**
 * Marks: classes of cells, candidates with a role, chains from candidate to candidate.
 * @typedef {{cells: Map<number, string>, candidates: Map<string, string>, struck: Map<number, Set<number>>,
 *   lines: {from: [number, number], to: [number, number], weak: boolean}[]}} Marks
 */

/** @returns {Marks} */
export function noMarks() {
  return { cells: new Map(), candidates: new Map(), struck: new Map(), lines: [] };
}

/** @param {number} cell @param {number} digit */
export function candidateKey(cell, digit) {
  return `${cell}/${digit}`;
}

/** Words for classes of cells, for screen readers. */
const SPOKEN = /** @type {{[name: string]: string}} */ ({ now: "changed now", wiped: "no candidate left" });

export class BoardView {
  /**
   * @param {import("./geometry.js").Shape} shape
   * @param {(cell: number, digit: number, at: HTMLElement) => void} onpick  a click; digit 0 is the cell itself
   */
  constructor(shape, onpick) {
    this.shape = shape;
    this.onpick = onpick;
    /** Cells take digits from the keyboard. @type {((cell: number, digit: number) => void)|null} */
    this.onwrite = null;
    /** Handles a digit typed on a board that is not editable; returns whether it was used. @type {(cell: number, digit: number) => boolean} */
    this.ondigit = () => false;
    /** The puzzle as it is printed; 0 is an empty cell. @type {number[]} */
    this.printed = [];
    this.cursor = 0;
    /** @type {HTMLTableCellElement[]} */
    this.cells = [];
    /** @type {string[]} */
    this.drawn = [];
    this.over = svg("svg", { class: "over", viewBox: `0 0 ${shape.side} ${shape.side}`, "aria-hidden": "true" });
    this.table = h("table", { role: "grid", "aria-label": word("board of {} by {} cells", shape.side, shape.side) }, this.body());
    this.element = h("div", { class: shape.side > 9 ? "board wide" : "board", style: { "--side": shape.side, "--box": shape.columns, "--boxrows": shape.rows } }, this.table, this.lines(), this.over);
    this.table.addEventListener("click", (event) => this.clicked(event));
    // A click on a board that takes no digits leaves the focus alone, so that → still moves to the next event.
    this.table.addEventListener("mousedown", (event) => this.onwrite || event.preventDefault());
    this.table.addEventListener("keydown", (event) => this.pressed(event));
  }

  body() {
    const { side } = this.shape;
    const rows = [];
    for (let row = 0; row < side; row++) {
      const cells = [];
      for (let column = 0; column < side; column++) {
        const cell = h("td", { role: "gridcell", tabindex: row + column ? -1 : 0 });
        this.cells.push(cell);
        cells.push(cell);
      }
      rows.push(h("tr", { role: "row" }, cells));
    }
    return h("tbody", { role: "presentation" }, rows);
  }

  /** Draws the lines between cells and boxes over the cells, so that all cells have the same size. */
  lines() {
    const { side, rows, columns } = this.shape;
    let thin = "", thick = "";
    for (let at = 1; at < side; at++) {
      const [down, across] = [`M${at} 0V${side}`, `M0 ${at}H${side}`];
      if (at % columns) thin += down;
      else thick += down;
      if (at % rows) thin += across;
      else thick += across;
    }
    return svg("svg", { class: "rules", viewBox: `0 0 ${side} ${side}`, "aria-hidden": "true" },
      svg("path", { d: thin, class: "thin" }), svg("path", { d: thick, class: "thick" }));
  }

  /**
   * @param {import("./types.js").CellState[]} state
   * @param {Marks} marks
   */
  draw(state, marks) {
    const { side } = this.shape;
    // As long as no candidate is ruled out, empty cells are easier to read than all digits.
    const isBegun = state.some(({ candidates }) => candidates && candidates.length < side);
    state.forEach((cell, at) => {
      const struck = [...(marks.struck.get(at) ?? [])].sort((a, b) => a - b);
      if (cell.candidates?.length === side && !struck.length) cell = this.untouched(at, isBegun ? cell.candidates : []);
      const roles = [...(cell.candidates ?? []), ...struck].map((digit) => marks.candidates.get(candidateKey(at, digit)) ?? "");
      const classes = marks.cells.get(at) ?? "";
      const key = JSON.stringify([cell, struck, roles, classes]);
      if (this.drawn[at] === key) return;
      this.drawn[at] = key;
      this.drawCell(at, cell, struck, classes, marks);
    });
    this.over.replaceChildren(...marks.lines.map((line) => this.chain(line)));
  }

  /**
   * A cell that no event has changed yet: the clue that will be written there, or an open cell.
   * @param {number} at @param {number[]} candidates  those that are drawn
   * @returns {import("./types.js").CellState}
   */
  untouched(at, candidates) {
    return this.printed[at] ? { digit: this.printed[at], given: true, waits: true } : { candidates, untouched: true };
  }

  /**
   * @param {number} at @param {import("./types.js").CellState} cell @param {number[]} struck
   * @param {string} classes @param {Marks} marks
   */
  drawCell(at, cell, struck, classes, marks) {
    const element = this.cells[at];
    const kind = cell.digit ? (cell.given ? "given" : cell.guess ? "guess" : "fixed") : "open";
    element.className = `${kind} ${cell.waits ? "waits" : ""} ${classes}${boxOf(at, this.shape) % 2 ? " odd" : ""}`;
    element.setAttribute("aria-label", this.label(at, cell, struck, classes));
    if (cell.digit) {
      element.replaceChildren(h("span", { class: "digit" }, cell.digit));
      return;
    }
    const digits = [...new Set([...(cell.candidates ?? []), ...struck])];
    element.replaceChildren(h("span", { class: "candidates", "aria-hidden": "true" }, digits.flatMap((digit) => {
      const role = marks.candidates.get(candidateKey(at, digit)) ?? "";
      const gone = struck.includes(digit) ? "struck" : "";
      const [row, column] = this.positionOf(digit);
      // The spaces make the text agree with the label for screen readers. They are not visible.
      return [h("span", { class: `${role} ${gone}`.trim(), "data-digit": digit, style: { "grid-area": `${row + 1} / ${column + 1}` } }, digit), " "];
    })));
  }

  /** The position of a candidate within its cell. @param {number} digit */
  positionOf(digit) {
    const { columns } = this.shape;
    return [Math.floor((digit - 1) / columns), (digit - 1) % columns];
  }

  /** @param {number} at @param {import("./types.js").CellState} cell @param {number[]} struck @param {string} classes */
  label(at, cell, struck, classes) {
    const what = cell.digit
      ? word(cell.waits ? "{}, a clue to be written" : cell.given ? "{}, given" : cell.guess ? "{}, assumed" : "{}", cell.digit)
      : cell.untouched ? word("any digit") : cell.candidates?.length ? word("candidates {}", cell.candidates.join(" ")) : word("empty");
    const gone = struck.length ? `, ${word("{} removed now", struck.join(" "))}` : "";
    const marks = classes.split(" ").flatMap((name) => (SPOKEN[name] ? [word(SPOKEN[name])] : []));
    return [`${cellName(at, this.shape.side)}: ${what}${gone}`, ...marks].join(", ");
  }

  /** A link of a chain between two candidates. @param {Marks["lines"][number]} line */
  chain({ from, to, weak }) {
    const [[x1, y1], [x2, y2]] = [this.center(from), this.center(to)];
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
    const bow = from[0] === to[0] ? 0 : 0.16;
    const [mx, my] = [(x1 + x2) / 2 - dy * bow, (y1 + y2) / 2 + dx * bow];
    const gap = 0.15;
    const d = `M${x1 + dx * gap} ${y1 + dy * gap}Q${mx} ${my} ${x2 - dx * gap} ${y2 - dy * gap}`;
    return svg("path", { d, class: weak ? "link weak" : "link" });
  }

  /** @param {[number, number]} candidate @returns {[number, number]} */
  center([cell, digit]) {
    const { side, rows, columns } = this.shape;
    const [row, column] = this.positionOf(digit);
    return [(cell % side) + (column + 0.5) / columns, Math.floor(cell / side) + (row + 0.5) / rows];
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    if (!(event.target instanceof Element)) return;
    const element = event.target.closest("td");
    const cell = element ? this.cells.indexOf(element) : -1;
    if (cell < 0) return;
    const candidate = event.target.closest("[data-digit]");
    if (this.onwrite) this.moveTo(cell);
    this.onpick(cell, Number(candidate?.getAttribute("data-digit") ?? 0), this.cells[cell]);
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const { side } = this.shape;
    const focused = this.cells.findIndex((cell) => cell === event.target);
    if (focused >= 0) this.cursor = focused;
    const [row, column] = [Math.floor(this.cursor / side), this.cursor % side];
    const [across, down] = event.key.startsWith("Arrow") ? DIRECTIONS[event.key] : [0, 0], digit = digitOf(event.key, side);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (across || down) {
      this.moveTo(Math.max(0, Math.min(side - 1, row + down)) * side + Math.max(0, Math.min(side - 1, column + across)));
    } else if (this.onwrite) {
      if (event.key === "Backspace") this.onwrite(this.cursor, 0);
      else if (digit || ["Delete", "0", ".", " "].includes(event.key)) this.write(digit);
      else return;
    } else if (digit) {
      if (!this.ondigit(this.cursor, digit)) return;
    } else if (event.key === "Enter" || event.key === " ") {
      this.onpick(this.cursor, 0, this.cells[this.cursor]);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Writes a digit, or erases one (0), and moves to the next cell. @param {number} digit */
  write(digit) {
    this.onwrite?.(this.cursor, digit);
    this.moveTo(Math.min(this.cursor + 1, this.cells.length - 1));
  }

  /** Moves the keyboard focus to a cell. @param {number} cell */
  moveTo(cell) {
    this.cells[this.cursor].tabIndex = -1;
    this.cursor = cell;
    this.cells[cell].tabIndex = 0;
    this.cells[cell].focus({ preventScroll: true });
  }
}
