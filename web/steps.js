// The steps of a human solution as a list with the current one marked; a click on a step goes there.

import { h } from "./dom.js";
import { PersonTrack, shortTitle } from "./explain.js";

export class StepsView {
  /** @param {import("./types.js").Track} track @param {(at: number) => void} onseek */
  constructor(track, onseek) {
    this.steps = track instanceof PersonTrack ? track.steps : [];
    this.rows = this.steps.map((step, at) => h("li", {},
      h("button", { type: "button", onclick: () => onseek(at + 1) }, h("b", {}, shortTitle(step)), h("small", {}, outcome(step)))));
    this.element = h("ol", { class: "steplist" }, this.rows);
  }

  get empty() {
    return !this.steps.length;
  }

  /** @param {import("./types.js").Moment} moment */
  draw({ at }) {
    this.rows.forEach((row, index) => {
      const here = index + 1 === at;
      row.className = here ? "now" : index < at ? "past" : "";
      row.toggleAttribute("aria-current", here);
      if (here) this.reveal(row);
    });
  }

  /** Scrolls to a row. If the list itself scrolls, as in a lesson, the page stays where it is. @param {HTMLElement} row */
  reveal(row) {
    const { element } = this;
    if (element.scrollHeight > element.clientHeight) element.scrollTop = row.offsetTop - element.offsetTop - element.clientHeight / 2;
    else row.scrollIntoView({ block: "nearest" });
  }
}

/** @param {import("./types.js").PersonStep} step */
function outcome({ placements, removals }) {
  const places = placements.map(({ row, column, digit }) => `r${row}c${column} = ${digit}`);
  const gone = removals.map(({ row, column, digit }) => `r${row}c${column} ≠ ${digit}`);
  const all = [...places, ...gone];
  return all.slice(0, 4).join(", ") + (all.length > 4 ? `, ${all.length - 4} more` : "");
}
