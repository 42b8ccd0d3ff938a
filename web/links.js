// The links of a small exact cover: a list of items across, and a list of options down each item. An unlinked entry is
// pale but stays in its place and keeps its own two links (dashed), so that it can be relinked.

import { h, refill, svg } from "./dom.js";
import { hasKind } from "./kinds.js";
import { word } from "./language.js";

/** Maximum number of entries of a cover whose links are drawn. */
const MAX_LINKS = 48;
/** The size of a cell of the picture, and half the size of the box in it. */
const WIDE = 64;
const TALL = 44;
const HALFWIDE = 19;
const HALFTALL = 13;
/** Room for links above the list of items. */
const ABOVE = 30;

/**
 * A circular list of numbers that starts with -1, as two maps. Removed numbers keep their links.
 * @typedef {{before: Map<number, number>, after: Map<number, number>}} Ring
 * @typedef {{items: Ring, columns: Ring[]}} Linked
 */

export class LinksView {
  /**
   * @param {import("./types.js").Track} track
   * @param {import("./names.js").Names} names
   * @param {(choice: {item?: number, option?: number}) => void} onpick
   */
  constructor(track, names, onpick) {
    this.track = track;
    this.names = names;
    this.onpick = onpick;
    this.items = [...Array(names.instance.items?.length ?? 0).keys()];
    this.options = [...Array(names.instance.options?.length ?? 0).keys()].map((option) => names.itemsOf(option));
    this.element = h("div", { class: "links" });
  }

  /** Only the finest level of a trace has events for single links. */
  get empty() {
    const count = this.options.reduce((sum, items) => sum + items.length, 0);
    return !hasKind(this.track, "hide") || count > MAX_LINKS;
  }

  /** @param {import("./types.js").Moment} moment */
  async draw({ at, line }) {
    const lines = (await this.track.eventsBetween(0, at)).map((one) => one.line);
    const linked = this.linked(lines);
    const last = lines.findLast(({ kind }) => kind === "cover" || kind === "uncover")?.item;
    const width = (this.items.length + 1) * WIDE, height = ABOVE + (this.options.length + 1) * TALL;
    refill(this.element, svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": this.words(linked) },
      ...this.across(linked, last), ...this.items.flatMap((item) => this.down(item, linked)), ...this.boxes(linked, line)));
  }

  /** The lists after these events. @param {import("./types.js").Line[]} lines @returns {Linked} */
  linked(lines) {
    const linked = { items: ring(this.items), columns: this.items.map((item) => ring(this.names.optionsOf(item))) };
    for (const { kind, item, option } of lines) {
      if (kind === "cover") unlink(linked.items, item);
      if (kind === "uncover") relink(linked.items, item);
      if (kind === "hide") unlink(linked.columns[item], option);
      if (kind === "unhide") relink(linked.columns[item], option);
    }
    return linked;
  }

  /** @param {Linked} linked */
  words({ items, columns }) {
    const left = valuesOf(items).map((item) => word("{} with {}", this.names.item(item), valuesOf(columns[item]).length));
    return left.length ? word("Items in the list and how many options each has: {}", left.join(", ")) : word("The list of items is empty");
  }

  /** The list of items, and the two links of the item that was removed last. @param {Linked} linked @param {number} [last] */
  across({ items }, last) {
    const arcs = [-1, ...valuesOf(items)].map((item) => [item, items.after.get(item) ?? -1, "link"]);
    if (last !== undefined && !isLinked(items, last)) arcs.push([items.before.get(last) ?? -1, last, "link kept"], [last, items.after.get(last) ?? -1, "link kept"]);
    return arcs.flatMap(([from, to, name]) => (Number(to) < 0 ? [] : [link([xOf(Number(from)), yOf(-1)], [xOf(Number(to)), yOf(-1)], String(name), Number(to) > Number(from) + 1)]));
  }

  /** The list of an item, and the links of entries removed from it. @param {number} item @param {Linked} linked */
  down(item, { columns }) {
    const all = this.names.optionsOf(item), list = columns[item];
    const arcs = [-1, ...valuesOf(list)].map((option) => [option, list.after.get(option) ?? -1, "link"]);
    for (const gone of all.filter((option) => !isLinked(list, option))) arcs.push([list.before.get(gone) ?? -1, gone, "link kept"], [gone, list.after.get(gone) ?? -1, "link kept"]);
    const around = (/** @type {number} */ from, /** @type {number} */ to) => all.some((one) => one > from && one < to);
    return arcs.flatMap(([from, to, name]) => (Number(to) < 0 ? [] : [link([xOf(item), yOf(Number(from))], [xOf(item), yOf(Number(to))], String(name), around(Number(from), Number(to)))]));
  }

  /** @param {Linked} linked @param {import("./types.js").Line|null} line */
  boxes({ items, columns }, line) {
    const root = box(xOf(-1), yOf(-1), word("start"), "root");
    const heads = this.items.map((item) => {
      const classes = `head ${isLinked(items, item) ? "" : "gone"} ${line?.item === item && !["hide", "unhide"].includes(line.kind) ? "now" : ""}`;
      const head = box(xOf(item), yOf(-1), this.names.item(item), classes, String(valuesOf(columns[item]).length));
      for (const [name, value] of Object.entries({ role: "button", tabindex: "0", "data-key": this.names.item(item) })) head.setAttribute(name, value);
      head.addEventListener("click", () => this.onpick({ item }));
      head.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        this.onpick({ item });
      });
      return head;
    });
    const rows = this.options.flatMap((of, option) => [
      svg("text", { x: WIDE / 2, y: yOf(option) + 4, class: "row", text: this.names.option(option) }),
      ...of.map((item) => box(xOf(item), yOf(option), this.names.item(item),
        `${isLinked(columns[item], option) ? "" : "gone"} ${line?.option === option && (line.item === undefined || line.item === item) ? "now" : ""}`)),
    ]);
    return [root, ...heads, ...rows];
  }
}

