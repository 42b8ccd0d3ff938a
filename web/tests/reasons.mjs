// Checks what the page says about dead ends, for every strategy that reports steps: `node reasons.mjs MODULE.wasm`. The words
// are read again and compared with states of the second fold (fold.mjs): the place that a dead end names must be impossible,
// and each reason must hold at the event to which it leads.

import assert from "node:assert/strict";
import { Names } from "../names.js";
import { deadEndOf, excludedDigits, statementReasons } from "../reasons.js";
import { TraceTrack } from "../track.js";
import { stateAt } from "./fold.mjs";
import { moduleEngine } from "./probe.mjs";

const PUZZLES = {
  "several guesses": "693........81..5...2....7.9...9...1.4....8......45.....3.5..1....4..16....6.3..28",
  "a wrong clue": "693........81..5...2....7.9...9...1.4....8......45.....3.5..1....4..16....6.3..25",
  "many guesses": "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
  "singles only": ".5...2.7.2.1........6.1..4...2...5..4...57..9....3..67.2..4...33.7..8..49......8.",
  "two clues in a row": "6.3....3.".padEnd(81, "."),
  "two clues in a column": ".".repeat(40) + "7" + ".".repeat(35) + "7....",
  "two clues in a box": "1........" + ".1.......".padEnd(72, "."),
  "a cell without candidates": ".12345678" + "9........".padEnd(72, "."),
  "a digit without a place": "1........" + ".........".repeat(2) + "......1.." + ".".repeat(36) + "........1",
  "four digits for three cells": ".........".concat("...123.4.", "...4..123").padEnd(81, "."),
  "four by four": "4..2..3....3..4.",
  "four by four, many solutions": "1...............",
  "four by four, two equal clues": "1..1............",
  "four by four, no solution": "12....3....4....",
  "four by four, no place": "1......1....2..3",
  "six by six": ".26..1.3....6....5..5......1.62.....",
  "six by six, no solution": ".26..1.3....6....5..5......1.62....3",
  "sixteen by sixteen": ".49B.......5G..A...8..G.C2...9..6......F....8..C..C7..8A...D1.....567ED.4.GC..289G7E8.1.2D.F.C5.B....6.....3.1.FCD....F2A..17E9......897...B2..32..D..E....9.8..8CG9.2.5147.FD..37...C...G....4.E9....A1F3D.CB.5.1.F.D3E.CB..284.5D.4.C9..E83A.GAB....7...4GE6..",
  "sixteen by sixteen, few clues": "1...............2...............3..............4".padEnd(256, "."),
  "six items": "a b c d e f g\nc e f\na d g\nb c f\na d\nb g\nd e g",
  "six queens": "queens:6",
  "Langford pairs, no solution": "langford:5",
  "colors": "a b c | x y\na x:R y\na x:G\nb x:R\nb y\nc x:B\nc x:G y",
  "multiplicities": "2|a 1:2|b c d\na b\na c\na b d\nb c\nc d\nd b",
  "multiplicities, no solution": "3|a 1:2|b c d\na b\na c\na b d\nb c\nc d\nd b",
  "three pigeons": "pigeonhole:3",
  "random clauses": "random-sat:3:20:91:3",
};
/** At most this many dead ends and open cells of a search are checked. */
const MAX_CHECKED = 8;

const ask = await moduleEngine(process.argv[2]);
const { strategies } = ask({ ask: "strategies" });
let ends = 0, explained = 0;

for (const [title, text] of Object.entries(PUZZLES)) {
  const { kind } = ask({ ask: "read", text });
  const played = strategies.filter(({ tells, kinds }) => tells && (kind === "sudoku" ? kinds.includes(kind) : kinds[0] === kind));
  for (const { name } of played) {
    const traced = ask({ ask: "trace", slot: 0, strategy: name, text, level: "step", nodes: 300, events: 8000, solutions: 2 });
    if (traced.error) console.log(`      ${title}, ${name}: ${traced.error.title}`);
    else await checkSearch(`${title}, ${name}`, traced);
  }
}
console.log(`${ends} dead ends and ${explained} reasons checked`);
assert.ok(ends > 500 && explained > 5000);

