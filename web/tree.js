// The search tree. A blue circle branches, a red square fails, a green diamond is a solution, and a red triangle stands for
// an omitted subtree. A click goes to the moment when a node is entered. Screen readers get a nested list.

import { grouped, h, refill } from "./dom.js";
import { hasKind } from "./kinds.js";
import { plural, word } from "./language.js";
import { Names, nodeOf } from "./names.js";
import { branchOf, columnPlaces, columnsOf, nodeAt } from "./layout.js";
import { themeColor, shapePath, prepareCanvas, statusColor } from "./paint.js";

const MARGIN = 16;
/** Minimum distance in pixels of leaves that can be told apart. */
const LEAST_ACROSS = 6;
/** Maximum distances in pixels of leaves, and of levels. */
const MOST_ACROSS = 54;
const MOST_DOWN = 46;
/** Maximum number of children that the list shows at once. */
const MAX_LISTED = 40;

export class TreeView {
  /**
   * @param {import("./types.js").Track} track
   * @param {(at: number) => void} onseek
   */
  constructor(track, onseek) {
    this.track = track;
    this.onseek = onseek;
    /** @type {import("./types.js").Tree|null} */
    this.tree = null;
    this.at = 0;
    /** The current node; -1 before the first. */
    this.current = -1;
    this.zoom = 1;
    this.columns = new Float64Array(0);
    this.leaves = 1;
    /** The column around which a large tree is legible. */
    this.focus = 0;
    this.places = columnPlaces(1, 1, 1, 1, 0);
    /** Whether all nodes after the current position look alike, so that they give no answer away. */
    this.veiled = false;
    this.names = new Names(track.head);
    this.canvas = h("canvas", { role: "img", "aria-label": word("search tree") });
    this.extent = h("div", { class: "extent" }, this.canvas);
    this.scroller = h("div", { class: "scroller", tabindex: 0, role: "group", "aria-label": word("search tree"), onscroll: () => this.paint() }, this.extent);
    this.tip = h("p", { class: "note tip" });
    this.list = h("ul", { class: "nested" });
    this.words = h("details", { ontoggle: () => this.drawList() }, h("summary", {}, word("As a list")), this.list);
    this.element = h("div", { class: "tree" }, this.scroller,
      h("div", { class: "treefoot" }, this.tip, h("span", { class: "zoom" }, this.zoomer("−", word("draw the tree smaller"), 1 / 1.5), this.zoomer("+", word("draw the tree larger"), 1.5))), this.words);
    this.canvas.addEventListener("click", (event) => this.clicked(event));
    this.canvas.addEventListener("mousemove", (event) => this.hovered(event));
    new ResizeObserver(() => this.layOut()).observe(this.scroller);
  }

  get empty() {
    return !hasKind(this.track, "node");
  }

  /** @param {string} sign @param {string} words @param {number} by */
  zoomer(sign, words, by) {
    return h("button", { type: "button", "aria-label": words, onclick: () => {
      this.zoom = Math.max(1, Math.min(12, this.zoom * by));
      this.layOut();
    } }, sign);
  }

  /** @param {import("./types.js").Moment} moment */
  async draw({ at, line, state }) {
    this.at = at;
    if (!this.tree) {
      this.tree = await this.track.tree();
      if (this.tree) Object.assign(this, columnsOf(this.tree));
      this.layOut();
    }
    this.current = this.tree ? nodeAt(this.tree, at, nodeOf(line) ?? state.node) : -1;
    this.placeColumns();
    this.scrollToCurrent();
    this.paint();
    this.describe();
    this.drawList();
  }

  /** Lays the tree out for the available room. */
  layOut() {
    const { tree } = this;
    if (!tree || !this.scroller.clientWidth) return;
    const depth = tree.depth.reduce((most, one) => Math.max(most, one), 1);
    this.scroller.style.setProperty("--wanted", `${depth * MOST_DOWN * Math.sqrt(this.zoom) + 2 * MARGIN}px`);
    const [width, height] = [this.scroller.clientWidth, this.scroller.clientHeight];
    this.dy = Math.min(MOST_DOWN, (height - 2 * MARGIN) / depth) * Math.sqrt(this.zoom);
    // Rounded sizes would bring scrollbars to a tree that fits.
    this.scroller.style.overflow = this.zoom > 1 ? "" : "hidden";
    this.placeColumns();
    this.r = Math.max(1.9, Math.min(8, this.places.near * 0.34, this.dy * 0.38));
    const [wide, tall] = [this.places.place(this.leaves) + 2 * MARGIN, depth * this.dy + 2 * MARGIN];
    this.left = Math.max(0, (width - wide) / 2);
    this.extent.style.width = `${Math.max(wide, width) - 1}px`;
    this.extent.style.height = `${Math.max(tall, height) - 1}px`;
    this.scrollToCurrent();
    this.paint();
  }

