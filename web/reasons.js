// Why a position has no solution: each candidate or literal that is ruled out, and what ruled it out. The reasons come
// from the events that led to the position.

import { cellName, houseCells, housesAround, peers } from "./geometry.js";
import { CONFLICTS } from "./kinds.js";
import { houseWords, listed, word } from "./language.js";

/**
 * What has to be explained: that a digit is in a cell (`holds`) or is impossible there, that a literal is true, that an
 * option of a cover cannot be taken, or a fact that needs no explanation, such as clues that contradict each other.
 * @typedef {{subject: string, cell: number, digit: number, holds: boolean} | {subject: string, literal: number}
 *   | {subject: string, option: number} | {subject: string, words: string}} Statement
 *
 * A dead end, as a question and its answer.
 * @typedef {{question: string, title: string, statements: Statement[]}} DeadEnd
 *
 * Why a statement is true, and the number of the event that made it true; clues have none.
 * @typedef {{subject: string, words: string, event: number|null}} Reason
 *
 * @typedef {import("./types.js").PathEvent} PathEvent
 */

/**
 * The dead end of a moment, if its event is a contradiction.
 * @param {import("./names.js").Names} names @param {import("./types.js").Moment} moment
 * @returns {DeadEnd|null}
 */
export function deadEndOf(names, { line, state }) {
  if (!line || !CONFLICTS.has(line.kind)) return null;
  const { shape } = names, { cells } = state;
  if (line.kind === "conflict") return shape && cells ? falseOnBoard(names, shape, cells, line.clause) : falseClause(names, line.clause);
  if (line.kind === "starve" && !shape) return noOption(names, line.item);
  if (shape && line.kind === "starve" && names.item(line.item) === "clashing-clues") return clashingClues(names, shape);
  if (!shape || !cells) return null;
  const [house, other] = names.housesOf(line);
  const digit = line.digit ?? names.digitOf(line);
  if (other) return crowded(shape, cells, house, other);
  if (house && digit) return line.kind === "wipe-twice" ? twice(shape, cells, house, digit) : noPlace(shape, house, digit);
  const candidate = names.candidateOf(line);
  return candidate && noCandidate(shape, candidate.cell);
}

/** @param {import("./geometry.js").Shape} shape @param {number} cell @returns {DeadEnd} */
function noCandidate(shape, cell) {
  const name = cellName(cell, shape.side);
  return { question: word("Why does {} have no candidate?", name), title: word("{}: nothing is possible", name), statements: excludedDigits(shape, cell, []) };
}

/** @param {import("./names.js").Names} names @param {number} item @returns {DeadEnd} */
function noOption(names, item) {
  const name = names.item(item), { least } = timesOf(names, item);
  const having = names.optionsOf(item);
  return {
    question: least > 1 ? word("Why does item {} have too few options?", name) : word("Why does item {} have no option?", name),
    title: least > 1 ? word("{}: fewer options than the {} that it needs", name, least) : word("{}: no option is left", name),
    statements: having.length ? having.map((option) => ({ subject: names.option(option), option })) : [{ subject: name, words: word("it is in no option") }],
  };
}

/** @param {import("./geometry.js").Shape} shape @param {string} house @param {number} digit @returns {DeadEnd} */
function noPlace(shape, house, digit) {
  const statements = houseCells(house, shape).map((cell) => ({ subject: word("not {}", cellName(cell, shape.side)), cell, digit, holds: false }));
  return { question: word("Why does {} have no place in {}?", digit, houseWords(house)), title: word("{} in {}: no place", digit, houseWords(house)), statements };
}

/** @param {import("./geometry.js").Shape} shape @param {import("./types.js").CellState[]} cells @param {string} house @param {number} digit @returns {DeadEnd} */
function twice(shape, cells, house, digit) {
  const having = houseCells(house, shape).filter((cell) => cells[cell].digit === digit);
  return {
    question: word("Why is {} twice in {}?", digit, houseWords(house)), title: word("{} in {}: {}", digit, houseWords(house), listed(having.map((cell) => cellName(cell, shape.side)))),
    statements: having.map((cell) => ({ subject: cellName(cell, shape.side), cell, digit, holds: true })),
  };
}

/**
 * More digits have no place outside the cells that two houses share than there are such cells.
 * @param {import("./geometry.js").Shape} shape @param {import("./types.js").CellState[]} cells @param {string} house @param {string} other
 * @returns {DeadEnd}
 */
