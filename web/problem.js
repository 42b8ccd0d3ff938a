// An error message for the reader: the problem, its position and a remedy.

import { h } from "./dom.js";
import { errorWords, word } from "./language.js";

/**
 * @param {import("./engine.js").EngineError} error
 * @param {string} text  the text of the request
 */
export function problemNote(error, text) {
  const { title, line, column, label, help } = error.details;
  const source = line ? text.split("\n")[line - 1] : undefined;
  const mark = label && (errorWords(label) ?? label);
  const shown = source !== undefined && source.length <= 400 && column ? `${source}\n${" ".repeat(column - 1)}^ ${mark ?? ""}` : null;
  return h("div", { class: "problem", role: "alert" },
    h("p", { lang: lang(title) }, h("strong", {}, coded(title))),
    line ? h("p", { class: "note" }, column ? word("line {}, character {}", line, column) : word("line {}", line)) : null,
    shown ? h("pre", {}, shown) : label ? h("p", { lang: lang(label) }, coded(label)) : null,
    help ? h("p", { lang: lang(help) }, coded(help)) : null);
}

/** The language of an error: English if it has no translation. @param {string} text */
function lang(text) {
  return errorWords(text) === null ? "en" : null;
}

/** An error in the language of the page, with what is between backticks as code. @param {string} text */
function coded(text) {
  return (errorWords(text) ?? text).split("`").map((part, at) => (at % 2 ? h("code", {}, part) : part));
}
