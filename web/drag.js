// Values in the text of a lesson that the reader drags. The program has computed everything that depends on a value for
// each of its alternatives; the page shows one of them.

import { word } from "./language.js";
import { CLICK_PIXELS } from "./move.js";

/** The length of a drag over all values in pixels, and the minimum and maximum length from one value to the next. */
const DRAG_LENGTH = 260;
const MIN_DRAG_STEP = 4;
const MAX_DRAG_STEP = 28;

/** @type {{[key: string]: (at: number, last: number) => number}} */
const DRAG_KEYS = {
  ArrowRight: (at) => at + 1,
  ArrowUp: (at) => at + 1,
  ArrowLeft: (at) => at - 1,
  ArrowDown: (at) => at - 1,
  Home: () => 0,
  End: (_, last) => last,
};

export class Drag {
  /** @param {HTMLElement} element @param {(name: string, value: string) => void} follow  moves the figures */
  constructor(element, follow) {
    this.element = element;
    this.follow = follow;
    this.name = element.dataset.drag ?? "";
    const values = [...element.children];
    this.values = values.map(({ textContent }) => textContent ?? "");
    this.at = values.findIndex((value) => !value.hasAttribute("hidden"));
    this.step = Math.min(MAX_DRAG_STEP, Math.max(MIN_DRAG_STEP, DRAG_LENGTH / this.values.length));
    /** Where the pointer went down, and the value there. @type {{x: number, at: number}|null} */
    this.grip = null;
    this.describe();
    this.listen();
  }

  /** Makes the element a slider. */
  describe() {
    const { element, values } = this;
    const [low, high] = this.numeric ? [values[0], values[values.length - 1]] : ["1", String(values.length)];
    const attributes = { role: "slider", tabindex: "0", title: word("drag"), "aria-label": this.name, "aria-valuemin": low, "aria-valuemax": high };
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    this.announce();
  }

  get numeric() {
    return this.values.every((value) => /^\d+$/.test(value));
  }

  announce() {
    const value = this.values[this.at];
    this.element.setAttribute("aria-valuenow", this.numeric ? value : String(this.at + 1));
    this.element.setAttribute("aria-valuetext", value);
  }

  listen() {
    const { element } = this;
    element.addEventListener("pointerdown", (event) => this.take(event));
    element.addEventListener("pointermove", ({ clientX }) => {
      if (this.grip) this.set(this.grip.at + Math.round((clientX - this.grip.x) / this.step));
    });
    element.addEventListener("pointerup", ({ clientX }) => this.release(clientX));
    element.addEventListener("pointercancel", () => (this.grip = null));
    element.addEventListener("keydown", (event) => {
      const to = DRAG_KEYS[event.key];
      if (!to) return;
      event.preventDefault();
      this.set(to(this.at, this.values.length - 1));
    });
  }

  /** @param {PointerEvent} event */
  take(event) {
    if (event.button !== 0) return;
    event.preventDefault();
    this.element.focus({ preventScroll: true });
    this.element.setPointerCapture(event.pointerId);
    this.grip = { x: event.clientX, at: this.at };
  }

  /** Ends a drag. A click on the left half is a step back, on the right half a step forward. @param {number} x */
  release(x) {
    const { left, width } = this.element.getBoundingClientRect();
    if (this.grip && Math.abs(x - this.grip.x) < CLICK_PIXELS) this.set(this.at + (x < left + width / 2 ? -1 : 1));
    this.grip = null;
  }

  /** @param {number} to */
  set(to) {
    const at = Math.max(0, Math.min(this.values.length - 1, to));
    if (at === this.at) return;
    this.at = at;
    for (const one of document.querySelectorAll(`span[data-drag="${this.name}"]`)) {
      [...one.children].forEach((child, index) => child.toggleAttribute("hidden", index !== at));
    }
    this.announce();
    this.follow(this.name, this.values[at]);
  }
}
