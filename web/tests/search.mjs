// Tests the search in the documents of the site, without a browser: `node web/tests/search.mjs`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";

const SECTIONS = [
  { page: "method.html", anchor: "limits", title: "Method: Limits", text: "A limit ends a search. The clock of a thread counts." },
  { page: "guide.html", anchor: "solve", title: "Guide: Solve", text: `${"Many words come first. ".repeat(10)}Then a limit of time.` },
  { page: "format.html", anchor: "record", title: "Formats: The record", text: "One row a trial." },
];

const element = () => ({ dataset: { up: "../" }, hidden: true, value: "", listeners: {}, children: [], append(...more) { this.children.push(...more); },
  replaceChildren(...children) { this.children = children; }, addEventListener(kind, listener) { this.listeners[kind] = listener; } });
const elements = { search: element(), found: element() };
const document = { ...element(), getElementById: (id) => elements[id], createElement: element, activeElement: null };
runInContext(readFileSync(new URL("../site/search.js", import.meta.url), "utf8"), createContext({ SECTIONS, document }));

/** The links and excerpts for a query. @param {string} query */
function results(query) {
  elements.search.value = query;
  elements.search.listeners.input();
  return elements.found.children.map(({ children: [link, text] }) => [link?.href, text?.textContent]);
}

assert.equal(elements.search.hidden, false);
assert.deepEqual(results("LIMIT").map(([href]) => href), ["../method.html#limits", "../guide.html#solve"], "a word in a title weighs more");
assert.deepEqual(results("limit clock").map(([href]) => href), ["../method.html#limits"], "all words are required");
assert.match(results("limit time")[0][1], /^… .* Then a limit of time\.$/);
assert.deepEqual(results("absent"), [[undefined, undefined]]);
assert.equal(elements.found.children[0].textContent, "No document has all these words.");
results(" ");
assert.equal(elements.found.hidden, true);
console.log("search: every result as expected");