/** @param {string} title @param {any} traced */
async function checkSearch(title, traced) {
  const lines = ask({ ask: "events", slot: 0, from: 0, to: traced.events }).events.map(({ line }) => line);
  const track = new TraceTrack({ ask: async (request) => ask(request) }, 0, traced);
  const names = new Names(traced.head);
  const known = { lines, names, states: new Map(), state: (at) => known.states.get(at) ?? known.states.set(at, stateAt(traced.head, lines, at)).get(at) };

  // A node that fails without a branch below it is a dead end, which must say why.
  const conflicts = lines.flatMap(({ kind }, event) => (kind === "fail" && isLeaf(lines, event) ? [event + 1] : []));
  for (const at of sample(conflicts)) {
    const fail = await track.moment(at), moment = fail.cause, end = moment && deadEndOf(names, moment);
    assert.ok(end, `${title}, at ${at}: ${fail.sentence}: no reason`);
    ends++;
    await check(`${title}, at ${at}: ${end.question}`, moment, end.statements, () => checkClaim(known, moment, end));
  }
  for (const at of sample(lines.map((_, event) => event))) {
    const moment = await track.moment(at);
    const open = (moment.state.cells ?? []).flatMap(({ candidates }, cell) => (candidates?.length ? [cell] : []));
    if (!open.length) continue;
    const cell = open[(at * 7) % open.length];
    await check(`${title}, at ${at}: cell ${cell}`, moment, excludedDigits(names.shape, cell, moment.state.cells[cell].candidates));
  }

  async function check(where, moment, statements, claim = () => {}) {
    const reasons = await statementReasons(track, names, moment, statements);
    try {
      claim();
      reasons.forEach((reason, index) => {
        try {
          checkReason(known, moment, statements[index], reason);
        } catch (failure) {
          throw new Error(`${reason.subject}: ${reason.words} (event ${reason.event}): ${failure.message}`);
        }
        explained++;
      });
    } catch (failure) {
      process.exitCode = 1;
      console.log(`WRONG ${where}: ${failure.message}`);
    }
  }
}

/** Some of a list, the first and the last among them. @param {number[]} all */
function sample(all) {
  const step = Math.max(1, (all.length - 1) / (MAX_CHECKED - 1));
  return [...new Set(Array.from({ length: Math.min(all.length, MAX_CHECKED) }, (_, k) => all[Math.round(k * step)]))];
}

/** Whether the node that fails has no node below it, and none left out. @param {any[]} lines @param {number} event */
function isLeaf(lines, event) {
  const begin = lines.findLastIndex(({ kind, id }, at) => at < event && kind === "node" && id === lines[event].node);
  return !lines.slice(begin + 1, event).some(({ kind }) => kind === "node" || kind === "sub");
}

/** The statements must be all that the question is about. @param {any} known @param {any} moment @param {any} end */
function checkClaim({ names, state }, moment, { question, statements }) {
  const side = names.shape?.side ?? 0, digits = Array.from({ length: side }, (_, at) => at + 1);
  const pairs = statements.map(({ cell, digit }) => `${cell} ${digit}`);
  let found;
  if ((found = /^Why does (r\d+c\d+) have no candidate\?$/.exec(question))) {
    assert.deepEqual(pairs, digits.map((digit) => `${index(found[1], side)} ${digit}`));
  } else if ((found = /^Why does (\d+) have no place in (.*)\?$/.exec(question))) {
    assert.deepEqual(pairs, cellsOf(found[2], names.shape).map((cell) => `${cell} ${Number(found[1])}`));
  } else if ((found = /^Why is (\d+) twice in (.*)\?$/.exec(question))) {
    assert.ok(pairs.length > 1);
    for (const { cell, digit, holds } of statements) assert.ok(holds && digit === Number(found[1]) && cellsOf(found[2], names.shape).includes(cell));
  } else if ((found = /^Why are there too many digits where (.*) and (.*) meet\?$/.exec(question))) {
    const [house, other] = [found[1], found[2]].map((name) => cellsOf(name, names.shape));
    const outside = house.filter((cell) => !other.includes(cell));
    const many = [...new Set(statements.map(({ digit }) => digit))];
    assert.ok(many.length > house.length - outside.length);
    assert.deepEqual(pairs, many.flatMap((digit) => outside.map((cell) => `${cell} ${digit}`)));
  } else if ((found = /^Why does item (.*) have (no option|too few options)\?$/.exec(question))) {
    const { items, options, multiplicities } = names.instance, item = items.indexOf(found[1]);
    const having = options.flatMap((option, at) => (option.some((entry) => (entry[0] ?? entry) === item) ? [at] : []));
    assert.deepEqual(statements.map(({ option }) => option ?? "none"), having.length ? having : ["none"]);
    const least = multiplicities.find(([one]) => one === item)?.[1] ?? 1, now = state(moment.at).options;
    assert.ok(having.filter((option) => now[option] !== "hidden").length < least, "it has enough options");
  } else if (question === "Which clues contradict each other?") {
    assert.ok(statements.length);
  } else {
    assert.equal(question, "Why is this clause false?");
    const { clause } = moment.line;
    assert.deepEqual(statements.map(({ literal }) => literal), clause.map((literal) => -literal));
  }
}