function crowded(shape, cells, house, other) {
  const shared = new Set(houseCells(other, shape));
  const all = houseCells(house, shape), outside = all.filter((cell) => !shared.has(cell));
  const possible = (/** @type {number} */ cell) => (cells[cell].digit ? [cells[cell].digit] : cells[cell].candidates ?? []);
  const elsewhere = new Set(outside.flatMap(possible));
  const digits = digitsOf(shape).filter((digit) => !elsewhere.has(digit));
  return {
    question: word("Why are there too many digits where {} and {} meet?", houseWords(house), houseWords(other)),
    title: word("{} have no other place in {} than the {} cells of {}", listed(digits.map(String)), houseWords(house), all.length - outside.length, houseWords(other)),
    statements: digits.flatMap((digit) => outside.map((cell) => ({ subject: word("{} not in {}", digit, cellName(cell, shape.side)), cell, digit, holds: false }))),
  };
}

/** The houses that have a clue twice. @param {import("./names.js").Names} names @param {import("./geometry.js").Shape} shape @returns {DeadEnd} */
function clashingClues({ clues }, shape) {
  const statements = housesOn(shape).flatMap((house) => digitsOf(shape).flatMap((digit) => {
    const having = houseCells(house, shape).filter((cell) => clues[cell] === digit);
    return having.length > 1 ? [{ subject: houseWords(house), words: word("{} are {}", listed(having.map((cell) => cellName(cell, shape.side))), digit) }] : [];
  }));
  return { question: word("Which clues contradict each other?"), title: word("A house cannot have a digit twice"), statements };
}

/**
 * A false clause about a cell, about a digit in a house, or about two cells that see each other.
 * @param {import("./names.js").Names} names @param {import("./geometry.js").Shape} shape @param {import("./types.js").CellState[]} cells @param {number[]} clause
 * @returns {DeadEnd}
 */
function falseOnBoard(names, shape, cells, clause) {
  const group = allOf(names, shape, clause);
  if (group) return group.house ? noPlace(shape, group.house, group.digit) : noCandidate(shape, group.cell);
  const [a, b] = clause.length === 2 && clause.every((literal) => literal < 0) ? clause.map((literal) => names.candidateOf({ literal })) : [];
  const house = a && b && a.digit === b.digit ? housesOn(shape).find((one) => [a, b].every(({ cell }) => houseCells(one, shape).includes(cell))) : null;
  return a && house ? twice(shape, cells, house, a.digit) : falseClause(names, clause);
}

/**
 * The cell of which a clause has all candidates, or the house and the digit of which it has all places.
 * @param {import("./names.js").Names} names @param {import("./geometry.js").Shape} shape @param {number[]} clause
 * @returns {{cell: number, digit: number, house: string}|null}
 */
function allOf(names, shape, clause) {
  const candidates = clause.flatMap((literal) => (literal > 0 ? names.candidateOf({ literal }) ?? [] : []));
  if (candidates.length !== clause.length || candidates.length !== shape.side) return null;
  const [{ cell, digit }] = candidates;
  if (candidates.every((one) => one.cell === cell)) return { cell, digit, house: "" };
  if (candidates.some((one) => one.digit !== digit)) return null;
  const house = housesOn(shape).find((one) => candidates.every((candidate) => houseCells(one, shape).includes(candidate.cell)));
  return house ? { cell, digit, house } : null;
}

/** The names of all houses. @param {import("./geometry.js").Shape} shape */
function housesOn(shape) {
  return ["box", "row", "column"].flatMap((kind) => digitsOf(shape).map((number) => `${kind} ${number}`));
}

/** @param {import("./names.js").Names} names @param {number[]} clause @returns {DeadEnd} */
function falseClause(names, clause) {
  const words = clause.map((literal) => names.literal(literal)).join(" ∨ ");
  return {
    question: word("Why is this clause false?"), title: clause.length ? word("{} is false", words) : word("The empty clause is false"),
    statements: clause.map((literal) => ({ subject: statementOf(names, -literal), literal: -literal })),
  };
}

/** A literal that is true, in words. @param {import("./names.js").Names} names @param {number} literal */
function statementOf(names, literal) {
  const found = names.candidateOf({ literal });
  if (!found || !names.shape) return names.literal(literal);
  return word(literal < 0 ? "{} is not {}" : "{} is {}", cellName(found.cell, names.shape.side), found.digit);
}

