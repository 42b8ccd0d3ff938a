// Tests that each language has the words of errors: `node errors.mjs MODULE.wasm`. Wrong puzzles are read by the module: some
// chosen, and many made from right ones by random changes. The texts of the readers' sources are compared too, since no list of
// wrong puzzles causes every error.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { errorWords } from "../language.js";
import { moduleEngine } from "./probe.mjs";

const RIGHT = [
  "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", "1...\n..2.\n....\n...3\n",
  "8 _ | _ _\n_ _ | 3 _\n----+----\n_ 7 | _ _\n_ 2 | _ _\n", "1.....2.......3.:1:1234341221434321", "puzzle,solution\n1.....2.......3.,\n",
  "1,0,0,0,0,2,0,0,0,0,0,0,0,0,0,3", ":0000:x:1.....2.......3.::::", "[Puzzle]\n1...\n..2.\n....\n...3\n", `1F${".".repeat(254)}`,
  ["1...", "12..", "1.3.", "1234"].map((cell) => cell.repeat(4)).join(""),
  "| c\np q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n", "a 2:4|b | x\na b x\na\n", "p ec 3\ns 1 2\ns 3\ns 1 2 3\n",
  "c a\np cnf 3 2\n1 -3 0\n2 3 -1 0\nc p show 1 2 0\n", "queens:8", "dominating-queens:5x3", "langford:7", "dominoes:4x4", "pentominoes:6x10",
  "latin:4", "quasigroup:5:40%:1", "steiner-triples:7", "one-factorisations:6", "pigeonhole:4:3", "random-sat:3:20:85:1", "parity:6:1",
  "tseitin:6:3:1", "tseitin-even:6:3", "matchings:a-b,b-c", "word-square:abc,def,ghi", "macmahon:4x6", "random-cover:10:20:3:1",
  "polyominoes:###/###:##,##,##", "polycubes:2x2x2:##,##,##/.#",
];
const WRONG = [
  "", ".".repeat(25), "p cnf 1 1\n2 0", "p cnf 1 1\n1 0\n1 0", "quens:8", "p cnf 2\n1 0", "p dnf 2 1\n1 0", "p cnf 2 1\n1", "p cnf 2 1\nx 0", "p cnf 2 1\n3 0", "c a\np cnf 2 2\n1 0", "queens:0",
  "one-factorisations:7", "pentominoes:6x11", "| c\na b | x\na:1 b\n", "| c\na b\na c\n", "p ec 2\ns 3", "p ec 2\nz", "1...\n.2.\n....\n....",
  "queens:2000", "dominoes:900x900", "random-cover:1000000:9000000:90:1",
];
const CHANGES = "0123456789.|:,-xXaAOB#/%\n _*?+\"é".split("");
const VARIANTS = 10_000;
/** A changed spec of a family can have a size that takes long to build. */
const LONG_NUMBER = /^[a-z].*\d{3}/;
/** Readers whose texts no page shows: those of drawings and of options. */
const FOR_PROGRAMS = /(drawing|notations)\.rs$/;
/** Texts that have words only together with what they are joined with. */
const PARTS = ["grid of {} row{}, but {} puzzle needs {}", "too many"];
/** Words that no German error has. */
const ENGLISH = /\b(the|of|is|not|are|and|or|with|no|missing|cells?|rows?|digits?|each|write|too|before|after)\b/i;

const ask = await moduleEngine(process.argv[2]);
const words = JSON.parse(readFileSync(new URL("../lessons/words/de.json", import.meta.url), "utf8")).errors;
const sources = sourcesOf(["model", "model/format", "model/format/notations", "model/family", "model/family/formula", "strategies", "strategies/bit_cover", "techniques", "wasm", "web"]);
const literals = new Set(sources.flatMap(({ texts }) => texts));
const used = new Set(), checked = new Set();
let errors = 0;

for (const pattern of Object.keys(words)) assert.equal(words[pattern].split("{}").length, pattern.split("{}").length, pattern);
for (const text of [...WRONG, ...variants()]) {
  const { error } = ask({ ask: "read", text });
  if (!error) continue;
  errors++;
  check(error, text);
}
assert.ok(errors > 1000, `${errors} errors`);

