// The words of a lesson's language, which the program puts into its page.

import { byId } from "./dom.js";

/** @type {{[name: string]: string}|null} */
let wordsByName = null;

/**
 * The words with this name, with `{}` replaced by `value`.
 * @param {string} name
 * @param {string|number} [value]
 */
export function word(name, value = "") {
  wordsByName ??= /** @type {{[name: string]: string}} */ (JSON.parse(byId("words").textContent ?? "{}"));
  return (wordsByName[name] ?? name).replace("{}", String(value));
}
