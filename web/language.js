// The words of a lesson's language, which the program puts into its page. English words are also their own name: the page
// of searches has no others. A name has a `{}` for each value in it.

import { grouped } from "./dom.js";

/** @typedef {string|number|Phrase} Value  @typedef {[string, ...Value[]]} Phrase  the name of words, and the values in them */

/** @typedef {{[name: string]: string}} Words */

/** @type {Words|null} */
let wordsByName = null;

/** @returns {Words} */
function allWords() {
  wordsByName ??= /** @type {Words} */ (JSON.parse(globalThis.document?.getElementById("words")?.textContent ?? "{}"));
  return wordsByName;
}

/**
 * The words with this name, or the name itself if there are none, with each `{}` replaced by a value.
 * @param {string} name
 * @param {(string|number)[]} values
 */
export function word(name, ...values) {
  const rest = [...values];
  return (allWords()[name] ?? name).replace(/\{\}/g, (slot) => String(rest.shift() ?? slot));
}

/** The words of a phrase, such as `["choose item {}, which has {}", "a", ["{} options", 2]]`. @param {Phrase} phrase @returns {string} */
export function phraseWords([name, ...values]) {
  return word(name, ...values.map((value) => (Array.isArray(value) ? phraseWords(value) : value)));
}

/** An English text of a registry in the language of the page; empty if it has not been translated. @param {string} text */
export function translated(text) {
  return allWords()[text] ?? (document.documentElement.lang === "en" ? text : "");
}

/** A number with the decimal point of the language: 12 345.6. @param {number|string} number */
export function decimal(number) {
  return grouped(number).replace(".", allWords()["decimal point"] ?? ".");
}

/** @param {number} count @param {string} noun */
export function plural(count, noun) {
  return count === 1 ? word(`1 ${noun}`) : word(`{} ${noun}s`, grouped(count));
}

/** A list in words: `a, b and c`. @param {string[]} words */
export function listed(words) {
  return words.length < 2 ? words.join("") : word("{} and {}", words.slice(0, -1).join(", "), words.at(-1) ?? "");
}

/** A house in words. @param {string} house  such as `row 3` */
export function houseWords(house) {
  const [kind, number] = house.split(" ");
  return word(`${kind} {}`, number);
}

/**
 * The number of solutions found, in words. A search that stopped at its limit of solutions may have missed others, and one that
 * is stuck may have missed all. After a limit of nodes the words "so far" follow.
 * @param {{solutions: number, stop?: string}} stats
 */
export function solutionsFound({ solutions, stop }) {
  if (!solutions) return word(!stop || stop === "node-limit" ? "no solution" : "no solution found");
  const found = plural(solutions, "solution");
  return stop === "enough" ? word("at least {}", found) : found;
}
