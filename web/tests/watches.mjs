// Checks what the page says about watched literals against a plain recount: `node watches.mjs MODULE.wasm`. The module's trace
// names each clause that the solver visits; the recount follows every clause and every list of literals by itself.

import assert from "node:assert/strict";
import { WatchFold } from "../watched.js";
import { WatchesView } from "../watches.js";
import { moduleEngine } from "./probe.mjs";

const FORMULAS = ["p cnf 5 5\n1 -2 4 0\n2 3 0\n-3 4 0\n-3 1 5 0\n-4 -5 0", "pigeonhole:4", "random-sat:3:20:85:1", "random-sat:4:12:110:2"];
const STRATEGIES = ["cdcl", "cdcl:vsids=no,phase=no,restarts=no", "cdcl:learn=no", "cdcl:models=backtrack"];

const ask = await moduleEngine(process.argv[2]);
let visits = 0, kept = 0;
for (const text of FORMULAS) {
  for (const strategy of STRATEGIES) {
    const traced = ask({ ask: "trace", slot: 0, strategy, text, level: "micro", nodes: 200, events: 5000, solutions: 3 });
    const lines = ask({ ask: "events", slot: 0, from: 0, to: traced.events }).events.map(({ line }) => line);
    const title = `${strategy} on ${text.slice(0, 20)}`;
    visits += checkSearch(title, lines);
    await checkView(title, lines);
  }
}
console.log(`${visits} visits checked, and ${kept} jumps back`);
assert.ok(visits > 1000 && kept > 50);

/** @param {string} title @param {any[]} lines */
function checkSearch(title, lines) {
  const all = watchedAfter(lines), seen = lines.filter(({ kind }) => kind === "visit");
  assert.equal(all.visits, seen.length, title);
  assert.ok(all.visits <= all.occurrences, `${title}: ${all.visits} visits of ${all.occurrences} occurrences`);
  lines.forEach((line, at) => {
    const pairs = (to) => watchedAfter(lines.slice(0, to)).clauses.map(({ pair }) => pair.toSorted().join(" "));
    if (line.kind === "backjump" || line.kind === "restart") {
      assert.deepEqual(pairs(at + 1), pairs(at), `${title}: event ${at} moves a watched literal`);
      kept++;
    }
    // A decision comes after every clause that could be unit or false was visited.
    if (line.kind === "decide" && at % 3 === 0) {
      const holds = new Set(ask({ ask: "state", slot: 0, at }).trail.map(({ literal }) => literal));
      const unvisited = watchedAfter(lines.slice(0, at)).clauses.filter(({ literals, pair }) => pair.some((literal) => holds.has(-literal)) && !literals.some((literal) => holds.has(literal)));
      assert.deepEqual(unvisited, [], `${title}: event ${at}`);
    }
    if (line.kind !== "visit" || at % 7) return;
    const { clauses, falsified } = watchedAfter(lines.slice(0, at + 1));
    const visited = clauses.filter(({ visit }) => visit === line);
    assert.equal(falsified, line.literal, `${title}: event ${at}`);
    assert.equal(visited.length, 1, `${title}: event ${at} visits ${visited.length} clauses`);
    assert.ok(visited[0].pair.every((literal) => visited[0].literals.includes(literal)));
    assert.equal(visited[0].pair.includes(line.literal), line.outcome !== "moved", `${title}: event ${at}`);
  });
  return seen.length;
}

/** The state after these events. @param {any[]} lines */
function watchedAfter(lines) {
  const fold = new WatchFold();
  for (const line of lines) fold.apply(line);
  return fold;
}

/** The panel asks for each event once while the search goes on, and has the same state at every position. @param {string} title @param {any[]} lines */
async function checkView(title, lines) {
  let asked = 0;
  const eventsBetween = async (/** @type {number} */ from, /** @type {number} */ to) => (asked += to - from, lines.slice(from, to).map((line) => ({ line })));
  const view = Object.assign(Object.create(WatchesView.prototype), { fold: new WatchFold(), track: { eventsBetween } });
  for (let at = 0; at <= lines.length; at++) await view.foldTo(at);
  assert.equal(asked, lines.length, title);
  const positions = [lines.length, 17, 90, 40, 41].map((at) => Math.min(at, lines.length));
  for (const at of positions) assert.deepEqual(await view.foldTo(at), watchedAfter(lines.slice(0, at)), title);
  await Promise.all([view.foldTo(30), view.foldTo(60), view.foldTo(10)]);
  assert.deepEqual(await view.foldTo(60), watchedAfter(lines.slice(0, 60)), title);
}
