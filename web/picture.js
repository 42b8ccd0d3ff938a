// A cover as a picture, if the names of items are positions: queens on a board, pieces in a box, numbers in a row.

import { h, svg } from "./dom.js";
import { word } from "./language.js";

/**
 * How options are drawn: their squares, as row and column, and the label on them.
 * @typedef {{rows: number, columns: number, checked: boolean, spots: (option: number) => [number, number][],
 *   label: (option: number) => string, squareOf: (item: number) => [number, number] | null}} Plan
 */

/** Okabe and Ito's colors for pieces. */
const PIECES = ["#56b4e9", "#e69f00", "#009e73", "#f0e442", "#cc79a7", "#d55e00", "#0072b2", "#999999"];

export class PictureView {
  /** @param {import("./names.js").Names} names */
  constructor(names) {
    this.plan = planOf(names);
    this.element = h("div", { class: "picture" });
  }

  get empty() {
    return !this.plan;
  }

  /** @param {import("./types.js").Moment} moment */
  draw({ state, line }) {
    const { plan } = this;
    if (!plan) return;
    const taken = state.taken ?? [];
    const places = taken.map((option) => word("{} at {}", plan.label(option), plan.spots(option).map(([r, c]) => `${r + 1},${c + 1}`).join(" ")));
    const label = word("{} placed: {}", taken.length, places.join("; "));
    this.element.replaceChildren(svg("svg", { viewBox: `-0.05 -0.05 ${plan.columns + 0.1} ${plan.rows + 0.1}`, role: "img", "aria-label": label },
      ...ground(plan), ...taken.flatMap((option, at) => piece(plan, option, at, line?.option === option)),
      ...spot(plan, line)));
  }
}

/** @param {Plan} plan */
function ground({ rows, columns, checked }) {
  const squares = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      squares.push(svg("rect", { x: column, y: row, width: 1, height: 1, class: checked && (row + column) % 2 ? "square dark" : "square" }));
    }
  }
  return squares;
}

/** @param {Plan} plan @param {number} option @param {number} at @param {boolean} now */
function piece(plan, option, at, now) {
  const spots = plan.spots(option), label = plan.label(option);
  const inside = new Set(spots.map(String));
  const color = plan.checked ? "none" : PIECES[(label.length === 1 ? label.charCodeAt(0) : at) % PIECES.length];
  return [
    ...spots.map(([row, column]) => svg("rect", { x: column, y: row, width: 1, height: 1, fill: color, class: now ? "piece now" : "piece" })),
    svg("path", { d: outline(spots, inside), class: now ? "edge now" : "edge" }),
    ...spots.map(([row, column]) => svg("text", { x: column + 0.5, y: row + 0.5, class: `${plan.checked ? "queen" : "word"}${now ? " now" : ""}`, text: label })),
  ];
}

/** The square that the event is about; crossed out if nothing can cover it. @param {Plan} plan @param {import("./types.js").Line|null} line */
function spot(plan, line) {
  const square = line?.item === undefined ? null : plan.squareOf(line.item);
  if (!square) return [];
  const [row, column] = square;
  const frame = `M${column + 0.06} ${row + 0.06}h0.88v0.88h-0.88z`;
  const cross = `M${column + 0.25} ${row + 0.25}l0.5 0.5M${column + 0.75} ${row + 0.25}l-0.5 0.5`;
  const starved = line?.kind === "starve";
  return [svg("path", { d: starved ? frame + cross : frame, class: starved ? "spot starved" : "spot" })];
}

/** The edges of squares that no other square of the piece shares. @param {[number, number][]} spots @param {Set<string>} inside */
function outline(spots, inside) {
  return spots.map(([r, c]) => {
    const edge = (/** @type {number} */ dr, /** @type {number} */ dc, /** @type {string} */ path) => (inside.has(String([r + dr, c + dc])) ? "" : path);
    return edge(-1, 0, `M${c} ${r}h1`) + edge(1, 0, `M${c} ${r + 1}h1`) + edge(0, -1, `M${c} ${r}v1`) + edge(0, 1, `M${c + 1} ${r}v1`);
  }).join("");
}

/** @param {import("./names.js").Names} names @returns {Plan|null} */
function planOf(names) {
  const items = /** @type {string[]} */ (names.instance.items ?? []);
  if (!items.length || names.shape) return null;
  return queens(names, items) ?? boxed(names, items) ?? slots(names, items);
}

/** Items `r3` and `c5` in every option: one square of a board each. @param {import("./names.js").Names} names @param {string[]} items @returns {Plan|null} */
function queens(names, items) {
  const numbered = (/** @type {string} */ letter) => items.filter((item) => new RegExp(`^${letter}\\d+$`).test(item)).length;
  const [rows, columns] = [numbered("r"), numbered("c")];
  if (!rows || rows !== columns || !numbered("a")) return null;
  const at = (/** @type {number} */ option, /** @type {string} */ letter) => {
    const item = names.itemsOf(option).map((one) => names.item(one)).find((name) => name[0] === letter);
    return Number(item?.slice(1) ?? 0);
  };
  return { rows, columns, checked: true, spots: (option) => [[at(option, "r"), at(option, "c")]], label: () => "♛", squareOf: () => null };
}

/** Items `2,7`: pieces in a box. @param {import("./names.js").Names} names @param {string[]} items @returns {Plan|null} */
function boxed(names, items) {
  const squares = items.map((item) => {
    const place = /^(\d+),(\d+)$/.exec(item);
    return place && /** @type {[number, number]} */ ([Number(place[1]), Number(place[2])]);
  });
  const found = squares.flatMap((square) => (square ? [square] : []));
  if (found.length < 4) return null;
  return {
    rows: Math.max(...found.map(([row]) => row)) + 1, columns: Math.max(...found.map(([, column]) => column)) + 1, checked: false,
    spots: (option) => names.itemsOf(option).flatMap((item) => (squares[item] ? [squares[item]] : [])),
    label: (option) => names.itemsOf(option).filter((item) => !squares[item]).map((item) => names.item(item)).join(""),
    squareOf: (item) => squares[item],
  };
}

/** Items `s1`, `s2`, …: numbers in a row of slots. @param {import("./names.js").Names} names @param {string[]} items @returns {Plan|null} */
function slots(names, items) {
  const count = items.filter((item) => /^s\d+$/.test(item)).length;
  if (count < 4 || !items.every((item) => /^s?\d+$/.test(item))) return null;
  return {
    rows: 1, columns: count, checked: false,
    spots: (option) => names.itemsOf(option).map((item) => names.item(item)).filter((name) => name[0] === "s").map((name) => [0, Number(name.slice(1)) - 1]),
    label: (option) => names.itemsOf(option).map((item) => names.item(item)).find((name) => name[0] !== "s") ?? "",
    squareOf: (item) => (names.item(item)[0] === "s" ? [0, Number(names.item(item).slice(1)) - 1] : null),
  };
}
