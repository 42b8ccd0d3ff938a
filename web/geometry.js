// Cells and houses of a board, and their names: `r3c4`, `row 3`, `box 5`.

/** @typedef {{rows: number, columns: number, side: number}} Shape  of a box, and of the board */

/**
 * The shape that a trace names, such as `3x3`.
 * @param {string} text
 * @returns {Shape}
 */
export function shapeOf(text) {
  const [rows, columns] = text.split("x").map(Number);
  return { rows, columns, side: rows * columns };
}

/** @param {string} name @param {number} side */
export function cellIndex(name, side) {
  const found = /^r(\d+)c(\d+)$/.exec(name);
  return found ? (Number(found[1]) - 1) * side + Number(found[2]) - 1 : -1;
}

/** @param {number} cell @param {number} side */
export function cellName(cell, side) {
  return `r${Math.floor(cell / side) + 1}c${(cell % side) + 1}`;
}

/** @param {number} cell @param {Shape} shape */
export function boxOf(cell, shape) {
  const row = Math.floor(cell / shape.side), column = cell % shape.side;
  return Math.floor(row / shape.rows) * shape.rows + Math.floor(column / shape.columns);
}

/** The names of the row, the column and the box of a cell. @param {number} cell @param {Shape} shape */
export function housesAround(cell, shape) {
  return [`row ${Math.floor(cell / shape.side) + 1}`, `column ${(cell % shape.side) + 1}`, `box ${boxOf(cell, shape) + 1}`];
}

/**
 * The cells of a house such as `box 5`.
 * @param {string} name
 * @param {Shape} shape
 */
export function houseCells(name, shape) {
  const [kind, number] = name.split(" ");
  const wanted = Number(number) - 1;
  const cells = [];
  for (let cell = 0; cell < shape.side ** 2; cell++) {
    const row = Math.floor(cell / shape.side), column = cell % shape.side;
    const at = kind === "row" ? row : kind === "column" ? column : boxOf(cell, shape);
    if (at === wanted) cells.push(cell);
  }
  return cells;
}

/** @param {number} a @param {number} b @param {Shape} shape */
export function peers(a, b, shape) {
  if (a === b) return false;
  const { side } = shape;
  return Math.floor(a / side) === Math.floor(b / side) || a % side === b % side || boxOf(a, shape) === boxOf(b, shape);
}

/** The widest board whose puzzles are written with a character for each digit: 1 to 9, then A to Z. */
export const LARGEST_WITH_LETTERS = 35;

/**
 * The digit that a key enters, from 10 on by its letter; 0 if a board of this side has no such digit.
 * @param {string} key
 * @param {number} side
 */
export function digitOf(key, side) {
  const digit = /^[1-9]$/.test(key) ? Number(key) : /^[a-z]$/i.test(key) ? key.toUpperCase().charCodeAt(0) - 55 : 0;
  return digit <= side ? digit : 0;
}

/**
 * A puzzle as text: one line with a character per cell, or rows with bars between boxes if the side alone does not imply the
 * boxes. Boxes of one row or one column have no bars, so they cannot be written.
 * @param {number[]} clues
 * @param {Shape} shape
 */
export function boardText(clues, { rows, columns, side }) {
  const short = side <= LARGEST_WITH_LETTERS;
  const cells = clues.map((clue) => (!short ? String(clue) : clue ? clue.toString(36).toUpperCase() : "."));
  if (rows > 1 && rows === usualRows(side)) return cells.join(short ? "" : ",");
  const between = (/** @type {number} */ column) => (column && column % columns === 0 ? "|" : column && !short ? " " : "");
  return Array.from({ length: side }, (_, row) => cells.slice(row * side, (row + 1) * side).map((cell, column) => between(column) + cell).join("") + "\n").join("");
}

/** The rows of a box that a side implies: its largest divisor up to its square root, such as 2 for 6. @param {number} side */
function usualRows(side) {
  let rows = Math.floor(Math.sqrt(side));
  while (side % rows) rows--;
  return rows;
}
