// Writes traces for the fake module: `node written.mjs PATH-OF-COVERLAB OUT.json`.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EXAMPLES } from "../examples.js";

const [coverlab, out] = process.argv.slice(2);
const file = join(mkdtempSync(join(tmpdir(), "traces-")), "trace");
const run = (...words) => execFileSync(coverlab, words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], maxBuffer: 1 << 28 });

const all = run("list", "strategies", "--json").trim().split("\n").map((line) => JSON.parse(line));
const kinds = (one) => [...new Set([one.problem, ...(one.sudoku_via ? ["sudoku"] : [])])];
const traceable = new Set(["heller", "bird", "bird-bits", "delord", "move-list", "hidden-single", "dlx", "dancing-cells", "cdcl", "bands"]);
const strategies = all.map((one) => ({ ...one, kinds: kinds(one).map((kind) => (kind === "cnf" ? "formula" : kind)), tells: traceable.has(one.name) }));
const traces = {}, puzzles = {}, explained = {};
for (const { text } of EXAMPLES) {
  const kind = text.startsWith("pigeon") || text.startsWith("random") ? "formula" : text.includes(":") ? "exact-cover" : "sudoku";
  for (const { name, kinds, tells } of strategies) {
    if (!tells || !kinds.includes(kind)) continue;
    try {
      run("trace", name, text, "--out", file, "-q", "--max-events", "20000", "--node-limit", "3000");
    } catch {}
    traces[`${name} ${text}`] = readFileSync(file, "utf8");
  }
  if (kind !== "sudoku") {
    puzzles[text] = { kind, text };
    continue;
  }
  const side = Math.sqrt(text.length);
  const rows = Math.floor(Math.sqrt(side));
  const clues = [...text].map((c) => (c === "." ? 0 : parseInt(c, 17)));
  puzzles[text] = { kind, rows, columns: side / rows, side, clues, text };
  const lines = run("explain", "--json", text).trim().split("\n").map((line) => JSON.parse(line));
  explained[text] = { steps: lines.slice(0, -1), end: lines.at(-1) };
}
writeFileSync(out, JSON.stringify({ traces, puzzles, explained, strategies }));
