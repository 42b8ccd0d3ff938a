// An exact cover as a matrix of options by items. Covered items are gray, and options taken are marked. A small matrix is a
// table, and a large one is drawn on a canvas. If the room is too small and nothing may scroll, the part around the event
// is shown, and the reader can move it.

import { h } from "./dom.js";
import { plural, word } from "./language.js";
import { DIRECTIONS, letMove, letPick } from "./move.js";
import { themeColor, prepareCanvas } from "./paint.js";
import { largestThat, Span } from "./window.js";

/** Maximum number of entries of a matrix that is drawn as a table. */
const MAX_TABLE_ENTRIES = 2600;
const ENTRY_SIZE = 7;

export class CoverView {
  /**
   * @param {import("./names.js").Names} names
   * @param {(choice: {item?: number, option?: number}) => void} onpick
   */
  constructor(names, onpick) {
    this.names = names;
    this.onpick = onpick;
    /** The items and the options that are shown. */
    this.columns = new Span(names.instance.items?.length);
    this.lines = new Span(names.instance.options?.length);
    /** The number of primary items, which come first. Only they must be covered. */
    this.primary = names.instance.primary ?? this.columns.total;
    this.element = h("div", { class: "cover" });
    /** @type {import("./types.js").Moment|null} */
    this.moment = null;
    if ([...Array(this.columns.total).keys()].every((item) => names.item(item).length < 3)) this.element.classList.add("short");
    this.small = this.columns.total * this.lines.total <= MAX_TABLE_ENTRIES;
    this.canvas = h("canvas", { class: "matrix", role: "img", onpointermove: (/** @type {PointerEvent} */ event) => (this.canvas.title = this.titleAt(event)) });
    letPick(this.canvas, (event) => {
      const entry = this.entryAt(event);
      if (entry) this.onpick(entry);
    });
    this.summary = h("p", { class: "note" });
    this.cursor = this.entryButton(0, 0);
    const content = this.small ? this.buildTable()
      : h("div", { class: "extent", style: { width: `${this.columns.total * ENTRY_SIZE + 8}px`, height: `${this.lines.total * ENTRY_SIZE + 8}px` } }, this.canvas, this.cursor);
    this.scroller = h("div", { class: "scroller", tabindex: 0, role: "region", onscroll: () => this.small || this.paint() }, content);
    letMove(this.scroller, { isMovable: () => this.isMovable, shown: () => [this.columns.count, this.lines.count], move: (across, down) => this.move(across, down) });
    /** Whether a part is hidden that the reader can move to. */
    this.isMovable = false;
    /** The room for which the part was measured last. */
    this.room = "";
    this.element.append(this.summary, this.scroller);
    new ResizeObserver(() => this.fit()).observe(this.scroller);
  }

  /** The item and the option under the mouse on the canvas; null beside the matrix. @param {MouseEvent} event */
  entryAt(event) {
    const { left, top } = this.canvas.getBoundingClientRect(), { scrollLeft, scrollTop } = this.scroller;
    const item = Math.floor((event.clientX - left + scrollLeft - 4) / ENTRY_SIZE), option = Math.floor((event.clientY - top + scrollTop - 4) / ENTRY_SIZE);
    return item >= 0 && item < this.columns.total && option >= 0 && option < this.lines.total ? { item, option } : null;
  }

  /** @param {MouseEvent} event */
  titleAt(event) {
    const entry = this.entryAt(event);
    return entry ? this.entryName(entry.item, entry.option) : "";
  }

  /** @param {number} item @param {number} option */
  entryName(item, option) {
    return `${this.names.item(item)} · ${this.names.option(option)}`;
  }

  /** The entry of the canvas at which the keyboard is: arrow keys move it, and Enter picks it. @param {number} item @param {number} option */
  entryButton(item, option) {
    return h("button", {
      type: "button", class: "entry", "aria-label": this.entryName(item, option), style: { left: `${item * ENTRY_SIZE + 4}px`, top: `${option * ENTRY_SIZE + 4}px` },
      onclick: () => this.onpick({ item, option }), onfocus: () => this.reveal(item, option), onkeydown: (/** @type {KeyboardEvent} */ event) => this.pressed(event, item, option),
    });
  }

