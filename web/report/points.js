// Plots whose points are instances: the nearest point shows its name, and a click shows its puzzle.

import { h, svg } from "../dom.js";
import { time, integer } from "./words.js";

/** @typedef {{xs: Float32Array, ys: Float32Array, rows: Uint32Array, others: Uint32Array|null, ranks: Uint32Array|null}} Points  in pixels of the picture */
/** @typedef {{low: number, high: number, logarithmic: boolean}} Scale */

/** A point farther from the pointer than this is ignored, in pixels of the picture. */
const MAX_DISTANCE = 14;

/** @param {string|undefined} text @returns {Scale} */
function scaleOf(text) {
  const [low, high, kind] = (text ?? "").split(" ");
  return { low: Number(low), high: Number(high), logarithmic: kind === "log" };
}

/** The position of a value between the ends of a scale, from 0 to 1. @param {Scale} scale @param {number} value */
function fractionOf({ low, high, logarithmic }, value) {
  return logarithmic ? Math.log(Math.max(value, 1e-9) / low) / Math.log(high / low) : (value - low) / (high - low);
}

/** A picture of the report and its points. */
class Plot {
  /**
   * @param {SVGSVGElement} picture
   * @param {import("./record.js").Rows} rows
   * @param {import("./state.js").State} state
   */
  constructor(picture, rows, state) {
    this.picture = picture;
    this.rows = rows;
    this.state = state;
    const { dataset } = picture;
    const [left, top, right, bottom] = (dataset.frame ?? "").split(" ").map(Number);
    this.left = left;
    this.top = top;
    this.right = right;
    this.bottom = bottom;
    this.x = scaleOf(dataset.x);
    this.y = scaleOf(dataset.y);
    this.unitsPerPixel = picture.viewBox.baseVal.width / Number(picture.getAttribute("width"));
    /** @type {Points|null} */
    this.points = null;
    this.ring = svg("circle", { r: 7 * this.unitsPerPixel, class: "ring", visibility: "hidden" });
    this.line = svg("line", { class: "limit", visibility: "hidden" });
    picture.append(this.line, this.ring);
  }

  /** @param {number} cpu */
  across(cpu) {
    return this.left + fractionOf(this.x, Math.max(cpu, 1)) * (this.right - this.left);
  }

  /** @param {number} value */
  down(value) {
    return this.bottom - fractionOf(this.y, value) * (this.bottom - this.top);
  }

  /** The points, computed when the pointer first enters the plot. */
  get all() {
    return (this.points ??= this.picture.dataset.pair ? this.pairs() : this.curves());
  }

  /** Instances by the time at which each strategy has solved them. @returns {Points} */
  curves() {
    const { rows } = this, { columns, head } = rows;
    const corpora = new Set(JSON.parse(this.picture.dataset.corpora ?? "[]"));
    const isIncluded = head.corpora.map(({ name }) => corpora.has(name));
    /** @type {number[][]} */
    const solved = head.strategies.map(() => []);
    for (let row = 0; row < rows.count; row++) {
      if (rows.solved(row) && !Number.isNaN(columns.cpu[row]) && isIncluded[rows.corpusOf[columns.instance[row]]]) solved[columns.strategy[row]].push(row);
    }
    const ranks = solved.flatMap((own) => own.map((_, rank) => rank + 1));
    const order = solved.flatMap((own) => own.sort((a, b) => columns.cpu[a] - columns.cpu[b]));
    const xs = Float32Array.from(order, (row) => this.across(columns.cpu[row]));
    const ys = Float32Array.from(ranks, (rank) => this.down(rank));
    return { xs, ys, rows: Uint32Array.from(order), others: null, ranks: Uint32Array.from(ranks) };
  }

  /** Instances that both strategies tried. @returns {Points} */
  pairs() {
    const { rows } = this, { columns, head } = rows;
    const [a, b] = JSON.parse(this.picture.dataset.pair ?? "[]").map((/** @type {string} */ name) => head.strategies.findIndex((it) => it.name === name));
    const border = Number(this.picture.dataset.border);
    const value = (/** @type {number} */ row) => (rows.solved(row) && !Number.isNaN(columns.cpu[row]) ? columns.cpu[row] : border);
    const firsts = [], others = [];
    let first = -1, second = -1;
    for (let row = 0; row < rows.count; row++) {
      const fresh = row === 0 || columns.instance[row] !== columns.instance[row - 1];
      if (fresh) first = second = -1;
      if (columns.strategy[row] === a) first = row;
      else if (columns.strategy[row] === b) second = row;
      else continue;
      if (first < 0 || second < 0) continue;
      firsts.push(first);
      others.push(second);
    }
    const xs = Float32Array.from(firsts, (row) => this.across(value(row)));
    const ys = Float32Array.from(others, (row) => this.down(Math.max(value(row), 1)));
    return { xs, ys, rows: Uint32Array.from(firsts), others: Uint32Array.from(others), ranks: null };
  }