/** @param {any} known @param {any} moment @param {any} statement @param {{words: string, event: number|null}} reason */
function checkReason(known, moment, statement, { words, event }) {
  const { names, lines } = known, side = names.shape?.side ?? 0, { cell, digit, holds } = statement;
  if (event !== null) assert.ok(event < moment.at && isAlive(known, event, moment.at), "the event was undone");
  let found;
  if ("option" in statement) {
    checkOption(known, moment, statement.option, words, event);
  } else if (statement.words === "it is in no option") {
    assert.ok(names.instance.items.includes(statement.subject));
  } else if ("words" in statement) {
    const [house, having] = [cellsOf(statement.subject, names.shape), statement.words.match(/r\d+c\d+/g).map((name) => index(name, side))];
    const [, digit] = / are (\d+)$/.exec(statement.words);
    assert.ok(having.length > 1 && having.every((cell) => house.includes(cell) && names.clues[cell] === Number(digit)));
  } else if ("literal" in statement || moment.state.trail) {
    checkLiteral(known, moment, "literal" in statement ? statement.literal : (holds ? 1 : -1) * variable(names, cell, digit), words, event);
  } else if (holds) {
    checkPlacement(known, cell, digit, words, event);
  } else if ((found = /^(r\d+c\d+) is (\d+), (.*)$/.exec(words))) {
    const other = index(found[1], side);
    assert.ok(other === cell ? Number(found[2]) !== digit : Number(found[2]) === digit && see(cell, other, names.shape), "it excludes nothing");
    checkPlacement(known, other, Number(found[2]), found[3], event);
  } else if (words === "the search supposes so") {
    const before = lines.slice(0, event).findLastIndex(({ kind }) => kind !== "remove" && kind !== "naked");
    assert.equal(lines[before].kind, "side");
  } else {
    assert.deepEqual([lines[event].kind, lines[event].cell, lines[event].digit], ["remove", cellName(cell, side), digit]);
    checkPattern(known, cell, digit, words, event);
  }
}

/** @param {any} known @param {any} moment @param {number} option @param {string} words @param {number|null} event */
function checkOption({ lines, names, state }, moment, option, words, event) {
  const { options, taken } = state(moment.at);
  if (words === "still possible") return void assert.equal(options[option], "in");
  if (words === "taken already") return void assert.ok(taken.includes(option) && lines[event].option === option);
  const other = lines[event].option, { items, options: all } = names.instance;
  const [, item] = /^shares (\S+) with /.exec(words) ?? /^(\S+) (?:has another color in|is covered \d+ times,) /.exec(words) ?? assert.fail("a word that is not known");
  assert.ok(options[option] === "hidden" && lines[event].kind === "take" && taken.includes(other) && words.endsWith(names.option(other)));
  const entries = [option, other].map((one) => all[one].find((entry) => items[entry[0] ?? entry] === item));
  assert.ok(entries.every((entry) => entry !== undefined), `${item} is not in both`);
  if (words.includes("color")) assert.notEqual(entries[0][1], entries[1][1]);
}

