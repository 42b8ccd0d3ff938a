// Checks which choices of a reader are as good as the strategy's: `node predict.mjs MODULE.wasm`.

import assert from "node:assert/strict";
import { judgeChoice } from "../predict.js";
import { moduleEngine } from "./probe.mjs";

const HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const ask = await moduleEngine(process.argv[2]);

/** The cells that the rule of a strategy allows beside its own, at the first decision of a kind after position `at`. */
function ties(strategy, kind, at = 0) {
  const { head, events } = ask({ ask: "trace", slot: 0, strategy, text: HARD, level: "step", nodes: 500, events: 5000, solutions: 2 });
  const lines = ask({ ask: "events", slot: 0, from: 0, to: events }).events;
  const event = lines.findIndex(({ line }, k) => k >= at && line.kind === kind);
  const pause = lines[event - 1]?.line.kind === "cover" ? event - 2 : event;
  const [before, after] = [pause, event + 1].map((position) => ({ state: ask({ ask: "state", slot: 0, at: position }) }));
  const judge = (cell) => judgeChoice({ asks: "cell", pause, event, words: "" }, { cell }, lines[event], before, { head }, after).verdict;
  const name = (cell) => `r${Math.floor(cell / 9) + 1}c${(cell % 9) + 1}`;
  return [...Array(81).keys()].filter((cell) => judge(cell) === "also").map(name);
}

// Two items have a single option: digit 5 in row 6, which is taken in cell r6c9, and digit 9 in box 9.
assert.deepEqual(ties("dlx", "take", 15), ["r8c9"]);
// At the root, cells of items with two options.
assert.ok(ties("dlx", "take").length > 2 && !ties("dlx", "take").includes("r3c8"));
// The first item has four options although others have two, so the rule is not to take the fewest.
assert.deepEqual(ties("dlx:heuristic=first", "take"), []);
// Of the cells of unit clauses, one is filled first.
assert.ok(ties("cdcl", "propagate").length > 0);
// One cell has the fewest candidates; later, six have.
assert.deepEqual(ties("bird", "expand"), []);
assert.equal(ties("bird", "expand", 400).length, 5);
console.log("ties are those of the strategy's rule");