  /** The point nearest to a position in the window, or -1. @param {number} clientX @param {number} clientY */
  nearest(clientX, clientY) {
    const box = this.picture.getBoundingClientRect(), scale = Number(this.picture.getAttribute("width")) / box.width;
    const [x, y] = [(clientX - box.left) * scale, (clientY - box.top) * scale];
    const { xs, ys, rows } = this.all, { strategy, instance } = this.rows.columns, { strategies, corpora } = this.rows.head;
    const open = strategies.map(({ name }) => this.state.shows("strategy", name));
    const shown = corpora.map(({ name }) => this.state.shows("corpus", name));
    let [found, least] = [-1, (MAX_DISTANCE * Math.max(scale, 1)) ** 2];
    for (let at = 0; at < xs.length; at++) {
      const distance = (xs[at] - x) ** 2 + (ys[at] - y) ** 2;
      if (distance < least && open[strategy[rows[at]]] && shown[this.rows.corpusOf[instance[rows[at]]]]) [found, least] = [at, distance];
    }
    return found;
  }

  /** The text of a point: its name and facts. @param {number} at */
  words(at) {
    const { rows, all } = this, { columns, head } = rows, row = all.rows[at];
    const describe = (/** @type {number} */ row) => {
      const how = rows.solved(row) ? time(columns.cpu[row]) : head.statuses[columns.status[row]].name;
      return `${head.strategies[columns.strategy[row]].name} ${how}`;
    };
    const facts = all.others ? [describe(row), describe(all.others[at])] : [describe(row), `number ${integer(all.ranks?.[at] ?? 0)} of its curve`];
    return [rows.nameOf(columns.instance[row]), ...facts];
  }

  /** @param {number} at */
  mark(at) {
    this.ring.setAttribute("visibility", at < 0 ? "hidden" : "visible");
    if (at < 0) return;
    this.ring.setAttribute("cx", String(this.all.xs[at] * this.unitsPerPixel));
    this.ring.setAttribute("cy", String(this.all.ys[at] * this.unitsPerPixel));
  }

  /** The chosen limit as a line. */
  limit() {
    const { limit } = this.state, x = limit === null ? NaN : this.across(limit) * this.unitsPerPixel;
    const seen = x >= this.left * this.unitsPerPixel && x <= this.right * this.unitsPerPixel && !this.picture.dataset.pair;
    this.line.setAttribute("visibility", seen ? "visible" : "hidden");
    if (!seen) return;
    for (const [name, value] of Object.entries({ x1: x, x2: x, y1: this.top * this.unitsPerPixel, y2: this.bottom * this.unitsPerPixel })) this.line.setAttribute(name, String(value));
  }
}

export class PointsOfPlots {
  /**
   * @param {import("./record.js").Rows} rows
   * @param {import("./state.js").State} state
   * @param {import("./highlight.js").Highlight} highlight
   */
  constructor(rows, state, highlight) {
    this.tip = h("div", { class: "tip", role: "status", hidden: true });
    document.body.append(this.tip);
    const pictures = /** @type {SVGSVGElement[]} */ ([...document.querySelectorAll("svg[data-frame]")]);
    this.plots = pictures.map((picture) => new Plot(picture, rows, state));
    for (const plot of this.plots) {
      plot.picture.classList.add("live");
      plot.picture.addEventListener("pointermove", (event) => this.show(plot, plot.nearest(event.clientX, event.clientY), event, highlight));
      plot.picture.addEventListener("pointerleave", () => this.show(plot, -1, null, highlight));
      plot.picture.addEventListener("click", (event) => {
        const at = plot.nearest(event.clientX, event.clientY);
        if (at < 0) return;
        event.stopPropagation();
        event.preventDefault();
        state.instance = rows.nameOf(rows.columns.instance[plot.all.rows[at]]);
        state.emit("instance");
      }, true);
    }
    state.listen((change) => (change === "limit" || change === "all") && this.plots.forEach((plot) => plot.limit()));
  }

  /** @param {Plot} plot @param {number} at @param {PointerEvent|null} event @param {import("./highlight.js").Highlight} highlight */
  show(plot, at, event, highlight) {
    plot.mark(at);
    plot.picture.classList.toggle("near", at >= 0);
    this.tip.hidden = at < 0;
    if (at < 0 || !event) return;
    const [name, ...facts] = plot.words(at);
    this.tip.replaceChildren(h("b", {}, name), ...facts.map((fact) => h("span", {}, fact)));
    const room = document.documentElement.clientWidth - this.tip.offsetWidth - 8;
    this.tip.style.left = `${Math.max(8, Math.min(event.clientX + 14, room))}px`;
    this.tip.style.top = `${event.clientY + 18 + this.tip.offsetHeight > innerHeight ? event.clientY - this.tip.offsetHeight - 12 : event.clientY + 18}px`;
    const { strategies } = plot.rows.head;
    if (!plot.all.others) highlight.setHovered(strategies[plot.rows.columns.strategy[plot.all.rows[at]]].name);
  }
}