/** @param {any} known @param {number} cell @param {number} digit @param {string} how @param {number|null} event */
function checkPlacement(known, cell, digit, how, event) {
  const { lines, names } = known;
  if (how === "a clue") return void assert.equal(names.clues[cell], digit);
  const line = lines[event], about = names.candidateOf(line);
  const writes = about?.cell === cell && about.digit === digit && line.kind !== "remove";
  const chosen = line.kind === "take" ? choiceOf(lines, event) : event;
  const before = boardBefore(known, chosen);
  if (how === "supposed") {
    assert.ok(writes && (line.kind === "try" || line.kind === "take"));
    assert.ok(line.kind === "try" || before(cell).length > 1 || lines[chosen].options > 1, "it is forced");
  } else if (how === "its last candidate") {
    assert.deepEqual(before(cell), [digit]);
  } else {
    const [, house] = /^its only place in (.*)$/.exec(how) ?? assert.fail("a word that is not known");
    assert.deepEqual(cellsOf(house, names.shape).filter((one) => before(one).includes(digit)), [cell]);
  }
}

/** A candidate that a rule removed, on the board before it. @param {any} known @param {number} cell @param {number} digit @param {string} words @param {number} event */
function checkPattern(known, cell, digit, words, event) {
  const { shape } = known.names, before = boardBefore(known, event);
  const places = (house, digit) => cellsOf(house, shape).filter((one) => before(one).includes(digit));
  let found;
  if ((found = /^(\w+ \d+) has no place for (\d+)$/.exec(words))) {
    assert.deepEqual([Number(found[2]), places(found[1], digit)], [digit, []]);
  } else if ((found = /^(\w+ \d+) has (\d+) only in (r[^ ].*)$/.exec(words))) {
    assert.deepEqual([Number(found[2]), places(found[1], digit)], [digit, split(found[3]).map((name) => index(name, shape.side))]);
    assert.ok(places(found[1], digit).every((place) => see(place, cell, shape)));
  } else if ((found = /^(.*) have (\d+) only in (.*)$/.exec(words))) {
    const [from, to] = [split(found[1]), split(found[3])].map((houses) => houses.map((house) => cellsOf(house, shape)));
    for (const houses of [from, to]) assert.equal(new Set(houses.flat()).size, houses.flat().length, "houses that overlap");
    assert.equal(from.length, to.length);
    assert.ok(split(found[1]).flatMap((house) => places(house, digit)).every((place) => to.flat().includes(place)));
    assert.ok(Number(found[2]) === digit && to.flat().includes(cell) && !from.flat().includes(cell));
  } else {
    found = /^(.*) have no other place in (.*) than (.*)$/.exec(words) ?? assert.fail("a word that is not known");
    const digits = split(found[1]).map(Number), room = split(found[3]).map((name) => index(name, shape.side));
    assert.ok(digits.length >= room.length && room.includes(cell) && !digits.includes(digit));
    for (const one of digits) assert.ok(places(found[2], one).every((place) => room.includes(place)));
  }
}

/** @param {any} known @param {any} moment @param {number} literal @param {string} words @param {number|null} event */
function checkLiteral({ lines, names, state }, moment, literal, words, event) {
  const assigned = state(moment.at).trail.find((one) => one.literal === literal);
  assert.ok(assigned, `${names.literal(literal)} is not true`);
  const about = names.candidateOf({ kind: "", literal });
  if (words === "a clue") return void assert.ok(literal > 0 && names.clues[about.cell] === about.digit);
  if (words === "supposed") return void assert.ok(lines[event].kind === "decide" && lines[event].literal === literal);
  const { kind, reason } = lines[event];
  assert.ok(kind === "propagate" && lines[event].literal === literal);
  const same = (clause) => clause.length === reason.length && clause.every((one) => reason.includes(one));
  assert.ok(names.instance.clauses.some(same) || lines.slice(0, event).some((line) => line.kind === "learn" && same(line.clause)), "an unknown clause");
  const others = reason.filter((one) => one !== literal), before = new Set(state(event).trail.map((one) => one.literal));
  assert.ok(others.every((one) => before.has(-one)), "the clause is not unit");
  if (!others.length) return void assert.equal(words, "a clause by itself");
  const whole = words === "its last candidate" ? names.clues.flatMap((_, digit) => variable(names, about.cell, digit) || [])
    : words.startsWith("its only place in ") ? cellsOf(words.slice(18), names.shape).map((cell) => variable(names, cell, about.digit)) : null;
  if (whole) return void assert.deepEqual(reason.toSorted((a, b) => a - b), whole.sort((a, b) => a - b));
  if (others.length > 1) return void assert.deepEqual(words.replace("all else is false in ", "").split(" ∨ ").sort(), reason.map((one) => names.literal(one)).sort());
  if (!names.shape) return void assert.equal(words, `because ${names.literal(-others[0])}`);
  const [, name, not, digit] = /^because (r\d+c\d+) is (not )?(\d+)$/.exec(words) ?? assert.fail("a word that is not known");
  assert.equal(-others[0], (not ? -1 : 1) * variable(names, index(name, names.shape.side), Number(digit)));
}

