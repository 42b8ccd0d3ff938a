// The names of the numbers in a trace (items, options, literals), and the cells that they stand for.

import { cellIndex, shapeOf } from "./geometry.js";
import { word } from "./language.js";

export class Names {
  /** @param {any} head  of a trace */
  constructor(head) {
    this.instance = head?.instance ?? {};
    const board = head?.puzzle?.problem === "sudoku" ? head.puzzle : this.instance.problem === "sudoku" ? this.instance : null;
    /** The clues of the board that the search is about, if any. */
    this.clues = /** @type {number[]} */ (board?.clues ?? []);
    this.shape = board ? shapeOf(board.shape) : null;
    /** @type {Map<number, string>} */
    this.variables = new Map(this.instance.names ?? []);
  }

  /** @param {number} item */
  item(item) {
    return this.instance.items?.[item] ?? String(item);
  }

  /** The meaning of an item's name in a Sudoku's exact cover. @param {number} item */
  gloss(item) {
    const found = this.shape ? itemParts(this.item(item)) : null;
    if (!found) return "";
    const { kind, a, b } = found;
    const what = { p: "cell r{}c{} is filled", r: "row {} has {}", c: "column {} has {}", b: "box {} has {}" }[kind];
    return `${this.item(item)}: ${word(what, a, b)}`;
  }

  /** The numbers of the items of an option. @param {number} option @returns {number[]} */
  itemsOf(option) {
    const entries = this.instance.options?.[option] ?? [];
    return entries.map((/** @type {number|number[]} */ entry) => (Array.isArray(entry) ? entry[0] : entry));
  }

  /** The numbers of the options that have an item. @param {number} item @returns {number[]} */
  optionsOf(item) {
    return [...(this.instance.options ?? []).keys()].filter((option) => this.itemsOf(option).includes(item));
  }

  /** The colors that an option gives its items; 0 is none. @param {number} option @returns {Map<number, number>} */
  colorsOf(option) {
    const entries = /** @type {(number|[number, number])[]} */ (this.instance.options?.[option] ?? []);
    return new Map(entries.map((entry) => (Array.isArray(entry) ? entry : [entry, 0])));
  }

  /** The name of the color that an option gives an item; empty if it gives none. @param {number} option @param {number} item */
  colorOf(option, item) {
    const color = this.colorsOf(option).get(item);
    return color ? String(this.instance.colors?.[color - 1] ?? color) : "";
  }

  /** @param {number} option */
  option(option) {
    const name = (/** @type {number} */ item, /** @type {string} */ color) => (color ? `${this.item(item)}:${color}` : this.item(item));
    return this.instance.meanings?.[option] || this.itemsOf(option).map((item) => name(item, this.colorOf(option, item))).join(" ");
  }

  /** @param {number} literal */
  literal(literal) {
    const name = this.variables.get(Math.abs(literal));
    if (!name) return literal < 0 ? `¬${-literal}` : String(literal);
    if (literal > 0) return name;
    return name.includes("=") ? name.replace("=", "≠") : `¬${name}`;
  }

  /**
   * The cell and digit that an option or a positive literal stands for.
   * @param {string} name
   * @returns {{cell: number, digit: number} | null}
   */
  candidateNamed(name) {
    const found = this.shape && /^(r\d+c\d+)=(\d+)$/.exec(name);
    return found && this.shape ? { cell: cellIndex(found[1], this.shape.side), digit: Number(found[2]) } : null;
  }

  /**
   * The cell and digit that an event, or a part of one, is about, for any kind of problem.
   * @param {Partial<import("./types.js").Line>} line
   */
  candidateOf(line) {
    if (!this.shape) return null;
    if (line.cell) return { cell: cellIndex(line.cell, this.shape.side), digit: line.digit ?? 0 };
    if (line.option !== undefined) return this.candidateNamed(this.option(line.option));
    if (line.literal !== undefined) return this.candidateNamed(this.variables.get(Math.abs(line.literal)) ?? "");
    const found = line.item === undefined ? null : itemParts(this.item(line.item));
    return found?.kind === "p" ? { cell: (found.a - 1) * this.shape.side + found.b - 1, digit: 0 } : null;
  }

  /** The digit of a house that an event is about, if an item of an exact cover represents it. @param {import("./types.js").Line} line */
  digitOf(line) {
    const found = this.shape && line.item !== undefined ? itemParts(this.item(line.item)) : null;
    return found && found.kind !== "p" ? found.b : 0;
  }

  /**
   * The houses that an event is about.
   * @param {import("./types.js").Line} line
   * @returns {string[]}
   */
  housesOf(line) {
    if (line.house) return line.other ? [line.house, line.other] : [line.house];
    const found = this.shape && line.item !== undefined ? itemParts(this.item(line.item)) : null;
    const kind = found && { r: "row", c: "column", b: "box", p: "" }[found.kind];
    return found && kind ? [`${kind} ${found.a}`] : [];
  }
}

/** The number of the node that an event enters, leaves or finds solved. @param {import("./types.js").Line|null} line @returns {number|undefined} */
export function nodeOf(line) {
  return line?.kind === "node" ? line.id : line?.node;
}

/**
 * An item of a Sudoku's exact cover: `p13` is the cell r1c3, `r25` the digit 5 in row 2.
 * @param {string} name
 */
function itemParts(name) {
  const found = /^([prcb])(?:(\d)(\d)|(\d+)\.(\d+))$/.exec(name);
  if (!found) return null;
  const [a, b] = [found[2] ?? found[4], found[3] ?? found[5]].map(Number);
  return { kind: /** @type {"p"|"r"|"c"|"b"} */ (found[1]), a, b };
}
