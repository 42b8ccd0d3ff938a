// An exercise: the reader enters a puzzle, and the page checks its conditions.

import { h } from "./dom.js";
import { EngineError } from "./engine.js";
import { word } from "./language.js";
import { answerTo, saveAnswer } from "./memory.js";
import { problemNote } from "./problem.js";

/** The comparisons of a condition, by their signs. @type {{[sign: string]: (a: number, b: number) => boolean}} */
const COMPARISONS = { "<=": (a, b) => a <= b, ">=": (a, b) => a >= b, "=": (a, b) => a === b, "<": (a, b) => a < b, ">": (a, b) => a > b };

/** Facts about a Sudoku that need no search. */
const SUDOKU_FACTS = ["clues", "blanks", "cells"];

/** A comma, but not one between the parameters of a strategy. As in page/lesson/exercise.rs. */
const BETWEEN_CONDITIONS = /,(?![\w-]+=\S)/;

/** Node limit of a search in an exercise. */
const EXERCISE_NODES = 1_000_000;

/** @param {HTMLElement} element @param {import("./engine.js").Engine} engine */
export function exercise(element, engine) {
  const field = h("textarea", { rows: 3, spellcheck: "false", "aria-label": word("your answer"), placeholder: word("your answer") }, answerTo(element) ?? "");
  const verdict = h("div", { class: "verdict", role: "status" });
  const button = h("button", { type: "button", class: "primary" }, word("check"));
  button.addEventListener("click", async () => {
    button.disabled = true;
    saveAnswer(element, field.value);
    verdict.replaceChildren(...await checkConditions(engine, field.value, element.dataset.check ?? ""));
    button.disabled = false;
  });
  const details = element.querySelector("details");
  element.insertBefore(h("div", { class: "answer" }, field, h("p", {}, button), verdict), details);
  element.classList.add("live");
}

/** Checks the conditions, and returns a line for each. @param {import("./engine.js").Engine} engine @param {string} text @param {string} check */
async function checkConditions(engine, text, check) {
  try {
    const puzzle = await engine.ask({ ask: "read", text, expected: expectedKind(check) });
    const lines = [];
    for (const condition of check.split(BETWEEN_CONDITIONS)) {
      const sign = Object.keys(COMPARISONS).find((one) => condition.includes(` ${one} `)) ?? "=";
      const [left, right] = condition.split(` ${sign} `).map((side) => side.trim());
      const [a, b] = [await valueOf(engine, text, puzzle, left), await valueOf(engine, text, puzzle, right)];
      const shown = `${sideText(left, a)} ${sign} ${sideText(right, b)}`;
      const good = COMPARISONS[sign](a.value, b.value);
      lines.push(h("p", { class: good ? "right" : "wrong" }, `${good ? "✓" : "✗"} ${word(good ? "it holds" : "it fails", shown)}`));
    }
    if (lines.every((line) => line.className === "right")) lines.push(h("p", { class: "right" }, word("solved")));
    return lines;
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return [problemNote(error, text)];
  }
}

/** The kind of problem that the conditions are about, if they name its parts. @param {string} check */
function expectedKind(check) {
  if (/\b(items|options) of\b/.test(check)) return "exact-cover";
  return /\b(variables|clauses) of\b/.test(check) ? "formula" : undefined;
}

/** @param {string} side @param {{value: number, least?: boolean}} found */
function sideText(side, { value, least }) {
  return side === String(value) ? side : `${side} (${least ? "≥ " : ""}${value})`;
}

/**
 * A number, a fact about the puzzle, the size of the instance that a strategy searches, or a count of a search of it. The
 * search ends at the second solution: then there are at `least` as many.
 * @param {import("./engine.js").Engine} engine @param {string} text @param {import("./types.js").Puzzle} puzzle @param {string} side
 * @returns {Promise<{value: number, least?: boolean}>}
 */
async function valueOf(engine, text, puzzle, side) {
  if (side !== "" && !Number.isNaN(Number(side))) return { value: Number(side) };
  if (SUDOKU_FACTS.includes(side)) {
    if (puzzle.kind !== "sudoku") throw new EngineError({ title: `this is not a Sudoku, and only a Sudoku has ${side}` });
    return { value: puzzle.clues.filter((clue) => side === "cells" || !clue === (side === "blanks")).length };
  }
  const [what, strategy] = side === "solutions" ? [side, puzzle.kind === "formula" ? "cdcl" : "dlx"] : side.split(" of ");
  const { stats, head } = await engine.ask({ ask: "trace", slot: 0, strategy, text, level: "step", nodes: EXERCISE_NODES, events: 1, solutions: 2 });
  if (stats.stop && stats.stop !== "enough") throw new EngineError({ title: `${strategy} did not finish within ${EXERCISE_NODES} nodes` });
  const facts = { nodes: stats.nodes, depth: stats.max_depth, solutions: stats.solutions };
  const size = head.instance[what];
  if (size !== undefined) return { value: size.length ?? size };
  return { value: facts[/** @type {"nodes"} */ (what)] ?? stats.counts[what] ?? stats.deeper?.[what] ?? 0, least: what === "solutions" && stats.stop === "enough" };
}