  /** @param {KeyboardEvent} event @param {number} item @param {number} option */
  pressed(event, item, option) {
    const direction = DIRECTIONS[event.key];
    if (!direction || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const [across, down, all] = direction, step = (/** @type {number} */ at, /** @type {number} */ by, /** @type {Span} */ { count, total }) => Math.max(0, Math.min(total - 1, at + by * (all ? count : 1)));
    // Screen readers read a button that gets the focus, but not a new name of the one that has it.
    const next = this.entryButton(step(item, across, this.columns), step(option, down, this.lines));
    this.cursor.replaceWith(next);
    this.cursor = next;
    next.focus();
  }

  /** Moves the part that is shown to an entry. @param {number} item @param {number} option */
  reveal(item, option) {
    this.columns.resize(this.columns.count, item);
    this.lines.resize(this.lines.count, option);
    this.show();
  }

  buildTable() {
    const numbers = [...Array(this.columns.total).keys()];
    this.heads = numbers.map((item) => h("th", { scope: "col", role: "columnheader" },
      h("button", { type: "button", class: "name", title: this.isSecondary(item) ? word("secondary") : null, onclick: () => this.onpick({ item }) },
        this.isSecondary(item) ? h("i", {}, this.names.item(item)) : this.names.item(item))));
    this.rows = [...Array(this.lines.total).keys()].map((option) => {
      const inside = new Set(this.names.itemsOf(option));
      return h("tr", { role: "row" },
        h("th", { scope: "row", role: "rowheader" }, h("button", { type: "button", class: "name", onclick: () => this.onpick({ option }) }, this.title(option))),
        numbers.map((item) => h("td", { role: "gridcell", class: inside.has(item) ? "in" : "" }, inside.has(item) ? this.names.colorOf(option, item) || "●" : "")));
    });
    return h("table", { role: "grid", "aria-label": word("options by items"), style: { "--items": this.columns.total } },
      h("thead", {}, h("tr", { role: "row" }, h("td", { role: "columnheader" }, h("span", { class: "unseen" }, word("option"))), this.heads)),
      h("tbody", {}, this.rows));
  }

  /** Whether an item may stay uncovered. @param {number} item */
  isSecondary(item) {
    return item >= this.primary;
  }

  /** @param {number} option */
  title(option) {
    const short = this.element.classList.contains("short") && this.names.itemsOf(option).length < 6;
    return this.names.instance.meanings?.[option] || (short ? this.names.option(option) : String(option));
  }

  /** @param {import("./types.js").Moment} moment */
  draw(moment) {
    this.moment = moment;
    const { items = [], options = [] } = moment.state;
    if (this.small) this.drawTable(items, options);
    this.fit();
  }

  /** Shows as much as fits, around the event. */
  fit() {
    const { scroller, columns, lines, moment } = this;
    if (!scroller.clientWidth || !moment) return;
    const item = moment.line?.item ?? -1, option = moment.line?.option ?? -1;
    const place = (/** @type {number} */ across, /** @type {number} */ down) => {
      columns.resize(across, item >= 0 || option < 0 ? item : nearest(columns, this.names.itemsOf(option)));
      lines.resize(down, option >= 0 || item < 0 ? option : nearest(lines, this.names.optionsOf(item)));
      if (this.small) this.hideOutside();
    };
    if (!this.hides) place(columns.total, lines.total);
    else if (this.small) {
      const isWide = () => scroller.scrollWidth > scroller.clientWidth, isHigh = () => scroller.scrollHeight > scroller.clientHeight;
      const room = `${scroller.clientWidth} ${scroller.clientHeight}`;
      place(columns.count, lines.count);
      if (room !== this.room || isWide() || isHigh()) {
        const across = largestThat((count) => (place(count, lines.total), !isWide()), columns.total);
        place(across, largestThat((count) => (place(across, count), !isHigh()), lines.total));
        this.room = `${scroller.clientWidth} ${scroller.clientHeight}`;
      }
    } else place(Math.floor((scroller.clientWidth - 8) / ENTRY_SIZE), Math.floor((scroller.clientHeight - 8) / ENTRY_SIZE));
    this.show();
  }

  /** Whether what does not fit is hidden, and not scrolled. */
  get hides() {
    return getComputedStyle(this.scroller).overflowX === "hidden";
  }

  /** Draws the part that fits, and says which. */
  show() {
    const { scroller, columns, lines, moment, hides } = this;
    const { items = [], options = [] } = moment?.state ?? {};
    const open = items.slice(0, this.primary).filter(({ covered }) => !covered).length;
    const left = options.filter((state) => state === "in").length;
    const shown = [[columns, "items {} to {}"], [lines, "options {} to {}"]].flatMap(([span, text]) =>
      (span instanceof Span && span.count < span.total ? [word(String(text), span.first + 1, span.end)] : []));
    this.isMovable = hides && shown.length > 0;
    const here = shown.length ? `; ${word("here: {}", shown.join(", "))}` : "";
    const counts = this.primary < items.length ? "{} of {} primary items to cover, {} of {} options left" : "{} of {} items to cover, {} of {} options left";
    this.summary.textContent = word(counts, open, this.primary, left, options.length) + here
      + (this.isMovable ? `. ${word("Drag it, or press the arrow keys in it, to see the rest.")}` : "");
    scroller.classList.toggle("movable", this.isMovable);
    scroller.setAttribute("aria-label", word(this.isMovable ? "items and options; the arrow keys show other ones" : "items and options"));
    if (this.small) return;
    if (hides) [scroller.scrollLeft, scroller.scrollTop] = [columns.first * ENTRY_SIZE, lines.first * ENTRY_SIZE];
    this.paint();
  }

  /** Hides the cells of a table outside the part that fits. */
  hideOutside() {
    this.rows?.forEach((row, option) => (row.hidden = !this.lines.has(option)));
    for (const row of this.element.querySelectorAll("tr")) {
      [...row.cells].slice(1).forEach((cell, item) => (cell.hidden = !this.columns.has(item)));
    }
  }

  /** Moves the part that is shown by some entries, and returns whether another part is shown. @param {number} across @param {number} down */
  move(across, down) {
    const { columns, lines } = this, [left, top] = [columns.first, lines.first];
    columns.moveTo(left + across);
    lines.moveTo(top + down);
    if (columns.first === left && lines.first === top) return false;
    if (this.small) this.hideOutside();
    this.show();
    return true;
  }

  /** @param {{covered: boolean, options: number}[]} items @param {string[]} options */
  drawTable(items, options) {
    const line = this.moment?.line;
    const columns = items.map(({ covered }, item) => `${covered ? "covered" : ""} ${line?.item === item ? "now" : ""}`.trim());
    this.heads?.forEach((head, item) => {
      head.className = columns[item] ?? "";
      const left = items[item]?.options ?? 0;
      const kind = this.isSecondary(item) ? [word("secondary")] : [];
      head.firstElementChild?.setAttribute("aria-label", [this.names.item(item), ...kind, items[item]?.covered ? word("covered") : plural(left, "option")].join(", "));
    });
    this.rows?.forEach((row, option) => {
      row.className = `${options[option] ?? ""} ${line?.option === option ? "now" : ""}`.trim();
      [...row.cells].slice(1).forEach((cell, item) => {
        cell.className = `${cell.textContent ? "in" : ""} ${columns[item] ?? ""}`.trim();
      });
    });
  }

  /** Draws the visible part. */
  paint() {
    const { scroller } = this;
    if (!this.moment || !scroller.clientWidth) return;
    const [width, height, left, top] = [scroller.clientWidth, scroller.clientHeight, scroller.scrollLeft, scroller.scrollTop];
    const context = prepareCanvas(this.canvas, width, height);
    this.canvas.setAttribute("aria-label", this.summary.textContent ?? "");
    const { items = [], options = [] } = this.moment.state;
    const line = this.moment.line;
    context.translate(4 - left, 4 - top);
    context.fillStyle = themeColor("--stripe");
    items.forEach(({ covered }, item) => {
      if (covered) context.fillRect(item * ENTRY_SIZE, top - 4, ENTRY_SIZE, height);
    });
    if (line?.item !== undefined) fillBand(context, line.item * ENTRY_SIZE, top - 4, ENTRY_SIZE, height);
    const last = Math.min(this.lines.total, Math.ceil((top + height) / ENTRY_SIZE));
    for (let option = Math.floor(Math.max(0, top - 4) / ENTRY_SIZE); option < last; option++) {
      const state = options[option];
      if (line?.option === option) fillBand(context, left - 4, option * ENTRY_SIZE, width, ENTRY_SIZE);
      context.fillStyle = themeColor(state === "taken" ? "--solution" : state === "in" ? "--ink" : "--pale");
      for (const item of this.names.itemsOf(option)) context.fillRect(item * ENTRY_SIZE + 1, option * ENTRY_SIZE + 1, ENTRY_SIZE - 2, ENTRY_SIZE - 2);
    }
  }
}

/** @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {number} w @param {number} hgt */
function fillBand(context, x, y, w, hgt) {
  context.fillStyle = themeColor("--accent-paper");
  context.fillRect(x, y, w, hgt);
}

/** An entry that is shown already, or the first; -1 if there are none. @param {Span} span @param {number[]} entries */
function nearest(span, entries) {
  return entries.find((entry) => span.has(entry)) ?? entries[0] ?? -1;
}
