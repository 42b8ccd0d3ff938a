// A human solution as a track, like a trace: each step is one event.

import { peers } from "./geometry.js";

/** The name of human solutions in menus of strategies. No registered strategy has this name. */
export const PERSON = "person";

/** @typedef {import("./types.js").Track} Track */

/** @implements {Track} */
export class PersonTrack {
  /**
   * @param {import("./types.js").SudokuRead} puzzle
   * @param {{steps: import("./types.js").PersonStep[], end: any}} explained
   */
  constructor(puzzle, explained) {
    this.name = PERSON;
    this.puzzle = puzzle;
    this.steps = explained.steps;
    /** How it ends, such as `solved`; null if a figure ends it before. @type {string|null} */
    this.end = explained.end?.end ?? null;
    this.head = {
      strategy: PERSON, parameters: {}, instance: { problem: "sudoku", shape: `${puzzle.rows}x${puzzle.columns}`, clues: puzzle.clues },
    };
    this.stats = { counters: explained.end?.techniques ?? {} };
    this.length = this.steps.length;
    this.kinds = this.steps.map((step) => (step.placements.length ? "p" : "t")).join("");
    this.letters = { p: "place", t: "technique" };
    this.state = stateOfClues(puzzle);
    this.stateAt = 0;
  }

  /** @param {number} event */
  kindAt(event) {
    return this.letters[/** @type {"p"|"t"} */ (this.kinds[event])] ?? "";
  }

  /** @param {number} from @param {number} to @returns {Promise<import("./types.js").TrackEvent[]>} */
  async eventsBetween(from, to) {
    return this.steps.slice(from, to).map((step) => ({ line: lineOf(step), sentence: [step.sentence] }));
  }

  /** @param {number} at @returns {Promise<import("./types.js").Moment>} */
  async moment(at) {
    const step = this.steps[at - 1];
    const struck = (step?.removals ?? []).map(({ row, column, digit }) => ({ kind: "remove", cell: `r${row}c${column}`, digit }));
    return {
      at, struck, step, script: null,
      kind: this.kindAt(at - 1),
      line: step ? lineOf(step) : null,
      sentence: [step ? `${shortTitle(step)}. ${step.sentence}` : ""],
      state: { cells: this.cellsAt(at) },
    };
  }

  /** The digits and candidates of the steps before a position. @param {number} at @returns {Promise<import("./types.js").PathEvent[]>} */
  async path(at) {
    return this.steps.slice(0, at).flatMap((step, event) => {
      const effects = (/** @type {string} */ kind, /** @type {import("./types.js").Candidate[]} */ all) =>
        all.map(({ row, column, digit }) => ({ line: { kind, cell: `r${row}c${column}`, digit }, event, technique: shortTitle(step) }));
      return [...effects("place", step.placements), ...effects("remove", step.removals)];
    });
  }

  async tree() {
    return null;
  }

  /** The board after the first `at` steps. @param {number} at */
  cellsAt(at) {
    if (at < this.stateAt) [this.state, this.stateAt] = [stateOfClues(this.puzzle), 0];
    for (; this.stateAt < at; this.stateAt++) applyStep(this.state, this.steps[this.stateAt], this.puzzle);
    return this.state.map((cell) => ({ ...cell }));
  }
}

/** @param {import("./types.js").PersonStep} step */
function lineOf({ technique }) {
  return { kind: "technique", technique };
}

/**
 * A technique's title without examples: `Chain` for `Chain (X-chain, …)`. The `(+)` of a title belongs to the name.
 * @param {{title: string}} step
 */
export function shortTitle(step) {
  return step.title.replace(/ \([^+].*\)$/, "");
}

/**
 * The board of a puzzle: every candidate that no clue sees.
 * @param {import("./types.js").SudokuRead} puzzle
 * @returns {import("./types.js").CellState[]}
 */
function stateOfClues(puzzle) {
  const { clues, side } = puzzle;
  const digits = Array.from({ length: side }, (_, digit) => digit + 1);
  return clues.map((clue, cell) => {
    if (clue) return { digit: clue, given: true };
    const seen = new Set(clues.filter((_, other) => peers(cell, other, puzzle)));
    return { candidates: digits.filter((digit) => !seen.has(digit)) };
  });
}

/** @param {import("./types.js").CellState[]} state @param {import("./types.js").PersonStep} step @param {import("./types.js").SudokuRead} puzzle */
function applyStep(state, step, puzzle) {
  const index = (/** @type {import("./types.js").Candidate} */ at) => (at.row - 1) * puzzle.side + at.column - 1;
  for (const place of step.placements) {
    const cell = index(place);
    state[cell] = { digit: place.digit };
    state.forEach((other, at) => {
      if (peers(cell, at, puzzle)) removeCandidate(other, place.digit);
    });
  }
  for (const removal of step.removals) removeCandidate(state[index(removal)], removal.digit);
}

/** @param {import("./types.js").CellState} cell @param {number} digit */
function removeCandidate(cell, digit) {
  if (cell.candidates) cell.candidates = cell.candidates.filter((one) => one !== digit);
}