  /** Places the columns of a large tree so that the current node is legible. It moves them only if it leaves their middle. */
  placeColumns() {
    const { tree, leaves, zoom } = this;
    if (!tree) return;
    const room = this.scroller.clientWidth - 2 * MARGIN;
    const column = this.columns[Math.max(0, this.current)];
    if (Math.abs(column - this.focus) > this.places.count / 4) this.focus = column;
    const across = Math.max(LEAST_ACROSS, Math.min(MOST_ACROSS, room / leaves)) * zoom;
    this.places = columnPlaces(leaves, zoom > 1 ? leaves * across : room, zoom > 1 ? across : LEAST_ACROSS, zoom > 1 ? across : MOST_ACROSS, this.focus);
  }

  /** @param {number} node @returns {[number, number]} */
  spot(node) {
    return [(this.left ?? 0) + MARGIN + this.places.place(this.columns[node] + 0.5), MARGIN + (this.tree?.depth[node] ?? 0) * (this.dy ?? 1)];
  }

  scrollToCurrent() {
    const node = this.current;
    if (node < 0 || !this.dy) return;
    const [x, y] = this.spot(node);
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.scroller;
    if (x < scrollLeft + MARGIN || x > scrollLeft + clientWidth - MARGIN) this.scroller.scrollLeft = x - clientWidth / 2;
    if (y < scrollTop + MARGIN || y > scrollTop + clientHeight - MARGIN) this.scroller.scrollTop = y - clientHeight / 2;
  }

  paint() {
    const { tree } = this;
    const { clientWidth: width, clientHeight: height, scrollLeft: left, scrollTop: top } = this.scroller;
    if (!tree || !width || !this.dy) return;
    const context = prepareCanvas(this.canvas, width, height);
    const { current } = this;
    const branch = new Set(branchOf(tree, current));
    const shown = this.nodesInSight(tree, branch);
    context.translate(-left, -top);
    context.lineCap = "round";
    for (const walked of [false, true]) {
      context.beginPath();
      for (const node of shown) {
        const parent = tree.parent[node];
        if (parent === null || branch.has(node) !== walked) continue;
        context.moveTo(...this.spot(parent));
        context.lineTo(...this.spot(node));
      }
      context.strokeStyle = themeColor(walked ? "--accent" : "--edge");
      context.lineWidth = walked ? 2 : 1;
      context.stroke();
    }
    for (const node of shown) this.paintNode(context, node, node === current);
    this.canvas.setAttribute("aria-label", `${this.words.firstChild?.textContent}: ${this.tip.textContent}`);
  }

  /**
   * The nodes to draw: those in sight and their children, but only the first one at each pixel of a crowded part.
   * Solutions and the current branch are always drawn.
   * @param {import("./types.js").Tree} tree @param {Set<number>} branch
   */
  nodesInSight({ parent, status }, branch) {
    const { clientWidth: width, clientHeight: height, scrollLeft: left, scrollTop: top } = this.scroller;
    const inSight = (/** @type {number} */ node) => {
      const [x, y] = this.spot(node);
      return x > left - 60 && x < left + width + 60 && y > top - 60 && y < top + height + 60;
    };
    const taken = new Set();
    const isHidden = (/** @type {number} */ node) => {
      if (!this.isCrowded(node) || status[node] === "solution" || branch.has(node)) return false;
      const [x, y] = this.spot(node);
      const pixel = Math.floor(y) * width + Math.floor(x);
      return taken.has(pixel) || !taken.add(pixel);
    };
    return [...status.keys()].filter((node) => (inSight(node) || inSight(parent[node] ?? node)) && !isHidden(node));
  }

  /** Whether a node is where leaves cannot be told apart. @param {number} node */
  isCrowded(node) {
    const { near, far, from, count } = this.places;
    return far < near && (this.columns[node] < from || this.columns[node] >= from + count);
  }

