// The strategy's pseudo-code, with the line that the event belongs to.

import { h, setCurrent } from "./dom.js";
import { word } from "./language.js";
import { ListWindow } from "./window.js";

export class ScriptView {
  /** @param {import("./types.js").Track} track */
  constructor(track) {
    this.rows = (track.script ?? []).map(({ text }, at) => h("li", { value: at + 1 }, h("code", {}, text.replace(/\S.*/, (words) => word(words)))));
    const set = Object.entries(track.head.parameters ?? {}).map(([name, value]) => `${name}=${value}`).join(", ");
    this.notes = set ? [h("li", { class: "note" }, word("Parameters of this search: {}.", set))] : [];
    const list = h("ol", { class: "script", style: { "--rows": this.rows.length + this.notes.length }, tabindex: 0, "aria-label": word("pseudo-code") });
    this.window = new ListWindow(list);
    this.element = h("div", {}, list);
  }

  get empty() {
    return !this.rows.length;
  }

  /** @param {import("./types.js").Moment} moment */
  draw({ script }) {
    this.rows.forEach((row, at) => {
      const here = at + 1 === script;
      if (here === row.classList.contains("now")) return;
      row.classList.toggle("now", here);
      setCurrent(row, here);
    });
    this.window.show([...this.rows, ...this.notes], (script ?? 0) - 1);
  }
}
