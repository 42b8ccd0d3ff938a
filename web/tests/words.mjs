// Tests wording of the page without a browser: `node web/tests/words.mjs`.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { solutionsFound } from "../language.js";

// A search that stopped at its limit of solutions has not shown that there are no others, nor has one that is stuck.
for (const [stats, words] of /** @type {[{ solutions: number, stop?: string }, string][]} */ ([
  [{ solutions: 1, stop: "enough" }, "at least 1 solution"],
  [{ solutions: 2, stop: "enough" }, "at least 2 solutions"],
  [{ solutions: 1 }, "1 solution"],
  [{ solutions: 0 }, "no solution"],
  [{ solutions: 0, stop: "stuck" }, "no solution found"],
])) {
  assert.equal(solutionsFound(stats), words);
}

// The files of words by language: each has all texts of the page's modules and of the sentences about events, with as many
// slots, and nothing else.
const WORDS = new URL("../lessons/words/", import.meta.url);
const wordsOf = (/** @type {string} */ code) => JSON.parse(readFileSync(new URL(`${code}.json`, WORDS), "utf8"));
const slots = (/** @type {string} */ text) => text.split("{}").length;
const sources = sourcesOf(["web", "trace", "strategies", "strategies/support", "model"]);
const english = wordsOf("en"), texts = sources.flatMap(textsOf);
assert.ok(texts.length > 250, `${texts.length} texts`);
for (const file of readdirSync(WORDS)) {
  const words = wordsOf(file.replace(".json", ""));
  for (const name of Object.keys(english)) assert.ok(name in words, `${file} lacks ${name}`);
  if (file === "en.json") continue;
  for (const text of texts) assert.ok(text in words || text in english, `${file} lacks ${text}`);
  for (const name of Object.keys(words).filter((name) => typeof words[name] === "string")) {
    assert.equal(slots(words[name]), slots(english[name] ?? name), `${file}: ${name}`);
    assert.ok(name in english || texts.includes(name) || sources.some((source) => source.includes(name)), `${file}: nothing says ${name}`);
  }
}

// A number with decimals is one value: its decimal point is that of the language.
for (const text of sourcesOf(["web"]).flatMap(textsOf)) assert.doesNotMatch(text, /\{\}\.\{\}|decimal point/);

// The program writes these words into the style attribute of a claim, as they are.
for (const file of readdirSync(WORDS)) for (const name of ["said", "claim holds", "claim fails"]) assert.doesNotMatch(wordsOf(file.replace(".json", ""))[name], /["'\\<&\n]/);

// Texts, such as the name of a puzzle, become no markup and no styles: elements are made by `h`.
for (const source of sourcesOf(["web", "web/report", "web/site"])) assert.doesNotMatch(source, /\bstyle\W{1,3}["`]|"style",|\.style\s*=|cssText|[a-z]HTML(?!\w*Element)|srcdoc|createContextualFragment|document\.write/);

/** The modules in some folders. @param {string[]} folders */
function sourcesOf(folders) {
  const files = folders.flatMap((folder) => readdirSync(new URL(`../../${folder}/`, import.meta.url)).map((file) => `${folder}/${file}`));
  return files.filter((file) => /^(?!trace\/phrase).*\.(js|rs)$/.test(file)).map((file) => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8"));
}

/** The texts that a module puts into words: the first argument of `word` or `phrase`, or a noun that is counted. @param {string} source */
function textsOf(source) {
  const named = [...source.matchAll(/\b(?:word|phrase|joined)\(\s*((?:"(?:[^"\\]|\\.)*"|[^"`,()]|\([^()]*\)|\{[^{}]*\})*)/g)].map(([, argument]) => argument);
  const counted = [...source.matchAll(/\b(?:plural|counted)\(.*?, "([^"]+)"\)/g)].flatMap(([, noun]) => [`1 ${noun}`, `{} ${noun}s`]);
  const literals = named.flatMap((argument) => [...argument.replace(/[!=]== "[^"]*"/g, "").matchAll(/"([^"]*)"/g)].map(([, text]) => text));
  return [...literals, ...counted].filter((text) => /\p{L}/u.test(text));
}
