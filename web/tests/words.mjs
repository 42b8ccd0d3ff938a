// Tests wording of the page without a browser: `node web/tests/words.mjs`.

import assert from "node:assert/strict";
import { solutionsFound } from "../dom.js";

// A search that stopped at its limit of solutions has not shown that there are no others.
for (const [stats, words] of /** @type {[{ solutions: number, stop?: string }, string][]} */ ([
  [{ solutions: 1, stop: "enough" }, "at least 1 solution"],
  [{ solutions: 2, stop: "enough" }, "at least 2 solutions"],
  [{ solutions: 1 }, "1 solution"],
  [{ solutions: 0 }, "no solution"],
])) {
  assert.equal(solutionsFound(stats), words);
}