// Errors of strategies and of human solutions.
for (const [text, request] of /** @type {[string, object][]} */ ([
  ["2:4|a b\na\nb\na", { ask: "trace", slot: 0, strategy: "dlx" }], ["queens:6", { ask: "explain" }], ["1..1............", { ask: "explain" }],
  ["1...............", { ask: "trace", slot: 0, strategy: "heller", assume: [{ cell: "r1c1", digit: 2 }] }],
  ["queens:6", { ask: "trace", slot: 0, strategy: "zdd-cover" }], ["queens:6", { ask: "count", limit: 1, strategy: "component-cover:memory=x" }],
  ["queens:6", { ask: "trace", slot: 0, strategy: "dlx:x=1" }], ["queens:6", { ask: "trace", slot: 0, strategy: "heller" }],
])) {
  const { error } = ask({ ...request, text });
  assert.ok(error, `${text}: ${JSON.stringify(request)}`);
  check(error, text);
}

// A reader's text that looks like an error is not translated.
assert.equal(errorWords("unknown item `no items`", words), "unbekanntes Item `no items`");

// Every text of the readers has words, and all words belong to a text.
for (const { file, texts } of sources.filter(({ file }) => /^model\/(format|family)\//.test(file) && !FOR_PROGRAMS.test(file))) {
  for (const text of texts.filter(isError)) assert.ok(errorWords(text, words), `no words for ${text} (${file})`);
}
for (const pattern of Object.keys(words)) assert.ok(literals.has(pattern) || used.has(pattern), `nothing says ${pattern}`);
console.log(`${errors} errors of wrong puzzles, ${Object.keys(words).length} texts`);

/** @param {{[part: string]: any}} error @param {string} text */
function check({ title, label, help }, text) {
  for (const part of [title, label, help].filter(Boolean)) {
    const alike = part.replace(/\d+/g, "0");
    if (checked.has(alike)) continue;
    checked.add(alike);
    const german = errorWords(part, recording(words));
    assert.ok(german, `no words for ${part}\n${text}`);
    assert.doesNotMatch(german.replace(/`[^]*`/g, ""), ENGLISH, `${part}\n${text}`);
  }
}

/** The patterns, which records those that are read. @param {{[pattern: string]: string}} patterns */
function recording(patterns) {
  return new Proxy(patterns, {
    get: (target, /** @type {string} */ pattern) => {
      used.add(pattern);
      return target[pattern];
    },
  });
}

/** Right puzzles with up to three random changes each. */
function* variants() {
  let seed = 1;
  const random = (/** @type {number} */ below) => Math.floor((seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648 * below);
  for (let made = 0; made < VARIANTS; made++) {
    const characters = RIGHT[made % RIGHT.length].split("");
    for (let changes = random(3) + 1; changes; changes--) {
      const inserted = random(3) ? [CHANGES[random(CHANGES.length)]] : [];
      characters.splice(random(characters.length + 1), random(3), ...inserted);
    }
    const text = characters.join("");
    if (!LONG_NUMBER.test(text) || text.startsWith("random-sat")) yield text;
  }
}

/** The texts in a folder's sources, with a `{}` for each value, without those of tests and comments. @param {string[]} folders */
function sourcesOf(folders) {
  const root = new URL("../../", import.meta.url);
  const files = folders.flatMap((folder) => readdirSync(new URL(`${folder}/`, root)).filter((name) => /\.(rs|js)$/.test(name)).map((name) => `${folder}/${name}`));
  return files.map((file) => {
    const [code] = readFileSync(new URL(file, root), "utf8").split("#[cfg(test)]\nmod tests {");
    const lines = code.split("\n").filter((line) => !/^\s*\/\/|\b(expect|panic!|sentence:|SENTENCE)\b|\.is_some_and\(/.test(line)).join("\n").replace(/\\\n\s*/g, "");
    const texts = [...lines.matchAll(/"((?:[^"\\\n]|\\.)*)"|`([^`\n]*)`/g)].map(([, quoted, template]) => (quoted ?? template).replace(/\$?\{[^{}]*\}/g, "{}"));
    return { file, texts };
  });
}

/** Whether a text of a reader is an error or a part of one: several words, neither a sentence of a description nor for a file. @param {string} text */
function isError(text) {
  return /\p{L}{2,}/u.test(text) && text.trim().includes(" ") && !PARTS.includes(text) && !/\\n|^p (cnf|ec)|^[A-Z].*\.$|^line \{\}|^--symbols/.test(text);
}
