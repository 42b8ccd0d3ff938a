// Compares the searches of the module with those of the program: `node wasm/tests/same.mjs MODULE.wasm COVERLAB`.
// Every strategy searches puzzles, exact covers and formulas in both, with a node limit; nodes, solutions and the first
// solution must be equal.

import { execFileSync } from "node:child_process";
import { moduleEngine } from "../../web/tests/probe.mjs";

const [module, program] = process.argv.slice(2);
const asked = await moduleEngine(module);

// A search that reaches the limit, or finds nothing, ends with its own exit code.
function said(...words) {
  try {
    return execFileSync(program, words, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  } catch (wrong) {
    if (wrong.stdout || wrong.status === 1 || wrong.status === 4) return wrong.stdout;
    throw new Error(`${words.join(" ")}: ${wrong.stderr}`);
  }
}

const NODES = 20_000;
const generated = (...words) => said("generate", ...words).split("\n").filter((line) => /^[.\d]/.test(line));
const hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const subjects = {
  "sudoku": [
    ...generated("--puzzles", "8", "--seed", "1"), ...generated("--puzzles", "4", "--seed", "2", "--shape", "2x2"), hard,
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
  ],
  "exact-cover": ["queens:6", "queens:8", "langford:4", "langford:8", "latin-reduced:4", "dominoes:4x4", "pentominoes:3x20"],
  "formula": ["pigeonhole:3", "pigeonhole:5", "random-sat:3:30:120:1", "random-sat:3:30:140:2"],
};

const { strategies } = asked({ ask: "strategies" });
let pairs = 0;
const wrong = [];
for (const [kind, texts] of Object.entries(subjects)) {
  for (const { name } of strategies.filter(({ kinds }) => kinds.includes(kind))) {
    for (const text of texts) {
      const here = asked({ ask: "count", strategy: name, text, limit: 1, nodes: NODES });
      let there;
      try {
        there = JSON.parse(said("solve", "--quiet", "--json", "--strategy", name, "--node-limit", String(NODES), text));
      } catch (refused) {
        // An instance that one of them rejects must be rejected by both.
        if (!here.error) wrong.push(`${name} on ${text}: the module takes it, the program says ${refused.message}`);
        continue;
      }
      pairs++;
      const compared = here.error ?? { nodes: here.counters.nodes, solutions: here.solutions, solution: here.solution };
      const expected = { nodes: there.nodes, solutions: there.solutions, solution: there.solution };
      if (JSON.stringify(compared) !== JSON.stringify(expected)) {
        wrong.push(`${name} on ${text}: ${JSON.stringify(compared)} and ${JSON.stringify(expected)}`.slice(0, 400));
      }
    }
  }
}
for (const words of wrong) console.error(words);
console.log(`${pairs} pairs of strategy and subject, ${wrong.length} differ`);
if (wrong.length || pairs < 400) process.exit(1);
