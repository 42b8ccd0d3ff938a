// Editors: a Sudoku on a board, and an exact cover as a small matrix.

import { h } from "./dom.js";
import { BoardView, noMarks } from "./board.js";
import { boardText, peers, shapeOf } from "./geometry.js";
import { word } from "./language.js";

/** The shapes of the boards that the editor offers, by the rows and columns of a box. */
export const SHAPES = ["2x2", "2x3", "3x3", "3x4", "4x4"];

export class SudokuEditor {
  constructor() {
    this.element = h("div", { class: "editor" });
    this.shape = shapeOf("3x3");
    /** @type {number[]} */
    this.clues = [];
    this.setShape(this.shape);
  }

  /** @param {import("./geometry.js").Shape} shape @param {number[]} [clues] */
  setShape(shape, clues) {
    this.shape = shape;
    this.clues = clues ?? Array(this.shape.side ** 2).fill(0);
    this.board = new BoardView(this.shape, () => {});
    this.board.onwrite = (cell, digit) => {
      this.clues[cell] = digit;
      this.draw();
    };
    this.element.replaceChildren(this.board.element, this.pad());
    this.draw();
  }

  /** Buttons for the digits, for devices without a keyboard. */
  pad() {
    const digits = Array.from({ length: this.shape.side }, (_, digit) => h("button", { type: "button", onclick: () => this.board?.write(digit + 1) }, digit + 1));
    return h("div", { class: "digitpad" }, digits, h("button", { type: "button", "aria-label": word("erase"), onclick: () => this.board?.write(0) }, "⌫"));
  }

  draw() {
    const marks = noMarks();
    const { clues, shape } = this;
    clues.forEach((clue, cell) => {
      if (clue && clues.some((other, at) => other === clue && peers(cell, at, shape))) marks.cells.set(cell, "wiped");
    });
    this.board?.draw(clues.map((clue) => (clue ? { digit: clue, given: true } : {})), marks);
  }

  get text() {
    return boardText(this.clues, this.shape);
  }
}

export class MatrixEditor {
  constructor() {
    this.items = 7;
    // Knuth's example of an exact cover, with six options and seven items.
    this.options = [[2, 4], [0, 3, 6], [1, 2, 5], [0, 3, 5], [1, 6], [3, 4, 6]].map((option) => new Set(option));
    this.element = h("div", { class: "matrixeditor" });
    this.draw();
  }

  draw() {
    const names = Array.from({ length: this.items }, (_, item) => String.fromCharCode(97 + item));
    const rows = this.options.map((option, row) => h("tr", {}, h("th", { scope: "row" }, row + 1), names.map((name, item) => h("td", {},
      h("input", { type: "checkbox", checked: option.has(item), "aria-label": word("option {} has item {}", row + 1, name), onchange: () => this.flip(row, item) })))));
    const button = (/** @type {string} */ words, /** @type {() => void} */ change, /** @type {boolean} */ possible) =>
      h("button", { type: "button", class: "quiet", disabled: !possible, onclick: () => { change(); this.draw(); } }, words);
    this.element.replaceChildren(
      h("table", {}, h("thead", {}, h("tr", {}, h("td"), names.map((name) => h("th", { scope: "col" }, name)))), h("tbody", {}, rows)),
      h("p", { class: "row" },
        button(word("+ item"), () => this.items++, this.items < 20), button(word("− item"), () => this.shrink(), this.items > 1),
        button(word("+ option"), () => this.options.push(new Set()), this.options.length < 40), button(word("− option"), () => this.options.pop(), this.options.length > 1)));
  }

  /** @param {number} row @param {number} item */
  flip(row, item) {
    const option = this.options[row];
    if (!option.delete(item)) option.add(item);
  }

  shrink() {
    this.items--;
    for (const option of this.options) option.delete(this.items);
  }

  /** The cover as DLX text: the items, then one option per line. */
  get text() {
    const name = (/** @type {number} */ item) => String.fromCharCode(97 + item);
    const options = this.options.filter((option) => option.size).map((option) => [...option].sort((a, b) => a - b).map(name).join(" "));
    return [Array.from({ length: this.items }, (_, item) => name(item)).join(" "), ...options].join("\n") + "\n";
  }
}