/** The circular list of these numbers. @param {number[]} all @returns {Ring} */
function ring(all) {
  const closed = [-1, ...all, -1];
  return { before: new Map(closed.slice(1).map((one, at) => [one, closed[at]])), after: new Map(closed.slice(0, -1).map((one, at) => [one, closed[at + 1]])) };
}

/** @param {Ring} list @param {number} one */
function unlink({ before, after }, one) {
  const [left, right] = [before.get(one) ?? -1, after.get(one) ?? -1];
  after.set(left, right);
  before.set(right, left);
}

/** @param {Ring} list @param {number} one */
function relink({ before, after }, one) {
  after.set(before.get(one) ?? -1, one);
  before.set(after.get(one) ?? -1, one);
}

/** The numbers of a list, in order. @param {Ring} list */
function valuesOf({ after }) {
  const all = [];
  for (let at = after.get(-1) ?? -1; at !== -1; at = after.get(at) ?? -1) all.push(at);
  return all;
}

/** @param {Ring} list @param {number} one */
function isLinked({ before, after }, one) {
  return after.get(before.get(one) ?? -1) === one;
}

/** @param {number} item */
function xOf(item) {
  return (item + 1.5) * WIDE;
}

/** @param {number} option */
function yOf(option) {
  return ABOVE + (option + 1.5) * TALL;
}

/** A link between two boxes; it goes around those in between. @param {[number, number]} from @param {[number, number]} to @param {string} name @param {boolean} around */
function link([x1, y1], [x2, y2], name, around) {
  const across = y1 === y2;
  const bow = !around ? 0 : across ? Math.min(ABOVE, 12 + (x2 - x1) / 14) : Math.min(26, 10 + (y2 - y1) / 12);
  const d = !across ? `M${x1} ${y1 + HALFTALL}C${x1 + bow * 1.4} ${y1 + TALL / 2} ${x1 + bow * 1.4} ${y2 - TALL / 2} ${x2} ${y2 - HALFTALL}`
    : !bow ? `M${x1 + HALFWIDE} ${y1}H${x2 - HALFWIDE}`
      : `M${x1 + HALFWIDE / 2} ${y1 - HALFTALL}C${x1 + WIDE / 2} ${y1 - HALFTALL - bow} ${x2 - WIDE / 2} ${y1 - HALFTALL - bow} ${x2 - HALFWIDE / 2} ${y1 - HALFTALL}`;
  return svg("path", { d, class: name });
}

/** @param {number} cx @param {number} cy @param {string} text @param {string} name @param {string} [count] */
function box(cx, cy, text, name, count) {
  return svg("g", { class: `node ${name}`.trim() },
    svg("rect", { x: cx - HALFWIDE, y: cy - HALFTALL, width: 2 * HALFWIDE, height: 2 * HALFTALL, rx: 4 }),
    svg("text", { x: count ? cx - 6 : cx, y: cy + 4.5, text }),
    ...(count ? [svg("text", { x: cx + 9, y: cy + 4.5, class: "count", text: count })] : []));
}