  /** @param {CanvasRenderingContext2D} context @param {number} node @param {boolean} current */
  paintNode(context, node, current) {
    const [x, y] = this.spot(node);
    const past = (this.tree?.event[node] ?? 0) < this.at;
    const status = past || !this.veiled ? (this.tree?.status[node] ?? "branch") : "branch";
    const crowded = this.isCrowded(node) && status !== "solution";
    const r = crowded ? 1 : this.r ?? 4;
    const color = past ? statusColor(status) : themeColor("--edge");
    shapePath(context, status, x, y, r);
    context.fillStyle = past || crowded ? color : themeColor("--card");
    context.fill();
    context.strokeStyle = color;
    context.lineWidth = 1.2;
    context.stroke();
    if (!current) return;
    context.beginPath();
    context.arc(x, y, r + 4, 0, 2 * Math.PI);
    context.strokeStyle = themeColor("--ink");
    context.lineWidth = 2;
    context.stroke();
  }

  /** Words for the current node, or the one under the mouse. @param {number} [node] */
  describe(node) {
    const { tree } = this;
    if (!tree) return;
    const at = node ?? this.current;
    const label = at >= 0 && tree.label[at] ? `, ${this.label(tree.label[at])}` : "";
    this.tip.textContent = at < 0 ? plural(this.track.stats.nodes, "node") : word("node {} of {}, depth {}", grouped(tree.id[at]), grouped(this.track.stats.nodes), tree.depth[at]) + label;
  }

  /** The choice that led to a node; a number is that of an option or a literal. @param {string} label */
  label(label) {
    if (label === "else") return word("else");
    if (!/^-?\d+$/.test(label)) return label;
    return this.names.instance.problem === "cnf" ? this.names.literal(Number(label)) : this.names.option(Number(label));
  }

  /** @param {MouseEvent} event */
  nearest(event) {
    const { tree } = this;
    if (!tree) return -1;
    const bounds = this.scroller.getBoundingClientRect();
    const [x, y] = [event.clientX - bounds.left + this.scroller.scrollLeft, event.clientY - bounds.top + this.scroller.scrollTop];
    let best = -1, least = 18 ** 2;
    tree.parent.forEach((_, node) => {
      const [nx, ny] = this.spot(node);
      const distance = (nx - x) ** 2 + (ny - y) ** 2;
      if (distance < least) [best, least] = [node, distance];
    });
    return best;
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    const node = this.nearest(event);
    if (node >= 0) this.onseek((this.tree?.event[node] ?? 0) + 1);
  }

  /** @param {MouseEvent} event */
  hovered(event) {
    const node = this.nearest(event);
    this.canvas.style.cursor = node >= 0 ? "pointer" : "";
    this.describe(node >= 0 ? node : undefined);
  }

  /** The list, open along the branch of the current node. */
  drawList() {
    const { tree } = this;
    if (!tree || !this.words.open) return;
    /** @type {Map<number, number[]>} */
    const children = new Map();
    tree.parent.forEach((parent, node) => {
      const siblings = children.get(parent ?? -1);
      if (siblings) siblings.push(node);
      else children.set(parent ?? -1, [node]);
    });
    const branch = new Set(branchOf(tree, this.current));
    refill(this.list, ...this.branches(-1, children, branch));
  }

  /** @param {number} parent @param {Map<number, number[]>} children @param {Set<number>} branch @returns {HTMLElement[]} */
  branches(parent, children, branch) {
    const all = children.get(parent) ?? [];
    const shown = all.slice(0, MAX_LISTED).map((node) => {
      const below = branch.has(node) ? this.branches(node, children, branch) : [];
      const words = `${this.tree?.id[node]}: ${this.label(this.tree?.label[node] ?? "") || word("root")}, ${word(this.tree?.status[node] ?? "")}`;
      const current = branch.has(node) && !below.some((child) => child.querySelector("[aria-current]") || child.matches("[aria-current]"));
      return h("li", {}, h("button", { type: "button", "data-key": node, "aria-current": current ? "step" : null, onclick: () => this.onseek((this.tree?.event[node] ?? 0) + 1) }, words),
        below.length ? h("ul", {}, below) : null);
    });
    if (all.length > MAX_LISTED) shown.push(h("li", { class: "note" }, word("and {} more", all.length - MAX_LISTED)));
    return shown;
  }
}
