// Writes a lesson as the program does, with the module's counts: `node lesson.mjs NAME OUT --module FILE.wasm`.

import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { script } from "./bundle.mjs";
import { counting } from "./numbers.mjs";
import { moduleEngine } from "./probe.mjs";

const web = join(dirname(fileURLToPath(import.meta.url)), "..");
const read = (name) => readFileSync(join(web, name), "utf8");
const WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/** The text of a lesson with its numbers. @param {string} source @param {(words: string) => number} count @param {{[name: string]: {text: string}}} puzzles */
export function filled(source, count, puzzles) {
  const minutes = [...source.matchAll(/data-minutes="(\d+)"/g)].reduce((sum, [, one]) => sum + Number(one), 0);
  const sections = [...source.matchAll(/<section id="([\w-]+)" data-minutes="(\d+)">\s*<h2>(.*?)<\/h2>/g)];
  const contents = `<nav class="contents" aria-label="contents"><ol>${sections.map(([, id, time, title]) => `<li><a href="#${id}">${title}</a> <small>${time} min</small></li>`).join("")}</ol></nav>`;
  return source.replace(/\{\{(.+?)\}\}/g, (_, words) => {
    if (words === "minutes") return String(minutes);
    if (words === "contents") return contents;
    if (words.startsWith("name ")) return count.naming(words.slice(5));
    if (words.startsWith("grid ")) return `<pre class="grid">${grid(puzzles[words.slice(5)].text)}</pre>`;
    if (words.startsWith("=")) return String(count(words.slice(1)));
    const spelt = /^(word|Word) /.exec(words);
    const number = count(spelt ? words.slice(5) : words);
    const word = WORDS[number] ?? String(number);
    const shown = !spelt ? String(number).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f") : spelt[1] === "Word" ? word[0].toUpperCase() + word.slice(1) : word;
    return `<data class="number" value="${number}" title="${(spelt ? words.slice(5) : words).replace(/>/g, "&gt;").replace(/</g, "&lt;")}">${shown}</data>`;
  });
}

function grid(text) {
  const side = Math.sqrt(text.length);
  return Number.isInteger(side) && !text.includes("\n") ? text.match(new RegExp(`.{${side}}`, "g")).map((row) => [...row].join(" ")).join("\n") : text.trim();
}

/** What a lesson claims, that is not so. @param {string} source @param {(words: string) => number} count */
export function wrongClaims(source, count) {
  const value = (words) => (/^\d+$/.test(words.trim()) ? Number(words) : count(words));
  const claims = [...source.matchAll(/data-claim="([^"]*)"/g)].flatMap(([, claims]) => claims.split(";"));
  return claims.filter((claim) => {
    const [, left, sign, right] = /^(.+?) (=|<|>) (.+)$/.exec(claim.trim());
    const [a, b] = [value(left), value(right)];
    return !(sign === "=" ? a === b : sign === "<" ? a < b : a > b);
  });
}

const [name, out, , module] = process.argv.slice(2);
const puzzles = JSON.parse(read("lessons/puzzles.json"));
const count = counting(await moduleEngine(module), puzzles);
const source = read(`lessons/${name}.html`);
const wrong = wrongClaims(source, count);
if (wrong.length) throw new Error(`not so: ${wrong.join("; ")}`);
const text = filled(source, count, puzzles).replace(/ data-claim="[^"]*"/g, "");
const title = /<h1>(.*?)<\/h1>/.exec(source)[1];
writeFileSync(out, read("lesson.html")
  .replaceAll("<!-- title -->", title)
  .replace("<!-- style -->", () => `<style>\n${read("theme.css")}${read("lesson.css")}</style>`)
  .replace("<!-- lesson -->", () => text)
  .replace("<!-- puzzles -->", () => `<script type="application/json" id="puzzles">${read("lessons/puzzles.json").replace(/</g, "\\u003c")}</script>`)
  .replace("<!-- module -->", () => `<script type="text/plain" id="module">${gzipSync(readFileSync(module), { level: 6 }).toString("base64")}</script>`)
  .replace("<!-- script -->", () => `<script type="module">\n${script({}, "lesson.js")}</script>`));