/** The digits that a cell cannot be. @param {import("./geometry.js").Shape} shape @param {number} cell @param {number[]} left  those that it can be @returns {Statement[]} */
export function excludedDigits(shape, cell, left) {
  return digitsOf(shape).filter((digit) => !left.includes(digit)).map((digit) => ({ subject: word("not {}", digit), cell, digit, holds: false }));
}

/** @param {import("./geometry.js").Shape} shape */
function digitsOf({ side }) {
  return Array.from({ length: side }, (_, at) => at + 1);
}

/**
 * Why each of the statements is true at a position.
 * @param {import("./types.js").Track} track @param {import("./names.js").Names} names @param {import("./types.js").Moment} moment
 * @param {Statement[]} statements
 * @returns {Promise<Reason[]>}
 */
export async function statementReasons(track, names, moment, statements) {
  const path = await track.path(moment.at);
  const { trail } = moment.state;
  return statements.map((statement) => {
    const { subject } = statement;
    if ("words" in statement) return { subject, words: statement.words, event: null };
    if ("option" in statement) return { subject, ...optionReason(names, path, moment.state.taken ?? [], statement.option) };
    if ("literal" in statement) return { subject, ...literalReason(names, path, trail ?? [], statement.literal) };
    const { cell, digit, holds } = statement;
    if (trail) return { subject, ...literalReason(names, path, trail, variableOf(names, cell, digit) * (holds ? 1 : -1)) };
    const board = new BoardReplay(names, path);
    return { subject, ...(holds ? board.placement(cell, digit) : board.exclusion(cell, digit)) };
  });
}

/** @param {import("./names.js").Names} names @param {number} cell @param {number} digit */
function variableOf(names, cell, digit) {
  const wanted = `${cellName(cell, names.shape?.side ?? 0)}=${digit}`;
  for (const [variable, name] of names.variables) if (name === wanted) return variable;
  return 0;
}

/**
 * @param {import("./names.js").Names} names @param {PathEvent[]} path @param {import("./types.js").Assigned[]} trail @param {number} literal
 * @returns {{words: string, event: number|null}}
 */
function literalReason(names, path, trail, literal) {
  const assigned = trail.find((one) => one.literal === literal);
  const event = path.find(({ line }) => line.literal === literal)?.event ?? null;
  if (assigned?.decision) return { words: word("supposed"), event };
  const others = (assigned?.reason ?? []).filter((other) => other !== literal);
  if (others.length === 1) return { words: word("because {}", statementOf(names, -others[0])), event };
  const group = names.shape && allOf(names, names.shape, [literal, ...others]);
  if (group) return { words: group.house ? word("its only place in {}", houseWords(group.house)) : word("its last candidate"), event };
  if (others.length) return { words: word("all else is false in {}", [literal, ...others].map((one) => names.literal(one)).join(" ∨ ")), event };
  const found = names.candidateOf({ literal });
  if (found && literal > 0 && names.clues[found.cell] === found.digit) return { words: word("a clue"), event: null };
  return { words: word("a clause by itself"), event };
}

/**
 * How often an item must and may be covered.
 * @param {import("./names.js").Names} names @param {number} item
 * @returns {{least: number, most: number}}
 */
function timesOf({ instance }, item) {
  const [, least, most] = (instance.multiplicities ?? []).find((/** @type {number[]} */ [one]) => one === item) ?? [item, 1, 1];
  return { least, most };
}

/**
 * The first taken option that excludes an option, by an item that both have.
 * @param {import("./names.js").Names} names @param {PathEvent[]} path @param {number[]} taken @param {number} option
 * @returns {{words: string, event: number|null}}
 */
function optionReason(names, path, taken, option) {
  const eventOf = (/** @type {number} */ other) => path.findLast(({ line }) => line.kind === "take" && line.option === other)?.event ?? null;
  if (taken.includes(option)) return { words: word("taken already"), event: eventOf(option) };
  const colors = names.colorsOf(option);
  /** How often the options up to now cover each item. @type {Map<number, number>} */
  const times = new Map();
  for (const other of taken) {
    for (const [item, color] of names.colorsOf(other)) {
      times.set(item, (times.get(item) ?? 0) + 1);
      if (!colors.has(item)) continue;
      const event = eventOf(other), name = names.item(item), chosen = names.option(other);
      if (item >= names.instance.primary) {
        const own = colors.get(item);
        if (!color || color !== own) return { words: color && own ? word("{} has another color in {}", name, chosen) : word("shares {} with {}", name, chosen), event };
      } else if (times.get(item) === timesOf(names, item).most) {
        const count = times.get(item) ?? 0;
        return { words: count === 1 ? word("shares {} with {}", name, chosen) : word("{} is covered {} times, the last time by {}", name, count, chosen), event };
      }
    }
  }
  return { words: word("still possible"), event: null };
}

