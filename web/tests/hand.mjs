// Checks what violates an item of a cover that is solved by hand: `node hand.mjs`.

import assert from "node:assert/strict";
import { violation } from "../hand.js";

for (const [colors, expected] of /** @type {[string[], string][]} */ ([
  [[], ""], [[""], ""], [["A"], ""], [["A", "A"], ""], [["", ""], "twice"], [["A", ""], "twice"], [["A", "B"], "colors"],
])) assert.equal(violation(colors), expected, colors.join());
