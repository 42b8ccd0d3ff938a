// The links of a small exact cover: a list of items across, a list of options down each item. What is unlinked is pale,
// stays where it is, and keeps its own two links (dashed), so that it can be put back.

import { h, svg } from "./dom.js";

/** Entries up to which links are drawn; more are no picture any more. */
const MOST_LINKS = 48;
/** A cell of the picture, wide and tall, and the half sides of a box in it. */
const [WIDE, TALL, HALFWIDE, HALFTALL] = [64, 46, 19, 13];

/** The boxes that are linked: items by number, entries as `option/item`. @typedef {{items: Set<number>, entries: Set<string>}} Linked */

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

  /** Single links are told at the finest level only. */
  get empty() {
    const count = this.options.reduce((sum, items) => sum + items.length, 0);
    return !Object.values(this.track.letters).includes("hide") || count > MOST_LINKS;
  }

  /** @param {import("./types.js").Moment} moment */
  async draw({ at, line }) {
    const told = await this.track.told(0, at);
    const linked = this.linked(told.map((one) => one.line));
    const width = (this.items.length + 1) * WIDE, height = (this.options.length + 1) * TALL + 8;
    this.element.replaceChildren(svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": this.words(linked) },
      ...this.across(linked), ...this.items.flatMap((item) => this.down(item, linked)), ...this.boxes(linked, line)));
  }

  /** What is linked after these events. @param {import("./types.js").Line[]} lines @returns {Linked} */
  linked(lines) {
    const items = new Set(this.items), entries = new Set(this.options.flatMap((of, option) => of.map((item) => `${option}/${item}`)));
    for (const { kind, item, option } of lines) {
      if (kind === "cover") items.delete(item);
      if (kind === "uncover") items.add(item);
      if (kind === "hide") entries.delete(`${option}/${item}`);
      if (kind === "unhide") entries.add(`${option}/${item}`);
    }
    return { items, entries };
  }

  /** @param {Linked} linked */
  words({ items, entries }) {
    const left = this.items.filter((item) => items.has(item)).map((item) => `${this.names.item(item)} with ${this.column(item).filter((option) => entries.has(`${option}/${item}`)).length}`);
    return left.length ? `Items in the list and how many options each has: ${left.join(", ")}` : "The list of items is empty";
  }

  /** The options that have an item. @param {number} item */
  column(item) {
    return [...this.options.keys()].filter((option) => this.options[option].includes(item));
  }

  /** The list of items: linked ones in turn, and the links that the others keep. @param {Linked} linked */
  across({ items }) {
    const y = TALL / 2;
    const arcs = [];
    const chain = [-1, ...this.items.filter((item) => items.has(item))];
    chain.slice(1).forEach((item, at) => arcs.push(link([acrossOf(chain[at]), y], [acrossOf(item), y], "link")));
    for (const item of this.items.filter((one) => !items.has(one))) {
      const before = Math.max(-1, ...this.items.filter((one) => one < item && items.has(one)));
      arcs.push(link([acrossOf(before), y], [acrossOf(item), y], "link kept"));
    }
    return arcs;
  }

  /** The list of an item. @param {number} item @param {Linked} linked */
  down(item, { entries }) {
    const column = this.column(item);
    const arcs = [];
    const chain = [-1, ...column.filter((option) => entries.has(`${option}/${item}`))];
    chain.slice(1).forEach((option, at) => arcs.push(link([acrossOf(item), downOf(chain[at])], [acrossOf(item), downOf(option)], "link")));
    for (const option of column.filter((one) => !entries.has(`${one}/${item}`))) {
      const before = Math.max(-1, ...chain.filter((one) => one < option));
      arcs.push(link([acrossOf(item), downOf(before)], [acrossOf(item), downOf(option)], "link kept"));
    }
    return arcs;
  }

  /** @param {Linked} linked @param {import("./types.js").Line|null} line */
  boxes({ items, entries }, line) {
    const root = box(acrossOf(-1), TALL / 2, "start", "root");
    const heads = this.items.map((item) => {
      const count = this.column(item).filter((option) => entries.has(`${option}/${item}`)).length;
      const classes = `head ${items.has(item) ? "" : "gone"} ${line?.item === item && !["hide", "unhide"].includes(line.kind) ? "now" : ""}`;
      const head = box(acrossOf(item), TALL / 2, this.names.item(item), classes, String(count));
      head.addEventListener("click", () => this.onpick({ item }));
      return head;
    });
    const rows = this.options.flatMap((of, option) => [
      svg("text", { x: 10, y: downOf(option) + 4, class: "row", text: String(option + 1) }),
      ...of.map((item) => box(acrossOf(item), downOf(option), this.names.item(item),
        `${entries.has(`${option}/${item}`) ? "" : "gone"} ${line?.option === option && (line.item === undefined || line.item === item) ? "now" : ""}`)),
    ]);
    return [root, ...heads, ...rows];
  }
}

/** @param {number} item */
function acrossOf(item) {
  return (item + 1.5) * WIDE;
}

/** @param {number} option */
function downOf(option) {
  return (option + 1.5) * TALL;
}

/** An arrow between two boxes, around those in between. @param {[number, number]} from @param {[number, number]} to @param {string} name */
function link([x1, y1], [x2, y2], name) {
  const across = y1 === y2;
  const [ax, ay, bx, by] = across ? [x1 + HALFWIDE, y1, x2 - HALFWIDE, y2] : [x1, y1 + HALFTALL, x2, y2 - HALFTALL];
  const far = across ? x2 - x1 > WIDE * 1.5 : y2 - y1 > TALL * 1.5;
  const bow = !far ? 0 : across ? -Math.min(18, (x2 - x1) / 8) : Math.min(24, (y2 - y1) / 5);
  const d = across ? `M${ax} ${ay}Q${(ax + bx) / 2} ${ay + bow * 2} ${bx} ${by}` : `M${ax} ${ay}Q${ax + bow * 2} ${(ay + by) / 2} ${bx} ${by}`;
  return svg("path", { d, class: name });
}

/** @param {number} cx @param {number} cy @param {string} text @param {string} name @param {string} [count] */
function box(cx, cy, text, name, count) {
  return svg("g", { class: `node ${name}`.trim() },
    svg("rect", { x: cx - HALFWIDE, y: cy - HALFTALL, width: 2 * HALFWIDE, height: 2 * HALFTALL, rx: 4 }),
    svg("text", { x: count ? cx - 6 : cx, y: cy + 4.5, text }),
    ...(count ? [svg("text", { x: cx + 9, y: cy + 4.5, class: "count", text: count })] : []));
}
