// A second fold of traces, which shares no code with the first: the states of the module are compared with its states.

/** @param {string} name @param {number} side */
function cellOf(name, side) {
  const [, row, column] = /^r(\d+)c(\d+)$/.exec(name) ?? [];
  return (Number(row) - 1) * side + Number(column) - 1;
}

/** The state after the first `at` events. @param {any} head @param {any[]} lines @param {number} at */
export function stateAt(head, lines, at) {
  const { problem } = head.instance;
  const fold = problem === "sudoku" ? boards : problem === "exact-cover" ? covers : formulas;
  return fold(head, lines.slice(0, at));
}

/** @param {any} head @param {any[]} lines */
function boards(head, lines) {
  const side = Math.sqrt(head.instance.clues.length);
  const all = Array.from({ length: side }, (_, digit) => digit + 1);
  let cells = head.instance.clues.map(() => ({ set: new Set(all), how: "" }));
  const copy = () => cells.map((/** @type {any} */ cell) => ({ set: new Set(cell.set), how: cell.how }));
  /** Boards as the node of each depth branched. @type {any[]} */
  const branched = [], guessed = [];
  const open = [];
  /** Counts on the way from the root, and how many of them there were as each depth branched. @type {(number|null)[]} */
  const counts = [];
  /** @type {number[]} */
  const counted = [];
  let node = 0, depth = 0, fresh = true;
  for (const line of lines) {
    const cell = line.cell ? cells[cellOf(line.cell, side)] : null;
    if (line.kind === "node") {
      [node, depth, fresh] = [line.id, line.depth, true];
      open.length = depth;
      open.push(line.id);
      branched[depth] = null;
    } else if (line.kind === "try") {
      const from = line.depth - 1;
      if (branched[from]) [cells] = [branched[from]];
      else if (!fresh && guessed[from]) [cells] = [guessed[from]];
      if (branched[from] && counted[from] !== undefined) counts.length = counted[from];
      counted[from] = counts.length;
      branched[from] = copy();
      branched.length = line.depth;
      cells[cellOf(line.cell, side)] = { set: new Set([line.digit]), how: "guess" };
      guessed[line.depth] = copy();
      fresh = true;
    } else if (line.kind === "side") {
      if (branched[line.from]) cells = branched[line.from];
      branched[line.from] = copy();
    } else if (line.kind === "clue" || line.kind === "hidden" || line.kind === "naked") {
      cell.set = new Set([line.digit]);
      cell.how = line.kind === "clue" ? "clue" : "single";
    } else if (line.kind === "remove") cell.set.delete(line.digit);
    else if (line.kind === "boards") counts.push(line.log10);
  }
  const printed = (/** @type {any} */ cell, /** @type {number} */ at) =>
    (head.instance.clues[at] ? { digit: head.instance.clues[at], given: true } : shown(cell));
  return { cells: cells.map(printed), node, depth, ...(counts.length ? { boards: counts } : {}), branch: open };
}

/** @param {{set: Set<number>, how: string}} cell */
function shown({ set, how }) {
  const candidates = [...set].sort((a, b) => a - b);
  if (candidates.length !== 1 || !how) return { candidates };
  return how === "guess" ? { digit: candidates[0], guess: true } : { digit: candidates[0] };
}

