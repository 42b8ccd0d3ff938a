// The implication graph of a formula: a column for each level, an arrow from each reason to the literal that it implies.
// At a conflict, only the literals that it needs are strong, and those of the learned clause are marked.

import { h, svg } from "./dom.js";
import { word } from "./language.js";
import { clauseText } from "./trail.js";

/** The width of a column, the height of a row, and half the width of a box. */
const COLUMN = 118;
const ROW = 62;
const HALFBOX = 26;
/** Maximum number of variables of a formula whose graph is drawn. */
const MAX_VARIABLES = 60;

export class ImplicationsView {
  /** @param {import("./types.js").Track} track @param {import("./names.js").Names} names */
  constructor(track, names) {
    this.track = track;
    this.names = names;
    this.element = h("div", { class: "implications" });
  }

  /** Whether there is no graph: the problem is not a formula, or the graph would be too large to read. */
  get empty() {
    return this.names.instance.problem !== "cnf" || (this.names.instance.variables ?? 0) > MAX_VARIABLES;
  }

  /** @param {import("./types.js").Moment} moment */
  async draw(moment) {
    const { clause, learned, trail } = await this.conflict(moment);
    const spots = positionsOf(trail);
    const needed = clause ? reasonsOf(clause, trail) : new Set(trail.map(({ literal }) => literal));
    const cut = new Set((learned ?? []).map((literal) => -literal));
    const width = Math.max(...[...spots.values()].map(([x]) => x), 0) + COLUMN * (clause ? 1.4 : 0.7);
    const height = Math.max(...[...spots.values()].map(([, y]) => y), ROW) + ROW * 0.7;
    const end = /** @type {[number, number]} */ ([width - 40, height / 2]);
    const arrows = trail.flatMap(({ literal, reason = [], decision }) => (decision ? [] : reason.filter((one) => one !== literal)
      .map((one) => arrow(spots.get(-one), spots.get(literal), needed.has(literal) ? "" : "aside"))));
    const last = (clause ?? []).map((literal) => arrow(spots.get(-literal), end, "last"));
    const words = this.words(clause, learned, trail);
    this.element.replaceChildren(
      svg("svg", { viewBox: `0 0 ${width} ${height}`, style: { "max-width": `${width * 1.25}px` }, role: "img", "aria-label": words }, ...levelColumns(trail, height),
        ...[...arrows, ...last].flatMap((one) => (one ? [one] : [])),
        ...trail.map((one) => this.box(one, spots, needed.has(one.literal) ? (cut.has(one.literal) ? "cut" : "") : "aside", one.literal === moment.line?.literal)),
        ...(clause ? [svg("g", { class: "node end" }, svg("circle", { cx: end[0], cy: end[1], r: 17 }), svg("text", { x: end[0], y: end[1] + 6, text: "✗" }))] : [])),
      h("p", { class: "note" }, words));
  }

  /** The conflict that the last event is about, with the trail at that time. @param {import("./types.js").Moment} moment */
  async conflict(moment) {
    const back = { conflict: 0, learn: 1, fail: 2 }[moment.kind];
    const at = back === undefined ? 0 : moment.at - back;
    if (back === undefined || this.track.kindAt(at - 1) !== "conflict") return { trail: moment.state.trail ?? [] };
    const then = await this.track.moment(at);
    const events = back ? await this.track.eventsBetween(at, at + 1) : [];
    return { clause: /** @type {number[]} */ (then.line?.clause), learned: /** @type {number[]|undefined} */ (events[0]?.line.clause), trail: then.state.trail ?? [] };
  }

  /** @param {number[]|undefined} clause @param {number[]|undefined} learned @param {import("./types.js").Assigned[]} trail */
  words(clause, learned, trail) {
    if (learned) return word("Learned: {}. Its literals are the negations of the marked boxes.", clauseText(learned, this.names));
    if (clause) return word("False: {}. The strong boxes led to it; the pale ones had nothing to do with it.", clauseText(clause, this.names));
    return word(trail.length ? "An arrow leads from each reason to its consequence. A diamond is a guess." : "Nothing is assigned yet.");
  }

  /** @param {import("./types.js").Assigned} one @param {Map<number, [number, number]>} spots @param {string} name @param {boolean} now */
  box({ literal, decision }, spots, name, now) {
    const [x, y] = spots.get(literal) ?? [0, 0];
    const outline = decision
      ? svg("path", { d: `M${x} ${y - 22}L${x + HALFBOX + 6} ${y}L${x} ${y + 22}L${x - HALFBOX - 6} ${y}Z` })
      : svg("rect", { x: x - HALFBOX, y: y - 16, width: 2 * HALFBOX, height: 32, rx: 16 });
    return svg("g", { class: `node ${name} ${now ? "now" : ""}`.trim() }, outline, svg("text", { x, y: y + 5.5, text: this.names.literal(literal) }));
  }
}

/** The position of each literal: a column for each level, with the decision at the top. @param {import("./types.js").Assigned[]} trail @returns {Map<number, [number, number]>} */
function positionsOf(trail) {
  const levels = levelsOf(trail);
  const used = new Map();
  return new Map(trail.map(({ literal, level }) => {
    const row = used.get(level) ?? 0;
    used.set(level, row + 1);
    return [literal, [levels.indexOf(level) * COLUMN + COLUMN / 2, row * ROW + ROW]];
  }));
}

/** @param {import("./types.js").Assigned[]} trail */
function levelsOf(trail) {
  return [...new Set(trail.map(({ level }) => level))].sort((a, b) => a - b);
}

/** The literals that make a clause false, traced back to the guesses. @param {number[]} clause @param {import("./types.js").Assigned[]} trail */
function reasonsOf(clause, trail) {
  const needed = new Set(clause.map((literal) => -literal));
  for (const { literal, reason = [], decision } of [...trail].reverse()) {
    if (needed.has(literal) && !decision) for (const one of reason) if (one !== literal) needed.add(-one);
  }
  return needed;
}

/** @param {import("./types.js").Assigned[]} trail @param {number} height */
function levelColumns(trail, height) {
  return levelsOf(trail).flatMap((level, at) => [
    svg("text", { x: at * COLUMN + COLUMN / 2, y: 18, class: "level", text: level ? word("level {}", level) : word("root") }),
    ...(at ? [svg("path", { d: `M${at * COLUMN} 8V${height - 6}`, class: "between" })] : []),
  ]);
}

/** @param {[number, number]|undefined} from @param {[number, number]|undefined} to @param {string} name */
function arrow(from, to, name) {
  if (!from || !to) return null;
  const [x1, y1] = from, [x2, y2] = to;
  const straight = x1 === x2;
  const [sx, sy] = straight ? [x1, y1 + 20] : [x1 + HALFBOX + 3, y1];
  const [ex, ey] = straight ? [x2, y2 - 19] : [x2 - HALFBOX - (name === "last" ? -4 : 4), y2];
  const bow = straight ? 0 : (ex - sx) / 2;
  // An arc above the boxes that lie between two boxes of one row.
  const lift = !straight && x2 - x1 > COLUMN * 1.5 ? (y1 <= ROW ? -62 : 50) : 0;
  const head = straight ? `M${ex - 4} ${ey - 7}L${ex} ${ey}L${ex + 4} ${ey - 7}` : `M${ex - 7} ${ey - 4}L${ex} ${ey}L${ex - 7} ${ey + 4}`;
  return svg("path", { d: `M${sx} ${sy}C${sx + bow} ${sy + lift} ${ex - bow} ${ey + (y1 === y2 ? lift : 0)} ${ex} ${ey}${head}`, class: `arrow ${name}`.trim() });
}
