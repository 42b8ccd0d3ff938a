// A window onto a list that is longer than its room: the entries around the current one that fit, and how many are before
// and after. In a pane of a wide screen nothing scrolls, so the lists have `overflow: hidden` there. Where a list has
// room or scrolls, as on a phone and in a lesson, all entries are shown.

import { grouped, h } from "./dom.js";
import { word } from "./language.js";

/** Consecutive entries of a list. */
export class Span {
  /** @param {number} total  number of entries of the list */
  constructor(total = 0) {
    this.first = 0;
    this.count = 0;
    this.total = total;
  }

  get end() {
    return this.first + this.count;
  }

  /** @param {number} at */
  has(at) {
    return at >= this.first && at < this.end;
  }

  /** Takes another number of entries. It moves only if the current one would be outside. @param {number} count @param {number} current  -1 if there is none */
  resize(count, current) {
    this.count = Math.max(0, Math.min(count, this.total));
    this.moveTo(current < 0 || this.has(current) ? this.first : current - (this.count >> 1));
  }

  /** @param {number} first */
  moveTo(first) {
    this.first = Math.max(0, Math.min(first, this.total - this.count));
  }
}

export class ListWindow {
  /**
   * @param {HTMLElement} list
   * @param {HTMLElement} [room]  the element whose size bounds the list, if not the list itself
   * @param {HTMLElement} [clip]  the element that hides what does not fit, if not the list itself
   */
  constructor(list, room = list, clip = list) {
    this.list = list;
    this.room = room;
    this.clip = clip;
    /** @type {HTMLElement[]} */
    this.rows = [];
    this.current = -1;
    this.span = new Span();
    /** The room and the entries for which the window was measured last. */
    this.measured = "";
    this.before = this.moreButton(() => this.span.first - this.span.count);
    this.after = this.moreButton(() => this.span.end);
    new ResizeObserver(() => this.fit()).observe(room);
  }

  /** A line that says how many entries are hidden, and shows them. @param {() => number} target */
  moreButton(target) {
    const button = h("button", { type: "button", class: "quiet", onclick: () => this.turnTo(target()) });
    if (this.list.matches("tbody")) return h("tr", { class: "more", hidden: true }, h("td", { colspan: 3 }, button));
    return h(this.list.matches("ol, ul") ? "li" : "span", { class: "more", hidden: true }, button);
  }

  /** Shows these entries. The window moves only if the current one is outside. @param {HTMLElement[]} rows @param {number} current  -1 if there is none */
  show(rows, current) {
    this.current = current;
    if (rows.length !== this.rows.length || rows.some((row, at) => row !== this.rows[at])) {
      this.rows = rows;
      this.span.total = rows.length;
      this.list.replaceChildren(this.before, ...rows, this.after);
      this.measured = "";
    }
    this.fit();
  }

  /** Shows the entries from this one on. @param {number} first */
  turnTo(first) {
    this.span.moveTo(first);
    this.current = -1;
    this.measured = "";
    this.fit();
  }

  fit() {
    const { clip, rows } = this;
    if (rows.length < 2) {
      this.place(rows.length);
      return;
    }
    if (!clip.clientHeight) return;
    if (getComputedStyle(clip).overflowY !== "hidden") {
      this.place(rows.length);
      this.measured = "";
      this.scrollToCurrent();
      return;
    }
    if (this.size === this.measured && (this.current < 0 || this.span.has(this.current))) return;
    const { first } = this.span;
    this.place(largestThat((count) => {
      this.place(count, first);
      return clip.scrollHeight <= clip.clientHeight;
    }, rows.length), first);
    this.measured = this.size;
  }

  get size() {
    return [this.clip, this.room].map(({ clientWidth, clientHeight }) => `${clientWidth} ${clientHeight}`).join(" ");
  }

  /** Shows this many entries. @param {number} count @param {number} [first]  the first one, if so many follow it */
  place(count, first = this.span.first) {
    const { rows, span } = this;
    span.first = first;
    span.resize(count, this.current);
    rows.forEach((row, at) => (row.hidden = !span.has(at)));
    label(this.before, span.first, "… {} before");
    label(this.after, rows.length - span.end, "… {} after");
  }

  /** If the list itself scrolls, as in a lesson, the current entry comes into view. The page stays where it is. */
  scrollToCurrent() {
    const { list } = this, row = this.rows[this.current];
    if (row && list.scrollHeight > list.clientHeight) list.scrollTop = row.offsetTop - list.offsetTop - list.clientHeight / 2;
  }
}

/** @param {HTMLElement} more @param {number} count @param {string} text */
function label(more, count, text) {
  more.hidden = count <= 0;
  const button = more.querySelector("button");
  if (button) button.textContent = more.hidden ? "" : word(text, grouped(count));
}

/** The largest number from 1 to `most` for which a test holds that fails for all larger ones; 1 if it fails for all. @param {(count: number) => boolean} holds @param {number} most */
export function largestThat(holds, most) {
  if (most < 1 || holds(most)) return most;
  let [low, high] = [1, most];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}