/** @param {any} head @param {any[]} lines */
function covers(head, lines) {
  const { items, options, meanings } = head.instance;
  /** Items and colors of each option. @type {[number, number][][]} */
  const inside = options.map((/** @type {any[]} */ option) => option.map((entry) => (Array.isArray(entry) ? entry : [entry, 0])));
  /** @type {number[]} */
  const taken = [], covered = new Set(), guessed = new Set();
  /** Options that there were to choose from, by depth. @type {number[]} */
  const choices = [];
  let chosen = 0;
  /** The items that were chosen, by the number of options taken before. @type {number[]} */
  const chosenItems = [];
  for (const line of lines) {
    if (line.kind === "select") {
      chosen = line.options;
      chosenItems[taken.length] = line.item;
    }
    if (line.kind === "take") {
      taken.push(line.option);
      chosenItems.length = taken.length;
      if (chosen) choices[line.depth] = chosen;
      if (choices[line.depth] > 1) guessed.add(line.option);
      chosen = 0;
    }
    if (line.kind === "give-back") guessed.delete(taken.pop());
    if (line.kind === "cover") covered.add(line.item);
    if (line.kind === "uncover") covered.delete(line.item);
    if (line.kind === "restart") taken.length = chosenItems.length = 0;
  }
  /** @type {Map<number, number>} */
  const colored = new Map(), times = new Map();
  const most = new Map((head.instance.multiplicities ?? []).map((/** @type {number[]} */ [item, , most]) => [item, most]));
  for (const [item, color] of taken.flatMap((option) => inside[option])) {
    times.set(item, (times.get(item) ?? 0) + 1);
    if (color) colored.set(item, color);
    else if (!coversOneByOne(head) && times.get(item) >= (most.get(item) ?? 1)) covered.add(item);
  }
  const gone = (/** @type {[number, number]} */ [item, color]) => covered.has(item) || (colored.has(item) && colored.get(item) !== color);
  const states = inside.map((option, at) => (taken.includes(at) ? "taken" : option.some(gone) ? "hidden" : "in"));
  for (const item of colored.keys()) covered.add(item);
  const left = items.map(() => 0);
  inside.forEach((option, at) => {
    if (states[at] === "in") for (const [item] of option) left[item]++;
  });
  const state = { items: left.map((/** @type {number} */ many, /** @type {number} */ item) => ({ covered: covered.has(item), options: many })), options: states, taken };
  if (!head.puzzle?.clues) return state;
  // The options of the chosen item are still to be tried, although it is covered.
  const item = chosenItems[taken.length], others = (/** @type {[number, number][]} */ option) => option.filter((entry) => entry[0] !== item);
  const tried = (/** @type {number} */ at) => states[at] === "hidden" && others(inside[at]).length < inside[at].length && !others(inside[at]).some(gone);
  return { ...state, cells: cellsOf(head, meanings.map((/** @type {string} */ name, /** @type {number} */ at) => [name, guessed.has(at) ? "guessed" : tried(at) ? "in" : states[at]])) };
}

/** Whether the trace has a line for each item that a taken option covers. @param {any} head */
function coversOneByOne(head) {
  return ["dlx", "algorithm-x"].includes(head.strategy) && head.level !== "node";
}

/** @param {any} head @param {[string, string][]} named */
function cellsOf(head, named) {
  const side = Math.sqrt(head.puzzle.clues.length);
  /** @type {any[]} */
  const cells = head.puzzle.clues.map((/** @type {number} */ digit) => (digit ? { digit, given: true } : { candidates: [] }));
  for (const [name, how] of named) {
    const [cell, digit] = name.split("=");
    if (!digit) continue;
    const at = cellOf(cell, side);
    if (head.puzzle.clues[at]) continue;
    if (how === "taken") cells[at] = { digit: Number(digit) };
    else if (how === "guessed") cells[at] = { digit: Number(digit), guess: true };
    else if (how === "in" && cells[at].candidates) cells[at].candidates.push(Number(digit));
  }
  return cells;
}

/** @param {any} head @param {any[]} lines */
function formulas(head, lines) {
  /** @type {any[]} */
  let trail = [];
  /** @type {number[][]} */
  let learned = [];
  let level = 0;
  for (const line of lines) {
    if (line.kind === "decide") trail.push({ literal: line.literal, level: (level = line.level), decision: true });
    if (line.kind === "propagate") trail.push({ literal: line.literal, level, reason: line.reason, decision: false });
    if (line.kind === "learn") learned.push(line.clause);
    if (line.kind === "forget") learned = learned.filter((clause) => String(clause) !== String(line.clause));
    if (line.kind === "backjump" || line.kind === "restart") {
      level = line.level ?? 0;
      trail = trail.filter((one) => one.level <= level);
    }
  }
  const holds = new Set(trail.map(({ literal }) => literal));
  const named = head.instance.names.map(([variable, name]) => [name, holds.has(variable) ? "taken" : holds.has(-variable) ? "hidden" : "in"]);
  return { trail, learned, level, ...(head.puzzle?.clues ? { cells: cellsOf(head, named) } : {}) };
}
