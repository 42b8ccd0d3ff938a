// Checks clocks on a search that is longer than its trace: `node clock.mjs MODULE.wasm`.

import assert from "node:assert/strict";
import { CLOCKS, deadEndsAt, positionAt, timeAt } from "../clock.js";
import { moduleEngine } from "./probe.mjs";

const HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const ask = await moduleEngine(process.argv[2]);

/** A search whose trace has about this many events. @param {number} events */
function search(events) {
  const { kinds, letters, stats } = ask({ ask: "trace", slot: 0, strategy: "delord", text: HARD, level: "step", nodes: 50_000, events, solutions: 2 });
  return { length: kinds.length, stats, kindAt: (/** @type {number} */ event) => letters[kinds[event]] };
}

const [whole, cut] = [search(1_000_000), search(5_000)];
assert.ok(!whole.stats.left_out && cut.stats.left_out > 100_000);
assert.deepEqual([deadEndsAt(whole, whole.length), deadEndsAt(cut, cut.length)], [1557, 1557]);
for (const { name } of CLOCKS) {
  const total = timeAt(whole, name, whole.length);
  assert.equal(timeAt(cut, name, cut.length), total, name);
  // Both show the same time, and the positions of later times are not before those of earlier ones.
  let last = 0;
  for (let time = 1; time <= total; time += 97) {
    assert.equal(timeAt(whole, name, positionAt(whole, name, time)), time, name);
    const position = positionAt(cut, name, time);
    assert.ok(position >= last && timeAt(cut, name, position) >= time, `${name} ${time}`);
    last = position;
  }
}
console.log("a trace that leaves events out keeps the time of its search");
