// The marks of a moment on a board: its cell and house, and the pattern of a human step.

import { candidateKey, noMarks } from "./board.js";
import { houseCells } from "./geometry.js";
import { CONFLICTS, DECISIONS } from "./kinds.js";

/**
 * @param {import("./types.js").Moment} moment
 * @param {import("./names.js").Names} names
 * @returns {import("./board.js").Marks}
 */
export function marksOf(moment, names) {
  const marks = noMarks();
  const { shape } = names;
  if (!shape || !moment.line) return marks;
  const index = (/** @type {{row: number, column: number}} */ at) => (at.row - 1) * shape.side + at.column - 1;
  for (const line of moment.struck) {
    const candidate = names.candidateOf(line);
    if (!candidate) continue;
    const struck = marks.struck.get(candidate.cell) ?? new Set();
    marks.struck.set(candidate.cell, struck.add(candidate.digit));
  }
  for (const house of moment.step?.houses ?? names.housesOf(moment.cause?.line ?? moment.line)) {
    for (const cell of houseCells(house, shape)) addClass(marks, cell, "house");
  }
  if (moment.step) markStep(marks, moment.step, index);
  else markEvent(marks, moment, names);
  return marks;
}

/** @param {import("./board.js").Marks} marks @param {import("./types.js").Moment} moment @param {import("./names.js").Names} names */
function markEvent(marks, moment, names) {
  const candidate = moment.line && names.candidateOf(moment.cause?.line ?? moment.line);
  if (!candidate) return;
  const tone = moment.cause || CONFLICTS.has(moment.kind) ? "wiped" : DECISIONS.has(moment.kind) || moment.kind === "expand" ? "chosen" : "";
  addClass(marks, candidate.cell, `now ${tone}`);
  if (candidate.digit) marks.candidates.set(candidateKey(candidate.cell, candidate.digit), "subject");
}

/** @param {import("./board.js").Marks} marks @param {import("./types.js").PersonStep} step @param {(at: {row: number, column: number}) => number} index */
function markStep(marks, step, index) {
  for (const one of step.pattern) {
    addClass(marks, index(one), "pattern");
    marks.candidates.set(candidateKey(index(one), one.digit), "subject");
  }
  for (const one of step.fins) {
    addClass(marks, index(one), "fin");
    marks.candidates.set(candidateKey(index(one), one.digit), "fin");
  }
  step.chain.forEach((link, at) => {
    for (const one of link.candidates) {
      addClass(marks, index(one), "pattern");
      marks.candidates.set(candidateKey(index(one), one.digit), link.on ? "on" : "off");
    }
    const before = step.chain[at - 1]?.candidates[0], here = link.candidates[0];
    if (before && here) marks.lines.push({ from: [index(before), before.digit], to: [index(here), here.digit], weak: !link.on });
  });
  for (const branch of step.net?.branches ?? []) drawBranch(marks, branch, index);
  for (const one of step.placements) addClass(marks, index(one), "now");
}

/**
 * A branch of a net: what follows from its assumption, link by link.
 * @param {import("./board.js").Marks} marks @param {import("./types.js").Branch} branch
 * @param {(at: {row: number, column: number}) => number} index
 */
function drawBranch(marks, { assumption, inferences }, index) {
  const effects = [[assumption], ...inferences.map((one) => one.effects)];
  addClass(marks, index(assumption), "fin");
  for (const [number, all] of effects.entries()) {
    for (const one of all) {
      if (number) addClass(marks, index(one), "pattern");
      marks.candidates.set(candidateKey(index(one), one.digit), one.on ? "on" : "off");
    }
    const here = all[0];
    for (const premise of number ? inferences[number - 1].uses : []) {
      const before = effects[premise]?.[0];
      if (before && here) marks.lines.push({ from: [index(before), before.digit], to: [index(here), here.digit], weak: !here.on });
    }
  }
}

/** @param {import("./board.js").Marks} marks @param {number} cell @param {string} name */
function addClass(marks, cell, name) {
  const names = new Set((marks.cells.get(cell) ?? "").split(" ").filter(Boolean));
  name.split(" ").filter(Boolean).forEach((one) => names.add(one));
  marks.cells.set(cell, [...names].join(" "));
}
