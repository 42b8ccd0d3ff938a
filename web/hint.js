// A hint in three grades: where to look, which technique, the step itself.

import { h } from "./dom.js";
import { shortTitle } from "./explain.js";

/** @type {{grade: "where"|"rule"|"step", words: string}[]} */
const GRADES = [
  { grade: "where", words: "Where to look" },
  { grade: "rule", words: "Which technique" },
  { grade: "step", words: "The step itself" },
];

/** @param {import("./app.js").App} app */
export function hintMenu(app) {
  const output = h("p", { class: "hint-text", role: "status" });
  const buttons = GRADES.map(({ grade, words }) => h("button", { type: "button", onclick: () => ask(grade) }, words));
  const element = h("div", { class: "menu" }, h("p", {}, "A hint for the current board; if the board has a guess, for the puzzle"), buttons, output);
  /** @param {"where"|"rule"|"step"} grade */
  async function ask(grade) {
    output.textContent = "…";
    try {
      output.textContent = hintWords(await app.hint(grade), grade);
    } catch (error) {
      output.textContent = error instanceof Error ? error.message : String(error);
    }
  }
  return { element, fill: () => {
    output.textContent = "";
    for (const button of buttons) button.disabled = app.puzzle?.kind !== "sudoku";
  } };
}

/** @param {any} hint @param {"where"|"rule"|"step"} grade */
function hintWords(hint, grade) {
  if (!hint.where) return hint.why ?? "There is no hint to give.";
  if (grade === "step") return `${shortTitle(hint)}. ${hint.sentence}`;
  return grade === "rule" ? `${shortTitle(hint)}. ${hint.where}` : hint.where;
}