/** Most lines or boxes of which all subsets are tried. A box of n x n cells has n lines. */
const MAX_ALIGNED = 6;

/** A board as the events of a path change it, up to the one that is looked for. */
class BoardReplay {
  /** @param {import("./names.js").Names} names @param {PathEvent[]} path */
  constructor(names, path) {
    this.names = names;
    this.path = path;
    this.shape = /** @type {import("./geometry.js").Shape} */ (names.shape);
    /** The digits that are left in each cell. */
    this.left = names.clues.map(() => new Set(digitsOf(this.shape)));
    /** How the digit of a cell came there. @type {Map<number, string>} */
    this.how = new Map();
  }

  /** How a digit came into a cell. @param {number} cell @param {number} digit */
  placement(cell, digit) {
    const { names } = this;
    if (names.clues[cell] === digit) return { words: word("a clue"), event: null };
    const event = this.path.findLast(({ line }) => writes(line) && isAbout(names.candidateOf(line), cell, digit));
    return { words: event ? this.howWritten(event) : word("forced"), event: event?.event ?? null };
  }

  /**
   * The first fact that excluded a digit from a cell. Later facts may be consequences of the exclusion.
   * @param {number} cell @param {number} digit
   */
  exclusion(cell, digit) {
    const { names, shape } = this;
    const excludes = (/** @type {number} */ other, /** @type {number} */ value) => (other === cell ? value !== digit : value === digit && peers(cell, other, shape));
    const clue = names.clues.findIndex((value, other) => value > 0 && excludes(other, value));
    if (clue >= 0) return { words: `${this.is(clue, names.clues[clue])}, ${word("a clue")}`, event: null };
    for (const event of this.path) {
      const { line } = event, about = names.candidateOf(line);
      if (about && writes(line)) {
        const words = this.howWritten(event);
        if (excludes(about.cell, about.digit)) return { words: `${this.is(about.cell, about.digit)}, ${words}`, event: event.event };
        this.left[about.cell] = new Set([about.digit]);
        this.how.set(about.cell, words);
      } else if (about && line.kind === "remove") {
        if (isAbout(about, cell, digit)) return { words: this.removal(event, cell, digit), event: event.event };
        this.left[about.cell].delete(about.digit);
      }
    }
    return { words: word("ruled out earlier"), event: null };
  }

  /** @param {number} cell @param {number} digit */
  is(cell, digit) {
    return word("{} is {}", cellName(cell, this.shape.side), digit);
  }

  /** Why an event writes a digit. @param {PathEvent} event */
  howWritten({ line, event, technique }) {
    if (technique) return word("by {}", technique);
    if (line.kind === "try") return word("supposed");
    if (line.kind === "naked") return word("its last candidate");
    if (line.kind === "hidden") return word("its only place in {}", houseWords(line.house));
    if (line.kind === "clue") return word("a clue");
    const choice = this.path.findLast((other) => other.event < event && other.line.kind === "select")?.line;
    if (choice?.options !== 1) return word("supposed");
    const [house] = this.names.housesOf(choice);
    return house ? word("its only place in {}", houseWords(house)) : word("its last candidate");
  }

  /** Why an event removes a candidate from the board that is left before it. @param {PathEvent} event @param {number} cell @param {number} digit */
  removal(event, cell, digit) {
    const { shape, left } = this;
    if (event.technique) return word("ruled out by {}", event.technique);
    if (this.isSupposed(event)) return word("the search supposes so");
    const single = left.findIndex((digits, other) => digits.size === 1 && digits.has(digit) && peers(cell, other, shape));
    if (single >= 0) return `${this.is(single, digit)}, ${this.how.get(single) ?? word("its last candidate")}`;
    return this.locked(cell, digit) ?? this.aligned(cell, digit) ?? this.filled(cell, digit) ?? word("ruled out by the search");
  }

