// Checks the marks of the strip: `node strip.mjs MODULE.wasm`. Each dead end has one, which is the fail of a node without children.

import assert from "node:assert/strict";
import { EXAMPLES } from "../examples.js";
import { GROUPS, groupsOf } from "../kinds.js";
import { moduleEngine } from "./probe.mjs";

const KNUTH = "a b c d e f g\nc e f\na d g\nb c f\na d\nb g\nd e g";

const ask = await moduleEngine(process.argv[2]);
const { strategies } = ask({ ask: "strategies" });
let searches = 0, marks = 0, inner = 0;
for (const text of [KNUTH, ...EXAMPLES.map((example) => example.text)]) {
  const puzzle = ask({ ask: "read", text });
  for (const { name } of strategies.filter(({ tells, kinds }) => tells && kinds.includes(puzzle.kind))) {
    const traced = ask({ ask: "trace", slot: 0, strategy: name, text, level: "step", nodes: 500, events: 20_000, solutions: 2 });
    if (traced.error || traced.stats.left_out) continue;
    const lines = ask({ ask: "events", slot: 0, from: 0, to: traced.events }).events.map(({ line }) => line);
    const groups = groupsOf({ length: lines.length, kindAt: (/** @type {number} */ at) => lines[at].kind });
    const parents = new Set(lines.flatMap(({ kind, parent }) => (kind === "node" && parent !== undefined ? [parent] : [])));
    lines.forEach(({ kind, node }, at) => {
      if (kind !== "fail") return;
      const marked = GROUPS[groups[at]].name === "fail";
      assert.equal(marked, !parents.has(node), `${name} on ${text.slice(0, 20)}: event ${at + 1}`);
      if (marked) marks++;
      else inner++;
    });
    searches++;
  }
}
console.log(`${searches} searches, ${marks} dead ends, and ${inner} nodes that fail after them`);
assert.ok(marks > 1000 && inner > 1000);