/** Whether an event before `at` still counts there. @param {any} known @param {number} event @param {number} at */
function isAlive({ lines, names, state }, event, at) {
  const { problem } = names.instance;
  if (problem === "cnf") return state(at).trail.some(({ literal }) => literal === lines[event].literal);
  if (problem === "exact-cover") return state(at).taken.includes(lines[event].option);
  /** By depth, the first event of the branches of its node. */
  const first = [];
  let alive = true, guess = null;
  lines.slice(0, at).forEach((line, index) => {
    if (line.kind === "node") {
      if (guess === null || guess === line.depth) first.length = Math.min(first.length, line.depth);
      guess = null;
    } else if (line.kind === "try" || line.kind === "side") {
      const from = line.kind === "try" ? line.depth - 1 : line.from;
      if (first[from] !== undefined && event >= first[from] && event < index) alive = false;
      first[from] ??= index;
      first.length = from + 1;
      guess = line.kind === "try" ? line.depth : null;
    }
  });
  return alive;
}

/**
 * The candidates before an event. A clue is shown even if it was removed, as it is when clues contradict each other.
 * @param {any} known @param {number} event @returns {(cell: number) => number[]}
 */
function boardBefore(known, event) {
  const { lines, names, state } = known, { cells } = state(event);
  const gone = (cell) => lines.some(({ kind, cell: name, digit }, at) => at < event && kind === "remove" && name === cellName(cell, names.shape.side)
    && digit === cells[cell].digit && isAlive(known, at, event));
  return (cell) => (cells[cell].digit ? [cells[cell].digit].filter(() => !gone(cell)) : cells[cell].candidates);
}

/** The choice of the item of which a taken option is one. @param {any[]} lines @param {number} event */
function choiceOf(lines, event) {
  let depth = 0, choice = -1;
  lines.slice(0, event).forEach(({ kind }, at) => {
    if (kind === "select" && depth === lines[event].depth - 1) choice = at;
    depth += kind === "take" ? 1 : kind === "give-back" ? -1 : 0;
  });
  return choice;
}

/** A list in words. @param {string} words */
function split(words) {
  return words.split(/, | and /);
}

/** @param {string} name @param {number} side */
function index(name, side) {
  const [row, column] = name.match(/\d+/g).map(Number);
  return (row - 1) * side + column - 1;
}

/** @param {number} cell @param {number} side */
function cellName(cell, side) {
  return `r${Math.floor(cell / side) + 1}c${(cell % side) + 1}`;
}

/** The numbers of a cell's row, column and box. @param {number} cell @param {any} shape */
function housesOf(cell, { rows, columns, side }) {
  const row = Math.floor(cell / side), column = cell % side;
  return { row: row + 1, column: column + 1, box: Math.floor(row / rows) * rows + Math.floor(column / columns) + 1 };
}

/** @param {string} house @param {any} shape */
function cellsOf(house, shape) {
  const [kind, number] = house.split(" ");
  assert.ok(["row", "column", "box"].includes(kind), `a house ${house}`);
  return Array.from({ length: shape.side ** 2 }, (_, cell) => cell).filter((cell) => housesOf(cell, shape)[kind] === Number(number));
}

/** @param {number} one @param {number} other @param {any} shape */
function see(one, other, shape) {
  const [a, b] = [one, other].map((cell) => housesOf(cell, shape));
  return one !== other && (a.row === b.row || a.column === b.column || a.box === b.box);
}

/** @param {any} names @param {number} cell @param {number} digit */
function variable(names, cell, digit) {
  const name = `${cellName(cell, names.shape.side)}=${digit}`;
  return [...names.variables].find(([, one]) => one === name)?.[0] ?? 0;
}
