// Checks what is said of a cover that is solved by hand: `node hand.mjs`.

import assert from "node:assert/strict";
import { coverVerdict, violation } from "../hand.js";

for (const [colors, expected] of /** @type {[string[], string][]} */ ([
  [[], ""], [[""], ""], [["A"], ""], [["A", "A"], ""], [["", ""], "twice"], [["A", ""], "twice"], [["A", "B"], "colors"],
])) assert.equal(violation(colors), expected, colors.join());

const items = [{ name: "p", primary: true }, { name: "q", primary: true }, { name: "x", primary: false }];
for (const [colors, tone, words] of /** @type {[string[][], string, RegExp][]} */ ([
  [[[], [""], []], "", /^1 of 2 items/],
  [[[""], [""], []], "right", /^Every primary item/],
  [[[""], [""], ["A", "A"]], "right", /solution/],
  [[[""], ["", ""], []], "wrong", /more than once: q\./],
  [[[""], [""], ["A", "B"]], "wrong", /colors of x\./],
])) {
  const said = coverVerdict(items, colors);
  assert.equal(said.tone, tone);
  assert.match(said.words, words);
}
assert.match(coverVerdict(items.slice(0, 2), [[""], [""]]).words, /^Every item/);