  /** Whether an event belongs to a side of a choice: it comes after the choice and before the node. @param {PathEvent} event */
  isSupposed(event) {
    const before = this.path.slice(0, this.path.indexOf(event)).findLast(({ line }) => line.kind === "side" || line.kind === "node" || line.kind === "try");
    return before?.line.kind === "side";
  }

  /** The cells of a house that have a candidate. @param {string} house @param {number} digit */
  places(house, digit) {
    return houseCells(house, this.shape).filter((cell) => this.left[cell].has(digit));
  }

  /** A house whose places for the digit all see the cell. @param {number} cell @param {number} digit */
  locked(cell, digit) {
    for (const house of housesOn(this.shape)) {
      const places = this.places(house, digit);
      if (!houseCells(house, this.shape).includes(cell) && places.every((place) => peers(cell, place, this.shape))) {
        return places.length ? word("{} has {} only in {}", houseWords(house), digit, this.cellNames(places)) : word("{} has no place for {}", houseWords(house), digit);
      }
    }
    return null;
  }

  /** Lines with the digit in equally few boxes, or boxes with it in equally few lines: no other place there is left. @param {number} cell @param {number} digit */
  aligned(cell, digit) {
    const { shape } = this, [row, column, own] = housesAround(cell, shape);
    const boxes = digitsOf(shape).map((number) => `box ${number}`);
    for (const line of [row, column]) {
      const crossing = boxes.filter((box) => houseCells(box, shape).some((one) => houseCells(line, shape).includes(one)));
      const [kind] = line.split(" ");
      const lines = digitsOf(shape).map((number) => `${kind} ${number}`).filter((other) => houseCells(other, shape).some((one) => houseCells(own, shape).includes(one)));
      if (Math.max(lines.length, crossing.length) > MAX_ALIGNED) continue;
      const found = this.usedUp(lines, crossing, line, own, digit) ?? this.usedUp(crossing, lines, own, line, digit);
      if (found) return found;
    }
    return null;
  }

  /**
   * Finds houses in `from` whose places for the digit lie in equally many houses in `to`. `skip` must not be among the former,
   * and `taken` must be among the latter.
   * @param {string[]} from @param {string[]} to @param {string} skip @param {string} taken @param {number} digit
   */
  usedUp(from, to, skip, taken, digit) {
    for (const some of subsets(from.filter((house) => house !== skip))) {
      const places = some.flatMap((house) => this.places(house, digit));
      const used = to.filter((house) => houseCells(house, this.shape).some((cell) => places.includes(cell)));
      if (used.length === some.length && used.includes(taken)) return word("{} have {} only in {}", listed(some.map(houseWords)), digit, listed(used.map(houseWords)));
    }
    return null;
  }

  /** The cells that a line and a box share, full of digits that have no other place in one of the two. @param {number} cell @param {number} digit */
  filled(cell, digit) {
    const { shape } = this, [row, column, box] = housesAround(cell, shape);
    for (const line of [row, column]) {
      const shared = houseCells(line, shape).filter((one) => houseCells(box, shape).includes(one));
      for (const house of [line, box]) {
        const digits = digitsOf(shape).filter((one) => one !== digit && this.places(house, one).every((place) => shared.includes(place)));
        if (digits.length >= shared.length) return word("{} have no other place in {} than {}", listed(digits.map(String)), houseWords(house), this.cellNames(shared));
      }
    }
    return null;
  }

  /** @param {number[]} cells */
  cellNames(cells) {
    return listed(cells.map((cell) => cellName(cell, this.shape.side)));
  }
}

/** Whether an event writes a digit. @param {import("./types.js").Line} line */
function writes(line) {
  return ["clue", "naked", "hidden", "try", "take", "place"].includes(line.kind);
}

/** @param {{cell: number, digit: number}|null} candidate @param {number} cell @param {number} digit */
function isAbout(candidate, cell, digit) {
  return candidate?.cell === cell && candidate.digit === digit;
}

/** The subsets of a list with two members or more, small ones first. @template T @param {T[]} all @returns {T[][]} */
function subsets(all) {
  const every = all.reduce((some, one) => [...some, ...some.map((before) => [...before, one])], /** @type {T[][]} */ ([[]]));
  return every.filter(({ length }) => length > 1).sort((a, b) => a.length - b.length);
}
