// Checks which choices of a reader are as good as the strategy's: `node predict.mjs MODULE.wasm`.

import assert from "node:assert/strict";
import { PersonTrack } from "../explain.js";
import { judgeChoice } from "../predict.js";
import { moduleEngine } from "./probe.mjs";

const HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const ask = await moduleEngine(process.argv[2]);

/** The cells that the rule of a strategy allows beside its own, at the first decision of a kind after position `at`. */
function ties(strategy, kind, at = 0, text = HARD) {
  const { head, events } = ask({ ask: "trace", slot: 0, strategy, text, level: "step", nodes: 500, events: 5000, solutions: 2 });
  const lines = ask({ ask: "events", slot: 0, from: 0, to: events }).events;
  const event = lines.findIndex(({ line }, k) => k >= at && line.kind === kind);
  const pause = lines[event - 1]?.line.kind === "cover" ? event - 2 : event;
  const [before, after] = [pause, event + 1].map((position) => ({ state: ask({ ask: "state", slot: 0, at: position }) }));
  return alsoGood({ asks: "cell", pause, event, words: "" }, lines[event], before, { head }, after);
}

/** The cells that are as good as those of a human step, by the number of the step's event. */
async function tiesOfPerson(event, text) {
  const track = new PersonTrack(ask({ ask: "read", text }), ask({ ask: "explain", text, techniques: null, until: null }));
  const [[answer], before, after] = await Promise.all([track.eventsBetween(event, event + 1), track.moment(event), track.moment(event + 1)]);
  return [answer.line.technique, ...alsoGood({ asks: "cell", pause: event, event, words: "" }, answer, before, track, after)];
}

function alsoGood(question, answer, before, track, after) {
  const judge = (cell) => judgeChoice(question, { cell }, answer, before, track, after).verdict;
  const name = (cell) => `r${Math.floor(cell / 9) + 1}c${(cell % 9) + 1}`;
  return [...Array(81).keys()].filter((cell) => judge(cell) === "also").map(name);
}

// Two items have a single option: digit 5 in row 6, which is taken in cell r6c9, and digit 9 in box 9.
assert.deepEqual(ties("dlx", "take", 15), ["r8c9"]);
// At the root, cells of items with two options.
assert.ok(ties("dlx", "take").length > 2 && !ties("dlx", "take").includes("r3c8"));
// Another rule than the fewest has no ties, even where the first item has the fewest options.
assert.ok(ties("dlx:heuristic=fewest", "take", 30).length > 0);
for (const at of [0, 30, 60, 100, 200]) assert.deepEqual(ties("dlx:heuristic=first", "take", at), []);
// Of the cells of unit clauses, one is filled first.
assert.ok(ties("cdcl", "propagate").length > 0);
// One cell has the fewest candidates; later, six have.
assert.deepEqual(ties("bird", "expand"), []);
for (const at of [0, 30, 60]) assert.deepEqual(ties("bird-spec", "expand", at), []);
assert.equal(ties("bird", "expand", 400).length, 5);
// A pass fills all hidden singles that it finds at its beginning, cell by cell.
assert.deepEqual(ties("hidden-single", "hidden", 0, EASY), "r1c8 r3c5 r3c7 r5c3 r5c7 r6c3 r6c7 r7c1 r8c2 r8c7 r9c7".split(" "));
// Within a pass, cells keep candidates that the digits filled by it exclude.
const within = ties("hidden-single", "hidden", 376, EASY);
assert.ok(within.includes("r3c9") && !within.includes("r2c3") && !within.includes("r2c8"), String(within));
// A hidden single is not as good as the last empty cell of a house, which is found first.
assert.deepEqual(await tiesOfPerson(0, EASY), ["hidden-single", ...ties("hidden-single", "hidden", 0, EASY)]);
assert.deepEqual(await tiesOfPerson(19, EASY), ["full-house", "r7c6"]);
console.log("ties are those of the strategy's rule");
