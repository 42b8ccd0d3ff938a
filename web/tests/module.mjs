// Compares the module's states with those of the second fold (fold.mjs), at pseudo-random positions, for every strategy
// that reports steps and every example: `node module.mjs MODULE.wasm`.

import assert from "node:assert/strict";
import { EXAMPLES } from "../examples.js";
import { stateAt } from "./fold.mjs";
import { moduleEngine } from "./probe.mjs";

const POSITIONS = 8;
const MAX_EVENTS = 2000;

/** Positions from 0 to `length`: both ends, and others from a linear congruential generator. */
function positions(length) {
  let seed = 12345;
  const drawn = Array.from({ length: POSITIONS }, () => (seed = (seed * 1103515245 + 12345) % 2147483648) % (length + 1));
  return [0, length, ...drawn];
}

/** A state in the form that both folds have. */
function plain({ cells, trail, learned, taken, items, options, boards }) {
  return JSON.parse(JSON.stringify({
    cells: cells?.map(({ digit, given, guess, candidates }) => ({ digit, given: given || undefined, guess: guess || undefined, candidates })),
    trail: trail?.map(({ literal, level, decision }) => ({ literal, level, decision })),
    learned, taken, covered: items?.map(({ covered }) => covered), options, boards,
  }));
}

/** In the tree of a cover, the options taken at a node begin with those at its parent. @param {any} tree @param {any[]} events */
function assertParentsTakeFewer({ event, parent, status }, events) {
  /** @type {number[]} */
  const taken = [], before = events.map(({ kind, option }) => {
    if (kind === "take") taken.push(option);
    if (kind === "give-back") taken.pop();
    return [...taken];
  });
  for (const [node, above] of parent.entries()) {
    if (above === null || status[node] === "collapsed" || !events.some(({ kind }) => kind === "take")) continue;
    const [own, upper] = [before[event[node]], before[event[above]]];
    assert.ok(upper.length < own.length && upper.every((option, at) => own[at] === option), `node ${node} below ${above}`);
  }
}

const ask = await moduleEngine(process.argv[2]);
const { strategies } = ask({ ask: "strategies" });
let compared = 0, different = 0;
for (const { text, title } of EXAMPLES) {
  const puzzle = ask({ ask: "read", text });
  for (const { name, tells, kinds } of strategies.filter(({ tells, kinds }) => tells && kinds.includes(puzzle.kind))) {
    const traced = ask({ ask: "trace", slot: 0, strategy: name, text, level: "step", nodes: 500, events: MAX_EVENTS });
    if (traced.error) {
      console.log(`      ${title}, ${name}: ${traced.error.title}`);
      continue;
    }
    const events = ask({ ask: "events", slot: 0, from: 0, to: traced.events }).events.map(({ line }) => line);
    try {
      assert.equal(events.length, traced.kinds.length);
      if (puzzle.kind === "exact-cover") assertParentsTakeFewer(ask({ ask: "tree", slot: 0 }), events);
      for (const at of positions(traced.events)) {
        assert.deepEqual(plain(ask({ ask: "state", slot: 0, at })), plain(stateAt(traced.head, events, at)), `at ${at}`);
        compared++;
      }
    } catch (failure) {
      different++;
      console.log(`WRONG ${title}, ${name}: ${failure.message.slice(0, 400)}`);
    }
  }
}
console.log(`${compared} states compared, ${different} searches differ`);
process.exitCode = different || !compared ? 1 : 0;
