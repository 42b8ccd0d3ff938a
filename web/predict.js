// Questions: a search pauses before its strategy decides or fixes something, and the next event is the answer.

import { houseCells, housesAround, peers } from "./geometry.js";
import { word } from "./language.js";
import { Names } from "./names.js";

/**
 * Asked at position `pause`; the event `event` is the answer.
 * @typedef {{pause: number, event: number, asks: "cell" | "item" | "literal", words: string}} Question
 *
 * The cell, item, option or literal under a click.
 * @typedef {{cell?: number, item?: number, option?: number, literal?: number}} Choice
 *
 * @typedef {{verdict: "right" | "also" | "wrong" | "shown", words: string}} Judgement
 */

/** Events that reveal part of the answer; the search pauses before them. */
const REVEALING_KINDS = new Set(["select", "cover", "hide", "expand"]);

/**
 * The next question from a position on; null if there is none.
 * @param {import("./types.js").Track} track
 * @param {number} at
 * @param {string[]|null} [only]  kinds of events to ask for
 * @returns {Promise<Question|null>}
 */
export async function nextQuestion(track, at, only = null) {
  const names = new Names(track.head);
  const kinds = new Set(Object.values(track.letters));
  const expands = kinds.has("expand") && [...track.kinds].some((letter) => track.letters[letter] === "expand");
  for (let event = at; event < track.length; event++) {
    const kind = track.kindAt(event);
    if (!(only ? only.includes(kind) : await isAskedFor(track, names, event, kind, expands))) continue;
    let pause = event;
    if (kind === "take") while (pause > 0 && REVEALING_KINDS.has(track.kindAt(pause - 1))) pause--;
    // The reader has seen a part of this answer.
    if (pause < at) continue;
    return { pause, event, ...wording(kind, names) };
  }
  return null;
}

/**
 * @param {import("./types.js").Track} track @param {Names} names @param {number} event @param {string} kind
 * @param {boolean} expands  whether the strategy reports where it branches before it does
 */
async function isAskedFor(track, names, event, kind, expands) {
  if (names.shape && kind === "propagate") {
    const [{ line }] = await track.eventsBetween(event, event + 1);
    return line.literal > 0 && line.reason.length > 1;
  }
  if (names.shape) return ["naked", "hidden", "take", "decide", "place", "technique", expands ? "expand" : "try"].includes(kind);
  return ["select", "decide", "propagate"].includes(kind);
}

/** @param {string} kind @param {Names} names @returns {{asks: Question["asks"], words: string}} */
function wording(kind, names) {
  if (kind === "uncover" || kind === "cover") return { asks: "item", words: word(kind === "cover" ? "Which item is covered next? Click its name." : "Which item is uncovered next? Click its name.") };
  if (!names.shape && kind === "select") return { asks: "item", words: word("Which item is chosen next? Click its column.") };
  if (!names.shape) {
    const words = word(kind === "decide" ? "Which literal is assumed next? Click it." : "Which literal follows next? Click it.");
    return { asks: "literal", words };
  }
  if (kind === "expand" || kind === "try" || kind === "decide") return { asks: "cell", words: word("Where does it branch next? Click the cell.") };
  if (kind === "technique") return { asks: "cell", words: word("Where can a candidate be removed next? Click a cell.") };
  return { asks: "cell", words: word("Which cell is filled next? Click it.") };
}

/**
 * Judges a choice by the event that followed.
 * @param {Question} question
 * @param {Choice} choice
 * @param {import("./types.js").TrackEvent} answer
 * @param {import("./types.js").Moment} before
 * @param {import("./types.js").Track} track
 * @param {import("./types.js").Moment} after
 * @returns {Judgement}
 */
export function judgeChoice(question, choice, answer, before, track, after) {
  const names = new Names(track.head);
  const right = isRight(question, choice, answer, names, after);
  if (right) return { verdict: "right", words: word("Right.") };
  if (isEquallyGood(question, choice, answer.line, before, names, track)) {
    return { verdict: "also", words: word("Equally good; the strategy takes another one first.") };
  }
  return { verdict: "wrong", words: word("Not this one.") };
}

/** @param {Question} question @param {Choice} choice @param {import("./types.js").TrackEvent} answer @param {Names} names @param {import("./types.js").Moment} after */
function isRight({ asks }, choice, { line }, names, after) {
  if (asks === "item") return choice.item === line.item;
  if (asks === "literal") return choice.literal === line.literal;
  if (after.step) {
    const of = after.step.placements.length ? after.step.placements : after.step.removals;
    return of.some(({ row, column }) => (row - 1) * (names.shape?.side ?? 0) + column - 1 === choice.cell);
  }
  return choice.cell === names.candidateOf(line)?.cell;
}

