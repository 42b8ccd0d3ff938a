// The steps of a human solution as a list with the current one marked; a click on a step goes there.

import { h, setCurrent } from "./dom.js";
import { word } from "./language.js";
import { PersonTrack, shortTitle } from "./explain.js";
import { ListWindow } from "./window.js";

export class StepsView {
  /** @param {import("./types.js").Track} track @param {(at: number) => void} onseek */
  constructor(track, onseek) {
    this.steps = track instanceof PersonTrack ? track.steps : [];
    this.rows = this.steps.map((step, at) => h("li", {},
      h("button", { type: "button", onclick: () => onseek(at + 1) }, h("b", {}, shortTitle(step)), h("small", {}, outcome(step)))));
    this.element = h("ol", { class: "steplist" });
    this.window = new ListWindow(this.element);
  }

  get empty() {
    return !this.steps.length;
  }

  /** @param {import("./types.js").Moment} moment */
  draw({ at }) {
    this.rows.forEach((row, index) => {
      const here = index + 1 === at;
      row.className = here ? "now" : index < at ? "past" : "";
      setCurrent(row, here);
    });
    this.window.show(this.rows, at - 1);
  }
}

/** @param {import("./types.js").PersonStep} step */
function outcome({ placements, removals }) {
  const places = placements.map(({ row, column, digit }) => `r${row}c${column} = ${digit}`);
  const gone = removals.map(({ row, column, digit }) => `r${row}c${column} ≠ ${digit}`);
  const all = [...places, ...gone];
  return all.slice(0, 4).join(", ") + (all.length > 4 ? `, ${word("{} more", all.length - 4)}` : "");
}
