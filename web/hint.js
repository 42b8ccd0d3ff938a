// A hint in three grades: where to look, which technique, the step itself.

import { h } from "./dom.js";

/** @type {{grade: "where"|"rule"|"step", words: string}[]} */
const GRADES = [
  { grade: "where", words: "Where to look" },
  { grade: "rule", words: "Which technique" },
  { grade: "step", words: "The step itself" },
];

/** @param {import("./app.js").App} app */
export function hintMenu(app) {
  const told = h("p", { class: "told", role: "status" });
  const buttons = GRADES.map(({ grade, words }) => h("button", { type: "button", onclick: () => ask(grade) }, words));
  const element = h("div", { class: "menu" }, h("p", {}, "A hint for the board as it is"), buttons, told);
  /** @param {"where"|"rule"|"step"} grade */
  async function ask(grade) {
    told.textContent = "…";
    try {
      told.textContent = hintWords(await app.hint(grade), grade);
    } catch (wrong) {
      told.textContent = wrong instanceof Error ? wrong.message : String(wrong);
    }
  }
  return { element, fill: () => {
    told.textContent = "";
    for (const button of buttons) button.disabled = app.puzzle?.kind !== "sudoku";
  } };
}

/** @param {any} hint @param {"where"|"rule"|"step"} grade */
function hintWords(hint, grade) {
  const step = hint.step ?? hint.steps?.[0] ?? hint;
  const place = Array.isArray(step.where) ? step.where.join(", ") : step.where;
  if (!place && !step.sentence) return step.why ?? "There is no hint to give.";
  if (grade === "step" && step.sentence) return step.sentence;
  const where = `Look at ${place ?? "the board"}.`;
  return grade === "where" || !step.title ? (step.sentence && grade === "where" && !place ? step.sentence : where) : `${step.title}. ${where}`;
}