/** Whether the rule of the strategy allows this choice too. @param {Question} question @param {Choice} choice @param {import("./types.js").Line} line @param {import("./types.js").Moment} before @param {Names} names @param {import("./types.js").Track} track */
function isEquallyGood({ asks }, choice, line, { state }, names, track) {
  if (asks === "item" && choice.item !== undefined) {
    const items = state.items ?? [], fewest = fewestOptions(items, names);
    return takesFewest(track) && line.options === fewest && choice.item < names.instance.primary && optionsOf(items[choice.item]) === fewest;
  }
  if (asks === "literal" && choice.literal !== undefined) {
    return line.kind === "propagate" && isUnit(choice.literal, track.head.instance.clauses, state);
  }
  if (asks !== "cell" || choice.cell === undefined) return false;
  if (line.kind === "propagate") {
    const isHere = (/** @type {string} */ name) => names.candidateNamed(name)?.cell === choice.cell;
    return [...names.variables].some(([variable, name]) => isHere(name) && isUnit(variable, track.head.instance.clauses, state));
  }
  const single = SINGLES[(line.technique ?? line.kind).replace(/-single$/, "")];
  if (single && names.shape) return !!state.cells && single(choice.cell, state.cells, names.shape);
  if (!takesFewest(track)) return false;
  if (line.option !== undefined) return hasFewestOptions(choice.cell, line.option, state, names);
  return ["try", "expand"].includes(line.kind) && hasFewestCandidates(choice.cell, names.candidateOf(line)?.cell, state);
}

/**
 * The rules that fill a cell without a choice: whether one allows to fill this cell. An event and a human technique may share a rule.
 * @type {{[rule: string]: (cell: number, cells: import("./types.js").CellState[], shape: import("./geometry.js").Shape) => boolean}}
 */
const SINGLES = {
  naked: (cell, cells) => cells[cell].candidates?.length === 1,
  hidden: isOnlyPlace,
  "full-house": (cell, cells, shape) => housesAround(cell, shape).some((house) => houseCells(house, shape).every((at) => (at === cell) !== !!cells[at].digit)),
};

/** Whether a digit has no other place in a house of this cell. A strategy may remove candidates later than it fills cells. @param {number} cell @param {import("./types.js").CellState[]} cells @param {import("./geometry.js").Shape} shape */
function isOnlyPlace(cell, cells, shape) {
  const isPossible = (/** @type {number} */ at, /** @type {number} */ digit) =>
    !!cells[at].candidates?.includes(digit) && !cells.some((other, seen) => other.digit === digit && peers(at, seen, shape));
  return (cells[cell].candidates ?? []).some((digit) => isPossible(cell, digit) &&
    housesAround(cell, shape).some((house) => houseCells(house, shape).every((at) => at === cell || !isPossible(at, digit))));
}

/** Strategies that always take cells in a fixed order; others have a parameter for it. */
const IN_ORDER = ["bird-spec", "bird-prune"];

/** Whether a strategy branches on an item or cell with the fewest options or candidates. @param {import("./types.js").Track} track */
function takesFewest({ head: { strategy, parameters = {} } }) {
  return !IN_ORDER.includes(strategy) && ["heuristic", "expand", "order"].every((name) => (parameters[name] ?? "fewest") === "fewest");
}

/** Whether the strategy took a cell with the fewest candidates, and this one has no more. @param {number} cell @param {number|undefined} taken @param {import("./types.js").State} state */
function hasFewestCandidates(cell, taken, { cells = [] }) {
  const count = (/** @type {number|undefined} */ at) => cells[at ?? -1]?.candidates?.length || Infinity;
  const fewest = Math.min(...cells.map((_, at) => count(at)));
  return count(taken) === fewest && count(cell) === fewest;
}

/** The fewest options of an item that must still be covered. @param {{covered: boolean, options: number}[]} items @param {Names} names */
function fewestOptions(items, names) {
  return Math.min(...items.slice(0, names.instance.primary).map(optionsOf));
}

/** @param {{covered: boolean, options: number}|undefined} item */
function optionsOf(item) {
  return !item || item.covered ? Infinity : item.options;
}

/** Whether the option `taken` has an item with the fewest options, and an option of the cell has one too. @param {number} cell @param {number} taken @param {import("./types.js").State} state @param {Names} names */
function hasFewestOptions(cell, taken, { cells = [], items = [] }, names) {
  const fewest = fewestOptions(items, names);
  const isLeast = (/** @type {number} */ option) => names.itemsOf(option).some((item) => optionsOf(items[item]) === fewest);
  const isOpen = (/** @type {number} */ option) => {
    const candidate = names.candidateNamed(names.option(option));
    return candidate?.cell === cell && !!cells[cell]?.candidates?.includes(candidate.digit);
  };
  return isLeast(taken) && [...names.instance.options.keys()].some((option) => isOpen(option) && isLeast(option));
}

/** Whether a clause has no open literal but this one. @param {number} literal @param {number[][]} clauses @param {import("./types.js").State} state */
function isUnit(literal, clauses, state) {
  const holds = new Set((state.trail ?? []).map((one) => one.literal));
  if (holds.has(literal) || holds.has(-literal)) return false;
  return [...clauses, ...(state.learned ?? [])].some(
    (clause) => clause.includes(literal) && clause.every((other) => other === literal || holds.has(-other)),
  );
}
